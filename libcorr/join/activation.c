#include "join/activation.h"

#include "base/base.h"
#include "corr_sort.h"
#include "model/sample_times.h"

typedef struct activation_rows {
    const corr_store *st;
    uint32_t proc;       /* of the recording; 0: unknown */
    corr_trace_id trace; /* the last trace that was searched for a request */
    uint32_t request;    /* the only request of the process in that trace, or
                          * 0 */
    const input *in;
    activations *a;
    uint32_t *same;  /* [threads] the first row of the same thread */
    uint32_t *place; /* row numbers through all segments, by thread */
    uint32_t *end;   /* [threads + 1] the end of each thread's rows */
    vec(active_spans_scope) scope; /* scopes of the current thread */
    sampled *sampled;
} activation_rows;

/* Maps each thread to the first row with its number: a thread may have several
 * rows with several names. */
static bool find_same(activation_rows *l)
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

/* ---- rows ----------------------------------------------------------- */

/* The only local root of the process in a trace; 0: there is not exactly one.
 * Keeps the last answer, because neighbouring rows are usually of one trace. */
static uint32_t request_of(activation_rows *l, corr_trace_id trace)
{
    if (trace.hi != l->trace.hi || trace.lo != l->trace.lo)
        l->request = spans_root_in(&l->st->spans, trace, l->proc, NULL);
    l->trace = trace;
    return l->request;
}

/* The span of an id of an activation; of several, the only one of the process
 * that ran then. */
static uint32_t span_of_id(const corr_store *st, uint32_t proc,
                           const segment *g, size_t row, uint64_t id)
{
    bool several;
    const uint32_t span =
        spans_find(&st->spans, segment_trace(g, row), id, &several);
    const int64_t from = g->time ? g->time[row] : CORR_NO_TIME;
    const int64_t length = g->dur && g->dur[row] > 0 ? g->dur[row] : 0;
    spans_meant m;

    if (!several)
        return span;
    spans_named(&st->spans, st->input.v,
                &(span_clue){ .trace = segment_trace(g, row),
                              .id = id,
                              .proc = proc,
                              .from = from,
                              .to = add_clamped(from, length) },
                &m);
    return m.n == 1 ? m.span[0] : 0;
}

uint32_t activation_span(const corr_store *st, uint32_t in, const segment *g,
                         size_t row)
{
    return span_of_id(st, st->match.v[in].proc, g, row, g->span[row]);
}

static uint32_t resolve_row(activation_rows *l, const segment *g, size_t row)
{
    const corr_trace_id trace = segment_trace(g, row);
    const uint32_t span =
        g->span ? span_of_id(l->st, l->proc, g, row, g->span[row]) : 0;
    if (span)
        return span;
    uint32_t root =
        g->root ? span_of_id(l->st, l->proc, g, row, g->root[row]) : 0;
    if (!root && (trace.hi | trace.lo))
        root = request_of(l, trace);
    return root ? root | ACTIVATION_REQUEST : 0;
}

static bool names_any(const segment *g, size_t row)
{
    return (g->span && g->span[row]) || (g->root && g->root[row]);
}

/* ---- rows by thread ------------------------------------------------- */

/* The thread of a row; 0: the row has no time or no thread. */
static uint32_t thread_of_row(const activation_rows *l, const segment *g,
                              size_t row)
{
    return g->time && g->time[row] != CORR_NO_TIME ? l->same[g->thread[row]]
                                                   : 0;
}

/* The number of rows of a segment that may be activations. */
static size_t context_rows(const activation_rows *l, const segment *g)
{
    return activation_is(l->in, g) ? g->n : 0;
}

/* Counts the rows of each thread into end[thread + 1].  Returns the number of
 * all rows, including rows without a thread. */
static size_t count_rows(activation_rows *l)
{
    activation_row a = { 0 };
    size_t n = 0;

    for (; activation_next(l->in, &a); n++) {
        const uint32_t thread = thread_of_row(l, a.g, a.row);
        l->end[thread + 1] += thread != 0;
    }
    return n;
}

/* Fills in place.  Rows are ordered by time, and so are the rows of a thread,
 * unless it has activations of several kinds. */
static void place_rows(activation_rows *l)
{
    activation_row a = { 0 };

    for (size_t i = 0; i < l->in->thread.n; i++)
        l->end[i + 1] += l->end[i];
    for (uint32_t number = 0; activation_next(l->in, &a); number++) {
        const uint32_t thread = thread_of_row(l, a.g, a.row);
        if (thread)
            l->place[l->end[thread]++] = number;
    }
}

/* ---- lanes ---------------------------------------------------------- */

/* Finds the row of a number, fastest if numbers ascend from call to call. */
typedef struct row_finder {
    const segment *g;
    size_t before; /* rows in the segments before g */
} row_finder;

static size_t find_row(const activation_rows *l, row_finder *f, size_t number)
{
    if (number < f->before)
        *f = (row_finder){ .g = &l->in->segment.v[0] };
    while (number - f->before >= context_rows(l, f->g))
        f->before += context_rows(l, f->g++);
    return number - f->before;
}

