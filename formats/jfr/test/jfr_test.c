/* Flight recordings: the worked example to the byte, chunks, their clocks and
 * their versions. */
#include "test/test_jfr.h"

#define EXAMPLE "testdata/fuzz/jfr/example.jfr"

static void put_file(bytes *b, const char *path)
{
    FILE *f = fopen(path, "rb");

    if (!f)
        fail_msg("%s is missing", path);
    b->n = fread(b->p, 1, sizeof b->p, f);
    fclose(f);
}

static const char sample_type[] =
    "java.lang.Thread osThreadId:long javaName:String javaThreadId:long;"
    "jdk.ExecutionSample! startTime:long@TICKS "
    "sampledThread:java.lang.Thread*";

/* ---- the example ------------------------------------------------------------ */

static void the_worked_example_means_what_it_says(void **state)
{
    static bytes b;
    loaded l;

    (void)state;
    put_file(&b, EXAMPLE);
    assert_int_equal(b.n, 698);
    load_bytes(&l, b.p, b.n);
    assert_int_equal(l.code, CORR_OK);
    assert_rows(&l, "cpu", "-500 1 [unknown thread #7] \n+2500000 1 main ");
    const segment *s = find_kind(&l, "cpu");
    const thread_row *t = &l.in.thread.v[s->thread[1]];
    assert_int_equal(t->os_id, 4242);
    assert_int_equal(t->vm_id, 1);
    assert_false(t->is_virtual);
    assert_int_equal(l.in.from, START);
    assert_int_equal(l.in.to, START + 5000000);
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#count"), "2");
    assert_false(l.in.lost.damaged);
    assert_int_equal(kind_facts(&l, "cpu")->period, 0);
    assert_int_equal(kind_facts(&l, "cpu")->unit, CORR_COUNT);
    input_clear(&l.in);
}

static void the_example_twice_is_a_copy_and_counts_once(void **state)
{
    static bytes b, twice;
    loaded l;

    (void)state;
    put_file(&b, EXAMPLE);
    put(&twice, b.p, b.n);
    put(&twice, b.p, b.n);
    load_bytes(&l, twice.p, twice.n);
    assert_int_equal(nrows(&l), 2);
    assert_non_null(
        said(&l, "1 chunk is in the file twice; it is counted once"));
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#count"), "2");
    input_clear(&l.in);
}

/* A copy that was made while the chunk was being written, with less of it. */
static void an_earlier_copy_of_a_chunk_counts_for_nothing(void **state)
{
    static bytes b, twice;
    loaded l;

    (void)state;
    put_file(&b, EXAMPLE);
    put(&twice, b.p, b.n);
    put(&twice, b.p, b.n);
    uint8_t *earlier = twice.p + b.n;
    earlier[64] = 5;
    earlier[14] = 2; /* size 640 */
    earlier[15] = 128;
    load_bytes(&l, twice.p, b.n + 640);
    assert_int_equal(nrows(&l), 2);
    assert_int_equal(l.in.block.n, 1);
    assert_int_equal(l.in.block.nbroken, 0);
    assert_non_null(
        said(&l, "1 chunk is in the file twice; it is counted once"));
    input_clear(&l.in);
}

/* A file of the repository, copied while it was written, and what was dumped
 * later: one event of two is in both. */
static void a_chunk_goes_on_where_a_part_of_it_ended(void **state)
{
    static bytes b, both;
    loaded l;

    (void)state;
    put_file(&b, EXAMPLE);
    for (unsigned i = 0; i < 2; i++) { /* copied twice */
        put(&both, b.p, 637);
        uint8_t *part = both.p + both.n - 637;
        part[64] = 5;
        part[15] = 125; /* size 637 */
        memset(part + 16, 0, 8);
    }
    put(&both, b.p, b.n);
    load_bytes(&l, both.p, both.n);
    assert_int_equal(nrows(&l), 2);
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#count"), "2");
    assert_non_null(
        said(&l, "1 chunk is in the file twice; it is counted once"));
    assert_non_null(said(
        &l,
        "1 chunk follows an incomplete copy; the common part is counted once"));
    input_clear(&l.in);
}

/* ---- recognising -------------------------------------------------------------- */

static void a_recording_is_known_by_its_magic(void **state)
{
    const corr_format *f = &corr_format_jfr;

    (void)state;
    assert_int_equal(f->probe((const uint8_t *)"FLR\0\0\2\0\0", 8, false), 100);
    assert_int_equal(f->probe((const uint8_t *)"FLR\0", 4, true), 100);
    assert_int_equal(f->probe((const uint8_t *)"FLR\1\0\2\0\0", 8, true), 0);
    assert_int_equal(f->probe((const uint8_t *)"FL", 2, true), 0);
    assert_int_equal(f->probe((const uint8_t *)"", 0, true), 0);
}

