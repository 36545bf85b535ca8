/* spans_page - the screen of corr spans. */
#include <math.h>

#include "verbs/span/spans_page.h"

typedef struct shown_row {
    corr_listed v;
    const char *duration, *self, *handle, *name;
    corr_words code, rank;
    int64_t obs;
} shown_row;

static corr_label attr_of(const void *l, uint32_t row, uint32_t k)
{
    return corr_spanlist_attr(l, row, k);
}

static const char *name_of(const spans_page *p, uint32_t i,
                           const corr_listed *v)
{
    if (!v->is_entry || !cmd_is_method(v->name) || v->calls > 1)
        return fall_call_name(p->r, v->name, v->calls);
    return cmd_request_name(
        p->r, v->name,
        cmd_route(corr_spanlist_nattrs(p->l, i), attr_of, p->l, i),
        corr_spanlist_telling(p->l, i));
}

/* The span as "abc55335/s1". */
static const char *handle_of(const spans_page *p, const corr_listed *v)
{
    return corr_report_text(p->r, "%s/s%u", cmd_short(p->r, v->trace, v->start),
                            v->handle);
}

/* ---- code ------------------------------------------------------------- */

static const char *frame_name(const spans_page *p, const corr_frame_view *f)
{
    return cmd_name(p->ctx, p->r, cmd_str(p->r, f->function));
}

/* The function that tells most of the samples: of a helper, its caller. */
static const char *code_name(const spans_page *p, const corr_listed *v)
{
    if (!v->hottest.function.n)
        return "";
    return frame_name(p, v->is_helper && v->under.function.n ? &v->under
                                                             : &v->hottest);
}

static corr_words code_words(const spans_page *p, const corr_listed *v)
{
    const char *name = code_name(p, v);

    if (!v->is_helper || !v->under.function.n)
        return (corr_words){ name, NULL };
    return (corr_words){ corr_report_text(p->r, "%s \xe2\x86\x92 %s", name,
                                          frame_name(p, &v->hottest)),
                         name };
}

/* ---- the table -------------------------------------------------------- */

static const corr_column columns[] = {
    SEE("duration", CORR_COL_RIGHT, TEXT, shown_row, duration),
    SEE("self", CORR_COL_RIGHT | CORR_COL_SPARE, TEXT, shown_row, self),
    SEE("slower than", CORR_COL_SPARE, TEXT, shown_row, rank),
    SEE("id", CORR_COL_ID, TEXT, shown_row, handle),
    SEE("service", CORR_COL_DIM | CORR_COL_SPARE, TEXT, shown_row, v.service),
    SEE("request", CORR_COL_FLEX, TEXT, shown_row, name),
    SEE("n", CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, POSITIVE, shown_row, obs),
    SEE("hottest code", CORR_COL_FLEX | CORR_COL_SPARE_LAST, TEXT, shown_row,
        code),
};

enum { SELF = 1, RANK = 2, SERVICE = 4, NAME = 5, CODE = 6 };

/* Fewer rows have nothing worth a sentence in common; of more it is not
 * looked for. */
enum { LEAST_ALIKE = 2, MOST_ALIKE = 200 };

static int64_t length_of(const corr_listed *v)
{
    return v->busy;
}

static corr_listed row_of(const spans_page *p, uint32_t i)
{
    return corr_spanlist_at(p->l, i);
}

static int64_t longest(const spans_page *p)
{
    const corr_listed v = row_of(p, 0);

    return length_of(&v);
}

/* "99.9% of 1,170"; never 100%: at least itself is not less. */
static corr_words rank_words(const spans_page *p, const corr_listed *v)
{
    if (!v->rank_of)
        return (corr_words){ "", NULL };
    const bool fine = v->rank >= 0.99 && v->rank_of >= 1000;
    const double share =
        fine ? floor(1000 * v->rank) / 10 : floor(100 * v->rank + 1e-9);
    const char *text = corr_report_text(p->r, "%.*f%%", fine ? 1 : 0, share);
    return (corr_words){ corr_report_text(p->r, "%s of %s", text,
                                          cmd_count(p->r, v->rank_of)),
                         text };
}

static int64_t longest_of_rest(const spans_page *p)
{
    int64_t most = INT64_MIN;

    for (uint32_t i = p->shown; i < p->n; i++) {
        const corr_listed v = row_of(p, i);
        const int64_t ns = length_of(&v);
        most = ns > most ? ns : most;
    }
    return most;
}

/* The rest, as the last row. */
static void fill_rest(const spans_page *p, shown_row *row)
{
    *row = (shown_row){
        .duration = corr_report_text(p->r, "<= %s",
                                     span_time(p->r, p->rest, longest(p))),
        .self = "",
        .rank = { "", NULL },
        .handle =
            corr_report_text(p->r, "%s more", cmd_count(p->r, p->n - p->shown)),
        .name = "(-n 0)",
        .code = { p->same_name ? "(-n 0)" : "", NULL },
    };
}

