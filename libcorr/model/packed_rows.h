/*
 * packed_rows - times and threads of rows that are only counted.
 *
 * What joins with what is counted of every row, and of a recording most rows
 * are allocations of which nobody asks more than that.  Of these there is no
 * row: what a time is from the one before it, and the thread where that is
 * another one, take three bytes or so, in the order in which they came.
 *
 * Beyond some megabytes they go to a file without a name (tempfile.h); where
 * there is no room for it they stay in memory.  Zeroed it is empty;
 * packed_rows_clear frees it.
 */
#ifndef CORR_ROWPACK_H
#define CORR_ROWPACK_H

#include "base/vec.h"

/* Bytes in memory before they are written. */
enum { ROWPACK_MEMORY = 4 << 20 };

typedef struct packed_rows {
    size_t n;      /* rows */
    int64_t shift; /* ns, added to all times */
    /* private below */
    vec(uint8_t) byte; /* behind what was written */
    uint64_t written;
    int file;     /* fd + 1, 0: none */
    bool is_kept; /* there is no file to be had */
    int64_t time; /* of the last one */
    uint32_t thread;
} packed_rows;

/* How far it was read; begin with { 0 }. */
typedef struct packed_rows_place {
    uint8_t byte[1 << 14];
    size_t at, n; /* of byte: the next, how many there are */
    uint64_t next;
    int64_t time;
    uint32_t thread;
    bool failed; /* what was written cannot be read */
} packed_rows_place;

/* False: out of memory, or too far from the one before it for so few bytes;
 * nothing was added. */
bool packed_rows_add(packed_rows *p, uint32_t thread, int64_t time);
/* The next ones, at most n of them; 0: no more. */
size_t packed_rows_take(const packed_rows *p, packed_rows_place *from,
                        uint32_t *thread, int64_t *time, size_t n);
void packed_rows_clear(packed_rows *p);

#endif
