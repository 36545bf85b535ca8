/*
 * escape - text from files, one harmless character at a time.
 *
 * Renderers walk every text with escape_next, so that nothing reaches a terminal
 * that could move its cursor, hide something or turn the reading direction.
 */
#ifndef CORR_SAFE_H
#define CORR_SAFE_H

#include "corr_bytes.h"

typedef struct escape_char {
    char text[12];  /* what to print, no NUL */
    unsigned n;     /* bytes of it */
    unsigned cells; /* columns it takes */
    bool escaped;
} escape_char;

/* The next character of *rest, which is moved behind it; false at the end.  A
 * control character is its picture (U+2400 and on), or "\x1b" in ASCII. */
bool escape_next(corr_str *rest, bool ascii, escape_char *c);
/* The same for messages and for programs: "\x1b" always. */
bool escape_next_escape(corr_str *rest, bool ascii, escape_char *c);

/* The first character of s (not empty) and how many bytes it has; bad UTF-8 is
 * ESCAPE_BAD, one byte long. */
#define ESCAPE_BAD UINT32_MAX
uint32_t escape_decode(corr_str s, unsigned *n);
/* Whether a code point must not be printed as it is. */
bool escape_is_bad(uint32_t c);

/* Columns of s once it is safe; no more than UINT32_MAX. */
unsigned escape_cells(corr_str s, bool ascii);

/* Columns of a code point: 0, 1 or 2. */
unsigned cells_of(uint32_t c);

#endif
