/*
 * name_map - corr_names of corr_bytes.h.
 *
 * Names are hashed 32 bytes (four words) at a time into two hashes of 64 bits;
 * each depends on all four words and on both hashes so far, and 96 bits are
 * kept.  Every word is combined with a secret word before it is multiplied.
 *
 * A bucket of four names fills a cache line; a name whose bucket is full goes
 * into the next bucket.  At most 3/4 of all places are taken.  A branch on
 * which of the four matches would be unpredictable, so all four are compared at
 * once.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "base/hash_mix.h"
#include "corr_bytes.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { AT_ONCE = 64, LEAST_BUCKETS = 16, PLACES = 4 };

struct corr_names_bucket {
    uint64_t a[PLACES];
    uint32_t b[PLACES];
    uint32_t value[PLACES]; /* 0: free, like all after it */
};

typedef struct mark {
    uint64_t a;
    uint32_t b;
} mark;

/* ---- hashes -------------------------------------------------------------- */

static inline uint64_t load32(const char *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof x);
    return x;
}

/* Reads up to 32 bytes as four words; the words and n identify the bytes. */
static inline void words_of(const char *p, size_t n, uint64_t word[4])
{
    word[1] = word[2] = word[3] = 0;
    if (n >= 16) {
        word[0] = hash_load64(p);
        word[1] = hash_load64(p + 8);
        word[2] = hash_load64(p + n - 16);
        word[3] = hash_load64(p + n - 8);
    } else if (n >= 8) {
        word[0] = hash_load64(p);
        word[1] = hash_load64(p + n - 8);
    } else if (n >= 4) {
        word[0] = load32(p) | load32(p + n - 4) << 32;
    } else {
        word[0] = n ? (uint64_t)(uint8_t)p[0] << 16 |
                          (uint64_t)(uint8_t)p[n / 2] << 8 | (uint8_t)p[n - 1]
                    : 0;
    }
}

static inline void mix_words(const uint64_t *key, const uint64_t word[4],
                             uint64_t hash[2])
{
    const uint64_t a = hash[0];
    const uint64_t b = hash[1];

    hash[0] = hash_fold(word[0] ^ key[0] ^ a, word[1] ^ key[1]) ^
              hash_fold(word[2] ^ key[2], word[3] ^ key[3] ^ b);
    hash[1] = hash_fold(word[0] ^ key[4] ^ b, word[2] ^ key[5]) ^
              hash_fold(word[1] ^ key[6], word[3] ^ key[7] ^ a);
}

static inline mark mark_of(const corr_names *t, corr_str s)
{
    const uint64_t *key = t->key;
    uint64_t word[4], hash[2] = { 0 };
    size_t n = s.n;

    for (; n > 32; n -= 32, s.p += 32) {
        for (size_t i = 0; i < 4; i++)
            word[i] = hash_load64(s.p + 8 * i);
        mix_words(key, word, hash);
    }
    words_of(s.p, n, word);
    mix_words(key, word, hash);
    /* odd factors: two lengths never map the same words to the same hash */
    hash[0] += s.n * UINT64_C(0x9e3779b97f4a7c15);
    hash[1] += s.n * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (mark){ hash[0], (uint32_t)(hash[1] >> 32) };
}

/* ---- the table ----------------------------------------------------------- */

/* Returns a bit for each place that holds b. */
static inline unsigned places_with(const struct corr_names_bucket *k,
                                   uint32_t b)
{
#if defined(__SSE2__)
    const __m128i all = _mm_load_si128((const __m128i *)k->b);
    const __m128i same = _mm_cmpeq_epi32(all, _mm_set1_epi32((int)b));

    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same));
#else
    unsigned bits = 0;

    for (unsigned i = 0; i < PLACES; i++)
        bits |= (unsigned)(k->b[i] == b) << i;
    return bits;
#endif
}

static inline uint32_t find_mark(const corr_names *t, mark m)
{
    for (uint32_t at = (uint32_t)m.a;; at++) {
        const struct corr_names_bucket *k = &t->bucket[at & t->mask];
        for (unsigned bits = places_with(k, m.b); bits; bits &= bits - 1) {
            const unsigned i = LOWEST_BIT(bits);
            if (k->a[i] == m.a && k->value[i])
                return k->value[i];
        }
        if (!k->value[PLACES - 1])
            return 0;
    }
}

static void put_mark(struct corr_names_bucket *bucket, uint32_t mask, mark m,
                     uint32_t value)
{
    uint32_t at = (uint32_t)m.a & mask;
    unsigned i = 0;

    while (bucket[at].value[PLACES - 1])
        at = (at + 1) & mask;
    while (bucket[at].value[i])
        i++;
    bucket[at].a[i] = m.a;
    bucket[at].b[i] = m.b;
    bucket[at].value[i] = value;
}

static bool grow_buckets(corr_names *t)
{
    const uint32_t mask = t->bucket ? t->mask * 2 + 1 : LEAST_BUCKETS - 1;
    const size_t bytes = ((size_t)mask + 1) * sizeof *t->bucket;

    if (mask > UINT32_MAX / 4 / PLACES * 3)
        return false;
    struct corr_names_bucket *fresh = aligned_alloc(sizeof *fresh, bytes);
    if (!fresh)
        return false;
    memset(fresh, 0, bytes);
    for (uint32_t i = 0; t->bucket && i <= t->mask; i++) {
        const struct corr_names_bucket *k = &t->bucket[i];
        for (unsigned n = 0; n < PLACES && k->value[n]; n++)
            put_mark(fresh, mask, (mark){ k->a[n], k->b[n] }, k->value[n]);
    }
    free(t->bucket);
    t->bucket = fresh;
    t->mask = mask;
    return true;
}

/* Draws a secret key.  Without random numbers of the system it uses other
 * values that the author of a file cannot know. */
static void draw_key(corr_names *t)
{
    struct timespec now = { 0 };

    if (getentropy(t->key, sizeof t->key) == 0)
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    for (size_t i = 0; i < countof(t->key); i++)
        t->key[i] = hash_fold((uintptr_t)t ^ (uint64_t)now.tv_nsec << 20,
                              UINT64_C(0x9e3779b97f4a7c15) * (2 * i + 1));
}

bool corr_names_add(corr_names *t, corr_str name, uint32_t value)
{
    if (!t->bucket)
        draw_key(t);
    if ((!t->bucket || t->n >= (t->mask + 1) * (PLACES - 1)) &&
        !grow_buckets(t))
        return false;
    put_mark(t->bucket, t->mask, mark_of(t, name), value);
    t->n++;
    return true;
}

/* The buckets of a whole batch are prefetched while other names are hashed. */
bool corr_names_find(const corr_names *t, const corr_str *name, size_t n,
                     uint32_t *value)
{
    mark m[AT_ONCE];
    bool all = true;

    if (!t->bucket) {
        for (size_t i = 0; i < n; i++)
            value[i] = 0;
        return n == 0;
    }
    for (size_t done = 0; done < n; done += AT_ONCE) {
        const size_t batch = n - done < AT_ONCE ? n - done : AT_ONCE;
        for (size_t i = 0; i < batch; i++) {
            m[i] = mark_of(t, name[done + i]);
            PREFETCH(&t->bucket[(uint32_t)m[i].a & t->mask]);
        }
        for (size_t i = 0; i < batch; i++) {
            const uint32_t found = find_mark(t, m[i]);
            value[done + i] = found;
            all &= found != 0;
        }
    }
    return all;
}

void corr_names_clear(corr_names *t)
{
    free(t->bucket);
    *t = (corr_names){ 0 };
}
