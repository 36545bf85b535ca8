/*
 * when - the private parts of the view of changes.
 *
 * The steps in order: when_load.c makes the series of profiles and runtimes,
 * when_requests.c those of requests, when_metrics.c those of metrics; each goes
 * through when_keep, which finds its changes (when_changes.c) and keeps a
 * series only if it changed or is asked for, so memory does not grow with the
 * number of series.  when_main.c chooses the main change and its windows,
 * when_explain.c compares them, when_object.c finds what threads waited for,
 * when_suspects.c asks which functions move with
 * the metric, when_events.c lists what happened.
 *
 * A corr_when owns its arena; it borrows the store.  One thread makes it.  A
 * bool result is false if memory is out.
 */
#ifndef CORR_WHEN_P_H
#define CORR_WHEN_P_H

#include "base/base.h"
#include "base/vec.h"
#include "corr_when.h"
#include "stats/change_points.h"
#include "store/store.h"

enum {
    WHEN_BINS = 2000,      /* of a series, at most */
    WHEN_FEW_BUCKETS = 40, /* and if one change is clearer there */
    WHEN_BUCKETS = 120,    /* that changes are looked for in, about */
    WHEN_LEAST_COUNT = 10, /* mean number of samples in a bucket */
    WHEN_KEPT = 64,        /* series of metrics that are kept */
    WHEN_TRIM_AT = 512,    /* series before some are dropped */
    WHEN_SUSPECTS = 20
};

/* A series with what is known of it besides. */
typedef struct when_series {
    corr_series_view s;
    double weight;      /* of its greatest change: what matters first */
    uint32_t input;     /* 1 + the input of a metric; 0: others */
    uint32_t row;       /* and its series there */
    bool is_gauge;      /* values are of instants, not of intervals */
    const double *fine; /* the same values at a finer step, or NULL */
    uint32_t per;       /* fine values in one */
    /* Whether a change from [before, at) to [at, until) is more than chance, by
     * what the values were made of; NULL: the values say it. */
    bool (*holds)(const void *of, int64_t before, int64_t at, int64_t until,
                  bool up);
    const void *of;
    uint32_t number;        /* in the order in which it was taken */
    double *kept;           /* its values; owned */
    corr_change_at *change; /* [nchange], ascending; owned */
    uint32_t nchange;
} when_series;

struct corr_when {
    corr_arena arena;
    corr_arena scratch; /* of a step */
    corr_arena work;    /* of when_keep */
    corr_store *st;
    const corr_when_opts *o;
    vec(when_series) series;
    vec(corr_change_at) change;
    vec(corr_suspect) suspect;
    vec(corr_event) event;
    corr_when_facts facts;
    uint32_t metric;     /* 1 + the series that is explained; 0: not chosen */
    corr_timeline *load; /* of profiles and runtimes, in fine bins */
    corr_diff *diff;     /* its texts */
};

/* Takes a series whose values are in w->scratch, or anywhere, and keeps it if
 * it changed or is asked for. */
bool when_keep(corr_when *w, const when_series *s) CORR_CHECK;
/* Drops the series that matter least, beyond WHEN_KEPT metrics. */
void when_trim(corr_when *w);
void when_sort_series(corr_when *w);
void when_free_series(corr_when *w);

bool when_add_load(corr_when *w, corr_err *err) CORR_CHECK;
bool when_add_requests(corr_when *w) CORR_CHECK;
corr_code when_add_metrics(corr_when *w, corr_err *err) CORR_CHECK;
/* Orders series and changes, chooses the main one, and sets the windows. */
bool when_choose(corr_when *w) CORR_CHECK;
corr_code when_explain(corr_when *w, corr_err *err) CORR_CHECK;
/* Finds what threads waited for, after when_explain. */
corr_code when_find_object(corr_when *w, corr_err *err) CORR_CHECK;
corr_code when_relate(corr_when *w, corr_err *err) CORR_CHECK;
bool when_list_events(corr_when *w) CORR_CHECK;

/* The mean of a series over a time; NAN: unknown. */
double when_mean(const corr_series_view *s, int64_t from, int64_t to);
/* The number of hardware threads in the settings of an input; 0: unknown. */
double when_cores(const input *in);

#endif
