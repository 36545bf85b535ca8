/*
 * input - what one source became: tables of columns, read-only.
 *
 * Rows are u32 indices; row 0 of every table is nil.  Columns hold indices and
 * numbers, never pointers.  Text is valid UTF-8 with a NUL behind it.
 *
 * The builder (build.h) fills an input and puts its rows in order.  The loader
 * owns it then, and finishes it: it cuts windows (load_window.c) and weighs
 * samples (sample_weight.h).  The store takes it over (store_adopt), and from
 * then on it is const for everybody.  If the store finds out that times or
 * values mean something else, it shows a copy with other tables in its place
 * (store/edition.h): members marked "edition" are set only there, and are zero
 * as loaded.
 *
 * Tables whose rows are read whole (span, proc, thread, kind) are arrays of
 * structs; what is scanned by column (samples, stacks, labels) is a struct of
 * arrays.
 */
#ifndef CORR_INPUT_H
#define CORR_INPUT_H

#include "base/narrow_column.h"
#include "base/stretch.h"
#include "base/vec.h"
#include "corr_format.h"
#include "model/file_labels.h"
#include "model/packed_rows.h"
#include "source/source.h"

typedef struct func_row {
    uint32_t name, file, module; /* text */
} func_row;

typedef struct frame_row {
    uint32_t func;
    uint32_t line;    /* 1-based, 0 unknown */
    uint64_t address; /* of code without a name, else 0 */
    uint32_t type;    /* corr_frame_type */
    uint32_t unused;  /* 0: rows are compared as bytes */
} frame_row;

/* The ids and facts that a set of labels carries, found once per set. */
typedef struct label_ids {
    corr_trace_id trace;
    uint64_t span, root;
    int64_t time;     /* CORR_NO_TIME */
    uint32_t thread;  /* row */
    uint32_t service; /* text */
    bool exact;       /* span is exact by the definition of its key */
    bool bad;         /* an id key whose value is no id */
} label_ids;

typedef struct proc_row {
    uint32_t service, instance, host, version; /* text */
    uint32_t container, pod, executable;       /* text */
    int64_t pid;                               /* 0 unknown */
    uint32_t labels;                           /* the resource attributes */
} proc_row;

typedef struct thread_row {
    uint32_t proc, name; /* name: text */
    int64_t os_id, vm_id;
    int64_t pid; /* of its process, as the system has it; 0: not told */
    bool is_virtual;
    bool stranger; /* edition: of another process than the one that a recording
                      of several is tied to, or of one that is not known
                      (process_strangers) */
} thread_row;

typedef struct kind_row {
    uint32_t name, type; /* text */
    corr_unit unit;
    int64_t period;
    unsigned flags; /* corr_kind_flag */
    corr_wait wait;
    int64_t threshold; /* ns */
} kind_row;

typedef struct trace_row {
    corr_trace_id id;
    uint32_t first, n; /* rows of span */
} trace_row;

typedef struct event_row {
    uint32_t span, name, labels;
    int64_t time;
} event_row;

typedef struct link_row {
    uint32_t span, labels;
    corr_trace_id trace;
    uint64_t id;
} link_row;

typedef struct span_row {
    corr_trace_id trace;
    uint64_t id, parent; /* ids; parent 0: none */
    int64_t start, end;
    uint32_t name, status_text; /* text */
    uint32_t proc, thread, attrs;
    uint8_t kind, status, flags;
} span_row;

/* One side of a call from one process to another (load_calls.h). */
typedef struct call_row {
    corr_trace_id trace;
    uint64_t call; /* the id that both sides know: that of the client's span */
    uint64_t span; /* its own */
    int64_t start, end;
    uint32_t clock; /* whose times these are: into calls.clock */
    uint8_t kind;   /* corr_span_kind */
    bool failed;
    bool whole_ms; /* the clock of its process counts milliseconds */
} call_row;

/* The samples of one kind.  A NULL column is absent: no row has it, or nobody
 * asked.  Rows that have times are sorted by time. */
