#include "diff/lazy_tree.h"

/* Whether a path ends at a node. It is the first path of the node. */
static bool ends_here(const lazy_tree *u, const lazy_tree_node *node)
{
    return node->from < node->to && u->paths->row[node->from].n == node->depth;
}

/* Fills the costs of a node from the rows of its paths, or from its parent if
 * the rows are the same. */
static void fill_node(const lazy_tree *u, const lazy_tree_node *up,
                      lazy_tree_node *node)
{
    if (ends_here(u, node))
        node->self = lazy_tree_cell_of(u->end, node->from);
    if (up && up->from == node->from && up->to == node->to) {
        node->sum = up->sum;
        return;
    }
    for (uint32_t i = node->from; i < node->to; i++) {
        const lazy_tree_cell one = lazy_tree_cell_of(u->end, i);
        lazy_tree_cell_add(&node->sum, &one);
    }
}

bool lazy_tree_paths(lazy_tree *u, const paths *p, const diff_tree *end,
                     uint32_t nkey, corr_arena *arena)
{
    const uint64_t most = p->beginnings;

    *u = (lazy_tree){
        .n = 1, .most = (uint32_t)most, .nkey = nkey, .paths = p, .end = end
    };
    if (most >= UINT32_MAX)
        return false;
    u->node = corr_arena_room(arena, lazy_tree_node, most);
    u->child = corr_arena_room(arena, uint32_t, most);
    if (!u->node || !u->child)
        return false;
    u->node[0].to = p->n;
    fill_node(u, NULL, &u->node[0]);
    return true;
}

/* Returns the first row behind `from` with another beginning. */
static uint32_t end_of_beginning(const path_row *row, uint32_t from,
                                 uint32_t to, uint32_t depth)
{
    uint32_t i = from + 1;

    while (i < to && row[i].shared > depth)
        i++;
    return i;
}

void lazy_tree_open(lazy_tree *u, uint32_t node)
{
    lazy_tree_node *up = &u->node[node];

    if (up->open)
        return;
    const path_row *row = u->paths->row;
    uint32_t i = up->from + ends_here(u, up);
    up->open = true;
    up->child = u->n;
    while (i < up->to) {
        lazy_tree_node *down = &u->node[u->n];
        *down =
            (lazy_tree_node){ .key = paths_key(u->paths, row[i].at + up->depth),
                              .parent = node,
                              .from = i,
                              .to = end_of_beginning(row, i, up->to, up->depth),
                              .depth = up->depth + 1 };
        fill_node(u, up, down);
        i = down->to;
        u->child[u->n] = u->n;
        u->n++;
    }
    up->n = u->n - up->child;
}

bool lazy_tree_is_leaf(const lazy_tree *u, uint32_t node)
{
    const lazy_tree_node *n = &u->node[node];

    if (n->open)
        return n->n == 0;
    return n->to - n->from == ends_here(u, n);
}

void lazy_tree_spread(const lazy_tree *u, const uint32_t *of_node,
                      uint32_t *value)
{
    for (uint32_t i = 0; i < u->n; i++) {
        const lazy_tree_node *n = &u->node[i];
        const uint32_t to = n->open ? n->from + ends_here(u, n) : n->to;
        for (uint32_t p = n->from; p < to; p++)
            value[p] = of_node[i];
    }
}
