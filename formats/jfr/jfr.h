/*
 * jfr - Java Flight Recorder files, version 2.
 *
 * A file is a row of chunks; each describes its own types, and has its own
 * numbers for them, its own constants and its own clock.  Nothing but names is
 * carried from one to the next.  There is room for a whole chunk; its events
 * are walked where they stand, and constants that nobody asks for are not even
 * read (corr_src_reserve): they are most of the bytes.
 *
 *   jfr.c           the format: chunk after chunk
 *   jfr_parallel.c     the same by several threads
 *   jfr_chunk.c     a chunk's header, its place in time, its events in turn
 *   jfr_types.c     metadata: types and their fields
 *   jfr_field_plan.c      how the fields that matter are got out of an event
 *   jfr_constants.c      constants: where they lie
 *   jfr_used_stacks.c     stacks that somebody asks for
 *   jfr_name.c      constants as texts, threads, names of code
 *   jfr_stack.c     constants that are stacks
 *   jfr_event.c     which event means what
 *   jfr_sample.c    events that are samples
 *   jfr_intervals.c      events that are intervals
 *   jfr_span_context.c   events that say for which span a thread works, and spans
 *   jfr_metrics.c    events that are numbers over time
 *   jfr_settings.c   events that say how the rest was recorded
 *   jfr_setting_history.c      what HotSpot was told to record, and when
 *   jfr_process.c       and of whom
 *   jfr_read.c      a chunk from its types to its last event
 *   jfr_shared_types.c    its types, or those of another chunk
 *   jfr_scan.c      its events once over: counts, sums, where to look closer
 *   jfr_window.c      the bytes that are walked, and those that are noted
 *   jfr_fast_sums.c     runs of events that are only counted and summed up
 *   jfr_summed_threads.c      threads and times of what is summed up
 *   jfr_stack_sums.c      samples added up by stack
 *   jfr_ints.h      compressed integers, many at a time
 *   jfr_cut.c       whole chunks once more, for slices
 *   jfr_after_break.c    what stands behind a break of a chunk
 *   jfr_rescue.c    what is kept of a chunk that is not whole
 *   jfr_parts.c     chunks that stand in several files, whose they are
 *   jfr_labels.c    labels that came beside the recording
 *   jfr_multipart.c      a body in which an agent sent both
 *
 * Source of the format: OpenJDK's jdk.jfr.internal and its native writer,
 * async-profiler's flightRecorder, both as they write and not as documented.
 */
#ifndef CORR_JFR_H
#define CORR_JFR_H

#include "corr_format.h"
#include "jfr/jfr_chunk.h"
#include "jfr/jfr_stack_sums.h"

/* ---- a file ---------------------------------------------------------------------- */

typedef struct jfr_count {
    corr_str name;
    uint64_t n;
} jfr_count;

/* What a number of an event is summed up as. */
enum jfr_role {
    JFR_SUM_VALUE = 1,
    JFR_SUM_THREAD = 2,
    JFR_SUM_SPAN = 4,
    JFR_SUM_TRACE = 8,
    JFR_SUM_START = 16,
    JFR_SUM_STACK = 32
};

/* A number that is summed up: so many integers after the one before it, and as
 * what. */
typedef struct jfr_sum_of {
    uint8_t skip, role;
} jfr_sum_of;

enum { JFR_NUMBERS = 6 };

/* What is done about the events of a type, in one chunk. */
typedef struct jfr_act {
    /* in a run of events (jfr_fast_sums.c) */
    bool is_counted;    /* and that is all */
    bool is_plain;      /* only these are summed up, in this order: */
    bool with_start;    /* ... a time, */
    bool with_thread;   /* ... a thread, a stack */
    bool is_piled;      /* ... (what is summed up is, by stack) and a value */
    uint8_t kind;       /* place of the meaning */
    uint8_t ahead[4];   /* integers before each, behind the one before it */
    uint64_t n;         /* events so far, of these: */
    uint64_t even, odd; /* ... value, not yet carried */
    uint64_t nobody;    /* ... without a thread */
    uint64_t early, late, who; /* ... first and last time, last thread */

    corr_sums sums;      /* of the others */
    int64_t first, last; /* ticks of all, first > last: none */
    int64_t thread;      /* of the last one, -1: none */
    uint8_t what;        /* enum in jfr_scan.c */
    uint8_t nnumber;
    bool is_known;  /* meaning was looked up */
    bool is_kept;   /* rows of it are wanted whatever is said of others */
    bool is_placed; /* it has its row of jfr_file.count */
    jfr_sum_of number[JFR_NUMBERS];    /* in the order of their fields */
    const struct jfr_meaning *meaning; /* NULL: they mean nothing */
    uint64_t seen;                     /* events, but those of runs */
    uint64_t before;                   /* ... of chunks before this one */
    uint32_t count;                    /* row of jfr_file.count */
} jfr_act;

