/*
 * corr.h - profiles and traces, joined: the API for programs.
 *
 *     corr_err err = { 0 };
 *     corr_store *st = corr_store_new(corr_builtin_formats, &err);
 *     corr_load(st, paths, npaths, NULL, &err);
 *     corr_sel *sel = corr_sel_of(st, &(corr_query){ 0 }, &err);
 *
 * A store owns the inputs it loaded.  A selection borrows the store; views
 * (corr_view.h) borrow both until they are freed.
 *
 * On failure, what makes an object returns NULL, and all else a corr_code.  The
 * last parameter, a corr_err or NULL, receives the first failure.
 *
 * Units are ns, bytes and counts; absolute times are ns since 1970-01-01 UTC.
 * Structs that callers fill work when zeroed and grow at their end.  Two
 * threads must not call functions of this header at the same time.
 */
#ifndef CORR_H
#define CORR_H

#include "corr_base.h"
#include "corr_remark.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- evidence (corr-methods 1) ------------------------------------ */

/* The evidence that joins a sample to a span, strongest first. */
typedef enum corr_rung {
    CORR_RUNG_NONE,
    CORR_RUNG_S1, /* the sample names the span */
    CORR_RUNG_S2, /* an activation interval in the same file covers it */
    CORR_RUNG_S3, /* a server selected the sample by the id of the span */
    CORR_RUNG_R1, /* names the request; time picks out one span */
    CORR_RUNG_R2, /* names the request, and this is its local root */
    CORR_RUNG_R3, /* names the request; shared among its spans */
    CORR_RUNG_F1, /* the span names the profile; same thread */
    CORR_RUNG_F2, /* the span names the profile; thread unknown */
    CORR_RUNG_T1, /* thread and time */
    CORR_RUNG_T2, /* thread name and time */
    CORR_RUNG_P,  /* process and time */
    CORR_RUNG_W,  /* same service, windows overlap */
    CORR_RUNG_X,  /* only the clocks overlap */
    CORR_RUNG_COUNT
} corr_rung;

/* Classes of evidence, for --min-join; CORR_CLASS_DEFAULT: CORR_SHARED. */
typedef enum corr_class {
    CORR_CLASS_DEFAULT,
    CORR_EXACT,
    CORR_STRONG,
    CORR_SHARED,
    CORR_WINDOW,
    CORR_ANY,
    CORR_CLASS_COUNT
} corr_class;

/* Why a sample has no span (corr-methods 3.7). */
typedef enum corr_why {
    CORR_WHY_NONE,
    CORR_WHY_NO_PROFILE,
    CORR_WHY_NO_IDENTITY,
    CORR_WHY_LABELS_ABSENT,
    CORR_WHY_LABEL_FORMAT,
    CORR_WHY_LABEL_OTHER,
    CORR_WHY_UNSAMPLED,
    CORR_WHY_THREAD_UNKNOWN,
    CORR_WHY_CLOCK,
    CORR_WHY_TOO_SHORT,
    CORR_WHY_DUPLICATE,
    CORR_WHY_LOST,
    CORR_WHY_BACKGROUND,
    CORR_WHY_UNLABELLED,
    CORR_WHY_AFTER_END,
    CORR_WHY_BEFORE_START,
    CORR_WHY_WINDOW,
    CORR_WHY_AMBIGUOUS,
    CORR_WHY_ID_NOT_UNIQUE,
    CORR_WHY_COUNT
} corr_why;

const char *corr_rung_name(corr_rung r);  /* "S1" */
const char *corr_rung_words(corr_rung r); /* "span id" */
double corr_rung_base(corr_rung r);       /* 1.00, ordinal grade */
corr_class corr_rung_class(corr_rung r);
const char *corr_class_name(corr_class c); /* "exact" */
const char *corr_why_name(corr_why w);     /* "LABELS_ABSENT" */

/* The span that labels on the samples of an input name: the span that ran, or
 * only the local root of its request (corr-methods 1.3). */
typedef enum corr_label_scope {
    CORR_SCOPE_NONE, /* no labels */
    CORR_SCOPE_UNKNOWN,
    CORR_SCOPE_ROOT,
    CORR_SCOPE_EXACT
} corr_label_scope;

/* ---- store and load --------------------------------------------------- */

/* formats: NULL-terminated, borrowed until the store is freed. */
corr_store *corr_store_new(const corr_format *const *formats, corr_err *err);
void corr_store_free(corr_store *st);

/* The group of traces that belong to every group. */
#define CORR_BOTH_SIDES 0x7fffffffu

