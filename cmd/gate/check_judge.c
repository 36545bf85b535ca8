/* check_judge - the diffs that assertions ask for, and their verdicts. */
#include "gate/check.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "gate/verdict.h"
#include "page/sides_args.h"

enum { LEAST_RATIO = 20 }; /* samples of both sides for a ratio (4.7) */

/* ---- what to measure ---------------------------------------------------- */

static check_measure *measure_of(check_page *p, const expect *e)
{
    const char *kind = e->subject == EXPECT_COST ? e->name : NULL;
    const corr_per per = e->subject == EXPECT_COST ? e->per
                         : p->alone                ? CORR_PER_TOTAL
                                                   : p->per;

    for (uint32_t i = 0; i < p->nmeasure; i++)
        if (p->measure[i].per == per &&
            corr_same_text(p->measure[i].kind, kind))
            return &p->measure[i];
    check_measure *m = &p->measure[p->nmeasure++];
    *m = (check_measure){ .kind = kind, .per = per, .nask = 1 };
    return m;
}

/* Assigns a measure to each assertion and collects the functions to ask for. */
static bool plan_measures(check_page *p, const expect_list *list)
{
    p->measure = corr_report_alloc(p->r, sizeof *p->measure, list->n);
    p->row = corr_report_alloc(p->r, sizeof *p->row, list->n);
    if (!p->measure || !p->row)
        return false;
    for (p->n = 0; p->n < list->n; p->n++) {
        const expect *e = &list->item[p->n];
        check_row *row = &p->row[p->n];
        *row = (check_row){ .e = e,
                            .verdict = CORR_GATE_CANNOT_TELL,
                            .value = { NAN, NAN, NAN },
                            .factor = NAN,
                            .n = { NAN, NAN },
                            .phi = NAN };
        if (expect_is_of_spans(e) || e->subject == EXPECT_MEMBER)
            continue;
        check_measure *m = measure_of(p, e);
        row->measure = (uint32_t)(m - p->measure);
        if (e->subject != EXPECT_FUNCTION)
            continue;
        if (!m->ask)
            m->ask = corr_report_alloc(p->r, sizeof *m->ask, list->n + 1);
        if (!m->ask)
            return false;
        m->ask[0] = (corr_diff_ask){ 0 };
        row->ask = m->nask++;
        m->ask[row->ask] = (corr_diff_ask){ .function = e->name,
                                            .cumulative = e->cumulative,
                                            .now = e->value != EXPECT_RATIO };
    }
    return true;
}

/* ---- measuring ---------------------------------------------------------- */

OWNS(corr_diff)

corr_code check_queries(const check_page *p, corr_query q[2], corr_err *err)
{
    corr_code code;

    if (!p->alone)
        return sides_query(p->ctx, q, err);
    code = cmd_query(p->ctx, &q[0], err);
    if (!code && p->ctx->id)
        code = cmd_seek(p->ctx, p->ctx->id, &q[0], err);
    q[1] = q[0];
    return code;
}

static corr_code diff_of(check_page *p, check_measure *m, corr_per per,
                         corr_err *err)
{
    static const corr_diff_ask total;
    const bool of_requests = per == CORR_PER_DEFAULT || per == CORR_PER_REQUEST;
    corr_query q[2];
    corr_code code = check_queries(p, q, err);

    for (unsigned w = 0; w < 2 && m->kind; w++)
        q[w].measure = m->kind;
    if (code)
        return code;
    m->d = corr_diff_of(
        p->ctx->store, q,
        &(corr_diff_opts){ .per = per,
                           .show = cmd_show(p->ctx),
                           .requests = of_requests ? p->requests : NULL,
                           .ask = m->ask ? m->ask : &total,
                           .nask = m->nask },
        err);
    if (!m->d)
        return err->code;
    own_corr_diff(p->r, m->d);
    m->f = corr_diff_facts_of(m->d);
    return corr_diff_by_clock(m->d, q, &m->clock, err);
}

