/*
 * otlp_pb_test - what the tests of the OTLP protobuf reader share: messages of
 * traces, reading them, and comparing two inputs span by span.
 */
#ifndef CORR_OTLP_PB_TEST_H
#define CORR_OTLP_PB_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_builtin.h"
#include "model/build.h"
#include "source/source.h"
#include "test/input_check.h"
#include "test/test_blob.h"

/* ---- messages of traces -------------------------------------------------- */

/* The ids of a span: of the trace the first byte, of the span the last. */
static inline void put_ids(blob *b, uint8_t trace, uint8_t span)
{
    const uint8_t id[16] = {
        trace, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 1
    };

    put_bytes(b, 1, id, 16);
    put_bytes(b, 2, (const uint8_t[8]){ [7] = span }, 8);
}

static inline void put_span(blob *b, uint8_t trace, uint8_t id, uint64_t start,
                            uint64_t end)
{
    blob span = { 0 };

    put_ids(&span, trace, id);
    put_text(&span, 5, "n");
    put_fixed64(&span, 7, start);
    put_fixed64(&span, 8, end);
    put_message(b, 2, &span);
}

/* A request with one batch of one group. */
static inline void put_request(blob *b, const char *service, const blob *group)
{
    blob resource = { 0 }, batch = { 0 };

    put_attr(&resource, 1, "service.name", service);
    put_message(&batch, 1, &resource);
    put_message(&batch, 2, group);
    put_message(b, 1, &batch);
}

/* ---- reading ------------------------------------------------------------ */

typedef struct loaded {
    input in;
    corr_err err;
    corr_code code;
} loaded;

/* Also frees the source. */
static inline loaded load_source_as(const corr_format *f, corr_src *src,
                                    const corr_want *want, bool strict)
{
    loaded l = { 0 };
    corr_build *b = build_new(
        &(build_opts){ .needs = want->needs, .strict = strict }, &l.err);

    assert_non_null(src);
    assert_non_null(b);
    l.code = f->read(src, want, b, &l.err);
    if (l.code == CORR_OK)
        l.code = build_seal(b, &l.in, &l.err);
    if (l.code == CORR_OK) {
        assert_null(input_check(&l.in));
        if (!l.in.span.v || !l.in.trace.v || !l.in.proc.v)
            abort(); /* row 0 is always there */
    }
    build_free(b);
    src_close(src);
    return l;
}

static inline input read_as(const corr_format *f, const void *p, size_t n,
                            const corr_want *want)
{
    corr_err err = { 0 };
    const loaded l = load_source_as(
        f, src_open_memory(p, n, &(src_opts){ 0 }, &err), want, false);

    if (l.code)
        fail_msg("%s", l.err.what);
    return l.in;
}

static inline input read_blob(const blob *b)
{
    return read_as(&corr_format_otlp_pb, b->p, b->n, &(corr_want){ 0 });
}

static inline input read_path(const corr_format *f, const char *path,
                              const corr_want *want)
{
    corr_err err = { 0 };
    FILE *file = fopen(path, "rb");

    if (!file)
        fail_msg("%s is missing", path);
    const loaded l = load_source_as(
        f, src_open_fd(fileno(file), &(src_opts){ 0 }, &err), want, false);
    fclose(file);
    if (l.code)
        fail_msg("%s", l.err.what);
    return l.in;
}

static inline size_t nspan(const input *r)
{
    return r->span.n - 1;
}

static inline const char *text_at(const input *r, uint32_t i)
{
    return input_text(r, i).p;
}

static inline const char *service_of(const input *r, size_t span)
{
    return text_at(r, r->proc.v[r->span.v[span].proc].service);
}

static inline corr_label label_of(const input *r, uint32_t set, const char *key)
{
    const corr_label none = { .text = CORR_STR("?"), .num = -1 };
    corr_label l;

    return input_find_label(r, set, corr_str_of(key), &l) ? l : none;
}

static inline void assert_label(const input *r, uint32_t set, const char *key,
                                corr_value_type type, const char *value)
{
    const corr_label l = label_of(r, set, key);

    assert_string_equal(l.text.p, value);
    assert_int_equal(l.type, type);
}

/* Checks that the reader reported one thing, or no thing. */
static inline void assert_says(const input *r, const char *code,
                               const char *text)
{
    const bool some = r->warning.n > 0;

    assert_string_equal(some ? r->warning.v[0].text : "", text);
    assert_string_equal(some ? r->warning.v[0].code : "", code);
    assert_int_equal(r->warning.n, text[0] != '\0');
}

/* ---- comparing ---------------------------------------------------------- */

static inline bool same_text(const input *a, uint32_t x, const input *b,
                             uint32_t y)
{
    return corr_str_eq(input_text(a, x), input_text(b, y));
}

static inline uint64_t bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline bool same_label(const corr_label *x, const corr_label *y)
{
    return x->type == y->type && x->num == y->num &&
           bits_of(x->real) == bits_of(y->real) &&
           corr_str_eq(x->text, y->text);
}

static inline void assert_same_set(const input *a, uint32_t x, const input *b,
                                   uint32_t y)
{
    assert_int_equal(a->label.set_n.v[x], b->label.set_n.v[y]);
    for (uint32_t i = 0; i < a->label.set_n.v[x]; i++) {
        const corr_label l = input_label(a, x, i);
        corr_label other = { 0 };

        if (!input_find_label(b, y, l.key, &other) || !same_label(&l, &other))
            fail_msg("%s differs: \"%s\" and \"%s\"", l.key.p, l.text.p,
                     other.text.p ? other.text.p : "nothing");
    }
}

static inline void assert_same_span(const input *a, const input *b, size_t i)
{
    const span_row *x = &a->span.v[i], *y = &b->span.v[i];

    assert_true(x->trace.hi == y->trace.hi && x->trace.lo == y->trace.lo);
    assert_true(x->id == y->id && x->parent == y->parent);
    assert_true(x->start.ns == y->start.ns && x->end.ns == y->end.ns);
    assert_int_equal(x->kind, y->kind);
    assert_int_equal(x->status, y->status);
    assert_int_equal(x->flags, y->flags);
    assert_true(same_text(a, x->name, b, y->name));
    assert_true(same_text(a, x->status_text, b, y->status_text));
    assert_same_set(a, x->attrs, b, y->attrs);
    assert_same_set(a, a->proc.v[x->proc].labels, b, b->proc.v[y->proc].labels);
}

/* Two forms of one export: the same spans in every respect. */
static inline void assert_same_spans(const input *a, const input *b)
{
    assert_int_equal(a->span.n, b->span.n);
    assert_int_equal(a->proc.n, b->proc.n);
    assert_int_equal(a->event.n, b->event.n);
    assert_int_equal(a->link.n, b->link.n);
    for (size_t i = 1; i < a->span.n; i++)
        assert_same_span(a, b, i);
    for (size_t i = 0; i < a->event.n; i++) {
        const event_row *x = &a->event.v[i], *y = &b->event.v[i];

        assert_true(x->span == y->span && x->time == y->time);
        assert_true(same_text(a, x->name, b, y->name));
        assert_same_set(a, x->labels, b, y->labels);
    }
    for (size_t i = 0; i < a->link.n; i++) {
        const link_row *x = &a->link.v[i], *y = &b->link.v[i];

        assert_true(x->span == y->span && x->id == y->id);
        assert_true(x->trace.hi == y->trace.hi && x->trace.lo == y->trace.lo);
        assert_same_set(a, x->labels, b, y->labels);
    }
}

#endif
