/* trace_notes - notes on a waterfall: failed, repeated, retried, cut and hidden
 * spans; and holes. */
#include <stdlib.h>

#include "corr_sort.h"
#include "page/span_story.h"
#include "verbs/trace/trace.h"

/* Lines of one kind on a screen, without --all. */
enum { FEW = 5, MOST_HOLES = 3 };

/* Repeated spans are worth a line, too, if they took this part of it. */
static const double least_repeated = 0.01;

/* A hole is worth a line from this part of the request on. */
static const double hole = 0.05;

OWNS(corr_retries)
OWNS(corr_gaps)

static uint32_t handle_of(const trace_report *t, uint32_t span)
{
    return corr_waterfall_at(t->w, span).handle;
}

/* "s7 GET /price". */
static const char *span_words(const trace_report *t, uint32_t span)
{
    const corr_span_view v = corr_waterfall_at(t->w, span);

    return corr_report_text(t->r, "s%u %.*s", v.handle, CORR_STR_ARG(v.name));
}

/* ---- failed --------------------------------------------------------- */

static void say_failed(const trace_report *t)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < corr_span_rows_size(t->rows); k++) {
        const corr_span_row_view row = corr_span_rows_at(t->rows, k);
        if (!row.failed || row.n > 1)
            continue;
        if (n++ >= FEW && !trace_all(t))
            continue;
        const corr_span_view v = corr_waterfall_at(t->w, row.span);
        corr_report_field(t->r, n == 1 ? "failed" : "", "s%u %.*s%s", v.handle,
                          CORR_STR_ARG(v.name),
                          story_failure(t->r, t->w, row.span));
    }
    if (n > FEW && !trace_all(t))
        corr_report_field(t->r, "", "%u more", n - FEW);
}

/* ---- repeated ------------------------------------------------------- */

typedef struct repeat {
    uint32_t row;
    int64_t total;
} repeat;

SORT_BY(repeat_by_total, repeat, DESC(total), ASC(row))

/* Calls that one span stands for: together longer than it, some ran at once. */
static const char *turn_words(const trace_report *t,
                              const corr_span_row_view *v)
{
    const int64_t length = v->to - v->from;

    if (!v->merged)
        return v->in_turn ? "one after another" : "some at once";
    if (v->untold)
        return corr_report_text(t->r, "sum unknown, kept as %s",
                                cmd_n(t->r, v->n, "span"));
    return corr_report_text(
        t->r, "%s in all%s, kept as %s", trace_time(t, v->total),
        v->total > length ? ", some at once" : "", cmd_n(t->r, v->n, "span"));
}

static void say_repeat(const trace_report *t, uint32_t row, bool first)
{
    const corr_span_row_view v = corr_span_rows_at(t->rows, row);
    const char *failed =
        v.failed ? corr_report_text(t->r, "; %u failed", v.failed) : "";

    const char *each = v.least < 0 || v.most < 0
                           ? ""
                           : corr_report_text(t->r, "%s to %s each, ",
                                              span_time(t->r, v.least, v.most),
                                              span_time(t->r, v.most, v.most));

    corr_report_field(t->r, first ? "repeated" : "", "%s: %s%s%s",
                      trace_row_name(t, row), each, turn_words(t, &v), failed);
}

static void say_repeats(const trace_report *t)
{
    const uint32_t rows = corr_span_rows_size(t->rows);
    repeat *all = corr_report_alloc(t->r, sizeof *all, (size_t)rows + 1);
    uint32_t n = 0;

    for (uint32_t k = 0; all && k < rows; k++) {
        const corr_span_row_view v = corr_span_rows_at(t->rows, k);
        if (v.calls > 1 && v.span != UINT32_MAX && v.untimed < v.n &&
            (trace_all(t) ||
             (double)v.total >= least_repeated * (double)t->length))
            all[n++] = (repeat){ k, v.total };
    }
    if (n)
        qsort(all, n, sizeof *all, repeat_by_total);
    for (uint32_t i = 0; i < n && i < FEW; i++)
        say_repeat(t, all[i].row, i == 0);
    if (n > FEW)
        corr_report_field(t->r, "", "%u more rows; --all shows every span",
                          n - FEW);
}

/* ---- own time beside calls that were thinned out --------------------- */

static void say_between(const trace_report *t)
{
    uint32_t n = 0;

    for (uint32_t i = 0; t->facts.merged && i < corr_waterfall_size(t->w);
         i++) {
        const corr_span_view v = corr_waterfall_at(t->w, i);
        if (v.self_hi - v.self_lo < t->length / 1000)
            continue;
        if (n++ >= FEW && !trace_all(t))
            continue;
        corr_report_field(
            t->r, n == 1 ? "self" : "", "%s: %s",
            corr_report_text(t->r, "s%u %s", v.handle,
                             fall_call_name(t->r, v.name, v.calls)),
            fall_self_words(t->r, &v, t->length));
    }
    if (n > FEW && !trace_all(t))
        corr_report_field(t->r, "", "%u more", n - FEW);
}

/* ---- tried again ---------------------------------------------------- */

static void say_retry(const trace_report *t, const corr_retry *r, bool first)
{
    const uint32_t failed = r->tries - (r->worked ? 1 : 0);
    const char *how = r->worked ? corr_report_text(t->r, "worked as s%u",
                                                   handle_of(t, r->last))
                                : "did not work";

    corr_report_field(t->r, first ? "retried" : "",
                      "%s failed %u time%s, then %s: %s later",
                      span_words(t, r->first), failed, cmd_plural(failed), how,
                      span_time(t->r, r->lost, r->lost));
}

