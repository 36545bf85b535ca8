/*
 * input - one source as tables of columns, read-only after loading.
 *
 * Rows are u32 indices; row 0 of every table is nil.  Columns hold indices and
 * numbers, never pointers.  Text is valid UTF-8 with a NUL behind it.
 *
 * The builder (build.h) fills an input and sorts its rows.  The loader finishes
 * it: windows (load_window.c) and weights (sample_weight.h).  The store takes it
 * over (store_adopt); from then on it is const.  If the store finds that times or values mean
 * something else, it shows a copy with other tables in place of the input
 * (store/edition.h).  Members marked "edition" are set only in such a copy, and
 * are zero as loaded.
 *
 * Rows that are read whole (spans, kinds) stand in arrays of structs, and tables
 * that are scanned by column (samples, stacks) are structs of arrays.
 */
#ifndef CORR_INPUT_H
#define CORR_INPUT_H

#include "base/moment.h"
#include "base/narrow_column.h"
#include "base/stretch.h"
#include "base/vec.h"
#include "corr_format.h"
#include "model/fetched_name.h"
#include "model/file_labels.h"
#include "model/metric_rows.h"
#include "model/packed_rows.h"
#include "source/source.h"

typedef struct func_row {
    uint32_t name, file, module; /* text */
    uint32_t at; /* text: "LINE:COLUMN" where a function without a name of its
                    own begins; else 0 */
} func_row;

typedef struct frame_row {
    uint32_t func;
    uint32_t line;    /* 1-based, 0 unknown */
    uint64_t address; /* of code without a name; otherwise 0 */
    uint32_t type;    /* corr_frame_type */
    uint32_t written; /* text: the name as the file has it, with its place; 0:
                         as that of the function */
} frame_row;

/* The ids and facts that a set of labels carries, found once per set. */
typedef struct label_ids {
    corr_trace_id trace;
    uint64_t span, root;
    int64_t time;       /* CORR_NO_TIME */
    uint32_t thread;    /* row */
    uint32_t service;   /* text */
    uint32_t recording; /* 1 + row of recording; 0: of the whole file */
    bool exact;         /* the key of the span means exactly this span */
    bool bad;           /* an id key has a value that is no id */
} label_ids;

typedef struct proc_row {
    uint32_t service, instance, host, version; /* text */
    uint32_t container, pod, executable;       /* text */
    int64_t pid;                               /* 0 unknown */
    uint32_t labels;                           /* set: the resource
                                                  attributes */
} proc_row;

typedef struct thread_row {
    uint32_t proc, name; /* name: text */
    int64_t os_id, vm_id;
    int64_t pid; /* the system's pid of its process; 0: unknown */
    bool is_virtual;
    bool stranger; /* edition: the thread is of another process than the one its
                      recording of several processes is matched to, or of an
                      unknown one (process_strangers) */
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
    uint32_t first, n; /* rows of span: the first, and the number */
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
    uint64_t id, parent; /* ids; parent 0: no parent */
    moment start, end;
    int64_t length; /* ns, if the record states it without a start; else -1 */
    uint32_t name, status_text; /* text */
    uint32_t proc, thread, attrs;
    uint8_t kind, status, flags;
} span_row;

/* The time of a span.  False: its start or its end is not recorded, so it has
 * no length. */
static inline bool span_ran(const span_row *r, stretch *ran)
{
    return moment_get(r->start, &ran->from) && moment_get(r->end, &ran->to);
}

/* What is known of the time of a span: a point, if only its start or its end is
 * recorded.  False: neither is. */
static inline bool span_seen(const span_row *r, stretch *seen)
{
    if (!moment_known(r->start) && !moment_known(r->end))
        return false;
    seen->from = moment_or(r->start, moment_order(r->end));
    seen->to = moment_or(r->end, seen->from);
    return true;
}

/* How long a span took.  False: unknown. */
static inline bool span_took(const span_row *r, int64_t *ns)
{
    stretch ran;

    if (span_ran(r, &ran))
        *ns = stretch_length(ran);
    else if (r->length >= 0)
        *ns = r->length;
    else
        return false;
    return true;
}

/* Its length in ns, 0 if it is unknown: for sums and for the longest, never for
 * means. */
static inline int64_t span_length(const span_row *r)
{
    int64_t ns = 0;

    return span_took(r, &ns) ? ns : 0;
}

/* One side of a call from one process to another (load_calls.h). */
typedef struct call_row {
    corr_trace_id trace;
    uint64_t call; /* id that both sides know: that of the client span */
    uint64_t span; /* id of this span */
    int64_t start, end;
    uint32_t clock; /* clock of start and end: index into calls.clock */
    uint8_t kind;   /* corr_span_kind */
    bool failed;
    bool whole_ms; /* the clock of its process counts milliseconds */
} call_row;

