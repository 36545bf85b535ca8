/*
 * otlp_metrics - metrics as OTLP JSON: one export request, one a line, or
 * several in a row.
 *
 * Format: opentelemetry-proto, metrics.proto in its JSON mapping; also
 * instrumentationLibraryMetrics of before 2022.  A monotonic sum is a counter,
 * or a delta; a histogram h becomes h_count and h_sum, as Prometheus would call
 * them.  Where a point says when its sum began, that is a point of value 0.
 * Labels of a series are the attributes of resource and point, as text.
 *
 * An element of resourceMetrics is held as a whole, so that its resource may
 * stand behind what is of it.
 */
#include "corr_builtin.h"
#include "json.h"
#include "metric.h"

#include <stdlib.h>

enum { SURE = 95 };

enum { R_RESOURCE, R_SCOPES, R_LIBRARIES, R_MEMBERS };
static const json_name resource_name[R_MEMBERS] = {
    [R_RESOURCE] = JSON_NAME("resource"),
    [R_SCOPES] = JSON_NAME("scopeMetrics"),
    [R_LIBRARIES] = JSON_NAME("instrumentationLibraryMetrics"),
};

enum {
    M_NAME,
    M_UNIT,
    M_GAUGE,
    M_SUM,
    M_HISTOGRAM,
    M_EXPONENTIAL,
    M_SUMMARY,
    M_MEMBERS
};
static const json_name metric_name[M_MEMBERS] = {
    [M_NAME] = JSON_NAME("name"),
    [M_UNIT] = JSON_NAME("unit"),
    [M_GAUGE] = JSON_NAME("gauge"),
    [M_SUM] = JSON_NAME("sum"),
    [M_HISTOGRAM] = JSON_NAME("histogram"),
    [M_EXPONENTIAL] = JSON_NAME("exponentialHistogram"),
    [M_SUMMARY] = JSON_NAME("summary"),
};

enum { D_POINTS, D_TEMPORALITY, D_MONOTONIC, D_MEMBERS };
static const json_name data_name[D_MEMBERS] = {
    [D_POINTS] = JSON_NAME("dataPoints"),
    [D_TEMPORALITY] = JSON_NAME("aggregationTemporality"),
    [D_MONOTONIC] = JSON_NAME("isMonotonic"),
};

enum {
    P_ATTRS,
    P_START,
    P_TIME,
    P_DOUBLE,
    P_INT,
    P_COUNT,
    P_SUM,
    P_FLAGS,
    P_MEMBERS
};
static const json_name point_name[P_MEMBERS] = {
    [P_ATTRS] = JSON_NAME("attributes"),
    [P_START] = JSON_NAME("startTimeUnixNano"),
    [P_TIME] = JSON_NAME("timeUnixNano"),
    [P_DOUBLE] = JSON_NAME("asDouble"),
    [P_INT] = JSON_NAME("asInt"),
    [P_COUNT] = JSON_NAME("count"),
    [P_SUM] = JSON_NAME("sum"),
    [P_FLAGS] = JSON_NAME("flags"),
};

/* What is known of a series, by its number. */
typedef struct known {
    int64_t began, last; /* 0: none */
} known;

typedef struct reader {
    metric_reader m;
    json j;
    json_val resource; /* its attributes */
    known *series;
    size_t nseries, room;
    uint64_t at; /* decoded offset of the element at hand */
    corr_arena scratch;
} reader;

/* A metric, and what its points are. */
typedef struct metric {
    corr_str name, unit;
    corr_metric type;
    bool is_parts; /* count and sum in place of a value */
} metric;

/* ---- recognising ---------------------------------------------------------- */

static int otlp_metrics_probe(const uint8_t *head, size_t n, bool whole)
{
    corr_str key;
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 4);
    if (!json_top(&j, NULL) || !json_enter(&j, JSON_OBJECT))
        return 0;
    while (json_key(&j, &key)) {
        if ((corr_str_is(key, "resourceMetrics") ||
             corr_str_is(key, "resource_metrics")) &&
            json_next(&j) == JSON_ARRAY)
            return SURE;
        json_skip(&j);
    }
    return 0;
}

/* ---- labels --------------------------------------------------------------- */

/* What an AnyValue holds, as text; lists and maps as they stand. */
static corr_str any_text(reader *r, json *j)
{
    corr_str key, text = { "", 0 };
    json_val v;

    if (json_next(j) != JSON_OBJECT)
        return json_value(j, &v) ? json_str(&v, &r->scratch) : text;
    if (!json_enter(j, JSON_OBJECT))
        return text;
    while (json_key(j, &key))
        if (json_value(j, &v))
            text = json_str(&v, &r->scratch);
    return text;
}

