/*
 * prometheus_server - Prometheus and what speaks like it: Mimir, Thanos,
 * VictoriaMetrics.
 *
 * Ranges are aligned to multiples of the step, so that answers can be cached
 * and repeated.  A request has at most 11,000 steps, which is what a server
 * takes, and a limit of series, which servers before 2.54 ignore.  Rules come in
 * pages.  Exemplars and alerts know no limit; exemplars are asked by GET,
 * because Grafana's proxy refuses other ways.
 *
 * A cluster of VictoriaMetrics tells a partial answer by a member of its own.
 *
 * Sources: prometheus/prometheus, docs "HTTP API"; recorded answers of 2.42;
 * scripts/compare/prometheus.
 */
#include <cjson/cJSON.h>

#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"
#include "fetch/servers/look.h"

enum {
    MOST_STEPS = 11000,
    USUAL_STEPS = 1000,
    MOST_HALVINGS = 12,
    MOST_SERIES = 10000,
    MOST_GROUPS = 1000, /* of rules, in a page */
    MOST_PAGES = 100,
    MOST_DOCUMENT = 32 << 20
};
#define LEAST_STEP (15 * FETCH_SECOND)

typedef enum metric_api { RANGE, EXEMPLARS, ALERTS, RULES } metric_api;

/* What a judge knows about its request. */
typedef struct metric_ask {
    metric_api api;
    int64_t step; /* ns */
    int halvings;
    bool is_unlimited; /* the server refused our limit */
    int pages;         /* of rules, before this one */
    const char *page;  /* its token */
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

/* The most series that a request asks for; 0: any. */
static uint32_t series_of(const fetch_question *q, const metric_ask *k)
{
    return k->api != RANGE || k->is_unlimited ? 0
           : q->series                        ? q->series
                                              : MOST_SERIES;
}

static bool ask_metric(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, metric_ask ask, corr_window w)
{
    const uint32_t limit = series_of(q, &ask);
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
    if (limit)
        path = fetch_path_with_int(a, path, "limit", limit);
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
        .limit = limit,
    };
    return r.path && r.file && fetch_plan_add(p, &r);
}

static bool ask_list(fetch_plan *p, const fetch_target *t,
                     const fetch_question *q, metric_ask ask)
{
    corr_arena *a = fetch_plan_arena(p);
    metric_ask *k = corr_arena_new(a, metric_ask, 1);
    const char *suffix = fetch_target_suffix(p, t);
    const char *name = ask.api == ALERTS ? "alerts" : "rules";
    const char *page =
        ask.page ? corr_arena_print(a, "-%d", ask.pages + 1) : "";
    const char *path = corr_arena_print(a, "/api/v1/%s", name);

    if (!k || !suffix || !page)
        return false;
    *k = ask;
    if (ask.api == RULES && !ask.is_unlimited)
        path = fetch_path_with_int(a, path, "group_limit", MOST_GROUPS);
    const fetch_request r = {
        .target = t,
        .what = corr_arena_print(a, "%s from Prometheus", name),
        .path = fetch_path_with(a, path, "group_next_token", ask.page),
        .accept = "application/json",
        .file = corr_arena_print(a, "alerts/prometheus%s-%s%s.json", suffix,
                                 name, page),
        .judge = judge_metrics,
        .state = k,
        .question = q,
        .limit =
            ask.api == RULES && !ask.is_unlimited ? (uint32_t)MOST_GROUPS : 0,
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

/* The first text of a list, and how many more there are; "": none. */
static const char *first_of(corr_arena *a, const cJSON *doc, const char *key)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(doc, key);
    const cJSON *first = cJSON_GetArrayItem(list, 0);
    const int more = cJSON_GetArraySize(list) - 1;

    if (!cJSON_IsString(first))
        return "";
    return more > 0 ? corr_arena_print(a, "%.120s (and %d more)",
                                       first->valuestring, more)
                    : first->valuestring;
}

/* Says what is missing: an answer with as many series as were asked for, or with
 * a warning.  A server that ignores the limit sends more. */
static void say_incomplete(fetch_plan *p, const fetch_request *q,
                           const cJSON *doc, bool is_partial, fetch_result *out)
{
    const char *warning = first_of(fetch_plan_arena(p), doc, "warnings");
    const char *info = first_of(fetch_plan_arena(p), doc, "infos");
    const metric_ask *k = q->state;
    const bool is_full = k->api == RANGE && q->limit && out->hits == q->limit;

    if (is_full)
        fetch_say_cut(out, "the answer filled its limit of %lu series%s%.120s",
                      (unsigned long)q->limit,
                      warning && *warning ? "; the server warns: " : "",
                      warning ? warning : "");
    else if (warning && *warning)
        fetch_say_cut(out, "the server warns: %s", warning);
    else if (is_partial)
        fetch_say_cut(out, "the server says that its answer is partial");
    else if (info && *info && out->outcome == FETCH_GOT) {
        fetch_say_cut(out, "the server notes: %s", info);
        out->complete = true;
    }
}

/* Asks for the next page of rules, if there is one. */
static bool ask_rules(fetch_plan *p, const fetch_request *q, const cJSON *data,
                      fetch_result *out)
{
    metric_ask ask = *(const metric_ask *)q->state;
    const corr_str token = fetch_json_text(data, "groupNextToken");

    if (ask.api != RULES || !token.n)
        return true;
    if (++ask.pages == MOST_PAGES ||
        (ask.page && corr_str_is(token, ask.page))) {
        fetch_say_cut(out, "the rules go on after %d pages", ask.pages);
        return true;
    }
    ask.page = corr_arena_text(fetch_plan_arena(p), token);
    return ask.page && ask_list(p, q->target, q->question, ask);
}

static bool judge_document(fetch_plan *p, const fetch_request *q,
                           const cJSON *doc, fetch_result *out)
{
    const metric_api api = ((const metric_ask *)q->state)->api;
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
    if (out->outcome == FETCH_FAILED)
        return true;
    say_incomplete(
        p, q, doc,
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(doc, "isPartial")), out);
    return ask_rules(p, q, data, out);
}

