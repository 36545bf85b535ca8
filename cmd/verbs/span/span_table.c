/* The waterfall of corr span: every span in the data, the critical path on
 * the screen. */
#include <stdlib.h>

#include "corr_sort.h"
#include "page/span_story.h"
#include "verbs/span/span.h"

enum {
    SMALL_TRACE = 4, /* traces this small are shown whole */
    SHOWN_PART =
        20, /* spans with less than 1 / SHOWN_PART of the path are not */
    SHORT_PART = 5, /* the same in a short form */
    MOST_ALIKE = 3, /* calls, one after the other, that are a row each */
    MOST_APART = 8, /* rows of one operation, with others between them */
    MOST_ROWS = 200 /* of a screen, without --all */
};

typedef struct shown {
    const span_report *s;
    uint32_t *span; /* indices that the screen shows, those of a row together */
    uint32_t n;
    uint32_t *row;      /* [nrow + 1] where each row begins in them */
    uint32_t nrow, cut; /* cut: rows between the first and the last ones */
    uint32_t *group;    /* [spans] siblings of one operation have one number */
    uint32_t *piece;    /* [n + 1] the sections of each of them, in pieces[] */
    corr_bar_piece *pieces;
    bool *is_last;           /* [nrow] among shown siblings */
    bool is_short;           /* spans above a shown one need no row */
    uint32_t *above, *depth; /* [spans] the shown span above; rows above */
} shown;

static corr_span_view span_view_at(const shown *t, uint32_t i)
{
    return corr_waterfall_at(t->s->w, i);
}

/* ---- screen --------------------------------------------------------- */

/* The calls of a row. */
static int64_t row_calls(const shown *t, uint32_t row)
{
    int64_t calls = 0;

    for (uint32_t k = t->row[row]; k < t->row[row + 1]; k++)
        calls = corr_sum(calls, span_view_at(t, t->span[k]).calls);
    return calls;
}

static const char *span_row_name(const shown *t, uint32_t row,
                                 const corr_span_view *v)
{
    const uint32_t i = t->span[t->row[row]];

    return i == t->s->trace.root
               ? span_call_name(t->s, i)
               : fall_call_name(t->s->r, v->name, row_calls(t, row));
}

static int64_t row_total(const shown *t, uint32_t row)
{
    int64_t total = 0;

    for (uint32_t k = t->row[row]; k < t->row[row + 1]; k++) {
        const corr_span_view v = span_view_at(t, t->span[k]);
        total = corr_sum(total, fall_length(&v));
    }
    return total;
}

typedef struct fall_line {
    const char *mark, *name, *total;
    corr_str service;
    corr_tone tone; /* of the service */
    corr_bar bar;
    corr_branch branch;
    bool strong;
} fall_line;

static const corr_column fall_columns[] = {
    SEE("", 0, TEXT, fall_line, mark),
    SEE("", CORR_COL_TONED | CORR_COL_SPARE_LAST, TEXT, fall_line, service),
    SEE("", CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_SLIM, TEXT, fall_line,
        name),
    SEE("", CORR_COL_RIGHT, TEXT, fall_line, total),
    SEE("", CORR_COL_SPARE, BAR, fall_line, bar),
    SHOWN(BRANCH, fall_line, branch),
    SHOWN(TONE, fall_line, tone),
    SHOWN(STRONG, fall_line, strong),
};

static void fill_shown_row(const void *ctx, uint32_t row, void *to)
{
    const shown *t = ctx;
    corr_report *r = t->s->r;
    const uint32_t first = t->row[row], end = t->row[row + 1];
    const uint32_t i = t->span[first];
    const corr_span_view v = span_view_at(t, i);
    const corr_span_view root = span_view_at(t, t->s->trace.root);

    *(fall_line *)to = (fall_line){
        .mark = corr_report_text(r, "s%u%s%s", v.handle,
                                 i == t->s->focus ? " *" : "",
                                 v.status == CORR_STATUS_ERROR ? " !" : ""),
        .name = span_row_name(t, row, &v),
        .total = fall_total(
            r, &v, span_part_time(r, row_total(t, row), root.end - root.start)),
        .service = v.service,
        .tone = fall_tone(t->s->w, v.service),
        .bar = { t->pieces + t->piece[first], t->piece[end] - t->piece[first] },
        .branch = { t->depth[i], t->is_last[row] },
        .strong = i == t->s->focus,
    };
}

