#include "trace/ledger_claims.h"

#include "base/base.h"
#include "corr_sort.h"
#include "model/segment.h"

/* The recorded end of a span is late by at most 1 / END_LATE of the span. */
enum { END_LATE = 10 };

/* ---- names ----------------------------------------------------------- */

static bool intern_name(ledger_claims *c, corr_str name, uint32_t *number)
{
    bool is_new;

    *number = 0;
    if (!name.n)
        return true;
    uint32_t *at = corr_map_bytes(&c->by_name, name.p, name.n, &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)c->name.n;
        if (!vec_push(&c->name, name))
            return false;
    }
    *number = *at;
    return true;
}

static bool add_claim(ledger_claims *c, corr_spent kind, int64_t from,
                      int64_t to, corr_str name)
{
    ledger_claim claim = { .from = from, .to = to, .kind = kind };

    if (to <= c->from || from >= c->to || from >= to)
        return true;
    return intern_name(c, name, &claim.name) && vec_push(&c->claim, claim);
}

/* ---- spans ----------------------------------------------------------- */

static bool is_waited_for(const critical_span *s)
{
    return !s->nonblocking && s->kind != CORR_SPAN_PRODUCER &&
           s->kind != CORR_SPAN_CONSUMER;
}

/* Claims children on the same thread at any depth, and children on other
 * threads only if the span itself called them. */
static bool claim_children(ledger_claims *c)
{
    const corr_waterfall *w = c->homes->w;
    const uint32_t end = w->time[c->span].end_index;
    const int64_t shift = w->time[c->span].shift;
    bool ok = true;

    for (uint32_t k = c->span + 1; ok && k < end;) {
        const critical_span *s = &w->time[k];
        if (span_threads_same(c->homes, c->span, k)) {
            ok = add_claim(c, CORR_SPENT_CHILD, sub_clamped(s->start, shift),
                           sub_clamped(s->end, shift), waterfall_name(w, k));
            k = s->end_index;
            continue;
        }
        if (s->up == c->span && is_waited_for(s))
            ok = add_claim(c, CORR_SPENT_ASYNC, sub_clamped(s->start, shift),
                           sub_clamped(s->end, shift), waterfall_name(w, k));
        k++;
    }
    return ok;
}

/* ---- intervals ------------------------------------------------------- */

/* The row kind of a wait, and the label that names its object. */
static const struct {
    corr_spent as;
    const char *label;
} booked[CORR_WAIT_COUNT] = {
    [CORR_WAIT_PAUSE] = { CORR_SPENT_GC, NULL },
    [CORR_WAIT_LOCK] = { CORR_SPENT_LOCK, "class" },
    [CORR_WAIT_FILE] = { CORR_SPENT_FILE, "path" },
    [CORR_WAIT_SLEEP] = { CORR_SPENT_SLEEP, NULL },
    [CORR_WAIT_SOCKET] = { CORR_SPENT_SOCKET, "peer" },
    [CORR_WAIT_PARK] = { CORR_SPENT_PARK, "class" },
};

/* Whether a wait belongs to the thread's next work: it begins at the end of the
 * span and continues for longer.  A waiting thread ends no span, so the
 * recorded end of this span is slightly late. */
static bool belongs_to_next(const ledger_claims *c, int64_t from, int64_t to)
{
    const int64_t inside = sub_clamped(c->to, from);

    return from > c->from && inside <= (c->to - c->from) / END_LATE &&
           sub_clamped(to, c->to) > inside;
}

/* Whether the time contains a collector's pause; that pause claims it. */
static bool has_collector_pause(const input *in, int64_t from, int64_t to)
{
    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        if (!g->time || !ledger_is_kind(in, g, "gc"))
            continue;
        const size_t row = segment_from(g, from);
        if (row < g->n && g->time[row] < to)
            return true;
    }
    return false;
}