#define CORR_SETTLES INT64_C(300000000000) /* ns: 5 minutes */
#define CORR_SETTLED INT64_C(600000000000) /* ns: 10 minutes */

/* How the loader treats clocks. */
typedef struct corr_load_times {
    corr_began began;
    bool keep_clocks; /* leave the times of all files as they are */
    /* Leaves out the start of a process: the time until CORR_SETTLES after the
     * process started, if its runtime compiles code as it runs and the
     * recording has CORR_SETTLED more (corr-methods 4.3).  A path with a window
     * is left as it is. */
    bool skip_starts;
} corr_load_times;

/* What files with counts mean that have no duration, as Go's (corr-methods 0). */
typedef enum corr_counts {
    CORR_COUNTS_SEEN,       /* deltas if a value falls while a process runs */
    CORR_COUNTS_DELTAS,     /* since the file before: they are added up */
    CORR_COUNTS_CUMULATIVE, /* since the start of the process: subtracted */
} corr_counts;

/* How the loader changes values of samples and points. */
typedef struct corr_load_values {
    corr_counts counts;
    bool keep_counts;     /* keep counts since the start of a process; do not
                             subtract the file before */
    bool no_yield;        /* do not compare profiles with metrics of CPU */
    corr_rescale rescale; /* needs CORR_NEED_TIME and CORR_NEED_LABELS */
} corr_load_values;

/* How files are prepared for a slice or a merge, which reads them again. */
typedef struct corr_load_slices {
    bool again;   /* copy what cannot be read twice to an unnamed file in
                     $TMPDIR */
    bool outline; /* for block-structured files, read only the time range of
                     each block */
    bool once; /* with outline: each file is opened at most once more, so a pipe
                  is not copied; the slice reads it */
} corr_load_slices;

/* Called from the loading thread as bytes are read; call may be NULL. */
typedef struct corr_load_progress {
    void (*call)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
} corr_load_progress;

/* Every worker calls ask as it reads, with the bytes that all workers have
 * read.  Once ask returns true the files end there, as if cut.  ask may be
 * NULL. */
typedef struct corr_load_enough {
    bool (*ask)(const void *ctx, uint64_t done);
    const void *ctx;
} corr_load_enough;

/* Side indices.  With an index, a later question about a large compressed
 * export reads only the parts it needs. */
typedef struct corr_load_index {
    const char *dir; /* directory of the indices; NULL: without an index */
    uint64_t least;  /* smallest file that gets an index; 0: 4 MiB */
} corr_load_index;

typedef struct corr_load_opts {
    unsigned needs; /* corr_need flags; 0: all */
    uint64_t small; /* bytes of traces up to which attributes are read too, and
                       stacks, if all other files have as few */
    const char *id; /* only this trace or span, in any spelling; NULL: all */
    corr_window spans; /* spans that overlap the window */
    corr_rows rows;    /* kinds read row by row; others may be read as sums */
    const char *kind;  /* the kind for rows; NULL: the default kind */
    const char *as;    /* name of the format; NULL: recognise the content */
    const char *const *label_keys; /* extra "KEY=MEANING", see corr-formats.7 */
    size_t nlabel_keys;
    unsigned group; /* number for corr_query.group; 0 becomes 1 */
    unsigned jobs;  /* threads; 0: one per core */
    bool no_assume; /* a profile without a service gets none */
    bool strict;    /* refuse damaged or partial inputs */
    bool found;     /* the files were found, not named: a probe must reach 60 */
    bool flat;      /* of directories: this level, profiles/ traces/ metrics/ */
    bool full;      /* files are called with the directory that was named */
    corr_limits limits;
    corr_load_times times;
    corr_load_values values;
    corr_load_slices slices;
    corr_load_progress progress;
    corr_load_enough enough;
    corr_load_index index;
} corr_load_opts;

/* Whether a file or directory of this name exists.  The name may end in a
 * window, as for corr_load (PATH@FROM..TO). */
bool corr_is_there(const char *path);

/* The format of the regular file at path, as sure as one that the user did not
 * name must be; NULL: it is not recognised, not there, or no regular file. */
const corr_format *corr_recognise(const corr_format *const *formats,
                                  const char *path);
/* The same of the bytes of such a file. */
const corr_format *corr_recognise_bytes(const corr_format *const *formats,
                                        const void *p, size_t n);

/* Whether corr_load_opts.id accepts this text: an id in any spelling, or a line
 * that contains exactly one id. */
bool corr_is_id(const char *text);

