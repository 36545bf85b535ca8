#include "trace/lock_blame.h"

#include <stdio.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/segment.h"
#include "store/operation_names.h"
#include "trace/ledger_claims.h"

bool lock_blame_init(lock_blame *h, const corr_sel *sel, keys *to)
{
    const size_t n = sel->store->input.n;

    *h = (lock_blame){ .sel = sel, .keys = to };
    h->input = calloc(n ? n : 1, sizeof *h->input);
    return h->input != NULL;
}

void lock_blame_clear(lock_blame *h)
{
    for (size_t i = 0; h->input && i < h->sel->store->input.n; i++) {
        lock_holders_clear(&h->input[i].h);
        thread_spans_clear(&h->input[i].spans);
        free(h->input[i].at);
    }
    free(h->input);
    vec_free(&h->todo);
    vec_free(&h->part);
    h->input = NULL;
}

/* ---- waits by row ------------------------------------------------------- */

SORT_POINTERS_BY(wait_by_row, lock_holders_wait, ASC(segment), ASC(row))

static bool index_waits(lock_blame_input *in)
{
    const size_t n = in->h.wait.n;

    in->at = calloc(n ? n : 1, sizeof *in->at);
    if (!in->at)
        return false;
    for (size_t i = 0; i < n; i++)
        in->at[i] = &in->h.wait.v[i];
    qsort(in->at, n, sizeof *in->at, wait_by_row);
    return lock_holders_turns(&in->h);
}

static bool row_is_before(const lock_holders_wait *w, uint32_t part, size_t row)
{
    return w->segment < part || (w->segment == part && w->row < row);
}

/* The wait of a row, or NULL. */
static const lock_holders_wait *find_wait(const lock_blame_input *in,
                                          uint32_t part, size_t row)
{
    size_t lo = 0;

    LOWER_BOUND(lo, in->h.wait.n, i, row_is_before(in->at[i], part, row));
    if (lo == in->h.wait.n)
        return NULL;
    const lock_holders_wait *w = in->at[lo];
    return w->segment == part && w->row == row ? w : NULL;
}

static bool index_input(lock_blame *h, uint32_t i)
{
    lock_blame_input *in = &h->input[i];
    const corr_store *st = h->sel->store;

    if (in->known)
        return true;
    in->known = true;
    return lock_holders_of(&in->h, store_input(st, i)) && index_waits(in) &&
           thread_spans_of(&in->spans, st, i, INT64_MIN, INT64_MAX);
}

/* "[deadlock?] exec-3" */
static uint32_t thread_key(lock_blame *h, uint32_t i, const char *what,
                           uint32_t thread)
{
    const input *in = store_input(h->sel->store, i);
    const corr_str name = input_text(in, in->thread.v[thread].name);
    char text[512];

    snprintf(text, sizeof text, "%s %.*s", what, CORR_STR_ARG(name));
    return keys_add_text(h->keys, corr_str_of(text));
}

/* "[not recorded]", "[no holder seen] in Store.load", "[one of 3] in ..." */
static uint32_t unknown_key(lock_blame *h, uint32_t i, uint32_t wait,
                            const holding *s)
{
    const input *in = store_input(h->sel->store, i);
    const lock_holders_wait *w = &h->input[i].h.wait.v[wait];
    char one[40], text[512];

    if (!lock_holders_parks(w))
        return keys_add_text(h->keys, CORR_STR("[not recorded]"));
    snprintf(one, sizeof one, "[one of %u]", s->n);
    const corr_str at =
        ledger_app(in, segment_stack(&in->segment.v[w->segment], w->row));
    snprintf(text, sizeof text, "%s%s%.*s", s->n > 1 ? one : "[no holder seen]",
             at.n ? " in " : "", CORR_STR_ARG(at));
    return keys_add_text(h->keys, corr_str_of(text));
}

/* "shop: GET /report", "[no span] exec-3" */
static uint32_t holder_key(lock_blame *h, uint32_t i, uint32_t wait,
                           const holding *s)
{
    const corr_store *st = h->sel->store;
    char text[512];

    if (!s->thread || s->how == CORR_HELD_UNKNOWN)
        return unknown_key(h, i, wait, s);
    const uint32_t span =
        thread_spans_at(&h->input[i].spans, s->thread, s->from, s->to);
    if (!span)
        return thread_key(h, i, "[no span]", s->thread);
    const opname name = opname_of(st, span);
    return keys_add_text(h->keys, opname_text(&name, text, sizeof text));
}

