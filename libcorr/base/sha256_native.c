/* sha256_native - the digest by the instructions that x86-64 has for it (Intel
 * SDM 2, SHA256RNDS2, SHA256MSG1, SHA256MSG2). */
#include "base/sha256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

/* For processors that have them, whatever else is built. */
#define WITH_SHA __attribute__((target("sha,sse4.1")))

/* The words of a block as numbers: each has its first byte on top. */
WITH_SHA
static inline __m128i load_words(const uint8_t *p)
{
    const __m128i order =
        _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

    return _mm_shuffle_epi8(_mm_loadu_si128((const void *)p), order);
}

/* Four more words of the schedule, from the last 16. */
WITH_SHA
static inline __m128i next_words(__m128i a, __m128i b, __m128i c, __m128i d)
{
    const __m128i near = _mm_alignr_epi8(d, c, 4);
    const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(a, b), near);

    return _mm_sha256msg2_epu32(sum, d);
}

/* Four rounds. */
WITH_SHA
static inline void add_words(__m128i *abef, __m128i *cdgh, __m128i w,
                             const uint32_t *k)
{
    const __m128i sum = _mm_add_epi32(w, _mm_loadu_si128((const void *)k));

    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, sum);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(sum, 0x0e));
}

/* The state lies in two registers, from the top: a b e f, and c d g h. */
WITH_SHA
static void native_blocks(uint32_t h[8], const uint8_t *p, size_t blocks)
{
    const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((void *)h), 0xb1);
    const __m128i hgfe =
        _mm_shuffle_epi32(_mm_loadu_si128((void *)(h + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
    __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);

    for (; blocks > 0; blocks--, p += 64) {
        const __m128i abef_was = abef, cdgh_was = cdgh;
        __m128i a = load_words(p), b = load_words(p + 16);
        __m128i c = load_words(p + 32), d = load_words(p + 48);
        for (const uint32_t *k = sha256_k;; k += 16) {
            add_words(&abef, &cdgh, a, k);
            add_words(&abef, &cdgh, b, k + 4);
            add_words(&abef, &cdgh, c, k + 8);
            add_words(&abef, &cdgh, d, k + 12);
            if (k == sha256_k + 48)
                break;
            a = next_words(a, b, c, d);
            b = next_words(b, c, d, a);
            c = next_words(c, d, a, b);
            d = next_words(d, a, b, c);
        }
        abef = _mm_add_epi32(abef, abef_was);
        cdgh = _mm_add_epi32(cdgh, cdgh_was);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((void *)h, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((void *)(h + 4), _mm_alignr_epi8(dchg, feba, 8));
}

sha256_blocks *sha256_native(void)
{
    unsigned a, b, c, d;

    /* SSE4.1 is bit 19 of ecx in leaf 1, SHA bit 29 of ebx in leaf 7 */
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 19 & 1) ||
        !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b >> 29 & 1))
        return NULL;
    return native_blocks;
}
#else
sha256_blocks *sha256_native(void)
{
    return NULL;
}
#endif
