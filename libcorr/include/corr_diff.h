/*
 * corr_diff.h - compares two selections: which functions cost more or less, by
 * how much, and whether noise explains it (corr-methods 4).
 *
 * Both selections are of one store and one kind.  A row is a function, under
 * the name that both sides use.  Values are doubles in the unit of the
 * selection, divided as `per` says; totals are whole numbers and not divided.
 * Arrays of two are the base (0) and the new side (1).
 *
 * Functions and ownership follow corr_view.h: corr_x_of returns NULL on
 * failure, with a sentence in err.
 */
#ifndef CORR_DIFF_H
#define CORR_DIFF_H

#include "corr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The divisor of costs (corr-methods 4.3). */
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

/* How a row changed (corr-methods 4.4). */
typedef enum corr_change {
    CORR_SAME,
    CORR_GREW,
    CORR_SHRANK,
    CORR_NEW,
    CORR_GONE,
    CORR_MOVED,   /* its cost moved to other callers */
    CORR_UNCLEAR, /* large, but within noise */
    CORR_CHANGE_COUNT
} corr_change;
const char *corr_change_name(corr_change c); /* "more" */

/* GREW, SHRANK, NEW, GONE: its cost changed by more than noise. */
bool corr_change_real(corr_change c);

/* The false discovery rate of significant rows. */
#define CORR_FDR 0.05

/* The smallest reported change: as a share of the base total, of the row. */
#define CORR_MIN_ABS 0.005
#define CORR_MIN_REL 0.10

/* A cost that is requested in addition to the rows. */
typedef struct corr_diff_ask {
    const char *function; /* full name, or its end after a separator; NULL: the
                             total */
    bool cumulative;      /* includes callees; recursion counts once */
    bool now; /* match names of the new side first; names of the base then do
                 not count */
} corr_diff_ask;

typedef struct corr_diff_opts {
    corr_per per;
    corr_by by; /* FUNCTION to MODULE */
    corr_show show;
    bool raw_names; /* do not change names */
    double min_abs; /* share of the base total; 0: CORR_MIN_ABS */
    double min_rel; /* 0: CORR_MIN_REL */
    /* A change in a library is moved to its nearest caller in the application,
     * unless `leaves` is set.  Frames of the application begin with `app`; if
     * app is NULL, corr_frame_is_app decides. */
    const char *app;
    bool leaves;
    /* The metric that counts requests, as in corr-diff(1).  NULL: the only
     * metric that clearly counts requests, or else spans. */
    const char *requests;
    bool by_fdr;    /* Benjamini-Yekutieli in place of Benjamini-Hochberg */
    bool bootstrap; /* intervals by resampling */
    bool tree;      /* compute corr_diff_nodes */
    bool even_mix;  /* rows are at the mix of the new side if the cost of each
                       operation is known, even if traffic does not lead */
    const corr_diff_ask *ask;
    uint32_t nask;
} corr_diff_opts;

typedef struct corr_diff_side {
    int64_t from, to;    /* CORR_NO_TIME: unknown */
    double seconds;      /* total length of profiles of all instances; NAN:
                         unknown */
    uint32_t files;      /* a recording that a file sums up counts as one */
    uint32_t recordings; /* of these, recordings that files sum up */
    uint32_t clusters;
    double requests;      /* NAN: unknown */
    double by_spans;      /* requests by spans; NAN: unknown */
    bool adjusted;        /* some kept spans stand for several requests */
    int64_t observations; /* -1: unknown */
    double effective;     /* effective number of samples of equal weight */
    bool objects;         /* an allocation profiler sampled the objects */
    int64_t total;
    corr_unit unit; /* of the total */
    double factor;  /* divisor of the values */
    /* For a query with chosen spans, which are then the requests: how many have
     * a sample, and the evidence. */
    uint32_t sampled;
    uint32_t covered; /* spans during which a profile ran */
    corr_evidence evidence;
    corr_remarks remarks; /* remarks about the selection */
} corr_diff_side;

