/* completion - the shells that there is a completion script for. */
#ifndef CORR_CMD_COMPLETION_H
#define CORR_CMD_COMPLETION_H

#include <stddef.h>

/* Shell i; NULL: there are no more. */
const char *completion_shell(size_t i);

#endif
