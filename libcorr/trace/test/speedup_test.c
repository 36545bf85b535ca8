/* Tests of retime: vector 3.2, the two answers, and its speed. */
#include "trace/speedup.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "test/test_memory.h"
#include "test/test_vector.h"

/* Vector 3.1 with its critical path. */
static void cleaned_vector(critical_span *s)
{
    critical c;

    vector(s);
    assert_true(critical_of(&c, s, NSPAN, ROOT, 0.01));
    critical_clear(&c);
}

/* Each span is an operation of its own. */
static void number(uint32_t *of)
{
    for (uint32_t i = 0; i < NSPAN; i++)
        of[i] = i;
}

static int64_t saving(retime *t, const uint32_t *of, uint32_t which,
                      double fraction, bool barrier)
{
    return (1000 * MS - speedup_length(t, of, which, fraction, barrier)) / MS;
}

static void vector_3_2_without_any_of_its_own_time(void **state)
{
    static const struct {
        uint32_t span;
        int64_t conservative, optimistic;
    } want[] = {
        { RATE, 120, 260 }, { CARTDB, 250, 250 }, { PAY, 140, 140 },
        { AUTH, 100, 100 }, { TAX, 0, 0 },        { AUDIT, 0, 0 },
    };
    critical_span s[NSPAN];
    uint32_t of[NSPAN];
    retime t;

    (void)state;
    cleaned_vector(s);
    number(of);
    assert_true(speedup_init(&t, s, NSPAN, ROOT, 0.01));
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(saving(&t, of, want[i].span, 0, true),
                         want[i].conservative);
        assert_int_equal(saving(&t, of, want[i].span, 0, false),
                         want[i].optimistic);
    }
    speedup_clear(&t);
}

static void vector_3_2_with_half_of_it(void **state)
{
    critical_span s[NSPAN];
    uint32_t of[NSPAN];
    retime t;

    (void)state;
    cleaned_vector(s);
    number(of);
    assert_true(speedup_init(&t, s, NSPAN, ROOT, 0.01));
    assert_int_equal(saving(&t, of, RATE, 0.5, true), 120);
    assert_int_equal(saving(&t, of, RATE, 0.5, false), 145);
    assert_int_equal(saving(&t, of, CARTDB, 0.5, true), 125);
    assert_int_equal(saving(&t, of, CARTDB, 0.5, false), 125);
    speedup_clear(&t);
}

static void several_spans_of_one_operation_shrink_together(void **state)
{
    critical_span s[NSPAN];
    uint32_t of[NSPAN];
    retime t;

    (void)state;
    cleaned_vector(s);
    number(of);
    of[AUTH] = of[PAY] = 77;
    assert_true(speedup_init(&t, s, NSPAN, ROOT, 0.01));
    /* pay saves 140 alone; without auth nothing else changes */
    assert_int_equal(saving(&t, of, 77, 0, true), 240);
    assert_int_equal(saving(&t, of, 78, 0, true), 0);
    speedup_clear(&t);
}

static void gaps_of_a_span_are_its_own_time_too(void **state)
{
    critical_span s[NSPAN];
    uint32_t of[NSPAN];
    retime t;

    (void)state;
    cleaned_vector(s);
    number(of);
    assert_true(speedup_init(&t, s, NSPAN, ROOT, 0.01));
    /* root: 0-20, 120-130, 430-440, 960-1000; pay began before ship ended,
     * an overlap that is no gap */
    assert_int_equal(saving(&t, of, ROOT, 0, true), 80);
    assert_int_equal(saving(&t, of, ROOT, 0.5, true), 40);
    speedup_clear(&t);
}

/* ---- properties ------------------------------------------------------- */

static void with_all_of_its_time_a_trace_is_as_long_as_it_was(void **state)
{
    uint64_t seed = 5;

    (void)state;
    for (int turn = 0; turn < 300; turn++) {
        critical_span s[MANY];
        uint32_t of[MANY];
        critical c;
        retime t;
        const uint32_t n = random_trace(s, &seed);
        assert_true(critical_of(&c, s, n, 0, 0.01));
        critical_clear(&c);
        assert_true(speedup_init(&t, s, n, 0, turn % 2 ? 0.01 : 0));
        for (uint32_t i = 0; i < n; i++)
            of[i] = i % 7;
        for (uint32_t which = 0; which < 8; which++) {
            assert_int_equal(speedup_length(&t, of, which, 1, true), 100000);
            assert_int_equal(speedup_length(&t, of, which, 1, false), 100000);
            const int64_t lo = speedup_length(&t, of, which, 0.5, true);
            assert_true(lo >= 0);
            assert_true(lo <= 100000);
        }
        speedup_clear(&t);
    }
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    critical_span s[NSPAN];
    bool more = true;

    (void)state;
    cleaned_vector(s);
    for (long n = 1; more; n++) {
        retime t;
        test_memory_arm(n);
        const bool made = speedup_init(&t, s, NSPAN, ROOT, 0.01);
        more = test_memory_failed();
        speedup_clear(&t);
        assert_int_equal(test_memory_disarm(), 0);
        assert_true(made || more);
    }
}

/* Generous: a quadratic step would take minutes. */
static void a_hundred_thousand_spans_take_no_time(void **state)
{
    enum { BIG = 100000 };
    critical_span *s = calloc(BIG, sizeof *s);
    uint32_t *of = calloc(BIG, sizeof *of);

    (void)state;
    assert_true(s && of);
    for (int shape = 0; shape < 3; shape++) {
        const clock_t begun = clock();
        critical c;
        retime t;
        for (uint32_t i = 0; i < BIG; i++) {
            s[i] = (critical_span){ .up = i ? i - 1 : CRITICAL_NONE,
                                    .end_index = BIG,
                                    .start = i,
                                    .end = 4 * BIG - i,
                                    .id = i };
            if (!i || !shape)
                continue;
            s[i].up = 0;
            s[i].end_index = i + 1;
            s[i].end = shape == 1 ? i + 1 : 3 * BIG + i;
        }
        assert_true(critical_of(&c, s, BIG, 0, 0.01));
        assert_true(speedup_init(&t, s, BIG, 0, 0.01));
        assert_true(speedup_length(&t, of, 0, 0.5, true) > 0);
        assert_true(speedup_length(&t, of, 0, 0.5, false) > 0);
        speedup_clear(&t);
        critical_clear(&c);
        assert_true((double)(clock() - begun) / CLOCKS_PER_SEC < 5);
    }
    free(s);
    free(of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_3_2_without_any_of_its_own_time),
        cmocka_unit_test(vector_3_2_with_half_of_it),
        cmocka_unit_test(several_spans_of_one_operation_shrink_together),
        cmocka_unit_test(gaps_of_a_span_are_its_own_time_too),
        cmocka_unit_test(with_all_of_its_time_a_trace_is_as_long_as_it_was),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
        cmocka_unit_test(a_hundred_thousand_spans_take_no_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
