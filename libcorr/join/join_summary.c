/* join_summary - lists for each profile and kind the rung that joins most of
 * its observations. */
#include "base/base.h"
#include "corr_sort.h"
#include "join/join.h"
#include "join/prepare.h"

/* ---- times of traces ------------------------------------------------ */

/* The times of spans, ordered by service and start.  Each span is also listed
 * under ALL. */
#define ALL UINT32_MAX

typedef struct run {
    uint32_t service;
    int64_t start, end; /* end: the latest so far of the service */
} run;

typedef vec(run) run_list;

SORT_BY(by_service_start, run, ASC(service), ASC(start), ASC(end))

static bool list_runs(run_list *r, const corr_store *st)
{
    for (uint32_t i = 1; i < st->spans.at.n; i++) {
        stretch seen;
        if (!span_seen(store_span(st, i), &seen))
            continue;
        const run one = { spans_service(&st->spans, i), seen.from, seen.to };
        const run any = { ALL, seen.from, seen.to };
        if (!vec_push(r, one) || !vec_push(r, any))
            return false;
    }
    vec_sort(r, by_service_start);
    for (size_t i = 1; i < r->n; i++)
        if (r->v[i].service == r->v[i - 1].service)
            r->v[i].end = max_i64(r->v[i].end, r->v[i - 1].end);
    return true;
}

static bool is_up_to(const run *r, uint32_t service, int64_t start)
{
    return r->service < service || (r->service == service && r->start <= start);
}

/* The number of entries before the first span of a service that starts after a
 * time. */
static size_t runs_up_to(const run_list *r, uint32_t service, int64_t start)
{
    size_t lo = 0;

    LOWER_BOUND(lo, r->n, i, is_up_to(&r->v[i], service, start));
    return lo;
}

/* Whether a span of a service ran while the input was recorded.  An input of
 * one instant counts from the first span to the last, and shortly around
 * them. */
static bool ran_meanwhile(const run_list *r, uint32_t service, const input *in)
{
    const bool instant = in->from >= in->to;
    const int64_t around = instant ? STRETCH_NEAR_NS : 0;
    const size_t first = runs_up_to(r, service, add_clamped(in->to, around));
    const size_t last = instant ? runs_up_to(r, service, INT64_MAX) : first;

    return first > 0 && r->v[first - 1].service == service &&
           r->v[last - 1].end > sub_clamped(in->from, around);
}

/* The rung of a window; NONE: no trace is of the profile's time. */
static corr_rung window_of(const corr_store *st, uint32_t i, const run_list *r)
{
    const input *in = st->input.v[i];
    const process_match *t = &st->match.v[i];

    if (in->from != CORR_NO_TIME &&
        !ran_meanwhile(r, t->tied ? t->service : ALL, in))
        return CORR_RUNG_NONE;
    return join_window(t, 0);
}

/* ---- the list ------------------------------------------------------- */

static corr_rung rung_of_row(const join_segment *js, size_t row)
{
    if (js->rung && js->span[row])
        return (corr_rung)js->rung[row];
    return js->own ? js->own[row].rung : CORR_RUNG_NONE;
}

static corr_str kind_of_segment(const input *in, uint32_t s)
{
    return input_text(in, in->kind.v[in->segment.v[s].kind].name);
}

static bool is_listed(const corr_store *st, uint32_t i, uint32_t s)
{
    const input *in = st->input.v[i];
    const segment *g = &in->segment.v[s];

    return st->match.v[i].used && (g->n || g->only.rows) &&
           !(in->kind.v[g->kind].flags & CORR_KIND_CONTEXT);
}

/* Whether an earlier segment had the kind, so it is listed already. */
static bool is_listed_before(const corr_store *st, uint32_t i, uint32_t s)
{
    const input *in = st->input.v[i];
    uint32_t k = 1;

    while (k < s &&
           !(is_listed(st, i, k) &&
             corr_str_eq(kind_of_segment(in, k), kind_of_segment(in, s))))
        k++;
    return k < s;
}

static void count_by_rung(const corr_store *st, uint32_t i, uint32_t s,
                          corr_joined *j, int64_t *by)
{
    const segment *g = &st->input.v[i]->segment.v[s];
    const join_segment *js = join_at(st->join, i, s);

    j->of = add_clamped(j->of, g->only.obs);
    for (size_t row = 0; row < g->n; row++) {
        int64_t obs = segment_obs(g, row);
        j->of = add_clamped(j->of, obs);
        const corr_rung rung = rung_of_row(js, row);
        by[rung] = add_clamped(by[rung], obs);
    }
    for (corr_rung r = CORR_RUNG_NONE; r < CORR_RUNG_COUNT; r++)
        by[r] = add_clamped(by[r], js->packed[r]);
}

/* The summary of a kind over all segments from s, the first of the kind. */
static corr_joined summary_of_kind(const corr_store *st, uint32_t i, uint32_t s)
{
    const input *in = st->input.v[i];
    int64_t by[CORR_RUNG_COUNT] = { 0 };
    corr_joined j = { .profile = i, .kind = kind_of_segment(in, s) };

    for (uint32_t k = s; k < in->segment.n; k++)
        if (is_listed(st, i, k) && corr_str_eq(kind_of_segment(in, k), j.kind))
            count_by_rung(st, i, k, &j, by);
    by[CORR_RUNG_NONE] = 0;
    for (corr_rung r = CORR_RUNG_S1; r < CORR_RUNG_COUNT; r++)
        if (by[r] > by[j.rung])
            j.rung = r;
    for (corr_rung r = CORR_RUNG_S1; r <= j.rung; r++)
        j.observations = add_clamped(j.observations, by[r]);
    if (!j.rung && join_at(st->join, i, s)->duplicate)
        j.why = CORR_WHY_DUPLICATE;
    return j;
}

/* Sets *some_alone if some profile is joined by no rung.  False: out of
 * memory. */
static bool list_joined(corr_store *st, bool *some_alone)
{
    for (uint32_t i = 0; i < st->input.n; i++)
        for (uint32_t s = 1; s < st->input.v[i]->segment.n; s++) {
            if (!is_listed(st, i, s) || is_listed_before(st, i, s))
                continue;
            const corr_joined j = summary_of_kind(st, i, s);
            *some_alone |= !j.rung && !j.why;
            if (!vec_push(&st->joined, j))
                return false;
        }
    return true;
}

/* Gives profiles without a finer rung a window, if traces are of their time. */
static bool add_windows(corr_store *st)
{
    run_list r = { 0 };
    const bool ok = list_runs(&r, st);

    for (size_t i = 0; ok && i < st->joined.n; i++) {
        corr_joined *j = &st->joined.v[i];
        if (j->rung || j->why)
            continue;
        j->rung = window_of(st, j->profile, &r);
        j->observations = j->rung ? j->of : 0;
        j->why = j->rung ? CORR_WHY_NONE : CORR_WHY_NO_PROFILE;
    }
    vec_free(&r);
    return ok;
}

size_t corr_joins(corr_store *st)
{
    bool some_alone = false;

    if (st->joined.n)
        return st->joined.n;
    if (store_join(st, NULL) != CORR_OK || !list_joined(st, &some_alone) ||
        (some_alone && st->spans.at.n > 1 && !add_windows(st))) {
        st->no_memory = true;
        st->joined.n = 0;
    }
    return st->joined.n;
}

corr_joined corr_join_at(corr_store *st, size_t i)
{
    return st->joined.v[i];
}
