/*
 * format_test - what the test of a reader needs: bytes read into tables, what
 * the tables hold, what the reader warns of, and the damage that every reader
 * must survive.
 *
 * A test names its format before it includes this:
 *
 *     #define FORMAT corr_format_example
 *     #include "test/format_test.h"
 *
 *     loaded l;
 *     read_text(&l, "...");
 *     assert_string_equal(rows_of(&l, "cpu"), "main;work=3 main=1");
 *     assert_non_null(said(&l, "1 line is no sample"));
 *     input_clear(&l.in);
 *
 * Texts that functions return are borrowed until the next call.  Tests of
 * several formats leave FORMAT out, and call load_as.
 */
#ifndef CORR_FORMAT_TEST_H
#define CORR_FORMAT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/base.h"
#include "corr_builtin.h"
#include "load/load.h"
#include "model/segment.h"
#include "source/source.h"
#include "test/input_check.h"
#include "test/test_memory.h"

typedef struct loaded {
    input in; /* zeroed if code is not CORR_OK */
    corr_err err;
    corr_code code;
} loaded;

/* Reads src with f and closes it.  The tables must be sound. */
static inline void load_as(loaded *l, const corr_format *f, corr_src *src,
                           const corr_load_opts *opts)
{
    const corr_want want = { .needs = opts->needs };

    memset(l, 0, sizeof *l);
    assert_non_null(src);
    l->code = load_source(f, src, &want, opts, NULL, &l->in, &l->err);
    src_close(src);
    if (l->code == CORR_OK)
        assert_null(input_check(&l->in));
}

/* The same of bytes, under the name a.txt. */
static inline void load_from(loaded *l, const corr_format *f, const void *p,
                             size_t n, const corr_load_opts *opts)
{
    const src_opts so = { .path = "a.txt", .limits = opts->limits };

    load_as(l, f, src_open_memory(p, n, &so, NULL), opts);
}

/* ---- kinds and their rows -------------------------------------------------- */

/* The rows of a kind; NULL: there is no such kind. */
static inline const segment *find_kind(const loaded *l, const char *name)
{
    for (size_t i = 1; i < l->in.segment.n; i++) {
        const segment *s = &l->in.segment.v[i];
        if (corr_str_is(input_text(&l->in, l->in.kind.v[s->kind].name), name))
            return s;
    }
    return NULL;
}

static inline const kind_row *kind_facts(const loaded *l, const char *name)
{
    const segment *s = find_kind(l, name);

    assert_non_null(s);
    return &l->in.kind.v[s->kind];
}

static inline int64_t total_of(const loaded *l, const char *name)
{
    const segment *s = find_kind(l, name);
    int64_t sum = 0;

    assert_non_null(s);
    for (size_t i = 0; i < s->n; i++)
        sum += segment_value(s, i);
    return sum;
}

/* Raw observations: a row without a number of them is one. */
static inline int64_t obs_of(const loaded *l, const char *name)
{
    const segment *s = find_kind(l, name);
    int64_t sum = 0;

    assert_non_null(s);
    for (size_t i = 0; i < s->n; i++)
        sum += s->obs && s->obs[i] ? s->obs[i] : 1;
    return sum;
}

/* "main:7;work:30" of row i of a kind: functions, and lines where known. */
static inline const char *stack_of(const loaded *l, const segment *s, size_t i)
{
    static char text[1024];
    char name[CORR_FRAME_NAME_MAX];
    const input *in = &l->in;
    size_t n = 0;

    assert_non_null(s);
    assert_true(i < s->n);
    const uint32_t stack = segment_stack(s, i);
    text[0] = 0;
    for (uint32_t k = 0; k < in->stack.n.v[stack]; k++) {
        const corr_frame_view v = input_frame(
            in, narrow_at(&in->stack.frame, in->stack.at.v[stack] + k));
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s", k ? ";" : "",
                              CORR_STR_ARG(corr_frame_name(&v, name)));
        if (v.line)
            n += (size_t)snprintf(text + n, sizeof text - n, ":%u", v.line);
    }
    return text;
}

/* ---- warnings -------------------------------------------------------------- */

/* The warning with exactly this text; NULL: there is no such warning. */
static inline const warning *said(const loaded *l, const char *text)
{
    for (size_t i = 0; i < l->in.warning.n; i++)
        if (strcmp(l->in.warning.v[i].text, text) == 0)
            return &l->in.warning.v[i];
    return NULL;
}

/* The same by its code: "DAMAGED". */
static inline const warning *said_code(const loaded *l, const char *code)
{
    for (size_t i = 0; i < l->in.warning.n; i++)
        if (strcmp(l->in.warning.v[i].code, code) == 0)
            return &l->in.warning.v[i];
    return NULL;
}

