/*
 * corr_view.h - what is computed from selections: trees, tops, timelines.
 *
 * A view is a struct that owns its memory and borrows the store its
 * selections are of.  Views do not print and do not change the store; the
 * same question gives the same answer, in the same order: by value, then
 * name, then input.
 *
 * For a view x, corr_x_of makes it (NULL: no memory, or options that make no
 * sense, with a sentence in err), corr_x_size counts its rows, corr_x_at gives
 * one by its number from 0, with texts of the view or of the store, and
 * corr_x_free frees it; NULL is nothing to free.  Values are in the unit of
 * the selection: ns, bytes or a count.
 */
#ifndef CORR_VIEW_H
#define CORR_VIEW_H

#include "corr_write.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- what a row stands for ------------------------------------------- */

typedef enum corr_by {
    CORR_BY_FUNCTION,
    CORR_BY_FILE,
    CORR_BY_LINE,
    CORR_BY_MODULE,
    CORR_BY_THREAD, /* from here on: one key a sample, not a frame */
    CORR_BY_SERVICE,
    CORR_BY_OPERATION,
    CORR_BY_SPAN,
    CORR_BY_TRACE,
    CORR_BY_LABEL,
    CORR_BY_HOLDER, /* of waits for locks: who held it, stretch by stretch */
    CORR_BY_GC,     /* of pauses: each by itself, and whom it delayed */
    CORR_BY_COUNT
} corr_by;

/* Which frames a view shows.  Regexes are PCRE2 over function names; NULL:
 * none.  focus and ignore belong to corr_query. */
typedef struct corr_show {
    const char *hide;      /* leave these frames out */
    const char *show;      /* leave all others out */
    const char *show_from; /* leave out what is above the first match */
} corr_show;

/* Leaves frames out of the stacks of a selection for those who write it; views
 * have an option of their own. */
corr_code corr_sel_show(corr_sel *sel, const corr_show *show,
                        corr_err *err) CORR_CHECK;

/* ---- tree ------------------------------------------------------------ */

typedef struct corr_tree corr_tree;

typedef struct corr_tree_opts {
    corr_by by;   /* FUNCTION to MODULE */
    bool callers; /* leaf first: who called what */
    corr_show show;
} corr_tree_opts;

/* One node, in depth-first order: children by total, then name.  Node 0 is
 * the root, with the name "" and everything below it; the subtree of i is
 * [i, end).  Arrays have one entry a selection; total = self + the totals of
 * all children, in whole numbers, also where samples are divided.  Recursion
 * is folded: see repeat, and corr-methods 7.1.  Samples without a stack are below
 * "[no stack]", stacks of which nothing is shown below "[hidden]". */
typedef struct corr_node {
    const char *name;      /* key, "" for the root */
    corr_frame_view frame; /* what all frames of that name agree on */
    uint32_t depth;        /* root 0 */
    uint32_t parent, end;
    uint32_t repeat; /* N of "f xN"; 1 normally */
    uint32_t cycle;  /* calls in the folded cycle, named "(A → B)", or 0 */
    const int64_t *self, *total;
    const int64_t *obs; /* observations below and here; 0 throughout if they
                           cannot be known */
    const int64_t *self_obs; /* observations here */
} corr_node;

corr_tree *corr_tree_of(const corr_sel *const *cols, size_t ncol,
                        const corr_tree_opts *opts, corr_err *err) CORR_CHECK;
uint32_t corr_tree_size(const corr_tree *t);
corr_node corr_tree_at(const corr_tree *t, uint32_t i);
void corr_tree_free(corr_tree *t);

/* What a screen shows of a tree (corr-methods 7.1): nodes worth a line, chains
 * joined, the rest under each parent as one line. */
typedef struct corr_prune {
    double share;       /* keep nodes of this share of the view; 0: 1 % */
    int64_t least_obs;  /* and this many observations; 0: 2 */
    uint32_t max_rows;  /* 0: no limit */
    uint32_t max_depth; /* 0: no limit */
    bool all;           /* keep everything */
    bool no_chains;
} corr_prune;

