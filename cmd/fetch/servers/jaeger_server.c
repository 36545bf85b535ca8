/*
 * jaeger - Jaeger 1 and 2: the API of version 3, and the classic one.
 *
 * A search asks for summaries first and then for each trace by id; a server
 * without summaries sends whole traces.  A search of all services is one of each
 * where the server, or its storage, wants a service.  Traces are always raw:
 * otherwise the server moves times for skewed clocks, and one with its storage
 * in memory keeps them moved.
 *
 * Parameters of version 3 are in snake_case, which every version knows so far.
 * A refusal that names the other style is answered with it.  Servers of version
 * 1 send their user interface for an address that they do not know.
 *
 * A server that answers in pages says how the next one is asked for; page size
 * and search depth exclude each other.
 *
 * Sources: jaegertracing/jaeger, query service and its gateway, and jaeger-idl,
 * api_v3; recorded answers of 1.76 and 2.20; scripts/compare/jaeger.
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
    MOST_PAGES = 1 << MOST_HALVINGS,
    MOST_SERVICES = 1000
};
#define HINT (300 * FETCH_SECOND) /* around a hit */

typedef enum api { SUMMARIES, V3, CLASSIC } api;

/* What a judge knows about its request. */
typedef struct jaeger_ask {
    const char *id; /* by id: 32 digits; NULL: a search */
    api api;
    bool is_camel;
    bool is_list;     /* which services there are */
    const char *page; /* token of a further page; NULL: the first */
    int pages;        /* before this one */
    int halvings;
    uint64_t whole; /* hash of the answer for the whole window */
} jaeger_ask;

static fetch_judge judge_jaeger;

/* ---- requests ----------------------------------------------------------------- */

/* A parameter of version 3 in the style of a request. */
static const char *styled(corr_arena *a, const char *name, bool is_camel)
{
    char *text = corr_arena_text(a, corr_str_of(name));
    char *to = text;

    if (!text || !is_camel)
        return text;
    for (const char *c = name; *c; c++)
        if (*c == '_' && c[1])
            *to++ = (char)toupper((unsigned char)*++c);
        else
            *to++ = *c;
    *to = 0;
    return text;
}

static const char *with(corr_arena *a, const char *path, const jaeger_ask *k,
                        const char *key, const char *value)
{
    const char *name = styled(a, key, k->is_camel);

    return name ? fetch_path_with(a, path, name, value) : NULL;
}

static const char *duration_text(corr_arena *a, int64_t ns)
{
    if (ns <= 0)
        return NULL;
    return ns % FETCH_MS
               ? corr_arena_print(a, "%lldus", (long long)(ns / FETCH_US))
               : corr_arena_print(a, "%lldms", (long long)(ns / FETCH_MS));
}

static const char *path_by_id(corr_arena *a, const jaeger_ask *k, corr_window w)
{
    const char *path = corr_arena_print(
        a, k->api == CLASSIC ? "/api/traces/%s" : "/api/v3/traces/%s", k->id);
    const bool has_window = w.from > 0 && w.to > w.from;

    if (k->api == CLASSIC) {
        path = fetch_path_with(a, path, "raw", "true");
        if (!has_window)
            return path;
        path = fetch_path_with_int(a, path, "start",
                                   fetch_units_down(w.from, FETCH_US));
        return fetch_path_with_int(a, path, "end",
                                   fetch_units_up(w.to, FETCH_US));
    }
    path = with(a, path, k, "raw_traces", "true");
    if (!has_window)
        return path;
    path = with(a, path, k, "start_time", fetch_time(a, w.from));
    return with(a, path, k, "end_time", fetch_time(a, w.to));
}

static const char *path_classic(corr_arena *a, const fetch_question *q,
                                corr_window w)
{
    const char *path = fetch_path_with(a, "/api/traces", "service", q->service);

    path = fetch_path_with(a, path, "operation", q->op);
    path = fetch_path_with_int(a, path, "start",
                               fetch_units_down(w.from, FETCH_US));
    path = fetch_path_with_int(a, path, "end", fetch_units_up(w.to, FETCH_US));
    path = fetch_path_with(a, path, "minDuration", duration_text(a, q->longer));
    path = fetch_path_with_int(a, path, "limit", q->limit);
    return fetch_path_with(a, path, "raw", "true");
}