static bool knows_divisor(const check_measure *m, corr_per per)
{
    const corr_diff_side *s = m->f.side;

    return per == CORR_PER_REQUEST
               ? s[0].requests >= 1 && s[1].requests >= 1
               : !isnan(s[0].seconds) && !isnan(s[1].seconds);
}

static const char *why_barred(const check_page *p, const check_measure *m)
{
    return p->alone ? verdict_barred_alone(&m->f)
                    : verdict_barred(p->ctx, p->r, &m->f);
}

static corr_code measure_sides(check_page *p, check_measure *m, corr_err *err)
{
    const bool given =
        m->per == CORR_PER_TOTAL || (!m->kind && m->per == p->per);
    const corr_per first = given ? m->per : CORR_PER_DEFAULT;
    corr_code code = diff_of(p, m, first, err);

    if (code)
        return code;
    m->why = why_barred(p, m);
    if (!m->why && m->per != CORR_PER_DEFAULT && m->f.per != m->per) {
        if (!knows_divisor(m, m->per))
            return CORR_OK;
        code = diff_of(p, m, m->per, err);
        if (!code)
            m->why = why_barred(p, m);
    }
    if (!p->alone)
        m->noise = verdict_run_noise(p->ctx, &m->f);
    return code;
}

/* ---- verdicts ----------------------------------------------------------- */

corr_limit check_limit(const check_page *p, const expect *e)
{
    return (corr_limit){ .threshold = e->threshold,
                         .ratio = e->value == EXPECT_RATIO,
                         .at_least = e->at_least,
                         .or_equal = e->or_equal,
                         .lower_bound = verdict_is_strict(p->ctx) };
}

/* Returns the ratio; a function that is new exceeds any multiple. */
static corr_estimate ratio_of(const corr_diff_cost *c)
{
    corr_estimate e = c->ratio;

    if (c->x[0] == 0 && c->x[1] > 0 && !isnan(e.lo))
        e.value = e.hi = INFINITY;
    return e;
}

static corr_estimate estimate_of(const expect *e, const corr_diff_cost *c)
{
    return e->value == EXPECT_RATIO   ? ratio_of(c)
           : e->value == EXPECT_SHARE ? c->share
                                      : c->now;
}

/* Returns why the measure has other numbers than the assertion; or NULL. */
static const char *other_numbers(const check_page *p, const expect *e,
                                 const check_measure *m)
{
    if (m->per != CORR_PER_DEFAULT && m->f.per != m->per)
        return m->f.counted
                   ? "counts since an unknown process start have no rate"
               : m->f.standing ? "a state at one time has no rate"
               : m->per == CORR_PER_REQUEST
                   ? p->alone
                         ? "needs traces or a metric that count its requests"
                         : "needs traces or a metric that count requests "
                           "on both sides"
                   : "some profiles do not state their duration";
    if (m->f.per != CORR_PER_SHARE)
        return NULL;
    if (e->subject == EXPECT_TOTAL)
        return "only shares are known, which always sum to 100%";
    if (e->value != EXPECT_AMOUNT)
        return NULL;
    return p->per == CORR_PER_SHARE ? "--per share has no amounts"
                                    : "requests and seconds are unknown";
}

/* Describes the judged function if it has another name; or NULL. */
static const char *called_text(const check_page *p, const corr_diff_cost *c)
{
    if (c->called == CORR_CALLED_ANEW)
        return corr_report_text(p->r,
                                "%s was renamed to %s; both are judged as one",
                                c->was, c->is);
    if (c->called == CORR_CALLED_INLINED)
        return corr_report_text(
            p->r, "%s was inlined or removed; its caller %s is judged", c->was,
            c->name);
    if (c->called == CORR_CALLED_INSERTED)
        return corr_report_text(
            p->r, "%s was inserted; its caller %s is judged", c->is, c->name);
    return NULL;
}

