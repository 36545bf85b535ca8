/*
 * test_store - small stores for the tests of views, from a few lines of text.
 *
 *     kind NAME UNIT PERIOD [no_count|snapshot|since_start]
 *                                       rows from here on are of this kind
 *     on THREAD                         ... and of this thread ("-": none)
 *     thread OS_ID VM_ID                ... and of this thread without a name
 *     count KEY NUMBER                  ... and have this label, a number
 *     tag KEY VALUE                     ... and have this label ("-": none),
 *                                       spans too
 *     VALUE OBS [@TIME] FRAME;FRAME     a sample; "-" for the empty stack
 *     span ID UP START END SERVICE HOST KIND STATUS NAME
 *                                       times in ms, ids in hex, UP 0: none,
 *                                       END -: unfinished
 *     us                                times of spans are in us from here on
 *     trace NUMBER                      spans from here on are of this trace
 *     proc KEY VALUE [KEY VALUE...]     samples are of a process of these
 *     setting NAME VALUE                the profiler was told
 *     clock TIME PERCENT                of a machine, that the thread used
 *     window FROM TO                    how long the profile ran, like spans
 *     metric NAME TYPE [KEY=VALUE,...]  points from here on are of this
 *                                       series; TYPE: gauge, counter, delta,
 *                                       unknown
 *     point TIME VALUE                  in ms, like spans
 *     linear|exponential TIME BEGIN [LOW HIGH COUNT]...
 *                                       its buckets; BEGIN -: unknown
 *     note CODE                         the file says something of itself
 *
 * A file that begins with an empty line is of a format of its own.
 *
 * A frame is NAME, then as it pleases !MODULE, @FILE and :LINE, where code
 * without a name has its address; a name that begins with ~ names a thread.
 */
#ifndef CORR_TEST_STORE_H
#define CORR_TEST_STORE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "select/select.h"

#define TEST_TRACE ((corr_trace_id){ 0x1234, 0x5678 })

typedef struct test_reader {
    corr_build *b;
    corr_kind kind;
    corr_thread thread;
    corr_labels labels;
    corr_series series;
    uint64_t trace; /* 0: TEST_TRACE */
    bool us;
} test_reader;

static inline corr_str test_word(corr_str *rest)
{
    corr_str word = { 0 };

    corr_str_next(rest, ' ', &word);
    return word;
}

static inline int64_t test_number(corr_str *rest)
{
    int64_t n = 0;

    assert_true(corr_str_i64(test_word(rest), &n));
    return n;
}

static inline corr_frame test_frame(corr_build *b, corr_str text)
{
    corr_frame_row row = { 0 };
    corr_str line = { 0 };
    corr_str file = { 0 };
    corr_str module = { 0 };
    int64_t number = 0;

    if (corr_str_cut(text, ':', &text, &line))
        corr_str_i64(line, &number);
    corr_str_cut(text, '@', &text, &file);
    corr_str_cut(text, '!', &text, &module);
    if (corr_str_starts(text, "~")) {
        row.type = CORR_FRAME_THREAD;
        text = (corr_str){ text.p + 1, text.n - 1 };
    }
    if (text.n)
        row.line = (uint32_t)number;
    else
        row.address = (uint64_t)number;
    row.func = corr_add_func(b, corr_add_text(b, text), corr_add_text(b, file),
                             corr_add_text(b, module));
    return corr_add_frame(b, &row);
}

static inline void test_kind(test_reader *r, corr_str rest)
{
    corr_kind_row row = { .name = test_word(&rest) };
    const corr_str unit = test_word(&rest);

    row.type = row.name;
    row.unit = corr_str_is(unit, "ns")      ? CORR_NS
               : corr_str_is(unit, "bytes") ? CORR_BYTES
                                            : CORR_COUNT;
    row.period = test_number(&rest);
    row.flags = corr_str_is(rest, "no_count")      ? CORR_KIND_NO_COUNT
                : corr_str_is(rest, "snapshot")    ? CORR_KIND_SNAPSHOT
                : corr_str_is(rest, "since_start") ? CORR_KIND_CUMULATIVE
                                                   : 0;
    r->kind = corr_add_kind(r->b, &row);
}

static inline void test_sample(test_reader *r, corr_str rest)
{
    corr_sample_row row = { .thread = r->thread,
                            .labels = r->labels,
                            .time = CORR_NO_TIME };
    corr_str frame;

    if (!r->kind.i)
        test_kind(r, CORR_STR("samples count 0"));
    row.kind = r->kind;
    row.value = test_number(&rest);
    row.obs = test_number(&rest);
    if (corr_str_starts(rest, "@")) {
        rest = (corr_str){ rest.p + 1, rest.n - 1 };
        row.time = test_number(&rest);
    }
    corr_begin_stack(r->b);
    while (!corr_str_is(rest, "-") && corr_str_next(&rest, ';', &frame))
        corr_push_frame(r->b, test_frame(r->b, frame));
    row.stack = corr_end_stack(r->b);
    corr_add_sample(r->b, &row);
}

