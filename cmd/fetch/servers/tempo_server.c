/*
 * tempo - Tempo 2 and 3: traces by id, and searches in TraceQL.
 *
 * By id: version 2 of the API in protobuf, which tells partial traces, then
 * version 1.  A search brings only ids, so each hit becomes a request by id.
 * The server returns the first hits that it finds, in no order and without
 * pages.  A search that fills its limit is repeated for both halves of its
 * window.
 *
 * Sources: grafana/tempo, docs "HTTP API" and pkg/api/http.go; recorded answers
 * of 3.0.3.
 */
#include <cjson/cJSON.h>
#include <ctype.h>

#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"
#include "fetch/servers/look.h"

enum {
    TRACE_DIGITS = 32,
    MOST_HALVINGS = 4,
    HINT_SECONDS = 300 /* around a hit, for the search by id */
};
#define NEWEST_AGE  (30 * FETCH_SECOND) /* of what a server returns */
#define MOST_WINDOW (168 * FETCH_HOUR)  /* of one search, by default */
#define USUAL_BACK  FETCH_HOUR          /* of a search without a window */

/* What a judge knows about its request. */
typedef struct tempo_ask {
    const char *id; /* by id: 32 digits */
    bool is_v1;
    int halvings;      /* search: how often its window was halved */
    uint64_t whole;    /* search: hash of the hits of the whole window */
    bool any_duration; /* search: without the condition on the duration */
} tempo_ask;

static const tempo_ask *new_ask(fetch_plan *p, tempo_ask ask)
{
    tempo_ask *copy = corr_arena_new(fetch_plan_arena(p), tempo_ask, 1);

    if (copy)
        *copy = ask;
    return copy;
}

/* Whether a refusal says that a part of the server lags. */
static bool is_lag(const fetch_answer *a)
{
    char words[FETCH_WORDS];

    if (a->status < 400)
        return false;
    fetch_words(a, words);
    for (const char *at = words; (at = strstr(at, "lag")); at++)
        if ((at == words || !isalpha((unsigned char)at[-1])) &&
            (strncmp(at, "lagg", 4) == 0 || !isalpha((unsigned char)at[3])))
            return true;
    return false;
}

static bool tempo_refused(const fetch_answer *a, fetch_result *out)
{
    if (is_lag(a)) {
        char words[FETCH_WORDS];
        fetch_words(a, words);
        fetch_say(out, FETCH_AGAIN, "a part of Tempo lags: %s", words);
        return true;
    }
    return fetch_refused(a, out);
}

/* ---- by id ------------------------------------------------------------------ */

static fetch_judge judge_trace;

/* Adds a request for a trace.  id has 32 digits; w is where it is looked for,
 * 0,0: anywhere.  False: out of memory. */
static bool ask_trace(fetch_plan *p, const fetch_target *t,
                      const fetch_question *q, tempo_ask ask, corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *suffix = fetch_target_suffix(p, t);
    const char *path =
        corr_arena_print(a, "/api/%straces/%s", ask.is_v1 ? "" : "v2/", ask.id);

    if (w.from > 0 && w.to > w.from) {
        path = fetch_path_with_int(a, path, "start",
                                   fetch_units_down(w.from, FETCH_SECOND));
        path = fetch_path_with_int(a, path, "end",
                                   fetch_units_up(w.to, FETCH_SECOND));
    }
    const fetch_request r = {
        .target = t,
        .what = corr_arena_print(a, "trace %.8s from Tempo", ask.id),
        .path = fetch_path_with(a, path, "span_pruning", "false"),
        .accept = "application/protobuf",
        .file = corr_arena_print(a, "traces/tempo%s-%s.pb", suffix, ask.id),
        .judge = judge_trace,
        .state = new_ask(p, ask),
        .question = q,
        .from = w.from,
        .to = w.to,
    };
    return suffix && r.what && r.path && r.file && r.state &&
           fetch_plan_add(p, &r);
}

/* Whether version 2 of the API is missing, so that version 1 may have it. */
static bool lacks_v2(const fetch_answer *a)
{
    return (a->status == 404 && a->body.n &&
            !corr_str_has(a->body, "trace not found")) ||
           a->status == 405 || a->status == 501 ||
           (a->status >= 200 && a->status <= 299 && fetch_is_page(a));
}

