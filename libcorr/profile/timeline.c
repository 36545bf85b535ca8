/* timeline - activity over time, in bins (corr-methods 7.4). */
#include "profile/timeline.h"

#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "join/prepare.h"

/* ---- bins ----------------------------------------------------------------- */

int64_t corr_timeline_round(int64_t ns)
{
    static const int64_t us = 1000, ms = 1000000, s = 1000000000;
    static const int64_t upto_s[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500 };
    static const int64_t seconds[] = { 1,    2,    5,     10,    15,    30,
                                       60,   120,  300,   600,   900,   1800,
                                       3600, 7200, 10800, 21600, 43200, 86400 };
    const int64_t unit[] = { 1, us, ms };
    for (size_t u = 0; u < countof(unit); u++)
        for (size_t i = 0; i < countof(upto_s); i++)
            if (upto_s[i] * unit[u] >= ns)
                return upto_s[i] * unit[u];
    for (size_t i = 0; i < countof(seconds); i++)
        if (seconds[i] * s >= ns)
            return seconds[i] * s;
    return ((ns - 1) / (86400 * s) + 1) * 86400 * s;
}

static int64_t bin_start(const corr_timeline *t, int64_t bin)
{
    return t->facts.from + bin * t->facts.step;
}

int64_t timeline_bin(const corr_timeline *t, int64_t time)
{
    if (time < t->facts.from || time >= bin_start(t, t->facts.bins))
        return -1;
    return (time - t->facts.from) / t->facts.step;
}

/* Adds an amount for each ns of [from, to) to its bin. */
static void add_to_bins(const corr_timeline *t, double *bins, int64_t from,
                        int64_t to, double each)
{
    to = min_i64(to, bin_start(t, t->facts.bins));
    for (int64_t at = max_i64(from, t->facts.from); at < to;) {
        const int64_t bin = timeline_bin(t, at);
        const int64_t next = min_i64(to, bin_start(t, bin + 1));
        bins[bin] += each * (double)(next - at);
        at = next;
    }
}

void timeline_spread(const corr_timeline *t, timeline_row *row, int64_t from,
                     int64_t to, double amount)
{
    if (to > from) {
        add_to_bins(t, row->value, from, to,
                    amount / (double)sub_clamped(to, from));
        return;
    }
    const int64_t bin = timeline_bin(t, from);
    if (bin >= 0)
        row->value[bin] += amount;
    row->points = true;
}

/* ---- rows ------------------------------------------------------------------ */

timeline_row *timeline_add_row(corr_timeline *t, const char *name,
                               const char *unit, double scale)
{
    const bool has_room =
        vec_push(&t->row, (timeline_row){ .name = name,
                                          .unit = unit,
                                          .service = t->service,
                                          .scale = scale });
    timeline_row *row = has_room ? &t->row.v[t->row.n - 1] : NULL;

    if (row)
        row->value = calloc(t->facts.bins, sizeof *row->value);
    if (row && row->value)
        return row;
    t->row.n -= has_room;
    t->failed = true;
    return NULL;
}

timeline_row *timeline_find_row(corr_timeline *t, const char *name,
                                const char *unit, double scale)
{
    for (size_t i = 0; i < t->row.n; i++)
        if (strcmp(t->row.v[i].name, name) == 0 &&
            strcmp(t->row.v[i].unit, unit) == 0 &&
            corr_str_eq(t->row.v[i].service, t->service))
            return &t->row.v[i];
    return timeline_add_row(t, name, unit, scale);
}

void timeline_know(corr_timeline *t, timeline_row *row, int64_t from,
                   int64_t to)
{
    if (!vec_push(&row->known, (stretch){ from, to }))
        t->failed = true;
}

void timeline_mean(const corr_timeline *t, timeline_row *row, int64_t time,
                   double value)
{
    const int64_t bin = timeline_bin(t, time);

    if (time < t->facts.from && time >= row->before_at) {
        row->before = value;
        row->before_at = time;
    }
    if (bin < 0)
        return;
    row->value[bin] += value;
    row->count[bin]++;
    row->rows++;
}

SORT_BY(known_time_by_from, stretch, ASC(from))