/* The reason of a JVM pause; empty for collector pauses. */
static corr_str pause_reason(const input *in, const segment *g, size_t row)
{
    if (!ledger_is_kind(in, g, "safepoint") ||
        has_collector_pause(in, g->time[row],
                            add_clamped(g->time[row], g->dur[row])))
        return (corr_str){ "", 0 };
    return ledger_label(in, g, row, "name");
}

/* Remembers the code of the claim that was added last, if it is the longest of
 * its row. */
static bool note_place(ledger_claims *c, uint32_t i, uint32_t stack)
{
    const ledger_claim *last = &c->claim.v[c->claim.n - 1];
    const ledger_place new = { last->kind, last->name,
                               min_i64(last->to, c->to) -
                                   max_i64(last->from, c->from),
                               i, stack };

    for (size_t k = 0; k < c->place.n; k++) {
        ledger_place *p = &c->place.v[k];
        if (p->kind != new.kind || p->name != new.name)
            continue;
        if (new.ns > p->ns)
            *p = new;
        return true;
    }
    return vec_push(&c->place, new);
}

corr_str ledger_app(const input *in, uint32_t stack)
{
    const uint32_t first = in->stack.at.v[stack];

    for (uint32_t d = in->stack.n.v[stack]; d-- > 0;) {
        const corr_frame_view f =
            input_frame(in, narrow_at(&in->stack.frame, first + d));
        if (corr_frame_is_app(&f))
            return f.function;
    }
    return (corr_str){ "", 0 };
}

corr_str ledger_claims_at(const ledger_claims *c, corr_spent kind,
                          uint32_t name)
{
    for (size_t k = 0; k < c->place.n; k++) {
        const ledger_place *p = &c->place.v[k];
        if (p->kind == kind && p->name == name)
            return ledger_app(store_input(c->homes->w->store, p->input),
                              p->stack);
    }
    return (corr_str){ "", 0 };
}

/* A row may begin any time before the span, so the loop starts at row 0. */
static bool claim_intervals(ledger_claims *c, uint32_t i, uint32_t s)
{
    const input *in = store_input(c->homes->w->store, i);
    const segment *g = &in->segment.v[s];
    const corr_wait wait = in->kind.v[g->kind].wait;
    const bool is_stop = ledger_is_kind(in, g, "time_to_safepoint");
    const size_t end = segment_from(g, c->to);

    for (size_t row = 0; row < end; row++) {
        const int64_t from = g->time[row];
        const int64_t to = add_clamped(from, g->dur[row]);
        if (from == CORR_NO_TIME || to <= c->from || g->dur[row] <= 0 ||
            (wait != CORR_WAIT_PAUSE &&
             (!ledger_is_home(c, i, g, row) || belongs_to_next(c, from, to))))
            continue;
        if (is_stop) {
            c->facts.stopping = add_clamped(
                c->facts.stopping, min_i64(to, c->to) - max_i64(from, c->from));
            continue;
        }
        const corr_str name =
            wait == CORR_WAIT_PAUSE
                ? pause_reason(in, g, row)
                : ledger_label(in, g, row, booked[wait].label);
        const size_t before = c->claim.n;
        if (!add_claim(c, booked[wait].as, from, to, name))
            return false;
        if (wait != CORR_WAIT_PAUSE && c->claim.n > before &&
            segment_stack(g, row) && !note_place(c, i, segment_stack(g, row)))
            return false;
    }
    return true;
}

/* Claims time off CPU, blocked or ready to run.  A row has the time of its end
 * (corr-methods 2.4). */
static bool claim_off_cpu(ledger_claims *c, uint32_t i, const segment *g,
                          corr_spent as)
{
    const corr_str name =
        as == CORR_SPENT_PARK ? CORR_STR("off CPU") : CORR_STR("");

    c->recorded[CORR_WAIT_PARK] = true;
    for (size_t row = segment_from(g, c->from); row < g->n; row++) {
        const int64_t to = g->time[row];
        const int64_t from = sub_clamped(to, segment_value(g, row));
        if (to == CORR_NO_TIME || segment_obs(g, row) > 1 ||
            !ledger_is_home(c, i, g, row) || belongs_to_next(c, from, to))
            continue;
        if (!add_claim(c, as, from, to, name))
            return false;
    }
    return true;
}

