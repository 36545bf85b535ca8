/* timeline_choose - which metrics a screen shows first, and when alerts were
 * active. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "corr_sort.h"
#include "metric/metric_selector.h"
#include "profile/timeline.h"

/* Metrics are compared with the load over this many columns; fewer than LEAST
 * common ones show no relation. */
enum { COLUMNS = 32, LEAST_COMMON = 8, MOST_MOVING = 4, MOST_NAMED = 8 };

/* The least correlation of a metric that moves with the load. */
static const double least_relation = 0.5;

/* ---- metrics ------------------------------------------------------------- */

/* The row that stands for the load: samples of code, else requests.  NULL:
 * no such series, or too short a one to compare with. */
static const timeline_row *find_load(const corr_timeline *t)
{
    static const char *const names[] = { "cpu", "wall", "samples", "spans" };

    for (size_t k = 0; k < countof(names) && t->facts.bins >= LEAST_COMMON; k++)
        for (size_t i = 0; i < t->row.n; i++)
            if (!t->row.v[i].every && strcmp(t->row.v[i].name, names[k]) == 0)
                return &t->row.v[i];
    return NULL;
}

static uint32_t merge_row(const corr_timeline *t, const timeline_row *row,
                          double *to)
{
    const corr_timeline_row v = { .value = row->value, .known = row->ns };
    const uint32_t per = (t->facts.bins + COLUMNS - 1) / COLUMNS;

    return corr_timeline_merge(&v, t->facts.bins, per, to);
}

/* The correlation of two rows without its sign; 0: unknown. */
static double relation(const double *a, const double *b, uint32_t n)
{
    double sa = 0, sb = 0, aa = 0, bb = 0, ab = 0, k = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (isnan(a[i]) || isnan(b[i]))
            continue;
        k++;
        sa += a[i];
        sb += b[i];
    }
    for (uint32_t i = 0; i < n && k > 0; i++) {
        if (isnan(a[i]) || isnan(b[i]))
            continue;
        const double x = a[i] - sa / k, y = b[i] - sb / k;
        aa += x * x;
        bb += y * y;
        ab += x * y;
    }
    return k >= LEAST_COMMON && aa > 0 && bb > 0 ? fabs(ab) / sqrt(aa * bb) : 0;
}

/* A metric that may be shown. */
typedef struct wanted {
    uint32_t row;
    uint8_t choice;
    double relation;
} wanted;

SORT_BY(by_choice, wanted, ASC(choice), DESC(relation), ASC(row))

/* Without a load to compare with, the order of the files decides. */
static size_t list_wanted(const corr_timeline *t, const corr_timeline_opts *o,
                          wanted *list)
{
    const bool all = o->all_metrics;
    const timeline_row *load = find_load(t);
    double a[COLUMNS + 1], b[COLUMNS + 1];
    const uint32_t n = load ? merge_row(t, load, a) : 0;
    size_t found = 0;

    for (uint32_t i = 0; i < t->row.n; i++) {
        const timeline_row *row = &t->row.v[i];
        if (!row->every || row->choice == CHOOSE_NEVER)
            continue;
        const double r = n && merge_row(t, row, b) ? relation(a, b, n) : 0;
        if (row->choice == CHOOSE_FIRST || ((!load || all) && !o->nfirst) ||
            r >= least_relation)
            list[found++] = (wanted){ i, row->choice, load ? r : 0 };
    }
    return found;
}

void timeline_choose(corr_timeline *t, const corr_timeline_opts *o)
{
    wanted *list = o->metrics ? calloc(t->row.n + 1, sizeof *list) : NULL;

    if (!list) {
        t->failed |= o->metrics;
        return;
    }
    const size_t n = list_wanted(t, o, list);
    const size_t most =
        o->all_metrics || !find_load(t) ? MOST_NAMED : MOST_MOVING;
    qsort(list, n, sizeof *list, by_choice);
    for (size_t i = 0; i < n && i < most; i++)
        t->row.v[list[i].row].usual = true;
    free(list);
}

/* ---- alerts -------------------------------------------------------------- */

bool timeline_add_alert(corr_timeline *t, const input *in, uint32_t series)
{
    const corr_str state = series_label(in, series, CORR_STR("alertstate"));
    const corr_str name = series_label(in, series, CORR_STR("alertname"));
    const bool is_list = in->format->alerts; /* starts and ends, not samples */
    const int64_t step = in->metric.step;
    size_t n;
    const point_row *p = input_points(in, series, &n);

    for (size_t i = 0; i < n; i++) {
        if (!(p[i].value > 0))
            continue;
        const bool is_last = i + 1 == n;
        int64_t to = add_clamped(p[i].time, step);
        if (!is_last &&
            (is_list || sub_clamped(p[i + 1].time, p[i].time) <= 5 * step / 2))
            to = p[i + 1].time;
        else if (is_list)
            to = p[i].time;
        if (!vec_push(&t->alert,
                      ((corr_timeline_alert){
                          .name = name.n ? name : CORR_STR("alert"),
                          .from = p[i].time,
                          .to = to,
                          .is_open = is_last && is_list,
                          .is_pending = corr_str_is(state, "pending") })))
            return false;
    }
    return true;
}

SORT_BY(alert_by_name, corr_timeline_alert, ASC_STR(name), ASC(is_pending),
        ASC(from), ASC(to))

void timeline_join_alerts(corr_timeline *t)
{
    const int64_t end = t->facts.from + t->facts.step * t->facts.bins;
    size_t kept = 0;

    if (t->alert.n)
        vec_sort(&t->alert, alert_by_name);
    for (size_t i = 0; i < t->alert.n; i++) {
        corr_timeline_alert a = t->alert.v[i];
        corr_timeline_alert *last = kept ? &t->alert.v[kept - 1] : NULL;
        const bool is_same = last && corr_str_eq(last->name, a.name);
        if (a.to < t->facts.from || a.from >= end ||
            (is_same && a.is_pending && !last->is_pending))
            continue;
        /* what has no end goes on until more is known */
        if (is_same && a.is_pending == last->is_pending &&
            (a.from <= last->to || last->is_open)) {
            last->is_open = a.to > last->to   ? a.is_open
                            : a.to < last->to ? last->is_open
                                              : last->is_open && a.is_open;
            last->to = max_i64(last->to, a.to);
        } else {
            t->alert.v[kept++] = a;
        }
    }
    t->alert.n = kept;
}
