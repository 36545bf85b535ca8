/* Tests of ledger: vectors 2.1 and 2.2, the precedence, and sums that always
 * hold. */
#include "trace/ledger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/base.h"
#include "stats/distributions.h"
#include "test/test_memory.h"

#define MS      INT64_C(1000000)
#define PERIOD  (10 * MS)
#define HALF_MS (MS / 2)

/* Names of claims, by number. */
enum { NONE, SELECT_CART, PRICE_CACHE, GET_TAX, OTHER };

static ledger_claim claim(corr_spent kind, double from, double to,
                          uint32_t name)
{
    return (ledger_claim){ (int64_t)(from * 1e6), (int64_t)(to * 1e6), name,
                           kind };
}

/* Samples of a source each `step` ms from the first to the last. */
static size_t add_samples(ledger_sample *s, size_t n, ledger_source source,
                          corr_spent state, int first, int last, int step)
{
    for (int t = first; t <= last; t += step)
        s[n++] = (ledger_sample){
            .time = t * MS,
            .weight = source == LEDGER_BY_WALL ? 1 : PERIOD,
            .obs = 1,
            .source = source,
            .state = state,
        };
    return n;
}

static size_t add_cpu(ledger_sample *s, size_t n, int first, int last)
{
    return add_samples(s, n, LEDGER_BY_CPU, CORR_SPENT_CPU, first, last, 10);
}

/* Pieces cover the span without gaps, and each kind has the time of its rows. */
static void assert_pieces_are_rows(const ledger *l, const ledger_ask *ask)
{
    int64_t left[CORR_SPENT_COUNT] = { 0 };
    int64_t at = ask->from;

    for (size_t i = 0; i < l->row.n; i++)
        left[l->row.v[i].kind] += l->row.v[i].ns;
    for (size_t i = 0; i < l->piece.n; i++) {
        const ledger_piece *p = &l->piece.v[i];
        assert_int_equal(p->from, at);
        assert_true(p->to > p->from);
        assert_true(i == 0 || p->kind != p[-1].kind);
        left[p->kind] -= p->to - p->from;
        at = p->to;
    }
    assert_int_equal(at, ask->to);
    for (int k = 0; k < CORR_SPENT_COUNT; k++)
        assert_int_equal(left[k], 0);
}

static ledger divided(const ledger_ask *of)
{
    ledger_ask asked = *of;
    const ledger_ask *ask = &asked;
    ledger l;
    int64_t sum = 0;

    asked.pieces = true;
    assert_true(ledger_of(&l, ask));
    assert_pieces_are_rows(&l, ask);
    for (int64_t step = MS; step < 256 * MS; step *= 4) {
        assert_true(ledger_piece_fold(&l.piece, -7 * MS, step));
        assert_pieces_are_rows(&l, ask);
    }
    for (size_t i = 0; i < l.row.n; i++) {
        const ledger_row *r = &l.row.v[i];
        assert_true(r->ns >= 0 && r->lo >= 0 && r->lo <= r->ns &&
                    r->ns <= r->hi);
        assert_true(r->memo >= 0 && r->memo <= r->ns);
        assert_int_equal(r->how == CORR_HOW_REMAINDER, i + 1 == l.row.n);
        sum += r->ns;
    }
    assert_int_equal(sum, ask->to - ask->from);
    return l;
}

/* "kind name ns events obs memo" of each row. */
static const char *print(const ledger *l)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (size_t i = 0; i < l->row.n; i++) {
        const ledger_row *r = &l->row.v[i];
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%d/%d %lld.%lld %lld %lld %lld\n",
            (int)r->kind, (int)r->name, (long long)(r->ns / MS),
            (long long)(r->ns % MS * 10 / MS), (long long)r->events,
            (long long)r->obs, (long long)(r->memo / MS));
    }
    return out;
}

static ledger_row row(const ledger *l, corr_spent kind, uint32_t name)
{
    for (size_t i = 0; i < l->row.n; i++)
        if (l->row.v[i].kind == kind && l->row.v[i].name == name)
            return l->row.v[i];
    return (ledger_row){ .kind = CORR_SPENT_COUNT };
}