/* Adds the scope of a row.  `number` stands for its span.  *until is 1 + the
 * index of the open scope of this kind, which the row ends; 0: no scope is
 * open. */
static bool add_scope(activation_rows *l, const segment *g, size_t row,
                      uint32_t number, size_t *until)
{
    const int64_t from = g->time[row];
    const int64_t length = g->dur ? g->dur[row] : 0;

    if (length == CORR_UNTIL_NEXT) {
        if (*until)
            l->scope.v[*until - 1].to = from;
        *until = 0;
    }
    if (!names_any(g, row) || (length <= 0 && length != CORR_UNTIL_NEXT))
        return true;
    const int64_t to =
        length == CORR_UNTIL_NEXT ? INT64_MAX : add_clamped(from, length);
    if (!vec_push(&l->scope, (active_spans_scope){ from, to, number }))
        return false;
    if (length == CORR_UNTIL_NEXT)
        *until = l->scope.n;
    return true;
}

/* Adds the scopes of rows [from,to). */
static bool add_scopes(activation_rows *l, uint32_t from, uint32_t to)
{
    row_finder f = { .g = &l->in->segment.v[0] };
    size_t until = 0;
    bool ok = true;

    l->scope.n = 0;
    for (uint32_t i = from; ok && i < to; i++) {
        const segment *before = f.g;
        const size_t row = find_row(l, &f, l->place[i]);
        until = f.g == before ? until : 0;
        ok = add_scope(l, f.g, row, l->place[i], &until);
    }
    return ok;
}

/* Drops scopes during which no sample was taken, and resolves the others to
 * spans. */
static void name_scopes(activation_rows *l, uint32_t thread)
{
    row_finder f = { .g = &l->in->segment.v[0] };
    size_t n = 0;

    for (size_t i = 0; i < l->scope.n; i++) {
        active_spans_scope s = l->scope.v[i];
        if (!sample_times_within(l->sampled, thread, s.from, s.to))
            continue;
        const size_t row = find_row(l, &f, s.who);
        s.who = resolve_row(l, f.g, row);
        l->scope.v[n++] = s;
    }
    l->scope.n = n;
}

SORT_BY(scope_by_start, active_spans_scope, ASC(from), ASC(who))

/* Orders scopes by start; scopes with equal starts keep their order, because
 * `who` is still the number of a row. */
static void sort_scopes(activation_rows *l)
{
    active_spans_scope *v = l->scope.v;
    const size_t n = l->scope.n;
    size_t at = 1;

    while (at < n && v[at - 1].from <= v[at].from)
        at++;
    if (at < n)
        qsort(v, n, sizeof *v, scope_by_start);
}

/* Makes the lane of a thread from rows [from,to), if the thread has
 * activations. */
static bool make_lane(activation_rows *l, active_spans *w, uint32_t thread,
                      uint32_t from, uint32_t to)
{
    if (!add_scopes(l, from, to))
        return false;
    if (!l->scope.n)
        return true;
    if (!l->a->lane_of)
        l->a->lane_of = calloc(l->in->thread.n, sizeof *l->a->lane_of);
    if (!l->a->lane_of)
        return false;
    sort_scopes(l);
    name_scopes(l, thread);
    if (!active_spans_scopes(w, l->scope.v, l->scope.n))
        return false;
    l->a->lane_of[thread] = (uint32_t)w->lane.n;
    return true;
}

/* Makes the lanes thread by thread, so the scopes of only one thread are in
 * memory. */
static bool make_lanes(activation_rows *l, active_spans *w)
{
    const size_t nthread = l->in->thread.n;
    bool ok = true;

    for (uint32_t t = 1; ok && t < nthread; t++)
        ok = make_lane(l, w, t, l->end[t - 1], l->end[t]);
    for (uint32_t t = 1; ok && l->a->lane_of && t < nthread; t++)
        l->a->lane_of[t] = l->a->lane_of[l->same[t]];
    return ok;
}

bool activations_of(activations *a, const corr_store *st, uint32_t in,
                    active_spans *w)
{
    sampled when = { 0 };
    activation_rows l = { .st = st,
                          .proc = st->match.v[in].proc,
                          .in = store_input(st, in),
                          .a = a,
                          .sampled = &when };
    bool ok = true;

    *a = (activations){ 0 };
    if (activation_next(l.in, &(activation_row){ 0 })) {
        l.end = calloc(l.in->thread.n + 1, sizeof *l.end);
        ok = l.end && find_same(&l);
        const size_t n = ok ? count_rows(&l) : 0;
        l.place =
            ok && n < UINT32_MAX ? malloc((n + 1) * sizeof *l.place) : NULL;
        ok = l.place && sample_times_of(&when, l.in, l.same, n);
    }
    if (ok && l.place) {
        place_rows(&l);
        ok = make_lanes(&l, w);
    }
    sample_times_clear(&when);
    vec_free(&l.scope);
    free(l.place);
    free(l.end);
    free(l.same);
    return ok;
}

void activations_clear(activations *a)
{
    free(a->lane_of);
    *a = (activations){ 0 };
}
