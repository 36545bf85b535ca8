/* Flight recordings: what is done to many events at a time is what would be
 * done to each. */
#include "corr_builtin.h"
#include "store/store.h"
#include "test/test_jfr.h"
#include "test/test_sums.h"

#include <unistd.h>

#define TLAB                                                                   \
    "jdk.ObjectAllocationInNewTLAB! startTime:long@TICKS "                     \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "objectClass:java.lang.Class* allocationSize:long tlabSize:long;"
#define OUTSIDE                                                                \
    "jdk.ObjectAllocationOutsideTLAB! startTime:long@TICKS "                   \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "objectClass:java.lang.Class* allocationSize:long;"
#define OBJECT                                                                 \
    "datadog.ObjectSample! startTime:long@TICKS "                              \
    "eventThread:java.lang.Thread* stackTrace:jdk.types.StackTrace* "          \
    "objectClass:java.lang.Class* size:long weight:float spanId:long "         \
    "localRootSpanId:long;"
#define LIVE                                                                   \
    "profiler.Malloc! startTime:long@TICKS "                                   \
    "eventThread:java.lang.Thread* spanId:long localRootSpanId:long "          \
    "traceIdHi:long traceIdLo:long address:long size:long;"

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A random number of any length, short ones as often as long ones. */
static uint64_t any_number(uint64_t *state)
{
    const uint64_t x = next_random(state);

    return x >> (next_random(state) & 63);
}

/* ---- integers ------------------------------------------------------------------ */

static void integers_are_skipped_as_they_are_read(void **state)
{
    static bytes b;
    uint64_t seed = 42;

    (void)state;
    for (unsigned round = 0; round < 400; round++) {
        b.n = 0;
        const uint64_t n = next_random(&seed) % 400;
        for (uint64_t i = 0; i < n; i++)
            put_int(&b, round & 1 ? next_random(&seed) : any_number(&seed));
        const uint64_t skip = n ? next_random(&seed) % (n + 2) : 0;
        corr_cur each = corr_cur_of(b.p, b.n), all = each;
        for (uint64_t i = 0; i < skip; i++)
            jfr_int(&each);
        jfr_skip_ints(&all, skip);
        assert_ptr_equal(all.p, each.p);
        assert_int_equal(all.bad, each.bad);
    }
}

/* ---- sums ------------------------------------------------------------------------ */

/* Events of a type with numbers of all lengths; the first are times. */
static void put_numbers(recording *r, const char *type, unsigned n,
                        bool is_real, uint64_t *seed)
{
    char text[512];

    for (unsigned i = 0; i < 60; i++) {
        int at = snprintf(text, sizeof text, "%" PRIi64,
                          (int64_t)(any_number(seed) >> 1));
        for (unsigned k = 1; k < n; k++) {
            const uint64_t x = i % 3 == 0 ? k % 2 : any_number(seed) >> 8;
            at += snprintf(text + at, sizeof text - (size_t)at,
                           is_real && k == 5 ? " f%" PRIu64 ".5" : " %" PRIu64,
                           is_real && k == 5 ? x & 15 : x);
        }
        put_event(r, type, text);
    }
}

