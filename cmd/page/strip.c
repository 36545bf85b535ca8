/* strip - timelines as lines of blocks. */
#include "page/strip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corr_sort.h"
#include "corr_trace.h"

/* A value of so many times the median is worth a sentence. */
#define STANDS_OUT 1.5

enum {
    NAME_MOST = 24,
    SCALE_MOST = 119,
    LEAST_COLUMNS = 8,
    LENGTH_CELLS = 15 /* "450 ms a column" */,
    LINE_MOST = 4096
};

typedef struct strips {
    const corr_timeline *t;
    strip_opts o;
    corr_zone zone;
    double *merged; /* [bins], scratch */
} strips;

typedef struct line {
    char text[LINE_MOST];
    size_t n;
} line;

static void append_text(line *l, const char *z)
{
    const size_t n = strlen(z);

    if (l->n + n < sizeof l->text) {
        memcpy(l->text + l->n, z, n);
        l->n += n;
    }
}

static void append_spaces(line *l, size_t cells)
{
    for (; cells > 0; cells--)
        append_text(l, " ");
}

/* ---- values -------------------------------------------------------------- */

void cmd_strip_clock(const corr_timeline *t, const corr_zone *zone,
                     int64_t time, int64_t each, char buf[CORR_PRINT_MAX])
{
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    char text[CORR_PRINT_MAX];

    if (f.is_own) {
        corr_print_span_of(buf, time - f.from);
        return;
    }
    corr_print_time(text, time, corr_zone_east(zone, time));
    const char *clock = strchr(text, ' ');
    const char *point = clock ? strchr(clock, '.') : NULL;
    const bool fine = each < 1000000000;
    snprintf(buf, CORR_PRINT_MAX, "%.*s%s",
             point && !fine ? (int)(point - clock - 1) : CORR_PRINT_MAX - 8,
             clock ? clock + 1 : text, point && !fine ? point + 4 : "");
}

/* ---- the picture --------------------------------------------------------- */

/* The layout that all strips share. */
typedef struct frame {
    size_t name; /* cells */
    uint32_t per, columns;
    uint32_t cells; /* of a column */
} frame;

static bool is_row_shown(const corr_timeline *t, uint32_t i, bool all)
{
    return all || corr_timeline_at(t, i).is_usual;
}

const char *cmd_strip_name(const corr_timeline *t, uint32_t i, bool all,
                           char *buf)
{
    const corr_timeline_row row = corr_timeline_at(t, i);
    uint32_t number = 0, shown = 0;

    for (uint32_t k = 0; row.every && k < corr_timeline_size(t); k++) {
        const bool is =
            corr_timeline_at(t, k).every != 0 && is_row_shown(t, k, all);
        shown += is;
        number += is && k <= i;
    }
    if (shown == 1)
        snprintf(buf, CORR_PRINT_MAX, "metric");
    else if (shown)
        snprintf(buf, CORR_PRINT_MAX, "metric %u", number);
    else
        snprintf(buf, CORR_PRINT_MAX, "%s", row.name);
    return buf;
}

static const char *strip_name(const strips *s, uint32_t i, char *buf)
{
    return s->o.name ? s->o.name : cmd_strip_name(s->t, i, s->o.all, buf);
}

static bool is_shown(const strips *s, uint32_t i)
{
    return is_row_shown(s->t, i, s->o.all);
}

static void find_bounds(const double *v, uint32_t n, double *least,
                        double *most)
{
    *least = *most = NAN;
    for (uint32_t i = 0; i < n; i++) {
        if (isnan(v[i]))
            continue;
        *least = isnan(*least) || v[i] < *least ? v[i] : *least;
        *most = isnan(*most) || v[i] > *most ? v[i] : *most;
    }
}

static size_t longest_name(const strips *s)
{
    char name[CORR_PRINT_MAX];
    size_t most = s->o.fill && corr_timeline_alerts(s->t) ? strlen("alert") : 4;

    for (uint32_t i = 0; i < corr_timeline_size(s->t); i++) {
        const size_t n = is_shown(s, i) ? strlen(strip_name(s, i, name)) : 0;
        most = n > most ? n : most;
    }
    for (uint32_t i = 0; i < s->o.nevent; i++) {
        const size_t n = strlen(s->o.event[i].kind);
        most = n > most ? n : most;
    }
    return most < NAME_MOST ? most : NAME_MOST;
}

/* ---- alerts -------------------------------------------------------------- */

