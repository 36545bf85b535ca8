/*
 * critical_path - the spans that a trace waited for (corr-methods 3.1 and 3.2).
 *
 * Works on an array of spans in depth-first order, children by start.  The
 * caller fills the first half of each record, critical_of the second.
 *
 * A child blocks its parent unless it clearly continues after it; blocking
 * children are cut to fit.  The critical path is then walked back from the end
 * of the root: at any time the span waited for the last child that had finished
 * by then.  The sections of the path tile the root exactly.
 *
 * No recursion; n spans take n log n steps, also below a single parent.  The
 * caller owns the spans; a critical owns its sections.  Any thread.
 */
#ifndef CORR_CRITICAL_H
#define CORR_CRITICAL_H

#include "base/vec.h"
#include "corr_trace.h"
#include "model/span_summary.h"

#define CRITICAL_NONE UINT32_MAX

typedef struct critical_span {
    /* in */
    int64_t start, end; /* ns, start <= end */
    int64_t shift;      /* ns added to the times of the host's own clock */
    uint64_t id;
    uint32_t up;         /* index, smaller than its own, or CRITICAL_NONE */
    uint32_t end_index;  /* the subtree is [i, end_index) */
    uint32_t proc, host; /* equal numbers are equal; 0 unknown */
    uint8_t kind;        /* corr_span_kind */
    bool failed;
    bool unfinished; /* its start or its end is not recorded: start and end are
                        those of its children, and it has no time of its own */
    bool no_start;   /* its start is not recorded */
    bool is_placed;  /* its start, its end or a child's is recorded */
    bool follows;    /* started by its parent, which does not wait for it */
    bool whole_ms;   /* the clock of its process counts milliseconds */
    const span_summary *many; /* the calls that it stands for; NULL: one */
    /* out */
    int64_t from, to;                    /* cut to fit the parent */
    int64_t covered;                     /* by children, overlaps once */
    int64_t covered_least, covered_most; /* differ where children stand for
                                            many calls */
    int64_t critical;                    /* own time on the critical path */
    uint32_t children;
    uint32_t running; /* most children that ran while it was critical */
    bool nonblocking; /* itself or an ancestor */
    bool dropped;     /* it or an ancestor lies outside its parent */
} critical_span;

typedef struct critical {
    vec(corr_section) section; /* in time order */
    uint32_t clipped, dropped, nonblocking;
    int64_t clipped_ns;
    bool is_partial; /* some spans have no recorded start or end */
} critical;

/* ns that a span was busy: the sum of its calls. */
static inline int64_t critical_busy(const critical_span *s)
{
    return s->many ? s->many->total : sub_clamped(s->end, s->start);
}

/* root: the span of the path, or CRITICAL_NONE. tolerance: the part of a span
 * by which one child may overlap the next and still precede it, 0.01.  False:
 * out of memory. */
bool critical_of(critical *c, critical_span *s, uint32_t n, uint32_t root,
                 double tolerance) CORR_CHECK;
void critical_clear(critical *c);

/* The largest difference between the clocks of two spans, ns. */
int64_t critical_uncertainty(const critical_span *a, const critical_span *b);

#endif
