#define _GNU_SOURCE /* memfd_create */
#include "load/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/regular_file.h"
#include "base/write_all.h"
#include "corr_archive.h"
#include "source/tar.h"
#include "source/zip.h"

enum { MOST_FILES = 50000 };
/* Bytes in memory; more than this is unpacked with tar, to a disk. */
#define MOST_BYTES (UINT64_C(8) << 30)

/* ---- recognise -------------------------------------------------------------- */

static bool is_tar(int fd, const char *path)
{
    const src_opts opts = { .path = path, .is_inside = true };
    corr_src *in = src_open_fd(fd, &opts, NULL);
    size_t n = 0;
    const uint8_t *head = in ? corr_src_peek(in, TAR_BLOCK, &n) : NULL;
    const bool is = head && tar_begins(head, n);

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

bool archive_is(const char *path)
{
    uint8_t head[TAR_BLOCK];
    const int fd = regular_file_open(path, NULL);
    const ssize_t n = fd < 0 ? -1 : pread(fd, head, sizeof head, 0);
    bool is = n > 0 && may_be_archive(head, (size_t)n);

    is = is && (zip_begins(head, (size_t)n) || is_tar(fd, path));
    if (fd >= 0)
        close(fd);
    return is;
}

/* ---- files in memory ---------------------------------------------------------- */

typedef struct unpacking {
    archive *a;
    const char *path;
    corr_err *err;
    int fd; /* of the file that is being unpacked */
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

/* Begins a file in memory.  False: failed. */
static bool begin_file(unpacking *u, const char *name)
{
    archive_file f = { .fd = -1 };

    if (u->a->file.n >= MOST_FILES) {
        fail_large(u, "50,000 files");
        return false;
    }
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    f.name = strdup(name);
    f.fd = memfd_create("corr", MFD_CLOEXEC);
    if (f.name && f.fd >= 0 && vec_push(&u->a->file, f)) {
        u->fd = f.fd;
        return true;
    }
    u->failed = true;
    if (f.name && f.fd < 0)
        corr_fail(u->err, CORR_EIO, "no file in memory can be made: %s",
                  strerror(errno));
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

/* ---- tar and zip ---------------------------------------------------------------- */

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
        if (!begin_file(u, e.name))
            break;
        while (!u->failed && (p = tar_read(&t, &n)))
            put_bytes(u, p, n);
    }
    u->a->is_cut = t.damaged;
    src_close(in);
}

static void read_zip(unpacking *u, int fd)
{
    zip z;
    zip_entry e;

    if (!zip_open(&z, fd)) {
        u->failed = true;
        corr_fail(u->err, CORR_EFORMAT,
                  "the zip archive has no directory at its end; it is cut off");
        corr_hint(u->err, "fetch the file again; zip -FF repairs some");
        return;
    }
    while (!u->failed && zip_next(&z, &e)) {
        if (!tar_name_is_safe(e.name)) {
            u->a->passed++;
            continue;
        }
        if (!begin_file(u, e.name))
            break;
        if (!zip_read(&z, &e, put_bytes, u) && !u->failed) {
            drop_file(u);
            u->a->unread++;
        }
    }
    u->a->unread += z.unread;
    zip_close(&z);
}

corr_code archive_read(archive *a, const char *path, corr_err *err)
{
    corr_err ignored;
    unpacking u = { .a = a, .path = path, .err = err ? err : &ignored };
    uint8_t head[4];
    const int fd = regular_file_open(path, NULL);

    *a = (archive){ 0 };
    ignored = (corr_err){ 0 };
    if (fd < 0 || pread(fd, head, sizeof head, 0) != sizeof head) {
        if (fd >= 0)
            close(fd);
        return corr_fail(err, CORR_EIO, "cannot read: %s", strerror(errno));
    }
    allow_descriptors();
    if (zip_begins(head, sizeof head))
        read_zip(&u, fd);
    else
        read_tar(&u, fd);
    close(fd);
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

bool corr_archive_is(const char *path)
{
    return archive_is(path);
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
