/* Flight recordings in which a chunk has fewer or more bytes than its header
 * says, and others follow: each ends where the next begins. */
#include "test/test_jfr.h"

enum { CHUNKS = 3, EVENTS = 40 };

#define TICKS INT64_C(5000000000000)

typedef struct made {
    recording r;
    size_t at[CHUNKS + 1]; /* where each begins, and the end */
    size_t first;          /* event of the first one; constants are before */
} made;

/* Rows of chunk 1 begin at +1, of the second at +1001, and so on. */
static void make(made *m)
{
    recording *r = &m->r;
    char text[64];

    r->all.n = 0;
    for (int i = 0; i < CHUNKS; i++) {
        m->at[i] = r->all.n;
        begin_chunk(r, &(clock){ .ticks = 5, .ns = START + i * 1000 },
                    JAVA_TYPES);
        put_constants(r, JAVA_CONSTANTS);
        m->first = i ? m->first : r->all.n;
        for (int k = 1; k <= EVENTS; k++) {
            snprintf(text, sizeof text, "%d 1 1 1", 5 + k);
            put_event(r, "jdk.ExecutionSample", text);
        }
        end_chunk(r);
    }
    m->at[CHUNKS] = r->all.n;
}

static void take_out(made *m, size_t at, size_t n)
{
    bytes *b = &m->r.all;

    memmove(b->p + at, b->p + at + n, b->n - at - n);
    b->n -= n;
}

/* Rows of a chunk, those that no chunk has among them: 0 of these. */
static size_t events_of(const loaded *l, int chunk)
{
    const segment *s = find_kind(l, "cpu");
    size_t n = 0;

    for (size_t i = 0; s && i < s->n; i++) {
        const int64_t since = s->time[i] - START - chunk * 1000;
        n += since >= 1 && since <= EVENTS;
    }
    return n;
}

static void assert_others_are_whole(const loaded *l)
{
    assert_int_equal(events_of(l, 1), EVENTS);
    assert_int_equal(events_of(l, 2), EVENTS);
    assert_int_equal(nrows(l), events_of(l, 0) + 2 * EVENTS);
    assert_int_equal(l->in.block.n, CHUNKS);
    assert_null(said(l, "twice"));
    assert_null(said(l, "are no chunk"));
}

static void a_chunk_that_is_cut_short_ends_where_the_next_begins(void **state)
{
    static made m;

    (void)state;
    make(&m);
    const size_t most = m.at[1] - m.first;
    for (size_t n = 1; n < most; n++) {
        loaded l;
        char text[128];
        make(&m);
        take_out(&m, m.at[1] - n, n);
        load_recording(&l, &m.r);
        assert_others_are_whole(&l);
        assert_int_equal(events_of(&l, 0),
                         (most - n) / (most / EVENTS)); /* all of one size */
        snprintf(text, sizeof text,
                 "chunk 1 is cut off; %zu of %zu bytes are there", m.at[1] - n,
                 m.at[1]);
        assert_non_null(said(&l, text));
        assert_int_equal(l.in.lost.bytes, n);
        input_clear(&l.in);
    }
}

static void a_hole_in_a_chunk_takes_nothing_of_the_next(void **state)
{
    static made m;

    (void)state;
    make(&m);
    const size_t size = (m.at[1] - m.first) / EVENTS;
    for (size_t n = 1; n < 20 * size; n++) {
        loaded l;
        make(&m);
        take_out(&m, m.first + 10 * size, n);
        load_recording(&l, &m.r);
        assert_others_are_whole(&l);
        assert_true(events_of(&l, 0) >= 10);
        assert_true(events_of(&l, 0) <= EVENTS - n / size);
        assert_true(l.in.lost.bytes >= n);
        input_clear(&l.in);
    }
}

/* As a JDK writes them: types and constants last, and times that no other bytes
 * look like. */
