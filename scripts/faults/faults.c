/*
 * faults - a library to preload, which lets one call of the system fail.
 *
 *   FAULTS=FILE     counts calls in this file, of room for CLASSES + 1 numbers of
 *                   64 bits, in this process.  The last one counts faults.
 *   FAULT_CLASS=read FAULT_AT=7 FAULT_ERROR=5
 *                   the 7th call of the class fails with errno 5; with SHORT in
 *                   place of a number it moves half of its bytes, with WAIT
 *                   it writes a line to the pipe $FAULT_AT_PIPE and goes on when
 *                   $FAULT_GO_PIPE ends
 *   FAULT_EVERY=2   so does each 2nd call
 *   FAULT_TRACE=FILE receives the addresses of the callers
 *   FAULT_STORM=1000 SIGWINCH, with a handler, every 1000 microseconds
 *
 * Calls count between the begin and the end of main.  Nothing else changes: a
 * call that fails has done nothing, but for close, which has closed.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* scripts/check-faults has the same list. */
enum {
    ALLOC,
    MAP,
    OPEN,
    READ,
    LIST,
    WRITE,
    CLOSE,
    STAT,
    RENAME,
    UNLINK,
    MKDIR,
    SYNC,
    SEEK,
    THREAD,
    PROCESS,
    RANDOM,
    LOCK,
    CLASSES
};

static const char *const class_name[CLASSES] = {
    [ALLOC] = "alloc",   [MAP] = "map",       [OPEN] = "open",
    [READ] = "read",     [LIST] = "list",     [WRITE] = "write",
    [CLOSE] = "close",   [STAT] = "stat",     [RENAME] = "rename",
    [UNLINK] = "unlink", [MKDIR] = "mkdir",   [SYNC] = "sync",
    [SEEK] = "seek",     [THREAD] = "thread", [PROCESS] = "process",
    [RANDOM] = "random", [LOCK] = "lock",
};

static pid_t first;             /* the process that began */
static _Atomic uint64_t *calls; /* [CLASSES + 1], shared; NULL: not in main */
static int chosen = -1;
static uint64_t fail_at, fail_every;
static int fail_error; /* 0: half of the bytes, or a stop */
static bool waits;
static const char *trace;

static bool is_due(int class, uint64_t n)
{
    return class == chosen && (fail_every ? n % fail_every == 0 : n == fail_at);
}

static void trace_caller(void)
{
    void *frames[48];
    const int fd = open(trace, O_WRONLY | O_CREAT | O_APPEND, 0600);

    if (fd >= 0)
        backtrace_symbols_fd(frames, backtrace(frames, 48), fd);
    close(fd);
}

/* Lets a test change a file between two calls. */
static void wait_for_go(void)
{
    _Atomic uint64_t *c = calls;
    char line;

    calls = NULL;
    const int at = open(getenv("FAULT_AT_PIPE"), O_WRONLY);
    const bool told = write(at, "\n", 1) == 1;
    close(at);
    const int go = open(getenv("FAULT_GO_PIPE"), O_RDONLY);
    while (told && read(go, &line, 1) > 0)
        continue;
    close(go);
    calls = c;
}

/* Whether this call is one to disturb. */
static bool disturbs(int class)
{
    _Atomic uint64_t *c = calls;

    if (!c || getpid() != first ||
        !is_due(class, atomic_fetch_add(&c[class], 1) + 1))
        return false;
    atomic_fetch_add(&c[CLASSES], 1);
    if (trace) {
        calls = NULL;
        trace_caller();
        calls = c;
    }
    if (waits)
        wait_for_go();
    return !waits;
}

static bool fails(int class)
{
    if (!disturbs(class) || !fail_error)
        return false;
    errno = fail_error;
    return true;
}

/* The bytes that a call may move; -1: it fails. */
static ssize_t allowed(int class, size_t n)
{
    if (!disturbs(class))
        return (ssize_t)n;
    if (!fail_error)
        return (ssize_t)(n > 1 ? n / 2 : n);
    errno = fail_error;
    return -1;
}

/* Memory for dlsym, which may ask for some while malloc is looked for. */
static char first_memory[4096];
static _Atomic size_t first_used;

