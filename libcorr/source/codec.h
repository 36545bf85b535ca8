/*
 * codec - compressed streams, undone piece by piece.
 *
 * A stream is one member or several, one after the other.  A codec that was
 * not linked is known all the same, so that its streams can be named: it has
 * no open.
 *
 * The state belongs to who opened it, and is used by one thread.
 */
#ifndef CORR_CODEC_H
#define CORR_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that say which codec a stream needs. */
#define CODEC_HEAD 8

/* Memory that a stream may ask for to look back into, as a power of two. */
#define CODEC_WINDOW_LOG 27
#define CODEC_WINDOW_MIB ((1u << CODEC_WINDOW_LOG) >> 20)

typedef enum codec_step {
    CODEC_GOES_ON,   /* wants more bytes, or more room */
    CODEC_MEMBER,    /* a member has ended */
    CODEC_DAMAGED,   /* what is left cannot be undone */
    CODEC_TOO_LARGE, /* looks back further than it may */
    CODEC_NO_MEMORY
} codec_step;

/* What is left of the bytes to undo, and of the room for the result. */
typedef struct codec_io {
    const uint8_t *in;
    size_t nin;
    uint8_t *out;
    size_t nout;
} codec_io;

/* How far back a stream that can be entered inside a member looks at most. */
#define CODEC_BACK 32768

/* A place inside a member where it can be entered. */
typedef struct codec_entry {
    unsigned bits;  /* of the byte before it that belong to what follows */
    uint8_t before; /* that byte */
    size_t nback;   /* decoded bytes that are looked back at ... */
    const uint8_t *back;
} codec_entry;

typedef struct codec {
    const char *name; /* "gzip" */
    const char *hint; /* how to do without this program */
    bool (*begins)(const uint8_t *head, size_t n);
    /* Whether another member may begin with this byte, after the end of one. */
    bool (*goes_on)(uint8_t byte);
    void *(*open)(void); /* NULL: out of memory */
    /* Advances io.  Without input it gives what it still holds back. */
    codec_step (*step)(void *state, codec_io *io);
    void (*close)(void *state);
    /* The rest is NULL where a member can be entered at its beginning only.
     * After stops, step also returns where the stream can be entered. */
    void (*stops)(void *state);
    /* Whether that is here.  back has room for CODEC_BACK bytes; before is
     * left to the caller. */
    bool (*entry)(void *state, codec_entry *e, uint8_t *back);
    /* Goes on from there; the state was just opened.  False: out of memory,
     * or nothing that entry could have said. */
    bool (*enter)(void *state, const codec_entry *e);
} codec;

/* The codec of a stream that begins like this, or NULL. */
const codec *codec_of(const uint8_t *head, size_t n);

/* One frame after another, as zstd writes them to files. */
extern const codec codec_gzip, codec_zstd, codec_lz4;
/* Each message its own zstd frame, and before it the frame's length in four
 * bytes, the highest first: what collectors write. */
extern const codec codec_zstd_records;

#endif
