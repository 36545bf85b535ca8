/* scrub_files - the files of a run. */
#include "scrub/scrub_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corr_sort.h"
#include "load/archive.h"

enum { FOLDERS_DEEP = 64, FILES_MOST = 1000000 };

static const char an_archive[] = "an archive in a folder; unpack it first";

/* ---- finding ------------------------------------------------------------- */

static bool is_same_file(const struct stat *a, const char *path)
{
    struct stat b;

    return path && stat(path, &b) == 0 && a->st_dev == b.st_dev &&
           a->st_ino == b.st_ino;
}

static bool add_item(scrub_files *f, const char *path, const char *from,
                     const char *why)
{
    scrub_item item = { .path = corr_arena_text(&f->arena, corr_str_of(path)),
                        .from = corr_arena_text(&f->arena, corr_str_of(from)) };

    item.show = (corr_scrub_file){ .from = item.from, .why = why };
    return item.path && item.from && vec_push(&f->item, item);
}

static int not_dots(const struct dirent *d)
{
    return strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0;
}

static bool is_scrubbed(scrub_files *f, const char *dir)
{
    const char *receipt =
        corr_arena_print(&f->arena, "%s/" CORR_SCRUB_RECEIPT, dir);

    return receipt && access(receipt, F_OK) == 0;
}

static bool find_in(scrub_files *f, const char *dir, const char *from,
                    unsigned depth, const corr_scrub_opts *opts);

static bool find_entry(scrub_files *f, const char *path, const char *from,
                       const char *name, unsigned depth,
                       const corr_scrub_opts *opts)
{
    struct stat st;

    if (f->item.n >= FILES_MOST)
        return true;
    if (lstat(path, &st) != 0)
        return errno == ENOENT ||
               add_item(f, path, from, "a file that cannot be read");
    if (S_ISDIR(st.st_mode)) {
        if (strcmp(name, ".corr") == 0 || is_scrubbed(f, path))
            return true;
        if (name[0] == '.' || depth >= FOLDERS_DEEP)
            return add_item(f, path, from, "a hidden folder");
        return find_in(f, path, from, depth + 1, opts);
    }
    if (is_same_file(&st, opts->key_file))
        return add_item(f, path, from, "the key");
    if (name[0] == '.')
        return add_item(f, path, from, "a hidden file");
    return add_item(f, path, from,
                    !S_ISREG(st.st_mode)     ? "no file"
                    : archive_is(path, NULL) ? an_archive
                                             : NULL);
}

