/* corr spans - which requests or spans match, each with its hottest code. */
#include <math.h>
#include <stdio.h>

#include "cli/verbs.h"
#include "gate/assertion_subject.h"
#include "page/nearest.h"
#include "verbs/span/spans_page.h"

enum { USUAL_ROWS = 20, ROWS_OF_ALL = 1000 };

typedef struct spans_opts {
    bool ids;
} spans_opts;

static const opt spans_options[] = {
    O_FLAG(0, "ids", spans_opts, ids,
           "print only TRACE/SPAN ids, one a line, for pipes"),
    O_END
};

/* ---- data ---------------------------------------------------------------- */

typedef struct data_row {
    corr_listed v;
    const corr_spanlist *l;
    uint32_t i;
    int64_t start, duration, self, cpu, obs; /* CORR_NO_INT: not known */
    double share, rank;
    const char *status, *handle;
    char handle_text[64];
    corr_table attrs;
    const corr_frame_view *hottest;
} data_row;

#define COLUMNS_OF_LISTED                                                      \
    COL("start_unix_ns", TIME, data_row, start),                               \
        COL("duration_ns", INT, data_row, duration),                           \
        COL("self_ns", INT, data_row, self),                                   \
        COL("cpu_ns", INT, data_row, cpu),                                     \
        COL("observations", INT, data_row, obs),                               \
        COL("hottest_share", SHARE, data_row, share),                          \
        COL("trace_id", TRACE, data_row, v.trace),                             \
        COL("span_id", SPAN, data_row, v.id),                                  \
        COL("name", TEXT, data_row, v.name),                                   \
        COL("service", TEXT, data_row, v.service),                             \
        COL("status", TEXT, data_row, status),                                 \
        COL("attributes", MAP, data_row, attrs),                               \
        COL("hottest", FRAME, data_row, hottest),                              \
        COL("hottest_under", NAME, data_row, v.under.function),                \
        COL("handle", TEXT, data_row, handle),                                 \
        COL("rank", SHARE, data_row, rank),                                    \
        COL("rank_of", POSITIVE, data_row, v.rank_of)

static const corr_column data_columns[] = { COLUMNS_OF_LISTED };
/* Where spans stand for many calls. */
static const corr_column thinned_columns[] = {
    COLUMNS_OF_LISTED,
    COL("calls", INT, data_row, v.calls),
    COL("self_lo_ns", INT, data_row, v.self_lo),
    COL("self_hi_ns", INT, data_row, v.self_hi),
};

static const corr_column attr_columns[] = CMD_ATTR_COLUMNS;

static void fill_listed_attr(const void *ctx, uint32_t i, void *row)
{
    const data_row *s = ctx;
    const corr_label l = corr_spanlist_attr(s->l, s->i, i);

    *(cmd_attr_row *)row = (cmd_attr_row){ l.key, cmd_label_cell(&l) };
}

static void fill_listed(const void *ctx, uint32_t i, void *row)
{
    const spans_page *p = ctx;
    const corr_listed v = corr_spanlist_at(p->l, i);
    const bool has_cpu =
        v.known && corr_str_is(corr_spanlist_kind(p->l), "cpu");
    data_row *w = row;

    *w = (data_row){
        .v = v,
        .l = p->l,
        .i = i,
        .start = v.start ? v.start : CORR_NO_TIME,
        .duration = v.unfinished || v.untold ? CORR_NO_INT : v.busy,
        .self = v.unfinished ? CORR_NO_INT : v.self,
        .cpu = has_cpu ? v.value : CORR_NO_INT,
        .obs = v.known ? v.obs : CORR_NO_INT,
        .share = v.value > 0 ? (double)v.hottest_value / (double)v.value : NAN,
        .rank = v.rank_of ? v.rank : NAN,
        .status = corr_status_name(v.status),
        .attrs = CORR_FILLED(attr_columns, corr_spanlist_nattrs(p->l, i),
                             fill_listed_attr, w),
        .hottest = v.hottest.function.n ? &w->v.hottest : NULL,
    };
    snprintf(w->handle_text, sizeof w->handle_text, "%s/s%u",
             cmd_short(p->r, v.trace, v.start), v.handle);
    w->handle = w->handle_text;
}

