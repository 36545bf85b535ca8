/*
 * zipkin_span - pieces as one span.
 *
 * A tag named error marks a failed span; its value is the message.
 */
#include "zipkin/zipkin.h"

/* ---- which tags are the process's --------------------------------------- */

/* OpenTelemetry's exporters write resource attributes among those of the
 * span. */
static const char *const of_resource[] = {
    "service.",   "host.",       "process.", "k8s.",   "container.",
    "telemetry.", "deployment.", "vcs.",     "cloud.", "os.",
};

static bool is_of_resource(corr_str key)
{
    for (size_t i = 0; i < sizeof of_resource / sizeof of_resource[0]; i++)
        if (key.n && key.p[0] == of_resource[i][0] &&
            corr_str_starts(key, of_resource[i]))
            return true;
    return false;
}

/* ---- tags --------------------------------------------------------------- */

/* Facts in the tags of one span. */
typedef struct facts {
    bool is_error;
    bool has_resource; /* some tags belong to the process */
    corr_status status;
    corr_str status_text;
} facts;

typedef enum part { PART_RESOURCE, PART_SPAN } part;

/* Notes the fact in a tag; returns whether the tag is also an attribute. */
static bool note_tag(zipkin *z, facts *f, corr_str key, const json_val *v)
{
    const corr_str text = json_str(v, &z->t.scratch);

    if (corr_str_is(key, "error")) {
        f->is_error = true;
        if (!corr_str_is(text, "true"))
            f->status_text = text;
        return false;
    }
    if (!corr_str_is(key, "otel.status_code"))
        return true;
    f->status = export_status(text);
    return false;
}

static void push_tag(zipkin *z, facts *f, part want, corr_str key,
                     const json_val *v)
{
    const bool of_process = is_of_resource(key);

    f->has_resource |= of_process;
    if (of_process != (want == PART_RESOURCE))
        return;
    if (of_process ||
        (note_tag(z, f, key, v) && (z->t.attrs || corr_wants_always(key))))
        export_push(&z->t, key, export_type_of(v), v);
}

static void warn_tags(zipkin *z, const zipkin_piece *p, const json *j)
{
    if (json_failed(j))
        corr_damage(z->t.b, p->at, 0, 0,
                    "some tags are not JSON; they are left out");
}

static void push_tags(zipkin *z, facts *f, part want, const zipkin_piece *p)
{
    json j = json_of(&z->t.j, &p->tags);
    corr_str key;

    if (p->tags.type != JSON_OBJECT || !json_enter(&j, JSON_OBJECT))
        return;
    while (json_key(&j, &key)) {
        const json_val raw = json_key_value(key);
        json_val v;

        if (!json_value(&j, &v))
            break;
        push_tag(z, f, want, json_str(&raw, &z->t.scratch), &v);
    }
    warn_tags(z, p, &j);
}

/* Whether a tag is only an address, which the endpoints have, or an empty
 * lc. */
static bool is_address(corr_str key, const json_val *value)
{
    return corr_str_is(key, "ca") || corr_str_is(key, "sa") ||
           corr_str_is(key, "ma") ||
           (corr_str_is(key, "lc") && value->text.n == 0);
}

static void push_binary(zipkin *z, facts *f, part want, const zipkin_piece *p)
{
    json j = json_list(&z->t.j, &p->binary);
    zipkin_binary b;

    while (JSON_TAKE_ELEMENT(&j, zipkin_binary_name, &b)) {
        const corr_str key = json_str(&b.key, &z->t.scratch);

        if (key.n && !is_address(key, &b.value) &&
            zipkin_v1_is_of(z, p, &b.endpoint))
            push_tag(z, f, want, key, &b.value);
    }
    warn_tags(z, p, &j);
}

/* ---- endpoints ---------------------------------------------------------- */

static void push_member(zipkin *z, const char *key, const json_val *v)
{
    if (v->type != JSON_NONE && v->type != JSON_NULL && v->text.n)
        export_push(&z->t, corr_str_of(key), export_type_of(v), v);
}

static void push_remote(zipkin *z, const json_val *remote)
{
    const zipkin_endpoint e = zipkin_endpoint_of(z, remote);

    push_member(z, "peer.service", &e.service);
    push_member(z, "peer.ipv4", &e.ipv4);
    push_member(z, "peer.ipv6", &e.ipv6);
    push_member(z, "peer.port", &e.port);
}

/* tagged: some tags belong to the process. */
static corr_proc proc_of(zipkin *z, zipkin_piece *const *piece, size_t n,
                         bool tagged)
{
    facts nothing = { 0 };

    corr_begin_labels(z->t.b);
    for (size_t i = n; i-- > 0;) { /* the first piece wins */
        const zipkin_endpoint e = zipkin_endpoint_of(z, &piece[i]->local);

        push_member(z, "service.name", &e.service);
        push_member(z, "host.ip", e.ipv4.text.n ? &e.ipv4 : &e.ipv6);
    }
    for (size_t i = 0; tagged && i < n; i++) {
        push_tags(z, &nothing, PART_RESOURCE, piece[i]);
        push_binary(z, &nothing, PART_RESOURCE, piece[i]);
    }
    return export_proc(&z->t, corr_end_labels(z->t.b));
}