/* Lists the functions that a name may mean. */
static const char *which_text(const check_page *p, const corr_diff_cost *c)
{
    const char *rest = c->matches > 2 ? " ..." : "";

    if (c->called == CORR_CALLED_ANEW)
        return corr_report_text(p->r,
                                "has %u names on the other side: %s, %s%s",
                                c->matches, c->name, c->other, rest);
    if (c->called == CORR_CALLED_INLINED || c->called == CORR_CALLED_INSERTED)
        return corr_report_text(
            p->r,
            "%s is on one side only, part of %u callers on the other: %s, %s%s",
            c->was ? c->was : c->is, c->matches, c->name, c->other, rest);
    return corr_report_text(p->r, "matches %u functions: %s, %s%s", c->matches,
                            c->name, c->other, rest);
}

/* Whether it is not known which function has the cost. */
static bool in_doubt(const expect *e, const corr_diff_cost *c)
{
    return c->called == CORR_CALLED_PERHAPS &&
           (e->value == EXPECT_RATIO || strcmp(c->name, c->was) == 0);
}

/* Whether a function that no sample has may be there all the same. */
static bool may_be_unseen(const check_page *p, const check_measure *m)
{
    const corr_diff_side *s = m->f.side;

    return p->alone ? m->why != NULL : m->f.few || !s[0].total || !s[1].total;
}

/* Returns why a name does not mean one function, which more profiles would not
 * change; or NULL. */
static const char *name_why(const check_page *p, const check_measure *m,
                            const corr_diff_cost *c)
{
    if (c->matches > 1)
        return which_text(p, c);
    if (c->matches == 1 || may_be_unseen(p, m))
        return NULL;
    return p->alone ? "no function has this name"
                    : "no function has this name on either side";
}

/* Returns why the numbers of an assertion decide it neither way; or NULL. */
static const char *row_why(const check_page *p, const check_row *row,
                           const corr_diff_cost *c)
{
    const expect *e = row->e;

    if (in_doubt(e, c))
        return corr_report_text(p->r, "%s may have been renamed to %s", c->was,
                                c->is);
    if (!p->state && e->value == EXPECT_RATIO &&
        c->x[0] + c->x[1] < LEAST_RATIO)
        return "needs 20 samples of it";
    const corr_remark *cut =
        corr_remark_find(p->measure[row->measure].f.remarks, "DEPTHS_DIFFER");
    return e->cumulative && cut ? cut->text : NULL;
}

/* The cost of its caller, on the new side, is no less than that of a function
 * which was inlined there: it cannot show that this one costs too much. */
static bool is_only_a_bound(const check_row *row, const corr_diff_cost *c)
{
    const corr_gate shown = row->e->at_least ? CORR_GATE_PASS : CORR_GATE_FAIL;

    return c->called == CORR_CALLED_INLINED && row->e->value != EXPECT_RATIO &&
           row->verdict == shown;
}

/* A function fails by growing only if that is worth mentioning. */
static bool below_floor(const check_measure *m, const corr_diff_cost *c,
                        const expect *e)
{
    const corr_diff_cost total = corr_diff_asked(m->d, 0);

    return e->subject == EXPECT_FUNCTION && e->value == EXPECT_RATIO &&
           !e->at_least && c->now.value - c->base < CHECK_FLOOR * total.base;
}

static void name_judged(const check_page *p, check_row *row,
                        const corr_diff_cost *c)
{
    if (c->matches != 1)
        return;
    if (!row->called)
        row->called = called_text(p, c);
    row->function = c->name;
    row->was = c->called == CORR_CALLED_ANEW ? c->was : NULL;
    check_judged *f = corr_report_alloc(p->r, sizeof *f, 1);
    if (!f || row->e->subject != EXPECT_FUNCTION)
        return;
    *f = (check_judged){ .name = row->function,
                         .was = row->was,
                         .base = c->base,
                         .now = c->now.value,
                         .ratio = ratio_of(c),
                         .n = { c->x[0], c->x[1] } };
    row->functions = f;
    row->nfunctions = 1;
}

/* The interval with the noise between runs; a share is 1 at most. */
static corr_estimate over_runs(const expect *e, const corr_estimate *value,
                               double noise)
{
    corr_estimate wide =
        corr_over_runs(value, noise, e->value == EXPECT_RATIO, VERDICT_Z95);

    if (e->value == EXPECT_SHARE)
        wide.hi = fmin(wide.hi, 1);
    return wide;
}

