/* What many traces wait for, operation by operation. */
#include <math.h>

#include "verbs/trace/trace.h"

enum { USUAL_ROWS = 10, USUAL_ROOTS = 5 };

typedef struct many {
    const trace_report *t;
    const corr_operations *o;
} many;

/* ---- data ----------------------------------------------------------- */

static corr_cell whole(double ns)
{
    return isnan(ns) ? corr_cell_null() : corr_cell_int(llround(ns));
}

static corr_cell text_or_null(corr_str s)
{
    return s.n ? corr_cell_str(s) : corr_cell_null();
}

static const corr_column data_columns[] = {
    { "mean_ns", NULL, 0 },   { "share", NULL, 0 },
    { "traces", NULL, 0 },    { "p50_ns", NULL, 0 },
    { "p95_ns", NULL, 0 },    { "tail_delta_ns", NULL, 0 },
    { "name", NULL, 0 },      { "service", NULL, 0 },
    { "root_name", NULL, 0 }, { "root_service", NULL, 0 },
};

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const corr_operation v = corr_operations_at(((const many *)ctx)->o, row);

    switch (column) {
    case 0:
        return whole(v.mean);
    case 1:
        return corr_cell_share(v.share);
    case 2:
        return corr_cell_int(v.traces);
    case 3:
        return corr_cell_int(v.p50);
    case 4:
        return corr_cell_int(v.p95);
    case 5:
        return whole(v.tail);
    case 6:
        return corr_cell_str(v.name);
    case 7:
        return text_or_null(v.service);
    case 8:
        return corr_cell_str(v.root);
    default:
        return text_or_null(v.root_service);
    }
}

/* ---- screen --------------------------------------------------------- */

/* The operations of one kind of request. */
typedef struct one_root {
    const many *m;
    corr_root_operation root;
} one_root;