typedef struct segment {
    uint32_t kind;
    size_t n, room;
    uint32_t *stack;
    int64_t *value;
    int64_t *time; /* CORR_NO_TIME where a row has none */
    int64_t *own;  /* the same on a clock of the file's own (CORR_CLOCK_OWN),
                      in place of time */
    uint32_t *labels;
    uint32_t *thread;
    uint64_t *span, *root;       /* ids that the record names, 0 none */
    uint32_t *trace;             /* number in trace_id */
    vec(corr_trace_id) trace_id; /* each once, as they were met; row 0 nil */
    int64_t *dur;
    int64_t *obs;    /* raw observations; absent: 1 throughout */
    double *squares; /* of their values, added up; 0: they are all alike */
    uint32_t *row;
    uint32_t *other;      /* thread */
    int64_t min, max;     /* of time; min > max: no times */
    int64_t counted_from; /* edition: they were counted from then on
                             (counter_delta.h); 0: as long as the input says */
    bool is_first;  /* edition: others of the process are counted from these */
    bool is_anew;   /* edition: they are less than an earlier file's: its
                         process was started again */
    bool left_out;  /* rows without a time were, of a file that is only partly
                         of its window: how many of it nobody knows */
    corr_sums only; /* of rows that are not here, ... */
    packed_rows packed; /* ... times and threads of some of these, which name no
                         span (build_opts.packs) */
} segment;

/* What rows have that nobody said of any: no stack, value 0, no trace. */
static inline uint32_t segment_stack(const segment *g, size_t row)
{
    return g->stack ? g->stack[row] : 0;
}

static inline int64_t segment_obs(const segment *g, size_t row)
{
    return g->obs ? g->obs[row] : 1;
}

/* 0: they are what the value and the number of observations make of them. */
static inline double segment_squares(const segment *g, size_t row)
{
    return g->squares ? g->squares[row] : 0;
}

static inline int64_t segment_value(const segment *g, size_t row)
{
    return g->value ? g->value[row] : 0;
}

static inline corr_trace_id segment_trace(const segment *g, size_t row)
{
    return g->trace ? g->trace_id.v[g->trace[row]] : (corr_trace_id){ 0, 0 };
}

/* Whether there are rows that have no time: they come first. */
static inline bool segment_is_timeless(const segment *g)
{
    return g->n && (!g->time || g->time[0] == CORR_NO_TIME);
}

typedef struct series_row {
    uint32_t name, unit, thread; /* text, text, row */
    uint32_t labels;             /* set */
    uint32_t type;               /* corr_metric */
} series_row;

typedef struct point_row {
    int64_t time;
    double value;
    uint32_t series;
} point_row;

/* A time that is lost. */
typedef stretch loss_row;

/* What the recorder was asked for at that time. */
typedef struct asked_row {
    int64_t from, to;
    int64_t least;  /* ns: shorter waits are left out; CORR_NOT_TAKEN: all */
    uint32_t event; /* text; 0: all of the sort */
    corr_wait wait;
} asked_row;

typedef struct warning {
    const char *format; /* identity: the format string of the caller */
    const char *code;   /* static text, "" none */
    char *text;         /* owned by the arena */
    uint64_t offset, line, count;
    bool damage;
} warning;

/* A block that is not whole. */
typedef struct broken_row {
    uint64_t number; /* among all of the file, from 1 on */
    corr_block block;
} broken_row;

/* Of those, that are told one by one. */
enum { MOST_BROKEN = 64 };

typedef struct setting {
    uint32_t name, value;
} setting;

/* Which file it is; set by the loader. */
typedef struct input_file {
    char *path;      /* as shown; owned */
    char *opened;    /* as opened; owned */
    src_file *piece; /* the files it stands in, if several; owned */
    size_t npiece;
    src_part *part; /* the parts of the file, if it is not all of it; owned */
    size_t npart;
    bool is_rest; /* the first part of its file is another input */
    uint64_t bytes;
    bool is_pipe;
    int spool;      /* fd + 1 of what came out of a pipe, 0: not kept; owned */
    corr_src *held; /* a pipe of which only the head was read; NULL: none;
                       owned */
} input_file;

/* What of the file was read. */
typedef struct input_read {
    bool is_outline; /* of its blocks only their times were asked for */
    bool recognised; /* the reader saw its format (corr_recognised) */
    bool by_id;      /* it holds only what matched an id or a window */
    unsigned needs;  /* corr_need flags that were honoured */
} input_read;

