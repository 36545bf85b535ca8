/*
 * regex - a compiled regular expression over interned strings.
 *
 * PCRE2 with match and depth limits: a match that hits a limit counts as no
 * match and sets limited.  A NULL pattern matches nothing.  A match is used by
 * one thread at a time; match_free frees it.
 */
#ifndef CORR_REGEX_H
#define CORR_REGEX_H

#include "corr_bytes.h"

typedef struct match match;

/* NULL: bad pattern, and err names the place, or out of memory. */
match *match_new(const char *pattern, corr_err *err);
/* Compiles an optional pattern; *m is NULL without one.  False: as match_new. */
static inline bool match_option(match **m, const char *pattern, corr_err *err)
{
    *m = pattern ? match_new(pattern, err) : NULL;
    return *m || !pattern;
}

bool match_text(match *m, corr_str s);
bool match_limited(const match *m);
void match_free(match *m);

#endif
