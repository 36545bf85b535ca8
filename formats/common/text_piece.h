/*
 * text_piece - takes pieces off the front of a text.
 *
 * A function that takes a piece removes it from *s.  False: another text; *s is
 * then unchanged, unless the comment of the function says more.  A piece is
 * borrowed from the text.
 */
#ifndef CORR_TEXT_PIECE_H
#define CORR_TEXT_PIECE_H

#include "corr_format.h"

bool text_take_char(corr_str *s, char c);
/* Exactly n digits as a number. */
bool text_take_digits(corr_str *s, size_t n, int64_t *value);
/* Numbers and the characters between them: "4-2-2" is a date.  A digit in the
 * pattern is the number of digits.  False: *s lacks the part that fits. */
bool text_take_numbers(corr_str *s, const char *pattern, int64_t *v);
/* All digits at the front as decimals of unit: 25 of 1000 is 250.  Digits
 * beyond its resolution are ignored. */
int64_t text_take_decimals(corr_str *s, int64_t unit);

static inline bool text_is_blank(char c)
{
    return c == ' ' || c == '\t';
}
corr_str text_past_blanks(corr_str s);
/* The text up to the next blank, without blanks in front; empty at the end. */
corr_str text_take_word(corr_str *s);

/* The next line of the head of a file, without its end.  False: the head ends;
 * a line that it cuts off is no line, unless the head is the whole file. */
bool text_head_line(corr_str *head, bool whole, corr_str *line);

#endif
