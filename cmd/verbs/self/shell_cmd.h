/* shell_cmd - the options of corr shell, which the program corr-shell reads. */
#ifndef CORR_CMD_SHELL_CMD_H
#define CORR_CMD_SHELL_CMD_H

#include "cli/cmd.h"

typedef struct shell_opts {
    opt_list lines; /* -c */
    bool stops;     /* at the first line that fails */
    bool forgets;   /* no history */
} shell_opts;

#endif