/* Numbers of an event that are summed up. */
enum jfr_place_of {
    JFR_AT_START,
    JFR_AT_THREAD,
    JFR_AT_STACK,
    JFR_AT_VALUE,
    JFR_PLACES
};

/* What is done about an event of a run. */
typedef enum jfr_how_summed {
    JFR_RUN_COUNT, /* nothing else */
    JFR_RUN_SUM,
    JFR_RUN_LEAVE, /* the same, and its thread and time are wanted */
    JFR_RUN_PILE   /* by stack */
} jfr_how_summed;

/* Where they are in events of one type and size whose integers end at the same
 * places. */
typedef struct jfr_shape {
    uint64_t key; /* these three; 0: free */
    jfr_act *act;
    uint64_t mask[JFR_PLACES]; /* seven bits of each byte; 0: it has none */
    uint16_t at[JFR_PLACES];   /* byte where it begins; of two bytes, so that a
                                  shape has 64 and is found by shifting */
    jfr_how_summed how;
} jfr_shape;

enum { JFR_SHAPE_BITS = 9, JFR_SHAPES = 1 << JFR_SHAPE_BITS };

/* An event that is to be looked into. */
typedef struct jfr_note {
    uint32_t at;     /* in the chunk, or in what is kept of it */
    uint32_t type;   /* in jfr_types */
    uint32_t number; /* of its type, in the chunk */
    bool is_kept;    /* jfr_window */
} jfr_note;

/* A length that may be told anew at any time. */
typedef struct jfr_finest {
    int64_t ns;          /* the last that was told, 0 none was */
    int64_t least, most; /* of those before that one */
} jfr_finest;

/* What a recorder was told at some time about events of one meaning. */
typedef enum jfr_setting_of {
    JFR_OFF,       /* 1, or 0: on */
    JFR_THRESHOLD, /* ns */
    JFR_PERIOD     /* ns */
} jfr_setting_of;
typedef struct jfr_setting {
    uint32_t place; /* of the meaning */
    jfr_setting_of what;
    int64_t time, value;
} jfr_setting;

/* Those of one meaning and sort, by time; borrowed from the file until the next
 * chunk. */
typedef struct jfr_settings {
    const jfr_setting *v;
    uint32_t n;
} jfr_settings;

/* From which length on waits of one meaning were recorded for a while. */
typedef struct jfr_asked {
    uint32_t place;
    int64_t from, to, least; /* CORR_NOT_TAKEN: they were not */
} jfr_asked;

/* How the file was recorded, as far as it said so yet. */
typedef struct jfr_how {
    jfr_finest cpu, native;     /* as HotSpot was told */
    jfr_settings cpus, natives; /* ... in the chunk at hand */
    int64_t cpu_ns[2];          /* of HotSpot, of async-profiler; 0 unknown */
    int64_t native_ns, wall_ns; /* 0 unknown */
    bool is_wall;          /* its one engine takes threads that sleep, too */
    bool has_wall;         /* a second engine does */
    bool is_process_timer; /* one timer for all threads */
    bool is_assumed;       /* what its engine takes was not said so far */
    bool is_default;       /* but that it is what it is without being told */
    int64_t every;         /* of what its engine counts, if that is not time */
} jfr_how;

/* What the recorder was told about events of one meaning. */
typedef struct jfr_setting_history {
    jfr_finest threshold, async; /* as HotSpot, as async-profiler was */
    bool was_on;                 /* or nobody said that it was not */
    bool by_async;               /* async-profiler takes them */
    uint32_t asked;              /* 1 + the last row of jfr_file.asked */
} jfr_setting_history;

