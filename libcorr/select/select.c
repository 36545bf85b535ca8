#include "select/select_private.h"

#include <math.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "join/prepare.h"
#include "select/span_set.h"
#include "stats/distributions.h"
#include "store/double_counted.h"

/* The picked rows of one segment. */
typedef struct picked {
    vec(uint32_t) row;
    vec(double) share, within;
    corr_rung rung; /* of the last row */
    bool divided, cut;
} picked;

/* ---- membership ----------------------------------------------------- */

/* The rung on which a row belongs to the requested spans. */
static corr_rung rung_in_scope(const selection *s, uint32_t i, uint32_t seg,
                               size_t row, span_profile_bond *b)
{
    *b = (span_profile_bond){ 1, 1 };
    if (!s->sel->asked)
        return CORR_RUNG_NONE;
    return scope_join_row(&s->scope, i, seg, row, b);
}

/* ---- rows ----------------------------------------------------------- */

/* Counts the effective samples of a row.  A profiler that takes one allocation
 * every `period` bytes sees few of many small objects, so the samples are
 * estimated from the number and size of the objects.  If a recorder gave each
 * sample a weight, a few samples may hold most of the weight (corr-methods
 * 4.7). */
static void count_effective(selection *s, const kind_row *k, const segment *g,
                            size_t row, double share)
{
    const int64_t value = segment_value(g, row);
    const int64_t obs = segment_obs(g, row);

    if (k->unit != CORR_BYTES || obs <= 0) {
        s->sel->facts.effective += share * (double)obs;
    } else if (k->period > 0) {
        s->sel->facts.effective +=
            share * stat_sampled((double)obs, (double)value, (double)k->period);
    } else {
        neff_add(&s->weights, value, obs, segment_squares(g, row), share);
        s->weight += share * fabs((double)value);
        s->weighed += share * (double)obs;
    }
}

/* Absolute values are added, too: if their sum fits, so does each sum of some of
 * the rows. */
static void add_value(selection *s, int64_t value, double share)
{
    corr_sel_facts *f = &s->sel->facts;
    const int64_t size = value < 0 ? sub_clamped(0, value) : value;

    if (share < 1) {
        s->divided += (double)value * share;
        s->whole += (double)size * share;
        return;
    }
    s->too_large |= ADD_OVERFLOWS(f->whole, size, &f->whole);
    f->total = add_clamped(f->total, value);
}

/* Counts a row; part: the part of the row inside the requested window. */
static void count_row(selection *s, const kind_row *k, const segment *g,
                      size_t row, corr_rung rung, const span_profile_bond *b,
                      double part)
{
    const double share = b->share;
    corr_sel_facts *f = &s->sel->facts;
    int64_t obs = segment_obs(g, row);

    if (part < 1 && obs > 1)
        obs = max_i64(1, llround((double)obs * part));

    if (f->observations >= 0)
        s->too_large |= ADD_OVERFLOWS(f->observations, obs, &f->observations);
    count_effective(s, k, g, row, share);
    add_value(s, segment_value(g, row), share);
    s->sel->rung_rows[rung]++;
    if (rung)
        evidence_add(&s->sum, rung, obs, (double)segment_value(g, row), share,
                     corr_rung_base(rung) * b->certainty);
}

/* Notes the join's reason for a row without a span. */
static void note_reason(selection *s, uint32_t i, uint32_t seg, size_t row)
{
    const segment *g = &s->st->input.v[i]->segment.v[seg];
    const join_segment *js = join_at(s->st->join, i, seg);
    const corr_why why = js->rung ? (corr_why)js->why[row] : js->all;

    s->taken[why] = add_clamped(s->taken[why], segment_obs(g, row));
}

