/*
 * span - the parts of corr span.
 *
 * span.c chooses the spans to show and to explain.  span_head.c says which
 * request it is.  span_ledger.c and span_bars.c show where the time of one span
 * went, span_ledger_data.c as data, span_locks.c who held its locks.
 * span_evidence.c says how sure it is.  span_code.c and span_paths.c show its code and evidence, span_similar.c finds
 * the spans like it, span_usual.c what makes it unusual, span_data.c all as data.  span_table.c draws the
 * waterfall.  span_unexplained.c explains a span without code.  A span_report
 * borrows its views from the report.
 */
#ifndef CORR_CMD_SPAN_H
#define CORR_CMD_SPAN_H

#include "corr_findings.h"
#include "page/flame_table.h"
#include "page/waterfall_page.h"

/* A span where a process enters the request, and its samples. */
typedef struct span_root {
    uint32_t at;         /* in the waterfall */
    const corr_sel *sel; /* its local samples, of the kind in question */
    corr_sel_facts facts;
} span_root;

typedef struct span_opts {
    bool holders;
} span_opts;

typedef struct span_report {
    const cmd_ctx *ctx;
    corr_report *r;
    corr_waterfall *w;
    corr_waterfall_facts trace;
    corr_query query; /* as asked */
    uint32_t focus;   /* the span that is explained, in the waterfall */
    corr_span_view span;
    bool asked;         /* the focus was named by the user */
    uint32_t best;      /* what is shown where none is named ... */
    bool best_has_code; /* ... because its process has samples of it */
    span_root *root;    /* those looked at */
    uint32_t nroot;
    const corr_ledger *ledger; /* of the focus */
    const corr_sel *sel;       /* of the focus */
    corr_sel_facts facts;
    const fall *fall;
} span_report;

/* Trees in the data, besides the waterfall. */
enum { SPAN_TREES = 3 };

typedef struct span_tree {
    corr_str service;
    const char *scope;
    uint64_t span;
    const char *unit;
    corr_sel_facts f;
    const corr_table *evidence, *nodes;
} span_tree;

/* used[]: CORR_NO_INT and NAN where it is not of CPU. */
typedef struct span_used {
    uint64_t span;
    int64_t cpu, lo, hi, children, self;
    double threads;
} span_used;

typedef struct span_data {
    span_tree tree[SPAN_TREES];
    uint32_t ntree;
    span_used used;
    uint32_t nused;
    bool is_cpu; /* of CPU, and not of waits, or of all time */
    int64_t length;
} span_data;

/* The question for the samples of span `at` and of what it called there. */
corr_query span_local_query(const span_report *s, uint32_t at);
/* The question for all spans of the name and service of v, in the time that was
 * asked for. */
corr_query span_named_query(const span_report *s, const corr_span_view *v);

/* s: NULL where no span is explained. */
void span_put_data(corr_report *r, const span_report *s, const span_data *d);

/* The first lines of the screen, and the member unusual. */
corr_code span_put_head(const span_report *s, corr_err *err);
/* What takes longer than in usual requests, on the screen and as unusual.why. */
corr_code span_say_usual(const span_report *s, const corr_usual *u,
                         corr_err *err) CORR_CHECK;
/* The name of a span as a call: if it is only a method such as "GET", with its
 * path, else the first telling name below it. */
const char *span_call_name(const span_report *s, uint32_t i);

/* Rows of the ledger that are one row of the screen. */
typedef struct span_spent {
    corr_spent kind;
    corr_how how;
    bool is_named, is_rest; /* is_rest: small rows of several kinds */
    int64_t ns, off;        /* off: how far an estimate may be wrong */
    int64_t events, obs, memo, memo_named;
    uint32_t rows, first, second; /* the largest rows */
} span_spent;

/* The ledger of the focus, on the screen and as ledger[]. */
bool span_has_ledger(const span_report *s);
/* Whether a row of it counts rescaled samples. */
bool span_is_rescaled(const span_report *s, const corr_ledger_row *row);
bool span_ledger_has_cpu(const span_report *s);
/* Returns the class of a lock without its package; other names as they are. */
corr_str span_short_name(const corr_ledger_row *row);
const char *span_cpu_label(const span_report *s, bool runnable, bool rescaled,
                           corr_remarks list);
