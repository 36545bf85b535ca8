/*
 * test_blob - messages in protobuf, made field by field.
 */
#ifndef CORR_TEST_BLOB_H
#define CORR_TEST_BLOB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/wire.h"

typedef struct blob {
    size_t n;
    uint8_t p[1 << 16];
} blob;

static inline void put_raw(blob *b, const void *p, size_t n)
{
    assert_true(n <= sizeof b->p - b->n);
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
}

static inline void put_varint(blob *b, uint64_t x)
{
    uint8_t bytes[WIRE_VARINT_MAX];

    put_raw(b, bytes, corr_put_varint(bytes, x));
}

static inline void put_number(blob *b, uint32_t field, uint64_t x)
{
    put_varint(b, field << 3 | WIRE_VARINT);
    put_varint(b, x);
}

static inline void put_fixed64(blob *b, uint32_t field, uint64_t x)
{
    put_varint(b, field << 3 | WIRE_FIXED64);
    for (unsigned i = 0; i < 64; i += 8) {
        const uint8_t byte = (uint8_t)(x >> i);

        put_raw(b, &byte, 1);
    }
}

static inline void put_fixed32(blob *b, uint32_t field, uint32_t x)
{
    put_varint(b, field << 3 | WIRE_FIXED32);
    for (unsigned i = 0; i < 32; i += 8) {
        const uint8_t byte = (uint8_t)(x >> i);

        put_raw(b, &byte, 1);
    }
}

static inline void put_bytes(blob *b, uint32_t field, const void *p, size_t n)
{
    put_varint(b, field << 3 | WIRE_BYTES);
    put_varint(b, n);
    put_raw(b, p, n);
}

static inline void put_text(blob *b, uint32_t field, const char *z)
{
    put_bytes(b, field, z, strlen(z));
}

static inline void put_message(blob *b, uint32_t field, const blob *m)
{
    put_bytes(b, field, m->p, m->n);
}

/* A record of the file exporter. */
static inline void put_record(blob *b, const blob *m)
{
    for (unsigned shift = 32; shift > 0; shift -= 8) {
        const uint8_t byte = (uint8_t)(m->n >> (shift - 8));

        put_raw(b, &byte, 1);
    }
    put_raw(b, m->p, m->n);
}

/* An attribute whose value is a text. */
static inline void put_attr(blob *b, uint32_t field, const char *key,
                            const char *value)
{
    blob any = { 0 }, pair = { 0 };

    put_text(&any, 1, value);
    put_text(&pair, 1, key);
    put_message(&pair, 2, &any);
    put_message(b, field, &pair);
}

#endif
