/*
 * case_notes - the lines of .corr/provenance.jsonl, as text and as records.
 *
 * A line that is no JSON object with a method and an address is skipped: the
 * file may have been cut, or written by somebody else.
 */
#ifndef CORR_FETCH_CASE_NOTES_H
#define CORR_FETCH_CASE_NOTES_H

#include "fetch/case_dir.h"

typedef struct case_notes case_notes;

case_notes *case_notes_new(void); /* NULL: out of memory */
void case_notes_free(case_notes *l);
/* Adds the lines of a text, which is copied.  False: out of memory. */
bool case_notes_read(case_notes *l, corr_str text);
/* The last note about a question; asked may be NULL.  NULL: no line has it. */
const case_note *case_notes_find(case_notes *l, const char *method,
                                 const char *url, const char *asked);

/* One line with its end, to be freed.  NULL: out of memory. */
char *case_note_print(const case_note *n);

#endif
