/*
 * otlp_console - spans that an SDK prints to its console as JSON.
 *
 * Format: Python's ConsoleSpanExporter (one object after another, on many
 * lines, attributes as an object, ids as 0x hex) and Go's stdouttrace (one a
 * line, CamelCase, attributes as a list of keys and typed values).  Both have
 * the members of a span in OTLP, with other names around ids and times, and
 * repeat the resource in every span.  Times are RFC 3339.
 *
 * Accepted: objects in a row, or lists of them.  Python prints metrics among
 * them, almost as OTLP.  Other objects, such as printed logs, are counted.  The reader obeys wanted ids, the window, and
 * CORR_NEED_ATTRS.
 */
#include "common/json_traces.h"
#include "common/time_text.h"
#include "otlp/otlp.h"
#include "otlp/otlp_span_common.h"

typedef struct console {
    export t;
    otlp o; /* what reads attributes */
    json_val resource;
} console;

typedef struct span {
    json_val name, context, span_context, parent, parent_id, kind, span_kind,
        start, end, status, attrs, events, links, dropped_attrs, dropped_events,
        dropped_links, resource, scope, metrics;
} span;

/* clang-format off */
static const json_name span_name[] = {
    JSON_NAME("name"), JSON_NAME("context"), JSON_NAME("spanContext"),
    JSON_NAME("parent"), JSON_NAME("parentId"), JSON_NAME("kind"),
    JSON_NAME("spanKind"), JSON_NAME("startTime"), JSON_NAME("endTime"),
    JSON_NAME("status"), JSON_NAME("attributes"), JSON_NAME("events"),
    JSON_NAME("links"), JSON_NAME("droppedAttributes"),
    JSON_NAME("droppedEvents"), JSON_NAME("droppedLinks"),
    JSON_NAME("resource"), JSON_NAME("instrumentationScope"),
    JSON_NAME("resourceMetrics"),
};
/* clang-format on */

typedef struct context {
    json_val trace, span, state, remote;
} context;

static const json_name context_name[] = {
    JSON_NAME("traceId"),
    JSON_NAME("spanId"),
    JSON_NAME("traceState"),
    JSON_NAME("remote"),
};

typedef struct status {
    json_val status_code, code, description;
} status;

static const json_name status_name[] = {
    JSON_NAME("statusCode"),
    JSON_NAME("code"),
    JSON_NAME("description"),
};

typedef struct event {
    json_val name, time, timestamp, attrs;
} event;

static const json_name event_name[] = {
    JSON_NAME("name"),
    JSON_NAME("time"),
    JSON_NAME("timestamp"),
    JSON_NAME("attributes"),
};

typedef struct link {
    json_val context, span_context, attrs;
} link;

static const json_name link_name[] = {
    JSON_NAME("context"),
    JSON_NAME("spanContext"),
    JSON_NAME("attributes"),
};

typedef struct scope {
    json_val name, version;
} scope;

static const json_name scope_name[] = {
    JSON_NAME("name"),
    JSON_NAME("version"),
};

/* ---- values -------------------------------------------------------------- */

static context context_of(const console *c, const json_val *a,
                          const json_val *b)
{
    const json_val *v = a->type == JSON_OBJECT ? a : b;
    json j = json_of(&c->o.j, v);
    context x = { .trace.type = JSON_NONE };

    if (v->type != JSON_OBJECT || !JSON_TAKE(&j, context_name, &x))
        return (context){ .trace.type = JSON_NONE };
    return x;
}

/* 0: missing, or invalid. */
static int64_t printed_time(console *c, const json_val *v)
{
    int64_t ns = 0;

    if (v->type != JSON_STRING || corr_str_starts(v->text, "0001-"))
        return 0;
    if (!time_text_stamp(v->text, &ns))
        corr_warn(c->t.b, c->t.at,
                  "times such as \"%.*s\" are invalid and count as missing",
                  v->text.n < 40 ? (int)v->text.n : 40, v->text.p);
    return ns;
}

/* "SpanKind.SERVER", or a number. */
static uint8_t printed_kind(const json_val *v)
{
    const char *prefix = "SpanKind.";
    corr_str s = v->text;
    int64_t n;

    if (json_i64(v, &n))
        return n > 0 && n < CORR_SPAN_KIND_COUNT ? (uint8_t)n : 0;
    if (corr_str_starts(s, prefix))
        s = (corr_str){ s.p + strlen(prefix), s.n - strlen(prefix) };
    return (uint8_t)export_kind(s);
}

