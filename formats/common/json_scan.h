/*
 * json_scan - finds the end of a JSON value without parsing it.
 *
 * It counts brackets outside strings, 64 bytes at a time.  Unescaped quotes
 * switch between inside and outside, so a prefix sum of quotes modulo 2 is the
 * mask of the bytes in strings.  It does not distinguish kinds of brackets and
 * validates nothing; the reader of the value does.  It allocates nothing and
 * reads no byte at or after end.
 */
#ifndef CORR_JSON_SCAN_H
#define CORR_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* The state of a scan; { 0 } before the opening bracket. */
typedef struct json_scan {
    uint64_t in_string; /* all ones inside a string, else 0 */
    uint64_t escaped;   /* 1: the next byte is escaped */
    uint64_t depth;     /* open brackets */
} json_scan;

static inline bool json_is_blank(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The place behind the bracket that closes the first one.  NULL: all bytes up
 * to end were scanned and the value goes on. */
const uint8_t *json_scan_on(json_scan *s, const uint8_t *p, const uint8_t *end);

/* The closing quote of the string whose text begins at p, or NULL.  Sets
 * *escaped if the string has backslashes; never clears it. */
const uint8_t *json_scan_string(const uint8_t *p, const uint8_t *end,
                                bool *escaped);

/* The last and the first place in [p,end) where one document ends and the next
 * begins: a brace, a line end, a brace, with blanks between.  A valid document
 * has no such place inside, because strings contain no line ends and commas
 * separate inner objects.  The result is the second brace, or NULL. */
const uint8_t *json_scan_last_line(const uint8_t *p, const uint8_t *end);
const uint8_t *json_scan_first_line(const uint8_t *p, const uint8_t *end);

/* Whether the document has only brackets and keys: an empty document, which is
 * valid in any JSON format. */
bool json_scan_bare(const uint8_t *p, const uint8_t *end);

#endif
