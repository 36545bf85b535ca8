/*
 * corr_view.h - what is computed from selections: trees, tops, waterfalls.
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

#include "corr_format.h"

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
 * is folded: see repeat, and methods 7.1.  Samples without a stack are below
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

/* What a screen shows of a tree (methods 7.1): nodes worth a line, chains
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

/* How to write a line that joins a chain, "a → … 6 frames … → h": the frames
 * to name, root first, each with the number of frames left out before it.  Up
 * to three frames are all named; of a longer chain the first, the last and
 * the application's own, these nearest the leaf. */
#define CORR_LINKS 5
typedef struct corr_link {
    uint32_t node;
    uint32_t skipped;
} corr_link;
size_t corr_lines_links(const corr_lines *l, uint32_t i,
                        corr_link link[CORR_LINKS]);

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
    bool is_own;        /* times are of a clock that nobody knows (methods 1.4):
                           from is no time of day */
    uint32_t more_metrics; /* series of metrics that are no rows, for there are
                              too many */
    uint32_t left_out;     /* inputs whose clocks cannot be compared with it */
    uint32_t files;        /* with samples */
    uint32_t twice; /* of these, of one process and time with others: they count
                       more than once */
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
    int64_t obs;       /* observations of self */
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
    uint8_t kind, status;    /* corr_span_kind, corr_status */
    bool known;              /* its samples can be told from its request's */
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

/* ---- waterfall ------------------------------------------------------- */

typedef struct corr_waterfall corr_waterfall;

typedef struct corr_span_view {
    corr_trace_id trace;
    uint64_t id, parent; /* parent 0: none named */
    uint32_t handle;     /* N of sN: by start, then span id, from 1 */
    uint32_t up;         /* index of the parent here, or UINT32_MAX */
    uint32_t depth;
    uint32_t end_index; /* subtree is [i, end_index) */
    corr_str name, service, instance, host, version, thread, status_text;
    int64_t start, end;   /* ns, after clock correction */
    int64_t self;         /* without the union of its children */
    int64_t critical;     /* on the critical path, its own */
    int64_t clipped;      /* cut off to fit the parent */
    uint8_t kind, status; /* corr_span_kind, corr_status */
    bool orphan;          /* names a parent that is not here */
    bool recorded;        /* a recording tells of it, no export does */
    bool unfinished;      /* its end is not known, and not before `end` */
    bool local_root;
    bool nonblocking;       /* asynchronous: not on the critical path */
    bool dropped;           /* outside of its parent's time: not on it either */
    int64_t shift, shift_u; /* ns added to its times, and how sure that is */
    uint32_t running;       /* children still running while it was critical */
    uint32_t input, row;    /* where its record is */
    uint32_t attrs;         /* labels of that input */
} corr_span_view;

typedef struct corr_section { /* of the critical path; they tile the root */
    uint32_t span;            /* index */
    int64_t from, to;         /* ns from the root's start */
    uint32_t running;         /* blocking children running meanwhile */
} corr_section;

typedef struct corr_waterfall_facts {
    corr_trace_id trace;
    uint32_t spans, orphans, copies; /* copies: of one span in several files */
    uint32_t circles;                /* orphans whose parent is below them */
    uint32_t roots;                  /* without a parent here */
    int64_t start, end;              /* of everything */
    uint32_t root;                   /* index of the root that is analysed */
    uint32_t clipped, dropped;       /* children cut, children fully outside */
    int64_t clipped_ns;
    uint32_t nonblocking;
    bool partial; /* the export says that it is not all */
} corr_waterfall_facts;

/* The spans of one trace, depth first, children by start. */
corr_waterfall *corr_waterfall_of(corr_store *st, corr_trace_id trace,
                                  corr_err *err) CORR_CHECK;
corr_waterfall_facts corr_waterfall_facts_of(const corr_waterfall *w);
uint32_t corr_waterfall_size(const corr_waterfall *w);
corr_span_view corr_waterfall_at(const corr_waterfall *w, uint32_t i);
uint32_t corr_waterfall_sections(const corr_waterfall *w);
corr_section corr_waterfall_section(const corr_waterfall *w, uint32_t i);
/* Index of a span, or UINT32_MAX. */
uint32_t corr_waterfall_find(const corr_waterfall *w, uint64_t span);
/* The span to explain when none was asked for: the largest critical-path self
 * time, among those with samples if any have; samples that count bytes do not
 * say where time went. */
