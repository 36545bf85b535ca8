/* completion - what the scripts of several shells have in common. */
#ifndef CORR_CMD_COMPLETION_H
#define CORR_CMD_COMPLETION_H

#include "cli/opt.h"

bool completion_has_value(const opt *o);
/* "auto always never": what a choice may be. */
void completion_words(const opt *choice, corr_out *out);
/* Shell i; NULL: there are no more. */
const char *completion_shell(size_t i);

void completion_bash(corr_out *out);

#endif
