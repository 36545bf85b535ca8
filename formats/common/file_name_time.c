/* file_name_time - reads two points in time from a file name. */
#include "common/file_name_time.h"

#include "common/time_text.h"

static const int64_t second = 1000000000;

static bool at_digit(corr_str s)
{
    return s.n > 0 && corr_is_digit(*s.p);
}

/* Takes exactly this many digits with a value between least and most. */
static bool take_number_in(corr_str *s, size_t digits, int64_t least,
                           int64_t most, int64_t *v)
{
    return time_text_digits(s, digits, v) && *v >= least && *v <= most;
}

/* 20251126T100000Z */
static bool take_basic(corr_str *s, int64_t *t)
{
    int64_t year, month, day, hour, minute, sec;

    if (!take_number_in(s, 4, 1970, 2200, &year) ||
        !take_number_in(s, 2, 1, 12, &month) ||
        !take_number_in(s, 2, 1, 31, &day) || !time_text_char(s, 'T') ||
        !take_number_in(s, 2, 0, 23, &hour) ||
        !take_number_in(s, 2, 0, 59, &minute) ||
        !take_number_in(s, 2, 0, 60, &sec))
        return false;
    time_text_char(s, 'Z');
    *t = corr_days_of(year, (unsigned)month, (unsigned)day) * 86400 +
         hour * 3600 + minute * 60 + sec;
    return true;
}

static bool take_stamp(corr_str *s, int64_t *t)
{
    corr_str basic = *s;

    if (take_basic(&basic, t)) {
        *s = basic;
        return true;
    }
    return take_number_in(s, 10, 0, INT64_MAX / second, t) && !at_digit(*s);
}

bool window_in_name(corr_str path, int64_t *from, int64_t *to)
{
    corr_str dir, name = path;
    bool after_digit = false;

    if (!corr_str_cut_last(path, '/', &dir, &name))
        name = path;
    for (; name.n > 0; name.p++, name.n--) {
        corr_str s = name;

        if (!after_digit && take_stamp(&s, from) && time_text_char(&s, '-') &&
            take_stamp(&s, to) && !at_digit(s) && *from < *to) {
            *from *= second;
            *to *= second;
            return true;
        }
        after_digit = at_digit(name);
    }
    return false;
}

void window_from_name(const corr_src *in, corr_build *b)
{
    int64_t from, to;

    if (!window_in_name(corr_str_of(corr_src_path(in)), &from, &to))
        return;
    corr_set_window(b, from, to);
    corr_note(b, "WINDOW_FROM_NAME", "window from the file name");
}