/* ---- holders that wait themselves ---------------------------------------- */

static bool add_blame(lock_blame *h, uint32_t key, int64_t from, int64_t to)
{
    return from >= to ||
           (key && vec_push(&h->part, (lock_blame_part){ key, to - from }));
}

static bool add_blame_of(lock_blame *h, uint32_t i, const lock_blame_stretch *s,
                         int64_t from, int64_t to)
{
    holding part = s->is;

    part.from = from;
    part.to = to;
    return from >= to ||
           add_blame(h, holder_key(h, i, s->wait, &part), from, to);
}

/* Whether this thread waits in a stretch or in one above it. */
static bool waits_above(const lock_blame *h, uint32_t at, uint32_t thread)
{
    for (;; at = h->todo.v[at].up) {
        if (h->todo.v[at].is.thread == thread)
            return true;
        if (at == 0)
            return false;
    }
}

/* Pushes the holders, from a to b, of the lock that a holder waited for. */
static bool push_chain(lock_blame *h, uint32_t i, uint32_t at, size_t wait,
                       int64_t a, int64_t b)
{
    lock_blame_input *in = &h->input[i];
    const uint32_t depth = h->todo.v[at].depth + 1;

    if (!lock_holders_chain(&in->h, wait))
        return false;
    for (size_t k = 0; k < in->h.held.n; k++) {
        holding s = in->h.held.v[k];
        s.from = max_i64(s.from, a);
        s.to = min_i64(s.to, b);
        if (s.from >= s.to)
            continue;
        if (at && s.thread && s.how != CORR_HELD_UNKNOWN &&
            waits_above(h, at, s.thread)) {
            if (!add_blame(h, thread_key(h, i, "[deadlock?]", s.thread), s.from,
                           s.to))
                return false;
            continue;
        }
        const lock_blame_stretch next = { s, (uint32_t)wait,
                                          in->h.wait.v[wait].monitor, at,
                                          depth };
        if (!vec_push(&h->todo, next))
            return false;
    }
    return true;
}

/* Blames the holder of a stretch, except for the time in which it waited. */
static bool follow_stretch(lock_blame *h, uint32_t i, uint32_t at)
{
    enum { DEEPEST = 8, MOST = 4096 };
    const lock_blame_stretch s = h->todo.v[at];
    const lock_blame_input *in = &h->input[i];
    int64_t from = s.is.from;

    if (!s.is.thread || s.is.how == CORR_HELD_UNKNOWN || s.depth >= DEEPEST)
        return add_blame_of(h, i, &s, from, s.is.to);
    for (size_t k = lock_holders_first(&in->h, s.is.thread, from);
         k < in->h.turn.n && h->todo.n < MOST; k++) {
        const uint32_t number = in->h.turn.v[k].number;
        const lock_holders_wait w = in->h.wait.v[number];
        const int64_t a = max_i64(w.from, from);
        const int64_t b = min_i64(w.to, s.is.to);
        if (w.thread > s.is.thread || w.from >= s.is.to)
            break;
        if (w.thread != s.is.thread || a >= b || !w.monitor ||
            w.monitor == s.monitor) /* which the holder owns */
            continue;
        if (!add_blame_of(h, i, &s, from, a) ||
            !push_chain(h, i, at, number, a, b))
            return false;
        from = b;
    }
    return add_blame_of(h, i, &s, from, s.is.to);
}

bool lock_blame_row(lock_blame *h, const sel_part *p, size_t row)
{
    lock_blame_input *in = &h->input[p->input];

    h->part.n = h->todo.n = 0;
    if (!index_input(h, p->input))
        return false;
    const lock_holders_wait *w = find_wait(in, p->segment, row);
    if (!w)
        return true;
    const lock_blame_stretch whole = { .is = { w->from, w->to, w->thread,
                                               .how = CORR_HELD_RECORDED },
                                       .monitor = w->monitor };
    if (!vec_push(&h->todo, whole) ||
        !push_chain(h, p->input, 0, (size_t)(w - in->h.wait.v), w->from, w->to))
        return false;
    for (uint32_t k = 1; k < h->todo.n; k++)
        if (!follow_stretch(h, p->input, k))
            return false;
    return true;
}
