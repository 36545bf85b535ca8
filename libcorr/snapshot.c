/* snapshot - see snapshot.h. */
#include "snapshot.h"

#include <stdlib.h>

#include "base.h"

typedef struct snapshot {
    uint32_t input;
    uint32_t proc;  /* 0: it is told by the following alone */
    int64_t pid;    /* 0: unknown, or of no account */
    int64_t start;  /* of the process, by its own clock; 0: of no account */
    uint64_t place; /* where its code lies; 0: of no account */
    int64_t at, by; /* when it was taken; when its recording began */
} snapshot;

static bool is_state(const input *in, const segment *g)
{
    return g->n && in->kind.v[g->kind].flags & CORR_KIND_SNAPSHOT;
}

/* A host and a service may have several that look alike. */
static bool says_which(const proc_row *p)
{
    return p->instance || p->container || p->pod || (p->host && p->pid);
}

/* By number, whether something says which process it is; NULL: out of
 * memory. */
static const uint8_t *find_known(const corr_store *st, corr_arena *arena)
{
    uint8_t *known = corr_arena_new(arena, uint8_t, st->spans.service_of.n + 1);

    for (uint32_t i = 0; known && i < st->input.n; i++) {
        const input *in = store_input(st, i);
        for (uint32_t p = 1; p < in->proc.n; p++)
            known[spans_proc(&st->spans, i, p)] |= says_which(&in->proc.v[p]);
    }
    return known;
}

/* Whose that of an input is, and of when; false: nobody knows.  Several
 * processes may be in a container, but an instance is one. */
static bool find_owner(const corr_store *st, const uint8_t *known, uint32_t i,
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
    else
        s->place = in->place;
    return s->proc || s->start || s->place;
}

static bool is_same(const snapshot *a, const snapshot *b)
{
    return a->proc == b->proc && a->pid == b->pid && a->start == b->start &&
           a->place == b->place;
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
    order = order ? order : (a->place > b->place) - (a->place < b->place);
    order = order ? order : in_order(b->at, a->at);
    order = order ? order : in_order(b->by, a->by);
    return order ? order : in_order(b->input, a->input);
}

/* ---- which count ------------------------------------------------------- */

static bool has_kind(const snapshot_ask *ask, uint32_t i)
{
    const input *in = store_input(ask->st, i);

    for (uint32_t seg = 1; seg < in->segment.n; seg++)
        if (is_state(in, &in->segment.v[seg]) &&
            ask->is_of(ask->ctx, i, &in->segment.v[seg]))
            return true;
    return false;
}

/* Whether an input tells of a state that is asked for. */
static bool tells(const snapshot_ask *ask, uint32_t i)
{
    const input *in = store_input(ask->st, i);

    for (uint32_t seg = 1; seg < in->segment.n; seg++)
        if (is_state(in, &in->segment.v[seg]) &&
            ask->is_of(ask->ctx, i, &in->segment.v[seg]) &&
            ask->tells(ask->ctx, i, seg))
            return true;
    return false;
}

/* Those of a process stand next to one another, the last one first: only that
 * counts. */
static void find_outlived(snapshot_verdict *v, const snapshot_ask *ask,
                          const snapshot *all, size_t n)
{
    size_t end = 0;

    for (size_t i = 0; i < n; i = end) {
        bool found = false;
        for (end = i; end < n && is_same(&all[i], &all[end]); end++)
            ;
        for (size_t k = i; k < end && end > i + 1; k++) {
            const bool has = tells(ask, all[k].input);
            v->outlived[all[k].input] = has && found;
            v->noutlived += has && found;
            found |= has;
        }
    }
}

bool snapshot_judge(snapshot_verdict *v, const snapshot_ask *ask)
{
    const uint32_t inputs = (uint32_t)ask->st->input.n;
    snapshot *all = NULL;
    size_t n = 0;

    *v = (snapshot_verdict){ 0 };
    for (uint32_t i = 0; i < inputs; i++) {
        if (!has_kind(ask, i))
            continue;
        if (!all) {
            all = corr_arena_new(ask->arena, snapshot, inputs);
            v->known = find_known(ask->st, ask->arena);
            v->outlived = corr_arena_new(ask->arena, uint8_t, inputs);
            if (!all || !v->known || !v->outlived)
                return false;
        }
        n += find_owner(ask->st, v->known, i, &all[n]);
    }
    if (n)
        qsort(all, n, sizeof *all, by_process);
    if (!ask->all)
        find_outlived(v, ask, all, n);
    return true;
}

bool snapshot_is_outlived(const snapshot_verdict *v, const corr_store *st,
                          uint32_t i, const segment *g)
{
    return v->outlived && v->outlived[i] && is_state(store_input(st, i), g);
}

bool snapshot_is_nameless(const snapshot_verdict *v, const corr_store *st,
                          uint32_t i, const segment *g)
{
    snapshot unused;

    return v->known && is_state(store_input(st, i), g) &&
           !find_owner(st, v->known, i, &unused);
}
