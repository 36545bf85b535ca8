/* Tests of query on texts: words, literals, grammar, and what is refused. */
#include "query/test/query_test.h"

#include "test/test_memory.h"

/* True of any span: the text is only about literals. */
static void assert_holds(const char *text)
{
    const char *const json[] = { query_test_example };
    corr_store *st = query_test_otlp(json, 1);

    assert_query_finds(st, text, "a1 b1 c1 d1 e1 d2");
    corr_store_free(st);
}

static void a_duration_is_a_number_with_units(void **state)
{
    (void)state;
    assert_holds("{ 1s = 1000ms && 1ms = 1000us && 1us = 1000ns && 1ns = 1 }");
    assert_holds("{ 1\xc2\xb5s = 1us && 1\xce\xbcs = 1us }");
    assert_holds(
        "{ 1m = 60s && 1h = 60m && 1d = 24h && 1w = 7d && 1y = 365d }");
    assert_holds(
        "{ 1h30m = 90m && 1m1s1ms = 61001ms && 1y2w3d4h5m6s7ms > 1y }");
    assert_holds(
        "{ 1.5s = 1500ms && .5s = 500ms && 0.25h = 15m && 1.m = 60s }");
    assert_holds("{ 30s1m = 90s && 1s1s = 2s && 1ms1m = 60001ms }");
    assert_holds("{ 1.1234567891s = 1123456789 }");
    assert_query_fault("{ duration > 300y }", "292 years", 13);
    assert_query_fault("{ duration > 9223372036854775808s }", "292 years", 13);
    assert_query_fault("{ duration > 5 s }", "should follow, not \"s\"", 15);
    assert_query_fault("{ duration > 5x }", "\"5x\" is not a number", 13);
    assert_query_fault("{ duration > 1.5d }", "\"1.5d\" is not a number", 13);
    assert_query_fault("{ duration > 1d1y }", "is not a number", 13);
    assert_query_fault("{ duration > 1s1 }", "is not a number", 13);
}

static void numbers_fit_into_64_bits(void **state)
{
    (void)state;
    assert_holds("{ 1e3 = 1000 && 1.5e1 = 15 && 2E-1 = .2 && 1e+2 = 100 }");
    assert_holds("{ 007 = 7 && 1. = 1 }");
    assert_holds("{ maxInt = 9223372036854775807 && minInt < -maxInt }");
    assert_query_fault("{ .a = 9223372036854775808 }", "64 bits", 7);
    assert_query_fault("{ .a = 1e999 }", "64 bits", 7);
    assert_query_fault("{ .a = 1e }", "is not a number", 7);
    assert_query_fault("{ .5xx = 1 }", "is not a number", 2);
}

static void strings_have_the_escapes_of_go(void **state)
{
    (void)state;
    assert_holds("{ \"\\x41\\u0042\\103\\U00000044\" = \"ABCD\" }");
    assert_holds("{ \"\\a\\b\\f\\n\\r\\t\\v\" =~ \"[\\\\x07-\\\\x0d]{7}\" }");
    assert_holds("{ \"\\\\\\\"\" = `\\\"` }");
    assert_holds("{ \"\\u20ac\" = \"\xe2\x82\xac\" && `a\nb` =~ \"a.b\" }");
    assert_holds(
        "{ \"\" = `` && \"a\" < \"b\" && \"a\" < \"aa\" && \"Z\" < \"a\" }");
    assert_holds("{ \"a\\x00b\" != \"a\" }");
    assert_query_fault("{ name = \"a", "the string has no end", 9);
    assert_query_fault("{ name = \"a\\\" }", "the string has no end", 9);
    assert_query_fault("{ name = `a }", "the string has no end", 9);
    assert_query_fault("{ name = \"a\nb\" }", "a line ends within a string",
                       11);
    assert_query_fault("{ name = \"a\\q\" }", "escape", 11);
    assert_query_fault("{ name = \"\\x4\" }", "escape", 10);
    assert_query_fault("{ name = \"\\ud800\" }", "escape", 10);
    assert_query_fault("{ name = \"\\U00110000\" }", "escape", 10);
    assert_query_fault("{ name = \"\\400\" }", "escape", 10);
    assert_query_fault("{ name = 'exec' }", "double quotes or backquotes", 9);
}

