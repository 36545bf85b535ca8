/*
 * otlp_metrics - metrics as OTLP JSON: one export request, one a line, or
 * several in a row.
 *
 * Format: opentelemetry-proto, metrics.proto in its JSON mapping; also
 * instrumentationLibraryMetrics from before 2022. otlp_metric_point.h
 * describes the rows made of points. The attributes of resource and point
 * become labels of a series, as text.
 *
 * An element of resourceMetrics is read as a whole, so its resource may follow
 * its metrics.
 */
#include <math.h>

#include "otlp/otlp.h"
#include "otlp/otlp_metric_point.h"

enum { SURE = 95 };

/* The last four are of other signals: records without a request around them. */
typedef struct batch {
    json_val resource, scopes, libraries, spans, old_spans, logs, old_logs;
} batch;

static const json_name batch_name[] = {
    JSON_NAME("resource"),
    JSON_NAME("scopeMetrics"),
    JSON_NAME("instrumentationLibraryMetrics"),
    JSON_NAME("scopeSpans"),
    JSON_NAME("instrumentationLibrarySpans"),
    JSON_NAME("scopeLogs"),
    JSON_NAME("instrumentationLibraryLogs"),
};

typedef struct metric {
    json_val name, unit, data[OTLP_DATA_COUNT];
    json_val printed; /* by Python, which names no type */
} metric;

static const json_name metric_name[] = {
    JSON_NAME("name"),      JSON_NAME("unit"),
    JSON_NAME("gauge"),     JSON_NAME("sum"),
    JSON_NAME("histogram"), JSON_NAME("exponentialHistogram"),
    JSON_NAME("summary"),   JSON_NAME("data"),
};

typedef struct data {
    json_val points, temporality, is_monotonic;
} data;

static const json_name data_name[] = {
    JSON_NAME("dataPoints"),
    JSON_NAME("aggregationTemporality"),
    JSON_NAME("isMonotonic"),
};

typedef struct point {
    json_val attrs, start, time, as_double, as_int, count, sum, flags, value;
    json_val exemplars;
    json_val counts, bounds; /* of a histogram */
    json_val scale, zero_count, zero_threshold, positive, negative;
} point;

static const json_name point_name[] = {
    JSON_NAME("attributes"),    JSON_NAME("startTimeUnixNano"),
    JSON_NAME("timeUnixNano"),  JSON_NAME("asDouble"),
    JSON_NAME("asInt"),         JSON_NAME("count"),
    JSON_NAME("sum"),           JSON_NAME("flags"),
    JSON_NAME("value"),         JSON_NAME("exemplars"),
    JSON_NAME("bucketCounts"),  JSON_NAME("explicitBounds"),
    JSON_NAME("scale"),         JSON_NAME("zeroCount"),
    JSON_NAME("zeroThreshold"), JSON_NAME("positive"),
    JSON_NAME("negative"),
};

/* Buckets of an exponential histogram, of one side. */
typedef struct side {
    json_val offset, counts;
} side;

static const json_name side_name[] = {
    JSON_NAME("offset"),
    JSON_NAME("bucketCounts"),
};

typedef struct exemplar {
    json_val time, as_double, as_int, value, trace, span;
} exemplar;

static const json_name exemplar_name[] = {
    JSON_NAME("timeUnixNano"), JSON_NAME("asDouble"),
    JSON_NAME("asInt"),        JSON_NAME("value"), /* of Python's console */
    JSON_NAME("traceId"),      JSON_NAME("spanId"),
};

typedef struct reader {
    otlp_points points;
    otlp attrs; /* as in the reader of traces */
    json j;
    json_val resource; /* its attributes */
} reader;

/* ---- recognising --------------------------------------------------------- */

static int otlp_metrics_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return otlp_is_first(otlp_json_signals(head, n), OTLP_SIGNAL_METRICS) ? SURE
                                                                          : 0;
}

/* ---- points -------------------------------------------------------------- */