/* Labels beside the recording (jfr_labels.c). */
typedef struct jfr_labels {
    corr_map context, string; /* number -> 1 + row of at */
    corr_cur *at;             /* borrowed from the source */
    uint32_t n;
    size_t room;
    corr_map made;    /* numbers of a record -> 2 * set of labels, + 1 where
                         some are not here */
    uint64_t missing; /* records whose labels are not here */
    bool is_here;
} jfr_labels;

/* Threads of a chunk that are named by what is summed up (jfr_summed_threads.c). */
typedef struct jfr_summed_threads {
    int64_t *thread; /* keys, as they were met */
    uint32_t n;
    size_t room;
    corr_map seen;
} jfr_summed_threads;

/* Stacks of the chunk at hand that are asked for, where the others are not to
 * be kept (jfr_used_stacks.c). */
typedef struct jfr_kept {
    bool is_on;     /* else they are where they stand in the chunk */
    uint8_t *bytes; /* there is room for JFR_INTS_READ more */
    size_t n, room;
    uint8_t *piece; /* what was read last */
    size_t piece_room;
} jfr_kept;

enum { JFR_KINDS = 64, JFR_NAME = 96 };

/* The process, by what it was started with. */
typedef enum jfr_who {
    WHO_SERVICE,
    WHO_INSTANCE,
    WHO_VERSION,
    WHO_HOST,
    WHO_COUNT
} jfr_who;

typedef struct jfr_process {
    char who[WHO_COUNT][JFR_NAME];
    uint8_t rank[WHO_COUNT]; /* of the key that said so, the least is best; 0:
                                none did */
    int64_t pid, start;      /* 0 unknown; CORR_NO_TIME */
    corr_proc proc;
} jfr_process;

enum { JFR_PROCESSES = 64 }; /* that are told apart */

/* An id, as a constant of a chunk spells it (jfr_span_context.c). */
typedef struct jfr_id {
    uint64_t key;
    uint32_t chunk; /* its number; 0: nothing */
    bool is_one;
    corr_trace_id id; /* of a span: the lower half */
} jfr_id;

/* A frame that was made (jfr_stack.c). */
typedef struct jfr_met {
    uint64_t head, tail; /* its first and further bytes, as the file has them */
    uint32_t type, chunk; /* numbers; chunk 0: nothing */
    corr_frame frame;
} jfr_met;

enum { JFR_MET = 1 << 12 };

/* Types as a chunk describes them, which others may borrow (jfr_shared_types.c). */
typedef struct jfr_lent {
    jfr_header h;    /* of that chunk */
    uint32_t of;     /* its number */
    uint32_t agreed; /* chunks in a row that told the same */
    uint8_t *p;      /* the event */
    size_t n, room;
} jfr_lent;

/* What a recording says, chunk by chunk: one of them at a time. */
typedef struct jfr_file {
    uint8_t keeps[JFR_KINDS]; /* 1 rows of this meaning, 2 only sums */
    corr_sums sums[JFR_KINDS];
    corr_kind kind[JFR_KINDS]; /* by meaning, 0: not met yet */
    corr_kind_row kind_row[JFR_KINDS];
    jfr_setting_history told[JFR_KINDS];
    jfr_setting *setting; /* of the chunk at hand */
    jfr_asked *asked;     /* of all */
    uint32_t nsetting, nasked;
    size_t setting_room, asked_room;
    jfr_how how;
    jfr_count *count; /* events of each type */
    uint32_t ncount;
    size_t count_room;
    corr_map count_of; /* type name -> 1 + row of count */
    corr_map said;     /* settings that were passed on */
    jfr_labels labels;
    corr_map seen;      /* chunks, by time and size; by time: how much was read
                        where that is not all */
    uint32_t nchunk;    /* so far, without copies */
    unsigned copies;    /* of chunks */
    unsigned continued; /* chunks, a part of which had been there */
    uint64_t lost;      /* CPU samples, as the recorder says */
    unsigned files;     /* that were begun */
    corr_arena kept;    /* names of counts */
    jfr_process process[JFR_PROCESSES], now; /* what the chunk at hand says */
    uint32_t nprocess, at; /* of the chunk at hand, or the one before */
    char producer[JFR_NAME];
    int64_t from, to;     /* of the file */
    jfr_lent lent[2];     /* types of HotSpot, of async-profiler */
    jfr_header before[2]; /* last chunk of these */
    bool has_before[2];
    uint32_t states[JFR_KINDS]; /* chunks that tell what was in use */
    int64_t clock_error;
    bool is_async; /* a chunk was async-profiler's */
} jfr_file;

