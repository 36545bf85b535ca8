/*
 * diff_places - functions of one name and several files, on two sides.
 *
 * func_place.h separates them within a side.  Between the sides a path is
 * compared by its end: a build in another folder, or a file that was moved,
 * makes no function new (corr-methods 4.1).  If a side has no place for a name,
 * places do not count for it.  Pure function.
 */
#ifndef CORR_DIFF_PLACES_H
#define CORR_DIFF_PLACES_H

#include "corr_view.h"

typedef struct diff_place {
    corr_str name;  /* canonical, without a place */
    corr_str label; /* place of the key; empty: none */
    corr_str file;
    uint32_t key;
    unsigned sides; /* bits */
    corr_str shown; /* result: place that belongs to the name, or empty */
} diff_place;

/* Sets shown.  Sorts the rows.  known: the files that each side has, by the last
 * part of their paths. */
void diff_places_match(diff_place *row, size_t n, const corr_names known[2]);

#endif