/* ---- rows ------------------------------------------------------------ */

typedef struct sibling {
    uint32_t up;
    corr_str name, service;
    bool nonblocking;
    uint32_t i;
} sibling;

SORT_BY(sibling_by_operation, sibling, ASC(up), ASC_STR(name), ASC_STR(service),
        ASC(nonblocking), ASC(i))

/* Numbers the siblings of one operation alike. */
static bool number_groups(shown *t, uint32_t n)
{
    sibling *s = corr_report_alloc(t->s->r, sizeof *s, (size_t)n + 1);
    uint32_t group = 0;

    t->group = corr_report_alloc(t->s->r, sizeof *t->group, (size_t)n + 1);
    if (!s || !t->group)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const corr_span_view v = span_view_at(t, i);
        s[i] = (sibling){ v.up, v.name, v.service, v.nonblocking, i };
    }
    qsort(s, n, sizeof *s, sibling_by_operation);
    for (uint32_t k = 0; k < n; k++) {
        group += k && (s[k].up != s[k - 1].up ||
                       s[k].nonblocking != s[k - 1].nonblocking ||
                       !corr_str_eq(s[k].name, s[k - 1].name) ||
                       !corr_str_eq(s[k].service, s[k - 1].service));
        t->group[s[k].i] = group;
    }
    return true;
}

/* Marks the spans with enough of the critical path for a row, alone or with
 * their siblings of one operation. */
static void mark_worthy(const shown *t, uint32_t n, bool *worthy)
{
    const corr_span_view root = span_view_at(t, t->s->trace.root);
    const int64_t least =
        (root.end - root.start) / (t->is_short ? SHORT_PART : SHOWN_PART);
    int64_t *sum = corr_report_alloc(t->s->r, sizeof *sum, n);

    for (uint32_t i = 0; sum && i < n; i++) {
        int64_t *of = &sum[t->group[i]];
        *of = corr_sum(*of, span_view_at(t, i).critical);
    }
    for (uint32_t i = 0; sum && i < n; i++)
        worthy[i] = sum[t->group[i]] > 0 && sum[t->group[i]] >= least;
}

/* Finds the rows above each span: parents stand before their children. */
static void find_above(shown *t, uint32_t n, const bool *show)
{
    for (uint32_t i = 0; i < n; i++) {
        const corr_span_view v = span_view_at(t, i);
        t->above[i] = v.up >= i || show[v.up] ? v.up : t->above[v.up];
        t->depth[i] = !t->is_short                ? v.depth
                      : t->above[i] == UINT32_MAX ? 0
                                                  : t->depth[t->above[i]] + 1;
    }
}

/* Picks spans on the critical path, the focus, and their ancestors; in a short
 * form the root only. */
static void pick_rows(shown *t, uint32_t n)
{
    const output_opts *o = t->s->ctx->output;
    bool *show = corr_report_alloc(t->s->r, sizeof *show, n);
    bool *worthy = corr_report_alloc(t->s->r, sizeof *worthy, n);

    if (!show || !worthy)
        return;
    mark_worthy(t, n, worthy);
    for (uint32_t i = 0; i < n; i++) {
        if (!o->all && n > SMALL_TRACE && !worthy[i] && i != t->s->focus &&
            (!t->is_short || i != t->s->trace.root))
            continue;
        if (t->is_short) {
            show[i] = true;
            continue;
        }
        for (uint32_t at = i; at != UINT32_MAX && !show[at];
             at = span_view_at(t, at).up)
            show[at] = true;
    }
    for (uint32_t i = 0; i < n; i++)
        if (show[i])
            t->span[t->n++] = i;
    find_above(t, n, show);
}

/* Whether the shown span k may stand in a row with others. */
static bool can_fold(const shown *t, uint32_t k)
{
    const corr_span_view v = span_view_at(t, t->span[k]);
    const bool has_child =
        k + 1 < t->n && t->above[t->span[k + 1]] == t->span[k];

    return !has_child && v.status != CORR_STATUS_ERROR &&
           t->span[k] != t->s->focus;
}

