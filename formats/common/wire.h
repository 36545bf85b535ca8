/*
 * wire - reads protobuf from a bounded cursor, field by field.
 *
 *     wire_field f;
 *     while (wire_next(&c, &f))
 *         switch (f.number) ...
 *     if (c.bad) ...
 *
 * Nothing is copied: the bytes of a field are a slice of the message.  Fields,
 * unknown ones too, keep the order of the file.  An invalid field (number 0, a
 * group, a length past the end) sets bad and ends the walk.
 */
#ifndef CORR_WIRE_H
#define CORR_WIRE_H

#include "corr_format.h"

enum wire_type {
    WIRE_VARINT = 0,
    WIRE_FIXED64 = 1,
    WIRE_BYTES = 2, /* text, messages and packed lists */
    WIRE_FIXED32 = 5
};

/* Lengths of the longest varint and the longest head of a field. */
#define WIRE_VARINT_MAX ((size_t)CORR_VARINT_MAX)
#define WIRE_HEAD_MAX   (2 * WIRE_VARINT_MAX)

#define WIRE_NUMBER_MAX ((UINT32_C(1) << 29) - 1)

typedef struct wire_field {
    uint32_t number; /* 1 to WIRE_NUMBER_MAX */
    uint32_t type;   /* enum wire_type */
    uint64_t value;  /* a number, or the length of bytes */
    corr_cur bytes;  /* WIRE_BYTES only */
} wire_field;

/* Eight big-endian bytes, as in ids. */
static inline uint64_t wire_big_endian(const uint8_t *p)
{
    uint64_t x = 0;

    for (unsigned i = 0; i < 8; i++)
        x = x << 8 | p[i];
    return x;
}

/* Reads number, type and value or length of the next field, but not its bytes,
 * for readers that may not have them yet. */
static inline bool wire_head(corr_cur *c, wire_field *f)
{
    if (c->p == c->end)
        return false;
    uint64_t key = corr_cur_varint(c);

    f->bytes = (corr_cur){ c->end, c->end, false };
    f->type = (uint32_t)(key & 7);
    if (key >> 3 == 0 || key >> 3 > WIRE_NUMBER_MAX)
        corr_cur_stop(c);
    f->number = (uint32_t)(key >> 3);
    if (f->type == WIRE_VARINT || f->type == WIRE_BYTES)
        f->value = corr_cur_varint(c);
    else if (f->type == WIRE_FIXED64)
        f->value = corr_cur_le(c, 8);
    else if (f->type == WIRE_FIXED32)
        f->value = corr_cur_le(c, 4);
    else
        corr_cur_stop(c);
    return !c->bad;
}

/* Writes the head of a field, which ends with its number or with the length of
 * its bytes; returns the length of the head. */
static inline size_t wire_put_head(uint8_t to[WIRE_HEAD_MAX], uint32_t number,
                                   enum wire_type type, uint64_t value)
{
    const size_t n = corr_put_varint(to, number << 3 | (uint32_t)type);

    return n + corr_put_varint(to + n, value);
}

/* Reads the next field.  False: the message has ended or is malformed. */
static inline bool wire_next(corr_cur *c, wire_field *f)
{
    if (!wire_head(c, f))
        return false;
    if (f->type == WIRE_BYTES)
        f->bytes = corr_cur_slice(c, f->value);
    return !c->bad;
}

/* Reads the next field, or the available part of it: *part. */
static inline bool wire_next_part(corr_cur *c, wire_field *f, bool *part)
{
    *part = false;
    if (!wire_head(c, f))
        return false;
    if (f->type == WIRE_BYTES) {
        *part = f->value > corr_cur_left(c);
        f->bytes = corr_cur_slice(c, *part ? corr_cur_left(c) : f->value);
    }
    return true;
}

/* The types of fields that wire_take takes. */
enum {
    WIRE_TAKE_VARINT = WIRE_VARINT + 1,
    WIRE_TAKE_FIXED64 = WIRE_FIXED64 + 1,
    WIRE_TAKE_BYTES = WIRE_BYTES + 1,
    WIRE_TAKE_FIXED32 = WIRE_FIXED32 + 1
};

/* Takes the fields of a message that occur once.  to[i] is the last field of
 * number i and type[i]; its number is 0 at the end.  False: the message is
 * malformed. */
static inline bool wire_take(corr_cur c, const uint8_t *type, size_t n,
                             wire_field *to)
{
    wire_field f;

    memset(to, 0, n * sizeof *to);
    while (wire_next(&c, &f))
        if (f.number < n && type[f.number] == f.type + 1)
            to[f.number] = f;
    return !c.bad;
}

static inline corr_str wire_text(const wire_field *f)
{
    corr_str s = { (const char *)f->bytes.p, corr_cur_left(&f->bytes) };
    return s;
}

/* The number of varints in a packed list: each ends in a byte below 0x80. */
static inline size_t wire_count(const uint8_t *p, size_t n)
{
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        count += p[i] < 0x80;
    return count;
}

#endif