static void fill_shown_span(const void *ctx, uint32_t i, void *row)
{
    const spans_page *p = ctx;

    if (i == p->shown) {
        fill_rest(p, row);
        return;
    }
    const corr_listed v = row_of(p, i);
    *(shown_row *)row = (shown_row){
        .v = v,
        .duration = v.unfinished || v.untold
                        ? "?"
                        : span_time(p->r, length_of(&v), longest(p)),
        .self = v.unfinished
                    ? "?"
                    : fall_bounds(p->r, v.self_lo, v.self_hi, longest(p)),
        .rank = rank_words(p, &v),
        .handle = corr_report_text(p->r, "%s%s", handle_of(p, &v),
                                   v.status == CORR_STATUS_ERROR ? " !" : ""),
        .name = name_of(p, i, &v),
        .code = code_words(p, &v),
        .obs = v.known ? v.obs : 0,
    };
}

static bool any_code(const spans_page *p)
{
    for (uint32_t i = 0; corr_spanlist_kind(p->l).n && i < p->shown; i++)
        if (row_of(p, i).obs)
            return true;
    return false;
}

/* Ranks are of requests: other rows would have gaps. */
static bool any_rank(const spans_page *p)
{
    if (!p->totals.whole)
        return false;
    for (uint32_t i = 0; i < p->shown; i++)
        if (row_of(p, i).rank_of)
            return true;
    return false;
}

static void put_table(const spans_page *p)
{
    corr_column *c = corr_report_alloc(p->r, sizeof *c, COUNT(columns));
    const bool has_code = any_code(p), has_rank = any_rank(p);
    uint32_t n = 0;

    for (uint32_t i = 0; c && i < COUNT(columns); i++) {
        if ((i == SELF && p->totals.whole) || (i == RANK && !has_rank) ||
            (i == SERVICE && p->same_service) || (i == NAME && p->same_name) ||
            (i >= CODE && !has_code))
            continue;
        c[n] = columns[i];
        if (i == NAME && !p->totals.whole)
            c[n].title = "span";
        n++;
    }
    corr_table t =
        CORR_FILLED(columns, p->shown + (p->n > p->shown), fill_shown_span, p);
    t.columns = c;
    t.ncolumns = n;
    cmd_screen(p->r, t);
}

/* ---- sentences -------------------------------------------------------- */

/* ": 1.082 s down to 0.647 s"; "" if no end is recorded. */
static const char *range_words(const spans_page *p)
{
    const char *from = NULL, *to = NULL;

    for (uint32_t i = 0; i < p->shown; i++) {
        const corr_listed v = row_of(p, i);
        if (v.unfinished)
            continue;
        to = span_time(p->r, length_of(&v), longest(p));
        from = from ? from : to;
    }
    if (!from)
        return ", without an end";
    if (corr_str_eq(corr_str_of(from), corr_str_of(to)))
        return corr_report_text(p->r, ": %s", from);
    return corr_report_text(p->r, ": %s down to %s", from, to);
}

/* " of checkout named GET /x" as it was asked for. */
static const char *of_words(const spans_page *p)
{
    const char *of = "";

    if (p->q->service)
        of = corr_report_text(p->r, " of %s", p->q->service);
    if (p->q->op)
        of = corr_report_text(p->r, "%s named %s", of, p->q->op);
    return of;
}

static void say_answer(const spans_page *p)
{
    const corr_span_totals *t = &p->totals;
    const char *one = p->totals.whole ? "request" : "span";
    const char *all = corr_report_text(
        p->r, "%s%s", cmd_n(p->r, t->listed, one), of_words(p));
    const char *range = range_words(p);

    if (p->shown == t->listed)
        corr_report_head(p->r, "%s%s", all, range);
    else if (p->shown == 1)
        corr_report_head(p->r, "the slowest of %s%s", all, range);
    else
        corr_report_head(p->r, "the %s slowest of %s%s",
                         cmd_count(p->r, p->shown), all, range);
    if (t->whole || p->ctx->output->all || p->ctx->of->span ||
        p->ctx->of->trace)
        return;
    if (!t->entries)
        corr_report_line(p->r, "no request matches; these spans are inside "
                               "requests");
    else
        corr_report_line(p->r,
                         "%s of the %s are requests, the others are "
                         "inside requests",
                         cmd_count(p->r, t->entries),
                         cmd_n(p->r, t->spans, "span"));
}

static void say_no_code(const spans_page *p)
{
    const select_opts *s = p->ctx->select;
    const corr_str kind = corr_spanlist_kind(p->l);

    if (any_code(p) || cmd_say_no_kind(p->ctx, p->r))
        return;
    if ((s->focus || s->ignore || s->thread || s->labels.n) &&
        cmd_say_unmatched(p->ctx, p->r, "these spans"))
        return;
    corr_report_line(
        p->r, "no %.*s%ssample is tied to any of them%s", CORR_STR_ARG(kind),
        kind.n ? " " : "",
        s->min_join ? corr_report_text(p->r, " on %s evidence", s->min_join)
                    : "");
}

