/*
 * diff - the growth of costs, and whether it is more than noise (corr-methods
 * 4).
 *
 * Both sides are folded under canonical names (diff_fold.c). Functions are
 * judged by their self cost per cluster (significance.c), after frames that
 * were only inlined or renamed have been aligned (align.c). In the tree of all
 * stacks, each unit of change is given to the one frame that answers for it
 * (change_owner.c), and the region of each function is judged as a whole.
 */
#include "diff/diff.h"

#include <math.h>

#include "base/base.h"
#include "base/self_arena.h"
#include "frames/stack_depth.h"

enum { LEAST_TO_RANK = 100 }; /* samples a side (corr-methods 4.9) */

/* ---- facts -------------------------------------------------------------- */

/* Returns the dispersion of x observations. */
static double phi_of(const corr_diff *d, double x)
{
    return significance_phi(d->judged.alpha,
                            x / (d->s.side[0].k + d->s.side[1].k)) *
           d->judged.widen * d->judged.widen;
}

/* Returns the ratio from which on a function of this share becomes a row (corr-
 * corr-methods 4.4). */
static double least_shown(const corr_diff_opts *o, double share)
{
    const double by = o->min_abs > 0 ? o->min_abs : CORR_MIN_ABS;

    return 1 + fmax(by / share, o->min_rel > 0 ? o->min_rel : CORR_MIN_REL);
}

/* Finds the smallest detectable growth, of the smallest function for which it
 * is at most a doubling. */
static void find_least(const diff_maker *m, const double x[2])
{
    static const double shares[] = { 0.01, 0.02, 0.05, 0.10, 0.20 };
    corr_diff *d = m->d;
    corr_diff_facts *f = &d->facts;

    f->at_share = f->least_ratio = NAN;
    f->enough = significance_samples(
        .1, .2, f->one_each ? 1 : phi_of(d, .1 * (x[0] + x[1])));
    if (f->one_each && f->few)
        return;
    for (size_t i = 0; i < countof(shares); i++) {
        const double a = shares[i] * x[0], b = shares[i] * x[1];
        const double phi = f->one_each ? 2 : phi_of(d, a + b);
        if (!(a > 0) || !(b > 0))
            return;
        f->at_share = shares[i];
        f->least_ratio =
            f->per == CORR_PER_SHARE
                ? 1 + significance_least_points(shares[i], x[0], x[1], phi) /
                          shares[i]
                : significance_least_ratio(a, b, phi);
        f->least_ratio = fmax(f->least_ratio, least_shown(m->opts, shares[i]));
        if (f->least_ratio <= 2)
            return;
    }
}

/* Fills the facts that judging functions gives. */
static void fill_judged(diff_maker *m)
{
    corr_diff *d = m->d;
    corr_diff_facts *f = &d->facts;
    const double x[] = { diff_seen_all(d, 0), diff_seen_all(d, 1) };

    f->dispersion = d->judged.phi;
    f->widen = d->judged.widen;
    f->tested = d->judged.tested;
    f->resamples = d->judged.resamples;
    f->splits = d->judged.splits;
    f->seed = d->judged.seed;
    find_least(m, x);
}

/* Finds whether one side has its deep stacks truncated. */
static void find_depths(corr_diff *d)
{
    depth_end end[2] = { { 0 } };
    unsigned cut;

    for (unsigned w = 0; w < 2; w++) {
        const side *s = &d->s.side[w];
        for (size_t i = 0; i < s->file.n; i++)
            depth_add(&end[w], d->s.st->input.v[s->file.v[i].input]);
    }
    if (!depth_differs(end))
        return;
    cut = end[0].most > end[1].most;
    d->facts.shallow = cut + 1;
    remark_add(&d->s.remarks, .rule = REMARK_DEPTHS_DIFFER, .side = cut + 1,
               .n = end[cut].most, .of = end[!cut].most);
}

