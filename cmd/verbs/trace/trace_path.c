/* The critical path of a trace: section by section for machines, put together
 * by row for eyes; and what would shorten it. */
#include <stdlib.h>

#include "corr_sort.h"
#include "verbs/trace/trace.h"

/* Rows on a screen, without --all; a row of the path holds at least so much. */
enum { MOST_STOPS = 12, MOST_NAMED = 3, MOST_SAVINGS = 5 };
static const double least_share = 0.01, least_of_short = 0.05;

/* The factor that savings multiply own time with. */
static const double fraction = 0.5;

OWNS(corr_savings)

/* ---- sections ------------------------------------------------------- */

typedef struct section_row {
    corr_section s;
    uint64_t span;
} section_row;

static const corr_column section_columns[] = {
    COL("from_ns", INT, section_row, s.from),
    COL("to_ns", INT, section_row, s.to),
    COL("running_children", INT, section_row, s.running),
    COL("span_id", SPAN, section_row, span),
};

static void fill_section(const void *ctx, uint32_t i, void *row)
{
    const corr_section s = corr_waterfall_section(ctx, i);

    *(section_row *)row = (section_row){ s, corr_waterfall_at(ctx, s.span).id };
}

/* ---- stops ---------------------------------------------------------- */

/* The sections of one row of the waterfall. */
typedef struct stop {
    uint32_t row; /* UINT32_MAX: of rows that are not shown */
    int64_t from, ns;
    uint32_t pieces, running;
} stop;

typedef struct stops {
    const trace_report *t;
    uint32_t n;
    stop *stop; /* [rows + 1] */
} stops;

SORT_BY(stop_by_from, stop, ASC(from), ASC(row))

SORT_BY(stop_by_ns, stop, DESC(ns), ASC(from), ASC(row))

static stops *gather_stops(const trace_report *t)
{
    const uint32_t rows = corr_span_rows_size(t->rows);
    stops *s = corr_report_alloc(t->r, sizeof *s, 1);
    stop *all = corr_report_alloc(t->r, sizeof *all, (size_t)rows + 1);

    if (!s || !all)
        return NULL;
    *s = (stops){ .t = t, .stop = all };
    for (uint32_t k = 0; k < corr_waterfall_sections(t->w); k++) {
        const corr_section c = corr_waterfall_section(t->w, k);
        const uint32_t row = t->row_of[c.span];
        stop *at = &all[row == UINT32_MAX ? rows : row];
        if (!at->pieces++) {
            at->from = c.from;
            at->row = row;
        }
        at->ns += c.to - c.from;
        at->running = c.running > at->running ? c.running : at->running;
    }
    for (uint32_t k = 0; k <= rows; k++)
        if (all[k].pieces && all[k].row != UINT32_MAX)
            all[s->n++] = all[k];
    return s;
}

/* Keeps the longest, and puts them in the order of time again. */
static void choose_stops(stops *s, double least)
{
    const trace_report *t = s->t;
    uint32_t n = 0;

    if (s->n)
        qsort(s->stop, s->n, sizeof *s->stop, stop_by_ns);
    while (n < s->n && n < MOST_STOPS &&
           (double)s->stop[n].ns >= least * (double)t->length)
        n++;
    s->n = trace_all(t) ? s->n : n;
    if (s->n)
        qsort(s->stop, s->n, sizeof *s->stop, stop_by_from);
}

typedef struct stop_row {
    const char *from, *ns, *share, *name, *running;
    corr_str service;
} stop_row;

static const corr_column stop_columns[] = {
    SEE("from", CORR_COL_RIGHT, TEXT, stop_row, from),
    SEE("on the path", CORR_COL_RIGHT, TEXT, stop_row, ns),
    SEE("of trace", CORR_COL_RIGHT, TEXT, stop_row, share),
    SEE("span", CORR_COL_FLEX, TEXT, stop_row, name),
    SEE("service", CORR_COL_DIM, TEXT, stop_row, service),
    SEE("", CORR_COL_SPARE, TEXT, stop_row, running),
};

