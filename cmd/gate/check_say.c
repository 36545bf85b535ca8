/* check_say - verdicts as a sentence and a table, the functions that failed, a
 * line for machines. */
#include "gate/check.h"
#include "gate/verdict.h"

#include <math.h>
#include <string.h>

enum { VERDICT = 13 }; /* cells of the first column */

typedef struct counts {
    uint32_t n[3]; /* of each corr_gate */
} counts;

static counts count_verdicts(const check_page *p)
{
    counts c = { { 0 } };

    for (uint32_t i = 0; i < p->n; i++)
        c.n[p->row[i].verdict]++;
    return c;
}

/* ---- the sentence ------------------------------------------------------- */

static const char *rules_text(const check_page *p, uint32_t n)
{
    return p->n == 1 ? "the rule"
                     : corr_report_text(p->r, "%u of %u rules", n, p->n);
}

/* " (needs 2 profiles a side)": the reason that all rules have, if it is short;
 * or "". */
static const char *shared_reason(const check_page *p)
{
    enum { MOST = 42 }; /* cells */
    const char *why = p->row[0].why;

    for (uint32_t i = 0; i < p->n; i++)
        if (!why || !p->row[i].why || strcmp(p->row[i].why, why) != 0)
            return "";
    return cmd_cells(why) <= MOST ? corr_report_text(p->r, " (%s)", why) : "";
}

static const char *doubt_text(const check_page *p, uint32_t unclear,
                              uint32_t pass)
{
    if (p->why)
        return corr_report_text(p->r, "%s, so no rule can be judged", p->why);
    if (unclear == p->n)
        return corr_report_text(p->r, "%s%s",
                                p->n > 1 ? "no rule can be judged"
                                         : "the rule cannot be judged",
                                shared_reason(p));
    return corr_report_text(
        p->r, "%s cannot be judged%s", rules_text(p, unclear),
        pass == 0   ? ""
        : pass == 1 ? "; 1 holds"
                    : corr_report_text(p->r, "; %u hold", pass));
}

/* "fail: 1 of 4 rules is broken; 2 cannot be judged" */
static void put_answer(const check_page *p)
{
    const counts c = count_verdicts(p);
    const uint32_t fail = c.n[CORR_GATE_FAIL];
    const uint32_t unclear = c.n[CORR_GATE_CANNOT_TELL];

    if (fail)
        corr_report_head(
            p->r, "fail: %s %s broken%s", rules_text(p, fail),
            fail == 1 ? "is" : "are",
            unclear ? corr_report_text(p->r, "; %u cannot be judged", unclear)
                    : "");
    else if (unclear)
        corr_report_head(p->r, "cannot tell: %s",
                         doubt_text(p, unclear, c.n[CORR_GATE_PASS]));
    else if (p->n == 1)
        corr_report_head(p->r, "pass: the rule holds");
    else
        corr_report_head(p->r, "pass: %s rules hold",
                         p->n == 2 ? "both"
                                   : corr_report_text(p->r, "all %u", p->n));
    corr_report_blank(p->r);
}

/* ---- the table ---------------------------------------------------------- */

/* A row: an assertion, or a remark on the one above. */
typedef struct line {
    const char *verdict, *text, *value, *range, *why;
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
                   .value = marked_text(p, row, check_value_text(p, row)),
                   .range = check_range_text(p, row),
                   .why = row->why,
                   .strong = row->verdict == CORR_GATE_FAIL };
}

/* Markdown, for a ticket: one table without cuts. */
static void put_table(const check_page *p, const line *lines, uint32_t n)
{
    static const corr_column columns[] = {
        SEE("verdict", 0, TEXT, line, verdict),
        SEE("rule", CORR_COL_FLEX, TEXT, line, text),
        SEE("value", CORR_COL_RIGHT, TEXT, line, value),
        SEE("interval", 0, TEXT, line, range),
        SEE("why", 0, TEXT, line, why),
        SHOWN(STRONG, line, strong),
    };

    cmd_screen(p->r, CORR_ROWS(columns, n, lines));
}

/* Cells of the columns between the verdict and the reason. */
typedef struct widths {
    int text, value, range;
} widths;

static void widen_column(int *wide, const char *text)
{
    enum { MOST = 42 }; /* cells */
    const int n = cmd_cells(text);

    *wide = n > *wide && n <= MOST ? n : *wide;
}

static int gap_of(int wide, const char *text)
{
    const int n = cmd_cells(text);

    return wide > n ? wide - n : 0;
}

/* The columns of a row up to its reason, which stands below if there is no
 * room. */
