/*
 * source - the decoded bytes of one file, pipe or memory block.
 *
 * Bytes are read into a page-aligned window (a read to a page-aligned address
 * is several times as fast as an unaligned one); bytes that the caller has not
 * used yet are moved to just before the next read.  Compressed bytes are
 * decoded member after member (codec.h).
 *
 * A text is recoded to UTF-8, and what other tools put before it is left out
 * (source_text.c).
 *
 * A source is used by one thread.  The first failure is sticky: src_failure
 * returns it, and the source ends there.
 */
#ifndef CORR_SOURCE_H
#define CORR_SOURCE_H

#include "corr_bytes.h"

/* Where decompression can start: between two members, or inside a member if
 * nback or bits is not 0 or inside is set (codec.h). */
typedef struct src_mark {
    uint64_t out;  /* decoded bytes before it */
    uint64_t in;   /* bytes of the file before it */
    bool inside;   /* inside a member */
    unsigned bits; /* of the byte before it that belong to the data behind it */
    size_t nback;  /* decoded bytes before it that the data refers to */
    const uint8_t *back;
} src_mark;

typedef struct src_part {
    uint64_t from, to; /* decoded bytes [from,to) */
} src_part;

/* One of several files that are read as one. */
typedef struct src_file {
    char *file, *show; /* path to open, path to show */
    uint64_t at;       /* decoded offset of its first byte */
} src_file;

/* What a source left out before the data. */
typedef struct src_head {
    uint64_t http; /* bytes of headers of HTTP */
    uint64_t nuls;
    uint64_t torn; /* by src_leave_torn */
    bool is_log;   /* each line had a prefix, which is left out */
} src_head;

/* Finds the best place to start for data at this decoded offset; false: only
 * the beginning of the file is possible. m->back may point into memory of ctx,
 * valid until the next call. */
typedef bool src_enter_fn(void *ctx, uint64_t offset, src_mark *m);

typedef struct src_opts {
    const char *path; /* for messages and for corr_src_path */
    const char *file; /* its path in the file system; NULL: no file */
    corr_limits limits;
    bool is_inside;  /* bytes of another source: nothing stands before them */
    bool is_decoded; /* they are not decompressed again */
    int spool; /* fd + 1 of a file that receives a copy of all bytes read; 0:
                  no copy */
    void (*progress)(void *ctx, uint64_t raw_bytes);
    /* Called before the window is filled; true: the source ends here, cut. */
    bool (*enough)(void *ctx);
    void *ctx; /* of progress and enough */
    /* Files that continue this one, compressed or not.  Each ends like a source
     * of its own, and corr_src_next goes on to the next one. */
    src_file *more; /* at of each is set when the file is opened */
    size_t nmore;
    /* Called at places where decompression can start, at least mark_every
     * decoded bytes apart; or NULL. */
    void (*mark)(void *ctx, const src_mark *m);
    void *mark_ctx;
    uint64_t mark_every;
} src_opts;

/* fd is borrowed.  NULL: out of memory. */
corr_src *src_open_fd(int fd, const src_opts *opts, corr_err *err);
corr_src *src_open_memory(const void *p, size_t n, const src_opts *opts,
                          corr_err *err);
void src_close(corr_src *in);

/* Makes the source independent of its opener: it gets a descriptor of its own,
 * is called path from now on (borrowed), and no longer calls progress or mark
 * nor copies to the spool.  False: no descriptor was free. */
bool src_keep(corr_src *in, const char *path);

/* Copies no more bytes to the spool. */
void src_stop_spool(corr_src *in);

/* Frees the buffers; the source ends here. */
void src_release(corr_src *in);

/* Stops the calls of opts.mark. */
void src_mark_nothing(corr_src *in);

/* Restricts the source to these parts, which are sorted and do not overlap.
 * Each part ends like a source, and corr_src_next goes on to the next one.
 * Both pointers are borrowed until the source is closed.  Only for seekable
 * files. */
void src_only(corr_src *in, const src_part *part, size_t n, src_enter_fn *enter,
              void *ctx);

/* Bytes read from the file so far, before decompression. */
uint64_t src_raw(const corr_src *in);
/* Bytes behind the current position of a plain file or of its current part; 0:
 * not a plain file. */
uint64_t src_left(const corr_src *in);
/* How far into the file decompression got: where it broke off. */
uint64_t src_raw_offset(const corr_src *in);
/* Bytes behind the end of the compressed data, without zeros that fill a block,
 * and the name of the codec; known at the end. */
uint64_t src_stray_bytes(const corr_src *in, const char **of);
/* Whether the compressed data of a file broke off or was damaged, and where. */
bool src_broke_off(const corr_src *in, uint64_t *offset);
/* The name of the codec in use, or NULL. */
const char *src_codec(const corr_src *in);
/* Whether the offsets of a source are those of its file: it is neither
 * compressed nor recoded. */
bool src_is_plain(const corr_src *in);
/* Leaves out the first n bytes, which are no whole record. */
void src_leave_torn(corr_src *in, size_t n);
/* What was left out so far. */
src_head src_head_of(const corr_src *in);
/* The sticky failure, if any. */
corr_code src_failure(const corr_src *in, corr_err *err);

#endif
