/*
 * path_set - a set of paths (sequences of keys), sorted and deduplicated.
 *
 * Paths are added key by key. paths_sort sorts them by their keys, a prefix
 * before the paths that begin with it, so that paths with a common prefix are
 * neighbours.  It also stores for each path how many keys it shares with the
 * path before it.
 *
 * Owns its arrays; paths_clear frees them.  Not safe for concurrent use.  Out
 * of memory: failed is set for good, and paths_sort returns false.
 */
#ifndef CORR_PATH_SET_H
#define CORR_PATH_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "base/narrow_column.h"
#include "base/vec.h"

typedef struct path_row {
    size_t at;       /* place of the first key, for paths_key; a 0 follows
                        the last key */
    uint32_t n;      /* keys */
    uint32_t shared; /* leading keys that equal those of the row before; less
                        than n except for an empty path, which is the first
                        row */
} path_row;

/* Where the keys of a path are stored. */
typedef struct path_slot {
    size_t at;
    uint32_t n, last; /* last: the last key */
} path_slot;

typedef struct paths {
    size_t threads;      /* that may sort; 0: only the caller */
    path_row *row;       /* after paths_sort: [n] */
    uint32_t n;          /* after paths_sort: different paths */
    uint32_t *last;      /* after paths_sort: [n] last key, 0: empty path */
    uint32_t *row_of;    /* after paths_sort: [added] */
    uint64_t beginnings; /* after paths_sort: different prefixes, the empty
                            one included */
    bool failed;
    /* private below */
    narrow key; /* keys of all paths, each path followed by a 0; the room
                   bounds every read-ahead */
    vec(path_slot) slot; /* [added] */
    size_t open;         /* where the next path begins */
} paths;

/* { 0 } has no paths.  Appends keys, each not 0, to the open path. */
void paths_push(paths *p, const uint32_t *key, size_t n);
/* Appends a text as keys: such paths sort in the order of corr_str_cmp. */
void paths_push_text(paths *p, corr_str text);
/* Ends the open path, which may be empty.  Returns its number, from 0. */
uint32_t paths_end(paths *p);

/* Reserves a path of at most n keys that paths_write fills later; returns its
 * number.  All paths_slot calls come before the first paths_push. */
uint32_t paths_slot(paths *p, size_t n);
/* Allocates the keys of all reserved paths; no key is above `most`. */
bool paths_open(paths *p, uint32_t most) CORR_CHECK;
/* Fills a reserved path: each key is mapped by `to`, and equal neighbours
 * become one key.  Called once for each path, by any thread. */
void paths_write(paths *p, uint32_t path, const narrow_part *key,
                 const narrow *to);

bool paths_sort(paths *p) CORR_CHECK;
void paths_clear(paths *p);

static inline uint32_t paths_key(const paths *p, size_t at)
{
    return narrow_at(&p->key, at);
}

/* Prefetches the keys from `at` on: the keys of neighbours are far apart in
 * memory. */
static inline void paths_fetch(const paths *p, size_t at)
{
    PREFETCH((const char *)p->key.v + (at << (p->key.wide ? 2 : 1)));
}

#endif
