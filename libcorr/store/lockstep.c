#include "store/lockstep.h"

#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "model/segment.h"
#include "store/operation_names.h"

/* A circle needs FEW_TICKS or FEW_SPANS observations.  FIRST_SPANS are always
 * looked at.  A tick is looked for up to REACH periods back: beyond that, the
 * sampler's own error adds up. */
enum { FEW_TICKS = 50, FEW_SPANS = 20, FIRST_SPANS = 64, REACH = 25 };
/* The least concentration of ticks or starts at one place in the period; 1: all
 * at one place. */
static const double in_step = 0.8;
/* The least share of spans with a known tick.  If the samples see only the
 * operation's own work, the spans with a tick are chosen by their start. */
static const double least_known = 0.8;
/* In periods.  Longer work has the same number of samples wherever it
 * begins. */
static const double long_work = 10;

/* ---- places in a period --------------------------------------------- */

/* The mean of directions: a period is one turn. */
typedef struct circle {
    double x, y;
    uint32_t n;
} circle;

static const double around = 6.283185307179586;

static void circle_add(circle *c, int64_t ns, int64_t period)
{
    const double angle = around * (double)(ns % period) / (double)period;

    c->x += cos(angle);
    c->y += sin(angle);
    c->n++;
}

static double circle_length(const circle *c)
{
    return c->n ? hypot(c->x, c->y) / c->n : 0;
}

/* The mean place, in ns from the start of the period. */
static double circle_mean(const circle *c, int64_t period)
{
    const double angle = atan2(c->y, c->x);

    return (angle < 0 ? angle + around : angle) / around * (double)period;
}

static double circle_spread(const circle *c, int64_t period)
{
    const double length = circle_length(c);

    return length < 1 ? sqrt(-2 * log(length)) / around * (double)period : 0;
}

typedef struct operation {
    uint32_t span; /* the first span of the operation */
    uint32_t n, tried;
    double ns;
    circle start;
} operation;

typedef struct lockstep_search {
    corr_store *st;
    uint32_t input;
    const segment *seg;
    int64_t period;
    corr_map by_name;
    vec(operation) op;
} lockstep_search;

/* ---- ticks ---------------------------------------------------------- */

static bool has_period(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const unsigned other =
        CORR_KIND_CUMULATIVE | CORR_KIND_INTERVAL | CORR_KIND_CONTEXT;

    return k->unit == CORR_NS && k->period > 0 && !(k->flags & other) &&
           g->n > FEW_TICKS && g->time;
}

/* Whether all threads are sampled at the same ticks: then the time between two
 * ticks is close to one or more periods. */
static bool has_ticks(const lockstep_search *l)
{
    enum { ENOUGH = 4096 };
    const segment *g = l->seg;
    circle c = { 0 };

    for (size_t i = 1; i < g->n && c.n < ENOUGH; i++) {
        const int64_t gap = sub_clamped(g->time[i], g->time[i - 1]);
        if (g->time[i - 1] != CORR_NO_TIME && gap >= l->period / 2 &&
            gap / l->period < REACH)
            circle_add(&c, gap, l->period);
    }
    return c.n >= FEW_TICKS && circle_length(&c) >= in_step;
}

/* ns from the last tick before t to t; -1: unknown. */
static int64_t since_tick(const lockstep_search *l, int64_t t)
{
    const int64_t *time = l->seg->time;
    const size_t next = segment_from(l->seg, t);

    if (next == 0 || time[next - 1] == CORR_NO_TIME)
        return -1;
    const int64_t gap = sub_clamped(t, time[next - 1]);
    return gap / l->period < REACH ? gap : -1;
}

/* ---- operations ----------------------------------------------------- */

static operation *operation_of(lockstep_search *l, uint32_t span)
{
    const uint64_t key = (uint64_t)l->st->spans.at.v[span].input << 32 |
                         store_span(l->st, span)->name;
    bool is_new;
    uint32_t *at = corr_map_u64(&l->by_name, key, &is_new);

    if (!at)
        return NULL;
    if (is_new) {
        *at = (uint32_t)l->op.n;
        if (!vec_push(&l->op, (operation){ .span = span }))
            return NULL;
    }
    return &l->op.v[*at];
}

/* Whether more spans of an operation are looked at.  Most operations prove out
 * of step after a few spans. */
static bool needs_spans(const operation *o)
{
    return o->tried < FIRST_SPANS || (circle_length(&o->start) >= in_step &&
                                      o->start.n >= least_known * o->tried);
}

static bool look_at_span(lockstep_search *l, uint32_t span)
{
    const input *in = l->st->input.v[l->input];
    const span_row *row = store_span(l->st, span);
    operation *o = operation_of(l, span);

    if (!o)
        return false;
    stretch ran;
    if (!span_ran(row, &ran))
        return true;
    o->n++;
    o->ns += (double)stretch_length(ran);
    if (!needs_spans(o))
        return true;
    if (ran.from < in->from || ran.from > in->to)
        return true;
    const int64_t ns = since_tick(l, ran.from);
    o->tried++;
    if (ns >= 0)
        circle_add(&o->start, ns, l->period);
    return true;
}

static bool keeps_step(const lockstep_search *l, const operation *o)
{
    return o->start.n >= FEW_SPANS && circle_length(&o->start) >= in_step &&
           o->start.n >= least_known * o->tried &&
           o->ns < long_work * o->n * (double)l->period;
}

static bool warn_of_lockstep(const lockstep_search *l, const operation *o)
{
    return remark_warn(l->st, .rule = REMARK_LOCKSTEP,
                       .a = corr_str_of(l->st->input.v[l->input]->file.path),
                       .b = opname_span(l->st, o->span),
                       .x = circle_mean(&o->start, l->period) / 1e6,
                       .y = circle_spread(&o->start, l->period) / 1e6,
                       .z = (double)l->period / 1e6);
}

/* Warns of one operation, the one with most spans: operations that it calls are
 * in step as well. */
static bool find_operations_in_step(lockstep_search *l)
{
    const spans *s = &l->st->spans;
    const process_match *t = &l->st->match.v[l->input];
    const operation *most = NULL;
    bool ok = true;

    for (uint32_t i = 1; ok && i < s->at.n; i++)
        if (t->proc ? s->proc.v[i] == t->proc
                    : spans_service(s, i) == t->service)
            ok = look_at_span(l, i);
    for (size_t i = 0; ok && i < l->op.n; i++)
        if (keeps_step(l, &l->op.v[i]) && (!most || l->op.v[i].n > most->n))
            most = &l->op.v[i];
    ok = ok && (!most || warn_of_lockstep(l, most));
    corr_map_clear(&l->by_name);
    vec_free(&l->op);
    return ok;
}

bool lockstep_inputs(corr_store *st)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < st->input.n; i++) {
        const input *in = st->input.v[i];
        const process_match *t = &st->match.v[i];
        for (size_t k = 1; ok && t->used && t->service && k < in->segment.n;
             k++) {
            const segment *g = &in->segment.v[k];
            lockstep_search l = { .st = st,
                                  .input = i,
                                  .seg = g,
                                  .period = in->kind.v[g->kind].period };
            ok = !has_period(in, g) || !has_ticks(&l) ||
                 find_operations_in_step(&l);
        }
    }
    return ok;
}