/* ---- lost time ------------------------------------------------------- */

SORT_BY(loss_by_start, loss_row, ASC(from))

typedef vec(loss_row) stretches;

/* Adds the times that an input covers. */
static bool add_covered_time(stretches *there, const input *in)
{
    int64_t from = in->from == CORR_NO_TIME ? INT64_MIN : in->from;
    const int64_t to = in->from == CORR_NO_TIME ? INT64_MAX : in->to;

    for (size_t i = 0; i < in->loss.n; i++) {
        if (from < in->loss.v[i].from &&
            !vec_push(there, (loss_row){ from, in->loss.v[i].from }))
            return false;
        from = max_i64(from, in->loss.v[i].to);
    }
    return from >= to || vec_push(there, (loss_row){ from, to });
}

/* Finds the first lost stretch that touches the span, else the end of all
 * recordings if the span continues after it. */
static void find_loss(ledger_claims *c)
{
    const corr_store *st = c->homes->w->store;
    int64_t end = INT64_MIN;

    c->facts.lost_from = c->facts.lost_to = CORR_NO_TIME;
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        if (!c->home.is[i] || in->from == CORR_NO_TIME)
            continue;
        end = max_i64(end, in->to);
        for (size_t k = 0; k < in->loss.n; k++) {
            const loss_row *l = &in->loss.v[k];
            if (!stretch_touch(*l, (stretch){ c->from, c->to }) ||
                (c->facts.lost_from != CORR_NO_TIME &&
                 c->facts.lost_from <= l->from))
                continue;
            c->facts.lost_from = l->from;
            c->facts.lost_to = l->to;
        }
    }
    if (c->facts.lost_from == CORR_NO_TIME && c->facts.cut_off &&
        end > INT64_MIN)
        c->facts.lost_from = end;
}

/* Claims time that no recording of the thread covers. */
static bool claim_lost(ledger_claims *c)
{
    const corr_store *st = c->homes->w->store;
    stretches there = { 0 };
    int64_t done = c->from;
    bool ok = true;

    for (uint32_t i = 0; ok && i < st->input.n; i++)
        ok = !c->home.is[i] || add_covered_time(&there, store_input(st, i));
    vec_sort(&there, loss_by_start);
    for (size_t i = 0; ok && i < there.n; i++) {
        ok = add_claim(c, CORR_SPENT_LOST, done,
                       min_i64(there.v[i].from, c->to), (corr_str){ 0 });
        done = max_i64(done, there.v[i].to);
    }
    c->facts.cut_off = done < c->to;
    find_loss(c);
    ok = ok && add_claim(c, CORR_SPENT_LOST, done, c->to, (corr_str){ 0 });
    vec_free(&there);
    return ok;
}

/* ---- the whole ------------------------------------------------------- */

static bool read_segment(ledger_claims *c, uint32_t i, uint32_t s,
                         bool has[LEDGER_SOURCES])
{
    const input *in = store_input(c->homes->w->store, i);
    const segment *g = &in->segment.v[s];

    if (!g->time)
        return true;
    if (in->kind.v[g->kind].wait != CORR_WAIT_NONE)
        return !g->dur || claim_intervals(c, i, s);
    if (!g->thread)
        return true;
    if (ledger_is_kind(in, g, "offcpu") && in->kind.v[g->kind].unit == CORR_NS)
        return claim_off_cpu(c, i, g, CORR_SPENT_PARK);
    if (ledger_is_kind(in, g, "runq") && in->kind.v[g->kind].unit == CORR_NS)
        return claim_off_cpu(c, i, g, CORR_SPENT_QUEUE);
    if (ledger_is_kind(in, g, "wall")) {
        has[LEDGER_BY_WALL] |= g->n > 0;
        return ledger_samples_wall(c, i, g);
    }
    if (ledger_is_kind(in, g, "native") &&
        in->kind.v[g->kind].unit == CORR_NS) {
        has[LEDGER_BY_NATIVE] |= g->n > 0;
        return ledger_samples_ns(c, i, g, LEDGER_BY_NATIVE);
    }
    return true;
}

