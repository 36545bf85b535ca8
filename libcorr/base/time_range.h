/*
 * time_range - "rec.jfr@14:00..14:10": a window of time behind a file's name.
 *
 * Either end may be left out; "-5m" is the last five minutes.  A time of day
 * means the day on which the input begins, so a window is resolved after the
 * input was read.
 */
#ifndef CORR_TIME_RANGE_H
#define CORR_TIME_RANGE_H

#include "corr_bytes.h"

/* Whether the text behind an @ is a window at all. */
bool time_range_is(corr_str text);
/* Resolves the window for an input that runs from first to last (CORR_NO_TIME:
 * unknown).  False: the window is a time of day or "-5m", and the input has no
 * time to relate it to. */
bool time_range_resolve(corr_str text, int64_t first, int64_t last,
                        int64_t *from, int64_t *to);

#endif
