/* corr diff --spans - did spans get faster, operation by operation. */
#include <math.h>
#include <string.h>

#include "gate/check.h"
#include "gate/verdict.h"
#include "page/sides_args.h"
#include "verbs/diff/diff_cmd.h"

enum { USUAL_ROWS = 20 };
#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

typedef struct spans_page {
    const cmd_ctx *ctx;
    corr_report *r;
    const corr_spandiff *d;
    corr_spandiff_facts f;
} spans_page;

/* ---- data ------------------------------------------------------------- */

enum {
    S_BASE,
    S_NEW,
    S_DELTA,
    S_RATIO,
    S_LO,
    S_HI,
    S_P,
    S_Q,
    S_BASE_SPANS,
    S_NEW_SPANS,
    S_BASE_P50,
    S_NEW_P50,
    S_BASE_P95,
    S_NEW_P95,
    S_BASE_CRITICAL,
    S_NEW_CRITICAL,
    S_CLUSTERS,
    S_CLASS,
    S_MARK,
    S_WHAT,
    S_KIND,
    S_UNIT,
    S_OPERATION,
    S_SERVICE
};

static const corr_column data_columns[] = {
    [S_BASE] = { "base", NULL, 0 },
    [S_NEW] = { "new", NULL, 0 },
    [S_DELTA] = { "delta", NULL, 0 },
    [S_RATIO] = { "ratio", NULL, 0 },
    [S_LO] = { "ratio_lo", NULL, 0 },
    [S_HI] = { "ratio_hi", NULL, 0 },
    [S_P] = { "p", NULL, 0 },
    [S_Q] = { "q", NULL, 0 },
    [S_BASE_SPANS] = { "base_spans", NULL, 0 },
    [S_NEW_SPANS] = { "new_spans", NULL, 0 },
    [S_BASE_P50] = { "base_p50", NULL, 0 },
    [S_NEW_P50] = { "new_p50", NULL, 0 },
    [S_BASE_P95] = { "base_p95", NULL, 0 },
    [S_NEW_P95] = { "new_p95", NULL, 0 },
    [S_BASE_CRITICAL] = { "base_critical", NULL, 0 },
    [S_NEW_CRITICAL] = { "new_critical", NULL, 0 },
    [S_CLUSTERS] = { "clusters", NULL, 0 },
    [S_CLASS] = { "class", NULL, 0 },
    [S_MARK] = { "mark", NULL, 0 },
    [S_WHAT] = { "what", NULL, 0 },
    [S_KIND] = { "kind", NULL, 0 },
    [S_UNIT] = { "unit", NULL, 0 },
    [S_OPERATION] = { "operation", NULL, 0 },
    [S_SERVICE] = { "service", NULL, 0 },
};

/* Whether a pair of columns begins there. */
static corr_cell pair_cell(const corr_spandiff_row *a, uint32_t column)
{
    const unsigned w = (column - S_BASE_SPANS) % 2;

    switch (column - w) {
    case S_BASE_SPANS:
        return corr_cell_count((int64_t)a->spans[w]);
    case S_BASE_P50:
        return corr_cell_real(a->p50[w]);
    case S_BASE_P95:
        return corr_cell_real(a->p95[w]);
    default:
        return corr_cell_real(a->critical[w]);
    }
}

static corr_cell word_cell(const corr_spandiff_row *a, uint32_t column)
{
    switch (column) {
    case S_MARK:
        return corr_cell_text(*a->mark == '.' ? "·" : a->mark);
    case S_CLUSTERS:
        return corr_cell_text(a->by_trace ? "trace" : "window");
    case S_CLASS:
        return corr_cell_text(corr_change_name(a->change));
    case S_WHAT:
        return corr_cell_text("span");
    case S_KIND:
        return corr_cell_text("duration");
    case S_UNIT:
        return corr_cell_text(corr_unit_name(CORR_NS));
    case S_OPERATION:
        return corr_cell_str(a->name);
    default:
        return a->service.n ? corr_cell_str(a->service) : corr_cell_null();
    }
}

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const corr_spandiff_row a =
        corr_spandiff_at(((const spans_page *)ctx)->d, row);
    const double number[] = { a.mean[0], a.mean[1], a.delta, a.ratio,
                              a.lo,      a.hi,      a.p,     a.q };

    if (column < S_BASE_SPANS)
        return corr_cell_real(number[column]);
    if (column <= S_NEW_CRITICAL)
        return pair_cell(&a, column);
    return word_cell(&a, column);
}

