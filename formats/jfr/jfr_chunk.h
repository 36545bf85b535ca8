/*
 * jfr_chunk - a chunk of a flight recording: its header, its place in time, its
 * events in turn, readable parts behind a break.
 *
 * A jfr_chunk borrows its bytes.
 */
#ifndef CORR_JFR_CHUNK_H
#define CORR_JFR_CHUNK_H

#include "jfr/jfr_types.h"

#define JFR_MAGIC "FLR" /* followed by a byte of 0 */

typedef struct jfr_header {
    unsigned major, minor;
    int64_t size, pools, metadata; /* counted from the chunk's first byte */
    int64_t start_ns, duration_ns, start_ticks, hz;
    unsigned state, flags;
} jfr_header;

enum jfr_flag { JFR_COMPRESSED = 1, JFR_FINAL = 2, JFR_KNOWN = 3 };

/* False: no header of a chunk. */
bool jfr_header_read(jfr_header *h, const uint8_t *p, size_t n);

typedef struct jfr_chunk {
    jfr_header h;
    const uint8_t *p;
    size_t n; /* available bytes; more than h.size if some were written after
                 the header */
    uint64_t offset; /* in the file */
    uint32_t number; /* 1-based */
    bool is_async;   /* written by async-profiler or one of its forks */
} jfr_chunk;

/* A number of ticks as ns since 1970; a duration in ticks as ns. */
int64_t jfr_time(const jfr_header *h, int64_t ticks);
int64_t jfr_span_ns(const jfr_header *h, int64_t ticks);
/* Whether two times are at most a second apart. */
bool jfr_is_near(int64_t a, int64_t b);
/* A number as a time or a duration in ns, by its unit. CORR_NO_TIME: never. */
int64_t jfr_ns(const jfr_header *h, jfr_unit unit, int64_t n);

/* One event and its place. */
typedef struct jfr_event {
    size_t at; /* place in the chunk */
    size_t size;
    int64_t id;    /* of its type */
    corr_cur body; /* behind the id */
} jfr_event;

/* Type ids of records that are not events. */
enum { JFR_METADATA = 0, JFR_CHECKPOINT = 1 };

/* The event at e->at + e->size; begin with { .size = JFR_HEADER }. False: the
 * chunk ends, or e->at has bytes that are not an event. */
bool jfr_next(const jfr_chunk *k, jfr_event *e);

/* The result of a walk over the events of a chunk. */
typedef struct jfr_found {
    size_t end; /* of the last whole event; before a break: of the last event
                   whose time is inside the chunk */
    size_t metadata, pools; /* the last of each, 0: missing */
    int64_t last; /* ns from the start of the chunk to its last event */
} jfr_found;

/* Walks the events of a chunk whose bytes are all available. */
jfr_found jfr_walk(const jfr_chunk *k);
/* Whether its recorder finished the chunk and all of it is here: by the walk f,
 * or by the header. */
bool jfr_is_whole(const jfr_chunk *k, const jfr_found *f);
bool jfr_looks_whole(const jfr_chunk *k);

/* The event at a place. False: the chunk has no event of this type there. */
bool jfr_event_at(const jfr_chunk *k, int64_t at, int64_t id, jfr_event *e);
/* The description of types that is in force: at the place that the header
 * names, else the last one. False: the chunk has no description. */
bool jfr_find_types(const jfr_chunk *k, jfr_event *e);
/* The checkpoint at a place. False: the place has no checkpoint that ends by
 * `upto`. *delta: place of the previous checkpoint, relative to this one; 0 or
 * more: this one is the first. */
bool jfr_checkpoint_at(const jfr_chunk *k, int64_t at, int64_t upto,
                       jfr_event *e, int64_t *delta);
/* Whether async-profiler or a fork of it wrote a chunk of these types. */
bool jfr_is_async(const jfr_header *h, const jfr_types *types);
/* Whether an event matches its type from the first byte to the last; an event
 * that lacks bytes does not. */
bool jfr_fills_its_size(const jfr_types *t, const jfr_event *e, uint32_t type);

/* Behind a break: the checkpoints that the chain reaches, each with the events
 * behind it that are certain, in order. */
typedef struct jfr_part {
    size_t at, end;
} jfr_part;
typedef struct jfr_behind {
    jfr_part *v;
    uint32_t n;
    bool has_events;
    size_t room;
} jfr_behind;

/* Finds the parts from a place on of a chunk whose bytes are all available. b
 * starts zeroed and may be reused. False: out of memory. */
bool jfr_behind_find(jfr_behind *b, const jfr_chunk *k, size_t from);
size_t jfr_behind_bytes(const jfr_behind *b);
/* The time by which all events outside the parts had been recorded.
 * CORR_NO_TIME: unknown. */
int64_t jfr_behind_time(const jfr_behind *b, const jfr_chunk *k);
void jfr_behind_clear(jfr_behind *b);

#endif
