/*
 * assertion - expectations on a comparison, one assertion a line.
 *
 *     processDiscount cum < 8%             # of the new side's cost
 *     main.rank self <= 2.5 ms             # per request, or what is divided by
 *     cpu/request   <= base * 1.05
 *     duration p99 of "POST /checkout" < 250 ms
 *     errors of "POST /checkout" < 1%
 *     calls of "SELECT items" per "POST /checkout" <= 20
 *     spans per trace <= 100
 *     total         <= base * 1.05         # what corr diff calls the total
 *     any function self <= base * 1.2
 *
 * SUBJECT OP VALUE, OP between spaces; "#" begins a comment where a word could.
 *
 * A single report has no base; its own numbers (assertion_subject.h) are
 * subjects:
 *
 *     main.rank self < 8%                  # or <= 2.5 s, of all of it
 *     samples >= 100
 *     span labels > 50%
 */
#ifndef CORR_CMD_EXPECT_H
#define CORR_CMD_EXPECT_H

#include "gate/assertion_subject.h"

typedef enum expect_subject {
    EXPECT_TOTAL,
    EXPECT_COST,     /* of one kind of sample, per request or second */
    EXPECT_FUNCTION, /* by name */
    EXPECT_ANY,      /* every function */
    EXPECT_DURATION, /* of the spans of one name */
    EXPECT_ERRORS,   /* the part of the spans of one name that failed */
    EXPECT_CALLS,    /* spans below a request */
    EXPECT_MEMBER    /* a number of the report */
} expect_subject;

typedef enum expect_value {
    EXPECT_RATIO, /* base * F */
    EXPECT_SHARE, /* of the new side's total, 0..1 */
    EXPECT_AMOUNT /* in base units */
} expect_value;

typedef struct expect {
    const char *text; /* as written, without the comment */
    expect_subject subject;
    const char *name;    /* function, kind or operation; NULL: any */
    const char *request; /* of calls: its operation; NULL: a trace */
    bool cumulative;
    corr_per per;    /* of a cost */
    double quantile; /* of a duration, 0..1 */
    const subject *member;
    bool at_least; /* >= or >: falling short is what fails */
    bool or_equal; /* >= or <= */
    expect_value value;
    double threshold; /* above 0; of what is counted, and of a share 0, too */
    corr_unit unit;   /* of an amount */
} expect;

/* Whether it is about spans, not samples; what it counts them by: "spans",
 * "requests", "samples". */
bool expect_is_of_spans(const expect *e);
const char *expect_counted(const expect *e);
/* Whether it holds whatever is measured: no share is above 100% or below 0. */
bool expect_is_certain(const expect *e);

typedef struct expect_list {
    expect *item;
    size_t n;
} expect_list;

/* The subjects that assertions may have.  NULL: those of two sides. */
typedef struct expect_about {
    const subject *subjects; /* of one report; or NULL */
    bool code;               /* functions, cost and durations, too */
    const char *elsewhere;   /* what knows other subjects; or NULL */
} expect_about;

/* Reads a line; an empty one or a comment makes e->text NULL.  Texts live in
 * the arena.  CORR_EUSAGE with the line and a caret as hint. */
corr_code expect_parse(corr_str line, const expect_about *about,
                       corr_arena *arena, expect *e, corr_err *err) CORR_CHECK;

/* Adds the lines of a text; `path` is what an error says it is from. */
corr_code expect_read(corr_str text, const char *path,
                      const expect_about *about, corr_arena *arena,
                      expect_list *list, corr_err *err) CORR_CHECK;

#endif
