/*
 * pairs - runs commands in turn and says what each run cost.
 *
 *   pairs ROUNDS WARMUP COMMAND...
 *
 * A simple command is started as it is, anything else by sh.  Output is
 * thrown away.  Each run prints a line
 *
 *   INDEX CPU_S WALL_S PEAK_KIB ANON_KIB STATUS
 *
 * PEAK is the largest resident size, ANON the largest part of it that is not
 * mapped from a file, looked at every millisecond and only in the warm-up
 * rounds, whose lines begin with "w".
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <fcntl.h>

typedef struct cost {
    double cpu, wall; /* s */
    long peak, anon;  /* KiB */
    int status;
} cost;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static long anonymous(pid_t pid)
{
    char path[64];
    char line[256];
    long kib = 0;

    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    while (fgets(line, sizeof line, f))
        if (strncmp(line, "RssAnon:", 8) == 0)
            kib = strtol(line + 8, NULL, 10);
    fclose(f);
    return kib;
}

/* Waits for pid; while watching, keeps an eye on its memory. */
static void wait_for(pid_t pid, bool watch, cost *c, struct rusage *use)
{
    int status = 0;

    while (wait4(pid, &status, watch ? WNOHANG : 0, use) == 0) {
        long anon = anonymous(pid);
        if (anon > c->anon)
            c->anon = anon;
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
    }
    c->status =
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Starts a simple command itself, anything else through sh. */
static void start(const char *command)
{
    char line[4096];
    char *word[256];
    size_t n = 0;

    if (strpbrk(command, "|;&<>'\"$*"))
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    snprintf(line, sizeof line, "%s", command);
    for (char *p = strtok(line, " "); p && n < 255; p = strtok(NULL, " "))
        word[n++] = p;
    word[n] = NULL;
    if (n)
        execvp(word[0], word);
    _exit(127);
}

static cost run(const char *command, bool watch)
{
    struct rusage use = { 0 };
    cost c = { 0 };
    double begin = now();
    pid_t pid = fork();

    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);

        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        start(command);
    }
    if (pid < 0) {
        perror("pairs: fork");
        exit(1);
    }
    wait_for(pid, watch, &c, &use);
    c.wall = now() - begin;
    c.cpu = seconds(use.ru_utime) + seconds(use.ru_stime);
    c.peak = use.ru_maxrss;
    return c;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: pairs ROUNDS WARMUP COMMAND...\n", stderr);
        return 2;
    }
    int rounds = atoi(argv[1]);
    int warm = atoi(argv[2]);

    for (int i = 0; i < warm + rounds; i++)
        for (int k = 3; k < argc; k++) {
            cost c = run(argv[k], i < warm);
            printf("%s%d %.6f %.6f %ld %ld %d\n", i < warm ? "w" : "", k - 3,
                   c.cpu, c.wall, c.peak, c.anon, c.status);
            fflush(stdout);
        }
    return 0;
}
