/*
 * diff_slow_gate - a verdict on slow spans (corr-methods 5).
 *
 * It judges the parts of their time and the functions of their code, each
 * against its value in a usual span.  It does not judge the total: slow spans
 * were chosen by it.
 */
#include <math.h>

#include "gate/check.h"
#include "gate/verdict.h"
#include "verbs/diff/diff_slow.h"

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
               : check_function(p->code->d, &p->code->f, &limit, w);
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

void slow_put_gate(const slow_page *p)
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