/* Requests of one endpoint, counted by a metric. */
typedef struct corr_diff_route {
    corr_str name; /* "GET /cart" */
    double requests[2];
} corr_diff_route;

/* The effects of traffic and of code (corr-methods 4.6), per request. */
typedef struct corr_diff_mix {
    bool known;
    bool by_counter;   /* the request metric has the operations */
    const char *label; /* label of samples with the operation, without spans; or
                          NULL */
    double mix, rate, total;
    bool leads; /* traffic explains most of the change */
    bool even;  /* rows are at the mix of the new side: traffic leads, or
                   even_mix was asked for */
} corr_diff_mix;

/* A number and its interval at 95 %; NAN: unknown. */
typedef struct corr_estimate {
    double value, lo, hi;
} corr_estimate;

/* The ratio of new to base, and whether noise explains it; NAN: unknown. */
typedef struct corr_judged {
    corr_estimate ratio;
    double p, q;
    const char *mark; /* "**" "*" "~" "." "w" */
} corr_judged;

typedef struct corr_diff_facts {
    corr_diff_side side[2];
    corr_str kind, service;
    corr_unit unit;
    corr_per per;
    corr_str per_what;    /* the operation, if all requests have the same; else
                             empty */
    bool matching;        /* requests are those with a matching span */
    const char *counter;  /* metric that counted requests; NULL: spans did */
    int64_t counter_step; /* usual ns between its points */
    uint32_t counter_of;  /* instances in the metric */
    const char *no_counter; /* why a possible metric was not used; or NULL */
    const corr_diff_route *route; /* by endpoint, most requests first; or
                                     NULL */
    uint32_t nroute;
    corr_diff_mix mix;
    corr_estimate ratio; /* ratio of the totals; with mix.even at the mix of
                            the new side */
    double phi;          /* overdispersion of the observations of the total */
    double total[2];     /* divided */
    double whole[2];     /* the same without signs, which shares are of; total
                            if no value is negative */
    corr_estimate as_is; /* ratio of total[] */
    double dispersion;   /* dispersion of the median tested row */
    double widen;        /* factor from comparing the baseline with itself; 1:
                             as expected */
    uint32_t tested;
    uint32_t resamples; /* resamples of clusters for the intervals; 0: intervals
                           are from the model */
    uint32_t splits; /* random halvings of the baseline for widen; 0: not drawn,
                        or all halvings were used */
    uint64_t seed;   /* seed of resamples and splits; 0: not used */
    bool one_each;   /* one profile per side, so noise is unknown */
    bool standing;   /* values are means of files, of states or of sums since
                        process start */
    bool counted;    /* and all files have sums since process start */
    bool of_each;    /* values are per service, as there are several */
    bool within_run; /* clusters are windows of one recording */
    bool few;        /* too few samples to rank rows */
    /* 1 + the side whose stacks are cut shorter than the other side's;
     * functions are then compared by self only.  0: no side. */
    unsigned shallow;
    bool found;                   /* a row changed significantly */
    double at_share, least_ratio; /* smallest visible growth; NAN */
    double enough;   /* samples per side that would show a 20 % change of a
                        function with 10 % of the cost, with files of this
                        size */
    uint32_t nrules; /* rules that changed names */
    corr_remarks remarks;
} corr_diff_facts;

typedef struct corr_diff_row {
    corr_change change;
    const char *name;
    const char *renamed_from; /* or NULL */
    const char *caller;       /* of a frame of a library, and of a function that
                                 also costs under others: nearest frame of the
                                 application; or NULL; for one of several rows
                                 of a function, its distinguishing caller */
    bool pooled;              /* numbering changed */
    bool spread;   /* it changed significantly, but no single place did */
    uint32_t twin; /* 1 + another row of the function; 0: only row */
    bool second;   /* not the first of several rows: members of the whole
                      function are in the first row and are 0 or NAN here */
    double value[2], delta; /* self */
    corr_judged self;
    bool told;        /* it answers for a change */
    double owned;     /* the change attributed to this row */
    double region[2]; /* the cost of the region of that change; of a row without
                         one its self cost for which no other row answers */
    corr_judged with; /* of the region */
    const char
        *inlined;    /* callee whose self cost moved from or to the function,
                            as a compiler inlined it in a part; or NULL */
    double share[2]; /* share of the totals */
    int64_t obs[2];  /* observations, rounded */
    double ceiling;  /* new or gone: upper bound of the share of samples on the
                        other side */
} corr_diff_row;

