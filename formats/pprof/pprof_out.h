/*
 * pprof_out - a profile as compressed bytes, field by field.
 *
 * Texts are written where they are first needed and known by their number from
 * then on; so are other tables, with a map that the caller holds
 * (pprof_number_of).  Failure is sticky: what is put after it is dropped, and
 * pprof_out_close says so.
 */
#ifndef CORR_PPROF_OUT_H
#define CORR_PPROF_OUT_H

#include <protobuf-c/protobuf-c.h>
#include <zlib.h>

#include "corr_format.h"

typedef struct pprof_out {
    bool is_failed;
    /* private below */
    corr_out *out;
    corr_err *err;
    z_stream z;
    corr_map texts; /* -> number + 1 */
    uint8_t *message;
    size_t message_room;
} pprof_out;

/* The empty text is put first.  False: out of memory, nothing to close. */
bool pprof_out_open(pprof_out *o, corr_out *out, corr_err *err);
corr_code pprof_out_close(pprof_out *o);
void pprof_out_no_memory(pprof_out *o);

/* Fields of Profile.  A number that is 0 is left out. */
void pprof_put_bytes(pprof_out *o, unsigned field, const void *p, size_t n);
void pprof_put_number(pprof_out *o, unsigned field, int64_t value);
void pprof_put_message(pprof_out *o, unsigned field, const ProtobufCMessage *m);

/* The number of a text in the string table. */
int64_t pprof_put_text(pprof_out *o, corr_str s);

/* Number of a key from 1 on, *is_new if it was not there; 0: no memory. */
uint32_t pprof_number_of(pprof_out *o, corr_map *m, const void *key, size_t n,
                         bool *is_new);

#endif
