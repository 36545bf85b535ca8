/* diff_clocks - the CPU of threads by their own clocks, which include time
 * without samples (corr-methods 10.5). */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "diff/diff.h"
#include "model/sample_weight.h"

#define CLOCK_UNIT 10e6 /* ns that count as an observation */
#define LEAST_TOLD 0.5  /* least share of the time that clocks must cover */

/* Rows of c.x that are no threads. */
enum { ALL_THREADS, ALL_CODE };

typedef struct clocks {
    const corr_diff *d;
    corr_arena arena;
    vec(const char *) name; /* [0] all threads, [1] with the samples of blocks
                               without clocks */
    corr_map by_name;
    uint32_t *of;             /* [threads] of the current input */
    double *x[2];             /* [names * k] ns */
    bool *has[2];             /* [blocks] has clocks */
    sides_within *covered[2]; /* [k] the time that clocks cover */
    double part[2];           /* share of the divisor that clocks cover */
    unsigned which;
    uint32_t input;
    /* the run of ticks of one thread in one cluster */
    uint32_t thread, cluster;
    sides_within run;
} clocks;

/* Ends a run of ticks. A recording reads the clocks of all its threads, so the
 * longest run is the covered time. */
static void end_run(clocks *c)
{
    sides_within *covered = &c->covered[c->which][c->cluster];

    if (c->run.to - c->run.from > covered->to - covered->from)
        *covered = c->run;
    c->run = (sides_within){ 0, 0 };
}

static bool name_threads(clocks *c, const input *in)
{
    char name[SAMPLER_NAME];

    c->of = corr_arena_new(&c->arena, uint32_t, in->thread.n + 1);
    for (size_t i = 0; c->of && i < in->thread.n; i++) {
        const corr_str raw = input_text(in, in->thread.v[i].name);
        bool is_new;
        sample_weight_group(raw.n ? raw : CORR_STR("what has no name"), name);
        const size_t n = strlen(name);
        uint32_t *at = corr_map_bytes(&c->by_name, name, n, &is_new);
        if (!at)
            return false;
        if (is_new) {
            char *copy = corr_arena_new(&c->arena, char, n + 1);
            *at = (uint32_t)c->name.n;
            if (!copy || !vec_push(&c->name, memcpy(copy, name, n)))
                return false;
        }
        c->of[i] = *at;
    }
    return c->of != NULL;
}

static void add_clock_ns(clocks *c, uint32_t thread, uint32_t cluster,
                         int64_t from, int64_t to, double ns)
{
    const side *d = &c->d->s.side[c->which];

    if (thread != c->thread || cluster != c->cluster)
        end_run(c);
    c->thread = thread;
    c->cluster = cluster;
    c->run = (sides_within){ c->run.to ? c->run.from : from, to };
    ns *= sides_weight_of(d, d->block[cluster]);
    c->x[c->which][cluster] += ns;
    c->x[c->which][c->of[thread] * d->k + cluster] += ns;
}

/* Spreads the time of a tick evenly over its interval. A tick that is partly
 * outside of the file is ignored. */
static void add_tick(void *ctx, uint32_t thread, int64_t from, int64_t to,
                     double ns)
{
    clocks *c = ctx;
    const sides *s = &c->d->s;
    const side *d = &s->side[c->which];
    const side_file *f = sides_file(d, c->input, 0, from);
    const double rate = to > from ? ns / (double)(to - from) : 0;

    if (f->from == CORR_NO_TIME || from < f->from || to > f->to)
        return;
    while (from < to) {
        const uint32_t cluster = sides_cluster(s, f, from);
        const int64_t end = min_i64(to, sides_cluster_end(s, f, cluster));
        add_clock_ns(c, thread, cluster, from, end,
                     rate * (double)(end - from));
        from = end;
    }
}

static void add_sampled(void *ctx, const sides_row *row)
{
    clocks *c = ctx;
    const side *d = &c->d->s.side[c->which];

    if (!c->has[c->which][d->block[row->cluster]])
        c->x[c->which][ALL_CODE * d->k + row->cluster] +=
            (double)row->value / c->d->s.scale;
}

/* Fills the row of all code: clocks, and samples where there are no clocks. */
static bool add_code(clocks *c)
{
    sides s = c->d->s;
    const side *d = &s.side[c->which];
    bool *has = corr_arena_new(&c->arena, bool, s.blocks);

    c->has[c->which] = has;
    for (uint32_t k = 0; has && k < d->k; k++)
        has[d->block[k]] |=
            c->covered[c->which][k].to > c->covered[c->which][k].from;
    for (uint32_t k = 0; k < d->k; k++)
        c->x[c->which][(size_t)ALL_CODE * d->k + k] = c->x[c->which][k];
    s.mixed[0] = s.mixed[1] = NULL; /* as clocks, at the mix that there was */
    if (has)
        sides_rows(&s, c->which, add_sampled, c);
    return has != NULL;
}

