/*
 * edition - an input as the store shows it, where that differs from what was
 * loaded.
 *
 * An input is const once the store has it.  A step of store_prepare that finds
 * out that times are of another clock, or that values stand for something
 * else, makes an edition: all tables are those of the loaded input, but for
 * the ones that a step asked for, which are copies.  store_input returns the
 * edition from then on.  So a time or a value has one meaning for all who read
 * it, and what was loaded is never changed.
 *
 * The store owns editions.  Only steps of store_prepare make and change them,
 * on the calling thread; store_forget throws them away, and the inputs are
 * shown as they were loaded.  NULL or false: out of memory, and the edition
 * holds what it held.
 */
#ifndef CORR_EDITION_H
#define CORR_EDITION_H

#include "model/segment.h"
#include "store/store.h"

struct edition {
    const input *of; /* as it was loaded */
    input in;        /* owns the tables that are not those of `of` */
};

/* The edition of an input, made when it is first asked for.  Its facts may be
 * set and notes be added; tables belong to the loaded input. */
edition *edition_of(corr_store *st, uint32_t i) CORR_CHECK;
/* Throws all editions away. */
void edition_forget(corr_store *st);

/* A segment of an edition, to be changed; its columns belong to the loaded
 * input. */
segment *edition_segment(edition *e, uint32_t s) CORR_CHECK;
/* Lets a column of such a segment be changed; true if there is none. */
bool edition_column(edition *e, uint32_t s, segment_part part) CORR_CHECK;
/* Replaces a segment by another one, which the edition owns afterwards, also
 * when it fails. */
bool edition_replace(edition *e, uint32_t s, segment *by) CORR_CHECK;

/* Lets the rows of a table be changed: edition_own(e, span). */
#define edition_own(e, table)                                                  \
    ((e)->in.table.v != (e)->of->table.v ||                                    \
     edition_copy((void **)&(e)->in.table.v, &(e)->in.table.room,              \
                  (e)->in.table.n, sizeof *(e)->in.table.v))
/* Copies n rows to memory of their own, and makes *rows point to it. */
bool edition_copy(void **rows, size_t *room, size_t n, size_t size) CORR_CHECK;

#endif
