#include "trace/thread_time.h"
#include "corr_sort.h"

int thread_time_order(const thread_time *a, const thread_time *b)
{
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

size_t thread_time_first(const thread_time *rows, size_t n, size_t size,
                         uint32_t thread, int64_t time)
{
    const thread_time wanted = { thread, time };
    const char *at = (const char *)rows;
    size_t lo = 0;

    LOWER_BOUND(lo, n, i,
                thread_time_order((const void *)(at + i * size), &wanted) < 0);
    return lo;
}
