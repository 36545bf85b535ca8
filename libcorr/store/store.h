/*
 * store - the inputs of one invocation, in path order, and the facts derived
 * from them together.
 *
 * Loading adds inputs (load.c), which are const from then on.  The first query
 * after it prepares the store, step by step (join/prepare.h).  The steps write
 * to the members below and to editions of inputs (edition.h); the next load
 * throws both away.  Only store.c and edition.c use `loaded`: all others read
 * `input`.
 *
 * One thread uses a store at a time.  Threads that a step starts only read it.
 */
#ifndef CORR_STORE_H
#define CORR_STORE_H

#include <strings.h>

#include "corr.h"
#include "model/input.h"
#include "model/label_alias.h"
#include "store/remark.h"
#include "store/spans.h"

typedef struct join join;
typedef struct edition edition; /* edition.h */

/* The facts about an input beyond its tables: mostly its process. */
typedef struct process_match {
    bool used;
    const char *why_not; /* a sentence, if the input is not used */
    uint32_t proc;       /* process of its samples; 0: unknown */
    uint32_t service;    /* service of that process */
    bool assumed;        /* the only service here (corr-methods 0, c), or ... */
    bool by_file;        /* ... the one in the name of the file */
    bool by_pid;         /* the process is the only one here with its pid */
    bool guessed;        /* the process was found by service or program */
    bool by_threads;     /* found by threads that its spans name */
    bool by_identity;    /* the recording itself names the process */
    bool apart; /* another process of the same match ran at the same time */
    bool tied;  /* by labels, names, number or assumption */
    corr_label_scope scope;
    bool has_yield; /* from a metric; the input's own goes first */
    double yield;
    uint32_t content; /* the first input of the same content */
} process_match;

#define SPARE_MERITS 5

/* A comparison of two formats in which a service was recorded on several sides
 * (duplicate_samples.h). */
typedef struct spare_vote {
    uint32_t service;
    const corr_format *format[2];
    int64_t better[SPARE_MERITS]; /* wins of the second format minus losses */
} spare_vote;

struct corr_store {
    const corr_format *const *formats;
    label_alias_set aliases;
    file_labels map;          /* labels that the user gave files */
    file_labels service_of;   /* services that the user gave files */
    vec(const input *) input; /* sorted by path: as loaded, or an edition */
    vec(input *) loaded;      /* as loaded, in the same order; owned */
    edition **edition;        /* [inputs]; NULL: no editions (edition.h) */
    vec(process_match) match; /* one an input, once prepared */
    uint32_t parts;           /* inputs that may be parts (selected_part.h) */
    warnings warning;
    warnings loading; /* about the folders of inputs; they stay */
    /* Warnings of corr_make_ready, until a question prepares or joins. */
    warnings ahead_prepared, ahead_joined;
    corr_arena arena; /* texts of warnings and matches */
    uint64_t ignored;
    vec(char *) passed; /* folders that were not searched; owned */
    vec(int) memory;    /* descriptors of unpacked files; owned */
    vec(spare_vote) vote;
    spans spans;
    join *join; /* NULL: not made yet */
    vec(corr_kind_facts) kind_facts;
    vec(uint32_t) kind_at; /* [inputs + 1] */
    vec(corr_service) services;
    vec(corr_joined) joined;
    vec(bool) selected; /* [inputs] a selection of this run has rows of it */
    unsigned jobs; /* threads at work at the same time; 0: one a processor */
    bool prepared;
    bool keep_clocks;               /* leave all times as they are */
    bool no_assume;                 /* a profile without a service gets none */
    bool lacks_attrs;               /* no attributes of spans were read */
    bool keep_counts;               /* subtract no counts (counter_delta.h) */
    corr_counts counts;             /* what counts mean */
    bool no_memory;                 /* a number of rows could not be found */
    bool no_yield;                  /* compute no yields from metrics */
    corr_rescale rescale;           /* what the samples of CPU are scaled to */
    void (*forget)(corr_store *st); /* undoes preparing; or NULL */
};

/* Whether two names or words are equal, ignoring case; an empty one equals
 * none. */
static inline bool store_same_name(corr_str a, corr_str b)
{
    return a.n > 0 && a.n == b.n && strncasecmp(a.p, b.p, a.n) == 0;
}

/* Throws away the results of preparing (prepare.h). */
void store_forget(corr_store *st);

/* Takes over an input, which is const from then on.  The inputs are ordered
 * after store_sort.  False: out of memory, and the caller still owns the
 * input. */
bool store_adopt(corr_store *st, input *in) CORR_CHECK;
void store_sort(corr_store *st);
/* The input that a slice still has to read, if it is a pipe of which only the
 * head was read; NULL: the input was read, and is const. */
input *store_unread(corr_store *st, uint32_t i);

/* Formats a text that lives as long as the store; NULL: out of memory. */
const char *store_text(corr_store *st, const char *what, ...) CORR_PRINTF(2, 3);

static inline const input *store_input(const corr_store *st, uint32_t i)
{
    return st->input.v[i];
}

static inline const span_row *store_span(const corr_store *st, uint32_t span)
{
    return span_at(&st->spans, st->input.v, span);
}

#endif
