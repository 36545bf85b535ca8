/* Tests of find_span: from a typed text to a trace or span. */
#include "test/testing.h"

#define SHOP "service.name=shop"

static corr_span add(corr_build *b, uint64_t hi, uint64_t lo, uint64_t id,
                     uint64_t up, double from, const char *name)
{
    return corr_add_span(
        b, &(corr_span_row){ .trace = { hi, lo },
                             .id = id,
                             .parent = up,
                             .start = testing_ms(from),
                             .end = testing_ms(from + 10 + (double)(id & 3)),
                             .name = corr_add_text(b, corr_str_of(name)) });
}

#define BIG_HI UINT64_C(0x4bf92f3577b34da6)
#define BIG_LO UINT64_C(0xa3ce929d0e0e4736)
#define SPAN   UINT64_C(0xd78e2d6b7a175b7b)

static void traces(corr_build *b)
{
    add(b, BIG_HI, BIG_LO, SPAN, 0, 0, "GET /cart");
    add(b, BIG_HI, BIG_LO, 0x1111222233334444, SPAN, 1, "query");
    add(b, BIG_HI, BIG_LO, 0x1111222255556666, SPAN, 2, "query");
    add(b, BIG_HI, BIG_LO, 0x9999000011112222, SPAN, 3, "café/menu");
    add(b, 0x4bf9000000000001, 0x1, 0xaaaa000000000001, 0, 0, "other");
    add(b, 0, 0x7700000000000007, 0xbbbb000000000001, 0, 0, "half");
    add(b, 0xabcd000000000000, 0x5, 0xbbbb000000000002, 0, 0, "last");
}

typedef struct expect {
    const char *text;
    corr_code code;
    uint64_t hi, lo, span;
} expect;

static void assert_found(corr_store *st, const expect *x)
{
    corr_err err = { 0 };
    corr_hit hit;
    const corr_code code = corr_find(st, x->text, &hit, &err);

    if (code != x->code ||
        (!code && (hit.trace.hi != x->hi || hit.trace.lo != x->lo ||
                   hit.span != x->span)))
        fail_msg("\"%s\": %s %llx %llx %llx %s", x->text, corr_code_name(code),
                 (unsigned long long)hit.trace.hi,
                 (unsigned long long)hit.trace.lo, (unsigned long long)hit.span,
                 err.what);
    assert_int_equal(err.code, code);
}

static void assert_all(corr_store *st, const expect *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_found(st, &x[i]);
}

static void every_spelling_of_a_trace_is_understood(void **state)
{
    corr_store *st = testing_store(traces);
    const expect x[] = {
        { "4bf92f3577b34da6a3ce929d0e0e4736", 0, BIG_HI, BIG_LO, 0 },
        { "4BF92F3577B34DA6A3CE929D0E0E4736", 0, BIG_HI, BIG_LO, 0 },
        { "0x4bf92f3577b34da6a3ce929d0e0e4736", 0, BIG_HI, BIG_LO, 0 },
        { "4bf92f35-77b3-4da6-a3ce-929d0e0e4736", 0, BIG_HI, BIG_LO, 0 },
        { "S/kvNXezTaajzpKdDg5HNg==", 0, BIG_HI, BIG_LO, 0 },
        { "  4bf92f3577b34da6 ", 0, BIG_HI, BIG_LO, 0 },
        { "4bf92", 0, BIG_HI, BIG_LO, 0 },
        { "a3ce929d0e0e4736", 0, BIG_HI, BIG_LO, 0 },
        { "11803532876627986230", 0, BIG_HI, BIG_LO, 0 },
        { "-6643211197081565386", 0, BIG_HI, BIG_LO, 0 },
        { "trace_id=4bf92f3577b34da6a3ce929d0e0e4736 took 5 s", 0, BIG_HI,
          BIG_LO, 0 },
        { "7700000000000007", 0, 0, 0x7700000000000007, 0 },
        { "00000000000000007700000000000007", 0, 0, 0x7700000000000007, 0 },
        { "7700", 0, 0, 0x7700000000000007, 0 },
    };

    (void)state;
    assert_all(st, x, countof(x));
    corr_store_free(st);
}

