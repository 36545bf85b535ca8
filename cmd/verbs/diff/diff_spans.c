/* corr diff --spans - did spans get faster, operation by operation. */
#include <math.h>

#include "gate/check.h"
#include "gate/verdict.h"
#include "page/sides_args.h"
#include "verbs/diff/diff_cmd.h"

enum { USUAL_ROWS = 20 };

typedef struct spans_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_spandiff *d;
    corr_spandiff_facts f;
    const char *who[2]; /* the sides in a sentence */
} spans_page;

/* ---- data ------------------------------------------------------------- */

typedef struct data_row {
    corr_spandiff_row a;
    const char *clusters, *change, *mark, *what, *kind, *unit;
} data_row;

static const corr_column data_columns[] = {
    COL("base", REAL, data_row, a.mean[0]),
    COL("new", REAL, data_row, a.mean[1]),
    COL("change", REAL, data_row, a.delta),
    JUDGED_COLUMNS(data_row, a.judged),
    COL("base_spans", COUNT, data_row, a.spans[0]),
    COL("new_spans", COUNT, data_row, a.spans[1]),
    COL("base_p50", REAL, data_row, a.p50[0]),
    COL("new_p50", REAL, data_row, a.p50[1]),
    COL("base_p95", REAL, data_row, a.p95[0]),
    COL("new_p95", REAL, data_row, a.p95[1]),
    COL("base_critical", REAL, data_row, a.critical[0]),
    COL("new_critical", REAL, data_row, a.critical[1]),
    COL("clusters", TEXT, data_row, clusters),
    COL("class", TEXT, data_row, change),
    COL("mark", TEXT, data_row, mark),
    COL("what", TEXT, data_row, what),
    COL("kind", TEXT, data_row, kind),
    COL("unit", TEXT, data_row, unit),
    COL("operation", TEXT, data_row, a.name),
    COL("service", NAME, data_row, a.service),
};

static void fill_span_change(const void *ctx, uint32_t i, void *row)
{
    const corr_spandiff_row a = corr_spandiff_at(ctx, i);

    *(data_row *)row = (data_row){ .a = a,
                                   .clusters = a.by_trace ? "trace" : "window",
                                   .change = corr_change_name(a.change),
                                   .mark = diff_mark(a.judged.mark),
                                   .what = "span",
                                   .kind = "duration",
                                   .unit = corr_unit_name(CORR_NS) };
}

static const corr_column fact_columns[] = {
    COL("base.spans", COUNT, corr_spandiff_facts, spans[0]),
    COL("base.requests", COUNT, corr_spandiff_facts, requests[0]),
    COL("base.adjusted_spans", REAL, corr_spandiff_facts, stand[0]),
    COL("base.adjusted_requests", REAL, corr_spandiff_facts, requested[0]),
    COL("new.spans", COUNT, corr_spandiff_facts, spans[1]),
    COL("new.requests", COUNT, corr_spandiff_facts, requests[1]),
    COL("new.adjusted_spans", REAL, corr_spandiff_facts, stand[1]),
    COL("new.adjusted_requests", REAL, corr_spandiff_facts, requested[1]),
    COL("window_ns", INT, corr_spandiff_facts, window),
};

static void put_data(const spans_page *p)
{
    cmd_put_members(p->r, "", &CORR_ROWS(fact_columns, 1, &p->f));
    corr_report_put(p->r, "fdr", corr_cell_real(CORR_FDR));
    corr_report_put(p->r, "tested", corr_cell_count(p->f.tested));
    corr_report_table(p->r, "also",
                      &CORR_FILLED(data_columns, corr_spandiff_size(p->d),
                                   fill_span_change, p->d),
                      CORR_PRIMARY);
}

/* ---- screen ----------------------------------------------------------- */

typedef struct shown_row {
    corr_spandiff_row a;
    const char *mark, *base, *fresh, *ratio, *range, *base95, *new95, *path;
    const char *ran[2], *share;
} shown_row;

