/* escape - makes text from files harmless for terminals. */
#include "base/escape.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "base/utf8.h"

/* Invisible or steering: formatting marks of every kind, variation selectors
 * (they change the width of the character before them), separators that some
 * terminals take for a new line, and code points that are no characters. */
static const struct {
    uint32_t first, last;
} bad_ranges[] = { { 0x0, 0x1f },        { 0x7f, 0x9f },
                   { 0xad, 0xad },       { 0x61c, 0x61c },
                   { 0x180b, 0x180f },   { 0x200b, 0x200f },
                   { 0x2028, 0x202e },   { 0x2060, 0x206f },
                   { 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },
                   { 0xfff9, 0xfffb },   { 0xfffe, 0xffff },
                   { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
                   { 0xe0000, 0xe0fff }, { 0x10fffe, 0x10ffff } };

/* Replacements for more than ASCII that the program itself prints. */
static const struct {
    uint32_t c;
    const char *ascii;
} look_alike[] = {
    { 0xb1, "+-" },   { 0xb5, "u" },     { 0xb7, "." },    { 0xd7, "x" },
    { 0x2013, "-" },  { 0x2026, "..." }, { 0x2192, "->" }, { 0x2212, "-" },
    { 0x2020, "+" },  { 0x2190, "<-" },  { 0x2591, "-" },  { 0x2264, "<=" },
    { 0x2265, ">=" }, { 0x2589, "#" },
};

uint32_t escape_decode(corr_str s, unsigned *n)
{
    uint32_t point;

    *n = utf8_next(s, &point);
    if (*n)
        return point;
    *n = 1;
    return s.p[0] == '\0' ? 0 : ESCAPE_BAD;
}

bool escape_is_bad(uint32_t c)
{
    if (c >= 0x20 && c < 0x7f)
        return false;
    for (size_t i = 0; i < countof(bad_ranges); i++)
        if (c <= bad_ranges[i].last)
            return c >= bad_ranges[i].first;
    return true;
}

static void set_escape(escape_char *out, uint32_t c, uint8_t byte)
{
    char buf[16];
    int n;

    if (c == '\t' || c == '\n' || c == '\r')
        n = snprintf(buf, sizeof buf, "\\%c",
                     c == '\t'   ? 't'
                     : c == '\n' ? 'n'
                                 : 'r');
    else if (c == ESCAPE_BAD || c < 0x80)
        n = snprintf(buf, sizeof buf, "\\x%02x", byte);
    else if (c < 0x10000)
        n = snprintf(buf, sizeof buf, "\\u%04x", c);
    else
        n = snprintf(buf, sizeof buf, "\\U%08x", c);
    out->n = out->cells = (unsigned)n;
    out->escaped = true;
    memcpy(out->text, buf, out->n);
}

/* Sets the picture of a control character, one column wide. */
static bool set_picture(escape_char *out, uint32_t c)
{
    if (c > 0x1f && c != 0x7f)
        return false;
    out->text[0] = '\xe2'; /* U+2400 for 0 */
    out->text[1] = '\x90';
    out->text[2] = (char)(0x80 + (c == 0x7f ? 0x21 : c));
    out->n = 3;
    out->cells = 1;
    out->escaped = true;
    return true;
}

static bool set_look_alike(escape_char *out, uint32_t c)
{
    for (size_t i = 0; i < countof(look_alike); i++)
        if (look_alike[i].c == c) {
            out->n = out->cells = (unsigned)strlen(look_alike[i].ascii);
            memcpy(out->text, look_alike[i].ascii, out->n);
            return true;
        }
    return false;
}

static bool next_escaped(corr_str *rest, bool ascii, bool pictures,
                         escape_char *c)
{
    if (rest->n == 0)
        return false;

    unsigned n;
    uint32_t code = escape_decode(*rest, &n);
    *c = (escape_char){ .n = n };
    if (code == ESCAPE_BAD || escape_is_bad(code)) {
        if (!pictures || !set_picture(c, code))
            set_escape(c, code, (uint8_t)rest->p[0]);
    } else if (ascii && code > 0x7e) {
        if (!set_look_alike(c, code))
            set_escape(c, code, 0);
    } else {
        memcpy(c->text, rest->p, n);
        c->cells = cells_of(code);
    }
    *rest = corr_str_from(*rest, n);
    return true;
}

bool escape_next(corr_str *rest, bool ascii, escape_char *c)
{
    return next_escaped(rest, ascii, !ascii, c);
}

bool escape_next_escape(corr_str *rest, bool ascii, escape_char *c)
{
    return next_escaped(rest, ascii, false, c);
}

unsigned escape_cells(corr_str s, bool ascii)
{
    uint64_t cells = 0;
    escape_char c;

    while (escape_next(&s, ascii, &c))
        cells += c.cells;
    return cells > UINT32_MAX ? UINT32_MAX : (unsigned)cells;
}

char *corr_safe(char *dst, size_t size, corr_str s, bool ascii)
{
    size_t at = 0;
    escape_char c;

    if (size == 0)
        return dst;
    while (escape_next_escape(&s, ascii, &c) && c.n < size - at) {
        memcpy(dst + at, c.text, c.n);
        at += c.n;
    }
    dst[at] = '\0';
    return dst;
}
