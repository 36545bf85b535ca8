/* diff_traces_rows - the table of two traces: rows that add up to the
 * difference of their lengths. */
#include <math.h>
#include <stdlib.h>

#include "corr_sort.h"
#include "verbs/diff/diff_traces.h"

/* Rows that a screen has room for, with those off the path. */
enum { USUAL_ROWS = 8, MOST_OFF = 2 };

/* A row is shown if its change is so much of the largest one; a row off the
 * path if its duration changed by so much of the longer request. */
static const double least_row = 0.02, least_off = 0.1;

typedef struct shown_row {
    const char *word, *path[2], *change, *took[2], *ran;
    corr_words name;
    corr_str service;
    corr_tone tone;
    bool strong;
} shown_row;

/* The unit of all numbers of the table. */
typedef struct table_unit {
    const char *name;
    int64_t ns; /* of the last digit */
    int decimals;
} table_unit;

typedef struct screen {
    const traces_page *p;
    const traces_moved *line; /* rows, off the path last */
    uint32_t n, on;           /* all, and those on the path */
    uint32_t left;            /* other rows on the path */
    int64_t rest[2];          /* their path, ns */
    table_unit unit;
    int64_t *digits[2]; /* [on + 1] paths and the rest in last digits, which
                           add up */
    int64_t whole[2];   /* the lengths */
} screen;

static const char *const change_word[CORR_SPAN_CHANGE_COUNT] = {
    [CORR_SPAN_SAME] = "same",     [CORR_SPAN_SLOWER] = "slower",
    [CORR_SPAN_FASTER] = "faster", [CORR_SPAN_NEW] = "new",
    [CORR_SPAN_GONE] = "gone",     [CORR_SPAN_MORE] = "more",
    [CORR_SPAN_FEWER] = "fewer",   [CORR_SPAN_JOINED] = "on path",
    [CORR_SPAN_LEFT] = "off path", [CORR_SPAN_UNKNOWN] = "?",
};

static corr_tone tone_of(int64_t delta)
{
    return delta > 0   ? CORR_TONE_WORSE
           : delta < 0 ? CORR_TONE_BETTER
                       : CORR_TONE_PLAIN;
}

/* ---- numbers ---------------------------------------------------------------- */

/* That of span_time. */
static table_unit unit_of(int64_t scale)
{
    static const table_unit units[] = { { "s", 1000000, 3 },
                                        { "ms", 10000, 2 },
                                        { "us", 100, 1 } };

    return units[scale >= 500000000 ? 0 : scale >= 1000000 ? 1 : 2];
}

static int64_t to_digits(const screen *s, int64_t ns)
{
    return (int64_t)llround((double)ns / (double)s->unit.ns);
}

static const char *number(const screen *s, int64_t digits, bool sign)
{
    const int d = s->unit.decimals;
    const double shown = (double)digits / pow(10, d);

    return sign && digits ? corr_report_text(s->p->r, "%+.*f", d, shown)
                          : corr_report_text(s->p->r, "%.*f", d, shown);
}

/* Rounds the paths of the lines of a side so that their digits add up to the
 * length: what is left is in the rest, or without a rest in those lines that
 * were rounded most (corr-methods 7.2). */
static bool round_paths(screen *s, unsigned k)
{
    corr_report *r = s->p->r;
    const size_t n = (size_t)s->on + (s->left > 0);
    int64_t *ns = corr_report_alloc(r, sizeof *ns, n + 1);
    int64_t *digits = corr_report_alloc(r, sizeof *ns, n + 1);

    if (!ns || !digits)
        return false;
    s->whole[k] = to_digits(s, s->p->f.length[k]);
    digits[s->on] = s->whole[k];
    ns[s->on] = s->rest[k];
    for (uint32_t i = 0; i < s->on; i++) {
        ns[i] = corr_trace_diff_at(s->p->d, s->line[i].row).side[k].path_all;
        digits[i] = to_digits(s, ns[i]);
        digits[s->on] -= digits[i];
    }
    if (digits[s->on] < 0 || (!s->left && digits[s->on]))
        corr_apportion_wide(ns, digits, n, s->whole[k]);
    s->digits[k] = digits;
    return true;
}

/* ---- cells ---------------------------------------------------------------- */

static const char *took_words(const screen *s, const corr_trace_diff_part *part)
{
    if (!part->spans)
        return "-";
    return part->untold || part->untimed
               ? "?"
               : corr_report_text(s->p->r, "%s%s", part->unfinished ? "> " : "",
                                  number(s, to_digits(s, part->total), false));
}

/* "2→60"; of equal numbers "60", and of one call nothing */
static const char *ran_words(const traces_page *p, const corr_trace_diff_row *v)
{
    const int64_t a = v->side[0].calls, b = v->side[1].calls;

    if (a == b || !v->side[0].spans || !v->side[1].spans)
        return a + b <= 2 && a <= 1 && b <= 1 ? ""
                                              : cmd_count(p->r, a > b ? a : b);
    return corr_report_text(p->r, "%s\xe2\x86\x92%s", cmd_count(p->r, a),
                            cmd_count(p->r, b));
}

/* "GET /reco, with 3 below it" */
static corr_words name_words(const traces_page *p, uint32_t i)
{
    const uint32_t owned = corr_trace_diff_at(p->d, i).owned;
    const char *name = traces_row_name(p, i);

    if (!owned)
        return (corr_words){ name, NULL };
    return (corr_words){
        corr_report_text(p->r, "%s, with %u below it", name, owned), name
    };
}

static void put_digits(const screen *s, shown_row *w, int64_t base,
                       int64_t fresh)
{
    w->path[0] = number(s, base, false);
    w->path[1] = number(s, fresh, false);
    w->change = number(s, fresh - base, true);
}

