/* when_suspects - which functions move with the metric, and how much later
 * (corr-methods 6.5). */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "corr_sort.h"
#include "frames/canon.h"
#include "select/select.h"
#include "stats/series_relation.h"
#include "when/when.h"

/* A function follows if a later time is so much more likely: twice the
 * logarithm of the likelihood, beyond chance in 99 of 100. */
#define LATER_BY 6.63

#define STACK_KNOWN (UINT32_C(1) << 31)

enum { SPIKE_BUCKETS = 6, SPIKE_STEPS = 60, NEAR_SPIKES = 2 };

/* The samples of the suspects over time. */
typedef struct relating {
    corr_when *w;
    const corr_sel *sel;
    int64_t from, step;
    uint32_t n;
    double *metric; /* [n] */
    double *count;  /* [suspects][n] */
    /* counts in fine steps around the change */
    int64_t near_from, near_step;
    uint32_t near_n;
    double *near;     /* [suspects][near_n] */
    uint32_t **stack; /* [inputs][stacks] the suspects in a stack, as bits */
    canon_text text;
    bool failed;
} relating;

/* ---- whose sample ------------------------------------------------------------ */

static uint32_t find_suspect(const corr_when *w, corr_str name)
{
    uint32_t bits = 0;

    for (uint32_t i = 0; i < w->suspect.n; i++)
        if (corr_str_is(name, w->suspect.v[i].name))
            bits |= UINT32_C(1) << i;
    return bits;
}

/* The suspects that a frame is, by its name, or by that without what differs
 * between builds. */
static uint32_t frame_bits(relating *r, const input *in, uint32_t frame)
{
    const corr_frame_view v = input_frame(in, frame);
    uint32_t bits = find_suspect(r->w, v.function);
    unsigned rules = 0;

    if (bits || !v.function.n)
        return bits;
    r->text.n = 0;
    if (!canon_name(v.function, canon_not_for(&v), &r->text, &rules)) {
        r->failed = true;
        return 0;
    }
    return rules ? find_suspect(r->w, (corr_str){ r->text.v, r->text.n }) : 0;
}

static uint32_t stack_bits(relating *r, uint32_t in, uint32_t stack)
{
    const input *rows = store_input(r->w->st, in);
    uint32_t *known;

    if (!r->stack[in])
        r->stack[in] =
            corr_arena_new(&r->w->scratch, uint32_t, rows->stack.at.n + 1);
    if (!r->stack[in]) {
        r->failed = true;
        return 0;
    }
    known = &r->stack[in][stack];
    if (!*known) {
        const narrow_part p = sel_stack(r->sel, in, stack);
        *known = STACK_KNOWN;
        for (size_t i = 0; i < p.n; i++)
            *known |= frame_bits(r, rows, narrow_part_at(&p, i));
    }
    return *known & ~STACK_KNOWN;
}

/* The bucket of a time; -1: in none. */
static int64_t place_in(int64_t at, int64_t from, int64_t step, uint32_t n)
{
    const int64_t i = at < from ? -1 : sub_clamped(at, from) / step;

    return i < n ? i : -1;
}

static void count_part(relating *r, const sel_part *p)
{
    const segment *g = sel_segment(r->sel, p);

    for (size_t k = 0; g->time && k < p->n && !r->failed; k++) {
        const size_t row = sel_row(p, k);
        const int64_t at = g->time[row];
        if (at == CORR_NO_TIME)
            continue;
        const int64_t i_bucket = place_in(at, r->from, r->step, r->n);
        const int64_t i_near =
            place_in(at, r->near_from, r->near_step, r->near_n);
        if (i_bucket < 0 && i_near < 0)
            continue;
        uint32_t bits = stack_bits(r, p->input, segment_stack(g, row));
        const double obs = (double)segment_obs(g, row) * sel_share(p, k);
        for (size_t i = 0; bits; i++, bits >>= 1) {
            if (!(bits & 1))
                continue;
            if (i_bucket >= 0)
                r->count[i * r->n + (size_t)i_bucket] += obs;
            if (i_near >= 0)
                r->near[i * r->near_n + (size_t)i_near] += obs;
        }
    }
}

