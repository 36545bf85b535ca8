#include "findings/growth.h"

#include <math.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "corr_view.h"
#include "findings/request_numbers.h"
#include "join/prepare.h"
#include "select/span_set.h"
#include "stats/distributions.h"

/* Functions of an operation, functions of a stack, rows of an operation. */
enum { FUNCTIONS = 48, STACK_FUNCTIONS = 48, ROWS = 8, UNSURE_ROWS = 3 };
/* Gains of two numbers that are not told apart (a likelihood ratio of 20). */
#define SAME_GAIN 3.0

struct growth {
    corr_arena arena; /* owns this struct */
    vec(growth_row) row;
};

/* The samples of one stack in one operation. */
typedef struct stack_obs {
    uint32_t op, input, stack;
    double obs;
    uint32_t first, n; /* its functions, among `chosen` */
} stack_obs;

/* A function of an operation. */
typedef struct op_function {
    uint32_t op, name;
    double obs;
    uint32_t slot; /* 1 + number in its operation; 0: not looked at */
} op_function;

/* The counts of an operation by its number: 0 is the whole operation, then its
 * functions. */
typedef struct op_counts {
    growth_counts whole[NUMBERS_EACH]; /* of each number */
    growth_cases each[NUMBERS_EACH];
    growth_counts *of; /* [functions + 1] of the number used */
    double *with;      /* [functions + 1] twice: samples on stacks with both */
    uint32_t name[FUNCTIONS + 1];
    uint32_t functions;
    uint32_t number; /* the one used */
} op_counts;

typedef struct grower {
    growth *g;
    corr_store *st;
    request_numbers numbers;
    opnames names; /* of functions */
    corr_map by_stack, by_function;
    vec(stack_obs) stack;
    vec(op_function) function;
    vec(uint8_t) chosen; /* slots of the functions on each stack */
    op_counts *op;       /* [numbers.n] */
    double all;          /* samples */
} grower;

/* ---- walking samples ---------------------------------------------------------- */

typedef bool visit_sample(grower *g, uint32_t root, uint32_t in, uint32_t stack,
                          double obs);

static bool visit_samples(grower *g, const corr_sel *sel, visit_sample *visit)
{
    const join_part *has;
    join_part one;

    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const segment *s = sel_segment(sel, p);
        const join_segment *j = join_at(g->st->join, p->input, p->segment);
        for (size_t k = 0; j->span && j->rung && k < p->n; k++) {
            const size_t row = sel_row(p, k);
            const size_t n = join_parts(j, row, &one, &has);
            for (size_t m = 0; m < n; m++) {
                const uint32_t root = g->st->spans.root.v[has[m].span];
                const double share =
                    has == &one && p->share ? p->share[k] : has[m].share;
                if (g->numbers.op_of[root] &&
                    !visit(g, root, p->input, segment_stack(s, row),
                           (double)segment_obs(s, row) * share))
                    return false;
            }
        }
    }
    return true;
}

static stack_obs *stack_of(grower *g, uint32_t root, uint32_t in,
                           uint32_t stack)
{
    const uint32_t op = g->numbers.op_of[root] - 1;
    const uint32_t key[3] = { op, in, stack };
    bool is_new;
    uint32_t *at = corr_map_bytes(&g->by_stack, key, sizeof key, &is_new);

    if (!at ||
        (is_new && !vec_push(&g->stack, (stack_obs){ op, in, stack, 0, 0, 0 })))
        return NULL;
    if (is_new)
        *at = (uint32_t)g->stack.n - 1;
    return &g->stack.v[*at];
}

/* First walk: samples of each stack, and of each operation by each number. */
static bool count_sample(grower *g, uint32_t root, uint32_t in, uint32_t stack,
                         double obs)
{
    stack_obs *s = stack_of(g, root, in, stack);

    if (!s)
        return false;
    s->obs += obs;
    const numbered_op *op = &g->numbers.op[s->op];
    op_counts *c = &g->op[s->op];
    const uint32_t at = g->numbers.at[root];
    const unsigned block = (unsigned)((uint64_t)at * GROWTH_BLOCKS / op->n);
    for (uint32_t i = 0; i < op->numbers; i++)
        if (!isnan(op->number[i].log[at]))
            growth_add_count(&c->whole[i], &c->each[i],
                             (double)op->number[i].log[at], block, obs);
    return true;
}

