/* corr diff - compares the cost of two sides: what changed, by how much, and is
 * the change real. */
#include <math.h>
#include <string.h>

#include "cli/by.h"
#include "cli/verbs.h"
#include "gate/check.h"
#include "gate/verdict.h"
#include "page/findings_page.h"
#include "page/sides_args.h"
#include "page/traffic.h"
#include "verbs/diff/diff_cmd.h"
#include "verbs/diff/diff_traces.h"

static const opt diff_options[] = {
    O_CHOICE(0, "per", diff_opts, per, "request|second|share|core|total",
             "divide cost by this (default request if both sides have 100, "
             "else second)"),
    O_TEXT(0, "requests", diff_opts, requests, "METRIC",
           "the counter of requests, NAME{label=\"value\"} (default found, "
           "else spans)"),
    O_FLAG('t', "tree", diff_opts, tree,
           "the call tree of both sides, with the class of each change"),
    O_TEXT(0, "by", diff_opts, by, "WHAT",
           "what a row is: function (default), file, line, module"),
    O_TEXT(0, "app", diff_opts, app, "PREFIX",
           "prefix of the application's own functions (default all but "
           "libraries)"),
    O_FLAG(0, "leaves", diff_opts, leaves,
           "charge a change to the library it is in, not to its application "
           "caller"),
    O_FLAG(0, "raw-names", diff_opts, raw_names,
           "names as they are written: no lambda, hash or address is taken for "
           "noise"),
    O_CHOICE(0, "fdr", diff_opts, fdr, "bh|by",
             "keep false discoveries at 5%: Benjamini-Hochberg or "
             "Benjamini-Yekutieli"),
    O_FLAG(0, "bootstrap", diff_opts, bootstrap,
           "intervals by resampling files; for 12 files a side or more"),
    O_CHOICE(0, "to", diff_opts, to, "folded|pprof",
             "write both sides as folded stacks with two counts, or as one "
             "pprof profile"),
    O_FLAG(0, "spans", diff_opts, spans,
           "how long spans took, operation by operation, instead of code"),
    O_TEXT(
        0, "slow", diff_opts, slow, "RANGE",
        "compare the slow spans of --op with the usual: p99, p95..p99, >500ms"),
    O_TEXT(0, "vs", diff_opts, vs, "RANGE",
           "with --slow, which ones are usual (default p25..p75)"),
    O_TEXT(0, "tau", diff_opts, tau, "PERCENT",
           "with --exit-code: by how much the total may grow (default 5%)"),
    O_END
};

/* ---- data ------------------------------------------------------------- */

static const corr_column side_columns[] = {
    COL("from_unix_ns", TIME, corr_diff_side, from),
    COL("to_unix_ns", TIME, corr_diff_side, to),
    COL("seconds", REAL, corr_diff_side, seconds),
    COL("files", COUNT, corr_diff_side, files),
    COL("requests", REAL, corr_diff_side, requests),
    COL("requests_by_spans", REAL, corr_diff_side, by_spans),
    COL("observations", COUNT, corr_diff_side, observations),
    COL("effective", REAL, corr_diff_side, effective),
    COL("total", AMOUNT, corr_diff_side, total),
};

typedef struct facts_row {
    corr_diff_facts f;
    const char *unit, *per, *requests_from, *mix_from;
    double fdr;
} facts_row;

static const corr_column fact_columns[] = {
    COL("kind", TEXT, facts_row, f.kind),
    COL("unit", TEXT, facts_row, unit),
    COL("per", TEXT, facts_row, per),
    COL("requests_from", TEXT, facts_row, requests_from),
    COL("factor_base", REAL, facts_row, f.side[0].factor),
    COL("factor_new", REAL, facts_row, f.side[1].factor),
    COL("cost.base", REAL, facts_row, f.total[0]),
    COL("cost.new", REAL, facts_row, f.total[1]),
    COL("cost.ratio", REAL, facts_row, f.as_is.value),
    COL("cost.ratio_lo", REAL, facts_row, f.as_is.lo),
    COL("cost.ratio_hi", REAL, facts_row, f.as_is.hi),
    COL("dispersion", REAL, facts_row, f.dispersion),
    COL("fdr", REAL, facts_row, fdr),
    COL("tested", COUNT, facts_row, f.tested),
    COL("resamples", COUNT, facts_row, f.resamples),
    COL("widened", REAL, facts_row, f.widen),
    COL("splits", COUNT, facts_row, f.splits),
    COL("seed", POSITIVE, facts_row, f.seed),
};

