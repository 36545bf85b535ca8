/* diff_table - the functions of a comparison, on a screen. */
#include <math.h>
#include <string.h>

#include "verbs/diff/diff_cmd.h"

enum { USUAL_ROWS = 12, BAR = 8 };

/* ---- how values are shown ----------------------------------------------- */

static const struct {
    corr_unit unit;
    double scale;
    const char *name;
} units[] = {
    { CORR_NS, 1e-9, "s" },
    { CORR_NS, 1e-6, "ms" },
    { CORR_NS, 1e-3, "µs" },
    { CORR_NS, 1, "ns" },
    { CORR_NS_RESCALED, 1e-9, "s" CORR_RESCALED_MARK },
    { CORR_NS_RESCALED, 1e-6, "ms" CORR_RESCALED_MARK },
    { CORR_NS_RESCALED, 1e-3, "µs" CORR_RESCALED_MARK },
    { CORR_NS_RESCALED, 1, "ns" CORR_RESCALED_MARK },
    { CORR_BYTES, 1e-9, "GB" },
    { CORR_BYTES, 1e-6, "MB" },
    { CORR_BYTES, 1e-3, "kB" },
    { CORR_BYTES, 1, "B" },
    { CORR_COUNT, 1, "" },
    { CORR_AMOUNT, 1, "" },
};

OWNS(corr_diff)

/* The totals of all rows, at the mix of the new side if rows are at it, and what
 * the other mix did. */
static void sum_even(diff_page *p)
{
    const double *total = p->f.total;

    memcpy(p->even, total, sizeof p->even);
    if (!p->f.mix.even)
        return;
    p->even[0] = p->even[1] = 0;
    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        for (unsigned s = 0; s < 2; s++)
            p->even[s] += w.value[s];
    }
    p->traffic = total[1] - total[0] - (p->even[1] - p->even[0]);
    if (fabs(p->traffic) < 1e-9 * fabs(total[0]))
        p->traffic = 0;
}

diff_page *diff_page_new(const cmd_ctx *ctx, corr_report *r,
                         const corr_query q[2], const corr_diff_opts *opts,
                         corr_err *err)
{
    corr_diff *d = corr_diff_of(ctx->store, q, opts, err);

    if (!d)
        return NULL;
    own_corr_diff(r, d);
    diff_page *p = corr_report_alloc(r, sizeof *p, 1);
    if (!p) {
        corr_no_memory(err);
        return NULL;
    }
    *p = (diff_page){ .ctx = ctx,
                      .r = r,
                      .side = { q[0], q[1] },
                      .opts = *opts,
                      .d = d,
                      .f = corr_diff_facts_of(d),
                      .title = { "base", "new" },
                      .member = "rows" };
    diff_page_scale(p);
    sum_even(p);
    diff_name_sides(ctx, r, p->who);
    return p;
}

void diff_page_scale(diff_page *p)
{
    const double most = fmax(fabs(p->f.total[0]), fabs(p->f.total[1]));

    p->scale = 1;
    p->unit = "";
    if (p->f.per == CORR_PER_SHARE) {
        p->scale = 100;
        p->unit = p->f.unit == CORR_NS_RESCALED ? "%" CORR_RESCALED_MARK : "%";
        p->decimals = 2;
        return;
    }
    for (uint32_t i = 0; i < COUNT(units); i++) {
        if (units[i].unit != p->f.unit)
            continue;
        p->scale = units[i].scale;
        p->unit = units[i].name;
        if (most * p->scale >= 1)
            break;
    }
    const double shown = most * p->scale;
    const bool whole = corr_is_plain(p->f.unit) && p->f.side[0].factor == 1 &&
                       p->f.side[1].factor == 1;
    p->decimals = whole            ? 0
                  : shown >= 10000 ? 0
                  : shown >= 1000  ? 1
                  : shown >= 100   ? 2
                  : shown > 0      ? 3
                                   : 0;
}

const char *diff_value(const diff_page *p, double v, bool sign)
{
    const double shown = v * p->scale;
    const bool is_zero = fabs(shown) < 0.5 * pow(10, -p->decimals);

    return corr_report_text(p->r, sign ? "%+.*f" : "%.*f", p->decimals,
                            is_zero ? 0 : shown); /* never "-0.00" */
}

static int ratio_digits(double ratio)
{
    return ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2;
}

