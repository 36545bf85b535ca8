/*
 * otlp_pb - exported traces as OTLP protobuf.
 *
 * Specification: opentelemetry-proto 1.x, trace.proto and trace_service.proto,
 * which have one wire form: field 1 is a batch of one resource. Between proto
 * 0.15 and 0.19 the spans of the library message had field number 1000, which
 * is read as 2. Tempo's v2 answer has one more level. The Collector's file
 * exporter writes a length of four bytes, big endian, before each request, and
 * compresses either each request or the whole file.
 *
 * A file is one export request, several in a row, records of the Collector's
 * file exporter, or answers of Tempo. The walk goes down the nested lengths to
 * one span. Fields come in any order: some writers put a resource or a scope
 * after its spans. The reader looks ahead for it if its message is no longer
 * than WIRE_AHEAD; a longer message gets its resource when it comes. So a file
 * needs the memory of its longest span and of one message up to WIRE_AHEAD.
 *
 * The reader honours three members of corr_want: ids (in a span without the id
 * only the heads of fields are decoded), the window, and CORR_NEED_ATTRS:
 * without it spans come without events and links, and only with the attributes
 * that name their thread and profile.
 *
 * A record, or a batch at the top, can be read alone: a part of a source has
 * some of them.
 */
#include "otlp/otlp_pb.h"
#include "otlp/otlp_rewrite.h"
#include "otlp/otlp_span_common.h"

/* ---- resource ----------------------------------------------------------- */

static corr_labels resource_labels(void *ctx)
{
    otlp_pb *o = ctx;

    return otlp_pb_labels(o, o->resource, PB_RESOURCE_ATTR);
}

corr_proc otlp_pb_proc(otlp_pb *o)
{
    if (o->proc.i)
        return o->proc;
    o->proc_later = !o->has_resource;
    o->proc = o->has_resource
                  ? otlp_proc_of(&o->procs, o->s.b, pb_text(o->resource),
                                 resource_labels, o)
                  : corr_later_proc(o->s.b);
    return o->proc;
}

static void set_resource(otlp_pb *o, corr_cur bytes)
{
    o->resource = wire_stream_keep(&o->s, &o->resource_mem, bytes);
    o->has_resource = true;
}

/* ---- spans and metrics -------------------------------------------------- */

static bool is_census(const otlp_pb *o)
{
    return !o->signal->is_metrics && o->want->mode == CORR_MODE_CENSUS;
}

/* Reads a ScopeSpans or ScopeMetrics that ends at end. */
static void read_group(otlp_pb *o, uint64_t end)
{
    const bool scopes = o->attrs || is_census(o);
    bool has_scope = false, had_spans = false;
    corr_cur bytes;
    wire_field f;

    corr_arena_reset(&o->scope_mem);
    o->scope = corr_cur_of("", 0);
    if (scopes && wire_stream_ahead(&o->s, end, PB_GROUP_SCOPE, &bytes)) {
        o->scope = wire_stream_keep(&o->s, &o->scope_mem, bytes);
        has_scope = true;
    }
    while (wire_stream_next(&o->s, end, o->signal->group, &f)) {
        const uint64_t at = wire_stream_at(&o->s);

        if (f.number == PB_GROUP_ITEM && f.type == WIRE_BYTES) {
            if (!wire_stream_take(&o->s, &f, &bytes))
                continue;
            o->at = at;
            o->signal->read(o, bytes);
            had_spans = true;
        } else if (f.number != PB_GROUP_SCOPE || has_scope || !scopes) {
            wire_stream_skip(&o->s, &f);
        } else if (wire_stream_take(&o->s, &f, &bytes)) {
            o->scope = wire_stream_keep(&o->s, &o->scope_mem, bytes);
            has_scope = true;
            if (had_spans)
                corr_warn(
                    o->s.b, at,
                    "a scope comes after its spans; they are shown without it");
        }
        if (!o->s.ended || !o->signal->is_metrics)
            o->s.good = wire_stream_at(&o->s);
    }
}

