/*
 * timeline - the inside of a timeline.
 *
 * Bins are aligned to whole steps.  What is counted is divided by the time of
 * a bin that an input of that kind covers, so that the first and the last bin
 * do not look empty; a bin that none covers is unknown, NAN.
 */
#ifndef CORR_TIMELINE_P_H
#define CORR_TIMELINE_P_H

#include "base/vec.h"
#include "corr_view.h"
#include "store/duplicate_samples.h"
#include "store/store.h"

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
    duplicates spare; /* all of them partly: of kinds that others have */
    remarks remarks;
    bool failed; /* out of memory */
};

/* ---- timeline.c: bins and rows --------------------------------------------- */

/* The bin of a time; outside: -1. */
int64_t timeline_bin(const corr_timeline *t, int64_t time);
/* A row more, good until the next one; NULL: out of memory, t has failed. */
timeline_row *timeline_add_row(corr_timeline *t, const char *name,
                               const char *unit, double scale);
/* The row of this name and unit, or a new one. */
timeline_row *timeline_find_row(corr_timeline *t, const char *name,
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

/* ---- timeline_range.c: which time is looked at ------------------------------ */

typedef struct timeline_range {
    int64_t from, to; /* from > to: no time is known */
} timeline_range;

/* The time of what an input has of a selection, or of all kinds; own: by its own
 * clock. */
timeline_range timeline_range_of(const input *in, const corr_sel *sel,
                                 bool own);
/* Whether an input is looked at: of a selection only those that it is of. */
bool timeline_asks(const corr_store *st, const corr_sel *sel, uint32_t i);
/* Sets the bins of t; *only: the one input that is looked at, by its own clock,
 * UINT32_MAX: all are.  False: they are too many. */
bool timeline_place(corr_timeline *t, const corr_store *st,
                    const corr_timeline_opts *o, uint32_t *only, corr_err *err);

/* ---- timeline_input.c: what is known of it ---------------------------------- */

const int64_t *timeline_times(const segment *g, bool own);
/* Kinds that a strip is made of: samples of what goes on, and the waits that
 * are found in graphs. */
bool timeline_shows(const kind_row *k);
/* How many points a runtime tells of itself; metrics are asked for by name. */
size_t timeline_points(const input *in);
/* When a span starts, if that is known and in the window of its file; or 0. */
int64_t timeline_start(const corr_store *st, uint32_t span);
/* When it ends, behind its start: who told of it was there until then. */
int64_t timeline_end(const corr_store *st, uint32_t span);

/* Adds what is of an input, but for what is spare. */
void timeline_add_segment(corr_timeline *t, const input *in, const segment *g,
                          const spare *others);
void timeline_add_series(corr_timeline *t, const input *in);
void timeline_add_spans(corr_timeline *t, const corr_store *st);
void timeline_add_selection(corr_timeline *t, const corr_timeline_opts *o);

/* ---- timeline_metric.c ------------------------------------------------------- */

/* A row for each series of metrics. */
void timeline_add_metrics(corr_timeline *t, corr_store *st);

#endif
