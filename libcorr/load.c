#include "load_index.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base.h"
#include "build.h"
#include "calls.h"
#include "codec.h"
#include "id.h"
#include "limit.h"
#include "pieces.h"
#include "sampler.h"
#include "walk.h"
#include "window.h"

/* Probes at least this sure, for files that nobody named and for others. */
enum { SURE_FOUND = 60, SURE_NAMED = 20 };

/* ---- one input -------------------------------------------------------------- */

corr_code load_source(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const alias_set *aliases, input *in, corr_err *err)
{
    return load_census(f, src, want, opts, aliases, NULL, in, err);
}

corr_code load_census(const corr_format *f, corr_src *src,
                      const corr_want *want, const corr_load_opts *opts,
                      const alias_set *aliases, index_maker *census, input *in,
                      corr_err *err)
{
    corr_want w = *want;

    w.no_stacks |= w.no_kind;
    w.no_kind &= !f->weighs;
    corr_build *b = build_new(&(build_opts){ .aliases = aliases,
                                             .src = src,
                                             .limits = opts->limits,
                                             .needs = w.needs,
                                             .weighs = f->weighs,
                                             .strict = opts->strict,
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

/* What the workers of one load share. */
typedef struct loading {
    corr_store *st;
    const corr_load_opts *opts;
    corr_want want, all; /* all: for what cannot be read twice */
    walk *files;
    input **in;         /* [files], NULL: not recognised, nobody named it */
    const size_t *only; /* numbers of the files to read, or NULL: all */
    size_t nonly;
    atomic_size_t next;
    atomic_uint_fast64_t ignored;
    atomic_bool no_memory; /* somewhere: then nothing is taken */
    pthread_t caller;      /* of corr_load; only it may report progress */
    uint64_t total;        /* bytes of the files to read */
    atomic_uint_fast64_t done;
} loading;

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

static bool is_enough(const loading *l)
{
    return l->opts->enough &&
           l->opts->enough(l->opts->enough_ctx, atomic_load(&l->done));
}

static bool ask_enough(void *ctx)
{
    const reading *r = ctx;

    return is_enough(r->l);
}

static void say_where(corr_err *err, const input *in)
{
    const input_piece *p = input_piece_at(in, &err->offset);

    snprintf(err->input, sizeof err->input, "%s", p ? p->show : in->path);
    if (in->format && !err->format[0])
        snprintf(err->format, sizeof err->format, "%s", in->format->name);
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
        corr_fail(&in->err, CORR_ENOMEM, "out of memory");
    calls.path = NULL;
    input_clear(&calls);
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
    if (n == 0 && is_enough(l))
        return false;
    if (n == 0 && !corr_src_cut(src)) {
        corr_fail_at(&in->err, CORR_EFORMAT, 0, NULL, "the file is empty");
        return file->named;
    }
    if (n == 0) {
        corr_fail_at(&in->err, CORR_EFORMAT, 0, NULL,
                     "its %s data is damaged from the first byte on",
                     src_codec(src));
        return file->named;
    }
    in->format =
        as ? load_named(l->st->formats, as, &in->err)
           : load_recognise(l->st->formats, head, n, n < most,
                            file->named ? SURE_NAMED : SURE_FOUND, &in->err);
    if (!in->format && !as && corr_src_cut(src) && !is_enough(l))
        say_broken(src, n, in);
    if (!in->format)
        return file->named;
    if (!in->format->read) {
        say_refused(in, head, n);
        return true;
    }
    if (in->is_pipe && wants_calls(l, in))
        read_pipe(l, src, x, most, in);
    else
        read_as(l, src, x, head, n, n < most, in);
    if (!in->err.code && !sampler_settle(in))
        corr_fail(&in->err, CORR_ENOMEM, "out of memory");
    return true;
}

/* A file without a name for what comes out of a pipe. */
static bool open_spool(input *in)
{
    const char *dir = getenv("TMPDIR");
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/corr.XXXXXX",
                     dir && *dir ? dir : "/tmp");
    int fd = n > 0 && (size_t)n < sizeof path ? mkstemp(path) : -1;

    if (fd < 0) {
        corr_fail(&in->err, CORR_EIO, "no file can be made in %s: %s",
                  dir && *dir ? dir : "/tmp", strerror(errno));
        corr_hint(&in->err, "$TMPDIR names another directory");
        return false;
    }
    unlink(path);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    in->spool = fd + 1;
    return true;
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
        ok = copy_pieces(in, file);
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
                      .strict = l->opts->strict,
                      .spool = in->spool,
                      .progress = count_bytes,
                      .enough = ask_enough,
                      .ctx = &r };

    load_index_watch(x, &opts);
    corr_src *src = src_open_fd(fd, &opts, &in->err);
    if (!src)
        return true;
    in->by_id = l->want.by_id && !in->is_pipe;
    const bool keep = read_input(l, file, src, x, in);
    if (in->is_pipe)
        in->bytes = src_raw(src);
    load_index_take(x, file->path, src, in);
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
        return file->named;
    }
    in->is_pipe = is_stdin; /* also a file stands at its end afterwards */
    if (fstat(fd, &st) == 0) {
        in->is_pipe |= !S_ISREG(st.st_mode);
        in->bytes = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
    }
    for (size_t i = 1; i < in->npiece; i++)
        if (stat(in->piece[i].file, &st) == 0)
            in->bytes += (uint64_t)st.st_size;
    if (!in->is_pipe && !in->npiece)
        load_index_begin(&x, l->opts, &l->want, fd);
    const bool is_ready = !(l->opts->again && in->is_pipe) || open_spool(in);
    bool keep = !is_ready || read_open(l, file, fd, &x, in);
    if (load_index_again(&x, fd) && forget_input(l, file, in))
        keep = read_open(l, file, fd, &x, in);
    if (keep && !in->is_pipe && wants_calls(l, in) &&
        !calls_sample(in, fd, &l->opts->limits, calls_budget(l->files->file.n)))
        corr_fail(&in->err, CORR_ENOMEM, "out of memory");
    load_index_end(&x);
    if (!is_stdin)
        close(fd);
    return keep;
}

