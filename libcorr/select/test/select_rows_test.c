/* Tests of select_rows: the rows of a selection as writers see them. */
#include "select/select.h"

#include "corr_write.h"
#include "test/testing.h"

#define SHOP "service.name=shop, host.name=a, process.pid=#7"

static void traces(corr_build *b)
{
    testing_span(b, 1, 0x11, 0, 0, 100, SHOP);
    testing_span(b, 1, 0x12, 0x11, 10, 50, SHOP);
}

/* Records alternate between two kinds and are not in order of time. */
static void records(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind heap = testing_kind(b, "alloc", 0);
    const struct {
        const char *stack, *labels;
        double ms;
    } rows[] = {
        { "zero", "span_id=12", 30 }, { "one", "", 20 },
        { "two", "span_id=11", NAN }, { "three", "span_id=99", 10 },
        { "four;leaf", "x=#5", 25 },
    };

    testing_owner(b, SHOP);
    for (uint32_t i = 0; i < countof(rows); i++)
        corr_add_sample(
            b, &(corr_sample_row){
                   .kind = i % 2 ? heap : cpu,
                   .stack = testing_stack(b, rows[i].stack),
                   .labels = testing_labels(b, rows[i].labels),
                   .thread = corr_add_thread(b, corr_add_text(b, CORR_STR("t")),
                                             i == 3 ? 30 : 0, i + 1),
                   .time = isnan(rows[i].ms) ? CORR_NO_TIME
                                             : testing_ms(rows[i].ms),
                   .value = i + 10,
                   .obs = i == 1 ? 4 : 0,
                   .row = i });
}

static size_t rows_of(const corr_sel *sel, corr_row *rows, size_t room)
{
    corr_sel_iter it = { .sel = sel };
    size_t n = 0;

    while (n < room && corr_sel_next(&it, &rows[n]))
        n++;
    return n;
}

