/* Tests of ledger_pieces: samples and CPU in excess on the time axis. */
#include "trace/ledger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/base.h"
#include "test/test_memory.h"

enum { PERIOD = 5 };

static ledger_sample cpu_at(int64_t time)
{
    return (ledger_sample){ .time = time,
                            .weight = PERIOD,
                            .obs = 1,
                            .source = LEDGER_BY_CPU,
                            .state = CORR_SPENT_CPU };
}

/* "cpu 0 4, lock 4 20" */
static const char *print_pieces(const ledger_pieces *p)
{
    static char out[1024];
    size_t n = 0;

    out[0] = 0;
    for (size_t i = 0; i < p->n; i++)
        n += (size_t)snprintf(out + n, sizeof out - n, "%s%s %lld %lld",
                              i ? ", " : "", corr_spent_name(p->v[i].kind),
                              (long long)p->v[i].from, (long long)p->v[i].to);
    return out;
}

static void the_example_of_the_methods_holds(void **state)
{
    const ledger_claim lock = { 4, 20, 0, CORR_SPENT_LOCK };
    const ledger_sample s[] = { cpu_at(1), cpu_at(28) };
    const ledger_ask ask = { .to = 30,
                             .claim = &lock,
                             .nclaim = 1,
                             .sample = s,
                             .nsample = 2,
                             .has_cpu = true,
                             .period = PERIOD,
                             .pieces = true };
    ledger l;

    (void)state;
    assert_true(ledger_of(&l, &ask));
    assert_string_equal(print_pieces(&l.piece),
                        "cpu 0 4, lock 4 20, cpu 20 21, unobserved 21 23, "
                        "cpu 23 28, unobserved 28 30");
    ledger_clear(&l);
}

static void excess_behind_the_last_gap_goes_to_the_first_one(void **state)
{
    const ledger_claim lock = { 10, 28, 0, CORR_SPENT_LOCK };
    const ledger_sample s[] = { cpu_at(29) };
    const ledger_ask ask = { .to = 30,
                             .claim = &lock,
                             .nclaim = 1,
                             .sample = s,
                             .nsample = 1,
                             .has_cpu = true,
                             .period = PERIOD,
                             .pieces = true };
    ledger l;

    (void)state;
    assert_true(ledger_of(&l, &ask));
    assert_string_equal(print_pieces(&l.piece),
                        "cpu 0 3, unobserved 3 10, lock 10 28, cpu 28 30");
    ledger_clear(&l);
}

/* Samples of several states, which together fill all of a stretch, stand in the
 * order of time. */
static void samples_that_fill_a_stretch_keep_their_order(void **state)
{
    static const int64_t time[] = { 1, 2, 29 };
    static const corr_spent was[] = { CORR_SPENT_CPU, CORR_SPENT_PARK,
                                      CORR_SPENT_CPU };
    ledger_sample s[countof(time)];
    ledger_parts part = { .ns = { { 0 } } };
    ledger_pieces p = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(s); i++)
        s[i] = (ledger_sample){ .time = time[i],
                                .weight = 1,
                                .source = LEDGER_BY_WALL,
                                .state = was[i] };
    part.ns[LEDGER_BY_WALL][CORR_SPENT_CPU] = 21;
    part.ns[LEDGER_BY_WALL][CORR_SPENT_PARK] = 9;
    assert_true(
        ledger_piece_samples(&p, (ledger_piece){ 0, 30, CORR_SPENT_UNOBSERVED },
                             &part, s, countof(s)));
    assert_string_equal(print_pieces(&p), "cpu 0 10, park 10 19, cpu 19 30");
    vec_free(&p);
}

static void folded_pieces_stand_by_kind_in_their_step(void **state)
{
    static const ledger_piece of[] = {
        { 0, 1, CORR_SPENT_UNOBSERVED },  { 1, 3, CORR_SPENT_CPU },
        { 3, 4, CORR_SPENT_UNOBSERVED },  { 4, 5, CORR_SPENT_CPU },
        { 5, 40, CORR_SPENT_LOCK },       { 40, 41, CORR_SPENT_CPU },
        { 41, 52, CORR_SPENT_UNOBSERVED }
    };
    ledger_pieces p = { 0 };

    (void)state;
    for (size_t i = 0; i < countof(of); i++)
        assert_true(ledger_piece_add(&p, of[i].from, of[i].to, of[i].kind));
    assert_true(ledger_piece_fold(&p, 0, 10));
    assert_string_equal(print_pieces(&p),
                        "cpu 0 3, unobserved 3 5, lock 5 40, cpu 40 41, "
                        "unobserved 41 52");
    assert_true(ledger_piece_fold(&p, 0, 1000));
    assert_string_equal(print_pieces(&p),
                        "lock 0 35, cpu 35 39, unobserved 39 52");
    vec_free(&p);
}

static void weights_of_any_size_keep_the_sum(void **state)
{
    ledger_sample s[4];
    const ledger_ask ask = { .to = 1000,
                             .sample = s,
                             .nsample = countof(s),
                             .has_cpu = true,
                             .pieces = true };
    ledger l;

    (void)state;
    for (size_t i = 0; i < countof(s); i++) {
        s[i] = cpu_at((int64_t)i * 300);
        s[i].weight = INT64_MAX - (int64_t)i;
    }
    assert_true(ledger_of(&l, &ask));
    assert_string_equal(print_pieces(&l.piece), "cpu 0 1000");
    ledger_clear(&l);
}

static void out_of_memory_is_false(void **state)
{
    const ledger_claim lock = { 4, 20, 0, CORR_SPENT_LOCK };
    const ledger_sample s[] = { cpu_at(1), cpu_at(28) };
    const ledger_ask ask = { .to = 30,
                             .claim = &lock,
                             .nclaim = 1,
                             .sample = s,
                             .nsample = 2,
                             .has_cpu = true,
                             .period = PERIOD,
                             .pieces = true };
    ledger l;

    (void)state;
    bool more = true;
    for (long nth = 1; more; nth++) {
        test_memory_arm(nth);
        const bool ok =
            ledger_of(&l, &ask) && ledger_piece_fold(&l.piece, 0, 9);
        ledger_clear(&l);
        more = test_memory_failed();
        assert_true(ok || more);
        assert_int_equal(test_memory_disarm(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_methods_holds),
        cmocka_unit_test(excess_behind_the_last_gap_goes_to_the_first_one),
        cmocka_unit_test(samples_that_fill_a_stretch_keep_their_order),
        cmocka_unit_test(folded_pieces_stand_by_kind_in_their_step),
        cmocka_unit_test(weights_of_any_size_keep_the_sum),
        cmocka_unit_test(out_of_memory_is_false),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