/* ---- the vectors ----------------------------------------------------- */

static void vector_2_1_ends_in_its_rows(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_PARK, 330, 420, OTHER),
        claim(CORR_SPENT_CHILD, 20, 60, SELECT_CART),
        claim(CORR_SPENT_LOCK, 150, 190, PRICE_CACHE),
        claim(CORR_SPENT_GC, 260, 275, NONE),
        claim(CORR_SPENT_ASYNC, 300, 420, GET_TAX),
        claim(CORR_SPENT_SOCKET, 500, 560, NONE),
        claim(CORR_SPENT_GC, 520, 535, NONE),
        claim(CORR_SPENT_GC, 540, 559.5, NONE),
    };
    ledger_sample s[64];
    size_t n = add_cpu(s, 0, 5, 15);

    (void)state;
    n = add_cpu(s, n, 65, 145);
    n = add_cpu(s, n, 205, 255);
    n = add_cpu(s, n, 280, 290);
    n = add_cpu(s, n, 302, 322);
    n = add_cpu(s, n, 425, 495);
    n = add_cpu(s, n, 565, 685);
    assert_int_equal(n, 43);
    ledger l = divided(&(ledger_ask){ .to = 800 * MS,
                                      .claim = claims,
                                      .nclaim = countof(claims),
                                      .sample = s,
                                      .nsample = n,
                                      .has_cpu = true,
                                      .period = PERIOD });
    assert_string_equal(print(&l), "8/0 430.0 0 43 0\n"
                                   "5/3 90.0 1 0 0\n"
                                   "6/0 40.5 1 0 15\n"
                                   "0/1 40.0 1 0 0\n"
                                   "2/2 40.0 1 0 0\n"
                                   "1/0 34.5 2 0 0\n"
                                   "13/0 125.0 0 0 0\n");
    /* a timer of its own: give or take one period */
    assert_int_equal(l.row.v[0].lo, 420 * MS);
    assert_int_equal(l.row.v[0].hi, 440 * MS);
    assert_int_equal(l.row.v[6].lo, 115 * MS);
    assert_int_equal(l.row.v[6].hi, 135 * MS);
    assert_int_equal(l.row.v[1].lo, 90 * MS);
    assert_int_equal(l.row.v[1].how, CORR_HOW_MEASURED);
    assert_int_equal(l.row.v[0].how, CORR_HOW_SAMPLED);
    ledger_clear(&l);
}

static void vector_2_2_splits_by_largest_remainder(void **state)
{
    static const int64_t counts[] = { 3, 2, 2 };
    int64_t part[3];

    (void)state;
    ledger_split(100000001, counts, 3, part);
    assert_int_equal(part[0], 42857143);
    assert_int_equal(part[1], 28571429);
    assert_int_equal(part[2], 28571429);
}

static void a_split_of_the_largest_numbers_keeps_the_sum(void **state)
{
    static const int64_t even[] = { INT64_MAX, INT64_MAX, INT64_MAX, 0 };
    int64_t part[4];

    (void)state;
    ledger_split(INT64_MAX - 1, even, 4, part);
    assert_int_equal(part[0], INT64_MAX / 3);
    assert_int_equal(part[0] + part[1] + part[2], INT64_MAX - 1);
    assert_int_equal(part[3], 0);
    ledger_split(2, even, 4, part); /* ties to the earlier */
    assert_int_equal(part[0], 1);
    assert_int_equal(part[1], 1);
    assert_int_equal(part[2], 0);
}

/* ---- precedence ------------------------------------------------------ */

