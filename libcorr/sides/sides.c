#include "sides/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/limits.h"

const char *corr_per_name(corr_per per)
{
    static const char *const names[CORR_PER_COUNT] = {
        [CORR_PER_DEFAULT] = "default", [CORR_PER_REQUEST] = "request",
        [CORR_PER_SECOND] = "second",   [CORR_PER_SHARE] = "share",
        [CORR_PER_CORE] = "core",       [CORR_PER_TOTAL] = "total",
    };

    return per < CORR_PER_COUNT ? names[per] : "";
}

enum {
    LEAST_REQUESTS = 100, /* to divide by requests by default */
};

/* ---- files -------------------------------------------------------------- */

static void sum_times(side *d)
{
    corr_diff_side *f = &d->facts;
    int64_t sum = 0;

    f->from = f->to = CORR_NO_TIME;
    f->seconds = d->file.n ? 0 : NAN;
    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *file = &d->file.v[i];
        f->files += !file->goes_on;
        f->recordings += file->recording > 0;
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
}

/* Whether the service of each profile is known. Sets s->service to the one
 * service of all, or to 0 if there are several. */
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

/* ---- the divisor -------------------------------------------------------- */

/* Whether each service has enough requests on both sides: with few requests the
 * cost of one is uncertain. */
static bool knows_requests(const sides *s, double least)
{
    for (unsigned w = 0; w < 2; w++) {
        const side *d = &s->side[w];
        if (!(d->facts.requests >= least))
            return false;
        for (uint32_t b = 0; b < s->blocks && s->blocks > 1; b++)
            if (sides_requests_of(d, b) < least)
                return false;
    }
    return true;
}

static bool knows_seconds(const sides *s)
{
    return !isnan(s->side[0].facts.seconds) && !isnan(s->side[1].facts.seconds);
}

/* Returns the number of cores in the settings of an input; 0: unknown. */
static double cores_in_settings(const input *in)
{
    double cores = 0;

    for (size_t k = 0; k < in->setting.n; k++) {
        int64_t n;
        if (corr_str_is(input_text(in, in->setting.v[k].name), "hwThreads") &&
            corr_str_i64(input_text(in, in->setting.v[k].value), &n) && n > 0)
            cores = (double)n;
    }
    return cores;
}

/* Returns the number of cores on which a file of a side ran, by its own
 * settings or by another recording of its process; 0: unknown. */
static double cores_of(const sides *s, const side *d, size_t i)
{
    const uint32_t proc = d->file.v[i].proc;
    double cores = cores_in_settings(store_input(s->st, d->file.v[i].input));

    for (size_t k = 0; cores == 0 && proc && k < d->file.n; k++)
        if (d->file.v[k].proc == proc)
            cores = cores_in_settings(store_input(s->st, d->file.v[k].input));
    return cores;
}

static bool knows_cores(const sides *s)
{
    for (unsigned w = 0; w < 2; w++)
        for (size_t i = 0; i < s->side[w].file.n; i++)
            if (!(cores_of(s, &s->side[w], i) > 0))
                return false;
    return true;
}

/* Returns the side without a counted request; NULL: both have some. */
static const char *uncounted_side(const sides *s)
{
    return !s->counter_name                ? NULL
           : s->side[0].facts.requests < 1 ? "the base"
           : s->side[1].facts.requests < 1 ? "the new side"
                                           : NULL;
}

/* Fails: a cost cannot be divided by s->per. */
static corr_code refuse_per(const sides *s, corr_err *err)
{
    static const char *const missing[CORR_PER_COUNT] = {
        [CORR_PER_REQUEST] = "the number of requests is unknown on both sides",
        [CORR_PER_SECOND] = "not every profile says how long it ran",
        [CORR_PER_CORE] = "not every profile says on how many cores it ran, "
                          "and for how long",
    };

    if (s->per == CORR_PER_REQUEST && uncounted_side(s)) {
        corr_fail(err, CORR_EUSAGE, "%s counts no request of %s",
                  s->counter_name, uncounted_side(s));
        corr_hint(err, "--requests names another metric; --per second needs "
                       "none");
        return CORR_EUSAGE;
    }
    corr_fail(err, CORR_EUSAGE, "--per %s: %s", corr_per_name(s->per),
              missing[s->per]);
    if (s->per == CORR_PER_REQUEST)
        corr_hint(err, "add traces of its time, or --requests METRIC; "
                       "--per share needs neither");
    else
        corr_hint(err, "--per share needs nothing but the samples");
    return CORR_EUSAGE;
}