static void sums_are_what_rows_add_up_to(void **state)
{
    static recording r;
    uint64_t seed = 11;
    loaded rows, sums;

    (void)state;
    r.all.n = 0;
    begin_java(&r, TLAB OUTSIDE OBJECT LIVE);
    put_numbers(&r, "jdk.ObjectAllocationInNewTLAB", 6, false, &seed);
    put_numbers(&r, "datadog.ObjectSample", 8, true, &seed);
    put_numbers(&r, "jdk.ObjectAllocationOutsideTLAB", 5, false, &seed);
    put_numbers(&r, "profiler.Malloc", 8, false, &seed);
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1 0 0 0 0 -5");
    put_event(&r, "jdk.ObjectAllocationOutsideTLAB", "1 1 0 0 7");
    end_chunk(&r);
    load_recording(&rows, &r);
    load_wanted(&sums, r.all.p, r.all.n,
                &(corr_want){ .rows = CORR_ROWS_ONE_KIND, .no_stacks = true });
    assert_int_equal(rows.in.segment.n, sums.in.segment.n);
    assert_int_equal(rows.in.segment.n, 5);
    for (size_t i = 1; i < rows.in.segment.n; i++) {
        corr_sums want = sums_of_rows(&rows.in.segment.v[i]);
        const corr_sums *got = &sums.in.segment.v[i].only;
        assert_true(want.value != 0);
        assert_int_equal(sums.in.segment.v[i].n, 0);
        want.with_time = want.rows; /* even of those that are out of range */
        assert_sums_equal(got, &want);
    }
    input_clear(&rows.in);
    input_clear(&sums.in);
}

/* Whether b has all threads of a. */
static bool has_threads_of(const input *a, const input *b)
{
    for (size_t i = 1; i < a->thread.n; i++) {
        const corr_str name = input_text(a, a->thread.v[i].name);
        bool found = false;
        for (size_t k = 1; k < b->thread.n; k++)
            found |= corr_str_eq(input_text(b, b->thread.v[k].name), name);
        if (!found)
            return false;
    }
    return true;
}

/* 60 of each type, with threads and times of all lengths. */
static void put_many(recording *r)
{
    uint64_t seed = 11;

    r->all.n = 0;
    begin_java(r, TLAB OUTSIDE OBJECT LIVE);
    put_numbers(r, "jdk.ObjectAllocationInNewTLAB", 6, false, &seed);
    put_numbers(r, "datadog.ObjectSample", 8, true, &seed);
    put_numbers(r, "jdk.ObjectAllocationOutsideTLAB", 5, false, &seed);
    put_numbers(r, "profiler.Malloc", 8, false, &seed);
    put_event(r, "jdk.ExecutionSample", "1001 1 1 1");
    end_chunk(r);
}

static void bytes_that_are_summed_up_leave_threads_and_times(void **state)
{
    static const char *const summed[] = { "jdk.ObjectAllocationInNewTLAB",
                                          "jdk.ObjectAllocationOutsideTLAB" };
    static recording r;
    loaded rows, sums;

    (void)state;
    put_many(&r);
    load_recording(&rows, &r);
    load_wanted(&sums, r.all.p, r.all.n,
                &(corr_want){ .rows = CORR_ROWS_NO_BYTES });
    assert_int_equal(rows.in.segment.n, sums.in.segment.n);
    assert_int_equal(rows.in.segment.n, 6);
    for (size_t i = 1; i < rows.in.segment.n; i++) {
        const segment *a = &rows.in.segment.v[i];
        const segment *b = &sums.in.segment.v[i];
        const corr_str type = input_text(&rows.in, rows.in.kind.v[i].type);
        const bool is_sum =
            corr_str_is(type, summed[0]) || corr_str_is(type, summed[1]);
        const corr_sums want = sums_of_rows(a);
        assert_int_equal(b->n, is_sum ? 0 : a->n);
        assert_int_equal(b->only.rows, is_sum ? want.rows : 0);
        assert_int_equal(b->only.value, is_sum ? want.value : 0);
        assert_int_equal(b->only.with_thread, is_sum ? want.with_thread : 0);
        assert_int_equal(b->min, a->min);
        assert_int_equal(b->max, a->max);
        assert_true(a->min < a->max || a->n == 1);
    }
    assert_true(has_threads_of(&rows.in, &sums.in));
    assert_true(has_threads_of(&sums.in, &rows.in));
    assert_true(rows.in.thread.n > 20);
    assert_int_equal(sums.in.from, rows.in.from);
    assert_int_equal(sums.in.to, rows.in.to);
    input_clear(&rows.in);
    input_clear(&sums.in);
}

