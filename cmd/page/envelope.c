/*
 * envelope - what every JSON document says of its inputs.
 *
 * Cells are null where the question did not need the answer, whatever a reader
 * happened to deliver: the same question prints the same bytes.
 */
#include "page/envelope.h"

typedef struct entry {
    corr_input in;
    uint32_t n; /* 1-based */
    unsigned needs;
    corr_table kinds, lost;
} entry;

/* ---- kinds ------------------------------------------------------------ */

enum {
    K_KIND,
    K_UNIT,
    K_PERIOD,
    K_PERIOD_NS,
    K_SAMPLES,
    K_TOTAL,
    K_SPAN,
    K_TRACE,
    K_TIME,
    K_THREAD
};

static const corr_column kind_columns[] = {
    [K_KIND] = { "kind", NULL, 0 },
    [K_UNIT] = { "unit", NULL, 0 },
    [K_PERIOD] = { "period", NULL, 0 },
    [K_PERIOD_NS] = { "period_ns", NULL, 0 },
    [K_SAMPLES] = { "samples", NULL, 0 },
    [K_TOTAL] = { "total", NULL, 0 },
    [K_SPAN] = { "with_span", NULL, 0 },
    [K_TRACE] = { "with_trace", NULL, 0 },
    [K_TIME] = { "with_time", NULL, 0 },
    [K_THREAD] = { "with_thread", NULL, 0 },
};

static corr_cell if_needed(const entry *e, unsigned need, int64_t n)
{
    return e->needs & need ? corr_cell_count(n) : corr_cell_null();
}

static corr_cell kind_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const entry *e = ctx;
    const corr_kind_facts *k = &e->in.kinds[row];

    switch (column) {
    case K_KIND:
        return corr_cell_str(k->kind);
    case K_UNIT:
        return corr_cell_text(corr_unit_name(k->unit));
    case K_PERIOD:
        return k->period > 0 ? corr_cell_int(k->period) : corr_cell_null();
    case K_PERIOD_NS:
        return k->period > 0 && corr_is_ns(k->unit) ? corr_cell_int(k->period)
                                                    : corr_cell_null();
    case K_SAMPLES:
        return corr_cell_count(k->samples);
    case K_TOTAL:
        return corr_cell_int(k->total);
    case K_SPAN:
        return if_needed(e, CORR_NEED_LABELS, k->with_span);
    case K_TRACE:
        return if_needed(e, CORR_NEED_LABELS, k->with_trace);
    case K_TIME:
        return if_needed(e, CORR_NEED_TIME, k->with_time);
    case K_THREAD:
        return if_needed(e, CORR_NEED_LABELS, k->with_thread);
    default:
        return corr_cell_null();
    }
}

/* ---- inputs ----------------------------------------------------------- */

enum { L_BYTES, L_NS, L_EVENTS };

static const corr_column lost_columns[] = {
    [L_BYTES] = { "bytes", NULL, 0 },
    [L_NS] = { "ns", NULL, 0 },
    [L_EVENTS] = { "events", NULL, 0 },
};

static corr_cell lost_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const corr_input *in = &((const entry *)ctx)->in;

    (void)row;
    switch (column) {
    case L_BYTES:
        return corr_cell_count((int64_t)in->lost_bytes);
    case L_NS:
        return corr_cell_count(in->lost_ns);
    default:
        return corr_cell_count((int64_t)in->lost_events);
    }
}

enum {
    I_N,
    I_PATH,
    I_FORMAT,
    I_PRODUCER,
    I_SERVICE,
    I_VERSION,
    I_HOST,
    I_PID,
    I_BYTES,
    I_FROM,
    I_TO,
    I_SHIFT,
    I_SCOPE,
    I_YIELD,
    I_USED,
    I_WHY_NOT,
    I_LOST,
    I_KINDS,
    I_SPANS,
    I_TRACES,
    I_FILES,
    I_BLOCKS,
    I_BROKEN,
    I_SERIES,
    I_POINTS,
    I_RESOLUTION
};