static bool ask_v1(fetch_plan *p, const fetch_request *q, const tempo_ask *ask)
{
    return ask_trace(p, q->target, q->question,
                     (tempo_ask){ .id = ask->id, .is_v1 = true },
                     (corr_window){ q->from, q->to });
}

static void judge_trace(fetch_plan *p, const fetch_request *q,
                        const fetch_answer *a, fetch_result *out)
{
    const tempo_ask *ask = q->state;
    fetch_look look;

    if (!ask->is_v1 && !is_lag(a) && lacks_v2(a)) {
        fetch_say(out, FETCH_NOTHING,
                  "the server lacks version 2 of the API; version 1 is asked");
        if (!ask_v1(p, q, ask))
            fetch_say(out, FETCH_FAILED, "memory is out");
        return;
    }
    if ((a->status == 404 && !fetch_is_unknown_path(a)) ||
        (a->status >= 200 && a->status <= 299 && !a->body.n)) {
        fetch_say(out, FETCH_NOTHING, "Tempo has no such trace");
        return;
    }
    if (tempo_refused(a, out))
        return;
    if (fetch_look_traces(&look, ask->id, a, out) &&
        q->question->about == FETCH_TRACE &&
        !fetch_profiles_of_trace(p, q->question, &look, ask->id, out))
        fetch_say_cut(out, "memory is out for requests of profiles");
    fetch_look_close(&look);
}

/* ---- search ------------------------------------------------------------------ */

/* "resource.service.name = "x" && duration >= 500ms", or "". */
static const char *conditions(corr_arena *a, const fetch_question *q,
                              bool any_duration)
{
    const char *text = "";

    if (q->service)
        text = corr_arena_print(a, "resource.service.name = %s",
                                fetch_quoted(a, corr_str_of(q->service)));
    if (q->op && text)
        text = corr_arena_print(a, "%s%sname = %s", text, *text ? " && " : "",
                                fetch_quoted(a, corr_str_of(q->op)));
    if (q->longer > 0 && !any_duration && text)
        text = q->longer % FETCH_MS
                   ? corr_arena_print(a, "%s%sduration >= %lldns", text,
                                      *text ? " && " : "", (long long)q->longer)
                   : corr_arena_print(a, "%s%sduration >= %lldms", text,
                                      *text ? " && " : "",
                                      (long long)(q->longer / FETCH_MS));
    return text;
}

/* Whether a text is one pair of braces with a condition inside, which is then
 * cut to the inside. */
static bool take_braces(corr_str *s)
{
    char quote = 0;

    *s = corr_str_trim(*s);
    if (s->n < 2 || s->p[0] != '{' || s->p[s->n - 1] != '}')
        return false;
    for (size_t i = 1; i < s->n - 1; i++) {
        const char c = s->p[i];
        if (quote && c == '\\' && quote == '"')
            i++;
        else if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '`')
            quote = c;
        else if (c == '{' || c == '}')
            return false;
    }
    *s = corr_str_trim((corr_str){ s->p + 1, s->n - 2 });
    return quote == 0;
}

/* The query: conditions of the question, and its TraceQL. */
static const char *traceql(corr_arena *a, const fetch_question *q,
                           bool any_duration)
{
    const char *own = conditions(a, q, any_duration);
    corr_str where = corr_str_trim(corr_str_of(q->where));

    if (!own)
        return NULL;
    if (!where.n)
        return *own ? corr_arena_print(a, "{ %s }", own) : "{ }";
    if (*where.p != '{' || take_braces(&where)) {
        if (!*own || !where.n)
            return corr_arena_print(a, "{ %s%.*s }", own, CORR_STR_ARG(where));
        return corr_arena_print(a, "{ %s && (%.*s) }", own,
                                CORR_STR_ARG(where));
    }
    return *own
               ? corr_arena_print(a, "{ %s } && %.*s", own, CORR_STR_ARG(where))
               : corr_arena_text(a, where);
}

static fetch_judge judge_search;

