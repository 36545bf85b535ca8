/*
 * source_private - what the files of src share: source.c is the window, source_entry.c
 * marks where a source can be entered, and shows parts of one, source_sparse.c
 * makes room of which only some is read.
 */
#ifndef CORR_SRC_PRIVATE_H
#define CORR_SRC_PRIVATE_H

#include <sys/types.h>

#include "source/codec.h"
#include "source/source.h"

/* Pages of the window that are there, while some may not be. */
typedef struct in_reserve {
    uint64_t *page; /* bits; 0: not read, nor what it has in the window */
    size_t room;
    size_t high;  /* pages of the window that may have memory */
    size_t from;  /* where in the window the bytes begin */
    off_t file;   /* where in the file the window does */
    off_t size;   /* of the file */
    off_t window; /* up to where it had been read before */
} in_reserve;

struct corr_src {
    src_opts opts;
    int fd;
    bool owns_fd;     /* src_close closes it */
    size_t next_file; /* of opts.more */
    bool in_memory;

    /* raw bytes of a compressed stream, or all of them before it is known
     * whether they are compressed */
    uint8_t *raw;
    size_t raw_at, raw_end;
    uint64_t raw_total; /* taken from the file */
    bool raw_eof;

    /* the decoded window: [at, end) of buf is what the caller may see */
    uint8_t *buf;
    bool borrowed; /* buf is the caller's memory */
    size_t room, at, end;
    uint64_t base; /* decoded offset of buf[0] */
    uint64_t line;
    bool eof, cut;
    bool was_cut;     /* a file before the one at hand was, ... */
    uint64_t cut_at;  /* ... and this is its last byte */
    size_t hidden;    /* bytes at end that belong to no part at hand */
    bool is_reserved; /* not all of it is read */
    in_reserve reserve;

    const codec *codec; /* NULL: the bytes stand as they are */
    void *codec_state;
    uint64_t unpacked;    /* bytes that came out of it */
    uint64_t stray;       /* bytes behind it that are none of it, ... */
    const char *stray_of; /* ... and what it is */
    size_t gave;          /* room that it is filling */
    uint64_t marked;      /* where the last mark was */

    bool in_parts; /* only part[0..npart) is shown */
    const src_part *part;
    size_t npart, next_part;
    uint64_t until; /* offset behind the part at hand; 0: not in parts */
    src_enter_fn *enter;
    void *enter_ctx;
    corr_err err;
};

/* Finds out how the file at hand is compressed, by its first bytes.  False: out
 * of memory. */
bool src_detect(corr_src *in);
/* Says where the compressed stream can be entered, if somebody asked and that
 * is here: behind so many decoded bytes.  ended: a member has. */
void src_offer_mark(corr_src *in, uint64_t out, bool ended);
/* Hides what is behind the part at hand. */
void src_hide(corr_src *in);
/* Goes on reading from the position, where some behind it may not be read. */
void src_leave_reserved(corr_src *in);

/* Steps over n bytes of a plain file without reading those that are not at hand
 * yet; false: it cannot, nothing was done. */
bool src_pass(corr_src *in, uint64_t n);

static inline void src_settle(corr_src *in)
{
    if (in->is_reserved)
        src_leave_reserved(in);
}

#endif
