/*
 * find_throttling - containers that had no CPU because their quota was used up
 * (corr-methods 8, F20).
 */
#include <inttypes.h>
#include <math.h>

#include "base/base.h"
#include "findings/finder.h"
#include "metric/metric_counter.h"
#include "metric/metric_selector.h"

/* The window of a request that is shorter, and of which the worst is named. */
static const int64_t minute = INT64_C(60) * 1000000000;
/* Windows of a long time that are compared. */
enum { MOST_WINDOWS = 4096 };

typedef enum part { THROTTLED, PERIODS, ALL_PERIODS, PARTS } part;

/* Counters of cAdvisor, of OpenTelemetry's receiver, and of the JVM. */
static const struct throttle_metric {
    const char *name;
    part part;
    double scale;  /* to ns */
    bool has_sums; /* also has series that sum up a pod */
} metrics[] = {
    { "container_cpu_cfs_throttled_seconds_total", THROTTLED, 1e9, true },
    { "container_cpu_cfs_throttled_periods_total", PERIODS, 1, true },
    { "container_cpu_cfs_periods_total", ALL_PERIODS, 1, true },
    { "container.cpu.throttling_data.throttled_time", THROTTLED, 1, false },
    { "container.cpu.throttling_data.throttled_periods", PERIODS, 1, false },
    { "container.cpu.throttling_data.periods", ALL_PERIODS, 1, false },
    { "container_cpu_throttling_data_throttled_time_nanoseconds_total",
      THROTTLED, 1, false },
    { "container_cpu_throttling_data_throttled_periods_total", PERIODS, 1,
      false },
    { "container_cpu_throttling_data_periods_total", ALL_PERIODS, 1, false },
    { "container_throttled", THROTTLED, 1, false },
    { "container_throttled_periods", PERIODS, 1, false },
    { "container_periods", ALL_PERIODS, 1, false },
};

/* A series of one of the metrics. */
typedef struct metric_series {
    uint32_t metric, input, series;
} metric_series;

typedef vec(metric_series) series_list;

typedef struct throttling {
    const corr_store *st;
    const series_list *list; /* of all services, by input and series */
    corr_str service;
    counter of[PARTS];
    double scale;    /* of THROTTLED: all series of one name */
    uint32_t metric; /* the row that THROTTLED is of */
} throttling;

/* Lists the series of the side that is asked for.  False: out of memory. */
static bool list_series(const finder *f, series_list *list)
{
    for (uint32_t i = 0; i < f->store->input.n; i++) {
        const input *in = store_input(f->store, i);
        if (!finder_has_group(f->about->query.group, in->group))
            continue;
        for (uint32_t s = 1; s < in->series.n; s++)
            for (uint32_t m = 0; m < countof(metrics); m++)
                if (corr_str_is(input_text(in, in->series.v[s].name),
                                metrics[m].name) &&
                    !vec_push(list, (metric_series){ m, i, s }))
                    return false;
    }
    return true;
}

/* Whether a series is of the container of the service: by its labels, or as the
 * JVM of the service counts it. */
static bool is_of_service(const throttling *t, uint32_t in, uint32_t series,
                          bool has_sums)
{
    const input *rows = store_input(t->st, in);
    const corr_str inner = series_label(rows, series, CORR_STR("container"));

    if (!rows->metric.n)
        return corr_str_eq(t->st->spans.service.v[t->st->match.v[in].service],
                           t->service);
    if (has_sums && (!inner.n || corr_str_is(inner, "POD")))
        return false;
    return series_is_of(inner, t->service) ||
           series_is_of(series_label(rows, series, CORR_STR("container.name")),
                        t->service) ||
           series_is_of(series_service(rows, series), t->service);
}

/* Adds the series of the first metric that the service has: several count the
 * same. */
static bool collect_counters(throttling *t)
{
    bool ok = true;

    for (uint32_t m = 0; ok && m < countof(metrics); m++) {
        counter *to = &t->of[metrics[m].part];
        /* periods belong to the metric above them */
        if (metrics[m].part == THROTTLED ? t->of[THROTTLED].series.n > 0
                                         : m - t->metric != metrics[m].part)
            continue;
        for (size_t i = 0; ok && i < t->list->n; i++) {
            const metric_series *s = &t->list->v[i];
            if (s->metric == m &&
                is_of_service(t, s->input, s->series, metrics[m].has_sums))
                ok = metric_counter_add(to, store_input(t->st, s->input),
                                        s->series, 0);
        }
        if (metrics[m].part == THROTTLED && to->series.n) {
            t->scale = metrics[m].scale;
            t->metric = m;
        }
    }
    for (int k = 0; ok && k < PARTS; k++)
        ok = metric_counter_ready(&t->of[k]);
    return ok;
}

