/* sides - see sides.h. */
#include "sides.h"

#include <math.h>
#include <stdlib.h>

#include "base.h"
#include "limit.h"
#include "tie.h"

enum {
    LEAST_REQUESTS = 100, /* for dividing by them unasked */
    LEAST_FILES = 3,      /* a side, for a file to be a cluster */
    MOST_BINS = 4096      /* of a side */
};
#define ONE_SIDED_95 1.645
#define START_COST   1.5 /* times the usual */
static const int64_t first_bin = 10 * INT64_C(1000000000);

/* ---- files -------------------------------------------------------------- */

static void window_of(const side *d, const input *in, side_file *f)
{
    f->from = in->from;
    f->to = in->to;
    f->length = in->length && !in->has_window ? in->length : -1;
    if (f->from == CORR_NO_TIME)
        return;
    if (in->has_window) {
        f->from = max_i64(f->from, in->win_from);
        f->to = min_i64(f->to, in->win_to);
    }
    if (d->q->from || d->q->to) {
        f->from = max_i64(f->from, d->q->from);
        f->to = min_i64(f->to, d->q->to);
    }
    f->to = max_i64(f->to, f->from);
    f->length = f->to - f->from;
}

static bool add_file(sides *s, side *d, uint32_t in)
{
    const tie *t = &s->st->tie.v[in];
    side_file f = { .input = in, .proc = t->proc, .service = t->service };

    if (d->file_of[in])
        return true;
    window_of(d, s->st->input.v[in], &f);
    if (!vec_push(&d->file, f))
        return false;
    d->file_of[in] = (uint32_t)d->file.n;
    return true;
}

static bool has_kind(const sides *s, uint32_t in, corr_str kind)
{
    const input *p = s->st->input.v[in];
    bool has = false;

    for (size_t k = 1; k < p->segment.n; k++)
        has = has ||
              corr_str_eq(input_text(p, p->kind.v[p->segment.v[k].kind].name),
                          kind);
    return has && s->st->tie.v[in].used;
}

/* Where some spans are chosen, a file in which none of them has a sample tells
 * of them, too. */
static bool list_files(sides *s, side *d)
{
    bool ok;

    d->file_of = corr_arena_new(&s->arena, uint32_t, s->st->input.n);
    ok = d->file_of != NULL;
    for (size_t i = 0; ok && i < d->sel->part.n; i++)
        ok = add_file(s, d, d->sel->part.v[i].input);
    for (uint32_t i = 0; ok && d->q->nchosen && i < s->st->input.n; i++)
        ok = !has_kind(s, i, d->sel->facts.kind) || add_file(s, d, i);
    return ok;
}

static void sum_times(side *d)
{
    corr_diff_side *f = &d->facts;
    int64_t sum = 0;

    f->from = f->to = CORR_NO_TIME;
    f->seconds = d->file.n ? 0 : NAN;
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *file = &d->file.v[i];
        if (file->length < 0)
            f->seconds = NAN;
        sum = add_clamped(sum, file->length);
        if (file->from == CORR_NO_TIME)
            continue;
        f->from =
            f->from == CORR_NO_TIME ? file->from : min_i64(f->from, file->from);
        f->to = max_i64(f->to, file->to);
    }
    if (!isnan(f->seconds))
        f->seconds = sum > 0 ? (double)sum / 1e9 : NAN;
    f->files = (uint32_t)d->file.n;
}

/* Labels make sides of one file's samples, and kinds of its columns: such a
 * file is on both by right. */
static bool find_odd_files(sides *s)
{
    const corr_sel_facts *f = &s->side[0].sel->facts;
    const bool tell =
        s->q[0].group && corr_str_eq(f->kind, s->side[1].sel->facts.kind);
    corr_map seen[2] = { { 0 }, { 0 } };
    bool ok = true, is_new;

    for (unsigned w = 0; ok && w < 2; w++)
        for (size_t i = 0; ok && i < s->side[w].file.n; i++) {
            const uint32_t in = s->side[w].file.v[i].input;
            s->side[w].facts.damaged += store_input(s->st, in)->damaged;
            ok = corr_map_u64(&seen[w], s->st->tie.v[in].content, &is_new) !=
                 NULL;
        }
    for (unsigned w = 0; ok && w < 2; w++)
        for (size_t i = 0; tell && i < s->side[w].file.n; i++) {
            const uint32_t in = s->side[w].file.v[i].input;
            s->side[w].facts.shared +=
                corr_map_find_u64(&seen[!w], s->st->tie.v[in].content) != NULL;
        }
    corr_map_clear(&seen[0]);
    corr_map_clear(&seen[1]);
    return ok;
}

