/*
 * corr_base.h - values, errors, units and times: what every header of corr
 * speaks of.
 *
 * Units are ns, bytes and counts; absolute times are ns since 1970-01-01 UTC.
 * Everything here is a plain value; zeroed structs are valid.  Any thread may
 * call these functions.
 */
#ifndef CORR_PUBLIC_BASE_H
#define CORR_PUBLIC_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

#define CORR_VERSION "0.1.0"

#if defined(__GNUC__)
#define CORR_CHECK        __attribute__((warn_unused_result))
#define CORR_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define CORR_CHECK
#define CORR_PRINTF(f, a)
#endif

/* ---- values ---------------------------------------------------------- */

/* Text as pointer and length.  What comes out of a store is valid UTF-8 and
 * followed by a NUL, so p also serves as a C string. */
typedef struct corr_str {
    const char *p;
    size_t n;
} corr_str;

#define CORR_STR_ARG(s) (int)(s).n, (s).p /* for "%.*s" */

typedef struct corr_trace_id {
    uint64_t hi, lo; /* {0,0}: none */
} corr_trace_id;

#define CORR_NO_TIME   INT64_MIN
#define CORR_NO_OFFSET UINT64_MAX

/* What a caller would do differently. */
typedef enum corr_code {
    CORR_OK,
    CORR_EUSAGE,  /* the question makes no sense: bad regex, bad window */
    CORR_EIO,     /* the system said no: open, read, write */
    CORR_EFORMAT, /* the bytes are not what they claim to be */
    CORR_ELIMIT,  /* over a limit of corr_limits */
    CORR_ENOMEM,  /* out of memory */
    CORR_ENONE,   /* nothing found: no such trace, nothing recognised */
    CORR_EMANY,   /* ambiguous: two or more candidates */
    CORR_ENOTYET, /* recognised, but this version cannot do it */
    CORR_CODE_COUNT
} corr_code;

typedef struct corr_err {
    corr_code code;
    int sys;         /* errno, 0 if none */
    uint64_t offset; /* byte in the decoded input, or CORR_NO_OFFSET */
    uint64_t line;   /* 1-based, text formats only, else 0 */
    char input[256]; /* path as given (its tail, if longer) */
    char format[32]; /* the format that spoke, or empty */
    char field[64];  /* record and member, "Sample.location_id", or empty */
    char what[256];  /* one sentence, no full stop */
    char hint[384];  /* what to try next, lines, or empty */
} corr_err;

/* Limits on what an input may make us hold.  0 means the default. */
typedef struct corr_limits {
    uint64_t decoded; /* bytes a compressed input may become: 64 GiB */
    uint64_t record;  /* bytes one record, line or element: 256 MiB */
    uint64_t memory;  /* bytes one input's tables may hold: 8 GiB */
    uint32_t frames;  /* frames of one stack: 4096 */
    uint32_t depth;   /* nesting of JSON: 256 */
} corr_limits;

/* ---- frames and labels -------------------------------------------------- */

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

/* ---- notes -------------------------------------------------------------- */

/* How much a note matters. */
typedef enum corr_level { CORR_INFO, CORR_WARNING } corr_level;

/* ---- units -------------------------------------------------------------- */

/* Units of the model. */
typedef enum corr_unit {
    CORR_COUNT,
    CORR_NS,
    CORR_BYTES,
    CORR_NS_RESCALED /* of selections: not what was sampled (corr_rescale) */
} corr_unit;
const char *corr_unit_name(corr_unit u); /* "count" "ns" "bytes" ... */
#define CORR_RESCALED_MARK "*" /* behind each amount that is rescaled */
static inline bool corr_is_ns(corr_unit u)
{
    return u == CORR_NS || u == CORR_NS_RESCALED;
}
int64_t corr_sum(int64_t a, int64_t b); /* at the ends of the range it stays */

#define CORR_PRINT_MAX 48
/* Each writes text into buf[CORR_PRINT_MAX] and returns buf. */
const char *corr_print_count(char *buf, int64_t n);     /* 15,507 */
const char *corr_print_duration(char *buf, int64_t ns); /* 3.200 s, 41 ms */
const char *corr_print_span_of(char *buf, int64_t ns);  /* 44m10s, 30 s */
const char *corr_print_bytes(char *buf, int64_t bytes); /* 18.4 MB */
const char *corr_print_amount(char *buf, int64_t v, corr_unit unit);
/* tz_min: minutes east of UTC, 0 prints "Z". */
const char *corr_print_time(char *buf, int64_t unix_ns, int tz_min);
const char *corr_print_trace(char *buf, corr_trace_id id); /* 32 hex */
const char *corr_print_id(char *buf, uint64_t id);         /* 16 hex */

/* How far local time is from UTC.  Zeroed: it is UTC. */
typedef struct corr_zone {
    int (*east_at)(int64_t unix_ns); /* minutes east at a time; may be NULL */
    int east_min;                    /* then always so many */
} corr_zone;

/* Minutes east of UTC at a time. */
int corr_zone_east(const corr_zone *zone, int64_t unix_ns);