static const corr_column columns[] = {
    { NULL, "mean", CORR_COL_RIGHT },
    { NULL, "share", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
    { NULL, "traces", CORR_COL_RIGHT | CORR_COL_SPARE },
    { NULL, "p50", CORR_COL_RIGHT | CORR_COL_SPARE },
    { NULL, "p95", CORR_COL_RIGHT },
    { NULL, "tail", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
    { NULL, "operation", CORR_COL_FLEX },
    { NULL, "service", CORR_COL_DIM | CORR_COL_SPARE_LAST },
};

static const char *tail_words(const one_root *x, double tail)
{
    if (isnan(tail))
        return "";
    const char *text =
        span_time(x->m->t->r, llround(fabs(tail)), llround(x->root.mean));
    return corr_report_text(x->m->t->r, "%s%s", tail < 0 ? "-" : "+", text);
}

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const one_root *x = ctx;
    const corr_operation v = corr_operations_at(x->m->o, x->root.first + row);
    corr_report *r = x->m->t->r;
    const int64_t scale = llround(x->root.mean);

    switch (column) {
    case 0:
        return corr_cell_text(span_time(r, llround(v.mean), scale));
    case 1:
        return corr_cell_text(trace_percent(r, v.share));
    case 2:
        return corr_cell_count(v.traces);
    case 3:
        return corr_cell_text(span_time(r, v.p50, scale));
    case 4:
        return corr_cell_text(span_time(r, v.p95, scale));
    case 5:
        return corr_cell_text(tail_words(x, v.tail));
    case 6:
        return corr_cell_str(v.name);
    default:
        return corr_cell_str(v.service);
    }
}

/* One that was kept for several counts as so many. */
static const char *count_words(corr_report *r, const corr_root_operation *root)
{
    char all[CORR_PRINT_MAX], n[CORR_PRINT_MAX];

    corr_print_count(n, root->traces);
    corr_print_count(all, llround(root->stand));
    return root->stand > root->traces
               ? corr_report_text(r, "%s traces, %s recorded", all, n)
               : corr_report_text(r, "%s trace%s", n,
                                  root->traces == 1 ? "" : "s");
}

static void say_root(const one_root *x)
{
    corr_report *r = x->m->t->r;
    const corr_root_operation *root = &x->root;
    char mean[CORR_PRINT_MAX], p50[CORR_PRINT_MAX], p95[CORR_PRINT_MAX];

    corr_print_duration(mean, llround(root->mean));
    corr_print_duration(p50, root->p50);
    corr_print_duration(p95, root->p95);
    corr_report_head(r, "%.*s  %.*s  %s, mean %s, p50 %s, p95 %s",
                     CORR_STR_ARG(root->name), CORR_STR_ARG(root->service),
                     count_words(r, root), mean, p50, p95);
}

static void say_rest(const one_root *x, uint32_t from)
{
    double share = 0;

    for (uint32_t i = from; i < x->root.n; i++)
        share += corr_operations_at(x->m->o, x->root.first + i).share;
    if (from < x->root.n)
        corr_report_line(x->m->t->r, "%u more operation%s, %s (-n 0 shows all)",
                         x->root.n - from, x->root.n - from == 1 ? "" : "s",
                         trace_percent(x->m->t->r, share));
}

static void put_root(const one_root *x)
{
    const uint32_t most = cmd_rows(x->m->t->ctx, USUAL_ROWS);
    const uint32_t n = x->root.n < most ? x->root.n : most;

    say_root(x);
    corr_report_table(x->m->t->r, NULL,
                      &(corr_table){ .columns = columns,
                                     .ncolumns = 8,
                                     .nrows = n,
                                     .cell = screen_cell,
                                     .ctx = x },
                      CORR_SCREEN);
    say_rest(x, n);
    corr_report_blank(x->m->t->r);
}

static void say_meaning(const trace_report *t)
{
    corr_report_line(t->r,
                     "own time on the critical path; mean and share of all "
                     "traces of that kind, p50 and p95 of those in which it "
                     "is on the path; tail: mean of the slowest 5%% less mean "
                     "around the median");
}

static void put_screen(const many *m)
{
    const uint32_t roots = corr_operations_roots(m->o);
    const uint32_t most = trace_all(m->t) ? roots : USUAL_ROOTS;
    uint32_t left = 0;

    for (uint32_t i = 0; i < roots; i++) {
        one_root *x = corr_report_alloc(m->t->r, sizeof *x, 1);
        if (!x)
            return;
        *x = (one_root){ m, corr_operations_root(m->o, i) };
        if (i < most)
            put_root(x);
        else
            left += x->root.traces;
    }
    if (left)
        corr_report_line(m->t->r,
                         "%u more %s with %u other operation%s "
                         "(-n 0 shows all)",
                         left,
                         left == 1 ? "trace that begins" : "traces that begin",
                         roots - most, cmd_plural(roots - most));
    say_meaning(m->t);
}

static void say_unended(const many *m)
{
    const uint32_t n = corr_operations_unended(m->o);
    char count[CORR_PRINT_MAX], of[CORR_PRINT_MAX];

    if (!n)
        return;
    const char *text = corr_report_text(
        m->t->r, "no end is recorded of %s of %s requests: left out",
        corr_print_count(count, n),
        corr_print_count(of, (int64_t)n + corr_operations_traces(m->o)));
    cmd_warn(m->t->r, "UNFINISHED", text);
}

corr_code trace_put_many(const trace_report *t, const corr_operations *o,
                         corr_err *err)
{
    many *m = corr_report_alloc(t->r, sizeof *m, 1);

    if (!m)
        return corr_no_memory(err);
    *m = (many){ t, o };
    corr_report_put(t->r, "traces", corr_cell_int(corr_operations_traces(o)));
    corr_report_put(t->r, "adjusted_traces",
                    corr_cell_real(corr_operations_stand(o)));
    corr_report_table(t->r, "operations",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = 10,
                                     .nrows = corr_operations_size(o),
                                     .cell = data_cell,
                                     .ctx = m },
                      CORR_PRIMARY);
    say_unended(m);
    if (!corr_operations_traces(o) && corr_operations_unended(o)) {
        corr_report_verdict(t->r, CORR_CANNOT_TELL);
        return CORR_OK;
    }
    if (!corr_operations_traces(o)) {
        corr_report_verdict(t->r, CORR_NOTHING_FOUND);
        corr_report_line(t->r, "no trace is here that fits");
        return CORR_OK;
    }
    put_screen(m);
    return CORR_OK;
}
