#include "load/load_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/tempfile.h"
#include "base/time_range.h"
#include "load/load_calls.h"
#include "load/load_index.h"
#include "load/torn_head.h"
#include "model/build.h"
#include "model/sample_weight.h"

/* ---- one file --------------------------------------------------------- */

/* The reading of one file. */
typedef struct reading {
    loading *l;
    const walk_file *file;
    load_state *state;
    input *in;
    corr_want want;
    load_index x;
    corr_src *src;
    const uint8_t *head; /* first bytes of src, until a reader moves on */
    size_t n;
    bool is_whole; /* head is the whole file */
    uint64_t done; /* bytes already counted in run->done */
} reading;

static void count_bytes(void *ctx, uint64_t bytes)
{
    reading *r = ctx;
    load_run *run = r->l->run;
    const corr_load_progress *progress = &r->l->opts->progress;
    const uint64_t more = bytes - r->done;
    const uint64_t done = atomic_fetch_add(&run->done, more) + more;

    r->done = bytes;
    if (progress->call && pthread_equal(pthread_self(), run->caller))
        progress->call(progress->ctx, done, run->total);
}

static bool ask_enough(void *ctx)
{
    const reading *r = ctx;

    return load_is_enough(r->l);
}

void load_say_where(corr_err *err, const input *in)
{
    const src_file *p = input_piece_at(in, &err->offset);

    snprintf(err->input, sizeof err->input, "%s", p ? p->show : in->file.path);
    if (in->format && !err->format[0])
        snprintf(err->format, sizeof err->format, "%s", in->format->name);
}

static void say_empty(corr_err *err, const char *path, uint64_t nuls)
{
    if (nuls)
        corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                     "all %llu bytes of the file are NUL",
                     (unsigned long long)nuls);
    else
        corr_fail_at(err, CORR_EFORMAT, 0, NULL, "the file is empty");
    if (corr_str_ends(corr_str_of(path), ".jfr"))
        corr_hint(err, "the data of a killed JVM stays in a directory DATE_PID "
                       "in its /tmp");
}

/* Fails, because --as names a format that nothing in the file has.  f: the
 * format that the file looks like, or NULL. */
static void say_nothing_of_it(const corr_format *f, input *in)
{
    corr_fail_at(&in->err, CORR_EFORMAT, 0, NULL, "no data of the format %s",
                 in->format->name);
    if (f && f != in->format)
        corr_hint(&in->err, "without --as %s it is read as %s",
                  in->format->name, f->name);
    else
        corr_hint(&in->err, "\"corr help formats\" lists the formats");
}

/* Reads all of a file with the format of --as although the probe fails, to see
 * whether any of it has that format. */
static void read_doubted(const reading *r)
{
    const corr_want every = { 0 };
    corr_err ignored = { 0 };
    loading *l = r->l;
    input *in = r->in;
    const corr_format *like = load_recognise(
        l->st->formats, r->head, r->n, r->is_whole, LOAD_SURE_FOUND, &ignored);

    load_source(in->format, r->src, &every, l->opts, &l->st->aliases, in,
                &in->err);
    if (!in->err.code && !in->read.recognised && !in->read.also[0] &&
        in->span.n <= 1 && in->segment.n <= 1)
        say_nothing_of_it(like, in);
}

/* Sums of a window need the rows. */
static void want_rows(reading *r)
{
    r->want.rows = CORR_ROWS_ALL;
    r->want.needs |= r->want.needs ? CORR_NEED_TIME : 0;
    r->want.samples = (corr_window){ r->in->window.from, r->in->window.to };
}

/* Reads the file with its recognised format, or with the format of --as. */
static void read_with_format(reading *r)
{
    loading *l = r->l;
    input *in = r->in;
    const corr_format *f = in->format;

    if (l->opts->as && f->probe && !f->probe(r->head, r->n, r->is_whole)) {
        read_doubted(r);
        return;
    }
    if (in->window.is_asked)
        want_rows(r);
    r->want.is_rest = r->file->is_rest;
    in->read.by_id = r->want.by_id;
    in->read.is_outline = r->want.mode == CORR_MODE_OUTLINE && f->block;
    load_index_use(&r->x, f, r->src, &r->want);
    load_census(f, r->src, &r->want, l->opts, &l->st->aliases, r->x.maker, in,
                &in->err);
}

/* Fails, because too little of the file can be unpacked to recognise it. */
static void say_broken(const reading *r)
{
    corr_err *err = &r->in->err;

    *err = (corr_err){ 0 };
    corr_fail_at(err, CORR_EFORMAT, 0, NULL,
                 "the %s data is damaged or cut off at byte %llu; no format "
                 "fits %zu bytes",
                 src_codec(r->src), (unsigned long long)src_raw_offset(r->src),
                 r->n);
    corr_hint(err, "fetch the file again; --as NAME reads what is here");
}

