/* find_inputs - which files a command reads. */
#include "cli/find_inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_LEVELS = 32,     /* directories upwards */
    MOST_NAMES = 64 << 20 /* bytes of --files0-from */
};

corr_code read_all(const char *path, size_t most, corr_arena *arena,
                   corr_str *text, corr_err *err)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    size_t room = 65536, n = 0;
    char *p = corr_arena_alloc(arena, room, 1);
    ssize_t got = -1;

    if (fd < 0)
        return corr_fail(err, CORR_EIO, "%s: %s", path, strerror(errno));
    while (p && n < most && (got = read(fd, p + n, room - n - 1)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            break;
        n += (size_t)got;
        if (n + 1 == room) {
            char *more = corr_arena_alloc(arena, room, 2);
            if (more)
                memcpy(more, p, n);
            p = more;
            room *= 2;
        }
    }
    int sys = errno;
    if (!is_stdin)
        close(fd);
    if (!p)
        return corr_no_memory(err);
    if (got < 0)
        return corr_fail(err, CORR_EIO, "%s: %s", path, strerror(sys));
    *text = (corr_str){ p, n };
    return CORR_OK;
}

/* The pieces of text between separators as C strings; empty ones are left
 * out. */
static corr_code split(corr_str text, char separator, corr_arena *arena,
                       opt_list *list, corr_err *err)
{
    size_t most = 1;
    corr_str rest = text, piece;

    for (size_t i = 0; i < text.n; i++)
        most += text.p[i] == separator;
    const char **item = corr_arena_new(arena, const char *, most);
    if (!item)
        return corr_no_memory(err);
    size_t n = 0;
    while (corr_str_next(&rest, separator, &piece)) {
        if (piece.n == 0)
            continue;
        char *z = corr_arena_alloc(arena, piece.n + 1, 1);
        if (!z)
            return corr_no_memory(err);
        memcpy(z, piece.p, piece.n);
        item[n++] = z;
    }
    *list = (opt_list){ item, n };
    return CORR_OK;
}

/* "." or "..", "../.." with a .corr/ in it, into path; false: none. */
static bool find_case(char *path, size_t size)
{
    struct stat here, up, mark;
    char at[3 * MOST_LEVELS + 16] = ".";

    for (int level = 0; level < MOST_LEVELS; level++) {
        size_t n = strlen(at);
        memcpy(at + n, "/.corr", sizeof "/.corr");
        bool found = stat(at, &mark) == 0 && S_ISDIR(mark.st_mode);
        at[n] = '\0';
        if (found && n < size) {
            memcpy(path, at, n + 1);
            return true;
        }
        if (stat(at, &here) != 0)
            return false;
        snprintf(at + n, sizeof at - n, "%s", level == 0 ? "." : "/..");
        if (stat(at, &up) != 0 ||
            (here.st_dev == up.st_dev && here.st_ino == up.st_ino))
            return false; /* that was the root */
    }
    return false;
}

corr_code discover(const opt_list *operands, const char *files0_from,
                   corr_arena *arena, discovery *d, corr_err *err)
{
    const char *listed = getenv("CORR_INPUTS");
    char path[256] = ".";
    corr_str names = { "", 0 };

    *d = (discovery){ 0 };
    if (files0_from) {
        if (operands->n > 0)
            return corr_fail(err, CORR_EUSAGE,
                             "--files0-from leaves no place for \"%s\"",
                             operands->item[0]);
        corr_code code = read_all(files0_from, MOST_NAMES, arena, &names, err);
        if (code)
            return code;
        code = split(names, '\0', arena, &d->paths, err);
        if (!code && d->paths.n == 0)
            return corr_fail(err, CORR_ENONE, "%s names no file", files0_from);
        return code;
    }
    if (operands->n > 0) {
        d->paths = *operands;
        return CORR_OK;
    }
    d->unnamed = true;
    if (listed && *listed)
        return split(corr_str_of(listed), ':', arena, &d->paths, err);
    d->found = true;
    find_case(path, sizeof path);
    return split(corr_str_of(path), '\0', arena, &d->paths, err);
}
