/* span_bars - where the time of a span went, on a screen: one row a kind of
 * activity, largest first, with a bar.  The rows add up to the span. */
#include "corr_sort.h"
#include "verbs/span/span.h"

/* CELLS: of a bar.  SMALL: rows below 1 / SMALL of the span are folded, and in a
 * short form those below 1 / SMALL_OF_SHORT. */
enum { CELLS = 10, SMALL = 200, SMALL_OF_SHORT = 20 };

typedef struct bar_row {
    const char *time, *share, *bar, *label;
    corr_words note;
} bar_row;

static const corr_column bar_columns[] = {
    SEE("", CORR_COL_RIGHT, TEXT, bar_row, time),
    SEE("", CORR_COL_RIGHT, TEXT, bar_row, share),
    SEE("", CORR_COL_SPARE, TEXT, bar_row, bar),
    SEE("", 0, TEXT, bar_row, label),
    SEE("", CORR_COL_FLEX, TEXT, bar_row, note),
};

/* The rows of a screen. */
typedef struct bars {
    const span_report *s;
    span_spent *spent; /* [n] */
    uint32_t n;
    int64_t *shown; /* [n] ns, rounded so that the digits add up */
    int *percent;   /* [n] */
    int64_t length, most;
} bars;

const char *span_part_time(corr_report *r, int64_t ns, int64_t whole)
{
    return span_time(r, ns, ns > 0 && ns < whole / 500 ? ns : whole);
}

static const char *bar_text(corr_report *r, int64_t ns, int64_t most)
{
    const char *text = "";
    const double cells = most > 0 ? CELLS * (double)ns / (double)most : 0;

    for (int i = 0; i < CELLS && i + 0.5 <= cells; i++)
        text = corr_report_text(r, "%s\xe2\x96\x89", text);
    return text;
}

/* ---- one row a kind --------------------------------------------------- */

static bool is_child(corr_spent kind)
{
    return kind == CORR_SPENT_CHILD || kind == CORR_SPENT_ASYNC;
}

/* Whether a row of the ledger stands in the same row of the screen. */
static bool is_same_spent(const span_spent *a, const corr_ledger_row *row)
{
    if (is_child(a->kind) && is_child(row->kind))
        return true;
    if (a->kind != row->kind ||
        (a->how == CORR_HOW_REMAINDER) != (row->how == CORR_HOW_REMAINDER))
        return false;
    return a->kind != CORR_SPENT_GC || a->is_named == (row->name.n > 0);
}

static void add_spent(span_spent *a, const corr_ledger_row *row, uint32_t i)
{
    if (a->rows++ == 0) {
        a->kind = is_child(row->kind) ? CORR_SPENT_CHILD : row->kind;
        a->how = row->how;
        a->is_named = row->name.n > 0;
        a->first = a->second = i;
    } else if (a->rows == 2) {
        a->second = i;
    }
    a->ns += row->ns;
    a->off += row->hi - row->ns > row->ns - row->lo ? row->hi - row->ns
                                                    : row->ns - row->lo;
    a->events += row->events;
    a->obs += row->obs;
    a->memo += row->memo;
    a->memo_named += row->memo_named;
}

/* Joins the rows of the ledger by kind; with --all each stands alone. */
static uint32_t join_rows(const span_report *s, span_spent *to)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < corr_ledger_size(s->ledger); i++) {
        const corr_ledger_row row = corr_ledger_at(s->ledger, i);
        uint32_t k = s->ctx->output->all ? n : 0;
        while (k < n && !is_same_spent(&to[k], &row))
            k++;
        if (k == n)
            to[n++] = (span_spent){ 0 };
        add_spent(&to[k], &row, i);
    }
    return n;
}

SORT_BY(spent_by_size, span_spent, DESC(ns), ASC(kind))

/* The last digit that a time of this length shows, in ns. */
static int64_t shown_unit(int64_t length)
{
    return length >= 500000000 ? 1000000 : length >= 1000000 ? 10000 : 100;
}

/* Folds small rows into one, if there are several. */
static uint32_t fold_small(const span_report *s, span_spent *row, uint32_t n,
                           int64_t least)
{
    span_spent rest = { .is_rest = true };
    uint32_t kept = n;

    while (kept > 1 && row[kept - 1].ns < least &&
           row[kept - 1].kind != CORR_SPENT_LOST && !s->ctx->output->all) {
        rest.ns += row[--kept].ns;
        rest.rows += row[kept].rows;
    }
    if (kept == n ||
        rest.ns < shown_unit(s->span.end - s->span.start) / 2) /* not a digit */
        return kept;
    if (kept + 1 == n)
        return n;
    row[kept] = rest;
    return kept + 1;
}

/* ns in the unit that is shown, whole and adding up, as far as they can. */
static void round_times(bars *b)
{
    const int64_t unit = shown_unit(b->length);
    const int64_t whole = (b->length + unit / 2) / unit;
    int *part = corr_report_alloc(b->s->r, sizeof *part, b->n);

    if (!part || whole > INT32_MAX)
        return;
    for (uint32_t i = 0; i < b->n; i++)
        b->shown[i] = b->spent[i].ns;
    corr_apportion(b->shown, part, b->n, (int)whole);
    for (uint32_t i = 0; i < b->n; i++)
        b->shown[i] =
            b->spent[i].ns < b->length / 500 ? b->spent[i].ns : part[i] * unit;
}

