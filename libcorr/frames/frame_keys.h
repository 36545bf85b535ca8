/*
 * frame_keys - one number for "the same function", equal across inputs.
 *
 * A key is a text: the name of a function, file or module, a function with its
 * place, or whatever a view groups by.  Equal texts are equal keys.  Numbers
 * are given on demand, from 1; they say nothing about order.
 *
 * What is known of a key's frame is what all frames that were asked for agree
 * on, so it does not depend on which of them came first.
 *
 * Owns its memory; texts are borrowed from the store or held here, and end in
 * a NUL.  Out of memory: key 0, and failed is set for good.
 */
#ifndef CORR_KEYS_H
#define CORR_KEYS_H

#include "store/store.h"

typedef enum key_grain {
    KEY_FUNCTION,
    KEY_FILE,
    KEY_LINE,
    KEY_MODULE,
    KEY_GRAIN_COUNT
} key_grain;

typedef struct key_row {
    corr_str text;
    corr_frame_view frame; /* empty where frames disagree */
    uint8_t known, mixed;  /* members of frame: set, set differently */
} key_row;

typedef struct keys {
    const corr_store *store;
    key_grain grain;
    vec(key_row) row; /* row 0: nil */
    bool failed;
    /* private below */
    corr_names by_text;
    corr_arena arena;
    uint32_t **of_frame; /* [inputs][frames]: key, 0 not asked yet */
    uint32_t **of_func;  /* [inputs][functions]; not for lines */
    vec(char) scratch;
} keys;

void keys_init(keys *k, const corr_store *store, key_grain grain);
void keys_clear(keys *k);

/* The key of a frame of an input. */
uint32_t keys_add_frame(keys *k, uint32_t in, uint32_t frame);
/* Gives keys to at most KEYS_AT_ONCE frames, in this order. */
enum { KEYS_AT_ONCE = 64 };
void keys_add_frames(keys *k, uint32_t in, const uint32_t *frame, size_t n);
/* What is known of the code behind a key.  Where a key is no file or module,
 * the function is never empty: it is the text of the key. */
corr_frame_view keys_frame_view(const keys *k, uint32_t key);
/* Whether a name is `end`, or ends in it after something that separates
 * names; "rank (app.py)" ends as "rank" does, too. */
bool key_ends_in(corr_str whole, corr_str end);
/* The key of any text, which is copied. */
uint32_t keys_add_text(keys *k, corr_str text);

/* keys_add_frame, fast for frames that were asked for before. */
static inline uint32_t keys_frame(keys *k, uint32_t in, uint32_t frame)
{
    if (k->of_frame && k->of_frame[in] && k->of_frame[in][frame])
        return k->of_frame[in][frame];
    return keys_add_frame(k, in, frame);
}

/* Ranks of all keys in byte order of their texts: rank[key], [row.n] of them,
 * rank[0] = 0.  NULL: out of memory. */
uint32_t *keys_ranks(const keys *k, corr_arena *arena);

#endif
