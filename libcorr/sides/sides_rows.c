/* sides_rows - the samples of a side, as rows and as parts by stratum; the mix
 * of strata (corr-methods 4.6). */
#include <math.h>

#include "base/base.h"
#include "model/input_recording.h"
#include "sides/sides.h"
#include "stats/distributions.h"

/* Share of the cost of a request: a smaller effect of mix is due to the choice
 * of samples inside of requests. */
#define LEAST_MIX 0.05
enum { LEAST_TO_WEIGH = 100 /* requests a side */ };

/* ---- rows --------------------------------------------------------------- */

/* Returns the stratum that the labels of a sample name; 0: no stratum. */
static uint32_t labelled_stratum(const sides *s, uint32_t in, const segment *g,
                                 size_t row)
{
    const uint32_t *of = s->stratum_of_set[in];

    return of && g->labels ? of[g->labels[row]] : 0;
}

/* Returns the weight of a row at the mix of the new side. */
static double mixed_weight(const sides *s, unsigned which, uint32_t in,
                           uint32_t seg, size_t row)
{
    const segment *g = &store_input(s->st, in)->segment.v[seg];

    if (s->stratum_of_set)
        return s->mixed[which][labelled_stratum(s, in, g, row)];
    const join_segment *js = join_at(s->st->join, in, seg);
    const join_part *part;
    join_part one;
    const size_t n = join_parts(js, row, &one, &part);
    double rest = 1, sum = 0;

    for (size_t k = 0; k < n; k++) {
        const uint32_t span = part[k].span, stratum = s->stratum_of[span];
        if (!stratum)
            continue;
        sum += part[k].share * s->mixed[which][stratum] *
               sides_stands(s, which, span);
        rest -= part[k].share;
    }
    return sum * s->tied[which] + rest * s->untied[which];
}

/* Returns the weight of a row inside of requests that represent others. */
static double standing_weight(const sides *s, uint32_t in, uint32_t seg,
                              size_t row)
{
    const join_segment *js = join_at(s->st->join, in, seg);
    const join_part *part;
    join_part one;
    const size_t n = join_parts(js, row, &one, &part);
    double all = 0, sum = 0;

    for (size_t k = 0; k < n; k++) {
        sum += part[k].share * s->stands[part[k].span];
        all += part[k].share;
    }
    return all > 0 ? sum / all : 1;
}

static double weight_of_row(const sides *s, unsigned which, const sel_part *p,
                            size_t row)
{
    if (s->mixed[which])
        return mixed_weight(s, which, p->input, p->segment, row);
    if (s->side[which].top_of)
        return sides_span_stands(s, &s->side[which], p, row);
    return sides_weighs_spans(s, which)
               ? standing_weight(s, p->input, p->segment, row)
               : 1;
}

/* Returns the value of one observation of a sampled kind, in its unit; 0: not
 * known.  A kind without a period has that of another kind of its input. */
static int64_t period_of(const input *in, uint32_t kind)
{
    const kind_row *k = &in->kind.v[kind];
    int64_t most = k->period;

    for (size_t i = 0; most <= 0 && i < in->kind.n; i++)
        if (in->kind.v[i].unit == k->unit)
            most = max_i64(most, in->kind.v[i].period);
    return most;
}

/* Returns the observations that a row stands for.  A row worth more than
 * MEASURED periods an observation is a total that was measured: it tells as much
 * as samples of its period would. */
static int64_t worth_of(const input *in, const segment *g, size_t row)
{
    enum { MEASURED = 10 };
    const int64_t obs = segment_obs(g, row), period = period_of(in, g->kind);
    const double each = (double)segment_value(g, row) / fmax(1, (double)obs);

    return obs > 0 && period > 0 && each > MEASURED * (double)period
               ? segment_value(g, row) / period
               : obs;
}

static sides_wide info_of(const side *d, const input *in, const segment *g,
                          size_t row, int64_t scaled, double share)
{
    const int64_t obs = worth_of(in, g, row);

    if (d->weight == SIDE_EVEN || obs <= 0)
        return 0;
    if (d->weight == SIDE_ALLOCS)
        return llround(stat_sampled((double)segment_obs(g, row),
                                    (double)segment_value(g, row),
                                    (double)in->kind.v[g->kind].period) *
                       share * SIDES_PART);
    const sides_wide square = (sides_wide)scaled * scaled;
    const sides_wide info = obs == 1 ? square : square / obs;
    return share == 1 || share <= 0 ? info : (sides_wide)((double)info / share);
}