static void say_refused(const reading *r)
{
    const corr_format *f = r->in->format;

    corr_fail_at(&r->in->err, CORR_ENOTYET,
                 f->refused_at ? f->refused_at(r->head, r->n) : 0, NULL, "%s",
                 f->refusal);
    if (f->instead)
        corr_hint(&r->in->err, "%s", f->instead);
}

/* Whether calls of unwanted traces are needed, as evidence about clocks. */
static bool wants_calls(const loading *l, const input *in)
{
    const corr_want want = { .needs = l->opts->needs };

    return !in->err.code && in->format && in->format->traces &&
           corr_wants(&want, CORR_NEED_CLOCKS);
}

static void peek_head(reading *r)
{
    const uint64_t record = corr_src_limits(r->src)->record;
    const size_t most =
        record < CORR_PROBE_MAX ? (size_t)record : CORR_PROBE_MAX;

    r->head = corr_src_peek(r->src, most, &r->n);
    r->is_whole = r->n < most;
}

/* Reads a pipe, after sampling the calls at its beginning. */
static void read_pipe(reading *r)
{
    input *in = r->in;
    input calls = { .file.path = in->file.path, .format = in->format };
    bool ok = load_calls_sample_pipe(&calls, r->src,
                                     load_calls_budget(r->l->files->file.n));

    peek_head(r);
    read_with_format(r);
    ok = ok && (in->err.code || load_calls_move(in, &calls));
    if (!ok)
        corr_no_memory(&in->err);
    calls.file.path = NULL;
    input_clear(&calls);
}

/* ---- pipes that are left to a slice ------------------------------------ */

/* Whether a pipe can be held unread.  A pipe with a window cannot: the window
 * may count from its end. */
static bool may_hold(const reading *r)
{
    const corr_load_opts *opts = r->l->opts;

    return r->in->file.is_pipe && opts->slices.outline && opts->slices.once &&
           !opts->as && !r->file->window;
}

/* Keeps a pipe open without reading it.  The input has only the start of the
 * first block. */
static void hold_pipe(const reading *r)
{
    input *in = r->in;
    corr_part first;

    in->err = (corr_err){ 0 }; /* a failure to open the spool does not matter */
    corr_build *b =
        build_new(&(build_opts){ .needs = r->l->opts->needs }, &in->err);
    if (!b)
        return;
    if (in->format->pieces.begins &&
        in->format->pieces.begins(r->head, r->n, &first))
        corr_set_window(b, first.from, INT64_MAX);
    if (in->file.spool)
        close(in->file.spool - 1);
    in->file.spool = 0;
    in->read.is_outline = true;
    if (build_seal(b, in, &in->err) == CORR_OK) {
        if (src_keep(r->src, in->file.path))
            in->file.held = r->src;
        else
            corr_fail(&in->err, CORR_EIO, "cannot be kept open: %s",
                      strerror(errno));
    }
    build_free(b);
}

/* Resolves the window early if it depends only on the start of the recording.
 * Then fewer rows outside the window are needed. */
static void expect_window(const reading *r)
{
    const walk_file *file = r->file;
    input *in = r->in;
    corr_window w;
    corr_part first;

    if (!file->window || file->within || in->file.is_pipe ||
        r->state->is_amiss || !in->format->pieces.begins ||
        !in->format->pieces.begins(r->head, r->n, &first) ||
        !time_range_resolve(corr_str_of(file->window), first.from, CORR_NO_TIME,
                            &w.from, &w.to))
        return;
    in->window.from = w.from;
    in->window.to = w.to;
}

/* Whether a file that the user did not name may still be a damaged profile or
 * trace: packed, damaged, and not text like a log. */
static bool may_be_lost(const reading *r)
{
    return corr_src_cut(r->src) && (r->n == 0 || load_is_binary(r->head, r->n));
}

/* Leaves out a torn head, if the file has a format behind it. */
static void recognise_behind(reading *r)
{
    input *in = r->in;
    size_t at;

    in->format = torn_head_find(r->l->st->formats, r->src, r->file->named, &at);
    if (in->format) {
        in->err = (corr_err){ 0 };
        in->file.torn = at;
        src_leave_torn(r->src, at);
    }
    peek_head(r); /* the search may have moved the window */
}

/* Finds the format of a file with bytes.  False: no format. */
static bool recognise_input(reading *r)
{
    const loading *l = r->l;
    input *in = r->in;

    in->format =
        r->file->format ? r->file->format
        : l->opts->as
            ? load_named(l->st->formats, l->opts->as, &in->err)
            : load_recognise(l->st->formats, r->head, r->n, r->is_whole,
                             r->file->named ? LOAD_SURE_NAMED : LOAD_SURE_FOUND,
                             &in->err);
    if (!in->format && !l->opts->as)
        recognise_behind(r);
    if (!in->format && !l->opts->as && corr_src_cut(r->src) &&
        !load_is_enough(l))
        say_broken(r);
    return in->format;
}