/* The samples of one kind.  A NULL column is absent: no row has a value, or the
 * caller did not ask for it.  Rows with times are sorted by time. */
typedef struct segment {
    uint32_t kind;
    size_t n, room;
    uint32_t *stack;
    int64_t *value;
    int64_t *time; /* CORR_NO_TIME: the row has no time */
    int64_t *own;  /* times on the file's own clock (CORR_CLOCK_OWN), in place
                      of time */
    uint32_t *labels;
    uint32_t *thread;
    uint64_t *span, *root;       /* ids in the record; 0: no id */
    uint32_t *trace;             /* index into trace_id */
    vec(corr_trace_id) trace_id; /* distinct, in order of appearance; row 0
                                    nil */
    int64_t *dur;
    int64_t *obs;    /* raw observations; absent: 1 in every row */
    double *squares; /* sum of squared values; 0: all observations of the row
                        have the same value */
    uint32_t *row;
    uint32_t *other;      /* thread */
    int64_t min, max;     /* of time; min > max: no times */
    int64_t counted_from; /* edition: counting began then (counter_delta.h); 0:
                             with the input */
    bool is_first;  /* edition: the first counts of a process; later counts are
                       differences to these */
    bool is_anew;   /* edition: counts are below those of an earlier file: the
                       process was restarted */
    bool is_delta;  /* edition: counts since the file before, which are added
                       up */
    bool left_out;  /* rows without a time were dropped, because the file is
                       only partly in its window; their number inside the window
                       is unknown */
    corr_sums only; /* of rows that were counted but not kept */
    packed_rows packed; /* times and threads of some of those rows, which name
                           no span (build_opts.packs) */
} segment;

/* Values of a row whose column is absent: no stack, value 0, no trace. */
static inline uint32_t segment_stack(const segment *g, size_t row)
{
    return g->stack ? g->stack[row] : 0;
}

static inline int64_t segment_obs(const segment *g, size_t row)
{
    return g->obs ? g->obs[row] : 1;
}

/* 0: the squares follow from the value and the number of observations. */
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

/* Whether some rows have no time; these rows come first. */
static inline bool segment_is_timeless(const segment *g)
{
    return g->n && (!g->time || g->time[0] == CORR_NO_TIME);
}

/* A stretch of time whose records are lost. */
typedef stretch loss_row;

/* Which waits the recorder was set to record in a stretch of time. */
typedef struct asked_row {
    int64_t from, to;
    int64_t least;  /* ns: shorter waits are left out; CORR_NOT_TAKEN: all are
                       left out */
    uint32_t event; /* text; 0: all events of this kind of wait */
    corr_wait wait;
} asked_row;

typedef struct warning {
    const char *format; /* identity: the format string of the caller */
    const char *code;   /* static text, "": no code */
    char *text;         /* owned by the arena */
    uint64_t offset, line, count;
    uint64_t sum; /* of a tally; its text is written when the input is sealed */
    bool damage;
} warning;

typedef vec(warning) warnings;

/* A block that is not whole. */
typedef struct broken_row {
    uint64_t number; /* counted from 1, among all blocks of the file */
    corr_block block;
} broken_row;

/* At most this many broken blocks are listed individually. */
enum { MOST_BROKEN = 64 };

typedef struct setting {
    uint32_t name, value;
} setting;

/* A recording that the file sums up (corr_recording_row). */
typedef struct recording_row {
    uint32_t digest, language, service; /* text */
    int64_t from, to, length;
} recording_row;

/* The file of an input; set by the loader. */
typedef struct input_file {
    file_labels_labels told; /* labels from the user's file_labels; the last
                                wins */
    char *path;              /* as shown; owned */
    char *opened;            /* as opened; owned */
    char *named;     /* as named: in an archive, by the archive's path; owned */
    src_file *piece; /* the files that hold it, if several; owned */
    size_t npiece;
    src_part *part; /* the parts of the file that belong to the input; NULL: all
                       of it; owned */
    size_t npart;
    size_t torn;  /* bytes in front that fit no format */
    bool is_rest; /* the first part of the file belongs to another input */
    unsigned nth; /* number among the inputs with records of the same file */
    uint64_t bytes;
    bool is_pipe;
    int spool;      /* fd + 1 of the copy of a pipe's content; 0: no copy;
                       owned */
    corr_src *held; /* a pipe of which only the head was read, or NULL; owned */
} input_file;

/* Formats whose records one file can have besides those of its input. */
enum { MOST_ALSO = 4 };

/* How much of the file was read. */
typedef struct input_read {
    const corr_format *also[MOST_ALSO]; /* from the front on; NULL: no more */
    bool is_outline; /* only the times of its blocks were read */
    bool recognised; /* the reader saw its format (corr_recognised) */
    bool by_id;      /* it holds only rows that match an id or a window */
    unsigned needs;  /* corr_need flags that were honoured */
} input_read;

