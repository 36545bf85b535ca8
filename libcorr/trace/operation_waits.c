/*
 * operation_waits - the operations that many requests of one kind wait for
 * (corr-methods 3.4).
 *
 * Every trace is walked once and yields a record per operation on its critical
 * path.  The sections of a path tile the request, so the means of the
 * operations sum to the mean duration, and their tails to its tail.  A request
 * weighs as many requests as its trace state gives.  A request without an end
 * has no duration; it is only counted.
 */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "select/span_set.h"
#include "stats/distributions.h"
#include "store/operation_names.h"
#include "store/span_weight.h"
#include "trace/waterfall.h"

/* Fewer requests have no tail. */
enum { LEAST_FOR_TAIL = 5 };

typedef struct request {
    corr_trace_id id;
    uint32_t root; /* operation */
    int64_t length;
    double stand;  /* number of requests it represents */
    uint8_t place; /* enum place */
} request;

enum place { ORDINARY, AROUND_THE_MEDIAN, IN_THE_TAIL };

typedef struct record {
    uint32_t root, op, request;
    int64_t ns;
    double stand; /* of the request */
} record;

typedef struct kind { /* of request, with its operations */
    corr_root_operation facts;
    uint32_t root;
    double total;
    double tail, median; /* weights of requests */
} kind;

struct corr_operations {
    corr_arena arena; /* owns this struct */
    opnames names;
    vec(request) request;
    vec(corr_trace_id) unended;
    vec(kind) kind;
    vec(corr_operation) op;
};

typedef struct gatherer {
    corr_operations *v;
    corr_store *st;
    vec(record) record;
    vec(int64_t) sum; /* [operations] of the current trace, 0: none yet */
    clock_hosts clocks;
} gatherer;

/* ---- one trace ------------------------------------------------------ */

static uint32_t operation_number(gatherer *g, const corr_waterfall *w,
                                 uint32_t i)
{
    const uint32_t op = opnames_add_span(&g->v->names, w->store, w->span[i]);

    while (op != OPNAMES_FAILED && g->sum.n < g->v->names.row.n)
        if (!vec_push(&g->sum, 0))
            return OPNAMES_FAILED;
    return op;
}

static bool add_trace_path(gatherer *g, const corr_waterfall *w)
{
    const critical_span *root = &w->time[w->facts.root];
    const size_t first = g->record.n;

    if (root->unfinished)
        return vec_push(&g->v->unended, w->facts.trace);
    const request r = { .id = w->facts.trace,
                        .root = operation_number(g, w, w->facts.root),
                        .length = sub_clamped(root->to, root->from),
                        .stand = span_weight(g->st, w->span[w->facts.root]) };

    if (r.root == OPNAMES_FAILED || !vec_push(&g->v->request, r))
        return false;
    for (uint32_t i = w->facts.root; i < root->end_index; i++) {
        if (w->time[i].critical <= 0)
            continue;
        const uint32_t op = operation_number(g, w, i);
        if (op == OPNAMES_FAILED)
            return false;
        if (!g->sum.v[op] &&
            !vec_push(&g->record,
                      (record){ r.root, op, (uint32_t)g->v->request.n - 1, 0,
                                r.stand }))
            return false;
        g->sum.v[op] = add_clamped(g->sum.v[op], w->time[i].critical);
    }
    for (size_t k = first; k < g->record.n; k++) {
        g->record.v[k].ns = g->sum.v[g->record.v[k].op];
        g->sum.v[g->record.v[k].op] = 0;
    }
    return true;
}

static corr_code gather_traces(gatherer *g, const uint8_t *in, corr_err *err)
{
    const spans *all = &g->st->spans;

    if (!clock_hosts_of(&g->clocks, g->st, UINT32_MAX))
        return corr_no_memory(err);
    for (uint32_t t = 0; t < all->trace.n; t++) {
        const span_trace *trace = &all->trace.v[t];
        bool asked = false;
        for (uint32_t k = 0; k < trace->n && !asked; k++)
            asked = in[trace->first + k];
        if (!asked)
            continue;
        corr_waterfall *w = waterfall_of(g->st, t, &g->clocks, false, err);
        if (!w)
            return CORR_ENOMEM;
        const bool ok = add_trace_path(g, w);
        corr_waterfall_free(w);
        if (!ok)
            return corr_no_memory(err);
    }
    return CORR_OK;
}

