/*
 * json_scan - where a JSON value ends, without looking at what is in it.
 *
 * Brackets are counted outside strings, 64 bytes at a time: quotes that no
 * backslash escapes switch between inside and outside, so a prefix sum of
 * them modulo 2 is the mask of what is inside.  Kinds of brackets are not
 * told apart and nothing is validated; who reads the value does that.
 *
 * Nothing is allocated and no byte at or after end is touched.
 */
#ifndef CORR_JSON_SCAN_H
#define CORR_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* How far a scan is; { 0 } before the opening bracket. */
typedef struct json_scan {
    uint64_t in_string; /* all ones inside a string, else 0 */
    uint64_t escaped;   /* 1: the next byte is escaped */
    uint64_t depth;     /* brackets that are open */
} json_scan;

static inline bool json_is_blank(uint8_t c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The place after the bracket that closes the one the scan began at, or NULL:
 * everything up to end was read and more is needed. */
const uint8_t *json_scan_on(json_scan *s, const uint8_t *p, const uint8_t *end);

/* The quote that ends the string whose text begins at p, or NULL.  Sets
 * *escaped if there are backslashes in it; never clears it. */
const uint8_t *json_scan_string(const uint8_t *p, const uint8_t *end,
                                bool *escaped);

/* The last and the first place in [p,end) where one document ends and the
 * next begins: a brace, a line end, a brace, with blanks between.  In a valid
 * document this occurs nowhere else, because strings hold no line ends and
 * objects inside others are separated by commas.  The result is the second
 * brace, or NULL. */
const uint8_t *json_scan_last_line(const uint8_t *p, const uint8_t *end);
const uint8_t *json_scan_first_line(const uint8_t *p, const uint8_t *end);

/* Whether no value in it is anything but brackets: an empty document, which
 * any format in JSON may have. */
bool json_scan_bare(const uint8_t *p, const uint8_t *end);

#endif
