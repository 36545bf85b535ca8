/* time_text - reads RFC 3339 times and durations. */
#include "common/time_text.h"

#include <string.h>

static const int64_t second = 1000000000;

static corr_str without_first(corr_str s, size_t n)
{
    return (corr_str){ s.p + n, s.n - n };
}

bool time_text_char(corr_str *s, char c)
{
    if (s->n == 0 || s->p[0] != c)
        return false;
    *s = without_first(*s, 1);
    return true;
}

bool time_text_digits(corr_str *s, size_t n, int64_t *value)
{
    if (s->n < n)
        return false;
    *value = 0;
    for (size_t i = 0; i < n; i++) {
        if (!corr_is_digit(s->p[i]))
            return false;
        *value = *value * 10 + (s->p[i] - '0');
    }
    *s = without_first(*s, n);
    return true;
}

/* The digits after the point, as parts of unit; digits beyond its resolution
 * are ignored. */
static int64_t take_fraction(corr_str *s, int64_t unit)
{
    int64_t value = 0;
    int64_t place = unit;

    if (!time_text_char(s, '.'))
        return 0;
    while (s->n && corr_is_digit(s->p[0])) {
        place /= 10;
        value += place * (s->p[0] - '0');
        *s = without_first(*s, 1);
    }
    return value;
}

/* Takes a zone, as minutes east of UTC. */
static bool take_zone(corr_str *s, int64_t *minutes)
{
    int64_t h, m;

    *minutes = 0;
    if (time_text_char(s, 'Z') || time_text_char(s, 'z'))
        return true;
    const bool is_west = time_text_char(s, '-');
    if ((!is_west && !time_text_char(s, '+')) || !time_text_digits(s, 2, &h) ||
        !time_text_char(s, ':') || !time_text_digits(s, 2, &m))
        return false;
    *minutes = is_west ? -(60 * h + m) : 60 * h + m;
    return true;
}

bool time_text_stamp(corr_str s, int64_t *ns)
{
    int64_t year, month, day, h, m, sec, zone;

    if (!time_text_digits(&s, 4, &year) || !time_text_char(&s, '-') ||
        !time_text_digits(&s, 2, &month) || !time_text_char(&s, '-') ||
        !time_text_digits(&s, 2, &day))
        return false;
    if (!time_text_char(&s, 'T') && !time_text_char(&s, 't') &&
        !time_text_char(&s, ' '))
        return false;
    if (!time_text_digits(&s, 2, &h) || !time_text_char(&s, ':') ||
        !time_text_digits(&s, 2, &m) || !time_text_char(&s, ':') ||
        !time_text_digits(&s, 2, &sec))
        return false;
    const int64_t fraction = take_fraction(&s, second);
    if (!take_zone(&s, &zone) || s.n != 0)
        return false;
    /* int64_t ends in 2262 */
    if (year < 1970 || year > 2261 || month < 1 || month > 12 || day < 1 ||
        day > 31 || h > 24 || m > 59 || sec > 60)
        return false;
    const int64_t minutes =
        corr_days_of(year, (unsigned)month, (unsigned)day) * 1440 + h * 60 + m -
        zone;
    *ns = (minutes * 60 + sec) * second + fraction;
    return *ns >= 0;
}

typedef struct time_unit {
    corr_str name;
    int64_t ns;
} time_unit;

/* Longer names come before their own prefixes. */
static const time_unit unit[] = {
    { { "ns", 2 }, 1 },           { { "us", 2 }, 1000 },
    { { "\xc2\xb5s", 3 }, 1000 }, { { "\xce\xbcs", 3 }, 1000 },
    { { "ms", 2 }, 1000000 },     { { "s", 1 }, 1000000000 },
    { { "m", 1 }, 60000000000 },  { { "h", 1 }, 3600000000000 },
};

static const time_unit *take_unit(corr_str *s)
{
    for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++) {
        const corr_str name = unit[i].name;

        if (s->n >= name.n && memcmp(s->p, name.p, name.n) == 0) {
            *s = without_first(*s, name.n);
            return &unit[i];
        }
    }
    return NULL;
}

bool time_text_duration(corr_str s, int64_t *ns)
{
    int64_t sum = 0;

    do {
        corr_str number = s;
        size_t n = 0;
        int64_t whole = 0;

        while (n < s.n && corr_is_digit(s.p[n]))
            n++;
        number.n = n;
        if (n == 0 || !corr_str_i64(number, &whole))
            return false;
        s = without_first(s, n);
        corr_str point = s;
        take_fraction(&s, 1);
        const time_unit *u = take_unit(&s);
        if (!u || whole > (INT64_MAX - sum) / u->ns - 1)
            return false;
        sum += whole * u->ns + take_fraction(&point, u->ns);
    } while (s.n > 0);
    *ns = sum;
    return true;
}
