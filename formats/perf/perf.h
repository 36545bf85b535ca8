/*
 * perf - what the parts of the reader of perf script's text share.
 *
 *   perf.c         the format record, its probe, the loop over lines
 *   perf_line.c    a line as the head of a sample, or as a frame
 *   perf_name.c    names as flame graphs of perf have them
 *   perf_frame.c   frames of a line, and the open stack
 *   perf_event.c   events as kinds of sample
 *   perf_switch.c  what an event or a record says of who left a CPU, and why
 *   perf_sched.c   time off CPU, from when threads left one and came back
 *   perf_head.c    comments in front: which machine, which clock
 *
 * The text is for people, and its fields are chosen by options that the file
 * does not name.  What each line is, is told by its own marks: a colon behind
 * the time and behind the event, brackets about the CPU, parentheses about the
 * file that a frame is in.
 *
 * A file is read in one pass; kept of it are distinct frames and events.
 */
#ifndef CORR_PERF_H
#define CORR_PERF_H

#include "corr_format.h"

/* ---- lines (perf_line.c) --------------------------------------------------- */

/* "java 1234/1250 [002] 2504.049569:   10101010 cpu-clock:u: REST".  All of it
 * is borrowed from the line. */
typedef struct perf_head {
    corr_str comm;    /* may be empty, may hold blanks */
    int64_t pid, tid; /* pid 0: not told, or that of an idle CPU */
    bool has_pid;
    int64_t cpu;    /* -1: not told */
    int64_t time;   /* ns, CORR_NO_TIME */
    bool is_summed; /* the time says that it is of none: all that is left */
    int64_t tod;    /* local date and time as if it were UTC, or CORR_NO_TIME */
    int64_t period; /* -1: not told */
    corr_str event; /* with its modifiers; empty: not told */
    corr_str rest;  /* behind the event */
    bool is_control; /* PERF_RECORD_...: no sample */
    corr_str record; /* which one, of control records; else empty */
    int64_t lost;    /* events that a control record tells of, else 0 */
} perf_head;

bool perf_head_of(corr_str line, perf_head *h);

/* "7f443cc6f090 _start+0x10 (/lib/ld-2.27.so)" */
typedef struct perf_frame {
    corr_str symbol; /* without its offset; empty: not told */
    corr_str dso;    /* empty: not told */
} perf_frame;

/* has_dso: only with a file at its end, which cannot be mistaken. */
bool perf_frame_of(corr_str line, bool has_dso, perf_frame *f);

/* The event without its modifiers: cycles of "cycles:uppp". */
corr_str perf_event_base(corr_str event);
/* Whether it is this one, with modifiers and terms or without:
 * "cpu-clock/period=1000000/u" is cpu-clock. */
bool perf_event_is(corr_str event, const char *name);

/* "2504.049569" in ns; false: not of this form. */
bool perf_seconds(corr_str text, int64_t *ns);
/* "2026-11-21" and "02:23:13.563112" in ns since 1970, taken as UTC. */
bool perf_date(corr_str date, corr_str clock, int64_t *ns);

/* ---- names (perf_name.c) --------------------------------------------------- */

/* What stackcollapse-perf shows of a symbol: arguments and quotes are left
 * out, semicolons become colons; of classes of Java the L in front is dropped.
 * to has room for raw.n bytes; returns how many are used. */
size_t perf_tidy(corr_str raw, bool is_java, char *to);

/* ---- frames (perf_frame.c) ------------------------------------------------- */

/* The frames of a line. */
typedef struct perf_frames {
    size_t at; /* of the outermost, in frame */
    uint32_t n;
} perf_frames;

typedef struct perf_stack {
    corr_build *b;
    corr_map lines; /* symbol and file -> index of span, plus 1 */
    corr_vec(perf_frames) span;
    corr_vec(corr_frame) frame; /* of all distinct lines */
    corr_frame
        *open;      /* [most] a ring; the outermost frames of the open stack */
    uint64_t nopen; /* frames seen, leaf first */
    uint32_t most;
    corr_vec(char) text; /* scratch */
} perf_stack;

void perf_stack_init(perf_stack *s, corr_build *b, uint32_t most);
void perf_stack_clear(perf_stack *s);
void perf_stack_begin(perf_stack *s);
void perf_stack_push(perf_stack *s, const perf_frame *f, bool is_java);
/* Under a frame for the program, if comm is not empty. */
corr_stack perf_stack_end(perf_stack *s, corr_str comm);

/* ---- events (perf_event.c) ------------------------------------------------- */

