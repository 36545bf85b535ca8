/* diff_table - the functions of a comparison. */
#include <math.h>
#include <string.h>

#include "verbs/diff/diff_cmd.h"

enum { USUAL_ROWS = 20 };

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
};

OWNS(corr_diff)

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
    return p;
}

void diff_page_scale(diff_page *p)
{
    const double most = fmax(fabs(p->f.total[0]), fabs(p->f.total[1]));

    p->scale = 1;
    p->unit = "";
    p->ceiling[0] = p->ceiling[1] = NAN;
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
    const bool whole = p->f.unit == CORR_COUNT && p->f.side[0].factor == 1 &&
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

const char *diff_listed(const diff_page *p, const char *list, const char *entry)
{
    return corr_report_text(p->r, "%s%s%s", list, *list ? ", " : "", entry);
}

const char *diff_and_more(const diff_page *p, const char *list, uint32_t n,
                          uint32_t most)
{
    return n > most ? corr_report_text(p->r, "%s and %u more", list, n - most)
                    : list;
}

/* ---- data --------------------------------------------------------------- */

typedef struct rows_page {
    const diff_page *p;
    uint32_t shown;
    corr_diff_row rest; /* sum of the rows not shown and of the unattributed
                           change */
} rows_page;

typedef struct data_row {
    corr_diff_row w;
    corr_frame_view f;
    const corr_frame_view *frame;
    const char *change, *mark;
    corr_cell pooled; /* null in the row for the rest */
    bool rest;
} data_row;

static const corr_column data_columns[] = {
    COL("base", REAL, data_row, w.value[0]),
    COL("new", REAL, data_row, w.value[1]),
    COL("delta", REAL, data_row, w.delta),
    JUDGED_COLUMNS(data_row, w.self),
    COL("owned", REAL, data_row, w.owned),
    COL("base_share", SHARE, data_row, w.share[0]),
    COL("new_share", SHARE, data_row, w.share[1]),
    COL("base_observations", COUNT, data_row, w.obs[0]),
    COL("new_observations", COUNT, data_row, w.obs[1]),
    COL("owned_base", REAL, data_row, w.region[0]),
    COL("owned_new", REAL, data_row, w.region[1]),
    COL("owned_ratio", REAL, data_row, w.with.ratio.value),
    COL("owned_ratio_lo", REAL, data_row, w.with.ratio.lo),
    COL("owned_ratio_hi", REAL, data_row, w.with.ratio.hi),
    COL("owned_q", REAL, data_row, w.with.q),
    COL("ceiling", SHARE, data_row, w.ceiling),
    COL("class", TEXT, data_row, change),
    COL("mark", TEXT, data_row, mark),
    COL("frame", FRAME, data_row, frame),
    COL("renamed_from", TEXT, data_row, w.renamed_from),
    COL("caller", TEXT, data_row, w.caller),
    COL("pooled", CELL, data_row, pooled),
    COL("rest", BOOL, data_row, rest),
};

const char *diff_mark(const char *mark)
{
    return strcmp(mark, ".") == 0 ? "·" : mark;
}

/* The mark of what the row shows: all that it answers for, or the function
 * itself. */
static const char *mark_of(const corr_diff_row *w)
{
    return diff_mark(w->owned != 0 ? w->with.mark : w->self.mark);
}

static void fill_change(const void *ctx, uint32_t i, void *row)
{
    const rows_page *g = ctx;
    data_row *w = row;

    if (i >= g->shown) {
        *w = (data_row){ .w = g->rest, .change = "rest", .rest = true };
        return;
    }
    *w = (data_row){ .w = corr_diff_at(g->p->d, i),
                     .f = corr_diff_frame(g->p->d, i) };
    w->frame = &w->f;
    w->change = corr_change_name(w->w.change);
    w->mark = mark_of(&w->w);
    w->pooled = corr_cell_bool(w->w.pooled);
}

static const corr_estimate unknown = { NAN, NAN, NAN };
static const corr_judged unjudged = { { NAN, NAN, NAN }, NAN, NAN, NULL };

static void sum_rest(rows_page *g)
{
    const corr_diff *d = g->p->d;

    g->rest = (corr_diff_row){ .self = unjudged,
                               .owned = corr_diff_rest(d),
                               .region = { NAN, NAN },
                               .with = unjudged,
                               .ceiling = NAN };
    for (uint32_t i = g->shown; i < corr_diff_size(d); i++) {
        const corr_diff_row w = corr_diff_at(d, i);
        g->rest.owned += w.owned;
        g->rest.delta += w.delta;
        for (unsigned s = 0; s < 2; s++) {
            g->rest.value[s] += w.value[s];
            g->rest.share[s] += w.share[s];
            g->rest.obs[s] += w.obs[s];
        }
    }
}

/* ---- screen ------------------------------------------------------------- */

/* A line of the table: a part of the change of the total. */
typedef struct line {
    const char *word; /* "grew **" */
    double value[2], delta;
    corr_estimate ratio;
    const char *name, *brief;
    bool strong;
} line;

typedef struct screen {
    diff_page *p;
    line *line;
    bool *put;       /* [rows of the diff] has a line */
    uint32_t n, cut; /* lines, and rows that there was no room for */
} screen;

static void fill_shown_change(const void *ctx, uint32_t i, void *row)
{
    const screen *s = ctx;
    const line *l = &s->line[i];
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
                      .name = { l->name, l->brief },
                      .strong = l->strong };
}