static void each_kind_goes_before_those_behind_it(void **state)
{
    static const corr_spent order[] = {
        CORR_SPENT_CHILD, CORR_SPENT_LOCK,   CORR_SPENT_FILE, CORR_SPENT_SLEEP,
        CORR_SPENT_ASYNC, CORR_SPENT_SOCKET, CORR_SPENT_PARK, CORR_SPENT_LOST,
    };

    (void)state;
    for (size_t i = 0; i + 1 < countof(order); i++) {
        const ledger_claim claims[] = { claim(order[i + 1], 0, 60, OTHER),
                                        claim(order[i], 20, 50, OTHER) };
        ledger l = divided(&(ledger_ask){
            .to = 100 * MS, .claim = claims, .nclaim = countof(claims) });
        assert_int_equal(row(&l, order[i], OTHER).ns, 30 * MS);
        assert_int_equal(row(&l, order[i + 1], OTHER).ns, 30 * MS);
        assert_int_equal(row(&l, order[i + 1], OTHER).events, 1);
        assert_int_equal(row(&l, CORR_SPENT_UNOBSERVED, 0).ns, 40 * MS);
        ledger_clear(&l);
    }
}

/* What a pause has of a wait [100,to), in ms of the pause [from,150). */
static double of_pause(double wait_from, double from, double wait_to)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_LOCK, wait_from, wait_to, OTHER),
        claim(CORR_SPENT_GC, from, 150, NONE),
    };
    ledger l =
        divided(&(ledger_ask){ .to = 300 * MS, .claim = claims, .nclaim = 2 });
    const double ms = (double)row(&l, CORR_SPENT_GC, 0).ns / 1e6;

    /* The memo of the wait has the pause time that the wait owns. */
    assert_true(row(&l, CORR_SPENT_LOCK, OTHER).memo ==
                (int64_t)((150 - from - ms) * 1e6));
    ledger_clear(&l);
    return ms;
}

static void a_pause_inside_a_wait_is_the_waits_unless_it_held_it(void **state)
{
    (void)state;
    assert_true(of_pause(100, 120, 200) == 0);
    assert_true(of_pause(100, 120, 150) == 30);
    assert_true(of_pause(100, 120, 151) == 30);
    assert_true(of_pause(100, 120, 151.000001) == 0);
    /* ticks are rounded */
    assert_true(of_pause(100, 120, 149.999) == 30);
    /* it was not waiting yet */
    assert_true(of_pause(120, 120, 200) == 30);
    assert_true(of_pause(130, 120, 200) == 30);
}

static void of_pauses_inside_a_wait_those_with_a_name_are_told(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_LOCK, 100, 200, OTHER),
        claim(CORR_SPENT_GC, 110, 120, NONE),
        claim(CORR_SPENT_GC, 130, 135, SELECT_CART),
    };

    (void)state;
    ledger l =
        divided(&(ledger_ask){ .to = 300 * MS, .claim = claims, .nclaim = 3 });
    assert_int_equal(row(&l, CORR_SPENT_LOCK, OTHER).memo, 15 * MS);
    assert_int_equal(row(&l, CORR_SPENT_LOCK, OTHER).memo_named, 5 * MS);
    ledger_clear(&l);
}

static void a_wait_that_ends_inside_a_pause_keeps_its_part(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_PARK, 100, 130, OTHER),
        claim(CORR_SPENT_GC, 120, 150, NONE),
    };

    (void)state;
    ledger l =
        divided(&(ledger_ask){ .to = 300 * MS, .claim = claims, .nclaim = 2 });
    assert_int_equal(row(&l, CORR_SPENT_PARK, OTHER).ns, 30 * MS);
    assert_int_equal(row(&l, CORR_SPENT_PARK, OTHER).memo, 10 * MS);
    assert_int_equal(row(&l, CORR_SPENT_GC, 0).ns, 20 * MS);
    ledger_clear(&l);
}

static void a_pause_during_a_child_is_the_childs(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_CHILD, 100, 200, SELECT_CART),
        claim(CORR_SPENT_GC, 150, 210, NONE),
    };

    (void)state;
    ledger l =
        divided(&(ledger_ask){ .to = 300 * MS, .claim = claims, .nclaim = 2 });
    assert_int_equal(row(&l, CORR_SPENT_CHILD, SELECT_CART).ns, 100 * MS);
    assert_int_equal(row(&l, CORR_SPENT_GC, 0).ns, 10 * MS);
    ledger_clear(&l);
}