enum { ALERTS_SHOWN = 5, ALERT_MOST = 24 };

/* Whether alert i is the first of its name, and one that is drawn. */
static bool begins_band(const corr_timeline *t, uint32_t i)
{
    return i == 0 || !corr_str_eq(corr_timeline_alert_at(t, i - 1).name,
                                  corr_timeline_alert_at(t, i).name);
}

/* The cells of a scale with room for the names of alerts and of events. */
static size_t strip_alert_cells(const corr_timeline *t, const strip_opts *o,
                                size_t scale)
{
    for (uint32_t i = 0; i < o->nevent; i++) {
        const size_t n = strlen(o->event[i].text);
        const size_t cells = n < ALERT_MOST ? n : ALERT_MOST;
        scale = cells > scale ? cells : scale;
    }
    for (uint32_t i = 0; i < corr_timeline_alerts(t); i++) {
        const size_t n = corr_timeline_alert_at(t, i).name.n;
        const size_t cells = n < ALERT_MOST ? n : ALERT_MOST;
        scale = cells > scale ? cells : scale;
    }
    return scale;
}

/* The scale may take what it needs of half the screen. */
static frame frame_of(const strips *s, int width)
{
    const corr_timeline_facts f = corr_timeline_facts_of(s->t);
    frame m = { .name = longest_name(s) };
    size_t scale = 0;

    for (uint32_t i = 0; i < corr_timeline_size(s->t); i++) {
        const corr_timeline_row row = corr_timeline_at(s->t, i);
        char text[STRIP_SCALE_MOST + 1];
        double least, most;
        if (!is_shown(s, i))
            continue;
        find_bounds(row.value, f.bins, &least, &most);
        cmd_strip_scale(text, least, most, row.unit);
        scale = strlen(text) > scale ? strlen(text) : scale;
    }
    if (s->o.fill && scale < LENGTH_CELLS)
        scale = LENGTH_CELLS;
    scale = s->o.fill ? strip_alert_cells(s->t, &s->o, scale) : scale;
    const size_t used = m.name + 2 + 2 + scale;
    const size_t all = width > 0 ? (size_t)width : 80;
    size_t room = all > used + LEAST_COLUMNS ? all - used : LEAST_COLUMNS;
    room = room < LINE_MOST / 8 ? room : LINE_MOST / 8;
    m.per = f.bins ? (uint32_t)((f.bins + room - 1) / room) : 1;
    for (uint32_t per = m.per;
         !s->o.fill && per < 4 * m.per && per < INT64_MAX / 2 / f.step; per++)
        if (corr_timeline_round(f.step * per) == f.step * per) {
            m.per = per; /* a length that can be read off */
            break;
        }
    m.columns = (f.bins + m.per - 1) / m.per;
    m.cells = s->o.fill ? (uint32_t)(room / m.columns) : 1;
    m.cells = m.cells ? m.cells : 1;
    return m;
}

static const char *level_block(unsigned level, bool ascii)
{
    static const char *const blocks[] = { "\xe2\x96\x81", "\xe2\x96\x82",
                                          "\xe2\x96\x83", "\xe2\x96\x84",
                                          "\xe2\x96\x85", "\xe2\x96\x86",
                                          "\xe2\x96\x87", "\xe2\x96\x88" };
    static const char *const plain[] = {
        "_", ".", "-", "=", "+", "*", "#", "@"
    };

    return ascii ? plain[level] : blocks[level];
}

/* A name that is too long ends in what says so. */
static void put_name(line *l, const char *name, size_t cells, bool ascii)
{
    const char *more = ascii ? "..." : "\xe2\x80\xa6";
    char cut[NAME_MOST + 1];
    size_t n = strlen(name);
    const bool all = n <= cells;

    n = all ? n : cells - (ascii ? 3 : 1);
    while (!all && n > 0 && (name[n] & 0xc0) == 0x80)
        n--; /* no half of a character */
    snprintf(cut, sizeof cut, "%.*s", (int)n, name);
    append_text(l, cut);
    append_text(l, all ? "" : more);
    append_spaces(l, all ? cells - n + 2 : 2);
}

