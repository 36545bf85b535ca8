/*
 * pprof_merge - the tables of several profiles as those of one.
 *
 * Mappings, functions and locations of the file at hand are written where a
 * sample needs them first, and those that are equal are one: mappings by size,
 * offset and build id, whatever address they were loaded at; locations by
 * their place in the mapping and their lines.  What no sample needs is left
 * out, mappings aside, of which the first is the program itself.
 */
#ifndef CORR_PPROF_TABLES_H
#define CORR_PPROF_TABLES_H

#include "pprof/pprof.h"
#include "pprof/pprof_out.h"

typedef struct pprof_tables {
    pprof_out *o;
    bool adds; /* equal mappings of several files are one */
    /* private below */
    corr_map mappings, functions, locations; /* -> number */
    uint64_t *start; /* of a mapping as written, by number */
    size_t nstart, start_room;
    /* of the file at hand: number of a row, 0: not written yet */
    uint32_t *mapping, *function, *location;
    size_t mapping_room, function_room, location_room;
    pprof_bytes body, line;
} pprof_tables;

/* Begins with another file; its mappings are written. */
void pprof_tables_begin(pprof_tables *t, const pprof_file *f);
/* The number of a location, by its id in the file; 0: the file has none, or
 * out of memory. */
uint32_t pprof_tables_location(pprof_tables *t, const pprof_file *f,
                               uint64_t id);
void pprof_tables_clear(pprof_tables *t);

/* Bytes of a message that is put together: a number that is 0 is left out. */
void pprof_add_number(pprof_out *o, pprof_bytes *to, unsigned field,
                      uint64_t value);
void pprof_add_bytes(pprof_out *o, pprof_bytes *to, unsigned field,
                     const void *p, size_t n);

#endif
