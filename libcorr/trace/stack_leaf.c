#include "trace/stack_leaf.h"

#include "base/base.h"
#include "corr_sort.h"

/* A function is no helper if one caller accounts for so much of it. */
static const double nearly_all = 0.9;

bool leaves_init(leaves *l, frames *f, corr_arena *arena)
{
    *l = (leaves){ .frames = f, .arena = arena };
    l->of = corr_arena_new(arena, leaf_sum *, f->keys.store->input.n);
    return l->of != NULL;
}

static bool is_app(const leaves *l, uint32_t key)
{
    const corr_frame_view v = keys_frame_view(&l->frames->keys, key);

    return corr_frame_is_app(&v);
}

static leaf find_leaf(leaves *l, uint32_t in, uint32_t stack)
{
    keys *k = &l->frames->keys;
    narrow_part shown;
    leaf x = { 0, 0 };

    if (!frames_shown(l->frames, in, stack, &shown))
        return x;
    if (!shown.n) {
        x.key = frames_nothing(l->frames, in, stack);
        return x;
    }
    x.key = keys_frame(k, in, narrow_part_at(&shown, shown.n - 1));
    for (size_t i = shown.n - 1; x.key && !x.under && i-- > 0;) {
        const uint32_t key = keys_frame(k, in, narrow_part_at(&shown, i));
        if (key != x.key && is_app(l, key))
            x.under = key;
    }
    return x;
}

bool leaves_of(leaves *l, uint32_t in, uint32_t stack, leaf *out)
{
    if (!l->of[in])
        l->of[in] =
            corr_arena_new(l->arena, leaf_sum,
                           store_input(l->frames->keys.store, in)->stack.at.n);
    if (!l->of[in])
        return false;
    leaf_sum *at = &l->of[in][stack];
    if (!at->leaf.key)
        at->leaf = find_leaf(l, in, stack);
    *out = at->leaf;
    return out->key != 0;
}

void leaves_count(leaves *l, uint32_t in, uint32_t stack, int64_t value)
{
    l->of[in][stack].value += value;
}

/* ---- helpers ---------------------------------------------------------- */

typedef vec(leaf_sum) sum_list;

SORT_BY(sum_by_leaf, leaf_sum, ASC(leaf.key), ASC(leaf.under))

static bool list_sums(const leaves *l, sum_list *all)
{
    const corr_store *st = l->frames->keys.store;

    for (uint32_t in = 0; in < st->input.n; in++)
        for (size_t s = 0; l->of[in] && s < store_input(st, in)->stack.at.n;
             s++)
            if (l->of[in][s].value > 0 && !vec_push(all, l->of[in][s]))
                return false;
    vec_sort(all, sum_by_leaf);
    return true;
}

/* Judges the leaf of row i, and returns the row after its last. */
static size_t judge_leaf(leaves *l, const sum_list *all, size_t i)
{
    const uint32_t key = all->v[i].leaf.key;
    double whole = 0, most = 0;

    while (i < all->n && all->v[i].leaf.key == key) {
        const uint32_t under = all->v[i].leaf.under;
        double mine = 0;
        for (; i < all->n && all->v[i].leaf.key == key &&
               all->v[i].leaf.under == under;
             i++)
            mine += (double)all->v[i].value;
        whole += mine;
        most = mine > most ? mine : most;
    }
    l->helper[key] = !is_app(l, key) || most < nearly_all * whole;
    return i;
}

bool leaves_sum(leaves *l)
{
    sum_list all = { 0 };
    bool ok = list_sums(l, &all);

    l->nhelper = (uint32_t)l->frames->keys.row.n;
    l->helper = corr_arena_new(l->arena, uint8_t, l->nhelper);
    ok = ok && l->helper;
    for (size_t i = 0; ok && i < all.n;)
        i = judge_leaf(l, &all, i);
    vec_free(&all);
    return ok;
}

bool leaves_is_helper(const leaves *l, uint32_t key)
{
    return key < l->nhelper && l->helper[key];
}
