/* significance - judges all rows of a comparison; the formulas are those of
 * corr-methods 4.7. */
#include "stats/significance_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "stats/distributions.h"

#define PRIOR          4.0 /* degrees of freedom that the trend counts for */
#define UNSEEN_PHI     2.0 /* with one cluster a side */
#define LEAST_WIDEN    1.1 /* a smaller factor is chance */
#define POWER80        0.8416212335729143    /* normal quantile of 0.8 */
#define LN_TAIL95      (-3.6888794541139363) /* ln 0.025 */
#define DEFAULT_ROUNDS 2000

double significance_phi(double alpha, double mean)
{
    return fmax(1, 1 + alpha * mean);
}

double significance_least_ratio(double xa, double xb, double phi)
{
    return exp((STAT_Z95 + POWER80) * sqrt(phi * (1 / xa + 1 / xb)));
}

double significance_least_points(double p, double na, double nb, double phi)
{
    return (STAT_Z95 + POWER80) * sqrt(phi * p * (1 - p) * (1 / na + 1 / nb));
}

double significance_samples(double p, double growth, double phi)
{
    const double z = STAT_Z95 + POWER80;
    const double more = p * (1 + growth);
    const double variance = p * (1 - p) + more * (1 - more);

    return z * z * phi * variance / ((more - p) * (more - p));
}

/* ---- how much observations clump ----------------------------------------- */

void significance_pile_add(significance_pile pile[2],
                           const significance_sums sums[2], double alpha,
                           bool shares)
{
    const double mean =
        (sums[0].x + sums[1].x) / ((double)sums[0].k + sums[1].k);
    const bool has = sums[0].x + sums[1].x > 0;
    const bool shows = sums[0].k > 1 || sums[1].k > 1;

    for (int side = 0; side < 2; side++) {
        const significance_sums *g = &sums[side];
        significance_pile *p = &pile[side];
        const double k = g->k;
        const double rate = g->x / g->e;
        const double expected = g->x * (shares ? 1 - rate : 1);
        p->x += g->x;
        p->e += g->e;
        p->k += has ? g->k : 0;
        p->shown += shows ? g->x : 0;
        p->trend += g->x > 0 ? g->x * (1 + alpha * mean) : 0;
        if (g->k < 2 || !(g->e > 0) || !(expected > 0))
            continue;
        p->seen += k / (k - 1) *
                   fmax(0, g->xx - 2 * rate * g->xe + rate * rate * g->ee);
        p->expected += expected;
        p->d += k - 1;
    }
}

significance_spread significance_spread_of(const significance_pile pile[2])
{
    double sum = 0;
    double d = 0;

    for (int side = 0; side < 2; side++) {
        const significance_pile *p = &pile[side];
        if (p->d > 0)
            sum += p->d * p->seen / p->expected;
        d += p->d;
    }
    return (significance_spread){ d > 0 ? sum / d : NAN, d };
}

double significance_mean(const significance_pile pile[2])
{
    const double k = (double)pile[0].k + pile[1].k;

    return k > 0 ? (pile[0].x + pile[1].x) / k : 0;
}

bool significance_is_weak(const significance_pile pile[2])
{
    return 2 * (pile[0].shown + pile[1].shown) < pile[0].x + pile[1].x;
}

double significance_moderate(const significance_sides *s,
                             const significance_pile pile[2],
                             significance_spread seen)
{
    const double d = s->prior + seen.d;
    const double x = pile[0].x + pile[1].x;

    if (!(d > 0) || s->unseen)
        return UNSEEN_PHI;
    const double trend =
        s->prior * (x > 0 ? (pile[0].trend + pile[1].trend) / x : 1);
    const double own = seen.d > 0 ? seen.d * seen.phi_hat : 0;
    return fmax(significance_is_weak(pile) ? UNSEEN_PHI : 1, (trend + own) / d);
}

/* ---- one comparison ------------------------------------------------------ */

double significance_t(const significance_pile pile[2], double scale, double phi,
                      bool shares)
{
    const significance_pile *a = &pile[0];
    const significance_pile *b = &pile[1];

    if (!shares)
        return log(b->x / b->e / (a->x / a->e) * scale) /
               sqrt(phi * (1 / a->x + 1 / b->x));
    const double pooled = (a->x + b->x) / (a->e + b->e);
    const double variance = phi * pooled * (1 - pooled) * (1 / a->e + 1 / b->e);
    return variance > 0 ? (b->x / b->e - a->x / a->e) / sqrt(variance) : 0;
}

/* The probability that an observation is on this side if nothing changed. */
static double chance(const significance_pile pile[2], int side, double scale)
{
    const double of[2] = { pile[0].e * scale, pile[1].e };

    return of[side] / (of[0] + of[1]);
}

/* The side with observations, if the other side is empty. */
static int full_side(const significance_pile pile[2])
{
    return pile[1].x > 0;
}

double significance_exact_p(const significance_pile pile[2], double scale,
                            double phi)
{
    const int side = full_side(pile);
    const double n = floor(pile[side].x / phi);

    return fmin(1, 2 * pow(chance(pile, side, scale), n));
}