static void a_header_that_is_cut_is_refused(void **state)
{
    static bytes b;
    loaded l;

    (void)state;
    put_file(&b, EXAMPLE);
    for (size_t n = 4; n < JFR_HEADER; n++) {
        load_bytes(&l, b.p, n);
        assert_int_equal(l.code, CORR_EFORMAT);
        input_clear(&l.in);
    }
    load_bytes(&l, b.p, 50);
    assert_string_equal(l.err.what,
                        "the recording is cut off before its first event");
    input_clear(&l.in);
}

static void an_old_recording_is_refused_with_its_version(void **state)
{
    static bytes b;
    loaded l;

    (void)state;
    put_file(&b, EXAMPLE);
    set_be(&b, 4, 0, 2);
    set_be(&b, 6, 9, 2);
    load_bytes(&l, b.p, b.n);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, "JFR 0.9 (Oracle's JDK 7 and 8) cannot be "
                                    "read; record with JDK 8u262 or later");
    input_clear(&l.in);
    set_be(&b, 4, 3, 2);
    load_bytes(&l, b.p, b.n);
    assert_int_equal(l.code, CORR_EFORMAT);
    input_clear(&l.in);
}

static void version_1_has_oracles_names_for_the_same(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ .major = 1 },
                "com.oracle.jfr.types.Symbol string:String;"
                "java.lang.Thread javaName:String javaThreadId:long "
                "osThreadId:long;"
                "com.oracle.jdk.ExecutionSample! startTime:long@TICKS "
                "sampledThread:java.lang.Thread*");
    put_constants(&r, "java.lang.Thread: 1 'main' 1 5");
    put_event(&r, "com.oracle.jdk.ExecutionSample", "7 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+7 1 main ");
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#count"), "1");
    input_clear(&l.in);
}

static void plain_integers_and_unknown_flags_are_left_out(void **state)
{
    static bytes b;
    loaded l;

    (void)state;
    for (unsigned flags = 0; flags < 8; flags++) {
        put_file(&b, EXAMPLE);
        set_be(&b, 66, flags, 2);
        load_bytes(&l, b.p, b.n);
        assert_int_equal(l.code, CORR_OK);
        const bool is_known = flags == 1 || flags == 3;
        assert_int_equal(nrows(&l), is_known ? 2 : 0);
        assert_int_equal(l.in.lost.damaged, !is_known);
        input_clear(&l.in);
    }
}

/* ---- chunks ---------------------------------------------------------------------- */

static void types_have_other_numbers_in_each_chunk(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ .ticks = 0 }, sample_type);
    put_constants(&r, "java.lang.Thread: 1 11 'main' 1");
    put_event(&r, "jdk.ExecutionSample", "5 1");
    end_chunk(&r);
    /* the number that was the thread's is the event's, and constant 1
     * another */
    begin_chunk(&r, &(clock){ .ns = START + 1000, .ticks = 70, .first = 5 },
                "jdk.ExecutionSample! sampledThread:java.lang.Thread* "
                "startTime:long@TICKS;"
                "java.lang.Thread javaThreadId:long javaName:String");
    put_constants(&r, "java.lang.Thread: 1 2 'other'");
    put_event(&r, "jdk.ExecutionSample", "1 76");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+5 1 main \n+1006 1 other ");
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#count"), "2");
    input_clear(&l.in);
}

static void nothing_of_a_chunk_is_known_in_the_next(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 }, sample_type);
    put_constants(&r, "java.lang.Thread: 1 11 'main' 1");
    put_event(&r, "jdk.ExecutionSample", "5 1");
    end_chunk(&r);
    begin_chunk(&r, &(clock){ .ns = START + 1000 }, sample_type);
    put_event(&r, "jdk.ExecutionSample", "6 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+5 1 main \n+1006 1 [unknown thread #1] ");
    input_clear(&l.in);
}

static void chunks_may_overlap_and_come_in_any_order(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    for (int64_t at = 2000; at >= 0; at -= 1000) {
        begin_chunk(&r, &(clock){ .ns = START + at, .duration = 5000 },
                    sample_type);
        put_event(&r, "jdk.ExecutionSample", "7 0");
        end_chunk(&r);
    }
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+7 1 ? \n+1007 1 ? \n+2007 1 ? ");
    assert_int_equal(l.in.from, START);
    assert_int_equal(l.in.to, START + 7000); /* not the sum of lengths */
    input_clear(&l.in);
}

/* ---- clocks ---------------------------------------------------------------------- */