/* Fails: values without a known duration have no rate. */
static corr_code refuse_rate(const sides *s, corr_per wanted, corr_err *err)
{
    corr_fail(err, CORR_EUSAGE, "--per %s: %.*s %s", corr_per_name(wanted),
              CORR_STR_ARG(s->side[0].sel->facts.kind),
              s->counted ? "counts since the start of its process, which is "
                           "unknown: it has no rate"
                         : "is what there was at one time, and no rate");
    corr_hint(err, "--per total compares such files as they are%s",
              s->counted ? "; what is taken for a while, as of Go with "
                           "?seconds=30, has a rate"
                         : "");
    return CORR_EUSAGE;
}

static corr_code choose_per(sides *s, corr_per asked, corr_err *err)
{
    /* if a side has no profile, any divisor is accepted */
    const bool has_files = s->side[0].file.n && s->side[1].file.n;
    const corr_per wanted = has_files ? asked : CORR_PER_DEFAULT;
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
        return refuse_rate(s, wanted, err);
    }
    if (wanted == CORR_PER_DEFAULT)
        s->per = knows_requests(s, LEAST_REQUESTS) && !s->uneven
                     ? CORR_PER_REQUEST
                 : knows_seconds(s) ? CORR_PER_SECOND
                                    : CORR_PER_SHARE;
    if (s->per == CORR_PER_REQUEST)
        can = knows_requests(s, 1);
    if (s->per == CORR_PER_SECOND || s->per == CORR_PER_CORE)
        can = knows_seconds(s);
    if (s->per == CORR_PER_CORE)
        can = can && knows_cores(s);
    return can ? CORR_OK : refuse_per(s, err);
}

/* Divides by seconds, or by seconds of cores: machines of a side may differ in
 * cores. */
static void expose_seconds(const sides *s, side *d)
{
    double sum = 0;

    for (size_t i = 0; i < d->file.n; i++) {
        const side_file *f = &d->file.v[i];
        const double cores = s->per == CORR_PER_CORE ? cores_of(s, d, i) : 1;
        sum += cores * (double)f->length / 1e9;
        for (uint32_t c = f->first; c < f->first + f->n; c++)
            d->exposure[c] = d->seconds[c] * cores;
    }
    d->facts.factor = s->per == CORR_PER_CORE ? sum : d->facts.seconds;
}

