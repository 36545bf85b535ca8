/* sides_counted - counts the requests of each cluster by a metric
 * (corr-methods 4.3). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "sides/sides.h"

/* The time of a cluster. */
typedef struct cluster_time {
    int64_t from, to;
} cluster_time;

/* Adds the requests of a block to its clusters. Profiles that ran at the same
 * time share the requests of that time. */
static void count_block(side *d, uint32_t block, const cluster_time *r,
                        int64_t *edge)
{
    size_t n = 0;

    for (uint32_t c = 0; c < d->k; c++)
        if (d->block[c] == block) {
            edge[n++] = r[c].from;
            edge[n++] = r[c].to;
        }
    if (n)
        qsort(edge, n, sizeof *edge, cmp_i64);
    for (size_t i = 1; i < n; i++) {
        const int64_t from = edge[i - 1], to = edge[i];
        uint32_t running = 0;
        for (uint32_t c = 0; from < to && c < d->k; c++)
            running +=
                d->block[c] == block && r[c].from <= from && to <= r[c].to;
        if (!running)
            continue;
        const double grew =
            metric_counter_grew(&d->counter, from, to) / running;
        for (uint32_t c = 0; c < d->k; c++)
            if (d->block[c] == block && r[c].from <= from && to <= r[c].to)
                d->requests[c] += grew;
    }
}

static cluster_time when_ran(const sides *s, const side_file *f,
                             uint32_t cluster)
{
    return (cluster_time){ f->from + (cluster - f->first) * s->bin,
                           sides_cluster_end(s, f, cluster) };
}

static bool count_clusters(sides *s, side *d)
{
    cluster_time *r = corr_arena_new(&s->arena, cluster_time, d->k + 1);
    int64_t *edge = corr_arena_new(&s->arena, int64_t, 2 * d->k + 1);

    if (!r || !edge)
        return false;
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        for (uint32_t c = f->first; c < f->first + f->n; c++)
            r[c] = when_ran(s, f, c);
    }
    memset(d->requests, 0, d->k * sizeof *d->requests);
    for (uint32_t b = 0; b < s->blocks; b++)
        count_block(d, b, r, edge);
    return true;
}

/* Profiles that share requests share them evenly over their time. */
double sides_counted_within(const sides *s, const side *d, const side_file *f,
                            uint32_t cluster, const sides_within *covered)
{
    const cluster_time r = when_ran(s, f, cluster);
    const double all = metric_counter_grew(&d->counter, r.from, r.to);

    return all > 0 ? d->requests[cluster] *
                         metric_counter_grew(&d->counter, covered->from,
                                             covered->to) /
                         all
                   : 0;
}

/* Counts the requests of each cluster. The block that has most gives
 * those of the side. Spans give the shares of the operations. */
static bool count_side(sides *s, side *d, uint32_t *block)
{
    double most = 0;
    uint32_t which = 0;

    if (!count_clusters(s, d))
        return false;
    for (uint32_t b = 0; b < s->blocks; b++) {
        const double n = sides_requests_of(d, b);
        which = n > most ? b : which;
        most = fmax(most, n);
    }
    const double known = d->facts.requests;
    for (size_t k = 1; known > 0 && k <= s->strata.row.n; k++)
        d->stratum_n[k] *= most / known;
    d->facts.by_spans = known;
    d->facts.requests = most;
    *block = which;
    return true;
}

bool sides_count_by_counter(sides *s)
{
    uint32_t block[2];

    for (unsigned w = 0; w < 2; w++)
        if (!count_side(s, &s->side[w], &block[w]))
            return false;
    return sides_count_routes(s, block);
}
