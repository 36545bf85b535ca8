/* Tests of packed_rows: rows come back, and join like other rows. */
#include "model/packed_rows.h"

#include "test/test_bytime.h"
#include "test/test_memory.h"

/* ---- times and threads ---------------------------------------------------- */

typedef struct pair {
    uint32_t thread;
    int64_t time;
} pair;

static uint64_t next_random(uint64_t *x)
{
    *x = *x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *x >> 20;
}

/* Reads all rows, this many at a time. */
static void assert_pairs(const packed_rows *p, const pair *want, size_t n,
                         size_t step)
{
    uint32_t thread[64] = { 0 };
    int64_t time[64] = { 0 };
    packed_rows_place at = { 0 };
    size_t seen = 0, got;

    assert_int_equal(p->n, n);
    while ((got = packed_rows_take(p, &at, thread, time, step)) > 0) {
        assert_true(got <= n - seen);
        for (size_t i = 0; i < got && seen < n; i++, seen++) {
            assert_int_equal(thread[i], want[seen].thread);
            assert_int_equal(time[i], want[seen].time + p->shift);
        }
    }
    assert_int_equal(seen, n);
}

static void times_and_threads_come_back_in_their_order(void **state)
{
    enum { N = 5000 };
    static pair want[N];
    packed_rows p = { 0 };
    uint64_t x = 1;

    (void)state;
    for (size_t i = 0; i < N; i++) {
        const unsigned bits = (unsigned)(next_random(&x) % 40);
        const int64_t by = (int64_t)(next_random(&x) >> (44 - bits));
        const int64_t last = i ? want[i - 1].time : testing_ms(0);
        want[i].time = next_random(&x) % 4 ? last + by : last - by;
        want[i].thread =
            (uint32_t)(next_random(&x) % 8 ? (i ? want[i - 1].thread : 1)
                                           : next_random(&x));
        assert_true(packed_rows_add(&p, want[i].thread, want[i].time));
    }
    assert_pairs(&p, want, N, 64);
    assert_pairs(&p, want, N, 1);
    p.shift = -7000;
    assert_pairs(&p, want, N, 7);
    packed_rows_clear(&p);
    assert_pairs(&p, want, 0, 1);
}

static void allocations_of_a_thread_take_three_bytes(void **state)
{
    packed_rows p = { 0 };

    (void)state;
    for (int64_t i = 0; i < 1000; i++)
        assert_true(packed_rows_add(&p, 7, testing_ms(0) + i * 100000));
    assert_true(p.byte.n <= 1000 * 3 + 10);
    packed_rows_clear(&p);
}

/* Enough rows for the file, and some more. */
static void assert_many(bool has_file)
{
    enum { N = 4 * ROWPACK_MEMORY / 6, BATCH = 1000 };
    static uint32_t thread[BATCH];
    static int64_t time[BATCH];
    packed_rows_place at = { 0 };
    packed_rows p = { .shift = 5 };
    size_t seen = 0, got;

    for (size_t i = 0; i < N; i++)
        assert_true(packed_rows_add(&p, (uint32_t)(i / 3),
                                    testing_ms((double)(i % 1000))));
    assert_int_equal(p.written > 2 * ROWPACK_MEMORY, has_file);
    assert_int_equal(p.byte.n > 2 * ROWPACK_MEMORY, !has_file);
    while ((got = packed_rows_take(&p, &at, thread, time, BATCH)) > 0)
        for (size_t i = 0; i < got; i++, seen++)
            if (thread[i] != seen / 3 ||
                time[i] != testing_ms((double)(seen % 1000)) + 5)
                fail_msg("row %zu", seen);
    assert_int_equal(seen, N);
    assert_false(at.failed);
    if (has_file) {
        assert_int_equal(ftruncate(p.file - 1, ROWPACK_MEMORY), 0);
        at = (packed_rows_place){ 0 };
        for (seen = 0;
             (got = packed_rows_take(&p, &at, thread, time, BATCH)) > 0;)
            seen += got;
        assert_true(at.failed);
        assert_true(seen < N);
    }
    packed_rows_clear(&p);
}

