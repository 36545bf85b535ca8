/* corr diff --slow - what slow spans do, and carry, that usual ones do not. */
#include <math.h>
#include <string.h>

#include "cli/range.h"
#include "gate/assertion_subject.h"
#include "gate/check.h"
#include "verbs/diff/diff_slow.h"

/* ---- what was asked --------------------------------------------------- */

static corr_code check_slow(const cmd_ctx *ctx, const slow_ask *ask,
                            corr_err *err)
{
    const select_opts *s = ctx->select;

    if (!ask->slow)
        return corr_fail(err, CORR_EUSAGE,
                         "--vs says what --slow is compared with, and that is "
                         "not given");
    if (s->labels.n || s->thread || s->slowest.given)
        return corr_fail(err, CORR_EUSAGE, "--%s does not go with --slow",
                         s->labels.n ? "label"
                         : s->thread ? "thread"
                                     : "slowest");
    if (s->op || s->where)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE, "--slow wants to know of which operation");
    corr_hint(err, "--op NAME or --where EXPR; corr trace --where true lists "
                   "operations");
    return CORR_EUSAGE;
}

static corr_code ranges_of(const slow_ask *ask, corr_slow_spans_opts *c,
                           corr_err *err)
{
    const char *vs = ask->vs ? ask->vs : SLOW_USUAL;
    corr_code code = range_parse(vs, false, &c->usual, err);

    return code ? code : range_parse(ask->slow, true, &c->slow, err);
}

/* ---- data ------------------------------------------------------------- */

static corr_cell cell_ns(double ns)
{
    return isfinite(ns) ? corr_cell_int(llround(ns)) : corr_cell_null();
}

/* Means of rows as whole ns that add up. */
static bool round_means(slow_page *p)
{
    const uint32_t n = corr_slow_spans_size(p->c);
    int64_t *sum = corr_report_alloc(p->r, sizeof *sum, n + 1);

    for (unsigned w = 0; w < 2; w++) {
        const corr_slow_spans_side *s = &p->f.side[w];
        p->mean[w] = corr_report_alloc(p->r, sizeof **p->mean, n + 1);
        p->whole[w] = s->looked ? llround(s->looked_mean) : 0;
        if (!sum || !p->mean[w])
            return false;
        for (uint32_t i = 0; i < n; i++)
            sum[i] = corr_slow_spans_at(p->c, i).sum[w];
        corr_apportion_wide(sum, p->mean[w], n, p->whole[w]);
    }
    return true;
}

static void put_side(const slow_page *p, unsigned w)
{
    const corr_slow_spans_side *s = &p->f.side[w];
    const struct {
        const char *key;
        corr_cell cell;
    } member[] = {
        { "range", corr_cell_text(p->range[w]) },
        { "spans", corr_cell_count(s->spans) },
        { "adjusted_spans", corr_cell_real(s->stand) },
        { "shortest_ns",
          s->spans ? corr_cell_int(s->shortest) : corr_cell_null() },
        { "longest_ns",
          s->spans ? corr_cell_int(s->longest) : corr_cell_null() },
        { "mean_ns", cell_ns(s->mean) },
        { "looked_at", corr_cell_count(s->looked) },
        { "looked_mean_ns",
          s->looked ? corr_cell_int(p->whole[w]) : corr_cell_null() },
        { "divided", corr_cell_count(s->divided) },
        { "sum_ns", corr_cell_int(s->sum) },
        { "cpu_observations", corr_cell_count(s->cpu_obs) },
    };

    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        corr_report_put(p->r,
                        corr_report_text(p->r, "%s.%s", w ? "slow" : "normal",
                                         member[i].key),
                        member[i].cell);
}

static const char *kind_of(const corr_slow_spans_row *row)
{
    return row->undivided ? "undivided" : corr_spent_name(row->kind);
}

static const corr_column row_columns[] = {
    { "normal_ns", NULL, 0 },   { "slow_ns", NULL, 0 },
    { "delta_ns", NULL, 0 },    { "delta_lo_ns", NULL, 0 },
    { "delta_hi_ns", NULL, 0 }, { "p", NULL, 0 },
    { "q", NULL, 0 },           { "normal_sum_ns", NULL, 0 },
    { "slow_sum_ns", NULL, 0 }, { "normal_spans", NULL, 0 },
    { "slow_spans", NULL, 0 },  { "mark", NULL, 0 },
    { "kind", NULL, 0 },        { "name", NULL, 0 },
};

static corr_cell row_cell(const void *ctx, uint32_t i, uint32_t column)
{
    const slow_page *p = ctx;
    const corr_slow_spans_row r = corr_slow_spans_at(p->c, i);

    switch (column) {
    case 0:
    case 1:
        return p->f.side[column].looked ? corr_cell_int(p->mean[column][i])
                                        : corr_cell_null();
    case 2:
        return p->f.side[0].looked && p->f.side[1].looked
                   ? corr_cell_int(p->mean[1][i] - p->mean[0][i])
                   : corr_cell_null();
    case 3:
        return cell_ns(r.lo);
    case 4:
        return cell_ns(r.hi);
    case 5:
        return corr_cell_real(r.p);
    case 6:
        return corr_cell_real(r.q);
    case 7:
    case 8:
        return corr_cell_int(r.sum[column - 7]);
    case 9:
    case 10:
        return corr_cell_count(r.spans[column - 9]);
    case 11:
        return corr_cell_text(*r.mark == '.' ? "·" : r.mark);
    case 12:
        return corr_cell_text(kind_of(&r));
    default:
        return r.name.n ? corr_cell_str(r.name) : corr_cell_null();
    }
}

