/*
 * corr_build.h - the rest of the builder (corr_read.h): what a query needs from
 * an input, spans, metrics, waits, blocks, and rows whose parts are added
 * later.
 *
 * The rules of corr_read.h hold here too: failure is sticky, handles belong to
 * their builder, and one thread uses a builder.
 */
#ifndef CORR_PUBLIC_BUILD_H
#define CORR_PUBLIC_BUILD_H

#include "corr_read.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- what a query needs -------------------------------------------------- */

/* A trace id and a span id; only the bits of the masks are compared. */
typedef struct corr_ids {
    uint64_t hi, lo, mask_hi, mask_lo; /* traces to match */
    uint64_t span, mask_span; /* records whose span id matches are also wanted;
                                 mask 0: no span id matches */
} corr_ids;

/* How much of a file a reader reads. */
typedef enum corr_mode {
    CORR_MODE_WHOLE,
    CORR_MODE_OUTLINE, /* for formats with blocks (corr_format.block): the
                          reader only calls corr_add_block for each block and
                          reports damage */
    CORR_MODE_CENSUS   /* the reader parses everything, calls corr_seen_record
                          and corr_seen_span, and delivers what is wanted */
} corr_mode;

/* The data that a query wants.  Zero means everything.  A reader may deliver
 * more, never less. */
struct corr_want {
    unsigned needs; /* corr_need flags; 0: all */
    bool by_id;     /* only traces that match ids */
    corr_ids ids;
    corr_window spans;   /* spans that overlap the window */
    corr_window samples; /* samples outside of the window may be left out */
    corr_rows rows;      /* Rows of these kinds; sums are enough for others.
                            With CORR_ROWS_NO_BYTES the sums need threads and
                            times like rows, and rows with ids are delivered. */
    const char *kind;    /* kind for rows; NULL: no kind */
    bool once;           /* The input cannot be read again: rows of every kind
                            are delivered, unless the input begins with samples
                            of code or CORR_ROWS_ONE_KIND names a kind. */
    bool no_stacks;      /* rows need no stacks and no class of the allocated
                            object */
    corr_mode mode;
    unsigned shape;     /* of a source of parts: the last corr_seen_shape */
    bool is_rest;       /* another reading of the file accounts for the records
                           of all other formats */
    corr_workers *crew; /* threads that can help a reader; NULL: there are no
                           such threads */
};

static inline bool corr_wants(const corr_want *w, unsigned need)
{
    return !w->needs || (w->needs & need) != 0;
}

/* Whether a span keeps this attribute even if no attributes are wanted: its
 * thread, and the profile that was recorded for it. */
bool corr_wants_always(corr_str key);

/* Whether a record with these ids is wanted.  0: the record has no such id. */
bool corr_want_id(const corr_want *w, corr_trace_id trace, uint64_t span);

/* Writes the spellings of the wanted id that a text can contain, so that a
 * reader can search for them before it parses.  Returns their number; 0: no
 * search is possible, read everything.  Each needle is NUL-terminated and at
 * most CORR_NEEDLE_MAX - 1 bytes long. */
#define CORR_NEEDLES    12
#define CORR_NEEDLE_MAX 48
size_t corr_want_needles(const corr_want *w,
                         char needle[CORR_NEEDLES][CORR_NEEDLE_MAX]);

/* Whether rows of a kind are wanted; false: sums are enough. */
bool corr_want_kind(const corr_want *w, const corr_kind_row *kind);
/* Whether a kind is of code, by CPU or by clock: a recording is judged by these
 * kinds, and readers try them first. */
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

/* The status as text: "unset", "ok", "error". */
const char *corr_status_name(corr_status s);