static corr_labels json_point_labels(reader *r, const json *outer,
                                     const json_val *attrs)
{
    r->attrs.j = *outer;
    corr_begin_labels(r->attrs.b);
    otlp_push_attrs(&r->attrs, &r->resource, true);
    otlp_push_attrs(&r->attrs, attrs, true);
    const corr_labels labels = corr_end_labels(r->attrs.b);
    corr_arena_reset(&r->attrs.scratch);
    return labels;
}

static otlp_value value_of(const json_val *v)
{
    otlp_value value = { .is_there = v->type != JSON_NONE };

    value.is_number = metric_number(v->text, &value.x);
    return value;
}

static const json_val *number_of(const json_val *as_double,
                                 const json_val *as_int,
                                 const json_val *printed)
{
    return as_double->type ? as_double : as_int->type ? as_int : printed;
}

static void read_exemplars(reader *r, const json *outer, const json_val *list,
                           const otlp_metric *m)
{
    json j = json_list(outer, list);
    exemplar v;

    while (JSON_TAKE_ELEMENT(&j, exemplar_name, &v)) {
        const otlp_value value =
            value_of(number_of(&v.as_double, &v.as_int, &v.value));
        corr_exemplar_row e = METRIC_NO_EXEMPLAR;
        int64_t time = 0;
        metric_exemplar_label(&e, CORR_STR("trace_id"),
                              json_str(&v.trace, &r->points.scratch));
        metric_exemplar_label(&e, CORR_STR("span_id"),
                              json_str(&v.span, &r->points.scratch));
        if (!json_i64(&v.time, &time))
            time = 0;
        otlp_points_exemplar(&r->points, m, e, time, &value);
    }
}

static void read_counts(reader *r, const json *outer, const json_val *list,
                        unsigned at)
{
    json j = json_list(outer, list);
    json_val v;

    while (json_element(&j, NULL) && json_value(&j, &v)) {
        const otlp_value count = value_of(&v);
        otlp_points_counted(&r->points, at, count.is_number ? count.x : NAN);
    }
}

static double number_or_zero(const json_val *v)
{
    const otlp_value x = value_of(v);

    return x.is_number ? x.x : 0;
}

static void read_sides(reader *r, const json *outer, const point *v,
                       const otlp_point *p)
{
    const json_val *const sides[] = { &v->positive, &v->negative };
    otlp_exponential e = { .zero_count = number_or_zero(&v->zero_count),
                           .zero_threshold =
                               number_or_zero(&v->zero_threshold) };
    side s;

    if (v->scale.type && !json_i64(&v->scale, &e.scale))
        return;
    for (unsigned i = 0; i < 2; i++) {
        json j = json_of(outer, sides[i]);
        if (sides[i]->type != JSON_OBJECT || !JSON_TAKE(&j, side_name, &s))
            continue;
        if (!json_i64(&s.offset, &e.offset[i]))
            e.offset[i] = 0;
        read_counts(r, &j, &s.counts, i);
    }
    otlp_points_scaled(&r->points, p, &e);
}

static void read_buckets(reader *r, const json *outer, const point *v,
                         const otlp_point *p)
{
    json j = json_list(outer, &v->bounds);
    json_val bound;

    if (v->positive.type || v->negative.type || v->zero_count.type) {
        read_sides(r, outer, v, p);
        return;
    }
    while (json_element(&j, NULL) && json_value(&j, &bound)) {
        const otlp_value x = value_of(&bound);
        otlp_points_bound(&r->points, x.is_number ? x.x : NAN);
    }
    read_counts(r, outer, &v->counts, 0);
}