static const corr_column columns[] = {
    SEE("", 0, TEXT, shown_row, mark),
    SEE("base", CORR_COL_RIGHT, TEXT, shown_row, base),
    SEE("new", CORR_COL_RIGHT, TEXT, shown_row, fresh),
    SEE("ratio", CORR_COL_RIGHT, TEXT, shown_row, ratio),
    SEE("95%", CORR_COL_SPARE, TEXT, shown_row, range),
    SEE("p95", CORR_COL_RIGHT | CORR_COL_WIDE, TEXT, shown_row, base95),
    SEE("new", CORR_COL_RIGHT | CORR_COL_WIDE, TEXT, shown_row, new95),
    SEE("on path", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, TEXT, shown_row, path),
    SEE("ran", CORR_COL_RIGHT, TEXT, shown_row, ran[0]),
    SEE("new", CORR_COL_RIGHT, TEXT, shown_row, ran[1]),
    SEE("share", CORR_COL_RIGHT | CORR_COL_SPARE_LAST, TEXT, shown_row, share),
    SEE("operation", CORR_COL_FLEX, TEXT, shown_row, a.name),
    SEE("service", CORR_COL_DIM | CORR_COL_SPARE, TEXT, shown_row, a.service),
};

/* "30→14%": how often an operation ran for 100 requests, on both sides. */
static const char *share_words(const spans_page *p, const corr_spandiff_row *a)
{
    double share[2];

    for (unsigned w = 0; w < 2; w++)
        share[w] = p->f.requests[w]
                       ? 100 * (double)a->spans[w] / (double)p->f.requests[w]
                       : NAN;
    return isnan(share[0]) || isnan(share[1])
               ? ""
               : corr_report_text(p->r, "%.0f→%.0f%%", share[0], share[1]);
}

static const char *time_words(const spans_page *p, double ns)
{
    return isnan(ns) ? "-" : cmd_duration(p->r, llround(ns));
}

static const char *ratio_words(const spans_page *p, double v)
{
    return isnan(v)    ? ""
           : v < 9.995 ? corr_report_text(p->r, "%.2f", v)
                       : corr_report_text(p->r, "%.*f", v < 99.95 ? 1 : 0, v);
}

/* The change of the time on the critical path of a request. */
static const char *path_words(const spans_page *p, const corr_spandiff_row *a)
{
    const double b = a->critical[0];
    const double n = a->critical[1];

    if (isnan(b) || isnan(n) || !(n > 0 || b > 0))
        return ""; /* no request ended, or its trace has another root */
    return corr_report_text(p->r, "%s%s", n < b ? "-" : "+",
                            time_words(p, fabs(n - b)));
}

static void fill_shown_spans(const void *ctx, uint32_t i, void *row)
{
    const spans_page *p = ctx;
    const corr_spandiff_row a = corr_spandiff_at(p->d, i);

    *(shown_row *)row = (shown_row){
        .a = a,
        .mark = diff_mark(a.judged.mark),
        .base = time_words(p, a.mean[0]),
        .fresh = time_words(p, a.mean[1]),
        .ratio = isnan(a.judged.ratio.value)
                     ? corr_change_name(a.change)
                     : ratio_words(p, a.judged.ratio.value),
        .range = isnan(a.judged.ratio.lo)
                     ? ""
                     : corr_report_text(p->r, "%s..%s",
                                        ratio_words(p, a.judged.ratio.lo),
                                        ratio_words(p, a.judged.ratio.hi)),
        .base95 = time_words(p, a.p95[0]),
        .new95 = time_words(p, a.p95[1]),
        .path = path_words(p, &a),
        .ran = { cmd_count(p->r, (int64_t)a.spans[0]),
                 cmd_count(p->r, (int64_t)a.spans[1]) },
        .share = share_words(p, &a),
    };
}

/* "150 spans", or of sampled spans "15,000 spans, 150 recorded," */
static const char *recorded_words(const spans_page *p, const char *what,
                                  double of, uint64_t recorded,
                                  const char *comma)
{
    const int64_t n = llround(of);
    const char *text = corr_report_text(p->r, "%s %s%s", cmd_count(p->r, n),
                                        what, cmd_plural(n));

    return n == (int64_t)recorded
               ? text
               : corr_report_text(p->r, "%s, %s recorded%s", text,
                                  cmd_count(p->r, (int64_t)recorded), comma);
}

