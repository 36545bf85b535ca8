/* ledger[] of corr-json(7), and who held the locks that a span waited for. */
#include "verbs/span/span.h"

/* A stretch of a wait for a lock. */
typedef struct detail_row {
    corr_holding h;
    const char *how;
    corr_cell name; /* of the span, if there is one */
    int64_t waited, file, sleep, socket, park; /* CORR_NO_INT: not known */
    corr_cell taker, seen;
    int64_t nseen;
    corr_table candidates;
} detail_row;

/* Threads that may have held the lock. */
static const corr_column candidate_columns[] = {
    COL("thread", NAME, corr_candidate, thread),
    COL("trace_id", TRACE, corr_candidate, trace),
    COL("span_id", SPAN, corr_candidate, span),
    COL("name", NAME, corr_candidate, name),
};

static const corr_column detail_columns[] = {
    COL("lock", NAME, detail_row, h.lock),
    COL("thread", NAME, detail_row, h.thread),
    COL("trace_id", TRACE, detail_row, h.trace),
    COL("span_id", SPAN, detail_row, h.span),
    COL("name", CELL, detail_row, name),
    COL("from_unix_ns", TIME, detail_row, h.from),
    COL("to_unix_ns", TIME, detail_row, h.to),
    COL("how", TEXT, detail_row, how),
    COL("waited_ns", INT, detail_row, waited),
    COL("file_ns", INT, detail_row, file),
    COL("sleep_ns", INT, detail_row, sleep),
    COL("socket_ns", INT, detail_row, socket),
    COL("park_ns", INT, detail_row, park),
    COL("at", NAME, detail_row, h.at),
    COL("taken_in", CELL, detail_row, taker),
    COL("seen", CELL, detail_row, seen),
    COL("seen_records", INT, detail_row, nseen),
    COL("candidates", LIST, detail_row, candidates),
};

static corr_cell text_or_null(corr_str text)
{
    return text.n ? corr_cell_str(text) : corr_cell_null();
}

static corr_table candidates_of(const span_report *s, const corr_holding *h)
{
    corr_candidate *c = corr_report_alloc(s->r, sizeof *c, (size_t)h->n + 1);

    for (uint32_t i = 0; c && i < h->n; i++)
        c[i] = corr_ledger_candidate(s->ledger, h->first + i);
    return CORR_ROWS(candidate_columns, c ? h->n : 0, c);
}

static detail_row detail_of(const span_report *s, const corr_holding *h)
{
    const bool is_park = h->kind == CORR_SPENT_PARK;
    detail_row w = { .h = *h,
                     .how = corr_held_name(h->how),
                     .name =
                         h->span ? corr_cell_str(h->name) : corr_cell_null(),
                     .taker = text_or_null(h->taker),
                     .seen = text_or_null(h->seen),
                     .nseen = is_park ? h->nseen : CORR_NO_INT,
                     .candidates =
                         is_park ? candidates_of(s, h) : (corr_table){ 0 } };

    if (h->holder && h->how != CORR_HELD_UNKNOWN) {
        w.waited = h->waited;
        w.file = h->did[CORR_SPENT_FILE];
        w.sleep = h->did[CORR_SPENT_SLEEP];
        w.socket = h->did[CORR_SPENT_SOCKET];
        w.park = h->did[CORR_SPENT_PARK];
    } else {
        w.waited = w.file = w.sleep = w.socket = w.park = CORR_NO_INT;
    }
    return w;
}

/* The stretches of one row, which is of a lock. */
static corr_table details_of(const span_report *s, uint32_t row)
{
    const uint32_t all = corr_ledger_holdings(s->ledger);
    uint32_t n = 0;

    for (uint32_t i = 0; i < all; i++)
        n += corr_ledger_holding(s->ledger, i).row == row;
    detail_row *d = corr_report_alloc(s->r, sizeof *d, (size_t)n + 1);
    for (uint32_t i = 0, at = 0; d && i < all; i++) {
        const corr_holding h = corr_ledger_holding(s->ledger, i);
        if (h.row == row)
            d[at++] = detail_of(s, &h);
    }
    return CORR_ROWS(detail_columns, d ? n : 0, d);
}

typedef struct data_row {
    corr_ledger_row l;
    uint64_t span;
    const char *kind, *how;
    double share;
    corr_table detail;
} data_row;

static const corr_column data_columns[] = {
    COL("span_id", SPAN, data_row, span),
    COL("kind", TEXT, data_row, kind),
    COL("name", NAME, data_row, l.name),
    COL("ns", INT, data_row, l.ns),
    COL("share", SHARE, data_row, share),
    COL("lo_ns", INT, data_row, l.lo),
    COL("hi_ns", INT, data_row, l.hi),
    COL("how", TEXT, data_row, how),
    COL("events", INT, data_row, l.events),
    COL("observations", INT, data_row, l.obs),
    COL("memo_ns", INT, data_row, l.memo),
    COL("at", NAME, data_row, l.at),
    COL("detail", LIST, data_row, detail),
};

static data_row ledger_row_of(const span_report *s, uint32_t i)
{
    data_row w = { .l = corr_ledger_at(s->ledger, i), .span = s->span.id };

    w.kind = corr_spent_name(w.l.kind);
    w.how = span_is_rescaled(s, &w.l) ? "rescaled" : corr_how_name(w.l.how);
    w.share = (double)w.l.ns / (double)(s->span.end - s->span.start);
    if (w.l.how != CORR_HOW_MEASURED)
        w.l.events = CORR_NO_INT;
    if (w.l.how != CORR_HOW_SAMPLED)
        w.l.obs = CORR_NO_INT;
    if (w.l.kind == CORR_SPENT_LOCK || w.l.kind == CORR_SPENT_PARK)
        w.detail = details_of(s, i);
    if (w.l.kind == CORR_SPENT_PARK && !w.detail.nrows)
        w.detail = (corr_table){ 0 };
    return w;
}

void span_put_ledger(corr_report *r, const span_report *s)
{
    const uint32_t n = s ? corr_ledger_size(s->ledger) : 0;
    data_row *row = corr_report_alloc(r, sizeof *row, (size_t)n + 1);

    if (!row)
        return;
    for (uint32_t i = 0; i < n; i++)
        row[i] = ledger_row_of(s, i);
    cmd_data(r, "ledger", CORR_ROWS(data_columns, n, row));
}
