/* phase - a line per phase, for whoever asks why it takes so long. */
#include "phase.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

void phase_open(phase *p, const char *setting)
{
    *p = (phase){ .fd = -1 };
    if (!setting || !*setting || strcmp(setting, "0") == 0)
        return;
    if (strcmp(setting, "1") == 0) {
        p->fd = STDERR_FILENO;
        return;
    }
    p->fd = open(setting, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    p->is_ours = p->fd >= 0;
}

int64_t phase_begin(const phase *p)
{
    struct timespec t;

    if (!p || p->fd < 0 || clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void phase_end(const phase *p, int64_t start, const char *what,
               const char *detail, uint64_t bytes, uint64_t rows)
{
    char line[512];
    struct rusage used = { 0 };

    if (!p || p->fd < 0)
        return;
    int64_t us = (phase_begin(p) - start) / 1000;
    getrusage(RUSAGE_SELF, &used);
    int n = snprintf(line, sizeof line - 1,
                     "corr: %s took %lld.%03lld ms  bytes=%llu rows=%llu "
                     "peak_kb=%lld%s%s",
                     what, (long long)us / 1000, (long long)us % 1000,
                     (unsigned long long)bytes, (unsigned long long)rows,
                     (long long)used.ru_maxrss, detail ? "  " : "",
                     detail ? detail : "");
    if (n < 0)
        return;
    size_t end = (size_t)n < sizeof line - 1 ? (size_t)n : sizeof line - 2;
    line[end++] = '\n';
    /* One call, so that lines of several threads do not mix; what became of
     * it does not matter to the answer. */
    if (write(p->fd, line, end) < 0)
        return;
}

void phase_close(phase *p)
{
    if (p->is_ours)
        close(p->fd);
    *p = (phase){ .fd = -1 };
}