/* Reads a ResourceSpans or ResourceMetrics that ends at end. */
static void read_batch(otlp_pb *o, uint64_t end)
{
    bool had_group = false;
    corr_cur bytes;
    wire_field f;

    corr_arena_reset(&o->resource_mem);
    o->resource = corr_cur_of("", 0);
    o->has_resource = false;
    o->proc = (corr_proc){ 0 };
    o->proc_later = false;
    if (wire_stream_ahead(&o->s, end, PB_BATCH_RESOURCE, &bytes))
        set_resource(o, bytes);
    while (wire_stream_next(&o->s, end, o->signal->batch, &f)) {
        const uint64_t at = wire_stream_at(&o->s);
        const bool is_group =
            f.number == PB_BATCH_GROUP || f.number == PB_BATCH_OLD_GROUP;

        if (is_group && f.type == WIRE_BYTES) {
            read_group(o, at + f.value);
            had_group = true;
        } else if (f.number != PB_BATCH_RESOURCE || o->has_resource) {
            wire_stream_skip(&o->s, &f);
        } else if (wire_stream_take(&o->s, &f, &bytes)) {
            set_resource(o, bytes);
            if (had_group && o->signal->is_metrics)
                corr_warn(o->s.b, at,
                          "a resource comes after its metrics; they are shown "
                          "without it");
        }
    }
    if (o->proc_later)
        corr_set_proc(o->s.b, o->proc, resource_labels(o));
}

/* Passes over the records of a resource that are of another signal.  False:
 * they are of this one, or show no signal. */
static bool pass_batch(otlp_pb *o, const wire_field *f)
{
    const size_t most =
        f->value < CORR_PROBE_MAX ? (size_t)f->value : CORR_PROBE_MAX;
    const uint64_t at = wire_stream_at(&o->s);
    corr_cur bytes;

    wire_stream_fill(&o->s, most);
    bytes = o->s.cur;
    if (corr_cur_left(&bytes) > f->value)
        bytes.end = bytes.p + f->value;
    const otlp_signal s =
        otlp_pb_batch_signal(bytes, corr_cur_left(&bytes) < f->value);
    if (s == o->met.mine)
        corr_recognised(o->s.b);
    if (s == o->met.mine || s == OTLP_SIGNALS)
        return false;
    otlp_meet(&o->met, s);
    if (s != OTLP_SIGNAL_LOGS || o->want->is_rest)
        wire_stream_skip(&o->s, f);
    else if (wire_stream_take(&o->s, f, &bytes))
        otlp_meet_logs(&o->met, at, otlp_pb_count_logs(bytes));
    return true;
}

/* Reads a TracesData or MetricsData that ends at end. */
static void read_request(otlp_pb *o, uint64_t end)
{
    static const char name[] = "an export request";
    wire_field f;

    for (uint64_t at = wire_stream_at(&o->s);
         wire_stream_next(&o->s, end, name, &f); at = wire_stream_at(&o->s)) {
        if (end == WIRE_NO_END && is_census(o))
            corr_seen_record(o->s.b, at);
        if (f.number != PB_TRACES_BATCH || f.type != WIRE_BYTES) {
            wire_stream_skip(&o->s, &f);
        } else if (!pass_batch(o, &f)) {
            otlp_meet(&o->met, o->met.mine);
            if (o->no_spans)
                wire_stream_skip(&o->s, &f);
            else
                read_batch(o, wire_stream_at(&o->s) + f.value);
        }
        wire_stream_good(&o->s);
    }
}

/* ---- the messages around export requests -------------------------------- */

static void read_answer(otlp_pb *o)
{
    static const char name[] = "an answer of Tempo";
    const uint64_t partial = 1;
    char message[128] = "";
    bool is_partial = false;
    corr_cur bytes;
    wire_field f;

    while (wire_stream_next(&o->s, WIRE_NO_END, name, &f)) {
        if (f.number == PB_ANSWER_TRACE && f.type == WIRE_BYTES) {
            read_request(o, wire_stream_at(&o->s) + f.value);
        } else if (f.number == PB_ANSWER_STATUS && f.type == WIRE_VARINT) {
            is_partial = f.value == partial;
        } else if (f.number != PB_ANSWER_MESSAGE) {
            wire_stream_skip(&o->s, &f);
        } else if (wire_stream_take(&o->s, &f, &bytes)) {
            const size_t n = corr_cur_left(&bytes);
            const size_t most = sizeof message - 1;

            memset(message, 0, sizeof message);
            memcpy(message, bytes.p, n < most ? n : most);
        }
        wire_stream_good(&o->s);
    }
    if (is_partial)
        corr_note(o->s.b, "PARTIAL",
                  "partial trace%s%s: counts are lower, self times upper "
                  "bounds, durations hold",
                  message[0] ? ", because " : "", message);
}