/* The window [from,to) that a question is limited to. */
typedef struct input_window {
    bool is_asked; /* the file was named with a window */
    bool is_set;
    bool lacks_start;     /* the time right after process.started was left
                             out */
    int64_t from, to;     /* before is_set: the expected window, or 0,0 */
    size_t spans, traces; /* number that touch the window */
} input_window;

typedef struct input_stacks {
    narrow frame;        /* frames of all stacks */
    vec(uint32_t) at, n; /* [stacks] first frame, depth */
} input_stacks;

/* Labels, and the sets of labels. */
typedef struct input_labels {
    vec(uint32_t) key, text;     /* of all sets, one after another */
    vec(uint8_t) type;           /* corr_value_type */
    vec(int64_t) num;            /* integer, bool, or bits of a double */
    vec(uint32_t) set_at, set_n; /* [sets] first label, number of labels */
    vec(label_ids) set_ids;
} input_labels;

typedef struct input_metrics {
    uint32_t n;      /* number of series that are metrics: all or 0 */
    uint64_t points; /* measured ones */
    int64_t step;    /* ns, the usual distance of two measured points of one
                        series; or 0 */
} input_metrics;

/* Calls of traces that were sampled across the file (load_calls.h). */
typedef struct input_calls {
    vec(call_row) side;
    vec(corr_str) clock; /* names, in the arena of the input */
} input_calls;

/* Blocks that a recorder wrote the file in. */
typedef struct input_blocks {
    uint64_t n, nbroken;          /* all blocks; blocks that are not whole */
    int64_t whole_from, whole_to; /* time of the whole blocks; to 0: no whole
                                     block */
    vec(broken_row) broken;       /* the first broken ones, at most
                                     MOST_BROKEN */
} input_blocks;

/* The process that the samples belong to. */
typedef struct input_process {
    uint32_t owner;    /* proc of every sample, 0 unknown */
    uint32_t language; /* text: programming language */
    int64_t length;    /* ns that the process ran, on a clock of its own; 0
                          unknown */
    int64_t started;   /* start of a process whose runtime compiles code; 0:
                          unknown, or another process */
    uint64_t place;    /* equal in all files of the process (corr_set_place); 0:
                          unknown */
    bool several;      /* samples are of several processes, and the file knows
                          neither the process of a sample nor when each process
                          ran */
    bool numbered;     /* edition: spans of the process name threads by the
                          system's numbers, the only numbers they have
                          (process_numbers) */
    bool mixed;        /* edition: its threads belong to several processes
                          (process_strangers) */
} input_process;

typedef struct input_clock {
    corr_clock kind; /* of records */
    bool is_told;    /* the file does not know when its clock began; the user
                        gave the start */
    int64_t error;   /* ns, between records */
    int64_t shift;   /* edition: ns added to all times of the input */
    bool is_found;   /* edition: the same, and spans gave the start
                        (store/clock_begin.h) */
    int64_t shift_u; /* ns: uncertainty of shift, or of the start that the user
                        gave or spans gave */
    int64_t fits;    /* edition: ns that the ids suggest adding and that were
                        not added; 0: no suggestion */
} input_clock;

/* Data that is missing or wrong. */
typedef struct input_lost {
    bool damaged;
    bool by_recorder; /* the recorder lost records itself
                         (corr_recorder_lost) */
    uint64_t bytes, events;
    int64_t ns;
    uint64_t bad_text, unbound;
    uint64_t idless_spans; /* span records without an id */
} input_lost;

/* How samples of CPU were weighed or rescaled (sample_weight.h, rescale.h). */
typedef struct input_cpu {
    bool has_yield;
    double yield; /* CPU in samples / CPU that the process itself reports */
    corr_rescale rescaled;
    bool is_weighed; /* samples also count for threads that were not sampled */
    bool rescales;   /* not weighed, because the samples will be rescaled */
} input_cpu;

typedef struct input_buckets {
    vec(histogram_row) row; /* sorted by series, time */
    vec(bounds_row) bounds; /* row 0 nil; no two are equal */
    vec(uint32_t) bucket;   /* [buckets] row of its bounds */
    vec(double) count;      /* [buckets] */
} input_buckets;

