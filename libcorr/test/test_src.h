/* test_src - bytes, gzip and files for tests of what reads them. */
#ifndef CORR_TEST_SRC_H
#define CORR_TEST_SRC_H

#include <zlib.h>

#include "source/source.h"
#include "test/testing.h"

/* The descriptor of the file at hand; one at a time is read. */
enum { FILE_FD = 100 };

static const src_opts plain = { .path = "some/file" };

/* Text of n bytes in which every place looks different. */
static inline uint8_t *pattern(size_t n)
{
    uint8_t *p = malloc(n ? n : 1);

    assert_non_null(p);
    for (size_t i = 0; i < n; i++)
        p[i] = (uint8_t)(i * 31 + i / 251 + i / 65521);
    return p;
}

typedef struct packed {
    uint8_t bytes[1 << 20];
    size_t n;
} packed;

/* Adds a gzip member to what is packed. */
static inline void pack(packed *to, const void *p, size_t n)
{
    z_stream z = { 0 };

    assert_int_equal(
        deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (uint8_t *)(uintptr_t)p;
    z.avail_in = (uInt)n;
    z.next_out = to->bytes + to->n;
    z.avail_out = (uInt)(sizeof to->bytes - to->n);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    to->n = sizeof to->bytes - z.avail_out;
    deflateEnd(&z);
}

static inline corr_src *open_bytes(const void *p, size_t n,
                                   const src_opts *opts)
{
    char path[] = "/tmp/corr-src-XXXXXX";
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    unlink(path);
    assert_int_equal(write(fd, p, n), n);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    dup2(fd, FILE_FD); /* the one before it goes */
    close(fd);
    corr_src *in = src_open_fd(FILE_FD, opts, NULL);
    assert_non_null(in);
    return in;
}

/* Everything that is left, in steps of a few bytes more each time. */
static inline size_t read_all(corr_src *in, uint8_t *to, size_t room)
{
    size_t at = 0;

    for (size_t step = 1;; step = step * 3 % 7919 + 1) {
        size_t got;
        const uint8_t *p = corr_src_peek(in, step, &got);
        if (got == 0)
            return at;
        assert_int_equal(corr_src_offset(in), at);
        const size_t take = got < step ? got : step;
        assert_true(at + take <= room);
        memcpy(to + at, p, take);
        corr_src_skip(in, take);
        at += take;
    }
}

static packed z; /* too large for a stack */

#endif