static bool find_in(scrub_files *f, const char *dir, const char *from,
                    unsigned depth, const corr_scrub_opts *opts)
{
    struct dirent **entry;
    const int n = scandir(dir, &entry, not_dots, alphasort);
    bool good = n >= 0 || errno != ENOMEM;

    if (n < 0 && good)
        return add_item(f, dir, from, "a folder that cannot be read");
    for (int i = 0; i < n; i++) {
        const char *name = entry[i]->d_name;
        char *path = corr_arena_print(&f->arena, "%s/%s", dir, name);
        char *show = corr_arena_print(&f->arena, "%s%s%s", from,
                                      from[0] ? "/" : "", name);
        good = good && path && show &&
               find_entry(f, path, show, name, depth, opts);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return good;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* As files of folders are found: "/" comes before all other bytes. */
static int order_of_paths(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (*a == '/' ? 1 : (unsigned char)*a) -
           (*b == '/' ? 1 : (unsigned char)*b);
}

SORT_BY(file_by_path, archive_file, THEN(order_of_paths(a->name, b->name)))

/* Finds the files of an archive, which are in memory. */
static corr_code find_in_archive(scrub_files *f, const char *path,
                                 const char *from, corr_err *err)
{
    archive a;
    const size_t had = f->memory.n;
    corr_code code = archive_read(&a, path, err);
    bool good = true;

    if (!code)
        vec_sort(&a.file, file_by_path);
    for (size_t i = 0; !code && good && i < a.file.n; i++) {
        const char *entry = a.file.v[i].name;
        char *open =
            corr_arena_print(&f->arena, "/proc/self/fd/%d", a.file.v[i].fd);
        char *show = corr_arena_print(&f->arena, "%s%s%s", from,
                                      from[0] ? "/" : "", entry);
        good =
            open && show && vec_push(&f->memory, a.file.v[i].fd) &&
            (strncmp(entry, ".corr/", 6) == 0 ||
             add_item(f, open, show,
                      entry[0] == '.' || strstr(entry, "/.") ? "a hidden file"
                      : archive_is(open, NULL)               ? an_archive
                                                             : NULL));
    }
    if (!code && good && (a.passed || a.unread || a.is_cut))
        good = add_item(f, path, last_part(path),
                        "links, or files that cannot be unpacked");
    if (!code && good) {
        archive_keep(&a);
        return CORR_OK;
    }
    f->memory.n = had; /* archive_clear closes them */
    archive_clear(&a);
    return code ? code : corr_no_memory(err);
}

corr_code scrub_files_find(scrub_files *f, const char *const *paths, size_t n,
                           const corr_scrub_opts *opts, corr_err *err)
{
    bool good = true;
    corr_code code = CORR_OK;

    f->arena.limit = SIZE_MAX;
    for (size_t i = 0; i < n && good && !code; i++) {
        char *path = corr_arena_text(&f->arena, corr_str_of(paths[i]));
        struct stat st;
        size_t length = path ? strlen(path) : 0;
        while (length > 1 && path[length - 1] == '/')
            path[--length] = '\0';
        if (!path)
            return corr_no_memory(err);
        if (stat(path, &st) != 0)
            return corr_fail(err, CORR_EIO, "%s cannot be opened: %s", path,
                             strerror(errno));
        const char *name = last_part(path);
        if (S_ISDIR(st.st_mode))
            good =
                find_in(f, path, n > 1 && name[0] != '.' ? name : "", 0, opts);
        else if (!is_same_file(&st, opts->key_file) && archive_is(path, err))
            code = find_in_archive(f, path, n > 1 ? name : "", err);
        else if (err && err->code)
            code = err->code;
        else
            good = add_item(f, path, name,
                            is_same_file(&st, opts->key_file) ? "the key"
                            : S_ISREG(st.st_mode)             ? NULL
                                                              : "no file");
    }
    if (code || !good)
        return code ? code : corr_no_memory(err);
    if (f->item.n == 0)
        return corr_fail(err, CORR_ENONE, "no files to scrub");
    return CORR_OK;
}

/* ---- making -------------------------------------------------------------- */

static bool note_made(scrub_files *f, const char *path)
{
    char *copy = corr_arena_text(&f->arena, corr_str_of(path));

    return copy && vec_push(&f->made, copy);
}

static bool is_empty_folder(const char *path)
{
    struct dirent **entry;
    const int n = scandir(path, &entry, not_dots, NULL);

    for (int i = 0; i < n; i++)
        free(entry[i]);
    if (n >= 0)
        free(entry);
    return n == 0;
}

corr_code scrub_files_make(scrub_files *f, const char *out,
                           const char *const *paths, size_t n, corr_err *err)
{
    struct stat st;

    if (stat(out, &st) != 0) {
        if (mkdir(out, 0777) != 0)
            return corr_fail(err, CORR_EIO, "%s cannot be made: %s", out,
                             strerror(errno));
        if (note_made(f, out))
            return CORR_OK;
        rmdir(out);
        return corr_no_memory(err);
    }
    for (size_t i = 0; i < n; i++)
        if (is_same_file(&st, paths[i])) {
            corr_fail(err, CORR_EUSAGE,
                      "%s is an input: corr does not write into it", out);
            return corr_hint(err, "name a new folder: -o share");
        }
    if (!S_ISDIR(st.st_mode) || !is_empty_folder(out)) {
        corr_fail(err, CORR_EUSAGE, "%s exists and is not empty", out);
        return corr_hint(err, "corr replaces no files: name a new folder, or "
                              "remove this one");
    }
    return CORR_OK;
}

static bool make_folders(scrub_files *f, char *path, size_t from)
{
    for (char *slash = strchr(path + from, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        const bool made = mkdir(path, 0777) == 0;
        const bool good = made ? note_made(f, path) : errno == EEXIST;
        if (made && !good)
            rmdir(path);
        *slash = '/';
        if (!good)
            return false;
    }
    return true;
}

int scrub_files_create(scrub_files *f, const char *out, const char *name,
                       corr_err *err)
{
    char *path = corr_arena_print(&f->arena, "%s/%s", out, name);
    const bool folders = path && make_folders(f, path, strlen(out) + 1);
    const int fd =
        folders ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)
                : -1;

    if (fd >= 0 && note_made(f, path))
        return fd;
    if (fd >= 0) {
        unlink(path);
        close(fd);
    }
    if (!path || errno == ENOMEM)
        corr_no_memory(err);
    else
        corr_fail(err, CORR_EIO, "%s cannot be made: %s", path,
                  strerror(errno));
    return -1;
}

void scrub_files_remove(scrub_files *f)
{
    while (f->made.n)
        remove(f->made.v[--f->made.n]);
}

void scrub_files_clear(scrub_files *f)
{
    vec_free(&f->item);
    vec_free(&f->made);
    for (size_t i = 0; i < f->memory.n; i++)
        close(f->memory.v[i]);
    vec_free(&f->memory);
    corr_arena_clear(&f->arena);
}
