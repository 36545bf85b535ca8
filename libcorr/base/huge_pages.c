/* huge_pages - see huge_pages.h. */
#include "base/huge_pages.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/base.h"
#include "corr_bytes.h"

/* The system has pages of 2 MiB, which cost a fraction of as many small ones.
 * They are for what is LARGE, and for a heap from its LARGEth byte on: less
 * would be one page that stays empty. */
enum { PAGE = 4096, LARGE = 4 << 20 };

/* Of the heap: by how much it grows, what is not of it, how much that was given
 * back it keeps. */
enum { STEP = 16 << 20, APART = 16 << 20, KEPT = 64 << 20 };

/* Where the part of the heap begins and ends of which the system was told; 0: it
 * is not ours to tell of. */
static uintptr_t begins;
static _Atomic uintptr_t told;

/* All pages of it are told so: what is half told could not be moved by realloc
 * as one. */
static void expect_large(uintptr_t from, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const size_t before = from % PAGE;

    madvise((void *)(from - before), before + bytes, MADV_HUGEPAGE);
#else
    (void)from;
    (void)bytes;
#endif
}

/* Where memory is promised by the byte none is asked for ahead. */
static bool is_limited(void)
{
    static const int limits[] = { RLIMIT_AS, RLIMIT_DATA };
    struct rlimit r;

    for (size_t i = 0; i < countof(limits); i++)
        if (getrlimit(limits[i], &r) || r.rlim_cur != RLIM_INFINITY)
            return true;
    return false;
}

/* What a reader gave back serves the views, and is not given to the kernel only
 * to be asked for, page by page, again.  Threads that read one file fill the
 * same tables in turn, so that memory of their own would be left with holes. */
void corr_keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
    mallopt(M_ARENA_MAX, 1);
    if (is_limited())
        return;
    mallopt(M_MMAP_THRESHOLD, APART);
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_TOP_PAD, STEP);
    begins = (uintptr_t)sbrk(0) + LARGE;
    atomic_store(&told, begins);
#endif
}

/* Once a block reaches so far (it may be none of the heap), of the heap as it
 * is and as it grows. */
static void heap_reached(uintptr_t end)
{
    uintptr_t from = atomic_load_explicit(&told, memory_order_relaxed);

    if (!from)
        return;
    const uintptr_t top = (uintptr_t)sbrk(0);
    const bool is_small = from == begins && (end <= from || end > top);

    if (is_small || top <= from ||
        !atomic_compare_exchange_strong(&told, &from, top))
        return;
    expect_large(from, top - from);
}

void huge_pages_took(void *p, size_t bytes)
{
    if (bytes >= LARGE)
        expect_large((uintptr_t)p, bytes);
    heap_reached((uintptr_t)p + bytes);
}

void *huge_pages_resize(void *old, size_t had, size_t bytes)
{
    /* the system is told of a block of its own before it is filled */
    const bool is_apart = old && had < APART && bytes >= APART;
    void *p = is_apart ? malloc(bytes) : realloc(old, bytes);

    if (!p)
        return NULL;
    huge_pages_took(p, bytes);
    if (is_apart) {
        memcpy(p, old, had);
        free(old);
    }
    return p;
}