static void put_row(const check_page *p, const line *l, const widths *w)
{
    const char *value = l->value ? l->value : "";
    const char *range = l->range ? l->range : "";
    const char *head = corr_report_text(p->r, "%s%*s  %*s%s", l->text,
                                        gap_of(w->text, l->text), "",
                                        gap_of(w->value, value), "", value);
    const char *text =
        l->why     ? corr_report_text(p->r, "%s  %s%*s  ", head, range,
                                      gap_of(w->range, range), "")
        : l->range ? corr_report_text(p->r, "%s  %s", head, range)
        : l->value ? head
                   : l->text;

    corr_report_aside(p->r, VERDICT, l->verdict ? l->verdict : "", text,
                      l->why);
}

/* The mark of a sampler that does not measure CPU time. */
static const char *mark_of_values(const check_page *p)
{
    for (uint32_t i = 0; i < p->nmeasure; i++)
        if (p->measure[i].d && *cmd_mark(p->measure[i].f.remarks))
            return cmd_mark(p->measure[i].f.remarks);
    return "";
}

static line header_of(const check_page *p, const line *lines, uint32_t n)
{
    const char *mark = p->whole ? mark_of_values(p) : "";
    line h = { .verdict = "verdict", .text = "rule" };

    for (uint32_t i = 0; i < n; i++) {
        if (lines[i].value)
            h.value =
                *mark ? corr_report_text(p->r, "value %s", mark) : "value";
        if (lines[i].range)
            h.range = "interval";
        if (lines[i].why)
            h.why = "why";
    }
    return h;
}

/* Columns that are wrapped if there is no room, and never cut. */
static void put_list(const check_page *p, const line *lines, uint32_t n)
{
    const line header = header_of(p, lines, n);
    widths w = { 0, 0, 0 };

    for (uint32_t i = 0; i < n; i++)
        if (lines[i].verdict) {
            widen_column(&w.text, lines[i].text);
            widen_column(&w.value, lines[i].value);
            widen_column(&w.range, lines[i].range);
        }
    if (p->whole) {
        widen_column(&w.value, header.value);
        widen_column(&w.range, header.range);
        put_row(p, &header, &w);
    }
    for (uint32_t i = 0; i < n; i++)
        put_row(p, &lines[i], &w);
}

static void put_verdicts(const check_page *p)
{
    const char *target = p->ctx->output->target;
    line *lines = corr_report_alloc(p->r, sizeof *lines, (size_t)p->n * 3);
    uint32_t n = 0;

    if (!lines)
        return;
    for (uint32_t i = 0; i < p->n; i++) {
        const check_row *row = &p->row[i];
        const char *const words[] = { row->called, row->left_out };
        lines[n++] = line_of(p, row);
        for (size_t k = 0; k < COUNT(words); k++)
            if (words[k])
                lines[n++] = (line){ .text = words[k] };
    }
    if (target && (strcmp(target, "md") == 0 || strcmp(target, "html") == 0))
        put_table(p, lines, n);
    else
        put_list(p, lines, n);
}

/* ---- the functions that failed ------------------------------------------ */

/* Whether the change is most of all in a function that does not head the
 * list. */
static bool has_other_owner(const check_row *row)
{
    return row->owner && strcmp(row->owner, row->functions->name) != 0;
}

const char *check_names_text(const check_page *p, const check_row *row)
{
    enum { MOST = 2 };
    const bool fail = row->verdict == CORR_GATE_FAIL;
    const char *names = "";

    for (uint32_t i = 0; i < row->nfunctions && i < MOST; i++)
        names =
            corr_report_text(p->r, "%s%s%s", names, i ? ", " : "",
                             cmd_name(p->ctx, p->r, row->functions[i].name));
    if (row->nfunctions > MOST)
        names = corr_report_text(p->r, "%s and %u more", names,
                                 row->nfunctions - MOST);
    if (!fail)
        return corr_report_text(p->r, "cannot rule out %s", names);
    if (has_other_owner(row))
        names = row->nfunctions > 1
                    ? corr_report_text(p->r, "%u functions", row->nfunctions)
                    : names;
    return corr_report_text(
        p->r, "%s cost%s more%s%s", names, row->nfunctions == 1 ? "s" : "",
        has_other_owner(row) ? ", most in " : "",
        has_other_owner(row) ? cmd_name(p->ctx, p->r, row->owner) : "");
}

typedef struct function_line {
    const char *base, *now, *change, *ratio, *name;
} function_line;

static function_line function_line_of(const check_page *p,
                                      const check_measure *m,
                                      const check_judged *f)
{
    const char *change = check_amount_text(p, m, f->now - f->base);

    return (function_line){
        .base = check_amount_text(p, m, f->base),
        .now = check_amount_text(p, m, f->now),
        .change = change ? corr_report_text(p->r, "+%s", change) : NULL,
        .ratio = isnan(f->ratio.value) ? NULL
                 : isinf(f->ratio.value)
                     ? "new"
                     : corr_report_text(p->r, "×%.2f", f->ratio.value),
        .name = cmd_name(p->ctx, p->r, f->name)
    };
}

