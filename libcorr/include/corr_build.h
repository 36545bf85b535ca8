/*
 * corr_build.h - the rest of the builder (corr_read.h): what a question wants of
 * an input, spans, metrics, waits, blocks, and rows whose parts come later.
 */
#ifndef CORR_PUBLIC_BUILD_H
#define CORR_PUBLIC_BUILD_H

#include "corr_read.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- what is wanted -------------------------------------------------------- */

/* A trace id and a span id of which only the bits of the masks count. */
typedef struct corr_ids {
    uint64_t hi, lo, mask_hi, mask_lo; /* traces that match */
    uint64_t span, mask_span; /* records whose span id matches come too; mask 0:
                                 no span id matches */
} corr_ids;

/* How much of a file a reader looks at. */
typedef enum corr_mode {
    CORR_MODE_WHOLE,
    CORR_MODE_OUTLINE, /* of what is written in blocks (corr_format.block) only
                          corr_add_block of each, and what is wrong with it */
    CORR_MODE_CENSUS   /* it parses everything, and calls corr_seen_record and
                          corr_seen_span; it delivers what is wanted */
} corr_mode;

/* Zero means everything.  A reader may deliver more, never less. */
struct corr_want {
    unsigned needs; /* corr_need flags; 0: all */
    bool by_id;     /* only traces that match ids */
    corr_ids ids;
    corr_window spans;   /* spans that touch it */
    corr_window samples; /* samples outside of it may be left out */
    corr_rows rows;      /* of other samples than these sums will do; with
                            CORR_ROWS_NO_BYTES they come with the threads and
                            the times of the rows, and rows with ids come */
    const char *kind;    /* that rows names; NULL: none */
    bool once;           /* it cannot be read again: unless it begins with
                            samples of code rows of every kind come, but where
                            CORR_ROWS_ONE_KIND has a kind */
    bool no_stacks; /* rows may do without stacks, and without the class of what
                       was allocated */
    corr_mode mode;
    unsigned shape; /* of a source of parts: what corr_seen_shape said of it */
    corr_workers *crew; /* threads that may help a reader; NULL: none */
};

static inline bool corr_wants(const corr_want *w, unsigned need)
{
    return !w->needs || (w->needs & need) != 0;
}

/* Attributes that a span has even where none are wanted: its thread, and the
 * profile that was recorded for it. */
bool corr_wants_always(corr_str key);

/* Whether a record with these ids (0: has none) is wanted. */
bool corr_want_id(const corr_want *w, corr_trace_id trace, uint64_t span);

/* Spellings of the wanted id as they may stand in a text: search for these
 * before parsing anything.  Returns how many (0: no search possible, read
 * all); bytes are NUL-terminated, at most CORR_NEEDLE_MAX - 1 long. */
#define CORR_NEEDLES    12
#define CORR_NEEDLE_MAX 48
size_t corr_want_needles(const corr_want *w,
                         char needle[CORR_NEEDLES][CORR_NEEDLE_MAX]);

/* Whether rows of a kind are wanted, or sums of them will do. */
bool corr_want_kind(const corr_want *w, const corr_kind_row *kind);
/* Whether a reader thinks of it first, by its name or because its recording is
 * judged by it: code, by CPU or by clock. */
bool corr_first_kind(const corr_kind_row *kind);

typedef enum corr_span_kind {
    CORR_SPAN_UNSPECIFIED,
    CORR_SPAN_INTERNAL,
    CORR_SPAN_SERVER,
    CORR_SPAN_CLIENT,
    CORR_SPAN_PRODUCER,
    CORR_SPAN_CONSUMER,
    CORR_SPAN_KIND_COUNT
} corr_span_kind;

typedef enum corr_status {
    CORR_STATUS_UNSET,
    CORR_STATUS_OK,
    CORR_STATUS_ERROR,
    CORR_STATUS_COUNT
} corr_status;

/* As it is told and asked for: "unset", "ok", "error". */
const char *corr_status_name(corr_status s);

enum corr_span_flag {
    CORR_SPAN_REMOTE_KNOWN = 1, /* the next bit was set by the producer */
    CORR_SPAN_REMOTE = 2,       /* parent context came from elsewhere */
    CORR_SPAN_SHARED = 4,       /* server half of a shared id */
    CORR_SPAN_UNFINISHED = 8,   /* no end time */
    CORR_SPAN_MS_START = 16,    /* set at seal: starts of its process are
                                   all whole milliseconds */
    CORR_SPAN_RECORDED = 32,    /* told by a profile, not by a trace export */
    CORR_SPAN_FOLLOWS = 64      /* what its parent set off, not waited for */
};

typedef struct corr_span_row {
    uint64_t at; /* where it begins, for messages: a decoded offset; 0: here */
    corr_trace_id trace;
    uint64_t id, parent; /* parent 0: none */
    corr_text name;
    corr_text status_text;
    corr_proc proc;
    corr_labels attrs;
    int64_t start, end; /* ns; start 0: unknown */
    uint8_t kind;       /* corr_span_kind */
    uint8_t status;     /* corr_status */
    uint8_t flags;      /* corr_span_flag */
} corr_span_row;

/* Whether the window that is wanted, if one is, holds a part of the span.  One
 * of unknown place in time may touch any, and by id time does not count. */
bool corr_want_span(const corr_want *w, const corr_span_row *row);

/* ---- builder ------------------------------------------------------------------ */

/* Begins a stack with the first n frames of the stack that was ended last. */
void corr_resume_stack(corr_build *b, size_t n);
/* Pushes n frames onto the open stack, by their rows. */
void corr_push_frames(corr_build *b, const uint32_t *frame, size_t n);
/* The open stack is whole: what corr_end_stack will look at is fetched while
 * something else is done. */
