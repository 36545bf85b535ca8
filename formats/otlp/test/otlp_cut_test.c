/* Tests of slices and merges of OTLP JSON: bytes stay, and what is written is
 * JSON, whatever was cut off or broken. */
#include "test/cut_test.h"

#include <cJSON.h>

#define TRACE "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\""
#define SPAN(id, name)                                                         \
    "{" TRACE ",\"spanId\":\"00f067aa0ba902" id "\",\"name\":\"" name "\"}"
#define SPANS(list) "{\"spans\":[" list "]}"
#define BATCH(list) "{\"scopeSpans\":[" list "]}"
#define DOC(list)   "{\"resourceSpans\":[" list "]}"

static const char *cut(const char *text, const char *op)
{
    return cut_texts(&text, 1, &(corr_query){ .op = op }, NULL);
}

/* ---- what goes and what stays -------------------------------------------------- */

static void the_comma_goes_with_the_span(void **state)
{
    static const char text[] = DOC(BATCH(SPANS(" " SPAN("b1", "a") " , " SPAN(
        "b2", "b") "\t,\n" SPAN("b3", "c") " ")));

    (void)state;
    assert_string_equal(cut(text, "a"),
                        DOC(BATCH(SPANS(" " SPAN("b1", "a") " "))));
    assert_string_equal(cut(text, "b"),
                        DOC(BATCH(SPANS(" " SPAN("b2", "b") " "))));
    assert_string_equal(cut(text, "c"),
                        DOC(BATCH(SPANS(" " SPAN("b3", "c") " "))));
}

static void what_holds_nothing_goes_and_what_is_unknown_stays(void **state)
{
    static const char text[] =
        "{\"x\":[1,[],{}],\"resourceSpans\":["
        "{\"resource\":{\"n\":1.50}}," BATCH(SPANS(SPAN(
            "b1",
            "a"))) ",{"
                   "\"resource\":{\"n\":1e3},\"instrumentationLibrarySpans\":"
                   "[" SPANS(SPAN("b2", "b")) "],\"scopeSpans\":[" SPANS(
                       SPAN("b3",
                            "c")) ",{"
                                  "\"scope\":{\"name\":\"s\"},\"spans\":[" SPAN(
                                      "b4", "b") "],\"y\":"
                                                 "null}]}],\"z\":\"\\u0041\"}";

    (void)state;
    assert_string_equal(
        cut(text, "b"),
        "{\"x\":[1,[],{}],\"resourceSpans\":[{"
        "\"resource\":{\"n\":1e3},\"instrumentationLibrarySpans\":[" SPANS(
            SPAN("b2", "b")) "],\"scopeSpans\":[{"
                             "\"scope\":{\"name\":\"s\"},\"spans\":[" SPAN(
                                 "b4", "b") "],\"y\":"
                                            "null}]}],\"z\":\"\\u0041\"}");
    assert_string_equal(
        cut(text, "c"),
        "{\"x\":[1,[],{}],\"resourceSpans\":[{"
        "\"resource\":{\"n\":1e3},\"instrumentationLibrarySpans\":[],"
        "\"scopeSpans\":[" SPANS(SPAN("b3", "c")) "]}],\"z\":\"\\u0041\"}");
}

static void lines_that_hold_nothing_go_with_their_ends(void **state)
{
#define LINE(id, name) DOC(BATCH(SPANS(SPAN(id, name))))
    static const char text[] = LINE("b1", "a") "\n" LINE(
        "b2", "b") "\r\n"
                   "{\"resourceLogs\":[]}\n" LINE("b3", "a") "\n" LINE(
                       "b4", "b") "\n";

    (void)state;
    assert_string_equal(cut(text, "a"),
                        LINE("b1", "a") "\n" LINE("b3", "a") "\n");
    assert_string_equal(cut(text, "b"),
                        LINE("b2", "b") "\r\n" LINE("b4", "b") "\n");
    assert_string_equal(cut("[" LINE("b1", "a") "," LINE("b2", "b") "]", "b"),
                        "[" LINE("b2", "b") "]");
    assert_string_equal(cut("{\"trace\":" LINE("b1", "a") ",\"m\":{}}", "a"),
                        "{\"trace\":" LINE("b1", "a") ",\"m\":{}}");
}

/* ---- damage ---------------------------------------------------------------------- */

static size_t count(const char *text, const char *word)
{
    size_t n = 0;

    for (const char *p = text; (p = strstr(p, word)); p++)
        n++;
    return n;
}

/* JSON values in a row. */
static void assert_json(const char *text)
{
    while (*text) {
        const char *end = NULL;
        cJSON *doc = cJSON_ParseWithOpts(text, &end, 0);
        if (!doc)
            fail_msg("not JSON: %s", text);
        cJSON_Delete(doc);
        text = end + strspn(end, "\r\n ");
    }
}

