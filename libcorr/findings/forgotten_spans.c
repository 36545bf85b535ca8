#include "findings/forgotten_spans.h"

#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "findings/child_times.h"
#include "findings/stack_calls.h"
#include "join/prepare.h"
#include "stats/distributions.h"
#include "store/operation_names.h"

/* One package below one operation. */
typedef struct cell {
    uint32_t package, op;
    forgotten_how how;
    leaf_wait wait;
    corr_str caller;
    int64_t most; /* ns of the row that gave the caller */
    double obs;
    double sum, squares; /* ns, over requests */
    uint32_t requests, span;
} cell;

/* What one request has of a cell. */
typedef struct of_request {
    uint32_t cell, root;
    double ns;
} of_request;

/* An operation, while its process was recorded. */
typedef struct op_facts {
    uint32_t requests;
    double self;   /* ns of its spans that are no calls, without children */
    double length; /* ns of the requests */
} op_facts;

struct forgotten_spans {
    corr_arena arena; /* owns this struct */
    vec(forgotten_span) row;
};

typedef struct seeker {
    forgotten_spans *f;
    corr_store *st;
    const library_list *list;
    child_times children;
    stack_calls calls;
    opnames ops;
    uint32_t *op;  /* [spans] 1 + operation of the entry span */
    uint8_t *skip; /* [spans] calls, and what has no time */
    stretch *seen; /* [processes] when it was recorded in this kind */
    vec(op_facts) facts;
    corr_map by_cell, by_request;
    vec(cell) cell;
    vec(of_request) request;
    forgotten_how how;
} seeker;

/* ---- spans ----------------------------------------------------------------- */

/* Keys that only a call has, whatever kind its span claims. */
static const char *const call_keys[] = { "db.system", "db.system.name",
                                         "rpc.system", "messaging.system",
                                         "peer.service" };

static bool is_call(const corr_store *st, uint32_t span)
{
    const span_row *r = store_span(st, span);
    const input *in = store_input(st, st->spans.at.v[span].input);
    corr_label label;

    if (r->kind == CORR_SPAN_CLIENT || r->kind == CORR_SPAN_PRODUCER)
        return true;
    /* a recording does not know the kinds of its spans: any may be a call */
    if (r->kind == CORR_SPAN_UNSPECIFIED)
        return st->spans.root.v[span] != span;
    if (r->kind != CORR_SPAN_INTERNAL)
        return false;
    for (size_t i = 0; i < countof(call_keys); i++)
        if (input_find_label(in, r->attrs, corr_str_of(call_keys[i]), &label))
            return true;
    return false;
}

static bool prepare_spans(seeker *f)
{
    const spans *s = &f->st->spans;
    corr_arena *arena = &f->f->arena;
    stretch ran;

    f->op = corr_arena_new(arena, uint32_t, s->at.n);
    f->skip = corr_arena_new(arena, uint8_t, s->at.n);
    f->seen = corr_arena_new(arena, stretch, s->service_of.n + 1);
    if (!f->op || !f->skip || !f->seen)
        return false;
    for (uint32_t i = 1; i < s->at.n; i++) {
        f->skip[i] = is_call(f->st, i) || !span_ran(store_span(f->st, i), &ran);
        const uint32_t root = s->root.v[i];
        if (f->op[root])
            continue;
        const uint32_t op =
            opnames_add_span(&f->ops, f->st, opname_telling(f->st, root));
        if (op == OPNAMES_FAILED)
            return false;
        f->op[root] = op + 1;
    }
    return child_times_of(&f->children, f->st, CHILD_TIMES_ALL, arena);
}

/* Counts the requests of each operation that ran while their process was
 * recorded, and their time. */
static bool count_requests(seeker *f)
{
    const spans *s = &f->st->spans;
    stretch ran;

    f->facts.n = 0;
    for (size_t i = 0; i < f->ops.row.n; i++)
        if (!vec_push(&f->facts, (op_facts){ 0 }))
            return false;
    for (uint32_t i = 1; i < s->at.n; i++) {
        const uint32_t root = s->root.v[i];
        if (f->skip[i] || !span_ran(store_span(f->st, root), &ran) ||
            !stretch_touch(ran, f->seen[s->proc.v[root]]))
            continue;
        op_facts *of = &f->facts.v[f->op[root] - 1];
        of->requests += root == i;
        of->length += root == i ? (double)stretch_length(ran) : 0;
        of->self += (double)max_i64(s->self.v[i], 0);
    }
    return true;
}

/* ---- rows ------------------------------------------------------------------ */

