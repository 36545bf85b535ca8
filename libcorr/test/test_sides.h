/*
 * test_sides - two sides of a few files each, for the tests of comparisons.
 *
 * Files are written by functions, in the lines of test_store.h, and loaded
 * under their names: base files are group 1, new ones 2.
 */
#ifndef CORR_TEST_SIDES_H
#define CORR_TEST_SIDES_H

#include "test/test_store.h"

#include <math.h>
#include <sys/stat.h>

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) <= (by))

enum { TEST_BASE = 1, TEST_NEW = 2, TEST_BOTH = CORR_BOTH_SIDES };

typedef struct test_file {
    unsigned group;
    const char *name; /* "v1/cpu.0", of one folder at most */
    const char *text;
} test_file;

static const corr_query test_query[2] = { { .group = TEST_BASE },
                                          { .group = TEST_NEW } };

/* So many requests of a route on both sides. */
#define COUNTS(labels, a, ab)                                                  \
    "metric http_requests_total counter job=shop," labels "\n"                 \
    "point 0 0\npoint 5000 " a "\npoint 10000 " a "\npoint 15000 " a           \
    "\npoint 20000 " a "\npoint 25000 " ab "\npoint 30000 " ab "\n"

/* Vector 4.5. */
#define TRAFFIC                                                                \
    COUNTS("method=GET,route=/list", "90", "150")                              \
    COUNTS("method=GET,route=/checkout", "10", "50")

/* ns of a ms of the clock that spans are on */
static inline long long test_ms(double ms)
{
    return (long long)(ms * 1e6) + 1000000000;
}

/* Text in the making: printed into, then read once with test_done. */
typedef struct test_text {
    FILE *f;
    char *v;
    size_t n;
} test_text;

static inline FILE *test_begin(test_text *t)
{
    t->f = open_memstream(&t->v, &t->n);
    assert_non_null(t->f);
    return t->f;
}

static inline char *test_done(test_text *t)
{
    assert_int_equal(fclose(t->f), 0);
    return t->v;
}

static inline void test_load(corr_store *st, const char *folder,
                             const test_file *file)
{
    char path[128], part[128];
    const char *const all[] = { path };
    const char *slash = strchr(file->name, '/');
    corr_err err = { 0 };

    snprintf(part, sizeof part, "%s/%.*s", folder,
             slash ? (int)(slash - file->name) : 0, file->name);
    if (slash)
        mkdir(part, 0700);
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(file->text, f);
    assert_int_equal(fclose(f), 0);
    const corr_code code =
        corr_load(st, all, 1, &(corr_load_opts){ .group = file->group }, &err);
    unlink(path);
    if (slash)
        rmdir(part);
    if (code != CORR_OK)
        fail_msg("%s", err.what);
}

static inline corr_store *test_sides(const test_file *file, size_t n)
{
    char folder[] = "/tmp/corr-sides-XXXXXX";
    corr_err err = { 0 };
    corr_store *st = corr_store_new(test_formats, &err);

    assert_non_null(st);
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < n; i++)
        test_load(st, folder, &file[i]);
    rmdir(folder);
    return st;
}

/* Three files a side of what put writes of the i-th of them all. */
static inline void test_six(test_file file[6], void (*put)(FILE *f, int i))
{
    static const char *const names[] = { "a0", "a1", "a2", "b0", "b1", "b2" };

    for (int i = 0; i < 6; i++) {
        test_text t;
        put(test_begin(&t), i);
        file[i] = (test_file){ i < 3 ? TEST_BASE : TEST_NEW, names[i],
                               test_done(&t) };
    }
}

static inline void test_free_six(test_file file[6])
{
    for (int i = 0; i < 6; i++)
        free((void *)(uintptr_t)file[i].text);
}

#endif
