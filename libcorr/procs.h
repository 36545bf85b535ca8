/*
 * procs - which process of the traces a profile is of that does not know all
 * of its own name.
 *
 * A process is known by its key (spans.h), and what recorded a profile often
 * knows less of it than what exported the spans: a pid and a command line.  It
 * is the process with spans against which nothing speaks, if there is one
 * only, and if its service, or without one its pid, is the same.
 */
#ifndef CORR_PROCS_H
#define CORR_PROCS_H

#include "spans.h"

/* Gives the owners of such profiles the numbers of these processes; all must
 * have numbers.  False: out of memory. */
bool procs_unite(spans *s, input *const *in, size_t n);

#endif
