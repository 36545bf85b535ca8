/* check_say - verdicts as a list, what is behind them, a line for machines. */
#include "gate/check.h"
#include "gate/verdict.h"
#include "page/traffic.h"

#include <math.h>
#include <string.h>

/* ---- numbers ------------------------------------------------------------ */

typedef struct step {
    double from;
    const char *unit;
} step;

/* The largest step that is not above a value. */
static step step_of(double v, corr_unit unit)
{
    static const step ns[] = {
        { 1e9, " s" }, { 1e6, " ms" }, { 1e3, " us" }, { 1, " ns" }
    };
    static const step bytes[] = {
        { 1e9, " GB" }, { 1e6, " MB" }, { 1e3, " kB" }, { 1, " B" }
    };
    static const step count = { 1, "" };
    const step *s = corr_is_ns(unit) ? ns : bytes;

    if (unit == CORR_COUNT)
        return count;
    for (size_t i = 0; i < COUNT(ns); i++)
        if (v >= s[i].from)
            return s[i];
    return s[COUNT(ns) - 1];
}

static const char *digits_text(const check_page *p, double v)
{
    const int decimals = fabs(v) < 10 ? 2 : fabs(v) < 100 ? 1 : 0;

    return isfinite(v) ? corr_report_text(p->r, "%.*f", decimals, v) : "";
}

static const char *value_text(const check_page *p, const check_row *row)
{
    const double v = row->value.value;

    if (!isfinite(v))
        return isnan(v) ? NULL : "new";
    switch (row->e->value) {
    case EXPECT_RATIO:
        return corr_report_text(p->r, "×%s", digits_text(p, v));
    case EXPECT_SHARE:
        return corr_report_text(p->r, "%.1f%%", 100 * v);
    case EXPECT_AMOUNT:
        break;
    }
    if (v == 0 ||
        (row->e->subject == EXPECT_MEMBER && row->e->unit == CORR_COUNT))
        return corr_report_text(p->r, "%.0f", v);
    const step s = step_of(v, row->e->unit);
    return corr_report_text(p->r, "%s%s", digits_text(p, v / s.from), s.unit);
}

static const char *range_text(const check_page *p, const check_row *row)
{
    const corr_estimate *e = &row->value;
    step s = { 1, "" };

    if (isnan(e->lo) || isnan(e->hi) || check_is_open(e) ||
        (row->e->subject == EXPECT_MEMBER && !(e->lo < e->hi)))
        return NULL;
    if (row->e->value == EXPECT_SHARE)
        return corr_report_text(p->r, "%.1f..%.1f", 100 * e->lo, 100 * e->hi);
    if (row->e->value == EXPECT_AMOUNT)
        s = step_of(e->value > 0 ? e->value : e->hi, row->e->unit);
    /* in the unit of the value, and 0 has none */
    return corr_report_text(p->r, "%s..%s%s", digits_text(p, e->lo / s.from),
                            digits_text(p, e->hi / s.from),
                            e->value > 0 ? "" : s.unit);
}

/* ---- screen ------------------------------------------------------------- */

/* A line of the table: an assertion, or a word on the one above. */
typedef struct line {
    const char *verdict, *text, *value, *range;
    bool strong;
} line;

static const char *marked_text(const check_page *p, const check_row *row,
                               const char *value)
{
    return value && row->rescaled
               ? corr_report_text(p->r, "%s" CORR_RESCALED_MARK, value)
               : value;
}

static line line_of(const check_page *p, const check_row *row)
{
    static const char *const verdicts[] = {
        [CORR_GATE_PASS] = "pass",
        [CORR_GATE_FAIL] = "fail",
        [CORR_GATE_CANNOT_TELL] = "cannot tell",
    };

    return (line){ .verdict = verdicts[row->verdict],
                   .text = row->e->text,
                   .value = marked_text(p, row, value_text(p, row)),
                   .range = range_text(p, row),
                   .strong = row->verdict == CORR_GATE_FAIL };
}

static const char *factor_text(const check_page *p, const check_row *row)
{
    if (row->verdict != CORR_GATE_CANNOT_TELL || row->why ||
        !isfinite(row->factor) || row->factor > 1e6)
        return NULL;
    return corr_report_text(p->r, "about %s times the %s would decide it",
                            cmd_count(p->r, llround(row->factor)),
                            row->e->subject == EXPECT_DURATION ? "spans"
                                                               : "samples");
}

