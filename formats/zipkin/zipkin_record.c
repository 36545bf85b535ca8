/*
 * zipkin_record - a record as pieces of spans.
 *
 * A server that shares its span has no timestamp of its own.  An unfinished
 * span has no duration.  A span that is its own parent is a root.
 */
#include "zipkin/zipkin.h"

/* In the usual order of the members, so that each is found at once. */
enum record_member {
    RECORD_TRACE_ID,
    RECORD_PARENT_ID,
    RECORD_ID,
    RECORD_KIND,
    RECORD_NAME,
    RECORD_TIME,
    RECORD_DURATION,
    RECORD_LOCAL,
    RECORD_REMOTE,
    RECORD_ANNOTATIONS,
    RECORD_BINARY,
    RECORD_TAGS,
    RECORD_DEBUG,
    RECORD_SHARED,
    RECORD_MEMBERS
};

static const json_name record_name[RECORD_MEMBERS] = {
    [RECORD_TRACE_ID] = JSON_NAME("traceId"),
    [RECORD_PARENT_ID] = JSON_NAME("parentId"),
    [RECORD_ID] = JSON_NAME("id"),
    [RECORD_KIND] = JSON_NAME("kind"),
    [RECORD_NAME] = JSON_NAME("name"),
    [RECORD_TIME] = JSON_NAME("timestamp"),
    [RECORD_DURATION] = JSON_NAME("duration"),
    [RECORD_LOCAL] = JSON_NAME("localEndpoint"),
    [RECORD_REMOTE] = JSON_NAME("remoteEndpoint"),
    [RECORD_ANNOTATIONS] = JSON_NAME("annotations"),
    [RECORD_BINARY] = JSON_NAME("binaryAnnotations"),
    [RECORD_TAGS] = JSON_NAME("tags"),
    [RECORD_DEBUG] = JSON_NAME("debug"),
    [RECORD_SHARED] = JSON_NAME("shared"),
};

/* ---- endpoints ---------------------------------------------------------- */

static const json_name endpoint_name[ZIPKIN_ENDPOINT_MEMBERS] = {
    [ZIPKIN_SERVICE] = JSON_NAME("serviceName"),
    [ZIPKIN_IPV4] = JSON_NAME("ipv4"),
    [ZIPKIN_IPV6] = JSON_NAME("ipv6"),
    [ZIPKIN_PORT] = JSON_NAME("port"),
};

void zipkin_endpoint(zipkin *z, const json_val *endpoint, json_val *m)
{
    json j = json_of(&z->t.j, endpoint);

    if (endpoint->type != JSON_OBJECT ||
        !json_members(&j, endpoint_name, ZIPKIN_ENDPOINT_MEMBERS, m))
        memset(m, 0, ZIPKIN_ENDPOINT_MEMBERS * sizeof *m);
}

corr_str zipkin_service(zipkin *z, const json_val *endpoint)
{
    json_val m[ZIPKIN_ENDPOINT_MEMBERS];

    zipkin_endpoint(z, endpoint, m);
    return json_str(&m[ZIPKIN_SERVICE], &z->t.scratch);
}

/* ---- records ------------------------------------------------------------ */

static bool has_endpoints(zipkin *z, const json_val *annotations)
{
    json j = json_of(&z->t.j, annotations);
    bool found = false;
    corr_str key;

    if (annotations->type != JSON_ARRAY || !json_enter(&j, JSON_ARRAY) ||
        !json_element(&j, NULL) || !json_enter(&j, JSON_OBJECT))
        return false;
    while (!found && json_key(&j, &key)) {
        found = corr_str_is(key, "endpoint");
        json_skip(&j);
    }
    return found;
}

/* The text from the first value to the last, which all values point into. */
static corr_str record_text(const json_val *m)
{
    const char *from = NULL, *to = NULL;

    for (size_t i = 0; i < RECORD_MEMBERS; i++) {
        const corr_str v = m[i].text;

        if (m[i].type == JSON_NONE)
            continue;
        from = !from || v.p < from ? v.p : from;
        to = !to || v.p + v.n > to ? v.p + v.n : to;
    }
    return from ? (corr_str){ from, (size_t)(to - from) } : (corr_str){ "", 0 };
}

static void hold_record(zipkin *z, const json_val *m)
{
    zipkin_piece piece[2] = { {
        .trace = export_trace_id(&z->t, &m[RECORD_TRACE_ID]),
        .id = export_span_id(&z->t, &m[RECORD_ID]),
        .at = z->t.at,
        .duration = -1,
        .kind = export_kind(m[RECORD_KIND].text),
        .is_shared = m[RECORD_SHARED].type == JSON_TRUE,
        .text = record_text(m),
        .name = m[RECORD_NAME],
        .tags = m[RECORD_TAGS],
        .annotations = m[RECORD_ANNOTATIONS],
        .binary = m[RECORD_BINARY],
        .local = m[RECORD_LOCAL],
        .remote = m[RECORD_REMOTE],
    } };
    size_t n = 1;

    if (z->t.want->by_id && !corr_want_id(z->t.want, piece->trace, piece->id))
        return;
    piece->parent = export_span_id(&z->t, &m[RECORD_PARENT_ID]);
    export_micros(&z->t, &m[RECORD_TIME], &piece->start);
    export_micros(&z->t, &m[RECORD_DURATION], &piece->duration);
    if (m[RECORD_BINARY].type == JSON_ARRAY ||
        has_endpoints(z, &m[RECORD_ANNOTATIONS]))
        n = zipkin_v1(z, piece);
    zipkin_hold(z, piece, n);
}

bool zipkin_read_record(void *ctx, json *view)
{
    zipkin *z = ctx;
    json_val m[RECORD_MEMBERS];

    /* Parse the whole record before anything is added. */
    if (!json_members(view, record_name, RECORD_MEMBERS, m))
        return false;
    hold_record(z, m);
    return true;
}
