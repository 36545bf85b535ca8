#include "shell/shell_history.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/find_inputs.h"

enum {
    MOST_FILE = 1 << 20, /* bytes */
    MOST_LINE = 64 << 10
};

/* Makes the folders of a path that are missing. */
static void make_folders(char *path)
{
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = '\0';
            mkdir(path, 0700);
            *p = '/';
        }
}

static bool find_path(char path[PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    const bool has_state = state && state[0] == '/';
    int n;

    if (!has_state && (!home || home[0] != '/'))
        return false;
    n = has_state
            ? snprintf(path, PATH_MAX, "%s/corr/history", state)
            : snprintf(path, PATH_MAX, "%s/.local/state/corr/history", home);
    return n > 0 && n < PATH_MAX;
}

/* Opens the file if it is ours and a plain file, and lets only us read it. */
static int open_history(const char *path, int how)
{
    struct stat st;
    const int fd = open(path, how | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);

    if (fd < 0)
        return -1;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
        fchmod(fd, 0600) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Replaces the file by its last lines. */
static void cut_history(const char *path, corr_str text)
{
    char temp[PATH_MAX + 32];
    const char *half = text.p + text.n - MOST_FILE / 2;
    const char *line = memchr(half, '\n', (size_t)(text.p + text.n - half));

    snprintf(temp, sizeof temp, "%s.%ld", path, (long)getpid());
    const int fd = line ? open_history(temp, O_WRONLY | O_CREAT | O_EXCL) : -1;
    if (fd < 0)
        return;
    const size_t n = (size_t)(text.p + text.n - line) - 1;
    const bool whole = write(fd, line + 1, n) == (ssize_t)n;
    if (close(fd) != 0 || !whole || rename(temp, path) != 0)
        unlink(temp);
}

void shell_history_read(void (*add)(const char *line))
{
    char path[PATH_MAX];
    corr_arena arena = { 0 };
    corr_err ignored = { 0 };
    struct stat st;
    corr_str text, line;

    if (!find_path(path))
        return;
    const int fd = open_history(path, O_RDONLY);
    if (fd < 0)
        return;
    const bool known = fstat(fd, &st) == 0;
    close(fd);
    if (!known || st.st_size > 64 * (off_t)MOST_FILE ||
        read_all(path, 64 * (size_t)MOST_FILE, &arena, &text, &ignored)) {
        corr_arena_clear(&arena);
        return;
    }
    if (text.n > MOST_FILE)
        cut_history(path, text);
    if (text.n > MOST_FILE)
        text = (corr_str){ text.p + text.n - MOST_FILE / 2, MOST_FILE / 2 };
    while (corr_str_next(&text, '\n', &line)) {
        const char *z =
            line.n && line.n < MOST_LINE && !memchr(line.p, '\0', line.n)
                ? corr_arena_text(&arena, line)
                : NULL;
        if (z)
            add(z);
    }
    corr_arena_clear(&arena);
}

void shell_history_add(const char *line)
{
    char path[PATH_MAX];
    corr_arena arena = { 0 };
    const size_t n = strlen(line);

    if (n >= MOST_LINE || strchr(line, '\n') || !find_path(path))
        return;
    make_folders(path);
    const int fd = open_history(path, O_WRONLY | O_APPEND | O_CREAT);
    char *whole = corr_arena_print(&arena, "%s\n", line);
    if (fd >= 0) {
        const bool full = lseek(fd, 0, SEEK_END) > 2 * (off_t)MOST_FILE;
        if (whole && !full && write(fd, whole, n + 1) < 0)
            errno = 0; /* a full disk: the line is not kept */
        close(fd);
    }
    corr_arena_clear(&arena);
}
