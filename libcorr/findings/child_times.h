/*
 * child_times - the children of every span by start, and whether one of them
 * ran at an instant.
 *
 * Built in n log n steps for all spans of a store.  Spans without a start and an
 * end are nobody's children here.  Memory comes from an arena; const once made,
 * any thread may ask.
 */
#ifndef CORR_CHILD_TIMES_H
#define CORR_CHILD_TIMES_H

#include "base/stretch.h"
#include "store/store.h"

typedef struct child_time {
    int64_t from, to; /* ns */
    int64_t latest;   /* the latest end of this child and of those before it */
    uint32_t span;
} child_time;

typedef struct child_times {
    uint32_t *at; /* [spans + 1]: children of span s are [at[s], at[s + 1]) */
    child_time *child;
} child_times;

/* Children that touch the window; CHILD_TIMES_ALL: all.  False: out of
 * memory. */
#define CHILD_TIMES_ALL ((stretch){ INT64_MIN, INT64_MAX })
bool child_times_of(child_times *c, const corr_store *st, stretch window,
                    corr_arena *arena) CORR_CHECK;

/* Whether a child of the span ran at t. */
bool child_times_cover(const child_times *c, uint32_t span, int64_t t);

/* When the span last had a child that ended by t; `otherwise`: it had none.  A
 * child that still runs at t does not count. */
int64_t child_times_ended(const child_times *c, uint32_t span, uint32_t except,
                          int64_t t, int64_t otherwise);

#endif
