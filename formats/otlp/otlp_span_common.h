/*
 * otlp_span_common - what a span of OTLP means, however it is written.
 *
 * Specification: Span of trace.proto.  Bits 8 and 9 of flags say whether the
 * parent is known to be remote, and whether it is; Tempo does not keep them.  A
 * parent of zeros, or an empty one, is no parent.  Numbers of kind or status that
 * the specification does not have count as unspecified and unset.
 */
#ifndef CORR_OTLP_ROW_H
#define CORR_OTLP_ROW_H

#include "corr_format.h"

/* Start and end as they were read, 0 where there is none: a span that has no
 * end is not finished; what cannot be is told, and takes no time. */
void otlp_settle_times(corr_build *b, corr_span_row *row);

/* Span.flags: whether the parent is known to be in another process. */
void otlp_set_flags(corr_span_row *row, uint64_t flags);

#endif
