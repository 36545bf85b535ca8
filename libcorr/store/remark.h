/*
 * remark - the table of sentences about inputs, selections and sides.
 *
 * A pass that finds something out appends a remark to the list of its
 * selection, diff or view; remark.c has one row per rule.  A new rule needs a
 * row there, a name here, and the pass that finds it.
 *
 * The list borrows its arena, which keeps the texts.  Without memory a remark
 * is lost and `failed` is set for good.  One thread at a time.
 */
#ifndef CORR_REMARK_H
#define CORR_REMARK_H

#include "base/vec.h"
#include "corr.h"
#include "corr_bytes.h"

/* In the order in which they stand on a screen. */
typedef enum remark_rule {
    REMARK_UNCOUNTED,
    REMARK_FEW_FOR_SHARES,
    REMARK_COVERAGE,
    REMARK_COVERAGE_OF_SIDE,
    REMARK_RESCALED,
    REMARK_RESCALED_PARTLY,
    REMARK_NOT_RESCALED,
    REMARK_SAMPLER,
    REMARK_PICKED_OBJECTS,
    REMARK_STARTS,
    REMARK_NO_COUNTER,
    REMARK_UNTOLD,
    REMARK_UNEVEN,
    REMARK_TRAFFIC,
    REMARK_TRAFFIC_ONE_SIDE,
    REMARK_SHARE_MODE,
    REMARK_SHARE_CHOSEN,
    REMARK_BASE_YOUNGER,
    REMARK_SAME_FILES,
    REMARK_SOME_FILES,
    REMARK_ALL_OF_SIDE,
    REMARK_DAMAGED_SIDE,
    REMARK_DUPLICATE,
    REMARK_DUPLICATE_PARTLY,
    REMARK_TWICE,
    REMARK_SAMPLERS_DIFFER,
    REMARK_STARTS_DIFFER,
    REMARK_SEVERAL_PROCESSES,
    REMARK_WINDOW,
    REMARK_COUNTS_KNOWN,
    REMARK_COUNTS_SUBTRACTED,
    REMARK_COUNTS_ANEW,
    REMARK_SINCE_START,
    REMARK_ALL_SINCE_START,
    REMARK_EARLIER_SNAPSHOTS,
    REMARK_SNAPSHOTS_ADDED,
    REMARK_REPEATED,
    REMARK_COUNTS_DIFFER,
    REMARK_OTHER_KIND,
    REMARK_LONE_SERVICE,
    REMARK_NO_COMMON,
    REMARK_FEW_TO_COMPARE,
    REMARK_FEW_SAMPLES,
    REMARK_WIDENED,
    REMARK_WITHIN_RUN,
    REMARK_RESAMPLED,
    REMARK_FEW_TO_DRAW,
    REMARK_PERIODS_DIFFER,
    REMARK_DEPTHS_DIFFER,
    REMARK_FULL,
    REMARK_ONE_FILE,
    REMARK_ONE_FILE_EACH,
    REMARK_ONE_FILE_OF,
    REMARK_ONE_RUN,
    REMARK_ONE_RUN_OF,
    REMARK_RULES
} remark_rule;

/* The words that a sentence asks for. */
typedef struct remark_about {
    unsigned side;    /* 1 + the side, 0: both, or there are none */
    uint32_t n, of;   /* {n} and {of}; {more} is n - 1 */
    corr_str a, b, c; /* {a} ... {c} */
    bool harmless;    /* it forbids no verdict, whatever its row says */
} remark_about;

typedef struct remarks {
    corr_arena *arena;
    bool of_spans; /* sides are usual and slow spans, not base and new */
    bool failed;
    vec(corr_remark) list;
} remarks;

void remark_add(remarks *r, remark_rule rule, remark_about about);
/* A text for {a} ... {c}. */
corr_str remark_words(remarks *r, const char *what, ...) CORR_PRINTF(2, 3);
void remarks_clear(remarks *r);

static inline corr_remarks remarks_all(const remarks *r)
{
    return (corr_remarks){ r->list.v, r->list.n };
}

#endif
