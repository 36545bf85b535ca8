/* span_labels_only - ids that only the labels of samples know. */
#include "verbs/span/span.h"

corr_code span_put_labels_only(const cmd_ctx *ctx, corr_report *r,
                               const corr_query *q, corr_err *err)
{
    const corr_sel *sel = cmd_select(ctx, q, r, err);
    span_data *d = corr_report_alloc(r, sizeof *d, 1);

    if (!sel || !d)
        return sel ? corr_no_memory(err) : err->code;
    const corr_sel_facts f = corr_sel_facts_of(sel);
    flame *fl =
        span_add_tree(ctx, r, d, sel,
                      (span_tree){ f.service, q->span ? "local" : "request",
                                   q->span, .f = f },
                      err);
    if (!fl)
        return err->code;
    corr_report_put(r, "trace.trace_id", corr_cell_trace(q->trace));
    corr_report_head(r, "%s %s  known from labels on samples only",
                     q->span ? "span" : "trace",
                     q->span ? cmd_span_id(r, q->span)
                             : cmd_trace_id(r, q->trace));
    corr_report_line(r, "no trace here contains it, so its time is unknown");
    corr_report_blank(r);
    const corr_code code =
        span_say_paths(ctx, r, &sel, 1, "share", cmd_count_title(&f), err);
    cmd_say_sure(r, &f, cmd_tied(&f), true);
    cmd_say_evidence(r, &f.evidence);
    span_put_data(r, NULL, d);
    return code;
}