static void very_many_go_to_a_file_if_there_can_be_one(void **state)
{
    (void)state;
    assert_int_equal(setenv("TMPDIR", "/tmp", 1), 0);
    assert_many(true);
    assert_int_equal(setenv("TMPDIR", "/nonexistent", 1), 0);
    assert_many(false);
    unsetenv("TMPDIR");
}

static void what_is_too_far_off_is_left_to_the_caller(void **state)
{
    const int64_t far = INT64_C(1) << 62;
    const pair want[] = { { 1, 5 }, { 1, 5 + far - 1 }, { 2, 4 } };
    packed_rows p = { 0 };

    (void)state;
    assert_true(packed_rows_add(&p, 1, 5));
    assert_false(packed_rows_add(&p, 1, 5 + far));
    assert_false(packed_rows_add(&p, 1, INT64_MAX));
    assert_false(packed_rows_add(&p, 1, 4 - far));
    assert_false(packed_rows_add(&p, 1, INT64_MIN + 1));
    assert_true(packed_rows_add(&p, 1, 5 + far - 1));
    assert_true(packed_rows_add(&p, 2, 4));
    assert_pairs(&p, want, 3, 2);
    packed_rows_clear(&p);
}

/* ---- counted as rows are --------------------------------------------------- */

/* A format whose samples are weighed. */
static const corr_format weighing = { .name = "test",
                                      .title = "test rows",
                                      .probe = testing_probe,
                                      .read = testing_read,
                                      .weighs = true };
static const corr_format *const formats[] = { &weighing, NULL };

static corr_store *store_of(testing_fill *traced, testing_fill *profile,
                            bool packs)
{
    testing_fill *const fill[] = { traced, profile };
    corr_store *st = corr_store_new(formats, NULL);

    assert_non_null(st);
    testing_add(
        st, &(corr_load_opts){ .rows = packs ? CORR_ROWS_NONE : CORR_ROWS_ALL },
        0, fill, 2);
    assert_null(input_check(st->input.v[1]));
    return st;
}

static void assert_same_joins(corr_store *a, corr_store *b)
{
    assert_int_equal(corr_joins(a), corr_joins(b));
    for (size_t i = 0; i < corr_joins(a); i++) {
        const corr_joined x = corr_join_at(a, i), y = corr_join_at(b, i);
        assert_int_equal(x.rung, y.rung);
        assert_int_equal(x.observations, y.observations);
        assert_int_equal(x.of, y.of);
        assert_true(corr_str_eq(x.kind, y.kind));
    }
    const corr_input x = corr_input_at(a, 1), y = corr_input_at(b, 1);
    assert_int_equal(x.nkinds, y.nkinds);
    for (size_t i = 0; i < x.nkinds; i++) {
        assert_int_equal(x.kinds[i].samples, y.kinds[i].samples);
        assert_int_equal(x.kinds[i].total, y.kinds[i].total);
        assert_int_equal(x.kinds[i].with_span, y.kinds[i].with_span);
        assert_int_equal(x.kinds[i].with_time, y.kinds[i].with_time);
        assert_int_equal(x.kinds[i].with_thread, y.kinds[i].with_thread);
    }
    assert_int_equal(x.from, y.from);
    assert_int_equal(x.to, y.to);
}

/* Loads the same with rows and without; returns the store without. */
static corr_store *both_ways(testing_fill *traced, testing_fill *profile)
{
    corr_store *rows = store_of(traced, profile, false);
    corr_store *st = store_of(traced, profile, true);

    assert_same_joins(rows, st);
    assert_int_equal(rows->input.v[1]->segment.v[2].packed.n, 0);
    corr_store_free(rows);
    return st;
}

static void on_threads(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 100, "thread.id=#31");
    on_thread(b, 1, 0x12, 0x11, 20, 60, "thread.id=#31");
    on_thread(b, 2, 0x21, 0, 0, 120, "thread.id=#32");
    testing_span(b, 3, 0x31, 0, 50, 150, CART);
}

enum { ALLOCS = 700 };

