/* test_whole_tree - align on trees that are there as a whole, under any keys. */
#ifndef CORR_TEST_WHOLE_TREE_H
#define CORR_TEST_WHOLE_TREE_H

#include <string.h>

#include "diff/align.h"
#include "diff/lazy_tree.h"

static inline void whole_tree_links(lazy_tree *u)
{
    uint32_t at = 0;

    for (uint32_t i = 1; i < u->n; i++)
        u->node[u->node[i].parent].n++;
    for (uint32_t i = 0; i < u->n; i++) {
        u->node[i].child = at;
        at += u->node[i].n;
        u->node[i].n = 0;
    }
    for (uint32_t i = 1; i < u->n; i++) {
        lazy_tree_node *up = &u->node[u->node[i].parent];
        u->child[up->child + up->n++] = i;
    }
}

/* The nodes of t, all open; its keys are below nkey.  False: out of memory. */
static inline bool whole_tree(lazy_tree *u, const diff_tree *t, uint32_t nkey,
                              corr_arena *arena)
{
    *u = (lazy_tree){ .n = t->n,
                      .most = t->n,
                      .nkey = nkey,
                      .node = corr_arena_room(arena, lazy_tree_node, t->n),
                      .child = corr_arena_room(arena, uint32_t, t->n) };
    if (!u->node || !u->child)
        return false;
    for (uint32_t i = 0; i < t->n; i++) {
        const lazy_tree_cell self = { { t->cost[0][i], t->cost[1][i] },
                                      { t->x[0][i], t->x[1][i] } };
        u->node[i] = (lazy_tree_node){ .key = t->key[i],
                                       .parent = t->parent[i],
                                       .open = true,
                                       .self = self,
                                       .sum = self };
    }
    whole_tree_links(u);
    for (uint32_t i = t->n; i-- > 1;)
        for (int side = 0; side < 2; side++) {
            lazy_tree_node *up = &u->node[t->parent[i]];
            up->sum.cost[side] += u->node[i].sum.cost[side];
            up->sum.x[side] += u->node[i].sum.x[side];
        }
    return true;
}

/* Numbers keys from 0, as they come: t gets a column of its own. */
static inline uint32_t *whole_tree_numbers(diff_tree *t, uint32_t *nkey,
                                           corr_arena *scratch)
{
    uint32_t *name = corr_arena_new(scratch, uint32_t, t->n);
    uint32_t *key = corr_arena_new(scratch, uint32_t, t->n);
    corr_map map = { 0 };
    bool ok = name && key;

    for (uint32_t i = 0; ok && i < t->n; i++) {
        bool is_new;
        uint32_t *at = corr_map_u64(&map, t->key[i], &is_new);
        ok = at != NULL;
        if (ok && is_new) {
            *at = *nkey;
            name[(*nkey)++] = t->key[i];
        }
        if (ok)
            key[i] = *at;
    }
    corr_map_clear(&map);
    t->key = key;
    return ok ? name : NULL;
}

/* align_unfold of a whole tree, the key of whose root is 0; node_of [t->n] may hold anything. */
static inline bool align_tree(const diff_tree *t, const align_opts *o,
                              diff_tree *out, uint32_t *node_of,
                              align_notes *notes, corr_arena *arena)
{
    corr_arena scratch = { .limit = arena->limit };
    diff_tree numbered = *t;
    uint32_t nkey = 0;
    lazy_tree u;
    const uint32_t *name = whole_tree_numbers(&numbered, &nkey, &scratch);

    memset(node_of, 0, t->n * sizeof *node_of);
    const bool ok = name && whole_tree(&u, &numbered, nkey, &scratch) &&
                    align_unfold(&u, o, out, node_of, notes, arena);
    for (uint32_t i = 0; ok && i < out->n; i++)
        out->key[i] = name[out->key[i]];
    for (uint32_t i = 0; ok && i < notes->n; i++) {
        align_note *note = &notes->v[i];
        note->parent = name[note->parent];
        note->was = name[note->was];
        note->is = name[note->is];
    }
    corr_arena_clear(&scratch);
    return ok;
}

#endif
