#include "cli/range.h"

#include <math.h>

static corr_code no_range(const char *text, corr_err *err)
{
    corr_fail(err, CORR_EUSAGE, "\"%s\" is no range of durations", text);
    return corr_hint(err, "p99, p25..p75, >500ms or 100ms..1s");
}

/* "p99.9" or "500ms". */
static bool parse_end(corr_str s, bool *is_time, double *at)
{
    int64_t ns;

    s = corr_str_trim(s);
    *is_time = !corr_str_starts(s, "p");
    if (*is_time) {
        if (!corr_parse_duration(s, &ns) || ns < 0)
            return false;
        *at = (double)ns;
        return true;
    }
    if (!corr_str_real((corr_str){ s.p + 1, s.n - 1 }, at))
        return false;
    *at /= 100;
    return *at >= 0 && *at <= 1;
}

/* Returns the place of "..", or the length. */
static size_t find_dots(corr_str s)
{
    for (size_t i = 0; i + 1 < s.n; i++)
        if (s.p[i] == '.' && s.p[i + 1] == '.')
            return i;
    return s.n;
}

static bool parse_both(corr_str from, corr_str to, corr_range *r)
{
    bool lo_is_time = false, hi_is_time = false;

    if (!from.n && !to.n)
        return false;
    if (from.n && !parse_end(from, &lo_is_time, &r->lo))
        return false;
    if (to.n && !parse_end(to, &hi_is_time, &r->hi))
        return false;
    if (from.n && to.n && lo_is_time != hi_is_time)
        return false;
    r->is_time = from.n ? lo_is_time : hi_is_time;
    r->lo = from.n ? r->lo : 0;
    if (!to.n)
        r->hi = r->is_time ? INFINITY : 1;
    return r->lo < r->hi || (r->is_time && r->lo <= r->hi);
}

/* Behind a sign: a span that took just that long is no part of the range.
 * Durations are whole ns. */
static bool parse_beyond(bool is_more, corr_str at, corr_range *r)
{
    const corr_str none = { "", 0 };
    const bool ok = is_more ? parse_both(at, none, r) : parse_both(none, at, r);

    if (ok && r->is_time && is_more)
        r->lo += 1;
    else if (ok && r->is_time)
        r->hi -= 1;
    return ok && r->lo <= r->hi;
}

corr_code range_parse(const char *text, bool is_slow, corr_range *r,
                      corr_err *err)
{
    const corr_str s = corr_str_trim(corr_str_of(text));
    const corr_str none = { "", 0 };
    const size_t dots = find_dots(s);
    const corr_str behind = { s.p + 1, s.n ? s.n - 1 : 0 };
    bool ok;

    *r = (corr_range){ 0 };
    if (dots < s.n)
        ok = parse_both((corr_str){ s.p, dots },
                        (corr_str){ s.p + dots + 2, s.n - dots - 2 }, r);
    else if (corr_str_starts(s, ">") || corr_str_starts(s, "<"))
        ok = parse_beyond(*s.p == '>', behind, r);
    else
        ok = is_slow ? parse_both(s, none, r) : parse_both(none, s, r);
    return ok ? CORR_OK : no_range(text, err);
}
