/* The waterfall of corr span: every span in the data, the critical path on
 * the screen. */
#include "page/span_story.h"
#include "verbs/span/span.h"

enum {
    SMALL_TRACE = 4, /* traces this small are shown whole */
    SHOWN_PART =
        20,        /* spans with less than 1 / SHOWN_PART of the path are not */
    MOST_ALIKE = 3 /* calls, one after the other, that are a row each */
};

typedef struct shown {
    const span_report *s;
    uint32_t *span; /* indices that the screen shows */
    uint32_t n;
    uint32_t *row; /* [nrow + 1] where each row begins in them */
    uint32_t nrow;
    uint32_t *piece; /* [nspan + 1] its sections, in pieces[] */
    corr_bar_piece *pieces;
    bool *is_last; /* among shown siblings, by index */
} shown;

static corr_span_view span_view_at(const shown *t, uint32_t i)
{
    return corr_waterfall_at(t->s->w, i);
}

/* ---- screen --------------------------------------------------------- */

static const char *span_row_name(const shown *t, uint32_t row,
                                 const corr_span_view *v)
{
    const uint32_t n = t->row[row + 1] - t->row[row];

    return n == 1 ? t->span[t->row[row]] == t->s->trace.root
                        ? span_call_name(t->s, t->s->trace.root)
                        : cmd_str(t->s->r, v->name)
                  : corr_report_text(t->s->r, "%.*s \xc3\x97%u",
                                     CORR_STR_ARG(v->name), n);
}

