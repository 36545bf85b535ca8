#include "findings/call_clocks.h"

#include "base/base.h"
#include "base/stretch.h"
#include "corr_sort.h"
#include "store/clock_hosts.h"

/* Clocks of two hosts that no call compares (corr-methods 1.7). */
#define UNKNOWN_NS INT64_C(5000000)
enum { LEAST = 3, LEAST_PERCENT = 80 };

/* Calls between two clocks: each `stride`-th of them, so that they are spread
 * over all and few. */
typedef struct clocked_pair {
    uint64_t seen;
    uint64_t stride;
    vec(clock_bound) bound;
} clocked_pair;

typedef vec(clocked_pair) clocked_pairs;

static uint32_t clock_of_span(call_clocks *c, uint32_t span)
{
    uint32_t *at = &c->clock[c->st->spans.proc.v[span]];

    if (!*at) {
        const uint32_t n =
            opnames_add(&c->names, clock_hosts_name(c->st, span), CORR_STR(""));
        *at = n == OPNAMES_FAILED ? 0 : n + 1;
    }
    return *at;
}

static uint64_t pair_key(const call_clocks *c, uint32_t callee)
{
    const spans *s = &c->st->spans;

    return (uint64_t)c->clock[s->proc.v[s->up.v[callee]]] << 32 |
           c->clock[s->proc.v[callee]];
}

/* Whether the span was called from another process. */
static bool is_remote(const call_clocks *c, uint32_t span)
{
    const spans *s = &c->st->spans;
    const uint32_t up = s->up.v[span];

    return up && s->proc.v[up] != s->proc.v[span];
}

static clock_bound bound_of(const span_row *caller, stretch sent,
                            const span_row *callee, stretch answered)
{
    const bool waited = caller->kind == CORR_SPAN_CLIENT &&
                        callee->kind == CORR_SPAN_SERVER &&
                        caller->status != CORR_STATUS_ERROR &&
                        stretch_length(answered) <= stretch_length(sent);

    return (clock_bound){ waited ? sub_clamped(answered.to, sent.to)
                                 : INT64_MIN,
                          sub_clamped(answered.from, sent.from) };
}

/* The pair of clocks of a call; NULL: out of memory. */
static clocked_pair *pair_of_call(call_clocks *c, clocked_pairs *list,
                                  uint32_t callee)
{
    bool is_new;
    uint32_t *pair = corr_map_u64(&c->by_pair, pair_key(c, callee), &is_new);

    if (!pair)
        return NULL;
    if (is_new) {
        *pair = (uint32_t)c->offset.n;
        if (!vec_push(&c->offset, (clock_bound){ 0 }) ||
            !vec_push(list, (clocked_pair){ .stride = 1 }))
            return NULL;
    }
    return &list->v[*pair];
}

/* Makes room for calls that come later. */
static void thin_out(clocked_pair *p)
{
    size_t kept = 0;

    for (size_t i = 0; i < p->bound.n; i += 2)
        p->bound.v[kept++] = p->bound.v[i];
    p->bound.n = kept;
    p->stride *= 2;
}

static bool list_calls(call_clocks *c, clocked_pairs *list)
{
    const spans *s = &c->st->spans;
    stretch sent, answered;

    for (uint32_t i = 1; i < s->at.n; i++) {
        if (!is_remote(c, i))
            continue;
        if (!clock_of_span(c, i) || !clock_of_span(c, s->up.v[i]))
            return false;
        clocked_pair *p = pair_of_call(c, list, i);
        if (!p)
            return false;
        if (p->seen % p->stride) {
            p->seen++;
            continue;
        }
        const span_row *caller = store_span(c->st, s->up.v[i]);
        const span_row *callee = store_span(c->st, i);
        if (!span_ran(caller, &sent) || !span_ran(callee, &answered))
            continue;
        if (!vec_push(&p->bound, bound_of(caller, sent, callee, answered)))
            return false;
        p->seen++;
        if (p->bound.n == CALL_CLOCKS_MOST)
            thin_out(p);
    }
    return true;
}

/* The offset of one pair, from its calls. */
static bool offset_of_pair(clocked_pair *p, clock_bound *out)
{
    clock_range range = { 0 };
    const bool ok = clock_agree(p->bound.v, p->bound.n, &range);

    *out = (clock_bound){ -UNKNOWN_NS, UNKNOWN_NS };
    if (!ok || range.best < LEAST ||
        range.best * 100 < range.all * LEAST_PERCENT)
        return ok;
    if (range.in.lo > 0 || range.in.hi < 0) {
        *out = range.in;
        /* a side that no call bounds is as wide as the other is far */
        if (out->lo == INT64_MIN)
            out->lo = sub_clamped(out->hi, UNKNOWN_NS);
        if (out->hi == INT64_MAX)
            out->hi = add_clamped(out->lo, UNKNOWN_NS);
        return true;
    }
    *out = (clock_bound){ max_i64(range.in.lo, -UNKNOWN_NS),
                          min_i64(range.in.hi, UNKNOWN_NS) };
    return true;
}

bool call_clocks_of(call_clocks *c, const corr_store *st, corr_arena *arena)
{
    clocked_pairs list = { 0 };

    *c = (call_clocks){ .st = st };
    c->clock = corr_arena_new(arena, uint32_t, st->spans.service_of.n + 1);
    bool ok = c->clock && list_calls(c, &list);
    for (size_t i = 0; i < list.n; i++) {
        ok = ok && offset_of_pair(&list.v[i], &c->offset.v[i]);
        vec_free(&list.v[i].bound);
    }
    vec_free(&list);
    return ok;
}

clock_bound call_clocks_at(const call_clocks *c, uint32_t callee)
{
    const uint64_t key = pair_key(c, callee);
    const uint32_t *pair = corr_map_find_u64(&c->by_pair, key);

    if (key >> 32 == (uint32_t)key && key &&
        c->names.row.v[(uint32_t)key - 1].service.n)
        return (clock_bound){ 0, 0 };
    return pair ? c->offset.v[*pair] : (clock_bound){ -UNKNOWN_NS, UNKNOWN_NS };
}

void call_clocks_clear(call_clocks *c)
{
    opnames_clear(&c->names);
    corr_map_clear(&c->by_pair);
    vec_free(&c->offset);
}
