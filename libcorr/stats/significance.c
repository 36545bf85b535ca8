/* significance - judges all rows of a comparison; the formulas are those of
 * corr-methods 4.7. */
#include "stats/significance_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "stats/distributions.h"

#define PRIOR          4.0 /* degrees of freedom that the trend counts for */
#define LEAST_WIDEN    1.1 /* a smaller factor is chance */
#define DEFAULT_ROUNDS 2000

/* ---- rows with the same evidence ----------------------------------------- */

/* The input of a row's verdict if each side is one cluster. */
typedef struct evidence {
    double x[2], scale;
} evidence;

typedef struct judged_like {
    evidence by;
    uint32_t row; /* + 1; 0: empty */
} judged_like;

static bool is_like(const evidence *a, const evidence *b)
{
    return a->x[0] == b->x[0] && a->x[1] == b->x[1] && a->scale == b->scale;
}

/* Many functions have one or two samples: rows with the same evidence are
 * judged once.  The cache has one row per place, and a new row replaces it. */
static bool judge_alike(const significance_sides *s, significance_row *row,
                        corr_arena *scratch)
{
    enum { PLACES = 1024 };
    const significance_data *d = s->d;
    judged_like *seen = corr_arena_new(scratch, judged_like, PLACES);

    for (uint32_t i = 0; seen && i < d->n; i++) {
        const evidence by = { { s->c[0]->x[i], s->c[1]->x[i] },
                              d->scale ? d->scale[i] : 1 };
        judged_like *like = &seen[corr_hash(&by, sizeof by) % PLACES];
        if (like->row && is_like(&like->by, &by)) {
            row[i] = row[like->row - 1];
            continue;
        }
        significance_judge_row(s, i, &row[i]);
        *like = (judged_like){ by, i + 1 };
    }
    return seen != NULL;
}

static bool judge_rows(const significance_sides *s, significance_row *row,
                       corr_arena *scratch)
{
    if (s->d->k[0] == 1 && s->d->k[1] == 1 && !s->d->chance)
        return judge_alike(s, row, scratch);
    for (uint32_t i = 0; i < s->d->n; i++)
        significance_judge_row(s, i, &row[i]);
    return true;
}

/* ---- clusters in an order of their own ----------------------------------- */

static int by_content(const void *a, const void *b)
{
    const significance_cluster *p = a;
    const significance_cluster *q = b;
    int order = (p->block > q->block) - (p->block < q->block);

    if (order == 0)
        order = CMP(p->exposure, q->exposure);
    if (order == 0)
        order = CMP(p->total, q->total);
    for (size_t i = 0; order == 0 && i < p->n; i++)
        order = CMP(p->x[i * p->k], q->x[i * q->k]);
    return order;
}

static bool sort_clusters(significance_sides *s, int side, corr_arena *scratch)
{
    const significance_data *d = s->d;
    const uint32_t k = d->k[side];
    significance_cluster *c =
        corr_arena_new(scratch, significance_cluster, k + (size_t)1);
    significance_range *range =
        corr_arena_new(scratch, significance_range, s->nblock + (size_t)1);

    s->c[side] = c;
    s->block[side] = range;
    if (!c || !range)
        return false;
    for (uint32_t i = 0; i < k; i++) {
        c[i] =
            (significance_cluster){ .exposure = d->exposure[side][i],
                                    .x = d->x[side] + i,
                                    .k = k,
                                    .n = d->n,
                                    .block = d->block[side] ? d->block[side][i]
                                                            : 0 };
        range[c[i].block].n++;
    }
    for (uint32_t b = 1; b < s->nblock; b++)
        range[b].first = range[b - 1].first + range[b - 1].n;
    for (size_t row = 0; row < d->n; row++)
        for (uint32_t i = 0; i < k; i++)
            c[i].total += c[i].x[row * k];
    qsort(c, k, sizeof *c, by_content);
    return true;
}

/* Degrees of freedom: clusters beyond the first in each block and side. */
static double degrees_of_freedom(const significance_sides *s)
{
    double d = 0;

    for (uint32_t b = 0; b < s->nblock; b++)
        for (int side = 0; side < 2; side++)
            d += s->block[side][b].n > 1 ? s->block[side][b].n - 1.0 : 0;
    return d;
}