void sides_rows(const sides *s, unsigned which, sides_each *f, void *ctx)
{
    const side *d = &s->side[which];

    for (size_t i = 0; i < d->sel->part.n; i++) {
        const sel_part *p = &d->sel->part.v[i];
        const input *in = store_input(s->st, p->input);
        const segment *g = sel_segment(d->sel, p);
        for (size_t k = 0; k < p->n; k++) {
            const size_t row = sel_row(p, k);
            const int64_t time = g->time ? g->time[row] : CORR_NO_TIME;
            const side_file *file =
                sides_file(d, p->input, input_recording(in, g, row), time);
            const double share = sel_share(p, k);
            const double by = s->taken * share *
                              sides_weight_of(d, file->block) *
                              weight_of_row(s, which, p, row);
            const int64_t value =
                by == 1 ? segment_value(g, row)
                        : sides_round((double)segment_value(g, row) * by);
            f(ctx, &(sides_row){
                       .input = p->input,
                       .stack = segment_stack(g, row),
                       .cluster = d->top_of ? sides_span_cluster(s, d, p, row)
                                            : sides_cluster(s, file, time),
                       .value = value,
                       .info = info_of(d, in, g, row, value, share),
                   });
        }
    }
}

static void add_cost(void *ctx, const sides_row *row)
{
    double *cost = ctx;

    cost[row->cluster] += (double)row->value;
}

void sides_add_costs(const sides *s, unsigned which, double *cost)
{
    sides_rows(s, which, add_cost, cost);
}

static void add_size(void *ctx, const sides_row *row)
{
    double *size = ctx;

    size[row->cluster] += fabs((double)row->value);
}

void sides_add_sizes(const sides *s, unsigned which, double *size)
{
    sides_rows(s, which, add_size, size);
}

/* Calls f for the parts of a sample by stratum. The part outside of requests
 * comes last. */
static void each_part(const sides *s, unsigned which, const sel_part *p,
                      size_t k, sides_each *f, void *ctx)
{
    const side *d = &s->side[which];
    const input *in = store_input(s->st, p->input);
    const segment *g = sel_segment(d->sel, p);
    const join_segment *js = join_at(s->st->join, p->input, p->segment);
    const size_t row = sel_row(p, k);
    const double share = sel_share(p, k);
    const side_file *file =
        sides_file(d, p->input, input_recording(in, g, row), INT64_MIN);
    const double value = (double)segment_value(g, row) * s->taken * share *
                         sides_weight_of(d, file->block);
    const join_part *part;
    join_part one;
    const size_t n = join_parts(js, row, &one, &part);
    const uint32_t labelled =
        s->stratum_of_set ? labelled_stratum(s, p->input, g, row) : 0;
    sides_row r = { .input = p->input, .stack = segment_stack(g, row) };
    int64_t left = llround(value);

    for (size_t j = 0; j <= n; j++) {
        r.stratum = j < n ? s->stratum_of[part[j].span] : labelled;
        r.value = j < n ? llround(value * part[j].share) : left;
        r.info = info_of(d, in, g, row, r.value,
                         j < n ? share * part[j].share : share);
        r.stands = j < n ? sides_stands(s, which, part[j].span) : 1;
        left -= r.value;
        if (r.value)
            f(ctx, &r);
    }
}

void sides_parts(const sides *s, unsigned which, sides_each *f, void *ctx)
{
    const side *d = &s->side[which];

    for (size_t i = 0; i < d->sel->part.n; i++)
        for (size_t k = 0; k < d->sel->part.v[i].n; k++)
            each_part(s, which, &d->sel->part.v[i], k, f, ctx);
}

double sides_effective(const side *d, int64_t value, sides_wide info)
{
    switch (d->weight) {
    case SIDE_EVEN:
        return d->each > 0 ? (double)value / d->each : 0;
    case SIDE_ALLOCS:
        return (double)info / SIDES_PART;
    case SIDE_KISH:
        break;
    }
    return info > 0 ? (double)value * (double)value / (double)info : 0;
}

/* Finds how the observations of a side are weighed: whether all have the same
 * value. */