/* Reads files and directories.  A path of "-" is standard input.  An input that
 * cannot be read stays in the store with its reason (corr_input.why_not).  The
 * call fails only if no input could be used; err then holds the first
 * failure. */
corr_code corr_load(corr_store *st, const char *const *paths, size_t n,
                    const corr_load_opts *opts, corr_err *err) CORR_CHECK;

/* Loads n groups of files, like one corr_load per group with part[i].group for
 * opts.group, but reads all groups at the same time.  Stops at the first group
 * that fails and sets *failed to its number. */
typedef struct corr_load_part {
    const char *const *path;
    size_t n;
    unsigned group; /* as corr_load_opts.group */
} corr_load_part;

corr_code corr_load_parts(corr_store *st, const corr_load_part *part, size_t n,
                          const corr_load_opts *opts, size_t *failed,
                          corr_err *err) CORR_CHECK;

/* Adds labels to files that are loaded later, for corr_query.labels.  text is
 * lines "PATTERN KEY=VALUE ..." (labels in corr-formats(7)).  An error contains
 * name and the line. */
corr_code corr_label_files(corr_store *st, corr_str text, const char *name,
                           corr_err *err) CORR_CHECK;

/* Names the service of the profiles whose path matches the pattern (as in
 * corr_label_files) and that do not say it; no name: they have no
 * service. */
corr_code corr_service_of(corr_store *st, corr_str pattern, corr_str service,
                          corr_err *err) CORR_CHECK;

/* One kind of sample of one input, summed. */
typedef struct corr_kind_facts {
    corr_str kind; /* "cpu", names of corr-json(7) */
    corr_str type; /* the name in the format, "cpu/nanoseconds" */
    corr_unit unit;
    corr_str own_unit; /* of CORR_AMOUNT: "cycles"; else "" */
    int64_t period;    /* in unit; 0: unknown */
    int64_t samples;   /* raw observations; -1: not counted */
    int64_t total;     /* CORR_NO_TOTAL: unknown */
    /* observations with a span id, a trace or request id, a time, a thread; -1:
     * not counted in this load */
    int64_t with_span, with_trace, with_time, with_thread;
    bool is_default; /* the file's own default type */
    bool cumulative; /* counts since process start */
    bool context;    /* rows are activations of spans, not samples */
    bool measured;   /* see corr_sel_facts.measured */
} corr_kind_facts;

/* The process that recorded an input. */
typedef struct corr_input_process {
    corr_str service, version, host;
    corr_str language; /* of the program, as in telemetry.sdk.language */
    int64_t length;    /* ns recorded, on a clock of its own; 0: unknown */
    int64_t pid;       /* 0: unknown */
    bool assumed;      /* assumed for anonymous profiles (corr-methods 0, c) */
    bool by_file;      /* assumed by the name of the file (corr-methods 0) */
    bool by_pid;       /* the only process with this pid in the traces */
    bool one_of_several; /* an unknown one of several of the service */
    bool tied; /* linked to a process or service of the spans, named or not */
} corr_input_process;

typedef struct corr_input_clock {
    bool is_own;   /* an own clock: times cannot be compared with others */
    bool is_told;  /* corr_load_opts.began gives the start of the clock */
    bool is_found; /* spans give the start of the clock (corr-methods 1.10) */
    int64_t u;     /* ns: uncertainty of a shift, or of such a start */
    int64_t shift; /* ns added to the times of the input */
} corr_input_clock;

typedef struct corr_input_lost {
    bool damaged;
    uint64_t bytes, events;
    int64_t ns;
} corr_input_lost;

/* The blocks of an input whose format consists of blocks. */
typedef struct corr_input_blocks {
    const char *name; /* "chunk"; NULL: the format has no blocks */
    uint64_t n;
    uint64_t nbroken;             /* incomplete blocks: corr_input_broken */
    int64_t whole_from, whole_to; /* time of the complete blocks; to 0: there is
                                     no complete block */
} corr_input_blocks;

