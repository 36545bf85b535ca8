/* Tests of pprof_kind.c: which sample type is which kind, and counts which. */
#include "test/test_kinds.h"

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
    /* events between two samples, and perf_data_converter's name for them */
    assert_kinds("/,samples/count,cycles/count", 0, VALUES(3, 4000),
                 "cycles=4000*3! samples=3*3");
    assert_kinds("/,samples/count,alloc_objects/count", 0, VALUES(3, 400),
                 "alloc_count=400*3! samples=3*3");
    assert_kinds("cycles/count,cycles_sample/count,cycles_event/count", 1000,
                 VALUES(3, 4000), "cycles_sample=3*3 cycles_event=4000*3!");
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

static void every_unit_has_a_size(void **state)
{
    static const struct {
        const char *names;
        corr_unit unit;
        int64_t size;
    } known[] = {
        { "nanoseconds nanosecond ns", CORR_NS, 1 },
        { "microseconds microsecond us \xce\xbcs \xc2\xb5s", CORR_NS, 1000 },
        { "milliseconds millisecond ms", CORR_NS, 1000000 },
        { "seconds second s", CORR_NS, 1000000000 },
        { "bytes byte b", CORR_BYTES, 1 },
        { "kilobytes kb KB KiB kbytes", CORR_BYTES, 1024 },
        { "megabytes mb MiB MB", CORR_BYTES, 1048576 },
        { "gb GiB gigabyte", CORR_BYTES, INT64_C(1) << 30 },
        { "tb TiB", CORR_BYTES, INT64_C(1) << 40 },
        { "minutes min", CORR_NS, INT64_C(60000000000) },
        { "hours hr", CORR_NS, INT64_C(3600000000000) },
        { "days", CORR_NS, INT64_C(86400000000000) },
        { "samples objects events {samples} 1", CORR_COUNT, 1 },
        { "count cycles GCU percent kilogcu", CORR_AMOUNT, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        corr_str rest = corr_str_of(known[i].names);
        corr_str name;
        while (corr_str_next(&rest, ' ', &name)) {
            char types[64];
            blob b = { .n = 0 };
            loaded l;
            snprintf(types, sizeof types, "/,x/%.*s", CORR_STR_ARG(name));
            put_typed(&b, types, 0, VALUES(3));
            load_blob(&l, &b);
            assert_int_equal(total_of(&l, "x"), 3 * known[i].size);
            assert_int_equal(kind_facts(&l, "x")->unit, known[i].unit);
            input_clear(&l.in);
        }
    }
}

/* The names that profilers use for the same thing, and whether it is a
 * state. */
static void every_type_that_is_known_has_its_kind(void **state)
{
    static const struct {
        const char *types, *unit, *kind;
        unsigned flags;
    } known[] = {
        { "cpu cpu-time", "ns", "cpu", 0 },
        { "wall wall-time wallclock time", "ns", "wall", 0 },
        { "offcpu off-cpu", "ns", "offcpu", 0 },
        { "delay lock-time lock-duration lock-acquire-wait", "ns", "lock", 0 },
        { "mutex-duration", "ns", "mutex", 0 },
        { "block-duration", "ns", "block", 0 },
        { "alloc-space alloc-size alloc-bytes alloc-in-new-tlab-bytes "
          "alloc-sample-bytes alloc-outside-tlab-bytes",
          "bytes", "alloc_bytes", 0 },
        { "alloc-objects alloc-samples alloc-in-new-tlab-objects "
          "alloc-sample-objects alloc-outside-tlab-objects",
          "count", "alloc_count", 0 },
        { "inuse-space heap-space heap-live-size space live", "bytes",
          "live_bytes", CORR_KIND_SNAPSHOT },
        { "inuse-objects heap-live-samples objects live", "count", "live_count",
          CORR_KIND_SNAPSHOT },
        { "goroutine goroutines", "count", "goroutine",
          CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE },
        { "exception exceptions exception-samples", "count", "exception", 0 },
        { "gpu-space", "bytes", "gpu-space", 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        corr_str rest = corr_str_of(known[i].types);
        corr_str type;
        while (corr_str_next(&rest, ' ', &type)) {
            char types[64];
            blob b = { .n = 0 };
            loaded l;
            snprintf(types, sizeof types, "/,%.*s/%s,x/count",
                     CORR_STR_ARG(type), known[i].unit);
            put_typed(&b, types, 0, VALUES(3, 4));
            load_blob(&l, &b);
            assert_int_equal(total_of(&l, known[i].kind), 3);
            assert_int_equal(kind_facts(&l, known[i].kind)->flags,
                             known[i].flags);
            assert_int_equal(kind_facts(&l, "x")->flags, CORR_KIND_DEFAULT);
            input_clear(&l.in);
        }
    }
}

static void every_count_belongs_to_what_it_counts(void **state)
{
    static const struct {
        const char *counts, *what;
    } known[] = {
        { "samples sample cpu-samples cpu-sample cpu", "cpu/ns" },
        { "samples sample wall-samples wall-sample wall", "wall/ns" },
        { "samples sample", "x/bytes" },
        { "contentions lock-acquire lock-count", "delay/ns" },
        { "contentions mutex-count", "mutex-duration/ns" },
        { "contentions block-count", "block-duration/ns" },
        { "lock-release", "lock-release-hold/ns" },
        { "alloc-samples-unscaled", "alloc-objects/count" },
        { "alloc-samples-unscaled", "alloc-space/bytes" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        corr_str rest = corr_str_of(known[i].counts);
        corr_str count;
        while (corr_str_next(&rest, ' ', &count)) {
            char types[96];
            blob b = { .n = 0 };
            loaded l;
            snprintf(types, sizeof types, "/,%.*s/count,%s",
                     CORR_STR_ARG(count), known[i].what);
            put_typed(&b, types, 0, VALUES(3, 40));
            load_blob(&l, &b);
            assert_int_equal(l.in.segment.n, 2); /* nil, and what is counted */
            assert_int_equal(l.in.segment.v[1].value[0], 40);
            assert_int_equal(l.in.segment.v[1].obs[0], 3);
            input_clear(&l.in);
        }
    }
}

static void a_count_with_nothing_to_count_is_a_kind_of_its_own(void **state)
{
    (void)state;
    assert_kinds("/,samples/count,x/count", 0, VALUES(3, 4),
                 "x=4*3! samples=3*3");
    assert_kinds("/,cpu-samples/count,x/bytes", 0, VALUES(3, 4),
                 "x=4*1! samples=3*3");
    assert_kinds("/,wall-samples/count,x/bytes", 0, VALUES(3, 4),
                 "x=4*1! samples=3*3");
    assert_kinds("/,contentions/count,x/bytes", 0, VALUES(3, 4),
                 "x=4*1! contentions=3*3");
    assert_kinds("/,block-count/count,mutex-duration/ns", 0, VALUES(3, 4),
                 "mutex=4*1! block-count=3*3");
    assert_kinds("/,samples/count,cpu-samples/count,cpu/ns", 0, VALUES(3, 4, 9),
                 "cpu=9*4! samples=3*3");
}

static void other_names_stay_and_stay_apart(void **state)
{
    (void)state;
    assert_kinds("/,tracepoint/events,gpu-space/bytes,request-time/seconds", 0,
                 VALUES(4, 5, 6),
                 "tracepoint=4*4 gpu-space=5*1 request-time=6000000000*1!");
    assert_kinds("/,cpu/nanoseconds,cpu-time/nanoseconds", 0, VALUES(4, 5),
                 "cpu=4*1 cpu-time=5*1!");
    assert_kinds("/,x/count,x/count", 0, VALUES(4, 5), "x=4*1 x/count 2=5*1!");
    assert_kinds("/,lock/count", 0, VALUES(4), "lock/count=4*4!");
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

static void types_beyond_the_first_64_are_left_out_and_said(void **state)
{
    for (unsigned n = 63; n <= 66; n++) {
        blob b = { .n = 0 };
        blob m = { .n = 0 };
        loaded l;

        for (uint64_t i = 1; i <= n; i++)
            put_nums(&b, 1, NUMS(1, i + 1, 2, 1));
        for (uint64_t i = 0; i < n; i++)
            put_num(&m, 2, i + 1);
        put_msg(&b, 2, &m);
        put_words(&b, "bytes");
        for (unsigned i = 0; i < n; i++) {
            char name[8];
            int length = snprintf(name, sizeof name, "t%u", i + 1);
            put_mem(&b, 6, name, (size_t)length);
        }
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        assert_int_equal(l.in.segment.n, 1 + (n < 64 ? n : 64));
        assert_int_equal(total_of(&l, n < 64 ? "t63" : "t64"),
                         n < 64 ? 63 : 64);
        assert_int_equal(
            said(&l, "sample types after the first 64 were left out") != NULL,
            n > 64);
        input_clear(&l.in);
    }
    (void)state;
}

/* However long a name is, what there is room for is shown. */
static void a_long_type_is_cut(void **state)
{
    (void)state;
    for (size_t n = 45; n <= 200; n += n < 50 ? 1 : 50) {
        char types[256] = "/,";
        blob b = { .n = 0 };
        loaded l;
        memset(types + 2, 'x', n);
        memcpy(types + 2 + n, "/bytes", 7);
        put_typed(&b, types, 0, VALUES(3));
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        types[2 + (n < 63 ? n : 63)] = 0;
        assert_int_equal(total_of(&l, types + 2), 3);
        input_clear(&l.in);
    }
}

static void a_name_of_ours_is_only_for_what_we_mean_by_it(void **state)
{
    (void)state;
    assert_kinds("/,wall/bytes", 0, VALUES(4), "wall/bytes=4*1!");
    assert_kinds("/,alloc_count/bytes,y/bytes", 0, VALUES(4, 5),
                 "alloc_count/bytes=4*1 y=5*1!");
    assert_kinds("/,x/bytes,x/bytes,x/bytes", 0, VALUES(4, 5, 6),
                 "x=4*1 x/bytes 2=5*1 x/bytes 3=6*1!");
    assert_kinds("/,/bytes", 0, VALUES(4), "samples=4*1!");
}

static void a_named_default_may_be_what_counts_the_kind(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2)); /* samples */
    put_nums(&b, 1, NUMS(1, 3, 2, 4)); /* cpu */
    put_nums(&b, 1, NUMS(1, 5, 2, 4)); /* delay */
    put_num(&b, 14, 1);
    put_sample(&b, 1, VALUES(2, 30, 4), 3);
    put_function(&b, 1, 3, 0);
    put_words(&b, "samples count cpu ns delay");
    load_blob(&l, &b);
    assert_int_equal(kind_facts(&l, "cpu")->flags, CORR_KIND_DEFAULT);
    assert_int_equal(kind_facts(&l, "lock")->flags, 0);
    input_clear(&l.in);
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
    load_go(&l, "runtime.selectgo", UINT64_MAX); /* -1 ns is no duration */
    assert_int_equal(kind_facts(&l, "block")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE);
    input_clear(&l.in);
    load_go(&l, "runtime.unlock", 1000000000);
    assert_int_equal(kind_facts(&l, "mutex")->flags, CORR_KIND_DEFAULT);
    input_clear(&l.in);
}

static void a_lock_recorded_nowhere_is_a_lock(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_nums(&b, 1, NUMS(1, 3, 2, 4));
    put_sample(&b, 9, VALUES(2, 500), 2); /* no such location */
    put_sample(&b, 1, VALUES(2, 500), 2);
    put_function(&b, 1, 6, 5);
    put_words(&b, "contentions count delay nanoseconds a.go f");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(total_of(&l, "block"), 500);
    assert_int_equal(l.in.lost.events, 1);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_become_the_observations_of_what_they_count),
        cmocka_unit_test(names_differ_in_case_and_dashes_only),
        cmocka_unit_test(every_unit_has_a_size),
        cmocka_unit_test(every_type_that_is_known_has_its_kind),
        cmocka_unit_test(every_count_belongs_to_what_it_counts),
        cmocka_unit_test(a_count_with_nothing_to_count_is_a_kind_of_its_own),
        cmocka_unit_test(other_names_stay_and_stay_apart),
        cmocka_unit_test(the_default_is_the_named_type_else_the_last),
        cmocka_unit_test(types_beyond_the_first_64_are_left_out_and_said),
        cmocka_unit_test(a_long_type_is_cut),
        cmocka_unit_test(a_name_of_ours_is_only_for_what_we_mean_by_it),
        cmocka_unit_test(a_named_default_may_be_what_counts_the_kind),
        cmocka_unit_test(go_locks_are_told_by_where_they_were_recorded),
        cmocka_unit_test(a_lock_recorded_nowhere_is_a_lock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
