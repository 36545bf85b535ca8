/*
 * sides - the two sides of a diff: the divisor of each cost, and the cluster of
 * each sample (corr-methods 4.3, 4.6, 4.7).
 *
 * A cluster is a profile file, or a window of a file if a side has too few
 * files. On a side of chosen spans a cluster is a run of these spans. A file that
 * sums up recordings counts as the files of these.
 *
 * A request is a span by which the profiled service is entered and that began
 * while a profile of its process ran. If the query asks for spans, only
 * requests that have such a span count. Profiles that ran at the same time
 * share a request; so do profiles of unknown time. If a profile of unknown time
 * may have a span that is in a file of both sides, the side of the span is
 * unknown, and requests are not counted.
 *
 * The stratum of a request is the operation at the root of its trace; a root
 * named only GET is known by the first span below it with a more telling name.
 * If a metric counts requests by endpoint and spans name the operations of the
 * service alike, the stratum is the operation by which the service was entered.
 * Without spans, a label of samples may name the stratum.
 *
 * Values of samples are summed as whole numbers, in `scale` parts of the unit,
 * so that a sum does not depend on the order or the names of files.
 *
 * sides_init fills a `sides`, sides_clear frees it, also after a failure. The
 * `sides` owns its selections and its arena, and borrows the store and the
 * queries. One thread fills it; afterwards several threads may read it. Unless
 * a comment says otherwise, a bool result is false when memory is out.
 */
#ifndef CORR_SIDES_H
#define CORR_SIDES_H

#include "corr_diff.h"
#include "join/prepare.h"
#include "metric/metric_counter.h"
#include "select/select.h"
#include "store/operation_names.h"

#include <math.h>

__extension__ typedef __int128 sides_wide;

/* A file, or a part of one: a file of which other recordings cover some time
 * has several parts, one after the other, without that time. */
typedef struct side_file {
    uint32_t input;
    uint32_t recording; /* of the input, counted from 1; 0: the input is one */
    bool goes_on;       /* the next part is of the same file */
    bool lacks_times;   /* some sample of the side has no time */
    int64_t from, to;   /* CORR_NO_TIME: unknown */
    int64_t origin;     /* begin of the windows: near from, where the times of
                           sums begin; else from */
    int64_t length;     /* ns it ran; -1: unknown */
    uint32_t proc, service;
    uint32_t block;    /* block of its service */
    uint32_t first, n; /* its clusters */
} side_file;

/* Files that differ by noise only. */
typedef struct side_block {
    corr_str name;    /* service, else program; may be empty */
    uint32_t service; /* 0: unknown */
    bool in_windows;  /* clusters are windows, not files */
} side_block;

/* How the number of effective observations is computed. */
typedef enum side_weight {
    SIDE_EVEN,   /* each observation has the value `each` */
    SIDE_KISH,   /* info is the sum of value^2 / observations */
    SIDE_ALLOCS, /* info is the number of samples, in SIDES_PART */
} side_weight;

#define SIDES_PART (1 << 20)

typedef struct side {
    const corr_query *q;
    corr_sel *sel;
    vec(side_file) file;
    uint32_t *file_of; /* [units] 1 + its first file; 0: not on this side */
    const uint32_t *unit_of; /* [inputs + 1] its first unit: an input has one,
                                or one for each of its recordings */
    uint32_t k;              /* clusters */
    double *seconds, *requests, *exposure; /* [k] */
    uint32_t *block;                       /* [k] */
    double total;      /* sum of its rows, before weighing to the new mix */
    double *weight_of; /* [blocks] factor of a cost: makes the requests of a
                          block as many as those of the side; NULL: 1 */
    bool *starting;    /* [k] window in which its process still starts */
    side_weight weight;
    double uncovered;         /* share of its cost in gaps without requests
                                that are too long for chance; 0: no such gap */
    double uncovered_seconds; /* length of these gaps */
    double each;              /* SIDE_EVEN: value of one observation, scaled */
    double *stratum_n;        /* [strata + 1] requests */
    double *stratum_spans;    /* [strata + 1] requests seen as spans */
    double *stratum_squares;  /* [strata + 1] sum of squared span weights */
    sides_wide *stratum_sum;  /* [strata + 1] cost, scaled; [0]: cost outside
                                of requests */
    counter counter;          /* counts requests, if a metric does */
    /* for a query with chosen spans (sides_spans.c), else NULL */
    uint32_t *top_of;     /* [spans] 1 + the chosen span at or above it; 0: no
                         such span */
    uint32_t *cluster_of; /* [chosen] 1 + its cluster, 0: no profile ran */
    double *stand;        /* [chosen] number of spans it represents; NULL: 1 */
    uint32_t nspan_clusters;
    corr_diff_side facts;
} side;