static const corr_column mix_columns[] = {
    COL("mix", REAL, facts_row, f.mix.mix),
    COL("rate", REAL, facts_row, f.mix.rate),
    COL("total", REAL, facts_row, f.mix.total),
    COL("ratio", REAL, facts_row, f.ratio.value),
    COL("ratio_lo", REAL, facts_row, f.ratio.lo),
    COL("ratio_hi", REAL, facts_row, f.ratio.hi),
    COL("from", TEXT, facts_row, mix_from),
    COL("label", TEXT, facts_row, f.mix.label),
};

static const corr_column clock_columns[] = {
    COL("base", REAL, corr_diff_cost, base),
    COL("new", REAL, corr_diff_cost, now.value),
    COL("ratio", REAL, corr_diff_cost, ratio.value),
    COL("ratio_lo", REAL, corr_diff_cost, ratio.lo),
    COL("ratio_hi", REAL, corr_diff_cost, ratio.hi),
};

static void put_facts(diff_page *p)
{
    const corr_diff_side *side = p->f.side;
    const bool by_spans = !isnan(side[0].requests) && !isnan(side[1].requests);
    facts_row row = { .f = p->f,
                      .unit = corr_unit_name(p->f.unit),
                      .per = corr_per_name(p->f.per),
                      .requests_from = p->f.counter ? p->f.counter
                                       : by_spans   ? "spans"
                                                    : NULL,
                      .mix_from = p->f.mix.by_counter ? p->f.counter : "spans",
                      .fdr = CORR_FDR };

    cmd_put_members(
        p->r, "base.",
        &CORR_ROWS(side_columns, 1, &side[0], .unit = side[0].unit));
    cmd_put_members(
        p->r, "new.",
        &CORR_ROWS(side_columns, 1, &side[1], .unit = side[1].unit));
    cmd_put_members(p->r, "", &CORR_ROWS(fact_columns, 1, &row));
    if (!row.f.mix.even)
        row.f.ratio = (corr_estimate){ NAN, NAN, NAN };
    if (row.f.mix.known)
        cmd_put_members(p->r, "mix.", &CORR_ROWS(mix_columns, 1, &row));
    else
        corr_report_put(p->r, "mix", corr_cell_null());
    if (p->clock.matches)
        cmd_put_members(p->r, "clock.",
                        &CORR_ROWS(clock_columns, 1, &p->clock));
    else
        corr_report_put(p->r, "clock", corr_cell_null());
    traffic_put(p->r, &p->f);
}

/* ---- names that were changed -------------------------------------------- */

typedef struct rule_row {
    const char *rule;
    uint32_t names;
} rule_row;

static void put_renamed(diff_page *p)
{
    static const corr_column columns[] = {
        COL("rule", TEXT, rule_row, rule),
        COL("names", COUNT, rule_row, names),
    };
    corr_table *t = corr_report_alloc(p->r, sizeof *t, 1);
    rule_row *row =
        corr_report_alloc(p->r, sizeof *row, (size_t)p->f.nrules + 1);
    const char *words;

    if (!t || !row)
        return;
    for (uint32_t i = 0; i < p->f.nrules; i++)
        row[i].names = corr_diff_rule(p->d, i, &row[i].rule, &words);
    *t = CORR_ROWS(columns, p->f.nrules, row);
    corr_report_put(p->r, "renamed", corr_cell_map(t));
}

static void put_rest(diff_page *p)
{
    put_renamed(p);
    if (isnan(p->f.least_ratio)) {
        corr_report_put(p->r, "least_visible_ratio", corr_cell_null());
        return;
    }
    corr_report_put(p->r, "least_visible_ratio.at_share",
                    corr_cell_share(p->f.at_share));
    corr_report_put(p->r, "least_visible_ratio.ratio",
                    corr_cell_real(p->f.least_ratio));
}

/* ---- a verdict on the total ------------------------------------------------ */

#define USUAL_TAU 0.05

/* Reads the threshold of a gate, as a share; CORR_EUSAGE. */
static corr_code read_tau(const char *text, double *tau, corr_err *err)
{
    corr_str s = corr_str_trim(corr_str_of(text));

    *tau = USUAL_TAU;
    if (!text)
        return CORR_OK;
    if (s.n > 1 && s.p[s.n - 1] == '%' &&
        ((s.p[0] >= '0' && s.p[0] <= '9') || s.p[0] == '.') &&
        corr_str_real((corr_str){ s.p, s.n - 1 }, tau) && *tau > 0) {
        *tau /= 100;
        return CORR_OK;
    }
    corr_fail(err, CORR_EUSAGE, "--tau: \"%s\" is no growth in percent", text);
    corr_hint(err, "--tau 5%%");
    return CORR_EUSAGE;
}