/* The number of traces is num_traces, which no version ignores. */
static const char *path_search(corr_arena *a, const fetch_question *q,
                               const jaeger_ask *k, corr_window w)
{
    const char *path =
        k->api == SUMMARIES ? "/api/v3/trace-summaries" : "/api/v3/traces";

    path = with(a, path, k, "query.service_name", q->service);
    path = with(a, path, k, "query.operation_name", q->op);
    path = with(a, path, k, "query.start_time_min", fetch_time(a, w.from));
    path = with(a, path, k, "query.start_time_max", fetch_time(a, w.to));
    path = with(a, path, k, "query.duration_min", duration_text(a, q->longer));
    path = with(a, path, k, "query.raw_traces", "true");
    if (!k->page)
        return fetch_path_with_int(a, path, "query.num_traces", q->limit);
    path = with(a, path, k, "query.pagination.page_size",
                corr_arena_print(a, "%lu", (unsigned long)q->limit));
    return with(a, path, k, "query.pagination.page_token", k->page);
}

static const char *path_of(corr_arena *a, const fetch_question *q,
                           const jaeger_ask *k, corr_window w)
{
    if (k->is_list)
        return k->api == CLASSIC ? "/api/services" : "/api/v3/services";
    return k->id               ? path_by_id(a, k, w)
           : k->api == CLASSIC ? path_classic(a, q, w)
                               : path_search(a, q, k, w);
}

/* "traces/jaeger-<id>.json", or of a search "traces/jaeger-checkout-<from>-<to>
 * .json".  "": the answer is only looked at. */
static const char *file_of_trace(fetch_plan *p, const fetch_target *t,
                                 const fetch_question *q, const jaeger_ask *k,
                                 corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *suffix = fetch_target_suffix(p, t);
    const char *form = k->api == CLASSIC ? "-classic" : "";

    if (k->is_list || (!k->id && k->api == SUMMARIES))
        return "";
    if (k->id)
        return suffix ? corr_arena_print(a, "traces/jaeger%s%s-%s.json", suffix,
                                         form, k->id)
                      : NULL;
    const char *service =
        fetch_file_part(a, corr_str_of(q->service ? q->service : "all"));
    const char *from = fetch_time_stamp(a, w.from);
    const char *to = fetch_time_stamp(a, w.to);
    return suffix && service && from && to
               ? corr_arena_print(a, "traces/jaeger%s%s-%s-%s-%s.json", suffix,
                                  form, service, from, to)
               : NULL;
}

static bool ask_jaeger(fetch_plan *p, const fetch_target *t,
                       const fetch_question *q, jaeger_ask ask, corr_window w)
{
    corr_arena *a = fetch_plan_arena(p);
    jaeger_ask *k = corr_arena_new(a, jaeger_ask, 1);

    if (!k)
        return false;
    *k = ask;
    const char *file = file_of_trace(p, t, q, k, w);
    const fetch_request r = {
        .target = t,
        .what = k->id ? corr_arena_print(a, "trace %.8s from Jaeger", k->id)
                : k->is_list ? "services of Jaeger"
                             : "search in Jaeger",
        .path = path_of(a, q, k, w),
        .accept = "application/json",
        .file = file && *file ? file : NULL,
        .judge = judge_jaeger,
        .state = k,
        .question = q,
        .from = w.from,
        .to = w.to,
        .limit = k->id || k->is_list ? 0 : q->limit,
    };
    return r.what && r.path && file && fetch_plan_add(p, &r);
}

/* ---- answers -------------------------------------------------------------------- */

