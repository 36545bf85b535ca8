/* help - prints the usage of a command from its record and its tables. */
#ifndef CORR_CMD_HELP_H
#define CORR_CMD_HELP_H

#include "cli/cmd.h"

/* Usage, sentence, options.  c may be the help command: the list of all. */
void help_print(const cmd *c, corr_out *out);

#endif