/* Second walk: samples of each function, by the number that is used. */
static bool count_functions(grower *g, uint32_t root, uint32_t in,
                            uint32_t stack, double obs)
{
    const stack_obs *s = stack_of(g, root, in, stack);

    if (!s)
        return false;
    op_counts *c = &g->op[s->op];
    if (!c->of)
        return true;
    const numbered_op *op = &g->numbers.op[s->op];
    const uint32_t at = g->numbers.at[root];
    const double log_x = (double)op->number[c->number].log[at];
    const unsigned block = (unsigned)((uint64_t)at * GROWTH_BLOCKS / op->n);
    for (uint32_t i = 0; !isnan(log_x) && i < s->n; i++)
        growth_add_count(&c->of[g->chosen.v[s->first + i]], &c->each[c->number],
                         log_x, block, obs);
    return true;
}

/* ---- numbers -------------------------------------------------------------------- */

static void set_range(growth_cases *c, const request_number *x, uint32_t n)
{
    c->lo = HUGE_VAL;
    c->hi = -HUGE_VAL;
    for (uint32_t i = 0; i < n; i++) {
        if (isnan(x->log[i]))
            continue;
        c->lo = fmin(c->lo, (double)x->log[i]);
        c->hi = fmax(c->hi, (double)x->log[i]);
    }
}

static bool prepare_numbers(grower *g)
{
    g->op = corr_arena_new(&g->g->arena, op_counts, g->numbers.n + 1);
    if (!g->op)
        return false;
    for (uint32_t k = 0; k < g->numbers.n; k++) {
        const numbered_op *op = &g->numbers.op[k];
        for (uint32_t i = 0; i < op->numbers; i++) {
            growth_cases *c = &g->op[k].each[i];
            set_range(c, &op->number[i], op->n);
            for (uint32_t at = 0; at < op->n; at++)
                if (!isnan(op->number[i].log[at]))
                    growth_add_case(
                        c, (double)op->number[i].log[at],
                        (unsigned)((uint64_t)at * GROWTH_BLOCKS / op->n));
        }
    }
    return true;
}

SORT_BY(by_log, float, THEN(CMP(*a, *b)))

/* The number from 1 % to 99 % of requests; *values: distinct ones, up to
 * GROWTH_VALUES.  False: out of memory. */
static bool spread_of_number(const request_number *x, uint32_t n, double *low,
                             double *high, uint32_t *values)
{
    vec(float) log = { 0 };

    *low = *high = 1;
    *values = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!isnan(x->log[i]) && !vec_push(&log, x->log[i])) {
            vec_free(&log);
            return false;
        }
    vec_sort(&log, by_log);
    for (size_t i = 0; i < log.n && *values < GROWTH_VALUES; i++)
        *values += i == 0 || log.v[i] > log.v[i - 1];
    if (log.n) {
        *low = exp((double)log.v[log.n / 100]);
        *high = exp((double)log.v[log.n - 1 - log.n / 100]);
    }
    vec_free(&log);
    return true;
}

/* The gain that the best of n numbers without effect has in 5 % of worlds: of one
 * degree of freedom each. */
static double least_gain(uint32_t n)
{
    const double z = stat_normal_quantile(1 - 0.025 / (n ? n : 1));

    return z * z / 2;
}

/* Chooses the number that explains most of an operation's samples, and fills
 * the row of the whole operation.  False: out of memory. */
