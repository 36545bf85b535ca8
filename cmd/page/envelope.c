/*
 * envelope - the member inputs[] of every JSON document.
 *
 * A member is null if the command does not need it, whatever a reader
 * delivered: equal commands print equal bytes.
 */
#include "page/envelope.h"

#include <math.h>
#include <string.h>

#include "corr_digest.h"

enum { PAGE_DIGESTS = 256 << 20 }; /* bytes: takes a sixth of a second */

typedef struct entry {
    corr_input in; /* null where the question did not need the answer */
    uint32_t n;    /* 1-based */
    unsigned needs;
    const char *scope, *clock, *service_by;
    const char *sha256;
    corr_table kinds, lost;
} entry;

/* ---- kinds ------------------------------------------------------------ */

typedef struct kind_row {
    corr_kind_facts k;
    const char *unit;
    int64_t period_ns;
    corr_cell total;
} kind_row;

static const corr_column kind_columns[] = {
    COL("kind", TEXT, kind_row, k.kind),
    COL("unit", TEXT, kind_row, unit),
    COL("period", POSITIVE, kind_row, k.period),
    COL("period_ns", POSITIVE, kind_row, period_ns),
    COL("samples", COUNT, kind_row, k.samples),
    COL("total", CELL, kind_row, total),
    COL("with_span", COUNT, kind_row, k.with_span),
    COL("with_trace", COUNT, kind_row, k.with_trace),
    COL("with_time", COUNT, kind_row, k.with_time),
    COL("with_thread", COUNT, kind_row, k.with_thread),
};

static void fill_input_kind(const void *ctx, uint32_t i, void *row)
{
    const entry *e = ctx;
    kind_row *w = row;

    w->k = e->in.kinds[i];
    w->unit = w->k.own_unit.n ? w->k.own_unit.p : corr_unit_name(w->k.unit);
    w->total = w->k.total == CORR_NO_INT
                   ? corr_cell_null()
                   : corr_cell_amount(w->k.total, w->k.unit);
    w->period_ns = corr_is_ns(w->k.unit) ? w->k.period : 0;
    if (!(e->needs & CORR_NEED_LABELS))
        w->k.with_span = w->k.with_trace = w->k.with_thread = -1;
    if (!(e->needs & CORR_NEED_TIME))
        w->k.with_time = -1;
}

/* ---- inputs ----------------------------------------------------------- */

static const corr_column lost_columns[] = {
    COL("bytes", COUNT, corr_input, lost.bytes),
    COL("ns", COUNT, corr_input, lost.ns),
    COL("events", COUNT, corr_input, lost.events),
};

static const corr_column input_columns[] = {
    COL("n", INT, entry, n),
    COL("path", TEXT, entry, in.path),
    COL("format", TEXT, entry, in.format),
    COL("producer", NAME, entry, in.producer),
    COL("service", NAME, entry, in.process.service),
    COL("version", NAME, entry, in.process.version),
    COL("host", NAME, entry, in.process.host),
    COL("pid", POSITIVE, entry, in.process.pid),
    COL("bytes", INT, entry, in.bytes),
    COL("from_unix_ns", TIME, entry, in.from),
    COL("to_unix_ns", TIME, entry, in.to),
    COL("clock_shift_ns", INT, entry, in.clock.shift),
    COL("label_scope", TEXT, entry, scope),
    COL("yield", SHARE, entry, in.yield),
    COL("used", BOOL, entry, in.used),
    COL("why_not", TEXT, entry, in.why_not),
    COL("lost", OBJECT, entry, lost),
    COL("kinds", LIST, entry, kinds),
    COL("spans", COUNT, entry, in.spans),
    COL("traces", COUNT, entry, in.traces),
    COL("files", INT, entry, in.files),
    COL("chunks", COUNT, entry, in.block.n),
    COL("chunks_broken", COUNT, entry, in.block.nbroken),
    COL("series", COUNT, entry, in.series),
    COL("points", COUNT, entry, in.points),
    COL("resolution_ns", POSITIVE, entry, in.resolution),
    COL("service_by", TEXT, entry, service_by),
    COL("clock", TEXT, entry, clock),
    COL("clock_error_ns", POSITIVE, entry, in.clock.u),
    COL("sha256", TEXT, entry, sha256),
};

