/* when_explain - how far a profile explains the main change, in the unit of the
 * metric (corr-methods 6.4). */
#include <math.h>
#include <string.h>

#include "corr_sort.h"
#include "metric/metric_unit.h"
#include "when/when.h"

enum { LEAST_SAMPLES = 100 };

/* A profile explains a change from this share on. */
#define EXPLAINS 0.6

/* The least part of the yield of the baseline that the window has without
 * losses. */
#define LEAST_YIELD 0.8

/* The least part of what is not explained that another process explains. */
#define OTHER_PART 0.2

/* The least change of a row, as a part of that of the profile. */
#define LEAST_PART 0.02

/* ---- what is compared ------------------------------------------------------- */

/* What is asked of samples, for a role of the main change. */
typedef struct answer_by {
    const char *kinds[4]; /* the first that the store has */
    const char *unit;
    double scale; /* from the unit of a diff a second */
} answer_by;

static const answer_by answers[CORR_ROLE_COUNT] = {
    [CORR_ROLE_CPU] = { { "cpu", "samples" }, "cores", 1e-9 },
    [CORR_ROLE_LOCK] = { { "lock", "block", "mutex" }, "threads", 1e-9 },
    [CORR_ROLE_WAIT] = { { "io", "park" }, "threads", 1e-9 },
    [CORR_ROLE_ALLOC] = { { "alloc_bytes" }, "bytes/s", 1 },
    [CORR_ROLE_MEMORY] = { { "alloc_bytes" }, "bytes/s", 1 },
    [CORR_ROLE_GC] = { { "alloc_bytes" }, "bytes/s", 1 },
    [CORR_ROLE_LOAD] = { { "cpu", "samples" }, "cores", 1e-9 },
    [CORR_ROLE_REQUESTS] = { { "cpu", "samples" }, "cores", 1e-9 },
    [CORR_ROLE_OTHER] = { { "cpu", "samples" }, "cores", 1e-9 },
};

static bool has_kind(const corr_store *st, const char *kind)
{
    for (size_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, (uint32_t)i);
        for (size_t s = 1; s < in->segment.n; s++)
            if (in->segment.v[s].n && st->match.v[i].used &&
                corr_str_is(
                    input_text(in, in->kind.v[in->segment.v[s].kind].name),
                    kind))
                return true;
    }
    return false;
}

static const char *kind_for(const corr_when *w, const answer_by *a,
                            const char *preferred)
{
    for (size_t i = 0; i < countof(a->kinds) && a->kinds[i]; i++)
        if (preferred && strcmp(preferred, a->kinds[i]) == 0 &&
            has_kind(w->st, preferred))
            return a->kinds[i];
    for (size_t i = 0; i < countof(a->kinds) && a->kinds[i]; i++)
        if (has_kind(w->st, a->kinds[i]))
            return a->kinds[i];
    return NULL;
}

/* Whether some profile is of this service. */
static bool has_profile_of(const corr_store *st, corr_str service)
{
    for (size_t i = 0; i < st->input.n; i++)
        if (store_input(st, (uint32_t)i)->segment.n > 1 &&
            st->match.v[i].service &&
            corr_str_eq(st->spans.service.v[st->match.v[i].service], service))
            return true;
    return false;
}

double when_cores(const input *in)
{
    int64_t n;

    for (size_t k = 0; k < in->setting.n; k++)
        if (corr_str_is(input_text(in, in->setting.v[k].name), "hwThreads") &&
            corr_str_i64(input_text(in, in->setting.v[k].value), &n) && n > 0)
            return (double)n;
    return 0;
}

/* ---- the metric ------------------------------------------------------------- */

/* The mean of a series in the baseline and in the window. */
static void means_of(const corr_when *w, const corr_series_view *s,
                     double mean[2])
{
    mean[0] = when_mean(s, w->facts.base_from, w->facts.base_to);
    mean[1] = when_mean(s, w->facts.from, w->facts.to);
}

