/*
 * waterfall_rows - the rows of a waterfall on a screen.
 *
 * A row stands for one span or for many siblings of one operation.  The
 * children of a row are the children of all its spans; below a row of many
 * spans, children are always grouped by operation.  Work that does not delay
 * the answer forms a block of its own, and so do other roots and spans with a
 * missing parent.
 *
 * No recursion; each span is visited once.
 */
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "store/operation_names.h"
#include "trace/waterfall.h"

/* At most this many siblings of one operation have rows of their own. */
enum { MOST_ALIKE = 3 };

typedef struct row {
    corr_span_row_view view;
    uint32_t last; /* last of its spans */
    uint32_t up;   /* row, or CRITICAL_NONE */
} row;

struct corr_span_rows {
    corr_arena arena; /* owns this struct and next */
    vec(row) row;
    uint32_t *next; /* [spans] next span of the same row, or NONE */
    uint32_t left, left_spans;
    int64_t left_critical;
};

typedef struct folder {
    corr_span_rows *v;
    const corr_waterfall *w;
    const corr_span_rows_opts *opts;
    uint32_t *op;   /* [spans] */
    uint32_t *seen; /* [operations] children of the current row */
    uint32_t *at;   /* [operations] 1 + item of their row */
    vec(uint32_t) child;
    vec(row) todo; /* a stack */
} folder;

/* ---- children ---------------------------------------------------------- */

static bool number_operations(folder *f)
{
    opnames names = { 0 };
    bool ok = true;

    f->op = corr_arena_new(&f->v->arena, uint32_t, f->w->n);
    for (uint32_t i = 0; ok && f->op && i < f->w->n; i++) {
        f->op[i] = opnames_add_span(&names, f->w->store, f->w->span[i]);
        ok = f->op[i] != OPNAMES_FAILED;
    }
    f->seen = corr_arena_new(&f->v->arena, uint32_t, names.row.n);
    f->at = corr_arena_new(&f->v->arena, uint32_t, names.row.n);
    opnames_clear(&names);
    return ok && f->op && f->seen && f->at;
}

/* Whether a span is shown below its parent: asynchronous spans only are within
 * the asynchronous block. */
static bool is_in_block(const folder *f, const row *parent, uint32_t child)
{
    return parent->view.block == CORR_ROW_ASYNC ||
           !f->w->time[child].nonblocking;
}

static bool collect_children(folder *f, const row *parent)
{
    const critical_span *time = f->w->time;

    f->child.n = 0;
    for (uint32_t i = parent->view.span; i != CRITICAL_NONE; i = f->v->next[i])
        for (uint32_t k = i + 1; k < time[i].end_index; k = time[k].end_index) {
            if (!is_in_block(f, parent, k))
                continue;
            if (!vec_push(&f->child, k))
                return false;
            f->seen[f->op[k]]++;
        }
    return true;
}

static void add_span(const folder *f, row *r, uint32_t i)
{
    const critical_span *s = &f->w->time[i];
    const int64_t busy = critical_busy(s);
    const int64_t least = s->many ? s->many->least : busy;
    const int64_t most = s->many ? s->many->most : busy;
    corr_span_row_view *v = &r->view;

    v->n++;
    v->calls = add_clamped(v->calls, s->many ? s->many->calls : 1);
    v->merged += s->many != NULL;
    v->untold = v->untold || (s->many && s->many->untold);
    v->in_turn = v->in_turn && s->start >= v->to;
    v->untimed += s->unfinished;
    if (!s->unfinished) {
        v->total = add_clamped(v->total, busy);
        v->self =
            add_clamped(v->self, max_i64(0, sub_clamped(busy, s->covered)));
        v->self_lo = add_clamped(
            v->self_lo, max_i64(0, sub_clamped(busy, s->covered_most)));
        v->self_hi = add_clamped(
            v->self_hi, max_i64(0, sub_clamped(busy, s->covered_least)));
        v->least = min_i64(v->least, least);
        v->most = most < 0 || v->most < 0 ? -1 : max_i64(v->most, most);
    }
    v->critical = add_clamped(v->critical, s->critical);
    v->from = min_i64(v->from, s->start);
    v->to = max_i64(v->to, s->end);
    v->failed += s->failed;
    v->holds = v->holds || i == f->opts->keep;
    f->v->next[i] = CRITICAL_NONE;
    r->last = i;
}

