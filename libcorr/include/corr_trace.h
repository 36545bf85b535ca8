/*
 * corr_trace.h - analysis of traces: waterfalls, where the time of a span went,
 * the critical path, the cost of operations over many requests.
 *
 * The objects are views: corr_view.h states ownership, failure and order.
 */
#ifndef CORR_TRACE_H
#define CORR_TRACE_H

#include "corr_view.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- waterfall ------------------------------------------------------- */

typedef struct corr_waterfall corr_waterfall;

typedef struct corr_span_view {
    corr_trace_id trace;
    uint64_t id, parent; /* parent 0: the span names no parent */
    uint32_t handle;     /* N of sN, from 1: depth first, siblings by start */
    uint32_t up;         /* index of the parent in the waterfall; UINT32_MAX:
                            not in it */
    uint32_t depth;
    uint32_t end_index; /* subtree is [i, end_index) */
    corr_str name, service, instance, host, version, thread, status_text;
    int64_t start, end;  /* ns, after clock correction */
    int64_t took;        /* ns, or the sum of its calls; -1: unknown */
    int64_t calls;       /* 1; more: it stands for so many, start to end of all
                             (corr-methods 3.7) */
    int64_t busy;        /* end - start, or the sum of its calls */
    int64_t least, most; /* of a call; negative: unknown */
    int64_t self;        /* busy time without the union of its children */
    int64_t self_lo, self_hi; /* bounds; they differ where children stand for
                                 many calls */
    int64_t critical;         /* self time on the critical path */
    int64_t clipped;          /* ns cut off to fit the parent */
    uint8_t kind, status;     /* corr_span_kind, corr_status */
    bool orphan;              /* its parent is not in the waterfall */
    bool untold;              /* the sum of its calls is unknown: busy is
                             end - start */
    bool recorded;            /* from a recording, not from a trace export */
    bool unfinished; /* its start or its end is not recorded; start and end are
                        what its children show */
    bool has_start;  /* its start is recorded */
    bool is_placed;  /* its start, its end or a child's is recorded; otherwise
                        start and end are a point where its parent begins */
    bool local_root;
    bool nonblocking; /* asynchronous: not on the critical path */
    bool dropped;     /* outside its parent's time: not on the critical path */
    int64_t shift, shift_u; /* ns added to its times, and their uncertainty */
    uint32_t running;       /* children still running while it was critical */
    uint32_t input, row;    /* place of its record */
    uint32_t attrs;         /* number of a label set of that input */
} corr_span_view;

typedef struct corr_section { /* of the critical path; sections cover the root
                                 except the own time of unfinished spans */
    uint32_t span;            /* index */
    int64_t from, to;         /* ns from the root's start */
    uint32_t running;         /* blocking children that run meanwhile */
} corr_section;

typedef struct corr_waterfall_facts {
    corr_trace_id trace;
    uint32_t spans, orphans, copies; /* copies: records of one span in several
                                        files */
    uint32_t merged;                 /* spans that stand for many calls */
    int64_t calls;                   /* calls that the spans stand for */
    uint32_t circles;   /* orphans whose parent is one of their descendants */
    uint32_t roots;     /* spans without a parent in the waterfall */
    int64_t start, end; /* of all spans; CORR_NO_TIME: no time is recorded */
    uint32_t untimed;   /* spans without a recorded start or end */
    uint32_t root;      /* index of the analysed root */
    uint32_t clipped, dropped; /* children cut; children fully outside */
    int64_t clipped_ns;
    uint32_t nonblocking;
    bool partial; /* the export is marked as incomplete */
} corr_waterfall_facts;

/* The spans of one trace in depth-first order, children by start. */
corr_waterfall *corr_waterfall_of(corr_store *st, corr_trace_id trace,
                                  corr_err *err) CORR_CHECK;
corr_waterfall_facts corr_waterfall_facts_of(const corr_waterfall *w);
uint32_t corr_waterfall_size(const corr_waterfall *w);
corr_span_view corr_waterfall_at(const corr_waterfall *w, uint32_t i);
uint32_t corr_waterfall_sections(const corr_waterfall *w);
corr_section corr_waterfall_section(const corr_waterfall *w, uint32_t i);
/* Index of a span, or UINT32_MAX. */
uint32_t corr_waterfall_find(const corr_waterfall *w, uint64_t span);
/* The index of the span that a query names. */
uint32_t corr_waterfall_asked(const corr_waterfall *w, const corr_query *q);
/* The span to explain by default: the one with most self time on the critical
 * path, preferring spans with samples.  Samples that count bytes are
 * ignored. */
