/* text_piece - takes pieces off the front of a text. */
#include "common/text_piece.h"

bool text_take_char(corr_str *s, char c)
{
    if (s->n == 0 || *s->p != c)
        return false;
    *s = corr_str_from(*s, 1);
    return true;
}

bool text_take_digits(corr_str *s, size_t n, int64_t *value)
{
    if (s->n < n)
        return false;
    *value = 0;
    for (size_t i = 0; i < n; i++) {
        if (!corr_is_digit(s->p[i]))
            return false;
        *value = *value * 10 + (s->p[i] - '0');
    }
    *s = corr_str_from(*s, n);
    return true;
}

bool text_take_numbers(corr_str *s, const char *pattern, int64_t *v)
{
    for (; *pattern; pattern++)
        if (corr_is_digit(*pattern)
                ? !text_take_digits(s, (size_t)(*pattern - '0'), v++)
                : !text_take_char(s, *pattern))
            return false;
    return true;
}

int64_t text_take_decimals(corr_str *s, int64_t unit)
{
    int64_t value = 0;

    for (; s->n && corr_is_digit(*s->p); *s = corr_str_from(*s, 1)) {
        unit /= 10;
        value += unit * (*s->p - '0');
    }
    return value;
}

corr_str text_past_blanks(corr_str s)
{
    while (s.n && text_is_blank(*s.p))
        s = corr_str_from(s, 1);
    return s;
}

/* Where the first blank at or behind a place is, or the end. */
static size_t text_to_blank(corr_str s, size_t at)
{
    const char *space = memchr(s.p + at, ' ', s.n - at);
    const size_t end = space ? (size_t)(space - s.p) : s.n;
    const char *tab = memchr(s.p + at, '\t', end - at);

    return tab ? (size_t)(tab - s.p) : end;
}

corr_str text_take_word(corr_str *s)
{
    enum { USUAL = 64 };

    *s = text_past_blanks(*s);
    corr_str word = { s->p, 0 };
    const size_t near = s->n < USUAL ? s->n : USUAL;

    while (word.n < near && !text_is_blank(s->p[word.n]))
        word.n++;
    if (word.n == USUAL) /* what is no text of words, as JSON, can be long */
        word.n = text_to_blank(*s, USUAL);
    if (word.n) /* an empty text may have a NULL pointer */
        *s = corr_str_from(*s, word.n);
    return word;
}

bool text_head_line(corr_str *head, bool whole, corr_str *line)
{
    if (!corr_str_cut(*head, '\n', line, head)) {
        if (!whole || head->n == 0)
            return false;
        *line = *head;
        head->n = 0;
    }
    line->n -= corr_str_ends(*line, "\r");
    return true;
}
