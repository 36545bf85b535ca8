/* test_loaded - what the tests of the pprof formats share: a source read into
 * its tables, and what these hold. */
#ifndef CORR_TEST_LOADED_H
#define CORR_TEST_LOADED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "corr_builtin.h"
#include "load/load.h"
#include "model/segment.h"

typedef struct loaded {
    input in;
    corr_err err;
    corr_code code;
} loaded;

/* Reads src with f and closes it. */
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

static inline int64_t obs_of(const loaded *l, const char *name)
{
    const segment *s = find_kind(l, name);
    int64_t sum = 0;

    assert_non_null(s);
    for (size_t i = 0; i < s->n; i++)
        sum += s->obs && s->obs[i] ? s->obs[i] : 1;
    return sum;
}

/* "main:7;work:30" of row i; borrowed until the next call. */
static inline const char *stack_of(const loaded *l, const segment *s, size_t i)
{
    static char text[1024];
    const input *in = &l->in;
    size_t n = 0;

    assert_non_null(s);
    assert_true(i < s->n);
    uint32_t stack = segment_stack(s, i);
    char name[CORR_FRAME_NAME_MAX];
    text[0] = 0;
    for (uint32_t k = 0; k < in->stack_n.v[stack]; k++) {
        corr_frame_view v = input_frame(
            in, narrow_at(&in->stack_frame, in->stack_at.v[stack] + k));
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s", k ? ";" : "",
                              CORR_STR_ARG(corr_frame_name(&v, name)));
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

#endif