static int64_t row_total(const shown *t, uint32_t row)
{
    int64_t total = 0;

    for (uint32_t k = t->row[row]; k < t->row[row + 1]; k++) {
        const corr_span_view v = span_view_at(t, t->span[k]);
        total = corr_sum(total, v.end - v.start);
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
    const uint32_t i = t->span[t->row[row]];
    const uint32_t last = t->span[t->row[row + 1] - 1];
    const corr_span_view v = span_view_at(t, i);
    const corr_span_view root = span_view_at(t, t->s->trace.root);

    *(fall_line *)to = (fall_line){
        .mark = corr_report_text(r, "s%u%s%s", v.handle,
                                 i == t->s->focus ? " *" : "",
                                 v.status == CORR_STATUS_ERROR ? " !" : ""),
        .name = span_row_name(t, row, &v),
        .total = corr_report_text(
            r, "%s%s", v.unfinished ? "> " : "",
            span_part_time(r, row_total(t, row), root.end - root.start)),
        .service = v.service,
        .tone = fall_tone(t->s->w, v.service),
        .bar = { t->pieces + t->piece[i], t->piece[last + 1] - t->piece[i] },
        .branch = { span_view_at(t, last).depth, t->is_last[last] },
        .strong = i == t->s->focus,
    };
}

/* The next sibling that could stand in one row with span i, or UINT32_MAX. */
static uint32_t next_alike(const shown *t, uint32_t i)
{
    const uint32_t n = corr_waterfall_size(t->s->w);
    const corr_span_view a = span_view_at(t, i);

    if (a.end_index >= n)
        return UINT32_MAX;
    const corr_span_view b = span_view_at(t, a.end_index);
    return a.up == b.up && corr_str_eq(a.name, b.name) &&
                   corr_str_eq(a.service, b.service)
               ? a.end_index
               : UINT32_MAX;
}

/* Marks the spans with enough of the critical path for a row, alone or with
 * those like it that follow. */
static void mark_worthy(const shown *t, uint32_t n, bool *worthy)
{
    const corr_span_view root = span_view_at(t, t->s->trace.root);
    const int64_t least = (root.end - root.start) / SHOWN_PART;
    bool *seen = corr_report_alloc(t->s->r, sizeof *seen, n);

    for (uint32_t i = 0; seen && i < n; i++) {
        int64_t sum = 0;
        if (seen[i])
            continue;
        for (uint32_t k = i; k != UINT32_MAX; k = next_alike(t, k)) {
            sum = corr_sum(sum, span_view_at(t, k).critical);
            seen[k] = true;
        }
        if (sum <= 0 || sum < least)
            continue;
        for (uint32_t k = i; k != UINT32_MAX; k = next_alike(t, k))
            worthy[k] = true;
    }
}

/* Picks spans on the critical path, the focus, and their ancestors. */
static void pick_rows(shown *t, uint32_t n)
{
    const output_opts *o = t->s->ctx->output;
    bool *show = corr_report_alloc(t->s->r, sizeof *show, n);
    bool *worthy = corr_report_alloc(t->s->r, sizeof *worthy, n);

    if (!show || !worthy)
        return;
    mark_worthy(t, n, worthy);
    for (uint32_t i = 0; i < n; i++) {
        if (!o->all && n > SMALL_TRACE && !worthy[i] && i != t->s->focus)
            continue;
        for (uint32_t at = i; at != UINT32_MAX && !show[at];
             at = span_view_at(t, at).up)
            show[at] = true;
    }
    for (uint32_t i = 0; i < n; i++)
        if (show[i])
            t->span[t->n++] = i;
    /* from the end: the first of its siblings met is the last of them */
    bool *met = corr_report_alloc(t->s->r, sizeof *met, (size_t)n + 1);
    for (uint32_t k = t->n; met && k-- > 0;) {
        uint32_t up = span_view_at(t, t->span[k]).up;
        uint32_t slot = up == UINT32_MAX ? n : up;
        t->is_last[t->span[k]] = !met[slot];
        met[slot] = true;
    }
}

/* Whether the shown span k may stand in one row with the one before it. */
static bool repeats_row(const shown *t, uint32_t k)
{
    const corr_span_view a = span_view_at(t, t->span[k - 1]);
    const corr_span_view b = span_view_at(t, t->span[k]);
    const bool has_child =
        k + 1 < t->n && span_view_at(t, t->span[k + 1]).up == t->span[k];

    return a.up == b.up && !has_child && corr_str_eq(a.name, b.name) &&
           corr_str_eq(a.service, b.service) &&
           a.nonblocking == b.nonblocking && a.status != CORR_STATUS_ERROR &&
           b.status != CORR_STATUS_ERROR && t->span[k - 1] != t->s->focus &&
           t->span[k] != t->s->focus;
}

/* A call that is made again and again is one row. */
static void fold_rows(shown *t)
{
    const bool all = t->s->ctx->output->all;
    uint32_t end;

    for (uint32_t k = 0; k < t->n; k = end) {
        for (end = k + 1; end < t->n && !all && repeats_row(t, end);)
            end++;
        if (end - k <= MOST_ALIKE)
            end = k + 1;
        t->row[t->nrow++] = k;
    }
    t->row[t->nrow] = t->n;
}

static double in_request(const shown *t, int64_t ns)
{
    const corr_span_view root = span_view_at(t, t->s->trace.root);
    const double length = (double)(root.end - root.start);

    return length > 0 ? (double)(ns - root.start) / length : 0;
}

/* The pieces of each span: its time, and where it is the critical path. */
static bool draw_pieces(shown *t, uint32_t n)
{
    const corr_waterfall *w = t->s->w;
    const uint32_t nsection = corr_waterfall_sections(w);
    const int64_t start = span_view_at(t, t->s->trace.root).start;
    uint32_t *next = corr_report_alloc(t->s->r, sizeof *next, (size_t)n + 1);

    t->piece = corr_report_alloc(t->s->r, sizeof *t->piece, (size_t)n + 1);
    t->pieces =
        corr_report_alloc(t->s->r, sizeof *t->pieces, (size_t)n + nsection);
    if (!next || !t->piece || !t->pieces)
        return false;
    for (uint32_t k = 0; k < nsection; k++)
        next[corr_waterfall_section(w, k).span]++;
    for (uint32_t i = 0; i < n; i++) {
        const corr_span_view v = span_view_at(t, i);
        t->piece[i + 1] = t->piece[i] + 1 + next[i];
        next[i] = t->piece[i];
        t->pieces[next[i]++] =
            (corr_bar_piece){ in_request(t, v.start), in_request(t, v.end),
                              v.nonblocking ? CORR_INK_FAINT : CORR_INK_PLAIN };
    }
    for (uint32_t k = 0; k < nsection; k++) {
        const corr_section c = corr_waterfall_section(w, k);
        t->pieces[next[c.span]++] =
            (corr_bar_piece){ in_request(t, start + c.from),
                              in_request(t, start + c.to), CORR_INK_STRONG };
    }
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
static void put_hidden(const shown *t, uint32_t n)
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
    if (t->n < n)
        corr_report_line(t->s->r, "     %u more span%s%s (--all)", n - t->n,
                         cmd_plural(n - t->n), time);
}

static void put_below(const shown *t, uint32_t n)
{
    const span_report *s = t->s;

    put_hidden(t, n);
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

void span_say_waterfall(const span_report *s)
{
    const uint32_t n = corr_waterfall_size(s->w);
    shown *t = corr_report_alloc(s->r, sizeof *t, 1);

    if (t) {
        t->s = s;
        t->span = corr_report_alloc(s->r, sizeof *t->span, n);
        t->row = corr_report_alloc(s->r, sizeof *t->row, (size_t)n + 1);
        t->is_last = corr_report_alloc(s->r, sizeof *t->is_last, n);
    }
    if (!t || !t->span || !t->row || !t->is_last || !draw_pieces(t, n))
        return;
    pick_rows(t, n);
    fold_rows(t);
    corr_report_blank(s->r);
    cmd_screen(s->r, CORR_FILLED(fall_columns, t->nrow, fill_shown_row, t,
                                 .no_header = true));
    put_below(t, n);
    fall_say_doubts(s->fall);
}
