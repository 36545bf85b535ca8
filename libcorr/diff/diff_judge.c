/* diff_judge - judges functions by their self cost, and their regions. */
#include "diff/diff.h"

#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "stats/distributions.h"

#define BESIDE 0.1 /* part of a change that may go in the other direction */
#define CALLERS                                                                \
    0.25 /* least part of what came that went, if only callers changed */

/* ---- tables for the judge ----------------------------------------------- */

bool diff_tally_init(tally *t, diff_maker *m, uint32_t n)
{
    *t = (tally){ .n = n };
    for (unsigned w = 0; w < 2; w++) {
        const size_t k = m->d->s.side[w].k;
        t->cost[w] = corr_arena_new(&m->scratch, int64_t, n * k);
        t->sum[w] = corr_arena_new(&m->d->arena, int64_t, n);
        t->info[w] = corr_arena_new(&m->d->arena, sides_wide, n);
        if (!t->cost[w] || !t->sum[w] || !t->info[w])
            return false;
    }
    return true;
}

void diff_tally_add(tally *t, const diff_maker *m, unsigned w, uint32_t row,
                    const sides_row *r)
{
    if (t->parts) {
        diff_parts_add(t->parts, row, r);
        return;
    }
    int64_t *cost = &t->cost[w][(size_t)row * m->d->s.side[w].k + r->cluster];

    *cost = add_clamped(*cost, r->value);
    t->sum[w][row] = add_clamped(t->sum[w][row], r->value);
    t->info[w][row] += r->info;
}

static void level_block(const side *d, uint32_t block, double *x)
{
    double usual = 0, exposure = 0, all = 0, excess = 0;

    for (uint32_t c = 0; c < d->k; c++) {
        if (d->block[c] != block)
            continue;
        all += d->exposure[c];
        if (d->starting[c])
            continue;
        usual += x[c];
        exposure += d->exposure[c];
    }
    if (exposure <= 0)
        return;
    for (uint32_t c = 0; c < d->k; c++)
        if (d->block[c] == block && d->starting[c]) {
            const double expected = usual / exposure * d->exposure[c];
            excess += x[c] - expected;
            x[c] = expected;
        }
    for (uint32_t c = 0; c < d->k && excess != 0; c++)
        if (d->block[c] == block)
            x[c] += excess * d->exposure[c] / all;
}

void diff_level_starts(const side *d, uint32_t blocks, double *x)
{
    for (uint32_t b = 0; b < blocks; b++)
        level_block(d, b, x);
}

/* Returns the scaled cost of a cluster that shares are of. */
static double cluster_size(const diff_maker *m, unsigned w, uint32_t cluster)
{
    const side *d = &m->d->s.side[w];

    return sides_has_negative(d) ? d->exposure[cluster] * m->d->s.scale
                                 : (double)m->d->found.flat.cost[w][cluster];
}

/* Fills the costs of rows by cluster as observations, and the cost of an
 * observation of side 1 over that of side 0. */
