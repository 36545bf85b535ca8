/*
 * diff_chance - the variance of costs at the mix of the new side, if spans
 * count the requests and not all spans were kept.
 *
 * At that mix, the base costs what it did outside of kept requests plus, for
 * each operation, the cost of a request times the number of such requests on
 * the new side. This number depends on which requests were kept. The base cost
 * outside of kept requests depends on it, too: it is the rest. All clusters
 * share this error, so the variance between clusters does not show it. Errors
 * common to all operations are in the requests of each cluster.
 */
#include <math.h>

#include "diff/diff.h"

/* Cost of an operation in a row. */
typedef struct operation_part {
    uint32_t row, stratum;
    double cost;
} operation_part;

struct diff_parts {
    const diff_maker *m;
    diff_each_cost *each;
    void *ctx;
    corr_map at; /* row, stratum -> part */
    vec(operation_part) operation_part;
    double *untied; /* [rows] cost outside of operations */
    double all;     /* sum of untied */
    bool failed;
};

void diff_parts_add(diff_parts *p, uint32_t row, const sides_row *r)
{
    bool is_new;

    if (!r->stratum) {
        p->untied[row] += (double)r->value;
        return;
    }
    uint32_t *at =
        corr_map_u64(&p->at, (uint64_t)row << 32 | r->stratum, &is_new);
    if (at && is_new)
        *at = (uint32_t)p->operation_part.n;
    if (!at || (is_new && !vec_push(&p->operation_part,
                                    (operation_part){ row, r->stratum, 0 }))) {
        p->failed = true;
        return;
    }
    p->operation_part.v[*at].cost +=
        (double)sides_stood_for(r, p->m->d->s.tied[0]);
}

static void add_base_part(void *ctx, const sides_row *row)
{
    diff_parts *p = ctx;

    if (!row->stratum)
        p->all += (double)row->value;
    p->each(p->ctx, p->m->d->fold.path_of[row->input][row->stack], row);
}

/* Returns the variance of the share of an operation in the requests of a
 * side. */
static double variance_of(const sides *s, unsigned which, size_t stratum)
{
    const double n = s->side[which].facts.requests;

    return sides_chance_of(s, which, stratum) / (n * n);
}

/* Returns the variance of the cost outside of kept requests, for a row that has
 * all of it. */
static double untied_of(const sides *s)
{
    const side *a = &s->side[0];
    double mean = 0, sum = 0;

    for (size_t k = 1; k <= s->strata.row.n; k++)
        mean += (double)a->stratum_sum[k] / a->facts.requests;
    for (size_t k = 1; k <= s->strata.row.n; k++) {
        if (!(a->stratum_n[k] > 0))
            continue;
        const double away = (double)a->stratum_sum[k] / a->stratum_n[k] - mean;
        sum += away * away * variance_of(s, 0, k);
    }
    return sum;
}

/* Adds the variance of the cost of operations at the mix of the new side. */
static bool add_tied(const diff_parts *p, uint32_t rows, double *chance,
                     corr_arena *scratch)
{
    const sides *s = &p->m->d->s;
    const side *a = &s->side[0], *b = &s->side[1];
    double *mean = corr_arena_new(scratch, double, rows);
    double all = 0;

    for (size_t k = 1; k <= s->strata.row.n; k++)
        all += a->stratum_n[k] > 0 ? variance_of(s, 1, k) : 0;
    for (size_t i = 0; mean && i < p->operation_part.n; i++) {
        const operation_part *of = &p->operation_part.v[i];
        if (a->stratum_n[of->stratum] > 0)
            mean[of->row] += of->cost / a->stratum_n[of->stratum] *
                             b->stratum_n[of->stratum] / b->facts.requests;
    }
    for (uint32_t r = 0; mean && r < rows; r++)
        chance[r] += mean[r] * mean[r] * all;
    for (size_t i = 0; mean && i < p->operation_part.n; i++) {
        const operation_part *of = &p->operation_part.v[i];
        if (!(a->stratum_n[of->stratum] > 0))
            continue;
        const double cost = of->cost / a->stratum_n[of->stratum];
        chance[of->row] +=
            cost * (cost - 2 * mean[of->row]) * variance_of(s, 1, of->stratum);
    }
    return mean != NULL;
}

static bool is_sampled(const sides *s)
{
    for (size_t k = 1; k <= s->strata.row.n; k++)
        if (sides_chance_of(s, 0, k) > 0 || sides_chance_of(s, 1, k) > 0)
            return true;
    return false;
}

bool diff_tally_chance(diff_maker *m, tally *t, diff_each_cost *each, void *ctx)
{
    const sides *s = &m->d->s;
    diff_parts p = { .m = m, .each = each, .ctx = ctx };

    if (!s->mixed[0] || !is_sampled(s))
        return true;
    p.untied = corr_arena_new(&m->scratch, double, t->n + (size_t)1);
    t->chance = corr_arena_new(&m->scratch, double, t->n + (size_t)1);
    if (!p.untied || !t->chance)
        return false;
    t->parts = &p;
    sides_parts(s, 0, add_base_part, &p);
    t->parts = NULL;
    const double untied = untied_of(s);
    for (uint32_t r = 0; r < t->n; r++) {
        const double share = p.all > 0 ? p.untied[r] / p.all : 0;
        t->chance[r] = share * share * untied;
    }
    const bool ok = !p.failed && add_tied(&p, t->n, t->chance, &m->scratch);
    for (uint32_t r = 0; ok && r < t->n; r++) {
        const double cost = (double)t->sum[0][r] / s->side[0].facts.requests;
        t->chance[r] = cost > 0 ? fmax(0, t->chance[r]) / (cost * cost) : 0;
    }
    corr_map_clear(&p.at);
    vec_free(&p.operation_part);
    return ok;
}
