/*
 * perf - declarations shared by the parts of the reader of perf script's text.
 *
 *   perf.c         the format record, its probe, the loop over lines
 *   perf_line.c    a line as the head of a sample, or as a frame
 *   perf_layout.c  which fields the heads have, where marks do not say so
 *   perf_name.c    names as flame graphs of perf show them
 *   perf_frame.c   frames of a line, and the open stack
 *   perf_event.c   events as kinds of sample
 *   perf_switch.c  which thread left a CPU in an event or record, and why
 *   perf_sched.c   time off CPU, between leaving a CPU and coming back
 *   perf_head.c    comments at the front: machine and clock
 *
 * The text is for people, and options that the file does not name choose its
 * fields.  Each line is recognised by its own marks: colons behind the time and
 * the event, brackets around the CPU, parentheses around the file of a frame.
 *
 * A file is read in one pass; only distinct frames and events stay in memory.
 */
#ifndef CORR_PERF_H
#define CORR_PERF_H

#include "corr_format.h"

/* ---- lines (perf_line.c) ------------------------------------------------- */

/* "java 1234/1250 [002] 2504.049569: 10101010 cpu-clock:u: REST".  All texts
 * are borrowed from the line. */
typedef struct perf_head {
    corr_str comm;    /* may be empty or contain blanks */
    int64_t pid, tid; /* pid 0: unknown, or an idle CPU */
    bool has_pid;
    int64_t cpu;    /* -1: unknown */
    int64_t time;   /* ns, CORR_NO_TIME */
    bool is_summed; /* the sample is a sum at the end of the recording */
    int64_t tod; /* local date and time, computed as if UTC, or CORR_NO_TIME */
    int64_t period;  /* -1: unknown */
    corr_str event;  /* with its modifiers; empty: unknown */
    corr_str rest;   /* text behind the event */
    bool is_control; /* a record PERF_RECORD_..., not a sample */
    corr_str record; /* name of a control record; else empty */
    int64_t lost;    /* lost events in a control record, else 0 */
} perf_head;

bool perf_head_of(corr_str line, perf_head *h);

/* "7f443cc6f090 _start+0x10 (/lib/ld-2.27.so)" */
typedef struct perf_frame {
    corr_str symbol; /* without its offset; empty: unknown */
    corr_str dso;    /* empty: unknown */
} perf_frame;

/* has_dso: only accept a frame with a file at its end, which is unambiguous. */
bool perf_frame_of(corr_str line, bool has_dso, perf_frame *f);

/* The frame behind the text of a tracepoint that was recorded without a call
 * chain.  perf prints its address 16 columns wide. */
bool perf_last_frame_of(corr_str rest, perf_frame *f);

/* The file and the offset cut off the end of a frame without address. */
void perf_cut_file(corr_str s, perf_frame *f);

/* The pieces of a head.  False: the word is no piece of a head. */

/* "1234/1250", "1250" */
bool perf_ids(corr_str word, perf_head *h);
/* "[002]" */
bool perf_cpu(corr_str word, int64_t *cpu);
/* "UK 2026-11-21 02:23:13.563112 2504.049569:", of which the state and the date
 * may be missing; goes on to the word behind them. */
bool perf_times(corr_str *word, corr_str *s, perf_head *h);
bool perf_period(corr_str word, int64_t *period);
/* Whether a number without a mark is a period: perf prints these ten columns
 * wide, and ids in at most seven. */
bool perf_is_period_wide(corr_str line, corr_str word);
/* "cycles:u:", which loses its last colon. */
bool perf_event_word(corr_str *word);

/* The event without its modifiers: cycles for "cycles:uppp". */
corr_str perf_event_base(corr_str event);
/* Whether an event has this name, with or without modifiers and terms:
 * "cpu-clock/period=1000000/u" is cpu-clock. */
bool perf_event_is(corr_str event, const char *name);

/* "2504.049569" in ns.  False: another form. */
bool perf_seconds(corr_str text, int64_t *ns);
/* "2026-11-21" and "02:23:13.563112" in ns since 1970, computed as if UTC. */
bool perf_date(corr_str date, corr_str clock, int64_t *ns);

/* ---- heads without marks (perf_layout.c) --------------------------------- */

enum perf_has {
    PERF_HAS_COMM = 1,
    PERF_HAS_IDS = 2,
    PERF_HAS_CPU = 4,
    PERF_HAS_TIME = 8,
    PERF_HAS_PERIOD = 16,
    PERF_HAS_EVENT = 32,
    PERF_HAS_FRAME = 64, /* the only frame stands in the head */
    PERF_HAS_ALL = 127
};

typedef struct perf_layout {
    bool is_bare;       /* heads have their place only, and these fields */
    unsigned fields;    /* enum perf_has; 0: heads are empty lines */
    bool has_addresses; /* frames have addresses */
} perf_layout;

/* The layout of a file that begins with these bytes, and how sure that is, as
 * in a probe. */
int perf_layout_of(const uint8_t *head, size_t n, bool whole, perf_layout *l);
/* Reads a head with the fields want; 0: with any.  Returns its fields; 0: it has
 * others. */
unsigned perf_bare_head_of(corr_str line, unsigned want, perf_head *h);
/* "\thot (/usr/bin/app)": a frame without an address. */
bool perf_named_frame_of(corr_str line, perf_frame *f);

/* ---- names (perf_name.c) ------------------------------------------------- */

/* The symbol as stackcollapse-perf shows it: without arguments and quotes,
 * semicolons as colons, Java classes without the L in front.  to has room for
 * raw.n bytes; returns the number used. */
size_t perf_tidy(corr_str raw, bool is_java, char *to);

/* ---- frames (perf_frame.c) ----------------------------------------------- */