/* Pushes rows for the collected spans, in their order, on the stack. */
static bool push_child_rows(folder *f, const row *like, bool together)
{
    const size_t bottom = f->todo.n;

    for (size_t k = 0; k < f->child.n; k++) {
        const uint32_t i = f->child.v[k];
        const uint32_t op = f->op[i];
        const bool fold =
            !f->opts->unfold && (together || f->seen[op] > MOST_ALIKE);
        if (fold && f->at[op]) {
            row *r = &f->todo.v[bottom + f->at[op] - 1];
            f->v->next[r->last] = i;
            add_span(f, r, i);
            continue;
        }
        row fresh = *like;
        fresh.view.span = i;
        fresh.view.in_turn = true;
        fresh.view.least = fresh.view.from = INT64_MAX;
        fresh.view.to = INT64_MIN;
        add_span(f, &fresh, i);
        if (!vec_push(&f->todo, fresh))
            return false;
        if (fold)
            f->at[op] = (uint32_t)(f->todo.n - bottom);
    }
    for (size_t k = 0; k < f->child.n; k++)
        f->seen[f->op[f->child.v[k]]] = f->at[f->op[f->child.v[k]]] = 0;
    if (f->todo.n > bottom)
        f->todo.v[f->todo.n - 1].view.is_last = true;
    for (size_t a = bottom, b = f->todo.n; a + 1 < b; a++) {
        const row other = f->todo.v[--b];
        f->todo.v[b] = f->todo.v[a];
        f->todo.v[a] = other;
    }
    return true;
}

/* Empties the stack: adds a row, then pushes its children. */
static bool walk_rows(folder *f)
{
    while (f->todo.n) {
        const row r = f->todo.v[--f->todo.n];
        const row below = { { .block = r.view.block,
                              .depth = r.view.depth + 1 },
                            .up = (uint32_t)f->v->row.n };
        if (!vec_push(&f->v->row, r) || !collect_children(f, &r) ||
            !push_child_rows(f, &below, r.view.n > 1))
            return false;
    }
    return true;
}

/* ---- blocks ------------------------------------------------------------- */

static bool put_block(folder *f, corr_row_block block)
{
    const row top = { { .block = block }, .up = CRITICAL_NONE };

    for (size_t k = 0; k < f->child.n; k++)
        f->seen[f->op[f->child.v[k]]]++;
    return push_child_rows(f, &top, false) && walk_rows(f);
}

static bool put_request(folder *f)
{
    f->child.n = 0;
    return vec_push(&f->child, f->w->facts.root) &&
           put_block(f, CORR_ROW_REQUEST);
}

/* The topmost spans of asynchronous work. */
static bool put_async(folder *f)
{
    const critical_span *time = f->w->time;

    f->child.n = 0;
    for (uint32_t i = 0; i < f->w->n; i++)
        if (time[i].nonblocking && !time[time[i].up].nonblocking &&
            !vec_push(&f->child, i))
            return false;
    return put_block(f, CORR_ROW_ASYNC);
}

static bool put_others(folder *f)
{
    const corr_waterfall *w = f->w;

    f->child.n = 0;
    for (uint32_t i = 0; i < w->n; i = w->time[i].end_index)
        if (i != w->facts.root && !waterfall_row(w, i)->parent &&
            !vec_push(&f->child, i))
            return false;
    return put_block(f, CORR_ROW_OTHER);
}

typedef struct orphan {
    uint64_t parent;
    uint32_t span;
    uint32_t first; /* first span with the same parent */
} orphan;

SORT_BY(by_family, orphan, ASC(first), ASC(span))

/* Lists the roots with a missing parent, grouped by parent. */
static bool list_orphans(const corr_waterfall *w, orphan *o, size_t *n)
{
    corr_map first = { 0 };
    bool ok = true;

    *n = 0;
    for (uint32_t i = 0; ok && i < w->n; i = w->time[i].end_index) {
        bool is_new;
        const uint64_t parent = waterfall_row(w, i)->parent;
        if (i == w->facts.root || !parent)
            continue;
        uint32_t *at = corr_map_u64(&first, parent, &is_new);
        ok = at != NULL;
        if (!ok)
            break;
        if (is_new)
            *at = i;
        o[(*n)++] = (orphan){ parent, i, *at };
    }
    corr_map_clear(&first);
    if (*n)
        qsort(o, *n, sizeof *o, by_family);
    return ok;
}

static bool put_orphans(folder *f)
{
    orphan *o = corr_arena_new(&f->v->arena, orphan, f->w->facts.roots);
    size_t n;

    if (!o || !list_orphans(f->w, o, &n))
        return false;
    for (size_t k = 0; k < n;) {
        const row head = { { .block = CORR_ROW_ORPHANS,
                             .span = CRITICAL_NONE,
                             .missing = o[k].parent },
                           .up = CRITICAL_NONE };
        const row below = { { .block = CORR_ROW_ORPHANS, .depth = 1 },
                            .up = (uint32_t)f->v->row.n };
        const uint64_t parent = o[k].parent;
        if (!vec_push(&f->v->row, head))
            return false;
        f->child.n = 0;
        for (; k < n && o[k].parent == parent; k++) {
            if (!vec_push(&f->child, o[k].span))
                return false;
            f->seen[f->op[o[k].span]]++;
        }
        f->v->row.v[f->v->row.n - 1].view.n = (uint32_t)f->child.n;
        if (!push_child_rows(f, &below, false) || !walk_rows(f))
            return false;
    }
    return true;
}

/* ---- the limit ---------------------------------------------------------- */

typedef struct weight {
    int64_t critical, total;
    uint32_t row;
} weight;

SORT_BY(row_by_weight, weight, DESC(critical), DESC(total), ASC(row))

