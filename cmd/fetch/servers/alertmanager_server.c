/*
 * alertmanager_server - Alertmanager: the alerts that it holds now.
 *
 * Sources: prometheus/alertmanager, api/v2/openapi.yaml; recorded answers of
 * 0.25.
 */
#include <cjson/cJSON.h>

#include "fetch/plan/judgement.h"
#include "fetch/servers/back_ends.h"

static void judge_alerts(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    cJSON *doc = fetch_refused(a, out) ? NULL : fetch_json(a, out);
    const int n = cJSON_GetArraySize(doc);

    (void)p;
    (void)q;
    if (doc && !cJSON_IsArray(doc))
        fetch_say(out, FETCH_FAILED, "the answer is not from Alertmanager");
    else if (doc && n == 0)
        fetch_say(out, FETCH_NOTHING, "no alert fires");
    else if (doc)
        fetch_got(out, (uint64_t)n);
    cJSON_Delete(doc);
}

static bool alertmanager_plan(fetch_plan *p, const fetch_target *t,
                              const fetch_question *q)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *suffix = fetch_target_suffix(p, t);

    if (q->about != FETCH_ALERTS)
        return true;
    const fetch_request r = {
        .target = t,
        .what = "alerts from Alertmanager",
        .path = "/api/v2/alerts",
        .accept = "application/json",
        .file = suffix
                    ? corr_arena_print(a, "alerts/alertmanager%s.json", suffix)
                    : NULL,
        .judge = judge_alerts,
        .state = "",
        .question = q,
    };
    return r.file && fetch_plan_add(p, &r);
}

const fetch_back_end fetch_alertmanager = { "Alertmanager", "alertmanager",
                                            alertmanager_plan };
