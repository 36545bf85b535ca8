/* corr spans - which spans match, each with its hottest code. */
#include <string.h>

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
    corr_table *attrs;
} page;

/* ---- data ------------------------------------------------------------------ */

typedef struct attrs_of {
    const corr_spanlist *l;
    uint32_t row;
} attrs_of;

static corr_cell attr_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const attrs_of *a = ctx;
    const corr_label l = corr_spanlist_attr(a->l, a->row, row);

    return column == 0 ? corr_cell_str(l.key) : cmd_label_cell(&l);
}

static const corr_column attr_columns[] = { { "key", NULL, 0 },
                                            { "value", NULL, 0 } };

enum {
    D_START,
    D_DURATION,
    D_SELF,
    D_CPU,
    D_OBS,
    D_SHARE,
    D_TRACE,
    D_SPAN,
    D_NAME,
    D_SERVICE,
    D_STATUS,
    D_ATTRS,
    D_HOTTEST,
    D_COUNT
};

static const corr_column data_columns[] = {
    [D_START] = { "start_unix_ns", NULL, 0 },
    [D_DURATION] = { "duration_ns", NULL, 0 },
    [D_SELF] = { "self_ns", NULL, 0 },
    [D_CPU] = { "cpu_ns", NULL, 0 },
    [D_OBS] = { "observations", NULL, 0 },
    [D_SHARE] = { "hottest_share", NULL, 0 },
    [D_TRACE] = { "trace_id", NULL, 0 },
    [D_SPAN] = { "span_id", NULL, 0 },
    [D_NAME] = { "name", NULL, 0 },
    [D_SERVICE] = { "service", NULL, 0 },
    [D_STATUS] = { "status", NULL, 0 },
    [D_ATTRS] = { "attributes", NULL, CORR_COL_NEST },
    [D_HOTTEST] = { "hottest", NULL, CORR_COL_FRAME },
};

static bool has_cpu(const page *p, const corr_listed *v)
{
    return v->known && corr_str_is(corr_spanlist_kind(p->l), "cpu");
}

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *p = ctx;
    const corr_listed v = corr_spanlist_at(p->l, row);

    switch (column) {
    case D_START:
        return corr_cell_time(v.start ? v.start : CORR_NO_TIME);
    case D_DURATION:
        return v.unfinished ? corr_cell_null() : corr_cell_int(v.end - v.start);
    case D_SELF:
        return v.unfinished ? corr_cell_null() : corr_cell_int(v.self);
    case D_CPU:
        return has_cpu(p, &v) ? corr_cell_int(v.value) : corr_cell_null();
    case D_OBS:
        return v.known ? corr_cell_int(v.obs) : corr_cell_null();
    case D_SHARE:
        return v.value > 0
                   ? corr_cell_share((double)v.hottest_value / (double)v.value)
                   : corr_cell_null();
    case D_TRACE:
        return corr_cell_trace(v.trace);
    case D_SPAN:
        return corr_cell_span(v.id);
    case D_NAME:
        return corr_cell_str(v.name);
    case D_SERVICE:
        return corr_cell_str(v.service);
    case D_STATUS:
        return corr_cell_text(corr_status_name(v.status));
    case D_ATTRS:
        return p->attrs ? corr_cell_map(&p->attrs[row]) : corr_cell_null();
    default:
        return v.hottest.function.n ? corr_cell_frame(v.hottest)
                                    : corr_cell_null();
    }
}

/* ---- screen ------------------------------------------------------------------ */

