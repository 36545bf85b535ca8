#include "select/evidence.h"

#include <math.h>

#include "base/base.h"
#include "join/scope_join.h"
#include "model/sample_weight.h"
#include "model/segment.h"
#include "store/duplicate_samples.h"
#include "store/span_thread.h"

void evidence_add(evidence_sum *s, corr_rung rung, int64_t obs, double weight,
                  double share, double quality)
{
    s->e.observations = add_clamped(s->e.observations, obs);
    s->e.attributed += (double)obs * share;
    s->e.rung[rung].observations =
        add_clamped(s->e.rung[rung].observations, obs);
    s->e.rung[rung].attributed += (double)obs * share;
    weight = weight < 0 ? -weight : weight;
    s->weight += weight * share;
    s->weighted += weight * share * quality;
    s->by_class[corr_rung_class(rung)] += weight * share;
}

/* Lowest confidence of each word (corr-methods 1.1). */
static const struct {
    double least;
    corr_class word;
} words[] = {
    { 0.90, CORR_EXACT },
    { 0.70, CORR_STRONG },
    { 0.40, CORR_SHARED },
    { 0.0, CORR_WINDOW },
};
/* Rounding error of a mean.  Without it, rows of process and time alone, 0.40
 * each, would fall to "window". */
static const double rounding = 1e-9;

void evidence_close(evidence_sum *s)
{
    corr_class most = CORR_CLASS_DEFAULT;

    if (s->weight <= 0)
        return;
    s->e.confidence = s->weighted / s->weight;
    for (size_t i = 0; i < countof(words); i++)
        if (s->e.confidence >= words[i].least - rounding) {
            s->e.word = words[i].word;
            break;
        }
    for (corr_class c = CORR_EXACT; c < CORR_CLASS_COUNT; c++)
        if (s->by_class[c] > s->by_class[most])
            most = c;
    /* The word is no stronger than the class with most of the weight; clocks
     * alone count as a window. */
    if (most > s->e.word)
        s->e.word = most < CORR_WINDOW ? most : CORR_WINDOW;
}

/* ---- coverage ------------------------------------------------------- */

/* Whether an input's samples are of the requested process, whether or not they
 * are used. */
static bool is_of_process(const corr_store *st, uint32_t i, const span_scope *r)
{
    const process_match *t = &st->match.v[i];

    if (r->proc && t->proc)
        return t->proc == r->proc;
    return !r->service || t->service == r->service;
}

/* The kind of this name; NULL: the input does not have it. */
static const kind_row *find_kind(const input *in, corr_str kind)
{
    for (size_t k = 1; k < in->kind.n; k++)
        if (corr_str_eq(input_text(in, in->kind.v[k].name), kind))
            return &in->kind.v[k];
    return NULL;
}

static bool is_on_thread(const void *ctx, uint32_t span, uint32_t up)
{
    return span_thread_may_share(ctx, span, up);
}

/* The time of each span without its children on the same thread: a sampler by
 * wall clock sees a thread that waits for other threads, too.  NULL: out of
 * memory. */
static const int64_t *thread_times(corr_sel *sel)
{
    const corr_store *st = sel->store;
    int64_t *time = corr_arena_new(&sel->arena, int64_t, st->spans.at.n);
    return time && spans_times(&st->spans, st->input.v, time, is_on_thread, st)
               ? time
               : NULL;
}

double evidence_part(const corr_store *st, uint32_t span, int64_t time,
                     int64_t from, int64_t to)
{
    const stretch asked = { from, to };
    stretch ran;

    if (!span_ran(store_span(st, span), &ran))
        return 0;
    const int64_t inside = stretch_common(ran, asked);
    return inside > 0
               ? (double)time * (double)inside / (double)stretch_length(ran)
               : 0;
}

/* The time of each span, from a column. */
typedef struct able_column {
    const corr_store *st;
    const int64_t *time; /* [spans + 1] ns */
} able_column;

static bool able_by_column(void *ctx, uint32_t span, int64_t from, int64_t to,
                           double *ns)
{
    const able_column *c = ctx;

    *ns = evidence_part(c->st, span, c->time[span], from, to);
    return true;
}

/* The part of its samples that a sampler took which takes only a limited number
 * of threads a tick: then each sample stands for more than a period
 * (corr-methods 10.3). */
static double sampled_part(const input *in, corr_str kind, const span_scope *r)
{
    double taken = 0, stand_for = 0;

    for (size_t s = 1; s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        if (!sample_weight_is_hotspot(in, g) || in->cpu.rescaled || !g->time ||
            !g->value ||
            !corr_str_eq(input_text(in, in->kind.v[g->kind].name), kind))
            continue;
        const size_t end = segment_from(g, r->to);
        for (size_t row = segment_from(g, r->from); row < end; row++) {
            taken += (double)segment_obs(g, row) *
                     (double)in->kind.v[g->kind].period;
            stand_for += (double)segment_value(g, row);
        }
    }
    return stand_for > taken ? taken / stand_for : 1;
}

/* The time of an input that no other input covers. */
typedef struct counted_time {
    double able;
    int64_t inside; /* ns inside the requested time */
} counted_time;

