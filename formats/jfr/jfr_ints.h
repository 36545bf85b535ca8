/*
 * jfr_ints - integers, one by one, and compressed ones many at a time.
 *
 * A byte below 0x80 ends an integer, and so does a ninth byte, whatever it is:
 * where eight bytes in a row say that more follows, look at them one by one.
 */
#ifndef CORR_JFR_INTS_H
#define CORR_JFR_INTS_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "corr_format.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Reads a compressed integer: seven bits a byte, and eight in the ninth
 * byte. */
static inline uint64_t jfr_int(corr_cur *c)
{
    uint64_t x = 0;

    for (unsigned shift = 0; shift < 56; shift += 7) {
        if (c->p == c->end)
            return corr_cur_stop(c);
        const uint8_t byte = *c->p++;
        x |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return x;
    }
    if (c->p == c->end)
        return corr_cur_stop(c);
    return x | (uint64_t)*c->p++ << 56;
}

static inline uint64_t jfr_be(corr_cur *c, unsigned bytes)
{
    uint64_t x = 0;

    if (corr_cur_left(c) < bytes)
        return corr_cur_stop(c);
    for (unsigned i = 0; i < bytes; i++)
        x = x << 8 | *c->p++;
    return x;
}

static inline uint8_t jfr_byte(corr_cur *c)
{
    return (uint8_t)jfr_be(c, 1);
}

static inline uint64_t jfr_load8(const uint8_t *p)
{
    uint64_t x;

    memcpy(&x, p, sizeof x);
    return le64toh(x);
}

/* Bit i is set if byte i of 16 has its continuation bit set. */
static inline uint64_t jfr_more16(const uint8_t *p)
{
#if defined(__SSE2__)
    __m128i x;

    memcpy(&x, p, sizeof x);
    return (uint64_t)(unsigned)_mm_movemask_epi8(x);
#else
    const uint64_t high = UINT64_C(0x8080808080808080);
    /* moves the high bits of eight bytes next to each other */
    const uint64_t gather = UINT64_C(0x0002040810204081);

    return ((jfr_load8(p) & high) * gather) >> 56 |
           ((jfr_load8(p + 8) & high) * gather) >> 56 << 8;
#endif
}

static inline uint64_t jfr_more32(const uint8_t *p)
{
    return jfr_more16(p) | jfr_more16(p + 16) << 16;
}

/* The number of one-byte integers at the start of n bytes. */
static inline size_t jfr_short_ints(const uint8_t *p, size_t n)
{
    size_t at = 0;

    while (n - at >= 16 && !jfr_more16(p + at))
        at += 16;
    while (at < n && p[at] < 0x80)
        at++;
    return at;
}

/* Whether eight bits in a row are set. */
static inline bool jfr_has_run(uint64_t more)
{
    more &= more >> 1;
    more &= more >> 2;
    return (more & more >> 4) != 0;
}

/* The lowest bit that is set; bits is not 0. */
static inline unsigned jfr_first(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

/* The number of bits that are set, without an instruction that some machines
 * lack. */
static inline unsigned jfr_bits(uint64_t x)
{
    const uint64_t two = UINT64_C(0x3333333333333333);

    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & two) + (x >> 2 & two);
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}

/* The bits without the lowest n that are set. */
static inline uint64_t jfr_without_first(uint64_t bits, uint64_t n)
{
    for (; n > 0; n--)
        bits &= bits - 1;
    return bits;
}

/* Joins eight groups of seven bits, one per byte, to a value. */
static inline uint64_t jfr_int_of_groups(uint64_t x)
{
    x = (x & UINT64_C(0x007f007f007f007f)) |
        (x & UINT64_C(0x7f007f007f007f00)) >> 1;
    x = (x & UINT64_C(0x00003fff00003fff)) |
        (x & UINT64_C(0x3fff00003fff0000)) >> 2;
    return (x & UINT64_C(0x000000000fffffff)) |
           (x & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* The value of an integer of n bytes, 1 to 8. Reads eight bytes. */
static inline uint64_t jfr_int_of(const uint8_t *p, unsigned n)
{
    return jfr_int_of_groups(jfr_load8(p) << (64 - 8 * n) >> (64 - 8 * n));
}

/* Bytes that jfr_sum_run may look at from the start of an event on. */
enum { JFR_REACH = 0x7f + 40 };

#endif