static void draw_row(const strips *s, uint32_t i, const frame *m, bool ascii,
                     line *l)
{
    const corr_timeline_facts f = corr_timeline_facts_of(s->t);
    const corr_timeline_row row = corr_timeline_at(s->t, i);
    char scale[STRIP_SCALE_MOST + 1], name[CORR_PRINT_MAX];
    double least, most;

    const uint32_t n = corr_timeline_merge(&row, f.bins, m->per, s->merged);
    find_bounds(s->merged, n, &least, &most);
    cmd_strip_scale(scale, least, most, row.unit);
    if (row.is_state) {
        least = 0; /* what is so all the while is high */
        most = 1;
    } else if (cmd_strip_is_flat(least, most, row.unit)) {
        most = least;
    }
    put_name(l, strip_name(s, i, name), m->name, ascii);
    for (uint32_t k = 0; k < n * m->cells; k++) {
        const double v = s->merged[k / m->cells];
        append_text(
            l, isnan(v)
                   ? " "
                   : level_block(corr_timeline_level(v, least, most), ascii));
    }
    append_text(l, "  ");
    append_text(l, scale);
}

/* When the strips begin and end, and how long a column is. */
static void draw_times(const strips *s, const frame *m, line *l)
{
    const corr_timeline_facts f = corr_timeline_facts_of(s->t);
    char from[CORR_PRINT_MAX], to[CORR_PRINT_MAX], each[CORR_PRINT_MAX];

    cmd_strip_clock(s->t, &s->zone, f.from, f.step * m->per, from);
    cmd_strip_clock(s->t, &s->zone, f.from + f.step * f.bins, f.step * m->per,
                    to);
    const size_t both = strlen(from) + strlen(to);
    put_name(l, "", m->name, false);
    append_text(l, from);
    const size_t cells = (size_t)m->columns * m->cells;
    if (cells > both) {
        append_spaces(l, cells - both);
        append_text(l, to);
    } else if (cells > strlen(from)) {
        append_spaces(l, cells - strlen(from));
    }
    corr_print_span_of(each, f.step * m->per);
    append_text(l, "  ");
    append_text(l, each);
    append_text(l, " a column");
}

static void draw_mark(const strips *s, const frame *m, line *l)
{
    const corr_timeline_facts f = corr_timeline_facts_of(s->t);
    const int64_t each = f.step * m->per;

    append_spaces(l, m->name + 2);
    for (uint32_t i = 0; i < m->columns; i++) {
        const int64_t at = f.from + each * i;
        const bool in = s->o.mark_from < at + each && s->o.mark_to > at;
        for (uint32_t k = 0; k < m->cells; k++)
            append_text(l, in ? "^" : " ");
    }
    while (l->n > 0 && l->text[l->n - 1] == ' ')
        l->n--;
}

/* The column with the highest value, if that stands out: `times` the median. */
static uint32_t find_peak(double *v, uint32_t n, double *most, double *times)
{
    uint32_t at = 0, known = 0;

    *times = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!isnan(v[i]) && (isnan(v[at]) || v[i] > v[at]))
            at = i;
    *most = n ? v[at] : NAN;
    for (uint32_t i = 0; i < n; i++)
        if (!isnan(v[i]))
            v[known++] = v[i];
    if (known < 3)
        return at;
    qsort(v, known, sizeof *v, cmp_real);
    *times = v[known / 2] > 0 ? *most / v[known / 2] : 0;
    return at;
}

/* "cpu is highest at 17:22:20Z: 0.84 cores, 4.2 times its median" */
static void draw_sentence(const strips *s, const frame *m, int width,
                          corr_draw_line *to_line, void *to)
{
    const corr_timeline_facts f = corr_timeline_facts_of(s->t);
    const corr_timeline_row row = corr_timeline_at(s->t, 0);
    char scale[STRIP_SCALE_MOST + 1], name[CORR_PRINT_MAX],
        clock[CORR_PRINT_MAX];
    double most, times;
    line l = { .n = 0 };

    const uint32_t n = corr_timeline_merge(&row, f.bins, m->per, s->merged);
    const uint32_t at = find_peak(s->merged, n, &most, &times);
    if (times >= STANDS_OUT && !row.every) {
        const size_t end = strlen(row.name);
        const bool many = end && row.name[end - 1] == 's'; /* spans */
        const int64_t each = f.step * m->per;
        cmd_strip_scale(scale, most, most, row.unit);
        cmd_strip_clock(s->t, &s->zone, f.from + each * at, each, clock);
        l.n = (size_t)snprintf(l.text, sizeof l.text, "%s %s highest at %s: %s",
                               strip_name(s, 0, name), many ? "are" : "is",
                               clock, scale);
        snprintf(name, sizeof name, ", %.*f times %s median",
                 times < 10 ? 1 : 0, times, many ? "their" : "its");
        if (l.n + strlen(name) <= (size_t)(width > 0 ? width : 80))
            append_text(&l, name);
        to_line(to, l.text, l.n);
    }
    to_line(to, "", 0);
}

