/*
 * heldby - what a wait for a lock is divided by: the requests that held it.
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

typedef struct heldby_part {
    uint32_t key;
    int64_t ns;
} heldby_part;

/* The waits of one input. */
typedef struct heldby_input {
    bool known;
    holders h;
    threadspans spans;
    uint32_t *at;        /* [waits] their numbers, by segment and row */
    uint32_t *by_thread; /* ... by thread and start */
} heldby_input;

/* A stretch that somebody held a lock, within one that another waited. */
typedef struct heldby_stretch {
    holding is;
    uint32_t monitor; /* that was held */
    uint32_t up;      /* the stretch in which it was waited for, 0: the wait
                         that was asked about */
    uint32_t depth;
} heldby_stretch;

typedef struct heldby {
    const corr_sel *sel;
    keys *keys;               /* where keys go; borrowed */
    heldby_input *input;      /* [inputs] */
    vec(heldby_stretch) todo; /* 0: the wait itself */
    vec(heldby_part) part;    /* of the last question, in the order of time */
} heldby;

/* False: out of memory; heldby_clear all the same. */
bool heldby_init(heldby *h, const corr_sel *sel, keys *to) CORR_CHECK;
void heldby_clear(heldby *h);

/* Fills part for a row; empty for one that is no wait for a lock.  False: out
 * of memory. */
bool heldby_row(heldby *h, const sel_part *p, size_t row) CORR_CHECK;

#endif