/* The cores that the JVM of a service used, by its own clock. */
static bool means_of_jvm(corr_when *w, corr_str service, double mean[2])
{
    double cores = 0;

    mean[0] = mean[1] = 0;
    for (size_t i = 0; i < w->st->input.n; i++)
        if (w->st->match.v[i].used &&
            corr_str_eq(w->st->spans.service.v[w->st->match.v[i].service],
                        service))
            cores = fmax(cores, when_cores(store_input(w->st, (uint32_t)i)));
    const corr_timeline_facts f = corr_timeline_facts_of(w->load);
    bool any = false;
    for (uint32_t i = 0; cores > 0 && i < corr_timeline_size(w->load); i++) {
        const corr_timeline_row row = corr_timeline_at(w->load, i);
        double part[2];
        if (!corr_str_eq(row.service, service) ||
            (strcmp(row.name, "jvm_user") != 0 &&
             strcmp(row.name, "jvm_system") != 0))
            continue;
        means_of(w,
                 &(corr_series_view){ .from = f.from,
                                      .step = f.step,
                                      .n = f.bins,
                                      .value = row.value },
                 part);
        mean[0] += part[0] * cores;
        mean[1] += part[1] * cores;
        any = true;
    }
    return any && isfinite(mean[0]) && isfinite(mean[1]);
}

/* Another series of CPU of the service, which counts what samples may miss. */
static const corr_series_view *find_cpu_metric(const corr_when *w,
                                               corr_str service)
{
    for (size_t i = 0; i < w->series.n; i++) {
        const corr_series_view *s = &w->series.v[i].s;
        if (s->is_metric && s->role == CORR_ROLE_CPU &&
            (!s->service.n || corr_str_eq(s->service, service)))
            return s;
    }
    return NULL;
}

/* Finds the metric that the profile is compared with. */
static void take_metric(corr_when *w, const corr_series_view *main,
                        double mean[2])
{
    corr_when_explained *e = &w->facts.explained;
    const corr_series_view *s = w->metric ? &w->series.v[w->metric - 1].s
                                : main->is_metric ? main
                                : main->role == CORR_ROLE_CPU
                                    ? find_cpu_metric(w, main->service)
                                    : NULL;

    mean[0] = mean[1] = NAN;
    if (s && strcmp(s->unit, e->unit) == 0) {
        means_of(w, s, mean);
        e->metric = s->name;
    } else if (!s && strcmp(e->unit, "cores") == 0 &&
               means_of_jvm(w, e->service, mean)) {
        e->metric = "jvm_user + jvm_system";
    } else if (!main->is_metric && strcmp(main->unit, e->unit) == 0) {
        means_of(w, main, mean);
    }
    e->metric_delta = mean[1] - mean[0];
}

/* ---- functions -------------------------------------------------------------- */

static void ask_window(const corr_when *w, bool is_now, corr_query *q)
{
    q->from = is_now ? w->facts.from : w->facts.base_from;
    q->to = is_now ? w->facts.to : w->facts.base_to;
}

/* The function that a row of the comparison stands for, if it moved with the
 * profile. */
static bool take_row(const corr_diff *d, uint32_t i, const answer_by *a,
                     double whole, bool told, corr_suspect *s)
{
    const corr_diff_row r = corr_diff_at(d, i);
    const double delta = (r.told ? r.owned : r.delta) * a->scale;
    const double sign = whole < 0 ? -1 : 1;

    if (r.told != told || delta * sign < LEAST_PART * fabs(whole) ||
        r.change == CORR_MOVED || r.second)
        return false;
    *s = (corr_suspect){
        .name = r.name,
        .frame = corr_diff_frame(d, i),
        .change = r.change,
        .base = (r.told ? r.region[0] : r.value[0]) * a->scale,
        .now = (r.told ? r.region[1] : r.value[1]) * a->scale,
        .delta = delta,
        .correlation = NAN,
        .rho = NAN,
        .lo = NAN,
        .hi = NAN,
        .score = NAN,
        .share = NAN,
    };
    const corr_diff_facts f = corr_diff_facts_of(d);
    for (unsigned side = 0; side < 2; side++)
        s->part[side] = f.total[side] > 0 ? (side ? s->now : s->base) /
                                                a->scale / f.total[side]
                                          : NAN;
    return true;
}

/* Lists rows in the order of the comparison, the largest change first: those
 * that answer for a change, else those whose own cost changed. */
static bool list_functions(corr_when *w, const answer_by *a, double whole)
{
    const uint32_t n = corr_diff_size(w->diff);

    for (int told = 1; told >= 0 && !w->suspect.n; told--)
        for (uint32_t i = 0; i < n && w->suspect.n < WHEN_SUSPECTS; i++) {
            corr_suspect s;
            if (take_row(w->diff, i, a, whole, told, &s) &&
                !vec_push(&w->suspect, s))
                return false;
        }
    return true;
}