static void fill_line(const screen *s, uint32_t i, shown_row *w)
{
    const traces_page *p = s->p;
    const corr_trace_diff_row v = corr_trace_diff_at(p->d, s->line[i].row);

    *w = (shown_row){ .word = change_word[v.change],
                      .path = { "-", "-" },
                      .change = "-",
                      .ran = ran_words(p, &v),
                      .name = name_words(p, s->line[i].row),
                      .service = v.service,
                      .tone = tone_of(s->line[i].delta) };
    if (i < s->on)
        put_digits(s, w, s->digits[0][i], s->digits[1][i]);
    for (unsigned k = 0; k < 2; k++) {
        const corr_trace_diff_part *part = &v.side[k];
        if (part->unfinished && !part->path_all && i < s->on)
            w->path[k] = w->change = "?"; /* its own time is unknown */
        w->path[k] = part->spans ? w->path[k] : "-";
        w->took[k] = took_words(s, &v.side[k]);
    }
}

/* The rows, then what was cut, then the lengths. */
static void fill_shown_place(const void *ctx, uint32_t i, void *row)
{
    const screen *s = ctx;
    shown_row *w = row;

    if (i < s->n) {
        fill_line(s, i, w);
        return;
    }
    *w = (shown_row){ .took = { "", "" }, .ran = "" };
    if (s->left && i == s->n) {
        w->word = "rest";
        w->name = (corr_words){ cmd_n(s->p->r, s->left, "more row"), NULL };
        put_digits(s, w, s->digits[0][s->on], s->digits[1][s->on]);
        return;
    }
    w->word = "total";
    w->strong = true;
    put_digits(s, w, s->whole[0], s->whole[1]);
}

/* ---- which rows ------------------------------------------------------------ */

SORT_BY(off_by_size, traces_moved, DESC(size), ASC(row))

/* Rows off both paths whose durations changed most. */
static uint32_t list_off(const traces_page *p, traces_moved *line)
{
    const uint32_t n = corr_trace_diff_size(p->d);
    traces_moved *all = corr_report_alloc(p->r, sizeof *all, (size_t)n + 1);
    uint32_t found = 0;

    for (uint32_t i = 0; all && i < n; i++) {
        const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
        const int64_t self = v.side[1].self - v.side[0].self;
        const int64_t size = self < 0 ? -self : self;
        if (v.owner != i || v.change == CORR_SPAN_UNKNOWN ||
            v.side[0].path_all || v.side[1].path_all || !size ||
            (double)size < least_off * (double)p->scale)
            continue;
        all[found++] = (traces_moved){ i, self, size };
    }
    if (found)
        qsort(all, found, sizeof *all, off_by_size);
    found = found < MOST_OFF || p->ctx->output->all ? found : MOST_OFF;
    for (uint32_t i = 0; i < found; i++)
        line[i] = all[i];
    return found;
}

static bool choose_lines(screen *s)
{
    const traces_page *p = s->p;
    const uint32_t most = cmd_rows(p->ctx, USUAL_ROWS);
    traces_moved *line = corr_report_alloc(
        p->r, sizeof *line, (size_t)corr_trace_diff_size(p->d) + MOST_OFF + 1);

    if (!line)
        return false;
    s->rest[0] = p->f.length[0];
    s->rest[1] = p->f.length[1];
    while (s->on < p->nmoved && s->on < most &&
           (most != USUAL_ROWS || (double)p->moved[s->on].size >=
                                      least_row * (double)p->moved[0].size)) {
        const corr_trace_diff_row v =
            corr_trace_diff_at(p->d, p->moved[s->on].row);
        for (unsigned k = 0; k < 2; k++)
            s->rest[k] -= v.side[k].path_all;
        line[s->on] = p->moved[s->on];
        s->on++;
    }
    for (uint32_t i = 0; i < corr_trace_diff_size(p->d); i++) {
        const corr_trace_diff_row v = corr_trace_diff_at(p->d, i);
        s->left += v.owner == i && (v.side[0].path_all || v.side[1].path_all);
    }
    s->left -= s->on;
    s->n = s->on + list_off(p, line + s->on);
    s->line = line;
    return true;
}

void traces_put_rows(const traces_page *p)
{
    const table_unit unit = unit_of(p->scale);
    const corr_column c[] = {
        SEE(unit.name, CORR_COL_TONED, TEXT, shown_row, word),
        SEE("base", CORR_COL_RIGHT, TEXT, shown_row, path[0]),
        SEE("new", CORR_COL_RIGHT, TEXT, shown_row, path[1]),
        SEE("change", CORR_COL_RIGHT, TEXT, shown_row, change),
        SEE("took", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, TEXT, shown_row,
            took[0]),
        SEE("new", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, TEXT, shown_row,
            took[1]),
        SEE("ran", CORR_COL_RIGHT, TEXT, shown_row, ran),
        SEE("span", CORR_COL_FLEX, TEXT, shown_row, name),
        SEE("service", CORR_COL_DIM | CORR_COL_SPARE, TEXT, shown_row, service),
        SHOWN(TONE, shown_row, tone),
        SHOWN(STRONG, shown_row, strong),
    };
    screen *s = corr_report_alloc(p->r, sizeof *s, 1);

    if (!s)
        return;
    *s = (screen){ .p = p, .unit = unit };
    if (!choose_lines(s) || !round_paths(s, 0) || !round_paths(s, 1))
        return;
    corr_report_line(p->r, "   own time on the critical path; took: from start "
                           "to end, or the sum of calls");
    corr_report_blank(p->r);
    cmd_screen(p->r,
               CORR_FILLED(c, s->n + (s->left > 0) + 1, fill_shown_place, s));
}