typedef struct sides {
    corr_store *st;
    corr_arena arena;
    side side[2];
    corr_per per;
    double scale;    /* parts of the unit in summed values */
    double taken;    /* the same for 1 of a value of a sample */
    uint32_t blocks; /* at least one */
    side_block *block;
    int64_t bin;        /* ns of a window; 0: no windows */
    bool standing;      /* values are states, or sums since a process began:
                           no rates */
    bool counted;       /* ... and all are sums since a process began */
    bool knows_service; /* requests can be counted: the service of each
                           profile is known */
    uint32_t service;   /* the one service; 0: several, traces are counted */
    const char *counter_name; /* NULL: spans count requests; the store owns
                                 the text */
    const char *no_counter;   /* why a candidate metric was not used */
    bool uneven; /* the sides differ in the share of cost that has requests:
                    costs per request do not compare */
    vec(corr_diff_route) route; /* series groups of the counters, from 1 on */
    corr_map route_of;          /* its name -> 1 + its number */
    int64_t counter_step;
    uint32_t counter_of; /* instances */
    opnames strata;
    uint32_t *stratum_of; /* [spans] 1 + stratum; 0: unknown; NULL: no spans */
    uint32_t **stratum_of_set; /* [inputs][label sets] 1 + stratum by labels
                                  of samples; NULL: not used */
    double *stands;   /* [spans] number of requests that the request of a
                         span represents; NULL: 1 */
    double *mixed[2]; /* [strata + 1] weight of a sample at the mix of the
                         new side; NULL: 1 */
    /* further weights of samples inside of requests and of others; they keep
     * the weighted total unchanged */
    double tied[2], untied[2];
    corr_query q[2];
    corr_diff_mix mix;
    remarks remarks;
} sides;

/* A part of the time of a cluster; from == to: empty. */
typedef struct sides_within {
    int64_t from, to; /* ns */
} sides_within;

/* A sample of a side, or a part of one. */
typedef struct sides_row {
    uint32_t input, stack, cluster;
    uint32_t stratum; /* 0: unknown */
    int64_t value;    /* scaled */
    sides_wide info;  /* by side.weight */
    double stands;    /* of a part: number of requests it represents */
} sides_row;

corr_code sides_init(sides *s, corr_store *st, const corr_query q[2],
                     const corr_diff_opts *opts, corr_err *err) CORR_CHECK;
void sides_clear(sides *s);

/* Returns the factor of the costs of a block. */
static inline double sides_weight_of(const side *d, uint32_t block)
{
    return d->weight_of ? d->weight_of[block] : 1;
}

/* Whether some values of a side are negative. Shares are then of the sum without
 * signs. */
static inline bool sides_has_negative(const side *d)
{
    return d->sel->facts.whole != d->sel->facts.total;
}

/* Calls f for each row of a side. */
typedef void sides_each(void *ctx, const sides_row *row);
void sides_rows(const sides *s, unsigned which, sides_each *f, void *ctx);

/* Rounds the value of a row. Weights may be huge, so the value is clamped. */
static inline int64_t sides_round(double value)
{
    return value >= 0x1p62    ? INT64_C(1) << 62
           : value <= -0x1p62 ? -(INT64_C(1) << 62)
                              : llround(value);
}

/* Calls f for each part of a row, by stratum, without the weights of the new
 * mix. The cluster is not set. Call it only if there are strata. */
void sides_parts(const sides *s, unsigned which, sides_each *f, void *ctx);

/* Returns the cost of all requests that a part represents. */
static inline int64_t sides_stood_for(const sides_row *row, double tied)
{
    const double by = row->stands * tied;

    return by == 1 ? row->value : sides_round((double)row->value * by);
}

/* Returns the number of requests of a side that the request of a span
 * represents: itself and those of which no span was kept. */
