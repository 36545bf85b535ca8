/*
 * interval - rows that last: waits and pauses from their start to their end,
 * and wall-clock samples of many ticks that were written as one row.
 *
 * Only the part of a row inside a window counts in that window: a thread that
 * waits for an hour also waits in each minute of that hour.
 */
#ifndef CORR_INTERVAL_H
#define CORR_INTERVAL_H

#include "model/input.h"

/* The time of a sample: t with an error of up to u either way, or a number of
 * ticks spread evenly from t to t + length (corr-methods 1.1, 1.4). */
typedef struct sample_time {
    int64_t t, u;
    int64_t ticks, length; /* ticks 0 and 1: one tick; at most
                              SAMPLE_TIME_TICKS */
} sample_time;

enum { SAMPLE_TIME_TICKS = 1 << 30 };

/* The time of tick i, counted from 0. */
int64_t sample_time_tick(const sample_time *m, int64_t i);
/* The part of the sample inside [from, to), 0..1. */
double sample_time_inside(const sample_time *m, int64_t from, int64_t to);

/* Whether rows of the segment may stand for several ticks. */
bool interval_has_ticks(const input *in, const segment *g);
/* The time of a row that has one, as the row itself gives it (u is 0): its
 * ticks, or its start. */
sample_time interval_moment(const input *in, const segment *g, size_t row);
/* Whether rows of the segment last. */
bool interval_is(const input *in, const segment *g);
/* The part of a lasting row inside [from, to), 0..1. */
double interval_inside(const input *in, const segment *g, size_t row,
                       int64_t from, int64_t to);
/* Keeps only the part of lasting rows inside [from, to), sorted by time.
 * False: out of memory, the segment is unchanged. */
bool interval_cut(const input *in, segment *g, int64_t from, int64_t to);

#endif
