/*
 * corr_read.h - what a reader of samples needs: the record that describes a
 * format, the rows it pushes, and the builder that takes them.
 *
 * formats/example/example.c is a complete reader.  Rare calls are elsewhere:
 * spans, metrics, waits, blocks, and what a question leaves out are in
 * corr_build.h; pieces of a recording are in corr_format.h; writers and cutters
 * use corr_write.h.
 *
 * Of corr_base.h and corr_bytes.h, which come with this header, readers of
 * lines mostly use these:
 *
 *     corr_str s;                         pointer p and length n, no NUL
 *     CORR_STR("text")                    a literal as such a slice
 *     corr_str_eq(a, b)  corr_str_is(s, "text")  corr_str_starts(s, "text")
 *     corr_str_trim(s)                    without blanks at both ends
 *     corr_str_next(&rest, ' ', &word)    the next piece; false: all are used
 *     corr_str_cut(s, '=', &key, &value)  at the first '='; false: there is none
 *     corr_str_i64(s, &n)  corr_str_u64(s, &n)  corr_str_real(s, &x)
 *     corr_parse_trace_id(s, &id)  corr_parse_span_id(s, &id)   hex and others
 *
 *     corr_src_line(in, &line)            the next line; false: the file is over
 *     corr_src_offset(in)                 bytes before the next line
 *     corr_src_lineno(in)                 number of the last line, from 1
 *     corr_src_peek(in, n, &got)          bytes at hand, for binary formats ...
 *     corr_src_skip(in, n)                ... and on to what is behind them
 *
 * Source and builder fail stickily.  After the first failure the source yields
 * no line, the builder drops what it is given and hands out nil handles, and
 * corr_finish returns what went wrong.  So a reader checks nothing in between.
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
typedef struct corr_want corr_want; /* corr_build.h */
typedef struct corr_part corr_part; /* corr_format.h */

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

/* ---- names, frames, stacks ------------------------------------------------- */

/* The builder keeps equal texts, functions, frames, stacks and label sets once:
 * adding one again returns the same handle.  Bytes that are not UTF-8 become
 * U+FFFD and are counted. */
corr_text corr_add_text(corr_build *b, corr_str s);

/* file and module may be nil, and so may the name of code that has none. */
corr_func corr_add_func(corr_build *b, corr_text name, corr_text file,
                        corr_text module);

typedef struct corr_frame_row {
    corr_func func;
    uint32_t line; /* 1-based, 0 unknown */
    corr_frame_type type;
    uint64_t address; /* of code without a name: its offset in its module, or
                         the address it was loaded at; 0 unknown */
} corr_frame_row;

corr_frame corr_add_frame(corr_build *b, const corr_frame_row *row);

/* A stack, root first.  The builder cuts frames over limits.frames off at the
 * leaf, and counts them.  Only one stack is open at a time. */
void corr_begin_stack(corr_build *b);
void corr_push_frame(corr_build *b, corr_frame f);
corr_stack corr_end_stack(corr_build *b);

/* ---- labels, processes, threads -------------------------------------------- */

/* A set of labels.  The builder understands keys that carry ids, threads, times
 * or the service (libcorr/model/label_alias.c); push them like any other.  Of
 * equal keys the last wins.  Only one set is open at a time.
 *
 * Rows of kinds with CORR_KIND_INTERVAL describe a wait by these labels:
 *   class    of the monitor, or the object a thread parked on
 *   address  of the same, a number: with class and file it identifies a monitor
 *   peer     "db-1:5432"
 *   path     of a file
 *   bytes    read or written, a number
 *   cause    of a pause; its collector or operation is the label name
 * and rows of wall-clock samples the thread by this one:
 *   state    "runnable" or "sleeping" */
void corr_begin_labels(corr_build *b);
void corr_push_label(corr_build *b, corr_str key, corr_str text);
void corr_push_int(corr_build *b, corr_str key, int64_t value, corr_str unit);
void corr_push_real(corr_build *b, corr_str key, double value);
void corr_push_bool(corr_build *b, corr_str key, bool value);
void corr_push_json(corr_build *b, corr_str key, corr_str text); /* list, map */
corr_labels corr_end_labels(corr_build *b);

/* A process, by the labels of its resource: service.name, host.name, ... */
corr_proc corr_add_proc(corr_build *b, corr_labels resource);
/* The process that every sample of this file belongs to. */
void corr_set_owner(corr_build *b, corr_proc proc);

/* A thread by its ids in the system and in its runtime; 0 unknown. */
corr_thread corr_add_thread(corr_build *b, corr_text name, int64_t os_id,
                            int64_t vm_id);
/* The same by its id in the system and its process; pid 0: unknown. */
corr_thread corr_add_thread_of(corr_build *b, corr_text name, int64_t os_id,
                               int64_t pid);

/* ---- kinds of samples ------------------------------------------------------ */

