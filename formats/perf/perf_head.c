/*
 * perf_head - the header lines of perf script --header.
 *
 * Times are of a clock that started with the machine, unless the header has a
 * reference time that relates it to the wall clock, or the wall clock itself
 * was recorded.
 */
#include "perf/perf.h"

#include <stdio.h>

/* "1795227793.494909 (TOD)" in ns. */
static bool read_seconds(corr_str s, int64_t *ns)
{
    s = corr_str_trim(s);
    s.n = corr_str_find(s, ' ');
    return perf_seconds(s, ns);
}

/* "2026-11-21 02:23:13.494909 = 1795227793.494909 (TOD) = 2503.981366147
 * (monotonic)", with the date or without. */
static void read_reference(perf_facts *f, corr_str value)
{
    corr_str date, tod, clock;
    int64_t wall, own;

    if (!corr_str_cut_last(value, '=', &tod, &clock))
        return;
    if (corr_str_cut_last(tod, '=', &date, &value))
        tod = value;
    if (read_seconds(tod, &wall) && read_seconds(clock, &own)) {
        f->is_wall = true;
        f->offset = wall - own;
    }
}

void perf_comment(perf_facts *f, corr_build *b, corr_str line)
{
    static const char *const settings[] = { "captured on", "hostname",
                                            "os release",  "perf version",
                                            "arch",        "cmdline",
                                            "clockid",     "reference time" };
    corr_str name, value;

    if (!corr_str_cut(corr_str_from(line, 1), ':', &name, &value))
        return;
    name = corr_str_trim(name);
    value = corr_str_trim(value);
    if (value.n == 0)
        return;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (corr_str_is(name, settings[i]))
            corr_add_setting(b, name, value);
    if (corr_str_is(name, "hostname"))
        snprintf(f->host, sizeof f->host, "%.*s", CORR_STR_ARG(value));
    else if (corr_str_is(name, "perf version"))
        corr_set_producer(b, CORR_STR("perf"));
    else if (corr_str_is(name, "clockid"))
        f->is_wall |= corr_str_starts(value, "realtime");
    else if (corr_str_is(name, "reference time"))
        read_reference(f, value);
}