static bool fill_data(diff_maker *m, const tally *t, significance_data *data)
{
    const sides *s = &m->d->s;
    double *scale = corr_arena_new(&m->scratch, double, t->n);

    *data =
        (significance_data){ .n = t->n, .shares = s->per == CORR_PER_SHARE };
    if (!scale)
        return false;
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        double *x = corr_arena_new(&m->scratch, double, (size_t)t->n * d->k);
        double *exposure = corr_arena_new(&m->scratch, double, d->k + 1);
        if (!x || !exposure)
            return false;
        const double whole = sides_has_negative(d)
                                 ? (double)d->sel->facts.whole * s->scale
                                 : (double)m->d->found.flat.sum[w][0];
        const double share = whole != 0 ? diff_seen_all(m->d, w) / whole
                                        : 0; /* observations per unit of cost */
        for (uint32_t r = 0; r < t->n; r++) {
            const double mine = sides_effective(d, t->sum[w][r], t->info[w][r]);
            const double each = data->shares ? share
                                : t->sum[w][r]
                                    ? fabs(mine / (double)t->sum[w][r])
                                    : 0;
            for (uint32_t c = 0; c < d->k; c++)
                x[(size_t)r * d->k + c] =
                    fmax(0, (double)t->cost[w][(size_t)r * d->k + c] * each);
            diff_level_starts(d, s->blocks, x + (size_t)r * d->k);
            const double worth = each > 0 ? 1 / each : NAN;
            scale[r] = w == 0                            ? worth
                       : isnan(scale[r]) || isnan(worth) ? 1
                                                         : worth / scale[r];
        }
        for (uint32_t c = 0; c < d->k; c++)
            exposure[c] =
                data->shares ? cluster_size(m, w, c) * share : d->exposure[c];
        data->k[w] = d->k;
        data->exposure[w] = exposure;
        data->x[w] = x;
        data->block[w] = d->block;
    }
    data->blocks = s->blocks;
    data->alpha = m->alpha_of;
    data->scale = scale;
    data->chance = t->chance;
    return true;
}

/* Judges the rows of a tally. total: row 0 is the total. */
static bool judge_tally(diff_maker *m, const tally *t,
                        const significance_opts *o, bool total,
                        significance_row *row, significance_facts *facts)
{
    bool *tested = corr_arena_new(&m->scratch, bool, t->n);
    significance_data data;

    if (!tested || !fill_data(m, t, &data))
        return false;
    for (uint32_t r = 0; r < t->n; r++)
        tested[r] = !(total && r == 0);
    data.tested = tested;
    if (!judge(&data, o, row, facts, &m->scratch))
        return false;
    if (!total)
        return true;
    data.n = 1; /* the trend of its parts does not hold for the total */
    const significance_opts own = { .bootstrap = o->bootstrap,
                                    .seed = facts->seed,
                                    .alpha = -1,
                                    .widen = facts->widen };
    return significance_each(&data, &own, row, &m->scratch);
}

bool diff_tally_judge(diff_maker *m, const tally *t, double alpha,
                      significance_row *row)
{
    significance_data data;

    return fill_data(m, t, &data) &&
           significance_each(&data,
                             &(significance_opts){
                                 .alpha = alpha, .widen = m->d->judged.widen },
                             row, &m->scratch);
}

/* ---- functions ---------------------------------------------------------- */

typedef struct tally_target {
    diff_maker *m;
    tally *t;
    unsigned which;
} tally_target;

static void count_flat(void *ctx, uint32_t path, const sides_row *row)
{
    const tally_target *c = ctx;
    const uint32_t name = diff_name_of(c->m, path);

    diff_tally_add(c->t, c->m, c->which, 0, row);
    if (name) /* a function inlined into the root has no row */
        diff_tally_add(c->t, c->m, c->which, name, row);
}

static bool is_drawn(const diff_maker *m)
{
    const sides *s = &m->d->s;

    return m->opts->bootstrap && s->side[0].k >= SIGNIFICANCE_DRAWN &&
           s->side[1].k >= SIGNIFICANCE_DRAWN;
}

bool diff_judge_functions(diff_maker *m)
{
    corr_diff *d = m->d;
    const uint32_t n = (uint32_t)d->fold.name.n;
    double *alpha = corr_arena_new(&m->scratch, double, d->s.blocks);
    const significance_opts o = { .by = m->opts->by_fdr,
                                  .bootstrap = is_drawn(m),
                                  .alpha = -1,
                                  .keep = alpha };

    d->found.judged = corr_arena_new(&d->arena, significance_row, n);
    if (!alpha || !d->found.judged || !diff_tally_init(&d->found.flat, m, n))
        return false;
    for (unsigned w = 0; w < 2; w++)
        diff_fold_costs(&d->fold, w, count_flat,
                        &(tally_target){ m, &d->found.flat, w });
    if (!diff_tally_chance(m, &d->found.flat, count_flat,
                           &(tally_target){ m, &d->found.flat, 0 }) ||
        !judge_tally(m, &d->found.flat, &o, true, d->found.judged, &d->judged))
        return false;
    m->alpha_of = alpha;
    return true;
}

