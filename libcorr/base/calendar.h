/*
 * calendar - points in time and the calendar, in integers.
 *
 * Times are ns since 1970-01-01 UTC; the calendar is the proleptic Gregorian
 * one.  There is no time zone database: a zone is minutes east of UTC, and a
 * time without a zone is UTC. Nothing here allocates or keeps state.
 */
#ifndef CORR_CALENDAR_H
#define CORR_CALENDAR_H

#include "corr_bytes.h"

#define CALENDAR_S   INT64_C(1000000000)
#define CALENDAR_DAY (86400 * CALENDAR_S)

/* "14:15:06Z", for output that shows the day elsewhere; buf[CORR_PRINT_MAX]. */
const char *calendar_print_clock(char *buf, int64_t unix_ns, int tz_min);

/* "2026-02-05 13:59:58.120Z..14:00:03.000Z": the day is printed once if both
 * ends have the same day. */
enum { CALENDAR_RANGE_MAX = 128 };
const char *calendar_print_range(char *buf, int64_t from, int64_t to);

#endif