static void
of_two_that_are_waited_for_the_last_to_end_has_the_time(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_ASYNC, 0, 40, GET_TAX),
        claim(CORR_SPENT_ASYNC, 10, 90, OTHER),
        claim(CORR_SPENT_ASYNC, 20, 60, GET_TAX),
    };

    (void)state;
    ledger l =
        divided(&(ledger_ask){ .to = 100 * MS, .claim = claims, .nclaim = 3 });
    assert_int_equal(row(&l, CORR_SPENT_ASYNC, OTHER).ns, 80 * MS);
    assert_int_equal(row(&l, CORR_SPENT_ASYNC, GET_TAX).ns, 10 * MS);
    assert_int_equal(row(&l, CORR_SPENT_ASYNC, GET_TAX).events, 1);
    ledger_clear(&l);
}

static void claims_are_cut_to_the_span_and_told_once(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_LOCK, -500, 10, PRICE_CACHE),
        claim(CORR_SPENT_LOCK, 90, 5000, PRICE_CACHE),
        claim(CORR_SPENT_LOCK, 5000, 6000, PRICE_CACHE),
        claim(CORR_SPENT_CHILD, 95, 96, SELECT_CART),
        claim(CORR_SPENT_SLEEP, 50, 50, NONE),
    };

    (void)state;
    ledger l =
        divided(&(ledger_ask){ .to = 100 * MS, .claim = claims, .nclaim = 5 });
    assert_int_equal(row(&l, CORR_SPENT_LOCK, PRICE_CACHE).ns, 19 * MS);
    assert_int_equal(row(&l, CORR_SPENT_LOCK, PRICE_CACHE).events, 2);
    assert_int_equal(row(&l, CORR_SPENT_SLEEP, 0).kind, CORR_SPENT_COUNT);
    assert_int_equal(l.row.n, 3);
    ledger_clear(&l);
}

static void what_a_clock_is_off_by_is_no_wait(void **state)
{
    /* a socket read is the child's but for 1 ns at its end; a short lock is
     * all there, and a pause has more than the clock is off by */
    const ledger_claim claims[] = {
        { 20 * MS, 60 * MS, SELECT_CART, CORR_SPENT_CHILD },
        { 30 * MS, 60 * MS + 1, NONE, CORR_SPENT_SOCKET },
        { 70 * MS, 70 * MS + 500, PRICE_CACHE, CORR_SPENT_LOCK },
        { 15 * MS, 20 * MS + 1000, NONE, CORR_SPENT_GC },
        { 59 * MS, 60 * MS + 1, GET_TAX, CORR_SPENT_ASYNC },
    };
    ledger_ask ask = {
        .to = 100 * MS, .claim = claims, .nclaim = 4, .slack = 1000
    };

    (void)state;
    ledger l = divided(&ask);
    assert_int_equal(row(&l, CORR_SPENT_SOCKET, 0).kind, CORR_SPENT_COUNT);
    assert_int_equal(row(&l, CORR_SPENT_LOCK, PRICE_CACHE).ns, 500);
    assert_int_equal(row(&l, CORR_SPENT_GC, 0).ns, 5 * MS);
    assert_int_equal(row(&l, CORR_SPENT_UNOBSERVED, 0).ns, 55 * MS - 500);
    ledger_clear(&l);
    ask.slack = 1;
    l = divided(&ask);
    assert_int_equal(row(&l, CORR_SPENT_SOCKET, 0).ns, 1);
    ledger_clear(&l);
    /* spans have a clock of their own */
    ask.slack = 1000;
    ask.nclaim = 5;
    l = divided(&ask);
    assert_int_equal(row(&l, CORR_SPENT_ASYNC, GET_TAX).ns, 1);
    ledger_clear(&l);
}

/* ---- samples --------------------------------------------------------- */