static void say_side(const spans_page *p, unsigned w)
{
    corr_report_field(
        p->r, w ? "new" : "base", "%s  %s of %s", p->ctx->sides->side[w].text,
        recorded_words(p, "span", p->f.stand[w], p->f.spans[w], ","),
        recorded_words(p, "request", p->f.requested[w], p->f.requests[w], ""));
}

/* Warns about spans without an end, on both sides. */
static void say_unended(const spans_page *p)
{
    static const char *const side[2] = { "the base", "the new side" };
    const char *of[2] = { "", "" };

    for (unsigned w = 0; w < 2; w++)
        if (p->f.unended[w])
            of[w] = corr_report_text(p->r, "%s%s of %s spans of %s",
                                     w && p->f.unended[0] ? " and " : "",
                                     cmd_count(p->r, (int64_t)p->f.unended[w]),
                                     cmd_count(p->r, (int64_t)p->f.spans[w]),
                                     side[w]);
    if (p->f.unended[0] || p->f.unended[1])
        cmd_warn(p->r, "UNFINISHED",
                 "no end is recorded for %s%s: they have no duration", of[0],
                 of[1]);
}

/* Warns if both sides share spans. */
static void say_shared(const spans_page *p)
{
    const uint64_t *all = p->f.spans;

    if (!p->f.shared)
        return;
    const bool same = p->f.shared == all[0] && p->f.shared == all[1];
    const char *text =
        same ? "both sides have the same spans: there is nothing to compare"
             : corr_report_text(
                   p->r, "%s of %s spans of the base %s on the new side, too",
                   cmd_count(p->r, (int64_t)p->f.shared),
                   cmd_count(p->r, (int64_t)all[0]),
                   p->f.shared == 1 ? "is" : "are");
    cmd_warn_text(p->r, "SAME_FILES", text);
    if (same)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
}

/* "GET /checkout takes 35% longer in v2 than in v1 (21..51%)" */
static const char *verdict_words(const spans_page *p)
{
    for (uint32_t i = 0; i < corr_spandiff_size(p->d); i++) {
        const corr_spandiff_row a = corr_spandiff_at(p->d, i);
        const corr_estimate *e = &a.judged.ratio;
        if ((a.change != CORR_GREW && a.change != CORR_SHRANK) ||
            !isfinite(e->value))
            continue;
        const double by = 100 * fabs(e->value - 1);
        const double ends[2] = { 100 * (e->lo - 1), 100 * (e->hi - 1) };
        const bool up = e->value > 1;
        return corr_report_text(
            p->r,
            "%.*s takes %.0f%% %s in %s than in %s "
            "(%.0f..%.0f%%)",
            CORR_STR_ARG(a.name), by, up ? "longer" : "less time", p->who[1],
            p->who[0], up ? ends[0] : -ends[1], up ? ends[1] : -ends[0]);
    }
    return corr_report_text(p->r,
                            "no operation takes clearly longer or less "
                            "time in %s than in %s",
                            p->who[1], p->who[0]);
}

static void say_foot(const spans_page *p, uint32_t left)
{
    if (left)
        corr_report_line(p->r, "%u more operation%s (-n 0 shows all)", left,
                         cmd_plural(left));
    corr_report_blank(p->r);
    for (unsigned w = 0; w < 2; w++)
        say_side(p, w);
    if (p->f.tested) {
        corr_report_field(p->r, "evidence",
                          "%u operation%s tested, 5%% false discoveries; "
                          "windows of %s",
                          p->f.tested, cmd_plural(p->f.tested),
                          cmd_length(p->r, p->f.window));
        corr_report_field(p->r, "", "run-to-run differences are not included");
    }
    say_unended(p);
}

static bool is_same(const spans_page *p)
{
    const uint64_t *all = p->f.spans;

    return p->f.shared && p->f.shared == all[0] && p->f.shared == all[1];
}

