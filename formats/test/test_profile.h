/*
 * test_profile - what the tests of profiles that are one JSON document share:
 * a text read by a reader, its rows in a line, and what a probe says of it.
 *
 * A test names its reader before it includes this:
 *
 *     #define PROFILE corr_format_speedscope
 */
#ifndef CORR_TEST_PROFILE_H
#define CORR_TEST_PROFILE_H

#include "test/test_survive.h"

#include "source/source.h"

static inline void read_as(loaded *l, const char *text,
                           const corr_load_opts *opts)
{
    const src_opts so = { .path = "a.json", .limits = opts->limits };

    load_as(l, &PROFILE, src_open_memory(text, strlen(text), &so, NULL), opts);
}

static inline void read_text(loaded *l, const char *text)
{
    read_as(l, text, &(corr_load_opts){ .jobs = 1 });
    assert_int_equal(l->code, CORR_OK);
}

/* "stack=value" of all rows of a kind, apart by blanks; borrowed until the
 * next call. */
static inline const char *rows_of(const loaded *l, const char *kind)
{
    static char text[512];
    const segment *s = find_kind(l, kind);
    size_t n = 0;

    text[0] = 0;
    for (size_t i = 0; s && i < s->n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s=%lld",
                              i ? " " : "", stack_of(l, s, i),
                              (long long)segment_value(s, i));
    return text;
}

static inline int probe(const char *text)
{
    return PROFILE.probe((const uint8_t *)text, strlen(text), true);
}

/* The reader says when memory is out, at each allocation. */
static inline void assert_text_survives(const char *text)
{
    assert_survives(&PROFILE, text, strlen(text));
}

#endif
