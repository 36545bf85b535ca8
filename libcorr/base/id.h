/*
 * id - trace and span ids: what files write and what people type.
 *
 * Files write hex of any case and length, base64 of the bytes or of the hex
 * text, UUIDs, X-Ray's form and decimals; corr_parse_trace_id and
 * corr_parse_span_id (corr_base.h) read all but the last, because whether an
 * id is decimal is known from its key, never from its looks.
 *
 * People type prefixes.  A query holds every meaning a text can have: the
 * beginning of a trace id, the beginning of a span id, the lower half of a
 * trace id, a whole id whose leading zeros were lost, a decimal.
 *
 * Nothing here allocates; slices point into the text that was parsed.
 */
#ifndef CORR_ID_H
#define CORR_ID_H

#include "corr_bytes.h"

/* 64 bits in decimal, as Datadog's labels and JFR's fields have it: "-1" is
 * the id ffffffffffffffff.  False: something else, or too large. */
bool id_parse_decimal(corr_str text, uint64_t *id);

/* Below 0, 0 or above it, as a stands before, beside or behind b. */
static inline int trace_cmp(corr_trace_id a, corr_trace_id b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return (a.lo > b.lo) - (a.lo < b.lo);
}

/* ---- pieces ------------------------------------------------------------- */

#define ID_DIGITS 32

bool id_is_hex(corr_str s); /* at least one digit and nothing else */
/* Copies hex digits without 0x and dashes into digits[]; empty: it is no hex
 * of any form, or has more than 32 digits that count. */
corr_str id_digits(corr_str s, char digits[ID_DIGITS]);
corr_trace_id id_hex(corr_str digits); /* at most 32, right-aligned */
/* Base64 of so many bytes, or of their hex digits. */
bool id_base64(corr_str s, size_t bytes, corr_trace_id *id);

/* ---- what people type (id_query.c) --------------------------------------- */

/* At least four digits are needed to name something by its beginning. */
#define ID_SHORTEST 4

typedef struct id_query {
    uint64_t hi, lo;           /* beginning of a trace id, rest zero */
    uint64_t mask_hi, mask_lo; /* which bits of it count; 0: no such reading */
    uint64_t span, mask_span;  /* the same of a span id */
    uint64_t decimal;          /* all of it read as a decimal id */
    bool has_decimal;
    /* A line or traceparent held a span id beside the trace id: part is that
     * id, but nobody typed it, so it need not be found. */
    bool part_is_hint;
    corr_str part; /* what follows TRACE/: "s7", hex digits or a name */
} id_query;

/* Reads one id in any spelling, with or without "/PART", or the only id of a
 * longer line.  False: no id, or several. */
bool id_query_parse(corr_str text, id_query *q);
/* The same with a sentence about it: CORR_EUSAGE. */
corr_code id_query_read(corr_str text, id_query *q, corr_err *err) CORR_CHECK;

/* Whether these ids fit what was typed. */
bool id_query_trace(const id_query *q, corr_trace_id id);
bool id_query_span(const id_query *q, uint64_t id);

/* The two readings above for a mask of leading bits, shared with
 * corr_want_id: prefix, whole id without its leading zeros, and for traces the
 * lower half where one side has only 64 bits. */
bool id_fits_trace(corr_trace_id id, corr_trace_id want, corr_trace_id mask);
bool id_fits_span(uint64_t id, uint64_t want, uint64_t mask);
/* Whether a span id may fit of which only the upper bits are known; the others
 * are zero in top. */
bool id_may_fit_span(uint64_t top, unsigned bits, uint64_t want, uint64_t mask);

#endif