static const corr_column input_columns[] = {
    [I_N] = { "n", NULL, 0 },
    [I_PATH] = { "path", NULL, 0 },
    [I_FORMAT] = { "format", NULL, 0 },
    [I_PRODUCER] = { "producer", NULL, 0 },
    [I_SERVICE] = { "service", NULL, 0 },
    [I_VERSION] = { "version", NULL, 0 },
    [I_HOST] = { "host", NULL, 0 },
    [I_PID] = { "pid", NULL, 0 },
    [I_BYTES] = { "bytes", NULL, 0 },
    [I_FROM] = { "from_unix_ns", NULL, 0 },
    [I_TO] = { "to_unix_ns", NULL, 0 },
    [I_SHIFT] = { "clock_shift_ns", NULL, 0 },
    [I_SCOPE] = { "label_scope", NULL, 0 },
    [I_YIELD] = { "yield", NULL, 0 },
    [I_USED] = { "used", NULL, 0 },
    [I_WHY_NOT] = { "why_not", NULL, 0 },
    [I_LOST] = { "lost", NULL, CORR_COL_NEST },
    [I_KINDS] = { "kinds", NULL, CORR_COL_NEST },
    [I_SPANS] = { "spans", NULL, 0 },
    [I_TRACES] = { "traces", NULL, 0 },
    [I_FILES] = { "files", NULL, 0 },
    [I_BLOCKS] = { "chunks", NULL, 0 },
    [I_BROKEN] = { "chunks_broken", NULL, 0 },
    [I_SERIES] = { "series", NULL, 0 },
    [I_POINTS] = { "points", NULL, 0 },
    [I_RESOLUTION] = { "resolution_ns", NULL, 0 },
};

static corr_cell text_or_null(corr_str s)
{
    return s.n > 0 ? corr_cell_str(s) : corr_cell_null();
}

/* Who recorded it is known from labels and traces as well. */
static corr_cell who_cell(const entry *e, corr_str s)
{
    return e->needs & CORR_NEED_SPANS ? text_or_null(s) : corr_cell_null();
}

/* The times of a trace are those of its spans. */
static corr_cell window_cell(const entry *e, int64_t t)
{
    if (!e->in.is_metrics && e->in.nkinds == 0 && !(e->needs & CORR_NEED_SPANS))
        return corr_cell_null();
    return corr_cell_time(t);
}

static corr_cell scope_cell(const entry *e)
{
    static const char *const name[] = { [CORR_SCOPE_UNKNOWN] = "unknown",
                                        [CORR_SCOPE_ROOT] = "root",
                                        [CORR_SCOPE_EXACT] = "exact" };

    if (e->in.scope > CORR_SCOPE_EXACT || !(e->needs & CORR_NEED_LABELS) ||
        !(e->needs & CORR_NEED_SPANS))
        return corr_cell_null();
    return corr_cell_text(name[e->in.scope]);
}

