/* check_watch - verdicts that hold at every look: check --state. */
#include <math.h>
#include <string.h>

#include "gate/check.h"
#include "gate/check_state.h"
#include "page/sides_args.h"

/* What a rule may be, for a hint. */
static const char forms[] =
    "cpu/request <= base * 1.05, FUNCTION self < 8%, duration p99 of \"OP\" < "
    "250 ms";

/* Why a rule has no test that holds at every look; NULL: it has one. */
static const char *why_not_held(const expect *e)
{
    if (e->subject == EXPECT_ANY)
        return "--state cannot hold every function; name one";
    if (e->subject == EXPECT_DURATION && e->value == EXPECT_RATIO)
        return "--state holds a duration to a time, not to the base";
    if (e->subject == EXPECT_ERRORS || e->subject == EXPECT_CALLS)
        return "--state cannot hold a rate of spans";
    return e->subject == EXPECT_MEMBER || !(e->threshold > 0) ||
                   (e->value == EXPECT_SHARE && e->threshold >= 1)
               ? "--state cannot hold it"
               : NULL;
}

corr_code check_watch_may(const expect_list *list, corr_err *err)
{
    for (size_t i = 0; i < list->n; i++) {
        const char *why = why_not_held(&list->item[i]);
        if (!why)
            continue;
        corr_fail(err, CORR_EUSAGE, "%s: %s", list->item[i].text, why);
        return corr_hint(err, "a state holds: %s", forms);
    }
    return list->n <= CHECK_STATE_RULES
               ? CORR_OK
               : corr_fail(err, CORR_EUSAGE,
                           "--state takes at most %d assertions",
                           CHECK_STATE_RULES);
}

corr_code check_watch_open(check_page *p, const char *path,
                           const expect_list *list, corr_err *err)
{
    check_state *s = corr_report_alloc(p->r, sizeof *s, 1);
    const char **rule = corr_report_alloc(p->r, sizeof *rule, list->n + 1);

    if (!s || !rule)
        return corr_no_memory(err);
    for (size_t i = 0; i < list->n; i++)
        rule[i] = list->item[i].text;
    *s = (check_state){ .path = path,
                        .base = p->ctx->sides->side[0].text,
                        .rule = rule,
                        .rules = (uint32_t)list->n,
                        .arena = p->ctx->arena };
    p->state = s;
    const corr_code code = check_watch_may(list, err);
    return code ? code : check_state_read(s, err);
}

static corr_code hash_file(const char *path, char sha[CORR_SHA256_TEXT],
                           corr_err *err)
{
    const int sys = path ? corr_sha256_path(path, sha) : 0;

    return path && !sys
               ? CORR_OK
               : corr_fail(err, CORR_EIO, "%.200s: --state needs files: %s",
                           path ? path : "a side",
                           path ? strerror(sys) : "a pipe is read only once");
}

/* The same number whatever files a look has besides: sums differ in the last
 * bits. */
static double millionths(double x)
{
    return rint(x * 1e6) / 1e6;
}

/* The file of the state that has these bytes, which may be new. */
static corr_code find_file(check_state *s, unsigned side, const char *opened,
                           check_state_file **f, corr_err *err)
{
    char sha[CORR_SHA256_TEXT];
    const size_t had = s->n;
    const corr_code code = hash_file(opened, sha, err);

    if (code)
        return code;
    *f = check_state_add(s, side, sha);
    s->counted += s->n > had;
    return *f ? CORR_OK : corr_no_memory(err);
}

static bool is_share(const expect *e)
{
    return e->value == EXPECT_SHARE;
}

/* Adds the clusters of one rule and side, of files that were not counted. */
static corr_code take_clusters(check_page *p, uint32_t r, unsigned side,
                               corr_err *err)
{
    const check_row *row = &p->row[r];
    const corr_diff *d = p->measure[row->measure].d;
    const bool of_all = is_share(row->e);
    const char *last = NULL;
    check_state_file *f = NULL;

    for (uint32_t c = 0; c < corr_diff_clusters(d, side); c++) {
        const corr_diff_cluster of = corr_diff_cluster_at(d, row->ask, side, c);
        const corr_diff_cluster all = corr_diff_cluster_at(d, 0, side, c);
        const double exposure = of_all ? millionths(all.x) : of.exposure;
        corr_code code = CORR_OK;
        if (!last || of.opened != last)
            code = find_file(p->state, side, of.opened, &f, err);
        if (code)
            return code;
        last = of.opened;
        if (f->is_new && exposure > 0)
            corr_watch_add(&f->rule[r], millionths(of.x), exposure, of.cost,
                           of_all ? all.cost : 0);
    }
    return CORR_OK;
}

