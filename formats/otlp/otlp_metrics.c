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
#include "otlp/otlp.h"
#include "otlp/otlp_metric_point.h"

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

typedef struct reader {
    otlp_points points;
    otlp attrs; /* as in the reader of traces */
    json j;
    json_val resource; /* its attributes */
} reader;

/* ---- recognising --------------------------------------------------------- */

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

static void read_point(reader *r, json *j, const otlp_metric *m)
{
    json_val v[P_MEMBERS];
    otlp_point p = { 0 };

    if (!json_members(j, point_name, P_MEMBERS, v))
        return;
    (void)json_u64(&v[P_FLAGS], &p.flags);
    if (!json_i64(&v[P_TIME], &p.time))
        p.time = 0;
    if (!json_i64(&v[P_START], &p.start))
        p.start = 0;
    if (!otlp_point_counts(&r->points, &p))
        return;
    p.labels = json_point_labels(r, j, &v[P_ATTRS]);
    p.value = value_of(m->is_parts        ? &v[P_COUNT]
                       : v[P_DOUBLE].type ? &v[P_DOUBLE]
                                          : &v[P_INT]);
    p.sum = value_of(&v[P_SUM]);
    otlp_points_add(&r->points, m, &p);
}

/* ---- metrics ------------------------------------------------------------- */

static bool is_delta(const json_val *v)
{
    return corr_str_is(v->text, "1") || corr_str_ends(v->text, "DELTA");
}

/* Returns the member that has a metric's data. */
static otlp_data data_of(const json_val *v)
{
    for (otlp_data i = OTLP_GAUGE; i < OTLP_DATA_COUNT; i++)
        if (v[M_GAUGE + i].type == JSON_OBJECT)
            return i;
    return OTLP_DATA_COUNT;
}

static void read_metric(reader *r, json *j)
{
    json_val v[M_MEMBERS], d[D_MEMBERS];

    if (!json_members(j, metric_name, M_MEMBERS, v))
        return;
    const otlp_data what = data_of(v);
    if (what == OTLP_DATA_COUNT)
        return;
    /* texts of a metric, and of its points */
    corr_arena mine = { 0 };
    otlp_metric m = { .name = json_str(&v[M_NAME], &mine),
                      .unit = json_str(&v[M_UNIT], &mine),
                      .is_parts = what >= OTLP_HISTOGRAM };
    json data = json_of(j, &v[M_GAUGE + what]);
    if (json_members(&data, data_name, D_MEMBERS, d)) {
        m.type = otlp_metric_type(what, d[D_MONOTONIC].type == JSON_TRUE,
                                  is_delta(&d[D_TEMPORALITY]));
        json points = json_of(&data, &d[D_POINTS]);
        if (d[D_POINTS].type == JSON_ARRAY && json_enter(&points, JSON_ARRAY))
            while (!corr_build_failed(r->attrs.b) &&
                   json_element(&points, NULL))
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
                while (!corr_build_failed(r->attrs.b) && json_element(&j, NULL))
                    read_metric(r, &j);
        }
    }
}

static void read_resource(reader *r)
{
    static const json_name attributes[] = { JSON_NAME("attributes") };
    json_val whole, v[R_MEMBERS];

    r->points.at = r->attrs.at = json_offset(&r->j);
    if (!json_value(&r->j, &whole))
        return;
    json j = json_of(&r->j, &whole);
    if (!json_members(&j, resource_name, R_MEMBERS, v)) {
        corr_damage(r->attrs.b, r->attrs.at, whole.text.n, 0,
                    "metrics of a resource that are not JSON: they were left "
                    "out");
        return;
    }
    r->resource = (json_val){ .type = JSON_NONE };
    if (v[R_RESOURCE].type == JSON_OBJECT) {
        json resource = json_of(&j, &v[R_RESOURCE]);
        if (!json_members(&resource, attributes, 1, &r->resource))
            r->resource = (json_val){ .type = JSON_NONE };
    }
    read_scopes(r, &j, &v[R_SCOPES]);
    read_scopes(r, &j, &v[R_LIBRARIES]);
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
        corr_recognised(r->attrs.b);
        if (json_enter(&r->j, JSON_ARRAY))
            while (!corr_build_failed(r->attrs.b) && json_element(&r->j, NULL))
                read_resource(r);
    }
}

static corr_code otlp_metrics_read(corr_src *in, const corr_want *want,
                                   corr_build *b, corr_err *err)
{
    reader r = { .attrs = { .b = b, .want = want, .as_text = true } };

    otlp_points_begin(&r.points, in, b);
    json_open(&r.j, in, "an export request");
    while (json_document(&r.j, NULL, b))
        read_request(&r);
    json_finish(&r.j, b);
    otlp_points_end(&r.points);
    corr_arena_clear(&r.attrs.scratch);
    return corr_finish(in, b, err);
}

const corr_format corr_format_otlp_metrics = {
    .name = "otlp-metrics",
    .title = "OTLP metrics (JSON)",
    .probe = otlp_metrics_probe,
    .read = otlp_metrics_read,
    .metrics = true,
};
