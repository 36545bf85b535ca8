/*
 * waterfall - the spans of one trace as a tree in time.
 *
 * The spans come from the store's list, which has each copy once and sorts a
 * trace by start and id.  The view is depth first, so a subtree is a range, and
 * its order is that of the handles s1, s2, … unless clocks are shifted.
 * critical_path.c computes the waits, and waterfall_clock.c the clocks.
 */
#include "trace/waterfall.h"

#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "join/join.h"
#include "join/prepare.h"
#include "model/same_process.h"

typedef struct waterfall_maker {
    corr_waterfall *w;
    uint32_t *child, *sibling; /* [n] 1 + place in the trace; 0: none */
    int64_t *shift;            /* [n] by place; NULL: no shifts */
    stretch *seen;             /* [n] by place: time of the span and, if it is
                                  not all recorded, of its children */
} waterfall_maker;

/* ---- missing times ----------------------------------------------------- */

static const stretch unseen = { INT64_MAX, INT64_MIN };

/* Whether a span that is only sent off does not show how long its parent
 * took. */
static bool is_sent_off(const span_row *up, const span_row *s)
{
    return s->flags & CORR_SPAN_FOLLOWS ||
           (up->kind == CORR_SPAN_PRODUCER && s->kind == CORR_SPAN_CONSUMER);
}

/* Finds when each span was, children first.  A time that is not recorded is
 * taken from the children (corr-methods 3.1). */
static bool place_spans(waterfall_maker *m)
{
    const spans *all = &m->w->store->spans;
    const uint32_t first = m->w->first;

    m->seen = corr_arena_new(&m->w->arena, stretch, m->w->n);
    if (!m->seen)
        return false;
    for (uint32_t k = 0; k < m->w->n; k++)
        m->seen[k] = unseen;
    for (uint32_t d = m->w->n; d-- > 0;) {
        const uint32_t i = all->in_depth.v[first + d];
        const span_row *row = store_span(m->w->store, i);
        const int64_t shift = m->shift ? m->shift[i - first] : 0;
        const uint32_t up = all->up.v[i];
        stretch *me = &m->seen[i - first];
        if (moment_known(row->start))
            me->from = moment_order(moment_plus(row->start, shift));
        if (moment_known(row->end))
            me->to = moment_order(moment_plus(row->end, shift));
        if (moment_known(row->start) || moment_known(row->end))
            *me = moment_known(row->start)
                      ? (stretch){ me->from, max_i64(me->from, me->to) }
                      : (stretch){ min_i64(me->from, me->to), me->to };
        if (!up || me->from > me->to ||
            is_sent_off(store_span(m->w->store, up), row))
            continue;
        stretch *over = &m->seen[up - first];
        over->from = min_i64(over->from, me->from);
        over->to = max_i64(over->to, me->to);
    }
    return true;
}

/* ---- order ----------------------------------------------------------- */

typedef struct placed {
    int64_t start;
    uint32_t place;
} placed;

SORT_BY(placed_by_start, placed, ASC(start), ASC(place))

/* The places of the trace's spans by start. */
static placed *order_places(waterfall_maker *m)
{
    placed *at = corr_arena_new(&m->w->arena, placed, m->w->n);
    bool sorted = true;

    for (uint32_t k = 0; at && k < m->w->n; k++) {
        const stretch seen = m->seen[k];
        at[k] = (placed){ seen.from <= seen.to ? seen.from : INT64_MIN, k };
        sorted = sorted && (!k || at[k - 1].start <= at[k].start);
    }
    if (at && !sorted)
        qsort(at, m->w->n, sizeof *at, placed_by_start);
    return at;
}

/* Links the children of each span by start. */
static bool link_children(waterfall_maker *m, uint32_t *roots)
{
    const uint32_t n = m->w->n;
    const placed *at = order_places(m);

    m->child = corr_arena_new(&m->w->arena, uint32_t, n);
    m->sibling = corr_arena_new(&m->w->arena, uint32_t, n);
    if (!at || !m->child || !m->sibling)
        return false;
    *roots = 0;
    for (uint32_t i = n; i-- > 0;) {
        const uint32_t k = at[i].place;
        const uint32_t up = m->w->store->spans.up.v[m->w->first + k];
        uint32_t *list = up ? &m->child[up - m->w->first] : roots;
        m->sibling[k] = *list;
        *list = k + 1;
    }
    return true;
}