static const char *running_words(const trace_report *t, const stop *s)
{
    if (!s->running)
        return "";
    return corr_report_text(t->r, "%u child%s still running", s->running,
                            s->running == 1 ? "" : "ren");
}

static void fill_stop(const void *ctx, uint32_t i, void *row)
{
    const stops *all = ctx;
    const trace_report *t = all->t;
    const stop *s = &all->stop[i];
    const uint32_t span = corr_span_rows_at(t->rows, s->row).span;

    *(stop_row *)row = (stop_row){
        .from = trace_time(t, s->from),
        .ns = trace_time(t, s->ns),
        .share = trace_percent(t->r, (double)s->ns / (double)t->length),
        .name = trace_row_name(t, s->row),
        .running = running_words(t, s),
        .service = corr_waterfall_at(t->w, span).service,
    };
}

static void say_rest(const stops *s)
{
    const trace_report *t = s->t;
    int64_t ns = t->length;

    for (uint32_t i = 0; i < s->n; i++)
        ns -= s->stop[i].ns;
    if (ns > 0)
        corr_report_line(t->r, "the other %s (%s) are shorter pieces%s",
                         trace_time(t, ns),
                         trace_percent(t->r, (double)ns / (double)t->length),
                         trace_all(t) ? "" : " (--all)");
}

static void put_stops(const stops *s)
{
    cmd_screen(s->t->r, CORR_FILLED(stop_columns, s->n, fill_stop, s));
    say_rest(s);
}

/* "critical path: 35.3% s20 GET, 32.2% s4 GET /checkout; 4 more: --all" */
static void say_stops(const trace_report *t, stops *s)
{
    const uint32_t n = s->n < MOST_NAMED ? s->n : MOST_NAMED;
    const char *text = "";

    qsort(s->stop, s->n, sizeof *s->stop, stop_by_ns);
    for (uint32_t i = 0; i < n; i++)
        text = corr_report_text(
            t->r, "%s%s%s %s", text, i ? ", " : "",
            trace_percent(t->r, (double)s->stop[i].ns / (double)t->length),
            trace_row_name(t, s->stop[i].row));
    if (s->n > n)
        text = corr_report_text(t->r, "%s; %u more", text, s->n - n);
    corr_report_line(t->r, "critical path: %s: --all", text);
}

corr_code trace_put_path(const trace_report *t, corr_err *err)
{
    stops *s = gather_stops(t);
    stops *brief = gather_stops(t);
    stops *named = gather_stops(t);

    if (!s || !brief || !named)
        return corr_no_memory(err);
    cmd_data(t->r, "critical",
             CORR_FILLED(section_columns, corr_waterfall_sections(t->w),
                         fill_section, t->w));
    choose_stops(s, least_share);
    choose_stops(brief, least_of_short);
    if (!s->n || t->length <= 0)
        return CORR_OK;
    corr_report_blank(t->r);
    const bool folds = cmd_may_fold(t->ctx);
    const bool is_brief = folds && brief->n && brief->n < s->n;
    if (folds)
        corr_report_form(t->r, CORR_FORM_LONG, TRACE_RANK_LINE);
    corr_report_head(t->r, "critical path: what the response waited for");
    if (is_brief)
        corr_report_form(t->r, CORR_FORM_LONG, TRACE_RANK_PATH);
    put_stops(s);
    if (is_brief) {
        corr_report_form_until(t->r, TRACE_RANK_PATH, TRACE_RANK_LINE);
        put_stops(brief);
    }
    if (folds) {
        corr_report_form(t->r, CORR_FORM_SHORT, TRACE_RANK_LINE);
        say_stops(t, named);
    }
    corr_report_form(t->r, CORR_FORM_ANY, 0);
    return CORR_OK;
}

/* ---- savings -------------------------------------------------------- */

typedef struct saved {
    const trace_report *t;
    const corr_savings *s;
} saved;

static const corr_column saving_columns[] = {
    COL("self_ns", INT, corr_saving, self),
    COL("at_fraction", REAL, corr_saving, fraction),
    COL("save_lo_ns", INT, corr_saving, lo),
    COL("save_hi_ns", INT, corr_saving, hi),
    COL("critical_ns", INT, corr_saving, critical),
    COL("spans", INT, corr_saving, spans),
    COL("name", TEXT, corr_saving, name),
    COL("service", NAME, corr_saving, service),
};