uint32_t corr_waterfall_focus(const corr_waterfall *w);
uint32_t corr_waterfall_nattrs(const corr_waterfall *w, uint32_t i);
corr_label corr_waterfall_attr(const corr_waterfall *w, uint32_t i, uint32_t k);
/* Whether the samples of an input are known to be of another process than span
 * i: of its service, say, but another instance. */
bool corr_waterfall_apart(const corr_waterfall *w, uint32_t i, size_t of);
/* Time of span i that children cover, overlaps counted once; *n of them. */
int64_t corr_waterfall_children(const corr_waterfall *w, uint32_t i,
                                uint32_t *n);

/* Two clocks, of hosts or where these are unknown of services, with calls
 * between them: lo <= b's - a's <= hi, where that is known (has_lo, has_hi). */
typedef struct corr_clock_pair {
    corr_str a, b; /* a < b */
    int64_t lo, hi, shift;
    bool has_lo, has_hi;
    uint32_t calls, of; /* calls that agree, of so many */
    bool applied;       /* spans are shifted for it */
    bool far;           /* so far apart that nobody believes it */
} corr_clock_pair;

/* A clock whose spans were shifted, to that of the root. */
typedef struct corr_clock_shift {
    corr_str clock;
    int64_t shift, u;   /* ns added, and how sure that is */
    uint32_t calls, of; /* as above, of the calls that lead there */
    bool is_zone;       /* looks like a time-zone error */
} corr_clock_shift;

uint32_t corr_waterfall_clocks(const corr_waterfall *w);
corr_clock_pair corr_waterfall_clock(const corr_waterfall *w, uint32_t i);
uint32_t corr_waterfall_shifts(const corr_waterfall *w);
corr_clock_shift corr_waterfall_shift(const corr_waterfall *w, uint32_t i);
void corr_waterfall_free(corr_waterfall *w);

/* ---- ledger: where one span's time went (methods 2) ------------------- */

/* What the thread of a span did, by precedence. */
typedef enum corr_spent {
    CORR_SPENT_CHILD, /* a span of its own on the same thread */
    CORR_SPENT_GC,    /* the process stood: GC, safepoint */
    CORR_SPENT_LOCK,
    CORR_SPENT_FILE,
    CORR_SPENT_SLEEP,
    CORR_SPENT_ASYNC, /* waited for a child elsewhere */
    CORR_SPENT_SOCKET,
    CORR_SPENT_PARK,
    CORR_SPENT_CPU,
    CORR_SPENT_NATIVE,  /* CPU or wait */
    CORR_SPENT_BLOCKED, /* unknown wait */
    CORR_SPENT_LOST,    /* the recording is missing there */
    CORR_SPENT_UNOBSERVED,
    CORR_SPENT_COUNT
} corr_spent;

typedef enum corr_how {
    CORR_HOW_MEASURED,  /* intervals */
    CORR_HOW_SAMPLED,   /* estimated from samples */
    CORR_HOW_REMAINDER, /* what is left */
    CORR_HOW_COUNT
} corr_how;

const char *corr_spent_name(corr_spent s); /* "child", as in corr-json(7) */
const char *corr_how_name(corr_how h);     /* "measured" */

typedef struct corr_ledger corr_ledger;

/* Rows sum to the span's duration in ns.  Rows of one kind differ in name. */
typedef struct corr_ledger_row {
    corr_spent kind;
    corr_how how;
    corr_str name;      /* child, lock's class, peer, file, what the JVM stood
                           still for; empty: none, of pauses: the collector */
    int64_t ns, lo, hi; /* of sampled rows and of the remainder: 95 % */
    int64_t events;     /* that measure it */
    int64_t obs;        /* samples */
    int64_t memo;       /* ns of pauses inside, not added */
    int64_t memo_named; /* of these, ns of pauses not of the collector */
} corr_ledger_row;

