/*
 * trace_test - what the tests of trace readers share beside otlp_test.h:
 * reading with any of them.
 */
#ifndef CORR_TRACE_TEST_H
#define CORR_TRACE_TEST_H

#include "otlp/test/otlp_test.h"

static inline input read_as(const corr_format *f, corr_src *in,
                            const corr_want *want)
{
    corr_err err = { 0 };
    corr_build *b = build_new(&(build_opts){ .needs = want->needs }, &err);
    input r = { 0 };

    assert_non_null(in);
    assert_non_null(b);
    if (f->read(in, want, b, &err) || build_seal(b, &r, &err))
        fail_msg("%s", err.what);
    assert_null(input_check(&r));
    if (!r.span.v || !r.trace.v || !r.proc.v)
        abort(); /* row 0 is always there */
    build_free(b);
    src_close(in);
    return r;
}

static inline input text_as(const corr_format *f, const char *z,
                            const corr_want *want)
{
    corr_err err = { 0 };

    return read_as(f, src_open_memory(z, strlen(z), &(src_opts){ 0 }, &err),
                   want);
}

static inline input file_as(const corr_format *f, const char *path,
                            const corr_want *want)
{
    corr_err err = { 0 };
    FILE *file = fopen(path, "rb");

    if (!file)
        fail_msg("%s is missing", path);
    input r =
        read_as(f, src_open_fd(fileno(file), &(src_opts){ 0 }, &err), want);
    fclose(file);
    return r;
}

static inline int sure(const corr_format *f, const char *z)
{
    return f->probe((const uint8_t *)z, strlen(z), true);
}

/* The span with this id; 0 is none. */
static inline size_t span_with(const input *r, uint64_t id)
{
    size_t i = nspan(r);

    while (i > 0 && r->span.v[i].id != id)
        i--;
    return i;
}

static inline size_t nevents_of(const input *r, size_t span)
{
    size_t n = 0;

    for (size_t i = 0; i < r->event.n; i++)
        n += r->event.v[i].span == span;
    return n;
}

/* A file cut anywhere keeps what stood before, says so, and never has less
 * than one cut earlier.  Returns the spans of the last cut. */
static inline size_t spans_of_cuts(const corr_format *f, const char *path)
{
    static const corr_want all;
    corr_err err = { 0 };
    size_t n;
    char *p = bytes_of(path, &n);
    size_t before = 0;

    for (size_t cut = 1; cut < n; cut += 97) {
        input r =
            read_as(f, src_open_memory(p, cut, &(src_opts){ 0 }, &err), &all);

        assert_true(nspan(&r) >= before);
        assert_true(r.lost.damaged);
        assert_string_equal(said(&r).code, "DAMAGED");
        before = nspan(&r);
        input_clear(&r);
    }
    free(p);
    return before;
}

#endif
