#include "frames/recursion.h"

/* Merges each run of one key into one step. */
static bool fold_runs(fold *f, const uint32_t *key, size_t n)
{
    size_t out = 0;

    f->step.n = 0;
    if (!vec_reserve(&f->step, n))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (out && key[i] == key[i - 1])
            f->step.v[out - 1].times++;
        else
            f->step.v[out++] = (fold_step){ key[i], 1 };
    }
    f->step.n = out;
    return true;
}

static bool same_calls(const fold_step *a, const fold_step *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i].key != b[i].key)
            return false;
    return true;
}

/* The number of consecutive repeats of the first `length` of n steps. */
static uint32_t cycle_rounds(const fold_step *step, size_t n, uint32_t length)
{
    uint32_t times = 1;

    while ((size_t)(times + 1) * length <= n &&
           same_calls(step, step + (size_t)times * length, length))
        times++;
    return times;
}

static bool cycle_key(fold *f, const fold_step *step, uint32_t length,
                      uint32_t *key)
{
    fold_cycle c = { .n = length };
    bool is_new;

    for (uint32_t i = 0; i < length; i++)
        c.key[i] = step[i].key;
    uint32_t *at = corr_map_bytes(&f->by_keys, &c, sizeof c, &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)f->cycle.n;
        if (!vec_push(&f->cycle, c))
            return false;
    }
    *key = *at | FOLD_CYCLE;
    return true;
}

/* Rewrites the steps in place: the write index never passes the read index. */
static bool fold_cycles(fold *f)
{
    fold_step *step = f->step.v;
    const size_t n = f->step.n;
    size_t out = 0;

    for (size_t i = 0; i < n;) {
        uint32_t length = 2;
        uint32_t times = 1;
        for (; length <= FOLD_MAX; length++)
            if ((times = cycle_rounds(step + i, n - i, length)) > 1)
                break;
        if (times == 1) {
            step[out++] = step[i++];
            continue;
        }
        uint32_t key;
        if (!cycle_key(f, step + i, length, &key))
            return false;
        step[out++] = (fold_step){ key, times };
        i += (size_t)times * length;
    }
    f->step.n = out;
    return true;
}

bool fold_stack(fold *f, const uint32_t *key, size_t n)
{
    return fold_runs(f, key, n) && fold_cycles(f);
}

static uint32_t add_cycle_name(const fold_cycle *c, keys *k,
                               corr_arena *scratch)
{
    const char *text = "";

    for (uint32_t i = 0; text && i < c->n; i++)
        text = corr_arena_print(scratch, "%s%s%s", text,
                                i ? " \xe2\x86\x92 " : "(",
                                k->row.v[c->key[i]].text.p);
    text = text ? corr_arena_print(scratch, "%s)", text) : NULL;
    return text ? keys_add_text(k, corr_str_of(text)) : 0;
}

uint32_t *fold_names(const fold *f, keys *k, corr_arena *scratch)
{
    uint32_t *key = corr_arena_new(scratch, uint32_t, f->cycle.n + 1);

    for (size_t i = 0; key && i < f->cycle.n; i++) {
        key[i] = add_cycle_name(&f->cycle.v[i], k, scratch);
        if (!key[i])
            return NULL;
    }
    return key;
}

void fold_clear(fold *f)
{
    vec_free(&f->step);
    vec_free(&f->cycle);
    corr_map_clear(&f->by_keys);
}
