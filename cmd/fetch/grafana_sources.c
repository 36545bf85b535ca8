/* grafana_sources - the data sources of a Grafana, as servers of a run. */
#include "fetch/grafana_sources.h"

#include <cjson/cJSON.h>
#include <stdio.h>

#include "fetch/plan/judgement.h"

enum { MOST_UID = 40 };

static const struct {
    const char *type;
    fetch_kind kind;
} source_types[] = {
    { "tempo", FETCH_TEMPO },
    { "jaeger", FETCH_JAEGER },
    { "zipkin", FETCH_ZIPKIN },
    { "grafana-pyroscope-datasource", FETCH_PYROSCOPE },
    { "phlare", FETCH_PYROSCOPE },
    { "prometheus", FETCH_PROMETHEUS },
    { "grafana-amazonprometheus-datasource", FETCH_PROMETHEUS },
    { "alertmanager", FETCH_ALERTMANAGER },
};

typedef struct grafana_state {
    target_list *list;
    const opt_list *source;
    size_t *found;
} grafana_state;

/* A uid that may stand in a path. */
static bool is_uid(corr_str uid)
{
    for (size_t i = 0; i < uid.n; i++) {
        const char c = uid.p[i];
        if (!corr_is_digit(c) && !(c >= 'a' && c <= 'z') &&
            !(c >= 'A' && c <= 'Z') && c != '-' && c != '_')
            return false;
    }
    return uid.n > 0 && uid.n <= MOST_UID;
}

static bool is_wanted_source(const grafana_state *s, corr_str name,
                             corr_str uid)
{
    for (size_t i = 0; i < s->source->n; i++)
        if (corr_str_is(name, s->source->item[i]) ||
            corr_str_is(uid, s->source->item[i]))
            return true;
    return s->source->n == 0;
}

/* Adds a source if corr can ask it.  False: out of memory. */
static bool add_source(fetch_plan *p, const fetch_request *q, const cJSON *o)
{
    const grafana_state *s = q->state;
    const corr_str type = fetch_json_text(o, "type");
    const corr_str uid = fetch_json_text(o, "uid");
    corr_err ignored = { 0 };

    for (size_t i = 0; i < sizeof source_types / sizeof *source_types; i++) {
        if (!corr_str_is(type, source_types[i].type) || !is_uid(uid) ||
            !is_wanted_source(s, fetch_json_text(o, "name"), uid))
            continue;
        const char *base = corr_arena_print(fetch_plan_arena(p),
                                            "%s/api/datasources/proxy/uid/%.*s",
                                            q->target->base, CORR_STR_ARG(uid));
        if (!base)
            return false;
        const fetch_target t = { .kind = source_types[i].kind,
                                 .base = base,
                                 .access = q->target->access };
        if (!target_add(s->list, &t, &ignored))
            ++*s->found;
    }
    return true;
}

static void judge_sources(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    const grafana_state *s = q->state;
    cJSON *doc = fetch_refused(a, out) ? NULL : fetch_json(a, out);
    const cJSON *o;
    bool ok = true;

    if (!doc)
        return;
    if (cJSON_IsArray(doc))
        cJSON_ArrayForEach(o, doc) ok = ok && add_source(p, q, o);
    cJSON_Delete(doc);
    if (!ok)
        fetch_say(out, FETCH_FAILED, "out of memory");
    else if (*s->found)
        fetch_got(out, *s->found);
    else
        fetch_say(out, FETCH_NOTHING,
                  "this Grafana shows no data source that corr can ask");
}

bool grafana_plan(fetch_plan *p, const fetch_target *grafana, target_list *list,
                  const opt_list *source)
{
    corr_arena *a = fetch_plan_arena(p);
    grafana_state *s = corr_arena_new(a, grafana_state, 1);
    size_t *found = corr_arena_new(a, size_t, 1);
    const fetch_request q = { .target = grafana,
                              .what = "the data sources of Grafana",
                              .path = "/api/datasources",
                              .accept = "application/json",
                              .judge = judge_sources,
                              .state = s };

    if (!s || !found)
        return false;
    *s = (grafana_state){ list, source, found };
    return fetch_plan_add(p, &q);
}
