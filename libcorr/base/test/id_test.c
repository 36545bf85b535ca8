/* Tests of id.c and id_query.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "base/id.h"

#define TRACE   "4bf92f3577b34da6a3ce929d0e0e4736"
#define SPAN    "d78e2d6b7a175b7b"
#define SPAN_ID UINT64_C(0xd78e2d6b7a175b7b)

static const corr_trace_id trace = { 0x4bf92f3577b34da6, 0xa3ce929d0e0e4736 };

static void one_id_has_many_spellings(void **state)
{
    static const char *const spans[] = {
        "d78e2d6b7a175b7b",     "D78E2D6B7A175B7B",
        "0xd78e2d6b7a175b7b",   "144ta3oXW3s=",
        "144ta3oXW3s",          "ZDc4ZTJkNmI3YTE3NWI3Yg==",
        "0000d78e2d6b7a175b7b", "0Xd78e2D6b7a175b7B",
    };
    static const char *const traces[] = {
        "4bf92f3577b34da6a3ce929d0e0e4736",
        "4BF92F3577B34DA6A3CE929D0E0E4736",
        "0x4bf92f3577b34da6a3ce929d0e0e4736",
        "4bf92f35-77b3-4da6-a3ce-929d0e0e4736",
        "1-4bf92f35-77b34da6a3ce929d0e0e4736",
        "S/kvNXezTaajzpKdDg5HNg==",
        "S_kvNXezTaajzpKdDg5HNg",
        "NGJmOTJmMzU3N2IzNGRhNmEzY2U5MjlkMGUwZTQ3MzY=",
        "00004bf92f3577b34da6a3ce929d0e0e4736",
    };
    uint64_t id;
    corr_trace_id wide;

    (void)state;
    for (size_t i = 0; i < countof(spans); i++) {
        assert_true(corr_parse_span_id(corr_str_of(spans[i]), &id));
        assert_int_equal(id, SPAN_ID);
    }
    for (size_t i = 0; i < countof(traces); i++) {
        assert_true(corr_parse_trace_id(corr_str_of(traces[i]), &wide));
        assert_int_equal(wide.hi, trace.hi);
        assert_int_equal(wide.lo, trace.lo);
    }
}

static void a_short_id_is_padded_on_the_left(void **state)
{
    corr_trace_id wide;
    uint64_t id;

    (void)state;
    assert_true(corr_parse_trace_id(CORR_STR(SPAN), &wide));
    assert_int_equal(wide.hi, 0);
    assert_int_equal(wide.lo, SPAN_ID);
    assert_true(corr_parse_trace_id(CORR_STR("144ta3oXW3s="), &wide));
    assert_int_equal(wide.hi, 0);
    assert_int_equal(wide.lo, SPAN_ID);
    assert_true(corr_parse_span_id(CORR_STR("abc"), &id));
    assert_int_equal(id, 0xabc);
}

static void zero_and_empty_are_no_id_but_well_formed(void **state)
{
    static const char *const none[] = { "", "0", "0000000000000000",
                                        "AAAAAAAAAAA=" };
    corr_trace_id wide;
    uint64_t id;

    (void)state;
    for (size_t i = 0; i < countof(none); i++) {
        assert_true(corr_parse_span_id(corr_str_of(none[i]), &id));
        assert_int_equal(id, 0);
        assert_true(corr_parse_trace_id(corr_str_of(none[i]), &wide));
        assert_int_equal(wide.hi | wide.lo, 0);
    }
}

static void what_is_no_id_becomes_a_hash_of_the_text(void **state)
{
    static const char *const opaque[] = {
        "trace-abc",         "123456789012345678901234567890123",
        "S/kvNXezTaaj=",     "a b c d",
        "4bf92f35 77b34da6", "0x",
    };
    corr_trace_id a, b;
    uint64_t x, y;

    (void)state;
    for (size_t i = 0; i < countof(opaque); i++) {
        assert_false(corr_parse_trace_id(corr_str_of(opaque[i]), &a));
        assert_false(corr_parse_trace_id(corr_str_of(opaque[i]), &b));
        assert_true(a.hi && a.hi == b.hi && a.lo == b.lo);
        assert_false(corr_parse_span_id(corr_str_of(opaque[i]), &x));
        assert_false(corr_parse_span_id(corr_str_of(opaque[i]), &y));
        assert_true(x && x == y);
    }
    /* A trace id does not fit into a span id. */
    assert_false(corr_parse_span_id(CORR_STR(TRACE), &x));
}

static void decimals_are_read_signed_and_unsigned(void **state)
{
    uint64_t id;

    (void)state;
    assert_true(id_parse_decimal(CORR_STR("15532402104480521083"), &id));
    assert_int_equal(id, SPAN_ID);
    assert_true(id_parse_decimal(CORR_STR("-2914341969229030533"), &id));
    assert_int_equal(id, SPAN_ID);
    assert_true(id_parse_decimal(CORR_STR("18446744073709551615"), &id));
    assert_int_equal(id, UINT64_MAX);
    assert_false(id_parse_decimal(CORR_STR("18446744073709551616"), &id));
    assert_false(id_parse_decimal(CORR_STR("d78e"), &id));
    assert_false(id_parse_decimal(CORR_STR(""), &id));
}

