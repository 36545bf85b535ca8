/*
 * profile_bytes - requests to Pyroscope and profiles in its answers, as bytes.
 *
 * Numbers of fields: querier.proto of grafana/pyroscope.
 */
#ifndef CORR_FETCH_PROFILE_BYTES_H
#define CORR_FETCH_PROFILE_BYTES_H

#include "fetch/plan/fetch.h"

/* A request of SelectMergeStacktraces or SelectMergeProfile. */
typedef struct fetch_select {
    const char *type;     /* "process_cpu:cpu:nanoseconds:cpu:nanoseconds" */
    const char *selector; /* {service_name="x"} */
    int64_t from, to;     /* ms */
    int64_t nodes;        /* 0: by the server */
    const char *const *span;
    uint32_t spans;
    const char *trace; /* 32 hex digits; NULL: of any trace */
    bool is_pprof;     /* asks SelectMergeStacktraces for the form of pprof */
    bool is_async;     /* asks it to run, and to answer at once */
    corr_str running;  /* not "": asks for the answer to a question that runs,
                          by its id, and for nothing else */
} fetch_select;

/* The request in protobuf.  NULL: memory is out. */
const char *fetch_select_bytes(corr_arena *a, const fetch_select *s,
                               size_t *size);

typedef struct fetch_profile_size {
    uint64_t stacks;
    uint64_t frames; /* of all stacks, at most as many as the tree has nodes */
    int64_t total;   /* of the first sample type */
    corr_str type;   /* the name of that type; "" unknown */
    bool has_other;  /* a function is named as servers name what they cut off */
} fetch_profile_size;

/* The profile inside an answer of SelectMergeStacktraces.  False: it has
 * none. */
bool fetch_profile_inside(corr_str body, corr_str *profile);

/* What an answer of SelectMergeStacktraces says of a question that runs. */
typedef struct fetch_running {
    corr_str id, error;
    enum { RUN_UNKNOWN, RUN_GOES_ON, RUN_DONE, RUN_FAILED } status;
} fetch_running;

/* False: it says nothing of that. */
bool fetch_running_inside(corr_str body, fetch_running *run);

/* Counts a pprof profile.  False: the bytes are none. */
bool fetch_profile_count(corr_str profile, fetch_profile_size *size);

#endif
