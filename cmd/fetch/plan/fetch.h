/*
 * fetch - the words of corr-fetch: what is asked, of which server, what came.
 *
 * A plan is a list of requests that grows.  A back end turns a question into
 * requests (back_end.plan), and a judge looks at each answer: is it what was
 * asked, is it empty, is it cut, does it need a further request?  Plans and
 * judges see no network.  A request is text, an answer is bytes, and a test can
 * replay a recording.  The transfer (transfer.h) sends requests, keeps answers
 * in the case folder (case_dir.h), and asks the judge of each.
 *
 * Texts of requests live in the plan's arena.  One thread uses a plan.
 */
#ifndef CORR_FETCH_H
#define CORR_FETCH_H

#include "corr.h"
#include "corr_bytes.h"

/* The servers that corr can ask. */
typedef enum fetch_kind {
    FETCH_URL, /* any address: an export, a JFR, /debug/pprof */
    FETCH_TEMPO,
    FETCH_JAEGER,
    FETCH_ZIPKIN,
    FETCH_PYROSCOPE,
    FETCH_PROMETHEUS,
    FETCH_ALERTMANAGER,
    FETCH_PPROF, /* a program that serves its own profiles */
    FETCH_KIND_COUNT
} fetch_kind;

struct fetch_access; /* credentials, certificates, proxy: target.h */

/* A server.  base has no secret, no final slash; it may have a path. */
typedef struct fetch_target {
    fetch_kind kind;
    const char *base;
    const struct fetch_access *access; /* NULL: without credentials */
    const char *service;               /* whose it is; NULL: of many */
} fetch_target;

typedef enum fetch_about {
    FETCH_TRACE,    /* a trace by id, then the profiles of its services */
    FETCH_SPANS,    /* the traces of a service in a window */
    FETCH_PROFILES, /* the profiles of a service in a window */
    FETCH_METRICS,  /* a PromQL expression in a window, and its exemplars */
    FETCH_ALERTS,   /* what fires now */
    FETCH_ADDRESS   /* one URL */
} fetch_about;

/* A question.  Zero members are not restricted. */
typedef struct fetch_question {
    fetch_about about;
    const char *trace;       /* 32 hex digits, lower case */
    const char *const *span; /* 16 hex digits, lower case */
    uint32_t spans;
    const char *service, *op;
    const char *mentions; /* service NULL, profiles: services named in a text */
    const char *where;    /* TraceQL, for servers that know it */
    const char *promql;
    const char *profile; /* a kind of corr-json(7) ("cpu"), or NULL: all */
    bool no_cpu;         /* all but that of CPU */
    const char *url;
    int64_t from, to; /* ns since 1970; a trace may have neither */
    int64_t longer;   /* least duration of a request, ns */
    uint32_t limit;   /* hits; never 0 */
    uint32_t series;  /* most of metrics in an answer; 0: 10,000 */
    uint32_t slowest; /* of the hits only so many, longest first; 0: all */
    int64_t step;     /* of metrics, ns; 0: by the window */
    int64_t records;  /* how long a program records itself, ns; never 0 */
    int64_t now;      /* when it is asked, ns since 1970; 0: by the clock */
} fetch_question;

typedef enum fetch_outcome {
    FETCH_GOT,
    FETCH_NOTHING, /* the server answered that it has no such data */
    FETCH_FAILED,
    FETCH_AGAIN /* the server asks to come back: it lags, or polls */
} fetch_outcome;

typedef struct fetch_answer {
    int status;       /* of HTTP */
    const char *type; /* content type, lower case, without parameters */
    corr_str body;    /* decoded */
} fetch_answer;

/* A judgement.  why is a sentence without a final stop, for all but FETCH_GOT,
 * for a FETCH_GOT that is not complete, and for one that lacks something. */
typedef struct fetch_result {
    fetch_outcome outcome;
    bool complete; /* false: cut at a limit, or partial by the server's word */
    uint64_t hits; /* traces, series, stacks, alerts in the answer */
    int64_t has_from, has_to; /* the range of data the server has; 0: unknown */
    char why[200];
} fetch_result;

typedef struct fetch_plan fetch_plan;
struct fetch_request;

/* Judges an answer, and may add further requests to the plan: the next window,
 * another version of the API, profiles of the services that it names. */
typedef void fetch_judge(fetch_plan *p, const struct fetch_request *q,
                         const fetch_answer *a, fetch_result *out);

typedef struct fetch_request {
    const fetch_target *target;
    const char *what; /* for people: "trace 4bf92f35 from Tempo" */
    const char *path; /* after the base: "/api/v2/traces/4bf9...?start=1" */
    const char *body; /* NULL: GET; else POST */
    size_t body_size;
    const char *type; /* of the body */
    const char *accept;
    const char *file;     /* of the answer in the case folder, "traces/...pb";
                           NULL: the answer is only looked at */
    const char *file_end; /* NULL, or the answer is of the time at which it is
                               asked for, which stands in the name of the file
                               before this: "", ".jfr" */
    int64_t records;      /* ns that the server records before it answers */
    fetch_judge *judge;
    const void *state; /* of the judge; in the plan's arena */
    const fetch_question *question;
    int64_t from, to; /* the window of this request; 0: none */
    uint32_t limit;   /* hits that this request asks for; 0: unlimited */
} fetch_request;

/* A plan owns its requests and what they point to.  fetch_plan_add copies the
 * record, which then stays where it is.  One that the plan has already (target,
 * path, body) is not added again.  A plan has at most 100,000 requests; it drops
 * more and is then full. */
fetch_plan *fetch_plan_new(void); /* NULL: out of memory */
void fetch_plan_free(fetch_plan *p);
corr_arena *fetch_plan_arena(fetch_plan *p);
bool fetch_plan_add(fetch_plan *p, const fetch_request *q); /* false: memory */
size_t fetch_plan_size(const fetch_plan *p);
const fetch_request *fetch_plan_at(const fetch_plan *p, size_t i);
bool fetch_plan_full(const fetch_plan *p);
/* The servers of a run, so that a judge can ask another one. */
void fetch_plan_targets(fetch_plan *p, const fetch_target *t, size_t n);
const fetch_target *fetch_plan_target(const fetch_plan *p, fetch_kind kind,
                                      size_t nth); /* NULL: no more */

/* Turns a question into requests to one server; false: out of memory.  A server
 * that cannot answer such a question adds no request. */
typedef struct fetch_back_end {
    const char *name;   /* "Tempo" */
    const char *option; /* "tempo" */
    bool (*plan)(fetch_plan *p, const fetch_target *t, const fetch_question *q);
} fetch_back_end;

extern const fetch_back_end *const fetch_back_ends[FETCH_KIND_COUNT];

#endif
