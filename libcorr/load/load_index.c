/* load_index - the side index of one file that is being read. */
#include "load/load_index.h"
#include "corr_index.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Reading a smaller file takes less than a tenth of a second. */
#define LEAST ((uint64_t)4 << 20)

/* Limit for the bytes of all indices. */
#define MOST ((uint64_t)1 << 30)

/* An index is valid only for the default limits. */
static bool has_limits(const corr_limits *l)
{
    return l->decoded || l->record || l->depth;
}

static bool is_ours(const index_facts *f)
{
    return strcmp(f->program, CORR_VERSION) == 0;
}

static void find_old(load_index *x)
{
    char name[INDEX_NAME];

    x->old = index_file_open(x->dir, index_name(name, &x->key));
    if (!x->old)
        return;
    const index_facts *f = &x->old->x.facts;
    if (is_ours(f) && index_key_ends(x->fd, &x->key) &&
        memcmp(&f->key, &x->key, sizeof x->key) == 0)
        return;
    index_file_close(x->old);
    x->old = NULL;
}

void load_index_begin(load_index *x, const corr_load_opts *opts,
                      const corr_want *want, bool makes, int fd)
{
    const bool chooses = want->by_id || want->spans.from || want->spans.to;

    x->fd = fd;
    x->least = opts->index.least ? opts->index.least : LEAST;
    if (!opts->index.dir || !chooses || opts->enough.ask ||
        has_limits(&opts->limits))
        return;
    x->dir = index_dir_open(opts->index.dir, false);
    errno = 0; /* so it stays for what is no regular file */
    if (!index_key_of(fd, &x->key)) {
        x->sys = errno;
        return;
    }
    if (x->dir >= 0)
        find_old(x);
    if (x->old || !makes || !want->by_id || x->key.size < x->least)
        return;
    if (x->dir < 0)
        x->dir = index_dir_open(opts->index.dir, true);
    errno = x->dir < 0 ? errno : 0;
    if (x->dir >= 0 && index_key_settles(fd, &x->key) &&
        index_key_ends(fd, &x->key))
        x->maker = index_maker_new(0, 0);
    x->sys = x->maker ? 0 : errno;
}

void load_index_watch(load_index *x, src_opts *opts)
{
    if (!x->maker)
        return;
    opts->mark = index_see_mark;
    opts->mark_ctx = x->maker;
    opts->mark_every = index_maker_stride(x->maker);
}

static void drop_maker(load_index *x)
{
    index_maker_free(x->maker);
    x->maker = NULL;
}

void load_index_use(load_index *x, const corr_format *f, corr_src *src,
                    corr_want *want)
{
    char name[INDEX_NAME];

    /* searching a plain file is faster than a census */
    if (x->maker && (!f->parts || (!src_codec(src) && !x->insist))) {
        src_mark_nothing(src);
        drop_maker(x);
    }
    x->counted = x->maker != NULL;
    if (!x->old || !f->parts || strcmp(f->name, x->old->x.facts.format) != 0 ||
        x->old->x.facts.state != INDEX_SERVES)
        return;
    if (!index_choose(&x->old->x, want)) { /* damaged: the next run writes a new
                                              one */
        (void)unlinkat(x->dir, index_name(name, &x->key), 0);
        return;
    }
    const side_index *i = &x->old->x;
    want->shape = i->facts.shape;
    src_only(src, i->part.v, i->part.n, index_enter, &x->old->x);
}

/* Whether reading told more than of the rows that were wanted. */
static bool has_faults(const input *in)
{
    for (size_t i = 0; i < in->warning.n; i++)
        if (strcmp(in->warning.v[i].code, CORR_DROPPED) != 0)
            return true;
    return in->err.code || in->lost.damaged || in->read.also[0];
}

