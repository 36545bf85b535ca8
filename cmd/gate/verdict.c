#include "gate/verdict.h"

#include "gate/check.h"

#define USUAL_NOISE 0.15 /* between runs (corr-methods 5) */

static bool is_asked(const cmd_ctx *ctx)
{
    return ctx->expects->n > 0 || ctx->verdict->exit_code;
}

/* ---- before anything is loaded ------------------------------------------ */

/* Reads a share in percent, above 0 and at most 100; CORR_EUSAGE. */
static corr_code read_noise(const char *text, double *noise, corr_err *err)
{
    const corr_str s = corr_str_trim(corr_str_of(text ? text : ""));
    double v;

    if (!text)
        return CORR_OK;
    if (s.n > 1 && s.p[s.n - 1] == '%' &&
        corr_str_real((corr_str){ s.p, s.n - 1 }, &v) && v >= 0 && v <= 100) {
        *noise = v / 100;
        return CORR_OK;
    }
    corr_fail(err, CORR_EUSAGE, "--run-noise: \"%s\" is no share in percent",
              text);
    return corr_hint(err, "--run-noise 10%%");
}

static corr_code is_empty(corr_err *err)
{
    corr_fail(err, CORR_EUSAGE, "--expect is empty");
    return corr_hint(err, "--expect 'cpu/request <= 5 ms'");
}

static corr_code read_options(const cmd_ctx *ctx, expect_list *list,
                              corr_err *err)
{
    const expect_about report = { .subjects = ctx->cmd->subjects,
                                  .code = ctx->cmd->expects_code,
                                  .elsewhere = ctx->cmd->other_subjects };
    const opt_list *given = &ctx->verdict->expect;
    corr_code code = CORR_OK;

    for (size_t i = 0; !code && i < given->n; i++) {
        const size_t before = list->n;
        code = expect_read(corr_str_of(given->item[i]), "--expect",
                           ctx->cmd->takes & TAKES_SIDES ? NULL : &report,
                           ctx->arena, list, err);
        if (code)
            err->line = 0;
        else if (list->n == before)
            code = is_empty(err);
    }
    return code;
}

corr_code verdict_read(cmd_ctx *ctx, expect_list *list, corr_err *err)
{
    const verdict_opts *o = ctx->verdict;
    corr_code code = CORR_OK;

    ctx->expects = list;
    code = read_noise(o->run_noise, &(double){ 0 }, err);
    if (code)
        return code;
    if (ctx->cmd->expects_of)
        code = ctx->cmd->expects_of(ctx, list, err);
    if (!code)
        code = read_options(ctx, list, err);
    if (!code && (o->fail_on || o->allow) && !is_asked(ctx))
        code = corr_fail(err, CORR_EUSAGE, "--%s needs --expect or --exit-code",
                         o->fail_on ? "fail-on" : "allow-inconclusive");
    return code;
}

unsigned verdict_needs(const cmd_ctx *ctx)
{
    for (size_t i = 0; i < ctx->expects->n; i++)
        if (ctx->expects->item[i].subject != EXPECT_MEMBER)
            return CMD_NEEDS_JOIN;
    return 0;
}

/* ---- afterwards --------------------------------------------------------- */

const char *verdict_barred_by_inputs(const corr_store *st)
{
    for (size_t i = 0; i < corr_inputs(st); i++) {
        const corr_input in = corr_input_at(st, i);
        if (in.err.code)
            return "an input could not be read";
        if (in.lost.damaged)
            return "an input is damaged";
    }
    for (size_t i = 0; i < corr_warnings(st); i++)
        if (strcmp(corr_warning_at(st, i).code, "FETCH_CUT") == 0)
            return "answers of servers are missing or cut";
    return NULL;
}

static const char *barred_by(corr_remarks list)
{
    for (size_t i = 0; i < list.n; i++)
        if (list.v[i].forbids_verdict)
            return list.v[i].text;
    return NULL;
}