static bool choose_number(grower *g, uint32_t k, growth_row *row)
{
    const numbered_op *op = &g->numbers.op[k];
    op_counts *c = &g->op[k];
    growth_fit fit[NUMBERS_EACH];
    bool is_wide[NUMBERS_EACH];
    uint32_t best = UINT32_MAX;

    *row = (growth_row){ .why = GROWTH_NO_LAW,
                         .service = op->name.service,
                         .operation = op->name.name,
                         .requests = op->n,
                         .tried = op->numbers };
    for (uint32_t i = 0; i < op->numbers; i++) {
        double low, high;
        uint32_t values;
        if (!spread_of_number(&op->number[i], op->n, &low, &high, &values))
            return false;
        is_wide[i] = high >= GROWTH_FACTOR * low && values >= GROWTH_VALUES;
        fit[i] = growth_fit_of(&c->each[i], &c->whole[i]);
        if (isnan(fit[i].b))
            continue;
        if (best == UINT32_MAX || fit[i].gain > fit[best].gain) {
            best = i;
            row->low = low;
            row->high = high;
            row->values = values;
        }
    }
    if (best == UINT32_MAX || fit[best].gain < least_gain(op->numbers))
        return true;
    row->cases = op->number[best].have;
    c->number = best;
    row->number = op->number[best].key;
    row->fit = fit[best];
    row->why = is_wide[best] ? GROWTH_KNOWN : GROWTH_NARROW;
    for (uint32_t i = 0; i < op->numbers; i++)
        if (i != best && fit[i].gain >= fit[best].gain - SAME_GAIN)
            row->also = op->number[i].key;
    return true;
}

/* ---- functions ------------------------------------------------------------------- */

/* The distinct application functions on a stack. */
static bool functions_of_stack(grower *g, const stack_obs *s, uint32_t *name,
                               uint32_t *n)
{
    const input *in = store_input(g->st, s->input);
    const uint32_t depth = in->stack.n.v[s->stack];
    const uint32_t first = in->stack.at.v[s->stack];

    *n = 0;
    for (uint32_t i = 0; i < depth && *n < STACK_FUNCTIONS; i++) {
        const corr_frame_view f =
            input_frame(in, narrow_at(&in->stack.frame, first + depth - 1 - i));
        if (!corr_frame_is_app(&f))
            continue;
        const uint32_t id = opnames_add(&g->names, f.function, CORR_STR(""));
        if (id == OPNAMES_FAILED)
            return false;
        uint32_t k = 0;
        while (k < *n && name[k] != id)
            k++;
        if (k == *n)
            name[(*n)++] = id;
    }
    return true;
}

static op_function *function_of(grower *g, uint32_t op, uint32_t name)
{
    bool is_new;
    uint32_t *at =
        corr_map_u64(&g->by_function, (uint64_t)op << 32 | name, &is_new);

    if (!at ||
        (is_new && !vec_push(&g->function, (op_function){ op, name, 0, 0 })))
        return NULL;
    if (is_new)
        *at = (uint32_t)g->function.n - 1;
    return &g->function.v[*at];
}

SORT_POINTERS_BY(function_by_obs, op_function, ASC(op), DESC(obs), ASC(name))

/* Gives the functions with most samples of each operation their slots. */
static bool choose_functions(grower *g)
{
    uint32_t name[STACK_FUNCTIONS], n;
    vec(op_function *) order = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < g->stack.n; i++) {
        const stack_obs *s = &g->stack.v[i];
        if (!g->op[s->op].of)
            continue;
        ok = functions_of_stack(g, s, name, &n);
        for (uint32_t k = 0; ok && k < n; k++) {
            op_function *f = function_of(g, s->op, name[k]);
            ok = f != NULL;
            if (ok)
                f->obs += s->obs;
        }
    }
    for (size_t i = 0; ok && i < g->function.n; i++)
        ok = vec_push(&order, &g->function.v[i]);
    if (ok)
        vec_sort(&order, function_by_obs);
    for (size_t i = 0; ok && i < order.n; i++) {
        op_counts *c = &g->op[order.v[i]->op];
        if (order.v[i]->obs < GROWTH_SAMPLES || c->functions == FUNCTIONS)
            continue;
        order.v[i]->slot = ++c->functions;
        c->name[c->functions] = order.v[i]->name;
    }
    vec_free(&order);
    return ok;
}

/* Lists the slots of each stack; slot 0, the whole operation, is on all. */
static bool list_chosen(grower *g)
{
    uint32_t name[STACK_FUNCTIONS], n;

    for (size_t i = 0; i < g->stack.n; i++) {
        stack_obs *s = &g->stack.v[i];
        s->first = (uint32_t)g->chosen.n;
        if (!g->op[s->op].of)
            continue;
        if (!vec_push(&g->chosen, 0) || !functions_of_stack(g, s, name, &n))
            return false;
        for (uint32_t k = 0; k < n; k++) {
            const op_function *f = function_of(g, s->op, name[k]);
            if (!f || (f->slot && !vec_push(&g->chosen, (uint8_t)f->slot)))
                return false;
        }
        s->n = (uint32_t)g->chosen.n - s->first;
    }
    return true;
}

