/* Flight recordings that are damaged, unfinished, truncated or made up: the
 * reader reads the readable part, reports the loss, and does not take long. */
#include "test/test_jfr.h"
#include "test/test_sums.h"

#define STACK "app.Main.main;app.Main.work:7"

/* Two chunks: three samples, then one, each with a wait. */
static void make(recording *r)
{
    r->all.n = 0;
    begin_java(r, "jdk.ThreadSleep! startTime:long@TICKS duration:long@TICKS "
                  "eventThread:java.lang.Thread*");
    put_event(r, "jdk.ExecutionSample", "1001 1 1 1");
    put_event(r, "jdk.ExecutionSample", "1002 1 1 1");
    put_event(r, "jdk.ThreadSleep", "1003 5 2");
    put_event(r, "jdk.ExecutionSample", "1004 2 2 1");
    end_chunk(r);
    begin_chunk(r, &(clock){ .ticks = 2000, .ns = START + 1000 }, JAVA_TYPES);
    put_constants(r, JAVA_CONSTANTS);
    put_event(r, "jdk.ExecutionSample", "2001 1 1 1");
    end_chunk(r);
}

/* A copy that ends where its memory does, so that a sanitizer sees more. */
static void load_copy(loaded *l, const uint8_t *p, size_t n)
{
    uint8_t *copy = malloc(n ? n : 1);

    assert_non_null(copy);
    memcpy(copy, p, n);
    load_bytes(l, copy, n);
    free(copy);
}

/* ---- cut ------------------------------------------------------------------------ */

static void a_cut_anywhere_keeps_what_stood_before(void **state)
{
    static recording r;
    size_t before = 0;

    (void)state;
    make(&r);
    const size_t second = r.at;
    for (size_t n = JFR_HEADER; n <= r.all.n; n++) {
        loaded l;
        load_copy(&l, r.all.p, n);
        if (l.code == CORR_OK) {
            assert_true(nrows(&l) >= before);
            assert_true(nrows(&l) <= 5);
            assert_int_equal(l.in.lost.damaged, n != r.all.n && n != second);
            before = nrows(&l);
        }
        input_clear(&l.in);
    }
    assert_int_equal(before, 5);
}

static void a_cut_is_said_with_what_is_there(void **state)
{
    static recording r;
    loaded l;
    char text[128];

    (void)state;
    make(&r);
    load_bytes(&l, r.all.p, r.all.n - 3);
    snprintf(text, sizeof text,
             "chunk 2 is cut off; %zu of %zu bytes are there",
             r.all.n - r.at - 3, r.all.n - r.at);
    assert_non_null(said(&l, text));
    assert_int_equal(l.in.lost.bytes, 3);
    assert_int_equal(nrows(&l), 4);
    input_clear(&l.in);
}

static void a_wrong_size_loses_nothing(void **state)
{
    static recording r;
    loaded l;
    char text[128];

    (void)state;
    make(&r);
    begin_chunk(&r, &(clock){ .ticks = 3000, .ns = START + 2000 }, JAVA_TYPES);
    put_event(&r, "jdk.ExecutionSample", "3001 1 1 1");
    put_constants(&r, JAVA_CONSTANTS); /* last, as recorders do */
    end_chunk(&r);
    set_be(&r.all, r.at + 8, 57139420272449997, 8);
    load_bytes(&l, r.all.p, r.all.n);
    snprintf(text, sizeof text,
             "chunk 3 is whole, with %zu bytes; the size in the header is "
             "wrong, 57139420272449997",
             r.all.n - r.at);
    assert_non_null(said(&l, text));
    assert_int_equal(l.in.lost.bytes, 0);
    assert_int_equal(nrows(&l), 6);
    input_clear(&l.in);
}

static void a_strict_reader_refuses_a_cut_recording(void **state)
{
    static recording r;
    const src_opts so = { .path = "t.jfr" };
    loaded l;

    (void)state;
    make(&r);
    load_as(&l, &corr_format_jfr,
            src_open_memory(r.all.p, r.all.n - 3, &so, NULL),
            &(corr_load_opts){ .strict = true });
    assert_int_equal(l.code, CORR_EFORMAT);
    input_clear(&l.in);
}

