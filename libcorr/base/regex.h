/*
 * regex - a compiled regular expression over interned strings.
 *
 * PCRE2 with match and depth limits: hitting one counts as no match and sets
 * limited.  NULL pattern: matches nothing.
 */
#ifndef CORR_MATCH_H
#define CORR_MATCH_H

#include "corr_bytes.h"

typedef struct match match;

/* NULL on a bad pattern; err says where. */
match *match_new(const char *pattern, corr_err *err);
bool match_text(match *m, corr_str s);
bool match_limited(const match *m);
void match_free(match *m);

#endif