static void count_total(void *ctx, const sides_row *row)
{
    const tally_target *c = ctx;

    diff_tally_add(c->t, c->m, c->which, 0, row);
}

/* Judges the total with each cluster at its own mix; the interval includes the
 * differences of mix. */
bool diff_judge_as_is(diff_maker *m, corr_estimate *ratio)
{
    const significance_row *total = &m->d->found.judged[0];
    sides s = m->d->s;
    significance_data data;
    significance_row row;
    tally t;

    if (!s.mixed[0]) {
        *ratio = diff_ratio_of(total);
        return true;
    }
    s.mixed[0] = s.mixed[1] = NULL;
    if (!diff_tally_init(&t, m, 1))
        return false;
    for (unsigned w = 0; w < 2; w++)
        sides_rows(&s, w, count_total, &(tally_target){ m, &t, w });
    if (!fill_data(m, &t, &data) ||
        !significance_each(&data,
                           &(significance_opts){ .bootstrap = is_drawn(m),
                                                 .seed = m->d->judged.seed,
                                                 .alpha = -1,
                                                 .widen = m->d->judged.widen },
                           &row, &m->scratch))
        return false;
    *ratio = diff_ratio_of(&row);
    return true;
}

/* ---- regions ------------------------------------------------------------- */

/* Gives a part of a function its region. Growth under some callers and
 * shrinkage under others are two regions, and code that only one side has is
 * another (corr-methods 4.5). */
static void add_to_region(corr_diff *d, uint32_t part)
{
    uint32_t *of = &d->found.region_of[part];

    if (!*of)
        *of = ++d->found.nregion;
}

#define MAIN 0.8 /* least part of a change that is under its main caller */

/* The change of a function under one caller. */
typedef struct under_caller {
    uint32_t part, caller;
    double owned;
} under_caller;

static bool has_shared_change(const corr_diff *d, uint32_t node)
{
    return d->own[node] != 0 && !d->lone[node];
}

/* Sums the changes of each part of a function under each of its callers.
 * under[i]: of node i, index + 1. */
static bool sum_under(diff_maker *m, under_caller *list, uint32_t *n,
                      uint32_t *under)
{
    const corr_diff *d = m->d;
    corr_map at = { 0 };
    bool ok = true, is_new;

    for (uint32_t i = 1; ok && i < d->tree.n; i++) {
        if (!has_shared_change(d, i))
            continue;
        const uint32_t part = diff_part(d->tree.key[i], d->own[i]);
        const uint32_t caller = d->tree.key[diff_caller_above(d, i)];
        const uint32_t key[] = { part, caller };
        uint32_t *of = corr_map_bytes(&at, key, sizeof key, &is_new);
        ok = of != NULL;
        if (ok && is_new) {
            list[*n] = (under_caller){ part, caller, 0 };
            *of = ++*n;
        }
        if (ok) {
            list[*of - 1].owned += fabs(d->own[i]);
            under[i] = *of;
        }
    }
    corr_map_clear(&at);
    return ok;
}

/* Whether a caller has most of a change, and other callers the rest. */
static bool is_main(const under_caller *u, const double *all)
{
    const double part = u->owned / all[u->part];

    return part >= MAIN && part < 1 - 1e-9;
}

/* Finds the nodes under a caller that has most of the change of their function:
 * they are a row of their own, apart from what other callers cost. */
