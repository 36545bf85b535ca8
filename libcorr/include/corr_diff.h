/*
 * corr_diff.h - two selections side by side: what got dearer, by how much, and
 * is it more than noise (corr-methods 4).
 *
 * Both selections are of one store and of one kind.  A row is a function under
 * the name that both sides know it by.
 * Values are doubles in the unit of the selection, divided by what the sides
 * are divided by (`per`); totals are whole numbers and divided by nothing.
 *
 * As everywhere: corr_x_of makes it, NULL on failure with a sentence in err.
 */
#ifndef CORR_DIFF_H
#define CORR_DIFF_H

#include "corr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What cost is divided by (corr-methods 4.3). */
typedef enum corr_per {
    CORR_PER_DEFAULT, /* requests, else seconds, else share */
    CORR_PER_REQUEST,
    CORR_PER_SECOND,
    CORR_PER_SHARE,
    CORR_PER_CORE,
    CORR_PER_TOTAL,
    CORR_PER_COUNT
} corr_per;
const char *corr_per_name(corr_per per); /* "request" */

/* What became of a row (corr-methods 4.4). */
typedef enum corr_change {
    CORR_SAME,
    CORR_GREW,
    CORR_SHRANK,
    CORR_NEW,
    CORR_GONE,
    CORR_MOVED,   /* its cost went to other callers */
    CORR_UNCLEAR, /* large, and no more than noise could be */
    CORR_CHANGE_COUNT
} corr_change;
const char *corr_change_name(corr_change c); /* "grew" */

/* GREW, SHRANK, NEW, GONE: its cost changed by more than noise. */
bool corr_change_real(corr_change c);

/* Rows are called at this false discovery rate. */
#define CORR_FDR 0.05

/* What is less is not told as a change: of the base total, of the row. */
#define CORR_MIN_ABS 0.005
#define CORR_MIN_REL 0.10

/* Whose cost is asked for, besides that of every row. */
typedef struct corr_diff_ask {
    const char *function; /* its name, or the end of it after a separator;
                             NULL: the total */
    bool cumulative;      /* with what it calls; recursion counts once */
    bool now; /* of interest is the new side: a name that it has is only what
                 it calls so, whatever the base did */
} corr_diff_ask;

typedef struct corr_diff_opts {
    corr_per per;
    corr_by by; /* FUNCTION to MODULE */
    corr_show show;
    bool raw_names; /* names as they are written */
    double min_abs; /* of the base total; 0: CORR_MIN_ABS */
    double min_rel; /* 0: CORR_MIN_REL */
    /* Libraries hand their change to the nearest caller that is the
     * application's: that begins with `app` or, if that is NULL, looks so; not
     * with `leaves`. */
    const char *app;
    bool leaves;
    /* A metric that counts requests, as corr-diff(1) writes it;
     * NULL: one that obviously does, if there is just one, else spans. */
    const char *requests;
    bool by_fdr;    /* Benjamini-Yekutieli in place of Benjamini-Hochberg */
    bool bootstrap; /* intervals by resampling */
    bool tree;      /* corr_diff_nodes will be asked */
    const corr_diff_ask *ask;
    uint32_t nask;
} corr_diff_opts;

typedef struct corr_diff_side {
    int64_t from, to; /* CORR_NO_TIME: unknown */
    double seconds;   /* of profiles, of all instances; NAN: unknown */
    uint32_t files, clusters;
    double requests;      /* NAN: unknown */
    double by_spans;      /* those that spans tell; NAN: unknown */
    bool adjusted;        /* a span that was kept stands for several requests */
    int64_t observations; /* -1: unknown */
    double effective;     /* samples of one weight that would tell as much */
    bool objects;         /* of which a profiler of allocations took a sample */
    int64_t total;
    double factor; /* what its values were divided by */
    /* of a question with chosen spans, which are then the requests: how many of
     * them have a sample, and on what evidence */
    uint32_t sampled;
    uint32_t covered; /* a profile ran during these */
    corr_evidence evidence;
    corr_remarks remarks; /* of the selection by itself */
} corr_diff_side;

/* Requests of an endpoint, as a metric counts them. */
typedef struct corr_diff_route {
    corr_str name; /* "GET /cart" */
    double requests[2];
} corr_diff_route;

