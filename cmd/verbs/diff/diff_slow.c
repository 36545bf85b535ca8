/* corr diff --slow - what slow spans do, and carry, that usual ones do not. */
#include <math.h>

#include "cli/range.h"
#include "gate/assertion_subject.h"
#include "gate/check.h"
#include "gate/verdict.h"
#include "verbs/diff/diff_slow.h"

/* ---- what was asked --------------------------------------------------- */

static corr_code check_slow(const cmd_ctx *ctx, const slow_ask *ask,
                            corr_err *err)
{
    const select_opts *s = ctx->select;

    if (!ask->slow)
        return corr_fail(err, CORR_EUSAGE, "--vs needs --slow RANGE");
    if (s->labels.n || s->thread || s->slowest.given)
        return corr_fail(err, CORR_EUSAGE, "--%s does not go with --slow",
                         s->labels.n ? "label"
                         : s->thread ? "thread"
                                     : "slowest");
    if (s->op || s->where)
        return CORR_OK;
    corr_fail(err, CORR_EUSAGE, "--slow needs --op NAME");
    return corr_hint(err, "corr trace lists the operations");
}

static corr_code ranges_of(const slow_ask *ask, corr_slow_spans_opts *c,
                           corr_err *err)
{
    const char *vs = ask->vs ? ask->vs : SLOW_USUAL;
    corr_code code = range_parse(vs, false, &c->usual, err);

    return code ? code : range_parse(ask->slow, true, &c->slow, err);
}

/* ---- data ------------------------------------------------------------- */

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

typedef struct side_row {
    corr_slow_spans_side s;
    const char *range;
    int64_t shortest, longest, looked_mean; /* CORR_NO_INT: not known */
} side_row;

static const corr_column side_columns[] = {
    COL("range", TEXT, side_row, range),
    COL("spans", COUNT, side_row, s.spans),
    COL("adjusted_spans", REAL, side_row, s.stand),
    COL("shortest_ns", INT, side_row, shortest),
    COL("longest_ns", INT, side_row, longest),
    COL("mean_ns", WHOLE, side_row, s.mean),
    COL("looked_at", COUNT, side_row, s.looked),
    COL("looked_mean_ns", INT, side_row, looked_mean),
    COL("divided", COUNT, side_row, s.divided),
    COL("sum_ns", INT, side_row, s.sum),
    COL("cpu_observations", COUNT, side_row, s.cpu_obs),
};

static void put_side(const slow_page *p, unsigned w)
{
    const corr_slow_spans_side *s = &p->f.side[w];
    const side_row row = {
        .s = *s,
        .range = p->range[w],
        .shortest = s->spans ? s->shortest : CORR_NO_INT,
        .longest = s->spans ? s->longest : CORR_NO_INT,
        .looked_mean = s->looked ? p->whole[w] : CORR_NO_INT,
    };

    cmd_put_members(p->r, w ? "slow." : "normal.",
                    &CORR_ROWS(side_columns, 1, &row));
}

typedef struct spent_row {
    corr_slow_spans_row r;
    int64_t mean[2], delta; /* CORR_NO_INT: not known */
    const char *mark, *kind;
} spent_row;

static const corr_column row_columns[] = {
    COL("normal_ns", INT, spent_row, mean[0]),
    COL("slow_ns", INT, spent_row, mean[1]),
    COL("delta_ns", INT, spent_row, delta),
    COL("delta_lo_ns", WHOLE, spent_row, r.lo),
    COL("delta_hi_ns", WHOLE, spent_row, r.hi),
    COL("p", REAL, spent_row, r.p),
    COL("q", REAL, spent_row, r.q),
    COL("normal_sum_ns", INT, spent_row, r.sum[0]),
    COL("slow_sum_ns", INT, spent_row, r.sum[1]),
    COL("normal_spans", COUNT, spent_row, r.spans[0]),
    COL("slow_spans", COUNT, spent_row, r.spans[1]),
    COL("mark", TEXT, spent_row, mark),
    COL("kind", TEXT, spent_row, kind),
    COL("name", NAME, spent_row, r.name),
};