static bool find_main(diff_maker *m)
{
    corr_diff *d = m->d;
    const size_t parts = d->fold.name.n * DIFF_PARTS;
    under_caller *list =
        corr_arena_new(&m->scratch, under_caller, d->tree.n + 1);
    uint32_t *under = corr_arena_new(&m->scratch, uint32_t, d->tree.n);
    double *all = corr_arena_new(&m->scratch, double, parts);
    uint32_t n = 0;

    d->is_main = corr_arena_new(&d->arena, bool, d->tree.n);
    if (!list || !under || !all || !d->is_main ||
        !sum_under(m, list, &n, under))
        return false;
    for (uint32_t i = 0; i < n; i++)
        all[list[i].part] += list[i].owned;
    for (uint32_t i = 1; i < d->tree.n; i++)
        d->is_main[i] = under[i] && is_main(&list[under[i] - 1], all);
    return true;
}

static bool number_regions(diff_maker *m)
{
    corr_diff *d = m->d;
    const uint32_t n = (uint32_t)d->fold.name.n;

    d->found.region_of =
        corr_arena_new(&d->arena, uint32_t, (size_t)n * DIFF_PARTS);
    if (!d->found.region_of || !find_main(m))
        return false;
    /* if callers are truncated, each function answers for its self cost only */
    for (uint32_t name = 1; d->facts.shallow && name < n; name++) {
        const double delta = diff_flat(d, 1, name) - diff_flat(d, 0, name);
        if (fabs(delta) >= m->min_abs * DIFF_ROUNDING)
            add_to_region(d, diff_part(name, delta));
    }
    for (uint32_t i = 1; i < d->tree.n; i++)
        if (d->own[i] != 0)
            add_to_region(d, diff_part_at(d, i));
    return true;
}

static void count_region(void *ctx, uint32_t path, const sides_row *row)
{
    const tally_target *c = ctx;
    const diff_maker *m = c->m;
    const uint32_t region = diff_region_at(m, path);

    if (region) /* the root has no region */
        diff_tally_add(c->t, m, c->which, region - 1, row);
}

/* Returns the test of a part of a function: its region or, for the first part of
 * a function without a region, its self cost. NULL: another part has it. */
static significance_row *test_of(const corr_diff *d, uint32_t part)
{
    const uint32_t name = part / DIFF_PARTS, k = part % DIFF_PARTS;
    const uint32_t *of = d->found.region_of + DIFF_PARTS * name;
    uint32_t at = 0;

    if (!diff_next_region(d, name, &at))
        return k ? NULL : &d->found.judged[name];
    for (uint32_t i = 0; i < k; i++)
        if (of[i] == of[k])
            return NULL;
    return diff_region_judged(d, of[k]);
}

/* Controls the false discovery rate over all functions at once, each judged by
 * its regions or, without a region, by its self cost. Regions were chosen for
 * their size, so they are no family of their own. */
static bool rate_regions(diff_maker *m)
{
    const corr_diff *d = m->d;
    const uint32_t n = d->found.flat.n * DIFF_PARTS;
    double *q = corr_arena_new(&m->scratch, double, n);
    uint32_t tested;

    if (!q)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const significance_row *j = i < DIFF_PARTS ? NULL : test_of(d, i);
        q[i] = j && significance_has_enough(j) && !j->weak ? j->p : NAN;
    }
    if (d->judged.one_each) /* noise is unknown */
        return true;
    if (!stat_fdr(q, sizeof *q, n, m->opts->by_fdr, &tested, &m->scratch))
        return false;
    for (uint32_t i = DIFF_PARTS; i < n; i++) {
        significance_row *j = test_of(d, i);
        if (isnan(q[i]) || j == &d->found.judged[i / DIFF_PARTS])
            continue;
        j->q = q[i];
        snprintf(j->mark, sizeof j->mark, "%s", significance_mark(q[i]));
    }
    return true;
}

/* Whether two regions of a function are one change.  Of code that both sides
 * have: the smaller is small and not significant, or both consist of callers
 * that went and others that came.  Of code that one side has: what went and what
 * came are of a size, so that its callers changed. */
