/*
 * frame_keys - one number for "the same function", equal across inputs.
 *
 * A key is a text: the name of a function, file or module, a function with its
 * place, or any text that a view groups by.  Equal texts have equal keys, so the
 * text of a function has its place if others have its name (func_place.h).  Keys
 * are assigned on first use, from 1; their order has no meaning.
 *
 * The frame view of a key has the members that are equal in all frames looked
 * up for it, so it does not depend on the order of lookups.
 *
 * Owns its memory.  Texts are borrowed from the store or owned by the keys, and
 * end in a NUL. One thread uses a keys.  Out of memory: functions return key 0,
 * and failed stays set.
 */
#ifndef CORR_KEYS_H
#define CORR_KEYS_H

#include "corr_view.h"
#include "frames/func_place.h"
#include "store/store.h"

typedef enum key_grain {
    KEY_FUNCTION,
    KEY_FILE,
    KEY_LINE,
    KEY_MODULE,
    KEY_GRAIN_COUNT
} key_grain;

typedef struct key_row {
    corr_str text;         /* with its place, if the name stands for several
                              functions: "f (a.py)" */
    corr_str place;        /* that in the text, or empty */
    corr_frame_view frame; /* empty members: frames differ */
    uint8_t known, mixed;  /* bits of frame's members: seen, differing */
} key_row;

typedef struct keys {
    const corr_store *store;
    key_grain grain;
    vec(key_row) row; /* row 0: nil */
    bool failed;
    /* private below */
    corr_names by_text;
    corr_arena arena;
    func_places places;  /* for functions */
    uint32_t **of_frame; /* [inputs][frames]: key; 0: not yet */
    uint32_t **of_func;  /* [inputs][functions]: key; not by line */
    corr_arena scratch;  /* for one text */
} keys;

/* The grain of frames for rows of this kind; functions for all other kinds. */
key_grain keys_grain(corr_by by);

void keys_init(keys *k, const corr_store *store, key_grain grain);
void keys_clear(keys *k);

/* The key of a frame of an input. */
uint32_t keys_add_frame(keys *k, uint32_t in, uint32_t frame);
/* Gives keys to at most KEYS_AT_ONCE frames, in this order. */
enum { KEYS_AT_ONCE = 64 };
void keys_add_frames(keys *k, uint32_t in, const uint32_t *frame, size_t n);
/* The frame view of a key.  For functions and lines, function is never empty:
 * it is the text of the key if no name is known. */
corr_frame_view keys_frame_view(const keys *k, uint32_t key);
/* Whether a name is `end`, or ends in it after a separator; "rank (app.py)"
 * also ends in "rank". */
bool key_ends_in(corr_str whole, corr_str end);
/* The same for a function in a file, which the end may have behind the name:
 * "rank (app.py)", "rank (app.py:12)". */
bool key_is_called(corr_str whole, corr_str file, corr_str end);
/* The key of any text, which is copied. */
uint32_t keys_add_text(keys *k, corr_str text);

/* keys_add_frame, with a fast path for frames that have a key. */
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
