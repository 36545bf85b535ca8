/*
 * escape - text from files, one harmless character at a time.
 *
 * Renderers walk every text with escape_next, so that no text can move the
 * cursor of a terminal, hide something or turn the reading direction.  Nothing
 * here allocates or keeps state.
 */
#ifndef CORR_ESCAPE_H
#define CORR_ESCAPE_H

#include "corr_bytes.h"

typedef struct escape_char {
    char text[12];  /* what to print; not NUL-terminated */
    unsigned n;     /* bytes of text */
    unsigned cells; /* columns of text */
    bool escaped;
} escape_char;

/* Reads the next character of *rest and moves *rest behind it; false at the
 * end.  A control character becomes its picture (U+2400 and on), or "\x1b" in
 * ASCII. */
bool escape_next(corr_str *rest, bool ascii, escape_char *c);
/* Like escape_next, but always writes "\x1b": for messages and for programs. */
bool escape_next_escape(corr_str *rest, bool ascii, escape_char *c);

/* Returns the first character of s (not empty) and its length in bytes.  A bad
 * byte of UTF-8 is ESCAPE_BAD, one byte long. */
#define ESCAPE_BAD UINT32_MAX
uint32_t escape_decode(corr_str s, unsigned *n);
/* Whether a code point must not be printed as it is. */
bool escape_is_bad(uint32_t c);

/* Columns of s after escaping; at most UINT32_MAX. */
unsigned escape_cells(corr_str s, bool ascii);

/* Columns of a code point: 0, 1 or 2. */
unsigned cells_of(uint32_t c);

#endif
