/*
 * metric_selector - which series of metrics are meant, as Prometheus writes it:
 *
 *     http_requests_total{service="checkout",code!~"5..",path=~"/api/.*"}
 *
 * Patterns match whole values.  A label that a series has not is empty.  NAME
 * alone may be a histogram: NAME_count, else NAME_bucket with le="+Inf", else
 * NAME_total.  Of NAME_bucket only le="+Inf" is meant unless le is asked for.
 */
#ifndef CORR_SELECTOR_H
#define CORR_SELECTOR_H

#include "base/regex.h"
#include "base/vec.h"
#include "model/input.h"

typedef struct label_test {
    corr_str key, value;
    bool negated;
    match *pattern; /* NULL: value is the text itself */
} label_test;

typedef struct selector {
    corr_str name; /* what is typed; empty: any */
    vec(label_test) test;
    corr_arena arena;
} selector;

/* { 0 } before; cleared by the caller, also after a failure. */
corr_code metric_selector_parse(selector *s, const char *text,
                                corr_err *err) CORR_CHECK;
void metric_selector_clear(selector *s);

/* How a name answers to what was typed, best first. */
typedef enum metric_selector_as {
    SELECTOR_EXACT,
    SELECTOR_COUNT,
    SELECTOR_BUCKET,
    SELECTOR_TOTAL,
    SELECTOR_NOT
} metric_selector_as;

metric_selector_as metric_selector_names(const selector *s, corr_str name);
/* Whether the labels of a series pass. */
bool metric_selector_passes(const selector *s, const input *in,
                            uint32_t series);

/* The value of a label of a series; empty: it has none. */
corr_str series_label(const input *in, uint32_t series, corr_str key);
/* All labels of a series, in the order of their keys; NULL: out of memory. */
corr_label *series_labels(const input *in, uint32_t series, uint32_t *n,
                          corr_arena *a);
/* The service that a series says it is of, by any of the labels that may tell;
 * empty: it says nothing. */
corr_str series_service(const input *in, uint32_t series);
/* Whether that is this service: also "shop/checkout", as a job is called. */
bool series_is_of(corr_str said, corr_str service);
/* Whether a selector says which service. */
bool metric_selector_tests_service(const selector *s);

#endif
