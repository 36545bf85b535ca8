/* json_quote - writes text as a string of JSON. */
#include <inttypes.h>
#include <string.h>

#include "base/base.h"
#include "base/escape.h"
#include "corr_bytes.h"

static void put_unit(corr_out *out, uint32_t unit)
{
    corr_printf(out, "\\u%04" PRIx32, unit);
}

/* Writes marks of direction and similar characters as escapes: a program reads
 * the same text, and a terminal that shows the document is safe. */
static void put_code(corr_out *out, uint32_t c)
{
    static const char code[] = "\n\r\t\"\\", letter[] = "nrt\"\\";
    const char *at = c && c < 0x80 ? strchr(code, (int)c) : NULL;

    if (at) {
        corr_putc(out, '\\');
        corr_putc(out, letter[at - code]);
    } else if (c < 0x10000) {
        put_unit(out, c);
    } else {
        put_unit(out, corr_half(c, false));
        put_unit(out, corr_half(c, true));
    }
}

static bool is_plain_char(uint32_t c, bool ascii)
{
    if (c == '"' || c == '\\' || (ascii && c > 0x7e))
        return false;
    return !escape_is_bad(c);
}

/* Counts the leading bytes that need no escape: for most texts all of them. */
static size_t plain_ascii(corr_str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] >= ' ' && s.p[n] < 0x7f && s.p[n] != '"' &&
           s.p[n] != '\\')
        n++;
    return n;
}

void corr_put_quoted(corr_out *out, corr_str s, bool ascii)
{
    corr_putc(out, '"');
    while (s.n > 0) {
        size_t run = plain_ascii(s); /* bytes that need no escape */
        unsigned n = 0;
        uint32_t c = 0;
        while (run < s.n) {
            c = escape_decode(corr_str_from(s, run), &n);
            if (c == ESCAPE_BAD || !is_plain_char(c, ascii))
                break;
            run += n;
        }
        corr_put(out, s.p, run);
        if (run < s.n) {
            put_code(out, c == ESCAPE_BAD ? 0xfffd : c);
            run += n;
        }
        s = corr_str_from(s, run);
    }
    corr_putc(out, '"');
}
