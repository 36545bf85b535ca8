/* corr spans - which spans match, each with its hottest code. */
#include <math.h>

#include "cli/verbs.h"
#include "gate/assertion_subject.h"
#include "verbs/span/span.h"

enum { USUAL_ROWS = 20 };

typedef struct spans_opts {
    bool ids;
} spans_opts;

static const opt spans_options[] = {
    O_FLAG(0, "ids", spans_opts, ids,
           "print only TRACE/SPAN ids, one a line, for pipes"),
    O_END
};

/* A list and what its tables need. */
typedef struct page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_spanlist *l;
    uint32_t shown;
    int64_t longest;
    bool has_code;
} page;

/* ---- data ---------------------------------------------------------------- */

typedef struct data_row {
    corr_listed v;
    const corr_spanlist *l;
    uint32_t i;
    int64_t start, duration, self, cpu, obs; /* CORR_NO_INT: not known */
    double share;
    const char *status;
    corr_table attrs;
    const corr_frame_view *hottest;
} data_row;

static const corr_column data_columns[] = {
    COL("start_unix_ns", TIME, data_row, start),
    COL("duration_ns", INT, data_row, duration),
    COL("self_ns", INT, data_row, self),
    COL("cpu_ns", INT, data_row, cpu),
    COL("observations", INT, data_row, obs),
    COL("hottest_share", SHARE, data_row, share),
    COL("trace_id", TRACE, data_row, v.trace),
    COL("span_id", SPAN, data_row, v.id),
    COL("name", TEXT, data_row, v.name),
    COL("service", TEXT, data_row, v.service),
    COL("status", TEXT, data_row, status),
    COL("attributes", MAP, data_row, attrs),
    COL("hottest", FRAME, data_row, hottest),
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
    const page *p = ctx;
    const corr_listed v = corr_spanlist_at(p->l, i);
    const bool has_cpu =
        v.known && corr_str_is(corr_spanlist_kind(p->l), "cpu");
    data_row *w = row;

    *w = (data_row){
        .v = v,
        .l = p->l,
        .i = i,
        .start = v.start ? v.start : CORR_NO_TIME,
        .duration = v.unfinished ? CORR_NO_INT : v.end - v.start,
        .self = v.unfinished ? CORR_NO_INT : v.self,
        .cpu = has_cpu ? v.value : CORR_NO_INT,
        .obs = v.known ? v.obs : CORR_NO_INT,
        .share = v.value > 0 ? (double)v.hottest_value / (double)v.value : NAN,
        .status = corr_status_name(v.status),
        .attrs = CORR_FILLED(attr_columns, corr_spanlist_nattrs(p->l, i),
                             fill_listed_attr, w),
        .hottest = v.hottest.function.n ? &w->v.hottest : NULL,
    };
}

/* ---- screen -------------------------------------------------------------- */

typedef struct shown_row {
    corr_listed v;
    const char *duration, *self, *handle;
    int64_t obs;
} shown_row;

/* The last columns are about code. */
enum { CODE_COLUMNS = 2 };

static const corr_column screen_columns[] = {
    SEE("duration", CORR_COL_RIGHT, TEXT, shown_row, duration),
    SEE("self", CORR_COL_RIGHT | CORR_COL_SPARE, TEXT, shown_row, self),
    SEE("id", 0, TEXT, shown_row, handle),
    SEE("service", CORR_COL_DIM | CORR_COL_SPARE_NEXT, TEXT, shown_row,
        v.service),
    SEE("span", CORR_COL_FLEX, TEXT, shown_row, v.name),
    SEE("n", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, POSITIVE, shown_row, obs),
    SEE("hottest code", CORR_COL_FLEX | CORR_COL_SPARE_LAST, TEXT, shown_row,
        v.hottest.function),
};

static const char *handle(const page *p, const corr_listed *v)
{
    return corr_report_text(p->r, "%s/s%u%s",
                            cmd_short(p->r, v->trace, v->start), v->handle,
                            v->status == CORR_STATUS_ERROR ? " !" : "");
}

/* Returns the id of the first span, or of its trace if it is the root. */
static const char *next_id(const page *p)
{
    const corr_listed v = corr_spanlist_at(p->l, 0);

    const char *id = cmd_short(p->r, v.trace, v.start);
    return v.handle == 1 ? id : corr_report_text(p->r, "%s/s%u", id, v.handle);
}

