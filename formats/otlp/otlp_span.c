/*
 * otlp_span - one span of OTLP JSON as rows; see otlp_span_common.h. A member
 * with an unexpected type counts as missing.
 */
#include "common/json_traces.h"
#include "otlp/otlp.h"
#include "otlp/otlp_span_common.h"

/* In the order that exporters write, so that each member is found at once. */
typedef struct span {
    json_val trace_id, id, trace_state, parent_id, flags, name, kind, start,
        end, attrs, dropped_attrs, events, dropped_events, links, dropped_links,
        status, document;
} span;

/* clang-format off */
static const json_name span_name[] = {
    JSON_NAME("traceId"), JSON_NAME("spanId"), JSON_NAME("traceState"),
    JSON_NAME("parentSpanId"), JSON_NAME("flags"), JSON_NAME("name"),
    JSON_NAME("kind"), JSON_NAME("startTimeUnixNano"),
    JSON_NAME("endTimeUnixNano"), JSON_NAME("attributes"),
    JSON_NAME("droppedAttributesCount"), JSON_NAME("events"),
    JSON_NAME("droppedEventsCount"), JSON_NAME("links"),
    JSON_NAME("droppedLinksCount"), JSON_NAME("status"), JSON_NAME("resourceSpans"),
};
/* clang-format on */

typedef struct event {
    json_val time, name, attrs;
} event;

static const json_name event_name[] = {
    JSON_NAME("timeUnixNano"),
    JSON_NAME("name"),
    JSON_NAME("attributes"),
};

typedef struct link {
    json_val trace_id, span_id, attrs;
} link;

static const json_name link_name[] = {
    JSON_NAME("traceId"),
    JSON_NAME("spanId"),
    JSON_NAME("attributes"),
};

typedef struct status {
    json_val message, code;
} status;

static const json_name status_name[] = {
    JSON_NAME("message"),
    JSON_NAME("code"),
};

/* Reads an enum as number or word, with or without its prefix. 0: another
 * word. */
static uint8_t enum_of(const json_val *v, const json_name *word, size_t n,
                       const char *prefix)
{
    corr_str s = v->text;
    int64_t number;

    if (json_i64(v, &number))
        return number > 0 && (size_t)number < n ? (uint8_t)number : 0;
    if (v->type != JSON_STRING)
        return 0;
    if (corr_str_starts(s, prefix))
        s = (corr_str){ s.p + strlen(prefix), s.n - strlen(prefix) };
    const size_t i = json_find_name(word, n, 0, s);
    return i < n ? (uint8_t)i : 0;
}

/* ---- ids and times ------------------------------------------------------ */

static corr_trace_id trace_of(otlp *o, const json_val *v)
{
    return export_trace_text(o->b, o->at, json_str(v, &o->scratch));
}

static uint64_t json_span_id(otlp *o, const json_val *v)
{
    return export_span_text(o->b, o->at, json_str(v, &o->scratch));
}

/* {"low":-1013133952,"high":395276536}: the halves of 64 bits, as an exporter
 * for JavaScript wrote times once. */
static bool take_halves(otlp *o, const json_val *v, int64_t *t)
{
    static const json_name names[] = { JSON_NAME("low"), JSON_NAME("high") };
    struct {
        json_val low, high;
    } half;
    json j = json_of(&o->j, v);
    int64_t low, high;

    if (v->type != JSON_OBJECT || !JSON_TAKE(&j, names, &half) ||
        !json_i64(&half.low, &low) || !json_i64(&half.high, &high) ||
        low < INT32_MIN || low > UINT32_MAX || high < 0 || high > INT32_MAX)
        return false;
    *t = (high << 32) | (int64_t)(uint32_t)low;
    return true;
}

/* 0: missing, or unusable. */
static int64_t json_time(otlp *o, const json_val *v)
{
    int64_t t = 0;

    if (v->type == JSON_NUMBER)
        o->signs |= OTLP_NUMBER_TIME;
    if (v->type == JSON_NONE || v->type == JSON_NULL || v->text.n == 0)
        return 0;
    if ((!json_i64(v, &t) && !take_halves(o, v, &t)) || t < 0) {
        corr_warn(o->b, o->at,
                  "times such as \"%.*s\" are not nanoseconds since 1970 and "
                  "count as missing",
                  v->text.n < 40 ? (int)v->text.n : 40, v->text.p);
        return 0;
    }
    return t;
}

static void set_times(otlp *o, corr_span_row *row, const span *s)
{
    row->start = json_time(o, &s->start);
    row->end = json_time(o, &s->end);
    otlp_settle_times(o->b, row);
}

/* ---- the rest of a span ------------------------------------------------- */

