#include "activation.h"

#include "base.h"

/* An activation, on a thread that has this number among those that have any. */
typedef struct active {
    sweep_scope scope;
    uint32_t thread; /* the first row of the thread */
    uint32_t order;
} active;

typedef struct listing {
    const corr_store *st;
    const input *in;
    activations *a;
    uint32_t *same; /* [threads] the first row of the same thread */
    vec(active) active;
} listing;

/* A thread may have several rows, of several names: its number decides. */
static bool find_same(listing *l)
{
    const size_t n = l->in->thread.n;
    corr_map vm = { 0 };
    corr_map os = { 0 };
    bool ok = true;

    l->same = calloc(n, sizeof *l->same);
    for (uint32_t i = 1; ok && l->same && i < n; i++) {
        const thread_row *r = &l->in->thread.v[i];
        bool is_new = false;
        uint32_t *slot = NULL;
        if (r->vm_id)
            slot = corr_map_u64(&vm, (uint64_t)r->vm_id, &is_new);
        else if (r->os_id)
            slot = corr_map_u64(&os, (uint64_t)r->os_id, &is_new);
        ok = slot || (!r->vm_id && !r->os_id);
        if (slot && is_new)
            *slot = i;
        l->same[i] = slot ? *slot : i;
    }
    corr_map_clear(&vm);
    corr_map_clear(&os);
    return ok && l->same;
}

/* ---- rows --------------------------------------------------------------- */

static uint32_t who_of(const listing *l, const segment *g, size_t row)
{
    const spans *s = &l->st->spans;
    corr_trace_id trace = { 0, 0 };

    if (g->trace)
        trace = (corr_trace_id){ g->trace[2 * row], g->trace[2 * row + 1] };
    const uint32_t span =
        g->span ? spans_find(s, trace, g->span[row], NULL) : 0;
    if (span)
        return span;
    const uint32_t root =
        g->root ? spans_find(s, trace, g->root[row], NULL) : 0;
    return root ? root | ACTIVATION_REQUEST : 0;
}

static bool names_any(const segment *g, size_t row)
{
    return (g->span && g->span[row]) || (g->root && g->root[row]);
}

/* Ends the one that lasted until now; *last is 1 + its place. */
static void end_last(listing *l, uint32_t *last, int64_t time)
{
    if (*last)
        l->active.v[*last - 1].scope.to = time;
    *last = 0;
}

static bool list_segment(listing *l, const segment *g)
{
    uint32_t *last = calloc(l->in->thread.n, sizeof *last);
    bool ok = last != NULL;

    for (size_t i = 0; ok && g->time && g->thread && i < g->n; i++) {
        const uint32_t thread = l->same[g->thread[i]];
        const int64_t from = g->time[i];
        const int64_t length = g->dur ? g->dur[i] : 0;
        if (!thread || from == CORR_NO_TIME)
            continue;
        if (length == CORR_UNTIL_NEXT)
            end_last(l, &last[thread], from);
        if (!names_any(g, i) || (length <= 0 && length != CORR_UNTIL_NEXT))
            continue;
        const int64_t to =
            length == CORR_UNTIL_NEXT ? INT64_MAX : add_clamped(from, length);
        ok = l->active.n < UINT32_MAX &&
             vec_push(&l->active, (active){ { from, to, who_of(l, g, i) },
                                            thread,
                                            (uint32_t)l->active.n });
        if (length == CORR_UNTIL_NEXT)
            last[thread] = (uint32_t)l->active.n;
    }
    free(last);
    return ok;
}

/* ---- lanes -------------------------------------------------------------- */

static int by_thread_start(const void *va, const void *vb)
{
    const active *a = va;
    const active *b = vb;

    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->scope.from != b->scope.from)
        return a->scope.from < b->scope.from ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Those of one thread together.  Rows come in the order of time, so that what
 * a thread has is in order already, unless it has some of several kinds. */
static bool sort_active(listing *l)
{
    const size_t n = l->active.n;
    active *sorted = calloc(n, sizeof *sorted);
    uint32_t *at = calloc(l->in->thread.n + 1, sizeof *at);
    bool ok = sorted && at, in_order = true;

    for (size_t i = 0; ok && i < n; i++)
        at[l->active.v[i].thread + 1]++;
    for (size_t i = 0; ok && i < l->in->thread.n; i++)
        at[i + 1] += at[i];
    for (size_t i = 0; ok && i < n; i++)
        sorted[at[l->active.v[i].thread]++] = l->active.v[i];
    for (size_t i = 1; ok && in_order && i < n; i++)
        in_order = by_thread_start(&sorted[i - 1], &sorted[i]) < 0;
    if (ok && !in_order)
        qsort(sorted, n, sizeof *sorted, by_thread_start);
    free(at);
    if (!ok) {
        free(sorted);
        return false;
    }
    free(l->active.v);
    l->active.v = sorted;
    l->active.room = n;
    return true;
}

static bool make_lanes(listing *l, sweep *w)
{
    const size_t n = l->active.n;
    sweep_scope *scope = malloc(n * sizeof *scope);
    bool ok = scope && sort_active(l);

    l->a->lane_of = calloc(l->in->thread.n, sizeof *l->a->lane_of);
    ok = ok && l->a->lane_of;
    for (size_t i = 0; ok && i < n; i++)
        scope[i] = l->active.v[i].scope;
    for (size_t i = 0, end; ok && i < n; i = end) {
        const uint32_t thread = l->active.v[i].thread;
        for (end = i + 1; end < n && l->active.v[end].thread == thread;)
            end++;
        ok = sweep_scopes(w, scope + i, end - i);
        l->a->lane_of[thread] = (uint32_t)w->lane.n;
    }
    for (uint32_t i = 1; ok && i < l->in->thread.n; i++)
        l->a->lane_of[i] = l->a->lane_of[l->same[i]];
    free(scope);
    return ok;
}

bool activations_of(activations *a, const corr_store *st, uint32_t in, sweep *w)
{
    listing l = { .st = st, .in = store_input(st, in), .a = a };
    bool ok = true;

    *a = (activations){ 0 };
    for (size_t s = 1; ok && s < l.in->segment.n; s++) {
        const segment *g = &l.in->segment.v[s];
        if (l.in->kind.v[g->kind].flags & CORR_KIND_CONTEXT && g->n)
            ok = (l.same || find_same(&l)) && list_segment(&l, g);
    }
    if (ok && l.active.n)
        ok = make_lanes(&l, w);
    vec_free(&l.active);
    free(l.same);
    return ok;
}

void activations_clear(activations *a)
{
    free(a->lane_of);
    *a = (activations){ 0 };
}