/* How a function relates to the requested name. */
typedef enum corr_called {
    CORR_CALLED_SO,
    CORR_CALLED_ANEW,     /* `was` was renamed to `is` */
    CORR_CALLED_INLINED,  /* `was` is only on the base; the caller's cost is
                             used on both sides */
    CORR_CALLED_INSERTED, /* `is` is only on the new side; likewise */
    CORR_CALLED_PERHAPS   /* `was` may have been renamed to `is`, or not */
} corr_called;

/* The answer to a corr_diff_ask.  With mix.even both sides are at the mix of the
 * new side. */
typedef struct corr_diff_cost {
    uint32_t matches;   /* functions that match; 1 for the total */
    const char *name;   /* the first match, or NULL */
    const char *other;  /* the second match, or NULL */
    corr_called called; /* for one name, even if it now matches several
                           functions */
    const char *was;    /* or NULL, like `is` */
    const char *is;
    double base;         /* divided, like now; all NAN unless matches is 1 */
    corr_estimate now;   /* cost on the new side */
    corr_estimate share; /* share of the new side's total */
    corr_estimate ratio; /* new over base */
    double x[2];         /* effective observations */
    double phi;          /* overdispersion */
} corr_diff_cost;

/* Findings beside the rows; they are not part of the rows' sum. */
typedef enum corr_also_what {
    CORR_ALSO_FUNCTION,  /* a function, in another kind of sample */
    CORR_ALSO_THREAD,    /* CPU of threads, from their own clocks */
    CORR_ALSO_OPERATION, /* a function under one operation, per request of it,
                            where operations changed differently */
    CORR_ALSO_COUNT
} corr_also_what;
const char *corr_also_name(corr_also_what what); /* "operation" */

typedef struct corr_also_row {
    corr_also_what what;
    corr_str kind;
    corr_unit unit;
    corr_per per;
    const char *name;   /* function or threads, digits replaced by # */
    corr_str operation; /* or empty */
    const char *caller; /* for one of two rows of a function, or NULL */
    corr_frame_view frame;
    corr_change change;
    double value[2], delta;
    corr_judged judged;
    bool standing; /* values are means of files */
    bool of_each;  /* values are per service */
} corr_also_row;

typedef struct corr_diff corr_diff;

/* Compares two selections of one store.  Both use the kind of the first. */
corr_diff *corr_diff_of(corr_store *st, const corr_query side[2],
                        const corr_diff_opts *opts, corr_err *err) CORR_CHECK;
corr_diff_facts corr_diff_facts_of(const corr_diff *d);
/* The answer to opts.ask[i]. */
corr_diff_cost corr_diff_asked(const corr_diff *d, uint32_t i);
/* Cluster c of the answer to opts.ask[i]: a file, or a window of one. */
typedef struct corr_diff_cluster {
    const char *opened; /* the file; borrowed from the store */
    double x, exposure, cost;
} corr_diff_cluster;
uint32_t corr_diff_clusters(const corr_diff *d, unsigned side);
corr_diff_cluster corr_diff_cluster_at(const corr_diff *d, uint32_t i,
                                       unsigned side, uint32_t c);
/* Rows, by owned, then delta, then name.  A function has one row, or two if it
 * costs more under some callers and less under others.  The rest is the change
 * that no row owns: the rows' owned and the rest sum to the change of the
 * totals. */
