/* Tests of pprof_kind.c and pprof_rows.c: periods and observations. */
#include "test/test_kinds.h"

static void samples_alone_are_time_if_their_period_is_known(void **state)
{
    (void)state;
    assert_kinds("cpu/nanoseconds,samples/count", 52631578, VALUES(3),
                 "cpu=157894734*3!");
    assert_kinds("cpu/milliseconds,cpu/count", 10, VALUES(3),
                 "cpu=30000000*3!");
    assert_kinds("cpu/nanoseconds,samples/count", 0, VALUES(3), "samples=3*3!");
    assert_kinds("/milliseconds,samples/count", 10, VALUES(3), "samples=3*3!");
    assert_kinds("/,cpu/count", 0, VALUES(3), "samples=3*3!");
    assert_kinds("/,/", 0, VALUES(3), "samples=3*3!");
}

static void what_the_period_is_of_decides_what_samples_are(void **state)
{
    (void)state;
    assert_kinds("cpu/ns,wall-samples/count", 10, VALUES(3), "samples=3*3!");
    assert_kinds("wall/ns,wall-samples/count", 10, VALUES(3), "wall=30*3!");
    assert_kinds("space/bytes,samples/count", 10, VALUES(3), "samples=3*3!");
    assert_kinds("samples/count,samples/count", 10, VALUES(3), "samples=3*3!");
    assert_kinds("cpu/ns,samples/count,cpu-samples/count", 10, VALUES(3, 4),
                 "cpu=40*4! samples=3*3");
    assert_kinds("cpu/seconds,samples/count", INT64_MAX / 1000000000, VALUES(1),
                 "cpu=9223372036000000000*1!");
    assert_kinds("cpu/seconds,samples/count", INT64_MAX / 1000000000 + 1,
                 VALUES(1), "samples=1*1!");
    assert_kinds("cpu/ns,samples/count", 1, VALUES(3), "cpu=3*3!");
    assert_kinds("cpu/ns,samples/count", UINT64_MAX, VALUES(3), "samples=3*3!");
}

/* The period of the only kind of a file. */
static int64_t period_of(const char *types, uint64_t period)
{
    blob b = { .n = 0 };
    loaded l;

    put_typed(&b, types, period, VALUES(INT64_MAX / 1000000000));
    load_blob(&l, &b);
    assert_int_equal(l.in.kind.n, 2); /* nil and one */
    const int64_t found = l.in.kind.v[1].period;
    input_clear(&l.in);
    return found;
}

static void a_period_is_that_of_its_own_kind_and_unit(void **state)
{
    (void)state;
    assert_int_equal(period_of("cpu/ns,cpu/ns", 10), 10);
    assert_int_equal(period_of("cpu/us,cpu/ns", 10), 10000);
    assert_int_equal(period_of("cpu/ns,cpu/ns", 2), 2);
    assert_int_equal(period_of("cpu/ns,cpu/ns", 1), 0);
    assert_int_equal(period_of("cpu/ns,cpu/ns", 0), 0);
    assert_int_equal(period_of("cpu/ns,cpu/ns", UINT64_MAX), 0);
    assert_int_equal(period_of("cpu/ns,wall/ns", 10), 0);
    assert_int_equal(period_of("cpu/bytes,cpu/ns", 10), 0);
    assert_int_equal(period_of("x/bytes,y/bytes", 10), 10);
    assert_int_equal(period_of("x/kb,y/bytes", 10), 10240);
    assert_int_equal(period_of("goroutine/count,goroutine/count", 1), 1);
    assert_int_equal(period_of("x/count,goroutine/count", 1), 0);
    assert_int_equal(period_of("cpu/s,cpu/s", INT64_MAX / 1000000000),
                     INT64_C(9223372036000000000));
    assert_int_equal(period_of("cpu/s,cpu/s", INT64_MAX / 1000000000 + 1), 0);
}

/* The second of two samples disproves the period for all samples, in every
 * column. */
static void one_value_below_the_period_disproves_it(void **state)
{
    static const struct {
        int64_t second;
        int64_t obs, period;
    } way[] = {
        { 10, 5, 10 }, { 9, 2, 0 }, { -9, 2, 0 }, { 0, 4, 10 }, { -20, 6, 10 }
    };

    (void)state;
    for (size_t i = 0; i < 2 * (sizeof way / sizeof *way); i++) {
        const size_t k = i / 2, cpu = i % 2, wall = 1 - cpu;
        const int64_t first[] = { cpu ? 1 : 40, cpu ? 40 : 1 };
        const int64_t second[] = { cpu ? 1 : way[k].second,
                                   cpu ? way[k].second : 1 };
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 11, NUMS(1, 1, 2, 2));
        put_num(&b, 12, 10);
        put_nums(&b, 1, NUMS(1, 1 + 2 * cpu, 2, 2));
        put_nums(&b, 1, NUMS(1, 1 + 2 * wall, 2, 2));
        put_sample(&b, 1, first, 2);
        put_sample(&b, 1, second, 2);
        put_sample(&b, 1, VALUES(0, 0), 2); /* proves nothing */
        put_function(&b, 1, 4, 0);
        put_words(&b, "cpu ns wall f");
        load_blob(&l, &b);
        assert_int_equal(obs_of(&l, "cpu"), way[k].obs);
        assert_int_equal(obs_of(&l, "wall"), 2); /* has no period to doubt */
        assert_int_equal(kind_facts(&l, "cpu")->period, way[k].period);
        assert_int_equal(kind_facts(&l, "wall")->period, 0);
        input_clear(&l.in);
    }
}

