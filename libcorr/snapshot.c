/* snapshot - see snapshot.h. */
#include "snapshot.h"

#include <stdlib.h>

#include "base.h"

bool snapshot_is(const input *in, const segment *g)
{
    return g->n && in->kind.v[g->kind].flags & CORR_KIND_SNAPSHOT;
}

/* A host and a service may have several that look alike. */
static bool says_which(const proc_row *p)
{
    return p->instance || p->container || p->pod || (p->host && p->pid);
}

const uint8_t *snapshot_known(const corr_store *st, corr_arena *arena)
{
    uint8_t *known = corr_arena_new(arena, uint8_t, st->spans.service_of.n + 1);

    for (uint32_t i = 0; known && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (uint32_t p = 1; p < in->proc.n; p++)
            known[spans_proc(&st->spans, i, p)] |= says_which(&in->proc.v[p]);
    }
    return known;
}

/* Several processes may be in a container, but an instance is one. */
bool snapshot_of(const corr_store *st, const uint8_t *known, uint32_t i,
                 snapshot *s)
{
    const input *in = store_input(st, i);
    const tie *t = &st->tie.v[i];
    const proc_row *p = &in->proc.v[in->owner];
    const bool is_known = t->proc && known[t->proc] && !t->guessed && !t->apart;

    *s = (snapshot){ .input = i, .at = in->to, .by = in->from };
    if (!in->owner || input_is_host(in) || in->from == CORR_NO_TIME)
        return false;
    s->pid = is_known && p->instance ? 0 : p->pid;
    if (is_known)
        s->proc = t->proc;
    else if (in->started && p->pid)
        s->start = sub_clamped(in->started, in->shift);
    return s->proc || s->start;
}

bool snapshot_is_same(const snapshot *a, const snapshot *b)
{
    return a->proc == b->proc && a->pid == b->pid && a->start == b->start;
}

static int in_order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int by_process(const void *va, const void *vb)
{
    const snapshot *a = va;
    const snapshot *b = vb;
    int order = in_order(a->proc, b->proc);

    order = order ? order : in_order(a->pid, b->pid);
    order = order ? order : in_order(a->start, b->start);
    order = order ? order : in_order(b->at, a->at);
    order = order ? order : in_order(b->by, a->by);
    return order ? order : in_order(b->input, a->input);
}

void snapshot_order(snapshot *s, size_t n)
{
    if (n)
        qsort(s, n, sizeof *s, by_process);
}