/* Reads all names first, then the ticks. */
static bool read_clocks(clocks *c)
{
    const sides *s = &c->d->s;

    if (!vec_push(&c->name, "all threads") || !vec_push(&c->name, "all code"))
        return false;
    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++)
            if (!name_threads(c,
                              store_input(s->st, s->side[w].file.v[i].input)))
                return false;
    for (c->which = 0; c->which < 2; c->which++) {
        const side *d = &s->side[c->which];
        c->x[c->which] = corr_arena_new(&c->arena, double, c->name.n * d->k);
        c->covered[c->which] =
            corr_arena_new(&c->arena, sides_within, d->k + 1);
        if (!c->x[c->which] || !c->covered[c->which])
            return false;
        c->cluster = 0;
        for (size_t i = 0; i < d->file.n; i++) {
            if (sides_is_rest(d, i) || d->file.v[i].recording)
                continue;
            c->input = d->file.v[i].input;
            const input *in = store_input(s->st, c->input);
            if (!name_threads(c, in))
                return false;
            sample_weight_ticks(in, add_tick, c);
            end_run(c);
        }
        if (!add_code(c))
            return false;
    }
    return true;
}

static double clock_sum(const clocks *c, unsigned w, size_t row)
{
    const uint32_t k = c->d->s.side[w].k;
    double sum = 0;

    for (uint32_t i = 0; i < k; i++)
        sum += c->x[w][row * k + i];
    return sum;
}

/* Returns the exposure of each cluster that clocks cover. *part: its share;
 * blocks without clocks do not reduce it, and count with this share. NULL: out
 * of memory. */
static double *exposure_covered(const clocks *c, unsigned w, double *part,
                                corr_arena *scratch)
{
    const side *d = &c->d->s.side[w];
    double *covered = corr_arena_new(scratch, double, d->k + 1);
    double sum = 0, all = 0;

    if (!covered ||
        !sides_parts_within(&c->d->s, w, c->covered[w], covered, scratch))
        return NULL;
    for (uint32_t k = 0; k < d->k; k++) {
        covered[k] *= d->exposure[k];
        sum += covered[k];
        all += c->has[w][d->block[k]] ? d->exposure[k] : 0;
    }
    *part = all > 0 ? sum / all : 0;
    for (uint32_t k = 0; k < d->k; k++) {
        if (c->has[w][d->block[k]])
            continue;
        covered[k] = *part * d->exposure[k];
        c->x[w][(size_t)ALL_CODE * d->k + k] *= *part;
    }
    return covered;
}

static bool judge_clocks(clocks *c, significance_row *row,
                         significance_facts *facts, corr_arena *scratch)
{
    const corr_diff *d = c->d;
    const uint32_t n = (uint32_t)c->name.n;
    significance_data data = { .n = n, .blocks = d->s.blocks };

    for (unsigned w = 0; w < 2; w++) {
        side of = d->s.side[w];
        double *x = corr_arena_new(scratch, double, (size_t)n *of.k);
        of.exposure = exposure_covered(c, w, &c->part[w], scratch);
        if (!x || !of.exposure)
            return false;
        for (uint32_t i = 0; i < n; i++) {
            double *mine = x + (size_t)i * of.k;
            for (uint32_t k = 0; k < of.k; k++)
                mine[k] = c->x[w][(size_t)i * of.k + k] / CLOCK_UNIT;
            diff_level_starts(&of, d->s.blocks, mine);
            for (uint32_t k = 0; k < of.k; k++)
                mine[k] = fmax(0, mine[k]);
        }
        data.k[w] = of.k;
        data.exposure[w] = of.exposure;
        data.x[w] = x;
        data.block[w] = of.block;
    }
    return judge(&data,
                 &(significance_opts){
                     .by = false, .alpha = -1, .seed = d->judged.seed },
                 row, facts, scratch);
}

SORT_BY(clock_by_delta, corr_also_row,
        THEN(CMP(fabs(b->delta), fabs(a->delta))), ASC_CHARS(name))

/* Returns the ns of a thread, divided like samples. */
static double clock_value(const clocks *c, unsigned w, size_t row)
{
    return clock_sum(c, w, row) / c->d->s.side[w].facts.factor / c->part[w];
}

