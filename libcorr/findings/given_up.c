#include "findings/given_up.h"

#include "base/base.h"
#include "corr_sort.h"
#include "findings/call_clocks.h"
#include "findings/child_times.h"
#include "store/operation_names.h"

#define MS INT64_C(1000000)

/* A server may end an answer while the caller already has it: ns, and the part
 * of the caller's time. */
#define TAIL_NS   (5 * MS)
#define TAIL_PART 100

typedef struct walker {
    given_up *g;
    const corr_store *st;
    call_clocks clocks;
    child_times children;
    opnames calls;
    uint8_t *has_link; /* [spans] */
} walker;

/* ---- calls ------------------------------------------------------------------ */

static bool is_message(const walker *w, uint32_t span)
{
    const span_row *r = store_span(w->st, span);
    const uint32_t up = w->st->spans.up.v[span];

    return r->kind == CORR_SPAN_CONSUMER || w->has_link[span] ||
           (up && store_span(w->st, up)->kind == CORR_SPAN_PRODUCER);
}

static bool has_failed(const walker *w, uint32_t span)
{
    return store_span(w->st, span)->status == CORR_STATUS_ERROR;
}

/* Whether the parent of a span called it from another process, waited, and
 * failed before the span ended; *from: the moment on the span's own clock. */
static bool is_given_up(const walker *w, uint32_t span, clock_bound *from)
{
    const spans *s = &w->st->spans;
    const uint32_t up = s->up.v[span];
    stretch caller, callee;

    if (!up || s->proc.v[up] == s->proc.v[span] || !has_failed(w, up) ||
        !span_ran(store_span(w->st, up), &caller) ||
        !span_ran(store_span(w->st, span), &callee))
        return false;
    const clock_bound offset = call_clocks_at(&w->clocks, span);
    from->lo = add_clamped(caller.to, offset.lo);
    from->hi = add_clamped(caller.to, offset.hi);
    const int64_t tail = max_i64(TAIL_NS, stretch_length(caller) / TAIL_PART);
    return callee.to > add_clamped(from->lo, tail);
}

/* What distinguishes two calls of one operation: another address, another
 * query. */
static corr_str target_of_call(const walker *w, uint32_t span)
{
    static const char *const key[] = { "url.full",       "http.url",
                                       "db.statement",   "db.query.text",
                                       "server.address", "peer.service" };
    const input *in = store_input(w->st, w->st->spans.at.v[span].input);
    corr_label label;

    for (size_t i = 0; i < countof(key); i++)
        if (input_find_label(in, store_span(w->st, span)->attrs,
                             corr_str_of(key[i]), &label))
            return label.text;
    return CORR_STR("");
}

/* Failed attempts of one parent that wait for one that works. */
typedef struct attempt {
    uint32_t span, before; /* an earlier attempt, 1 + index */
} attempt;

/* Marks attempts of one parent that failed before another worked. */
static bool mark_retries(walker *w, uint32_t parent)
{
    const child_time *child = w->children.child;
    corr_map last = { 0 };
    vec(attempt) list = { 0 };
    bool ok = true;

    for (uint32_t i = w->children.at[parent];
         ok && i < w->children.at[parent + 1]; i++) {
        const uint32_t span = child[i].span;
        if (store_span(w->st, span)->kind != CORR_SPAN_CLIENT)
            continue;
        const uint32_t op = opnames_add(&w->calls, opname_span(w->st, span),
                                        target_of_call(w, span));
        uint32_t *at =
            op == OPNAMES_FAILED ? NULL : corr_map_u64(&last, op, NULL);
        ok = at != NULL;
        if (ok && has_failed(w, span)) {
            ok = vec_push(&list, (attempt){ span, *at });
            *at = (uint32_t)list.n;
            continue;
        }
        for (uint32_t k = ok ? *at : 0; k; k = list.v[k - 1].before) {
            const uint32_t failed = list.v[k - 1].span;
            stretch ran;
            if (span_ran(store_span(w->st, failed), &ran) &&
                ran.to <= child[i].from)
                w->g->of[failed].is_lost = true;
        }
        if (ok)
            *at = 0;
    }
    corr_map_clear(&last);
    vec_free(&list);
    return ok;
}

