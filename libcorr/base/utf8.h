/* utf8 - checks that text is well-formed UTF-8, and repairs text that is
 * not. */
#ifndef CORR_UTF8_H
#define CORR_UTF8_H

#include "corr_bytes.h"

/* Returns the length of the well-formed character at s (1..4), or 0: s begins
 * with a bad byte, or with NUL, which no text of the model may hold. *point is
 * the character, or U+FFFD. s must not be empty. */
unsigned utf8_next(corr_str s, uint32_t *point);
/* Bytes of the text after every bad byte became U+FFFD; *bad counts the bad
 * bytes. */
size_t utf8_repaired_size(corr_str s, uint64_t *bad);
corr_str utf8_repair(char *to, corr_str s);

#endif
