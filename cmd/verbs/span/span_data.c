/* trees[] and used[] of corr-json(7). */
#include "verbs/span/span.h"

static const corr_column tree_columns[] = {
    COL("service", NAME, span_tree, service),
    COL("scope", TEXT, span_tree, scope),
    COL("span_id", SPAN, span_tree, span),
    COL("kind", TEXT, span_tree, f.kind),
    COL("unit", TEXT, span_tree, unit),
    COL("total", INT, span_tree, f.total),
    COL("evidence", OBJECT, span_tree, evidence),
    COL("nodes", LIST, span_tree, nodes),
};

static const corr_column used_columns[] = {
    COL("span_id", SPAN, span_used, span),
    COL("cpu_ns", INT, span_used, cpu),
    COL("lo_ns", INT, span_used, lo),
    COL("hi_ns", INT, span_used, hi),
    COL("threads", REAL, span_used, threads),
    COL("children_ns", INT, span_used, children),
    COL("self_ns", INT, span_used, self),
};

void span_put_data(corr_report *r, const span_report *s, const span_data *d)
{
    span_put_ledger(r, s);
    corr_report_put(r, "evidence",
                    s ? corr_cell_object(cmd_evidence(r, &s->facts.evidence), 0)
                      : corr_cell_null());
    cmd_data(r, "used", CORR_ROWS(used_columns, d->nused, &d->used));
    cmd_data(r, "trees", CORR_ROWS(tree_columns, d->ntree, d->tree));
}
