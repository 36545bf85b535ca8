/*
 * narrow_column - a column of numbers that take two bytes each while they fit.
 *
 * Most profiles have fewer than 65536 frames and names, and their stacks hold
 * millions of these numbers: half the memory is read in half the time.  The
 * first larger number widens all numbers to four bytes.
 *
 * { 0 } is empty.  Owns its memory; narrow_clear frees it.  Not safe for
 * concurrent use.  Out of memory: false, and the column is unchanged.
 */
#ifndef CORR_NARROW_COLUMN_H
#define CORR_NARROW_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NARROW_MOST = 0xffff };

typedef struct narrow {
    void *v;        /* [n] uint16_t, or uint32_t if wide */
    size_t n, room; /* numbers */
    bool wide;
} narrow;

/* A range of a column, or of an array of uint32_t; borrowed. */
typedef struct narrow_part {
    const void *v; /* [n] as in a column */
    size_t n;
    bool wide;
} narrow_part;

bool narrow_reserve(narrow *c, size_t more);
/* Widens all numbers to four bytes. */
bool narrow_widen(narrow *c);
/* Appends n numbers. */
bool narrow_add(narrow *c, const uint32_t *v, size_t n);
/* Whether the numbers at..at + n - 1, which exist, equal v. */
bool narrow_is(const narrow *c, size_t at, const uint32_t *v, size_t n);
void narrow_clear(narrow *c);

/* Bytes per number. */
static inline size_t narrow_width(const narrow *c)
{
    return c->wide ? sizeof(uint32_t) : sizeof(uint16_t);
}

/* Bytes of all numbers. */
static inline size_t narrow_bytes(const narrow *c)
{
    return c->n * narrow_width(c);
}

/* The number at i of an array of four-byte (wide) or two-byte numbers. */
static inline uint32_t narrow_get(const void *v, bool wide, size_t i)
{
    return wide ? ((const uint32_t *)v)[i] : ((const uint16_t *)v)[i];
}

static inline uint32_t narrow_at(const narrow *c, size_t i)
{
    return narrow_get(c->v, c->wide, i);
}

static inline uint32_t narrow_part_at(const narrow_part *p, size_t i)
{
    return narrow_get(p->v, p->wide, i);
}

/* The n numbers from `at` on. */
static inline narrow_part narrow_part_of(const narrow *c, size_t at, size_t n)
{
    return (narrow_part){ n ? (const char *)c->v + at * narrow_width(c) : NULL,
                          n, c->wide };
}

#endif