void diff_put_shown(corr_report *r, const diff_titles *title, uint32_t n,
                    void (*fill)(const void *, uint32_t, void *),
                    const void *ctx)
{
    const corr_column c[] = {
        SEE("", 0, TEXT, diff_shown, word),
        SEE(title->base, CORR_COL_RIGHT, TEXT, diff_shown, base),
        SEE(title->fresh, CORR_COL_RIGHT, TEXT, diff_shown, fresh),
        SEE("delta", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, TEXT, diff_shown,
            delta),
        SEE("ratio", CORR_COL_RIGHT | CORR_COL_SPARE_LAST, TEXT, diff_shown,
            ratio),
        SEE("95%", CORR_COL_SPARE, TEXT, diff_shown, range),
        SEE(title->name, CORR_COL_FLEX, TEXT, diff_shown, name),
        SHOWN(STRONG, diff_shown, strong),
    };

    corr_report_table(r, NULL, &CORR_FILLED(c, n, fill, ctx), CORR_SCREEN);
}

static const char *word_of(diff_page *p, const corr_diff_row *w)
{
    const char *mark = mark_of(w);

    if (w->change == CORR_UNCLEAR || w->change == CORR_SAME)
        return *mark == '\0' ? "~" : mark;
    return corr_report_text(p->r, "%s %s", corr_change_name(w->change), mark);
}

const char *diff_brief(const char *name)
{
    const char *library = strstr(name, ".so.");
    const char *dot = strrchr(name, '.');
    const char *at = dot;

    if (library)
        return library + sizeof ".so." - 1;
    if (!dot || strpbrk(name, " (<"))
        return name;
    while (at > name && at[-1] != '.' && at[-1] != '/')
        at--;
    return at;
}

const char *diff_brief_beside(const char *name, const char *other)
{
    const char *brief = diff_brief(name);

    return strcmp(brief, diff_brief(other)) == 0 ? name : brief;
}

/* " +": the change includes what the function calls.  " (in part)": calls of it
 * that cost as before, or that other rows show, are not included.  Twin rows
 * carry no mark. */
static const char *extent_of(const corr_diff_row *w)
{
    bool less = false;

    if (w->twin)
        return "";
    for (unsigned k = 0; k < 2; k++) {
        const double own = w->value[k], told = w->region[k];
        if (told - own > 0.01 * told)
            return " +";
        less = less || own - told > 0.1 * own;
    }
    return less ? " (in part)" : "";
}

