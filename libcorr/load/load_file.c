#include "load/load_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "base/tempfile.h"
#include "base/time_range.h"
#include "load/load_calls.h"
#include "load/load_index.h"
#include "model/build.h"
#include "model/sample_weight.h"
#include "source/codec.h"

/* Probes at least this sure, for files that nobody named and for others. */
enum { SURE_FOUND = 60, SURE_NAMED = 20 };

/* ---- one source ------------------------------------------------------- */

corr_code load_source(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const alias_set *aliases, input *in, corr_err *err)
{
    return load_census(f, src, want, opts, aliases, NULL, in, err);
}

/* Whether all instants that are read of it count: it is not cut, or it is known
 * before which they are. */
static bool is_sifted(const input *in)
{
    return !in->is_cut || in->win_from != in->win_to;
}

corr_code load_census(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const alias_set *aliases, index_maker *census, input *in,
                      corr_err *err)
{
    corr_want w = *want;

    w.no_stacks |= w.no_kind;
    w.no_kind &= !f->weighs;
    corr_build *b = build_new(
        &(build_opts){ .aliases = aliases,
                       .src = src,
                       .limits = opts->limits,
                       .needs = w.needs,
                       .crew = w.crew,
                       .weighs = f->weighs,
                       .packs = opts->sums && f->weighs && is_sifted(in),
                       .strict = opts->strict,
                       .began = opts->began,
                       .index = census },
        err);
    if (!b)
        return CORR_ENOMEM;
    w.census = census != NULL;
    corr_code code = f->read(src, &w, b, err);
    if (code == CORR_OK)
        code = build_seal(b, in, err);
    build_free(b);
    return code;
}

/* ---- one file --------------------------------------------------------- */

/* How far one source is. */
typedef struct reading {
    loading *l;
    uint64_t bytes;
} reading;

static void count_bytes(void *ctx, uint64_t bytes)
{
    reading *r = ctx;
    loading *l = r->l;
    uint64_t more = bytes - r->bytes;
    uint64_t done = atomic_fetch_add(&l->done, more) + more;

    r->bytes = bytes;
    if (l->opts->progress && pthread_equal(pthread_self(), l->caller))
        l->opts->progress(l->opts->progress_ctx, done, l->total);
}

static bool ask_enough(void *ctx)
{
    const reading *r = ctx;

    return load_is_enough(r->l);
}

void load_say_where(corr_err *err, const input *in)
{
    const src_file *p = input_piece_at(in, &err->offset);

    snprintf(err->input, sizeof err->input, "%s", p ? p->show : in->path);
    if (in->format && !err->format[0])
        snprintf(err->format, sizeof err->format, "%s", in->format->name);
}

static void say_empty(corr_err *err, const char *path)
{
    corr_fail_at(err, CORR_EFORMAT, 0, NULL, "the file is empty");
    if (corr_str_ends(corr_str_of(path), ".jfr"))
        corr_hint(err, "a JVM that was killed leaves what it recorded in its "
                       "repository, a directory DATE_PID in its temporary "
                       "directory (/tmp)");
}

/* Somebody insists on a format that nothing in the file is of; f: what it
 * looks like, or NULL. */
static void say_nothing_of_it(const corr_format *f, input *in)
{
    corr_fail_at(&in->err, CORR_EFORMAT, 0, NULL,
                 "nothing in it is of the format %s", in->format->name);
    if (f && f != in->format)
        corr_hint(&in->err, "without --as %s it is read as %s",
                  in->format->name, f->name);
    else
        corr_hint(&in->err, "\"corr help formats\" lists what is read");
}

/* Somebody insists on a format that the file does not look like: all of it is
 * read, to see whether any of it is. */
static void read_doubted(loading *l, corr_src *src, const uint8_t *head,
                         size_t n, bool whole, input *in)
{
    const corr_want every = { 0 };
    corr_err ignored = { 0 };
    const corr_format *like =
        load_recognise(l->st->formats, head, n, whole, SURE_FOUND, &ignored);

    in->by_id = false;
    load_source(in->format, src, &every, l->opts, &l->st->aliases, in,
                &in->err);
    if (!in->err.code && !in->recognised && in->span.n <= 1 &&
        in->segment.n <= 1)
        say_nothing_of_it(like, in);
}

/* Of what is cut to a window, what rows of any kind add up to is known only
 * when it was. */
