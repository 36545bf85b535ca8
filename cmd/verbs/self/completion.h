/* completion - the common parts of the scripts for shells, all written from the
 * option tables. */
#ifndef CORR_CMD_COMPLETION_H
#define CORR_CMD_COMPLETION_H

#include "cli/cmd.h"

/* Calls put for each option of a command. */
typedef void completion_put(const cmd *c, const opt *o, corr_out *out);
void completion_each(const cmd *c, completion_put *put, corr_out *out);
bool completion_has_value(const opt *o);
/* How a shell writes the branch of a `case` that offers values. */
typedef struct completion_branch {
    const char *indent, *open, *close; /* words=' and ' in bash */
} completion_branch;
/* "top,--color) words='auto always never' ;;", "top,--op) list=operation ;;" */
void completion_value(const cmd *c, const opt *o, const completion_branch *b,
                      corr_out *out);
/* Shell i; NULL: there are no more. */
const char *completion_shell(size_t i);

void completion_bash(corr_out *out);

#endif
