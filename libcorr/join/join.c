#include "join/join.h"

#include <stdatomic.h>

#include "base/base.h"
#include "base/parallel.h"
#include "join/join_by_time.h"
#include "join/withdraw.h"
#include "store/duplicate_samples.h"
#include "store/process_match.h"
#include "store/selected_part.h"

enum {
    SCAN_MOST = 4096, /* spans of a trace that are searched for one sample */
    DEEPEST = 256,    /* steps from a span to an ancestor, at most */
};

/* The profile that is being joined. */
typedef struct profile_join {
    const corr_store *st;
    const spans *spans;
    const input *in;
    const process_match *match;
    const segment *seg;
    const span_profiles *named; /* spans that name the profile */
    timejoin *time;
    bool by_time;              /* rows of the segment can be joined by time */
    int64_t slack;             /* ns that a label may be early or late */
    corr_why unlabelled;       /* why a row without ids has no span */
    bool bad_labels;           /* some ids cannot be read */
    uint8_t *elsewhere;        /* by process: another profile has it; or NULL */
    duplicate_times duplicate; /* times at which other recordings of the process
                          * count */
} profile_join;

double join_certainty(const join_part *p)
{
    return thread_certainty((thread_fit)p->fit, p->fitting);
}

size_t join_parts(const join_segment *js, size_t row, join_part *one,
                  const join_part **parts)
{
    const uint32_t split = js->split ? js->split[row] : 0;

    *parts = one;
    if (!js->span || !js->span[row])
        return 0;
    if (split) {
        const uint32_t *at = js->divided->at.v + split - 1;
        *parts = &js->divided->part.v[at[0]];
        return at[1] - at[0];
    }
    *one = (join_part){ 1, js->span[row], js->rung[row], THREAD_SURE, 1 };
    return 1;
}

corr_rung join_window(const process_match *t, uint32_t service)
{
    return t->tied && (!service || t->service == service) ? CORR_RUNG_W
                                                          : CORR_RUNG_X;
}

/* Whether a span is below another one of the same local tree. */
static bool is_below(const spans *s, uint32_t span, uint32_t top)
{
    uint32_t at = span;

    for (unsigned k = 0; k < DEEPEST && at && at != s->root.v[span]; k++) {
        at = s->up.v[at];
        if (at == top)
            return true;
    }
    return false;
}

/* Finds the innermost spans of a request that may run code at t: active,
 * without an active descendant.  Returns the only one, or 0. */
static uint32_t only_active_span(const profile_join *j, uint32_t root,
                                 int64_t t)
{
    const spans *s = j->spans;
    const span_trace *trace = &s->trace.v[s->trace_of.v[root]];
    uint32_t found = 0;

    if (trace->n > SCAN_MOST)
        return 0;
    for (uint32_t i = trace->first; i < trace->first + trace->n; i++) {
        stretch ran;
        if (s->root.v[i] != root || !span_ran(store_span(j->st, i), &ran) ||
            !stretch_holds(ran, t))
            continue;
        if (!found || is_below(s, i, found))
            found = i;
        else if (!is_below(s, found, i)) /* a span may start with its child */
            return 0;
    }
    return found;
}

static verdict joined_to(uint32_t span, corr_rung rung)
{
    return (verdict){ .span = span, .rung = rung };
}

/* Joins a sample that names the local root of its request.  Its thread and time
 * select a span, or its time alone does. */
static verdict join_request(const profile_join *j, size_t row, uint32_t root)
{
    if (j->seg->time && j->seg->time[row] != CORR_NO_TIME) {
        uint32_t span =
            j->by_time ? timejoin_within(j->time, j->seg, row, root) : 0;
        span = span ? span : only_active_span(j, root, j->seg->time[row]);
        if (span)
            return joined_to(span, CORR_RUNG_R1);
    }
    return joined_to(root, CORR_RUNG_R2);
}

/* The ns that a label may be early or late.  If the thread is known to be the
 * span's, only the error of the clock counts. */
static int64_t slack_of(const profile_join *j, size_t row)
{
    return j->by_time && timejoin_knows(j->time, j->seg, row) ? j->time->u
                                                              : j->slack;
}