static void fill_facts(diff_maker *m)
{
    corr_diff *d = m->d;
    corr_diff_facts *f = &d->facts;
    const corr_sel_facts *base = &d->s.side[0].sel->facts;
    const corr_sel_facts *now = &d->s.side[1].sel->facts;
    const corr_sel_facts *known = now->inputs ? now : base;
    const significance_row *total = &d->found.judged[0];
    double x[2];

    f->kind = known->kind;
    f->unit = known->unit == CORR_FRACTION ? CORR_COUNT : known->unit;
    f->service =
        corr_str_eq(base->service, now->service) ? base->service : CORR_STR("");
    f->per = d->s.per;
    f->mix = d->s.mix;
    f->route = d->s.route.v;
    f->nroute = (uint32_t)d->s.route.n;
    if (f->per == CORR_PER_REQUEST && d->s.stratum_of && d->s.strata.row.n == 1)
        f->per_what = d->s.strata.row.v[0].name;
    for (unsigned w = 0; w < 2; w++) {
        f->side[w] = d->s.side[w].facts;
        f->total[w] = d->s.side[w].total / f->side[w].factor;
        f->whole[w] =
            sides_has_negative(&d->s.side[w])
                ? (double)d->s.side[w].sel->facts.whole / f->side[w].factor
                : f->total[w];
        x[w] = diff_seen_all(d, w);
        f->side[w].effective = x[w];
    }
    find_depths(d);
    f->ratio = diff_ratio_of(total);
    f->phi = total->phi;
    f->one_each = d->judged.one_each;
    f->standing = d->s.standing;
    f->counted = d->s.counted;
    f->of_each = d->s.standing && d->s.blocks > 1;
    f->matching =
        !d->s.counter_name && !d->s.q[0].nchosen && d->s.side[0].sel->asked;
    f->counter = d->s.counter_name;
    f->counter_step = d->s.counter_step;
    f->counter_of = d->s.counter_of;
    f->no_counter = d->s.no_counter;
    f->within_run = d->s.bin > 0 && !f->one_each;
    f->few = x[0] < LEAST_TO_RANK || x[1] < LEAST_TO_RANK;
    for (unsigned r = 0; r < CANON_RULES; r++)
        f->nrules += d->fold.fired[r] > 0;
    m->min_abs =
        (m->opts->min_abs > 0 ? m->opts->min_abs : CORR_MIN_ABS) * f->whole[0];
}

/* ---- remarks --------------------------------------------------------------- */

/* Returns "64", or "152 (worth 43)" if samples differ in weight. A number below
 * 100 is never rounded up to 100. */
static corr_str worth_words(corr_diff *d, unsigned w)
{
    const corr_diff_side *s = &d->facts.side[w];
    char n[CORR_PRINT_MAX], worth[CORR_PRINT_MAX];

    corr_print_count(n, s->observations);
    corr_print_count(worth, s->effective < 100 ? llround(fmin(s->effective, 99))
                                               : llround(s->effective));
    return s->observations < 0 || s->objects || strcmp(n, worth) == 0
               ? remark_words(&d->s.remarks, "%s", worth)
               : remark_words(&d->s.remarks, "%s (worth %s)", n, worth);
}

static void remark_few(corr_diff *d)
{
    char enough[CORR_PRINT_MAX];

    if (!d->facts.few)
        return;
    corr_print_count(enough, llround(d->facts.enough / 100) * 100);
    remark_add(&d->s.remarks, .rule = REMARK_FEW_TO_COMPARE);
    remark_add(&d->s.remarks, .rule = REMARK_FEW_SAMPLES,
               .a = worth_words(d, 0), .b = worth_words(d, 1),
               .c = remark_words(&d->s.remarks, "%s", enough));
}

static void remark_intervals(diff_maker *m)
{
    const corr_diff_facts *f = &m->d->facts;
    remarks *r = &m->d->s.remarks;
    char times[CORR_PRINT_MAX];
    const unsigned long long seed = f->seed;

    if (f->widen > 1.1)
        remark_add(r, .rule = REMARK_WIDENED,
                   .a = remark_words(r, "%.1f", f->widen),
                   .b = f->splits ? remark_words(r, " (%u splits, seed %llu)",
                                                 f->splits, seed)
                                  : CORR_STR(""));
    if (f->within_run)
        remark_add(r, .rule = REMARK_WITHIN_RUN);
    if (f->resamples)
        remark_add(
            r, .rule = REMARK_RESAMPLED,
            .a = corr_str_of(f->within_run ? "windows" : "files"),
            .b = remark_words(r, "%s", corr_print_count(times, f->resamples)),
            .c = remark_words(r, "%llu", seed));
    if (m->opts->bootstrap && !f->resamples)
        remark_add(r, .rule = REMARK_FEW_TO_DRAW);
}

