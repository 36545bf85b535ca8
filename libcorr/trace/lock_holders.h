/*
 * lock_holders - who held a lock while somebody waited for it (corr-methods 2.5).
 *
 * A recorded wait names the last holder only.  But every recorded wait for the
 * same monitor ends with its thread taking it, so who held it in between is
 * read off the waits of others that ended meanwhile.
 *
 * Waits of one recording are added, put in order once, and then asked about,
 * by their numbers in that order.
 */
#ifndef CORR_HOLDERS_H
#define CORR_HOLDERS_H

#include "base/thread_time.h"
#include "corr_trace.h"
#include "model/input.h"

typedef struct lock_holders_wait {
    uint32_t monitor; /* equal numbers are one; 0: which one is not known */
    uint32_t thread;  /* that waits */
    uint32_t owner;   /* the last one to hold it; 0: not told */
    int64_t from, to;
    uint32_t segment;
    size_t row;
} lock_holders_wait;

typedef struct holding {
    int64_t from, to;
    uint32_t thread; /* 0: nobody knows */
    corr_held how;
} holding;

/* Where a wait stands among those of its thread. */
typedef struct lock_holders_turn {
    thread_time at;
    uint32_t number; /* of the wait */
} lock_holders_turn;

typedef struct holders {
    vec(lock_holders_wait) wait; /* by monitor, then end */
    vec(holding) held;           /* of the last question */
    vec(lock_holders_turn)
        turn; /* by thread, then start; see lock_holders_turns */
} holders;

/* All waits for locks of an input.  False: out of memory; lock_holders_clear all
 * the same. */
bool lock_holders_of(holders *h, const input *in) CORR_CHECK;
void lock_holders_clear(holders *h);

/* Puts waits that were added in order. */
void lock_holders_sort(holders *h);

/* Fills held with the stretches of wait number i, in order: they tile it.
 * Very many hand-overs end in one stretch that nobody knows of.  False: out
 * of memory. */
bool lock_holders_chain(holders *h, size_t i) CORR_CHECK;

/* Fills turn, once.  False: out of memory. */
bool lock_holders_turns(holders *h) CORR_CHECK;
/* The first turn of a thread that may reach into what begins at from. */
size_t lock_holders_first(const holders *h, uint32_t thread, int64_t from);

#endif
