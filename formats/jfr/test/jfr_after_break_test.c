/* Flight recordings with damage within a chunk: the data after the next
 * checkpoint is read. */
#include "base/worker_pool.h"
#include "test/format_test.h"
#include "test/test_jfr.h"
#include "test/test_sums.h"

enum { FLUSHES = 4, EVENTS = 5 };

typedef struct made {
    recording r;
    size_t at[FLUSHES + 1]; /* where the events of each begin, and the end */
    size_t checkpoint[FLUSHES];
} made;

/* before: place of the checkpoint it leads back to; 0: no such checkpoint. */
static void put_checkpoint(recording *r, size_t before, int ticks)
{
    const size_t at = r->all.n;
    bytes body = { .n = 0 };

    put_int(&body, 1);
    put_int(&body, (uint64_t)ticks);
    put_int(&body, 0);
    put_int(&body, before ? (uint64_t)before - (uint64_t)at : 0);
    put_byte(&body, 0);
    put_int(&body, 0);
    put_int(&r->all, body.n + 1);
    put(&r->all, body.p, body.n);
    r->checkpoint = at - r->at;
}

/* Events of the first flush are of +1 on, of the second of +101 and so on. */
static void make(made *m)
{
    recording *r = &m->r;
    char text[64];

    r->all.n = 0;
    begin_java(r, "");
    const int64_t ticks = r->clock.ticks;
    for (int i = 0; i < FLUSHES; i++) {
        m->at[i] = r->all.n;
        for (int k = 1; k <= EVENTS; k++) {
            snprintf(text, sizeof text, "%" PRId64 " 1 1 1",
                     ticks + i * 100 + k);
            put_event(r, "jdk.ExecutionSample", text);
        }
        m->checkpoint[i] = r->all.n;
        put_checkpoint(r, i ? m->checkpoint[i - 1] : r->checkpoint,
                       (int)ticks + i * 100 + 50);
    }
    m->at[FLUSHES] = r->all.n;
    end_chunk(r);
    set_be(&r->all, 40, 1000, 8);
}

static void assert_read(const made *m, const char *rows, uint64_t lost,
                        int64_t from, int64_t to)
{
    for (unsigned jobs = 1; jobs <= 3; jobs += 2) {
        loaded l;
        corr_workers crew = { .threads = jobs };
        load_wanted(&l, m->r.all.p, m->r.all.n, &(corr_want){ .crew = &crew });
        char got[1024] = "";
        for (size_t i = 0; i < find_kind(&l, "cpu")->n; i++)
            snprintf(got + strlen(got), sizeof got - strlen(got), "%d ",
                     (int)(find_kind(&l, "cpu")->time[i] - START));
        assert_string_equal(got, rows);
        assert_int_equal(l.in.lost.bytes, lost);
        assert_int_equal(l.in.loss.n, 1);
        assert_int_equal(l.in.loss.v[0].from, START + from);
        assert_int_equal(l.in.loss.v[0].to, START + to);
        input_clear(&l.in);
    }
}

static void what_stands_behind_the_next_checkpoint_is_read(void **state)
{
    static made m;

    (void)state;
    make(&m);
    const size_t event = (m.checkpoint[1] - m.at[1]) / EVENTS;
    m.r.all.p[m.at[1] + 2 * event] = 0;
    assert_read(&m,
                "1 2 3 4 5 101 102 201 202 203 204 205 301 302 303 304 305 ",
                3 * event, 102, 150);
}

static void each_of_several_breaks_is_stepped_over(void **state)
{
    static made m;

    (void)state;
    make(&m);
    const size_t event = (m.checkpoint[1] - m.at[1]) / EVENTS;
    m.r.all.p[m.at[0] + event] = 0;
    m.r.all.p[m.at[2] + event] = 0;
    /* all that is between two checkpoints has to be right */
    assert_read(&m, "1 101 102 103 104 105 301 302 303 304 305 ", 9 * event, 1,
                250);
    make(&m);
    m.r.all.p[m.at[1]] = 0;
    m.r.all.p[m.at[3]] = 0; /* the chain does not get past this one */
    m.r.all.p[m.checkpoint[3]] = 0;
    assert_read(&m, "1 2 3 4 5 ", m.at[4] - m.at[1], 5, 1000);
}

static void
of_a_chunk_that_is_written_nothing_behind_a_break_counts(void **state)
{
    static made m;

    (void)state;
    make(&m);
    m.r.all.p[m.at[1]] = 0;
    m.r.all.p[64] = 3;
    loaded l;
    load_recording(&l, &m.r);
    assert_int_equal(nrows(&l), EVENTS);
    input_clear(&l.in);
}

static void a_break_is_stepped_over_with_and_without_memory(void **state)
{
    static made m;

    (void)state;
    make(&m);
    m.r.all.p[m.at[1]] = 0;
    assert_survives(&corr_format_jfr, m.r.all.p, m.r.all.n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stands_behind_the_next_checkpoint_is_read),
        cmocka_unit_test(each_of_several_breaks_is_stepped_over),
        cmocka_unit_test(
            of_a_chunk_that_is_written_nothing_behind_a_break_counts),
        cmocka_unit_test(a_break_is_stepped_over_with_and_without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
