/*
 * Tests of any_time: watches of a canary in worlds whose truth is known.
 *
 * A thousand watches of 60 looks, in each of which the ratio is exactly the
 * limit. The interval of one look fails far more than 50 of them, so the worlds
 * are no easy ones; the sequence may fail 50.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "stats/any_time.h"
#include "stats/distributions.h"

enum { WATCHES = 1000, LOOKS = 60, MOST_WRONG = WATCHES / 20 };

/* A cluster has `mean` observations per exposure, times noise with a
 * coefficient of variation. */
typedef struct world {
    const char *name;
    double mean, cv;
    uint32_t base; /* clusters of the base before the first look */
    bool grows;    /* the base has another cluster at each look */
    bool uneven;   /* exposures from 0.2 to 1.8 */
    uint32_t rules;
} world;

static const world worlds[] = {
    { "both sides grow", 60, .15, 0, true, false, 1 },
    { "8 files of a fixed base", 60, .15, 8, false, false, 1 },
    { "uneven files, bursts", 40, .5, 4, true, true, 1 },
    { "few observations", 4, 0, 2, true, true, 1 },
    { "4 assertions", 30, .22, 4, true, false, 4 },
};

static double uniform(uint64_t *seed)
{
    return ((double)(stat_random(seed) >> 11) + 0.5) / 9007199254740992.0;
}

static double poisson(uint64_t *seed, double mean)
{
    const double least = exp(-mean);
    double n = 0, left = uniform(seed);

    for (; left > least; n++)
        left *= uniform(seed);
    return n;
}

/* Lognormal, with the mean 1. */
static double noise(uint64_t *seed, double cv)
{
    const double spread = sqrt(log1p(cv * cv));

    return exp(spread * stat_normal_quantile(uniform(seed)) -
               spread * spread / 2);
}

static void add_file(const world *w, double growth, any_time_side *side,
                     uint64_t *seed)
{
    const double e = w->uneven ? 0.2 + 1.6 * uniform(seed) : 1;
    const double mean = w->mean * growth * e * noise(seed, w->cv);

    any_time_add(side, poisson(seed, mean), e);
}

/* What a watch came to. */
typedef struct outcome {
    int over, kept;   /* the look at which it was; 0: never */
    int one_over;     /* by the interval of one look, asked at each */
    bool last_over;   /* by the interval of one look, asked only at the last */
    any_time_look at; /* the last */
} outcome;

static void take_look(const any_time_rule *rule, const any_time_side side[2],
                      int look, outcome *o)
{
    o->at = any_time_look_at(rule, side);
    const any_time_verdict v = any_time_judge(rule, &o->at);
    if (v == ANY_TIME_OVER && !o->over)
        o->over = look;
    if (v == ANY_TIME_KEPT && !o->kept)
        o->kept = look;
    o->last_over = o->at.one[0] > rule->limit;
    if (o->last_over && !o->one_over)
        o->one_over = look;
}

/* One watch, in which the rules of a world have clusters of their own. */
static outcome watch(const world *w, double growth, double limit,
                     uint64_t *seed)
{
    const any_time_rule rule =
        any_time_rule_of(ANY_TIME_RATIO, limit, w->rules);
    outcome any = { 0 };

    for (uint32_t r = 0; r < w->rules; r++) {
        any_time_side side[2] = { { 0 } };
        outcome o = { 0 };
        for (uint32_t i = 0; i < w->base; i++)
            add_file(w, 1, &side[0], seed);
        for (int look = 1; look <= LOOKS; look++) {
            if (w->grows)
                add_file(w, 1, &side[0], seed);
            add_file(w, growth, &side[1], seed);
            take_look(&rule, side, look, &o);
        }
        any.over = o.over ? o.over : any.over;
        any.kept = o.kept ? o.kept : any.kept;
        any.one_over = o.one_over ? o.one_over : any.one_over;
        any.last_over |= o.last_over;
        any.at = o.at;
    }
    return any;
}

static void test_false_verdicts_of_whole_watches(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        uint64_t seed = 1000 + i;
        int over = 0, kept = 0, naive = 0;

        for (int n = 0; n < WATCHES; n++) {
            const outcome o = watch(&worlds[i], 1, 1, &seed);
            over += o.over > 0;
            kept += o.kept > 0;
            naive += o.one_over > 0;
        }
        print_message("# %-24s of %d watches: %d fail, %d pass; by the "
                      "interval of one look %d fail\n",
                      worlds[i].name, WATCHES, over, kept, naive);
        assert_in_range(over, 0, MOST_WRONG);
        assert_in_range(kept, 0, MOST_WRONG);
        assert_true(naive > MOST_WRONG);
    }
}

/* A share or a rate of one side: in a file `mean` trials, each a hit with
 * chance `p`, which varies from file to file. */
typedef struct alone {
    const char *name;
    any_time_kind kind;
    double mean, p, cv;
} alone;

