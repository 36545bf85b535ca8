/*
 * paths - sequences of keys, in order and each once.
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

#include "vec.h"

typedef struct path_row {
    size_t at;       /* in paths.key; a 0 stands behind the last one */
    uint32_t n;      /* keys */
    uint32_t shared; /* of these, as in the row before; less than n but for an
                        empty path, which is the first row */
} path_row;

typedef struct paths {
    vec(uint32_t) key;   /* of all paths that were added, a 0 behind each */
    path_row *row;       /* once sorted: [n] */
    uint32_t n;          /* once sorted: different paths */
    uint32_t *row_of;    /* once sorted: [added] */
    uint64_t beginnings; /* once sorted: that differ, the empty one included */
    bool failed;
    /* private below */
    vec(size_t) start; /* [added] in key */
    size_t open;       /* where the next one begins */
    uint32_t all;      /* the bits of all keys */
} paths;

/* { 0 } has no paths.  The next keys, none of them 0, of the open path. */
void paths_push(paths *p, const uint32_t *key, size_t n);
/* The same of keys as they are called in to[]: neighbours that are called alike
 * are one. */
void paths_push_as(paths *p, const uint32_t *key, size_t n, const uint32_t *to);
/* A text as keys: texts of such paths stand in the order of corr_str_cmp. */
void paths_push_text(paths *p, corr_str text);
/* Ends the open path, which may be empty; its number, from 0. */
uint32_t paths_end(paths *p);

bool paths_sort(paths *p) CORR_CHECK;
void paths_clear(paths *p);

#endif
