/* shell_main - the program corr-shell, which corr shell starts. */
#include <string.h>

#include "cli/verbs.h"
#include "shell/shell.h"

int main(int argc, char **argv)
{
    static char name[] = "shell";
    session s = { 0 };
    int status;

    session_process();
    if (argc > 0)
        argv[0] = name; /* started by itself */
    if (argc > 1 && strcmp(argv[1], name) == 0) {
        argc--;
        argv++;
    }
    session_ask(&s, argc, argv);
    if (s.failed || s.ctx.cmd != &shell_cmd || s.common.help ||
        s.common.help_all)
        status = session_tell(&s);
    else
        status = shell_run(&s, s.ctx.opts);
    session_end(&s);
    return status;
}
