/*
 * otlp_pb_shape - is this the protobuf form of traces, or of metrics, and how
 * is it framed?
 *
 * Field numbers alone prove little: profiles, metrics and logs begin alike. So
 * each message is compared with the fields that its level may have, down to a
 * span, whose ids are 16 and 8 bytes and whose times are fixed-width, or to a
 * point of a metric, which has a time.
 */
#include "otlp/otlp_pb.h"

#include "otlp/otlp_profile.h"

enum {
    DEPTH = 24,      /* nesting that is checked */
    POINT_TIME = 3,  /* field number of the time in any point */
    RECORD_HEAD = 4, /* bytes of a record's length */
    /* bytes; the first byte of a longer length could be 0A */
    RECORD_MAX = 0x10000000
};

typedef enum shape {
    SHAPE_TEXT, /* not a message: a name or key */
    SHAPE_TRACE_ID,
    SHAPE_SPAN_ID,
    SHAPE_BYTES,
    SHAPE_NUMBER,
    SHAPE_FIXED32,
    SHAPE_FIXED64,
    SHAPE_MESSAGES, /* from here on */
    SHAPE_TRACES = SHAPE_MESSAGES,
    SHAPE_ANSWER,
    SHAPE_BATCH,
    SHAPE_RESOURCE,
    SHAPE_GROUP,
    SHAPE_SCOPE,
    SHAPE_METRICS,
    SHAPE_METRICS_BATCH,
    SHAPE_METRICS_GROUP,
    SHAPE_LOGS,
    SHAPE_LOGS_BATCH,
    SHAPE_LOGS_GROUP,
    SHAPE_SPAN,
    SHAPE_EVENT,
    SHAPE_LINK,
    SHAPE_STATUS,
    SHAPE_PAIR,
    SHAPE_ANY,
    SHAPE_LIST,
    SHAPE_MAP,
    SHAPE_SUMMARIES, /* of a search result */
    SHAPE_SUMMARY,
    SHAPE_LOG,
    SHAPE_METRIC,
    SHAPE_GAUGE,
    SHAPE_SUM,
    SHAPE_HISTOGRAM,
    SHAPE_EXPONENTIAL,
    SHAPE_QUANTILES, /* of a metric of type summary */
    SHAPE_POINTS,    /* from here on points, with the time in field 3 */
    SHAPE_NUMBER_POINT = SHAPE_POINTS,
    SHAPE_HISTOGRAM_POINT,
    SHAPE_EXPONENTIAL_POINT,
    SHAPE_QUANTILES_POINT,
    SHAPE_COUNT
} shape;

#define FIELDS 17

/* The shape of each field, plus one; 0: the message has no such field. */
typedef uint8_t shape_fields[FIELDS];

#define IS(what) (SHAPE_##what + 1)

