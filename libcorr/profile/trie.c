#include "profile/trie.h"

void trie_push(trie *t, uint32_t key)
{
    paths_push(&t->paths, &key, 1);
}

uint32_t trie_end(trie *t)
{
    const uint32_t path = paths_end(&t->paths);

    t->failed = t->paths.failed;
    return path;
}

/* Adds the nodes that a path has beyond its shared keys. spine: nodes of the
 * path before, by depth; [0] is the root. */
static bool add_nodes(trie *t, const path_row *row, uint32_t *spine)
{
    for (uint32_t n = row->shared; n < row->n; n++) {
        const trie_node fresh = { spine[n], paths_key(&t->paths, row->at + n) };
        if (t->node.n >= UINT32_MAX || !vec_push(&t->node, fresh))
            return false;
        spine[n + 1] = (uint32_t)t->node.n - 1;
    }
    return true;
}

/* Returns [rows] the last node of each path. */
static uint32_t *make_nodes(trie *t)
{
    const paths *p = &t->paths;
    uint32_t longest = 0;

    for (uint32_t i = 0; i < p->n; i++)
        longest = p->row[i].n > longest ? p->row[i].n : longest;
    uint32_t *spine = calloc((size_t)longest + 1, sizeof *spine);
    uint32_t *end = calloc((size_t)p->n + 1, sizeof *end);
    bool ok = spine && end && vec_push(&t->node, (trie_node){ 0 });
    for (uint32_t i = 0; ok && i < p->n; i++) {
        ok = add_nodes(t, &p->row[i], spine);
        end[i] = spine[p->row[i].n];
    }
    free(spine);
    if (ok)
        return end;
    free(end);
    return NULL;
}

static bool make_trie(trie *t)
{
    const size_t n = t->paths.slot.n;

    if (!paths_sort(&t->paths))
        return false;
    uint32_t *end = make_nodes(t);
    if (!end)
        return false;
    t->end = t->paths.row_of;
    t->paths.row_of = NULL;
    for (size_t i = 0; i < n; i++)
        t->end[i] = end[t->end[i]];
    free(end);
    return true;
}

bool trie_make(trie *t)
{
    t->failed = !make_trie(t);
    paths_clear(&t->paths);
    return !t->failed;
}

void trie_clear(trie *t)
{
    vec_free(&t->node);
    paths_clear(&t->paths);
    free(t->end);
    *t = (trie){ .failed = t->failed };
}
