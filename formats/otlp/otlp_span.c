/*
 * otlp_span - one span of OTLP JSON as rows; see otlp_span_common.h. A member
 * with an unexpected type counts as missing.
 */
#include "common/json_traces.h"
#include "otlp/otlp.h"
#include "otlp/otlp_span_common.h"

enum span_member {
    SPAN_TRACE_ID,
    SPAN_ID,
    SPAN_TRACE_STATE,
    SPAN_PARENT_ID,
    SPAN_FLAGS,
    SPAN_NAME,
    SPAN_KIND,
    SPAN_START,
    SPAN_END,
    SPAN_ATTRS,
    SPAN_EVENTS,
    SPAN_LINKS,
    SPAN_STATUS,
    SPAN_DOCUMENT,
    SPAN_MEMBERS
};

/* In the order that exporters write, so that each member is found at once. */
static const json_name span_name[SPAN_MEMBERS] = {
    [SPAN_TRACE_ID] = JSON_NAME("traceId"),
    [SPAN_ID] = JSON_NAME("spanId"),
    [SPAN_TRACE_STATE] = JSON_NAME("traceState"),
    [SPAN_PARENT_ID] = JSON_NAME("parentSpanId"),
    [SPAN_FLAGS] = JSON_NAME("flags"),
    [SPAN_NAME] = JSON_NAME("name"),
    [SPAN_KIND] = JSON_NAME("kind"),
    [SPAN_START] = JSON_NAME("startTimeUnixNano"),
    [SPAN_END] = JSON_NAME("endTimeUnixNano"),
    [SPAN_ATTRS] = JSON_NAME("attributes"),
    [SPAN_EVENTS] = JSON_NAME("events"),
    [SPAN_LINKS] = JSON_NAME("links"),
    [SPAN_STATUS] = JSON_NAME("status"),
    [SPAN_DOCUMENT] = JSON_NAME("resourceSpans"),
};

enum event_member { EVENT_TIME, EVENT_NAME, EVENT_ATTRS, EVENT_MEMBERS };

static const json_name event_name[EVENT_MEMBERS] = {
    [EVENT_TIME] = JSON_NAME("timeUnixNano"),
    [EVENT_NAME] = JSON_NAME("name"),
    [EVENT_ATTRS] = JSON_NAME("attributes"),
};

enum link_member { LINK_TRACE_ID, LINK_SPAN_ID, LINK_ATTRS, LINK_MEMBERS };

static const json_name link_name[LINK_MEMBERS] = {
    [LINK_TRACE_ID] = JSON_NAME("traceId"),
    [LINK_SPAN_ID] = JSON_NAME("spanId"),
    [LINK_ATTRS] = JSON_NAME("attributes"),
};

enum status_member { STATUS_MESSAGE, STATUS_CODE, STATUS_MEMBERS };

static const json_name status_name[STATUS_MEMBERS] = {
    [STATUS_MESSAGE] = JSON_NAME("message"),
    [STATUS_CODE] = JSON_NAME("code"),
};

static const json_name kind_word[CORR_SPAN_KIND_COUNT] = {
    [CORR_SPAN_UNSPECIFIED] = JSON_NAME("UNSPECIFIED"),
    [CORR_SPAN_INTERNAL] = JSON_NAME("INTERNAL"),
    [CORR_SPAN_SERVER] = JSON_NAME("SERVER"),
    [CORR_SPAN_CLIENT] = JSON_NAME("CLIENT"),
    [CORR_SPAN_PRODUCER] = JSON_NAME("PRODUCER"),
    [CORR_SPAN_CONSUMER] = JSON_NAME("CONSUMER"),
};

