/* corr_fetch - the program corr-fetch, which corr fetch starts. */
#include <curl/curl.h>
#include <malloc.h>
#include <string.h>
#include <unistd.h>

#include "cli/verbs.h"
#include "fetch/fetch_run.h"
#include "fetch_first.h"
#include "session.h"

/* The thread that asks and the thread that keeps allocate at the same time, and
 * no large tables: with one arena each would wait for the other.  To be called
 * before the second thread begins. */
static void take_two_arenas(void)
{
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 2);
#endif
}

/* Asks in this process: the record of corr names a program instead. */
static int ask_here(session *s)
{
    cmd here = fetch_cmd;

    here.program = NULL;
    here.run = fetch_run;
    take_two_arenas();
    s->ctx.cmd = &here;
    s->failed = session_inputs(s);
    return session_tell(s);
}

/* Whether a word is a command that this program answers, or asks for the types of
 * its document. */
static bool is_of_fetch(const char *word)
{
    return strcmp(word, fetch_cmd.name) == 0 || strcmp(word, "schema") == 0 ||
           strcmp(word, alert_cmd.name) == 0 ||
           strcmp(word, chase_cmd.name) == 0;
}

int main(int argc, char **argv)
{
    static char name[] = "fetch";
    session s = { 0 };

    session_process();
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return CORR_EXIT_UNREADABLE;
    if (argc > 1 && is_of_fetch(argv[1])) { /* as corr starts it */
        argc--;
        argv++;
    } else if (argc > 0) {
        argv[0] = name;
    }
    session_ask(&s, argc, argv);
    const bool asks = !s.failed && s.ctx.cmd->program && !s.common.help &&
                      !s.common.help_all &&
                      strcmp(s.ctx.cmd->program, fetch_cmd.program) == 0;
    const int status = !asks                     ? session_tell(&s)
                       : s.ctx.cmd == &fetch_cmd ? ask_here(&s)
                                                 : fetch_first(&s);
    session_end(&s);
#ifndef CORR_DEBUG_BUILD
    /* The libraries would free for a millisecond what goes with the process; a
     * debug build ends as usual, for the checks of memory. */
    _exit(status);
#endif
    curl_global_cleanup();
    return status;
}
