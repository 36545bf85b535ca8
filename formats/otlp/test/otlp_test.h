/*
 * otlp_test - what the tests of the OTLP reader share: reading a text or file
 * into an input, looking at it, and documents made of pieces.
 */
#ifndef CORR_OTLP_TEST_H
#define CORR_OTLP_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_builtin.h"
#include "corr_report.h"
#include "model/build.h"
#include "source/source.h"
#include "test/input_check.h"

static inline input read_source(corr_src *in, const corr_want *want)
{
    corr_err err = { 0 };
    corr_build *b = build_new(&(build_opts){ .needs = want->needs }, &err);
    input r = { 0 };

    assert_non_null(in);
    assert_non_null(b);
    if (corr_format_otlp.read(in, want, b, &err) || build_seal(b, &r, &err))
        fail_msg("%s", err.what);
    assert_null(input_check(&r));
    if (!r.span.v || !r.trace.v || !r.proc.v)
        abort(); /* row 0 is always there */
    build_free(b);
    src_close(in);
    return r;
}

static inline input read_bytes(const char *p, size_t n, const corr_want *want)
{
    corr_err err = { 0 };

    return read_source(src_open_memory(p, n, &(src_opts){ 0 }, &err), want);
}

static inline input read_text(const char *z)
{
    return read_bytes(z, strlen(z), &(corr_want){ 0 });
}

static inline input read_file(const char *path, const corr_want *want)
{
    corr_err err = { 0 };
    FILE *f = fopen(path, "rb");

    if (!f)
        fail_msg("%s is missing", path);
    input r = read_source(src_open_fd(fileno(f), &(src_opts){ 0 }, &err), want);
    fclose(f);
    return r;
}

static inline char *bytes_of(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    const size_t room = 1 << 20;
    char *p = malloc(room);

    if (!f || !p)
        fail_msg("%s is missing", path);
    *n = fread(p, 1, room, f);
    fclose(f);
    return p;
}

static inline size_t nspan(const input *r)
{
    return r->span.n - 1;
}

/* The first report. */
static inline warning said(const input *r)
{
    return r->warning.v ? r->warning.v[0] : (warning){ .code = "" };
}

/* Checks that the reader reported one thing. */
static inline void assert_says(const input *r, const char *code,
                               const char *text)
{
    const warning w = said(r);

    assert_string_equal(w.text ? w.text : "nothing", text);
    assert_string_equal(w.code, code);
    assert_int_equal(r->warning.n, 1);
}

static inline const char *text(const input *r, uint32_t i)
{
    return input_text(r, i).p;
}

static inline const char *service(const input *r, size_t span)
{
    if (!r->span.v || !r->proc.v)
        return "";
    return text(r, r->proc.v[r->span.v[span].proc].service);
}

static inline corr_label label(const input *r, uint32_t set, const char *key)
{
    const corr_label none = { .text = CORR_STR("?"), .num = -1 };
    corr_label l;

    return input_find_label(r, set, corr_str_of(key), &l) ? l : none;
}

static inline void assert_label(const input *r, uint32_t set, const char *key,
                                corr_value_type type, const char *value)
{
    const corr_label l = label(r, set, key);

    assert_string_equal(l.text.p, value);
    assert_int_equal(l.type, type);
}

/* ---- documents made of pieces ------------------------------------------- */

#define TRACE "5b8efff798038103d269b633813fc700"
#define IDS   "\"traceId\":\"" TRACE "\",\"spanId\":\"eee19b7ec3c1b100\""
#define SPAN  "{" IDS ",\"name\":\"n\"}"
#define RES(name)                                                              \
    "\"resource\":{\"attributes\":[{\"key\":\"service.name\","                 \
    "\"value\":{\"stringValue\":\"" name "\"}}]}"
#define DOC(span)                                                              \
    "{\"resourceSpans\":[{" RES("s") ",\"scopeSpans\":[{\"spans\":[" span      \
                                     "]}]}]}"

#endif