uint32_t corr_waterfall_focus(const corr_waterfall *w);
uint32_t corr_waterfall_nattrs(const corr_waterfall *w, uint32_t i);
corr_label corr_waterfall_attr(const corr_waterfall *w, uint32_t i, uint32_t k);

/* An event of a span: of OTLP, a log of Jaeger, an annotation of Zipkin. */
typedef struct corr_span_event {
    corr_str name;
    int64_t time; /* ns, after clock correction; 0: unknown */
    uint32_t nattrs;
    bool is_exception;
    corr_str type, message; /* of an exception; empty: unknown */
    corr_str frame;         /* the innermost one that is no library's */
} corr_span_event;

/* By time as recorded.  Their attributes are corr_waterfall_event_attr. */
uint32_t corr_waterfall_events(const corr_waterfall *w, uint32_t i);
corr_span_event corr_waterfall_event(const corr_waterfall *w, uint32_t i,
                                     uint32_t k);
corr_label corr_waterfall_event_attr(const corr_waterfall *w, uint32_t i,
                                     uint32_t k, uint32_t a);
/* The last exception of a span, of its events or else of its attributes.
 * False: it has none. */
bool corr_waterfall_exception(const corr_waterfall *w, uint32_t i,
                              corr_span_event *e);

/* A link from a span to another, most often of another trace. */
typedef struct corr_span_link {
    corr_trace_id trace;
    uint64_t span;   /* 0: unknown */
    uint32_t handle; /* N of sN in its trace; 0: that span is not here */
    bool is_here;    /* spans of that trace were read */
    bool is_inside;  /* it is of the same trace */
} corr_span_link;

uint32_t corr_waterfall_links(const corr_waterfall *w, uint32_t i);
corr_span_link corr_waterfall_link(const corr_waterfall *w, uint32_t i,
                                   uint32_t k);
/* Whether the samples of input `of` are not known to be of the process of span
 * i, for example because they are of another instance of its service. */
bool corr_waterfall_apart(const corr_waterfall *w, uint32_t i, size_t of);
/* For an input with corr_waterfall_apart: whether the process attributes of
 * both differ.  False: they have no attributes in common, so it may be the same
 * process. */
bool corr_waterfall_differs(const corr_waterfall *w, uint32_t i, size_t of);
/* The time of span i that children cover, with overlaps counted once; *n is the
 * number of children. */
int64_t corr_waterfall_children(const corr_waterfall *w, uint32_t i,
                                uint32_t *n);

/* How the length of a request stands among those of its kind in [from, to]
 * (0,0: any time): the entry spans of one service and name, at least
 * CORR_USUAL_LEAST of them, the request included. */
enum { CORR_USUAL_LEAST = 20 };
typedef struct corr_usual {
    uint32_t span; /* index of the entry span */
    uint32_t n;    /* spans compared; 0: too few */
    uint32_t shorter, equal;
    double rank;      /* share of shorter ones, those of equal length by half */
    int64_t median;   /* ns */
    bool failed;      /* it failed */
    bool same_status; /* only spans that failed, or did not, as it did */
} corr_usual;
corr_code corr_usual_of(const corr_waterfall *w, uint32_t i, int64_t from,
                        int64_t to, corr_usual *usual,
                        corr_err *err) CORR_CHECK;

/* Two clocks with calls between them.  A clock is that of a host, or of a
 * service if the host is unknown.  lo <= b's - a's <= hi, if has_lo and
 * has_hi. */
typedef struct corr_clock_pair {
    corr_str a, b; /* a < b */
    int64_t lo, hi, shift;
    bool has_lo, has_hi;
    uint32_t calls, of; /* calls that agree; all calls */
    bool applied;       /* spans were shifted for it */
    bool far;           /* implausibly far apart */
    bool may_be_apart;  /* too few calls to know it, but they all show that the
                          clocks differ by about guess */
    int64_t guess;
} corr_clock_pair;

/* A clock whose spans were shifted to the clock of the root. */
typedef struct corr_clock_shift {
    corr_str clock;
    int64_t shift, u;   /* ns added, and the uncertainty */
    uint32_t calls, of; /* as in corr_clock_pair, for the calls that lead to
                           it */
    bool is_zone;       /* the shift looks like a time-zone error */
} corr_clock_shift;

