/* Flight recordings: runs of events that are only counted and summed up, at a
 * time, are what each of them would be. */
#include "corr_builtin.h"
#include "test/test_jfr.h"

#define TLAB                                                                   \
    "jdk.ObjectAllocationInNewTLAB! startTime:long@TICKS "                     \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "objectClass:java.lang.Class* allocationSize:long tlabSize:long;"
#define OUTSIDE                                                                \
    "jdk.ObjectAllocationOutsideTLAB! startTime:long@TICKS "                   \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "objectClass:java.lang.Class* allocationSize:long;"
#define NO_THREAD                                                              \
    "profiler.Malloc! size:long startTime:long@TICKS address:long;"
#define OTHER                                                                  \
    "jdk.ObjectAllocationInNewTLAB! startTime:long@TICKS tlabSize:long "       \
    "eventThread:java.lang.Thread* allocationSize:long;"
#define IDLE "some.Event! startTime:long@TICKS a:long b:long;"

enum { MANY = 400 };

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A random number of up to so many bits, often 0. */
static unsigned long long any(uint64_t *state, unsigned bits)
{
    const uint64_t x = next_random(state);

    return x & 7 ? x >> (64 - bits) >> (next_random(state) % bits) : 0;
}

static void load_wanted(loaded *l, const recording *r, const corr_want *want)
{
    const src_opts so = { .path = "a.jfr" };
    corr_src *src = src_open_memory(r->all.p, r->all.n, &so, NULL);

    memset(l, 0, sizeof *l);
    l->code =
        load_source(&corr_format_jfr, src, want, &(corr_load_opts){ .jobs = 1 },
                    NULL, &l->in, &l->err);
    src_close(src);
    assert_int_equal(l->code, CORR_OK);
}

/* Both loads have the same kinds: rows of the one, sums of the other. */
static void assert_adds_up(const loaded *rows, const loaded *sums)
{
    assert_int_equal(rows->in.segment.n, sums->in.segment.n);
    for (size_t i = 1; i < rows->in.segment.n; i++) {
        const segment *a = &rows->in.segment.v[i];
        const segment *b = &sums->in.segment.v[i];
        int64_t value = 0, threads = 0;
        for (size_t k = 0; k < a->n; k++) {
            value = corr_sum(value, a->value[k]);
            threads += a->thread && a->thread[k];
        }
        assert_true(value != 0);
        assert_int_equal(b->n, 0);
        assert_int_equal(b->only.rows, a->n);
        assert_int_equal(b->only.obs, a->n);
        assert_int_equal(b->only.with_time, a->n);
        assert_int_equal(b->only.value, value);
        assert_int_equal(b->only.with_thread, threads);
    }
}

/* Runs of three types, with numbers of all lengths. */
static void put_runs(recording *r, unsigned bits)
{
    uint64_t seed = 29;
    char text[256];

    r->all.n = 0;
    begin_java(r, TLAB OUTSIDE NO_THREAD IDLE);
    for (unsigned i = 0; i < MANY; i++) {
        const unsigned long long time = any(&seed, 60);
        snprintf(text, sizeof text, "%llu %llu %llu %llu %llu %llu", time,
                 any(&seed, 3), any(&seed, 30), any(&seed, 30),
                 any(&seed, bits), any(&seed, bits));
        put_event(r, "jdk.ObjectAllocationInNewTLAB", text);
        snprintf(text, sizeof text, "%llu %llu %llu %llu %llu", time,
                 any(&seed, 3), any(&seed, 30), any(&seed, 62),
                 any(&seed, bits));
        for (unsigned k = 0; k < 3; k++)
            put_event(r, "jdk.ObjectAllocationOutsideTLAB", text);
        put_event(r, "some.Event", "1 2 3");
        snprintf(text, sizeof text, "%llu %llu %llu", any(&seed, bits), time,
                 any(&seed, 62));
        put_event(r, "profiler.Malloc", text);
    }
    end_chunk(r);
}

static void long_runs_add_up_to_what_their_rows_do(void **state)
{
    const corr_want sums_only = { .rows = CORR_ROWS_ONE_KIND,
                                  .no_stacks = true };
    static recording r;
    loaded rows, sums;

    (void)state;
    put_runs(&r, 40);
    load_recording(&rows, &r);
    load_wanted(&sums, &r, &sums_only);
    assert_int_equal(rows.in.segment.n, 4);
    assert_adds_up(&rows, &sums);
    assert_string_equal(
        setting_of(&sums, "jdk.ObjectAllocationOutsideTLAB#count"), "1200");
    assert_string_equal(setting_of(&sums, "some.Event#count"), "400");
    input_clear(&rows.in);
    input_clear(&sums.in);
}

/* The sum of so many allocations of 2^56 - 1 bytes, the largest value of eight
 * bytes. */
