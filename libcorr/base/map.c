#include <stdlib.h>

#include "base/hash_mix.h"
#include "corr_bytes.h"

/* A copied key and its length. */
typedef struct map_key {
    size_t n;
    uint8_t bytes[];
} map_key;

/* Open addressing, linear probing, at most 3/4 full.  Most of the time goes
 * into fetching slots, so a slot is small: it keeps the half of the hash that
 * gives its place, and 0 marks a free slot. */
struct corr_map_slot {
    uint32_t hash;
    uint32_t value;
    union {
        uint64_t num;
        const map_key *bytes;
    } key;
};

static const uint64_t salt[3] = { 0x9e3779b97f4a7c15u, 0xc2b2ae3d27d4eb4fu,
                                  0x165667b19e3779f9u };

uint64_t corr_hash(const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    /* the product spreads n, or the length could cancel the first bytes */
    uint64_t h = salt[0] ^ n * salt[2], twin = salt[2];

    /* two independent chains: the processor runs both at once */
    for (; n > 32; n -= 32, p += 32) {
        h = hash_fold(hash_load64(p) ^ salt[1], hash_load64(p + 8) ^ h);
        twin = hash_fold(hash_load64(p + 16) ^ salt[0],
                         hash_load64(p + 24) ^ twin);
    }
    h ^= twin;
    for (; n > 16; n -= 16, p += 16)
        h = hash_fold(hash_load64(p) ^ salt[1], hash_load64(p + 8) ^ h);
    uint64_t a = 0, b = 0;
    if (n >= 8) {
        a = hash_load64(p);
        b = hash_load64(p + n - 8);
    } else if (n >= 4) {
        uint32_t lo, hi;
        memcpy(&lo, p, 4);
        memcpy(&hi, p + n - 4, 4);
        a = lo;
        b = hi;
    } else if (n) {
        a = (uint64_t)p[0] << 16 | (uint64_t)p[n / 2] << 8 | p[n - 1];
    }
    return hash_fold(a ^ salt[1] ^ h, b ^ salt[2]);
}

static bool rehash(corr_map *m)
{
    uint32_t mask = m->slot ? m->mask * 2 + 1 : 63;

    if (mask > UINT32_MAX / 4 * 3)
        return false;
    struct corr_map_slot *fresh = calloc((size_t)mask + 1, sizeof *fresh);
    if (!fresh)
        return false;
    for (uint32_t i = 0; m->slot && i <= m->mask; i++) {
        if (!m->slot[i].hash)
            continue;
        uint32_t at = m->slot[i].hash & mask;
        while (fresh[at].hash)
            at = (at + 1) & mask;
        fresh[at] = m->slot[i];
    }
    free(m->slot);
    m->slot = fresh;
    m->mask = mask;
    return true;
}

static inline bool has_free_slot(corr_map *m)
{
    return (m->slot && m->n < (m->mask + 1) / 4 * 3) || rehash(m);
}

static uint32_t upper_half(uint64_t hash)
{
    const uint32_t high = (uint32_t)(hash >> 32);

    return high ? high : 1;
}

static const map_key *keep_key(corr_map *m, const void *key, size_t n)
{
    if (!m->keys.limit)
        m->keys.limit = SIZE_MAX;
    map_key *copy = corr_arena_alloc(&m->keys, 1, sizeof *copy + n);
    if (!copy)
        return NULL;
    copy->n = n;
    if (n)
        memcpy(copy->bytes, key, n);
    return copy;
}

/* Keys are short: a call of memcmp would cost as much as the comparison. */
static inline bool same_bytes(const uint8_t *a, const uint8_t *b, size_t n)
{
    if (n < 8)
        return n == 0 || memcmp(a, b, n) == 0;
    for (size_t i = 0; i + 8 < n; i += 8)
        if (hash_load64(a + i) != hash_load64(b + i))
            return false;
    return hash_load64(a + n - 8) == hash_load64(b + n - 8);
}

static void note_new(bool *is_new, bool value)
{
    if (is_new)
        *is_new = value;
}

uint32_t *corr_map_bytes(corr_map *m, const void *key, size_t n, bool *is_new)
{
    if (!has_free_slot(m))
        return NULL;
    const uint32_t hash = upper_half(corr_hash(key, n));
    uint32_t at = hash & m->mask;

    for (; m->slot[at].hash; at = (at + 1) & m->mask) {
        struct corr_map_slot *s = &m->slot[at];
        if (s->hash == hash && s->key.bytes->n == n &&
            same_bytes(s->key.bytes->bytes, key, n)) {
            note_new(is_new, false);
            return &s->value;
        }
    }
    const map_key *copy = keep_key(m, key, n);
    if (!copy)
        return NULL;
    m->slot[at] = (struct corr_map_slot){ .hash = hash, .key.bytes = copy };
    m->n++;
    note_new(is_new, true);
    return &m->slot[at].value;
}

static uint32_t hash_u64(uint64_t key)
{
    return upper_half(hash_fold(key ^ salt[0], salt[1]));
}

uint32_t *corr_map_u64(corr_map *m, uint64_t key, bool *is_new)
{
    if (!has_free_slot(m))
        return NULL;
    const uint32_t hash = hash_u64(key);
    uint32_t at = hash & m->mask;

    for (; m->slot[at].hash; at = (at + 1) & m->mask)
        if (m->slot[at].hash == hash && m->slot[at].key.num == key) {
            note_new(is_new, false);
            return &m->slot[at].value;
        }
    m->slot[at] = (struct corr_map_slot){ .hash = hash, .key.num = key };
    m->n++;
    note_new(is_new, true);
    return &m->slot[at].value;
}

const uint32_t *corr_map_find_u64(const corr_map *m, uint64_t key)
{
    if (!m->slot)
        return NULL;
    const uint32_t hash = hash_u64(key);

    for (uint32_t at = hash & m->mask; m->slot[at].hash;
         at = (at + 1) & m->mask)
        if (m->slot[at].hash == hash && m->slot[at].key.num == key)
            return &m->slot[at].value;
    return NULL;
}

bool corr_map_each_u64(const corr_map *m,
                       bool (*row)(void *ctx, uint64_t key, uint32_t value),
                       void *ctx)
{
    for (uint32_t i = 0; m->slot && i <= m->mask; i++)
        if (m->slot[i].hash && !row(ctx, m->slot[i].key.num, m->slot[i].value))
            return false;
    return true;
}

void corr_map_clear(corr_map *m)
{
    free(m->slot);
    corr_arena_clear(&m->keys);
    *m = (corr_map){ 0 };
}