static void put_functions(const check_page *p, const check_row *row)
{
    enum { MOST = 5 };
    static const corr_column columns[] = {
        SEE("base", CORR_COL_RIGHT, TEXT, function_line, base),
        SEE("new", CORR_COL_RIGHT, TEXT, function_line, now),
        SEE("change", CORR_COL_RIGHT, TEXT, function_line, change),
        SEE("ratio", CORR_COL_RIGHT, TEXT, function_line, ratio),
        SEE("function", CORR_COL_FLEX, TEXT, function_line, name),
    };
    const check_measure *m = &p->measure[row->measure];
    const bool all = row->nfunctions <= MOST + 1;
    const uint32_t n = all ? row->nfunctions : MOST;
    function_line *lines = corr_report_alloc(p->r, sizeof *lines, n + 1);

    if (!lines)
        return;
    for (uint32_t i = 0; i < n; i++)
        lines[i] = function_line_of(p, m, &row->functions[i]);
    if (!all)
        lines[n] = (function_line){ .name = corr_report_text(
                                        p->r, "%u more functions (--json)",
                                        row->nfunctions - n) };
    corr_report_blank(p->r);
    corr_report_line(p->r, "failed: %s   %.*s %s, biggest first", row->e->text,
                     CORR_STR_ARG(m->f.kind), check_per_text(p, m));
    cmd_screen(p->r, CORR_ROWS(columns, n + !all, lines));
    if (has_other_owner(row))
        corr_report_line(p->r, "the largest part of the change is in %s: +%s",
                         cmd_name(p->ctx, p->r, row->owner),
                         check_amount_text(p, m, row->owned));
}

static void put_failed(const check_page *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const check_row *row = &p->row[i];
        if (row->e->subject == EXPECT_ANY && row->verdict == CORR_GATE_FAIL)
            put_functions(p, row);
    }
}

/* ---- remarks ------------------------------------------------------------ */

/* Warns that only the part of the change that is code is judged. */
static void say_mix(const check_page *p)
{
    for (uint32_t i = 0; i < p->nmeasure; i++) {
        const check_measure *m = &p->measure[i];
        if (!m->d || !m->f.mix.known || !m->f.mix.leads)
            continue;
        const double base = m->f.total[0];
        cmd_warn(p->r, "MIX",
                 "the code is judged, at the mix of the new side: code "
                 "%+.1f%%, traffic mix %+.1f%%",
                 100 * m->f.mix.rate / base, 100 * m->f.mix.mix / base);
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
    double noise = 0;

    for (uint32_t i = 0; i < p->nmeasure; i++)
        if (!p->measure[i].why && p->measure[i].noise > noise)
            noise = p->measure[i].noise;
    if (noise > 0 && !p->why)
        verdict_say_noise(p->ctx, p->r, noise);
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

/* ---- the verdict -------------------------------------------------------- */

static void put_gate(const check_page *p)
{
    const counts c = count_verdicts(p);

    corr_report_raw(p->r, "GATE %s %u pass %u fail %u cannot-tell",
                    verdict_put_all(p->ctx, p->r, c.n), c.n[CORR_GATE_PASS],
                    c.n[CORR_GATE_FAIL], c.n[CORR_GATE_CANNOT_TELL]);
}

/* The sides for another command, and the service that was asked for. */
static const char *sides_text(const check_page *p)
{
    const char *service = p->ctx->select->service;
    const char *files = cmd_files(p->ctx, p->r);

    if (!service || strpbrk(service, " '\"$\\"))
        return files;
    return corr_report_text(p->r, " --service %s%s", service, files);
}

static void put_next(const check_page *p)
{
    const counts c = count_verdicts(p);
    const check_opts *o = p->ctx->opts;
    const char *files = sides_text(p);
    const bool usual = !o->files.n && !p->ctx->verdict->expect.n;

    if (p->ctx->output->quiet || !*files)
        return;
    if (c.n[CORR_GATE_FAIL] + c.n[CORR_GATE_CANNOT_TELL])
        corr_report_next(p->r, "what changed, biggest first", "corr diff%s",
                         files);
    if (usual && !p->explain)
        corr_report_next(p->r, "rule, interval and samples",
                         "corr check --explain%s", files);
}

void check_put(check_page *p)
{
    check_put_data(p);
    if (p->whole)
        put_answer(p);
    else
        corr_report_blank(p->r);
    put_verdicts(p);
    if (p->state)
        check_watch_say(p);
    if (p->whole) {
        say_mix(p);
        put_failed(p);
        say_remarks(p);
    }
    for (uint32_t i = 0; i < p->n && p->explain; i++)
        check_explain(p, &p->row[i]);
    if (p->explain || p->whole)
        corr_report_blank(p->r);
    put_gate(p);
    if (p->whole)
        put_next(p);
}
