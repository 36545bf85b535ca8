/*
 * jaeger_span - one span as a pending row.
 *
 * References, logs and warnings may be null.  The process is in the span, or in
 * its trace under an id that may be missing there.
 */
#include "common/time_text.h"
#include "jaeger/jaeger.h"

/* In the usual order of the members, so that each is found at once. */
typedef struct span {
    json_val trace_id, id, flags, name, references, start, duration, tags, logs,
        process_id, warnings, process, tag_map, parent_id, trace_low,
        trace_high;
} span;

static const json_name span_name[] = {
    JSON_NAME("traceID"),    JSON_NAME("spanID"),
    JSON_NAME("flags"),      JSON_NAME("operationName"),
    JSON_NAME("references"), JSON_NAME("startTime"),
    JSON_NAME("duration"),   JSON_NAME("tags"),
    JSON_NAME("logs"),       JSON_NAME("processID"),
    JSON_NAME("warnings"),   JSON_NAME("process"),
    JSON_NAME("tag"),        JSON_NAME("parentSpanID"),
    JSON_NAME("traceIdLow"), JSON_NAME("traceIdHigh"),
};

typedef struct reference {
    json_val type, trace_id, span_id, trace_low, trace_high;
} reference;

static const json_name reference_name[] = {
    JSON_NAME("refType"),    JSON_NAME("traceID"),     JSON_NAME("spanID"),
    JSON_NAME("traceIdLow"), JSON_NAME("traceIdHigh"),
};

typedef struct log {
    json_val time, fields;
} log;

static const json_name log_name[] = {
    JSON_NAME("timestamp"),
    JSON_NAME("fields"),
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
                  "times such as \"%.*s\" are invalid and count as missing",
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
            corr_warn(
                b, g->t.at,
                "durations such as \"%.*s\" are invalid and count as missing",
                CORR_STR_ARG(shorten_text(v->text)));
        return false;
    }
    if (n < 0)
        corr_warn(b, g->t.at,
                  "spans with a negative duration get a duration of 0");
    else
        *ns = in_ns ? n : n * 1000;
    return true;
}

static void set_span_times(jaeger *g, corr_span_row *row, const span *s)
{
    int64_t ns;

    row->start = read_time(g, &s->start);
    if (!duration_of(g, &s->duration, is_stamp(&s->start), &ns))
        row->flags |= CORR_SPAN_UNFINISHED;
    else if (!row->start)
        row->flags |= CORR_SPAN_UNPLACED;
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

static void add_pending_ref(jaeger *g, jaeger_pending *to,
                            const jaeger_ref *ref)
{
    if (ref->span && corr_vec_push(g->t.b, &g->ref, *ref))
        to->nref++;
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

static void add_pending_refs(jaeger *g, jaeger_pending *to, const span *s)
{
    const corr_str mine = s->trace_id.text;
    const corr_trace_id trace = to->row.trace;
    json j = json_list(&g->t.j, &s->references);
    reference r;

    while (JSON_TAKE_ELEMENT(&j, reference_name, &r)) {
        jaeger_ref ref = { reference_rank(&r.type), trace,
                           export_span_id(&g->t, &r.span_id) };
        if (!mine.n || !corr_str_eq(r.trace_id.text, mine))
            ref.trace = trace_of(g, &r.trace_id, &r.trace_low, &r.trace_high);
        if (!(ref.trace.hi | ref.trace.lo))
            ref.trace = trace;
        if (!same_trace(ref.trace, trace))
            ref.rank = JAEGER_ELSEWHERE;
        add_pending_ref(g, to, &ref);
    }
    if (json_failed(&j))
        corr_damage(g->t.b, g->t.at, 0, 0,
                    "some references are not JSON; they are left out");
}

/* Sets the parent.  A single reference decides it at once and is not pending. */
static void set_parent(jaeger *g, jaeger_pending *to, const span *s)
{
    to->ref = (uint32_t)g->ref.n;
    add_pending_refs(g, to, s);
    if (s->parent_id.type != JSON_NONE)
        add_pending_ref(g, to,
                        &(jaeger_ref){ JAEGER_PARENT_ID, to->row.trace,
                                       export_span_id(&g->t, &s->parent_id) });
    if (to->nref == 1 && (g->ref.v[to->ref].rank == JAEGER_CHILD_OF ||
                          g->ref.v[to->ref].rank == JAEGER_PARENT_ID)) {
        to->row.parent = g->ref.v[to->ref].span;
        g->ref.n = to->ref;
        to->nref = 0;
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
            export_push(&g->t, tag.key, tag.type, &tag.value);
    event.attrs = corr_end_labels(g->t.b);
    event.name = corr_add_text(g->t.b, name);
    return event;
}

static void add_pending_events(jaeger *g, jaeger_pending *to,
                               const json_val *list)
{
    json j = json_list(&g->t.j, list);
    log l;

    to->event = (uint32_t)g->event.n;
    if (!g->t.attrs)
        return;
    while (JSON_TAKE_ELEMENT(&j, log_name, &l) &&
           corr_vec_push(g->t.b, &g->event, event_of(g, &l.time, &l.fields)))
        to->nevent++;
    if (json_failed(&j))
        corr_damage(g->t.b, g->t.at, 0, 0,
                    "some logs are not JSON; they are left out");
}

/* ---- a span ------------------------------------------------------------- */

static void set_process(jaeger *g, jaeger_pending *to, const span *s)
{
    if (s->process.type == JSON_OBJECT) {
        to->row.proc = export_proc(&g->t, jaeger_resource(g, &s->process));
        return;
    }
    const corr_str id = json_str(&s->process_id, &g->t.scratch);
    const jaeger_process *p = id.n ? jaeger_process_of(g, id) : NULL;
    to->row.proc = g->of_all;
    to->process = p ? (uint32_t)(p - g->process.v) + 1 : 0;
}

static void add_pending_span(jaeger *g, const span *s)
{
    jaeger_pending to = {
        .row = { .at = g->t.at,
                 .trace =
                     trace_of(g, &s->trace_id, &s->trace_low, &s->trace_high),
                 .id = export_span_id(&g->t, &s->id) },
    };
    corr_span_row *row = &to.row;

    if (!(row->trace.hi | row->trace.lo))
        row->trace = g->id;
    if (g->t.want->by_id && !corr_want_id(g->t.want, row->trace, row->id))
        return;
    set_span_times(g, row, s);
    if (!corr_want_span(g->t.want, row))
        return;
    row->name = corr_add_text(g->t.b, json_str(&s->name, &g->t.scratch));
    jaeger_set_tags(g, row, &s->tags, &s->tag_map, &s->warnings);
    set_parent(g, &to, s);
    add_pending_events(g, &to, &s->logs);
    set_process(g, &to, s);
    (void)corr_vec_push(g->t.b, &g->pending, to);
}

bool jaeger_read_span(void *ctx, json *view)
{
    jaeger *g = ctx;
    span s;

    /* Parse the whole span before anything is added. */
    if (!JSON_TAKE(view, span_name, &s))
        return false;
    add_pending_span(g, &s);
    return true;
}
