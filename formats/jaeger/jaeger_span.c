/*
 * jaeger_span - one span as a held row.
 *
 * References, logs and warnings may be null.  The process is in the span, or in
 * its trace under an id that may be missing there.
 */
#include "common/time_text.h"
#include "jaeger/jaeger.h"

/* In the usual order of the members, so that each is found at once. */
enum span_member {
    SPAN_TRACE_ID,
    SPAN_ID,
    SPAN_FLAGS,
    SPAN_NAME,
    SPAN_REFERENCES,
    SPAN_START,
    SPAN_DURATION,
    SPAN_TAGS,
    SPAN_LOGS,
    SPAN_PROCESS_ID,
    SPAN_WARNINGS,
    SPAN_PROCESS,
    SPAN_TAG_MAP,
    SPAN_PARENT_ID,
    SPAN_TRACE_LOW,
    SPAN_TRACE_HIGH,
    SPAN_MEMBERS
};

static const json_name span_name[SPAN_MEMBERS] = {
    [SPAN_TRACE_ID] = JSON_NAME("traceID"),
    [SPAN_ID] = JSON_NAME("spanID"),
    [SPAN_FLAGS] = JSON_NAME("flags"),
    [SPAN_NAME] = JSON_NAME("operationName"),
    [SPAN_REFERENCES] = JSON_NAME("references"),
    [SPAN_START] = JSON_NAME("startTime"),
    [SPAN_DURATION] = JSON_NAME("duration"),
    [SPAN_TAGS] = JSON_NAME("tags"),
    [SPAN_LOGS] = JSON_NAME("logs"),
    [SPAN_PROCESS_ID] = JSON_NAME("processID"),
    [SPAN_WARNINGS] = JSON_NAME("warnings"),
    [SPAN_PROCESS] = JSON_NAME("process"),
    [SPAN_TAG_MAP] = JSON_NAME("tag"),
    [SPAN_PARENT_ID] = JSON_NAME("parentSpanID"),
    [SPAN_TRACE_LOW] = JSON_NAME("traceIdLow"),
    [SPAN_TRACE_HIGH] = JSON_NAME("traceIdHigh"),
};

enum ref_member {
    REF_TYPE,
    REF_TRACE_ID,
    REF_SPAN_ID,
    REF_TRACE_LOW,
    REF_TRACE_HIGH,
    REF_MEMBERS
};

static const json_name ref_name[REF_MEMBERS] = {
    [REF_TYPE] = JSON_NAME("refType"),
    [REF_TRACE_ID] = JSON_NAME("traceID"),
    [REF_SPAN_ID] = JSON_NAME("spanID"),
    [REF_TRACE_LOW] = JSON_NAME("traceIdLow"),
    [REF_TRACE_HIGH] = JSON_NAME("traceIdHigh"),
};

enum log_member { LOG_TIME, LOG_FIELDS, LOG_MEMBERS };

static const json_name log_name[LOG_MEMBERS] = {
    [LOG_TIME] = JSON_NAME("timestamp"),
    [LOG_FIELDS] = JSON_NAME("fields"),
};

/* ---- times -------------------------------------------------------------- */

static corr_str shorten_text(corr_str s)
{
    return s.n > 40 ? (corr_str){ s.p, 40 } : s;
}

static bool is_stamp(const json_val *v)
{
    int64_t n;

    return v->type == JSON_STRING && v->text.n && !json_i64(v, &n);
}

/* A time in microseconds, or text; 0: unknown. */
static int64_t read_time(jaeger *g, const json_val *v)
{
    int64_t ns = 0;

    if (!is_stamp(v))
        return export_micros(&g->t, v, &ns) ? ns : 0;
    if (!time_text_stamp(v->text, &ns)) {
        corr_warn(g->t.b, g->t.at,
                  "times such as \"%.*s\" are no points in time and count as "
                  "missing",
                  CORR_STR_ARG(shorten_text(v->text)));
        return 0;
    }
    return ns;
}

/* A duration in microseconds, in text with units, or in ns if the start is
 * text. */