/* ---- damage ---------------------------------------------------------------- */

/* Reads bytes that may be anything: they are read, or refused with a sentence. */
static inline void assert_copes(const corr_format *f, const void *p, size_t n)
{
    loaded l;

    load_from(&l, f, p, n, &(corr_load_opts){ .jobs = 1 });
    if (l.code)
        assert_true(l.err.what[0] != '\0');
    input_clear(&l.in);
}

/* Nothing, the bytes cut at every place, and every byte of them changed. */
static inline void assert_copes_with_damage(const corr_format *f, const void *p,
                                            size_t n)
{
    static const uint8_t other[] = { 0x00, 0xff, '\n', '{', '9' };
    uint8_t *copy = malloc(n ? n : 1);

    assert_non_null(copy);
    for (size_t i = 0; i <= n; i++)
        assert_copes(f, p, i);
    for (size_t i = 0; i < n; i++) {
        memcpy(copy, p, n);
        copy[i] = (uint8_t)(copy[i] ^ 0x20);
        assert_copes(f, copy, n);
        copy[i] = other[i % sizeof other];
        assert_copes(f, copy, n);
    }
    free(copy);
}

/* Reads the bytes with memory that runs out at each allocation in turn: the
 * reader fails with CORR_ENOMEM, and keeps nothing. */
static inline void assert_survives(const corr_format *f, const void *p,
                                   size_t n)
{
    bool more = true;

    for (long i = 1; more; i++) {
        const src_opts so = { .path = "a.prof" };
        const corr_want want = { .needs = 0 };
        const corr_load_opts opts = { .jobs = 1 };
        corr_err err = { .code = CORR_OK };
        input in = { .file.path = NULL };
        corr_src *src = src_open_memory(p, n, &so, NULL);

        assert_non_null(src);
        test_memory_arm(i);
        corr_code code = load_source(f, src, &want, &opts, NULL, &in, &err);
        more = test_memory_failed();
        input_clear(&in);
        const long kept = test_memory_disarm();
        src_close(src);
        assert_int_equal(code, more ? CORR_ENOMEM : CORR_OK);
        assert_true(kept <= 0);
    }
}

/* ---- the format under test ------------------------------------------------- */

#ifdef FORMAT
extern const corr_format FORMAT;

/* Frames of row i of the first kind. */
static inline uint32_t depth_of(const loaded *l, size_t i)
{
    const segment *s = &l->in.segment.v[1];

    assert_true(l->in.segment.n > 1 && i < s->n);
    return l->in.stack.n.v[segment_stack(s, i)];
}

/* Frame k of the same, root first. */
static inline corr_frame_view frame_at(const loaded *l, size_t i, uint32_t k)
{
    assert_true(k < depth_of(l, i));
    const uint32_t stack = segment_stack(&l->in.segment.v[1], i);
    return input_frame(
        &l->in, narrow_at(&l->in.stack.frame, l->in.stack.at.v[stack] + k));
}

/* "stack=value" of all rows of a kind, apart by blanks. */
static inline const char *rows_of(const loaded *l, const char *kind)
{
    static char text[1024];
    const segment *s = find_kind(l, kind);
    size_t n = 0;

    text[0] = 0;
    for (size_t i = 0; s && i < s->n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s=%lld",
                              i ? " " : "", stack_of(l, s, i),
                              (long long)segment_value(s, i));
    return text;
}

/* The name of the thread of row i of a kind; empty: it has no thread. */
static inline const char *thread_of(const loaded *l, const segment *s, size_t i)
{
    const uint32_t thread = s->thread ? s->thread[i] : 0;

    return input_text(&l->in, l->in.thread.v[thread].name).p;
}

static inline void read_bytes(loaded *l, const void *p, size_t n)
{
    load_from(l, &FORMAT, p, n, &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l->code, CORR_OK);
}

static inline void read_text(loaded *l, const char *text)
{
    read_bytes(l, text, strlen(text));
}

/* The same under options; it may fail. */
static inline void read_as(loaded *l, const char *text,
                           const corr_load_opts *opts)
{
    load_from(l, &FORMAT, text, strlen(text), opts);
}

static inline int probe(const char *text)
{
    return FORMAT.probe((const uint8_t *)text, strlen(text), true);
}

/* A good text may be damaged in any way, and memory may run out. */
static inline void assert_text_survives(const char *text)
{
    assert_copes_with_damage(&FORMAT, text, strlen(text));
    assert_survives(&FORMAT, text, strlen(text));
}
#endif

#endif
