/* diff_table - the functions of a comparison. */
#include <math.h>
#include <stdio.h>
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

void diff_page_init(diff_page *p)
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

const char *diff_range(const diff_page *p, double lo, double hi)
{
    if (isfinite(lo) && isfinite(hi))
        return corr_report_text(p->r, "%.*f..%.*f", ratio_digits(lo), lo,
                                ratio_digits(hi), hi);
    if (isfinite(lo))
        return corr_report_text(p->r, "%.*f..", ratio_digits(lo), lo);
    if (isfinite(hi))
        return corr_report_text(p->r, "..%.*f", ratio_digits(hi), hi);
    return NULL;
}

/* ---- data --------------------------------------------------------------- */

typedef struct rows_page {
    const diff_page *p;
    uint32_t shown;
    corr_diff_row rest; /* of what is not shown, and the change of nobody */
} rows_page;

enum {
    D_BASE,
    D_NEW,
    D_DELTA,
    D_RATIO,
    D_LO,
    D_HI,
    D_P,
    D_Q,
    D_OWNED,
    D_BASE_SHARE,
    D_NEW_SHARE,
    D_BASE_OBS,
    D_NEW_OBS,
    D_OWNED_BASE,
    D_OWNED_NEW,
    D_OWNED_RATIO,
    D_OWNED_LO,
    D_OWNED_HI,
    D_OWNED_Q,
    D_CEILING,
    D_CLASS,
    D_MARK,
    D_FRAME,
    D_RENAMED,
    D_CALLER,
    D_POOLED,
    D_REST
};

static const corr_column data_columns[] = {
    [D_BASE] = { "base", NULL, 0 },
    [D_NEW] = { "new", NULL, 0 },
    [D_DELTA] = { "delta", NULL, 0 },
    [D_RATIO] = { "ratio", NULL, 0 },
    [D_LO] = { "ratio_lo", NULL, 0 },
    [D_HI] = { "ratio_hi", NULL, 0 },
    [D_P] = { "p", NULL, 0 },
    [D_Q] = { "q", NULL, 0 },
    [D_OWNED] = { "owned", NULL, 0 },
    [D_BASE_SHARE] = { "base_share", NULL, 0 },
    [D_NEW_SHARE] = { "new_share", NULL, 0 },
    [D_BASE_OBS] = { "base_observations", NULL, 0 },
    [D_NEW_OBS] = { "new_observations", NULL, 0 },
    [D_OWNED_BASE] = { "owned_base", NULL, 0 },
    [D_OWNED_NEW] = { "owned_new", NULL, 0 },
    [D_OWNED_RATIO] = { "owned_ratio", NULL, 0 },
    [D_OWNED_LO] = { "owned_ratio_lo", NULL, 0 },
    [D_OWNED_HI] = { "owned_ratio_hi", NULL, 0 },
    [D_OWNED_Q] = { "owned_q", NULL, 0 },
    [D_CEILING] = { "ceiling", NULL, 0 },
    [D_CLASS] = { "class", NULL, 0 },
    [D_MARK] = { "mark", NULL, 0 },
    [D_FRAME] = { "frame", NULL, CORR_COL_FRAME },
    [D_RENAMED] = { "renamed_from", NULL, 0 },
    [D_CALLER] = { "caller", NULL, 0 },
    [D_POOLED] = { "pooled", NULL, 0 },
    [D_REST] = { "rest", NULL, 0 },
};

const char *diff_mark(const char *mark)
{
    return strcmp(mark, ".") == 0 ? "·" : mark;
}

/* Of what its line tells: all that it answers for, or the function itself. */
static const char *mark_of(const corr_diff_row *w)
{
    return diff_mark(w->owned != 0 ? w->region_mark : w->mark);
}

