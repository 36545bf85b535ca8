/* diff_slow_say - slow spans against usual ones, on a screen. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verbs/diff/diff_slow.h"

/* Rows of the ledger on a screen; attributes without a clear difference. */
enum { USUAL_ROWS = 12, UNCLEAR_ATTRS = 3 };

/* ---- above ------------------------------------------------------------ */

static const char *range_words(const slow_page *p, unsigned w)
{
    const char *text = p->range[w];

    if (strstr(text, "..") || *text == '>' || *text == '<')
        return text;
    return corr_report_text(p->r, "%s %s", w ? "≥" : "≤", text);
}

/* The CPU samples of the spans whose ledgers are summed. */
static const char *samples_words(const slow_page *p, unsigned w,
                                 const char *before)
{
    const corr_slow_spans_side *s = &p->f.side[w];

    if (!s->divided || !p->f.has_cpu)
        return "";
    return corr_report_text(
        p->r, "%s%s %ssample%s", before, cmd_count(p->r, s->cpu_obs),
        p->f.runnable ? "" : "CPU ", cmd_plural(s->cpu_obs));
}

static bool is_drawn(const slow_page *p, unsigned w)
{
    return p->f.side[w].looked < p->f.side[w].spans;
}

static int widest(const char *a, const char *b)
{
    return cmd_cells(a) > cmd_cells(b) ? cmd_cells(a) : cmd_cells(b);
}

/* "2,160 spans", or of sampled spans "2,160 spans, 216 recorded" */
static const char *recorded_words(const slow_page *p, unsigned w)
{
    const corr_slow_spans_side *s = &p->f.side[w];

    return llround(s->stand) == (int64_t)s->spans
               ? ""
               : corr_report_text(p->r, ", %s recorded",
                                  cmd_count(p->r, s->spans));
}

static void say_side(const slow_page *p, unsigned w)
{
    const corr_slow_spans_side *s = &p->f.side[w];
    const int64_t spans = llround(s->stand);
    const char *n = cmd_count(p->r, spans);
    const char *range = range_words(p, w);
    const char *other = cmd_count(p->r, llround(p->f.side[!w].stand));
    const int n_pad = widest(n, other) - cmd_cells(n);
    const char *kept = recorded_words(p, w);
    const int kept_pad = widest(kept, recorded_words(p, !w)) - cmd_cells(kept);
    const int range_pad = widest(range, range_words(p, !w)) - cmd_cells(range);

    corr_report_line(
        p->r, "%-6s  %*s%s span%s%s%*s  %s%*s   mean %s%s",
        w ? "slow" : "normal", n_pad, "", n, spans == 1 ? " " : "s", kept,
        kept_pad, "", range, range_pad, "",
        s->spans ? cmd_duration(p->r, isnan(s->mean) ? 0 : llround(s->mean))
                 : "-",
        is_drawn(p, w) ? "" : samples_words(p, w, "   "));
}

static void say_draw(const slow_page *p)
{
    for (unsigned w = 0; w < 2; w++) {
        const corr_slow_spans_side *s = &p->f.side[w];
        if (!is_drawn(p, w))
            continue;
        corr_report_line(
            p->r, "ledgers of %s %s spans, drawn with seed %llu: mean %s%s",
            cmd_count(p->r, s->looked), w ? "slow" : "normal",
            (unsigned long long)p->f.seed,
            cmd_duration(p->r, llround(s->looked_mean)),
            samples_words(p, w, ", "));
    }
}

/* Warns about spans without a known thread. */
static void say_undivided(const slow_page *p)
{
    const uint32_t looked = p->f.side[0].looked + p->f.side[1].looked;
    const uint32_t divided = p->f.side[0].divided + p->f.side[1].divided;

    if (divided == looked)
        return;
    cmd_warn(p->r, "UNDIVIDED",
             "no thread is known for %s of these spans: their self time is not "
             "broken down",
             divided ? cmd_count(p->r, looked - divided) : "any");
}

static void say_unended(const slow_page *p)
{
    if (p->f.unended)
        cmd_warn(p->r, "UNFINISHED",
                 "no end is recorded for %s of %s spans: they are neither slow "
                 "nor normal",
                 cmd_count(p->r, p->f.unended), cmd_count(p->r, p->f.spans));
}

