/*
 * trie - ordered prefix trees: (parent, key) -> child.
 *
 * Every tree a view builds is a trie; stacks are flat lists in the model.
 * Node 0 is the root.  A child's number is always larger than its parent's,
 * so one reverse pass over the arrays visits children before parents.
 *
 * A trie only grows.  It owns its arrays; trie_clear frees them.  Not safe
 * for concurrent use.  Out of memory: trie_child returns 0 and failed is set
 * for good.
 */
#ifndef CORR_TRIE_H
#define CORR_TRIE_H

#include <stdbool.h>
#include <stdint.h>

#include "vec.h"

typedef struct trie_node {
    uint32_t parent;
    uint32_t key;    /* what the caller put there */
    uint32_t recent; /* the child that was asked for last, 0 none */
} trie_node;

typedef struct trie {
    vec(trie_node) node; /* node.n: nodes, the root included */
    bool failed;
    /* private below */
    vec(uint32_t) slot; /* hash of (parent, key) -> node, 0 free */
    uint32_t mask;
} trie;

void trie_init(trie *t);
void trie_clear(trie *t);

/* The child of parent with this key, added if it is new. */
uint32_t trie_child(trie *t, uint32_t parent, uint32_t key);

#endif