static void fill_spent(const void *ctx, uint32_t i, void *row)
{
    const slow_page *p = ctx;
    const bool known[2] = { p->f.side[0].looked, p->f.side[1].looked };
    spent_row *w = row;

    *w = (spent_row){ .r = corr_slow_spans_at(p->c, i) };
    for (unsigned k = 0; k < 2; k++)
        w->mean[k] = known[k] ? p->mean[k][i] : CORR_NO_INT;
    w->delta = known[0] && known[1] ? w->mean[1] - w->mean[0] : CORR_NO_INT;
    w->mark = diff_mark(w->r.mark);
    w->kind = w->r.undivided ? "undivided" : corr_spent_name(w->r.kind);
}

typedef struct attr_row {
    corr_slow_spans_attr a;
    const char *is;
    corr_cell value;
    double bound;
    const char *apart;
} attr_row;

static const corr_column attr_columns[] = {
    COL("key", TEXT, attr_row, a.key),
    COL("is", TEXT, attr_row, is),
    COL("value", CELL, attr_row, value),
    COL("bound", REAL, attr_row, bound),
    COL("normal_spans", COUNT, attr_row, a.has[0]),
    COL("normal_of", COUNT, attr_row, a.of[0]),
    COL("slow_spans", COUNT, attr_row, a.has[1]),
    COL("slow_of", COUNT, attr_row, a.of[1]),
    COL("tried", COUNT, attr_row, a.tries),
    COL("p", REAL, attr_row, a.p),
    COL("q", REAL, attr_row, a.q),
    COL("verdict", TEXT, attr_row, apart),
};

static void fill_slow_attr(const void *ctx, uint32_t i, void *row)
{
    const corr_slow_spans_attr a = corr_slow_spans_attr_at(ctx, i);

    *(attr_row *)row = (attr_row){
        .a = a,
        .is = !a.is_number ? "="
              : a.below    ? "<="
                           : ">",
        .value = a.is_number ? corr_cell_null() : corr_cell_str(a.value),
        .bound = a.is_number ? a.bound : NAN,
        .apart = corr_apart_name(a.apart),
    };
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
    corr_report_table(
        p->r, "rows",
        &CORR_FILLED(row_columns, corr_slow_spans_size(p->c), fill_spent, p),
        faces);
    corr_report_table(p->r, "attributes",
                      &CORR_FILLED(attr_columns, corr_slow_spans_attrs(p->c),
                                   fill_slow_attr, p->c),
                      CORR_DATA);
}

/* ---- a verdict (corr-methods 5) -------------------------------------------- */

/* It judges the parts of the time of slow spans and the functions of their code,
 * each against its value in a usual span.  It does not judge the total: slow
 * spans were chosen by it. */

/* Judges the growth of a part, relative to itself or to the floor. */
static corr_gate judge_part(const slow_page *p, const corr_slow_spans_row *r)
{
    const double floor = CHECK_FLOOR * p->f.side[0].looked_mean;
    const double of = fmax(r->mean[0], floor / DIFF_MOST_GROWTH);
    const corr_estimate e = { 1 + r->delta / of, 1 + r->lo / of,
                              1 + r->hi / of };
    const corr_limit limit = diff_limit(p->ctx, DIFF_MOST_GROWTH);
    const corr_gate gate = corr_gate_of(&e, &limit);

    return gate == CORR_GATE_FAIL && !(r->q < CORR_FDR) ? CORR_GATE_CANNOT_TELL
                                                        : gate;
}

/* " parts 1 pass 2 fail 3 cannot-tell"; n[] is added to all[]. */
static const char *verdict_words(const slow_page *p, const char *what,
                                 const uint32_t n[3], uint32_t all[3])
{
    for (unsigned g = 0; g < 3; g++)
        all[g] += n[g];
    return diff_gate_counts(p->r, what, n);
}

