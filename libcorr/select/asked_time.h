/*
 * asked_time - which rows are of the time that a question asks about.
 *
 * A window of spans has been applied to the spans: their samples need no second
 * look, and may have no times to look at.
 */
#ifndef CORR_ASKED_TIME_H
#define CORR_ASKED_TIME_H

#include "corr.h"
#include "model/input.h"

/* Whether samples are chosen by time. */
bool asked_time(const corr_query *q);
/* Whether the whole input was recorded in that time. */
bool asked_time_has_all(const corr_query *q, const input *in, const segment *g);
/* The part of a row that is of it, 0..1. */
double asked_time_part(const corr_query *q, const input *in, const segment *g,
                       size_t row);
/* Whether rows are left out only because they have no time: some of them may be
 * of the one that is asked for. */
bool asked_time_untold(const corr_query *q, const input *in, const segment *g);

#endif
