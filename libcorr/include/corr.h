/*
 * corr.h - profiles and traces, joined: the API for programs.
 *
 *     corr_err err = { 0 };
 *     corr_store *st = corr_store_new(corr_builtin_formats, &err);
 *     corr_load(st, paths, npaths, NULL, &err);
 *     corr_sel *sel = corr_sel_of(st, &(corr_query){ 0 }, &err);
 *
 * A store owns the inputs it loaded.  A selection borrows the store; views
 * (corr_view.h) borrow both until they are freed.  Objects come from functions
 * that return NULL on failure; everything else that can fail returns a
 * corr_code.  The last parameter is a corr_err, may be NULL, and is written by
 * the first failure only.
 *
 * Units are ns, bytes and counts; absolute times are ns since 1970-01-01 UTC.
 * Structs that callers fill work when zeroed and grow at their end.  Nothing
 * here is safe for use from two threads at once.
 */
#ifndef CORR_H
#define CORR_H

#include "corr_base.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- evidence (corr-methods 1) ------------------------------------ */

/* The ladder: which evidence ties a sample to a span.  Strongest first. */
typedef enum corr_rung {
    CORR_RUNG_NONE,
    CORR_RUNG_S1, /* the sample names the span */
    CORR_RUNG_S2, /* an activation interval in the same file covers it */
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

/* Classes of evidence, for --min-join.  0 is the default, CORR_SHARED. */
typedef enum corr_class {
    CORR_CLASS_DEFAULT,
    CORR_EXACT,
    CORR_STRONG,
    CORR_SHARED,
    CORR_WINDOW,
    CORR_ANY,
    CORR_CLASS_COUNT
} corr_class;

/* Why a sample has no span (corr-methods 1.9). */
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
    CORR_WHY_COUNT
} corr_why;

const char *corr_rung_name(corr_rung r);  /* "S1" */
const char *corr_rung_words(corr_rung r); /* "span id" */
double corr_rung_base(corr_rung r);       /* 1.00, ordinal grade */
corr_class corr_rung_class(corr_rung r);
const char *corr_class_name(corr_class c); /* "exact" */
const char *corr_why_name(corr_why w);     /* "LABELS_ABSENT" */

/* Whether labels on the samples of an input name the span that ran, or only
 * the local root of its request (corr-methods 1.3). */
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

/* Group of traces that belong to every group. */
#define CORR_BOTH_SIDES 0x7fffffffu

#define CORR_SETTLES INT64_C(300000000000) /* ns: 5 minutes */
#define CORR_SETTLED INT64_C(600000000000) /* ns: 10 minutes */

/* Times: what is told and done about clocks. */
typedef struct corr_load_times {
    corr_began began;
    bool keep_clocks; /* leave the times of all files as they are */
    /* Of a process that was started less than CORR_SETTLES before, and whose
     * runtime compiles code as it runs, the time until then is left out where
     * CORR_SETTLED more is there (corr-methods 4.3); not of a path with a
     * window. */
    bool skip_starts;
} corr_load_times;

/* Values: what samples and points stand for. */
typedef struct corr_load_values {
    bool keep_counts; /* what a process counts since its start is not made what
                         it did between two files: records are wanted as they
                         are */
    bool no_yield;    /* do not compare profiles with metrics of CPU */
    corr_rescale rescale; /* wants CORR_NEED_TIME and CORR_NEED_LABELS */
} corr_load_values;

/* Files that are read once more by a slice or a merge. */
typedef struct corr_load_slices {
    bool again;   /* keep what cannot be read twice in a file of $TMPDIR that
                     has no name */
    bool outline; /* for block-structured files, read only the time range of
                     each block */
    bool once; /* with outline: each file is opened once more at most, so that
                     a pipe need not be kept but is read by the slice itself */
} corr_load_slices;

/* Called from the loading thread as bytes are read; call may be NULL. */
typedef struct corr_load_progress {
    void (*call)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
} corr_load_progress;

/* Asked by every worker as it reads, with the bytes that all have read; true,
 * from then on: here the files end, like one that was cut.  ask may be NULL. */
typedef struct corr_load_enough {
    bool (*ask)(const void *ctx, uint64_t done);
    const void *ctx;
} corr_load_enough;

/* Side indices: a second question about a large compressed export reads only
 * what it needs. */
typedef struct corr_load_index {
    const char *dir; /* where they live; NULL: none are used or made */
    uint64_t least;  /* bytes of a file that gets one; 0: 4 MiB */
} corr_load_index;

