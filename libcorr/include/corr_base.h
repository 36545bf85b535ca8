/*
 * corr_base.h - values, errors, units and times that all headers of corr use.
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

/* Text as pointer and length.  Text from a store is valid UTF-8 with a NUL
 * behind it, so p is also a C string. */
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

/* Kinds of failure that callers handle differently. */
typedef enum corr_code {
    CORR_OK,
    CORR_EUSAGE,  /* the query is invalid: bad regex, bad window */
    CORR_EIO,     /* a system call failed: open, read, write */
    CORR_EFORMAT, /* the bytes do not match the format */
    CORR_ELIMIT,  /* over a limit of corr_limits */
    CORR_ENOMEM,  /* out of memory */
    CORR_ENONE,   /* not found: no such trace, no recognised input */
    CORR_EMANY,   /* ambiguous: two or more candidates */
    CORR_ENOTYET, /* recognised, but not supported in this version */
    CORR_CODE_COUNT
} corr_code;

typedef struct corr_err {
    corr_code code;
    int sys;         /* errno, 0 if none */
    uint64_t offset; /* byte in the decoded input, or CORR_NO_OFFSET */
    uint64_t line;   /* 1-based, text formats only, else 0 */
    char input[256]; /* path as given, or its last bytes */
    char format[32]; /* name of the format, or empty */
    char field[64];  /* record and member, "Sample.location_id", or empty */
    char what[256];  /* one sentence, no full stop */
    char hint[384];  /* what the user can try, in lines, or empty */
} corr_err;

/* Limits on the resources that one input may take.  0 means the default. */
typedef struct corr_limits {
    uint64_t decoded; /* bytes a compressed input may become: 64 GiB */
    uint64_t record;  /* bytes of one record, line or element: 256 MiB */
    uint64_t memory;  /* bytes of the tables of one input: 8 GiB */
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
    corr_str written; /* the name as the file has it, with the file or line that
                         was split off it; empty: as the function's */
    corr_str
        begins;    /* "LINE:COLUMN" of a function without a name of its own, or
                        empty */
    uint32_t line; /* 0 unknown */
    corr_frame_type type;
    uint64_t address; /* address of code without a name, else 0 */
} corr_frame_view;

/* The name to print for a frame: its function, or else its address
 * (server+0x1f40, 0x7f3a1f40) or its module ([server], <unknown>).  The result
 * is borrowed from the frame or written into buf. */
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
    corr_str key, text; /* text, JSON, or the unit of a number */
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
    CORR_NS_RESCALED, /* rescaled CPU time of a selection (corr_rescale) */
    CORR_AMOUNT,      /* of the kind's own unit: cycles, items; no number of
                         samples */
    CORR_FRACTION /* a count with decimals, in parts of 1 / CORR_FRACTIONS */
} corr_unit;
enum { CORR_FRACTIONS = 1000000, CORR_FRACTION_DECIMALS = 6 };
const char *corr_unit_name(corr_unit u); /* "count" "ns" "bytes" ... */
#define CORR_RESCALED_MARK "*"           /* printed behind rescaled amounts */
static inline bool corr_is_ns(corr_unit u)
{
    return u == CORR_NS || u == CORR_NS_RESCALED;
}
/* Whether values are numbers without a scale. */
static inline bool corr_is_plain(corr_unit u)
{
    return u == CORR_COUNT || u == CORR_AMOUNT || u == CORR_FRACTION;
}
/* The number of parts that make 1 of what a unit counts. */
static inline int64_t corr_unit_parts(corr_unit u)
{
    return u == CORR_FRACTION ? CORR_FRACTIONS : 1;
}
/* A sum that is exact, or unknown: it needs more than 63 bits, or a part of it
 * is unknown. */
#define CORR_NO_TOTAL INT64_MIN
int64_t corr_exact_sum(int64_t a, int64_t b);
int64_t corr_sum(int64_t a, int64_t b); /* saturates at the limits of int64_t */

#define CORR_PRINT_MAX 48
/* Each writes text into buf[CORR_PRINT_MAX] and returns buf. */
const char *corr_print_count(char *buf, int64_t n);     /* 15,507 */
const char *corr_print_duration(char *buf, int64_t ns); /* 3.200 s, 41 ms */
const char *corr_print_span_of(char *buf, int64_t ns);  /* 44m10s, 30 s */
/* ns in the unit that fits `whole`, so that the parts of it have one unit; what is
 * far longer or shorter has one that fits it: 0.812 s, 12.30 ms. */
const char *corr_print_part(char *buf, int64_t ns, int64_t whole);
const char *corr_print_bytes(char *buf, int64_t bytes); /* 18.4 MB */
const char *corr_print_amount(char *buf, int64_t v, corr_unit unit);
/* An amount of CORR_FRACTION for machines: 1204.5 */
const char *corr_print_fraction(char *buf, int64_t v);
/* tz_min: minutes east of UTC, 0 prints "Z". */
const char *corr_print_time(char *buf, int64_t unix_ns, int tz_min);
const char *corr_print_trace(char *buf, corr_trace_id id); /* 32 hex */
const char *corr_print_id(char *buf, uint64_t id);         /* 16 hex */

