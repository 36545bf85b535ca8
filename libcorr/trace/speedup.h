/*
 * speedup - the length of a trace if some spans had less to do (corr-methods
 * 3.3).
 *
 * Traces do not record which child waited for which; the order shows it: a
 * child that had ended when another began came before it.  The later child may
 * have waited for all of the earlier ones or only for the last, which gives two
 * answers.  With a fraction of 1 both equal the recorded length.
 *
 * Lengths do not depend on the start of a span, so one pass from the last span
 * to the first suffices, without recursion; n spans take n log n steps.  Owns
 * its memory and borrows the spans; one thread uses it.
 */
#ifndef CORR_RETIME_H
#define CORR_RETIME_H

#include "trace/critical_path.h"

typedef struct retime {
    const critical_span *s; /* cleaned by critical_of; borrowed */
    uint32_t root;
    double tolerance;
    /* private below */
    int64_t *length; /* [n] new length */
    int64_t *end;    /* [n] new end, from the new start of the parent */
    bool *changed;   /* [n] */
    uint32_t *heap;  /* [n] children by their old end, earliest first */
    corr_arena arena;
} retime;

/* False: out of memory; speedup_clear still applies. */
bool speedup_init(retime *t, const critical_span *s, uint32_t n, uint32_t root,
                  double tolerance) CORR_CHECK;
void speedup_clear(retime *t);

/* The length of the root if the own time of the spans with of[i] == which is
 * multiplied by fraction. barrier: a child waited for all children that had
 * ended before its start; else for the last of them. */
int64_t speedup_length(retime *t, const uint32_t *of, uint32_t which,
                       double fraction, bool barrier);

#endif
