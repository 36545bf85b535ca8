/*
 * clock_hosts - how far the clocks of hosts are apart, by the calls between
 * them (corr-methods 1.7).
 *
 * A request cannot arrive before it was sent, nor be answered after the answer
 * was there: each call bounds the offset of two clocks.  What most calls of a
 * pair agree on is what is known.  Where no offset at all would be as good,
 * clocks are left alone.  Pairs do not tighten each other: what they agree on
 * may be of different times.
 *
 * Where times of spans are to be compared across hosts, they are shifted to the
 * clock of one of them; times of samples, which are compared with the spans of
 * their own process, are not.
 */
#ifndef CORR_CLOCK_HOSTS_H
#define CORR_CLOCK_HOSTS_H

#include "store/clock_bounds.h"
#include "store/store.h"

/* Two clocks with calls between them.  Offsets are of b's against a's. */
typedef struct host_pair {
    uint32_t a, b;  /* names[a] < names[b] */
    clock_bound in; /* INT64_MIN, INT64_MAX: not known on that side */
    uint32_t calls; /* that agree on it ... */
    uint32_t of;    /* ... of so many that were looked at */
    bool apart;     /* they differ, and it is known by how much */
    bool far;       /* ... by more than can be believed */
} host_pair;

typedef struct clock_hosts {
    vec(corr_str) name;  /* sorted; of inputs, which own them */
    vec(host_pair) pair; /* sorted by a, b */
    bool apart;          /* any pair is */
    /* by clock_hosts_settle, [name.n] */
    int64_t *shift, *u; /* to add to times of that clock, and how sure it is */
    bool *reached;      /* calls lead there from the clock that counts */
    uint32_t *by;       /* ... by this pair */
    /* private */
    corr_map by_name;
    corr_arena arena;
} clock_hosts;

/* From what the inputs have of calls, and the spans of one trace, UINT32_MAX
 * none.  False: out of memory; cleared all the same. */
bool clock_hosts_of(clock_hosts *h, const corr_store *st,
                    uint32_t trace) CORR_CHECK;
void clock_hosts_clear(clock_hosts *h);

/* The clock that times of a span are of, empty if nobody says. */
corr_str clock_hosts_name(const corr_store *st, uint32_t span);
/* UINT32_MAX: no such clock. */
uint32_t clock_hosts_find(const clock_hosts *h, corr_str name);
/* Shifts all clocks to this one. */
void clock_hosts_settle(clock_hosts *h, corr_str to);

#endif
