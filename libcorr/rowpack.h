/*
 * rowpack - times and threads of rows that are only counted.
 *
 * What joins with what is counted of every row, and of a recording most rows
 * are allocations of which nobody asks more than that.  Of these there is no
 * row: what a time is from the one before it, and the thread where that is
 * another one, take three bytes or so, in the order in which they came.
 *
 * Zeroed it is empty; rowpack_clear frees it.
 */
#ifndef CORR_ROWPACK_H
#define CORR_ROWPACK_H

#include "vec.h"

typedef struct rowpack {
    size_t n;      /* rows */
    int64_t shift; /* ns, added to all times */
    /* private below */
    vec(uint8_t) byte;
    int64_t time; /* of the last one */
    uint32_t thread;
} rowpack;

/* What was read so far. */
typedef struct rowpack_place {
    size_t at;
    int64_t time;
    uint32_t thread;
} rowpack_place;

/* False: out of memory, or too far from the one before it for so few bytes;
 * nothing was added. */
bool rowpack_add(rowpack *p, uint32_t thread, int64_t time);
/* The next ones, at most n of them, from a zeroed place on; 0: no more. */
size_t rowpack_take(const rowpack *p, rowpack_place *from, uint32_t *thread,
                    int64_t *time, size_t n);
void rowpack_clear(rowpack *p);

#endif
