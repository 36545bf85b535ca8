/*
 * corr_read.h - what a reader of samples needs: the record that describes a
 * format, the rows it adds, and the builder that receives them.
 *
 * formats/example/example.c is a complete reader.  Rare calls are in other
 * headers: spans, metrics, waits, blocks and corr_want in corr_build.h; pieces
 * of a recording in corr_format.h.  Writers and cutters use corr_write.h.
 *
 * Readers of lines mostly use these parts of corr_base.h and corr_bytes.h,
 * which this header includes:
 *
 *     corr_str s;                         pointer p and length n, no NUL
 *     CORR_STR("text")                    a literal as such a slice
 *     corr_str_eq(a, b)  corr_str_is(s, "text")  corr_str_starts(s, "text")
 *     corr_str_trim(s)                    without blanks at both ends
 *     corr_str_next(&rest, ' ', &word)    the next piece; false: no more
 *     corr_str_cut(s, '=', &key, &value)  at the first '='; false: no '='
 *     corr_str_i64(s, &n)  corr_str_u64(s, &n)  corr_str_real(s, &x)
 *     corr_parse_trace_id(s, &id)  corr_parse_span_id(s, &id)   hex and others
 *
 *     corr_src_line(in, &line)            the next line; false: end of file
 *     corr_src_offset(in)                 bytes before the next line
 *     corr_src_lineno(in)                 number of the last line, from 1
 *     corr_src_peek(in, n, &got)          bytes, for binary formats
 *     corr_src_skip(in, n)                skip bytes that were peeked
 *
 * Source and builder fail stickily.  After the first failure the source yields
 * no lines, the builder drops its input and returns nil handles, and
 * corr_finish returns the failure.  So a reader does not check single calls.
 *
 * A handle is valid in the builder that made it.  A zeroed handle is nil: the
 * empty text, no function, the empty stack, no labels, no thread, no process.
 * One thread uses a builder, for one source.
 */
#ifndef CORR_PUBLIC_READ_H
#define CORR_PUBLIC_READ_H

#include "corr_bytes.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct corr_build corr_build;
typedef struct corr_want corr_want;   /* corr_build.h */
typedef struct corr_part corr_part;   /* corr_format.h */
typedef struct corr_scrub corr_scrub; /* corr_scrub.h */

/* ---- handles ------------------------------------------------------------- */

#define CORR_HANDLE(name)                                                      \
    typedef struct name {                                                      \
        uint32_t i;                                                            \
    } name

CORR_HANDLE(corr_text);
CORR_HANDLE(corr_func);
CORR_HANDLE(corr_frame);
CORR_HANDLE(corr_stack);
CORR_HANDLE(corr_labels);
CORR_HANDLE(corr_proc);
CORR_HANDLE(corr_thread);
CORR_HANDLE(corr_kind);
CORR_HANDLE(corr_span);
CORR_HANDLE(corr_series);

/* ---- names, frames, stacks ----------------------------------------------- */

/* The builder stores equal texts, functions, frames, stacks and label sets
 * once: adding one again returns the same handle.  Invalid UTF-8 becomes U+FFFD
 * and is counted. */
corr_text corr_add_text(corr_build *b, corr_str s);

/* file and module may be nil; name is nil for code without a name. */
corr_func corr_add_func(corr_build *b, corr_text name, corr_text file,
                        corr_text module);
/* A function that begins at this line and column, counted from 1; 0 unknown.
 * It separates functions without a name of their own, "(anonymous)". */
corr_func corr_add_func_at(corr_build *b, corr_text name, corr_text file,
                           corr_text module, uint32_t line, uint32_t column);

typedef struct corr_frame_row {
    corr_func func;
    uint32_t line; /* 1-based, 0 unknown */
    corr_frame_type type;
    uint64_t address; /* of code without a name: offset in its module, or loaded
                         address; 0 unknown */
    corr_text
        written; /* the name of the function as another format had it, with
                          a file or a line in it; ignored if it is no such name;
                          nil: none */
} corr_frame_row;

corr_frame corr_add_frame(corr_build *b, const corr_frame_row *row);

/* A stack, root first.  In a stack deeper than limits.frames the builder puts
 * one frame in place of the middle, and counts.  Only one stack is open at a
 * time. */
void corr_begin_stack(corr_build *b);
void corr_push_frame(corr_build *b, corr_frame f);
corr_stack corr_end_stack(corr_build *b);

/* ---- labels, processes, threads ------------------------------------------ */