static corr_cell input_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const entry *e = &((const entry *)ctx)[row];
    const corr_input *in = &e->in;

    switch (column) {
    case I_N:
        return corr_cell_int(e->n);
    case I_PATH:
        return corr_cell_text(in->path);
    case I_FORMAT:
        return text_or_null(corr_str_of(in->format));
    case I_PRODUCER:
        return text_or_null(in->producer);
    case I_SERVICE:
        return who_cell(e, in->service);
    case I_VERSION:
        return who_cell(e, in->version);
    case I_HOST:
        return who_cell(e, in->host);
    case I_PID:
        return in->pid > 0 && (e->needs & CORR_NEED_SPANS)
                   ? corr_cell_int(in->pid)
                   : corr_cell_null();
    case I_BYTES:
        return corr_cell_int((int64_t)in->bytes);
    case I_FROM:
        return window_cell(e, in->from);
    case I_TO:
        return window_cell(e, in->to);
    case I_SHIFT:
        return corr_cell_int(in->clock_shift);
    case I_SCOPE:
        return scope_cell(e);
    case I_USED:
        return corr_cell_bool(in->used);
    case I_WHY_NOT:
        return in->used ? corr_cell_null() : corr_cell_text(in->why_not);
    case I_LOST:
        return corr_cell_object(&e->lost, 0);
    case I_KINDS:
        return corr_cell_list(&e->kinds);
    case I_SPANS:
        return if_needed(e, CORR_NEED_SPANS, (int64_t)in->spans);
    case I_TRACES:
        return if_needed(e, CORR_NEED_SPANS, (int64_t)in->traces);
    case I_FILES:
        return corr_cell_int((int64_t)in->files);
    case I_BLOCKS:
        return in->block ? corr_cell_int((int64_t)in->blocks)
                         : corr_cell_null();
    case I_BROKEN:
        return in->block ? corr_cell_int((int64_t)in->broken)
                         : corr_cell_null();
    case I_SERIES:
        return corr_cell_count(in->series);
    case I_POINTS:
        return corr_cell_count((int64_t)in->points);
    case I_RESOLUTION:
        return in->resolution ? corr_cell_int(in->resolution)
                              : corr_cell_null();
    case I_YIELD:
        return in->has_yield && (e->needs & CORR_NEED_TIME)
                   ? corr_cell_share(in->yield)
                   : corr_cell_null();
    default:
        return corr_cell_null();
    }
}

/* ---- filling ---------------------------------------------------------- */

static void add_unread(const corr_store *st, corr_report *r)
{
    for (size_t i = 0; i < corr_inputs(st); i++) {
        corr_input in = corr_input_at(st, i);

        if (in.err.code != CORR_OK)
            corr_report_note(r, CORR_WARNING, "UNREADABLE", (int)i, "%s",
                             in.err.what);
    }
}

/* What only tells how something odd was read has no code of its own. */
static void add_warnings(const corr_store *st, corr_report *r)
{
    char n[CORR_PRINT_MAX];

    for (size_t i = 0; i < corr_warnings(st); i++) {
        corr_warning w = corr_warning_at(st, i);
        const char *code = *w.code ? w.code : "ODD";

        if (w.count > 1)
            corr_report_note(r, CORR_WARNING, code, w.input, "%s (%s times)",
                             w.text, corr_print_count(n, (int64_t)w.count));
        else
            corr_report_note(r, CORR_WARNING, code, w.input, "%s", w.text);
    }
}

void envelope_fill(const cmd_ctx *ctx, corr_report *r)
{
    const bool is_primary = (ctx->cmd->uses & INPUTS_ARE_ROWS) != 0;
    size_t n = ctx->store ? corr_inputs(ctx->store) : 0;
    entry *e = corr_report_alloc(r, sizeof *e, n + 1);

    if (!e || !ctx->store)
        return;
    for (size_t i = 0; i < n; i++) {
        e[i] = (entry){ .in = corr_input_at(ctx->store, i),
                        .n = (uint32_t)i + 1,
                        .needs = ctx->needs };
        e[i].kinds = (corr_table){ .columns = kind_columns,
                                   .ncolumns = COUNT(kind_columns),
                                   .nrows = (uint32_t)e[i].in.nkinds,
                                   .cell = kind_cell,
                                   .ctx = &e[i] };
        e[i].lost = (corr_table){ .columns = lost_columns,
                                  .ncolumns = COUNT(lost_columns),
                                  .nrows = 1,
                                  .cell = lost_cell,
                                  .ctx = &e[i] };
    }
    corr_report_table(r, "inputs",
                      &(corr_table){ .columns = input_columns,
                                     .ncolumns = COUNT(input_columns),
                                     .nrows = (uint32_t)n,
                                     .cell = input_cell,
                                     .ctx = e },
                      is_primary ? CORR_PRIMARY : CORR_DATA);
    add_unread(ctx->store, r);
    add_warnings(ctx->store, r);
}