/* Only what is in [from,to) is looked at. */
typedef struct input_window {
    bool is_asked; /* the file was asked for with a window */
    bool is_set;
    bool lacks_start;     /* the time after process.started was left out */
    int64_t from, to;     /* until it is set the expected ones, or 0,0 */
    size_t spans, traces; /* that touch it */
} input_window;

typedef struct input_stacks {
    narrow frame;        /* frames of all stacks */
    vec(uint32_t) at, n; /* first frame, depth */
} input_stacks;

/* Labels, and the sets that hold them. */
typedef struct input_labels {
    vec(uint32_t) key, text;     /* of all sets */
    vec(uint8_t) type;           /* corr_value_type */
    vec(int64_t) num;            /* integer, bool, or bits of a double */
    vec(uint32_t) set_at, set_n; /* labels of a set */
    vec(label_ids) set_ids;
} input_labels;

typedef struct input_metrics {
    uint32_t n;   /* series that are metrics: all, or none */
    int64_t step; /* ns between two points of one, as a rule; or 0 */
} input_metrics;

/* Calls of traces here and there in the file (load_calls.h). */
typedef struct input_calls {
    vec(call_row) side;
    vec(corr_str) clock; /* names, in the arena of the input */
} input_calls;

/* Blocks that a file is written in. */
typedef struct input_blocks {
    uint64_t n, nbroken;          /* all; those that are not whole */
    int64_t whole_from, whole_to; /* time of the others; to 0: none */
    vec(broken_row) broken;       /* the first of them, at most MOST_BROKEN */
} input_blocks;

/* The process of the samples. */
typedef struct input_process {
    uint32_t owner;    /* proc of every sample, 0 unknown */
    uint32_t language; /* text: of the program */
    int64_t length;    /* ns that it ran, by a clock of its own; 0 unknown */
    int64_t started;   /* of a process whose runtime compiles code; else, or if
                          it is not known, 0 */
    uint64_t place;    /* equal in all files of its process (corr_set_place); 0:
                          unknown */
    bool several;      /* samples are of several processes, and the file knows
                          neither which sample is of which nor when each ran */
    bool numbered;     /* edition: spans of its process name threads by the
                          system's numbers, the only ones that it has
                          (process_numbers) */
    bool mixed;        /* edition: its threads are of several processes
                          (process_strangers) */
} input_process;

typedef struct input_clock {
    corr_clock kind; /* of records */
    bool is_told;    /* the file does not know when its clock began: the user
                        does */
    int64_t error;   /* ns, between records */
    int64_t shift;   /* edition: ns that are added to all its times */
    int64_t shift_u; /* ns: how sure that is, or the start that the user gave */
    int64_t fits;    /* edition: ns that should be added by its ids, and were
                        not; 0: none */
} input_clock;

/* What is missing or wrong. */
typedef struct input_lost {
    bool damaged;
    bool by_recorder; /* some of what it saw (corr_recorder_lost) */
    uint64_t bytes, events;
    int64_t ns;
    uint64_t bad_text, unbound;
    uint64_t idless_spans; /* records that are spans, but have no id */
} input_lost;

/* What samples of CPU are worth (sample_weight.h, rescale.h). */
typedef struct input_cpu {
    bool has_yield;
    double
        yield; /* their CPU as a part of what the process says that it used */
    corr_rescale rescaled;
    bool is_weighed; /* samples count for threads that were not taken */
    bool rescales;   /* they are not weighed, because they will be rescaled */
} input_cpu;

typedef struct input {
    const corr_format *format;
    unsigned group;
    corr_err err; /* why it could not be read */
    file_labels_labels
        told; /* what the user says of the file, the last counts */
    input_file file;
    input_read read;
    input_window window;

    /* tables */
    vec(char) text;        /* bytes of all strings, each with its NUL */
    vec(uint32_t) text_at; /* [n + 1]: string i is [at[i], at[i+1] - 1) */
    vec(func_row) func;
    vec(frame_row) frame;
    input_stacks stack;
    input_labels label;
    vec(proc_row) proc;
    vec(thread_row) thread;
    vec(kind_row) kind;
    vec(span_row) span;   /* sorted by trace, start, id; row 0 nil */
    vec(trace_row) trace; /* sorted by id; row 0 nil */
    vec(event_row) event; /* sorted by span */
    vec(link_row) link;   /* sorted by span */
    vec(segment) segment;
    vec(series_row) series; /* row 0 nil */
    vec(point_row) point;   /* sorted by series, time */
    vec(loss_row) loss;     /* sorted by from */
    vec(asked_row) asked;   /* which waits were recorded, and when */
    vec(setting) setting;
    vec(warning) warning;
    input_calls calls;
    corr_arena arena; /* texts of warnings, names of clocks */

    /* facts */
    uint32_t producer; /* text */
    int64_t from, to;  /* CORR_NO_TIME */
    input_process process;
    input_clock clock;
    input_lost lost;
    input_blocks block;
    input_metrics metric;
    input_cpu cpu;
} input;