/* The number of shown spans from k on that could be one row. */
static uint32_t run_length(const shown *t, uint32_t k)
{
    uint32_t n = 0;

    while (k + n < t->n && t->group[t->span[k + n]] == t->group[t->span[k]] &&
           can_fold(t, k + n))
        n++;
    return n > MOST_ALIKE ? n : 1;
}

/* The shown spans of each group that could be one row, by place in t->span. */
typedef struct folds {
    uint32_t *first, *last; /* [groups] */
    uint32_t *next;         /* [shown] UINT32_MAX: the end */
    uint32_t *rows;         /* [groups] that they need without the others */
} folds;

static bool find_folds(const shown *t, folds *f, size_t groups)
{
    corr_report *r = t->s->r;
    uint32_t run = 0;

    f->first = corr_report_alloc(r, sizeof *f->first, groups);
    f->last = corr_report_alloc(r, sizeof *f->last, groups);
    f->rows = corr_report_alloc(r, sizeof *f->rows, groups);
    f->next = corr_report_alloc(r, sizeof *f->next, (size_t)t->n + 1);
    if (!f->first || !f->last || !f->rows || !f->next)
        return false;
    for (uint32_t k = 0; k < t->n; k++) {
        const uint32_t g = t->group[t->span[k]];
        f->next[k] = UINT32_MAX;
        const bool begins = run == 0;
        run = (begins ? run_length(t, k) : run) - 1;
        if (!can_fold(t, k))
            continue;
        if (f->rows[g])
            f->next[f->last[g]] = k;
        else
            f->first[g] = k;
        f->last[g] = k;
        f->rows[g] += begins;
    }
    return true;
}

/* Adds a row of `most` spans: those that follow k, or those of its group. */
static void add_row(shown *t, const folds *f, uint32_t k, uint32_t most,
                    uint32_t *span, uint32_t *at)
{
    t->row[t->nrow++] = *at;
    for (; most && k != UINT32_MAX; most--) {
        span[(*at)++] = t->span[k];
        k = f ? f->next[k] : k + 1;
    }
}

/* A call that is made again and again is one row; one that is made among others
 * has its row where it is made first. */
static void fold_rows(shown *t, uint32_t n)
{
    const bool all = t->s->ctx->output->all;
    folds f;
    uint32_t at = 0;
    uint32_t *span = corr_report_alloc(t->s->r, sizeof *span, (size_t)t->n + 1);

    if (!span || !find_folds(t, &f, n))
        return;
    for (uint32_t k = 0, run = 1; k < t->n; k += run) {
        const uint32_t g = t->group[t->span[k]];
        const bool apart = !all && f.rows[g] > MOST_APART && can_fold(t, k);
        run = all || apart ? 1 : run_length(t, k);
        if (!apart)
            add_row(t, NULL, k, run, span, &at);
        else if (f.first[g] == k)
            add_row(t, &f, k, UINT32_MAX, span, &at);
    }
    t->row[t->nrow] = at;
    t->span = span;
}

/* Marks the last rows among siblings: from the end, the first that is met. */
static void mark_last(shown *t, uint32_t n)
{
    bool *met = corr_report_alloc(t->s->r, sizeof *met, (size_t)n + 1);

    t->is_last =
        corr_report_alloc(t->s->r, sizeof *t->is_last, (size_t)t->nrow + 1);
    for (uint32_t k = t->nrow; met && t->is_last && k-- > 0;) {
        const uint32_t up = t->above[t->span[t->row[k]]];
        const uint32_t slot = up == UINT32_MAX ? n : up;
        t->is_last[k] = !met[slot];
        met[slot] = true;
    }
}

/* Of very many rows the first and the last are shown. */
static void cut_rows(shown *t)
{
    if (t->s->ctx->output->all || t->nrow <= MOST_ROWS)
        return;
    t->cut = t->nrow - MOST_ROWS;
}

static double in_request(const shown *t, int64_t ns)
{
    const corr_span_view root = span_view_at(t, t->s->trace.root);
    const double length = (double)(root.end - root.start);

    return length > 0 ? (double)(ns - root.start) / length : 0;
}