/* ---- the screen ------------------------------------------------------- */

/* The id of a row, or of its trace if that means the same. */
static const char *next_id(const spans_page *p, const corr_listed *v)
{
    return v->handle == 1 ? cmd_short(p->r, v->trace, v->start)
                          : handle_of(p, v);
}

static void put_next(const spans_page *p)
{
    const corr_listed first = row_of(p, 0);
    const char *files = cmd_files(p->ctx, p->r);

    corr_report_next(p->r, "where the slowest one spent its time",
                     "corr span %s%s", next_id(p, &first), files);
    corr_report_next(p->r, "the waterfall", "corr trace %s%s",
                     cmd_short(p->r, first.trace, first.start), files);
    if (p->totals.requests && p->usual_rows && p->n > p->shown)
        corr_report_next(p->r, "only the five slowest",
                         "corr spans --slowest 5%s", files);
}

/* ---- what rows have in common ----------------------------------------- */

/* A text that rows have in common. */
typedef struct common {
    const char *text;
    uint32_t n;
} common;

typedef enum trait { OF_NAME, OF_SERVICE, OF_CODE } trait;

static const char *text_of(const spans_page *p, uint32_t i, trait of)
{
    const corr_listed v = row_of(p, i);

    return of == OF_CODE   ? code_name(p, &v)
           : of == OF_NAME ? name_of(p, i, &v)
                           : cmd_str(p->r, v.service);
}

/* The text that most of the shown rows have. */
static common find_common(const spans_page *p, trait of)
{
    const uint32_t n = p->shown;
    const char **text = corr_report_alloc(p->r, sizeof *text, n);
    common best = { "", 0 };

    for (uint32_t i = 0; text && i < n; i++)
        text[i] = text_of(p, i, of);
    for (uint32_t i = 0; text && i < n; i++) {
        uint32_t same = 0;
        for (uint32_t k = 0; k < n && *text[i]; k++)
            same += corr_str_is(corr_str_of(text[i]), text[k]);
        if (same > best.n)
            best = (common){ text[i], same };
    }
    return best;
}

/* Columns that would have one value are in the sentence. */
static void find_alike(spans_page *p)
{
    if (p->shown < LEAST_ALIKE || p->shown > MOST_ALIKE)
        return;
    const bool has_code = any_code(p);
    p->same_service = find_common(p, OF_SERVICE).n == p->shown;
    p->same_name = has_code && find_common(p, OF_NAME).n == p->shown;
}

static const char *name_words(const spans_page *p)
{
    const common name = find_common(p, OF_NAME);
    const char *of =
        p->same_service && !p->q->service
            ? corr_report_text(p->r, " of %s", text_of(p, 0, OF_SERVICE))
            : "";

    if (name.n == p->shown && !p->q->op)
        return corr_report_text(p->r, "all are %s%s", name.text, of);
    if (p->same_service && *of && p->q->op)
        return corr_report_text(p->r, "all are%s", of);
    if (2 * name.n > p->shown && !p->q->op)
        return corr_report_text(p->r, "%u of them are %s", name.n, name.text);
    return *of ? corr_report_text(p->r, "all are%s", of) : "";
}

/* So many samples must have a hottest code in common to be worth a sentence. */
enum { LEAST_SAMPLES = 10 };

static int64_t samples_of(const spans_page *p, const common *code)
{
    int64_t n = 0;

    for (uint32_t i = 0; i < p->shown; i++)
        if (corr_str_is(corr_str_of(code->text), text_of(p, i, OF_CODE)))
            n += row_of(p, i).obs;
    return n;
}

/* "all are GET /api/checkout of gateway", "the hottest code of 4 of them is
 * FraudRules.deepScan" */
static void say_common(const spans_page *p)
{
    if (p->shown < LEAST_ALIKE || p->shown > MOST_ALIKE)
        return;
    const char *first = name_words(p);
    const common code = find_common(p, OF_CODE);
    const char *of = code.n == p->shown
                         ? "all"
                         : corr_report_text(p->r, "%u of them", code.n);

    if (*first)
        corr_report_line(p->r, "%s", first);
    if (2 * code.n > p->shown && samples_of(p, &code) >= LEAST_SAMPLES)
        corr_report_line(p->r, "the hottest code of %s is %s", of, code.text);
}

void spans_put(spans_page *p)
{
    p->rest = longest_of_rest(p);
    find_alike(p);
    say_answer(p);
    say_common(p);
    corr_report_blank(p->r);
    put_table(p);
    say_no_code(p);
    put_next(p);
}