static void ids_print_in_full_length(void **state)
{
    char buf[CORR_PRINT_MAX];

    (void)state;
    assert_string_equal(corr_print_id(buf, 0xabc), "0000000000000abc");
    assert_string_equal(corr_print_id(buf, SPAN_ID), SPAN);
    assert_string_equal(corr_print_trace(buf, trace), TRACE);
}

/* Whether text, typed, finds the trace. */
static bool finds_trace(const char *text, id_query *q)
{
    return id_query_parse(corr_str_of(text), q) && id_query_trace(q, trace);
}

static void people_type_a_trace_in_many_ways(void **state)
{
    static const char *const typed[] = {
        "4bf9",
        "4BF92F35",
        "0x4bf92",
        "4bf92f35-77b3",
        "4bf92f3577b34da6a3ce",
        " 4bf92f3577b34da6a3ce929d0e0e4736\n",
        "4bf92f35-77b3-4da6-a3ce-929d0e0e4736",
        "1-4bf92f35-77b34da6a3ce929d0e0e4736",
        "S/kvNXezTaajzpKdDg5HNg==",
        "a3ce929d0e0e4736",     /* the lower half */
        "11803532876627986230", /* the same in decimal */
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "{\"traceId\":\"4bf92f3577b34da6a3ce929d0e0e4736\"}",
        "traceId: S/kvNXezTaajzpKdDg5HNg== slow",
        "2026/02/05 14:15:22 dd.trace_id=11803532876627986230 slow",
        "see trace 4bf92f35.",
        "trace id 4bf92f35, please",
        "[order,4bf92f3577b34da6a3ce929d0e0e4736] GET /cart/77",
        "4bf92f3577b34da6a3ce929d0e0e4736:00f067aa0ba902b7:0:1",
    };
    id_query q;

    (void)state;
    for (size_t i = 0; i < countof(typed); i++) {
        if (!finds_trace(typed[i], &q))
            fail_msg("not found: %s", typed[i]);
        if (q.mask_hi != 0 && q.mask_span != 0 && q.mask_span != UINT64_MAX)
            assert_int_equal(q.mask_hi, q.mask_span);
    }
    assert_true(finds_trace("2026-02-05T14:15:22.104Z ERROR trace_id=" TRACE
                            " ts=1764151200123456789 took 3200 ms",
                            &q));
    assert_false(finds_trace("4bf8", &q));
    assert_false(finds_trace("4bf92f3577b34da6a3cf", &q));
}

static void people_type_a_span_in_many_ways(void **state)
{
    static const char *const typed[] = {
        SPAN,
        "d78e",
        "15532402104480521083",
        "-2914341969229030533",
        "144ta3oXW3s=",
        "span id 15532402104480521083 is slow",
        "worker span_id=d78e2d6b7a175b7b parent_span_id=00f067aa0ba902b7",
    };
    id_query q;

    (void)state;
    for (size_t i = 0; i < countof(typed); i++) {
        if (!id_query_parse(corr_str_of(typed[i]), &q) ||
            !id_query_span(&q, SPAN_ID))
            fail_msg("not found: %s", typed[i]);
    }
}

static void a_slash_names_a_span_of_the_trace(void **state)
{
    static const struct {
        const char *text, *part;
        bool hint;
    } typed[] = {
        { "4bf9/s7", "s7", false },
        { "4bf9/00f067aa", "00f067aa", false },
        { "4bf9/calculate-total", "calculate-total", false },
        { "4bf9/calculateTotallyX2", "calculateTotallyX2", false },
        { "4bf9/GET /cart/{id}", "GET /cart/{id}", false },
        { TRACE "/GET /cart 404", "GET /cart 404", false },
        { "S/kvNXezTaajzpKdDg5HNg==/s3", "s3", false },
        { "S/kvNXezTaajzpKdDg5HNg==", "", false },
        { "4bf9", "", false },
        { "00-" TRACE "-00f067aa0ba902b7-01", "00f067aa0ba902b7", true },
        { "00-" TRACE "-00f067aa0ba902b7-01/s2", "s2", false },
        { "trace_id=" TRACE " span_id=00f067aa0ba902b7", "00f067aa0ba902b7",
          true },
    };
    id_query q;

    (void)state;
    for (size_t i = 0; i < countof(typed); i++) {
        assert_true(finds_trace(typed[i].text, &q));
        assert_int_equal(q.part.n, strlen(typed[i].part));
        assert_memory_equal(q.part.p, typed[i].part, q.part.n);
        assert_int_equal(q.part_is_hint, typed[i].hint);
    }
}