static void *take_first(size_t n)
{
    const size_t at = atomic_fetch_add(&first_used, (n + 15) & ~(size_t)15);

    return at + n <= sizeof first_memory ? first_memory + at : NULL;
}

static bool is_first(const void *p)
{
    return (const char *)p >= first_memory &&
           (const char *)p < first_memory + sizeof first_memory;
}

/* The function of this name behind this library. */
#define NEXT(name)                                                             \
    static __typeof__(name) *next_##name;                                      \
    if (!next_##name)                                                          \
    *(void **)&next_##name = dlsym(RTLD_NEXT, #name)

/* A function of the system that fails with a value. */
#define WRAP(type, name, class, params, args, failed)                          \
    type name params                                                           \
    {                                                                          \
        NEXT(name);                                                            \
        return fails(class) ? (failed) : next_##name args;                     \
    }

/* ---- memory -------------------------------------------------------------- */

static _Thread_local bool looks;

#define NEXT_MEMORY(name, otherwise)                                           \
    static __typeof__(name) *next_##name;                                      \
    if (!next_##name) {                                                        \
        if (looks)                                                             \
            return otherwise;                                                  \
        looks = true;                                                          \
        *(void **)&next_##name = dlsym(RTLD_NEXT, #name);                      \
        looks = false;                                                         \
    }

void *malloc(size_t n)
{
    NEXT_MEMORY(malloc, take_first(n))
    return fails(ALLOC) ? NULL : next_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    NEXT_MEMORY(calloc, take_first(n * size))
    return fails(ALLOC) ? NULL : next_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    NEXT_MEMORY(realloc, NULL)
    return fails(ALLOC) ? NULL : next_realloc(p, n);
}

void free(void *p)
{
    NEXT(free);
    if (!is_first(p))
        next_free(p);
}

WRAP(void *, aligned_alloc, ALLOC, (size_t align, size_t n), (align, n), NULL)
WRAP(void *, mmap, MAP,
     (void *at, size_t n, int how, int flags, int fd, off_t from),
     (at, n, how, flags, fd, from), MAP_FAILED)

int posix_memalign(void **p, size_t align, size_t n)
{
    NEXT(posix_memalign);
    return fails(ALLOC) ? ENOMEM : next_posix_memalign(p, align, n);
}

/* ---- files --------------------------------------------------------------- */

static unsigned mode_of(int how, va_list ap)
{
    return how & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY)) ? va_arg(ap, unsigned)
                                                        : 0;
}

int open(const char *path, int how, ...)
{
    va_list ap;

    NEXT(open);
    va_start(ap, how);
    const unsigned mode = mode_of(how, ap);
    va_end(ap);
    return fails(OPEN) ? -1 : next_open(path, how, mode);
}

int openat(int dir, const char *path, int how, ...)
{
    va_list ap;

    NEXT(openat);
    va_start(ap, how);
    const unsigned mode = mode_of(how, ap);
    va_end(ap);
    return fails(OPEN) ? -1 : next_openat(dir, path, how, mode);
}

WRAP(FILE *, fopen, OPEN, (const char *path, const char *how), (path, how),
     NULL)
WRAP(FILE *, fdopen, OPEN, (int fd, const char *how), (fd, how), NULL)
WRAP(DIR *, opendir, OPEN, (const char *path), (path), NULL)
WRAP(DIR *, fdopendir, OPEN, (int fd), (fd), NULL)
WRAP(int, mkstemp, OPEN, (char *path), (path), -1)
WRAP(int, memfd_create, OPEN, (const char *name, unsigned how), (name, how), -1)
WRAP(int, pipe, OPEN, (int fd[2]), (fd), -1)
WRAP(int, pipe2, OPEN, (int fd[2], int how), (fd, how), -1)
WRAP(int, dup, OPEN, (int fd), (fd), -1)
WRAP(int, dup2, OPEN, (int from, int to), (from, to), -1)

ssize_t read(int fd, void *to, size_t n)
{
    NEXT(read);
    const ssize_t may = allowed(READ, n);
    return may < 0 ? -1 : next_read(fd, to, (size_t)may);
}

