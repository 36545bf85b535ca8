/*
 * jfr_scan - the walk over the events of one chunk: which bytes are at hand,
 * which events are only counted or summed, which are noted to be looked into.
 *
 * All of this is of the chunk at hand.  A reader owns it and uses it again for
 * its next chunk; jfr_free frees it.
 */
#ifndef CORR_JFR_SCAN_H
#define CORR_JFR_SCAN_H

#include "jfr/jfr_chunk.h"
#include "jfr/jfr_meaning.h"
#include "jfr/jfr_stack_sums.h"

/* ---- bytes (jfr_window.c) ------------------------------------------------ */

/* The bytes that are walked: in their place in the chunk, or apart from it. */
typedef struct jfr_window {
    jfr_chunk k;    /* from there on */
    size_t from;    /* of the chunk */
    size_t ready;   /* bytes of the chunk are at hand up to here, except
                        constants */
    bool is_spared; /* bytes of the chunk are read only when asked for */
    bool is_aside;  /* the bytes stand in buf */
    uint8_t *buf;
    size_t room;
    uint8_t *kept; /* noted events, one behind the other */
    size_t nkept, kept_room;
} jfr_window;
void jfr_window_clear(jfr_window *v);

/* ---- types of events ----------------------------------------------------- */

/* The numbers of an event that a run of events sums, in the order in which they
 * have to stand. */
enum jfr_place_of {
    JFR_AT_START,
    JFR_AT_THREAD,
    JFR_AT_STACK,
    JFR_AT_VALUE,
    JFR_PLACES
};

/* The sums over a run of events of one type (jfr_fast_sums.c). */
typedef struct jfr_run_sums {
    uint8_t ahead[JFR_PLACES]; /* integers before each number, behind the one
                                  before it */
    bool has[JFR_PLACES];      /* the type has the number, and it is wanted */
    bool is_plain;             /* runs may be summed */
    uint64_t n;                /* events so far */
    uint64_t even, odd;        /* value, not yet carried */
    uint64_t threadless;       /* events without a thread */
    uint64_t early, late, who; /* first and last time, last thread */
} jfr_run_sums;

/* The way the events of a type are treated, in one chunk. */
typedef struct jfr_act {
    jfr_run_sums run;
    bool is_counted;            /* and that is all */
    bool is_by_stack;           /* they are summed by stack */
    bool is_known;              /* meaning was looked up */
    bool is_kept;               /* rows of it are wanted in any case */
    bool is_placed;             /* it has its row of the file's counts */
    uint8_t what;               /* enum in jfr_scan.c */
    uint8_t kind;               /* place of the meaning */
    const jfr_meaning *meaning; /* NULL: they mean nothing */
    int64_t value;              /* sum, and ... */
    int64_t rows, with_thread;  /* ... how many events are in it */
    int64_t first, last;        /* ticks of all, first > last: unknown */
    int64_t thread;             /* of the last one, -1: unknown */
    uint64_t seen;              /* events outside of runs */
    uint64_t before;            /* events in chunks before this one */
    uint32_t count;             /* row of the file's counts */
} jfr_act;

/* How an event of a run is treated. */
typedef enum jfr_how_summed {
    JFR_RUN_COUNT,   /* it is counted */
    JFR_RUN_SUM,     /* its value is added */
    JFR_RUN_THREADS, /* the same, and its thread and time are noted */
    JFR_RUN_BY_STACK /* its value is added to the sum of its stack */
} jfr_how_summed;

/* The places of numbers in events of one type and size whose integers end at
 * the same places. */
typedef struct jfr_shape {
    uint64_t key; /* these three; 0: free */
    jfr_act *act;
    uint64_t mask[JFR_PLACES]; /* seven bits of each byte; 0: it has none */
    uint16_t at[JFR_PLACES];   /* byte where it begins; of two bytes, so that a
                                  shape has 64 and is found by shifting */
    jfr_how_summed how;
} jfr_shape;

enum { JFR_SHAPE_BITS = 9, JFR_SHAPES = 1 << JFR_SHAPE_BITS };

/* Threads of a chunk that only events name which are summed
 * (jfr_summed_threads.c). */
typedef struct jfr_summed_threads {
    int64_t *thread; /* keys, as they were met */
    uint32_t n;
    size_t room;
    corr_map seen;
} jfr_summed_threads;
void jfr_summed_threads_empty(jfr_summed_threads *l);
void jfr_summed_threads_clear(jfr_summed_threads *l);

/* Sums over the events of the chunk at hand. */
typedef struct jfr_chunk_sums {
    jfr_shape shape[JFR_SHAPES];
    jfr_summed_threads threads;
    jfr_stack_sums by_stack;
} jfr_chunk_sums;

/* ---- notes --------------------------------------------------------------- */

/* An event that is to be looked into. */
typedef struct jfr_note {
    uint32_t at;     /* in the chunk, or in jfr_window.kept */
    uint32_t type;   /* in jfr_types */
    uint32_t number; /* of its type, in the chunk */
    bool is_kept;    /* in jfr_window.kept */
} jfr_note;

typedef struct jfr_scanned {
    jfr_act *act; /* by type */
    jfr_note *note;
    uint32_t *place; /* of checkpoints */
    uint32_t nnote, nplace;
    size_t act_room, note_room, place_room;
    size_t rest;       /* events from here on are not noted, ... */
    size_t rest_place; /* ... checkpoints not; 0: all are */
    size_t end;        /* how far the chunk can be walked */
    size_t broken_at;  /* where the walk broke off first */
    jfr_behind behind; /* readable parts behind the break */
    size_t skip;       /* events before were in an earlier copy of a part */
    bool is_through;   /* the chunk was looked through */
    bool is_amiss;     /* ... and something has to be reported */
} jfr_scanned;

#endif
