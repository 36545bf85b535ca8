/* The code on the critical path of a trace. */
#include "page/findings_page.h"
#include "verbs/trace/trace.h"

enum { MOST_ROWS = 8 };

typedef struct code {
    const trace_report *t;
    const corr_path_code *c;
    corr_sel_facts f;
} code;

OWNS(corr_path_code)
OWNS(corr_ledger)

/* ---- data ----------------------------------------------------------- */

typedef struct data_row {
    corr_path_row v;
    uint64_t span;
    corr_str kind;
} data_row;

static const corr_column data_columns[] = {
    COL("ns", INT, data_row, v.ns),
    COL("observations", COUNT, data_row, v.obs),
    COL("share", SHARE, data_row, v.share),
    COL("lo", SHARE, data_row, v.lo),
    COL("hi", SHARE, data_row, v.hi),
    COL("scaled", BOOL, data_row, v.scaled),
    COL("span_id", SPAN, data_row, span),
    COL("kind", TEXT, data_row, kind),
    COL("function", TEXT, data_row, v.frame.function),
};

static void fill_path_code(const void *ctx, uint32_t i, void *row)
{
    const code *d = ctx;
    const corr_path_row v = corr_path_code_at(d->c, i);

    *(data_row *)row =
        (data_row){ v, corr_waterfall_at(d->t->w, v.span).id, d->f.kind };
}

/* ---- screen --------------------------------------------------------- */

typedef struct shown_row {
    corr_path_row v;
    const char *time, *share, *span;
    corr_words name;
} shown_row;

static const corr_column columns[] = {
    SEE("time", CORR_COL_RIGHT, TEXT, shown_row, time),
    SEE("of trace", CORR_COL_RIGHT, TEXT, shown_row, share),
    SEE("n", CORR_COL_RIGHT, COUNT, shown_row, v.obs),
    SEE("function", CORR_COL_FLEX, TEXT, shown_row, name),
    SEE("span", 0, TEXT, shown_row, span),
};

/* "FraudRules.deepScan → Work.mix": with the application code that calls it. */
static corr_words code_words(const code *d, const corr_path_row *v)
{
    corr_report *r = d->t->r;
    const char *leaf = cmd_name(d->t->ctx, r, cmd_str(r, v->frame.function));

    if (!v->under.function.n)
        return (corr_words){ leaf, NULL };
    const char *under = cmd_name(d->t->ctx, r, cmd_str(r, v->under.function));
    return (corr_words){ corr_report_text(r, "%s \xe2\x86\x92 %s", under, leaf),
                         corr_frame_is_app(&v->frame) ? leaf : under };
}

static void fill_shown_code(const void *ctx, uint32_t i, void *row)
{
    const code *d = ctx;
    corr_report *r = d->t->r;
    const corr_path_row v = corr_path_code_at(d->c, i);
    const corr_span_view s = corr_waterfall_at(d->t->w, v.span);

    *(shown_row *)row = (shown_row){
        .v = v,
        .name = code_words(d, &v),
        .time = corr_report_text(r, "%s%s", v.scaled ? "~" : "",
                                 trace_time(d->t, v.ns)),
        .share = trace_percent(r, (double)v.ns / (double)d->t->length),
        .span = corr_report_text(r, "s%u%s %.*s", s.handle,
                                 v.request ? "+" : "", CORR_STR_ARG(s.service)),
    };
}

static void say_how(const code *d, bool scaled, bool request)
{
    if (scaled)
        corr_report_line(d->t->r, "~ samples without times: scaled to the part "
                                  "of the span that is on the path");
    if (request)
        corr_report_line(d->t->r, "+ labels name the request: this span and "
                                  "all below it in its process");
}

/* "29.5% FraudRules.deepScan → Work.mix (n 18), 2 more: --all" */
static const char *brief_code(const code *d)
{
    const uint32_t size = corr_path_code_size(d->c);
    corr_report *r = d->t->r;
    shown_row row;

    fill_shown_code(d, 0, &row);
    const char *n =
        row.v.obs < 0 ? ""
                      : corr_report_text(r, " (n %s)", cmd_count(r, row.v.obs));
    const char *more =
        size > 1 ? corr_report_text(r, ", %u more: --all", size - 1) : "";
    return corr_report_text(r, "%s%s %s%s%s", row.v.scaled ? "~" : "",
                            row.share, row.name.full, n, more);
}

static void put_path_code(const code *d)
{
    const uint32_t size = corr_path_code_size(d->c);
    const uint32_t n = size < MOST_ROWS || trace_all(d->t) ? size : MOST_ROWS;
    const bool folds = cmd_may_fold(d->t->ctx);
    bool scaled = false;
    bool request = false;
    double obs = 0;

    for (uint32_t i = 0; i < size; i++) {
        const corr_path_row v = corr_path_code_at(d->c, i);
        scaled = scaled || v.scaled;
        request = request || v.request;
        obs = v.obs < 0 ? -1 : obs + (double)v.obs;
    }
    const char *mark = cmd_mark(d->f.remarks);
    const char *of = corr_report_text(d->t->r, "(%.*s%s%s)%s",
                                      CORR_STR_ARG(d->f.kind), *mark ? " " : "",
                                      mark, cmd_matching(d->t->ctx, d->t->r));
    if (folds)
        corr_report_form(d->t->r, CORR_FORM_LONG, TRACE_RANK_CODE);
    corr_report_blank(d->t->r);
    corr_report_head(d->t->r, "code on the critical path %s", of);
    if (folds) {
        corr_report_form(d->t->r, CORR_FORM_SHORT, TRACE_RANK_CODE);
        corr_report_line(d->t->r, "code %s: %s", of, brief_code(d));
    }
    corr_report_form(d->t->r, CORR_FORM_ANY, 0);
    if (*mark)
        cmd_say_remarks(d->t->r, d->f.remarks, CORR_AT_HEAD);
    cmd_say_sure(d->t->r, &d->f, obs, false);
    if (folds)
        corr_report_form(d->t->r, CORR_FORM_LONG, TRACE_RANK_CODE);
    cmd_screen(d->t->r, CORR_FILLED(columns, n, fill_shown_code, d));
    if (n < size)
        corr_report_line(d->t->r, "%u more (--all)", size - n);
    say_how(d, scaled, request);
    corr_report_form(d->t->r, CORR_FORM_ANY, 0);
}

