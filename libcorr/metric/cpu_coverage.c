#include "metric/cpu_coverage.h"

#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "metric/metric_counter.h"
#include "metric/metric_selector.h"
#include "model/rescale.h"
#include "model/segment.h"
#include "store/edition.h"

/* A yield outside least..most is reported.  A yield needs that much CPU time,
 * and a metric that covers that share of the profile. */
static const double least = 0.8, most = 1.2;
static const double least_ns = 300e6, least_covered = 0.99;
enum { LEAST_STEPS = 2 };

/* ---- metrics of CPU ------------------------------------------------- */

/* Seconds of CPU of a process or a container, the more specific metric
 * first. */
static const struct cpu_metric {
    const char *name;
    bool waits;        /* series with state "wait" are not CPU */
    bool of_container; /* counts a container, not a process */
    bool has_sums;     /* also has series that sum up a pod */
} metrics[] = {
    { "process_cpu_seconds_total", false, false, false },
    { "process_cpu_time_seconds_total", true, false, false },
    { "process.cpu.time", true, false, false },
    { "container_cpu_usage_seconds_total", false, true, true },
    { "container.cpu.time", false, true, false },
};

typedef struct found {
    uint32_t input, series;
    uint32_t metric; /* row of metrics[] */
} found;

typedef vec(found) found_list;

static bool is_cpu_series(const input *in, uint32_t series,
                          const struct cpu_metric *m)
{
    const corr_str inner = series_label(in, series, CORR_STR("container"));

    if (m->has_sums && (!inner.n || corr_str_is(inner, "POD")))
        return false;
    return !m->waits ||
           !corr_str_is(series_label(in, series, CORR_STR("state")), "wait");
}

static bool find_metrics(const corr_store *st, found_list *list)
{
    for (uint32_t i = 0; i < st->input.n; i++) {
        const input *in = st->input.v[i];
        for (uint32_t s = 1; in->metric.n && s < in->series.n; s++) {
            const corr_str name = input_text(in, in->series.v[s].name);
            for (uint32_t m = 0; m < countof(metrics); m++)
                if (corr_str_is(name, metrics[m].name) &&
                    is_cpu_series(in, s, &metrics[m]) &&
                    !vec_push(list, (found){ i, s, m }))
                    return false;
        }
    }
    return true;
}

static bool is_series_of(const corr_store *st, const found *f, corr_str service)
{
    const input *in = st->input.v[f->input];

    return series_is_of(series_service(in, f->series), service) ||
           (metrics[f->metric].of_container &&
            series_is_of(series_label(in, f->series, CORR_STR("container")),
                         service));
}

static bool same_group(const input *a, const input *b)
{
    return a->group == b->group || a->group == CORR_BOTH_SIDES ||
           b->group == CORR_BOTH_SIDES;
}

/* ---- CPU of the samples --------------------------------------------- */

typedef struct seen {
    double ns, n; /* n: observations */
} seen;

static seen samples_of(const input *in)
{
    seen s = { 0, 0 };

    for (size_t k = 1; k < in->segment.n; k++) {
        const segment *g = &in->segment.v[k];
        if (!segment_is_cpu(in, g))
            continue;
        s.ns += (double)g->only.value;
        s.n += (double)g->only.obs;
        for (size_t i = 0; i < g->n; i++) {
            s.ns += (double)segment_value(g, i);
            s.n += g->obs ? (double)g->obs[i] : 1;
        }
    }
    return s;
}

/* ---- samples against metrics ---------------------------------------- */

static bool judge_yield(corr_store *st, uint32_t i, const struct cpu_metric *m,
                        double used, const seen *s)
{
    process_match *t = &st->match.v[i];
    const double chance = s->n > 0 ? 2 * s->ns / used / sqrt(s->n) : 0;

    t->yield = s->ns / used;
    t->has_yield =
        (t->yield + chance >= least && t->yield - chance <= most) ||
        remark_warn(st, .rule = REMARK_CPU_COVERAGE,
                    .a = corr_str_of(st->input.v[i]->file.path),
                    .b = corr_str_of(m->of_container ? "container" : "process"),
                    .c = corr_str_of(m->name), .x = s->ns / 1e9,
                    .y = used / 1e9, .z = 100 * t->yield);
    return t->has_yield;
}

