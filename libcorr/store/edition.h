/*
 * edition - an input as the store shows it, if that differs from the loaded
 * input.
 *
 * An input is const once the store has it.  A step of store_prepare may find
 * that times are of another clock, or that values mean something else.  The
 * step makes an edition: its tables are those of the loaded input, except for
 * the tables that a step asked to change, which are copies.  store_input
 * returns the edition from then on.  So a time or a value has one meaning for
 * all readers, and the loaded input never changes.
 *
 * The store owns editions.  Only steps of store_prepare make and change them,
 * on the calling thread.  store_forget throws them away and shows the loaded
 * inputs again.  NULL or false: out of memory, and the edition holds what it
 * held.
 */
#ifndef CORR_EDITION_H
#define CORR_EDITION_H

#include "model/segment.h"
#include "store/store.h"

struct edition {
    const input *of; /* the loaded input */
    input in;        /* owns the tables that differ from those of `of` */
};

/* The edition of an input; the first call makes it.  Steps may set its members
 * and add warnings; its other tables belong to the loaded input. */
edition *edition_of(corr_store *st, uint32_t i) CORR_CHECK;
void edition_forget(corr_store *st);

/* A segment of an edition that may be changed; its columns still belong to the
 * loaded input. */
segment *edition_segment(edition *e, uint32_t s) CORR_CHECK;
/* Makes a column of a segment changeable.  True if the segment has no such
 * column. */
bool edition_column(edition *e, uint32_t s, segment_part part) CORR_CHECK;
/* Replaces a segment.  The edition takes over *by, even if the call fails. */
bool edition_replace(edition *e, uint32_t s, segment *by) CORR_CHECK;

/* Makes the rows of a table changeable: edition_own(e, span). */
#define edition_own(e, table)                                                  \
    ((e)->in.table.v != (e)->of->table.v ||                                    \
     edition_copy((void **)&(e)->in.table.v, &(e)->in.table.room,              \
                  (e)->in.table.n, sizeof *(e)->in.table.v))
/* Copies n rows to new memory, and makes *rows point to it. */
bool edition_copy(void **rows, size_t *room, size_t n, size_t size) CORR_CHECK;

#endif
