#include "frames/tree_rounding.h"

#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "frames/stack_sums.h"

typedef struct remainder {
    uint32_t part, order;
    int64_t *whole;
} remainder;

SORT_BY(larger_remainder, remainder, DESC(part), ASC(order))

/* Distributes the total of node i, already rounded: each part is rounded down,
 * and the parts with the largest fractions share the difference. r has room for
 * all parts. */
static void round_parts(const round_column *c, const uint32_t *end, uint32_t i,
                        remainder *r)
{
    size_t at = i * c->stride;
    int64_t missing = sub_clamped(c->total[at], c->self[at]);
    uint32_t n = 0;

    r[n++] = (remainder){ c->self_part[at], 0, &c->self[at] };
    for (uint32_t child = i + 1; child < end[i]; child = end[child]) {
        at = child * c->stride;
        missing = sub_clamped(missing, c->total[at]);
        r[n] = (remainder){ c->total_part[at], n, &c->total[at] };
        n++;
    }
    if (missing <= 0)
        return;
    qsort(r, n, sizeof *r, larger_remainder);
    for (uint32_t k = 0; k < n && k < missing; k++)
        ++*r[k].whole;
}

bool round_tree(const round_column *c, const uint32_t *end, uint32_t n,
                corr_arena *scratch)
{
    remainder *r = corr_arena_new(scratch, remainder, (size_t)n + 1);

    if (!r)
        return false;
    c->total[0] = amount_round((amount){ c->total[0], c->total_part[0] });
    for (uint32_t i = 0; i < n; i++)
        round_parts(c, end, i, r);
    return true;
}
