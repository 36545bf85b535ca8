/* time_text - reads RFC 3339 times and durations. */
#include "common/time_text.h"

#include "common/text_piece.h"

static const int64_t second = 1000000000;

/* The digits after a point, as parts of unit. */
static int64_t take_fraction(corr_str *s, int64_t unit)
{
    return text_take_char(s, '.') ? text_take_decimals(s, unit) : 0;
}

/* Takes a zone, as minutes east of UTC. */
static bool take_zone(corr_str *s, int64_t *minutes)
{
    int64_t v[2] = { 0 };

    *minutes = 0;
    if (text_take_char(s, 'Z') || text_take_char(s, 'z'))
        return true;
    const bool is_west = text_take_char(s, '-');
    if ((!is_west && !text_take_char(s, '+')) ||
        !text_take_numbers(s, "2:2", v))
        return false;
    *minutes = is_west ? -(60 * v[0] + v[1]) : 60 * v[0] + v[1];
    return true;
}

bool time_text_seconds(const int64_t v[6], int64_t last_year, int64_t last_hour,
                       int64_t *s)
{
    const int64_t least[6] = { 1970, 1, 1, 0, 0, 0 };
    const int64_t most[6] = { last_year, 12, 31, last_hour, 59, 60 };

    for (size_t i = 0; i < 6; i++)
        if (v[i] < least[i] || v[i] > most[i])
            return false;
    *s = corr_days_of(v[0], (unsigned)v[1], (unsigned)v[2]) * 86400 +
         v[3] * 3600 + v[4] * 60 + v[5];
    return true;
}

bool time_text_stamp(corr_str s, int64_t *ns)
{
    int64_t v[6] = { 0 }, seconds, zone;

    if (!text_take_numbers(&s, "4-2-2", v) ||
        (!text_take_char(&s, 'T') && !text_take_char(&s, 't') &&
         !text_take_char(&s, ' ')) ||
        !text_take_numbers(&s, "2:2:2", v + 3))
        return false;
    const int64_t fraction = take_fraction(&s, second);
    /* int64_t ends in 2262 */
    if (!take_zone(&s, &zone) || s.n != 0 ||
        !time_text_seconds(v, 2261, 24, &seconds))
        return false;
    *ns = (seconds - zone * 60) * second + fraction;
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
            *s = corr_str_from(*s, name.n);
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
        s = corr_str_from(s, n);
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
