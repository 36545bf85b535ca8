#include "load/find_files.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/base.h"
#include "base/time_range.h"
#include "corr_sort.h"
#include "load/archive.h"

/* What corr itself writes into a folder of a case. */
static const char finding_name[] = "finding.md";

enum {
    DEEPEST = 32,
    MOST_FOUND = 100000 /* files below the named directories */
};

static char *join_path(const char *dir, const char *name)
{
    size_t n = strlen(dir) + strlen(name) + 2;
    char *p = malloc(n);

    if (p)
        snprintf(p, n, "%s%s%s", dir,
                 *dir && dir[strlen(dir) - 1] != '/' ? "/" : "", name);
    return p;
}

static bool add_file(walk *w, char *path, char *show, bool named,
                     const corr_err *err)
{
    walk_file f = { .path = path, .show = show, .named = named };

    if (err)
        f.err = *err;
    if (path && show && vec_push(&w->file, f))
        return true;
    free(path);
    free(show);
    return false;
}

/* Whether a link below root leads to a path below root. */
static bool stays_inside(const char *root, const char *path)
{
    char *real_root = realpath(root, NULL);
    char *real = realpath(path, NULL);
    size_t n = real_root ? strlen(real_root) : 0;
    bool inside = real_root && real && strncmp(real, real_root, n) == 0 &&
                  (real[n] == '/' || real[n] == 0);

    free(real_root);
    free(real);
    return inside;
}

/* Whether a directory belongs to the kernel: its files are devices or are made
 * while they are read, and reading one may never end. */
static bool is_of_kernel(const char *path)
{
    static const unsigned long kernel[] = {
        PROC_SUPER_MAGIC,   SYSFS_MAGIC,         DEVPTS_SUPER_MAGIC,
        CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC, DEBUGFS_MAGIC,
        TRACEFS_MAGIC,      SECURITYFS_MAGIC,    BPF_FS_MAGIC,
        PSTOREFS_MAGIC,     EFIVARFS_MAGIC,      BINFMTFS_MAGIC,
    };
    struct stat dev, st;
    struct statfs fs;

    if (stat("/dev", &dev) == 0 && stat(path, &st) == 0 &&
        dev.st_dev == st.st_dev && dev.st_ino == st.st_ino)
        return true;
    for (size_t i = 0; statfs(path, &fs) == 0 && i < countof(kernel); i++)
        if ((unsigned long)fs.f_type == kernel[i])
            return true;
    return false;
}

static bool is_usual_folder(const char *name)
{
    return strcmp(name, "profiles") == 0 || strcmp(name, "traces") == 0 ||
           strcmp(name, "metrics") == 0;
}

/* A directory that is still to be read. */
typedef struct folder {
    char *path, *show;
    unsigned depth;
} folder;

typedef struct folders {
    vec(folder) todo;
    const char *root;
    bool flat, named;
    size_t most; /* files in the walk at which the search ends */
} folders;

/* Keeps the name of a skipped directory.  Owns show from here on.  False: out
 * of memory. */
static bool pass_folder(walk *w, char *show)
{
    const bool ok = vec_push(&w->passed, show);

    if (!ok)
        free(show);
    return ok;
}

static bool visit_entry(walk *w, folders *f, const folder *in, const char *name)
{
    struct stat st;
    char *path = join_path(in->path, name);
    char *show = *in->show ? join_path(in->show, name) : strdup(name);
    bool ok = path && show;
    bool keep = ok && lstat(path, &st) == 0;

    if (ok && !keep && errno != ENOENT) {
        corr_err err = { 0 };
        corr_fail(&err, CORR_EIO, "%s", strerror(errno));
        return add_file(w, path, show, f->named, &err);
    }
    if (keep && S_ISLNK(st.st_mode))
        keep = stays_inside(f->root, path) && stat(path, &st) == 0 &&
               S_ISREG(st.st_mode); /* links to directories may form loops */
    if (keep && S_ISREG(st.st_mode))
        return add_file(w, path, show, f->named, NULL);
    if (keep && S_ISDIR(st.st_mode) && in->depth < DEEPEST &&
        (!f->flat || (in->depth == 0 && is_usual_folder(name)))) {
        if (vec_push(&f->todo, (folder){ path, show, in->depth + 1 }))
            return true;
        ok = false;
    }
    if (ok && keep && S_ISDIR(st.st_mode) && f->flat)
        ok = pass_folder(w, show);
    else
        free(show);
    free(path);
    return ok;
}