/* The content of the pipe need not be read again. */
static void close_spool(const reading *r)
{
    input *in = r->in;

    src_stop_spool(r->src);
    if (in->file.spool)
        close(in->file.spool - 1);
    in->file.spool = 0;
}

/* Recognises and reads the file.  False: ignore it, because it was neither
 * recognised nor named. */
static bool read_input(reading *r)
{
    loading *l = r->l;
    input *in = r->in;
    const walk_file *file = r->file;

    peek_head(r);
    if (src_failure(r->src, &in->err))
        return file->named || in->err.code != CORR_EFORMAT;
    if (r->n == 0 && load_is_enough(l))
        return false;
    if (r->n == 0 && !corr_src_cut(r->src)) {
        say_empty(&in->err, file->path, src_head_of(r->src).nuls);
        return file->named || load_is_emptied(file->path);
    }
    if (r->n == 0) {
        corr_fail_at(&in->err, CORR_EFORMAT, 0, NULL,
                     "the %s data is damaged from the first byte on",
                     src_codec(r->src));
        return true;
    }
    if (!recognise_input(r))
        return file->named || (!load_is_enough(l) && may_be_lost(r));
    if (!in->format->read) {
        say_refused(r);
        return true;
    }
    if (in->format->block && may_hold(r)) {
        hold_pipe(r);
        return true;
    }
    if (in->err.code)
        return true;
    if (in->file.is_pipe && !l->opts->slices.again && !in->format->mixed)
        close_spool(r);
    expect_window(r);
    if (in->file.is_pipe && wants_calls(l, in))
        read_pipe(r);
    else
        read_with_format(r);
    return true;
}

/* Opens the file that keeps the content of a pipe, which is read again if
 * slices are taken of it, or if it has records of several formats.  False: no
 * file, and slices need it. */
static bool open_spool(input *in, bool is_needed)
{
    const int fd = tempfile_open();

    if (fd < 0 && !is_needed)
        return true;
    if (fd < 0) {
        corr_fail(&in->err, CORR_EIO, "no file can be made in %s: %s",
                  tempfile_dir(), strerror(errno));
        corr_hint(&in->err, "$TMPDIR names another directory");
        return false;
    }
    in->file.spool = fd + 1;
    return true;
}

/* False: out of memory. */
static bool copy_parts(input *in, const walk_file *file)
{
    const size_t n = file->part.n;

    in->file.is_rest = file->is_rest;
    in->file.part = n ? malloc(n * sizeof *in->file.part) : NULL;
    if (!in->file.part)
        return n == 0;
    memcpy(in->file.part, file->part.v, n * sizeof *in->file.part);
    in->file.npart = n;
    return true;
}

/* False: out of memory. */
static bool copy_pieces(input *in, const walk_file *file)
{
    const size_t n = file->piece.n;
    bool ok = true;

    in->file.piece = n ? calloc(n, sizeof *in->file.piece) : NULL;
    in->file.npiece = in->file.piece ? n : 0;
    for (size_t i = 0; i < in->file.npiece; i++) {
        in->file.piece[i].file = strdup(file->piece.v[i].path);
        in->file.piece[i].show = strdup(file->piece.v[i].show);
        ok = ok && in->file.piece[i].file && in->file.piece[i].show;
    }
    return ok && in->file.npiece == n;
}

static input *new_input(loading *l, const walk_file *file)
{
    input *in = calloc(1, sizeof *in);
    bool ok = false;

    if (in) {
        in->file.path = strdup(file->show);
        in->file.opened = strdup(file->path);
        in->file.named = strdup(file->entry ? file->entry : file->path);
        in->fetched =
            fetched_name_of(corr_str_of(in->file.named ? in->file.named : ""));
        in->file.nth = file->nth;
        in->group = l->group;
        in->err = file->err;
        in->window.is_asked = file->window || file->within;
        ok = copy_pieces(in, file) && copy_parts(in, file);
    }
    if (ok && in->file.path && in->file.opened && in->file.named)
        return in;
    if (in)
        input_clear(in);
    free(in);
    atomic_store(&l->no_memory, true);
    return NULL;
}

