/* Tests of join_by_time: divisions to the last part: order, remainder, and rows
 * that share a division. */
#include "test/test_bytime.h"

#define THREAD "thread.id=#31"

static void in_turn_and_at_once(corr_build *b)
{
    on_thread(b, 1, 0x12, 0, 0, 20, THREAD);
    on_thread(b, 2, 0x11, 0, 20, 30, THREAD);
    on_thread(b, 3, 0x13, 0, 30, 100, THREAD);
    on_thread(b, 4, 0x33, 0, 200, 300, THREAD);
    on_thread(b, 5, 0x31, 0, 200, 300, THREAD);
    on_thread(b, 6, 0x32, 0, 200, 300, THREAD);
    on_thread(b, 7, 0x41, 0, 400, 500, THREAD);
    on_thread(b, 7, 0x42, 0x41, 410, 450, THREAD);
    on_thread(b, 7, 0x43, 0x41, 410, 450, THREAD);
}

/* Twenty ticks, 5 ms apart. */
static void ticks(corr_build *b, corr_kind kind, const char *leaf, double from)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                           .stack = testing_stack(b, leaf),
                                           .thread = corr_add_thread(
                                               b, (corr_text){ 0 }, 0, 31),
                                           .time = testing_ms(from),
                                           .duration = 95000000,
                                           .obs = 20 });
}

static void taken(corr_build *b)
{
    const corr_kind wall = testing_kind(b, "wall", 0);
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    ticks(b, wall, "all", 1.5);
    ticks(b, wall, "half", 51.5);
    ticks(b, wall, "none", 101.5);
    sample_on(b, cpu, "three", 250, 31);
    sample_on(b, cpu, "again", 251, 31);
    sample_on(b, cpu, "begin", 200, 31);
    corr_add_sample(b, &(corr_sample_row){ .kind = cpu,
                                           .stack = testing_stack(b, "request"),
                                           .thread = corr_add_thread(
                                               b, (corr_text){ 0 }, 0, 31),
                                           .root = 0x41,
                                           .time = testing_ms(420),
                                           .value = 10 });
}

/* The place of the sample with this leaf. */
static const join_segment *row_of(const corr_store *st, const char *leaf,
                                  size_t *row)
{
    const input *in = st->input.v[1];

    for (uint32_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        for (*row = 0; *row < g->n; ++*row) {
            const uint32_t at = in->stack.at.v[g->stack[*row]];
            const uint32_t frame = narrow_at(&in->stack.frame, at);
            if (corr_str_is(input_frame(in, frame).function, leaf))
                return join_at(st->join, 1, s);
        }
    }
    fail_msg("no sample of %s", leaf);
    return NULL;
}

/* "13 0.700, 12 0.200; BACKGROUND": ids and shares of a row in their order, and
 * the reason of the remainder. */
static const char *parts_of(corr_store *st, const char *leaf)
{
    static char out[512];
    const join_part *part;
    join_part one;
    size_t row = 0;
    size_t n = 0;

    assert_int_equal(store_join(st, NULL), CORR_OK);
    const join_segment *js = row_of(st, leaf, &row);
    const size_t parts = join_parts(js, row, &one, &part);
    for (size_t i = 0; i < parts; i++)
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%s%llx %.3f", i ? ", " : "",
            (unsigned long long)store_span(st, part[i].span)->id,
            part[i].share);
    snprintf(out + n, sizeof out - n, "; %s",
             corr_why_name((corr_why)js->why[row]));
    return out;
}

static void the_largest_part_comes_first(void **state)
{
    corr_store *st = testing_store(in_turn_and_at_once, taken);

    (void)state;
    assert_string_equal(parts_of(st, "all"), "13 0.700, 12 0.200, 11 0.100; ");
    corr_store_free(st);
}

static void equal_parts_go_by_id(void **state)
{
    corr_store *st = testing_store(in_turn_and_at_once, taken);

    (void)state;
    assert_string_equal(parts_of(st, "three"),
                        "31 0.333, 32 0.333, 33 0.333; ");
    corr_store_free(st);
}

static void what_no_span_has_is_background(void **state)
{
    corr_store *st = testing_store(in_turn_and_at_once, taken);

    (void)state;
    assert_string_equal(parts_of(st, "half"), "13 0.500; BACKGROUND");
    assert_string_equal(parts_of(st, "none"), "; BACKGROUND");
    assert_string_equal(parts_of(st, "begin"),
                        "31 0.167, 32 0.167, 33 0.167; BACKGROUND");
    corr_store_free(st);
}

static void rows_that_are_divided_alike_share_a_division(void **state)
{
    corr_store *st = testing_store(in_turn_and_at_once, taken);
    size_t one = 0;
    size_t two = 0;

    (void)state;
    assert_int_equal(store_join(st, NULL), CORR_OK);
    const join_segment *js = row_of(st, "three", &one);
    assert_ptr_equal(row_of(st, "again", &two), js);
    assert_int_not_equal(js->split[one], 0);
    assert_int_equal(js->split[one], js->split[two]);
    assert_int_equal(js->rung[two], CORR_RUNG_T1);
    corr_store_free(st);
}

static void two_on_the_thread_are_not_told_apart(void **state)
{
    corr_store *st = testing_store(in_turn_and_at_once, taken);

    (void)state;
    assert_joined(st, "request", 0x41, CORR_RUNG_R2);
    corr_store_free(st);
}

/* More rows than one thread joins alone: before the middle of the part of three
 * spans, and behind it. */
static void many_from(corr_build *b, double from)
{
    const corr_kind cpu = testing_cpu(b);

    testing_owner(b, SHOP);
    for (unsigned i = 0; i < 40000; i++)
        sample_on(b, cpu, "many", from + i % 500 / 10., 31);
}

static void many_early(corr_build *b)
{
    many_from(b, 199.5);
}

static void many_late(corr_build *b)
{
    many_from(b, 250.5);
}

/* The number of divided rows. */
static size_t assert_same_rows(const join_segment *a, const join_segment *b,
                               size_t n)
{
    size_t divided = 0;

    for (size_t row = 0; row < n; row++) {
        const join_part *part[2];
        join_part one[2];
        assert_int_equal(a->span[row], b->span[row]);
        assert_int_equal(a->rung[row], b->rung[row]);
        assert_int_equal(a->why[row], b->why[row]);
        const size_t parts = join_parts(a, row, &one[0], &part[0]);
        assert_int_equal(join_parts(b, row, &one[1], &part[1]), parts);
        for (size_t k = 0; k < parts; k++)
            assert_memory_equal(&part[0][k], &part[1][k], sizeof *part[0]);
        divided += parts > 1;
    }
    return divided;
}

static void several_threads_join_as_one_does(void **state)
{
    corr_store *by[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        by[i] = testing_store(in_turn_and_at_once, many_early, many_late);
        by[i]->jobs = i ? 4 : 1;
        assert_int_equal(store_join(by[i], NULL), CORR_OK);
    }
    for (uint32_t in = 1; in <= 2; in++)
        assert_true(assert_same_rows(join_at(by[0]->join, in, 1),
                                     join_at(by[1]->join, in, 1),
                                     by[0]->input.v[in]->segment.v[1].n) > 0);
    corr_store_free(by[0]);
    corr_store_free(by[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_part_comes_first),
        cmocka_unit_test(equal_parts_go_by_id),
        cmocka_unit_test(what_no_span_has_is_background),
        cmocka_unit_test(rows_that_are_divided_alike_share_a_division),
        cmocka_unit_test(two_on_the_thread_are_not_told_apart),
        cmocka_unit_test(several_threads_join_as_one_does),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