static void cut_window(input *in, const char *window)
{
    in->has_window = window_resolve(corr_str_of(window), in->from, in->to,
                                    &in->win_from, &in->win_to);
    if (!in->has_window)
        corr_fail(&in->err, CORR_EUSAGE,
                  "it does not say when it was recorded, so @%s cannot be "
                  "cut from it",
                  window);
    else if (in->win_from >= in->win_to)
        corr_fail(&in->err, CORR_EUSAGE, "@%s ends before it begins", window);
}

/* NULL: out of memory, or ignored. */
static input *load_file(loading *l, const walk_file *file)
{
    input *in = new_input(l, file);
    bool keep = true;

    if (!in)
        return NULL;
    if (file->err.code == CORR_OK)
        keep = open_and_read(l, file, in);
    if (in->err.code == CORR_ENOMEM)
        atomic_store(&l->no_memory, true);
    if (!keep) {
        atomic_fetch_add(&l->ignored, 1);
        input_clear(in);
        free(in);
        return NULL;
    }
    if (file->window && in->err.code == CORR_OK)
        cut_window(in, file->window);
    if (in->err.code)
        say_where(&in->err, in);
    return in;
}

static void *work(void *arg)
{
    loading *l = arg;
    size_t n = l->only ? l->nonly : l->files->file.n;

    for (;;) {
        size_t i = atomic_fetch_add(&l->next, 1);
        if (i >= n || is_enough(l))
            return NULL;
        size_t at = l->only ? l->only[i] : i;
        l->in[at] = load_file(l, &l->files->file.v[at]);
    }
}

