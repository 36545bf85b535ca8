/*
 * trie - the tree of all beginnings of a set of paths.
 *
 * Every tree a view builds is a trie; stacks are flat lists in the model.
 * Paths are added key by key (path_set.h); trie_make then sorts them and makes one
 * node of each beginning.
 *
 * Node 0 is the root.  A child's number is always larger than its parent's,
 * and a subtree is a range of numbers, so one reverse pass over the nodes
 * visits children before parents, and mostly where it just was.
 *
 * A trie owns its arrays; trie_clear frees them.  Not safe for concurrent use.
 * Out of memory: failed is set for good, and trie_make returns false.
 */
#ifndef CORR_TRIE_H
#define CORR_TRIE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/path_set.h"

typedef struct trie_node {
    uint32_t parent;
    uint32_t key; /* what the caller put there, never 0 */
} trie_node;

typedef struct trie {
    vec(trie_node) node; /* once made; node.n: nodes, the root included */
    uint32_t *end;       /* once made: [paths] the last node of each */
    bool failed;
    paths paths; /* until it is made */
} trie;

/* { 0 } is a trie without paths.  The next key of the path that is open. */
void trie_push(trie *t, uint32_t key);
/* Ends the open path, which may be empty; its number, from 0. */
uint32_t trie_end(trie *t);

bool trie_make(trie *t) CORR_CHECK;
void trie_clear(trie *t);

#endif