/* What an alert did in a column. */
typedef enum activity { WAS_QUIET, MAY_HAVE_FIRED, FIRED } activity;

/* An alert without a recorded end may fire on. */
static activity find_activity(const strips *s, uint32_t first, int64_t from,
                              int64_t to)
{
    activity most = WAS_QUIET;

    for (uint32_t i = first; i < corr_timeline_alerts(s->t); i++) {
        const corr_timeline_alert a = corr_timeline_alert_at(s->t, i);
        if (i > first && begins_band(s->t, i))
            break;
        if (a.from < to && (a.to > from || (a.to == a.from && a.to >= from)))
            return FIRED;
        if (a.is_open && a.to <= from)
            most = MAY_HAVE_FIRED;
    }
    return most;
}

static const char *activity_block(activity a, bool ascii)
{
    static const char *const blocks[] = { " ", "\xe2\x95\x8c", "\xe2\x94\x81" };
    static const char *const plain[] = { " ", "-", "=" };

    return ascii ? plain[a] : blocks[a];
}

static void draw_alerts(const strips *s, const frame *m, bool ascii,
                        corr_draw_line *to_line, void *to)
{
    const corr_timeline_facts f = corr_timeline_facts_of(s->t);
    const int64_t each = f.step * m->per;
    uint32_t drawn = 0;

    for (uint32_t i = 0; i < corr_timeline_alerts(s->t); i++) {
        line l = { .n = 0 };
        char name[ALERT_MOST + 1];
        if (!begins_band(s->t, i) || (drawn >= ALERTS_SHOWN && !s->o.all))
            continue;
        drawn++;
        put_name(&l, "alert", m->name, ascii);
        for (uint32_t k = 0; k < m->columns * m->cells; k++) {
            const int64_t from = f.from + each * (k / m->cells);
            append_text(&l, activity_block(
                                find_activity(s, i, from, from + each), ascii));
        }
        const corr_str whole = corr_timeline_alert_at(s->t, i).name;
        snprintf(name, sizeof name, "%.*s", CORR_STR_ARG(whole));
        append_text(&l, "  ");
        append_text(&l, name);
        to_line(to, l.text, l.n);
    }
}

/* Draws the marks of events [from, end), which are of one kind, and names the
 * last one. */
static void draw_events_of(const strips *s, const frame *m, uint32_t from,
                           uint32_t end, bool ascii, line *l)
{
    const corr_timeline_facts f = corr_timeline_facts_of(s->t);
    const int64_t each = f.step * m->per;
    uint32_t i = from, seen = 0;

    put_name(l, s->o.event[from].kind, m->name, ascii);
    for (uint32_t k = 0; k < m->columns * m->cells; k++) {
        /* a column may have several cells: an event is in one */
        const int64_t to = f.from + each * (k / m->cells) +
                           each * (k % m->cells + 1) / m->cells;
        const uint32_t first = i;
        while (i < end && s->o.event[i].at < to)
            i++;
        seen += i - first;
        append_text(l, i == first ? " " : ascii ? "^" : "\xe2\x96\xb2");
    }
    if (!seen)
        l->n = 0;
    else
        append_text(l, "  ");
    if (seen > 1) {
        char text[32];
        snprintf(text, sizeof text, "%u times", seen);
        append_text(l, text);
    } else if (seen) {
        put_name(l, s->o.event[i - 1].text, ALERT_MOST, ascii);
    }
    while (l->n > 0 && l->text[l->n - 1] == ' ')
        l->n--;
}

static void draw_events(const strips *s, const frame *m, bool ascii,
                        corr_draw_line *to_line, void *to)
{
    for (uint32_t i = 0, end; i < s->o.nevent; i = end) {
        line l = { .n = 0 };
        for (end = i + 1; end < s->o.nevent && strcmp(s->o.event[end].kind,
                                                      s->o.event[i].kind) == 0;)
            end++;
        draw_events_of(s, m, i, end, ascii, &l);
        if (l.n)
            to_line(to, l.text, l.n);
    }
}