static void set_printed_status(console *c, corr_span_row *row,
                               const json_val *v)
{
    json j = json_of(&c->o.j, v);
    status s;

    if (v->type != JSON_OBJECT || !JSON_TAKE(&j, status_name, &s))
        return;
    const json_val *code = s.status_code.type ? &s.status_code : &s.code;
    row->status = (uint8_t)export_status(code->text);
    row->status_text =
        corr_add_text(c->t.b, json_str(&s.description, &c->t.scratch));
}

/* ---- labels -------------------------------------------------------------- */

static corr_labels printed_resource(void *ctx)
{
    console *c = ctx;
    json_val attrs = c->resource;
    json j = json_of(&c->o.j, &c->resource);

    if (attrs.type == JSON_OBJECT &&
        !json_members(&j, otlp_attributes_name, 1, &attrs))
        return (corr_labels){ 0 };
    return otlp_labels(&c->o, &attrs);
}

static void push_printed_scope(console *c, const json_val *v)
{
    json j = json_of(&c->o.j, v);
    scope s;

    if (v->type != JSON_OBJECT || !JSON_TAKE(&j, scope_name, &s))
        return;
    if (s.name.text.n)
        corr_push_label(c->t.b, CORR_STR("otel.scope.name"),
                        json_str(&s.name, &c->t.scratch));
    if (s.version.text.n)
        corr_push_label(c->t.b, CORR_STR("otel.scope.version"),
                        json_str(&s.version, &c->t.scratch));
}

static corr_labels printed_labels(console *c, const span *s, const context *x)
{
    const corr_str state = json_str(&x->state, &c->t.scratch);

    corr_begin_labels(c->t.b);
    if (c->t.attrs) {
        push_printed_scope(c, &s->scope);
        if (state.n && !corr_str_is(state, "[]"))
            corr_push_label(c->t.b, CORR_STR("w3c.tracestate"), state);
    }
    otlp_push_attrs(&c->o, &s->attrs, c->t.attrs);
    return corr_end_labels(c->t.b);
}

/* ---- a span -------------------------------------------------------------- */

static void add_printed_events(console *c, corr_span to, const json_val *list)
{
    json j = json_list(&c->o.j, list);
    event e;

    while (JSON_TAKE_ELEMENT(&j, event_name, &e)) {
        const corr_labels labels = otlp_labels(&c->o, &e.attrs);
        const corr_str name = json_str(&e.name, &c->t.scratch);

        corr_add_event(c->t.b, to,
                       printed_time(c, e.time.type ? &e.time : &e.timestamp),
                       corr_add_text(c->t.b, name), labels);
    }
}

static void add_printed_links(console *c, corr_span to, const json_val *list)
{
    json j = json_list(&c->o.j, list);
    link l;

    while (JSON_TAKE_ELEMENT(&j, link_name, &l)) {
        const corr_labels labels = otlp_labels(&c->o, &l.attrs);
        const context x = context_of(c, &l.context, &l.span_context);

        corr_add_link(c->t.b, to, export_trace_id(&c->t, &x.trace),
                      export_span_id(&c->t, &x.span), labels);
    }
}

static uint64_t printed_count(const json_val *v)
{
    uint64_t n;

    return v->type == JSON_NUMBER && json_u64(v, &n) ? n : 0;
}

/* Go prints the context of the parent, Python its id. */
static void set_printed_parent(console *c, corr_span_row *row, const span *s)
{
    const context up = context_of(c, &s->parent, &s->parent);

    if (s->parent_id.type == JSON_STRING)
        row->parent = export_span_id(&c->t, &s->parent_id);
    if (s->parent.type != JSON_OBJECT)
        return;
    row->parent = export_span_id(&c->t, &up.span);
    if (row->parent && up.remote.type != JSON_NONE)
        row->flags |= CORR_SPAN_REMOTE_KNOWN |
                      (up.remote.type == JSON_TRUE ? CORR_SPAN_REMOTE : 0);
}

