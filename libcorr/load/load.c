#include "load/load_private.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/base.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/worker_pool.h"
#include "load/recording_parts.h"

/* ---- the workers ------------------------------------------------------ */

/* Files being read. */
typedef struct turns {
    loading *l;
    size_t first; /* the largest of them */
} turns;

static size_t to_read(const loading *l)
{
    return l->only ? l->nonly : l->files->file.n;
}

/* The i-th of the files that are to be read. */
static size_t number_of(const loading *l, size_t i)
{
    return l->only ? l->only[i] : i;
}

static const walk_file *file_of(const loading *l, size_t i)
{
    return &l->files->file.v[number_of(l, i)];
}

static void read_file(void *ctx, size_t i)
{
    const turns *t = ctx;
    loading *l = t->l;
    const size_t which = i == 0 ? t->first : i <= t->first ? i - 1 : i;

    if (!load_is_enough(l))
        l->in[number_of(l, which)] = load_file(l, file_of(l, which));
    workers_done(l->crew);
}

/* Bytes of a file, as far as that is known. */
static uint64_t size_of(const walk_file *f)
{
    uint64_t bytes = 0;
    struct stat st;

    for (size_t k = 0; k < f->part.n; k++)
        bytes += f->part.v[k].to - f->part.v[k].from;
    if (!f->part.n && stat(f->path, &st) == 0 && S_ISREG(st.st_mode))
        bytes += (uint64_t)st.st_size;
    for (size_t k = 1; k < f->piece.n; k++)
        if (stat(f->piece.v[k].path, &st) == 0)
            bytes += (uint64_t)st.st_size;
    return bytes;
}

static uint64_t size_from_to(const loading *l, size_t from, size_t to)
{
    uint64_t bytes = 0;

    for (size_t i = from; i < to; i++)
        bytes += size_of(file_of(l, i));
    return bytes;
}

/* All bytes; a file that is more than all the others is the first. */
static uint64_t find_largest(turns *t)
{
    uint64_t all = 0, most = 0;
    size_t largest = 0;

    for (size_t i = 0; i < to_read(t->l); i++) {
        const uint64_t one = size_of(file_of(t->l, i));
        all += one;
        if (one > most) {
            most = one;
            largest = i;
        }
    }
    t->first = most > all - most ? largest : 0;
    return all;
}

/* Reads the files, of which the crew knows; the calling thread is one of the
 * workers. */
static void run_workers(loading *l)
{
    turns t = { .l = l };
    const size_t n = to_read(l);
    const size_t jobs = parallel_threads(l->opts->jobs);

    l->total = (n > 1 && jobs > 1) || l->opts->progress ? find_largest(&t) : 0;
    atomic_store(&l->done, 0);
    l->caller = pthread_self();
    parallel_for(jobs, n, read_file, &t);
}

/* ---- what to want ----------------------------------------------------- */

static corr_want want_of(const corr_load_opts *opts, const id_query *q)
{
    corr_want w = { .needs = opts->needs,
                    .from = opts->from,
                    .to = opts->to,
                    .kind = opts->kind,
                    .one_kind = opts->one_kind || opts->sums,
                    .no_kind = opts->sums,
                    .no_bytes = opts->no_bytes,
                    .outline = opts->outline };

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

/* "DIR@-5m" are the last minutes of all that is there, whatever is asked. */
static void want_times(const walk *files, unsigned *needs)
{
    for (size_t i = 0; i < files->cut.n; i++)
        if (*needs && files->cut.v[i].window[0] == '-')
            *needs |= CORR_NEED_SPANS;
}

/* ---- once more -------------------------------------------------------- */

/* Files that pass are to be read again with another want.  Warnings of the
 * first reading go with it. */
static corr_code reread(loading *l, load_pass *pass, corr_err *err)
{
    vec(size_t) again = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < l->files->file.n; i++)
        if (l->in[i] && pass(l, i) && !l->in[i]->is_pipe)
            ok = vec_push(&again, i);
    for (size_t i = 0; ok && i < again.n; i++) {
        input_clear(l->in[again.v[i]]);
        free(l->in[again.v[i]]);
        l->in[again.v[i]] = NULL;
    }
    l->only = again.v;
    l->nonly = again.n;
    if (ok && again.n) { /* NULL would mean all */
        workers_add(l->crew, again.n);
        run_workers(l);
    }
    l->only = NULL;
    vec_free(&again);
    return ok ? CORR_OK : corr_no_memory(err);
}

/* ---- the call ---------------------------------------------------------- */

