/* corr diff - what got dearer, by how much, and is it real. */
#include <math.h>
#include <string.h>

#include "cli/by.h"
#include "cli/verbs.h"
#include "gate/check.h"
#include "page/sides_args.h"
#include "page/traffic.h"
#include "verbs/diff/diff_cmd.h"

static const opt diff_options[] = {
    O_CHOICE(0, "per", diff_opts, per, "request|second|share|core|total",
             "what cost is divided by; if not given requests where both "
             "sides know 100, else seconds, else share"),
    O_TEXT(0, "requests", diff_opts, requests, "METRIC",
           "the counter of requests: NAME{label=\"value\"}, as Prometheus "
           "writes it; if not given one that obviously is, else spans"),
    O_FLAG('t', "tree", diff_opts, tree,
           "the call tree of both sides, marked where a change is told"),
    O_TEXT(0, "by", diff_opts, by, "WHAT",
           "what a row is: function (default), file, line, module"),
    O_TEXT(0, "app", diff_opts, app, "PREFIX",
           "how the application's own functions begin; if not given, those "
           "that look like no runtime and no library"),
    O_FLAG(0, "leaves", diff_opts, leaves,
           "libraries answer for what changed in them, in place of the "
           "application's function that called them"),
    O_FLAG(0, "raw-names", diff_opts, raw_names,
           "names as they are written: no lambda, hash or address is taken "
           "for noise"),
    O_CHOICE(0, "fdr", diff_opts, fdr, "bh|by",
             "how false discoveries are held at 5%: Benjamini-Hochberg, or "
             "Benjamini-Yekutieli for any dependence"),
    O_FLAG(0, "bootstrap", diff_opts, bootstrap,
           "intervals by resampling files; for 12 files a side or more"),
    O_CHOICE(0, "to", diff_opts, to, "folded|pprof",
             "write what the sides are, as they are, instead: folded stacks "
             "with two counts, or a profile in which the base is negative"),
    O_FLAG(0, "spans", diff_opts, spans,
           "how long spans took, operation by operation, instead of code"),
    O_TEXT(0, "slow", diff_opts, slow, "RANGE",
           "the slow spans of --op against its usual ones, of all files: p99, "
           "p95..p99, >500ms"),
    O_TEXT(0, "vs", diff_opts, vs, "RANGE",
           "with --slow, which ones are usual (default p25..p75)"),
    O_TEXT(0, "tau", diff_opts, tau, "PERCENT",
           "with --exit-code: by how much the total may grow (default 5%)"),
    O_END
};

/* ---- data ------------------------------------------------------------- */

static void put_side(corr_report *r, const char *name, const corr_diff_side *s)
{
    const struct {
        const char *key;
        corr_cell cell;
    } member[] = {
        { "from_unix_ns", corr_cell_time(s->from) },
        { "to_unix_ns", corr_cell_time(s->to) },
        { "seconds", corr_cell_real(s->seconds) },
        { "files", corr_cell_count(s->files) },
        { "requests", corr_cell_real(s->requests) },
        { "requests_by_spans", corr_cell_real(s->by_spans) },
        { "observations", corr_cell_count(s->observations) },
        { "effective", corr_cell_real(s->effective) },
        { "total", corr_cell_int(s->total) },
    };

    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        corr_report_put(r, corr_report_text(r, "%s.%s", name, member[i].key),
                        member[i].cell);
}

/* What the first line of the screen shows. */
static void put_cost(corr_report *r, const corr_diff_facts *f)
{
    const struct {
        const char *key;
        double v;
    } member[] = {
        { "cost.base", f->total[0] },     { "cost.new", f->total[1] },
        { "cost.ratio", f->as_is.value }, { "cost.ratio_lo", f->as_is.lo },
        { "cost.ratio_hi", f->as_is.hi },
    };

    for (uint32_t i = 0; i < COUNT(member); i++)
        corr_report_put(r, member[i].key, corr_cell_real(member[i].v));
}

