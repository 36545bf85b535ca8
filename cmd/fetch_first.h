/*
 * fetch_first - fetches what a question of another command needs, then answers
 * it from the case folder: corr alert --fetch, corr chase --fetch.
 */
#ifndef CORR_FETCH_FIRST_H
#define CORR_FETCH_FIRST_H

#include "session.h"

/* Answers the session that was asked, and returns the exit status.  -o names the
 * case folder; the answer is also written into it, as finding.md. */
int fetch_first(session *s);

#endif