typedef struct corr_load_opts {
    unsigned needs;    /* corr_need flags; 0: everything */
    const char *id;    /* only this trace or span, as typed; NULL: all */
    corr_window spans; /* spans that touch it */
    corr_rows rows;    /* of these samples; others may be read as sums */
    const char *kind;  /* that rows names; NULL: the one that a question without
                          a kind is about */
    const char *as;    /* format by name instead of by content */
    const char *const *label_keys; /* extra "KEY=MEANING", see corr-formats.7 */
    size_t nlabel_keys;
    unsigned group; /* number for corr_query.group; 0 becomes 1 */
    unsigned jobs;  /* workers; 0: one a core */
    bool strict;    /* refuse damaged or partial inputs */
    bool found;     /* nobody named these files: probe 60 needed */
    bool flat;      /* directories: this level only, plus
                              profiles/ traces/ metrics/ */
    corr_limits limits;
    corr_load_times times;
    corr_load_values values;
    corr_load_slices slices;
    corr_load_progress progress;
    corr_load_enough enough;
    corr_load_index index;
} corr_load_opts;

/* Whether there is a file or a directory of this name, as corr_load takes it:
 * one with a window behind it, too (PATH@FROM..TO). */
bool corr_is_there(const char *path);

/* Whether corr_load_opts.id may be this: an id in any spelling, or a line that
 * holds just one. */
bool corr_is_id(const char *text);

/* Reads files and directories.  A path of "-" is standard input.  Unreadable
 * inputs are kept as inputs that say why (corr_input.why_not); the call fails
 * only if nothing at all could be used, with the first failure in err. */
corr_code corr_load(corr_store *st, const char *const *paths, size_t n,
                    const corr_load_opts *opts, corr_err *err) CORR_CHECK;

/* The same of groups of files, as that many calls do it, up to the first that
 * fails: *failed is its number, in place of opts.group each has its own.  All
 * are read at the same time. */
typedef struct corr_load_part {
    const char *const *path;
    size_t n;
    unsigned group; /* as corr_load_opts.group */
} corr_load_part;

corr_code corr_load_parts(corr_store *st, const corr_load_part *part, size_t n,
                          const corr_load_opts *opts, size_t *failed,
                          corr_err *err) CORR_CHECK;

/* Lines "PATTERN KEY=VALUE ...": labels of files that are loaded after this,
 * for corr_query.labels; see labels in corr-formats(7).  An error has the name
 * and the line. */
corr_code corr_label_files(corr_store *st, corr_str text, const char *name,
                           corr_err *err) CORR_CHECK;

/* One kind of sample of one input, summed. */
typedef struct corr_kind_facts {
    corr_str kind; /* "cpu", names of corr-json(7) */
    corr_str type; /* the format's own words, "cpu/nanoseconds" */
    corr_unit unit;
    int64_t period;  /* in unit; 0: unknown */
    int64_t samples; /* raw observations; -1: not counted */
    int64_t total;
    /* observations that carry a span id, a trace or request id, a time, a
     * thread; -1: not counted in this load */
    int64_t with_span, with_trace, with_time, with_thread;
    bool is_default; /* the file's own default type */
    bool cumulative; /* counts since process start */
    bool context;    /* no samples: when threads worked for which span */
    bool measured;   /* as corr_sel_facts.measured */
} corr_kind_facts;

/* The process that an input was recorded in. */
typedef struct corr_input_process {
    corr_str service, version, host;
    int64_t pid;         /* 0: unknown */
    bool assumed;        /* by corr-methods 0, anonymous profiles (c) */
    bool by_pid;         /* the only process of the traces with its pid */
    bool one_of_several; /* processes of its service: it is not known which */
    bool tied;           /* to a process or service of spans, named or not */
} corr_input_process;

typedef struct corr_input_clock {
    bool is_own;   /* its times are compared with no others */
    bool is_told;  /* they are, as corr_load_opts.began says */
    int64_t shift; /* added to its times */
} corr_input_clock;

typedef struct corr_input_lost {
    bool damaged;
    uint64_t bytes, events;
    int64_t ns;
} corr_input_lost;

/* What an input is written in, if it is written in blocks. */
typedef struct corr_input_blocks {
    const char *name; /* "chunk"; or NULL */
    uint64_t n;
    uint64_t nbroken;             /* those not whole: corr_input_broken */
    int64_t whole_from, whole_to; /* time of the others; to 0: none */
} corr_input_blocks;

