/* when_changes - the changes of one series, and how much it matters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "when/when.h"

/* How much a change of a series says about an incident. */
static const double role_counts[CORR_ROLE_COUNT] = {
    [CORR_ROLE_CPU] = 1,        [CORR_ROLE_LATENCY] = 0.9,
    [CORR_ROLE_LOCK] = 0.7,     [CORR_ROLE_WAIT] = 0.65,
    [CORR_ROLE_ALLOC] = 0.6,    [CORR_ROLE_MEMORY] = 0.5,
    [CORR_ROLE_GC] = 0.5,       [CORR_ROLE_LOAD] = 0.5,
    [CORR_ROLE_REQUESTS] = 0.4, [CORR_ROLE_OTHER] = 0.3,
};

/* ---- buckets --------------------------------------------------------------- */

/* The values that changes are looked for in: means of neighbours, so that short
 * bursts of load are no changes of it; without gaps. */
typedef struct known_values {
    double *value;
    uint32_t *at; /* number of the bucket */
    size_t n;
    uint32_t per; /* values of the series in a bucket */
    double most;  /* the largest without its sign */
    bool is_log;  /* the values are logarithms */
} known_values;

/* The mean of the known values of a bucket; NAN: less than half is known. */
static double mean_of_bucket(const corr_series_view *s, uint32_t i,
                             uint32_t per)
{
    double sum = 0;
    uint32_t known = 0;

    for (uint32_t k = i * per; k < (i + 1) * per && k < s->n; k++)
        if (isfinite(s->value[k])) {
            sum += s->value[k];
            known++;
        }
    return known && known >= (per + 1) / 2 ? sum / known : NAN;
}

static bool list_known(known_values *k, const corr_series_view *s,
                       uint32_t buckets, corr_arena *scratch)
{
    k->per = s->n / buckets > 1 ? s->n / buckets : 1;
    const uint32_t n = s->n / k->per;
    k->value = corr_arena_new(scratch, double, n + 1);
    k->at = corr_arena_new(scratch, uint32_t, n + 1);
    k->n = 0;
    k->most = 0;
    for (uint32_t i = 0; k->value && k->at && i < n; i++) {
        const double mean = mean_of_bucket(s, i, k->per);
        if (isnan(mean))
            continue;
        k->value[k->n] = mean;
        k->at[k->n++] = i;
        k->most = fmax(k->most, fabs(mean));
    }
    /* latencies have long tails upward; their ratios are what matters */
    k->is_log = s->role == CORR_ROLE_LATENCY;
    for (size_t i = 0; i < k->n; i++)
        k->is_log &= k->value[i] > 0;
    for (size_t i = 0; k->is_log && i < k->n; i++)
        k->value[i] = log(k->value[i]);
    return k->value && k->at;
}

/* The least number of buckets of a spike: two; of very short ones more, as
 * chance makes two of many high. */
static size_t least_pair(const corr_series_view *s, const known_values *k)
{
    const int64_t half_minute = INT64_C(30000000000);
    const size_t by_time = (size_t)(half_minute / max_i64(s->step * k->per, 1));
    const size_t by_number = k->n / 100;
    const size_t pair = by_time < by_number ? by_time : by_number;

    return pair > 2 ? pair : 2;
}

/* ---- when ------------------------------------------------------------------ */

static double squared_error(const double *x, size_t n)
{
    double mean = 0, sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i])) {
            mean += x[i];
            known++;
        }
    mean /= (double)(known ? known : 1);
    for (size_t i = 0; i < n; i++)
        sum += isnan(x[i]) ? 0 : (x[i] - mean) * (x[i] - mean);
    return sum;
}

/* The finest values of a series, and how many make a bucket. */
typedef struct finest {
    const double *value;
    size_t n, per;
    int64_t from, step;
} finest;

static finest finest_of(const when_series *s, const known_values *k)
{
    const size_t per = s->fine ? s->per : 1;

    return (finest){ .value = s->fine ? s->fine : s->s.value,
                     .n = s->s.n * per,
                     .per = per * k->per,
                     .from = s->s.from,
                     .step = s->s.step / (int64_t)per };
}

typedef struct when_at {
    int64_t at, plus_minus;
} when_at;

/* The time at which the values of two buckets on each side of a change fall
 * apart best, and how far from it others do so nearly as well. */
