/* strip_values - the values of strips in words. */
#include "page/strip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Whether a value above 0 would print as 0. */
static bool is_tiny(double v)
{
    return v > 0 && v < 0.005;
}

/* Three digits at least, no more than two behind the point. */
static const char *print_real(char *buf, double v)
{
    if (v >= 100)
        return corr_print_count(buf, v < 9e18 ? llround(v) : INT64_MAX);
    if (is_tiny(v))
        snprintf(buf, CORR_PRINT_MAX, "%.2g", v);
    else
        snprintf(buf, CORR_PRINT_MAX, "%.*f", v >= 10 ? 1 : 2, v);
    return buf;
}

static const char *print_size(char *buf, double v, const char *unit)
{
    const double most = 9e18;

    v = v > most ? most : v > 0 ? v : 0;
    if (strcmp(unit, "1") == 0) {
        if (is_tiny(v))
            snprintf(buf, CORR_PRINT_MAX, "%.1g%%", 100 * v);
        else
            snprintf(buf, CORR_PRINT_MAX, "%.0f%%", 100 * (v < 1e9 ? v : 1e9));
        return buf;
    }
    if (strncmp(unit, "bytes", 5) == 0)
        return corr_print_bytes(buf, llround(v));
    if (strcmp(unit, "ns") == 0)
        return corr_print_duration(buf, llround(v));
    return print_real(buf, v);
}

static const char *print_bare(char *buf, double v, const char *unit)
{
    char size[CORR_PRINT_MAX];

    if (v < 0)
        snprintf(buf, CORR_PRINT_MAX, "-%.*s", CORR_PRINT_MAX - 2,
                 print_size(size, -v, unit));
    else
        print_size(buf, v, unit);
    return buf;
}

/* The words behind the two values of a scale. */
static const char *value_words(const char *unit)
{
    static const struct {
        const char *unit, *words;
    } words[] = {
        { "1", "" },         { "bytes", "" },        { "ns", "" },
        { "bytes/s", "/s" }, { "1/s", " a second" }, { "", "" },
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].unit, unit) == 0)
            return words[i].words;
    return NULL;
}

bool cmd_strip_is_flat(double least, double most, const char *unit)
{
    char a[CORR_PRINT_MAX], b[CORR_PRINT_MAX];

    return !isnan(least) &&
           strcmp(print_bare(a, least, unit), print_bare(b, most, unit)) == 0;
}

void cmd_strip_scale(char buf[STRIP_SCALE_MOST + 1], double least, double most,
                     const char *unit)
{
    char a[CORR_PRINT_MAX], b[CORR_PRINT_MAX];
    const char *words = value_words(unit);

    if (isnan(least)) {
        snprintf(buf, STRIP_SCALE_MOST + 1, "not known");
        return;
    }
    print_bare(a, least, unit);
    print_bare(b, most, unit);
    if (cmd_strip_is_flat(least, most, unit))
        snprintf(buf, STRIP_SCALE_MOST + 1, "%s%s%s", a, words ? "" : " ",
                 words ? words : unit);
    else
        snprintf(buf, STRIP_SCALE_MOST + 1, "%s..%s%s%s", a, b,
                 words ? "" : " ", words ? words : unit);
}
