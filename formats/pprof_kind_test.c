/* Tests of pprof_kind.c: sample types, periods and observations. */
#include "test_pprof.h"

/* A profile of one sample with these values.  Types are "type/unit" apart by
 * commas, the period's first; every unit and type is a string of its own. */
static void put_typed(blob *b, const char *types, uint64_t period,
                      const int64_t *value)
{
    corr_str rest = corr_str_of(types);
    corr_str one;
    blob table = { .n = 0 };
    uint64_t string = 1;
    size_t n = 0;

    put_mem(&table, 6, "", 0);
    for (; corr_str_next(&rest, ',', &one); n++) {
        corr_str type;
        corr_str unit;
        assert_true(corr_str_cut(one, '/', &type, &unit));
        put_mem(&table, 6, type.p, type.n);
        put_mem(&table, 6, unit.p, unit.n);
        put_nums(b, n ? 1 : 11, NUMS(1, string, 2, string + 1));
        string += 2;
    }
    if (n < 2)
        return;
    put_num(b, 12, period);
    put_sample(b, 1, value, n - 1);
    put_function(b, 1, string, 0);
    put_mem(&table, 6, "f", 1);
    put_raw(b, table.p, table.n);
}

/* What a list of types becomes: "kind=value*obs" each, apart by spaces. */
static const char *kinds_of(const char *types, uint64_t period,
                            const int64_t *value)
{
    static char text[512];
    blob b = { .n = 0 };
    loaded l;
    size_t n = 0;

    put_typed(&b, types, period, value);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    text[0] = 0;
    for (size_t i = 1; i < l.in.segment.n; i++) {
        const segment *s = &l.in.segment.v[i];
        const kind_row *k = &l.in.kind.v[s->kind];
        corr_str name = input_text(&l.in, k->name);
        int64_t obs = s->obs && s->obs[0] ? s->obs[0] : 1;
        assert_int_equal(s->n, 1);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s=%lld*%lld",
                              n ? " " : "", CORR_STR_ARG(name),
                              (long long)s->value[0], (long long)obs);
        if (k->flags & CORR_KIND_DEFAULT)
            n += (size_t)snprintf(text + n, sizeof text - n, "!");
    }
    input_clear(&l.in);
    return text;
}

#define VALUES(...) ((const int64_t[]){ __VA_ARGS__ })

static void assert_kinds(const char *types, uint64_t period,
                         const int64_t *value, const char *want)
{
    assert_string_equal(kinds_of(types, period, value), want);
}

static void counts_become_the_observations_of_what_they_count(void **state)
{
    (void)state;
    /* Go, fgprof */
    assert_kinds("cpu/nanoseconds,samples/count,cpu/nanoseconds", 10000000,
                 VALUES(3, 30000000), "cpu=30000000*3!");
    assert_kinds("wallclock/nanoseconds,samples/count,time/nanoseconds", 10,
                 VALUES(7, 70), "wall=70*7!");
    assert_kinds("contentions/count,contentions/count,delay/nanoseconds", 1,
                 VALUES(5, 900), "lock=900*5!");
    /* dd-trace-js, in both of its units */
    assert_kinds("wall/nanoseconds,sample/count,wall/nanoseconds,"
                 "cpu/nanoseconds",
                 1000, VALUES(2, 2000, 50), "wall=2000*2 cpu=50*2!");
    assert_kinds("wall/microseconds,sample/count,wall/microseconds", 1000,
                 VALUES(2, 20), "wall=20000*2!");
    /* the libdatadog family */
    assert_kinds("/,cpu-time/nanoseconds,cpu-samples/count,"
                 "wall-time/nanoseconds,wall-samples/count,lock-acquire/count,"
                 "lock-acquire-wait/nanoseconds,exception-samples/count",
                 0, VALUES(100, 4, 300, 6, 2, 70, 9),
                 "cpu=100*4 wall=300*6 lock=70*2 exception=9*9!");
    assert_kinds("/,alloc-samples/count,alloc-space/bytes,"
                 "alloc-samples-unscaled/count,heap-space/bytes",
                 0, VALUES(80, 4096, 2, 512),
                 "alloc_count=80*2 alloc_bytes=4096*2 live_bytes=512*1!");
    /* older .NET */
    assert_kinds("/,cpu/nanoseconds,exception/count,alloc_samples/count,"
                 "alloc_size/bytes,lock_count/count,lock_time/nanoseconds",
                 0, VALUES(5, 1, 2, 64, 3, 9),
                 "cpu=5*1 exception=1*1 alloc_count=2*1 alloc_bytes=64*1 "
                 "lock=9*3!");
}

