/*
 * candidates - the names that a shell may complete, from the files of the
 * command.
 *
 * The module knows which list an option or operand wants, and prints the list.
 * It reads only as much of the files as a time limit allows, so names may be
 * missing.  The only message on standard error is that a list is unknown.
 */
#ifndef CORR_CMD_CANDIDATES_H
#define CORR_CMD_CANDIDATES_H

#include "cli/cmd.h"

/* The list that completes the value of an option, or the first operand of a
 * command; NULL: no list.  Commands, topics and shells are lists, too. */
const char *candidates_of_option(const opt *o);
const char *candidates_of_operand(const cmd *c);
/* The words that complete the value of an option, with a space between them;
 * NULL: its values are no such words. */
const char *candidates_closed(const cmd *c, const opt *o);

typedef struct candidates_wish {
    const char *list, *begin;
    const opt_list *files;
    int64_t within_ns; /* for reading; 0: the default */
} candidates_wish;

/* Prints the names that begin with `begin`, one a line.  For options that take
 * a regular expression, names are escaped.  CORR_EUSAGE: the list is
 * unknown. */
corr_code candidates_print(const candidates_wish *wish, corr_out *out,
                           corr_err *err) CORR_CHECK;

/* The same from inputs that are loaded, with these corr_need flags (0: all).
 * False: the list is unknown, or needs more. */
bool candidates_of_store(corr_store *st, unsigned needs, const char *list,
                         const char *begin, corr_out *out);

#endif
