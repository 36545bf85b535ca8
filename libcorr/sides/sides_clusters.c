/*
 * sides_clusters - the units in which the noise of a side is seen: files, or
 * windows of files, in blocks (corr-methods 4.7).
 *
 * The profiles of one service are a block. They differ by noise only; the
 * difference between services is not noise. Each block has its own cost per
 * request, over the requests that came while its profiles ran. The cost of a
 * side is the sum of the costs of its blocks.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "corr_sort.h"
#include "sides/sides.h"

enum {
    LEAST_FILES = 3, /* files of a block and side, for a file to be a cluster */
    MOST_BINS = 4096 /* windows of a side */
};
#define ONE_SIDED_95 1.645
#define START_COST   1.5 /* times the median cost of a window */
static const int64_t first_bin = CORR_RECORDING_STEP;

/* ---- blocks ------------------------------------------------------------- */

SORT_BY(block_by_name, side_block, ASC_STR(name),
        THEN((a->service != 0) - (b->service != 0)))

static corr_str program_of(const sides *s, const side_file *f)
{
    const input *in = store_input(s->st, f->input);

    return input_text(
        in, in->process.owner ? in->proc.v[in->process.owner].executable : 0);
}

/* Whether one side has several programs of unknown service. If each side
 * has one such program, its name does not matter: a new build may have a
 * new name. */
static bool has_programs(const sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        const side_file *first = NULL;
        for (size_t i = 0; i < s->side[w].file.n; i++) {
            const side_file *f = &s->side[w].file.v[i];
            if (f->service)
                continue;
            if (first && !corr_str_eq(program_of(s, first), program_of(s, f)))
                return true;
            first = f;
        }
    }
    return false;
}

/* Returns the block of a file: its service or, if unknown, its program. */
static side_block block_of(const sides *s, const side_file *f, bool programs)
{
    const input *in = store_input(s->st, f->input);
    corr_str name = s->st->spans.service.v[f->service];

    if (!f->service && programs)
        name = program_of(s, f);
    if (!name.n)
        name = input_text(in, f->recording
                                  ? in->recording.v[f->recording - 1].language
                                  : in->process.language);
    return (side_block){ .name = name, .service = f->service };
}

static uint32_t find_block(const sides *s, side_block b)
{
    uint32_t at = 0;

    while (at < s->blocks && block_by_name(&s->block[at], &b) != 0)
        at++;
    return at;
}

/* Numbers the blocks in the order of names, so that the order of files does not
 * matter. Chosen spans are one block. */
static bool number_blocks(sides *s)
{
    const size_t most = s->side[0].file.n + s->side[1].file.n;
    const bool programs = has_programs(s);

    s->block = corr_arena_new(&s->arena, side_block, most + 1);
    s->blocks = s->q[0].nchosen || !most ? 1 : 0;
    if (!s->block || s->blocks)
        return s->block != NULL;
    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++) {
            const side_block b = block_of(s, &s->side[w].file.v[i], programs);
            if (find_block(s, b) == s->blocks)
                s->block[s->blocks++] = b;
        }
    qsort(s->block, s->blocks, sizeof *s->block, block_by_name);
    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++) {
            side_file *f = &s->side[w].file.v[i];
            f->block = find_block(s, block_of(s, f, programs));
        }
    return true;
}

/* Whether each sample and file of a block has a time. */
static bool has_times(const sides *s, uint32_t block)
{
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        for (size_t i = 0; i < d->file.n; i++)
            if (d->file.v[i].block == block &&
                (d->file.v[i].lacks_times || d->file.v[i].from == CORR_NO_TIME))
                return false;
    }
    return true;
}

static void count_files(const sides *s, uint32_t block, uint32_t files[2],
                        uint32_t clusters[2])
{
    for (unsigned w = 0; w < 2; w++) {
        files[w] = clusters[w] = 0;
        for (size_t i = 0; i < s->side[w].file.n; i++) {
            const side_file *f = &s->side[w].file.v[i];
            files[w] += f->block == block && !f->goes_on;
            clusters[w] += f->block == block ? f->n : 0;
        }
    }
}

static bool has_few_files(const sides *s, uint32_t block)
{
    uint32_t files[2], clusters[2];

    count_files(s, block, files, clusters);
    for (unsigned w = 0; w < 2; w++)
        if (files[w] && files[w] < LEAST_FILES)
            return true;
    return false;
}

sides_unseen sides_find_unseen(const sides *s)
{
    sides_unseen f = { 0 };
    const bool name = s->blocks > 1;

    for (uint32_t b = 0; b < s->blocks && !s->q[0].nchosen; b++) {
        const corr_str service = s->block[b].name;
        uint32_t files[2], clusters[2];
        count_files(s, b, files, clusters);
        const bool unseen = clusters[0] < 2 && clusters[1] < 2;
        if ((unseen || s->block[b].in_windows) &&
            (files[0] < 2 || files[1] < 2)) {
            f.one_run_of = name && !f.one_run ? service : f.one_run_of;
            f.one_run = true;
        }
        if (unseen && !f.n++ && name)
            f.of = service;
    }
    return f;
}

