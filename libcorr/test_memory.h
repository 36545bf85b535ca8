/*
 * test_memory - runs a piece of code out of memory, and counts what it keeps.
 *
 *     for (long n = 1; !t; n++) {
 *         test_memory_arm(n);
 *         t = thing_new();
 *         thing_free(t);
 *         assert_int_equal(test_memory_disarm(), 0);
 *     }
 *
 * The program's own malloc stands before the C library's.  With a sanitizer,
 * or another C library, nothing ever fails and nothing is counted.
 */
#ifndef CORR_TEST_MEMORY_H
#define CORR_TEST_MEMORY_H

#include <stdbool.h>
#include <stdlib.h>

typedef struct test_memory_state {
    bool armed;
    long left; /* allocations that will still succeed; negative: all */
    long live; /* blocks taken less blocks given back, while armed */
} test_memory_state;

static test_memory_state test_memory = { .left = -1 };

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) &&                    \
    !defined(__SANITIZE_THREAD__)
#define TEST_MEMORY 1

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);
extern void __libc_free(void *p);

static inline bool test_memory_fails(void)
{
    if (!test_memory.armed || test_memory.left < 0)
        return false;
    if (test_memory.left > 0)
        test_memory.left--;
    return test_memory.left == 0;
}

static inline void *test_memory_took(void *p)
{
    test_memory.live += test_memory.armed && p;
    return p;
}

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

void free(void *p)
{
    test_memory.live -= test_memory.armed && p;
    __libc_free(p);
}
#endif

/* From here on the n-th allocation and all later ones fail; 0: none does. */
static inline void test_memory_arm(long n)
{
    test_memory = (test_memory_state){ true, n > 0 ? n : -1, 0 };
}

/* Blocks that are still held. */
static inline long test_memory_disarm(void)
{
    const long live = test_memory.live;

    test_memory = (test_memory_state){ .left = -1 };
    return live;
}

#endif
