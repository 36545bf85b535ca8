/*
 * scrub_words - names split into words, and which words are sensitive
 * (corr-methods 9).
 *
 * Words end at characters other than letters and digits, between a lower-case
 * and an upper-case letter, before the last capital of a run that a lower-case
 * letter follows, and around digits.  Words are compared, never parts of them:
 * "tokenize" has no "token".  No state; any thread may ask.
 */
#ifndef CORR_SCRUB_WORDS_H
#define CORR_SCRUB_WORDS_H

#include "corr_bytes.h"

/* Letters and digits of ASCII, and bytes of other characters. */
static inline bool word_has(char c)
{
    return (unsigned char)c >= 0x80 || (c >= '0' && c <= '9') ||
           (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static inline char word_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Takes the next word of *rest.  False: no more words. */
bool word_next(corr_str *rest, corr_str *word);

/* Whether a word, in any case, is one of n sorted words in lower case. */
bool word_is_one(corr_str word, const char *const *sorted, size_t n);

/* Whether a name has a sensitive word, or two neighbours that are sensitive
 * together. */
bool word_is_sensitive(corr_str name);
/* The same, and not a name of a lexer or a parser, where tokens are syntax. */
bool word_is_sensitive_code(corr_str name);

#endif