/* What is walked of a chunk: in its place, or some of it aside (jfr_window). */
typedef struct jfr_window {
    jfr_chunk k; /* from there on */
    size_t from;
    bool is_aside;
    uint8_t *buf;
    size_t room;
    uint8_t *kept; /* events that are noted, one behind the other */
    size_t nkept, kept_room;
} jfr_window;

/* What reads one chunk after the other.  Its chunk is looked through by itself,
 * then goes into the file when it is its turn: b is NULL until then, and file
 * is left alone. */
typedef struct jfr {
    jfr_met met[JFR_MET];
    jfr_shape shape[JFR_SHAPES]; /* of the chunk at hand */
    jfr_file own, *file;         /* its own, or another's */
    corr_src *in;
    const corr_want *want;
    corr_want all;         /* rows of every kind, until it is known that ... */
    const corr_want *less; /* ... this will do; NULL: it is not wanted */
    corr_build *b;
    bool with_labels, with_time; /* are wanted */
    bool leaves; /* threads and times of what is summed up are, too */

    jfr_chunk k; /* the chunk at hand, and what it brings */
    jfr_window near;
    bool is_sparing; /* only what is looked at is read of it, if it can be, */
    bool is_spared;  /* ... as it can of this one ... */
    size_t ready;    /* ... and is at hand up to here from where it is walked:
                         but constants */
    bool is_doubted; /* not all of the chunk is there, or its types are not:
                        what does not fill its size is no event */
    uint32_t unfit;  /* events that do not; else of the first of each type, and
                        of no type: */
    uint32_t unknown;
    bool is_through; /* it was looked through */
    bool is_amiss;   /* ... and there is something to say of it */
    jfr_types types;
    uint32_t types_of;  /* number of the chunk that they are of */
    jfr_event types_at; /* where its own are described */
    jfr_plans plans;
    jfr_pool pool[P_POOLS];
    jfr_act *act;    /* by type */
    jfr_note *note;  /* what has been scanned of the chunk */
    uint32_t *place; /* of checkpoints */
    uint32_t nnote, nplace;
    size_t act_room, note_room, place_room;
    size_t rest;       /* events from here on are not noted, ... */
    size_t rest_place; /* ... checkpoints not; 0: all are */
    size_t end;        /* how far the chunk can be walked */
    size_t broken_at;  /* ... and its last events be bytes of others */
    jfr_behind behind; /* what is read behind that */
    size_t skip;       /* events before were in an earlier copy of a part */
    jfr_summed_threads left;
    jfr_stack_sums piles;
    corr_map gc_of;           /* number of a collection -> labels */
    corr_map class_of;        /* of a class -> labels with nothing else */
    int64_t last, last_ticks; /* event */
    bool has_constants;       /* they were looked for */
    bool has_looked;          /* for virtual threads, and ... */
    bool has_virtual;         /* ... there are some */
    bool asks_all;            /* any stack may be asked for, not only ... */
    corr_map asked;           /* ... those with these keys, which ... */
    jfr_kept stacks;          /* ... may be kept apart */

    jfr_record record; /* the event at hand */
    jfr_id last_trace, last_span;
    uint32_t number; /* of its type, in the file */
    corr_arena text; /* of the record at hand, unpacked */
    char *name;      /* a name being put together */
    size_t name_room;
} jfr;

/* Refuses the file when it is the chunk's turn: out of memory. */
void jfr_no_memory(jfr *j);

/* A text of the record at hand; it lives until the next record. */
corr_str jfr_text(jfr *j, const jfr_record *r, jfr_slot s);
/* The same of a constant with one text, as a thread state has. */
corr_str jfr_constant_text(jfr *j, jfr_pool_id pool, int64_t key);
corr_thread jfr_thread(jfr *j, int64_t key);
/* Whether it may be a thread that virtual threads take turns on: it is named as
 * the JDK names those, and the chunk has code of virtual threads. */