static bool read_inputs(ledger_claims *c)
{
    const corr_store *st = c->homes->w->store;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, i);
        bool has[LEDGER_SOURCES] = { false };
        if (!c->home.is[i])
            continue;
        c->slack = max_i64(c->slack, in->clock.error);
        for (uint32_t s = 1; s < in->segment.n; s++)
            if (!read_segment(c, i, s, has))
                return false;
        for (ledger_source k = LEDGER_BY_NATIVE; k < LEDGER_SOURCES; k++)
            if (has[k] && !ledger_samples_mark(c, k, in))
                return false;
    }
    return true;
}

bool ledger_claims_of(ledger_claims *c, const span_threads *h, uint32_t span)
{
    const critical_span *s = &h->w->time[span];

    /* by the clock of the span's host, like the samples */
    *c = (ledger_claims){ .homes = h,
                          .span = span,
                          .from = sub_clamped(s->start, s->shift),
                          .to = sub_clamped(s->end, s->shift) };
    if (!span_thread_of(&c->home, h, span) ||
        !vec_push(&c->name, (corr_str){ "", 0 }))
        return false;
    if (!c->home.known || c->home.is_virtual)
        return true;
    if (!claim_children(c) || !read_inputs(c) || !ledger_samples_finish(c) ||
        !claim_lost(c))
        return false;
    return ledger_thresholds_of(c);
}

bool ledger_is_kind(const input *in, const segment *g, const char *name)
{
    return corr_str_is(input_text(in, in->kind.v[g->kind].name), name);
}

corr_str ledger_label(const input *in, const segment *g, size_t row,
                      const char *key)
{
    corr_label l;

    if (!key || !g->labels ||
        !input_find_label(in, g->labels[row], corr_str_of(key), &l))
        return (corr_str){ "", 0 };
    return l.text;
}

corr_ledger_why ledger_claims_why(const ledger_claims *c)
{
    int64_t length;

    if (c->home.many)
        return CORR_LEDGER_MANY;
    if (c->home.is_virtual)
        return CORR_LEDGER_VIRTUAL;
    if (!c->home.known)
        return waterfall_row(c->homes->w, c->span)->thread
                   ? CORR_LEDGER_UNSEEN
                   : CORR_LEDGER_NO_THREAD;
    if (c->from == 0 || __builtin_sub_overflow(c->to, c->from, &length) ||
        length <= 0)
        return CORR_LEDGER_NO_TIME;
    return CORR_LEDGER_KNOWN;
}

ledger_ask ledger_claims_ask(const ledger_claims *c)
{
    return (ledger_ask){ .from = c->from,
                         .to = c->to,
                         .claim = c->claim.v,
                         .nclaim = c->claim.n,
                         .sample = c->sample.v,
                         .nsample = c->sample.n,
                         .has_cpu = c->facts.has_cpu,
                         .few = c->facts.few,
                         .period = c->facts.period,
                         .slack = c->slack };
}

int64_t ledger_claims_period(const ledger_claims *c)
{
    int64_t period = 0;

    for (size_t i = 0; !c->facts.rescaled && i < c->sample.n; i++) {
        const ledger_sample *s = &c->sample.v[i];
        if (s->source != LEDGER_BY_CPU || s->obs <= 0)
            continue;
        if (period && period != s->weight / s->obs)
            return 0;
        period = s->weight / s->obs;
    }
    return period ? period : c->facts.period;
}

corr_spent ledger_claims_booked(corr_wait wait)
{
    return booked[wait].as;
}

void ledger_claims_clear(ledger_claims *c)
{
    vec_free(&c->claim);
    vec_free(&c->sample);
    vec_free(&c->untaken);
    for (int k = 0; k < LEDGER_SOURCES; k++)
        vec_free(&c->covered[k]);
    vec_free(&c->name);
    vec_free(&c->place);
    corr_map_clear(&c->by_name);
}
