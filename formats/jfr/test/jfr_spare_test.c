/* Flight recordings that are read in part, or by several threads: the result is
 * the same as with all bytes in memory. */
#include "test/test_jfr.h"
#include "test/test_sums.h"

#include <unistd.h>

#include "base/worker_pool.h"

#define MORE                                                                   \
    "jdk.FileRead! startTime:long@TICKS duration:long@TICKS "                  \
    "eventThread:java.lang.Thread* path:String;"                               \
    "jdk.ObjectAllocationOutsideTLAB! startTime:long@TICKS "                   \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "objectClass:java.lang.Class* allocationSize:long;"

enum { STACKS = 6000, FRAMES = 20, ROOM = 1 << 24 };

/* A recording that is longer than what is read at once, many times. */
typedef struct large {
    uint8_t *p;
    size_t n;
    size_t chunk; /* where the last but one begins */
    size_t pool;  /* where its stacks do */
    size_t last;  /* where the last one begins */
} large;

static void add(large *to, const void *p, size_t n)
{
    assert_true(to->n + n <= ROOM);
    memcpy(to->p + to->n, p, n);
    to->n += n;
}

static void add_int(large *to, uint64_t x)
{
    static bytes one;

    one.n = 0;
    put_int(&one, x);
    add(to, one.p, one.n);
}

/* Says how long the event is that began at a place: four bytes for it are
 * there. */
static void end_event(large *to, size_t at)
{
    const size_t n = to->n - at;

    for (unsigned i = 0; i < 4; i++)
        to->p[at + i] = (uint8_t)((n >> 7 * i & 0x7f) | (i < 3 ? 0x80 : 0));
}

/* A checkpoint with many stacks, from number 100 on; threads after them. */
static void add_stacks(large *to, const recording *r, bool with_threads)
{
    const size_t at = to->n;

    add(to, "\0\0\0\0\1\1\0\0\1", 9);
    add_int(to, with_threads ? 2 : 1);
    add_int(to, (uint64_t)number_of(r, CORR_STR("jdk.types.StackTrace")));
    add_int(to, STACKS);
    to->pool = to->n;
    for (unsigned i = 0; i < STACKS; i++) {
        add_int(to, 100 + i);
        add_int(to, 0);
        add_int(to, FRAMES);
        for (unsigned k = 0; k < FRAMES; k++) {
            add_int(to, 1 + (i + k) % 3);
            add_int(to, 1 + i % 1000);
            add(to, "\0\1", 2);
        }
    }
    if (with_threads) {
        bytes b = { .n = 0 };
        put_int(&b, (uint64_t)number_of(r, CORR_STR("java.lang.Thread")));
        put_int(&b, 1);
        put_values(&b, CORR_STR("9 'late' 77 'late' 8"));
        add(to, b.p, b.n);
    }
    end_event(to, at);
}

/* Moves the chunk so far to the large file. */
static void move_events(large *to, recording *r)
{
    add(to, r->all.p, r->all.n);
    r->all.n = 0;
}

static void put_events(large *to, recording *r, unsigned from)
{
    char text[128];

    for (unsigned i = from; i < from + 3000; i++) {
        snprintf(text, sizeof text, "%u %u %u 1 %u", 1000 + i, 1 + i % 2,
                 100 + i % STACKS, 16 + i % 999);
        put_event(r, "jdk.ObjectAllocationOutsideTLAB", text);
        if (i % 100 == 0) {
            snprintf(text, sizeof text, "%u %u %u 1", 1000 + i,
                     i % 1000 ? 1 + i % 3 : 9, 100 + i % STACKS);
            put_event(r, "jdk.ExecutionSample", text);
        }
        if (r->all.n > sizeof r->all.p / 2)
            move_events(to, r);
    }
    move_events(to, r);
}

/* An event that is longer than what is read at once. */
static void add_long_event(large *to, const recording *r)
{
    const size_t at = to->n, n = 300000;

    add(to, "\0\0\0\0", 4);
    add_int(to, (uint64_t)number_of(r, CORR_STR("jdk.FileRead")));
    add_int(to, 5000);
    add_int(to, 7);
    add_int(to, 1);
    add(to, "\3", 1);
    add_int(to, n);
    assert_true(to->n + n <= ROOM);
    memset(to->p + to->n, 'x', n);
    to->n += n;
    end_event(to, at);
}

static void add_chunk(large *to, int64_t ns, bool with_threads)
{
    static recording r;

    r.all.n = 0;
    begin_chunk(&r, &(clock){ .ns = START + ns }, JAVA_TYPES MORE);
    put_constants(&r, JAVA_CONSTANTS);
    to->chunk = to->n;
    put_events(to, &r, 0);
    add_stacks(to, &r, false);
    put_events(to, &r, 3000);
    add_long_event(to, &r);
    add_stacks(to, &r, with_threads);
    put_events(to, &r, 6000);
    for (unsigned i = 0; i < 8; i++)
        to->p[to->chunk + 8 + i] =
            (uint8_t)((uint64_t)(to->n - to->chunk) >> (56 - 8 * i));
}

