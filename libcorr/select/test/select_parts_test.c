/* Tests of select_parts: a part counts for its spans, its whole for the rest,
 * and the sum of both is the whole. */
#include "select/select.h"

#include "store/selected_part.h"

#include "test/test_bytime.h"

enum { WHOLE = 1, SPAN = 0x11, OTHER = 0x21 };

static void requests(corr_build *b)
{
    on_thread(b, 1, SPAN, 0, 0, 400, "thread.id=#31");
    on_thread(b, 2, OTHER, 0, 500, 900, "thread.id=#31");
}

static void add_row(corr_build *b, const char *leaf, int64_t value, int64_t obs,
                    uint64_t span)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = testing_cpu(b),
                                           .stack = testing_stack(b, leaf),
                                           .time = CORR_NO_TIME,
                                           .span = span,
                                           .value = value,
                                           .obs = obs });
}

static void merged_whole(corr_build *b)
{
    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    add_row(b, "hot", 100, 4, 0);
    add_row(b, "cold", 10, 1, 0);
}

static void part_of_span(corr_build *b)
{
    corr_set_window(b, testing_ms(1000), testing_ms(1000));
    add_row(b, "hot", 30, 1, SPAN);
}

static void part_of_other(corr_build *b)
{
    corr_set_window(b, testing_ms(1000), testing_ms(1000));
    add_row(b, "hot", 70, 1, OTHER);
}

static void part_beyond_whole(corr_build *b)
{
    corr_set_window(b, testing_ms(1000), testing_ms(1000));
    add_row(b, "hot", 30, 1, SPAN);
    add_row(b, "cold", 11, 1, SPAN);
    add_row(b, "elsewhere", 5, 1, SPAN);
}

static corr_store *store_of(testing_fill *whole, testing_fill *first,
                            testing_fill *second)
{
    corr_store *st = second ? testing_store(requests, whole, first, second)
                            : testing_store(requests, whole, first);

    for (size_t i = WHOLE + 1; i < st->loaded.n; i++)
        st->loaded.v[i]->fetched =
            (fetched_name){ .is_fetched = true,
                            .from = testing_ms(0),
                            .to = testing_ms(1000),
                            .span = i == 2 ? SPAN : OTHER,
                            .is_part = true };
    return st;
}

/* Sums the rows of a selection that belong to a span; 0: to no span. */
typedef struct span_sum {
    double value;
    int64_t obs;
} span_sum;

static span_sum sum_of(const corr_sel *sel, uint64_t span)
{
    corr_sel_iter it = { .sel = sel };
    span_sum sum = { 0 };
    corr_row r;

    while (corr_sel_next(&it, &r))
        if (r.span == span) {
            sum.value += (double)r.value * r.share;
            sum.obs += r.obs;
        }
    return sum;
}

static void assert_sum(const corr_sel *sel, uint64_t span, double value,
                       int64_t obs)
{
    const span_sum sum = sum_of(sel, span);

    assert_true(sum.value > value - 1e-9 && sum.value < value + 1e-9);
    assert_int_equal(sum.obs, obs);
}

static void assert_whole(const corr_sel *sel, int64_t total, int64_t obs)
{
    const corr_sel_facts f = corr_sel_facts_of(sel);

    assert_int_equal(f.total, total);
    assert_int_equal(f.observations, obs);
}

static void a_part_is_taken_out_of_its_whole(void **state)
{
    static const corr_query ask[] = {
        { .joined = true },
        { .joined = true, .every_record = true, .every_kind = true },
    };

    (void)state;
    for (size_t i = 0; i < countof(ask); i++) {
        corr_store *st = store_of(merged_whole, part_of_span, NULL);
        corr_sel *sel = corr_sel_of(st, &ask[i], NULL);
        assert_non_null(sel);
        assert_whole(sel, 110, 5);
        assert_sum(sel, SPAN, 30, 1);
        assert_sum(sel, 0, 80, 4);
        assert_int_equal(sel->counts.duplicate.parts, 0);
        corr_sel_free(sel);
        corr_store_free(st);
    }
}

/* The last part of a row takes all its observations, whatever it says. */
static void parts_share_a_stack(void **state)
{
    corr_store *st = store_of(merged_whole, part_of_span, part_of_other);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .joined = true }, NULL);

    (void)state;
    assert_non_null(sel);
    assert_whole(sel, 110, 5);
    assert_sum(sel, SPAN, 30, 1);
    assert_sum(sel, OTHER, 70, 3);
    assert_sum(sel, 0, 10, 1);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void what_the_whole_lacks_is_left_out(void **state)
{
    corr_store *st = store_of(merged_whole, part_beyond_whole, NULL);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .joined = true }, NULL);

    (void)state;
    assert_non_null(sel);
    assert_whole(sel, 110, 5);
    assert_sum(sel, SPAN, 30, 1);
    assert_sum(sel, 0, 80, 4);
    assert_int_equal(sel->counts.beyond.stacks, 2);
    assert_int_equal(sel->counts.beyond.files, 1);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void records_without_their_spans_are_of_the_whole(void **state)
{
    corr_store *st = store_of(merged_whole, part_of_span, NULL);
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .every_record = true, .every_kind = true }, NULL);

    (void)state;
    assert_non_null(sel);
    assert_whole(sel, 110, 5);
    assert_int_equal(sel->counts.duplicate.parts, 1);
    corr_sel_free(sel);
    corr_store_free(st);
}

static void timed_whole(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    corr_set_window(b, testing_ms(0), testing_ms(1000));
    sample_on(b, cpu, "hot", 450, 31); /* no span runs */
    sample_on(b, cpu, "hot", 100, 31); /* SPAN, by thread and time */
    sample_on(b, cpu, "hot", 600, 31); /* OTHER */
}

static void part_of_one(corr_build *b)
{
    corr_set_window(b, testing_ms(1000), testing_ms(1000));
    add_row(b, "hot", 10, 1, SPAN);
}

/* The whole's own sample of the span is the one that gives way. */
static void the_sample_of_the_span_is_taken_first(void **state)
{
    corr_store *st = store_of(timed_whole, part_of_one, NULL);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .joined = true }, NULL);
    corr_sel_iter it = { .sel = sel };
    corr_row r;

    (void)state;
    assert_non_null(sel);
    assert_whole(sel, 30, 3);
    assert_sum(sel, SPAN, 10, 1);
    assert_sum(sel, OTHER, 10, 1);
    assert_sum(sel, 0, 10, 1);
    while (corr_sel_next(&it, &r))
        assert_true(r.time != testing_ms(100));
    corr_sel_free(sel);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_taken_out_of_its_whole),
        cmocka_unit_test(parts_share_a_stack),
        cmocka_unit_test(what_the_whole_lacks_is_left_out),
        cmocka_unit_test(records_without_their_spans_are_of_the_whole),
        cmocka_unit_test(the_sample_of_the_span_is_taken_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
