/*
 * index - the side index of a large input: where the records of an id lie.
 *
 * The second question about an export shall not read it again.  The first one
 * takes a census: it parses everything and notes which traces and which spans
 * are in which block, a run of whole records of about 256 KiB, and where the
 * compressed stream can be entered.  An index is used to choose blocks, which
 * are then read and searched as if they were the file; so it can cost time,
 * but what belongs to the answer is decided where it always was.
 *
 * It lives in a directory of its own (index_dir.h), is bound to its file by
 * index_key, and is used only as a whole: each section has a hash.  A file that
 * there was any warning about gets an index that says so and serves nothing;
 * then what is elsewhere in a file never changes what an answer says.
 *
 * The bytes, little end first: a head of INDEX_HEAD bytes and, as long as it
 * says, path, blocks, traces, spans, points, and windows.
 *
 *     blocks   28 each: offset of the first record; first start and last end of
 *              its spans; number of spans
 *     traces   sorted: hi, lo; varints: number of blocks, then each as the
 *              difference to the one before it
 *     spans    3 each, in the order of blocks: the upper bits of the id
 *     points   42 each: where to enter (src_mark), where the window is that is
 *              looked back at, deflated, and its hash
 *
 * A maker and an index are used by one thread each.
 */
#ifndef CORR_INDEX_H
#define CORR_INDEX_H

#include "base/vec.h"
#include "corr_build.h"
#include "source/source.h"

#define INDEX_HEAD    256
#define INDEX_VERSION 2

/* Decoded bytes between places to enter, and least bytes of a block. */
#define INDEX_STRIDE ((uint64_t)4 << 20)
#define INDEX_BLOCK  ((uint64_t)256 << 10)

/* Upper bits of a span id that are kept. */
#define INDEX_SPAN_BITS 24

/* What tells whether a file is still the one that was read. */
typedef struct index_key {
    uint64_t dev, ino, size;
    int64_t mtime, ctime; /* ns */
    uint64_t ends;        /* hash of the first and last 64 KiB */
} index_key;

/* Why an index serves nothing. */
typedef enum index_state {
    INDEX_SERVES,
    INDEX_WARNED, /* there is something to say about the file */
    INDEX_LARGE,  /* it would have become too large */
    INDEX_WHOLE,  /* the file is one record, or hardly more */
    INDEX_STATES
} index_state;

typedef struct index_block {
    uint64_t at;      /* decoded offset of its first record */
    int64_t from, to; /* of its spans; any time: INT64_MIN, INT64_MAX */
    uint32_t nspan;
} index_block;

typedef struct index_point {
    src_mark mark;   /* without back */
    uint64_t window; /* offset among the windows */
    uint32_t packed; /* bytes there */
    uint64_t hash;   /* of those */
} index_point;

typedef struct index_facts {
    index_key key;
    index_state state;
    char program[16], format[24]; /* what read the file */
    int64_t built;                /* Unix ns */
    uint64_t decoded, spans;
    uint32_t blocks, traces, points;
    uint32_t shape; /* as corr_seen_shape has it */
} index_facts;

/* ---- making (index_make.c) ------------------------------------------------ */

typedef struct index_maker index_maker;

/* NULL: out of memory.  block, stride 0: the usual ones. */
index_maker *index_maker_new(uint64_t block, uint64_t stride);
void index_maker_free(index_maker *m);
uint64_t index_maker_stride(const index_maker *m);

/* As corr_seen_record and its kin have it. */
void index_see_shape(index_maker *m, unsigned shape);
void index_see_record(index_maker *m, uint64_t offset);
void index_see_span(index_maker *m, corr_trace_id trace, uint64_t id,
                    int64_t start, int64_t end);
/* A src_opts.mark; ctx is the maker. */
void index_see_mark(void *ctx, const src_mark *mark);

/* The bytes of the index of what was seen, up to this decoded offset.  known:
 * key, state, program, format, built.  Borrowed from the maker; empty: out of
 * memory. */
corr_str index_bytes(index_maker *m, const index_facts *known, uint64_t decoded,
                     const char *path);

/* ---- reading (index_read.c) ----------------------------------------------- */

/* A source of bytes of an index file: fills to from this offset, or fails. */
typedef bool index_fetch(void *ctx, uint64_t offset, void *to, size_t n);

typedef struct side_index {
    index_facts facts;
    char *path; /* of the file, as an absolute name; owned */
    /* private */
    index_fetch *fetch;
    void *ctx;
    uint64_t bytes; /* of the index */
    uint64_t at[6], size[6], hash[6];
    vec(index_block) block;
    vec(index_point) point;
    vec(src_part) part;
    uint8_t *window, *packed;
} side_index;

/* Reads the head, and the path.  False: it is no index of this version.  x is
 * cleared by the caller in any case. */
bool index_open(side_index *x, index_fetch *fetch, void *ctx, uint64_t bytes);
void index_clear(side_index *x);
/* Chooses what to read for what is wanted: x->part, in order.  False: all of
 * the file, because nothing is chosen by what is wanted, or the index is
 * damaged or serves nothing. */
bool index_choose(side_index *x, const corr_want *want);
/* A src_enter_fn; ctx is the index, after index_choose. */
bool index_enter(void *ctx, uint64_t offset, src_mark *m);

#endif