uint32_t corr_diff_size(const corr_diff *d);
corr_diff_row corr_diff_at(const corr_diff *d, uint32_t i);
/* Single members of a row, without computing the row. */
corr_change corr_diff_change(const corr_diff *d, uint32_t i);
bool corr_diff_is_spread(const corr_diff *d, uint32_t i);
/* A frame with the name of the row. */
corr_frame_view corr_diff_frame(const corr_diff *d, uint32_t i);
double corr_diff_rest(const corr_diff *d);
/* Rule i that changed names: its key, a description; returns the number of
 * changed names. */
uint32_t corr_diff_rule(const corr_diff *d, uint32_t i, const char **key,
                        const char **words);

/* With opts.tree, the tree of both sides in depth-first order: children by the
 * sum of both sides, then name.  Node 0 is the root.  Otherwise there are no
 * nodes. */
typedef struct corr_diff_node {
    const char *name;
    corr_frame_view frame;
    const char *renamed_from;
    uint32_t depth, parent, end;
    double value[2]; /* total */
    double self[2];
    double owned;
    corr_change change; /* change of owned */
    const char *mark;
    corr_judged with;        /* of value: the frame with all that it calls */
    corr_change with_change; /* GREW, SHRANK, NEW, GONE: certain; else SAME */
    uint32_t row; /* 1 + the row that has it; 0: it answers for no change */
} corr_diff_node;
uint32_t corr_diff_nodes(const corr_diff *d);
corr_diff_node corr_diff_node_at(const corr_diff *d, uint32_t i);

/* The numbers of a node alone, for passes over many nodes. */
typedef struct corr_diff_place {
    uint32_t depth, parent, end;
    double value[2], self[2];
} corr_diff_place;
corr_diff_place corr_diff_place_at(const corr_diff *d, uint32_t i);

/* Frames that appeared or disappeared without a change of behaviour. */
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
    uint64_t spans[2];    /* spans examined */
    uint64_t unended[2];  /* spans without a recorded end, so without a
                             duration */
    uint64_t shared;      /* spans on both sides */
    uint64_t requests[2]; /* spans without a parent; traces without such
                             spans */
    double stand[2]; /* number of spans these spans stand for, by sampling */
    double requested[2]; /* number of requests these requests stand for */
    uint32_t tested;     /* operations */
    int64_t window;      /* length of a cluster, ns */
    bool found;          /* an operation changed significantly */
} corr_spandiff_facts;

/* The spans of one operation.  Times are ns; NAN: unknown.  ratio is that of
 * the means. */
typedef struct corr_spandiff_row {
    corr_str service, name;
    uint64_t spans[2];   /* spans with a duration; the members below are of
                            these */
    uint64_t records[2]; /* spans that stand for these; merged: that stand for
                            many, so quantiles are unknown: NAN */
    uint64_t merged[2];
    uint64_t unended[2]; /* further spans without an end */
    double mean[2], p50[2], p95[2];
    double critical[2];   /* on the critical path, per request of the side */
    uint32_t clusters[2]; /* clusters for the interval: windows */
    bool by_trace; /* clusters are traces, if there are too few windows */
    double delta;  /* difference of the means */
    corr_judged judged;
    corr_change change;
} corr_spandiff_row;

typedef struct corr_spandiff corr_spandiff;

/* Compares the operations of the spans of two queries.  Sides are separated as
 * in corr_took_of.  Rows are ordered by the change on the critical path, then
 * by name. */
corr_spandiff *corr_spandiff_of(corr_store *st, const corr_query side[2],
                                corr_err *err) CORR_CHECK;
corr_spandiff_facts corr_spandiff_facts_of(const corr_spandiff *d);
uint32_t corr_spandiff_size(const corr_spandiff *d);
corr_spandiff_row corr_spandiff_at(const corr_spandiff *d, uint32_t i);
void corr_spandiff_free(corr_spandiff *d);

/* ---- slow spans against usual ones ------------------------------------- */

/* A range of durations, of spans of all durations. */
typedef struct corr_range {
    bool is_time;  /* lo and hi are ns; else quantiles, 0 to 1 */
    double lo, hi; /* INFINITY, 1: no upper end */
} corr_range;

