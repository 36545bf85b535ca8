/*
 * corr_view.h - views of selections: trees, tops, timelines.
 *
 * A view owns its memory and borrows the store of its selections.  Views do not
 * print and do not change the store.  The same query gives the same answer in
 * the same order: by value, then name, then input.
 *
 * For a view x, corr_x_of makes it.  NULL: memory is out or the options are
 * invalid, with a sentence in err.  corr_x_size returns its number of rows,
 * corr_x_at returns one row by its number from 0, with texts of the view or of
 * the store, and corr_x_free frees it; NULL is allowed.  Values are in the unit
 * of the selection: ns, bytes or a count.
 */
#ifndef CORR_VIEW_H
#define CORR_VIEW_H

#include "corr_write.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- keys of rows ------------------------------------------------------ */

typedef enum corr_by {
    CORR_BY_FUNCTION,
    CORR_BY_FILE,
    CORR_BY_LINE,
    CORR_BY_MODULE,
    CORR_BY_THREAD, /* from here on: one key per sample, not per frame */
    CORR_BY_SERVICE,
    CORR_BY_OPERATION,
    CORR_BY_SPAN,
    CORR_BY_TRACE,
    CORR_BY_ROOT, /* an attribute of the root of the trace: corr_top_opts.label */
    CORR_BY_LABEL,
    CORR_BY_HOLDER, /* of waits for locks: the holder of each part */
    CORR_BY_GC,     /* of pauses: each pause, and the requests it delayed */
    CORR_BY_COUNT
} corr_by;

/* The frames that a view shows.  Regexes are PCRE2 over function names; NULL:
 * no filter.  corr_query has focus and ignore. */
typedef struct corr_show {
    const char *hide;      /* remove these frames */
    const char *show;      /* remove all other frames */
    const char *show_from; /* remove frames above the first match */
} corr_show;

/* Removes frames from the stacks of a selection before it is written.  Views
 * have their own option. */
corr_code corr_sel_show(corr_sel *sel, const corr_show *show,
                        corr_err *err) CORR_CHECK;

/* ---- tree ------------------------------------------------------------ */

typedef struct corr_tree corr_tree;

typedef struct corr_tree_opts {
    corr_by by;   /* FUNCTION to MODULE */
    bool callers; /* leaf first: the callers of each function */
    corr_show show;
} corr_tree_opts;

/* One node, in depth-first order: children by total, then name.  Node 0 is the
 * root, named "", and contains all other nodes; the subtree of i is [i, end).
 * Arrays have one entry per selection.  total = self + the totals of all
 * children, in whole numbers, even if samples are divided among spans.
 * Recursion is folded: see repeat, and corr-methods 7.1.  Samples without a
 * stack are below "[no stack]"; stacks without a visible frame are below
 * "[hidden]". */
typedef struct corr_node {
    const char *name;      /* key, "" for the root */
    corr_frame_view frame; /* the attributes that all frames of that name
                              share */
    uint32_t depth;        /* root 0 */
    uint32_t parent, end;
    uint32_t repeat; /* N of "f xN"; 1 without recursion */
    uint32_t cycle;  /* calls in the folded cycle, named "(A → B)", or 0 */
    const int64_t *self, *total;
    const int64_t *obs;      /* observations of the subtree; all 0 if unknown */
    const int64_t *self_obs; /* observations of the node itself */
} corr_node;

corr_tree *corr_tree_of(const corr_sel *const *cols, size_t ncol,
                        const corr_tree_opts *opts, corr_err *err) CORR_CHECK;
uint32_t corr_tree_size(const corr_tree *t);
corr_node corr_tree_at(const corr_tree *t, uint32_t i);
void corr_tree_free(corr_tree *t);

/* The lines of a tree on a screen (corr-methods 7.1): nodes above a threshold,
 * chains joined, and one rest line under each parent.  With `fold` a rest below
 * that share has no line of its own: it is part of the rest of an outer line,
 * which is then no part of its parent alone, and chains are joined across
 * such rests.  The self amounts of all lines and the rests add up to the whole
 * in any case. */