/* Adds the sections of the critical path behind the pieces of their spans. */
static void draw_sections(shown *t, uint32_t *next, uint32_t n, int64_t start)
{
    bool *is_shown = corr_report_alloc(t->s->r, sizeof *is_shown, n);

    for (uint32_t k = 0; is_shown && k < t->n; k++)
        is_shown[t->span[k]] = true;
    for (uint32_t k = 0; is_shown && k < corr_waterfall_sections(t->s->w);
         k++) {
        const corr_section c = corr_waterfall_section(t->s->w, k);
        if (is_shown[c.span])
            t->pieces[next[c.span]++] =
                (corr_bar_piece){ in_request(t, start + c.from),
                                  in_request(t, start + c.to),
                                  CORR_INK_STRONG };
    }
}

/* The pieces of each shown span: its time, and where it is the critical path. */
static bool draw_pieces(shown *t, uint32_t n)
{
    const corr_waterfall *w = t->s->w;
    const uint32_t nsection = corr_waterfall_sections(w);
    const int64_t start = span_view_at(t, t->s->trace.root).start;
    uint32_t *next = corr_report_alloc(t->s->r, sizeof *next, (size_t)n + 1);

    t->piece = corr_report_alloc(t->s->r, sizeof *t->piece, (size_t)t->n + 1);
    t->pieces =
        corr_report_alloc(t->s->r, sizeof *t->pieces, (size_t)n + nsection + 1);
    if (!next || !t->piece || !t->pieces)
        return false;
    for (uint32_t k = 0; k < nsection; k++)
        next[corr_waterfall_section(w, k).span]++;
    for (uint32_t k = 0; k < t->n; k++) {
        const uint32_t i = t->span[k];
        const corr_span_view v = span_view_at(t, i);
        t->piece[k + 1] = t->piece[k] + 1 + next[i];
        next[i] = t->piece[k] + 1;
        t->pieces[t->piece[k]] =
            (corr_bar_piece){ in_request(t, v.start), in_request(t, v.end),
                              v.nonblocking ? CORR_INK_FAINT : CORR_INK_PLAIN };
    }
    draw_sections(t, next, n, start);
    return true;
}

/* Prints the messages of failed spans. */
static void put_failed(const shown *t)
{
    enum { MOST = 5 };
    uint32_t n = 0;

    for (uint32_t k = 0; k < t->n; k++) {
        const corr_span_view v = span_view_at(t, t->span[k]);
        if (v.status != CORR_STATUS_ERROR || n++ >= MOST)
            continue;
        corr_report_line(t->s->r, "     ! s%u failed%s", v.handle,
                         story_failure(t->s->r, t->s->w, t->span[k]));
    }
    if (n > MOST)
        corr_report_line(t->s->r, "     ! %u more failed", n - MOST);
}

/* "7 more rows, 0.051 s (--all)": spans that have no row, folded as rows are. */
static void put_hidden(const shown *t, uint32_t n, uint32_t others)
{
    const corr_span_view root = span_view_at(t, t->s->trace.root);
    const char *time = "";
    int64_t ns = 0;
    bool *is_shown = corr_report_alloc(t->s->r, sizeof *is_shown, n);

    for (uint32_t k = 0; is_shown && k < t->n; k++)
        is_shown[t->span[k]] = true;
    for (uint32_t i = 0; is_shown && i < n; i++)
        ns += is_shown[i] ? 0 : span_view_at(t, i).critical;
    if (ns > 0)
        time = corr_report_text(
            t->s->r, ", %s of the request",
            span_part_time(t->s->r, ns, root.end - root.start));
    const char *code =
        others ? corr_report_text(t->s->r, "; code of %u more process%s",
                                  others, others == 1 ? "" : "es")
               : "";
    if (t->n < n)
        corr_report_line(t->s->r, "     %u more span%s%s%s (--all)", n - t->n,
                         cmd_plural(n - t->n), time, code);
}

