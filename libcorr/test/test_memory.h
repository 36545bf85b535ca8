/*
 * test_memory - runs a piece of code out of memory, and counts what it keeps.
 *
 *     for (long n = 1, more = true; more; n++) {
 *         test_memory_arm(n);
 *         thing *t = thing_new();
 *         more = test_memory_failed();
 *         assert_true(more || t);
 *         thing_free(t);
 *         assert_int_equal(test_memory_disarm(), 0);
 *     }
 *
 * What such a loop asks of most views is ASSERT_MEMORY_IS_TOLD.
 *
 * The program's own malloc stands before the C library's.  With a sanitizer,
 * or another C library, nothing ever fails and nothing is counted.
 */
#ifndef CORR_TEST_MEMORY_H
#define CORR_TEST_MEMORY_H

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct test_memory_state {
    bool armed;
    long left; /* allocations before the one that fails; negative: none */
    long live; /* blocks taken less blocks given back, while armed */
} test_memory_state;

static test_memory_state test_memory = { .left = -1 };

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) &&                    \
    !defined(__SANITIZE_THREAD__)
#define TEST_MEMORY 1

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t align, size_t n);
extern void __libc_free(void *p);

static inline bool test_memory_fails(void)
{
    const bool fails =
        test_memory.armed && test_memory.left >= 0 && test_memory.left-- == 0;

    if (fails)
        errno = ENOMEM;
    return fails;
}

static inline void *test_memory_took(void *p)
{
    test_memory.live += test_memory.armed && p;
    return p;
}

/* Seen by the C library too, which allocates for strdup and the like. */
#pragma GCC visibility push(default)
void *malloc(size_t n)
{
    return test_memory_fails() ? NULL : test_memory_took(__libc_malloc(n));
}

void *calloc(size_t n, size_t size)
{
    return test_memory_fails() ? NULL
                               : test_memory_took(__libc_calloc(n, size));
}

void *realloc(void *p, size_t n)
{
    if (test_memory_fails())
        return NULL;
    void *q = __libc_realloc(p, n);
    return p ? q : test_memory_took(q);
}

void *aligned_alloc(size_t align, size_t n)
{
    return test_memory_fails() ? NULL
                               : test_memory_took(__libc_memalign(align, n));
}

void free(void *p)
{
    test_memory.live -= test_memory.armed && p;
    __libc_free(p);
}
#pragma GCC visibility pop
#endif

/* From here on the n-th allocation fails. */
static inline void test_memory_arm(long n)
{
    test_memory = (test_memory_state){ true, n - 1, 0 };
}

/* Whether it was asked for. */
static inline bool test_memory_failed(void)
{
#ifdef TEST_MEMORY
    return test_memory.left < 0;
#else
    return false;
#endif
}

/* Blocks that are still held. */
static inline long test_memory_disarm(void)
{
    const long live = test_memory.live;

    test_memory = (test_memory_state){ .left = -1 };
    return live;
}

/* Makes a view with each allocation failing in turn: it is not made, and `err`,
 * which `make` hands over, says why.  Nothing is kept. */
#define ASSERT_MEMORY_IS_TOLD(view, make, view_free)                           \
    ASSERT_MEMORY_(view, make, view_free, is_made == !more)
/* The same of a view that some failures spare: a sort that gets no memory does
 * without. */
#define ASSERT_MEMORY_IS_SPARED_OR_TOLD(view, make, view_free)                 \
    ASSERT_MEMORY_(view, make, view_free, is_made || more)

/* Private below. */
#define ASSERT_MEMORY_(view, make, view_free, judge)                           \
    do {                                                                       \
        for (long n = 1, more = true; more; n++) {                             \
            corr_err err = { 0 };                                              \
            test_memory_arm(n);                                                \
            view *made = (make);                                               \
            const bool is_made = made != NULL;                                 \
            more = test_memory_failed();                                       \
            view_free(made);                                                   \
            assert_int_equal(test_memory_disarm(), 0);                         \
            assert_int_equal(err.code, is_made ? CORR_OK : CORR_ENOMEM);       \
            assert_true(judge);                                                \
        }                                                                      \
    } while (0)

#endif
