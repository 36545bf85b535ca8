#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/base.h"
#include "base/huge_pages.h"
#include "corr_bytes.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

/* A block has at least BLOCK bytes.  Spare room of SPARE bytes or more comes
 * from mmap, and from UNCOUNTED on it does not count against the limit. */
enum { BLOCK = 65536, ALIGN = 16, SPARE = 4 * BLOCK, UNCOUNTED = 4 << 20 };

static const size_t default_limit = (size_t)1 << 30;

struct corr_arena_block {
    struct corr_arena_block *older;
    size_t size, used, held;
    bool zeroed; /* the unused part is zeroed */
    bool spare;  /* from mmap: only pages that are written take memory */
    _Alignas(ALIGN) uint8_t bytes[];
};

static size_t room_left(const corr_arena *a)
{
    size_t limit = a->limit ? a->limit : default_limit;

    return limit > a->held ? limit - a->held : 0;
}

/* Zeroed address space without a promise of memory, so it may exceed the memory
 * of the machine. */
static void *map_zeroed_pages(size_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

static struct corr_arena_block *add_block(corr_arena *a, size_t bytes,
                                          bool is_filled)
{
    const bool spare = !is_filled && bytes >= SPARE;
    const size_t want = bytes > BLOCK ? bytes : BLOCK;
    const size_t held = spare && want >= UNCOUNTED ? 0 : want;
    size_t whole;

    if (held > room_left(a) ||
        ADD_OVERFLOWS(want, sizeof(struct corr_arena_block), &whole))
        return NULL;
    /* calloc takes a large block from the system as untouched zero pages */
    const bool large = bytes > BLOCK;
    struct corr_arena_block *fresh = spare   ? map_zeroed_pages(whole)
                                     : large ? calloc(1, whole)
                                             : malloc(whole);
    if (!fresh)
        return NULL;
    fresh->older = a->block;
    fresh->size = want;
    fresh->used = 0;
    fresh->held = held;
    fresh->zeroed = large;
    fresh->spare = spare;
    ASAN_POISON_MEMORY_REGION(fresh->bytes, want);
    a->held += held;
    a->block = fresh;
    return fresh;
}

static void free_block(corr_arena *a, struct corr_arena_block *b)
{
    a->held -= b->held;
    if (b->spare) {
        ASAN_UNPOISON_MEMORY_REGION(b->bytes, b->size);
        munmap(b, sizeof *b + b->size);
    } else {
        free(b);
    }
}

static void *alloc_in_block(corr_arena *a, size_t size, size_t count,
                            bool is_filled)
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
            huge_pages_took(b, sizeof *b + b->size);
    }
    void *p = b->bytes + b->used;
    b->used += bytes;
    ASAN_UNPOISON_MEMORY_REGION(p, bytes);
    return b->zeroed ? p : memset(p, 0, bytes);
}

void *corr_arena_alloc(corr_arena *a, size_t size, size_t count)
{
    return alloc_in_block(a, size, count, true);
}

void *corr_arena_spare(corr_arena *a, size_t size, size_t count)
{
    return alloc_in_block(a, size, count, false);
}

char *corr_arena_text(corr_arena *a, corr_str s)
{
    char *copy = corr_arena_alloc(a, 1, s.n + 1);

    return copy && s.n ? memcpy(copy, s.p, s.n) : copy;
}

char *corr_arena_vprint(corr_arena *a, const char *format, va_list ap)
{
    va_list again;

    va_copy(again, ap);
    const int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = n < 0 ? NULL : corr_arena_alloc(a, 1, (size_t)n + 1);
    if (text)
        vsnprintf(text, (size_t)n + 1, format, ap);
    return text;
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
    void *p = huge_pages_resize(*column, *room * size, bytes);
    if (!p)
        return false;
    *column = p;
    *room = want;
    return true;
}
