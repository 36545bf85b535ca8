/*
 * sides - the two sides of a diff: what their cost is divided by, and in which
 * clusters their samples fall (corr-methods 4.3, 4.6, 4.7).
 *
 * A cluster is a profile file, or a window of one where a side has too few
 * files; of a side that is chosen spans, some of these.  A request is a span by
 * which the service that was profiled is entered, begun while a profile of its
 * process ran; where spans are asked for, one that has such a span.  Profiles
 * that ran at one time share it, and so do those that do not say when they ran;
 * if it is in a file of both sides, nobody knows of which of them it is then,
 * and requests are not counted.  The stratum of a request is the operation at
 * the root of its trace; a root that is only called GET is known by the first
 * span below it that says more.  Where a metric counts requests by endpoint, and
 * spans call the operations of the service alike, the stratum is the operation
 * that the service was asked for; without spans a label of samples may say it.
 *
 * Values of samples are summed as whole numbers, in `scale` parts of the unit,
 * so that a sum does not depend on the order or the names of files.
 */
#ifndef CORR_SIDES_H
#define CORR_SIDES_H

#include "corr_diff.h"
#include "join/prepare.h"
#include "select/select.h"
#include "store/metric_counter.h"
#include "store/operation_names.h"

#include <math.h>

__extension__ typedef __int128 sides_wide;

/* Of a file of which others recorded some of the time there are several, each
 * when they did not; they stand in order, one after the other. */
typedef struct side_file {
    uint32_t input;
    bool goes_on;     /* the next one is of the same file */
    int64_t from, to; /* CORR_NO_TIME: unknown */
    int64_t length;   /* ns that it ran; -1 unknown */
    uint32_t proc, service;
    uint32_t block;    /* of the profiles of its service */
    uint32_t first, n; /* clusters */
} side_file;

/* Files that are alike but for noise. */
typedef struct side_block {
    corr_str name;    /* of the service, else of the program; may be empty */
    uint32_t service; /* 0: unknown */
    bool in_windows;  /* clusters are windows, not files */
} side_block;

/* How many equal samples would tell as much as those that were summed. */
typedef enum side_weight {
    SIDE_EVEN,   /* each has the value `each` */
    SIDE_KISH,   /* info is the sum of value^2 / observations */
    SIDE_ALLOCS, /* info is the number of samples, in SIDES_PART */
} side_weight;

#define SIDES_PART (1 << 20)

typedef struct side {
    const corr_query *q;
    corr_sel *sel;
    vec(side_file) file;
    uint32_t
        *file_of; /* [inputs] 1 + its (first) number, 0: none of this side */
    uint32_t k;   /* clusters */
    double *seconds, *requests, *exposure; /* [k] */
    uint32_t *block;                       /* [k] */
    double total;      /* what its rows add up to, before they are mixed */
    double *weight_of; /* [blocks] of a cost, so that the requests of a block
                          are as many as those of the side; NULL: 1 */
    bool *starting;    /* [k] a window in which its process still starts */
    side_weight weight;
    double untold;           /* the part of its cost while no request is known,
                              where chance does not explain that; 0: none, */
    double untold_seconds;   /* and for how long it ran then */
    double each;             /* SIDE_EVEN: of one observation, scaled */
    double *stratum_n;       /* [strata + 1] requests */
    double *stratum_spans;   /* [strata + 1] of them, those that spans tell */
    double *stratum_squares; /* [strata + 1] of what each of these stands for */
    sides_wide *stratum_sum; /* [strata + 1] cost, scaled; 0: of none */
    counter counter;         /* of requests, if metrics count them */
    /* of a question with chosen spans (sides_spans.c), else NULL */
    uint32_t *top_of; /* [spans] 1 + the chosen span that it is below, 0 none */
    uint32_t *cluster_of; /* [chosen] 1 + its cluster, 0: no profile ran */
    double *stand;        /* [chosen] for how many; NULL: each for itself */
    uint32_t nspan_clusters;
    corr_diff_side facts;
} side;

typedef struct sides {
    corr_store *st;
    corr_arena arena;
    side side[2];
    corr_per per;
    double scale;    /* of summed values */
    uint32_t blocks; /* at least one */
    side_block *block;
    int64_t bin;        /* ns of a window, 0: there are none */
    bool standing;      /* values are states, or sums since a process began:
                           what a file has of them is no rate */
    bool counted;       /* ... and none of them is a state */
    bool knows_service; /* requests can be counted ... */
    uint32_t service;   /* ... of this one, 0: traces are */
    const char *counter_name; /* NULL: requests are counted by spans; texts
                                 are the store's */
    const char *no_counter;   /* why a metric that might have did not count */
    bool uneven; /* requests are known of more of one side than of the other:
                    what costs per request say of each other is wrong */
    vec(corr_diff_route) route; /* parts of the counters, from 1 on */
    corr_map route_of;          /* its name -> 1 + its number */
    int64_t counter_step;
    uint32_t counter_of; /* instances */
    opnames strata;
    uint32_t *stratum_of; /* [spans] 1 + stratum, 0 unknown; NULL: no spans */
    uint32_t **stratum_of_set; /* [inputs][sets] the same where samples say it
                                  themselves; NULL: they do not, or spans do */
    double *stands;   /* [spans] how many requests the one that a span is of
                       stands for; NULL: itself alone */
    double *mixed[2]; /* [strata + 1] what a sample of either side weighs
                             at the mix of the new one; NULL: 1 */
    /* what samples that are tied to requests weigh, beside what these stand
     * for, and others: so that they are as much as all were */
    double tied[2], untied[2];
    corr_query q[2];
    corr_diff_mix mix;
    remarks remarks;
} sides;

