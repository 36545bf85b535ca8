/*
 * otlp_pb_span - one span of OTLP protobuf as rows; see otlp_span_common.h.
 * Ids are 16 and 8 bytes; some writers put the hex text of an id there.
 */
#include "otlp/otlp_pb.h"
#include "otlp/otlp_span_common.h"

enum { TRACE_ID_BYTES = 16, SPAN_ID_BYTES = 8 };

/* Fields that occur once. */
/* clang-format off */
static const uint8_t span_type[] = {
    [PB_SPAN_TRACE_ID] = WIRE_TAKE_BYTES, [PB_SPAN_ID] = WIRE_TAKE_BYTES,
    [PB_SPAN_TRACE_STATE] = WIRE_TAKE_BYTES,
    [PB_SPAN_PARENT_ID] = WIRE_TAKE_BYTES, [PB_SPAN_NAME] = WIRE_TAKE_BYTES,
    [PB_SPAN_KIND] = WIRE_TAKE_VARINT, [PB_SPAN_START] = WIRE_TAKE_FIXED64,
    [PB_SPAN_END] = WIRE_TAKE_FIXED64, [PB_SPAN_STATUS] = WIRE_TAKE_BYTES,
    [PB_SPAN_FLAGS] = WIRE_TAKE_FIXED32,
    [PB_SPAN_DROPPED_ATTRS] = WIRE_TAKE_VARINT,
    [PB_SPAN_DROPPED_EVENTS] = WIRE_TAKE_VARINT,
    [PB_SPAN_DROPPED_LINKS] = WIRE_TAKE_VARINT,
};
/* clang-format on */
static const uint8_t event_type[] = {
    [PB_EVENT_TIME] = WIRE_TAKE_FIXED64, [PB_EVENT_NAME] = WIRE_TAKE_BYTES
};
static const uint8_t link_type[] = {
    [PB_LINK_TRACE_ID] = WIRE_TAKE_BYTES, [PB_LINK_SPAN_ID] = WIRE_TAKE_BYTES
};
static const uint8_t status_type[] = {
    [PB_STATUS_MESSAGE] = WIRE_TAKE_BYTES, [PB_STATUS_CODE] = WIRE_TAKE_VARINT
};

/* ---- ids and times ------------------------------------------------------ */

static void warn_id(otlp_pb *o, size_t n)
{
    corr_warn(o->s.b, o->at,
              "ids of %zu bytes are not trace or span ids; they are compared "
              "as bytes",
              n);
}

/* Reads an id of 16 bytes, or the hex digits of an id. */
static corr_trace_id trace_of(otlp_pb *o, corr_cur c)
{
    const size_t n = corr_cur_left(&c);
    corr_trace_id id = { 0 };

    if (n == TRACE_ID_BYTES)
        return (corr_trace_id){ wire_big_endian(c.p),
                                wire_big_endian(c.p + 8) };
    if (n == SPAN_ID_BYTES)
        return (corr_trace_id){ .lo = wire_big_endian(c.p) };
    if (n && !corr_parse_trace_id(pb_text(c), &id))
        warn_id(o, n);
    return id;
}

static uint64_t pb_span_id(otlp_pb *o, corr_cur c)
{
    const size_t n = corr_cur_left(&c);
    uint64_t id = 0;

    if (n == SPAN_ID_BYTES)
        return wire_big_endian(c.p);
    if (n && !corr_parse_span_id(pb_text(c), &id))
        warn_id(o, n);
    return id;
}

/* 0: missing, or unusable. */
static int64_t pb_time(otlp_pb *o, uint64_t t)
{
    if (t <= INT64_MAX)
        return (int64_t)t;
    corr_warn(o->s.b, o->at,
              "times such as \"%llu\" are not nanoseconds since 1970 and count "
              "as missing",
              (unsigned long long)t);
    return 0;
}

static void set_times(otlp_pb *o, corr_span_row *row, const wire_field *s)
{
    row->start = pb_time(o, s[PB_SPAN_START].value);
    row->end = pb_time(o, s[PB_SPAN_END].value);
    otlp_settle_times(o->s.b, row);
}

/* ---- the rest of a span ------------------------------------------------- */

static void set_status(otlp_pb *o, corr_span_row *row, corr_cur c)
{
    wire_field f[sizeof status_type];

    wire_take(c, status_type, sizeof status_type, f);
    const uint64_t code = f[PB_STATUS_CODE].value;
    row->status = code < CORR_STATUS_COUNT ? (uint8_t)code : 0;
    row->status_text = corr_add_text(o->s.b, wire_text(&f[PB_STATUS_MESSAGE]));
}

static void push_scope(otlp_pb *o)
{
    corr_cur c = o->scope;
    wire_field f;

    while (wire_next(&c, &f)) {
        if (f.type != WIRE_BYTES || f.value == 0)
            continue;
        if (f.number == PB_SCOPE_NAME)
            corr_push_label(o->s.b, CORR_STR("otel.scope.name"), wire_text(&f));
        else if (f.number == PB_SCOPE_VERSION)
            corr_push_label(o->s.b, CORR_STR("otel.scope.version"),
                            wire_text(&f));
    }
    otlp_pb_push_attrs(o, o->scope, PB_SCOPE_ATTR, true);
}

