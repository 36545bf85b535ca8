#include "shell/worker.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shell/parcel.h"
#include "verbs/self/candidates.h"

void worker_ask(session *s, const shell_line *line)
{
    s->redirect = line->file;
    s->output.spelling = line->file ? line->adds ? ">>" : ">" : NULL;
    s->output.adds = line->adds;
    session_ask(s, (int)line->n, line->word);
}

/* Starts what stands behind the pipe; standard output leads there.  0: it could
 * not be started. */
static pid_t start_pipe(const char *command)
{
    int end[2];

    if (pipe(end) != 0)
        return 0;
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(end[0], STDIN_FILENO);
        close(end[0]);
        close(end[1]);
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(end[0]);
    if (pid > 0)
        dup2(end[1], STDOUT_FILENO);
    close(end[1]);
    return pid > 0 ? pid : 0;
}

int worker_wait(pid_t pid)
{
    int status = 0;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return CORR_EXIT_UNREADABLE;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void worker_tell(session *s, const shell_line *line, worker_note *note)
{
    const pid_t pipe_pid = line->piped ? start_pipe(line->piped) : 0;
    int status;

    if (line->piped && !pipe_pid && !s->failed)
        s->failed = corr_fail(&s->err, CORR_EIO, "no process for the pipe: %s",
                              strerror(errno));
    status = session_tell(s);
    if (note && s->ctx.store)
        note->ready = corr_store_ready(s->ctx.store);
    if (pipe_pid) {
        close(STDOUT_FILENO);
        const int piped = worker_wait(pipe_pid);
        status = status ? status : piped;
    }
    _exit(status);
}

void worker_names(int fd, corr_store *st, unsigned needs, const char *list,
                  const char *begin)
{
    corr_out *out = corr_out_memory();

    if (out && candidates_of_store(st, needs, list, begin, out)) {
        const corr_str names = corr_out_bytes(out);
        signal(SIGINT, SIG_IGN); /* a message is sent in whole */
        parcel_send(fd, PARCEL_NAMES, names.p, names.n);
    }
    _exit(CORR_EXIT_ANSWERED);
}