static void put_below(const shown *t)
{
    const span_report *s = t->s;

    put_failed(t);
    if (story_put(s->r, s->w, cmd_rows(s->ctx, 0) == UINT32_MAX, false))
        corr_report_next(s->r, "the traces that it links to",
                         "corr trace %s --follow%s",
                         cmd_short(s->r, s->trace.trace, s->trace.start),
                         cmd_files(s->ctx, s->r));
    if (s->trace.clipped)
        corr_report_note(
            s->r, CORR_INFO, "CLIPPED", -1,
            "%u span%s clipped by %s to fit the parent", s->trace.clipped,
            cmd_plural(s->trace.clipped),
            span_time(s->r, s->trace.clipped_ns, s->trace.clipped_ns));
    if (s->trace.dropped)
        corr_report_line(
            s->r,
            "     %u span%s outside the time of the parent: not on the path",
            s->trace.dropped, s->trace.dropped == 1 ? " lies" : "s lie");
}

/* ---- data ----------------------------------------------------------- */

static void put_focus(const span_report *s)
{
    corr_report *r = s->r;
    corr_str *text = corr_report_alloc(r, sizeof *text, 1);

    if (!text)
        return;
    *text = corr_str_of(cmd_span_id(r, s->span.id));
    corr_report_put(r, "focus", fall_names(r, text, 1));
}

corr_code span_put_waterfall(span_report *s, corr_err *err)
{
    const fall *f = fall_of(s->r, s->w, s->focus);

    if (!f)
        return corr_no_memory(err);
    fall_put_trace(f);
    put_focus(s);
    fall_put_spans(f, FALL_SPAN);
    clocks_put(s->r, s->w);
    s->fall = f;
    return CORR_OK;
}

static void fill_kept_row(const void *ctx, uint32_t row, void *to)
{
    const shown *t = ctx;

    fill_shown_row(t, row < MOST_ROWS / 2 ? row : row + t->cut, to);
}

/* NULL: out of memory. */
static shown *shown_of(const span_report *s, bool is_short)
{
    const uint32_t n = corr_waterfall_size(s->w);
    shown *t = corr_report_alloc(s->r, sizeof *t, 1);

    if (!t)
        return NULL;
    *t = (shown){ .s = s,
                  .is_short = is_short,
                  .span = corr_report_alloc(s->r, sizeof *t->span, n),
                  .row = corr_report_alloc(s->r, sizeof *t->row, (size_t)n + 1),
                  .above = corr_report_alloc(s->r, sizeof *t->above, n),
                  .depth = corr_report_alloc(s->r, sizeof *t->depth, n) };
    if (!t->span || !t->row || !t->above || !t->depth || !number_groups(t, n))
        return NULL;
    pick_rows(t, n);
    fold_rows(t, n);
    mark_last(t, n);
    cut_rows(t);
    return t->is_last && draw_pieces(t, n) ? t : NULL;
}

static void put_rows(const shown *t, uint32_t others)
{
    cmd_screen(t->s->r, CORR_FILLED(fall_columns, t->nrow - t->cut,
                                    fill_kept_row, t, .no_header = true));
    if (t->cut)
        corr_report_line(t->s->r,
                         "     %s between the first and the last %d "
                         "(--all)",
                         cmd_n(t->s->r, t->cut, "more row"), MOST_ROWS / 2);
    put_hidden(t, corr_waterfall_size(t->s->w), others);
}

/* The short form; NULL: it is no shorter, or a span failed, whose row stays. */
static const shown *short_form(const shown *t)
{
    const uint32_t n = corr_waterfall_size(t->s->w);

    if (!cmd_may_fold(t->s->ctx) || n <= SMALL_TRACE)
        return NULL;
    for (uint32_t k = 0; k < t->n; k++)
        if (span_view_at(t, t->span[k]).status == CORR_STATUS_ERROR)
            return NULL;
    const shown *brief = shown_of(t->s, true);
    return brief && brief->nrow + (t->n == n) < t->nrow ? brief : NULL;
}

bool span_say_waterfall(const span_report *s, uint32_t others)
{
    const shown *t = shown_of(s, false);

    if (!t)
        return false;
    const shown *brief = short_form(t);
    corr_report_blank(s->r);
    if (brief)
        corr_report_form(s->r, CORR_FORM_LONG, SPAN_RANK_FALL);
    put_rows(t, 0);
    if (brief) {
        corr_report_form(s->r, CORR_FORM_SHORT, SPAN_RANK_FALL);
        put_rows(brief, others);
    }
    corr_report_form(s->r, CORR_FORM_ANY, 0);
    put_below(t);
    fall_say_doubts(s->fall);
    return brief != NULL;
}