bool jfr_is_carrier(jfr *j, int64_t key);
/* Of a key, of an event; nil where nobody wants it. */
corr_stack jfr_stack_at(jfr *j, int64_t key);
corr_stack jfr_stack_of(jfr *j, const jfr_record *r);
corr_str jfr_class(jfr *j, int64_t key); /* "java.lang.String", "byte[]" */

/* Values of a record, of the record at hand; otherwise where it has none. */
static inline int64_t jfr_number(const jfr_record *r, jfr_slot s,
                                 int64_t otherwise)
{
    return (r->has & r->plan->numbers) >> s & 1 ? r->slot[s].n : otherwise;
}
double jfr_real(const jfr_record *r, jfr_slot s); /* finite, 0 */
corr_str jfr_word(jfr *j, jfr_slot s);
int64_t jfr_when(const jfr *j, jfr_slot s);   /* CORR_NO_TIME */
int64_t jfr_length(const jfr *j, jfr_slot s); /* 0 */

/* ---- what events mean --------------------------------------------------------------- */

typedef struct jfr_meaning {
    const char *event;
    void (*take)(jfr *j, const struct jfr_meaning *m);
    const char *kind; /* "cpu", NULL: no kind of sample */
    corr_unit unit;
    unsigned flags; /* corr_kind_flag */
    corr_wait wait;
    bool is_setting; /* read before the others */
    uint64_t weight; /* the slots that say how much, where rows are summed */
} jfr_meaning;

/* Places of what jdk.ExecutionSample means, the first of all: of HotSpot, of
 * async-profiler's timer, of its engine for all threads. */
enum jfr_sampled_by { JFR_BY_HOTSPOT, JFR_BY_TIMER, JFR_BY_WALL };

/* NULL: events that nobody looks into. */
const jfr_meaning *jfr_meaning_of(corr_str event);
const jfr_meaning *jfr_meaning_at(uint32_t i); /* NULL: no more */
/* What it is where the event has only these fields, JFR_BIT each: a JDK before
 * 19 does not tell how large an old object is. */
const jfr_meaning *jfr_meaning_with(const jfr_meaning *m, uint64_t fields);
uint32_t jfr_place(const jfr_meaning *m); /* its number: of jfr.kind */

/* The kind of a meaning, made when it is first met. */
corr_kind jfr_kind(jfr *j, const jfr_meaning *m);
/* The name of its kind beside another recording of the same thing, which
 * counts; NULL: there is none. */
const char *jfr_rival_name(const jfr_meaning *m);
/* Whether rows of it are wanted, with all that they say; else what they add up
 * to will do. */
bool jfr_keeps(jfr *j, const jfr_meaning *m);
/* The same, and nothing is known of the kind yet. */
bool jfr_would_keep(const jfr *j, const jfr_meaning *m);
void jfr_add(jfr *j, const jfr_meaning *m, const corr_sample_row *row);
/* Adds the record at hand, of a meaning that is not kept and has a weight, of
 * which nothing but that was taken. */
void jfr_add_weight(jfr *j, const jfr_meaning *m);
/* The sums so far go into the file. */
void jfr_pass_sums(jfr *j);