static const char *key_of(const char *text, char *to, size_t size)
{
    corr_err err = { 0 };
    query *q = query_new(text, &err);
    const char *const json[] = { query_test_example };
    corr_store *st = query_test_otlp(json, 1);

    if (!q)
        fail_msg("%s: %s", text, err.what);
    query_test_run(st, q, to, size);
    to[0] = '\0';
    for (size_t i = 0; i < corr_warnings(st); i++)
        if (strstr(corr_warning_at(st, i).text, "has an attribute "))
            snprintf(to, size, "%s",
                     strstr(corr_warning_at(st, i).text, "attribute ") + 10);
    corr_store_free(st);
    query_free(q);
    return to;
}

/* The name of the attribute, which no span has. */
static void names_run_up_to_an_operator(void **state)
{
    static const struct {
        const char *text, *key;
    } rows[] = {
        { "{ .a.b-c+d*e/f%g:h[0] = 1 }", "a.b-c+d*e/f%g:h[0]" },
        { "{ .x=1 }", "x" },
        { "{ .x>1 }", "x" },
        { "{ .x^1=1 }", "x" },
        { "{ (.x)=1 }", "x" },
        { "{.x}", "x" },
        { "{ .x&&true }", "x" },
        { "{ span.5xx = 1 }", "5xx" },
        { "{ .\"5xx\" = 1 }", "5xx" },
        { "{ span.\"http method\" = 1 }", "http method" },
        { "{ resource.\"a b\".c = 1 }", "a b.c" },
        { "{ .a\"=\"b = 1 }", "a=b" },
        { "{ .\"q\\\"\\\\\" = 1 }", "q\"\\" },
        { "{ event.x.y = 1 }", NULL },
        { "{ instrumentation.x = 1 }", "x" },
        { "{ http.method = 1 }", "http.method" },
        { "{ duration.x = 1 }", "duration.x" },
        { "{ .\xc3\xa9t\xc3\xa9 = 1 }", "\xc3\xa9t\xc3\xa9" },
        { "{ .name = 1 }", "name" },
        { "{ .//x\n = 1 }", "//x" },
    };
    char key[64];

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        assert_string_equal(key_of(rows[i].text, key, sizeof key),
                            rows[i].key ? rows[i].key : "");
    assert_query_fault("{ . = 1 }", "without a name", 3);
    assert_query_fault("{ span. = 1 }", "without a name", 7);
    assert_query_fault("{ .\"\" = 1 }", "without a name", 3);
    assert_query_fault("{ .\"a = 1 }", "the quoted name has no end", 3);
    assert_query_fault("{ .\"a\\n\" = 1 }", "can escape only", 5);
    assert_query_fault("{ foo = 1 }", "unknown name \"foo\"", 2);
    assert_query_fault("{ Duration > 1s }", "unknown name", 2);
    assert_query_fault("{ childCount > 1 }", "unknown name", 2);
    assert_query_fault("{ trace:status = ok }", "unknown name \"trace:status\"",
                       2);
    assert_query_fault("{ trace:rootServiceName = \"a\" }", "unknown name", 2);
    assert_query_fault("{ span:x = 1 }", "unknown name", 2);
    assert_query_fault("{ foo:x = 1 }", "unknown name \"foo\"", 2);
    assert_query_fault("{ name:x = 1 }", "\":\" has no meaning", 6);
    assert_query_fault("{ parent.name = \"a\" }", "parent is not supported", 2);
    assert_query_fault("{ parent = nil }", "parent is not supported", 2);
    assert_query_fault("{ nestedSetLeft > 1 }", "not supported", 2);
}

static void white_space_and_comments_are_nothing(void **state)
{
    corr_err err = { 0 };

    (void)state;
    assert_holds("{\t1\r\n=/* one */1// the same\n}");
    assert_holds("/**/{}//");
    assert_holds("{ 1 = 1 } // { 2 = 1 }");
    assert_query_fault("{ 1 = 1 } /* x", "the comment has no end", 10);
    assert_null(query_new(" ", &err));
    assert_non_null(strstr(err.what, "no filter is given"));
    assert_string_equal(err.hint, ""); /* there is nothing to point at */
    assert_query_fault(" // { }", "no filter is given", 0);
}