/* Whether the recorder itself has lost records in the window. */
static bool has_losses(const corr_when *w, corr_str service)
{
    for (size_t i = 0; i < w->st->input.n; i++) {
        const input *in = store_input(w->st, (uint32_t)i);
        const process_match *m = &w->st->match.v[i];
        if (!m->used ||
            (service.n &&
             !corr_str_eq(w->st->spans.service.v[m->service], service)))
            continue;
        for (size_t k = 0; k < in->loss.n; k++)
            if (in->loss.v[k].from < w->facts.to &&
                in->loss.v[k].to > w->facts.from)
                return true;
    }
    return false;
}

/* Whether a series counts what the process of the profile used itself. */
static bool is_own_metric(const corr_series_view *s, corr_str service)
{
    const corr_str name = corr_str_of(s->name);

    return metric_name_has(name, "process") &&
           (!s->service.n || !service.n || corr_str_eq(s->service, service));
}

/* Whether the sampler saw a smaller part of what its process used than before:
 * the JVM counts that itself, else the metric does. */
static bool has_lost_yield(corr_when *w, const corr_when_explained *e,
                           const double profile[2])
{
    const corr_series_view *s = w->metric
                                    ? &w->series.v[w->metric - 1].s
                                    : &w->series.v[w->change.v[0].series].s;
    double own[2];

    if (strcmp(e->unit, "cores") != 0)
        return false;
    if (!means_of_jvm(w, e->service, own)) {
        if (!s->is_metric || !is_own_metric(s, e->service))
            return false;
        means_of(w, s, own);
    }
    /* what its process did not use, no sample can show */
    return (own[1] - own[0]) / e->metric_delta >= EXPLAINS &&
           profile[1] / own[1] < LEAST_YIELD * profile[0] / own[0];
}

/* Finds a metric of another process that rose by a part of what the profile does
 * not explain. */
static void find_other(corr_when *w, corr_when_explained *e)
{
    const double rest = e->metric_delta - e->profile_delta;

    for (size_t i = 0; i < w->series.n; i++) {
        const corr_series_view *s = &w->series.v[i].s;
        double mean[2];
        if (i + 1 == w->metric || i == w->change.v[0].series || !s->is_metric ||
            strcmp(s->unit, e->unit) != 0 ||
            (s->service.n && corr_str_eq(s->service, e->service)))
            continue;
        means_of(w, s, mean);
        const double delta = mean[1] - mean[0];
        if (delta / rest >= OTHER_PART &&
            (!e->other || delta / rest > e->other_delta / rest)) {
            e->other = s->name;
            e->other_delta = delta;
        }
    }
}

/* Why a profile does not explain the change. */
static corr_explains judge(corr_when *w, const corr_when_explained *e,
                           const double profile[2])
{
    if (isnan(e->share))
        return CORR_EXPLAINS_NOT;
    if (e->share >= EXPLAINS)
        return CORR_EXPLAINS_IT;
    for (unsigned side = 0; side < 2; side++)
        if (e->samples[side] >= 0 && e->samples[side] < LEAST_SAMPLES &&
            !(e->covered[side] >= 0.8))
            return CORR_EXPLAINS_FEW;
    /* it covered the metric before, so it is not blind to it */
    return has_losses(w, e->service) || e->covered[0] < 0.6 ||
                   has_lost_yield(w, e, profile)
               ? CORR_EXPLAINS_LOST
               : CORR_EXPLAINS_ELSEWHERE;
}

/* The samples of a kind in the window against those in the baseline. */
static corr_diff *diff_of_kind(const corr_when *w, const char *kind,
                               corr_str service, corr_err *err)
{
    corr_query q[2] = { { .measure = kind }, { .measure = kind } };

    for (unsigned side = 0; side < 2; side++) {
        q[side].service = service.n ? service.p : NULL;
        ask_window(w, side == 1, &q[side]);
    }
    return corr_diff_of(w->st, q, &(corr_diff_opts){ .per = CORR_PER_SECOND },
                        err);
}

/* Whose profile it is: "" if none is of the service of the series. */
static corr_str profiled_service(const corr_when *w,
                                 const corr_series_view *main)
{
    return main->service.n && has_profile_of(w->st, main->service)
               ? main->service
               : CORR_STR("");
}

/* The change that functions are listed for.  A series of waits has those for
 * locks only, while its profile has threads without work, too, which may wait
 * less meanwhile. */
