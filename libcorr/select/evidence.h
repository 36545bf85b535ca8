/*
 * evidence - adds up how well a selection is founded (corr-methods 1.1, 1.8).
 */
#ifndef CORR_EVIDENCE_H
#define CORR_EVIDENCE_H

#include "join/span_scope.h"
#include "select/select.h"

/* Sums of one selection, by rung. */
typedef struct evidence_sum {
    corr_evidence e;
    double weight;                     /* sum of w a */
    double weighted;                   /* sum of w a q */
    double by_class[CORR_CLASS_COUNT]; /* sum of w a */
} evidence_sum;

/* One row: its observations, weight per observation's value w, the share a of
 * it, and the quality q of the pair. */
void evidence_add(evidence_sum *s, corr_rung rung, int64_t obs, double weight,
                  double share, double quality);
/* Confidence and its word; the rest of e is the caller's. */
void evidence_close(evidence_sum *s);

/* How many ns within [from, to) a thread may have used the CPU for a span; false:
 * out of memory. */
typedef struct evidence_able {
    bool (*of)(void *ctx, uint32_t span, int64_t from, int64_t to, double *ns);
    void *ctx;
} evidence_able;

/* Of `time` ns of a span those within [from, to), in proportion. */
double evidence_part(const corr_store *st, uint32_t span, int64_t time,
                     int64_t from, int64_t to);

/* What the profiles of the process and of the selection's kind could have of
 * the spans taken in: e's able_ns, profiled_ns and expected.  False: out of
 * memory. */
bool evidence_cover(const corr_sel *sel, const span_scope *r,
                    const evidence_able *able, corr_evidence *e);

/* Why nothing came, where nothing was to be expected. */
void evidence_settle(corr_evidence *e);

/* Coverage and the reasons why others stopped, for a selection of kind `kind`
 * around one span or trace.  False: out of memory. */
bool evidence_around(corr_sel *sel, const span_scope *r);

#endif