static void pick_rows(selection *s, uint32_t i, uint32_t seg, const verdicts *v,
                      picked *p)
{
    const input *in = s->st->input.v[i];
    const segment *g = sel_rows_of(s->sel, i, seg);
    const bool is_left = g != &in->segment.v[seg];

    for (size_t row = 0; row < g->n; row++) {
        span_profile_bond b;
        const double part = select_part_asked(s, v, in, g, row);
        if (!(part > 0) || select_is_duplicate_row(s, i, g, row) ||
            (is_left && !g->value[row] && !g->obs[row]))
            continue;
        corr_rung rung = rung_in_scope(s, i, seg, row, &b);
        b.share *= part;
        if (s->sel->asked && (!rung || sel_is_weak(s->sel, rung)))
            continue;
        if (!vec_push(&p->row, (uint32_t)row) ||
            !vec_push(&p->share, b.share) || !vec_push(&p->within, part))
            s->no_memory = true;
        p->divided |= b.share < 1;
        p->cut |= part < 1;
        p->rung = rung;
        count_row(s, &in->kind.v[g->kind], g, row, rung, &b, part);
        if (join_is_profile(rung))
            note_reason(s, i, seg, row);
    }
}

static double *keep_shares(selection *s, const double *share, size_t n)
{
    double *kept = corr_arena_new(&s->sel->arena, double, n);

    s->no_memory |= !kept;
    return kept ? memcpy(kept, share, n * sizeof *kept) : NULL;
}

/* Copies the picked rows to the selection's arena. */
static void add_picked(selection *s, uint32_t i, uint32_t seg, const picked *p)
{
    const segment *g = sel_rows_of(s->sel, i, seg);
    sel_part part = { .input = i, .segment = seg, .n = p->row.n };

    if (!part.n || s->no_memory)
        return;
    if (part.n < g->n) {
        part.rows = corr_arena_new(&s->sel->arena, uint32_t, part.n);
        s->no_memory |= !part.rows;
        if (part.rows)
            memcpy(part.rows, p->row.v, part.n * sizeof *part.rows);
    }
    if (p->divided)
        part.share = keep_shares(s, p->share.v, part.n);
    if (p->cut && s->sel->asked)
        part.within = keep_shares(s, p->within.v, part.n);
    if (s->q->reach == CORR_PROCESS)
        part.rung = p->rung;
    s->no_memory |= !vec_push(&s->sel->part, part);
}

/* Selects all rows of a segment without checking each. */
static void select_all_rows(selection *s, uint32_t i, uint32_t seg)
{
    const input *in = s->st->input.v[i];
    const segment *g = &in->segment.v[seg];
    const sel_part part = { .input = i, .segment = seg, .n = g->n };
    const span_profile_bond whole = { 1, 1 };

    for (size_t row = 0; row < g->n; row++)
        count_row(s, &in->kind.v[g->kind], g, row, CORR_RUNG_NONE, &whole, 1);
    if (g->n)
        s->no_memory |= !vec_push(&s->sel->part, part);
}

/* Extends the time of the selection by the time of an input inside the
 * requested window. */
static void note_window(selection *s, const input *in, const segment *g)
{
    const corr_query *q = s->q;
    const bool is_cut = asked_time(q);
    corr_sel_facts *f = &s->sel->facts;
    const int64_t began = input_from(in, g);
    const int64_t from = is_cut ? max_i64(began, q->from) : began;
    const int64_t to = is_cut ? min_i64(in->to, q->to) : in->to;

    if (in->from == CORR_NO_TIME || from > to)
        return;
    f->from = f->from == CORR_NO_TIME ? from : min_i64(f->from, from);
    f->to = max_i64(f->to, to);
}

static void note_kind(selection *s, uint32_t i, const segment *g)
{
    const input *in = s->st->input.v[i];
    const kind_row *k = &in->kind.v[g->kind];
    const process_match *t = &s->st->match.v[i];
    corr_sel_facts *f = &s->sel->facts;
    corr_str service = input_is_host(in) || in->process.mixed
                           ? corr_str_of(s->q->service)
                           : s->st->spans.service.v[t->service];

    if (!s->noted) {
        s->noted = true;
        f->unit = k->unit;
        f->own_unit = input_own_unit(in, k);
        f->period = k->period;
        f->service = service;
        f->measured = true;
        f->only_runnable = true;
    }
    s->periods_differ |= f->period != k->period;
    s->units_differ |= f->unit != k->unit;
    if (!corr_str_eq(f->service, service))
        f->service = (corr_str){ "", 0 };
    if (k->flags & CORR_KIND_NO_COUNT)
        f->observations = -1;
    f->runnable |= (k->flags & CORR_KIND_RUNNABLE) != 0;
    f->only_runnable &= (k->flags & CORR_KIND_RUNNABLE) != 0;
    f->unscaled |= (k->flags & CORR_KIND_UNSCALED) != 0;
    f->picked |= (k->flags & CORR_KIND_PICKED) != 0;
    f->measured &= (k->flags & (CORR_KIND_INTERVAL | CORR_KIND_WHOLE)) != 0;
    note_window(s, in, g);
}