static void bytes_that_are_asked_for_come_as_rows(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    put_many(&r);
    load_wanted(
        &l, r.all.p, r.all.n,
        &(corr_want){ .rows = CORR_ROWS_NO_BYTES, .kind = "alloc_bytes" });
    for (size_t i = 1; i < l.in.segment.n; i++)
        assert_int_equal(l.in.segment.v[i].only.rows, 0);
    assert_int_equal(find_kind(&l, "alloc_bytes")->n, 60);
    input_clear(&l.in);
}

/* A recording as it is loaded from a file. */
static corr_store *loaded_with(const recording *r, const corr_load_opts *opts)
{
    static const corr_format *const formats[] = { &corr_format_jfr, NULL };
    char path[] = "/tmp/corr-scan-XXXXXX";
    const char *const paths[] = { path };
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, r->all.p, r->all.n), r->all.n);
    close(fd);
    corr_store *st = corr_store_new(formats, NULL);
    assert_int_equal(corr_load(st, paths, 1, opts, NULL), CORR_OK);
    remove(path);
    return st;
}

/* The number of memory rows after a query that does not use memory. */
static size_t rows_loaded(const recording *r)
{
    const corr_load_opts opts = { .id = "0123456789abcdef",
                                  .rows = CORR_ROWS_NO_BYTES };
    corr_store *st = loaded_with(r, &opts);
    const input *in = store_input(st, 0);
    size_t n = 0;

    for (size_t i = 1; i < in->segment.n; i++) {
        const segment *s = &in->segment.v[i];
        assert_true(s->n == 0 || s->only.rows == 0);
        n += in->kind.v[s->kind].unit == CORR_BYTES ? s->n : 0;
    }
    corr_store_free(st);
    return n;
}

static void bytes_come_as_rows_where_no_code_was_sampled(void **state)
{
    static recording r;

    (void)state;
    r.all.n = 0;
    begin_java(&r, TLAB);
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1001 1 1 1 16 4096");
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1002 1 1 1 16 4096");
    end_chunk(&r);
    assert_int_equal(rows_loaded(&r), 2);
    r.all.n = 0;
    begin_java(&r, TLAB);
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1001 1 1 1 16 4096");
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1002 1 1 1 16 4096");
    put_event(&r, "jdk.ExecutionSample", "1003 1 1 1");
    end_chunk(&r);
    assert_int_equal(rows_loaded(&r), 0);
}

/* A source that cannot be read again. */
static void assert_bytes_spared(const recording *r, bool are_rows)
{
    loaded l, plain;

    load_wanted(&l, r->all.p, r->all.n,
                &(corr_want){ .rows = CORR_ROWS_NO_BYTES, .once = true });
    load_wanted(
        &plain, r->all.p, r->all.n,
        &(corr_want){ .rows = are_rows ? CORR_ROWS_ALL : CORR_ROWS_NO_BYTES });
    const segment *s = find_kind(&l, "alloc_bytes");
    const segment *as = find_kind(&plain, "alloc_bytes");
    assert_int_equal(s->n, are_rows ? as->n : 0);
    assert_sums_equal(&s->only, &as->only);
    assert_int_equal(l.in.thread.n, plain.in.thread.n);
    assert_int_equal(l.in.lost.damaged, plain.in.lost.damaged);
    assert_int_equal(s->min, as->min);
    assert_int_equal(s->max, as->max);
    input_clear(&l.in);
    input_clear(&plain.in);
}

