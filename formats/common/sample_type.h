/*
 * sample_type - what profilers call their values, in one table: Go's runtime,
 * gperftools, Datadog's libraries, Pyroscope, Parca, async-profiler and the
 * OpenTelemetry eBPF profiler, in pprof and in OTLP.
 *
 * Only the text of a unit tells the scale of values: versions of one producer
 * differ in it.  A value is measured, or scaled up by its producer already, and
 * is never multiplied by the period; a count is, where no other type of the
 * profile has the time.
 *
 * A type is a kind of ours, or it counts the samples behind one.
 */
#ifndef CORR_SAMPLE_TYPE_H
#define CORR_SAMPLE_TYPE_H

#include "corr_format.h"

typedef struct sample_unit {
    const char *name;
    corr_unit unit;
    int64_t scale; /* to ns, bytes or a count */
} sample_unit;

/* Either a kind, or what it counts: the name of a kind, or "*" for whatever
 * a profile has that nothing else counts. */
typedef struct sample_type {
    const char *type; /* lower case, "-" for "_" and " " */
    corr_unit unit;
    unsigned flags; /* corr_kind_flag */
    const char *kind;
    const char *counts;
} sample_type;

/* A unit that is not known is a count. */
const sample_unit *sample_unit_of(corr_str name);

/* Of any case; NULL: not known. */
const sample_type *sample_type_of(corr_str type, corr_unit unit);

/* Whether some type is a kind of this name. */
bool sample_kind_is_ours(const char *name);

/* The name that a type has for one of our kinds, and for what counts it;
 * NULL: none. */
const char *sample_type_written(corr_str kind, const char **counts);

#endif
