/*
 * diff_operations - the cost of a function under each operation that uses it,
 * if these disagree about its change.
 *
 * An operation is the stratum of a request (sides.h); its cost is divided by
 * its own requests. Each changed function is taken with its region and its self
 * cost: if it changed under one operation, its region has no change under the
 * others. The two operations whose ratios differ most must differ by more than
 * chance, counting all pairs of all functions.
 */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "diff/diff.h"
#include "stats/distributions.h"

enum {
    MOST_FUNCTIONS = 20,
    MOST_OPERATIONS = 8 /* reported operations of a function */
};
#define LEVEL 0.05
#define APART 1.25 /* least ratio between two operations that disagree */

typedef struct op_cell {
    int64_t cost;
    sides_wide info;
} op_cell;

typedef struct op_table {
    diff_maker *m;
    unsigned which;
    uint32_t n, row[MOST_FUNCTIONS]; /* row numbers of functions */
    uint32_t *by_region, *by_name;   /* 1 + function; [regions + 1], [names] */
    size_t strata;                   /* with the unknown stratum */
    op_cell *op_cell[2];             /* [functions][strata] */
} op_table;

/* How a function changed under one operation. */
typedef struct op_change {
    uint32_t stratum;
    const opname *name;
    double value[2], log, se;
} op_change;

/* ---- functions ---------------------------------------------------------- */

static bool is_changed(const diff_row *r)
{
    return r->change == CORR_GREW || r->change == CORR_SHRANK ||
           r->change == CORR_UNCLEAR;
}

static bool choose_functions(op_table *s)
{
    const corr_diff *d = s->m->d;

    s->by_region =
        corr_arena_new(&s->m->scratch, uint32_t, (size_t)d->found.nregion + 1);
    s->by_name = corr_arena_new(&s->m->scratch, uint32_t, d->fold.name.n);
    if (!s->by_region || !s->by_name)
        return false;
    for (uint32_t i = 0; i < d->row.n && s->n < MOST_FUNCTIONS; i++)
        if (is_changed(&d->row.v[i]))
            s->row[s->n++] = i;
    for (uint32_t i = 0; i < s->n; i++) {
        const diff_row *r = &d->row.v[s->row[i]];
        if (!r->second)
            s->by_name[r->name] = i + 1;
        if (r->region)
            s->by_region[r->region] = i + 1;
    }
    return true;
}

/* ---- cost --------------------------------------------------------------- */

static void add_cell_part(void *ctx, const sides_row *row)
{
    op_table *s = ctx;
    const diff_maker *m = s->m;
    const corr_diff *d = m->d;
    const uint32_t path = d->fold.path_of[row->input][row->stack];
    const uint32_t of[] = { s->by_region[diff_region_at(m, path)],
                            s->by_name[diff_name_of(m, path)] };
    const double by = row->stands * d->s.tied[s->which];

    for (size_t i = 0; i < countof(of); i++) {
        if (!of[i] || (i && of[i] == of[0]))
            continue;
        op_cell *c =
            &s->op_cell[s->which][(of[i] - 1) * s->strata + row->stratum];
        c->cost =
            add_clamped(c->cost, sides_stood_for(row, d->s.tied[s->which]));
        c->info += by == 1
                       ? row->info
                       : (sides_wide)fmin((double)row->info * by * by, 1e30);
    }
}

static bool sum_cells(op_table *s)
{
    for (s->which = 0; s->which < 2; s->which++) {
        s->op_cell[s->which] =
            corr_arena_new(&s->m->scratch, op_cell, s->n * s->strata);
        if (!s->op_cell[s->which])
            return false;
        sides_parts(&s->m->d->s, s->which, add_cell_part, s);
    }
    return true;
}

/* ---- disagreement -------------------------------------------------------- */

static double phi_of(const op_table *s, uint32_t function)
{
    const corr_diff *d = s->m->d;
    const diff_row *r = &d->row.v[s->row[function]];
    const significance_row *with = diff_region_judged(d, r->region);

    return with ? with->phi : d->found.judged[r->name].phi;
}

