/* calendar - prints and parses points in time. */
#include "base/calendar.h"

#include <stdio.h>

#include "base/base.h"
#include "corr_bytes.h"

/* Civil dates by eras of 400 years that begin on 1 March, so that the leap
 * day is the last day of its year. */
#define ERA_DAYS   146097
#define EPOCH_DAYS 719468 /* from 0000-03-01 to 1970-01-01 */

int64_t corr_days_of(int64_t year, unsigned month, unsigned day)
{
    int64_t y = year - (month <= 2);
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t of_era = y - era * 400;
    int64_t of_year = (153 * ((int64_t)month + (month > 2 ? -3 : 9)) + 2) / 5 +
                      (int64_t)day - 1;

    return era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
           EPOCH_DAYS;
}

typedef struct date {
    int64_t year;
    unsigned month, day;
} date;

static date date_of(int64_t days)
{
    int64_t z = days + EPOCH_DAYS;
    int64_t era = (z >= 0 ? z : z - (ERA_DAYS - 1)) / ERA_DAYS;
    int64_t d = z - era * ERA_DAYS;
    int64_t y = (d - d / 1460 + d / 36524 - d / (ERA_DAYS - 1)) / 365;
    int64_t of_year = d - (365 * y + y / 4 - y / 100);
    int64_t m = (5 * of_year + 2) / 153;

    return (date){
        .year = y + era * 400 + (m >= 10),
        .month = (unsigned)(m < 10 ? m + 3 : m - 9),
        .day = (unsigned)(of_year - (153 * m + 2) / 5 + 1),
    };
}

/* Rounds toward the past; b > 0. */
static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static int64_t floor_mod(int64_t a, int64_t b)
{
    int64_t rest = a % b;

    return rest < 0 ? rest + b : rest;
}

/* ---- printing ------------------------------------------------------------ */

/* Writes the last digits of v, zero-padded. */
static char *put_digits(char *at, int64_t v, int digits)
{
    for (int i = digits - 1; i >= 0; i--, v /= 10)
        at[i] = (char)('0' + v % 10);
    return at + digits;
}

static char *put_clock(char *at, int64_t second_of_day)
{
    at = put_digits(at, second_of_day / 3600, 2);
    *at++ = ':';
    at = put_digits(at, second_of_day / 60 % 60, 2);
    *at++ = ':';
    return put_digits(at, second_of_day % 60, 2);
}

static void put_zone(char *at, int tz_min)
{
    int m = tz_min < 0 ? -tz_min : tz_min;

    if (m == 0) {
        memcpy(at, "Z", 2);
        return;
    }
    *at++ = tz_min < 0 ? '-' : '+';
    at = put_digits(at, m / 60, 2);
    *at++ = ':';
    at = put_digits(at, m % 60, 2);
    *at = '\0';
}

int corr_zone_east(const corr_zone *zone, int64_t unix_ns)
{
    return zone->east_at ? zone->east_at(unix_ns) : zone->east_min;
}

const char *corr_print_time(char *buf, int64_t unix_ns, int tz_min)
{
    int64_t t = add_clamped(unix_ns, tz_min * (60 * CALENDAR_S));
    int64_t ms = floor_mod(t, CALENDAR_DAY) / 1000000;
    date d = date_of(floor_div(t, CALENDAR_DAY));
    char *at = put_digits(buf, d.year, 4);

    *at++ = '-';
    at = put_digits(at, d.month, 2);
    *at++ = '-';
    at = put_digits(at, d.day, 2);
    *at++ = ' ';
    at = put_clock(at, ms / 1000);
    *at++ = '.';
    at = put_digits(at, ms % 1000, 3);
    put_zone(at, tz_min);
    return buf;
}

const char *calendar_print_clock(char *buf, int64_t unix_ns, int tz_min)
{
    int64_t t = add_clamped(unix_ns, tz_min * (60 * CALENDAR_S));

    put_zone(put_clock(buf, floor_mod(t, CALENDAR_DAY) / CALENDAR_S), tz_min);
    return buf;
}

const char *calendar_print_range(char *buf, int64_t from, int64_t to)
{
    char end[CORR_PRINT_MAX];
    const size_t day = sizeof "2026-02-05";

    corr_print_time(buf, from, 0);
    corr_print_time(end, to, 0);
    const bool same_day = strncmp(buf, end, day) == 0;
    const size_t n = strlen(buf);
    snprintf(buf + n, CALENDAR_RANGE_MAX - n, "..%s",
             end + (same_day ? day : 0));
    return buf;
}

/* ---- reading ------------------------------------------------------------ */

static bool at_digit(corr_str s)
{
    return s.n > 0 && corr_is_digit(*s.p);
}

static bool take_char(corr_str *s, const char *any)
{
    if (s->n == 0 || *s->p == '\0' || !strchr(any, *s->p))
        return false;
    s->p++;
    s->n--;
    return true;
}

/* Reads exactly this many digits; false: fewer, or above max. */
static bool read_digits(corr_str *s, int digits, unsigned max, unsigned *v)
{
    *v = 0;
    for (int i = 0; i < digits; i++) {
        if (!at_digit(*s))
            return false;
        *v = *v * 10 + (unsigned)(*s->p - '0');
        s->p++;
        s->n--;
    }
    return *v <= max;
}

/* Reads ".104" or ",104" as ns; digits beyond the ninth are dropped. */
static bool take_fraction(corr_str *s, int64_t *ns)
{
    int64_t scale = CALENDAR_S / 10;

    *ns = 0;
    if (!take_char(s, ".,"))
        return true;
    if (!at_digit(*s))
        return false;
    for (; at_digit(*s); scale /= 10) {
        *ns += (*s->p - '0') * scale;
        s->p++;
        s->n--;
    }
    return true;
}

