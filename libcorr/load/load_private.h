/*
 * load_private - one run of corr_load, and its parts.
 *
 *     load.c           files are found, planned, read, read again, handed over
 *     load_file.c      reads one file into one input
 *     load_source.c    reads one source with one format
 *     load_change.c    warns of a file that changes meanwhile
 *     load_also.c      one file that holds several inputs
 *     load_window.c    cuts inputs to the window behind a name
 *     load_again.c     decides what to read, and which files to read again
 *
 * Workers share one loading.  They write only their own elements of in and of
 * state, and atomic members.  Everything else changes only between the two
 * readings, when no worker runs.
 */
#ifndef CORR_LOAD_PRIVATE_H
#define CORR_LOAD_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "base/id.h"
#include "load/find_files.h"
#include "load/load.h"

/* The state of a file besides its input. */
typedef struct load_state {
    unsigned reasons; /* bits: why it is read again; 0: it is not */
    bool is_amiss;    /* its window is not the expected one, by which rows were
                         kept */
    bool is_replaced; /* it has nothing of its own format, only of others that
                         read it, too */
    bool is_doubted;  /* its census found faults that a question may not meet */
    bool overlaps;    /* another file may be of the same time */
} load_state;

/* Results of the first reading of all files. */
typedef struct load_facts {
    bool has_samples; /* in any input */
    bool has_spans;
    bool has_part;       /* only a span, not a trace, has the id in question
                            ... */
    corr_trace_id trace; /* ... and this is the trace of that span */
    corr_window around;  /* the time of samples and spans, and a margin */
} load_facts;

/* Progress over all files of a call. */
typedef struct load_run {
    pthread_t caller; /* thread that called corr_load; only it reports
                         progress */
    uint64_t total;   /* bytes of the files to read */
    atomic_uint_fast64_t done;
} load_run;

/* Shared by the workers that read the files of one group. */
typedef struct loading {
    corr_store *st;
    const corr_load_opts *opts;
    unsigned group;
    corr_want want; /* what to read of a file the first time */
    id_query id;    /* the id in question */
    walk *files;
    input **in;        /* [files], NULL: not recognised, and not named by the
                          user */
    load_state *state; /* [files] */
    load_facts facts;
    corr_workers *crew;
    load_run *run;
    size_t nread; /* files of the first reading so far */
    atomic_uint_fast64_t ignored;
    atomic_bool no_memory; /* a worker ran out of memory: the run fails */
} loading;

/* Whether the caller of corr_load has seen enough of the files. */
static inline bool load_is_enough(const loading *l)
{
    const corr_load_enough *enough = &l->opts->enough;

    return enough->ask && enough->ask(enough->ctx, atomic_load(&l->run->done));
}

/* Reads the file of this number; a failure is in the input's err.  The caller
 * owns the input.  NULL: out of memory (l->no_memory is set), or ignored
 * (l->ignored counts it). */
input *load_file(loading *l, size_t number);

/* Adds a file for each format of which the first reading met records in files
 * of another one (load_also.c).  False: out of memory. */
bool load_add_also(loading *l) CORR_CHECK;
/* Forgets inputs of such files without any data. */
void load_drop_also(loading *l);
/* Drops the warnings of such a file that another input of it has, too. */
void load_tell_once(loading *l);
void load_forget(loading *l, size_t file);

/* Cuts an input to a window.  A time of day in it means the first one after
 * `first`; its last minutes end at `last`.  A failure is in in->err. */
void load_cut(input *in, const char *window, int64_t first, int64_t last);
/* The same, relative to the input's own times.  An empty result is an error. */
void load_cut_file(input *in, const char *window);
/* Leaves out the start of the process (corr_load_times.skip_starts). */
void load_skip_start(input *in);

/* ---- load_selected.c ------------------------------------------------- */

/* Gives the rows of a file whose name says so (fetched_name.h) the span that
 * their server selected them by; fetched.span becomes 0 if the rows have ids of
 * their own.  False: out of memory. */
bool load_selected(input *in) CORR_CHECK;
/* Cuts all files of each directory with a window, relative to the times of the
 * whole directory.  Files outside are removed from l->in.  CORR_ENONE: all
 * files of a directory are outside. */
corr_code load_cut_folders(loading *l, corr_err *err) CORR_CHECK;
/* Adds the file and the format to an error of an input. */
void load_say_where(corr_err *err, const input *in);
/* Warns of a regular file that became shorter since *before, or was written again:
 * what was not read yet may be lost.  A file that only grows is read up to where
 * it ended. */
void load_see_change(const loading *l, input *in, int fd,
                     const struct stat *before);

/* Fills in l->want from the options. */
void load_plan(loading *l);
/* What to read of one file. */
corr_want load_want(const loading *l, const load_state *state, bool is_pipe);
/* Judges the first reading: fills in l->facts, and the reasons to read each
 * file again. */
void load_judge(loading *l);

#endif