typedef struct corr_input {
    const char *path;   /* as given, or relative to the directory given */
    const char *format; /* "pprof"; "" if not recognised */
    const char *title;  /* "pprof profile" */
    corr_str producer;
    corr_input_process process;
    uint64_t bytes;   /* of the file; decoded bytes of a pipe */
    int64_t from, to; /* CORR_NO_TIME: unknown */
    bool window_from_name;
    corr_input_clock clock;
    corr_label_scope scope;
    bool used;
    const char *why_not; /* sentence, NULL if used */
    bool is_cut;         /* only what is in a window was asked for (@) */
    corr_err err;        /* why it could not be read, code CORR_OK if it was */
    corr_input_lost lost;
    size_t files; /* that it stands in, read as one; else 1, or 0 where the
                     first part of its file is another input */
    corr_input_blocks block;
    uint64_t spans, traces; /* exported ones; stubs not counted */
    bool is_traces;         /* of a format that has nothing else */
    bool is_metrics;        /* of a format of metrics, which has: */
    bool is_alerts;         /* whose series are alerts */
    uint32_t series;
    uint64_t points;    /* of all of these */
    int64_t resolution; /* ns from one point of a series to the next, as a
                           rule; 0: not known */
    bool has_yield;
    double yield; /* CPU of samples by what its process used, as it says itself
                     or, failing that, a metric of it; before rescaling */
    corr_rescale rescaled; /* what was done to its samples of CPU */
    size_t nkinds;
    const corr_kind_facts *kinds; /* borrowed from the store */
    size_t nsettings; /* what the file says of itself: corr_input_setting */
} corr_input;

/* Spans folded, processes tied, duplicates set aside; what corr_input_at tells
 * of services, scope and use is known afterwards.  Every question does this
 * by itself. */
corr_code corr_prepare(corr_store *st, corr_err *err);

/* Inputs are numbered in path order, whatever the order of loading. */
size_t corr_inputs(const corr_store *st);
corr_input corr_input_at(const corr_store *st, size_t i);
size_t corr_ignored(const corr_store *st); /* found, but not recognised */
/* Folders that are beside what was found and were not looked into, as nobody
 * named them; *name: the first of them, NULL: there is none. */
size_t corr_passed(const corr_store *st, const char **name);
/* Name and value of setting k of input i. */
corr_str corr_input_setting(const corr_store *st, size_t i, size_t k,
                            corr_str *value);

/* A block of an input that is not whole. */
typedef struct corr_broken {
    uint64_t number;      /* among all of the input, from 1 on */
    const char *file;     /* that it stands in */
    uint64_t bytes, read; /* that it has, or should have; that could be read */
    int64_t to;           /* of what could be read */
    uint64_t types_of;    /* number of the block that told how to read it */
    bool open;            /* its recorder never finished it */
} corr_broken;
/* Block k of those; false: only how many there are is known. */
bool corr_input_broken(const corr_store *st, size_t i, size_t k,
                       corr_broken *broken);

/* What a reader, the loader or the join had to say. */
typedef struct corr_warning {
    const char *code; /* stable, "DAMAGED", or "" */
    const char *text; /* one sentence */
    const char *field;
    int input;        /* or -1 */
    const char *file; /* of the input, where it stands in several; or NULL */
    uint64_t offset;  /* decoded byte or CORR_NO_OFFSET */
    uint64_t line;    /* 1-based or 0 */
    uint64_t count;   /* how often it was said */
    bool changes_meaning; /* survives -q */
} corr_warning;

/* By input, then in the order in which they were said; those of the store
 * itself last.  i from 0; texts are the store's. */
size_t corr_warnings(const corr_store *st);
corr_warning corr_warning_at(const corr_store *st, size_t i);

/* ---- side indices ------------------------------------------------------ */

typedef enum corr_index_state {
    CORR_INDEX_VALID,
    CORR_INDEX_STALE,  /* the file has changed since */
    CORR_INDEX_GONE,   /* there is no such file any more */
    CORR_INDEX_WARNED, /* there was a warning about the file ... */
    CORR_INDEX_WHOLE,  /* ... or it is one record ... */
    CORR_INDEX_LARGE,  /* ... or has too many ids: it is read as a whole */
    CORR_INDEX_STATE_COUNT
} corr_index_state;

typedef struct corr_index_row {
    const char *path; /* of the file, absolute */
    corr_index_state state;
    uint64_t bytes;       /* of the file */
    uint64_t index_bytes; /* of its index */
    uint64_t decoded;     /* bytes that the file unpacks to */
    uint64_t spans, traces, blocks, points;
    int64_t made; /* Unix ns */
} corr_index_row;

typedef struct corr_indices corr_indices;

/* The indices in a directory, by path; none where it does not exist. */
corr_indices *corr_indices_of(const char *dir, corr_err *err);
void corr_indices_free(corr_indices *l);
size_t corr_indices_size(const corr_indices *l);
corr_index_row corr_indices_at(const corr_indices *l, size_t i);

