/* query_parse - shared by the parts of the parser. */
#ifndef CORR_QUERY_PARSE_H
#define CORR_QUERY_PARSE_H

#include "query/query_private.h"

typedef struct parser {
    query *q;
    size_t at; /* byte behind the current token */
    token now;
    unsigned depth;
} parser;

/* Functions that return bool are false after a fault, which the query holds. */

/* Moves to the next token; returns the one that was current. */
token parser_advance(parser *p);
bool parser_is_word(const parser *p, const char *word);
bool parser_is_level(const parser *p, unsigned level);
bool parser_unexpected(parser *p, const char *wanted); /* always false */
bool parser_accept(parser *p,
                   token_type type); /* skips the token if it is current */
bool parser_expect(parser *p, token_type type, const char *what);
/* Enters a level of nesting; limits every recursion. */
bool parser_enter(parser *p);
bool parser_warn_mixed(parser *p);

uint32_t parser_here(const parser *p); /* number of the next step */
bool parser_put(parser *p, step s);
bool parser_put_code(parser *p, step_code code, uint32_t at);
bool parser_add_literal(parser *p, value v, uint32_t *number);
bool parser_put_literal(parser *p, value v, uint32_t at);
bool parser_put_field(parser *p, field f, uint32_t at);

/* query_expr.c */
bool parse_expr(parser *p);
bool parse_unary(parser *p); /* parses one operand */
bool parse_const(parser *p, value *v);
bool parse_const_value(parser *p, value *v);

#endif
