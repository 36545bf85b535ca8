/* slice_read - the second reading of the files of a slice. */
#include "select/slice.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/base.h"
#include "corr_sort.h"
#include "model/build.h"
#include "source/source.h"

static const input *open_input(const corr_slice *s)
{
    return store_input(s->st, s->part.v[s->open].input);
}

static corr_code open_again(corr_slice *s, const input *in, corr_err *err)
{
    const bool is_spooled = in->file.spool != 0;
    int fd = is_spooled ? in->file.spool - 1
                        : open(in->file.opened, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || (is_spooled && lseek(fd, 0, SEEK_SET) != 0))
        return corr_fail(err, CORR_EIO, "cannot be read again: %s",
                         strerror(errno));
    s->fd = is_spooled ? -1 : fd;
    s->src = src_open_fd(
        fd,
        &(src_opts){ .path = in->file.path,
                     .limits = s->limits,
                     .more = in->file.npiece ? in->file.piece + 1 : NULL,
                     .nmore = in->file.npiece ? in->file.npiece - 1 : 0 },
        err);
    if (s->src && in->file.torn)
        src_leave_torn(s->src, in->file.torn);
    if (s->src)
        input_show_parts(in, s->src);
    return s->src ? CORR_OK : CORR_ENOMEM;
}

static corr_code make_build(corr_slice *s, corr_err *err)
{
    s->build = build_new(&(build_opts){ .src = s->src,
                                        .limits = s->limits,
                                        .strict = s->is_new && s->strict },
                         err);
    return s->build ? CORR_OK : CORR_ENOMEM;
}

static void name_input(const corr_slice *s, corr_err *err)
{
    if (err && !err->input[0])
        snprintf(err->input, sizeof err->input, "%s", open_input(s)->file.path);
}

corr_code corr_slice_open(corr_slice *s, size_t i, corr_slice_input *to,
                          corr_err *err)
{
    corr_code code = corr_slice_close(s, err);

    if (code)
        return code;
    s->open = i;
    s->next = 0;
    const input *in = open_input(s);
    s->unread = store_unread(s->st, s->part.v[i].input);
    s->is_new = s->unread != NULL;
    s->src = in->file.held;
    if (s->unread)
        s->unread->file.held = NULL;
    code = s->is_new ? CORR_OK : open_again(s, in, err);
    if (!code)
        code = make_build(s, err);
    if (code)
        name_input(s, err);
    else
        *to = (corr_slice_input){ s->src, s->build, in->file.path, s->is_new };
    return code;
}

/* Replaces the outline of a pipe by the data that was read from it. */
static corr_code seal_pipe(corr_slice *s, corr_err *err)
{
    input *in = s->unread;
    input before = *in;
    const corr_code code = build_seal(s->build, in, err);

    if (code)
        return code;
    before.file.path = NULL; /* the input keeps these */
    before.file.opened = before.file.named = NULL;
    before.file.piece = NULL;
    before.file.npiece = 0;
    before.file.spool = 0;
    input_clear(&before);
    return CORR_OK;
}

corr_code corr_slice_close(corr_slice *s, corr_err *err)
{
    corr_code code = CORR_OK;

    if (s->src && s->build)
        code = corr_finish(s->src, s->build, err);
    if (s->src && s->build && s->is_new && !code)
        code = seal_pipe(s, err);
    if (code)
        name_input(s, err);
    build_free(s->build);
    src_close(s->src);
    if (s->fd >= 0)
        close(s->fd);
    s->build = NULL;
    s->src = NULL;
    s->fd = -1;
    return code;
}

size_t corr_slice_inputs(const corr_slice *s)
{
    return s->part.n;
}

bool corr_slice_adds(const corr_slice *s)
{
    return s->adds;
}

double corr_slice_row(corr_slice *s, uint32_t row)
{
    const slice_part *p = &s->part.v[s->open];
    const kept_row *r = s->row.v + p->first;

    while (s->next < p->n && r[s->next].row < row)
        s->next++;
    return s->next < p->n && r[s->next].row == row ? r[s->next].share : 0;
}

bool slice_has_time(const corr_slice *s, const input *in, int64_t from,
                    int64_t to)
{
    const bool any = s->from == 0 && s->to == 0;

    return (any || (to >= s->from && from < s->to)) &&
           input_in_window(in, from, to);
}

bool corr_slice_touches(const corr_slice *s, int64_t from, int64_t to)
{
    const slice_part *p = &s->part.v[s->open];
    const input *in = open_input(s);

    if (s->adds)
        return input_in_window(in, from, to);
    if (in->read.is_outline)
        return slice_has_time(s, in, from, to);
    const kept_row *r = s->row.v + p->first;
    size_t lo = 0;

    LOWER_BOUND(lo, p->n, i, r[i].end == CORR_NO_TIME || r[i].end < from);
    return lo < p->n && r[lo].end <= to;
}

void corr_slice_kept(corr_slice *s, int64_t from, int64_t to)
{
    const bool is_first = s->kept_from == CORR_NO_TIME;

    s->kept_from = is_first ? from : min_i64(s->kept_from, from);
    s->kept_to = is_first ? to : max_i64(s->kept_to, to);
}

bool corr_slice_salvages(const corr_slice *s)
{
    return s->salvage;
}

void corr_slice_leave_out(corr_slice *s, uint64_t blocks)
{
    s->left_out += blocks;
}

void corr_slice_lose(corr_slice *s, uint64_t bytes)
{
    s->partly++;
    s->lost = bytes < UINT64_MAX - s->lost ? s->lost + bytes : UINT64_MAX;
}

bool corr_slice_span(const corr_slice *s, corr_trace_id trace, uint64_t span)
{
    const slice_part *p = &s->part.v[s->open];
    kept_span key = { p->input, trace, 0 };

    if (s->everything)
        return true;
    if (bsearch(&key, s->span.v + p->first, p->n, sizeof key, slice_by_span))
        return true;
    key.id = span;
    return span &&
           bsearch(&key, s->span.v + p->first, p->n, sizeof key, slice_by_span);
}

void corr_slice_count(corr_slice *s, uint64_t kept, uint64_t of)
{
    s->kept += kept;
    s->of += of;
}
