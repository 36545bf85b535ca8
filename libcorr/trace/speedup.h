/*
 * speedup - how long a trace would take if some spans had less to do
 * (corr-methods 3.3).
 *
 * Which child waited for which is not recorded, and is inferred: one that had
 * ended when another began came before it.  Whether the later one waited for
 * all of them or only for the last is not known either, which gives two
 * answers.  With a fraction of 1 both are the length as it is.
 *
 * Lengths do not depend on where a span begins, so one pass from the last span
 * to the first will do, without recursion; n spans take n log n steps.
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

/* False: out of memory; speedup_clear all the same. */
bool speedup_init(retime *t, const critical_span *s, uint32_t n, uint32_t root,
                  double tolerance) CORR_CHECK;
void speedup_clear(retime *t);

/* The length of the root if the own time of the spans with of[i] == which were
 * multiplied by fraction.  barrier: a child waited for all that ended before
 * it began; else for the last of them. */
int64_t speedup_length(retime *t, const uint32_t *of, uint32_t which,
                       double fraction, bool barrier);

#endif