static cell *cell_of(seeker *f, const stack_call *call, uint32_t op)
{
    bool is_new;
    const uint64_t id = (uint64_t)call->package << 32 | op;
    uint32_t *at = corr_map_u64(&f->by_cell, id, &is_new);

    if (!at || (is_new && !vec_push(&f->cell, (cell){ .package = call->package,
                                                      .op = op,
                                                      .how = f->how })))
        return NULL;
    if (is_new)
        *at = (uint32_t)f->cell.n - 1;
    return &f->cell.v[*at];
}

static bool add_to_request(seeker *f, uint32_t at, uint32_t root, double ns)
{
    bool is_new;
    uint32_t *slot =
        corr_map_u64(&f->by_request, (uint64_t)at << 32 | root, &is_new);

    if (!slot ||
        (is_new &&
         !vec_push(&f->request, (of_request){ .cell = at, .root = root })))
        return false;
    if (is_new)
        *slot = (uint32_t)f->request.n - 1;
    f->request.v[*slot].ns += ns;
    return true;
}

/* Adds the part of a row that one span has. */
static bool add_row_part(seeker *f, const stack_call *call,
                         const join_part *has, double share, int64_t at,
                         int64_t value, double obs)
{
    const uint32_t span = has->span;

    if (f->skip[span] ||
        (at != CORR_NO_TIME && child_times_cover(&f->children, span, at)))
        return true;
    const uint32_t root = f->st->spans.root.v[span];
    cell *c = cell_of(f, call, f->op[root] - 1);
    if (!c)
        return false;
    c->obs += obs * share;
    if (value > c->most) {
        c->most = value;
        c->caller = call->caller;
        c->wait = call->wait;
        c->span = span;
    }
    return add_to_request(f, (uint32_t)(c - f->cell.v), root,
                          (double)value * share);
}

static int64_t middle_of_row(const segment *g, size_t row)
{
    if (!g->time || g->time[row] == CORR_NO_TIME)
        return CORR_NO_TIME;
    return add_clamped(g->time[row], g->dur ? max_i64(g->dur[row], 0) / 2 : 0);
}

/* A stack that is in a call's span this often has spans.  Where it has none, they
 * were left out of the traces. */
static bool call_has_spans(const stack_call *call)
{
    return call->spanned * 9 >= call->open && call->spanned > 0;
}

/* Whether a wait is most of a call that the span made. */
static bool is_in_child(const seeker *f, uint32_t span, stretch wait)
{
    enum { MOST_STEPS = 16, MOST_TIMES = 4 };
    const child_time *child = f->children.child + f->children.at[span];
    const size_t n = f->children.at[span + 1] - f->children.at[span];
    size_t begun = 0;

    LOWER_BOUND(begun, n, i, child[i].from <= wait.from);
    for (size_t k = begun; k-- > 0 && begun - k <= MOST_STEPS;)
        if (f->skip[child[k].span] && child[k].to >= wait.to &&
            child[k].to - child[k].from <= MOST_TIMES * stretch_length(wait))
            return true;
    return false;
}

/* Counts whether the stack of a row is in a call's span. */
static void count_row(seeker *f, const sel_part *p, const segment *g,
                      const join_segment *j, size_t k)
{
    const size_t row = sel_row(p, k);
    const join_part *has;
    join_part one;
    const size_t n = join_parts(j, row, &one, &has);

    const int64_t at = g->time ? g->time[row] : CORR_NO_TIME;
    const int64_t ns = g->dur && at != CORR_NO_TIME ? g->dur[row] : 0;
    const stretch wait = { at, add_clamped(at, max_i64(ns, 0)) };

    for (size_t i = 0; i < n; i++)
        if (!join_is_request(has[i].rung) && has[i].span)
            stack_calls_count(&f->calls, p->input, segment_stack(g, row),
                              f->skip[has[i].span] ||
                                  (ns > 0 && is_in_child(f, has[i].span, wait)),
                              has[i].share);
}

static bool add_row(seeker *f, const sel_part *p, const segment *g,
                    const join_segment *j, size_t k)
{
    const size_t row = sel_row(p, k);
    const stack_call *call =
        stack_calls_at(&f->calls, p->input, segment_stack(g, row));
    const join_part *has;
    join_part one;

    if (!call->package || call_has_spans(call))
        return true;
    const size_t n = join_parts(j, row, &one, &has);
    for (size_t i = 0; i < n; i++) {
        const double share =
            has == &one && p->share ? p->share[k] : has[i].share;
        /* a label of the request does not say which span was at work */
        if (join_is_request(has[i].rung) || share <= 0)
            continue;
        if (!add_row_part(f, call, &has[i], share, middle_of_row(g, row),
                          segment_value(g, row), (double)segment_obs(g, row)))
            return false;
    }
    return true;
}

