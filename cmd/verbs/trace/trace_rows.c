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

static void choose_rows(trace_report *t);

corr_code trace_prepare(trace_report *t, corr_err *err)
{
    const uint32_t n = corr_waterfall_size(t->w);

    if (!number_rows(t, n) || !sort_sections(t, n))
        return corr_no_memory(err);
    t->is_hidden = corr_report_alloc(t->r, sizeof *t->is_hidden,
                                     (size_t)corr_span_rows_size(t->rows) + 1);
    if (!t->is_hidden)
        return corr_no_memory(err);
    choose_rows(t);
    return CORR_OK;
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
    uint32_t *row, nrow; /* those that are shown */
} block;

const char *trace_percent(corr_report *r, double share)
{
    return share > 0 && share < 0.0005
               ? "<0.1%"
               : corr_report_text(r, "%.1f%%", 100 * share);
}

static const char *span_row_name(const trace_report *t,
                                 const corr_span_row_view *v)
{
    const corr_span_view s = corr_waterfall_at(t->w, v->span);

    if (v->span == t->facts.root)
        return trace_root_name(t);
    return fall_call_name(t->r, s.name, v->calls);
}

const char *trace_row_name(const trace_report *t, uint32_t row)
{
    const corr_span_row_view v = corr_span_rows_at(t->rows, row);

    return corr_report_text(t->r, "s%u %s",
                            corr_waterfall_at(t->w, v.span).handle,
                            span_row_name(t, &v));
}

const char *trace_time(const trace_report *t, int64_t ns)
{
    return span_time(t->r, ns, t->length);
}

/* ---- rows too small for the screen ------------------------------------ */

/* A row of the request is not shown if it took less than this part of it. */
static const double least_row = 0.005;

/* Failed and repeated spans, and the span asked for, are always shown. */
static bool is_small(const trace_report *t, const corr_span_row_view *v)
{
    return v->block == CORR_ROW_REQUEST && !v->failed && !v->holds &&
           v->calls == 1 && v->depth > 0 && v->span != UINT32_MAX &&
           (double)v->total < least_row * (double)t->length;
}

/* Chooses the rows to show; a single small row takes no more room than the line
 * that says so. */
static void choose_rows(trace_report *t)
{
    const uint32_t n = corr_span_rows_size(t->rows);
    uint32_t small = 0;

    for (uint32_t k = 0; k < n && !trace_all(t); k++) {
        const corr_span_row_view v = corr_span_rows_at(t->rows, k);
        t->is_hidden[k] = is_small(t, &v);
        /* its parent is there */
        for (uint32_t i = k, depth = v.depth; !t->is_hidden[k] && i-- > 0;) {
            const uint32_t of = corr_span_rows_at(t->rows, i).depth;
            if (corr_span_rows_at(t->rows, i).block != v.block)
                break;
            if (of < depth) {
                t->is_hidden[i] = false;
                depth = of;
            }
        }
    }
    for (uint32_t k = 0; k < n; k++)
        small += t->is_hidden[k];
    for (uint32_t k = 0; k < n && small == 1; k++)
        t->is_hidden[k] = false;
}

uint32_t trace_hidden(const trace_report *t, uint32_t *spans, int64_t *critical)
{
    uint32_t rows = 0;

    for (uint32_t k = 0; k < corr_span_rows_size(t->rows); k++) {
        const corr_span_row_view v = corr_span_rows_at(t->rows, k);
        if (!t->is_hidden[k])
            continue;
        rows++;
        *spans += v.n;
        *critical += v.critical;
    }
    return rows;
}

/* Whether no shown row after k is a sibling of it. */
static bool is_last_shown(const trace_report *t, uint32_t k)
{
    const corr_span_row_view v = corr_span_rows_at(t->rows, k);

    for (uint32_t i = k + 1; i < corr_span_rows_size(t->rows); i++) {
        const corr_span_row_view next = corr_span_rows_at(t->rows, i);
        if (next.depth < v.depth || next.block != v.block)
            return true;
        if (next.depth == v.depth && !t->is_hidden[i])
            return false;
    }
    return true;
}

