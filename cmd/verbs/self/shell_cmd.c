#include "verbs/self/shell_cmd.h"

#include "cli/verbs.h"

static const opt shell_options[] = {
    O_LIST('c', "command", shell_opts, lines, "LINE",
           "answer LINE instead of standard input; may be repeated"),
    O_FLAG('e', "exit-on-error", shell_opts, stops,
           "end at the first line that fails"),
    O_FLAG(0, "no-history", shell_opts, forgets,
           "neither read nor write the history"),
    O_END
};

const cmd shell_cmd = {
    .name = "shell",
    .group = CMD_SELF,
    .brief = "many questions; the files stay loaded",
    .operands = "[FILE...]",
    .options = shell_options,
    .opts_size = sizeof(shell_opts),
    .program = "corr-shell",
};
