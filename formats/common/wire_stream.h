/*
 * wire_stream - protobuf that is read from a source, message by message.
 *
 * The walk goes down the nested lengths without having the messages whole: a
 * message is known by the offset at which it ends, and only what is taken is
 * brought to hand.
 *
 *     while (wire_stream_next(s, end, "a batch", &f))
 *         if (f.number == GROUP && f.type == WIRE_BYTES)
 *             read_group(s, wire_stream_at(s) + f.value);
 *         else
 *             wire_stream_skip(s, &f);
 *
 * What cannot be a field is told, as far as its message goes, and the walk goes
 * on behind that.  Where the source ends inside a message, `ended` is set for
 * good, every walk is over, and wire_stream_end tells what was lost.
 *
 * Slices are borrowed until the next call.
 */
#ifndef CORR_WIRE_STREAM_H
#define CORR_WIRE_STREAM_H

#include "common/wire.h"

/* Where no message ends. */
#define WIRE_NO_END UINT64_MAX

/* Bytes of a message that are looked through for a field further on. */
enum { WIRE_AHEAD = 16 << 20 };

typedef struct wire_stream {
    corr_src *in;
    corr_build *b;
    /* the bytes at hand: cur is inside of what begins at base */
    const uint8_t *base;
    corr_cur cur;
    uint64_t offset; /* of base */
    uint64_t good;   /* offset after what was last read whole */
    bool ended;      /* the source ended inside a message, or failed */
} wire_stream;

void wire_stream_init(wire_stream *s, corr_src *in, corr_build *b);

static inline uint64_t wire_stream_at(const wire_stream *s)
{
    return s->offset + (uint64_t)(s->cur.p - s->base);
}

/* Brings n bytes from here on to hand; false: there are fewer. */
bool wire_stream_fill(wire_stream *s, size_t n);

/* The head of the next field in a message that ends at end.  Of bytes, all
 * are inside the message, but need not be at hand.  False at the end.
 * message: what it is called. */
bool wire_stream_next(wire_stream *s, uint64_t end, const char *message,
                      wire_field *f);
void wire_stream_skip(wire_stream *s, const wire_field *f);

/* All bytes of a field; false: they are not there, or too many. */
bool wire_stream_take(wire_stream *s, const wire_field *f, corr_cur *bytes);

/* Finds the field of this number in the message that ends at end, without
 * going on; if it comes first, or the message is longer than WIRE_AHEAD, that is
 * left to the walk. */
bool wire_stream_ahead(wire_stream *s, uint64_t end, uint32_t number,
                       corr_cur *bytes);

/* What was read up to here is whole. */
static inline void wire_stream_good(wire_stream *s)
{
    if (!s->ended)
        s->good = wire_stream_at(s);
}

/* The length of a record, four bytes, before each message of the Collector's
 * file exporter; false: there is none, which is the end if nothing is left. */
bool wire_stream_record(wire_stream *s, uint64_t *length);

/* Goes on with the next part of a source that consists of parts. */
bool wire_stream_part(wire_stream *s);

/* Tells what was lost where the source ended inside a message. */
void wire_stream_end(wire_stream *s, const char *message);

/* A copy of bytes, until the arena is reset. */
corr_cur wire_stream_keep(wire_stream *s, corr_arena *a, corr_cur bytes);

#endif
