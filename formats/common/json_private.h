/*
 * json_private - what the parts of the tokenizer share.
 *
 * json.c is the window, tokens and structure; json_search.c leaves out what
 * holds no needle; json_damage.c says what was wrong and goes on after it;
 * json_value.c reads names, texts and numbers.
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

/* The value or bracket that ends here was read. */
static inline void json_pass(json *j, const uint8_t *end)
{
    j->p = end;
    j->first = false;
    j->good = json_at(j, end);
}

/* Moves the window up to p and makes it longer.  False: there is no more. */
bool json_refill(json *j);
/* The same for the rest of the value at p; false also, as a failure, if the
 * value runs over the end of its line into others: then it has lost its own
 * end and would take them with it. */
bool json_more(json *j);
/* Finds the next line, for whoever watches. */
void json_look_out(json *j);
/* Steps over blanks; false: nothing follows. */
bool json_blanks(json *j);

/* The end of the value of this type at p, or NULL: it is not before limit. */
const uint8_t *json_value_end(const uint8_t *p, const uint8_t *limit,
                              json_type type, bool *escaped);

/* The next member or element begins here; false: what holds it was left. */
bool json_next_item(json *j, uint8_t close);

#endif