/* Adds the spans of one rule, by the files that have them. */
static corr_code take_spans(check_page *p, uint32_t r, corr_err *err)
{
    const expect *e = p->row[r].e;
    corr_took_file *list;
    corr_query q[2];
    uint32_t n = 0;
    corr_code code = check_queries(p, q, err);

    if (!code)
        code = corr_took_by_file(p->ctx->store, q, e->name, e->threshold, 1,
                                 p->ctx->arena, &list, &n, err);
    for (uint32_t i = 0; !code && i < n; i++) {
        check_state_file *f;
        const double longer = millionths(list[i].longer),
                     spans = millionths(list[i].spans);
        if (list[i].merged) {
            p->not_counted = "a span stands for many calls of unknown length";
            return CORR_OK;
        }
        code = find_file(p->state, 1, list[i].opened, &f, err);
        if (!code && f->is_new)
            corr_watch_add(&f->rule[r], longer, spans, longer, spans);
    }
    return code;
}

static bool is_of_spans(const check_row *row)
{
    return row->e->subject == EXPECT_DURATION;
}

/* Whether a rule is of a cost for each request or second. */
static bool is_of_rate(const check_row *row)
{
    return !is_of_spans(row) && !is_share(row->e);
}

/* Returns why the files of this look may not be counted; or NULL. */
static const char *why_not_counted(const check_page *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const check_row *row = &p->row[i];
        const check_measure *m = &p->measure[row->measure];
        if (is_of_spans(row))
            continue;
        if (m->why)
            return m->why;
        if (is_of_rate(row) && m->f.per == CORR_PER_SHARE)
            return "needs requests or seconds";
        if (row->e->value == EXPECT_RATIO && m->f.mix.leads)
            return "most of the difference is traffic";
    }
    return p->why;
}

/* Notes what costs are divided by, which must stay. */
static corr_code take_divisor(check_page *p, corr_err *err)
{
    check_state *s = p->state;

    for (uint32_t i = 0; i < p->n; i++) {
        if (!is_of_rate(&p->row[i]))
            continue;
        const char *per = check_per_text(p, &p->measure[p->row[i].measure]);
        if (s->per && *s->per && strcmp(s->per, per) != 0)
            return corr_fail(err, CORR_EUSAGE,
                             "%.200s: the state counts %s, these files %s",
                             s->path, s->per, per);
        s->per = per;
        break;
    }
    return CORR_OK;
}

corr_code check_watch_take(check_page *p, corr_err *err)
{
    check_state *s = p->state;

    p->not_counted = why_not_counted(p);
    if (p->not_counted)
        return CORR_OK;
    corr_code code = take_divisor(p, err);
    for (uint32_t r = 0; !code && !p->not_counted && r < p->n; r++) {
        const check_row *row = &p->row[r];
        if (is_of_spans(row))
            code = take_spans(p, r, err);
        for (unsigned side = 0; !code && !is_of_spans(row) && side < 2; side++)
            code = take_clusters(p, r, side, err);
    }
    if (code || p->not_counted || !s->counted)
        return code;
    return check_state_write(s, err);
}

/* The sum over all files that were counted, of a rule. */
static void sum_rule(const check_state *s, uint32_t r, corr_watch_side sum[2])
{
    memset(sum, 0, 2 * sizeof *sum);
    for (size_t i = 0; i < s->n; i++) {
        const corr_watch_side *from = &s->file[i].rule[r];
        corr_watch_side *to = &sum[s->file[i].side];
        to->x += from->x;
        to->xx += from->xx;
        to->xe += from->xe;
        to->e += from->e;
        to->ee += from->ee;
        to->cost += from->cost;
        to->of += from->of;
        to->k += from->k;
    }
}

