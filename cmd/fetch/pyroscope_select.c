/*
 * pyroscope_select - asks for one profile in the ways that a server may know.
 *
 *  way          method                    form        with spans
 *  STACKTRACES  SelectMergeStacktraces    pprof       yes
 *  MERGED       SelectMergeProfile        pprof       no
 *  SPANS        SelectMergeSpanProfile    flame graph only
 *  RENDER       /pyroscope/render         flame graph no
 *
 * A server that lacks a way, or ignores its form, is asked in the next one.
 */
#include <cjson/cJSON.h>

#include "fetch/encode.h"
#include "fetch/profile_bytes.h"
#include "fetch/pyroscope_server.h"
#include "fetch/window.h"

enum { MOST_NODES = 1048576, MOST_DEPTH = 12 };
#define MOST_LENGTH (24 * FETCH_HOUR) /* of one query, by default */

typedef enum way { STACKTRACES, MERGED, SPANS, RENDER, NO_WAY } way;

/* What a judge knows about its request. */
typedef struct profile_ask {
    fetch_series s;
    const char *const *span;
    uint32_t spans;
    way way;
    bool few_nodes; /* the server refused our limit of nodes */
    int depth;      /* how often the window was halved */
} profile_ask;

static fetch_judge judge_profile;

/* "-of-span-2d9f065d37ba274b", "-of-12-spans" or "": which part of the samples
 * the server selects. */
static const char *file_part_of(fetch_plan *p, const profile_ask *k)
{
    corr_arena *a = fetch_plan_arena(p);

    return k->spans == 0 ? ""
           : k->spans == 1
               ? corr_arena_print(a, "-of-span-%s", k->span[0])
               : corr_arena_print(a, "-of-%u-spans", (unsigned)k->spans);
}

/* "profiles/checkout-process_cpu.cpu-20261121T163200Z-20261121T163720Z.pb".
 * corr reads these names (libcorr/model/fetched_name.h). */
static const char *file_of(fetch_plan *p, const fetch_target *t,
                           const profile_ask *k, corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *service = k->s.service ? k->s.service : "all";
    const char *of = file_part_of(p, k);
    const char *part = fetch_file_part(a, corr_str_of(service));
    const char *type = fetch_type_name(a, k->s.type);
    const char *from = fetch_time_stamp(a, w.from);
    const char *to =
        fetch_time_stamp(a, fetch_units_up(w.to, FETCH_SECOND) * FETCH_SECOND);
    const char *suffix = fetch_target_suffix(p, t);

    return part && type && of && from && to && suffix
               ? corr_arena_print(a, "profiles/%s-%s%s-%s-%s%s.%s", part, type,
                                  of, from, to, suffix,
                                  k->way == SPANS || k->way == RENDER ? "json"
                                                                      : "pb")
               : NULL;
}

/* ---- bodies -------------------------------------------------------------------- */

static bool body_pprof(fetch_plan *p, const profile_ask *k, fetch_request *r)
{
    const fetch_select s = {
        .type = k->s.type,
        .selector = k->s.selector,
        .from = fetch_units_down(r->from, FETCH_MS),
        .to = fetch_units_up(r->to, FETCH_MS),
        .nodes = k->few_nodes || k->way == MERGED ? 0 : MOST_NODES,
        .span = k->span,
        .spans = k->spans,
        .is_pprof = k->way == STACKTRACES,
    };
    r->type = r->accept = "application/proto";
    r->body = fetch_select_bytes(fetch_plan_arena(p), &s, &r->body_size);
    r->path = k->way == STACKTRACES ? FETCH_PYROSCOPE_PATH
                  "SelectMergeStacktraces"
                                    : FETCH_PYROSCOPE_PATH "SelectMergeProfile";
    return r->body != NULL;
}

static bool body_spans(fetch_plan *p, const profile_ask *k, fetch_request *r)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *selector = fetch_quoted(a, corr_str_of(k->s.selector));
    const char *ids = "";

    for (uint32_t i = 0; ids && i < k->spans; i++)
        ids = corr_arena_print(a, "%s%s\"%s\"", ids, i ? "," : "", k->span[i]);
    r->type = r->accept = "application/json";
    r->path = FETCH_PYROSCOPE_PATH "SelectMergeSpanProfile";
    if (selector && ids)
        r->body = corr_arena_print(
            a,
            "{\"profileTypeID\":\"%s\",\"labelSelector\":%s,\"start\":%lld,"
            "\"end\":%lld,\"spanSelector\":[%s]}",
            k->s.type, selector, (long long)fetch_units_down(r->from, FETCH_MS),
            (long long)fetch_units_up(r->to, FETCH_MS), ids);
    r->body_size = r->body ? strlen(r->body) : 0;
    return r->body != NULL;
}

static bool body_render(fetch_plan *p, const profile_ask *k, fetch_request *r)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *query = corr_arena_print(a, "%s%s", k->s.type, k->s.selector);
    const char *path =
        query ? fetch_path_with(a, "/pyroscope/render", "query", query) : NULL;

    path = fetch_path_with_int(a, path, "from",
                               fetch_units_down(r->from, FETCH_MS));
    path =
        fetch_path_with_int(a, path, "until", fetch_units_up(r->to, FETCH_MS));
    r->path = fetch_path_with(a, path, "format", "json");
    r->accept = "application/json";
    return r->path != NULL;
}

/* An empty span selector selects everything, so SPANS needs spans, and the ways
 * without a selector take none. */