/* ---- where the time goes ---------------------------------------------- */

typedef struct slow_line {
    uint32_t row; /* UINT32_MAX: none, the line is the rest or the total */
    const char *label;
    int64_t value[2]; /* in the unit shown, so that digits add up */
} slow_line;

typedef struct slow_lines {
    const slow_page *p;
    slow_line *line;
    uint32_t n;
    int decimals; /* of ms */
    int64_t unit; /* ns of the last digit */
} slow_lines;

typedef struct line_row {
    corr_words label;
    const char *normal, *slow, *delta, *range, *mark;
} line_row;

static const corr_column line_columns[] = {
    SEE("ms per span", CORR_COL_FLEX, TEXT, line_row, label),
    SEE("normal", CORR_COL_RIGHT, TEXT, line_row, normal),
    SEE("slow", CORR_COL_RIGHT, TEXT, line_row, slow),
    SEE("change", CORR_COL_RIGHT, TEXT, line_row, delta),
    SEE("95%", CORR_COL_SPARE, TEXT, line_row, range),
    SEE("", 0, TEXT, line_row, mark),
};

static const char *label_of(const slow_page *p, const corr_slow_spans_row *r)
{
    static const char *const label[CORR_SPENT_COUNT] = {
        [CORR_SPENT_CHILD] = "child ",
        [CORR_SPENT_GC] = "GC pause",
        [CORR_SPENT_LOCK] = "lock",
        [CORR_SPENT_FILE] = "file",
        [CORR_SPENT_SLEEP] = "sleep",
        [CORR_SPENT_ASYNC] = "waiting for ",
        [CORR_SPENT_SOCKET] = "socket",
        [CORR_SPENT_PARK] = "park",
        [CORR_SPENT_CPU] = "on CPU",
        [CORR_SPENT_NATIVE] = "native",
        [CORR_SPENT_BLOCKED] = "blocked",
        [CORR_SPENT_QUEUE] = "run queue",
        [CORR_SPENT_LOST] = "lost",
        [CORR_SPENT_UNOBSERVED] = "not recorded",
    };

    if (r->undivided)
        return "self time, not broken down";
    if (r->kind == CORR_SPENT_CPU && p->f.runnable)
        return "running Java";
    if (r->kind == CORR_SPENT_GC && r->name.n)
        return corr_report_text(p->r, "JVM pause %.*s", CORR_STR_ARG(r->name));
    return corr_report_text(p->r, "%s%.*s", label[r->kind],
                            CORR_STR_ARG(r->name));
}

static const char *value_words(const slow_lines *t, int64_t v, bool sign)
{
    const char *plus = v < 0 ? "-" : sign ? "+" : "";
    const int64_t scale = 1000000 / t->unit; /* of a ms */
    const int64_t a = v < 0 ? -v : v;

    if (t->decimals == 0)
        return corr_report_text(t->p->r, "%s%s", plus, cmd_count(t->p->r, a));
    return corr_report_text(t->p->r, "%s%s.%0*lld", plus,
                            cmd_count(t->p->r, a / scale), t->decimals,
                            (long long)(a % scale));
}

/* An interval may go beyond what durations can be. */
static int64_t rounded(const slow_lines *t, double ns)
{
    const double v = round(ns / (double)t->unit);

    return fabs(v) < 0x1p62 ? (int64_t)v : v < 0 ? -INT64_MAX : INT64_MAX;
}

static const char *range_of(const slow_lines *t, const corr_slow_spans_row *r)
{
    if (isnan(r->lo))
        return "";
    return corr_report_text(t->p->r, "%s..%s",
                            value_words(t, rounded(t, r->lo), true),
                            value_words(t, rounded(t, r->hi), true));
}