typedef struct input {
    const corr_format *format;
    unsigned group;
    corr_err err; /* why the file could not be read */
    input_file file;
    fetched_name fetched; /* what the name of the file says */
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
    vec(series_row) series;     /* row 0 nil */
    vec(point_row) point;       /* sorted by series, time */
    vec(exemplar_row) exemplar; /* sorted by series, time; no two are equal */
    input_buckets histogram;
    vec(loss_row) loss;   /* sorted by from */
    vec(asked_row) asked; /* which waits were recorded, and when */
    vec(setting) setting;
    vec(recording_row) recording; /* that it sums up, else none */
    warnings warning;
    input_calls calls;
    corr_arena arena; /* texts of warnings, names of clocks */

    /* facts about the whole input */
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

/* When counting of a segment began, or CORR_NO_TIME. */
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

/* The file that holds a decoded offset; *offset becomes an offset in that file.
 * NULL: the input is one file. */
const src_file *input_piece_at(const input *in, uint64_t *offset);
/* Limits the opened file to the parts that belong to the input. */
void input_show_parts(const input *in, corr_src *src);

corr_frame_view input_frame(const input *in, uint32_t frame);
/* The display name of a function; a nameless function gets one, too. */
corr_str input_func_name(const input *in, uint32_t func,
                         char buf[CORR_FRAME_NAME_MAX]);
corr_label input_label(const input *in, uint32_t set, uint32_t i);
/* The label of a set with this key, the last one if it repeats.  False: no such label, *label is
 * unchanged. */
bool input_find_label(const input *in, uint32_t set, corr_str key,
                      corr_label *label);

/* Whether an instant, or a stretch of time, touches the window of an input. */
static inline bool input_in_window(const input *in, int64_t from, int64_t to)
{
    return !in->window.is_set ||
           (to >= in->window.from && from < in->window.to);
}

/* Whether a span touches the window of an input.  A span of an unknown time may
 * do so. */
static inline bool input_span_in_window(const input *in, const span_row *r)
{
    stretch seen;

    return !span_seen(r, &seen) || input_in_window(in, seen.from, seen.to);
}

/* Whether a row belongs to another process than the one that a recording of
 * several processes is matched to. */
static inline bool input_is_strange(const input *in, const segment *g,
                                    size_t row)
{
    return in->thread.v[g->thread ? g->thread[row] : 0].stranger;
}

/* Whether the recorder was set to take no samples of runnable threads in that
 * time. */
static inline bool input_is_unsampled(const asked_row *r)
{
    return r->wait == CORR_WAIT_NONE && r->least == CORR_NOT_TAKEN;
}

/* ns of [from,to) in which no samples were taken. */
int64_t input_unsampled(const input *in, int64_t from, int64_t to);

/* Adds a warning with a copy of text.  format NULL: the copy is the identity.
 * NULL: out of memory. */
warning *input_add_warning(input *in, const char *format, const char *code,
                           const char *text) CORR_CHECK;
/* Adds a note to an input that the loader or an edition still changes.  Equal
 * notes are not merged.  False: out of memory. */
bool input_note(input *in, const char *code, const char *what, ...)
    CORR_PRINTF(3, 4) CORR_CHECK;

/* The points of a series, sorted by time; NULL: no points. */
const point_row *input_points(const input *in, uint32_t series, size_t *n);

/* The buckets of a series at its times, sorted by time; NULL: it has none. */
const histogram_row *input_histograms(const input *in, uint32_t series,
                                      size_t *n);

/* The median distance of successive measured points of a series, ns; 0: no two
 * points are of one series.  Of very many some are looked at, spread over all.
 * The points are sorted by series and time. */
int64_t input_usual_step(const point_row *p, size_t n);

/* Row of a trace, or 0. */
uint32_t input_trace(const input *in, corr_trace_id id);

/* The time in which a timed input was recorded. */
static inline stretch input_ran(const input *in)
{
    return (stretch){ in->from, in->to };
}

/* What an amount of a kind is an amount of: the unit in "cost/cycles", or the
 * kind, if its unit is only "count"; "" if the values have another unit. */
static inline corr_str input_own_unit(const input *in, const kind_row *k)
{
    corr_str type, unit = { "", 0 };

    if (k->unit != CORR_AMOUNT)
        return unit;
    return corr_str_cut(input_text(in, k->type), '/', &type, &unit) && unit.n &&
                   !corr_str_is(unit, "count") && !memchr(unit.p, '/', unit.n)
               ? unit
               : input_text(in, k->name);
}

static inline bool input_is_timed(const input *in)
{
    return in->from != CORR_NO_TIME;
}

/* Whether two inputs overlap for at least half of the shorter one. */
static inline bool input_is_meanwhile(const input *a, const input *b)
{
    return input_is_timed(a) && input_is_timed(b) &&
           stretch_share_half(input_ran(a), input_ran(b));
}
/* Whether two inputs overlap at all. */
static inline bool input_touches(const input *a, const input *b)
{
    return input_is_timed(a) && input_is_timed(b) &&
           stretch_touch(input_ran(a), input_ran(b));
}

/* Whether the input is a recording of several processes that does not know the
 * process of a sample. */
static inline bool input_is_host(const input *in)
{
    return in->process.owner == 0 && in->proc.n > 2; /* proc 0 is nil */
}

#endif