/* The offset of local time from UTC.  Zeroed: UTC. */
typedef struct corr_zone {
    int (*east_at)(
        int64_t unix_ns); /* minutes east at a given time; may be NULL */
    int east_min;         /* constant offset if east_at is NULL */
} corr_zone;

/* Minutes east of UTC at a time. */
int corr_zone_east(const corr_zone *zone, int64_t unix_ns);

bool corr_parse_duration(corr_str text, int64_t *ns); /* 5m, 1.5s, 300ms */
bool corr_parse_bytes(corr_str text, int64_t *bytes); /* 512M, 64KiB */
/* Parses a point in time: RFC 3339, a time of day (on the day of `day`, Unix
 * ns), Unix s/ms/us/ns, or "now".  A time without a zone is UTC. */
bool corr_parse_time(corr_str text, int64_t day, int64_t now, int64_t *unix_ns);
/* Days from 1970-01-01 to a date of the Gregorian calendar; day and month are
 * 1-based. */
int64_t corr_days_of(int64_t year, unsigned month, unsigned day);

/* Parse ids in text, of 16 bytes for a trace and 8 for a span (corr-methods 0).
 * W3C writes hex, protobuf's JSON base64, X-Ray 1-XXXXXXXX-..., and some agents
 * write hex in base64, decimals or UUIDs.  These functions accept hex of any
 * case and length, 0x, base64 of the bytes or of the hex text, X-Ray's form,
 * and dashes. All zero or empty: true, and *id is zero.  False: text is no id;
 * *id is then a hash of the text, so that equal texts have equal ids. */
bool corr_parse_trace_id(corr_str text, corr_trace_id *id);
bool corr_parse_span_id(corr_str text, uint64_t *id);

/* Sets out[i] to the part of whole in proportion to v[i], so that the parts add
 * up to whole: largest remainders first, ties to the earlier (corr-methods
 * 7.2). out is unchanged if the sum of v is not positive. */
void corr_apportion(const int64_t *v, int *out, size_t n, int whole);
/* The same for large wholes, such as ns. */
void corr_apportion_wide(const int64_t *v, int64_t *out, size_t n,
                         int64_t whole);

/* Wilson interval at 95 % of x in n; n may be fractional. */
void corr_wilson(double x, double n, double *lo, double *hi);
/* The half-width of the interval for a share of n observations, in percentage
 * points, rounded up; the widest case. */
int corr_half_width(double n);
/* The ending of the noun after a count: "", or "s". */
static inline const char *corr_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* ---- errors ---------------------------------------------------------- */

/* Sets err, unless it is set or NULL, and returns code. */
corr_code corr_fail(corr_err *err, corr_code code, const char *what, ...)
    CORR_PRINTF(3, 4);
static inline corr_code corr_no_memory(corr_err *err)
{
    return corr_fail(err, CORR_ENOMEM, "out of memory");
}
/* The same, with the place in the file: a decoded offset, and a field or
 * NULL. */
corr_code corr_fail_at(corr_err *err, corr_code code, uint64_t offset,
                       const char *field, const char *what, ...)
    CORR_PRINTF(5, 6);
/* Sets what the user can do about the failure, unless a hint is set already.
 * Returns the code of err; CORR_EUSAGE if err is NULL. */
corr_code corr_hint(corr_err *err, const char *hint, ...) CORR_PRINTF(2, 3);
const char *corr_code_name(corr_code c); /* "ok" */

/* ---- objects of other headers ------------------------------------------- */

typedef struct corr_store corr_store;   /* corr.h */
typedef struct corr_sel corr_sel;       /* corr.h */
typedef struct corr_format corr_format; /* corr_read.h */
typedef struct corr_slice corr_slice;   /* corr_write.h */

/* ---- what a query needs from a reader ------------------------------------ */

/* The parts of an input that a query needs.  A reader may skip the others. */
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

/* A stretch of time [from,to), ns since 1970; 0,0: any time. */
typedef struct corr_window {
    int64_t from, to;
} corr_window;

/* Which kinds of samples are read as rows.  For other kinds sums are enough. */
typedef enum corr_rows {
    CORR_ROWS_ALL,      /* rows of every kind */
    CORR_ROWS_NO_BYTES, /* rows of every kind that does not count bytes, and of
                           the named kind */
    CORR_ROWS_ONE_KIND, /* rows of the named kind; without a name, of CPU and
                           wall-clock kinds */
    CORR_ROWS_NONE      /* rows of no kind, unless the store has spans to join
                           samples to */
} corr_rows;

/* To which total CPU samples are scaled, if an input knows one.  Scaled values
 * have the unit CORR_NS_RESCALED; observations stay. */
typedef enum corr_rescale {
    CORR_RESCALE_NONE,  /* not scaled */
    CORR_RESCALE_CLOCK, /* per thread name, to the threads' own CPU clocks */
    CORR_RESCALE_METRIC /* to the CPU time the process used: the yield
                           becomes 1 */
} corr_rescale;

/* The start of clocks that do not know their date.  Times of such files count
 * from `at`.  Zeroed: the start is unknown. */
typedef struct corr_began {
    bool is_told;
    int64_t at, u; /* Unix ns, and its uncertainty in ns */
} corr_began;

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
