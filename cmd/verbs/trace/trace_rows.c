/* The waterfall of corr trace on the screen. */
#include <stdlib.h>

#include "corr_sort.h"
#include "verbs/trace/trace.h"

/* ---- rows and sections by span -------------------------------------- */

static bool number_rows(trace_report *t, uint32_t n)
{
    uint32_t *row = corr_report_alloc(t->r, sizeof *row, n);

    for (uint32_t i = 0; row && i < n; i++)
        row[i] = UINT32_MAX;
    for (uint32_t k = 0; row && k < corr_span_rows_size(t->rows); k++) {
        uint32_t i = corr_span_rows_at(t->rows, k).span;
        for (; i != UINT32_MAX; i = corr_span_rows_next(t->rows, i))
            row[i] = k;
    }
    t->row_of = row;
    return row != NULL;
}

static bool sort_sections(trace_report *t, uint32_t n)
{
    const uint32_t m = corr_waterfall_sections(t->w);
    uint32_t *at = corr_report_alloc(t->r, sizeof *at, (size_t)n + 2);
    uint32_t *of = corr_report_alloc(t->r, sizeof *of, (size_t)m + 1);

    if (!at || !of)
        return false;
    for (uint32_t k = 0; k < m; k++)
        at[corr_waterfall_section(t->w, k).span + 2]++;
    for (uint32_t i = 1; i <= n; i++)
        at[i + 1] += at[i];
    for (uint32_t k = 0; k < m; k++) /* beginnings become ends */
        of[at[corr_waterfall_section(t->w, k).span + 1]++] = k;
    t->section_at = at;
    t->section_of = of;
    return true;
}

corr_code trace_prepare(trace_report *t, corr_err *err)
{
    const uint32_t n = corr_waterfall_size(t->w);

    if (!number_rows(t, n) || !sort_sections(t, n))
        return corr_no_memory(err);
    t->tenths =
        fall_tenths(t->r, t->w, t->row_of, corr_span_rows_size(t->rows));
    return t->tenths ? CORR_OK : corr_no_memory(err);
}

/* ---- bars ----------------------------------------------------------- */

typedef struct bars {
    corr_bar_piece *piece; /* of all rows */
    uint32_t *at;          /* [rows + 1] */
} bars;

static double in_request(const trace_report *t, int64_t ns)
{
    return t->length > 0 ? (double)(ns - t->start) / (double)t->length : 0;
}

SORT_BY(bar_piece_by_start, corr_bar_piece, ASC(from))

/* Pieces that overlap become one. */
static uint32_t merge_pieces(corr_bar_piece *p, uint32_t n)
{
    uint32_t kept = 0;

    if (n > 1)
        qsort(p, n, sizeof *p, bar_piece_by_start);
    for (uint32_t i = 0; i < n; i++) {
        if (kept && p[i].from <= p[kept - 1].to) {
            p[kept - 1].to =
                p[i].to > p[kept - 1].to ? p[i].to : p[kept - 1].to;
            continue;
        }
        p[kept++] = p[i];
    }
    return kept;
}

static uint32_t span_pieces(const trace_report *t, uint32_t row,
                            corr_bar_piece *p)
{
    const corr_span_row_view v = corr_span_rows_at(t->rows, row);
    const corr_ink ink =
        v.block == CORR_ROW_ASYNC ? CORR_INK_FAINT : CORR_INK_PLAIN;
    uint32_t n = 0;

    for (uint32_t i = v.span; i != UINT32_MAX;
         i = corr_span_rows_next(t->rows, i)) {
        const corr_span_view s = corr_waterfall_at(t->w, i);
        p[n++] = (corr_bar_piece){ in_request(t, s.start), in_request(t, s.end),
                                   ink };
    }
    return merge_pieces(p, n);
}

static uint32_t path_pieces(const trace_report *t, uint32_t row,
                            corr_bar_piece *p)
{
    uint32_t n = 0;

    for (uint32_t i = corr_span_rows_at(t->rows, row).span; i != UINT32_MAX;
         i = corr_span_rows_next(t->rows, i))
        for (uint32_t k = t->section_at[i]; k < t->section_at[i + 1]; k++) {
            const corr_section s =
                corr_waterfall_section(t->w, t->section_of[k]);
            p[n++] = (corr_bar_piece){ (double)s.from / (double)t->length,
                                       (double)s.to / (double)t->length,
                                       CORR_INK_STRONG };
        }
    return n;
}

static const bars *make_bars(const trace_report *t)
{
    const uint32_t n = corr_span_rows_size(t->rows);
    const size_t most =
        (size_t)corr_waterfall_size(t->w) + corr_waterfall_sections(t->w);
    bars *b = corr_report_alloc(t->r, sizeof *b, 1);

    if (!b)
        return NULL;
    b->piece = corr_report_alloc(t->r, sizeof *b->piece, most);
    b->at = corr_report_alloc(t->r, sizeof *b->at, (size_t)n + 1);
    if (!b->piece || !b->at)
        return NULL;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t end = b->at[k];
        end += span_pieces(t, k, b->piece + end);
        end += path_pieces(t, k, b->piece + end);
        b->at[k + 1] = end;
    }
    return b;
}

/* ---- tables --------------------------------------------------------- */

/* Rows of one block, which stand together. */
typedef struct block {
    const trace_report *t;
    const bars *bars;
    uint32_t first, n;
} block;

const char *trace_percent(corr_report *r, double share)
{
    return corr_report_text(r, "%.1f%%", 100 * share);
}