/* The frames of a line. */
typedef struct perf_frames {
    size_t at; /* index of the outermost frame, in perf_stack.frame */
    uint32_t n;
} perf_frames;

typedef struct perf_stack {
    corr_build *b;
    corr_map lines; /* symbol and file -> index of span, plus 1 */
    corr_vec(perf_frames) span;
    corr_vec(corr_frame) frame; /* frames of all distinct lines */
    corr_vec(corr_frame) open;  /* frames of the open stack, leaf first */
    corr_vec(char) text;        /* scratch */
} perf_stack;

void perf_stack_init(perf_stack *s, corr_build *b);
void perf_stack_clear(perf_stack *s);
void perf_stack_begin(perf_stack *s);
void perf_stack_push(perf_stack *s, const perf_frame *f, bool is_java);
/* Ends the open stack.  If comm is not empty, its root is a frame for the
 * program. */
corr_stack perf_stack_end(perf_stack *s, corr_str comm);

/* ---- events (perf_event.c) ----------------------------------------------- */

typedef struct perf_event {
    corr_kind kind;
    corr_str type, base; /* index in texts; base is without modifiers */
    bool is_clock;       /* periods are ns of CPU time */
    bool is_off_cpu;     /* periods are ns off CPU */
    bool is_summed;  /* each sample is the sum of an unknown number of waits */
    bool has_period; /* the samples have periods, judged by the first */
    int64_t period;  /* equal period of all samples; 0: they differ */
    uint64_t total;  /* at most UINT64_MAX */
} perf_event;

typedef struct perf_events {
    corr_build *b;
    corr_map names; /* event -> index, plus 1 */
    corr_arena texts;
    corr_vec(perf_event) event;
} perf_events;

/* The event of a sample, added if new.  NULL: memory is out, or there are too
 * many events. */
perf_event *perf_event_find(perf_events *e, corr_str event, bool has_period);
void perf_event_count(perf_event *e, int64_t period);
/* Sets names and periods of the kinds after the last sample.  has_waits: there
 * is time off CPU that no event measures.  Returns whether one of the events is
 * the first kind. */
bool perf_events_end(perf_events *e, bool has_waits);
void perf_events_clear(perf_events *e);

/* ---- running threads (perf_switch.c, perf_sched.c) ----------------------- */

/* The state of a thread after it leaves a CPU. */
typedef enum perf_left {
    PERF_LEFT_UNKNOWN,
    PERF_LEFT_READY,   /* still runnable */
    PERF_LEFT_BLOCKED, /* waiting */
    PERF_LEFT_ENDED
} perf_left;

typedef struct perf_switch {
    enum {
        PERF_SWITCH_NONE, /* no switch */
        PERF_SWITCH_OUT,  /* a thread leaves its CPU; next runs on it, -1:
                             unknown */
        PERF_SWITCH_IN,   /* next runs on the CPU */
        PERF_SWITCH_WAKE, /* next becomes runnable */
    } what;
    perf_left left;
    int64_t prev, next; /* prev -1: the thread of the head */
} perf_switch;

/* The switch in a sample of a scheduler event, or in a control record. */
perf_switch perf_switch_of(const perf_head *h);

/* A thread that is off CPU. */
typedef struct perf_off {
    uint64_t era;  /* era in which the thread is off CPU; 0: it is not */
    bool by_event; /* known from an event; a record of the same switch will
                      follow */
    perf_left left;
    corr_thread thread;
    corr_stack stack; /* stack when it left */
    int64_t from;     /* time when it left */
    int64_t woken;    /* time when it became runnable; CORR_NO_TIME: it waits */
} perf_off;

/* The thread on a CPU. */
typedef struct perf_runs {
    int64_t tid;  /* thread in this era; -1: unknown */
    uint64_t era; /* 0: unknown */
} perf_runs;

typedef struct perf_sched {
    corr_build *b;
    corr_map off_at, cpu_at; /* thread, CPU -> index, plus 1 */
    corr_vec(perf_off) off;
    corr_vec(perf_runs) runs; /* indexed by CPU */
    uint64_t era;  /* from 1; earlier switches are no longer reliable after a
                      change */
    uint64_t open; /* threads off CPU in this era */
    corr_kind offcpu, runq;
    bool is_apart;  /* events and heads number threads differently: heads use
                        those of the container perf ran in */
    int64_t last;   /* time of the newest switch */
    uint64_t waits; /* waits with a known start and end */
    uint64_t unexplained; /* threads that left a CPU for an unknown reason */
    uint64_t broken;      /* waits with an unknown end */
} perf_sched;

/* The place and time of a switch. */
typedef struct perf_moment {
    int64_t time, cpu; /* CORR_NO_TIME: the switch is ignored; cpu -1:
                          unknown */
    int64_t tid;       /* thread of the sample or record, with its stack */
    corr_thread thread;
    corr_stack stack;
    bool is_event; /* a sample of an event, not a record */
    uint32_t row;
} perf_moment;

void perf_sched_take(perf_sched *s, perf_switch w, const perf_moment *at);
/* A thread is seen running. */
void perf_sched_runs(perf_sched *s, int64_t tid);
/* Some switches until now are missing. */
void perf_sched_lost(perf_sched *s);
/* Whether the file contains time off CPU. */
bool perf_sched_has(const perf_sched *s);
/* Sets kinds and adds notes after the last line. */
void perf_sched_end(perf_sched *s, bool is_first);
void perf_sched_clear(perf_sched *s);

/* ---- comments (perf_head.c) ---------------------------------------------- */

typedef struct perf_facts {
    bool is_wall;   /* times are of the wall clock, after adding offset */
    int64_t offset; /* ns */
    char host[256]; /* empty: unknown */
} perf_facts;

void perf_comment(perf_facts *f, corr_build *b, corr_str line);

#endif
