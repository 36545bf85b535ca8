/*
 * worker - a process for one question of corr shell.
 *
 * A question changes its process: it closes standard output, sets the time zone
 * and the locale of numbers, and marks the inputs that it used.  In a process of
 * its own it finds what a separate command finds, and an interrupt ends it and
 * no other question.  All functions are called in the new process.
 */
#ifndef CORR_CMD_WORKER_H
#define CORR_CMD_WORKER_H

#include "session.h"
#include "shell/shell_line.h"

/* What the process tells the one that waits, in memory of both. */
typedef struct worker_note {
    corr_ready ready; /* how far the store was needed */
} worker_note;

/* Reads the question of a line into a session that is zeroed but for kept. */
void worker_ask(session *s, const shell_line *line);

/* Answers it, into its file or pipe, and ends the process.  Its status is that
 * of the question, or if that is 0 the status of the pipe. */
_Noreturn void worker_tell(session *s, const shell_line *line,
                           worker_note *note);

/* Waits for a process; 128 + the signal if one ended it. */
int worker_wait(pid_t pid);

/* Ends the process with 0 after it has sent the names of a list to fd. */
_Noreturn void worker_names(int fd, corr_store *st, unsigned needs,
                            const char *list, const char *begin);

#endif
