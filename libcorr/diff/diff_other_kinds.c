/* diff_other_kinds - the changes of other kinds beside a comparison, and of the
 * clocks of threads, which include time without samples. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "diff/diff.h"
#include "model/sample_weight.h"

enum { MOST_OF_A_KIND = 20 };
#define CLOCK_UNIT 10e6 /* ns that count as an observation */
#define LEAST_TOLD 0.5  /* least share of the time that clocks must cover */

/* Kinds that depend on code, in this order. Left out: the usual state of idle
 * threads (park, wait, native), kinds without code (gc, safepoint), and counts
 * of kinds that are in bytes, too. Threads wait outside of requests, too: of
 * waits, only functions of the application are reported. */
static const struct {
    const char *kind;
    bool waits;
} other_kind[] = {
    { "cpu", false },        { "wall", true }, { "alloc_bytes", false },
    { "live_bytes", false }, { "lock", true }, { "block", true },
    { "mutex", true },       { "io", true },   { "sleep", true },
};

struct corr_also {
    corr_arena arena;
    corr_diff *of[countof(other_kind)]; /* own the names of rows */
    vec(corr_also_row) row;
};

/* ---- other kinds -------------------------------------------------------- */

static bool side_has_kind(const corr_store *st, const side *d, const char *kind)
{
    for (size_t i = 0; i < st->input.n; i++)
        for (uint32_t k = st->kind_at.v[i]; k < st->kind_at.v[i + 1]; k++)
            if ((!d->q->group || st->input.v[i]->group == d->q->group) &&
                st->kind_facts.v[k].total &&
                corr_str_is(st->kind_facts.v[k].kind, kind))
                return true;
    return false;
}

/* Fills a row by the region of a function or, without a region, by its self
 * cost. */
static corr_also_row function_row(const corr_diff *d, uint32_t row)
{
    const corr_diff_facts *f = &d->facts;
    const corr_diff_row r = corr_diff_at(d, row);
    const bool alone = r.spread;
    corr_also_row also = {
        .what = CORR_ALSO_FUNCTION,
        .kind = f->kind,
        .unit = f->unit,
        .per = f->per,
        .name = r.name,
        .caller = r.twin ? r.caller : NULL,
        .frame = corr_diff_frame(d, row),
        .change = alone ? d->row.v[row].alone : r.change,
        .value = { alone ? r.value[0] : r.region[0],
                   alone ? r.value[1] : r.region[1] },
        .delta = alone ? r.delta : r.owned,
        .judged = alone ? r.self : r.with,
        .standing = f->standing,
        .of_each = f->of_each,
    };

    also.judged.p = NAN;
    return also;
}

/* Adds functions that answer for a change, and functions whose change no
 * row answers for. Functions that pass their change to callers are part of
 * these. */
static bool add_functions(corr_also *a, const corr_diff *d,
                          const corr_diff_opts *o, bool waits)
{
    uint32_t said = 0;

    for (uint32_t i = 0; i < d->row.n && said < MOST_OF_A_KIND; i++) {
        const diff_row *of = &d->row.v[i];
        if (!of->spread && (of->owned == 0 || !corr_change_real(of->change)))
            continue;
        if (waits && !o->leaves && diff_is_library(&d->fold, of->name, o->app))
            continue;
        said++;
        if (!vec_push(&a->row, function_row(d, i)))
            return false;
    }
    return true;
}

/* Compares a kind with the same divisor if that is possible, else with its
 * default divisor. */
static corr_code compare_kind(corr_also *a, size_t k, corr_store *st,
                              const corr_query q[2], const corr_diff_opts *o,
                              corr_err *err)
{
    corr_query of[2] = { q[0], q[1] };
    corr_diff_opts opts = o ? *o : (corr_diff_opts){ 0 };
    corr_err first = { 0 };

    of[0].measure = of[1].measure = other_kind[k].kind;
    a->of[k] = corr_diff_of(st, of, &opts, &first);
    if (!a->of[k] && first.code == CORR_EUSAGE) {
        first = (corr_err){ 0 };
        opts.per = CORR_PER_DEFAULT;
        opts.requests = NULL;
        a->of[k] = corr_diff_of(st, of, &opts, &first);
    }
    if (!a->of[k]) /* a kind that cannot be compared is left out */
        return first.code == CORR_EUSAGE
                   ? CORR_OK
                   : corr_fail(err, first.code, "%s", first.what);
    return add_functions(a, a->of[k], &opts, other_kind[k].waits)
               ? CORR_OK
               : corr_no_memory(err);
}

