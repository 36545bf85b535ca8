/* corr trace - one trace whole: waterfall, critical path, holes; or what many
 * traces wait for. */
#include "verbs/trace/trace.h"
#include "cli/verbs.h"
#include "gate/assertion_subject.h"
#include "page/nearest.h"
#include "page/span_story.h"

/* Rows of a waterfall that a screen has patience for. */
enum { USUAL_ROWS = 200 };

OWNS(corr_waterfall)
OWNS(corr_span_rows)
OWNS(corr_operations)

bool trace_all(const trace_report *t)
{
    return cmd_rows(t->ctx, USUAL_ROWS) == UINT32_MAX;
}

bool trace_follows(const trace_report *t)
{
    const trace_opts *o = t->ctx->opts;

    return o && o->follow;
}

static bool reads_links(const cmd_ctx *ctx)
{
    const trace_opts *o = ctx->opts;

    return o && o->follow;
}

static corr_code fold_rows(trace_report *t, corr_err *err)
{
    const uint32_t most = cmd_rows(t->ctx, USUAL_ROWS);
    corr_span_rows *rows = corr_span_rows_of(
        t->w,
        &(corr_span_rows_opts){ .unfold = t->ctx->output->all,
                                .max_rows = most == UINT32_MAX ? 0 : most,
                                .keep = t->asked },
        err);

    if (!rows)
        return err->code;
    own_corr_span_rows(t->r, rows);
    t->rows = rows;
    return trace_prepare(t, err);
}

static corr_code put_one(trace_report *t, corr_err *err)
{
    fall *f = fall_of(t->r, t->w, t->asked);

    if (!f)
        return corr_no_memory(err);
    if (reads_links(t->ctx))
        fall_knows_links(f);
    fall_put_trace(f);
    fall_put_spans(f, FALL_TRACE);
    corr_code code = fold_rows(t, err);
    if (code)
        return code;
    trace_say_answer(t, f);
    trace_put_request(t);
    code = trace_put_notes(t, err);
    trace_put_ended(t);
    trace_put_apart(t);
    if (!code)
        code = trace_put_findings(t, err);
    if (!code)
        code = trace_put_path(t, err);
    if (!code)
        code = trace_put_savings(t, err);
    if (!code)
        code = trace_put_code(t, err);
    clocks_put(t->r, t->w);
    if (!code)
        code = trace_put_gaps(t, err);
    if (!code && trace_follows(t))
        code = story_follow(t->ctx, t->r, t->w, err);
    trace_put_next(t);
    return code;
}

static corr_code run_one(trace_report *t, corr_err *err)
{
    corr_waterfall *w = corr_waterfall_of(t->ctx->store, t->query.trace, err);

    if (!w)
        return err->code;
    own_corr_waterfall(t->r, w);
    t->w = w;
    t->facts = corr_waterfall_facts_of(w);
    const corr_span_view root = corr_waterfall_at(w, t->facts.root);
    t->start = root.start;
    t->length = root.end - root.start;
    t->asked = t->query.span ? corr_waterfall_asked(w, &t->query) : UINT32_MAX;
    return put_one(t, err);
}

/* Runs without an id: on all traces that match, or on the only one. */
static corr_code run_many(trace_report *t, corr_err *err)
{
    corr_operations *o = corr_operations_of(t->ctx->store, &t->query, err);

    if (!o)
        return err->code;
    own_corr_operations(t->r, o);
    if (corr_operations_traces(o) + corr_operations_unended(o) != 1)
        return trace_put_many(t, o, err);
    t->query.trace = corr_operations_trace(o, 0);
    return run_one(t, err);
}

static corr_code trace_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    trace_report *t = corr_report_alloc(r, sizeof *t, 1);

    if (!t)
        return corr_no_memory(err);
    t->ctx = ctx;
    t->r = r;
    corr_code code = cmd_query(ctx, &t->query, err);
    if (!code)
        cmd_find_case(ctx, r, &t->query);
    if (code || !ctx->id)
        return code ? code : run_many(t, err);
    code = cmd_seek(ctx, ctx->id, &t->query, err);
    return code ? code : run_one(t, err);
}

static const opt trace_options[] = {
    O_FLAG(0, "follow", trace_opts, follow,
           "show the traces that its spans link to, too"),
    O_END
};

const cmd trace_cmd = {
    .name = "trace",
    .group = CMD_ASK,
    .brief = "one trace whole: waterfall, critical path, holes",
    .operands = "[ID] [FILE...]",
    .options = trace_options,
    .opts_size = sizeof(trace_opts),
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_VERDICT,
    .operand = OPERAND_MAYBE_ID,
    .prints = PRINTS_ROWS,
    .loads = LOADS_NO_BYTES,
    .expects_code = true,
    .subjects = subjects_trace,
    .needs = CMD_NEEDS_REQUESTS,
    .reads_whole = reads_links,
    .run = trace_run,
};
