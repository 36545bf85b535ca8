/*
 * json_private - declarations shared by the parts of the tokenizer.
 *
 * json.c has the window, tokens and structure; json_search.c skips values
 * without needles; json_damage.c reports damage and resumes; json_value.c reads
 * names, texts and numbers.
 */
#ifndef CORR_JSON_PRIVATE_H
#define CORR_JSON_PRIVATE_H

#include "common/json.h"

/* The offset of a place in the window. */
static inline uint64_t json_at(const json *j, const uint8_t *p)
{
    return j->base + (uint64_t)(p - j->from);
}

static inline size_t json_left(const json *j)
{
    return (size_t)(j->end - j->p);
}

/* Marks the value or bracket that ends here as read. */
static inline void json_pass(json *j, const uint8_t *end)
{
    j->p = end;
    j->first = false;
    j->good = json_at(j, end);
}

/* Moves the window up to p and enlarges it.  False: the input has ended. */
bool json_refill(json *j);
/* Enlarges the window for the rest of the value at p.  Also false, as a
 * failure, if the value runs over the end of its line into others: its end is
 * then missing, and it would swallow the next values. */
bool json_more(json *j);
/* Finds the next line, for json_watch. */
void json_look_out(json *j);
/* Skips blanks.  False: the input has ended. */
bool json_blanks(json *j);

/* The end of the value of this type at p.  NULL: it does not end before
 * limit. */
const uint8_t *json_value_end(const uint8_t *p, const uint8_t *limit,
                              json_type type, bool *escaped);

/* Whether the next member or element begins here.  False: the object or array
 * has ended. */
bool json_next_item(json *j, uint8_t close);

#endif
