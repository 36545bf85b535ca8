#include "verbs/pack/case_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/temp_folder.h"
#include "corr_sort.h"

enum { DEEPEST = 32, MOST_NAMES = 50000 };

/* ---- names ------------------------------------------------------------------- */

static bool is_noted(const char *name)
{
    return strcmp(name, ".corr/provenance.jsonl") == 0 ||
           strcmp(name, ".corr/scrub.json") == 0;
}

static corr_code add_names(case_names *names, int dir, const char *prefix,
                           unsigned depth, corr_err *err);

/* One entry of a folder. */
static corr_code add_name(case_names *names, int dir, const char *prefix,
                          const char *entry, unsigned depth, corr_err *err)
{
    struct stat st;
    const char *name = corr_arena_print(names->arena, "%s%s", prefix, entry);

    if (!name)
        return corr_no_memory(err);
    if (fstatat(dir, entry, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT
                   ? CORR_OK /* it is gone again */
                   : corr_fail(err, CORR_EIO, "%s: %s", name, strerror(errno));
    if (S_ISDIR(st.st_mode) && depth < DEEPEST) {
        const int sub =
            openat(dir, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        const char *below = corr_arena_print(names->arena, "%s/", name);
        if (sub < 0)
            return corr_fail(err, CORR_EIO, "%s: %s", name, strerror(errno));
        if (!below) {
            close(sub);
            return corr_no_memory(err);
        }
        return add_names(names, sub, below, depth + 1, err);
    }
    if (!S_ISREG(st.st_mode) || (name[0] == '.' && !is_noted(name)))
        return CORR_OK;
    if (names->list.n >= MOST_NAMES)
        return corr_fail(err, CORR_ELIMIT, "more than %d files are here",
                         MOST_NAMES);
    return corr_vec_push(NULL, &names->list, name) ? CORR_OK
                                                   : corr_no_memory(err);
}

/* Owns dir. */
static corr_code add_names(case_names *names, int fd, const char *prefix,
                           unsigned depth, corr_err *err)
{
    DIR *dir = fdopendir(fd);
    corr_code code = CORR_OK;
    const struct dirent *e;

    if (!dir) {
        close(fd);
        return corr_fail(err, CORR_EIO, "%s: %s", prefix, strerror(errno));
    }
    while (!code && (errno = 0, e = readdir(dir)))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
            (e->d_name[0] != '.' || strcmp(e->d_name, ".corr") == 0))
            code = add_name(names, fd, prefix, e->d_name, depth, err);
    if (!code && errno)
        code = corr_fail(err, CORR_EIO, "%s: %s", *prefix ? prefix : ".",
                         strerror(errno));
    closedir(dir);
    return code;
}

SORT_POINTERS_BY(name_by_text, char, THEN(strcmp(a, b)))

corr_code case_names_of(case_names *names, const char *folder, corr_err *err)
{
    const int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (dir < 0)
        return corr_fail(err, CORR_EIO, "%s: %s", folder, strerror(errno));
    const corr_code code = add_names(names, dir, "", 0, err);
    if (!code && names->list.n)
        qsort(names->list.v, names->list.n, sizeof *names->list.v,
              name_by_text);
    return code;
}

void case_names_clear(case_names *names)
{
    corr_vec_free(&names->list);
}

/* ---- a folder for a while ----------------------------------------------------- */

char *case_folder_make(corr_arena *arena, corr_err *err)
{
    return temp_folder_make("corr-case.", "$TMPDIR names another directory",
                            arena, err);
}

/* Opens the folder that a file belongs into, and makes it; -1: failed. */
static int open_parent(int root, const char *name, const char **last)
{
    char part[256];
    int dir = dup(root);
    const char *slash;

    while (dir >= 0 && (slash = strchr(name, '/'))) {
        const size_t n = (size_t)(slash - name);
        int next = -1;
        if (n > 0 && n < sizeof part) {
            memcpy(part, name, n);
            part[n] = '\0';
            if (mkdirat(dir, part, 0700) == 0 || errno == EEXIST)
                next = openat(dir, part,
                              O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        } else {
            errno = ENAMETOOLONG;
        }
        const int why = errno;
        close(dir);
        errno = why;
        dir = next;
        name = slash + 1;
    }
    *last = name;
    return dir;
}

/* Copies all of one descriptor to another. */
static bool copy_all(int from, int to)
{
    char piece[65536];
    ssize_t got;
    off_t at = 0;

    while ((got = pread(from, piece, sizeof piece, at)) != 0) {
        if (got < 0 && errno != EINTR)
            return false;
        for (ssize_t put = 0; put < got;) {
            const ssize_t n = write(to, piece + put, (size_t)(got - put));
            if (n < 0 && errno != EINTR)
                return false;
            put += n > 0 ? n : 0;
        }
        at += got > 0 ? got : 0;
    }
    return true;
}

/* Writes a file below an open folder; from: it has the bytes, or its path is
 * `path`.  False: errno says why. */
static bool put_in_folder(int root, const char *name, int from,
                          const char *path)
{
    const char *last;
    const int dir = open_parent(root, name, &last);
    bool ok = dir >= 0;

    if (ok && path && linkat(AT_FDCWD, path, dir, last, 0) == 0) {
        close(dir);
        return true;
    }
    const int to =
        ok ? openat(dir, last,
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600)
           : -1;
    ok = to >= 0 && copy_all(from, to);
    const int why = errno;
    if (to >= 0)
        close(to);
    if (dir >= 0)
        close(dir);
    errno = why;
    return ok;
}

static corr_code fail_put(const char *name, corr_err *err)
{
    return corr_fail(err, CORR_EIO, "%.200s cannot be written: %s", name,
                     strerror(errno));
}

/* Why an archive is not unpacked to a disk; NULL: it may be. */
static const char *why_refused(const corr_archive *a)
{
    const corr_archive_facts f = corr_archive_facts_of(a);

    return f.passed   ? "the archive has links or names that leave it"
           : f.twice  ? "the archive has two files of one name"
           : f.locked ? "the archive has encrypted files"
           : f.unread || f.is_cut ? "the archive is damaged or cut off"
                                  : NULL;
}

corr_code case_folder_refuse(const corr_archive *a, corr_err *err)
{
    const char *why = why_refused(a);

    if (!why)
        return CORR_OK;
    corr_fail(err, CORR_EFORMAT, "%s", why);
    return corr_hint(
        err, "fetch the file again; corr info FILE reads what is there");
}

corr_code case_folder_fill(const char *folder, const corr_archive *a,
                           corr_err *err)
{
    const size_t n = corr_archive_facts_of(a).files;
    const int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    corr_code code = root >= 0 ? CORR_OK : fail_put(folder, err);

    for (size_t i = 0; !code && i < n; i++) {
        const corr_archive_file f = corr_archive_at(a, i);
        if (!put_in_folder(root, f.name, f.fd, NULL))
            code = fail_put(f.name, err);
    }
    if (root >= 0)
        close(root);
    return code;
}

corr_code case_folder_copy(const char *folder, const char *from,
                           const case_names *names, corr_err *err)
{
    const int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    corr_code code = root >= 0 ? CORR_OK : fail_put(folder, err);

    for (size_t i = 0; !code && i < names->list.n; i++) {
        const char *name = names->list.v[i];
        const char *path = corr_arena_print(names->arena, "%s/%s", from, name);
        const int fd =
            path ? open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
        if (fd < 0 || !put_in_folder(root, name, fd, path))
            code = fail_put(name, err);
        if (fd >= 0)
            close(fd);
    }
    if (root >= 0)
        close(root);
    return code;
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *at)
{
    (void)st;
    (void)type;
    (void)at;
    return remove(path);
}

void case_folder_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