static void a_period_counts_samples_unless_values_disprove_it(void **state)
{
    (void)state;
    assert_kinds("cpu/nanoseconds,cpu/nanoseconds", 10, VALUES(40),
                 "cpu=40*4!");
    assert_kinds("cpu/nanoseconds,cpu/nanoseconds", 1000, VALUES(40),
                 "cpu=40*1!");
    assert_kinds("cpu/nanoseconds,cpu/nanoseconds", 2, VALUES(40),
                 "cpu=40*20!");
    assert_kinds("wall/microseconds,wall/microseconds", 1, VALUES(40),
                 "wall=40000*1!");
    assert_kinds("space/bytes,inuse_space/bytes", 1000, VALUES(40000),
                 "live_bytes=40000*40!");
    assert_kinds("space/bytes,inuse_space/bytes", 1, VALUES(40000),
                 "live_bytes=40000*1!");
}

/* Methods 4.7, vector 4.11: 10 MiB in objects of 64 bytes and of 4 KiB, and
 * three objects of 4 MiB.  Bytes are counted in objects, objects in samples. */
static void heap_values_tell_how_many_objects_were_sampled(void **state)
{
    static const char types[] = "space/bytes,alloc_objects/count,"
                                "alloc_space/bytes,inuse_objects/count,"
                                "inuse_space/bytes";

    (void)state;
    assert_kinds(types, 524288, VALUES(163840, 10485760, 2560, 10485760),
                 "alloc_count=163840*20 alloc_bytes=10485760*163840 "
                 "live_count=2560*20 live_bytes=10485760*2560!");
    assert_kinds(types, 524288, VALUES(3, 12582912, 1, 16),
                 "alloc_count=3*3 alloc_bytes=12582912*3 "
                 "live_count=1*1 live_bytes=16*1!");
    assert_kinds(types, 524288, VALUES(-163840, -10485760, 1, 1),
                 "alloc_count=-163840*20 alloc_bytes=-10485760*163840 "
                 "live_count=1*1 live_bytes=1*1!");
    assert_kinds(types, 1, VALUES(77, 4928, 7, 448),
                 "alloc_count=77*77 alloc_bytes=4928*77 "
                 "live_count=7*7 live_bytes=448*7!");
}

static void samples_that_are_time_are_of_a_unit_of_time(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_typed(&b, "cpu/ms,samples/count", 10, VALUES(3));
    load_blob(&l, &b);
    const kind_row *k = kind_facts(&l, "cpu");
    assert_int_equal(k->unit, CORR_NS);
    assert_int_equal(k->period, 10000000);
    assert_int_equal(k->flags, CORR_KIND_DEFAULT);
    assert_true(corr_str_is(input_text(&l.in, k->type), "samples/count"));
    input_clear(&l.in);
}

static void objects_without_bytes_are_one_observation(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_typed(&b,
              "space/bytes,alloc_objects/count,alloc_space/bytes,"
              "inuse_objects/count,inuse_space/bytes",
              524288, VALUES(0, 4096, 5, 0));
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "alloc_bytes"), 4096);
    assert_int_equal(obs_of(&l, "alloc_bytes"), 1);
    assert_int_equal(total_of(&l, "live_count"), 5);
    assert_int_equal(obs_of(&l, "live_count"), 1);
    assert_int_equal(find_kind(&l, "alloc_count")->n, 0);
    assert_int_equal(find_kind(&l, "live_bytes")->n, 0);
    input_clear(&l.in);
}

static void a_value_too_large_for_its_unit_is_left_out(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_typed(&b, "/,cpu/seconds,wall/seconds", 0,
              VALUES(INT64_MAX, INT64_MIN));
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(find_kind(&l, "cpu")->n, 0);
    assert_int_equal(l.in.lost.events, 2);
    assert_non_null(said(&l, "sample 0 has 9223372036854775807 cpu/seconds, "
                             "which is too large to count; left out"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_alone_are_time_if_their_period_is_known),
        cmocka_unit_test(what_the_period_is_of_decides_what_samples_are),
        cmocka_unit_test(a_period_is_that_of_its_own_kind_and_unit),
        cmocka_unit_test(one_value_below_the_period_disproves_it),
        cmocka_unit_test(a_period_counts_samples_unless_values_disprove_it),
        cmocka_unit_test(heap_values_tell_how_many_objects_were_sampled),
        cmocka_unit_test(samples_that_are_time_are_of_a_unit_of_time),
        cmocka_unit_test(objects_without_bytes_are_one_observation),
        cmocka_unit_test(a_value_too_large_for_its_unit_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