/* The reason why a time is outside of a span; NONE: it is inside. */
static corr_why outside_span(const span_row *r, int64_t t, int64_t slack)
{
    int64_t at;

    if (moment_get(r->end, &at) && t > add_clamped(at, slack))
        return CORR_WHY_AFTER_END;
    return moment_get(r->start, &at) && t < sub_clamped(at, slack)
               ? CORR_WHY_BEFORE_START
               : CORR_WHY_NONE;
}

/* The reason why a labelled sample was not taken while its span ran
 * (corr-methods 1.6); CLOCK: it would fit by another clock. */
static corr_why outside_label(const profile_join *j, size_t row, uint32_t span)
{
    if (!j->seg->time || j->seg->time[row] == CORR_NO_TIME)
        return CORR_WHY_NONE;
    const span_row *r = store_span(j->st, span);
    const int64_t t = j->seg->time[row];
    const int64_t slack = slack_of(j, row);

    const corr_why why = outside_span(r, t, slack);
    const bool fits =
        why && j->in->clock.fits &&
        !outside_span(r, add_clamped(t, j->in->clock.fits), slack);
    return fits ? CORR_WHY_CLOCK : why;
}

/* Restricts a sample of many ticks to the ticks that were taken while the span
 * of its label ran. */
static verdict clip_to_span(const profile_join *j, size_t row, uint32_t label,
                            verdict v)
{
    const span_row *r = store_span(j->st, label);
    const int64_t slack = slack_of(j, row);

    stretch ran;
    if (!j->by_time || !span_ran(r, &ran))
        return v;
    ran = stretch_widen(ran, slack);
    return timejoin_clip(j->time, j->seg, row, v, ran.from, ran.to);
}

/* Joins a sample that names a span that was not running.  Its thread may have
 * worked for another span of the request, as work that outlives the answer
 * does. */
static verdict join_stale(const profile_join *j, size_t row, uint32_t late,
                          corr_why why)
{
    const uint32_t span =
        j->by_time && why == CORR_WHY_AFTER_END
            ? timejoin_within(j->time, j->seg, row, j->spans->root.v[late])
            : 0;

    return span ? joined_to(span, CORR_RUNG_R1)
                : (verdict){ .why = why, .late = late };
}

static verdict join_span(const profile_join *j, size_t row, uint32_t span)
{
    const corr_why late = outside_label(j, row, span);

    if (late)
        return join_stale(j, row, span, late);
    /* Only an exact producer names a span that is not a local root. */
    if (j->match->scope == CORR_SCOPE_EXACT || j->spans->root.v[span] != span)
        return clip_to_span(j, row, span, joined_to(span, CORR_RUNG_S1));
    return clip_to_span(j, row, span, join_request(j, row, span));
}

static verdict join_root(const profile_join *j, size_t row, uint32_t root)
{
    const corr_why late = outside_label(j, row, root);

    return late ? join_stale(j, row, root, late) : join_request(j, row, root);
}

/* Joins a row by an id that several spans have: to the one of its process and
 * time; if several remain, it is shared among them. */
static verdict join_not_unique(const profile_join *j, size_t row, uint64_t id,
                               bool of_root)
{
    const segment *g = j->seg;
    const bool timed = g->time && g->time[row] != CORR_NO_TIME;
    const span_clue clue = { .trace = segment_trace(g, row),
                             .id = id,
                             .proc = j->match->proc,
                             .from = timed ? g->time[row] : j->in->from,
                             .to = timed ? g->time[row] : j->in->to,
                             .slack = timed ? slack_of(j, row) : 0 };
    spans_meant m;

    spans_named(j->spans, j->st->input.v, &clue, &m);
    if (m.n == 1)
        return of_root ? join_root(j, row, m.span[0])
                       : join_span(j, row, m.span[0]);
    return m.n ? timejoin_share(j->time, &m)
               : verdict_none(CORR_WHY_ID_NOT_UNIQUE);
}

