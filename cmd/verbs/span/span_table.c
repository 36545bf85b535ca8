/* The waterfall of corr span: every span in the data, the critical path on
 * the screen. */
#include "verbs/span/span.h"

enum {
    SMALL_TRACE = 12, /* traces this small are shown whole */
    MOST_ALIKE = 3    /* calls, one after the other, that are a row each */
};

typedef struct shown {
    span_report *s;
    uint32_t *span; /* indices that the screen shows */
    uint32_t n;
    uint32_t *row; /* [nrow + 1] where each row begins in them */
    uint32_t nrow;
    const int *tenths; /* of the critical path, by row */
    bool *is_last;     /* among shown siblings, by index */
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

    return n == 1 ? cmd_str(t->s->r, v->name)
                  : corr_report_text(t->s->r, "%.*s \xc3\x97%u",
                                     CORR_STR_ARG(v->name), n);
}

/* Sums the total and self time of the spans of a row. */
static void sum_row(const shown *t, uint32_t row, int64_t *total, int64_t *self)
{
    *total = *self = 0;
    for (uint32_t k = t->row[row]; k < t->row[row + 1]; k++) {
        const corr_span_view v = span_view_at(t, t->span[k]);
        *total = corr_sum(*total, v.end - v.start);
        *self = corr_sum(*self, v.self);
    }
}

static void fill_shown_row(const void *ctx, uint32_t row, void *to)
{
    const shown *t = ctx;
    corr_report *r = t->s->r;
    const uint32_t i = t->span[t->row[row]];
    const uint32_t last = t->span[t->row[row + 1] - 1];
    const corr_span_view v = span_view_at(t, i);
    const corr_span_view root = span_view_at(t, t->s->trace.root);
    const int64_t scale = root.end - root.start;
    int64_t total, self;

    sum_row(t, row, &total, &self);
    *(fall_row *)to = (fall_row){
        .mark = corr_report_text(r, "s%u%s%s", v.handle,
                                 i == t->s->focus ? " *" : "",
                                 v.status == CORR_STATUS_ERROR ? " !" : ""),
        .name = span_row_name(t, row, &v),
        .total = fall_time(r, &v, total, scale),
        .self = fall_time(r, &v, self, scale),
        .share = v.nonblocking
                     ? "async"
                     : corr_report_text(r, "%d.%d%%", t->tenths[row] / 10,
                                        t->tenths[row] % 10),
        .service = v.service,
        .branch = { span_view_at(t, last).depth, t->is_last[last] },
        .strong = i == t->s->focus,
    };
}

/* Picks spans on the critical path, the focus, and their ancestors. */
static void pick_rows(shown *t, uint32_t n)
{
    const output_opts *o = t->s->ctx->output;
    bool *show = corr_report_alloc(t->s->r, sizeof *show, n);

    if (!show)
        return;
    for (uint32_t i = 0; i < n; i++) {
        bool all = o->all || n <= SMALL_TRACE;
        if (!all && !span_view_at(t, i).critical && i != t->s->focus)
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

/* Shares that add up over the rows, however many spans each has. */
static bool share_out(shown *t, uint32_t n)
{
    uint32_t *row_of = corr_report_alloc(t->s->r, sizeof *row_of, n);

    for (uint32_t i = 0; row_of && i < n; i++)
        row_of[i] = UINT32_MAX;
    for (uint32_t row = 0; row_of && row < t->nrow; row++)
        for (uint32_t k = t->row[row]; k < t->row[row + 1]; k++)
            row_of[t->span[k]] = row;
    if (row_of)
        t->tenths = fall_tenths(t->s->r, t->s->w, row_of, t->nrow);
    return t->tenths != NULL;
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
        corr_report_line(t->s->r, "     ! s%u failed%s%.*s", v.handle,
                         v.status_text.n ? ": " : "",
                         CORR_STR_ARG(v.status_text));
    }
    if (n > MOST)
        corr_report_line(t->s->r, "     ! %u more failed", n - MOST);
}

static void put_below(const shown *t, uint32_t n)
{
    const span_report *s = t->s;

    put_failed(t);
    if (t->n < n)
        corr_report_line(
            s->r, "     %u more span%s %s off the critical path (--all)",
            n - t->n, cmd_plural(n - t->n), n - t->n == 1 ? "is" : "are");
    if (s->trace.clipped)
        corr_report_line(
            s->r, "     clipped %u span%s by %s to fit the parent",
            s->trace.clipped, cmd_plural(s->trace.clipped),
            span_time(s->r, s->trace.clipped_ns, s->trace.clipped_ns));
    if (s->trace.dropped)
        corr_report_line(
            s->r,
            "     %u span%s outside the time of the parent: not on the path",
            s->trace.dropped, s->trace.dropped == 1 ? " lies" : "s lie");
}

/* ---- data ----------------------------------------------------------- */

static void put_focus(const shown *t)
{
    corr_report *r = t->s->r;
    corr_str *text = corr_report_alloc(r, sizeof *text, 1);

    if (!text)
        return;
    *text = corr_str_of(cmd_span_id(r, span_view_at(t, t->s->focus).id));
    corr_report_put(r, "focus", fall_names(r, text, 1));
}

corr_code span_put_waterfall(span_report *s, corr_err *err)
{
    uint32_t n = corr_waterfall_size(s->w);
    shown *t = corr_report_alloc(s->r, sizeof *t, 1);
    const fall *f = fall_of(s->r, s->w, s->focus);

    if (t) {
        t->s = s;
        t->span = corr_report_alloc(s->r, sizeof *t->span, n);
        t->row = corr_report_alloc(s->r, sizeof *t->row, (size_t)n + 1);
        t->is_last = corr_report_alloc(s->r, sizeof *t->is_last, n);
    }
    if (!t || !f || !t->span || !t->row || !t->is_last)
        return corr_no_memory(err);
    pick_rows(t, n);
    fold_rows(t);
    if (!share_out(t, n))
        return corr_no_memory(err);
    fall_put_trace(f);
    put_focus(t);
    fall_put_spans(f, FALL_SPAN);
    clocks_put(s->r, s->w);
    fall_say_head(f, s->ctx);
    corr_report_blank(s->r);
    fall_put_rows(s->r, t->nrow, false, fill_shown_row, t);
    put_below(t, n);
    corr_report_blank(s->r);
    return CORR_OK;
}
