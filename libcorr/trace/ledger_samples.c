/* ledger_samples - the samples of a span's thread, for its ledger. */
#include "base/base.h"
#include "corr_sort.h"
#include "model/interval.h"
#include "model/segment.h"
#include "trace/ledger_claims.h"

/* Ticks of one record that are listed one by one; the rank of a segment without
 * CPU samples of the span. */
enum { MOST_TICKS = 4096, NO_SAMPLER = 4 };

/* Whether an earlier recording covers the samples at time t: one recording ran
 * during at least half of the other (corr-methods 0). */
static bool is_covered(const ledger_claims *c, ledger_source source,
                       const input *in, int64_t t)
{
    for (size_t i = 0; i < c->covered[source].n; i++) {
        const stretch covered = c->covered[source].v[i];
        if (stretch_holds(covered, t) &&
            stretch_share_half(covered, input_ran(in)))
            return true;
    }
    return false;
}

bool ledger_samples_mark(ledger_claims *c, ledger_source source,
                         const input *in)
{
    return in->from == CORR_NO_TIME || in->from >= in->to ||
           vec_push(&c->covered[source], (loss_row){ in->from, in->to });
}

/* Adds the ticks of a row of wall samples, spread over its duration
 * (corr-methods 1.4). */
static bool add_ticks(ledger_claims *c, const segment *g, size_t row,
                      corr_spent state)
{
    const int64_t n = segment_obs(g, row);
    const sample_time m = { .t = g->time[row],
                            .ticks = min_i64(n, MOST_TICKS),
                            .length = g->dur ? max_i64(g->dur[row], 0) : 0 };

    for (int64_t i = 0; i < m.ticks; i++) {
        const int64_t t = sample_time_tick(&m, i);
        const int64_t weight = n / m.ticks + (i < n % m.ticks);
        if (t >= c->from && t < c->to &&
            !vec_push(&c->sample, (ledger_sample){ .time = t,
                                                   .weight = weight,
                                                   .obs = weight,
                                                   .source = LEDGER_BY_WALL,
                                                   .state = state }))
            return false;
    }
    return true;
}

static bool add_wall_row(ledger_claims *c, const input *in, const segment *g,
                         size_t row)
{
    const corr_str state = ledger_label(in, g, row, "state");
    const uint32_t stack = segment_stack(g, row);

    if (corr_str_is(state, "runnable"))
        return add_ticks(c, g, row, CORR_SPENT_CPU);
    if (corr_str_is(state, "sleeping"))
        return add_ticks(c, g, row, ledger_leaf(in, stack, CORR_SPENT_BLOCKED));
    return true;
}

bool ledger_samples_wall(ledger_claims *c, uint32_t i, const segment *g)
{
    const input *in = store_input(c->homes->w->store, i);
    const size_t end = segment_from(g, c->to);

    for (size_t row = 0; row < end; row++) {
        const int64_t length = g->dur ? g->dur[row] : 0;
        if (g->time[row] != CORR_NO_TIME && ledger_is_home(c, i, g, row) &&
            !is_covered(c, LEDGER_BY_WALL, in, g->time[row]) &&
            add_clamped(g->time[row], max_i64(length, 0)) >= c->from &&
            !add_wall_row(c, in, g, row))
            return false;
    }
    return true;
}

bool ledger_samples_ns(ledger_claims *c, uint32_t i, const segment *g,
                       ledger_source source)
{
    const input *in = store_input(c->homes->w->store, i);
    const size_t end = segment_from(g, c->to);

    for (size_t row = segment_from(g, c->from); row < end; row++) {
        if (!ledger_is_home(c, i, g, row) ||
            is_covered(c, source, in, g->time[row]))
            continue;
        const ledger_sample s = {
            .time = g->time[row],
            .weight = segment_value(g, row),
            .obs = segment_obs(g, row),
            .source = source,
            .state =
                source == LEDGER_BY_CPU
                    ? CORR_SPENT_CPU
                    : ledger_leaf(in, segment_stack(g, row), CORR_SPENT_NATIVE),
        };
        if (!vec_push(&c->sample, s))
            return false;
    }
    return true;
}