void sides_find_weight(const sides *s, side *d)
{
    int64_t value = 0, obs = 0;
    bool even = true;

    d->weight = SIDE_KISH;
    for (size_t i = 0; i < d->sel->part.n; i++) {
        const sel_part *p = &d->sel->part.v[i];
        const input *in = store_input(s->st, p->input);
        const segment *g = sel_segment(d->sel, p);
        const kind_row *kind = &in->kind.v[g->kind];
        if (kind->unit == CORR_BYTES && kind->period > 0)
            d->weight = SIDE_ALLOCS;
        for (size_t k = 0; k < p->n && even; k++) {
            const size_t row = sel_row(p, k);
            const int64_t n = segment_obs(g, row);
            if (n <= 0 || segment_value(g, row) == 0)
                continue;
            if (!obs) {
                value = segment_value(g, row);
                obs = n;
            }
            even = (sides_wide)value * n ==
                   (sides_wide)segment_value(g, row) * obs;
        }
    }
    if (d->weight == SIDE_KISH && even && obs && !s->mixed[0] &&
        !d->weight_of && !s->stands && !d->stand && !s->counter_name) {
        d->weight = SIDE_EVEN;
        d->each = (double)value / (double)obs * s->taken;
    }
}

/* ---- strata ------------------------------------------------------------- */

/* Sums of the cost of a side. */
typedef struct cost_sums {
    side *d;
    sides_wide tied, rest; /* inside and outside of requests with a stratum */
} cost_sums;

/* Adds the cost of a part to its stratum, times the requests that it
 * represents. */
static void sum_stratum(void *ctx, const sides_row *row)
{
    cost_sums *k = ctx;

    *(row->stratum ? &k->tied : &k->rest) += row->value;
    if (row->stratum)
        k->d->stratum_sum[row->stratum] += sides_stood_for(row, 1);
}

/* Sums the cost of each stratum; the rest goes to stratum 0. Chance, or
 * requests without spans, may make the parts exceed the whole: they are scaled
 * down to it. */
static void sum_strata(sides *s, unsigned which, cost_sums *k)
{
    side *d = &s->side[which];
    sides_wide sum = 0;

    *k = (cost_sums){ .d = d };
    sides_parts(s, which, sum_stratum, k);
    d->stratum_sum[0] = k->rest;
    if (sides_weighs_spans(s, which))
        return;
    for (size_t i = 1; i <= s->strata.row.n; i++)
        sum += d->stratum_sum[i];
    const sides_wide all = k->tied + k->rest;
    const double tied = sum > all ? (double)all / (double)sum : 1;
    d->stratum_sum[0] = all;
    for (size_t i = 1; i <= s->strata.row.n; i++) {
        if (tied < 1)
            d->stratum_sum[i] = llround((double)d->stratum_sum[i] * tied);
        d->stratum_sum[0] -= d->stratum_sum[i];
    }
    s->tied[which] = tied;
    if (k->rest > 0)
        s->untied[which] = fmax(0, (double)d->stratum_sum[0]) / (double)k->rest;
}

/* Returns the cost of a request that has a stratum, as the mean of both
 * sides. */
static double mean_cost(const sides *s)
{
    double cost = 0;

    for (unsigned w = 0; w < 2; w++)
        for (size_t k = 1; k <= s->strata.row.n; k++)
            cost += (double)s->side[w].stratum_sum[k] /
                    s->side[w].facts.requests / 2;
    return cost;
}

double sides_chance_of(const sides *s, unsigned which, size_t stratum)
{
    const side *d = &s->side[which];
    const double seen = d->stratum_spans[stratum];
    const double each = seen > 0 ? d->stratum_n[stratum] / seen : 0;

    return s->mix.by_counter
               ? 0
               : fmax(0, each * (each * d->stratum_squares[stratum] - seen));
}

/* Returns the variance of the part of the mix that a stratum causes. away: its
 * cost less the mean cost. */
static double chance_of_mix(const sides *s, size_t stratum, double away)
{
    double sum = 0;

    for (unsigned w = 0; w < 2; w++) {
        const double by = away / s->side[w].facts.requests;
        sum += by * by * sides_chance_of(s, w, stratum);
    }
    return sum;
}

/* Splits the change into mix and rate (corr-methods 4.6). Cost outside of known
 * requests is in stratum 0: each request has a share of it, so it is never an
 * effect of mix. */