static double change_to_list(const corr_series_view *main,
                             const corr_when_explained *e)
{
    const bool by_series = main->role == CORR_ROLE_WAIT ||
                           (main->role == CORR_ROLE_CPU && main->is_metric);

    return by_series && !isnan(e->metric_delta) ? e->metric_delta
                                                : e->profile_delta;
}

static bool compare_functions(corr_when *w, const corr_series_view *main,
                              const answer_by *a, corr_err *err)
{
    corr_when_explained *e = &w->facts.explained;
    const char *kind = kind_for(w, a, main->is_metric ? NULL : main->name);

    if (!kind)
        return true;
    e->unit = a->unit;
    e->kind = corr_str_of(kind);
    e->service = profiled_service(w, main);
    w->diff = diff_of_kind(w, kind, e->service, err);
    if (!w->diff)
        return false;
    const corr_diff_facts f = corr_diff_facts_of(w->diff);
    const answer_by counted = { .unit = "1/s", .scale = 1 };
    double mean[2], profile[2];
    if (corr_is_plain(f.unit)) { /* samples without a time of their own */
        a = &counted;
        e->unit = a->unit;
    }
    take_metric(w, main, mean);
    if (f.per != CORR_PER_SECOND)
        return true;
    e->profile_delta = (f.total[1] - f.total[0]) * a->scale;
    e->share = e->profile_delta / e->metric_delta;
    for (unsigned side = 0; side < 2; side++) {
        e->samples[side] = f.side[side].observations;
        profile[side] = f.total[side] * a->scale;
        e->covered[side] = profile[side] / mean[side];
    }
    if (!isfinite(e->share))
        e->share = NAN;
    e->how = judge(w, e, profile);
    if (e->how == CORR_EXPLAINS_ELSEWHERE)
        find_other(w, e);
    return list_functions(w, a, change_to_list(main, e));
}

/* ---- what threads did longer -------------------------------------------------- */

/* Kinds that a longer request may have more of, without its trace: waits, and
 * work. */
static const char *const latency_kinds[] = { "lock",  "block", "mutex",
                                             "io",    "park",  "wait",
                                             "sleep", "cpu",   "wall" };

/* The greatest rise of one function. */
static double greatest_rise(const corr_diff *d)
{
    const corr_diff_facts f = corr_diff_facts_of(d);
    double most = 0;

    for (uint32_t i = 0; f.per == CORR_PER_SECOND && !corr_is_plain(f.unit) &&
                         i < corr_diff_size(d);
         i++)
        most = fmax(most, corr_diff_at(d, i).delta);
    return most;
}

/* Explains a latency by the functions that take, or wait for, more time: those
 * of the kind with the greatest rise. */
static bool compare_threads(corr_when *w, const corr_series_view *main,
                            corr_err *err)
{
    answer_by by = { .unit = "threads", .scale = 1e-9 };
    double most = 0.05 / by.scale;

    for (size_t i = 0; i < countof(latency_kinds); i++) {
        if (!has_kind(w->st, latency_kinds[i]))
            continue;
        corr_diff *d =
            diff_of_kind(w, latency_kinds[i], profiled_service(w, main), err);
        if (!d)
            return false;
        const double rise = greatest_rise(d);
        if (rise > most) {
            most = rise;
            by.kinds[0] = latency_kinds[i];
        }
        corr_diff_free(d);
    }
    if (by.kinds[0] && strcmp(by.kinds[0], "cpu") == 0)
        by.unit = "cores";
    return compare_functions(w, main, &by, err);
}

/* ---- operations ------------------------------------------------------------- */

static int suspect_by_delta(const void *va, const void *vb)
{
    const corr_suspect *a = va, *b = vb;

    return fabs(a->delta) > fabs(b->delta)   ? -1
           : fabs(a->delta) < fabs(b->delta) ? 1
                                             : strcmp(a->name, b->name);
}

/* Finds the row of an operation, or adds one; NULL: out of memory. */
static corr_suspect *operation_of(corr_when *w, const corr_operation *o)
{
    for (size_t i = 0; i < w->suspect.n; i++)
        if (corr_str_is(o->name, w->suspect.v[i].name) &&
            corr_str_eq(o->service, w->suspect.v[i].service))
            return &w->suspect.v[i];
    const corr_suspect fresh = { .name = store_text(w->st, "%.*s",
                                                    CORR_STR_ARG(o->name)),
                                 .service = o->service,
                                 .is_operation = true,
                                 .share = NAN,
                                 .part = { NAN, NAN },
                                 .correlation = NAN,
                                 .rho = NAN,
                                 .lo = NAN,
                                 .hi = NAN,
                                 .score = NAN };
    return fresh.name && vec_push(&w->suspect, fresh)
               ? &w->suspect.v[w->suspect.n - 1]
               : NULL;
}

