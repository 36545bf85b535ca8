/*
 * timeline - the inside of a timeline, and how levels of a strip are told.
 *
 * Bins are aligned to whole steps.  What is counted is divided by the time of
 * a bin that an input of that kind covers, so that the first and the last bin
 * do not look empty; a bin that none covers is unknown, NAN.
 */
#ifndef CORR_TIMELINE_P_H
#define CORR_TIMELINE_P_H

#include "corr_view.h"
#include "vec.h"

/* A stretch of time that an input is known for. */
typedef struct known_time {
    int64_t from, to;
} known_time;

typedef struct timeline_row {
    const char *name, *unit;
    double *value;   /* [bins] */
    uint32_t *count; /* [bins] of numbers that are averaged, else NULL */
    vec(known_time) known;
    double scale; /* of what is added up: 1 / ns, or seconds / ns */
    double gap;   /* ns between the numbers of a series, on average */
} timeline_row;

struct corr_timeline {
    corr_timeline_facts facts;
    vec(timeline_row) row;
    bool failed; /* out of memory */
};

#endif
