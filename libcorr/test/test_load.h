/* test_load - formats that are as sure as the first bytes of a file say: "a6 b2"
 * is 60 for a and 20 for b.  For tests of loading. */
#ifndef CORR_TEST_LOAD_H
#define CORR_TEST_LOAD_H

#include "load/load.h"
#include "test/testing.h"

/* Ten times the digit behind this letter, in the first bytes. */
static inline int digit(const uint8_t *head, size_t n, char key)
{
    for (size_t i = 0; i + 1 < n && i < 16; i++)
        if (head[i] == (uint8_t)key && head[i + 1] >= '0' && head[i + 1] <= '9')
            return (head[i + 1] - '0') * 10;
    return 0;
}

static inline int probe_a(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return digit(head, n, 'a');
}

static inline int probe_b(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return digit(head, n, 'b');
}

static inline int probe_c(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return digit(head, n, 'c');
}

/* A line is a sample; "bad" is damage, "stop" a refusal. */
static inline corr_code read_lines(corr_src *in, const corr_want *want,
                                   corr_build *b, corr_err *err)
{
    const corr_kind k = testing_kind(b, "samples", 0);
    corr_str line;

    (void)want;
    while (corr_src_line(in, &line)) {
        if (corr_str_is(line, "bad"))
            corr_damage(b, corr_src_offset(in), 4, 1, "a bad line");
        else if (corr_str_is(line, "stop"))
            corr_refuse(b, CORR_EFORMAT, corr_src_offset(in), "line",
                        "a line that says stop");
        else
            testing_sample(b, k, "x", NAN, "");
    }
    return corr_finish(in, b, err);
}

static const corr_format format_a = {
    .name = "a", .title = "format a", .probe = probe_a, .read = read_lines
};
static const corr_format format_b = {
    .name = "b", .title = "format b", .probe = probe_b, .read = read_lines
};
/* The digit. */
static inline size_t refused_at_c(const uint8_t *head, size_t n)
{
    const uint8_t *c = memchr(head, 'c', n);

    return c ? (size_t)(c - head) + 1 : 0;
}

static const corr_format format_c = { .name = "c",
                                      .title = "format c",
                                      .probe = probe_c,
                                      .refusal = "a c file is not read",
                                      .instead = "read another",
                                      .refused_at = refused_at_c };
static const corr_format format_out = { .name = "out", .title = "only out" };
static const corr_format *const formats[] = { &format_a, &format_b, &format_c,
                                              &format_out, NULL };

#endif
