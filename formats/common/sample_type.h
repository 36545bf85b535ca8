/*
 * sample_type - the value types of profilers, in one table: Go's runtime,
 * gperftools, Datadog's libraries, Pyroscope, Parca, async-profiler and the
 * OpenTelemetry eBPF profiler, in pprof and in OTLP.
 *
 * Only the text of a unit gives the scale of values: versions of one producer
 * differ in it.  A value is measured or already scaled by its producer, and is
 * never multiplied by the period.  A count is multiplied, if no other type of
 * the profile has the time.  A type is one of our kinds, or it counts the
 * samples of one.
 */
#ifndef CORR_SAMPLE_TYPE_H
#define CORR_SAMPLE_TYPE_H

#include "corr_format.h"

typedef struct sample_unit {
    const char *names; /* separated by blanks */
    corr_unit unit;
    int64_t scale; /* factor to ns, bytes or a count */
} sample_unit;

/* Either a kind, or what it counts: the name of a kind, or "*" for any kind in
 * the profile without another count. */
typedef struct sample_type {
    const char *types; /* lower case, "-" for "_" and " ", separated by
                          blanks */
    corr_unit unit;
    unsigned flags; /* corr_kind_flag */
    const char *kind;
    const char *counts;
} sample_type;

/* The unit of a name, in any case and number, with the spellings of google/pprof
 * and OpenTelemetry; no name is a count, and an unknown unit an amount of it. */
const sample_unit *sample_unit_of(corr_str name);
/* The unit of a type: a "count" of what is no thing to count, such as a depth, is
 * an amount. */
const sample_unit *sample_unit_of_type(corr_str type, corr_str unit);

/* The type of a name in any case; NULL: unknown. */
const sample_type *sample_type_of(corr_str type, corr_unit unit);

/* Whether a type has a kind of this name. */
bool sample_kind_is_ours(const char *name);

/* The name of the type for one of our kinds, and the type of its count; NULL:
 * unknown kind. */
const char *sample_type_written(corr_str kind, const char **counts);

#endif
