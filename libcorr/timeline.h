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
    double *ns;      /* [bins] of sums, what they were divided by, else NULL */
    uint32_t *count; /* [bins] of numbers that are averaged, else NULL */
    vec(known_time) known;
    double scale;  /* of what is added up: 1 / ns, or seconds / ns */
    double gap;    /* ns between the numbers of a series, on average */
    int64_t every; /* of a metric: ns between its points; else 0 */
    double before; /* the last number before the first bin, and its time, 0: */
    int64_t before_at; /* there is none */
    bool usual;        /* of a metric */
    bool points;       /* some of what is added up has no length */
} timeline_row;

struct corr_timeline {
    corr_timeline_facts facts;
    vec(timeline_row) row;
    bool failed; /* out of memory */
};

/* A row more, good until the next one; NULL: out of memory, t has failed. */
timeline_row *timeline_add_row(corr_timeline *t, const char *name,
                               const char *unit, double scale);
/* Adds an amount, spread over [from,to); all of it at from if that is empty. */
void timeline_spread(const corr_timeline *t, timeline_row *row, int64_t from,
                     int64_t to, double amount);
/* A row of sums is known for this time. */
void timeline_know(corr_timeline *t, timeline_row *row, int64_t from,
                   int64_t to);
/* Adds a number to those of a time, of a row that has count. */
void timeline_mean(const corr_timeline *t, timeline_row *row, int64_t time,
                   double value);

/* A row for each series of metrics (timeline_metric.c). */
void timeline_add_metrics(corr_timeline *t, corr_store *st);

#endif