/* A set of labels.  The builder interprets keys that contain ids, threads,
 * times or the service (libcorr/model/label_alias.c); add them like any other.
 * The last of equal keys wins, except after corr_repeat_labels.  Only one set is
 * open at a time.
 *
 * Rows of kinds with CORR_KIND_INTERVAL describe a wait with these labels:
 *   class    of the monitor, or of the object a thread parked on
 *   address  of the same, a number: class, file and address identify a monitor
 *   peer     "db-1:5432"
 *   path     of a file
 *   bytes    read or written, a number
 *   cause    of a pause; the label name has its collector or operation
 * Rows of wall-clock samples describe the thread with this label:
 *   state    "runnable" or "sleeping" */
void corr_begin_labels(corr_build *b);
void corr_push_label(corr_build *b, corr_str key, corr_str text);
void corr_push_int(corr_build *b, corr_str key, int64_t value, corr_str unit);
void corr_push_real(corr_build *b, corr_str key, double value);
void corr_push_bool(corr_build *b, corr_str key, bool value);
void corr_push_json(corr_build *b, corr_str key, corr_str text); /* list, map */
corr_labels corr_end_labels(corr_build *b);
/* A key may stand several times in a set, with different values: all are kept. */
void corr_repeat_labels(corr_build *b);

/* A process with its resource attributes: service.name, host.name, ... */
corr_proc corr_add_proc(corr_build *b, corr_labels resource);
/* Sets the process of all samples of the file. */
void corr_set_owner(corr_build *b, corr_proc proc);

/* A thread by its ids in the system and in the runtime; 0: unknown. */
corr_thread corr_add_thread(corr_build *b, corr_text name, int64_t os_id,
                            int64_t vm_id);
/* A thread by its id in the system and its process; pid 0: unknown. */
corr_thread corr_add_thread_of(corr_build *b, corr_text name, int64_t os_id,
                               int64_t pid);

/* ---- kinds of samples ---------------------------------------------------- */

enum corr_kind_flag {
    CORR_KIND_DEFAULT = 1,    /* the kind the file shows first */
    CORR_KIND_CUMULATIVE = 2, /* since process start */
    CORR_KIND_SNAPSHOT = 4,   /* a state, not a flow: live heap, goroutines */
    CORR_KIND_INTERVAL = 8,   /* rows have durations */
    CORR_KIND_CONTEXT = 16,   /* activations, not samples: while a row lasts,
                                 its thread works for the span it names */
    CORR_KIND_NO_COUNT = 32,  /* the number of samples cannot be known */
    CORR_KIND_FEW = 64,       /* a tick samples only some running threads, so
                                 sums err by the root of n */
    CORR_KIND_RUNNABLE = 128, /* of runnable threads, which may wait for a CPU;
                                 not CPU time */
    CORR_KIND_EXACT = 256,    /* ids in a row are of the span that ran, by
                                 definition */
    CORR_KIND_PICKED = 512,   /* of a biased choice of objects: their sum is not
                                 that of all objects */
    CORR_KIND_WHOLE = 1024,   /* complete lists, such as goroutines: a row
                                 stands only for itself */
    CORR_KIND_UNSCALED = 2048 /* observations are objects, and the number of
                                 samples behind them is unknown */
};

/* The activity of a thread during a row of an interval kind (corr-methods 2.2).
 * Other kinds have CORR_WAIT_NONE. */
typedef enum corr_wait {
    CORR_WAIT_NONE,
    CORR_WAIT_PAUSE, /* all threads of the process are stopped: GC,
                        safepoints */
    CORR_WAIT_LOCK,
    CORR_WAIT_FILE,
    CORR_WAIT_SLEEP,
    CORR_WAIT_SOCKET,
    CORR_WAIT_PARK,
    CORR_WAIT_COUNT
} corr_wait;

typedef struct corr_kind_row {
    corr_str name; /* "cpu": the names of corr-json(7) */
    corr_str type; /* the name in the format */
    corr_unit unit;
    int64_t period; /* in unit, 0 unknown */
    unsigned flags;
    corr_wait wait;    /* of interval kinds */
    int64_t threshold; /* of interval kinds, ns: shorter waits are not recorded;
                          0: all are, or unknown */
} corr_kind_row;

corr_kind corr_add_kind(corr_build *b, const corr_kind_row *row);
/* Replaces the row of a kind when more is known. */
void corr_set_kind(corr_build *b, corr_kind k, const corr_kind_row *row);

/* ---- samples ------------------------------------------------------------- */

/* The duration of a row that lasts until the next row of its kind and thread,
 * or to the end. */
#define CORR_UNTIL_NEXT (-1)

