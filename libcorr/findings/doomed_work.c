#include "findings/doomed_work.h"

#include <math.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "corr_view.h"
#include "findings/given_up.h"
#include "join/prepare.h"
#include "stats/distributions.h"
#include "store/operation_names.h"

struct doomed_work {
    corr_arena arena; /* owns this struct */
    vec(doomed_row) row;
};

/* A request of a service: entry span and its samples. */
typedef struct request_sum {
    uint32_t service;
    double n, late, maybe;
} request_sum;

/* What an operation, or a function, has. */
typedef struct place_sum {
    uint32_t service, span; /* a callee of the operation */
    corr_str name;
    double late;
} place_sum;

typedef vec(place_sum) place_sums;

typedef struct counter {
    doomed_work *d;
    corr_store *st;
    given_up up;
    doomed_row *row; /* [services] */
    opnames ops;
    corr_map by_root, by_op, by_function;
    vec(request_sum) request;
    place_sums op, function;
    vec(int64_t) waited;
} counter;

/* ---- samples ---------------------------------------------------------------- */

static bool add_to_place(corr_map *map, place_sums *of, uint64_t key,
                         place_sum first, double late)
{
    bool is_new;
    uint32_t *at = corr_map_u64(map, key, &is_new);

    if (!at || (is_new && !vec_push(of, first)))
        return false;
    if (is_new)
        *at = (uint32_t)of->n - 1;
    of->v[*at].late += late;
    return true;
}

/* The innermost function of the application on a stack, or its leaf. */
static corr_str function_of_stack(const input *in, uint32_t stack)
{
    const uint32_t depth = in->stack.n.v[stack];
    const uint32_t at = in->stack.at.v[stack];
    corr_frame_view f = { 0 };

    for (uint32_t i = depth; i-- > 0;) {
        f = input_frame(in, narrow_at(&in->stack.frame, at + i));
        if (corr_frame_is_app(&f))
            return f.function;
    }
    return depth ? input_frame(in, narrow_at(&in->stack.frame, at + depth - 1))
                       .function
                 : CORR_STR("");
}

static bool add_late(counter *c, const given_up_span *g, uint32_t service,
                     const input *in, uint32_t stack, double late)
{
    const corr_str name = function_of_stack(in, stack);
    const uint64_t hash = corr_hash(name.p, name.n) ^ service;

    if (!add_to_place(&c->by_function, &c->function, hash,
                      (place_sum){ service, 0, name, 0 }, late))
        return false;
    if (!g->callee)
        return true;
    const uint32_t op = opnames_add_span(&c->ops, c->st, g->callee);
    return op != OPNAMES_FAILED &&
           add_to_place(&c->by_op, &c->op, (uint64_t)service << 32 | op,
                        (place_sum){ service, g->callee, { 0 }, 0 }, late);
}

static request_sum *request_of(counter *c, uint32_t span, uint32_t service)
{
    bool is_new;
    uint32_t *at =
        corr_map_u64(&c->by_root, c->st->spans.root.v[span], &is_new);

    if (!at ||
        (is_new && !vec_push(&c->request, (request_sum){ .service = service })))
        return NULL;
    if (is_new)
        *at = (uint32_t)c->request.n - 1;
    return &c->request.v[*at];
}

static bool add_part_of_row(counter *c, const input *in, const segment *g,
                            size_t row, const join_part *has, double share)
{
    const given_up_span *up = &c->up.of[has->span];
    const uint32_t service = spans_service(&c->st->spans, has->span);
    const int64_t t = g->time ? g->time[row] : CORR_NO_TIME;
    const double obs = (double)segment_obs(g, row) * share;
    doomed_row *r = &c->row[service];
    request_sum *request = request_of(c, has->span, service);
    double late = 0, maybe = 0;

    if (!request)
        return false;
    request->n += obs;
    if (t != CORR_NO_TIME && t >= up->from_hi) {
        r->certain += late = obs;
    } else if (up->is_lost) {
        r->lost += late = obs;
    } else if (up->from_lo != INT64_MAX &&
               (t == CORR_NO_TIME || t >= up->from_lo)) {
        r->possible += maybe = obs;
    }
    request->late += late;
    request->maybe += maybe;
    return late <= 0 ||
           add_late(c, up, service, in, segment_stack(g, row), late);
}

static bool add_sample_rows(counter *c, const corr_sel *sel)
{
    const join_part *has;
    join_part one;

    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const segment *g = sel_segment(sel, p);
        const join_segment *j = join_at(c->st->join, p->input, p->segment);
        const input *in = store_input(c->st, p->input);
        for (size_t k = 0; j->span && j->rung && k < p->n; k++) {
            const size_t row = sel_row(p, k);
            const size_t n = join_parts(j, row, &one, &has);
            for (size_t m = 0; m < n; m++)
                if (!add_part_of_row(c, in, g, row, &has[m],
                                     has == &one && p->share ? p->share[k]
                                                             : has[m].share))
                    return false;
        }
    }
    return true;
}

/* ---- results ------------------------------------------------------------------ */

/* The interval of a share, from how requests differ: half its width, and the
 * number of independent samples that have the same width. */
typedef struct spread {
    double n, late, maybe; /* sums */
    double squares;        /* of the samples of a request */
    double residual, both; /* sums of squares around the shares */
    uint32_t requests;
} spread;

static double half_width(double squares, const spread *s)
{
    const double k = s->requests;

    return k > 1 ? stat_t_quantile(0.975, k - 1) * sqrt(squares * k / (k - 1)) /
                       s->n
                 : 1;
}