/* ---- flipped --------------------------------------------------------------------- */

static void a_flipped_byte_never_makes_more_of_it(void **state)
{
    static recording r, bad;

    (void)state;
    make(&r);
    for (size_t at = 0; at < r.all.n; at++)
        for (unsigned mask = 1; mask < 256; mask = mask * 16 + 15) {
            loaded l;
            bad = r;
            bad.all.p[at] ^= (uint8_t)mask;
            load_copy(&l, bad.all.p, bad.all.n);
            if (l.code == CORR_OK)
                assert_true(nrows(&l) <= 8);
            input_clear(&l.in);
        }
}

/* ---- sizes ------------------------------------------------------------------------- */

static void an_event_without_a_size_ends_its_chunk_only(void **state)
{
    static const uint8_t sizes[][9] = {
        { 0 },
        { 1, 5 },
        { 0x80, 0x80, 0x80, 0 },
        { 0xff, 0xff, 0x7f },
        { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff },
        { 2, 0x80 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        static recording r;
        loaded l;
        r.all.n = 0;
        begin_java(&r, "");
        put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
        put(&r.all, sizes[i], sizeof sizes[i]);
        put_event(&r, "jdk.ExecutionSample", "1002 1 1 1");
        end_chunk(&r);
        set_be(&r.all, 40, 5000, 8); /* it lasted longer */
        begin_chunk(&r, &(clock){ .ns = START + 9 }, JAVA_TYPES);
        put_event(&r, "jdk.ExecutionSample", "1 0 0 0");
        end_chunk(&r);
        load_recording(&l, &r);
        assert_rows(&l, "cpu", "+1 1 main " STACK "\n+10 1 ? ");
        assert_true(l.in.lost.damaged);
        assert_true(l.in.lost.bytes > 9);
        assert_int_equal(l.in.loss.n, 1);
        assert_int_equal(l.in.loss.v[0].from, START + 1);
        assert_int_equal(l.in.loss.v[0].to, START + 5000);
        input_clear(&l.in);
    }
}

/* Bytes in front of a break may look like an event. */
static void what_is_of_no_time_of_a_broken_chunk_is_no_event(void **state)
{
    static const struct {
        const char *other;
        bool is_broken;
        unsigned char state;
        size_t cpu;
    } cases[] = {
        { "-8000000000 1 1 1", true, 0, 1 },
        { "3000006000 1 1 1", true, 0, 1 },
        { "-8000000000 1 1 1", false, 0, 2 },
        /* killed while it wrote, a little after its last header */
        { "900006000 1 1 1", true, 5, 2 },
    };
    static recording r;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jfr_header h;
        loaded l;
        r.all.n = 0;
        begin_java(&r, "jdk.ObjectAllocationSample! startTime:long@TICKS "
                       "eventThread:java.lang.Thread* weight:long");
        put_event(&r, "jdk.ObjectAllocationSample", "1001 1 500");
        put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
        size_t sure = r.all.n;
        put_event(&r, "jdk.ExecutionSample", cases[i].other);
        if (cases[i].state)
            sure = r.all.n;
        put_event(&r, "jdk.ObjectAllocationSample", "-8000000000 1 4000000000");
        if (cases[i].is_broken)
            put(&r.all, "\0\0\0", 3);
        end_chunk(&r);
        set_be(&r.all, 40, 5000, 8);
        r.all.p[64] = cases[i].state;
        load_recording(&l, &r);
        assert_int_equal(find_kind(&l, "cpu")->n, cases[i].cpu);
        assert_int_equal(total_of(&l, "alloc_bytes"),
                         cases[i].is_broken ? 500 : 4000000500);
        input_clear(&l.in);
        assert_true(jfr_header_read(&h, r.all.p, r.all.n));
        const jfr_chunk k = { .h = h, .p = r.all.p, .n = r.all.n };
        assert_int_equal(jfr_walk(&k).end, cases[i].is_broken ? sure : r.all.n);

        /* the same where only sums are wanted */
        load_wanted(&l, r.all.p, r.all.n,
                    &(corr_want){ .rows = CORR_ROWS_ONE_KIND, .kind = "cpu" });
        assert_int_equal(find_kind(&l, "alloc_bytes")->only.value,
                         cases[i].is_broken ? 500 : 4000000500);
        input_clear(&l.in);
    }
}

