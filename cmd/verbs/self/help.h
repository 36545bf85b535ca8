/* help - prints the usage of a command from its record and its tables. */
#ifndef CORR_CMD_HELP_H
#define CORR_CMD_HELP_H

#include "cli/cmd.h"

/* Usage, sentence, options: the command's own and the usual ones, or all.  c may
 * be the help command: the list of all commands. */
void help_print(const cmd *c, bool all, corr_out *out);

#endif
