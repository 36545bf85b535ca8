/*
 * wire_stream - reads protobuf from a source, message by message.
 *
 * The walk follows nested lengths without having whole messages in memory: a
 * message is known by its end offset, and only taken fields are read into
 * memory.
 *
 *     while (wire_stream_next(s, end, "a batch", &f))
 *         if (f.number == GROUP && f.type == WIRE_BYTES)
 *             read_group(s, wire_stream_at(s) + f.value);
 *         else
 *             wire_stream_skip(s, &f);
 *
 * An invalid field is reported together with the rest of its message, and the
 * walk goes on behind that message.  If the source ends inside a message,
 * `ended` stays set, every walk ends, and wire_stream_end reports the loss.
 * Slices are borrowed until the next call.
 */
#ifndef CORR_WIRE_STREAM_H
#define CORR_WIRE_STREAM_H

#include "common/wire.h"

/* An offset that no message reaches. */
#define WIRE_NO_END UINT64_MAX

/* The largest message that is searched for a later field. */
enum { WIRE_AHEAD = 16 << 20 };

typedef struct wire_stream {
    corr_src *in;
    corr_build *b;
    /* the current bytes: cur reads them, and they begin at base */
    const uint8_t *base;
    corr_cur cur;
    uint64_t offset; /* offset of base */
    uint64_t good;   /* offset after what was last read whole */
    bool ended;      /* the source ended inside a message, or failed */
} wire_stream;

void wire_stream_init(wire_stream *s, corr_src *in, corr_build *b);

static inline uint64_t wire_stream_at(const wire_stream *s)
{
    return s->offset + (uint64_t)(s->cur.p - s->base);
}

/* Reads n bytes from here into memory.  False: fewer are left. */
bool wire_stream_fill(wire_stream *s, size_t n);

/* The head of the next field in a message that ends at `end`.  The bytes of the
 * field are inside the message, but need not be in memory.  False: the message
 * has ended.  message: its name, for warnings. */
bool wire_stream_next(wire_stream *s, uint64_t end, const char *message,
                      wire_field *f);
void wire_stream_skip(wire_stream *s, const wire_field *f);

/* All bytes of a field.  False: they are missing, or too many. */
bool wire_stream_take(wire_stream *s, const wire_field *f, corr_cur *bytes);

/* Finds the field with this number in the message that ends at `end`, without
 * moving.  False: it comes first or the message exceeds WIRE_AHEAD, so the walk
 * finds it. */
bool wire_stream_ahead(wire_stream *s, uint64_t end, uint32_t number,
                       corr_cur *bytes);

/* Marks everything up to here as complete. */
static inline void wire_stream_good(wire_stream *s)
{
    if (!s->ended)
        s->good = wire_stream_at(s);
}

/* The four-byte length before each message of the Collector's file exporter.
 * False: there is no length; if no bytes are left, the input has ended. */
bool wire_stream_record(wire_stream *s, uint64_t *length);

/* Goes on with the next part of a source that consists of parts. */
bool wire_stream_part(wire_stream *s);

/* Reports the loss if the source ended inside a message. */
void wire_stream_end(wire_stream *s, const char *message);

/* A copy of bytes, valid until the arena is reset. */
corr_cur wire_stream_keep(wire_stream *s, corr_arena *a, corr_cur bytes);

#endif
