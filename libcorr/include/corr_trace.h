/*
 * corr_trace.h - what traces tell: waterfalls, where the time of a span went,
 * what is critical, what operations cost many requests.
 *
 * These are views as corr_view.h has them.
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
/* Whether the samples of an input are not known to be of the process of span i:
 * they are of its service, say, but of another instance. */
bool corr_waterfall_apart(const corr_waterfall *w, uint32_t i, size_t of);
/* Of one of which that is so: whether what both say of their process differs.
 * Else they say nothing that can be compared, and it may be the same. */
bool corr_waterfall_differs(const corr_waterfall *w, uint32_t i, size_t of);
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

/* ---- ledger: where one span's time went (corr-methods 2) ------------------- */

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
    CORR_SPENT_QUEUE,   /* it would run, and had no CPU: the run queue */
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
    /* The holder itself waited for other locks then, for this long; and for
     * which of them longest, and who had that last, if it is told. */
    int64_t waited, longest; /* ns, of all and of that one */
    corr_str waited_for, waited_on;
    /* What else it waited for then, as far as is recorded: file, sleep, socket
     * and park, in ns; the others are 0. */
    int64_t did[CORR_SPENT_COUNT];
} corr_holding;

/* Waits that a recorder did not take, however long, while the span ran. */
typedef struct corr_untaken {
    corr_spent kind;
    corr_str event; /* these alone, as the recorder calls them; empty: all */
} corr_untaken;

typedef struct corr_ledger_facts {
    corr_ledger_why why;
    corr_str thread;
    /* of the CPU samples */
    bool has_cpu;
    bool uncosted;     /* CPU was sampled, but nobody says how often */
    bool elsewhen;     /* there are some, but none of its time */
    int64_t unsampled; /* ns for which their sampler was switched off */
    bool few;          /* not one timer a thread */
    bool runnable;     /* of threads that would run */
    bool rescaled;     /* (corr_rescale) */
    int64_t period;    /* ns, 0 unknown */
    /* of waits: how many kinds are recorded, and from which length on */
    uint32_t waits;
    int64_t least_wait, most_wait; /* ns */
    unsigned untaken; /* 1 << corr_spent: waits of which the recordings say that
                         none is recorded, or not all; corr_ledger_untaken */
    bool untaken_in_part; /* some of them for a part of its time */
    bool cut_off;         /* the recordings end before the span does */
    /* Of a span with a row of what is lost: the time of which they have
     * nothing; CORR_NO_TIME: not told. */
    int64_t lost_from, lost_to;
    int64_t stopping; /* ns in which the JVM waited for its threads to stop */
    double machine; /* share of the machine's CPUs that was in use meanwhile, by
                       whomever, as the recording says; 0: not known */
    corr_remarks remarks; /* about the CPU samples */
} corr_ledger_facts;

/* Where the time of span i went.  Without a thread that is known, and known
 * to a recording, there are no rows. */
corr_ledger *corr_ledger_of(const corr_waterfall *w, uint32_t i,
                            corr_err *err) CORR_CHECK;
corr_ledger_facts corr_ledger_facts_of(const corr_ledger *l);
/* Largest first, the remainder last. */
uint32_t corr_ledger_size(const corr_ledger *l);
corr_ledger_row corr_ledger_at(const corr_ledger *l, uint32_t i);
/* By kind, then event. */
uint32_t corr_ledger_untaken(const corr_ledger *l);
corr_untaken corr_ledger_untaken_at(const corr_ledger *l, uint32_t i);
/* Stretches of its waits for locks, in the order of time. */
uint32_t corr_ledger_holdings(const corr_ledger *l);
corr_holding corr_ledger_holding(const corr_ledger *l, uint32_t i);
void corr_ledger_free(corr_ledger *l);

/* What can be expected of a selection of CPU samples about span i, its own or
 * with CORR_LOCAL those of its local descendants too: of each span only the
 * time that no wait of its thread is known to have taken (corr-methods 1.8).  Sets
 * able_ns, profiled_ns and expected of e, and leaves the rest. */
corr_code corr_ledger_cover(const corr_waterfall *w, uint32_t i, corr_reach how,
                            const corr_sel *sel, corr_evidence *e,
                            corr_err *err) CORR_CHECK;

/* ---- what else a waterfall tells ------------------------------------- */

/* One operation made faster (corr-methods 3.3). */
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

/* Functions that ran on the critical path (corr-methods 3.5): the leaves of the
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

/* What an operation adds to requests of one kind (corr-methods 3.4). */
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
    double stand;      /* requests for which these stand: those that were kept,
                          by their trace state; all below is of those */
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
/* For how many requests they stand. */
double corr_operations_stand(const corr_operations *o);
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

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
