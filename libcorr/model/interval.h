/*
 * interval - rows that stand for more than an instant: waits and pauses, from
 * their beginning to their end, and samples of wall-clock time that were taken
 * in many ticks and written as one.
 *
 * Of such a row that part counts in a window which is within it: a thread that
 * waits for an hour waits in each of its minutes, too.
 */
#ifndef CORR_LASTING_H
#define CORR_LASTING_H

#include "model/input.h"

/* When a sample was taken: at a time that may be off by u either way, or in so
 * many ticks from t to t + length (corr-methods 1.1, 1.4). */
typedef struct sample_time {
    int64_t t, u;
    int64_t ticks, length; /* ticks up to 1: one; at most SAMPLE_TIME_TICKS */
} sample_time;

enum { SAMPLE_TIME_TICKS = 1 << 30 };

/* When its tick i is, from 0 on. */
int64_t sample_time_tick(const sample_time *m, int64_t i);
/* The part of it that is in [from, to), 0..1. */
double sample_time_inside(const sample_time *m, int64_t from, int64_t to);

/* Whether rows may stand for several ticks. */
bool interval_has_ticks(const input *in, const segment *g);
/* When a row that has a time was taken, as far as itself tells (u is 0): in its
 * ticks, or when it began. */
sample_time interval_moment(const input *in, const segment *g, size_t row);
/* Whether rows last. */
bool interval_is(const input *in, const segment *g);
/* The part of a row, of those that last, that is in [from, to), 0..1. */
double interval_inside(const input *in, const segment *g, size_t row,
                       int64_t from, int64_t to);
/* Leaves of rows that last what is in [from, to), in order.  False: out of
 * memory, all is as it was. */
bool interval_cut(const input *in, segment *g, int64_t from, int64_t to);

#endif