static void put_facts(diff_page *p)
{
    const corr_diff_facts *f = &p->f;
    corr_report *r = p->r;

    put_side(r, "base", &f->side[0]);
    put_side(r, "new", &f->side[1]);
    corr_report_put(r, "kind", corr_cell_str(f->kind));
    corr_report_put(r, "unit", corr_cell_text(corr_unit_name(f->unit)));
    corr_report_put(r, "per", corr_cell_text(corr_per_name(f->per)));
    corr_report_put(r, "requests_from",
                    f->counter ? corr_cell_text(f->counter)
                    : isnan(f->side[0].requests) || isnan(f->side[1].requests)
                        ? corr_cell_null()
                        : corr_cell_text("spans"));
    corr_report_put(r, "factor_base", corr_cell_real(f->side[0].factor));
    corr_report_put(r, "factor_new", corr_cell_real(f->side[1].factor));
    put_cost(r, f);
    corr_report_put(r, "dispersion", corr_cell_real(f->dispersion));
    corr_report_put(r, "fdr", corr_cell_real(CORR_FDR));
    corr_report_put(r, "tested", corr_cell_count(f->tested));
    corr_report_put(r, "resamples", corr_cell_count(f->resamples));
    corr_report_put(r, "widened", corr_cell_real(f->widen));
    corr_report_put(r, "splits", corr_cell_count(f->splits));
    corr_report_put(r, "seed",
                    f->seed ? corr_cell_count((int64_t)f->seed)
                            : corr_cell_null());
    if (f->mix.known) {
        corr_report_put(r, "mix.mix", corr_cell_real(f->mix.mix));
        corr_report_put(r, "mix.rate", corr_cell_real(f->mix.rate));
        corr_report_put(r, "mix.total", corr_cell_real(f->mix.total));
        corr_report_put(r, "mix.ratio",
                        corr_cell_real(f->mix.leads ? f->ratio : NAN));
        corr_report_put(r, "mix.ratio_lo",
                        corr_cell_real(f->mix.leads ? f->lo : NAN));
        corr_report_put(r, "mix.ratio_hi",
                        corr_cell_real(f->mix.leads ? f->hi : NAN));
        corr_report_put(
            r, "mix.from",
            corr_cell_text(f->mix.by_counter ? f->counter : "spans"));
        corr_report_put(r, "mix.label", corr_cell_text(f->mix.label));
    } else {
        corr_report_put(r, "mix", corr_cell_null());
    }
    traffic_put(r, f);
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

/* ---- the answer ---------------------------------------------------------- */

OWNS(corr_diff)

static corr_per per_of(const char *text)
{
    for (int p = CORR_PER_REQUEST; text && p < CORR_PER_COUNT; p++)
        if (strcmp(text, corr_per_name((corr_per)p)) == 0)
            return (corr_per)p;
    return CORR_PER_DEFAULT;
}

/* Whether nothing but traces is here. */
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

/* A side without a sample has nothing to compare. */
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
    if (empty && only_traces(p->ctx->store))
        corr_report_field(p->r, "try",
                          "--spans   how long the spans that are here took");
    if (empty && !p->gated)
        corr_report_verdict(p->r, CORR_CANNOT_TELL);
    return empty;
}

static corr_code show(diff_page *p, const diff_opts *o, double tau,
                      corr_err *err)
{
    put_facts(p);
    const bool empty = say_empty(p);
    if (!empty)
        diff_say_head(p);
    corr_code code = diff_put_rows(p, !o->tree && !empty, err);
    put_rest(p);
    if (!code)
        code = diff_put_also(p, err);
    if (!code && o->tree)
        code = diff_put_nodes(p, true, err);
    if (!code && !empty)
        diff_say_foot(p);
    if (!code && p->gated)
        diff_put_gate(p, tau);
    return code;
}

/* Both sides as they are: nothing is divided, aligned or renamed. */
static corr_code export(const cmd_ctx *ctx, corr_report *r, corr_query q[2],
                        const char *format, corr_err *err)
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
        .tree = o->tree,
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
        code = diff_tau(o->tau, &tau, err);
    if (!code && o->tau && !gated)
        code = corr_fail(err, CORR_EUSAGE, "--tau is about --exit-code%s",
                         ctx->expects->n ? ", without --expect" : "");
    if (!code)
        code = sides_query(ctx, q, err);
    if (code)
        return code;
    if (o->to)
        return export(ctx, r, q, o->to, err);
    corr_diff *d = corr_diff_of(ctx->store, q, &of, err);
    if (!d)
        return err->code;
    own_corr_diff(r, d);
    diff_page *p = corr_report_alloc(r, sizeof *p, 1);
    if (!p)
        return corr_no_memory(err);
    *p = (diff_page){ .ctx = ctx,
                      .r = r,
                      .side = { q[0], q[1] },
                      .opts = of,
                      .d = d,
                      .f = corr_diff_facts_of(d),
                      .gated = gated,
                      .title = { "base", "new" },
                      .member = "rows" };
    diff_page_init(p);
    code = show(p, o, tau, err);
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
    corr_err ignored = { 0 };
    by b;

    if (o->to)
        return CORR_NEED_LINES;
    return by_parse(o->by, &b, &ignored) ? 0 : b.needs;
}

/* With --slow there is code, too. */
corr_code diff_check_options(const cmd_ctx *ctx, const char *with,
                             corr_err *err)
{
    const diff_opts *o = ctx->opts;
    const select_opts *s = ctx->select;
    const bool code = strcmp(with, "slow") == 0;
    const struct {
        bool given;
        const char *name;
    } other[] = {
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

    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (other[i].given)
            return corr_fail(err, CORR_EUSAGE, "--%s does not go with --%s",
                             other[i].name, with);
    return CORR_OK;
}

static const cmd *diff_as(const cmd_ctx *ctx)
{
    const diff_opts *o = ctx->opts;

    return o->slow || o->vs ? &diff_slow_cmd
           : o->spans       ? &diff_spans_cmd
                            : &diff_cmd;
}

const cmd diff_cmd = {
    .name = "diff",
    .group = CMD_ASK,
    .brief = "what got dearer between two sides, by how much, and is it real",
    .operands = "BASE NEW [FILE...]",
    .options = diff_options,
    .opts_size = sizeof(diff_opts),
    .takes = TAKES_RESCALE | TAKES_INPUTS | TAKES_SELECTION | TAKES_SIDES |
             TAKES_VERDICT,
    .prints = PRINTS_ROWS,
    .loads = LOADS_KIND_ASKED,
    .judges_itself = true,
    .says_sampler = true,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS |
             CORR_NEED_SPANS | CORR_NEED_ATTRS,
    .needs_of = diff_needs,
    .as = diff_as,
    .run = diff_run,
};