static void what_a_stretch_is_too_short_for_ran_in_others(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_LOCK, 4, 50, PRICE_CACHE),
    };
    ledger_sample s[8];
    size_t n = add_cpu(s, 0, 1, 1);

    (void)state;
    n = add_cpu(s, n, 5, 5); /* in the wait: not counted */
    n = add_cpu(s, n, 60, 70);
    ledger l = divided(&(ledger_ask){ .to = 100 * MS,
                                      .claim = claims,
                                      .nclaim = 1,
                                      .sample = s,
                                      .nsample = n,
                                      .has_cpu = true,
                                      .few = true,
                                      .period = PERIOD });
    assert_int_equal(row(&l, CORR_SPENT_CPU, 0).ns, 30 * MS);
    assert_int_equal(row(&l, CORR_SPENT_CPU, 0).obs, 3);
    assert_int_equal(row(&l, CORR_SPENT_UNOBSERVED, 0).ns, 24 * MS);
    /* 1.96 p sqrt(k), 33.9 ms */
    assert_int_equal(row(&l, CORR_SPENT_CPU, 0).lo, 0);
    assert_int_equal(row(&l, CORR_SPENT_CPU, 0).hi / MS, 30 + 33);
    ledger_clear(&l);
}

static void no_more_ran_than_there_is_time_left_for_it(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_LOCK, 4, 50, PRICE_CACHE),
        claim(CORR_SPENT_SLEEP, 55, 100, NONE),
    };
    ledger_sample s[2];
    size_t n = add_cpu(s, 0, 1, 1);

    (void)state;
    n = add_cpu(s, n, 52, 52);
    ledger l = divided(&(ledger_ask){ .to = 100 * MS,
                                      .claim = claims,
                                      .nclaim = 2,
                                      .sample = s,
                                      .nsample = n,
                                      .has_cpu = true,
                                      .period = PERIOD });
    assert_int_equal(row(&l, CORR_SPENT_CPU, 0).ns, 9 * MS);
    assert_int_equal(row(&l, CORR_SPENT_CPU, 0).obs, 2);
    assert_int_equal(row(&l, CORR_SPENT_UNOBSERVED, 0).ns, 0);
    assert_int_equal(row(&l, CORR_SPENT_LOCK, PRICE_CACHE).ns, 46 * MS);
    ledger_clear(&l);
}

static void running_is_taken_out_of_what_is_lost_or_waited_for(void **state)
{
    const ledger_claim claims[] = {
        claim(CORR_SPENT_ASYNC, 0, 50, GET_TAX),
        claim(CORR_SPENT_LOST, 50, 100, NONE),
    };
    ledger_sample s[4];
    size_t n = add_cpu(s, 0, 20, 20);

    (void)state;
    n = add_cpu(s, n, 60, 70);
    ledger l = divided(&(ledger_ask){ .to = 100 * MS,
                                      .claim = claims,
                                      .nclaim = 2,
                                      .sample = s,
                                      .nsample = n,
                                      .has_cpu = true,
                                      .period = PERIOD });
    assert_string_equal(print(&l), "5/3 40.0 1 0 0\n"
                                   "8/0 30.0 0 3 0\n"
                                   "12/0 30.0 1 0 0\n"
                                   "13/0 0.0 0 0 0\n");
    ledger_clear(&l);
}

static void wall_samples_divide_a_gap_by_state(void **state)
{
    ledger_sample s[16];
    size_t n = add_samples(s, 0, LEDGER_BY_WALL, CORR_SPENT_CPU, 0, 20, 10);

    (void)state;
    n = add_samples(s, n, LEDGER_BY_WALL, CORR_SPENT_SOCKET, 30, 40, 10);
    n = add_samples(s, n, LEDGER_BY_WALL, CORR_SPENT_BLOCKED, 50, 60, 10);
    ledger l =
        divided(&(ledger_ask){ .to = 100000001, .sample = s, .nsample = n });
    assert_int_equal(row(&l, CORR_SPENT_CPU, 0).ns, 42857143);
    assert_int_equal(row(&l, CORR_SPENT_SOCKET, 0).ns, 28571429);
    assert_int_equal(row(&l, CORR_SPENT_BLOCKED, 0).ns, 28571429);
    assert_int_equal(row(&l, CORR_SPENT_BLOCKED, 0).how, CORR_HOW_SAMPLED);
    assert_int_equal(row(&l, CORR_SPENT_BLOCKED, 0).obs, 2);
    /* 1.96 sqrt(2/7 5/7 / 7) of the gap */
    assert_int_equal(row(&l, CORR_SPENT_BLOCKED, 0).hi / MS, 28 + 34);
    ledger_clear(&l);
}

