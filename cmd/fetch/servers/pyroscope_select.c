/*
 * pyroscope_select - a profile of a window, and its parts of spans.
 *
 * The whole window is asked first, and then its parts: of each local root, or
 * of the trace.  A server that does not know a selector ignores it.  Its answer
 * then has the total of the whole window, and is not kept.
 *
 * A server that lacks a way (pyroscope_way.h), or ignores its form, is asked in
 * the next one.  A query that takes too long is asked to run in the background
 * where the server can do so, and else in both halves of its window.
 */
#include <cjson/cJSON.h>

#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/profile_bytes.h"
#include "fetch/servers/pyroscope_way.h"

enum {
    MOST_DEPTH = 12,
    MOST_ROOTS = 8 /* spans of a question that get a profile of their own */
};
#define MOST_LENGTH (24 * FETCH_HOUR) /* of one query, by default */

static fetch_judge judge_profile;

static bool ask_profile(fetch_plan *p, const fetch_target *t,
                        const fetch_question *q, profile_ask ask, corr_window w)
{
    return fetch_ask_in_way(p, t, q, &ask, w, judge_profile);
}

/* Asks something else for the window of a request. */
static bool ask_instead(fetch_plan *p, const fetch_request *q, profile_ask ask)
{
    return ask_profile(p, q->target, q->question, ask,
                       (corr_window){ q->from, q->to });
}

/* ---- other requests ---------------------------------------------------------------- */

/* An empty selector of spans selects everything, so SPANS needs spans, and the
 * ways without a selector take no part. */
static way next_way(const profile_ask *k)
{
    switch (k->way) {
    case STACKTRACES:
        return k->spans ? SPANS : k->trace ? NO_WAY : MERGED;
    case MERGED:
        return RENDER;
    case SPANS:
    case RENDER:
    case NO_WAY:
        break;
    }
    return NO_WAY;
}

/* Asks the same in the next way. */
static bool ask_next_way(fetch_plan *p, const fetch_request *q,
                         fetch_result *out)
{
    profile_ask ask = *(const profile_ask *)q->state;

    ask.way = next_way(&ask);
    if (ask.way == NO_WAY)
        return true;
    ask.pace = AT_ONCE;
    fetch_say(out, FETCH_NOTHING,
              "the server does not answer in this form; another is asked");
    return ask_instead(p, q, ask);
}

/* The parts of a trace that its local roots are; they have one request for all
 * if they are too many. */
static bool ask_roots(fetch_plan *p, const fetch_request *q, profile_ask ask)
{
    const fetch_question *asked = q->question;
    const bool each = asked->spans <= MOST_ROOTS;
    bool ok = true;

    ask.trace = NULL;
    for (uint32_t i = 0; ok && i < asked->spans && (each || i == 0); i++) {
        ask.span = asked->span + i;
        ask.spans = each ? 1 : asked->spans;
        ok = ask_instead(p, q, ask);
    }
    return ok;
}

/* Adds the parts of a whole window.  total: what the window has, 0: unknown. */
static bool ask_parts(fetch_plan *p, const fetch_request *q, int64_t total)
{
    const profile_ask *whole = q->state;
    const fetch_question *asked = q->question;
    profile_ask ask = { .s = whole->s,
                        .total = total,
                        .nodes = whole->nodes,
                        .depth = whole->depth };

    if (!fetch_type_is_of_spans(ask.s.type))
        return true;
    if (asked->spans == 0 || asked->spans > MOST_ROOTS)
        ask.trace = asked->trace ? fetch_id(fetch_plan_arena(p),
                                            corr_str_of(asked->trace), 32)
                                 : NULL;
    return ask.trace ? ask_instead(p, q, ask) : ask_roots(p, q, ask);
}

/* Asks for the roots where the server does not select by a trace. */
static bool ask_instead_of_trace(fetch_plan *p, const fetch_request *q,
                                 fetch_result *out)
{
    profile_ask ask = *(const profile_ask *)q->state;

    ask.pace = AT_ONCE;
    if (!q->question->spans) {
        fetch_say(out, FETCH_NOTHING,
                  "the server does not select samples by their trace");
        return true;
    }
    fetch_say(out, FETCH_NOTHING,
              "the server does not select samples by their trace; the spans "
              "are asked");
    return ask_roots(p, q, ask);
}

