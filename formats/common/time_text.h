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

/* Seconds since 1970 of a year, month, day, hour, minute and second in UTC.
 * False: no date from 1970 to the last year, or no time up to the last hour. */
bool time_text_seconds(const int64_t v[6], int64_t last_year, int64_t last_hour,
                       int64_t *s);

#endif
