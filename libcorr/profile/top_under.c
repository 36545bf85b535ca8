#include "profile/top_under.h"

#include "base/base.h"
#include "base/hash_mix.h"

enum { OTHER = 1, APPLICATION = 2 };

static bool is_application(top_under *u, uint32_t key)
{
    uint8_t *origin = &u->origin.v[key];

    if (!*origin) {
        const corr_frame_view v = keys_frame_view(u->keys, key);
        *origin = corr_frame_is_app(&v) ? APPLICATION : OTHER;
    }
    return *origin == APPLICATION;
}

static bool grow_under(top_under *u)
{
    const size_t n = u->keys->row.n;
    const size_t more = n - u->origin.n;

    if (u->origin.n >= n)
        return true;
    if (!vec_reserve(&u->origin, more) || !vec_reserve(&u->seen, more))
        return false;
    memset(u->origin.v + u->origin.n, 0, more);
    memset(u->seen.v + u->seen.n, 0, more * sizeof *u->seen.v);
    u->origin.n = u->seen.n = n;
    return true;
}

typedef struct wanted_pair {
    const top_under *u;
    uint32_t key, caller;
} wanted_pair;

static bool is_pair(const void *ctx, uint32_t row)
{
    const wanted_pair *w = ctx;
    const under_sum *s = &w->u->sum.v[row];

    return s->key == w->key && s->caller == w->caller;
}

static uint32_t pair_row(top_under *u, uint32_t key, uint32_t caller)
{
    const wanted_pair want = { u, key, caller };

    if (u->recent && is_pair(&want, u->recent))
        return u->recent;
    const uint64_t hash =
        hash_fold(((uint64_t)key << 32 | caller) ^ UINT64_C(0x9e3779b97f4a7c15),
                  UINT64_C(0xd6e8feb86659fd93));
    u->recent = pool_find(&u->by_pair, hash, is_pair, &want);
    if (u->recent)
        return u->recent;
    if (u->sum.n == 0 && !vec_push(&u->sum, (under_sum){ 0 }))
        return 0;
    if (!vec_push(&u->sum, ((under_sum){ .key = key, .caller = caller })) ||
        !pool_add(&u->by_pair, hash, (uint32_t)u->sum.n - 1))
        return 0;
    return u->recent = (uint32_t)u->sum.n - 1;
}

static bool add_under(top_under *u, uint32_t key, uint32_t caller, amount value)
{
    const uint32_t row = pair_row(u, key, caller);

    if (row)
        u->sum.v[row].value = amount_add(u->sum.v[row].value, value);
    return row != 0;
}

bool top_under_leaf(top_under *u, const uint32_t *key, size_t n, amount value)
{
    if (!grow_under(u))
        return false;
    for (size_t i = n - 1; i-- > 0;)
        if (key[i] != key[n - 1] && is_application(u, key[i]))
            return add_under(u, key[n - 1], key[i], value);
    return true;
}

bool top_under_each(top_under *u, const uint32_t *key, size_t n, amount value)
{
    uint32_t near = 0, before = 0; /* the last two that differ */

    if (!grow_under(u))
        return false;
    u->stack++;
    for (size_t i = 0; i < n; i++) {
        const uint32_t caller = near == key[i] ? before : near;
        const bool first = u->seen.v[key[i]] != u->stack;
        u->seen.v[key[i]] = u->stack;
        if (first && caller && !add_under(u, key[i], caller, value))
            return false;
        if (key[i] != near && is_application(u, key[i])) {
            before = near;
            near = key[i];
        }
    }
    return true;
}

static bool is_larger(const top_under *u, const under_sum *a,
                      const under_sum *b)
{
    if (a->value.whole != b->value.whole)
        return a->value.whole > b->value.whole;
    if (a->value.part != b->value.part)
        return a->value.part > b->value.part;
    return strcmp(u->keys->row.v[a->caller].text.p,
                  u->keys->row.v[b->caller].text.p) < 0;
}

uint32_t *top_under_largest(const top_under *u, corr_arena *arena)
{
    uint32_t *best = corr_arena_new(arena, uint32_t, u->keys->row.n);

    for (uint32_t i = 1; best && i < u->sum.n; i++) {
        const under_sum *s = &u->sum.v[i];
        uint32_t *b = &best[s->key];
        if (s->value.whole < 0)
            continue;
        if (!*b || is_larger(u, s, &u->sum.v[*b]))
            *b = i;
    }
    return best;
}

void top_under_clear(top_under *u)
{
    pool_clear(&u->by_pair);
    vec_free(&u->sum);
    vec_free(&u->origin);
    vec_free(&u->seen);
}