/* Computes the covered ns of each bin into ns[bins]. */
static void cover_bins(const corr_timeline *t, timeline_row *row, double *ns)
{
    int64_t done = INT64_MIN;

    vec_sort(&row->known, known_time_by_from);
    for (size_t i = 0; i < row->known.n; i++) {
        add_to_bins(t, ns, max_i64(row->known.v[i].from, done),
                    row->known.v[i].to, 1);
        done = max_i64(done, row->known.v[i].to);
    }
}

/* Turns sums into amounts per unit of time.  A sample in a bin with little
 * coverage means little, so the divisor has a lower limit.  One second is
 * always enough, else a short recording in a long window would look idle. */
static void finish_sums(corr_timeline *t, timeline_row *row)
{
    const double least = fmin((double)t->facts.step / 20, 1e9);
    double *ns = calloc(t->facts.bins, sizeof *ns);

    if (!ns) {
        t->failed = true;
        return;
    }
    cover_bins(t, row, ns);
    for (uint32_t i = 0; i < t->facts.bins; i++)
        if (ns[i] > 0 || row->value[i] != 0) {
            if (ns[i] < least && (row->points || ns[i] <= 0))
                ns[i] = least;
            row->value[i] *= row->scale / ns[i];
        } else {
            row->value[i] = NAN;
        }
    row->ns = ns;
}

/* Turns sums into means.  A bin without numbers repeats the last number for up
 * to twice the usual gap. */
static void finish_means(corr_timeline *t, timeline_row *row)
{
    const int64_t old = sub_clamped(t->facts.from, row->before_at);
    double left = 2 * row->gap - (double)old;
    double last = row->before_at ? row->before : NAN;

    for (uint32_t i = 0; i < t->facts.bins; i++) {
        if (row->count[i]) {
            last = row->value[i] / row->count[i];
            left = 2 * row->gap;
        }
        row->value[i] = left >= 0 ? last : NAN;
        left -= (double)t->facts.step;
    }
}

/* ---- order ------------------------------------------------------------------- */

/* The rank of a row by importance; other rows follow in the order of
 * discovery. */
static unsigned row_rank(const char *name)
{
    static const char *const first[] = {
        "cpu",           "wall", "samples", "jvm_user", "jvm_system", "machine",
        "heap_after_gc", "gc",   "lock",    "io",       "spans"
    };
    unsigned i = 0;

    while (i < countof(first) && strcmp(first[i], name) != 0)
        i++;
    return i;
}

static bool is_usual(const char *name)
{
    return row_rank(name) < row_rank("");
}

static void sort_rows(corr_timeline *t)
{
    for (size_t i = 1; i < t->row.n; i++) {
        const timeline_row row = t->row.v[i];
        size_t at = i;
        for (; at > 0 && row_rank(t->row.v[at - 1].name) > row_rank(row.name);
             at--)
            t->row.v[at] = t->row.v[at - 1];
        t->row.v[at] = row;
    }
}

/* Adds the segments of a recording, except samples that another recording of
 * the same process has. */
static void add_recording(corr_timeline *t, const corr_store *st, uint32_t i)
{
    const input *in = store_input(st, i);
    const bool rivals = duplicate_rivals(st, i);
    bool told = false;

    for (size_t s = 1; s < in->segment.n && !t->failed; s++) {
        const segment *g = &in->segment.v[s];
        const kind_row *k = &in->kind.v[g->kind];
        duplicate_times others = { .by = i };
        if (!timeline_shows(k))
            continue;
        if (rivals)
            t->failed |=
                !duplicate_of(&others, st, i, input_text(in, k->name), NULL);
        if (others.run.n && !told)
            duplicate_note(&t->duplicate, st, i, &others,
                           input_text(in, k->name), false);
        told |= others.run.n > 0;
        if (!others.most)
            timeline_add_segment(t, in, g, &others);
        duplicate_clear(&others);
    }
}

/* ---- the view ------------------------------------------------------------------------------ */

/* The rows to come are of the service of this input, if services are told
 * apart. */
static void take_service(corr_timeline *t, const corr_store *st,
                         const corr_timeline_opts *o, uint32_t i)
{
    if (o->by_service)
        t->service = st->spans.service.v[st->match.v[i].service];
}