/* Adds the mean time of each operation on the critical path of the requests of
 * one side. */
static bool add_operations(corr_when *w, const corr_series_view *main,
                           bool is_now, corr_err *err)
{
    corr_query q = { .service = main->service.n ? main->service.p : NULL };

    ask_window(w, is_now, &q);
    corr_operations *o = corr_operations_of(w->st, &q, err);
    if (!o)
        return false;
    const double requests = corr_operations_traces(o);
    for (uint32_t i = 0; i < corr_operations_size(o); i++) {
        const corr_operation of = corr_operations_at(o, i);
        corr_suspect *s = operation_of(w, &of);
        if (!s) {
            corr_operations_free(o);
            corr_no_memory(err);
            return false;
        }
        *(is_now ? &s->now : &s->base) += of.mean * of.of / requests;
    }
    w->facts.explained.samples[is_now] = corr_operations_traces(o);
    corr_operations_free(o);
    return true;
}

/* Keeps the operations that changed as the series did, the most first. */
static void rank_operations(corr_when *w, double sign)
{
    corr_when_explained *e = &w->facts.explained;
    size_t kept = 0;

    e->profile_delta = 0;
    for (size_t i = 0; i < w->suspect.n; i++) {
        corr_suspect *s = &w->suspect.v[i];
        s->delta = s->now - s->base;
        s->change = s->base == 0   ? CORR_NEW
                    : s->now == 0  ? CORR_GONE
                    : s->delta > 0 ? CORR_GREW
                                   : CORR_SHRANK;
        e->profile_delta += s->delta;
    }
    for (size_t i = 0; i < w->suspect.n; i++)
        if (w->suspect.v[i].delta * sign > LEAST_PART * fabs(e->profile_delta))
            w->suspect.v[kept++] = w->suspect.v[i];
    w->suspect.n = kept;
    vec_sort(&w->suspect, suspect_by_delta);
    if (w->suspect.n > WHEN_SUSPECTS)
        w->suspect.n = WHEN_SUSPECTS;
}

/* The operations whose time on the critical path of requests changed
 * (corr-methods 3.4). */
static bool compare_operations(corr_when *w, const corr_series_view *main,
                               corr_err *err)
{
    corr_when_explained *e = &w->facts.explained;
    double mean[2];

    e->unit = "ns";
    e->service = main->service;
    means_of(w, w->metric ? &w->series.v[w->metric - 1].s : main, mean);
    e->metric_delta = mean[1] - mean[0];
    e->metric = w->metric         ? w->series.v[w->metric - 1].s.name
                : main->is_metric ? main->name
                                  : NULL;
    if (!add_operations(w, main, false, err) ||
        !add_operations(w, main, true, err))
        return false;
    rank_operations(w, e->metric_delta < 0 ? -1 : 1);
    return true;
}

corr_code when_explain(corr_when *w, corr_err *err)
{
    corr_when_explained *e = &w->facts.explained;

    *e = (corr_when_explained){ .metric_delta = NAN,
                                .profile_delta = NAN,
                                .share = NAN,
                                .covered = { NAN, NAN },
                                .samples = { -1, -1 },
                                .service = { "", 0 },
                                .kind = { "", 0 } };
    if (!w->facts.main || w->facts.base_from >= w->facts.base_to ||
        w->facts.from >= w->facts.to)
        return CORR_OK;
    const corr_series_view *main = &w->series.v[w->change.v[0].series].s;
    const bool by_spans =
        main->role == CORR_ROLE_LATENCY && w->st->spans.at.n > 1;
    const bool ok = by_spans ? compare_operations(w, main, err)
                    : main->role == CORR_ROLE_LATENCY
                        ? compare_threads(w, main, err)
                        : compare_functions(w, main, &answers[main->role], err);
    if (!ok)
        return err->code;
    for (size_t i = 0; i < w->suspect.n; i++) {
        corr_suspect *s = &w->suspect.v[i];
        /* a quantile does not rise by the sum of what means rise by */
        const double whole = by_spans || isnan(e->metric_delta)
                                 ? e->profile_delta
                                 : e->metric_delta;
        s->share = s->delta / whole;
    }
    return CORR_OK;
}
