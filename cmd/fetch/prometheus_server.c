/*
 * prometheus_server - Prometheus and what speaks like it: Mimir, Thanos,
 * VictoriaMetrics.
 *
 * Ranges are aligned to multiples of the step, so that answers can be cached
 * and repeated.  A request has at most 11,000 steps, which is what a server
 * takes.  Exemplars are asked by GET, because Grafana's proxy refuses other
 * ways.
 *
 * Sources: prometheus/prometheus, docs "HTTP API"; recorded answers of 2.42.
 */
#include <cjson/cJSON.h>

#include "fetch/back_ends.h"
#include "fetch/encode.h"
#include "fetch/look.h"
#include "fetch/window.h"

enum {
    MOST_STEPS = 11000,
    USUAL_STEPS = 1000,
    MOST_HALVINGS = 12,
    MOST_DOCUMENT = 32 << 20
};
#define LEAST_STEP (15 * FETCH_SECOND)

typedef enum metric_api { RANGE, EXEMPLARS, ALERTS, RULES } metric_api;

/* What a judge knows about its request. */
typedef struct metric_ask {
    metric_api api;
    int64_t step; /* ns */
    int halvings;
} metric_ask;

static fetch_judge judge_metrics;

/* ---- requests ----------------------------------------------------------------- */

/* Seconds, with three decimals where they are needed. */
static const char *seconds(corr_arena *a, int64_t ns)
{
    const int64_t ms = ns / FETCH_MS;

    return ms % 1000
               ? corr_arena_print(a, "%lld.%03lld", (long long)(ms / 1000),
                                  (long long)(ms % 1000))
               : corr_arena_print(a, "%lld", (long long)(ms / 1000));
}

/* "metrics/rate_x_-0a1b2c3d-<from>-<to>.json": the hash tells apart what only
 * differs in other characters. */
static const char *file_of_metric(fetch_plan *p, const fetch_target *t,
                                  const fetch_question *q, metric_api api,
                                  corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    corr_str expr = corr_str_of(q->promql);
    const uint64_t hash = corr_hash(expr.p, expr.n);
    const char *suffix = fetch_target_suffix(p, t);

    expr.n = expr.n < 40 ? expr.n : 40;
    const char *part = fetch_file_part(a, expr);
    const char *from = fetch_time_stamp(a, w.from);
    const char *to = fetch_time_stamp(a, w.to);
    return suffix && part && from && to
               ? corr_arena_print(a, "metrics/%s%s-%08x-%s-%s%s.json",
                                  api == EXEMPLARS ? "exemplars-" : "", part,
                                  (unsigned)(hash >> 32), from, to, suffix)
               : NULL;
}

static bool ask_metric(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, metric_ask ask, corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    metric_ask *k = corr_arena_new(a, metric_ask, 1);
    const char *path = fetch_path_with(
        a, ask.api == RANGE ? "/api/v1/query_range" : "/api/v1/query_exemplars",
        "query", q->promql);

    if (!k)
        return false;
    *k = ask;
    path = path ? fetch_path_with(a, path, "start", seconds(a, w.from)) : NULL;
    path = path ? fetch_path_with(a, path, "end", seconds(a, w.to)) : NULL;
    if (path && ask.api == RANGE)
        path = fetch_path_with(a, path, "step", seconds(a, ask.step));
    const fetch_request r = {
        .target = t,
        .what = ask.api == RANGE ? "metric from Prometheus"
                                 : "exemplars from Prometheus",
        .path = path,
        .accept = "application/json",
        .file = file_of_metric(p, t, q, ask.api, w),
        .judge = judge_metrics,
        .state = k,
        .question = q,
        .from = w.from,
        .to = w.to,
    };
    return r.path && r.file && fetch_plan_add(p, &r);
}