static void say_spans(const spans_page *p)
{
    const uint32_t n = corr_spandiff_size(p->d);
    const uint32_t most = cmd_rows(p->ctx, USUAL_ROWS);
    const uint32_t rows = n < most ? n : most;

    if (!p->f.spans[0] || !p->f.spans[1]) {
        for (unsigned w = 0; w < 2; w++)
            if (!p->f.spans[w])
                corr_report_line(p->r, "nothing to compare: %s has no span%s",
                                 p->ctx->sides->side[w].text,
                                 cmd_matching(p->ctx, p->r));
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
        return;
    }
    if (is_same(p)) {
        say_shared(p);
        return;
    }
    if (p->f.tested) {
        corr_report_head(p->r, "%s", verdict_words(p));
    } else {
        corr_report_head(p->r, "too few spans to compare: the minimum is 20 of "
                               "an operation on each side");
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
    }
    corr_report_line(p->r, "   mean duration; on path: change in critical-path "
                           "time per request");
    say_shared(p);
    corr_report_blank(p->r);
    corr_report_table(p->r, NULL,
                      &CORR_FILLED(columns, rows, fill_shown_spans, p),
                      CORR_SCREEN);
    say_foot(p, n - rows);
}

/* ---- a verdict -------------------------------------------------------- */

/* Beyond the limit for certain, with false discoveries held, or within it. */
static corr_gate gate_of(const spans_page *p, const corr_spandiff_row *w)
{
    const corr_limit limit = diff_limit(p->ctx, DIFF_MOST_GROWTH);
    const corr_gate gate = corr_gate_of(&w->judged.ratio, &limit);

    return gate == CORR_GATE_FAIL && w->change != CORR_GREW
               ? CORR_GATE_CANNOT_TELL
               : gate;
}

/* Prints the verdict on all tested operations. */
static void put_gate(const spans_page *p)
{
    uint32_t n[3] = { 0 };

    if (!p->f.tested || corr_report_outcome(p->r) == CORR_CANNOT_TELL ||
        verdict_barred_by_inputs(p->ctx->store)) {
        verdict_put_answered(p->ctx, p->r);
        return;
    }
    for (uint32_t i = 0; i < corr_spandiff_size(p->d); i++) {
        const corr_spandiff_row w = corr_spandiff_at(p->d, i);
        if (!isnan(w.judged.q))
            n[gate_of(p, &w)]++;
    }
    corr_report_raw(
        p->r, "GATE %s%s tau %.0f%%", verdict_put_all(p->ctx, p->r, n),
        diff_gate_counts(p->r, "operations", n), 100 * DIFF_MOST_GROWTH);
}

/* ---- the answer ------------------------------------------------------- */

OWNS(corr_spandiff)

static corr_code spans_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    corr_query q[2];
    corr_code code = diff_check_options(ctx, "spans", err);

    if (!code)
        code = sides_query(ctx, q, err);
    if (code)
        return code;
    corr_spandiff *d = corr_spandiff_of(ctx->store, q, err);
    if (!d)
        return err->code;
    own_corr_spandiff(r, d);
    spans_page *p = corr_report_alloc(r, sizeof *p, 1);
    if (!p)
        return corr_no_memory(err);
    *p = (spans_page){
        .ctx = ctx, .r = r, .d = d, .f = corr_spandiff_facts_of(d)
    };
    diff_name_sides(ctx, r, p->who);
    put_data(p);
    say_spans(p);
    if (ctx->expects->n)
        return check_answer(ctx, r, &(check_opts){ .explain = false }, err);
    if (ctx->verdict->exit_code)
        put_gate(p);
    return CORR_OK;
}

const cmd diff_spans_cmd = {
    .name = "diff",
    .group = CMD_ASK,
    .operands = "BASE NEW [FILE...]",
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_SIDES | TAKES_VERDICT,
    .prints = PRINTS_DRAWN,
    .loads = LOADS_ONE_KIND,
    .judges_itself = true,
    .needs = CMD_NEEDS_REQUESTS,
    .run = spans_run,
};
