/* query_lex - shared by the two halves of the lexer. */
#ifndef CORR_QUERY_LEX_H
#define CORR_QUERY_LEX_H

#include "query/query_private.h"

static inline corr_str lex_rest(const query *q, size_t at)
{
    return (corr_str){ q->text.p + at, q->text.n - at };
}

static inline bool lex_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The byte at a place, NUL behind the end. */
static inline char lex_byte(const query *q, size_t at)
{
    return at < q->text.n ? q->text.p[at] : '\0';
}

static inline corr_str lex_slice(const query *q, size_t from, size_t to)
{
    return (corr_str){ q->text.p + from, to - from };
}

/* Where the quote that opens at `at` is closed; 0: nowhere. */
static inline size_t lex_quote(const query *q, size_t at)
{
    const char quote = lex_byte(q, at++);

    while (at < q->text.n && q->text.p[at] != quote)
        at += q->text.p[at] == '\\' && quote == '"' ? 2 : 1;
    return at < q->text.n ? at : 0;
}

/* query_literal.c: reads the string or number at *at and moves *at behind it.
 * False: the query has its fault. */
bool lex_string(query *q, size_t *at, token *t);
bool lex_number(query *q, size_t *at, token *t);

#endif