static void split_mix(sides *s)
{
    const side *a = &s->side[0], *b = &s->side[1];
    const double na = a->facts.requests, nb = b->facts.requests;
    const double mean = mean_cost(s);
    double mix = 0, chance = 0;
    double rate =
        ((double)b->stratum_sum[0] / nb - (double)a->stratum_sum[0] / na);

    for (size_t k = 1; k <= s->strata.row.n; k++) {
        const double wa = a->stratum_n[k] / na, wb = b->stratum_n[k] / nb;
        double ca = wa > 0 ? (double)a->stratum_sum[k] / a->stratum_n[k] : NAN;
        double cb = wb > 0 ? (double)b->stratum_sum[k] / b->stratum_n[k] : NAN;
        if (isnan(ca) && isnan(cb)) {
            /* samples of requests that began earlier or elsewhere */
            rate +=
                (double)b->stratum_sum[k] / nb - (double)a->stratum_sum[k] / na;
            continue;
        }
        ca = isnan(ca) ? cb : ca;
        cb = isnan(cb) ? ca : cb;
        mix += (wb - wa) * (ca + cb) / 2;
        chance += chance_of_mix(s, k, (ca + cb) / 2 - mean);
        rate += (cb - ca) * (wa + wb) / 2;
        if (wa == 0)
            rate -= (double)a->stratum_sum[k] / na;
        if (wb == 0)
            rate += (double)b->stratum_sum[k] / nb;
    }
    s->mix = (corr_diff_mix){
        .known = true,
        .by_counter = s->mix.by_counter,
        .label = s->mix.label,
        .mix = mix / s->scale,
        .rate = rate / s->scale,
        .total = (mix + rate) / s->scale,
    };
    const double base = a->total / na;
    s->mix.leads = fabs(s->mix.mix) >= LEAST_MIX * fabs(base) &&
                   fabs(mix) >= 2 * sqrt(chance) &&
                   (fabs(s->mix.mix) > fabs(s->mix.total) / 2 ||
                    s->mix.mix * s->mix.rate < 0);
}

/* Weighs rows by the traffic of the new side: a sample of the base counts as
 * often as its stratum occurs there. A stratum that only one side serves is
 * traffic, and counts in no row. */
static bool weigh_strata(sides *s)
{
    const side *a = &s->side[0], *b = &s->side[1];
    const size_t n = s->strata.row.n + 1;

    for (unsigned w = 0; w < 2; w++) {
        s->mixed[w] = corr_arena_new(&s->arena, double, n);
        if (!s->mixed[w])
            return false;
        s->mixed[w][0] = 1;
    }
    for (size_t k = 1; k < n; k++) {
        const double na = a->stratum_n[k], nb = b->stratum_n[k];
        s->mixed[0][k] = na > 0
                             ? nb / b->facts.requests * a->facts.requests / na
                         : nb > 0 ? 0
                                  : 1;
        s->mixed[1][k] = na > 0 || !(nb > 0) ? 1 : 0;
    }
    return true;
}

/* Whether both sides have a stratum in common. Otherwise they are compared
 * without a mix. */
static bool has_common_stratum(const sides *s)
{
    for (size_t k = 1; k <= s->strata.row.n; k++)
        if (s->side[0].stratum_n[k] > 0 && s->side[1].stratum_n[k] > 0)
            return true;
    return false;
}

/* Whether the cost of a request of each operation is known well enough. */
static bool knows_operations(const sides *s)
{
    return s->side[0].facts.requests >= LEAST_TO_WEIGH &&
           s->side[1].facts.requests >= LEAST_TO_WEIGH;
}

bool sides_find_mix(sides *s, bool always)
{
    if (!has_common_stratum(s))
        return true;
    cost_sums k[2];
    for (unsigned w = 0; w < 2; w++)
        sum_strata(s, w, &k[w]);
    /* strata are used if enough samples belong to requests */
    for (unsigned w = 0; w < 2; w++)
        if (k[w].tied * 3 < k[w].rest || k[w].tied + k[w].rest == 0)
            return s->counter_name || sides_list_strata(s);
    split_mix(s);
    s->mix.even = s->mix.leads || (always && knows_operations(s));
    return !s->mix.even || weigh_strata(s);
}
