/*
 * source_reopen - sources that a reader opens beside its own: bytes inside it,
 * files beside it, and the same bytes once more.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/regular_file.h"
#include "source/source_private.h"

static src_opts opts_of(const corr_src *in)
{
    return (src_opts){ .path = in->opts.path, .limits = in->opts.limits };
}

corr_src *corr_src_within(const corr_src *outer, const void *p, size_t n)
{
    src_opts opts = opts_of(outer);

    opts.is_inside = true;
    return src_open_memory(p, n, &opts, NULL);
}

/* Removes the ending of the compression: "dir/x.jfr" of "dir/x.jfr.gz". */
static corr_str unpacked(corr_str path)
{
    static const char *const packed[] = { ".gz", ".zst", ".lz4" };

    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++)
        if (corr_str_ends(path, packed[i]))
            path.n -= strlen(packed[i]);
    return path;
}

/* Removes the ending of the format: "dir/x" of "dir/x.jfr". */
static corr_str stem_of(corr_str path)
{
    const size_t dir = path.n - corr_str_base(path).n;
    corr_str before, after;

    if (path.n > dir && corr_str_cut_last(path, '.', &before, &after) &&
        before.n > dir)
        return before;
    return path;
}

static int open_regular(corr_str stem, const char *ending, const char *packed)
{
    char path[4096];
    const int n = snprintf(path, sizeof path, "%.*s%s%s", CORR_STR_ARG(stem),
                           ending, packed);

    if (n < 0 || (size_t)n >= sizeof path)
        return -1;
    return regular_file_open(path, NULL);
}

/* Opens a file, or its gzip version. */
static int open_file(corr_str stem, const char *ending)
{
    const int fd = open_regular(stem, ending, "");

    return fd >= 0 ? fd : open_regular(stem, ending, ".gz");
}

/* Opens x.ending beside x.jfr, x.jfr.ending beside x.jfr, or x.ending beside
 * x.ending.own. */
static int open_beside(corr_str path, const char *ending)
{
    const corr_str stem = stem_of(path);
    int fd = open_file(stem, ending);

    if (fd < 0)
        fd = open_file(path, ending);
    if (fd < 0 && corr_str_ends(stem, ending))
        fd = open_file(stem, "");
    return fd;
}

corr_src *corr_src_beside(const corr_src *in, const char *ending)
{
    src_opts opts = opts_of(in);

    if (!in->opts.file)
        return NULL;
    const int fd = open_beside(unpacked(corr_str_of(in->opts.file)), ending);
    if (fd < 0)
        return NULL;
    corr_src *other = src_open_fd(fd, &opts, NULL);
    if (other)
        other->owns_fd = true;
    else
        close(fd);
    return other;
}

/* ---- twins --------------------------------------------------------------- */

static bool is_one_file(const corr_src *in)
{
    return in->opts.file && !in->opts.nmore && !in->opts.spool &&
           src_is_raw(in) && !in->err.code;
}

/* Opens the file of a source once more; -1: its path names another file now. */
static int open_again(const corr_src *in)
{
    struct stat was, is;
    const int fd = open(in->opts.file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    if (fd >= 0 && fstat(in->fd, &was) == 0 && fstat(fd, &is) == 0 &&
        S_ISREG(is.st_mode) && was.st_dev == is.st_dev &&
        was.st_ino == is.st_ino)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

corr_src *corr_src_twin(const corr_src *in)
{
    src_opts opts = opts_of(in);

    opts.enough = in->opts.enough;
    opts.ctx = in->opts.ctx;
    if (in->in_memory)
        return in->borrowed ? src_open_memory(in->buf, in->room, &opts, NULL)
                            : NULL;
    const int fd = is_one_file(in) ? open_again(in) : -1;
    corr_src *twin = fd < 0 ? NULL : calloc(1, sizeof *twin);
    if (twin)
        *twin = (corr_src){ .fd = fd,
                            .owns_fd = true,
                            .opts = opts,
                            .in_parts = in->in_parts,
                            .until = in->until };
    else if (fd >= 0)
        close(fd);
    return twin;
}

void corr_src_go(corr_src *twin, uint64_t offset)
{
    src_settle(twin);
    const uint64_t here = corr_src_offset(twin);
    if (offset >= here && offset - here <= twin->end - twin->at) {
        twin->at += (size_t)(offset - here);
        return;
    }
    if (twin->in_memory) {
        twin->at = offset < twin->end ? (size_t)offset : twin->end;
        return;
    }
    if (offset > INT64_MAX || lseek(twin->fd, (off_t)offset, SEEK_SET) < 0) {
        corr_fail(&twin->err, CORR_EIO, "cannot read: %s", strerror(errno));
        return;
    }
    twin->at = twin->end = twin->hidden = 0;
    twin->base = offset;
    twin->eof = false;
}

uint64_t src_left(const corr_src *in)
{
    struct stat st;
    const uint64_t here = corr_src_offset(in);

    if (in->fd < 0 || !src_is_raw(in) || fstat(in->fd, &st) ||
        !S_ISREG(st.st_mode))
        return 0;
    const uint64_t size = (uint64_t)st.st_size;
    const uint64_t end = in->in_parts && in->until < size ? in->until : size;
    return end > here ? end - here : 0;
}

int64_t corr_src_written(const corr_src *in)
{
    struct stat st;

    if (in->fd < 0 || fstat(in->fd, &st) || !S_ISREG(st.st_mode))
        return CORR_NO_TIME;
    return corr_sum((int64_t)st.st_mtim.tv_sec * 1000000000,
                    st.st_mtim.tv_nsec);
}

void corr_src_close(corr_src *in)
{
    src_close(in);
}