/* Whether both sides have the same whole number of busy threads: a thread that
 * is never idle, or sampled by the wall clock, has a second in each second,
 * whatever its work costs. */
static bool is_full(const corr_diff_facts *f)
{
    static const double full = 0.98; /* part of a second that counts as a
                                        whole one */

    for (unsigned w = 0; w < 2; w++) {
        const double threads = f->total[w] / 1e9;
        if (threads < full || fabs(threads - round(threads)) > 1 - full)
            return false;
    }
    return f->per == CORR_PER_SECOND && corr_is_ns(f->unit) &&
           round(f->total[0] / 1e9) == round(f->total[1] / 1e9);
}

static bool has_common_function(const diff_maker *m)
{
    for (uint32_t i = 1; i < m->d->found.flat.n; i++)
        if (m->d->found.flat.sum[0][i] && m->d->found.flat.sum[1][i])
            return true;
    return false;
}

static void remark_samples(const diff_maker *m)
{
    const int64_t base = m->d->s.side[0].sel->facts.period;
    const int64_t now = m->d->s.side[1].sel->facts.period;
    corr_diff *d = m->d;

    if (diff_seen_all(d, 0) > 0 && diff_seen_all(d, 1) > 0 &&
        !has_common_function(m))
        remark_add(&d->s.remarks, .rule = REMARK_NO_COMMON);
    if (base > 0 && now > 0 && (base > 2 * now || now > 2 * base))
        remark_add(&d->s.remarks, .rule = REMARK_PERIODS_DIFFER);
    if (is_full(&d->facts))
        remark_add(&d->s.remarks, .rule = REMARK_FULL);
}

static void remark_runs(corr_diff *d)
{
    const sides_unseen u = sides_find_unseen(&d->s);
    const uint32_t files[2] = { d->facts.side[0].files,
                                d->facts.side[1].files };
    remarks *r = &d->s.remarks;

    if (d->facts.one_each)
        remark_add(r, .rule = REMARK_ONE_FILE);
    else if (u.of.n)
        remark_add(r, .rule = REMARK_ONE_FILE_OF, .n = u.n, .a = u.of);
    if (files[0] < 2 && files[1] < 2)
        remark_add(r, .rule = REMARK_ONE_FILE_EACH);
    if (u.one_run && u.one_run_of.n)
        remark_add(r, .rule = REMARK_ONE_RUN_OF, .a = u.one_run_of);
    else if (d->facts.one_each || u.one_run)
        remark_add(r, .rule = REMARK_ONE_RUN,
                   .a = corr_str_of(files[0] >= 2   ? "on the new side"
                                    : files[1] >= 2 ? "on the base"
                                                    : "a side"));
}

/* Adds all remarks. Everything else must be known. */
static bool add_remarks(diff_maker *m)
{
    corr_diff *d = m->d;

    if (!sides_are_empty(&d->s)) {
        remark_few(d);
        remark_intervals(m);
        remark_samples(m);
        remark_runs(d);
    }
    d->facts.remarks = remarks_all(&d->s.remarks);
    return !d->s.remarks.failed;
}

/* ---- the call ----------------------------------------------------------- */

/* Whether a kind is the base column of another: "samples_base" of "samples". */
static bool is_base_of(corr_str was, corr_str kind)
{
    const corr_str suffix = CORR_STR("_base");

    return was.n == kind.n + suffix.n && corr_str_ends(was, suffix.p) &&
           memcmp(was.p, kind.p, kind.n) == 0;
}