static bool has_service(const side *d, uint32_t service)
{
    for (size_t i = 0; i < d->file.n; i++)
        if (d->file.v[i].service == service)
            return true;
    return false;
}

/* A profile of which nobody knows the service may be of any. */
static void find_lone(sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w], *other = &s->side[!w];
        for (size_t i = 0; i < d->file.n && !s->q[0].nchosen; i++) {
            const uint32_t service = d->file.v[i].service;
            if (!service || !other->file.n || has_service(other, 0) ||
                has_service(other, service))
                continue;
            s->side[w].facts.lone = s->st->spans.service.v[service];
            break;
        }
    }
}

/* Whether each profile is of a service that is known; the one that all are of
 * in s->service, 0 where there are several. */
static bool find_service(sides *s)
{
    uint32_t service = UINT32_MAX;
    bool several = false;

    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++) {
            const uint32_t mine = s->side[w].file.v[i].service;
            if (!mine)
                return false;
            several = several || (service != UINT32_MAX && service != mine);
            service = mine;
        }
    s->service = several || service == UINT32_MAX ? 0 : service;
    return true;
}

/* ---- clusters ----------------------------------------------------------- */

static bool has_times(const side *d)
{
    for (size_t i = 0; i < d->sel->part.n; i++) {
        const sel_part *p = &d->sel->part.v[i];
        if (!sel_segment(d->sel, p)->time)
            return false;
    }
    for (size_t i = 0; i < d->file.n; i++)
        if (d->file.v[i].from == CORR_NO_TIME)
            return false;
    return d->file.n > 0;
}

static uint32_t number_clusters(sides *s, side *d)
{
    uint32_t k = 0;

    if (d->cluster_of)
        return d->nspan_clusters;
    for (size_t i = 0; i < d->file.n; i++) {
        side_file *f = &d->file.v[i];
        f->first = k;
        f->n = 1;
        if (s->bin)
            f->n = (uint32_t)max_i64(1, (f->to - f->from) / s->bin);
        k += f->n;
    }
    return k;
}

/* A bin by which neither side has more clusters than a program can hold. */
static void choose_bin(sides *s)
{
    const bool few =
        s->side[0].file.n < LEAST_FILES || s->side[1].file.n < LEAST_FILES;

    s->bin = 0;
    if (!few || s->standing || s->q[0].nchosen || !has_times(&s->side[0]) ||
        !has_times(&s->side[1]))
        return;
    s->bin = first_bin;
    for (unsigned w = 0; w < 2; w++)
        while (number_clusters(s, &s->side[w]) > MOST_BINS)
            s->bin *= 2;
}

/* The last bin of a file takes what is left of it. */
static void share_seconds(const sides *s, side *d)
{
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        const double all = (double)f->length / 1e9;
        if (f->length < 0)
            continue;
        for (uint32_t c = 0; c < f->n; c++)
            d->seconds[f->first + c] =
                c + 1 < f->n ? (double)s->bin / 1e9
                             : all - (double)(f->n - 1) * (double)s->bin / 1e9;
    }
}

