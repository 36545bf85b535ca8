/*
 * window - windows in the units of a server, with whole numbers only.
 *
 * A window is [from,to) in ns since 1970.  Rounding to a coarser unit widens
 * it: the start goes down, the end goes up.
 */
#ifndef CORR_FETCH_WINDOW_H
#define CORR_FETCH_WINDOW_H

#include "corr_bytes.h"

#define FETCH_US     INT64_C(1000)
#define FETCH_MS     INT64_C(1000000)
#define FETCH_SECOND INT64_C(1000000000)
#define FETCH_HOUR   (3600 * FETCH_SECOND)

/* The last whole unit at or before ns, and the first at or after it. */
int64_t fetch_units_down(int64_t ns, int64_t unit);
int64_t fetch_units_up(int64_t ns, int64_t unit);

/* Cuts the next piece of at most `most` ns off a window.  False: it is used
 * up.  Pieces begin at multiples of `most` behind the start. */
bool fetch_window_next(corr_window *rest, int64_t most, corr_window *piece);

/* Splits a window in the middle, at a whole unit.  False: a half would be
 * shorter than a unit. */
bool fetch_window_halves(corr_window w, int64_t unit, corr_window half[2]);

/* w, wider by `by` at both ends, but at 1970 or later. */
corr_window fetch_window_wider(corr_window w, int64_t by);

/* RFC 3339 in UTC, with a fraction only where there is one.  NULL: memory. */
const char *fetch_time(corr_arena *a, int64_t ns);
/* "20261121T163502Z", for names of files.  NULL: memory. */
const char *fetch_time_stamp(corr_arena *a, int64_t ns);

/* The time now, or the time of the question if it has one. */
int64_t fetch_now(int64_t asked);

#endif