corr_limit diff_limit(const cmd_ctx *ctx, double growth)
{
    return (corr_limit){ .threshold = 1 + growth,
                         .ratio = true,
                         .lower_bound = verdict_is_strict(ctx) };
}

const char *diff_gate_counts(corr_report *r, const char *what,
                             const uint32_t n[3])
{
    return corr_report_text(r, " %s %u pass %u fail %u cannot-tell", what,
                            n[CORR_GATE_PASS], n[CORR_GATE_FAIL],
                            n[CORR_GATE_CANNOT_TELL]);
}

static const char *number(const diff_page *p, int64_t n)
{
    return n < 0 ? "?" : corr_report_text(p->r, "%lld", (long long)n);
}

/* Puts the verdict on the total, and the line for machines. */
static void put_gate(diff_page *p, double tau)
{
    static const struct {
        const char *word;
        corr_verdict verdict;
    } known[] = {
        [CORR_GATE_PASS] = { "PASS", CORR_PASS },
        [CORR_GATE_FAIL] = { "FAIL", CORR_FAILED },
        [CORR_GATE_CANNOT_TELL] = { "INCONCLUSIVE", CORR_CANNOT_TELL },
    };
    const verdict_opts *g = p->ctx->verdict;
    const corr_diff_facts *f = &p->f;
    const corr_limit limit = diff_limit(p->ctx, tau);
    const double noise = verdict_run_noise(p->ctx, f);
    const bool by_clock = p->clock.matches && !f->mix.leads;
    const corr_estimate *total = by_clock ? &p->clock.ratio : &f->ratio;
    const corr_estimate ratio =
        noise > 0 ? corr_over_runs(total, noise, true, VERDICT_Z95) : *total;
    corr_gate gate = corr_gate_of(&ratio, &limit);
    const char *doubt = verdict_barred_by_inputs(p->ctx->store);

    if (!doubt)
        doubt = verdict_barred(p->ctx, p->r, f);
    if (!doubt && f->per == CORR_PER_SHARE)
        doubt = "only shares are known, and they always sum to 100%";
    if (doubt) {
        gate = CORR_GATE_CANNOT_TELL;
        corr_report_line(p->r, "the total cannot be judged: %s", doubt);
    } else if (noise > 0)
        verdict_say_noise(p->ctx, p->r, noise);
    if (f->mix.leads) /* which the total of the table is not */
        corr_report_line(p->r,
                         "the code is judged, at the mix of the new side");
    if (by_clock && !doubt)
        corr_report_line(p->r, "the thread clock is judged, not the samples");
    if (gate != CORR_GATE_CANNOT_TELL || !g->allow)
        corr_report_verdict(p->r, known[gate].verdict);
    const char *change = "unknown", *phi = "";
    if (f->per != CORR_PER_SHARE && !isnan(ratio.value) && isfinite(ratio.lo) &&
        isfinite(ratio.hi))
        change = corr_report_text(p->r, "%+.1f%% [%.1f,%.1f]",
                                  100 * (ratio.value - 1), 100 * (ratio.lo - 1),
                                  100 * (ratio.hi - 1));
    if (f->per != CORR_PER_SHARE && !isnan(ratio.value) && !isnan(f->phi))
        phi = corr_report_text(p->r, " phi %.1f",
                               by_clock ? p->clock.phi : f->phi);
    corr_report_raw(p->r, "GATE %s total %s tau %g%% n %s/%s%s",
                    known[gate].word, change, 100 * tau,
                    number(p, f->side[0].observations),
                    number(p, f->side[1].observations), phi);
}

/* ---- the answer ---------------------------------------------------------- */

static corr_per per_of(const char *text)
{
    for (int p = CORR_PER_REQUEST; text && p < CORR_PER_COUNT; p++)
        if (strcmp(text, corr_per_name((corr_per)p)) == 0)
            return (corr_per)p;
    return CORR_PER_DEFAULT;
}

/* Whether the inputs are traces only. */
static bool only_traces(const corr_store *st)
{
    uint64_t spans = 0;

    for (size_t i = 0; i < corr_inputs(st); i++) {
        const corr_input in = corr_input_at(st, i);
        if (in.nkinds > 0)
            return false;
        spans += in.spans;
    }
    return spans > 0;
}