typedef struct corr_prune {
    double share;       /* smallest share of the view to keep; 0: 1 % */
    double fold;        /* smallest share of a rest line; 0: any */
    int64_t least_obs;  /* smallest number of observations to keep; 0: 2 */
    uint32_t max_rows;  /* 0: no limit */
    uint32_t max_depth; /* 0: no limit */
    bool all;           /* keep all nodes */
    bool no_chains;
} corr_prune;

typedef struct corr_line {
    uint32_t node;   /* the node, or the parent of the rest */
    uint32_t last;   /* last node of a chain; else node */
    uint32_t hidden; /* rest line: number of hidden frames; else 0 */
    uint32_t depth;  /* indentation, 0 for roots */
    bool from_below; /* rest line: also of lines below its siblings */
    bool is_last;    /* the last line under its parent */
    bool hot_path;   /* marked * */
    bool hot;        /* <- hot */
    /* In the first selection; with fold those of the last node of a chain. */
    int64_t self, total, obs;
    int tenths_total; /* apportioned: parent = self + children + rest */
    int tenths_self;
} corr_line;

typedef struct corr_lines corr_lines;
corr_lines *corr_lines_of(const corr_tree *t, const corr_prune *prune,
                          corr_err *err) CORR_CHECK;
uint32_t corr_lines_size(const corr_lines *l);
corr_line corr_lines_at(const corr_lines *l, uint32_t i);

/* Whether a frame looks like application code, and not like a kernel, runtime,
 * standard library or well-known framework. */
bool corr_frame_is_app(const corr_frame_view *f);
/* The last two parts of the name of a function: a suffix of it. */
corr_str corr_short_name(corr_str name);

void corr_lines_free(corr_lines *l);

/* ---- timeline -------------------------------------------------------- */

/* Activity over time in bins of equal length: amounts per second of samples and
 * intervals, and means of series that a runtime records. */
typedef struct corr_timeline corr_timeline;

typedef struct corr_timeline_opts {
    const corr_sel *sel; /* one row, "selection"; NULL: a row for each series in
                            the inputs */
    bool whole;          /* with sel: all samples of its inputs and kind */
    bool metrics;        /* without sel: include series of metrics */
    bool all_metrics; /* also usual: metrics that do not move with the load */
    const char *const *first; /* usual before others: names of metrics */
    uint32_t nfirst;
    bool by_service;  /* without sel: rows of each service, and no requests */
    int64_t from, to; /* 0,0: all times */
    bool within;      /* from and to only cut the time that is known */
    int64_t step;     /* ns; 0: a step with at most `most` bins */
    uint32_t most;    /* 0: 480 */
} corr_timeline_opts;

typedef struct corr_timeline_facts {
    int64_t from, step; /* ns; from is a whole number of steps */
    uint32_t bins;      /* 0: the inputs have no times */
    bool is_own; /* times are of a clock without a date (corr-methods 1.4): from
                    is no time of day */
    uint32_t more_metrics; /* series of metrics without a row, because there are
                              too many */
    uint32_t left_out;     /* inputs whose clocks cannot be compared */
    corr_remarks remarks;
} corr_timeline_facts;

typedef struct corr_timeline_row {
    const char *name;    /* kind of sample, name of the series, "spans" */
    const char *unit;    /* "cores" "threads" "1" "bytes" "bytes/s" "1/s" ... */
    const double *value; /* [bins]; NAN: unknown */
    const double *known; /* [bins] known ns of each bin; NULL: equal for all
                            bins */
    bool is_usual;       /* usually shown first */
    corr_str service;    /* by_service: whose it is; "": unknown */
    uint64_t rows;       /* samples or numbers in it; of a metric 0 */
    int64_t gap;         /* of numbers: usual ns between them; else 0 */
    int64_t whole;       /* longest recording whose samples have no times, which
                            count evenly; 0: none */
    int64_t every;       /* of a metric, whose name includes its labels: usual
                            ns between its points; else 0 */
    bool is_state;       /* its values are between 0, it is not so, and 1, it is
                            so: an alert fires */
} corr_timeline_row;