static bool ask_list(fetch_plan *p, const fetch_target *t,
                     const fetch_question *q, metric_api api)
{
    corr_arena *a = fetch_plan_arena(p);
    metric_ask *k = corr_arena_new(a, metric_ask, 1);
    const char *suffix = fetch_target_suffix(p, t);
    const char *name = api == ALERTS ? "alerts" : "rules";

    if (!k || !suffix)
        return false;
    k->api = api;
    const fetch_request r = {
        .target = t,
        .what = corr_arena_print(a, "%s from Prometheus", name),
        .path = corr_arena_print(a, "/api/v1/%s", name),
        .accept = "application/json",
        .file =
            corr_arena_print(a, "alerts/prometheus%s-%s.json", suffix, name),
        .judge = judge_metrics,
        .state = k,
        .question = q,
    };
    return r.what && r.path && r.file && fetch_plan_add(p, &r);
}

/* ---- answers -------------------------------------------------------------------- */

/* Whether a refusal is one that a shorter window avoids. */
static bool is_too_much(const fetch_answer *a)
{
    char words[FETCH_WORDS];

    if (a->status != 400 && a->status != 413 && a->status != 422 &&
        a->status != 503 && a->status != 504)
        return false;
    fetch_words(a, words);
    return a->status == 413 || strstr(words, "too many samples") ||
           strstr(words, "maximum resolution") || strstr(words, "timed out") ||
           strstr(words, "too long") || strstr(words, "exceeds the limit") ||
           strstr(words, "exceeded");
}

/* Asks for both halves of a window.  The second begins a step after the end of
 * the first, because both ends count. */
static bool ask_metric_halves(fetch_plan *p, const fetch_request *q,
                              fetch_result *out)
{
    metric_ask ask = *(const metric_ask *)q->state;
    const int64_t steps = ask.step > 0 ? (q->to - q->from) / ask.step : 0;

    if (ask.api != RANGE || steps < 2 || ask.halvings == MOST_HALVINGS)
        return true;
    const int64_t middle = q->from + steps / 2 * ask.step;
    ask.halvings++;
    fetch_say(out, FETCH_NOTHING,
              "the window is too much for the server; both halves are asked");
    return ask_metric(p, q->target, q->question, ask,
                      (corr_window){ q->from, middle }) &&
           ask_metric(p, q->target, q->question, ask,
                      (corr_window){ middle + ask.step, q->to });
}

/* The first text of a list of warnings, or "". */
static const char *first_text(const cJSON *doc, const char *key)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(doc, key);
    const cJSON *first = cJSON_GetArrayItem(list, 0);

    return cJSON_IsString(first) ? first->valuestring : "";
}

/* What an answer has: series, exemplars, alerts, rules. */
static uint64_t hits_of(const cJSON *data, metric_api api)
{
    const cJSON *one;
    uint64_t n = 0;

    switch (api) {
    case RANGE:
        return (uint64_t)cJSON_GetArraySize(
            cJSON_GetObjectItemCaseSensitive(data, "result"));
    case EXEMPLARS:
        cJSON_ArrayForEach(one, data) n += (uint64_t)cJSON_GetArraySize(
            cJSON_GetObjectItemCaseSensitive(one, "exemplars"));
        return n;
    case ALERTS:
        return (uint64_t)cJSON_GetArraySize(
            cJSON_GetObjectItemCaseSensitive(data, "alerts"));
    case RULES:
        cJSON_ArrayForEach(one,
                           cJSON_GetObjectItemCaseSensitive(data, "groups"))
            n += (uint64_t)cJSON_GetArraySize(
                cJSON_GetObjectItemCaseSensitive(one, "rules"));
    }
    return n;
}

static const char *const nothing[] = {
    [RANGE] = "no series matches in the window",
    [EXEMPLARS] = "no exemplar lies in the window",
    [ALERTS] = "no alert is pending or fires",
    [RULES] = "the server has no rules",
};

/* Says the warnings of a server: an answer with one may miss series. */
static void say_warnings(const cJSON *doc, fetch_result *out)
{
    const char *warning = first_text(doc, "warnings");
    const char *info = first_text(doc, "infos");

    if (*warning)
        fetch_say_cut(out, "the server warns: %s", warning);
    else if (*info && out->outcome == FETCH_GOT) {
        fetch_say_cut(out, "the server notes: %s", info);
        out->complete = true;
    }
}