/* Why there are no rows. */
typedef enum corr_ledger_why {
    CORR_LEDGER_KNOWN,     /* there are */
    CORR_LEDGER_NO_THREAD, /* nobody says on which thread it ran */
    CORR_LEDGER_MANY,      /* it was active on several */
    CORR_LEDGER_VIRTUAL,   /* a virtual thread */
    CORR_LEDGER_UNSEEN,    /* no recording tells of that thread */
    CORR_LEDGER_NO_TIME    /* it has no length that can be divided */
} corr_ledger_why;

/* Who had a lock, by what the recording says. */
typedef enum corr_held {
    CORR_HELD_RECORDED, /* a wait that ended then names the holder */
    CORR_HELD_INFERRED, /* it took the lock when its own wait ended */
    CORR_HELD_UNKNOWN,  /* a hand-over was not recorded, or nothing is */
    CORR_HELD_COUNT
} corr_held;
const char *corr_held_name(corr_held h); /* "recorded" */

/* A stretch of a wait for a lock, and who held it then. */
typedef struct corr_holding {
    uint32_t row;               /* of the ledger */
    uint32_t wait;              /* of the span, by start */
    int64_t wait_from, wait_to; /* of the wait, cut to the span */
    int64_t from, to;           /* of the stretch, cut likewise */
    corr_held how;
    corr_str lock, thread;  /* thread empty: not known */
    corr_trace_id trace;    /* of the span that the holder worked for */
    uint64_t span;          /* 0: none is known */
    corr_str name;          /* of that span */
    uint32_t input, holder; /* row of the holder's thread, 0 none */
} corr_holding;

typedef struct corr_ledger_facts {
    corr_ledger_why why;
    corr_str thread;
    /* of the CPU samples */
    bool has_cpu;
    bool uncosted;  /* CPU was sampled, but nobody says how often */
    bool elsewhen;  /* there are some, but none of its time */
    bool few;       /* not one timer a thread */
    bool runnable;  /* of threads that would run */
    bool rescaled;  /* (corr_rescale) */
    int64_t period; /* ns, 0 unknown */
    /* of waits: how many kinds are recorded, and from which length on */
    uint32_t waits;
    int64_t least_wait, most_wait; /* ns */
    bool cut_off;                  /* the recordings end before the span does */
    /* Of a span with a row of what is lost: the time of which they have
     * nothing; CORR_NO_TIME: not told. */
    int64_t lost_from, lost_to;
    int64_t stopping; /* ns in which the JVM waited for its threads to stop */
    double machine; /* share of the machine's CPUs that was in use meanwhile, by
                       whomever, as the recording says; 0: not known */
} corr_ledger_facts;

/* Where the time of span i went.  Without a thread that is known, and known
 * to a recording, there are no rows. */
corr_ledger *corr_ledger_of(const corr_waterfall *w, uint32_t i,
                            corr_err *err) CORR_CHECK;
corr_ledger_facts corr_ledger_facts_of(const corr_ledger *l);
/* Largest first, the remainder last. */
uint32_t corr_ledger_size(const corr_ledger *l);
corr_ledger_row corr_ledger_at(const corr_ledger *l, uint32_t i);
/* Stretches of its waits for locks, in the order of time. */
uint32_t corr_ledger_holdings(const corr_ledger *l);
corr_holding corr_ledger_holding(const corr_ledger *l, uint32_t i);
void corr_ledger_free(corr_ledger *l);

/* What can be expected of a selection of CPU samples about span i, its own or
 * with CORR_LOCAL those of its local descendants too: of each span only the
 * time that no wait of its thread is known to have taken (methods 1.8).  Sets
 * able_ns, profiled_ns and expected of e, and leaves the rest. */
corr_code corr_ledger_cover(const corr_waterfall *w, uint32_t i, corr_reach how,
                            const corr_sel *sel, corr_evidence *e,
                            corr_err *err) CORR_CHECK;

/* ---- what else a waterfall tells ------------------------------------- */

/* One operation made faster (methods 3.3). */
typedef struct corr_saving {
    corr_str name, service;
    uint32_t spans;         /* of the request */
    int64_t self, critical; /* of all of them */
    double fraction;        /* what their own time is multiplied by */
    int64_t lo, hi;         /* the request ends so much earlier, at least and
                               at most */
} corr_saving;

