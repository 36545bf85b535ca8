/*
 * nearest - names that are there, for a name that is not: in another case, or
 * most like it.  Texts are borrowed.
 */
#ifndef CORR_CMD_NEAREST_H
#define CORR_CMD_NEAREST_H

#include "cli/cmd.h"

enum { NEAR_MOST = 3 };

typedef struct near_list {
    const char *want;
    size_t n;
    struct {
        corr_str name;
        unsigned far;
    } at[NEAR_MOST]; /* nearest first */
} near_list;

/* Adds a name if it is one of the nearest; its last parts count as well. */
void near_add(near_list *l, corr_str name);
/* Adds all names of the inputs; whether the wanted one is among them. */
bool near_of_inputs(near_list *l, const cmd_ctx *ctx, corr_report *r,
                    corr_word what);
/* Whether the nearest one may be what was meant. */
bool near_is_close(const near_list *l);
/* "a, b, c" */
const char *near_words(const near_list *l, corr_report *r);
/* "no span is called nope; did you mean GET /x?", and other names like it. */
void near_say_unknown(const near_list *l, corr_report *r, const char *thing);
/* Says so of --op or --service if no input has that name; false: the names that
 * were given are there. */
bool near_say_asked(const cmd_ctx *ctx, corr_report *r);
/* Whether two names differ in case at most. */
bool near_is_same(corr_str a, const char *b);

/* Replaces --op and --service by the only name that differs in case alone, if
 * no name is the same. */
void cmd_find_case(const cmd_ctx *ctx, corr_report *r, corr_query *q);

#endif