typedef struct perf_event {
    corr_kind kind;
    corr_str type, base; /* in texts; base without modifiers */
    bool is_clock;       /* it has periods, and they are ns of CPU time, ... */
    bool is_off_cpu;     /* ... or of time off CPU */
    bool is_summed;      /* a sample is of as many waits as nobody says */
    bool has_period;     /* of its first sample, and so of all */
    int64_t period;      /* of all samples, 0: they differ */
    uint64_t total;      /* at most UINT64_MAX */
} perf_event;

typedef struct perf_events {
    corr_build *b;
    corr_map names; /* event -> index, plus 1 */
    corr_arena texts;
    corr_vec(perf_event) event;
} perf_events;

/* NULL: no memory, or there are too many. */
perf_event *perf_event_find(perf_events *e, corr_str event, bool has_period);
void perf_event_count(perf_event *e, int64_t period);
/* Names and periods, now that all samples are known.  has_waits: there is time
 * off CPU that no event counts.  Returns whether one of them comes first. */
bool perf_events_end(perf_events *e, bool has_waits);
void perf_events_clear(perf_events *e);

/* ---- who runs (perf_switch.c, perf_sched.c) -------------------------------- */

/* What becomes of a thread that leaves a CPU. */
typedef enum perf_left {
    PERF_LEFT_UNTOLD,
    PERF_LEFT_READY,   /* it would go on */
    PERF_LEFT_BLOCKED, /* it waits for something */
    PERF_LEFT_ENDED
} perf_left;

typedef struct perf_switch {
    enum {
        PERF_SWITCH_NONE, /* nothing of the sort */
        PERF_SWITCH_OUT,  /* the thread leaves its CPU; next has it, -1: not
                             told */
        PERF_SWITCH_IN,   /* next has the CPU */
        PERF_SWITCH_WAKE, /* next waits for nothing any more */
    } what;
    perf_left left;
    int64_t prev, next; /* prev -1: the thread of the head */
} perf_switch;

/* Of a sample of this event, or of a control record. */
perf_switch perf_switch_of(const perf_head *h);

/* A thread that is off CPU. */
typedef struct perf_off {
    uint64_t era;  /* it is, in this one; 0: it is not */
    bool by_event; /* ... and a record of the same is to come */
    perf_left left;
    corr_thread thread;
    corr_stack stack; /* where it left */
    int64_t from;     /* when it did */
    int64_t woken;    /* since when it would go on; CORR_NO_TIME: it waits */
} perf_off;

/* What has a CPU. */
typedef struct perf_runs {
    int64_t tid;  /* in this era; -1: not known */
    uint64_t era; /* 0: not known */
} perf_runs;

typedef struct perf_sched {
    corr_build *b;
    corr_map off_at, cpu_at; /* thread, CPU -> index, plus 1 */
    corr_vec(perf_off) off;
    corr_vec(perf_runs) runs; /* by CPU */
    uint64_t era;  /* from 1 on; what was told before is not sure any more */
    uint64_t open; /* threads off CPU in it */
    corr_kind offcpu, runq;
    bool is_apart;   /* events number threads otherwise than their heads, which
                      are of the container that perf ran in */
    int64_t last;    /* time, of the newest that was told */
    uint64_t waits;  /* that are told from end to end */
    uint64_t untold; /* threads left a CPU, and it is not told why, ... */
    uint64_t broken; /* ... and when they came back */
} perf_sched;

/* Where and when something was told of who has a CPU. */
typedef struct perf_moment {
    int64_t time, cpu; /* CORR_NO_TIME: nothing can be made of it; -1 */
    int64_t tid;       /* in whose context, as thread; with its stack */
    corr_thread thread;
    corr_stack stack;
    bool is_event; /* not a record */
    uint32_t row;
} perf_moment;

void perf_sched_take(perf_sched *s, perf_switch w, const perf_moment *at);
/* A thread is seen at work. */
void perf_sched_runs(perf_sched *s, int64_t tid);
/* Some of what happened until now is not told. */
void perf_sched_lost(perf_sched *s);
/* Whether some time off CPU is told. */
bool perf_sched_has(const perf_sched *s);
/* Kinds and notes, now that all is read. */
void perf_sched_end(perf_sched *s, bool is_first);
void perf_sched_clear(perf_sched *s);

/* ---- comments (perf_head.c) -------------------------------------------------- */

typedef struct perf_facts {
    bool is_wall;   /* times are of the wall clock, once offset is added */
    int64_t offset; /* ns */
    char host[256]; /* empty: not told */
} perf_facts;

void perf_comment(perf_facts *f, corr_build *b, corr_str line);

#endif
