/* line_piece - what a line of text keeps together. */
#include "base/base.h"
#include "corr_bytes.h"

static size_t word_length(corr_str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] != ' ')
        n++;
    return n;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "30", "-1.5", "(0.93..1.10", "1,204": no letters, and a digit at the end. */
static bool is_number(corr_str word)
{
    for (size_t i = 0; i < word.n; i++)
        if (is_letter(word.p[i]))
            return false;
    return word.n > 0 && corr_is_digit(word.p[word.n - 1]);
}

/* "s", "ms,", "MB/s", "ms/request)", "%": punctuation and what the unit is per
 * are no part of its name. */
static bool is_unit(corr_str word)
{
    static const char *const names[] = {
        "%",       "/s",   "/min",  "ns",   "us",     "\xc2\xb5s", "ms",
        "s",       "min",  "h",     "d",    "second", "seconds",   "minute",
        "minutes", "hour", "hours", "day",  "days",   "B",         "kB",
        "KB",      "MB",   "GB",    "TB",   "KiB",    "MiB",       "GiB",
        "TiB",     "byte", "bytes", "core", "cores",  "CPU",       "CPUs",
        "Hz",      "kHz",  "MHz",   "GHz",  "point",  "points",
    };
    size_t n = 0;

    while (n < word.n && !strchr(",.;:)]", word.p[n]) &&
           (n == 0 || word.p[n] != '/'))
        n++;
    for (size_t i = 0; i < countof(names); i++)
        if (corr_str_is((corr_str){ word.p, n }, names[i]))
            return true;
    return false;
}

size_t corr_str_piece(corr_str rest)
{
    const size_t n = word_length(rest);

    if (n + 1 >= rest.n || !is_number((corr_str){ rest.p, n }))
        return n;
    const corr_str next = corr_str_from(rest, n + 1);
    const size_t more = word_length(next);
    return is_unit((corr_str){ next.p, more }) ? n + 1 + more : n;
}
