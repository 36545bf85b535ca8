/*
 * check_any - the verdict on every function at once.
 *
 * Each is judged by the ratio of its own cost; it fails if that is more than
 * chance with false discoveries held at 5 %, and growth below the floor
 * does not count.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gate/check.h"
#include "gate/verdict.h"

#define NONE95 3.6888794541139363 /* -ln 0.025: of so many, none is seen */
#define Z_ANY  3.290526731491926  /* 99.9 %: of some fifty functions */

/* Returns the upper bound of what a function costs on the new side. */
static double most_of_new(const corr_diff *d, const corr_diff_facts *f,
                          const corr_diff_row *w)
{
    const double phi = fmax(1, f->dispersion) * f->widen * f->widen;
    const corr_diff_cost all = corr_diff_asked(d, 0);
    const double x = (double)w->obs[1];
    const double each =
        x > 0 ? w->value[1] / x : all.now.value / fmax(1, all.x[1]);

    return each * (x + VERDICT_Z95 * sqrt(phi * x) + NONE95 * phi);
}

/* Whether a function that only the new side has would have been seen on the
 * base, too. */
static bool is_plainly_new(const corr_diff *d, const corr_diff_facts *f,
                           double noise, const corr_diff_row *w)
{
    const corr_diff_cost all = corr_diff_asked(d, 0);
    const double phi = fmax(1, f->dispersion) * f->widen * f->widen;
    const double expected = (double)w->obs[1] * all.x[0] / fmax(1, all.x[1]);

    return noise > 0 ? expected > NONE95 * phi * exp(Z_ANY * M_SQRT2 * noise)
                     : w->self.q < CORR_FDR;
}

/* Judges the ratio of a function; growth below CHECK_FLOOR does not count.
 * Where runs are unknown no q is, so the interval is that of 99.9 %. */
corr_gate check_function(const corr_diff *d, const corr_diff_facts *f,
                         const corr_limit *limit, double noise,
                         const corr_diff_row *w)
{
    const double floor = CHECK_FLOOR * corr_diff_asked(d, 0).base;
    corr_estimate e = { w->self.ratio.value, w->self.ratio.lo,
                        w->self.ratio.hi };
    corr_limit mine = *limit;

    if (most_of_new(d, f, w) < floor)
        return CORR_GATE_PASS;
    if (w->value[0] == 0)
        return w->value[1] >= floor && is_plainly_new(d, f, noise, w)
                   ? CORR_GATE_FAIL
                   : CORR_GATE_CANNOT_TELL;
    mine.threshold = fmax(mine.threshold, 1 + floor / w->value[0]);
    if (noise > 0)
        e = corr_over_runs(&e, noise, true, Z_ANY);
    const corr_gate g = corr_gate_of(&e, &mine);
    return g == CORR_GATE_FAIL && noise == 0 && !(w->self.q < CORR_FDR)
               ? CORR_GATE_CANNOT_TELL
               : g;
}

/* Returns how much a function grew, or may have grown. */
static double weight_of(const check_measure *m, const corr_diff_row *w,
                        corr_gate g)
{
    if (g == CORR_GATE_FAIL)
        return w->delta;
    return isnan(w->self.ratio.hi) ? most_of_new(m->d, &m->f, w)
                                   : w->value[0] * (w->self.ratio.hi - 1);
}

/* The most weight first; of two functions the same order each time. */
static int by_weight(const void *a, const void *b)
{
    const check_judged *x = a, *y = b;

    if (x->weight != y->weight) /* both are numbers */
        return x->weight < y->weight ? 1 : -1;
    return strcmp(x->name, y->name);
}

/* Returns the ratio of the own cost; a function that is new exceeds any
 * multiple. */
static corr_estimate ratio_of_self(const corr_diff_row *w)
{
    corr_estimate e = { w->self.ratio.value, w->self.ratio.lo,
                        w->self.ratio.hi };

    if (w->value[0] == 0 && !isnan(e.lo))
        e.value = e.hi = INFINITY;
    return e;
}

static check_judged function_of(const check_measure *m, corr_gate g,
                                const corr_diff_row *w)
{
    const double weight = weight_of(m, w, g);
    const corr_estimate ratio = ratio_of_self(w);

    return (check_judged){
        .name = w->name,
        .was = w->renamed_from,
        .base = w->value[0],
        .now = w->value[1],
        .ratio = m->noise > 0 ? corr_over_runs(&ratio, m->noise, true, Z_ANY)
                              : ratio,
        .n = { (double)w->obs[0], (double)w->obs[1] },
        .weight = isnan(weight) ? 0 : weight
    };
}

/* Collects the functions that decide the verdict: those that failed, or if no
 * function failed those that cannot be judged. */
static bool find_functions(const check_page *p, check_row *row,
                           const check_measure *m, const corr_limit *limit)
{
    const uint32_t all = corr_diff_size(m->d);
    check_judged *f = corr_report_alloc(p->r, sizeof *f, (size_t)all + 1);
    corr_gate worst = CORR_GATE_PASS;
    uint32_t n = 0;

    for (uint32_t i = 0; f && i < all; i++) {
        const corr_diff_row w = corr_diff_at(m->d, i);
        if (w.second)
            continue;
        const corr_gate g = check_function(m->d, &m->f, limit, m->noise, &w);
        if (g == CORR_GATE_PASS ||
            (g == CORR_GATE_CANNOT_TELL && worst == CORR_GATE_FAIL))
            continue;
        if (g != worst)
            n = 0;
        worst = g;
        f[n++] = function_of(m, g, &w);
    }
    if (n)
        qsort(f, n, sizeof *f, by_weight);
    row->verdict = worst;
    row->functions = f;
    row->nfunctions = n;
    return f != NULL;
}

/* Finds the function that answers for the largest part of the change. */
static void find_owner(check_row *row, const check_measure *m)
{
    for (uint32_t i = 0; i < corr_diff_size(m->d); i++) {
        const corr_diff_row w = corr_diff_at(m->d, i);
        if (!(w.with.q < CORR_FDR) || !(w.owned > row->owned))
            continue;
        row->owner = w.name;
        row->owned = w.owned;
    }
}

/* Judges "any function"; the row gets the numbers of the first function. */
void check_any(check_page *p, check_row *row, const check_measure *m)
{
    const corr_limit limit = check_limit(p, row->e);

    row->why = m->why;
    if (row->why || !find_functions(p, row, m, &limit) || !row->nfunctions)
        return;
    row->value = row->functions->ratio;
    row->function = row->functions->name;
    row->was = row->functions->was;
    for (unsigned k = 0; k < 2; k++)
        row->n[k] = row->functions->n[k];
    if (row->verdict == CORR_GATE_FAIL)
        find_owner(row, m);
    row->why = check_names_text(p, row);
}
