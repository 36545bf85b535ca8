/*
 * jaeger - traces in Jaeger's JSON.
 *
 * Specification: internal/uimodel of Jaeger 1.x and 2.x, the format of its page
 * and of /api/traces.  Times and durations are microseconds.  Elasticsearch
 * stores tag values as text.  The JSON of the protobuf model has ids in base64,
 * times in RFC 3339 and durations such as "5000ns".  data may be null, or one
 * trace in place of a list.
 *
 * Accepted: answers of the page and the API ({"data":[...]}), one trace, lists
 * of traces, lists and lines of single spans, also from Elasticsearch, and the
 * JSON of Jaeger's protobuf and thrift models.  The walk goes down to one span;
 * jaeger.h describes the rest.  Answers of /api/v3 are OTLP and are read as
 * OTLP.
 *
 * The reader obeys wanted ids (values without a spelling of the id are skipped
 * unparsed), the window, and CORR_NEED_ATTRS: without it spans keep only the
 * attributes for thread and profile, and no events and links.
 */
#include <stdlib.h>

#include "common/json_scan.h"
#include "jaeger/jaeger.h"

enum {
    WRAPPERS = 5,          /* levels above a trace or span */
    PENDING_MOST = 1 << 16 /* spans pending */
};

/* ---- which object it is ------------------------------------------------- */

typedef enum shape {
    SHAPE_OTHER, /* an envelope of traces and spans */
    SHAPE_TRACE,
    SHAPE_SPAN,
    SHAPE_GONE /* no end, or too large */
} shape;

/* The first of these members decides the shape; other members occur in both. */
static const json_name deciding_name[] = {
    JSON_NAME("spans"),         JSON_NAME("processes"),  JSON_NAME("spanID"),
    JSON_NAME("operationName"), JSON_NAME("references"), JSON_NAME("processID"),
    JSON_NAME("tags"),          JSON_NAME("logs"),       JSON_NAME("data"),
    JSON_NAME("_source"),       JSON_NAME("hits"),
};

enum {
    DECIDING_TRACE = 2, /* number of trace members; span members follow */
    DECIDING_SPAN = 8,
    DECIDING = sizeof deciding_name / sizeof deciding_name[0]
};

static shape shape_of(json *view)
{
    corr_str key;

    if (!json_enter(view, JSON_OBJECT))
        return SHAPE_OTHER;
    while (json_key(view, &key)) {
        const size_t at = json_find_name(deciding_name, DECIDING, 0, key);

        if (at < DECIDING)
            return at < DECIDING_TRACE  ? SHAPE_TRACE
                   : at < DECIDING_SPAN ? SHAPE_SPAN
                                        : SHAPE_OTHER;
        json_skip(view);
    }
    return SHAPE_OTHER;
}

/* The shape of the next object.  If the window ends before a deciding member,
 * the shape is that of the previous object, because a trace may be too long to
 * search further. */
static shape next_shape(jaeger *g)
{
    json view = json_view(&g->t.j);
    shape found = shape_of(&view);

    if (json_cut(&view) && g->last == SHAPE_TRACE)
        return SHAPE_TRACE;
    if (json_cut(&view)) {
        if (!export_whole(&g->t))
            return SHAPE_GONE;
        view = json_view(&g->t.j);
        found = shape_of(&view);
    }
    g->last = found;
    return found;
}

/* ---- a trace ------------------------------------------------------------ */

static void read_span(jaeger *g)
{
    export_item(&g->t, jaeger_read_span, g);
    if (g->pending.n >= PENDING_MOST)
        jaeger_release(g, false);
}

/* Within a wanted trace spans are not searched one by one, because some do not
 * repeat its id. */
static const needles *needles_inside(const jaeger *g)
{
    const bool has_id = g->id.hi | g->id.lo;

    return has_id && corr_want_id(g->t.want, g->id, 0) ? NULL : g->t.only;
}