/* Elements without a name, without attributes, without children: many close
 * all that are open.  Types without fields would be left, and events without a
 * time. */
static void zeros_among_the_types_are_no_types(void **state)
{
    static recording r;

    (void)state;
    for (size_t zeros = 10; zeros < 60; zeros++) {
        loaded l;
        r.all.n = 0;
        begin_chunk(
            &r, &(clock){ 0 },
            "jdk.ThreadSleep! startTime:long@TICKS duration:long@TICKS");
        memset(r.all.p + r.all.n - zeros, 0, zeros);
        put_event(&r, "jdk.ThreadSleep", "3 4");
        end_chunk(&r);
        load_recording(&l, &r);
        assert_true(l.in.lost.damaged);
        assert_int_equal(nrows(&l), 0);
        input_clear(&l.in);
    }
}

static void an_event_in_which_bytes_are_missing_is_none(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "jdk.ThreadSleep! startTime:long@TICKS duration:long@TICKS "
                   "eventThread:java.lang.Thread*");
    put_event(&r, "jdk.ThreadSleep", "1003 500 2");
    put_event(&r, "jdk.ThreadSleep", "1005 600 2");
    r.all.p[r.all.n - 3] = r.all.p[r.all.n - 2];
    r.all.p[r.all.n - 2] = r.all.p[r.all.n - 1];
    r.all.n--;
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    end_chunk(&r);
    set_be(&r.all, 8, r.all.n + 1, 8);
    load_recording(&l, &r);
    assert_true(l.in.lost.damaged);
    assert_rows(&l, "sleep", "+3 500 worker  for=500");
    input_clear(&l.in);
}

static void what_has_the_number_of_no_event_is_none(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    make(&r);
    begin_chunk(&r, &(clock){ .ticks = 3000, .ns = START + 2000 }, JAVA_TYPES);
    put_event(&r, "int", "3001 1 1 1");
    put_event(&r, "jdk.ExecutionSample", "3001 1 1 1");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 6);
    assert_string_equal(setting_of(&l, "int#count"), "");
    input_clear(&l.in);
}

static void a_chunk_of_a_wrong_size_ends_at_the_next(void **state)
{
    static const int64_t sizes[] = { 0,         -1,        67,       INT64_MIN,
                                     INT64_MAX, 1LL << 40, 1LL << 30 };
    static recording r;

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        loaded l;
        make(&r);
        set_be(&r.all, 8, (uint64_t)sizes[i], 8);
        load_recording(&l, &r);
        assert_int_equal(nrows(&l), 5);
        assert_true(l.in.lost.damaged);
        input_clear(&l.in);
    }
}

static void what_is_no_chunk_is_stepped_over(void **state)
{
    static recording r, junk;
    loaded l;

    (void)state;
    make(&r);
    junk.all.n = 0;
    put(&junk.all, r.all.p, r.at);
    put(&junk.all, "eight FL", 8);
    put(&junk.all, r.all.p + r.at, r.all.n - r.at);
    put(&junk.all, "behind", 6);
    load_recording(&l, &junk);
    assert_int_equal(nrows(&l), 5);
    assert_non_null(
        said(&l, "8 bytes after chunk 1 left out; no chunk begins there"));
    assert_int_equal(l.in.lost.bytes, 14);
    input_clear(&l.in);
}

static void a_header_that_is_cut_off_is_a_chunk_that_is(void **state)
{
    static recording r, cut;
    loaded l;

    (void)state;
    make(&r);
    cut.all.n = 0;
    put(&cut.all, r.all.p, r.at + 30);
    load_recording(&l, &cut);
    assert_non_null(
        said(&l, "chunk 2 is cut off; 30 of 68 bytes of the header are there"));
    assert_int_equal(l.in.lost.bytes, 30);
    input_clear(&l.in);
    cut.all.n = 0;
    put(&cut.all, r.all.p, r.at + 3); /* may be anything */
    load_recording(&l, &cut);
    assert_non_null(
        said(&l, "3 bytes after chunk 1 left out; no chunk begins there"));
    input_clear(&l.in);
}

