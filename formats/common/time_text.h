/* time_text - times in text: RFC 3339, and durations as Go and protobuf print
 * them. */
#ifndef FORMATS_TIME_TEXT_H
#define FORMATS_TIME_TEXT_H

#include "corr_format.h"

/* "2017-01-26T16:46:31.639875-05:00" in ns since 1970.  False: no time, or
 * before 1970 or after 2261. */
bool time_text_stamp(corr_str s, int64_t *ns);
/* "1m0.5s" in ns.  False: no duration, or out of range. */
bool time_text_duration(corr_str s, int64_t *ns);

/* Each takes a piece off the front of *s: the character c, or exactly n digits
 * as a number.  False: another text; *s is unchanged. */
bool time_text_char(corr_str *s, char c);
bool time_text_digits(corr_str *s, size_t n, int64_t *value);

#endif
