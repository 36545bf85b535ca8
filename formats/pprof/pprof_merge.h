/*
 * pprof_merge - merges the tables of several profiles into one.
 *
 * A mapping, function or location of the current file is written when a
 * sample needs it first.  Equal rows become one: mappings are equal by size,
 * offset and build id, at any load address; locations by their offset in the
 * mapping and their lines.  Rows that no sample needs are left out, except
 * mappings: the first mapping is the program itself.
 */
#ifndef CORR_PPROF_TABLES_H
#define CORR_PPROF_TABLES_H

#include "pprof/pprof.h"
#include "pprof/pprof_out.h"

typedef corr_vec(uint32_t) pprof_numbers;

typedef struct pprof_tables {
    pprof_out *o;
    bool adds; /* equal mappings of several files become one */
    /* private below */
    corr_map mappings, functions, locations; /* -> number */
    corr_vec(uint64_t) start; /* of a mapping as written, by number - 1 */
    /* of the current file: number of a row, 0: not written yet */
    pprof_numbers mapping, function, location;
    pprof_bytes body, line;
} pprof_tables;

/* Starts the next file and writes its mappings. */
void pprof_tables_begin(pprof_tables *t, const pprof_file *f);
/* The number of a location, by its id in the file. 0: the file does not define
 * the location, or memory is out. */
uint32_t pprof_tables_location(pprof_tables *t, const pprof_file *f,
                               uint64_t id);
void pprof_tables_clear(pprof_tables *t);

/* Append a field to the bytes of a message. A number that is 0 is left out. */
void pprof_add_number(pprof_out *o, pprof_bytes *to, unsigned field,
                      uint64_t value);
void pprof_add_bytes(pprof_out *o, pprof_bytes *to, unsigned field,
                     const void *p, size_t n);

#endif