static void judge_document(const cJSON *doc, metric_api api, fetch_result *out)
{
    const cJSON *data = cJSON_GetObjectItemCaseSensitive(doc, "data");
    const corr_str error = fetch_json_text(doc, "error");

    if (error.n && !data)
        fetch_say(out, FETCH_FAILED, "the server failed: %.120s", error.p);
    else if (!cJSON_GetObjectItemCaseSensitive(doc, "status"))
        fetch_say(out, FETCH_FAILED, "the answer is not from Prometheus");
    else if (hits_of(data, api) == 0)
        fetch_say(out, FETCH_NOTHING, "%s", nothing[api]);
    else
        fetch_got(out, hits_of(data, api));
    if (out->outcome != FETCH_FAILED)
        say_warnings(doc, out);
}

/* Judges an answer that is too large for a document. */
static void judge_large(const fetch_answer *a, fetch_result *out)
{
    fetch_look look;

    if (fetch_look_open(&look, a->body) && look.in.series)
        fetch_got(out, look.in.series);
    else
        fetch_say(out, FETCH_FAILED, "the answer is not from Prometheus");
    fetch_look_close(&look);
}

static void judge_metrics(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    const metric_ask *k = q->state;

    if (a->status == 204) {
        fetch_say(out, FETCH_NOTHING, "the expression selects no series");
        return;
    }
    if (k->api == EXEMPLARS && (a->status == 404 || a->status == 501)) {
        fetch_say(out, FETCH_NOTHING, "the server keeps no exemplars");
        return;
    }
    if (fetch_refused(a, out)) {
        if (is_too_much(a) && !ask_metric_halves(p, q, out))
            fetch_say(out, FETCH_FAILED, "memory is out");
        return;
    }
    if (a->body.n > MOST_DOCUMENT) {
        judge_large(a, out);
        return;
    }
    cJSON *doc = fetch_json(a, out);
    if (doc)
        judge_document(doc, k->api, out);
    cJSON_Delete(doc);
}

/* ---- plan ------------------------------------------------------------------------- */

/* max(15 s, a thousandth of the window), in whole seconds. */
static int64_t step_of(const fetch_question *q, corr_window w)
{
    const int64_t least =
        fetch_units_up((w.to - w.from) / USUAL_STEPS, FETCH_SECOND) *
        FETCH_SECOND;

    if (q->step >= FETCH_MS)
        return q->step / FETCH_MS * FETCH_MS;
    return least > LEAST_STEP ? least : LEAST_STEP;
}

static bool plan_metric(fetch_plan *p, const fetch_target *t,
                        const fetch_question *q)
{
    corr_window w = { q->from, q->to > 0 ? q->to : fetch_now(q->now) };

    if (w.from <= 0 || w.from >= w.to)
        w.from = w.to - FETCH_HOUR;
    const int64_t step = step_of(q, w);
    int64_t from = fetch_units_down(w.from, step) * step;
    const int64_t to = fetch_units_up(w.to, step) * step;
    bool ok = ask_metric(p, t, q, (metric_ask){ .api = EXEMPLARS }, w);
    for (; ok && from <= to; from += (MOST_STEPS + 1) * step) {
        const int64_t end = from + MOST_STEPS * step;
        ok = ask_metric(p, t, q, (metric_ask){ .api = RANGE, .step = step },
                        (corr_window){ from, end < to ? end : to });
    }
    return ok;
}

static bool prometheus_plan(fetch_plan *p, const fetch_target *t,
                            const fetch_question *q)
{
    if (q->about == FETCH_ALERTS)
        return ask_list(p, t, q, ALERTS) && ask_list(p, t, q, RULES);
    return q->about != FETCH_METRICS || !q->promql || plan_metric(p, t, q);
}

const fetch_back_end fetch_prometheus = { "Prometheus", "prometheus",
                                          prometheus_plan };