static void what_is_read_once_begins_with_code_or_brings_bytes(void **state)
{
    static recording r;

    (void)state;
    put_many(&r);
    assert_bytes_spared(&r, false);
    r.all.n = 0;
    begin_java(&r, TLAB "some.Event! startTime:long@TICKS;");
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1001 1 1 1 16 4096");
    put_event(&r, "some.Event", "1002");
    end_chunk(&r);
    assert_bytes_spared(&r, true);
    begin_java(&r, TLAB); /* code comes later */
    put_event(&r, "jdk.ExecutionSample", "2001 1 1 1");
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "2002 1 1 1 16 4096");
    end_chunk(&r);
    assert_bytes_spared(&r, true);
    put_many(&r);
    memset(r.all.p + 24, 0, 8); /* where its types are: they are looked for */
    assert_bytes_spared(&r, false);
}

/* As of a file whose other kinds are summed up, or as all of it. */
static void assert_kinds_spared(const recording *r, bool are_rows)
{
    loaded l, plain;

    load_wanted(&l, r->all.p, r->all.n,
                &(corr_want){ .rows = CORR_ROWS_ONE_KIND, .once = true });
    load_wanted(
        &plain, r->all.p, r->all.n,
        &(corr_want){ .rows = are_rows ? CORR_ROWS_ALL : CORR_ROWS_ONE_KIND });
    assert_int_equal(l.in.segment.n, plain.in.segment.n);
    for (size_t i = 1; i < l.in.segment.n; i++) {
        assert_int_equal(l.in.segment.v[i].n, plain.in.segment.v[i].n);
        assert_sums_equal(&l.in.segment.v[i].only, &plain.in.segment.v[i].only);
    }
    assert_int_equal(find_kind(&l, "alloc_bytes")->n > 0, are_rows);
    input_clear(&l.in);
    input_clear(&plain.in);
}

static void what_is_read_once_begins_with_code_or_brings_all_kinds(void **state)
{
    static recording r;

    (void)state;
    put_many(&r);
    assert_kinds_spared(&r, false);
    r.all.n = 0;
    begin_java(&r, TLAB);
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1001 1 1 1 16 4096");
    end_chunk(&r);
    assert_kinds_spared(&r, true);
}

/* The first of them as a row, and from code that ran on as times and threads. */
static void rows_that_are_only_tied_come_without_code_and_class(void **state)
{
    static recording r;

    (void)state;
    r.all.n = 0;
    begin_java(&r, TLAB "io.opentelemetry.trace.Span! startTime:long@TICKS "
                        "duration:long@TICKSPAN traceId:String spanId:String;");
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1000 1 1 1 16 4096");
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1002 1 1 1 16 4096");
    put_event(&r, "io.opentelemetry.trace.Span",
              "1001 700 '0af7651916cd43dd8448eb211c80319c' "
              "'b7ad6b7169203331'");
    end_chunk(&r);
    corr_store *st =
        loaded_with(&r, &(corr_load_opts){ .rows = CORR_ROWS_NONE });
    const input *in = store_input(st, 0);
    assert_int_equal(in->span.n, 2);
    assert_int_equal(in->segment.n, 3);
    for (size_t i = 1; i < in->segment.n; i++) {
        const segment *s = &in->segment.v[i];
        const bool is_alloc = in->kind.v[s->kind].unit == CORR_BYTES;
        assert_int_equal(s->n, 1);
        assert_int_equal(s->only.rows, is_alloc);
        assert_int_equal(s->packed.n, is_alloc);
        assert_int_equal(segment_stack(s, 0), 0);
        assert_true(!s->labels || s->labels[0] == 0);
        assert_true(s->time[0] != CORR_NO_TIME && s->thread[0] != 0);
    }
    corr_store_free(st);
}

/* ---- very many --------------------------------------------------------------------- */

enum { MANY = 70000 };

/* A recording with so many copies of its bytes from, to the end of the last
 * event before it; on the heap. */
static uint8_t *repeated(const recording *r, size_t from, size_t to, size_t *n)
{
    const size_t one = to - from, more = one * MANY;
    uint8_t *p = malloc(r->all.n + more);
    const uint64_t size = r->all.n + more;

    assert_non_null(p);
    memcpy(p, r->all.p, to);
    for (size_t i = 0; i < MANY; i++)
        memcpy(p + to + i * one, r->all.p + from, one);
    memcpy(p + to + more, r->all.p + to, r->all.n - to);
    for (unsigned i = 0; i < 8; i++)
        p[8 + i] = (uint8_t)(size >> (56 - 8 * i));
    *n = (size_t)size;
    return p;
}