/* Traffic and code (corr-methods 4.6); per request. */
typedef struct corr_diff_mix {
    bool known;
    bool
        by_counter; /* the metric that counts requests says of what they were */
    const char *label; /* by which samples say it, where no spans do; or NULL */
    double mix, rate, total;
    bool leads; /* most of it is traffic: rows are at the mix of the new side */
} corr_diff_mix;

/* A number and its interval at 95 %; NAN: unknown. */
typedef struct corr_estimate {
    double value, lo, hi;
} corr_estimate;

typedef struct corr_diff_facts {
    corr_diff_side side[2];
    corr_str kind, service;
    corr_unit unit;
    corr_per per;
    corr_str per_what; /* operation, if requests are all of one; else empty */
    bool matching; /* requests are those that have a span which was asked for */
    const char *counter;    /* the metric that counted requests; NULL: spans */
    int64_t counter_step;   /* ns between its points, as a rule */
    uint32_t counter_of;    /* instances that it is of */
    const char *no_counter; /* why one that might have did not; or NULL */
    const corr_diff_route
        *route; /* by endpoint, most requests first; or NULL */
    uint32_t nroute;
    corr_diff_mix mix;
    double ratio, lo, hi; /* of the totals, at the mix of the new side where
                             traffic leads; NAN: unknown */
    double phi;           /* how much observations of the total clump */
    double total[2];      /* divided */
    corr_estimate as_is;  /* the ratio of these */
    double dispersion;    /* of the median row that was tested */
    double widen;         /* baseline against itself; 1: as expected */
    uint32_t tested;
    uint32_t resamples; /* of clusters, for the intervals; 0: the model's */
    uint32_t splits; /* of the baseline in halves, drawn for widen; 0: none, or
                         * all that there are */
    uint64_t seed;   /* of both; 0: nothing was drawn */
    bool one_each;   /* one profile a side: noise cannot be seen */
    bool standing;   /* states or sums since a process began: means of files, */
    bool counted;    /* and all of them are such sums, */
    bool of_each;    /* of each service by itself, as there are several */
    bool within_run; /* clusters are windows of one recording */
    bool few;        /* too few samples to rank anything */
    /* Stacks of this side, 1 + 0 or 1, are cut off where those of the other go
     * on: functions are compared by themselves alone.  0: they are not. */
    unsigned shallow;
    bool found;                   /* some row changed significantly */
    double at_share, least_ratio; /* smallest visible growth; NAN */
    double enough; /* samples a side that would show a 20 % change of a function
                      with 10 % of the cost, in files of this size */
    uint32_t nrules; /* of names that were changed */
    corr_remarks remarks;
} corr_diff_facts;

typedef struct corr_diff_row {
    corr_change change;
    const char *name;
    const char *renamed_from; /* or NULL */
    const char *caller;       /* nearest frame of the application, or NULL;
                                 of one of two rows, what tells it from the
                                 other */
    bool pooled;              /* numbering changed */
    bool spread;   /* it changed for real, but in no one place so clearly that a
                    row tells of it */
    uint32_t twin; /* 1 + the other row of its function, 0 none */
    bool second;   /* of the two: what is of the function itself is in the
                      first, and 0 or NAN here */
    double value[2], delta;     /* self */
    double ratio, lo, hi, p, q; /* NAN: unknown */
    const char *mark;           /* "**" "*" "~" "." "w" */
    double owned;               /* the change that it answers for ... */
    double region[2];           /* ... of so much ... */
    double region_ratio, region_lo, region_hi, region_q;
    const char *region_mark;
    double share[2]; /* of the totals */
    int64_t obs[2];  /* observations, rounded */
    double ceiling;  /* new, gone: the other side has less than this
                                   share of its samples */
} corr_diff_row;

/* How a function goes by the name that it was asked for. */
typedef enum corr_called {
    CORR_CALLED_SO,
    CORR_CALLED_ANEW,     /* `was` is now called `is`: they are one */
    CORR_CALLED_INLINED,  /* `was` is on the base only, its cost on both sides
                             that of the caller, which is meant */
    CORR_CALLED_INSERTED, /* the same of `is` on the new side */
    CORR_CALLED_PERHAPS   /* `was` may have been renamed to `is`, or not */
} corr_called;

/* The answer to a corr_diff_ask.  Where the mix of traffic leads, both sides
 * are at the mix of the new one. */