static const alone singles[] = {
    { "8 % of 300 samples a file", ANY_TIME_SHARE, 300, .08, 0 },
    { "8 %, from 4 to 12 %", ANY_TIME_SHARE, 300, .08, .25 },
    { "1 % of 400 spans", ANY_TIME_SHARE, 400, .01, .3 },
    { "1 % of 40 spans", ANY_TIME_SHARE, 40, .01, 0 },
    { "95 % of 200", ANY_TIME_SHARE, 200, .95, .02 },
    { "rate of 60 a file", ANY_TIME_RATE, 60, 1, .15 },
    { "rate of 3 a file", ANY_TIME_RATE, 3, 1, .3 },
};

/* Observations of a file, of which e is returned. */
static double add_single(const alone *a, double growth, any_time_side *side,
                         uint64_t *seed)
{
    const double p = a->p * growth * noise(seed, a->cv);

    if (a->kind == ANY_TIME_RATE) {
        any_time_add(side, poisson(seed, a->mean * p), 1);
        return 1;
    }
    const double n = 1 + poisson(seed, a->mean);
    double hits = 0;
    for (int i = 0; i < (int)n; i++)
        hits += uniform(seed) < p;
    any_time_add(side, hits, n);
    return n;
}

static outcome watch_single(const alone *a, double growth, uint64_t *seed)
{
    const double truth = a->kind == ANY_TIME_RATE ? a->mean : a->p;
    const any_time_rule rule = any_time_rule_of(a->kind, truth, 1);
    any_time_side side[2] = { { 0 } };
    outcome o = { 0 };

    for (int look = 1; look <= LOOKS; look++) {
        add_single(a, growth, &side[1], seed);
        take_look(&rule, side, look, &o);
    }
    return o;
}

static void test_false_verdicts_on_one_side(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        uint64_t seed = 4000 + i;
        int over = 0, kept = 0, naive = 0, found = 0, looks = 0;

        for (int n = 0; n < WATCHES; n++) {
            const outcome o = watch_single(&singles[i], 1, &seed);
            over += o.over > 0;
            kept += o.kept > 0;
            naive += o.one_over > 0;
        }
        for (int n = 0; n < WATCHES / 10; n++) {
            const outcome o = watch_single(&singles[i], 2, &seed);
            found += o.over > 0;
            looks += o.over;
        }
        print_message("# %-26s of %d watches: %d fail, %d pass; by one look "
                      "%d fail; doubled: %d of 100 fail, after %.1f looks\n",
                      singles[i].name, WATCHES, over, kept, naive, found,
                      found ? (double)looks / found : 0);
        assert_in_range(over, 0, MOST_WRONG);
        assert_in_range(kept, 0, MOST_WRONG);
        assert_true(naive > over);
    }
}

/* A function that is rare, so that a side often has no sample of it, or that is
 * new. */