static void a_context_names_the_span_too(void **state)
{
    corr_store *st = testing_store(traces);
    const expect x[] = {
        { "00-4bf92f3577b34da6a3ce929d0e0e4736-d78e2d6b7a175b7b-01", 0, BIG_HI,
          BIG_LO, SPAN },
        { "4bf92f3577b34da6a3ce929d0e0e4736:d78e2d6b7a175b7b:0:1", 0, BIG_HI,
          BIG_LO, SPAN },
        { "uber-trace-id: 4bf92f3577b34da6a3ce929d0e0e4736%3Ad78e2d6b7a175b7b"
          "%3A0%3A1",
          0, BIG_HI, BIG_LO, SPAN },
        { "7700000000000007:bbbb000000000001:0:0", 0, 0, 0x7700000000000007,
          0xbbbb000000000001 },
        { "4bf92f3577b34da6a3ce929d0e0e4736/15532402104480521083;o=1", 0,
          BIG_HI, BIG_LO, SPAN },
        { "4bf92f3577b34da6a3ce929d0e0e4736%2F15532402104480521083%3Bo%3D1", 0,
          BIG_HI, BIG_LO, SPAN },
        { "X-Cloud-Trace-Context: "
          "4bf92f3577b34da6a3ce929d0e0e4736/15532402104480521083;o=0",
          0, BIG_HI, BIG_LO, SPAN },
        { "Root=1-4bf92f35-77b34da6a3ce929d0e0e4736;Parent=d78e2d6b7a175b7b;"
          "Sampled=1",
          0, BIG_HI, BIG_LO, SPAN },
        { "https://jaeger/trace/4bf92f3577b34da6a3ce929d0e0e4736"
          "?uiFind=d78e2d6b7a175b7b",
          0, BIG_HI, BIG_LO, SPAN },
        { "https://x/explore?left=%7B%22query%22%3A%22"
          "4bf92f3577b34da6a3ce929d0e0e4736%22%7D",
          0, BIG_HI, BIG_LO, 0 },
        { "S%2FkvNXezTaajzpKdDg5HNg%3D%3D", 0, BIG_HI, BIG_LO, 0 },
        /* the caller's span may not be here: then the trace is meant */
        { "00-4bf92f3577b34da6a3ce929d0e0e4736-0123456789abcdef-01", 0, BIG_HI,
          BIG_LO, 0 },
    };

    (void)state;
    assert_all(st, x, countof(x));
    corr_store_free(st);
}

static void spans_are_found_by_id_alone(void **state)
{
    corr_store *st = testing_store(traces);
    const expect x[] = {
        { "d78e2d6b7a175b7b", 0, BIG_HI, BIG_LO, SPAN },
        { "d78e", 0, BIG_HI, BIG_LO, SPAN },
        { "15532402104480521083", 0, BIG_HI, BIG_LO, SPAN },
        { "-2914341969229030533", 0, BIG_HI, BIG_LO, SPAN },
        { "144ta3oXW3s=", 0, BIG_HI, BIG_LO, SPAN },
        { "11112222", CORR_EMANY, 0, 0, 0 },
        { "1111222233", 0, BIG_HI, BIG_LO, 0x1111222233334444 },
        { "bbbb", CORR_EMANY, 0, 0, 0 },
    };

    (void)state;
    assert_all(st, x, countof(x));
    corr_store_free(st);
}

/* A whole id is the beginning of another, or half of it. */
static void ids_alike(corr_build *b)
{
    add(b, 0xd269b633813fc60c, 0x1, 0x1111000000000001, 0, 0, "begins");
    add(b, 0x4bf92f3577b34da6, 0xd269b633813fc60c, 0x1111000000000002, 0, 0,
        "wide");
    add(b, 0, 0xd269b633813fc60c, 0x1111000000000003, 0, 0, "short");
    add(b, 0x1111000000000003, 0x2, 0x4bf92f3577b34da6, 0, 0, "by span");
}

