/* when_requests - series of requests: how many began, and how long they took,
 * per service and per operation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "profile/timeline.h"
#include "stats/distributions.h"
#include "store/operation_names.h"
#include "trace/requests.h"
#include "when/when.h"

enum {
    LEAST_REQUESTS = 100,  /* of a series */
    LEAST_FOR_MEDIAN = 20, /* a bucket */
    LEAST_FOR_TAIL = 40,   /* a bucket, for p95 */
    MOST_OPERATIONS = 40
};

/* A request. */
typedef struct entry {
    uint32_t service, operation;
    int64_t at, ns; /* ns -1: unknown */
} entry;

SORT_BY(entry_by_time, entry, ASC(service), ASC(at), ASC(ns), ASC(operation))

typedef struct entries {
    vec(entry) list; /* by service and time */
    opnames names;
    corr_map known; /* process and name of a span of `input` -> operation */
    uint32_t input;
} entries;

/* The operation of a span, looked up once for each process and name of a
 * file. */
static uint32_t known_operation(entries *e, const corr_store *st, uint32_t span)
{
    const span_row *row = store_span(st, span);
    bool is_new;

    if (e->input != st->spans.at.v[span].input) {
        corr_map_clear(&e->known);
        e->known = (corr_map){ 0 };
        e->input = st->spans.at.v[span].input;
    }
    uint32_t *id =
        corr_map_u64(&e->known, (uint64_t)row->proc << 32 | row->name, &is_new);
    if (id && is_new)
        *id = opnames_add_span(&e->names, st, span);
    return id ? *id : OPNAMES_FAILED;
}

static bool list_entries(entries *e, const corr_when *w)
{
    const corr_store *st = w->st;
    const spans *s = &st->spans;

    for (uint32_t i = 1; i < s->at.n; i++) {
        const int64_t at = request_is_entry(s, i) ? timeline_start(st, i) : 0;
        int64_t ns = -1;
        if (!at || spans_summary(s, i) ||
            (w->o->from < w->o->to && (at < w->o->from || at >= w->o->to)))
            continue;
        const uint32_t id = known_operation(e, st, i);
        if (!span_took(store_span(st, i), &ns))
            ns = -1;
        if (id == OPNAMES_FAILED ||
            !vec_push(&e->list, (entry){ spans_service(s, i), id, at, ns }))
            return false;
    }
    vec_sort(&e->list, entry_by_time);
    return true;
}

/* Whether some file of traces covers a time: between files there are no
 * requests, but not because the service was idle. */
static bool is_traced(const corr_store *st, int64_t from, int64_t to)
{
    for (size_t i = 0; i < st->input.n; i++) {
        const input *in = store_input(st, (uint32_t)i);
        if (in->span.n > 1 && input_is_timed(in) && in->from < to &&
            in->to > from)
            return true;
    }
    return false;
}

/* ---- values ----------------------------------------------------------------- */

/* The quantile q of n numbers, which it reorders; NAN: too few. */
static double quantile_of(double *v, size_t n, size_t least, double q)
{
    if (n < least)
        return NAN;
    qsort(v, n, sizeof *v, cmp_real);
    const double at = q * (double)(n - 1);
    const size_t i = (size_t)at;
    return i + 1 < n ? v[i] + (at - (double)i) * (v[i + 1] - v[i]) : v[i];
}

/* The entries of one series, and its buckets. */
typedef struct stretch_of {
    const entry *e;
    size_t n;
    int64_t from, step;
    uint32_t buckets;
} stretch_of;

static bool set_buckets(stretch_of *o, size_t each)
{
    const int64_t ran = sub_clamped(o->e[o->n - 1].at, o->e[0].at);
    const uint64_t most = o->n / each < WHEN_BINS ? o->n / each : WHEN_BINS;

    if (o->n < LEAST_REQUESTS || ran <= 0 || most < STAT_LEAST_SERIES)
        return false;
    o->step = corr_timeline_round(ran / (int64_t)most + 1);
    /* the first bucket begins with the data or later, and is full */
    o->from = o->e[0].at - 1 -
              ((o->e[0].at - 1) % o->step + o->step) % o->step + o->step;
    o->buckets = (uint32_t)(sub_clamped(o->e[o->n - 1].at, o->from) / o->step);
    return o->buckets >= STAT_LEAST_SERIES;
}

/* Fills v with the rate of each bucket, or with a quantile of the durations.
 * The last bucket, which is not full, is left out. */
static void fill_buckets(const corr_store *st, const stretch_of *o, double q,
                         size_t least, double *v, double *ns)
{
    size_t at = 0;

    while (at < o->n && o->e[at].at < o->from)
        at++;
    for (uint32_t i = 0; i < o->buckets; i++) {
        const int64_t end = o->from + o->step * (i + 1);
        size_t n = 0, all = 0;
        for (; at < o->n && o->e[at].at < end; at++, all++)
            if (o->e[at].ns >= 0)
                ns[n++] = (double)o->e[at].ns;
        v[i] = q > 0 ? quantile_of(ns, n, least, q)
               : all || is_traced(st, end - o->step, end)
                   ? (double)all * 1e9 / (double)o->step
                   : NAN;
    }
}

/* The entries that began in [from, to), and their known durations. */
static size_t durations_in(const stretch_of *o, int64_t from, int64_t to,
                           double *ns)
{
    size_t lo = 0, n = 0;

    LOWER_BOUND(lo, o->n, i, o->e[i].at < from);
    for (; lo < o->n && o->e[lo].at < to; lo++)
        if (o->e[lo].ns >= 0)
            ns[n++] = (double)o->e[lo].ns;
    return n;
}