static bool count_time(const corr_store *st, const span_scope *r,
                       const evidence_able *able, int64_t from, int64_t to,
                       counted_time *c)
{
    if (from >= to)
        return true;
    c->inside += max_i64(min_i64(to, r->to) - max_i64(from, r->from), 0);
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        double ns = 0;
        if (r->in[i] && !able->of(able->ctx, i, from, to, &ns))
            return false;
        c->able += ns;
    }
    return true;
}

/* Counts the time from..to, except while the sampler was switched off. */
static bool count_sampled(const corr_store *st, const span_scope *r,
                          const evidence_able *able, const input *in,
                          const kind_row *k, int64_t from, int64_t to,
                          counted_time *c)
{
    const bool is_asked = k->flags & CORR_KIND_RUNNABLE;
    bool ok = true;

    for (size_t i = 0; ok && is_asked && i < in->asked.n; i++) {
        const asked_row *a = &in->asked.v[i];
        if (!input_is_unsampled(a))
            continue;
        ok = count_time(st, r, able, from, min_i64(a->from, to), c);
        from = max_i64(from, a->to);
    }
    return ok && count_time(st, r, able, from, to, c);
}

static bool count_input(const corr_store *st, uint32_t i, const span_scope *r,
                        const kind_row *kind, const evidence_able *able,
                        counted_time *c)
{
    const input *in = st->input.v[i];
    int64_t from = in->from;
    duplicate_times s;
    bool ok = duplicate_of(&s, st, i, input_text(in, kind->name), NULL);

    *c = (counted_time){ 0 };
    for (size_t k = 0; ok && k < s.run.n; k++) {
        ok = count_sampled(st, r, able, in, kind, from, s.run.v[k].from, c);
        from = s.run.v[k].to;
    }
    ok = ok && count_sampled(st, r, able, in, kind, from, in->to, c);
    duplicate_clear(&s);
    return ok;
}

/* Inputs of one process and kind do not overlap once duplicates are removed, so
 * lengths add up. */
bool evidence_cover(const corr_sel *sel, const span_scope *r,
                    const evidence_able *able, corr_evidence *e)
{
    const corr_store *st = sel->store;
    const corr_str kind = sel->facts.kind;
    const stretch asked = { r->from, r->to };

    e->expected = -1; /* unless it can be computed */
    e->profiled_ns = -1;
    e->able_ns = 0;
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        const kind_row *k = find_kind(in, kind);
        counted_time c;
        if (!st->match.v[i].used || !is_of_process(st, i, r) || !k ||
            !input_is_timed(in) || !stretch_touch(input_ran(in), asked))
            continue;
        if (!count_input(st, i, r, k, able, &c))
            return false;
        if (c.inside <= 0)
            continue;
        e->profiled_ns = max_i64(e->profiled_ns, 0) + c.inside;
        e->able_ns += (int64_t)c.able;
        if (k->unit == CORR_NS && k->period > 0)
            e->expected = fmax(e->expected, 0) + c.able / (double)k->period *
                                                     sampled_part(in, kind, r);
    }
    e->profiled_ns = min_i64(e->profiled_ns, r->length);
    return true;
}

/* ---- reasons -------------------------------------------------------- */

/* Sets the reason if no sample was expected and none came. */
void evidence_settle(corr_evidence *e)
{
    const unsigned bit = 1u << CORR_WHY_TOO_SHORT;

    e->whys &= ~bit;
    if (e->expected >= 0 && e->expected < 1 && e->observations == 0)
        e->whys |= bit;
}

/* Whether a recorder reports that it lost some of what it saw in the requested
 * time. */
static bool is_lossy(const input *in, const span_scope *r)
{
    const stretch asked = { r->from, r->to };
    bool lost = in->lost.by_recorder &&
                (!input_is_timed(in) || stretch_touch(input_ran(in), asked));

    for (size_t i = 0; !lost && i < in->loss.n; i++)
        lost = stretch_touch(in->loss.v[i], asked);
    return lost;
}

static bool is_near_scope(const input *in, const join_segment *js,
                          const segment *g, size_t row, const span_scope *r)
{
    const stretch asked =
        stretch_widen((stretch){ r->from, r->to }, STRETCH_NEAR_NS);

    if (js->why && js->why[row] == CORR_WHY_CLOCK)
        return r->in[js->late[row]]; /* wherever its clock puts the row */
    if (g->time && g->time[row] != CORR_NO_TIME)
        return stretch_holds(asked, g->time[row]);
    return !input_is_timed(in) || stretch_touch(input_ran(in), asked);
}

/* Whether a row names a span that was not running, and that is not in scope. */
static bool is_of_others(const join_segment *js, size_t row,
                         const span_scope *r)
{
    return js->late && js->late[row] && !r->in[js->late[row]];
}

enum { ALIKE_MOST = 4096 }; /* spans of one id that are looked at */

