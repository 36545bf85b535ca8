/*
 * test_metric - what the tests of readers of metrics share: a text, and its
 * series in lines.  A test names its reader before it includes this, as with
 * format_test.h.
 */
#ifndef CORR_TEST_METRIC_H
#define CORR_TEST_METRIC_H

#include "test/format_test.h"

/* The name of a type in tests. */
static inline const char *type_word(uint32_t type)
{
    static const char *const words[CORR_METRIC_COUNT] = { "none", "unknown",
                                                          "gauge", "counter",
                                                          "delta" };

    return words[type];
}

/* "counter up_total{a=b} 1@5.000 2@6.000", one series a line in the order in
 * which they came; times in seconds, of more digits only where they have them.
 * Borrowed until the next call. */
static inline const char *series_of(const loaded *l)
{
    static char text[4096];
    const input *in = &l->in;
    size_t n = 0;

    text[0] = 0;
    for (uint32_t s = 1; s < in->series.n; s++) {
        const series_row *r = &in->series.v[s];
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s %s{",
                              s > 1 ? "\n" : "", type_word(r->type),
                              input_text(in, r->name).p);
        for (uint32_t i = 0; i < in->label.set_n.v[r->labels]; i++) {
            const corr_label b = input_label(in, r->labels, i);
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s=%s",
                                  i ? "," : "", b.key.p, b.text.p);
        }
        n += (size_t)snprintf(text + n, sizeof text - n, "}");
        for (size_t i = 0; i < in->point.n; i++)
            if (in->point.v[i].series == s)
                n += (size_t)snprintf(
                    text + n, sizeof text - n, " %g@%lld.%03lld",
                    in->point.v[i].value,
                    (long long)(in->point.v[i].time / 1000000000),
                    (long long)(in->point.v[i].time % 1000000000 / 1000000));
    }
    return text;
}

/* "h_bucket 6@5.000 5b8efff798038103d269b633813fc60c/ab, ..." : series, value,
 * time, trace and span of each exemplar; "?" for an unknown time.  Borrowed
 * until the next call. */
static inline const char *exemplars_of(const loaded *l)
{
    static char text[4096];
    const input *in = &l->in;
    size_t n = 0;

    text[0] = 0;
    for (size_t i = 0; i < in->exemplar.n; i++) {
        const exemplar_row *x = &in->exemplar.v[i];
        char time[40] = "?";
        if (x->e.time != CORR_NO_TIME)
            snprintf(time, sizeof time, "%lld.%03lld",
                     (long long)(x->e.time / 1000000000),
                     (long long)(x->e.time % 1000000000 / 1000000));
        n += (size_t)snprintf(
            text + n, sizeof text - n, "%s%s %g@%s %016llx%016llx/%llx",
            i ? "\n" : "", input_text(in, in->series.v[x->series].name).p,
            x->e.value, time, (unsigned long long)x->e.trace.hi,
            (unsigned long long)x->e.trace.lo, (unsigned long long)x->e.span);
    }
    return text;
}

/* "h_count 3..5.000 exp (1,2]x7 ..." : series, begin and time, bounds and count
 * of each bucket; "?" for an unknown begin.  Borrowed until the next call. */
static inline const char *buckets_of(const loaded *l)
{
    static char text[4096];
    const input *in = &l->in;
    size_t n = 0;

    text[0] = 0;
    for (size_t i = 0; i < in->histogram.row.n; i++) {
        const histogram_row *h = &in->histogram.row.v[i];
        char begin[24] = "?";
        if (h->begin != CORR_NO_TIME)
            snprintf(begin, sizeof begin, "%g", (double)h->begin / 1e9);
        n += (size_t)snprintf(
            text + n, sizeof text - n, "%s%s %s..%g%s", i ? "\n" : "",
            input_text(in, in->series.v[h->series].name).p, begin,
            (double)h->time / 1e9, h->is_exponential ? " exp" : "");
        for (size_t k = h->first; k < h->first + h->n; k++) {
            const bounds_row *b =
                &in->histogram.bounds.v[in->histogram.bucket.v[k]];
            n += (size_t)snprintf(text + n, sizeof text - n, " (%g,%g]x%g",
                                  b->low, b->high, in->histogram.count.v[k]);
        }
    }
    return text;
}

#endif
