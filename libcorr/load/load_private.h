/*
 * load_private - one run of corr_load, told to its parts.
 *
 *     load.c           workers, what is wanted, what the store gets
 *     load_file.c     one file into one input
 *     load_window.c    what a window behind a name leaves of it
 *     load_again.c    whether the first reading is enough
 *
 * Workers share one loading: they write their own element of in, and what is
 * atomic.  Everything else is changed between two readings only, when there
 * are no workers.
 */
#ifndef CORR_LOAD_PRIVATE_H
#define CORR_LOAD_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/id.h"
#include "load/find_files.h"
#include "load/load.h"

/* What the workers of one load share. */
typedef struct loading {
    corr_store *st;
    const corr_load_opts *opts;
    corr_want want, all; /* all: for what cannot be read twice */
    walk *files;
    input **in;         /* [files], NULL: not recognised, nobody named it */
    const size_t *only; /* numbers of the files to read, or NULL: all */
    size_t nonly;
    corr_workers *crew;
    atomic_uint_fast64_t ignored;
    atomic_bool no_memory; /* somewhere: then nothing is taken */
    pthread_t caller;      /* of corr_load; only it may report progress */
    uint64_t total;        /* bytes of the files to read */
    atomic_uint_fast64_t done;
} loading;

/* Whether the caller of corr_load has seen enough of the files. */
static inline bool load_is_enough(const loading *l)
{
    return l->opts->enough &&
           l->opts->enough(l->opts->enough_ctx, atomic_load(&l->done));
}

/* Reads one file, or says in the input's err why not.  The caller owns it.
 * NULL: out of memory (l->no_memory is set), or ignored (l->ignored counts
 * it). */
input *load_file(loading *l, const walk_file *file);

/* Cuts an input to a window, of which times of day are after `first`, and the
 * last minutes before `last`; or says in its err why not. */
void load_cut(input *in, const char *window, int64_t first, int64_t last);
/* The same by its own times; where nothing is in it that is said, too. */
void load_cut_file(input *in, const char *window);
/* Leaves out what is of the start of its process (corr_load_opts.skip_starts).
 */
void load_skip_start(input *in);
/* The same of all files of each directory with a window, where times are those
 * of the whole directory.  What is outside is taken out of l->in; CORR_ENONE:
 * all of a directory is. */
corr_code load_cut_folders(loading *l, corr_err *err) CORR_CHECK;
/* Fills in where an input failed. */
void load_say_where(corr_err *err, const input *in);

/* Whether the input of a file, if it has one, is to be read again. */
typedef bool load_pass(const loading *l, size_t file);

/* Judges the first reading.  NULL: it will do; otherwise the inputs to read
 * again, and l->want is what of them is wanted then. */
load_pass *load_second(loading *l, const id_query *q);
/* The same of a reading that left bytes out, before that. */
load_pass *load_without_bytes(loading *l);
/* And of recordings of one process, of which one counts (duplicate_samples.h), behind it. */
load_pass *load_rivals(loading *l);

#endif