void jfr_take_sample(jfr *j, const jfr_meaning *m);
void jfr_take_batch(jfr *j, const jfr_meaning *m);
void jfr_take_cpu_time(jfr *j, const jfr_meaning *m);
void jfr_take_datadog(jfr *j, const jfr_meaning *m);
void jfr_take_amount(jfr *j, const jfr_meaning *m);
void jfr_take_one(jfr *j, const jfr_meaning *m);
int64_t jfr_amount(const jfr_record *r); /* bytes that an event is of */
void jfr_take_wait(jfr *j, const jfr_meaning *m);
void jfr_take_stall(jfr *j, const jfr_meaning *m);
void jfr_take_pause(jfr *j, const jfr_meaning *m);
void jfr_take_operation(jfr *j, const jfr_meaning *m);
void jfr_take_stop(jfr *j, const jfr_meaning *m);
void jfr_take_collection(jfr *j, const jfr_meaning *m);
void jfr_take_scope(jfr *j, const jfr_meaning *m);
void jfr_take_attached(jfr *j, const jfr_meaning *m);
void jfr_take_tagged(jfr *j, const jfr_meaning *m);
void jfr_take_context(jfr *j, const jfr_meaning *m);
void jfr_take_timeline(jfr *j, const jfr_meaning *m);
void jfr_take_span(jfr *j, const jfr_meaning *m);
void jfr_take_load(jfr *j, const jfr_meaning *m);
void jfr_take_thread_load(jfr *j, const jfr_meaning *m);
void jfr_take_heap(jfr *j, const jfr_meaning *m);
void jfr_take_loss(jfr *j, const jfr_meaning *m);
void jfr_say_lost(jfr *j);
void jfr_take_setting(jfr *j, const jfr_meaning *m);
void jfr_take_recording(jfr *j, const jfr_meaning *m);
void jfr_take_config(jfr *j, const jfr_meaning *m);
void jfr_take_hardware(jfr *j, const jfr_meaning *m);
void jfr_take_jvm(jfr *j, const jfr_meaning *m);
void jfr_take_property(jfr *j, const jfr_meaning *m);

/* Between samples of code: of async-profiler if it took any. */
int64_t jfr_cpu_ns(const jfr *j);
/* What a recorder takes where its settings do not say; before the next are
 * read, it is not known any more. */
void jfr_assume(jfr *j);
/* A setting of the chunk at hand, told by the record at hand; in order once
 * all are there. */
void jfr_add_setting(jfr *j, uint32_t place, jfr_setting_of what,
                     int64_t value);
void jfr_forget_settings(jfr *j);
void jfr_sort_settings(jfr *j);
jfr_settings jfr_settings_of(const jfr *j, uint32_t place, jfr_setting_of what);
/* What held then; there is one. */
int64_t jfr_setting_at(jfr_settings s, int64_t time);
/* What follows from the settings of the chunk at hand. */
void jfr_take_settings(jfr *j);
/* Which waits were recorded in the chunk at hand, which ends then; and in the
 * end, in all of the file. */
void jfr_settle_told(jfr *j, int64_t to);
void jfr_settle_asked(jfr *j);
void jfr_take_finest(jfr_finest *f, int64_t ns);
int64_t jfr_most_of(const jfr_finest *f);
void jfr_forget_assumed(jfr *j);
/* What the settings say in the end: periods, thresholds, which of two
 * recordings of the same thing counts; who was recorded. */
void jfr_settle(jfr *j);
void jfr_settle_processes(jfr *j);
/* Around what a chunk says of its process. */
void jfr_begin_process(jfr *j);
void jfr_end_process(jfr *j);
corr_proc jfr_owner(const jfr *j); /* of the chunk at hand */
void jfr_keep_name(char to[JFR_NAME], corr_str s);

/* Takes the labels that came with the recording; in: NULL, or open until all
 * is read. */
void jfr_labels_read(jfr *j, corr_src *in);
void jfr_labels_clear(jfr_labels *l);
/* Pushes what the record at hand names of them into the open set; false: some
 * are not here. */
bool jfr_push_labels(jfr *j);
/* A set of nothing but these, asked once a sample; 0: it names none. */
corr_labels jfr_labels_of(jfr *j);
/* Says what was named and is not here. */
void jfr_labels_settle(jfr *j);

/* A recording with its labels, which may be NULL. */
corr_code jfr_read_with(corr_src *in, corr_src *labels, const corr_want *want,
                        corr_build *b, corr_err *err);

/* What reads one file after the other; in and b are the caller's to set, want
 * is borrowed.  NULL: out of memory. */
jfr *jfr_new(const corr_want *want, corr_err *err);
void jfr_free(jfr *j);
/* Another one of the same file; NULL: out of memory. */
jfr *jfr_new_for(jfr *of);
/* The next chunk, as much of it as is there; false: no more. */
bool jfr_next_chunk(jfr *j);
/* The same if its header says that all of it is there and can be read; else
 * nothing is said, and it is the caller's to go back. */