static when_at refine_at(const finest *f, uint32_t at, double *error)
{
    const size_t from = at > 2 ? (at - 2) * f->per : 0;
    const size_t end = (at + 2) * f->per < f->n ? (at + 2) * f->per : f->n;
    const size_t first =
        from + f->per < at * f->per ? (at - 1) * f->per : from + 1;
    const size_t last = (at + 1) * f->per < end ? (at + 1) * f->per : end - 1;
    size_t best = at * f->per, far = 1;

    for (size_t i = first; i <= last; i++) {
        error[i - first] = squared_error(f->value + from, i - from) +
                           squared_error(f->value + i, end - i);
        if (best < first || best > last ||
            error[i - first] < error[best - first])
            best = i;
    }
    /* 1.92 of the logarithm of the likelihood, for 95 % */
    const double limit = best >= first && best <= last
                             ? error[best - first] *
                                   exp(2 * 1.92 / fmax((double)(end - from), 4))
                             : 0;
    for (size_t i = first; i <= last; i++)
        if (error[i - first] <= limit) {
            const size_t apart = i > best ? i - best : best - i;
            far = apart > far ? apart : far;
        }
    return (when_at){ f->from + f->step * (int64_t)best,
                      f->step * (int64_t)far };
}

static when_at time_of_change(const when_series *s, const known_values *k,
                              uint32_t at, double *error)
{
    const finest f = finest_of(s, k);
    const int64_t half = s->is_gauge ? s->s.step / 2 : 0;

    if (f.per < 2)
        return (when_at){ f.from + f.step * at - half, f.step };
    when_at when = refine_at(&f, at, error);
    if (s->s.is_metric)
        when.at -= half;
    return when;
}

/* ---- how much -------------------------------------------------------------- */

/* The greatest factor that counts: beyond, more is not worse. */
enum { MOST_TIMES = 10 };

/* Changes below these are small, whatever their ratio. */
static double small_change(const char *unit)
{
    return strcmp(unit, "1") == 0         ? 0.02
           : strcmp(unit, "cores") == 0   ? 0.05
           : strcmp(unit, "threads") == 0 ? 0.05
           : strcmp(unit, "ns") == 0      ? 1e6
                                          : 0;
}

static double weight_of(const when_series *s, const known_values *k,
                        const stat_change *c, size_t length)
{
    /* a quarter of the series is long */
    const double lasts =
        sqrt(fmin((double)length * 4 / (double)(k->n ? k->n : 1), 1));
    const double low = fmin(fabs(c->before), fabs(c->now));
    const double times =
        fabs(c->now - c->before) / fmax(low, k->most / (4 * MOST_TIMES));
    const double sure = fmin(c->z * sqrt((double)length) / 10, 1);
    const double falls = c->now < c->before ? 0.5 : 1;
    const double small = small_change(s->s.unit);
    const double large =
        small > 0 ? fmin(fabs(c->now - c->before) / small, 1) : 1;

    return role_counts[s->s.role] * falls * sure * lasts * large *
           log1p(fmin(times, MOST_TIMES));
}

/* The values of what is before a change or of what is new, the fewer. */
static size_t shorter_side(const stat_change *c)
{
    const size_t now = c->to - c->from;

    return now < c->from ? now : c->from;
}

/* Copies a change, with its times. */
static corr_change_at place_change(const when_series *s, const known_values *k,
                                   const stat_change *c, double *error)
{
    const when_at at = time_of_change(s, k, k->at[c->at], error);

    return (corr_change_at){
        .at = at.at,
        .plus_minus = at.plus_minus,
        .until = c->to < k->n ? time_of_change(s, k, k->at[c->to], error).at
                              : CORR_NO_TIME,
        .up = c->now > c->before,
        .before = c->before,
        .now = c->now,
        .noise = c->z,
        .ends = c->ends,
    };
}

/* ---- keeping --------------------------------------------------------------- */

static void free_series(when_series *s)
{
    free(s->kept);
    free(s->change);
}

void when_free_series(corr_when *w)
{
    for (size_t i = 0; i < w->series.n; i++)
        free_series(&w->series.v[i]);
    vec_free(&w->series);
}

SORT_BY(series_by_weight, when_series, DESC(s.is_asked), DESC(weight),
        ASC_CHARS(s.name), ASC(number))

void when_sort_series(corr_when *w)
{
    vec_sort(&w->series, series_by_weight);
}

/* Whether a series may be dropped in favour of others: there may be very many
 * of metrics. */
static bool is_common(const when_series *s)
{
    return s->s.is_metric && !s->s.is_asked;
}

void when_trim(corr_when *w)
{
    size_t kept = 0, common = 0;

    when_sort_series(w);
    for (size_t i = 0; i < w->series.n; i++) {
        when_series *s = &w->series.v[i];
        common += is_common(s);
        if (is_common(s) && common > WHEN_KEPT)
            free_series(s);
        else
            w->series.v[kept++] = *s;
    }
    w->series.n = kept;
}