static void put_data(const spans_page *p)
{
    static const char *const side[2] = { "base", "new" };

    for (unsigned w = 0; w < 2; w++) {
        corr_report_put(p->r, corr_report_text(p->r, "%s.spans", side[w]),
                        corr_cell_count((int64_t)p->f.spans[w]));
        corr_report_put(p->r, corr_report_text(p->r, "%s.requests", side[w]),
                        corr_cell_count((int64_t)p->f.requests[w]));
        corr_report_put(p->r,
                        corr_report_text(p->r, "%s.adjusted_spans", side[w]),
                        corr_cell_real(p->f.stand[w]));
        corr_report_put(p->r,
                        corr_report_text(p->r, "%s.adjusted_requests", side[w]),
                        corr_cell_real(p->f.requested[w]));
    }
    corr_report_put(p->r, "window_ns", corr_cell_int(p->f.window));
    corr_report_put(p->r, "fdr", corr_cell_real(CORR_FDR));
    corr_report_put(p->r, "tested", corr_cell_count(p->f.tested));
    corr_report_table(p->r, "also",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = COUNT(data_columns),
                                     .nrows = corr_spandiff_size(p->d),
                                     .cell = data_cell,
                                     .ctx = p },
                      CORR_PRIMARY);
}

/* ---- screen ----------------------------------------------------------- */

static const corr_column columns[] = {
    { NULL, "", 0 },
    { NULL, "base", CORR_COL_RIGHT },
    { NULL, "new", CORR_COL_RIGHT },
    { NULL, "ratio", CORR_COL_RIGHT },
    { NULL, "95%", CORR_COL_SPARE },
    { NULL, "p95", CORR_COL_RIGHT | CORR_COL_WIDE },
    { NULL, "new", CORR_COL_RIGHT | CORR_COL_WIDE },
    { NULL, "on path", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
    { NULL, "operation", CORR_COL_FLEX },
    { NULL, "service", CORR_COL_DIM | CORR_COL_SPARE },
};

static const char *time_words(const spans_page *p, double ns)
{
    char buf[CORR_PRINT_MAX];

    return isnan(ns) ? "-"
                     : corr_report_text(p->r, "%s",
                                        corr_print_duration(buf, llround(ns)));
}

static const char *ratio_words(const spans_page *p, double v)
{
    return isnan(v)    ? ""
           : v < 9.995 ? corr_report_text(p->r, "%.2f", v)
                       : corr_report_text(p->r, "%.*f", v < 99.95 ? 1 : 0, v);
}

/* What a request of the new side has more of it on its critical path. */
static const char *path_words(const spans_page *p, const corr_spandiff_row *a)
{
    const double b = a->critical[0];
    const double n = a->critical[1];

    if (isnan(b) || isnan(n) || !(n > 0 || b > 0))
        return ""; /* no request ended, or its trace has another root */
    return corr_report_text(p->r, "%s%s", n < b ? "-" : "+",
                            time_words(p, fabs(n - b)));
}

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const spans_page *p = ctx;
    const corr_spandiff_row a = corr_spandiff_at(p->d, row);

    switch (column) {
    case 0:
        return corr_cell_text(*a.mark == '.' ? "·" : a.mark);
    case 1:
    case 2:
        return corr_cell_text(time_words(p, a.mean[column - 1]));
    case 3:
        return corr_cell_text(isnan(a.ratio) ? corr_change_name(a.change)
                                             : ratio_words(p, a.ratio));
    case 4:
        return corr_cell_text(
            isnan(a.lo) ? ""
                        : corr_report_text(p->r, "%s..%s", ratio_words(p, a.lo),
                                           ratio_words(p, a.hi)));
    case 5:
    case 6:
        return corr_cell_text(time_words(p, a.p95[column - 5]));
    case 7:
        return corr_cell_text(path_words(p, &a));
    case 8:
        return corr_cell_str(a.name);
    default:
        return corr_cell_str(a.service);
    }
}

/* "150 spans", or where some were kept for several "15,000 spans, 150 recorded,"
 */
static const char *count_words(const spans_page *p, const char *what, double of,
                               uint64_t recorded, const char *comma)
{
    char all[CORR_PRINT_MAX], kept[CORR_PRINT_MAX];
    const int64_t n = llround(of);
    const char *text = corr_report_text(
        p->r, "%s %s%s", corr_print_count(all, n), what, n == 1 ? "" : "s");

    return n == (int64_t)recorded
               ? text
               : corr_report_text(p->r, "%s, %s recorded%s", text,
                                  corr_print_count(kept, (int64_t)recorded),
                                  comma);
}

static void say_side(const spans_page *p, unsigned w)
{
    corr_report_line(
        p->r, "%-5s %s  %s of %s", w ? "new" : "base",
        p->ctx->sides->side[w].text,
        count_words(p, "span", p->f.stand[w], p->f.spans[w], ","),
        count_words(p, "request", p->f.requested[w], p->f.requests[w], ""));
}