static bool duration_of(jaeger *g, const json_val *v, bool in_ns, int64_t *ns)
{
    corr_build *b = g->t.b;
    int64_t n;

    *ns = 0;
    if (v->type == JSON_STRING && time_text_duration(v->text, ns))
        return true;
    if (!json_i64(v, &n) || n > INT64_MAX / 1000) {
        if (v->type != JSON_NONE && v->type != JSON_NULL)
            corr_warn(b, g->t.at,
                      "durations such as \"%.*s\" cannot be used and count as "
                      "missing",
                      CORR_STR_ARG(shorten_text(v->text)));
        return false;
    }
    if (n < 0)
        corr_warn(b, g->t.at,
                  "spans of negative duration are taken to have no length");
    else
        *ns = in_ns ? n : n * 1000;
    return true;
}

static void set_span_times(jaeger *g, corr_span_row *row, const json_val *m)
{
    int64_t ns;

    row->start = read_time(g, &m[SPAN_START]);
    if (!duration_of(g, &m[SPAN_DURATION], is_stamp(&m[SPAN_START]), &ns))
        row->flags |= CORR_SPAN_UNFINISHED;
    row->end = corr_sum(row->start, ns);
}

/* ---- ids and references ------------------------------------------------- */

static corr_trace_id trace_of(jaeger *g, const json_val *id,
                              const json_val *low, const json_val *high)
{
    if (id->type != JSON_NONE)
        return export_trace_id(&g->t, id);
    if (low->type == JSON_NONE)
        return (corr_trace_id){ 0, 0 };
    return (corr_trace_id){ export_span_id(&g->t, high),
                            export_span_id(&g->t, low) };
}

static void hold_ref(jaeger *g, jaeger_held *held, const jaeger_ref *ref)
{
    if (ref->span && corr_vec_push(g->t.b, &g->ref, *ref))
        held->nref++;
}

static jaeger_rank reference_rank(const json_val *type)
{
    return corr_str_eq(type->text, CORR_STR("FOLLOWS_FROM"))
               ? JAEGER_FOLLOWS_FROM
               : JAEGER_CHILD_OF;
}

static bool same_trace(corr_trace_id a, corr_trace_id b)
{
    return a.hi == b.hi && a.lo == b.lo;
}

static void hold_refs(jaeger *g, jaeger_held *held, const json_val *m)
{
    const json_val *list = &m[SPAN_REFERENCES];
    const corr_str mine = m[SPAN_TRACE_ID].text;
    const corr_trace_id home = held->row.trace;
    json j = json_of(&g->t.j, list);
    json_val r[REF_MEMBERS];

    if (list->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY))
        return;
    while (json_element(&j, NULL)) {
        if (!json_members(&j, ref_name, REF_MEMBERS, r))
            break;
        jaeger_ref ref = { reference_rank(&r[REF_TYPE]), home,
                           export_span_id(&g->t, &r[REF_SPAN_ID]) };
        if (!mine.n || !corr_str_eq(r[REF_TRACE_ID].text, mine))
            ref.trace = trace_of(g, &r[REF_TRACE_ID], &r[REF_TRACE_LOW],
                                 &r[REF_TRACE_HIGH]);
        if (!(ref.trace.hi | ref.trace.lo))
            ref.trace = home;
        if (!same_trace(ref.trace, home))
            ref.rank = JAEGER_ELSEWHERE;
        hold_ref(g, held, &ref);
    }
    if (json_failed(&j))
        corr_damage(g->t.b, g->t.at, 0, 0,
                    "references that are not JSON: some were left out");
}

/* Sets the parent.  A single reference decides it at once and is not held. */
static void set_parent(jaeger *g, jaeger_held *held, const json_val *m)
{
    held->ref = (uint32_t)g->ref.n;
    hold_refs(g, held, m);
    if (m[SPAN_PARENT_ID].type != JSON_NONE)
        hold_ref(g, held,
                 &(jaeger_ref){ JAEGER_PARENT_ID, held->row.trace,
                                export_span_id(&g->t, &m[SPAN_PARENT_ID]) });
    if (held->nref == 1 && (g->ref.v[held->ref].rank == JAEGER_CHILD_OF ||
                            g->ref.v[held->ref].rank == JAEGER_PARENT_ID)) {
        held->row.parent = g->ref.v[held->ref].span;
        g->ref.n = held->ref;
        held->nref = 0;
    }
}

/* ---- logs --------------------------------------------------------------- */