/* clang-format off */
static const shape_fields fields_of[SHAPE_COUNT] = {
    [SHAPE_TRACES] = { [1] = IS(BATCH) },
    [SHAPE_ANSWER] = { [1] = IS(TRACES), [2] = IS(BYTES), [3] = IS(NUMBER),
                       [4] = IS(BYTES) },
    [SHAPE_BATCH] = { [1] = IS(RESOURCE), [2] = IS(GROUP), [3] = IS(TEXT) },
    [SHAPE_RESOURCE] = { [1] = IS(PAIR), [2] = IS(NUMBER), [3] = IS(BYTES) },
    [SHAPE_GROUP] = { [1] = IS(SCOPE), [2] = IS(SPAN), [3] = IS(TEXT) },
    [SHAPE_SCOPE] = { [1] = IS(TEXT), [2] = IS(TEXT), [3] = IS(PAIR),
                      [4] = IS(NUMBER) },
    [SHAPE_SPAN] = { [1] = IS(TRACE_ID), [2] = IS(SPAN_ID), [3] = IS(BYTES),
                     [4] = IS(SPAN_ID), [5] = IS(BYTES), [6] = IS(NUMBER),
                     [7] = IS(FIXED64), [8] = IS(FIXED64), [9] = IS(PAIR),
                     [10] = IS(NUMBER), [11] = IS(EVENT), [12] = IS(NUMBER),
                     [13] = IS(LINK), [14] = IS(NUMBER), [15] = IS(STATUS),
                     [16] = IS(FIXED32) },
    [SHAPE_EVENT] = { [1] = IS(FIXED64), [2] = IS(BYTES), [3] = IS(PAIR),
                      [4] = IS(NUMBER) },
    [SHAPE_LINK] = { [1] = IS(TRACE_ID), [2] = IS(SPAN_ID), [3] = IS(BYTES),
                     [4] = IS(PAIR), [5] = IS(NUMBER), [6] = IS(FIXED32) },
    [SHAPE_STATUS] = { [1] = IS(NUMBER), [2] = IS(BYTES), [3] = IS(NUMBER) },
    [SHAPE_PAIR] = { [1] = IS(TEXT), [2] = IS(ANY), [3] = IS(NUMBER) },
    [SHAPE_ANY] = { [1] = IS(BYTES), [2] = IS(NUMBER), [3] = IS(NUMBER),
                    [4] = IS(FIXED64), [5] = IS(LIST), [6] = IS(MAP),
                    [7] = IS(BYTES), [8] = IS(NUMBER) },
    [SHAPE_LIST] = { [1] = IS(ANY) },
    [SHAPE_MAP] = { [1] = IS(PAIR) },
    [SHAPE_SUMMARIES] = { [1] = IS(SUMMARY), [2] = IS(BYTES) },
    [SHAPE_SUMMARY] = { [1] = IS(TEXT), [2] = IS(TEXT), [3] = IS(TEXT),
                        [4] = IS(NUMBER), [5] = IS(NUMBER), [6] = IS(BYTES),
                        [7] = IS(BYTES), [8] = IS(BYTES) },
    [SHAPE_LOGS] = { [1] = IS(LOGS_BATCH) },
    [SHAPE_LOGS_BATCH] = { [1] = IS(RESOURCE), [2] = IS(LOGS_GROUP),
                           [3] = IS(TEXT) },
    [SHAPE_LOGS_GROUP] = { [1] = IS(SCOPE), [2] = IS(LOG), [3] = IS(TEXT) },
    [SHAPE_LOG] = { [1] = IS(FIXED64), [2] = IS(NUMBER), [3] = IS(BYTES),
                    [5] = IS(ANY), [6] = IS(PAIR), [7] = IS(NUMBER),
                    [8] = IS(FIXED32), [9] = IS(TRACE_ID), [10] = IS(SPAN_ID),
                    [11] = IS(FIXED64), [12] = IS(BYTES) },
    [SHAPE_METRICS] = { [1] = IS(METRICS_BATCH) },
    [SHAPE_METRICS_BATCH] = { [1] = IS(RESOURCE), [2] = IS(METRICS_GROUP),
                              [3] = IS(TEXT) },
    [SHAPE_METRICS_GROUP] = { [1] = IS(SCOPE), [2] = IS(METRIC),
                              [3] = IS(TEXT) },
    [SHAPE_METRIC] = { [1] = IS(TEXT), [2] = IS(BYTES), [3] = IS(TEXT),
                       [5] = IS(GAUGE), [7] = IS(SUM), [9] = IS(HISTOGRAM),
                       [10] = IS(EXPONENTIAL), [11] = IS(QUANTILES),
                       [12] = IS(PAIR) },
    [SHAPE_GAUGE] = { [1] = IS(NUMBER_POINT) },
    [SHAPE_SUM] = { [1] = IS(NUMBER_POINT), [2] = IS(NUMBER),
                    [3] = IS(NUMBER) },
    [SHAPE_HISTOGRAM] = { [1] = IS(HISTOGRAM_POINT), [2] = IS(NUMBER) },
    [SHAPE_EXPONENTIAL] = { [1] = IS(EXPONENTIAL_POINT), [2] = IS(NUMBER) },
    [SHAPE_QUANTILES] = { [1] = IS(QUANTILES_POINT) },
    [SHAPE_NUMBER_POINT] = { [2] = IS(FIXED64), [3] = IS(FIXED64),
                             [4] = IS(FIXED64), [5] = IS(BYTES),
                             [6] = IS(FIXED64), [7] = IS(PAIR),
                             [8] = IS(NUMBER) },
    [SHAPE_HISTOGRAM_POINT] = { [2] = IS(FIXED64), [3] = IS(FIXED64),
                                [4] = IS(FIXED64), [5] = IS(FIXED64),
                                [6] = IS(BYTES), [7] = IS(BYTES),
                                [8] = IS(BYTES), [9] = IS(PAIR),
                                [10] = IS(NUMBER), [11] = IS(FIXED64),
                                [12] = IS(FIXED64) },
    [SHAPE_EXPONENTIAL_POINT] = { [1] = IS(PAIR), [2] = IS(FIXED64),
                                  [3] = IS(FIXED64), [4] = IS(FIXED64),
                                  [5] = IS(FIXED64), [6] = IS(NUMBER),
                                  [7] = IS(FIXED64), [8] = IS(BYTES),
                                  [9] = IS(BYTES), [10] = IS(NUMBER),
                                  [11] = IS(BYTES), [12] = IS(FIXED64),
                                  [13] = IS(FIXED64), [14] = IS(FIXED64) },
    [SHAPE_QUANTILES_POINT] = { [2] = IS(FIXED64), [3] = IS(FIXED64),
                                [4] = IS(FIXED64), [5] = IS(FIXED64),
                                [6] = IS(BYTES), [7] = IS(PAIR),
                                [8] = IS(NUMBER) },
};
/* clang-format on */