/* ---- buckets ----------------------------------------------------------------- */

/* The series that the functions are compared with: the metric, or the profile
 * that changed. */
static const corr_series_view *compared(const corr_when *w)
{
    return &w->series.v[w->metric ? w->metric - 1 : w->change.v[0].series].s;
}

/* Sets buckets of `per` values of the series; a value of an instant stands for
 * the time before it. */
static bool set_relation(relating *r, const corr_series_view *s, bool is_gauge,
                         uint32_t per)
{
    r->step = s->step * per;
    r->from = s->from - (is_gauge ? s->step : 0);
    r->n = s->n / per;
    r->metric = corr_arena_new(&r->w->scratch, double, r->n + 1);
    if (!r->metric)
        return false;
    for (uint32_t i = 0; i < r->n; i++) {
        double sum = 0;
        uint32_t known = 0;
        for (uint32_t k = i * per; k < (i + 1) * per; k++)
            if (isfinite(s->value[k])) {
                sum += s->value[k];
                known++;
            }
        r->metric[i] = known ? sum / known : NAN;
    }
    return true;
}

/* The values that make one bucket: a spike is some buckets long, so that a lag
 * of a part of it can be seen. */
static uint32_t values_together(const corr_when *w, const corr_series_view *s)
{
    const int64_t ran = w->facts.to - w->facts.from;
    const int64_t per = ran / SPIKE_BUCKETS / s->step;
    const uint32_t most = s->n / RELATION_LEAST / 2;

    return per < 1 || most < 1 ? 1 : per < most ? (uint32_t)per : most;
}

static double mean_count(const relating *r, uint32_t i)
{
    double sum = 0;

    for (uint32_t k = 0; k < r->n; k++)
        sum += r->count[(size_t)i * r->n + k];
    return r->n ? sum / r->n : 0;
}

/* Joins `per` buckets of a series of counts or means. */
static uint32_t join_buckets(const double *x, uint32_t n, uint32_t per,
                             bool is_count, double *to)
{
    for (uint32_t i = 0; i < n / per; i++) {
        double sum = 0;
        for (uint32_t k = i * per; k < (i + 1) * per; k++)
            sum += x[k]; /* a gap makes a gap */
        to[i] = is_count ? sqrt(fmax(sum, 0)) : sum / per;
    }
    return n / per;
}

/* ---- the relation ------------------------------------------------------------- */

static bool relate_one(relating *r, uint32_t i)
{
    corr_suspect *s = &r->w->suspect.v[i];
    const double mean = mean_count(r, i);
    const uint32_t per =
        mean >= WHEN_LEAST_COUNT
            ? 1
            : (uint32_t)fmin(ceil(WHEN_LEAST_COUNT / fmax(mean, 1e-6)), 1e6);
    double *x = corr_arena_new(&r->w->work, double, r->n + 1);
    double *y = corr_arena_new(&r->w->work, double, r->n + 1);
    stat_relation best;
    int lag;

    if (!x || !y)
        return false;
    join_buckets(r->metric, r->n, per, false, x);
    const uint32_t n =
        join_buckets(r->count + (size_t)i * r->n, r->n, per, true, y);
    if (!stat_relation_best(x, y, n, &lag, &best, &r->w->work))
        return false;
    if (best.n) {
        s->correlation = best.r;
        s->rho = best.rho;
        s->lo = best.lo;
        s->hi = best.hi;
        s->lag = lag * r->step * per;
        s->score = fmin(fmax(s->share, 0), 1) * fmax(best.rho, 0);
        if (isnan(s->share))
            s->score = NAN;
    }
    corr_arena_reset(&r->w->work);
    return true;
}

/* ---- followers ------------------------------------------------------------------ */

/* Sets fine steps around the main change. */
static void set_near(relating *r)
{
    const corr_when *w = r->w;
    const corr_change_at *c = &w->change.v[0];
    const int64_t until = c->until == CORR_NO_TIME ? w->facts.to : c->until;
    const int64_t ran = sub_clamped(until, c->at);

    r->near_step = max_i64(ran / SPIKE_STEPS, 1);
    r->near_from = sub_clamped(c->at, NEAR_SPIKES * ran);
    r->near_n = (2 * NEAR_SPIKES + 1) * SPIKE_STEPS;
}

