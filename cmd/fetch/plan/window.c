#include "fetch/plan/window.h"

#include <time.h>

int64_t fetch_units_down(int64_t ns, int64_t unit)
{
    return ns / unit - (ns % unit < 0);
}

int64_t fetch_units_up(int64_t ns, int64_t unit)
{
    return ns / unit + (ns % unit > 0);
}

bool fetch_window_next(corr_window *rest, int64_t most, corr_window *piece)
{
    if (rest->from >= rest->to)
        return false;
    *piece = *rest;
    if (rest->to - rest->from > most)
        piece->to = rest->from + most;
    rest->from = piece->to;
    return true;
}

bool fetch_window_halves(corr_window w, int64_t unit, corr_window half[2])
{
    const int64_t from = fetch_units_down(w.from, unit);
    const int64_t to = fetch_units_up(w.to, unit);
    const int64_t middle = from + (to - from) / 2;

    if (to - from < 2)
        return false;
    half[0] = (corr_window){ w.from, middle * unit };
    half[1] = (corr_window){ middle * unit, w.to };
    return half[0].from < half[0].to && half[1].from < half[1].to;
}

corr_window fetch_window_wider(corr_window w, int64_t by)
{
    w.from = w.from > by ? w.from - by : 1;
    w.to = w.to > INT64_MAX - by ? INT64_MAX : w.to + by;
    return w;
}

static struct tm broken_down(int64_t ns)
{
    const time_t s = (time_t)fetch_units_down(ns, FETCH_SECOND);
    struct tm t = { 0 };

    gmtime_r(&s, &t);
    return t;
}

const char *fetch_time(corr_arena *a, int64_t ns)
{
    const int64_t rest = ns - fetch_units_down(ns, FETCH_SECOND) * FETCH_SECOND;
    const struct tm t = broken_down(ns);
    char text[40];

    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &t);
    return rest ? corr_arena_print(a, "%s.%09lldZ", text, (long long)rest)
                : corr_arena_print(a, "%sZ", text);
}

const char *fetch_time_stamp(corr_arena *a, int64_t ns)
{
    const struct tm t = broken_down(ns);
    char text[40];

    strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &t);
    return corr_arena_text(a, corr_str_of(text));
}

int64_t fetch_now(int64_t asked)
{
    struct timespec t = { 0 };

    if (asked)
        return asked;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * FETCH_SECOND + t.tv_nsec;
}