static bool fail_folder(walk *w, const folder *in, const corr_err *err)
{
    return add_file(w, strdup(in->path),
                    strdup(*in->show ? in->show : in->path), true, err);
}

static bool fail_reading(walk *w, const folder *in, int sys)
{
    corr_err err = { 0 };

    corr_fail(&err, sys == ENOMEM ? CORR_ENOMEM : CORR_EIO,
              "cannot read this directory: %s", strerror(sys));
    err.sys = sys;
    return fail_folder(w, in, &err);
}

static bool read_folder(walk *w, folders *f, const folder *in)
{
    corr_err err = { 0 };
    bool ok = true;

    if (is_of_kernel(in->path)) {
        if (in->depth > 0)
            return true;
        corr_fail(&err, CORR_EIO, "folders of the kernel are not searched");
        corr_hint(&err, "name a file in it");
        return fail_folder(w, in, &err);
    }
    DIR *dir = opendir(in->path);
    if (!dir)
        return fail_reading(w, in, errno);
    const struct dirent *e = NULL;
    do {
        errno = 0;
        e = w->file.n <= f->most ? readdir(dir) : NULL;
        if (!e && errno)
            ok = fail_reading(w, in, errno);
        else if (e && e->d_name[0] != '.' &&
                 strcmp(e->d_name, finding_name) != 0)
            ok = visit_entry(w, f, in, e->d_name);
    } while (ok && e);
    closedir(dir);
    return ok;
}

/* Adds the files of a directory, shown below `show`. */
static bool walk_folder(walk *w, const char *path, const char *show, bool flat)
{
    folders f = { .root = path, .flat = flat, .most = w->file.n + MOST_FOUND };
    bool ok = vec_push(&f.todo, (folder){ strdup(path), strdup(show), 0 });

    while (f.todo.n) {
        folder in = f.todo.v[--f.todo.n];
        ok = ok && in.path && in.show && read_folder(w, &f, &in);
        free(in.path);
        free(in.show);
    }
    vec_free(&f.todo);
    return ok;
}

/* Whether a part of a path is hidden. */
static bool is_hidden(const char *name)
{
    return name[0] == '.' || strstr(name, "/.");
}

/* Adds a file of an archive, which is in memory. */
static bool add_entry(walk *w, const archive_file *e, const char *in,
                      const char *show)
{
    char path[32];

    snprintf(path, sizeof path, "/proc/self/fd/%d", e->fd);
    if (!add_file(w, strdup(path),
                  *show ? join_path(show, e->name) : strdup(e->name), false,
                  NULL))
        return false;
    walk_file *f = &w->file.v[w->file.n - 1];
    f->entry = join_path(in, e->name);
    return f->entry;
}