static void names_differ_in_case_and_dashes_only(void **state)
{
    (void)state;
    assert_kinds("CPU/nanoseconds,sample/count,CPU/nanoseconds", 10,
                 VALUES(4, 40), "cpu=40*4!");
    assert_kinds("/,Wall time/\xce\xbcs", 0, VALUES(6), "wall=6000*1!");
    assert_kinds("/,alloc_in_new_tlab_objects/count,"
                 "alloc_in_new_tlab_bytes/bytes",
                 0, VALUES(2, 99), "alloc_count=2*1 alloc_bytes=99*1!");
    assert_kinds("/,live/count", 0, VALUES(2), "live_count=2*1!");
    assert_kinds("inuse_space/bytes,inuse_objects/count,inuse_space/bytes", 0,
                 VALUES(2, 99), "live_count=2*1 live_bytes=99*1!");
    assert_kinds("goroutine/count,goroutine/count", 1, VALUES(8),
                 "goroutine=8*8!");
}

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

static void other_names_stay_and_stay_apart(void **state)
{
    (void)state;
    assert_kinds("/,tracepoint/events,gpu-space/bytes,request-time/seconds", 0,
                 VALUES(4, 5, 6),
                 "tracepoint=4*4 gpu-space=5*1 request-time=6000000000*1!");
    assert_kinds("/,cpu/nanoseconds,cpu-time/nanoseconds", 0, VALUES(4, 5),
                 "cpu=4*1 cpu-time=5*1!");
    assert_kinds("/,x/count,x/count", 0, VALUES(4, 5), "x=4*4 x/count 2=5*5!");
    assert_kinds("/,lock/count", 0, VALUES(4), "lock/count=4*4!");
}

static void a_period_counts_samples_unless_values_disprove_it(void **state)
{
    (void)state;
    assert_kinds("cpu/nanoseconds,cpu/nanoseconds", 10, VALUES(40),
                 "cpu=40*4!");
    assert_kinds("cpu/nanoseconds,cpu/nanoseconds", 1000, VALUES(40),
                 "cpu=40*1!");
    assert_kinds("wall/microseconds,wall/microseconds", 1, VALUES(40),
                 "wall=40000*1!");
    assert_kinds("space/bytes,inuse_space/bytes", 1000, VALUES(40000),
                 "live_bytes=40000*40!");
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

static void the_default_is_the_named_type_else_the_last(void **state)
{
    static const int64_t value[] = { 1, 2 };
    static const char *const want[] = { "wall", "wall", "cpu", "wall" };

    (void)state;
    for (uint64_t named = 0; named < 4; named++) {
        blob b = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 2, 2, 1)); /* cpu, wall */
        put_nums(&b, 1, NUMS(1, 3, 2, 1));
        put_num(&b, 14, named); /* "", nanoseconds: no type */
        put_sample(&b, 1, value, 2);
        put_function(&b, 1, 2, 0);
        put_words(&b, "nanoseconds cpu wall");
        load_blob(&l, &b);
        for (int i = 0; i < 2; i++) {
            const char *name = i ? "wall" : "cpu";
            bool is = kind_facts(&l, name)->flags & CORR_KIND_DEFAULT;
            assert_int_equal(is, strcmp(name, want[named]) == 0);
        }
        input_clear(&l.in);
    }
}

/* Go's profile with `leaf` as the innermost function of its only stack. */
static void load_go(loaded *l, const char *leaf, uint64_t duration)
{
    static const int64_t value[] = { 2, 500 };
    blob b = { .n = 0 };

    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 4));
    put_sample(&b, 1, value, 2);
    put_function(&b, 1, 6, 5);
    put_num(&b, 10, duration);
    put_words(&b, "contentions count delay nanoseconds sema.go");
    put_mem(&b, 6, leaf, strlen(leaf));
    load_blob(l, &b);
    assert_int_equal(l->code, CORR_OK);
}

static void go_locks_are_told_by_where_they_were_recorded(void **state)
{
    loaded l;

    (void)state;
    load_go(&l, "sync.(*Mutex).Unlock", 0);
    assert_int_equal(kind_facts(&l, "mutex")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE);
    assert_int_equal(obs_of(&l, "mutex"), 2);
    input_clear(&l.in);
    load_go(&l, "runtime.selectgo", 0);
    assert_int_equal(kind_facts(&l, "block")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE);
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), "Go"));
    input_clear(&l.in);
    load_go(&l, "runtime.unlock", 1000000000);
    assert_int_equal(kind_facts(&l, "mutex")->flags, CORR_KIND_DEFAULT);
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
    assert_int_equal(l.in.lost_events, 2);
    assert_non_null(said(&l, "sample 0: 9223372036854775807 cpu/seconds are "
                             "more than can be counted: left out"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_become_the_observations_of_what_they_count),
        cmocka_unit_test(names_differ_in_case_and_dashes_only),
        cmocka_unit_test(samples_alone_are_time_if_their_period_is_known),
        cmocka_unit_test(other_names_stay_and_stay_apart),
        cmocka_unit_test(a_period_counts_samples_unless_values_disprove_it),
        cmocka_unit_test(heap_values_tell_how_many_objects_were_sampled),
        cmocka_unit_test(the_default_is_the_named_type_else_the_last),
        cmocka_unit_test(go_locks_are_told_by_where_they_were_recorded),
        cmocka_unit_test(a_value_too_large_for_its_unit_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
