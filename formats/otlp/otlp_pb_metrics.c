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
#include "otlp/otlp_rewrite.h"

/* Field numbers. */
enum { METRIC_NAME = 1, METRIC_UNIT = 3 };
enum { DATA_POINT = 1, DATA_TEMPORALITY = 2, DATA_MONOTONIC = 3 };
enum {
    POINT_START = 2,
    POINT_TIME = 3,
    POINT_DOUBLE = 4, /* of a gauge or sum */
    POINT_INT = 6,
    POINT_COUNT = 4, /* of the other kinds */
    POINT_SUM = 5,
    POINT_COUNTS = 6, /* of a histogram */
    POINT_BOUNDS = 7,
    POINT_SCALE = 6, /* of an exponential one */
    POINT_ZERO_COUNT = 7,
    POINT_POSITIVE = 8,
    POINT_NEGATIVE = 9,
    POINT_ZERO_THRESHOLD = 14,
    POINT_FIELDS = 11
};

enum { SIDE_OFFSET = 1, SIDE_COUNTS = 2 };

enum {
    EXEMPLAR_TIME = 2,
    EXEMPLAR_DOUBLE = 3,
    EXEMPLAR_SPAN = 4,
    EXEMPLAR_TRACE = 5,
    EXEMPLAR_INT = 6
};

/* Field numbers that differ by the kind of data. */
static const struct layout {
    uint32_t field; /* of a metric */
    uint32_t attrs; /* of a point */
    uint32_t flags;
    uint32_t exemplar; /* 0: it has none */
} layouts[OTLP_DATA_COUNT] = {
    [OTLP_GAUGE] = { 5, 7, 8, 5 },      [OTLP_SUM] = { 7, 7, 8, 5 },
    [OTLP_HISTOGRAM] = { 9, 9, 10, 8 }, [OTLP_EXPONENTIAL] = { 10, 1, 10, 11 },
    [OTLP_SUMMARY] = { 11, 7, 8, 0 },
};

typedef struct reader {
    otlp_pb o; /* the walk; read_metric gets it */
    otlp_points points;
} reader;

/* ---- points -------------------------------------------------------------- */

/* Reports the rest of a message, which is malformed from here on. */
static void report_bad_end(reader *r, const char *message)
{
    corr_damage(r->o.s.b, r->points.at, 0, 0,
                "%s is malformed; its end is left out", message);
}

static corr_labels pb_point_labels(reader *r, corr_cur point,
                                   const struct layout *l)
{
    corr_begin_labels(r->o.s.b);
    otlp_pb_push_attrs(&r->o, r->o.resource, PB_RESOURCE_ATTR, true);
    otlp_pb_push_attrs(&r->o, point, l->attrs, true);
    const corr_labels labels = corr_end_labels(r->o.s.b);
    corr_arena_reset(&r->o.scratch);
    return labels;
}

static otlp_value number_value(double x)
{
    return (otlp_value){ x, true, true };
}

static otlp_value real_value(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return number_value(x);
}

/* Ids are bytes, or hex digits. */
static corr_exemplar_row exemplar_ids(const wire_field *trace,
                                      const wire_field *span)
{
    corr_exemplar_row e = METRIC_NO_EXEMPLAR;
    const uint8_t *id = trace->bytes.p;

    if (trace->type == WIRE_BYTES && corr_cur_left(&trace->bytes) == 16)
        e.trace =
            (corr_trace_id){ wire_big_endian(id), wire_big_endian(id + 8) };
    else if (trace->type == WIRE_BYTES)
        (void)corr_parse_trace_id(wire_text(trace), &e.trace);
    if (span->type == WIRE_BYTES && corr_cur_left(&span->bytes) == 8)
        e.span = wire_big_endian(span->bytes.p);
    else if (span->type == WIRE_BYTES)
        (void)corr_parse_span_id(wire_text(span), &e.span);
    return e;
}

static void read_exemplar(reader *r, const otlp_metric *m, corr_cur c)
{
    wire_field f, of[EXEMPLAR_INT + 1] = { 0 };
    otlp_value value = { 0 };

    while (wire_next(&c, &f)) {
        if (f.number > EXEMPLAR_INT)
            continue;
        of[f.number] = f;
        if (f.number == EXEMPLAR_DOUBLE && f.type == WIRE_FIXED64)
            value = real_value(f.value);
        else if (f.number == EXEMPLAR_INT && f.type == WIRE_FIXED64)
            value = number_value((double)(int64_t)f.value);
    }
    if (c.bad)
        report_bad_end(r, "an exemplar of a metric");
    const wire_field *time = &of[EXEMPLAR_TIME];
    otlp_points_exemplar(
        &r->points, m, exemplar_ids(&of[EXEMPLAR_TRACE], &of[EXEMPLAR_SPAN]),
        time->type == WIRE_FIXED64 ? (int64_t)time->value : 0, &value);
}

