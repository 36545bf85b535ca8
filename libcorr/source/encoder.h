/*
 * encoder - compresses a stream of bytes: gzip by zlib or isa-l, zstd by libzstd
 * if it was linked, or not at all.
 *
 * A header of gzip has no name and no time, so that equal bytes give equal
 * bytes.
 */
#ifndef CORR_ENCODER_H
#define CORR_ENCODER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct encoder encoder;

/* Takes compressed bytes.  Returns 0, or errno, which ends the encoding. */
typedef int encoder_put(void *to, const void *p, size_t n);

typedef struct encoder_opts {
    const char *codec; /* "gzip", "zstd"; NULL: the bytes as they are */
    int level;         /* 0: the usual one of zstd, none of gzip */
    bool checks;       /* zstd: with a checksum; gzip always has one */
    bool is_quick;     /* gzip: isa-l where it is linked, which has no level */
} encoder_opts;

/* Whether this build has a codec. */
bool encoder_has(const char *codec);
/* NULL: out of memory, or this build has no such codec. */
encoder *encoder_new(const encoder_opts *opts, encoder_put *put, void *to);
/* Both return 0 or errno, of put or their own. */
int encoder_add(encoder *e, const void *p, size_t n);
int encoder_end(encoder *e);
void encoder_free(encoder *e);

#endif
