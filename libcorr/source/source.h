/*
 * source - the decoded bytes of one file, pipe or memory block.
 *
 * Bytes are read into a page-aligned window (a read into a page-aligned
 * address is several times as fast as one beside it); what a caller has not
 * used yet is moved to just before the next read.  Compression is undone on
 * top (codec.h), member after member.
 */
#ifndef CORR_SRC_H
#define CORR_SRC_H

#include "corr_bytes.h"

/* Where a compressed stream can be entered: between two members or, if nback
 * is not 0 or bits is not 0 or inside is set, inside one (codec.h). */
typedef struct src_mark {
    uint64_t out;  /* decoded bytes before it */
    uint64_t in;   /* bytes of the file before it */
    bool inside;   /* a member */
    unsigned bits; /* of the byte before it that belong to what follows */
    size_t nback;  /* decoded bytes before it that are looked back at */
    const uint8_t *back;
} src_mark;

typedef struct src_part {
    uint64_t from, to; /* decoded bytes [from,to) */
} src_part;

/* One of several files that are read as one. */
typedef struct src_file {
    char *file, *show; /* as opened, as shown */
    uint64_t at;       /* decoded offset of its first byte */
} src_file;

/* The best place to enter for what begins at this decoded offset; false: only
 * the beginning is known.  back may point into memory of ctx, until the next
 * call. */
typedef bool src_enter_fn(void *ctx, uint64_t offset, src_mark *m);

typedef struct src_opts {
    const char *path; /* for messages and for corr_src_path */
    const char *file; /* what it is opened as, while it is; NULL: no file */
    corr_limits limits;
    int spool; /* fd + 1: what is read is written there as well; 0: nowhere */
    void (*progress)(void *ctx, uint64_t raw_bytes);
    /* Asked before the window is filled; true: it ends here, cut. */
    bool (*enough)(void *ctx);
    void *ctx; /* of both */
    /* Files that go on where this one ends, compressed or not; each ends like
     * the source, and corr_src_next goes on to the one after it. */
    src_file *more; /* at of each is set when it is opened */
    size_t nmore;
    /* called where the stream can be entered, after at least mark_every
     * decoded bytes each time; NULL: nobody wants to know */
    void (*mark)(void *ctx, const src_mark *m);
    void *mark_ctx;
    uint64_t mark_every;
} src_opts;

/* fd is borrowed.  NULL: out of memory. */
corr_src *src_open_fd(int fd, const src_opts *opts, corr_err *err);
corr_src *src_open_memory(const void *p, size_t n, const src_opts *opts,
                          corr_err *err);
void src_close(corr_src *in);

/* The source goes on by itself: it has a descriptor of its own, path is what it
 * is called from now on (borrowed), and nobody is told of it any more, nor is
 * it written anywhere.  False: there is no descriptor left. */
bool src_keep(corr_src *in, const char *path);

/* Nothing more is asked for: what was read is let go, and it ends here. */
void src_release(corr_src *in);

/* Stops calling opts.mark. */
void src_mark_nothing(corr_src *in);

/* From now on only these parts are there, which are in order and do not
 * overlap; each ends like the source, and corr_src_next goes on to the one
 * after it.  Both pointers are borrowed until the source is closed.  Only for
 * files that can be read anywhere. */
void src_only(corr_src *in, const src_part *part, size_t n, src_enter_fn *enter,
              void *ctx);

/* Bytes taken from the file so far, before decompression. */
uint64_t src_raw(const corr_src *in);
/* Bytes behind the current position of a plain file, or of the part at hand; 0:
 * it is none. */
uint64_t src_left(const corr_src *in);
/* How far into the file decompression is: where it broke off. */
uint64_t src_raw_offset(const corr_src *in);
/* Bytes behind the end of the compressed data, zeros that fill a block aside,
 * and the name of the compression; known at the end. */
uint64_t src_stray(const corr_src *in, const char **of);
/* Whether the compressed data of a file broke off or was damaged, and where. */
bool src_broke_off(const corr_src *in, uint64_t *offset);
/* The name of the compression that is undone, or NULL. */
const char *src_codec(const corr_src *in);
/* The sticky failure, if any. */
corr_code src_failure(const corr_src *in, corr_err *err);

#endif
