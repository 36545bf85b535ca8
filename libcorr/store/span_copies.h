/*
 * span_copies - which records are one span, and which are two of one id
 * (corr-methods 0).
 *
 * Records of one trace and span id are copies if start, name, kind and service
 * agree: the best one is kept.  Caller and callee of one call may share the id:
 * the callee is marked in spans.half.  All others are different spans that have
 * the same id; all of them are kept and counted in spans.reused.  Half of a
 * request may have 64 bits of its trace id: it is listed under the whole id if
 * parents or ids tie the two.
 *
 * A module of spans.c, which owns the table.
 */
#ifndef CORR_SPAN_COPIES_H
#define CORR_SPAN_COPIES_H

#include "store/spans.h"

/* Lists the spans of all inputs, as spans_list.  Fills at, trace, trace_of,
 * half, several, copies and reused.  False: out of memory. */
bool span_copies_fold(spans *s, const input *const *in, size_t n,
                      const corr_map *ids) CORR_CHECK;

#endif