enum corr_kind_flag {
    CORR_KIND_DEFAULT = 1,    /* the kind that the file itself shows first */
    CORR_KIND_CUMULATIVE = 2, /* since process start */
    CORR_KIND_SNAPSHOT = 4,   /* a state, not a flow: live heap, goroutines */
    CORR_KIND_INTERVAL = 8,   /* rows have durations */
    CORR_KIND_CONTEXT = 16,   /* activations, not samples: while a row lasts,
                                 its thread works for the span it names */
    CORR_KIND_NO_COUNT = 32,  /* the number of samples cannot be known */
    CORR_KIND_FEW = 64,       /* a tick takes only some of the threads that
                                 run, so that sums err by the root of n */
    CORR_KIND_RUNNABLE = 128, /* of threads that would run, which may wait for
                                 a CPU; not CPU time */
    CORR_KIND_EXACT = 256,    /* the ids in a row are of the very span that
                                 ran, by definition */
    CORR_KIND_PICKED = 512,   /* of objects that were picked, each no larger
                                 than it is: their sum is not that of all */
    CORR_KIND_WHOLE = 1024    /* all that there are, as goroutines: no row
                                 stands for others */
};

/* What a thread does while a row of an interval kind lasts (corr-methods 2.2).
 * All other kinds have CORR_WAIT_NONE. */
typedef enum corr_wait {
    CORR_WAIT_NONE,
    CORR_WAIT_PAUSE, /* all threads of the process stand: GC, safepoints */
    CORR_WAIT_LOCK,
    CORR_WAIT_FILE,
    CORR_WAIT_SLEEP,
    CORR_WAIT_SOCKET,
    CORR_WAIT_PARK,
    CORR_WAIT_COUNT
} corr_wait;

typedef struct corr_kind_row {
    corr_str name; /* "cpu": the names of corr-json(7) */
    corr_str type; /* the format's own words */
    corr_unit unit;
    int64_t period; /* in unit, 0 unknown */
    unsigned flags;
    corr_wait wait;    /* of interval kinds */
    int64_t threshold; /* of interval kinds, ns: shorter waits are not recorded;
                          0: all are, or it is unknown */
} corr_kind_row;

corr_kind corr_add_kind(corr_build *b, const corr_kind_row *row);
/* Replaces the row of a kind, once more is known of it. */
void corr_set_kind(corr_build *b, corr_kind k, const corr_kind_row *row);

/* ---- samples --------------------------------------------------------------- */

/* The duration of a row that lasts until the next one of its kind and thread,
 * or to the end. */
#define CORR_UNTIL_NEXT (-1)

typedef struct corr_sample_row {
    corr_kind kind;
    corr_stack stack;
    corr_thread thread;
    corr_labels labels;
    corr_trace_id trace; /* ids the record itself carries, besides labels */
    uint64_t span, root; /* 0: none */
    int64_t time;        /* ns in the input's clock; CORR_NO_TIME */
    int64_t duration;    /* ns, interval kinds, and wall-clock samples of
                            several ticks: from the first to the last */
    int64_t value;       /* in the kind's unit */
    int64_t obs;         /* raw observations in this row; 0 means one */
    double squares;      /* the sum of the squares of their values, if these
                            differ; else 0 */
    uint32_t row;        /* 0-based number of the record in the file */
    corr_thread other;   /* the thread that held the lock; nil: unknown */
} corr_sample_row;

void corr_add_sample(corr_build *b, const corr_sample_row *row);

/* ---- facts about the file -------------------------------------------------- */

typedef enum corr_clock {
    CORR_CLOCK_WALL, /* ns since 1970 */
    CORR_CLOCK_OWN   /* ns since an unknown moment, as the start of a machine:
                        they order the records of the file, and are compared
                        with no other times */
} corr_clock;

/* Which clock the times of records are of; at any point of a read. */
void corr_set_clock(corr_build *b, corr_clock clock);
/* When the file was recorded, ns since 1970, if its records do not show it. */
void corr_set_window(corr_build *b, int64_t from, int64_t to);
void corr_set_producer(corr_build *b, corr_str producer);
void corr_add_setting(corr_build *b, corr_str name, corr_str value);

/* ---- what the user should know --------------------------------------------- */

/* A warning; offset: the decoded byte it is about, or CORR_NO_OFFSET.  Equal
 * messages (same format string) are merged, with a count and the first
 * offset. */
void corr_warn(corr_build *b, uint64_t offset, const char *what, ...)
    CORR_PRINTF(3, 4);
/* The same, and the input is damaged; bytes, records: what was lost, 0 unknown.
 * With --strict it fails the builder. */
void corr_damage(corr_build *b, uint64_t offset, uint64_t bytes,
                 uint64_t records, const char *what, ...) CORR_PRINTF(5, 6);