/* Sets the attributes; returns whether some belong to the process. */
static bool set_attrs(zipkin *z, corr_span_row *row, zipkin_piece *const *piece,
                      size_t n)
{
    facts f = { 0 };

    corr_begin_labels(z->t.b);
    for (size_t i = 0; i < n; i++) {
        if (z->t.attrs)
            push_remote(z, &piece[i]->remote);
        push_tags(z, &f, PART_SPAN, piece[i]);
        push_binary(z, &f, PART_SPAN, piece[i]);
    }
    row->attrs = corr_end_labels(z->t.b);
    row->status = (uint8_t)(f.is_error ? CORR_STATUS_ERROR : f.status);
    row->status_text = corr_add_text(z->t.b, f.status_text);
    return f.has_resource;
}

/* ---- annotations -------------------------------------------------------- */

/* Reads an event, "name" or "name": {...} with attributes.  Returns the name
 * and leaves the labels open. */
static corr_str push_event(zipkin *z, corr_str value)
{
    char *text;
    corr_str name, key;
    json j;
    json_val v;

    if (value.n < 4 || value.p[0] != '"' || value.p[value.n - 1] != '}' ||
        !(text = corr_arena_alloc(&z->t.scratch, 1, value.n + 1)))
        return value;
    text[0] = '{';
    memcpy(text + 1, value.p, value.n);
    json_open_text(&j, (corr_str){ text, value.n + 1 }, 8);
    if (!json_enter(&j, JSON_OBJECT) || !json_key(&j, &name) ||
        !json_enter(&j, JSON_OBJECT))
        return value;
    while (json_key(&j, &key))
        if (json_value(&j, &v))
            export_push(&z->t, key, export_type_of(&v), &v);
    return json_failed(&j) ? value : name;
}

static void add_event(zipkin *z, corr_span span, const zipkin_note *note)
{
    const corr_str value = json_str(&note->value, &z->t.scratch);
    int64_t time = 0;

    export_micros(&z->t, &note->time, &time);
    corr_begin_labels(z->t.b);
    const corr_str name = push_event(z, value);
    const corr_labels attrs = corr_end_labels(z->t.b);
    corr_add_event(z->t.b, span, time, corr_add_text(z->t.b, name), attrs);
}

static void add_events(zipkin *z, corr_span span, const zipkin_piece *p)
{
    json j = json_list(&z->t.j, &p->annotations);
    zipkin_note note;

    while (JSON_TAKE_ELEMENT(&j, zipkin_note_name, &note))
        if (!p->is_v1 || (!zipkin_v1_is_core(note.value.text) &&
                          zipkin_v1_is_of(z, p, &note.endpoint)))
            add_event(z, span, &note);
    if (json_failed(&j))
        corr_damage(z->t.b, p->at, 0, 0,
                    "some annotations are not JSON; they are left out");
}

/* ---- the span ----------------------------------------------------------- */

/* The row of a span; each member is from the first piece that has it. */
static corr_span_row span_row(zipkin *z, zipkin_piece *const *piece, size_t n)
{
    corr_span_row row = { .at = piece[0]->at,
                          .trace = piece[0]->trace,
                          .id = piece[0]->id };
    int64_t duration = -1;
    corr_str name = { "", 0 };

    for (size_t i = 0; i < n; i++) {
        const zipkin_piece *p = piece[i];

        if (!row.parent && p->parent != row.id)
            row.parent = p->parent;
        if (!row.start)
            row.start = p->start;
        if (duration < 0)
            duration = p->duration;
        if (!row.kind)
            row.kind = (uint8_t)p->kind;
        if (!name.n)
            name = json_str(&p->name, &z->t.scratch);
    }
    if (!row.kind)
        row.kind = CORR_SPAN_INTERNAL;
    if (piece[0]->is_shared)
        row.flags |= CORR_SPAN_SHARED;
    if (duration < 0) {
        row.flags |= CORR_SPAN_UNFINISHED;
        duration = 0;
    } else if (!row.start) {
        row.flags |= CORR_SPAN_UNPLACED;
    }
    row.end = corr_sum(row.start, duration);
    row.name = corr_add_text(z->t.b, name);
    return row;
}

void zipkin_add_span(zipkin *z, zipkin_piece *const *piece, size_t n)
{
    corr_span_row row = span_row(z, piece, n);

    if (corr_want_span(z->t.want, &row)) {
        const bool tagged = set_attrs(z, &row, piece, n);
        row.proc = proc_of(z, piece, n, tagged);
        const corr_span span = corr_add_span(z->t.b, &row);
        for (size_t i = 0; z->t.attrs && span.i && i < n; i++)
            add_events(z, span, piece[i]);
    }
    corr_arena_reset(&z->t.scratch);
}
