#include "join/thread_lanes.h"

#include "corr_sort.h"

enum {
    MOST_PAIRS = 1 << 24, /* comparisons of names, at most */
    MOST_USES = 32        /* threads that a useful name may fit */
};

/* ---- spans by process ----------------------------------------------- */

typedef struct placed {
    int64_t start;
    uint32_t proc, span;
} placed;

SORT_BY(by_proc_start, placed, ASC(proc), ASC(start), ASC(span))

/* Lists spans that can hold a sample: their time is known and not empty.  When
 * the calls ran that a span stands for is not known. */
static size_t list_placed(const corr_store *st, placed *list)
{
    size_t n = 0;

    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        stretch ran;
        if (span_ran(store_span(st, i), &ran) && ran.to > ran.from &&
            !spans_summary(&st->spans, i))
            list[n++] = (placed){ ran.from, st->spans.proc.v[i], i };
    }
    return n;
}

bool thread_lanes_spans_of(thread_lanes_spans *s, const corr_store *st)
{
    const size_t procs = st->spans.service_of.n;
    placed *list = malloc(st->spans.at.n * sizeof *list);

    *s = (thread_lanes_spans){ malloc(st->spans.at.n * sizeof *s->span),
                               calloc(procs + 2, sizeof *s->at) };
    if (!list || !s->span || !s->at) {
        free(list);
        return false;
    }
    const size_t n = list_placed(st, list);
    qsort(list, n, sizeof *list, by_proc_start);
    for (size_t i = 0; i < n; i++) {
        s->span[i] = list[i].span;
        s->at[list[i].proc + 1] = (uint32_t)i + 1;
    }
    for (size_t p = 1; p <= procs; p++) /* processes without spans */
        if (s->at[p] < s->at[p - 1])
            s->at[p] = s->at[p - 1];
    free(list);
    return true;
}

void thread_lanes_spans_clear(thread_lanes_spans *s)
{
    free(s->span);
    free(s->at);
    *s = (thread_lanes_spans){ 0 };
}

/* ---- threads of spans ----------------------------------------------- */

/* The input and row of a span's thread; row 0: unknown. */
static uint32_t thread_of_span(const corr_store *st, uint32_t span,
                               uint32_t *in)
{
    const span_row *r = store_span(st, span);

    *in = st->spans.at.v[span].input;
    return r->flags & CORR_SPAN_RECORDED ? 0 : r->thread;
}

/* A thread of spans. */
typedef struct track {
    uint32_t in, thread; /* one of its rows */
    uint32_t n;          /* number of spans */
} track;

typedef struct track_list {
    lanes *l;
    corr_map by_row, by_name; /* -> 1 + track */
    vec(track) track;
    uint32_t *of; /* [l->span.n] 1 + track; 0: no track */
} track_list;

/* The track of a thread: found by its number, else by its name, so one thread
 * in two files is one track. */
static uint32_t *track_slot(track_list *t, uint32_t in, uint32_t thread)
{
    struct {
        int64_t id;
        uint64_t what;
    } key = { 0, 0 };
    const input *rows = store_input(t->l->st, in);
    const thread_row *r = &rows->thread.v[thread];

    if (r->vm_id || r->os_id) {
        key.id = r->vm_id ? r->vm_id : r->os_id;
        key.what = r->vm_id ? 1 : 2;
        return corr_map_bytes(&t->by_name, &key, sizeof key, NULL);
    }
    const corr_str name = input_text(rows, r->name);
    return corr_map_bytes(&t->by_name, name.p, name.n, NULL);
}

static bool find_track(track_list *t, uint32_t in, uint32_t thread,
                       uint32_t *found)
{
    bool is_new;
    uint32_t *row =
        corr_map_u64(&t->by_row, (uint64_t)in << 32 | thread, &is_new);

    if (!row)
        return false;
    if (is_new) {
        uint32_t *slot = track_slot(t, in, thread);
        if (!slot)
            return false;
        if (!*slot && !vec_push(&t->track, (track){ in, thread, 0 }))
            return false;
        *row = *slot = *slot ? *slot : (uint32_t)t->track.n;
    }
    *found = *row;
    return true;
}

static bool list_tracks(track_list *t)
{
    const lanes *l = t->l;

    t->of = calloc(l->span.n, sizeof *t->of);
    if (!t->of)
        return false;
    for (size_t i = 0; i < l->span.n; i++) {
        uint32_t in;
        const uint32_t thread = thread_of_span(l->st, l->span.v[i], &in);
        if (!thread)
            continue;
        if (!find_track(t, in, thread, &t->of[i]))
            return false;
        t->track.v[t->of[i] - 1].n++;
    }
    return true;
}

/* Makes a lane for each track. */
static bool sweep_tracks(track_list *t)
{
    lanes *l = t->l;
    uint32_t *span = malloc(l->span.n * sizeof *span);
    size_t *end = calloc(t->track.n, sizeof *end);
    bool ok = span && end;
    size_t at = 0;

    for (size_t k = 0; ok && k < t->track.n; k++) {
        end[k] = at;
        at += t->track.v[k].n;
    }
    for (size_t i = 0; ok && i < l->span.n; i++)
        if (t->of[i])
            span[end[t->of[i] - 1]++] = l->span.v[i];
    for (size_t k = 0; ok && k < t->track.n; k++)
        ok = active_spans_spans(l->w, l->st, span + end[k] - t->track.v[k].n,
                                t->track.v[k].n, l->proc);
    free(span);
    free(end);
    return ok;
}

/* ---- threads of the profile ----------------------------------------- */