/* The next place after k, depth first.  A parent's subtree ends when the walk
 * leaves it. */
static uint32_t next_place(const waterfall_maker *m, uint32_t k, uint32_t *i,
                           uint32_t made)
{
    corr_waterfall *w = m->w;

    if (m->child[k])
        return m->child[k];
    for (;;) {
        w->time[*i].end_index = made;
        if (m->sibling[k]) {
            *i = w->time[*i].up;
            return m->sibling[k];
        }
        *i = w->time[*i].up;
        if (*i == CRITICAL_NONE)
            return 0;
        k = w->span[*i] - m->w->first;
    }
}

static bool order_spans(waterfall_maker *m)
{
    corr_waterfall *w = m->w;
    uint32_t next;
    uint32_t up = CRITICAL_NONE;

    w->span = corr_arena_new(&w->arena, uint32_t, w->n);
    w->depth = corr_arena_new(&w->arena, uint32_t, w->n);
    w->time = corr_arena_new(&w->arena, critical_span, w->n);
    if (!w->span || !w->depth || !w->time || !place_spans(m) ||
        !link_children(m, &next))
        return false;
    for (uint32_t made = 0; next && made < w->n;) {
        const uint32_t k = next - 1;
        const uint32_t me = made++;
        w->span[me] = m->w->first + k;
        w->time[me].up = up;
        w->depth[me] = up == CRITICAL_NONE ? 0 : w->depth[up] + 1;
        up = me;
        next = next_place(m, k, &up, made);
    }
    return true;
}

/* ---- times ----------------------------------------------------------- */

/* Sets a number per host name; equal names have equal numbers. */
static bool number_host(corr_map *hosts, corr_str name, uint32_t *number)
{
    bool is_new;

    *number = 0;
    if (!name.n)
        return true;
    uint32_t *at = corr_map_bytes(hosts, name.p, name.n, &is_new);
    if (!at)
        return false;
    if (is_new)
        *at = hosts->n;
    *number = *at;
    return true;
}

/* Sets the time of a span.  One that nothing places is a point where its parent
 * begins. */
static void set_time(const waterfall_maker *m, uint32_t i)
{
    critical_span *time = m->w->time;
    critical_span *s = &time[i];
    const stretch seen = m->seen[m->w->span[i] - m->w->first];
    const span_row *row = waterfall_row(m->w, i);
    stretch ran;

    s->unfinished = !span_ran(row, &ran);
    s->no_start = !moment_known(row->start);
    s->is_placed = seen.from <= seen.to;
    s->start = s->is_placed             ? seen.from
               : s->up == CRITICAL_NONE ? 0
                                        : time[s->up].start;
    s->end = s->is_placed ? seen.to : s->start;
    if (!s->is_placed && s->up == CRITICAL_NONE && row->length >= 0) {
        s->end = row->length; /* a request of its own, at an unknown time */
        s->unfinished = false;
    }
}

static bool copy_times(const waterfall_maker *m)
{
    corr_waterfall *w = m->w;
    corr_map hosts = { 0 };
    bool ok = true;

    for (uint32_t i = 0; ok && i < w->n; i++) {
        const span_row *row = waterfall_row(w, i);
        const input *in = waterfall_input(w, i);
        critical_span *s = &w->time[i];
        s->shift = m->shift ? m->shift[w->span[i] - m->w->first] : 0;
        set_time(m, i);
        s->id = row->id;
        s->proc = w->store->spans.proc.v[w->span[i]];
        s->kind = row->kind;
        s->failed = row->status == CORR_STATUS_ERROR;
        s->follows = (row->flags & CORR_SPAN_FOLLOWS) != 0;
        s->whole_ms = (row->flags & CORR_SPAN_MS_START) != 0;
        s->many = spans_summary(&w->store->spans, w->span[i]);
        ok = number_host(&hosts, input_text(in, in->proc.v[row->proc].host),
                         &s->host);
    }
    corr_map_clear(&hosts);
    return ok;
}

static bool index_ids(corr_waterfall *w)
{
    for (uint32_t i = 0; i < w->n; i++) {
        bool is_new;
        uint32_t *at =
            corr_map_u64(&w->by_id, waterfall_row(w, i)->id, &is_new);
        if (!at)
            return false;
        if (is_new)
            *at = i;
    }
    return true;
}

/* ---- facts ----------------------------------------------------------- */

static bool is_orphan(const corr_waterfall *w, uint32_t i)
{
    return w->time[i].up == CRITICAL_NONE && waterfall_row(w, i)->parent != 0;
}

