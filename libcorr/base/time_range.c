#include "base/time_range.h"

#include "base/base.h"

static const int64_t day_ns = (int64_t)86400 * 1000000000;

static bool split_range(corr_str text, corr_str *from, corr_str *to)
{
    for (size_t i = 0; i + 1 < text.n; i++)
        if (text.p[i] == '.' && text.p[i + 1] == '.') {
            *from = (corr_str){ text.p, i };
            *to = (corr_str){ text.p + i + 2, text.n - i - 2 };
            return true;
        }
    return false;
}

static bool is_last(corr_str text, int64_t *length)
{
    return text.n > 1 && text.p[0] == '-' &&
           corr_parse_duration((corr_str){ text.p + 1, text.n - 1 }, length);
}

static bool is_time(corr_str text)
{
    int64_t t;

    return text.n == 0 || corr_parse_time(text, 0, 0, &t);
}

bool time_range_is(corr_str text)
{
    corr_str from, to;
    int64_t length;

    if (is_last(text, &length))
        return true;
    return split_range(text, &from, &to) && (from.n || to.n) && is_time(from) &&
           is_time(to);
}

/* Whether a text is a time of day: it gives another time on another day. */
static bool needs_day(corr_str text)
{
    int64_t a, b;

    return corr_parse_time(text, 0, 0, &a) &&
           corr_parse_time(text, day_ns, 0, &b) && a != b;
}

static bool resolve_end(corr_str text, int64_t first, int64_t least, int64_t *t)
{
    if (needs_day(text) && first == CORR_NO_TIME)
        return false;
    corr_parse_time(text, first, 0, t);
    if (needs_day(text) && *t < least)
        *t += day_ns; /* past midnight */
    return true;
}

bool time_range_resolve(corr_str text, int64_t first, int64_t last,
                        int64_t *from, int64_t *to)
{
    corr_str begin, end;
    int64_t length;

    *from = INT64_MIN + 1;
    *to = INT64_MAX;
    if (is_last(text, &length)) {
        if (last == CORR_NO_TIME)
            return false;
        *from = sub_clamped(last, length);
        return true;
    }
    if (!split_range(text, &begin, &end))
        return false;
    if (begin.n && !resolve_end(begin, first, INT64_MIN, from))
        return false;
    return !end.n || resolve_end(end, first, begin.n ? *from : first, to);
}
