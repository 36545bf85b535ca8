/*
 * assertion_subject - the numbers of a report that an assertion can name.
 *
 * A command lists its subjects in its record, so an unknown word fails before
 * any input is read.  The value of a subject is looked up in the finished
 * report, under the members of corr-json(7).
 */
#ifndef CORR_CMD_SUBJECT_H
#define CORR_CMD_SUBJECT_H

#include "corr_diff.h"
#include "corr_report.h"

typedef enum subject_is {
    SUBJECT_SHARE, /* of 0 to 1 */
    SUBJECT_TIME,  /* ns */
    SUBJECT_COUNT,
    SUBJECT_TOTAL /* in the unit that the report is in */
} subject_is;

typedef struct subject {
    const char *word;
    subject_is is;
    const char *path;   /* of a member, or of a table ... */
    const char *row;    /* ... whose rows with this text ... */
    const char *in;     /* ... in this column are added up ... */
    const char *column; /* ... in this one, with lo_ and hi_ if there are; NULL:
                           the rows are counted */
} subject;

/* Lists end with a word that is NULL. */
extern const subject subjects_samples[], subjects_span[], subjects_trace[],
    subjects_spans[], subjects_info[], subjects_slow[];

/* NULL: the list, which may be NULL, does not have the word. */
const subject *subject_find(const subject *list, corr_str word);
/* The number, and as a share of all rows; NAN: the report has it not. */
corr_estimate subject_value(const subject *s, const corr_report *r, bool share);
/* The unit of a subject in a report. */
corr_unit subject_unit(const subject *s, const corr_report *r);

#endif