static int64_t sum_of_large(unsigned n)
{
    const corr_want sums_only = { .rows = CORR_ROWS_ONE_KIND,
                                  .no_stacks = true };
    static recording r;
    loaded sums;

    r.all.n = 0;
    begin_java(&r, OUTSIDE);
    for (unsigned i = 0; i < n; i++)
        put_event(&r, "jdk.ObjectAllocationOutsideTLAB",
                  "1 1 1 1 72057594037927935");
    end_chunk(&r);
    load_wanted(&sums, &r, &sums_only);
    assert_int_equal(sums.in.segment.v[1].only.rows, n);
    const int64_t value = sums.in.segment.v[1].only.value;
    input_clear(&sums.in);
    return value;
}

static void sums_beyond_what_fits_are_unknown(void **state)
{
    (void)state;
    assert_int_equal(sum_of_large(128), INT64_C(72057594037927935) * 128);
    assert_int_equal(sum_of_large(129), CORR_NO_TOTAL);
    assert_int_equal(sum_of_large(600), CORR_NO_TOTAL);
}

static void runs_leave_their_first_and_last_time_and_all_threads(void **state)
{
    static recording r;
    loaded rows, sums;

    (void)state;
    put_runs(&r, 40);
    load_recording(&rows, &r);
    load_wanted(&sums, &r, &(corr_want){ .rows = CORR_ROWS_NO_BYTES });
    assert_adds_up(&rows, &sums);
    for (size_t i = 1; i < rows.in.segment.n; i++) {
        assert_int_equal(sums.in.segment.v[i].min, rows.in.segment.v[i].min);
        assert_int_equal(sums.in.segment.v[i].max, rows.in.segment.v[i].max);
    }
    assert_int_equal(sums.in.thread.n, rows.in.thread.n);
    assert_true(rows.in.thread.n > 7);
    input_clear(&rows.in);
    input_clear(&sums.in);
}

/* Each chunk defines the order of its fields. */
static void the_next_chunk_may_order_its_fields_in_another_way(void **state)
{
    static const char *const events[] = { "1001 1 2 3 4 50", "1001 50 1 4" };
    const corr_want sums_only = { .rows = CORR_ROWS_ONE_KIND,
                                  .no_stacks = true };
    static recording r;
    loaded sums;

    (void)state;
    r.all.n = 0;
    for (unsigned i = 0; i < 4; i++) {
        begin_chunk(&r,
                    &(clock){ .ns = START + i * INT64_C(1000000000),
                              .ticks = 1000 + i * INT64_C(1000000000),
                              .hz = 1000000000 },
                    i % 2 ? OTHER JAVA_TYPES : TLAB JAVA_TYPES);
        put_constants(&r, JAVA_CONSTANTS);
        for (unsigned k = 0; k < 100; k++)
            put_event(&r, "jdk.ObjectAllocationInNewTLAB", events[i % 2]);
        end_chunk(&r);
    }
    load_wanted(&sums, &r, &sums_only);
    assert_int_equal(sums.in.segment.v[1].only.rows, 400);
    assert_int_equal(sums.in.segment.v[1].only.value, 400 * 50);
    assert_int_equal(sums.in.segment.v[1].only.with_thread, 400);
    input_clear(&sums.in);
}

/* The first bytes of a chunk could be an event of type 76. */
static void a_run_ends_with_its_chunk(void **state)
{
    const corr_want sums_only = { .rows = CORR_ROWS_ONE_KIND,
                                  .no_stacks = true };
    static recording r;
    loaded sums;

    (void)state;
    r.all.n = 0;
    for (unsigned i = 0; i < 3; i++) {
        begin_chunk(&r,
                    &(clock){ .ns = START + i * INT64_C(1000000000),
                              .ticks = 1000,
                              .hz = 1000000000,
                              .first = 64 },
                    IDLE JAVA_TYPES);
        assert_int_equal(number_of(&r, CORR_STR("some.Event")), 'L');
        for (unsigned k = 0; k < 100; k++)
            put_event(&r, "some.Event", "1001 1 2");
        end_chunk(&r);
    }
    load_wanted(&sums, &r, &sums_only);
    assert_string_equal(setting_of(&sums, "some.Event#count"), "300");
    assert_int_equal(sums.in.block.nbroken, 0);
    assert_false(sums.in.lost.damaged);
    input_clear(&sums.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_runs_add_up_to_what_their_rows_do),
        cmocka_unit_test(sums_beyond_what_fits_are_unknown),
        cmocka_unit_test(runs_leave_their_first_and_last_time_and_all_threads),
        cmocka_unit_test(the_next_chunk_may_order_its_fields_in_another_way),
        cmocka_unit_test(a_run_ends_with_its_chunk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
