#include "source/source_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/write_all.h"

enum {
    PAGE = 4096,
    WINDOW = 256 * 1024, /* one read; bigger is no faster */
};

/* A compressed stream that unpacks to this much at this ratio is a bomb. */
static const uint64_t bomb_bytes = (uint64_t)1 << 30;
static const uint64_t bomb_ratio = 200;

static size_t round_up(size_t n)
{
    return (n + PAGE - 1) / PAGE * PAGE;
}

bool src_cannot_read(corr_src *in)
{
    corr_fail(&in->err, CORR_EIO, "cannot read: %s", strerror(errno));
    in->err.sys = errno;
    return false;
}

void src_count_raw(corr_src *in, uint64_t n)
{
    in->raw_total += n;
    if (in->opts.progress)
        in->opts.progress(in->opts.ctx, in->raw_total);
}

/* Copies bytes of the pipe to the spool; false: failed, and so did the
 * source. */
static bool spool_bytes(corr_src *in, const uint8_t *p, size_t n)
{
    const int sys = in->opts.spool ? write_all(in->opts.spool - 1, p, n) : 0;

    if (!sys)
        return true;
    corr_fail(&in->err, CORR_EIO, "the data of the pipe cannot be kept: %s",
              strerror(sys));
    corr_hint(&in->err,
              "make room in /tmp, or name another directory in $TMPDIR");
    in->err.sys = sys;
    return false;
}

/* Waits for a pipe that does not block.  False: another failure. */
static bool wait_for_bytes(int fd)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };

    return errno == EAGAIN && (poll(&p, 1, -1) >= 0 || errno == EINTR);
}

/* Reads the next bytes of the file; 0 at the end or on failure. */
static size_t read_some(corr_src *in, uint8_t *to, size_t n)
{
    ssize_t got;

    if (in->fd < 0)
        return 0;
    do
        got = read(in->fd, to, n);
    while (got < 0 && (errno == EINTR || wait_for_bytes(in->fd)));
    if (got < 0)
        src_cannot_read(in);
    if (got < 0 || !spool_bytes(in, to, (size_t)got))
        return 0;
    src_count_raw(in, (uint64_t)got);
    return (size_t)got;
}

/* ---- decompression ---------------------------------------------------- */

static bool raw_fill(corr_src *in)
{
    if (in->raw_at < in->raw_end)
        return true;
    if (in->raw_eof || in->in_memory)
        return false;
    in->raw_at = 0;
    in->raw_end = read_some(in, in->raw, WINDOW);
    in->raw_eof = in->raw_end == 0;
    return !in->raw_eof;
}

static bool is_bomb(const corr_src *in)
{
    uint64_t in_bytes = in->in_memory ? in->raw_at : in->raw_total;

    return in->unpacked > bomb_bytes && in->unpacked / bomb_ratio > in_bytes;
}

/* Counts the bytes behind the last member, from the first non-zero byte on:
 * leading zeros only fill a tape block. */
static void count_stray(corr_src *in)
{
    in->stray.of = in->codec->name;
    while (raw_fill(in) &&
           !(in->opts.enough && in->opts.enough(in->opts.ctx))) {
        while (!in->stray.bytes && in->raw_at < in->raw_end &&
               !in->raw[in->raw_at])
            in->raw_at++;
        in->stray.bytes += in->raw_end - in->raw_at;
        in->raw_at = in->raw_end;
    }
}