static void a_file_that_breaks_off_anywhere_gives_json(void **state)
{
    static const char text[] =
        "{\"trace\":{\"resourceSpans\":[{\"resource\":{\"a\":[1]},"
        "\"scopeSpans\":[{\"scope\":{\"name\":\"s\"},\"spans\":[" SPAN("b1", "a") "," SPAN(
            "b2",
            "b") "]}," SPANS(SPAN("b3",
                                  "a")) "]}," BATCH(SPANS(SPAN("b4",
                                                               "a") "," SPAN("b"
                                                                             "5",
                                                                             "a"))) "]},\"b\":[2]"
                                                                                    "}\n" LINE(
                                                                                        "b"
                                                                                        "6",
                                                                                        "a") "\n";
    size_t before = 0;

    (void)state;
    for (size_t n = 40; n <= sizeof text - 1; n++) {
        cutting c = { 0 };
        cut_add(&c, text, n);
        cut_run(&c, &(corr_query){ .op = "a" }, NULL);
        if (c.code == CORR_OK) {
            const size_t spans = count(c.got.p, "spanId");
            assert_json(c.got.p);
            assert_int_equal(spans, c.facts.kept);
            assert_true(spans >= before);
            before = spans;
        } else {
            assert_true(before == 0);
        }
        cut_end(&c);
    }
    assert_int_equal(before, 5);
}

static void what_was_cut_off_is_closed_where_it_was_good(void **state)
{
    (void)state;
    assert_string_equal(
        cut("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN(
                "b1", "a") "," SPAN("b2", "b") ",{\"traceId\":\"0af7",
            "a"),
        DOC(BATCH(SPANS(SPAN("b1", "a")))) "\n");
    assert_string_equal(
        cut(LINE("b1", "a") "\n{\"resourceSpans\":[{\"scopeSpans\":[{\"sp",
            "a"),
        LINE("b1", "a") "\n");
}

static void a_line_that_broke_off_does_not_take_the_next_with_it(void **state)
{
    (void)state;
    assert_string_equal(
        cut("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN(
                "b1", "a") ",\n" LINE("b2", "a") "\n" LINE("b3", "a") "\n",
            "a"),
        DOC(BATCH(SPANS(SPAN("b1", "a")))) "\n" LINE("b2", "a") "\n" LINE(
            "b3", "a") "\n");
}

/* ---- several files ------------------------------------------------------------------ */

static void batches_of_several_documents_become_one(void **state)
{
    static const char *const text[] = {
        "{\"batches\":[" BATCH(SPANS(SPAN("b1", "a"))) " ],\"x\":1}",
        DOC(BATCH(SPANS(SPAN("b2", "b") "," SPAN("b1", "a")))),
        DOC(BATCH(SPANS(SPAN("b1", "a")))),
    };

    (void)state;
    assert_string_equal(cut_texts(text, 3, NULL, NULL),
                        DOC(BATCH(SPANS(SPAN("b1", "a"))) "," BATCH(
                            SPANS(SPAN("b2", "b")))) "\n");
    assert_string_equal(cut_texts(text, 2, &(corr_query){ .op = "a" }, NULL),
                        DOC(BATCH(SPANS(SPAN("b1", "a"))) "," BATCH(
                            SPANS(SPAN("b1", "a")))) "\n");
}

static void json_lines_stay_lines(void **state)
{
    static const char *const text[] = {
        "{\"resourceSpans\":\n[" BATCH(SPANS("\n" SPAN("b1", "a"))) "]}",
        LINE("b2", "a") "\n" LINE("b3", "a") "\n",
    };

    (void)state;
    assert_string_equal(cut_texts(text, 2, NULL, NULL),
                        DOC(BATCH(SPANS(" " SPAN("b1", "a")))) "\n" LINE(
                            "b2", "a") "\n" LINE("b3", "a") "\n");
}

static void a_span_that_breaks_off_closes_the_merged_document(void **state)
{
    static const char *const text[] = {
        "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[" SPAN(
            "b1", "a") ",{\"traceId\":\"0af7",
        DOC(BATCH(SPANS(SPAN("b2", "a")))),
    };

    (void)state;
    assert_string_equal(cut_texts(text, 2, NULL, NULL),
                        DOC(BATCH(SPANS(SPAN("b1", "a"))) "," BATCH(
                            SPANS(SPAN("b2", "a")))) "\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_comma_goes_with_the_span),
        cmocka_unit_test(what_holds_nothing_goes_and_what_is_unknown_stays),
        cmocka_unit_test(lines_that_hold_nothing_go_with_their_ends),
        cmocka_unit_test(a_file_that_breaks_off_anywhere_gives_json),
        cmocka_unit_test(what_was_cut_off_is_closed_where_it_was_good),
        cmocka_unit_test(a_line_that_broke_off_does_not_take_the_next_with_it),
        cmocka_unit_test(batches_of_several_documents_become_one),
        cmocka_unit_test(json_lines_stay_lines),
        cmocka_unit_test(a_span_that_breaks_off_closes_the_merged_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
