/*
 * edit - lines typed at a terminal: editing, history, completion.
 *
 * Built without readline, lines are read as the terminal gives them.
 */
#ifndef CORR_CMD_EDIT_H
#define CORR_CMD_EDIT_H

#include <signal.h>
#include <stdbool.h>

/* fd: the terminal.  *interrupted ends a line, which is then empty. */
void edit_begin(int fd, bool keeps_history,
                const volatile sig_atomic_t *interrupted);

/* The next line, without its end; NULL: there are no more.  The caller frees
 * it. */
char *edit_line(const char *prompt);

/* Whether lines can be edited. */
bool edit_is_rich(void);

#endif
