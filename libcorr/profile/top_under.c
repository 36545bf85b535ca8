#include "profile/top_under.h"

#include "base/base.h"
#include "base/hash_mix.h"

enum { OTHER = 1, APPLICATION = 2 };

static bool is_application(top_under *u, uint32_t key)
{
    uint8_t *origin = &u->origin[key];

    if (!*origin) {
        const corr_frame_view v = keys_frame_view(u->keys, key);
        *origin = corr_frame_is_app(&v) ? APPLICATION : OTHER;
    }
    return *origin == APPLICATION;
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

bool top_under_init(top_under *u, const keys *of, corr_arena *arena)
{
    const size_t n = of->row.n;

    *u = (top_under){ .keys = of };
    u->wanted = corr_arena_new(arena, bool, n);
    u->origin = corr_arena_new(arena, uint8_t, n);
    u->seen = corr_arena_new(arena, uint32_t, n);
    return u->wanted && u->origin && u->seen;
}

static bool add_leaf(top_under *u, const uint32_t *key, size_t n, amount value)
{
    if (!u->wanted[key[n - 1]])
        return true;
    for (size_t i = n - 1; i-- > 0;)
        if (key[i] != key[n - 1] && is_application(u, key[i]))
            return add_under(u, key[n - 1], key[i], value);
    return true;
}

/* The nearest application code above key[i] that is another function. */
static uint32_t caller_above(top_under *u, const uint32_t *key, size_t i)
{
    for (size_t k = i; k-- > 0;)
        if (key[k] != key[i] && is_application(u, key[k]))
            return key[k];
    return 0;
}

static bool add_each(top_under *u, const uint32_t *key, size_t n, amount value)
{
    u->stack++;
    for (size_t i = 0; i < n; i++) {
        if (!u->wanted[key[i]] || u->seen[key[i]] == u->stack)
            continue;
        u->seen[key[i]] = u->stack;
        const uint32_t caller = caller_above(u, key, i);
        if (caller && !add_under(u, key[i], caller, value))
            return false;
    }
    return true;
}

/* Whether the leaf of a stack is wanted: of few it is. */
static bool may_be_wanted(const top_under *u, const frames *f, uint32_t in,
                          uint32_t stack)
{
    const uint32_t *of = f->keys.of_frame ? f->keys.of_frame[in] : NULL;
    const input *rows = store_input(f->keys.store, in);
    const size_t n = rows->stack.n.v[stack];

    if (frames_are_chosen(f) || !of || n == 0)
        return true;
    const uint32_t key =
        of[narrow_at(&rows->stack.frame, rows->stack.at.v[stack] + n - 1)];
    return key == 0 || u->wanted[key];
}

static bool add_stack(top_under *u, frames *f, uint32_t in, uint32_t stack,
                      amount value, bool each)
{
    if (!each && !may_be_wanted(u, f, in, stack))
        return true;
    if (!frames_of(f, in, stack))
        return false;
    return each ? add_each(u, f->key.v, f->key.n, value)
                : add_leaf(u, f->key.v, f->key.n, value);
}

bool top_under_add(top_under *u, frames *f, const sums *s, bool cumulative)
{
    const corr_store *st = f->keys.store;

    for (uint32_t in = 0; in < st->input.n; in++) {
        const size_t n = store_input(st, in)->stack.at.n;
        const stack_sum *sum = s->stack[in];
        for (uint32_t i = 0; sum && i < n; i++)
            if (sum[i].used &&
                !add_stack(u, f, in, i, sum[i].value, cumulative))
                return false;
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
}