ssize_t pread(int fd, void *to, size_t n, off_t from)
{
    NEXT(pread);
    const ssize_t may = allowed(READ, n);
    return may < 0 ? -1 : next_pread(fd, to, (size_t)may, from);
}

/* Sets the error of a stream: glibc has no function for it. */
static void mark_stream(FILE *f)
{
    f->_flags |= 0x20;
}

size_t fread(void *to, size_t size, size_t n, FILE *f)
{
    NEXT(fread);
    if (!fails(READ))
        return next_fread(to, size, n, f);
    mark_stream(f);
    return 0;
}

WRAP(int, scandir, LIST,
     (const char *path, struct dirent ***list,
      int (*keeps)(const struct dirent *),
      int (*order)(const struct dirent **, const struct dirent **)),
     (path, list, keeps, order), -1)
WRAP(struct dirent *, readdir, LIST, (DIR * d), (d), NULL)
WRAP(ssize_t, readlink, READ, (const char *path, char *to, size_t n),
     (path, to, n), -1)

/* What cannot be written to standard error cannot be told there. */
ssize_t write(int fd, const void *p, size_t n)
{
    NEXT(write);
    const ssize_t may = fd == STDERR_FILENO ? (ssize_t)n : allowed(WRITE, n);
    return may < 0 ? -1 : next_write(fd, p, (size_t)may);
}

ssize_t pwrite(int fd, const void *p, size_t n, off_t to)
{
    NEXT(pwrite);
    const ssize_t may = allowed(WRITE, n);
    return may < 0 ? -1 : next_pwrite(fd, p, (size_t)may, to);
}

size_t fwrite(const void *p, size_t size, size_t n, FILE *f)
{
    NEXT(fwrite);
    if (f == stderr || !fails(WRITE))
        return next_fwrite(p, size, n, f);
    mark_stream(f);
    return 0;
}

#define WRAP_CLOSE(name, param, arg)                                           \
    int name param                                                             \
    {                                                                          \
        NEXT(name);                                                            \
        const bool bad = disturbs(CLOSE) && fail_error;                        \
        const int got = next_##name arg;                                       \
        if (!bad)                                                              \
            return got;                                                        \
        errno = fail_error;                                                    \
        return -1;                                                             \
    }

WRAP_CLOSE(close, (int fd), (fd))
WRAP_CLOSE(fclose, (FILE * f), (f))
WRAP_CLOSE(closedir, (DIR * d), (d))

WRAP(int, fstat, STAT, (int fd, struct stat *st), (fd, st), -1)
WRAP(int, stat, STAT, (const char *path, struct stat *st), (path, st), -1)
WRAP(int, lstat, STAT, (const char *path, struct stat *st), (path, st), -1)
WRAP(int, fstatat, STAT, (int dir, const char *path, struct stat *st, int how),
     (dir, path, st, how), -1)
WRAP(int, statfs, STAT, (const char *path, struct statfs *st), (path, st), -1)
WRAP(int, access, STAT, (const char *path, int how), (path, how), -1)
WRAP(char *, realpath, STAT, (const char *path, char *to), (path, to), NULL)
WRAP(char *, getcwd, STAT, (char *to, size_t n), (to, n), NULL)

WRAP(int, rename, RENAME, (const char *from, const char *to), (from, to), -1)
WRAP(int, renameat, RENAME,
     (int dir, const char *from, int dir2, const char *to),
     (dir, from, dir2, to), -1)
WRAP(int, link, RENAME, (const char *from, const char *to), (from, to), -1)
WRAP(int, linkat, RENAME,
     (int dir, const char *from, int dir2, const char *to, int how),
     (dir, from, dir2, to, how), -1)

WRAP(int, unlink, UNLINK, (const char *path), (path), -1)
WRAP(int, unlinkat, UNLINK, (int dir, const char *path, int how),
     (dir, path, how), -1)
WRAP(int, rmdir, UNLINK, (const char *path), (path), -1)
WRAP(int, remove, UNLINK, (const char *path), (path), -1)

WRAP(int, mkdir, MKDIR, (const char *path, mode_t mode), (path, mode), -1)
WRAP(int, mkdirat, MKDIR, (int dir, const char *path, mode_t mode),
     (dir, path, mode), -1)
