/*
 * spans - the spans of all inputs, copies folded to one.
 *
 * A span is (trace, id, side), side being the server half of a shared id.  It
 * is referred to by its number here, 1-based: by trace id, start, span id.
 * Within a trace that order gives handles: s1 is its first span.
 *
 * A process is known by its key (corr-methods 0): instance, else host and
 * pid, else container, pod, host, each with the service.
 */
#ifndef CORR_SPANS_H
#define CORR_SPANS_H

#include "model/same_process.h"

typedef struct span_ref {
    uint32_t input, row; /* the copy that is used */
} span_ref;

typedef struct span_trace {
    corr_trace_id id;
    uint32_t first, n; /* spans */
} span_trace;

typedef struct spans {
    vec(span_ref) at;         /* [n + 1], at[0] nil */
    vec(uint32_t) up;         /* parent here, 0 none */
    vec(uint32_t) root;       /* local root, itself if it is one */
    vec(uint32_t) proc;       /* process number, 0 unknown */
    vec(int64_t) self;        /* ns without the union of its children */
    vec(uint32_t) next_id;    /* next span with the same id, 0 none */
    vec(uint32_t) trace_of;   /* index into trace */
    vec(span_trace) trace;    /* sorted by id */
    corr_map by_id;           /* span id -> first span with it */
    corr_map by_half;         /* low half of a trace id -> 1 + index into
                                 trace, UINT32_MAX where several share it */
    vec(uint32_t) service_of; /* process -> service, [nproc + 1] */
    vec(corr_str) service;    /* names, [0] "" */
    vec(uint32_t) proc_at;    /* first process of each input, [inputs + 1] */
    vec(uint32_t) proc_of;    /* that table: input's proc row -> process */
    vec(uint8_t) told;        /* process -> proc_told */
    vec(uint32_t) nameless;   /* processes known only as that of a recording */
    vec(uint8_t) several;     /* whether inputs of several groups have it;
                                 empty: none is so */
    uint64_t copies;          /* records that were copies of another, without
                                 what profiles tell of spans */
} spans;

/* Lists the spans of the inputs, and finds them by id: at, trace, trace_of,
 * several, copies.  A list that was there is replaced.  False: out of memory. */
bool spans_list(spans *s, const input *const *in, size_t n) CORR_CHECK;
/* Fills in the rest, once, when the times of spans are final.  False: out of
 * memory. */
bool spans_link(spans *s, const input *const *in, size_t n) CORR_CHECK;
void spans_clear(spans *s);

static inline const span_row *span_at(const spans *s, const input *const *in,
                                      uint32_t span)
{
    return &in[s->at.v[span].input]->span.v[s->at.v[span].row];
}

/* Whether a span stands in inputs of several groups. */
static inline bool spans_of_several(const spans *s, uint32_t span)
{
    return s->several.n && s->several.v[span];
}

/* The process of a row of an input's proc table. */
static inline uint32_t spans_proc(const spans *s, uint32_t in, uint32_t proc)
{
    return s->proc_of.v[s->proc_at.v[in] + proc];
}

/* Whether nothing but the recording itself is of this process. */
static inline bool spans_is_nameless(const spans *s, uint32_t proc)
{
    for (size_t i = 0; i < s->nameless.n; i++)
        if (s->nameless.v[i] == proc)
            return true;
    return false;
}

/* How far anything here says which process it is. */
static inline proc_told spans_told(const spans *s, uint32_t proc)
{
    return proc < s->told.n ? (proc_told)s->told.v[proc] : PROC_TOLD_NOT;
}

static inline uint32_t spans_service(const spans *s, uint32_t span)
{
    return s->service_of.v[s->proc.v[span]];
}

/* The span with this id; with a trace ({0,0}: any) it must be of it.  0: none.
 * Of several the first; *more, if not NULL, says that there are. */
uint32_t spans_find(const spans *s, corr_trace_id trace, uint64_t id,
                    bool *more);
/* Index of a trace, or UINT32_MAX; a 64-bit id matches a 128-bit one if no
 * other shares the half. */
uint32_t spans_trace(const spans *s, corr_trace_id id);
/* The local root of a process (0: of any) in a trace, if there is exactly one;
 * else 0, and *several, if not NULL, says whether there are more. */
uint32_t spans_root_in(const spans *s, corr_trace_id trace, uint32_t proc,
                       bool *several);

#endif
