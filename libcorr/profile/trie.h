/*
 * trie - the tree of all prefixes of a set of paths.
 *
 * Every tree of a view is a trie; stacks are flat lists in the model.  Paths
 * are added key by key (path_set.h); trie_make then sorts them and makes one
 * node for each prefix.
 *
 * Node 0 is the root.  The number of a child is always larger than that of its
 * parent, and a subtree is a range of numbers.  So one reverse pass over the
 * nodes visits children before parents, and mostly reads memory that is still
 * cached.
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
    uint32_t key; /* the caller's key, never 0 */
} trie_node;

typedef struct trie {
    vec(trie_node) node; /* after trie_make; node.n: nodes, the root included */
    uint32_t *end;       /* after trie_make: [paths] the last node of each
                            path */
    bool failed;
    paths paths; /* until trie_make */
} trie;

/* { 0 } is a trie without paths.  Appends a key to the open path. */
void trie_push(trie *t, uint32_t key);
/* Ends the open path, which may be empty.  Returns its number, from 0. */
uint32_t trie_end(trie *t);

bool trie_make(trie *t) CORR_CHECK;
void trie_clear(trie *t);

#endif