/* ---- clusters ----------------------------------------------------------- */

/* Returns the number of clusters of a file, with windows of `bin` ns; 0: no
 * windows. */
static uint32_t clusters_of(const sides *s, const side_file *f, int64_t bin)
{
    return bin && s->block[f->block].in_windows
               ? (uint32_t)max_i64(1, (f->to - f->origin) / bin)
               : 1;
}

static uint32_t number_clusters(sides *s, side *d)
{
    uint32_t k = 0;

    if (d->cluster_of)
        return d->nspan_clusters;
    for (size_t i = 0; i < d->file.n; i++) {
        side_file *f = &d->file.v[i];
        f->first = k;
        f->n = clusters_of(s, f, s->bin);
        k += f->n;
    }
    return k;
}

bool sides_choose_clusters(sides *s)
{
    const bool may = !s->standing && !s->q[0].nchosen;

    s->bin = 0;
    if (!number_blocks(s))
        return false;
    for (uint32_t b = 0; b < s->blocks; b++) {
        s->block[b].in_windows = may && has_few_files(s, b) && has_times(s, b);
        if (s->block[b].in_windows)
            s->bin = first_bin;
    }
    /* limit the windows of each side */
    for (unsigned w = 0; s->bin && w < 2; w++)
        while (number_clusters(s, &s->side[w]) > MOST_BINS)
            s->bin *= 2;
    return true;
}

/* Gives each window its seconds. The last window of a file takes the rest. */
static void share_seconds(const sides *s, side *d)
{
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        double left = (double)f->length / 1e9;
        for (uint32_t c = f->first; f->length >= 0 && c < f->first + f->n;
             c++) {
            d->seconds[c] = left;
            if (c + 1 < f->first + f->n)
                d->seconds[c] = (double)(sides_cluster_end(s, f, c) -
                                         sides_cluster_begin(s, f, c)) /
                                1e9;
            left -= d->seconds[c];
        }
    }
}

/* ---- requests by a metric -------------------------------------------------- */

/* Adds the requests of a block to its clusters. Profiles that ran at the same
 * time share the requests of that time. */
