/*
 * pprof_out - a profile as compressed bytes, field by field.
 *
 * A text is written at its first use and has a number from then on.  Rows of
 * other tables work the same way, with a map that the caller owns
 * (pprof_number_of).  Failure is sticky: later fields are dropped, and
 * pprof_out_close reports the failure.
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
    corr_vec(uint8_t) message;
    size_t nplain;
    uint8_t plain[32768]; /* bytes that are not compressed yet */
} pprof_out;

/* Writes the empty text first; level: of zlib. False: memory is out, and there is nothing to
 * close. */
bool pprof_out_open(pprof_out *o, corr_out *out, int level, corr_err *err);
corr_code pprof_out_close(pprof_out *o);
void pprof_out_no_memory(pprof_out *o);
/* Takes the result of a corr_vec_ call; false means that memory is out.
 * Returns whether everything has worked so far. */
bool pprof_out_check(pprof_out *o, bool ok);

/* Write fields of Profile. A number that is 0 is left out. */
void pprof_put_bytes(pprof_out *o, unsigned field, const void *p, size_t n);
void pprof_put_number(pprof_out *o, unsigned field, int64_t value);
void pprof_put_message(pprof_out *o, unsigned field, const ProtobufCMessage *m);

/* The number of a text in the string table. */
int64_t pprof_put_text(pprof_out *o, corr_str s);

/* Number of a key, from 1 on; *is_new: the key was not there. 0: memory is
 * out. */
uint32_t pprof_number_of(pprof_out *o, corr_map *m, const void *key, size_t n,
                         bool *is_new);

#endif
