/*
 * self_arena - an object that lives in an arena of its own.
 *
 * The object is a struct whose first member is that corr_arena, and all further
 * memory of the object may come from it.  The arena has the default limit of
 * memory.
 */
#ifndef CORR_SELF_ARENA_H
#define CORR_SELF_ARENA_H

#include "base/limits.h"
#include "corr_bytes.h"

/* A zeroed object of this type; NULL: out of memory, which err then states. */
#define self_arena_new(type, err) ((type *)self_arena_alloc(sizeof(type), err))

static inline void *self_arena_alloc(size_t size, corr_err *err)
{
    corr_arena arena = { .limit = (size_t)limits_of(NULL).memory };
    corr_arena *self = corr_arena_alloc(&arena, size, 1);

    if (self)
        *self = arena;
    else
        corr_no_memory(err);
    return self;
}

/* Frees the object with its arena. */
static inline void self_arena_free(void *object)
{
    corr_arena arena = *(corr_arena *)object;

    corr_arena_clear(&arena);
}

#endif
