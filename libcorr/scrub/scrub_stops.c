/* scrub_stops - the places of a text where a shape may begin. */
#include "scrub/scrub_stops.h"

#if defined(__SSE2__)
#include <emmintrin.h>

/* Shorter texts are walked byte by byte. */
enum { STOPS_BLOCK = 64, STOPS_LEAST = 32 };

/* One bit per byte; the lowest bit is the first byte. */
typedef struct stop_masks {
    uint64_t run, digit, upper, dot, colon, dash, capital_b, mark;
} stop_masks;

static uint64_t mask_of(__m128i v)
{
    return (uint64_t)(unsigned)_mm_movemask_epi8(v);
}

static __m128i is_byte(__m128i v, char c)
{
    return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

/* Bytes from `first` to first + n. */
static __m128i is_between(__m128i v, char first, char n)
{
    const __m128i x = _mm_sub_epi8(v, _mm_set1_epi8(first));

    return _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(n)), x);
}

static inline void mask_16(stop_masks *m, const char *p, unsigned shift)
{
    const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
    const __m128i lower = _mm_or_si128(v, _mm_set1_epi8(' '));
    const __m128i letter = is_between(lower, 'a', 25);
    const __m128i digit = is_between(v, '0', 9);
    const __m128i dash = is_byte(v, '-'), colon = is_byte(v, ':');
    const __m128i run = _mm_or_si128(_mm_or_si128(letter, digit),
                                     _mm_or_si128(dash, is_byte(v, '_')));
    /* '=' and '?', '@', '/' and '\\' */
    const __m128i mark = _mm_or_si128(
        _mm_or_si128(_mm_or_si128(is_byte(v, '='), is_byte(v, '?')),
                     _mm_or_si128(is_byte(v, '@'), is_byte(v, '/'))),
        _mm_or_si128(is_byte(v, '\\'), colon));

    m->run |= mask_of(run) << shift;
    m->digit |= mask_of(digit) << shift;
    m->upper |= mask_of(_mm_andnot_si128(_mm_cmpeq_epi8(v, lower), letter))
                << shift;
    m->dot |= mask_of(is_byte(v, '.')) << shift;
    m->colon |= mask_of(colon) << shift;
    m->dash |= mask_of(dash) << shift;
    m->capital_b |= mask_of(is_byte(v, 'B')) << shift;
    m->mark |= mask_of(mark) << shift;
}

/* Bytes behind the block may be anything: the last places of a block are stops
 * where more bytes would decide. */
static uint64_t begins_shape(const stop_masks *m)
{
    const uint64_t last = UINT64_C(1) << 63;
    /* keys and tokens have 13 bytes */
    uint64_t brief = ~m->run;
    brief |= brief >> 1;
    brief |= brief >> 2;
    brief |= brief >> 4;
    brief |= brief >> 5;
    /* "10.1.2.3" */
    const uint64_t dot =
        m->dot >> 1 | m->dot >> 2 | m->dot >> 3 | ~(UINT64_MAX >> 3);
    /* "fe80:" */
    const uint64_t colon = m->colon >> 1 | m->colon >> 2 | m->colon >> 3 |
                           m->colon >> 4 | ~(UINT64_MAX >> 4);

    return ~brief | (m->digit & dot) | colon |
           (m->upper & (m->upper >> 1 | last)) | /* "SELECT" */
           (m->dash & (m->dash >> 1 | last)) |   /* "--password" */
           m->capital_b;                         /* "Bearer", "Basic" */
}

static void fill_block(scrub_stops *s, size_t block)
{
    const char *p = s->text.p + block;
    const size_t n = s->text.n - block;
    char tail[STOPS_BLOCK] = { 0 };
    stop_masks m = { 0 };
    const bool goes_on = block > 0 && stops_has_run(p[-1]);

    if (n < STOPS_BLOCK) {
        memcpy(tail, p, n);
        p = tail;
    }
    for (unsigned i = 0; i < STOPS_BLOCK; i += 16)
        mask_16(&m, p + i, i);
    const uint64_t begins = m.run & ~(m.run << 1 | goes_on);
    s->block = block;
    s->bits = (begins & begins_shape(&m)) | m.mark | (block == 0);
}

scrub_stops stops_of(corr_str text)
{
    return (scrub_stops){ .text = text, .block = text.n };
}

size_t stops_next(scrub_stops *s, size_t at)
{
    if (s->text.n < STOPS_LEAST)
        return at;
    for (size_t block = at & ~(size_t)(STOPS_BLOCK - 1); block < s->text.n;
         block += STOPS_BLOCK) {
        if (block != s->block)
            fill_block(s, block);
        const uint64_t left =
            at > block ? s->bits >> (at - block) << (at - block) : s->bits;
        if (left)
            return block + (unsigned)__builtin_ctzll(left);
    }
    return s->text.n;
}

#else

scrub_stops stops_of(corr_str text)
{
    return (scrub_stops){ .text = text };
}

size_t stops_next(scrub_stops *s, size_t at)
{
    (void)s;
    return at;
}

#endif