static int64_t duration(const corr_waterfall *w, uint32_t i)
{
    return sub_clamped(w->time[i].end, w->time[i].start);
}

/* Whether the root belongs to a cycle of spans that name each other as
 * parents. */
static bool is_circle(const corr_waterfall *w, uint32_t i)
{
    const uint64_t parent = waterfall_row(w, i)->parent;

    return is_orphan(w, i) && corr_map_find_u64(&w->by_id, parent);
}

/* Prefers a root without a parent to a root with a missing parent, then the
 * longer one.  The first span is a root. */
static bool is_better_root(const corr_waterfall *w, uint32_t i, uint32_t best)
{
    if (is_orphan(w, i) != is_orphan(w, best))
        return is_orphan(w, best);
    return duration(w, i) > duration(w, best);
}

static bool has_warning(const input *in, const char *code)
{
    for (size_t i = 0; i < in->warning.n; i++)
        if (in->warning.v[i].code && strcmp(in->warning.v[i].code, code) == 0)
            return true;
    return false;
}

/* A row of the trace in an input, or 0.  Adds the number of its records, those
 * with half of its id as well. */
static uint32_t records_of(const corr_waterfall *w, const input *in,
                           uint32_t *n)
{
    const corr_trace_id id = w->facts.trace, low = { 0, id.lo };
    const uint32_t whole = input_trace(in, id);
    const spans *s = &w->store->spans;
    const uint32_t half = id.hi && spans_trace(s, low) == spans_trace(s, id)
                              ? input_trace(in, low)
                              : 0;

    *n += (whole ? in->trace.v[whole].n : 0) + (half ? in->trace.v[half].n : 0);
    return whole ? whole : half;
}

/* Counts the records of the trace in all files, and notes partial files. */
static uint32_t count_records(corr_waterfall *w)
{
    uint32_t n = 0;

    for (uint32_t in = 0; in < w->store->input.n; in++) {
        const input *rows = store_input(w->store, in);
        const uint32_t t = rows->trace.n ? records_of(w, rows, &n) : 0;
        if (!t)
            continue;
        w->facts.partial = w->facts.partial || has_warning(rows, "PARTIAL");
    }
    return n;
}

static void find_root(corr_waterfall *w)
{
    w->facts.root = 0;
    for (uint32_t i = 0; i < w->n; i++)
        if (w->time[i].up == CRITICAL_NONE &&
            is_better_root(w, i, w->facts.root))
            w->facts.root = i;
}

static void state_facts(corr_waterfall *w)
{
    corr_waterfall_facts *f = &w->facts;

    f->spans = w->n;
    f->start = INT64_MAX;
    f->end = INT64_MIN;
    for (uint32_t i = 0; i < w->n; i++) {
        f->calls =
            add_clamped(f->calls, w->time[i].many ? w->time[i].many->calls : 1);
        f->merged += w->time[i].many != NULL;
        if (w->time[i].is_placed) {
            f->start = min_i64(f->start, w->time[i].start);
            f->end = max_i64(f->end, w->time[i].end);
        }
        f->untimed += w->time[i].unfinished;
        if (w->time[i].up != CRITICAL_NONE)
            continue;
        f->roots++;
        f->orphans += is_orphan(w, i);
        f->circles += is_circle(w, i);
    }
    if (f->start > f->end)
        f->start = f->end = CORR_NO_TIME;
    const uint32_t records = count_records(w);
    f->copies = records > w->n ? records - w->n : 0;
}

/* ---- the span to explain --------------------------------------------- */

static void mark_row(const waterfall_maker *m, const join_segment *j,
                     size_t row, uint8_t *sampled)
{
    const join_part *part;
    join_part one;

    for (size_t k = join_parts(j, row, &one, &part); k-- > 0;)
        if (part[k].span - m->w->first < m->w->n)
            sampled[part[k].span - m->w->first] = 1;
}

/* Whether the samples show time; allocations do not. */
static bool shows_time(const corr_store *st, uint32_t in, const segment *s)
{
    return store_input(st, in)->kind.v[s->kind].unit != CORR_BYTES;
}

