/* thread_time - see thread_time.h. */
#include "base/thread_time.h"
#include "corr_sort.h"

int threadtime_order(const threadtime *a, const threadtime *b)
{
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

size_t threadtime_first(const threadtime *rows, size_t n, size_t size,
                        uint32_t thread, int64_t time)
{
    const threadtime wanted = { thread, time };
    const char *at = (const char *)rows;
    size_t lo = 0;

    LOWER_BOUND(lo, n, i,
                threadtime_order((const void *)(at + i * size), &wanted) < 0);
    return lo;
}