typedef struct corr_line {
    uint32_t node;   /* shown node, or the parent of what was left out */
    uint32_t last;   /* a chain: its last node; else node */
    uint32_t hidden; /* 0, or how many frames this rest line stands for */
    uint32_t depth;  /* of the line on the screen, 0 for roots */
    bool is_last;    /* last line under its parent */
    bool hot_path;   /* marked * */
    bool hot;        /* <- hot */
    int64_t self, total, obs; /* of the line, first selection */
    int tenths_total;         /* apportioned: parent = self + children + rest */
    int tenths_self;
} corr_line;

typedef struct corr_lines corr_lines;
corr_lines *corr_lines_of(const corr_tree *t, const corr_prune *prune,
                          corr_err *err) CORR_CHECK;
uint32_t corr_lines_size(const corr_lines *l);
corr_line corr_lines_at(const corr_lines *l, uint32_t i);

/* Whether a frame looks like the application's own, and not like that of a
 * kernel, runtime, standard library or well-known framework. */
bool corr_frame_is_app(const corr_frame_view *f);

void corr_lines_free(corr_lines *l);

/* ---- timeline -------------------------------------------------------- */

/* What went on over time, in bins of one length: of samples and of what lasts
 * how much a second, of numbers that a runtime tells their mean. */
typedef struct corr_timeline corr_timeline;

typedef struct corr_timeline_opts {
    const corr_sel *sel; /* one row, "selection"; NULL: a row for each thing
                            that the inputs know */
    bool whole;          /* with sel: all samples of its inputs and kind */
    bool metrics;        /* without sel: series of metrics, too */
    int64_t from, to;    /* 0, 0: all times there are */
    int64_t step;        /* ns; 0: one by which there are at most `most` bins */
    uint32_t most;       /* 0: 480 */
} corr_timeline_opts;

typedef struct corr_timeline_facts {
    int64_t from, step; /* ns; from is a whole number of steps */
    uint32_t bins;      /* 0: nothing here has times */
    bool is_own; /* times are of a clock that nobody knows (corr-methods 1.4):
                           from is no time of day */
    uint32_t more_metrics; /* series of metrics that are no rows, for there are
                              too many */
    uint32_t left_out;     /* inputs whose clocks cannot be compared with it */
    corr_remarks remarks;
} corr_timeline_facts;

typedef struct corr_timeline_row {
    const char *name;    /* kind of sample, name of the series, "spans" */
    const char *unit;    /* "cores" "threads" "1" "bytes" "bytes/s" "1/s" ... */
    const double *value; /* [bins]; NAN: not known */
    const double *known; /* [bins] ns of each that are known; NULL: all alike */
    bool is_usual;       /* of what is looked at first */
    int64_t every;       /* of a metric: ns between its points, as a rule; the
                            name is that with its labels.  Else 0 */
} corr_timeline_row;

corr_timeline *corr_timeline_of(corr_store *st, const corr_timeline_opts *opts,
                                corr_err *err) CORR_CHECK;
corr_timeline_facts corr_timeline_facts_of(const corr_timeline *t);
uint32_t corr_timeline_size(const corr_timeline *t);
corr_timeline_row corr_timeline_at(const corr_timeline *t, uint32_t i);
void corr_timeline_free(corr_timeline *t);

/* The next longer step of those that clocks are read in: 200 ms, 5 s, 15 min. */
int64_t corr_timeline_round(int64_t ns);
/* The values of a row in as many bins as `per` of its n make, each the mean over
 * the time that is known; returns how many bins. */
uint32_t corr_timeline_merge(const corr_timeline_row *row, uint32_t n,
                             uint32_t per, double *to);
/* 0..7 of a value between least and most, as a strip shows it. */
unsigned corr_timeline_level(double v, double least, double most);

/* ---- top ------------------------------------------------------------- */

typedef struct corr_top corr_top;

typedef struct corr_top_opts {
    corr_by by;
    const char *label; /* the key of CORR_BY_LABEL */
    bool cumulative;   /* order by total */
    corr_show show;
    uint32_t most; /* rows to put in order and rank, 0: all of them; others
                      come after, in no order and of rank 0 */
} corr_top_opts;

