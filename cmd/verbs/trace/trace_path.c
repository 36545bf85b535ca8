/* The critical path of a trace: section by section for machines, put parallel_for
 * by row for eyes; and what would shorten it. */
#include <stdlib.h>

#include "corr_sort.h"
#include "verbs/trace/trace.h"

/* Rows on a screen, without --all; a row of the path holds at least so much. */
enum { MOST_STOPS = 12, MOST_SAVINGS = 5 };
static const double least_share = 0.01;

/* What an operation's own time is multiplied by. */
static const double fraction = 0.5;

static void free_savings(void *p)
{
    corr_savings_free(p);
}

/* ---- sections ------------------------------------------------------- */

static const corr_column section_columns[] = {
    { "from_ns", NULL, 0 },
    { "to_ns", NULL, 0 },
    { "running_children", NULL, 0 },
    { "span_id", NULL, 0 },
};

static corr_cell section_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const corr_waterfall *w = ctx;
    const corr_section s = corr_waterfall_section(w, row);

    switch (column) {
    case 0:
        return corr_cell_int(s.from);
    case 1:
        return corr_cell_int(s.to);
    case 2:
        return corr_cell_int(s.running);
    default:
        return corr_cell_span(corr_waterfall_at(w, s.span).id);
    }
}

static void put_sections(const trace_report *t)
{
    corr_report_table(t->r, "critical",
                      &(corr_table){ .columns = section_columns,
                                     .ncolumns = 4,
                                     .nrows = corr_waterfall_sections(t->w),
                                     .cell = section_cell,
                                     .ctx = t->w },
                      CORR_DATA);
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

static stops *gather(const trace_report *t)
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
static void choose(stops *s)
{
    const trace_report *t = s->t;
    uint32_t n = 0;

    if (s->n)
        qsort(s->stop, s->n, sizeof *s->stop, stop_by_ns);
    while (n < s->n && n < MOST_STOPS &&
           (double)s->stop[n].ns >= least_share * (double)t->length)
        n++;
    s->n = trace_all(t) ? s->n : n;
    if (s->n)
        qsort(s->stop, s->n, sizeof *s->stop, stop_by_from);
}

static const corr_column stop_columns[] = {
    { NULL, "from", CORR_COL_RIGHT },
    { NULL, "on the path", CORR_COL_RIGHT },
    { NULL, "of trace", CORR_COL_RIGHT },
    { NULL, "span", CORR_COL_FLEX },
    { NULL, "service", CORR_COL_DIM },
    { NULL, "", CORR_COL_SPARE },
};

static const char *running_words(const trace_report *t, const stop *s)
{
    if (!s->running)
        return "";
    return corr_report_text(t->r, "self, %u child%s still running", s->running,
                            s->running == 1 ? "" : "ren");
}

static corr_cell stop_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const stops *all = ctx;
    const trace_report *t = all->t;
    const stop *s = &all->stop[row];
    const corr_span_view v =
        corr_waterfall_at(t->w, corr_span_rows_at(t->rows, s->row).span);

    switch (column) {
    case 0:
        return corr_cell_text(span_time(t->r, s->from, t->length));
    case 1:
        return corr_cell_text(span_time(t->r, s->ns, t->length));
    case 2:
        return corr_cell_text(
            trace_percent(t->r, (double)s->ns / (double)t->length));
    case 3:
        return corr_cell_text(trace_row_name(t, s->row));
    case 4:
        return corr_cell_str(v.service);
    default:
        return corr_cell_text(running_words(t, s));
    }
}

static void say_rest(const stops *s)
{
    const trace_report *t = s->t;
    int64_t ns = t->length;

    for (uint32_t i = 0; i < s->n; i++)
        ns -= s->stop[i].ns;
    if (ns > 0)
        corr_report_line(t->r, "%s  %s more of the path, in short pieces",
                         span_time(t->r, ns, t->length),
                         trace_percent(t->r, (double)ns / (double)t->length));
}

corr_code trace_put_path(const trace_report *t, corr_err *err)
{
    stops *s = gather(t);

    if (!s)
        return corr_no_memory(err);
    put_sections(t);
    choose(s);
    if (!s->n || t->length <= 0)
        return CORR_OK;
    corr_report_blank(t->r);
    corr_report_head(t->r, "critical path: what the answer waited for");
    corr_report_table(t->r, NULL,
                      &(corr_table){ .columns = stop_columns,
                                     .ncolumns = 6,
                                     .nrows = s->n,
                                     .cell = stop_cell,
                                     .ctx = s },
                      CORR_SCREEN);
    say_rest(s);
    return CORR_OK;
}