/* Gives the edition its own columns of CPU values. */
static bool own_values(edition *e)
{
    for (uint32_t s = 1; s < e->of->segment.n; s++)
        if (segment_is_cpu(e->of, &e->of->segment.v[s]) &&
            (!edition_column(e, s, SEG_VALUE) ||
             !edition_column(e, s, SEG_SQUARES)))
            return false;
    return true;
}

/* Scales the CPU values of the edition, which keeps the yield from before the
 * scaling. */
static bool rescale_input(corr_store *st, uint32_t i,
                          const struct cpu_metric *m)
{
    const process_match *t = &st->match.v[i];
    char used_by[120];

    if (st->rescale != CORR_RESCALE_METRIC || !t->has_yield ||
        store_input(st, i)->cpu.is_weighed)
        return true;
    edition *e = edition_of(st, i);
    if (!e || !own_values(e))
        return false;
    e->in.cpu.has_yield = true;
    e->in.cpu.yield = t->yield;
    snprintf(used_by, sizeof used_by, "the %s used by %s",
             m->of_container ? "container" : "process", m->name);
    return rescale_yield(&e->in, t->yield, used_by);
}

/* Collects the series of a metric that belong to the service of an input.
 * False: out of memory. */
static bool collect_series(corr_store *st, uint32_t i, uint32_t metric,
                           const found_list *list, counter *c)
{
    const corr_str service = st->spans.service.v[st->match.v[i].service];

    for (size_t k = 0; k < list->n; k++) {
        const found *f = &list->v[k];
        if (f->metric == metric &&
            same_group(st->input.v[i], st->input.v[f->input]) &&
            is_series_of(st, f, service) &&
            !metric_counter_add(c, st->input.v[f->input], f->series, 0))
            return false;
    }
    return metric_counter_ready(c);
}

/* Computes the yield from one metric, if it is of one process and covers the
 * whole time of the input. */
static bool try_metric(corr_store *st, uint32_t i, uint32_t metric,
                       const found_list *list)
{
    const input *in = st->input.v[i];
    const int64_t from = in->from, to = in->to;
    counter c = { .step = 0 };
    bool ok = collect_series(st, i, metric, list, &c);

    const double length = (double)sub_clamped(to, from);
    const double used = metric_counter_grew(&c, from, to) * 1e9;
    if (ok && c.series.n && metric_counter_targets(&c) == 1 && !c.falls &&
        length >= LEAST_STEPS * (double)c.step && used >= least_ns &&
        (double)metric_counter_covers(&c, from, to) >= least_covered * length) {
        const seen s = samples_of(in);
        ok = judge_yield(st, i, &metrics[metric], used, &s);
    }
    metric_counter_clear(&c);
    return ok && rescale_input(st, i, &metrics[metric]);
}

static bool has_cpu(const input *in)
{
    for (size_t k = 1; k < in->segment.n; k++)
        if (segment_is_cpu(in, &in->segment.v[k]))
            return true;
    return false;
}

bool coverage_inputs(corr_store *st)
{
    found_list list = { 0 };
    bool ok = st->no_yield || find_metrics(st, &list);

    for (uint32_t i = 0; ok && list.n && i < st->input.n; i++) {
        const input *in = st->input.v[i];
        const process_match *t = &st->match.v[i];
        if (!t->used || !t->service || in->cpu.has_yield || !has_cpu(in) ||
            in->fetched.is_part || in->from == CORR_NO_TIME ||
            in->to <= in->from)
            continue;
        for (uint32_t m = 0; ok && !t->has_yield && m < countof(metrics); m++)
            ok = try_metric(st, i, m, &list);
    }
    vec_free(&list);
    return ok;
}
