/* json_text - removes the escapes of a JSON string. */
#include "corr_bytes.h"

/* Reads four hex digits at p; UINT32_MAX: fewer digits. */
static uint32_t four_digits(const char *p, const char *end)
{
    uint32_t v = 0;

    if (end - p < 4)
        return UINT32_MAX;
    for (int i = 0; i < 4; i++) {
        const int digit = corr_hex_digit(p[i]);

        if (digit < 0)
            return UINT32_MAX;
        v = v << 4 | (uint32_t)digit;
    }
    return v;
}

/* Reads the character of \uXXXX with *p behind the u, and moves *p.  Half a
 * surrogate pair or missing digits give U+FFFD. */
static uint32_t coded_char(const char **p, const char *end)
{
    const uint32_t c = four_digits(*p, end);

    if (c == UINT32_MAX)
        return CORR_NO_CHAR;
    *p += 4;
    if (!corr_is_half(c))
        return c;
    if (end - *p < 6 || (*p)[0] != '\\' || (*p)[1] != 'u')
        return CORR_NO_CHAR;
    const uint32_t both = corr_of_halves(c, four_digits(*p + 2, end));
    if (both != CORR_NO_CHAR)
        *p += 6;
    return both;
}

static char named_char(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c; /* quote, backslash, slash; others as they are */
    }
}

/* The result fits into the length of raw, except for a broken \u: no other
 * escape is shorter than its character. */
size_t corr_json_unescape(char *to, corr_str raw)
{
    const char *p = raw.p, *end = raw.p + raw.n;
    const char *from = to;

    while (p < end) {
        if (*p != '\\' || end - p < 2) {
            *to++ = *p++;
            continue;
        }
        p += 2;
        if (p[-1] == 'u')
            to += corr_put_utf8(to, coded_char(&p, end));
        else
            *to++ = named_char(p[-1]);
    }
    return (size_t)(to - from);
}