/* Adds up the samples of the stacks that two functions share. */
static bool add_pairs(grower *g)
{
    enum { N = FUNCTIONS + 1 };

    for (size_t i = 0; i < g->stack.n; i++) {
        const stack_obs *s = &g->stack.v[i];
        op_counts *c = &g->op[s->op];
        if (!c->of)
            continue;
        if (!c->with)
            c->with = corr_arena_new(&g->g->arena, double, (size_t)N *N);
        if (!c->with)
            return false;
        const uint8_t *slot = g->chosen.v + s->first;
        for (uint32_t k = 0; k < s->n; k++)
            for (uint32_t m = 0; m < s->n; m++)
                c->with[slot[k] * N + slot[m]] += s->obs;
    }
    return true;
}

bool growth_is_kin(const growth_row *a, const growth_row *b)
{
    return a->with[b->slot] > 0.1 * fmin(a->with[a->slot], b->with[b->slot]);
}

/* ---- rows -------------------------------------------------------------------------- */

/* The share of a function at a number, if it and the rest go on as they fit. */
static double share_at(const growth_fit *f, const growth_fit *rest, double x)
{
    const double mine = growth_at(f, log(x));
    const double other = isnan(rest->b) ? 0 : growth_at(rest, log(x));

    return mine + other > 0 ? mine / (mine + other) : 0;
}

static void fill_shares(growth_row *row, const op_counts *c, uint32_t slot)
{
    growth_counts rest = c->of[0];
    const growth_counts *mine = &c->of[slot];

    for (unsigned i = 0; i < GROWTH_BINS; i++)
        rest.y[i] = fmax(0, rest.y[i] - mine->y[i]);
    for (unsigned k = 0; k < GROWTH_BLOCKS; k++) {
        rest.block_y[k] -= mine->block_y[k];
        rest.block_ylog[k] -= mine->block_ylog[k];
    }
    const growth_fit other = growth_fit_of(&c->each[c->number], &rest);
    row->share_low = share_at(&row->fit, &other, row->low);
    row->share_high = share_at(&row->fit, &other, row->high);
    row->share_beyond = share_at(&row->fit, &other, 10 * row->high);
}

static double growth_of_share(const growth_row *r)
{
    return r->share_high - r->share_low;
}

SORT_BY(row_by_growth, growth_row, DESC_OF(growth_of_share), DESC(fit.n),
        ASC_STR(function))

/* Whether an exponent of 1 and one of 2 both fit, or any. */
static bool is_unsure(const growth_fit *f)
{
    return isnan(f->b) || (f->lo <= 1 && f->hi >= 2) || f->hi - f->lo > 1;
}

/* A request with a high number. */
static uint32_t example_of(const numbered_op *op, uint32_t number)
{
    uint32_t best = 0;

    for (uint32_t i = 1; i < op->n; i++)
        if (isnan(op->number[number].log[best]) ||
            op->number[number].log[i] > op->number[number].log[best])
            best = i;
    return op->span[best];
}

/* Whether more than twice the size costs more than in proportion, though no law
 * is known. */
static bool is_step(const growth_row *r)
{
    return r->high >= GROWTH_DOUBLE * r->low && r->fit.lo > 1;
}

