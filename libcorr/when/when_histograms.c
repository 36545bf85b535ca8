/* when_histograms - which series are of one histogram or summary; their means
 * and quantiles over time (corr-methods 6.1). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "metric/metric_selector.h"
#include "metric/metric_unit.h"
#include "when/when_metrics.h"

/* Fewer buckets are no histogram. */
enum { LEAST_BOUNDS = 3, MOST_BOUNDS = 200 };

/* One series of a histogram: its sum, its count, one of its buckets, or all of
 * them, which come with the count. */
typedef struct hist_part {
    uint32_t histogram;
    uint32_t what; /* hist_what */
    double bound;  /* of a bucket */
    uint64_t at;   /* input and series */
} hist_part;

typedef enum hist_what {
    HIST_SUM,
    HIST_COUNT,
    HIST_BUCKET,
    HIST_NATIVE
} hist_what;

static const char *const ends[] = { [HIST_SUM] = "_sum",
                                    [HIST_COUNT] = "_count",
                                    [HIST_BUCKET] = "_bucket",
                                    [HIST_NATIVE] = "_count" };

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

/* What a series is of a histogram; *name loses its end.  Buckets of a rate may
 * have any name, or none.  HIST_NATIVE: it is of no histogram. */
static hist_what histogram_part_of(const input *in, uint32_t series,
                                   corr_str *name, double *bound)
{
    const bool has_bound =
        read_bound(series_label(in, series, CORR_STR("le")), bound);
    hist_what what = HIST_SUM;

    while (what < HIST_NATIVE && !corr_str_ends(*name, ends[what]))
        what++;
    if (what < HIST_NATIVE)
        name->n -= strlen(ends[what]);
    if (what < HIST_BUCKET)
        return what;
    return has_bound ? HIST_BUCKET : HIST_NATIVE;
}

