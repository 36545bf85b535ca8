#include "frames/tree_order.h"

#include "corr_sort.h"

typedef struct sibling {
    int64_t weight;
    const char *name;
    uint32_t node;
} sibling;

SORT_BY(heavier_first, sibling, DESC(weight), ASC_CHARS(name), ASC(node))

/* buffer has room for n siblings. */
static void sort_siblings(const layout_tree *t, uint32_t *node, size_t n,
                          sibling *buffer)
{
    for (size_t i = 0; i < n; i++)
        buffer[i] =
            (sibling){ t->weight[node[i]], t->name(t->ctx, node[i]), node[i] };
    qsort(buffer, n, sizeof *buffer, heavier_first);
    for (size_t i = 0; i < n; i++)
        node[i] = buffer[i].node;
}

/* Groups the children of node i at child[first[i]] to child[first[i + 1]]. */
static void group_children(const layout_tree *t, uint32_t *first,
                           uint32_t *child)
{
    for (uint32_t i = 1; i < t->n; i++)
        first[t->parent[i]]++;
    for (uint32_t i = 0, sum = 0; i <= t->n; i++) {
        const uint32_t n = first[i];
        first[i] = sum += n; /* the end for now, filled from the back */
    }
    for (uint32_t i = t->n; i-- > 1;)
        child[--first[t->parent[i]]] = i;
}

static bool place_nodes(const layout_tree *t, uint32_t *pos, uint32_t *size,
                        corr_arena *scratch)
{
    uint32_t *first = corr_arena_new(scratch, uint32_t, (size_t)t->n + 1);
    uint32_t *child = corr_arena_new(scratch, uint32_t, t->n);

    if (!first || !child)
        return false;
    group_children(t, first, child);

    size_t most = 0;
    for (uint32_t i = 0; i < t->n; i++)
        if (most < first[i + 1] - first[i])
            most = first[i + 1] - first[i];
    sibling *buffer = corr_arena_new(scratch, sibling, most);
    if (!buffer)
        return false;

    for (uint32_t i = 0; i < t->n; i++)
        size[i] = 1;
    for (uint32_t i = t->n; i-- > 1;)
        size[t->parent[i]] += size[i];

    /* Parents come first, so the position of a node is known at its turn, and
     * the sizes of its children give their positions. */
    pos[0] = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t at = pos[i] + 1;
        if (first[i + 1] - first[i] > 1)
            sort_siblings(t, child + first[i], first[i + 1] - first[i], buffer);
        for (uint32_t k = first[i]; k < first[i + 1]; k++) {
            pos[child[k]] = at;
            at += size[child[k]];
        }
    }
    return true;
}

bool layout_of(const layout_tree *t, uint32_t *pos, uint32_t *size,
               size_t limit)
{
    corr_arena scratch = { .limit = limit };
    const bool ok = place_nodes(t, pos, size, &scratch);

    corr_arena_clear(&scratch);
    return ok;
}
