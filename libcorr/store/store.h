/*
 * store - the inputs of one invocation, in path order, and what is found out
 * about them together.
 *
 * Loading adds inputs (load.c), which are const from then on.  The first
 * question after it prepares the store, step by step (join/prepare.h).  What
 * steps find out stands in the members below and in editions of inputs
 * (edition.h); the next load throws it away.  Only store.c and edition.c touch
 * `loaded`: all others read `input`.
 */
#ifndef CORR_STORE_H
#define CORR_STORE_H

#include "corr.h"
#include "model/input.h"
#include "model/label_alias.h"
#include "store/spans.h"

typedef struct join join;
typedef struct edition edition; /* edition.h */

/* What the store knows of an input beyond its tables. */
typedef struct process_match {
    bool used;
    const char *why_not; /* sentence, if not used */
    uint32_t proc;       /* process of its samples, 0 unknown */
    uint32_t service;    /* of that process */
    bool assumed;        /* the only service here (corr-methods 0, c) */
    bool by_pid;         /* the only process here with its number */
    bool guessed;        /* the process is one that might be */
    bool by_threads;     /* the process whose spans name its threads */
    bool by_identity;    /* the process that it says itself */
    bool apart; /* it has several: others are recorded at the same time */
    bool tied;  /* by labels, names, number or assumption */
    corr_label_scope scope;
    bool has_yield; /* by a metric, which an input's own goes before */
    double yield;
    uint32_t content; /* the first input of this content */
} process_match;

#define SPARE_MERITS 5

/* Of two formats in which a service was recorded on several sides (duplicate_samples.h). */
typedef struct spare_vote {
    uint32_t service;
    const corr_format *format[2];
    int64_t better[SPARE_MERITS]; /* in so many more pairs the second one is */
} spare_vote;

struct corr_store {
    const corr_format *const *formats;
    label_alias_set aliases;
    file_labels map;          /* of labels of files */
    vec(const input *) input; /* sorted by path: as loaded, or an edition */
    vec(input *) loaded;      /* the same as loaded; owned */
    edition **edition;        /* [inputs], or NULL: none (edition.h) */
    vec(process_match) match; /* one an input, when prepared */
    vec(warning) warning;
    corr_arena arena; /* texts of warnings, ties */
    uint64_t ignored;
    size_t passed;     /* folders that were not looked into ... */
    char *passed_name; /* ... and one of them; owned; or NULL */
    vec(spare_vote) vote;
    spans spans;
    join *join; /* NULL: not made yet */
    vec(corr_kind_facts) kind_facts;
    vec(uint32_t) kind_at; /* [inputs + 1] */
    vec(corr_service) services;
    vec(corr_joined) joined;
    unsigned jobs; /* threads at work at the same time; 0: one a processor */
    bool prepared;
    bool keep_clocks;     /* leave all times as they are */
    bool keep_counts;     /* nothing is subtracted (counter_delta.h) */
    bool no_yield;        /* do not look for that of metrics */
    corr_rescale rescale; /* what samples of CPU are to add up to */
    void (*forget)(corr_store *st); /* undoes preparing; NULL: nothing done */
};

/* Throws away what was prepared (prepare.h). */
void store_forget(corr_store *st);

/* Takes an input, which is const from then on; the inputs are in order after
 * store_sort.  False: out of memory, and it is still the caller's. */
bool store_adopt(corr_store *st, input *in) CORR_CHECK;
void store_sort(corr_store *st);
/* The input that a slice is to read, if it is a pipe of which only the head was
 * read; NULL: it was read, and is const. */
input *store_unread(corr_store *st, uint32_t i);

/* A warning of the store's own, merged by format string. */
void store_warn(corr_store *st, const char *code, const char *what, ...)
    CORR_PRINTF(3, 4);
/* One that was put into words elsewhere: equal texts are said once. */
void store_warn_text(corr_store *st, const char *code, const char *text);
/* Text that lives as long as the store; NULL: out of memory. */
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