/* Of the base and of the new side. */
static void say_unended(const spans_page *p)
{
    static const char *const side[2] = { "the base", "the new side" };
    const char *of[2] = { "", "" };
    char n[CORR_PRINT_MAX], all[CORR_PRINT_MAX];

    for (unsigned w = 0; w < 2; w++)
        if (p->f.unended[w])
            of[w] = corr_report_text(
                p->r, "%s%s of %s spans of %s",
                w && p->f.unended[0] ? " and " : "",
                corr_print_count(n, (int64_t)p->f.unended[w]),
                corr_print_count(all, (int64_t)p->f.spans[w]), side[w]);
    if (p->f.unended[0] || p->f.unended[1])
        cmd_warn(p->r, "UNFINISHED",
                 corr_report_text(p->r,
                                  "no end is recorded of %s%s: no duration is "
                                  "of them",
                                  of[0], of[1]));
}

/* Spans against themselves say nothing of what changed. */
static void say_shared(const spans_page *p)
{
    char n[CORR_PRINT_MAX], of[CORR_PRINT_MAX];
    const uint64_t *all = p->f.spans;

    if (!p->f.shared)
        return;
    const bool same = p->f.shared == all[0] && p->f.shared == all[1];
    const char *text =
        same ? "both sides have the same spans: there is nothing to compare"
             : corr_report_text(p->r,
                                "%s of %s spans of the base %s on the new "
                                "side, too",
                                corr_print_count(n, (int64_t)p->f.shared),
                                corr_print_count(of, (int64_t)all[0]),
                                p->f.shared == 1 ? "is" : "are");
    cmd_warn(p->r, "SAME_FILES", text);
    if (same)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
}

static void say_foot(const spans_page *p, uint32_t left)
{
    char window[CORR_PRINT_MAX];

    if (left)
        corr_report_line(p->r, "%u more operation%s (-n 0 shows all)", left,
                         left == 1 ? "" : "s");
    if (p->f.tested)
        corr_report_line(
            p->r,
            "noise is judged by windows of %s within each side, or by traces: "
            "how runs differ is not in it",
            corr_print_span_of(window, p->f.window));
    else
        corr_report_line(p->r, "too few spans to compare: 20 of an operation "
                               "on each side are the least");
    if (p->f.tested && !p->f.found)
        corr_report_line(p->r, "no operation changed significantly");
}

static void say(const spans_page *p)
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
    for (unsigned w = 0; w < 2; w++)
        say_side(p, w);
    corr_report_line(p->r,
                     "mean duration; on path: change of the time on the "
                     "critical path a request; %u operation%s tested, 5%% "
                     "false discoveries",
                     p->f.tested, p->f.tested == 1 ? "" : "s");
    say_shared(p);
    say_unended(p);
    corr_report_blank(p->r);
    corr_report_table(p->r, NULL,
                      &(corr_table){ .columns = columns,
                                     .ncolumns = COUNT(columns),
                                     .nrows = rows,
                                     .cell = screen_cell,
                                     .ctx = p },
                      CORR_SCREEN);
    say_foot(p, n - rows);
    if (!p->f.tested)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
}

/* ---- a verdict -------------------------------------------------------- */

/* Beyond the limit for certain, with false discoveries held, or within it. */
static corr_gate gate_of(const spans_page *p, const corr_spandiff_row *w)
{
    const corr_estimate e = { w->ratio, w->lo, w->hi };
    const corr_limit limit = { .threshold = 1 + DIFF_MOST_GROWTH,
                               .ratio = true,
                               .lower_bound = verdict_is_strict(p->ctx) };
    const corr_gate gate = corr_gate_of(&e, &limit);

    return gate == CORR_GATE_FAIL && w->change != CORR_GREW
               ? CORR_GATE_CANNOT_TELL
               : gate;
}

/* Of any operation that was tested: what got slower is no answer to pass. */
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
        if (!isnan(w.q))
            n[gate_of(p, &w)]++;
    }
    corr_report_raw(p->r,
                    "GATE %s operations %u pass %u fail %u cannot-tell tau "
                    "%.0f%%",
                    verdict_put_all(p->ctx, p->r, n), n[CORR_GATE_PASS],
                    n[CORR_GATE_FAIL], n[CORR_GATE_CANNOT_TELL],
                    100 * DIFF_MOST_GROWTH);
}

/* ---- the answer ------------------------------------------------------- */

static void free_spans(void *d)
{
    corr_spandiff_free(d);
}

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
    corr_report_own(r, d, free_spans);
    spans_page *p = corr_report_alloc(r, sizeof *p, 1);
    if (!p)
        return corr_no_memory(err);
    *p = (spans_page){ ctx, r, d, corr_spandiff_facts_of(d) };
    put_data(p);
    say(p);
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
    .uses = USES_INPUTS | USES_SELECTION | USES_OUTPUT | USES_ONE_KIND |
            USES_SIDES | USES_VERDICT | JUDGES_ITSELF,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS |
             CORR_NEED_SPANS | CORR_NEED_ATTRS | CORR_NEED_CLOCKS,
    .run = spans_run,
};