static void a_whole_id_names_what_has_exactly_that_id(void **state)
{
    corr_store *st = testing_store(ids_alike);
    const expect x[] = {
        { "4bf92f3577b34da6d269b633813fc60c", 0, BIG_HI, 0xd269b633813fc60c,
          0 },
        { "0000000000000000d269b633813fc60c", 0, 0, 0xd269b633813fc60c, 0 },
        { "d269b633813fc60c", 0, 0, 0xd269b633813fc60c, 0 },
        { "15161849952847513100", 0, 0, 0xd269b633813fc60c, 0 },
        { "d269b633813fc60c0000000000000001", 0, 0xd269b633813fc60c, 1, 0 },
        { "1111000000000003", 0, 0, 0xd269b633813fc60c, 0x1111000000000003 },
        { "4bf92f3577b34da6", 0, 0x1111000000000003, 2, 0x4bf92f3577b34da6 },
        { "d269", CORR_EMANY, 0, 0, 0 },
    };

    (void)state;
    assert_all(st, x, countof(x));
    corr_store_free(st);
}

static void parts_of_a_trace_are_handles_ids_and_names(void **state)
{
    corr_store *st = testing_store(traces);
    const expect x[] = {
        { "4bf92/s1", 0, BIG_HI, BIG_LO, SPAN },
        { "4bf92/S2", 0, BIG_HI, BIG_LO, 0x1111222233334444 },
        { "4bf92/s4", 0, BIG_HI, BIG_LO, 0x9999000011112222 },
        { "4bf92/s5", CORR_ENONE, 0, 0, 0 },
        { "4bf92/s0", CORR_ENONE, 0, 0, 0 },
        { "4bf92/d78e", 0, BIG_HI, BIG_LO, SPAN },
        { "4bf92/1111222255", 0, BIG_HI, BIG_LO, 0x1111222255556666 },
        { "4bf92/11112222", CORR_EMANY, 0, 0, 0 },
        { "4bf92/GET /cart", 0, BIG_HI, BIG_LO, SPAN },
        { "4bf92/café/menu", 0, BIG_HI, BIG_LO, 0x9999000011112222 },
        { "4bf92/query", CORR_EMANY, 0, 0, 0 },
        { "4bf92/quer", CORR_ENONE, 0, 0, 0 },
        { "4bf92/aaaa", CORR_ENONE, 0, 0, 0 },
        { "4bf92/", 0, BIG_HI, BIG_LO, 0 },
    };

    (void)state;
    assert_all(st, x, countof(x));
    corr_store_free(st);
}

static void what_is_ambiguous_lists_candidates(void **state)
{
    corr_store *st = testing_store(traces);
    corr_err err = { 0 };
    corr_hit hit;

    (void)state;
    assert_int_equal(corr_find(st, "4bf9", &hit, &err), CORR_EMANY);
    assert_string_equal(err.what, "2 traces begin with \"4bf9\"");
    assert_non_null(strstr(err.hint, "4bf92f3577b34da6 "));
    assert_non_null(strstr(err.hint, "Z  GET /cart"));
    assert_non_null(strstr(err.hint, "4bf9000000000001 "));
    assert_non_null(strstr(err.hint, "Z  other"));
    err = (corr_err){ 0 };
    assert_int_equal(corr_find(st, "4bf92/query", &hit, &err), CORR_EMANY);
    assert_string_equal(err.what, "2 spans begin with \"query\"");
    assert_non_null(strstr(err.hint, "1111222233334444  "));
    assert_non_null(strstr(err.hint, "Z  query"));
    corr_store_free(st);
}