static void fill_slow_line(const void *ctx, uint32_t i, void *row)
{
    const slow_lines *t = ctx;
    const slow_line *l = &t->line[i];
    line_row *w = row;

    *w = (line_row){
        .label = { l->label, NULL },
        .normal = value_words(t, l->value[0], false),
        .slow = value_words(t, l->value[1], false),
        .delta = value_words(t, l->value[1] - l->value[0], true),
    };
    if (l->row != UINT32_MAX) {
        const corr_slow_spans_row r = corr_slow_spans_at(t->p->c, l->row);
        w->range = range_of(t, &r);
        w->mark = diff_mark(r.mark);
    } else if (i + 1 < t->n) {
        w->label.brief = l->label;
        w->label.full =
            corr_report_text(t->p->r, "%s (-n 0 shows all)", l->label);
    }
}

static bool shows_nothing(const slow_lines *t, uint32_t i)
{
    const corr_slow_spans_row r = corr_slow_spans_at(t->p->c, i);

    return rounded(t, r.mean[0]) == 0 && rounded(t, r.mean[1]) == 0;
}

/* The rows that are shown: those whose means differ most, in the order of the
 * view, if they are of a size that is. */
static bool *choose_rows(const slow_lines *t, uint32_t n)
{
    const slow_page *p = t->p;
    uint32_t most = cmd_rows(p->ctx, USUAL_ROWS);
    bool *shown = corr_report_alloc(p->r, sizeof *shown, n + 1);
    const bool all = most == UINT32_MAX;
    uint32_t lo = 0, hi = n;

    if (!shown)
        return NULL;
    while (lo < hi && most) {
        const double top = corr_slow_spans_at(p->c, lo).delta;
        const double low = corr_slow_spans_at(p->c, hi - 1).delta;
        const uint32_t i = fabs(top) >= fabs(low) ? lo++ : --hi;
        shown[i] = all || !shows_nothing(t, i);
        most -= shown[i];
    }
    return shown;
}

/* Digits that add up: the lines before the total. */
static void round_lines(slow_lines *t, const int64_t *sum[2])
{
    const uint32_t n = t->n - 1;

    for (unsigned w = 0; w < 2; w++) {
        const corr_slow_spans_side *s = &t->p->f.side[w];
        int64_t *part = corr_report_alloc(t->p->r, sizeof *part, n + 1);
        const int64_t whole = s->looked ? rounded(t, s->looked_mean) : 0;
        if (!part)
            return;
        corr_apportion_wide(sum[w], part, n, whole);
        for (uint32_t i = 0; i < n; i++)
            t->line[i].value[w] = part[i];
        t->line[n].value[w] = whole;
    }
}

static bool list_lines(slow_lines *t)
{
    const slow_page *p = t->p;
    const uint32_t n = corr_slow_spans_size(p->c);
    const bool *shown = choose_rows(t, n);
    int64_t *sum[2];
    uint32_t left = 0;
    int64_t rest[2] = { 0, 0 };

    t->line = corr_report_alloc(p->r, sizeof *t->line, n + 2);
    for (unsigned w = 0; w < 2; w++)
        sum[w] = corr_report_alloc(p->r, sizeof **sum, n + 2);
    if (!shown || !t->line || !sum[0] || !sum[1])
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const corr_slow_spans_row r = corr_slow_spans_at(p->c, i);
        left += !shown[i];
        for (unsigned w = 0; w < 2; w++)
            *(shown[i] ? &sum[w][t->n] : &rest[w]) += r.sum[w];
        if (shown[i])
            t->line[t->n++] = (slow_line){ i, label_of(p, &r), { 0, 0 } };
    }
    for (unsigned w = 0; left && w < 2; w++)
        sum[w][t->n] = rest[w];
    if (left)
        t->line[t->n++] = (slow_line){ UINT32_MAX,
                                       corr_report_text(p->r, "%u other%s",
                                                        left, cmd_plural(left)),
                                       { 0, 0 } };
    t->line[t->n++] = (slow_line){ UINT32_MAX, "total", { 0, 0 } };
    round_lines(t, (const int64_t *[]){ sum[0], sum[1] });
    return true;
}

/* Returns decimals that give the smaller mean three digits and leave room for
 * the larger one. */
static int decimals_of(const slow_page *p)
{
    const double mean[2] = { p->f.side[0].looked_mean,
                             p->f.side[1].looked_mean };
    const double least = fmin(mean[0], mean[1]);

    if (least >= 1e8)
        return 0;
    if (least >= 1e7 || fmax(mean[0], mean[1]) >= 1e12)
        return 1;
    return least >= 1e6 ? 2 : 3;
}