/* All n observations are on one side: the probability of that side is at least
 * .025^(1/n), and its odds bound the ratio (Clopper and Pearson). */
static void bound_ratio(significance_row *r, const significance_pile pile[2],
                        double scale, double phi)
{
    const int side = full_side(pile);
    const double n = floor(pile[side].x / phi);

    if (side == 0)
        r->ratio = r->lo = 0;
    if (!(n > 0))
        return;
    const double least = exp(LN_TAIL95 / n);
    const double odds = least / -expm1(LN_TAIL95 / n);
    const double even = pile[0].e * scale / pile[1].e;
    if (side == 1)
        r->lo = odds * even;
    else
        r->hi = even / odds;
}

/* phi with the variance that all clusters share, as if they clumped more by
 * that much. */
static double phi_with(const significance_sides *s, uint32_t row,
                       const significance_pile pile[2], double phi)
{
    return s->d->chance
               ? phi + s->d->chance[row] / (1 / pile[0].x + 1 / pile[1].x)
               : phi;
}

static void judge_ratio(const significance_sides *s,
                        const significance_pile pile[2], double scale,
                        double phi, significance_row *r)
{
    const bool shares = s->d->shares;
    double variance = 0;

    r->ratio = pile[1].x / pile[1].e / (pile[0].x / pile[0].e) * scale;
    for (int side = 0; side < 2; side++) {
        const double share = pile[side].x / pile[side].e;
        variance += (shares ? fmax(0, 1 - share) : 1) / pile[side].x;
    }
    const double half = s->critical * sqrt(phi * variance);
    r->lo = r->ratio * exp(-half);
    r->hi = r->ratio * exp(half);
    r->t = significance_t(pile, scale, phi, shares);
    r->df = s->df;
    r->p = isinf(s->df) ? 2 * stat_normal_cdf(-fabs(r->t))
                        : stat_t_two_sided(r->t, s->df);
}

static void judge_difference(const significance_sides *s,
                             const significance_pile pile[2], double phi,
                             significance_row *r)
{
    const double x[2] = { pile[0].x / phi, pile[1].x / phi };
    const double n[2] = { pile[0].e / phi, pile[1].e / phi };

    r->diff = pile[1].x / pile[1].e - pile[0].x / pile[0].e;
    stat_newcombe(x, n, s->critical, &r->diff_lo, &r->diff_hi);
}

static void add_block(const significance_sides *s, uint32_t i, uint32_t block,
                      significance_pile pile[2])
{
    significance_sums sums[2] = { { 0 } };

    for (int side = 0; side < 2; side++) {
        const significance_range *r = &s->block[side][block];
        for (uint32_t c = r->first; c < r->first + r->n; c++)
            significance_sums_add(&sums[side], &s->c[side][c], i);
    }
    significance_pile_add(pile, sums, s->alpha[block], s->d->shares);
}

static void pile_up(const significance_sides *s, uint32_t i,
                    significance_pile pile[2])
{
    memset(pile, 0, 2 * sizeof *pile);
    for (uint32_t b = 0; b < s->nblock; b++)
        add_block(s, i, b, pile);
}

static void judge_row_of(const significance_sides *s, uint32_t i,
                         significance_row *r)
{
    const significance_data *d = s->d;
    const double scale = d->scale && !d->shares ? d->scale[i] : 1;
    significance_pile pile[2];

    pile_up(s, i, pile);
    const significance_spread seen = significance_spread_of(pile);
    *r = (significance_row){ .x = { pile[0].x, pile[1].x },
                             .phi_hat = seen.phi_hat,
                             .phi = significance_moderate(s, pile, seen),
                             .mean = significance_mean(pile),
                             .weak = s->unseen || significance_is_weak(pile),
                             .ratio = NAN,
                             .lo = NAN,
                             .hi = NAN,
                             .diff = NAN,
                             .diff_lo = NAN,
                             .diff_hi = NAN,
                             .t = NAN,
                             .df = NAN,
                             .p = NAN,
                             .q = NAN };
    if (!(pile[0].e > 0) || !(pile[1].e > 0))
        return;
    const double phi = r->phi * s->widen * s->widen;
    if (r->x[0] > 0 && r->x[1] > 0) {
        judge_ratio(s, pile, scale, phi_with(s, i, pile, phi), r);
    } else if (r->x[0] > 0 || r->x[1] > 0) {
        r->exact = true;
        r->p = significance_exact_p(pile, scale, phi);
        bound_ratio(r, pile, scale, phi);
    }
    if (d->shares)
        judge_difference(s, pile, phi, r);
}

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
        judge_row_of(s, i, &row[i]);
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
        judge_row_of(s, i, &row[i]);
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
static double freedom(const significance_sides *s)
{
    double d = 0;

    for (uint32_t b = 0; b < s->nblock; b++)
        for (int side = 0; side < 2; side++)
            d += s->block[side][b].n > 1 ? s->block[side][b].n - 1.0 : 0;
    return d;
}