typedef struct look {
    bool has_span;          /* a span with both ids was seen */
    bool has_timed_span;    /* ... and with a time */
    bool has_point;         /* a point of a metric with a time was seen */
    bool has_log;           /* a record of logs with a time was seen */
    bool has_item;          /* a span with ids, or data of a metric was seen */
    bool is_quick;          /* one of these is enough */
    const uint8_t *summary; /* the first trace id as text, NULL: not seen */
} look;

/* Names and keys have no control characters; most messages begin with one. */
static bool is_text(corr_cur c)
{
    while (c.p < c.end)
        if (*c.p++ < ' ')
            return false;
    return true;
}

static bool is_hex(corr_cur c)
{
    static const char digits[] = "0123456789abcdefABCDEF";

    while (c.p < c.end)
        if (!memchr(digits, *c.p++, sizeof digits - 1))
            return false;
    return true;
}

static uint32_t wire_type_of(shape s)
{
    switch ((int)s) {
    case SHAPE_NUMBER:
        return WIRE_VARINT;
    case SHAPE_FIXED32:
        return WIRE_FIXED32;
    case SHAPE_FIXED64:
        return WIRE_FIXED64;
    default:
        return WIRE_BYTES;
    }
}

static bool is_shape(corr_cur c, shape s, bool cut, unsigned depth, look *l);

static bool is_seen(const look *l)
{
    return l->is_quick && (l->has_timed_span || l->has_point || l->has_log);
}

/* f.bytes: the available bytes of the field; cut: some are missing. */
static bool fits_field_shape(const wire_field *f, shape s, bool cut,
                             unsigned depth, look *l)
{
    if (f->type != wire_type_of(s))
        return false;
    if (s == SHAPE_TEXT)
        return is_text(f->bytes);
    if (s == SHAPE_TRACE_ID)
        return f->value == 16 || f->value == 0 || f->value == 8;
    if (s == SHAPE_SPAN_ID)
        return f->value == 8 || f->value == 0;
    if (s < SHAPE_MESSAGES)
        return true;
    return is_shape(f->bytes, s, cut, depth + 1, l);
}

