/* markup - text and numbers inside HTML and SVG. */
#include "report/markup.h"

#include "base/escape.h"

static const char *reference_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void markup_text(corr_out *out, corr_str s, bool ascii)
{
    escape_char c;

    while (escape_next(&s, ascii, &c)) {
        const char *reference = c.n == 1 ? reference_of(c.text[0]) : NULL;
        if (reference)
            corr_puts(out, reference);
        else
            corr_put(out, c.text, c.n);
    }
}

void markup_z(corr_out *out, const char *z, bool ascii)
{
    markup_text(out, corr_str_of(z ? z : ""), ascii);
}