static void mistakes_are_named_where_they_stand(void **state)
{
    static const struct {
        const char *text, *what;
        unsigned column;
    } rows[] = {
        { "{ name == \"exec\" }", "write \"=\"", 7 },
        { "{ name <> \"exec\" }", "write \"!=\"", 7 },
        { "{ .a & .b }", "write \"&&\"", 5 },
        { "{ .a ; .b }", "\";\" has no meaning", 5 },
        { "{ .a", "\"}\" should follow at the end", 4 },
        { "{ .a = }", "a value should follow, not \"}\"", 7 },
        { "{ .a } }", "the end should follow, not", 7 },
        { "{ .a } {", "the end should follow, not", 7 },
        { "{ (.a }", "\")\" should follow, not", 6 },
        { "{ .a } >>", "a filter in braces should follow at the end", 9 },
        { "{ .a } | ", "a filter in braces should follow at the end", 9 },
        { "{ .a } && count() > 1", "a filter in braces should follow, not",
          10 },
        { "{ .a } | foo()", "a filter in braces should follow, not", 9 },
        { "({ .a }", "\")\" should follow at the end", 7 },
        { "coalesce()", "cannot be the first stage", 0 },
        { "{ } | (coalesce())", "cannot be the first stage", 7 },
        { "{ } | count()", "a comparison such as count() > 2 should follow",
          13 },
        { "({ } | count()) > 1",
          "a comparison such as count() > 2 should follow", 14 },
        { "count() + 1 > 2", "arithmetic between aggregates", 8 },
        { "count() > \"a\"", "a number or duration should follow", 10 },
        { "count() =~ \"a\"", "a comparison such as count() > 2 should follow",
          8 },
        { "count(.a) > 1", "\")\" should follow, not", 6 },
        { "avg() > 1", "a value should follow, not", 4 },
        { "{ } | max(name) = 1", "only numbers can be aggregated", 6 },
        { "{ } | sum(3) = 2", "a field of the span", 6 },
        { "{ } | by(1)", "a field of the span", 6 },
        { "{ } | count() > 1 / 0", "does not fit into a number", 16 },
        { "{ } | rate()", "metrics query not supported offline", 6 },
        { "{ } | quantile_over_time(duration, .9)", "metrics query", 6 },
        { "{ } | topk(3)", "metrics query", 6 },
        { "{ } | compare({ })", "metrics query", 6 },
        { "{ } | select()", "a field", 13 },
        { "{ } | select(1)", "a field", 13 },
        { "{ } | select(foo)", "unknown name", 13 },
        { "{ } with", "\"(\" should follow at the end", 8 },
        { "{ } with (a)", "\"=\" should follow, not", 11 },
        { "{ } with (a=b) x", "the end should follow, not", 15 },
        { "{ 1.1 }", "must be true or false, not a number", 0 },
        { "{ .a } && { name }", "must be true or false, not text", 10 },
        { "{ nil }", "must be true or false, not nil", 0 },
        { "1 = \"foo\"", "between a number and text", 2 },
        { "{ rootServiceName = 1 }", "between text and a number", 18 },
        { "{ traceDuration > \"test\" }", "between a number and text", 16 },
        { "{ true > false }", "\">\" cannot be used on a truth", 7 },
        { "{ duration && true }", "\"&&\" cannot be used on a number", 11 },
        { "{ 1 =~ \"2\" }", "\"=~\" cannot be used on a number", 4 },
        { "{ name + \"x\" = \"y\" }", "\"+\" cannot be used on text", 7 },
        { "{ status > ok }", "\">\" cannot be used on a status", 9 },
        { "{ kind = ok }", "between a kind and a status", 7 },
        { "{ status = 2 }", "between a status and a number", 9 },
        { "{ .a > nil }", "\">\" cannot be used on nil", 5 },
        { "{ !name = \"a\" }", "\"!\" cannot be used on text", 2 },
        { "{ -true }", "\"-\" cannot be used on a truth value", 2 },
        { "{ .a =~ .b }", "a pattern is a string", 8 },
        { "{ .a =~ (\"b\" = .c) }", "cannot be used on a truth", 5 },
        { "{ span.foo =~ \"[\" }", "missing terminating ]", 14 },
        { "{ .a =~ \"a)|(b\" }", "unmatched", 8 },
        { "{ .a =~ \"a\\x00\" }", "NUL", 8 },
        { "{ span:status = nil }", "never nil", 14 },
        { "{ resource.service.name = nil }", "never nil", 24 },
        { "{ nil = duration }", "never nil", 6 },
    };

    (void)state;
    for (size_t i = 0; i < countof(rows); i++)
        assert_query_fault(rows[i].text, rows[i].what, rows[i].column);
}

