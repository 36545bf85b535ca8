/* trees[] and used[] of corr-json(7). */
#include <math.h>

#include "verbs/span/span.h"

typedef struct tree_row {
    span_tree t;
    const char *unit;
} tree_row;

static const corr_column tree_columns[] = {
    COL("service", NAME, tree_row, t.service),
    COL("scope", TEXT, tree_row, t.scope),
    COL("span_id", SPAN, tree_row, t.span),
    COL("kind", TEXT, tree_row, t.f.kind),
    COL("unit", TEXT, tree_row, unit),
    COL("total", INT, tree_row, t.f.total),
    COL("evidence", OBJECT, tree_row, t.evidence),
    COL("nodes", LIST, tree_row, t.nodes),
};

static void fill_tree(const void *ctx, uint32_t i, void *row)
{
    const span_tree *t = &((const span_data *)ctx)->tree[i];

    *(tree_row *)row = (tree_row){ *t, corr_unit_name(t->f.unit) };
}

typedef struct used_row {
    uint64_t span;
    int64_t cpu, lo, hi, children, self;
    double threads;
} used_row;

static const corr_column used_columns[] = {
    COL("span_id", SPAN, used_row, span),
    COL("cpu_ns", INT, used_row, cpu),
    COL("lo_ns", INT, used_row, lo),
    COL("hi_ns", INT, used_row, hi),
    COL("threads", REAL, used_row, threads),
    COL("children_ns", INT, used_row, children),
    COL("self_ns", INT, used_row, self),
};

static void fill_used(const void *ctx, uint32_t i, void *row)
{
    const span_data *d = ctx;
    const bool has_threads = d->is_cpu && d->length > 0;

    (void)i;
    *(used_row *)row = (used_row){
        .span = d->span,
        .cpu = d->is_cpu ? d->cpu : CORR_NO_INT,
        .lo = d->is_cpu ? d->lo : CORR_NO_INT,
        .hi = d->is_cpu ? d->hi : CORR_NO_INT,
        .children = d->children,
        .self = d->self,
        .threads = has_threads ? (double)d->cpu / (double)d->length : NAN,
    };
}

void span_put_data(corr_report *r, const span_report *s, const span_data *d)
{
    span_put_ledger(r, s);
    corr_report_put(r, "evidence",
                    s ? corr_cell_object(cmd_evidence(r, &s->facts.evidence), 0)
                      : corr_cell_null());
    cmd_data(r, "used", CORR_FILLED(used_columns, d->nused, fill_used, d));
    cmd_data(r, "trees", CORR_FILLED(tree_columns, d->ntree, fill_tree, d));
}
