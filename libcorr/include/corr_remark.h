/*
 * corr_remark.h - remarks: what a reader of an answer has to know of it.
 *
 * A selection, a side of a comparison or a view owns its remarks and their
 * texts.
 */
#ifndef CORR_PUBLIC_REMARK_H
#define CORR_PUBLIC_REMARK_H

#include "corr_base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The places at which a remark is printed as a line. */
typedef enum corr_place {
    CORR_AT_HEAD = 1, /* above the rows of an answer */
    CORR_AT_FOOT = 2, /* below them */
    CORR_AT_GATE = 4, /* beside verdicts */
    CORR_AT_COPY = 8  /* beside a written copy */
} corr_place;

/* The mark of numbers that a note is about. */
#define CORR_MARK "\xe2\x80\xa0"

/* One finding about a selection, a side of a comparison, or a view. */
typedef struct corr_remark {
    const char *code; /* code for notes[] (corr-json(7)); NULL: no note */
    corr_level level;
    const char *text; /* one sentence */
    const char *mark; /* stands on the numbers it is about; NULL: no mark */
    int side;      /* side of a comparison; -1: both sides, or no comparison */
    unsigned rule; /* row in the table of sentences */
    unsigned places; /* corr_place flags */
    bool is_line;    /* printed as a line, not only as a note */
    bool forbids_verdict;
} corr_remark;

/* In the order of the table of sentences, then of the sides. */
typedef struct corr_remarks {
    const corr_remark *v;
    size_t n;
} corr_remarks;

/* The first remark with this code; NULL: there is no such remark. */
const corr_remark *corr_remark_find(corr_remarks list, const char *code);
/* Whether a remark of the same rule and side is in a list. */
bool corr_remark_is_in(corr_remarks list, const corr_remark *r);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
