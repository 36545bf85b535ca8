/*
 * otlp_span_common - the meaning of a span of OTLP, for JSON and protobuf.
 *
 * Specification: Span of trace.proto. Bits 8 and 9 of flags show whether it is
 * known if the parent is remote, and whether it is; Tempo does not keep them.
 * A parent of zeros, or an empty one, is no parent. Numbers of kind or status
 * that the specification does not define count as unspecified and unset.
 */
#ifndef CORR_OTLP_ROW_H
#define CORR_OTLP_ROW_H

#include "corr_format.h"

/* Corrects start and end, which are 0 if they are missing. A span without an
 * end is unfinished. A span with an impossible time gets length 0 and a
 * warning. */
void otlp_settle_times(corr_build *b, corr_span_row *row);

/* The process of a resource, made of its labels the first time.  procs: text or
 * bytes of a resource -> process; exporters repeat the resource with every batch
 * of its spans. */
typedef corr_labels otlp_make_labels(void *ctx);
corr_proc otlp_proc_of(corr_map *procs, corr_build *b, corr_str resource,
                       otlp_make_labels *make, void *ctx);

/* What the sender dropped of a span, by its own count. */
typedef struct otlp_dropped {
    uint64_t attrs, events, links;
} otlp_dropped;
void otlp_count_dropped(corr_build *b, uint64_t at, const otlp_dropped *n);

/* Span.flags: whether the parent is known to be in another process. */
void otlp_set_flags(corr_span_row *row, uint64_t flags);

#endif
