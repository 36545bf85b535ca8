/*
 * src - the decoded bytes of one file, pipe or memory block.
 *
 * Bytes are read into a page-aligned window (a read into a page-aligned
 * address is several times as fast as one beside it); what a caller has not
 * used yet is moved to just before the next read.  Compression is undone on
 * top (codec.h), member after member.
 */
#ifndef CORR_SRC_H
#define CORR_SRC_H

#include "corr_format.h"

typedef struct src_opts {
    const char *path; /* for messages and for corr_src_path */
    corr_limits limits;
    bool strict;
    int spool; /* fd + 1: what is read is written there as well; 0: nowhere */
    void (*progress)(void *ctx, uint64_t raw_bytes);
    /* Asked before the window is filled; true: it ends here, cut. */
    bool (*enough)(void *ctx);
    void *ctx; /* of both */
} src_opts;

/* fd is borrowed.  NULL: out of memory. */
corr_src *src_open_fd(int fd, const src_opts *opts, corr_err *err);
corr_src *src_open_memory(const void *p, size_t n, const src_opts *opts,
                          corr_err *err);
void src_close(corr_src *in);

/* Bytes taken from the file so far, before decompression. */
uint64_t src_raw(const corr_src *in);
/* How far into the file decompression is: where it broke off. */
uint64_t src_raw_offset(const corr_src *in);
/* Bytes behind the end of the compressed data, zeros that fill a block aside;
 * known at the end. */
uint64_t src_stray(const corr_src *in);
/* The name of the compression that is undone, or NULL. */
const char *src_codec(const corr_src *in);
/* The sticky failure, if any. */
corr_code src_failure(const corr_src *in, corr_err *err);

#endif