/* Adds the files of an archive, shown below `show`. */
static bool walk_archive(walk *w, const char *path, const char *show)
{
    corr_err err = { 0 };
    archive a;
    const size_t had = w->memory.n;
    walk_notes notes = { .archive = strdup(path) };
    bool ok = notes.archive != NULL;

    if (archive_read(&a, path, &err)) {
        free(notes.archive);
        archive_clear(&a);
        return add_file(w, strdup(path), strdup(path), true, &err);
    }
    notes.passed = a.passed;
    notes.unread = a.unread;
    notes.locked = a.locked;
    notes.twice = a.twice;
    notes.is_cut = a.is_cut;
    for (size_t i = 0; ok && i < a.file.n; i++) {
        const archive_file *e = &a.file.v[i];
        ok = vec_push(&w->memory, e->fd);
        if (ok && strcmp(e->name, ".corr/provenance.jsonl") == 0)
            notes.provenance_fd = e->fd;
        else if (ok && !is_hidden(e->name) && strcmp(e->name, finding_name))
            ok = add_entry(w, e, path, show);
    }
    if (ok && vec_push(&w->notes, notes)) {
        archive_keep(&a);
        return true;
    }
    free(notes.archive);
    w->memory.n = had; /* archive_clear closes them */
    archive_clear(&a);
    return false;
}

/* Adds the files of "DIR@WINDOW".  Owns dir from here on. */
static bool walk_cut_folder(walk *w, char *dir, const char *window,
                            const walk_how *how, bool is_folder)
{
    const size_t first = w->file.n;

    if (!vec_push(&w->cut, ((walk_cut){ dir, window }))) {
        free(dir);
        return false;
    }
    const char *show = how->full ? dir : "";
    if (is_folder ? !walk_folder(w, dir, show, how->flat)
                  : !walk_archive(w, dir, show))
        return false;
    for (size_t i = first; i < w->file.n; i++) {
        w->file.v[i].window = window;
        w->file.v[i].within = w->cut.n;
    }
    return true;
}

/* The path before "@WINDOW".  NULL: path does not end in a window, or out of
 * memory. */
static char *path_before_window(const char *path, const char **window)
{
    corr_str name, rest;

    if (!corr_str_cut_last(corr_str_of(path), '@', &name, &rest) || !name.n ||
        !time_range_is(rest))
        return NULL;
    *window = path + name.n + 1;
    return strndup(path, name.n);
}

/* Stats what stands before "@WINDOW".  False: path does not end in a window, or
 * there is no such file. */
static bool stat_windowed(const char *path, struct stat *st)
{
    const char *window;
    char *name = path_before_window(path, &window);
    const bool found = name && stat(name, st) == 0;

    free(name);
    return found;
}

/* Stats a path, with or without a window.  False: it does not exist. */
static bool stat_named(const char *path, struct stat *st)
{
    return stat(path, st) == 0 || stat_windowed(path, st);
}

bool corr_is_there(const char *path)
{
    struct stat st;

    return stat_named(path, &st);
}

/* Adds an existing "FILE@WINDOW", shown as the user typed it. */
static bool walk_windowed(walk *w, const char *path, const walk_how *how,
                          bool is_folder)
{
    const char *window = "";
    char *name = path_before_window(path, &window);
    corr_err err = { 0 };

    if (!name)
        return false;
    if (is_folder || archive_is(name, &err))
        return walk_cut_folder(w, name, window, how, is_folder);
    if (!add_file(w, name, strdup(path), true, &err))
        return false;
    w->file.v[w->file.n - 1].window = window;
    return true;
}

/* Adds a hint if the text behind the @ of a file was meant as a window. */
static void hint_window(const char *path, corr_err *err)
{
    corr_str name, rest;
    struct stat st;

    if (!corr_str_cut_last(corr_str_of(path), '@', &name, &rest) || !name.n)
        return;
    char *file = strndup(name.p, name.n);
    if (file && stat(file, &st) == 0)
        corr_hint(err, "a window is written @14:00..14:10, @14:00.. or @-5m");
    free(file);
}

