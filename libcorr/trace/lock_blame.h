/*
 * lock_blame - what a wait for a lock is divided by: the requests that held it.
 *
 * Each stretch of a wait goes to the operation that its holder worked for
 * then, to its thread where that worked for none, or to nobody that is known.
 * Where a holder waits for another lock itself, that goes to who held the
 * other, and so on; where the chain comes back to a thread that waits in it,
 * it may be a deadlock, and is told as such.
 */
#ifndef CORR_HELDBY_H
#define CORR_HELDBY_H

#include "frames/frame_keys.h"
#include "select/select.h"
#include "trace/lock_holders.h"
#include "trace/thread_spans.h"

typedef struct lock_blame_part {
    uint32_t key;
    int64_t ns;
} lock_blame_part;

/* The waits of one input. */
typedef struct lock_blame_input {
    bool known;
    holders h;
    thread_spans spans;
    uint32_t *at;        /* [waits] their numbers, by segment and row */
    uint32_t *by_thread; /* ... by thread and start */
} lock_blame_input;

/* A stretch that somebody held a lock, within one that another waited. */
typedef struct lock_blame_stretch {
    holding is;
    uint32_t monitor; /* that was held */
    uint32_t up;      /* the stretch in which it was waited for, 0: the wait
                         that was asked about */
    uint32_t depth;
} lock_blame_stretch;

typedef struct lock_blame {
    const corr_sel *sel;
    keys *keys;                   /* where keys go; borrowed */
    lock_blame_input *input;      /* [inputs] */
    vec(lock_blame_stretch) todo; /* 0: the wait itself */
    vec(lock_blame_part) part; /* of the last question, in the order of time */
} lock_blame;

/* False: out of memory; lock_blame_clear all the same. */
bool lock_blame_init(lock_blame *h, const corr_sel *sel, keys *to) CORR_CHECK;
void lock_blame_clear(lock_blame *h);

/* Fills part for a row; empty for one that is no wait for a lock.  False: out
 * of memory. */
bool lock_blame_row(lock_blame *h, const sel_part *p, size_t row) CORR_CHECK;

#endif
