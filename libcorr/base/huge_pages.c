#include "base/huge_pages.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/base.h"
#include "corr_bytes.h"

/* Large pages of 2 MiB cost a fraction of as many small ones.  They are for
 * blocks of LARGE bytes, and for the heap behind its first LARGE bytes: a
 * smaller block would leave most of a page empty. */
enum { PAGE = 4096, LARGE = 4 << 20 };

/* The heap: it grows by STEP; blocks from APART on are mapped apart from it; it
 * keeps up to KEPT bytes of freed memory. */
enum { STEP = 16 << 20, APART = 16 << 20, KEPT = 64 << 20 };

/* The part of the heap that the kernel was advised about; 0: the heap is not
 * ours to advise about. */
static uintptr_t begins;
static _Atomic uintptr_t told;
static uint64_t limit; /* of corr_limit_memory */

/* Advises whole pages: realloc cannot move a mapping with mixed advice as
 * one. */
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

/* Whether the system limits memory by the byte: then none is taken ahead. */
static bool is_limited(void)
{
    static const int limits[] = { RLIMIT_AS, RLIMIT_DATA };
    struct rlimit r;

    for (size_t i = 0; i < countof(limits); i++)
        if (getrlimit(limits[i], &r) || r.rlim_cur != RLIM_INFINITY)
            return true;
    return false;
}

/* Memory that a reader frees serves the views: it is not given back to the
 * kernel and then faulted in again page by page.  One arena for all threads:
 * the threads that read one file fill the same tables in turn, and arenas of
 * their own would be left with holes. */
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

/* Sanitizers take memory for themselves, and end the program without it. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool may_limit = false;
#else
static const bool may_limit = true;
#endif

/* The bytes that the process has and the limit counts; 0: unknown. */
static uint64_t data_bytes(void)
{
    char text[128];
    unsigned long long pages = 0;
    const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    const ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return 0;
    text[n] = '\0';
    /* size, resident, shared, text, libraries, data */
    return sscanf(text, "%*u %*u %*u %*u %*u %llu", &pages) == 1
               ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE)
               : 0;
}

bool corr_limit_memory(uint64_t bytes)
{
    struct rlimit r;

    if (!may_limit || getrlimit(RLIMIT_DATA, &r))
        return true;
    limit = bytes;
    r.rlim_cur = bytes && bytes < r.rlim_max ? bytes : r.rlim_max;
    (void)setrlimit(RLIMIT_DATA, &r);
#ifdef M_TOP_PAD
    mallopt(M_TOP_PAD, bytes ? 0 : STEP); /* no memory ahead */
    if (bytes)
        malloc_trim(0);
#endif
    return !bytes || data_bytes() <= bytes;
}

uint64_t huge_pages_limit(void)
{
    return limit;
}

/* Advises about the heap up to its top once a block ends behind the part that
 * is already advised.  The block may lie outside the heap. */
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
    /* A block that becomes a mapping of its own is advised before it is
     * filled. */
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