static void where_cpu_is_sampled_wall_samples_tell_only_the_waits(void **state)
{
    ledger_sample s[16];
    size_t n = add_samples(s, 0, LEDGER_BY_CPU, CORR_SPENT_CPU, 0, 0, 10);

    (void)state;
    n = add_samples(s, n, LEDGER_BY_WALL, CORR_SPENT_CPU, 10, 50, 10);
    n = add_samples(s, n, LEDGER_BY_WALL, CORR_SPENT_PARK, 60, 90, 8);
    assert_int_equal(n, 10);
    ledger l = divided(&(ledger_ask){ .to = 90 * MS,
                                      .sample = s,
                                      .nsample = n,
                                      .has_cpu = true,
                                      .period = PERIOD });
    assert_string_equal(print(&l), "7/0 40.0 0 4 0\n"
                                   "8/0 10.0 0 1 0\n"
                                   "13/0 40.0 0 0 0\n");
    ledger_clear(&l);
}

static void native_samples_are_a_row_of_their_own(void **state)
{
    ledger_sample s[16];
    size_t n =
        add_samples(s, 0, LEDGER_BY_NATIVE, CORR_SPENT_NATIVE, 0, 10, 10);

    (void)state;
    n = add_samples(s, n, LEDGER_BY_NATIVE, CORR_SPENT_SOCKET, 20, 20, 10);
    n = add_cpu(s, n, 30, 40);
    ledger_ask ask = { .to = 100 * MS,
                       .sample = s,
                       .nsample = n,
                       .has_cpu = true,
                       .period = PERIOD };
    ledger l = divided(&ask);
    assert_string_equal(print(&l), "8/0 20.0 0 2 0\n"
                                   "9/0 20.0 0 2 0\n"
                                   "6/0 10.0 0 1 0\n"
                                   "13/0 50.0 0 0 0\n");
    ledger_clear(&l);
    ask.to = 41 * MS; /* 21 ms are left to them, 2 to 1 */
    l = divided(&ask);
    assert_int_equal(row(&l, CORR_SPENT_NATIVE, 0).ns, 14 * MS);
    assert_int_equal(row(&l, CORR_SPENT_SOCKET, 0).ns, 7 * MS);
    ledger_clear(&l);
}

/* ---- properties ------------------------------------------------------ */

static int64_t some_time(uint64_t *seed)
{
    return (int64_t)stat_below(seed, 220) * HALF_MS - 10 * MS;
}

static void random_claim(uint64_t *seed, ledger_claim *c)
{
    static const corr_spent kinds[] = {
        CORR_SPENT_CHILD, CORR_SPENT_GC,    CORR_SPENT_LOCK, CORR_SPENT_FILE,
        CORR_SPENT_SLEEP, CORR_SPENT_ASYNC, CORR_SPENT_PARK, CORR_SPENT_SOCKET,
        CORR_SPENT_LOST,  CORR_SPENT_QUEUE,
    };
    const int64_t a = some_time(seed);
    const int64_t b = some_time(seed);

    *c = (ledger_claim){ min_i64(a, b), max_i64(a, b),
                         (uint32_t)stat_below(seed, 3),
                         kinds[stat_below(seed, countof(kinds))] };
}