/* Whether a refusal names a parameter in the style that was not sent. */
static bool wants_other_style(const jaeger_ask *k, const fetch_answer *a)
{
    static const char *const snake[] = { "start_time", "raw_traces",
                                         "service_name", "num_traces" };
    static const char *const camel[] = { "startTime", "rawTraces",
                                         "serviceName", "searchDepth" };
    const char *const *other = k->is_camel ? snake : camel;
    char words[FETCH_WORDS];

    if (a->status != 400 || k->api == CLASSIC)
        return false;
    fetch_words(a, words);
    for (size_t i = 0; i < 4; i++)
        if (strstr(words, other[i]))
            return true;
    return false;
}

/* Whether the server lacks the API that was asked.  Jaeger says in JSON that it
 * has no such trace. */
static bool lacks_api(const fetch_answer *a)
{
    const bool is_json = corr_str_starts(corr_str_trim(a->body), "{");

    return fetch_is_unknown_path(a) || (a->status == 404 && !is_json) ||
           a->status == 501 ||
           (a->status >= 200 && a->status <= 299 && fetch_is_page(a));
}

/* Asks the same of another API, or in the other style.  *asked: it did. */
static bool ask_otherwise(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out, bool *asked)
{
    jaeger_ask ask = *(const jaeger_ask *)q->state;

    *asked = true;
    if (wants_other_style(&ask, a) && !ask.is_camel) {
        ask.is_camel = true;
        fetch_say(out, FETCH_NOTHING,
                  "the server writes its parameters in another style, which is "
                  "asked");
    } else if (lacks_api(a) && ask.api != CLASSIC) {
        ask.api = ask.api == SUMMARIES ? V3 : CLASSIC;
        ask.is_camel = false;
        fetch_say(out, FETCH_NOTHING,
                  "the server lacks this address; an older one is asked");
    } else {
        *asked = false;
        return true;
    }
    return ask_jaeger(p, q->target, q->question, ask,
                      (corr_window){ q->from, q->to });
}

/* Repeats a search that filled its limit, or is too large, in both halves of its
 * window.  A server that answers the same for a half ignores windows. */
static bool ask_jaeger_halves(fetch_plan *p, const fetch_request *q,
                              const fetch_answer *a, fetch_result *out)
{
    jaeger_ask ask = *(const jaeger_ask *)q->state;
    const uint64_t all = corr_hash(a->body.p, a->body.n);
    corr_window half[2];

    const bool halved = !(all == ask.whole && a->body.n) &&
                        ask.halvings < MOST_HALVINGS &&
                        fetch_window_halves((corr_window){ q->from, q->to },
                                            FETCH_SECOND, half);
    if (out->outcome == FETCH_GOT)
        fetch_say_filled(out, q->limit, halved);
    else if (halved)
        fetch_say(out, FETCH_NOTHING,
                  "the answer is too large; both halves of its window are "
                  "asked");
    ask.halvings++;
    ask.whole = all;
    ask.page = NULL;
    ask.pages = 0;
    return !halved || (ask_jaeger(p, q->target, q->question, ask, half[0]) &&
                       ask_jaeger(p, q->target, q->question, ask, half[1]));
}

typedef struct summary {
    const char *id;
    int64_t from, to;
} summary;

static int by_length(const void *a, const void *b)
{
    const summary *x = a, *y = b;
    const int64_t mine = x->to - x->from, its = y->to - y->from;

    if (mine != its)
        return mine > its ? -1 : 1;
    return strcmp(x->id, y->id);
}

/* Where a trace is looked for by id: some storages miss the ends of long traces
 * without a window. */
static corr_window hint_of(const summary *s)
{
    return s->from ? fetch_window_wider((corr_window){ s->from, s->to }, HINT)
                   : (corr_window){ 0, 0 };
}

/* Reads the summaries with a valid id. */
static size_t read_summaries(corr_arena *a, const cJSON *list, summary *to)
{
    const cJSON *s;
    size_t n = 0;

    cJSON_ArrayForEach(s, list)
    {
        const int64_t from = fetch_json_int(s, "minStartTimeUnixNano");
        const int64_t end = fetch_json_int(s, "maxEndTimeUnixNano");
        const bool is_sane = from > 0 && end >= from && end < INT64_MAX / 2;
        to[n].id = fetch_id(a, fetch_json_text(s, "traceId"), TRACE_DIGITS);
        to[n].from = is_sane ? from : 0;
        to[n].to = is_sane ? end : 0;
        n += to[n].id != NULL;
    }
    return n;
}