typedef struct corr_sample_row {
    corr_kind kind;
    corr_stack stack;
    corr_thread thread;
    corr_labels labels;
    corr_trace_id trace; /* ids in the record itself, besides labels */
    uint64_t span, root; /* 0: none */
    int64_t time;        /* ns in the input's clock; CORR_NO_TIME */
    int64_t duration;    /* ns, of interval kinds; of wall-clock samples of
                            several ticks, from first to last */
    int64_t value;       /* in the kind's unit */
    int64_t obs;         /* raw observations in this row; 0 means one */
    double squares;      /* sum of the squares of their values if they differ;
                            else 0 */
    uint32_t row;        /* 0-based number of the record in the file */
    corr_thread other;   /* thread that held the lock; nil: unknown */
} corr_sample_row;

void corr_add_sample(corr_build *b, const corr_sample_row *row);

/* ---- facts about the file ------------------------------------------------ */

typedef enum corr_clock {
    CORR_CLOCK_WALL, /* ns since 1970 */
    CORR_CLOCK_OWN   /* ns since an unknown moment, such as boot: times order
                        the records of the file and are not compared with
                        others */
} corr_clock;

/* Sets the clock of the records, at any point of a read. */
void corr_set_clock(corr_build *b, corr_clock clock);
/* Sets the time of the recording, ns since 1970, if its records have no
 * times. */
void corr_set_window(corr_build *b, int64_t from, int64_t to);
void corr_set_producer(corr_build *b, corr_str producer);
void corr_add_setting(corr_build *b, corr_str name, corr_str value);

/* ---- warnings ------------------------------------------------------------ */

/* Adds a warning.  offset: the decoded byte it refers to, or CORR_NO_OFFSET.
 * Equal messages (same format string) are merged, with a count and the first
 * offset. */
void corr_warn(corr_build *b, uint64_t offset, const char *what, ...)
    CORR_PRINTF(3, 4);
/* Adds a warning and marks the input as damaged.  bytes, records: the loss, 0:
 * unknown.  With --strict it fails the builder. */
void corr_damage(corr_build *b, uint64_t offset, uint64_t bytes,
                 uint64_t records, const char *what, ...) CORR_PRINTF(5, 6);
/* A note with a stable code of corr-json(7), for machines. */
void corr_note(corr_build *b, const char *code, const char *what, ...)
    CORR_PRINTF(3, 4);

/* ---- the end ------------------------------------------------------------- */

/* The file is of the reader's format, even if it contains no rows.  With --as,
 * a file with neither rows nor this call is refused. */
void corr_recognised(corr_build *b);
/* Refuses the file, which fails the builder.  field may be NULL. */
void corr_refuse(corr_build *b, corr_code code, uint64_t offset,
                 const char *field, const char *what, ...) CORR_PRINTF(5, 6);
bool corr_build_failed(const corr_build *b);

/* Ends a read; returns the first failure of source or builder, or CORR_OK. */
corr_code corr_finish(corr_src *in, corr_build *b, corr_err *err);

/* ---- columns of a reader's own ------------------------------------------- */

/* Growable columns (corr_vec) that count against the memory limit of the input.
 * False: memory is out, the limit is reached, or the builder failed before; the
 * builder has then failed and the column is unchanged.  With a NULL builder the
 * memory is not counted, and false means that memory is out.  Freeing a column
 * does not reduce the count.
 *
 *     corr_vec(uint32_t) line = { 0 };
 *     corr_vec_push(b, &line, 7);      line.v[0] is 7, line.n is 1
 *     corr_vec_free(&line); */
bool corr_build_grow(corr_build *b, void **column, size_t *room, size_t need,
                     size_t size);
#define corr_vec_reserve(b, x, more)                                           \
    ((x)->n + (more) <= (x)->room ||                                           \
     corr_build_grow((b), (void **)&(x)->v, &(x)->room, (x)->n + (more),       \
                     sizeof *(x)->v))
/* A pointer to element i, or behind the last one; NULL in a column without
 * memory, where i is 0. */
#define corr_vec_from(x, i) ((x)->v ? (x)->v + (i) : NULL)
/* Variadic, so that a compound literal can be an argument. */
#define corr_vec_push(b, x, ...)                                               \
    (corr_vec_reserve((b), (x), 1) ? ((x)->v[(x)->n++] = (__VA_ARGS__), true)  \
                                   : false)
/* Appends copies of count elements from p. */
#define corr_vec_append(b, x, p, count)                                        \
    ((count) == 0 || (corr_vec_reserve((b), (x), (count)) &&                   \
                      (memcpy((x)->v + (x)->n, (p), (count) * sizeof *(x)->v), \
                       (x)->n += (count), true)))

/* ---- a format ------------------------------------------------------------ */

#define CORR_PROBE_MAX 65536

/* What speaks for and against a format, in lines of text. */
typedef struct corr_against {
    unsigned lines, good; /* lines looked at, lines of the format */
    unsigned like;        /* other lines that have its marks */
    uint64_t line;        /* the first that is not; 0: none */
    uint64_t offset;      /* of that line */
    const char *why;      /* "does not end in a count" */
} corr_against;