static void fill_rows(corr_timeline *t, corr_store *st,
                      const corr_timeline_opts *o, uint32_t only)
{
    if (o->sel) {
        timeline_add_selection(t, o);
    } else {
        for (uint32_t i = 0; i < st->input.n; i++)
            if (timeline_asks(st, NULL, i) &&
                (only == UINT32_MAX || only == i)) {
                take_service(t, st, o, i);
                add_recording(t, st, i);
            }
        for (uint32_t i = 0; i < st->input.n && !t->facts.is_own; i++)
            if (timeline_asks(st, NULL, i)) {
                take_service(t, st, o, i);
                timeline_add_series(t, store_input(st, i));
            }
        t->service = CORR_STR("");
        if (!t->facts.is_own && !o->by_service)
            timeline_add_spans(t, st);
        if (o->metrics && !t->facts.is_own)
            timeline_add_metrics(t, st, o);
    }
    sort_rows(t);
    for (size_t i = 0; i < t->row.n && !t->failed; i++)
        if (t->row.v[i].count)
            finish_means(t, &t->row.v[i]);
        else
            finish_sums(t, &t->row.v[i]);
    timeline_join_alerts(t);
    if (!t->failed)
        timeline_choose(t, o);
}

corr_timeline *corr_timeline_of(corr_store *st, const corr_timeline_opts *opts,
                                corr_err *err)
{
    uint32_t only;

    if (store_prepare(st, err))
        return NULL;
    corr_timeline *t = calloc(1, sizeof *t);
    if (!t) {
        corr_no_memory(err);
        return NULL;
    }
    if (!timeline_place(t, st, opts, &only, err)) {
        corr_timeline_free(t);
        return NULL;
    }
    if (t->facts.bins > 0)
        fill_rows(t, st, opts, only);
    t->remarks.arena = &st->arena;
    duplicate_remark(&t->duplicate, &t->remarks, 0);
    t->facts.remarks = remarks_all(&t->remarks);
    if (t->failed || t->remarks.failed) {
        corr_timeline_free(t);
        corr_no_memory(err);
        return NULL;
    }
    return t;
}

corr_timeline_facts corr_timeline_facts_of(const corr_timeline *t)
{
    return t->facts;
}

uint32_t corr_timeline_size(const corr_timeline *t)
{
    return (uint32_t)t->row.n;
}

corr_timeline_row corr_timeline_at(const corr_timeline *t, uint32_t i)
{
    const timeline_row *row = &t->row.v[i];

    return (corr_timeline_row){
        .name = row->name,
        .unit = row->unit,
        .value = row->value,
        .known = row->ns,
        .is_usual = row->every ? row->usual : is_usual(row->name),
        .service = row->service,
        .rows = row->rows,
        .gap = row->count && !row->every ? (int64_t)row->gap : 0,
        .whole = row->whole,
        .every = row->every,
        .is_state = row->state
    };
}

uint32_t corr_timeline_alerts(const corr_timeline *t)
{
    return (uint32_t)t->alert.n;
}

corr_timeline_alert corr_timeline_alert_at(const corr_timeline *t, uint32_t i)
{
    return t->alert.v[i];
}

void corr_timeline_free(corr_timeline *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->row.n; i++) {
        free(t->row.v[i].value);
        free(t->row.v[i].ns);
        free(t->row.v[i].count);
        vec_free(&t->row.v[i].known);
    }
    vec_free(&t->row);
    vec_free(&t->alert);
    remarks_clear(&t->remarks);
    free(t);
}

/* ---- strips ------------------------------------------------------------------------------- */

uint32_t corr_timeline_merge(const corr_timeline_row *row, uint32_t n,
                             uint32_t per, double *to)
{
    uint32_t bins = 0;

    for (uint32_t i = 0; i < n; i += per, bins++) {
        double sum = 0, known = 0;
        for (uint32_t k = i; k < n && k < i + per; k++) {
            const double part = row->known ? row->known[k] : 1;
            if (isnan(row->value[k]))
                continue;
            sum += row->value[k] * part;
            known += part;
        }
        to[bins] = known > 0 ? sum / known : NAN;
    }
    return bins;
}

unsigned corr_timeline_level(double v, double least, double most)
{
    if (!(most - least >
          1e-9 * fabs(most))) /* rounding noise counts as equal */
        return 0;
    const double level = floor(8 * (v - least) / (most - least));
    return level < 0 ? 0 : level > 7 ? 7 : (unsigned)level;
}