typedef struct corr_slow_spans_opts {
    corr_range usual, slow;
    uint32_t most[2]; /* largest number of spans with a ledger; 0: 500 and
                         2000 */
    uint64_t seed;    /* seed of the random choice; 0: derived from the spans */
} corr_slow_spans_opts;

/* One side; side 0 is the usual one. */
typedef struct corr_slow_spans_side {
    uint32_t spans;
    double stand;              /* spans they stand for, by their trace states */
    int64_t shortest, longest; /* ns */
    double mean;               /* mean in ns, over all spans they stand for */
    uint32_t looked;           /* spans whose ledgers were examined */
    double effective;          /* effective number of spans of equal weight */
    uint32_t divided;   /* spans whose thread is known: their self time is
                           divided */
    double looked_mean; /* ns; sum of the rows' means */
    int64_t sum;     /* ns, over all spans that the examined ones stand for */
    int64_t cpu_obs; /* CPU samples of the examined spans */
} corr_slow_spans_side;

typedef struct corr_slow_spans_facts {
    corr_slow_spans_side side[2];
    uint32_t spans;     /* spans of the query */
    uint32_t unended;   /* spans without a recorded end; they are on no side */
    uint32_t services;  /* services of these spans */
    corr_str service;   /* the first service */
    bool few;           /* a side has too few spans for tests */
    uint32_t tested;    /* rows */
    uint64_t seed;      /* 0: no random choice */
    int64_t least_wait; /* shortest recorded wait, ns; -1: no wait is
                           recorded */
    bool has_cpu, runnable;
    uint32_t attrs_tested, attrs_many; /* keys tested; keys with too many
                                          values */
} corr_slow_spans_facts;

/* The time of an average span, by activity.  The means of all rows sum to
 * looked_mean, and their sums to sum, exact to the ns. */
typedef struct corr_slow_spans_row {
    corr_spent kind;
    bool undivided;             /* self time of spans with an unknown thread */
    corr_str name;              /* name of a child; else empty */
    uint32_t spans[2];          /* spans with some time in this row */
    int64_t sum[2];             /* ns, over all spans they stand for */
    double mean[2];             /* ns per span */
    double delta, lo, hi, p, q; /* Welch's test, one value per span; NAN:
                                   unknown */
    const char *mark;           /* "**" "*" "~" "." */
} corr_slow_spans_row;

/* An attribute that separates slow spans from usual ones: one value or bound
 * per key. */
typedef enum corr_apart {
    CORR_APART_SAME,      /* all spans of both sides have this */
    CORR_APART_UNCLEAR,   /* no evidence */
    CORR_APART_DIFFERS,   /* significantly */
    CORR_APART_SEPARATES, /* significantly, and by half of all spans or more */
    CORR_APART_COUNT
} corr_apart;
const char *corr_apart_name(corr_apart a); /* "separates" */

typedef struct corr_slow_spans_attr {
    corr_str key;
    bool is_number; /* key > bound, or with `below` key <= bound */
    bool below;
    double bound;
    corr_str value; /* key = value */
    int64_t has[2]; /* spans with the value, counted as all they stand for */
    int64_t of[2];
    uint32_t tries; /* values or bounds tested */
    double p, q; /* Fisher's test times tries; q NAN: all spans have the same */
    corr_apart apart;
} corr_slow_spans_attr;

typedef struct corr_slow_spans corr_slow_spans;

/* Compares slow with usual spans among those q selects; q must select spans. */
corr_slow_spans *corr_slow_spans_of(corr_store *st, const corr_query *q,
                                    const corr_slow_spans_opts *opts,
                                    corr_err *err) CORR_CHECK;
corr_slow_spans_facts corr_slow_spans_facts_of(const corr_slow_spans *c);
/* The query q restricted to the spans of one side, for a diff of both sides. It
 * borrows c. */
corr_query corr_slow_spans_query(const corr_slow_spans *c, const corr_query *q,
                                 unsigned side);
