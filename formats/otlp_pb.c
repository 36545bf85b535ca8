/*
 * otlp_pb - exported traces as OTLP protobuf: formats/traces.md sections 3.5,
 * 4 and 5.
 *
 * One export request, several in a row, records of the Collector's file
 * exporter, Tempo's answers.  The walk goes down the nested lengths to one
 * span.  Fields come in any order: a resource or a scope that stands behind
 * its spans, as some writers put it, is looked for ahead while its message is
 * no longer than AHEAD; a longer one gets its resource when it comes.  So a
 * file needs the memory of its longest span and of one message up to AHEAD.
 *
 * Of what is wanted it honours ids (of a span without the id only the heads of
 * its fields are looked at), the window, and CORR_NEED_ATTRS: without it spans
 * come without attributes, but for those of their thread and profile, and
 * without events and links.
 *
 * A record, or a batch at the top, can be read alone: parts of a source hold
 * some of them.
 */
#include "otlp_pb.h"

enum {
    AHEAD = 16 << 20,     /* bytes of a message that are looked through */
    MEMO_BYTES = 16384,   /* bytes of a resource that is remembered ... */
    MEMO_COUNT = 1 << 16, /* ... and how many are */
    RECORD_HEAD = 4       /* bytes of a record's length */
};

/* Where no message ends. */
#define NO_END UINT64_MAX

/* protobuf's own bound on the length of a message. */
#define MESSAGE_MAX INT32_MAX

/* ---- the stream --------------------------------------------------------- */

static uint64_t here(const otlp_pb *o)
{
    return o->offset + (uint64_t)(o->cur.p - o->base);
}

/* Brings n bytes from here on to hand; false: there are fewer. */
static bool fill(otlp_pb *o, size_t n)
{
    size_t got = 0;

    if (corr_cur_left(&o->cur) >= n)
        return true;
    corr_src_skip(o->in, (uint64_t)(o->cur.p - o->base));
    o->base = corr_src_peek(o->in, n, &got);
    o->cur = corr_cur_of(o->base, got);
    o->offset = corr_src_offset(o->in);
    return got >= n;
}

/* Goes to this offset, or to the end of the source. */
static void go_to(otlp_pb *o, uint64_t end)
{
    const uint64_t n = end - here(o);

    if (end <= here(o))
        return;
    if (n <= corr_cur_left(&o->cur)) {
        o->cur.p += n;
        return;
    }
    corr_src_skip(o->in, (uint64_t)(o->cur.p - o->base));
    corr_src_skip(o->in, n);
    o->offset = corr_src_offset(o->in);
    o->base = o->cur.p = o->cur.end;
    o->ended |= end != NO_END && o->offset < end;
}

/* Steps over what is left of a message in which something is wrong. */
static void give_up(otlp_pb *o, uint64_t end, const char *message)
{
    const uint64_t at = here(o);

    go_to(o, end);
    if (o->ended || corr_src_failed(o->in))
        return;
    corr_damage(o->b, at, here(o) - at, 0,
                "what stands here is no field of %s: %llu bytes cannot be used",
                message, (unsigned long long)(here(o) - at));
    o->good = here(o);
}

/* The head of the next field in a message that ends at end.  Of bytes, all
 * are inside the message, but need not be at hand.  False at the end. */
static bool next_field(otlp_pb *o, uint64_t end, const char *message,
                       wire_field *f)
{
    if (o->ended || here(o) >= end || corr_build_failed(o->b))
        return false;
    const uint64_t left = end - here(o);
    const size_t most = left < WIRE_HEAD_MAX ? (size_t)left : WIRE_HEAD_MAX;
    const bool is_short = !fill(o, most);
    corr_cur c = o->cur;

    if (corr_cur_left(&c) > left)
        c.end = c.p + left;
    if (c.p == c.end) {
        o->ended = end != NO_END || corr_src_failed(o->in);
        return false;
    }
    if (!wire_head(&c, f)) {
        if (is_short)
            o->ended = true;
        else
            give_up(o, end, message);
        return false;
    }
    const uint64_t head = (uint64_t)(c.p - o->cur.p);
    if (f->type == WIRE_BYTES &&
        (f->value > left - head || f->value > MESSAGE_MAX)) {
        give_up(o, end, message);
        return false;
    }
    o->cur.p = c.p;
    return true;
}