static corr_labels pb_span_labels(otlp_pb *o, corr_cur bytes,
                                  const wire_field *s)
{
    corr_begin_labels(o->s.b);
    if (o->attrs) {
        push_scope(o);
        if (corr_cur_left(&s[PB_SPAN_TRACE_STATE].bytes))
            corr_push_label(o->s.b, CORR_STR("w3c.tracestate"),
                            wire_text(&s[PB_SPAN_TRACE_STATE]));
    }
    otlp_pb_push_attrs(o, bytes, PB_SPAN_ATTR, o->attrs);
    return corr_end_labels(o->s.b);
}

static void add_event(otlp_pb *o, corr_span to, corr_cur bytes)
{
    wire_field f[sizeof event_type];

    if (!wire_take(bytes, event_type, sizeof event_type, f)) {
        corr_damage(o->s.b, o->at, 0, 0,
                    "some events are malformed; they are left out");
        return;
    }
    const corr_labels labels = otlp_pb_labels(o, bytes, PB_EVENT_ATTR);
    corr_add_event(o->s.b, to, pb_time(o, f[PB_EVENT_TIME].value),
                   corr_add_text(o->s.b, wire_text(&f[PB_EVENT_NAME])), labels);
}

static void add_link(otlp_pb *o, corr_span to, corr_cur bytes)
{
    wire_field f[sizeof link_type];

    if (!wire_take(bytes, link_type, sizeof link_type, f)) {
        corr_damage(o->s.b, o->at, 0, 0,
                    "some links are malformed; they are left out");
        return;
    }
    const corr_labels labels = otlp_pb_labels(o, bytes, PB_LINK_ATTR);
    corr_add_link(o->s.b, to, trace_of(o, f[PB_LINK_TRACE_ID].bytes),
                  pb_span_id(o, f[PB_LINK_SPAN_ID].bytes), labels);
}

static void add_events_and_links(otlp_pb *o, corr_span to, corr_cur c)
{
    wire_field f;

    while (wire_next(&c, &f)) {
        if (f.type != WIRE_BYTES)
            continue;
        if (f.number == PB_SPAN_EVENT)
            add_event(o, to, f.bytes);
        else if (f.number == PB_SPAN_LINK)
            add_link(o, to, f.bytes);
    }
}

/* ---- a span ------------------------------------------------------------- */

static void add_to_census(otlp_pb *o, const corr_span_row *row,
                          const wire_field *s)
{
    const bool fits = s[PB_SPAN_START].value <= INT64_MAX &&
                      s[PB_SPAN_END].value <= INT64_MAX;

    corr_seen_span(o->s.b, row->trace, row->id,
                   fits ? (int64_t)s[PB_SPAN_START].value : 0,
                   fits ? (int64_t)s[PB_SPAN_END].value : 0);
}

void otlp_pb_read_span(otlp_pb *o, corr_cur bytes)
{
    wire_field s[sizeof span_type];

    if (!wire_take(bytes, span_type, sizeof span_type, s)) {
        corr_damage(o->s.b, o->at, corr_cur_left(&bytes), 1,
                    "some spans are malformed; they are left out");
        return;
    }
    corr_span_row row = { .at = o->at,
                          .trace = trace_of(o, s[PB_SPAN_TRACE_ID].bytes),
                          .id = pb_span_id(o, s[PB_SPAN_ID].bytes) };
    if (o->want->mode == CORR_MODE_CENSUS)
        add_to_census(o, &row, s);
    if (o->want->by_id && !corr_want_id(o->want, row.trace, row.id))
        return;
    otlp_set_flags(&row, s[PB_SPAN_FLAGS].value);
    set_times(o, &row, s);
    if (!corr_want_span(o->want, &row))
        return;
    row.parent = pb_span_id(o, s[PB_SPAN_PARENT_ID].bytes);
    row.name = corr_add_text(o->s.b, wire_text(&s[PB_SPAN_NAME]));
    const uint64_t kind = s[PB_SPAN_KIND].value;
    row.kind = kind < CORR_SPAN_KIND_COUNT ? (uint8_t)kind : 0;
    set_status(o, &row, s[PB_SPAN_STATUS].bytes);
    row.attrs = pb_span_labels(o, bytes, s);
    row.proc = otlp_pb_proc(o);
    const corr_span added = corr_add_span(o->s.b, &row);
    if (added.i)
        otlp_count_dropped(o->s.b, o->at,
                           &(otlp_dropped){ s[PB_SPAN_DROPPED_ATTRS].value,
                                            s[PB_SPAN_DROPPED_EVENTS].value,
                                            s[PB_SPAN_DROPPED_LINKS].value });
    if (o->attrs && added.i)
        add_events_and_links(o, added, bytes);
    corr_arena_reset(&o->scratch);
}
