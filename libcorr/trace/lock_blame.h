/*
 * lock_blame - divides a wait for a lock among the requests that held it.
 *
 * Each stretch of a wait goes to the operation that the holder worked for, to
 * the holder's thread if it worked for none, or to "not recorded".  If the
 * holder waits for another lock itself, the stretch goes to the holder of that
 * lock, and so on.  If the chain returns to a thread that waits in it, the
 * stretch goes to a possible deadlock.
 *
 * Owns its memory, except keys and selection.  One thread uses it.
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
    const lock_holders_wait **at; /* [waits] by segment and row */
} lock_blame_input;

/* A stretch in which a thread held a lock that another waited for. */
typedef struct lock_blame_stretch {
    holding is;
    uint32_t wait;    /* the wait, by number */
    uint32_t monitor; /* the held lock */
    uint32_t up;      /* the stretch with the wait; 0: the first wait */
    uint32_t depth;
} lock_blame_stretch;

typedef struct lock_blame {
    const corr_sel *sel;
    keys *keys;                   /* receives keys; borrowed */
    lock_blame_input *input;      /* [inputs] */
    vec(lock_blame_stretch) todo; /* [0]: the wait itself */
    vec(lock_blame_part) part;    /* of the last row, in time order */
} lock_blame;

/* False: out of memory; lock_blame_clear still applies. */
bool lock_blame_init(lock_blame *h, const corr_sel *sel, keys *to) CORR_CHECK;
void lock_blame_clear(lock_blame *h);

/* Fills part for a row; empty if the row is no wait for a lock.  False: out of
 * memory. */
bool lock_blame_row(lock_blame *h, const sel_part *p, size_t row) CORR_CHECK;

#endif