/* Finds out whether the current input is the spans' own profile. */
static void note_own(selection *s, uint32_t i)
{
    s->scope.own = (span_profile){ 0 };
    if (s->tops &&
        !span_profile_of(&s->scope.own, s->st, s->tops, i, &s->sel->arena))
        s->no_memory = true;
}

/* ---- states --------------------------------------------------------- */

static bool is_state_asked(void *ctx, uint32_t i, const segment *g)
{
    const selection *s = ctx;

    return select_takes(s->st, s->q, i) &&
           select_is_of_kind(s, s->st->input.v[i], g);
}

/* Whether a segment has a requested row, or states that nothing happened in the
 * requested window. */
static bool has_requested_row(void *ctx, uint32_t i, uint32_t seg)
{
    selection *s = ctx;
    const input *in = s->st->input.v[i];
    const segment *g = &in->segment.v[seg];
    span_profile_bond b;

    if (g->counted_from && !g->n)
        return !s->sel->asked && asked_time_has_all(s->q, in, g);
    note_own(s, i);
    for (size_t row = 0; row < g->n && !s->no_memory; row++) {
        if (!(asked_time_part(s->q, in, g, row) > 0))
            continue;
        const corr_rung rung = rung_in_scope(s, i, seg, row, &b);
        if (!s->sel->asked || (rung && !sel_is_weak(s->sel, rung)))
            return true;
    }
    return false;
}

static void judge_states(selection *s)
{
    const snapshot_ask ask = { .st = s->st,
                               .arena = &s->sel->arena,
                               .ctx = s,
                               .is_of = is_state_asked,
                               .tells = has_requested_row,
                               .all = s->q->every_state };

    if (!s->q->every_kind)
        s->no_memory |= !snapshot_judge(&s->states, &ask);
    s->sel->counts.outlived = s->states.noutlived;
    s->sel->counts.firsts = s->states.nfirst;
}

/* Properties of an input that are counted once, over its selected segments. */
enum { NAMELESS = 1, SINCE_START = 2, SUBTRACTED = 4, ANEW = 8, DELTA = 16 };

static unsigned count_flags(const selection *s, uint32_t i, const segment *g)
{
    const input *in = s->st->input.v[i];
    const bool is_whole = in->kind.v[g->kind].flags & CORR_KIND_CUMULATIVE;

    return (snapshot_is_nameless(&s->states, s->st, i, g) ? NAMELESS : 0u) |
           (is_whole ? SINCE_START : 0u) | (g->counted_from ? SUBTRACTED : 0u) |
           (g->is_anew ? ANEW : 0u) | (g->is_delta ? DELTA : 0u);
}

static void note_counted(sel_counts *f, unsigned how)
{
    f->nameless += (how & NAMELESS) != 0;
    f->snapshots += (how & SINCE_START) != 0;
    f->subtracted += (how & SUBTRACTED) != 0;
    f->anew += (how & ANEW) != 0;
    f->deltas += (how & DELTA) != 0;
}

/* ---- inputs --------------------------------------------------------- */

