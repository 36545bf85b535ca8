/*
 * frames - the frames of a stack that a view shows, as keys.
 *
 * hide leaves out matching frames, show leaves out all others, and show_from
 * leaves out the callers of the first match (corr-methods 7.1).  Each distinct
 * function is matched once.  Root frames that name a thread are not code; they
 * are left out unless the stack has no other frame.
 *
 * A stack always has at least one key, so no sample is dropped.  One thread
 * uses a frames, which owns its memory.  Out of memory: functions return false
 * or key 0.
 */
#ifndef CORR_FRAMES_H
#define CORR_FRAMES_H

#include "base/regex.h"
#include "corr_view.h"
#include "frames/frame_keys.h"

typedef struct frames {
    keys keys;
    vec(uint32_t) key; /* of the last stack, root first */
    /* private below */
    match *hide, *show, *from;
    uint8_t **verdict; /* [inputs][functions] */
    vec(uint32_t) kept;
} frames;

corr_code frames_init(frames *f, const corr_store *store, key_grain grain,
                      const corr_show *show, corr_err *err) CORR_CHECK;
void frames_clear(frames *f);

/* Whether a pattern filters the frames. */
static inline bool frames_are_chosen(const frames *f)
{
    return f->hide || f->show || f->from;
}

/* The number of root frames of a stack that name a thread and are left out. */
size_t frames_of_threads(const input *in, uint32_t stack);

/* Sets *shown to the shown frames of a stack, rows of the input, root first;
 * valid until the next call.  False: out of memory. */
bool frames_shown(frames *f, uint32_t in, uint32_t stack,
                  narrow_part *shown) CORR_CHECK;
/* The key of a stack without a shown frame; 0: out of memory. */
uint32_t frames_nothing(frames *f, uint32_t in, uint32_t stack);

/* Sets f->key to the keys of a stack.  False: out of memory. */
bool frames_of(frames *f, uint32_t in, uint32_t stack) CORR_CHECK;

/* Warns if a pattern was too hard to match for some names. */
void frames_warn(const frames *f, corr_store *store);

#endif
