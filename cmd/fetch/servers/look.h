/*
 * look - looks at an answer with the readers of corr, as corr will later read
 * it from the case folder.
 */
#ifndef CORR_FETCH_LOOK_H
#define CORR_FETCH_LOOK_H

#include "fetch/plan/judgement.h"

typedef struct fetch_look {
    corr_store *st;
    corr_input in; /* the only input */
    corr_err err;  /* why the bytes could not be read */
} fetch_look;

/* Reads the body.  False: it cannot be read, and err says why.  End with
 * fetch_look_close in both cases. */
bool fetch_look_open(fetch_look *l, corr_str body);
void fetch_look_close(fetch_look *l);

/* The text of the first warning with a code that begins like this; NULL: there
 * is none. */
const char *fetch_look_warning(const fetch_look *l, const char *code);

/* Judges an answer that holds traces: unreadable, empty, partial, or another
 * trace than the one asked for.  False: it is of no further use.  hits are the
 * traces. */
bool fetch_look_traces(fetch_look *l, const char *trace, const fetch_answer *a,
                       fetch_result *out);

/* Adds requests to all profile servers of the run: for each service of the
 * trace, its profiles around its spans, and those of its local roots.  A
 * question with an expression asks the servers of metrics, too.  out is not
 * complete, and says why, if there are too many.  False: out of memory. */
bool fetch_profiles_of_trace(fetch_plan *p, const fetch_question *asked,
                             fetch_look *l, const char *trace,
                             fetch_result *out);

#endif