static void put_last(recording *r, int chunk)
{
    static bytes types;
    char text[64];

    begin_chunk(
        r,
        &(clock){ .ticks = TICKS, .ns = START + chunk * 1000, .duration = 900 },
        JAVA_TYPES);
    types.n = 0;
    put(&types, r->all.p + r->at + JFR_HEADER, r->all.n - r->at - JFR_HEADER);
    r->all.n = r->at + JFR_HEADER;
    for (int k = 1; k <= EVENTS; k++) {
        snprintf(text, sizeof text, "%" PRId64 " 1 1 1", TICKS + k);
        put_event(r, "jdk.ExecutionSample", text);
    }
    set_be(&r->all, r->at + 24, r->all.n - r->at, 8);
    put(&r->all, types.p, types.n);
    put_constants(r, JAVA_CONSTANTS);
    end_chunk(r);
}

static void what_stands_behind_a_hole_is_found_where_it_is_now(void **state)
{
    static made m;

    (void)state;
    for (size_t n = 1; n < 100; n++) {
        loaded l;
        m.r.all.n = 0;
        for (int i = 0; i < CHUNKS; i++)
            put_last(&m.r, i);
        take_out(&m, JFR_HEADER + 100, n);
        load_recording(&l, &m.r);
        assert_others_are_whole(&l);
        assert_true(events_of(&l, 0) >= 8);
        assert_null(said(&l, "does not say what its events are"));
        assert_non_null(strstr(rows_of(&l, "cpu"),
                               "+1 1 main app.Main.main;app.Main.work:7"));
        input_clear(&l.in);
    }
}

static void a_size_that_is_too_small_loses_nothing(void **state)
{
    static made m;

    (void)state;
    make(&m);
    for (int chunk = 0; chunk < CHUNKS - 1; chunk++)
        for (size_t n = JFR_HEADER; n < m.at[1]; n += 7) {
            loaded l;
            char text[128];
            make(&m);
            set_be(&m.r.all, m.at[chunk] + 8, n, 8);
            load_recording(&l, &m.r);
            assert_others_are_whole(&l);
            assert_int_equal(events_of(&l, 0), EVENTS);
            snprintf(text, sizeof text,
                     "chunk %d is whole, with %zu bytes; the size in the "
                     "header is wrong, %zu",
                     chunk + 1, m.at[chunk + 1] - m.at[chunk], n);
            assert_non_null(said(&l, text));
            assert_int_equal(l.in.lost.bytes, 0);
            input_clear(&l.in);
        }
}

/* A JDK ends each chunk with a copy of its header. */
static void put_copy(recording *r, size_t at)
{
    char text[256] = "a.Header: 1 68 x";
    size_t n = strlen(text);

    end_chunk(r);
    for (unsigned i = 0; i < JFR_HEADER; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%02x",
                              r->all.p[at + i]);
    put_constants(r, text);
    end_chunk(r);
}

static void
a_copy_of_a_header_is_no_chunk_where_the_front_is_missing(void **state)
{
    static recording r;
    size_t at = 0;

    (void)state;
    r.all.n = 0;
    for (int i = 0; i < 2; i++) {
        at = r.all.n;
        begin_chunk(&r, &(clock){ .ticks = 5, .ns = START + i * 1000 },
                    JAVA_TYPES "a.Header copy:byte[]");
        put_event(&r, "jdk.ExecutionSample", "6 0 0 0");
        put_copy(&r, at);
    }
    for (size_t n = 1; n < at - JFR_HEADER; n++) {
        loaded l;
        char text[128];
        load_bytes(&l, r.all.p + n, r.all.n - n);
        assert_rows(&l, "cpu", "+1001 1 ? ");
        snprintf(text, sizeof text, "%zu bytes before the first chunk left out",
                 at - n);
        assert_non_null(said(&l, text));
        assert_int_equal(l.in.lost.bytes, at - n);
        input_clear(&l.in);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chunk_that_is_cut_short_ends_where_the_next_begins),
        cmocka_unit_test(a_hole_in_a_chunk_takes_nothing_of_the_next),
        cmocka_unit_test(what_stands_behind_a_hole_is_found_where_it_is_now),
        cmocka_unit_test(a_size_that_is_too_small_loses_nothing),
        cmocka_unit_test(
            a_copy_of_a_header_is_no_chunk_where_the_front_is_missing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