/* The label of a kind of activity: "not recorded". */
const char *span_kind_label(const span_report *s, corr_spent kind);
const char *span_spent_label(const span_report *s, const span_spent *a);
corr_words span_spent_words(const span_report *s, const span_spent *a);
/* ns in the unit that fits the whole, or its own if it is a tiny part. */
const char *span_part_time(corr_report *r, int64_t ns, int64_t whole);
corr_code span_say_bars(const span_report *s, corr_err *err);
/* The bars of a span whose thread is unknown; label NULL: no samples. */
corr_code span_say_known(const span_report *s, const span_used *used,
                         const char *label, int64_t cpu, const char *samples,
                         corr_err *err);
corr_code span_say_ledger(const span_report *s, corr_err *err);
void span_next_holders(const span_report *s);
void span_put_ledger(corr_report *r, const span_report *s);
/* --holders: who held the locks it waited for, on the screen. */
corr_code span_say_holders(const span_report *s, corr_err *err);

/* Waterfall: data; screen. */
corr_code span_put_waterfall(span_report *s, corr_err *err);
/* others: processes of the request that have code as well, whose lines a short
 * waterfall stands for.  Whether there is a short one. */
bool span_say_waterfall(const span_report *s, uint32_t others);
/* Code of the focus, evidence, coverage; trees[], used[], ledger[]. */
corr_code span_put_code(span_report *s, corr_err *err);

/* Adds a tree to the data.  NULL: err says why. */
flame *span_add_tree(const cmd_ctx *ctx, corr_report *r, span_data *d,
                     const corr_sel *sel, span_tree t, corr_err *err);
/* Adds findings[]: of the trace, or of the span that was asked for and those
 * below it.  sel: the samples of the code on the screen; whole: what their shares
 * are of. */
corr_code span_put_findings(const span_report *s, const corr_sel *sel,
                            const char *whole, const corr_findings **found,
                            corr_err *err);

/* Fewer samples than SPAN_FEW are examples, than SPAN_SOME have no shares. */
enum { SPAN_FEW = 10, SPAN_SOME = 30, SPAN_SIDES = 2 };

/* Ranks of the parts that give way where a screen has no room. */
enum { SPAN_RANK_FEW = 1, SPAN_RANK_CODE, SPAN_RANK_BARS, SPAN_RANK_FALL };
/* The code of one or two selections as paths, ranked by the last one.  Titles:
 * of one selection, its shares and its counts; of two, each one's own. */
corr_code span_say_paths(const cmd_ctx *ctx, corr_report *r,
                         const corr_sel *const *sel, uint32_t nside,
                         const char *own, const char *alike, corr_err *err);

/* The time in which spans could be sampled, and span v; traces may reach
 * further, and not always as far.  0,0: any time.  False: no profile is here. */
bool span_window(const span_report *s, const corr_span_view *v, int64_t *from,
                 int64_t *to);
/* The spans like one that has too few samples; sel NULL: no spans, or
 * they have no more samples. */
typedef struct span_pool {
    const corr_sel *sel;
    corr_sel_facts facts;
    uint32_t n;       /* spans */
    const char *like; /* "44 spans about as long" */
} span_pool;
corr_code span_find_pool(const span_report *s, uint32_t at, span_pool *pool,
                         corr_err *err);
/* The evidence; of_span: the samples are of the span, not of its process. */
void span_say_evidence(const span_report *s, bool of_span);
/* Samples of its thread in native code; 0: none, or they were asked for. */
int64_t span_seen_in_native(const span_report *s);
/* The same for an id that only labels of samples have. */
corr_code span_put_labels_only(const cmd_ctx *ctx, corr_report *r,
                               const corr_query *q, corr_err *err);
/* Returns a clause: why the focus has no CPU sample, by its length and by lost
 * samples. */
const char *span_too_little(const span_report *s);
/* Explains why a span has no code. */
void span_put_failure(span_report *s);

#endif