static void read_point(reader *r, const json *outer, const point *v,
                       const otlp_metric *m)
{
    otlp_point p = { 0 };

    (void)json_u64(&v->flags, &p.flags);
    if (!json_i64(&v->time, &p.time))
        p.time = 0;
    if (!json_i64(&v->start, &p.start))
        p.start = 0;
    if (!otlp_point_counts(&r->points, &p))
        return;
    p.labels = json_point_labels(r, outer, &v->attrs);
    p.value =
        value_of(m->is_parts ? &v->count
                             : number_of(&v->as_double, &v->as_int, &v->value));
    p.sum = value_of(&v->sum);
    read_exemplars(r, outer, &v->exemplars, m);
    if (m->is_parts)
        read_buckets(r, outer, v, &p);
    otlp_points_add(&r->points, m, &p);
}

/* ---- metrics ------------------------------------------------------------- */

static bool is_delta(const json_val *v)
{
    return corr_str_is(v->text, "1") || corr_str_ends(v->text, "DELTA");
}

/* Returns the member that has a metric's data. */
static otlp_data data_of(const metric *v)
{
    otlp_data i = OTLP_GAUGE;

    while (i < OTLP_DATA_COUNT && v->data[i].type != JSON_OBJECT)
        i++;
    return i;
}

/* Python's console prints each kind of data under the same name. */
static otlp_data printed_data(const data *d)
{
    if (d->is_monotonic.type)
        return OTLP_SUM;
    return d->temporality.type ? OTLP_HISTOGRAM : OTLP_GAUGE;
}

static void read_metric(reader *r, const json *outer, const metric *v)
{
    otlp_data what = data_of(v);
    const bool is_printed =
        what == OTLP_DATA_COUNT && v->printed.type == JSON_OBJECT;
    corr_arena mine = { 0 }; /* texts of a metric, and of its points */
    point p;
    data d;

    if (what == OTLP_DATA_COUNT && !is_printed) {
        corr_tally(r->attrs.b, CORR_PASSED_OVER, r->attrs.at, 1,
                   "metric has no data of a known kind, and was left out",
                   "metrics have no data of a known kind, and were left out");
        return;
    }
    json j = json_of(outer, is_printed ? &v->printed : &v->data[what]);
    if (JSON_TAKE(&j, data_name, &d)) {
        what = is_printed ? printed_data(&d) : what;
        otlp_metric m = { .name = json_str(&v->name, &mine),
                          .unit = json_str(&v->unit, &mine),
                          .is_parts = what >= OTLP_HISTOGRAM };
        m.type = otlp_metric_type(what, d.is_monotonic.type == JSON_TRUE,
                                  is_delta(&d.temporality));
        json points = json_list(&j, &d.points);
        while (!corr_build_failed(r->attrs.b) &&
               JSON_TAKE_ELEMENT(&points, point_name, &p))
            read_point(r, &points, &p, &m);
    }
    corr_arena_clear(&mine);
}

static void read_scopes(reader *r, const json *outer, const json_val *list)
{
    json j = json_list(outer, list);
    corr_str key;
    metric m;

    while (json_element(&j, NULL)) {
        if (!otlp_enter(r->attrs.b, &j, JSON_OBJECT))
            continue;
        while (json_key(&j, &key)) {
            if (!corr_str_is(key, "metrics")) {
                json_skip(&j);
                continue;
            }
            if (json_enter(&j, JSON_ARRAY))
                while (!corr_build_failed(r->attrs.b) &&
                       JSON_TAKE_ELEMENT(&j, metric_name, &m))
                    read_metric(r, &j, &m);
        }
    }
}

static void meet_metrics(reader *r)
{
    corr_recognised(r->attrs.b);
    otlp_meet(&r->attrs.met, OTLP_SIGNAL_METRICS);
}

static void pass_over_value(reader *r, const json *outer, otlp_signal s,
                            const json_val *v)
{
    json j = json_of(outer, v);

    if (v->type != JSON_NONE)
        otlp_pass_over(&r->attrs.met, s, &j);
}