static void see_input(seeker *f, uint32_t in)
{
    const input *of = store_input(f->st, in);
    stretch *seen = &f->seen[f->st->match.v[in].proc];

    if (!input_is_timed(of))
        *seen = (stretch){ INT64_MIN, INT64_MAX };
    else if (seen->from == seen->to)
        *seen = input_ran(of);
    else
        *seen = (stretch){ min_i64(seen->from, of->from),
                           max_i64(seen->to, of->to) };
}

static bool joins_spans(const join_segment *j)
{
    return j->span && j->rung && !j->duplicate;
}

/* Finds what the stacks of all rows call, then what rows with spans call. */
static bool add_selection(seeker *f, const corr_sel *sel, corr_wait wait)
{
    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const segment *g = sel_segment(sel, p);
        const join_segment *j = join_at(f->st->join, p->input, p->segment);
        if (!joins_spans(j))
            continue;
        see_input(f, p->input);
        for (size_t k = 0; k < p->n; k++)
            if (j->span[sel_row(p, k)] &&
                !stack_calls_see(&f->calls, p->input,
                                 segment_stack(g, sel_row(p, k))))
                return false;
    }
    if (!stack_calls_decide(&f->calls, wait))
        return false;
    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const join_segment *j = join_at(f->st->join, p->input, p->segment);
        for (size_t k = 0; joins_spans(j) && k < p->n; k++)
            count_row(f, p, sel_segment(sel, p), j, k);
    }
    for (size_t i = 0; i < sel->part.n; i++) {
        const sel_part *p = &sel->part.v[i];
        const join_segment *j = join_at(f->st->join, p->input, p->segment);
        for (size_t k = 0; joins_spans(j) && k < p->n; k++)
            if (!add_row(f, p, sel_segment(sel, p), j, k))
                return false;
    }
    return true;
}

/* ---- results ---------------------------------------------------------------- */

/* The mean per request, and its interval from how requests differ. */
static void fill_amounts(const cell *c, const op_facts *of, forgotten_span *row)
{
    const double n = of->requests;
    const double mean = c->sum / n;
    const double spread =
        n > 1 ? fmax(0, (c->squares - n * mean * mean) / (n - 1)) : 0;
    const double half = stat_t_quantile(0.975, n > 1 ? n - 1 : 1) *
                        sqrt(n > 1 ? spread / n : mean * mean);
    const double self = of->self > 0 ? of->self / n : 0;

    row->ns = mean;
    row->length = of->length / n;
    row->lo = fmax(0, mean - half);
    row->hi = mean + half;
    row->share = self > 0 ? fmin(1, mean / self) : 0;
    row->share_lo = self > 0 ? fmin(1, row->lo / self) : 0;
    row->share_hi = self > 0 ? fmin(1, row->hi / self) : 0;
}

static bool add_results(seeker *f)
{
    for (size_t i = 0; i < f->request.n; i++) {
        cell *c = &f->cell.v[f->request.v[i].cell];
        c->sum += f->request.v[i].ns;
        c->squares += f->request.v[i].ns * f->request.v[i].ns;
        c->requests++;
    }
    for (size_t i = 0; i < f->cell.n; i++) {
        const cell *c = &f->cell.v[i];
        op_facts of = f->facts.v[c->op];
        of.requests = of.requests > c->requests ? of.requests : c->requests;
        forgotten_span row = { .package = f->calls.package.v[c->package].name,
                               .title = f->calls.package.v[c->package].title,
                               .caller = c->caller,
                               .service = f->ops.row.v[c->op].service,
                               .operation = f->ops.row.v[c->op].name,
                               .how = c->how,
                               .wait = c->wait,
                               .n = llround(c->obs),
                               .requests = c->requests,
                               .of = of.requests,
                               .span = c->span };
        fill_amounts(c, &of, &row);
        if (row.n >= FORGOTTEN_LEAST && row.share_lo >= FORGOTTEN_SHARE &&
            !vec_push(&f->f->row, row))
            return false;
    }
    return true;
}

static void clear_cells(seeker *f)
{
    f->cell.n = 0;
    f->request.n = 0;
    corr_map_clear(&f->by_cell);
    corr_map_clear(&f->by_request);
    stack_calls_clear(&f->calls);
    memset(f->seen, 0, (f->st->spans.service_of.n + 1) * sizeof *f->seen);
}

/* ---- kinds ------------------------------------------------------------------- */

typedef struct wanted_kind {
    char name[64];
    forgotten_how how;
    corr_wait wait;
} wanted_kind;