static void what_stands_behind_many_events_counts_like_the_rest(void **state)
{
    static recording r;
    size_t n;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, TLAB);
    const size_t from = r.all.n;
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    const size_t to = r.all.n;
    put_event(&r, "jdk.ExecutionSample", "2002 2 1 1");
    put_event(&r, "jdk.ObjectAllocationInNewTLAB", "1001 1 1 1 16 4096");
    put_setting(&r, "jdk.ExecutionSample", "period", "20 ms");
    end_chunk(&r);
    uint8_t *p = repeated(&r, from, to, &n);
    load_bytes(&l, p, n);
    const segment *cpu = find_kind(&l, "cpu");
    assert_non_null(cpu);
    assert_int_equal(cpu->n, MANY + 2);
    assert_int_equal(total_of(&l, "cpu"), INT64_C(20000000) * (MANY + 2));
    assert_int_equal(cpu->row[MANY + 1], MANY + 1);
    assert_int_equal(total_of(&l, "alloc_bytes"), 4096);
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#count"), "70002");
    input_clear(&l.in);
    free(p);
}

static void the_last_of_many_checkpoints_counts(void **state)
{
    static recording r;
    size_t n;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ .ticks = 1000, .hz = 1000000000 }, JAVA_TYPES);
    const size_t from = r.all.n;
    put_constants(&r, "java.lang.Thread: 1 'early' 4242 'early' 1");
    const size_t to = r.all.n;
    put_constants(&r, JAVA_CONSTANTS);
    put_event(&r, "jdk.ExecutionSample", "1001 1 1 1");
    end_chunk(&r);
    uint8_t *p = repeated(&r, from, to, &n);
    load_bytes(&l, p, n);
    assert_rows(&l, "cpu", "+1 1 main app.Main.main;app.Main.work:7");
    input_clear(&l.in);
    free(p);
}

/* ---- types that are there again -------------------------------------------------- */

static void chunks_with_one_description_are_each_read_by_it(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    for (unsigned i = 0; i < 3; i++) {
        begin_chunk(&r,
                    &(clock){ .ns = START + i * INT64_C(1000000000),
                              .ticks = 1000 + i * INT64_C(1000000000),
                              .hz = 1000000000 },
                    i == 1 ? TLAB JAVA_TYPES : JAVA_TYPES);
        put_constants(&r, JAVA_CONSTANTS);
        put_event(&r, "jdk.ExecutionSample", "5001 1 1 1");
        end_chunk(&r);
    }
    load_recording(&l, &r);
    assert_int_equal(find_kind(&l, "cpu")->n, 3);
    assert_string_equal(setting_of(&l, "jdk.ExecutionSample#count"), "3");
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_skipped_as_they_are_read),
        cmocka_unit_test(sums_are_what_rows_add_up_to),
        cmocka_unit_test(bytes_that_are_summed_up_leave_threads_and_times),
        cmocka_unit_test(bytes_that_are_asked_for_come_as_rows),
        cmocka_unit_test(bytes_come_as_rows_where_no_code_was_sampled),
        cmocka_unit_test(what_is_read_once_begins_with_code_or_brings_bytes),
        cmocka_unit_test(
            what_is_read_once_begins_with_code_or_brings_all_kinds),
        cmocka_unit_test(rows_that_are_only_tied_come_without_code_and_class),
        cmocka_unit_test(what_stands_behind_many_events_counts_like_the_rest),
        cmocka_unit_test(the_last_of_many_checkpoints_counts),
        cmocka_unit_test(chunks_with_one_description_are_each_read_by_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
