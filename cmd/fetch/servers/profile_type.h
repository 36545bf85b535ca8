/* profile_type - ids of profile types, "NAME:SAMPLE:UNIT:PERIOD:UNIT". */
#ifndef CORR_FETCH_PROFILE_TYPE_H
#define CORR_FETCH_PROFILE_TYPE_H

#include "fetch/plan/fetch.h"

/* Whether an id has five parts of plain characters. */
bool fetch_type_is_valid(const char *id);
/* A short name for files: "process_cpu.cpu", "memory.alloc_space.space".  NULL:
 * memory is out. */
const char *fetch_type_name(corr_arena *a, const char *id);
/* Whether it is of a kind as corr names them: "cpu", "alloc_bytes".  NULL: any
 * kind. */
bool fetch_type_is_kind(const char *id, const char *kind);
/* Whether it says how long code ran or waited, sample by sample, as spans
 * do: CPU and wall-clock time. */
bool fetch_type_is_of_spans(const char *id);
/* Whether it counts the samples that `other` has in time or bytes. */
bool fetch_type_repeats(const char *id, const char *other);
/* Whether samples of a type have this name. */
bool fetch_type_has_sample(const char *id, corr_str name);
/* Whether a total says that a server merged many samples. */
bool fetch_type_is_many(const char *id, int64_t total);

#endif