typedef struct corr_top_row {
    const char *key;       /* function, file, span id, label value ... */
    corr_frame_view frame; /* for keys of frames */
    corr_trace_id trace;   /* by span, by trace */
    uint64_t span;
    int64_t self, total;
    int64_t obs;       /* observations of self; by holder: waits of which it is
                          charged a part, which several rows may count */
    int64_t total_obs; /* of total */
    uint32_t rank;     /* 1-based; rows whose intervals overlap share it */
    double lo, hi;     /* 95 % interval of the self share (Wilson); NAN where
                          observations cannot be known */
    /* by pause */
    int64_t from;     /* when it began, CORR_NO_TIME: not known */
    int64_t ndelayed; /* -1: no span is known of its process */
} corr_top_row;

/* A request that was under way during a pause: both have ns in common. */
typedef struct corr_delayed {
    uint32_t number; /* of the span in the store */
    corr_trace_id trace;
    uint64_t span;
    corr_str name, service;
    int64_t ns;
} corr_delayed;

corr_top *corr_top_of(const corr_sel *sel, const corr_top_opts *opts,
                      corr_err *err) CORR_CHECK;
uint32_t corr_top_size(const corr_top *t);
corr_top_row corr_top_at(const corr_top *t, uint32_t i);
/* Request k of those that pause i delayed, longest first; of very many only the
 * first are told. */
enum { CORR_MOST_DELAYED = 100 };
corr_delayed corr_top_delayed(const corr_top *t, uint32_t i, uint32_t k);
void corr_top_free(corr_top *t);

/* ---- peek ------------------------------------------------------------ */

typedef struct corr_peek corr_peek;

/* A function that matches, and how many callers and callees it has. */
typedef struct corr_peeked {
    const char *key;
    corr_frame_view frame;
    int64_t self, total, obs; /* obs of total */
    uint32_t ncallers, ncallees;
} corr_peeked;

/* A neighbour: callers sum to total; callees and self sum to total.  With
 * recursion the outermost call has the caller, the innermost the callee. */
typedef struct corr_neighbour {
    const char *key; /* "[root]": nobody called it */
    corr_frame_view frame;
    int64_t value, obs;
} corr_neighbour;

/* Functions whose name is `name` or ends in it after a separator, largest
 * total first. */
corr_peek *corr_peek_of(const corr_sel *sel, const char *name,
                        const corr_show *show, corr_err *err) CORR_CHECK;
uint32_t corr_peek_size(const corr_peek *p);
corr_peeked corr_peek_at(const corr_peek *p, uint32_t i);
/* Neighbours, largest first. */
corr_neighbour corr_peek_caller(const corr_peek *p, uint32_t i, uint32_t k);
corr_neighbour corr_peek_callee(const corr_peek *p, uint32_t i, uint32_t k);
void corr_peek_free(corr_peek *p);

/* ---- spans ----------------------------------------------------------- */

typedef struct corr_spanlist corr_spanlist;

/* One span with the code that ran in it and in its local descendants.  Where
 * its start is 0 only its length is known, which is its end. */
typedef struct corr_listed {
    corr_trace_id trace;
    uint64_t id, parent;
    uint32_t handle; /* N of sN in its trace */
    corr_str name, service, version, thread;
    int64_t start, end, self;
    uint8_t kind, status; /* corr_span_kind, corr_status */
    bool known; /* a profile ran, and its samples can be told from those of its
                 * request */
    bool unfinished;         /* its end is not known */
    int64_t value, obs;      /* of its samples, in the kind's unit */
    corr_frame_view hottest; /* most self; function empty: no samples */
    int64_t hottest_value;
} corr_listed;

/* The spans that a question names, slowest first, then by start and id, as far
 * as `most` of them (0: all); those after these are in no order.  Their samples
 * are those that the question allows; its time is that of the spans. */
corr_spanlist *corr_spanlist_of(corr_store *st, const corr_query *q,
                                const corr_show *show, uint32_t most,
                                corr_err *err) CORR_CHECK;
uint32_t corr_spanlist_size(const corr_spanlist *l);
corr_listed corr_spanlist_at(const corr_spanlist *l, uint32_t i);
uint32_t corr_spanlist_nattrs(const corr_spanlist *l, uint32_t i);
corr_label corr_spanlist_attr(const corr_spanlist *l, uint32_t i, uint32_t k);
/* Kind of sample that was looked at, "" if there are none. */
corr_str corr_spanlist_kind(const corr_spanlist *l);
void corr_spanlist_free(corr_spanlist *l);

