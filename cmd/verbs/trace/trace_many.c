/* trace_many - the operations that many traces wait for. */
#include <math.h>

#include "page/nearest.h"
#include "verbs/trace/trace.h"

enum { USUAL_ROWS = 10, USUAL_ROOTS = 5 };

typedef struct many {
    const trace_report *t;
    const corr_operations *o;
} many;

/* ---- data ----------------------------------------------------------- */

static const corr_column data_columns[] = {
    COL("mean_ns", WHOLE, corr_operation, mean),
    COL("share", SHARE, corr_operation, share),
    COL("traces", INT, corr_operation, traces),
    COL("p50_ns", INT, corr_operation, p50),
    COL("p95_ns", INT, corr_operation, p95),
    COL("tail_delta_ns", WHOLE, corr_operation, tail),
    COL("name", TEXT, corr_operation, name),
    COL("service", NAME, corr_operation, service),
    COL("root_name", TEXT, corr_operation, root),
    COL("root_service", NAME, corr_operation, root_service),
};

static void fill_operation(const void *ctx, uint32_t i, void *row)
{
    *(corr_operation *)row = corr_operations_at(ctx, i);
}

/* ---- screen --------------------------------------------------------- */

/* The operations of one kind of request. */
typedef struct one_root {
    const many *m;
    corr_root_operation root;
} one_root;

typedef struct shown_row {
    corr_operation o;
    const char *mean, *share, *p50, *p95, *tail;
} shown_row;

static const corr_column columns[] = {
    SEE("mean", CORR_COL_RIGHT, TEXT, shown_row, mean),
    SEE("share", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, TEXT, shown_row, share),
    SEE("traces", CORR_COL_RIGHT | CORR_COL_SPARE, COUNT, shown_row, o.traces),
    SEE("p50", CORR_COL_RIGHT | CORR_COL_SPARE, TEXT, shown_row, p50),
    SEE("p95", CORR_COL_RIGHT, TEXT, shown_row, p95),
    SEE("tail", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, TEXT, shown_row, tail),
    SEE("operation", CORR_COL_FLEX, TEXT, shown_row, o.name),
    SEE("service", CORR_COL_DIM | CORR_COL_SPARE_LAST, TEXT, shown_row,
        o.service),
};

static const char *tail_words(const one_root *x, double tail)
{
    if (isnan(tail))
        return "";
    const char *text =
        span_time(x->m->t->r, llround(fabs(tail)), llround(x->root.mean));
    return corr_report_text(x->m->t->r, "%s%s", tail < 0 ? "-" : "+", text);
}

static void fill_shown_operation(const void *ctx, uint32_t i, void *row)
{
    const one_root *x = ctx;
    const corr_operation o = corr_operations_at(x->m->o, x->root.first + i);
    corr_report *r = x->m->t->r;
    const int64_t scale = llround(x->root.mean);

    *(shown_row *)row =
        (shown_row){ .o = o,
                     .mean = span_time(r, llround(o.mean), scale),
                     .share = trace_percent(r, o.share),
                     .p50 = span_time(r, o.p50, scale),
                     .p95 = span_time(r, o.p95, scale),
                     .tail = tail_words(x, o.tail) };
}

/* Counts traces; a sampled trace stands for several. */
static const char *count_words(corr_report *r, const corr_root_operation *root)
{
    return root->stand > root->traces
               ? corr_report_text(r, "%s traces, %s recorded",
                                  cmd_count(r, llround(root->stand)),
                                  cmd_count(r, root->traces))
               : cmd_n(r, root->traces, "trace");
}

static void say_root(const one_root *x)
{
    corr_report *r = x->m->t->r;
    const corr_root_operation *root = &x->root;

    corr_report_head(r, "%.*s  %.*s  %s, mean %s, p50 %s, p95 %s",
                     CORR_STR_ARG(root->name), CORR_STR_ARG(root->service),
                     count_words(r, root), cmd_duration(r, llround(root->mean)),
                     cmd_duration(r, root->p50), cmd_duration(r, root->p95));
    if (!root->n)
        return;
    const corr_operation first = corr_operations_at(x->m->o, root->first);
    corr_report_line(r, "%.0f%% of the mean is %.*s%s%.*s itself",
                     100 * first.share, CORR_STR_ARG(first.name),
                     first.service.n ? " in " : "",
                     CORR_STR_ARG(first.service));
}

static void say_rest(const one_root *x, uint32_t from)
{
    double share = 0;

    for (uint32_t i = from; i < x->root.n; i++)
        share += corr_operations_at(x->m->o, x->root.first + i).share;
    if (from < x->root.n)
        corr_report_line(x->m->t->r, "%u more operation%s, %s (-n 0 shows all)",
                         x->root.n - from, cmd_plural(x->root.n - from),
                         trace_percent(x->m->t->r, share));
}

static void put_root(const one_root *x)
{
    const uint32_t most = cmd_rows(x->m->t->ctx, USUAL_ROWS);
    const uint32_t n = x->root.n < most ? x->root.n : most;

    say_root(x);
    cmd_screen(x->m->t->r, CORR_FILLED(columns, n, fill_shown_operation, x));
    say_rest(x, n);
    corr_report_blank(x->m->t->r);
}

static void say_meaning(const trace_report *t)
{
    corr_report_line(t->r, "self time on the critical path, per trace");
    corr_report_line(t->r, "p50, p95: only traces that have it; tail: slowest "
                           "5%% minus median");
}

static void put_operations(const many *m)
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
        corr_report_line(
            m->t->r, "%u more %s with %u other operation%s (-n 0 shows all)",
            left, left == 1 ? "trace that begins" : "traces that begin",
            roots - most, cmd_plural(roots - most));
    say_meaning(m->t);
}

static void say_unended(const many *m)
{
    const uint32_t n = corr_operations_unended(m->o);

    if (!n)
        return;
    cmd_warn(m->t->r, "UNFINISHED",
             "no end is recorded of %s of %s requests: left out",
             cmd_count(m->t->r, n),
             cmd_count(m->t->r, (int64_t)n + corr_operations_traces(m->o)));
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
    cmd_primary(
        t->r, "operations",
        CORR_FILLED(data_columns, corr_operations_size(o), fill_operation, o));
    say_unended(m);
    if (!corr_operations_traces(o) && corr_operations_unended(o)) {
        corr_report_verdict(t->r, CORR_CANNOT_TELL);
        return CORR_OK;
    }
    if (!corr_operations_traces(o)) {
        corr_report_verdict(t->r, CORR_NOTHING_FOUND);
        if (!near_say_asked(t->ctx, t->r))
            corr_report_line(t->r, "no trace is here%s",
                             cmd_matching(t->ctx, t->r));
        return CORR_OK;
    }
    put_operations(m);
    return CORR_OK;
}