static void random_sample(uint64_t *seed, int64_t time, ledger_sample *s)
{
    static const corr_spent states[] = { CORR_SPENT_CPU, CORR_SPENT_PARK,
                                         CORR_SPENT_NATIVE,
                                         CORR_SPENT_BLOCKED };

    *s = (ledger_sample){ .time = time,
                          .weight = (int64_t)stat_below(seed, 4) * PERIOD / 2,
                          .obs = (int64_t)stat_below(seed, 3),
                          .source = (ledger_source)stat_below(seed, 3),
                          .state = states[stat_below(seed, 4)] };
    if (s->source == LEDGER_BY_CPU)
        s->state = CORR_SPENT_CPU;
}

/* ns of each kind, measured, by looking at each half ms: none of the claims
 * begins or ends within one. */
static void measure_slowly(const ledger_claim *c, size_t n, int64_t to,
                           int64_t ns[CORR_SPENT_COUNT])
{
    static const corr_spent order[] = { CORR_SPENT_LOCK,   CORR_SPENT_FILE,
                                        CORR_SPENT_SLEEP,  CORR_SPENT_ASYNC,
                                        CORR_SPENT_SOCKET, CORR_SPENT_PARK };

    for (int64_t t = 0; t < to; t += HALF_MS) {
        const ledger_claim *by[CORR_SPENT_COUNT] = { 0 };
        const ledger_claim *wait = NULL;
        for (size_t i = 0; i < n; i++)
            if (c[i].from <= t && t < c[i].to &&
                (!by[c[i].kind] || c[i].to > by[c[i].kind]->to ||
                 (c[i].to == by[c[i].kind]->to &&
                  c[i].from < by[c[i].kind]->from)))
                by[c[i].kind] = &c[i];
        for (size_t i = 0; !wait && i < countof(order); i++)
            wait = by[order[i]];
        const ledger_claim *pause = by[CORR_SPENT_GC];
        corr_spent kind = wait                   ? wait->kind
                          : by[CORR_SPENT_QUEUE] ? CORR_SPENT_QUEUE
                          : by[CORR_SPENT_LOST]  ? CORR_SPENT_LOST
                                                 : CORR_SPENT_UNOBSERVED;
        if (pause && (!wait || pause->from <= wait->from ||
                      (pause->to <= wait->to && wait->to <= pause->to + MS)))
            kind = CORR_SPENT_GC;
        if (by[CORR_SPENT_CHILD])
            kind = CORR_SPENT_CHILD;
        ns[kind] += HALF_MS;
    }
}

static void any_claims_and_samples_sum_to_the_span(void **state)
{
    uint64_t seed = 7;

    (void)state;
    for (int round = 0; round < 2000; round++) {
        ledger_claim claims[24];
        ledger_sample samples[48];
        const size_t nclaim = stat_below(&seed, countof(claims));
        const size_t nsample = stat_below(&seed, countof(samples));
        for (size_t i = 0; i < nclaim; i++)
            random_claim(&seed, &claims[i]);
        bool has_cpu = stat_below(&seed, 2);
        for (size_t i = 0; i < nsample; i++) {
            random_sample(&seed, (int64_t)i * 2 * MS, &samples[i]);
            has_cpu = has_cpu || samples[i].source == LEDGER_BY_CPU;
        }
        /* half of them are without any CPU samples */
        for (size_t i = 0; round % 2 && i < nsample; i++)
            samples[i].source = samples[i].source == LEDGER_BY_CPU
                                    ? LEDGER_BY_WALL
                                    : samples[i].source;
        ledger_ask ask = { .to = (int64_t)stat_below(&seed, 200) * HALF_MS,
                           .claim = claims,
                           .nclaim = nclaim,
                           .sample = samples,
                           .nsample = nsample,
                           .has_cpu = has_cpu && round % 2 == 0,
                           .few = stat_below(&seed, 2),
                           .period = PERIOD };
        ledger l = divided(&ask);
        ledger_clear(&l);

        int64_t want[CORR_SPENT_COUNT] = { 0 };
        int64_t got[CORR_SPENT_COUNT] = { 0 };
        ask.nsample = 0;
        l = divided(&ask);
        measure_slowly(claims, nclaim, ask.to, want);
        for (size_t i = 0; i < l.row.n; i++)
            got[l.row.v[i].kind] += l.row.v[i].ns;
        for (size_t k = 0; k < CORR_SPENT_COUNT; k++)
            assert_int_equal(got[k], want[k]);
        ledger_clear(&l);
    }
}

