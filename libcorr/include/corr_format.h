/*
 * corr_format.h - what a format needs: bytes in, rows out, and back.
 *
 * A reader owns the loop: it takes bytes from a source and pushes rows into a
 * builder, which owns memory, interning, limits and warnings.  Both fail
 * stickily: after the first failure the source yields nothing, the builder
 * drops what it is given and hands out nil handles, and corr_finish returns
 * what went wrong.  So a reader needs no check after each call, only loops
 * that end when the source does.
 *
 * Row 0 of every table is nil: the empty text, no function, the empty stack,
 * no labels, no process, no span.
 */
#ifndef CORR_FORMAT_H
#define CORR_FORMAT_H

#include <string.h>

#include "corr.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- slices ----------------------------------------------------------- */

#define CORR_STR(literal) ((corr_str){ (literal), sizeof(literal) - 1 })

static inline corr_str corr_str_of(const char *z) /* NULL is empty */
{
    corr_str s = { z ? z : "", z ? strlen(z) : 0 };
    return s;
}

static inline bool corr_str_eq(corr_str a, corr_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool corr_str_is(corr_str a, const char *z)
{
    return corr_str_eq(a, corr_str_of(z));
}

/* Byte order, the shorter first. */
int corr_str_cmp(corr_str a, corr_str b);
/* Byte by byte, in the same case. */
bool corr_str_starts(corr_str s, const char *prefix);
bool corr_str_ends(corr_str s, const char *suffix);
corr_str corr_str_trim(corr_str s); /* spaces, tabs, CR at both ends */
/* First position of c, or s.n. */
size_t corr_str_find(corr_str s, char c);
/* Cuts at the last c into what is before and after; false: no c in s. */
bool corr_str_cut_last(corr_str s, char c, corr_str *before, corr_str *after);
/* The same at the first c. */
bool corr_str_cut(corr_str s, char c, corr_str *before, corr_str *after);
/* The name of a file: what is behind the last slash; a directory has none. */
corr_str corr_str_base(corr_str path);
/* Takes the next piece up to c off *rest; false once *rest is used up. */
bool corr_str_next(corr_str *rest, char c, corr_str *piece);
/* Whole-string numbers, no spaces, no overflow. */
bool corr_str_i64(corr_str s, int64_t *value);
bool corr_str_u64(corr_str s, uint64_t *value);
bool corr_str_real(corr_str s, double *value); /* decimal, finite */
int corr_hex_digit(char c);                    /* 0..15, of any case; or -1 */
/* Writes 16 hex digits and no 0 behind them; returns to + 16. */
char *corr_print_hex(char *to, uint64_t value);

/* ---- bounded cursor ---------------------------------------------------- */

/* Past the end every read yields 0 and sets bad; look at bad once a record. */
typedef struct corr_cur {
    const uint8_t *p, *end;
    bool bad;
} corr_cur;

/* Borrows n bytes; NULL has none. */
static inline corr_cur corr_cur_of(const void *p, size_t n)
{
    const uint8_t *at = p ? (const uint8_t *)p : (const uint8_t *)"";
    corr_cur c = { at, p ? at + n : at, false };
    return c;
}

static inline size_t corr_cur_left(const corr_cur *c)
{
    return (size_t)(c->end - c->p);
}

/* Nothing more can be read; for what is malformed. */
static inline uint64_t corr_cur_stop(corr_cur *c)
{
    c->bad = true;
    c->p = c->end;
    return 0;
}

/* A protobuf varint: at most ten bytes, little end first. */
static inline uint64_t corr_cur_varint(corr_cur *c)
{
    uint64_t x = 0;

    for (unsigned shift = 0; shift < 70; shift += 7) {
        if (c->p == c->end)
            return corr_cur_stop(c);
        uint8_t byte = *c->p++;
        if (shift < 64)
            x |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return x;
    }
    return corr_cur_stop(c);
}

/* A number of up to eight bytes, little end first. */
static inline uint64_t corr_cur_le(corr_cur *c, unsigned bytes)
{
    uint64_t x = 0;

    if (corr_cur_left(c) < bytes)
        return corr_cur_stop(c);
    for (unsigned i = 0; i < bytes; i++)
        x |= (uint64_t)*c->p++ << (8 * i);
    return x;
}

/* The next n bytes as a cursor of their own; as many as there are, and both
 * are bad, where there are fewer. */
static inline corr_cur corr_cur_slice(corr_cur *c, uint64_t n)
{
    if (n > corr_cur_left(c))
        n = corr_cur_stop(c);
    corr_cur s = { c->p, c->p + n, c->bad };
    c->p += n;
    return s;
}

/* ---- scratch memory ----------------------------------------------------- */

/* { 0 } is an arena with the default limit (1 GiB).  Memory is zeroed and
 * 16-aligned, and lives until reset or clear. */
typedef struct corr_arena {
    struct corr_arena_block *block;
    size_t held, limit;
} corr_arena;

#define corr_arena_new(a, T, n) ((T *)corr_arena_alloc((a), sizeof(T), (n)))
/* NULL: out of memory or over the limit. */
void *corr_arena_alloc(corr_arena *a, size_t size, size_t count);
void corr_arena_reset(corr_arena *a); /* keeps one block for the next use */
void corr_arena_clear(corr_arena *a); /* frees everything */

/* Growable memory for a column: makes room for need elements of size bytes,
 * keeping what is there.  *room counts elements.  False: out of memory; the
 * column is as it was. */
bool corr_grow(void **column, size_t *room, size_t need, size_t size);

/* A map from bytes, or from one u64, to u32.  { 0 } is empty.  Keys of bytes
 * are copied.  Values start at 0 when a key is new.  Out of memory: find
 * returns NULL. */
typedef struct corr_map {
    struct corr_map_slot *slot;
    uint32_t n, mask;
    struct corr_arena keys;
} corr_map;

/* The value of a key, added if it is new; good until the next one is added.
 * NULL: no memory. */
uint32_t *corr_map_bytes(corr_map *m, const void *key, size_t n, bool *is_new);
/* The value of each of n keys of bytes, 0 where there is none: many at a time
 * are found faster than one by one. */
void corr_map_find_all(const corr_map *m, const corr_str *key, size_t n,
                       uint32_t *value);
uint32_t *corr_map_u64(corr_map *m, uint64_t key, bool *is_new);
const uint32_t *corr_map_find_u64(const corr_map *m, uint64_t key);
void corr_map_clear(corr_map *m);

uint64_t corr_hash(const void *p, size_t n); /* good and fast, not secret */

/* ---- source -------------------------------------------------------------- */

/* The decoded bytes of one input, from the front to the end, once.
 * Compression is undone on the way, all members. */
typedef struct corr_src corr_src;

/* At least n contiguous bytes from the current position, fewer only at the
 * end or on failure; *got says how many are there (often more than n).  Valid
 * until the next call on the source.  n over limits.record fails the source
 * with CORR_ELIMIT, unless that much is at hand. */
const uint8_t *corr_src_peek(corr_src *in, size_t n, size_t *got);
/* Room for the next n bytes, for a reader that needs some of them only: they
 * are at hand after corr_src_fetch and until the next call of another function.
 * NULL: not of this source; peek them. */
const uint8_t *corr_src_reserve(corr_src *in, size_t n);
/* Has n bytes at hand, from at on of those that there is room for; all are,
 * where there was none.  False: they are not, and the source has failed. */
bool corr_src_fetch(corr_src *in, size_t at, size_t n);
/* Steps over n bytes, also past what was peeked. */
void corr_src_skip(corr_src *in, uint64_t n);
/* The next line without its end (LF or CRLF); false at the end. */
bool corr_src_line(corr_src *in, corr_str *line);
uint64_t corr_src_offset(const corr_src *in); /* decoded bytes before here */
uint64_t corr_src_lineno(const corr_src *in); /* of the last line, 1-based */
bool corr_src_failed(const corr_src *in);
/* A source may consist of parts of an input only, or of several files, each of
 * which ends like the whole.  Goes on to the next; false: that was the last.
 * For readers whose format says that it can be read so (parts, piece). */
bool corr_src_next(corr_src *in);
/* True where the compressed stream broke off or was damaged: what came out
 * before it was delivered. */
bool corr_src_cut(const corr_src *in);
const char *corr_src_path(const corr_src *in);
/* When the file at hand was last written, ns since 1970; CORR_NO_TIME: it is no
 * file. */
int64_t corr_src_written(const corr_src *in);
const corr_limits *corr_src_limits(const corr_src *in);
bool corr_src_strict(const corr_src *in);
/* What stands within a file, or beside it, as a source of its own; its owner
 * closes it.  within: n bytes that the reader of outer has, compressed or not,
 * borrowed until then.  beside: the file whose name has this ending in place
 * of the file's own, or behind it (x.labels or x.jfr.labels of x.jfr.gz, and
 * the other way round); NULL: there is none, or the input is no file.  Out of
 * memory is a source that has failed, or NULL. */
corr_src *corr_src_within(const corr_src *outer, const void *p, size_t n);
corr_src *corr_src_beside(const corr_src *in, const char *ending);
void corr_src_close(corr_src *in);

/* ---- what is wanted -------------------------------------------------------- */

/* Zero means everything.  A reader may deliver more, never less. */
typedef struct corr_want {
    unsigned needs;            /* corr_need flags; 0: all */
    bool by_id;                /* only traces that match */
    uint64_t hi, lo;           /* trace prefix ... */
    uint64_t mask_hi, mask_lo; /* ... and which bits of it count */
    uint64_t span, mask_span;  /* records whose span id matches come too;
                                  mask 0: never */
    int64_t from, to;          /* spans that touch [from,to); 0,0: any */
    const char *kind; /* the one whose rows are wanted, NULL: of the kinds that
                         a reader thinks of first: code, by CPU or by clock */
    bool one_kind;    /* of all kinds but that only sums are wanted */
    bool no_kind;     /* ... and of that, too */
    bool no_bytes;    /* of kinds that count bytes only sums are wanted, unless
                         it is kind, with the threads and the times that rows
                         of them would bring; rows that carry ids come */
    bool no_stacks;   /* rows that come all the same may do without, and
                         without the class of what was allocated */
    unsigned shape; /* of a source of parts: what corr_seen_shape said of it */
    bool census;    /* parse everything, and tell corr_seen_record and
                    corr_seen_span of it; wanted is what was wanted before */
} corr_want;

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

/* ---- handles and rows ------------------------------------------------------- */

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

typedef enum corr_frame_type {
    CORR_FRAME_PLAIN,
    CORR_FRAME_JIT,
    CORR_FRAME_INLINED,
    CORR_FRAME_INTERPRETED,
    CORR_FRAME_C1,
    CORR_FRAME_KERNEL,
    CORR_FRAME_NATIVE,
    CORR_FRAME_THREAD, /* a root that names a thread or process */
    CORR_FRAME_TYPE_COUNT
} corr_frame_type;

typedef struct corr_frame_row {
    corr_func func;
    uint32_t line; /* 1-based, 0 unknown */
    corr_frame_type type;
    uint64_t address; /* of code without a name: its offset in the file that is
                         its module, or where it was loaded; 0 unknown */
} corr_frame_row;

enum corr_kind_flag {
    CORR_KIND_DEFAULT = 1,    /* what the file itself shows first */
    CORR_KIND_CUMULATIVE = 2, /* since process start */
    CORR_KIND_SNAPSHOT = 4,   /* a state, not a flow: live heap, goroutines */
    CORR_KIND_INTERVAL = 8,   /* rows have durations */
    CORR_KIND_CONTEXT = 16,   /* activations, not samples: while a row lasts,
                                 its thread works for the span it names */
    CORR_KIND_NO_COUNT = 32,  /* nobody can know the number of samples */
    CORR_KIND_FEW = 64,       /* a tick takes only some of the threads that
                                 run, so that sums err by the root of n */
    CORR_KIND_RUNNABLE = 128, /* of threads that would run, which may wait for
                                 a CPU; not CPU time */
    CORR_KIND_EXACT = 256     /* ids that rows carry themselves are of the very
                                 span that ran, by definition */
};

/* What a thread does while a row of an interval kind lasts (methods 2.2).
 * Kinds of every other sort have CORR_WAIT_NONE. */
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
    int64_t threshold; /* of interval kinds, ns: shorter ones are not recorded;
                          0: all are, or nobody knows */
} corr_kind_row;