static void read_resource(reader *r)
{
    json_val whole;
    batch v;

    r->points.at = r->attrs.at = json_offset(&r->j);
    if (!json_value(&r->j, &whole))
        return;
    json j = json_of(&r->j, &whole);
    if (!JSON_TAKE(&j, batch_name, &v)) {
        corr_damage(
            r->attrs.b, r->attrs.at, whole.text.n, 0,
            "the metrics of a resource are not JSON; they are left out");
        return;
    }
    r->resource = (json_val){ .type = JSON_NONE };
    if (v.resource.type == JSON_OBJECT) {
        json resource = json_of(&j, &v.resource);
        if (!json_members(&resource, otlp_attributes_name, 1, &r->resource))
            r->resource = (json_val){ .type = JSON_NONE };
    }
    if (v.scopes.type || v.libraries.type)
        meet_metrics(r);
    read_scopes(r, &j, &v.scopes);
    read_scopes(r, &j, &v.libraries);
    pass_over_value(r, &j, OTLP_SIGNAL_TRACES, &v.spans);
    pass_over_value(r, &j, OTLP_SIGNAL_TRACES, &v.old_spans);
    pass_over_value(r, &j, OTLP_SIGNAL_LOGS, &v.logs);
    pass_over_value(r, &j, OTLP_SIGNAL_LOGS, &v.old_logs);
}

static void read_request(reader *r, unsigned level);

static void read_member(reader *r, corr_str key, unsigned level)
{
    const otlp_signal s = otlp_signal_of(key);

    if (corr_str_is(key, "partialSuccess")) {
        otlp_read_rejected(r->attrs.b, &r->j, &r->attrs.scratch);
    } else if (s == OTLP_SIGNALS) {
        read_request(r, level + 1);
    } else if (s != OTLP_SIGNAL_METRICS) {
        otlp_pass_over(&r->attrs.met, s, &r->j);
    } else {
        meet_metrics(r);
        if (otlp_enter(r->attrs.b, &r->j, JSON_ARRAY))
            while (!corr_build_failed(r->attrs.b) && json_element(&r->j, NULL))
                read_resource(r);
    }
}

/* Reads a value that may contain resourceMetrics. */
static void read_request(reader *r, unsigned level)
{
    const json_type type = json_next(&r->j);
    corr_str key;

    if (level >= OTLP_WRAPPERS || (type != JSON_OBJECT && type != JSON_ARRAY)) {
        json_skip(&r->j);
        return;
    }
    if (otlp_is_printed(&r->j)) {
        corr_has_also(r->attrs.b, &corr_format_otlp_console);
        json_skip(&r->j);
        return;
    }
    if (otlp_is_bare(&r->j)) {
        read_resource(r);
        return;
    }
    if (!json_enter(&r->j, type))
        return;
    if (type == JSON_ARRAY)
        while (!corr_build_failed(r->attrs.b) && json_element(&r->j, NULL))
            read_request(r, level + 1);
    else
        while (json_key(&r->j, &key))
            read_member(r, key, level);
}

static corr_code otlp_metrics_read(corr_src *in, const corr_want *want,
                                   corr_build *b, corr_err *err)
{
    reader r = { .attrs = { .b = b,
                            .want = want,
                            .as_text = true,
                            .met = { .b = b,
                                     .want = want,
                                     .mine = OTLP_SIGNAL_METRICS } } };

    otlp_points_begin(&r.points, in, b);
    json_open(&r.j, in, "an export request");
    while (json_document(&r.j, NULL, b))
        read_request(&r, 0);
    json_finish(&r.j, b);
    otlp_met_end(&r.attrs.met);
    otlp_points_end(&r.points);
    corr_arena_clear(&r.attrs.scratch);
    return corr_finish(in, b, err);
}

const corr_format corr_format_otlp_metrics = {
    .name = "otlp-metrics",
    .title = "OTLP metrics (JSON)",
    .probe = otlp_metrics_probe,
    .members = "resourceMetrics scopeMetrics "
               "instrumentationLibraryMetrics",
    .read = otlp_metrics_read,
    .metrics = true,
    .mixed = true,
};
