/* when_histograms - means and 95th percentiles of histograms and summaries over
 * time, from their sums, counts and buckets (corr-methods 6.1). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "profile/metric_groups.h"
#include "store/metric_selector.h"
#include "when/when_metrics.h"

/* Fewer values of a step have no quantile, and fewer buckets no histogram. */
enum { LEAST_VALUES = 20, LEAST_BOUNDS = 3, MOST_BOUNDS = 200 };

/* One series of a histogram: its sum, its count, or one of its buckets. */
typedef struct hist_part {
    uint32_t histogram;
    uint32_t what; /* hist_what */
    double bound;  /* of a bucket */
    uint64_t at;   /* input and series */
} hist_part;

typedef enum hist_what { HIST_SUM, HIST_COUNT, HIST_BUCKET } hist_what;

typedef struct histograms {
    vec(hist_part) part;
    corr_map by_key;
    vec(char) key;
} histograms;

/* ---- which series ------------------------------------------------------------ */

static bool add_text(histograms *h, corr_str s)
{
    const bool ok = vec_reserve(&h->key, s.n + 1);

    if (ok) {
        memcpy(h->key.v + h->key.n, s.p, s.n);
        h->key.v[h->key.n + s.n] = 0;
        h->key.n += s.n + 1;
    }
    return ok;
}

/* The number of the histogram of a series, by its name without the end and its
 * labels without the bound; UINT32_MAX: out of memory. */
static uint32_t histogram_number(histograms *h, const input *in,
                                 uint32_t series, corr_str name,
                                 corr_arena *scratch)
{
    bool is_new;
    uint32_t n = 0;
    const corr_label *label = series_labels(in, series, &n, scratch);

    h->key.n = 0;
    bool ok = label && add_text(h, name);
    for (uint32_t i = 0; ok && i < n; i++)
        ok = corr_str_is(label[i].key, "le") ||
             (add_text(h, label[i].key) && add_text(h, label[i].text));
    uint32_t *at =
        ok ? corr_map_bytes(&h->by_key, h->key.v, h->key.n, &is_new) : NULL;
    if (at && is_new)
        *at = h->by_key.n - 1;
    return at ? *at : UINT32_MAX;
}

static bool read_bound(corr_str text, double *bound)
{
    char buf[64];
    char *end;

    if (!text.n || text.n >= sizeof buf)
        return false;
    memcpy(buf, text.p, text.n);
    buf[text.n] = 0;
    *bound = strtod(buf, &end);
    return *end == 0 && !isnan(*bound);
}

static bool add_part(histograms *h, corr_when *w, uint32_t input_at,
                     uint32_t series)
{
    static const char *const ends[] = {
        [HIST_SUM] = "_sum", [HIST_COUNT] = "_count", [HIST_BUCKET] = "_bucket"
    };
    const input *in = store_input(w->st, input_at);
    const series_row *row = &in->series.v[series];
    corr_str name = input_text(in, row->name);
    hist_part p = { .at = (uint64_t)input_at << 32 | series };

    if (row->type != CORR_METRIC_COUNTER && row->type != CORR_METRIC_DELTA)
        return true;
    while (p.what < countof(ends) && !corr_str_ends(name, ends[p.what]))
        p.what++;
    if (p.what == countof(ends) ||
        (p.what == HIST_BUCKET &&
         !read_bound(series_label(in, series, CORR_STR("le")), &p.bound)))
        return true;
    name.n -= strlen(ends[p.what]);
    p.histogram = histogram_number(h, in, series, name, &w->scratch);
    corr_arena_reset(&w->scratch);
    return p.histogram != UINT32_MAX && vec_push(&h->part, p);
}

SORT_BY(part_by_histogram, hist_part, ASC(histogram), ASC(what), ASC(bound),
        ASC(at))

static bool find_histograms(histograms *h, corr_when *w)
{
    bool ok = true;

    for (uint32_t i = 0; ok && i < w->st->input.n; i++) {
        const input *in = store_input(w->st, i);
        for (uint32_t s = 1; ok && in->metric.n && s < in->series.n; s++)
            ok = add_part(h, w, i, s);
    }
    vec_sort(&h->part, part_by_histogram);
    return ok;
}

/* ---- values -------------------------------------------------------------------- */

/* The growth of the parts [from, to), which are of one series in some inputs. */
static bool grow_parts(corr_when *w, const hist_part *p, size_t n,
                       when_buckets *b)
{
    uint64_t *member = corr_arena_new(&w->scratch, uint64_t, n);

    for (size_t i = 0; member && i < n; i++)
        member[i] = p[i].at;
    return member && when_growth(w, member, n, b);
}

/* The number of parts that are of the same series. */
static size_t same_parts(const hist_part *p, size_t n)
{
    size_t k = 1;

    while (k < n && p[k].what == p->what && p[k].bound == p->bound)
        k++;
    return k;
}

/* The unit of what a histogram measured, and the factor to it. */
static when_unit unit_of(const input *in, const series_row *row)
{
    static const struct {
        const char *written;
        when_unit is;
    } units[] = { { "s", { "ns", 1e9 } },
                  { "ms", { "ns", 1e6 } },
                  { "us", { "ns", 1e3 } },
                  { "ns", { "ns", 1 } },
                  { "By", { "bytes", 1 } } };
    const corr_str name = input_text(in, row->name);

    for (size_t i = 0; i < countof(units); i++)
        if (corr_str_is(input_text(in, row->unit), units[i].written))
            return units[i].is;
    if (metric_name_has(name, "_seconds"))
        return units[0].is;
    if (metric_name_has(name, "_milliseconds"))
        return units[1].is;
    return metric_name_has(name, "_bytes") ? units[4].is : (when_unit){ "", 1 };
}

