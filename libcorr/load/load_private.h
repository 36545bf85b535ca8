/*
 * load_private - one run of corr_load, and its parts.
 *
 *     load.c           files are found, planned, read, read again, handed over
 *     load_file.c      one file into one input
 *     load_window.c    what a window behind a name leaves of it
 *     load_again.c     what is wanted of a file, and of one that is read again
 *
 * Workers share one loading: they write their own elements of in and of state,
 * and what is atomic.  Everything else is changed between the two readings
 * only, when there are no workers.
 */
#ifndef CORR_LOAD_PRIVATE_H
#define CORR_LOAD_PRIVATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/id.h"
#include "load/find_files.h"
#include "load/load.h"

/* What is known of a file besides its input. */
typedef struct load_state {
    unsigned reasons; /* why it is read again, bits; 0: it is not */
    bool is_amiss;    /* another window was expected, which decided what was
                         kept of it */
    bool is_doubted;  /* its census found faults that a question may not meet */
} load_state;

/* What a first reading of all files found out. */
typedef struct load_facts {
    bool has_samples; /* of any input */
    bool has_spans;
    bool has_part;       /* of a trace: only a span has the id that is asked
                            for */
    corr_trace_id trace; /* ... and this is its trace */
    corr_window around;  /* the time of samples and spans, and some more */
} load_facts;

/* How far all files of a call are. */
typedef struct load_run {
    pthread_t caller; /* of corr_load; only it may report progress */
    uint64_t total;   /* bytes of the files to read */
    atomic_uint_fast64_t done;
} load_run;

/* What the workers that read the files of one group share. */
typedef struct loading {
    corr_store *st;
    const corr_load_opts *opts;
    unsigned group;
    corr_want want; /* of a file that is read for the first time */
    id_query id;    /* that is asked for */
    walk *files;
    input **in;        /* [files], NULL: not recognised, nobody named it */
    load_state *state; /* [files] */
    load_facts facts;
    corr_workers *crew;
    load_run *run;
    atomic_uint_fast64_t ignored;
    atomic_bool no_memory; /* somewhere: then nothing is taken */
} loading;

/* Whether the caller of corr_load has seen enough of the files. */
static inline bool load_is_enough(const loading *l)
{
    const corr_load_enough *enough = &l->opts->enough;

    return enough->ask && enough->ask(enough->ctx, atomic_load(&l->run->done));
}

/* Reads the file of this number, or says in the input's err why not.  The
 * caller owns it.  NULL: out of memory (l->no_memory is set), or ignored (l->ignored counts
 * it). */
input *load_file(loading *l, size_t number);

/* Cuts an input to a window, of which times of day are after `first`, and the
 * last minutes before `last`; or says in its err why not. */
void load_cut(input *in, const char *window, int64_t first, int64_t last);
/* The same by its own times; where nothing is in it that is said, too. */
void load_cut_file(input *in, const char *window);
/* Leaves out what is of the start of its process (corr_load_times.skip_starts).
 */
void load_skip_start(input *in);
/* The same of all files of each directory with a window, where times are those
 * of the whole directory.  What is outside is taken out of l->in; CORR_ENONE:
 * all of a directory is. */
corr_code load_cut_folders(loading *l, corr_err *err) CORR_CHECK;
/* Fills in where an input failed. */
void load_say_where(corr_err *err, const input *in);

/* Plans l->want, by what is asked for. */
void load_plan(loading *l);
/* What is wanted of one file. */
corr_want load_want(const loading *l, const load_state *state, bool is_pipe);
/* Judges the first reading: fills in l->facts, and of each file the reasons to
 * read it again. */
void load_judge(loading *l);

#endif