bool jfr_next_whole(jfr *j);
/* The chunk at hand goes into the file, unless it is there already. */
void jfr_take_chunk(jfr *j);
/* All chunks up to the end of the source, with all threads that can be had. */
void jfr_take_all(jfr *j, corr_workers *crew);
/* Whether the chunk at hand was there before; it is from now on.  Of one that
 * a part of was there skip is set. */
bool jfr_is_copy(jfr *j);
corr_code jfr_cut(corr_slice *s, corr_out *out, corr_err *err);

/* What a chunk that is not whole is kept as.  Zeroed at first, may be used
 * again. */
typedef struct jfr_rescue {
    jfr_event types;      /* their description, ... */
    const jfr_lent *lent; /* ... or that of another chunk */
    jfr_behind behind;
    bool no_memory;
    /* private below */
    jfr_types tried;
} jfr_rescue;

/* lent: what it may borrow, NULL: nothing.  False: nobody says what its events
 * mean, or there was no memory. */
bool jfr_rescue_of(jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                   const jfr_lent *lent);
void jfr_rescue_put(const jfr_rescue *r, const jfr_chunk *k, const jfr_found *f,
                    corr_out *out);
/* How many of the chunk's bytes are not rescued. */
uint64_t jfr_rescue_lost(const jfr_rescue *r, const jfr_chunk *k,
                         const jfr_found *f);
void jfr_rescue_clear(jfr_rescue *r);

/* Chunks of a recording in several files: corr_format.piece. */
bool jfr_piece(const uint8_t *head, size_t n, corr_part *p);
void jfr_piece_whose(corr_src *in, corr_part *p);
bool jfr_piece_kin(const corr_part *a, const corr_part *b);
bool jfr_piece_apart(const corr_part *a, const corr_part *b);
bool jfr_piece_same(const corr_part *a, const corr_part *b);

/* Whether async-profiler or a fork of it wrote a chunk of these types. */
bool jfr_is_async(const jfr_header *h, const jfr_types *types);
/* The description of types in a chunk that counts: where its header says, or
 * else the last one; false: there is none. */
bool jfr_find_types(const jfr_chunk *k, jfr_event *e);
/* The event at a place, if it is there and of this type. */
bool jfr_event_at(const jfr_chunk *k, int64_t at, int64_t id, jfr_event *e);
/* The checkpoint at a place, if there is one that ends by `upto`; *delta: where
 * the one before it is, seen from there; 0 or more: it is the first. */
bool jfr_checkpoint_at(const jfr_chunk *k, int64_t at, int64_t upto,
                       jfr_event *e, int64_t *delta);
/* Has the types of the chunk at hand, its own or borrowed; false: there are
 * none, which is said in its turn.  Scans it with them, or with others where
 * its events are not what they say.  Its own may be borrowed from now on. */
bool jfr_read_types(jfr *j);
bool jfr_scan_types(jfr *j);
void jfr_lend(jfr *j, const jfr_types *t, const jfr_event *e);
/* Whether those at hand, its own, are not what was told by their number. */
bool jfr_types_contradict(const jfr *j);
/* What the chunk at hand may borrow, or NULL; whether types that are described
 * there contradict it; whether types are right for all events of a chunk, of
 * which all bytes are at hand. */
const jfr_lent *jfr_lender(const jfr *j);
bool jfr_contradicts(const jfr_lent *l, const jfr_chunk *k, const jfr_types *t,
                     const jfr_event *e);
bool jfr_types_fit(const jfr_types *t, const jfr_chunk *k);
void jfr_lent_clear(jfr_lent *l);
/* Whether an event is what its type says, from the first byte to the last: one
 * in which bytes are missing is not. */
bool jfr_fills_its_size(const jfr_types *t, const jfr_event *e, uint32_t type);
/* Whether they are where the header of the chunk at hand says. */
bool jfr_has_types(jfr *j);
/* Whether some event of the chunk at hand is a sample of code. */
bool jfr_has_code(jfr *j);
/* Looks through the chunk at hand, a whole one, before its turn: its types, its
 * events once over, its constants.  False: what is to be said of it can be said
 * only then, when it is looked through again. */
bool jfr_look_ahead(jfr *j);
/* Reads the chunk at hand: its types, its constants, its events; or where only
 * an outline is wanted, its header, and what is not whole as far as it goes. */
