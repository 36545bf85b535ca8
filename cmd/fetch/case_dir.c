/* case_dir - the folder of a case: originals, and where each came from. */
#define _GNU_SOURCE /* O_TMPFILE, AT_EMPTY_PATH */
#include "fetch/case_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fetch/case_notes.h"

enum {
    MOST_NAMES = 10000, /* numbers that a taken name may get */
    MOST_NAME = 200,    /* bytes of a file's name; its folder not counted */
    MOST_UNWRITTEN = 8 << 10, /* bytes of notes */
    MOST_IN_VAIN = 16 /* failures of case_keep_new; then it is not tried */
};

static const char notes_name[] = ".corr/provenance.jsonl";

struct case_dir {
    char *path;
    int fd;
    int log;
    long pid;
    atomic_uint parts; /* their numbers; two threads make parts */
    unsigned in_vain;  /* failures of case_keep_new in a row */
    case_notes *notes;
    corr_vec(char) lines; /* of notes that are not written yet */
};

static corr_code case_failed(const case_dir *c, const char *name, corr_err *err)
{
    const int sys = errno;
    char shown[160];

    corr_safe(shown, sizeof shown, corr_str_of(name), false);
    err->sys = sys;
    return corr_fail(err, CORR_EIO, "%.80s/%s: %s", c->path, shown,
                     strerror(sys));
}

static bool make_folder(int at, const char *name)
{
    return mkdirat(at, name, 0700) == 0 || errno == EEXIST;
}

/* ---- opening ------------------------------------------------------------- */

