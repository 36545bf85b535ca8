/*
 * corr_when.h - what changed, when, and whether the code moves with it
 * (corr-methods 6).
 *
 * Series of the load and of metrics, their changes, the window of the main
 * change and its baseline, the functions that answer for it, and what happened
 * near it.  The object is a view: corr_view.h states ownership, failure and
 * order.
 */
#ifndef CORR_WHEN_H
#define CORR_WHEN_H

#include "corr_diff.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What a series is a series of. */
typedef enum corr_role {
    CORR_ROLE_CPU, /* samples of CPU, in cores */
    CORR_ROLE_LATENCY,
    CORR_ROLE_LOCK,
    CORR_ROLE_WAIT, /* for sockets, files, and what parks a thread */
    CORR_ROLE_ALLOC,
    CORR_ROLE_MEMORY,
    CORR_ROLE_GC,
    CORR_ROLE_LOAD, /* of a JVM or a machine */
    CORR_ROLE_REQUESTS,
    CORR_ROLE_OTHER,
    CORR_ROLE_COUNT
} corr_role;

/* Values at equal distances: value i is of [from + i step, from + (i + 1)
 * step), NAN: unknown. */
typedef struct corr_series_view {
    const char *name;   /* "cpu", "p95", the name of a metric with its labels */
    const char *unit;   /* as in corr_timeline_row */
    corr_str service;   /* "": unknown, or the name says it */
    corr_str operation; /* of a latency; "": all of the service */
    corr_role role;
    int64_t from, step;
    uint32_t n;
    const double *value;
    bool is_metric; /* of a file of metrics */
    bool is_asked;  /* the options name it */
} corr_series_view;

/* A change of the level of a series. */
typedef struct corr_change_at {
    uint32_t series;
    int64_t at, plus_minus; /* ns */
    int64_t until; /* the next change, or CORR_NO_TIME: the series ends so */
    bool up;
    double before, now; /* in the unit of the series */
    double noise;       /* |now - before| in units of its noise */
    double weight;      /* how much it matters, 0 and more */
    bool ends;          /* a spike ends here */
    bool is_main;       /* the one that is explained, or its end */
    bool is_near;       /* it began at the time of the main one */
} corr_change_at;

/* How far a profile explains the main change (corr-methods 6.4). */
typedef enum corr_explains {
    CORR_EXPLAINS_NOT,       /* no change, no profile, or other units */
    CORR_EXPLAINS_IT,        /* 60 % or more of it */
    CORR_EXPLAINS_ELSEWHERE, /* the rest is not in this process */
    CORR_EXPLAINS_LOST,      /* the profile has lost samples */
    CORR_EXPLAINS_FEW        /* fewer than 100 samples in a window */
} corr_explains;

typedef struct corr_when_explained {
    corr_explains how;
    double metric_delta, profile_delta, share; /* NAN: unknown */
    const char *unit;                          /* of both */
    const char
        *metric;       /* what was compared with the profile; NULL: no metric */
    double covered[2]; /* baseline, window: profile over metric; NAN */
    int64_t samples[2]; /* -1: unknown */
    corr_str service;   /* whose profile; "": several or unknown */
    corr_str kind;      /* of the samples; "": the operations of traces */
    const char *other;  /* a metric of another process that rose by a part of
                           what is not explained; NULL: none is known */
    double other_delta; /* in the unit of both */
    /* what threads waited for longer: "127.0.0.1:5432"; NULL: unknown */
    const char *object;
    const char *object_key; /* its label: "peer", "path", "class" */
    double object_delta;    /* in the unit of both */
} corr_when_explained;

typedef struct corr_suspect {
    const char *name;      /* a function, or an operation */
    corr_frame_view frame; /* of a function */
    corr_str service;      /* of an operation */
    bool is_operation;
    corr_change change;
    double base, now, delta; /* in the unit of explained */
    double share;            /* of the change of the metric; NAN */
    double part[2];          /* of the profile, 0..1: baseline, window; NAN */
    double correlation, rho; /* at the best lag; NAN: unknown */
    double lo, hi;           /* of the correlation, at 95 % */
    int64_t lag;             /* ns; positive: it follows */
    double score;            /* NAN: unknown */
    bool follows;
} corr_suspect;

/* What happened at one time. */
typedef enum corr_event_what {
    CORR_EVENT_VERSION,   /* the first span or series of a version */
    CORR_EVENT_START,     /* a process began */
    CORR_EVENT_FLAG,      /* a feature flag had this value for the first time */
    CORR_EVENT_RELOAD,    /* a configuration was loaded */
    CORR_EVENT_OPERATION, /* an operation was seen for the first time, or is
                             rare */
    CORR_EVENT_COUNT
} corr_event_what;
const char *corr_event_name(corr_event_what what); /* "version" */

typedef struct corr_event {
    corr_event_what what;
    corr_str service; /* or "" */
    corr_str name;    /* version, flag, operation */
    corr_str value;   /* of a flag; or "" */
    int64_t at;
    uint32_t n;   /* spans of the operation */
    bool is_near; /* near the main change */
} corr_event;

typedef struct corr_when_opts {
    int64_t from, to; /* 0,0: all times */
    bool edivisive;   /* change points by E-divisive, not by PELT */
    bool falls;       /* also spikes downward */
    /* Metrics that are asked about: selectors as of Prometheus, "" any series;
     * input: path of the file, or NULL. */
    const char *const *path;
    const char *const *selector;
    size_t nmetric;
} corr_when_opts;

typedef struct corr_when_facts {
    uint32_t looked;  /* series */
    uint32_t changed; /* of them */
    uint32_t main;    /* 1 + the main change; 0: nothing changed */
    int64_t from, to; /* of the main change: window, to 0: no change */
    int64_t base_from, base_to; /* baseline; to 0: no time is left for one */
    int64_t until; /* the end of the change; CORR_NO_TIME: it lasts */
    corr_when_explained explained;
} corr_when_facts;

typedef struct corr_when corr_when;

corr_when *corr_when_of(corr_store *st, const corr_when_opts *opts,
                        corr_err *err) CORR_CHECK;
corr_when_facts corr_when_facts_of(const corr_when *w);
/* The series that changed or are asked for, the most important first. */
uint32_t corr_when_nseries(const corr_when *w);
corr_series_view corr_when_series(const corr_when *w, uint32_t i);
/* Changes, the main one and its end first, then those near it, then others, by
 * importance. */
uint32_t corr_when_changes(const corr_when *w);
corr_change_at corr_when_change(const corr_when *w, uint32_t i);
/* By score, then delta, then name. */
uint32_t corr_when_suspects(const corr_when *w);
corr_suspect corr_when_suspect(const corr_when *w, uint32_t i);
/* By time. */
uint32_t corr_when_events(const corr_when *w);
corr_event corr_when_event(const corr_when *w, uint32_t i);
void corr_when_free(corr_when *w);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