/* Cuts the bound of a bucket out of a title: the label le. */
static void cut_bound(char *title)
{
    char *le = strstr(title, "{le=\"");
    char *at = le ? le + 1 : strstr(title, ",le=\"");
    char *end = at ? strchr(at + strlen(",le=\"") - (le ? 1 : 0), '"') : NULL;

    if (!end)
        return;
    end++;
    if (le && *end == ',')
        end++;
    else if (le && *end == '}') {
        at = le;
        end++;
    }
    memmove(at, end, strlen(end) + 1);
}

static bool keep_values(corr_when *w, const when_asked *a, const char *what,
                        const hist_part *p, const when_buckets *b)
{
    const uint32_t series = (uint32_t)p->at;
    const input *in = store_input(w->st, (uint32_t)(p->at >> 32));
    const when_unit u = unit_of(in, &in->series.v[series]);
    static const char *const ends[] = { "_sum", "_count", "_bucket" };
    char *title = series_title(in, series, ends[p->what], &w->scratch);
    if (title && p->what == HIST_BUCKET)
        cut_bound(title);
    const char *name =
        title ? store_text(w->st, "%s of %s", what, title) : NULL;

    for (uint32_t i = 0; i < b->n; i++)
        b->value[i] *= u.scale;
    return name &&
           when_keep(w, &(when_series){
                            .s = { .name = name,
                                   .unit = u.unit,
                                   .service = series_service(in, series),
                                   .role = strcmp(u.unit, "ns") == 0
                                               ? CORR_ROLE_LATENCY
                                               : CORR_ROLE_OTHER,
                                   .from = b->from,
                                   .step = b->step,
                                   .n = b->n,
                                   .value = b->value,
                                   .is_metric = true,
                                   .is_asked = when_is_asked(w, a, p->at) },
                            .input = (uint32_t)(p->at >> 32) + 1,
                            .row = series });
}

/* Adds the mean, from the growth of the sum and of the count. */
static bool add_mean(corr_when *w, const when_asked *a, const hist_part *p,
                     size_t n)
{
    size_t sums = 0, counts = 0;
    when_buckets sum, count;

    while (sums < n && p[sums].what == HIST_SUM)
        sums++;
    while (sums + counts < n && p[sums + counts].what == HIST_COUNT)
        counts++;
    if (!sums || !counts)
        return true;
    if (!grow_parts(w, p, sums, &sum) ||
        !grow_parts(w, p + sums, counts, &count))
        return false;
    if (!sum.n || sum.n != count.n || sum.from != count.from ||
        sum.step != count.step)
        return true;
    for (uint32_t i = 0; i < sum.n; i++)
        sum.value[i] = count.value[i] > 0 ? sum.value[i] / count.value[i] : NAN;
    return keep_values(w, a, "mean", p, &sum);
}

/* The quantile of cumulative counts of a step, by linear interpolation inside a
 * bucket; the open one has only its lower bound. */
static double quantile_in(const double *upto, const double *bound, size_t n,
                          double q)
{
    const double all = upto[n - 1], rank = q * all;
    size_t i = 0;

    if (!(all >= LEAST_VALUES))
        return NAN;
    while (i + 1 < n && upto[i] < rank)
        i++;
    const double low = i ? bound[i - 1] : fmin(0, bound[0]);
    const double less = i ? upto[i - 1] : 0;
    if (isinf(bound[i]) || upto[i] <= less)
        return low;
    return low + (bound[i] - low) * (rank - less) / (upto[i] - less);
}

/* Adds the 95th percentile, from the growth of each bucket. */
static bool add_quantile(corr_when *w, const when_asked *a, const hist_part *p,
                         size_t n)
{
    when_buckets *b = corr_arena_new(&w->scratch, when_buckets, MOST_BOUNDS);
    double bound[MOST_BOUNDS], upto[MOST_BOUNDS];
    size_t at = 0, k = 0;

    if (!b)
        return false;
    while (at < n && p[at].what != HIST_BUCKET)
        at++;
    const hist_part *first = p + at;
    while (at < n && k < MOST_BOUNDS) {
        const size_t same = same_parts(p + at, n - at);
        if (!grow_parts(w, p + at, same, &b[k]))
            return false;
        bound[k] = p[at].bound;
        if (b[k].n && b[k].n == b[0].n && b[k].from == b[0].from &&
            b[k].step == b[0].step)
            k++;
        at += same;
    }
    if (k < LEAST_BOUNDS || !isinf(bound[k - 1]))
        return true;
    for (uint32_t i = 0; i < b[0].n; i++) {
        for (size_t e = 0; e < k; e++)
            upto[e] = fmax(b[e].value[i], e ? upto[e - 1] : 0);
        const double v = quantile_in(upto, bound, k, 0.95);
        b[0].value[i] = isnan(b[k - 1].value[i]) ? NAN : v;
    }
    return keep_values(w, a, "p95", first, &b[0]);
}

bool when_add_histograms(corr_when *w, const when_asked *a)
{
    histograms h = { .part = { .n = 0 } };
    bool ok = find_histograms(&h, w);

    for (size_t i = 0; ok && i < h.part.n;) {
        size_t end = i;
        while (end < h.part.n &&
               h.part.v[end].histogram == h.part.v[i].histogram)
            end++;
        ok = add_mean(w, a, h.part.v + i, end - i);
        corr_arena_reset(&w->scratch);
        ok = ok && add_quantile(w, a, h.part.v + i, end - i);
        corr_arena_reset(&w->scratch);
        i = end;
    }
    vec_free(&h.part);
    vec_free(&h.key);
    corr_map_clear(&h.by_key);
    return ok;
}
