/*
 * withdraw - takes samples back from spans that another input has them of.
 *
 * A server selects a part of a profile by a span (selected_part.h).  The part
 * has all samples of the span, and the join of the whole may find some of them
 * a second time, by thread and time say.  The whole keeps its samples and loses
 * these spans, with the reason DUPLICATE.
 */
#ifndef CORR_WITHDRAW_H
#define CORR_WITHDRAW_H

#include "join/join.h"

/* Takes spans from the joined segments of an input.  False: out of memory. */
bool withdraw_spans(join_segment *segments, join_divided *divided,
                    const corr_store *st, uint32_t in) CORR_CHECK;

#endif