static const json_name code_word[CORR_STATUS_COUNT] = {
    [CORR_STATUS_UNSET] = JSON_NAME("UNSET"),
    [CORR_STATUS_OK] = JSON_NAME("OK"),
    [CORR_STATUS_ERROR] = JSON_NAME("ERROR"),
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

/* 0: missing, or unusable. */
static int64_t json_time(otlp *o, const json_val *v)
{
    int64_t t = 0;

    if (v->type == JSON_NUMBER)
        o->signs |= OTLP_NUMBER_TIME;
    if (v->type == JSON_NONE || v->type == JSON_NULL || v->text.n == 0)
        return 0;
    if (!json_i64(v, &t) || t < 0) {
        corr_warn(o->b, o->at,
                  "times such as \"%.*s\" are no nanoseconds since 1970 and "
                  "count as missing",
                  v->text.n < 40 ? (int)v->text.n : 40, v->text.p);
        return 0;
    }
    return t;
}

static void set_times(otlp *o, corr_span_row *row, const json_val *m)
{
    row->start = json_time(o, &m[SPAN_START]);
    row->end = json_time(o, &m[SPAN_END]);
    otlp_settle_times(o->b, row);
}

/* ---- the rest of a span ------------------------------------------------- */

static void set_flags(corr_span_row *row, const json_val *v)
{
    uint64_t flags = 0;

    if (json_u64(v, &flags))
        otlp_set_flags(row, flags);
}

static void set_status(otlp *o, corr_span_row *row, const json_val *v)
{
    json_val m[STATUS_MEMBERS];
    json j = json_of(&o->j, v);

    if (v->type != JSON_OBJECT || v->text.n <= 2 ||
        !json_members(&j, status_name, STATUS_MEMBERS, m))
        return;
    row->status =
        enum_of(&m[STATUS_CODE], code_word, CORR_STATUS_COUNT, "STATUS_CODE_");
    row->status_text =
        corr_add_text(o->b, json_str(&m[STATUS_MESSAGE], &o->scratch));
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

static corr_labels json_span_labels(otlp *o, const json_val *m)
{
    const corr_str state = json_str(&m[SPAN_TRACE_STATE], &o->scratch);

    corr_begin_labels(o->b);
    if (o->attrs) {
        push_scope(o);
        if (state.n)
            corr_push_label(o->b, CORR_STR("w3c.tracestate"), state);
    }
    otlp_push_attrs(o, &m[SPAN_ATTRS], o->attrs);
    return corr_end_labels(o->b);
}

static void add_events(otlp *o, corr_span span, const json_val *list)
{
    json j = json_of(&o->j, list);
    json_val m[EVENT_MEMBERS];

    if (list->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY))
        return;
    while (json_element(&j, NULL)) {
        if (!json_members(&j, event_name, EVENT_MEMBERS, m))
            break;
        const corr_labels labels = otlp_labels(o, &m[EVENT_ATTRS]);
        const corr_str name = json_str(&m[EVENT_NAME], &o->scratch);

        corr_add_event(o->b, span, json_time(o, &m[EVENT_TIME]),
                       corr_add_text(o->b, name), labels);
    }
    if (json_failed(&j))
        corr_damage(o->b, o->at, 0, 0,
                    "events that are not JSON: some were left out");
}

static void add_links(otlp *o, corr_span span, const json_val *list)
{
    json j = json_of(&o->j, list);
    json_val m[LINK_MEMBERS];

    if (list->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY))
        return;
    while (json_element(&j, NULL)) {
        if (!json_members(&j, link_name, LINK_MEMBERS, m))
            break;
        const corr_labels labels = otlp_labels(o, &m[LINK_ATTRS]);

        corr_add_link(o->b, span, trace_of(o, &m[LINK_TRACE_ID]),
                      json_span_id(o, &m[LINK_SPAN_ID]), labels);
    }
    if (json_failed(&j))
        corr_damage(o->b, o->at, 0, 0,
                    "links that are not JSON: some were left out");
}

/* Adds the span to the census without warnings about its times; they come when
 * the span is wanted. */
static void tell_census(otlp *o, const corr_span_row *row, const json_val *m)
{
    int64_t start, end;

    if (!json_i64(&m[SPAN_START], &start) || !json_i64(&m[SPAN_END], &end))
        start = end = 0;
    if (m[SPAN_START].type == JSON_NUMBER || m[SPAN_END].type == JSON_NUMBER)
        o->signs |= OTLP_NUMBER_TIME;
    corr_seen_span(o->b, row->trace, row->id, start, end);
}

static void add_json_span(otlp *o, const json_val *m)
{
    corr_span_row row = {
        .at = o->at,
        .trace = trace_of(o, &m[SPAN_TRACE_ID]),
        .id = json_span_id(o, &m[SPAN_ID]),
    };

    if (o->want->mode == CORR_MODE_CENSUS)
        tell_census(o, &row, m);
    if (o->want->by_id && !corr_want_id(o->want, row.trace, row.id))
        return;
    set_flags(&row, &m[SPAN_FLAGS]);
    set_times(o, &row, m);
    if (!corr_want_span(o->want, &row))
        return;
    row.parent = json_span_id(o, &m[SPAN_PARENT_ID]);
    row.name = corr_add_text(o->b, json_str(&m[SPAN_NAME], &o->scratch));
    row.kind =
        enum_of(&m[SPAN_KIND], kind_word, CORR_SPAN_KIND_COUNT, "SPAN_KIND_");
    set_status(o, &row, &m[SPAN_STATUS]);
    row.attrs = json_span_labels(o, m);
    row.proc = otlp_proc(o);
    const corr_span span = corr_add_span(o->b, &row);
    if (!o->attrs || !span.i)
        return;
    add_events(o, span, &m[SPAN_EVENTS]);
    add_links(o, span, &m[SPAN_LINKS]);
}

bool otlp_read_span(otlp *o, json *view)
{
    json_val m[SPAN_MEMBERS];

    /* No row is added before the end of the span was read. */
    if (!json_members(view, span_name, SPAN_MEMBERS, m))
        return false;
    if (m[SPAN_DOCUMENT].type != JSON_NONE)
        json_refuse(&o->j,
                    "a span"); /* the line ended early, this is the next line */
    else
        add_json_span(o, m);
    corr_arena_reset(&o->scratch);
    return true;
}
