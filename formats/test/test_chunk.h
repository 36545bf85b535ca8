/*
 * test_chunk - small flight recordings for tests, byte by byte.
 *
 * A chunk has types of one event, jdk.ExecutionSample { startTime, spanId,
 * spanName, contextId }, all numbers, and a tick is a nanosecond.  Its times
 * are in milliseconds since TEST_EPOCH.
 */
#ifndef CORR_TEST_CHUNK_H
#define CORR_TEST_CHUNK_H

#include <stdint.h>
#include <string.h>

#include "corr_format.h"

#define TEST_EPOCH INT64_C(1700000000000000000)

enum { TEST_SAMPLE = 20, TEST_HEAD = 68 };

typedef struct test_bytes {
    uint8_t at[1 << 16];
    size_t n;
} test_bytes;

static inline void put_bytes(test_bytes *b, const void *p, size_t n)
{
    assert_true(b->n + n <= sizeof b->at);
    memcpy(b->at + b->n, p, n);
    b->n += n;
}

static inline void put_byte(test_bytes *b, unsigned x)
{
    const uint8_t byte = (uint8_t)x;

    put_bytes(b, &byte, 1);
}

/* The ninth byte has eight bits. */
static inline void put_int(test_bytes *b, uint64_t x)
{
    for (unsigned i = 0; i < 8 && x >= 0x80; i++, x >>= 7)
        put_byte(b, (unsigned)(x & 0x7f) | 0x80);
    put_byte(b, (unsigned)x & 0xff);
}

static inline void put_be(test_bytes *b, uint64_t x, unsigned bytes)
{
    while (bytes-- > 0)
        put_byte(b, (unsigned)(x >> (8 * bytes)) & 0xff);
}

static inline void put_text(test_bytes *b, const char *text)
{
    put_byte(b, 3);
    put_int(b, strlen(text));
    put_bytes(b, text, strlen(text));
}

/* Overwrites a number of the header. */
static inline void set_be(uint8_t *at, uint64_t x, unsigned bytes)
{
    while (bytes-- > 0)
        *at++ = (uint8_t)(x >> (8 * bytes));
}

/* An event, whose size takes two bytes. */
static inline void put_event(test_bytes *b, unsigned type,
                             const test_bytes *body)
{
    const size_t size = body->n + 3;

    put_byte(b, (size & 0x7f) | 0x80);
    put_byte(b, (unsigned)(size >> 7));
    put_byte(b, type);
    put_bytes(b, body->at, body->n);
}

/* Names of the types, by their numbers in the tree below. */
static const char *const test_names[] = {
    "root",          "metadata",  "class", "name",      "id",
    "superType",     "long",      "6",     "20",        "jdk.ExecutionSample",
    "jdk.jfr.Event", "field",     "class", "startTime", "spanId",
    "spanName",      "contextId", "region"
};

static inline void put_element(test_bytes *b, unsigned name, unsigned pairs,
                               const uint8_t (*pair)[2], unsigned children)
{
    put_int(b, name);
    put_int(b, pairs);
    for (unsigned i = 0; i < pairs; i++) {
        put_int(b, pair[i][0]);
        put_int(b, pair[i][1]);
    }
    put_int(b, children);
}

static inline void put_types(test_bytes *to)
{
    static test_bytes b;
    const unsigned nnames = sizeof test_names / sizeof *test_names;

    b.n = 0;
    put_int(&b, 0); /* start */
    put_int(&b, 0); /* duration */
    put_int(&b, 1); /* number */
    put_int(&b, nnames);
    for (unsigned i = 0; i < nnames; i++)
        put_text(&b, test_names[i]);
    put_element(&b, 0, 0, NULL, 2);
    put_element(&b, 1, 0, NULL, 2);
    put_element(&b, 2, 2, (const uint8_t[][2]){ { 3, 6 }, { 4, 7 } }, 0);
    put_element(&b, 2, 3, (const uint8_t[][2]){ { 3, 9 }, { 4, 8 }, { 5, 10 } },
                4);
    for (uint8_t field = 13; field <= 16; field++)
        put_element(&b, 11, 2, (const uint8_t[][2]){ { 3, field }, { 12, 7 } },
                    0);
    put_element(&b, 17, 0, NULL, 0);
    put_event(to, 0, &b);
}

static inline void put_sample(test_bytes *to, int64_t ms, uint64_t span,
                              uint64_t name, uint64_t context)
{
    static test_bytes b;

    b.n = 0;
    put_int(&b, (uint64_t)(TEST_EPOCH + ms * 1000000));
    put_int(&b, span);
    put_int(&b, name);
    put_int(&b, context);
    put_event(to, TEST_SAMPLE, &b);
}

/* A chunk begins at to->n; put samples, and end it. */
static inline size_t begin_chunk(test_bytes *to, int64_t from_ms)
{
    const size_t at = to->n;
    const uint64_t ns = (uint64_t)(TEST_EPOCH + from_ms * 1000000);

    put_bytes(to, "FLR", 4);
    put_be(to, 2, 2);
    put_be(to, 1, 2);
    put_be(to, 0, 8);         /* size */
    put_be(to, 0, 8);         /* constants */
    put_be(to, TEST_HEAD, 8); /* types */
    put_be(to, ns, 8);
    put_be(to, 0, 8); /* duration */
    put_be(to, ns, 8);
    put_be(to, 1000000000, 8);
    put_be(to, 0, 2);
    put_be(to, 1, 2); /* compressed integers */
    put_types(to);
    return at;
}

/* Without constants. */
static inline void put_checkpoint(test_bytes *to, int64_t before)
{
    static test_bytes b;

    b.n = 0;
    put_int(&b, 0);                /* start */
    put_int(&b, 0);                /* duration */
    put_int(&b, (uint64_t)before); /* how far to the one before */
    put_byte(&b, 0);
    put_int(&b, 0); /* pools */
    put_event(to, 1, &b);
}

/* A checkpoint, and the sizes. */
static inline void end_chunk(test_bytes *to, size_t at, int64_t ms)
{
    const size_t pools = to->n - at;

    put_checkpoint(to, 0);
    set_be(to->at + at + 8, to->n - at, 8);
    set_be(to->at + at + 16, pools, 8);
    set_be(to->at + at + 40, (uint64_t)ms * 1000000, 8);
}

/* A chunk of n samples, a millisecond apart. */
static inline void put_chunk(test_bytes *to, int64_t from_ms, int64_t ms,
                             unsigned n)
{
    const size_t at = begin_chunk(to, from_ms);

    for (unsigned i = 0; i < n; i++)
        put_sample(to, from_ms + i, 0, 0, 0);
    end_chunk(to, at, ms);
}

#endif
