/* check_duration - the verdict on the durations of spans. */
#include <inttypes.h>
#include <math.h>

#include "gate/check.h"

bool check_is_open(const corr_estimate *e)
{
    return e->lo <= 0 && isinf(e->hi);
}

/* Returns the interval of the ratio of two durations. */
static corr_estimate ratio_of_took(const corr_took took[2])
{
    return (corr_estimate){ took[1].at.value / took[0].at.value,
                            took[1].at.lo / took[0].at.hi,
                            took[0].at.lo > 0 ? took[1].at.hi / took[0].at.lo
                                              : INFINITY };
}

static const char *without_durations(const check_page *p,
                                     const corr_took took[2])
{
    const char *what = took[0].unended || took[1].unended
                           ? "no span of this name that ended"
                           : "no span of this name";

    return corr_report_text(p->r, "%s%s", what,
                            p->alone    ? ""
                            : took[1].n ? " on the base"
                            : took[0].n ? " on the new side"
                                        : " on either side");
}

/* Notes spans without an end on the judged sides: both, or the new one. */
static void say_unended(const check_page *p, check_row *row, bool both,
                        const corr_took took[2])
{
    static const char *const side[2] = { " of the base", " of the new side" };
    const char *of[2] = { "", "" };

    for (unsigned w = both ? 0 : 1; w < 2; w++)
        if (took[w].unended)
            of[w] = corr_report_text(
                p->r, "%s%" PRIu64 " of %" PRIu64 " spans%s",
                *of[0] ? " and " : "", took[w].unended,
                took[w].unended + took[w].n, p->alone ? "" : side[w]);
    if (!*of[0] && !*of[1])
        return;
    row->left_out = corr_report_text(
        p->r, "%s%s have no recorded end and are left out", of[0], of[1]);
    corr_report_note(p->r, CORR_WARNING, "UNFINISHED", -1, "%s: %s",
                     row->e->text, row->left_out);
}

corr_code check_duration(check_page *p, check_row *row, corr_err *err)
{
    const corr_limit limit = check_limit(p, row->e);
    corr_query q[2];
    corr_took took[2];
    corr_code code = check_queries(p, q, err);

    if (!code)
        code = corr_took_of(p->ctx->store, q, row->e->name, row->e->quantile,
                            took, err);
    if (code)
        return code;
    for (unsigned w = 0; w < 2; w++)
        row->n[w] = (double)took[w].n;
    say_unended(p, row, limit.ratio, took);
    row->value =
        row->e->value == EXPECT_RATIO ? ratio_of_took(took) : took[1].at;
    if (took[1].n == 0 || (limit.ratio && took[0].n == 0)) {
        row->why = without_durations(p, took);
        return CORR_OK;
    }
    if (!p->alone && took[0].shared == took[0].n &&
        took[1].shared == took[1].n) {
        row->why = "both sides have the same spans of this name";
        return CORR_OK;
    }
    if (p->state) {
        check_watch_judge(p, row);
        return CORR_OK;
    }
    row->verdict = corr_gate_of(&row->value, &limit);
    row->factor = corr_gate_needed(&row->value, &limit);
    if (check_is_open(&row->value))
        row->why = "too few spans of this name";
    else if ((took[0].merged || took[1].merged) &&
             row->verdict == CORR_GATE_CANNOT_TELL) {
        row->why = "a span stands for many calls, each of unknown length";
        row->factor = 0;
    }
    return CORR_OK;
}