static corr_code compare_kinds(corr_also *a, corr_store *st,
                               const corr_query q[2], const corr_diff_opts *o,
                               const corr_diff *d, corr_err *err)
{
    corr_diff_opts opts = o ? *o : (corr_diff_opts){ 0 };
    corr_code code = CORR_OK;

    opts.per = d->s.per;
    for (size_t k = 0; !code && k < countof(other_kind); k++)
        if (!corr_str_is(d->facts.kind, other_kind[k].kind) &&
            side_has_kind(st, &d->s.side[0], other_kind[k].kind) &&
            side_has_kind(st, &d->s.side[1], other_kind[k].kind))
            code = compare_kind(a, k, st, q, &opts, err);
    return code;
}

/* ---- the clocks of threads ---------------------------------------------- */

typedef struct clocks {
    const corr_diff *d;
    corr_arena arena;
    vec(const char *) name; /* [0] all threads */
    corr_map by_name;
    uint32_t *of;             /* [threads] of the current input */
    double *x[2];             /* [names * k] ns */
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
    const side_file *f = sides_file(d, c->input, from);
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

/* Reads all names first, then the ticks. */
static bool read_clocks(clocks *c)
{
    const sides *s = &c->d->s;

    if (!vec_push(&c->name, "all threads"))
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
            if (sides_is_rest(d, i))
                continue;
            c->input = d->file.v[i].input;
            const input *in = store_input(s->st, c->input);
            if (!name_threads(c, in))
                return false;
            sample_weight_ticks(in, add_tick, c);
            end_run(c);
        }
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

/* Returns the exposure of the blocks that have clocks. */
static double exposure_of_clocks(const clocks *c, unsigned w, bool *has)
{
    const side *d = &c->d->s.side[w];
    double all = 0;

    for (uint32_t k = 0; k < d->k; k++)
        has[d->block[k]] |= c->covered[w][k].to > c->covered[w][k].from;
    for (uint32_t k = 0; k < d->k; k++)
        all += has[d->block[k]] ? d->exposure[k] : 0;
    return all;
}

/* Returns the exposure of each cluster that clocks cover. *part: its share;
 * blocks without clocks do not reduce it. NULL: out of memory. */
static double *exposure_covered(const clocks *c, unsigned w, double *part,
                                corr_arena *scratch)
{
    const side *d = &c->d->s.side[w];
    double *covered = corr_arena_new(scratch, double, d->k + 1);
    bool *has = corr_arena_new(scratch, bool, c->d->s.blocks);
    double sum = 0, all = 0;

    if (!covered || !has ||
        !sides_parts_within(&c->d->s, w, c->covered[w], covered, scratch))
        return NULL;
    const double clocked = exposure_of_clocks(c, w, has);
    for (uint32_t k = 0; k < d->k; k++) {
        covered[k] *= d->exposure[k];
        sum += covered[k];
        all += d->exposure[k];
    }
    *part = clocked > 0 ? sum / clocked : 0;
    for (uint32_t k = 0; k < d->k && c->d->s.blocks > 1 && clocked > 0; k++)
        covered[k] *= all / clocked;
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

/* Returns the ns of a thread, divided like samples. */
static double clock_value(const clocks *c, unsigned w, size_t row)
{
    return clock_sum(c, w, row) / c->d->s.side[w].facts.factor / c->part[w];
}

static bool add_threads(corr_also *a, const clocks *c,
                        const significance_row *row, bool one_each)
{
    const corr_diff *d = c->d;
    const double base = clock_value(c, 0, 0);

    for (size_t i = 0; i < c->name.n; i++) {
        corr_also_row r = { .what = CORR_ALSO_THREAD,
                            .kind = CORR_STR("cpu"),
                            .unit = CORR_NS,
                            .per = d->s.per,
                            .judged = diff_judged_of(&row[i]) };
        for (unsigned w = 0; w < 2; w++)
            r.value[w] = clock_value(c, w, i);
        r.delta = r.value[1] - r.value[0];
        if (one_each || !(row[i].q < CORR_FDR) ||
            fabs(r.delta) < CORR_MIN_ABS * base ||
            fabs(r.delta) < CORR_MIN_REL * r.value[0])
            continue;
        r.change = r.value[0] <= 0   ? CORR_NEW
                   : r.value[1] <= 0 ? CORR_GONE
                   : r.delta > 0     ? CORR_GREW
                                     : CORR_SHRANK;
        const size_t n = strlen(c->name.v[i]) + 1;
        char *name = corr_arena_new(&a->arena, char, n);
        r.judged.mark = significance_mark(row[i].q);
        if (!name)
            return false;
        r.name = memcpy(name, c->name.v[i], n);
        if (!vec_push(&a->row, r))
            return false;
    }
    return true;
}

SORT_BY(other_kind_by_delta, corr_also_row,
        THEN(CMP(fabs(b->delta), fabs(a->delta))), ASC_CHARS(name))

static bool compare_clocks(corr_also *a, const corr_diff *d)
{
    clocks c = { .d = d };
    const size_t first = a->row.n;
    significance_facts facts;

    c.arena.limit = a->arena.limit;
    bool ok = read_clocks(&c);
    if (ok && clock_sum(&c, 0, 0) > 0 && clock_sum(&c, 1, 0) > 0) {
        significance_row *row =
            corr_arena_new(&c.arena, significance_row, c.name.n);
        ok = row && judge_clocks(&c, row, &facts, &c.arena) &&
             (fmin(c.part[0], c.part[1]) < LEAST_TOLD ||
              add_threads(a, &c, row, facts.one_each));
    }
    if (ok && a->row.n > first)
        qsort(a->row.v + first, a->row.n - first, sizeof *a->row.v,
              other_kind_by_delta);
    vec_free(&c.name);
    corr_map_clear(&c.by_name);
    corr_arena_clear(&c.arena);
    return ok;
}

/* Whether a query selects whole files: clocks count all that a thread does. */
static bool is_whole(const corr_query *q)
{
    return !q->focus && !q->ignore && !q->thread && !q->where && !q->also &&
           !q->op && !q->status && !q->deploy && !q->nlabels && !q->span &&
           !(q->trace.hi | q->trace.lo) && !q->slowest && !q->shortest &&
           !q->longest;
}

/* ---- the whole ---------------------------------------------------------- */

corr_also *corr_also_of(corr_store *st, const corr_query q[2],
                        const corr_diff_opts *opts, const corr_diff *d,
                        corr_err *err)
{
    corr_also *a = self_arena_new(corr_also, err);
    corr_code code = CORR_OK;
    bool ok = true;

    if (!a)
        return NULL;
    if (!q[0].measure)
        code = compare_kinds(a, st, q, opts, d, err);
    const bool has_rates = d->s.per == CORR_PER_REQUEST ||
                           d->s.per == CORR_PER_SECOND ||
                           d->s.per == CORR_PER_CORE;
    if (!code && has_rates && is_whole(&q[0]) && is_whole(&q[1]))
        ok = compare_clocks(a, d);
    for (size_t i = 0; ok && !code && i < d->operation.n; i++)
        ok = vec_push(&a->row, d->operation.v[i]);
    if (!ok)
        code = corr_no_memory(err);
    if (!code)
        return a;
    corr_also_free(a);
    return NULL;
}

uint32_t corr_also_size(const corr_also *a)
{
    return (uint32_t)a->row.n;
}

corr_also_row corr_also_at(const corr_also *a, uint32_t i)
{
    return a->row.v[i];
}

void corr_also_free(corr_also *a)
{
    if (!a)
        return;
    for (size_t k = 0; k < countof(a->of); k++)
        corr_diff_free(a->of[k]);
    vec_free(&a->row);
    self_arena_free(a);
}