/* A length of 0 is an empty request. */
static void read_records(otlp_pb *o)
{
    uint64_t length;

    for (uint64_t at = wire_stream_at(&o->s);
         wire_stream_record(&o->s, &length); at = wire_stream_at(&o->s)) {
        if (is_census(o))
            corr_seen_record(o->s.b, at);
        read_request(o, wire_stream_at(&o->s) + length);
        wire_stream_good(&o->s);
    }
}

static pb_framing framing_of(otlp_pb *o)
{
    const uint64_t record = corr_src_limits(o->s.in)->record;
    const size_t most =
        record < CORR_PROBE_MAX ? (size_t)record : CORR_PROBE_MAX;

    wire_stream_fill(&o->s, most);
    const size_t n = corr_cur_left(&o->s.cur);
    pb_framing framing = o->signal->framing(o->s.cur.p, n, n < most);

    /* a file of several signals may begin with another */
    if (framing == PB_NONE)
        framing = otlp_pb_any_framing(o->s.cur.p, n);

    /* the user forced the format: the file is damaged */
    if (framing == PB_NONE && n && *o->s.cur.p == 0x0a)
        return PB_REQUEST;
    return framing;
}

static void read_framed(otlp_pb *o, pb_framing framing)
{
    switch (framing) {
    case PB_REQUEST:
        read_request(o, WIRE_NO_END);
        break;
    case PB_ANSWER:
        read_answer(o);
        break;
    case PB_RECORDS:
        read_records(o);
        break;
    case PB_NOTHING:
        break;
    case PB_NONE:
        corr_refuse(o->s.b, CORR_EFORMAT, 0, NULL, "%s", o->signal->refusal);
        break;
    }
}

/* A part in the middle of a file does not show the framing of the file. */
void otlp_pb_read_all(otlp_pb *o, corr_src *in, corr_build *b)
{
    wire_stream_init(&o->s, in, b);
    const pb_framing framing =
        o->want->shape ? (pb_framing)o->want->shape : framing_of(o);

    if (is_census(o))
        corr_seen_shape(b, (unsigned)framing);
    if (o->signal->is_metrics && framing != PB_NONE)
        corr_recognised(b);
    do
        read_framed(o, framing);
    while (wire_stream_part(&o->s));
    wire_stream_end(&o->s, "an export request");
    otlp_met_end(&o->met);
    corr_map_clear(&o->procs);
    corr_arena_clear(&o->resource_mem);
    corr_arena_clear(&o->scope_mem);
    corr_arena_clear(&o->scratch);
}

static corr_code otlp_pb_read(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    static const otlp_pb_signal traces = {
        .group = "a group of spans",
        .batch = "the spans of a resource",
        .refusal = "the first bytes are not an export request in protobuf",
        .framing = otlp_pb_framing,
        .read = otlp_pb_read_span,
    };
    otlp_pb o = { .signal = &traces,
                  .want = want,
                  .attrs = corr_wants(want, CORR_NEED_ATTRS),
                  .no_spans = !corr_wants(want, CORR_NEED_SPANS),
                  .met = { .b = b,
                           .want = want,
                           .mine = OTLP_SIGNAL_TRACES,
                           .is_pb = true } };

    otlp_pb_read_all(&o, in, b);
    return corr_finish(in, b, err);
}

/* ---- detection ---------------------------------------------------------- */

static int otlp_pb_probe(const uint8_t *head, size_t n, bool whole)
{
    static const int sure[] = {
        [PB_NONE] = 0,     [PB_REQUEST] = 60,  [PB_ANSWER] = 60,
        [PB_RECORDS] = 60, [PB_NOTHING] = 100,
    };

    if (otlp_pb_logs_framing(head, n) != PB_NONE ||
        otlp_is_first(otlp_pb_row_signals(head, n), OTLP_SIGNAL_TRACES))
        return sure[PB_RECORDS];
    return sure[otlp_pb_framing(head, n, whole)];
}

const corr_format corr_format_otlp_pb = {
    .name = "otlp-pb",
    .title = "OTLP traces (protobuf)",
    .probe = otlp_pb_probe,
    .read = otlp_pb_read,
    .rewrite = &(const corr_rewriter){ .copy = otlp_rewrite_traces },
    .parts = true,
    .traces = true,
    .mixed = true,
};
