#define _GNU_SOURCE /* memfd_create */
#include "load/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/read_at.h"
#include "base/regular_file.h"
#include "base/write_all.h"
#include "corr_archive.h"
#include "corr_sort.h"
#include "source/tar.h"
#include "source/zip.h"

enum { MOST_FILES = 50000 };
/* Bytes in memory; more than this is unpacked with tar, to a disk. */
#define MOST_BYTES (UINT64_C(8) << 30)
/* A bomb, as for one compressed file: so many bytes, and so many times those of
 * the archive. */
#define BOMB_BYTES (UINT64_C(1) << 30)
#define BOMB_RATIO 200

/* ---- recognise -------------------------------------------------------------- */

static bool is_tar(int fd, const char *path, corr_err *err)
{
    const src_opts opts = { .path = path, .is_inside = true };
    corr_src *in = src_open_fd(fd, &opts, err);
    size_t n = 0;
    const uint8_t *head = in ? corr_src_peek(in, TAR_BLOCK, &n) : NULL;
    const bool is = head && tar_begins(head, n);

    if (in && !is && src_failure(in, NULL) != CORR_EFORMAT)
        src_failure(in, err);
    src_close(in);
    return is;
}

/* By the first bytes: only what may be an archive is decompressed. */
static bool may_be_archive(const uint8_t *head, size_t n)
{
    static const uint8_t magic[][4] = { { 0x1f, 0x8b }, /* gzip */
                                        { 0x28, 0xb5, 0x2f, 0xfd } /* zstd */ };

    if (zip_begins(head, n) || tar_begins(head, n))
        return true;
    return n >= 4 &&
           (memcmp(head, magic[0], 2) == 0 || memcmp(head, magic[1], 4) == 0);
}

bool archive_is(const char *path, corr_err *err)
{
    uint8_t head[TAR_BLOCK];

    errno = 0; /* so it stays where the path is no regular file */
    const int fd = regular_file_open(path, NULL);
    const ssize_t n = fd < 0 ? -1 : read_at(fd, head, sizeof head, 0);
    if (n < 0 && errno) {
        const int sys = errno;
        corr_fail(err, CORR_EIO, fd < 0 ? "cannot open: %s" : "cannot read: %s",
                  strerror(sys));
        if (err)
            err->sys = sys;
    }
    bool is = n > 0 && may_be_archive(head, (size_t)n);

    is = is && (zip_begins(head, (size_t)n) || is_tar(fd, path, err));
    if (fd >= 0)
        close(fd);
    return is;
}

/* ---- files in memory ---------------------------------------------------------- */

typedef struct unpacking {
    archive *a;
    const char *path;
    corr_err *err;
    uint64_t size; /* bytes of the archive */
    int fd;        /* of the file that is being unpacked */
    bool failed;
} unpacking;