/* Lists the threads of the profile that use a lane. */
static bool use_lane(thread_index *x, lanes *l, const track *t, uint32_t lane)
{
    thread_found f = { .n = 0 };

    if (x->pairs < MOST_PAIRS)
        f = thread_index_find(x, store_input(l->st, t->in), t->thread);
    if (!f.n || f.n > MOST_USES) {
        l->strange = true;
        return true;
    }
    for (uint32_t i = 0; i < f.n; i++)
        if (!vec_push(&l->use, (lane_use){ f.row[i], lane, f.n, f.fit }))
            return false;
    return true;
}

/* By thread, the most certain first. */
SORT_BY(lane_use_by_thread, lane_use, ASC(thread), DESC(fit), ASC(lane))

static bool index_uses(lanes *l, size_t threads)
{
    size_t at = 0;

    l->use_at = calloc(threads + 1, sizeof *l->use_at);
    if (!l->use_at)
        return false;
    vec_sort(&l->use, lane_use_by_thread);
    for (size_t i = 0, end; i < l->use.n; i = end) {
        const uint32_t thread = l->use.v[i].thread;
        for (end = i + 1; end < l->use.n && l->use.v[end].thread == thread;)
            end++;
        if (end - i > MOST_USES) {
            l->strange = true;
            continue;
        }
        memmove(&l->use.v[at], &l->use.v[i], (end - i) * sizeof *l->use.v);
        at += end - i;
        l->use_at[thread + 1] = (uint32_t)at;
    }
    l->use.n = at;
    for (size_t t = 1; t <= threads; t++)
        if (l->use_at[t] < l->use_at[t - 1])
            l->use_at[t] = l->use_at[t - 1];
    return true;
}

static bool use_tracks(track_list *t, uint32_t in, uint32_t first)
{
    corr_arena arena = { .limit = SIZE_MAX };
    thread_index x = { 0 };
    bool ok = thread_index_of(&x, store_input(t->l->st, in), false, &arena);

    for (size_t k = 0; ok && k < t->track.n; k++)
        ok = use_lane(&x, t->l, &t->track.v[k], first + (uint32_t)k);
    corr_arena_clear(&arena);
    return ok;
}

/* ---- lanes of an input ---------------------------------------------- */

static bool pick_spans(lanes *l, const thread_lanes_spans *all, int64_t from,
                       int64_t to)
{
    for (uint32_t i = all->at[l->proc]; i < all->at[l->proc + 1]; i++) {
        stretch ran;
        if (span_ran(store_span(l->st, all->span[i]), &ran) && ran.from <= to &&
            ran.to >= from && !vec_push(&l->span, all->span[i]))
            return false;
    }
    return true;
}

bool thread_lanes_of(lanes *l, const corr_store *st,
                     const thread_lanes_spans *all, active_spans *w,
                     uint32_t in, int64_t from, int64_t to)
{
    track_list t = { .l = l };
    const uint32_t first = (uint32_t)w->lane.n;

    *l = (lanes){ .st = st, .w = w, .proc = st->match.v[in].proc };
    bool ok = pick_spans(l, all, from, to);
    if (ok && l->span.n) {
        ok = list_tracks(&t);
        if (ok && t.track.n)
            ok = sweep_tracks(&t) && use_tracks(&t, in, first);
        l->known = t.track.n > 0;
        for (size_t i = 0; ok && i < l->span.n; i++)
            l->strange |= !t.of[i];
    }
    ok = ok && index_uses(l, store_input(st, in)->thread.n);
    corr_map_clear(&t.by_row);
    corr_map_clear(&t.by_name);
    vec_free(&t.track);
    free(t.of);
    return ok;
}

void thread_lanes_clear(lanes *l)
{
    vec_free(&l->span);
    vec_free(&l->use);
    free(l->use_at);
    *l = (lanes){ 0 };
}

/* ---- the process as one lane ---------------------------------------- */

SORT_BY(placed_by_start, placed, ASC(start), ASC(span))

/* Lists the spans of the process and their children in other processes, during
 * which they wait. */
static bool list_process(const lanes *l, uint32_t **span, size_t *n)
{
    const spans *all = &l->st->spans;
    uint8_t *in = calloc(all->at.n, 1);
    vec(placed) list = { 0 };
    bool ok = in != NULL;

    for (size_t i = 0; ok && i < l->span.n; i++) {
        const uint32_t mine = l->span.v[i];
        in[mine] = 1;
        const int64_t start = moment_order(store_span(l->st, mine)->start);
        ok = vec_push(&list, (placed){ start, l->proc, mine });
    }
    for (uint32_t i = 1; ok && i < all->at.n; i++) {
        stretch ran;
        if (!in[i] && in[all->up.v[i]] && all->proc.v[i] != l->proc &&
            span_ran(store_span(l->st, i), &ran) && ran.to > ran.from)
            ok = vec_push(&list, (placed){ ran.from, l->proc, i });
    }
    *span = ok ? malloc((list.n ? list.n : 1) * sizeof **span) : NULL;
    if (*span && list.n > l->span.n) /* the process's own spans are in order */
        qsort(list.v, list.n, sizeof *list.v, placed_by_start);
    for (size_t i = 0; *span && i < list.n; i++)
        (*span)[i] = list.v[i].span;
    *n = list.n;
    vec_free(&list);
    free(in);
    return *span != NULL;
}

bool thread_lanes_process(lanes *l, uint32_t *lane)
{
    uint32_t *span = NULL;
    size_t n = 0;

    if (!l->has_process) {
        const bool ok = list_process(l, &span, &n) &&
                        active_spans_spans(l->w, l->st, span, n, l->proc);
        free(span);
        if (!ok)
            return false;
        l->has_process = true;
        l->process = (uint32_t)l->w->lane.n - 1;
    }
    *lane = l->process;
    return true;
}
