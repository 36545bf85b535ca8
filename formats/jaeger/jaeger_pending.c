/*
 * jaeger_pending - adds parents and processes to pending spans and passes them
 * on.
 *
 * The parent is the first CHILD_OF reference to a present span of the same
 * trace; else such a FOLLOWS_FROM; else parentSpanID, which is deprecated.  If
 * no such span is present, the first reference names a missing parent.  All
 * other references are links.  Client and server may share one id, as in
 * Zipkin's propagation: the server's copy is then the shared one.
 */
#include <stdlib.h>

#include "corr_sort.h"
#include "jaeger/jaeger.h"

enum {
    PROCESS_BYTES = 1 << 25, /* bytes of distinct process ids of one file */
    PROCESS_ID = 4096,       /* bytes of one process id */
    WALK_MOST = 64           /* ancestors checked */
};

/* ---- processes ---------------------------------------------------------- */

jaeger_process *jaeger_process_of(jaeger *g, corr_str id)
{
    bool is_new = false;

    if (g->process_id.keys.held >= PROCESS_BYTES || id.n > PROCESS_ID) {
        corr_warn(
            g->t.b, g->t.at,
            "too many process ids; some spans are shown without their process");
        return NULL;
    }
    if (!corr_vec_reserve(g->t.b, &g->process, 1))
        return NULL;
    uint32_t *at = corr_map_bytes(&g->process_id, id.p, id.n, &is_new);
    if (!at)
        return NULL;
    if (is_new)
        *at = (uint32_t)g->process.n++;
    jaeger_process *p = &g->process.v[*at];
    if (is_new || p->round != g->round)
        *p = (jaeger_process){ .round = g->round };
    return p;
}

static corr_proc process_of(jaeger *g, const jaeger_pending *s, bool is_last)
{
    if (!s->process)
        return s->row.proc;
    jaeger_process *p = &g->process.v[s->process - 1];
    if (!p->proc.i && !is_last) {
        p->proc = corr_later_proc(g->t.b);
        p->is_late = true;
    }
    if (!p->proc.i && !json_failed(&g->t.j))
        corr_warn(g->t.b, s->row.at,
                  "spans name a process that their trace does not define");
    return p->proc.i ? p->proc : s->row.proc;
}

/* ---- spans by id -------------------------------------------------------- */

static int compare_ids(const jaeger_order *a, const jaeger_order *b)
{
    int order = CMP(a->id, b->id);

    if (order == 0)
        order = CMP(a->trace.lo, b->trace.lo);
    return order ? order : CMP(a->trace.hi, b->trace.hi);
}

SORT_BY(span_by_id, jaeger_order, THEN(compare_ids(a, b)), ASC(pending))

static bool sort_pending(jaeger *g)
{
    g->order.n = 0;
    for (size_t i = 0; i < g->pending.n; i++)
        if (!corr_vec_push(g->t.b, &g->order,
                           (jaeger_order){ g->pending.v[i].row.id,
                                           g->pending.v[i].row.trace,
                                           (uint32_t)i }))
            return false;
    if (g->order.n)
        qsort(g->order.v, g->order.n, sizeof *g->order.v, span_by_id);
    return true;
}

/* The pending span with this id in the trace of span `of`, other than `of`.
 * NULL: no such span. */
static jaeger_pending *find_pending(const jaeger *g, const jaeger_pending *of,
                                    uint64_t id)
{
    const jaeger_order key = { .id = id, .trace = of->row.trace };
    size_t lo = 0;

    LOWER_BOUND(lo, g->pending.n, i, compare_ids(&g->order.v[i], &key) < 0);
    if (lo < g->pending.n && &g->pending.v[g->order.v[lo].pending] == of)
        lo++;
    if (!id || lo >= g->pending.n || compare_ids(&g->order.v[lo], &key) != 0)
        return NULL;
    return &g->pending.v[g->order.v[lo].pending];
}

/* Marks spans shared by client and server; only the kind of a span separates
 * the two. */
static void mark_shared(jaeger *g)
{
    for (size_t i = 0, end; i < g->pending.n; i = end) {
        bool has_client = false;

        for (end = i; end < g->pending.n &&
                      compare_ids(&g->order.v[i], &g->order.v[end]) == 0;
             end++)
            has_client |= g->pending.v[g->order.v[end].pending].row.kind ==
                          CORR_SPAN_CLIENT;
        for (size_t k = i; has_client && k < end; k++) {
            corr_span_row *row = &g->pending.v[g->order.v[k].pending].row;

            if (row->kind == CORR_SPAN_SERVER)
                row->flags |= CORR_SPAN_SHARED;
        }
    }
}

