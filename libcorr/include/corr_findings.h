/*
 * corr_findings.h - findings: patterns of a trace or a profile, as data
 * (corr-methods 8).
 *
 * A finding is a sentence with its numbers: what it costs, how many spans or
 * samples show it, an interval, what would contradict it, and the command to go
 * on with.  Nothing below the threshold of its rule is a finding.
 *
 * The list is a view: corr_view.h states ownership, failure and order.
 */
#ifndef CORR_FINDINGS_H
#define CORR_FINDINGS_H

#include "corr_trace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The command to go on with: `corr VERB [TARGET]ARGS`. */
typedef enum corr_finding_target {
    CORR_TARGET_NONE,
    CORR_TARGET_SPAN,  /* TRACE/sN, of trace and handle */
    CORR_TARGET_TRACE, /* TRACE */
    CORR_TARGET_FRAME  /* the name of the frame, quoted */
} corr_finding_target;

typedef struct corr_finding_next {
    const char *verb; /* "span"; NULL: no command */
    corr_finding_target target;
    const char *args; /* " --lock --by holder", or "" */
} corr_finding_next;

typedef struct corr_finding {
    const char *id;     /* stable, "N_PLUS_ONE" */
    const char *number; /* "F09"; of corr-methods 8 */
    const char *text;   /* one sentence, without a full stop */
    const char *brief;  /* the same for a screen, in one line; or NULL */
    corr_str subject;   /* what it is about: findings of one rule and subject in
                           several requests are one */
    int64_t cost;  /* ns on the critical path, over all requests; -1: a share of
                     the samples only */
    double share;  /* 0..1: cost of the request, or of the samples */
    double rank;   /* the same, of the request where both are known */
    double lo, hi; /* 95 % interval of the share; NAN: measured or unknown */
    int64_t n;     /* spans or samples that show it */
    uint32_t requests, of; /* requests that show it, of those looked at; 0: not
                              a finding about requests */
    const char *against;   /* what would contradict it */
    corr_finding_next next;
    corr_trace_id trace; /* of the costliest example; {0,0}: no request */
    uint64_t span;       /* 0: no span */
    uint32_t handle;     /* N of sN; 0: no span */
    uint32_t row;        /* index in the waterfall; UINT32_MAX: no span */
    corr_str frame;      /* function; "": no function */
    bool qualifies;      /* about the data: it stands before all others */
    bool is_note;        /* a warning of the inputs says the same */
    bool is_in_table;    /* the table of functions shows it */
    bool is_in_ledger;   /* the division of the span's time shows it */
} corr_finding;

/* A list of frames as text (corr-methods 8): lines "CATEGORY PATTERN". */
typedef struct corr_frame_list {
    const char *name; /* for messages */
    corr_str text;
} corr_frame_list;

/* What findings are looked for in. */
typedef struct corr_findings_about {
    const corr_waterfall *w; /* one trace; NULL: many_traces decides */
    bool many_traces;        /* without w: the longest CORR_FINDINGS_TRACES of
                                the query */
    uint32_t span; /* with w: only what this span and those below it show;
                      UINT32_MAX: the whole trace */
    const corr_ledger *ledger; /* of span ledger_of; NULL: unknown */
    uint32_t ledger_of;
    bool names_span; /* sentences about ledger_of name it: the screen is about
                            more than that span */
    const corr_sel *sel; /* samples; NULL: none are looked at */
    const char *whole;   /* of sel, for sentences: "the CPU of s4"; NULL: "the
                          CPU" */
    corr_query query;    /* what was asked: service, time, group */
    bool has_waits;      /* the verb reads the rows of waits and pauses, ... */
    bool has_all;        /* ... or of all kinds, with
                       stacks */
    const struct corr_findings *but; /* findings that are left out, as those of
                                        the base of a comparison; or NULL */
    const corr_frame_list *list;     /* further lists of frames */
    size_t nlist;
} corr_findings_about;

enum { CORR_FINDINGS_TRACES = 200, CORR_FINDINGS_SHOWN = 5 };

/* Why a rule does not judge something that it looked at. */
typedef struct corr_refusal {
    const char *id, *number; /* of the rule, as in corr_finding */
    corr_str subject;
    const char *why; /* a sentence, without a full stop */
} corr_refusal;

typedef struct corr_findings corr_findings;

/* First what qualifies the data, then by rank, then by id and subject. */
corr_findings *corr_findings_of(corr_store *st,
                                const corr_findings_about *about,
                                corr_err *err) CORR_CHECK;
uint32_t corr_findings_size(const corr_findings *f);
corr_finding corr_findings_at(const corr_findings *f, uint32_t i);
/* In the order of the rules. */
uint32_t corr_findings_refused(const corr_findings *f);
corr_refusal corr_findings_refusal_at(const corr_findings *f, uint32_t i);
void corr_findings_free(corr_findings *f);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