/* The duration of a row that lasts until the next one of its kind and thread,
 * or to the end. */
#define CORR_UNTIL_NEXT (-1)

/* Labels by which rows of interval kinds say what was waited for:
 *   class    of the monitor, or what a thread parked on
 *   address  of the same, a number: with class and file it tells monitors apart
 *   peer     "db-1:5432"
 *   path     of a file
 *   bytes    read or written, a number
 *   cause    of a pause, and its collector or operation: name
 * and rows of wall-clock samples what the thread was about:
 *   state    "runnable" or "sleeping" */
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
    uint32_t row;        /* 0-based number of the record in the file */
    corr_thread other;   /* who held the lock before; nil: not told */
} corr_sample_row;

/* Whether rows of a kind are wanted, or sums of them will do. */
bool corr_want_kind(const corr_want *w, const corr_kind_row *kind);

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

enum corr_span_flag {
    CORR_SPAN_REMOTE_KNOWN = 1, /* the next bit was set by the producer */
    CORR_SPAN_REMOTE = 2,       /* parent context came from elsewhere */
    CORR_SPAN_SHARED = 4,       /* server half of a shared id */
    CORR_SPAN_UNFINISHED = 8,   /* no end time */
    CORR_SPAN_MS_START = 16,    /* set at seal: starts of its process are
                                   all whole milliseconds */
    CORR_SPAN_RECORDED = 32     /* told by a profile, not by a trace export */
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

typedef struct corr_build corr_build;

/* Text is made valid UTF-8: bad bytes become U+FFFD and are counted. */
corr_text corr_add_text(corr_build *b, corr_str s);

/* file and module may be nil; so may the name of code that has none. */
corr_func corr_add_func(corr_build *b, corr_text name, corr_text file,
                        corr_text module);
corr_frame corr_add_frame(corr_build *b, const corr_frame_row *row);

/* A stack, root first.  Frames over limits.frames are cut off at the leaf and
 * counted.  Only one stack is open at a time. */
void corr_begin_stack(corr_build *b);
/* The same, with the first n frames of the stack that was ended last. */
void corr_resume_stack(corr_build *b, size_t n);
void corr_push_frame(corr_build *b, corr_frame f);
/* The same of n frames, by their rows. */
void corr_push_frames(corr_build *b, const uint32_t *frame, size_t n);
corr_stack corr_end_stack(corr_build *b);
/* A stack that rows may carry before its frames are known; bound once, by
 * corr_set_stack in place of corr_end_stack.  Never set: nil, and counted. */
corr_stack corr_later_stack(corr_build *b);
void corr_set_stack(corr_build *b, corr_stack later);

/* A set of labels or attributes.  Keys that carry ids, threads, times or the
 * service are known to the builder (libcorr/alias.c); push them like any
 * other.  Duplicate keys: the last wins.  Only one set is open at a time. */
void corr_begin_labels(corr_build *b);
void corr_push_label(corr_build *b, corr_str key, corr_str text);
void corr_push_int(corr_build *b, corr_str key, int64_t value, corr_str unit);
void corr_push_real(corr_build *b, corr_str key, double value);
void corr_push_bool(corr_build *b, corr_str key, bool value);
void corr_push_json(corr_build *b, corr_str key, corr_str text); /* list, map */
corr_labels corr_end_labels(corr_build *b);
/* A set that rows may carry before it is known, as with stacks. */
corr_labels corr_later_labels(corr_build *b);
void corr_set_labels(corr_build *b, corr_labels later); /* ends the open set */

/* A process, by its resource attributes: service.name and kin. */
corr_proc corr_add_proc(corr_build *b, corr_labels resource);
/* One that rows may name before its attributes are known. */
corr_proc corr_later_proc(corr_build *b);
void corr_set_proc(corr_build *b, corr_proc later, corr_labels resource);
/* The process that every sample of this file is of. */
void corr_set_owner(corr_build *b, corr_proc proc);

/* os_id, vm_id: 0 unknown. */
corr_thread corr_add_thread(corr_build *b, corr_text name, int64_t os_id,
                            int64_t vm_id);
/* A thread of the runtime only, which many requests share a carrier with. */
corr_thread corr_add_virtual_thread(corr_build *b, corr_text name,
                                    int64_t vm_id);

corr_kind corr_add_kind(corr_build *b, const corr_kind_row *row);
/* Late knowledge about a kind; replaces its row. */
void corr_set_kind(corr_build *b, corr_kind k, const corr_kind_row *row);
void corr_add_sample(corr_build *b, const corr_sample_row *row);
/* What rows of a kind add up to that are not wanted themselves: raw
 * observations, and those of them that carry something. */
typedef struct corr_sums {
    int64_t rows, obs, value;
    int64_t with_span, with_trace, with_time, with_thread;
    int64_t from, to; /* first and last of their times; 0,0: not told */
} corr_sums;
void corr_add_sums(corr_build *b, corr_kind kind, const corr_sums *sums);

/* All-zero trace or span ids are not added, but counted. */
corr_span corr_add_span(corr_build *b, const corr_span_row *row);
void corr_add_event(corr_build *b, corr_span s, int64_t time, corr_text name,
                    corr_labels attrs);
void corr_add_link(corr_build *b, corr_span s, corr_trace_id trace,
                   uint64_t span, corr_labels attrs);

/* For a census (corr_want): a record begins at this decoded offset that can be
 * read by itself, and a span is in the record at hand, whether it is wanted or
 * not.  Times of 0, or in the wrong order: it may be wanted in any window. */
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

/* Facts about the whole file.  Times are ns since 1970; CORR_NO_TIME. */
/* Which clock the times of records are of; at any point of a read. */
typedef enum corr_clock {
    CORR_CLOCK_WALL, /* ns since 1970 */
    CORR_CLOCK_OWN   /* ns since nobody knows when, as of a machine's start:
                        they give order and shape to the file's records, and
                        are compared with no other times */
} corr_clock;
void corr_set_clock(corr_build *b, corr_clock clock);
/* Times of records may be off by so much from each other, ns. */
void corr_set_clock_error(corr_build *b, int64_t ns);
/* A time of which the file has nothing left, though it was recorded. */
void corr_add_loss(corr_build *b, int64_t from, int64_t to);
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
void corr_set_window(corr_build *b, int64_t from, int64_t to);
/* ns that it ran, where no date is known (CORR_CLOCK_OWN); adds up. */
void corr_add_length(corr_build *b, int64_t ns);
void corr_set_producer(corr_build *b, corr_str producer);
void corr_add_setting(corr_build *b, corr_str name, corr_str value);

/* What the user should know.  Equal messages (same format string) are merged,
 * with a count and the first offset.  corr_damage also marks the input as
 * damaged and adds to what was lost: bytes or records, 0 if unknown; with
 * --strict it fails the builder. */
void corr_warn(corr_build *b, uint64_t offset, const char *what, ...)
    CORR_PRINTF(3, 4);
void corr_damage(corr_build *b, uint64_t offset, uint64_t bytes,
                 uint64_t records, const char *what, ...) CORR_PRINTF(5, 6);
/* A note with a stable code of corr-json(7), for machines. */
void corr_note(corr_build *b, const char *code, const char *what, ...)
    CORR_PRINTF(3, 4);

/* What is read is of the reader's format, even if no row comes of it: where
 * somebody insists on a format, a file without either is refused. */
void corr_recognised(corr_build *b);
/* Fails the builder: the file is refused.  field may be NULL. */
void corr_refuse(corr_build *b, corr_code code, uint64_t offset,
                 const char *field, const char *what, ...) CORR_PRINTF(5, 6);
bool corr_build_failed(const corr_build *b);

/* Ends a read: the first failure of source or builder, or CORR_OK. */
corr_code corr_finish(corr_src *in, corr_build *b, corr_err *err);

/* Ids as text: methods 0, formats/traces.md 2.2.  bytes: 16 for a trace, 8
 * for a span.  Accepts hex of any case and length, 0x, base64 of the bytes or
 * of the hex text, X-Ray's form, dashes.  All zero or empty: true, *id zero.
 * False: not an id; *id is then a hash of the text, so that equal texts are
 * equal ids. */
bool corr_parse_trace_id(corr_str text, corr_trace_id *id);
bool corr_parse_span_id(corr_str text, uint64_t *id);

/* ---- writing -------------------------------------------------------------------- */

/* A byte sink with sticky failure. */
typedef struct corr_out corr_out;
void corr_put(corr_out *out, const void *p, size_t n);
void corr_puts(corr_out *out, const char *z);
void corr_putc(corr_out *out, char c);
void corr_put_str(corr_out *out, corr_str s);
void corr_printf(corr_out *out, const char *format, ...) CORR_PRINTF(2, 3);
bool corr_out_failed(const corr_out *out);

typedef struct corr_frame_view {
    corr_str function, module, file;
    uint32_t line; /* 0 unknown */
    corr_frame_type type;
    uint64_t address; /* of code without a name, else 0 */
} corr_frame_view;

/* What code is called that may have no name: its function, or where it lies
 * (server+0x1f40, 0x7f3a1f40), or what it is part of ([server], <unknown>).
 * Borrowed from the frame, or written into buf. */
enum { CORR_FRAME_NAME_MAX = 320 };
corr_str corr_frame_name(const corr_frame_view *f,
                         char buf[CORR_FRAME_NAME_MAX]);

/* One row of a selection, as writers see it.  Text is borrowed from the
 * store. */
typedef struct corr_row {
    uint32_t input; /* number */
    uint32_t stack; /* number within the input: equal means equal */
    const char *file;
    uint32_t row, tick; /* row UINT32_MAX: not kept */
    corr_str kind, type;
    corr_unit unit;
    int64_t period;
    int64_t value, obs; /* raw observations: 1 or more */
    int64_t time;       /* CORR_NO_TIME */
    corr_str thread;
    int64_t tid; /* 0 unknown */
    corr_trace_id label_trace;
    uint64_t label_span; /* the id on the record, span or root */
    corr_trace_id trace; /* what the join decided */
    uint64_t span;       /* 0: not joined */
    double share;        /* 0..1 of the row */
    corr_rung rung;
    double confidence;
    corr_why why;
    uint32_t labels; /* number within the input, 0 none */
} corr_row;

/* The rows of a selection in the order of inputs, rows, shares. */
typedef struct corr_sel_iter {
    const corr_sel *sel;
    size_t part, at;
    uint32_t split;
} corr_sel_iter;

/* The next row, whose texts are the store's; false: there is none. */
bool corr_sel_next(corr_sel_iter *it, corr_row *row);
/* Frames of a stack, root first; i counts from 0 to corr_stack_depth. */
uint32_t corr_stack_depth(const corr_sel *sel, uint32_t input, uint32_t stack);
corr_frame_view corr_stack_at(const corr_sel *sel, uint32_t input,
                              uint32_t stack, uint32_t i);

typedef enum corr_value_type {
    CORR_VALUE_TEXT,
    CORR_VALUE_INT,
    CORR_VALUE_REAL,
    CORR_VALUE_BOOL,
    CORR_VALUE_JSON
} corr_value_type;

typedef struct corr_label {
    corr_str key, text; /* text also for JSON; unit of a number */
    corr_value_type type;
    int64_t num;
    double real;
} corr_label;

/* Labels of a set, as rows name them, by their number from 0; texts are the
 * store's. */
uint32_t corr_nlabels(const corr_sel *sel, uint32_t input, uint32_t labels);
corr_label corr_label_at(const corr_sel *sel, uint32_t input, uint32_t labels,
                         uint32_t i);

/* ---- slices: some records of files, in the format of these ----------------------- */

/* Which records of which inputs, all of one format, are to stand in one file.
 * A format that can be cut reads these inputs once more and copies the records
 * as they stand, with what they need. */
typedef struct corr_slice corr_slice;

/* An input that is open, from its first byte on. */
typedef struct corr_slice_input {
    corr_src *in;
    corr_build *b; /* for a reader's words; what is added leads nowhere */
    const char *path;
} corr_slice_input;

size_t corr_slice_inputs(const corr_slice *s); /* 1 or more */
/* A merge: equal records become one. */
bool corr_slice_adds(const corr_slice *s);
/* One input is open at a time, and may be opened again. */
corr_code corr_slice_open(corr_slice *s, size_t i, corr_slice_input *to,
                          corr_err *err) CORR_CHECK;
/* What went wrong since, in err with the name of the input. */
corr_code corr_slice_close(corr_slice *s, corr_err *err) CORR_CHECK;

/* How much of a record of samples is kept, 0..1, by its number in the input
 * that is open.  Numbers are asked in ascending order. */
double corr_slice_row(corr_slice *s, uint32_t row);
/* Whether a span is kept. */
bool corr_slice_span(const corr_slice *s, corr_trace_id trace, uint64_t span);
/* Of a format that is cut in blocks (corr_format.block): whether a selected row
 * of the input that is open ended in this time, both ends included; whether
 * what is not whole is to be rescued; how many blocks could not be kept. */
bool corr_slice_touches(const corr_slice *s, int64_t from, int64_t to);
bool corr_slice_salvages(const corr_slice *s);
void corr_slice_leave_out(corr_slice *s, uint64_t blocks);
/* How many records a format found in an input, and how many it kept. */
void corr_slice_count(corr_slice *s, uint64_t kept, uint64_t of);

/* ---- files that are pieces of one recording ----------------------------------------- */

/* What a recording consists of, be that in one file or in several: one goes on
 * where another ends, and each can be read by itself.  mark is the format's
 * own. */
typedef struct corr_piece {
    int64_t from, to; /* ns since 1970 */
    uint64_t bytes;   /* behind them the next may begin; 0: none does */
    int64_t mark[4];
    bool open;  /* what was written of it is not all of it */
    bool alone; /* whatever goes on in another */
} corr_piece;

/* ---- a format ---------------------------------------------------------------------- */

struct corr_format {
    const char *name;  /* "pprof": --as, --to, messages */
    const char *title; /* "pprof profile" */
    /* How sure: 100 magic, 60 structure, 20 could be, 1 only if somebody says
     * so, 0 no.  head is the first
     * 64 KiB after decompression, or the whole input if whole is set. */
    int (*probe)(const uint8_t *head, size_t n, bool whole);
    /* NULL: this format cannot be read. */
    corr_code (*read)(corr_src *in, const corr_want *want, corr_build *b,
                      corr_err *err);
    /* NULL: cannot be written. */
    corr_code (*write)(const corr_sel *sel, corr_out *out, corr_err *err);
    /* Two of one kind and one store side by side, as they are; or NULL. */
    corr_code (*write_diff)(const corr_sel *base, const corr_sel *now,
                            corr_out *out, corr_err *err);
    /* NULL: files of it can be neither cut nor merged. */
    corr_code (*cut)(corr_slice *s, corr_out *out, corr_err *err);
    /* What is kept or left out as a whole where it is cut: "chunk"; NULL: a
     * record. */
    const char *block;
    /* What is written is nothing to look at. */
    bool is_binary;
    /* A format that is recognised and refused: the sentence that says what it
     * is; read is NULL. */
    const char *refusal;
    const char *instead; /* the hint: what to do; NULL: nothing helps */
    /* Offset of the byte that proves it, in what the probe was sure of; NULL:
     * the file as a whole does. */
    size_t (*refused_at)(const uint8_t *head, size_t n);
    /* Records stand by themselves: read can be given some of them only, calls
     * corr_src_next at the end of the source, and takes a census. */
    bool parts;
    /* Lines of text: no probe is made of what holds bytes that no text does. */
    bool lines;
    /* Traces of several processes: some bytes of a file, from the beginning or
     * from that of a line on, tell of some of them. */
    bool traces;
    /* Numbers over time, and neither samples nor spans. */
    bool metrics;
    /* What samples of the default kind are worth is known only with their times
     * and threads: of these rows are kept, whatever is wanted. */
    bool weighs;
    /* Whether a piece of a recording begins so; NULL: files of this format
     * stand for themselves. */
    bool (*piece)(const uint8_t *head, size_t n, corr_piece *p);
    /* Adds to the marks of the first piece whose it is: what is known only
     * from all of it. */
    void (*piece_whose)(corr_src *in, corr_piece *p);
    /* Whether both may be of one process.  What is not known of one of them
     * does not keep them apart. */
    bool (*piece_kin)(const corr_piece *a, const corr_piece *b);
    /* Whether they are the same piece, a copy of which may be unfinished: the
     * reader takes one of them if it finds both, the first. */
    bool (*piece_same)(const corr_piece *a, const corr_piece *b);
};

#define CORR_PROBE_MAX 65536

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