static const char *judge_parts(const slow_page *p, uint32_t all[3])
{
    uint32_t n[3] = { 0 };

    if (p->ask->alone)
        return "";
    for (uint32_t i = 0; i < corr_slow_spans_size(p->c); i++) {
        const corr_slow_spans_row r = corr_slow_spans_at(p->c, i);
        if (!isnan(r.q))
            n[judge_part(p, &r)]++;
    }
    return verdict_words(p, "parts", n, all);
}

/* Whether all that a row answers for grew beyond the limit. */
static bool grew_by_all(const slow_page *p, const corr_diff_row *w)
{
    const corr_limit limit = diff_limit(p->ctx, DIFF_MOST_GROWTH);

    return w->owned > 0 && w->with.q < CORR_FDR &&
           corr_gate_of(&w->with.ratio, &limit) == CORR_GATE_FAIL;
}

/* A function by itself, or with all that it answers for, as a row tells it. */
static corr_gate judge_function(const slow_page *p, const corr_diff_row *w)
{
    const corr_limit limit = diff_limit(p->ctx, DIFF_MOST_GROWTH);

    return grew_by_all(p, w)
               ? CORR_GATE_FAIL
               : check_function(p->code->d, &p->code->f, &limit, 0, w);
}

/* Judges a function; of twin rows the one that grew counts. */
static corr_gate judge_rows(const slow_page *p, uint32_t i)
{
    const corr_diff_row w = corr_diff_at(p->code->d, i);

    if (w.twin) {
        const corr_diff_row twin = corr_diff_at(p->code->d, w.twin - 1);
        if (grew_by_all(p, &twin))
            return CORR_GATE_FAIL;
    }
    return judge_function(p, &w);
}

/* Judges the code; without a profile it has no verdict. */
static const char *judge_code(const slow_page *p, uint32_t all[3])
{
    const diff_page *code = p->code;
    uint32_t n[3] = { 0 };

    if (!code || (!code->f.kind.n && !p->ask->alone))
        return "";
    const char *doubt = verdict_barred(p->ctx, p->r, &code->f);
    if (doubt) {
        corr_report_line(p->r, "the code cannot be judged: %s", doubt);
        all[CORR_GATE_CANNOT_TELL]++;
        return "";
    }
    for (uint32_t i = 0; i < corr_diff_size(code->d); i++)
        if (!corr_diff_at(code->d, i).second)
            n[judge_rows(p, i)]++;
    return verdict_words(p, "functions", n, all);
}

/* Puts the verdict on all that was tested, and the line for machines. */
static void put_gate(const slow_page *p)
{
    const corr_verdict outcome = corr_report_outcome(p->r);
    uint32_t n[3] = { 0 };

    if (outcome == CORR_CANNOT_TELL || outcome == CORR_NOTHING_FOUND ||
        verdict_barred_by_inputs(p->ctx->store)) {
        verdict_put_answered(p->ctx, p->r);
        return;
    }
    const char *parts = judge_parts(p, n);
    const char *code = judge_code(p, n);
    corr_report_raw(p->r, "GATE %s%s%s tau %.0f%%",
                    verdict_put_all(p->ctx, p->r, n), parts, code,
                    100 * DIFF_MOST_GROWTH);
}

/* ---- the answer ------------------------------------------------------- */

OWNS(corr_slow_spans)

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
    own_corr_slow_spans(r, c);
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
        put_gate(p);
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
    ask.of.tree = o->tree;
    return code ? code : slow_answer(ctx, r, &ask, err);
}

const cmd diff_slow_cmd = {
    .name = "diff",
    .group = CMD_ASK,
    .operands = "[FILE...]",
    .takes = TAKES_INPUTS | TAKES_SELECTION | TAKES_VERDICT,
    .prints = PRINTS_DRAWN,
    .judges_itself = true,
    .says_sampler = true,
    .subjects = subjects_slow,
    .other_subjects = SLOW_OTHERS,
    .needs = CMD_NEEDS_REQUESTS,
    .needs_of = diff_needs,
    .run = slow_run,
};