static void count_block(side *d, uint32_t block, const sides_within *r,
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

static sides_within when_ran(const sides *s, const side_file *f,
                             uint32_t cluster)
{
    return (sides_within){ sides_cluster_begin(s, f, cluster),
                           sides_cluster_end(s, f, cluster) };
}

static bool count_clusters(sides *s, side *d)
{
    sides_within *r = corr_arena_new(&s->arena, sides_within, d->k + 1);
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

/* Returns the requests of a cluster inside an interval of its time. Profiles
 * that share requests share them evenly over their time. */
static double counted_within(const sides *s, const side *d, const side_file *f,
                             uint32_t cluster, const sides_within *covered)
{
    const sides_within r = when_ran(s, f, cluster);
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

/* Replaces the counts by spans with those of the metric. */
static bool count_by_counter(sides *s)
{
    uint32_t block[2];

    for (unsigned w = 0; w < 2; w++)
        if (!count_side(s, &s->side[w], &block[w]))
            return false;
    return sides_count_routes(s, block);
}

/* ---- clusters with their requests ------------------------------------------ */

bool sides_make_clusters(sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        side *d = &s->side[w];
        const size_t strata = s->strata.row.n + 1;
        d->facts.clusters = d->k = number_clusters(s, d);
        double **const of_cluster[] = { &d->seconds, &d->requests,
                                        &d->exposure };
        double **const of_stratum[] = { &d->stratum_n, &d->stratum_spans,
                                        &d->stratum_squares };
        for (size_t i = 0; i < countof(of_cluster); i++) {
            *of_cluster[i] = corr_arena_new(&s->arena, double, d->k + 1);
            *of_stratum[i] = corr_arena_new(&s->arena, double, strata);
            if (!*of_cluster[i] || !*of_stratum[i])
                return false;
        }
        d->stratum_sum = corr_arena_new(&s->arena, sides_wide, strata);
        d->starting = corr_arena_new(&s->arena, bool, d->k + 1);
        d->block = corr_arena_new(&s->arena, uint32_t, d->k + 1);
        if (!d->stratum_sum || !d->starting || !d->block)
            return false;
        for (size_t i = 0; i < d->file.n && !d->cluster_of; i++)
            for (uint32_t c = 0; c < d->file.v[i].n; c++)
                d->block[d->file.v[i].first + c] = d->file.v[i].block;
        d->facts.requests = d->facts.by_spans = NAN;
        if (d->cluster_of)
            sides_count_spans(d);
        else
            share_seconds(s, d);
    }
    if (s->stratum_of && s->knows_service && !s->standing &&
        !sides_count_requests(s))
        return false;
    /* chosen spans are requests themselves */
    return !s->counter_name || s->side[0].cluster_of || count_by_counter(s);
}

bool sides_parts_within(const sides *s, unsigned which,
                        const sides_within *within, double *part,
                        corr_arena *scratch)
{
    const side *d = &s->side[which];
    const bool counts = s->per == CORR_PER_REQUEST && !d->cluster_of;
    double *n = corr_arena_new(scratch, double, d->k + 1);

    if (!n || (counts && !s->counter_name &&
               !sides_count_within(s, which, within, n, scratch)))
        return false;
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        for (uint32_t c = f->first; c < f->first + f->n; c++) {
            const double ns = (double)(within[c].to - within[c].from);
            part[c] = d->seconds[c] > 0 ? ns / 1e9 / d->seconds[c] : 0;
            if (counts && s->counter_name)
                n[c] = counted_within(s, d, f, c, &within[c]);
            if (counts && d->requests[c] > 0)
                part[c] = n[c] / d->requests[c];
        }
    }
    return true;
}

double sides_requests_of(const side *d, uint32_t block)
{
    double n = 0;
    bool has = false;

    for (uint32_t c = 0; c < d->k; c++)
        if (d->block[c] == block) {
            n += d->requests[c];
            has = true;
        }
    return has ? n : NAN;
}

/* Weighs the clusters of a block as if it had all requests (or files) of the
 * side: each block has a cost per request, and the blocks share one divisor. */
bool sides_expose_blocks(sides *s, side *d)
{
    double *n = corr_arena_new(&s->arena, double, s->blocks);
    double with = 0;

    d->weight_of = NULL;
    if (!n)
        return false;
    if (s->blocks == 1)
        return true;
    for (uint32_t c = 0; c < d->k; c++)
        n[d->block[c]] += d->exposure[c];
    for (uint32_t b = 0; b < s->blocks; b++) {
        with += n[b] > 0;
        n[b] = n[b] > 0 ? d->facts.factor / n[b] : 1;
    }
    for (uint32_t c = 0; c < d->k; c++)
        d->exposure[c] *= n[d->block[c]] / with;
    d->weight_of = n;
    return true;
}

/* ---- windows that do not follow from one another ------------------------ */

/* Sums over windows: squared deviations from the mean of the block, and
 * products of the deviations of neighbours. */
typedef struct lag_sums {
    double here, next;
    uint32_t n;
} lag_sums;

static void add_block_lags(const side *d, uint32_t block, const double *cost,
                           lag_sums *l)
{
    double mean = 0;
    uint32_t n = 0;

    for (uint32_t c = 0; c < d->k; c++)
        if (d->block[c] == block && d->exposure[c] > 0 && !d->starting[c]) {
            mean += cost[c] / d->exposure[c];
            n++;
        }
    mean = n ? mean / n : 0;
    l->n += n;
    for (size_t i = 0; i < d->file.n; i++)
        for (uint32_t k = 0; k < d->file.v[i].n; k++) {
            const uint32_t c = d->file.v[i].first + k;
            if (d->block[c] != block || d->exposure[c] <= 0 || d->starting[c])
                continue;
            const double x = cost[c] / d->exposure[c] - mean;
            l->here += x * x;
            if (k + 1 < d->file.v[i].n && d->exposure[c + 1] > 0)
                l->next += x * (cost[c + 1] / d->exposure[c + 1] - mean);
        }
}

/* Returns the correlation of neighbouring clusters of a file in cost per second
 * or request; 0 if it is not significant. */
static double lag_one(const sides *s, const side *d, const double *cost)
{
    lag_sums l = { 0 };

    for (uint32_t b = 0; b < s->blocks; b++)
        if (s->block[b].in_windows)
            add_block_lags(d, b, cost, &l);
    if (l.n < 4)
        return 0;
    const double r = l.here > 0 ? l.next / l.here : 0;
    return r * sqrt(l.n) >= ONE_SIDED_95 ? r : 0;
}

/* Marks the windows at the beginning of a file that cost far more than its
 * median window: code is loaded and compiled there, once. */
static void find_starts(side *d, const double *cost, double *rate)
{
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        uint32_t n = 0;
        for (uint32_t c = f->first; c < f->first + f->n; c++)
            if (d->exposure[c] > 0)
                rate[n++] = cost[c] / d->exposure[c];
        if (n < LEAST_FILES)
            continue;
        qsort(rate, n, sizeof *rate, cmp_real);
        const double usual = rate[n / 2];
        for (uint32_t c = f->first; c < f->first + f->n / 3 + 1; c++) {
            if (cost[c] <= START_COST * usual * d->exposure[c])
                break;
            d->starting[c] = true;
        }
    }
}

bool sides_windows_follow(sides *s, bool *does)
{
    *does = false;
    for (unsigned w = 0; w < 2; w++) {
        side *d = &s->side[w];
        double *cost = corr_arena_new(&s->arena, double, d->k + 1);
        double *rate = corr_arena_new(&s->arena, double, d->k + 1);
        if (!cost || !rate)
            return false;
        sides_add_costs(s, w, cost);
        find_starts(d, cost, rate);
        *does = *does || lag_one(s, d, cost) >= 0.2;
    }
    return true;
}

bool sides_has_bins(const sides *s)
{
    uint32_t k[2] = { 0, 0 };

    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++)
            k[w] += clusters_of(s, &s->side[w].file.v[i], 2 * s->bin);
    return k[0] >= LEAST_FILES && k[1] >= LEAST_FILES;
}