static inline double sides_stands(const sides *s, unsigned which, uint32_t span)
{
    const side *d = &s->side[which];
    const uint32_t stratum = s->stratum_of[span];
    const double n = s->stands ? s->stands[span] : 1;

    return stratum && d->stratum_spans[stratum] > 0
               ? n * d->stratum_n[stratum] / d->stratum_spans[stratum]
               : n;
}

/* Whether the samples of a side are weighed by sides_stands: the query asks for
 * spans, and their requests are counted so. */
static inline bool sides_weighs_spans(const sides *s, unsigned which)
{
    const side *d = &s->side[which];

    if (d->q->nchosen)
        return d->stand != NULL;
    return s->stands && s->per == CORR_PER_REQUEST && d->sel->in;
}

/* Fills file[], file_of[] and unit_of[] of both sides. */
bool sides_list_files(sides *s) CORR_CHECK;
/* Fills uncovered of both sides and uneven. Clusters and their requests must be
 * known. */
bool sides_find_uncovered(sides *s) CORR_CHECK;
/* Whether a side has nothing to compare. */
static inline bool sides_are_empty(const sides *s)
{
    return !s->side[0].file.n || !s->side[0].facts.total ||
           !s->side[1].file.n || !s->side[1].facts.total;
}

/* Adds all remarks about the sides. Everything else must be known. */
bool sides_remark(sides *s, const corr_diff_opts *opts) CORR_CHECK;

/* Whether samples can be assigned to strata. */
static inline bool sides_has_strata(const sides *s)
{
    return s->stratum_of || s->stratum_of_set;
}

/* The steps of sides_init in other files. */
bool sides_find_strata(sides *s) CORR_CHECK;
/* Replaces the strata by the operations by which the profiled service was
 * entered. */
bool sides_find_entries(sides *s) CORR_CHECK;
/* First finds the blocks, those cut into windows, and the length of a window;
 * then makes the clusters with their seconds and requests; then weighs the
 * exposure of the blocks. */
bool sides_choose_clusters(sides *s) CORR_CHECK;
bool sides_make_clusters(sides *s) CORR_CHECK;
bool sides_expose_blocks(sides *s, side *d) CORR_CHECK;
/* Returns the requests that came while profiles of a block ran; NAN: the block
 * has no cluster. */
double sides_requests_of(const side *d, uint32_t block);
/* Adds the rows of a side to cost[cluster]. */
void sides_add_costs(const sides *s, unsigned which, double *cost);
/* The same without signs. */
void sides_add_sizes(const sides *s, unsigned which, double *size);
/* *does: neighbouring windows of a side correlate, apart from those of its
 * start. sides_has_bins: there are enough windows to merge each two. */
bool sides_windows_follow(sides *s, bool *does) CORR_CHECK;
bool sides_has_bins(const sides *s) CORR_CHECK;
/* Blocks in which noise cannot be seen, or is seen in one run only. Names are
 * set if there are several blocks. */
typedef struct sides_unseen {
    bool one_run;        /* a block has one run on a side */
    corr_str one_run_of; /* the first such block */
    uint32_t n;          /* blocks whose noise cannot be seen */
    corr_str of;         /* the first such block */
} sides_unseen;
sides_unseen sides_find_unseen(const sides *s);
bool sides_count_requests(sides *s) CORR_CHECK;
/* part[k]: the share of the divisor of cluster k that falls into the interval
 * within[k], which is inside the cluster. If requests are the divisor, their
 * share counts: requests do not come evenly. */
bool sides_parts_within(const sides *s, unsigned which,
                        const sides_within *within, double *part,
                        corr_arena *scratch) CORR_CHECK;
/* Adds the requests that spans count inside within[k] to n[k]. */
bool sides_count_within(const sides *s, unsigned which,
                        const sides_within *within, double *n,
                        corr_arena *scratch) CORR_CHECK;
/* Finds the metric that counts requests: the requested one, else CORR_EUSAGE;
 * or without a request an obvious one, if there is exactly one and it covers
 * both sides. */
corr_code sides_find_counter(sides *s, const char *requests,
                             corr_err *err) CORR_CHECK;
/* *part: the endpoint that a series of the metric counts; 0: no endpoint
 * (sides_routes.c). */
bool sides_route_of(sides *s, const input *in, uint32_t series,
                    uint32_t *part) CORR_CHECK;
