/* ledger[] of corr-json(7), and who held the locks that a span waited for. */
#include "verbs/span/span.h"

static const corr_column detail_columns[] = {
    { "lock", NULL, 0 },       { "thread", NULL, 0 },
    { "trace_id", NULL, 0 },   { "span_id", NULL, 0 },
    { "name", NULL, 0 },       { "from_unix_ns", NULL, 0 },
    { "to_unix_ns", NULL, 0 }, { "how", NULL, 0 },
    { "waited_ns", NULL, 0 },  { "file_ns", NULL, 0 },
    { "sleep_ns", NULL, 0 },   { "socket_ns", NULL, 0 },
    { "park_ns", NULL, 0 },
};

/* What the columns behind waited_ns are of. */
static const corr_spent did[] = { CORR_SPENT_FILE, CORR_SPENT_SLEEP,
                                  CORR_SPENT_SOCKET, CORR_SPENT_PARK };

/* The stretches of one row, which is of a lock. */
typedef struct details {
    const corr_ledger *l;
    uint32_t *at; /* [n] numbers of holdings */
    corr_table table;
} details;

static corr_cell detail_cell(const void *ctx, uint32_t i, uint32_t column)
{
    const details *d = ctx;
    const corr_holding h = corr_ledger_holding(d->l, d->at[i]);

    if (column >= 8 && (!h.holder || h.how == CORR_HELD_UNKNOWN))
        return corr_cell_null(); /* of somebody that nobody knows */
    switch (column) {
    case 0:
        return h.lock.n ? corr_cell_str(h.lock) : corr_cell_null();
    case 1:
        return h.thread.n ? corr_cell_str(h.thread) : corr_cell_null();
    case 2:
        return corr_cell_trace(h.trace);
    case 3:
        return corr_cell_span(h.span);
    case 4:
        return h.span ? corr_cell_str(h.name) : corr_cell_null();
    case 5:
        return corr_cell_time(h.from);
    case 6:
        return corr_cell_time(h.to);
    case 7:
        return corr_cell_text(corr_held_name(h.how));
    case 8:
        return corr_cell_int(h.waited);
    default:
        return corr_cell_int(h.did[did[column - 9]]);
    }
}

static const corr_table *details_of(const span_report *s, uint32_t row)
{
    const uint32_t n = corr_ledger_holdings(s->ledger);
    details *d = corr_report_alloc(s->r, sizeof *d, 1);
    uint32_t *at = corr_report_alloc(s->r, sizeof *at, n);

    if (!d || !at)
        return NULL;
    *d = (details){ .l = s->ledger,
                    .at = at,
                    .table = { .columns = detail_columns,
                               .ncolumns = COUNT(detail_columns),
                               .cell = detail_cell,
                               .ctx = d } };
    for (uint32_t i = 0; i < n; i++)
        if (corr_ledger_holding(s->ledger, i).row == row)
            at[d->table.nrows++] = i;
    return &d->table;
}

/* A table per row, made before the report is printed. */
typedef struct ledger_data {
    const span_report *s;
    const corr_table **detail;
} ledger_data;

static const corr_column data_columns[] = {
    { "span_id", NULL, 0 }, { "kind", NULL, 0 },
    { "name", NULL, 0 },    { "ns", NULL, 0 },
    { "share", NULL, 0 },   { "lo_ns", NULL, 0 },
    { "hi_ns", NULL, 0 },   { "how", NULL, 0 },
    { "events", NULL, 0 },  { "observations", NULL, 0 },
    { "memo_ns", NULL, 0 }, { "detail", NULL, CORR_COL_NEST },
};

static corr_cell data_cell(const void *ctx, uint32_t i, uint32_t column)
{
    const ledger_data *d = ctx;
    const span_report *s = d->s;
    const corr_span_view v = corr_waterfall_at(s->w, s->focus);
    const corr_ledger_row row = corr_ledger_at(s->ledger, i);
    const bool is_measured = row.how == CORR_HOW_MEASURED;

    switch (column) {
    case 0:
        return corr_cell_span(v.id);
    case 1:
        return corr_cell_text(corr_spent_name(row.kind));
    case 2:
        return row.name.n ? corr_cell_str(row.name) : corr_cell_null();
    case 3:
        return corr_cell_int(row.ns);
    case 4:
        return corr_cell_share((double)row.ns / (double)(v.end - v.start));
    case 5:
        return corr_cell_int(row.lo);
    case 6:
        return corr_cell_int(row.hi);
    case 7:
        return corr_cell_text(
            span_is_rescaled(s, &row) ? "rescaled" : corr_how_name(row.how));
    case 8:
        return is_measured ? corr_cell_int(row.events) : corr_cell_null();
    case 9:
        return row.how == CORR_HOW_SAMPLED ? corr_cell_int(row.obs)
                                           : corr_cell_null();
    case 10:
        return corr_cell_int(row.memo);
    default:
        return d->detail[i] ? corr_cell_list(d->detail[i]) : corr_cell_null();
    }
}

void span_put_ledger(corr_report *r, const span_report *s)
{
    const uint32_t n = s ? corr_ledger_size(s->ledger) : 0;
    ledger_data *d = corr_report_alloc(r, sizeof *d, 1);

    if (!d)
        return;
    d->s = s;
    d->detail = corr_report_alloc(r, sizeof(const corr_table *), n);
    for (uint32_t i = 0; d->detail && i < n; i++)
        if (corr_ledger_at(s->ledger, i).kind == CORR_SPENT_LOCK)
            d->detail[i] = details_of(s, i);
    corr_report_table(r, "ledger",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = COUNT(data_columns),
                                     .nrows = d->detail ? n : 0,
                                     .cell = data_cell,
                                     .ctx = d },
                      CORR_DATA);
}