/* The minute in which the container was throttled longest. */
static stretch worst_minute(const counter *c)
{
    const size_t every = c->time.n / MOST_WINDOWS + 1;
    stretch worst = { 0, 0 };
    double most = 0;

    for (size_t i = 0; i < c->time.n; i += every) {
        const stretch at = { c->time.v[i], add_clamped(c->time.v[i], minute) };
        const double grew = metric_counter_grew(c, at.from, at.to);
        if (grew > most) {
            most = grew;
            worst = at;
        }
    }
    return worst;
}

/* What is looked at: the request, widened to a minute, or the worst minute of
 * the time that is asked for. */
static stretch throttled_time(const finder *f, const counter *c)
{
    const critical_span *t = finder_asked_span(f);
    const corr_query *q = &f->about->query;

    if (t) {
        const int64_t lacks =
            max_i64(0, minute - sub_clamped(t->end, t->start)) / 2;
        return (stretch){ sub_clamped(t->start, lacks),
                          add_clamped(t->end, lacks) };
    }
    if (q->from || q->to)
        return (stretch){ q->from, q->to };
    return worst_minute(c);
}

static const char *period_words(finder *f, const throttling *t, stretch at,
                                int64_t *n)
{
    const double hit = metric_counter_grew(&t->of[PERIODS], at.from, at.to);
    const double all = metric_counter_grew(&t->of[ALL_PERIODS], at.from, at.to);

    *n = max_i64(1, llround(hit));
    return hit >= 1 && all >= hit
               ? finder_text(f, " (%.0f of %.0f periods)", hit, all)
               : "";
}

static bool judge_service(finder *f, const finding_rule *r, throttling *t)
{
    const counter *c = &t->of[THROTTLED];

    if (!c->series.n || c->time.n < 2)
        return true;
    const stretch at = throttled_time(f, c);
    /* a counter that is read seldom tells only of the time between two points */
    const double length = (double)max_i64(stretch_length(at), c->step);
    const double grew = metric_counter_grew(c, at.from, at.to) * t->scale;
    if (!isfinite(grew) || grew <= 0 || grew > 9e18 || length <= 0)
        return true;
    int64_t n;
    const char *periods = period_words(f, t, at, &n);
    const char *brief = finder_text(
        f, "the container of %.*s was throttled %s in %s%s",
        CORR_STR_ARG(t->service), finder_time(f, (int64_t)grew),
        length > (double)minute * 0.99 && length < (double)minute * 1.01
            ? "a minute"
            : finder_time(f, (int64_t)length),
        periods ? periods : "");
    const double share = fmin(1, grew / length);
    return periods && brief &&
           finder_add(
               f, r, (finding_size){ share, (int64_t)grew },
               (corr_finding){ .subject = t->service,
                               .brief = brief,
                               .text = finder_text(
                                   f, "%s: unobserved time may be that", brief),
                               .cost = -1,
                               .share = share,
                               .lo = (double)NAN,
                               .hi = (double)NAN,
                               .n = n,
                               .row = UINT32_MAX,
                               .next = { "info", CORR_TARGET_NONE, " -v" } });
}

/* Whether the request that is asked about, if one is, ran in a service. */
static bool is_in_request(const finder *f, uint32_t service)
{
    const corr_waterfall *w = f->about->w;
    const spans *s = &f->store->spans;

    for (uint32_t i = 0; w && i < w->n; i++)
        if (s->service_of.v[s->proc.v[w->span[i]]] == service)
            return true;
    return !w;
}

bool find_throttling(finder *f, const finding_rule *r)
{
    const corr_store *st = f->store;
    const corr_str asked = corr_str_of(f->about->query.service);
    series_list list = { 0 };
    bool ok = list_series(f, &list);

    for (uint32_t k = 1; ok && list.n && k < st->spans.service.n; k++) {
        const corr_str name = st->spans.service.v[k];
        if (!name.n || (asked.n && !corr_str_eq(asked, name)) ||
            !is_in_request(f, k))
            continue;
        throttling t = {
            .st = st, .list = &list, .service = name, .metric = countof(metrics)
        };
        ok = collect_counters(&t) && judge_service(f, r, &t);
        for (int i = 0; i < PARTS; i++)
            metric_counter_clear(&t.of[i]);
    }
    vec_free(&list);
    return ok;
}