/* A time of a row.  A span without a start or end is in no sum; a row of one
 * such span shows what its children show. */
static const char *row_time(const trace_report *t, const corr_span_row_view *v,
                            const corr_span_view *first, int64_t sum,
                            int64_t shown)
{
    if (v->n == 1)
        return fall_total(t->r, first, trace_time(t, shown));
    if (v->untimed == v->n || v->untold)
        return "?";
    return corr_report_text(t->r, "%s%s", v->untimed ? "> " : "",
                            trace_time(t, sum));
}

static void fill_span_row(const void *ctx, uint32_t i, void *row)
{
    const block *b = ctx;
    const trace_report *t = b->t;
    const uint32_t k = b->row[i];
    const uint32_t *at = &b->bars->at[k];
    const corr_span_row_view v = corr_span_rows_at(t->rows, k);
    fall_row *w = row;

    *w = (fall_row){ .branch = { v.depth, is_last_shown(t, k) },
                     .strong = v.holds };
    if (v.span == UINT32_MAX) {
        w->mark = "?";
        const uint32_t up = corr_waterfall_find(t->w, v.missing);
        w->name = up == UINT32_MAX
                      ? corr_report_text(t->r, "(%s missing)",
                                         cmd_short_span(t->r, v.missing))
                      : corr_report_text(t->r, "(s%u, below: a cycle)",
                                         corr_waterfall_at(t->w, up).handle);
        return;
    }
    const corr_span_view of = corr_waterfall_at(t->w, v.span);
    w->mark = corr_report_text(t->r, "s%u%s%s", of.handle, v.holds ? " *" : "",
                               v.failed ? " !" : "");
    w->name = span_row_name(t, &v);
    w->service = of.service;
    w->tone = fall_tone(t->w, of.service);
    w->bar = (corr_bar){ b->bars->piece + at[0], at[1] - at[0] };
    w->total = row_time(t, &v, &of, v.total, fall_length(&of));
    w->self = v.self_lo < v.self_hi
                  ? corr_report_text(
                        t->r, "%s%s", v.untimed ? "> " : "",
                        fall_bounds(t->r, v.self_lo, v.self_hi, t->length))
                  : row_time(t, &v, &of, v.self, of.self);
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
    b->row = corr_report_alloc(t->r, sizeof *b->row, (size_t)b->n + 1);
    for (uint32_t i = 0; b->row && i < b->n; i++)
        if (!t->is_hidden[b->first + i])
            b->row[b->nrow++] = b->first + i;
    return b->nrow ? b : NULL;
}

static void put_rows(const block *b)
{
    static const corr_column c[] = {
        SEE("", 0, TEXT, fall_row, mark),
        SEE("span", CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_SLIM, TEXT,
            fall_row, name),
        SEE("service", CORR_COL_TONED | CORR_COL_SPARE_LAST, TEXT, fall_row,
            service),
        SEE("self", CORR_COL_RIGHT | CORR_COL_WIDE, TEXT, fall_row, self),
        SEE("total", CORR_COL_RIGHT, TEXT, fall_row, total),
        SEE("in time", CORR_COL_SPARE, BAR, fall_row, bar),
        SHOWN(BRANCH, fall_row, branch),
        SHOWN(TONE, fall_row, tone),
        SHOWN(STRONG, fall_row, strong),
    };
    const trace_report *t = b->t;
    corr_table table = CORR_FILLED(c, b->nrow, fill_span_row, b);

    if (t->length > 0) {
        table.axis[0] = "0";
        table.axis[1] = trace_time(t, t->length / 2);
        table.axis[2] = trace_time(t, t->length);
    }
    cmd_screen(t->r, table);
}

void trace_put_request(const trace_report *t)
{
    const block *b = find_block(t, CORR_ROW_REQUEST, make_bars(t));

    if (b)
        put_rows(b);
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
                         after ? "after the response" : "at the same time",
                         cmd_duration(r, ns));
    } else if (which == CORR_ROW_ORPHANS &&
               b->t->facts.orphans == b->t->facts.circles) {
        corr_report_head(r, "in a cycle of parents");
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
        put_rows(b);
    }
}