static const corr_column screen_columns[] = {
    { NULL, "duration", CORR_COL_RIGHT },
    { NULL, "self", CORR_COL_RIGHT | CORR_COL_SPARE },
    { NULL, "id", 0 },
    { NULL, "service", CORR_COL_DIM | CORR_COL_SPARE_NEXT },
    { NULL, "span", CORR_COL_FLEX },
    { NULL, "n", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
    { NULL, "hottest code", CORR_COL_FLEX | CORR_COL_SPARE_LAST },
};

enum { S_COUNT = 7, S_WITHOUT_CODE = 5 };

static const char *handle(const page *p, const corr_listed *v)
{
    char id[CORR_PRINT_MAX];

    cmd_print_short(id, v->trace, v->start);
    return corr_report_text(p->r, "%s/s%u%s", id, v->handle,
                            v->status == CORR_STATUS_ERROR ? " !" : "");
}

/* What to ask about: the first span, and of a whole request the request. */
static const char *next_id(const page *p)
{
    const corr_listed v = corr_spanlist_at(p->l, 0);
    char id[CORR_PRINT_MAX];

    cmd_print_short(id, v.trace, v.start);
    return v.handle == 1 ? corr_report_text(p->r, "%s", id)
                         : corr_report_text(p->r, "%s/s%u", id, v.handle);
}

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *p = ctx;
    const corr_listed v = corr_spanlist_at(p->l, row);

    if (column < 2 && v.unfinished)
        return corr_cell_text("?");
    switch (column) {
    case 0:
        return corr_cell_text(span_time(p->r, v.end - v.start, p->longest));
    case 1:
        return corr_cell_text(span_time(p->r, v.self, p->longest));
    case 2:
        return corr_cell_text(handle(p, &v));
    case 3:
        return corr_cell_str(v.service);
    case 4:
        return corr_cell_str(v.name);
    case 5:
        return v.known && v.obs ? corr_cell_count(v.obs) : corr_cell_null();
    default:
        return corr_cell_str(v.hottest.function);
    }
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

static void put_screen(page *p)
{
    uint32_t n = corr_spanlist_size(p->l);
    char count[CORR_PRINT_MAX];

    corr_print_count(count, n);
    corr_report_head(p->r, "%s span%s, slowest first", count,
                     n == 1 ? "" : "s");
    corr_report_blank(p->r);
    corr_report_table(
        p->r, NULL,
        &(corr_table){ .columns = screen_columns,
                       .ncolumns = p->has_code ? S_COUNT : S_WITHOUT_CODE,
                       .nrows = p->shown,
                       .cell = screen_cell,
                       .ctx = p },
        CORR_SCREEN);
    if (p->shown < n) {
        corr_print_count(count, n - p->shown);
        corr_report_line(p->r, "%s more (-n 0 shows all)", count);
    }
    if (!p->has_code)
        say_no_code(p);
    corr_report_blank(p->r);
    if (n)
        corr_report_field(p->r, "next", "corr span %s%s", next_id(p),
                          cmd_files(p->ctx, p->r));
}

/* ---- the recipe ---------------------------------------------------------------- */

static void free_list(void *p)
{
    corr_spanlist_free(p);
}

static bool list_attrs(page *p, uint32_t n)
{
    attrs_of *of = corr_report_alloc(p->r, sizeof *of, (size_t)n + 1);

    p->attrs = corr_report_alloc(p->r, sizeof *p->attrs, (size_t)n + 1);
    for (uint32_t i = 0; of && p->attrs && i < n; i++) {
        of[i] = (attrs_of){ p->l, i };
        p->attrs[i] = (corr_table){ .columns = attr_columns,
                                    .ncolumns = 2,
                                    .nrows = corr_spanlist_nattrs(p->l, i),
                                    .cell = attr_cell,
                                    .ctx = &of[i] };
    }
    return of && p->attrs;
}

static void put_ids(const page *p)
{
    char trace[CORR_PRINT_MAX], span[CORR_PRINT_MAX];

    for (uint32_t i = 0; i < p->shown; i++) {
        const corr_listed v = corr_spanlist_at(p->l, i);
        corr_print_trace(trace, v.trace);
        corr_print_id(span, v.id);
        corr_report_raw(p->r, "%s/%s", trace, span);
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
    corr_report_own(r, l, free_list);
    uint32_t n = corr_spanlist_size(l);
    *p = (page){ .ctx = ctx,
                 .r = r,
                 .l = l,
                 .shown = n < most ? n : most,
                 .has_code = any_code(l) };
    corr_report_put(r, "where", corr_cell_text(ctx->select->where));
    corr_report_put(r, "spans", corr_cell_count(n));
    if (!list_attrs(p, p->shown))
        return corr_no_memory(err);
    corr_report_table(r, "rows",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = D_COUNT,
                                     .nrows = p->shown,
                                     .cell = data_cell,
                                     .ctx = p },
                      CORR_PRIMARY);
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
        put_screen(p);
    return CORR_OK;
}

const cmd spans_cmd = {
    .name = "spans",
    .group = CMD_ASK,
    .brief = "which spans match, slowest first, each with its hottest code",
    .operands = "[FILE...]",
    .options = spans_options,
    .opts_size = sizeof(spans_opts),
    .uses = USES_INPUTS | USES_SELECTION | USES_OF | USES_OUTPUT |
            USES_ONE_KIND | USES_VERDICT | EXPECTS_CODE,
    .subjects = subjects_spans,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS |
             CORR_NEED_SPANS | CORR_NEED_ATTRS | CORR_NEED_CLOCKS,
    .run = spans_run,
};
