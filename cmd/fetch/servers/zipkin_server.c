/*
 * zipkin - Zipkin 2 and 3: traces by id, and searches that bring whole traces.
 *
 * Ids are lower case.  The server drops any of the traces beyond the limit, so
 * a search that fills it is repeated for both halves of its window; a trace
 * that comes twice is one for corr.
 *
 * Sources: openzipkin/zipkin-api, zipkin2-api.yaml; recorded answers of 3.5.1.
 */
#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"
#include "fetch/servers/look.h"

enum { TRACE_DIGITS = 32, MOST_HALVINGS = 4 };

/* What a judge knows about its request. */
typedef struct zipkin_ask {
    const char *id; /* by id; NULL: a search */
    int halvings;
    uint64_t whole; /* hash of the answer for the whole window */
} zipkin_ask;

static fetch_judge judge_zipkin;

static const char *search_path(corr_arena *a, const fetch_question *q,
                               corr_window w)
{
    const int64_t end = fetch_units_up(w.to, FETCH_MS);
    const char *path =
        fetch_path_with(a, "/api/v2/traces", "serviceName", q->service);

    path = fetch_path_with(a, path, "spanName", q->op);
    if (q->longer > 0)
        path = fetch_path_with_int(a, path, "minDuration",
                                   fetch_units_up(q->longer, FETCH_US));
    path = fetch_path_with_int(a, path, "endTs", end);
    path = fetch_path_with_int(a, path, "lookback",
                               end - fetch_units_down(w.from, FETCH_MS));
    return fetch_path_with_int(a, path, "limit", q->limit);
}

static const char *search_file(corr_arena *a, const fetch_question *q,
                               corr_window w, const char *suffix)
{
    const char *service =
        fetch_file_part(a, corr_str_of(q->service ? q->service : "all"));
    const char *from = fetch_time_stamp(a, w.from);
    const char *to = fetch_time_stamp(a, w.to);

    return service && from && to
               ? corr_arena_print(a, "traces/zipkin%s-%s-%s-%s.json", suffix,
                                  service, from, to)
               : NULL;
}

static bool ask_zipkin(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, zipkin_ask ask, corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    zipkin_ask *k = corr_arena_new(a, zipkin_ask, 1);
    const char *suffix = fetch_target_suffix(p, t);

    if (!k || !suffix)
        return false;
    *k = ask;
    const fetch_request r = {
        .target = t,
        .what = k->id ? corr_arena_print(a, "trace %.8s from Zipkin", k->id)
                      : "search in Zipkin",
        .path = k->id ? corr_arena_print(a, "/api/v2/trace/%s", k->id)
                      : search_path(a, q, w),
        .accept = "application/json",
        .file = k->id ? corr_arena_print(a, "traces/zipkin%s-%s.json", suffix,
                                         k->id)
                      : search_file(a, q, w, suffix),
        .judge = judge_zipkin,
        .state = k,
        .question = q,
        .from = w.from,
        .to = w.to,
        .limit = k->id ? 0 : q->limit,
    };
    return r.what && r.path && r.file && fetch_plan_add(p, &r);
}

/* Repeats a search that filled its limit, or is too large, in both halves of its
 * window.  A server that answers the same for a half ignores windows. */
static bool ask_zipkin_halves(fetch_plan *p, const fetch_request *q,
                              const fetch_answer *a, fetch_result *out)
{
    zipkin_ask ask = *(const zipkin_ask *)q->state;
    const uint64_t all = corr_hash(a->body.p, a->body.n);
    corr_window half[2];

    const bool halved =
        !(all == ask.whole && a->body.n) && ask.halvings < MOST_HALVINGS &&
        fetch_window_halves((corr_window){ q->from, q->to }, FETCH_MS, half);
    fetch_say_filled(out, q->limit, halved);
    ask.halvings++;
    ask.whole = all;
    return !halved || (ask_zipkin(p, q->target, q->question, ask, half[0]) &&
                       ask_zipkin(p, q->target, q->question, ask, half[1]));
}

static void judge_zipkin(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    const zipkin_ask *k = q->state;
    fetch_look look;
    bool ok = true;

    if (k->id && a->status == 404 && !fetch_is_page(a) &&
        corr_str_has(a->body, "not found") && !fetch_is_unknown_path(a)) {
        fetch_say(out, FETCH_NOTHING, "Zipkin has no such trace");
        return;
    }
    if (fetch_refused(a, out)) {
        if (a->status == 413 && !k->id && !ask_zipkin_halves(p, q, a, out))
            fetch_say(out, FETCH_FAILED, "memory is out");
        return;
    }
    if (corr_str_is(corr_str_trim(a->body), "[]")) {
        fetch_say(out, FETCH_NOTHING, "no trace matches");
        return;
    }
    if (fetch_look_traces(&look, k->id, a, out)) {
        if (!k->id && out->hits >= q->limit)
            ok = ask_zipkin_halves(p, q, a, out);
        else if (k->id && q->question->about == FETCH_TRACE)
            ok = fetch_profiles_of_trace(p, q->question, &look, k->id, out);
    }
    fetch_look_close(&look);
    if (!ok)
        fetch_say_cut(out, "memory is out for further requests");
}

/* An id of 64 bits has 16 digits: a strict server keeps the two lengths
 * apart. */
static const char *zipkin_id(corr_arena *a, const char *trace)
{
    const char *id = fetch_id(a, corr_str_of(trace), TRACE_DIGITS);

    return id && strncmp(id, "0000000000000000", 16) == 0 ? id + 16 : id;
}

static bool zipkin_plan(fetch_plan *p, const fetch_target *t,
                        const fetch_question *q)
{
    if (q->about == FETCH_SPANS) {
        corr_window w = { q->from, q->to ? q->to : fetch_now(q->now) };
        if (!w.from || w.from >= w.to)
            w.from = w.to - FETCH_HOUR;
        return ask_zipkin(p, t, q, (zipkin_ask){ 0 }, w);
    }
    if (q->about != FETCH_TRACE || !q->trace)
        return true;
    const char *id = zipkin_id(fetch_plan_arena(p), q->trace);
    return !id ||
           ask_zipkin(p, t, q, (zipkin_ask){ .id = id }, (corr_window){ 0, 0 });
}

const fetch_back_end fetch_zipkin = { "Zipkin", "zipkin", zipkin_plan };