/* Drops the changes that are no more than chance.  The end of a spike goes with
 * its begin. */
static void drop_chance(when_series *s)
{
    uint32_t kept = 0;
    bool held = true;

    for (uint32_t i = 0; s->holds && i < s->nchange; i++) {
        const corr_change_at c = s->change[i];
        const int64_t end = s->s.from + s->s.step * s->s.n;
        const int64_t until = c.until == CORR_NO_TIME ? end : c.until;
        if (!c.ends)
            held = s->holds(s->of, sub_clamped(c.at, 4 * (until - c.at)), c.at,
                            until, c.up);
        if (held)
            s->change[kept++] = c;
    }
    if (s->holds)
        s->nchange = kept;
    s->weight = 0;
    for (uint32_t i = 0; i < s->nchange; i++)
        s->weight = fmax(s->weight, s->change[i].weight);
}

static bool keep_series(corr_when *w, when_series s, const known_values *k,
                        const stat_changes *c)
{
    const size_t fine = (size_t)(s.fine ? s.per : 1) * k->per;
    double *error = corr_arena_new(&w->work, double, 2 * fine + 3);

    s.number = w->facts.looked;
    s.kept = malloc((s.s.n + 1) * sizeof *s.kept);
    s.change = malloc((c->n + 1) * sizeof *s.change);
    if (!s.kept || !s.change || !error) {
        free_series(&s);
        return false;
    }
    memcpy(s.kept, s.s.value, s.s.n * sizeof *s.kept);
    for (size_t i = 0; i < c->n; i++) {
        s.change[i] = place_change(&s, k, &c->change[i], error);
        s.change[i].weight =
            weight_of(&s, k, &c->change[i], shorter_side(&c->change[i]));
    }
    s.nchange = (uint32_t)c->n;
    drop_chance(&s);
    s.s.value = s.kept;
    s.holds = NULL; /* the caller's, too */
    s.of = NULL;
    w->facts.changed += s.nchange > 0;
    if (!s.nchange && !s.s.is_asked) {
        free_series(&s);
        return true;
    }
    s.fine = NULL; /* the caller's */
    if (!vec_push(&w->series, s)) {
        free_series(&s);
        return false;
    }
    if (w->series.n >= WHEN_TRIM_AT)
        when_trim(w);
    return true;
}

/* A series seen in so many buckets. */
typedef struct seen_so {
    known_values k;
    stat_changes c;
    double weight; /* of the greatest change */
} seen_so;

static bool see_in(corr_when *w, const when_series *s, uint32_t buckets,
                   seen_so *seen)
{
    known_values *k = &seen->k;
    stat_changes *c = &seen->c;

    seen->weight = 0;
    if (!list_known(k, &s->s, buckets, &w->work))
        return false;
    const stat_change_opts o = { .method = w->o->edivisive ? STAT_EDIVISIVE
                                                           : STAT_PELT,
                                 .pair = least_pair(&s->s, k),
                                 .falls = w->o->falls,
                                 .is_log = k->is_log };
    if (!stat_changes_of(k->value, k->n, &o, c, &w->work))
        return false;
    for (size_t i = 0; i < c->n; i++) {
        stat_change *at = &c->change[i];
        if (k->is_log) {
            at->before = exp(at->before);
            at->now = exp(at->now);
        }
        seen->weight =
            fmax(seen->weight, weight_of(s, k, at, shorter_side(at)));
    }
    return true;
}

bool when_keep(corr_when *w, const when_series *s)
{
    seen_so seen, wide;

    w->facts.looked++;
    bool ok = see_in(w, s, WHEN_BUCKETS, &seen);
    /* bursts of load may break one change into many; a wider view joins it */
    if (ok && s->s.n >= 2 * WHEN_FEW_BUCKETS) {
        ok = see_in(w, s, WHEN_FEW_BUCKETS, &wide);
        if (ok && wide.weight > 1.2 * seen.weight)
            seen = wide;
    }
    if (ok && (seen.c.n || s->s.is_asked))
        ok = keep_series(w, *s, &seen.k, &seen.c);
    corr_arena_reset(&w->work);
    return ok;
}

double when_mean(const corr_series_view *s, int64_t from, int64_t to)
{
    double sum = 0;
    uint32_t n = 0;

    for (uint32_t i = 0; i < s->n; i++) {
        const int64_t at = s->from + s->step * i;
        if (at < from || at + s->step > to || !isfinite(s->value[i]))
            continue;
        sum += s->value[i];
        n++;
    }
    return n ? sum / n : NAN;
}