static corr_code put_lines(const slow_page *p, corr_err *err)
{
    slow_lines *t = corr_report_alloc(p->r, sizeof *t, 1);

    if (t) {
        *t = (slow_lines){ .p = p, .decimals = decimals_of(p) };
        t->unit = 1000000;
        for (int i = 0; i < t->decimals; i++)
            t->unit /= 10;
    }
    if (!t || !list_lines(t))
        return corr_no_memory(err);
    corr_report_table(p->r, NULL,
                      &CORR_FILLED(line_columns, t->n, fill_slow_line, t),
                      CORR_SCREEN);
    return CORR_OK;
}

static void say_wait(const slow_page *p)
{
    if (p->f.least_wait <= 0)
        return;
    corr_report_line(p->r, "not recorded: also waits shorter than %s each",
                     cmd_duration(p->r, p->f.least_wait));
}

/* ---- attributes ------------------------------------------------------- */

typedef struct attr_row {
    const char *name, *normal, *normal_share, *slow, *slow_share, *word;
} attr_row;

static const corr_column attr_columns[] = {
    SEE("attribute", CORR_COL_FLEX, TEXT, attr_row, name),
    SEE("normal", CORR_COL_RIGHT | CORR_COL_SPARE, TEXT, attr_row, normal),
    SEE("", CORR_COL_RIGHT, TEXT, attr_row, normal_share),
    SEE("slow", CORR_COL_RIGHT | CORR_COL_SPARE, TEXT, attr_row, slow),
    SEE("", CORR_COL_RIGHT, TEXT, attr_row, slow_share),
    SEE("", 0, TEXT, attr_row, word),
};

/* The bound that was tried, in as few digits as name it: a rounded one would
 * part the spans at another place. */
static const char *bound_words(const slow_page *p, double bound)
{
    char buf[40];
    int digits = fabs(bound) < 1e15 && floor(bound) >= bound ? 15 : 6;

    do
        snprintf(buf, sizeof buf, "%.*g", digits++, bound);
    while (digits <= 17 && fabs(strtod(buf, NULL) - bound) > 0);
    return corr_report_text(p->r, "%s", buf);
}

static const char *attr_name(const slow_page *p, const corr_slow_spans_attr *a)
{
    if (!a->is_number)
        return corr_report_text(p->r, "%.*s = %.*s", CORR_STR_ARG(a->key),
                                CORR_STR_ARG(a->value));
    return corr_report_text(p->r, "%.*s %s %s", CORR_STR_ARG(a->key),
                            a->below ? "≤" : ">", bound_words(p, a->bound));
}

static const char *part_words(const slow_page *p, int64_t has, int64_t of)
{
    return corr_report_text(p->r, "%s/%s", cmd_count(p->r, has),
                            cmd_count(p->r, of));
}

static const char *share_words(const slow_page *p, int64_t has, int64_t of)
{
    return corr_report_text(p->r, "%.1f%%", 100 * (double)has / (double)of);
}

static void fill_shown_attr(const void *ctx, uint32_t i, void *row)
{
    const slow_page *p = ctx;
    const corr_slow_spans_attr a = corr_slow_spans_attr_at(p->c, i);

    *(attr_row *)row =
        (attr_row){ .name = attr_name(p, &a),
                    .normal = part_words(p, a.has[0], a.of[0]),
                    .normal_share = share_words(p, a.has[0], a.of[0]),
                    .slow = part_words(p, a.has[1], a.of[1]),
                    .slow_share = share_words(p, a.has[1], a.of[1]),
                    .word = a.apart == CORR_APART_SAME ? ""
                            : a.apart == CORR_APART_UNCLEAR
                                ? "~"
                                : corr_apart_name(a.apart) };
}

static void say_same(const slow_page *p, uint32_t from, uint32_t to,
                     const char *what)
{
    const char *list = "";

    for (uint32_t i = from; i < to; i++)
        list = corr_report_text(
            p->r, "%s%s%.*s", list, *list ? ", " : "",
            CORR_STR_ARG(corr_slow_spans_attr_at(p->c, i).key));
    if (*list)
        corr_report_line(p->r, "%s: %s", what, list);
}

