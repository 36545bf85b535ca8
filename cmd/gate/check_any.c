/*
 * check_any - the verdict on every function at once.
 *
 * Each is judged by the ratio of its own cost; it fails if that is more than
 * chance with false discoveries held at 5 %, and growth that is less than the
 * floor is growth of none.
 */
#include <math.h>

#include "gate/check.h"

#define NONE95 3.6888794541139363 /* -ln 0.025: of so many, none is seen */
#define Z95    1.959963984540054

/* Returns the upper bound of what a function costs on the new side. */
static double most_of_new(const corr_diff *d, const corr_diff_facts *f,
                          const corr_diff_row *w)
{
    const double phi = fmax(1, f->dispersion) * f->widen * f->widen;
    const corr_diff_cost all = corr_diff_asked(d, 0);
    const double x = (double)w->obs[1];
    const double each =
        x > 0 ? w->value[1] / x : all.now.value / fmax(1, all.x[1]);

    return each * (x + Z95 * sqrt(phi * x) + NONE95 * phi);
}

/* Judges the ratio of a function; growth below CHECK_FLOOR does not count. */
corr_gate check_function(const corr_diff *d, const corr_diff_facts *f,
                         const corr_limit *limit, const corr_diff_row *w)
{
    const double floor = CHECK_FLOOR * corr_diff_asked(d, 0).base;
    corr_estimate e = { w->self.ratio.value, w->self.ratio.lo,
                        w->self.ratio.hi };
    corr_limit mine = *limit;

    if (most_of_new(d, f, w) < floor)
        return CORR_GATE_PASS;
    if (w->value[0] == 0)
        return w->value[1] >= floor && w->self.q < CORR_FDR
                   ? CORR_GATE_FAIL
                   : CORR_GATE_CANNOT_TELL;
    mine.threshold = fmax(mine.threshold, 1 + floor / w->value[0]);
    const corr_gate g = corr_gate_of(&e, &mine);
    return g == CORR_GATE_FAIL && !(w->self.q < CORR_FDR)
               ? CORR_GATE_CANNOT_TELL
               : g;
}

/* The functions that a verdict is about, those of most weight first. */
typedef struct suspects {
    corr_gate verdict;
    uint32_t n; /* of all */
    struct {
        double weight;
        uint32_t row;
    } top[3];
} suspects;

/* Returns how much a function grew, or may have grown. */
static double weight_of(const check_measure *m, const corr_diff_row *w,
                        corr_gate g)
{
    if (g == CORR_GATE_FAIL)
        return w->delta;
    return isnan(w->self.ratio.hi) ? most_of_new(m->d, &m->f, w)
                                   : w->value[0] * (w->self.ratio.hi - 1);
}

static void add_suspect(suspects *s, double weight, uint32_t row)
{
    enum { MOST = sizeof s->top / sizeof *s->top };
    uint32_t at = s->n < MOST ? s->n : MOST;

    s->n++;
    for (; at > 0 && weight > s->top[at - 1].weight; at--)
        if (at < MOST)
            s->top[at] = s->top[at - 1];
    if (at < MOST) {
        s->top[at].weight = weight;
        s->top[at].row = row;
    }
}

static suspects find_suspects(const check_measure *m, const corr_limit *limit)
{
    suspects s = { .verdict = CORR_GATE_PASS };

    for (uint32_t i = 0; i < corr_diff_size(m->d); i++) {
        const corr_diff_row w = corr_diff_at(m->d, i);
        if (w.second)
            continue;
        const corr_gate g = check_function(m->d, &m->f, limit, &w);
        if (g == CORR_GATE_PASS ||
            (g == CORR_GATE_CANNOT_TELL && s.verdict == CORR_GATE_FAIL))
            continue;
        if (g != s.verdict)
            s = (suspects){ .verdict = g };
        add_suspect(&s, weight_of(m, &w, g), i);
    }
    return s;
}

static const char *names_of(const check_page *p, const check_measure *m,
                            const suspects *s)
{
    const uint32_t most = sizeof s->top / sizeof *s->top;
    const char *names =
        s->verdict == CORR_GATE_FAIL ? "" : "cannot be ruled out: ";

    for (uint32_t i = 0; i < s->n && i < most; i++)
        names = corr_report_text(p->r, "%s%s%s", names, i ? ", " : "",
                                 corr_diff_at(m->d, s->top[i].row).name);
    return s->n > most
               ? corr_report_text(p->r, "%s and %u more", names, s->n - most)
               : names;
}

/* Judges "any function"; the row gets the numbers of the first suspect. */
void check_any(check_page *p, check_row *row, const check_measure *m)
{
    const corr_limit limit = check_limit(p, row->e);

    row->why = m->why;
    if (row->why)
        return;
    const suspects s = find_suspects(m, &limit);
    row->verdict = s.verdict;
    if (!s.n)
        return;
    const corr_diff_row w = corr_diff_at(m->d, s.top[0].row);
    row->value =
        (corr_estimate){ w.self.ratio.value, w.self.ratio.lo, w.self.ratio.hi };
    if (w.value[0] == 0 && !isnan(w.self.ratio.lo))
        row->value.value = row->value.hi = INFINITY;
    for (unsigned k = 0; k < 2; k++)
        row->n[k] = (double)w.obs[k];
    row->culprits = names_of(p, m, &s);
}
