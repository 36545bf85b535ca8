/*
 * name_tail - the last parts of a name: of a function, a file, a class.
 *
 * Parts end at a dot, a slash, a backslash, a colon or a space that stands
 * outside brackets.  All results are suffixes of the name.
 */
#ifndef CORR_NAME_TAIL_H
#define CORR_NAME_TAIL_H

#include <stdbool.h>

#include "corr_bytes.h"

/* Where the last two parts begin, and the last one; s.n: there are not more
 * parts, or brackets stay open. */
void name_tail_starts(corr_str s, size_t *two, size_t *one);

bool name_is_separator(char c);

/* The last two parts: "FraudRules.deepScan" of "lab.checkout.FraudRules.deepScan".
 * A method of Go keeps its package, "http.(*conn).serve".  A name with spaces
 * before these parts is returned whole. */
corr_str name_short(corr_str name);

#endif
