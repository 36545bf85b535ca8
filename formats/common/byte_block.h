/*
 * byte_block - compares 64 bytes at once with one byte or with another block.
 *
 * The result has one bit per byte; the lowest bit is the first byte.
 */
#ifndef CORR_BLOCK_H
#define CORR_BLOCK_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define BLOCK 64

/* The number of the lowest bit; x is not 0. */
static inline unsigned block_low(uint64_t x)
{
    return (unsigned)__builtin_ctzll(x);
}

#if defined(__SSE2__)

/* Compares 16 bytes. */
static inline uint64_t block_equal16(__m128i v, char c)
{
    const __m128i same = _mm_cmpeq_epi8(v, _mm_set1_epi8(c));

    return (uint64_t)(unsigned)_mm_movemask_epi8(same);
}

static inline uint64_t block_equal4(const __m128i v[4], char c)
{
    return block_equal16(v[0], c) | block_equal16(v[1], c) << 16 |
           block_equal16(v[2], c) << 32 | block_equal16(v[3], c) << 48;
}

static inline uint64_t block_equal(const void *p, char c)
{
    const __m128i *in = p;
    const __m128i v[4] = { _mm_loadu_si128(in), _mm_loadu_si128(in + 1),
                           _mm_loadu_si128(in + 2), _mm_loadu_si128(in + 3) };

    return block_equal4(v, c);
}

static inline uint64_t block_alike16(const __m128i *a, const __m128i *b)
{
    const __m128i same = _mm_cmpeq_epi8(_mm_loadu_si128(a), _mm_loadu_si128(b));

    return (uint64_t)(unsigned)_mm_movemask_epi8(same);
}

static inline uint64_t block_alike(const void *p, const void *q)
{
    const __m128i *a = p;
    const __m128i *b = q;

    return block_alike16(a, b) | block_alike16(a + 1, b + 1) << 16 |
           block_alike16(a + 2, b + 2) << 32 |
           block_alike16(a + 3, b + 3) << 48;
}

#else

static inline uint64_t block_alike(const void *p, const void *q)
{
    const char *a = p;
    const char *b = q;
    uint64_t bits = 0;

    for (unsigned i = 0; i < BLOCK; i++)
        bits |= (uint64_t)(a[i] == b[i]) << i;
    return bits;
}

static inline uint64_t block_equal(const void *p, char c)
{
    const char *in = p;
    uint64_t bits = 0;

    for (unsigned i = 0; i < BLOCK; i++)
        bits |= (uint64_t)(in[i] == c) << i;
    return bits;
}

#endif

#endif
