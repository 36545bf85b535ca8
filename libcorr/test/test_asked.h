/* test_asked - two sides of files for tests, and what was asked of them. */
#ifndef CORR_TEST_ASKED_H
#define CORR_TEST_ASKED_H

#include "test/test_store.h"

#include <math.h>

#include "base/base.h"
#include "corr_diff.h"

enum { ASKED_FILES = 4, ASKED_MOST = 4096 };
#define ASKED_TICK 10000000 /* ns */

#define TOTAL                                                                  \
    {                                                                          \
        .function = NULL                                                       \
    }
#define SELF(name)                                                             \
    {                                                                          \
        .function = name                                                       \
    }
#define CUM(name)                                                              \
    {                                                                          \
        .function = name, .cumulative = true                                   \
    }

#define assert_near(a, b) assert_true(asked_near((a), (b)))

static inline bool asked_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* ASKED_FILES files a side with the rows, "COUNT STACK" a line.  The first count differs
 * a little: files with the same content are one. */
typedef struct asked {
    corr_store *st;
    corr_diff *d;
    char text[2 * ASKED_FILES][ASKED_MOST];
} asked;

static inline void asked_file(char *text, size_t i, const char *rows)
{
    static const int64_t more[ASKED_FILES] = { 1, -1, 2, -2 };
    corr_str rest = corr_str_of(rows), line;
    size_t n =
        (size_t)snprintf(text, ASKED_MOST, "kind cpu ns %d\ntag version v%d\n",
                         ASKED_TICK, 1 + (i >= ASKED_FILES));
    int64_t odd = more[i % ASKED_FILES];

    while (rest.n && corr_str_next(&rest, '\n', &line)) {
        corr_str count, stack;
        int64_t obs;
        assert_true(corr_str_cut(line, ' ', &count, &stack));
        assert_true(corr_str_i64(count, &obs));
        obs += odd;
        odd = 0;
        n += (size_t)snprintf(text + n, ASKED_MOST - n, "%lld %lld %.*s\n",
                              (long long)obs * ASKED_TICK, (long long)obs,
                              CORR_STR_ARG(stack));
    }
}

static inline void asked_make(asked *w, const char *base, const char *now,
                              const corr_diff_ask *ask, uint32_t nask,
                              bool backwards)
{
    static const char *const labels[2] = { "version=v1", "version=v2" };
    const char *text[2 * ASKED_FILES];
    corr_query q[2] = { 0 };
    corr_err err = { 0 };

    for (size_t i = 0; i < 2 * ASKED_FILES; i++) {
        asked_file(w->text[i], i, i < ASKED_FILES ? base : now);
        text[backwards ? 2 * ASKED_FILES - 1 - i : i] = w->text[i];
    }
    w->st = test_store(text, 2 * ASKED_FILES);
    for (unsigned s = 0; s < 2; s++) {
        q[s].labels = &labels[s];
        q[s].nlabels = 1;
    }
    w->d = corr_diff_of(
        w->st, q,
        &(corr_diff_opts){ .per = CORR_PER_TOTAL, .ask = ask, .nask = nask },
        &err);
    if (!w->d)
        fail_msg("%s", err.what);
}

static inline void asked_drop(asked *w)
{
    corr_diff_free(w->d);
    corr_store_free(w->st);
}

#endif
