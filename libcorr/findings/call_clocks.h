/*
 * call_clocks - the offset between the clocks of caller and callee, from all
 * calls between them (corr-methods 1.7).
 *
 * A callee cannot begin before the call, nor answer after the caller had the
 * answer.  At most CALL_CLOCKS_MOST calls of a pair are looked at, spread over
 * all.  Memory comes from an arena.
 */
#ifndef CORR_CALL_CLOCKS_H
#define CORR_CALL_CLOCKS_H

#include "store/clock_bounds.h"
#include "store/operation_names.h"

enum { CALL_CLOCKS_MOST = 512 };

typedef struct call_clocks {
    const corr_store *st;
    uint32_t *clock; /* [processes] 1 + number of the clock's name */
    opnames names;
    corr_map by_pair;
    vec(clock_bound) offset; /* of pairs: callee's clock less caller's */
} call_clocks;

/* False: out of memory; call_clocks_clear still applies. */
bool call_clocks_of(call_clocks *c, const corr_store *st,
                    corr_arena *arena) CORR_CHECK;
/* What the clock of the callee may show more than that of its parent: a wide
 * interval around 0 if too few calls compare them. */
clock_bound call_clocks_at(const call_clocks *c, uint32_t callee);
void call_clocks_clear(call_clocks *c);

#endif