/* ---- kinds of request ----------------------------------------------- */

/* The index of quantile p among n rows with weights `stand`. */
#define RANK(p, row, n) stat_weighted_rank(&(row)->stand, sizeof *(row), n, p)

typedef struct request_length {
    int64_t length;
    uint32_t root, request;
    double stand;
} request_length;

/* The number of requests within the first part p of the total weight. */
static size_t count_within(double p, double all, const request_length *one,
                           size_t n)
{
    const double most = p * all + 1e-9 * all / (double)n;
    double upto = 0;
    size_t i = 0;

    while (i < n && (upto += one[i].stand) <= most)
        i++;
    return i;
}

SORT_BY(by_root_and_length, request_length, ASC(root), ASC(length),
        ASC(request))

/* Adds a kind from its requests, shortest first. */
static bool add_kind(gatherer *g, const request_length *one, size_t n)
{
    const opname *name = &g->v->names.row.v[one->root];
    const size_t p95 = RANK(0.95, one, n);
    kind k = { .root = one->root,
               .facts = { .service = name->service,
                          .name = name->name,
                          .traces = (uint32_t)n,
                          .p50 = one[RANK(0.5, one, n)].length,
                          .p95 = one[p95].length,
                          .tail = NAN } };
    double slow = 0, usual = 0;

    for (size_t i = 0; i < n; i++) {
        k.facts.stand += one[i].stand;
        k.total += one[i].stand * (double)one[i].length;
    }
    const size_t tail = n - 1 > p95 ? p95 + 1 : n - 1;
    const size_t from = count_within(0.4, k.facts.stand, one, n);
    const size_t to = RANK(0.6, one, n) + 1;
    for (size_t i = 0; i < n && n >= LEAST_FOR_TAIL; i++) {
        request *r = &g->v->request.v[one[i].request];
        if (i >= tail) {
            r->place = IN_THE_TAIL;
            k.tail += r->stand;
            slow += r->stand * (double)r->length;
        } else if (i >= from && i < to) {
            r->place = AROUND_THE_MEDIAN;
            k.median += r->stand;
            usual += r->stand * (double)r->length;
        }
    }
    k.facts.mean = k.total / k.facts.stand;
    if (k.tail > 0 && k.median > 0)
        k.facts.tail = slow / k.tail - usual / k.median;
    return vec_push(&g->v->kind, k);
}

static bool find_kinds(gatherer *g)
{
    const size_t n = g->v->request.n;
    request_length *all = corr_arena_new(&g->v->arena, request_length, n);

    if (!all)
        return false;
    for (size_t i = 0; i < n; i++)
        all[i] = (request_length){ g->v->request.v[i].length,
                                   g->v->request.v[i].root, (uint32_t)i,
                                   g->v->request.v[i].stand };
    if (n)
        qsort(all, n, sizeof *all, by_root_and_length);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i; end < n && all[end].root == all[i].root; end++)
            continue;
        if (!add_kind(g, all + i, end - i))
            return false;
    }
    return true;
}

/* ---- operations ----------------------------------------------------- */

SORT_BY(record_by_operation, record, ASC(root), ASC(op), ASC(ns), ASC(request))

static bool add_operation(gatherer *g, const kind *k, const record *r, size_t n)
{
    const opname *name = &g->v->names.row.v[r->op];
    corr_operation op = { .service = name->service,
                          .name = name->name,
                          .root_service = k->facts.service,
                          .root = k->facts.name,
                          .traces = (uint32_t)n,
                          .of = k->facts.traces,
                          .p50 = r[RANK(0.5, r, n)].ns,
                          .p95 = r[RANK(0.95, r, n)].ns,
                          .tail = NAN };
    double sum = 0, slow = 0, usual = 0;

    for (size_t i = 0; i < n; i++) {
        const double ns = r[i].stand * (double)r[i].ns;
        sum += ns;
        slow += g->v->request.v[r[i].request].place == IN_THE_TAIL ? ns : 0;
        usual +=
            g->v->request.v[r[i].request].place == AROUND_THE_MEDIAN ? ns : 0;
    }
    op.mean = sum / k->facts.stand;
    op.share = k->total > 0 ? sum / k->total : 0;
    if (k->tail > 0 && k->median > 0)
        op.tail = slow / k->tail - usual / k->median;
    return vec_push(&g->v->op, op);
}