typedef struct corr_savings corr_savings;

/* The largest conservative saving first.  Of a trace with very many operations
 * only those with most time on the critical path are tried; the others are
 * counted by corr_savings_left. */
corr_savings *corr_savings_of(const corr_waterfall *w, double fraction,
                              corr_err *err) CORR_CHECK;
uint32_t corr_savings_size(const corr_savings *s);
uint32_t corr_savings_left(const corr_savings *s);
corr_saving corr_savings_at(const corr_savings *s, uint32_t i);
void corr_savings_free(corr_savings *s);

/* A stretch of a span with children in which none of them runs. */
typedef struct corr_gap {
    uint32_t span;          /* index */
    int64_t from, to;       /* ns from the root's start */
    uint32_t before, after; /* children, UINT32_MAX: none */
    int64_t critical;       /* ns of it on the critical path */
} corr_gap;

typedef struct corr_gaps corr_gaps;

/* Those of at least `least` ns, longest first; not in asynchronous work. */
corr_gaps *corr_gaps_of(const corr_waterfall *w, int64_t least,
                        corr_err *err) CORR_CHECK;
uint32_t corr_gaps_size(const corr_gaps *g);
corr_gap corr_gaps_at(const corr_gaps *g, uint32_t i);
void corr_gaps_free(corr_gaps *g);

/* What a screen shows of a waterfall: siblings that repeat as one row, work
 * that does not delay the answer and spans without their parent apart. */
typedef enum corr_row_block {
    CORR_ROW_REQUEST,
    CORR_ROW_ASYNC,
    CORR_ROW_OTHER,   /* below another root */
    CORR_ROW_ORPHANS, /* below a parent that is not here */
    CORR_ROW_BLOCKS
} corr_row_block;

typedef struct corr_span_rows_opts {
    bool unfold;
    uint32_t max_rows; /* 0: no limit */
    uint32_t keep;     /* index of a span to show, whatever the limit;
                          UINT32_MAX: none */
} corr_span_rows_opts;

typedef struct corr_span_row_view {
    corr_row_block block;
    uint32_t span;    /* index, of the first of them; UINT32_MAX: a parent that
                      is not here */
    uint64_t missing; /* its id */
    uint32_t n;       /* spans that the row stands for, descendants aside */
    uint32_t depth;
    bool is_last;                  /* of its siblings */
    bool holds;                    /* the span to keep is one of them */
    int64_t total, self, critical; /* sums */
    int64_t least, most;           /* durations */
    int64_t from, to;              /* of all of them */
    uint32_t failed;
    bool in_turn; /* each began after the one before had ended */
} corr_span_row_view;

typedef struct corr_span_rows corr_span_rows;

corr_span_rows *corr_span_rows_of(const corr_waterfall *w,
                                  const corr_span_rows_opts *opts,
                                  corr_err *err) CORR_CHECK;
uint32_t corr_span_rows_size(const corr_span_rows *r);
/* Left out: rows, spans in them, and their part of the critical path. */
uint32_t corr_span_rows_left(const corr_span_rows *r, uint32_t *nspan,
                             int64_t *critical_ns);
corr_span_row_view corr_span_rows_at(const corr_span_rows *r, uint32_t i);
/* The next span of the row that `span` is one of, or UINT32_MAX. */
uint32_t corr_span_rows_next(const corr_span_rows *r, uint32_t span);
void corr_span_rows_free(corr_span_rows *r);

/* A call that was tried again: siblings of one operation and peer, one after
 * another, of which all but the last failed. */
typedef struct corr_retry {
    uint32_t first, last; /* indices */
    uint32_t tries;
    bool worked;  /* the last one did */
    int64_t lost; /* ns from the first try to the last one's start; without
                     success to its end */
} corr_retry;

typedef struct corr_retries corr_retries;

/* The most costly first. */
corr_retries *corr_retries_of(const corr_waterfall *w,
                              corr_err *err) CORR_CHECK;
uint32_t corr_retries_size(const corr_retries *r);
corr_retry corr_retries_at(const corr_retries *r, uint32_t i);
void corr_retries_free(corr_retries *r);