static void push_attrs(reader *r, const json *outer, const json_val *list)
{
    json j = json_of(outer, list);
    corr_str name;

    if (list->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY))
        return;
    while (json_element(&j, NULL)) {
        corr_str key = { "", 0 }, value = { "", 0 };
        json_val v;
        if (!json_enter(&j, JSON_OBJECT))
            continue;
        while (json_key(&j, &name)) {
            if (corr_str_is(name, "value"))
                value = any_text(r, &j);
            else if (json_value(&j, &v) && corr_str_is(name, "key"))
                key = json_str(&v, &r->scratch);
        }
        if (key.n)
            corr_push_label(r->m.h.b, key, value);
    }
}

static corr_labels labels_of(reader *r, const json *outer,
                             const json_val *attrs)
{
    corr_begin_labels(r->m.h.b);
    push_attrs(r, &r->j, &r->resource);
    push_attrs(r, outer, attrs);
    return corr_end_labels(r->m.h.b);
}

/* ---- points --------------------------------------------------------------- */

/* When a sum began, unless that is known. */
static void add_beginning(reader *r, corr_series s, int64_t start, int64_t time)
{
    if (s.i == 0 || !held_grow(&r->m.h, (void **)&r->series, &r->room,
                               (size_t)s.i + 1, sizeof *r->series))
        return;
    while (r->nseries <= s.i)
        r->series[r->nseries++] = (known){ 0, 0 };
    known *k = &r->series[s.i];
    if (start > 0 && start < time && start != k->began && start != k->last)
        corr_add_point(r->m.h.b, s, start, 0);
    k->began = start;
    k->last = time;
}

static void add_value(reader *r, const metric *m, const char *end,
                      corr_labels labels, int64_t start, int64_t time,
                      const json_val *value)
{
    const size_t n = strlen(end);
    char *name = corr_arena_alloc(&r->scratch, 1, m->name.n + n + 1);
    double x;

    if (!name) {
        corr_refuse(r->m.h.b, CORR_ENOMEM, CORR_NO_OFFSET, NULL,
                    "out of memory");
        return;
    }
    if (!metric_number(value->text, &x)) {
        metric_bad(&r->m, r->at);
        return;
    }
    if (m->name.n)
        memcpy(name, m->name.p, m->name.n);
    memcpy(name + m->name.n, end, n);
    const corr_metric_row row = { .name = { name, m->name.n + n },
                                  .unit = m->is_parts ? (corr_str){ "", 0 }
                                                      : m->unit,
                                  .labels = labels,
                                  .type = m->type };
    metric_point_at(&r->m, METRIC_VALUE, time, value->text, r->at);
    if (!metric_any(&r->m, METRIC_VALUE))
        return;
    if (m->type == CORR_METRIC_COUNTER || m->type == CORR_METRIC_DELTA)
        add_beginning(r, corr_add_metric(r->m.h.b, &row), start, time);
    metric_series(&r->m, METRIC_VALUE, &row);
}

/* A count that is not there is 0, as JSON leaves it out. */
static const json_val *or_none(const json_val *v)
{
    static const json_val none = { .type = JSON_NUMBER, .text = { "0", 1 } };

    return v->type ? v : &none;
}

static void read_point(reader *r, json *j, const metric *m)
{
    json_val v[P_MEMBERS];
    int64_t start = 0, time;
    uint64_t flags = 0;

    if (!json_members(j, point_name, P_MEMBERS, v))
        return;
    if (json_u64(&v[P_FLAGS], &flags) && (flags & 1))
        return; /* it says that there is no value */
    if (!json_i64(&v[P_TIME], &time) || time <= 0) {
        metric_bad(&r->m, r->at);
        return;
    }
    (void)json_i64(&v[P_START], &start);
    const corr_labels labels = labels_of(r, j, &v[P_ATTRS]);
    const json_val *value = v[P_DOUBLE].type ? &v[P_DOUBLE] : &v[P_INT];
    if (!m->is_parts)
        add_value(r, m, "", labels, start, time, value);
    else
        add_value(r, m, "_count", labels, start, time, or_none(&v[P_COUNT]));
    if (m->is_parts && v[P_SUM].type)
        add_value(r, m, "_sum", labels, start, time, &v[P_SUM]);
    corr_arena_reset(&r->scratch);
}

