/* trace_answer - the first lines of corr trace: which request it is, and what
 * the time of its critical path was spent on. */
#include <math.h>
#include <stdlib.h>

#include "corr_sort.h"
#include "verbs/trace/trace.h"

static corr_label attr_of(const void *w, uint32_t row, uint32_t k)
{
    return corr_waterfall_attr(w, row, k);
}

/* The first span of the root's process with a telling name, in its order. */
static corr_str telling_name(const trace_report *t, const corr_span_view *root)
{
    for (uint32_t i = t->facts.root; i < root->end_index; i++) {
        const corr_span_view v = corr_waterfall_at(t->w, i);
        if (corr_str_eq(v.service, root->service) && !cmd_is_method(v.name))
            return v.name;
    }
    return root->name;
}

const char *trace_root_name(const trace_report *t)
{
    const corr_span_view root = corr_waterfall_at(t->w, t->facts.root);
    const corr_str route = cmd_route(corr_waterfall_nattrs(t->w, t->facts.root),
                                     attr_of, t->w, t->facts.root);

    return cmd_request_name(t->r, root.name, route, telling_name(t, &root));
}

/* ---- what it was spent on --------------------------------------------- */

/* Rows of the waterfall by their part of the critical path. */
typedef struct spent {
    uint32_t row;
    int64_t ns;
} spent;

SORT_BY(spent_by_time, spent, DESC(ns), ASC(row))

/* The answer names rows until they are so much of the path, and not those that
 * are less of it. */
static const double most_of_it = 0.5, least_named = 0.1;
enum { MOST_NAMED = 3 };

static uint32_t list_spent(const trace_report *t, spent *all)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < corr_span_rows_size(t->rows); k++) {
        const corr_span_row_view v = corr_span_rows_at(t->rows, k);
        if (v.span != UINT32_MAX && v.critical > 0)
            all[n++] = (spent){ k, v.critical };
    }
    if (n)
        qsort(all, n, sizeof *all, spent_by_time);
    return n;
}

/* "s4 GET /checkout in checkout" */
static const char *row_words(const trace_report *t, uint32_t row)
{
    const uint32_t span = corr_span_rows_at(t->rows, row).span;
    const corr_str service = corr_waterfall_at(t->w, span).service;

    return service.n
               ? corr_report_text(t->r, "%s in %.*s", trace_row_name(t, row),
                                  CORR_STR_ARG(service))
               : trace_row_name(t, row);
}

static const char *percent_words(const trace_report *t, int64_t ns)
{
    return corr_report_text(t->r, "%.0f%%",
                            100 * (double)ns / (double)t->length);
}

static void say_spent(const trace_report *t)
{
    spent *all = corr_report_alloc(t->r, sizeof *all,
                                   (size_t)corr_span_rows_size(t->rows) + 1);
    const uint32_t n = all ? list_spent(t, all) : 0;
    const char *text = "";
    double told = 0;

    if (!n || t->length <= 0)
        return;
    for (uint32_t i = 0; i < n && i < MOST_NAMED && told < most_of_it; i++) {
        const double share = (double)all[i].ns / (double)t->length;
        if (i && share < least_named)
            break;
        told += share;
        text = i == 0 ? corr_report_text(t->r, "%s of the %s is %s itself",
                                         percent_words(t, all[i].ns),
                                         trace_time(t, t->length),
                                         row_words(t, all[i].row))
                      : corr_report_text(t->r, "%s, %s %s", text,
                                         percent_words(t, all[i].ns),
                                         trace_row_name(t, all[i].row));
    }
    corr_report_head(t->r, "%s", text);
}

void trace_say_answer(const trace_report *t, const fall *f)
{
    const corr_span_view root = corr_waterfall_at(t->w, t->facts.root);

    corr_report_head(t->r, "%s  %s%s   trace %s", trace_root_name(t),
                     root.unfinished ? "at least " : "",
                     span_time(t->r, t->length, t->length),
                     cmd_trace_id(t->r, root.trace));
    say_spent(t);
    fall_say_spans(f, t->ctx);
    corr_report_blank(t->r);
}

/* ---- what to do next -------------------------------------------------- */

void trace_put_next(const trace_report *t)
{
    const corr_span_view root = corr_waterfall_at(t->w, t->facts.root);
    const char *id = cmd_short(t->r, root.trace, root.start);
    const char *files = cmd_files(t->ctx, t->r);
    uint32_t top = t->facts.root;

    for (uint32_t i = 0; i < corr_waterfall_size(t->w); i++)
        if (corr_waterfall_at(t->w, i).critical >
            corr_waterfall_at(t->w, top).critical)
            top = i;
    const corr_span_view v = corr_waterfall_at(t->w, top);
    corr_report_next(
        t->r, corr_report_text(t->r, "where s%u spent its time", v.handle),
        "corr span %s/s%u%s", id, v.handle, files);
    if (t->has_links && !trace_follows(t))
        corr_report_next(t->r, "the traces that it links to",
                         "corr trace %s --follow%s", id, files);
    corr_report_next(t->r, "the slowest requests", "corr spans --slowest 5%s",
                     files);
}