static bool compare_under(const op_table *s, uint32_t function,
                          uint32_t stratum, double phi, op_change *u)
{
    const corr_diff *d = s->m->d;
    double x[2];

    *u = (op_change){ .stratum = stratum,
                      .name = &d->s.strata.row.v[stratum - 1] };
    for (unsigned w = 0; w < 2; w++) {
        const side *of = &d->s.side[w];
        const op_cell *c = &s->op_cell[w][function * s->strata + stratum];
        x[w] = sides_effective(of, c->cost, c->info);
        if (!(of->stratum_n[stratum] > 0) || !(x[w] > 0))
            return false;
        u->value[w] = (double)c->cost / d->s.scale / of->stratum_n[stratum];
    }
    u->log = log(u->value[1] / u->value[0]);
    u->se = d->judged.widen * sqrt(phi * (1 / x[0] + 1 / x[1]));
    return x[0] + x[1] >= SIGNIFICANCE_LEAST;
}

static double change_of(const op_change *u)
{
    return fabs(u->value[1] - u->value[0]);
}

SORT_BY(by_change, op_change, DESC_OF(change_of),
        THEN(opname_cmp(a->name, b->name)))

static bool do_disagree(const op_table *s, const op_change *u, uint32_t n)
{
    const corr_diff *d = s->m->d;
    const op_change *lo = u, *hi = u;

    for (uint32_t i = 1; i < n; i++) {
        lo = u[i].log < lo->log ? &u[i] : lo;
        hi = u[i].log > hi->log ? &u[i] : hi;
    }
    const double apart = hi->log - lo->log;
    if (n < 2 || apart < log(APART))
        return false;
    const double t = apart / sqrt(hi->se * hi->se + lo->se * lo->se);
    const double pairs = n * (n - 1.0) / 2;
    return stat_t_two_sided(t, d->judged.df) * pairs * s->n < LEVEL;
}

static bool add_operation_row(op_table *s, uint32_t row, const op_change *u)
{
    corr_diff *d = s->m->d;
    const double df = d->judged.df;
    const double p = stat_t_two_sided(u->log / u->se, df);
    const double reach = stat_t_quantile(0.975, df) * u->se;

    return vec_push(
        &d->operation,
        (corr_also_row){ .what = CORR_ALSO_OPERATION,
                         .kind = d->facts.kind,
                         .unit = d->facts.unit,
                         .per = CORR_PER_REQUEST,
                         .name = corr_diff_at(d, row).name,
                         .operation = u->name->name,
                         .frame = corr_diff_frame(d, row),
                         .change = p >= LEVEL   ? CORR_SAME
                                   : u->log > 0 ? CORR_GREW
                                                : CORR_SHRANK,
                         .value = { u->value[0], u->value[1] },
                         .delta = u->value[1] - u->value[0],
                         .judged = { { exp(u->log), exp(u->log - reach),
                                       exp(u->log + reach) },
                                     p,
                                     NAN,
                                     significance_mark(p) } });
}

static bool add_function_rows(op_table *s, uint32_t function)
{
    const double phi = phi_of(s, function);
    op_change *u = corr_arena_new(&s->m->scratch, op_change, s->strata);
    uint32_t n = 0;

    if (!u)
        return false;
    for (uint32_t k = 1; k < s->strata; k++)
        n += compare_under(s, function, k, phi, &u[n]);
    if (!do_disagree(s, u, n))
        return true;
    qsort(u, n, sizeof *u, by_change);
    for (uint32_t i = 0; i < n && i < MOST_OPERATIONS; i++)
        if (!add_operation_row(s, s->row[function], &u[i]))
            return false;
    return true;
}

bool diff_judge_operations(diff_maker *m)
{
    const corr_diff *d = m->d;
    op_table s = { .m = m, .strata = d->s.strata.row.n + 1 };

    if (d->s.per != CORR_PER_REQUEST || !sides_has_strata(&d->s) ||
        d->facts.few || d->judged.one_each || s.strata < 3)
        return true;
    if (!choose_functions(&s) || !sum_cells(&s))
        return false;
    for (uint32_t i = 0; i < s.n; i++)
        if (!add_function_rows(&s, i))
            return false;
    return true;
}