/* Only parents with a failed call have something that can be retried. */
static bool mark_all_retries(walker *w)
{
    const spans *s = &w->st->spans;
    uint32_t done = 0;

    for (uint32_t i = 1; i < s->at.n; i++) {
        const uint32_t up = s->up.v[i];
        if (!up || w->g->of[up].callee || !has_failed(w, i) ||
            store_span(w->st, i)->kind != CORR_SPAN_CLIENT)
            continue;
        w->g->of[up].callee = ++done; /* a mark, until spans are walked */
        if (!mark_retries(w, up))
            return false;
    }
    for (uint32_t i = 1; i < s->at.n; i++)
        w->g->of[i].callee = 0;
    return true;
}

/* ---- from the roots down ------------------------------------------------------ */

static void add_offset(given_up_span *of, clock_bound offset)
{
    if (of->from_lo != INT64_MAX)
        of->from_lo = add_clamped(of->from_lo, offset.lo);
    if (of->from_hi != INT64_MAX)
        of->from_hi = add_clamped(of->from_hi, offset.hi);
}

static void walk_span(walker *w, uint32_t span)
{
    const spans *s = &w->st->spans;
    given_up_span *me = &w->g->of[span];
    const uint32_t up = s->up.v[span];
    const bool is_attempt = me->is_lost;
    const uint32_t service = spans_service(s, span);
    clock_bound from;

    *me = (given_up_span){ INT64_MAX, INT64_MAX, 0, is_attempt };
    if (!up)
        return;
    const bool is_remote = s->proc.v[up] != s->proc.v[span];
    if (is_message(w, span)) {
        w->g->left_out[service] += has_failed(w, up);
        me->is_lost = false;
        return;
    }
    const given_up_span *parent = &w->g->of[up];
    if (parent->callee || parent->is_lost) {
        *me = *parent;
        me->is_lost = parent->is_lost || is_attempt;
        if (is_remote)
            add_offset(me, call_clocks_at(&w->clocks, span));
    }
    if (is_remote && me->is_lost && !me->callee) {
        me->callee = span;
        w->g->retried[service]++;
    }
    if (is_given_up(w, span, &from) && from.hi < me->from_hi) {
        if (!me->callee)
            me->callee = span;
        me->from_lo = min_i64(me->from_lo, from.lo);
        me->from_hi = from.hi;
        w->g->calls[service]++;
    }
}

static bool find_links(walker *w)
{
    const spans *s = &w->st->spans;

    for (uint32_t i = 1; i < s->at.n; i++) {
        const input *in = store_input(w->st, s->at.v[i].input);
        size_t lo = 0;
        LOWER_BOUND(lo, in->link.n, k, in->link.v[k].span < s->at.v[i].row);
        w->has_link[i] =
            lo < in->link.n && in->link.v[lo].span == s->at.v[i].row;
    }
    return true;
}

static bool walk_spans(walker *w)
{
    const spans *s = &w->st->spans;

    if (!find_links(w) || !mark_all_retries(w))
        return false;
    for (size_t t = 0; t < s->trace.n; t++)
        for (uint32_t k = 0; k < s->trace.v[t].n; k++)
            walk_span(w, s->in_depth.v[s->trace.v[t].first + k]);
    return true;
}

bool given_up_of(given_up *g, const corr_store *st, corr_arena *arena)
{
    const spans *s = &st->spans;
    walker w = { .g = g, .st = st, .clocks = { .st = st } };

    g->of = corr_arena_new(arena, given_up_span, s->at.n);
    g->calls = corr_arena_new(arena, uint32_t, s->service.n + 1);
    g->retried = corr_arena_new(arena, uint32_t, s->service.n + 1);
    g->left_out = corr_arena_new(arena, uint32_t, s->service.n + 1);
    w.has_link = corr_arena_new(arena, uint8_t, s->at.n);
    const bool ok = g->of && g->calls && g->retried && g->left_out &&
                    w.has_link &&
                    child_times_of(&w.children, st, CHILD_TIMES_ALL, arena) &&
                    call_clocks_of(&w.clocks, st, arena) && walk_spans(&w);
    call_clocks_clear(&w.clocks);
    opnames_clear(&w.calls);
    return ok;
}
