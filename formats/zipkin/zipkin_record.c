/*
 * zipkin_record - a record as pieces of spans.
 *
 * A server that shares its span has no timestamp of its own.  An unfinished
 * span has no duration.  A span that is its own parent is a root.  Molten, a
 * tracer of PHP, names the unit in the members of its times.
 */
#include "zipkin/zipkin.h"

/* In the usual order of the members, so that each is found at once. */
typedef struct record {
    json_val trace_id, parent_id, id, kind, name, time, duration, local, remote,
        annotations, binary, tags, debug, shared, micros, lasting_micros;
} record;

/* clang-format off */
static const json_name record_name[] = {
    JSON_NAME("traceId"), JSON_NAME("parentId"), JSON_NAME("id"),
    JSON_NAME("kind"), JSON_NAME("name"), JSON_NAME("timestamp"),
    JSON_NAME("duration"), JSON_NAME("localEndpoint"),
    JSON_NAME("remoteEndpoint"), JSON_NAME("annotations"),
    JSON_NAME("binaryAnnotations"), JSON_NAME("tags"), JSON_NAME("debug"),
    JSON_NAME("shared"), JSON_NAME("timestampMicros"),
    JSON_NAME("durationMicros"),
};
/* clang-format on */

/* ---- endpoints ---------------------------------------------------------- */

static const json_name endpoint_name[] = {
    JSON_NAME("serviceName"),
    JSON_NAME("ipv4"),
    JSON_NAME("ipv6"),
    JSON_NAME("port"),
};

zipkin_endpoint zipkin_endpoint_of(zipkin *z, const json_val *v)
{
    json j = json_of(&z->t.j, v);
    zipkin_endpoint e;

    if (v->type == JSON_OBJECT && JSON_TAKE(&j, endpoint_name, &e))
        return e;
    return (zipkin_endpoint){ .service.type = JSON_NONE };
}

corr_str zipkin_service(zipkin *z, const json_val *endpoint)
{
    const zipkin_endpoint e = zipkin_endpoint_of(z, endpoint);

    return json_str(&e.service, &z->t.scratch);
}

/* ---- records ------------------------------------------------------------ */

static bool has_endpoints(zipkin *z, const json_val *annotations)
{
    json j = json_list(&z->t.j, annotations);
    bool found = false;
    corr_str key;

    if (!json_element(&j, NULL) || !json_enter(&j, JSON_OBJECT))
        return false;
    while (!found && json_key(&j, &key)) {
        found = corr_str_is(key, "endpoint");
        json_skip(&j);
    }
    return found;
}

/* The text from the first value to the last, which all values point into. */
static corr_str record_text(const record *r)
{
    const json_val *value = (const json_val *)r;
    const char *from = NULL, *to = NULL;

    for (size_t i = 0; i < JSON_COUNT(record); i++) {
        const corr_str v = value[i].text;

        if (value[i].type == JSON_NONE)
            continue;
        from = !from || v.p < from ? v.p : from;
        to = !to || v.p + v.n > to ? v.p + v.n : to;
    }
    return from ? (corr_str){ from, (size_t)(to - from) } : (corr_str){ "", 0 };
}

static void hold_record(zipkin *z, const record *r)
{
    zipkin_piece piece[2] = { {
        .trace = export_trace_id(&z->t, &r->trace_id),
        .id = export_span_id(&z->t, &r->id),
        .at = z->t.at,
        .duration = -1,
        .kind = export_kind(r->kind.text),
        .is_shared = r->shared.type == JSON_TRUE,
        .text = record_text(r),
        .name = r->name,
        .tags = r->tags,
        .annotations = r->annotations,
        .binary = r->binary,
        .local = r->local,
        .remote = r->remote,
    } };
    size_t n = 1;

    if (z->t.want->by_id && !corr_want_id(z->t.want, piece->trace, piece->id))
        return;
    piece->parent = export_span_id(&z->t, &r->parent_id);
    if (!export_micros(&z->t, &r->time, &piece->start))
        export_micros(&z->t, &r->micros, &piece->start);
    if (!export_micros(&z->t, &r->duration, &piece->duration))
        export_micros(&z->t, &r->lasting_micros, &piece->duration);
    if (r->binary.type == JSON_ARRAY || has_endpoints(z, &r->annotations))
        n = zipkin_v1(z, piece);
    zipkin_hold(z, piece, n);
}

bool zipkin_read_record(void *ctx, json *view)
{
    zipkin *z = ctx;
    record r;

    /* Parse the whole record before anything is added. */
    if (!JSON_TAKE(view, record_name, &r))
        return false;
    hold_record(z, &r);
    return true;
}