static void add_printed_span(console *c, const span *s)
{
    const context x = context_of(c, &s->context, &s->span_context);
    corr_span_row row = { .at = c->t.at,
                          .trace = export_trace_id(&c->t, &x.trace),
                          .id = export_span_id(&c->t, &x.span) };

    if (c->t.want->by_id && !corr_want_id(c->t.want, row.trace, row.id))
        return;
    row.start = printed_time(c, &s->start);
    row.end = printed_time(c, &s->end);
    otlp_settle_times(c->t.b, &row);
    if (!corr_want_span(c->t.want, &row))
        return;
    set_printed_parent(c, &row, s);
    row.name = corr_add_text(c->t.b, json_str(&s->name, &c->t.scratch));
    row.kind = printed_kind(s->kind.type ? &s->kind : &s->span_kind);
    set_printed_status(c, &row, &s->status);
    row.attrs = printed_labels(c, s, &x);
    c->resource = s->resource;
    if (s->resource.type != JSON_NONE)
        row.proc = otlp_proc_of(&c->o.procs, c->t.b, s->resource.text,
                                printed_resource, c);
    const corr_span added = corr_add_span(c->t.b, &row);
    if (!added.i)
        return;
    otlp_count_dropped(c->t.b, c->t.at,
                       &(otlp_dropped){ printed_count(&s->dropped_attrs),
                                        printed_count(&s->dropped_events),
                                        printed_count(&s->dropped_links) });
    if (c->t.attrs) {
        add_printed_events(c, added, &s->events);
        add_printed_links(c, added, &s->links);
    }
}

static bool read_printed(void *ctx, json *view)
{
    console *c = ctx;
    span s;

    c->o.j = *view;
    c->o.at = c->t.at;
    if (!JSON_TAKE(view, span_name, &s))
        return false;
    if ((s.context.type == JSON_OBJECT || s.span_context.type == JSON_OBJECT) &&
        s.start.type != JSON_NONE)
        add_printed_span(c, &s);
    else if (s.metrics.type != JSON_NONE)
        corr_has_also(c->t.b, &corr_format_otlp_metrics);
    else
        corr_tally(c->t.b, CORR_PASSED_OVER, c->t.at, 1,
                   "printed object is no span, and was not read",
                   "printed objects are no spans, and were not read");
    corr_arena_reset(&c->o.scratch);
    return true;
}

/* ---- the file ------------------------------------------------------------ */

static void read_printed_value(console *c)
{
    json *j = &c->t.j;

    if (json_next(j) != JSON_ARRAY) {
        export_item(&c->t, read_printed, c);
        return;
    }
    if (json_enter(j, JSON_ARRAY))
        while (json_element(j, c->t.only))
            export_item(&c->t, read_printed, c);
}

static corr_code console_read(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    const corr_str kept[] = { CORR_STR("\"thread."), CORR_STR("\"profile.") };
    console c = { .o = { .b = b, .want = want } };

    export_open(&c.t, in, want, b, "printed spans");
    needles_init_texts(&c.o.kept, kept, 2);
    do
        while (!corr_build_failed(b) && json_top(&c.t.j, c.t.only))
            read_printed_value(&c);
    while (export_resume(&c.t));
    corr_map_clear(&c.o.procs);
    corr_arena_clear(&c.o.scratch);
    return export_close(&c.t, in, err);
}

/* ---- detection ----------------------------------------------------------- */

/* Names, times and kinds of a span, and a context. */
static bool is_printed(json *j)
{
    const unsigned signs =
        json_signs(j, span_name, sizeof span_name / sizeof *span_name);
    const unsigned name = 1, contexts = 3 << 1, parents = 3 << 3,
                   kinds = 3 << 5, times = 3 << 7;

    return (signs & name) && (signs & contexts) && (signs & parents) &&
           (signs & kinds) && (signs & times);
}

static int console_probe(const uint8_t *head, size_t n, bool whole)
{
    enum { SURE = 60 };
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 8);
    if (!json_top(&j, NULL))
        return 0;
    if (json_next(&j) == JSON_ARRAY &&
        (!json_enter(&j, JSON_ARRAY) || !json_element(&j, NULL)))
        return 0;
    return is_printed(&j) ? SURE : 0;
}

const corr_format corr_format_otlp_console = {
    .name = "otlp-console",
    .title = "spans printed by an OpenTelemetry SDK",
    .probe = console_probe,
    .members = "context spanContext",
    .read = console_read,
    .traces = true,
    .mixed = true,
};