corr_timeline *corr_timeline_of(corr_store *st, const corr_timeline_opts *opts,
                                corr_err *err) CORR_CHECK;
corr_timeline_facts corr_timeline_facts_of(const corr_timeline *t);
uint32_t corr_timeline_size(const corr_timeline *t);
corr_timeline_row corr_timeline_at(const corr_timeline *t, uint32_t i);

/* A time in which an alert was active, from series ALERTS of any file. */
typedef struct corr_timeline_alert {
    corr_str name;
    int64_t from, to;
    bool is_open;    /* its end is unknown, but not before `to` */
    bool is_pending; /* it did not fire yet */
} corr_timeline_alert;

/* With opts.metrics; by name, then start.  Pending ones only of alerts that
 * never fire. */
uint32_t corr_timeline_alerts(const corr_timeline *t);
corr_timeline_alert corr_timeline_alert_at(const corr_timeline *t, uint32_t i);
void corr_timeline_free(corr_timeline *t);

/* Rounds up to a step that clocks show: 200 ms, 5 s, 15 min. */
int64_t corr_timeline_round(int64_t ns);
/* Merges every `per` of the n bins of a row into one: the mean over the known
 * time.  Returns the number of bins written to `to`. */
uint32_t corr_timeline_merge(const corr_timeline_row *row, uint32_t n,
                             uint32_t per, double *to);
/* The height 0..7 of a value between least and most in a strip. */
unsigned corr_timeline_level(double v, double least, double most);

/* ---- the code of each moment ------------------------------------------------ */

/* The functions that most samples of a selection were in, and their share of the
 * samples of each bin of a timeline.  A sample counts for one function: the
 * first of `first` in its stack, else the innermost one of the application, else
 * the innermost one.  By operation it counts for those of its spans.  Samples
 * without a time count evenly in that of their file. */
typedef struct corr_mix corr_mix;

typedef struct corr_mix_opts {
    int64_t from, step; /* ns, as in corr_timeline_facts */
    uint32_t bins;
    corr_by by;               /* CORR_BY_FUNCTION, or CORR_BY_OPERATION */
    uint32_t most;            /* functions */
    const char *const *first; /* [nfirst] names of functions */
    uint32_t nfirst;
} corr_mix_opts;

typedef struct corr_mix_row {
    corr_str name;       /* a function or operation, "[no code]", "[no span]" */
    const double *share; /* [bins] 0..1; NAN: no sample.  All rows sum to at
                            most 1: the rest is other code */
} corr_mix_row;

/* Largest first. */
corr_mix *corr_mix_of(const corr_sel *sel, const corr_mix_opts *o,
                      corr_err *err) CORR_CHECK;
uint32_t corr_mix_size(const corr_mix *m);
corr_mix_row corr_mix_at(const corr_mix *m, uint32_t i);
void corr_mix_free(corr_mix *m);

/* ---- exemplars ---------------------------------------------------------- */

/* A measured value of a metric, and the request that it was measured in. */
typedef struct corr_exemplar {
    uint32_t input, row; /* row of the series in the input */
    const char *series;  /* NAME{a="b"}, labels ordered by key */
    corr_str metric;     /* NAME, without _bucket */
    corr_str service;    /* the service that the labels name; "": unknown */
    double value;        /* in the unit of the metric */
    double length;       /* the value in ns; NAN: it is no time */
    int64_t time;        /* CORR_NO_TIME: unknown */
    corr_trace_id trace; /* {0,0}: unknown */
    uint64_t span;       /* 0: unknown */
    bool is_here;        /* the store has spans of this trace */
} corr_exemplar;

typedef struct corr_exemplars corr_exemplars;

/* The exemplars of all inputs, of each input the largest values first.  An
 * exemplar that several inputs have is in the list once, of the first of
 * them.  selector: NAME{a="b",c=~"d.*"} in Prometheus' notation, where NAME is
 * also that of a histogram; NULL: all series. */
corr_exemplars *corr_exemplars_of(corr_store *st, const char *selector,
                                  corr_err *err) CORR_CHECK;
