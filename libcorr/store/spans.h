/*
 * spans - the spans of all inputs, copies merged into one.
 *
 * span_copies.h decides which records are one span; several spans may have one
 * id.  Spans are numbered from 1, ordered by trace id, start and span id.  Handles number the spans of a trace depth first,
 * siblings in that order: s1 is its first root.
 *
 * A process is identified by its key (corr-methods 0): instance, else host and
 * pid, else container, pod, host, each with the service.
 *
 * The store owns the table.  It is const after spans_of, and any thread may
 * query it.
 */
#ifndef CORR_SPANS_H
#define CORR_SPANS_H

#include "model/same_process.h"
#include "model/span_summary.h"

typedef struct span_ref {
    uint32_t input, row; /* of the copy that is used */
} span_ref;

typedef struct span_trace {
    corr_trace_id id;
    uint32_t first, n; /* first span, number of spans */
} span_trace;

/* A span that stands for many calls. */
typedef struct span_merged {
    uint32_t span;
    span_summary is; /* total is known: the span's length if it is unknown */
} span_merged;

typedef struct spans {
    vec(span_ref) at;       /* [n + 1], at[0] nil */
    vec(uint32_t) up;       /* parent; 0: not here */
    vec(uint32_t) root;     /* local root; itself if it is one */
    vec(uint32_t) proc;     /* process number; 0: unknown */
    vec(uint32_t) handle;   /* N of sN in its trace */
    vec(uint32_t) in_depth; /* span N of its trace stands at first + N - 1 */
    vec(int64_t) self;      /* ns without the union of its children */
    vec(uint32_t) next_id;  /* next span with the same id; 0: end */
    vec(uint32_t) trace_of; /* index into trace */
    vec(span_trace) trace;  /* sorted by id */
    corr_map by_id;         /* span id -> first span with it */
    corr_map by_half;       /* low half of an id -> 1 + trace, or UINT32_MAX */
    vec(uint32_t) service_of; /* process -> service, [nproc + 1] */
    vec(corr_str) service;    /* names, [0] "" */
    vec(uint32_t) proc_at;    /* first process of each input, [inputs + 1] */
    vec(uint32_t) proc_of;    /* process of each row of proc_at's inputs */
    vec(uint8_t) told;        /* process -> proc_told */
    vec(uint32_t) nameless;   /* processes known only by a recording's own
                               * spans */
    vec(uint8_t) several;     /* in inputs of several groups; empty: none is */
    vec(uint8_t) half;        /* 1: the callee's half of an id that caller and
                               * callee share; empty: no span is */
    uint64_t copies;          /* dropped copies, without profiles' */
    vec(span_merged) merged;  /* by span; empty: each span is one call */
    uint64_t reused;          /* ids that several spans of a trace have, besides
                               * the halves of a call */
} spans;

/* Builds the table, once, when the times of spans are final.  False: out of
 * memory. */
bool spans_of(spans *s, const input *const *in, size_t n) CORR_CHECK;
/* Lists only spans whose ids are in the map, or all if it is NULL, so that they
 * can be found by id.  Fills what span_copies_fold fills, and by_id.  False: out of
 * memory. */
bool spans_list(spans *s, const input *const *in, size_t n,
                const corr_map *ids) CORR_CHECK;
void spans_clear(spans *s);

/* Computes time[n + 1], the time of each span without its children, overlaps
 * counted once.  A child is subtracted if counts is NULL or returns true.
 * Spans are ordered by start, so the covered part of a parent grows from left
 * to right.  False: out of memory. */
bool spans_times(const spans *s, const input *const *in, int64_t *time,
                 bool (*counts)(const void *ctx, uint32_t span, uint32_t up),
                 const void *ctx) CORR_CHECK;

static inline const span_row *span_at(const spans *s, const input *const *in,
                                      uint32_t span)
{
    return &in[s->at.v[span].input]->span.v[s->at.v[span].row];
}

