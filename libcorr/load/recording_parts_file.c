#include "load/recording_parts_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/read_at.h"
#include "base/regular_file.h"
#include "source/codec.h"
#include "source/source.h"

enum {
    SURE = 100,            /* score of a probe by magic */
    LIKELY = 60,           /* score of a probe by structure */
    HEAD = 4096,           /* bytes that identify a file */
    MOST_PACKED = 8 << 20, /* packed bytes to unpack for HEAD; zstd and lz4 need
                              a whole block of up to 4 MiB */
    MOST = 4096            /* pieces of a file; further pieces are ignored */
};

#define SLACK INT64_C(2000000000) /* ns, between two pieces */

/* Returns the number of bytes; a failure is kept in f->sys. */
static size_t read_part(part_file *f, int fd, uint64_t at, uint8_t *to,
                        size_t n)
{
    const ssize_t got = read_at(fd, to, n, at);

    if (got < 0)
        f->sys = errno;
    return got > 0 ? (size_t)got : 0;
}

/* ---- a look ----------------------------------------------------------- */

/* Unpacks all of the input.  False: the output is full, or the data ends or is
 * damaged. */
static bool unpack_input(const codec *c, void *state, codec_io *io)
{
    for (size_t left = 0; io->nout && left != io->nin + io->nout;) {
        left = io->nin + io->nout;
        if (c->step(state, io) != CODEC_GOES_ON)
            return false;
    }
    return io->nout && io->nin == 0;
}

/* Unpacks the first bytes of a file; returns their number, or 0. */
static size_t unpack_head(part_file *f, const codec *c, int fd, uint8_t *head)
{
    uint8_t packed[HEAD];
    codec_io io = { .out = head, .nout = HEAD };
    void *state = c->open ? c->open() : NULL;
    bool more = state != NULL;

    if (c->open && !state)
        f->sys = ENOMEM;
    for (uint64_t at = 0; more && at < MOST_PACKED; at += HEAD) {
        io.in = packed;
        io.nin = read_part(f, fd, at, packed, HEAD);
        more = io.nin && unpack_input(c, state, &io);
    }
    if (state)
        c->close(state);
    return HEAD - io.nout;
}

static const corr_format *format_of(const corr_format *const *formats,
                                    const uint8_t *head, size_t n)
{
    for (size_t i = 0; formats[i]; i++)
        if (formats[i]->pieces.begins && formats[i]->probe &&
            formats[i]->probe(head, n, n < HEAD) == SURE)
            return formats[i];
    return NULL;
}

static bool is_trace(const corr_format *const *formats, const uint8_t *head,
                     size_t n)
{
    for (size_t i = 0; formats[i]; i++)
        if (formats[i]->traces && formats[i]->probe &&
            formats[i]->probe(head, n, n < HEAD) >= LIKELY)
            return true;
    return false;
}

/* Adds the piece that begins with head at `at`.  Returns where the next piece
 * would begin; 0: there is no next. */
static uint64_t add_piece(part_file *f, uint64_t at, const uint8_t *head,
                          size_t n, bool *ok)
{
    corr_part p;

    if (f->piece.n >= MOST || !f->format->pieces.begins(head, n, &p))
        return 0;
    *ok = vec_push(&f->piece, p);
    return *ok && p.bytes && p.bytes < UINT64_MAX - at ? at + p.bytes : 0;
}

static bool list_plain(part_file *f, int fd)
{
    uint8_t head[HEAD];
    bool ok = true;

    f->is_listed = true;
    for (uint64_t at = 0, next; ok && at < f->bytes; at = next) {
        const size_t n = read_part(f, fd, at, head, HEAD);
        next = add_piece(f, at, head, n, &ok);
        if (next > f->bytes)
            f->piece.v[f->piece.n - 1].open = true;
        if (!next)
            break;
    }
    return ok;
}

bool part_file_look(part_file *f, const corr_format *const *formats)
{
    uint8_t raw[HEAD], unpacked[HEAD];
    const uint8_t *head = raw;

    errno = 0; /* so it stays where the path is no regular file */
    const int fd = regular_file_open(f->path, &f->bytes);
    bool ok = true;

    if (fd < 0) {
        f->sys = errno == ENOENT || errno == EACCES ? 0 : errno;
        return f->sys != ENOMEM;
    }
    size_t n = read_part(f, fd, 0, raw, HEAD);
    const codec *c = n ? codec_of(raw, n) : NULL;
    if (c) {
        n = unpack_head(f, c, fd, unpacked);
        head = unpacked;
    }
    f->is_packed = c != NULL;
    f->format = n ? format_of(formats, head, n) : NULL;
    f->is_trace = n && !f->format && is_trace(formats, head, n);
    if (f->format && c)
        add_piece(f, 0, head, n, &ok);
    else if (f->format)
        ok = list_plain(f, fd);
    close(fd);
    return ok && f->sys != ENOMEM;
}

/* ---- all of it -------------------------------------------------------- */

static corr_src *open_whole(const part_file *f, const corr_limits *limits,
                            int *fd)
{
    const src_opts opts = { .path = f->show,
                            .file = f->path,
                            .limits = *limits };
    uint64_t bytes;

    *fd = regular_file_open(f->path, &bytes);
    corr_src *in = *fd < 0 ? NULL : src_open_fd(*fd, &opts, NULL);
    if (!in && *fd >= 0)
        close(*fd);
    return in;
}

void part_file_whose(const part_file *f, const src_part *where, corr_part *p,
                     const corr_limits *limits)
{
    int fd;
    corr_src *in = open_whole(f, limits, &fd);

    if (!in)
        return;
    if (where)
        src_only(in, where, 1, NULL, NULL);
    f->format->pieces.whose(in, p);
    src_close(in);
    close(fd);
}

void part_file_ask(part_file *f, const corr_limits *limits)
{
    if (!f->was_asked)
        part_file_whose(f, NULL, &f->piece.v[0], limits);
    f->was_asked = true;
}

bool part_file_list(part_file *f, const corr_limits *limits)
{
    bool ok = true;
    int fd;
    corr_src *in = f->is_listed ? NULL : open_whole(f, limits, &fd);

    f->is_listed = true;
    if (!in)
        return true;
    for (uint64_t next = f->piece.v[0].bytes; ok && next;) {
        size_t n;
        corr_src_skip(in, next - corr_src_offset(in));
        const uint8_t *head = corr_src_peek(in, HEAD, &n);
        if (corr_src_offset(in) < next)
            f->piece.v[f->piece.n - 1].open = true;
        next = n ? add_piece(f, next, head, n, &ok) : 0;
    }
    src_close(in);
    close(fd);
    return ok;
}

bool part_goes_on(const corr_format *format, const corr_part *a,
                  const corr_part *b)
{
    int64_t gap;

    return format->pieces.kin(a, b) &&
           !__builtin_sub_overflow(b->from, a->to, &gap) && gap <= SLACK &&
           gap >= -SLACK;
}

void part_file_clear(part_file *f)
{
    vec_free(&f->piece);
}
