/*
 * lock_holders - the holders of a lock during a wait for it (corr-methods 2.5).
 *
 * A recorded wait for a monitor names the last holder only.  Every recorded
 * wait for a monitor ends when its thread acquires it, so the waits of other
 * threads that ended meanwhile give the holders in between.
 *
 * A wait for a lock of java.util.concurrent names no holder.  The waits of
 * others divide it alike, and the holder of a part is the thread that is seen
 * in the code that takes the lock (lock_inferred.c).
 *
 * The waits of one recording are added, sorted once, and then looked up by
 * their numbers in that order.  Owns its memory; one thread uses it.
 */
#ifndef CORR_HOLDERS_H
#define CORR_HOLDERS_H

#include "corr_trace.h"
#include "trace/lock_sights.h"

typedef struct lock_holders_wait {
    uint32_t monitor; /* equal numbers: same monitor; 0: unknown */
    uint32_t thread;  /* the waiting thread */
    uint32_t owner;   /* the last holder; 0: not recorded */
    int64_t from, to;
    uint32_t segment;
    size_t row;
    lock_taker taker; /* func 0: of a monitor */
    bool again;       /* its thread did not get the lock: it waits again */
} lock_holders_wait;

typedef struct holding {
    int64_t from, to;
    uint32_t thread; /* 0: unknown */
    corr_held how;
    uint32_t first, n; /* candidates: rows of holders.candidate */
    uint32_t seen;     /* what shows the holder: its longest sight, a row of
                          lock_sights; UINT32_MAX: none */
    uint32_t nseen;    /* sights of it */
} holding;

/* A wait in the order of its thread. */
typedef struct lock_holders_turn {
    thread_time at;
    uint32_t number; /* wait */
} lock_holders_turn;

typedef struct holders {
    vec(lock_holders_wait) wait; /* by monitor, then end */
    vec(holding) held;           /* of the last chain */
    vec(uint32_t) candidate;     /* threads, of held */
    const input *in;             /* borrowed */
    lock_sights sights;          /* see lock_holders_chain */
    vec(lock_holders_turn)
        turn; /* by thread, then start; see lock_holders_turns */
} holders;

/* Reads all lock waits of an input.  False: out of memory; lock_holders_clear
 * still applies. */
bool lock_holders_of(holders *h, const input *in) CORR_CHECK;
void lock_holders_clear(holders *h);

/* Sorts the added waits. */
void lock_holders_sort(holders *h);

/* Whether a wait is for a lock of java.util.concurrent. */
static inline bool lock_holders_parks(const lock_holders_wait *w)
{
    return w->taker.func != 0;
}

/* Fills held with the stretches of wait number i, in time order; they tile the
 * wait.  After very many hand-overs, one last stretch has no known holder.
 * False: out of memory. */
bool lock_holders_chain(holders *h, size_t i) CORR_CHECK;

/* The first wait for this monitor that ends after t. */
size_t lock_holders_after(const holders *h, uint32_t monitor, int64_t t);
/* lock_holders_chain of a wait for a lock of java.util.concurrent
 * (lock_inferred.c). */
bool lock_inferred_chain(holders *h, size_t i) CORR_CHECK;

/* Fills turn, once.  False: out of memory. */
bool lock_holders_turns(holders *h) CORR_CHECK;
/* The first turn of a thread that may reach beyond from. */
size_t lock_holders_first(const holders *h, uint32_t thread, int64_t from);

#endif