static void want_rows(corr_want *want, const input *in)
{
    want->no_stacks |= want->no_kind;
    want->one_kind = want->no_kind = want->spare_kinds = false;
    want->no_bytes = want->spare_bytes = false;
    want->needs |= want->needs ? CORR_NEED_TIME : 0;
    want->rows_from = in->win_from;
    want->rows_to = in->win_to;
}

/* Reads what was recognised, or what somebody insists on.  head is gone
 * afterwards. */
static void read_as(loading *l, corr_src *src, load_index *x,
                    const uint8_t *head, size_t n, bool whole, input *in)
{
    const corr_format *f = in->format;

    if (l->opts->as && f->probe && !f->probe(head, n, whole)) {
        read_doubted(l, src, head, n, whole, in);
        return;
    }
    corr_want want = in->is_pipe ? l->all : l->want;
    if (in->is_cut)
        want_rows(&want, in);
    in->is_outline = want.outline && f->block;
    load_index_use(x, f, src, &want);
    load_census(f, src, &want, l->opts, &l->st->aliases, x->maker, in,
                &in->err);
}

/* Too little of it can be undone to tell what it is. */
static void say_broken(const corr_src *src, size_t n, input *in)
{
    in->err = (corr_err){ 0 };
    corr_fail_at(&in->err, CORR_EFORMAT, 0, NULL,
                 "its %s data is damaged or breaks off at byte %llu: the %zu "
                 "bytes before that do not say what it is",
                 src_codec(src), (unsigned long long)src_raw_offset(src), n);
    corr_hint(&in->err, "fetch it again; --as NAME reads what is there");
}

static void say_refused(input *in, const uint8_t *head, size_t n)
{
    const corr_format *f = in->format;

    corr_fail_at(&in->err, CORR_ENOTYET,
                 f->refused_at ? f->refused_at(head, n) : 0, NULL, "%s",
                 f->refusal);
    if (f->instead)
        corr_hint(&in->err, "%s", f->instead);
}

/* Whether calls of other traces than those that are wanted are, too. */
static bool wants_calls(const loading *l, const input *in)
{
    const corr_want want = { .needs = l->opts->needs };

    return !in->err.code && in->format && in->format->traces &&
           corr_wants(&want, CORR_NEED_CLOCKS);
}

/* The same of what cannot be read again, with calls of all that is in it. */
static void read_pipe(loading *l, corr_src *src, load_index *x, size_t most,
                      input *in)
{
    input calls = { .path = in->path, .format = in->format };
    bool ok = calls_sample_pipe(&calls, src, calls_budget(l->files->file.n));
    size_t n;
    const uint8_t *head = corr_src_peek(src, most, &n);

    read_as(l, src, x, head, n, n < most, in);
    ok = ok && (in->err.code || calls_move(in, &calls));
    if (!ok)
        corr_no_memory(&in->err);
    calls.path = NULL;
    input_clear(&calls);
}

/* ---- pipes that are left to a slice ------------------------------------ */

/* A part of a pipe may be told by where it ends. */
static bool may_hold(const loading *l, const walk_file *file, const input *in)
{
    return in->is_pipe && l->opts->outline && l->opts->once && !l->opts->as &&
           !file->window;
}

/* What is known of a pipe before it is read: when its first block begins. */
static void hold(loading *l, corr_src *src, const uint8_t *head, size_t n,
                 input *in)
{
    corr_part first;
    corr_build *b =
        build_new(&(build_opts){ .needs = l->opts->needs }, &in->err);

    if (!b)
        return;
    if (in->format->piece && in->format->piece(head, n, &first))
        corr_set_window(b, first.from, INT64_MAX);
    if (in->spool)
        close(in->spool - 1);
    in->spool = 0;
    in->is_outline = true;
    if (build_seal(b, in, &in->err) == CORR_OK) {
        if (src_keep(src, in->path))
            in->held = src;
        else
            corr_fail(&in->err, CORR_EIO, "cannot be kept open: %s",
                      strerror(errno));
    }
    build_free(b);
}

/* Finds out from where a recording begins which window is meant, if that is all
 * that it depends on: of what is not in it fewer rows are needed. */
static void expect_window(const walk_file *file, const uint8_t *head, size_t n,
                          input *in)
{
    corr_part first;

    if (!file->window || file->within || in->is_pipe || !in->format->piece ||
        !in->format->piece(head, n, &first) ||
        !window_resolve(corr_str_of(file->window), first.from, CORR_NO_TIME,
                        &in->win_from, &in->win_to))
        in->win_from = in->win_to = 0;
}