static uint64_t bytes_to_read(const loading *l, size_t n)
{
    uint64_t bytes = 0;
    struct stat st;

    for (size_t i = 0; l->opts->progress && i < n; i++) {
        const walk_file *f = &l->files->file.v[l->only ? l->only[i] : i];
        if (stat(f->path, &st) == 0 && S_ISREG(st.st_mode))
            bytes += (uint64_t)st.st_size;
        for (size_t k = 1; k < f->piece.n; k++)
            if (stat(f->piece.v[k].path, &st) == 0)
                bytes += (uint64_t)st.st_size;
    }
    return bytes;
}

/* Reads the files; the calling thread is one of the workers. */
static void run_workers(loading *l)
{
    enum { MOST = 64 };
    pthread_t thread[MOST];
    size_t n = l->only ? l->nonly : l->files->file.n;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t jobs =
        l->opts->jobs ? l->opts->jobs : (size_t)(cores > 0 ? cores : 1);
    size_t started = 0;

    jobs = jobs < n ? jobs : n;
    jobs = jobs < MOST ? jobs : MOST;
    atomic_store(&l->next, 0);
    atomic_store(&l->done, 0);
    l->caller = pthread_self();
    l->total = bytes_to_read(l, n);
    while (started + 1 < jobs &&
           pthread_create(&thread[started], NULL, work, l) == 0)
        started++;
    work(l);
    for (size_t i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* ---- what to want ------------------------------------------------------------- */

static corr_want want_of(const corr_load_opts *opts, const id_query *q)
{
    corr_want w = { .needs = opts->needs,
                    .from = opts->from,
                    .to = opts->to,
                    .kind = opts->kind,
                    .one_kind = opts->one_kind || opts->sums,
                    .no_kind = opts->sums,
                    .no_bytes = opts->no_bytes };

    /* an id that may also be decimal has spellings nobody can search for */
    if (!opts->id || q->has_decimal)
        return w;
    w.by_id = true;
    w.hi = q->hi;
    w.lo = q->lo;
    w.mask_hi = q->mask_hi;
    w.mask_lo = q->mask_lo;
    w.span = q->span;
    w.mask_span = q->mask_span;
    return w;
}

static bool is_trace_input(const input *in)
{
    return in && !in->err.code && in->format && in->segment.n <= 1;
}

/* Files that pass are to be read again with another want.  Warnings of the
 * first reading go with it. */
static corr_code reread(loading *l, bool (*pass)(const input *), corr_err *err)
{
    vec(size_t) again = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < l->files->file.n; i++)
        if (pass(l->in[i]) && !l->in[i]->is_pipe)
            ok = vec_push(&again, i);
    for (size_t i = 0; ok && i < again.n; i++) {
        input_clear(l->in[again.v[i]]);
        free(l->in[again.v[i]]);
        l->in[again.v[i]] = NULL;
    }
    l->only = again.v;
    l->nonly = again.n;
    if (ok && again.n) /* NULL would mean all */
        run_workers(l);
    l->only = NULL;
    vec_free(&again);
    return ok ? CORR_OK : corr_fail(err, CORR_ENOMEM, "out of memory");
}

/* The trace that a span of this id is in, if only the span id matched: then
 * its trace is not here whole. */
static bool trace_of_span(const loading *l, const id_query *q,
                          corr_trace_id *trace)
{
    bool found = false;

    for (size_t i = 0; i < l->files->file.n; i++)
        for (size_t s = 1; l->in[i] && s < l->in[i]->span.n; s++) {
            const span_row *r = &l->in[i]->span.v[s];
            if (id_query_trace(q, r->trace))
                return false;
            if (id_query_span(q, r->id)) {
                *trace = r->trace;
                found = true;
            }
        }
    return found;
}

/* Whose samples these are, and which of the spans an id on them may mean, can
 * only be judged with the other spans of that time (methods 0, 1.3). */
static bool needs_neighbours(const loading *l)
{
    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = l->in[i];
        for (size_t s = 1; in && s < in->segment.n; s++)
            if (in->segment.v[s].n || in->segment.v[s].only.rows)
                return true;
    }
    return false;
}