static large make(bool with_threads)
{
    large all = { .p = malloc(ROOM) };

    assert_non_null(all.p);
    for (int i = 0; i < 3; i++)
        add_chunk(&all, i * 1000000, with_threads);
    const size_t chunk = all.chunk, pool = all.pool;
    add_chunk(&all, 3000000, with_threads);
    all.last = all.chunk;
    all.chunk = chunk;
    all.pool = pool;
    return all;
}

/* ---- the same, whole or not --------------------------------------------- */

static const corr_want wants[] = {
    { .needs = 0 },
    { .rows = CORR_ROWS_ONE_KIND },
    { .rows = CORR_ROWS_ONE_KIND, .no_stacks = true },
    { .rows = CORR_ROWS_NO_BYTES },
    { .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME },
    { .needs = CORR_NEED_SAMPLES },
};

static void load_file(loaded *l, const large *all, const corr_want *want)
{
    char path[] = "/tmp/corr-jfr-XXXXXX";
    const src_opts so = { .path = "a.jfr", .file = path };
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, all->p, all->n), all->n);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    corr_src *src = src_open_fd(fd, &so, NULL);
    memset(l, 0, sizeof *l);
    l->code =
        load_source(&corr_format_jfr, src, want, &(corr_load_opts){ .jobs = 1 },
                    NULL, &l->in, &l->err);
    src_close(src);
    close(fd);
    unlink(path);
    assert_int_equal(l->code, CORR_OK);
}

/* Compares rows, by the indexes of things that both have in the same order. */
static void assert_rows_equal(const segment *x, const segment *y)
{
    for (size_t i = 0; i < x->n; i++)
        if (segment_stack(x, i) != segment_stack(y, i) ||
            segment_value(x, i) != segment_value(y, i) ||
            (x->thread && x->thread[i] != y->thread[i]) ||
            (x->time && x->time[i] != y->time[i]) ||
            (x->obs && x->obs[i] != y->obs[i]))
            fail_msg("row %zu", i);
}

static void assert_segments_equal(const loaded *a, const loaded *b)
{
    assert_int_equal(a->in.segment.n, b->in.segment.n);
    for (size_t k = 1; k < a->in.segment.n; k++) {
        const segment *x = &a->in.segment.v[k], *y = &b->in.segment.v[k];
        assert_int_equal(x->n, y->n);
        assert_sums_equal(&x->only, &y->only);
        assert_int_equal(x->thread != NULL, y->thread != NULL);
        assert_int_equal(x->time != NULL, y->time != NULL);
        assert_int_equal(x->obs != NULL, y->obs != NULL);
        assert_rows_equal(x, y);
        for (size_t i = 0; x->time && i < x->n; i += 97) {
            char row[2][2048];
            add_row(a, x, i, row[0], sizeof row[0]);
            add_row(b, y, i, row[1], sizeof row[1]);
            assert_string_equal(row[0], row[1]);
        }
    }
}

static void assert_inputs_equal(const loaded *whole, const loaded *other)
{
    assert_segments_equal(whole, other);
    assert_int_equal(whole->in.thread.n, other->in.thread.n);
    assert_int_equal(whole->in.frame.n, other->in.frame.n);
    assert_int_equal(whole->in.setting.n, other->in.setting.n);
    for (size_t i = 0; i < whole->in.setting.n; i++)
        assert_string_equal(
            input_text(&whole->in, whole->in.setting.v[i].value).p,
            input_text(&other->in, other->in.setting.v[i].value).p);
    assert_int_equal(whole->in.from, other->in.from);
    assert_int_equal(whole->in.to, other->in.to);
    assert_int_equal(whole->in.block.n, other->in.block.n);
    assert_int_equal(whole->in.block.nbroken, other->in.block.nbroken);
    assert_int_equal(whole->in.lost.bytes, other->in.lost.bytes);
    assert_int_equal(whole->in.warning.n, other->in.warning.n);
    for (size_t i = 0; i < whole->in.warning.n; i++)
        assert_string_equal(whole->in.warning.v[i].text,
                            other->in.warning.v[i].text);
}

static void assert_same(const large *all)
{
    for (size_t w = 0; w < sizeof wants / sizeof *wants; w++) {
        corr_want want = wants[w];
        loaded whole, other;
        load_wanted(&whole, all->p, all->n, &want);
        load_file(&other, all, &want);
        assert_inputs_equal(&whole, &other);
        input_clear(&other.in);
        corr_workers crew = { .threads = 3 };
        want.crew = &crew;
        load_wanted(&other, all->p, all->n, &want);
        assert_inputs_equal(&whole, &other);
        input_clear(&other.in);
        load_file(&other, all, &want);
        assert_inputs_equal(&whole, &other);
        input_clear(&other.in);
        input_clear(&whole.in);
    }
}