static corr_code say_retries(const trace_report *t, corr_err *err)
{
    corr_retries *r = corr_retries_of(t->w, err);

    if (!r)
        return err->code;
    own_corr_retries(t->r, r);
    const uint32_t n = corr_retries_size(r);
    for (uint32_t i = 0; i < n && (i < FEW || trace_all(t)); i++) {
        const corr_retry one = corr_retries_at(r, i);
        say_retry(t, &one, i == 0);
    }
    if (n > FEW && !trace_all(t))
        corr_report_field(t->r, "", "%u more", n - FEW);
    return CORR_OK;
}

/* ---- cut, and not shown --------------------------------------------- */

static void say_cut(const trace_report *t)
{
    const corr_waterfall_facts *f = &t->facts;

    if (f->clipped)
        corr_report_note(t->r, CORR_INFO, "CLIPPED", -1,
                         "clipped %u span%s by %s to fit the parent",
                         f->clipped, cmd_plural(f->clipped),
                         span_time(t->r, f->clipped_ns, f->clipped_ns));
    if (f->dropped)
        corr_report_field(
            t->r, "dropped",
            "%u span%s outside the time of the parent: not on the path",
            f->dropped, f->dropped == 1 ? " lies" : "s lie");
}

static void say_left(const trace_report *t)
{
    uint32_t spans;
    int64_t critical;
    uint32_t rows = corr_span_rows_left(t->rows, &spans, &critical);

    rows += trace_hidden(t, &spans, &critical);
    if (rows)
        corr_report_line(
            t->r, "     %u more row%s of %u span%s, %s of the path (--all)",
            rows, cmd_plural(rows), spans, cmd_plural(spans),
            trace_percent(t->r, t->length > 0
                                    ? (double)critical / (double)t->length
                                    : 0));
}

corr_code trace_put_notes(trace_report *t, corr_err *err)
{
    say_left(t);
    say_failed(t);
    t->has_links = story_put(t->r, t->w, trace_all(t), trace_follows(t));
    say_repeats(t);
    say_between(t);
    say_cut(t);
    return say_retries(t, err);
}

/* ---- holes ---------------------------------------------------------- */

typedef struct gap_row {
    corr_gap g;
    uint64_t span;
} gap_row;

static const corr_column columns[] = {
    COL("from_ns", INT, gap_row, g.from),
    COL("to_ns", INT, gap_row, g.to),
    COL("span_id", SPAN, gap_row, span),
};

static const char *gap_words(const trace_report *t, const corr_gap *g)
{
    if (g->before == UINT32_MAX && g->after == UINT32_MAX)
        return "";
    if (g->before == UINT32_MAX)
        return corr_report_text(t->r, ", before s%u", handle_of(t, g->after));
    if (g->after == UINT32_MAX)
        return corr_report_text(t->r, ", after s%u", handle_of(t, g->before));
    return corr_report_text(t->r, ", between s%u and s%u",
                            handle_of(t, g->before), handle_of(t, g->after));
}

static void say_largest_gap(const trace_report *t, const corr_gap *g,
                            uint32_t more)
{
    corr_report_form(t->r, CORR_FORM_SHORT, TRACE_RANK_HOLES);
    corr_report_line(
        t->r, "hole: %s in %s, from %s on%s", trace_time(t, g->to - g->from),
        span_words(t, g->span), trace_time(t, g->from),
        more ? corr_report_text(t->r, "; %u more: --all", more) : "");
}

static void say_gaps(const trace_report *t, const gap_row *row, uint32_t n)
{
    if (cmd_may_fold(t->ctx))
        corr_report_form(t->r, CORR_FORM_LONG, TRACE_RANK_CODE);
    corr_report_blank(t->r);
    if (cmd_may_fold(t->ctx))
        corr_report_form(t->r, CORR_FORM_LONG, TRACE_RANK_HOLES);
    corr_report_head(t->r, "holes: no child span is recorded there");
    for (uint32_t i = 0; i < n && (i < MOST_HOLES || trace_all(t)); i++) {
        const corr_gap *at = &row[i].g;
        corr_report_line(
            t->r, "%s  %s from %s on%s", trace_time(t, at->to - at->from),
            span_words(t, at->span), trace_time(t, at->from), gap_words(t, at));
    }
    if (n > MOST_HOLES && !trace_all(t))
        corr_report_line(t->r, "%u more (--all)", n - MOST_HOLES);
    if (cmd_may_fold(t->ctx))
        say_largest_gap(t, &row[0].g, n - 1);
    corr_report_form(t->r, CORR_FORM_ANY, 0);
}

corr_code trace_put_gaps(const trace_report *t, corr_err *err)
{
    corr_gaps *g = corr_gaps_of(t->w, (int64_t)((double)t->length * hole), err);
    const uint32_t n = g ? corr_gaps_size(g) : 0;
    gap_row *row = corr_report_alloc(t->r, sizeof *row, (size_t)n + 1);

    own_corr_gaps(t->r, g);
    if (!g || !row)
        return g ? corr_no_memory(err) : err->code;
    for (uint32_t i = 0; i < n; i++) {
        row[i].g = corr_gaps_at(g, i);
        row[i].span = corr_waterfall_at(t->w, row[i].g.span).id;
    }
    cmd_data(t->r, "gaps", CORR_ROWS(columns, n, row));
    if (n)
        say_gaps(t, row, n);
    return CORR_OK;
}