static bool ask_in_halves(fetch_plan *p, const fetch_request *q,
                          fetch_result *out)
{
    profile_ask ask = *(const profile_ask *)q->state;
    corr_window half[2];

    if (ask.depth == MOST_DEPTH ||
        !fetch_window_halves((corr_window){ q->from, q->to }, FETCH_SECOND,
                             half))
        return true;
    ask.depth++;
    ask.pace = AT_ONCE;
    fetch_say(out, FETCH_NOTHING,
              "the window is too long for the server; both halves are asked");
    return ask_profile(p, q->target, q->question, ask, half[0]) &&
           ask_profile(p, q->target, q->question, ask, half[1]);
}

static bool ask_background(fetch_plan *p, const fetch_request *q,
                           fetch_result *out)
{
    profile_ask ask = *(const profile_ask *)q->state;

    ask.pace = STARTED;
    fetch_say(out, FETCH_NOTHING,
              "the query takes too long; it is asked to run in the "
              "background");
    return ask_instead(p, q, ask);
}

/* ---- refusals ------------------------------------------------------------------------ */

/* The last number in a refusal of our limit of nodes, which is the server's own;
 * 0: there is no smaller one. */
static int64_t nodes_allowed(const char *words, int64_t asked)
{
    int64_t n = 0;

    for (const char *c = words; *c; c++)
        if (corr_is_digit(*c)) {
            n = strtoll(c, NULL, 10);
            c += strspn(c, "0123456789") - 1;
        }
    return n > 0 && n < asked ? n : 0;
}

/* Whether a refusal is one that another request can avoid; adds it. */
static bool ask_smaller(fetch_plan *p, const fetch_request *q,
                        const fetch_answer *a, fetch_result *out)
{
    profile_ask ask = *(const profile_ask *)q->state;
    char words[FETCH_WORDS];

    fetch_words(a, words);
    if (a->status == 400 && strstr(words, "nodes") && ask.nodes) {
        ask.nodes = nodes_allowed(words, ask.nodes);
        fetch_say(out, FETCH_NOTHING,
                  "the server takes fewer nodes; its own limit is asked");
        return ask_instead(p, q, ask);
    }
    if (ask.pace != AT_ONCE)
        return ask_in_halves(p, q, out);
    if (a->status == 504 && ask.way == STACKTRACES)
        return ask_background(p, q, out);
    const bool is_long = a->status == 400 && strstr(words, "max_query_length");
    return !(is_long || a->status == 413 || a->status == 504) ||
           ask_in_halves(p, q, out);
}

static bool lacks_way(const fetch_answer *a)
{
    return fetch_is_unknown_path(a) || a->status == 501 || a->status == 415;
}

static bool judge_refusal(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    const profile_ask *k = q->state;

    if (k->pace != AT_ONCE)
        return ask_smaller(p, q, a, out);
    if (k->trace && (lacks_way(a) || a->status == 400))
        return ask_instead_of_trace(p, q, out);
    return lacks_way(a) ? ask_next_way(p, q, out) : ask_smaller(p, q, a, out);
}

/* ---- answers ----------------------------------------------------------------------- */

static void say_empty(const profile_ask *k, fetch_result *out)
{
    fetch_say(out, FETCH_NOTHING, "the server has no samples of %s",
              k->trace   ? "this trace"
              : k->spans ? "these spans"
                         : "this type in the window");
    out->has_from = k->s.range->from;
    out->has_to = k->s.range->to;
}

/* Judges a part that has as much as the whole window, or more. */
static bool judge_no_part(fetch_plan *p, const fetch_request *q,
                          fetch_result *out)
{
    const profile_ask *k = q->state;

    if (k->trace)
        return ask_instead_of_trace(p, q, out);
    fetch_say(out, FETCH_NOTHING,
              "the whole window came: all is of the span, or the server "
              "ignores spans");
    return ask_next_way(p, q, out);
}

/* Says that a tree has as many nodes as were asked for, so that the server put
 * the rest together. */