uint32_t corr_exemplars_size(const corr_exemplars *x);
corr_exemplar corr_exemplar_at(const corr_exemplars *x, uint32_t i);
/* The labels of its series. */
uint32_t corr_exemplar_nlabels(const corr_exemplars *x, uint32_t i);
corr_label corr_exemplar_label(const corr_exemplars *x, uint32_t i, uint32_t k);
void corr_exemplars_free(corr_exemplars *x);

/* ---- top ------------------------------------------------------------- */

typedef struct corr_top corr_top;

typedef struct corr_top_opts {
    corr_by by;
    const char *label; /* the key of CORR_BY_LABEL or CORR_BY_ROOT */
    bool cumulative;   /* order by total */
    corr_show show;
    uint32_t most; /* rows to sort and rank, 0: all; later rows have no order
                      and rank 0 */
} corr_top_opts;

typedef struct corr_top_row {
    const char *key;       /* function, file, span id, label value ... */
    corr_frame_view frame; /* for keys of frames */
    corr_trace_id trace;   /* by span, by trace */
    uint64_t span;
    int64_t self, total;
    int64_t obs;       /* observations of self; by holder: waits of which a part
                          is charged to it, which several rows may count */
    int64_t total_obs; /* observations of total */
    uint32_t rank; /* 1-based; rows with overlapping intervals share a rank */
    double lo, hi; /* 95 % interval of the self share (Wilson); NAN: the number
                      of observations is unknown */
    /* by function: the application function under which most of it ran, that
     * is the nearest caller that is no library and not the function itself; of
     * self, with cumulative of total.  NULL: no such caller. */
    const char *under;
    double under_share; /* 0..1 of the row; NAN: no such caller */
    /* by pause */
    int64_t from;     /* start of the pause; CORR_NO_TIME: unknown */
    int64_t ndelayed; /* requests delayed; -1: its process has no spans */
} corr_top_row;

/* A request that a pause delayed: ns is their overlap. */
typedef struct corr_delayed {
    uint32_t number; /* number of the span in the store */
    corr_trace_id trace;
    uint64_t span;
    corr_str name, service;
    int64_t ns;
} corr_delayed;

corr_top *corr_top_of(const corr_sel *sel, const corr_top_opts *opts,
                      corr_err *err) CORR_CHECK;
uint32_t corr_top_size(const corr_top *t);
corr_top_row corr_top_at(const corr_top *t, uint32_t i);
/* Request k that pause i delayed, longest first; at most CORR_MOST_DELAYED. */
enum { CORR_MOST_DELAYED = 100 };
corr_delayed corr_top_delayed(const corr_top *t, uint32_t i, uint32_t k);
void corr_top_free(corr_top *t);

/* ---- peek ------------------------------------------------------------ */

typedef struct corr_peek corr_peek;

/* A function that matches, with the number of its callers and callees. */
typedef struct corr_peeked {
    const char *key;
    corr_frame_view frame;
    int64_t self, total, obs; /* obs: observations of total */
    uint32_t ncallers, ncallees;
} corr_peeked;

/* A caller or callee.  Callers sum to total; callees and self sum to total.
 * With recursion, the outermost call defines the caller, the innermost the
 * callee. */
typedef struct corr_neighbour {
    const char *key; /* "[root]": the function has no caller */
    corr_frame_view frame;
    int64_t value, obs;
} corr_neighbour;

/* Functions whose name is `name` or ends in it after a separator, by total,
 * largest first.  If no name does, those that do without regard to case.  A
 * name between slashes is a regex over names: "/Work|mix/". */
corr_peek *corr_peek_of(const corr_sel *sel, const char *name,
                        const corr_show *show, corr_err *err) CORR_CHECK;
/* Whether the name is a regex. */
bool corr_peek_is_pattern(const char *name);
/* The names of all functions of the selection, in no order: [1, n); others are
 * no functions. */
