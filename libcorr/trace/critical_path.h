/*
 * critical_path - what a trace waited for (corr-methods 3.1 and 3.2).
 *
 * Works on an array of spans in depth-first order, children by start.  The
 * caller fills the first half of each record, critical_of the second.
 *
 * A child blocks its parent unless it clearly runs on behind it; blocking
 * children are cut to fit.  The critical path is then walked back from the
 * end of the root: at any time the last child that finished by then is what
 * the span waited for.  Its sections tile the root exactly.
 *
 * No recursion; n spans take n log n steps, also below a single parent.
 */
#ifndef CORR_CRITICAL_H
#define CORR_CRITICAL_H

#include "base/vec.h"
#include "corr_trace.h"

#define CRITICAL_NONE UINT32_MAX

typedef struct critical_span {
    /* in */
    int64_t start, end; /* ns, start <= end */
    int64_t shift;      /* of them: what their own host's clock has not */
    uint64_t id;
    uint32_t up;         /* index, smaller than its own, or CRITICAL_NONE */
    uint32_t end_index;  /* the subtree is [i, end_index) */
    uint32_t proc, host; /* equal numbers are equal; 0 unknown */
    uint8_t kind;        /* corr_span_kind */
    bool failed;
    bool unfinished; /* it may have ended later */
    bool follows;    /* set off by its parent, which did not wait for it */
    bool whole_ms;   /* the clock of its process counts milliseconds */
    /* out */
    int64_t from, to;  /* cut to fit the parent */
    int64_t covered;   /* of it by children, overlaps once */
    int64_t critical;  /* on the critical path, its own */
    uint32_t children; /* how many */
    uint32_t running;  /* most children that ran while it was critical */
    bool nonblocking;  /* itself or an ancestor */
    bool dropped;      /* lies outside of its parent, or an ancestor does */
} critical_span;

typedef struct critical {
    vec(corr_section) section; /* in time order */
    uint32_t clipped, dropped, nonblocking;
    int64_t clipped_ns;
} critical;

/* root: the span whose path is asked for, CRITICAL_NONE none.  tolerance: by
 * which share of a span one child may overlap the next and still come before
 * it, 0.01.  False: out of memory. */
bool critical_of(critical *c, critical_span *s, uint32_t n, uint32_t root,
                 double tolerance) CORR_CHECK;
void critical_clear(critical *c);

/* How far the clocks of two spans may be apart, ns. */
int64_t critical_uncertainty(const critical_span *a, const critical_span *b);

#endif