static bool add_part(histograms *h, corr_when *w, uint32_t input_at,
                     uint32_t series)
{
    const input *in = store_input(w->st, input_at);
    corr_str name = input_text(in, in->series.v[series].name);
    hist_part p = { .at = (uint64_t)input_at << 32 | series };
    double bound = 0;
    size_t n;

    p.what = histogram_part_of(in, series, &name, &bound);
    p.bound = p.what == HIST_BUCKET ? bound : 0;
    if (p.what == HIST_NATIVE)
        return true;
    p.histogram = histogram_number(h, in, series, name, &w->scratch);
    corr_arena_reset(&w->scratch);
    if (p.histogram == UINT32_MAX || !vec_push(&h->part, p))
        return false;
    if (p.what != HIST_COUNT || !input_histograms(in, series, &n))
        return true;
    p.what = HIST_NATIVE;
    return vec_push(&h->part, p);
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

/* Whether the numbers of a part are no sums: they fall, or are not whole, or
 * never grow.  A query returns rates without a type. */
static bool is_rate(const corr_when *w, const hist_part *p)
{
    const input *in = store_input(w->st, (uint32_t)(p->at >> 32));
    const uint32_t type = in->series.v[(uint32_t)p->at].type;
    size_t n;
    const point_row *v = input_points(in, (uint32_t)p->at, &n);
    bool is = n > 1;

    if (type != CORR_METRIC_UNKNOWN || n == 0)
        return type == CORR_METRIC_GAUGE;
    for (size_t i = 0; i < n; i++) {
        if ((i && v[i].value < v[i - 1].value) ||
            (p->what != HIST_SUM && v[i].value != floor(v[i].value)))
            return true;
        is = is && (i == 0 || v[i].value <= v[i - 1].value);
    }
    return is;
}

static bool any_is_rate(const corr_when *w, const hist_part *p, size_t n)
{
    bool is = false;

    for (size_t i = 0; i < n && !is; i++)
        is = is_rate(w, &p[i]);
    return is;
}

/* The parts of one histogram. */
typedef struct histogram {
    const hist_part *part[HIST_NATIVE + 1]; /* of each kind */
    size_t n[HIST_NATIVE + 1];
    bool is_rate;
} histogram;

static histogram split_parts(const corr_when *w, const hist_part *p, size_t n)
{
    histogram g = { .is_rate = any_is_rate(w, p, n) };

    for (size_t i = 0; i < n; i++) {
        if (g.n[p[i].what]++ == 0)
            g.part[p[i].what] = &p[i];
    }
    return g;
}

static uint64_t *members_of(corr_when *w, const hist_part *p, size_t n)
{
    uint64_t *member = corr_arena_new(&w->scratch, uint64_t, n);

    for (size_t i = 0; member && i < n; i++)
        member[i] = p[i].at;
    return member;
}

/* The growth of parts, which are of one series in some inputs. */
static bool grow_parts(corr_when *w, const histogram *g, const hist_part *p,
                       size_t n, when_buckets *b)
{
    const uint64_t *member = members_of(w, p, n);
    bool ok = member && (g->is_rate ? when_values(w, member, n, 1, b)
                                    : when_growth(w, member, n, b));

    for (uint32_t i = 0; ok && g->is_rate && i < b->n; i++)
        b->value[i] *= (double)b->step / 1e9;
    return ok;
}

/* The number of parts that are of the same series. */
static size_t same_parts(const hist_part *p, size_t n)
{
    size_t k = 1;

    while (k < n && p[k].what == p->what && p[k].bound == p->bound)
        k++;
    return k;
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

/* What a series is titled without its end; the file, if nothing is left. */
static const char *title_of(corr_when *w, const hist_part *p)
{
    const input *in = store_input(w->st, (uint32_t)(p->at >> 32));
    const uint32_t series = (uint32_t)p->at;
    const corr_str name = input_text(in, in->series.v[series].name);
    const bool has_end = corr_str_ends(name, ends[p->what]);
    char *title =
        series_title(in, series, has_end ? ends[p->what] : "", &w->scratch);

    if (title && p->what == HIST_BUCKET)
        cut_bound(title);
    return title && !*title ? when_file_name(in).p : title;
}

/* Whether some part of a histogram is asked about: of its buckets a name means
 * the last one. */
static bool is_asked(const corr_when *w, const when_asked *a,
                     const histogram *g)
{
    bool is = false;

    for (size_t k = 0; k <= HIST_NATIVE; k++)
        for (size_t i = 0; i < g->n[k] && !is; i++)
            is = when_is_asked(w, a, g->part[k][i].at);
    return is;
}

typedef struct values {
    int64_t from, step;
    uint32_t n;
    double *value;
} values;

static bool keep_values(corr_when *w, const when_asked *a, const histogram *g,
                        const char *what, const hist_part *p, values v)
{
    const uint32_t series = (uint32_t)p->at;
    const input *in = store_input(w->st, (uint32_t)(p->at >> 32));
    const metric_unit u = metric_unit_of(in, series);
    const char *unit = metric_unit_name(u);
    const char *title = title_of(w, p);
    const char *name =
        title ? store_text(w->st, "%s of %s", what, title) : NULL;

    for (uint32_t i = 0; i < v.n; i++)
        v.value[i] *= u.scale;
    return name &&
           when_keep(
               w, &(when_series){ .s = { .name = name,
                                         .unit = unit,
                                         .service = series_service(in, series),
                                         .role = u.measures == MEASURES_TIME
                                                     ? CORR_ROLE_LATENCY
                                                     : CORR_ROLE_OTHER,
                                         .from = v.from,
                                         .step = v.step,
                                         .n = v.n,
                                         .value = v.value,
                                         .is_metric = true,
                                         .is_asked = is_asked(w, a, g) },
                                  .is_gauge = g->is_rate,
                                  .input = (uint32_t)(p->at >> 32) + 1,
                                  .row = series });
}

/* Adds the mean, from the growth of the sum and of the count. */
static bool add_mean(corr_when *w, const when_asked *a, const histogram *g)
{
    const hist_part *sums = g->part[HIST_SUM], *counts = g->part[HIST_COUNT];
    when_buckets sum, count;

    if (!sums || !counts)
        return true;
    if (!grow_parts(w, g, sums, g->n[HIST_SUM], &sum) ||
        !grow_parts(w, g, counts, g->n[HIST_COUNT], &count))
        return false;
    if (!sum.n || sum.n != count.n || sum.from != count.from ||
        sum.step != count.step)
        return true;
    for (uint32_t i = 0; i < sum.n; i++)
        sum.value[i] = count.value[i] > 0 ? sum.value[i] / count.value[i] : NAN;
    return keep_values(w, a, g, "mean", sums,
                       (values){ sum.from, sum.step, sum.n, sum.value });
}

static bool keep_quantiles(corr_when *w, const when_asked *a,
                           const histogram *g, const hist_part *p,
                           const when_quantiles *q)
{
    static const char *const names[] = {
        [WHEN_MEDIAN] = "p50", [WHEN_TAIL] = "p95"
    };
    bool ok = true;

    for (size_t i = 0; ok && q->n && i < WHEN_QUANTILES; i++)
        ok = keep_values(w, a, g, names[i], p,
                         (values){ q->from, q->step, q->n, q->value[i] });
    return ok;
}

static bool add_native(corr_when *w, const when_asked *a, const histogram *g)
{
    const hist_part *p = g->part[HIST_NATIVE];
    const size_t n = g->n[HIST_NATIVE];
    const uint64_t *member = members_of(w, p, n);
    when_quantiles q;

    return member && when_native_quantiles(w, member, n, g->is_rate, &q) &&
           keep_quantiles(w, a, g, p, &q);
}

/* Adds quantiles from the growth of each bucket. */
static bool add_classic(corr_when *w, const when_asked *a, const histogram *g)
{
    const hist_part *p = g->part[HIST_BUCKET];
    const size_t n = g->n[HIST_BUCKET];
    when_buckets *b = corr_arena_new(&w->scratch, when_buckets, MOST_BOUNDS);
    double bound[MOST_BOUNDS];
    size_t k = 0;
    when_quantiles q;

    if (!b)
        return false;
    for (size_t at = 0; at < n && k < MOST_BOUNDS;) {
        const size_t same = same_parts(p + at, n - at);
        if (!grow_parts(w, g, p + at, same, &b[k]))
            return false;
        bound[k] = p[at].bound;
        if (b[k].n && b[k].n == b[0].n && b[k].from == b[0].from &&
            b[k].step == b[0].step)
            k++;
        at += same;
    }
    if (k < LEAST_BOUNDS || !isinf(bound[k - 1]))
        return true;
    return when_classic_quantiles(w, b, bound, k, &q) &&
           keep_quantiles(w, a, g, p, &q);
}

static bool add_histogram(corr_when *w, const when_asked *a, const histogram *g)
{
    bool ok = add_mean(w, a, g);

    corr_arena_reset(&w->scratch);
    if (ok && g->part[HIST_NATIVE])
        ok = add_native(w, a, g);
    else if (ok && g->part[HIST_BUCKET])
        ok = add_classic(w, a, g);
    corr_arena_reset(&w->scratch);
    return ok;
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
        const histogram g = split_parts(w, h.part.v + i, end - i);
        ok = add_histogram(w, a, &g);
        i = end;
    }
    vec_free(&h.part);
    vec_free(&h.key);
    corr_map_clear(&h.by_key);
    return ok;
}
