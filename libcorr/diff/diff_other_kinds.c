/* diff_other_kinds - the changes of other kinds beside a comparison. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "corr_sort.h"
#include "diff/diff.h"

enum { MOST_OF_A_KIND = 20 };

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

static bool add_clocks(corr_also *a, const corr_query q[2], const corr_diff *d)
{
    diff_clock_rows of;

    if (!diff_compare_clocks(d, q, &of, &a->arena))
        return false;
    for (uint32_t i = 0; i < of.n; i++)
        if (!vec_push(&a->row, of.v[i]))
            return false;
    return true;
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
    if (!code)
        ok = add_clocks(a, q, d);
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