/* ---- words ----------------------------------------------------------- */

/* Names that the inputs hold, for completion: what could be typed. */
typedef enum corr_word {
    CORR_WORD_TRACE,     /* ids, 32 hex digits */
    CORR_WORD_SPAN,      /* the same; once begun with "TRACE/", its spans:
                            TRACE/sN, TRACE/ID and, where one span only has
                            the name, TRACE/NAME */
    CORR_WORD_OPERATION, /* names of spans */
    CORR_WORD_SERVICE,
    CORR_WORD_THREAD,
    CORR_WORD_FUNCTION, /* if none begins so: ends of names that do, which
                           corr_peek_of takes too */
    CORR_WORD_COUNT
} corr_word;

typedef struct corr_words corr_words;

/* Those that begin with `begin`, in byte order, each once, at most so many.
 * Names that cannot be typed or shown as they are (control characters,
 * overrides) and very long ones are left out. */
corr_words *corr_words_of(corr_store *st, corr_word what, corr_str begin,
                          size_t most, corr_err *err) CORR_CHECK;
size_t corr_words_size(const corr_words *w);
corr_str corr_words_at(const corr_words *w, size_t i); /* lives with w */
void corr_words_free(corr_words *w);

/* ---- numbers for eyes ------------------------------------------------ */

/* ---- slices ----------------------------------------------------------- */

/* Part of the inputs, or several of them, as one file of their own format;
 * they are read once more, so pipes have to be loaded with corr_load_slices.again,
 * and samples with CORR_NEED_ROWS.  Of inputs that were loaded as outlines
 * (corr_load_slices.outline) blocks are selected by the window of a query, and by
 * nothing else; one that is a pipe and was loaded to be read once is read by
 * corr_slice_write, and its warnings are there after that. */
typedef struct corr_slice_opts {
    const char *format; /* of which of the inputs; NULL: that of the profiles,
                            of the traces where there are no profiles */
    bool whole;         /* traces of which a span is selected, whole */
    bool strict;        /* refuse what leaves blocks out */
    bool salvage;       /* merge: what its recorder never finished, as far as
                           it goes; for formats that consist of blocks */
    corr_limits limits; /* as when they were loaded */
} corr_slice_opts;

typedef struct corr_slice_facts {
    const char *format;
    const char *block; /* what is counted in place of records: "chunk", NULL */
    bool is_binary;
    bool of_spans, is_merge, salvages;
    bool reads;           /* corr_slice_write reads a pipe */
    size_t inputs;        /* files of which something is kept */
    uint64_t kept, of;    /* records of these files; after corr_slice_write */
    corr_remarks remarks; /* about the copy; not those of sel */
    uint64_t left_out;    /* blocks that are not whole, and were not rescued */
    uint64_t partly;  /* blocks that were rescued but for some of their bytes */
    uint64_t lost;    /* those bytes */
    int64_t from, to; /* of blocks that were kept; CORR_NO_TIME: none were */
    corr_sel_facts sel; /* of samples: the kind that a view shows, how much of
                           it, on what evidence */
} corr_slice_facts;

/* What a query selects: the records of samples that are in it, with all their
 * values; or the spans.  A trace whose id is asked for, and each trace that
 * reaches into a window, is kept whole; other questions keep the spans that
 * they name, and a span that is asked for comes with all below it.
 * CORR_ENONE: nothing is selected. */
corr_slice *corr_slice_of(corr_store *st, const corr_query *q,
                          const corr_slice_opts *opts,
                          corr_err *err) CORR_CHECK;
/* Everything in all inputs, which must be of one format, equal records added
 * up. */
corr_slice *corr_slice_merge(corr_store *st, const corr_slice_opts *opts,
                             corr_err *err) CORR_CHECK;
corr_code corr_slice_write(corr_slice *s, corr_out *out,
                           corr_err *err) CORR_CHECK;
corr_slice_facts corr_slice_facts_of(const corr_slice *s);
void corr_slice_free(corr_slice *s);

/* The path of the input that is this file, under any name; NULL: none. */
const char *corr_input_is(const corr_store *st, const char *file);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
