/*
 * func_place - which functions of one name are different functions.
 *
 * Functions are one if they have one name and one place (corr-methods 4.1): the
 * file, else the module of native code, and the line and column of a function
 * without a name of its own.  Paths of one input are compared in whole, unless
 * one is the end of the other.  Between inputs a path is one with the path that
 * ends most like it, because builds are made in different folders.  A function whose place is unknown is the only
 * one of its name, if there is only one.
 *
 * A name that stands for several functions gets a label for each: the end of
 * its path that no other has.  Pure function of the inputs, whatever their
 * order.  Memory comes from an arena.
 */
#ifndef CORR_FUNC_PLACE_H
#define CORR_FUNC_PLACE_H

#include "store/store.h"

typedef struct func_places {
    uint32_t **of;   /* [inputs][functions]: label, 0: the name is enough.
                        of[input] NULL: for all */
    corr_str *label; /* from 1 */
} func_places;

/* False: out of memory. */
bool func_places_init(func_places *p, const corr_store *st,
                      corr_arena *arena) CORR_CHECK;

static inline corr_str func_place_label(const func_places *p, uint32_t in,
                                        uint32_t func)
{
    const uint32_t i = p->of && p->of[in] ? p->of[in][func] : 0;

    return i ? p->label[i] : (corr_str){ "", 0 };
}

/* The number of the last parts of two paths that are equal. */
size_t path_tail_alike(corr_str a, corr_str b);

#endif
