/* file_name_time - reads two points in time from a file name. */
#include "common/file_name_time.h"

#include "common/text_piece.h"
#include "common/time_text.h"

static const int64_t second = 1000000000;

static bool at_digit(corr_str s)
{
    return s.n > 0 && corr_is_digit(*s.p);
}

/* 20251126T100000Z */
static bool take_basic(corr_str *s, int64_t *t)
{
    int64_t v[6] = { 0 };

    if (!text_take_numbers(s, "422T222", v) ||
        !time_text_seconds(v, 2200, 23, t))
        return false;
    text_take_char(s, 'Z');
    return true;
}

static bool take_stamp(corr_str *s, int64_t *t)
{
    corr_str basic = *s;

    if (take_basic(&basic, t)) {
        *s = basic;
        return true;
    }
    return text_take_digits(s, 10, t) && *t <= INT64_MAX / second &&
           !at_digit(*s);
}

bool window_in_name(corr_str path, int64_t *from, int64_t *to)
{
    corr_str dir, name = path;
    bool after_digit = false;

    if (!corr_str_cut_last(path, '/', &dir, &name))
        name = path;
    for (; name.n > 0; name.p++, name.n--) {
        corr_str s = name;

        if (!after_digit && take_stamp(&s, from) && text_take_char(&s, '-') &&
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
