/*
 * shell_history - the lines that were typed, in a file.
 *
 * The file is $XDG_STATE_HOME/corr/history or ~/.local/state/corr/history.  Only
 * its owner can read it.  A line is added as it is typed, so that shells that
 * run at the same time lose no line.  A file of more than 1 MiB loses its older
 * half.  A file that cannot be written is left alone: history is no reason to
 * fail.
 */
#ifndef CORR_CMD_SHELL_HISTORY_H
#define CORR_CMD_SHELL_HISTORY_H

#include "corr_bytes.h"

/* Reads the file and passes each line, oldest first.  The texts are valid during
 * the call. */
void shell_history_read(void (*add)(const char *line));
/* Adds a line to the file. */
void shell_history_add(const char *line);

#endif
