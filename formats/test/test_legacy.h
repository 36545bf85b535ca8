/* test_legacy - what the tests of the older pprof formats share: a file of
 * text or of machine words, read into its tables. */
#ifndef CORR_TEST_LEGACY_H
#define CORR_TEST_LEGACY_H

#include "pprof_legacy/legacy.h"
#include "test/format_test.h"

static inline void load_with(loaded *l, const void *p, size_t n,
                             const corr_load_opts *opts)
{
    const src_opts so = { .path = "old.prof", .limits = opts->limits };

    load_as(l, &corr_format_pprof_legacy, src_open_memory(p, n, &so, NULL),
            opts);
}

static inline void load_bytes(loaded *l, const void *p, size_t n)
{
    load_with(l, p, n, &(corr_load_opts){ 0 });
}

/* A file that is read without a word. */
static inline void load_text(loaded *l, const char *text)
{
    load_bytes(l, text, strlen(text));
    assert_int_equal(l->code, CORR_OK);
    assert_int_equal(l->in.warning.n, 0);
}

/* A file of which something may be said. */
static inline void load_anyhow(loaded *l, const char *text)
{
    load_bytes(l, text, strlen(text));
    assert_int_equal(l->code, CORR_OK);
}

/* Machine words of a CPU profile. */
typedef struct words {
    uint8_t p[4096];
    size_t n, bytes; /* bytes of one word */
    bool is_big;
} words;

static inline void put_words(words *w, const uint64_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < w->bytes; k++) {
            size_t at = w->is_big ? w->bytes - 1 - k : k;
            w->p[w->n++] = (uint8_t)(v[i] >> (8 * at));
        }
}
#define PUT(w, ...)                                                            \
    put_words((w), (const uint64_t[]){ __VA_ARGS__ },                          \
              sizeof((const uint64_t[]){ __VA_ARGS__ }) / sizeof(uint64_t))

static inline void put_text(words *w, const char *text)
{
    memcpy(w->p + w->n, text, strlen(text));
    w->n += strlen(text);
}

/* "main;work:30" of row i of a kind; borrowed until the next call. */
static inline const char *stack_in(const loaded *l, const char *kind, size_t i)
{
    return stack_of(l, find_kind(l, kind), i);
}

static inline void assert_refused(const char *text, corr_code code,
                                  const char *what)
{
    loaded l;

    load_bytes(&l, text, strlen(text));
    assert_int_equal(l.code, code);
    assert_string_equal(l.err.what, what);
    input_clear(&l.in);
}

#endif