/* A part of the time of a cluster; from == to: none. */
typedef struct sides_told {
    int64_t from, to; /* ns */
} sides_told;

/* A sample, or the part of one, that belongs to a side. */
typedef struct sides_row {
    uint32_t input, stack, cluster;
    uint32_t stratum; /* 0: not known */
    int64_t value;    /* scaled */
    sides_wide info;  /* as side.weight says */
    double stands;    /* of a part: for so many requests */
} sides_row;

corr_code sides_init(sides *s, corr_store *st, const corr_query q[2],
                     const corr_diff_opts *opts, corr_err *err) CORR_CHECK;
void sides_clear(sides *s);

/* What a cost of a block is multiplied by. */
static inline double sides_weight_of(const side *d, uint32_t block)
{
    return d->weight_of ? d->weight_of[block] : 1;
}

/* Calls f for each row of a side. */
typedef void sides_each(void *ctx, const sides_row *row);
void sides_rows(const sides *s, unsigned which, sides_each *f, void *ctx);

/* A value of a row; weights may be large beyond all sense. */
static inline int64_t sides_round(double value)
{
    return value >= 0x1p62    ? INT64_C(1) << 62
           : value <= -0x1p62 ? -(INT64_C(1) << 62)
                              : llround(value);
}

/* The same for each part that a stratum has of a row, at the mix that was;
 * clusters are not told.  Only where there are strata. */
void sides_parts(const sides *s, unsigned which, sides_each *f, void *ctx);

/* What all for which a part stands cost. */
static inline int64_t sides_stood_for(const sides_row *row, double tied)
{
    const double by = row->stands * tied;

    return by == 1 ? row->value : sides_round((double)row->value * by);
}

/* How many requests of a side the one that a span is of stands for, itself and
 * those of which no span was kept. */
static inline double sides_stands(const sides *s, unsigned which, uint32_t span)
{
    const side *d = &s->side[which];
    const uint32_t stratum = s->stratum_of[span];
    const double n = s->stands ? s->stands[span] : 1;

    return stratum && d->stratum_spans[stratum] > 0
               ? n * d->stratum_n[stratum] / d->stratum_spans[stratum]
               : n;
}

/* Whether a sample is weighed by that: of spans that were asked for, whose
 * requests are counted so. */
static inline bool sides_weighs_spans(const sides *s, unsigned which)
{
    const side *d = &s->side[which];

    if (d->q->nchosen)
        return d->stand != NULL;
    return s->stands && s->per == CORR_PER_REQUEST && d->sel->in;
}

/* file[] and file_of[] of both sides. */
bool sides_list_files(sides *s) CORR_CHECK;
/* Both untold and uneven; once clusters and their requests are there.  False:
 * out of memory. */
bool sides_find_untold(sides *s) CORR_CHECK;
/* Whether a side has nothing to compare. */
static inline bool sides_are_empty(const sides *s)
{
    return !s->side[0].file.n || !s->side[0].facts.total ||
           !s->side[1].file.n || !s->side[1].facts.total;
}

/* Adds all remarks about the sides, once all else is known.  False: out of
 * memory. */
bool sides_remark(sides *s, const corr_diff_opts *opts) CORR_CHECK;
/* ... those about files of one process and time.  False: out of memory. */
bool sides_remark_twice(sides *s) CORR_CHECK;

/* Whether samples are known to be of one stratum or another. */
static inline bool sides_has_strata(const sides *s)
{
    return s->stratum_of || s->stratum_of_set;
}

/* The parts of sides_init that are elsewhere.  False: out of memory. */
bool sides_find_strata(sides *s) CORR_CHECK;
/* The same by what the service that was profiled was asked for. */
bool sides_find_entries(sides *s) CORR_CHECK;
/* Blocks, which of them is seen in windows, and how long these are; then the
 * clusters, their seconds and requests; then what requests expose. */
bool sides_choose_clusters(sides *s) CORR_CHECK;
bool sides_make_clusters(sides *s) CORR_CHECK;
bool sides_expose_blocks(sides *s, side *d) CORR_CHECK;
/* Those that came while profiles of a block ran; NAN: it has none. */
double sides_requests_of(const side *d, uint32_t block);
/* What the rows of a side add up to, by cluster; cost[k] is added to. */
void sides_add_costs(const sides *s, unsigned which, double *cost);
/* Whether neighbouring windows of a side are alike, those of its start aside,
 * and whether there are enough to put each two together. */
bool sides_windows_follow(sides *s, bool *does) CORR_CHECK;
bool sides_has_bins(const sides *s) CORR_CHECK;
/* Blocks with one profile a side, where noise is seen in one run or not at all;
 * names where there are several blocks. */