uint32_t corr_waterfall_clocks(const corr_waterfall *w);
corr_clock_pair corr_waterfall_clock(const corr_waterfall *w, uint32_t i);
uint32_t corr_waterfall_shifts(const corr_waterfall *w);
corr_clock_shift corr_waterfall_shift(const corr_waterfall *w, uint32_t i);
void corr_waterfall_free(corr_waterfall *w);

/* ---- ledger: where one span's time went (corr-methods 2) ----------------- */

/* Activities of the thread of a span, in order of precedence. */
typedef enum corr_spent {
    CORR_SPENT_CHILD, /* a child span on the same thread */
    CORR_SPENT_GC,    /* the process was stopped: GC, safepoint */
    CORR_SPENT_LOCK,
    CORR_SPENT_FILE,
    CORR_SPENT_SLEEP,
    CORR_SPENT_ASYNC, /* waiting for a child on another thread */
    CORR_SPENT_SOCKET,
    CORR_SPENT_PARK,
    CORR_SPENT_CPU,
    CORR_SPENT_NATIVE,  /* native code: CPU or wait */
    CORR_SPENT_BLOCKED, /* a wait of unknown type */
    CORR_SPENT_QUEUE,   /* runnable without a CPU: the run queue */
    CORR_SPENT_LOST,    /* the recording has a gap */
    CORR_SPENT_UNOBSERVED,
    CORR_SPENT_COUNT
} corr_spent;

typedef enum corr_how {
    CORR_HOW_MEASURED,  /* measured as intervals */
    CORR_HOW_SAMPLED,   /* estimated from samples */
    CORR_HOW_REMAINDER, /* the remainder */
    CORR_HOW_COUNT
} corr_how;

const char *corr_spent_name(corr_spent s); /* "child", as in corr-json(7) */
const char *corr_how_name(corr_how h);     /* "measured" */

typedef struct corr_ledger corr_ledger;

/* Rows sum to the span's duration in ns.  Rows of one kind differ in name. */
typedef struct corr_ledger_row {
    corr_spent kind;
    corr_how how;
    corr_str name;      /* child, class of the lock, peer, file, or cause of a
                           pause; empty: no name, or a pause of the collector */
    corr_str at;        /* waits: the innermost application function of the
                           longest one; empty: unknown */
    int64_t ns, lo, hi; /* lo and hi: 95 % interval of sampled rows and of the
                           remainder */
    int64_t events;     /* events that measure the row */
    int64_t obs;        /* samples */
    int64_t memo;       /* ns of pauses inside; not added */
    int64_t memo_named; /* ns of those pauses that have another cause than the
                           collector */
} corr_ledger_row;

/* Why a ledger has no rows. */
typedef enum corr_ledger_why {
    CORR_LEDGER_KNOWN,     /* it has rows */
    CORR_LEDGER_NO_THREAD, /* the thread of the span is unknown */
    CORR_LEDGER_MANY,      /* the span was active on several threads */
    CORR_LEDGER_VIRTUAL,   /* a virtual thread */
    CORR_LEDGER_UNSEEN,    /* no recording contains the thread */
    CORR_LEDGER_NO_TIME    /* the span has no duration to divide */
} corr_ledger_why;

/* How the holder of a lock is known. */
typedef enum corr_held {
    CORR_HELD_RECORDED, /* the event of the wait names the holder */
    CORR_HELD_INFERRED, /* the holder got the lock when its own wait ended, or
                           was the only thread seen in the code that takes it */
    CORR_HELD_UNKNOWN,  /* a hand-over, or the lock, is not recorded, or several
                           threads may be the holder */
    CORR_HELD_COUNT
} corr_held;
const char *corr_held_name(corr_held h); /* "recorded" */

/* A thread that may have held a lock, and the span that it worked for. */
typedef struct corr_candidate {
    uint32_t holder; /* row of the thread */
    corr_str thread;
    corr_trace_id trace;
    uint64_t span; /* 0: unknown */
    corr_str name; /* of that span */
} corr_candidate;