bool corr_parse_duration(corr_str text, int64_t *ns); /* 5m, 1.5s, 300ms */
bool corr_parse_bytes(corr_str text, int64_t *bytes); /* 512M, 64KiB */
/* A point in time: RFC 3339, a time of day (with day from `day`, Unix ns),
 * Unix s/ms/us/ns, "now".  Without a zone: UTC. */
bool corr_parse_time(corr_str text, int64_t day, int64_t now, int64_t *unix_ns);
/* Days from 1970-01-01 to a date of the Gregorian calendar; day and month are
 * 1-based. */
int64_t corr_days_of(int64_t year, unsigned month, unsigned day);

/* Ids as text, of 16 bytes for a trace and 8 for a span (corr-methods 0): W3C
 * writes hex, protobuf's JSON base64, X-Ray 1-XXXXXXXX-..., and some agents hex in
 * base64, decimals or UUIDs.  Accepts hex of any case and length, 0x, base64 of the bytes or
 * of the hex text, X-Ray's form, dashes.  All zero or empty: true, *id zero.
 * False: not an id; *id is then a hash of the text, so that equal texts are
 * equal ids. */
bool corr_parse_trace_id(corr_str text, corr_trace_id *id);
bool corr_parse_span_id(corr_str text, uint64_t *id);

/* Tenths that add up: v[i] in proportion of whole, largest remainders first,
 * ties to the earlier (corr-methods 7.2).  Nothing if the sum is not positive. */
void corr_apportion(const int64_t *v, int *out, size_t n, int whole);
/* The same of more than tenths, as of ns. */
void corr_apportion_wide(const int64_t *v, int64_t *out, size_t n,
                         int64_t whole);

/* Wilson interval at 95 % of x in n; n may be fractional. */
void corr_wilson(double x, double n, double *lo, double *hi);
/* Half-width in points of any share of n observations, rounded up. */
int corr_half_width(double n);

/* ---- errors ---------------------------------------------------------- */

/* Sets err, unless it is set or NULL, and returns code. */
corr_code corr_fail(corr_err *err, corr_code code, const char *what, ...)
    CORR_PRINTF(3, 4);
static inline corr_code corr_no_memory(corr_err *err)
{
    return corr_fail(err, CORR_ENOMEM, "out of memory");
}
/* The same, with where in the file: a decoded offset, a field or NULL. */
corr_code corr_fail_at(corr_err *err, corr_code code, uint64_t offset,
                       const char *field, const char *what, ...)
    CORR_PRINTF(5, 6);
/* What the user may do about it; the first one stands. */
void corr_hint(corr_err *err, const char *hint, ...) CORR_PRINTF(2, 3);
const char *corr_code_name(corr_code c); /* "ok" */

/* ---- objects of other headers ------------------------------------------- */

typedef struct corr_store corr_store;   /* corr.h */
typedef struct corr_sel corr_sel;       /* corr.h */
typedef struct corr_format corr_format; /* corr_read.h */
typedef struct corr_slice corr_slice;   /* corr_write.h */

/* ---- what is asked of a reader ------------------------------------------- */

/* The parts of an input that a question needs; no more of it is read. */
typedef enum corr_need {
    CORR_NEED_SAMPLES = 1 << 0,
    CORR_NEED_TIME = 1 << 1,   /* samples one by one, with their times */
    CORR_NEED_LABELS = 1 << 2, /* labels, ids, threads of samples */
    CORR_NEED_ROWS = 1 << 3,   /* the record number of each sample */
    CORR_NEED_LINES = 1 << 4,  /* line numbers and files of frames */
    CORR_NEED_SPANS = 1 << 5,
    CORR_NEED_ATTRS = 1 << 6,  /* attributes, events and links of spans */
    CORR_NEED_CLOCKS = 1 << 7, /* calls of other traces, to compare clocks */
    CORR_NEED_ALL = (1 << 8) - 1
} corr_need;

/* What samples of CPU are made to add up to, where an input knows it; numbers
 * of such samples are in CORR_NS_RESCALED, how many there are stays. */
/* A stretch of time [from,to), ns since 1970; 0,0: any time. */
typedef struct corr_window {
    int64_t from, to;
} corr_window;

/* Of which kinds of samples rows are wanted.  Of other kinds the sums will
 * do. */
typedef enum corr_rows {
    CORR_ROWS_ALL,      /* of every kind */
    CORR_ROWS_NO_BYTES, /* of every kind that does not count bytes, and of the
                           kind that is named */
    CORR_ROWS_ONE_KIND, /* of the kind that is named; without a name of the
                           kinds that show code, by CPU or by clock */
    CORR_ROWS_NONE      /* of no kind, unless there are spans here to tie
                           samples to */
} corr_rows;

typedef enum corr_rescale {
    CORR_RESCALE_NONE,  /* what was sampled */
    CORR_RESCALE_CLOCK, /* by threads of one name: what their clocks tell */
    CORR_RESCALE_METRIC /* what its process used: the yield becomes 1 */
} corr_rescale;

/* When the clocks of files began that do not know it themselves: their times,
 * counted from then, become those of a wall clock.  Zeroed: nobody told. */
typedef struct corr_began {
    bool is_told;
    int64_t at, u; /* Unix ns, and how sure that is */
} corr_began;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