const char *diff_rough(const diff_page *p, double v, bool sign)
{
    const double shown = v * p->scale, size = fabs(shown);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;

    return corr_report_text(p->r, sign ? "%+.*f" : "%.*f",
                            decimals < p->decimals ? decimals : p->decimals,
                            shown);
}

const char *diff_ratio(const diff_page *p, double ratio)
{
    if (!isfinite(ratio))
        return NULL;
    return corr_report_text(p->r, "%.*f", ratio_digits(ratio), ratio);
}

const char *diff_range(const diff_page *p, const corr_estimate *ratio)
{
    const double lo = ratio->lo, hi = ratio->hi;

    if (isfinite(lo) && isfinite(hi))
        return corr_report_text(p->r, "%.*f..%.*f", ratio_digits(lo), lo,
                                ratio_digits(hi), hi);
    if (isfinite(lo))
        return corr_report_text(p->r, "%.*f..", ratio_digits(lo), lo);
    if (isfinite(hi))
        return corr_report_text(p->r, "..%.*f", ratio_digits(hi), hi);
    return NULL;
}

/* ---- lines ------------------------------------------------------------------ */

/* A line of the table: a part of the change of the total. */
typedef struct line {
    const char *word; /* "more **" */
    double value[2], delta;
    corr_estimate ratio;
    corr_words name;
    bool strong, is_change;
} line;

typedef struct screen {
    diff_page *p;
    line *line;    /* the total, then all others */
    bool *put;     /* [rows of the diff] has a line */
    uint32_t n;    /* lines */
    double widest; /* change of a line */
} screen;

static const corr_estimate unknown = { NAN, NAN, NAN };

/* Returns a bar as long as a change, of light cells if it went down. */
static const char *bar_of(const screen *s, const line *l)
{
    static const char *const cell[] = { "▉", "░" };
    const char *text = "";

    if (!l->is_change || !(s->widest > 0))
        return text;
    const double cells = BAR * fabs(l->delta) / s->widest;
    for (int i = 0; i < BAR && i + 0.5 <= cells; i++)
        text = corr_report_text(s->p->r, "%s%s", text, cell[l->delta < 0]);
    return text;
}

static void fill_shown_change(const void *ctx, uint32_t i, void *row)
{
    const screen *s = ctx;
    const line *l = &s->line[i + 1 < s->n ? i + 1 : 0]; /* the total is last */
    const char *value[2];

    for (unsigned k = 0; k < 2; k++)
        value[k] =
            isnan(l->value[k]) ? "" : diff_value(s->p, l->value[k], false);
    *(diff_shown *)row =
        (diff_shown){ .word = l->word,
                      .base = value[0],
                      .fresh = value[1],
                      .delta = diff_value(s->p, l->delta, true),
                      .ratio = diff_ratio(s->p, l->ratio.value),
                      .range = diff_range(s->p, &l->ratio),
                      .bar = bar_of(s, l),
                      .name = l->name,
                      .tone = !l->is_change  ? CORR_TONE_PLAIN
                              : l->delta > 0 ? CORR_TONE_WORSE
                                             : CORR_TONE_BETTER,
                      .strong = l->strong };
}

static const char *word_of(diff_page *p, const corr_diff_row *w)
{
    const char *mark = w->with.mark;

    return corr_report_text(p->r, "%s%s%s",
                            corr_change_name(diff_shown_change(w)),
                            *mark == '*' ? " " : "", *mark == '*' ? mark : "");
}

/* Returns how early a row stands: certain changes first, then those of one
 * profile a side; the others have a line of their own only if -n asks for it.
 * Shares show only growth: a drop may be the growth of other rows. */
static unsigned rank_of(const diff_page *p, const corr_diff_row *w)
{
    if (!w->told || w->change == CORR_MOVED || p->f.few ||
        (p->f.per == CORR_PER_SHARE && w->owned < 0))
        return 0;
    if (corr_change_real(w->change))
        return 3;
    return diff_shown_change(w) != CORR_SAME        ? 2
           : p->ctx->output->count.given && w->told ? 1
                                                    : 0;
}

static void add_change_line(screen *s, uint32_t i, const corr_diff_row *w)
{
    s->put[i] = true;
    s->line[s->n++] = (line){
        .word = word_of(s->p, w),
        .value = { w->region[0], w->region[1] },
        .delta = w->owned,
        .ratio = w->with.ratio,
        .name = diff_row_name(s->p, w),
        .strong = corr_change_real(w->change),
        .is_change = diff_shown_change(w) != CORR_SAME,
    };
}

