/*
 * zipkin - declarations shared by the parts of the Zipkin reader.
 *
 * zipkin.c walks the document down to one record; zipkin_record.c converts it
 * to pieces, and zipkin_v1.c does so for records of the first version;
 * zipkin_merge.c holds pieces until all pieces of a span are there, and
 * zipkin_span.c makes a span of them.
 *
 * A span may be reported in several pieces, by two services under one id, and
 * with half of its trace id.  The pieces of a span are known at the end of
 * their trace. An inner list ends a trace.  In other files pieces are held up
 * to HOLD_BYTES; those of the current trace stay when others are passed on.
 */
#ifndef CORR_ZIPKIN_H
#define CORR_ZIPKIN_H

#include "common/json_traces.h"
#include "corr_builtin.h"

/* A part of a span, as one service reported it.  Values point into text. */
typedef struct zipkin_piece {
    corr_trace_id trace;
    uint64_t id, parent; /* parent 0: none */
    uint64_t at;         /* offset of the record */
    int64_t start;       /* ns, 0 unknown */
    int64_t duration;    /* ns, negative unknown */
    corr_span_kind kind;
    bool is_shared;
    bool is_v1;     /* its annotations have endpoints */
    bool is_half;   /* the record had both client and server */
    uint32_t order; /* order in the file */
    corr_str text;  /* text of the record */
    json_val name, tags, annotations, binary;
    json_val local, remote; /* endpoints */
    json_val other;         /* local endpoint of the other half */
} zipkin_piece;

typedef struct zipkin {
    export t;
    corr_vec(zipkin_piece *) piece; /* held pieces */
    corr_arena mem[2];              /* memory of the pieces; the second takes
                                       those that stay */
    uint32_t order;                 /* order of the next piece */
    unsigned level;                 /* lists around the current record */
} zipkin;

enum { ZIPKIN_HOLD_BYTES = 8 << 20 };

typedef struct zipkin_endpoint {
    json_val service, ipv4, ipv6, port;
} zipkin_endpoint;

/* The members of an endpoint; all of type JSON_NONE if it is no object. */
zipkin_endpoint zipkin_endpoint_of(zipkin *z, const json_val *v);
/* The service of an endpoint; borrowed from it or from scratch. */
corr_str zipkin_service(zipkin *z, const json_val *endpoint);

/* An annotation; only the first version has its endpoint. */
typedef struct zipkin_note {
    json_val time, value, endpoint;
} zipkin_note;
extern const json_name zipkin_note_name[JSON_COUNT(zipkin_note)];

/* An annotation with a key, of the first version. */
typedef struct zipkin_binary {
    json_val key, value, endpoint;
} zipkin_binary;
extern const json_name zipkin_binary_name[JSON_COUNT(zipkin_binary)];

/* An export_reader: holds the pieces of the record in the view. */
bool zipkin_read_record(void *ctx, json *view);

/* Makes one or two pieces of a record of the first version; returns their
 * number. The first piece has the members that both versions share. */
size_t zipkin_v1(zipkin *z, zipkin_piece piece[2]);

/* Whether an annotation of the first version belongs to this piece. */
bool zipkin_v1_is_of(zipkin *z, const zipkin_piece *p,
                     const json_val *endpoint);
/* Whether an annotation is the begin or end of a call, and no event. */
bool zipkin_v1_is_core(corr_str value);

/* Holds the pieces of one record. */
void zipkin_hold(zipkin *z, zipkin_piece *piece, size_t n);
/* Passes on the held pieces, except those of the last trace if is_over is
 * false. */
void zipkin_release(zipkin *z, bool is_over);

/* Adds the span of these pieces. */
void zipkin_add_span(zipkin *z, zipkin_piece *const *piece, size_t n);

#endif