static bool are_one_change(const diff_maker *m, uint32_t little, uint32_t much,
                           bool of_one_side)
{
    const corr_diff *d = m->d;
    const uint32_t region[] = { little - 1, much - 1 };
    double change[2];
    bool lone = true;

    for (unsigned k = 0; k < 2; k++) {
        double value[2];
        for (unsigned w = 0; w < 2; w++)
            value[w] =
                diff_normalised(d, w, d->found.regions.sum[w][region[k]]);
        change[k] = fabs(value[1] - value[0]);
        lone = lone && moved_cost_is_lone(value[0], value[1]);
    }
    if (of_one_side)
        return change[0] >= CALLERS * change[1];
    return lone || (change[0] < BESIDE * change[1] &&
                    !(d->found.region[region[0]].p < 0.05));
}

/* Adds the counts of a region to another one. */
static void move_counts(diff_maker *m, uint32_t from, uint32_t to)
{
    tally *t = &m->d->found.regions;

    for (unsigned w = 0; w < 2; w++) {
        const size_t k = m->d->s.side[w].k;
        int64_t *cost = t->cost[w];
        for (size_t c = 0; c < k; c++) {
            cost[to * k + c] =
                add_clamped(cost[to * k + c], cost[from * k + c]);
            cost[from * k + c] = 0;
        }
        t->sum[w][to] = add_clamped(t->sum[w][to], t->sum[w][from]);
        t->info[w][to] += t->info[w][from];
        t->sum[w][from] = 0;
        t->info[w][from] = 0;
    }
}

/* Joins the region of part a of a function to that of part b if they are one
 * change. */
static bool join_region(diff_maker *m, uint32_t *of, unsigned a, unsigned b)
{
    if (!of[a] || !of[b] || of[a] == of[b] ||
        !are_one_change(m, of[a], of[b], a / 2 * 2 == DIFF_PART_LONE))
        return false;
    move_counts(m, of[a] - 1, of[b] - 1);
    of[a] = of[b];
    return true;
}

/* Code that only one side has is never joined with code that both have. */
static bool join_regions(diff_maker *m)
{
    static const unsigned pair[][2] = {
        { 0, 1 },
        { DIFF_PART_MAIN, 1 },
        { 0, DIFF_PART_MAIN + 1 },
        { DIFF_PART_MAIN, DIFF_PART_MAIN + 1 },
        { DIFF_PART_LONE, DIFF_PART_LONE + 1 },
    };
    corr_diff *d = m->d;
    bool joined = false;

    for (uint32_t i = 1; i < d->fold.name.n; i++) {
        uint32_t *of = d->found.region_of + DIFF_PARTS * i;
        for (size_t k = 0; k < countof(pair); k++)
            joined |= join_region(m, of, pair[k][0], pair[k][1]) ||
                      join_region(m, of, pair[k][1], pair[k][0]);
    }
    return joined;
}

static bool count_regions(diff_maker *m)
{
    corr_diff *d = m->d;

    if (!diff_tally_init(&d->found.regions, m, d->found.nregion))
        return false;
    for (unsigned w = 0; w < 2; w++)
        diff_fold_costs(&d->fold, w, count_region,
                        &(tally_target){ m, &d->found.regions, w });
    return true;
}

static bool judge_counted(diff_maker *m)
{
    corr_diff *d = m->d;
    const significance_opts o = { .by = m->opts->by_fdr,
                                  .bootstrap = is_drawn(m),
                                  .seed = d->judged.seed,
                                  .alpha = d->judged.alpha,
                                  .widen = d->judged.widen };
    significance_facts ignored;

    return diff_tally_chance(m, &d->found.regions, count_region,
                             &(tally_target){ m, &d->found.regions, 0 }) &&
           judge_tally(m, &d->found.regions, &o, false, d->found.region,
                       &ignored);
}

bool diff_judge_regions(diff_maker *m)
{
    corr_diff *d = m->d;

    if (!number_regions(m))
        return false;
    d->found.region =
        corr_arena_new(&d->arena, significance_row, d->found.nregion + 1);
    return d->found.region && count_regions(m) && judge_counted(m) &&
           (!join_regions(m) || judge_counted(m)) && rate_regions(m);
}