typedef struct corr_input {
    const char *path;   /* path as given, or relative to the given directory */
    const char *format; /* "pprof"; "" if not recognised */
    const char *title;  /* "pprof profile" */
    corr_str producer;
    corr_str asked_service; /* by corr fetch; empty: unknown */
    corr_input_process process;
    uint64_t bytes;   /* size of the file; decoded bytes of a pipe */
    int64_t from, to; /* CORR_NO_TIME: unknown */
    bool window_from_name;
    corr_input_clock clock;
    corr_label_scope scope;
    bool used;
    const char *why_not; /* a sentence; NULL: the input is used */
    bool is_cut;  /* only a window of the input was requested (PATH@FROM..TO) */
    corr_err err; /* why the input could not be read, else CORR_OK */
    corr_input_lost lost;
    size_t files; /* files read as this one input; 0: its first part is in the
                     file of another input */
    corr_input_blocks block;
    uint64_t spans, traces; /* exported spans, without stubs */
    bool is_profile;        /* has kinds of samples; known before kinds */
    bool is_traces;         /* the format holds only traces */
    bool is_metrics;        /* the format holds metrics: see series */
    bool is_alerts;         /* the series are alerts */
    uint32_t series;
    uint64_t points;    /* points of all series */
    uint64_t exemplars; /* of all series: see corr_exemplars_of */
    int64_t resolution; /* usual ns between two points of a series; 0:
                           unknown */
    bool has_yield;
    double yield;          /* CPU time in samples divided by the CPU time the
                              process used, by its own count or else by a
                              metric; before rescaling */
    corr_rescale rescaled; /* how the CPU samples were rescaled */
    size_t nkinds;
    const corr_kind_facts *kinds; /* borrowed from the store */
    bool is_repeated; /* a part of other inputs: its samples are there, too */
    size_t nsettings; /* settings in the file: corr_input_setting */
} corr_input;

/* Joins the parts of spans, links inputs to processes and excludes duplicates.
 * Afterwards corr_input_at returns the service, the scope and the use of an
 * input. Every query calls this function itself. */
corr_code corr_prepare(corr_store *st, corr_err *err);

/* How far the work is done that questions share. */
typedef enum corr_ready {
    CORR_READY_LOADED,
    CORR_READY_PREPARED, /* corr_prepare was called */
    CORR_READY_JOINED    /* samples are joined to spans */
} corr_ready;
corr_ready corr_store_ready(const corr_store *st);
/* Does that work ahead of a question, for a program that asks many.  Its
 * warnings are listed once a question prepares or joins the store, as if the
 * question had done the work. */
corr_code corr_make_ready(corr_store *st, corr_ready to, corr_err *err);

/* Inputs are numbered in path order, whatever the order of loading. */
size_t corr_inputs(const corr_store *st);
corr_input corr_input_at(const corr_store *st, size_t i);
/* Whether a selection that was made of this store has rows of input i.  One that
 * only looks counts when it is used. */
bool corr_input_is_selected(const corr_store *st, size_t i);
size_t corr_ignored(const corr_store *st); /* found, but not recognised */
/* The folders with the loaded files that were not searched because no path
 * named them, by name. */
size_t corr_passed(const corr_store *st);
const char *corr_passed_at(const corr_store *st, size_t i);
/* Name and value of setting k of input i. */
corr_str corr_input_setting(const corr_store *st, size_t i, size_t k,
                            corr_str *value);

/* An incomplete block of an input. */
typedef struct corr_broken {
    uint64_t number;      /* number among all blocks of the input, from 1 */
    const char *file;     /* file that contains the block */
    uint64_t bytes, read; /* expected size; bytes that could be read */
    int64_t to;           /* end time of the readable part */
    uint64_t types_of;    /* number of the block with the type definitions */
    bool open;            /* the recorder did not finish the block */
} corr_broken;
/* Broken block k of input i.  False: only their number is known. */
bool corr_input_broken(const corr_store *st, size_t i, size_t k,
                       corr_broken *broken);

/* A warning of a reader, the loader or the join. */
typedef struct corr_warning {
    const char *code; /* stable, "DAMAGED", or "" */
    const char *text; /* one sentence */
    const char *field;
    int input;            /* or -1 */
    const char *file;     /* file within an input of several files; or NULL */
    uint64_t offset;      /* decoded byte or CORR_NO_OFFSET */
    uint64_t line;        /* 1-based or 0 */
    uint64_t count;       /* number of times */
    bool changes_meaning; /* survives -q */
} corr_warning;

/* The warnings of each input in the order of inputs, then those of the store.
 * Within an input they keep their order.  The store owns the texts. */
size_t corr_warnings(const corr_store *st);
corr_warning corr_warning_at(const corr_store *st, size_t i);

/* ---- finding spans ---------------------------------------------------- */

typedef struct corr_hit {
    corr_trace_id trace; /* {0,0}: only profiles know this id */
    uint64_t span;       /* 0: the id names a whole trace */
    uint32_t number; /* N of sN: several spans may have one id; 0: unknown */
} corr_hit;

