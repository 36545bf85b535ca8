/* words - numbers, ids and times as texts that the report owns; the columns of
 * one row as members of the data. */
#include <string.h>

#include "cli/cmd.h"

/* Defines name(r, v): v as print writes it. */
#define TEXT_OF(name, type, print)                                             \
    const char *name(corr_report *r, type v)                                   \
    {                                                                          \
        char buf[CORR_PRINT_MAX];                                              \
        return corr_report_text(r, "%s", print(buf, v));                       \
    }

TEXT_OF(cmd_count, int64_t, corr_print_count)
TEXT_OF(cmd_duration, int64_t, corr_print_duration)
TEXT_OF(cmd_length, int64_t, corr_print_span_of)
TEXT_OF(cmd_bytes, int64_t, corr_print_bytes)
TEXT_OF(cmd_trace_id, corr_trace_id, corr_print_trace)
TEXT_OF(cmd_span_id, uint64_t, corr_print_id)

const char *cmd_short_span(corr_report *r, uint64_t id)
{
    return corr_report_text(r, "%.8s", cmd_span_id(r, id) + (id >> 32 ? 0 : 8));
}

const char *cmd_n(corr_report *r, int64_t n, const char *one)
{
    return corr_report_text(r, "%s %s%s", cmd_count(r, n), one, cmd_plural(n));
}

const char *cmd_amount(corr_report *r, int64_t v, corr_unit unit)
{
    char buf[CORR_PRINT_MAX];

    return corr_report_text(r, "%s", corr_print_amount(buf, v, unit));
}

const char *cmd_str(corr_report *r, corr_str s)
{
    return corr_report_text(r, "%.*s", CORR_STR_ARG(s));
}

/* Whether the first 8 digits are the seconds of that time, as in ids for X-Ray
 * and in ids of Datadog's tracers, which put 8 zeros behind them: all requests
 * of a second share these digits. */
static bool begins_with_time(corr_trace_id id, int64_t when)
{
    const int64_t day_s = 86400, ns = 1000000000;
    const int64_t s = (int64_t)(id.hi >> 32);

    return s && when != CORR_NO_TIME && s >= when / ns - day_s &&
           s <= when / ns + day_s;
}

/* The zeros in front of an id of 64 bits may be left out. */
const char *cmd_short(corr_report *r, corr_trace_id id, int64_t when)
{
    enum { SHORT = 8 };
    const uint64_t first = id.hi ? id.hi : id.lo;
    const char *all = id.hi ? cmd_trace_id(r, id) : cmd_span_id(r, id.lo);

    if (begins_with_time(id, when))
        return corr_report_text(r, "%.*s", id.hi << 32 ? 2 * SHORT : 3 * SHORT,
                                all);
    /* the first 8 digits may be zeros */
    return first >> 32 ? corr_report_text(r, "%.*s", SHORT, all) : all;
}

const char *cmd_time(const cmd_ctx *ctx, corr_report *r, int64_t unix_ns)
{
    char buf[CORR_PRINT_MAX];

    corr_print_time(buf, unix_ns, corr_zone_east(&ctx->zone, unix_ns));
    return corr_report_text(r, "%s", buf);
}

const char *cmd_clock(const cmd_ctx *ctx, corr_report *r, int64_t unix_ns)
{
    const char *when = cmd_time(ctx, r, unix_ns);
    const char *clock = strchr(when, ' ');

    return clock ? clock + 1 : when;
}

const char *cmd_window(const cmd_ctx *ctx, corr_report *r, int64_t from,
                       int64_t to)
{
    const char *first = cmd_time(ctx, r, from);
    const char *last = cmd_time(ctx, r, to);
    const bool same_day = strncmp(first, last, sizeof "2026-02-05") == 0;

    return corr_report_text(r, "%s..%s", first,
                            last + (same_day ? sizeof "2026-02-05" : 0));
}

/* "17:21:36.543Z" without its fraction. */
static const char *drop_fraction(corr_report *r, const char *text)
{
    const size_t n = strcspn(text, ".");

    return text[n] ? corr_report_text(r, "%.*s%s", (int)n, text,
                                      text + n + 1 +
                                          strspn(text + n + 1, "0123456789"))
                   : text;
}

const char *cmd_range(const cmd_ctx *ctx, corr_report *r, int64_t from,
                      int64_t to)
{
    const int64_t fine = INT64_C(10000000000); /* ns */
    const char *window = cmd_window(ctx, r, from, to);
    const char *dots = strstr(window, "..");

    if (to - from >= fine && dots) {
        const char *first =
            corr_report_text(r, "%.*s", (int)(dots - window), window);
        window = corr_report_text(r, "%s..%s", drop_fraction(r, first),
                                  drop_fraction(r, dots + 2));
    }
    return to > from ? corr_report_text(r, "%s (%s)", window,
                                        cmd_length(r, to - from))
                     : window;
}

void cmd_data(corr_report *r, const char *path, corr_table t)
{
    corr_report_table(r, path, &t, CORR_DATA);
}

void cmd_primary(corr_report *r, const char *path, corr_table t)
{
    corr_report_table(r, path, &t, CORR_PRIMARY);
}

void cmd_screen(corr_report *r, corr_table t)
{
    corr_report_table(r, NULL, &t, CORR_SCREEN);
}

void cmd_put_members(corr_report *r, const char *path, const corr_table *row)
{
    for (uint32_t i = 0; i < row->ncolumns; i++)
        corr_report_put(r,
                        corr_report_text(r, "%s%s", path, row->columns[i].key),
                        corr_table_cell(row, 0, i));
}

int cmd_cells(const char *text)
{
    int n = 0;

    for (; text && *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

const char *cmd_name(const cmd_ctx *ctx, corr_report *r, const char *name)
{
    if (ctx->output->wide)
        return name;
    const corr_str brief = corr_short_name(corr_str_of(name));
    return brief.p + brief.n == name + strlen(name)
               ? brief.p
               : corr_report_text(r, "%.*s", CORR_STR_ARG(brief));
}