static void the_caret_counts_cells(void **state)
{
    corr_err err = { 0 };
    char text[400];

    (void)state;
    assert_query_fault("{ \xe6\x97\xa5 }", "has no meaning here", 2);
    assert_query_fault("{ .\xe6\x97\xa5 = } ", "a value", 8);
    assert_query_fault("{ .e\xcc\x81 = } ", "a value", 7);
    assert_query_fault("{\t.a = }", "a value", 8); /* the tab is shown as \t */
    assert_query_fault("{ .\x1b[31m = }", "a value", 14);
    assert_query_fault("{ \xff }", "is not text", 2);

    /* far inside a long text: the part around it */
    snprintf(text, sizeof text, "%-300s%s", "{ true &&",
             "foo } && { abcdefghijklmnopqrstuvwxyz }");
    assert_null(query_new(text, &err));
    const char *line = strchr(err.hint, '\n');
    assert_non_null(line);
    assert_int_equal(strspn(line + 1, " "), 40);
    assert_memory_equal(err.hint + 40, "foo }", 5);
    assert_int_equal(line - err.hint, 60);
}

static char *repeated(const char *before, const char *part, size_t n,
                      const char *after)
{
    const size_t size = strlen(before) + n * strlen(part) + strlen(after) + 1;
    char *text = malloc(size);

    assert_non_null(text);
    char *at = text + snprintf(text, size, "%s", before);
    for (size_t i = 0; i < n; i++) {
        memcpy(at, part, strlen(part));
        at += strlen(part);
    }
    snprintf(at, size - (size_t)(at - text), "%s", after);
    return text;
}

static corr_code result(char *text)
{
    corr_err err = { 0 };
    query *q = query_new(text, &err);

    query_free(q);
    free(text);
    return err.code;
}

static void depth_and_length_have_bounds(void **state)
{
    (void)state;
    assert_int_equal(result(repeated("{ ", "(", 150, "true")), CORR_EUSAGE);
    assert_int_equal(result(repeated("{ ", "!", 190, ".a }")), CORR_OK);
    assert_int_equal(result(repeated("{ ", "!", 30000, ".a }")), CORR_EUSAGE);
    assert_int_equal(result(repeated("{ ", "(", 30000, "")), CORR_EUSAGE);
    assert_int_equal(result(repeated("{ 1 = ", "-", 30000, "1 }")),
                     CORR_EUSAGE);
    assert_int_equal(result(repeated("{ 1 = 2", "^2", 20000, " }")),
                     CORR_EUSAGE);
    assert_int_equal(result(repeated("", "(", 30000, "{ }")), CORR_EUSAGE);
    assert_int_equal(result(repeated("count() > ", "(", 9000, "1")),
                     CORR_EUSAGE);
    /* chains are not deep */
    assert_int_equal(result(repeated("{ .a", "||.a", 15000, " }")), CORR_OK);
    assert_int_equal(result(repeated("{ 1 = 1", "+1", 30000, " }")), CORR_OK);
    assert_int_equal(result(repeated("{}", ">>{}", 15000, "")), CORR_OK);
    assert_int_equal(result(repeated("{}", "|{}", 15000, "")), CORR_OK);
    assert_int_equal(result(repeated("{ .a }", " ", 70000, "")), CORR_EUSAGE);
    assert_int_equal(result(repeated("{ .a =~ \"", "x", 1025, "\" }")),
                     CORR_EUSAGE);
    assert_int_equal(result(repeated("{ .a =~ \"", "x", 1024, "\" }")),
                     CORR_OK);
    assert_int_equal(result(repeated("{ true", " && .a =~ \"x\"", 257, " }")),
                     CORR_EUSAGE);
    assert_int_equal(
        result(repeated("{ .a =~ \"((((a{99}){99}){99}){99}", "", 0, "\" }")),
        CORR_EUSAGE);
}

static void memory_may_end_anywhere(void **state)
{
    query *q = NULL;

    (void)state;
    for (long n = 1; !q && n < 1000; n++) {
        corr_err err = { 0 };
        test_memory_arm(n);
        q = query_new("{ .a.b = \"x\" && name =~ \"y.*\" || !.c } >> "
                      "({ duration > 1 } | by(kind)) | avg(.d) > 2",
                      &err);
        if (!q)
            assert_int_equal(err.code, CORR_ENOMEM);
        query_free(q);
        assert_int_equal(test_memory_disarm(), 0);
    }
    assert_non_null(q);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_duration_is_a_number_with_units),
        cmocka_unit_test(numbers_fit_into_64_bits),
        cmocka_unit_test(strings_have_the_escapes_of_go),
        cmocka_unit_test(names_run_up_to_an_operator),
        cmocka_unit_test(white_space_and_comments_are_nothing),
        cmocka_unit_test(mistakes_are_named_where_they_stand),
        cmocka_unit_test(the_caret_counts_cells),
        cmocka_unit_test(depth_and_length_have_bounds),
        cmocka_unit_test(memory_may_end_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