static void skip_field(otlp_pb *o, const wire_field *f)
{
    if (f->type == WIRE_BYTES)
        go_to(o, here(o) + f->value);
}

/* All bytes of a field; false: they are not there, or too many. */
static bool take(otlp_pb *o, const wire_field *f, corr_cur *bytes)
{
    const uint64_t most = corr_src_limits(o->in)->record;

    if (f->type != WIRE_BYTES)
        return false;
    if (f->value > most) {
        corr_damage(o->b, here(o), f->value, 1,
                    "a record of more than %llu bytes was left out",
                    (unsigned long long)most);
        skip_field(o, f);
        o->good = here(o);
        return false;
    }
    if (!fill(o, (size_t)f->value)) {
        o->ended = true;
        return false;
    }
    *bytes = corr_cur_slice(&o->cur, f->value);
    return true;
}

/* Finds the field of this number in the message that ends at end, without
 * going on; if it comes first, that is left to the walk. */
static bool look_ahead(otlp_pb *o, uint64_t end, uint32_t number,
                       corr_cur *bytes)
{
    const uint64_t left = end - here(o);
    const uint64_t most = corr_src_limits(o->in)->record;
    wire_field f;

    if (left == 0 || left > AHEAD || left > most)
        return false;
    fill(o, 1);
    if (corr_cur_left(&o->cur) &&
        *o->cur.p == (number << 3 | (uint32_t)WIRE_BYTES))
        return false;
    fill(o, (size_t)left);
    corr_cur c = o->cur;
    if (corr_cur_left(&c) > left)
        c.end = c.p + left;
    while (wire_next(&c, &f))
        if (f.number == number && f.type == WIRE_BYTES) {
            *bytes = f.bytes;
            return true;
        }
    return false;
}

/* ---- resource ----------------------------------------------------------- */

static corr_cur keep(corr_arena *a, corr_cur bytes)
{
    const size_t n = corr_cur_left(&bytes);
    uint8_t *p = corr_arena_alloc(a, 1, n + 1);

    if (!p)
        return corr_cur_of("", 0);
    if (n)
        memcpy(p, bytes.p, n);
    return corr_cur_of(p, n);
}

static corr_proc new_proc(otlp_pb *o)
{
    return corr_add_proc(o->b,
                         otlp_pb_labels(o, o->resource, PB_RESOURCE_ATTR));
}

/* A resource is written again with every batch of its spans. */
static corr_proc known_proc(otlp_pb *o)
{
    const size_t n = corr_cur_left(&o->resource);
    bool is_new = true;

    if (n > MEMO_BYTES || o->procs.n > MEMO_COUNT)
        return new_proc(o);
    uint32_t *known = corr_map_bytes(&o->procs, o->resource.p, n, &is_new);
    if (known && !is_new)
        return (corr_proc){ *known };
    const corr_proc added = new_proc(o);
    if (known)
        *known = added.i;
    return added;
}

corr_proc otlp_pb_proc(otlp_pb *o)
{
    if (o->proc.i)
        return o->proc;
    o->proc_later = !o->has_resource;
    o->proc = o->has_resource ? known_proc(o) : corr_later_proc(o->b);
    return o->proc;
}

static void set_resource(otlp_pb *o, corr_cur bytes)
{
    o->resource = keep(&o->resource_mem, bytes);
    o->has_resource = true;
}

/* ---- spans -------------------------------------------------------------- */

