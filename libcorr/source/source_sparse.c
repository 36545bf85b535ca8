/*
 * source_sparse - a long run of bytes of a file, of which only some are read.
 *
 * The window has room for the whole run, and its pages are pages of the file:
 * each page is read at most once and as a whole.  The file's descriptor stays
 * at the place where bytes were last read in order, and moves only when the
 * window goes on.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "source/source_private.h"

enum { PAGE = 4096, BITS = 64 };
/* Extra pages for a longer run: a page uses no memory before it is read. */
enum { AHEAD = 4096 };

static size_t pages_of(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE;
}

static bool is_here(const in_reserve *r, size_t page)
{
    return (r->page[page / BITS] >> page % BITS & 1) != 0;
}

static void note_pages(in_reserve *r, size_t from, size_t to)
{
    for (; from < to; from++)
        r->page[from / BITS] |= UINT64_C(1) << from % BITS;
}

/* Whether the current file is seekable and not compressed. *at: the position of
 * the descriptor. st->st_size: the end of the file or of the current part. */
static bool is_plain_file(const corr_src *in, struct stat *st, off_t *at)
{
    if (in->fd < 0 || !src_is_raw(in) || in->in_memory || in->opts.spool ||
        in->raw_at < in->raw_end || in->err.code || fstat(in->fd, st) ||
        !S_ISREG(st->st_mode))
        return false;
    if (in->in_parts && in->until < (uint64_t)st->st_size)
        st->st_size = (off_t)in->until;
    *at = lseek(in->fd, 0, SEEK_CUR);
    return *at >= 0 && (uint64_t)*at >= in->end - in->at;
}

/* Frees the memory of unused pages after a much longer run; the kernel gives
 * new pages faster than unused ones are worth keeping. */
static void free_pages(corr_src *in, size_t npages)
{
    in_reserve *r = &in->reserve;

    if (r->high > npages + npages / 4) {
        madvise(in->buf + npages * PAGE, (r->high - npages) * PAGE,
                MADV_DONTNEED);
        r->high = npages;
    }
    r->high = r->high < npages ? npages : r->high;
}

/* Makes room for npages pages, and moves the rest of the window to `at`. */
static bool make_page_room(corr_src *in, size_t npages, size_t at)
{
    const size_t left = in->end - in->at;
    uint8_t *to = in->buf;

    if (!corr_grow((void **)&in->reserve.page, &in->reserve.room,
                   npages / BITS + 1, sizeof *in->reserve.page))
        return false;
    if (npages * PAGE > in->room) {
        const size_t more = npages < AHEAD ? npages : AHEAD;
        const size_t room = (npages + more) * PAGE;
        to = aligned_alloc(PAGE, room);
        if (!to)
            return false;
        in->room = room;
    }
    if (left)
        memmove(to + at, in->buf + in->at, left);
    if (to != in->buf)
        free(in->buf);
    in->buf = to;
    in->base += in->at;
    in->base -= at; /* may wrap: base + at does not */
    in->at = at;
    in->end = at + left;
    free_pages(in, npages);
    return true;
}

const uint8_t *corr_src_reserve(corr_src *in, size_t n)
{
    in_reserve *r = &in->reserve;
    struct stat st;
    off_t file;
    size_t left;

    corr_src_peek(in, 1, &left); /* moves bytes that were read ahead into the
                                    window */
    if (!left || n <= left || n > in->opts.limits.record ||
        !is_plain_file(in, &st, &file) ||
        (uint64_t)(st.st_size - file) < n - left || st.st_size < file ||
        (in->opts.enough && in->opts.enough(in->opts.ctx)))
        return NULL;
    const off_t from = file - (off_t)left;
    const size_t at = (size_t)(from % PAGE);
    if (!make_page_room(in, pages_of(at + n), at)) {
        corr_no_memory(&in->err);
        return NULL;
    }
    r->file = from - (off_t)at;
    r->size = st.st_size;
    r->window = file;
    memset(r->page, 0, (pages_of(at + n) / BITS + 1) * sizeof *r->page);
    note_pages(r, 0, in->end / PAGE);
    r->from = at;
    in->end = at + n;
    in->is_reserved = true;
    return in->buf + at;
}

