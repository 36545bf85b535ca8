#include "store/double_counted.h"

#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"

SORT_BY(run_by_process, double_run, ASC(proc), ASC(from), ASC(to))

bool double_add(const corr_store *st, uint32_t in, int64_t from, int64_t to,
                double_run *run)
{
    const process_match *t = &st->match.v[in];

    *run = (double_run){ t->proc, from, to, 0 };
    return t->proc && !t->guessed && from != CORR_NO_TIME && to > from;
}

uint32_t double_among(const corr_store *st, double_run *r, size_t n)
{
    uint32_t found = 0;

    qsort(r, n, sizeof *r, run_by_process);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1;
             k < n && r[k].proc == r[i].proc && r[k].from < r[i].to; k++) {
            const int64_t both = min_i64(r[i].to, r[k].to) - r[k].from;
            r[i].shared += both;
            r[k].shared += both;
        }
    for (size_t i = 0; i < n; i++)
        found += stretch_is_half(r[i].shared, r[i].to - r[i].from) &&
                 spans_told(&st->spans, r[i].proc) == PROC_TOLD_ONE;
    return found;
}
