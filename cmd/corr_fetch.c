/* corr_fetch - the program corr-fetch, which corr fetch starts. */
#include <curl/curl.h>
#include <string.h>

#include "cli/verbs.h"
#include "fetch/fetch_run.h"
#include "session.h"

/* Asks in this process: the record of corr names a program instead. */
static int ask_here(session *s)
{
    cmd here = fetch_cmd;

    here.program = NULL;
    here.run = fetch_run;
    s->ctx.cmd = &here;
    s->failed = session_inputs(s);
    return session_tell(s);
}

int main(int argc, char **argv)
{
    static char name[] = "fetch";
    session s = { 0 };

    session_process();
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return CORR_EXIT_UNREADABLE;
    if (argc > 0)
        argv[0] = name; /* started by itself */
    if (argc > 1 &&
        (strcmp(argv[1], name) == 0 || strcmp(argv[1], "schema") == 0)) {
        argc--;
        argv++;
    }
    session_ask(&s, argc, argv);
    const bool asks = !s.failed && s.ctx.cmd == &fetch_cmd && !s.common.help &&
                      !s.common.help_all;
    const int status = asks ? ask_here(&s) : session_tell(&s);
    session_end(&s);
    curl_global_cleanup();
    return status;
}