/* The number of hidden rows from this one up. */
static uint32_t missing_rows(const corr_span_rows *v, const bool *show,
                             uint32_t i, uint32_t most)
{
    uint32_t n = 0;

    for (; i != CRITICAL_NONE && !show[i] && n <= most; i = v->row.v[i].up)
        n++;
    return n;
}

static void show_up(const corr_span_rows *v, bool *show, uint32_t i)
{
    for (; i != CRITICAL_NONE && !show[i]; i = v->row.v[i].up)
        show[i] = true;
}

/* Chooses the rows with most time on the critical path and their ancestors
 * while there is room; the row to keep comes before all others. */
static void choose_rows(const corr_span_rows *v, const weight *w, bool *show,
                        uint32_t most, uint32_t kept)
{
    uint32_t room = most;

    if (kept != CRITICAL_NONE) {
        const uint32_t need = missing_rows(v, show, kept, UINT32_MAX - 1);
        show_up(v, show, kept);
        room = need < room ? room - need : 0;
    }
    for (size_t k = 0; room && k < v->row.n; k++) {
        const uint32_t need = missing_rows(v, show, w[k].row, room);
        if (need > room)
            continue;
        show_up(v, show, w[k].row);
        room -= need;
    }
}

/* Drops the other rows, and updates row numbers and last marks. */
static bool drop_rows(folder *f, const bool *show)
{
    corr_span_rows *v = f->v;
    uint32_t *now = corr_arena_new(&f->v->arena, uint32_t, v->row.n);
    bool *met = corr_arena_new(&f->v->arena, bool, v->row.n + 1);
    uint32_t kept = 0;

    if (!now || !met)
        return false;
    for (uint32_t i = 0; i < v->row.n; i++) {
        if (!show[i]) {
            const corr_span_row_view hidden = v->row.v[i].view;
            v->left++;
            v->left_spans += hidden.span == CRITICAL_NONE ? 0 : hidden.n;
            v->left_critical = add_clamped(v->left_critical, hidden.critical);
            continue;
        }
        now[i] = kept;
        v->row.v[kept] = v->row.v[i];
        if (v->row.v[kept].up != CRITICAL_NONE)
            v->row.v[kept].up = now[v->row.v[kept].up];
        kept++;
    }
    v->row.n = kept;
    for (uint32_t i = kept; i-- > 0;) {
        row *r = &v->row.v[i];
        const uint32_t slot = r->up == CRITICAL_NONE ? kept : r->up;
        r->view.is_last = !met[slot];
        met[slot] = true;
    }
    return true;
}

static bool limit_rows(folder *f, uint32_t most)
{
    corr_span_rows *v = f->v;
    weight *w = corr_arena_new(&f->v->arena, weight, v->row.n);
    bool *show = corr_arena_new(&f->v->arena, bool, v->row.n);
    uint32_t kept = CRITICAL_NONE;

    if (!w || !show)
        return false;
    for (uint32_t i = 0; i < v->row.n; i++) {
        const corr_span_row_view r = v->row.v[i].view;
        w[i] = (weight){ r.critical, r.total, i };
        kept = r.holds ? i : kept;
    }
    qsort(w, v->row.n, sizeof *w, row_by_weight);
    choose_rows(v, w, show, most, kept);
    return drop_rows(f, show);
}

/* ---- the view ------------------------------------------------------------ */

static bool make_rows(folder *f)
{
    f->v->next = corr_arena_new(&f->v->arena, uint32_t, f->w->n);
    if (!f->v->next || !number_operations(f) || !put_request(f) ||
        !put_async(f) || !put_others(f) || !put_orphans(f))
        return false;
    return !f->opts->max_rows || f->v->row.n <= f->opts->max_rows ||
           limit_rows(f, f->opts->max_rows);
}

corr_span_rows *corr_span_rows_of(const corr_waterfall *w,
                                  const corr_span_rows_opts *opts,
                                  corr_err *err)
{
    corr_span_rows *v = self_arena_new(corr_span_rows, err);

    if (!v)
        return NULL;

    folder f = { .v = v, .w = w, .opts = opts };
    const corr_code code = make_rows(&f) ? CORR_OK : corr_no_memory(err);
    vec_free(&f.child);
    vec_free(&f.todo);
    return KEEP_IF(!code, v, corr_span_rows_free);
}

uint32_t corr_span_rows_size(const corr_span_rows *r)
{
    return (uint32_t)r->row.n;
}

uint32_t corr_span_rows_left(const corr_span_rows *r, uint32_t *nspan,
                             int64_t *critical_ns)
{
    *nspan = r->left_spans;
    *critical_ns = r->left_critical;
    return r->left;
}

corr_span_row_view corr_span_rows_at(const corr_span_rows *r, uint32_t i)
{
    return r->row.v[i].view;
}

uint32_t corr_span_rows_next(const corr_span_rows *r, uint32_t span)
{
    return r->next[span];
}

void corr_span_rows_free(corr_span_rows *r)
{
    if (!r)
        return;
    vec_free(&r->row);
    self_arena_free(r);
}
