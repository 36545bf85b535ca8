/*
 * query - the --where language: selects spans.
 *
 * A subset of TraceQL (corr-query(7)).  A text is compiled once, to a program
 * without pointers into any store, and run over the spans of a prepared store
 * as often as needed.
 *
 *     query *q = query_new("{ status = error } >> { duration > 50ms }", &err);
 *     uint8_t *selected = corr_arena_new(&arena, uint8_t, st->spans.at.n);
 *     if (q && selected && query_run(q, st, &arena, selected, &err)) ...
 *     query_free(q);
 *
 * The braces of a single filter may be left out.  An unscoped name with a dot
 * in it that is no intrinsic is an attribute: http.route is .http.route.
 *
 * A query owns its program and its patterns.  The results of a run live in the
 * caller's arena.  The patterns are not thread-safe, so a query must not run
 * twice at once.
 */
#ifndef CORR_QUERY_H
#define CORR_QUERY_H

#include "store/store.h"

typedef struct query query;

/* NULL: CORR_EUSAGE with the sentence in err->what and two lines in err->hint,
 * the text around the fault and a caret under it; or CORR_ENOMEM. */
query *query_new(const char *text, corr_err *err);
void query_free(query *q);

/* Parts of the query that are probably mistakes, as sentences; borrowed. */
size_t query_warnings(const query *q);
const char *query_warning(const query *q, size_t i);

/* Sets selected[i] to 1 for each span i (its number in st->spans) that the
 * query selects, else to 0. selected has st->spans.at.n bytes, and the store is
 * prepared.  Findings of the run, such as text compared as numbers, become
 * warnings of the store.  False: out of memory (CORR_ENOMEM), or too many
 * groups (CORR_ELIMIT). */
bool query_run(const query *q, corr_store *st, corr_arena *arena,
               uint8_t *selected, corr_err *err);

#endif