static void what_is_told_does_not_depend_on_what_is_read(void **state)
{
    (void)state;
    for (int with_threads = 0; with_threads < 2; with_threads++) {
        const large all = make(with_threads);
        assert_same(&all);
        free(all.p);
    }
}

static void nor_where_something_is_broken(void **state)
{
    static const struct {
        bool of_pool; /* from there, or from the chunk's first byte ... */
        size_t at, n; /* ... so many bytes ... */
        uint8_t byte; /* ... are this */
    } each[] = {
        { true, 1000, 300000, 0xff }, /* constants */
        { true, 400000, 200, 0x80 },
        { false, 24, 8, 0 }, /* where the types are */
        { false, 30, 1, 0x12 },
        { false, JFR_HEADER, 3, 0 },        /* and they are not there */
        { false, JFR_HEADER + 8, 1, 0xff }, /* nor what they should be */
        { false, 40000, 1, 0 },             /* events */
        { false, 1500000, 1, 0xff },
        { false, 64, 1, 1 }, /* it is being written */
        { false, 13, 1, 0 }, /* it ends earlier */
    };

    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        const large all = make(true);
        const size_t from = each[i].of_pool ? all.pool : all.chunk;
        assert_true(from + each[i].at + each[i].n <= all.n);
        memset(all.p + from + each[i].at, each[i].byte, each[i].n);
        assert_same(&all);
        free(all.p);
    }
}

/* Threads meet at a chunk with an unknown end, while others are still at chunks
 * before it. */
static void broken_chunks_are_read_once_and_in_their_turn(void **state)
{
    static recording r;

    (void)state;
    r.all.n = 0;
    for (int i = 0; i < 12; i++) {
        const size_t at = r.all.n;
        begin_chunk(&r, &(clock){ .ns = START + i * 1000000, .ticks = 1000 },
                    JAVA_TYPES MORE);
        put_constants(&r, JAVA_CONSTANTS);
        if (i % 4 == 2) /* looked at in vain before its turn */
            put_constants(&r, "java.lang.Class: 7");
        for (int n = 0; n < 4; n++) {
            put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
            put_event(&r, "jdk.ObjectAllocationOutsideTLAB", "1001 1 1 1 64");
        }
        end_chunk(&r);
        r.all.p[at + 64] = i % 3 == 1;
    }
    const large all = { .p = r.all.p, .n = r.all.n };
    for (int round = 0; round < 8; round++)
        assert_same(&all);
}

static void nor_where_it_is_cut_off(void **state)
{
    static const size_t less[] = { 1, 100, 50000, 900000, 1600000 };

    (void)state;
    for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
        large all = make(false);
        all.n -= less[i];
        assert_same(&all);
        free(all.p);
    }
}

static void nor_where_what_is_broken_is_not_the_last(void **state)
{
    large all = make(true);

    (void)state;
    memset(all.p + all.chunk + JFR_HEADER, 0xff, 40); /* no types; they */
    memset(all.p + all.chunk + 24, 0, 8);             /* are borrowed */
    memcpy(all.p + all.last, "gone", 4);              /* to the end */
    assert_same(&all);
    free(all.p);
}

static void nor_where_a_chunk_is_cut_short(void **state)
{
    static const size_t less[][2] = {
        /* from its end, how many */
        { 1, 1 },
        { 900000, 900000 },
        { 1200000, 100 },
        { 1500000, 1000000 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
        large all = make(false);
        uint8_t *from = all.p + all.last - less[i][0];
        memmove(from, from + less[i][1],
                (size_t)(all.p + all.n - from) - less[i][1]);
        all.n -= less[i][1];
        assert_same(&all);
        free(all.p);
    }
}

static void nor_where_a_chunk_is_there_twice(void **state)
{
    large all = make(true);
    const size_t n = all.last - all.chunk;

    (void)state;
    memmove(all.p + all.last + n, all.p + all.last, all.n - all.last);
    memcpy(all.p + all.last, all.p + all.chunk, n);
    all.n += n;
    assert_same(&all);
    free(all.p);
}

static void stacks_that_nobody_wants_may_be_anything(void **state)
{
    const large all = make(false);
    loaded l;

    (void)state;
    memset(all.p + all.pool, 0xff, 1000);
    load_file(&l, &all, &wants[2]);
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
    load_file(&l, &all, &wants[0]);
    assert_true(l.in.lost.damaged);
    assert_non_null(
        said(&l, "constants in chunk 3 are damaged; some names are unknown"));
    input_clear(&l.in);
    free(all.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_does_not_depend_on_what_is_read),
        cmocka_unit_test(nor_where_something_is_broken),
        cmocka_unit_test(broken_chunks_are_read_once_and_in_their_turn),
        cmocka_unit_test(nor_where_it_is_cut_off),
        cmocka_unit_test(nor_where_what_is_broken_is_not_the_last),
        cmocka_unit_test(nor_where_a_chunk_is_cut_short),
        cmocka_unit_test(nor_where_a_chunk_is_there_twice),
        cmocka_unit_test(stacks_that_nobody_wants_may_be_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