static bool read_open(reading *r, int fd)
{
    const loading *l = r->l;
    const walk_file *file = r->file;
    input *in = r->in;
    src_opts opts = { .path = file->show,
                      .file = in->file.is_pipe || in->file.npiece ? NULL
                                                                  : file->path,
                      .more = in->file.npiece ? in->file.piece + 1 : NULL,
                      .nmore = in->file.npiece ? in->file.npiece - 1 : 0,
                      .limits = l->opts->limits,
                      .spool = in->file.spool,
                      .progress = count_bytes,
                      .enough = ask_enough,
                      .ctx = r };

    load_index_watch(&r->x, &opts);
    r->src = src_open_fd(fd, &opts, &in->err);
    if (!r->src)
        return true;
    input_show_parts(in, r->src);
    const bool keep = read_input(r);
    if (in->file.is_pipe)
        in->file.bytes = src_raw(r->src);
    r->state->is_doubted = !load_index_take(&r->x, file->path, r->src, in);
    if (r->src != in->file.held)
        src_close(r->src);
    return keep;
}

/* A descriptor of its own, at the beginning of the file or of what a pipe
 * held. */
static int open_file(const walk_file *file)
{
    char name[32];

    if (!file->spool)
        return open(file->path, O_RDONLY | O_CLOEXEC);
    snprintf(name, sizeof name, "/dev/fd/%d", file->spool - 1);
    return open(name, O_RDONLY | O_CLOEXEC);
}

static bool open_and_read(reading *r)
{
    const loading *l = r->l;
    const walk_file *file = r->file;
    input *in = r->in;
    const bool is_stdin = strcmp(file->path, "-") == 0;
    struct stat st;
    int fd = is_stdin && !file->spool ? 0 : open_file(file);

    if (fd < 0 || fstat(fd, &st) != 0) {
        corr_fail(&in->err, CORR_EIO, "cannot open: %s", strerror(errno));
        in->err.sys = errno;
        if (fd > 0)
            close(fd);
        return file->named || (in->err.sys == EACCES ? !l->opts->found
                                                     : in->err.sys != ENOENT);
    }
    /* a regular file on standard input stands at its end afterwards */
    in->file.is_pipe = is_stdin || file->spool || !S_ISREG(st.st_mode);
    in->file.bytes = in->file.is_pipe                    ? 0
                     : in->file.npiece || in->file.npart ? walk_file_bytes(file)
                                                         : (uint64_t)st.st_size;
    r->want = load_want(l, r->state, in->file.is_pipe);
    if (!in->file.is_pipe && !in->file.npiece && !in->file.npart)
        load_index_begin(&r->x, l->opts, &r->want, !r->state->reasons, fd);
    const bool is_ready = !in->file.is_pipe || file->spool ||
                          open_spool(in, l->opts->slices.again) || may_hold(r);
    const bool keep = !is_ready || read_open(r, fd);
    if (keep)
        load_see_change(l, in, fd, &st);
    if (keep && !in->file.is_pipe && wants_calls(l, in) &&
        !load_calls_sample(in, fd, &l->opts->limits,
                           load_calls_budget(l->files->file.n)))
        corr_no_memory(&in->err);
    load_index_end(&r->x);
    if (file->spool && l->opts->slices.again)
        in->file.spool = dup(file->spool - 1) + 1;
    if (fd > 0)
        close(fd);
    return keep;
}

/* Cuts the input to its window.  The result may differ from the expected
 * window. */
static void cut_to_window(const reading *r)
{
    input *in = r->in;
    const int64_t from = in->window.from, to = in->window.to;

    load_cut_file(in, r->file->window);
    r->state->is_amiss = from != to && in->window.is_set &&
                         (in->window.from != from || in->window.to != to);
}

/* Weighs the samples, cuts the input to its window, leaves out the start of the
 * process, and rescales. */
static void weigh_and_cut(const reading *r)
{
    const corr_load_opts *opts = r->l->opts;
    const walk_file *file = r->file;
    input *in = r->in;

    if (!in->err.code && !load_selected(in))
        corr_no_memory(&in->err);
    if (!in->err.code && !sample_weight_weigh(in, opts->values.rescale))
        corr_no_memory(&in->err);
    if (!in->err.code && file->window && !file->within)
        cut_to_window(r);
    if (!in->err.code && opts->times.skip_starts && !in->window.is_asked)
        load_skip_start(in);
    if (!in->err.code && !file->within &&
        !sample_weight_settle(in, opts->values.rescale))
        corr_no_memory(&in->err);
}

input *load_file(loading *l, size_t number)
{
    const walk_file *file = &l->files->file.v[number];
    reading r = { .l = l,
                  .file = file,
                  .state = &l->state[number],
                  .in = new_input(l, file),
                  .x = { .dir = -1 } };
    input *in = r.in;
    bool keep = true;

    if (!in)
        return NULL;
    if (file->err.code == CORR_OK)
        keep = open_and_read(&r);
    if (keep)
        weigh_and_cut(&r);
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