static void set_status(otlp *o, corr_span_row *row, const json_val *v)
{
    json j = json_of(&o->j, v);
    status s;

    if (v->type != JSON_OBJECT || v->text.n <= 2 ||
        !JSON_TAKE(&j, status_name, &s))
        return;
    row->status =
        enum_of(&s.code, export_status_word, CORR_STATUS_COUNT, "STATUS_CODE_");
    row->status_text = corr_add_text(o->b, json_str(&s.message, &o->scratch));
}

static void push_scope(otlp *o)
{
    const otlp_scope *s = &o->scope;

    if (s->name.n)
        corr_push_label(o->b, CORR_STR("otel.scope.name"), s->name);
    if (s->version.n)
        corr_push_label(o->b, CORR_STR("otel.scope.version"), s->version);
    otlp_push_attrs(o, &s->attrs, true);
}

static corr_labels json_span_labels(otlp *o, const span *s)
{
    const corr_str state = json_str(&s->trace_state, &o->scratch);

    corr_begin_labels(o->b);
    if (o->attrs) {
        push_scope(o);
        if (state.n)
            corr_push_label(o->b, CORR_STR("w3c.tracestate"), state);
    }
    otlp_push_attrs(o, &s->attrs, o->attrs);
    return corr_end_labels(o->b);
}

static void add_events(otlp *o, corr_span to, const json_val *list)
{
    json j = json_list(&o->j, list);
    event e;

    while (JSON_TAKE_ELEMENT(&j, event_name, &e)) {
        const corr_labels labels = otlp_labels(o, &e.attrs);
        const corr_str name = json_str(&e.name, &o->scratch);

        corr_add_event(o->b, to, json_time(o, &e.time),
                       corr_add_text(o->b, name), labels);
    }
    if (json_failed(&j))
        corr_damage(o->b, o->at, 0, 0,
                    "some events are not JSON; they are left out");
}

static void add_links(otlp *o, corr_span to, const json_val *list)
{
    json j = json_list(&o->j, list);
    link l;

    while (JSON_TAKE_ELEMENT(&j, link_name, &l)) {
        const corr_labels labels = otlp_labels(o, &l.attrs);

        corr_add_link(o->b, to, trace_of(o, &l.trace_id),
                      json_span_id(o, &l.span_id), labels);
    }
    if (json_failed(&j))
        corr_damage(o->b, o->at, 0, 0,
                    "some links are not JSON; they are left out");
}

/* Adds the span to the census without warnings about its times; they come when
 * the span is wanted. */
static void add_to_census(otlp *o, const corr_span_row *row, const span *s)
{
    int64_t start, end;

    if (!json_i64(&s->start, &start) || !json_i64(&s->end, &end))
        start = end = 0;
    if (s->start.type == JSON_NUMBER || s->end.type == JSON_NUMBER)
        o->signs |= OTLP_NUMBER_TIME;
    corr_seen_span(o->b, row->trace, row->id, start, end);
}

/* 0: missing, or no number. */
static uint64_t json_count(const json_val *v)
{
    uint64_t n;

    return v->type != JSON_NONE && json_u64(v, &n) ? n : 0;
}

static void count_json_dropped(otlp *o, const span *s)
{
    otlp_count_dropped(o->b, o->at,
                       &(otlp_dropped){ json_count(&s->dropped_attrs),
                                        json_count(&s->dropped_events),
                                        json_count(&s->dropped_links) });
}

static void add_json_span(otlp *o, const span *s)
{
    uint64_t flags;
    corr_span_row row = {
        .at = o->at,
        .trace = trace_of(o, &s->trace_id),
        .id = json_span_id(o, &s->id),
    };

    if (o->want->mode == CORR_MODE_CENSUS)
        add_to_census(o, &row, s);
    if (o->want->by_id && !corr_want_id(o->want, row.trace, row.id))
        return;
    if (json_u64(&s->flags, &flags))
        otlp_set_flags(&row, flags);
    set_times(o, &row, s);
    if (!corr_want_span(o->want, &row))
        return;
    row.parent = json_span_id(o, &s->parent_id);
    row.name = corr_add_text(o->b, json_str(&s->name, &o->scratch));
    row.kind =
        enum_of(&s->kind, export_kind_word, CORR_SPAN_KIND_COUNT, "SPAN_KIND_");
    set_status(o, &row, &s->status);
    row.attrs = json_span_labels(o, s);
    row.proc = otlp_proc(o);
    const corr_span added = corr_add_span(o->b, &row);
    if (added.i)
        count_json_dropped(o, s);
    if (!o->attrs || !added.i)
        return;
    add_events(o, added, &s->events);
    add_links(o, added, &s->links);
}

bool otlp_read_span(otlp *o, json *view)
{
    span s;

    /* No row is added before the end of the span was read. */
    if (!JSON_TAKE(view, span_name, &s))
        return false;
    if (s.document.type != JSON_NONE)
        json_refuse(&o->j, "a span"); /* the next line: this one ended early */
    else
        add_json_span(o, &s);
    corr_arena_reset(&o->scratch);
    return true;
}
