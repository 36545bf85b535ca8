/*
 * jfr_scan - the walk over the events of one chunk: which bytes are available,
 * which events are only counted or summed, which are noted and read later.
 *
 * All of this belongs to the current chunk.  A reader owns it and uses it again
 * for its next chunk; jfr_free frees it.
 */
#ifndef CORR_JFR_SCAN_H
#define CORR_JFR_SCAN_H

#include "jfr/jfr_chunk.h"
#include "jfr/jfr_meaning.h"
#include "jfr/jfr_stack_sums.h"

/* ---- bytes (jfr_window.c) ------------------------------------------------ */

/* The bytes that are walked: at their place in the chunk, or in a buffer. */
typedef struct jfr_window {
    jfr_chunk k;       /* the chunk from there on */
    size_t from;       /* place in the chunk */
    size_t ready;      /* bytes of the chunk are available up to here, except
                       constants */
    bool is_on_demand; /* bytes of the chunk are read only on demand */
    bool is_aside;     /* the bytes are in buf */
    uint8_t *buf;
    size_t room;
    uint8_t *kept; /* noted events, end to end */
    size_t nkept, kept_room;
} jfr_window;
void jfr_window_clear(jfr_window *v);

/* ---- types of events ----------------------------------------------------- */

/* The numbers of an event that a run of events sums, in their order in the
 * event. */
enum jfr_place_of {
    JFR_AT_START,
    JFR_AT_THREAD,
    JFR_AT_STACK,
    JFR_AT_VALUE,
    JFR_PLACES
};

/* The sums over a run of events of one type (jfr_fast_sums.c). */
typedef struct jfr_run_sums {
    uint8_t ahead[JFR_PLACES]; /* integers between the previous number and
                                  this one */
    bool has[JFR_PLACES];      /* the type has the number, and it is wanted */
    bool is_plain;             /* its events may be summed in runs */
    uint64_t n;                /* events so far */
    uint64_t even, odd;        /* value, before the carry */
    uint64_t threadless;       /* events without a thread */
    uint64_t early, late, who; /* first and last time, last thread */
} jfr_run_sums;

/* How the events of a type are treated, in one chunk. */
typedef struct jfr_act {
    jfr_run_sums run;
    bool is_counted;            /* they are only counted */
    bool is_by_stack;           /* they are summed by stack */
    bool is_known;              /* the meaning was looked up */
    bool is_kept;               /* its rows are wanted in any case */
    bool is_placed;             /* it has a row in the file's counts */
    uint8_t what;               /* enum in jfr_scan.c */
    uint8_t kind;               /* index of the meaning */
    const jfr_meaning *meaning; /* NULL: no meaning */
    int64_t value;              /* sum of values, and ... */
    int64_t rows, with_thread;  /* ... events in it */
    int64_t first, last;        /* ticks of all events, first > last: unknown */
    int64_t thread;             /* of the last event, -1: unknown */
    uint64_t seen;              /* events outside of runs */
    uint64_t before;            /* events in chunks before this one */
    uint32_t count;             /* row in the file's counts */
} jfr_act;

/* How an event of a run is treated. */
typedef enum jfr_how_summed {
    JFR_RUN_COUNT,   /* it is only counted */
    JFR_RUN_SUM,     /* its value is added */
    JFR_RUN_THREADS, /* its value is added, its thread and time are noted */
    JFR_RUN_BY_STACK /* its value is added to the sum of its stack */
} jfr_how_summed;

/* The places of numbers in events of one type and size whose integers end at
 * the same bytes. */
typedef struct jfr_shape {
    uint64_t key; /* of the three; 0: the slot is free */
    jfr_act *act;
    uint64_t mask[JFR_PLACES]; /* seven bits of each byte; 0: no such number */
    uint16_t at[JFR_PLACES];   /* its first byte; two bytes wide, so that a
                                  shape takes 64 bytes and is found by a
                                  shift */
    jfr_how_summed how;
} jfr_shape;

enum { JFR_SHAPE_BITS = 9, JFR_SHAPES = 1 << JFR_SHAPE_BITS };

/* Threads of a chunk that only summed events name (jfr_summed_threads.c). */
typedef struct jfr_summed_threads {
    corr_vec(int64_t) thread; /* keys, in order of appearance */
    corr_map seen;
} jfr_summed_threads;
void jfr_summed_threads_empty(jfr_summed_threads *l);
void jfr_summed_threads_clear(jfr_summed_threads *l);

/* Sums over the events of the current chunk. */
typedef struct jfr_chunk_sums {
    jfr_shape shape[JFR_SHAPES];
    jfr_summed_threads threads;
    jfr_stack_sums by_stack;
} jfr_chunk_sums;

/* ---- notes --------------------------------------------------------------- */

/* An event that will be read after the scan. */
typedef struct jfr_note {
    uint32_t at;     /* place in the chunk, or in jfr_window.kept */
    uint32_t type;   /* index in jfr_types */
    uint32_t number; /* of the event among its type, in the chunk */
    bool is_kept;    /* in jfr_window.kept */
} jfr_note;

typedef struct jfr_scanned {
    jfr_act *act; /* by type */
    size_t act_room;
    corr_vec(jfr_note) note;
    corr_vec(uint32_t) place; /* of checkpoints */
    size_t rest;              /* events from here on are not noted, ... */
    size_t rest_place;        /* ... nor checkpoints; 0: all are noted */
    size_t end;               /* place up to which the chunk can be walked */
    size_t broken_at;         /* place of the first break */
    jfr_behind behind;        /* readable parts behind the break */
    size_t skip;     /* an earlier copy of a part had the events before */
    bool is_through; /* the chunk was scanned */
    bool is_amiss;   /* ... and something must be reported */
} jfr_scanned;

#endif