static corr_cell rest_cell(const corr_diff_row *w, uint32_t column)
{
    switch (column) {
    case D_CLASS:
        return corr_cell_text("rest");
    case D_BASE:
        return corr_cell_real(w->value[0]);
    case D_NEW:
        return corr_cell_real(w->value[1]);
    case D_DELTA:
        return corr_cell_real(w->delta);
    case D_OWNED:
        return corr_cell_real(w->owned);
    case D_BASE_SHARE:
        return corr_cell_share(w->share[0]);
    case D_NEW_SHARE:
        return corr_cell_share(w->share[1]);
    case D_BASE_OBS:
        return corr_cell_count(w->obs[0]);
    case D_NEW_OBS:
        return corr_cell_count(w->obs[1]);
    case D_REST:
        return corr_cell_bool(true);
    default:
        return corr_cell_null();
    }
}

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const rows_page *g = ctx;

    if (row >= g->shown)
        return rest_cell(&g->rest, column);
    const corr_diff_row w = corr_diff_at(g->p->d, row);
    switch (column) {
    case D_CLASS:
        return corr_cell_text(corr_change_name(w.change));
    case D_RATIO:
        return corr_cell_real(w.ratio);
    case D_LO:
        return corr_cell_real(w.lo);
    case D_HI:
        return corr_cell_real(w.hi);
    case D_P:
        return corr_cell_real(w.p);
    case D_Q:
        return corr_cell_real(w.q);
    case D_MARK:
        return corr_cell_text(mark_of(&w));
    case D_OWNED_BASE:
        return corr_cell_real(w.region[0]);
    case D_OWNED_NEW:
        return corr_cell_real(w.region[1]);
    case D_OWNED_RATIO:
        return corr_cell_real(w.region_ratio);
    case D_OWNED_LO:
        return corr_cell_real(w.region_lo);
    case D_OWNED_HI:
        return corr_cell_real(w.region_hi);
    case D_OWNED_Q:
        return corr_cell_real(w.region_q);
    case D_CEILING:
        return corr_cell_share(w.ceiling);
    case D_FRAME:
        return corr_cell_frame(corr_diff_frame(g->p->d, row));
    case D_RENAMED:
        return corr_cell_text(w.renamed_from);
    case D_CALLER:
        return corr_cell_text(w.caller);
    case D_POOLED:
        return corr_cell_bool(w.pooled);
    case D_REST:
        return corr_cell_bool(false);
    default:
        return rest_cell(&w, column);
    }
}

static void sum_rest(rows_page *g)
{
    const corr_diff *d = g->p->d;
    uint32_t frames;

    g->rest.owned = corr_diff_rest(d, &frames);
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

enum { S_CLASS, S_BASE, S_NEW, S_DELTA, S_RATIO, S_RANGE, S_NAME, S_COUNT };

/* A line of the table: a part of the change of the total. */
typedef struct line {
    const char *word; /* "grew **" */
    double value[2], delta, ratio, lo, hi;
    const char *name, *brief;
    bool strong;
} line;

typedef struct screen {
    diff_page *p;
    line *line;
    bool *put;       /* [rows of the diff] has a line */
    uint32_t n, cut; /* lines, and rows that there was no room for */
    char name_title[32];
    corr_column columns[S_COUNT];
} screen;

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const screen *s = ctx;
    const line *l = &s->line[row];

    switch (column) {
    case S_CLASS:
        return corr_cell_text(l->word);
    case S_BASE:
    case S_NEW:
        return corr_cell_text(
            isnan(l->value[column - S_BASE])
                ? ""
                : diff_value(s->p, l->value[column - S_BASE], false));
    case S_DELTA:
        return corr_cell_text(diff_value(s->p, l->delta, true));
    case S_RATIO:
        return corr_cell_text(diff_ratio(s->p, l->ratio));
    case S_RANGE:
        return corr_cell_text(diff_range(s->p, l->lo, l->hi));
    default:
        return corr_cell_either(l->name, l->brief);
    }
}