static bool make_clusters(sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        side *d = &s->side[w];
        const size_t strata = s->strata.row.n + 1;
        d->facts.clusters = d->k = number_clusters(s, d);
        d->seconds = corr_arena_new(&s->arena, double, d->k + 1);
        d->requests = corr_arena_new(&s->arena, double, d->k + 1);
        d->exposure = corr_arena_new(&s->arena, double, d->k + 1);
        d->stratum_n = corr_arena_new(&s->arena, double, strata);
        d->stratum_sum = corr_arena_new(&s->arena, sides_wide, strata);
        d->starting = corr_arena_new(&s->arena, bool, d->k + 1);
        if (!d->seconds || !d->requests || !d->exposure || !d->stratum_n ||
            !d->stratum_sum || !d->starting)
            return false;
        d->facts.requests = d->facts.by_spans = NAN;
        if (d->cluster_of)
            sides_count_spans(s, d);
        else
            share_seconds(s, d);
    }
    if (s->stratum_of && s->knows_service)
        sides_count_requests(s);
    /* chosen spans are the requests */
    if (s->counter_name && !s->side[0].cluster_of)
        sides_count_by_counter(s);
    return true;
}

/* ---- what it is divided by ---------------------------------------------- */

static bool knows_requests(const sides *s, double least)
{
    return s->side[0].facts.requests >= least &&
           s->side[1].facts.requests >= least;
}

static bool knows_seconds(const sides *s)
{
    return !isnan(s->side[0].facts.seconds) && !isnan(s->side[1].facts.seconds);
}

static double cores_of(const sides *s, const side *d)
{
    double cores = NAN;

    for (size_t i = 0; i < d->file.n; i++) {
        const input *in = store_input(s->st, d->file.v[i].input);
        for (size_t k = 0; k < in->setting.n; k++) {
            int64_t n;
            if (corr_str_is(input_text(in, in->setting.v[k].name),
                            "hwThreads") &&
                corr_str_i64(input_text(in, in->setting.v[k].value), &n) &&
                n > 0)
                cores = (double)n;
        }
    }
    return cores;
}

static corr_code choose_per(sides *s, corr_per wanted, corr_err *err)
{
    static const char *const missing[CORR_PER_COUNT] = {
        [CORR_PER_REQUEST] = "no request of both sides is known: traces of "
                             "the profiled service and time are needed, or a "
                             "metric (--requests)",
        [CORR_PER_SECOND] = "not every profile says how long it ran",
        [CORR_PER_CORE] = "not every profile says on how many cores it ran, "
                          "and for how long",
    };
    bool can = true;

    s->per = wanted;
    if (s->q[0].nchosen) {
        s->per = CORR_PER_REQUEST;
        return CORR_OK;
    }
    if (s->standing) {
        if (wanted == CORR_PER_DEFAULT)
            s->per = CORR_PER_TOTAL;
        if (s->per == CORR_PER_TOTAL || s->per == CORR_PER_SHARE)
            return CORR_OK;
        corr_fail(err, CORR_EUSAGE,
                  "--per %s: %.*s is what there was at one time, and no rate",
                  corr_per_name(wanted),
                  CORR_STR_ARG(s->side[0].sel->facts.kind));
        corr_hint(err, "--per total compares such files as they are");
        return CORR_EUSAGE;
    }
    if (wanted == CORR_PER_DEFAULT)
        s->per = knows_requests(s, LEAST_REQUESTS) ? CORR_PER_REQUEST
                 : knows_seconds(s)                ? CORR_PER_SECOND
                                                   : CORR_PER_SHARE;
    if (s->per == CORR_PER_REQUEST)
        can = knows_requests(s, 1);
    if (s->per == CORR_PER_SECOND || s->per == CORR_PER_CORE)
        can = knows_seconds(s);
    if (s->per == CORR_PER_CORE)
        can =
            can && cores_of(s, &s->side[0]) > 0 && cores_of(s, &s->side[1]) > 0;
    if (can)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE, "--per %s: %s", corr_per_name(s->per),
              missing[s->per]);
    corr_hint(err, "--per share needs nothing but the samples");
    return CORR_EUSAGE;
}

static void add_exposure(void *ctx, const sides_row *row)
{
    side *d = ctx;

    d->exposure[row->cluster] += (double)row->value;
}