/* Marks the spans of the trace that have samples, by place. */
static void mark_sampled(const waterfall_maker *m, uint8_t *sampled)
{
    const corr_store *st = m->w->store;

    for (uint32_t in = 0; in < st->input.n; in++)
        for (uint32_t g = 1; g < store_input(st, in)->segment.n; g++) {
            const segment *s = &store_input(st, in)->segment.v[g];
            const join_segment *j = join_at(st->join, in, g);
            const size_t n = j->span && shows_time(st, in, s) ? s->n : 0;
            for (size_t row = 0; row < n; row++)
                mark_row(m, j, row, sampled);
        }
}

/* Chooses the span with the largest self time on the critical path, among the
 * spans with samples if any. */
static void choose_focus(waterfall_maker *m, const uint8_t *sampled)
{
    corr_waterfall *w = m->w;
    bool any = false;

    w->focus = w->facts.root;
    for (uint32_t i = 0; i < w->n; i++)
        any = any ||
              (sampled[w->span[i] - m->w->first] && w->time[i].critical > 0);
    int64_t best = 0;
    for (uint32_t i = 0; i < w->n; i++) {
        if (any && !sampled[w->span[i] - m->w->first])
            continue;
        if (w->time[i].critical > best) {
            best = w->time[i].critical;
            w->focus = i;
        }
    }
}

/* ---- the whole ------------------------------------------------------- */

static bool find_focus(waterfall_maker *m)
{
    uint8_t *sampled = corr_arena_new(&m->w->arena, uint8_t, m->w->n);

    if (!sampled)
        return false;
    mark_sampled(m, sampled);
    choose_focus(m, sampled);
    return true;
}

static bool make_waterfall(waterfall_maker *m, uint32_t trace,
                           clock_hosts *known)
{
    corr_waterfall *w = m->w;

    if (!order_spans(m) || !copy_times(m))
        return false;
    find_root(w);
    if (!waterfall_shifts(w, trace, known, &m->shift))
        return false;
    if (m->shift) {
        if (!order_spans(m) || !copy_times(m))
            return false;
        find_root(w);
    }
    if (!index_ids(w))
        return false;
    state_facts(w);
    if (!critical_of(&w->critical, w->time, w->n, w->facts.root, 0.01))
        return false;
    w->facts.clipped = w->critical.clipped;
    w->facts.clipped_ns = w->critical.clipped_ns;
    w->facts.dropped = w->critical.dropped;
    w->facts.nonblocking = w->critical.nonblocking;
    w->focus = w->facts.root;
    return true;
}

corr_waterfall *waterfall_of(corr_store *st, uint32_t trace,
                             clock_hosts *clocks, bool focus, corr_err *err)
{
    corr_waterfall *w = self_arena_new(corr_waterfall, err);

    if (!w)
        return NULL;
    const span_trace *t = &st->spans.trace.v[trace];
    w->store = st;
    w->n = t->n;
    w->first = t->first;
    w->facts.trace = t->id;

    waterfall_maker m = { .w = w };
    const corr_code code =
        (make_waterfall(&m, trace, clocks) && (!focus || find_focus(&m)))
            ? CORR_OK
            : corr_no_memory(err);
    return KEEP_IF(!code, w, corr_waterfall_free);
}

corr_waterfall *corr_waterfall_of(corr_store *st, corr_trace_id trace,
                                  corr_err *err)
{
    if (store_join(st, err) != CORR_OK)
        return NULL;
    const uint32_t at = spans_trace(&st->spans, trace);
    if (at == UINT32_MAX) {
        corr_fail(err, CORR_ENONE, "no span of this trace is here");
        return NULL;
    }
    return waterfall_of(st, at, NULL, true, err);
}

void corr_waterfall_free(corr_waterfall *w)
{
    if (!w)
        return;
    critical_clear(&w->critical);
    corr_map_clear(&w->by_id);
    clock_hosts_clear(&w->mine);
    self_arena_free(w);
}

/* ---- questions ------------------------------------------------------- */

corr_waterfall_facts corr_waterfall_facts_of(const corr_waterfall *w)
{
    return w->facts;
}

uint32_t corr_waterfall_size(const corr_waterfall *w)
{
    return w->n;
}

