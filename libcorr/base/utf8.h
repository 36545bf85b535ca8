/* utf8 - is text well-formed, and if not, made so. */
#ifndef CORR_UTF8_H
#define CORR_UTF8_H

#include "corr_bytes.h"

/* Length of the well-formed character at s (1..4), or 0: s begins with a bad
 * byte, or with NUL, which no text of ours may hold.  *point is the character, or U+FFFD.  s must not be empty. */
unsigned utf8_next(corr_str s, uint32_t *point);
/* Bytes that the text takes once every bad byte is U+FFFD, and how many bad
 * ones there are. */
size_t utf8_repaired_size(corr_str s, uint64_t *bad);
corr_str utf8_repair(char *to, corr_str s);

#endif