/* ---- parents ------------------------------------------------------------ */

/* Whether one span is below another.  A span may follow from one that it
 * caused; that span is not its parent. */
static bool is_below(const jaeger *g, const jaeger_pending *s,
                     const jaeger_pending *above)
{
    for (int i = 0; s && i < WALK_MOST; i++) {
        if (s->row.parent == above->row.id)
            return true;
        s = find_pending(g, s, s->row.parent);
    }
    return false;
}

/* The first reference of this rank to a present span. */
static uint32_t first_found(const jaeger *g, const jaeger_pending *s,
                            jaeger_rank rank)
{
    for (uint32_t i = 0; i < s->nref; i++) {
        const jaeger_ref *r = &g->ref.v[s->ref + i];
        const jaeger_pending *to =
            r->rank == rank ? find_pending(g, s, r->span) : NULL;

        if (to && (rank == JAEGER_CHILD_OF || !is_below(g, to, s)))
            return i + 1;
    }
    return 0;
}

/* 1 + the reference to the parent; 0: no parent.  A missing parent is still the
 * parent. */
static uint32_t parent_ref(const jaeger *g, const jaeger_pending *s)
{
    static const jaeger_rank named[] = { JAEGER_CHILD_OF, JAEGER_PARENT_ID,
                                         JAEGER_FOLLOWS_FROM };

    for (int rank = JAEGER_CHILD_OF; rank <= JAEGER_PARENT_ID; rank++) {
        const uint32_t found = first_found(g, s, (jaeger_rank)rank);

        if (found)
            return found;
    }
    for (size_t k = 0; k < sizeof named / sizeof named[0]; k++)
        for (uint32_t i = 0; i < s->nref; i++) {
            const jaeger_ref *r = &g->ref.v[s->ref + i];

            if (r->rank == named[k] && !find_pending(g, s, r->span))
                return i + 1;
        }
    return 0;
}

static void choose_parent(jaeger *g, jaeger_pending *s)
{
    const uint32_t chosen = parent_ref(g, s);

    if (!chosen)
        return;
    jaeger_ref *r = &g->ref.v[s->ref + chosen - 1];
    s->row.parent = r->span;
    if (r->rank == JAEGER_FOLLOWS_FROM)
        s->row.flags |= CORR_SPAN_FOLLOWS;
    r->rank = JAEGER_PARENT_ID; /* not a link */
}

/* ---- release ------------------------------------------------------------ */

static void release_span(jaeger *g, jaeger_pending *s, bool is_last)
{
    s->row.proc = process_of(g, s, is_last);
    const corr_span span = corr_add_span(g->t.b, &s->row);
    if (!g->t.attrs || !span.i)
        return;
    for (uint32_t i = 0; i < s->nevent; i++) {
        const jaeger_event *e = &g->event.v[s->event + i];

        corr_add_event(g->t.b, span, e->time, e->name, e->attrs);
    }
    for (uint32_t i = 0; i < s->nref; i++) {
        const jaeger_ref *r = &g->ref.v[s->ref + i];

        if (r->rank != JAEGER_PARENT_ID)
            corr_add_link(g->t.b, span, r->trace, r->span, (corr_labels){ 0 });
    }
}

/* Whether spans must be looked up by id. */
static bool needs_order(const jaeger *g)
{
    bool has_client = false, has_server = false;

    for (size_t i = 0; i < g->pending.n; i++) {
        const jaeger_pending *h = &g->pending.v[i];

        if (h->nref > 0)
            return true;
        has_client |= h->row.kind == CORR_SPAN_CLIENT;
        has_server |= h->row.kind == CORR_SPAN_SERVER;
    }
    return has_client && has_server;
}

static void resolve_pending(jaeger *g)
{
    mark_shared(g);
    for (size_t i = 0; i < g->pending.n; i++)
        if (g->pending.v[i].nref > 0)
            choose_parent(g, &g->pending.v[i]);
}

void jaeger_release(jaeger *g, bool is_last)
{
    if (needs_order(g) && sort_pending(g))
        resolve_pending(g);
    for (size_t i = 0; i < g->pending.n; i++)
        release_span(g, &g->pending.v[i], is_last);
    g->pending.n = g->ref.n = g->event.n = 0;
}
