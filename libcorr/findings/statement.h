/*
 * statement - what a call asks, without the values it asks it for, so that two
 * calls of one kind are equal texts (corr-methods 8, F09).
 */
#ifndef CORR_STATEMENT_H
#define CORR_STATEMENT_H

#include "base/vec.h"
#include "trace/waterfall.h"

typedef vec(char) statement;

/* Whether c belongs to a word; bytes of other alphabets do. */
static inline bool statement_is_word(char c)
{
    return corr_is_digit(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

/* Writes text with ? for quoted texts, numbers and ids, and one ? for a list of
 * them.  False: out of memory. */
bool statement_of(statement *to, corr_str text) CORR_CHECK;
/* Finds the next of these values from *at on.  False: there is none. */
bool statement_next_value(corr_str text, size_t *at, corr_str *value);
/* Whether two texts differ at first in the number or mark of a page. */
bool statement_is_page(corr_str a, corr_str b);

/* The text of the first of n keys that a span of the store has, else "". */
corr_str statement_first_attr(const corr_store *st, uint32_t span,
                              const char *const *key, size_t n);
/* The statement, path or method that span i has as an attribute, else "". */
corr_str statement_attr(const corr_waterfall *w, uint32_t i);
/* The same with its values: "" if the span has only a method or a pattern. */
corr_str statement_asked(const corr_waterfall *w, uint32_t i);
/* Whether span i is a call of a database. */
bool statement_is_query(const corr_waterfall *w, uint32_t i);
/* The peer that span i calls, of its attributes; "": unknown. */
corr_str statement_peer(const corr_waterfall *w, uint32_t i);

#endif