/* Decodes one step; false: the stream ended, broke off, or failed. */
static bool decode_step(corr_src *in, codec_io *io)
{
    const size_t room = io->nout;

    raw_fill(in); /* even at the end of the file the codec may hold output */
    io->in = in->raw + in->raw_at;
    io->nin = in->raw_end - in->raw_at;
    const size_t given = io->nin;
    const codec_step step = in->codec->step(in->codec_state, io);
    in->raw_at = in->raw_end - io->nin;
    switch (step) {
    case CODEC_GOES_ON:
        in->cut = io->nin == given && io->nout == room;
        break;
    case CODEC_MEMBER:
        in->eof = !raw_fill(in) || !in->codec->goes_on(in->raw[in->raw_at]);
        if (in->eof)
            count_stray(in);
        break;
    case CODEC_DAMAGED:
        in->cut = true;
        break;
    case CODEC_TOO_LARGE:
        corr_fail_at(&in->err, CORR_ELIMIT, in->unpacked, NULL,
                     "the %s data looks back over more than %u MiB",
                     in->codec->name, CODEC_WINDOW_MIB);
        corr_hint(&in->err, "unpack it first: %s -d --long=31",
                  in->codec->name);
        break;
    case CODEC_NO_MEMORY:
        corr_no_memory(&in->err);
        break;
    }
    in->eof |= in->cut;
    if (in->eof || in->err.code)
        return false;
    if (in->opts.mark)
        src_offer_mark(in, in->unpacked + in->gave - io->nout,
                       step == CODEC_MEMBER);
    return true;
}

/* Decodes into to; 0 at the end, if the stream breaks off, or on failure. */
static size_t decode_some(corr_src *in, uint8_t *to, size_t n)
{
    codec_io io = { .out = to, .nout = n };

    in->gave = n;
    while (decode_step(in, &io) && io.nout == n)
        ;
    size_t got = n - io.nout;
    in->unpacked += got;
    if (in->err.code)
        return 0;
    if (in->unpacked > in->opts.limits.decoded || is_bomb(in)) {
        corr_fail_at(&in->err, CORR_ELIMIT, in->unpacked, NULL,
                     "%llu compressed bytes unpack to more than %llu",
                     (unsigned long long)in->raw_total,
                     (unsigned long long)(in->unpacked - got));
        corr_hint(&in->err, "unpack it and cut out the part that matters");
        return 0;
    }
    return got;
}

/* ---- the window -------------------------------------------------------- */

/* Makes room for n bytes behind `at`; the next read starts at a page
 * boundary. */
static bool make_window_room(corr_src *in, size_t n)
{
    size_t left = in->end - in->at;
    size_t keep = round_up(left);
    size_t need = keep + round_up(n - left) + WINDOW;

    if (in->borrowed)
        return false;
    uint8_t *to = in->buf;
    if (need > in->room) {
        size_t room = need > in->room * 2 ? need : in->room * 2;
        to = aligned_alloc(PAGE, round_up(room));
        if (!to) {
            corr_no_memory(&in->err);
            return false;
        }
        in->room = round_up(room);
    }
    if (left)
        memmove(to + keep - left, in->buf + in->at, left);
    if (to != in->buf)
        free(in->buf);
    in->buf = to;
    in->base += in->at;
    in->base -= keep - left;
    in->at = keep - left;
    in->end = keep;
    return true;
}

/* Whether n exceeds the limit of a record; the source then fails. */
static bool too_long(corr_src *in, uint64_t n)
{
    if (n <= in->opts.limits.record)
        return false;
    corr_fail_at(&in->err, CORR_ELIMIT, in->base + in->at, NULL,
                 "a record of more than %llu bytes",
                 (unsigned long long)in->opts.limits.record);
    return true;
}

/* Returns how much to read at once to have n bytes: only the missing bytes, so
 * that few bytes must move to the front of the next window. */
static size_t next_read(const corr_src *in, size_t n)
{
    const size_t left = in->end - in->at;
    const size_t missing = n > left ? round_up(n - left) : 0;
    const size_t most = (in->room - in->end) / PAGE * PAGE;
    const size_t want = missing > WINDOW ? missing : WINDOW;

    return want < most ? want : most;
}

size_t src_fill(corr_src *in, uint8_t *to, size_t n)
{
    if (in->codec)
        return decode_some(in, to, n);
    size_t got = in->raw_end - in->raw_at; /* bytes read by src_detect */
    if (got == 0) {
        got = read_some(in, to, n);
        in->eof = got == 0;
        return got;
    }
    got = got < n ? got : n;
    memcpy(to, in->raw + in->raw_at, got);
    in->raw_at += got;
    return got;
}