/* Commands without two sides compare slow spans with usual ones. */
static const char *side_name(const cmd_ctx *ctx, unsigned w)
{
    static const char *const names[2][2] = {
        { "the normal side", "the slow side" }, { "the base", "the new side" }
    };

    return names[(ctx->cmd->takes & TAKES_SIDES) != 0][w];
}

const char *verdict_barred(const cmd_ctx *ctx, corr_report *r,
                           const corr_diff_facts *f)
{
    for (unsigned w = 0; w < 2; w++)
        if (f->side[w].files == 0 || f->side[w].total == 0)
            return corr_report_text(r, "%s has no sample of this kind%s",
                                    side_name(ctx, w), cmd_matching(ctx, r));
    return barred_by(f->remarks);
}

const char *verdict_barred_alone(const corr_diff_facts *f)
{
    if (f->side[1].files == 0 || f->side[1].total == 0)
        return "no sample is of this kind";
    return barred_by(f->side[1].remarks);
}

bool verdict_is_strict(const cmd_ctx *ctx)
{
    const char *on = ctx->verdict->fail_on;

    return on && strcmp(on, "lower-bound") == 0;
}

double verdict_run_noise(const cmd_ctx *ctx, const corr_diff_facts *f)
{
    double noise = USUAL_NOISE;

    if (!corr_remark_find(f->remarks, "ONE_RUN"))
        return 0;
    read_noise(ctx->verdict->run_noise, &noise, &(corr_err){ 0 });
    return noise;
}

void verdict_say_noise(const cmd_ctx *ctx, corr_report *r, double noise)
{
    const bool given = ctx->verdict->run_noise != NULL;

    corr_report_note_at(
        r,
        &(corr_note_about){ .place = CORR_NOTE_FOOT,
                            .level = CORR_WARNING,
                            .code = "RUN_NOISE",
                            .input = -1 },
        "one profile a side: intervals include run-to-run noise of %g%%%s",
        100 * noise, given ? "" : ", assumed (--run-noise)");
}

const char *verdict_put_all(const cmd_ctx *ctx, corr_report *r,
                            const uint32_t n[3])
{
    const bool fail = n[CORR_GATE_FAIL] > 0;
    const bool unclear = !fail && n[CORR_GATE_CANNOT_TELL] > 0;
    const bool nothing = corr_report_outcome(r) == CORR_NOTHING_FOUND;

    if (!unclear || !(ctx->verdict->allow || nothing))
        corr_report_verdict(r, fail      ? CORR_FAILED
                               : unclear ? CORR_CANNOT_TELL
                                         : CORR_PASS);
    return fail ? "FAIL" : unclear ? "INCONCLUSIVE" : "PASS";
}

void verdict_put_answered(const cmd_ctx *ctx, corr_report *r)
{
    const corr_verdict outcome = corr_report_outcome(r);
    const char *why = verdict_barred_by_inputs(ctx->store);

    if (outcome == CORR_NOTHING_FOUND)
        why = "nothing was found";
    else if (outcome == CORR_CANNOT_TELL)
        why = "the evidence is too weak";
    else if (!why)
        corr_report_verdict(r, CORR_PASS);
    else if (!ctx->verdict->allow)
        corr_report_verdict(r, CORR_CANNOT_TELL);
    corr_report_raw(r, "GATE %s %s", why ? "INCONCLUSIVE" : "PASS",
                    why ? why : "answered");
}

corr_code verdict_put(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    if (!is_asked(ctx))
        return CORR_OK;
    if (ctx->export->format || ctx->export->slice)
        return corr_fail(err, CORR_EUSAGE,
                         "--expect and --exit-code need a report, and --to "
                         "writes a file");
    if (ctx->cmd->judges_itself)
        return CORR_OK;
    if (ctx->expects->n)
        return check_answer(ctx, r, &(check_opts){ .explain = false }, err);
    verdict_put_answered(ctx, r);
    return CORR_OK;
}
