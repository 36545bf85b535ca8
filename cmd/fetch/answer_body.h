/*
 * answer_body - the bytes of an answer as they come: decoded, counted, and held
 * or written.
 *
 * A short body is held in memory, a longer one is written to a file; memory is
 * bounded.  What was coded for the way (Content-Encoding) is decoded, and a
 * coded stream must reach its own end: a length that fits says nothing of it.
 */
#ifndef CORR_FETCH_ANSWER_BODY_H
#define CORR_FETCH_ANSWER_BODY_H

#include "corr_bytes.h"
#include "corr_decode.h"

typedef struct answer_limits {
    uint64_t item_bytes, total_bytes; /* decoded */
    int64_t item_ns;                  /* from the first byte to the last */
} answer_limits;

/* Why no more of a body is taken. */
typedef enum body_stop {
    BODY_GOES_ON,
    BODY_ITEM_FULL,
    BODY_TOTAL_FULL,
    BODY_BOMB,    /* far more than came over the network */
    BODY_DISK,    /* sys is the errno */
    BODY_UNKNOWN, /* a coding that nobody asked for */
    BODY_DAMAGED, /* the coded stream is damaged, or no such stream */
    BODY_STRAY,   /* bytes follow the coded stream */
    BODY_WINDOW   /* the coded stream wants too much memory */
} body_stop;

enum {
    BODY_HELD = 256 << 10, /* a body of at most so many bytes is held */
    BODY_LAYERS = 4        /* codings one upon the other */
};

struct answer_body;

/* A coding, and who gets what it decodes: the next layer, or the body. */
typedef struct body_layer {
    struct answer_body *of;
    corr_decoder *decoder;
} body_layer;

typedef struct answer_body {
    const answer_limits *limits;
    uint64_t *total; /* decoded bytes of all bodies */
    /* Makes the file of a body that is too long to be held, with errno. */
    bool (*open)(void *ctx, int *fd);
    void *ctx; /* of open */
    int fd;    /* of the file; -1: all is held.  The user closes it */
    corr_vec(char) held;
    uint64_t came; /* bytes before they were decoded */
    uint64_t bytes;
    corr_sha256 hash; /* of a body that is not held */
    body_stop stop;
    int sys;
    char coding[80]; /* as the server says: "gzip"; "": none */
    unsigned layers;
    body_layer layer[BODY_LAYERS];
} answer_body;

/* The codings to ask for, as the value of Accept-Encoding. */
const char *body_codings(void);

/* Begins an empty body; limits, total, open and ctx stay. */
void body_start(answer_body *b);
/* Adds the value of a header Content-Encoding. */
void body_add_coding(answer_body *b, corr_str value);
/* Takes bytes.  False: b->stop says why not. */
bool body_add(answer_body *b, const char *p, size_t n);
/* Ends the body.  False: it may not end here, as a coded stream is cut. */
bool body_end(answer_body *b);
/* Writes what is held to a file.  False: b->sys says why not. */
bool body_save(answer_body *b);
/* Ends the digest. */
void body_digest(answer_body *b, char sha[CORR_SHA256_TEXT]);
/* Why b->stop, or that a coded stream is cut: a sentence. */
void body_explain(const answer_body *b, char *to, size_t size);
void body_free(answer_body *b);

#endif