/* ---- unfinished ---------------------------------------------------------------------- */

static void
a_chunk_that_is_being_written_is_read_as_far_as_it_goes(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    make(&r);
    r.all.p[64] = 27; /* flushes */
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 5);
    assert_non_null(said(&l, "chunk 1 was still being written; the last events "
                             "and names may be missing"));
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void what_was_written_after_the_last_header_is_read(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    for (int state_byte = 0; state_byte < 2; state_byte++) {
        r.all.n = 0;
        begin_java(&r, "");
        put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
        end_chunk(&r);
        r.all.p[64] = (uint8_t)state_byte;
        put_event(&r, "jdk.ExecutionSample", "1002 2 1 1");
        load_recording(&l, &r);
        assert_int_equal(nrows(&l), state_byte ? 2 : 1);
        assert_int_equal(l.in.lost.damaged, !state_byte);
        input_clear(&l.in);
    }
}

static void a_header_among_the_constants_is_no_chunk(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "a.Header copy:byte[]");
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    char text[256] = "a.Header: 1 68 x";
    size_t n = strlen(text);
    for (unsigned i = 0; i < JFR_HEADER; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%02x", r.all.p[i]);
    put_constants(&r, text);
    put_event(&r, "jdk.ExecutionSample", "1002 2 1 1");
    end_chunk(&r);
    set_be(&r.all, 8, r.all.n + 1, 8); /* a byte of it is missing */
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+1 1 main " STACK "\n+2 1 worker " STACK);
    input_clear(&l.in);
}

static void async_profiler_that_was_killed_leaves_times_and_counts(void **state)
{
    /* what its header says before it is finished: where constants are, and
     * where types */
    static const uint64_t places[][2] = { { 0, 0 }, { 0, JFR_HEADER } };
    static recording r;
    static char types[8192];
    loaded l;

    (void)state;
    snprintf(types, sizeof types, "%s%s", JAVA_TYPES,
             "profiler.Log! startTime:long@TICKS;");
    for (size_t i = 0; i < 2; i++) {
        r.all.n = 0;
        begin_chunk(&r, &(clock){ 0 }, types);
        put_setting(&r, "jdk.ExecutionSample", "interval", "0");
        put_setting(&r, "jdk.ExecutionSample", "wall", "20");
        put_event(&r, "jdk.ExecutionSample", "5 1 1 0");
        put_event(&r, "jdk.ExecutionSample", "6 1 1 2");
        end_chunk(&r);
        set_be(&r.all, 8, 0x40000000, 8);
        set_be(&r.all, 16, places[i][0], 8);
        set_be(&r.all, 24, places[i][1], 8);
        load_recording(&l, &r);
        assert_rows(&l, "cpu", "+5 10000000 [unknown thread #1] ");
        assert_rows(&l, "wall", "+6 20 [unknown thread #1]  state=runnable");
        assert_int_equal((int)l.in.warning.n, 1);
        assert_non_null(said(&l, "chunk 1 is unfinished; counts and times are "
                                 "right, stacks and threads unknown"));
        assert_true(l.in.block.broken.v[0].block.open);
        assert_int_equal(l.in.block.broken.v[0].block.bytes, r.all.n);
        input_clear(&l.in);
    }
}

/* The chunk in a repository before its recorder's first write. */
static void
a_chunk_that_was_only_begun_has_lost_nothing_that_is_there(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    make(&r);
    const size_t first = r.all.n;
    put(&r.all, r.all.p, JFR_HEADER);
    r.all.p[first + 64] = 1;
    set_be(&r.all, first + 8, JFR_HEADER, 8);
    set_be(&r.all, first + 32, START + 9000000000, 8);
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 5);
    assert_int_equal((int)l.in.warning.n, 1);
    assert_non_null(
        said(&l, "chunk 3 was only begun; no event of it was written yet"));
    const corr_block *b = &l.in.block.broken.v[0].block;
    assert_true(b->open);
    assert_int_equal(b->read, b->bytes);
    assert_int_equal(b->types_of, 0);
    input_clear(&l.in);
}

