/*
 * candidates - the names that a shell may complete, from what is at hand.
 *
 * Which of them an option or an operand wants, and the list itself.  The files
 * are those of any command; as much of them is looked at as a moment allows,
 * so the list may be short of names, and nothing is ever said on standard
 * error but that there is no such list.
 */
#ifndef CORR_CMD_CANDIDATES_H
#define CORR_CMD_CANDIDATES_H

#include "cli/cmd.h"

/* The list that completes the value of an option, the first operand of a
 * command; NULL: none.  What stands in the tables of the program is a list,
 * too. */
const char *candidates_of_option(const opt *o);
const char *candidates_of_operand(const cmd *c);

typedef struct candidates_wish {
    const char *list, *begin;
    const opt_list *files;
    int64_t within_ns; /* for reading; 0: the default */
} candidates_wish;

/* Prints what begins so, a name a line; names for options that take a regular
 * expression are written as one.  CORR_EUSAGE: no list is called that. */
corr_code candidates_print(const candidates_wish *wish, corr_out *out,
                           corr_err *err) CORR_CHECK;

#endif