/* Finds a trace or span by its id in any spelling: a unique hex prefix of 4 or
 * more digits, 0x, UUID, base64, decimal, traceparent and other headers, an
 * address, a line with exactly one id, or TRACE/sN, TRACE/PREFIX, TRACE/NAME for a span of a trace.  CORR_ENONE:
 * no trace or span has this id.  CORR_EMANY: err->hint lists candidates. */
corr_code corr_find(corr_store *st, const char *text, corr_hit *hit,
                    corr_err *err) CORR_CHECK;

/* The longest trace; {0,0}: the store has no traces. */
corr_trace_id corr_longest_trace(corr_store *st);

/* A trace: the time from its first to its last span. */
typedef struct corr_trace_facts {
    corr_trace_id id;
    uint32_t spans;
    int64_t start, ns;
} corr_trace_facts;

/* The traces by id; 0 also if memory is out.  corr_trace_number returns the
 * number of a trace, or UINT32_MAX. */
uint32_t corr_traces(corr_store *st);
corr_trace_facts corr_trace_at(const corr_store *st, uint32_t i);
uint32_t corr_trace_number(const corr_store *st, corr_trace_id id);

/* One service as the store knows it. */
typedef struct corr_service {
    corr_str name; /* "" unknown */
    uint32_t instances;
    corr_str versions; /* comma-separated */
    uint64_t traces, spans;
    uint64_t requests; /* spans that enter a process of it */
} corr_service;

/* Number of services; 0 also if memory is out, which corr_store_failure says.
 * Valid until the next load. */
size_t corr_services(corr_store *st);
corr_service corr_service_at(corr_store *st, size_t i);
/* CORR_ENOMEM: a call that returns a number of rows had no memory. */
corr_code corr_store_failure(const corr_store *st, corr_err *err) CORR_CHECK;

/* ---- selecting -------------------------------------------------------- */

/* Which samples of a span are selected (corr-methods 1.5). */
typedef enum corr_reach {
    CORR_REACH_DEFAULT, /* CORR_LOCAL */
    CORR_SELF,          /* samples whose innermost span is this one */
    CORR_LOCAL,   /* samples of this span and its descendants in its process */
    CORR_REQUEST, /* also samples of descendants in other processes */
    CORR_PROCESS  /* all samples of the process during the span (rung W, X) */
} corr_reach;

typedef struct corr_query {
    corr_trace_id trace; /* {0,0}: any */
    uint64_t span;       /* 0: any */
    uint32_t number;     /* with span: N of sN; 0: all spans with this id */
    int64_t from, to;    /* [from,to); 0,0: any */
    unsigned group;      /* group of inputs; 0: all groups */
    corr_class weakest;  /* weakest class of evidence used; 0: CORR_SHARED */
    const char *measure; /* kind of sample, "cpu"; NULL: the default */
    const char *where;   /* filter expression over labels, or NULL */
    const char *also;    /* a second filter for the same spans */
    const char *focus, *ignore; /* frame regexes, or NULL */
    corr_reach reach;           /* used with a trace or span */
    const char *thread;         /* regex for thread names, or NULL */
    const char *const *labels;  /* "key=value"; all must match */
    size_t nlabels;
    const char *service; /* or NULL */
    uint32_t input;      /* 1 + number of the only input; 0: all inputs */
    uint32_t thread_row; /* only this thread of that input; 0: all threads */
    bool looks;          /* corr_input_is_selected does not count it, until
                            corr_sel_use does */
    bool joined;         /* compute rung, span and why of each row */
    bool tied_only;      /* what has no span does not matter: parts count */
    bool in_order;       /* corr_sel_next keeps the order of the files */
    bool every_kind;     /* select all kinds, for tables of rows */
    bool every_state;    /* all snapshots of a process, not only the last, as in
                            comparisons of files */
    bool every_record;   /* samples of all overlapping recordings of a process,
                            not of one only (corr-methods 0), for tables and
                            copies of records */
    /* The following members select spans, together with trace, span, where and
     * service.  If one is set, from and to apply to the spans. */
    const char *op;            /* full name of a span */
    const char *status;        /* "ok" "error" "unset" */
    const char *deploy;        /* service.version */
    uint32_t slowest;          /* only the N longest spans; 0: all */
    int64_t shortest, longest; /* range of durations, ns; 0,0: any */
    /* Only these spans: ascending numbers from a view of this store; nchosen 0:
     * all spans. */
    const uint32_t *chosen;
    uint32_t nchosen;
} corr_query;