static void a_clock_without_a_rate_is_of_nanoseconds(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    make(&r);
    set_be(&r.all, 56, 0, 8);
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 5);
    assert_non_null(
        said(&l, "chunk 1 has no length of a tick; corr assumes 1 ns"));
    input_clear(&l.in);
}

/* ---- checkpoints ----------------------------------------------------------------------- */

static void a_chain_that_leads_anywhere_ends(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    for (int64_t delta = -70; delta < 70; delta++) {
        r.all.n = 0;
        begin_java(&r, "");
        put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
        put(&r.all, "\0", 1); /* the walk ends, the chain is followed */
        char head[64];
        snprintf(head, sizeof head, "22 1 0 0 %lld x01 0 0 0 0 0 0 0",
                 (long long)delta);
        r.checkpoint = r.all.n - r.at;
        put_values(&r.all, corr_str_of(head));
        put_values(&r.all, CORR_STR("0 0 0 0 0 0 0 0 0 0"));
        end_chunk(&r);
        load_recording(&l, &r);
        assert_rows(&l, "cpu", "+1 1 main " STACK);
        input_clear(&l.in);
    }
}

static void constants_behind_damage_are_found_by_their_chain(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ .ticks = 1000 }, JAVA_TYPES);
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    put(&r.all, "\0\0\0", 3);
    put_constants(&r, "java.lang.Thread: 1 'main' 1 'main' 1");
    put_constants(&r, "jdk.types.ThreadState: 1 'STATE_RUNNABLE'");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+1 1 main ");
    input_clear(&l.in);
}

/* As async-profiler writes them, all at the end: a few bytes that are missing
 * there cost a few names. */
static void constants_that_are_cut_off_are_known_as_far_as_they_go(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ .ticks = 1000 }, JAVA_TYPES);
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    put_constants(&r, JAVA_CONSTANTS);
    end_chunk(&r);
    r.all.n -= 3;
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+1 1 main " STACK);
    /* the report is the same with and without names */
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(strstr(l.in.warning.v[0].text, "chunk 1 is cut off; "));
    input_clear(&l.in);
}

/* Checkpoints that lie within one another, and the work is in each: some
 * thousand times a thousand constants, if all of them were read. */
static void checkpoints_within_each_other_are_read_once(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 }, "java.lang.Thread x:int");
    put_event(&r, "java.lang.Thread", "1");
    put(&r.all, "\0", 1);
    const size_t from = r.all.n;
    for (unsigned i = 0; i < 3000; i++) {
        put(&r.all, "\xff\xff\x03\x01\0\0", 6); /* a size beyond the next */
        put_int(&r.all, (uint64_t)-16);
        put(&r.all, "\x01", 1);
    }
    r.checkpoint = r.all.n - 16 - r.at;
    assert_int_equal((r.all.n - from) % 3000, 0);
    for (unsigned i = 0; i < 1000; i++)
        put(&r.all, "\0\0\0\0\0\0\0\0", 8);
    end_chunk(&r);
    load_recording(&l, &r);
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

static void a_stack_of_frames_without_bytes_is_no_work(void **state)
{
    static recording r;
    char constants[128];
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 },
                "jdk.types.StackFrame ;"
                "jdk.types.StackTrace truncated:boolean "
                "frames:jdk.types.StackFrame[];"
                "jdk.ExecutionSample! startTime:long@TICKS "
                "stackTrace:jdk.types.StackTrace*");
    for (int i = 0; i < 500; i++) {
        snprintf(constants, sizeof constants,
                 "jdk.types.StackTrace: %d 0 20000", i + 1);
        put_constants(&r, constants);
        snprintf(constants, sizeof constants, "1 %d", i + 1);
        put_event(&r, "jdk.ExecutionSample", constants);
    }
    for (int i = 0; i < 20000; i++)
        put_byte(&r.all, 0);
    end_chunk(&r);
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 500);
    input_clear(&l.in);
}