static bool line_strong(const void *ctx, uint32_t row)
{
    const screen *s = ctx;

    return s->line[row].strong;
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

/* Where a change is of more than the function itself, all below counts; where
 * of less, calls of it that cost as before, or are told of others, do not.  Of
 * one of two rows the caller says it. */
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

static const char *name_of(diff_page *p, const corr_diff_row *w, bool brief)
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

/* Of shares only what grew: a drop may be the other rows growing. */
static bool is_told(const diff_page *p, const corr_diff_row *w)
{
    return w->owned != 0 && w->change != CORR_MOVED &&
           (p->f.per != CORR_PER_SHARE || w->owned > 0);
}

/* For what stands below the table. */
static void note_line(diff_page *p, const corr_diff_row *w)
{
    if (w->change == CORR_NEW)
        p->ceiling[0] = w->ceiling;
    if (w->change == CORR_GONE)
        p->ceiling[1] = w->ceiling;
    p->pooled = p->pooled || w->pooled;
}

static void add_line(screen *s, const corr_diff_row *w)
{
    note_line(s->p, w);
    s->line[s->n++] = (line){
        .word = word_of(s->p, w),
        .value = { w->region[0], w->region[1] },
        .delta = w->owned,
        .ratio = w->region_ratio,
        .lo = w->region_lo,
        .hi = w->region_hi,
        .name = name_of(s->p, w, false),
        .brief = name_of(s->p, w, true),
        .strong = corr_change_real(w->change),
    };
}

/* What is left of a total after all that is in it is nothing, and no residue of
 * rounding that would have a ratio. */
static double left_of(double total, double rest)
{
    return fabs(rest) < 1e-9 * fabs(total) ? 0 : rest;
}

/* Those of which a line tells all parallel_for. */
typedef struct others {
    uint32_t n, cut; /* functions; rows that there was no room for */
    bool real;       /* one of these changed for certain */
} others;

static void add_rest(screen *s, line *rest, const others *o)
{
    for (unsigned k = 0; k < 2; k++)
        rest->value[k] = left_of(s->p->f.total[k], rest->value[k]);
    rest->delta = rest->value[1] - rest->value[0];
    if (rest->value[0] > 0 && rest->value[1] >= 0)
        rest->ratio = rest->value[1] / rest->value[0];
    rest->word = o->real ? "" : "~";
    rest->name = corr_report_text(
        s->p->r, "%s%u %sfunction%s", s->n > 1 ? "" : "spread thin over ", o->n,
        s->n > 1 ? "other " : "", o->n == 1 ? "" : "s");
    s->line[s->n++] = *rest;
}

static void add_mix(screen *s, double delta)
{
    s->line[s->n++] = (line){ .word = "mix",
                              .value = { NAN, NAN },
                              .delta = delta,
                              .ratio = NAN,
                              .lo = NAN,
                              .hi = NAN,
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

/* What rounding took from a column stands in its largest line. */
static void fill_up(screen *s, unsigned k, double sum)
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

/* Digits that add up (corr-methods 7.2), down and across; now: what the lines are of
 * the new side. */
static void settle(screen *s, double now)
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
    fill_up(s, 1, now);
    fill_up(s, 0, now - change);
    for (line *l = s->line; l < s->line + s->n; l++)
        if (!is_mix(l))
            l->delta = l->value[1] - l->value[0];
}

/* Lines for the total, for what changed, and for all the others in one.  Where
 * the mix of traffic leads, all but the total are at that of the new side, and
 * what makes them add up is a line of its own. */
static void add_lines(screen *s, uint32_t n, uint32_t most)
{
    const corr_diff_facts *f = &s->p->f;
    line rest = { .value = { f->total[0], f->total[1] },
                  .ratio = NAN,
                  .lo = NAN,
                  .hi = NAN };
    double all[2] = { 0, 0 };
    others o = { 0 };

    const bool led = f->mix.leads;
    s->line[s->n++] = (line){ .word = "total",
                              .value = { f->total[0], f->total[1] },
                              .delta = f->total[1] - f->total[0],
                              .ratio = f->as_is.value,
                              .lo = f->as_is.lo,
                              .hi = f->as_is.hi,
                              .name = "",
                              .strong = true };
    for (uint32_t i = 0; i < n; i++) {
        const corr_diff_row w = corr_diff_at(s->p->d, i);
        for (unsigned k = 0; k < 2; k++)
            all[k] += w.value[k];
        const bool told = is_told(s->p, &w) && !f->few;
        if (!told || s->n > most) {
            o.n += !w.second || s->put[w.twin - 1];
            o.cut += told;
            o.real = o.real || (told && corr_change_real(w.change));
            continue;
        }
        add_line(s, &w);
        s->put[i] = true;
        for (unsigned k = 0; k < 2; k++)
            rest.value[k] -= w.region[k];
    }
    for (unsigned k = 0; k < 2 && led; k++)
        rest.value[k] += all[k] - f->total[k];
    s->cut = o.cut;
    if (o.n)
        add_rest(s, &rest, &o);
    if (led)
        add_mix(s, f->total[1] - f->total[0] - (all[1] - all[0]));
    settle(s, all[1]);
}

static void put_screen(diff_page *p)
{
    static const corr_column columns[S_COUNT] = {
        [S_CLASS] = { NULL, "", 0 },
        [S_BASE] = { NULL, "", CORR_COL_RIGHT },
        [S_NEW] = { NULL, "", CORR_COL_RIGHT },
        [S_DELTA] = { NULL, "delta", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
        [S_RATIO] = { NULL, "ratio", CORR_COL_RIGHT | CORR_COL_SPARE_LAST },
        [S_RANGE] = { NULL, "95%", CORR_COL_SPARE },
        [S_NAME] = { NULL, "function (+ and below)", CORR_COL_FLEX },
    };
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
    memcpy(s->columns, columns, sizeof columns);
    s->columns[S_BASE].title = p->title[0];
    s->columns[S_NEW].title = p->title[1];
    corr_report_blank(p->r);
    corr_report_table(p->r, NULL,
                      &(corr_table){ .columns = s->columns,
                                     .ncolumns = S_COUNT,
                                     .nrows = s->n,
                                     .cell = screen_cell,
                                     .strong = line_strong,
                                     .ctx = s },
                      CORR_SCREEN);
    if (s->cut)
        corr_report_line(p->r, "%u more row%s (-n 0 shows all)", s->cut,
                         s->cut == 1 ? "" : "s");
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
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = COUNT(data_columns),
                                     .nrows = g->shown + 1,
                                     .cell = data_cell,
                                     .ctx = g },
                      strcmp(p->member, "rows") == 0 ? CORR_PRIMARY
                                                     : CORR_DATA);
    if (on_screen)
        put_screen(p);
    return CORR_OK;
}