static void select_input(selection *s, uint32_t i)
{
    const input *in = s->st->input.v[i];
    const bool is_part = s->q->service && input_is_host(in);
    const bool plain = !s->sel->asked && !filter_asks(&s->filter) &&
                       !s->q->from && !s->q->to && !is_part &&
                       !(s->q->service && in->process.mixed) &&
                       !(s->sel->duplicate && s->sel->duplicate[i].run.n) &&
                       !(s->sel->left && s->sel->left[i]);
    size_t parts = s->sel->part.n;
    bool timeless = false;
    unsigned how = 0;
    verdicts v = { 0 };

    note_own(s, i);
    s->no_memory |= !filter_judge(&s->filter, i, &v);
    for (uint32_t seg = 1; seg < in->segment.n && !s->no_memory; seg++) {
        const segment *g = &in->segment.v[seg];
        if (!select_is_of_kind(s, in, g) ||
            snapshot_is_outlived(&s->states, s->st, i, g))
            continue;
        size_t before = s->sel->part.n;
        timeless |= asked_time_untold(s->q, in, g);
        if (is_part)
            s->no_memory |= !filter_judge_service(&s->filter, i, g, &v);
        if (plain) {
            select_all_rows(s, i, seg);
        } else {
            picked p = { 0 };
            pick_rows(s, i, seg, &v, &p);
            add_picked(s, i, seg, &p);
            vec_free(&p.row);
            vec_free(&p.share);
            vec_free(&p.within);
        }
        if (s->sel->part.n > before) {
            note_kind(s, i, g);
            how |= count_flags(s, i, g);
        }
    }
    note_counted(&s->sel->counts, how);
    s->sel->facts.inputs += s->sel->part.n > parts;
    if (s->sel->part.n > parts && in->fetched.is_part && !s->sel->asked &&
        !(s->sel->left && s->sel->left[i]))
        duplicate_note_alone(&s->sel->counts.duplicate, s->st, i);
    s->sum.e.clock_told |= s->sel->part.n > parts && in->clock.is_told;
    if (s->sel->part.n > parts && in->clock.is_found) {
        s->sum.e.clock_found = true;
        s->sum.e.clock_u = max_i64(s->sum.e.clock_u, in->clock.shift_u);
    }
    s->sel->counts.rescaled += s->sel->part.n > parts && in->cpu.rescaled &&
                               corr_str_is(s->sel->facts.kind, "cpu");
    s->sel->counts.timeless += timeless;
}

/* ---- making a selection --------------------------------------------- */

/* Finds the requested spans, by id or by their properties. */
static corr_code find_reach(selection *s)
{
    const corr_query *q = s->q;
    const spans *sp = &s->st->spans;

    if (!span_set_asked(q) && !spans_find(sp, q->trace, q->span, NULL) &&
        (q->span || spans_trace(sp, q->trace) == UINT32_MAX))
        return CORR_OK; /* known only from labels, if at all */
    corr_code code = span_set_of(s->st, q, &s->sel->arena, &s->tops, s->err);
    if (!code && !span_scope_of_set(&s->reach, s->st, s->tops, q->reach))
        code = corr_no_memory(s->err);
    return code;
}

static corr_code prepare_selection(selection *s)
{
    const corr_query *q = s->q;

    s->sel->asked = q->span || (q->trace.hi | q->trace.lo) || span_set_asked(q);
    if (asked_time(q)) {
        s->sel->from = q->from;
        s->sel->to = q->to;
    }
    s->sel->weakest = q->weakest                 ? q->weakest
                      : q->reach == CORR_PROCESS ? CORR_WINDOW
                                                 : CORR_SHARED;
    corr_code code = s->sel->asked || q->joined ? store_join(s->st, s->err)
                                                : store_prepare(s->st, s->err);
    if (!code && s->sel->asked)
        code = find_reach(s);
    if (!code && !filter_init(&s->filter, s->st, q, &s->sel->arena, s->err))
        code = s->err->code;
    return code;
}

/* Keeps the scope: writers and views divide rows by it. */
static void keep_reach(selection *s)
{
    const size_t n = s->st->spans.at.n;

    if (!s->reach.in)
        return;
    s->sel->in = corr_arena_new(&s->sel->arena, uint8_t, n);
    s->no_memory |= !s->sel->in;
    if (s->sel->in)
        memcpy(s->sel->in, s->reach.in, n);
}

static void count_twice(selection *s)
{
    corr_sel *sel = s->sel;
    double_run *run = corr_arena_new(&sel->arena, double_run, sel->part.n + 1);
    size_t n = 0;

    s->no_memory |= !run;
    for (size_t i = 0; run && i < sel->part.n; i++) {
        const uint32_t number = sel->part.v[i].input;
        const input *in = store_input(s->st, number);
        if ((sel->duplicate && sel->duplicate[number].run.n) ||
            in->fetched.is_part)
            continue; /* counts only where no other input does */
        if (i == 0 || sel->part.v[i - 1].input != number)
            n += double_add(s->st, number, in->from, in->to, &run[n]);
    }
    if (run)
        sel->counts.twice = double_among(s->st, run, n);
}

