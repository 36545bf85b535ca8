/* main - one command: a question, its answer, an exit status. */
#include "session.h"

int main(int argc, char **argv)
{
    session s = { 0 };

    session_process();
    session_ask(&s, argc > 0 ? argc - 1 : 0, argv + (argc > 0));
    const int status = session_tell(&s);

    session_end(&s);
    return status;
}
