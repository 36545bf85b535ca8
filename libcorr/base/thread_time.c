/* thread_time - see thread_time.h. */
#include "base/thread_time.h"

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
    size_t lo = 0;
    size_t hi = n;

    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        const void *row = (const char *)rows + mid * size;
        if (threadtime_order(row, &wanted) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}