/* The field that names the event; the last of several. */
static corr_str naming_field(jaeger *g, const json_val *fields)
{
    corr_str found = { "", 0 };
    json j = json_of(&g->t.j, fields);
    jaeger_tag tag;

    if (!json_enter(&j, JSON_ARRAY))
        return found;
    while (jaeger_next_tag(g, &j, &tag))
        if (corr_str_is(tag.key, "event"))
            found = CORR_STR("event");
        else if (corr_str_is(tag.key, "message") && !found.n)
            found = CORR_STR("message");
    return found;
}

static jaeger_event event_of(jaeger *g, const json_val *time,
                             const json_val *fields)
{
    jaeger_event event = { .time = read_time(g, time) };
    corr_str name = { "", 0 };
    json j = json_of(&g->t.j, fields);
    jaeger_tag tag;

    if (fields->type != JSON_ARRAY)
        return event;
    const corr_str naming = naming_field(g, fields);
    if (!json_enter(&j, JSON_ARRAY))
        return event;
    corr_begin_labels(g->t.b);
    while (jaeger_next_tag(g, &j, &tag))
        if (naming.n && corr_str_eq(tag.key, naming))
            name = json_str(&tag.value, &g->t.scratch);
        else
            jaeger_push_tag(g, &tag);
    event.attrs = corr_end_labels(g->t.b);
    event.name = corr_add_text(g->t.b, name);
    return event;
}

static void hold_events(jaeger *g, jaeger_held *held, const json_val *list)
{
    json j = json_of(&g->t.j, list);
    json_val m[LOG_MEMBERS];

    held->event = (uint32_t)g->event.n;
    if (!g->t.attrs || list->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY))
        return;
    while (json_element(&j, NULL)) {
        if (!json_members(&j, log_name, LOG_MEMBERS, m) ||
            !corr_vec_push(g->t.b, &g->event,
                           event_of(g, &m[LOG_TIME], &m[LOG_FIELDS])))
            break;
        held->nevent++;
    }
    if (json_failed(&j))
        corr_damage(g->t.b, g->t.at, 0, 0,
                    "logs that are not JSON: some were left out");
}

/* ---- a span ------------------------------------------------------------- */

static void set_process(jaeger *g, jaeger_held *held, const json_val *m)
{
    if (m[SPAN_PROCESS].type == JSON_OBJECT) {
        held->row.proc =
            export_proc(&g->t, jaeger_resource(g, &m[SPAN_PROCESS]));
        return;
    }
    const corr_str id = json_str(&m[SPAN_PROCESS_ID], &g->t.scratch);
    const jaeger_process *p = id.n ? jaeger_process_of(g, id) : NULL;
    held->row.proc = g->of_all;
    held->process = p ? (uint32_t)(p - g->process.v) + 1 : 0;
}

static void hold_span(jaeger *g, const json_val *m)
{
    jaeger_held held = {
        .at = g->t.at,
        .row = { .trace = trace_of(g, &m[SPAN_TRACE_ID], &m[SPAN_TRACE_LOW],
                                   &m[SPAN_TRACE_HIGH]),
                 .id = export_span_id(&g->t, &m[SPAN_ID]) },
    };
    corr_span_row *row = &held.row;

    if (!(row->trace.hi | row->trace.lo))
        row->trace = g->id;
    if (g->t.want->by_id && !corr_want_id(g->t.want, row->trace, row->id))
        return;
    set_span_times(g, row, m);
    if (!corr_want_span(g->t.want, row))
        return;
    row->name = corr_add_text(g->t.b, json_str(&m[SPAN_NAME], &g->t.scratch));
    jaeger_set_tags(g, row, &m[SPAN_TAGS], &m[SPAN_TAG_MAP], &m[SPAN_WARNINGS]);
    set_parent(g, &held, m);
    hold_events(g, &held, &m[SPAN_LOGS]);
    set_process(g, &held, m);
    (void)corr_vec_push(g->t.b, &g->held, held);
}

bool jaeger_read_span(void *ctx, json *view)
{
    json_val m[SPAN_MEMBERS];
    jaeger *g = ctx;

    /* Parse the whole span before anything is added. */
    if (!json_members(view, span_name, SPAN_MEMBERS, m))
        return false;
    hold_span(g, m);
    return true;
}
