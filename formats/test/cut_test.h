/*
 * cut_test - what the tests of slices share: files with given contents, loaded
 * and written as a slice or merged, and what came out.
 */
#ifndef CORR_CUT_TEST_H
#define CORR_CUT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "corr.h"
#include "corr_builtin.h"
#include "corr_report.h"
#include "corr_view.h"

enum { CUT_FILES = 4 };

typedef struct cutting {
    char path[CUT_FILES][64];
    size_t n;
    corr_load_opts load; /* how they are read */
    corr_store *st;
    corr_slice *s;
    corr_slice_facts facts;
    corr_err err;
    corr_code code;
    corr_out *out;
    corr_str got; /* what was written, ended by a NUL */
} cutting;

/* Adds a file; they are read in the order of their addition. */
static inline void cut_add(cutting *c, const void *p, size_t n)
{
    char *path = c->path[c->n];

    snprintf(path, sizeof c->path[0], "/tmp/corr-cut-%zu-%ld", c->n,
             (long)getpid());
    c->n++;
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    if (n)
        assert_int_equal(fwrite(p, 1, n, f), n);
    fclose(f);
}

static inline void cut_add_text(cutting *c, const char *text)
{
    cut_add(c, text, strlen(text));
}

static inline void cut_load(cutting *c)
{
    const char *paths[CUT_FILES];

    for (size_t i = 0; i < c->n; i++)
        paths[i] = c->path[i];
    c->load.jobs = 1;
    c->st = corr_store_new(corr_builtin_formats, &c->err);
    if (!c->st)
        c->code = c->err.code;
    else
        c->code = corr_load(c->st, paths, c->n, &c->load, &c->err);
}

static inline void cut_write(cutting *c)
{
    c->out = c->s ? corr_out_memory() : NULL;
    if (!c->out) {
        c->code = c->err.code ? c->err.code : CORR_ENOMEM;
        return;
    }
    c->code = corr_slice_write(c->s, c->out, &c->err);
    c->facts = corr_slice_facts_of(c->s);
    if (corr_out_failed(c->out)) /* memory has no other reason */
        c->code = CORR_ENOMEM;
    corr_putc(c->out, '\0');
    c->got = corr_out_bytes(c->out);
    c->got.n -= c->got.n > 0;
}

/* All files that were added, what the query selects of them; NULL: merged. */
static inline void cut_run(cutting *c, const corr_query *q,
                           const corr_slice_opts *opts)
{
    const corr_slice_opts none = { 0 };

    cut_load(c);
    if (c->code)
        return;
    opts = opts ? opts : &none;
    c->s = q ? corr_slice_of(c->st, q, opts, &c->err)
             : corr_slice_merge(c->st, opts, &c->err);
    cut_write(c);
}

static inline void cut_end(cutting *c)
{
    corr_slice_free(c->s);
    corr_store_free(c->st);
    if (corr_out_close(c->out, NULL))
        c->n += 0; /* it failed for want of memory */
    for (size_t i = 0; i < c->n; i++)
        unlink(c->path[i]);
}

/* Texts to text; borrowed until the next call. */
static inline const char *cut_texts(const char *const *text, size_t n,
                                    const corr_query *q,
                                    const corr_slice_opts *opts)
{
    static char kept[1 << 16];
    cutting c = { 0 };

    for (size_t i = 0; i < n; i++)
        cut_add_text(&c, text[i]);
    cut_run(&c, q, opts);
    assert_true(c.got.n < sizeof kept);
    snprintf(kept, sizeof kept, "%s", c.code ? c.err.what : c.got.p);
    cut_end(&c);
    return kept;
}

#endif
