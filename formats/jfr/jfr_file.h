/*
 * jfr_file - the facts of a recording, over all of its chunks.
 *
 * Several readers may share one file: each scans a chunk by itself, and only
 * the reader whose turn it is touches the file.  The file has facts of all
 * chunks; only the settings and the current process belong to one chunk.
 * jfr_free clears the file of the reader that made it.
 */
#ifndef CORR_JFR_FILE_H
#define CORR_JFR_FILE_H

#include "jfr/jfr_chunk.h"
#include "jfr/jfr_meaning.h"

/* ---- settings ------------------------------------------------------------ */

/* A length that a recorder may set again at any time. */
typedef struct jfr_finest {
    int64_t ns;          /* the last one, 0: not set */
    int64_t least, most; /* of the values before the last */
} jfr_finest;

/* A setting of a recorder for events of one meaning, from a time on. */
typedef enum jfr_setting_of {
    JFR_OFF,       /* 1, or 0: on */
    JFR_THRESHOLD, /* ns */
    JFR_PERIOD     /* ns */
} jfr_setting_of;
typedef struct jfr_setting {
    uint32_t place; /* index of the meaning */
    jfr_setting_of what;
    int64_t time, value;
} jfr_setting;

/* Settings of one meaning and one kind, by time. Borrowed from the file until
 * the next chunk. */
typedef struct jfr_settings {
    const jfr_setting *v;
    uint32_t n;
} jfr_settings;

/* For a while, waits of one meaning were recorded from this length on. */
typedef struct jfr_asked {
    uint32_t place;
    int64_t from, to, least; /* least CORR_NOT_TAKEN: waits were not recorded */
} jfr_asked;

/* How the recorder handled events of one meaning, over all chunks. */
typedef struct jfr_history_of_kind {
    jfr_finest threshold, async; /* set by HotSpot, by async-profiler */
    bool was_on;    /* no setting switched it off, or one switched it on */
    bool by_async;  /* async-profiler records them */
    uint32_t asked; /* 1 + the last row of asked below */
} jfr_history_of_kind;

/* jfr_settings_history.c */
typedef struct jfr_settings_history {
    jfr_history_of_kind history[JFR_KINDS];
    corr_vec(jfr_setting) row; /* of the current chunk */
    corr_vec(jfr_asked) asked; /* of all chunks */
    corr_map passed_on;        /* settings that the builder has already */
} jfr_settings_history;

/* How the file was recorded, by the settings of the chunks so far. */
typedef struct jfr_how {
    jfr_finest cpu, native;     /* of HotSpot */
    jfr_settings cpus, natives; /* ... in the current chunk */
    int64_t cpu_ns[2];          /* of HotSpot, of async-profiler; 0: unknown */
    int64_t native_ns, wall_ns; /* 0: unknown */
    bool is_wall;          /* its only engine also samples sleeping threads */
    bool has_wall;         /* a second engine also samples sleeping threads */
    bool is_process_timer; /* one timer for all threads */
    bool is_assumed;       /* no setting has named its engine so far */
    bool is_default;       /* it runs with its defaults */
    int64_t every; /* events between samples, if it does not count time */
} jfr_how;

/* ---- processes ----------------------------------------------------------- */

enum { JFR_NAME = 96 };

/* The names of a process, from its command line, properties and environment. */
typedef enum jfr_who {
    WHO_SERVICE,
    WHO_INSTANCE,
    WHO_VERSION,
    WHO_HOST,
    WHO_COUNT
} jfr_who;

typedef struct jfr_process {
    char who[WHO_COUNT][JFR_NAME];
    uint8_t rank[WHO_COUNT]; /* of the key that gave the name, the lowest is
                                best; 0: no key */
    int64_t pid, start;      /* 0: unknown; CORR_NO_TIME: unknown */
    corr_proc proc;
} jfr_process;

enum { JFR_PROCESSES = 64 }; /* processes that are kept apart, at most */

/* jfr_process.c */
typedef struct jfr_processes {
    jfr_process row[JFR_PROCESSES];
    jfr_process now; /* as the current chunk describes it */
    uint32_t n;
    uint32_t at; /* of the current chunk, or of the one before */
} jfr_processes;

/* ---- kinds, counts, chunks ----------------------------------------------- */

/* How kinds are recorded, by the index of their meaning: jfr_kinds.c. */
typedef struct jfr_kinds {
    uint8_t keeps[JFR_KINDS]; /* 1: rows are wanted, 2: only sums, 0: unknown */
    corr_sums sums[JFR_KINDS];
    corr_kind kind[JFR_KINDS]; /* 0: no event yet */
    corr_kind_row row[JFR_KINDS];
    uint32_t states[JFR_KINDS]; /* chunks that list the objects in use */
} jfr_kinds;

typedef struct jfr_count {
    corr_str name;
    uint64_t n;
} jfr_count;

/* The number of events of each type. */
typedef struct jfr_counts {
    corr_vec(jfr_count) row;
    corr_map of; /* type name -> 1 + row */
    corr_arena names;
} jfr_counts;

/* The chunks that were read: jfr_next_chunk.c. */
typedef struct jfr_chunks {
    corr_map seen;      /* by time and size; by time alone: bytes read of a
                           chunk that is not whole */
    uint32_t n;         /* so far, without copies */
    unsigned copies;    /* chunks that are copies */
    unsigned continued; /* chunks of which a part was read before */
    unsigned files;     /* files begun */
} jfr_chunks;

/* Differences between the clocks of consecutive chunks, for HotSpot and for
 * async-profiler. */
typedef struct jfr_clock {
    jfr_header before[2]; /* the last chunk */
    bool has_before[2];
    int64_t error;
} jfr_clock;

/* Types as one chunk describes them, which other chunks may borrow
 * (jfr_shared_types.c). */
typedef struct jfr_lent {
    jfr_header h;    /* of that chunk */
    uint32_t of;     /* its number */
    uint32_t agreed; /* chunks in a row with the same description */
    uint8_t *p;      /* the event */
    size_t n, room;
} jfr_lent;
void jfr_lent_clear(jfr_lent *l);

/* Labels that came with the recording (jfr_labels.c). */
typedef struct jfr_labels {
    corr_map context, string; /* number -> 1 + row of at */
    corr_vec(corr_cur) at;    /* borrowed from the source */
    corr_map made;    /* numbers of a record -> 2 * set of labels, + 1: some
                         labels are missing */
    uint64_t missing; /* records with missing labels */
    bool is_here;
} jfr_labels;
void jfr_labels_clear(jfr_labels *l);

typedef struct jfr_file {
    jfr_kinds kinds;
    jfr_settings_history settings;
    jfr_how how;
    jfr_counts counts;
    jfr_chunks chunks;
    jfr_processes processes;
    jfr_clock clock;
    jfr_labels labels;
    jfr_lent lent[2]; /* types of HotSpot, of async-profiler */
    char producer[JFR_NAME];
    int64_t from, to; /* CORR_NO_TIME: unknown yet */
    uint64_t lost;    /* CPU samples, by the recorder's count */
    bool has_async;   /* async-profiler wrote a chunk */
} jfr_file;

#endif