/* A part of a wait for a lock with one holder. */
typedef struct corr_holding {
    corr_spent kind; /* CORR_SPENT_LOCK: a monitor; CORR_SPENT_PARK: a lock of
                        java.util.concurrent */
    uint32_t row;    /* row of the ledger */
    uint32_t wait;   /* number of the wait in the span, by start */
    int64_t wait_from, wait_to; /* the wait, cut to the span */
    int64_t from, to;           /* this part, cut to the span */
    corr_held how;
    corr_str lock, thread;  /* thread empty: unknown */
    corr_trace_id trace;    /* span that the holder worked for */
    uint64_t span;          /* 0: unknown */
    corr_str name;          /* of that span */
    uint32_t input, holder; /* row of the holder's thread; 0: unknown */
    corr_str at;            /* application function that waits */
    /* of CORR_SPENT_PARK */
    corr_str taker;    /* function that takes the lock: where the holder is
                          seen, else of the wait */
    corr_str seen;     /* kind of the longest record that shows the holder
                               in there; empty: none */
    uint32_t nseen;    /* records that show it, or candidates, in there */
    uint32_t first, n; /* numbers of candidates, if several, or if nothing
                               shows the thread that got the lock */
    /* Waits of the holder for other locks during this part: their total, the
     * longest, the lock of the longest, and who held that lock at the end, if
     * known. */
    int64_t waited, longest; /* ns: total, longest */
    corr_str waited_for, waited_on;
    /* Other waits of the holder during this part, as far as recorded: file,
     * sleep, socket and park, in ns; other entries are 0. */
    int64_t did[CORR_SPENT_COUNT];
} corr_holding;

/* Waits that the recorder did not record while the span ran. */
typedef struct corr_untaken {
    corr_spent kind;
    corr_str event; /* only these events, by the recorder's name; empty: all
                       waits of the kind */
} corr_untaken;

typedef struct corr_ledger_facts {
    corr_ledger_why why;
    corr_str thread;
    /* about CPU samples */
    bool has_cpu;
    bool uncosted;     /* CPU was sampled with an unknown period */
    bool elsewhen;     /* samples exist, but not at the time of the span */
    int64_t unsampled; /* ns during which the sampler was off */
    bool few;          /* the sampler has fewer timers than threads */
    bool runnable;     /* samples are of runnable threads */
    bool rescaled;     /* see corr_rescale */
    int64_t period;    /* ns, 0 unknown */
    /* about waits: the number of recorded kinds, and their thresholds */
    uint32_t waits;
    int64_t least_wait, most_wait; /* ns */
    unsigned untaken; /* bits 1 << corr_spent: waits that the recordings leave
                         out in whole or in part; see corr_ledger_untaken */
    bool untaken_in_part; /* some were left out for only a part of the span */
    bool cut_off;         /* the recordings end before the span */
    /* The lost interval of a span with CORR_SPENT_LOST; CORR_NO_TIME:
     * unknown. */
    int64_t lost_from, lost_to;
    int64_t stopping; /* ns in which the JVM waited for its threads to stop */
    double machine;   /* share of the machine's CPUs in use by any process
                         meanwhile, as recorded; 0: unknown */
    corr_remarks remarks; /* about the CPU samples */
} corr_ledger_facts;

/* Divides the time of span i among activities.  There are no rows if the thread
 * is unknown, or no recording contains it. */
corr_ledger *corr_ledger_of(const corr_waterfall *w, uint32_t i,
                            corr_err *err) CORR_CHECK;
corr_ledger_facts corr_ledger_facts_of(const corr_ledger *l);
/* Largest first, the remainder last. */
uint32_t corr_ledger_size(const corr_ledger *l);
corr_ledger_row corr_ledger_at(const corr_ledger *l, uint32_t i);
/* By kind, then event. */
uint32_t corr_ledger_untaken(const corr_ledger *l);
corr_untaken corr_ledger_untaken_at(const corr_ledger *l, uint32_t i);
/* Parts of its waits for locks, in the order of time. */
uint32_t corr_ledger_holdings(const corr_ledger *l);
corr_holding corr_ledger_holding(const corr_ledger *l, uint32_t i);
corr_candidate corr_ledger_candidate(const corr_ledger *l, uint32_t i);
void corr_ledger_free(corr_ledger *l);

/* Computes the expected number of CPU samples of span i, or with CORR_LOCAL of
 * the span and its local descendants: a span counts only while its thread was
 * in no known wait (corr-methods 1.8).  Sets able_ns, profiled_ns and expected
 * of e, and leaves the rest. */
corr_code corr_ledger_cover(const corr_waterfall *w, uint32_t i, corr_reach how,
                            const corr_sel *sel, corr_evidence *e,
                            corr_err *err) CORR_CHECK;

/* ---- the time of spans in pieces, for pictures (corr-methods 2.6) ---------- */

typedef struct corr_spent_piece {
    int64_t from, to; /* ns, as the start and end of the span */
    corr_spent kind;
} corr_spent_piece;

/* The pieces of a span, in the order of time and without gaps.  If its ledger
 * has no rows, CORR_SPENT_CHILD is the time that its children cover, and the
 * other time is CORR_SPENT_UNOBSERVED. */
