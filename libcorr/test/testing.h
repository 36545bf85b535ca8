/*
 * testing - inputs and stores for tests, made from rows that the test pushes.
 *
 *     static void profile(corr_build *b)
 *     {
 *         testing_sample(b, testing_cpu(b), "main;work", 5, "span_id=2a");
 *     }
 *     corr_store *st = testing_store(traces, profile);
 *
 * Each function fills one file of a fake format; files are loaded through
 * corr_load like any others, under the names 0.test, 1.test, ...  The process
 * that spans and owners are of is a list "service.name=shop, host.name=a".
 */
#ifndef CORR_TESTING_H
#define CORR_TESTING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/base.h"
#include "model/build.h"
#include "store/store.h"
#include "test/input_check.h"

enum { TESTING_FILES = 16 };

typedef void testing_fill(corr_build *b);

/* What the fake format pushes; a file holds the number of its function. */
static testing_fill *testing_fills[TESTING_FILES];

/* ns of a moment some ms into the time of all tests; not a whole us, so that
 * clocks count as fine. */
static inline int64_t testing_ms(double ms)
{
    return INT64_C(1700000000000000321) + (int64_t)(ms * 1e6);
}

static inline corr_trace_id testing_trace(uint64_t n)
{
    return (corr_trace_id){ UINT64_C(0xa0a0a0a000000000) + n, n };
}

/* ---- rows -------------------------------------------------------------- */

/* Labels from "key=value, key=value"; #12 is a number. */
static inline corr_labels testing_labels(corr_build *b, const char *list)
{
    corr_str rest = corr_str_of(list);
    corr_str word, key, value;
    int64_t n;

    corr_begin_labels(b);
    while (corr_str_next(&rest, ',', &word)) {
        if (!corr_str_cut(corr_str_trim(word), '=', &key, &value))
            continue;
        if (corr_str_starts(value, "#") &&
            corr_str_i64((corr_str){ value.p + 1, value.n - 1 }, &n))
            corr_push_int(b, key, n, CORR_STR(""));
        else
            corr_push_label(b, key, value);
    }
    return corr_end_labels(b);
}

static inline corr_stack testing_stack(corr_build *b, const char *frames)
{
    corr_str rest = corr_str_of(frames);
    corr_str name;

    corr_begin_stack(b);
    while (rest.n && corr_str_next(&rest, ';', &name)) {
        const corr_func f = corr_add_func(b, corr_add_text(b, name),
                                          (corr_text){ 0 }, (corr_text){ 0 });
        corr_push_frame(b, corr_add_frame(b, &(corr_frame_row){ .func = f }));
    }
    return corr_end_stack(b);
}

/* A CPU kind with a period of 10 ms. */
static inline corr_kind testing_cpu(corr_build *b)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = CORR_STR("cpu"),
                                              .type = CORR_STR("cpu/ns"),
                                              .unit = CORR_NS,
                                              .period = 10000000 });
}

static inline corr_kind testing_kind(corr_build *b, const char *name,
                                     unsigned flags)
{
    return corr_add_kind(b, &(corr_kind_row){ .name = corr_str_of(name),
                                              .type = corr_str_of(name),
                                              .unit = CORR_COUNT,
                                              .flags = flags });
}

/* A sample of value 10 at a time in ms (NAN: none) with labels. */
static inline void testing_sample(corr_build *b, corr_kind kind,
                                  const char *frames, double ms,
                                  const char *labels)
{
    corr_add_sample(b, &(corr_sample_row){ .kind = kind,
                                           .stack = testing_stack(b, frames),
                                           .labels = testing_labels(b, labels),
                                           .time = isnan(ms) ? CORR_NO_TIME
                                                             : testing_ms(ms),
                                           .value = 10 });
}

/* A span; times in ms, ids as they stand, up 0: no parent. */
typedef struct testing_span_row {
    uint64_t trace, id, up;
    double from, to;
    const char *proc; /* NULL: unknown */
    const char *name; /* NULL: "span" */
    const char *attrs;
    uint8_t flags, kind;
} testing_span_row;

static inline corr_span testing_full_span(corr_build *b,
                                          const testing_span_row *r)
{
    const corr_span_row row = {
        .trace = testing_trace(r->trace),
        .id = r->id,
        .parent = r->up,
        .start = testing_ms(r->from),
        .end = testing_ms(r->to),
        .name = corr_add_text(b, corr_str_of(r->name ? r->name : "span")),
        .proc = r->proc ? corr_add_proc(b, testing_labels(b, r->proc))
                        : (corr_proc){ 0 },
        .attrs = testing_labels(b, r->attrs),
        .kind = r->kind,
        .flags = r->flags,
    };

    return corr_add_span(b, &row);
}