/* Why a rule needs more than this look has; or NULL. */
static const char *why_too_few(const check_state *s, uint32_t r, bool one_side)
{
    size_t n[2] = { 0, 0 };

    for (size_t i = 0; i < s->n; i++)
        n[s->file[i].side] += s->file[i].rule[r].k > 0;
    if (one_side)
        return n[1] >= 2 ? NULL : "needs 2 files";
    return n[0] >= 2 && n[1] >= 2 ? NULL : "needs 2 profiles a side";
}

static corr_watch_rule rule_of(const check_state *s, const expect *e)
{
    return (corr_watch_rule){
        .kind = e->subject == EXPECT_DURATION || is_share(e) ? CORR_WATCH_SHARE
                : e->value == EXPECT_RATIO                   ? CORR_WATCH_RATIO
                                                             : CORR_WATCH_COST,
        .limit = e->subject == EXPECT_DURATION ? 1 - e->quantile : e->threshold,
        .at_least = e->at_least,
        .rules = s->rules,
    };
}

static const char *percent_text(const check_page *p, double share)
{
    return corr_report_text(p->r, share < .1 ? "%.2g%%" : "%.0f%%",
                            100 * share);
}

/* Says how many spans took longer: the state has no durations. */
static void say_spans(const check_page *p, check_row *row,
                      const corr_watch_side *sum, const corr_watch_look *look)
{
    row->n[0] = NAN;
    row->n[1] = sum->e;
    if (!isnan(look->value.value))
        row->called = corr_report_text(
            p->r, "%s of %s spans took longer, interval %s..%s",
            percent_text(p, look->value.value),
            cmd_count(p->r, llround(sum->e)), percent_text(p, look->value.lo),
            percent_text(p, look->value.hi));
}

void check_watch_judge(const check_page *p, check_row *row)
{
    const check_state *s = p->state;
    const uint32_t r = (uint32_t)(row - p->row);
    const corr_watch_rule rule = rule_of(s, row->e);
    corr_watch_side sum[2];
    corr_watch_look look;

    sum_rule(s, r, sum);
    row->verdict = corr_watch_judge(sum, &rule, &look);
    row->value = look.value;
    row->phi = look.phi;
    row->factor = row->verdict == CORR_GATE_CANNOT_TELL ? NAN : 1;
    row->width = look.width;
    for (unsigned w = 0; w < 2; w++)
        row->n[w] = sum[w].x;
    row->why = p->not_counted
                   ? p->not_counted
                   : why_too_few(s, r, rule.kind != CORR_WATCH_RATIO);
    if (row->why)
        row->verdict = CORR_GATE_CANNOT_TELL;
    else if (row->verdict == CORR_GATE_CANNOT_TELL)
        row->why = "needs more files";
    if (is_of_spans(row)) {
        row->value = (corr_estimate){ NAN, NAN, NAN };
        say_spans(p, row, &sum[1], &look);
    }
}

static double widest_of(const check_page *p)
{
    double width = 0;

    for (uint32_t i = 0; i < p->n; i++)
        if (p->row[i].width > width)
            width = p->row[i].width;
    return width;
}

void check_watch_say(const check_page *p)
{
    const check_state *s = p->state;
    const double width = widest_of(p);
    const char *wide =
        width > 0
            ? corr_report_text(p->r, "; interval %.1f× that of one", width)
            : "";

    corr_report_put(p->r, "looks", corr_cell_count(s->looks));
    corr_report_put(p->r, "files_counted", corr_cell_count(s->counted));
    corr_report_put(p->r, "files_in_state", corr_cell_count((int64_t)s->n));
    corr_report_put(p->r, "width",
                    width > 0 ? corr_cell_real(width) : corr_cell_null());
    corr_report_blank(p->r);
    corr_report_line(p->r,
                     "look %u: %u new file%s, %zu in all; wrong in 5%% of "
                     "watches%s%s",
                     s->looks, s->counted, cmd_plural(s->counted), s->n,
                     s->rules > 1 ? ", all rules" : "", wide);
}
