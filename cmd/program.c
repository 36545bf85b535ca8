/* program - commands that are programs of their own. */
#include "program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The file of this name in the folder of the running program; false: it has no
 * such path. */
static bool path_near(const char *name, char path[PATH_MAX])
{
    const ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);

    if (n <= 0)
        return false;
    path[n] = '\0';
    char *slash = strrchr(path, '/');
    const size_t dir = slash ? (size_t)(slash - path) + 1 : 0;
    const int put = snprintf(path + dir, PATH_MAX - dir, "%s", name);
    return dir > 0 && put > 0 && (size_t)put < PATH_MAX - dir;
}

corr_code program_start(const char *name, char *const *words, corr_arena *arena,
                        corr_err *err)
{
    char path[PATH_MAX];
    size_t n = 0;

    while (words[n])
        n++;
    char **argv = corr_arena_new(arena, char *, n + 2);
    if (!argv || !(argv[0] = corr_arena_print(arena, "%s", name)))
        return corr_no_memory(err);
    memcpy(argv + 1, words, (n + 1) * sizeof *argv);
    if (path_near(name, path) && access(path, X_OK) == 0)
        execv(path, argv);
    execvp(name, argv);
    corr_fail(err, CORR_EIO, "%s cannot be started: %s", name, strerror(errno));
    return corr_hint(err, "install %s next to corr, or in a folder of $PATH",
                     name);
}
