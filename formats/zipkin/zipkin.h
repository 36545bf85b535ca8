/*
 * zipkin - what the parts of the Zipkin reader share.
 *
 * zipkin.c walks the document down to one record; zipkin_record.c makes pieces
 * of it, and zipkin_v1.c of a record of the first version; zipkin_merge.c keeps
 * pieces until those that belong together are there, and zipkin_span.c makes a
 * span of them.
 *
 * A span may be reported in several pieces, by two services under one id, and
 * with half of its trace id; which pieces belong together is known at the end
 * of their trace.  A list inside a list ends one.  Elsewhere pieces are kept as
 * long as they take no more than HOLD_BYTES, those of the trace at hand even
 * when others go.
 */
#ifndef CORR_ZIPKIN_H
#define CORR_ZIPKIN_H

#include "common/json_traces.h"
#include "corr_builtin.h"

/* Part of a span, as one service reported it.  Values point into text. */
typedef struct zipkin_piece {
    corr_trace_id trace;
    uint64_t id, parent; /* parent 0: none */
    uint64_t at;         /* offset of the record */
    int64_t start;       /* ns, 0 unknown */
    int64_t duration;    /* ns, negative unknown */
    corr_span_kind kind;
    bool is_shared;
    bool is_v1;     /* its annotations have endpoints */
    bool is_half;   /* the record was that of client and server at once */
    uint32_t order; /* as read */
    corr_str text;  /* the record */
    json_val name, tags, annotations, binary;
    json_val local, remote; /* endpoints */
    json_val other;         /* local endpoint of the other half */
} zipkin_piece;

typedef struct zipkin {
    export t;
    corr_vec(zipkin_piece *) piece; /* held */
    corr_arena mem[2];              /* of them: the second takes what stays */
    uint32_t order;                 /* of the next */
    unsigned level;                 /* lists around the record at hand */
} zipkin;

enum { ZIPKIN_HOLD_BYTES = 8 << 20 };

enum zipkin_endpoint_member {
    ZIPKIN_SERVICE,
    ZIPKIN_IPV4,
    ZIPKIN_IPV6,
    ZIPKIN_PORT,
    ZIPKIN_ENDPOINT_MEMBERS
};

/* An endpoint's members; all of type JSON_NONE if it is none. */
void zipkin_endpoint(zipkin *z, const json_val *endpoint, json_val *m);
/* Whose endpoint it is; borrowed from it or from scratch. */
corr_str zipkin_service(zipkin *z, const json_val *endpoint);

/* A export_reader: holds the pieces of the record in the view. */
bool zipkin_read_record(void *ctx, json *view);

/* Makes one or two pieces of what the first version wrote; returns how many.
 * The first has the members that both versions have. */
size_t zipkin_v1(zipkin *z, zipkin_piece piece[2]);

/* Whether an annotation of the first version belongs to this piece. */
bool zipkin_v1_is_of(zipkin *z, const zipkin_piece *p,
                     const json_val *endpoint);
/* Whether it says when a call began or ended, and is no event. */
bool zipkin_v1_is_core(corr_str value);

/* Keeps pieces of one record. */
void zipkin_hold(zipkin *z, zipkin_piece *piece, size_t n);
/* Passes on what is held; but for those of the last trace, if that is not
 * over. */
void zipkin_release(zipkin *z, bool is_over);
/* A held piece of the span with this id, other than shared ones; NULL. */
const zipkin_piece *zipkin_find(const zipkin *z, uint64_t trace_lo,
                                uint64_t id);

/* Adds the span that these pieces are. */
void zipkin_add_span(zipkin *z, zipkin_piece *const *piece, size_t n);

#endif