static void set_exposure(sides *s, unsigned w)
{
    side *d = &s->side[w];
    const double total = (double)d->sel->facts.total;
    const double cores = s->per == CORR_PER_CORE ? cores_of(s, d) : 1;

    switch (s->per) {
    case CORR_PER_REQUEST:
        memcpy(d->exposure, d->requests, d->k * sizeof *d->exposure);
        d->facts.factor = fmax(1, d->facts.requests);
        break;
    case CORR_PER_SECOND:
    case CORR_PER_CORE:
        for (uint32_t c = 0; c < d->k; c++)
            d->exposure[c] = d->seconds[c] * cores;
        d->facts.factor = d->facts.seconds * cores;
        break;
    case CORR_PER_SHARE:
        sides_rows(s, w, add_exposure, d);
        for (uint32_t c = 0; c < d->k; c++)
            d->exposure[c] = total > 0 ? d->exposure[c] / s->scale : 0;
        d->facts.factor = total > 0 ? total : 1;
        break;
    case CORR_PER_TOTAL:
    case CORR_PER_DEFAULT:
    case CORR_PER_COUNT:
        for (uint32_t c = 0; c < d->k; c++)
            d->exposure[c] = s->standing ? 1 : 1.0 / d->k;
        d->facts.factor = s->standing && d->k ? d->k : 1;
        break;
    }
}

/* ---- windows that do not follow from one another ------------------------ */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Correlation of neighbouring clusters of a file in what a second of them, or
 * a request, costs; 0 where it is no more than so few give by chance. */
static double lag_one(const side *d, const double *cost)
{
    double mean = 0, here = 0, next = 0;
    uint32_t n = 0;

    for (uint32_t c = 0; c < d->k; c++)
        if (d->exposure[c] > 0 && !d->starting[c]) {
            mean += cost[c] / d->exposure[c];
            n++;
        }
    if (n < 4)
        return 0;
    mean /= n;
    for (size_t i = 0; i < d->file.n; i++)
        for (uint32_t k = 0; k < d->file.v[i].n; k++) {
            const uint32_t c = d->file.v[i].first + k;
            if (d->exposure[c] <= 0 || d->starting[c])
                continue;
            const double x = cost[c] / d->exposure[c] - mean;
            here += x * x;
            if (k + 1 < d->file.v[i].n && d->exposure[c + 1] > 0)
                next += x * (cost[c + 1] / d->exposure[c + 1] - mean);
        }
    const double r = here > 0 ? next / here : 0;
    return r * sqrt(n) >= ONE_SIDED_95 ? r : 0;
}

/* Windows at the beginning of a file that cost far more than its middle one:
 * code is loaded and compiled.  That happens once, and says nothing of how
 * windows differ. */
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
        qsort(rate, n, sizeof *rate, by_value);
        const double usual = rate[n / 2];
        for (uint32_t c = f->first; c < f->first + f->n / 3 + 1; c++) {
            if (cost[c] <= START_COST * usual * d->exposure[c])
                break;
            d->starting[c] = true;
        }
    }
}

static void add_cost(void *ctx, const sides_row *row)
{
    double *cost = ctx;

    cost[row->cluster] += (double)row->value;
}

/* Whether neighbouring windows of a side are alike, those of its start
 * aside. */
static bool follows(sides *s, bool *does)
{
    *does = false;
    for (unsigned w = 0; w < 2; w++) {
        side *d = &s->side[w];
        double *cost = corr_arena_new(&s->arena, double, d->k + 1);
        double *rate = corr_arena_new(&s->arena, double, d->k + 1);
        if (!cost || !rate)
            return false;
        sides_rows(s, w, add_cost, cost);
        find_starts(d, cost, rate);
        *does = *does || lag_one(d, cost) >= 0.2;
    }
    return true;
}

static bool enough_bins(sides *s)
{
    const int64_t bin = s->bin;
    uint32_t k[2];

    s->bin = 2 * bin;
    for (unsigned w = 0; w < 2; w++)
        k[w] = number_clusters(s, &s->side[w]);
    s->bin = bin;
    return k[0] >= LEAST_FILES && k[1] >= LEAST_FILES;
}

/* ---- the whole ---------------------------------------------------------- */

