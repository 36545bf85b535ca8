/* diff_slow_code - the code of slow spans beside that of usual ones. */

#include "verbs/diff/diff_slow.h"

/* ---- data ------------------------------------------------------------- */

static const corr_column side_columns[] = {
    COL("spans", COUNT, corr_diff_side, covered),
    COL("adjusted_spans", REAL, corr_diff_side, requests),
    COL("with_samples", COUNT, corr_diff_side, sampled),
    COL("observations", COUNT, corr_diff_side, observations),
    COL("total", AMOUNT, corr_diff_side, total),
    COL("confidence", REAL, corr_diff_side, evidence.confidence),
};

static void put_data(const slow_page *p)
{
    const corr_diff_facts *f = &p->code->f;

    corr_report_put(p->r, "sampled.kind", corr_cell_str(f->kind));
    corr_report_put(p->r, "sampled.unit",
                    corr_cell_text(corr_unit_name(f->unit)));
    cmd_put_members(
        p->r, "sampled.normal.",
        &CORR_ROWS(side_columns, 1, &f->side[0], .unit = f->side[0].unit));
    cmd_put_members(
        p->r, "sampled.slow.",
        &CORR_ROWS(side_columns, 1, &f->side[1], .unit = f->side[1].unit));
    corr_report_put(p->r, "sampled.tested", corr_cell_count(f->tested));
}

/* ---- screen ----------------------------------------------------------- */

static const char *kind_words(const slow_page *p)
{
    const corr_diff_facts *f = &p->code->f;

    if (!corr_str_is(f->kind, "cpu"))
        return corr_report_text(p->r, "%.*s", CORR_STR_ARG(f->kind));
    return p->f.runnable ? "running Java," : "CPU";
}

static void say_head(const slow_page *p)
{
    const corr_diff_facts *f = &p->code->f;

    corr_report_blank(p->r);
    corr_report_line(
        p->r,
        "code: %s%s%s per span; %u function%s tested, 5%% false discoveries",
        kind_words(p), *p->code->unit ? " " : "", p->code->unit, f->tested,
        cmd_plural(f->tested));
    corr_report_line(p->r,
                     "%s of %s normal and %s of %s slow spans have samples",
                     cmd_count(p->r, f->side[0].sampled),
                     cmd_count(p->r, f->side[0].covered),
                     cmd_count(p->r, f->side[1].sampled),
                     cmd_count(p->r, f->side[1].covered));
    for (unsigned w = 0; w < 2; w++) {
        const uint32_t left = p->f.side[w].spans - f->side[w].covered;
        if (left)
            corr_report_line(p->r,
                             "no profile ran during %s more %s span%s, whose "
                             "code is not in it",
                             cmd_count(p->r, left), w ? "slow" : "normal",
                             cmd_plural(left));
    }
    cmd_say_evidence(p->r, &f->side[1].evidence);
}

/* Returns why no code can be shown; NULL: code can be shown. */
static const char *why_none(const slow_page *p)
{
    const corr_diff_side *s = p->code->f.side;

    for (unsigned w = 0; w < 2; w++)
        if (s[w].covered == 0)
            return corr_report_text(
                p->r,
                "no code: no profile of their process ran during the %s spans",
                w ? "slow" : "normal");
    if (s[0].observations == 0 && s[1].observations == 0)
        return "no code: no sample can be tied to these spans";
    return NULL;
}

static corr_code put_code(slow_page *p, corr_err *err)
{
    const char *why = why_none(p);
    diff_page *code = p->code;

    put_data(p);
    if (why && (code->f.kind.n || p->ask->alone)) {
        corr_report_blank(p->r);
        corr_report_line(p->r, "%s", why);
        if (p->ask->alone)
            corr_report_verdict(p->r, CORR_CANNOT_TELL);
    }
    if (!why)
        say_head(p);
    corr_code err_code =
        p->ask->alone ? CORR_OK
                      : diff_put_rows(code, !why && !p->ask->of.tree, err);
    if (!err_code && p->ask->of.tree)
        err_code = diff_put_nodes(code, !why, err);
    if (!err_code && !why)
        diff_put_figures(code);
    if (!err_code && !why)
        diff_say_foot(code);
    return err_code;
}

/* ---- the whole -------------------------------------------------------- */

corr_code slow_put_code(slow_page *p, corr_err *err)
{
    static const corr_diff_ask total;

    if (p->f.few || !p->f.side[0].spans || !p->f.side[1].spans)
        return CORR_OK;
    const corr_query q[2] = { corr_slow_spans_query(p->c, &p->q, 0),
                              corr_slow_spans_query(p->c, &p->q, 1) };
    corr_diff_opts of = p->ask->of;
    of.tree = of.tree || cmd_draws(p->ctx);
    of.ask = &total;
    of.nask = 1;
    p->code = diff_page_new(p->ctx, p->r, q, &of, err);
    if (!p->code)
        return err->code;
    p->code->who[0] = "usual spans";
    p->code->who[1] = "slow spans";
    p->code->title[0] = "normal";
    p->code->title[1] = "slow";
    p->code->member = p->ask->alone ? "nodes" : "code";
    return put_code(p, err);
}
