/*
 * packed_rows - times and threads of rows that are only counted.
 *
 * Most rows of a recording are allocations, and questions usually need only how
 * many of them join with spans.  Such a row is not kept.  Its time (as a
 * difference to the previous time) and its thread (if it differs from the
 * previous thread) take about three bytes, in order of arrival.
 *
 * Beyond some megabytes the bytes go to a file without a name (tempfile.h).  If
 * that file cannot be written, they stay in memory.  A zeroed packed_rows is
 * empty; packed_rows_clear frees it.  One thread uses it at a time.
 */
#ifndef CORR_PACKED_ROWS_H
#define CORR_PACKED_ROWS_H

#include "base/vec.h"

/* Bytes in memory before they are written to the file. */
enum { ROWPACK_MEMORY = 4 << 20 };

typedef struct packed_rows {
    size_t n;      /* rows */
    int64_t shift; /* ns, added to all times */
    /* private below */
    vec(uint8_t) byte; /* bytes that are not in the file */
    uint64_t written;
    int file;     /* fd + 1, 0: none */
    bool is_kept; /* the file cannot be written */
    int64_t time; /* of the last row */
    uint32_t thread;
} packed_rows;

/* A reading position; begin with { 0 }. */
typedef struct packed_rows_place {
    uint8_t byte[1 << 14];
    size_t at, n; /* of byte: the next one, and how many there are */
    uint64_t next;
    int64_t time;
    uint32_t thread;
    bool failed; /* the file cannot be read */
} packed_rows_place;

/* False: out of memory, or the time is too far from the previous one to be
 * packed.  Then nothing was added. */
bool packed_rows_add(packed_rows *p, uint32_t thread, int64_t time);
/* Reads at most n further rows; 0: the end. */
size_t packed_rows_take(const packed_rows *p, packed_rows_place *from,
                        uint32_t *thread, int64_t *time, size_t n);
void packed_rows_clear(packed_rows *p);

#endif
