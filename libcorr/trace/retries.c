/*
 * retries - repeated calls after failures.
 *
 * Children of one span with the same operation and peer form a series of tries
 * as long as each failed and the next began after its end.  The first success
 * ends the series.
 */
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "store/operation_names.h"
#include "trace/waterfall.h"

struct corr_retries {
    corr_arena arena; /* owns this struct */
    vec(corr_retry) retry;
};

/* The open series of one operation and peer. */
typedef struct series {
    uint32_t up;
    corr_retry so_far; /* tries 0: none */
} series;

typedef struct searcher {
    corr_retries *r;
    const corr_waterfall *w;
    opnames ops, peers;
    corr_map pair; /* operation and peer -> series */
    vec(series) series;
} searcher;

/* The peer that a client called, from its attributes. */
static corr_str peer_of(const corr_waterfall *w, uint32_t i)
{
    static const char *const key[] = { "server.address", "peer.service",
                                       "net.peer.name", "rpc.service" };
    const input *in = waterfall_input(w, i);
    corr_label l;

    for (size_t k = 0; k < countof(key); k++)
        if (input_find_label(in, waterfall_row(w, i)->attrs,
                             corr_str_of(key[k]), &l))
            return l.text;
    return CORR_STR("");
}

static bool end_series(searcher *s, series *t)
{
    const corr_retry found = t->so_far;

    t->so_far = (corr_retry){ 0 };
    return found.tries < 2 || vec_push(&s->r->retry, found);
}

/* Adds a child with the same parent, operation and peer to its series. */
static bool extend_series(searcher *s, series *t, uint32_t i)
{
    const critical_span *time = s->w->time;
    const critical_span *me = &time[i];
    corr_retry *r = &t->so_far;

    if (r->tries && (t->up != me->up || me->start < time[r->last].end) &&
        !end_series(s, t))
        return false;
    if (!r->tries && !me->failed)
        return true;
    t->up = me->up;
    r->first = r->tries ? r->first : i;
    r->last = i;
    r->tries++;
    r->worked = !me->failed;
    r->lost =
        sub_clamped(me->failed ? me->end : me->start, time[r->first].start);
    return me->failed || end_series(s, t);
}

static bool visit_call(searcher *s, uint32_t i)
{
    const corr_waterfall *w = s->w;
    if (w->time[i].many) /* which of its calls came first is not known */
        return true;
    const uint32_t op = opnames_add_span(&s->ops, w->store, w->span[i]);
    const uint32_t peer = opnames_add(&s->peers, peer_of(w, i), CORR_STR(""));
    bool is_new;

    if (op == OPNAMES_FAILED || peer == OPNAMES_FAILED)
        return false;
    uint32_t *at = corr_map_u64(&s->pair, (uint64_t)op << 32 | peer, &is_new);
    if (!at || (is_new && !vec_push(&s->series, (series){ 0 })))
        return false;
    if (is_new)
        *at = (uint32_t)s->series.n - 1;
    return extend_series(s, &s->series.v[*at], i);
}

SORT_BY(by_loss, corr_retry, DESC(lost), ASC(first))

static bool find_retries(searcher *s)
{
    const critical_span *time = s->w->time;

    for (uint32_t i = 0; i < s->w->n; i++)
        for (uint32_t k = i + 1; k < time[i].end_index; k = time[k].end_index)
            if (!time[k].no_start && !visit_call(s, k))
                return false;
    for (size_t k = 0; k < s->series.n; k++)
        if (!end_series(s, &s->series.v[k]))
            return false;
    vec_sort(&s->r->retry, by_loss);
    return true;
}

corr_retries *corr_retries_of(const corr_waterfall *w, corr_err *err)
{
    corr_retries *r = self_arena_new(corr_retries, err);

    if (!r)
        return NULL;

    searcher s = { .r = r, .w = w };
    const corr_code code = find_retries(&s) ? CORR_OK : corr_no_memory(err);
    opnames_clear(&s.ops);
    opnames_clear(&s.peers);
    corr_map_clear(&s.pair);
    vec_free(&s.series);
    return KEEP_IF(!code, r, corr_retries_free);
}

uint32_t corr_retries_size(const corr_retries *r)
{
    return (uint32_t)r->retry.n;
}

corr_retry corr_retries_at(const corr_retries *r, uint32_t i)
{
    return r->retry.v[i];
}

void corr_retries_free(corr_retries *r)
{
    if (!r)
        return;
    vec_free(&r->retry);
    self_arena_free(r);
}
