#include <stdlib.h>
#include <sys/mman.h>

#include "base.h"
#include "corr_format.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

enum { BLOCK = 65536, ALIGN = 16, PAGE = 4096, LARGE = 4 << 20 };

static const size_t default_limit = (size_t)1 << 30;

struct corr_arena_block {
    struct corr_arena_block *older;
    size_t size, used;
    bool zeroed; /* what is not used yet */
    bool spare;  /* from the system, which gives memory to what is used of it */
    _Alignas(ALIGN) uint8_t bytes[];
};

/* What is large and will be filled: the system has pages of 2 MiB, which cost a
 * fraction of as many small ones.  All pages of it are told so, or it could not
 * be moved by realloc as one. */
static void expect_large(void *p, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const size_t before = (uintptr_t)p % PAGE;

    if (bytes >= LARGE)
        madvise((char *)p - before, before + bytes, MADV_HUGEPAGE);
#else
    (void)p;
    (void)bytes;
#endif
}

static size_t room_left(const corr_arena *a)
{
    size_t limit = a->limit ? a->limit : default_limit;

    return limit > a->held ? limit - a->held : 0;
}

/* Zeroes to which no memory is promised, be they more than the machine has. */
static void *reserve(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

static struct corr_arena_block *add_block(corr_arena *a, size_t bytes,
                                          bool is_filled)
{
    const bool spare = !is_filled && bytes >= LARGE;
    size_t want = bytes > BLOCK ? bytes : BLOCK;
    size_t whole;

    if ((!spare && want > room_left(a)) ||
        ADD_OVERFLOWS(want, sizeof(struct corr_arena_block), &whole))
        return NULL;
    /* a large one comes from the system as zeroes that nobody has touched */
    const bool large = bytes > BLOCK;
    struct corr_arena_block *fresh = spare   ? reserve(whole)
                                     : large ? calloc(1, whole)
                                             : malloc(whole);
    if (!fresh)
        return NULL;
    fresh->older = a->block;
    fresh->size = want;
    fresh->used = 0;
    fresh->zeroed = large;
    fresh->spare = spare;
    ASAN_POISON_MEMORY_REGION(fresh->bytes, want);
    a->held += spare ? 0 : want;
    a->block = fresh;
    return fresh;
}

static void free_block(corr_arena *a, struct corr_arena_block *b)
{
    a->held -= b->spare ? 0 : b->size;
    if (b->spare) {
        ASAN_UNPOISON_MEMORY_REGION(b->bytes, b->size);
        munmap(b, sizeof *b + b->size);
    } else {
        free(b);
    }
}

static void *alloc(corr_arena *a, size_t size, size_t count, bool is_filled)
{
    size_t bytes;

    if (MUL_OVERFLOWS(size, count, &bytes) ||
        ADD_OVERFLOWS(bytes, (size_t)(ALIGN - 1), &bytes))
        return NULL;
    bytes &= ~(size_t)(ALIGN - 1);

    struct corr_arena_block *b = a->block;
    if (!b || b->size - b->used < bytes) {
        if (!(b = add_block(a, bytes, is_filled)))
            return NULL;
        if (is_filled)
            expect_large(b, sizeof *b + b->size);
    }
    void *p = b->bytes + b->used;
    b->used += bytes;
    ASAN_UNPOISON_MEMORY_REGION(p, bytes);
    return b->zeroed ? p : memset(p, 0, bytes);
}

void *corr_arena_alloc(corr_arena *a, size_t size, size_t count)
{
    return alloc(a, size, count, true);
}

void *corr_arena_spare(corr_arena *a, size_t size, size_t count)
{
    return alloc(a, size, count, false);
}

void corr_arena_reset(corr_arena *a)
{
    struct corr_arena_block *b = a->block;

    if (!b)
        return;
    while (b->older) {
        struct corr_arena_block *older = b->older;
        b->older = older->older;
        free_block(a, older);
    }
    b->used = 0;
    b->zeroed = false;
    ASAN_POISON_MEMORY_REGION(b->bytes, b->size);
}

void corr_arena_clear(corr_arena *a)
{
    while (a->block) {
        struct corr_arena_block *older = a->block->older;
        free_block(a, a->block);
        a->block = older;
    }
}

bool corr_grow(void **column, size_t *room, size_t need, size_t size)
{
    size_t want = *room ? *room : 16;
    size_t bytes;

    if (*column && need <= *room)
        return true;
    while (want < need)
        if (MUL_OVERFLOWS(want, (size_t)2, &want))
            return false;
    if (MUL_OVERFLOWS(want, size, &bytes))
        return false;
    void *p = realloc(*column, bytes);
    if (!p)
        return false;
    expect_large(p, bytes);
    *column = p;
    *room = want;
    return true;
}
