/*
 * query - the --where language: which spans are meant.
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
 * The braces of a single filter may be left out, and an unscoped name that is
 * no intrinsic and has a dot in it is an attribute: http.route is .http.route.
 *
 * A query owns its program and its patterns.  A run keeps what it finds out in
 * the caller's arena; a query is not safe for two runs at once, because
 * patterns are not.
 */
#ifndef CORR_QUERY_H
#define CORR_QUERY_H

#include "store/store.h"

typedef struct query query;

/* NULL: CORR_EUSAGE, err->what is the sentence and err->hint two lines, the
 * text around the fault and a caret under it; or CORR_ENOMEM. */
query *query_new(const char *text, corr_err *err);
void query_free(query *q);

/* What is probably not meant: sentences, borrowed. */
size_t query_warnings(const query *q);
const char *query_warning(const query *q, size_t i);

/* Sets selected[i] to 1 for each span i (its number in st->spans) that the
 * query selects, else to 0; it has st->spans.at.n bytes, and the store is
 * prepared.  What turned out on the way, text compared as numbers for one,
 * becomes warnings of the store.  False: out of memory (CORR_ENOMEM), or
 * more groups than anybody reads (CORR_ELIMIT). */
bool query_run(const query *q, corr_store *st, corr_arena *arena,
               uint8_t *selected, corr_err *err);

#endif