typedef struct corr_diff_cost {
    uint32_t matches;   /* functions that are meant; the total: 1 */
    const char *name;   /* the first of them, or NULL */
    const char *other;  /* the second, or NULL */
    corr_called called; /* of one name, however many it means now */
    const char *was;    /* or NULL, as `is` */
    const char *is;
    double base;         /* divided, as `now` is; all NAN unless one matches */
    corr_estimate now;   /* of the new side */
    corr_estimate share; /* of the new side's total */
    corr_estimate ratio; /* new over base */
    double x[2];         /* effective observations */
    double phi;          /* how much they clump */
} corr_diff_cost;

/* What stands beside the rows: no part of their sum. */
typedef enum corr_also_what {
    CORR_ALSO_FUNCTION,  /* of another kind */
    CORR_ALSO_THREAD,    /* CPU of threads, by their own clock */
    CORR_ALSO_OPERATION, /* a function under one of the operations that
                            disagree on it, per request of that operation */
    CORR_ALSO_COUNT
} corr_also_what;
const char *corr_also_name(corr_also_what what); /* "operation" */

typedef struct corr_also_row {
    corr_also_what what;
    corr_str kind;
    corr_unit unit;
    corr_per per;
    const char *name;   /* of a function or of threads, digits as # */
    corr_str operation; /* or empty */
    const char *caller; /* of one of two rows of a function, or NULL */
    corr_frame_view frame;
    corr_change change;
    double value[2], delta, ratio, lo, hi, p, q; /* NAN: unknown */
    const char *mark;
    bool standing; /* values are means of files, */
    bool of_each;  /* of each service by itself */
} corr_also_row;

typedef struct corr_diff corr_diff;

/* What the two questions select.  Both are of one kind, that of the first. */
corr_diff *corr_diff_of(corr_store *st, const corr_query side[2],
                        const corr_diff_opts *opts, corr_err *err) CORR_CHECK;
corr_diff_facts corr_diff_facts_of(const corr_diff *d);
/* The answer to opts.ask[i]. */
corr_diff_cost corr_diff_asked(const corr_diff *d, uint32_t i);
/* By owned, then delta, then name.  A function has one row, or two where it
 * answers for more under some callers and for less under others.  What no row
 * owns is the rest: owned of all
 * rows and the rest are the change of the totals. */
uint32_t corr_diff_size(const corr_diff *d);
corr_diff_row corr_diff_at(const corr_diff *d, uint32_t i);
/* Of it what costs nothing to tell. */
corr_change corr_diff_change(const corr_diff *d, uint32_t i);
bool corr_diff_is_spread(const corr_diff *d, uint32_t i);
/* A frame that goes by the name of the row. */
corr_frame_view corr_diff_frame(const corr_diff *d, uint32_t i);
double corr_diff_rest(const corr_diff *d, uint32_t *n);
/* Rule i by which names were changed: its key, its words, how many names. */
uint32_t corr_diff_rule(const corr_diff *d, uint32_t i, const char **key,
                        const char **words);

/* With opts.tree, the tree of both sides, depth first: children by what both
 * hold together, then name.  Node 0 is the root.  Without, there are none. */
typedef struct corr_diff_node {
    const char *name;
    corr_frame_view frame;
    const char *renamed_from;
    uint32_t depth, parent, end;
    double value[2]; /* total */
    double self[2];
    double owned;
    corr_change change; /* of what it owns */
    const char *mark;
} corr_diff_node;
uint32_t corr_diff_nodes(const corr_diff *d);
corr_diff_node corr_diff_node_at(const corr_diff *d, uint32_t i);

/* Frames that came or went without changing what was done. */
typedef enum corr_moved {
    CORR_INLINED,
    CORR_WRAPPED,
    CORR_RENAMED,
    CORR_PERHAPS
} corr_moved;
typedef struct corr_diff_note {
    corr_moved what;
    const char *parent, *was, *is; /* names, or NULL */
    double value[2];
} corr_diff_note;
uint32_t corr_diff_notes(const corr_diff *d);
corr_diff_note corr_diff_note_at(const corr_diff *d, uint32_t i);

void corr_diff_free(corr_diff *d);

/* ---- did spans get faster ---------------------------------------------- */

