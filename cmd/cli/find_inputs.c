/* find_inputs - which files a command reads. */
#include "cli/find_inputs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corr_builtin.h"

enum {
    MOST_LEVELS = 32,       /* directories upwards */
    MOST_NAMES = 64 << 20,  /* bytes of --files0-from */
    MOST_LOOKED_INTO = 200, /* files whose content says what a folder holds */
    MOST_DEPTH = 2          /* folders below such a folder */
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

/* ---- one folder deeper --------------------------------------------------- */

static bool lacks_profiles_or_traces(const corr_store *st)
{
    bool profiles = false, traces = false;

    for (size_t i = 0; i < corr_inputs(st); i++) {
        const corr_input in = corr_input_at(st, i);
        profiles |= in.is_profile;
        traces |= in.is_traces || in.spans > 0;
    }
    return !profiles || !traces;
}

/* "DIR/NAME"; NULL: out of memory. */
static char *path_below(const char *dir, const char *name, corr_arena *arena)
{
    if (strcmp(dir, ".") == 0)
        return corr_arena_print(arena, "%s", name);
    return corr_arena_print(arena, "%s/%s", dir, name);
}

/* Whether some file in a folder, or in the folders below it, is recognised. */
static bool holds_recordings(const char *dir, unsigned depth, unsigned *left,
                             corr_arena *arena)
{
    DIR *d = opendir(dir);
    const struct dirent *e;
    bool any = false;

    while (d && !any && *left > 0 && (e = readdir(d))) {
        const char *path =
            e->d_name[0] == '.' ? NULL : path_below(dir, e->d_name, arena);
        struct stat st;
        if (!path || lstat(path, &st) != 0)
            continue;
        if (S_ISREG(st.st_mode)) {
            --*left;
            any = corr_recognise(corr_builtin_formats, path) != NULL;
        } else if (S_ISDIR(st.st_mode) && depth < MOST_DEPTH) {
            any = holds_recordings(path, depth + 1, left, arena);
        }
    }
    if (d)
        closedir(d);
    return any;
}

corr_code discover_deeper(const discovery *d, const corr_store *st,
                          corr_arena *arena, opt_list *deeper,
                          opt_list *several, corr_err *err)
{
    const size_t n = corr_passed(st);

    *deeper = *several = (opt_list){ NULL, 0 };
    if (!d->found || !d->paths.n || n == 0 || !lacks_profiles_or_traces(st))
        return CORR_OK;
    const char **item = corr_arena_new(arena, const char *, n);
    if (!item)
        return corr_no_memory(err);
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned left = MOST_LOOKED_INTO;
        item[found] =
            path_below(d->paths.item[0], corr_passed_at(st, i), arena);
        if (!item[found])
            return corr_no_memory(err);
        found += holds_recordings(item[found], 0, &left, arena);
    }
    *(found > 1 ? several : deeper) = (opt_list){ item, found };
    return CORR_OK;
}

bool discover_has_stdin(void)
{
    struct stat st;

    return fstat(STDIN_FILENO, &st) == 0 &&
           (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode));
}