static const char *scope_name(const corr_input *in)
{
    static const char *const name[] = { [CORR_SCOPE_UNKNOWN] = "unknown",
                                        [CORR_SCOPE_ROOT] = "root",
                                        [CORR_SCOPE_EXACT] = "exact" };

    return in->scope > CORR_SCOPE_EXACT ? NULL : name[in->scope];
}

/* What placed the times; NULL: they are of the wall clock. */
static const char *clock_name(const corr_input *in)
{
    return in->clock.is_found  ? "inferred"
           : in->clock.is_told ? "told"
           : in->clock.is_own  ? "unknown"
                               : NULL;
}

/* What weak evidence named the service; NULL: there is better. */
static const char *service_source(const corr_input *in)
{
    return in->process.by_file   ? "file name"
           : in->process.assumed ? "only service"
           : in->process.by_pid  ? "pid"
                                 : NULL;
}

/* Who recorded a file is known from labels and traces as well, and the times of
 * a trace are those of its spans. */
static void forget_spans(corr_input *in)
{
    in->process.service = in->process.version = in->process.host =
        (corr_str){ 0 };
    in->process.pid = 0;
    in->process.by_file = in->process.assumed = in->process.by_pid = false;
    in->spans = in->traces = UINT64_MAX;
    if (!in->is_metrics && in->nkinds == 0)
        in->from = in->to = CORR_NO_TIME;
}

static void fill_entry(entry *e, const corr_store *st, uint32_t i,
                       unsigned needs)
{
    const unsigned scope = CORR_NEED_LABELS | CORR_NEED_SPANS;
    corr_input *in = &e->in;

    *in = corr_input_at(st, i);
    e->n = i + 1;
    e->needs = needs;
    e->kinds =
        CORR_FILLED(kind_columns, (uint32_t)in->nkinds, fill_input_kind, e);
    e->lost = CORR_ROWS(lost_columns, 1, in);
    e->scope = (needs & scope) == scope ? scope_name(in) : NULL;
    if (!*in->format)
        in->format = NULL;
    if (in->used)
        in->why_not = NULL;
    if (!in->block.name)
        in->block.n = in->block.nbroken = UINT64_MAX;
    if (!in->has_yield || !(needs & CORR_NEED_TIME))
        in->yield = NAN;
    if (!(needs & CORR_NEED_SPANS))
        forget_spans(in);
    e->clock = clock_name(in);
    e->service_by = service_source(in);
}

/* ---- digests ---------------------------------------------------------- */

/* How many bytes are read again for digests.  A page is for somebody who may
 * have the files as well; -v asks for all of them, in a document, too. */
static uint64_t bytes_to_digest(const cmd_ctx *ctx)
{
    const char *target = ctx->output->target;
    const bool is_page = target && strcmp(target, "html") == 0;
    const bool is_document =
        target && (strcmp(target, "json") == 0 || ctx->cmd->inputs_are_rows);

    return !is_page && !is_document ? 0
           : ctx->output->verbose   ? UINT64_MAX
           : is_page                ? PAGE_DIGESTS
                                    : 0;
}

static corr_code put_digests(const cmd_ctx *ctx, corr_report *r, entry *e,
                             size_t n, corr_err *err)
{
    const uint64_t most = bytes_to_digest(ctx);
    char(*text)[CORR_SHA256_TEXT] =
        most ? corr_report_alloc(r, sizeof *text, n + 1) : NULL;

    const corr_code code =
        text ? corr_inputs_digest(ctx->store, most, text, err) : CORR_OK;

    for (size_t i = 0; text && !code && i < n; i++)
        e[i].sha256 = *text[i] ? text[i] : NULL;
    return code;
}

/* ---- filling ---------------------------------------------------------- */

corr_code envelope_fill(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const bool is_primary = ctx->cmd->inputs_are_rows;
    size_t n = ctx->store ? corr_inputs(ctx->store) : 0;
    entry *e = corr_report_alloc(r, sizeof *e, n + 1);

    if (!e || !ctx->store)
        return CORR_OK;
    for (uint32_t i = 0; i < n; i++)
        fill_entry(&e[i], ctx->store, i, ctx->needs);
    const corr_code code = put_digests(ctx, r, e, n, err);
    corr_report_table(r, "inputs", &CORR_ROWS(input_columns, (uint32_t)n, e),
                      is_primary ? CORR_PRIMARY : CORR_DATA);
    return code;
}