uint32_t corr_peek_names(const corr_peek *p);
corr_str corr_peek_name(const corr_peek *p, uint32_t i);
uint32_t corr_peek_size(const corr_peek *p);
corr_peeked corr_peek_at(const corr_peek *p, uint32_t i);
/* Neighbours, largest first. */
corr_neighbour corr_peek_caller(const corr_peek *p, uint32_t i, uint32_t k);
corr_neighbour corr_peek_callee(const corr_peek *p, uint32_t i, uint32_t k);
void corr_peek_free(corr_peek *p);

/* ---- spans ----------------------------------------------------------- */

typedef struct corr_spanlist corr_spanlist;

/* One span with the samples of the span and its local descendants, or of the
 * whole request: see corr_span_totals.  If start is 0 only the duration is
 * known, and end is the duration. */
typedef struct corr_listed {
    corr_trace_id trace;
    uint64_t id, parent;
    uint32_t handle; /* N of sN in its trace */
    corr_str name, service, version, thread;
    int64_t start, end, self;
    int64_t self_lo, self_hi; /* its bounds */
    int64_t calls;            /* that it stands for */
    int64_t busy;             /* end - start, or the sum of its calls */
    bool untold;              /* the sum is unknown: busy is end - start */
    uint8_t kind, status;     /* corr_span_kind, corr_status */
    bool is_entry; /* its parent is in another process, or not here */
    bool known; /* a profile ran, and its samples can be separated from those of
                   its request */
    bool unfinished;    /* its duration is unknown */
    double rank;        /* of an entry span: the share of the entry spans of the
                           same service and name that took less time, with half
                           of those that took the same; NAN: unknown */
    uint32_t rank_of;   /* the number of these spans, itself included */
    int64_t value, obs; /* of its samples; value in the kind's unit */
    corr_frame_view hottest; /* frame with most self; function empty: no
                                samples */
    int64_t hottest_value;
    corr_frame_view under; /* the nearest application frame that calls it;
                              function empty: no such frame */
    bool is_helper;        /* hottest is library code, or is called by several
                       application functions: `under` tells more */
} corr_listed;

typedef struct corr_span_totals {
    uint32_t spans;   /* that match, without the limit on the slowest */
    uint32_t entries; /* entry spans among them */
    uint32_t listed;  /* rows without the limit on the slowest */
    bool merged;      /* some spans here stand for many calls */
    bool requests;    /* only requests are listed */
    bool whole;       /* the samples of a row are those of the span and of all
                         spans below it, in any service; else only of those in
                         its process */
} corr_span_totals;

/* The spans of a query, slowest first, then by start and id; the first `most`
 * of them are sorted (0: all), and only of those more is known than the span
 * itself.  The query also filters their samples; its time applies to the
 * spans. */
corr_spanlist *corr_spanlist_of(corr_store *st, const corr_query *q,
                                const corr_show *show, uint32_t most,
                                corr_err *err) CORR_CHECK;
/* The same with the samples of whole requests.  only: the requests of the
 * query, which are the entry spans of its service, else the spans that begin
 * traces; or all its spans if no request is among them.  Not only: all spans,
 * as requests if all of them are entry spans. */
corr_spanlist *corr_requests_of(corr_store *st, const corr_query *q,
                                const corr_show *show, uint32_t most, bool only,
                                corr_err *err) CORR_CHECK;
corr_span_totals corr_spanlist_totals(const corr_spanlist *l);
uint32_t corr_spanlist_size(const corr_spanlist *l);
corr_listed corr_spanlist_at(const corr_spanlist *l, uint32_t i);
/* The name; for an entry span that is named only by a method such as "GET", that
 * of the first span below it in its process with another name. */
corr_str corr_spanlist_telling(const corr_spanlist *l, uint32_t i);
uint32_t corr_spanlist_nattrs(const corr_spanlist *l, uint32_t i);
corr_label corr_spanlist_attr(const corr_spanlist *l, uint32_t i, uint32_t k);
/* The kind of sample used; "": no samples. */
corr_str corr_spanlist_kind(const corr_spanlist *l);
void corr_spanlist_free(corr_spanlist *l);

/* ---- words ----------------------------------------------------------- */