/* A ScopeSpans that ends at end. */
static void read_group(otlp_pb *o, uint64_t end)
{
    static const char name[] = "a group of spans";
    const bool scopes = o->attrs || o->want->census;
    bool has_scope = false, had_spans = false;
    corr_cur bytes;
    wire_field f;

    corr_arena_reset(&o->scope_mem);
    o->scope = corr_cur_of("", 0);
    if (scopes && look_ahead(o, end, PB_GROUP_SCOPE, &bytes)) {
        o->scope = keep(&o->scope_mem, bytes);
        has_scope = true;
    }
    while (next_field(o, end, name, &f)) {
        const uint64_t at = here(o);

        if (f.number == PB_GROUP_SPAN && f.type == WIRE_BYTES) {
            if (!take(o, &f, &bytes))
                continue;
            o->at = at;
            otlp_pb_read_span(o, bytes);
            had_spans = true;
        } else if (f.number != PB_GROUP_SCOPE || has_scope || !scopes) {
            skip_field(o, &f);
        } else if (take(o, &f, &bytes)) {
            o->scope = keep(&o->scope_mem, bytes);
            has_scope = true;
            if (had_spans)
                corr_warn(o->b, at,
                          "a scope that follows its spans: they are shown "
                          "without it");
        }
        o->good = here(o);
    }
}

/* A ResourceSpans that ends at end. */
static void read_batch(otlp_pb *o, uint64_t end)
{
    static const char name[] = "the spans of a resource";
    corr_cur bytes;
    wire_field f;

    corr_arena_reset(&o->resource_mem);
    o->resource = corr_cur_of("", 0);
    o->has_resource = false;
    o->proc = (corr_proc){ 0 };
    o->proc_later = false;
    if (look_ahead(o, end, PB_BATCH_RESOURCE, &bytes))
        set_resource(o, bytes);
    while (next_field(o, end, name, &f)) {
        const bool is_group =
            f.number == PB_BATCH_GROUP || f.number == PB_BATCH_OLD_GROUP;

        if (is_group && f.type == WIRE_BYTES)
            read_group(o, here(o) + f.value);
        else if (f.number != PB_BATCH_RESOURCE || o->has_resource)
            skip_field(o, &f);
        else if (take(o, &f, &bytes))
            set_resource(o, bytes);
    }
    if (o->proc_later)
        corr_set_proc(o->b, o->proc,
                      otlp_pb_labels(o, o->resource, PB_RESOURCE_ATTR));
}

/* A TracesData that ends at end. */
static void read_traces(otlp_pb *o, uint64_t end)
{
    static const char name[] = "an export request";
    wire_field f;

    for (uint64_t at = here(o); next_field(o, end, name, &f); at = here(o)) {
        if (end == NO_END && o->want->census)
            corr_seen_record(o->b, at);
        if (f.number == PB_TRACES_BATCH && f.type == WIRE_BYTES)
            read_batch(o, here(o) + f.value);
        else
            skip_field(o, &f);
        if (!o->ended)
            o->good = here(o);
    }
}

/* ---- what is around export requests ------------------------------------- */

static void read_answer(otlp_pb *o)
{
    static const char name[] = "an answer of Tempo";
    const uint64_t partial = 1;
    char message[128] = "";
    bool is_partial = false;
    corr_cur bytes;
    wire_field f;

    while (next_field(o, NO_END, name, &f)) {
        if (f.number == PB_ANSWER_TRACE && f.type == WIRE_BYTES) {
            read_traces(o, here(o) + f.value);
        } else if (f.number == PB_ANSWER_STATUS && f.type == WIRE_VARINT) {
            is_partial = f.value == partial;
        } else if (f.number != PB_ANSWER_MESSAGE) {
            skip_field(o, &f);
        } else if (take(o, &f, &bytes)) {
            const size_t n = corr_cur_left(&bytes);
            const size_t most = sizeof message - 1;

            memset(message, 0, sizeof message);
            memcpy(message, bytes.p, n < most ? n : most);
        }
        if (!o->ended)
            o->good = here(o);
    }
    if (is_partial)
        corr_note(o->b, "PARTIAL",
                  "the server says that this is a part of "
                  "the trace only%s%s: counts and times are lower bounds",
                  message[0] ? ", because " : "", message);
}