typedef struct sides_unseen {
    bool one_run;        /* some block is seen in one run, or not at all ... */
    corr_str one_run_of; /* ... the first of them */
    uint32_t n;          /* blocks of which noise cannot be seen */
    corr_str of;         /* the first of them */
} sides_unseen;
sides_unseen sides_find_unseen(const sides *s);
bool sides_count_requests(sides *s) CORR_CHECK;
/* The part of what each cluster of a side is divided by that is of the time
 * told[k], some of its own, in part[k].  Of all requests, if any were counted:
 * they do not come evenly.  False: out of memory. */
bool sides_parts_told(const sides *s, unsigned which, const sides_told *told,
                      double *part, corr_arena *scratch) CORR_CHECK;
/* The same as requests that spans count, added to n[k]. */
bool sides_count_within(const sides *s, unsigned which, const sides_told *told,
                        double *n, corr_arena *scratch) CORR_CHECK;
/* The metric that counts requests: the one that is asked for, or CORR_EUSAGE;
 * or an obvious one, if there is just one and it tells of both sides. */
corr_code sides_find_counter(sides *s, const char *requests,
                             corr_err *err) CORR_CHECK;
/* After what spans say.  False: out of memory. */
bool sides_count_by_counter(sides *s) CORR_CHECK;
/* Of the requests of a cluster of a file those of a part of its time. */
double sides_counted_within(const sides *s, const side *d, const side_file *f,
                            uint32_t cluster, const sides_told *told);
/* The endpoint that a series of the metric counts, 0: none (sides_routes.c). */
bool sides_route_of(sides *s, const input *in, uint32_t series,
                    uint32_t *part) CORR_CHECK;
/* Once the metric is found: strata as it calls them, if spans do so, too. */
bool sides_use_routes(sides *s) CORR_CHECK;
/* Which strata routes are called like: true in counted[strata + 1]; whether
 * there are any. */
bool sides_match_routes(const sides *s, bool *counted);
/* Where there are no spans: strata by a label of samples, if the metric calls
 * its endpoints so (sides_labels.c). */
bool sides_use_labels(sides *s) CORR_CHECK;
void sides_forget_labels(sides *s);
/* What each endpoint was asked, by block: the profiles that were counted. */
bool sides_count_routes(sides *s, const uint32_t block[2]) CORR_CHECK;
void sides_forget_routes(sides *s);
/* Strata as endpoints: where spans alone count requests. */
bool sides_list_strata(sides *s) CORR_CHECK;
bool sides_find_mix(sides *s) CORR_CHECK;
/* The variance of the number of requests of a stratum, where spans tell it and
 * it is chance which of them were kept. */
double sides_chance_of(const sides *s, unsigned which, size_t stratum);
void sides_find_weight(sides *s);

/* The same of a side that is chosen spans. */
bool sides_choose(sides *s, side *d) CORR_CHECK;
bool sides_cluster_spans(sides *s, side *d) CORR_CHECK;
void sides_count_spans(const sides *s, side *d);
bool sides_count_sampled(sides *s, side *d) CORR_CHECK;
uint32_t sides_span_cluster(const sides *s, const side *d, const sel_part *p,
                            size_t row);
/* For how many spans the one that has most of a row stands. */
double sides_span_stands(const sides *s, const side *d, const sel_part *p,
                         size_t row);

/* Whether a span may be of a side, by its file and by labels. */
bool sides_has_span(const sides *s, const side *d, uint32_t span);

/* Whether it is in a file of both sides, or in files of each. */
bool sides_share_span(const sides *s, const side *d, uint32_t span);

/* As sides_has_span, and of a file of both sides only if it began while a
 * profile of this one ran. */
bool sides_took(const sides *s, const side *d, uint32_t span);

/* What ran when a sample of an input was taken. */
static inline const side_file *sides_file(const side *d, uint32_t in,
                                          int64_t time)
{
    const side_file *f = &d->file.v[d->file_of[in] - 1];

    while (f->goes_on && time >= f->to)
        f++;
    return f;
}

/* Whether file i is another part of the one before it. */
static inline bool sides_is_rest(const side *d, size_t i)
{
    return i > 0 && d->file.v[i - 1].goes_on;
}

/* The cluster of a file's sample, or request, at a time. */
static inline uint32_t sides_cluster(const sides *s, const side_file *f,
                                     int64_t time)
{
    int64_t at;

    if (f->n <= 1 || time == CORR_NO_TIME || time <= f->from)
        return f->first;
    at = (time - f->from) / s->bin;
    return f->first + (uint32_t)(at < f->n ? at : f->n - 1);
}

/* Where it ends, of a file with a window: the last one takes what is left. */
static inline int64_t sides_cluster_end(const sides *s, const side_file *f,
                                        uint32_t cluster)
{
    const int64_t after = (int64_t)(cluster - f->first) + 1;

    return after < f->n ? f->from + after * s->bin : f->to;
}

/* Number of effective observations in a sum of values and of info. */
double sides_effective(const side *d, int64_t value, sides_wide info);

#endif
