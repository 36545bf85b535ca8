/* load - finds files, plans, reads, reads some again, and hands inputs over. */
#include "load/load_private.h"

#include <stdio.h>

#include "base/limits.h"
#include "base/parallel.h"
#include "base/worker_pool.h"
#include "corr_sort.h"
#include "load/provenance.h"
#include "load/recording_parts.h"

/* The files of one part of a call, and the result. */
typedef struct group {
    walk files;
    loading l;
    corr_code code;
    corr_err err;
} group;

/* ---- find and plan ------------------------------------------------------- */

/* Finds the files.  Only their heads are read, to join the files of a
 * recording. */
static corr_code find_files(group *g, const corr_load_part *part)
{
    const corr_load_opts *opts = g->l.opts;
    const walk_how how = { .found = opts->found,
                           .flat = opts->flat,
                           .full = part->group > 0 || opts->full };
    const corr_limits limits = limits_of(&opts->limits);
    const corr_code code =
        walk_paths(&g->files, part->path, part->n, &how, &g->err);

    if (code)
        return code;
    if ((!opts->as &&
         !parts_find(&g->files, g->l.st->formats, !opts->slices.outline,
                     &limits, g->l.crew->threads)) ||
        !walk_show_windows(&g->files))
        return corr_no_memory(&g->err);
    g->l.in = calloc(g->files.file.n + 1, sizeof *g->l.in);
    g->l.state = calloc(g->files.file.n + 1, sizeof *g->l.state);
    return g->l.in && g->l.state ? CORR_OK : corr_no_memory(&g->err);
}

void load_forget(loading *l, size_t file)
{
    if (!l->in[file])
        return;
    input_clear(l->in[file]);
    free(l->in[file]);
    l->in[file] = NULL;
}

static void clear_group(group *g)
{
    for (size_t i = 0; g->l.in && i < g->files.file.n; i++)
        load_forget(&g->l, i);
    free(g->l.in);
    free(g->l.state);
    walk_clear(&g->files);
}

/* ---- read ---------------------------------------------------------------- */

/* A file to read. */
typedef struct job {
    loading *l;
    size_t file;
    size_t number;  /* order among the jobs */
    uint64_t bytes; /* as far as known */
} job;

typedef vec(job) job_list;

SORT_BY(largest_first, job, DESC(bytes), ASC(number))

static void run_job(void *ctx, size_t i)
{
    const job *j = (const job *)ctx + i;

    if (!load_is_enough(j->l))
        j->l->in[j->file] = load_file(j->l, j->file);
    workers_done(j->l->crew);
}

/* Adds a job for each file of a group that was not read yet, or (again) for each file with a reason
 * to be read again.  The input of the first reading is dropped, with its
 * warnings. */
static bool collect_jobs(job_list *jobs, loading *l, bool again)
{
    bool ok = true;

    for (size_t i = again ? 0 : l->nread; ok && i < l->files->file.n; i++)
        if (!again || l->state[i].reasons) {
            load_forget(l, i);
            ok = vec_push(jobs, ((job){ l, i, jobs->n, 0 }));
        }
    l->nread = l->files->file.n;
    return ok;
}

/* Reads the files of all jobs.  The calling thread is one of the workers. */
static void run_workers(load_run *run, corr_workers *crew, job_list *jobs,
                        bool has_progress)
{
    run->total = 0;
    for (size_t i = 0; i < jobs->n; i++) {
        job *j = &jobs->v[i];
        if ((jobs->n > 1 && crew->threads > 1) || has_progress)
            j->bytes = walk_file_bytes(&j->l->files->file.v[j->file]);
        run->total += j->bytes;
    }
    if (jobs->n > 1 && crew->threads > 1)
        qsort(jobs->v, jobs->n, sizeof *jobs->v, largest_first);
    atomic_store(&run->done, 0);
    run->caller = pthread_self();
    workers_add(crew, jobs->n);
    parallel_for(crew->threads, jobs->n, run_job, jobs->v);
}

/* Reads all unread files of all groups, or (again) those with a reason. */
static void read_groups(group *g, size_t n, bool again)
{
    job_list jobs = { 0 };
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++)
        ok = collect_jobs(&jobs, &g[i].l, again);
    if (!ok)
        atomic_store(&g->l.no_memory, true);
    else if (jobs.n)
        run_workers(g->l.run, g->l.crew, &jobs,
                    g->l.opts->progress.call != NULL);
    vec_free(&jobs);
}

/* Reads the other inputs of files that hold several. */
static void read_also(group *g, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!load_add_also(&g[i].l))
            atomic_store(&g[i].l.no_memory, true);
    read_groups(g, n, false);
    for (size_t i = 0; i < n; i++)
        load_drop_also(&g[i].l);
}

/* ---- hand over ----------------------------------------------------------- */

SORT_POINTERS_BY(folder_by_name, char, THEN(strcmp(a, b)))

/* Moves the names of skipped folders to the store. */
static bool take_passed(corr_store *st, walk *files)
{
    for (; files->passed.n; files->passed.n--)
        if (!vec_push(&st->passed, files->passed.v[files->passed.n - 1]))
            return false;
    if (st->passed.n)
        vec_sort(&st->passed, folder_by_name);
    return true;
}

/* Moves the files in memory to the store, which may read them again, and says
 * what archives did not give. */
static bool take_memory(corr_store *st, walk *files)
{
    for (; files->memory.n; files->memory.n--)
        if (!vec_push(&st->memory, files->memory.v[files->memory.n - 1]))
            return false;
    for (size_t i = 0; i < files->notes.n; i++) {
        const walk_notes *n = &files->notes.v[i];
        if (!provenance_warn_archive(st, n))
            return false;
    }
    return true;
}