static inline corr_span testing_span(corr_build *b, uint64_t trace, uint64_t id,
                                     uint64_t up, double from, double to,
                                     const char *proc)
{
    return testing_full_span(b, &(testing_span_row){ .trace = trace,
                                                     .id = id,
                                                     .up = up,
                                                     .from = from,
                                                     .to = to,
                                                     .proc = proc });
}

static inline void testing_owner(corr_build *b, const char *resource)
{
    corr_set_owner(b, corr_add_proc(b, testing_labels(b, resource)));
}

/* ---- one input, without files --------------------------------------------- */

static inline corr_build *testing_build(build_opts opts)
{
    corr_build *b = build_new(&opts, NULL);

    assert_non_null(b);
    return b;
}

/* Ends a build that must have gone well. */
static inline input testing_sealed(corr_build *b)
{
    corr_err err = { 0 };
    input in = { 0 };

    if (build_seal(b, &in, &err))
        fail_msg("%s", err.what);
    build_free(b);
    if (input_check(&in))
        fail_msg("input_check: %s", input_check(&in));
    return in;
}

static inline input testing_input(testing_fill *fill)
{
    corr_build *b = testing_build((build_opts){ 0 });

    fill(b);
    return testing_sealed(b);
}

/* ---- stores ------------------------------------------------------------ */

static inline corr_code testing_read(corr_src *src, const corr_want *want,
                                     corr_build *b, corr_err *err)
{
    corr_str line = { "", 0 };
    uint64_t which = 0;

    (void)want;
    if (corr_src_line(src, &line) && corr_str_u64(line, &which) &&
        which < TESTING_FILES && testing_fills[which])
        testing_fills[which](b);
    return corr_finish(src, b, err);
}

static inline int testing_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)head;
    return n && whole ? 100 : 0;
}

static const corr_format testing_format = { .name = "test",
                                            .title = "test rows",
                                            .probe = testing_probe,
                                            .read = testing_read };
static const corr_format *const testing_formats[] = { &testing_format, NULL };

static inline void testing_write(const char *path, const void *p, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* DIR/NAME; good until seven more were asked for. */
static inline const char *testing_path(const char *dir, const char *name)
{
    static char path[8][256];
    static unsigned next;
    char *p = path[next++ % 8];

    snprintf(p, sizeof path[0], "%s/%s", dir, name);
    return p;
}

/* The folder and all that is in it. */
static inline int testing_remove(const char *dir)
{
    char command[96];

    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command);
}

/* Adds files, one a function, to a store; their numbers begin at first. */
static inline void testing_add(corr_store *st, const corr_load_opts *opts,
                               unsigned first, testing_fill *const *fill,
                               size_t n)
{
    char dir[] = "/tmp/corr-testing-XXXXXX";
    char path[TESTING_FILES][64], text[32];
    const char *paths[TESTING_FILES];
    corr_err err = { 0 };

    assert_true(first + n <= TESTING_FILES);
    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < n; i++) {
        testing_fills[first + i] = fill[i];
        snprintf(path[i], sizeof path[i], "%s/%zu.test", dir, first + i);
        snprintf(text, sizeof text, "%zu\n", first + i);
        testing_write(path[i], text, strlen(text));
        paths[i] = path[i];
    }
    const corr_code code = corr_load(st, paths, n, opts, &err);
    for (size_t i = 0; i < n; i++)
        unlink(path[i]);
    rmdir(dir);
    if (code)
        fail_msg("%s", err.what);
}

/* A store of files, one a function. */
#define testing_store(...)                                                     \
    testing_store_of((testing_fill *const[]){ __VA_ARGS__ },                   \
                     sizeof((testing_fill *const[]){ __VA_ARGS__ }) /          \
                         sizeof(testing_fill *))

static inline corr_store *testing_store_of(testing_fill *const *fill, size_t n)
{
    corr_store *st = corr_store_new(testing_formats, NULL);

    assert_non_null(st);
    testing_add(st, NULL, 0, fill, n);
    for (size_t i = 0; i < st->input.n; i++)
        if (input_check(st->input.v[i]))
            fail_msg("input_check: %s", input_check(st->input.v[i]));
    return st;
}

/* Whether the store says something under this code. */
static inline bool testing_said(const corr_store *st, const char *code)
{
    for (size_t i = 0; i < corr_warnings(st); i++)
        if (strcmp(corr_warning_at(st, i).code, code) == 0)
            return true;
    return false;
}

#endif