/* Replaces the strata by the endpoints of the metric, if spans or samples name
 * them alike. The metric must be known. */
bool sides_use_routes(sides *s) CORR_CHECK;
/* Counts the requests of each endpoint while profiles of block[w] ran. */
bool sides_count_routes(sides *s, const uint32_t block[2]) CORR_CHECK;
void sides_forget_routes(sides *s);
/* Lists the strata as endpoints, if spans alone count requests. */
bool sides_list_strata(sides *s) CORR_CHECK;
/* always: rows are weighed even if traffic does not lead. */
bool sides_find_mix(sides *s, bool always) CORR_CHECK;
/* Returns the variance of the number of requests of a stratum, if it is counted
 * by spans that were sampled. */
double sides_chance_of(const sides *s, unsigned which, size_t stratum);
void sides_find_weight(const sides *s, side *d);

/* The steps for a side of chosen spans. */
bool sides_choose(sides *s, side *d) CORR_CHECK;
bool sides_cluster_spans(sides *s, side *d) CORR_CHECK;
void sides_count_spans(side *d);
bool sides_count_sampled(sides *s, side *d) CORR_CHECK;
uint32_t sides_span_cluster(const sides *s, const side *d, const sel_part *p,
                            size_t row);
/* Returns the number of spans that the main span of a row represents. */
double sides_span_stands(const sides *s, const side *d, const sel_part *p,
                         size_t row);

/* Whether an input of a group may belong to a side. */
static inline bool sides_has_group(const side *d, unsigned group)
{
    return !d->q->group || group == d->q->group || group == CORR_BOTH_SIDES;
}

/* Whether a span may belong to a side, by its file and by labels. */
bool sides_has_span(const sides *s, const side *d, uint32_t span);

/* Whether a span is in a file of both sides, or in files of each side. */
bool sides_share_span(const sides *s, const side *d, uint32_t span);

/* As sides_has_span; a span in a file of both sides also has to begin while a
 * profile of this side ran. */
bool sides_has_span_in_time(const sides *s, const side *d, uint32_t span);

/* Returns the place in file_of of a recording, counted from 1, of an input; 0:
 * the input is one. */
static inline uint32_t *sides_file_of(const side *d, uint32_t in,
                                      uint32_t recording)
{
    return &d->file_of[d->unit_of[in] + recording - (recording > 0)];
}

/* Whether a side has files of an input. */
static inline bool sides_has_input(const side *d, uint32_t in)
{
    for (uint32_t u = d->unit_of[in]; u < d->unit_of[in + 1]; u++)
        if (d->file_of[u])
            return true;
    return false;
}

/* Returns the part of a file that ran when a sample was taken; recording: as in
 * sides_file_of. */
static inline const side_file *sides_file(const side *d, uint32_t in,
                                          uint32_t recording, int64_t time)
{
    const side_file *f = &d->file.v[*sides_file_of(d, in, recording) - 1];

    while (f->goes_on && time >= f->to)
        f++;
    return f;
}

/* Whether file i continues the file before it. */
static inline bool sides_is_rest(const side *d, size_t i)
{
    return i > 0 && d->file.v[i - 1].goes_on;
}

/* Returns the cluster of a sample or request of a file at a time. */
static inline uint32_t sides_cluster(const sides *s, const side_file *f,
                                     int64_t time)
{
    int64_t at;

    if (f->n <= 1 || time == CORR_NO_TIME || time <= f->origin)
        return f->first;
    at = (time - f->origin) / s->bin;
    return f->first + (uint32_t)(at < f->n ? at : f->n - 1);
}

/* Returns the end of a cluster of a file with a known time. The last cluster
 * takes the remaining time. */
static inline int64_t sides_cluster_end(const sides *s, const side_file *f,
                                        uint32_t cluster)
{
    const int64_t after = (int64_t)(cluster - f->first) + 1;

    return after < f->n ? f->origin + after * s->bin : f->to;
}

static inline int64_t sides_cluster_begin(const sides *s, const side_file *f,
                                          uint32_t cluster)
{
    return cluster > f->first ? sides_cluster_end(s, f, cluster - 1) : f->from;
}

/* Returns the number of effective observations in a sum of values and of
 * info. */
double sides_effective(const side *d, int64_t value, sides_wide info);

#endif