static bars *bars_of(const span_report *s, int64_t small)
{
    const uint32_t n = corr_ledger_size(s->ledger);
    bars *b = corr_report_alloc(s->r, sizeof *b, 1);

    if (!b)
        return NULL;
    b->s = s;
    b->spent = corr_report_alloc(s->r, sizeof *b->spent, n);
    b->shown = corr_report_alloc(s->r, sizeof *b->shown, n);
    b->percent = corr_report_alloc(s->r, sizeof *b->percent, n);
    if (!b->spent || !b->shown || !b->percent)
        return NULL;
    b->length = s->span.end - s->span.start;
    b->n = join_rows(s, b->spent);
    qsort(b->spent, b->n, sizeof *b->spent, spent_by_size);
    b->most = b->spent[0].ns;
    b->n = fold_small(s, b->spent, b->n, b->length / small);
    for (uint32_t i = 0; i < b->n; i++)
        b->shown[i] = b->spent[i].ns;
    corr_apportion(b->shown, b->percent, b->n, 100);
    round_times(b);
    return b;
}

static const char *percent_words(corr_report *r, int percent, int64_t ns)
{
    return percent == 0 && ns > 0 ? "<1%"
                                  : corr_report_text(r, "%d%%", percent);
}

static void fill_bar(const void *ctx, uint32_t i, void *to)
{
    const bars *b = ctx;
    corr_report *r = b->s->r;
    const span_spent *a = &b->spent[i];
    bar_row *w = to;

    *w = (bar_row){
        .time = span_part_time(r, b->shown[i], b->length),
        .share = percent_words(r, b->percent[i], a->ns),
        .bar = a->is_rest ? "" : bar_text(r, a->ns, b->most),
        .label = a->is_rest ? corr_report_text(r, "%u more", a->rows)
                            : span_spent_label(b->s, a),
        .note = a->is_rest ? (corr_words){ "--all", "--all" }
                           : span_spent_words(b->s, a),
    };
}

static void put_bars(const bars *b)
{
    cmd_screen(b->s->r,
               CORR_FILLED(bar_columns, b->n, fill_bar, b, .no_header = true));
}

corr_code span_say_bars(const span_report *s, corr_err *err)
{
    const bars *b = bars_of(s, SMALL);
    const bars *brief =
        b && cmd_may_fold(s->ctx) ? bars_of(s, SMALL_OF_SHORT) : b;

    if (!b || !brief)
        return corr_no_memory(err);
    if (brief->n < b->n)
        corr_report_form(s->r, CORR_FORM_LONG, SPAN_RANK_BARS);
    put_bars(b);
    if (brief->n < b->n) {
        corr_report_form(s->r, CORR_FORM_SHORT, SPAN_RANK_BARS);
        put_bars(brief);
    }
    corr_report_form(s->r, CORR_FORM_ANY, 0);
    return CORR_OK;
}

/* ---- a span whose thread is unknown ------------------------------------ */

/* Why its waits are unknown. */
static corr_words unknown_words(const span_report *s)
{
    static const corr_words why[] = {
        [CORR_LEDGER_KNOWN] = { "", "" },
        [CORR_LEDGER_NO_THREAD] = { "the thread of the span is unknown",
                                    "thread unknown" },
        [CORR_LEDGER_MANY] = { "the span was active on several threads",
                               "several threads" },
        [CORR_LEDGER_VIRTUAL] = { "waits of virtual threads",
                                  "virtual thread" },
        [CORR_LEDGER_UNSEEN] = { "the recordings do not show its thread",
                                 "thread not recorded" },
        [CORR_LEDGER_NO_TIME] = { "the span has no length", "no length" },
    };

    return why[corr_ledger_facts_of(s->ledger).why];
}

static const char *share_of(corr_report *r, int64_t ns, int64_t length)
{
    const double percent = 100 * (double)ns / (double)length;

    return ns > 0 && percent < 0.5 ? "<1%"
                                   : corr_report_text(r, "%.0f%%", percent);
}

corr_code span_say_known(const span_report *s, const span_used *used,
                         const char *label, int64_t cpu, const char *samples,
                         corr_err *err)
{
    corr_report *r = s->r;
    const int64_t length = s->span.end - s->span.start;
    bar_row *row = corr_report_alloc(r, sizeof *row, 3);
    bar_row used_row = { 0 }, child_row = { 0 };
    uint32_t n = 0, kids;

    if (!row)
        return corr_no_memory(err);
    if (length <= 0)
        return CORR_OK;
    corr_waterfall_children(s->w, s->focus, &kids);
    const int64_t most = cpu > used->children ? cpu : used->children;
    if (label) {
        const double mean = (double)cpu / (double)length;
        const char *threads =
            mean < 0.05 ? samples
                        : corr_report_text(r, "%s, %.1f threads on average",
                                           samples, mean);
        used_row = (bar_row){ span_part_time(r, cpu, length),
                              share_of(r, cpu, length),
                              bar_text(r, cpu, most),
                              label,
                              { threads, samples } };
    }
    if (kids) {
        const char *count = cmd_n(r, kids, "span");
        const char *once =
            kids > 1 ? corr_report_text(r, "%s, overlaps counted once", count)
                     : count;
        child_row = (bar_row){ span_part_time(r, used->children, length),
                               share_of(r, used->children, length),
                               bar_text(r, used->children, most),
                               "child spans",
                               { once, count } };
    }
    if (kids && used->children > cpu)
        row[n++] = child_row;
    if (label)
        row[n++] = used_row;
    if (kids && used->children <= cpu)
        row[n++] = child_row;
    row[n++] = (bar_row){ "", "", "", "not recorded", unknown_words(s) };
    cmd_screen(r, CORR_ROWS(bar_columns, n, row, .no_header = true));
    return CORR_OK;
}