/* Samples of two threads that spans name and one that they do not, inside
 * spans, at their edges and outside. */
static void of_threads(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind alloc = testing_kind(b, "alloc_bytes", 0);

    testing_owner(b, SHOP);
    sample_on(b, alloc, "too_early", 1, 31);
    sample_on(b, cpu, "work", 30, 31);
    for (int i = 0; i < ALLOCS; i++)
        sample_on(b, alloc, "alloc", i * 0.25 - 10, 31 + i / 7 % 3);
    sample_on(b, alloc, "of_nobody", 10, 0);
    testing_sample(b, alloc, "labelled", 25, "span_id=0000000000000012");
    testing_sample(b, alloc, "no_time", NAN, "");
}

static void rows_that_say_no_more_are_packed_and_join_alike(void **state)
{
    corr_store *st = both_ways(on_threads, of_threads);
    const input *in = store_input(st, 1);

    (void)state;
    assert_int_equal(in->segment.v[1].n, 1); /* cpu */
    assert_int_equal(in->segment.v[2].packed.n, ALLOCS);
    assert_int_equal(in->segment.v[2].n, 4);
    assert_int_equal(in->segment.v[2].only.rows, ALLOCS);
    assert_int_equal(corr_join_at(st, 1).rung, CORR_RUNG_T1);
    assert_true(corr_join_at(st, 1).observations > 200);
    corr_store_free(st);
}

static void of_a_process(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind alloc = testing_kind(b, "alloc_bytes", 0);

    testing_owner(b, CART);
    sample_on(b, cpu, "work", 60, 1);
    for (int i = 0; i < ALLOCS; i++)
        sample_on(b, alloc, "alloc", i * 0.25 + 20, 1 + i % 2);
}

static void several(corr_build *b)
{
    testing_span(b, 3, 0x31, 0, 50, 150, CART);
    testing_span(b, 4, 0x41, 0, 60, 160, CART);
}

/* At the edges of spans, and while several spans are active. */
static void rows_that_are_divided_are_counted_and_not_kept(void **state)
{
    corr_store *st = both_ways(several, of_a_process);

    (void)state;
    assert_int_equal(store_input(st, 1)->segment.v[2].packed.n, ALLOCS);
    assert_int_equal(corr_join_at(st, 1).rung, CORR_RUNG_P);
    assert_in_range(corr_join_at(st, 1).observations, 400, ALLOCS);
    assert_in_range(st->join->divided[1].at.n, 1, 8);
    corr_store_free(st);
}

static void activated(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind scope =
        testing_kind(b, "scope", CORR_KIND_CONTEXT | CORR_KIND_INTERVAL);
    const corr_kind alloc = testing_kind(b, "alloc_bytes", 0);
    const corr_thread thread = corr_add_thread(b, (corr_text){ 0 }, 0, 31);

    testing_owner(b, SHOP);
    sample_on(b, cpu, "work", 30, 31);
    sample_on(b, scope, "nothing", 1, 31);
    corr_add_sample(b, &(corr_sample_row){ .kind = scope,
                                           .thread = thread,
                                           .span = 0x12,
                                           .time = testing_ms(20),
                                           .duration = 20 * 1000000 });
    for (int i = 0; i < ALLOCS; i++)
        sample_on(b, alloc, "alloc", i * 0.1, 31);
}

static void activations_are_rows_and_decide(void **state)
{
    corr_store *st = both_ways(traces, activated);
    const input *in = store_input(st, 1);

    (void)state;
    assert_int_equal(in->segment.v[2].n, 2);
    assert_int_equal(in->segment.v[3].packed.n, ALLOCS);
    assert_int_equal(corr_joins(st), 2);
    assert_int_equal(corr_join_at(st, 1).rung, CORR_RUNG_S2);
    assert_int_equal(corr_join_at(st, 1).observations, 200);
    corr_store_free(st);
}

static void naming(corr_build *b)
{
    on_thread(b, 1, 0x11, 0, 0, 40, "profile.file=1.test");
}