static void put_attrs(const slow_page *p)
{
    const uint32_t n = corr_slow_spans_attrs(p->c);
    uint32_t told = 0, same;

    while (told < n &&
           corr_slow_spans_attr_at(p->c, told).apart >= CORR_APART_DIFFERS)
        told++;
    for (same = told; same < n && corr_slow_spans_attr_at(p->c, same).apart !=
                                      CORR_APART_SAME;)
        same++;
    const uint32_t unclear = same - told;
    const uint32_t rows =
        told + (p->ctx->output->all || unclear < UNCLEAR_ATTRS ? unclear
                                                               : UNCLEAR_ATTRS);
    corr_report_blank(p->r);
    if (rows)
        corr_report_table(p->r, NULL,
                          &CORR_FILLED(attr_columns, rows, fill_shown_attr, p),
                          CORR_SCREEN);
    say_same(p, rows, same, "no difference is seen");
    say_same(p, same, n, "the same in all");
}

/* ---- the whole -------------------------------------------------------- */

/* A side without spans, or with too few. */
static void say_few(const slow_page *p)
{
    const corr_slow_spans_side *s = p->f.side;
    const char *worth = "";

    if (!p->f.few)
        return;
    if (s[0].looked - s[0].effective >= 1 || s[1].looked - s[1].effective >= 1)
        worth = corr_report_text(
            p->r, ", of different weights, tell as much as %.0f and %.0f",
            floor(s[0].effective), floor(s[1].effective));
    cmd_warn(p->r, "FEW_SPANS",
             "too few spans: %s normal, %s slow%s; the minimum is 5 a side",
             cmd_count(p->r, s[0].looked), cmd_count(p->r, s[1].looked), worth);
    corr_report_verdict(p->r, CORR_CANNOT_TELL);
}

static void say_services(const slow_page *p)
{
    if (p->f.services < 2)
        return;
    const char *text = "these spans are of several services: --service NAME "
                       "selects one";
    cmd_warn_text(p->r, "SERVICES", text);
}

static corr_code say_rest(slow_page *p, corr_err *err)
{
    corr_code code = CORR_OK;

    if (!p->ask->alone) {
        corr_report_blank(p->r);
        code = put_lines(p, err);
        say_wait(p);
    }
    if (!code)
        code = slow_put_code(p, err);
    if (!p->ask->alone)
        put_attrs(p);
    return code;
}

/* "slow spans take 579 ms, usual ones 178 ms; largest part: lock, +152 ms" */
static void say_verdict(const slow_page *p)
{
    const corr_slow_spans_side *s = p->f.side;
    corr_slow_spans_row most = { .mean = { 0, 0 } };
    const char *what = "";

    for (uint32_t i = 0; i < corr_slow_spans_size(p->c); i++) {
        const corr_slow_spans_row r = corr_slow_spans_at(p->c, i);
        if (r.mean[1] - r.mean[0] > most.mean[1] - most.mean[0])
            most = r;
    }
    const double change = most.mean[1] - most.mean[0];
    if (change > 0)
        what = corr_report_text(p->r, "; largest part: %s, +%s",
                                label_of(p, &most),
                                cmd_duration(p->r, llround(change)));
    corr_report_head(p->r, "slow spans take %s, usual ones %s%s",
                     cmd_duration(p->r, llround(s[1].mean)),
                     cmd_duration(p->r, llround(s[0].mean)), what);
}

corr_code slow_say(slow_page *p, corr_err *err)
{
    if (p->f.spans == 0) {
        corr_report_verdict(p->r, CORR_NOTHING_FOUND);
        corr_report_line(p->r, "no span matches");
        return CORR_OK;
    }
    if (!p->f.few && p->f.side[0].spans && p->f.side[1].spans && !p->ask->alone)
        say_verdict(p);
    for (unsigned w = 0; w < 2; w++)
        say_side(p, w);
    if (!p->ask->alone)
        say_draw(p);
    say_services(p);
    say_unended(p);
    say_few(p);
    if (!p->f.side[0].spans || !p->f.side[1].spans)
        return CORR_OK;
    if (!p->ask->alone)
        say_undivided(p);
    return say_rest(p, err);
}
