/* layout - see layout.h. */
#include "layout.h"

#include <stdlib.h>

typedef struct sibling {
    int64_t weight;
    const char *name;
    uint32_t node;
} sibling;

static int heavier(const void *va, const void *vb)
{
    const sibling *a = va;
    const sibling *b = vb;

    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    const int order = strcmp(a->name, b->name);
    return order ? order : (a->node > b->node) - (a->node < b->node);
}

/* Most nodes have a handful of children: a call of qsort costs more. */
static void sort_siblings(sibling *s, size_t n)
{
    if (n > 12) {
        qsort(s, n, sizeof *s, heavier);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        const sibling x = s[i];
        size_t at = i;
        for (; at > 0 && heavier(&x, &s[at - 1]) < 0; at--)
            s[at] = s[at - 1];
        s[at] = x;
    }
}

/* Children of node i end up at child[first[i]] to child[first[i + 1]]. */
static void group_children(const layout_tree *t, uint32_t *first,
                           sibling *child)
{
    for (uint32_t i = 1; i < t->n; i++)
        first[t->parent[i]]++;
    for (uint32_t i = 0, sum = 0; i <= t->n; i++) {
        const uint32_t n = first[i];
        first[i] = sum += n; /* the end for now, filled from the back */
    }
    for (uint32_t i = t->n; i-- > 1;)
        child[--first[t->parent[i]]] = (sibling){ t->weight[i], t->name[i], i };
}

bool layout_of(const layout_tree *t, uint32_t *pos, uint32_t *size,
               corr_arena *scratch)
{
    uint32_t *first = corr_arena_new(scratch, uint32_t, (size_t)t->n + 1);
    sibling *child = corr_arena_new(scratch, sibling, t->n);

    if (!first || !child)
        return false;
    group_children(t, first, child);

    for (uint32_t i = 0; i < t->n; i++)
        size[i] = 1;
    for (uint32_t i = t->n; i-- > 1;)
        size[t->parent[i]] += size[i];

    /* Parents come first, so a node's place is known when its turn comes, and
     * the sizes of its children say where each of them begins. */
    pos[0] = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t at = pos[i] + 1;
        sort_siblings(child + first[i], first[i + 1] - first[i]);
        for (uint32_t k = first[i]; k < first[i + 1]; k++) {
            pos[child[k].node] = at;
            at += size[child[k].node];
        }
    }
    return true;
}