static void of_nobody(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind alloc = testing_kind(b, "alloc_bytes", 0);

    sample_on(b, cpu, "work", 30, 1);
    for (int i = 0; i < ALLOCS; i++)
        sample_on(b, alloc, "alloc", i * 0.1, 1);
}

static void spans_that_name_the_profile_have_them_too(void **state)
{
    corr_store *st = both_ways(naming, of_nobody);

    (void)state;
    assert_int_equal(store_input(st, 1)->segment.v[2].packed.n, ALLOCS);
    assert_in_range(corr_join_at(st, 1).rung, CORR_RUNG_F1, CORR_RUNG_F2);
    assert_true(corr_join_at(st, 1).observations >= 400);
    corr_store_free(st);
}

/* A question without a kind may be about this kind. */
static void only_bytes(corr_build *b)
{
    const corr_kind none = testing_cpu(b);
    const corr_kind alloc = testing_kind(b, "alloc_bytes", 0);

    (void)none;
    for (int i = 0; i < ALLOCS; i++)
        sample_on(b, alloc, "alloc", i * 0.1, 31);
}

static void without_code_that_ran_rows_are_kept(void **state)
{
    corr_store *st = both_ways(on_threads, only_bytes);

    (void)state;
    assert_int_equal(store_input(st, 1)->segment.v[2].n, ALLOCS);
    assert_int_equal(store_input(st, 1)->segment.v[2].packed.n, 0);
    corr_store_free(st);
}

/* A profile whose clock is off by an hour, as ids on samples show. */
static void off_by_an_hour(corr_build *b)
{
    const corr_kind cpu = testing_cpu(b);
    const corr_kind alloc = testing_kind(b, "alloc_bytes", 0);
    const double hour = 3600000;

    testing_owner(b, SHOP);
    for (int i = 0; i < 30; i++) {
        testing_sample(b, cpu, "a", hour + i, "span_id=0000000000000011");
        testing_sample(b, cpu, "b", hour + 21 + i, "span_id=0000000000000012");
    }
    for (int i = 0; i < ALLOCS; i++)
        sample_on(b, alloc, "alloc", hour + i * 0.1, 31);
}

static void packed_times_are_shifted_with_all_others(void **state)
{
    corr_store *st = both_ways(on_threads, off_by_an_hour);

    (void)state;
    assert_true(corr_input_at(st, 1).clock.shift < 0);
    assert_int_equal(corr_join_at(st, 1).rung, CORR_RUNG_T1);
    assert_int_equal(corr_join_at(st, 1).observations, ALLOCS);
    corr_store_free(st);
}

static void counting_survives_without_memory(void **state)
{
    corr_store *st = store_of(several, of_a_process, true);
    bool more = true;
    packed_rows p = { 0 };

    (void)state;
    assert_int_equal(store_prepare(st, NULL), CORR_OK);
    for (long n = 1; more; n++) {
        test_memory_arm(n);
        join *j = join_of(st);
        more = test_memory_failed();
        assert_int_equal(j == NULL, more);
        join_free(j);
        assert_int_equal(test_memory_disarm(), 0);
    }
    corr_store_free(st);
    test_memory_arm(1);
    const bool is_added = packed_rows_add(&p, 1, 1);
    assert_int_equal(is_added, !test_memory_failed());
    test_memory_disarm();
    assert_int_equal(p.n, is_added);
    packed_rows_clear(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_and_threads_come_back_in_their_order),
        cmocka_unit_test(allocations_of_a_thread_take_three_bytes),
        cmocka_unit_test(very_many_go_to_a_file_if_there_can_be_one),
        cmocka_unit_test(what_is_too_far_off_is_left_to_the_caller),
        cmocka_unit_test(rows_that_say_no_more_are_packed_and_join_alike),
        cmocka_unit_test(rows_that_are_divided_are_counted_and_not_kept),
        cmocka_unit_test(activations_are_rows_and_decide),
        cmocka_unit_test(spans_that_name_the_profile_have_them_too),
        cmocka_unit_test(without_code_that_ran_rows_are_kept),
        cmocka_unit_test(packed_times_are_shifted_with_all_others),
        cmocka_unit_test(counting_survives_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