corr_span_view corr_waterfall_at(const corr_waterfall *w, uint32_t i)
{
    const spans *all = &w->store->spans;
    const span_row *row = waterfall_row(w, i);
    const input *in = waterfall_input(w, i);
    const proc_row *proc = &in->proc.v[row->proc];
    const critical_span *s = &w->time[i];
    const uint32_t number = w->span[i];
    int64_t took = -1;

    (void)span_took(row, &took);
    return (corr_span_view){
        .trace = spans_trace_of(all, number),
        .id = row->id,
        .parent = row->parent,
        .handle = all->handle.v[number],
        .up = s->up,
        .depth = w->depth[i],
        .end_index = s->end_index,
        .name = input_text(in, row->name),
        .service = input_text(in, proc->service),
        .instance = input_text(in, proc->instance),
        .host = input_text(in, proc->host),
        .version = input_text(in, proc->version),
        .thread = input_text(in, in->thread.v[row->thread].name),
        .status_text = input_text(in, row->status_text),
        .start = s->start,
        .end = s->end,
        .took = s->many && took >= 0 ? s->many->untold ? -1 : critical_busy(s)
                                     : took,
        .calls = s->many ? s->many->calls : 1,
        .busy = critical_busy(s),
        .untold = s->many && s->many->untold,
        .least = s->many ? s->many->least : duration(w, i),
        .most = s->many ? s->many->most : duration(w, i),
        .self = max_i64(0, sub_clamped(critical_busy(s), s->covered)),
        .self_lo = max_i64(0, sub_clamped(critical_busy(s), s->covered_most)),
        .self_hi = max_i64(0, sub_clamped(critical_busy(s), s->covered_least)),
        .critical = s->critical,
        .clipped = sub_clamped(duration(w, i), sub_clamped(s->to, s->from)),
        .kind = row->kind,
        .status = row->status,
        .orphan = is_orphan(w, i),
        .recorded = (row->flags & CORR_SPAN_RECORDED) != 0,
        .unfinished = s->unfinished,
        .has_start = !s->no_start,
        .is_placed = s->is_placed,
        .local_root = all->root.v[number] == number,
        .nonblocking = s->nonblocking,
        .dropped = s->dropped,
        .shift = s->shift,
        .shift_u =
            add_clamped(s->whole_ms ? 1000000 : 0,
                        s->shift ? w->clocks->u[waterfall_clock(w, i)] : 0),
        .running = s->running,
        .input = all->at.v[number].input,
        .row = all->at.v[number].row,
        .attrs = row->attrs,
    };
}

uint32_t corr_waterfall_sections(const corr_waterfall *w)
{
    return (uint32_t)w->critical.section.n;
}

corr_section corr_waterfall_section(const corr_waterfall *w, uint32_t i)
{
    const int64_t start = w->time[w->facts.root].start;
    corr_section s = w->critical.section.v[i];

    s.from -= start;
    s.to -= start;
    return s;
}

uint32_t corr_waterfall_find(const corr_waterfall *w, uint64_t span)
{
    const uint32_t *at = corr_map_find_u64(&w->by_id, span);

    return at ? *at : CRITICAL_NONE;
}

uint32_t corr_waterfall_asked(const corr_waterfall *w, const corr_query *q)
{
    const uint32_t *handle = w->store->spans.handle.v;
    uint32_t i = 0;

    if (!q->number)
        return corr_waterfall_find(w, q->span);
    while (i < w->n && handle[w->span[i]] != q->number)
        i++;
    return i < w->n ? i : CRITICAL_NONE;
}

uint32_t corr_waterfall_focus(const corr_waterfall *w)
{
    return w->focus;
}

bool corr_waterfall_apart(const corr_waterfall *w, uint32_t i, size_t of)
{
    const uint32_t proc = w->store->spans.proc.v[w->span[i]];
    const uint32_t its = w->store->match.v[of].proc;

    return proc && its && proc != its;
}

bool corr_waterfall_differs(const corr_waterfall *w, uint32_t i, size_t of)
{
    const input *in = waterfall_input(w, i);
    const input *its = store_input(w->store, (uint32_t)of);

    return !its->process.owner || /* samples have ids of another process */
           same_process(in, waterfall_row(w, i)->proc, its,
                        its->process.owner) == PROC_OTHER;
}

uint32_t corr_waterfall_nattrs(const corr_waterfall *w, uint32_t i)
{
    return waterfall_input(w, i)->label.set_n.v[waterfall_row(w, i)->attrs];
}

corr_label corr_waterfall_attr(const corr_waterfall *w, uint32_t i, uint32_t k)
{
    return input_label(waterfall_input(w, i), waterfall_row(w, i)->attrs, k);
}

int64_t corr_waterfall_children(const corr_waterfall *w, uint32_t i,
                                uint32_t *n)
{
    *n = w->time[i].children;
    return w->time[i].covered;
}
