/*
 * jfr_chunk - a chunk of a flight recording: its header, its place in time, its
 * events in turn, readable parts behind a break.
 *
 * A jfr_chunk borrows its bytes.
 */
#ifndef CORR_JFR_CHUNK_H
#define CORR_JFR_CHUNK_H

#include "jfr/jfr_types.h"

#define JFR_MAGIC "FLR" /* and a byte of 0 */

typedef struct jfr_header {
    unsigned major, minor;
    int64_t size, pools, metadata; /* bytes from the chunk's first */
    int64_t start_ns, duration_ns, start_ticks, hz;
    unsigned state, flags;
} jfr_header;

enum jfr_flag { JFR_COMPRESSED = 1, JFR_FINAL = 2, JFR_KNOWN = 3 };

/* False: no header of a chunk. */
bool jfr_header_read(jfr_header *h, const uint8_t *p, size_t n);

typedef struct jfr_chunk {
    jfr_header h;
    const uint8_t *p;
    size_t n;        /* bytes that are there; more than h.size, where these
                        were written after the header */
    uint64_t offset; /* in the file */
    uint32_t number; /* 1-based */
    bool is_async;   /* written by async-profiler or one of its forks */
} jfr_chunk;

/* ns since 1970 of a count of ticks; of a duration in ticks. */
int64_t jfr_time(const jfr_header *h, int64_t ticks);
int64_t jfr_span_ns(const jfr_header *h, int64_t ticks);
/* A number as a time or a duration, by its unit; CORR_NO_TIME: never. */
int64_t jfr_ns(const jfr_header *h, jfr_unit unit, int64_t n);

/* One event, where it stands. */
typedef struct jfr_event {
    size_t at; /* in the chunk */
    size_t size;
    int64_t id;    /* of its type */
    corr_cur body; /* behind the id */
} jfr_event;

/* Types of events that are none. */
enum { JFR_METADATA = 0, JFR_CHECKPOINT = 1 };

bool jfr_next_any(const jfr_chunk *k, jfr_event *e);

/* The result of a walk over the events of a chunk. */
typedef struct jfr_found {
    size_t end;             /* of its last whole event, before a break one of
                               the chunk's time */
    size_t metadata, pools; /* the last of each, 0: none */
    int64_t last;           /* ns from the chunk's start to its last event's */
} jfr_found;

/* All of its bytes are at hand. */
jfr_found jfr_walk(const jfr_chunk *k);
/* Whether its recorder finished it and all of it is there: as a walk found it,
 * or as its header says. */
bool jfr_is_whole(const jfr_chunk *k, const jfr_found *f);
bool jfr_looks_whole(const jfr_chunk *k);

/* The event at a place, if it is there and of this type. */
bool jfr_event_at(const jfr_chunk *k, int64_t at, int64_t id, jfr_event *e);
/* The description of types in a chunk that counts: where its header says, or
 * else the last one; false: there is none. */
bool jfr_find_types(const jfr_chunk *k, jfr_event *e);
/* The checkpoint at a place, if there is one that ends by `upto`; *delta: where
 * the one before it is, seen from there; 0 or more: it is the first. */
bool jfr_checkpoint_at(const jfr_chunk *k, int64_t at, int64_t upto,
                       jfr_event *e, int64_t *delta);
/* Whether async-profiler or a fork of it wrote a chunk of these types. */
bool jfr_is_async(const jfr_header *h, const jfr_types *types);
/* Whether an event is what its type says, from the first byte to the last: one
 * in which bytes are missing is not. */
bool jfr_fills_its_size(const jfr_types *t, const jfr_event *e, uint32_t type);

/* Behind a break: checkpoints that are led to, each with the events that follow
 * it as far as they are sure, in order. */
typedef struct jfr_part {
    size_t at, end;
} jfr_part;
typedef struct jfr_behind {
    jfr_part *v;
    uint32_t n;
    bool has_events;
    size_t room;
} jfr_behind;

/* The parts from a place on of a chunk, all bytes of which are at hand.  Zeroed
 * at first, may be used again.  False: no memory. */
bool jfr_behind_find(jfr_behind *b, const jfr_chunk *k, size_t from);
size_t jfr_behind_bytes(const jfr_behind *b);
/* By when all that is not among them had been recorded; CORR_NO_TIME: they do
 * not say. */
int64_t jfr_behind_time(const jfr_behind *b, const jfr_chunk *k);
void jfr_behind_clear(jfr_behind *b);

/* The event at e->at + e->size; begin with { .size = JFR_HEADER }.  False: the
 * end, or nothing that can be an event: e->at is where. */
static inline bool jfr_next(const jfr_chunk *k, jfr_event *e)
{
    const size_t at = e->at + e->size;

    /* short events, with ids of one or two bytes, are nearly all */
    if (k->n >= 8 && at <= k->n - 8) {
        const uint64_t x = jfr_load8(k->p + at);
        const size_t size = x & 0xff;
        const unsigned head = x & 0x8000 ? 3 : 2;
        const uint64_t high = x & 0x8000 ? x >> 9 & 0x3f80 : 0;
        if (size < 0x80 && (x & 0x808000) != 0x808000 && size >= head &&
            size <= k->n - at) {
            e->at = at;
            e->size = size;
            e->id = (int64_t)(high | (x >> 8 & 0x7f));
            e->body = (corr_cur){ k->p + at + head, k->p + at + size, false };
            return true;
        }
    }
    jfr_event any = *e; /* so that e may be in registers */
    const bool is_there = jfr_next_any(k, &any);
    *e = any;
    return is_there;
}

#endif