/* Whether a file that nobody named is one of ours all the same, or may be: what
 * is packed and damaged, and no text as logs are. */
static bool may_be_lost(const corr_src *src, const uint8_t *head, size_t n)
{
    return corr_src_cut(src) && (n == 0 || load_is_binary(head, n));
}

/* Recognises and reads; false: not recognised and not named, so ignored. */
static bool read_input(loading *l, const walk_file *file, corr_src *src,
                       load_index *x, input *in)
{
    const char *as = l->opts->as;
    const uint64_t record = corr_src_limits(src)->record;
    const size_t most =
        record < CORR_PROBE_MAX ? (size_t)record : CORR_PROBE_MAX;
    size_t n;
    const uint8_t *head = corr_src_peek(src, most, &n);

    if (src_failure(src, &in->err))
        return file->named;
    if (n == 0 && load_is_enough(l))
        return false;
    if (n == 0 && !corr_src_cut(src)) {
        say_empty(&in->err, file->path);
        return file->named || load_is_emptied(file->path);
    }
    if (n == 0) {
        corr_fail_at(&in->err, CORR_EFORMAT, 0, NULL,
                     "its %s data is damaged from the first byte on",
                     src_codec(src));
        return true;
    }
    in->format =
        as ? load_named(l->st->formats, as, &in->err)
           : load_recognise(l->st->formats, head, n, n < most,
                            file->named ? SURE_NAMED : SURE_FOUND, &in->err);
    if (!in->format && !as && corr_src_cut(src) && !load_is_enough(l))
        say_broken(src, n, in);
    if (!in->format)
        return file->named || (!load_is_enough(l) && may_be_lost(src, head, n));
    if (!in->format->read) {
        say_refused(in, head, n);
        return true;
    }
    if (in->format->block && may_hold(l, file, in)) {
        in->err = (corr_err){ 0 }; /* no file is needed */
        hold(l, src, head, n, in);
        return true;
    }
    if (in->err.code)
        return true;
    expect_window(file, head, n, in);
    if (in->is_pipe && wants_calls(l, in))
        read_pipe(l, src, x, most, in);
    else
        read_as(l, src, x, head, n, n < most, in);
    return true;
}

/* Where what comes out of a pipe is kept. */
static bool open_spool(input *in)
{
    const int fd = tempfile_open();

    if (fd < 0) {
        corr_fail(&in->err, CORR_EIO, "no file can be made in %s: %s",
                  tempfile_dir(), strerror(errno));
        corr_hint(&in->err, "$TMPDIR names another directory");
        return false;
    }
    in->spool = fd + 1;
    return true;
}

/* False: out of memory. */
static bool copy_parts(input *in, const walk_file *file)
{
    in->is_rest = file->is_rest;
    in->npart = file->part.n;
    in->part = in->npart ? calloc(in->npart, sizeof *in->part) : NULL;
    if (in->part)
        memcpy(in->part, file->part.v, in->npart * sizeof *in->part);
    return !in->npart || in->part;
}

/* False: out of memory. */
static bool copy_pieces(input *in, const walk_file *file)
{
    const size_t n = file->piece.n;
    bool ok = true;

    in->piece = n ? calloc(n, sizeof *in->piece) : NULL;
    in->npiece = in->piece ? n : 0;
    for (size_t i = 0; i < in->npiece; i++) {
        in->piece[i].file = strdup(file->piece.v[i].path);
        in->piece[i].show = strdup(file->piece.v[i].show);
        ok = ok && in->piece[i].file && in->piece[i].show;
    }
    return ok && in->npiece == n;
}

static input *new_input(loading *l, const walk_file *file)
{
    input *in = calloc(1, sizeof *in);
    bool ok = false;

    if (in) {
        in->path = strdup(file->show);
        in->file = strdup(file->path);
        in->group = l->opts->group ? l->opts->group : 1;
        in->err = file->err;
        in->is_cut = file->window || file->within;
        ok = copy_pieces(in, file) && copy_parts(in, file);
    }
    if (ok && in->path && in->file)
        return in;
    if (in)
        input_clear(in);
    free(in);
    atomic_store(&l->no_memory, true);
    return NULL;
}

/* Makes an input what it was before it was read; false: out of memory. */
static bool forget_input(loading *l, const walk_file *file, input *in)
{
    input *fresh = new_input(l, file);

    if (!fresh)
        return false;
    fresh->is_pipe = in->is_pipe;
    fresh->bytes = in->bytes;
    input_clear(in);
    *in = *fresh;
    free(fresh);
    return true;
}

