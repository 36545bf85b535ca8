/*
 * index - the side index of a large input: where the records of an id are.
 *
 * The second question about an export must not read all of it again.  The first
 * question takes a census: it parses everything and notes which traces and
 * spans are in which block (a run of whole records of about 256 KiB), and where
 * the compressed stream can be entered.  An index chooses blocks; these are
 * then read and searched as if they were the whole file.  So a wrong choice
 * costs time, but the reader still decides what belongs to the answer.
 *
 * An index lives in a directory of its own (index_dir.h) and is bound to its
 * file by index_key.  It is used only as a whole: each section has a hash.  A
 * file with any warning gets an index that serves nothing; so unread parts of a
 * file never change the warnings of an answer.
 *
 * The bytes, little end first: a head of INDEX_HEAD bytes, then the sections
 * path, blocks, traces, spans, points and windows, with their sizes in the
 * head.
 *
 *     blocks   28 each: offset of the first record; first start and last end of
 *              its spans; number of spans
 *     traces   sorted: hi, lo; varints: number of blocks, then each as the
 *              difference to the one before it
 *     spans    3 each, in the order of blocks: the upper bits of the id
 *     points   42 each: where to enter (src_mark), offset of its window (the
 *              bytes that the decoder looks back at), deflated size, hash
 *
 * One thread uses a maker or an index at a time.
 */
#ifndef CORR_INDEX_H
#define CORR_INDEX_H

#include "base/vec.h"
#include "corr_build.h"
#include "source/source.h"

#define INDEX_HEAD    256
#define INDEX_VERSION 2

/* Decoded bytes between entry points, and least bytes of a block. */
#define INDEX_STRIDE ((uint64_t)4 << 20)
#define INDEX_BLOCK  ((uint64_t)256 << 10)

/* Upper bits of a span id that the index keeps. */
#define INDEX_SPAN_BITS 24

/* Identifies the state of a file: equal keys mean an unchanged file. */
typedef struct index_key {
    uint64_t dev, ino, size;
    int64_t mtime, ctime; /* ns */
    uint64_t ends;        /* hash of the first and last 64 KiB */
} index_key;

/* Why an index serves nothing. */
typedef enum index_state {
    INDEX_SERVES,
    INDEX_WARNED, /* reading the file gave a warning */
    INDEX_LARGE,  /* the index would be too large */
    INDEX_WHOLE,  /* the file is one block, or less */
    INDEX_STATES
} index_state;

typedef struct index_block {
    uint64_t at;      /* decoded offset of its first record */
    int64_t from, to; /* of its spans; unbounded: INT64_MIN, INT64_MAX */
    uint32_t nspan;
} index_block;

typedef struct index_point {
    src_mark mark;   /* without back */
    uint64_t window; /* offset in the section of windows */
    uint32_t packed; /* deflated bytes of the window */
    uint64_t hash;   /* of the deflated bytes */
} index_point;

typedef struct index_facts {
    index_key key;
    index_state state;
    char program[16], format[24]; /* the program version and the format that
                                     read the file */
    int64_t built;                /* Unix ns */
    uint64_t decoded, spans;
    uint32_t blocks, traces, points;
    uint32_t shape; /* see corr_seen_shape */
} index_facts;

/* ---- making (index_make.c) ----------------------------------------------- */

typedef struct index_maker index_maker;

/* NULL: out of memory.  block, stride 0: the defaults. */
index_maker *index_maker_new(uint64_t block, uint64_t stride);
void index_maker_free(index_maker *m);
uint64_t index_maker_stride(const index_maker *m);

/* The maker's side of corr_seen_record and corr_seen_span. */
void index_see_record(index_maker *m, uint64_t offset);
void index_see_span(index_maker *m, corr_trace_id trace, uint64_t id,
                    int64_t start, int64_t end);
/* A src_opts.mark; ctx is the maker. */
void index_see_mark(void *ctx, const src_mark *mark);

/* The bytes of the index, for a file of this decoded size.  known gives key,
 * state, program, format and built.  The maker owns the bytes.  Empty: out of
 * memory. */
corr_str index_bytes(index_maker *m, const index_facts *known, uint64_t decoded,
                     const char *path);

/* ---- reading (index_read.c) ---------------------------------------------- */

/* Reads n bytes of an index file at this offset; false: it cannot. */
typedef bool index_fetch(void *ctx, uint64_t offset, void *to, size_t n);

typedef struct side_index {
    index_facts facts;
    char *path; /* absolute name of the file; owned */
    /* private */
    index_fetch *fetch;
    void *ctx;
    uint64_t bytes; /* size of the index */
    uint64_t at[6], size[6], hash[6];
    vec(index_block) block;
    vec(index_point) point;
    vec(src_part) part;
    uint8_t *window, *packed;
} side_index;

/* Reads the head and the path.  False: no index of this version.  The caller
 * clears x in any case. */
bool index_open(side_index *x, index_fetch *fetch, void *ctx, uint64_t bytes);
void index_clear(side_index *x);
/* Fills x->part with the parts to read, in order.  False: read the whole file,
 * because want selects nothing, or the index is damaged or serves nothing. */
bool index_choose(side_index *x, const corr_want *want);
/* A src_enter_fn.  ctx is the index, after index_choose. */
bool index_enter(void *ctx, uint64_t offset, src_mark *m);

#endif