static bool set_exposure(sides *s, unsigned w)
{
    side *d = &s->side[w];
    const double whole = (double)d->sel->facts.whole /
                         (double)corr_unit_parts(d->sel->facts.unit);

    switch (s->per) {
    case CORR_PER_REQUEST:
        d->facts.factor = fmax(1, d->facts.requests);
        memcpy(d->exposure, d->requests, d->k * sizeof *d->exposure);
        return sides_expose_blocks(s, d);
    case CORR_PER_SECOND:
    case CORR_PER_CORE:
        expose_seconds(s, d);
        break;
    case CORR_PER_SHARE:
        sides_add_sizes(s, w, d->exposure);
        for (uint32_t c = 0; c < d->k; c++)
            d->exposure[c] /= s->scale;
        d->facts.factor = fmax(1, whole);
        break;
    case CORR_PER_TOTAL:
    case CORR_PER_DEFAULT:
    case CORR_PER_COUNT:
        for (uint32_t c = 0; c < d->k; c++)
            d->exposure[c] = s->standing ? 1 : 1.0 / d->k;
        d->facts.factor = s->standing && d->k ? d->k : 1;
        return !s->standing || sides_expose_blocks(s, d);
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

/* Sets the exposures. Doubles the windows until neighbours no longer
 * correlate. */
static bool set_exposures(sides *s)
{
    bool does = false;

    for (;;) {
        for (unsigned w = 0; w < 2; w++)
            if (!set_exposure(s, w))
                return false;
        if (!s->bin)
            return true;
        if (!sides_windows_follow(s, &does))
            return false;
        if (!does || !sides_has_bins(s))
            return true;
        s->bin *= 2;
        if (!sides_make_clusters(s))
            return false;
    }
}

static void add_row_value(void *ctx, const sides_row *row)
{
    side *d = ctx;

    d->total += (double)row->value;
}

static void sum_rows(sides *s, unsigned w)
{
    side *d = &s->side[w];
    const bool weighed = d->weight_of || sides_weighs_spans(s, w);

    d->total = 0;
    if (weighed)
        sides_rows(s, w, add_row_value, d);
    d->total = weighed ? d->total / s->scale
                       : (double)d->sel->facts.total /
                             (double)corr_unit_parts(d->sel->facts.unit);
}

/* Finds whether the values are states, or sums since a process began. */
static void find_standing(sides *s)
{
    unsigned flags = 0;

    for (unsigned w = 0; w < 2; w++) {
        const corr_sel *sel = s->side[w].sel;
        for (size_t i = 0; i < sel->part.n; i++) {
            const sel_part *p = &sel->part.v[i];
            const segment *g = sel_segment(sel, p);
            flags |= store_input(s->st, p->input)->kind.v[g->kind].flags;
        }
    }
    s->standing = flags & (CORR_KIND_SNAPSHOT | CORR_KIND_CUMULATIVE);
    s->counted = s->standing && !(flags & CORR_KIND_SNAPSHOT);
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
                                 .unit = d->sel->facts.unit,
                                 .requests = NAN,
                                 .evidence = d->sel->facts.evidence,
                                 .remarks = d->sel->facts.remarks };
    return CORR_OK;
}

/* Selects both sides, by the kind of the base. The mean of the states of all
 * files is compared, and the states of all recorders count. */
static corr_code select_sides(sides *s, const corr_query q[2], corr_err *err)
{
    s->q[0] = q[0];
    s->q[1] = q[1];
    s->q[0].every_state = s->q[1].every_state = true;
    corr_code code = select_side(s, &s->side[0], &s->q[0], err);

    if (code)
        return code;
    if (!q[1].measure && s->side[0].sel->facts.kind.n)
        s->q[1].measure = s->side[0].sel->facts.kind.p;
    return select_side(s, &s->side[1], &s->q[1], err);
}

static bool prepare_chosen_spans(sides *s, side *d)
{
    return !d->q->nchosen || (sides_choose(s, d) && sides_cluster_spans(s, d) &&
                              sides_count_sampled(s, d));
}

corr_code sides_init(sides *s, corr_store *st, const corr_query q[2],
                     const corr_diff_opts *opts, corr_err *err)
{
    *s = (sides){ .st = st, .tied = { 1, 1 }, .untied = { 1, 1 } };
    s->arena.limit = (size_t)limits_of(NULL).memory;
    s->remarks = (remarks){ .arena = &s->arena, .of_spans = q[0].nchosen > 0 };
    corr_code code = store_join(st, err);
    if (!code)
        code = select_sides(s, q, err);
    if (code)
        return code;

    bool ok = q[0].nchosen || sides_find_strata(s);
    ok = ok && sides_list_files(s);
    for (unsigned w = 0; ok && w < 2; w++) {
        ok = prepare_chosen_spans(s, &s->side[w]);
        sum_times(&s->side[w]);
    }
    s->scale = corr_is_plain(s->side[0].sel->facts.unit) ? SIDES_PART : 1;
    s->taken = s->scale / (double)corr_unit_parts(s->side[0].sel->facts.unit);
    s->knows_service = find_service(s);
    find_standing(s);
    const bool of_requests =
        opts->per == CORR_PER_DEFAULT || opts->per == CORR_PER_REQUEST;
    if (ok && of_requests && !s->standing)
        code = sides_find_counter(s, opts->requests, err);
    if (code)
        return code;
    if (!ok || !sides_choose_clusters(s) || !sides_make_clusters(s) ||
        (of_requests && !sides_find_uncovered(s)))
        return corr_no_memory(err);
    code = choose_per(
        s, of_requests && opts->requests ? CORR_PER_REQUEST : opts->per, err);
    if (code)
        return code;
    ok = set_exposures(s);
    for (unsigned w = 0; ok && w < 2; w++)
        sum_rows(s, w);
    if (!ok || (s->per == CORR_PER_REQUEST && sides_has_strata(s) &&
                !sides_find_mix(s, opts->even_mix)))
        return corr_no_memory(err);
    for (unsigned w = 0; w < 2; w++)
        sides_find_weight(s, &s->side[w]);
    return sides_remark(s, opts) ? CORR_OK : corr_no_memory(err);
}

void sides_clear(sides *s)
{
    for (unsigned w = 0; w < 2; w++) {
        corr_sel_free(s->side[w].sel);
        vec_free(&s->side[w].file);
        metric_counter_clear(&s->side[w].counter);
    }
    opnames_clear(&s->strata);
    sides_forget_routes(s);
    remarks_clear(&s->remarks);
    corr_arena_clear(&s->arena);
}
