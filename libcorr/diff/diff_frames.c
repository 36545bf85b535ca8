/*
 * diff_frames - judges each frame of the tree with all that it calls
 * (corr-methods 4.5).
 *
 * Such a sum is large, as the cost of a function with its callees is
 * (diff_asked.c): it is judged by its own clusters alone. A frame below the
 * least change of a row cannot have changed by as much, and is not judged.
 */
#include <math.h>

#include "base/base.h"
#include "diff/diff.h"
#include "stats/distributions.h"

#define MOST_COUNTS                                                            \
    (1 << 22) /* rows times clusters: beyond, only larger frames are judged */

typedef struct frames_tally {
    diff_maker *m;
    tally t;
    unsigned which;
} frames_tally;

/* Numbers the frames that cost enough on a side. Returns their number. */
static uint32_t number_frames(corr_diff *d, double least)
{
    uint32_t n = 0;

    for (uint32_t i = 1; i < d->tree.n; i++)
        d->frame_of[i] =
            fmax(d->sum[0][i], d->sum[1][i]) >= least * DIFF_ROUNDING ? ++n : 0;
    return n;
}

static uint32_t choose_frames(diff_maker *m)
{
    corr_diff *d = m->d;
    const double k = (double)d->s.side[0].k + (double)d->s.side[1].k;
    double least = m->min_abs;
    uint32_t n;

    while ((n = number_frames(d, least)) * k > MOST_COUNTS)
        least *= 2;
    return n;
}

static void count_frames(void *ctx, uint32_t path, const sides_row *row)
{
    frames_tally *f = ctx;
    const corr_diff *d = f->m->d;

    for (uint32_t at = f->m->aligned[path]; at; at = d->tree.parent[at])
        if (d->frame_of[at])
            diff_tally_add(&f->t, f->m, f->which, d->frame_of[at] - 1, row);
}

/* Controls the false discovery rate over all judged frames. */
static bool rate_frames(diff_maker *m, uint32_t n)
{
    significance_row *row = m->d->frame;
    double *q = corr_arena_new(&m->scratch, double, (size_t)n + 1);
    uint32_t tested;

    if (!q)
        return false;
    for (uint32_t i = 0; i < n; i++)
        q[i] =
            significance_has_enough(&row[i]) && !row[i].weak ? row[i].p : NAN;
    if (!stat_fdr(q, sizeof *q, n, m->opts->by_fdr, &tested, &m->scratch))
        return false;
    for (uint32_t i = 0; i < n; i++)
        row[i].q = q[i];
    return true;
}

/* The class of a frame with all that it calls; SAME: its change may be noise. A
 * function that only has other callers did not change. */
static corr_change frame_change(const diff_maker *m, uint32_t node)
{
    const corr_diff *d = m->d;
    const significance_row *j = diff_frame_judged(d, node);
    const double base = d->sum[0][node], now = d->sum[1][node];

    if (!j || !(j->q < CORR_FDR) || m->moved[d->tree.key[node]].moved ||
        !diff_is_large(m, base, now))
        return CORR_SAME;
    return !(base > 0)  ? CORR_NEW
           : !(now > 0) ? CORR_GONE
           : now > base ? CORR_GREW
                        : CORR_SHRANK;
}

/* Without these the noise of a frame is unknown, or frames of the sides are not
 * the same ones. */
static bool can_judge(const corr_diff *d)
{
    return !d->judged.one_each && !d->facts.few && !d->facts.shallow &&
           !sides_has_negative(&d->s.side[0]) &&
           !sides_has_negative(&d->s.side[1]);
}

bool diff_judge_frames(diff_maker *m)
{
    corr_diff *d = m->d;
    frames_tally f = { .m = m };

    if (!can_judge(d))
        return true;
    d->frame_of = corr_arena_new(&d->arena, uint32_t, d->tree.n);
    if (!d->frame_of)
        return false;
    const uint32_t n = choose_frames(m);
    d->frame = corr_arena_new(&d->arena, significance_row, (size_t)n + 1);
    if (!d->frame || !diff_tally_init(&f.t, m, n))
        return false;
    for (f.which = 0; n && f.which < 2; f.which++)
        diff_fold_costs(&d->fold, f.which, count_frames, &f);
    f.which = 0;
    if (!n)
        return true;
    if (!diff_tally_chance(m, &f.t, count_frames, &f) ||
        !diff_tally_judge(m, &f.t, -1, d->frame) || !rate_frames(m, n))
        return false;
    d->frame_change = corr_arena_new(&d->arena, corr_change, d->tree.n);
    for (uint32_t i = 1; d->frame_change && i < d->tree.n; i++)
        d->frame_change[i] = frame_change(m, i);
    return d->frame_change != NULL;
}