static bool ask_profile(fetch_plan *p, const fetch_target *t,
                        const fetch_question *q, profile_ask ask, corr_window w)
{
    static bool (*const body[])(fetch_plan *, const profile_ask *,
                                fetch_request *) = {
        [STACKTRACES] = body_pprof,
        [MERGED] = body_pprof,
        [SPANS] = body_spans,
        [RENDER] = body_render,
    };
    profile_ask *k = corr_arena_new(fetch_plan_arena(p), profile_ask, 1);

    if (!k)
        return false;
    *k = ask;
    fetch_request r = {
        .target = t,
        .what =
            corr_arena_print(fetch_plan_arena(p), "%s of %s from Pyroscope",
                             k->s.type, k->s.service ? k->s.service : "all"),
        .file = file_of(p, t, k, w),
        .judge = judge_profile,
        .state = k,
        .question = q,
        .from = w.from,
        .to = w.to,
    };
    return r.what && r.file && body[k->way](p, k, &r) && fetch_plan_add(p, &r);
}

/* ---- answers ----------------------------------------------------------------------- */

/* The next way to ask, or NO_WAY. */
static way next_way(const profile_ask *k)
{
    switch (k->way) {
    case STACKTRACES:
        return k->spans ? SPANS : MERGED;
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
    fetch_say(out, FETCH_NOTHING,
              "the server does not answer in this form; another is asked");
    return ask_profile(p, q->target, q->question, ask,
                       (corr_window){ q->from, q->to });
}

/* Whether a refusal is one that another request can avoid; adds it. */
static bool ask_smaller(fetch_plan *p, const fetch_request *q,
                        const fetch_answer *a, fetch_result *out)
{
    profile_ask ask = *(const profile_ask *)q->state;
    const corr_window w = { q->from, q->to };
    char words[FETCH_WORDS];
    corr_window half[2];

    fetch_words(a, words);
    if (a->status == 400 && strstr(words, "nodes") && !ask.few_nodes) {
        ask.few_nodes = true;
        fetch_say(out, FETCH_NOTHING,
                  "the server takes fewer nodes; its own limit is asked");
        return ask_profile(p, q->target, q->question, ask, w);
    }
    const bool is_long = a->status == 400 && strstr(words, "max_query_length");
    if (!(is_long || a->status == 413 || a->status == 504) ||
        ask.depth == MOST_DEPTH || !fetch_window_halves(w, FETCH_SECOND, half))
        return true;
    ask.depth++;
    fetch_say(out, FETCH_NOTHING,
              "the window is too long for the server; both halves are asked");
    return ask_profile(p, q->target, q->question, ask, half[0]) &&
           ask_profile(p, q->target, q->question, ask, half[1]);
}

static void say_empty(const profile_ask *k, fetch_result *out)
{
    fetch_say(out, FETCH_NOTHING, "the server has no samples of %s",
              k->spans ? "these spans" : "this type in the window");
    out->has_from = k->s.range->from;
    out->has_to = k->s.range->to;
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
    fetch_got(out, size.stacks);
    if (size.stacks == 1 && fetch_type_is_many(k->s.type, size.total))
        fetch_say_cut(out,
                      "stripped by the server: one stack holds the whole "
                      "total of %lld",
                      (long long)size.total);
    return true;
}

/* Judges a flame graph of SelectMergeSpanProfile or of render. */
static void judge_flames(const profile_ask *k, const fetch_answer *a,
                         fetch_result *out)
{
    cJSON *doc = fetch_json(a, out);
    const cJSON *g = cJSON_GetObjectItemCaseSensitive(
        doc, k->way == RENDER ? "flamebearer" : "flamegraph");
    const int names =
        cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(g, "names"));
    const int64_t total =
        fetch_json_int(g, k->way == RENDER ? "numTicks" : "total");

    if (doc && !cJSON_IsObject(g) && !cJSON_IsObject(doc))
        fetch_say(out, FETCH_FAILED, "the answer is no flame graph");
    else if (doc && (total == 0 || names < 2))
        say_empty(k, out);
    else if (doc)
        fetch_got(out, (uint64_t)names - 1);
    cJSON_Delete(doc);
}

static void judge_profile(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    const profile_ask *k = q->state;
    corr_str profile = a->body;
    bool ok = true;

    if (fetch_refused(a, out)) {
        if (fetch_is_unknown_path(a) || a->status == 501 || a->status == 415)
            ok = ask_next_way(p, q, out);
        else
            ok = ask_smaller(p, q, a, out);
    } else if (k->way == SPANS || k->way == RENDER) {
        judge_flames(k, a, out);
    } else if (a->body.n == 0) {
        say_empty(k, out);
    } else if (k->way == STACKTRACES &&
               !fetch_profile_inside(a->body, &profile)) {
        ok = ask_next_way(p, q, out);
    } else {
        ok = judge_pprof(p, q, profile, out);
    }
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
}

/* ---- plan ------------------------------------------------------------------------------ */

static bool ask_pieces(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, profile_ask ask, corr_window w)
{
    corr_window piece;
    bool ok = true;

    while (ok && fetch_window_next(&w, MOST_LENGTH, &piece))
        ok = ask_profile(p, t, q, ask, piece);
    return ok;
}

bool fetch_ask_profile(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, const fetch_series *s,
                       const char *const *span, uint32_t spans, corr_window w)
{
    return ask_pieces(
        p, t, q, (profile_ask){ .s = *s, .span = span, .spans = spans }, w);
}

bool fetch_ask_render(fetch_plan *p, const fetch_target *t,
                      const fetch_question *q, const fetch_series *s,
                      corr_window w)
{
    return ask_pieces(p, t, q, (profile_ask){ .s = *s, .way = RENDER }, w);
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