static void draw(const void *ctx, const corr_style *style,
                 corr_draw_line *to_line, void *to)
{
    const strips *s = ctx;
    const frame m = frame_of(s, style->width);
    line l;

    if (s->o.fill && !s->o.has_answer)
        draw_sentence(s, &m, style->width, to_line, to);
    l.n = 0;
    draw_times(s, &m, &l);
    to_line(to, l.text, l.n);
    for (uint32_t i = 0; i < corr_timeline_size(s->t); i++) {
        if (!is_shown(s, i))
            continue;
        l.n = 0;
        draw_row(s, i, &m, style->ascii, &l);
        to_line(to, l.text, l.n);
    }
    draw_events(s, &m, style->ascii, to_line, to);
    if (s->o.fill)
        draw_alerts(s, &m, style->ascii, to_line, to);
    if (s->o.mark_from >= s->o.mark_to)
        return;
    l.n = 0;
    draw_mark(s, &m, &l);
    to_line(to, l.text, l.n);
}

void cmd_strips(const cmd_ctx *ctx, corr_report *r, const corr_timeline *t,
                const strip_opts *o)
{
    strips *s = corr_report_alloc(r, sizeof *s, 1);
    const corr_timeline_facts f = corr_timeline_facts_of(t);

    if (!s || f.bins == 0 || corr_timeline_size(t) == 0)
        return;
    *s = (strips){ .t = t, .o = *o, .zone = ctx->zone };
    s->merged = corr_report_alloc(r, sizeof *s->merged, f.bins);
    if (s->merged)
        corr_report_draw(r, draw, s);
}

/* ---- of a selection ------------------------------------------------------ */

OWNS(corr_timeline)

bool cmd_asked_time(const cmd_ctx *ctx, const corr_query *q, int64_t *from,
                    int64_t *to)
{
    corr_waterfall *w = corr_waterfall_of(ctx->store, q->trace, NULL);
    bool any = false;

    for (uint32_t i = 0; w && i < corr_waterfall_size(w); i++) {
        const corr_span_view v = corr_waterfall_at(w, i);
        if ((q->span && v.id != q->span) ||
            (q->number && v.handle != q->number) || !v.is_placed)
            continue;
        const int64_t start = v.start - v.shift; /* as samples have it */
        const int64_t end = v.end - v.shift;
        *from = any && *from < start ? *from : start;
        *to = any && *to > end ? *to : end;
        any = true;
    }
    corr_waterfall_free(w);
    return any;
}

static bool has_id(const corr_query *q)
{
    return (q->trace.hi | q->trace.lo) != 0;
}

bool cmd_asks_when(const cmd_ctx *ctx, bool fine)
{
    const select_opts *s = ctx->select;

    return fine || s->from || s->to || s->around || ctx->of->span ||
           ctx->of->trace;
}

static corr_timeline *add_timeline(const cmd_ctx *ctx, corr_report *r,
                                   const corr_timeline_opts *o, corr_err *err)
{
    corr_timeline *t = corr_timeline_of(ctx->store, o, err);

    own_corr_timeline(r, t);
    return t;
}

corr_code cmd_strip_of(const cmd_ctx *ctx, corr_report *r, const corr_sel *sel,
                       const corr_query *q, bool fine, corr_err *err)
{
    const int64_t second = 1000000000;
    corr_timeline_opts o = { .sel = sel, .whole = has_id(q) };
    strip_opts s = { .all = true, .name = o.whole ? "process" : "time" };

    if (cmd_is_data(ctx))
        return CORR_OK;
    if (q->from > 0 && q->to < INT64_MAX && q->from < q->to) {
        o.from = q->from;
        o.to = q->to;
    }
    const corr_timeline *t = add_timeline(ctx, r, &o, err);
    if (!t)
        return err->code;
    const corr_timeline_facts f = corr_timeline_facts_of(t);
    if (f.bins < 2 || corr_timeline_size(t) == 0)
        return CORR_OK;
    if (o.whole && !f.is_own)
        cmd_asked_time(ctx, q, &s.mark_from, &s.mark_to);
    if (!fine) {
        cmd_strips(ctx, r, t, &s);
        return CORR_OK;
    }
    o.from = f.from - (f.from % second + second) % second;
    o.to = f.from + f.step * f.bins;
    o.step = HEAT_STEP_MS * 1000000;
    t = add_timeline(ctx, r, &o, err);
    if (!t)
        return err->code;
    cmd_heat(ctx, r, t, &s);
    return CORR_OK;
}