static void read_process(jaeger *g, jaeger_process *p)
{
    json_val v;

    g->t.at = json_offset(&g->t.j);
    if (!json_value(&g->t.j, &v) || !p)
        return;
    const corr_labels labels = jaeger_resource(g, &v);
    if (p->is_late)
        corr_set_proc(g->t.b, p->proc, labels);
    else
        p->proc = export_proc(&g->t, labels);
    corr_arena_reset(&g->t.scratch);
}

static void read_processes(jaeger *g)
{
    json *j = &g->t.j;
    corr_str key;

    if (g->has_spans && g->pending.n == 0) { /* no span was wanted */
        json_skip(j);
        return;
    }
    if (json_enter(j, JSON_OBJECT))
        while (json_key(j, &key))
            read_process(g, jaeger_process_of(g, key));
}

enum trace_member {
    TRACE_ID,
    TRACE_SPANS,
    TRACE_PROCESSES,
    TRACE_PROCESS,
    TRACE_WARNINGS,
    TRACE_MEMBERS
};

static const json_name trace_name[TRACE_MEMBERS] = {
    [TRACE_ID] = JSON_NAME("traceID"),
    [TRACE_SPANS] = JSON_NAME("spans"),
    [TRACE_PROCESSES] = JSON_NAME("processes"),
    [TRACE_PROCESS] = JSON_NAME("process"),
    [TRACE_WARNINGS] = JSON_NAME("warnings"),
};

/* Reports what Jaeger says of a trace; null or a list. */
static void read_trace_warnings(jaeger *g)
{
    json *j = &g->t.j;
    json_val v;

    for (size_t i = 0; json_each(j, &i);) {
        if (json_next(j) != JSON_STRING || !json_value(j, &v)) {
            json_skip(j);
            continue;
        }
        const corr_str text = json_str(&v, &g->t.scratch);
        corr_warn(g->t.b, json_offset(j), "Jaeger warns of a trace: \"%.*s\"",
                  text.n < 100 ? (int)text.n : 100, text.p);
        corr_arena_reset(&g->t.scratch);
    }
}

static void read_trace_member(jaeger *g, corr_str key)
{
    json *j = &g->t.j;
    json_val v;

    switch (json_find_name(trace_name, TRACE_MEMBERS, 0, key)) {
    case TRACE_ID:
        g->t.at = json_offset(j);
        if (json_value(j, &v) && v.type == JSON_STRING)
            g->id = export_trace_id(&g->t, &v);
        break;
    case TRACE_SPANS:
        if (json_enter(j, JSON_ARRAY))
            while (json_element(j, needles_inside(g)))
                read_span(g);
        g->has_spans = true;
        break;
    case TRACE_PROCESSES:
        read_processes(g);
        break;
    case TRACE_WARNINGS:
        read_trace_warnings(g);
        break;
    case TRACE_PROCESS: /* process of a whole batch, in the thrift model */
        g->t.at = json_offset(j);
        if (json_value(j, &v))
            g->of_all = export_proc(&g->t, jaeger_resource(g, &v));
        break;
    default:
        json_skip(j);
    }
    corr_arena_reset(&g->t.scratch);
}

static void begin_trace(jaeger *g)
{
    jaeger_release(g, true);
    g->round++;
    g->id = (corr_trace_id){ 0, 0 };
    g->of_all = (corr_proc){ 0 };
    g->has_spans = false;
}

static void read_trace(jaeger *g)
{
    corr_str key;

    begin_trace(g);
    if (json_enter(&g->t.j, JSON_OBJECT))
        while (json_key(&g->t.j, &key))
            read_trace_member(g, key);
    begin_trace(g);
}

/* ---- what is around traces ---------------------------------------------- */

static const json_name error_name[] = { JSON_NAME("msg") };

/* Reports the errors in an answer; null or a list. */
static void read_errors(jaeger *g)
{
    json *j = &g->t.j;
    json_val v, message;

    if (!json_enter(j, JSON_ARRAY))
        return;
    while (json_element(j, NULL)) {
        if (!json_value(j, &v))
            return;
        json of = json_of(j, &v);
        if (!json_members(&of, error_name, 1, &message))
            continue;
        const corr_str text = json_str(&message, &g->t.scratch);
        corr_note(g->t.b, "PARTIAL",
                  "the server reports \"%.*s\"; the answer may be incomplete",
                  text.n < 100 ? (int)text.n : 100, text.p);
        corr_arena_reset(&g->t.scratch);
    }
}

