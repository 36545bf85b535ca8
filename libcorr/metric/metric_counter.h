/*
 * metric_counter - the growth of several series of metrics together, between
 * any two times (corr-methods 6.1).
 *
 * A value below the one before has restarted from 0.  A series that appears
 * while others of its target are known started at 0.  A counter grows evenly
 * between two points.  Series with equal names and labels, from several exports
 * of the same time, count as one.  Inputs with windows count only inside; the
 * points next to the ends of a window give the value at its ends.
 *
 *     metric_counter_add(&c, in, series);       any number of times
 *     metric_counter_ready(&c);
 *     n = metric_counter_grew(&c, from, to);
 *
 * The caller owns a counter and clears it, even after a failure.  Queries do
 * not change it once it is ready.
 */
#ifndef CORR_METRIC_COUNTER_H
#define CORR_METRIC_COUNTER_H

#include "model/input.h"

typedef struct metric_counter_point {
    int64_t time;
    double value; /* as exported; once ready: the sum since the first point */
    uint32_t series;
    bool is_begin; /* not measured: counting began here */
} metric_counter_point;

typedef struct metric_counter_series {
    uint32_t first, n; /* points */
    uint32_t target;
    uint32_t part; /* part of the counter, numbered by the caller */
    bool is_delta;
} metric_counter_series;

typedef struct counter {
    vec(metric_counter_point) point;
    vec(metric_counter_series) series;
    vec(int64_t) time; /* times of all series, ascending, without repeats */
    corr_map by_labels, targets;
    corr_arena scratch;
    int64_t every; /* usual ns between two measured points of a series, or 0 */
    int64_t step;  /* the same, or of the times of all series; 0: there is only
                      one time */
    bool falls;    /* a series of unknown type falls: it may not be a counter */
    bool is_cut;   /* inputs have windows: only [from,to) counts */
    bool is_whole; /* some input has no window */
    int64_t from, to;
} counter;

/* Adds a series; part: 0, or a number for what it counts.  False: out of
 * memory. */
bool metric_counter_add(counter *c, const input *in, uint32_t series,
                        uint32_t part) CORR_CHECK;
bool metric_counter_ready(counter *c) CORR_CHECK;
void metric_counter_clear(counter *c);

/* Whether two points are at most two steps apart, close enough to interpolate
 * between them. */
bool metric_counter_near(const counter *c, int64_t from, int64_t to);
/* The growth of all series in [from,to), or of the series of one part. */
double metric_counter_grew(const counter *c, int64_t from, int64_t to);
double metric_counter_grew_of(const counter *c, uint32_t part, int64_t from,
                              int64_t to);
/* The ns of [from,to) that the points cover.  An end is covered if it is
 * between two points at most two steps apart. */
int64_t metric_counter_covers(const counter *c, int64_t from, int64_t to);
/* The number of targets (instances or pods); 1 if no label names any. */
uint32_t metric_counter_targets(const counter *c);

#endif