/* Each file takes a descriptor: as many as the system allows. */
static void allow_descriptors(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
        limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static corr_code fail_large(unpacking *u, const char *what)
{
    u->failed = true;
    corr_fail(u->err, CORR_ELIMIT, "the archive unpacks to more than %s", what);
    return corr_hint(u->err, "unpack the files that matter, and name them");
}

/* A file in memory needs a descriptor. */
static corr_code fail_file(unpacking *u, int sys)
{
    const bool is_limit = sys == EMFILE || sys == ENFILE;

    u->failed = true;
    corr_fail(u->err, is_limit ? CORR_ELIMIT : CORR_EIO,
              "no file in memory can be made after %zu files: %s", u->a->file.n,
              strerror(sys));
    return is_limit ? corr_hint(u->err, "unpack the files that matter, and "
                                        "name them; ulimit -n allows more")
                    : CORR_EIO;
}

/* A name without empty parts and without "."; NULL: out of memory. */
static char *plain_name(const char *name)
{
    corr_str rest = corr_str_of(name), part;
    char *to = malloc(rest.n + 1);
    size_t n = 0;

    while (to && corr_str_next(&rest, '/', &part)) {
        if (part.n == 0 || corr_str_is(part, "."))
            continue;
        if (n > 0)
            to[n++] = '/';
        memcpy(to + n, part.p, part.n);
        n += part.n;
    }
    if (to)
        to[n] = '\0';
    return to;
}

/* Begins a file in memory.  False: failed. */
static bool begin_file(unpacking *u, const char *name)
{
    archive_file f = { .fd = -1 };

    if (u->a->file.n >= MOST_FILES) {
        fail_large(u, "50,000 files");
        return false;
    }
    f.name = plain_name(name);
    f.fd = memfd_create("corr", MFD_CLOEXEC);
    const int sys = errno;
    if (f.name && f.fd >= 0 && vec_push(&u->a->file, f)) {
        u->fd = f.fd;
        return true;
    }
    u->failed = true;
    if (f.name && f.fd < 0)
        fail_file(u, sys);
    else
        corr_no_memory(u->err);
    free(f.name);
    if (f.fd >= 0)
        close(f.fd);
    return false;
}

static bool put_bytes(void *to, const void *p, size_t n)
{
    unpacking *u = to;

    u->a->bytes += n;
    if (u->a->bytes > MOST_BYTES) {
        fail_large(u, "8 GiB");
        return false;
    }
    if (u->a->bytes > BOMB_BYTES && u->a->bytes / BOMB_RATIO > u->size) {
        fail_large(u, "200 times its size");
        return false;
    }
    const int sys = write_all(u->fd, p, n);
    if (sys) {
        u->failed = true;
        corr_fail(u->err, CORR_EIO, "a file in memory cannot be written: %s",
                  strerror(sys));
        return false;
    }
    return true;
}

/* Forgets the file that was begun last. */
static void drop_file(unpacking *u)
{
    archive_file *f = &u->a->file.v[--u->a->file.n];

    free(f->name);
    close(f->fd);
}

/* A name, and where it stands in the archive. */
typedef struct place {
    const char *name;
    size_t at;
} place;

SORT_BY(place_by_name, place, ASC_CHARS(name), ASC(at))

/* A file that comes again replaces the first one, as tar does it.  False: out
 * of memory. */
static bool keep_last_of_each_name(archive *a)
{
    const size_t n = a->file.n;
    place *of = n ? malloc(n * sizeof *of) : NULL;
    size_t kept = 0;

    if (!of)
        return n == 0;
    for (size_t i = 0; i < n; i++)
        of[i] = (place){ a->file.v[i].name, i };
    qsort(of, n, sizeof *of, place_by_name);
    for (size_t i = 1; i < n; i++) {
        archive_file *f = &a->file.v[of[i - 1].at];
        if (strcmp(of[i - 1].name, of[i].name) != 0)
            continue;
        close(f->fd);
        f->fd = -1;
        a->twice++;
    }
    free(of);
    for (size_t i = 0; i < n; i++) {
        if (a->file.v[i].fd < 0)
            free(a->file.v[i].name);
        else
            a->file.v[kept++] = a->file.v[i];
    }
    a->file.n = kept;
    return true;
}

/* ---- tar and zip ---------------------------------------------------------------- */

/* Damaged data is unpacked as far as it goes; other failures are no property of
 * the archive. */
static bool breaks_off(corr_code code)
{
    return code && code != CORR_EFORMAT;
}

static void read_tar(unpacking *u, int fd)
{
    const src_opts opts = { .path = u->path, .is_inside = true };
    corr_src *in = src_open_fd(fd, &opts, u->err);
    tar t = { .in = in };
    tar_entry e;
    const uint8_t *p;
    size_t n;

    u->failed = !in;
    while (!u->failed && tar_next(&t, &e)) {
        if (e.is_link || !tar_name_is_safe(e.name)) {
            u->a->passed++;
            continue;
        }
        if (e.is_unread) {
            u->a->unread++;
            continue;
        }
        if (!begin_file(u, e.name))
            break;
        while (!u->failed && (p = tar_read(&t, &n)))
            put_bytes(u, p, n);
    }
    u->a->is_cut = t.damaged;
    if (!u->failed && in && breaks_off(src_failure(in, NULL))) {
        src_failure(in, u->err);
        u->failed = true;
    }
    src_close(in);
}

static void fail_reading(unpacking *u, int sys)
{
    u->failed = true;
    if (sys == ENOMEM)
        corr_no_memory(u->err);
    else
        corr_fail(u->err, CORR_EIO, "cannot read: %s", strerror(sys));
}

static void read_zip(unpacking *u, int fd)
{
    zip z;
    zip_entry e;

    if (!zip_open(&z, fd)) {
        u->failed = true;
        if (z.sys) {
            fail_reading(u, z.sys);
            return;
        }
        corr_fail(u->err, CORR_EFORMAT,
                  "the zip archive has no directory at its end; it is cut off");
        corr_hint(u->err, "fetch the file again; zip -FF repairs some");
        return;
    }
    while (!u->failed && zip_next(&z, &e)) {
        if (e.is_link || !tar_name_is_safe(e.name)) {
            u->a->passed++;
            continue;
        }
        if (z.packed > u->size) {
            u->failed = true;
            corr_fail(u->err, CORR_EFORMAT,
                      "files of the zip archive overlap each other");
            corr_hint(u->err, "such archives are made to fill disks");
            break;
        }
        if (!begin_file(u, e.name))
            break;
        if (!zip_read(&z, &e, put_bytes, u) && !u->failed) {
            drop_file(u);
            u->a->unread++;
        }
        if (z.sys && !u->failed)
            fail_reading(u, z.sys);
    }
    u->a->unread += z.unread;
    u->a->locked = z.locked;
    u->a->is_cut = z.damaged;
    zip_close(&z);
}

corr_code archive_read(archive *a, const char *path, corr_err *err)
{
    corr_err ignored;
    unpacking u = { .a = a, .path = path, .err = err ? err : &ignored };
    uint8_t head[4];
    struct stat st;
    const int fd = regular_file_open(path, NULL);

    *a = (archive){ 0 };
    ignored = (corr_err){ 0 };
    if (fd < 0 || read_at(fd, head, sizeof head, 0) != sizeof head) {
        const int sys = errno;
        if (fd >= 0)
            close(fd);
        return corr_fail(err, CORR_EIO, "cannot read: %s", strerror(sys));
    }
    if (fstat(fd, &st) == 0 && st.st_size > 0)
        u.size = (uint64_t)st.st_size;
    allow_descriptors();
    if (zip_begins(head, sizeof head))
        read_zip(&u, fd);
    else
        read_tar(&u, fd);
    close(fd);
    if (!u.failed && !keep_last_of_each_name(a))
        return corr_no_memory(err);
    for (size_t i = 0; i < a->file.n; i++)
        lseek(a->file.v[i].fd, 0, SEEK_SET);
    return u.failed ? u.err->code : CORR_OK;
}

static void clear_names(archive *a)
{
    for (size_t i = 0; i < a->file.n; i++)
        free(a->file.v[i].name);
    vec_free(&a->file);
}

void archive_keep(archive *a)
{
    clear_names(a);
}

void archive_clear(archive *a)
{
    for (size_t i = 0; i < a->file.n; i++)
        close(a->file.v[i].fd);
    clear_names(a);
}

/* ---- for programs ------------------------------------------------------------- */

struct corr_archive {
    archive a;
};

bool corr_archive_is(const char *path, corr_err *err)
{
    return archive_is(path, err);
}

corr_archive *corr_archive_of(const char *path, corr_err *err)
{
    corr_archive *a = malloc(sizeof *a);

    if (!a) {
        corr_no_memory(err);
        return NULL;
    }
    if (archive_read(&a->a, path, err) == CORR_OK)
        return a;
    corr_archive_free(a);
    return NULL;
}

corr_archive_facts corr_archive_facts_of(const corr_archive *a)
{
    return (corr_archive_facts){ .files = a->a.file.n,
                                 .bytes = a->a.bytes,
                                 .passed = a->a.passed,
                                 .unread = a->a.unread,
                                 .locked = a->a.locked,
                                 .twice = a->a.twice,
                                 .is_cut = a->a.is_cut };
}

corr_archive_file corr_archive_at(const corr_archive *a, size_t i)
{
    const archive_file *f = &a->a.file.v[i];

    return (corr_archive_file){ f->name, f->fd };
}

void corr_archive_free(corr_archive *a)
{
    if (a)
        archive_clear(&a->a);
    free(a);
}
