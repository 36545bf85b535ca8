/* diff_remarks - remarks that result from the comparison (remark.h). */
#include <math.h>

#include "diff/diff.h"

/* Returns "64", or "152 (worth 43)" if samples differ in weight. A number below
 * 100 is never rounded up to 100. */
static corr_str worth_words(corr_diff *d, unsigned w)
{
    const corr_diff_side *s = &d->facts.side[w];
    char n[CORR_PRINT_MAX], worth[CORR_PRINT_MAX];

    corr_print_count(n, s->observations);
    corr_print_count(worth, s->effective < 100 ? llround(fmin(s->effective, 99))
                                               : llround(s->effective));
    return s->observations < 0 || s->objects || strcmp(n, worth) == 0
               ? remark_words(&d->s.remarks, "%s", worth)
               : remark_words(&d->s.remarks, "%s (worth %s)", n, worth);
}

static void remark_few(corr_diff *d)
{
    char enough[CORR_PRINT_MAX];

    if (!d->facts.few)
        return;
    corr_print_count(enough, llround(d->facts.enough / 100) * 100);
    remark_add(&d->s.remarks, .rule = REMARK_FEW_TO_COMPARE);
    remark_add(&d->s.remarks, .rule = REMARK_FEW_SAMPLES,
               .a = worth_words(d, 0), .b = worth_words(d, 1),
               .c = remark_words(&d->s.remarks, "%s", enough));
}

static void remark_intervals(diff_maker *m)
{
    const corr_diff_facts *f = &m->d->facts;
    remarks *r = &m->d->s.remarks;
    char times[CORR_PRINT_MAX];
    const unsigned long long seed = f->seed;

    if (f->widen > 1.1)
        remark_add(r, .rule = REMARK_WIDENED,
                   .a = remark_words(r, "%.1f", f->widen),
                   .b = f->splits ? remark_words(r, " (%u splits, seed %llu)",
                                                 f->splits, seed)
                                  : CORR_STR(""));
    if (f->within_run)
        remark_add(r, .rule = REMARK_WITHIN_RUN);
    if (f->resamples)
        remark_add(
            r, .rule = REMARK_RESAMPLED,
            .a = corr_str_of(f->within_run ? "windows" : "files"),
            .b = remark_words(r, "%s", corr_print_count(times, f->resamples)),
            .c = remark_words(r, "%llu", seed));
    if (m->opts->bootstrap && !f->resamples)
        remark_add(r, .rule = REMARK_FEW_TO_DRAW);
}

/* Whether both sides have the same whole number of busy threads: a thread that
 * is never idle, or sampled by the wall clock, has a second in each second,
 * whatever its work costs. */
static bool is_full(const corr_diff_facts *f)
{
    static const double full = 0.98; /* part of a second that counts as a
                                        whole one */

    for (unsigned w = 0; w < 2; w++) {
        const double threads = f->total[w] / 1e9;
        if (threads < full || fabs(threads - round(threads)) > 1 - full)
            return false;
    }
    return f->per == CORR_PER_SECOND && corr_is_ns(f->unit) &&
           round(f->total[0] / 1e9) == round(f->total[1] / 1e9);
}

static bool has_common_function(const diff_maker *m)
{
    for (uint32_t i = 1; i < m->d->found.flat.n; i++)
        if (m->d->found.flat.sum[0][i] && m->d->found.flat.sum[1][i])
            return true;
    return false;
}

static void remark_samples(const diff_maker *m)
{
    const int64_t base = m->d->s.side[0].sel->facts.period;
    const int64_t now = m->d->s.side[1].sel->facts.period;
    corr_diff *d = m->d;

    if (diff_seen(d, &d->found.flat, 0, 0) > 0 &&
        diff_seen(d, &d->found.flat, 1, 0) > 0 && !has_common_function(m))
        remark_add(&d->s.remarks, .rule = REMARK_NO_COMMON);
    if (base > 0 && now > 0 && (base > 2 * now || now > 2 * base))
        remark_add(&d->s.remarks, .rule = REMARK_PERIODS_DIFFER);
    if (is_full(&d->facts))
        remark_add(&d->s.remarks, .rule = REMARK_FULL);
}

static void remark_runs(corr_diff *d)
{
    const sides_unseen u = sides_find_unseen(&d->s);
    const uint32_t files[2] = { d->facts.side[0].files,
                                d->facts.side[1].files };
    remarks *r = &d->s.remarks;

    if (d->facts.one_each)
        remark_add(r, .rule = REMARK_ONE_FILE);
    else if (u.of.n)
        remark_add(r, .rule = REMARK_ONE_FILE_OF, .n = u.n, .a = u.of);
    if (files[0] < 2 && files[1] < 2)
        remark_add(r, .rule = REMARK_ONE_FILE_EACH);
    if (u.one_run && u.one_run_of.n)
        remark_add(r, .rule = REMARK_ONE_RUN_OF, .a = u.one_run_of);
    else if (d->facts.one_each || u.one_run)
        remark_add(r, .rule = REMARK_ONE_RUN,
                   .a = corr_str_of(files[0] >= 2   ? "on the new side"
                                    : files[1] >= 2 ? "on the base"
                                                    : "a side"));
}

bool diff_remark(diff_maker *m)
{
    corr_diff *d = m->d;

    if (!sides_are_empty(&d->s)) {
        remark_few(d);
        remark_intervals(m);
        remark_samples(m);
        remark_runs(d);
    }
    d->facts.remarks = remarks_all(&d->s.remarks);
    return !d->s.remarks.failed;
}