typedef struct corr_fill {
    corr_ledger_why why;
    const corr_spent_piece *piece;
    uint32_t n;
    int64_t sum[CORR_SPENT_COUNT]; /* ns of each kind: of pieces and of rows */
    int64_t obs;                   /* samples in its rows */
} corr_fill;

typedef struct corr_fills corr_fills;

/* The pieces of n spans of a waterfall.  If there would be more than `most` in
 * all, short ones are joined by kind; a span keeps at least one piece of each
 * kind. */
corr_fills *corr_fills_of(const corr_waterfall *w, const uint32_t *span,
                          uint32_t n, uint32_t most, corr_err *err) CORR_CHECK;
corr_fill corr_fills_at(const corr_fills *f, uint32_t i);
void corr_fills_free(corr_fills *f);

/* ---- other results of a waterfall ------------------------------------- */

/* The effect of making one operation faster (corr-methods 3.3). */
typedef struct corr_saving {
    corr_str name, service;
    int64_t spans;          /* calls of the request: spans count as many as they
                               stand for */
    int64_t self, critical; /* of all these spans */
    double fraction;        /* factor applied to their self time */
    int64_t lo, hi;         /* ns by which the request ends earlier, at least
                               and at most */
} corr_saving;

typedef struct corr_savings corr_savings;

/* The largest conservative saving first.  In a trace with very many operations
 * only those with most time on the critical path are tried; corr_savings_left
 * counts the others. */
corr_savings *corr_savings_of(const corr_waterfall *w, double fraction,
                              corr_err *err) CORR_CHECK;
uint32_t corr_savings_size(const corr_savings *s);
uint32_t corr_savings_left(const corr_savings *s);
corr_saving corr_savings_at(const corr_savings *s, uint32_t i);
void corr_savings_free(corr_savings *s);

/* A time in a span with children in which no child runs. */
typedef struct corr_gap {
    uint32_t span;          /* index */
    int64_t from, to;       /* ns from the root's start */
    uint32_t before, after; /* children; UINT32_MAX: no child */
    int64_t critical;       /* ns of the gap on the critical path */
} corr_gap;

typedef struct corr_gaps corr_gaps;

/* Gaps of at least `least` ns, longest first.  Gaps in asynchronous work are
 * excluded. */
corr_gaps *corr_gaps_of(const corr_waterfall *w, int64_t least,
                        corr_err *err) CORR_CHECK;
uint32_t corr_gaps_size(const corr_gaps *g);
corr_gap corr_gaps_at(const corr_gaps *g, uint32_t i);
void corr_gaps_free(corr_gaps *g);

/* The rows of a waterfall on a screen: repeated siblings are one row; work that
 * does not delay the response and spans without their parent are separate
 * blocks. */
typedef enum corr_row_block {
    CORR_ROW_REQUEST,
    CORR_ROW_ASYNC,
    CORR_ROW_OTHER,   /* below another root */
    CORR_ROW_ORPHANS, /* below a parent that is missing */
    CORR_ROW_BLOCKS
} corr_row_block;

typedef struct corr_span_rows_opts {
    bool unfold;
    uint32_t max_rows; /* 0: no limit */
    uint32_t keep;     /* index of a span to show despite the limit; UINT32_MAX:
                          no such span */
} corr_span_rows_opts;

typedef struct corr_span_row_view {
    corr_row_block block;
    uint32_t span; /* index of the first span; UINT32_MAX: a missing parent */
    uint64_t missing; /* id of the missing parent */
    uint32_t n;       /* spans in the row, without descendants */
    int64_t calls;    /* that these spans stand for */
    uint32_t merged;  /* spans among them that stand for many */
    bool untold;      /* the sum of some is unknown */
    uint32_t untimed; /* those without a recorded start or end: in no sum */
    uint32_t depth;
    bool is_last;                  /* last of its siblings */
    bool holds;                    /* contains the span to keep */
    int64_t total, self, critical; /* sums */
    int64_t self_lo, self_hi;      /* bounds of self */
    int64_t least, most;           /* durations of a call; negative: unknown */
    int64_t from, to;              /* range of all spans */
    uint32_t failed;
    bool in_turn; /* each span began after the one before had ended */
} corr_span_row_view;

typedef struct corr_span_rows corr_span_rows;

corr_span_rows *corr_span_rows_of(const corr_waterfall *w,
                                  const corr_span_rows_opts *opts,
                                  corr_err *err) CORR_CHECK;