/* Hands the inputs to the store; OK if any of them could be used. */
static corr_code take(loading *l, corr_err *err)
{
    corr_store *st = l->st;
    corr_code code = CORR_ENONE;
    const corr_err *first = NULL;

    if (atomic_load(&l->no_memory))
        return corr_no_memory(err);
    for (size_t i = 0; i < l->files->file.n; i++) {
        input *in = l->in[i];
        if (!in)
            continue;
        if (!labelmap_of(&st->map, in->file ? in->file : in->path, &in->told) ||
            !store_adopt(st, in))
            return corr_no_memory(err);
        l->in[i] = NULL;
        if (in->err.code == CORR_OK)
            code = CORR_OK;
        else if (!first)
            first = &in->err;
    }
    st->ignored += atomic_load(&l->ignored);
    st->passed += l->files->passed;
    if (!st->passed_name) {
        st->passed_name = l->files->passed_name;
        l->files->passed_name = NULL;
    }
    store_sort(st);
    if (code == CORR_OK && !(l->opts->strict && first))
        return code;
    if (first && err && err->code == CORR_OK)
        *err = *first;
    if (first)
        return first->code;
    uint64_t looked = atomic_load(&l->ignored);
    if (!looked)
        corr_fail(err, CORR_ENONE, "there is no file here");
    else
        corr_fail(err, CORR_ENONE,
                  looked == 1
                      ? "the only file here is no profile and no trace"
                      : "none of the %llu files here is a profile or a trace",
                  (unsigned long long)looked);
    if (st->passed)
        corr_hint(err, "%s%s/ was not looked into: corr info . does",
                  looked ? "name one to hear why; " : "", st->passed_name);
    else
        corr_hint(err, looked ? "name one to hear why; \"corr help formats\" "
                                "lists what is read"
                              : "name files or a directory: corr info DIR");
    return CORR_ENONE;
}

/* ---- one group of files -------------------------------------------------- */

/* What one call, or one part of it, reads, and what came of that. */
typedef struct group {
    corr_load_opts opts; /* its own number, its share of the workers */
    id_query q;
    walk files;
    loading l;
    corr_code code;
    corr_err err;
    pthread_t thread;
    bool is_apart; /* it has a thread */
} group;

static void read_files(group *g)
{
    loading *l = &g->l;

    l->in = calloc(l->files->file.n ? l->files->file.n : 1, sizeof *l->in);
    if (!l->in) {
        g->code = corr_no_memory(&g->err);
        return;
    }
    run_workers(l);
    load_pass *again = load_without_bytes(l);
    if (again)
        g->code = reread(l, again, &g->err);
    again = g->code == CORR_OK ? load_second(l, &g->q) : NULL;
    if (again)
        g->code = reread(l, again, &g->err);
    again = g->code == CORR_OK ? load_rivals(l) : NULL;
    if (again)
        g->code = reread(l, again, &g->err);
    if (g->code == CORR_OK)
        g->code = load_cut_folders(l, &g->err);
}

/* Finds the files; nothing is read but what tells whose pieces they are. */
static void find_files(group *g, corr_store *st, const corr_load_part *part,
                       const corr_load_opts *opts, const id_query *q,
                       corr_workers *crew)
{
    const walk_how how = { .found = opts->found,
                           .flat = opts->flat,
                           .full = part->group > 0 };
    const corr_limits limits = limits_of(&opts->limits);

    g->opts = *opts;
    g->opts.group = part->group;
    g->q = *q;
    g->code = walk_paths(&g->files, part->path, part->n, &how, &g->err);
    if (g->code == CORR_OK &&
        ((!opts->as && !parts_find(&g->files, st->formats, !opts->outline,
                                   &limits, crew->threads)) ||
         !walk_show_windows(&g->files)))
        g->code = corr_no_memory(&g->err);
    g->l = (loading){
        .st = st, .opts = &g->opts, .files = &g->files, .crew = crew
    };
    g->l.want = want_of(opts, q);
    g->l.want.crew = crew;
    g->l.all = (corr_want){ .needs = opts->needs,
                            .kind = opts->kind,
                            .one_kind = opts->one_kind && opts->kind,
                            .spare_kinds = opts->one_kind,
                            .spare_bytes = opts->no_bytes,
                            .no_stacks = opts->sums,
                            .outline = opts->outline,
                            .crew = crew };
    want_times(&g->files, &g->l.want.needs);
    want_times(&g->files, &g->l.all.needs);
}