/* Adds one search in a window of at most MOST_WINDOW. */
static bool ask_search(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, tempo_ask ask, corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *query = traceql(a, q, ask.any_duration);
    const int64_t start = fetch_units_down(w.from, FETCH_SECOND);
    int64_t end = fetch_units_up(w.to, FETCH_SECOND);

    end = end > start ? end : start + 1;
    const char *path =
        query ? fetch_path_with(a, "/api/search", "q", query) : NULL;
    path = fetch_path_with_int(a, path, "start", start);
    path = fetch_path_with_int(a, path, "end", end);
    path = fetch_path_with_int(a, path, "limit", q->limit);
    const fetch_request r = {
        .target = t,
        .what = "search in Tempo",
        .path = fetch_path_with(a, path, "spss", "1"),
        .accept = "application/json",
        .judge = judge_search,
        .state = new_ask(p, ask),
        .question = q,
        .from = w.from,
        .to = w.to,
        .limit = q->limit,
    };
    return r.path && r.state && fetch_plan_add(p, &r);
}

typedef struct hit {
    const char *id;
    int64_t start, ns;
} hit;

static int by_duration(const void *a, const void *b)
{
    const hit *x = a, *y = b;

    if (x->ns != y->ns)
        return x->ns > y->ns ? -1 : 1;
    return strcmp(x->id, y->id);
}

/* Reads the hits with a valid id. */
static size_t read_hits(corr_arena *a, const cJSON *traces, hit *list)
{
    const cJSON *t;
    size_t n = 0;

    cJSON_ArrayForEach(t, traces)
    {
        const int64_t ms = fetch_json_int(t, "durationMs");
        list[n].id = fetch_id(a, fetch_json_text(t, "traceID"), TRACE_DIGITS);
        list[n].start = fetch_json_int(t, "startTimeUnixNano");
        list[n].ns = ms > 0 && ms < INT64_MAX / 1000000 ? ms * FETCH_MS : 0;
        n += list[n].id != NULL;
    }
    return n;
}

/* A hash of the ids of hits, in any order. */
static uint64_t hash_of(const hit *list, size_t n)
{
    uint64_t sum = n;

    for (size_t i = 0; i < n; i++)
        sum += corr_hash(list[i].id, strlen(list[i].id));
    return sum;
}

/* Adds requests for the hits that the question wants. */
static bool ask_hits(fetch_plan *p, const fetch_request *q, hit *list, size_t n)
{
    const fetch_question *asked = q->question;
    const int64_t hint = HINT_SECONDS * FETCH_SECOND;
    bool ok = true;

    qsort(list, n, sizeof *list, by_duration);
    if (asked->slowest && asked->slowest < n)
        n = asked->slowest;
    for (size_t i = 0; ok && i < n; i++) {
        corr_window w = { 0, 0 };
        if (list[i].start > hint && list[i].start < INT64_MAX / 2)
            w = (corr_window){ list[i].start - hint,
                               list[i].start + list[i].ns + hint };
        /* What runs longer than a second less is no longer than asked. */
        if (list[i].ns + FETCH_MS > asked->longer)
            ok = ask_trace(p, q->target, asked, (tempo_ask){ .id = list[i].id },
                           w);
    }
    return ok;
}

/* Repeats a search in both halves of its window.  A server that answers the same
 * for a half ignores windows. */
static bool ask_halves(fetch_plan *p, const fetch_request *q, uint64_t hits,
                       bool *halved)
{
    tempo_ask ask = *(const tempo_ask *)q->state;
    corr_window half[2];

    *halved = ask.halvings < MOST_HALVINGS &&
              (hits == 0 || hits != ask.whole) &&
              fetch_window_halves((corr_window){ q->from, q->to }, FETCH_SECOND,
                                  half);
    ask.halvings++;
    ask.whole = hits;
    return !*halved || (ask_search(p, q->target, q->question, ask, half[0]) &&
                        ask_search(p, q->target, q->question, ask, half[1]));
}

/* Repeats a search whose answer is too large. */
static bool halve_large(fetch_plan *p, const fetch_request *q,
                        fetch_result *out)
{
    bool halved;

    const bool ok = ask_halves(p, q, 0, &halved);
    fetch_say_filled(out, q->limit, halved);
    return ok;
}