static void counts_beyond_their_event_are_not_believed(void **state)
{
    static const char *const pools[] = {
        "x18 ffffffffffffffff7f",
        "x18 ff7f 01",
        "xffffffffffffffffff 01",
        "x0f ffffffffffffffffff",
    };

    (void)state;
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) {
        static recording r;
        bytes body = { .n = 0 };
        loaded l;
        r.all.n = 0;
        begin_java(&r, "");
        put_values(&body, CORR_STR("1 0 0 0 x01 9999999999"));
        for (const char *p = pools[i]; *p; p++)
            if (*p != ' ' && *p != 'x') {
                const char hex[3] = { p[0], p[1], 0 };
                put_byte(&body, (unsigned)strtoul(hex, NULL, 16));
                p++;
            }
        put_padded(&r.all, body.n + 4);
        put(&r.all, body.p, body.n);
        put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
        end_chunk(&r);
        load_recording(&l, &r);
        assert_rows(&l, "cpu", "+1 1 main " STACK);
        assert_true(l.in.lost.damaged);
        input_clear(&l.in);
    }
}

/* ---- limits ----------------------------------------------------------------------------- */

static void a_chunk_over_the_limit_is_refused(void **state)
{
    static recording r;
    const corr_limits limits = { .record = 1000 };
    const src_opts so = { .path = "t.jfr", .limits = limits };
    loaded l;

    (void)state;
    make(&r);
    load_as(&l, &corr_format_jfr, src_open_memory(r.all.p, r.all.n, &so, NULL),
            &(corr_load_opts){ .limits = limits });
    assert_int_equal(l.code, CORR_ELIMIT);
    assert_string_equal(l.err.what, "chunk 1 is larger than 1000 bytes");
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_anywhere_keeps_what_stood_before),
        cmocka_unit_test(a_cut_is_said_with_what_is_there),
        cmocka_unit_test(a_wrong_size_loses_nothing),
        cmocka_unit_test(a_strict_reader_refuses_a_cut_recording),
        cmocka_unit_test(a_flipped_byte_never_makes_more_of_it),
        cmocka_unit_test(an_event_without_a_size_ends_its_chunk_only),
        cmocka_unit_test(what_is_of_no_time_of_a_broken_chunk_is_no_event),
        cmocka_unit_test(zeros_among_the_types_are_no_types),
        cmocka_unit_test(an_event_in_which_bytes_are_missing_is_none),
        cmocka_unit_test(what_has_the_number_of_no_event_is_none),
        cmocka_unit_test(a_chunk_of_a_wrong_size_ends_at_the_next),
        cmocka_unit_test(what_is_no_chunk_is_stepped_over),
        cmocka_unit_test(a_header_that_is_cut_off_is_a_chunk_that_is),
        cmocka_unit_test(
            a_chunk_that_is_being_written_is_read_as_far_as_it_goes),
        cmocka_unit_test(what_was_written_after_the_last_header_is_read),
        cmocka_unit_test(a_header_among_the_constants_is_no_chunk),
        cmocka_unit_test(
            async_profiler_that_was_killed_leaves_times_and_counts),
        cmocka_unit_test(
            a_chunk_that_was_only_begun_has_lost_nothing_that_is_there),
        cmocka_unit_test(a_clock_without_a_rate_is_of_nanoseconds),
        cmocka_unit_test(a_chain_that_leads_anywhere_ends),
        cmocka_unit_test(constants_behind_damage_are_found_by_their_chain),
        cmocka_unit_test(
            constants_that_are_cut_off_are_known_as_far_as_they_go),
        cmocka_unit_test(checkpoints_within_each_other_are_read_once),
        cmocka_unit_test(a_stack_of_frames_without_bytes_is_no_work),
        cmocka_unit_test(counts_beyond_their_event_are_not_believed),
        cmocka_unit_test(a_chunk_over_the_limit_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