static void read_exemplars(reader *r, const otlp_metric *m, uint32_t number,
                           corr_cur point)
{
    wire_field f;

    while (wire_next(&point, &f))
        if (f.number == number && f.type == WIRE_BYTES)
            read_exemplar(r, m, f.bytes);
}

/* ---- buckets ------------------------------------------------------------- */

static void add_fixed(reader *r, bool is_bound, uint64_t x)
{
    if (is_bound)
        otlp_points_bound(&r->points, real_value(x).x);
    else
        otlp_points_counted(&r->points, 0, (double)x);
}

/* Adds numbers of eight bytes, packed or one a field. */
static void read_fixed(reader *r, wire_field *f, bool is_bound)
{
    if (f->type == WIRE_FIXED64)
        add_fixed(r, is_bound, f->value);
    else if (f->type == WIRE_BYTES)
        while (corr_cur_left(&f->bytes) >= 8)
            add_fixed(r, is_bound, corr_cur_le(&f->bytes, 8));
}

static int64_t zigzag(uint64_t x)
{
    return (int64_t)(x >> 1 ^ (0 - (x & 1)));
}

/* Adds the buckets of one side of an exponential histogram. */
static int64_t read_side(reader *r, unsigned side, corr_cur c)
{
    int64_t offset = 0;
    wire_field f;

    while (wire_next(&c, &f)) {
        if (f.number == SIDE_OFFSET && f.type == WIRE_VARINT)
            offset = (int32_t)zigzag(f.value);
        else if (f.number == SIDE_COUNTS && f.type == WIRE_VARINT)
            otlp_points_counted(&r->points, side, (double)f.value);
        else if (f.number == SIDE_COUNTS && f.type == WIRE_BYTES)
            while (corr_cur_left(&f.bytes) && !f.bytes.bad) {
                const uint64_t x = corr_cur_varint(&f.bytes);
                if (!f.bytes.bad)
                    otlp_points_counted(&r->points, side, (double)x);
            }
    }
    if (c.bad)
        report_bad_end(r, "a list of buckets");
    return offset;
}

static void read_exponential(reader *r, const otlp_point *p, corr_cur c)
{
    otlp_exponential e = { .scale = 0 };
    wire_field f;

    while (wire_next(&c, &f)) {
        if (f.number == POINT_SCALE && f.type == WIRE_VARINT)
            e.scale = (int32_t)zigzag(f.value);
        else if (f.number == POINT_ZERO_COUNT && f.type == WIRE_FIXED64)
            e.zero_count = (double)f.value;
        else if (f.number == POINT_ZERO_THRESHOLD && f.type == WIRE_FIXED64)
            e.zero_threshold = real_value(f.value).x;
        else if ((f.number == POINT_POSITIVE || f.number == POINT_NEGATIVE) &&
                 f.type == WIRE_BYTES) {
            const unsigned side = f.number - POINT_POSITIVE;
            e.offset[side] = read_side(r, side, f.bytes);
        }
    }
    otlp_points_scaled(&r->points, p, &e);
}

static void read_explicit(reader *r, corr_cur c)
{
    wire_field f;

    while (wire_next(&c, &f))
        if (f.number == POINT_COUNTS || f.number == POINT_BOUNDS)
            read_fixed(r, &f, f.number == POINT_BOUNDS);
}