static corr_code check_units(const corr_diff *d, corr_err *err)
{
    const corr_sel_facts *a = &d->s.side[0].sel->facts;
    const corr_sel_facts *b = &d->s.side[1].sel->facts;

    if (!a->inputs || !b->inputs)
        return CORR_OK; /* nothing to compare */
    if (corr_str_eq(a->kind, b->kind) || is_base_of(a->kind, b->kind))
        return a->unit == b->unit
                   ? CORR_OK
                   : corr_fail(err, CORR_EUSAGE,
                               "%.*s is in %s on one side and in %s on the "
                               "other",
                               CORR_STR_ARG(a->kind), corr_unit_name(a->unit),
                               corr_unit_name(b->unit));
    return corr_fail(err, CORR_EUSAGE,
                     "the sides are of different kinds, %.*s and %.*s",
                     CORR_STR_ARG(a->kind), CORR_STR_ARG(b->kind));
}

/* Whether frames were renamed or left out: their cost gets another name. */
static bool puts_aside(const corr_diff *d)
{
    for (uint32_t i = 0; i < d->notes.n; i++)
        if (d->notes.v[i].kind != ALIGN_POSSIBLY)
            return true;
    return false;
}

static corr_code make_diff(diff_maker *m, corr_store *st, const corr_query q[2],
                           corr_err *err)
{
    corr_diff *d = m->d;
    corr_code code = sides_init(&d->s, st, q, m->opts, err);

    if (!code)
        code = check_units(d, err);
    if (!code)
        code = diff_fold_init(&d->fold, &d->s, m->opts, err);
    if (code)
        return code;
    if (!diff_judge_functions(m))
        return corr_no_memory(err);
    fill_facts(m);
    if (!diff_judge_as_is(m, &d->facts.as_is) || !diff_align_tree(m) ||
        (puts_aside(d) && (!diff_name_leaves(m) || !diff_judge_functions(m))))
        return corr_no_memory(err);
    fill_judged(m);
    if (!diff_find_moved(m) || !diff_own_tree(m) || !diff_judge_asked(m) ||
        !diff_judge_regions(m) || !diff_make_rows(m) || !diff_find_spread(m) ||
        !diff_judge_operations(m) ||
        (m->opts->tree && (!diff_order_nodes(m) || !diff_judge_frames(m))) ||
        !add_remarks(m))
        return corr_no_memory(err);
    return CORR_OK;
}

corr_diff *corr_diff_of(corr_store *st, const corr_query q[2],
                        const corr_diff_opts *opts, corr_err *err)
{
    static const corr_diff_opts none;
    corr_diff *d = self_arena_new(corr_diff, err);
    diff_maker m = { .d = d, .opts = opts ? opts : &none };

    if (!d)
        return NULL;
    m.scratch.limit = d->arena.limit;
    corr_code code = m.opts->by > CORR_BY_MODULE
                         ? corr_fail(err, CORR_EUSAGE,
                                     "a diff is by function, file, line or "
                                     "module")
                         : make_diff(&m, st, q, err);
    corr_map_clear(&m.aside);
    corr_arena_clear(&m.scratch);
    if (!code)
        return d;
    corr_diff_free(d);
    return NULL;
}

void corr_diff_free(corr_diff *d)
{
    if (!d)
        return;
    diff_fold_clear(&d->fold);
    sides_clear(&d->s);
    vec_free(&d->row);
    vec_free(&d->operation);
    self_arena_free(d);
}

corr_diff_facts corr_diff_facts_of(const corr_diff *d)
{
    return d->facts;
}

uint32_t corr_diff_rule(const corr_diff *d, uint32_t i, const char **key,
                        const char **words)
{
    for (unsigned r = 0; r < CANON_RULES; r++) {
        if (!d->fold.fired[r] || i-- > 0)
            continue;
        *key = canon_rule_name((canon_rule)r);
        *words = canon_rule_words((canon_rule)r, d->fold.fired[r]);
        return d->fold.fired[r];
    }
    *key = *words = "";
    return 0;
}

const char *corr_also_name(corr_also_what what)
{
    static const char *const names[CORR_ALSO_COUNT] = {
        [CORR_ALSO_FUNCTION] = "function",
        [CORR_ALSO_THREAD] = "thread",
        [CORR_ALSO_OPERATION] = "operation",
    };

    return what < CORR_ALSO_COUNT ? names[what] : "";
}