/* The warnings behind the data of a document that is too large to be one, as a
 * document; NULL: there are none. */
static cJSON *tail_of(fetch_plan *p, corr_str body)
{
    static const char *const keys[] = { "\"warnings\":[", "\"infos\":[" };
    enum { MOST_TAIL = 64 << 10 };
    const corr_str tail =
        corr_str_from(body, body.n > MOST_TAIL ? body.n - MOST_TAIL : 0);

    for (size_t i = 0; i < 2; i++) {
        size_t at = tail.n;
        while (at > 0 && !corr_str_starts(corr_str_from(tail, at), keys[i]))
            at--;
        const corr_str rest = corr_str_from(tail, at);
        const char *text = at ? corr_arena_print(fetch_plan_arena(p), "{%.*s",
                                                 CORR_STR_ARG(rest))
                              : NULL;
        cJSON *doc = text ? cJSON_Parse(text) : NULL;
        if (doc)
            return doc;
    }
    return NULL;
}

/* Judges an answer that is too large for a document. */
static void judge_large(fetch_plan *p, const fetch_request *q,
                        const fetch_answer *a, fetch_result *out)
{
    enum { HEAD = 200 }; /* members before the data */
    const corr_str head = { a->body.p, HEAD };
    fetch_look look;

    if (fetch_look_open(&look, a->body) && look.in.series) {
        cJSON *tail = tail_of(p, a->body);
        fetch_got(out, look.in.series);
        say_incomplete(p, q, tail, corr_str_has(head, "\"isPartial\":true"),
                       out);
        cJSON_Delete(tail);
    } else {
        fetch_say(out, FETCH_FAILED, "the answer is not from Prometheus");
    }
    fetch_look_close(&look);
}

/* Asks without our limit, if that is what a server refuses. */
static bool ask_unlimited(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    metric_ask ask = *(const metric_ask *)q->state;
    char words[FETCH_WORDS];

    fetch_words(a, words);
    if (a->status != 400 || !q->limit || !strstr(words, "limit"))
        return true;
    ask.is_unlimited = true;
    fetch_say(out, FETCH_NOTHING,
              "the server takes no such limit; it is asked without one");
    return ask.api == RULES ? ask_list(p, q->target, q->question, ask)
                            : ask_metric(p, q->target, q->question, ask,
                                         (corr_window){ q->from, q->to });
}

static void judge_metrics(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    const metric_ask *k = q->state;
    bool ok = true;

    if (a->status == 204) {
        fetch_say(out, FETCH_NOTHING, "the expression selects no series");
        return;
    }
    if (k->api == EXEMPLARS && (a->status == 404 || a->status == 501)) {
        fetch_say(out, FETCH_NOTHING, "the server keeps no exemplars");
        return;
    }
    if (fetch_refused(a, out)) {
        ok = is_too_much(a) ? ask_metric_halves(p, q, out)
                            : ask_unlimited(p, q, a, out);
    } else if (a->body.n > MOST_DOCUMENT) {
        judge_large(p, q, a, out);
    } else {
        cJSON *doc = fetch_json(a, out);
        ok = !doc || judge_document(p, q, doc, out);
        cJSON_Delete(doc);
    }
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
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
    for (; ok && from <= to && !fetch_plan_full(p);
         from += (MOST_STEPS + 1) * step) {
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
        return ask_list(p, t, q, (metric_ask){ .api = ALERTS }) &&
               ask_list(p, t, q, (metric_ask){ .api = RULES });
    return q->about != FETCH_METRICS || !q->promql || plan_metric(p, t, q);
}

const fetch_back_end fetch_prometheus = { "Prometheus", "prometheus",
                                          prometheus_plan };