/* Functions that ran on the critical path (methods 3.5): the leaves of the
 * samples of its spans. */
typedef struct corr_path_row {
    uint32_t span; /* index */
    corr_frame_view frame;
    int64_t ns;    /* on the path */
    int64_t obs;   /* -1: not known */
    double share;  /* of the span's samples on the path */
    double lo, hi; /* of that share, 95 %; NAN: not known */
    bool scaled;   /* samples have no times: the span's own, cut to its
                          part of the path */
    bool request;  /* labels name the request: of all its local spans */
} corr_path_row;

typedef struct corr_path_code corr_path_code;

/* sel: samples of the whole trace.  Most time first.  Empty if the kind is no
 * time. */
corr_path_code *corr_path_code_of(const corr_waterfall *w, const corr_sel *sel,
                                  const corr_show *show,
                                  corr_err *err) CORR_CHECK;
uint32_t corr_path_code_size(const corr_path_code *c);
corr_path_row corr_path_code_at(const corr_path_code *c, uint32_t i);
void corr_path_code_free(corr_path_code *c);

/* ---- operations of many traces --------------------------------------- */

/* What an operation adds to requests of one kind (methods 3.4). */
typedef struct corr_operation {
    corr_str service, name;
    corr_str root_service, root; /* operation that the requests begin with */
    uint32_t traces;             /* in which it is on the critical path */
    uint32_t of;                 /* requests */
    double mean;                 /* ns on the critical path a request */
    double share;                /* of the mean duration */
    int64_t p50, p95;            /* where it is on the path at all */
    double tail; /* ns: mean of the slowest 5 % less mean around the median;
                    NAN: too few requests */
} corr_operation;

/* Requests that begin with one operation. */
typedef struct corr_root_operation {
    corr_str service, name;
    uint32_t traces;
    uint32_t first, n; /* operations */
    double mean;       /* duration, ns */
    int64_t p50, p95;
    double tail; /* as above, of the duration */
} corr_root_operation;

typedef struct corr_operations corr_operations;

/* Of the traces that have a span which q names; by total duration of the
 * requests, then mean. */
corr_operations *corr_operations_of(corr_store *st, const corr_query *q,
                                    corr_err *err) CORR_CHECK;
uint32_t corr_operations_traces(const corr_operations *o);
/* Beside them: of what they began with no end is recorded, so their length is
 * not known. */
uint32_t corr_operations_unended(const corr_operations *o);
uint32_t corr_operations_size(const corr_operations *o);
corr_operation corr_operations_at(const corr_operations *o, uint32_t i);
uint32_t corr_operations_roots(const corr_operations *o);
corr_root_operation corr_operations_root(const corr_operations *o, uint32_t i);
/* Trace number i of those looked at, by id; then those without an end. */
corr_trace_id corr_operations_trace(const corr_operations *o, uint32_t i);
void corr_operations_free(corr_operations *o);

/* ---- numbers for eyes ------------------------------------------------ */

/* Tenths that add up: v[i] in proportion of whole, largest remainders first,
 * ties to the earlier (methods 7.2).  Nothing if the sum is not positive. */
void corr_apportion(const int64_t *v, int *out, size_t n, int whole);
/* Wilson interval at 95 % of x in n; n may be fractional. */
void corr_wilson(double x, double n, double *lo, double *hi);
/* Half-width in points of any share of n observations, rounded up. */
int corr_half_width(double n);

/* ---- slices ----------------------------------------------------------- */

/* Part of the inputs, or several of them, as one file of their own format;
 * they are read once more, so pipes have to be loaded with corr_load_opts.again,
 * and samples with CORR_NEED_ROWS.  Of inputs that were loaded as outlines
 * (corr_load_opts.outline) blocks are selected by the window of a query, and by
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
    bool reads;         /* corr_slice_write reads a pipe */
    size_t inputs;      /* files of which something is kept */
    uint64_t kept, of;  /* records of these files; after corr_slice_write */
    uint64_t left_out;  /* blocks that are not whole, and were not rescued */
    int64_t from, to;   /* of blocks that were kept; CORR_NO_TIME: none were */
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