/* Why an archive has no file that can be used; NULL: it has none at all. */
static const char *why_empty(const walk_notes *of)
{
    return of->locked ? "has only encrypted files; unpack it with its password"
           : of->unread ? "has only files that corr cannot unpack; unpack it"
           : of->passed ? "has only links, or names that leave it"
           : of->is_cut ? "is cut off, or damaged, before its first file"
                        : NULL;
}

/* Hands the inputs to the store.  OK if any of them is usable. */
static corr_code hand_over(loading *l, corr_err *err)
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
        if (!file_labels_of(&st->map,
                            in->file.named ? in->file.named : in->file.path,
                            &in->file.told) ||
            !store_adopt(st, in))
            return corr_no_memory(err);
        l->in[i] = NULL;
        if (in->err.code == CORR_OK)
            code = CORR_OK;
        else if (!first)
            first = &in->err;
    }
    st->ignored += atomic_load(&l->ignored);
    if (!take_passed(st, l->files) || !take_memory(st, l->files))
        return corr_no_memory(err);
    store_sort(st);
    if (code == CORR_OK && !(l->opts->strict && first))
        return code;
    if (first && err && err->code == CORR_OK)
        *err = *first;
    if (first)
        return first->code;
    uint64_t looked = atomic_load(&l->ignored);
    const walk_notes *of = l->files->notes.n ? &l->files->notes.v[0] : NULL;
    const char *only = !of || looked ? NULL : why_empty(of);
    if (only)
        return corr_fail(err, CORR_ENONE, "%.150s %s", of->archive, only);
    if (!looked)
        corr_fail(err, CORR_ENONE, "no file is here");
    else
        corr_fail(err, CORR_ENONE,
                  looked == 1
                      ? "the only file here is not a profile or a trace"
                      : "no profile or trace is among the %llu files here",
                  (unsigned long long)looked);
    if (st->passed.n)
        corr_hint(err, "subfolders are not searched; try: corr info .");
    else
        corr_hint(err, looked ? "name a file to see why; \"corr help formats\" "
                                "lists the formats"
                              : "name files or a directory: corr info DIR");
    return CORR_ENONE;
}

/* ---- the call ------------------------------------------------------------ */

bool corr_is_id(const char *text)
{
    char buf[ID_TEXT_MAX];
    id_query q;

    return id_query_parse(id_decode(corr_str_of(text), buf), &q);
}

/* Sets the options of the store, and parses the id and the label keys. */
static corr_code begin_load(corr_store *st, const corr_load_opts *opts,
                            id_query *q, corr_err *err)
{
    char buf[ID_TEXT_MAX];
    corr_code code = CORR_OK;

    store_forget(st);
    st->jobs = opts->jobs;
    st->keep_clocks = opts->times.keep_clocks;
    st->no_assume = opts->no_assume;
    st->keep_counts = opts->values.keep_counts;
    st->counts = opts->values.counts;
    st->no_yield = opts->values.no_yield;
    st->rescale = opts->values.rescale;
    if (opts->id)
        code = id_query_read(id_decode(corr_str_of(opts->id), buf), q, err);
    q->part = CORR_STR("");
    if (code)
        return code;
    label_alias_clear(&st->aliases); /* the texts are borrowed for one call */
    for (size_t i = 0; !code && i < opts->nlabel_keys; i++)
        code = label_alias_add(&st->aliases, opts->label_keys[i], err);
    return code;
}

/* Loads groups up to the first that fails; returns its number, or n. */
static size_t load_groups(group *g, size_t n)
{
    size_t usable = 0, done = 0;

    while (usable < n && g[usable].code == CORR_OK)
        load_plan(&g[usable++].l);
    if (usable)
        read_groups(g, usable, false);
    read_also(g, usable);
    for (size_t i = 0; i < usable; i++)
        load_judge(&g[i].l);
    if (usable)
        read_groups(g, usable, true);
    for (; done < usable && g[done].code == CORR_OK; done++) {
        group *x = &g[done];
        load_tell_once(&x->l);
        x->code = load_cut_folders(&x->l, &x->err);
        if (x->code == CORR_OK)
            x->code = hand_over(&x->l, &x->err);
        if (x->code)
            break;
    }
    return done;
}

corr_code corr_load_parts(corr_store *st, const corr_load_part *part, size_t n,
                          const corr_load_opts *opts, size_t *failed,
                          corr_err *err)
{
    const corr_load_opts none = { 0 };
    id_query q = { 0 };
    load_run run = { 0 };
    corr_workers crew = { 0 };

    *failed = 0;
    opts = opts ? opts : &none;
    crew.threads = parallel_threads(opts->jobs);
    corr_code code = begin_load(st, opts, &q, err);
    if (code || !n)
        return code;
    group *g = calloc(n, sizeof *g);
    if (!g)
        return corr_no_memory(err);
    for (size_t i = 0; i < n; i++) {
        g[i].l = (loading){ .st = st,
                            .opts = opts,
                            .group = part[i].group ? part[i].group : 1,
                            .id = q,
                            .files = &g[i].files,
                            .crew = &crew,
                            .run = &run };
        g[i].code = find_files(&g[i], &part[i]);
    }
    *failed = load_groups(g, n);
    if (*failed < n) {
        code = g[*failed].code;
        if (err && err->code == CORR_OK)
            *err = g[*failed].err;
    }
    for (size_t i = 0; !code && i < n; i++)
        if (!provenance_warn(st, part[i].path, part[i].n))
            code = corr_no_memory(err);
    for (size_t i = 0; i < n; i++)
        clear_group(&g[i]);
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