bool src_pass(corr_src *in, uint64_t n)
{
    const uint64_t left = in->end - in->at;
    struct stat st;
    off_t file;

    if (n <= left || !is_plain_file(in, &st, &file) || st.st_size < file ||
        (uint64_t)(st.st_size - file) < n - left ||
        lseek(in->fd, (off_t)(n - left), SEEK_CUR) < 0)
        return false;
    in->base += in->at + n;
    in->at = in->end = 0;
    src_count_raw(in, n - left);
    return true;
}

/* Reads n bytes of the file from a place on; false: the source has failed. */
static bool read_at(corr_src *in, off_t from, size_t n, uint8_t *to)
{
    size_t done = 0;

    while (done < n) {
        const ssize_t got =
            pread(in->fd, to + done, n - done, from + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            corr_fail(&in->err, CORR_EIO, "cannot read: %s",
                      got ? strerror(errno)
                          : "the file became shorter while corr read it");
            in->err.sys = got ? errno : 0;
            return false;
        }
        done += (size_t)got;
    }
    return true;
}

/* Reads pages [from,to), up to the end of the file. */
static bool read_pages(corr_src *in, size_t from, size_t to)
{
    const in_reserve *r = &in->reserve;
    const off_t first = r->file + (off_t)(from * PAGE);
    const off_t end = r->file + (off_t)(to * PAGE);

    return read_at(in, first, (size_t)((end < r->size ? end : r->size) - first),
                   in->buf + from * PAGE);
}

bool corr_src_copy(corr_src *in, size_t at, size_t n, uint8_t *to)
{
    const in_reserve *r = &in->reserve;
    const size_t from = in->is_reserved ? r->from : in->at;

    if (in->err.code || from + at > in->end || n > in->end - from - at)
        return false;
    if (in->is_reserved)
        return read_at(in, r->file + (off_t)(from + at), n, to);
    memcpy(to, in->buf + from + at, n);
    return true;
}

void corr_src_put(corr_src *in, size_t at, size_t n, const uint8_t *from)
{
    const size_t to = in->reserve.from + at;

    if (in->is_reserved && !in->borrowed && to <= in->end && n <= in->end - to)
        memcpy(in->buf + to, from, n);
}

bool corr_src_fetch(corr_src *in, size_t at, size_t n)
{
    in_reserve *r = &in->reserve;

    if (!in->is_reserved || in->err.code)
        return !in->err.code;
    const size_t has = in->end - r->from;
    at = at < has ? at : has;
    n = n < has - at ? n : has - at;
    const size_t last = pages_of(r->from + at + n);
    for (size_t from = (r->from + at) / PAGE, to; from < last; from = to) {
        to = from + 1;
        if (is_here(r, from))
            continue;
        while (to < last && !is_here(r, to))
            to++;
        if (!read_pages(in, from, to))
            return false;
        note_pages(r, from, to);
    }
    return true;
}

void src_leave_reserved(corr_src *in)
{
    in_reserve *r = &in->reserve;
    const size_t most = pages_of(in->end);
    size_t page = in->at / PAGE;
    size_t end = in->at;

    in->is_reserved = false;
    while (page < most && is_here(r, page))
        end = ++page * PAGE;
    if ((uint64_t)(r->size - r->file) < end)
        end = (size_t)(r->size - r->file);
    end = end > in->at ? end : in->at;
    in->end = end;
    const off_t window = r->file + (off_t)end;
    if (lseek(in->fd, window, SEEK_SET) < 0)
        src_cannot_read(in);
    else
        src_count_raw(in, (uint64_t)window - (uint64_t)r->window);
}