static void test_sides_without_an_observation(void **state)
{
    static const world rare[] = {
        { "0.05 a file", .05, 0, 0, true, false, 1 },
        { "0.3 a file, in bursts", .3, 1, 0, true, true, 1 },
        { "0.3 a file, fixed base", .3, 0, 4, false, false, 1 },
        { "2 a file, in bursts, fixed base", 2, 1, 2, false, true, 1 },
        { "9 a file, in bursts, fixed base", 9, 1.5, 2, false, true, 1 },
        { "2 a file, fixed base", 2, .3, 2, false, false, 1 },
    };
    const any_time_rule rule = any_time_rule_of(ANY_TIME_RATIO, 1.2, 1);
    any_time_side side[2] = { { 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof rare / sizeof *rare; i++) {
        uint64_t seed = 5000 + i;
        int over = 0, kept = 0;
        for (int n = 0; n < WATCHES; n++) {
            const outcome o = watch(&rare[i], 1, 1, &seed);
            over += o.over > 0;
            kept += o.kept > 0;
        }
        print_message("# %-24s of %d watches: %d fail, %d pass\n", rare[i].name,
                      WATCHES, over, kept);
        assert_in_range(over, 0, MOST_WRONG);
        assert_in_range(kept, 0, MOST_WRONG);
    }
    for (int i = 0; i < 5; i++) {
        any_time_add(&side[0], 0, 1);
        any_time_add(&side[1], 30 + i, 1);
    }
    any_time_look look = any_time_look_at(&rule, side);
    assert_int_equal(any_time_judge(&rule, &look), ANY_TIME_OVER);
    assert_true(isinf(look.value) && isinf(look.hi) && look.lo > 2);
    const any_time_side gone[2] = { side[1], side[0] };
    look = any_time_look_at(&rule, gone);
    assert_int_equal(any_time_judge(&rule, &look), ANY_TIME_KEPT);
    const any_time_rule share = any_time_rule_of(ANY_TIME_SHARE, .01, 1);
    any_time_side none[2] = { { 0 } };
    for (int i = 0; i < 30; i++)
        any_time_add(&none[1], 0, 50);
    look = any_time_look_at(&share, none);
    assert_int_equal(any_time_judge(&share, &look), ANY_TIME_KEPT);
    assert_true(look.lo == 0 && look.value == 0);
}

/* Growth over a limit of 5 %: how many are found, and after how many looks. */
static void test_power_next_to_one_look(void **state)
{
    static const double growth[] = { 1.0, 1.10, 1.25, 2.0 };
    enum { N = 400 };

    (void)state;
    for (size_t g = 0; g < sizeof growth / sizeof *growth; g++) {
        uint64_t seed = 7000 + g;
        int found = 0, last = 0, looks = 0, kept = 0;
        double width = 0;

        for (int n = 0; n < N; n++) {
            const outcome o = watch(&worlds[0], growth[g], 1.05, &seed);
            found += o.over > 0;
            looks += o.over;
            last += o.last_over;
            kept += o.kept > 0;
            width += o.at.width / N;
        }
        print_message("# growth x%.2f, limit x1.05: fails %3.0f %% (one look "
                      "at the end %3.0f %%), after %.1f looks; passes %3.0f "
                      "%%; width %.2f\n",
                      growth[g], 100.0 * found / N, 100.0 * last / N,
                      found ? (double)looks / found : 0, 100.0 * kept / N,
                      width);
        assert_true(width > 1 && width < 2);
        if (growth[g] >= 1.25)
            assert_true(found > N * 95 / 100);
        if (growth[g] >= 2)
            assert_true(looks < 8 * found);
    }
}

static void test_half_width_is_that_of_the_formula(void **state)
{
    const any_time_rule rule = any_time_rule_of(ANY_TIME_RATIO, 1.2, 2);
    any_time_side side[2] = { { 0 } };

    (void)state;
    for (int i = 0; i < 100000; i++)
        for (int w = 0; w < 2; w++)
            any_time_add(&side[w], i % 2 ? 3 : 1, 1);
    const any_time_look look = any_time_look_at(&rule, side);
    const double v = 2.0 / 200000, s = log(1.2) * log(1.2);
    const double half =
        sqrt((v + v * v / s) * (log(1 + s / v) - 2 * log(rule.alpha)));
    assert_true(fabs(rule.alpha + rule.none - 0.025) < 1e-12);
    assert_true(look.phi == 1);
    assert_true(fabs(look.value - 1) < 1e-12);
    assert_true(fabs(look.variance - v) < 1e-12);
    assert_true(fabs(log(look.hi) - half) < half * 1e-3);
    assert_true(fabs(log(look.lo) + half) < half * 1e-3);
    assert_int_equal(any_time_judge(&rule, &look), ANY_TIME_KEPT);
}

static void test_unknown_is_open(void **state)
{
    const any_time_rule rule = any_time_rule_of(ANY_TIME_RATIO, 1.05, 1);
    any_time_side side[2] = { { 0 } };

    (void)state;
    for (int i = 0; i < 3; i++) {
        const any_time_look look = any_time_look_at(&rule, side);
        assert_true(isnan(look.lo) && isnan(look.hi) && isnan(look.value));
        assert_int_equal(any_time_judge(&rule, &look), ANY_TIME_OPEN);
        any_time_add(&side[0], 100, 1);
        any_time_add(&side[1], i ? 100 : 0, 1); /* sides without any */
        if (i == 1)
            side[0].x = side[1].x = 0;
    }
}

/* The order of files is no part of the result, and a scale of the exposure
 * neither. */
static void test_order_and_scale(void **state)
{
    static const double x[] = { 90, 130, 101, 77, 145, 99 };
    const any_time_rule rule = any_time_rule_of(ANY_TIME_RATIO, 1.05, 1);
    any_time_side a[2] = { { 0 } }, b[2] = { { 0 } };

    (void)state;
    for (int i = 0; i < 6; i++)
        for (int w = 0; w < 2; w++) {
            any_time_add(&a[w], x[i] + w, 2 + i);
            any_time_add(&b[w], x[5 - i] + w, 1000 * (2 + 5 - i));
        }
    const any_time_look one = any_time_look_at(&rule, a);
    const any_time_look other = any_time_look_at(&rule, b);
    assert_true(one.phi > 1);
    assert_true(one.df == 10);
    assert_true(fabs(one.lo - other.lo) < 1e-9);
    assert_true(fabs(one.hi - other.hi) < 1e-9);
    assert_true(one.lo < one.one[0] && one.one[1] < one.hi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half_width_is_that_of_the_formula),
        cmocka_unit_test(test_unknown_is_open),
        cmocka_unit_test(test_order_and_scale),
        cmocka_unit_test(test_false_verdicts_of_whole_watches),
        cmocka_unit_test(test_false_verdicts_on_one_side),
        cmocka_unit_test(test_sides_without_an_observation),
        cmocka_unit_test(test_power_next_to_one_look),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