static void rows_of_every_kind_come_by_record(void **state)
{
    corr_store *st = testing_store(traces, records);
    corr_row r[8];

    (void)state;
    corr_sel *sel = corr_sel_of(
        st,
        &(corr_query){ .joined = true, .in_order = true, .every_kind = true },
        NULL);
    assert_non_null(sel);
    assert_int_equal(rows_of(sel, r, countof(r)), 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(r[i].row, i);
        assert_int_equal(r[i].value, i + 10);
        assert_true(corr_str_is(r[i].kind, i % 2 ? "alloc" : "cpu"));
        assert_int_equal(r[i].input, 1);
        assert_true(fabs(r[i].share - 1) < 1e-12);
    }
    assert_int_equal(corr_sel_facts_of(sel).inputs, 1);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void rows_of_one_kind_come_by_time_unless_joined(void **state)
{
    corr_store *st = testing_store(traces, records);
    corr_row r[8];

    (void)state;
    corr_sel *sel = corr_sel_of(st, &(corr_query){ 0 }, NULL);
    assert_non_null(sel);
    assert_int_equal(rows_of(sel, r, countof(r)), 3);
    assert_int_equal(r[0].row, 2);
    assert_int_equal(r[1].row, 4);
    assert_int_equal(r[2].row, 0);
    corr_sel_free(sel);
    sel = corr_sel_of(st, &(corr_query){ .joined = true, .in_order = true },
                      NULL);
    assert_non_null(sel);
    assert_int_equal(rows_of(sel, r, countof(r)), 3);
    assert_int_equal(r[0].row, 0);
    assert_int_equal(r[1].row, 2);
    assert_int_equal(r[2].row, 4);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_row_says_what_the_record_said(void **state)
{
    corr_store *st = testing_store(traces, records);
    corr_row r[8];

    (void)state;
    corr_sel *sel = corr_sel_of(
        st,
        &(corr_query){ .joined = true, .in_order = true, .every_kind = true },
        NULL);
    assert_non_null(sel);
    rows_of(sel, r, countof(r));
    assert_true(corr_str_is(r[0].type, "cpu/ns"));
    assert_int_equal(r[0].unit, CORR_NS);
    assert_int_equal(r[0].period, 10000000);
    assert_int_equal(r[0].time, testing_ms(30));
    assert_int_equal(r[2].time, CORR_NO_TIME);
    assert_int_equal(r[0].obs, 1);
    assert_int_equal(r[1].obs, 4);
    assert_true(corr_str_is(r[0].thread, "t"));
    assert_int_equal(r[0].tid, 1);
    assert_int_equal(r[3].tid, 30);
    assert_int_equal(r[0].label_span, 0x12);
    assert_int_equal(r[3].label_span, 0x99);
    assert_int_equal(r[1].label_span, 0);
    assert_string_equal(r[0].file, corr_input_at(st, 1).path);
    assert_int_equal(corr_stack_depth(sel, 1, r[4].stack), 2);
    assert_true(
        corr_str_is(corr_stack_at(sel, 1, r[4].stack, 1).function, "leaf"));
    assert_int_equal(corr_nlabels(sel, 1, r[4].labels), 1);
    const corr_label l = corr_label_at(sel, 1, r[4].labels, 0);
    assert_true(corr_str_is(l.key, "x"));
    assert_int_equal(l.num, 5);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_row_says_what_the_join_decided(void **state)
{
    corr_store *st = testing_store(traces, records);
    corr_row r[8];

    (void)state;
    corr_sel *sel = corr_sel_of(
        st,
        &(corr_query){ .joined = true, .in_order = true, .every_kind = true },
        NULL);
    assert_non_null(sel);
    rows_of(sel, r, countof(r));
    assert_int_equal(r[0].span, 0x12);
    assert_int_equal(r[0].trace.lo, 1);
    assert_int_equal(r[0].rung, CORR_RUNG_S1);
    assert_true(fabs(r[0].confidence - 1) < 1e-12);
    assert_int_equal(r[0].why, CORR_WHY_NONE);
    assert_int_equal(r[2].span, 0x11);
    assert_int_equal(r[2].rung, CORR_RUNG_R2);
    assert_int_equal(r[1].span, 0);
    assert_int_equal(r[1].why, CORR_WHY_UNLABELLED);
    assert_int_equal(r[3].why, CORR_WHY_UNSAMPLED);
    assert_int_equal(r[3].rung, CORR_RUNG_NONE);
    assert_true(fabs(r[3].confidence) < 1e-12);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void a_shared_row_is_on_rung_r3(void **state)
{
    corr_store *st = testing_store(traces, records);
    corr_row r[8];

    (void)state;
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .trace = testing_trace(1), .span = 0x12 }, NULL);
    assert_non_null(sel);
    assert_int_equal(rows_of(sel, r, countof(r)), 2);
    assert_int_equal(r[0].row, 2);
    assert_int_equal(r[0].rung, CORR_RUNG_R3);
    assert_true(fabs(r[0].share - 0.4) < 1e-12);
    assert_true(fabs(r[0].confidence - 0.6) < 1e-12);
    assert_int_equal(r[1].rung, CORR_RUNG_S1);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void records_nobody_wanted_have_no_number(void **state)
{
    testing_fill *const fill[] = { records };
    corr_store *st = corr_store_new(testing_formats, NULL);
    corr_row r[8];

    (void)state;
    testing_add(
        st, &(corr_load_opts){ .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME }, 0,
        fill, 1);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ 0 }, NULL);
    assert_non_null(sel);
    assert_int_equal(rows_of(sel, r, countof(r)), 3);
    assert_int_equal(r[0].row, UINT32_MAX);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void an_empty_selection_has_no_rows(void **state)
{
    corr_store *st = testing_store(traces);
    corr_row r;

    (void)state;
    corr_sel *sel = corr_sel_of(
        st,
        &(corr_query){ .joined = true, .in_order = true, .every_kind = true },
        NULL);
    assert_non_null(sel);
    assert_int_equal(rows_of(sel, &r, 1), 0);
    assert_int_equal(corr_sel_facts_of(sel).kind.n, 0);
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_every_kind_come_by_record),
        cmocka_unit_test(rows_of_one_kind_come_by_time_unless_joined),
        cmocka_unit_test(a_row_says_what_the_record_said),
        cmocka_unit_test(a_row_says_what_the_join_decided),
        cmocka_unit_test(a_shared_row_is_on_rung_r3),
        cmocka_unit_test(records_nobody_wanted_have_no_number),
        cmocka_unit_test(an_empty_selection_has_no_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