/* Files that are pieces of one recording. */
typedef struct corr_pieces {
    /* Whether a piece of a recording begins here (corr_format.h).  NULL: each
     * file is a recording of its own. */
    bool (*begins)(const uint8_t *head, size_t n, corr_part *p);
    /* Adds the process to the marks of the first piece, if only the whole piece
     * contains it. */
    void (*whose)(corr_src *in, corr_part *p);
    /* Whether both may be of one process.  An unknown fact of one piece does
     * not separate them. */
    bool (*kin)(const corr_part *a, const corr_part *b);
    /* Whether both pieces name their processes and these differ; b NULL:
     * whether a names its process.  NULL: files of this format are of one
     * process. */
    bool (*apart)(const corr_part *a, const corr_part *b);
    /* Whether they are the same piece.  One copy may be unfinished; the reader
     * uses the first. */
    bool (*same)(const corr_part *a, const corr_part *b);
} corr_pieces;

/* A format: a constant record.  All members but the first three may be zero. */
/* Copies files, each of their texts by way of the table (corr_scrub.h). */
typedef struct corr_rewriter {
    corr_code (*copy)(corr_src *in, corr_scrub *map, corr_out *out,
                      corr_err *err);
    /* Where a part ends that begins a window of n bytes and is copied on its
     * own.  More than n: so many bytes are wanted first.  0: the rest of the
     * file is one part.  is_last: the file ends with the window.  NULL: a file
     * is one part. */
    size_t (*part)(const uint8_t *p, size_t n, bool is_last);
} corr_rewriter;

struct corr_format {
    const char *name;  /* "pprof": --as, --to, messages */
    const char *title; /* "pprof profile" */
    /* Confidence: 100 magic, 60 structure, 20 possible, 1 only with --as, 0 no.
     * head is the first CORR_PROBE_MAX bytes after decompression, or the whole
     * input if whole is set. */
    int (*probe)(const uint8_t *head, size_t n, bool whole);
    /* "spans hits": a JSON document of this format has a member of one of these
     * names, at any depth; case and underscores do not count.  The probe is not
     * called for JSON without.  NULL: for any. */
    const char *members;
    /* NULL: this format cannot be read.  A reader may deliver more than want
     * requires, never less; a reader that ignores want is correct. */
    corr_code (*read)(corr_src *in, const corr_want *want, corr_build *b,
                      corr_err *err);
    /* Explains why a text is not of this format; NULL: not known by lines. */
    corr_against (*against)(const uint8_t *head, size_t n, bool whole);
    /* Lines of text: the probe is not called for heads with non-text bytes. */
    bool lines;

    /* NULL: cannot be written. */
    corr_code (*write)(const corr_sel *sel, corr_out *out, corr_err *err);
    /* Writes selections of one store, each of a kind, as one file or as files in
     * an empty folder; or NULL. */
    corr_code (*write_kinds)(const corr_sel *const *sel, size_t n,
                             corr_out *out, corr_err *err);
    corr_code (*write_folder)(const corr_sel *const *sel, size_t n, int dir,
                              corr_err *err);
    /* Two selections of one kind and one store side by side; or NULL. */
    corr_code (*write_diff)(const corr_sel *base, const corr_sel *now,
                            corr_out *out, corr_err *err);
    /* NULL: text and JSON are copied as such, other files are not. */
    const corr_rewriter *rewrite;
    /* NULL: files of this format can be neither cut nor merged. */
    corr_code (*cut)(corr_slice *s, corr_out *out, corr_err *err);
    /* The unit that cut keeps or drops: "chunk"; NULL: a record. */
    const char *block;
    bool is_binary; /* its output is binary */

    /* A sentence about a format that is recognised and refused; read is
     * NULL. */
    const char *refusal;
    const char *instead; /* the hint: what to do; NULL: no hint */
    /* The offset of the byte that proves it, in a head with confidence 100.
     * NULL: no single byte does. */
    size_t (*refused_at)(const uint8_t *head, size_t n);

    /* Records are independent: read may receive a part of the records, calls
     * corr_src_next at the end of the source, and supports a census. */
    bool parts;
    bool traces;  /* spans of several processes, in any stretch of the file */
    bool metrics; /* numbers over time; no samples or spans */
    bool alerts;  /* points mark starts and ends, so there is no step */
    bool mixed;   /* records of other formats may stand between its own:
                     corr_has_also */
    /* The values of samples of the default kind depend on the times and threads
     * of all of them: their rows are kept in any case. */
    bool weighs;

    corr_pieces pieces;
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
