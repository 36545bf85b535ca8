/* trees[] and used[] of corr-json(7). */
#include "verbs/span/span.h"

static corr_cell tree_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const span_tree *t = &((const span_data *)ctx)->tree[row];

    switch (column) {
    case 0:
        return t->service.n ? corr_cell_str(t->service) : corr_cell_null();
    case 1:
        return corr_cell_text(t->scope);
    case 2:
        return corr_cell_span(t->span);
    case 3:
        return corr_cell_str(t->f.kind);
    case 4:
        return corr_cell_text(corr_unit_name(t->f.unit));
    case 5:
        return corr_cell_amount(t->f.total, t->f.unit);
    case 6:
        return t->evidence ? corr_cell_object(t->evidence, 0)
                           : corr_cell_null();
    default:
        return corr_cell_list(t->nodes);
    }
}

static const corr_column tree_columns[] = {
    { "service", NULL, 0 },
    { "scope", NULL, 0 },
    { "span_id", NULL, 0 },
    { "kind", NULL, 0 },
    { "unit", NULL, 0 },
    { "total", NULL, 0 },
    { "evidence", NULL, CORR_COL_NEST },
    { "nodes", NULL, CORR_COL_NEST },
};

static corr_cell used_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const span_data *d = ctx;
    const bool is_of_cpu = column >= 1 && column <= 4;

    (void)row;
    if (is_of_cpu && !d->is_cpu)
        return corr_cell_null();
    switch (column) {
    case 0:
        return corr_cell_span(d->span);
    case 1:
        return corr_cell_int(d->cpu);
    case 2:
        return corr_cell_int(d->lo);
    case 3:
        return corr_cell_int(d->hi);
    case 4:
        return d->length > 0
                   ? corr_cell_real((double)d->cpu / (double)d->length)
                   : corr_cell_null();
    case 5:
        return corr_cell_int(d->children);
    default:
        return corr_cell_int(d->self);
    }
}

static const corr_column used_columns[] = {
    { "span_id", NULL, 0 }, { "cpu_ns", NULL, 0 },  { "lo_ns", NULL, 0 },
    { "hi_ns", NULL, 0 },   { "threads", NULL, 0 }, { "children_ns", NULL, 0 },
    { "self_ns", NULL, 0 },
};

void span_put_data(corr_report *r, const span_report *s, const span_data *d)
{
    span_put_ledger(r, s);
    corr_report_put(r, "evidence",
                    s ? corr_cell_object(cmd_evidence(r, &s->facts.evidence), 0)
                      : corr_cell_null());
    corr_report_table(r, "used",
                      &(corr_table){ .columns = used_columns,
                                     .ncolumns = 7,
                                     .nrows = d->nused,
                                     .cell = used_cell,
                                     .ctx = d },
                      CORR_DATA);
    corr_report_table(r, "trees",
                      &(corr_table){ .columns = tree_columns,
                                     .ncolumns = 8,
                                     .nrows = d->ntree,
                                     .cell = tree_cell,
                                     .ctx = d },
                      CORR_DATA);
}
