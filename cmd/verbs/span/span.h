/*
 * span - the parts of corr span.
 *
 * span.c chooses the spans to show and to explain.  span_table.c draws the
 * waterfall.  span_ledger.c and span_ledger_data.c show where the time of one
 * span went, span_locks.c who held its locks.  span_code.c shows its code and
 * evidence, span_similar.c the code of all spans like it, span_data.c both as
 * data.  span_unexplained.c explains a span without code.  A span_report
 * borrows its views from the report.
 */
#ifndef CORR_CMD_SPAN_H
#define CORR_CMD_SPAN_H

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

/* s: NULL where no span is explained. */
void span_put_data(corr_report *r, const span_report *s, const span_data *d);

/* The ledger of the focus, on the screen and as ledger[].  A ledger without
 * rows may print why. */
bool span_has_ledger(const span_report *s);
/* Whether a row of it counts rescaled samples. */
bool span_is_rescaled(const span_report *s, const corr_ledger_row *row);
bool span_ledger_has_cpu(const span_report *s);
/* Returns the class of a lock without its package; other names as they are. */
corr_str span_short_name(const corr_ledger_row *row);
corr_code span_say_ledger(const span_report *s, corr_err *err);
void span_say_next(const span_report *s);
void span_put_ledger(corr_report *r, const span_report *s);
/* --holders: who held the locks it waited for, on the screen. */
corr_code span_say_holders(const span_report *s, corr_err *err);

/* Waterfall: data and screen. */
corr_code span_put_waterfall(span_report *s, corr_err *err);
/* Code of the focus, evidence, coverage; trees[], used[], ledger[]. */
corr_code span_put_code(span_report *s, corr_err *err);
/* A tree of the samples of sel, which is about span at, as data and screen;
 * of_span: they are of that one span. */
corr_code span_put_tree(const span_report *s, span_data *d, uint32_t at,
                        const corr_sel *sel, const char *scope,
                        const char *what, bool of_span, corr_err *err);
/* Too few samples for a breakdown: those of all spans like span at, where they
 * have more. */
corr_code span_put_pool(const span_report *s, span_data *d, uint32_t at,
                        bool *put, corr_err *err);
/* The same for an id that only labels of samples have. */
corr_code span_put_labels_only(const cmd_ctx *ctx, corr_report *r,
                               const corr_query *q, corr_err *err);
/* Returns a clause: why the focus has no CPU sample, by its length and by lost
 * samples. */
const char *span_too_little(const span_report *s);
/* Explains why a span has no code. */
void span_put_failure(span_report *s);

#endif