static inline void test_span(test_reader *r, corr_str rest)
{
    corr_span_row row = { .trace = TEST_TRACE };
    const corr_str id = test_word(&rest);
    const corr_str up = test_word(&rest);
    const int64_t unit = r->us ? 1000 : 1000000;

    if (r->trace)
        row.trace = (corr_trace_id){ 0, r->trace };
    assert_true(corr_parse_span_id(id, &row.id));
    if (!corr_str_is(up, "0"))
        assert_true(corr_parse_span_id(up, &row.parent));
    row.start = test_number(&rest) * unit + 1000000000;
    corr_str end = test_word(&rest);
    if (corr_str_is(end, "-"))
        row.flags = CORR_SPAN_UNFINISHED;
    row.end = row.flags ? row.start : test_number(&end) * unit + 1000000000;
    corr_begin_labels(r->b);
    corr_push_label(r->b, CORR_STR("service.name"), test_word(&rest));
    const corr_str host = test_word(&rest);
    if (!corr_str_is(host, "-"))
        corr_push_label(r->b, CORR_STR("host.name"), host);
    row.proc = corr_add_proc(r->b, corr_end_labels(r->b));
    row.kind = (uint8_t)test_number(&rest);
    row.status = (uint8_t)test_number(&rest);
    row.name = corr_add_text(r->b, rest);
    row.attrs = r->labels;
    corr_add_span(r->b, &row);
}

static inline void test_count(test_reader *r, corr_str rest)
{
    const corr_str key = test_word(&rest);

    corr_begin_labels(r->b);
    corr_push_int(r->b, key, test_number(&rest), CORR_STR(""));
    r->labels = corr_end_labels(r->b);
}

static inline void test_thread(test_reader *r, corr_str rest)
{
    const int64_t os_id = test_number(&rest);

    r->thread = corr_add_thread(r->b, corr_add_text(r->b, CORR_STR("")), os_id,
                                test_number(&rest));
}

static inline void test_tag(test_reader *r, corr_str rest)
{
    const corr_str key = test_word(&rest);

    r->labels = (corr_labels){ 0 };
    if (corr_str_is(key, "-"))
        return;
    corr_begin_labels(r->b);
    corr_push_label(r->b, key, rest);
    r->labels = corr_end_labels(r->b);
}

static inline void test_proc(test_reader *r, corr_str rest)
{
    corr_build *b = r->b;

    corr_begin_labels(b);
    while (rest.n) {
        const corr_str key = test_word(&rest);
        corr_push_label(b, key, test_word(&rest));
    }
    corr_set_owner(b, corr_add_proc(b, corr_end_labels(b)));
}

static inline void test_clock(test_reader *r, corr_str rest)
{
    const int64_t time = test_number(&rest) * 1000000 + 1000000000;
    const corr_series s =
        corr_add_series(r->b, CORR_STR("thread_cpu"), CORR_STR("1"), r->thread);

    corr_add_point(r->b, s, time, (double)test_number(&rest) / 100);
}

static inline void test_metric_line(test_reader *r, corr_str rest)
{
    corr_metric_row row = { .name = test_word(&rest) };
    const corr_str type = test_word(&rest);
    corr_str label, key, value;

    row.type = corr_str_is(type, "gauge")     ? CORR_METRIC_GAUGE
               : corr_str_is(type, "counter") ? CORR_METRIC_COUNTER
               : corr_str_is(type, "delta")   ? CORR_METRIC_DELTA
                                              : CORR_METRIC_UNKNOWN;
    corr_begin_labels(r->b);
    while (rest.n && corr_str_next(&rest, ',', &label))
        if (corr_str_cut(label, '=', &key, &value))
            corr_push_label(r->b, key, value);
    row.labels = corr_end_labels(r->b);
    r->series = corr_add_metric(r->b, &row);
}

static inline void test_point(test_reader *r, corr_str rest)
{
    const int64_t time = test_number(&rest) * 1000000 + 1000000000;
    double value = 0;

    assert_true(corr_str_real(rest, &value));
    corr_add_point(r->b, r->series, time, value);
}

static inline void test_buckets(test_reader *r, corr_str rest, bool exponential)
{
    corr_bucket bucket[8];
    corr_buckets_row row = { .bucket = bucket, .is_exponential = exponential };

    row.time = test_number(&rest) * 1000000 + 1000000000;
    corr_str begin = test_word(&rest);
    row.begin = corr_str_is(begin, "-")
                    ? CORR_NO_TIME
                    : test_number(&begin) * 1000000 + 1000000000;
    for (; rest.n && row.n < 8; row.n++) {
        corr_bucket *b = &bucket[row.n];
        double *const parts[] = { &b->low, &b->high, &b->count };
        for (size_t i = 0; i < 3; i++) {
            const corr_str word = test_word(&rest);
            char text[32];
            snprintf(text, sizeof text, "%.*s", CORR_STR_ARG(word));
            *parts[i] = strtod(text, NULL);
        }
    }
    corr_add_buckets(r->b, r->series, &row);
}