static bool is_empty(const diff_page *p, unsigned w)
{
    return p->f.side[w].files == 0 || p->f.side[w].total == 0;
}

/* Explains a side without samples: nothing can be compared. */
static bool say_empty(diff_page *p)
{
    const bool both = is_empty(p, 0) && is_empty(p, 1);
    const bool said = both && cmd_say_no_kind(p->ctx, p->r);
    bool empty = said;

    for (unsigned w = 0; w < 2 && !said; w++) {
        if (!is_empty(p, w))
            continue;
        corr_report_line(p->r, "nothing to compare: %s has no sample%s%.*s%s",
                         p->ctx->sides->side[w].text,
                         p->f.kind.n ? " of the kind " : "",
                         CORR_STR_ARG(p->f.kind), cmd_matching(p->ctx, p->r));
        empty = true;
    }
    if (empty)
        cmd_say_remarks(p->r, p->f.remarks, CORR_AT_HEAD);
    if (empty && only_traces(p->ctx->store)) {
        corr_report_field(p->r, "try",
                          "--spans   how long the spans that are here took");
        corr_report_field(p->r, "", "ID ID     two traces side by side");
    }
    if (empty && !p->gated)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
    return empty;
}

/* Finds the clock of threads if samples contradict it in the total. */
static corr_code find_clock(diff_page *p, corr_err *err)
{
    corr_code code = corr_diff_by_clock(p->d, p->side, &p->clock, err);

    if (p->clock.matches &&
        !corr_contradicts(&p->clock.ratio, p->f.as_is.value))
        p->clock.matches = 0;
    return code;
}

/* Findings of the new side that the base has not. */
static corr_code put_diff_findings(const diff_page *p, corr_err *err)
{
    const bool every = !p->ctx->select->kind;
    corr_findings_about about[2];
    corr_code code = CORR_OK;

    for (int i = 0; i < 2 && !code; i++) {
        const corr_sel *sel = cmd_select(p->ctx, &p->side[i], p->r, err);
        about[i] = (corr_findings_about){ .many_traces = true,
                                          .sel = sel,
                                          .whole = "the CPU",
                                          .has_waits = every,
                                          .has_all = every,
                                          .query = p->side[i] };
        code = sel ? CORR_OK : err->code;
    }
    if (code)
        return code;
    corr_findings *base = corr_findings_of(p->ctx->store, &about[0], err);
    about[1].but = base;
    const corr_findings *found =
        base ? findings_put(p->ctx, p->r, about[1], err) : NULL;
    corr_findings_free(base);
    if (!found)
        return err->code;
    findings_say(p->ctx, p->r, found, 0);
    return CORR_OK;
}

static corr_code show_diff(diff_page *p, const diff_opts *o, double tau,
                           corr_err *err)
{
    corr_code code = find_clock(p, err);
    if (code)
        return code;
    put_facts(p);
    const bool shows = !say_empty(p) && !diff_is_same(p);
    if (shows)
        diff_say_verdict(p);
    code = diff_put_rows(p, !o->tree && shows, err);
    put_rest(p);
    if (!code)
        code = diff_put_also(p, err);
    if (!code && shows)
        code = put_diff_findings(p, err);
    if (!code && o->tree)
        code = diff_put_nodes(p, shows, err);
    if (!code && shows)
        diff_put_figures(p);
    if (!code && shows)
        diff_say_foot(p);
    if (!code && p->gated)
        put_gate(p, tau);
    return code;
}

/* Exports both sides without dividing, aligning or renaming. */
static corr_code export_diff(const cmd_ctx *ctx, corr_report *r,
                             corr_query q[2], const char *format, corr_err *err)
{
    q[0].every_state = q[1].every_state = true;
    corr_sel *base = cmd_select(ctx, &q[0], r, err);

    if (!base)
        return err->code;
    const corr_str kind = corr_sel_facts_of(base).kind;
    if (!q[1].measure && kind.n)
        q[1].measure = corr_report_text(r, "%.*s", CORR_STR_ARG(kind));
    corr_sel *now = cmd_select(ctx, &q[1], r, err);
    return now ? cmd_export_sides(ctx, format, base, now, err) : err->code;
}