SORT_BY(operation_by_mean, corr_operation, DESC(mean), ASC_STR(name),
        ASC_STR(service))

SORT_BY(kind_by_total, kind, DESC(total), ASC_STR(facts.name),
        ASC_STR(facts.service))

/* Adds the operations of a kind, whose records begin at `at`. */
static bool add_operations(gatherer *g, kind *k, size_t at)
{
    const record *r = g->record.v;

    k->facts.first = (uint32_t)g->v->op.n;
    while (at < g->record.n && r[at].root == k->root) {
        size_t end = at;
        while (end < g->record.n && r[end].root == k->root &&
               r[end].op == r[at].op)
            end++;
        if (!add_operation(g, k, r + at, end - at))
            return false;
        at = end;
    }
    k->facts.n = (uint32_t)g->v->op.n - k->facts.first;
    if (k->facts.n)
        qsort(g->v->op.v + k->facts.first, k->facts.n, sizeof *g->v->op.v,
              operation_by_mean);
    return true;
}

static bool summarise_operations(gatherer *g)
{
    uint32_t *begin;

    if (!find_kinds(g))
        return false;
    begin = corr_arena_new(&g->v->arena, uint32_t, g->v->names.row.n + 1);
    if (!begin)
        return false;
    vec_sort(&g->record, record_by_operation);
    for (size_t i = g->record.n; i-- > 0;)
        begin[g->record.v[i].root] = (uint32_t)i;
    vec_sort(&g->v->kind, kind_by_total);
    for (size_t i = 0; i < g->v->kind.n; i++)
        if (!add_operations(g, &g->v->kind.v[i], begin[g->v->kind.v[i].root]))
            return false;
    return true;
}

/* ---- the view ------------------------------------------------------- */

static corr_code make_waits(gatherer *g, const corr_query *q, corr_err *err)
{
    uint8_t *in;
    corr_code code = span_set_of(g->st, q, &g->v->arena, &in, err);

    if (!code)
        code = gather_traces(g, in, err);
    if (!code && !summarise_operations(g))
        code = corr_no_memory(err);
    return code;
}

corr_operations *corr_operations_of(corr_store *st, const corr_query *q,
                                    corr_err *err)
{
    if (store_prepare(st, err) != CORR_OK)
        return NULL;
    corr_operations *v = self_arena_new(corr_operations, err);
    if (!v)
        return NULL;

    gatherer g = { .v = v, .st = st };
    const corr_code code = make_waits(&g, q, err);
    vec_free(&g.record);
    vec_free(&g.sum);
    clock_hosts_clear(&g.clocks);
    return KEEP_IF(!code, v, corr_operations_free);
}

uint32_t corr_operations_traces(const corr_operations *o)
{
    return (uint32_t)o->request.n;
}

double corr_operations_stand(const corr_operations *o)
{
    double stand = 0;

    for (size_t i = 0; i < o->kind.n; i++)
        stand += o->kind.v[i].facts.stand;
    return stand;
}

uint32_t corr_operations_unended(const corr_operations *o)
{
    return (uint32_t)o->unended.n;
}

uint32_t corr_operations_size(const corr_operations *o)
{
    return (uint32_t)o->op.n;
}

corr_operation corr_operations_at(const corr_operations *o, uint32_t i)
{
    return o->op.v[i];
}

uint32_t corr_operations_roots(const corr_operations *o)
{
    return (uint32_t)o->kind.n;
}

corr_root_operation corr_operations_root(const corr_operations *o, uint32_t i)
{
    return o->kind.v[i].facts;
}

corr_trace_id corr_operations_trace(const corr_operations *o, uint32_t i)
{
    return i < o->request.n ? o->request.v[i].id
                            : o->unended.v[i - o->request.n];
}

void corr_operations_free(corr_operations *o)
{
    if (!o)
        return;
    opnames_clear(&o->names);
    vec_free(&o->request);
    vec_free(&o->unended);
    vec_free(&o->kind);
    vec_free(&o->op);
    self_arena_free(o);
}
