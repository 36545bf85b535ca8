/*
 * timeline - the private parts of a timeline.
 *
 * Bins are aligned to whole steps.  A sum is divided by the time of the bin
 * that inputs of its kind cover, so the first and the last bin do not look
 * empty.  A bin without coverage is unknown, NAN. A timeline owns its rows; one
 * thread makes it.  Out of memory sets failed.
 */
#ifndef CORR_TIMELINE_P_H
#define CORR_TIMELINE_P_H

#include "base/vec.h"
#include "corr_view.h"
#include "store/duplicate_samples.h"
#include "store/store.h"

typedef struct timeline_row {
    const char *name, *unit;
    corr_str service;
    uint64_t rows;   /* samples, numbers */
    double *value;   /* [bins] */
    double *ns;      /* [bins] of sums: divisors; else NULL */
    uint32_t *count; /* [bins] of means: numbers; else NULL */
    vec(stretch) known;
    double scale;      /* of sums: 1 / ns, or seconds / ns */
    double gap;        /* usual ns between the numbers of a series */
    int64_t every;     /* of a metric: ns between its points; else 0 */
    double before;     /* last number before the first bin, */
    int64_t before_at; /* and its time; 0: no number */
    bool usual;        /* only for metrics */
    uint8_t choice;    /* timeline_choice, only for metrics */
    int64_t whole;     /* longest recording without times in it, ns */
    bool points;       /* some summands have no length */
    bool state;        /* 1: it is so; 0: it is not */
} timeline_row;

/* How much a screen wants a metric, the most wanted first. */
typedef enum timeline_choice {
    CHOOSE_FIRST, /* asked for by name */
    CHOOSE_RATE,  /* quantiles, rates */
    CHOOSE_GAUGE, /* other values */
    CHOOSE_NEVER  /* buckets, alerts, other services */
} timeline_choice;

struct corr_timeline {
    corr_timeline_facts facts;
    vec(timeline_row) row;
    corr_str service; /* of rows that are added or found */
    vec(corr_timeline_alert) alert;
    duplicates duplicate; /* partly duplicate inputs, by kind */
    remarks remarks;
    bool failed; /* out of memory */
};

/* The unit of a row, and the factor of its sums or numbers. */
typedef struct timeline_unit {
    const char *unit;
    double scale;
} timeline_unit;

enum { TIMELINE_PER_SECOND = 1000000000 };

/* ---- timeline.c: bins and rows --------------------------------------------- */

/* The bin of a time; -1: outside. */
int64_t timeline_bin(const corr_timeline *t, int64_t time);
/* Adds a row, valid until the next addition; NULL: out of memory, and t has
 * failed. */
timeline_row *timeline_add_row(corr_timeline *t, const char *name,
                               const char *unit, double scale);
/* The row of this name and unit, or a new one. */
timeline_row *timeline_find_row(corr_timeline *t, const char *name,
                                const char *unit, double scale);
/* Adds an amount, spread over [from,to); all of it at from if that is empty. */
void timeline_spread(const corr_timeline *t, timeline_row *row, int64_t from,
                     int64_t to, double amount);
/* Marks a stretch of time as covered for a row of sums. */
void timeline_know(corr_timeline *t, timeline_row *row, int64_t from,
                   int64_t to);
/* Adds a number at a time to a row of means. */
void timeline_mean(const corr_timeline *t, timeline_row *row, int64_t time,
                   double value);

/* ---- timeline_range.c: the time and its bins ---------------------------- */

/* The time of an input's rows, of a selection or of all kinds; own: by its own
 * clock.  from > to: it has no times. */
stretch timeline_range_of(const input *in, const corr_sel *sel, bool own);
/* Whether an input counts; with a selection, only inputs that have rows in
 * it. */
bool timeline_asks(const corr_store *st, const corr_sel *sel, uint32_t i);
/* Sets the bins of t.  *only: the one input that counts, by its own clock;
 * UINT32_MAX: all inputs.  False: too many bins. */
bool timeline_place(corr_timeline *t, const corr_store *st,
                    const corr_timeline_opts *o, uint32_t *only, corr_err *err);

/* ---- timeline_input.c: rows of recordings and spans --------------------- */

const int64_t *timeline_times(const segment *g, bool own);
/* Whether a strip shows this kind: samples of activity, and waits that graphs
 * show. */
bool timeline_shows(const kind_row *k);
/* The number of points from the runtime itself; metrics are asked for by
 * name. */
size_t timeline_points(const input *in);
/* The start of a span if it is known and in the window of its file; else 0. */
int64_t timeline_start(const corr_store *st, uint32_t span);
/* The end of a span, after its start; the recorder existed until then. */
int64_t timeline_end(const corr_store *st, uint32_t span);

/* Adds the rows of an input except the duplicates. */
void timeline_add_segment(corr_timeline *t, const input *in, const segment *g,
                          const duplicate_times *others);
void timeline_add_series(corr_timeline *t, const input *in);
void timeline_add_spans(corr_timeline *t, const corr_store *st);
void timeline_add_selection(corr_timeline *t, const corr_timeline_opts *o);

/* ---- timeline_metric.c ------------------------------------------------------- */

/* Adds a row for each series of metrics, up to a limit; those of o->first in any
 * case. */
void timeline_add_metrics(corr_timeline *t, corr_store *st,
                          const corr_timeline_opts *o);

/* ---- timeline_choose.c ------------------------------------------------------- */

/* Marks the metrics to show first; values are final. */
void timeline_choose(corr_timeline *t, const corr_timeline_opts *o);
/* Adds the times in which the alerts of an input's series were active. */
bool timeline_add_alert(corr_timeline *t, const input *in,
                        uint32_t series) CORR_CHECK;
/* Joins the times of one alert; false: out of memory. */
void timeline_join_alerts(corr_timeline *t);

#endif
