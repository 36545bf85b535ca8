/* check_explain - the rule, the interval and the samples behind a verdict. */
#include "gate/check.h"
#include "gate/verdict.h"
#include "page/sides_args.h"

#include <math.h>

static const char *threshold_text(const check_page *p, const check_row *row)
{
    check_row at = *row;

    at.value.value = row->e->threshold;
    return check_value_text(p, &at);
}

static const char *rule_text(const check_page *p, const check_row *row)
{
    const expect *e = row->e;
    const char *t = threshold_text(p, row);
    const char *beyond = e->at_least ? "below" : "above";
    const char *within = !e->or_equal  ? e->at_least ? "above" : "below"
                         : e->at_least ? "at least"
                                       : "at most";

    if (expect_is_certain(e))
        return e->at_least ? "pass, because no share is below 0"
                           : "pass, because no share is above 100%";
    if (e->value != EXPECT_RATIO)
        return corr_report_text(
            p->r,
            "pass if the whole interval is %s %s; fail if all "
            "of it is %s",
            within, t, beyond);
    const char *fail = corr_report_text(
        p->r, "all of it is %s ×1.00 and %s is %s or %s", beyond,
        verdict_is_strict(p->ctx) ? "all of it" : "the estimate", t,
        e->at_least ? "less" : "more");
    return corr_report_text(
        p->r, "%spass if the whole interval is %s %s; fail if %s",
        e->subject == EXPECT_ANY ? "each function: " : "", within, t, fail);
}

/* Explains the other conditions for a function to fail by growing. */
static void explain_limits(const check_page *p, const expect *e)
{
    const bool any = e->subject == EXPECT_ANY;

    if (e->value != EXPECT_RATIO || e->at_least ||
        (e->subject != EXPECT_FUNCTION && !any))
        return;
    corr_report_field(p->r, "floor",
                      "growth below %.1f%% of the base's total does not fail",
                      100 * CHECK_FLOOR);
    if (any)
        corr_report_field(p->r, "chance",
                          "fail only if q is below %.2f, over all functions",
                          CORR_FDR);
}

const char *check_per_text(const check_page *p, const check_measure *m)
{
    if (m->f.per == CORR_PER_REQUEST)
        return m->f.per_what.n ? corr_report_text(p->r, "per %.*s",
                                                  CORR_STR_ARG(m->f.per_what))
               : m->f.matching ? "per matching request"
                               : "per request";
    return m->f.per == CORR_PER_SECOND  ? "per second of profile"
           : m->f.per == CORR_PER_SHARE ? "as a share of all samples"
                                        : "in all";
}

static void explain_side(const check_page *p, const check_measure *m,
                         unsigned w)
{
    const corr_diff_side *s = &m->f.side[w];

    corr_report_field(
        p->r, w ? "new" : "base", "%u %s%s, %s%s%s", s->files,
        sides_file_word(s), cmd_plural(s->files),
        s->observations < 0 ? "? samples"
                            : cmd_n(p->r, s->observations, "sample"),
        isnan(s->requests) ? "" : ", ",
        isnan(s->requests) ? "" : cmd_n(p->r, llround(s->requests), "request"));
}

static void explain_measure(const check_page *p, const check_measure *m)
{
    corr_report_field(p->r, "of", "%.*s %s", CORR_STR_ARG(m->f.kind),
                      check_per_text(p, m));
    for (unsigned w = 0; w < 2; w++)
        explain_side(p, m, w);
    if (m->f.counter)
        corr_report_field(p->r, "requests", "by %s", m->f.counter);
    else if (m->f.no_counter)
        corr_report_field(p->r, "requests", "not by a metric: %s",
                          m->f.no_counter);
}

/* Describes the dispersion; one file a side is not enough to measure it. */
static const char *phi_text(const check_page *p, const check_row *row)
{
    const corr_diff_facts *f = &p->measure[row->measure].f;

    return corr_report_text(
        p->r, "; %s %.1f× as much as chance",
        f->one_each     ? "with one file a side, files are assumed to differ"
        : f->within_run ? "windows differ"
                        : "files differ",
        row->phi);
}

void check_explain(const check_page *p, const check_row *row)
{
    const bool spans = expect_is_of_spans(row->e);
    const char *value = check_value_text(p, row),
               *range = check_range_text(p, row);

    corr_report_blank(p->r);
    corr_report_head(p->r, "%s", row->e->text);
    corr_report_field(p->r, "rule", "%s", rule_text(p, row));
    explain_limits(p, row->e);
    if (row->why)
        corr_report_field(p->r, "why", "%s", row->why);
    if (value)
        corr_report_field(p->r, "interval", "%s, %s at 95%%", value,
                          range ? range : "unknown");
    if (!isnan(row->n[0]))
        corr_report_field(p->r, "n", "%.0f and %.0f %s of it%s", row->n[0],
                          row->n[1], expect_counted(row->e),
                          isnan(row->phi) ? "" : phi_text(p, row));
    for (unsigned w = p->alone ? 1 : 0; w < 2; w++)
        if (row->counts[w])
            corr_report_field(p->r,
                              p->alone ? "of"
                              : w      ? "new"
                                       : "base",
                              "%s", row->counts[w]);
    if (!spans && p->measure[row->measure].f.kind.n)
        explain_measure(p, &p->measure[row->measure]);
}