/* Returns the cost by the clock of threads, where samples of the total
 * contradict it; else, and in a watch, as sampled. If traffic leads, the code is
 * judged, which a clock does not know. */
static corr_diff_cost cost_of(const check_page *p, check_row *row,
                              const check_measure *m)
{
    const corr_diff_cost c = corr_diff_asked(m->d, row->ask);
    const corr_estimate sampled = estimate_of(row->e, &c);
    const corr_estimate clock = estimate_of(row->e, &m->clock);
    const bool is_ratio = row->e->value == EXPECT_RATIO;

    if (p->state || row->e->subject == EXPECT_FUNCTION || !m->clock.matches ||
        (is_ratio && m->f.mix.leads) ||
        !corr_contradicts(&clock, sampled.value))
        return c;
    row->called = corr_report_text(
        p->r,
        is_ratio ? "by thread clock; samples show ×%.2f"
                 : "by thread clock; samples show %.0f%% of it",
        is_ratio ? sampled.value : 100 * sampled.value / clock.value);
    corr_report_note(p->r, CORR_WARNING, "BY_CLOCK", -1,
                     "%s is judged by the thread clock; samples differ",
                     row->e->text);
    return m->clock;
}

static void judge_cost(const check_page *p, check_row *row,
                       const check_measure *m)
{
    const corr_diff_cost c = cost_of(p, row, m);
    const corr_limit limit = check_limit(p, row->e);
    const char *other = other_numbers(p, row->e, m);
    const char *name = name_why(p, m, &c);
    /* more samples do not turn a state into a rate */
    const bool is_no_rate = other && m->f.standing;

    row->why = name ? name : m->why && !is_no_rate ? m->why : other;
    if (other)
        return;
    row->value = estimate_of(row->e, &c);
    if (m->noise > 0)
        row->value = over_runs(row->e, &row->value, m->noise);
    row->phi = c.phi;
    for (unsigned w = 0; w < 2; w++)
        row->n[w] = c.x[w];
    name_judged(p, row, &c);
    if (!row->why)
        row->why = row_why(p, row, &c);
    if (row->why)
        return;
    if (expect_is_certain(row->e)) {
        row->verdict = CORR_GATE_PASS;
        row->factor = 1;
        return;
    }
    if (p->state) {
        check_watch_judge(p, row);
    } else {
        row->verdict = corr_gate_of(&row->value, &limit);
        row->factor = corr_gate_needed(&row->value, &limit);
    }
    if (row->verdict == CORR_GATE_FAIL && below_floor(m, &c, row->e)) {
        row->verdict = CORR_GATE_CANNOT_TELL;
        row->why = "more by less than 0.5% of the base's total";
    }
    if (is_only_a_bound(row, &c)) {
        row->verdict = CORR_GATE_CANNOT_TELL;
        row->why = "only a limit is known: the cost of its caller";
    }
}

/* ---- the whole ---------------------------------------------------------- */

static bool is_unit(corr_unit unit, corr_unit wanted)
{
    return unit == wanted || (corr_is_plain(unit) && corr_is_plain(wanted)) ||
           (corr_is_ns(unit) && corr_is_ns(wanted));
}

static corr_code refuse_unit(const expect *e, corr_str what, corr_unit unit,
                             corr_err *err)
{
    const char *good = corr_is_ns(unit)     ? "needs a unit, such as 5 ms"
                       : unit == CORR_BYTES ? "needs a unit, such as 5 MB"
                                            : "needs a number without a unit";
    const char *value = e->text + strlen(e->text);

    while (value > e->text && !strchr("<>=", value[-1]))
        value--;

    corr_fail(err, CORR_EUSAGE, "%s: %.*s %s", e->text, CORR_STR_ARG(what),
              good);
    return corr_hint(err, "%.*s %s", (int)(value - e->text), e->text,
                     corr_is_ns(unit)     ? "5 ms"
                     : unit == CORR_BYTES ? "5 MB"
                                          : "5");
}