static void fill_shown_span(const void *ctx, uint32_t i, void *row)
{
    const page *p = ctx;
    const corr_listed v = corr_spanlist_at(p->l, i);

    *(shown_row *)row = (shown_row){
        .v = v,
        .duration =
            v.unfinished ? "?" : span_time(p->r, v.end - v.start, p->longest),
        .self = v.unfinished ? "?" : span_time(p->r, v.self, p->longest),
        .handle = handle(p, &v),
        .obs = v.known ? v.obs : 0,
    };
}

static bool any_code(const corr_spanlist *l)
{
    if (corr_spanlist_kind(l).n == 0)
        return false;
    for (uint32_t i = 0; i < corr_spanlist_size(l); i++)
        if (corr_spanlist_at(l, i).obs)
            return true;
    return false;
}

static void say_no_code(const page *p)
{
    const select_opts *s = p->ctx->select;
    const corr_str kind = corr_spanlist_kind(p->l);

    if (cmd_say_no_kind(p->ctx, p->r))
        return;
    if ((s->focus || s->ignore || s->thread || s->labels.n) &&
        cmd_say_unmatched(p->ctx, p->r, "these spans"))
        return;
    corr_report_line(
        p->r, "no %.*s%ssample is tied to any of them%s", CORR_STR_ARG(kind),
        kind.n ? " " : "",
        s->min_join ? corr_report_text(p->r, " on %s evidence", s->min_join)
                    : "");
}

static void put_listed(page *p)
{
    uint32_t n = corr_spanlist_size(p->l);

    corr_report_head(p->r, "%s, slowest first", cmd_n(p->r, n, "span"));
    corr_report_blank(p->r);
    corr_table t = CORR_FILLED(screen_columns, p->shown, fill_shown_span, p);
    if (!p->has_code)
        t.ncolumns -= CODE_COLUMNS;
    cmd_screen(p->r, t);
    if (p->shown < n)
        corr_report_line(p->r, "%s more (-n 0 shows all)",
                         cmd_count(p->r, n - p->shown));
    if (!p->has_code)
        say_no_code(p);
    if (n)
        corr_report_next(p->r, "where the first one spent its time",
                         "corr span %s%s", next_id(p), cmd_files(p->ctx, p->r));
}

/* ---- the recipe ---------------------------------------------------------- */

OWNS(corr_spanlist)

static void put_ids(const page *p)
{
    for (uint32_t i = 0; i < p->shown; i++) {
        const corr_listed v = corr_spanlist_at(p->l, i);
        corr_report_raw(p->r, "%s/%s", cmd_trace_id(p->r, v.trace),
                        cmd_span_id(p->r, v.id));
    }
}

static corr_code spans_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const spans_opts *o = ctx->opts;
    page *p = corr_report_alloc(r, sizeof *p, 1);
    corr_query q;
    corr_code code = cmd_query(ctx, &q, err);

    if (code || !p)
        return code ? code : corr_no_memory(err);
    const bool whole = o->ids || ctx->output->target;
    const uint32_t most = cmd_rows(ctx, whole ? UINT32_MAX : USUAL_ROWS);
    const corr_show show = cmd_show(ctx);
    corr_spanlist *l = corr_spanlist_of(ctx->store, &q, &show, most, err);
    if (!l)
        return err->code;
    own_corr_spanlist(r, l);
    uint32_t n = corr_spanlist_size(l);
    *p = (page){ .ctx = ctx,
                 .r = r,
                 .l = l,
                 .shown = n < most ? n : most,
                 .has_code = any_code(l) };
    corr_report_put(r, "where", corr_cell_text(ctx->select->where));
    corr_report_put(r, "spans", corr_cell_count(n));
    cmd_primary(r, "rows", CORR_FILLED(data_columns, p->shown, fill_listed, p));
    if (!n) {
        corr_report_verdict(r, CORR_NOTHING_FOUND);
        if (!o->ids) { /* ids are for pipes, which take words for ids, too */
            corr_report_line(r, "no span matches");
            cmd_say_services(ctx, r);
            cmd_say_times(ctx, r);
        }
        return CORR_OK;
    }
    const corr_listed first = corr_spanlist_at(l, 0);
    p->longest = first.end - first.start;
    if (o->ids)
        put_ids(p);
    else
        put_listed(p);
    return CORR_OK;
}

const cmd spans_cmd = {
    .name = "spans",
    .group = CMD_ASK,
    .brief = "which spans match, slowest first, each with its hottest code",
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
