/*
 * source_entry - starts decompression at a place inside a stream, and reads
 * sources that consist of parts of a file, or of several files.
 *
 * The window may hold more than the current part: bytes behind the part are
 * hidden, not dropped, as the next part may begin among them.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "source/source_private.h"

void src_offer_mark(corr_src *in, uint64_t out, bool ended)
{
    uint8_t back[CODEC_BACK];
    codec_entry e = { 0 };

    if (out < in->marked + in->opts.mark_every)
        return;
    if (!ended &&
        (!in->codec->entry || !in->codec->entry(in->codec_state, &e, back)))
        return;
    in->marked = out;
    in->opts.mark(in->opts.mark_ctx,
                  &(src_mark){ .out = out,
                               .in = in->raw_total - (in->raw_end - in->raw_at),
                               .inside = !ended,
                               .bits = e.bits,
                               .nback = e.nback,
                               .back = e.back });
}

void src_mark_nothing(corr_src *in)
{
    in->opts.mark = NULL;
}

void src_stop_spool(corr_src *in)
{
    in->opts.spool = 0;
}

/* ---- entering ----------------------------------------------------------- */

static bool no_memory(corr_src *in)
{
    corr_no_memory(&in->err);
    return false;
}

static bool enter_codec(corr_src *in, const src_mark *m)
{
    codec_entry e = { .bits = m->bits, .nback = m->nback, .back = m->back };

    in->codec->close(in->codec_state);
    in->codec_state = in->codec->open();
    if (!in->codec_state) {
        in->codec = NULL; /* nothing to close */
        return no_memory(in);
    }
    if (!m->inside)
        return true;
    if (m->bits && pread(in->fd, &e.before, 1, (off_t)(m->in - 1)) != 1)
        return src_cannot_read(in);
    return (in->codec->enter && in->codec->enter(in->codec_state, &e)) ||
           no_memory(in);
}

static bool enter_at(corr_src *in, const src_mark *m)
{
    if (lseek(in->fd, (off_t)m->in, SEEK_SET) < 0)
        return src_cannot_read(in);
    in->raw_at = in->raw_end = 0;
    in->raw_eof = in->eof = in->cut = false;
    in->raw_total = m->in;
    in->unpacked = m->out;
    in->base = m->out;
    in->at = in->end = in->hidden = 0;
    return !in->codec || enter_codec(in, m);
}

/* Moves to an offset at or behind the position.  Starts decompression anew if
 * that saves decoding. */
static void go_to_offset(corr_src *in, uint64_t offset)
{
    const uint64_t decoded = in->base + in->end;
    src_mark m = { .out = offset, .in = offset };
    bool is_known = true;

    if (offset > decoded) {
        if (!src_is_raw(in))
            is_known = in->enter && !in->text.coding &&
                       in->enter(in->enter_ctx, offset, &m);
        if (is_known && m.out > decoded && m.out <= offset && !enter_at(in, &m))
            return;
    }
    corr_src_skip(in, offset - corr_src_offset(in));
}

/* ---- parts -------------------------------------------------------------- */

void src_hide(corr_src *in)
{
    if (in->base + in->end <= in->until)
        return;
    in->hidden = (size_t)(in->base + in->end - in->until);
    in->end -= in->hidden;
}

/* Forgets the codec and the end of the current file. */
static void leave_file(corr_src *in)
{
    if (in->cut && !in->was_cut) {
        in->was_cut = true;
        const uint64_t end = corr_src_offset(in);
        in->cut_at = end ? end - 1 : 0;
    }
    if (in->codec)
        in->codec->close(in->codec_state);
    src_end_text(in);
    in->codec = NULL;
    in->codec_state = NULL;
    in->raw_at = in->raw_end = 0;
    in->unpacked = 0;
    in->eof = in->raw_eof = in->cut = false;
}

/* Goes on to the first byte of the next of several files. */
static bool next_file(corr_src *in)
{
    corr_src_skip(in, UINT64_MAX); /* bytes that the caller did not read */
    if (in->err.code || in->next_file >= in->opts.nmore)
        return false;
    src_file *f = &in->opts.more[in->next_file++];
    const int fd = open(f->file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        corr_fail(&in->err, CORR_EIO, "%s: %s", f->file, strerror(errno));
        in->err.sys = errno;
        return false;
    }
    if (in->owns_fd)
        close(in->fd);
    in->fd = fd;
    in->owns_fd = true;
    leave_file(in);
    f->at = corr_src_offset(in);
    return src_detect(in) || no_memory(in);
}

bool corr_src_next(corr_src *in)
{
    if (in->opts.nmore)
        return next_file(in);
    if (!in->in_parts || in->next_part >= in->npart || in->err.code)
        return false;
    const src_part part = in->part[in->next_part++];
    src_settle(in);
    in->end += in->hidden;
    in->hidden = 0;
    in->until = UINT64_MAX;
    go_to_offset(in, part.from);
    in->until = part.to;
    src_hide(in);
    return !in->err.code;
}

void src_only(corr_src *in, const src_part *part, size_t n, src_enter_fn *fn,
              void *ctx)
{
    in->in_parts = true;
    in->part = part;
    in->npart = n;
    in->enter = fn;
    in->enter_ctx = ctx;
    in->until = corr_src_offset(in);
    src_hide(in);
    corr_src_next(in);
}