static const char *change_name(diff_page *p, const corr_diff_row *w, bool brief)
{
    const char *name = brief ? diff_brief(w->name) : w->name;

    return corr_report_text(
        p->r, "%s%s%s%s%s%s%s", name, extent_of(w),
        !w->pooled ? ""
        : brief    ? " (pooled)"
                   : " (pooled: numbering changed)",
        w->renamed_from ? " (was " : "",
        w->renamed_from ? (brief ? diff_brief_beside(w->renamed_from, w->name)
                                 : w->renamed_from)
                        : "",
        w->renamed_from ? ")" : "",
        w->caller ? corr_report_text(p->r, " ← %s",
                                     brief ? diff_brief(w->caller) : w->caller)
                  : "");
}

/* Shares show only growth: a drop may be the growth of other rows. */
static bool has_line(const diff_page *p, const corr_diff_row *w)
{
    return w->owned != 0 && w->change != CORR_MOVED &&
           (p->f.per != CORR_PER_SHARE || w->owned > 0);
}

/* Remembers what the lines below the table need. */
static void note_line(diff_page *p, const corr_diff_row *w)
{
    if (w->change == CORR_NEW)
        p->ceiling[0] = w->ceiling;
    if (w->change == CORR_GONE)
        p->ceiling[1] = w->ceiling;
    p->pooled = p->pooled || w->pooled;
}

static void add_change_line(screen *s, const corr_diff_row *w)
{
    note_line(s->p, w);
    s->line[s->n++] = (line){
        .word = word_of(s->p, w),
        .value = { w->region[0], w->region[1] },
        .delta = w->owned,
        .ratio = w->with.ratio,
        .name = change_name(s->p, w, false),
        .brief = change_name(s->p, w, true),
        .strong = corr_change_real(w->change),
    };
}

/* Returns the rest of a total, or 0 for a residue of rounding, which would have
 * a ratio. */
static double left_of(double total, double rest)
{
    return fabs(rest) < 1e-9 * fabs(total) ? 0 : rest;
}

/* The functions that one line sums up. */
typedef struct others {
    uint32_t n, cut; /* functions; rows that there was no room for */
    bool real;       /* one of these changed for certain */
} others;

static void add_rest_line(screen *s, line *rest, const others *o)
{
    for (unsigned k = 0; k < 2; k++)
        rest->value[k] = left_of(s->p->f.total[k], rest->value[k]);
    rest->delta = rest->value[1] - rest->value[0];
    if (rest->value[0] > 0 && rest->value[1] >= 0)
        rest->ratio.value = rest->value[1] / rest->value[0];
    rest->word = o->real ? "" : "~";
    rest->name = corr_report_text(s->p->r, "%s%u %sfunction%s",
                                  s->n > 1 ? "" : "spread thin over ", o->n,
                                  s->n > 1 ? "other " : "", cmd_plural(o->n));
    s->line[s->n++] = *rest;
}

static void add_mix_line(screen *s, double delta)
{
    s->line[s->n++] = (line){ .word = "mix",
                              .value = { NAN, NAN },
                              .delta = delta,
                              .ratio = unknown,
                              .name = "another mix, at base cost" };
}

static double to_last_digit(const diff_page *p, double v)
{
    const double digit = p->scale * pow(10, p->decimals);

    return round(v * digit) / digit;
}

static bool is_mix(const line *l)
{
    return isnan(l->value[0]);
}

/* Adds the rounding error of a column to its largest line. */
static void add_rounding(screen *s, unsigned k, double sum)
{
    line *largest = NULL;

    for (line *l = s->line + 1; l < s->line + s->n; l++) {
        if (is_mix(l))
            continue;
        sum -= l->value[k];
        if (!largest || l->value[k] > largest->value[k])
            largest = l;
    }
    if (largest)
        largest->value[k] = to_last_digit(s->p, largest->value[k] + sum);
}

/* Rounds the lines so that their digits add up (corr-methods 7.2), down and
 * across.  now: the sum of the lines on the new side. */