static int64_t now_ns(void)
{
    struct timespec t = { 0 };

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

bool load_index_take(load_index *x, const char *path, const corr_src *src,
                     const input *in)
{
    char name[INDEX_NAME];

    if (!x->maker || !x->counted || in->err.code == CORR_ENOMEM) {
        drop_maker(x);
        return true;
    }
    const bool is_clean = !has_faults(in) && in->format;
    index_facts f = { .key = x->key,
                      .state = is_clean ? INDEX_SERVES : INDEX_WARNED,
                      .built = now_ns() };

    snprintf(f.program, sizeof f.program, "%s", CORR_VERSION);
    snprintf(f.format, sizeof f.format, "%s",
             in->format ? in->format->name : "");
    char *full = realpath(path, NULL); /* for the list of indices */
    const corr_str bytes =
        index_bytes(x->maker, &f, corr_src_offset(src), full ? full : path);
    free(full);
    /* a file that changed during the reading gets no index */
    errno = bytes.n ? 0 : ENOMEM;
    if (bytes.n && index_key_holds(x->fd, &x->key))
        x->written = index_file_save(x->dir, index_name(name, &x->key), bytes);
    x->sys = x->written ? 0 : errno;
    if (x->written)
        index_dir_trim(x->dir, MOST);
    drop_maker(x);
    return is_clean;
}

void load_index_end(load_index *x)
{
    drop_maker(x);
    index_file_close(x->old);
    if (x->dir >= 0)
        close(x->dir);
}

/* ---- on request ---------------------------------------------------------- */

static corr_code take_census(load_index *x, const corr_format *const *formats,
                             corr_src *src, corr_want *want, input *in,
                             corr_err *err)
{
    const label_alias_set none = { 0 };
    const corr_load_opts opts = { 0 };
    size_t n;
    const uint8_t *head = corr_src_peek(src, CORR_PROBE_MAX, &n);

    if (src_failure(src, err))
        return src_failure(src, NULL);
    if (!x->old)
        in->format = load_recognise(formats, head, n, n < CORR_PROBE_MAX,
                                    LOAD_SURE_NAMED, err);
    if (!in->format)
        return x->old ? CORR_OK : CORR_EFORMAT;
    load_index_use(x, in->format, src, want);
    if (!x->maker)
        return corr_fail(err, CORR_ENOTYET,
                         "files of this format (%s) get no index",
                         in->format->name);
    return load_census(in->format, src, want, &opts, &none, x->maker, in, err);
}

/* Explains why there is neither an index nor a maker. */
static corr_code say_why_not(const load_index *x, corr_err *err)
{
    struct stat st;

    if (fstat(x->fd, &st) == 0 && !S_ISREG(st.st_mode))
        return corr_fail(err, CORR_EIO, "only regular files can have an index");
    if (x->sys == ENOMEM)
        return corr_no_memory(err);
    if (x->sys) {
        corr_fail(err, CORR_EIO, "the index cannot be made: %s",
                  strerror(x->sys));
        corr_hint(err, "CORR_INDEX_DIR names another directory");
        return CORR_EIO;
    }
    if (x->dir >= 0 && x->key.size == 0)
        return corr_fail(err, CORR_EFORMAT, "the file is empty");
    if (x->dir >= 0)
        return corr_fail(err, CORR_EIO, "the index is being written just now");
    corr_fail(err, CORR_EIO, "no directory for indices");
    corr_hint(err, "use a directory that only you can write to: chmod 700 DIR");
    return CORR_EIO;
}

static corr_code build_open(load_index *x, const corr_format *const *formats,
                            const char *path, corr_want *want, corr_err *err)
{
    src_opts opts = { .path = path };
    input in = { 0 };

    if (x->dir < 0 || (!x->old && !x->maker))
        return say_why_not(x, err);
    load_index_watch(x, &opts);
    corr_src *src = src_open_fd(x->fd, &opts, err);
    if (!src)
        return CORR_ENOMEM;
    corr_code code = take_census(x, formats, src, want, &in, err);
    if (code == CORR_OK && x->maker) {
        load_index_take(x, path, src, &in);
        if (!x->written && x->sys == ENOMEM)
            code = corr_no_memory(err);
        else if (!x->written)
            code = corr_fail(err, CORR_EIO, "the index cannot be written: %s",
                             x->sys ? strerror(x->sys)
                                    : "the file changed while corr read it");
    }
    src_close(src);
    input_clear(&in);
    return code;
}

corr_code corr_index_build(const corr_format *const *formats, const char *dir,
                           const char *path, corr_err *err)
{
    const corr_load_opts opts = { .index = { dir, 1 } };
    corr_want want = { .needs = CORR_NEED_SPANS, .by_id = true };
    load_index x = { .dir = -1, .insist = true };
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    corr_code code;

    if (fd < 0) {
        code = corr_fail(err, CORR_EIO, "cannot open: %s", strerror(errno));
    } else {
        load_index_begin(&x, &opts, &want, true, fd);
        code = build_open(&x, formats, path, &want, err);
        load_index_end(&x);
        close(fd);
    }
    if (code && err)
        snprintf(err->input, sizeof err->input, "%s", path);
    return code;
}