/* Whether a profile of its process was taken while it ran; others of its
 * service may have been, and one of these may be it. */
static bool is_covered(const trace_report *t, uint32_t span, bool *others,
                       bool *maybe)
{
    const corr_span_view v = corr_waterfall_at(t->w, span);

    *others = *maybe = false;
    for (size_t i = 0; i < corr_inputs(t->ctx->store); i++) {
        const corr_input in = corr_input_at(t->ctx->store, i);
        if (!in.used || !in.nkinds ||
            !corr_str_eq(in.process.service, v.service) ||
            !span_overlaps(&v, &in))
            continue;
        if (!corr_waterfall_apart(t->w, span, i))
            return true;
        *others = true;
        *maybe |= !corr_waterfall_differs(t->w, span, i);
    }
    return false;
}

/* Prints that a profile covers the span but no sample is joined to the
 * trace. */
static void say_none_tied(const code *d, const corr_span_view *v)
{
    const trace_report *t = d->t;

    const char *id = cmd_short(t->r, v->trace, v->start);
    if (*cmd_matching(t->ctx, t->r)) {
        if (!corr_path_code_size(d->c))
            cmd_say_unmatched(t->ctx, t->r, id);
        return;
    }
    corr_report_line(t->r, "no sample of %.*s is tied to this trace",
                     CORR_STR_ARG(v->service));
}

/* The span with most time on the path has no code: say so, where there are
 * profiles that could have had some. */
static void say_missing(const code *d)
{
    const trace_report *t = d->t;
    uint32_t top = t->facts.root;

    for (uint32_t i = 0; i < corr_waterfall_size(t->w); i++)
        if (corr_waterfall_at(t->w, i).critical >
            corr_waterfall_at(t->w, top).critical)
            top = i;
    const corr_span_view v = corr_waterfall_at(t->w, top);
    const corr_str service = v.service;
    for (uint32_t i = 0; i < corr_path_code_size(d->c); i++) {
        const corr_path_row row = corr_path_code_at(d->c, i);
        if (corr_str_eq(corr_waterfall_at(t->w, row.span).service, service))
            return;
    }
    if (!cmd_any_profile(t->ctx) || !service.n)
        return;
    corr_report_blank(t->r);
    bool others, maybe;
    if (is_covered(t, top, &others, &maybe))
        say_none_tied(d, &v);
    else
        corr_report_line(
            t->r, "no profile %s %s in this window: the trace cannot say why",
            maybe ? "is known to cover" : "covers",
            fall_process(t->r, &v, others));
}

/* Returns the samples of the whole request. */
static const corr_sel *select_request(const trace_report *t, corr_err *err)
{
    corr_query q = t->query;

    q.trace = t->facts.trace;
    q.span = 0;
    q.reach = CORR_REQUEST;
    return cmd_select(t->ctx, &q, t->r, err);
}

/* How the time of that span divides; NULL with err->code 0: there is no span. */
static const corr_ledger *ledger_of_chosen(const trace_report *t, uint32_t span,
                                           corr_err *err)
{
    corr_ledger *l =
        span == UINT32_MAX ? NULL : corr_ledger_of(t->w, span, err);

    own_corr_ledger(t->r, l);
    return l;
}

corr_code trace_put_findings(trace_report *t, corr_err *err)
{
    /* the span that was named, else the one that the response waits for most */
    const uint32_t chosen =
        t->asked == UINT32_MAX ? corr_waterfall_focus(t->w) : t->asked;
    const corr_ledger *ledger = ledger_of_chosen(t, chosen, err);

    if (!ledger && err->code)
        return err->code;
    t->code = select_request(t, err);
    const corr_findings *found =
        t->code ? findings_put(
                      t->ctx, t->r,
                      (corr_findings_about){ .w = t->w,
                                             .span = t->asked,
                                             .ledger = ledger,
                                             .ledger_of = chosen,
                                             .names_span = true,
                                             .sel = t->code,
                                             .whole = "the CPU of this request",
                                             .has_waits = true,
                                             .query = t->query },
                      err)
                : NULL;

    if (!found)
        return err->code;
    findings_say(t->ctx, t->r, found, FINDINGS_CODE);
    return CORR_OK;
}

corr_code trace_put_code(const trace_report *t, corr_err *err)
{
    const corr_show show = cmd_show(t->ctx);
    const corr_sel *sel = t->code;
    corr_path_code *c = corr_path_code_of(t->w, sel, &show, err);
    code *d = corr_report_alloc(t->r, sizeof *d, 1);

    own_corr_path_code(t->r, c);
    if (!c || !d)
        return c ? corr_no_memory(err) : err->code;
    *d = (code){ t, c, corr_sel_facts_of(sel) };
    cmd_data(
        t->r, "code",
        CORR_FILLED(data_columns, corr_path_code_size(c), fill_path_code, d));
    if (corr_path_code_size(c) && t->length > 0)
        put_path_code(d);
    say_missing(d);
    return CORR_OK;
}