static bool is_shape(corr_cur c, shape s, bool cut, unsigned depth, look *l)
{
    const uint8_t *known = fields_of[s];
    bool has_trace = false, has_id = false, has_time = false, part = false;
    wire_field f;

    if (depth > DEPTH)
        return true;
    while (!is_seen(l) && wire_next_part(&c, &f, &part)) {
        if ((s == SHAPE_BATCH || s == SHAPE_METRICS_BATCH) &&
            f.number == PB_BATCH_OLD_GROUP)
            f.number = PB_BATCH_GROUP;
        /* unknown fields are ignored, but a message needs a known one */
        if (f.number >= FIELDS || !known[f.number]) {
            if (f.number < 8 || s < SHAPE_SPAN)
                return false;
            continue;
        }
        if (part && !cut)
            return false;
        if (!fits_field_shape(&f, (shape)(known[f.number] - 1), part, depth, l))
            return false;
        has_trace |= f.number == PB_SPAN_TRACE_ID && f.value >= 8;
        has_id |= f.number == PB_SPAN_ID && f.value == 8;
        has_time |= f.number == PB_SPAN_START || f.number == PB_SPAN_END;
        l->has_point |= s >= SHAPE_POINTS && f.number == POINT_TIME;
        l->has_log |= s == SHAPE_LOG && f.type == WIRE_FIXED64;
        if (s == SHAPE_SUMMARY && !l->summary && f.number == 1 && f.value > 8 &&
            f.value <= 32 && is_hex(f.bytes))
            l->summary = f.bytes.p;
    }
    if (is_seen(l))
        return true;
    l->has_span |= s == SHAPE_SPAN && has_trace && has_id;
    l->has_timed_span |= l->has_span && s == SHAPE_SPAN && has_time;
    l->has_item |= (s == SHAPE_SPAN && has_trace && has_id) ||
                   (s >= SHAPE_GAUGE && s < SHAPE_POINTS);
    return cut || !c.bad;
}

static bool is_message(const uint8_t *p, size_t n, shape s, bool cut, look *l)
{
    *l = (look){ 0 };
    return n && is_shape(corr_cur_of(p, n), s, cut, 0, l);
}

/* Whether the bytes are a message of this shape with a span or a point. */
static bool holds(const uint8_t *p, size_t n, shape s, bool cut)
{
    look l;

    return is_message(p, n, s, cut, &l) &&
           (l.has_span || l.has_point || l.has_log);
}

/* Whether the first record that is not empty is such a message. */
static bool is_records(const uint8_t *p, size_t n, shape s)
{
    uint32_t length = 0;

    while (n >= RECORD_HEAD && length == 0) {
        length = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
                 (uint32_t)p[2] << 8 | p[3];
        p += RECORD_HEAD;
        n -= RECORD_HEAD;
    }
    if (length == 0 || length > RECORD_MAX)
        return false;
    return holds(p, length < n ? length : n, s, length > n);
}

pb_framing otlp_pb_framing(const uint8_t *head, size_t n, bool whole)
{
    /* Tempo's answer for an unknown trace */
    static const uint8_t nothing[4] = { 0x0a, 0, 0x12, 0 };

    (void)whole; /* a truncated message is still one */
    if (n == sizeof nothing && memcmp(head, nothing, n) == 0)
        return PB_NOTHING;
    if (holds(head, n, SHAPE_TRACES, true))
        return PB_REQUEST;
    if (holds(head, n, SHAPE_ANSWER, true))
        return PB_ANSWER;
    if (is_records(head, n, SHAPE_TRACES))
        return PB_RECORDS;
    return PB_NONE;
}

static pb_framing framing_as(const uint8_t *head, size_t n, shape s)
{
    if (holds(head, n, s, true))
        return PB_REQUEST;
    return is_records(head, n, s) ? PB_RECORDS : PB_NONE;
}

pb_framing otlp_pb_metrics_framing(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return framing_as(head, n, SHAPE_METRICS);
}

pb_framing otlp_pb_logs_framing(const uint8_t *head, size_t n)
{
    return framing_as(head, n, SHAPE_LOGS);
}

/* ---- one batch ----------------------------------------------------------- */

/* The first field with this number that is bytes; the others are skipped
 * unseen. */
static bool find_bytes(corr_cur c, uint32_t number, corr_cur *found)
{
    bool part = false;
    wire_field f;

    while (wire_next_part(&c, &f, &part))
        if (f.number == number && f.type == WIRE_BYTES) {
            *found = f.bytes;
            return true;
        }
    return false;
}

/* Whether the first item has the ids of a span and a start in field 7, which no
 * other signal has.  This is quick, and most files have only traces. */
static bool begins_with_span(corr_cur batch)
{
    bool part = false, has_trace = false, has_id = false, has_start = false;
    corr_cur item;
    wire_field f;

    if (!find_bytes(batch, PB_BATCH_GROUP, &item) ||
        !find_bytes(item, PB_GROUP_ITEM, &item))
        return false;
    while (wire_next_part(&item, &f, &part)) {
        has_trace |= f.number == PB_SPAN_TRACE_ID && f.value == 16;
        has_id |= f.number == PB_SPAN_ID && f.value == 8;
        has_start |= f.number == PB_SPAN_START && f.type == WIRE_FIXED64;
        if (has_trace && has_id && has_start)
            return true;
    }
    return false;
}