static void fill_share(doomed_row *r, const spread *s)
{
    const double late = s->late / s->n;
    const double most = (s->late + s->maybe) / s->n;
    const double effective = s->squares > 0 ? s->n * s->n / s->squares : 0;
    double lo, hi, nothing;

    r->n = llround(s->n);
    r->share = late;
    stat_wilson(late * effective, effective, &lo, &nothing);
    stat_wilson(most * effective, effective, &nothing, &hi);
    r->lo = fmax(0, fmin(lo, late - half_width(s->residual, s)));
    r->hi = fmin(1, fmax(hi, most + half_width(s->both, s)));
}

/* How long callers waited before they gave up: from 10 to 90 % of them. */
static bool fill_waited(counter *c, doomed_row *r, uint32_t service)
{
    const spans *s = &c->st->spans;
    stretch ran;

    c->waited.n = 0;
    for (uint32_t i = 1; r->calls && i < s->at.n; i++)
        if (spans_service(s, i) == service && c->up.of[i].callee == i &&
            c->up.of[i].from_hi != INT64_MAX &&
            span_ran(store_span(c->st, s->up.v[i]), &ran) &&
            !vec_push(&c->waited, stretch_length(ran)))
            return false;
    if (!c->waited.n)
        return true;
    vec_sort(&c->waited, cmp_i64);
    r->waited_lo = c->waited.v[c->waited.n / 10];
    r->waited_hi = c->waited.v[c->waited.n - 1 - c->waited.n / 10];
    return true;
}

static void fill_places(counter *c)
{
    for (size_t i = 0; i < c->op.n; i++) {
        const place_sum *p = &c->op.v[i];
        doomed_row *r = &c->row[p->service];
        if (p->late <= r->in_operation)
            continue;
        r->in_operation = p->late;
        r->span = p->span;
        r->operation = opname_span(c->st, p->span);
        r->caller = opname_of(c->st, c->st->spans.up.v[p->span]).service;
    }
    for (size_t i = 0; i < c->function.n; i++) {
        const place_sum *p = &c->function.v[i];
        doomed_row *r = &c->row[p->service];
        if (p->late > r->in_function) {
            r->in_function = p->late;
            r->function = p->name;
        }
    }
}

static bool add_rows(counter *c)
{
    const uint32_t n = (uint32_t)c->st->spans.service.n;
    spread *of = corr_arena_new(&c->d->arena, spread, n + 1);

    if (!of)
        return false;
    for (size_t i = 0; i < c->request.n; i++) {
        const request_sum *q = &c->request.v[i];
        spread *s = &of[q->service];
        s->n += q->n;
        s->late += q->late;
        s->maybe += q->maybe;
        s->squares += q->n * q->n;
        s->requests++;
    }
    for (size_t i = 0; i < c->request.n; i++) {
        const request_sum *q = &c->request.v[i];
        spread *s = &of[q->service];
        const double late = q->late - q->n * s->late / s->n;
        const double both =
            q->late + q->maybe - q->n * (s->late + s->maybe) / s->n;
        s->residual += late * late;
        s->both += both * both;
    }
    fill_places(c);
    for (uint32_t i = 0; i < n; i++) {
        doomed_row *r = &c->row[i];
        if (of[i].n <= 0)
            continue;
        r->service = c->st->spans.service.v[i];
        r->calls = c->up.calls[i];
        r->retried = c->up.retried[i];
        r->left_out = c->up.left_out[i];
        fill_share(r, &of[i]);
        if (!fill_waited(c, r, i) || !vec_push(&c->d->row, *r))
            return false;
    }
    return true;
}

static double late_of_row(const doomed_row *r)
{
    return r->certain + r->lost;
}

SORT_BY(doomed_by_samples, doomed_row, DESC_OF(late_of_row), ASC_STR(service))

static corr_code count_all(counter *c, const corr_query *q, corr_err *err)
{
    corr_query of = *q;

    of.measure = "cpu";
    of.looks = true;
    c->row =
        corr_arena_new(&c->d->arena, doomed_row, c->st->spans.service.n + 1);
    if (!c->row || !given_up_of(&c->up, c->st, &c->d->arena))
        return corr_no_memory(err);
    corr_sel *sel = corr_sel_of(c->st, &of, err);
    if (!sel)
        return CORR_ENOMEM;
    const bool ok = add_sample_rows(c, sel) && add_rows(c);
    corr_sel_free(sel);
    vec_sort(&c->d->row, doomed_by_samples);
    return ok ? CORR_OK : corr_no_memory(err);
}

doomed_work *doomed_work_of(corr_store *st, const corr_query *q, corr_err *err)
{
    if (store_join(st, err) != CORR_OK)
        return NULL;
    doomed_work *d = self_arena_new(doomed_work, err);
    if (!d)
        return NULL;

    counter c = { .d = d, .st = st };
    const corr_code code = count_all(&c, q, err);
    corr_map_clear(&c.by_root);
    corr_map_clear(&c.by_op);
    opnames_clear(&c.ops);
    corr_map_clear(&c.by_function);
    vec_free(&c.request);
    vec_free(&c.op);
    vec_free(&c.function);
    vec_free(&c.waited);
    return KEEP_IF(!code, d, doomed_work_free);
}

uint32_t doomed_work_size(const doomed_work *d)
{
    return (uint32_t)d->row.n;
}

doomed_row doomed_work_at(const doomed_work *d, uint32_t i)
{
    return d->row.v[i];
}

void doomed_work_free(doomed_work *d)
{
    if (!d)
        return;
    vec_free(&d->row);
    self_arena_free(d);
}
