#include "store/clock_bounds.h"

#include <stdlib.h>

#include "corr_sort.h"

#define QUARTER_NS INT64_C(900000000000)
#define SECOND_NS  INT64_C(1000000000)

/* One end of an interval. */
typedef struct bound_end {
    int64_t at;
    bool is_upper;
} bound_end;

SORT_BY(end_by_place, bound_end, ASC(at), ASC(is_upper))

bool clock_agree(clock_bound *bound, size_t n, clock_range *range)
{
    bound_end *end = malloc((n ? 2 * n : 1) * sizeof *end);
    size_t ends = 0;
    size_t open = 0;

    *range = (clock_range){ .best = 0 };
    if (!end)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (bound[i].lo > bound[i].hi)
            continue;
        end[ends++] = (bound_end){ bound[i].lo, false };
        end[ends++] = (bound_end){ bound[i].hi, true };
    }
    range->all = ends / 2;
    if (ends)
        qsort(end, ends, sizeof *end, end_by_place);
    for (size_t i = 0; i < ends; i++) {
        open += end[i].is_upper ? SIZE_MAX : 1; /* subtracts one */
        if (end[i].is_upper || open <= range->best)
            continue;
        range->best = open;
        range->in = (clock_bound){ end[i].at, end[i + 1].at };
    }
    free(end);
    return true;
}

int64_t clock_middle(clock_bound b)
{
    return (b.lo >> 1) + (b.hi >> 1) + (b.lo & b.hi & 1);
}

bool clock_is_zone(int64_t offset)
{
    const int64_t over = ((offset % QUARTER_NS) + QUARTER_NS) % QUARTER_NS;

    return (over <= SECOND_NS || over >= QUARTER_NS - SECOND_NS) &&
           (offset > SECOND_NS || offset < -SECOND_NS);
}
