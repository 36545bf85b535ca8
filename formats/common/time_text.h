/* time_text - times as text: RFC 3339, and durations as Go and protobuf print
 * them. */
#ifndef FORMATS_TIME_TEXT_H
#define FORMATS_TIME_TEXT_H

#include "corr_format.h"

/* "2017-01-26T16:46:31.639875-05:00" in ns since 1970; false: it is none, or
 * before 1970 or after 2261. */
bool time_text_stamp(corr_str s, int64_t *ns);
/* Days from 1970-01-01 to a date; months and days are counted from 1. */
int64_t time_text_days(int64_t year, int64_t month, int64_t day);
/* "1m0.5s" in ns; false: it is none, or out of range. */
bool time_text_duration(corr_str s, int64_t *ns);

#endif