/* Names in the inputs, for completion. */
typedef enum corr_word {
    CORR_WORD_TRACE,     /* ids, 32 hex digits */
    CORR_WORD_SPAN,      /* the same, of the longest ten requests if `begin` is
                            empty; after "TRACE/", spans of the trace: TRACE/sN
                            and, for unique names, TRACE/NAME */
    CORR_WORD_OPERATION, /* names of spans */
    CORR_WORD_SERVICE,
    CORR_WORD_THREAD,
    CORR_WORD_FUNCTION, /* if no name begins so: ends of names, which
                           corr_peek_of accepts too */
    CORR_WORD_KIND,     /* kinds of samples */
    CORR_WORD_VERSION,
    CORR_WORD_LABEL, /* KEY=, and after that KEY=VALUE */
    CORR_WORD_FIELD, /* intrinsics of --where, and keys of labels */
    CORR_WORD_COUNT
} corr_word;

typedef struct corr_words corr_words;

/* The distinct words that begin with `begin`, in byte order, at most `most`.
 * Names with control characters or overrides and very long names are left
 * out. */
corr_words *corr_words_of(corr_store *st, corr_word what, corr_str begin,
                          size_t most, corr_err *err) CORR_CHECK;
size_t corr_words_size(const corr_words *w);
corr_str corr_words_at(const corr_words *w, size_t i); /* lives with w */
void corr_words_free(corr_words *w);

/* ---- slices ----------------------------------------------------------- */

/* A part of the inputs, or several inputs, as one file of their format.  The
 * inputs are read again, so pipes must be loaded with corr_load_slices.again,
 * and samples with CORR_NEED_ROWS.  Inputs loaded as outlines
 * (corr_load_slices.outline) select blocks only by the window of a query.
 * corr_slice_write reads a pipe that was loaded to be read once; its warnings
 * exist after that. */
typedef struct corr_slice_opts {
    const char *format; /* format of the inputs to use; NULL: that of the
                           profiles, or of the traces without profiles */
    bool whole;         /* keep whole traces if one span is selected */
    bool strict;        /* fail if blocks would be left out */
    bool salvage;       /* merge: keep the readable part of unfinished blocks */
    corr_limits limits; /* the limits they were loaded with */
} corr_slice_opts;

typedef struct corr_slice_facts {
    const char *format;
    const char *block; /* unit that is counted: "chunk"; NULL: records */
    bool is_binary;
    bool of_spans, is_merge, salvages;
    bool reads;           /* corr_slice_write reads a pipe */
    size_t inputs;        /* files with kept records */
    uint64_t kept, of;    /* records kept and all records of these files; after
                             corr_slice_write */
    corr_remarks remarks; /* about the copy, without those of sel */
    uint64_t left_out;    /* incomplete blocks that were not rescued */
    uint64_t partly;      /* rescued blocks with lost bytes */
    uint64_t lost;        /* their lost bytes */
    int64_t from, to;     /* time of the kept blocks; CORR_NO_TIME: no block was
                             kept */
    corr_sel_facts sel;   /* about samples: the kind shown, the amount, the
                             evidence */
} corr_slice_facts;

/* Selects the records of a query: samples with all their values, or spans.  A
 * trace selected by its id or by a window is kept whole.  Other queries keep
 * the selected spans; a span selected by id keeps its descendants.  CORR_ENONE:
 * the selection is empty. */
corr_slice *corr_slice_of(corr_store *st, const corr_query *q,
                          const corr_slice_opts *opts,
                          corr_err *err) CORR_CHECK;
/* All records of all inputs, which must be of one format; equal records are
 * added. */
corr_slice *corr_slice_merge(corr_store *st, const corr_slice_opts *opts,
                             corr_err *err) CORR_CHECK;
corr_code corr_slice_write(corr_slice *s, corr_out *out,
                           corr_err *err) CORR_CHECK;
corr_slice_facts corr_slice_facts_of(const corr_slice *s);
void corr_slice_free(corr_slice *s);

/* The path of the input that is the same file as `file`, under any name.  NULL:
 * no input is. */
const char *corr_input_is(const corr_store *st, const char *file);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
