#include "store/clock_hosts.h"

#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/call.h"

enum {
    LEAST = 3,          /* calls a pair needs */
    PERCENT = 80,       /* share of calls that must agree */
    PERCENT_FIRM = 99,  /* share at which no wider choice of calls is tried */
    USUAL_NS = 3000000, /* error if a trace uses one reading of the clock */
    MICRO_NS = 1000,    /* resolution of times in whole microseconds */
    MILLI_NS = 1000000, /* resolution of times in whole milliseconds */
};

#define MOST_NS INT64_C(600000000000) /* a larger offset is not believed */

/* Only calls within this distance of the trace are looked at.  A shorter
 * distance is tried if the calls of a longer one do not agree, because clocks
 * drift and are set. */
static const int64_t around_ns[] = { INT64_MAX, INT64_C(300000000000),
                                     INT64_C(60000000000),
                                     INT64_C(15000000000) };

static const clock_bound unknown = { INT64_MIN, INT64_MAX };

/* A call between two clocks, a < b. */
typedef struct timed_call {
    uint32_t a, b;
    clock_bound in; /* offset of b's clock against a's */
    int64_t at;
} timed_call;

typedef struct pair_builder {
    clock_hosts *h;
    const corr_store *st;
    vec(call_row) side; /* clock: index of a name */
    vec(timed_call) call;
    vec(clock_bound) bound; /* bounds of one pair */
    int64_t at;             /* start of the trace; CORR_NO_TIME: no trace */
} pair_builder;

/* ---- sides of calls ------------------------------------------------- */

static bool add_side(pair_builder *m, const call_row *side, corr_str name)
{
    bool is_new;
    uint32_t *at = corr_map_bytes(&m->h->by_name, name.p, name.n, &is_new);

    if (!at || (is_new && !vec_push(&m->h->name, name)))
        return false;
    if (is_new)
        *at = (uint32_t)m->h->name.n - 1;
    call_row mine = *side;
    mine.clock = *at;
    return vec_push(&m->side, mine);
}

static bool add_input(pair_builder *m, const input *in)
{
    for (size_t i = 0; i < in->calls.side.n; i++) {
        const call_row *side = &in->calls.side.v[i];
        if (!add_side(m, side, in->calls.clock.v[side->clock]))
            return false;
    }
    return true;
}

corr_str clock_hosts_name(const corr_store *st, uint32_t span)
{
    const input *in = store_input(st, st->spans.at.v[span].input);

    return call_clock_name(in, &in->proc.v[store_span(st, span)->proc]);
}

static bool add_trace_sides(pair_builder *m, uint32_t trace)
{
    const span_trace *t = &m->st->spans.trace.v[trace];
    call_row side;

    m->at = INT64_MAX;
    for (uint32_t k = t->first; k < t->first + t->n; k++) {
        const span_row *row = store_span(m->st, k);
        const corr_str name = clock_hosts_name(m->st, k);
        m->at = min_i64(m->at, moment_or(row->start, m->at));
        if (!name.n || !call_side_of(row, &side))
            continue;
        side.trace = t->id;
        side.call = spans_is_half(&m->st->spans, k) ? row->id : side.call;
        if (!add_side(m, &side, name))
            return false;
    }
    return true;
}

/* ---- names in order ------------------------------------------------- */

static bool sort_names(pair_builder *m)
{
    clock_hosts *h = m->h;
    const size_t n = h->name.n;
    uint32_t *rank = malloc((n ? n : 1) * sizeof *rank);
    corr_str *old = malloc((n ? n : 1) * sizeof *old);
    const bool ok = rank && old;

    if (ok && n) {
        memcpy(old, h->name.v, n * sizeof *old);
        qsort(h->name.v, n, sizeof *h->name.v, cmp_str);
        for (uint32_t i = 0; i < n; i++) /* all names are in the map */
            *corr_map_bytes(&h->by_name, h->name.v[i].p, h->name.v[i].n, NULL) =
                i;
        for (size_t i = 0; i < n; i++)
            rank[i] = clock_hosts_find(h, old[i]);
        for (size_t i = 0; i < m->side.n; i++)
            m->side.v[i].clock = rank[m->side.v[i].clock];
    }
    free(rank);
    free(old);
    return ok;
}

/* ---- calls ---------------------------------------------------------- */

static bool is_client_side(const call_row *c)
{
    return c->kind == CORR_SPAN_CLIENT || c->kind == CORR_SPAN_PRODUCER;
}

SORT_BY(side_by_call, call_row, ASC(trace.hi), ASC(trace.lo), ASC(call),
        DESC_OF(is_client_side), ASC(span), ASC(clock),
        THEN(CMP((uint64_t)a->start, (uint64_t)b->start)),
        THEN(CMP((uint64_t)a->end, (uint64_t)b->end)))

