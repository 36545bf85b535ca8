/*
 * evidence - accumulates the confidence of a selection (corr-methods 1.1, 1.8).
 *
 * All functions run on the thread that makes the selection.
 */
#ifndef CORR_EVIDENCE_H
#define CORR_EVIDENCE_H

#include "join/span_scope.h"
#include "select/select.h"

/* Sums of one selection. */
typedef struct evidence_sum {
    corr_evidence e;
    double weight;                     /* sum of w a */
    double weighted;                   /* sum of w a q */
    double by_class[CORR_CLASS_COUNT]; /* sum of w a */
} evidence_sum;

/* Adds a row: its observations, the weight w of its value, the selected share
 * a, and the quality q of its join. */
void evidence_add(evidence_sum *s, corr_rung rung, int64_t obs, double weight,
                  double share, double quality);
/* Fills in the confidence and its word; the caller fills the rest of e. */
void evidence_close(evidence_sum *s);

/* Computes the ns within [from, to) that a thread may have used the CPU for a
 * span; false: out of memory. */
typedef struct evidence_able {
    bool (*of)(void *ctx, uint32_t span, int64_t from, int64_t to, double *ns);
    void *ctx;
} evidence_able;

/* The part of `time` ns of a span that is within [from, to), in proportion. */
double evidence_part(const corr_store *st, uint32_t span, int64_t time,
                     int64_t from, int64_t to);

/* Computes e's able_ns, profiled_ns and expected: what profiles of the process
 * and of the selection's kind could show of the spans in scope.  False: out of
 * memory. */
bool evidence_cover(const corr_sel *sel, const span_scope *r,
                    const evidence_able *able, corr_evidence *e);

/* Gives the reason TOO_SHORT if no sample was expected and none came. */
void evidence_settle(corr_evidence *e);

/* Computes the coverage of a selection around one span or trace, and the
 * reasons why other rows are not in it.  False: out of memory. */
bool evidence_around(corr_sel *sel, const span_scope *r);

#endif