typedef struct corr_spandiff_facts {
    uint64_t spans[2];    /* that were looked at */
    uint64_t unended[2];  /* of them: no end is recorded, so no duration */
    uint64_t shared;      /* spans that are on both sides */
    uint64_t requests[2]; /* spans without a parent, traces without such */
    double stand[2];     /* what these spans stand for: a span that was kept for
                             several is so many ... */
    double requested[2]; /* ... and what these requests do */
    uint32_t tested;     /* operations */
    int64_t window;      /* ns of a cluster */
    bool found;          /* some operation changed significantly */
} corr_spandiff_facts;

/* The spans of one operation; times in ns, NAN: unknown.  The ratio is that of
 * the means. */
typedef struct corr_spandiff_row {
    corr_str service, name;
    uint64_t spans[2];   /* that have a duration, which all below is of */
    uint64_t unended[2]; /* beside them, without an end */
    double mean[2], p50[2], p95[2];
    double critical[2];   /* on the critical path, a request of the side */
    uint32_t clusters[2]; /* that the interval is from: windows ... */
    bool by_trace;        /* ... or traces, where there are too few of them */
    double delta;         /* of the means */
    double ratio, lo, hi; /* at 95 % */
    double p, q;
    corr_change change;
    const char *mark; /* "**" "*" "~" "." */
} corr_spandiff_row;

typedef struct corr_spandiff corr_spandiff;

/* Operations of the spans that the two questions name; sides are told apart as
 * in corr_took_of.  By how much the critical path changed, then by name. */
corr_spandiff *corr_spandiff_of(corr_store *st, const corr_query side[2],
                                corr_err *err) CORR_CHECK;
corr_spandiff_facts corr_spandiff_facts_of(const corr_spandiff *d);
uint32_t corr_spandiff_size(const corr_spandiff *d);
corr_spandiff_row corr_spandiff_at(const corr_spandiff *d, uint32_t i);
void corr_spandiff_free(corr_spandiff *d);

/* ---- slow spans against usual ones ------------------------------------- */

/* Spans by how long they took, against all that were asked for or by
 * themselves. */
typedef struct corr_range {
    bool is_time;  /* lo and hi are ns, else parts of all spans, 0 to 1 */
    double lo, hi; /* INFINITY, 1: no upper end */
} corr_range;

typedef struct corr_slow_spans_opts {
    corr_range usual, slow;
    uint32_t most[2]; /* spans whose ledger is looked at; 0: 500 and 2000 */
    uint64_t seed;    /* of the draw among more; 0: made of the spans */
} corr_slow_spans_opts;

/* Side 0 is the usual one. */
typedef struct corr_slow_spans_side {
    uint32_t spans;
    double stand;              /* for so many, by their trace states */
    int64_t shortest, longest; /* ns */
    double mean;               /* ns, of all for which they stand */
    uint32_t looked;           /* at the ledgers of so many */
    double effective;          /* spans of one weight that would tell as much */
    uint32_t divided;   /* whose thread is known: their own time is divided */
    double looked_mean; /* ns; what the rows sum to */
    int64_t sum;        /* ns, of all for which those stand */
    int64_t cpu_obs;    /* CPU samples of those */
    uint32_t told;      /* attributes are those of so many */
} corr_slow_spans_side;

typedef struct corr_slow_spans_facts {
    corr_slow_spans_side side[2];
    uint32_t spans;     /* that were asked for */
    uint32_t unended;   /* of them: no end is recorded, so they are neither */
    uint32_t services;  /* that they are of */
    corr_str service;   /* the first of them */
    bool few;           /* too few of a side to test anything */
    uint32_t tested;    /* rows */
    uint64_t seed;      /* 0: nothing was drawn */
    int64_t least_wait; /* ns, from which on waits are recorded; -1: none is */
    bool has_cpu, runnable;
    uint32_t attrs_tested, attrs_many; /* keys; with too many values */
} corr_slow_spans_facts;

/* Where the mean span spends its time.  The means of all rows sum to
 * looked_mean, their sums to sum, to the ns. */
typedef struct corr_slow_spans_row {
    corr_spent kind;
    bool undivided;    /* own time, of spans whose thread is not known */
    corr_str name;     /* of a child; else empty */
    uint32_t spans[2]; /* that have some of it */
    int64_t sum[2];    /* ns, of all for which they stand */
    double mean[2];    /* ns a span */
    double delta, lo, hi, p, q; /* Welch's, each span a value; NAN: unknown */
    const char *mark;           /* "**" "*" "~" "." */
} corr_slow_spans_row;