enum around_member {
    AROUND_DATA,
    AROUND_HITS,
    AROUND_SOURCE,
    AROUND_ERRORS,
    AROUND_MEMBERS
};

static const json_name around_name[AROUND_MEMBERS] = {
    [AROUND_DATA] = JSON_NAME("data"),
    [AROUND_HITS] = JSON_NAME("hits"),
    [AROUND_SOURCE] = JSON_NAME("_source"),
    [AROUND_ERRORS] = JSON_NAME("errors"),
};

static void read_value(jaeger *g, unsigned level);

/* Handles {"data": [], "total": 0, "errors": null}: Jaeger found nothing. */
static void note_answer(jaeger *g)
{
    const json_type type = json_next(&g->t.j);
    json view = json_view(&g->t.j);

    if (type != JSON_ARRAY && type != JSON_NULL)
        return;
    corr_recognised(g->t.b);
    if (type == JSON_NULL ||
        (json_enter(&view, JSON_ARRAY) && !json_element(&view, NULL) &&
         !json_failed(&view) && !json_cut(&view)))
        corr_note(g->t.b, "NO_TRACE", "an answer of Jaeger without a trace");
}

static void read_around(jaeger *g, unsigned level)
{
    json *j = &g->t.j;
    corr_str key;

    if (!json_enter(j, JSON_OBJECT))
        return;
    while (json_key(j, &key)) {
        const size_t at = json_find_name(around_name, AROUND_MEMBERS, 0, key);

        if (at == AROUND_DATA)
            note_answer(g);
        if (at == AROUND_ERRORS)
            read_errors(g);
        else if (at == AROUND_MEMBERS)
            json_skip(j);
        else
            read_value(g, level + 1);
    }
}

/* Reads a value that is or contains traces or spans. */
static void read_value(jaeger *g, unsigned level)
{
    json *j = &g->t.j;
    const json_type type = json_next(j);

    if (level >= WRAPPERS || (type != JSON_OBJECT && type != JSON_ARRAY)) {
        export_pass_over(&g->t);
        return;
    }
    if (type == JSON_ARRAY) {
        if (json_enter(j, JSON_ARRAY))
            while (json_element(j, g->t.only))
                read_value(g, level + 1);
        return;
    }
    switch (next_shape(g)) {
    case SHAPE_TRACE:
        read_trace(g);
        break;
    case SHAPE_SPAN:
        read_span(g);
        break;
    case SHAPE_OTHER:
        read_around(g, level);
        break;
    case SHAPE_GONE:
        break;
    }
}

static corr_code jaeger_read(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    jaeger g = { 0 };

    if (!corr_wants(want, CORR_NEED_SPANS))
        return corr_finish(in, b, err);
    export_open(&g.t, in, want, b, "a Jaeger export");
    g.round = 1;
    do
        while (!corr_build_failed(b) && json_top(&g.t.j, g.t.only))
            read_value(&g, 0);
    while (export_resume(&g.t));
    jaeger_release(&g, true);
    corr_map_clear(&g.process_id);
    corr_map_clear(&g.resource);
    corr_vec_free(&g.pending);
    corr_vec_free(&g.ref);
    corr_vec_free(&g.event);
    corr_vec_free(&g.order);
    corr_vec_free(&g.process);
    return export_close(&g.t, in, err);
}

/* ---- detection ---------------------------------------------------------- */

enum { SURE = 60 };

/* clang-format off */
static const json_name sign_name[] = {
    JSON_NAME("spanID"), JSON_NAME("operationName"), JSON_NAME("references"),
    JSON_NAME("process"), JSON_NAME("processID"), JSON_NAME("serviceName"),
};
/* clang-format on */

