/* query_parse - what the parts of the parser share. */
#ifndef CORR_QUERY_PARSE_H
#define CORR_QUERY_PARSE_H

#include "query/query_private.h"

typedef struct parser {
    query *q;
    size_t at; /* behind the current token */
    token now;
    unsigned depth;
} parser;

/* Everything that returns bool is false after a fault, which was told. */

void parser_advance(parser *p);
bool parser_is_word(const parser *p, const char *word);
bool parser_is_level(const parser *p, unsigned level);
bool parser_unexpected(parser *p, const char *wanted); /* false */
bool parser_accept(parser *p,
                   token_type type); /* steps over it, if it is there */
bool parser_expect(parser *p, token_type type, const char *what);
/* One level down; the bound of every recursion. */
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
bool parse_unary(parser *p); /* an operand */
bool parse_const(parser *p, value *v);
bool parse_const_value(parser *p, value *v);

#endif