/* A note with a stable code of corr-json(7), for machines. */
void corr_note(corr_build *b, const char *code, const char *what, ...)
    CORR_PRINTF(3, 4);

/* ---- the end --------------------------------------------------------------- */

/* The file is of the reader's format, even if no row comes of it.  Under --as, a
 * file that yields neither a row nor this is refused. */
void corr_recognised(corr_build *b);
/* Fails the builder: the file is refused.  field may be NULL. */
void corr_refuse(corr_build *b, corr_code code, uint64_t offset,
                 const char *field, const char *what, ...) CORR_PRINTF(5, 6);
bool corr_build_failed(const corr_build *b);

/* Ends a read: the first failure of source or builder, or CORR_OK. */
corr_code corr_finish(corr_src *in, corr_build *b, corr_err *err);

/* ---- columns of a reader's own ---------------------------------------------- */

/* Growable columns (corr_vec) that count against the memory one input may take.
 * False: memory is out, the limit is passed, or the builder has failed before;
 * the builder has failed then, and the column holds what it held.  A NULL
 * builder counts nothing, and false means that memory is out.  Freeing a column
 * gives nothing back to the count.
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
/* Variadic, so that a compound literal may be pushed as it stands. */
#define corr_vec_push(b, x, ...)                                               \
    (corr_vec_reserve((b), (x), 1) ? ((x)->v[(x)->n++] = (__VA_ARGS__), true)  \
                                   : false)
/* Copies count elements from p behind the others. */
#define corr_vec_append(b, x, p, count)                                        \
    ((count) == 0 || (corr_vec_reserve((b), (x), (count)) &&                   \
                      (memcpy((x)->v + (x)->n, (p), (count) * sizeof *(x)->v), \
                       (x)->n += (count), true)))

/* ---- a format -------------------------------------------------------------- */

#define CORR_PROBE_MAX 65536

/* A constant record.  Every member but the first three may be zero. */
struct corr_format {
    const char *name;  /* "pprof": --as, --to, messages */
    const char *title; /* "pprof profile" */
    /* How sure: 100 magic, 60 structure, 20 possible, 1 only under --as, 0 no.
     * head is the first CORR_PROBE_MAX bytes after decompression, or the whole
     * input if whole is set. */
    int (*probe)(const uint8_t *head, size_t n, bool whole);
    /* NULL: this format cannot be read.  A reader may deliver more than want
     * asks for, never less; one that ignores want is correct. */
    corr_code (*read)(corr_src *in, const corr_want *want, corr_build *b,
                      corr_err *err);
    /* Lines of text: the probe is not called for heads with bytes that no text
     * has. */
    bool lines;

    /* NULL: cannot be written. */
    corr_code (*write)(const corr_sel *sel, corr_out *out, corr_err *err);
    /* Two selections of one kind and one store side by side; or NULL. */
    corr_code (*write_diff)(const corr_sel *base, const corr_sel *now,
                            corr_out *out, corr_err *err);
    /* NULL: files of this format can be neither cut nor merged. */
    corr_code (*cut)(corr_slice *s, corr_out *out, corr_err *err);
    /* The unit that cut keeps or leaves out: "chunk"; NULL: a record. */
    const char *block;
    bool is_binary; /* its output is not for a screen */

    /* A format that is recognised and refused: a sentence about it; read is
     * NULL. */
    const char *refusal;
    const char *instead; /* the hint: what to do; NULL: there is no help */
    /* Offset of the byte that proves it, in a head that the probe was sure of;
     * NULL: the file as a whole does. */
    size_t (*refused_at)(const uint8_t *head, size_t n);

    /* Records stand by themselves: read can be given some of them only, calls
     * corr_src_next at the end of the source, and takes a census. */
    bool parts;
    bool traces;  /* spans of several processes, in any stretch of the file */
    bool metrics; /* numbers over time, and neither samples nor spans */
    bool alerts;  /* points mark beginnings and ends: they have no step */
    /* The value of a sample of the default kind depends on the times and threads
     * of all: their rows are kept, whatever is wanted. */
    bool weighs;

    /* Whether a piece of a recording begins here (corr_format.h); NULL: files
     * of this format stand for themselves. */
    bool (*piece)(const uint8_t *head, size_t n, corr_part *p);
    /* Adds to the marks of the first piece which process it is of, if only the
     * whole piece shows that. */
    void (*part_whose)(corr_src *in, corr_part *p);
    /* Whether both may be of one process.  A fact that is unknown of one of
     * them does not separate them. */
    bool (*part_kin)(const corr_part *a, const corr_part *b);
    /* Whether both name their processes, and these differ; b NULL: whether a
     * names one.  NULL: files of this format are of one process. */
    bool (*part_apart)(const corr_part *a, const corr_part *b);
    /* Whether they are the same piece, one copy of which may be unfinished: the
     * reader takes the first it finds. */
    bool (*part_same)(const corr_part *a, const corr_part *b);
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
