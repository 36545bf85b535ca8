/* test_legacy - what the tests of the older pprof formats share: a file of
 * text or of machine words, read into its tables. */
#ifndef CORR_TEST_LEGACY_H
#define CORR_TEST_LEGACY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "corr_builtin.h"
#include "legacy.h"
#include "load.h"
#include "segment.h"

typedef struct loaded {
    input in;
    corr_err err;
    corr_code code;
} loaded;

static inline void load_with(loaded *l, const void *p, size_t n,
                             const corr_load_opts *opts)
{
    const corr_want want = { .needs = opts->needs };
    const src_opts so = { .path = "old.prof",
                          .limits = opts->limits,
                          .strict = opts->strict };
    corr_src *src = src_open_memory(p, n, &so, NULL);

    memset(l, 0, sizeof *l);
    assert_non_null(src);
    l->code = load_source(&corr_format_pprof_legacy, src, &want, opts, NULL,
                          &l->in, &l->err);
    src_close(src);
    if (l->code == CORR_OK)
        assert_null(input_check(&l->in));
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

static inline const segment *kind_of(const loaded *l, const char *name)
{
    for (size_t i = 1; i < l->in.segment.n; i++) {
        const segment *s = &l->in.segment.v[i];
        if (corr_str_is(input_text(&l->in, l->in.kind.v[s->kind].name), name))
            return s;
    }
    return NULL;
}

static inline const kind_row *facts_of(const loaded *l, const char *name)
{
    const segment *s = kind_of(l, name);

    assert_non_null(s);
    return &l->in.kind.v[s->kind];
}

static inline int64_t total_of(const loaded *l, const char *name)
{
    const segment *s = kind_of(l, name);
    int64_t sum = 0;

    assert_non_null(s);
    for (size_t i = 0; i < s->n; i++)
        sum += s->value[i];
    return sum;
}

static inline int64_t obs_of(const loaded *l, const char *name)
{
    const segment *s = kind_of(l, name);
    int64_t sum = 0;

    assert_non_null(s);
    for (size_t i = 0; i < s->n; i++)
        sum += s->obs && s->obs[i] ? s->obs[i] : 1;
    return sum;
}

/* "main;work:30" of row i of a kind; borrowed until the next call. */
static inline const char *stack_of(const loaded *l, const char *kind, size_t i)
{
    static char text[1024];
    const segment *s = kind_of(l, kind);
    const input *in = &l->in;
    size_t n = 0;

    assert_non_null(s);
    assert_true(i < s->n);
    uint32_t stack = s->stack ? s->stack[i] : 0;
    text[0] = 0;
    for (uint32_t k = 0; k < in->stack_n.v[stack]; k++) {
        corr_frame_view v =
            input_frame(in, in->stack_frame.v[in->stack_at.v[stack] + k]);
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s", k ? ";" : "",
                              CORR_STR_ARG(v.function));
        if (v.line)
            n += (size_t)snprintf(text + n, sizeof text - n, ":%u", v.line);
    }
    return text;
}

/* The warning with exactly this text, or NULL. */
static inline const warning *said(const loaded *l, const char *text)
{
    for (size_t i = 0; i < l->in.warning.n; i++)
        if (strcmp(l->in.warning.v[i].text, text) == 0)
            return &l->in.warning.v[i];
    return NULL;
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