static corr_code read_notes(case_dir *c, corr_err *err)
{
    corr_str text;
    corr_code code;

    c->log = openat(c->fd, notes_name,
                    O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (c->log < 0)
        return case_failed(c, notes_name, err);
    c->notes = case_notes_new();
    if (!c->notes)
        return corr_no_memory(err);
    code = case_map(c, notes_name, &text, err);
    if (code)
        return code;
    if (!case_notes_read(c->notes, text))
        code = corr_no_memory(err);
    /* a line that was cut by a crash must not swallow the next one */
    if (!code && text.n && text.p[text.n - 1] != '\n' &&
        write(c->log, "\n", 1) != 1)
        code = case_failed(c, notes_name, err);
    case_unmap(text);
    return code;
}

case_dir *case_open(const char *path, corr_err *err)
{
    case_dir *c = calloc(1, sizeof *c);

    if (c)
        *c = (case_dir){
            .path = strdup(path), .fd = -1, .log = -1, .pid = getpid()
        };
    if (!c || !c->path) {
        free(c);
        corr_no_memory(err);
        return NULL;
    }
    if (make_folder(AT_FDCWD, path))
        c->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (c->fd < 0 || !make_folder(c->fd, ".corr") ||
        !make_folder(c->fd, ".corr/part")) {
        case_failed(c, "", err);
        corr_hint(err, "-o DIR names a folder that can be written");
        case_close(c);
        return NULL;
    }
    if (read_notes(c, err)) {
        case_close(c);
        return NULL;
    }
    return c;
}

void case_close(case_dir *c)
{
    corr_err ignored = { 0 };

    if (!c)
        return;
    if (c->log >= 0)
        (void)!case_flush(c, &ignored);
    corr_vec_free(&c->lines);
    if (c->fd >= 0) {
        unlinkat(c->fd, ".corr/part", AT_REMOVEDIR); /* if it is empty */
        close(c->fd);
    }
    if (c->log >= 0)
        close(c->log);
    case_notes_free(c->notes);
    free(c->path);
    free(c);
}

char *case_path(const case_dir *c, corr_arena *a, const char *name)
{
    return corr_arena_print(a, "%s/%s", c->path, name);
}

/* ---- files --------------------------------------------------------------- */

corr_code case_part(case_dir *c, char name[CASE_PATH], int *fd, corr_err *err)
{
    do {
        snprintf(name, CASE_PATH, ".corr/part/%ld-%u.part", c->pid,
                 atomic_fetch_add(&c->parts, 1) + 1);
        *fd = openat(c->fd, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    } while (*fd < 0 && errno == EEXIST);
    return *fd < 0 ? case_failed(c, name, err) : CORR_OK;
}

void case_drop(case_dir *c, const char *part)
{
    if (*part)
        unlinkat(c->fd, part, 0);
}

corr_code case_map_part(case_dir *c, const char *name, int fd, size_t size,
                        corr_str *map, corr_err *err)
{
    void *p =
        size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;

    *map = (corr_str){ "", 0 };
    if (size && p == MAP_FAILED)
        return case_failed(c, name, err);
    if (size)
        *map = (corr_str){ p, size };
    return CORR_OK;
}

corr_code case_map(case_dir *c, const char *name, corr_str *map, corr_err *err)
{
    struct stat st;
    const int fd = openat(c->fd, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

    *map = (corr_str){ "", 0 };
    if (fd < 0)
        return case_failed(c, name, err);
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return corr_fail(err, CORR_EIO, "%.80s/%.120s is no file", c->path,
                         name);
    }
    const corr_code code =
        case_map_part(c, name, fd, (size_t)st.st_size, map, err);
    close(fd);
    return code;
}

void case_unmap(corr_str map)
{
    union {
        const char *read;
        void *any;
    } p = { map.p };

    if (map.n)
        munmap(p.any, map.n);
}

/* Whether a file of the folder has these bytes. */
static bool holds(case_dir *c, const char *name, const char *sha)
{
    corr_err ignored = { 0 };
    char has[CORR_SHA256_TEXT];
    corr_str map;

    if (case_map(c, name, &map, &ignored))
        return false;
    corr_sha256_of(map.p, map.n, has);
    case_unmap(map);
    return strcmp(has, sha) == 0;
}

/* ---- names --------------------------------------------------------------- */

static bool is_name_char(char c)
{
    return corr_is_digit(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
}

/* A wanted path, of one folder and one name, without characters that a shell or
 * another system could take amiss. */
static void clean_name(const char *wanted, char folder[24], char *name)
{
    static const char *const folders[] = { "profiles", "traces", "metrics",
                                           "alerts", "other" };
    corr_str before, after = corr_str_of(wanted);
    size_t n = 0;

    strcpy(folder, "other");
    if (corr_str_cut(after, '/', &before, &after))
        for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
            if (corr_str_is(before, folders[i]))
                strcpy(folder, folders[i]);
    for (; n < after.n && n < MOST_NAME; n++)
        name[n] = is_name_char(after.p[n]) ? after.p[n] : '_';
    if (n > 0 && name[0] == '.')
        name[0] = '_';
    if (n == 0)
        name[n++] = '_';
    name[n] = '\0';
}

/* The place where a number goes: before ".pb.gz". */
static size_t stem_of(const char *name)
{
    const corr_str s = corr_str_of(name);
    size_t at = s.n;

    for (unsigned dots = 0; at > 0 && dots < 2; dots++) {
        size_t dot = at;
        while (dot > 0 && name[dot - 1] != '.')
            dot--;
        if (dot < 2 || at - dot > 8)
            break;
        at = dot - 1;
    }
    return at;
}

/* The i-th name that a file may get. */
static void print_name(char name[CASE_PATH], const char *folder,
                       const char *clean, unsigned i)
{
    const size_t stem = stem_of(clean);

    if (i == 1)
        snprintf(name, CASE_PATH, "%s/%s", folder, clean);
    else
        snprintf(name, CASE_PATH, "%s/%.*s-%u%s", folder, (int)stem, clean, i,
                 clean + stem);
}

/* Renames, but replaces no file. */
static bool rename_new(int at, const char *from, const char *to)
{
    enum { NO_REPLACE = 1 }; /* RENAME_NOREPLACE of renameat2(2) */

    return syscall(SYS_renameat2, at, from, at, to, NO_REPLACE) == 0;
}

/* Gives a part a name that is not taken.  errno is EEXIST if it is. */
static bool move_to(case_dir *c, const char *part, const char *name)
{
    if (rename_new(c->fd, part, name))
        return true;
    if (errno == EEXIST || errno == ENOENT)
        return false;
    /* kernels and file systems without this */
    if (linkat(c->fd, part, c->fd, name, 0) == 0) {
        unlinkat(c->fd, part, 0);
        return true;
    }
    if (errno == EEXIST)
        return false;
    /* file systems without links */
    const int fd =
        openat(c->fd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    close(fd);
    return renameat(c->fd, part, c->fd, name) == 0;
}

corr_code case_keep(case_dir *c, const char *part, const char *wanted,
                    const char *sha, char name[CASE_PATH], corr_err *err)
{
    char folder[24], clean[MOST_NAME + 1];

    clean_name(wanted, folder, clean);
    for (unsigned i = 1; i <= MOST_NAMES; i++) {
        print_name(name, folder, clean, i);
        if (move_to(c, part, name) ||
            (errno == ENOENT && make_folder(c->fd, folder) &&
             move_to(c, part, name)))
            return CORR_OK;
        if (errno != EEXIST)
            return case_failed(c, name, err);
        if (holds(c, name, sha)) {
            case_drop(c, part);
            return CORR_OK;
        }
    }
    return corr_fail(err, CORR_ELIMIT, "%.80s has %d files named %.80s",
                     c->path, MOST_NAMES, clean);
}

/* A file without a name, whose name is made once it is whole. */
static bool write_new(case_dir *c, const char *name, corr_str bytes)
{
    const int fd = openat(c->fd, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);

    if (fd < 0)
        return false;
    const bool ok = write(fd, bytes.p, bytes.n) == (ssize_t)bytes.n &&
                    linkat(fd, "", c->fd, name, AT_EMPTY_PATH) == 0;
    close(fd);
    return ok;
}

bool case_keep_new(case_dir *c, const char *wanted, corr_str bytes,
                   char name[CASE_PATH])
{
    char folder[24], clean[MOST_NAME + 1];

    if (c->in_vain == MOST_IN_VAIN)
        return false;
    clean_name(wanted, folder, clean);
    print_name(name, folder, clean, 1);
    const bool ok = write_new(c, name, bytes);
    c->in_vain = ok ? 0 : c->in_vain + 1;
    return ok;
}

corr_code case_keep_asked(case_dir *c, const char *part, const char *sha,
                          char name[CASE_PATH], corr_err *err)
{
    snprintf(name, CASE_PATH, ".corr/asked/%.40s", sha);
    if (renameat(c->fd, part, c->fd, name) == 0 ||
        (errno == ENOENT && make_folder(c->fd, ".corr/asked") &&
         renameat(c->fd, part, c->fd, name) == 0))
        return CORR_OK;
    return case_failed(c, name, err);
}

int64_t case_kept_at(case_dir *c, const char *wanted, corr_str bytes)
{
    char folder[24], clean[MOST_NAME + 1], name[CASE_PATH],
        sha[CORR_SHA256_TEXT];
    struct stat st;

    clean_name(wanted, folder, clean);
    corr_sha256_of(bytes.p, bytes.n, sha);
    for (unsigned i = 1; i <= MOST_NAMES; i++) {
        print_name(name, folder, clean, i);
        if (fstatat(c->fd, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            return 0;
        if (holds(c, name, sha))
            return (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
    }
    return 0;
}

corr_code case_put(case_dir *c, const char *wanted, corr_str bytes,
                   char name[CASE_PATH], corr_err *err)
{
    char part[CASE_PATH], sha[CORR_SHA256_TEXT];
    int fd;
    corr_code code = case_part(c, part, &fd, err);

    if (code)
        return code;
    const ssize_t done = write(fd, bytes.p, bytes.n);
    if (done < 0 || (size_t)done != bytes.n)
        code = case_failed(c, part, err);
    close(fd);
    corr_sha256_of(bytes.p, bytes.n, sha);
    if (!code)
        code = case_keep(c, part, wanted, sha, name, err);
    if (code)
        case_drop(c, part);
    return code;
}

/* ---- notes --------------------------------------------------------------- */

const case_note *case_find(case_dir *c, const char *method, const char *url,
                           const char *asked)
{
    const case_note *n = case_notes_find(c->notes, method, url, asked);

    return n && n->complete && n->path && n->sha && holds(c, n->path, n->sha)
               ? n
               : NULL;
}

corr_code case_flush(case_dir *c, corr_err *err)
{
    const size_t size = c->lines.n;
    const ssize_t done = size ? write(c->log, c->lines.v, size) : 0;

    c->lines.n = 0;
    if (done < 0 || (size_t)done != size)
        return case_failed(c, notes_name, err);
    return CORR_OK;
}

bool case_has_unwritten(const case_dir *c)
{
    return c->lines.n > 0;
}

corr_code case_write(case_dir *c, const case_note *n, corr_err *err)
{
    char *line = case_note_print(n);
    const size_t size = line ? strlen(line) : 0;
    const bool ok = line && corr_grow((void **)&c->lines.v, &c->lines.room,
                                      c->lines.n + size, 1);

    if (ok)
        memcpy(c->lines.v + c->lines.n, line, size);
    c->lines.n += ok ? size : 0;
    free(line);
    if (!ok)
        return corr_no_memory(err);
    return c->lines.n > MOST_UNWRITTEN ? case_flush(c, err) : CORR_OK;
}