/* ---- metrics -------------------------------------------------------------- */

static bool is_delta(const json_val *v)
{
    return corr_str_is(v->text, "1") || corr_str_ends(v->text, "DELTA");
}

/* Which of its members a metric's data is in, M_MEMBERS: none. */
static size_t data_of(const json_val *v)
{
    for (size_t i = M_GAUGE; i < M_MEMBERS; i++)
        if (v[i].type == JSON_OBJECT)
            return i;
    return M_MEMBERS;
}

static void read_metric(reader *r, json *j)
{
    json_val v[M_MEMBERS], d[D_MEMBERS];

    if (!json_members(j, metric_name, M_MEMBERS, v))
        return;
    const size_t what = data_of(v);
    if (what == M_MEMBERS)
        return;
    /* texts of a metric, and of its points */
    corr_arena mine = { 0 };
    metric m = { .name = json_str(&v[M_NAME], &mine),
                 .unit = json_str(&v[M_UNIT], &mine),
                 .is_parts = what >= M_HISTOGRAM };
    json data = json_of(j, &v[what]);
    if (json_members(&data, data_name, D_MEMBERS, d)) {
        const bool sums = what >= M_HISTOGRAM ||
                          (what == M_SUM && d[D_MONOTONIC].type == JSON_TRUE);
        m.type = !sums                         ? CORR_METRIC_GAUGE
                 : is_delta(&d[D_TEMPORALITY]) ? CORR_METRIC_DELTA
                                               : CORR_METRIC_COUNTER;
        json points = json_of(&data, &d[D_POINTS]);
        if (d[D_POINTS].type == JSON_ARRAY && json_enter(&points, JSON_ARRAY))
            while (!corr_build_failed(r->m.h.b) && json_element(&points, NULL))
                read_point(r, &points, &m);
    }
    corr_arena_clear(&mine);
}

static void read_scopes(reader *r, const json *outer, const json_val *list)
{
    json j = json_of(outer, list);
    corr_str key;

    if (list->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY))
        return;
    while (json_element(&j, NULL)) {
        if (!json_enter(&j, JSON_OBJECT))
            continue;
        while (json_key(&j, &key)) {
            if (!corr_str_is(key, "metrics")) {
                json_skip(&j);
                continue;
            }
            if (json_enter(&j, JSON_ARRAY))
                while (!corr_build_failed(r->m.h.b) && json_element(&j, NULL))
                    read_metric(r, &j);
        }
    }
}

static void read_resource(reader *r)
{
    static const json_name attributes[] = { JSON_NAME("attributes") };
    json_val v[R_MEMBERS];

    r->at = json_offset(&r->j);
    if (!json_members(&r->j, resource_name, R_MEMBERS, v))
        return;
    r->resource = (json_val){ .type = JSON_NONE };
    if (v[R_RESOURCE].type == JSON_OBJECT) {
        json resource = json_of(&r->j, &v[R_RESOURCE]);
        if (!json_members(&resource, attributes, 1, &r->resource))
            r->resource = (json_val){ .type = JSON_NONE };
    }
    read_scopes(r, &r->j, &v[R_SCOPES]);
    read_scopes(r, &r->j, &v[R_LIBRARIES]);
}

static void read_request(reader *r)
{
    corr_str key;

    if (!json_enter(&r->j, JSON_OBJECT))
        return;
    while (json_key(&r->j, &key)) {
        if (!corr_str_is(key, "resourceMetrics") &&
            !corr_str_is(key, "resource_metrics")) {
            json_skip(&r->j);
            continue;
        }
        corr_recognised(r->m.h.b);
        if (json_enter(&r->j, JSON_ARRAY))
            while (!corr_build_failed(r->m.h.b) && json_element(&r->j, NULL))
                read_resource(r);
    }
}

static corr_code otlp_metrics_read(corr_src *in, const corr_want *want,
                                   corr_build *b, corr_err *err)
{
    reader r = { .nseries = 0 };

    (void)want;
    metric_begin(&r.m, in, b);
    json_open(&r.j, in, "an export request");
    while (json_document(&r.j, NULL, b))
        read_request(&r);
    json_finish(&r.j, b);
    metric_end(&r.m);
    corr_arena_clear(&r.scratch);
    free(r.series);
    return corr_finish(in, b, err);
}

const corr_format corr_format_otlp_metrics = {
    .name = "otlp-metrics",
    .title = "OTLP metrics (JSON)",
    .probe = otlp_metrics_probe,
    .read = otlp_metrics_read,
    .metrics = true,
};