/* Whether rows of a kind may show calls, and how. */
static bool is_wanted_kind(const input *in, const kind_row *k, wanted_kind *out)
{
    const corr_str name = input_text(in, k->name);

    if (k->unit != CORR_NS || (k->flags & CORR_KIND_CONTEXT) ||
        name.n >= sizeof out->name)
        return false;
    out->wait = k->wait;
    if (k->wait == CORR_WAIT_SOCKET || k->wait == CORR_WAIT_FILE ||
        k->wait == CORR_WAIT_PARK || k->wait == CORR_WAIT_SLEEP)
        out->how = FORGOTTEN_MEASURED;
    else if (corr_str_is(name, "wall"))
        out->how = FORGOTTEN_SAMPLED;
    else if (corr_str_is(name, "cpu"))
        out->how = FORGOTTEN_CPU;
    else
        return false;
    snprintf(out->name, sizeof out->name, "%.*s", CORR_STR_ARG(name));
    return true;
}

enum { MOST_KINDS = 12 };

static size_t list_kinds(const corr_store *st, wanted_kind *list)
{
    size_t n = 0;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (size_t s = 0; s < in->segment.n && n < MOST_KINDS; s++) {
            size_t at = 0;
            if (!is_wanted_kind(in, &in->kind.v[in->segment.v[s].kind],
                                &list[n]))
                continue;
            while (strcmp(list[at].name, list[n].name) != 0)
                at++;
            n += at == n;
        }
    }
    return n;
}

static corr_code count_kind(seeker *f, const corr_query *q,
                            const wanted_kind *kind, corr_err *err)
{
    corr_query of = *q;

    of.measure = kind->name;
    of.looks = true;
    f->how = kind->how;
    corr_sel *sel = corr_sel_of(f->st, &of, err);
    if (!sel)
        return err && err->code ? err->code : CORR_ENOMEM;
    const bool ok = add_selection(f, sel, kind->wait) && count_requests(f) &&
                    add_results(f);
    corr_sel_free(sel);
    clear_cells(f);
    return ok ? CORR_OK : corr_no_memory(err);
}

/* ---- the view ------------------------------------------------------------------ */

static int by_worth(const void *va, const void *vb)
{
    const forgotten_span *a = va;
    const forgotten_span *b = vb;
    const int how = CMP(a->how == FORGOTTEN_CPU, b->how == FORGOTTEN_CPU);

    if (how || a->ns != b->ns)
        return how ? how : CMP(b->ns, a->ns);
    const int package = corr_str_cmp(a->package, b->package);
    const int op = corr_str_cmp(a->operation, b->operation);
    return package ? package : op ? op : corr_str_cmp(a->service, b->service);
}

static bool is_same_call(const forgotten_span *a, const forgotten_span *b)
{
    return corr_str_eq(a->package, b->package) &&
           corr_str_eq(a->operation, b->operation) &&
           corr_str_eq(a->service, b->service);
}

/* Keeps the first row of each call: waits tell more than CPU, and recordings of
 * the same wait are not added. */
static void drop_repeats(forgotten_spans *f)
{
    size_t kept = 0;

    for (size_t i = 0; i < f->row.n; i++) {
        size_t k = 0;
        while (k < kept && !is_same_call(&f->row.v[k], &f->row.v[i]))
            k++;
        if (k == kept)
            f->row.v[kept++] = f->row.v[i];
    }
    f->row.n = kept;
}

static corr_code find_all(seeker *f, const corr_query *q, corr_err *err)
{
    wanted_kind kind[MOST_KINDS + 1];
    const size_t n = list_kinds(f->st, kind);
    corr_code code = CORR_OK;

    if (f->st->spans.at.n < 2 || !n)
        return CORR_OK;
    if (!prepare_spans(f))
        return corr_no_memory(err);
    for (size_t i = 0; i < n && code == CORR_OK; i++)
        code = count_kind(f, q, &kind[i], err);
    vec_sort(&f->f->row, by_worth);
    drop_repeats(f->f);
    return code;
}

forgotten_spans *forgotten_spans_of(corr_store *st, const corr_query *q,
                                    const library_list *list, corr_err *err)
{
    if (store_join(st, err) != CORR_OK)
        return NULL;
    forgotten_spans *out = self_arena_new(forgotten_spans, err);
    if (!out)
        return NULL;

    seeker f = { .f = out, .st = st, .list = list };
    stack_calls_init(&f.calls, st, list);
    const corr_code code = find_all(&f, q, err);
    stack_calls_clear(&f.calls);
    opnames_clear(&f.ops);
    corr_map_clear(&f.by_cell);
    corr_map_clear(&f.by_request);
    vec_free(&f.cell);
    vec_free(&f.request);
    vec_free(&f.facts);
    return KEEP_IF(!code, out, forgotten_spans_free);
}

uint32_t forgotten_spans_size(const forgotten_spans *f)
{
    return (uint32_t)f->row.n;
}

forgotten_span forgotten_spans_at(const forgotten_spans *f, uint32_t i)
{
    return f->row.v[i];
}

void forgotten_spans_free(forgotten_spans *f)
{
    if (!f)
        return;
    vec_free(&f->row);
    self_arena_free(f);
}