static bool add_threads(diff_clock_rows *of, const clocks *c,
                        const significance_row *row, corr_arena *arena)
{
    const corr_diff *d = c->d;
    const double base = clock_value(c, 0, 0);

    of->v = corr_arena_new(arena, corr_also_row, c->name.n);
    if (!of->v)
        return false;
    for (size_t i = 0; i < c->name.n; i++) {
        corr_also_row r = { .what = CORR_ALSO_THREAD,
                            .kind = CORR_STR("cpu"),
                            .unit = CORR_NS,
                            .per = d->s.per,
                            .judged = diff_judged_of(&row[i]) };
        for (unsigned w = 0; w < 2; w++)
            r.value[w] = clock_value(c, w, i);
        r.delta = r.value[1] - r.value[0];
        if (i == ALL_CODE || !(row[i].q < CORR_FDR) ||
            fabs(r.delta) < CORR_MIN_ABS * base ||
            fabs(r.delta) < CORR_MIN_REL * r.value[0])
            continue;
        r.change = r.value[0] <= 0   ? CORR_NEW
                   : r.value[1] <= 0 ? CORR_GONE
                   : r.delta > 0     ? CORR_GREW
                                     : CORR_SHRANK;
        const size_t n = strlen(c->name.v[i]) + 1;
        char *name = corr_arena_new(arena, char, n);
        r.judged.mark = significance_mark(row[i].q);
        if (!name)
            return false;
        r.name = memcpy(name, c->name.v[i], n);
        of->v[of->n++] = r;
    }
    qsort(of->v, of->n, sizeof *of->v, clock_by_delta);
    return true;
}

/* Whether a query selects whole files: clocks count all that a thread does. */
static bool is_whole(const corr_query *q)
{
    return !q->focus && !q->ignore && !q->thread && !q->where && !q->also &&
           !q->op && !q->status && !q->deploy && !q->nlabels && !q->span &&
           !(q->trace.hi | q->trace.lo) && !q->slowest && !q->shortest &&
           !q->longest;
}

#define Z95 1.959963984540054

static corr_diff_cost cost_of_code(const clocks *c, const significance_row *row)
{
    const significance_row *j = &row[ALL_CODE];
    const double now = clock_value(c, 1, ALL_CODE);
    const double by = exp(Z95 * sqrt(j->phi / j->x[1]));

    return (corr_diff_cost){ .matches = 1,
                             .base = clock_value(c, 0, ALL_CODE),
                             .now = { now, now / by, now * by },
                             .share = { NAN, NAN, NAN },
                             .ratio = diff_ratio_of(j),
                             .x = { j->x[0], j->x[1] },
                             .phi = j->phi };
}

static bool judge_all(clocks *c, diff_clock_rows *of, corr_arena *arena)
{
    significance_row *row =
        corr_arena_new(&c->arena, significance_row, c->name.n);
    significance_facts facts;

    if (!row || !judge_clocks(c, row, &facts, &c->arena))
        return false;
    if (fmin(c->part[0], c->part[1]) < LEAST_TOLD || facts.one_each)
        return true;
    of->code = cost_of_code(c, row);
    return add_threads(of, c, row, arena);
}

bool diff_compare_clocks(const corr_diff *d, const corr_query q[2],
                         diff_clock_rows *of, corr_arena *arena)
{
    clocks c = { .d = d };

    *of = (diff_clock_rows){ .n = 0 };
    if ((d->s.per != CORR_PER_REQUEST && d->s.per != CORR_PER_SECOND &&
         d->s.per != CORR_PER_CORE) ||
        !is_whole(&q[0]) || !is_whole(&q[1]))
        return true;
    c.arena.limit = arena->limit;
    bool ok = read_clocks(&c);
    if (ok && clock_sum(&c, 0, 0) > 0 && clock_sum(&c, 1, 0) > 0)
        ok = judge_all(&c, of, arena);
    vec_free(&c.name);
    corr_map_clear(&c.by_name);
    corr_arena_clear(&c.arena);
    return ok;
}

bool corr_contradicts(const corr_estimate *e, double value)
{
    return value < e->lo || value > e->hi;
}

corr_code corr_diff_by_clock(const corr_diff *d, const corr_query q[2],
                             corr_diff_cost *c, corr_err *err)
{
    corr_arena scratch = { .limit = d->arena.limit };
    diff_clock_rows of = { .n = 0 };
    const bool is_cpu =
        corr_str_is(d->facts.kind, "cpu") && d->facts.unit == CORR_NS;
    const bool ok = !is_cpu || diff_compare_clocks(d, q, &of, &scratch);

    *c = of.code;
    corr_arena_clear(&scratch);
    return ok ? CORR_OK : corr_no_memory(err);
}