WRAP(char *, mkdtemp, MKDIR, (char *path), (path), NULL)
WRAP(int, chdir, MKDIR, (const char *path), (path), -1)

WRAP(int, fsync, SYNC, (int fd), (fd), -1)
WRAP(int, ftruncate, SYNC, (int fd, off_t n), (fd, n), -1)
WRAP(off_t, lseek, SEEK, (int fd, off_t to, int from), (fd, to, from), -1)
WRAP(int, flock, LOCK, (int fd, int how), (fd, how), -1)

/* ---- processes ----------------------------------------------------------- */

WRAP(pid_t, fork, PROCESS, (void), (), -1)
WRAP(int, execv, PROCESS, (const char *path, char *const *argv), (path, argv),
     -1)
WRAP(int, execvp, PROCESS, (const char *path, char *const *argv), (path, argv),
     -1)
WRAP(ssize_t, getrandom, RANDOM, (void *to, size_t n, unsigned how),
     (to, n, how), -1)
WRAP(int, getentropy, RANDOM, (void *to, size_t n), (to, n), -1)

int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *),
                   void *arg)
{
    NEXT(pthread_create);
    return fails(THREAD) ? EAGAIN : next_pthread_create(t, a, f, arg);
}

/* ---- main ---------------------------------------------------------------- */

static int (*real_main)(int, char **, char **);

static void be_interrupted(int sig)
{
    (void)sig;
}

static void start_storm(long us)
{
    const struct sigaction sa = { .sa_handler = be_interrupted };
    struct sigevent ev = { .sigev_notify = SIGEV_SIGNAL,
                           .sigev_signo = SIGWINCH };
    const struct timespec step = { us / 1000000, us % 1000000 * 1000 };
    timer_t timer;

    if (sigaction(SIGWINCH, &sa, NULL) != 0 ||
        timer_create(CLOCK_MONOTONIC, &ev, &timer) != 0 ||
        timer_settime(timer, 0, &(struct itimerspec){ step, step }, NULL) != 0)
        abort();
}

static const char *asked(const char *name, const char *otherwise)
{
    const char *value = getenv(name);

    return value ? value : otherwise;
}

static void choose_fault(void)
{
    const char *class = asked("FAULT_CLASS", "");
    const char *error = asked("FAULT_ERROR", "5");

    for (int i = 0; i < CLASSES; i++)
        if (strcmp(class, class_name[i]) == 0)
            chosen = i;
    fail_at = strtoul(asked("FAULT_AT", "0"), NULL, 10);
    fail_every = strtoul(asked("FAULT_EVERY", "0"), NULL, 10);
    waits = strcmp(error, "WAIT") == 0;
    fail_error = waits || strcmp(error, "SHORT") == 0 ? 0 : atoi(error);
    trace = getenv("FAULT_TRACE");
    if (trace)
        backtrace(&(void *){ NULL }, 1); /* loads what it needs */
}

static int run_main(int argc, char **argv, char **env)
{
    const char *file = getenv("FAULTS");
    const int fd = file ? open(file, O_RDWR | O_CLOEXEC) : -1;

    choose_fault();
    if (getenv("FAULT_STORM"))
        start_storm(atol(getenv("FAULT_STORM")));
    if (fd >= 0) {
        void *p = mmap(NULL, (CLASSES + 1) * sizeof *calls,
                       PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        close(fd);
        unsetenv("FAULTS"); /* of this process only */
        first = getpid();
        if (p != MAP_FAILED)
            calls = p;
    }
    const int status = real_main(argc, argv, env);
    calls = NULL;
    return status;
}

/* Without memory for a locale, libc goes on with ASCII: what it does then is no
 * matter of corr. */
char *setlocale(int category, const char *name)
{
    _Atomic uint64_t *c = calls;

    NEXT(setlocale);
    calls = NULL;
    char *got = next_setlocale(category, name);
    calls = c;
    return got;
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
    NEXT(__libc_start_main);
    real_main = main;
    return next___libc_start_main(run_main, argc, argv, init, fini, rtld_fini,
                                  stack_end);
}