/* What sets spans apart besides their length: one value or bound a key. */
typedef enum corr_apart {
    CORR_APART_SAME,      /* every span of both sides has this */
    CORR_APART_UNCLEAR,   /* no evidence */
    CORR_APART_DIFFERS,   /* significantly */
    CORR_APART_SEPARATES, /* and by half of all spans or more */
    CORR_APART_COUNT
} corr_apart;
const char *corr_apart_name(corr_apart a); /* "separates" */

typedef struct corr_slow_spans_attr {
    corr_str key;
    bool is_number; /* key > bound, or with `below` key <= bound */
    bool below;
    double bound;
    corr_str value; /* key = value */
    int64_t has[2]; /* spans, and all for which they stand */
    int64_t of[2];
    uint32_t tries; /* values or bounds that were tried */
    double p, q;    /* Fisher's, times tries; q NAN: the same everywhere */
    corr_apart apart;
} corr_slow_spans_attr;

typedef struct corr_slow_spans corr_slow_spans;

/* The spans that q names, which has to name some. */
corr_slow_spans *corr_slow_spans_of(corr_store *st, const corr_query *q,
                                    const corr_slow_spans_opts *opts,
                                    corr_err *err) CORR_CHECK;
corr_slow_spans_facts corr_slow_spans_facts_of(const corr_slow_spans *c);
/* The question q about the spans of a side alone, if that has any: what a diff
 * of both sides is of.  It borrows c. */
corr_query corr_slow_spans_query(const corr_slow_spans *c, const corr_query *q,
                                 unsigned side);
/* By delta, largest first, then kind and name. */
uint32_t corr_slow_spans_size(const corr_slow_spans *c);
corr_slow_spans_row corr_slow_spans_at(const corr_slow_spans *c, uint32_t i);
/* By what they tell, then p, then key. */
uint32_t corr_slow_spans_attrs(const corr_slow_spans *c);
corr_slow_spans_attr corr_slow_spans_attr_at(const corr_slow_spans *c,
                                             uint32_t i);
void corr_slow_spans_free(corr_slow_spans *c);

/* ---- durations ------------------------------------------------------- */

/* A quantile of how long spans took, in ns.  hi is INFINITY where there are
 * too few of them. */
typedef struct corr_took {
    uint64_t n;       /* 0: no such span, and the rest is NAN */
    uint64_t shared;  /* of them: those that the other side has, too */
    uint64_t unended; /* beside them: no end is recorded, so no duration */
    corr_estimate at;
} corr_took;

/* Of the spans of one name, on either side; 0 < quantile < 1.  Spans of files
 * that are of both sides are those that began while a profile ran. */
corr_code corr_took_of(corr_store *st, const corr_query side[2], const char *op,
                       double quantile, corr_took took[2],
                       corr_err *err) CORR_CHECK;

/* ---- gate ------------------------------------------------------------ */

/* What is allowed, and when more than that is held for shown (corr-methods 5). */
typedef struct corr_limit {
    double threshold;
    bool ratio;       /* of new over base: to fail it is enough that it changed
                         for certain, and by so much by estimate */
    bool at_least;    /* falling short is what fails */
    bool or_equal;    /* just so much is allowed, too */
    bool lower_bound; /* fails only where all of the interval is beyond */
} corr_limit;

typedef enum corr_gate {
    CORR_GATE_PASS,
    CORR_GATE_FAIL,
    CORR_GATE_CANNOT_TELL
} corr_gate;

corr_gate corr_gate_of(const corr_estimate *e, const corr_limit *l);
/* About how many times the observations would decide it; 1: it is decided,
 * INFINITY: no number would, NAN: nothing is known. */
double corr_gate_needed(const corr_estimate *e, const corr_limit *l);

/* All that stands beside a comparison of what these questions select, which it
 * borrows: functions of other kinds that both sides have and that changed
 * significantly (allocation, waits, wall time; none where the questions name a
 * kind), threads whose CPU by their own clock changed (not where only some
 * samples are asked for), operations that disagree.  In this order. */
typedef struct corr_also corr_also;
corr_also *corr_also_of(corr_store *st, const corr_query side[2],
                        const corr_diff_opts *opts, const corr_diff *d,
                        corr_err *err) CORR_CHECK;
uint32_t corr_also_size(const corr_also *a);
corr_also_row corr_also_at(const corr_also *a, uint32_t i);
void corr_also_free(corr_also *a);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