/* Makes the index of one file, whatever its size.  CORR_ENOTYET: files of its
 * format get none. */
corr_code corr_index_build(const corr_format *const *formats, const char *dir,
                           const char *path, corr_err *err) CORR_CHECK;
/* Removes the index of one file, or with NULL all of them; how many. */
size_t corr_index_clear(const char *dir, const char *path);

/* ---- finding spans ---------------------------------------------------- */

typedef struct corr_hit {
    corr_trace_id trace; /* {0,0}: only profiles know this id */
    uint64_t span;       /* 0: the whole trace was asked for */
} corr_hit;

/* Any spelling of an id: unique hex prefix of 4 or more digits, 0x, UUID,
 * base64, decimal, traceparent, a line holding exactly one id, and
 * TRACE/sN, TRACE/PREFIX, TRACE/NAME for a span of it.  CORR_ENONE: no such
 * trace or span; CORR_EMANY: err->hint lists candidates. */
corr_code corr_find(corr_store *st, const char *text, corr_hit *hit,
                    corr_err *err) CORR_CHECK;

/* The trace that took longest, {0,0} without traces. */
corr_trace_id corr_longest_trace(corr_store *st);

/* One service as the store knows it. */
typedef struct corr_service {
    corr_str name; /* "" unknown */
    uint32_t instances;
    corr_str versions; /* comma-separated */
    uint64_t traces, spans;
} corr_service;

/* 0 also where there is no memory.  Good until the next load. */
size_t corr_services(corr_store *st);
corr_service corr_service_at(corr_store *st, size_t i);

/* ---- remarks ------------------------------------------------------------ */

/* Where a remark is a line. */
typedef enum corr_place {
    CORR_AT_HEAD = 1, /* above the rows of an answer */
    CORR_AT_FOOT = 2, /* below them */
    CORR_AT_GATE = 4, /* beside verdicts */
    CORR_AT_COPY = 8  /* beside what is written in place of an answer */
} corr_place;

/* One thing that a pass found out about a selection, a side or a view. */
typedef struct corr_remark {
    const char *code; /* of notes[] (corr-json(7)); NULL: it is no note */
    corr_level level;
    const char *text; /* one sentence */
    int side;         /* of a comparison; -1: it is of both, or has none */
    unsigned rule;    /* its row in the table of sentences */
    unsigned places;  /* corr_place flags */
    bool is_line;     /* else a note alone */
    bool forbids_verdict;
} corr_remark;

/* In the order of the table, then of the sides. */
typedef struct corr_remarks {
    const corr_remark *v;
    size_t n;
} corr_remarks;

/* The first remark with this code; NULL: there is no such remark. */
const corr_remark *corr_remark_find(corr_remarks list, const char *code);
/* Whether a remark of the same rule and side is in a list. */
bool corr_remark_is_in(corr_remarks list, const corr_remark *r);

/* ---- selecting -------------------------------------------------------- */

/* Which samples of a span (corr-methods 1.5). */
typedef enum corr_reach {
    CORR_REACH_DEFAULT, /* CORR_LOCAL */
    CORR_SELF,          /* innermost span is this one */
    CORR_LOCAL,         /* this span and its descendants in its process */
    CORR_REQUEST,       /* and those in all other processes */
    CORR_PROCESS        /* everything its process did meanwhile (rung W, X) */
} corr_reach;

typedef struct corr_query {
    corr_trace_id trace;        /* {0,0}: any */
    uint64_t span;              /* 0: any */
    int64_t from, to;           /* [from,to); 0,0: any */
    unsigned group;             /* inputs loaded under this number, 0: all */
    corr_class weakest;         /* weakest evidence used; 0: CORR_SHARED */
    const char *measure;        /* kind, "cpu"; NULL: the default */
    const char *where;          /* filter expression over labels, or NULL */
    const char *also;           /* another that must hold of the same spans */
    const char *focus, *ignore; /* frame regexes, or NULL */
    corr_reach reach;           /* with a trace or span */
    const char *thread;         /* regex on thread names, or NULL */
    const char *const *labels;  /* "key=value" each must hold */
    size_t nlabels;
    const char *service; /* or NULL */
    uint32_t input;      /* 1 + number of the only input, 0: all */
    uint32_t thread_row; /* of that input's threads only this one, 0: all */
    bool joined;         /* judge each row: rung, span, why */
    bool in_order;       /* corr_sel_next: records as they stand in the files */
    bool every_kind;     /* all kinds at once: for tables of rows */
    bool every_state;    /* of a process not only what was in use last, as
                            where files are compared */
    bool every_record;   /* where recordings of one process overlap, not only
                            the samples of one (corr-methods 0): for tables and
                            copies of records */
    /* which spans, besides trace, span, where and service; from and to are
     * then of the spans */
    const char *op;            /* span name, whole */
    const char *status;        /* "ok" "error" "unset" */
    const char *deploy;        /* service.version */
    uint32_t slowest;          /* only the N that took longest; 0: all */
    int64_t shortest, longest; /* ns, only of a length within; 0,0: any */
    /* of these spans only: numbers that a view of this store gave, ascending;
     * 0: of all */
    const uint32_t *chosen;
    uint32_t nchosen;
} corr_query;