static const char *span_row_name(const trace_report *t,
                                 const corr_span_row_view *v)
{
    const corr_span_view s = corr_waterfall_at(t->w, v->span);

    if (v->n == 1)
        return cmd_str(t->r, s.name);
    return corr_report_text(t->r, "%.*s \xc3\x97%s", CORR_STR_ARG(s.name),
                            cmd_count(t->r, v->n));
}

const char *trace_row_name(const trace_report *t, uint32_t row)
{
    const corr_span_row_view v = corr_span_rows_at(t->rows, row);

    return corr_report_text(t->r, "s%u %s",
                            corr_waterfall_at(t->w, v.span).handle,
                            span_row_name(t, &v));
}

static const char *share_words(const trace_report *t,
                               const corr_span_row_view *v, int tenths)
{
    if (v->block == CORR_ROW_ASYNC)
        return "async";
    return v->block == CORR_ROW_REQUEST
               ? corr_report_text(t->r, "%d.%d%%", tenths / 10, tenths % 10)
               : "";
}

static void fill_span_row(const void *ctx, uint32_t i, void *row)
{
    const block *b = ctx;
    const trace_report *t = b->t;
    const uint32_t k = b->first + i;
    const uint32_t *at = &b->bars->at[k];
    const corr_span_row_view v = corr_span_rows_at(t->rows, k);
    fall_row *w = row;

    *w = (fall_row){ .branch = { v.depth, v.is_last }, .strong = v.holds };
    if (v.span == UINT32_MAX) {
        w->mark = "?";
        w->name = corr_report_text(t->r, "(%.8s missing)",
                                   cmd_span_id(t->r, v.missing));
        return;
    }
    const corr_span_view of = corr_waterfall_at(t->w, v.span);
    w->mark = corr_report_text(t->r, "s%u%s%s", of.handle, v.holds ? " *" : "",
                               v.failed ? " !" : "");
    w->name = span_row_name(t, &v);
    w->service = of.service;
    w->bar = (corr_bar){ b->bars->piece + at[0], at[1] - at[0] };
    w->total = fall_time(t->r, &of, v.total, t->length);
    w->self = fall_time(t->r, &of, v.self, t->length);
    w->share = share_words(t, &v, t->tenths[k]);
}

/* The rows of a block; NULL: it has none. */
static const block *find_block(const trace_report *t, corr_row_block which,
                               const bars *drawn)
{
    const uint32_t n = corr_span_rows_size(t->rows);
    block *b = corr_report_alloc(t->r, sizeof *b, 1);

    if (!b || !drawn)
        return NULL;
    *b = (block){ .t = t, .bars = drawn };
    while (b->first < n && corr_span_rows_at(t->rows, b->first).block != which)
        b->first++;
    while (b->first + b->n < n &&
           corr_span_rows_at(t->rows, b->first + b->n).block == which)
        b->n++;
    return b->n ? b : NULL;
}

void trace_put_request(const trace_report *t)
{
    const block *b = find_block(t, CORR_ROW_REQUEST, make_bars(t));

    if (b)
        fall_put_rows(t->r, b->n, true, fill_span_row, b);
}

/* ---- what stands apart ---------------------------------------------- */

typedef struct stretch {
    int64_t from, to;
} stretch;

SORT_BY(stretch_by_from, stretch, ASC(from))

/* Time that the tops of the block take, overlaps counted once, and whether any
 * of it is after the answer. */
static int64_t block_time(const block *b, bool *after)
{
    stretch *s = corr_report_alloc(b->t->r, sizeof *s, b->n);
    const int64_t end = b->t->start + b->t->length;
    int64_t sum = 0;
    int64_t done = INT64_MIN;
    uint32_t n = 0;

    *after = false;
    if (!s)
        return 0;
    for (uint32_t k = 0; k < b->n; k++) {
        const corr_span_row_view v =
            corr_span_rows_at(b->t->rows, b->first + k);
        if (v.depth == 0)
            s[n++] = (stretch){ v.from, v.to };
        *after = *after || v.to > end;
    }
    qsort(s, n, sizeof *s, stretch_by_from);
    for (uint32_t i = 0; i < n; i++) {
        const int64_t from = s[i].from > done ? s[i].from : done;
        if (s[i].to <= from)
            continue;
        sum += s[i].to - from;
        done = s[i].to;
    }
    return sum;
}

static void say_apart(const block *b, corr_row_block which)
{
    corr_report *r = b->t->r;

    corr_report_blank(r);
    if (which == CORR_ROW_ASYNC) {
        bool after;
        const int64_t ns = block_time(b, &after);
        corr_report_head(r, "async, %s: %s",
                         after ? "after the response" : "beside the request",
                         cmd_duration(r, ns));
    } else if (which == CORR_ROW_ORPHANS) {
        corr_report_head(r, "without their parent: %u span%s",
                         b->t->facts.orphans, cmd_plural(b->t->facts.orphans));
    } else {
        corr_report_head(r, "below another root");
    }
}

void trace_put_apart(const trace_report *t)
{
    static const corr_row_block apart[] = { CORR_ROW_ASYNC, CORR_ROW_OTHER,
                                            CORR_ROW_ORPHANS };
    const bars *drawn = make_bars(t);

    for (size_t i = 0; i < COUNT(apart); i++) {
        const block *b = find_block(t, apart[i], drawn);
        if (!b)
            continue;
        say_apart(b, apart[i]);
        fall_put_rows(t->r, b->n, true, fill_span_row, b);
    }
}
