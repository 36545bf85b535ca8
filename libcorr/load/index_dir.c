/* index_dir - the directory that side indices live in. */
#include "load/index_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/read_at.h"
#include "base/write_all.h"

/* Bytes at each end of a file that are part of its key. */
#define ENDS ((size_t)65536)

/* File times are as fine as the kernel's clock: 10 ms at worst.  A file system
 * with whole seconds may round to two seconds. */
#define TICK    INT64_C(20000000)
#define SECONDS INT64_C(2000000000)

/* ---- the directory ------------------------------------------------------- */

/* Returns errno of what failed, or 0. */
static int make_dirs(const char *path)
{
    char part[4096];
    const size_t n = strlen(path);
    int sys = 0;

    if (n >= sizeof part)
        return ENAMETOOLONG;
    for (size_t i = 1; i <= n; i++)
        if (path[i] == '/' || path[i] == '\0') {
            memcpy(part, path, i);
            part[i] = '\0';
            if (mkdir(part, 0700) != 0 && errno != EEXIST)
                sys = errno;
        }
    return sys;
}

int index_dir_open(const char *path, bool make)
{
    struct stat st;

    const int sys = make ? make_dirs(path) : 0;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && sys)
        errno = sys;
    if (fd >= 0 && fstat(fd, &st) != 0) {
        const int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    if (fd >= 0 &&
        (st.st_uid != geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH)))) {
        close(fd);
        errno = 0; /* it is another user's, or others may write to it */
        return -1;
    }
    return fd;
}

/* ---- keys ---------------------------------------------------------------- */

static int64_t ns_of(struct timespec t)
{
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

bool index_key_of(int fd, index_key *key)
{
    struct stat st;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    *key = (index_key){ .dev = (uint64_t)st.st_dev,
                        .ino = (uint64_t)st.st_ino,
                        .size = (uint64_t)st.st_size,
                        .mtime = ns_of(st.st_mtim),
                        .ctime = ns_of(st.st_ctim) };
    return true;
}

static bool read_whole(int fd, uint64_t offset, void *to, size_t n)
{
    return read_at(fd, to, n, offset) == (ssize_t)n;
}

bool index_key_ends(int fd, index_key *key)
{
    const size_t n = key->size < ENDS ? (size_t)key->size : ENDS;
    uint8_t *ends = malloc(2 * ENDS);
    const bool ok = ends && read_whole(fd, 0, ends, n) &&
                    read_whole(fd, key->size - n, ends + n, n);

    if (ok)
        key->ends = corr_hash(ends, 2 * n);
    free(ends);
    return ok;
}

bool index_key_holds(int fd, const index_key *key)
{
    index_key now;

    return index_key_of(fd, &now) && now.dev == key->dev &&
           now.ino == key->ino && now.size == key->size &&
           now.mtime == key->mtime && now.ctime == key->ctime;
}

/* Every change of a file or of its times sets ctime. */
bool index_key_settles(int fd, const index_key *key)
{
    struct timespec now;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return false;
    const int64_t age = ns_of(now) - key->ctime;
    if (age < 0 || (key->ctime % 1000000000 == 0 && age < SECONDS))
        return false;
    if (age < TICK)
        (void)nanosleep(&(struct timespec){ 0, (long)(TICK - age) }, NULL);
    return index_key_holds(fd, key);
}

const char *index_name(char name[INDEX_NAME], const index_key *key)
{
    snprintf(name, INDEX_NAME, "%" PRIx64 "-%" PRIx64 ".index", key->dev,
             key->ino);
    return name;
}

/* ---- files --------------------------------------------------------------- */

static bool fetch_index_bytes(void *ctx, uint64_t offset, void *to, size_t n)
{
    const index_file *f = ctx;

    return read_whole(f->fd, offset, to, n);
}

index_file *index_file_open(int dir, const char *name)
{
    index_file *f = calloc(1, sizeof *f);
    struct stat st;

    if (!f)
        return NULL;
    f->fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (f->fd >= 0 && fstat(f->fd, &st) == 0 && S_ISREG(st.st_mode) &&
        st.st_uid == geteuid()) {
        f->bytes = (uint64_t)st.st_size;
        if (index_open(&f->x, fetch_index_bytes, f, f->bytes))
            return f;
    }
    index_file_close(f);
    return NULL;
}

void index_file_close(index_file *f)
{
    if (!f)
        return;
    index_clear(&f->x);
    if (f->fd >= 0)
        close(f->fd);
    free(f);
}

bool index_file_save(int dir, const char *name, corr_str bytes)
{
    char other[INDEX_NAME + 32];

    snprintf(other, sizeof other, ".%s.%ld", name, (long)getpid());
    const int fd =
        openat(dir, other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    int sys = write_all(fd, bytes.p, bytes.n);
    if (close(fd) != 0 && !sys)
        sys = errno;
    if (!sys && renameat(dir, other, dir, name) == 0)
        return true;
    sys = sys ? sys : errno;
    (void)unlinkat(dir, other, 0);
    errno = sys;
    return false;
}