/* Whether the key of a label "KEY=VALUE" occurs only in attributes of spans,
 * not in samples, processes or files.  The store must be prepared. */
bool corr_label_is_of_spans(const corr_store *st, const char *label);

/* Evaluates a query on a store, which the selection borrows.  An empty result
 * is a valid selection.  NULL: a pattern or condition is invalid, or memory is
 * out; err contains a sentence. */
corr_sel *corr_sel_of(corr_store *st, const corr_query *q,
                      corr_err *err) CORR_CHECK;
/* Remembers in the store which inputs the selection has rows of. */
void corr_sel_use(corr_store *st, const corr_sel *sel);
void corr_sel_free(corr_sel *sel);
/* The number of rows joined by this rung, not weighted. */
uint64_t corr_sel_rows(const corr_sel *sel, corr_rung rung);

/* The evidence line of a selection (corr-methods 1.1, 1.8). */
typedef struct corr_evidence {
    int64_t observations; /* raw observations with a share in the selection */
    double attributed;    /* sum of their shares */
    double confidence;    /* corr-methods 1.1, C */
    corr_class word;
    struct {
        int64_t observations;
        double attributed;
    } rung[CORR_RUNG_COUNT];
    double expected; /* largest expected number of samples; negative: unknown */
    int64_t able_ns; /* time of the span within profiles in which its thread
                        could use CPU; for wall-clock samples, all time of its
                        thread */
    int64_t profiled_ns; /* ns of the span that a profile covers; -1: unknown */
    int64_t stopped[CORR_WHY_COUNT]; /* observations near the span that were not
                                        joined, by reason */
    unsigned whys; /* bits (1 << corr_why): reasons that apply to the span as a
                      whole, such as too short or samples lost */
    int64_t fits;  /* with CORR_WHY_CLOCK: ns to add to the times of those
                      samples so that they fit the span */
    double after_end; /* samples that name the span but came after its end */
    bool clock_told;  /* some times come from corr_load_times.began */
    bool clock_found; /* some times are of a clock that spans placed */
    int64_t clock_u;  /* ns: its uncertainty, the largest of several */
} corr_evidence;

/* The attributed samples that are joined to the spans themselves, without
 * samples shared by a whole process or window (corr-methods 1.8). */
double corr_evidence_joined(const corr_evidence *e);

typedef struct corr_sel_facts {
    corr_str kind; /* "" if nothing was selected */
    corr_unit unit;
    corr_str own_unit; /* of CORR_AMOUNT: "cycles"; else "" */
    int64_t period;    /* 0: unknown, or inputs differ */
    int64_t total;
    int64_t whole; /* sum of the absolute values, which shares are of: the
                      total, unless some values are negative */
    int64_t observations; /* -1: unknown */
    double effective;     /* effective number of samples; of allocations, the
                             samples the profiler took (corr-methods 4.7) */
    int64_t from, to;     /* time of its inputs; CORR_NO_TIME: unknown */
    corr_str service;     /* service, if the selection has only one */
    corr_str others;      /* comma-separated other kinds, not selected */
    uint32_t inputs;
    corr_evidence evidence; /* zeroed without a join */
    bool runnable;      /* some samples are of runnable threads, not CPU time */
    bool only_runnable; /* all of them are */
    bool picked;        /* a biased choice of objects, not of memory in use */
    bool unscaled;      /* observations are objects, the samples are unknown */
    bool measured;      /* intervals or complete lists: no sampling error */
    double active; /* with CORR_PROCESS: average number of concurrent requests
                      of the process while its profiles ran */
    corr_remarks remarks; /* owned by the selection */
} corr_sel_facts;

/* The store or the selection owns the texts. */
corr_sel_facts corr_sel_facts_of(const corr_sel *sel);

/* The rung that joins most samples of a kind of a profile. */
typedef struct corr_joined {
    uint32_t profile; /* input number */
    corr_str kind;
    corr_rung rung;
    int64_t observations, of; /* joined by this rung or a stronger one; all */
    corr_why why; /* without a rung: CORR_WHY_NO_PROFILE: no trace overlaps the
                     profile; CORR_WHY_DUPLICATE: another recording of the
                     process is used; CORR_WHY_NONE: there are no traces */
} corr_joined;

/* Joins all samples that are not joined yet.  Returns the number of rows for
 * corr_join_at; 0 also if memory is out, which corr_store_failure says. */
size_t corr_joins(corr_store *st);
corr_joined corr_join_at(corr_store *st, size_t i);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