/* Joins a row by its ids. */
static verdict judge_ids(const profile_join *j, size_t row)
{
    const segment *g = j->seg;
    uint64_t id = g->span ? g->span[row] : 0;
    uint64_t root_id = g->root ? g->root[row] : 0;
    const corr_trace_id trace = segment_trace(g, row);

    bool bad = g->labels && j->in->label.set_ids.v[g->labels[row]].bad;
    if (!id && !root_id && !(trace.hi | trace.lo))
        return verdict_none(bad ? CORR_WHY_LABEL_FORMAT : j->unlabelled);
    bool several = false;
    uint32_t span = spans_find(j->spans, trace, id, &several);
    if (several)
        return join_not_unique(j, row, id, false);
    if (span)
        return join_span(j, row, span);
    span = spans_find(j->spans, trace, root_id, &several);
    if (several)
        return join_not_unique(j, row, root_id, true);
    if (!span && (trace.hi | trace.lo))
        span = spans_root_in(j->spans, trace, j->match->proc, &several);
    if (span)
        return join_root(j, row, span);
    if (bad)
        return verdict_none(CORR_WHY_LABEL_FORMAT);
    return verdict_none(several && !id && !root_id ? CORR_WHY_AMBIGUOUS
                                                   : CORR_WHY_UNSAMPLED);
}

/* Joins a row by the activations of its thread. */
static verdict judge_activation(const profile_join *j, size_t row)
{
    const verdict v = timejoin_activation(j->time, j->seg, row);
    const corr_why late =
        v.span ? outside_label(j, row, v.span) : CORR_WHY_NONE;

    if (late)
        return (verdict){ .why = late, .late = v.span };
    return v.span && !v.rung ? join_request(j, row, v.span) : v;
}

/* Whether nothing on the row names a span that is here. */
static bool names_no_span(const profile_join *j, verdict v)
{
    return !v.span &&
           (v.why == j->unlabelled || v.why == CORR_WHY_LABEL_FORMAT);
}

static verdict judge_row(const profile_join *j, size_t row, join_segment *out)
{
    verdict v = judge_ids(j, row);
    join_own own = { 0 };

    if (j->in->fetched.span && join_is_named(v.rung))
        v.rung = CORR_RUNG_S3;

    if (j->by_time && (names_no_span(j, v) || v.rung == CORR_RUNG_R1 ||
                       v.rung == CORR_RUNG_R2)) {
        const verdict active = judge_activation(j, row);
        if (active.span || active.why)
            return active;
    }
    if (out->own && !v.span)
        out->own[row] = own = span_profiles_row(j->named, j->st, j->seg, row);
    if (!j->by_time || own.span || !names_no_span(j, v) || j->match->apart)
        return v;
    const verdict placed = timejoin_place(j->time, j->seg, row, v.why);
    return placed.span || v.why != CORR_WHY_LABEL_FORMAT ? placed : v;
}

/* Drops the span of a row that another recording of the process counts. */
static verdict count_once(const profile_join *j, size_t row, verdict v)
{
    if (!v.span)
        return v;
    if (j->elsewhere && j->elsewhere[j->spans->proc.v[v.span]])
        return verdict_none(CORR_WHY_DUPLICATE);
    return duplicate_has(&j->duplicate, j->seg, row)
               ? verdict_none(CORR_WHY_DUPLICATE)
               : v;
}

static bool is_by_id(const profile_join *j)
{
    const segment *g = j->seg;

    return g->span || g->root || g->trace || j->bad_labels;
}

static bool alloc_rows(const profile_join *j, join_segment *out)
{
    const size_t n = j->seg->n ? j->seg->n : 1;

    if (j->named->span.n && !(out->own = calloc(n, sizeof *out->own)))
        return false;
    out->span = malloc(n * sizeof *out->span);
    out->rung = malloc(n);
    out->why = malloc(n);
    return out->span && out->rung && out->why;
}

/* Stores a value in a column, which is allocated at the first row with a
 * value. */
static bool note_in_column(const profile_join *j, uint32_t **column, size_t row,
                           uint32_t what)
{
    if (what && !*column)
        *column = calloc(j->seg->n, sizeof **column);
    if (*column)
        (*column)[row] = what;
    return *column || !what;
}

/* Whether the segment holds activations, which are not samples. */
static bool is_context(const profile_join *j)
{
    return j->in->kind.v[j->seg->kind].flags & CORR_KIND_CONTEXT;
}

