/* diff_exit - a verdict on the total of a diff (corr-methods 5). */
#include <math.h>

#include "gate/verdict.h"
#include "verbs/diff/diff_cmd.h"

#define USUAL_TAU 0.05

corr_code diff_tau(const char *text, double *tau, corr_err *err)
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

void diff_put_gate(diff_page *p, double tau)
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
    corr_gate gate = corr_gate_of(&f->ratio, &limit);
    const char *doubt = verdict_barred_by_inputs(p->ctx->store);

    if (!doubt)
        doubt = verdict_barred(p->ctx, p->r, f);
    if (!doubt && f->per == CORR_PER_SHARE)
        doubt = "only shares are known, and they always sum to 100%";
    if (doubt) {
        gate = CORR_GATE_CANNOT_TELL;
        corr_report_line(p->r, "the total cannot be judged: %s", doubt);
    }
    if (f->mix.leads) /* which the total of the table is not */
        corr_report_line(p->r,
                         "the code is judged, at the mix of the new side");
    if (gate != CORR_GATE_CANNOT_TELL || !g->allow)
        corr_report_verdict(p->r, known[gate].verdict);
    const char *change = "unknown", *phi = "";
    if (f->per != CORR_PER_SHARE && !isnan(f->ratio.value) &&
        isfinite(f->ratio.lo) && isfinite(f->ratio.hi))
        change = corr_report_text(
            p->r, "%+.1f%% [%.1f,%.1f]", 100 * (f->ratio.value - 1),
            100 * (f->ratio.lo - 1), 100 * (f->ratio.hi - 1));
    if (f->per != CORR_PER_SHARE && !isnan(f->ratio.value) && !isnan(f->phi))
        phi = corr_report_text(p->r, " phi %.1f", f->phi);
    corr_report_raw(p->r, "GATE %s total %s tau %g%% n %s/%s%s",
                    known[gate].word, change, 100 * tau,
                    number(p, f->side[0].observations),
                    number(p, f->side[1].observations), phi);
}