static bool add_functions(grower *g, uint32_t k, const growth_row *whole)
{
    const op_counts *c = &g->op[k];
    growth_row row[FUNCTIONS];
    uint32_t n = 0;

    for (uint32_t i = 1; i <= c->functions; i++) {
        growth_row *r = &row[n++];
        *r = *whole;
        r->function = g->names.row.v[c->name[i]].service;
        r->fit = growth_fit_of(&c->each[c->number], &c->of[i]);
        r->why = whole->why != GROWTH_KNOWN ? whole->why
                 : is_unsure(&r->fit)       ? GROWTH_UNSURE
                                            : GROWTH_KNOWN;
        r->of_all = g->all > 0 ? r->fit.n / g->all : 0;
        r->is_step = r->why == GROWTH_NARROW && is_step(r);
        r->slot = i;
        r->with = c->with + (size_t)i * (FUNCTIONS + 1);
        if (!isnan(r->fit.b))
            fill_shares(r, c, i);
    }
    qsort(row, n, sizeof *row, row_by_growth);
    for (uint32_t i = 0, kept = 0; i < n && kept < ROWS; i++) {
        /* a function and its only caller are one */
        if (i && fabs(row[i].fit.n - row[i - 1].fit.n) < 0.02 * row[i].fit.n)
            continue;
        if (kept >= UNSURE_ROWS && row[i].why != GROWTH_KNOWN &&
            !row[i].is_step)
            continue;
        kept++;
        if (!vec_push(&g->g->row, row[i]))
            return false;
    }
    return true;
}

static bool add_rows(grower *g, const corr_sel *sel)
{
    vec(growth_row) whole = { 0 };
    bool ok = true;

    for (uint32_t k = 0; ok && k < g->numbers.n; k++) {
        growth_row row;
        ok = choose_number(g, k, &row);
        if (ok && row.number.n) {
            g->op[k].of =
                corr_arena_new(&g->g->arena, growth_counts, FUNCTIONS + 1);
            row.span = example_of(&g->numbers.op[k], g->op[k].number);
            ok = g->op[k].of != NULL;
        }
        ok = ok && vec_push(&whole, row);
    }
    ok = ok && choose_functions(g) && list_chosen(g) && add_pairs(g) &&
         visit_samples(g, sel, count_functions);
    for (uint32_t k = 0; ok && k < g->numbers.n; k++) {
        growth_row *row = &whole.v[k];
        row->share_low = row->share_high = row->share_beyond = 1;
        if (row->why == GROWTH_KNOWN && is_unsure(&row->fit))
            row->why = GROWTH_UNSURE;
        const growth_row copy = *row;
        ok = vec_push(&g->g->row, copy);
        growth_row base = copy;
        if (base.why == GROWTH_UNSURE)
            base.why = GROWTH_KNOWN; /* a function may be surer */
        if (ok && g->op[k].of)
            ok = add_functions(g, k, &base);
    }
    vec_free(&whole);
    return ok;
}

/* ---- the view ------------------------------------------------------------------------ */

static corr_code grow_all(grower *g, const corr_query *q, corr_err *err)
{
    corr_query of = *q;
    uint8_t *in;

    of.measure = "cpu";
    of.looks = true;
    const corr_code code = span_set_of(g->st, q, &g->g->arena, &in, err);
    if (code)
        return code;
    const request_scope scope = { .in = in, .group = q->group };
    if (!request_numbers_of(&g->numbers, g->st, &scope, GROWTH_REQUESTS,
                            &g->g->arena) ||
        !prepare_numbers(g))
        return corr_no_memory(err);
    if (!g->numbers.n)
        return CORR_OK;
    corr_sel *sel = corr_sel_of(g->st, &of, err);
    if (!sel)
        return CORR_ENOMEM;
    g->all = (double)corr_sel_facts_of(sel).observations;
    const bool ok = visit_samples(g, sel, count_sample) && add_rows(g, sel);
    corr_sel_free(sel);
    return ok ? CORR_OK : corr_no_memory(err);
}

growth *growth_of(corr_store *st, const corr_query *q, corr_err *err)
{
    if (store_join(st, err) != CORR_OK)
        return NULL;
    growth *out = self_arena_new(growth, err);
    if (!out)
        return NULL;

    grower g = { .g = out, .st = st };
    const corr_code code = grow_all(&g, q, err);
    opnames_clear(&g.names);
    corr_map_clear(&g.by_stack);
    corr_map_clear(&g.by_function);
    vec_free(&g.stack);
    vec_free(&g.function);
    vec_free(&g.chosen);
    return KEEP_IF(!code, out, growth_free);
}

uint32_t growth_size(const growth *g)
{
    return (uint32_t)g->row.n;
}

growth_row growth_at_row(const growth *g, uint32_t i)
{
    return g->row.v[i];
}

void growth_free(growth *g)
{
    if (!g)
        return;
    vec_free(&g->row);
    self_arena_free(g);
}