static bool sort_sides(significance_sides *s, const significance_data *d,
                       const significance_opts *o, double prior,
                       corr_arena *scratch)
{
    *s = (significance_sides){
        .d = d, .prior = prior, .widen = 1, .nblock = d->blocks ? d->blocks : 1
    };
    s->alpha = corr_arena_new(scratch, double, s->nblock);
    if (!s->alpha || !sort_clusters(s, 0, scratch) ||
        !sort_clusters(s, 1, scratch))
        return false;
    const double free = degrees_of_freedom(s);
    s->unseen = !(free > 0);
    s->df = s->unseen ? INFINITY : fmax(1, free + prior);
    s->critical = s->unseen ? STAT_Z95 : stat_t_quantile(0.975, s->df);
    s->seed = o->seed || s->unseen ? o->seed : significance_seed(s);
    return true;
}

/* ---- all rows ------------------------------------------------------------ */

static bool in_family(const significance_data *d, uint32_t i)
{
    return !d->tested || d->tested[i];
}

/* Sorts v. */
static double median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, cmp_real);
    return (v[(n - 1) / 2] + v[n / 2]) / 2;
}

typedef struct seen_alpha {
    double alpha, mean;
} seen_alpha;

SORT_BY(by_alpha, seen_alpha, ASC(alpha), ASC(mean))

enum { ALL_BLOCKS = -1 };

/* Estimates the overdispersion that all rows share: the median over rows,
 * weighted by their mean.  Small rows show little of it, and are many.  NAN: no
 * row shows it. room[n]. */
static double estimate_alpha(const significance_sides *s, int64_t block,
                             seen_alpha *room)
{
    double weight = 0, below = 0;
    size_t n = 0;

    for (uint32_t i = 0; i < s->d->n; i++) {
        significance_tally tally[2] = { { 0 } };
        if (!in_family(s->d, i))
            continue;
        if (block == ALL_BLOCKS)
            significance_tally_row(s, i, tally);
        else
            significance_tally_block(s, i, (uint32_t)block, tally);
        const significance_spread seen = significance_spread_of(tally);
        if (tally[0].x + tally[1].x < SIGNIFICANCE_LEAST || !(seen.d > 0))
            continue;
        const double mean = significance_mean(tally);
        room[n++] = (seen_alpha){ fmax(0, (seen.phi_hat - 1) / mean), mean };
    }
    if (n)
        qsort(room, n, sizeof *room, by_alpha);
    for (size_t i = 0; i < n; i++)
        weight += room[i].mean;
    for (size_t i = 0; i < n; i++) {
        below += room[i].mean;
        if (below >= weight / 2)
            return room[i].alpha;
    }
    return NAN;
}

/* A block that shows no noise gets the trend of all blocks. */
static bool estimate_alphas(significance_sides *s, double *all,
                            corr_arena *scratch)
{
    seen_alpha *room = corr_arena_new(scratch, seen_alpha, s->d->n + (size_t)1);

    if (!room)
        return false;
    *all = estimate_alpha(s, ALL_BLOCKS, room);
    *all = isnan(*all) ? 0 : *all;
    for (uint32_t b = 0; b < s->nblock; b++) {
        const double own = s->nblock > 1 ? estimate_alpha(s, b, room) : *all;
        s->alpha[b] = isnan(own) ? *all : own;
    }
    return true;
}

const char *significance_mark(double q)
{
    return q < .01 ? "**" : q < .05 ? "*" : "~";
}

/* q: the q or p that gives the mark; NAN: no mark. */
static void set_mark(significance_row *r, double q)
{
    const char *text = NULL;

    if (!significance_has_enough(r))
        text = ".";
    else if (r->weak)
        text = "w";
    else if (!isnan(q))
        text = significance_mark(q);
    if (text)
        memcpy(r->mark, text, strlen(text) + 1);
}