/* Adds a line for each row of a rank, up to `most` lines of changes. */
static void add_rank(screen *s, unsigned rank, uint32_t most)
{
    for (uint32_t i = 0; i < corr_diff_size(s->p->d) && s->n <= most; i++) {
        const corr_diff_row w = corr_diff_at(s->p->d, i);
        if (rank_of(s->p, &w) == rank)
            add_change_line(s, i, &w);
    }
}

/* Rows that one line sums up. */
typedef struct others {
    uint32_t n; /* functions */
    double value[2];
} others;

/* Returns what is left of a total, or 0 for a residue of rounding. */
static double left_of(double total, double rest)
{
    return fabs(rest) < 1e-9 * fabs(total) ? 0 : rest;
}

static void add_others_line(screen *s, const others *o, const char *word,
                            const char *name)
{
    line l = { .word = word,
               .ratio = unknown,
               .name = { name,
                         corr_report_text(s->p->r, "%u %s", o->n,
                                          s->n > 1 ? "more" : "in all") } };

    for (unsigned k = 0; k < 2; k++)
        l.value[k] = left_of(s->p->even[k], o->value[k]);
    l.delta = l.value[1] - l.value[0];
    if (l.value[0] > 0 && l.value[1] >= 0)
        l.ratio.value = l.value[1] / l.value[0];
    s->line[s->n++] = l;
}

/* Adds the lines of what has no line of its own: changes there was no room for,
 * and everything that did not change for certain. */
static void add_rest(screen *s)
{
    diff_page *p = s->p;
    others cut = { 0 };
    others same = { .value = { p->even[0], p->even[1] } };

    for (uint32_t i = 0; i < corr_diff_size(p->d); i++) {
        const corr_diff_row w = corr_diff_at(p->d, i);
        const bool is_cut = !s->put[i] && rank_of(p, &w) > 0;
        for (unsigned k = 0; k < 2 && (is_cut || s->put[i]); k++) {
            same.value[k] -= w.region[k];
            cut.value[k] += is_cut ? w.region[k] : 0;
        }
        cut.n += is_cut;
        same.n += !is_cut && !s->put[i] && !w.second;
    }
    if (cut.n)
        add_others_line(
            s, &cut, "",
            corr_report_text(p->r, "%u more (-n 0 shows all)", cut.n));
    if (same.n)
        add_others_line(s, &same, "same",
                        s->n > 1
                            ? corr_report_text(
                                  p->r, "%u more, none changed clearly", same.n)
                            : corr_report_text(p->r,
                                               "%u function%s, none changed "
                                               "clearly",
                                               same.n, cmd_plural(same.n)));
}

static void add_traffic_line(screen *s)
{
    s->line[s->n++] = (line){ .word = "traffic",
                              .value = { NAN, NAN },
                              .delta = s->p->traffic,
                              .ratio = unknown,
                              .name = { diff_traffic_words(s->p, false),
                                        diff_traffic_words(s->p, true) },
                              .is_change = true };
}

static double to_last_digit(const diff_page *p, double v)
{
    const double digit = p->scale * pow(10, p->decimals);

    return round(v * digit) / digit;
}

static bool is_traffic(const line *l)
{
    return isnan(l->value[0]);
}

/* Adds the rounding error of a column to its largest line. */
static void add_rounding(screen *s, unsigned k, double sum)
{
    line *largest = NULL;

    for (line *l = s->line + 1; l < s->line + s->n; l++) {
        if (is_traffic(l))
            continue;
        sum -= l->value[k];
        if (!largest || l->value[k] > largest->value[k])
            largest = l;
    }
    if (largest)
        largest->value[k] = to_last_digit(s->p, largest->value[k] + sum);
}

/* Rounds the lines so that their digits add up (corr-methods 7.2), down and
 * across. */
static void round_changes(screen *s)
{
    double change = 0; /* of all lines but that of traffic */

    for (line *l = s->line; l < s->line + s->n; l++) {
        for (unsigned k = 0; k < 2; k++)
            l->value[k] = to_last_digit(s->p, l->value[k]);
        if (!is_traffic(l))
            continue;
        l->delta = to_last_digit(s->p, l->delta);
        change -= l->delta;
    }
    change += s->line[0].value[1] - s->line[0].value[0];
    const double now = to_last_digit(s->p, s->p->even[1]);
    add_rounding(s, 1, now);
    add_rounding(s, 0, now - change);
    for (line *l = s->line; l < s->line + s->n; l++) {
        if (!is_traffic(l))
            l->delta = l->value[1] - l->value[0];
        if (l->is_change)
            s->widest = fmax(s->widest, fabs(l->delta));
    }
}