/* The time that the profiles and the spans asked for take in, and some around
 * it; 0,0 where it is not known. */
static void find_window(const loading *l, int64_t *from, int64_t *to)
{
    enum { AROUND = 60 }; /* seconds, methods 1.9 */
    const int64_t around = AROUND * (int64_t)1000000000;

    *from = INT64_MAX;
    *to = INT64_MIN;
    for (size_t i = 0; i < l->files->file.n; i++) {
        const input *in = l->in[i];
        if (!in || (in->segment.n <= 1 && in->span.n <= 1))
            continue;
        *from = min_i64(*from, in->from); /* CORR_NO_TIME is the least */
        *to = max_i64(*to, in->to);
    }
    bool known = *from != CORR_NO_TIME && *from <= *to;
    *from = known ? sub_clamped(*from, around) : 0;
    *to = known ? add_clamped(*to, around) : 0;
}

static corr_code second_reading(loading *l, const id_query *q, corr_err *err)
{
    corr_trace_id trace;

    if (needs_neighbours(l)) {
        l->want = l->all;
        find_window(l, &l->want.from, &l->want.to);
        return reread(l, is_trace_input, err);
    }
    if (trace_of_span(l, q, &trace)) {
        l->want.hi = trace.hi;
        l->want.lo = trace.lo;
        l->want.mask_hi = l->want.mask_lo = UINT64_MAX;
        l->want.mask_span = 0;
        return reread(l, is_trace_input, err);
    }
    return CORR_OK;
}

/* ---- sums that will not do ---------------------------------------------------------- */

/* Rows were left out, and none are there. */
static bool has_only_sums(const input *in)
{
    bool any = false;

    for (size_t s = 1; in && s < in->segment.n; s++) {
        if (in->segment.v[s].n)
            return false;
        any |= in->segment.v[s].only.rows > 0;
    }
    return any;
}

static bool has_sums(const input *in)
{
    for (size_t s = 1; in && s < in->segment.n; s++)
        if (in->segment.v[s].only.rows > 0)
            return true;
    return false;
}

static bool has_spans(const loading *l)
{
    for (size_t i = 0; i < l->files->file.n; i++)
        if (l->in[i] && l->in[i]->span.n > 1)
            return true;
    return false;
}

/* Whether a question that names no kind may be about this one though there are
 * others. */
static bool is_first(const input *in, const segment *g)
{
    const kind_row *k = &in->kind.v[g->kind];
    const corr_want first = { .one_kind = true };
    const corr_kind_row row = { .name = input_text(in, k->name),
                                .flags = k->flags };

    return corr_want_kind(&first, &row);
}

/* Bytes were left out, and may be what the question is about. */
static bool has_only_bytes(const input *in)
{
    for (size_t s = 1; in && s < in->segment.n; s++)
        if (in->segment.v[s].n && is_first(in, &in->segment.v[s]))
            return false;
    return has_sums(in);
}

static corr_code read_bytes(loading *l, corr_err *err)
{
    l->want.no_bytes = false;
    return reread(l, has_only_bytes, err);
}

/* Without the kind that a question is about first, it is about another one;
 * with spans, samples are to be tied to them. */
static corr_code read_kinds(loading *l, corr_err *err)
{
    const corr_want w = l->want;

    l->want.one_kind = l->want.no_kind = false;
    l->want.no_stacks = w.no_kind;
    if (w.no_kind && has_spans(l))
        return reread(l, has_sums, err);
    if (w.one_kind && !w.no_kind && !w.kind)
        return reread(l, has_only_sums, err);
    return CORR_OK;
}

/* ---- the call --------------------------------------------------------------------- */

static int by_path(const void *va, const void *vb)
{
    const input *const *a = va;
    const input *const *b = vb;
    int order = strcmp((*a)->path, (*b)->path);

    if (order)
        return order;
    order = strcmp((*a)->file, (*b)->file);
    return order ? order
                 : ((*a)->group > (*b)->group) - ((*a)->group < (*b)->group);
}