/* Clusters are there; what follows another is put together with it. */
static bool divide(sides *s)
{
    bool does = false;

    for (;;) {
        for (unsigned w = 0; w < 2; w++)
            set_exposure(s, w);
        if (!s->bin)
            return true;
        if (!follows(s, &does))
            return false;
        if (!does || !enough_bins(s))
            return true;
        s->bin *= 2;
        if (!make_clusters(s))
            return false;
    }
}

static double coverage_of(const corr_sel_facts *f)
{
    return f->evidence.expected > 0
               ? f->evidence.attributed / f->evidence.expected
               : NAN;
}

/* Whether a side has a state, or a sum since its process began. */
static bool is_standing(const side *d)
{
    for (size_t i = 0; i < d->sel->part.n; i++) {
        const sel_part *p = &d->sel->part.v[i];
        const segment *g = sel_segment(d->sel, p);
        if (store_input(d->sel->store, p->input)->kind.v[g->kind].flags &
            (CORR_KIND_SNAPSHOT | CORR_KIND_CUMULATIVE))
            return true;
    }
    return false;
}

static corr_code select_side(sides *s, side *d, const corr_query *q,
                             corr_err *err)
{
    d->q = q;
    d->sel = corr_sel_of(s->st, q, err);
    if (!d->sel)
        return err->code;
    d->facts = (corr_diff_side){ .observations = d->sel->facts.observations,
                                 .objects = d->sel->facts.unit == CORR_BYTES &&
                                            d->sel->facts.period > 0,
                                 .total = d->sel->facts.total,
                                 .requests = NAN,
                                 .coverage = coverage_of(&d->sel->facts),
                                 .evidence = d->sel->facts.evidence };
    return CORR_OK;
}

/* Both sides are of the kind that the base side has. */
static corr_code select_sides(sides *s, const corr_query q[2], corr_err *err)
{
    corr_code code = select_side(s, &s->side[0], &q[0], err);

    if (code)
        return code;
    s->q[0] = q[0];
    s->q[1] = q[1];
    if (!q[1].measure && s->side[0].sel->facts.kind.n)
        s->q[1].measure = s->side[0].sel->facts.kind.p;
    return select_side(s, &s->side[1], &s->q[1], err);
}

static bool choose_spans(sides *s, side *d)
{
    return !d->q->nchosen || (sides_choose(s, d) && sides_cluster_spans(s, d) &&
                              sides_count_sampled(s, d));
}

corr_code sides_init(sides *s, corr_store *st, const corr_query q[2],
                     const corr_diff_opts *opts, corr_err *err)
{
    *s = (sides){ .st = st };
    s->arena.limit = (size_t)limits_of(NULL).memory;
    corr_code code = store_join(st, err);
    if (!code)
        code = select_sides(s, q, err);
    if (code)
        return code;

    bool ok = q[0].nchosen || sides_find_strata(s);
    for (unsigned w = 0; ok && w < 2; w++) {
        ok = list_files(s, &s->side[w]) && choose_spans(s, &s->side[w]);
        sum_times(&s->side[w]);
    }
    ok = ok && find_odd_files(s);
    s->scale = s->side[0].sel->facts.unit == CORR_COUNT ? SIDES_PART : 1;
    find_lone(s);
    s->knows_service = find_service(s);
    s->standing = is_standing(&s->side[0]) || is_standing(&s->side[1]);
    const bool of_requests =
        opts->per == CORR_PER_DEFAULT || opts->per == CORR_PER_REQUEST;
    if (ok && of_requests && !s->standing)
        code = sides_find_counter(s, opts->requests, err);
    if (code)
        return code;
    if (ok) {
        choose_bin(s);
        ok = make_clusters(s);
    }
    if (!ok)
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    code = choose_per(
        s, of_requests && opts->requests ? CORR_PER_REQUEST : opts->per, err);
    if (code)
        return code;
    if (!divide(s) ||
        (s->per == CORR_PER_REQUEST && s->stratum_of && !sides_find_mix(s)))
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    sides_find_weight(s);
    return CORR_OK;
}

void sides_clear(sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        corr_sel_free(s->side[w].sel);
        vec_free(&s->side[w].file);
        counter_clear(&s->side[w].counter);
    }
    opnames_clear(&s->strata);
    corr_arena_clear(&s->arena);
}