static bool walk_one(walk *w, const char *path, const walk_how *how)
{
    struct stat st;
    corr_err err = { 0 };

    if (strcmp(path, "-") == 0)
        return add_file(w, strdup("-"), strdup("standard input"), true, NULL);
    if (stat(path, &st) != 0) {
        int why = errno;
        if (stat_windowed(path, &st))
            return walk_windowed(w, path, how, S_ISDIR(st.st_mode));
        corr_fail(&err, CORR_EIO, "%s", strerror(why));
        err.sys = why;
        hint_window(path, &err);
        return add_file(w, strdup(path), strdup(*path ? path : "\"\""), true,
                        &err);
    }
    if (S_ISDIR(st.st_mode))
        return walk_folder(w, path, how->full ? path : "", how->flat);
    if (S_ISSOCK(st.st_mode) || S_ISBLK(st.st_mode)) {
        corr_fail(&err, CORR_EIO, "not a file that can be read");
        return add_file(w, strdup(path), strdup(path), true, &err);
    }
    if (!how->found && archive_is(path, &err))
        return walk_archive(w, path, how->full || how->several ? path : "");
    return add_file(w, strdup(path), strdup(path), !how->found, &err);
}

SORT_BY(by_show, walk_file, ASC_CHARS(show), ASC_CHARS(path))

static bool is_folder(const char *path)
{
    struct stat st;

    return strcmp(path, "-") != 0 && stat_named(path, &st) &&
           S_ISDIR(st.st_mode);
}

corr_code walk_paths(walk *w, const char *const *paths, size_t n,
                     const walk_how *how, corr_err *err)
{
    walk_how each = *how;
    size_t dirs = 0;

    for (size_t i = 0; n > 1 && dirs < 2 && i < n; i++)
        dirs += is_folder(paths[i]);
    w->full = each.full |= dirs > 1;
    each.several = n > 1;
    for (size_t i = 0; i < n; i++) {
        const size_t before = w->file.n;
        if (!walk_one(w, paths[i], &each)) {
            return corr_no_memory(err);
        } else if (w->file.n > before + MOST_FOUND) {
            corr_hint(err, "name a smaller directory");
            return corr_fail(err, CORR_EUSAGE, "%s: more than %d files below",
                             paths[i], MOST_FOUND);
        }
    }
    vec_sort(&w->file, by_show);
    return CORR_OK;
}

bool walk_show_windows(walk *w)
{
    for (size_t i = 0; w->full && i < w->file.n; i++) {
        walk_file *f = &w->file.v[i];
        if (!f->within)
            continue;
        const size_t n = strlen(f->show) + strlen(f->window) + 2;
        char *show = malloc(n);
        if (!show)
            return false;
        snprintf(show, n, "%s@%s", f->show, f->window);
        free(f->show);
        f->show = show;
    }
    return true;
}

static uint64_t bytes_at(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size
                                                       : 0;
}

uint64_t walk_file_bytes(const walk_file *f)
{
    uint64_t bytes = f->part.n ? 0 : bytes_at(f->path);

    for (size_t k = 0; k < f->part.n; k++)
        bytes += f->part.v[k].to - f->part.v[k].from;
    for (size_t k = 1; k < f->piece.n; k++)
        bytes += bytes_at(f->piece.v[k].path);
    return bytes;
}

void walk_file_clear(walk_file *f)
{
    for (size_t i = 0; i < f->piece.n; i++) {
        free(f->piece.v[i].path);
        free(f->piece.v[i].show);
    }
    vec_free(&f->piece);
    vec_free(&f->part);
    free(f->path);
    free(f->show);
    free(f->entry);
}

void walk_clear(walk *w)
{
    for (size_t i = 0; i < w->file.n; i++)
        walk_file_clear(&w->file.v[i]);
    vec_free(&w->file);
    for (size_t i = 0; i < w->cut.n; i++)
        free(w->cut.v[i].dir);
    vec_free(&w->cut);
    for (size_t i = 0; i < w->passed.n; i++)
        free(w->passed.v[i]);
    vec_free(&w->passed);
    for (size_t i = 0; i < w->memory.n; i++)
        close(w->memory.v[i]);
    vec_free(&w->memory);
    for (size_t i = 0; i < w->notes.n; i++)
        free(w->notes.v[i].archive);
    vec_free(&w->notes);
}