corr_code diff_opts_of(const cmd_ctx *ctx, corr_diff_opts *of, corr_err *err)
{
    const diff_opts *o = ctx->opts;
    by b;
    corr_code code = by_parse(o->by, &b, err);

    if (!code && o->requests && o->per && strcmp(o->per, "request") != 0)
        code = corr_fail(err, CORR_EUSAGE,
                         "--requests is about cost per request, not --per %s",
                         o->per);
    if (code)
        return code;
    *of = (corr_diff_opts){
        .per = per_of(o->per),
        .by = b.what,
        .show = cmd_show(ctx),
        .raw_names = o->raw_names,
        .app = o->app,
        .requests = o->requests,
        .leaves = o->leaves,
        .by_fdr = o->fdr && strcmp(o->fdr, "by") == 0,
        .bootstrap = o->bootstrap,
        .tree = o->tree || cmd_draws(ctx),
        .even_mix = true,
    };
    return CORR_OK;
}

static corr_code diff_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const diff_opts *o = ctx->opts;
    corr_query q[2];
    const bool gated = ctx->verdict->exit_code && !ctx->expects->n;
    corr_diff_opts of;
    double tau;
    corr_code code = diff_opts_of(ctx, &of, err);

    if (!code)
        code = read_tau(o->tau, &tau, err);
    if (!code && o->tau && !gated)
        code = corr_fail(err, CORR_EUSAGE, "--tau is about --exit-code%s",
                         ctx->expects->n ? ", without --expect" : "");
    if (!code)
        code = sides_query(ctx, q, err);
    if (code)
        return code;
    if (o->to)
        return export_diff(ctx, r, q, o->to, err);
    bool is_traces;
    code = traces_of_files(ctx, r, q, &is_traces, err);
    if (code || is_traces)
        return code;
    diff_page *p = diff_page_new(ctx, r, q, &of, err);
    if (!p)
        return err->code;
    p->gated = gated;
    code = show_diff(p, o, tau, err);
    return code || !ctx->expects->n
               ? code
               : check_answer(
                     ctx, r,
                     &(check_opts){ .requests = o->requests, .per = of.per },
                     err);
}

unsigned diff_needs(const cmd_ctx *ctx)
{
    const diff_opts *o = ctx->opts;

    return o->to ? CORR_NEED_LINES : by_needs(o->by);
}

/* Options about code go with --slow, but not with --spans. */
corr_code diff_check_options(const cmd_ctx *ctx, const char *with,
                             corr_err *err)
{
    const diff_opts *o = ctx->opts;
    const select_opts *s = ctx->select;
    const bool code = strcmp(with, "slow") == 0;
    const cmd_given other[] = {
        { o->per, "per" },
        { o->to, "to" },
        { o->tau, "tau" },
        { o->requests, "requests" },
        { s->labels.n > 0, "label" },
        { s->thread, "thread" },
        { s->slowest.given, "slowest" },
        /* these are about code */
        { !code && o->tree, "tree" },
        { !code && o->by, "by" },
        { !code && o->app, "app" },
        { !code && o->leaves, "leaves" },
        { !code && o->raw_names, "raw-names" },
        { !code && o->fdr, "fdr" },
        { !code && o->bootstrap, "bootstrap" },
        { !code && s->kind, "kind" },
        { !code && s->min_join, "min-join" },
        { !code && s->focus, "focus" },
        { !code && s->ignore, "ignore" },
        { !code && s->hide, "hide" },
        { !code && s->show, "show" },
        { !code && s->show_from, "show-from" },
    };

    return cmd_check_beside(other, COUNT(other), with, err);
}

static const cmd *diff_as(const cmd_ctx *ctx)
{
    const diff_opts *o = ctx->opts;

    return traces_named(ctx)  ? &diff_traces_cmd
           : o->slow || o->vs ? &diff_slow_cmd
           : o->spans         ? &diff_spans_cmd
                              : &diff_cmd;
}

const cmd diff_cmd = {
    .name = "diff",
    .group = CMD_ASK,
    .brief = "what changed between two sides, by how much, and is it real",
    .operands = "BASE NEW [FILE...]",
    .options = diff_options,
    .opts_size = sizeof(diff_opts),
    .takes = TAKES_RESCALE | TAKES_INPUTS | TAKES_SELECTION | TAKES_SIDES |
             TAKES_VERDICT,
    .prints = PRINTS_DRAWN,
    .loads = LOADS_KIND_ASKED,
    .judges_itself = true,
    .says_sampler = true,
    .needs = CMD_NEEDS_JOIN,
    .needs_of = diff_needs,
    .as = diff_as,
    .run = diff_run,
};
