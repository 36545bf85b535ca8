/*
 * diff_fold_places - the raw keys of a fold, under their canonical names, and
 * the places that tell functions of one name apart.
 *
 * A step of diff_fold_init, after its names are pooled (diff_places.h decides
 * which places count).  One thread.
 */
#ifndef CORR_DIFF_FOLD_PLACES_H
#define CORR_DIFF_FOLD_PLACES_H

#include "frames/canon_pool.h"
#include "frames/frame_keys.h"

/* The canonical name of a raw key. */
typedef struct pooled_key {
    uint32_t number; /* in the pool; 0: the name is as written */
    unsigned rules;
    corr_str place; /* that tells functions of the name apart, or empty */
} pooled_key;

/* The raw keys of a fold. */
typedef struct fold_keys {
    const keys *keys;
    const uint8_t *sides_of; /* [n] bit w: side w has it; bit w + 2: with a
                                cost */
    size_t n;
    const canon_pool *pool;
    pooled_key *known; /* [n] */
} fold_keys;

/* The text of a key without its place. */
static inline corr_str diff_fold_bare_text(const keys *k, uint32_t key)
{
    const key_row *row = &k->row.v[key];

    return row->place.n ? row->frame.function : row->text;
}

/* The canonical name of a key, without its place; *pooled: of its pool. */
static inline corr_str diff_fold_pooled_text(const fold_keys *all, uint32_t key,
                                             bool *pooled)
{
    const pooled_key *known = &all->known[key];

    *pooled = false;
    return known->number ? canon_pool_at(all->pool, known->number, pooled)
                         : diff_fold_bare_text(all->keys, key);
}

/* Sets the places of keys that tell functions of one name apart.  False: out of
 * memory. */
bool diff_fold_places(const fold_keys *all) CORR_CHECK;

#endif