/* Reads into the window once. */
static void fill_window(corr_src *in, size_t n)
{
    if (too_long(in, n))
        return;
    if (in->opts.enough && in->opts.enough(in->opts.ctx)) {
        in->eof = in->cut = true;
        return;
    }
    if (in->room - in->end < WINDOW || n > in->room - in->at)
        if (!make_window_room(in, n))
            return;
    uint8_t *to = in->buf + in->end;
    if (in->text.coding)
        in->end += src_fill_text(in, to, in->room - in->end);
    else if (in->codec || in->raw_at < in->raw_end)
        in->end += src_fill(in, to, in->room - in->end);
    else
        in->end += src_fill(in, to, next_read(in, n));
    if (in->in_parts)
        src_hide(in);
}

static bool is_ended(const corr_src *in)
{
    return in->eof || in->err.code ||
           (in->in_parts && in->base + in->end >= in->until);
}

/* The current position; never NULL, not even before the first byte. */
static const uint8_t *window_at(const corr_src *in)
{
    return in->buf ? in->buf + in->at : (const uint8_t *)"";
}

const uint8_t *corr_src_peek(corr_src *in, size_t n, size_t *got)
{
    src_settle(in);
    while (in->end - in->at < n && !is_ended(in))
        fill_window(in, n);
    *got = in->err.code ? 0 : in->end - in->at;
    return window_at(in);
}

void corr_src_skip(corr_src *in, uint64_t n)
{
    if (in->is_reserved) {
        const uint64_t left = in->end - in->at;
        in->at += (size_t)(n < left ? n : left);
        n -= n < left ? n : left;
        src_leave_reserved(in);
    }
    if (n > WINDOW && src_pass(in, n))
        return;
    while (n > in->end - in->at) {
        n -= in->end - in->at;
        in->at = in->end;
        if (is_ended(in))
            return;
        fill_window(in, 1);
    }
    in->at += (size_t)n;
}

bool corr_src_line(corr_src *in, corr_str *line)
{
    size_t seen = 0;
    const uint8_t *nl = NULL;

    src_settle(in);
    for (;;) {
        const uint8_t *p = window_at(in);
        size_t have = in->end - in->at;
        if (have > seen && (nl = memchr(p + seen, '\n', have - seen)))
            break;
        seen = have;
        if (is_ended(in))
            break;
        fill_window(in, have + 1);
    }
    if (in->err.code || (!nl && seen == 0))
        return false;
    const uint8_t *p = window_at(in);
    size_t n = nl ? (size_t)(nl - p) : seen;
    if (too_long(in, n)) /* even if the window already holds part of it */
        return false;
    in->at += n + (nl != NULL);
    in->line++;
    if (n && p[n - 1] == '\r')
        n--;
    *line = (corr_str){ (const char *)p, n };
    return true;
}

uint64_t corr_src_offset(const corr_src *in)
{
    return in->base + in->at;
}

uint64_t corr_src_lineno(const corr_src *in)
{
    return in->line;
}

bool corr_src_failed(const corr_src *in)
{
    return in->err.code != CORR_OK;
}

bool corr_src_cut(const corr_src *in)
{
    return in->cut;
}

const char *corr_src_path(const corr_src *in)
{
    return in->opts.path ? in->opts.path : "";
}

const corr_limits *corr_src_limits(const corr_src *in)
{
    return &in->opts.limits;
}

uint64_t src_raw(const corr_src *in)
{
    return in->raw_total;
}

uint64_t src_raw_offset(const corr_src *in)
{
    const uint64_t ahead = in->raw_end - in->raw_at;

    return in->in_memory ? in->raw_at : in->raw_total - ahead;
}

uint64_t src_stray_bytes(const corr_src *in, const char **of)
{
    *of = in->stray.of;
    return in->stray.bytes;
}

bool src_broke_off(const corr_src *in, uint64_t *offset)
{
    *offset = in->was_cut ? in->cut_at : corr_src_offset(in);
    return in->was_cut || in->cut;
}

const char *src_codec(const corr_src *in)
{
    return in->codec ? in->codec->name : NULL;
}

bool src_is_plain(const corr_src *in)
{
    return src_is_raw(in);
}