/* Markdown, for a ticket: one table without cuts. */
static void put_table(const check_page *p, const line *lines, uint32_t n)
{
    static const corr_column columns[] = {
        SEE("", 0, TEXT, line, verdict),
        SEE("", CORR_COL_FLEX, TEXT, line, text),
        SEE("", CORR_COL_RIGHT, TEXT, line, value),
        SEE("", 0, TEXT, line, range),
        SHOWN(STRONG, line, strong),
    };

    cmd_screen(p->r, CORR_ROWS(columns, n, lines, .no_header = true));
}

static void widen_column(int *wide, const char *text)
{
    enum { MOST = 42 }; /* cells */
    const int n = cmd_cells(text);

    *wide = n > *wide && n <= MOST ? n : *wide;
}

/* Columns that are wrapped where there is no room, and never cut. */
static void put_list(const check_page *p, const line *lines, uint32_t n)
{
    enum { VERDICT = 13 }; /* cells */
    int wide_text = 0, wide_value = 0;

    for (uint32_t i = 0; i < n; i++)
        if (lines[i].verdict) {
            widen_column(&wide_text, lines[i].text);
            widen_column(&wide_value, lines[i].value);
        }
    for (const line *l = lines; l < lines + n; l++) {
        const int gap = wide_text - cmd_cells(l->text);
        const int lead = wide_value - cmd_cells(l->value);
        if (!l->value)
            corr_report_entry(p->r, VERDICT, l->verdict ? l->verdict : "", "%s",
                              l->text);
        else
            corr_report_entry(p->r, VERDICT, l->verdict, "%s%*s  %*s%s%s%s",
                              l->text, gap > 0 ? gap : 0, "",
                              lead > 0 ? lead : 0, "", l->value,
                              l->range ? "  " : "", l->range ? l->range : "");
    }
}

static void put_verdicts(const check_page *p)
{
    const char *target = p->ctx->output->target;
    line *lines = corr_report_alloc(p->r, sizeof *lines, (size_t)p->n * 6);
    uint32_t n = 0;

    if (!lines)
        return;
    for (uint32_t i = 0; i < p->n; i++) {
        const check_row *row = &p->row[i];
        const char *const words[] = { row->culprits, row->called,
                                      row->why == p->why ? NULL : row->why,
                                      row->left_out, factor_text(p, row) };
        lines[n++] = line_of(p, row);
        for (size_t k = 0; k < COUNT(words); k++)
            if (words[k])
                lines[n++] = (line){ .text = words[k] };
    }
    if (target && strcmp(target, "md") == 0)
        put_table(p, lines, n);
    else
        put_list(p, lines, n);
}

/* ---- lines -------------------------------------------------------------- */

/* Warns that only the part of the change that is code is judged. */
static void say_mix(const check_page *p)
{
    for (uint32_t i = 0; i < p->nmeasure; i++) {
        const check_measure *m = &p->measure[i];
        if (!m->d || !m->f.mix.known || !m->f.mix.leads)
            continue;
        const double base = m->f.total[0];
        cmd_warn(p->r, "MIX",
                 "%s: %+.1f%% from a different mix, %+.1f%% from the code; the "
                 "code is judged, at the mix of the new side",
                 traffic_leads(&m->f.mix), 100 * m->f.mix.mix / base,
                 100 * m->f.mix.rate / base);
        return;
    }
}

static bool is_said_before(const check_page *p, uint32_t n,
                           const corr_remark *m)
{
    for (uint32_t i = 0; i < n; i++)
        if (p->measure[i].d && corr_remark_is_in(p->measure[i].f.remarks, m))
            return true;
    return false;
}

/* Each remark once, of the first kind of sample that has it.  A verdict quotes
 * the remark that forbids it. */
static void say_remarks(const check_page *p)
{
    for (uint32_t i = 0; i < p->nmeasure; i++) {
        const corr_remarks list = p->measure[i].f.remarks;
        for (size_t k = 0; p->measure[i].d && k < list.n; k++) {
            const corr_remark *m = &list.v[k];
            if (!(m->places & CORR_AT_GATE) || is_said_before(p, i, m))
                continue;
            if (m->forbids_verdict)
                cmd_note_remark(p->r, m);
            else
                cmd_say_remark(p->r, m);
        }
    }
}

/* ---- why ---------------------------------------------------------------- */