/* Whether the key of a label, "KEY=VALUE", is one that only spans have, as an
 * attribute: no sample, process or file says anything of it.  Of a prepared
 * store. */
bool corr_label_is_of_spans(const corr_store *st, const char *label);

/* What a query means in this store, which it borrows; nothing selected is a
 * selection too.  NULL: a pattern or condition that is none, or no memory, with
 * a sentence in err. */
corr_sel *corr_sel_of(corr_store *st, const corr_query *q,
                      corr_err *err) CORR_CHECK;
void corr_sel_free(corr_sel *sel);
/* How many rows of samples are in it by this rung, not how much they weigh. */
uint64_t corr_sel_rows(const corr_sel *sel, corr_rung rung);

/* The evidence line of a selection (corr-methods 1.1, 1.8). */
typedef struct corr_evidence {
    int64_t observations; /* raw, that have a part in the selection */
    double attributed;    /* sum of their shares */
    double confidence;    /* corr-methods 1.1, C */
    corr_class word;
    struct {
        int64_t observations;
        double attributed;
    } rung[CORR_RUNG_COUNT];
    double expected;     /* samples at most; negative: cannot be known */
    int64_t able_ns;     /* CPU-able time of the span within profiles; of wall
                            samples, all time of its thread */
    int64_t profiled_ns; /* of the span, covered by a profile; -1 unknown */
    int64_t stopped[CORR_WHY_COUNT]; /* observations near it, not joined */
    unsigned whys; /* bits (1 << corr_why) that are so of what was asked about,
                      not of observations: it was too short, samples were
                      lost ... */
    int64_t fits;  /* ns: with CORR_WHY_CLOCK, what added to the times of those
                      samples makes them the span's */
    double after_end; /* of them, that name it, but came after its end */
    bool clock_told;  /* times of some are what corr_load_times.began makes of
                         them */
} corr_evidence;

/* What is tied to the spans themselves: without what is shared among all of a
 * process, or of a window (corr-methods 1.8). */
double corr_evidence_joined(const corr_evidence *e);

typedef struct corr_sel_facts {
    corr_str kind; /* "" if nothing was selected */
    corr_unit unit;
    int64_t period; /* 0: unknown, or differs */
    int64_t total;
    int64_t observations; /* -1: unknown */
    double effective;     /* samples that tell as much: of allocations those
                             that the profiler took (corr-methods 4.7) */
    int64_t from, to;     /* of the inputs that took part, or CORR_NO_TIME */
    corr_str service;     /* if all of it is of one */
    corr_str others;      /* comma-separated kinds that were left out */
    uint32_t inputs;
    corr_evidence evidence; /* zeroed without a join */
    bool runnable; /* some are of threads that would run, which is not CPU
                       time */
    bool picked;   /* objects that were picked, which do not add up to what
                          is in use, nor do their shares */
    bool measured; /* each is a wait or pause that was timed itself, or one of
                      a list of all there are, no sample of others: there is
                      no sampling error */
    double active; /* requests of the process that ran at once, on average,
                      while its profiles ran; with CORR_PROCESS */
    corr_remarks remarks; /* the selection's */
} corr_sel_facts;

/* Texts are the store's or the selection's. */
corr_sel_facts corr_sel_facts_of(const corr_sel *sel);

/* What joins with what, for corr info: the rung that most of a profile's kind
 * is joined by. */
typedef struct corr_joined {
    uint32_t profile; /* input number */
    corr_str kind;
    corr_rung rung;
    int64_t observations, of; /* by that rung or stronger, of all */
    corr_why why; /* without a rung: CORR_WHY_NO_PROFILE, no trace is of the
                     profile's time; CORR_WHY_DUPLICATE, another recording of
                     its process counts; CORR_WHY_NONE, no trace is here */
} corr_joined;

/* Joins what is not joined yet.  0 also where there is no memory. */
size_t corr_joins(corr_store *st);
corr_joined corr_join_at(corr_store *st, size_t i);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
