/*
 * id - trace and span ids: what files write and what people type.
 *
 * Files write hex of any case and length, base64 of the bytes or of the hex
 * text, UUIDs, X-Ray's form and decimals. corr_parse_trace_id and
 * corr_parse_span_id (corr_base.h) read all but decimals: the key of an id
 * tells whether it is decimal, its digits never do.
 *
 * People type prefixes.  A query holds every meaning that a text can have: the
 * beginning of a trace id, the beginning of a span id, the lower half of a
 * trace id, a whole id that lost its leading zeros, a decimal.
 *
 * Nothing here allocates; slices point into the text that was parsed.
 */
#ifndef CORR_ID_H
#define CORR_ID_H

#include "corr_bytes.h"

/* Reads 64 bits in decimal, as Datadog's labels and JFR's fields write them:
 * "-1" is the id ffffffffffffffff.  False: not a decimal, or too large. */
bool id_parse_decimal(corr_str text, uint64_t *id);

/* Below 0, 0 or above 0: a sorts before, equal to or after b. */
static inline int trace_cmp(corr_trace_id a, corr_trace_id b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return (a.lo > b.lo) - (a.lo < b.lo);
}

/* ---- pieces ------------------------------------------------------------- */

#define ID_DIGITS 32

bool id_is_hex(corr_str s); /* at least one digit and no other character */
/* Copies hex digits without 0x and dashes into digits[].  Empty: s is no hex of
 * any form, or has more than 32 digits after its leading zeros. */
corr_str id_digits(corr_str s, char digits[ID_DIGITS]);
corr_trace_id id_hex(corr_str digits); /* at most 32 digits, right-aligned */
/* Base64 of this many bytes, or of their hex digits. */
bool id_base64(corr_str s, size_t bytes, corr_trace_id *id);

/* ---- what people type (id_query.c) --------------------------------------- */

/* A prefix needs at least four digits. */
#define ID_SHORTEST 4

/* How an id fits a query; a larger value goes first. */
typedef enum id_fit {
    ID_FITS_NOT,
    ID_FITS_SPAN_PREFIX,
    ID_FITS_TRACE_PREFIX,
    ID_FITS_SPAN, /* the query is all of the span id */
    ID_FITS_HALF, /* all 64 bits of a trace id that has 128 on the other side */
    ID_FITS_TRACE /* the query is all of the trace id */
} id_fit;

typedef struct id_query {
    uint64_t hi, lo;           /* beginning of a trace id, the rest 0 */
    uint64_t mask_hi, mask_lo; /* bits of hi and lo that count; 0: not a
                                  trace id */
    uint64_t span, mask_span;  /* the same for a span id */
    uint64_t decimal;          /* the whole text, read as a decimal id */
    bool has_decimal;
    /* part is a span id that stood beside the trace id in a line or
     * traceparent.  The user did not type it on purpose, so it need not be
     * found. */
    bool part_is_hint;
    corr_str part;    /* what follows TRACE/: "s7", hex digits or a name */
    uint64_t part_id; /* the span id of a header such as traceparent; 0: none */
} id_query;

/* Undoes percent-encoding, also twice, as ids are pasted from addresses.
 * Returns text, or what is written to buf; a longer text is left as it is. */
#define ID_TEXT_MAX 2048
corr_str id_decode(corr_str text, char buf[ID_TEXT_MAX]);

/* Reads one id in any spelling, with or without "/PART", or the only id of a
 * longer line.  False: no id, or several. */
bool id_query_parse(corr_str text, id_query *q);
/* Like id_query_parse; a failure is CORR_EUSAGE with a sentence in err. */
corr_code id_query_read(corr_str text, id_query *q, corr_err *err) CORR_CHECK;

/* How an id matches the query. */
id_fit id_query_trace(const id_query *q, corr_trace_id id);
id_fit id_query_span(const id_query *q, uint64_t id);
/* Reads the trace and the span of a header: traceparent, b3, uber-trace-id,
 * X-Cloud-Trace-Context, X-Amzn-Trace-Id.  False: the text is another header. */
bool id_context(corr_str text, corr_trace_id *trace, uint64_t *span);

/* Whether an id matches a prefix; mask holds the leading bits that count.  An
 * id also matches without its leading zeros, and a trace id by its lower half
 * if one side has only 64 bits.  Shared with corr_want_id. */
bool id_fits_trace(corr_trace_id id, corr_trace_id want, corr_trace_id mask);
bool id_fits_span(uint64_t id, uint64_t want, uint64_t mask);
/* Whether a span id may match if only its upper bits are known; the other bits
 * of top are 0. */
bool id_may_fit_span(uint64_t top, unsigned bits, uint64_t want, uint64_t mask);

#endif
