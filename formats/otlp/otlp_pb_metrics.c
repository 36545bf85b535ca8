/*
 * otlp_pb_metrics - metrics as OTLP protobuf: one export request, several in a
 * row, or records of the Collector's file exporter.
 *
 * Format: opentelemetry-proto, metrics.proto; also the groups from before the
 * middle of 2022. otlp_metric_point.h describes the rows made of points. The
 * attributes of resource and point become labels of a series, as text, the
 * same as from JSON.
 *
 * A metric is read as a whole. The reader looks ahead for a resource that
 * follows its metrics if the message is no longer than WIRE_AHEAD.
 */
#include "otlp/otlp_metric_point.h"
#include "otlp/otlp_pb.h"
#include "otlp/otlp_pb_value.h"

/* Field numbers. The messages around a metric have the numbers of traces. */
enum { METRIC_NAME = 1, METRIC_UNIT = 3 };
enum { DATA_POINT = 1, DATA_TEMPORALITY = 2, DATA_MONOTONIC = 3 };

/* Members of a point; the layout maps field numbers to them. */
typedef enum member {
    P_NOTHING,
    P_ATTR,
    P_START,
    P_TIME,
    P_DOUBLE,
    P_INT,
    P_COUNT,
    P_SUM,
    P_FLAGS,
} member;

enum { POINT_FIELDS = 11 };

/* clang-format off */
static const struct layout {
    uint32_t field;               /* of a metric */
    uint8_t member[POINT_FIELDS]; /* by number */
} layouts[OTLP_DATA_COUNT] = {
    [OTLP_GAUGE] = { 5, { [2] = P_START, [3] = P_TIME, [4] = P_DOUBLE,
                          [6] = P_INT, [7] = P_ATTR, [8] = P_FLAGS } },
    [OTLP_SUM] = { 7, { [2] = P_START, [3] = P_TIME, [4] = P_DOUBLE,
                        [6] = P_INT, [7] = P_ATTR, [8] = P_FLAGS } },
    [OTLP_HISTOGRAM] = { 9, { [2] = P_START, [3] = P_TIME, [4] = P_COUNT,
                              [5] = P_SUM, [9] = P_ATTR, [10] = P_FLAGS } },
    [OTLP_EXPONENTIAL] = { 10, { [1] = P_ATTR, [2] = P_START, [3] = P_TIME,
                                 [4] = P_COUNT, [5] = P_SUM,
                                 [10] = P_FLAGS } },
    [OTLP_SUMMARY] = { 11, { [2] = P_START, [3] = P_TIME, [4] = P_COUNT,
                             [5] = P_SUM, [7] = P_ATTR, [8] = P_FLAGS } },
};

static const uint8_t type_of[] = {
    [P_NOTHING] = UINT8_MAX,   [P_ATTR] = WIRE_BYTES,
    [P_START] = WIRE_FIXED64,  [P_TIME] = WIRE_FIXED64,
    [P_DOUBLE] = WIRE_FIXED64, [P_INT] = WIRE_FIXED64,
    [P_COUNT] = WIRE_FIXED64,  [P_SUM] = WIRE_FIXED64,
    [P_FLAGS] = WIRE_VARINT,
};
/* clang-format on */

typedef struct reader {
    wire_stream s;
    otlp_points points;
    corr_arena scratch; /* of one label set */
    corr_cur resource;  /* kept in resource_mem */
    corr_arena resource_mem;
} reader;

/* ---- points -------------------------------------------------------------- */

/* Reports the rest of a message, which is malformed from here on. */
static void say_bad(reader *r, const char *message)
{
    corr_damage(r->s.b, r->points.at, 0, 0,
                "%s that is malformed: its end was left out", message);
}

static member point_member(const struct layout *l, const wire_field *f)
{
    const member m =
        f->number < POINT_FIELDS ? (member)l->member[f->number] : P_NOTHING;

    return f->type == type_of[m] ? m : P_NOTHING;
}

/* Pushes the attributes in the fields with a given number or member of a
 * message. */
static void push_attrs(reader *r, corr_cur message, const struct layout *l)
{
    const otlp_any any = { .b = r->s.b,
                           .scratch = &r->scratch,
                           .as_text = true };
    wire_field f;
    otlp_pair p;

    while (wire_next(&message, &f)) {
        if (l ? point_member(l, &f) != P_ATTR
              : f.number != PB_RESOURCE_ATTR || f.type != WIRE_BYTES)
            continue;
        if (otlp_any_pair(&any, f.bytes, &p))
            otlp_any_push(&any, p.key, &p.value);
        else
            corr_damage(r->s.b, r->points.at, 0, 0,
                        "attributes that are malformed: some were left out");
    }
}