static void the_order_of_claims_does_not_matter(void **state)
{
    uint64_t seed = 11;

    (void)state;
    for (int round = 0; round < 200; round++) {
        ledger_claim claims[12];
        ledger_claim back[12];
        for (size_t i = 0; i < 12; i++)
            random_claim(&seed, &claims[i]);
        for (size_t i = 0; i < 12; i++)
            back[i] = claims[11 - i];
        ledger_ask ask = { .to = 90 * MS, .claim = claims, .nclaim = 12 };
        ledger a = divided(&ask);
        ask.claim = back;
        ledger b = divided(&ask);
        assert_int_equal(a.row.n, b.row.n);
        for (size_t i = 0; i < a.row.n; i++) {
            assert_int_equal(a.row.v[i].ns, b.row.v[i].ns);
            assert_int_equal(a.row.v[i].name, b.row.v[i].name);
            assert_int_equal(a.row.v[i].memo, b.row.v[i].memo);
            assert_int_equal(a.row.v[i].events, b.row.v[i].events);
        }
        ledger_clear(&a);
        ledger_clear(&b);
    }
}

static void a_span_without_length_has_one_row_of_nothing(void **state)
{
    const ledger_claim claims[] = { claim(CORR_SPENT_LOCK, -10, 10, OTHER) };

    (void)state;
    ledger l = divided(&(ledger_ask){ .claim = claims, .nclaim = 1 });
    assert_int_equal(l.row.n, 1);
    assert_int_equal(l.row.v[0].ns, 0);
    ledger_clear(&l);
}

static void out_of_memory_is_told_and_leaks_nothing(void **state)
{
    const ledger_claim claims[] = { claim(CORR_SPENT_LOCK, 10, 20, OTHER) };
    bool more = true;

    (void)state;
    for (long n = 1; more; n++) {
        ledger l;
        test_memory_arm(n);
        const bool ok = ledger_of(
            &l, &(ledger_ask){ .to = 30 * MS, .claim = claims, .nclaim = 1 });
        more = test_memory_failed();
        assert_true(ok != more);
        ledger_clear(&l);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_2_1_ends_in_its_rows),
        cmocka_unit_test(vector_2_2_splits_by_largest_remainder),
        cmocka_unit_test(a_split_of_the_largest_numbers_keeps_the_sum),
        cmocka_unit_test(each_kind_goes_before_those_behind_it),
        cmocka_unit_test(a_pause_inside_a_wait_is_the_waits_unless_it_held_it),
        cmocka_unit_test(of_pauses_inside_a_wait_those_with_a_name_are_told),
        cmocka_unit_test(a_wait_that_ends_inside_a_pause_keeps_its_part),
        cmocka_unit_test(a_pause_during_a_child_is_the_childs),
        cmocka_unit_test(
            of_two_that_are_waited_for_the_last_to_end_has_the_time),
        cmocka_unit_test(claims_are_cut_to_the_span_and_told_once),
        cmocka_unit_test(what_a_clock_is_off_by_is_no_wait),
        cmocka_unit_test(what_a_stretch_is_too_short_for_ran_in_others),
        cmocka_unit_test(no_more_ran_than_there_is_time_left_for_it),
        cmocka_unit_test(running_is_taken_out_of_what_is_lost_or_waited_for),
        cmocka_unit_test(wall_samples_divide_a_gap_by_state),
        cmocka_unit_test(where_cpu_is_sampled_wall_samples_tell_only_the_waits),
        cmocka_unit_test(native_samples_are_a_row_of_their_own),
        cmocka_unit_test(any_claims_and_samples_sum_to_the_span),
        cmocka_unit_test(the_order_of_claims_does_not_matter),
        cmocka_unit_test(a_span_without_length_has_one_row_of_nothing),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