static void fill_saving(const void *ctx, uint32_t i, void *row)
{
    *(corr_saving *)row = corr_savings_at(ctx, i);
}

typedef struct shown_row {
    corr_saving v;
    const char *saves, *share;
} shown_row;

static const corr_column screen_columns[] = {
    SEE("saves", CORR_COL_RIGHT, TEXT, shown_row, saves),
    SEE("of trace", CORR_COL_RIGHT, TEXT, shown_row, share),
    SEE("n", CORR_COL_RIGHT, COUNT, shown_row, v.spans),
    SEE("operation", CORR_COL_FLEX, TEXT, shown_row, v.name),
    SEE("service", CORR_COL_DIM, TEXT, shown_row, v.service),
};

/* "120.00..145.00 ms", or one number where both answers agree. */
static const char *saving_words(const trace_report *t, const corr_saving *v)
{
    const char *lo = trace_time(t, v->lo);
    const char *hi = trace_time(t, v->hi);

    if (corr_str_eq(corr_str_of(lo), corr_str_of(hi)))
        return lo;
    return corr_report_text(t->r, "%s..%s", lo, hi);
}

static void fill_shown_saving(const void *ctx, uint32_t i, void *row)
{
    const saved *d = ctx;
    const trace_report *t = d->t;
    const corr_saving v = corr_savings_at(d->s, i);

    *(shown_row *)row = (shown_row){
        .v = v,
        .saves = saving_words(t, &v),
        .share = trace_percent(t->r, (double)v.lo / (double)t->length),
    };
}

/* The first of n savings, and the number of the others. */
static void put_largest_saving(const saved *d, uint32_t n)
{
    corr_report *r = d->t->r;
    const corr_saving v = corr_savings_at(d->s, 0);
    const char *more =
        n > 1 ? corr_report_text(r, "; %u more: --all", n - 1) : "";

    corr_report_form(r, CORR_FORM_SHORT, TRACE_RANK_SAVINGS);
    corr_report_line(r, "%.*s saves %s (%s) if its self time is halved%s",
                     CORR_STR_ARG(v.name), saving_words(d->t, &v),
                     trace_percent(r, (double)v.lo / (double)d->t->length),
                     more);
}

static void put_shown_savings(const saved *d)
{
    const uint32_t size = corr_savings_size(d->s);
    uint32_t n = 0;

    while (n < size && (n < MOST_SAVINGS || trace_all(d->t)) &&
           corr_savings_at(d->s, n).hi > 0 &&
           (trace_all(d->t) || (double)corr_savings_at(d->s, n).hi >=
                                   least_share * (double)d->t->length))
        n++;
    if (!n)
        return;
    if (cmd_may_fold(d->t->ctx))
        corr_report_form(d->t->r, CORR_FORM_LONG, TRACE_RANK_SAVINGS);
    corr_report_blank(d->t->r);
    corr_report_head(d->t->r, "time saved if self time is halved");
    cmd_screen(d->t->r, CORR_FILLED(screen_columns, n, fill_shown_saving, d));
    if (cmd_may_fold(d->t->ctx))
        put_largest_saving(d, n);
    corr_report_form(d->t->r, CORR_FORM_ANY, 0);
}

corr_code trace_put_savings(const trace_report *t, corr_err *err)
{
    corr_savings *s = corr_savings_of(t->w, fraction, err);
    saved *d = corr_report_alloc(t->r, sizeof *d, 1);

    own_corr_savings(t->r, s);
    if (!s || !d)
        return s ? corr_no_memory(err) : err->code;
    *d = (saved){ t, s };
    cmd_data(t->r, "savings",
             CORR_FILLED(saving_columns, corr_savings_size(s), fill_saving, s));
    if (corr_savings_left(s))
        corr_report_note(t->r, CORR_INFO, "SAVINGS", -1,
                         "%u operations with little time on the critical path "
                         "were not tried for savings",
                         corr_savings_left(s));
    if (t->length > 0)
        put_shown_savings(d);
    return CORR_OK;
}