/* Whether a row that is joined to other spans names an id of one in scope. */
static bool names_scope(const corr_store *st, const segment *g, size_t row,
                        const span_scope *r)
{
    const uint64_t id[] = { g->span ? g->span[row] : 0,
                            g->root ? g->root[row] : 0 };
    const spans *s = &st->spans;

    for (size_t k = 0; k < countof(id); k++) {
        const uint32_t *slot =
            id[k] ? corr_map_find_u64(&s->by_id, id[k]) : NULL;
        uint32_t i = slot ? *slot : 0;
        for (unsigned n = 0; i && n < ALIKE_MOST; i = s->next_id.v[i], n++)
            if (r->in[i])
                return true;
    }
    return false;
}

/* The reason why a row of the process is not in the selection, or only
 * partly. */
static corr_why reason_of_row(const corr_store *st, const join_segment *js,
                              const segment *g, size_t row, const span_scope *r)
{
    const join_part *part;
    join_part one;

    if (!js->rung)
        return js->all;
    if (!js->span[row])
        return is_of_others(js, row, r) ? CORR_WHY_LABEL_OTHER
                                        : (corr_why)js->why[row];
    for (size_t k = join_parts(js, row, &one, &part); k-- > 0;)
        if (scope_join_has(r, &part[k]))
            return js->why[row] == CORR_WHY_ID_NOT_UNIQUE
                       ? CORR_WHY_ID_NOT_UNIQUE
                       : CORR_WHY_NONE;
    return names_scope(st, g, row, r) ? CORR_WHY_ID_NOT_UNIQUE
                                      : CORR_WHY_LABEL_OTHER;
}

/* The observations of a row that were taken after the end of the spans in
 * scope, although the row names one of them. */
static double after_end(const join_segment *js, const segment *g, size_t row,
                        const span_scope *r)
{
    const join_part *part;
    join_part one;
    double rest = 1;

    if (!js->late || !js->late[row] || !r->in[js->late[row]] ||
        js->why[row] != CORR_WHY_AFTER_END ||
        add_clamped(g->time[row], g->dur ? g->dur[row] : 0) < r->to)
        return 0;
    for (size_t k = join_parts(js, row, &one, &part); k-- > 0;)
        rest -= part[k].share;
    return rest * (double)segment_obs(g, row);
}

static void count_reasons(corr_sel *sel, const span_scope *r, corr_str kind)
{
    const corr_store *st = sel->store;
    corr_evidence *e = &sel->facts.evidence;

    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        if (!is_of_process(st, i, r) || in->err.code)
            continue;
        if (is_lossy(in, r))
            e->whys |= 1u << CORR_WHY_LOST;
        for (uint32_t s = 1; s < in->segment.n; s++) {
            const segment *g = &in->segment.v[s];
            if (!corr_str_eq(input_text(in, in->kind.v[g->kind].name), kind))
                continue;
            const join_segment *js = join_at(st->join, i, s);
            for (size_t row = 0; row < g->n; row++) {
                if (!is_near_scope(in, js, g, row, r))
                    continue;
                const corr_why why = reason_of_row(st, js, g, row, r);
                e->stopped[why] =
                    add_clamped(e->stopped[why], segment_obs(g, row));
                e->fits = why == CORR_WHY_CLOCK ? in->clock.fits : e->fits;
                e->after_end += after_end(js, g, row, r);
            }
        }
    }
    e->stopped[CORR_WHY_NONE] = 0;
}

/* The mean number of requests of this service that ran at once while its
 * profiles ran, which shows how much a window can state about one of them. */
static double active_on_average(const corr_sel *sel, const span_scope *r)
{
    const corr_store *st = sel->store;
    const spans *s = &st->spans;
    int64_t from = sel->facts.from;
    int64_t to = sel->facts.to;
    double busy = 0;

    if (from == CORR_NO_TIME || to <= from) {
        from = r->from;
        to = r->to;
    }
    for (uint32_t i = 1; i < s->at.n; i++) {
        stretch ran;
        if (!span_ran(store_span(st, i), &ran))
            continue;
        const int64_t inside = stretch_common(ran, (stretch){ from, to });
        if (s->root.v[i] == i && spans_service(s, i) == r->service &&
            inside > 0)
            busy += (double)inside;
    }
    return to > from ? busy / (double)(to - from) : 0;
}

double corr_evidence_joined(const corr_evidence *e)
{
    double sum = 0;

    for (corr_rung r = CORR_RUNG_S1; r < CORR_RUNG_COUNT; r++)
        if (join_is_of_row(r))
            sum += e->rung[r].attributed;
    return sum;
}

bool evidence_around(corr_sel *sel, const span_scope *r)
{
    able_column c = { sel->store, sel->store->spans.self.v };
    const evidence_able able = { able_by_column, &c };
    corr_evidence *e = &sel->facts.evidence;

    e->expected = -1; /* unless it can be computed */
    e->profiled_ns = -1;
    if (!r->in || !sel->store->join)
        return true;
    if (corr_str_is(sel->facts.kind, "wall") && !(c.time = thread_times(sel)))
        return false;
    if (!evidence_cover(sel, r, &able, e))
        return false;
    evidence_settle(e);
    sel->facts.active = active_on_average(sel, r);
    count_reasons(sel, r, sel->facts.kind);
    return true;
}