/* Finds q for the rows of the family, and the facts about the family. */
static bool judge_family(const significance_data *d, bool by,
                         significance_row *row, significance_facts *f,
                         corr_arena *scratch)
{
    double *phi = corr_arena_new(scratch, double, d->n);
    uint32_t n = 0;

    if (!phi)
        return false;
    for (uint32_t i = 0; i < d->n; i++)
        if (in_family(d, i) && significance_has_enough(&row[i]) &&
            (f->one_each || !row[i].weak)) {
            phi[n++] = row[i].phi;
            row[i].q = f->one_each ? NAN : row[i].p;
        }
    f->phi = n ? median(phi, n) : NAN;
    return !n || stat_fdr(&row->q, sizeof *row, d->n, by, &f->tested, scratch);
}

/* Widens an interval from resampling: no resample shows the variance that all
 * clusters share. */
static void widen_by_chance(significance_row *r, double chance)
{
    const double half = STAT_Z95 * sqrt(chance);

    r->lo = r->ratio * exp(-hypot(log(r->ratio / r->lo), half));
    r->hi = r->ratio * exp(hypot(log(r->hi / r->ratio), half));
}

static bool resample_rows(const significance_sides *s,
                          const significance_opts *o, significance_row *row,
                          significance_facts *f, corr_arena *scratch)
{
    const uint32_t rounds = o->rounds ? o->rounds : DEFAULT_ROUNDS;

    if (!o->bootstrap || s->d->k[0] < 2 || s->d->k[1] < 2)
        return true;
    double *room = corr_arena_new(scratch, double, rounds);
    if (!room)
        return false;
    for (uint32_t i = 0; i < s->d->n; i++)
        if (significance_has_enough(&row[i]) && !row[i].weak) {
            significance_resample(s, i, rounds, &row[i], room);
            if (s->d->chance && row[i].lo > 0)
                widen_by_chance(&row[i], s->d->chance[i]);
        }
    f->resamples = rounds;
    return true;
}

static void set_alpha(significance_sides *s, double alpha)
{
    for (uint32_t b = 0; b < s->nblock; b++)
        s->alpha[b] = s->d->alpha ? s->d->alpha[b] : alpha;
}

static bool choose_model(significance_sides *s, const significance_opts *o,
                         double *alpha, uint32_t *splits, corr_arena *scratch)
{
    *alpha = o->alpha;
    if (o->alpha >= 0)
        set_alpha(s, o->alpha);
    else if (!estimate_alphas(s, alpha, scratch))
        return false;
    if (o->keep)
        memcpy(o->keep, s->alpha, s->nblock * sizeof *s->alpha);
    s->widen = o->widen > 0 ? o->widen : 1;
    if (o->widen > 0)
        return true;
    double lambda;
    if (!significance_disagreement(s, &lambda, splits, scratch))
        return false;
    if (lambda > LEAST_WIDEN)
        s->widen = lambda;
    return true;
}

bool judge(const significance_data *d, const significance_opts *o,
           significance_row *row, significance_facts *f, corr_arena *scratch)
{
    significance_sides s;
    double alpha;
    uint32_t splits = 0;

    if (!sort_sides(&s, d, o, PRIOR, scratch) ||
        !choose_model(&s, o, &alpha, &splits, scratch))
        return false;
    *f = (significance_facts){ .alpha = alpha,
                               .widen = s.widen,
                               .df = s.df,
                               .splits = splits,
                               .one_each = s.unseen };
    if (!judge_rows(&s, row, scratch) ||
        !judge_family(d, o->by, row, f, scratch) ||
        !resample_rows(&s, o, row, f, scratch))
        return false;
    f->seed = f->splits || f->resamples ? s.seed : 0;
    for (uint32_t i = 0; i < d->n; i++)
        set_mark(&row[i], row[i].q);
    return true;
}

bool significance_each(const significance_data *d, const significance_opts *o,
                       significance_row *row, corr_arena *scratch)
{
    significance_sides s;
    significance_facts ignored;

    if (!sort_sides(&s, d, o, o->alpha >= 0 ? PRIOR : 0, scratch))
        return false;
    if (o->alpha >= 0)
        set_alpha(&s, o->alpha);
    s.widen = o->widen;
    for (uint32_t i = 0; i < d->n; i++) {
        significance_judge_row(&s, i, &row[i]);
        set_mark(&row[i], row[i].p);
    }
    return resample_rows(&s, o, row, &ignored, scratch);
}
