#include "shell/keeper.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "shell/parcel.h"
#include "shell/worker.h"

enum { MOST_KEEPERS = 8, STATUS_INTERRUPTED = 128 + SIGINT };

typedef struct keeper {
    pid_t pid; /* 0: the place is free */
    int fd;
    char *text; /* the key; owned, as kind and id */
    char *kind, *id;
    unsigned needs;
    corr_rows rows;
    uint64_t used; /* when, in questions */
    long peak_kib;
} keeper;

/* Of the shell's process; the keepers have no keepers. */
static keeper keepers[MOST_KEEPERS];
static uint64_t questions;

/* ---- in the keeper ---------------------------------------------------- */

static worker_note *shared_note(void)
{
    void *p = mmap(NULL, sizeof(worker_note), PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

/* A process for what a message asks; 0 in that process.  Until it exits, only it
 * sends.  The keeper ignores interrupts, so one that meets the new process early
 * waits until it no longer does. */
static pid_t start_worker(int fd)
{
    sigset_t interrupt, before;

    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, &before);
    const pid_t pid = fork();
    if (pid == 0) {
        const pid_t own = getpid();
        parcel_send(fd, PARCEL_STARTED, &own, sizeof own);
        signal(SIGINT, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

static void send_done(int fd, int status, bool kept)
{
    struct rusage r = { 0 };

    getrusage(RUSAGE_SELF, &r);
    const parcel_done done = { status, kept, r.ru_maxrss };
    parcel_send(fd, PARCEL_DONE, &done, sizeof done);
}

/* Answers a later question. */
static void answer_line(int fd, corr_str bytes, const session_kept *kept,
                        worker_note *note)
{
    corr_arena arena = { 0 };
    shell_line line;
    const pid_t pid = start_worker(fd);

    if (pid == 0) {
        session s = { .kept = kept };
        if (!parcel_get_line(bytes, &arena, &line))
            _exit(CORR_EXIT_UNREADABLE);
        worker_ask(&s, &line);
        close(fd);
        worker_tell(&s, &line, note);
    }
    send_done(fd, pid > 0 ? worker_wait(pid) : CORR_EXIT_UNREADABLE, true);
}

static void answer_list(int fd, corr_str bytes, const session *s)
{
    const char *begin = bytes.p + strlen(bytes.p) + 1;
    const pid_t pid = start_worker(fd);

    if (pid == 0)
        worker_names(fd, s->ctx.store, s->ctx.needs, bytes.p, begin);
    send_done(fd, pid > 0 ? worker_wait(pid) : CORR_EXIT_UNREADABLE, true);
}

/* Loads the inputs of the first question, answers it, and waits for more. */
_Noreturn static void keep(int fd, const shell_line *first)
{
    session s = { 0 };
    worker_note *note = shared_note();

    signal(SIGINT, SIG_DFL);
    worker_ask(&s, first);
    signal(SIGINT, SIG_IGN);
    const pid_t pid = start_worker(fd);
    if (pid == 0) {
        close(fd);
        worker_tell(&s, first, note);
    }
    const bool keeps = pid > 0 && !s.failed && note;
    send_done(fd, pid > 0 ? worker_wait(pid) : CORR_EXIT_UNREADABLE, keeps);
    const session_kept kept = { s.ctx.store, s.ctx.deeper, s.found.found,
                                s.whole };
    while (keeps) {
        corr_arena arena = { 0 };
        corr_str bytes;
        corr_err ignored = { 0 };
        if (corr_make_ready(kept.store, note->ready, &ignored))
            break;
        const parcel_kind kind = parcel_receive(fd, NULL, &arena, &bytes);
        if (kind == PARCEL_QUESTION)
            answer_line(fd, bytes, &kept, note);
        else if (kind == PARCEL_LIST)
            answer_list(fd, bytes, &s);
        else
            break;
        corr_arena_clear(&arena);
    }
    _exit(0);
}

/* ---- in the shell ----------------------------------------------------- */

/* Returns how the keeper ended. */
static int end_keeper(keeper *k)
{
    int status = 0;

    if (!k->pid)
        return status;
    close(k->fd);
    kill(k->pid, SIGKILL);
    status = worker_wait(k->pid);
    free(k->text);
    free(k->kind);
    free(k->id);
    *k = (keeper){ 0 };
    return status;
}

void keeper_end_all(void)
{
    for (size_t i = 0; i < COUNT(keepers); i++)
        end_keeper(&keepers[i]);
}

/* Half of the memory of this machine. */
static long most_kib(void)
{
    return sysconf(_SC_PHYS_PAGES) / 2 * (sysconf(_SC_PAGESIZE) / 1024);
}

static keeper *oldest_keeper(void)
{
    keeper *oldest = NULL;

    for (size_t i = 0; i < COUNT(keepers); i++)
        if (keepers[i].pid && (!oldest || keepers[i].used < oldest->used))
            oldest = &keepers[i];
    return oldest;
}

/* Ends the keepers that take too much, but for `but`. */
static void free_memory(const keeper *but)
{
    for (;;) {
        long kib = 0;
        for (size_t i = 0; i < COUNT(keepers); i++)
            kib += keepers[i].peak_kib;
        keeper *oldest = oldest_keeper();
        if (kib <= most_kib() || !oldest || oldest == but)
            return;
        end_keeper(oldest);
    }
}

static bool is_same_question(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Whether a keeper loaded all that a question needs. */
static bool has_all(const keeper *k, const session_key *key)
{
    if (!k->pid || strcmp(k->text, key->text) != 0 ||
        (k->id && !is_same_question(k->id, key->id)) ||
        (k->needs && (!key->needs || (key->needs & ~k->needs))))
        return false;
    return k->rows == CORR_ROWS_ALL ||
           (k->rows == key->rows && is_same_question(k->kind, key->kind));
}

static keeper *find_keeper(const session_key *key)
{
    for (size_t i = 0; i < COUNT(keepers); i++)
        if (has_all(&keepers[i], key))
            return &keepers[i];
    return NULL;
}

static keeper *free_place(void)
{
    for (size_t i = 0; i < COUNT(keepers); i++)
        if (!keepers[i].pid)
            return &keepers[i];
    keeper *oldest = oldest_keeper();
    end_keeper(oldest);
    return oldest;
}

static char *copy_of(const char *text)
{
    return text ? strdup(text) : NULL;
}

/* Starts a keeper with its first question; NULL: there is no process. */
static keeper *start_keeper(const session_key *key, const shell_line *line)
{
    keeper *k = free_place();
    int end[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0)
        return NULL;
    const pid_t pid = fork();
    if (pid == 0) {
        for (size_t i = 0; i < COUNT(keepers); i++)
            if (keepers[i].pid)
                close(keepers[i].fd);
        close(end[0]);
        keep(end[1], line);
    }
    close(end[1]);
    *k = (keeper){ pid,
                   end[0],
                   copy_of(key->text),
                   copy_of(key->kind),
                   copy_of(key->id),
                   key->needs,
                   key->rows,
                   0,
                   0 };
    if (pid > 0 && k->text && !k->kind == !key->kind && !k->id == !key->id)
        return k;
    k->pid = pid > 0 ? pid : 0;
    end_keeper(k);
    return NULL;
}

/* Waits for the answer of a keeper.  An interrupt that comes before the question
 * has a process of its own ends the keeper; one that comes just before is passed
 * on to that process. */
static int wait_for(keeper *k, const volatile sig_atomic_t *interrupted)
{
    corr_arena arena = { 0 };
    corr_str bytes;
    bool started = false;
    int status = STATUS_INTERRUPTED;
    parcel_kind kind;

    while ((kind = parcel_receive(k->fd, started ? NULL : interrupted, &arena,
                                  &bytes)) == PARCEL_STARTED) {
        pid_t worker;
        started = true;
        if (*interrupted && bytes.n == sizeof worker) {
            memcpy(&worker, bytes.p, sizeof worker);
            kill(worker, SIGINT);
        }
    }
    if (kind == PARCEL_DONE && bytes.n == sizeof(parcel_done)) {
        parcel_done done;
        memcpy(&done, bytes.p, sizeof done);
        status = done.status;
        k->peak_kib = done.peak_kib;
        k->used = ++questions;
        if (!done.kept)
            end_keeper(k);
    } else {
        status = end_keeper(k);
        if (*interrupted)
            status = STATUS_INTERRUPTED;
    }
    corr_arena_clear(&arena);
    return status;
}

/* A question without inputs to keep gets a process for itself. */
static int answer_alone(const shell_line *line)
{
    const pid_t pid = fork();

    if (pid == 0) {
        session s = { 0 };
        for (size_t i = 0; i < COUNT(keepers); i++)
            if (keepers[i].pid)
                close(keepers[i].fd);
        signal(SIGINT, SIG_DFL);
        worker_ask(&s, line);
        worker_tell(&s, line, NULL);
    }
    return pid > 0 ? worker_wait(pid) : CORR_EXIT_UNREADABLE;
}

/* What the line would load; no text: it cannot be kept. */
static session_key key_of(session *s, const shell_line *line)
{
    session_key key = { 0 };

    s->reads_nothing = true;
    if (!session_words(s, (int)line->n, line->word) && s->ctx.cmd->run &&
        !s->common.help && !s->common.help_all) {
        if (s->ctx.cmd->as)
            s->ctx.cmd = s->ctx.cmd->as(&s->ctx);
        if (session_take(s) || verdict_read(&s->ctx, &s->expects, &s->err) ||
            session_key_of(s, &key))
            key.text = NULL;
    }
    return key;
}

int keeper_answer(const shell_line *line,
                  const volatile sig_atomic_t *interrupted)
{
    session s = { 0 };
    const session_key key = key_of(&s, line);
    keeper *k = key.text ? find_keeper(&key) : NULL;
    corr_str bytes;
    int status;

    if (k && (!parcel_put_line(line, &s.arena, &bytes) ||
              !parcel_send(k->fd, PARCEL_QUESTION, bytes.p, bytes.n))) {
        end_keeper(k);
        k = NULL;
    }
    if (!k && key.text)
        k = start_keeper(&key, line);
    status = k ? wait_for(k, interrupted) : answer_alone(line);
    free_memory(k);
    session_end(&s);
    return status;
}

bool keeper_names(const char *list, const char *begin, corr_arena *arena,
                  corr_str *names)
{
    const size_t nlist = strlen(list) + 1, n = nlist + strlen(begin) + 1;
    char *p = corr_arena_alloc(arena, n, 1);
    bool found = false;

    if (!p)
        return false;
    memcpy(p, list, nlist);
    memcpy(p + nlist, begin, n - nlist);
    for (uint64_t last = questions; !found && last > 0; last--)
        for (size_t i = 0; !found && i < COUNT(keepers); i++) {
            keeper *k = &keepers[i];
            corr_str bytes;
            parcel_kind kind;
            if (!k->pid || k->used != last || k->id ||
                k->rows == CORR_ROWS_NONE)
                continue;
            if (!parcel_send(k->fd, PARCEL_LIST, p, n))
                continue;
            while ((kind = parcel_receive(k->fd, NULL, arena, &bytes)) &&
                   kind != PARCEL_DONE)
                if (kind == PARCEL_NAMES) {
                    *names = bytes;
                    found = true;
                }
            if (!kind)
                end_keeper(k);
        }
    return found;
}
