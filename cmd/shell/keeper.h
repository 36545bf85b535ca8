/*
 * keeper - a process that loads the inputs of a question and keeps them.
 *
 * The first question about some inputs starts a keeper.  It loads them, and
 * starts a process for this question and for each later one that needs the same.
 * In between it does ahead what the last question had to do.  A keeper ends with
 * the shell, when its place is needed, or when an interrupt meets it as it
 * loads.  The shell itself never reads an input.
 */
#ifndef CORR_CMD_KEEPER_H
#define CORR_CMD_KEEPER_H

#include <signal.h>

#include "session.h"
#include "shell/shell_line.h"

/* Answers a line and returns the exit status.  *interrupted is set by a handler
 * of signals; the process of the question gets the same signal. */
int keeper_answer(const shell_line *line,
                  const volatile sig_atomic_t *interrupted);

/* The names of a list (candidates.h) that begin with `begin`, one a line, of the
 * inputs that were asked about last; false: they are not known. */
bool keeper_names(const char *list, const char *begin, corr_arena *arena,
                  corr_str *names);

/* Ends all keepers. */
void keeper_end_all(void);

#endif