corr_code src_failure(const corr_src *in, corr_err *err)
{
    if (err && in->err.code && err->code == CORR_OK)
        *err = in->err;
    return in->err.code;
}

/* ---- opening ------------------------------------------------------------ */

/* Reads enough bytes to judge the head; a pipe may deliver one at a time. */
static void read_head(corr_src *in)
{
    while (!in->in_memory && in->raw_end < SRC_HEAD) {
        size_t got = read_some(in, in->raw + in->raw_end, WINDOW - in->raw_end);
        if (got == 0)
            return;
        in->raw_end += got;
    }
}

void src_read_raw(corr_src *in)
{
    raw_fill(in);
}

/* Detects the codec behind headers of HTTP. */
static const codec *detect_codec(corr_src *in)
{
    if (!in->opts.is_inside)
        src_leave_http(in);
    const size_t n = in->raw_end - in->raw_at;
    const codec *c = n ? codec_of(in->raw + in->raw_at, n) : NULL;
    if (!c || !c->open) /* the reader of the bytes will name their format */
        in->base += in->raw_at;
    return c && c->open ? c : NULL;
}

bool src_detect(corr_src *in)
{
    read_head(in);
    const codec *c = in->opts.is_decoded ? NULL : detect_codec(in);
    if (!c)
        return src_begin_text(in);
    in->codec_state = c->open();
    if (!in->codec_state)
        return false;
    in->codec = c;
    if (in->opts.mark && c->stops)
        c->stops(in->codec_state);
    if (!src_begin_text(in))
        return false;
    if (in->text.coding)
        src_mark_nothing(in);
    return true;
}

static corr_src *start_source(corr_src *in, const src_opts *opts, corr_err *err)
{
    in->opts = *opts;
    in->opts.limits = limits_of(&opts->limits);
    if (src_detect(in))
        return in;
    corr_no_memory(err);
    src_close(in);
    return NULL;
}

corr_src *src_open_fd(int fd, const src_opts *opts, corr_err *err)
{
    corr_src *in = calloc(1, sizeof *in);

    if (in) {
        in->fd = fd;
        in->raw = aligned_alloc(PAGE, WINDOW);
    }
    if (!in || !in->raw) {
        free(in);
        corr_no_memory(err);
        return NULL;
    }
    return start_source(in, opts, err);
}

corr_src *src_open_memory(const void *p, size_t n, const src_opts *opts,
                          corr_err *err)
{
    corr_src *in = calloc(1, sizeof *in);

    if (!in) {
        corr_no_memory(err);
        return NULL;
    }
    in->fd = -1;
    in->in_memory = true;
    in->raw_total = n;
    /* only read: the window of a memory source is read-only */
    in->raw = (uint8_t *)(uintptr_t)p;
    in->raw_end = n;
    if (!(in = start_source(in, opts, err)) || !src_is_raw(in))
        return in;
    in->buf = in->raw;
    in->borrowed = true;
    in->room = in->end = n;
    in->at = in->raw_at;
    in->base = 0;
    in->raw_at = n;
    in->eof = true;
    return in;
}

bool src_keep(corr_src *in, const char *path)
{
    const int fd = fcntl(in->fd, F_DUPFD_CLOEXEC, 3);

    if (fd < 0)
        return false;
    in->fd = fd;
    in->owns_fd = true;
    in->opts = (src_opts){ .path = path, .limits = in->opts.limits };
    return true;
}

void src_release(corr_src *in)
{
    in->base += in->at;
    in->at = in->end = in->hidden = 0;
    in->is_reserved = false;
    in->eof = true;
    if (in->borrowed)
        return;
    free(in->buf);
    in->buf = NULL;
    in->room = 0;
}

void src_close(corr_src *in)
{
    if (!in)
        return;
    if (in->codec)
        in->codec->close(in->codec_state);
    src_end_text(in);
    if (!in->borrowed)
        free(in->buf);
    if (!in->in_memory)
        free(in->raw);
    free(in->reserve.page);
    if (in->owns_fd)
        close(in->fd);
    free(in);
}