/* A span and a metric can look alike up to their times, so a record with a
 * time goes before one without. */
otlp_signal otlp_pb_batch_signal(corr_cur batch, bool cut)
{
    static const shape shape_of[] = {
        [OTLP_SIGNAL_TRACES] = SHAPE_BATCH,
        [OTLP_SIGNAL_METRICS] = SHAPE_METRICS_BATCH,
        [OTLP_SIGNAL_LOGS] = SHAPE_LOGS_BATCH,
    };
    otlp_signal found = OTLP_SIGNALS;
    unsigned n = 0;

    if (begins_with_span(batch))
        return OTLP_SIGNAL_TRACES;
    for (unsigned s = 0; s < OTLP_SIGNALS; s++) {
        look l = { .is_quick = true };
        if (s == OTLP_SIGNAL_PROFILES) {
            if (otlp_profile_is_batch(batch, cut))
                return OTLP_SIGNAL_PROFILES;
            continue;
        }
        if (!is_shape(batch, shape_of[s], cut, 1, &l))
            continue;
        if (is_seen(&l))
            return (otlp_signal)s;
        found = l.has_item ? (otlp_signal)s : found;
        n += l.has_item;
    }
    return n == 1 ? found : OTLP_SIGNALS;
}

unsigned otlp_pb_row_signals(const uint8_t *head, size_t n)
{
    corr_cur c = corr_cur_of(head, n);
    unsigned seen = 0;
    bool part = false;
    wire_field f;

    while (wire_next_part(&c, &f, &part)) {
        const otlp_signal s =
            f.number == PB_TRACES_BATCH && f.type == WIRE_BYTES
                ? otlp_pb_batch_signal(f.bytes, part)
                : OTLP_SIGNALS;
        if (s < OTLP_SIGNALS)
            seen |= 1u << s;
        else if (!part && (f.number != OTLP_PROFILE_DICTIONARY ||
                           f.type != WIRE_BYTES || !seen))
            return 0;
    }
    return seen & (seen - 1) ? seen : 0;
}

pb_framing otlp_pb_any_framing(const uint8_t *head, size_t n)
{
    static const shape signals[] = { SHAPE_TRACES, SHAPE_METRICS, SHAPE_LOGS };

    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        const pb_framing f = framing_as(head, n, signals[i]);
        if (f != PB_NONE)
            return f;
    }
    if (otlp_pb_row_signals(head, n))
        return PB_REQUEST;
    switch (otlp_profile_framing_of(head, n)) {
    case OTLP_PROFILE_MESSAGE:
        return PB_REQUEST;
    case OTLP_PROFILE_RECORDS:
        return PB_RECORDS;
    case OTLP_PROFILE_NO_PROFILES:
    case OTLP_PROFILE_OLD:
        break;
    }
    return PB_NONE;
}

uint64_t otlp_pb_count_logs(corr_cur batch)
{
    wire_field group, f;
    uint64_t n = 0;

    while (wire_next(&batch, &group)) {
        corr_cur c = group.bytes;
        if (group.number != PB_BATCH_GROUP || group.type != WIRE_BYTES)
            continue;
        while (wire_next(&c, &f))
            n += f.number == PB_GROUP_ITEM && f.type == WIRE_BYTES;
    }
    return n;
}

/* ---- Tempo's search ----------------------------------------------------- */

/* Offset of the first trace id as text, which only a search result has; 0: no
 * such id. */
static size_t find_summary(const uint8_t *head, size_t n)
{
    look l;

    return is_message(head, n, SHAPE_SUMMARIES, true, &l) && l.summary
               ? (size_t)(l.summary - head)
               : 0;
}

static int search_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return find_summary(head, n) ? 60 : 0;
}

const corr_format corr_format_tempo_search_pb = {
    .name = "tempo-search-pb",
    .title = "answer of a Tempo search (protobuf)",
    .probe = search_probe,
    .refusal =
        "an answer of a Tempo search, which lists traces without their spans",
    .instead = "fetch /api/v2/traces/ID for the trace you want",
    .refused_at = find_summary,
};