static bool is_cpu_segment(const input *in, const segment *g)
{
    return ledger_is_kind(in, g, "cpu") && g->time && g->thread && g->n > 0;
}

/* Whether a CPU segment has samples during the span.  A sampler that was off
 * for nearly all of the span does not count. */
static bool is_cpu_during_span(ledger_claims *c, const input *in,
                               const segment *g)
{
    const int64_t length = sub_clamped(c->to, c->from);
    int64_t off = 0;

    if (!is_cpu_segment(in, g))
        return false;
    if (in->kind.v[g->kind].flags & CORR_KIND_RUNNABLE)
        off = input_unsampled(in, c->from, c->to);
    c->facts.unsampled = max_i64(c->facts.unsampled, off);
    return g->min < c->to && g->max >= c->from && off < length - length / 100;
}

/* The quality of a segment for the span's CPU, 0 best: CPU time ranks before
 * runnable time, a timer per thread before one for all. */
static int cpu_rank(ledger_claims *c, const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];

    if (!is_cpu_during_span(c, in, g) || k->unit != CORR_NS)
        return NO_SAMPLER;
    return (k->flags & CORR_KIND_RUNNABLE ? 2 : 0) +
           (k->flags & CORR_KIND_FEW ? 1 : 0);
}

/* The sampling period around the span.  If the period changed meanwhile, the
 * longest one. */
static int64_t period_around_span(const ledger_claims *c, const input *in,
                                  const segment *g)
{
    const size_t at = segment_from(g, c->from);
    int64_t period = in->kind.v[g->kind].period;

    for (size_t row = at > 0 ? at - 1 : 0; row < g->n && row <= at; row++)
        if (period > 0 && segment_obs(g, row) > 0)
            period =
                max_i64(period, segment_value(g, row) / segment_obs(g, row));
    return period;
}

static bool add_cpu_segment(ledger_claims *c, uint32_t i, const segment *g)
{
    const input *in = store_input(c->homes->w->store, i);
    const kind_row *k = &in->kind.v[g->kind];

    c->facts.has_cpu = true;
    c->facts.rescaled |= in->cpu.rescaled != CORR_RESCALE_NONE;
    c->facts.few = (k->flags & CORR_KIND_FEW) != 0;
    c->facts.runnable = (k->flags & CORR_KIND_RUNNABLE) != 0;
    c->facts.period =
        max_i64(c->facts.period, in->cpu.rescaled != CORR_RESCALE_NONE
                                     ? k->period
                                     : period_around_span(c, in, g));
    return ledger_samples_ns(c, i, g, LEDGER_BY_CPU);
}

/* Adds the CPU samples of an input from samplers of one rank. */
static bool add_cpu_input(ledger_claims *c, uint32_t i, int rank)
{
    const input *in = store_input(c->homes->w->store, i);
    bool has = false;

    for (size_t s = 1; c->home.is[i] && s < in->segment.n; s++) {
        const segment *g = &in->segment.v[s];
        c->facts.uncosted |= is_cpu_during_span(c, in, g);
        c->facts.elsewhen |= is_cpu_segment(in, g);
        if (cpu_rank(c, in, g) != rank)
            continue;
        has = true;
        if (!add_cpu_segment(c, i, g))
            return false;
    }
    return !has || ledger_samples_mark(c, LEDGER_BY_CPU, in);
}

/* Adds CPU samples of the best rank only, since a thread's CPU counts once.
 * One sampler may have several files. */
static bool add_cpu_samples(ledger_claims *c)
{
    const corr_store *st = c->homes->w->store;

    for (int rank = 0; rank < NO_SAMPLER && !c->facts.has_cpu; rank++)
        for (uint32_t i = 0; i < st->input.n; i++)
            if (!add_cpu_input(c, i, rank))
                return false;
    return true;
}

SORT_BY(sample_by_time, ledger_sample, ASC(time), ASC(state))

bool ledger_samples_finish(ledger_claims *c)
{
    if (!add_cpu_samples(c))
        return false;
    vec_sort(&c->sample, sample_by_time);
    return true;
}
