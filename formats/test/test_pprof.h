/* test_pprof - what the tests of the pprof format share: a small encoder, and
 * a profile read into its tables. */
#ifndef CORR_TEST_PPROF_H
#define CORR_TEST_PPROF_H

#include "test/format_test.h"

/* ---- encoding ------------------------------------------------------ */

typedef struct blob {
    uint8_t p[16384];
    size_t n;
} blob;

static inline void put_varint(blob *b, uint64_t x)
{
    for (; x >= 0x80; x >>= 7)
        b->p[b->n++] = (uint8_t)(x | 0x80);
    b->p[b->n++] = (uint8_t)x;
}

static inline void put_raw(blob *b, const void *p, size_t n)
{
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
}

static inline void put_num(blob *b, unsigned field, uint64_t x)
{
    put_varint(b, field << 3);
    put_varint(b, x);
}

static inline void put_mem(blob *b, unsigned field, const void *p, size_t n)
{
    put_varint(b, field << 3 | 2);
    put_varint(b, n);
    put_raw(b, p, n);
}

static inline void put_msg(blob *b, unsigned field, const blob *m)
{
    put_mem(b, field, m->p, m->n);
}

/* A message of numbers: field, value, ..., 0. */
static inline void put_nums(blob *b, unsigned field, const uint64_t *pairs)
{
    blob m = { .n = 0 };

    for (; pairs[0]; pairs += 2)
        put_num(&m, (unsigned)pairs[0], pairs[1]);
    put_msg(b, field, &m);
}
#define NUMS(...) ((const uint64_t[]){ __VA_ARGS__, 0 })

/* A string table: "" and then the words of the text, in order. */
static inline void put_words(blob *b, const char *words)
{
    corr_str rest = corr_str_of(words);
    corr_str word;

    put_mem(b, 6, "", 0);
    while (corr_str_next(&rest, ' ', &word))
        put_mem(b, 6, word.p, word.n);
}

static inline void put_packed(blob *b, unsigned field, const uint64_t *x,
                              size_t n)
{
    blob m = { .n = 0 };

    for (size_t i = 0; i < n; i++)
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): x has n */
        put_varint(&m, x[i]);
    put_msg(b, field, &m);
}

/* A sample with one location and up to four values. */
static inline void put_sample(blob *b, uint64_t location, const int64_t *value,
                              size_t n)
{
    blob m = { .n = 0 };

    put_packed(&m, 1, &location, location ? 1 : 0);
    put_packed(&m, 2, (const uint64_t *)value, n);
    put_msg(b, 2, &m);
}

/* Location i, function i, whose name is string `name`. */
static inline void put_function(blob *b, uint64_t id, uint64_t name,
                                uint64_t file)
{
    blob m = { .n = 0 };

    put_num(&m, 1, id);
    put_nums(&m, 4, NUMS(1, id, 2, 10 * id));
    put_msg(b, 4, &m);
    put_nums(b, 5, NUMS(1, id, 2, name, 4, file));
}

/* ---- reading ------------------------------------------------------- */

static inline void load_fd_or_memory(loaded *l, int fd, const void *p, size_t n,
                                     const corr_load_opts *opts)
{
    const src_opts so = { .path = "t.pb", .limits = opts->limits };

    load_as(l, &corr_format_pprof,
            fd >= 0 ? src_open_fd(fd, &so, NULL)
                    : src_open_memory(p, n, &so, NULL),
            opts);
}

static inline void load_blob(loaded *l, const blob *b)
{
    load_fd_or_memory(l, -1, b->p, b->n, &(corr_load_opts){ 0 });
}

static inline void assert_refused(const blob *b, const char *what,
                                  const char *field)
{
    loaded l;

    load_blob(&l, b);
    assert_int_equal(l.code, CORR_EFORMAT);
    assert_string_equal(l.err.what, what);
    assert_string_equal(l.err.field, field);
    input_clear(&l.in);
}

static inline size_t read_file(const char *path, uint8_t *p, size_t room)
{
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(p, 1, room, f) : 0;

    if (f)
        fclose(f);
    else
        fail_msg("%s: cannot be read", path);
    return n;
}

/* A profile of two samples that is in order. */
static inline void put_good(blob *b)
{
    const int64_t one = 1;

    put_nums(b, 1, NUMS(1, 1, 2, 2));
    put_sample(b, 1, &one, 1);
    put_sample(b, 2, &one, 1);
    put_function(b, 1, 3, 0);
    put_function(b, 2, 4, 0);
    put_words(b, "samples count f g");
}

#endif
