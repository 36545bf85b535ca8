/*
 * shell - reads lines and answers each.
 *
 * One thread uses it.  At a terminal it edits lines and goes on after errors and
 * interrupts.  Without one it is a script: the exit status is that of the last
 * line that failed, and an interrupt ends it.
 */
#ifndef CORR_CMD_SHELL_H
#define CORR_CMD_SHELL_H

#include "session.h"
#include "verbs/self/shell_cmd.h"

/* Returns the exit status.  opts: of the session, whose operands are the default
 * files. */
int shell_run(session *s, const shell_opts *opts);

#endif