/* Lists the spans that stand for many calls.  False: out of memory. */
bool spans_find_merged(spans *s, const input *const *in, size_t n) CORR_CHECK;
/* What a span stands for; NULL: it is one call. */
const span_summary *spans_summary(const spans *s, uint32_t span);
/* The calls that a span stands for. */
static inline int64_t spans_calls(const spans *s, uint32_t span)
{
    const span_summary *of = spans_summary(s, span);

    return of ? of->calls : 1;
}
/* ns that a span was busy: the sum of its calls, which may be more than its
 * length. */
int64_t spans_busy(const spans *s, const input *const *in, uint32_t span);
/* ns of a call: of many, their mean. */
int64_t spans_call(const spans *s, const input *const *in, uint32_t span);
/* The bounds of a call's ns. */
void spans_call_bounds(const spans *s, const input *const *in, uint32_t span,
                       int64_t *lo, int64_t *hi);
/* Whether the span is the callee's half of an id that it shares with its
 * caller. */
static inline bool spans_is_half(const spans *s, uint32_t span)
{
    return s->half.n && s->half.v[span];
}

/* Whether inputs of several groups have the span. */
static inline bool spans_of_several(const spans *s, uint32_t span)
{
    return s->several.n && s->several.v[span];
}

/* The process of a row of an input's proc table. */
static inline uint32_t spans_proc(const spans *s, uint32_t in, uint32_t proc)
{
    return s->proc_of.v[s->proc_at.v[in] + proc];
}

/* Whether only a recording's own spans are known of this process. */
static inline bool spans_is_nameless(const spans *s, uint32_t proc)
{
    for (size_t i = 0; i < s->nameless.n; i++)
        if (s->nameless.v[i] == proc)
            return true;
    return false;
}

/* How well the inputs identify a process. */
static inline proc_told spans_told(const spans *s, uint32_t proc)
{
    return proc < s->told.n ? (proc_told)s->told.v[proc] : PROC_TOLD_NOT;
}

/* The id of its trace, which is whole even if its record has only half of it. */
static inline corr_trace_id spans_trace_of(const spans *s, uint32_t span)
{
    return s->trace.v[s->trace_of.v[span]].id;
}

static inline uint32_t spans_service(const spans *s, uint32_t span)
{
    return s->service_of.v[s->proc.v[span]];
}

/* The span with this id; in this trace, unless trace is {0,0}.  0: not found.
 * If several match, returns the first and sets *more (which may be NULL). */
uint32_t spans_find(const spans *s, corr_trace_id trace, uint64_t id,
                    bool *more);
/* What a sample that names a span knows of it. */
typedef struct span_clue {
    corr_trace_id trace; /* {0,0}: unknown */
    uint64_t id;
    uint32_t proc;    /* 0: unknown */
    int64_t from, to; /* when it was taken, or [from,to) of its profile;
                         CORR_NO_TIME: unknown */
    int64_t slack;    /* ns that a time may be off by */
} span_clue;

enum { SPANS_NAMED = 32 }; /* spans of one id that a sample may mean */

/* The spans that a sample means by an id of several (corr-methods 1.3). */
typedef struct spans_meant {
    uint32_t n; /* 0: nothing decides between them */
    uint32_t span[SPANS_NAMED];
    double share[SPANS_NAMED]; /* of its time, sums to 1 */
} spans_meant;

/* Finds them by trace, process and time. */
void spans_named(const spans *s, const input *const *in, const span_clue *c,
                 spans_meant *out);

/* The span that a sample names by itself, else by its local root; 0: it is not
 * here, or spans of several processes have the id. */
uint32_t spans_of_row(const spans *s, const segment *g, size_t row);

/* Span N of a trace, by its handle; 0: the trace has no such span. */
static inline uint32_t spans_of_handle(const spans *s, const span_trace *t,
                                       uint64_t n)
{
    return n > 0 && n <= t->n ? s->in_depth.v[t->first + n - 1] : 0;
}

/* Index of a trace, or UINT32_MAX.  A 64-bit id matches a 128-bit one if no
 * other trace shares the low half. */
uint32_t spans_trace(const spans *s, corr_trace_id id);
/* The local root of a process (0: any process) in a trace, if there is exactly
 * one; else 0.  *several (may be NULL): whether there are more. */
uint32_t spans_root_in(const spans *s, corr_trace_id trace, uint32_t proc,
                       bool *several);

#endif