uint32_t corr_span_rows_size(const corr_span_rows *r);
/* Hidden rows: their number, spans in them, and their part of the critical
 * path. */
uint32_t corr_span_rows_left(const corr_span_rows *r, uint32_t *nspan,
                             int64_t *critical_ns);
corr_span_row_view corr_span_rows_at(const corr_span_rows *r, uint32_t i);
/* The next span in the row of `span`, or UINT32_MAX. */
uint32_t corr_span_rows_next(const corr_span_rows *r, uint32_t span);
void corr_span_rows_free(corr_span_rows *r);

/* A retried call: consecutive siblings of one operation and peer, of which all
 * but the last failed. */
typedef struct corr_retry {
    uint32_t first, last; /* indices */
    uint32_t tries;
    bool worked;  /* the last try succeeded */
    int64_t lost; /* ns from the start of the first try to the start of the
                     last; without success, to its end */
} corr_retry;

typedef struct corr_retries corr_retries;

/* Most lost time first. */
corr_retries *corr_retries_of(const corr_waterfall *w,
                              corr_err *err) CORR_CHECK;
uint32_t corr_retries_size(const corr_retries *r);
corr_retry corr_retries_at(const corr_retries *r, uint32_t i);
void corr_retries_free(corr_retries *r);

/* Functions that ran on the critical path (corr-methods 3.5): the leaves of the
 * samples of its spans. */
typedef struct corr_path_row {
    uint32_t span; /* index */
    corr_frame_view frame;
    corr_frame_view under; /* the application frame that calls it most; function
                              empty: no such frame */
    int64_t ns;            /* ns on the path */
    int64_t obs;           /* -1: unknown */
    double share;          /* share of the span's samples on the path */
    double lo, hi;         /* 95 % interval of the share; NAN: unknown */
    bool scaled;  /* samples have no times: the span's samples, scaled to its
                      part of the path */
    bool request; /* labels name only the request: samples of all its local
                      spans */
} corr_path_row;

typedef struct corr_path_code corr_path_code;

/* sel: samples of the whole trace.  Most time first.  Empty if the kind does
 * not measure time. */
corr_path_code *corr_path_code_of(const corr_waterfall *w, const corr_sel *sel,
                                  const corr_show *show,
                                  corr_err *err) CORR_CHECK;
uint32_t corr_path_code_size(const corr_path_code *c);
corr_path_row corr_path_code_at(const corr_path_code *c, uint32_t i);
void corr_path_code_free(corr_path_code *c);

/* ---- operations of many traces --------------------------------------- */

/* The time an operation adds to requests of one kind (corr-methods 3.4). */
typedef struct corr_operation {
    corr_str service, name;
    corr_str root_service, root; /* operation of the root span */
    uint32_t traces;  /* traces with the operation on the critical path */
    uint32_t of;      /* number of requests */
    double mean;      /* ns on the critical path per request */
    double share;     /* share of the mean duration */
    int64_t p50, p95; /* over traces with the operation on the path */
    double tail; /* ns: mean over the slowest 5 % less mean around the median;
                    NAN: too few requests */
} corr_operation;

/* Requests with one root operation. */
typedef struct corr_root_operation {
    corr_str service, name;
    uint32_t traces;
    double stand;      /* number of requests they stand for, by their trace
                          states; all below is of those */
    uint32_t first, n; /* operations */
    double mean;       /* duration, ns */
    int64_t p50, p95;
    double tail; /* like corr_operation.tail, of the duration */
} corr_root_operation;

typedef struct corr_operations corr_operations;

/* Operations of the traces with a span that q selects, by total duration of the
 * requests, then mean. */
corr_operations *corr_operations_of(corr_store *st, const corr_query *q,
                                    corr_err *err) CORR_CHECK;
uint32_t corr_operations_traces(const corr_operations *o);
/* The number of requests that the traces stand for. */
double corr_operations_stand(const corr_operations *o);
/* The number of further traces whose root has no recorded end, so that their
 * duration is unknown. */
uint32_t corr_operations_unended(const corr_operations *o);
uint32_t corr_operations_size(const corr_operations *o);
corr_operation corr_operations_at(const corr_operations *o, uint32_t i);
uint32_t corr_operations_roots(const corr_operations *o);
corr_root_operation corr_operations_root(const corr_operations *o, uint32_t i);
/* The id of trace i: first the examined traces, by id, then those without an
 * end. */
corr_trace_id corr_operations_trace(const corr_operations *o, uint32_t i);
void corr_operations_free(corr_operations *o);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
