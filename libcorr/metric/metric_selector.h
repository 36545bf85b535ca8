/*
 * metric_selector - which series of metrics are meant, in the notation of
 * Prometheus:
 *
 *     http_requests_total{service="checkout",code!~"5..",path=~"/api/.*"}
 *
 * Patterns match whole values.  A label that a series lacks is empty.  NAME
 * alone may be a histogram: NAME_count, else NAME_bucket with le="+Inf", else
 * NAME_total.  NAME_bucket means only le="+Inf", unless the selector tests le.
 */
#ifndef CORR_METRIC_SELECTOR_H
#define CORR_METRIC_SELECTOR_H

#include "base/regex.h"
#include "base/vec.h"
#include "model/input.h"

typedef struct label_test {
    corr_str key, value;
    bool negated;
    match *pattern; /* NULL: compares with the text itself */
} label_test;

typedef struct selector {
    corr_str name; /* as typed; empty: any */
    vec(label_test) test;
    corr_arena arena;
} selector;

/* *s is { 0 } before; the caller clears it, even after a failure. */
corr_code metric_selector_parse(selector *s, const char *text,
                                corr_err *err) CORR_CHECK;
void metric_selector_clear(selector *s);

/* How the name of a series matches the typed name, best first. */
typedef enum metric_selector_as {
    SELECTOR_EXACT,
    SELECTOR_COUNT,
    SELECTOR_BUCKET,
    SELECTOR_TOTAL,
    SELECTOR_NOT
} metric_selector_as;

metric_selector_as metric_selector_names(const selector *s, corr_str name);
/* Whether the labels of a series pass the tests; of a bucket that no test is
 * about, only those of le="+Inf" do, or with any_bucket all. */
bool metric_selector_passes(const selector *s, const input *in, uint32_t series,
                            bool any_bucket);

/* The value of a label of a series; empty: the series has no such label. */
corr_str series_label(const input *in, uint32_t series, corr_str key);
/* All labels of a series, ordered by key; NULL: out of memory. */
corr_label *series_labels(const input *in, uint32_t series, uint32_t *n,
                          corr_arena *a);
/* NAME{a="b",c="d"}, labels ordered by key, cut to SERIES_TITLE_MOST bytes; in
 * the arena.  without: an end that is cut off the name.  NULL: out of
 * memory. */
enum { SERIES_TITLE_MOST = 399 };
char *series_title(const input *in, uint32_t series, const char *without,
                   corr_arena *a);
/* The service that the labels of a series name; empty: no label names one. */
corr_str series_service(const input *in, uint32_t series);
/* Whether a label's value names this service, also as "shop/checkout", the form
 * of a job. */
bool series_is_of(corr_str said, corr_str service);
/* Whether a selector tests a label that names a service. */
bool metric_selector_tests_service(const selector *s);

#endif
