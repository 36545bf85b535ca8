/* Flight recordings in which a chunk does not tell its types, or not rightly,
 * and others of its process do. */
#include "base/worker_pool.h"
#include "test/test_jfr.h"
#include "test/test_sums.h"

enum { CHUNKS = 4, EVENTS = 3 };

#define MORE                                                                   \
    "jdk.ThreadSleep! startTime:long@TICKS duration:long@TICKS "               \
    "eventThread:java.lang.Thread* why:String;"

static size_t at[CHUNKS]; /* where each begins */

static void add_chunk(recording *r, int i, const clock *c, const char *types)
{
    char text[64];

    at[i] = r->all.n;
    begin_chunk(r, c, types);
    put_constants(r, JAVA_CONSTANTS);
    for (int k = 1; k <= EVENTS; k++) {
        snprintf(text, sizeof text, "%" PRId64 " %d 2 'it may'", c->ticks + k,
                 k);
        put_event(r, "jdk.ThreadSleep", text);
        snprintf(text, sizeof text, "%" PRId64 " 1 1 1", c->ticks + k);
        put_event(r, "jdk.ExecutionSample", text);
    }
    end_chunk(r);
}

/* Makes chunks of one process that continues. */
static void make(recording *r, unsigned minor)
{
    r->all.n = 0;
    for (int i = 0; i < CHUNKS; i++)
        add_chunk(r, i,
                  &(clock){ .ticks = 5000 + i * 100,
                            .ns = START + i * 100,
                            .minor = minor },
                  JAVA_TYPES MORE);
}

/* Checks all rows and the report, with one thread and with several. */
static void assert_all(const recording *r, const char *sentence)
{
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        loaded l;
        corr_workers crew = { .threads = jobs };
        load_wanted(&l, r->all.p, r->all.n, &(corr_want){ .crew = &crew });
        assert_int_equal(find_kind(&l, "sleep")->n, CHUNKS * EVENTS);
        assert_int_equal(find_kind(&l, "cpu")->n, CHUNKS * EVENTS);
        assert_string_equal(setting_of(&l, "jdk.ThreadSleep#count"), "12");
        assert_non_null(strstr(rows_of(&l, "sleep"),
                               "+203 3 worker  for=3")); /* of the third */
        const warning *w = said(&l, sentence);
        assert_non_null(w);
        assert_int_equal(w->offset, at[2] + JFR_HEADER);
        assert_true(l.in.lost.damaged);
        assert_int_equal(l.in.lost.bytes, 0);
        assert_int_equal(crew.helpers, 0); /* all have left */
        input_clear(&l.in);
    }
}

/* Finds a text in the chunk's description of types. */
static uint8_t *find(recording *r, int chunk, const char *text)
{
    const size_t n = strlen(text);
    uint8_t *p = r->all.p + at[chunk];

    while (memcmp(p, text, n) != 0)
        p++;
    return p;
}

static void damaged_types_are_those_of_the_chunk_before(void **state)
{
    static recording r;

    (void)state;
    for (unsigned minor = 0; minor < 2; minor++) {
        make(&r, minor);
        r.all.p[at[2] + JFR_HEADER + 8] ^= 0x40; /* how many texts */
        assert_all(&r, "chunk 3 has damaged types; it is read with those of "
                       "chunk 2, same process");
        make(&r, minor);
        memset(find(&r, 2, "jdk.ThreadSleep") - 40, 0xff, 60);
        assert_all(&r, "chunk 3 has damaged types; it is read with those of "
                       "chunk 2, same process");
    }
}

/* A name of a type, or of a field, is another, and all can be read. */
static void of_three_descriptions_the_one_that_differs_is_damaged(void **state)
{
    static const char *const names[] = { "jdk.ThreadSleep", "startTime",
                                         "eventThread", "java.lang.Thread" };
    static recording r;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        make(&r, 1);
        find(&r, 2, names[i])[2] ^= 1;
        assert_all(&r, "chunk 3 has damaged types; it is read with those of "
                       "chunk 2, same process");
    }
}

static void
a_type_that_has_another_number_than_its_events_is_damaged(void **state)
{
    static recording r;

    (void)state;
    make(&r, 0);
    char text[8];
    snprintf(text, sizeof text, "\x02%" PRId64,
             number_of(&r, CORR_STR("jdk.ThreadSleep")));
    assert_int_equal(strlen(text), 3);
    find(&r, 2, text)[1] = '9';
    assert_all(&r, "chunk 3 has damaged types; it is read with those of chunk "
                   "2, same process");
}