/* A length of 0 is an empty request. */
static void read_records(otlp_pb *o)
{
    while (!o->ended && !corr_build_failed(o->b)) {
        uint64_t length = 0;

        if (!fill(o, RECORD_HEAD)) {
            o->ended = corr_cur_left(&o->cur) > 0;
            return;
        }
        if (o->want->census)
            corr_seen_record(o->b, here(o));
        for (unsigned i = 0; i < RECORD_HEAD; i++)
            length = length << 8 | *o->cur.p++;
        read_traces(o, here(o) + length);
        if (!o->ended)
            o->good = here(o);
    }
}

static void say_end(otlp_pb *o)
{
    const uint64_t good = o->good;

    if (!o->ended || corr_src_failed(o->in) || corr_build_failed(o->b))
        return;
    go_to(o, NO_END);
    if (here(o) > good)
        corr_damage(o->b, good, here(o) - good, 0,
                    "the input ends inside an export request; its last %llu "
                    "bytes cannot be used",
                    (unsigned long long)(here(o) - good));
    else
        corr_damage(o->b, good, 0, 0,
                    "the input ends before an export request does");
}

static pb_framing framing_of(otlp_pb *o)
{
    const uint64_t record = corr_src_limits(o->in)->record;
    const size_t most =
        record < CORR_PROBE_MAX ? (size_t)record : CORR_PROBE_MAX;

    fill(o, most);
    const size_t n = corr_cur_left(&o->cur);
    const pb_framing framing = otlp_pb_framing(o->cur.p, n, n < most);

    /* somebody insists: then it is damaged */
    if (framing == PB_NONE && n && *o->cur.p == 0x0a)
        return PB_TRACES;
    return framing;
}

static void read_framed(otlp_pb *o, pb_framing framing)
{
    switch (framing) {
    case PB_TRACES:
        read_traces(o, NO_END);
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
        corr_refuse(o->b, CORR_EFORMAT, 0, NULL,
                    "what it begins with is no export request in protobuf");
        break;
    }
}

/* Goes on with the next part of a source that consists of parts. */
static bool next_part(otlp_pb *o)
{
    if (o->ended || corr_build_failed(o->b))
        return false;
    corr_src_skip(o->in, (uint64_t)(o->cur.p - o->base));
    o->base = o->cur.p = o->cur.end;
    if (!corr_src_next(o->in))
        return false;
    o->offset = o->good = corr_src_offset(o->in);
    return true;
}

/* A part in the middle of a file does not say how the file is framed. */
static void read_all(otlp_pb *o)
{
    const pb_framing framing =
        o->want->shape ? (pb_framing)o->want->shape : framing_of(o);

    if (o->want->census)
        corr_seen_shape(o->b, (unsigned)framing);
    do
        read_framed(o, framing);
    while (next_part(o));
    say_end(o);
}

static corr_code otlp_pb_read(corr_src *in, const corr_want *want,
                              corr_build *b, corr_err *err)
{
    otlp_pb o = { .in = in,
                  .b = b,
                  .want = want,
                  .base = (const uint8_t *)"",
                  .attrs = corr_wants(want, CORR_NEED_ATTRS) };

    if (!corr_wants(want, CORR_NEED_SPANS))
        return corr_finish(in, b, err);
    o.cur = corr_cur_of(o.base, 0);
    o.offset = o.good = corr_src_offset(in);
    read_all(&o);
    corr_map_clear(&o.procs);
    corr_arena_clear(&o.resource_mem);
    corr_arena_clear(&o.scope_mem);
    corr_arena_clear(&o.scratch);
    return corr_finish(in, b, err);
}

/* ---- detection ---------------------------------------------------------- */

static int otlp_pb_probe(const uint8_t *head, size_t n, bool whole)
{
    static const int sure[] = {
        [PB_NONE] = 0,     [PB_TRACES] = 60,   [PB_ANSWER] = 60,
        [PB_RECORDS] = 60, [PB_NOTHING] = 100,
    };

    return sure[otlp_pb_framing(head, n, whole)];
}

const corr_format corr_format_otlp_pb = {
    .name = "otlp-pb",
    .title = "OTLP traces (protobuf)",
    .probe = otlp_pb_probe,
    .read = otlp_pb_read,
    .parts = true,
    .traces = true,
};
