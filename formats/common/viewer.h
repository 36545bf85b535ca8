/*
 * viewer - a selection as the viewers of other tools want it: tracks of samples
 * in order of time, stacks as a tree of nodes, frames in one table.
 *
 * A track is one thread of a service, or of an input without one, with one kind
 * of sample.  A sample without
 * a time keeps its place in the file.  A row that is divided among spans counts
 * with its shares.  Memory: 40 bytes a row, and each stack, frame and thread
 * once.
 */
#ifndef CORR_VIEWER_H
#define CORR_VIEWER_H

#include "corr.h"
#include "corr_write.h"

/* What sort of code a frame is; viewers show it as a colour. */
typedef enum viewer_sort {
    VIEWER_OTHER,
    VIEWER_APP,
    VIEWER_LIBRARY,
    VIEWER_KERNEL,
    VIEWER_SORTS
} viewer_sort;
extern const char *const viewer_sort_name[VIEWER_SORTS];

typedef struct viewer_frame {
    corr_str name, file; /* file empty: unknown */
    uint32_t line;       /* 0: unknown */
    uint32_t function;   /* number in function */
    viewer_sort sort;
} viewer_frame;

/* The end of a path from the root. */
typedef struct viewer_node {
    uint32_t frame;
    uint32_t up; /* 1 + number of the node of its caller; 0: none */
} viewer_node;

typedef struct viewer_sample {
    int64_t time;  /* ns since 1970, or since the start of an own clock;
                      CORR_NO_TIME: unknown */
    int64_t lasts; /* ns of a wait; -1: a sample */
    double value;  /* in the unit of the track */
    uint32_t node; /* 1 + number of its node; 0: no stack */
    uint32_t track;
    uint32_t order; /* in the selection */
} viewer_sample;

typedef struct viewer_track {
    uint32_t input, number;         /* number: in the order of the selection */
    corr_str thread, kind, service; /* empty: unknown */
    corr_unit unit;
    int64_t tid, pid; /* 0: unknown */
    size_t first, n;  /* its samples */
    size_t waits;     /* of them, those that last */
    size_t untimed;   /* of them, those without a time */
    double total;     /* of all its samples */
} viewer_track;

typedef struct viewer {
    const corr_sel *sel;
    corr_vec(viewer_frame) frame; /* distinct by name, file and line */
    corr_vec(uint32_t) function;  /* distinct by name and file: a frame of it */
    corr_vec(viewer_node) node;
    corr_vec(viewer_sample) sample; /* by track, then time */
    corr_vec(viewer_track) track;   /* by input, kind, thread */
    int64_t from, to; /* of all samples and spans with a time; CORR_NO_TIME: no
                         time is known */
    corr_vec(uint32_t) path; /* scratch: of one stack */
    struct { /* of the row before: rows of one track follow each other */
        const char *thread, *kind;
        int64_t tid;
        uint32_t input, track; /* input: number + 1; 0: no row yet */
    } before;
    corr_arena texts;
    corr_map frames, functions, nodes, stacks, tracks;
    bool is_failed; /* memory is out */
} viewer;

/* Collects the rows of a selection, whose store must outlive v.  CORR_ENOMEM:
 * memory is out.  viewer_clear frees it, also after a failure. */
corr_code viewer_of(viewer *v, const corr_sel *sel, corr_err *err) CORR_CHECK;
void viewer_clear(viewer *v);

/* ns from one time to a later one, at most INT64_MAX. */
int64_t viewer_since(int64_t from, int64_t to);
/* When a sample with a time ends. */
int64_t viewer_end(const viewer_sample *s);
/* Writes the frames of a node root first into v's scratch; n is their number.
 * Valid until the next call. */
const uint32_t *viewer_path(viewer *v, uint32_t node, uint32_t *n);

/* Numbers as the viewers read them: ns as milliseconds or microseconds with all
 * their digits, and a value without a fraction as an integer. */
void viewer_put_ms(corr_out *out, int64_t ns);
void viewer_put_us(corr_out *out, int64_t ns);
void viewer_put_value(corr_out *out, double v);
/* A member of JSON with a text: "key":"text". */
void viewer_put_text(corr_out *out, const char *key, corr_str text);

#endif