/* ---- savings -------------------------------------------------------- */

typedef struct saved {
    const trace_report *t;
    const corr_savings *s;
} saved;

static const corr_column saving_columns[] = {
    { "self_ns", NULL, 0 },     { "at_fraction", NULL, 0 },
    { "save_lo_ns", NULL, 0 },  { "save_hi_ns", NULL, 0 },
    { "critical_ns", NULL, 0 }, { "spans", NULL, 0 },
    { "name", NULL, 0 },        { "service", NULL, 0 },
};

static corr_cell saving_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const saved *d = ctx;
    const corr_saving v = corr_savings_at(d->s, row);

    switch (column) {
    case 0:
        return corr_cell_int(v.self);
    case 1:
        return corr_cell_real(v.fraction);
    case 2:
        return corr_cell_int(v.lo);
    case 3:
        return corr_cell_int(v.hi);
    case 4:
        return corr_cell_int(v.critical);
    case 5:
        return corr_cell_int(v.spans);
    case 6:
        return corr_cell_str(v.name);
    default:
        return v.service.n ? corr_cell_str(v.service) : corr_cell_null();
    }
}

static const corr_column screen_columns[] = {
    { NULL, "saves", CORR_COL_RIGHT }, { NULL, "of trace", CORR_COL_RIGHT },
    { NULL, "n", CORR_COL_RIGHT },     { NULL, "operation", CORR_COL_FLEX },
    { NULL, "service", CORR_COL_DIM },
};

/* "120.00..145.00 ms", or one number where both answers agree. */
static const char *saving_words(const trace_report *t, const corr_saving *v)
{
    const char *lo = span_time(t->r, v->lo, t->length);
    const char *hi = span_time(t->r, v->hi, t->length);

    if (corr_str_eq(corr_str_of(lo), corr_str_of(hi)))
        return lo;
    return corr_report_text(t->r, "%s..%s", lo, hi);
}

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const saved *d = ctx;
    const trace_report *t = d->t;
    const corr_saving v = corr_savings_at(d->s, row);

    switch (column) {
    case 0:
        return corr_cell_text(saving_words(t, &v));
    case 1:
        return corr_cell_text(
            trace_percent(t->r, (double)v.lo / (double)t->length));
    case 2:
        return corr_cell_count(v.spans);
    case 3:
        return corr_cell_str(v.name);
    default:
        return corr_cell_str(v.service);
    }
}

static void put_screen(const saved *d)
{
    const uint32_t size = corr_savings_size(d->s);
    uint32_t n = 0;

    while (n < size && (n < MOST_SAVINGS || trace_all(d->t)) &&
           corr_savings_at(d->s, n).hi > 0)
        n++;
    if (!n)
        return;
    corr_report_blank(d->t->r);
    corr_report_head(d->t->r, "the answer comes earlier if their own time is "
                              "halved");
    corr_report_table(d->t->r, NULL,
                      &(corr_table){ .columns = screen_columns,
                                     .ncolumns = 5,
                                     .nrows = n,
                                     .cell = screen_cell,
                                     .ctx = d },
                      CORR_SCREEN);
}

corr_code trace_put_savings(const trace_report *t, corr_err *err)
{
    corr_savings *s = corr_savings_of(t->w, fraction, err);
    saved *d = corr_report_alloc(t->r, sizeof *d, 1);

    corr_report_own(t->r, s, free_savings);
    if (!s || !d)
        return s ? corr_no_memory(err) : err->code;
    *d = (saved){ t, s };
    corr_report_table(t->r, "savings",
                      &(corr_table){ .columns = saving_columns,
                                     .ncolumns = 8,
                                     .nrows = corr_savings_size(s),
                                     .cell = saving_cell,
                                     .ctx = d },
                      CORR_DATA);
    if (corr_savings_left(s))
        corr_report_note(t->r, CORR_INFO, "SAVINGS", -1,
                         "%u operations with little time on the critical "
                         "path were not tried for savings",
                         corr_savings_left(s));
    if (t->length > 0)
        put_screen(d);
    return CORR_OK;
}
