/*
 * frames - which frames of a stack a view shows, as keys.
 *
 * hide leaves frames out, show leaves all others out, show_from leaves out
 * what stands above the first match (corr-methods 7.1).
 * Names are judged once per distinct function.  Root frames that name a
 * thread are not code and are left out too, unless nothing else is there.
 *
 * A stack always has at least one key: a sample is never dropped here.
 */
#ifndef CORR_FRAMES_H
#define CORR_FRAMES_H

#include "base/regex.h"
#include "corr_view.h"
#include "frames/frame_keys.h"

typedef struct frames {
    keys keys;
    vec(uint32_t) key; /* of the stack asked for last, root first */
    /* private below */
    match *hide, *show, *from;
    uint8_t **verdict; /* [inputs][functions] */
    vec(uint32_t) kept;
} frames;

corr_code frames_init(frames *f, const corr_store *store, key_grain grain,
                      const corr_show *show, corr_err *err) CORR_CHECK;
void frames_clear(frames *f);

/* Whether a pattern says which ones are shown. */
static inline bool frames_are_chosen(const frames *f)
{
    return f->hide || f->show || f->from;
}

/* How many of a stack, from its root on, name a thread and are left out. */
size_t frames_of_threads(const input *in, uint32_t stack);

/* The frames of a stack that are shown, rows of the input, root first; valid
 * until the next call.  False: out of memory. */
bool frames_shown(frames *f, uint32_t in, uint32_t stack,
                  narrow_part *shown) CORR_CHECK;
/* The key of a stack of which no frame is shown; 0: out of memory. */
uint32_t frames_nothing(frames *f, uint32_t in, uint32_t stack);

/* Sets f->key to the keys of a stack.  False: out of memory. */
bool frames_of(frames *f, uint32_t in, uint32_t stack) CORR_CHECK;

/* Warns if a pattern gave up on some name. */
void frames_warn(const frames *f, corr_store *store);

#endif
