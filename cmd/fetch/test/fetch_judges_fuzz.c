/*
 * Judges of answers: any bytes as an answer to any request are judged with a
 * sentence, and what is asked next stays on the server and in the folder.
 *
 * The first five bytes choose the server, the question, the status, the type,
 * and how many requests are answered well before the bytes come.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fetch/alert_plan.h"
#include "fetch/servers/back_ends.h"
#include "fuzz.h"

enum { CHOICES = 5, MOST_JUDGED = 48, MOST_ADDED = 4000 };

#define ID "4bf92f3577b34da6a3ce929d0e0e4736"

static const fetch_back_end *const servers[] = {
    &fetch_tempo,     &fetch_jaeger,     &fetch_zipkin,
    &fetch_pyroscope, &fetch_prometheus, &fetch_alertmanager
};
static const fetch_about questions[] = { FETCH_TRACE, FETCH_SPANS,
                                         FETCH_PROFILES, FETCH_METRICS,
                                         FETCH_ALERTS };
static const int statuses[] = { 200, 200, 200, 200, 204, 302, 400, 401, 404,
                                413, 422, 429, 500, 501, 503, 504, 0,   999 };
static const char *const types[] = { "application/json", "text/plain",
                                     "application/protobuf", "text/html", "" };

#define COUNT_OF(a) (sizeof(a) / sizeof *(a))

static fetch_answer good_answer(const fetch_request *q)
{
    static const char types_of[] =
        "{\"profileTypes\":[{\"ID\":\"process_cpu:cpu:nanoseconds:cpu:"
        "nanoseconds\"}]}";
    static const char series[] =
        "{\"labelsSet\":[{\"labels\":[{\"name\":\"__profile_type__\",\"value\":"
        "\"process_cpu:cpu:nanoseconds:cpu:nanoseconds\"},{\"name\":"
        "\"service_name\",\"value\":\"x\"}]}]}";
    fetch_answer a = { 404, "text/plain", CORR_STR("404 page not found") };

    if (strstr(q->path, "ProfileTypes"))
        a = (fetch_answer){ 200,
                            "application/json",
                            { types_of, sizeof types_of - 1 } };
    else if (strstr(q->path, "/Series"))
        a = (fetch_answer){ 200,
                            "application/json",
                            { series, sizeof series - 1 } };
    return a;
}

/* No control characters, no spaces, no step out of a folder. */
static void check_path(const char *path)
{
    for (const char *c = path; *c; c++)
        assert((uint8_t)*c > ' ' && (uint8_t)*c < 0x7f);
    assert(!strstr(path, "/../") && strncmp(path, "../", 3) != 0);
}

static void check_request(const fetch_request *q)
{
    assert(q->what && q->judge && q->path && *q->path == '/');
    check_path(q->path);
    if (q->file) {
        assert(*q->file != '/' && strlen(q->file) < 400);
        check_path(q->file);
    }
}

static void check_result(const fetch_result *r)
{
    assert(r->outcome <= FETCH_AGAIN);
    assert(memchr(r->why, 0, sizeof r->why));
    assert(r->why[0] || (r->outcome == FETCH_GOT && r->complete));
    for (const char *c = r->why; *c; c++)
        assert((uint8_t)*c >= ' ' && *c != 0x7f);
}

static void judge_all(fetch_plan *p, const fetch_answer *bad, size_t good)
{
    for (size_t i = 0; i < fetch_plan_size(p) && i < MOST_JUDGED; i++) {
        const fetch_request *q = fetch_plan_at(p, i);
        const fetch_answer a = i < good ? good_answer(q) : *bad;
        fetch_result r = { 0 };
        q->judge(p, q, &a, &r);
        check_result(&r);
    }
    for (size_t i = 0; i < fetch_plan_size(p) && i < MOST_ADDED; i++)
        check_request(fetch_plan_at(p, i));
}

static void read_message(corr_str body)
{
    const fetch_target t[] = { { FETCH_TEMPO, "http://a", NULL, NULL },
                               { FETCH_PROMETHEUS, "http://b", NULL, NULL } };
    const fetch_question like = { .limit = 5, .now = 1795290000000000000 };
    fetch_plan *p = fetch_plan_new();
    fetch_alert alert;
    corr_err err = { 0 };

    fetch_plan_targets(p, t, COUNT_OF(t));
    if (!fetch_alert_read(fetch_plan_arena(p), body, &alert, &err))
        assert(err.what[0]);
    else
        assert(fetch_alert_ask(p, &alert, &like));
    for (size_t i = 0; i < fetch_plan_size(p); i++)
        check_request(fetch_plan_at(p, i));
    fetch_plan_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const span[] = { "00000000000000b1" };
    const fetch_target t[] = { { FETCH_PYROSCOPE, "http://a", NULL, NULL },
                               { FETCH_TEMPO, "http://b", NULL, NULL } };

    if (size < CHOICES)
        return 0;
    const corr_str body = { (const char *)data + CHOICES, size - CHOICES };
    const fetch_question q = { .about =
                                   questions[data[1] % COUNT_OF(questions)],
                               .trace = ID,
                               .span = span,
                               .spans = 1,
                               .service = data[1] & 0x80 ? NULL : "x",
                               .mentions = "x y",
                               .promql = "up",
                               .longer = data[1] & 0x40 ? 5 : 0,
                               .limit = 2,
                               .from = 1795278725000000000,
                               .to = 1795279035000000000,
                               .now = 1795290000000000000 };
    const fetch_answer a = { statuses[data[2] % COUNT_OF(statuses)],
                             types[data[3] % COUNT_OF(types)], body };
    fetch_plan *p = fetch_plan_new();

    assert(p);
    fetch_plan_targets(p, t, COUNT_OF(t));
    assert(servers[data[0] % COUNT_OF(servers)]->plan(p, &t[1], &q));
    judge_all(p, &a, data[4] % 8);
    fetch_plan_free(p);
    read_message(body);
    return 0;
}