static const char *total_words(const diff_page *p, bool full)
{
    const char *ratio = diff_ratio(p, p->f.as_is.value);
    const char *range = diff_range(p, &p->f.as_is);

    if (!ratio || p->f.per == CORR_PER_SHARE)
        return "";
    return corr_report_text(p->r, "×%s%s%s", ratio, full && range ? ", " : "",
                            full && range ? range : "");
}

/* Makes lines for the total, for each change, one for all others, and one for
 * the traffic. */
static void add_lines(screen *s, uint32_t most)
{
    const corr_diff_facts *f = &s->p->f;

    s->line[s->n++] =
        (line){ .word = "total",
                .value = { f->total[0], f->total[1] },
                .delta = f->total[1] - f->total[0],
                .ratio = f->as_is,
                .name = { total_words(s->p, true), total_words(s->p, false) },
                .strong = true };
    for (unsigned rank = 3; rank > 0; rank--)
        add_rank(s, rank, most);
    add_rest(s);
    if (f->mix.even)
        add_traffic_line(s);
    round_changes(s);
}

/* ---- the table --------------------------------------------------------------- */

void diff_put_shown(corr_report *r, const diff_titles *title, uint32_t n,
                    void (*fill)(const void *, uint32_t, void *),
                    const void *ctx)
{
    const corr_column c[] = {
        SEE(title->unit, CORR_COL_FLEX | CORR_COL_TONED, TEXT, diff_shown,
            word),
        SEE(title->base, CORR_COL_RIGHT, TEXT, diff_shown, base),
        SEE(title->fresh, CORR_COL_RIGHT, TEXT, diff_shown, fresh),
        SEE("change", CORR_COL_RIGHT, TEXT, diff_shown, delta),
        SEE("ratio", CORR_COL_RIGHT | CORR_COL_WIDE, TEXT, diff_shown, ratio),
        SEE("95%", CORR_COL_WIDE, TEXT, diff_shown, range),
        SEE("", CORR_COL_SPARE, TEXT, diff_shown, bar),
        SEE("", CORR_COL_FLEX, TEXT, diff_shown, name),
        SHOWN(TONE, diff_shown, tone),
        SHOWN(STRONG, diff_shown, strong),
    };

    corr_report_table(r, NULL, &CORR_FILLED(c, n, fill, ctx), CORR_SCREEN);
}

const char *diff_unit_words(const diff_page *p)
{
    static const char *const per[CORR_PER_COUNT] = {
        [CORR_PER_REQUEST] = "/request",
        [CORR_PER_SECOND] = "/second",
        [CORR_PER_CORE] = "/s, core",
    };
    const char *unit = *p->unit ? p->unit : diff_kind_noun(p);
    const char *mark = cmd_mark(p->f.remarks);

    if (p->side[0].nchosen)
        return corr_report_text(p->r, "%s/span%s%s", unit, *mark ? " " : "",
                                mark);
    if (p->f.per == CORR_PER_SHARE)
        return corr_report_text(p->r, "%s of all%s%s", unit, *mark ? " " : "",
                                mark);
    return corr_report_text(p->r, "%s%s%s%s", unit,
                            per[p->f.per] ? per[p->f.per] : "",
                            *mark ? " " : "", mark);
}

void diff_show_rows(diff_page *p)
{
    const uint32_t n = corr_diff_size(p->d);
    screen *s = corr_report_alloc(p->r, sizeof *s, 1);

    if (!s)
        return;
    s->p = p;
    s->line = corr_report_alloc(p->r, sizeof *s->line, (size_t)n + 4);
    s->put = corr_report_alloc(p->r, sizeof *s->put, (size_t)n + 1);
    if (!s->line || !s->put)
        return;
    add_lines(s, cmd_rows(p->ctx, USUAL_ROWS));
    corr_report_blank(p->r);
    diff_put_shown(
        p->r, &(diff_titles){ diff_unit_words(p), p->title[0], p->title[1] },
        s->n, fill_shown_change, s);
}