static void read_point(reader *r, const otlp_metric *m, const struct layout *l,
                       corr_cur point)
{
    corr_cur c = point;
    wire_field f, of[POINT_FIELDS] = { 0 };
    otlp_point p = { 0 };
    bool has_exemplars = false;

    while (wire_next(&c, &f)) {
        const uint32_t type = f.number == l->flags ? WIRE_VARINT : WIRE_FIXED64;

        has_exemplars |= f.number == l->exemplar;

        if (f.number >= POINT_FIELDS || f.type != type)
            continue;
        of[f.number] = f;
        if (m->is_parts && f.number == POINT_COUNT)
            p.value = number_value((double)f.value);
        else if (m->is_parts && f.number == POINT_SUM)
            p.sum = real_value(f.value);
        else if (!m->is_parts && f.number == POINT_DOUBLE)
            p.value = real_value(f.value);
        else if (!m->is_parts && f.number == POINT_INT)
            p.value = number_value((double)(int64_t)f.value);
    }
    if (c.bad)
        report_bad_end(r, "a point of a metric");
    p.start = (int64_t)of[POINT_START].value;
    p.time = (int64_t)of[POINT_TIME].value;
    p.flags = of[l->flags].value;
    if (!otlp_point_counts(&r->points, &p))
        return;
    p.labels = pb_point_labels(r, point, l);
    if (has_exemplars)
        read_exemplars(r, m, l->exemplar, point);
    if (l == &layouts[OTLP_EXPONENTIAL])
        read_exponential(r, &p, point);
    else if (l == &layouts[OTLP_HISTOGRAM])
        read_explicit(r, point);
    otlp_points_add(&r->points, m, &p);
}

/* ---- metrics ------------------------------------------------------------- */

/* The fields that define the type come after the points in most files. */
static corr_metric type_of_data(otlp_data what, corr_cur data)
{
    static const uint8_t type[] = { [DATA_TEMPORALITY] = WIRE_TAKE_VARINT,
                                    [DATA_MONOTONIC] = WIRE_TAKE_VARINT };
    wire_field f[sizeof type];

    wire_take(data, type, sizeof type, f);
    return otlp_metric_type(what, f[DATA_MONOTONIC].value != 0,
                            f[DATA_TEMPORALITY].value == OTLP_DELTA);
}

static void read_data(reader *r, otlp_metric *m, otlp_data what, corr_cur data)
{
    wire_field f;

    m->is_parts = what >= OTLP_HISTOGRAM;
    m->type = type_of_data(what, data);
    while (!corr_build_failed(r->o.s.b) && wire_next(&data, &f))
        if (f.number == DATA_POINT && f.type == WIRE_BYTES)
            read_point(r, m, &layouts[what], f.bytes);
    if (data.bad)
        report_bad_end(r, "the data of a metric");
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
static void read_metric(otlp_pb *o, corr_cur metric)
{
    reader *r = (reader *)o;
    otlp_metric m = { .name = { "", 0 }, .unit = { "", 0 } };
    corr_cur c = metric;
    wire_field f;

    r->points.at = o->at;
    while (wire_next(&c, &f))
        if (f.number == METRIC_NAME && f.type == WIRE_BYTES)
            m.name = wire_text(&f);
        else if (f.number == METRIC_UNIT && f.type == WIRE_BYTES)
            m.unit = wire_text(&f);
    if (c.bad)
        report_bad_end(r, "a metric");
    for (c = metric; wire_next(&c, &f);) {
        const otlp_data what = data_of(&f);
        if (what != OTLP_DATA_COUNT)
            read_data(r, &m, what, f.bytes);
    }
}

static corr_code otlp_metrics_pb_read(corr_src *in, const corr_want *want,
                                      corr_build *b, corr_err *err)
{
    static const otlp_pb_signal metrics = {
        .group = "a group of metrics",
        .batch = "the metrics of a resource",
        .refusal =
            "the first bytes are not an export request of metrics in protobuf",
        .framing = otlp_pb_metrics_framing,
        .read = read_metric,
        .is_metrics = true,
    };
    reader r = { .o = { .signal = &metrics,
                        .want = want,
                        .as_text = true,
                        .met = { .b = b,
                                 .want = want,
                                 .mine = OTLP_SIGNAL_METRICS,
                                 .is_pb = true } } };

    otlp_points_begin(&r.points, in, b);
    otlp_pb_read_all(&r.o, in, b);
    otlp_points_end(&r.points);
    return corr_finish(in, b, err);
}

/* A metric without times might be a span, so it is less sure. */
static int otlp_metrics_pb_probe(const uint8_t *head, size_t n, bool whole)
{
    enum { SURE = 70 }; /* surer than a format whose points have no time */

    return otlp_pb_metrics_framing(head, n, whole) != PB_NONE ||
                   otlp_is_first(otlp_pb_row_signals(head, n),
                                 OTLP_SIGNAL_METRICS)
               ? SURE
               : 0;
}

const corr_format corr_format_otlp_metrics_pb = {
    .name = "otlp-metrics-pb",
    .title = "OTLP metrics (protobuf)",
    .probe = otlp_metrics_pb_probe,
    .read = otlp_metrics_pb_read,
    .rewrite = &(const corr_rewriter){ .copy = otlp_rewrite_metrics },
    .metrics = true,
    .mixed = true,
};