static bool join_rows(const profile_join *j, join_segment *out)
{
    out->all = is_context(j) ? CORR_WHY_NONE : j->unlabelled;
    if (is_context(j))
        return true;
    if (!is_by_id(j) && !j->by_time && !j->named->span.n)
        return true;
    if (!alloc_rows(j, out))
        return false;
    for (size_t i = 0; i < j->seg->n; i++) {
        const verdict v = count_once(j, i, judge_row(j, i, out));
        out->span[i] = v.span;
        out->rung[i] = (uint8_t)v.rung;
        out->why[i] = (uint8_t)v.why;
        if (!note_in_column(j, &out->split, i, v.split) ||
            !note_in_column(j, &out->late, i, v.late))
            return false;
    }
    return !j->time->failed;
}

/* Joins the packed rows, which are only counted by rung. */
static bool count_packed(profile_join *j, join_segment *out)
{
    enum { BATCH = 256 };
    const segment *of = j->seg;
    uint32_t thread[BATCH];
    int64_t time[BATCH];
    join_own own[BATCH] = { 0 };
    segment g = { .kind = of->kind, .time = time, .thread = thread };
    join_segment rows = { .own = j->named->span.n ? own : NULL };
    packed_rows_place at = { 0 };

    j->seg = &g;
    j->by_time = timejoin_may(j->time, &g);
    j->time->only_counts = true;
    while ((g.n = packed_rows_take(&of->packed, &at, thread, time, BATCH)) > 0)
        for (size_t i = 0; i < g.n; i++) {
            own[i] = (join_own){ 0 };
            const verdict v = count_once(j, i, judge_row(j, i, &rows));
            out->packed[v.span ? v.rung : own[i].rung]++;
        }
    j->time->only_counts = false;
    j->seg = of;
    return !j->time->failed && !at.failed;
}

static bool join_segment_of(profile_join *j, join_segment *out)
{
    return join_rows(j, out) && (!j->seg->packed.n || count_packed(j, out));
}

static bool has_bad_labels(const input *in)
{
    for (size_t set = 0; set < in->label.set_ids.n; set++)
        if (in->label.set_ids.v[set].bad)
            return true;
    return false;
}

static void clear_rows(join_segment *rows)
{
    free(rows->span);
    free(rows->rung);
    free(rows->why);
    free(rows->split);
    free(rows->late);
    free(rows->own);
}

/* Whether spans use a part that a server selected by them, although the whole
 * is here. */
static bool is_used_part(const profile_join *j, uint32_t i, corr_str kind)
{
    const uint32_t whole = selected_part_whole(j->st, i, kind, NULL);

    return whole != NO_WHOLE && !selected_part_is_needless(j->st, whole);
}

/* Finds what other recordings count of the segment. */
static bool find_duplicates(profile_join *j, uint32_t i)
{
    const kind_row *k = &j->in->kind.v[j->seg->kind];

    j->elsewhere = NULL;
    j->duplicate = (duplicate_times){ 0 };
    if (is_used_part(j, i, input_text(j->in, k->name)))
        return true;
    if (!input_is_host(j->in))
        return duplicate_of(&j->duplicate, j->st, i, input_text(j->in, k->name),
                            NULL);
    j->elsewhere = process_elsewhere(j->st, i, j->seg);
    return j->elsewhere != NULL;
}

static bool join_one_segment(profile_join *j, uint32_t i, uint32_t s,
                             join_segment *rows)
{
    const kind_row *k;
    bool ok;

    if (s == 0 || !j->match->used)
        return true;
    j->seg = &j->in->segment.v[s];
    k = &j->in->kind.v[j->seg->kind];
    j->slack = j->time->u + (k->unit == CORR_NS ? k->period : 0);
    j->by_time = timejoin_may(j->time, j->seg);
    ok = find_duplicates(j, i) && join_segment_of(j, rows);
    rows->duplicate = j->duplicate.most;
    duplicate_clear(&j->duplicate);
    free(j->elsewhere);
    return ok;
}

