/*
 * path_set - sequences of keys, in order and each once.
 *
 * Paths are added key by key.  paths_sort then puts them in the order of their
 * keys, a beginning before what begins with it, so that paths that begin alike
 * stand side by side, and says of each how much of it is the one before.
 *
 * Owns its arrays; paths_clear frees them.  Not safe for concurrent use.  Out
 * of memory: failed is set for good, and paths_sort returns false.
 */
#ifndef CORR_PATHS_H
#define CORR_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"
#include "base/narrow_column.h"
#include "base/vec.h"

typedef struct path_row {
    size_t at;       /* of its first key, for paths_key; behind the last one
                        that is 0 */
    uint32_t n;      /* keys */
    uint32_t shared; /* of these, as in the row before; less than n but for an
                        empty path, which is the first row */
} path_row;

/* Where the keys of a path are. */
typedef struct path_slot {
    size_t at;
    uint32_t n, last; /* last: the last of them */
} path_slot;

typedef struct paths {
    size_t threads;      /* that may sort, 0: the one that calls */
    path_row *row;       /* once sorted: [n] */
    uint32_t n;          /* once sorted: different paths */
    uint32_t *last;      /* once sorted: [n] the last key of each, 0: none */
    uint32_t *row_of;    /* once sorted: [added] */
    uint64_t beginnings; /* once sorted: that differ, the empty one included */
    bool failed;
    /* private below */
    narrow key; /* of all paths, a 0 behind each; no more are ever looked
                        * at than there is room for */
    vec(path_slot) slot; /* [added] */
    size_t open;         /* where the next one begins */
} paths;

/* { 0 } has no paths.  The next keys, none of them 0, of the open path. */
void paths_push(paths *p, const uint32_t *key, size_t n);
/* A text as keys: texts of such paths stand in the order of corr_str_cmp. */
void paths_push_text(paths *p, corr_str text);
/* Ends the open path, which may be empty; its number, from 0. */
uint32_t paths_end(paths *p);

/* Paths whose keys are known later, before any others are added: the number of
 * one that will have at most n. */
uint32_t paths_slot(paths *p, size_t n);
/* Makes room for their keys, none of which is above `most`. */
bool paths_open(paths *p, uint32_t most) CORR_CHECK;
/* The keys of such a path as they are called in `to`: neighbours that are called
 * alike are one.  To be called once for each, by any thread. */
void paths_write(paths *p, uint32_t path, const narrow_part *key,
                 const narrow *to);

bool paths_sort(paths *p) CORR_CHECK;
void paths_clear(paths *p);

static inline uint32_t paths_key(const paths *p, size_t at)
{
    return narrow_at(&p->key, at);
}

/* Keys stand anywhere: those from `at` on will be asked for. */
static inline void paths_fetch(const paths *p, size_t at)
{
    PREFETCH((const char *)p->key.v + (at << (p->key.wide ? 2 : 1)));
}

#endif