static void round_changes(screen *s, double now)
{
    double change = 0; /* of all lines but that of the mix */

    for (line *l = s->line; l < s->line + s->n; l++) {
        for (unsigned k = 0; k < 2; k++)
            l->value[k] = to_last_digit(s->p, l->value[k]);
        if (!is_mix(l))
            continue;
        l->delta = to_last_digit(s->p, l->delta);
        change -= l->delta;
    }
    change += s->line[0].value[1] - s->line[0].value[0];
    now = to_last_digit(s->p, now);
    add_rounding(s, 1, now);
    add_rounding(s, 0, now - change);
    for (line *l = s->line; l < s->line + s->n; l++)
        if (!is_mix(l))
            l->delta = l->value[1] - l->value[0];
}

/* Makes lines for the total, for each change, and one for all others.  If the
 * mix of traffic leads, all lines but the total are at the mix of the new side,
 * and a line for the mix makes them add up. */
static void add_lines(screen *s, uint32_t n, uint32_t most)
{
    const corr_diff_facts *f = &s->p->f;
    line rest = { .value = { f->total[0], f->total[1] }, .ratio = unknown };
    double all[2] = { 0, 0 };
    others o = { 0 };

    const bool led = f->mix.leads;
    s->line[s->n++] = (line){ .word = "total",
                              .value = { f->total[0], f->total[1] },
                              .delta = f->total[1] - f->total[0],
                              .ratio = f->as_is,
                              .name = "",
                              .strong = true };
    for (uint32_t i = 0; i < n; i++) {
        const corr_diff_row w = corr_diff_at(s->p->d, i);
        for (unsigned k = 0; k < 2; k++)
            all[k] += w.value[k];
        const bool told = has_line(s->p, &w) && !f->few;
        if (!told || s->n > most) {
            o.n += !w.second || s->put[w.twin - 1];
            o.cut += told;
            o.real = o.real || (told && corr_change_real(w.change));
            continue;
        }
        add_change_line(s, &w);
        s->put[i] = true;
        for (unsigned k = 0; k < 2; k++)
            rest.value[k] -= w.region[k];
    }
    for (unsigned k = 0; k < 2 && led; k++)
        rest.value[k] += all[k] - f->total[k];
    s->cut = o.cut;
    if (o.n)
        add_rest_line(s, &rest, &o);
    if (led)
        add_mix_line(s, f->total[1] - f->total[0] - (all[1] - all[0]));
    round_changes(s, all[1]);
}

static void put_changes(diff_page *p)
{
    const uint32_t n = corr_diff_size(p->d);
    screen *s = corr_report_alloc(p->r, sizeof *s, 1);

    if (!s)
        return;
    s->p = p;
    s->line = corr_report_alloc(p->r, sizeof *s->line, (size_t)n + 3);
    s->put = corr_report_alloc(p->r, sizeof *s->put, (size_t)n + 1);
    if (!s->line || !s->put)
        return;
    add_lines(s, n, cmd_rows(p->ctx, USUAL_ROWS));
    corr_report_blank(p->r);
    diff_put_shown(
        p->r,
        &(diff_titles){ p->title[0], p->title[1], "function (+ and below)" },
        s->n, fill_shown_change, s);
    if (s->cut)
        corr_report_line(p->r, "%u more row%s (-n 0 shows all)", s->cut,
                         cmd_plural(s->cut));
}

corr_code diff_put_rows(diff_page *p, bool on_screen, corr_err *err)
{
    const bool cut = p->ctx->output->count.given && p->ctx->output->target;
    const uint32_t n = corr_diff_size(p->d);
    const uint32_t most = cut ? cmd_rows(p->ctx, n) : n;
    rows_page *g = corr_report_alloc(p->r, sizeof *g, 1);

    if (!g)
        return corr_no_memory(err);
    *g = (rows_page){ .p = p, .shown = n < most ? n : most };
    sum_rest(g);
    corr_report_table(p->r, p->member,
                      &CORR_FILLED(data_columns, g->shown + 1, fill_change, g),
                      strcmp(p->member, "rows") == 0 ? CORR_PRIMARY
                                                     : CORR_DATA);
    if (on_screen)
        put_changes(p);
    return CORR_OK;
}
