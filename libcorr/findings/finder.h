/*
 * finder - what a rule sees, and how it adds a finding (corr-methods 8).
 *
 * A kind of finding is one row of rules.h and one function in a file of its
 * own.  The function looks at what the row needs and calls finder_add with what
 * it sees.  finder_add compares the numbers with the thresholds of the row, so
 * that a rule need not.
 *
 * All memory is of the finder's arena, which the list of findings owns.  A bool
 * is false if memory is out.
 */
#ifndef CORR_FINDER_H
#define CORR_FINDER_H

#include "base/vec.h"
#include "corr_findings.h"
#include "findings/frame_lists.h"
#include "store/store.h"
#include "trace/waterfall.h"

/* What a rule needs.  It is called once for each trace, for each selection of
 * samples, or once for the store. */
typedef enum finding_needs {
    FINDS_IN_TRACE = 1,  /* f->w, f->top .. f->end */
    FINDS_IN_LEDGER = 2, /* f->w, f->about->ledger, f->about->span */
    FINDS_IN_CODE = 4,   /* f->sel: CPU samples, at least one */
    FINDS_IN_WAITS = 8,  /* f->sel: samples of any other kind */
    FINDS_IN_STORE = 16, /* f->store, f->about->query */
    FINDS_IN_STORE_CODE =
        32, /* the same, where some input has samples of CPU */
    FINDS_IN_STORE_ROWS = 64, /* the same, where some input has samples */
} finding_needs;

struct finder;
struct finding_rule;
typedef bool finding_rule_fn(struct finder *f, const struct finding_rule *r);

typedef struct finding_rule {
    const char *id, *number;
    finding_needs needs;
    double share;  /* least share of the request or of the samples */
    int64_t least; /* ns */
    int64_t n;     /* least number of spans or samples */
    finding_rule_fn *find;
    const char *against;
} finding_rule;

#define RULE(id, number, needs, share, ms, n, fn, against) finding_rule_fn fn;
#include "findings/rules.h"
#undef RULE

extern const finding_rule finding_rules[];
extern const size_t nfinding_rules;

typedef struct category_sums category_sums;

typedef struct finder {
    corr_arena *arena;
    corr_store *store;
    const corr_findings_about *about;
    corr_err *err;
    /* one trace at a time */
    const corr_waterfall *w;
    uint32_t top, end;           /* the spans [top, end) are looked at */
    int64_t length;              /* ns of the span `top`; shares are of it */
    vec(int64_t) path;           /* [n + 1] private: see finder_critical */
    corr_retries *retries;       /* private: finder_retries */
    struct known_calls *known;   /* private: known_calls.c */
    struct failed_calls *failed; /* private: round_timeout.c */
    /* samples */
    const corr_sel *sel;
    corr_sel_facts facts;
    struct code_stacks *code;  /* private: code_stacks_of */
    category_sums *categories; /* private: code_categories.c */
    double weight; /* of a share of the samples beside one of the request */
    frame_lists *lists;
    corr_map same; /* rule and subject -> 1 + the number of the finding */
    vec(corr_finding) found;
    vec(corr_trace_id) last; /* of each, the last request that shows it */
    vec(corr_refusal) refused;
} finder;

/* What the thresholds of a row are compared with.  corr-methods 8 says of which
 * whole the share is: of the parent, the span, the samples. */
typedef struct finding_size {
    double share;
    int64_t ns; /* INT64_MAX: not a time */
} finding_size;

/* Adds what a rule found, if it passes the thresholds of the rule.  The rule
 * fills subject, text, cost (-1: samples only; the share is then filled in, with
 * its interval), n, next, row (UINT32_MAX: no span) and frame. */
bool finder_add(finder *f, const finding_rule *r, finding_size size,
                corr_finding found) CORR_CHECK;
/* Adds why the rule does not judge its subject; why NULL: out of memory. */
bool finder_refuse(finder *f, const finding_rule *r, corr_str subject,
                   const char *why) CORR_CHECK;
/* A text that lives as long as the list; NULL: out of memory. */
const char *finder_text(finder *f, const char *format, ...) CORR_PRINTF(2, 3);
/* The retried calls of the trace, which two rules look at; NULL: out of
 * memory. */
const corr_retries *finder_retries(finder *f);
/* ns of span i and of all spans below it on the critical path. */
int64_t finder_critical(const finder *f, uint32_t i);
/* Whether spans of the trace are known to be missing, other than the caller of
 * its root.  Calls are then counted from below, and none is known to be the next
 * one. */
bool finder_lacks_spans(const finder *f);
/* "at least " if it lacks spans. */
const char *finder_at_least(const finder *f);
/* Whether an input has samples of the kind of this name. */
bool finder_has_kind(const corr_store *st, const char *name);
/* "; CouponParser.rule allocates 34% of the bytes"; "" where samples of
 * allocation are not read; NULL: out of memory.  service: whose bytes; NULL: of
 * all that is asked for. */
const char *finder_allocator(finder *f, const char *service);
/* The span that is asked about, else the root of its trace; NULL: no trace is
 * asked about. */
const critical_span *finder_asked_span(const finder *f);
/* Whether a group is the side that is asked for, or both; asked 0: any. */
static inline bool finder_has_group(unsigned asked, unsigned group)
{
    return asked == 0 || group == asked || group == CORR_BOTH_SIDES;
}

/* The same of the input of a span. */
bool finder_is_of_side(const corr_store *st, unsigned group, uint32_t span);
/* "310 ms", "1.20 s"; "41%". */
const char *finder_time(finder *f, int64_t ns);
const char *finder_share(finder *f, double share);
/* "34% [25,44]" */
const char *finder_range(finder *f, const corr_finding *x);
/* "the CPU of s4": what shares of samples are of. */
const char *finder_whole(const finder *f);
corr_str finder_copy(finder *f, const char *text);
void failed_calls_free(struct failed_calls *c);
void category_sums_clear(category_sums *s);
/* The share of x of n samples with its interval, into a finding. */
void finder_wilson(corr_finding *found, double x, double n);

#endif