static corr_code judge_samples(check_page *p, check_row *row, corr_err *err)
{
    const check_measure *m = &p->measure[row->measure];

    row->rescaled = m->f.unit == CORR_NS_RESCALED;
    if (row->e->value == EXPECT_AMOUNT && m->f.kind.n &&
        (m->f.side[0].total || m->f.side[1].total) &&
        !is_unit(m->f.unit, row->e->unit))
        return refuse_unit(row->e, m->f.kind, m->f.unit, err);
    if (row->e->subject == EXPECT_ANY)
        check_any(p, row, m);
    else
        judge_cost(p, row, m);
    return CORR_OK;
}

/* Judges an exact value. */
static corr_gate judge_exact(double v, const expect *e)
{
    const bool within = e->at_least ? v > e->threshold : v < e->threshold;

    return within || (e->or_equal && v == e->threshold) ? CORR_GATE_PASS
                                                        : CORR_GATE_FAIL;
}

static corr_code judge_member(check_page *p, check_row *row, corr_err *err)
{
    const expect *e = row->e;
    const corr_limit limit = check_limit(p, e);
    const corr_unit unit = subject_unit(e->member, p->r);

    row->rescaled = unit == CORR_NS_RESCALED;
    if (e->value == EXPECT_AMOUNT && !is_unit(unit, e->unit))
        return refuse_unit(e, corr_str_of(e->name), unit, err);
    row->value = subject_value(e->member, p->r, e->value == EXPECT_SHARE);
    if (isnan(row->value.value)) {
        row->why = "the report does not have this number";
        return CORR_OK;
    }
    row->verdict = expect_is_certain(e) ? CORR_GATE_PASS
                   : row->value.lo == row->value.hi
                       ? judge_exact(row->value.value, e)
                       : corr_gate_of(&row->value, &limit);
    if (row->verdict == CORR_GATE_CANNOT_TELL && isinf(row->value.hi))
        row->why = "spans are missing; the count is a lower bound";
    return CORR_OK;
}

/* Whether more runs would help, and more samples of these would not. */
static bool is_for_runs(const check_page *p, const check_row *row)
{
    return !expect_is_of_spans(row->e) && row->e->subject != EXPECT_MEMBER &&
           p->measure[row->measure].noise > 0;
}

/* A reason for each verdict that could not be given. */
static void explain_doubt(const check_page *p, check_row *row)
{
    const char *what = expect_counted(row->e);

    if (row->verdict != CORR_GATE_CANNOT_TELL || row->why)
        return;
    if (is_for_runs(p, row)) {
        row->why =
            corr_remark_find(p->measure[row->measure].f.remarks, "ONE_RUN")
                ->text;
        return;
    }
    if (isfinite(row->factor) && row->factor <= 1e6)
        row->why =
            corr_report_text(p->r, "needs about %s× the %s",
                             cmd_count(p->r, llround(row->factor)), what);
    else if (isinf(row->factor))
        row->why = "the value is at the limit";
    else
        row->why = corr_report_text(p->r, "needs more %s", what);
}

static corr_code judge_row(check_page *p, check_row *row, corr_err *err)
{
    corr_code code =
        row->e->subject == EXPECT_DURATION ? check_duration(p, row, err)
        : expect_is_of_spans(row->e)       ? check_rate(p, row, err)
        : row->e->subject == EXPECT_MEMBER ? judge_member(p, row, err)
                                           : judge_samples(p, row, err);

    if (p->why) {
        row->verdict = CORR_GATE_CANNOT_TELL;
        row->why = p->why;
    }
    explain_doubt(p, row);
    return code;
}

corr_code check_judge(check_page *p, const expect_list *list, corr_err *err)
{
    corr_code code = CORR_OK;

    if (!plan_measures(p, list))
        return corr_no_memory(err);
    for (uint32_t i = 0; !code && i < p->nmeasure; i++)
        code = measure_sides(p, &p->measure[i], err);
    if (code)
        return code;
    p->why = verdict_barred_by_inputs(p->ctx->store);
    if (p->state)
        code = check_watch_take(p, err);
    for (uint32_t i = 0; !code && i < p->n; i++)
        code = judge_row(p, &p->row[i], err);
    return code;
}