enum corr_span_flag {
    CORR_SPAN_REMOTE_KNOWN = 1, /* the next bit was set by the producer */
    CORR_SPAN_REMOTE = 2,       /* parent context came from elsewhere */
    CORR_SPAN_SHARED = 4,       /* server part of a span id that client and
                                   server share */
    CORR_SPAN_UNFINISHED = 8,   /* no end time */
    CORR_SPAN_MS_START = 16,    /* set when the input is sealed: all start times
                                   of its process are whole milliseconds */
    CORR_SPAN_RECORDED = 32,  /* recorded in a profile, not in a trace export */
    CORR_SPAN_UNPLACED = 128, /* no start time; end is the duration */
    CORR_SPAN_FOLLOWS = 64    /* started by its parent, which does not wait for
                                it */
};

typedef struct corr_span_row {
    uint64_t at; /* decoded offset of its record, for messages; 0: the current
                    offset */
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

/* Whether the wanted window overlaps the span.  True if no window is wanted, if
 * the time of the span is unknown, or if spans are wanted by id. */
bool corr_want_span(const corr_want *w, const corr_span_row *row);

/* ---- builder ------------------------------------------------------------- */

/* What the builder keeps of a stack of n frames: some at the root, and if the
 * stack is too deep, a gap in place of the next ones, and some at the leaf.  A
 * reader of a deep tree pushes the gap itself, so that it need not walk through
 * all of it.  held: frames of deep stacks that the reader keeps itself; with
 * very many, less is kept of a stack. */
typedef struct corr_stack_cut {
    size_t root, gap, leaf;
} corr_stack_cut;
#define CORR_FRAMES_LEFT_OUT "[frames left out]"
corr_stack_cut corr_cut_stack(const corr_build *b, size_t n, size_t held);
void corr_push_gap(corr_build *b, uint64_t n);
/* Names of functions are FILE:FUNCTION:LINE, whatever they look like.  (Places
 * that a name shows plainly are found without this.) */
void corr_names_have_places(corr_build *b);
/* Begins a stack with the first n frames of the stack that was ended last. */
void corr_resume_stack(corr_build *b, size_t n);
/* Pushes n frames onto the open stack, by their rows. */
void corr_push_frames(corr_build *b, const uint32_t *frame, size_t n);
/* The open stack is complete.  Prefetches the memory that corr_end_stack will
 * read, while the caller does other work. */
void corr_expect_stack(corr_build *b);
/* A stack that rows may use before its frames are known.  The caller sets it
 * once, with corr_set_stack in place of corr_end_stack.  A stack that is never
 * set becomes nil and is counted. */
corr_stack corr_later_stack(corr_build *b);
void corr_set_stack(corr_build *b, corr_stack later);

/* A process that rows may use before its attributes are known. */
corr_proc corr_later_proc(corr_build *b);
void corr_set_proc(corr_build *b, corr_proc later, corr_labels resource);
/* A virtual thread of the runtime.  Many requests share its carrier. */
corr_thread corr_add_virtual_thread(corr_build *b, corr_text name,
                                    int64_t vm_id);

/* Sums of the rows of one kind that are not wanted as rows: raw observations,
 * and observations with a span id, a trace id, a time, a thread. */
typedef struct corr_sums {
    int64_t rows, obs, value;
    int64_t with_span, with_trace, with_time, with_thread;
    int64_t from, to; /* first and last time; 0,0: unknown */
} corr_sums;
void corr_add_sums(corr_build *b, corr_kind kind, const corr_sums *sums);
/* Discards the samples of a kind so far, because the file contains a newer
 * snapshot of the same state. */
void corr_drop_samples(corr_build *b, corr_kind kind);

/* Adds a span.  Spans with an all-zero trace or span id are only counted. */
corr_span corr_add_span(corr_build *b, const corr_span_row *row);
void corr_add_event(corr_build *b, corr_span s, int64_t time, corr_text name,
                    corr_labels attrs);
void corr_add_link(corr_build *b, corr_span s, corr_trace_id trace,
                   uint64_t span, corr_labels attrs);

/* For a census (CORR_MODE_CENSUS).  corr_seen_record: a record that can be read
 * by itself begins at this decoded offset.  corr_seen_span: the current record
 * contains a span, wanted or not.  If the times are 0 or in the wrong order,
 * the span may belong to any window. */
void corr_seen_record(corr_build *b, uint64_t offset);
void corr_seen_span(corr_build *b, corr_trace_id trace, uint64_t id,
                    int64_t start, int64_t end);

/* Stores the shape of the file, a number chosen by the reader, if the first
 * bytes of the file decide it.  The reader receives it again with each part
 * (corr_want.shape). */
void corr_seen_shape(corr_build *b, unsigned shape);

/* The file has records of another format, which this reader passes over: corr
 * reads the file again with that format, as an input of its own.  For formats
 * with corr_format.mixed. */
void corr_has_also(corr_build *b, const corr_format *f);

/* Counts what is missing.  The sentence is the sum of all n and `one` or `many`,
 * which are literals: "records of logs were not read".  Codes of corr-json(7):
 * CORR_PASSED_OVER, what the reader knows and does not use; CORR_DROPPED, what
 * the sender says it left out of rows that are here; "PARTIAL", other losses
 * that somebody else reports. */
#define CORR_PASSED_OVER "PASSED_OVER"
#define CORR_DROPPED     "DROPPED"
void corr_tally(corr_build *b, const char *code, uint64_t offset, uint64_t n,
                const char *one, const char *many);

/* A series of numbers that a runtime records about itself over time.  Equal
 * names and threads are one series.  unit: "ns", "bytes", or "1" for a share of
 * the machine.  thread: nil for the process. */
corr_series corr_add_series(corr_build *b, corr_str name, corr_str unit,
                            corr_thread thread);
void corr_add_point(corr_build *b, corr_series s, int64_t time, double value);
/* Counting of a series began at 0 then, which is no measurement. */
void corr_add_begin(corr_build *b, corr_series s, int64_t time);

/* The type of the numbers of a series. */
typedef enum corr_metric {
    CORR_METRIC_NONE,    /* a runtime's own numbers, see corr_add_series */
    CORR_METRIC_UNKNOWN, /* the input does not declare the type */
    CORR_METRIC_GAUGE,
    CORR_METRIC_COUNTER, /* sums since some time; after a decrease, since a
                            later time */
    CORR_METRIC_DELTA,   /* sums since the previous point */
    CORR_METRIC_COUNT
} corr_metric;

/* A series of an export of metrics.  Counters use the names of Prometheus: a
 * histogram h is h_bucket (with the label le), h_count, h_sum. */
typedef struct corr_metric_row {
    corr_str name, unit; /* empty: unknown */
    corr_labels labels;
    corr_metric type;
} corr_metric_row;
corr_series corr_add_metric(corr_build *b, const corr_metric_row *row);

/* One measured value of a series, and the request that it was measured in.  The
 * builder keeps equal ones once. */
typedef struct corr_exemplar_row {
    corr_trace_id trace; /* {0,0}: unknown */
    uint64_t span;       /* 0: unknown */
    int64_t time;        /* ns; CORR_NO_TIME: unknown */
    double value;
    bool is_of_whole; /* of the histogram h, the series is h_count */
} corr_exemplar_row;
void corr_add_exemplar(corr_build *b, corr_series s,
                       const corr_exemplar_row *row);

/* The values of a bucket: of (low, high], of [low, high) if they are negative,
 * or equal to both. */
typedef struct corr_bucket {
    double low, high; /* may be infinite */
    double count;     /* of values; a rate has parts of them */
} corr_bucket;

/* The buckets of a histogram h at one time.  Its series is h_count, and of the
 * same type. */
typedef struct corr_buckets_row {
    int64_t begin; /* ns, when counting began; CORR_NO_TIME: unknown */
    int64_t time;
    bool is_exponential;       /* a bucket ends at a fixed multiple of where it
                                  begins: values are even in their logarithms */
    const corr_bucket *bucket; /* [n] in any order, without overlaps; borrowed;
                                  empty ones may be missing */
    size_t n;
} corr_buckets_row;
/* Adds buckets.  Those whose bounds or count are no numbers are left out. */
void corr_add_buckets(corr_build *b, corr_series s,
                      const corr_buckets_row *row);

/* The decoded offset of the record being read, for messages of the builder; it
 * is borrowed.  For readers that see more bytes than they have read.  NULL: the
 * offset of the source. */
void corr_set_reading(corr_build *b, const uint64_t *offset);
/* Sets the largest error between times of two records, ns. */
void corr_set_clock_error(corr_build *b, int64_t ns);
/* Adds an interval that was recorded but is missing from the file. */
void corr_add_loss(corr_build *b, int64_t from, int64_t to);
/* A recorder setting for an interval: which waits it recorded.  With
 * CORR_WAIT_NONE: whether it sampled runnable threads (CORR_KIND_RUNNABLE). */
#define CORR_NOT_TAKEN (-1)
typedef struct corr_asked {
    corr_wait wait;
    corr_text event;  /* the recorder's name of the event; nil: all events of
                         this wait */
    int64_t from, to; /* ns */
    int64_t least;    /* ns: shorter waits were not recorded; CORR_NOT_TAKEN: no
                         wait was recorded */
} corr_asked;
void corr_add_asked(corr_build *b, const corr_asked *a);
/* Adds an interval in which the recorder recorded no waits of one type, because
 * of its settings or because it never does. */
void corr_add_untaken(corr_build *b, corr_wait wait, int64_t from, int64_t to);
/* A block of a format with blocks (corr_format.block).  Blocks are added in the
 * order of the file. */
typedef struct corr_block {
    uint64_t at;          /* decoded offset of its first byte */
    uint64_t bytes, read; /* expected size; bytes that could be read */
    int64_t from, to;     /* ns since 1970 */
    uint32_t types_of;    /* number of the block with the type definitions, from
                             1; 0: this block */
    bool open;            /* the recorder did not finish the block */
} corr_block;
void corr_add_block(corr_build *b, const corr_block *block);
/* Adds to the duration of the recording, in ns, if no date is known
 * (CORR_CLOCK_OWN). */
void corr_add_length(corr_build *b, int64_t ns);
/* Sets the start time of the process of all samples, whose runtime compiles
 * code as it runs. */
void corr_set_started(corr_build *b, int64_t time);
/* Sets a number that identifies the process: all files of the process have it
 * and other processes almost never do.  It derives from an address that the
 * system randomizes for each process.  0: unknown. */
void corr_set_place(corr_build *b, uint64_t place);
/* The samples are of several processes, and the file does not record which
 * sample is of which process. */
void corr_set_several(corr_build *b);
/* Sets the language of the program, as in the attribute telemetry.sdk.language
 * of traces: "go", "java", "nodejs". */
void corr_set_language(corr_build *b, corr_str language);
/* A recording that a file sums up.  Equal digests name equal recordings, each of
 * which corr uses once. */
typedef struct corr_recording_row {
    corr_str digest;
    corr_str language; /* as in corr_set_language */
    int64_t from, to;  /* CORR_NO_TIME: unknown */
    int64_t length;    /* ns it ran, if its date is unknown; 0: unknown */
} corr_recording_row;
/* Adds a recording; they are numbered from 0.  Its samples have a label
 * CORR_LABEL_RECORDING with its digest, and times that are multiples of
 * CORR_RECORDING_STEP. */
#define CORR_LABEL_RECORDING "recording"
#define CORR_RECORDING_STEP  INT64_C(10000000000) /* ns */
void corr_add_recording(corr_build *b, const corr_recording_row *row);
/* The service of all samples of a recording. */
void corr_set_recording_service(corr_build *b, uint32_t recording,
                                corr_str service);
/* The recorder reports that it lost events. */
void corr_recorder_lost(corr_build *b);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
