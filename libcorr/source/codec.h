/*
 * codec - decompresses streams piece by piece.
 *
 * A stream is one or more members, one after the other.  A codec that was not
 * linked still recognises its streams, so that messages can name them; its open
 * is NULL.
 *
 * The opener owns the state; one thread uses it.
 */
#ifndef CORR_CODEC_H
#define CORR_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Leading bytes of a stream that determine its codec. */
#define CODEC_HEAD 8

/* The largest window that a stream may ask for, as a power of two. */
#define CODEC_WINDOW_LOG 27
#define CODEC_WINDOW_MIB ((1u << CODEC_WINDOW_LOG) >> 20)

typedef enum codec_step {
    CODEC_GOES_ON,   /* needs more input or more room */
    CODEC_MEMBER,    /* a member has ended */
    CODEC_DAMAGED,   /* the rest cannot be decompressed */
    CODEC_TOO_LARGE, /* needs a larger window than is allowed */
    CODEC_NO_MEMORY
} codec_step;

/* The remaining input, and the remaining room for the output. */
typedef struct codec_io {
    const uint8_t *in;
    size_t nin;
    uint8_t *out;
    size_t nout;
} codec_io;

/* Moves behind what was read and written. */
static inline void codec_advance(codec_io *io, size_t nin, size_t nout)
{
    io->in += nin;
    io->nin -= nin;
    io->out += nout;
    io->nout -= nout;
}

/* Sizes for libraries that count in 32 bits. */
static inline uint32_t codec_at_most(size_t n)
{
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

/* The largest history that a stream needs to be entered inside a member. */
#define CODEC_BACK 32768

/* A place inside a member where decompression can start. */
typedef struct codec_entry {
    unsigned bits;  /* of the byte before it that belong to the data behind
                       it */
    uint8_t before; /* that byte */
    size_t nback;   /* decoded bytes before it that the data refers to ... */
    const uint8_t *back;
} codec_entry;

typedef struct codec {
    const char *name; /* "gzip" */
    const char *hint; /* how to work without this codec */
    bool (*begins)(const uint8_t *head, size_t n);
    /* Whether another member may begin with this byte, after the end of one. */
    bool (*goes_on)(uint8_t byte);
    void *(*open)(void); /* NULL: out of memory */
    /* Advances io.  Without input it returns the output that it still holds. */
    codec_step (*step)(void *state, codec_io *io);
    void (*close)(void *state);
    /* The rest is NULL if decompression can start only at the beginning of a
     * member.  After stops, step also returns at places where it can start. */
    void (*stops)(void *state);
    /* Whether such a place is here. back has room for CODEC_BACK bytes; the
     * caller sets before. */
    bool (*entry)(void *state, codec_entry *e, uint8_t *back);
    /* Starts at such a place, with a state just opened.  False: out of memory,
     * or e is no valid result of entry. */
    bool (*enter)(void *state, const codec_entry *e);
} codec;

/* Returns the codec of a stream with this head, or NULL. */
const codec *codec_of(const uint8_t *head, size_t n);

/* Frames one after another, as zstd writes them to files. */
extern const codec codec_gzip, codec_zstd, codec_lz4;
/* The format of collectors: each message is a zstd frame of its own, after the
 * length of the frame in four bytes, big-endian. */
extern const codec codec_zstd_records;

#endif