/* What a quantile was made of. */
typedef struct quantile_made {
    stretch_of o;
    double quantile;
    double *a, *b; /* [n] scratch */
} quantile_made;

/* Whether so many more requests than usual are above the usual quantile that it
 * is no chance; of a fall, whether so many were. */
static bool quantile_holds(const void *of, int64_t before, int64_t at,
                           int64_t until, bool up)
{
    const quantile_made *m = of;
    const double rest = 1 - m->quantile;
    const double least = fmin(2 * rest, (1 + rest) / 2); /* or half way */
    double *usual = m->a, *high = m->b;
    const size_t n =
        durations_in(&m->o, up ? before : at, up ? at : until, usual);
    const size_t k =
        durations_in(&m->o, up ? at : before, up ? until : at, high);
    const double limit = quantile_of(usual, n, WHEN_LEAST_COUNT, m->quantile);
    int64_t above[2] = { 0, 0 };

    for (size_t i = 0; i < n; i++)
        above[0] += usual[i] > limit;
    for (size_t i = 0; i < k; i++)
        above[1] += high[i] > limit;
    return n && k && (double)above[1] >= least * (double)k &&
           (double)above[1] * (double)n > (double)above[0] * (double)k &&
           stat_fisher(above, (int64_t[2]){ (int64_t)n, (int64_t)k }) < 1e-4;
}

typedef struct measure {
    const char *name, *unit;
    double quantile; /* 0: how many */
    size_t least;
    corr_role role;
} measure;

static const measure measures[] = {
    { "requests", "1/s", 0, WHEN_LEAST_COUNT, CORR_ROLE_REQUESTS },
    { "p50", "ns", 0.5, LEAST_FOR_MEDIAN, CORR_ROLE_LATENCY },
    { "p95", "ns", 0.95, LEAST_FOR_TAIL, CORR_ROLE_LATENCY },
};

static bool add_measures(corr_when *w, const entries *e, stretch_of o,
                         bool is_whole)
{
    const uint32_t id = is_whole ? 0 : o.e[0].operation + 1;
    bool ok = true;

    for (size_t k = 0; ok && k < countof(measures); k++) {
        const measure *m = &measures[k];
        if (!set_buckets(&o, m->least))
            break;
        double *v = corr_arena_new(&w->scratch, double, o.buckets);
        double *ns = corr_arena_new(&w->scratch, double, o.n);
        quantile_made made = { .o = o,
                               .quantile = m->quantile,
                               .a = ns,
                               .b = corr_arena_new(&w->scratch, double, o.n) };
        ok = v && ns && made.b;
        if (!ok)
            break;
        fill_buckets(w->st, &o, m->quantile, m->least / 2, v, ns);
        const when_series s = {
            .s = { .name = m->name,
                   .unit = m->unit,
                   .service = w->st->spans.service.v[o.e[0].service],
                   .operation = id ? e->names.row.v[id - 1].name : CORR_STR(""),
                   .role = m->role,
                   .from = o.from,
                   .step = o.step,
                   .n = o.buckets,
                   .value = v },
            .holds = m->quantile > 0 ? quantile_holds : NULL,
            .of = &made,
        };
        ok = when_keep(w, &s);
        corr_arena_reset(&w->scratch);
    }
    return ok;
}

/* Sorts the entries of a service by operation, each in the order of time, into
 * `to`; end[id]: the end of each operation. */
static void split_operations(const entry *e, size_t n, size_t nid, entry *to,
                             size_t *end)
{
    memset(end, 0, (nid + 1) * sizeof *end);
    for (size_t i = 0; i < n; i++)
        end[e[i].operation + 1]++;
    for (size_t id = 0; id < nid; id++)
        end[id + 1] += end[id];
    for (size_t i = 0; i < n; i++)
        to[end[e[i].operation]++] = e[i];
}

/* Adds the series of a service, and of each operation that has enough requests,
 * unless it is the only one. */
static bool add_service(corr_when *w, const entries *e, const entry *first,
                        size_t n, uint32_t *operations)
{
    const size_t nid = e->names.row.n;
    entry *split = malloc(n * sizeof *split);
    size_t *end = malloc((nid + 1) * sizeof *end);
    bool ok = split && end &&
              add_measures(w, e, (stretch_of){ .e = first, .n = n }, true);

    if (ok)
        split_operations(first, n, nid, split, end);
    for (size_t id = 0, from = 0; ok && id < nid; from = end[id++]) {
        const size_t k = end[id] - from;
        if (k < LEAST_REQUESTS || k == n || *operations >= MOST_OPERATIONS)
            continue;
        ++*operations;
        ok = add_measures(w, e, (stretch_of){ .e = split + from, .n = k },
                          false);
    }
    free(split);
    free(end);
    return ok;
}

bool when_add_requests(corr_when *w)
{
    entries e = { .input = UINT32_MAX };
    bool ok = list_entries(&e, w);
    uint32_t operations = 0;

    for (size_t i = 0; ok && i < e.list.n;) {
        size_t end = i;
        while (end < e.list.n && e.list.v[end].service == e.list.v[i].service)
            end++;
        ok = add_service(w, &e, e.list.v + i, end - i, &operations);
        i = end;
    }
    vec_free(&e.list);
    opnames_clear(&e.names);
    corr_map_clear(&e.known);
    return ok;
}