static const char *threshold_text(const check_page *p, const check_row *row)
{
    check_row at = *row;

    at.value.value = row->e->threshold;
    return value_text(p, &at);
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
        return e->at_least ? "pass, as no share is below 0"
                           : "pass, as no share is above 100%";
    if (e->value != EXPECT_RATIO)
        return corr_report_text(p->r,
                                "pass where all of the interval is %s %s, fail "
                                "where all of it is %s",
                                within, t, beyond);
    return corr_report_text(
        p->r,
        "%spass where all of the interval is %s %s, fail where all of it is %s "
        "×1.00 and %s is %s or %s",
        e->subject == EXPECT_ANY ? "each function: " : "", within, t, beyond,
        verdict_is_strict(p->ctx) ? "all of it" : "the estimate", t,
        e->at_least ? "less" : "more");
}

/* Explains the other conditions for a function to fail by growing. */
static void explain_limits(const check_page *p, const expect *e)
{
    const bool any = e->subject == EXPECT_ANY;

    if (e->value != EXPECT_RATIO || e->at_least ||
        (e->subject != EXPECT_FUNCTION && !any))
        return;
    corr_report_field(p->r, "floor",
                      "growth of less than %.1f%% of the base's total %s",
                      100 * CHECK_FLOOR, any ? "is none" : "does not fail");
    if (any)
        corr_report_field(p->r, "chance",
                          "fail only where q is below %.2f, over all functions",
                          CORR_FDR);
}

static const char *per_text(const check_page *p, const check_measure *m)
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
        p->r, w ? "new" : "base", "%u file%s, %s%s%s", s->files,
        cmd_plural(s->files),
        s->observations < 0 ? "? samples"
                            : cmd_n(p->r, s->observations, "sample"),
        isnan(s->requests) ? "" : ", ",
        isnan(s->requests) ? "" : cmd_n(p->r, llround(s->requests), "request"));
}

static void explain_measure(const check_page *p, const check_measure *m)
{
    corr_report_field(p->r, "of", "%.*s %s", CORR_STR_ARG(m->f.kind),
                      per_text(p, m));
    for (unsigned w = 0; w < 2; w++)
        explain_side(p, m, w);
    if (m->f.counter)
        corr_report_field(p->r, "requests", "by %s", m->f.counter);
    else if (m->f.no_counter)
        corr_report_field(p->r, "requests", "not by a metric: %s",
                          m->f.no_counter);
}

/* Describes the dispersion; one file a side does not show it. */
static const char *phi_text(const check_page *p, const check_row *row)
{
    const corr_diff_facts *f = &p->measure[row->measure].f;

    return corr_report_text(
        p->r, "; %s ×%.1f of what chance would do",
        f->one_each
            ? "one file a side does not show it, so files are taken to differ"
        : f->within_run ? "windows of a run differ"
                        : "files differ",
        row->phi);
}

static void explain_row(const check_page *p, const check_row *row)
{
    const bool spans = row->e->subject == EXPECT_DURATION;
    const char *value = value_text(p, row), *range = range_text(p, row);

    corr_report_blank(p->r);
    corr_report_head(p->r, "%s", row->e->text);
    corr_report_field(p->r, "rule", "%s", rule_text(p, row));
    explain_limits(p, row->e);
    if (row->why)
        corr_report_field(p->r, "but", "%s", row->why);
    if (value)
        corr_report_field(p->r, "interval", "%s, %s at 95%%", value,
                          range ? range : "unknown");
    if (!isnan(row->n[0]))
        corr_report_field(p->r, "n", "%.0f and %.0f %s of it%s", row->n[0],
                          row->n[1], spans ? "spans" : "samples",
                          isnan(row->phi) ? "" : phi_text(p, row));
    if (!spans && p->measure[row->measure].f.kind.n)
        explain_measure(p, &p->measure[row->measure]);
}

/* ---- the verdict -------------------------------------------------------- */

static void put_verdict(const check_page *p)
{
    uint32_t n[3] = { 0 };

    for (uint32_t i = 0; i < p->n; i++)
        n[p->row[i].verdict]++;
    corr_report_raw(p->r, "GATE %s %u pass %u fail %u cannot-tell",
                    verdict_put_all(p->ctx, p->r, n), n[CORR_GATE_PASS],
                    n[CORR_GATE_FAIL], n[CORR_GATE_CANNOT_TELL]);
}

void check_put(check_page *p)
{
    check_put_data(p);
    if (!p->whole)
        corr_report_blank(p->r);
    put_verdicts(p);
    if (p->whole) {
        say_mix(p);
        say_remarks(p);
    }
    if (p->why)
        corr_report_line(
            p->r,
            "%s: what is missing might be what %s, so nothing can be told",
            p->why, p->alone ? "matters" : "got dearer");
    for (uint32_t i = 0; i < p->n && p->explain; i++)
        explain_row(p, &p->row[i]);
    if (p->explain)
        corr_report_blank(p->r);
    put_verdict(p);
}