static void lost_zeros_and_64_bit_ids_are_found(void **state)
{
    static const corr_trace_id w3c = { 0x0af7651916cd43dd, 0x8448eb211c80319c };
    static const corr_trace_id small = { 0, SPAN_ID };
    id_query q;

    (void)state;
    assert_true(
        id_query_parse(CORR_STR("af7651916cd43dd8448eb211c80319c"), &q));
    assert_true(id_query_trace(&q, w3c));
    assert_true(id_query_parse(CORR_STR("0af7"), &q));
    assert_true(id_query_trace(&q, w3c));
    assert_true(id_query_parse(CORR_STR("d78e2d"), &q));
    assert_true(id_query_trace(&q, small));
    assert_true(id_query_parse(CORR_STR("0000000000000000" SPAN), &q));
    assert_true(id_query_trace(&q, small));
    assert_true(id_query_parse(CORR_STR("f067aa0ba902b7"), &q));
    assert_true(id_query_span(&q, 0x00f067aa0ba902b7));
}

static void a_text_without_one_id_is_refused(void **state)
{
    static const char *const typed[] = {
        "",
        "abc",
        "0000",
        "s7",
        "checkout",
        "no id in this line",
        "at 1764151200123456789 nothing happened",
        "/",
        "4bf/s7",
        "////",
    };
    id_query q;

    (void)state;
    for (size_t i = 0; i < countof(typed); i++)
        if (id_query_parse(corr_str_of(typed[i]), &q))
            fail_msg("taken for an id: %s", typed[i]);
    assert_false(id_query_parse((corr_str){ "4bf9\0", 5 }, &q));
    assert_false(id_query_parse(
        CORR_STR(TRACE " 0af7651916cd43dd8448eb211c80319c"), &q));
    assert_false(
        id_query_parse(CORR_STR("trace_id=" TRACE " trace_id=0af7"), &q));
}

static void several_ids_are_named_before_anyone_is_taken(void **state)
{
    corr_err err = { 0 };
    id_query q;

    (void)state;
    assert_int_equal(id_query_read(CORR_STR("from " TRACE ", 0af7651916cd43dd"
                                            "8448eb211c80319d failed"),
                                   &q, &err),
                     CORR_EUSAGE);
    assert_non_null(strstr(err.what, TRACE " and 0af7651916cd43dd8448eb211c"
                                           "80319d"));
    err = (corr_err){ 0 };
    assert_int_equal(id_query_read(CORR_STR("checkout"), &q, &err),
                     CORR_EUSAGE);
    assert_string_equal(err.what, "\"checkout\" is not a trace or span id");
    assert_int_equal(id_query_read(CORR_STR(TRACE " and " TRACE), &q, NULL),
                     CORR_OK);
}

static void the_beginning_of_a_span_id_rules_no_fitting_one_out(void **state)
{
    const uint64_t ids[] = { SPAN_ID,           1,          0x77,
                             UINT64_C(1) << 63, UINT64_MAX, SPAN_ID >> 20,
                             SPAN_ID >> 44 };
    const uint64_t known = UINT64_MAX << 40;

    (void)state;
    for (size_t i = 0; i < countof(ids); i++)
        for (unsigned digits = 4; digits <= 16; digits++)
            for (size_t k = 0; k < countof(ids); k++) {
                const uint64_t mask = UINT64_MAX << (64 - 4 * digits);
                const uint64_t want = ids[k] & mask;

                if (id_fits_span(ids[i], want, mask))
                    assert_true(
                        id_may_fit_span(ids[i] & known, 24, want, mask));
            }
    /* and it does rule out what differs in it */
    assert_false(id_may_fit_span(SPAN_ID & known, 24,
                                 SPAN_ID ^ UINT64_C(1) << 40, UINT64_MAX));
    assert_true(id_may_fit_span(SPAN_ID & known, 24, SPAN_ID ^ 1, UINT64_MAX));
    assert_false(id_may_fit_span(SPAN_ID & known, 24, 0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_id_has_many_spellings),
        cmocka_unit_test(a_short_id_is_padded_on_the_left),
        cmocka_unit_test(zero_and_empty_are_no_id_but_well_formed),
        cmocka_unit_test(what_is_no_id_becomes_a_hash_of_the_text),
        cmocka_unit_test(decimals_are_read_signed_and_unsigned),
        cmocka_unit_test(ids_print_in_full_length),
        cmocka_unit_test(people_type_a_trace_in_many_ways),
        cmocka_unit_test(people_type_a_span_in_many_ways),
        cmocka_unit_test(a_slash_names_a_span_of_the_trace),
        cmocka_unit_test(lost_zeros_and_64_bit_ids_are_found),
        cmocka_unit_test(a_text_without_one_id_is_refused),
        cmocka_unit_test(several_ids_are_named_before_anyone_is_taken),
        cmocka_unit_test(the_beginning_of_a_span_id_rules_no_fitting_one_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