void jfr_read_chunk(jfr *j);
/* What events of a type of this chunk mean; NULL: nothing. */
const jfr_meaning *jfr_meaning_for(jfr *j, uint32_t type);
/* Counts the events of the chunk at hand, sums up and notes; false: out of
 * memory. */
bool jfr_scan(jfr *j);
/* The same of one event, of which more is not noted; true: look into it. */
bool jfr_scan_one(jfr *j, const jfr_event *e, jfr_note *note);
/* Gives a type its row among the counts of the file; false: out of memory. */
bool jfr_place_type(jfr *j, uint32_t type);
/* After the last: what was summed up counts. */
void jfr_scan_end(jfr *j);
/* Has bytes of the chunk at hand, and those behind them that may be looked at
 * with them; false: they cannot be read. */
bool jfr_fetch(jfr *j, size_t at, size_t n);
/* All of a chunk is to be walked; before an event is looked at enough of it has
 * to be at hand, with what jfr_tally looks at.  False: it cannot be read, or
 * there is no memory. */
void jfr_window_begin(jfr *j);
bool jfr_window_reach(jfr *j, size_t at);
/* The event there, all of it unless it is of constants or types; false: none. */
bool jfr_window_event(jfr *j, size_t at, jfr_event *e);
/* An event, or all from there on, will be looked for in the chunk. */
void jfr_window_keep(jfr *j, const jfr_event *e);
bool jfr_window_keep_rest(jfr *j, size_t from);
/* An event that is noted will be looked for by its note; false: no memory. */
bool jfr_window_note(jfr *j, const jfr_event *e, jfr_note *note);
bool jfr_window_noted(const jfr *j, const jfr_note *note, jfr_event *e);
void jfr_window_clear(jfr_window *v);
/* Readies a type whose numbers are known for runs of events. */
void jfr_tally_begin(jfr_act *a);
/* Counts and sums up from an event of the chunk at hand on; where it goes on
 * with one that has to be looked at. */
size_t jfr_tally(jfr *j, size_t at);
/* After the last: it counts. */
void jfr_tally_end(jfr *j, jfr_act *a);
/* Before the next chunk. */
void jfr_tally_forget(jfr *j);
/* Whether samples of a type are added up by stack; does so with one, false: it
 * has to be looked into; after the last they become rows. */
bool jfr_is_piled(jfr *j, uint32_t type, const jfr_meaning *m);
bool jfr_stack_sum_event(jfr *j, jfr_act *a, uint32_t type, corr_cur body);
void jfr_stack_sums_end(jfr *j);
/* Sums up an event of a meaning that has a weight. */
void jfr_weigh(jfr *j, corr_cur body, uint32_t type, const jfr_meaning *m);
/* A thread and a time of what is summed up, where they are wanted: of an event
 * as it says them (INT64_MIN, -1: it does not), or made out. */
void jfr_leave(jfr *j, jfr_act *a, int64_t ticks, int64_t thread);
void jfr_leave_thread(jfr *j, int64_t key);
void jfr_leave_time(jfr *j, const jfr_meaning *m, int64_t ns);
/* After the last event of a chunk: threads are made. */
void jfr_leave_end(jfr *j);
void jfr_summed_threads_empty(jfr_summed_threads *l);
void jfr_summed_threads_clear(jfr_summed_threads *l);
/* Finds out which stacks of the chunk at hand its events name, those that are
 * looked into; whether a constant is one that may be asked for. */
void jfr_ask(jfr *j);
bool jfr_is_asked(const jfr *j, jfr_pool_id pool, uint64_t key);
/* Has a stack among the constants, if it is asked for, the bytes of which are
 * at hand; false: no memory. */
bool jfr_keep_stack(jfr *j, uint64_t key, const uint8_t *p, size_t n);
/* The same of so many in a row, which are the rest of a checkpoint, from a
 * place of the chunk on, and not at hand; false: they are damaged. */
bool jfr_keep_stacks(jfr *j, uint64_t n, size_t at, size_t end);
/* What is at hand of a stack from its beginning on. */
corr_cur jfr_stack_bytes(const jfr *j, const jfr_constant *k);
void jfr_kept_clear(jfr_kept *k);
/* Constants of the chunk at hand, when one is asked for first. */
void jfr_read_constants(jfr *j);

#endif