static bool start(significance_sides *s, const significance_data *d,
                  const significance_opts *o, double prior, corr_arena *scratch)
{
    *s = (significance_sides){
        .d = d, .prior = prior, .widen = 1, .nblock = d->blocks ? d->blocks : 1
    };
    s->alpha = corr_arena_new(scratch, double, s->nblock);
    if (!s->alpha || !sort_clusters(s, 0, scratch) ||
        !sort_clusters(s, 1, scratch))
        return false;
    const double free = freedom(s);
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
        significance_pile pile[2] = { { 0 } };
        if (!in_family(s->d, i))
            continue;
        if (block == ALL_BLOCKS)
            pile_up(s, i, pile);
        else
            add_block(s, i, (uint32_t)block, pile);
        const significance_spread seen = significance_spread_of(pile);
        if (pile[0].x + pile[1].x < SIGNIFICANCE_LEAST || !(seen.d > 0))
            continue;
        const double mean = significance_mean(pile);
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

static bool enough(const significance_row *r)
{
    return r->x[0] + r->x[1] >= SIGNIFICANCE_LEAST && !isnan(r->p);
}

const char *significance_mark(double q)
{
    return q < .01 ? "**" : q < .05 ? "*" : "~";
}

/* q: the q or p that gives the mark; NAN: no mark. */
static void mark(significance_row *r, double q)
{
    const char *text = NULL;

    if (!enough(r))
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
    uint32_t *at = corr_arena_new(scratch, uint32_t, d->n);
    double *p = corr_arena_new(scratch, double, d->n);
    double *q = corr_arena_new(scratch, double, d->n);
    uint32_t n = 0;

    f->phi = NAN;
    if (!at || !p || !q)
        return false;
    for (uint32_t i = 0; i < d->n; i++)
        if (in_family(d, i) && enough(&row[i]) && (f->one_each || !row[i].weak))
            at[n++] = i;
    if (n == 0)
        return true;
    for (uint32_t i = 0; i < n; i++)
        p[i] = row[at[i]].phi;
    f->phi = median(p, n);
    if (f->one_each)
        return true;
    for (uint32_t i = 0; i < n; i++)
        p[i] = row[at[i]].p;
    if (!(by ? stat_by : stat_bh)(p, q, n, scratch))
        return false;
    for (uint32_t i = 0; i < n; i++)
        row[at[i]].q = q[i];
    f->tested = n;
    return true;
}

/* Widens an interval from resampling: no resample shows the variance that all
 * clusters share. */
static void spread(significance_row *r, double chance)
{
    const double half = STAT_Z95 * sqrt(chance);

    r->lo = r->ratio * exp(-hypot(log(r->ratio / r->lo), half));
    r->hi = r->ratio * exp(hypot(log(r->hi / r->ratio), half));
}

static bool resample(const significance_sides *s, const significance_opts *o,
                     significance_row *row, significance_facts *f,
                     corr_arena *scratch)
{
    const uint32_t rounds = o->rounds ? o->rounds : DEFAULT_ROUNDS;

    if (!o->bootstrap || s->d->k[0] < 2 || s->d->k[1] < 2)
        return true;
    double *room = corr_arena_new(scratch, double, (size_t)2 * rounds);
    if (!room)
        return false;
    for (uint32_t i = 0; i < s->d->n; i++)
        if (enough(&row[i]) && !row[i].weak) {
            significance_resample(s, i, rounds, &row[i], room);
            if (s->d->chance && row[i].lo > 0)
                spread(&row[i], s->d->chance[i]);
        }
    f->resamples = rounds;
    return true;
}

static void set_alpha(significance_sides *s, double alpha)
{
    for (uint32_t b = 0; b < s->nblock; b++)
        s->alpha[b] = s->d->alpha ? s->d->alpha[b] : alpha;
}

static bool settle_model(significance_sides *s, const significance_opts *o,
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

    if (!start(&s, d, o, PRIOR, scratch) ||
        !settle_model(&s, o, &alpha, &splits, scratch))
        return false;
    *f = (significance_facts){ .alpha = alpha,
                               .widen = s.widen,
                               .df = s.df,
                               .splits = splits,
                               .one_each = s.unseen };
    if (!judge_rows(&s, row, scratch) ||
        !judge_family(d, o->by, row, f, scratch) ||
        !resample(&s, o, row, f, scratch))
        return false;
    f->seed = f->splits || f->resamples ? s.seed : 0;
    for (uint32_t i = 0; i < d->n; i++)
        mark(&row[i], row[i].q);
    return true;
}

bool significance_each(const significance_data *d, const significance_opts *o,
                       significance_row *row, corr_arena *scratch)
{
    significance_sides s;
    significance_facts ignored;

    if (!start(&s, d, o, o->alpha >= 0 ? PRIOR : 0, scratch))
        return false;
    if (o->alpha >= 0)
        set_alpha(&s, o->alpha);
    s.widen = o->widen;
    for (uint32_t i = 0; i < d->n; i++) {
        judge_row_of(&s, i, &row[i]);
        mark(&row[i], row[i].p);
    }
    return resample(&s, o, row, &ignored, scratch);
}
