/*
 * time_range - "rec.jfr@14:00..14:10": a stretch of time behind a file's name.
 *
 * Either end may be left out; "-5m" is the last five minutes.  Times of day
 * are on the day on which the input begins, so a window is resolved when the
 * input has been read.
 */
#ifndef CORR_WINDOW_H
#define CORR_WINDOW_H

#include "corr_bytes.h"

/* Whether the text behind an @ is a window at all. */
bool time_range_is(corr_str text);
/* The window on an input that runs from first to last (CORR_NO_TIME: it does
 * not say).  False: a time of day, or "-5m", but nothing to relate it to. */
bool time_range_resolve(corr_str text, int64_t first, int64_t last,
                        int64_t *from, int64_t *to);

#endif