static bool same_call(const call_row *a, const call_row *b)
{
    return a->trace.hi == b->trace.hi && a->trace.lo == b->trace.lo &&
           a->call == b->call;
}

static bool same_side(const call_row *a, const call_row *b)
{
    return same_call(a, b) && a->span == b->span && a->clock == b->clock &&
           is_client_side(a) == is_client_side(b);
}

static int64_t fineness(const call_row *c)
{
    if (c->whole_ms)
        return MILLI_NS;
    return c->start % MICRO_NS == 0 && c->end % MICRO_NS == 0 ? MICRO_NS : 0;
}

/* Bounds the offset of the answering clock against the sending one.  The end of
 * a call bounds the offset only if the caller waited for the answer. */
static clock_bound bound_of_call(const call_row *sent, const call_row *answered)
{
    const int64_t slack = max_i64(fineness(sent), fineness(answered));
    const int64_t there = sub_clamped(sent->end, sent->start);
    const int64_t here = sub_clamped(answered->end, answered->start);
    const bool waited = sent->kind == CORR_SPAN_CLIENT &&
                        answered->kind == CORR_SPAN_SERVER && !sent->failed &&
                        sub_clamped(here, there) <= slack;

    return (clock_bound){
        waited ? sub_clamped(sub_clamped(answered->end, sent->end), slack)
               : INT64_MIN,
        add_clamped(sub_clamped(answered->start, sent->start), slack)
    };
}

static int64_t negate_bound(int64_t x)
{
    return x == INT64_MIN ? INT64_MAX : x == INT64_MAX ? INT64_MIN : -x;
}

static bool add_call(pair_builder *m, const call_row *sent,
                     const call_row *answered)
{
    const clock_bound in = bound_of_call(sent, answered);
    timed_call call = { sent->clock, answered->clock, in, sent->start };

    if (call.a == call.b)
        return true;
    if (call.a > call.b)
        call = (timed_call){ answered->clock,
                             sent->clock,
                             { negate_bound(in.hi), negate_bound(in.lo) },
                             sent->start };
    return vec_push(&m->call, call);
}

/* Adds a call for each server side of a call that has exactly one client
 * side. */
static bool match_sides(pair_builder *m)
{
    const call_row *side = m->side.v;
    const size_t n = m->side.n;

    vec_sort(&m->side, side_by_call);
    for (size_t i = 0, end; i < n; i = end) {
        size_t sent = 0;
        for (end = i; end < n && same_call(&side[i], &side[end]); end++)
            sent += is_client_side(&side[end]) &&
                    (end == i || !same_side(&side[end - 1], &side[end]));
        for (size_t k = i + 1; sent == 1 && k < end; k++)
            if (!is_client_side(&side[k]) &&
                !same_side(&side[k - 1], &side[k]) &&
                !add_call(m, &side[i], &side[k]))
                return false;
    }
    return true;
}

/* ---- pairs ---------------------------------------------------------- */

SORT_BY(by_pair, timed_call, ASC(a), ASC(b), ASC(at))

/* Finds the interval that most of n calls of one pair share.  Only calls within
 * `around` of the trace count. */
static bool agree_around(pair_builder *m, const timed_call *call, size_t n,
                         int64_t around, clock_range *r)
{
    m->bound.n = 0;
    for (size_t i = 0; i < n; i++) {
        const int64_t apart = sub_clamped(call[i].at, m->at);
        if (around < INT64_MAX && (apart > around || apart < -around))
            continue;
        if (!vec_push(&m->bound, call[i].in))
            return false;
    }
    return clock_agree(m->bound.v, m->bound.n, r);
}

static bool most_agree(const clock_range *r, size_t percent)
{
    return r->best >= LEAST && r->best * 100 >= r->all * percent;
}

/* Chooses the longest distance from the trace at which nearly all calls agree,
 * else the distance at which the largest share agrees. */
static bool choose_range(pair_builder *m, const timed_call *call, size_t n,
                         clock_range *best)
{
    const size_t times = m->at == CORR_NO_TIME ? 1 : countof(around_ns);
    clock_range r;

    *best = (clock_range){ .all = n };
    for (size_t i = 0; i < times; i++) {
        if (!agree_around(m, call, n, around_ns[i], &r))
            return false;
        if (r.best < LEAST && i > 0)
            break;
        if (i == 0 || r.best * best->all > best->best * r.all)
            *best = r;
        if (most_agree(best, PERCENT_FIRM))
            break;
    }
    return true;
}

