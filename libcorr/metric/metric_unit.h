/*
 * metric_unit - what the numbers of a metric measure (corr-methods 6.1).
 *
 * The unit that the file states decides (UCUM, as OTLP has it: "ms", "By"), else
 * the name as Prometheus writes it: NAME_seconds, NAME_bytes.  The parts of a
 * histogram h measure what h does: its count too, which is no amount itself.
 */
#ifndef CORR_METRIC_UNIT_H
#define CORR_METRIC_UNIT_H

#include "model/input.h"

typedef enum metric_measures {
    MEASURES_OTHERS, /* counts, shares, and what is unknown */
    MEASURES_TIME,
    MEASURES_BYTES
} metric_measures;

typedef struct metric_unit {
    metric_measures measures;
    double scale; /* ns, or bytes, in one; 1 of others */
} metric_unit;

metric_unit metric_unit_of(const input *in, uint32_t series);
/* The unit of values on screens: "ns", "bytes", or "". */
const char *metric_unit_name(metric_unit u);
/* Whether a name contains a text. */
bool metric_name_has(corr_str name, const char *part);

#endif