/* The suspect that changed most. */
static uint32_t find_lead(const corr_when *w)
{
    uint32_t lead = 0;

    for (uint32_t i = 1; i < w->suspect.n; i++)
        if (fabs(w->suspect.v[i].delta) > fabs(w->suspect.v[lead].delta))
            lead = i;
    return lead;
}

/* Marks the functions that rise clearly later than the one that changed most. */
static void mark_followers(relating *r)
{
    enum { MOST = SPIKE_STEPS / 2, FROM = NEAR_SPIKES * SPIKE_STEPS };
    corr_when *w = r->w;
    const uint32_t lead = find_lead(w);
    const bool ends = w->change.v[0].until != CORR_NO_TIME;
    const size_t n = ends ? r->near_n : FROM + SPIKE_STEPS;
    double likelihood[2 * MOST + 1];
    const int base =
        stat_best_shift(r->near + (size_t)lead * r->near_n, n, FROM,
                        FROM + SPIKE_STEPS, MOST, likelihood);

    for (uint32_t i = 0; base != INT_MIN && i < w->suspect.n; i++) {
        corr_suspect *s = &w->suspect.v[i];
        const int lag =
            i == lead
                ? base
                : stat_best_shift(r->near + (size_t)i * r->near_n, n, FROM,
                                  FROM + SPIKE_STEPS, MOST, likelihood);
        s->follows =
            lag != INT_MIN && lag > base + 1 &&
            likelihood[lag + MOST] - likelihood[base + MOST] > LATER_BY;
        if (s->follows)
            s->lag = r->near_step * (lag - base);
    }
}

static double score_of(const corr_suspect *s)
{
    return isnan(s->score) ? -1 : s->score;
}

static double size_of(const corr_suspect *s)
{
    return fabs(s->delta);
}

SORT_BY(suspect_by_score, corr_suspect, DESC_OF(score_of), DESC_OF(size_of),
        ASC_CHARS(name))

static corr_code relate_functions(relating *r, corr_err *err)
{
    corr_when *w = r->w;
    const corr_series_view *s = compared(w);
    const bool is_gauge = w->metric && w->series.v[w->metric - 1].is_gauge;

    if (!set_relation(r, s, is_gauge, values_together(w, s)))
        return corr_no_memory(err);
    r->count =
        corr_arena_new(&w->scratch, double, (size_t)r->n * w->suspect.n + 1);
    r->stack = corr_arena_new(&w->scratch, uint32_t *, w->st->input.n + 1);
    set_near(r);
    r->near = corr_arena_new(&w->scratch, double,
                             (size_t)r->near_n * w->suspect.n + 1);
    if (!r->count || !r->stack || !r->near)
        return corr_no_memory(err);
    for (size_t i = 0; i < r->sel->part.n; i++)
        count_part(r, &r->sel->part.v[i]);
    for (uint32_t i = 0; i < w->suspect.n && !r->failed; i++)
        r->failed = !relate_one(r, i);
    if (!r->failed)
        mark_followers(r);
    return r->failed ? corr_no_memory(err) : CORR_OK;
}

corr_code when_relate(corr_when *w, corr_err *err)
{
    relating r = { .w = w };
    const corr_when_explained *e = &w->facts.explained;

    if (!w->suspect.n || !e->kind.n)
        return CORR_OK;
    corr_sel *sel = corr_sel_of(
        w->st,
        &(corr_query){ .measure = e->kind.p,
                       .service = e->service.n ? e->service.p : NULL },
        err);
    if (!sel)
        return err->code;
    r.sel = sel;
    const corr_code code = relate_functions(&r, err);
    vec_free(&r.text);
    corr_sel_free(sel);
    corr_arena_reset(&w->scratch);
    if (!code)
        vec_sort(&w->suspect, suspect_by_score);
    return code;
}