static void say_nodes_filled(const profile_ask *k, fetch_result *out)
{
    if (k->nodes)
        fetch_say_cut(out,
                      "the answer filled its limit of %lld nodes; \"other\" "
                      "holds the rest",
                      (long long)k->nodes);
    else
        fetch_say_cut(out, "the answer filled the limit of the server; "
                           "\"other\" holds the rest");
}

/* Judges what came: stacks, nodes, their total, and whether the name of a
 * function is "other". */
static bool judge_size(fetch_plan *p, const fetch_request *q, uint64_t stacks,
                       uint64_t nodes, int64_t total, bool has_other,
                       fetch_result *out)
{
    const profile_ask *k = q->state;

    if (is_part(k) && total >= k->total && k->total > 0)
        return judge_no_part(p, q, out);
    fetch_got(out, stacks);
    if (has_other && nodes >= (uint64_t)k->nodes)
        say_nodes_filled(k, out);
    else if (stacks == 1 && fetch_type_is_many(k->s.type, total))
        fetch_say_cut(out,
                      "stripped by the server: one stack holds the whole "
                      "total of %lld",
                      (long long)total);
    return is_part(k) || ask_parts(p, q, total);
}

/* Judges a pprof profile of another type than asked for, which is not kept.
 * Another way may bring the right one. */
static bool judge_other_type(fetch_plan *p, const fetch_request *q,
                             corr_str type, fetch_result *out)
{
    const profile_ask *k = q->state;

    fetch_say(out, FETCH_NOTHING, "a profile of %.*s came, not of %s",
              type.n < 40 ? (int)type.n : 40, type.p, k->s.type);
    return k->way != STACKTRACES || ask_next_way(p, q, out);
}

/* Judges a pprof profile.  False: out of memory. */
static bool judge_pprof(fetch_plan *p, const fetch_request *q, corr_str profile,
                        fetch_result *out)
{
    const profile_ask *k = q->state;
    fetch_profile_size size;

    if (!fetch_profile_count(profile, &size)) {
        fetch_say(out, FETCH_FAILED, "the answer is no pprof profile");
        return ask_next_way(p, q, out);
    }
    if (size.stacks == 0) {
        say_empty(k, out);
        return true;
    }
    if (size.type.n && !fetch_type_has_sample(k->s.type, size.type))
        return judge_other_type(p, q, size.type, out);
    return judge_size(p, q, size.stacks, size.frames, size.total,
                      size.has_other, out);
}

/* The numbers in the levels of a flame graph, which are lists, or objects with
 * lists; a node has four. */
static uint64_t nodes_of(const cJSON *graph)
{
    const cJSON *level;
    uint64_t n = 0;

    cJSON_ArrayForEach(level, cJSON_GetObjectItemCaseSensitive(graph, "levels"))
        n += (uint64_t)cJSON_GetArraySize(
            cJSON_IsObject(level)
                ? cJSON_GetObjectItemCaseSensitive(level, "values")
                : level);
    return n / 4;
}

static bool has_name(const cJSON *names, const char *name)
{
    const cJSON *one;

    cJSON_ArrayForEach(one, names) if (cJSON_IsString(one) &&
                                       strcmp(one->valuestring, name) ==
                                           0) return true;
    return false;
}

/* Judges a flame graph of SelectMergeSpanProfile or of render. */
static bool judge_flames(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    const profile_ask *k = q->state;
    const bool is_render = k->way == RENDER;
    cJSON *doc = fetch_json(a, out);
    const cJSON *g = cJSON_GetObjectItemCaseSensitive(
        doc, is_render ? "flamebearer" : "flamegraph");
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(g, "names");
    const int n = cJSON_GetArraySize(names);
    const int64_t total = fetch_json_int(g, is_render ? "numTicks" : "total");
    bool ok = true;

    if (doc && !cJSON_IsObject(g) && !cJSON_IsObject(doc))
        fetch_say(out, FETCH_FAILED, "the answer is no flame graph");
    else if (doc && (total == 0 || n < 2))
        say_empty(k, out);
    else if (doc)
        ok = judge_size(p, q, (uint64_t)n - 1, nodes_of(g), total,
                        has_name(names, "other"), out);
    cJSON_Delete(doc);
    return ok;
}