static bool read_open(loading *l, const walk_file *file, int fd, load_index *x,
                      input *in)
{
    reading r = { .l = l };
    src_opts opts = { .path = file->show,
                      .file = in->is_pipe || in->npiece ? NULL : file->path,
                      .more = in->npiece ? in->piece + 1 : NULL,
                      .nmore = in->npiece ? in->npiece - 1 : 0,
                      .limits = l->opts->limits,
                      .spool = in->spool,
                      .progress = count_bytes,
                      .enough = ask_enough,
                      .ctx = &r };

    load_index_watch(x, &opts);
    corr_src *src = src_open_fd(fd, &opts, &in->err);
    if (!src)
        return true;
    input_show_parts(in, src);
    in->by_id = l->want.by_id && !in->is_pipe;
    const bool keep = read_input(l, file, src, x, in);
    if (in->is_pipe)
        in->bytes = src_raw(src);
    load_index_take(x, file->path, src, in);
    if (src != in->held)
        src_close(src);
    return keep;
}

static bool open_and_read(loading *l, const walk_file *file, input *in)
{
    bool is_stdin = strcmp(file->path, "-") == 0;
    load_index x = { .dir = -1 };
    struct stat st;
    int fd = is_stdin ? 0 : open(file->path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        corr_fail(&in->err, CORR_EIO, "cannot open: %s", strerror(errno));
        in->err.sys = errno;
        return file->named || (in->err.sys == EACCES && !l->opts->found);
    }
    in->is_pipe = is_stdin; /* also a file stands at its end afterwards */
    if (fstat(fd, &st) == 0) {
        in->is_pipe |= !S_ISREG(st.st_mode);
        in->bytes = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    }
    for (size_t i = 1; i < in->npiece; i++)
        if (stat(in->piece[i].file, &st) == 0)
            in->bytes += (uint64_t)st.st_size;
    if (in->npart)
        in->bytes = 0;
    for (size_t i = 0; i < in->npart; i++)
        in->bytes += in->part[i].to - in->part[i].from;
    if (!in->is_pipe && !in->npiece && !in->npart)
        load_index_begin(&x, l->opts, &l->want, fd);
    const bool is_ready = !(l->opts->again && in->is_pipe) || open_spool(in) ||
                          may_hold(l, file, in);
    bool keep = !is_ready || read_open(l, file, fd, &x, in);
    if (load_index_again(&x, fd) && forget_input(l, file, in))
        keep = read_open(l, file, fd, &x, in);
    if (keep && !in->is_pipe && wants_calls(l, in) &&
        !calls_sample(in, fd, &l->opts->limits, calls_budget(l->files->file.n)))
        corr_no_memory(&in->err);
    load_index_end(&x);
    if (!is_stdin)
        close(fd);
    if (keep && in->err.code == CORR_OK && !sampler_weigh(in, l->opts->rescale))
        corr_no_memory(&in->err);
    return keep;
}

/* Cuts what was read to its window.  Where that turns out to be another one
 * than was expected, the file is read again without expecting any. */
static bool cut(loading *l, const walk_file *file, input *in)
{
    const int64_t from = in->win_from, to = in->win_to;
    walk_file whole = *file;

    load_cut_file(in, file->window);
    if (from == to || !in->has_window ||
        (in->win_from == from && in->win_to == to))
        return true;
    whole.window = NULL;
    if (!forget_input(l, file, in) || !open_and_read(l, &whole, in))
        return false;
    if (in->err.code == CORR_OK)
        load_cut_file(in, file->window);
    return true;
}

input *load_file(loading *l, const walk_file *file)
{
    input *in = new_input(l, file);
    bool keep = true;

    if (!in)
        return NULL;
    if (file->err.code == CORR_OK)
        keep = open_and_read(l, file, in);
    if (keep && file->window && !file->within && in->err.code == CORR_OK)
        keep = cut(l, file, in);
    if (l->opts->skip_starts && !in->is_cut && in->err.code == CORR_OK)
        load_skip_start(in);
    if (keep && !file->within && in->err.code == CORR_OK &&
        !sampler_settle(in, l->opts->rescale))
        corr_no_memory(&in->err);
    if (in->err.code == CORR_ENOMEM)
        atomic_store(&l->no_memory, true);
    if (!keep) {
        atomic_fetch_add(&l->ignored, 1);
        input_clear(in);
        free(in);
        return NULL;
    }
    if (in->err.code)
        load_say_where(&in->err, in);
    return in;
}