/* Asks for the next page of an answer that has one.  False: memory is out.
 * *follows: it was asked. */
static bool ask_page(fetch_plan *p, const fetch_request *q, const cJSON *doc,
                     fetch_result *out, bool *follows)
{
    jaeger_ask ask = *(const jaeger_ask *)q->state;
    corr_str token = fetch_json_text(doc, "nextPageToken");

    if (!token.n)
        token = fetch_json_text(doc, "next_page_token");
    *follows = token.n && ask.pages + 1 < MOST_PAGES &&
               !(ask.page && corr_str_is(token, ask.page));
    if (token.n && !*follows)
        fetch_say_cut(out, "the answer goes on after %d pages of %lu hits",
                      ask.pages + 1, (unsigned long)q->limit);
    if (!*follows)
        return true;
    ask.page = corr_arena_text(fetch_plan_arena(p), token);
    ask.pages++;
    return ask.page && ask_jaeger(p, q->target, q->question, ask,
                                  (corr_window){ q->from, q->to });
}

/* Asks for what an answer with so many hits does not have. */
static bool ask_rest(fetch_plan *p, const fetch_request *q,
                     const fetch_answer *a, const cJSON *doc, size_t all,
                     fetch_result *out)
{
    const jaeger_ask *k = q->state;
    bool follows;

    if (!ask_page(p, q, doc, out, &follows))
        return false;
    return follows || k->page || all < q->limit ||
           ask_jaeger_halves(p, q, a, out);
}

static void judge_summaries(fetch_plan *p, const fetch_request *q,
                            const fetch_answer *a, fetch_result *out)
{
    cJSON *doc = fetch_json(a, out);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(doc, "summaries");
    const size_t all = (size_t)cJSON_GetArraySize(list);
    summary *hit = calloc(all + 1, sizeof *hit);
    bool ok = hit != NULL;

    if (doc && ok && all == 0) {
        fetch_say(out, FETCH_NOTHING, "no trace matches");
    } else if (doc && ok) {
        size_t n = read_summaries(fetch_plan_arena(p), list, hit);
        fetch_got(out, all);
        qsort(hit, n, sizeof *hit, by_length);
        if (q->question->slowest && q->question->slowest < n)
            n = q->question->slowest;
        for (size_t i = 0; ok && i < n; i++)
            ok = ask_jaeger(p, q->target, q->question,
                            (jaeger_ask){ .id = hit[i].id, .api = V3 },
                            hint_of(&hit[i]));
        ok = ok && ask_rest(p, q, a, doc, all, out);
    }
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
    free(hit);
    cJSON_Delete(doc);
}

static void judge_traces(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    const jaeger_ask *k = q->state;
    fetch_look look;
    bool ok = true;

    if (fetch_look_traces(&look, k->id, a, out)) {
        if (!k->id && out->hits >= q->limit)
            ok = ask_jaeger_halves(p, q, a, out);
        else if (k->id && q->question->about == FETCH_TRACE)
            ok = fetch_profiles_of_trace(p, q->question, &look, k->id, out);
    }
    fetch_look_close(&look);
    if (!ok)
        fetch_say_cut(out, "memory is out for further requests");
}

/* ---- a search of all services ------------------------------------------------ */

/* Whether a search found nothing because it names no service. */
static bool wants_service(const fetch_request *q, const fetch_answer *a)
{
    const jaeger_ask *k = q->state;
    char words[FETCH_WORDS];

    if (k->id || k->is_list || q->question->service || a->status < 400)
        return false;
    fetch_words(a, words);
    return strstr(words, "service") != NULL ||
           (a->status == 404 && k->api != SUMMARIES);
}