/* Hands the inputs to the store; OK if any of them could be used. */
static corr_code take(loading *l, corr_err *err)
{
    corr_store *st = l->st;
    corr_code code = CORR_ENONE;
    const corr_err *first = NULL;

    if (atomic_load(&l->no_memory))
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    for (size_t i = 0; i < l->files->file.n; i++) {
        input *in = l->in[i];
        if (!in)
            continue;
        if (!vec_push(&st->input, in))
            return corr_fail(err, CORR_ENOMEM, "out of memory");
        l->in[i] = NULL;
        if (in->err.code == CORR_OK)
            code = CORR_OK;
        else if (!first)
            first = &in->err;
    }
    st->ignored += atomic_load(&l->ignored);
    if (st->input.n)
        qsort(st->input.v, st->input.n, sizeof *st->input.v, by_path);
    if (code == CORR_OK && !(l->opts->strict && first))
        return code;
    if (first && err && err->code == CORR_OK)
        *err = *first;
    if (first)
        return first->code;
    uint64_t looked = atomic_load(&l->ignored);
    if (!looked) {
        corr_fail(err, CORR_ENONE, "there is no file here");
        corr_hint(err, "name files or a directory: corr info DIR");
        return CORR_ENONE;
    }
    corr_fail(err, CORR_ENONE,
              looked == 1 ? "the only file here is no profile and no trace"
                          : "none of the %llu files here is a profile or a "
                            "trace",
              (unsigned long long)looked);
    corr_hint(err, "name one to hear why; \"corr help formats\" lists what "
                   "is read");
    return CORR_ENONE;
}

static corr_code load_files(loading *l, const id_query *q, corr_err *err)
{
    l->in = calloc(l->files->file.n ? l->files->file.n : 1, sizeof *l->in);
    if (!l->in)
        return corr_fail(err, CORR_ENOMEM, "out of memory");
    run_workers(l);
    corr_code code = CORR_OK;
    if (l->want.no_bytes)
        code = read_bytes(l, err);
    if (code == CORR_OK && l->want.by_id)
        code = second_reading(l, q, err);
    else if (code == CORR_OK && l->want.one_kind)
        code = read_kinds(l, err);
    if (code == CORR_OK)
        code = take(l, err);
    for (size_t i = 0; i < l->files->file.n; i++)
        if (l->in[i]) {
            input_clear(l->in[i]);
            free(l->in[i]);
        }
    free(l->in);
    return code;
}

corr_code corr_load(corr_store *st, const char *const *paths, size_t n,
                    const corr_load_opts *opts, corr_err *err)
{
    const corr_load_opts none = { 0 };
    id_query q = { 0 };
    walk files = { 0 };

    opts = opts ? opts : &none;
    store_forget(st);
    st->keep_clocks = opts->keep_clocks;
    if (opts->id && !id_query_parse(corr_str_of(opts->id), &q)) {
        corr_fail(err, CORR_EUSAGE, "\"%s\" is no trace or span id", opts->id);
        corr_hint(err, "ids are 4 or more hex digits; \"corr help span\" "
                       "lists other spellings");
        return CORR_EUSAGE;
    }
    alias_clear(&st->aliases); /* borrowed for one call */
    corr_code code = CORR_OK;
    for (size_t i = 0; i < opts->nlabel_keys; i++)
        if ((code = alias_add(&st->aliases, opts->label_keys[i], err)))
            return code;
    code = walk_paths(&files, paths, n, opts->found, opts->flat, err);
    const corr_limits limits = limits_of(&opts->limits);
    if (code == CORR_OK && !opts->as &&
        !pieces_join(&files, st->formats, &limits))
        code = corr_fail(err, CORR_ENOMEM, "out of memory");
    if (code == CORR_OK) {
        loading l = { .st = st, .opts = opts, .files = &files };
        l.want = want_of(opts, &q);
        l.all = (corr_want){ .needs = opts->needs };
        code = load_files(&l, &q, err);
    }
    walk_clear(&files);
    return code;
}