/* By delta, largest first, then kind and name. */
uint32_t corr_slow_spans_size(const corr_slow_spans *c);
corr_slow_spans_row corr_slow_spans_at(const corr_slow_spans *c, uint32_t i);
/* By apart, strongest first, then p, then key. */
uint32_t corr_slow_spans_attrs(const corr_slow_spans *c);
corr_slow_spans_attr corr_slow_spans_attr_at(const corr_slow_spans *c,
                                             uint32_t i);
void corr_slow_spans_free(corr_slow_spans *c);

/* ---- durations ------------------------------------------------------- */

/* A quantile of span durations, in ns.  hi is INFINITY if there are too few
 * spans. */
typedef struct corr_took {
    uint64_t n;       /* spans; 0: `at` is NAN */
    uint64_t shared;  /* spans that are also on the other side */
    uint64_t unended; /* further spans without a recorded end */
    uint64_t merged;  /* spans that stand for many of the n */
    corr_estimate at;
} corr_took;

/* Durations of the spans of one name on each side; 0 < quantile < 1.  If a file
 * belongs to both sides, a side has the spans that began while one of its
 * profiles ran. */
corr_code corr_took_of(corr_store *st, const corr_query side[2], const char *op,
                       double quantile, corr_took took[2],
                       corr_err *err) CORR_CHECK;

/* Errors among spans, or calls of requests. */
typedef struct corr_span_rate {
    uint64_t n;       /* spans, or requests; 0: `at` is NAN */
    uint64_t counted; /* those that failed, or calls */
    uint64_t shared;  /* of n: also on the other side */
    uint64_t traces;  /* of requests: that they are in */
    uint64_t partial; /* further requests, in traces that lack spans */
    corr_estimate at; /* a share, or calls a request */
} corr_span_rate;

/* The share of the spans of one name that failed, on each side; sides as in
 * corr_took_of. */
corr_code corr_error_rate_of(corr_store *st, const corr_query side[2],
                             const char *op, corr_span_rate rate[2],
                             corr_err *err) CORR_CHECK;
/* The calls of a request: the spans called op, or all if it is NULL, below each
 * span called `request`, or in each trace if that is NULL.  Below a call, spans
 * of its name are no other call. */
corr_code corr_call_rate_of(corr_store *st, const corr_query side[2],
                            const char *op, const char *request,
                            corr_span_rate rate[2], corr_err *err) CORR_CHECK;
/* The new rate over the base's; no rate on the base: INFINITY. */
corr_estimate corr_rate_ratio(const corr_estimate at[2]);

/* How many of the spans of a file took longer than a limit; of spans that stand
 * for several, by as many as their weights are worth. */
typedef struct corr_took_file {
    const char *opened; /* borrowed from the store */
    double spans, longer;
    bool merged; /* a span stands for calls of unknown length */
} corr_took_file;

/* The files that have spans of one name on a side, as corr_took_of has them, in
 * the order of the store.  *list is in the arena. */
corr_code corr_took_by_file(corr_store *st, const corr_query side[2],
                            const char *op, double limit, unsigned which,
                            corr_arena *arena, corr_took_file **list,
                            uint32_t *n, corr_err *err) CORR_CHECK;

/* ---- clocks, and further findings ------------------------------------- */

/* Whether an interval excludes a value. */
bool corr_contradicts(const corr_estimate *e, double value);
/* The total CPU by the clocks of threads, which count what samplers miss. Where
 * a service has no clocks, its samples count. c->matches is 0 if there are no
 * clocks. */
corr_code corr_diff_by_clock(const corr_diff *d, const corr_query side[2],
                             corr_diff_cost *c, corr_err *err) CORR_CHECK;

/* Findings beside a comparison d of two queries; it borrows d.  In this order:
 * functions in other kinds (allocation, waits, wall time) that both sides have
 * and that changed significantly, unless the queries name a kind; threads whose
 * own CPU clocks changed, unless the queries select only some samples;
 * functions on which operations disagree. */
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