static void what_is_not_there_says_where_it_looked(void **state)
{
    corr_store *st = testing_store(traces);
    corr_err err = { 0 };
    corr_hit hit;

    (void)state;
    assert_int_equal(corr_find(st, "ffff", &hit, &err), CORR_ENONE);
    assert_string_equal(err.what, "no trace begins with \"ffff\" (1 input)");
    assert_int_equal(hit.trace.hi | hit.trace.lo | hit.span, 0);
    err = (corr_err){ 0 };
    assert_int_equal(corr_find(st, "4bf92/s9", &hit, &err), CORR_ENONE);
    assert_non_null(strstr(err.what, "spans s1 to s4, but no s9"));
    err = (corr_err){ 0 };
    assert_int_equal(corr_find(st, "hello world", &hit, &err), CORR_EUSAGE);
    assert_non_null(strstr(err.hint, "hex digits"));
    assert_int_equal(corr_find(st, "", &hit, NULL), CORR_EUSAGE);
    err = (corr_err){ 0 };
    assert_int_equal(corr_find(st, "4bf", &hit, &err), CORR_EUSAGE);
    assert_non_null(strstr(err.what, "too short"));
    corr_store_free(st);
}

/* ---- ids that only samples know ------------------------------------- */

static void profile(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    for (unsigned i = 0; i < 3; i++) {
        testing_sample(b, cpu, "a", NAN, "span_id=1234567800000001");
        testing_sample(b, cpu, "a", NAN, "span_id=1234567800000002");
        testing_sample(b, cpu, "a", NAN, "span_id=5678000000000001");
        testing_sample(b, cpu, "a", NAN,
                       "trace_id=77770000000000010000000000000001, "
                       "span_id=5678000000000002");
    }
    testing_sample(b, cpu, "a", NAN, "local root span id=#4660");
}

static void ids_of_samples_are_found_once_each(void **state)
{
    corr_store *st = testing_store(profile);
    const expect x[] = {
        { "1234567800000001", 0, 0, 0, 0x1234567800000001 },
        { "12345678", CORR_EMANY, 0, 0, 0 },
        { "5678000000000001", 0, 0, 0, 0x5678000000000001 },
        { "7777", 0, 0x7777000000000001, 1, 0 },
        { "0000000000001234", 0, 0, 0, 0x1234 },
    };
    corr_err err = { 0 };
    corr_hit hit;

    (void)state;
    assert_all(st, x, countof(x));
    assert_int_equal(corr_find(st, "12345678", &hit, &err), CORR_EMANY);
    assert_string_equal(err.what, "2 traces begin with \"12345678\"");
    assert_non_null(strstr(err.hint, "(labels only)"));
    corr_store_free(st);
}

static void once_in_the_second_kind(corr_build *b)
{
    testing_sample(b, testing_kind(b, "alloc", 0), "a", NAN, "");
    const corr_kind cpu = testing_cpu(b);
    testing_sample(b, cpu, "a", NAN, "span_id=1234567800000001");
    testing_sample(b, cpu, "a", NAN,
                   "trace_id=00000000000000010000000000000"
                   "000");
}

static void a_single_sample_is_enough(void **state)
{
    corr_store *st = testing_store(traces, once_in_the_second_kind);

    (void)state;
    assert_found(st, &(expect){ "12345678", 0, 0, 0, 0x1234567800000001 });
    assert_found(st, &(expect){ "0000000000000001ffff", CORR_ENONE, 0, 0, 0 });
    corr_store_free(st);
}

static void alike(corr_build *b, uint64_t n)
{
    for (uint64_t i = 1; i <= n; i++)
        add(b, 0x5555000000000000 + i, i, i, 0, 0, "t");
}

static void four_alike(corr_build *b)
{
    alike(b, 4);
}

static void five_alike(corr_build *b)
{
    alike(b, 5);
}