void input_clear(input *in);

/* When what a segment holds began, or CORR_NO_TIME. */
static inline int64_t input_from(const input *in, const segment *g)
{
    return g->counted_from ? g->counted_from : in->from;
}

static inline corr_str input_text(const input *in, uint32_t text)
{
    corr_str s = { in->text.v + in->text_at.v[text],
                   in->text_at.v[text + 1] - in->text_at.v[text] - 1 };
    return s;
}

/* The file that stands at a decoded offset, which becomes one of that file;
 * NULL: the input is one file. */
const src_file *input_piece_at(const input *in, uint64_t *offset);
/* Of its file, which was opened, only what is the input's is shown. */
void input_show_parts(const input *in, corr_src *src);

corr_frame_view input_frame(const input *in, uint32_t frame);
/* What a function is called on screens, also one without a name. */
corr_str input_func_name(const input *in, uint32_t func,
                         char buf[CORR_FRAME_NAME_MAX]);
corr_label input_label(const input *in, uint32_t set, uint32_t i);
/* The label of a set with this key; false: none, *label is as it was. */
bool input_find_label(const input *in, uint32_t set, corr_str key,
                      corr_label *label);

/* Whether an instant, or a span of time, is in the window of an input. */
static inline bool input_in_window(const input *in, int64_t from, int64_t to)
{
    return !in->window.is_set ||
           (to >= in->window.from && from < in->window.to);
}

/* Whether a row is of another process than a recording of several is tied to. */
static inline bool input_is_strange(const input *in, const segment *g,
                                    size_t row)
{
    return in->thread.v[g->thread ? g->thread[row] : 0].stranger;
}

/* Whether that is a time in which no samples were taken of threads that would
 * run, as the recorder was told. */
static inline bool input_is_unsampled(const asked_row *r)
{
    return r->wait == CORR_WAIT_NONE && r->least == CORR_NOT_TAKEN;
}

/* ns of [from,to) that are such. */
int64_t input_unsampled(const input *in, int64_t from, int64_t to);

/* Adds a note to an input that the loader or an edition still changes; equal
 * notes are not expected.  False: out of memory. */
bool input_note(input *in, const char *code, const char *what, ...)
    CORR_PRINTF(3, 4) CORR_CHECK;

/* The points of a series, by time; of none NULL. */
const point_row *input_points(const input *in, uint32_t series, size_t *n);

/* Row of a trace, or 0. */
uint32_t input_trace(const input *in, corr_trace_id id);

/* Every index below its table's length, text valid, laters bound.  NULL, or
 * what is wrong; for debug builds and fuzzing. */
const char *input_check(const input *in);

/* When an input was recorded; of one that is timed. */
static inline stretch input_ran(const input *in)
{
    return (stretch){ in->from, in->to };
}

static inline bool input_is_timed(const input *in)
{
    return in->from != CORR_NO_TIME;
}

/* Whether two were recorded at the same time, for half of the shorter one. */
static inline bool input_is_meanwhile(const input *a, const input *b)
{
    return input_is_timed(a) && input_is_timed(b) &&
           stretch_share_half(input_ran(a), input_ran(b));
}
/* Whether they were recorded at the same time for a while. */
static inline bool input_touches(const input *a, const input *b)
{
    return input_is_timed(a) && input_is_timed(b) &&
           stretch_touch(input_ran(a), input_ran(b));
}

/* A recording of several processes: whose a sample is is not known. */
static inline bool input_is_host(const input *in)
{
    return in->process.owner == 0 && in->proc.n > 2; /* proc 0 is nil */
}

#endif
