#include "frames/tree_order.h"

static bool is_heavier(const layout_tree *t, uint32_t a, uint32_t b)
{
    if (t->weight[a] != t->weight[b])
        return t->weight[a] > t->weight[b];
    const int order = strcmp(t->name(t->ctx, a), t->name(t->ctx, b));
    return order ? order < 0 : a < b;
}

static void insert_siblings(const layout_tree *t, uint32_t *node, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uint32_t x = node[i];
        size_t at = i;
        for (; at > 0 && is_heavier(t, x, node[at - 1]); at--)
            node[at] = node[at - 1];
        node[at] = x;
    }
}

/* Merge sort; buffer has room for n nodes. */
static void sort_siblings(const layout_tree *t, uint32_t *node, size_t n,
                          uint32_t *buffer)
{
    enum { RUN = 8 };

    for (size_t from = 0; from < n; from += RUN)
        insert_siblings(t, node + from, n - from < RUN ? n - from : RUN);
    for (size_t run = RUN; run < n; run *= 2)
        for (size_t from = 0; from + run < n; from += 2 * run) {
            const size_t end = from + 2 * run < n ? from + 2 * run : n;
            size_t a = 0, b = from + run, out = from;

            memcpy(buffer, node + from, run * sizeof *node);
            while (a < run && b < end)
                node[out++] =
                    is_heavier(t, node[b], buffer[a]) ? node[b++] : buffer[a++];
            memcpy(node + out, buffer + a, (run - a) * sizeof *node);
        }
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
    uint32_t *buffer = corr_arena_new(scratch, uint32_t, most);
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