void corr_expect_stack(corr_build *b);
/* A stack that rows may carry before its frames are known; bound once, by
 * corr_set_stack in place of corr_end_stack.  Never set: nil, and counted. */
corr_stack corr_later_stack(corr_build *b);
void corr_set_stack(corr_build *b, corr_stack later);

/* A process that rows may name before its attributes are known. */
corr_proc corr_later_proc(corr_build *b);
void corr_set_proc(corr_build *b, corr_proc later, corr_labels resource);
/* A thread of the runtime only, which many requests share a carrier with. */
corr_thread corr_add_virtual_thread(corr_build *b, corr_text name,
                                    int64_t vm_id);

/* What rows of a kind add up to that are not wanted themselves: raw
 * observations, and those of them that carry something. */
typedef struct corr_sums {
    int64_t rows, obs, value;
    int64_t with_span, with_trace, with_time, with_thread;
    int64_t from, to; /* first and last of their times; 0,0: not told */
} corr_sums;
void corr_add_sums(corr_build *b, corr_kind kind, const corr_sums *sums);
/* A state was written down anew: what was added to the kind so far is of one
 * that holds no more, and is forgotten. */
void corr_drop_samples(corr_build *b, corr_kind kind);

/* All-zero trace or span ids are not added, but counted. */
corr_span corr_add_span(corr_build *b, const corr_span_row *row);
void corr_add_event(corr_build *b, corr_span s, int64_t time, corr_text name,
                    corr_labels attrs);
void corr_add_link(corr_build *b, corr_span s, corr_trace_id trace,
                   uint64_t span, corr_labels attrs);

/* For a census (CORR_MODE_CENSUS): a record begins at this decoded offset that
 * can be read by itself, and a span is in the record at hand, whether it is
 * wanted or not.  Times of 0, or in the wrong order: it may be wanted in any
 * window. */
void corr_seen_record(corr_build *b, uint64_t offset);
void corr_seen_span(corr_build *b, corr_trace_id trace, uint64_t id,
                    int64_t start, int64_t end);

/* How the file as a whole is to be read, where its first bytes tell: a number
 * of the reader's own, that it gets back with parts. */
void corr_seen_shape(corr_build *b, unsigned shape);

/* Numbers that a runtime knows of itself, over time: equal names and threads
 * are one series.  unit: "ns", "bytes", "1" for a share of the machine.
 * thread: nil for the process. */
corr_series corr_add_series(corr_build *b, corr_str name, corr_str unit,
                            corr_thread thread);
void corr_add_point(corr_build *b, corr_series s, int64_t time, double value);

/* What the numbers of a series are. */
typedef enum corr_metric {
    CORR_METRIC_NONE,    /* a runtime's own numbers, see corr_add_series */
    CORR_METRIC_UNKNOWN, /* nobody says */
    CORR_METRIC_GAUGE,
    CORR_METRIC_COUNTER, /* sums since some time; less than before: since a
                            later one */
    CORR_METRIC_DELTA,   /* sums since the point before */
    CORR_METRIC_COUNT
} corr_metric;

/* A series of an export of metrics.  Counters have the names that Prometheus
 * gives them: a histogram h is h_bucket (with the label le), h_count, h_sum. */
typedef struct corr_metric_row {
    corr_str name, unit; /* empty: not known */
    corr_labels labels;
    corr_metric type;
} corr_metric_row;
corr_series corr_add_metric(corr_build *b, const corr_metric_row *row);

/* Times of records may be off by so much from each other, ns. */
void corr_set_clock_error(corr_build *b, int64_t ns);
/* A time of which the file has nothing left, though it was recorded. */
void corr_add_loss(corr_build *b, int64_t from, int64_t to);
/* Which waits the recorder was asked for in a stretch of time; of no sort:
 * whether it took samples of threads that would run (CORR_KIND_RUNNABLE). */
#define CORR_NOT_TAKEN (-1)
typedef struct corr_asked {
    corr_wait wait;
    corr_text event;  /* as it calls them; none: all of this sort */
    int64_t from, to; /* ns */
    int64_t least;    /* ns: shorter ones were left out; CORR_NOT_TAKEN: all */
} corr_asked;
void corr_add_asked(corr_build *b, const corr_asked *a);
/* A time in which the recorder did not take waits of one sort, however long,
 * because nobody asked it to, or because it never does. */
void corr_add_untaken(corr_build *b, corr_wait wait, int64_t from, int64_t to);
/* A block, of formats that are written in blocks (corr_format.block): in the
 * order of the file. */
typedef struct corr_block {
    uint64_t at;          /* decoded offset of its first byte */
    uint64_t bytes, read; /* that it has, or should have; that could be read */
    int64_t from, to;     /* ns since 1970 */
    uint32_t types_of;    /* number of the block that told how to read it, from
                             1 on; 0: itself */
    bool open;            /* its recorder never finished it */
} corr_block;
void corr_add_block(corr_build *b, const corr_block *block);
/* ns that it ran, where no date is known (CORR_CLOCK_OWN); adds up. */
void corr_add_length(corr_build *b, int64_t ns);
/* When the process of all samples was started, of a runtime that compiles code
 * as it runs. */
void corr_set_started(corr_build *b, int64_t time);
/* A number that all files of the process have, and hardly those of another: of
 * where the system put at random what every process is given; 0: unknown. */
void corr_set_place(corr_build *b, uint64_t place);
/* Its samples are of several processes, and it is not kept which of which. */
void corr_set_several(corr_build *b);
/* What the program is written in, as traces call it (telemetry.sdk.language):
 * "go", "java", "nodejs". */
void corr_set_language(corr_build *b, corr_str language);
/* The recorder itself says that it lost some of what it saw. */
void corr_recorder_lost(corr_build *b);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
