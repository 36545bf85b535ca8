/*
 * scrub_copy - one file on its way through a pass.
 *
 * It is opened, cut into parts that are copied on their own, or left in one part,
 * and written in order.  A part ends at a place that depends on the file alone.
 * Memory: a part, which is a few megabytes, or a record of the format.
 */
#ifndef CORR_SCRUB_COPY_H
#define CORR_SCRUB_COPY_H

#include "scrub/scrub_digest.h"
#include "scrub/scrub_files.h"
#include "scrub/scrub_private.h"
#include "scrub/scrub_sink.h"

/* A part of a file: bytes, or the rest of the source. */
typedef struct scrub_part {
    uint64_t number; /* in the file, from 0 */
    uint8_t *p;      /* [n] owned; NULL: the rest */
    size_t n;
} scrub_part;

typedef struct scrub_copy {
    scrub_item *item;
    int from, to; /* descriptors; to: -1, without output */
    corr_src *in;
    scrub_sink *sink; /* NULL in the first pass */
    file_digest digest;
    uint64_t cut;   /* parts so far */
    bool has_bytes; /* one of them is not the rest */
    /* of all threads */
    uint64_t written, done; /* parts */
    bool ended;             /* there are no more */
    bool is_odd;            /* the parts do not make up the file */
    uint64_t goes_on;       /* the first part that does not end the last value;
                               UINT64_MAX: none */
    uint64_t changed;
    corr_code code; /* of the rest */
    corr_err err;
} scrub_copy;

/* Opens a file.  NULL: it is not copied, or it failed. */
scrub_copy *scrub_copy_open(const corr_scrub *map, scrub_files *files,
                            size_t item, const char *out, corr_err *err);

/* How many bytes the next part has.  0: the rest is one part; *ended: there is
 * no other part. */
size_t scrub_copy_next(scrub_copy *c, bool *ended);
/* Cuts off a part of n bytes; 0: the rest.  False: out of memory. */
bool scrub_copy_cut(scrub_copy *c, size_t n, scrub_part *to);

/* Copies a part.  What it gives goes to `to`. */
corr_code scrub_copy_part(scrub_copy *c, corr_scrub *map,
                          const scrub_part *part, corr_out *to, corr_err *err);

/* Ends a file of the first pass, of which all parts are read. */
corr_code scrub_copy_end_learning(scrub_copy *c, scrub_files *files,
                                  corr_err *err);
/* Ends a file that was written. */
corr_code scrub_copy_end(scrub_copy *c, corr_err *err);
void scrub_copy_free(scrub_copy *c);

#endif