static void ticks_are_nanoseconds_by_the_chunks_own_clock(void **state)
{
    const jfr_header h = { .start_ns = INT64_C(1764151200123456789),
                           .start_ticks = INT64_C(9876543210987),
                           .hz = INT64_C(2500000000) };

    (void)state;
    assert_int_equal(jfr_time(&h, h.start_ticks + INT64_C(3123456789)),
                     INT64_C(1764151201372839504));
    assert_int_equal(jfr_time(&h, h.start_ticks), h.start_ns);
    assert_int_equal(jfr_time(&h, h.start_ticks - 5), h.start_ns - 2);
}

static void times_that_cannot_be_stay_at_the_ends(void **state)
{
    jfr_header h = { .start_ns = START, .hz = 1 };

    (void)state;
    assert_int_equal(jfr_time(&h, INT64_MAX), INT64_MAX);
    assert_int_equal(jfr_span_ns(&h, INT64_MIN), -INT64_MAX);
    assert_int_equal(jfr_span_ns(&h, 3), INT64_C(3000000000));
    h.hz = INT64_MAX;
    assert_int_equal(jfr_span_ns(&h, INT64_MAX), 1000000000);
    h.hz = 0; /* unknown: a nanosecond */
    assert_int_equal(jfr_span_ns(&h, 12), 12);
    h.hz = -7;
    assert_int_equal(jfr_span_ns(&h, -12), -12);
}

static void a_number_is_a_time_by_its_unit(void **state)
{
    const jfr_header h = { .start_ns = START, .start_ticks = 10, .hz = 1000 };
    static const struct {
        jfr_unit unit;
        int64_t n, ns;
    } cases[] = {
        { JFR_TICKS, 3, 3000000 },
        { JFR_TIMESTAMP, 13, START + 3000000 },
        { JFR_NS, 7, 7 },
        { JFR_US, 7, 7000 },
        { JFR_MS, 7, 7000000 },
        { JFR_S, 7, 7000000000 },
        { JFR_EPOCH_NS, START, START },
        { JFR_EPOCH_MS, START / 1000000, START },
        { JFR_EPOCH_S, START / 1000000000, START },
        { JFR_S, INT64_MAX, INT64_MAX },
        { JFR_S, -INT64_MAX, -INT64_MAX },
        { JFR_TIMESTAMP, INT64_MIN, CORR_NO_TIME },
        { JFR_EPOCH_MS, INT64_MIN, CORR_NO_TIME },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(jfr_ns(&h, cases[i].unit, cases[i].n), cases[i].ns);
}

static void a_chunk_tells_how_far_the_clock_before_it_was_off(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ .ticks = 100 }, sample_type);
    put_event(&r, "jdk.ExecutionSample", "100 0");
    end_chunk(&r);
    begin_chunk(&r, &(clock){ .ns = START + 1000000, .ticks = 970100 },
                sample_type);
    put_event(&r, "jdk.ExecutionSample", "970100 0");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(l.in.clock.error, 30000);
    input_clear(&l.in);

    /* another machine: no clock to compare with */
    set_be(&r.all, 48, (uint64_t)-1 << 62, 8);
    load_recording(&l, &r);
    assert_int_equal(l.in.clock.error, 1000);
    input_clear(&l.in);
    for (size_t at = 32; at <= 48; at += 8)
        for (unsigned edge = 0; edge < 2; edge++) {
            recording *e = malloc(sizeof *e);
            assert_non_null(e);
            *e = r;
            set_be(&e->all, at,
                   edge ? (uint64_t)INT64_MIN : (uint64_t)INT64_MAX, 8);
            load_recording(&l, e); /* at the ends of the range as well */
            assert_int_equal(nrows(&l), 2);
            input_clear(&l.in);
            free(e);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example_means_what_it_says),
        cmocka_unit_test(the_example_twice_is_a_copy_and_counts_once),
        cmocka_unit_test(an_earlier_copy_of_a_chunk_counts_for_nothing),
        cmocka_unit_test(a_chunk_goes_on_where_a_part_of_it_ended),
        cmocka_unit_test(a_recording_is_known_by_its_magic),
        cmocka_unit_test(a_header_that_is_cut_is_refused),
        cmocka_unit_test(an_old_recording_is_refused_with_its_version),
        cmocka_unit_test(version_1_has_oracles_names_for_the_same),
        cmocka_unit_test(plain_integers_and_unknown_flags_are_left_out),
        cmocka_unit_test(types_have_other_numbers_in_each_chunk),
        cmocka_unit_test(nothing_of_a_chunk_is_known_in_the_next),
        cmocka_unit_test(chunks_may_overlap_and_come_in_any_order),
        cmocka_unit_test(ticks_are_nanoseconds_by_the_chunks_own_clock),
        cmocka_unit_test(times_that_cannot_be_stay_at_the_ends),
        cmocka_unit_test(a_number_is_a_time_by_its_unit),
        cmocka_unit_test(a_chunk_tells_how_far_the_clock_before_it_was_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