static void four_candidates_are_listed(void **state)
{
    corr_err err = { 0 };
    corr_hit hit;

    (void)state;
    corr_store *st = testing_store(four_alike);
    assert_int_equal(corr_find(st, "5555", &hit, &err), CORR_EMANY);
    assert_string_equal(err.hint, "5555000000000001      11 ms  22:13:20Z  t\n"
                                  "5555000000000002      12 ms  22:13:20Z  t\n"
                                  "5555000000000003      13 ms  22:13:20Z  t\n"
                                  "5555000000000004      10 ms  22:13:20Z  t");
    corr_store_free(st);
    err = (corr_err){ 0 };
    st = testing_store(five_alike);
    assert_int_equal(corr_find(st, "5555", &hit, &err), CORR_EMANY);
    assert_non_null(strstr(err.hint, "10 ms  22:13:20Z  t\n..."));
    corr_store_free(st);
}

#define LONG "0123456789012345678901234567"

static void of_long_names(corr_build *b)
{
    add(b, 0x5555000000000001, 1, 1, 0, 0, LONG);
    add(b, 0x5555000000000002, 1, 1, 0, 0, LONG "0");
    add(b, 0, 0x5555000000000003, 1, 0, 0,
        "012345678901234567890123\xc3\xa4-----");
    add(b, 0, 0x5555000000000004, 1, 0, 0, "two\nlines");
}

static void names_of_candidates_are_cut_between_characters(void **state)
{
    corr_store *st = testing_store(of_long_names);
    corr_err err = { 0 };
    corr_hit hit;

    (void)state;
    assert_int_equal(corr_find(st, "5555", &hit, &err), CORR_EMANY);
    assert_non_null(strstr(err.hint, "5555000000000003  "));
    assert_non_null(strstr(err.hint, "  012345678901234567890123...\n"));
    assert_non_null(strstr(err.hint, "  two lines\n5555000000000001  "));
    assert_non_null(strstr(err.hint, "  " LONG "\n5555000000000002  "));
    assert_non_null(strstr(err.hint, "Z  0123456789012345678901234..."));
    corr_store_free(st);
}

static void traces_go_before_labels(void **state)
{
    corr_store *st = testing_store(traces, profile);

    (void)state;
    assert_found(st, &(expect){ "7700", 0, 0, 0x7700000000000007, 0 });
    assert_found(st, &(expect){ "d78e", 0, BIG_HI, BIG_LO, SPAN });
    corr_store_free(st);
}

static void a_copy_of_a_trace_is_no_second_candidate(void **state)
{
    corr_store *st = testing_store(traces, traces);

    (void)state;
    assert_found(st, &(expect){ "4bf92", 0, BIG_HI, BIG_LO, 0 });
    assert_found(st, &(expect){ "d78e", 0, BIG_HI, BIG_LO, SPAN });
    corr_store_free(st);
}

static void the_longest_trace_is_known(void **state)
{
    corr_store *st = testing_store(traces);

    (void)state;
    const corr_trace_id t = corr_longest_trace(st);
    assert_int_equal(t.hi, BIG_HI);
    assert_int_equal(t.lo, BIG_LO);
    corr_store_free(st);
    st = testing_store(profile);
    assert_int_equal(corr_longest_trace(st).lo, 0);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_of_a_trace_is_understood),
        cmocka_unit_test(a_context_names_the_span_too),
        cmocka_unit_test(spans_are_found_by_id_alone),
        cmocka_unit_test(a_whole_id_names_what_has_exactly_that_id),
        cmocka_unit_test(parts_of_a_trace_are_handles_ids_and_names),
        cmocka_unit_test(what_is_ambiguous_lists_candidates),
        cmocka_unit_test(what_is_not_there_says_where_it_looked),
        cmocka_unit_test(ids_of_samples_are_found_once_each),
        cmocka_unit_test(a_single_sample_is_enough),
        cmocka_unit_test(four_candidates_are_listed),
        cmocka_unit_test(names_of_candidates_are_cut_between_characters),
        cmocka_unit_test(traces_go_before_labels),
        cmocka_unit_test(a_copy_of_a_trace_is_no_second_candidate),
        cmocka_unit_test(the_longest_trace_is_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