static bool ask_services(fetch_plan *p, const fetch_request *q,
                         fetch_result *out)
{
    jaeger_ask ask = *(const jaeger_ask *)q->state;

    ask.is_list = true;
    fetch_say(out, FETCH_NOTHING,
              "the server searches one service at a time; each is asked");
    return ask_jaeger(p, q->target, q->question, ask,
                      (corr_window){ q->from, q->to });
}

/* Searches the traces of each service of a list. */
static bool judge_services(fetch_plan *p, const fetch_request *q,
                           const fetch_answer *a, fetch_result *out)
{
    jaeger_ask ask = *(const jaeger_ask *)q->state;
    cJSON *doc = fetch_json(a, out);
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(
        doc, ask.api == CLASSIC ? "data" : "services");
    const int all = cJSON_GetArraySize(list);
    const cJSON *name;
    bool ok = true;
    int n = 0;

    ask.is_list = false;
    cJSON_ArrayForEach(name, list)
    {
        fetch_question *one =
            corr_arena_new(fetch_plan_arena(p), fetch_question, 1);
        ok = ok && one != NULL;
        if (!ok || !cJSON_IsString(name) || n++ == MOST_SERVICES)
            break;
        *one = *q->question;
        one->service = corr_arena_text(fetch_plan_arena(p),
                                       corr_str_of(name->valuestring));
        ok = one->service && ask_jaeger(p, q->target, one, ask,
                                        (corr_window){ q->from, q->to });
    }
    if (doc && all == 0)
        fetch_say(out, FETCH_NOTHING, "Jaeger has no traces");
    else if (doc)
        fetch_got(out, (uint64_t)all);
    if (doc && all > MOST_SERVICES)
        fetch_say_cut(out, "only the first %d of %d services are asked",
                      (int)MOST_SERVICES, all);
    cJSON_Delete(doc);
    return ok;
}

/* ---- every answer --------------------------------------------------------------- */

static bool judge_refusal(fetch_plan *p, const fetch_request *q,
                          const fetch_answer *a, fetch_result *out)
{
    const jaeger_ask *k = q->state;

    if (!k->page && (a->status != 413 || k->id || k->is_list))
        return true;
    if (!ask_jaeger_halves(p, q, a, out))
        return false;
    if (k->page && out->outcome == FETCH_NOTHING)
        fetch_say(out, FETCH_NOTHING,
                  "the server gives no further page; both halves of its window "
                  "are asked");
    return true;
}

static void judge_jaeger(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    const jaeger_ask *k = q->state;
    bool asked, ok = true;

    if (!ask_otherwise(p, q, a, out, &asked))
        ok = false;
    else if (asked)
        return;
    else if (wants_service(q, a))
        ok = ask_services(p, q, out);
    else if (a->status == 404 && !fetch_is_unknown_path(a))
        fetch_say(out, FETCH_NOTHING, "%s",
                  k->id ? "Jaeger has no such trace" : "no trace matches");
    else if (fetch_refused(a, out))
        ok = judge_refusal(p, q, a, out);
    else if (k->is_list)
        ok = judge_services(p, q, a, out);
    else if (!k->id && k->api == SUMMARIES)
        judge_summaries(p, q, a, out);
    else
        judge_traces(p, q, a, out);
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
}

/* ---- plan ------------------------------------------------------------------------- */

static bool jaeger_plan(fetch_plan *p, const fetch_target *t,
                        const fetch_question *q)
{
    if (q->about == FETCH_SPANS) {
        corr_window w = { q->from, q->to ? q->to : fetch_now(q->now) };
        if (!w.from || w.from >= w.to)
            w.from = w.to - FETCH_HOUR;
        return ask_jaeger(p, t, q, (jaeger_ask){ .api = SUMMARIES }, w);
    }
    if (q->about != FETCH_TRACE || !q->trace)
        return true;
    const char *id =
        fetch_id(fetch_plan_arena(p), corr_str_of(q->trace), TRACE_DIGITS);
    return !id || ask_jaeger(p, t, q, (jaeger_ask){ .id = id, .api = V3 },
                             (corr_window){ q->from, q->to });
}

const fetch_back_end fetch_jaeger = { "Jaeger", "jaeger", jaeger_plan };