/* ---- the recipe ---------------------------------------------------------- */

OWNS(corr_spanlist)

static void put_ids(const spans_page *p)
{
    for (uint32_t i = 0; i < p->shown; i++) {
        const corr_listed v = corr_spanlist_at(p->l, i);
        corr_report_raw(p->r, "%s/%s", cmd_trace_id(p->r, v.trace),
                        cmd_span_id(p->r, v.id));
    }
}

/* Lists every span if --all or an id asks for it.  If the options select spans
 * by name or expression they decide, and spans inside requests are listed, too;
 * else only requests are. */
static corr_spanlist *list_spans(const cmd_ctx *ctx, const corr_query *q,
                                 uint32_t most, corr_err *err)
{
    const corr_show show = cmd_show(ctx);
    const bool named = q->op || q->where || q->also;

    if (ctx->output->all || q->span || q->trace.hi || q->trace.lo)
        return corr_spanlist_of(ctx->store, q, &show, most, err);
    return corr_requests_of(ctx->store, q, &show, most, !named, err);
}

/* --all is about spans, and -n about rows: a screen has no thousands of them
 * unless -n asks for them. */
static uint32_t most_rows(const cmd_ctx *ctx, uint32_t usual)
{
    const output_opts *o = ctx->output;

    if (o->all && !o->count.given && usual != UINT32_MAX)
        return ROWS_OF_ALL;
    return o->count.given && o->count.value ? (uint32_t)o->count.value
                                            : cmd_rows(ctx, usual);
}

static void put_spans_data(const spans_page *p)
{
    corr_report *r = p->r;

    corr_report_put(r, "where", corr_cell_text(p->ctx->select->where));
    corr_report_put(r, "spans", corr_cell_count(p->n));
    corr_report_put(r, "of", corr_cell_count(p->totals.listed));
    corr_report_put(r, "requests", corr_cell_bool(p->totals.requests));
    corr_table t = CORR_FILLED(data_columns, p->shown, fill_listed, p);
    if (p->totals.merged) {
        t.columns = thinned_columns;
        t.ncolumns = (uint32_t)COUNT(thinned_columns);
    }
    cmd_primary(r, "rows", t);
}

static corr_code spans_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const spans_opts *o = ctx->opts;
    spans_page *p = corr_report_alloc(r, sizeof *p, 1);
    corr_query *q = corr_report_alloc(r, sizeof *q, 1);
    corr_code code = p && q ? cmd_query(ctx, q, err) : corr_no_memory(err);

    if (code)
        return code;
    cmd_find_case(ctx, r, q);
    const bool whole = o->ids || cmd_is_data(ctx);
    const uint32_t most = most_rows(ctx, whole ? UINT32_MAX : USUAL_ROWS);
    corr_spanlist *l = list_spans(ctx, q, most, err);
    if (!l)
        return err->code;
    own_corr_spanlist(r, l);
    const uint32_t n = corr_spanlist_size(l);
    *p = (spans_page){ .ctx = ctx,
                       .r = r,
                       .q = q,
                       .l = l,
                       .totals = corr_spanlist_totals(l),
                       .shown = n < most ? n : most,
                       .n = n,
                       .usual_rows = most == USUAL_ROWS };
    put_spans_data(p);
    if (!n)
        corr_report_verdict(r, CORR_NOTHING_FOUND);
    if (o->ids)
        put_ids(p);
    else if (!n)
        spans_none(p);
    else
        spans_put(p);
    return CORR_OK;
}

const cmd spans_cmd = {
    .name = "spans",
    .group = CMD_ASK,
    .brief = "the slowest requests or spans, each with its hottest code",
    .operands = "[FILE...]",
    .options = spans_options,
    .opts_size = sizeof(spans_opts),
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_OF | TAKES_VERDICT,
    .prints = PRINTS_ROWS,
    .loads = LOADS_ONE_KIND,
    .expects_code = true,
    .subjects = subjects_spans,
    .needs = CMD_NEEDS_REQUESTS,
    .run = spans_run,
};