static inline void test_linear(test_reader *r, corr_str rest)
{
    test_buckets(r, rest, false);
}

static inline void test_exponential(test_reader *r, corr_str rest)
{
    test_buckets(r, rest, true);
}

static inline void test_window(test_reader *r, corr_str rest)
{
    const int64_t from = test_number(&rest) * 1000000 + 1000000000;

    corr_set_window(r->b, from, test_number(&rest) * 1000000 + 1000000000);
}

static inline void test_ran(test_reader *r, corr_str rest)
{
    corr_add_length(r->b, test_number(&rest) * 1000000);
}

/* Codes are static text, and notes are told apart by their format. */
static inline void test_note(test_reader *r, corr_str code)
{
    if (corr_str_is(code, "PARTIAL"))
        corr_note(r->b, "PARTIAL", "cut");
    else if (corr_str_is(code, "DAMAGE"))
        corr_damage(r->b, 0, 1, 1, "a line is damaged");
    else
        corr_note(r->b, "OTHER", "other");
}

static inline void test_on(test_reader *r, corr_str name)
{
    r->thread = corr_str_is(name, "-")
                    ? (corr_thread){ 0 }
                    : corr_add_thread(r->b, corr_add_text(r->b, name), 0, 0);
}

static inline void test_us(test_reader *r, corr_str rest)
{
    (void)rest;
    r->us = true;
}

static inline void test_trace(test_reader *r, corr_str rest)
{
    r->trace = (uint64_t)test_number(&rest);
}

static inline void test_setting(test_reader *r, corr_str rest)
{
    const corr_str name = test_word(&rest);

    corr_add_setting(r->b, name, rest);
}

static inline corr_code test_read(corr_src *in, const corr_want *want,
                                  corr_build *b, corr_err *err)
{
    static const struct {
        const char *word;
        void (*read)(test_reader *r, corr_str rest);
    } words[] = {
        { "kind", test_kind },       { "span", test_span },
        { "tag", test_tag },         { "count", test_count },
        { "thread", test_thread },   { "us", test_us },
        { "trace", test_trace },     { "proc", test_proc },
        { "setting", test_setting }, { "clock", test_clock },
        { "window", test_window },   { "note", test_note },
        { "on", test_on },           { "metric", test_metric_line },
        { "point", test_point },     { "ran", test_ran },
        { "linear", test_linear },   { "exponential", test_exponential },
    };
    const size_t n = sizeof words / sizeof *words;
    test_reader r = { .b = b };
    corr_str line;

    (void)want;
    while (corr_src_line(in, &line)) {
        corr_str rest = line;
        const corr_str word = test_word(&rest);
        size_t i = 0;
        while (i < n && !corr_str_is(word, words[i].word))
            i++;
        if (i < n)
            words[i].read(&r, rest);
        else if (line.n)
            test_sample(&r, line);
    }
    return corr_finish(in, b, err);
}

static inline int test_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)head;
    (void)n;
    (void)whole;
    return 50;
}

/* The same of another recorder: in files that begin with an empty line. */
static inline int test_probe_other(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return n > 0 && head[0] == '\n' ? 100 : 0;
}

static const corr_format test_format = {
    .name = "test", .title = "test rows", .probe = test_probe, .read = test_read
};
static const corr_format test_other = { .name = "test-other",
                                        .title = "rows of another",
                                        .probe = test_probe_other,
                                        .read = test_read };
static const corr_format *const test_formats[] = { &test_format, &test_other,
                                                   NULL };

/* A store of n files with these contents. */
static inline corr_store *test_store(const char *const *text, size_t n)
{
    corr_err err = { 0 };
    corr_store *st = corr_store_new(test_formats, &err);

    assert_non_null(st);
    for (size_t i = 0; i < n; i++) {
        char path[] = "/tmp/corr-test-XXXXXX";
        const char *const all[] = { path };
        const int fd = mkstemp(path);
        FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
        assert_non_null(f);
        fputs(text[i], f);
        assert_int_equal(fclose(f), 0);
        const corr_code code = corr_load(st, all, 1, NULL, &err);
        unlink(path);
        if (code != CORR_OK)
            fail_msg("%s", err.what);
    }
    return st;
}

static inline corr_sel *test_select(corr_store *st)
{
    corr_err err = { 0 };
    corr_sel *sel = corr_sel_of(st, &(corr_query){ 0 }, &err);

    if (!sel) {
        fail_msg("%s", err.what);
        abort(); /* not reached: for readers that do not know fail_msg */
    }
    return sel;
}

#endif