/* Says what is missing, and asks again for it. */
static bool complete_search(fetch_plan *p, const fetch_request *q,
                            const cJSON *doc, uint64_t ids, fetch_result *out)
{
    const cJSON *metrics = cJSON_GetObjectItemCaseSensitive(doc, "metrics");
    const int64_t done = fetch_json_int(metrics, "completedJobs");
    const int64_t all = fetch_json_int(metrics, "totalJobs");
    bool halved = false, ok = true;

    if (out->hits >= q->limit) {
        ok = ask_halves(p, q, ids, &halved);
        fetch_say_filled(out, q->limit, halved);
    } else if (done < all) {
        fetch_say_cut(out, "the server searched %lld of %lld parts only",
                      (long long)done, (long long)all);
    }
    return ok;
}

/* Repeats a search that found nothing without its duration: one span that ends
 * before it starts hides all hits of a condition on the duration. */
static bool ask_any_duration(fetch_plan *p, const fetch_request *q,
                             fetch_result *out)
{
    tempo_ask ask = *(const tempo_ask *)q->state;

    fetch_say(out, FETCH_NOTHING, "no trace matches");
    if (q->question->longer <= 0 || ask.any_duration)
        return true;
    fetch_say(out, FETCH_NOTHING,
              "no trace matches; asked again without the duration, which can "
              "hide hits");
    ask.any_duration = true;
    return ask_search(p, q->target, q->question, ask,
                      (corr_window){ q->from, q->to });
}

/* Whether a window was refused that ends in the last half minute: the server may
 * search it a little later. */
static bool is_too_young(const fetch_request *q, const fetch_answer *a,
                         fetch_result *out)
{
    if (a->status != 400 || q->to <= fetch_now(0) - NEWEST_AGE)
        return false;
    fetch_say(out, FETCH_AGAIN, "Tempo returns nothing younger than 30 s");
    return true;
}

static void judge_search(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    if (is_too_young(q, a, out))
        return;
    if (tempo_refused(a, out)) {
        if (a->status == 413 && !halve_large(p, q, out))
            fetch_say(out, FETCH_FAILED, "memory is out");
        return;
    }
    cJSON *doc = fetch_json(a, out);
    const cJSON *traces = cJSON_GetObjectItemCaseSensitive(doc, "traces");
    const size_t n = (size_t)cJSON_GetArraySize(traces);
    hit *list = calloc(n + 1, sizeof *list);
    bool ok = list != NULL;

    if (doc && !cJSON_IsObject(doc)) {
        fetch_say(out, FETCH_FAILED,
                  "the answer is not from a search of Tempo");
    } else if (doc && ok && n == 0) {
        ok = ask_any_duration(p, q, out);
    } else if (doc && ok) {
        const size_t valid = read_hits(fetch_plan_arena(p), traces, list);
        fetch_got(out, n);
        ok = ask_hits(p, q, list, valid) &&
             complete_search(p, q, doc, hash_of(list, valid), out);
    }
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
    free(list);
    cJSON_Delete(doc);
}

/* ---- plan ----------------------------------------------------------------------- */

static bool plan_search(fetch_plan *p, const fetch_target *t,
                        const fetch_question *q)
{
    const int64_t newest = fetch_now(q->now) - NEWEST_AGE;
    corr_window rest = { q->from, q->to ? q->to : newest }, w;
    bool ok = true;

    if (rest.to > newest)
        rest.to = newest;
    if (!rest.from)
        rest.from = rest.to - USUAL_BACK;
    if (rest.from >= rest.to)
        rest.to = rest.from + FETCH_SECOND;
    while (ok && fetch_window_next(&rest, MOST_WINDOW, &w))
        ok = ask_search(p, t, q, (tempo_ask){ 0 }, w);
    return ok;
}

static bool tempo_plan(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q)
{
    if (q->about == FETCH_SPANS)
        return plan_search(p, t, q);
    if (q->about != FETCH_TRACE || !q->trace)
        return true;
    const tempo_ask ask = {
        .id = fetch_id(fetch_plan_arena(p), corr_str_of(q->trace), TRACE_DIGITS)
    };
    return !ask.id || ask_trace(p, t, q, ask, (corr_window){ q->from, q->to });
}

const fetch_back_end fetch_tempo = { "Tempo", "tempo", tempo_plan };