static corr_labels pb_point_labels(reader *r, corr_cur point,
                                   const struct layout *l)
{
    corr_begin_labels(r->s.b);
    push_attrs(r, r->resource, NULL);
    push_attrs(r, point, l);
    const corr_labels labels = corr_end_labels(r->s.b);
    corr_arena_reset(&r->scratch);
    return labels;
}

static otlp_value real_of(uint64_t bits)
{
    otlp_value v = { .is_there = true, .is_number = true };

    memcpy(&v.x, &bits, sizeof v.x);
    return v;
}

static void take_point_member(otlp_point *p, member m, uint64_t x)
{
    switch (m) {
    case P_START:
        p->start = (int64_t)x;
        return;
    case P_TIME:
        p->time = (int64_t)x;
        return;
    case P_DOUBLE:
        p->value = real_of(x);
        return;
    case P_INT:
        p->value = (otlp_value){ (double)(int64_t)x, true, true };
        return;
    case P_COUNT:
        p->value = (otlp_value){ (double)x, true, true };
        return;
    case P_SUM:
        p->sum = real_of(x);
        return;
    case P_FLAGS:
        p->flags = x;
        return;
    case P_NOTHING:
    case P_ATTR:
        return;
    }
}

static void read_point(reader *r, const otlp_metric *m, const struct layout *l,
                       corr_cur point)
{
    corr_cur c = point;
    otlp_point p = { 0 };
    wire_field f;

    while (wire_next(&c, &f))
        take_point_member(&p, point_member(l, &f), f.value);
    if (c.bad)
        say_bad(r, "a point of a metric");
    if (!otlp_point_counts(&r->points, &p))
        return;
    p.labels = pb_point_labels(r, point, l);
    otlp_points_add(&r->points, m, &p);
}

/* ---- metrics ------------------------------------------------------------- */

/* The fields that define the type come after the points in most files. */
static corr_metric type_of_data(otlp_data what, corr_cur data)
{
    bool is_monotonic = false, is_delta = false;
    wire_field f;

    while (wire_next(&data, &f)) {
        if (f.type != WIRE_VARINT)
            continue;
        if (f.number == DATA_TEMPORALITY)
            is_delta = f.value == OTLP_DELTA;
        else if (f.number == DATA_MONOTONIC)
            is_monotonic = f.value != 0;
    }
    return otlp_metric_type(what, is_monotonic, is_delta);
}

static void read_data(reader *r, otlp_metric *m, otlp_data what, corr_cur data)
{
    wire_field f;

    m->is_parts = what >= OTLP_HISTOGRAM;
    m->type = type_of_data(what, data);
    while (!corr_build_failed(r->s.b) && wire_next(&data, &f))
        if (f.number == DATA_POINT && f.type == WIRE_BYTES)
            read_point(r, m, &layouts[what], f.bytes);
    if (data.bad)
        say_bad(r, "the data of a metric");
}

static otlp_data data_of(const wire_field *f)
{
    otlp_data i = OTLP_GAUGE;

    while (i < OTLP_DATA_COUNT &&
           (layouts[i].field != f->number || f->type != WIRE_BYTES))
        i++;
    return i;
}

/* Reads a metric. It has data of one kind; if the data is in several pieces,
 * each is read. */
static void read_metric(reader *r, corr_cur metric)
{
    otlp_metric m = { .name = { "", 0 }, .unit = { "", 0 } };
    corr_cur c = metric;
    wire_field f;

    while (wire_next(&c, &f))
        if (f.number == METRIC_NAME && f.type == WIRE_BYTES)
            m.name = wire_text(&f);
        else if (f.number == METRIC_UNIT && f.type == WIRE_BYTES)
            m.unit = wire_text(&f);
    if (c.bad)
        say_bad(r, "a metric");
    for (c = metric; wire_next(&c, &f);) {
        const otlp_data what = data_of(&f);
        if (what != OTLP_DATA_COUNT)
            read_data(r, &m, what, f.bytes);
    }
}

/* ---- the messages around metrics ----------------------------------------- */

/* Reads a ScopeMetrics that ends at end. */
static void read_group(reader *r, uint64_t end)
{
    static const char name[] = "a group of metrics";
    corr_cur metric;
    wire_field f;

    while (wire_stream_next(&r->s, end, name, &f)) {
        r->points.at = wire_stream_at(&r->s);
        if (f.number != PB_GROUP_SPAN)
            wire_stream_skip(&r->s, &f);
        else if (wire_stream_take(&r->s, &f, &metric))
            read_metric(r, metric);
        wire_stream_good(&r->s);
    }
}

