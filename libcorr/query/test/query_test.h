/*
 * query_test - stores for the tests of the query language, and what a query
 * finds in them: the last two digits of span ids, in order of start.
 */
#ifndef CORR_QUERY_TEST_H
#define CORR_QUERY_TEST_H

#include "test/testing.h"

#include "corr_builtin.h"
#include "join/prepare.h"
#include "query/query.h"

/* A store of OTLP documents. */
static inline corr_store *query_test_otlp(const char *const *json, size_t n)
{
    static const corr_format *const only[] = { &corr_format_otlp, NULL };
    corr_err err = { 0 };
    corr_store *st = corr_store_new(only, &err);

    assert_non_null(st);
    for (size_t i = 0; i < n; i++) {
        char path[] = "/tmp/corr-query-XXXXXX";
        const char *const paths[] = { path };
        const int fd = mkstemp(path);
        assert_true(fd >= 0);
        close(fd);
        testing_write(path, json[i], strlen(json[i]));
        const corr_code code = corr_load(st, paths, 1, NULL, &err);
        unlink(path);
        if (code != CORR_OK)
            fail_msg("%s", err.what);
    }
    assert_int_equal(store_prepare(st, &err), CORR_OK);
    return st;
}

/* clang-format off */
#define QUERY_TEST_SPAN(id, up, name, kind, from, to, rest)                   \
    "{\"traceId\":\"dddddddddddddddddddddddddddddddd\",\"spanId\":"           \
    "\"00000000000000" id "\"," up "\"name\":\"" name "\",\"kind\":" kind     \
    ",\"startTimeUnixNano\":\"1795278130" from "000000\","                    \
    "\"endTimeUnixNano\":\"1795278130" to "000000\"" rest "}"
#define QUERY_TEST_UP(id)      "\"parentSpanId\":\"00000000000000" id "\","
#define QUERY_TEST_ATTRS(list) ",\"attributes\":[" list "]"
#define QUERY_TEST_ATTR(key, type, value)                                     \
    "{\"key\":\"" key "\",\"value\":{\"" type "\":" value "}}"
#define QUERY_TEST_ERROR ",\"status\":{\"code\":2}"
#define QUERY_TEST_RESOURCE(attrs, list)                                      \
    "{\"resource\":{\"attributes\":[" attrs "]},\"scopeSpans\":[{\"spans\":[" \
    list "]}]}"
#define QUERY_TEST_DOCUMENT(list) "{\"resourceSpans\":[" list "]}"

/* The worked example: six spans of three services. */
static const char query_test_example[] = QUERY_TEST_DOCUMENT(
    QUERY_TEST_RESOURCE(
        QUERY_TEST_ATTR("service.name", "stringValue", "\"web\"") ","
        QUERY_TEST_ATTR("host.name", "stringValue", "\"h1\""),
        QUERY_TEST_SPAN("a1", "", "POST /orders", "2", "000", "900",
            QUERY_TEST_ERROR QUERY_TEST_ATTRS(
                QUERY_TEST_ATTR("http.status_code", "intValue", "\"500\"") ","
                QUERY_TEST_ATTR("flag", "boolValue", "true"))) ","
        QUERY_TEST_SPAN("b1", QUERY_TEST_UP("a1"), "call order", "3", "010",
            "860", QUERY_TEST_ATTRS(
                QUERY_TEST_ATTR("http.status_code", "intValue", "\"500\""))))
    ","
    QUERY_TEST_RESOURCE(
        QUERY_TEST_ATTR("service.name", "stringValue", "\"order-service\"") ","
        QUERY_TEST_ATTR("host.name", "stringValue", "\"h2\""),
        QUERY_TEST_SPAN("c1", QUERY_TEST_UP("b1"), "order.calculate_totals",
            "2", "020", "720", QUERY_TEST_ERROR QUERY_TEST_ATTRS(
                QUERY_TEST_ATTR("items", "intValue", "\"12\"") ","
                QUERY_TEST_ATTR("tags", "arrayValue",
                    "{\"values\":[{\"stringValue\":\"x\"},"
                    "{\"stringValue\":\"y\"}]}"))) ","
        QUERY_TEST_SPAN("d1", QUERY_TEST_UP("c1"), "SELECT items", "3", "030",
            "630", QUERY_TEST_ATTRS(
                QUERY_TEST_ATTR("db.system", "stringValue",
                                "\"postgresql\""))) ","
        QUERY_TEST_SPAN("d2", QUERY_TEST_UP("c1"), "SELECT prices", "3", "640",
            "680", QUERY_TEST_ATTRS(
                QUERY_TEST_ATTR("db.system", "stringValue",
                                "\"postgresql\""))))
    ","
    QUERY_TEST_RESOURCE(
        QUERY_TEST_ATTR("service.name", "stringValue", "\"db\""),
        QUERY_TEST_SPAN("e1", QUERY_TEST_UP("d1"), "exec", "2", "040", "590",
                        "")));
/* clang-format on */

/* The spans that a query selects: "a1 b1". */
static inline const char *query_test_run(corr_store *st, const query *q,
                                         char *to, size_t size)
{
    corr_err err = { 0 };
    corr_arena arena = { 0 };
    size_t at = 0;

    assert_int_equal(store_prepare(st, &err), CORR_OK);
    uint8_t *selected = corr_arena_new(&arena, uint8_t, st->spans.at.n);
    assert_non_null(selected);
    if (!query_run(q, st, &arena, selected, &err))
        fail_msg("%s", err.what);
    to[0] = '\0';
    for (uint32_t i = 1; i < st->spans.at.n; i++)
        if (selected[i] && at + 8 < size)
            at += (size_t)snprintf(to + at, size - at, "%s%02x", at ? " " : "",
                                   (unsigned)(store_span(st, i)->id & 0xff));
    corr_arena_clear(&arena);
    return to;
}

static inline void assert_query_finds(corr_store *st, const char *text,
                                      const char *want)
{
    corr_err err = { 0 };
    query *q = query_new(text, &err);
    char found[4096];

    if (!q)
        fail_msg("%s: %s\n%s", text, err.what, err.hint);
    query_test_run(st, q, found, sizeof found);
    if (strcmp(found, want) != 0)
        fail_msg("%s: found \"%s\", not \"%s\"", text, found, want);
    query_free(q);
}

/* A text that is refused, with this in its sentence and the caret in this
 * column. */
static inline void assert_query_fault(const char *text, const char *what,
                                      unsigned column)
{
    corr_err err = { 0 };
    query *q = query_new(text, &err);

    if (q)
        fail_msg("%s: no fault", text);
    assert_int_equal(err.code, CORR_EUSAGE);
    const char *line = strchr(err.hint, '\n');
    const size_t caret = line ? strspn(line + 1, " ") : 0;
    if (!strstr(err.what, what) || !line || caret != column ||
        strcmp(line + 1 + caret, "^") != 0)
        fail_msg("%s: %s\n%s (column %zu, not %u)", text, err.what, err.hint,
                 caret, column);
}

/* Whether a text is taken with a warning that has this in it; NULL: with
 * none. */
static inline void query_test_warns(const char *text, const char *what)
{
    corr_err err = { 0 };
    query *q = query_new(text, &err);
    bool found = false;

    if (!q)
        fail_msg("%s: %s", text, err.what);
    for (size_t i = 0; i < query_warnings(q); i++)
        found = found || (what && strstr(query_warning(q, i), what));
    if (what ? !found : query_warnings(q) > 0)
        fail_msg("%s: %zu warnings, %s", text, query_warnings(q),
                 query_warnings(q) ? query_warning(q, 0) : "");
    query_free(q);
}

#endif