/* Bits of json_signs, in the order of sign_name. */
enum {
    SIGNS = sizeof sign_name / sizeof *sign_name,
    SIGN_ID = 1 << 0,
    SIGNS_OURS = 0xf << 1, /* members that only Jaeger's spans have */
    SIGN_SERVICE = 1 << 5
};

static bool is_span(json *j)
{
    const unsigned signs = json_signs(j, sign_name, SIGNS);

    return (signs & SIGN_ID) && (signs & SIGNS_OURS);
}

/* Whether a member of a trace has the right content; empty members do not. */
static bool is_of_trace(json *j, corr_str key)
{
    corr_str id;

    if (corr_str_is(key, "processes"))
        return json_enter(j, JSON_OBJECT) && json_key(j, &id) &&
               (json_signs(j, sign_name, SIGNS) & SIGN_SERVICE);
    return json_enter(j, JSON_ARRAY) && json_element(j, NULL) && is_span(j);
}

/* Whether an object has a text member of this name, as errors of Jaeger
 * have. */
static bool has_message(json *j)
{
    json_val message;

    return json_enter(j, JSON_ARRAY) && json_element(j, NULL) &&
           json_members(j, error_name, 1, &message) &&
           message.type == JSON_STRING;
}

/* Whether an object is an answer without traces, by its other members. */
static bool is_empty_answer(json *j)
{
    enum { NAMES = 4 };
    static const json_name name[NAMES] = { JSON_NAME("total"),
                                           JSON_NAME("limit"),
                                           JSON_NAME("offset"),
                                           JSON_NAME("errors") };
    bool has[NAMES + 1] = { false }; /* the last entry: any other member */
    bool has_errors = false;
    corr_str key;

    if (json_next(j) == JSON_ARRAY) {
        if (!json_enter(j, JSON_ARRAY) || json_element(j, NULL))
            return false;
    } else if (json_next(j) == JSON_NULL) {
        json_skip(j);
    } else {
        return false;
    }
    while (json_key(j, &key)) {
        json view = json_view(j);
        has[json_find_name(name, NAMES, 0, key)] = true;
        has_errors |= corr_str_is(key, "errors") && has_message(&view);
        json_skip(j);
    }
    return has[0] + has[1] + has[2] + has[3] + has_errors >= 2;
}

static bool has_spans(json *j, unsigned level);

/* Whether a member and its value show that the document has spans. */
static bool member_has_spans(json *j, corr_str key, size_t at, unsigned level)
{
    json value = json_view(j), rest = value;

    json_skip(j);
    if (at < DECIDING_TRACE)
        return is_of_trace(&value, key);
    return has_spans(&value, level + 1) ||
           (corr_str_is(key, "data") && is_empty_answer(&rest));
}

/* Searches where read_value would, up to the first object that decides. */
static bool has_spans(json *j, unsigned level)
{
    const json_type type = json_next(j);
    json view = json_view(j);
    corr_str key;

    if (level >= WRAPPERS || (type != JSON_OBJECT && type != JSON_ARRAY)) {
        json_skip(j);
        return false;
    }
    if (type == JSON_ARRAY)
        return json_enter(j, type) && json_element(j, NULL) &&
               has_spans(j, level + 1);
    if (shape_of(&view) == SHAPE_SPAN)
        return is_span(j);
    if (!json_enter(j, JSON_OBJECT))
        return false;
    while (json_key(j, &key)) {
        const size_t at = json_find_name(deciding_name, DECIDING, 0, key);

        if (at == DECIDING)
            json_skip(j);
        else if (member_has_spans(j, key, at, level))
            return true;
    }
    return false;
}

static int jaeger_probe(const uint8_t *head, size_t n, bool whole)
{
    json j;

    json_open_text(&j, (corr_str){ (const char *)head, n }, WRAPPERS + 4);
    while (json_top(&j, NULL))
        if (has_spans(&j, 0))
            return SURE;
    return whole && json_scan_bare(head, head + n);
}

const corr_format corr_format_jaeger = {
    .name = "jaeger",
    .title = "Jaeger trace",
    .probe = jaeger_probe,
    .members = "spans processes spanID data",
    .read = jaeger_read,
    .traces = true,
};