/* Judges what a server says of a query that runs, or ran.  *is_done: its answer
 * came. */
static bool judge_running(fetch_plan *p, const fetch_request *q,
                          const fetch_running *run, bool *is_done,
                          fetch_result *out)
{
    profile_ask ask = *(const profile_ask *)q->state;
    char words[FETCH_WORDS];

    *is_done = run->status == RUN_DONE;
    if (*is_done)
        return true;
    if (run->status == RUN_GOES_ON && ask.pace == AWAITED) {
        fetch_say(out, FETCH_AGAIN,
                  "the query still runs in the background of the server");
        return true;
    }
    if (run->status == RUN_GOES_ON && run->id.n) {
        ask.pace = AWAITED;
        ask.running.p = corr_arena_text(fetch_plan_arena(p), run->id);
        ask.running.n = run->id.n;
        fetch_say(out, FETCH_NOTHING,
                  "the query runs in the background; its answer is asked for");
        return ask.running.p && ask_instead(p, q, ask);
    }
    corr_safe(words, sizeof words, run->error, false);
    fetch_say(out, FETCH_FAILED, "the query failed in the background: %s",
              words);
    return ask_in_halves(p, q, out);
}

/* Judges an answer of SelectMergeStacktraces or SelectMergeProfile. */
static bool judge_bytes(fetch_plan *p, const fetch_request *q,
                        const fetch_answer *a, fetch_result *out)
{
    const profile_ask *k = q->state;
    corr_str profile = a->body;
    fetch_running run;
    bool is_done = true, ok = true;

    if (k->pace != AT_ONCE && fetch_running_inside(a->body, &run))
        ok = judge_running(p, q, &run, &is_done, out);
    if (!is_done)
        return ok;
    if (a->body.n == 0) {
        say_empty(k, out);
        return true;
    }
    if (k->way == STACKTRACES && !fetch_profile_inside(a->body, &profile)) {
        if (k->trace)
            return ask_instead_of_trace(p, q, out);
        return ask_next_way(p, q, out);
    }
    return judge_pprof(p, q, profile, out);
}

static void judge_profile(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    const profile_ask *k = q->state;
    const size_t before = fetch_plan_size(p);
    bool ok;

    if (fetch_refused(a, out))
        ok = judge_refusal(p, q, a, out);
    else if (k->way == SPANS || k->way == RENDER)
        ok = judge_flames(p, q, a, out);
    else
        ok = judge_bytes(p, q, a, out);
    /* What is wrong with the whole need not be wrong with its parts. */
    if (ok && !is_part(k) && out->outcome == FETCH_FAILED &&
        fetch_plan_size(p) == before)
        ok = ask_parts(p, q, 0);
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
}

/* ---- plan ------------------------------------------------------------------------------ */

static bool ask_pieces(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, const fetch_series *s,
                       way first, corr_window w)
{
    const profile_ask ask = { .s = *s, .way = first, .nodes = PROFILE_NODES };
    corr_window piece;
    bool ok = true;

    while (ok && fetch_window_next(&w, MOST_LENGTH, &piece))
        ok = ask_profile(p, t, q, ask, piece);
    return ok;
}

bool fetch_ask_profile(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, const fetch_series *s,
                       corr_window w)
{
    return ask_pieces(p, t, q, s, STACKTRACES, w);
}

bool fetch_ask_render(fetch_plan *p, const fetch_target *t,
                      const fetch_question *q, const fetch_series *s,
                      corr_window w)
{
    return ask_pieces(p, t, q, s, RENDER, w);
}

bool fetch_keep_spans(fetch_plan *p, fetch_question *q)
{
    corr_arena *a = fetch_plan_arena(p);
    const char **span = corr_arena_new(a, const char *, q->spans + 1);
    uint32_t n = 0;

    if (!span)
        return false;
    for (uint32_t i = 0; i < q->spans; i++)
        if ((span[n] = fetch_id(a, corr_str_of(q->span[i]), 16)))
            n++;
    q->span = span;
    q->spans = n;
    return true;
}