/* Reads YYYY-MM-DD, or YYYYMMDD if basic. */
static bool take_date(corr_str *s, bool basic, int64_t *days)
{
    static const unsigned last[] = { 31, 29, 31, 30, 31, 30,
                                     31, 31, 30, 31, 30, 31 };
    unsigned y, m, d;

    if (!read_digits(s, 4, 9999, &y) || (!basic && !take_char(s, "-")) ||
        !read_digits(s, 2, 12, &m) || (!basic && !take_char(s, "-")) ||
        m == 0 || !read_digits(s, 2, last[m - 1], &d) || d == 0 ||
        (m == 2 && d == 29 && (y % 4 || (y % 100 == 0 && y % 400))))
        return false;
    *days = corr_days_of(y, m, d);
    return true;
}

/* Reads HH:MM[:SS[.fraction]], or HHMM[SS[.fraction]] if basic; a leap second
 * becomes the second before it. */
static bool take_clock(corr_str *s, bool basic, int64_t *ns)
{
    unsigned h, m, sec = 0;
    int64_t fraction = 0;

    if (!read_digits(s, 2, 23, &h) || (!basic && !take_char(s, ":")) ||
        !read_digits(s, 2, 59, &m))
        return false;
    if (basic ? at_digit(*s) : take_char(s, ":"))
        if (!read_digits(s, 2, 60, &sec) || !take_fraction(s, &fraction))
            return false;
    *ns = (int64_t)(h * 3600 + m * 60 + (sec > 59 ? 59 : sec)) * CALENDAR_S +
          fraction;
    return true;
}

/* Reads Z, +01:00, +0100, +01, or an empty text. */
static bool take_zone(corr_str *s, int64_t *east)
{
    unsigned h, m = 0;

    *east = 0;
    if (s->n == 0 || take_char(s, "Zz"))
        return true;
    bool minus = *s->p == '-';
    if (!take_char(s, "+-") || !read_digits(s, 2, 23, &h))
        return false;
    if (take_char(s, ":") ? !read_digits(s, 2, 59, &m)
                          : at_digit(*s) && !read_digits(s, 2, 59, &m))
        return false;
    *east = (int64_t)(h * 60 + m) * 60 * CALENDAR_S * (minus ? -1 : 1);
    return true;
}

static bool time_of_parts(int64_t days, int64_t clock, int64_t east, int64_t *t)
{
    return !MUL_OVERFLOWS(days, CALENDAR_DAY, t) &&
           !ADD_OVERFLOWS(*t, clock, t) && !__builtin_sub_overflow(*t, east, t);
}

/* Reads a whole date, with or without a time of day. */
static bool read_date(corr_str s, int64_t *t)
{
    bool basic = s.n > 4 && s.p[4] != '-';
    int64_t days, clock = 0, east = 0;

    if (!take_date(&s, basic, &days))
        return false;
    if (s.n > 0 && (!take_char(&s, "Tt _") || !take_clock(&s, basic, &clock)))
        return false;
    s = corr_str_trim(s);
    return take_zone(&s, &east) && s.n == 0 &&
           time_of_parts(days, clock, east, t);
}

/* Reads 14:15 or 14:15:22.5Z, on the day that holds `day` in that zone. */
static bool read_clock(corr_str s, int64_t day, int64_t *t)
{
    int64_t clock, east = 0;

    if (day == CORR_NO_TIME || !take_clock(&s, false, &clock) ||
        !take_zone(&s, &east) || s.n > 0)
        return false;
    return time_of_parts(floor_div(add_clamped(day, east), CALENDAR_DAY), clock,
                         east, t);
}

/* Reads Unix time.  The number of digits before the point gives the unit:
 * present dates have 10 digits in s, 13 in ms, 16 in us and 19 in ns.  Eight
 * digits are a date. */
static bool read_unix(corr_str s, int64_t *t)
{
    int64_t whole, fraction = 0, unit = CALENDAR_S;
    corr_str digits = { s.p, 0 };

    while (digits.n < s.n && at_digit((corr_str){ s.p + digits.n, 1 }))
        digits.n++;
    if (digits.n < 9 || !corr_str_i64(digits, &whole))
        return false;
    for (size_t n = 12; n <= digits.n && unit > 1; n += 3)
        unit /= 1000;
    s = corr_str_from(s, digits.n);
    if (!take_fraction(&s, &fraction) || s.n > 0)
        return false;
    return !MUL_OVERFLOWS(whole, unit, t) &&
           !ADD_OVERFLOWS(*t, fraction / (CALENDAR_S / unit), t);
}

/* Reads "now" or "now-5m". */
static bool read_now(corr_str s, int64_t now, int64_t *t)
{
    int64_t d = 0;

    if (!corr_str_starts(s, "now") || now == CORR_NO_TIME)
        return false;
    s = corr_str_from(s, 3);
    bool minus = s.n > 0 && *s.p == '-';
    if (s.n > 0 && (!take_char(&s, "+-") || !corr_parse_duration(s, &d)))
        return false;
    *t = minus ? sub_clamped(now, d) : add_clamped(now, d);
    return true;
}

bool corr_parse_time(corr_str text, int64_t day, int64_t now, int64_t *unix_ns)
{
    corr_str s = corr_str_trim(text);

    return read_date(s, unix_ns) || read_clock(s, day, unix_ns) ||
           read_unix(s, unix_ns) || read_now(s, now, unix_ns);
}
