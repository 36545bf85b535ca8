/* corr report - the slowest requests, each with its time and its code, on one
 * page. */
#include "cli/verbs.h"
#include "page/nearest.h"
#include "verbs/span/span.h"

OWNS(corr_spanlist)

enum { USUAL_REQUESTS = 3 };

typedef struct listed_request {
    corr_listed v;
    const char *handle;
    int64_t start, duration;
} listed_request;

typedef struct page_of {
    const cmd_ctx *ctx;
    corr_report *r;
    corr_query q;
    const corr_spanlist *l;
    listed_request *row; /* [n] the slowest, one a trace */
    uint32_t n;
    bool has_code;
} page_of;

static const corr_column request_columns[] = {
    COL("start_unix_ns", TIME, listed_request, start),
    COL("duration_ns", INT, listed_request, duration),
    COL("trace_id", TRACE, listed_request, v.trace),
    COL("span_id", SPAN, listed_request, v.id),
    COL("name", TEXT, listed_request, v.name),
    COL("service", NAME, listed_request, v.service),
    COL("handle", TEXT, listed_request, handle),
};

static bool is_trace_listed(const page_of *p, corr_trace_id id)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->row[i].v.trace.hi == id.hi && p->row[i].v.trace.lo == id.lo)
            return true;
    return false;
}

/* Chooses the slowest traces: a trace is as slow as its slowest span that
 * matches. */
static corr_code choose_requests(page_of *p, corr_err *err)
{
    const uint32_t most = cmd_rows(p->ctx, USUAL_REQUESTS);
    const uint32_t size = corr_spanlist_size(p->l);
    const uint32_t room = most < size ? most : size;

    p->row = corr_report_alloc(p->r, sizeof *p->row, (size_t)room + 1);
    if (!p->row)
        return corr_no_memory(err);
    for (uint32_t i = 0; i < size && p->n < room; i++) {
        const corr_listed v = corr_spanlist_at(p->l, i);
        if (is_trace_listed(p, v.trace))
            continue;
        p->row[p->n++] = (listed_request){
            .v = v,
            .handle = corr_report_text(
                p->r, "%s/s%u", cmd_short(p->r, v.trace, v.start), v.handle),
            .start = v.start ? v.start : CORR_NO_TIME,
            .duration = v.unfinished || v.untold ? CORR_NO_INT : v.busy,
        };
    }
    return CORR_OK;
}

/* The span of a trace that used most CPU of all that are tied to one, or 0. */
static corr_code find_hottest(const page_of *p, corr_trace_id trace,
                              uint64_t *span, corr_err *err)
{
    const corr_query q = { .trace = trace, .looks = true };
    const corr_show show = { .hide = NULL };
    corr_spanlist *l = corr_spanlist_of(p->ctx->store, &q, &show, 0, err);
    int64_t most = 0;

    *span = 0;
    if (!l)
        return err->code;
    for (uint32_t i = 0; i < corr_spanlist_size(l); i++) {
        const corr_listed v = corr_spanlist_at(l, i);
        if (!v.known || v.obs <= 0 || v.value <= most)
            continue;
        most = v.value;
        *span = v.id;
    }
    corr_spanlist_free(l);
    return CORR_OK;
}

/* Adds what corr span says of one request. */
static corr_code add_request(page_of *p, const listed_request *row,
                             corr_err *err)
{
    static const span_opts no_options;
    static const select_opts no_filters;
    /* its tables are filled when the page is printed */
    cmd_ctx *of = corr_report_alloc(p->r, sizeof *of, 1);
    uint64_t hot;
    corr_code code = find_hottest(p, row->v.trace, &hot, err);
    corr_report *r = code || !of ? NULL : corr_report_new(span_cmd.name);

    if (code || !r)
        return code ? code : corr_no_memory(err);
    *of = *p->ctx;
    of->cmd = &span_cmd;
    of->opts = &no_options;
    of->select = &no_filters;
    of->id =
        corr_report_text(p->r, "%s%s%s", cmd_trace_id(p->r, row->v.trace),
                         hot ? "/" : "", hot ? cmd_span_id(p->r, hot) : "");
    code = span_cmd.run(of, r, err);
    p->has_code |= corr_report_outcome(r) == CORR_ANSWERED;
    corr_report_blank(p->r);
    corr_report_take(
        p->r, r,
        corr_report_text(p->r, "%s-",
                         cmd_short(p->r, row->v.trace, row->v.start)));
    return code;
}

/* "the 3 slowest of 1,197 requests with --service checkout" */
static void say_requests(const page_of *p)
{
    const corr_span_totals t = corr_spanlist_totals(p->l);
    const char *filters = cmd_filters(p->ctx, p->r);

    corr_report_head(p->r, "the %s%sslowest of %s%s%s",
                     p->n > 1 ? cmd_count(p->r, p->n) : "", p->n > 1 ? " " : "",
                     cmd_n(p->r, t.listed, t.requests ? "request" : "span"),
                     *filters ? " with" : "", filters);
}

static corr_code report_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    page_of *p = corr_report_alloc(r, sizeof *p, 1);
    const corr_show show = cmd_show(ctx);

    if (!p)
        return corr_no_memory(err);
    *p = (page_of){ .ctx = ctx, .r = r };
    corr_code code = cmd_query(ctx, &p->q, err);
    if (code)
        return code;
    cmd_find_case(ctx, r, &p->q);
    const bool named = p->q.op || p->q.where || p->q.also;
    corr_spanlist *l =
        corr_requests_of(ctx->store, &p->q, &show, 0, !named, err);
    if (!l)
        return err->code;
    own_corr_spanlist(r, l);
    p->l = l;
    code = choose_requests(p, err);
    if (code)
        return code;
    corr_report_put(r, "requests", corr_cell_count(corr_spanlist_size(l)));
    cmd_primary(r, "rows", CORR_ROWS(request_columns, p->n, p->row));
    if (!p->n) {
        corr_report_verdict(r, CORR_NOTHING_FOUND);
        corr_report_line(r, "no request%s", cmd_matching(ctx, r));
        return CORR_OK;
    }
    say_requests(p);
    for (uint32_t i = 0; !code && i < p->n; i++)
        code = add_request(p, &p->row[i], err);
    if (!p->has_code)
        corr_report_verdict(r, CORR_CANNOT_TELL);
    return code;
}

const cmd report_cmd = {
    .name = "report",
    .group = CMD_ASK,
    .brief = "the slowest requests, where their time went, on one page",
    .operands = "[FILE...]",
    .takes = TAKES_INPUTS | TAKES_SELECTION,
    .prints = PRINTS_DRAWN,
    .loads = LOADS_NO_BYTES,
    .expects_code = true,
    .says_sampler = true,
    .is_page = true,
    .needs = CMD_NEEDS_REQUESTS,
    .run = report_run,
};