static void of_two_nobody_knows_which_is_damaged(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    make(&r, 1);
    find(&r, 1, "jdk.ThreadSleep")[5] ^= 1;
    load_recording(&l, &r);
    const warning *w = said(&l, "chunks 1 and 2 have different types for the "
                                "same events; one is damaged");
    assert_non_null(w);
    assert_int_equal(w->offset, at[1] + JFR_HEADER);
    assert_true(l.in.lost.damaged);
    input_clear(&l.in);
}

/* The number of a description, of which all have 1. */
static void renumber(recording *r, int chunk, uint8_t number)
{
    r->all.p[at[chunk] + JFR_HEADER + 7] = number;
}

static void descriptions_of_two_numbers_may_differ(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    make(&r, 1);
    find(&r, 3, "why")[2] ^= 1;
    renumber(&r, 3, 2);
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), CHUNKS * 2 * EVENTS);
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

/* It differs from three that agree, but only so its events can be read. */
static void one_that_fits_its_events_is_not_replaced(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    for (int i = 0; i < CHUNKS; i++)
        add_chunk(&r, i,
                  &(clock){ .ticks = 5000 + i * 100,
                            .ns = START + i * 100,
                            .minor = 1 },
                  i == 3 ? "java.lang.Added x:int;" JAVA_TYPES MORE
                         : JAVA_TYPES MORE);
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), CHUNKS * 2 * EVENTS);
    assert_non_null(said(&l, "chunks 3 and 4 have different types for the same "
                             "events; one is damaged"));
    input_clear(&l.in);
}

static void each_chunk_is_doubted_by_itself(void **state)
{
    static recording r;
    loaded l;
    char text[8];

    (void)state;
    make(&r, 0);
    r.all.p[at[1] + JFR_HEADER + 8] ^= 0x40;
    snprintf(text, sizeof text, "\x02%" PRId64,
             number_of(&r, CORR_STR("jdk.ThreadSleep")));
    find(&r, 2, text)[1] = '9';
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), CHUNKS * 2 * EVENTS);
    const warning *w = said(&l, "chunk 2 has damaged types; it is read with "
                                "those of chunk 1, same process");
    assert_non_null(w);
    assert_int_equal(w->count, 2);
    input_clear(&l.in);
}

/* Types that were added have numbers, which those of the chunk before do not
 * know. */
static void types_that_do_not_know_all_events_are_not_borrowed(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    for (int i = 0; i < 2; i++)
        add_chunk(
            &r, i, &(clock){ .ticks = 5000 + i * 100, .ns = START + i * 100 },
            i ? "java.lang.Added x:int;" JAVA_TYPES MORE : JAVA_TYPES MORE);
    r.all.p[at[1] + JFR_HEADER + 8] ^= 0x40;
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 2 * EVENTS);
    const warning *w =
        said(&l, "chunk 2 cannot be read: the types are damaged");
    assert_non_null(w);
    assert_int_equal(w->offset, at[1] + JFR_HEADER);
    assert_int_equal(l.in.lost.bytes, r.all.n - at[1]);
    input_clear(&l.in);
}

static void types_of_another_clock_are_not_borrowed(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    for (int i = 0; i < 2; i++)
        add_chunk(&r, i,
                  &(clock){ .ticks = 5000 + i * 100,
                            .ns = START + i * INT64_C(9000000000) },
                  JAVA_TYPES MORE);
    r.all.p[at[1] + JFR_HEADER + 8] ^= 0x40;
    load_recording(&l, &r);
    assert_int_equal(nrows(&l), 2 * EVENTS);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_types_are_those_of_the_chunk_before),
        cmocka_unit_test(of_three_descriptions_the_one_that_differs_is_damaged),
        cmocka_unit_test(
            a_type_that_has_another_number_than_its_events_is_damaged),
        cmocka_unit_test(of_two_nobody_knows_which_is_damaged),
        cmocka_unit_test(descriptions_of_two_numbers_may_differ),
        cmocka_unit_test(one_that_fits_its_events_is_not_replaced),
        cmocka_unit_test(each_chunk_is_doubted_by_itself),
        cmocka_unit_test(types_that_do_not_know_all_events_are_not_borrowed),
        cmocka_unit_test(types_of_another_clock_are_not_borrowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