static const corr_column attr_columns[] = {
    { "key", NULL, 0 },
    { "is", NULL, 0 },
    { "value", NULL, 0 },
    { "bound", NULL, 0 },
    { "normal_spans", NULL, 0 },
    { "normal_of", NULL, 0 },
    { "slow_spans", NULL, 0 },
    { "slow_of", NULL, 0 },
    { "tried", NULL, 0 },
    { "p", NULL, 0 },
    { "q", NULL, 0 },
    { "verdict", NULL, 0 },
};

static corr_cell attr_cell(const void *ctx, uint32_t i, uint32_t column)
{
    const corr_slow_spans_attr a =
        corr_slow_spans_attr_at(((const slow_page *)ctx)->c, i);

    switch (column) {
    case 0:
        return corr_cell_str(a.key);
    case 1:
        return corr_cell_text(!a.is_number ? "=" : a.below ? "<=" : ">");
    case 2:
        return a.is_number ? corr_cell_null() : corr_cell_str(a.value);
    case 3:
        return a.is_number ? corr_cell_real(a.bound) : corr_cell_null();
    case 4:
        return corr_cell_count(a.has[0]);
    case 5:
        return corr_cell_count(a.of[0]);
    case 6:
        return corr_cell_count(a.has[1]);
    case 7:
        return corr_cell_count(a.of[1]);
    case 8:
        return corr_cell_count(a.tries);
    case 9:
        return corr_cell_real(a.p);
    case 10:
        return corr_cell_real(a.q);
    default:
        return corr_cell_text(corr_apart_name(a.apart));
    }
}

static void put_data(const slow_page *p)
{
    const corr_slow_spans_facts *f = &p->f;
    const unsigned faces = p->ask->alone ? CORR_DATA : CORR_PRIMARY;

    put_side(p, 0);
    put_side(p, 1);
    corr_report_put(p->r, "operation", corr_cell_text(p->ctx->select->op));
    corr_report_put(p->r, "service",
                    f->services == 1 && f->service.n ? corr_cell_str(f->service)
                                                     : corr_cell_null());
    corr_report_put(p->r, "spans", corr_cell_count(f->spans));
    corr_report_put(p->r, "seed",
                    f->seed ? corr_cell_count((int64_t)f->seed)
                            : corr_cell_null());
    corr_report_put(p->r, "fdr", corr_cell_real(CORR_FDR));
    corr_report_put(p->r, "tested", corr_cell_count(f->tested));
    corr_report_table(p->r, "rows",
                      &(corr_table){ .columns = row_columns,
                                     .ncolumns = 14,
                                     .nrows = corr_slow_spans_size(p->c),
                                     .cell = row_cell,
                                     .ctx = p },
                      faces);
    corr_report_table(p->r, "attributes",
                      &(corr_table){ .columns = attr_columns,
                                     .ncolumns = 12,
                                     .nrows = corr_slow_spans_attrs(p->c),
                                     .cell = attr_cell,
                                     .ctx = p },
                      CORR_DATA);
}

/* ---- the answer ------------------------------------------------------- */

static void free_contrast(void *c)
{
    corr_slow_spans_free(c);
}

corr_code slow_answer(const cmd_ctx *ctx, corr_report *r, const slow_ask *ask,
                      corr_err *err)
{
    corr_slow_spans_opts opts = { 0 };
    corr_query q;
    corr_code code = check_slow(ctx, ask, err);

    if (!code)
        code = ranges_of(ask, &opts, err);
    if (!code)
        code = cmd_query(ctx, &q, err);
    if (code)
        return code;
    corr_slow_spans *c = corr_slow_spans_of(ctx->store, &q, &opts, err);
    if (!c)
        return err->code;
    corr_report_own(r, c, free_contrast);
    slow_page *p = corr_report_alloc(r, sizeof *p, 1);
    if (!p)
        return corr_no_memory(err);
    *p = (slow_page){ .ctx = ctx,
                      .r = r,
                      .ask = ask,
                      .q = q,
                      .c = c,
                      .f = corr_slow_spans_facts_of(c),
                      .range = { ask->vs ? ask->vs : SLOW_USUAL, ask->slow } };
    if (!round_means(p))
        return corr_no_memory(err);
    put_data(p);
    code = slow_say(p, err);
    if (!code && ctx->expects->n)
        code = check_answer(ctx, r, &(check_opts){ .explain = false }, err);
    else if (!code && ctx->verdict->exit_code)
        slow_put_gate(p);
    return code;
}

static corr_code slow_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    const diff_opts *o = ctx->opts;
    slow_ask ask = { .slow = o->slow, .vs = o->vs };
    corr_code code = diff_check_options(ctx, "slow", err);

    if (!code && o->spans)
        code = corr_fail(err, CORR_EUSAGE, "--spans does not go with --slow");
    if (!code)
        code = diff_opts_of(ctx, &ask.of, err);
    return code ? code : slow_answer(ctx, r, &ask, err);
}

const cmd diff_slow_cmd = {
    .name = "diff",
    .group = CMD_ASK,
    .operands = "[FILE...]",
    .uses = USES_INPUTS | USES_SELECTION | USES_OUTPUT | USES_VERDICT |
            JUDGES_ITSELF | SAYS_SAMPLER,
    .subjects = subjects_slow,
    .other_subjects = SLOW_OTHERS,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_TIME | CORR_NEED_LABELS |
             CORR_NEED_SPANS | CORR_NEED_ATTRS | CORR_NEED_CLOCKS,
    .needs_of = diff_needs,
    .run = slow_run,
};