static void set_resource(reader *r, corr_cur bytes)
{
    r->resource = wire_stream_keep(&r->s, &r->resource_mem, bytes);
}

/* Reads a ResourceMetrics that ends at end. */
static void read_batch(reader *r, uint64_t end)
{
    static const char name[] = "the metrics of a resource";
    bool has_resource, had_metrics = false;
    corr_cur bytes;
    wire_field f;

    corr_arena_reset(&r->resource_mem);
    r->resource = corr_cur_of("", 0);
    has_resource = wire_stream_ahead(&r->s, end, PB_BATCH_RESOURCE, &bytes);
    if (has_resource)
        set_resource(r, bytes);
    while (wire_stream_next(&r->s, end, name, &f)) {
        const uint64_t at = wire_stream_at(&r->s);
        const bool is_group =
            f.number == PB_BATCH_GROUP || f.number == PB_BATCH_OLD_GROUP;

        if (is_group && f.type == WIRE_BYTES) {
            read_group(r, at + f.value);
            had_metrics = true;
        } else if (f.number != PB_BATCH_RESOURCE || has_resource) {
            wire_stream_skip(&r->s, &f);
        } else if (wire_stream_take(&r->s, &f, &bytes)) {
            set_resource(r, bytes);
            has_resource = true;
            if (had_metrics)
                corr_warn(r->s.b, at,
                          "a resource that follows its metrics: they are shown "
                          "without it");
        }
    }
}

/* Reads a MetricsData that ends at end. */
static void read_request(reader *r, uint64_t end)
{
    static const char name[] = "an export request";
    wire_field f;

    while (wire_stream_next(&r->s, end, name, &f)) {
        if (f.number == PB_TRACES_BATCH && f.type == WIRE_BYTES)
            read_batch(r, wire_stream_at(&r->s) + f.value);
        else
            wire_stream_skip(&r->s, &f);
        wire_stream_good(&r->s);
    }
}

/* If the user forced the format, the file may be damaged. */
static pb_framing framing_of(reader *r)
{
    const uint64_t record = corr_src_limits(r->s.in)->record;

    wire_stream_fill(&r->s,
                     record < CORR_PROBE_MAX ? (size_t)record : CORR_PROBE_MAX);
    const size_t n = corr_cur_left(&r->s.cur);
    const pb_framing framing = otlp_pb_metrics_framing(r->s.cur.p, n);

    return framing == PB_NONE && n && *r->s.cur.p == 0x0a ? PB_REQUEST
                                                          : framing;
}

static void read_all(reader *r)
{
    const pb_framing framing = framing_of(r);
    uint64_t length;

    if (framing == PB_NONE) {
        corr_refuse(r->s.b, CORR_EFORMAT, 0, NULL,
                    "what it begins with is no export request of metrics in "
                    "protobuf");
        return;
    }
    corr_recognised(r->s.b);
    if (framing == PB_REQUEST)
        read_request(r, WIRE_NO_END);
    while (framing == PB_RECORDS && wire_stream_record(&r->s, &length)) {
        read_request(r, wire_stream_at(&r->s) + length);
        wire_stream_good(&r->s);
    }
    wire_stream_end(&r->s, "an export request");
}

static corr_code otlp_metrics_pb_read(corr_src *in, const corr_want *want,
                                      corr_build *b, corr_err *err)
{
    reader r = { .resource = corr_cur_of("", 0) };

    (void)want;
    wire_stream_init(&r.s, in, b);
    otlp_points_begin(&r.points, in, b);
    read_all(&r);
    otlp_points_end(&r.points);
    corr_arena_clear(&r.scratch);
    corr_arena_clear(&r.resource_mem);
    return corr_finish(in, b, err);
}

/* A metric without times might be a span, so it is less sure. */
static int otlp_metrics_pb_probe(const uint8_t *head, size_t n, bool whole)
{
    enum { SURE = 70 }; /* surer than a format whose points have no time */

    (void)whole;
    return otlp_pb_metrics_framing(head, n) == PB_NONE ? 0 : SURE;
}

const corr_format corr_format_otlp_metrics_pb = {
    .name = "otlp-metrics-pb",
    .title = "OTLP metrics (protobuf)",
    .probe = otlp_metrics_pb_probe,
    .read = otlp_metrics_pb_read,
    .metrics = true,
};