/* Joins all segments of an input into empty segments. */
static bool join_input(join_segment *out, const corr_store *st, uint32_t i,
                       const span_profiles *n, timejoin *time)
{
    const input *in = st->input.v[i];
    const process_match *t = &st->match.v[i];
    profile_join j = { .st = st,
                       .spans = &st->spans,
                       .in = in,
                       .match = t,
                       .named = n,
                       .time = time };

    j.unlabelled = t->scope == CORR_SCOPE_NONE ? CORR_WHY_LABELS_ABSENT
                                               : CORR_WHY_UNLABELLED;
    j.bad_labels = has_bad_labels(in);
    for (uint32_t s = 0; s < in->segment.n; s++) {
        out[s].all = CORR_WHY_DUPLICATE;
        out[s].divided = time->divided;
        if (!join_one_segment(&j, i, s, &out[s]))
            return false;
    }
    return true;
}

/* State of joining all inputs.  Several threads work, each on the segments of
 * its own input. */
typedef struct store_joining {
    const corr_store *st;
    const span_profiles_spans *named;
    const thread_lanes_spans *placed;
    join *out;
    atomic_bool failed;
} store_joining;

/* Joins one profile, if it is used. */
static bool join_profile(const store_joining *all, uint32_t i)
{
    const corr_store *st = all->st;
    join *out = all->out;
    span_profiles n = { 0 };
    timejoin t = {
        .st = st, .all = all->placed, .divided = &out->divided[i], .input = i
    };

    t.labelled = st->match.v[i].scope != CORR_SCOPE_NONE;
    bool ok = !st->match.v[i].used ||
              (span_profiles_of(&n, all->named, st, i) && timejoin_init(&t));
    join_segment *rows = &out->segment.v[out->at.v[i]];
    ok = ok && join_input(rows, st, i, &n, &t) &&
         (!st->match.v[i].used || withdraw_spans(rows, t.divided, st, i));
    span_profiles_clear(&n);
    timejoin_clear(&t);
    return ok;
}

static void join_part_of(void *ctx, size_t part)
{
    store_joining *all = ctx;

    if (!atomic_load(&all->failed) && !join_profile(all, (uint32_t)part))
        atomic_store(&all->failed, true);
}

/* The number of threads to start.  Few rows are joined faster than a thread
 * starts. */
static size_t threads_for(const corr_store *st)
{
    enum { MANY = 1 << 16 };
    size_t rows = 0;

    for (size_t i = 0; i < st->input.n; i++)
        for (size_t s = 1; s < st->input.v[i]->segment.n; s++)
            rows += st->input.v[i]->segment.v[s].n;
    return rows < MANY ? 1 : parallel_threads(st->jobs);
}

static bool alloc_segments(join *j, const corr_store *st)
{
    size_t n = 0;

    j->n = st->input.n;
    j->divided = calloc(j->n + 1, sizeof *j->divided);
    for (size_t i = 0; i < j->n; i++) {
        if (!vec_push(&j->at, (uint32_t)n))
            return false;
        n += st->input.v[i]->segment.n;
    }
    for (size_t s = 0; s < n; s++)
        if (!vec_push(&j->segment, ((join_segment){ 0 })))
            return false;
    return j->divided != NULL;
}

join *join_of(const corr_store *st)
{
    join *j = calloc(1, sizeof *j);
    span_profiles_spans naming = { 0 };
    thread_lanes_spans placed = { 0 };
    store_joining all = {
        .st = st, .named = &naming, .placed = &placed, .out = j
    };
    bool ok = j && alloc_segments(j, st) &&
              span_profiles_spans_of(&naming, st) &&
              thread_lanes_spans_of(&placed, st);

    if (ok) {
        parallel_for(threads_for(st), st->input.n, join_part_of, &all);
        ok = !atomic_load(&all.failed);
    }
    span_profiles_spans_clear(&naming);
    thread_lanes_spans_clear(&placed);
    if (!ok) {
        join_free(j);
        return NULL;
    }
    return j;
}

void join_free(join *j)
{
    if (!j)
        return;
    for (size_t i = 0; i < j->segment.n; i++)
        clear_rows(&j->segment.v[i]);
    for (size_t i = 0; j->divided && i < j->n; i++) {
        vec_free(&j->divided[i].part);
        vec_free(&j->divided[i].at);
    }
    free(j->divided);
    vec_free(&j->segment);
    vec_free(&j->at);
    free(j);
}