static bool add_pair(pair_builder *m, const timed_call *call, size_t n)
{
    clock_range r;

    if (!choose_range(m, call, n, &r))
        return false;
    const bool is_guess = !most_agree(&r, PERCENT) && r.best == r.all &&
                          r.in.lo != INT64_MIN && r.in.hi != INT64_MAX &&
                          (r.in.lo > USUAL_NS || r.in.hi < -USUAL_NS);
    return vec_push(&m->h->pair,
                    (host_pair){ .a = call->a,
                                 .b = call->b,
                                 .in = most_agree(&r, PERCENT) ? r.in : unknown,
                                 .calls = (uint32_t)r.best,
                                 .of = (uint32_t)r.all,
                                 .may_be_apart = is_guess,
                                 .guess = is_guess ? clock_middle(r.in) : 0 });
}

static bool make_pairs(pair_builder *m)
{
    const timed_call *call = m->call.v;
    const size_t n = m->call.n;
    bool ok = true;

    vec_sort(&m->call, by_pair);
    for (size_t i = 0, end; ok && i < n; i = end) {
        for (end = i;
             end < n && call[end].a == call[i].a && call[end].b == call[i].b;)
            end++;
        ok = add_pair(m, &call[i], end - i);
    }
    return ok;
}

static void judge_pairs(clock_hosts *h)
{
    for (size_t i = 0; i < h->pair.n; i++) {
        host_pair *p = &h->pair.v[i];
        if (p->in.lo == INT64_MIN || p->in.hi == INT64_MAX)
            continue;
        p->apart = p->in.lo > USUAL_NS || p->in.hi < -USUAL_NS;
        const int64_t offset = clock_middle(p->in);
        p->far = p->apart && !clock_is_zone(offset) &&
                 (offset > MOST_NS || offset < -MOST_NS);
        h->apart = h->apart || p->apart;
    }
}

/* ---- all pairs ------------------------------------------------------ */

static bool collect_pairs(pair_builder *m, uint32_t trace)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < m->st->input.n; i++)
        ok = add_input(m, store_input(m->st, i));
    if (ok && trace != UINT32_MAX)
        ok = add_trace_sides(m, trace);
    return ok && sort_names(m) && match_sides(m) && make_pairs(m);
}

static bool alloc_shifts(clock_hosts *h)
{
    const size_t n = h->name.n + 1;

    h->shift = corr_arena_new(&h->arena, int64_t, n);
    h->u = corr_arena_new(&h->arena, int64_t, n);
    h->reached = corr_arena_new(&h->arena, bool, n);
    h->by = corr_arena_new(&h->arena, uint32_t, n);
    return h->shift && h->u && h->reached && h->by;
}

bool clock_hosts_of(clock_hosts *h, const corr_store *st, uint32_t trace)
{
    pair_builder m = { .h = h, .st = st, .at = CORR_NO_TIME };

    *h = (clock_hosts){ .apart = false };
    const bool ok = collect_pairs(&m, trace) && alloc_shifts(h);
    judge_pairs(h);
    vec_free(&m.side);
    vec_free(&m.call);
    vec_free(&m.bound);
    return ok;
}

void clock_hosts_clear(clock_hosts *h)
{
    vec_free(&h->name);
    vec_free(&h->pair);
    corr_map_clear(&h->by_name);
    corr_arena_clear(&h->arena);
    *h = (clock_hosts){ .apart = false };
}

uint32_t clock_hosts_find(const clock_hosts *h, corr_str name)
{
    const corr_str *at =
        h->name.n ? bsearch(&name, h->name.v, h->name.n, sizeof *at, cmp_str)
                  : NULL;

    return at ? (uint32_t)(at - h->name.v) : UINT32_MAX;
}

/* The pair with most calls that connects a reached clock with one that was not
 * reached yet. */
static const host_pair *next_pair(const clock_hosts *h)
{
    const host_pair *best = NULL;

    for (size_t i = 0; i < h->pair.n; i++) {
        const host_pair *p = &h->pair.v[i];
        if (h->reached[p->a] != h->reached[p->b] &&
            (!best || p->calls > best->calls))
            best = p;
    }
    return best;
}

void clock_hosts_settle(clock_hosts *h, corr_str to)
{
    const uint32_t root = clock_hosts_find(h, to);

    for (size_t i = 0; i < h->name.n; i++) {
        h->shift[i] = h->u[i] = 0;
        h->reached[i] = i == root;
    }
    for (const host_pair *p; (p = next_pair(h)) != NULL;) {
        const bool ahead = h->reached[p->a]; /* true: b is shifted, not a */
        const uint32_t from = ahead ? p->a : p->b;
        const uint32_t next = ahead ? p->b : p->a;
        const bool shifted = p->apart && !p->far;
        const int64_t offset = shifted ? clock_middle(p->in) : 0;
        const int64_t sure = shifted ? (p->in.hi - p->in.lo) / 2 : 0;
        h->reached[next] = true;
        h->by[next] = (uint32_t)(p - h->pair.v);
        h->shift[next] = ahead ? sub_clamped(h->shift[from], offset)
                               : add_clamped(h->shift[from], offset);
        h->u[next] = add_clamped(h->u[from], sure);
    }
}