static void finish_selection(selection *s)
{
    corr_sel *sel = s->sel;

    if (s->periods_differ)
        sel->facts.period = 0;
    if (sel->counts.rescaled)
        sel->facts.unit = CORR_NS_RESCALED;
    const double limit = 0x1p63;
    s->too_large =
        s->too_large || s->whole >= limit ||
        ADD_OVERFLOWS(sel->facts.whole, llround(s->whole), &sel->facts.whole);
    if (!s->too_large)
        sel->facts.total += llround(s->divided);
    sel->facts.effective += neff_effective(&s->weights, s->weight, s->weighed);
    if (filter_limited(&s->filter))
        remark_warn(s->st, .rule = REMARK_PATTERN_LIMIT);
    if (!sel->counts.snapshots && select_takes_once(s))
        count_twice(s);
    if (!s->sel->asked)
        return;
    keep_reach(s);
    evidence_close(&s->sum);
    sel->facts.evidence = s->sum.e;
    s->no_memory |= !evidence_around(sel, &s->reach);
    for (int w = 0; w < CORR_WHY_COUNT; w++) {
        int64_t *stopped = &sel->facts.evidence.stopped[w];
        *stopped -= min_i64(*stopped, s->taken[w]);
    }
}

static corr_code refuse_sum(const selection *s)
{
    const corr_str kind = s->sel->facts.kind;

    corr_fail(s->err, CORR_ELIMIT,
              "the %.*s%s of the selection add up to 2^63 or more, which corr "
              "cannot count",
              CORR_STR_ARG(kind),
              corr_str_is(kind, "samples") ? "" : " samples");
    corr_hint(s->err, "select less: fewer files, --focus REGEX, --label");
    return s->err->code;
}

/* Values of several units have no sum. */
static corr_code refuse_units(const selection *s)
{
    const corr_sel_facts *f = &s->sel->facts;

    corr_fail(s->err, CORR_EUSAGE,
              "%.*s is in %s in one file and in another unit in the next",
              CORR_STR_ARG(f->kind), corr_unit_name(f->unit));
    corr_hint(s->err, "give corr files of one unit, or another --kind");
    return s->err->code;
}

corr_sel *corr_sel_of(corr_store *st, const corr_query *q, corr_err *err)
{
    corr_err mine = { 0 };
    selection s = { .st = st, .q = q, .err = err ? err : &mine };
    corr_sel *sel = self_arena_new(corr_sel, err);
    corr_code code = CORR_OK;

    if (!sel)
        return NULL;
    s.sel = sel;
    s.scope = (scope_join){ .st = st, .q = q, .reach = &s.reach };
    sel->store = st;
    sel->joined = q->joined;
    sel->arena.limit = SIZE_MAX;
    sel->facts.from = CORR_NO_TIME;
    sel->facts.to = INT64_MIN;
    sel->facts.evidence.expected = -1;
    code = prepare_selection(&s);
    if (!code) {
        s.no_memory = !select_kind(st, q, &sel->arena, &sel->facts.kind,
                                   &sel->facts.others);
        if (!s.no_memory)
            judge_states(&s);
        if (select_takes_once(&s) && !s.no_memory)
            select_find_duplicates(&s);
        if (!s.no_memory)
            select_settle_parts(&s);
        for (uint32_t i = 0; i < st->input.n && !s.no_memory; i++)
            if (select_takes(st, q, i) && !sel_is_duplicate(sel, i))
                select_input(&s, i);
        finish_selection(&s);
        s.no_memory |= !sel_remark(sel);
    }
    if (!code && s.too_large && !q->every_kind)
        code = refuse_sum(&s);
    if (!code && s.units_differ && !q->every_kind)
        code = refuse_units(&s);
    if (!code && !s.no_memory && !q->looks)
        corr_sel_use(st, sel);
    if (!code && q->in_order)
        s.no_memory |= !sel_order(sel);
    if (!code && s.no_memory)
        code = corr_no_memory(s.err);
    filter_clear(&s.filter);
    span_scope_clear(&s.reach);
    return KEEP_IF(!code, sel, corr_sel_free);
}
