/*
 * trie - see trie.h.
 *
 * Stacks that follow each other mostly share their first frames, so the child
 * asked for last is tried before the table: that costs nothing on a miss,
 * since parent and hint lie side by side.  The table keeps node numbers only;
 * what a slot stands for is read from the node.
 */
#include "trie.h"

#define FIRST_SLOTS 1024u

static uint32_t slot_of(uint32_t parent, uint32_t key)
{
    uint64_t x = ((uint64_t)parent << 32 | key) * UINT64_C(0x9e3779b97f4a7c15);

    return (uint32_t)((x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93) >> 32);
}

static void put(trie *t, uint32_t node)
{
    const trie_node *n = &t->node.v[node];
    uint32_t i = slot_of(n->parent, n->key) & t->mask;

    while (t->slot.v[i])
        i = (i + 1) & t->mask;
    t->slot.v[i] = node;
}

/* Twice as many slots, and everybody in again. */
static bool spread(trie *t)
{
    const size_t room = t->slot.n ? t->slot.n * 2 : FIRST_SLOTS;

    if (room > UINT32_MAX || !vec_reserve(&t->slot, room - t->slot.n))
        return false;
    memset(t->slot.v, 0, room * sizeof *t->slot.v);
    t->slot.n = room;
    t->mask = (uint32_t)room - 1;
    for (uint32_t node = 1; node < t->node.n; node++)
        put(t, node);
    return true;
}

static uint32_t fail_for_good(trie *t)
{
    t->failed = true;
    return 0;
}

void trie_init(trie *t)
{
    *t = (trie){ 0 };
    if (!vec_push(&t->node, (trie_node){ 0 }) || !spread(t))
        t->failed = true;
}

void trie_clear(trie *t)
{
    vec_free(&t->node);
    vec_free(&t->slot);
    t->mask = 0;
}

uint32_t trie_child(trie *t, uint32_t parent, uint32_t key)
{
    if (t->failed)
        return 0;

    const uint32_t recent = t->node.v[parent].recent;
    if (recent && t->node.v[recent].key == key)
        return recent;

    uint32_t i = slot_of(parent, key) & t->mask;
    for (uint32_t found; (found = t->slot.v[i]); i = (i + 1) & t->mask) {
        const trie_node *n = &t->node.v[found];
        if (n->parent == parent && n->key == key) {
            t->node.v[parent].recent = found;
            return found;
        }
    }

    /* At most two slots of three in use: probes stay short. */
    if (t->node.n >= UINT32_MAX - 1 ||
        !vec_push(&t->node, ((trie_node){ parent, key, 0 })))
        return fail_for_good(t);
    const uint32_t child = (uint32_t)t->node.n - 1;
    t->node.v[parent].recent = child;
    if (t->node.n * 3 <= t->slot.n * 2)
        t->slot.v[i] = child;
    else if (!spread(t))
        return fail_for_good(t);
    return child;
}