static void clear(group *g)
{
    for (size_t i = 0; g->l.in && i < g->files.file.n; i++)
        if (g->l.in[i]) {
            input_clear(g->l.in[i]);
            free(g->l.in[i]);
        }
    free(g->l.in);
    walk_clear(&g->files);
}

/* ---- several of them ----------------------------------------------------- */

static void *read_apart(void *arg)
{
    read_files(arg);
    return NULL;
}

static void read_here(group *g)
{
    workers_add(g->l.crew, g->files.file.n);
    read_files(g);
}

/* Whether two groups are read at the same time: there is a worker for each, and
 * neither leaves its own idle for long. */
static bool are_even(const group *g, size_t n)
{
    if (n != 2 || parallel_threads(g[0].opts.jobs) < 2)
        return false;
    const uint64_t one = size_from_to(&g[0].l, 0, g[0].files.file.n);
    const uint64_t two = size_from_to(&g[1].l, 0, g[1].files.file.n);
    return one / 3 <= two && two / 3 <= one;
}

/* The second of two has a thread of its own, if one can be had. */
static void read_together(group *g)
{
    const unsigned workers = (unsigned)parallel_threads(g[0].opts.jobs);

    g[1].opts.jobs = workers / 2;
    g[1].opts.progress = NULL; /* of the calling thread only */
    if (pthread_create(&g[1].thread, NULL, read_apart, &g[1]))
        return;
    g[1].is_apart = true;
    workers_add(g[1].l.crew, g[1].files.file.n); /* before the first begins */
    g[0].opts.jobs = workers - workers / 2;
}

/* The groups in order, up to the first that is of no use; returns its number,
 * or n. */
static size_t read_groups(group *g, size_t n)
{
    size_t at = 0;

    if (g[0].code == CORR_OK && n > 1 && g[1].code == CORR_OK && are_even(g, n))
        read_together(g);
    for (; at < n; at++) {
        if (g[at].is_apart)
            pthread_join(g[at].thread, NULL);
        else if (g[at].code == CORR_OK)
            read_here(&g[at]);
        g[at].is_apart = false;
        if (g[at].code == CORR_OK)
            g[at].code = take(&g[at].l, &g[at].err);
        if (g[at].code)
            break;
    }
    for (size_t i = 0; i < n; i++)
        if (g[i].is_apart)
            pthread_join(g[i].thread, NULL);
    return at;
}

/* ---- the call ------------------------------------------------------------ */

bool corr_is_id(const char *text)
{
    id_query q;

    return id_query_parse(corr_str_of(text), &q);
}

/* What all groups have in common. */
static corr_code begin(corr_store *st, const corr_load_opts *opts, id_query *q,
                       corr_err *err)
{
    corr_code code = CORR_OK;

    store_forget(st);
    st->jobs = opts->jobs;
    st->keep_clocks = opts->keep_clocks;
    st->keep_counts = opts->keep_counts;
    st->no_yield = opts->no_yield;
    st->rescale = opts->rescale;
    if (opts->id)
        code = id_query_read(corr_str_of(opts->id), q, err);
    if (code)
        return code;
    alias_clear(&st->aliases); /* borrowed for one call */
    for (size_t i = 0; !code && i < opts->nlabel_keys; i++)
        code = alias_add(&st->aliases, opts->label_keys[i], err);
    return code;
}

corr_code corr_load_parts(corr_store *st, const corr_load_part *part, size_t n,
                          const corr_load_opts *opts, size_t *failed,
                          corr_err *err)
{
    const corr_load_opts none = { 0 };
    id_query q = { 0 };
    corr_workers crew = { .threads = parallel_threads(opts ? opts->jobs : 0) };
    corr_code code = begin(st, opts ? opts : &none, &q, err);
    group *g = code || !n ? NULL : calloc(n, sizeof *g);

    *failed = 0;
    if (code || !n)
        return code;
    if (!g)
        return corr_no_memory(err);
    for (size_t i = 0; i < n; i++)
        find_files(&g[i], st, &part[i], opts ? opts : &none, &q, &crew);
    *failed = read_groups(g, n);
    if (*failed < n) {
        code = g[*failed].code;
        if (err && err->code == CORR_OK)
            *err = g[*failed].err;
    }
    for (size_t i = 0; i < n; i++)
        clear(&g[i]);
    free(g);
    return code;
}

corr_code corr_load(corr_store *st, const char *const *paths, size_t n,
                    const corr_load_opts *opts, corr_err *err)
{
    const corr_load_part part = { paths, n, opts ? opts->group : 0 };
    size_t failed;

    return corr_load_parts(st, &part, 1, opts, &failed, err);
}
