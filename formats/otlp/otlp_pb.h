/*
 * otlp_pb - what the parts of the OTLP protobuf reader share.
 *
 * otlp_pb.c walks the stream down to one span or metric, otlp_pb_span.c turns a
 * span into rows, otlp_pb_metrics.c a metric; otlp_pb_attr.c and otlp_pb_value.c turn attributes into labels;
 * otlp_pb_shape.c recognizes traces and metrics by their nesting.
 */
#ifndef CORR_OTLP_PB_H
#define CORR_OTLP_PB_H

#include "common/wire_stream.h"
#include "corr_builtin.h"
#include "otlp/otlp_signal.h"

/* Field numbers by message, from opentelemetry/proto/trace/v1 and common/v1. */
enum { PB_TRACES_BATCH = 1 };
enum { PB_ANSWER_TRACE = 1, PB_ANSWER_STATUS = 3, PB_ANSWER_MESSAGE = 4 };
enum {
    PB_BATCH_RESOURCE = 1,
    PB_BATCH_GROUP = 2,
    PB_BATCH_OLD_GROUP = 1000 /* in the middle of 2022 */
};
enum { PB_GROUP_SCOPE = 1, PB_GROUP_ITEM = 2 };
enum { PB_RESOURCE_ATTR = 1 };
enum { PB_SCOPE_NAME = 1, PB_SCOPE_VERSION = 2, PB_SCOPE_ATTR = 3 };
enum {
    PB_SPAN_TRACE_ID = 1,
    PB_SPAN_ID = 2,
    PB_SPAN_TRACE_STATE = 3,
    PB_SPAN_PARENT_ID = 4,
    PB_SPAN_NAME = 5,
    PB_SPAN_KIND = 6,
    PB_SPAN_START = 7,
    PB_SPAN_END = 8,
    PB_SPAN_ATTR = 9,
    PB_SPAN_DROPPED_ATTRS = 10,
    PB_SPAN_EVENT = 11,
    PB_SPAN_DROPPED_EVENTS = 12,
    PB_SPAN_LINK = 13,
    PB_SPAN_DROPPED_LINKS = 14,
    PB_SPAN_STATUS = 15,
    PB_SPAN_FLAGS = 16
};
enum { PB_EVENT_TIME = 1, PB_EVENT_NAME = 2, PB_EVENT_ATTR = 3 };
enum { PB_LINK_TRACE_ID = 1, PB_LINK_SPAN_ID = 2, PB_LINK_ATTR = 4 };
enum { PB_STATUS_MESSAGE = 2, PB_STATUS_CODE = 3 };

/* How the messages of a file are framed. */
typedef enum pb_framing {
    PB_NONE,    /* the file looks like another format */
    PB_REQUEST, /* one export request; requests in a row read as one */
    PB_ANSWER,  /* Tempo's TraceByIDResponse: a trace, one level deeper */
    PB_RECORDS, /* export requests, each after its length in four bytes */
    PB_NOTHING  /* such an answer without a trace */
} pb_framing;

typedef struct otlp_pb otlp_pb;

/* How traces and metrics differ. */
typedef struct otlp_pb_signal {
    /* names of messages, for reports of damage */
    const char *group, *batch;
    const char *refusal;
    pb_framing (*framing)(const uint8_t *head, size_t n, bool whole);
    /* Reads a span or a metric. */
    void (*read)(otlp_pb *o, corr_cur item);
    bool is_metrics;
} otlp_pb_signal;

struct otlp_pb {
    wire_stream s;
    const otlp_pb_signal *signal;
    otlp_met met;
    const corr_want *want;
    bool no_spans; /* only records of other signals are wanted */
    bool attrs;    /* attributes, events and links are wanted */
    bool as_text;  /* attributes become labels of metrics */

    /* of the current batch */
    corr_cur resource; /* kept in resource_mem */
    bool has_resource;
    corr_proc proc;  /* nil: no span needed it yet */
    bool proc_later; /* a span got the process before the resource was read */
    corr_arena resource_mem;
    corr_map procs; /* bytes of a resource -> process */

    corr_cur scope; /* of the current group; in scope_mem */
    corr_arena scope_mem;
    corr_arena scratch; /* of one span */
    uint64_t at;        /* offset of the span or metric being read */
};

/* Reads a whole source and frees the memory of o. */
void otlp_pb_read_all(otlp_pb *o, corr_src *in, corr_build *b);

static inline corr_str pb_text(corr_cur c)
{
    return (corr_str){ (const char *)c.p, corr_cur_left(&c) };
}

/* Pushes the attributes in the fields with this number onto the open label set;
 * without all, only those of the thread. */
void otlp_pb_push_attrs(otlp_pb *o, corr_cur message, uint32_t number,
                        bool all);
corr_labels otlp_pb_labels(otlp_pb *o, corr_cur message, uint32_t number);

/* The process of the current spans (otlp_pb.c). */
corr_proc otlp_pb_proc(otlp_pb *o);

/* Reads a whole span. A malformed span is left out and reported. */
void otlp_pb_read_span(otlp_pb *o, corr_cur span);

/* The framing of any signal: PB_REQUEST, PB_RECORDS or PB_NONE. */
pb_framing otlp_pb_any_framing(const uint8_t *head, size_t n);
/* The framing of logs. */
pb_framing otlp_pb_logs_framing(const uint8_t *head, size_t n);
/* The signal of the records of one resource; cut: their end is missing.
 * OTLP_SIGNALS: no record shows it. */
otlp_signal otlp_pb_batch_signal(corr_cur batch, bool cut);
/* The signals, as bits, of requests of several signals in a row; 0: the bytes
 * are not such requests. */
unsigned otlp_pb_row_signals(const uint8_t *head, size_t n);
/* The number of records of logs. */
uint64_t otlp_pb_count_logs(corr_cur batch);
pb_framing otlp_pb_framing(const uint8_t *head, size_t n, bool whole);
/* The framing of metrics: PB_REQUEST, PB_RECORDS or PB_NONE. */
pb_framing otlp_pb_metrics_framing(const uint8_t *head, size_t n, bool whole);

#endif
