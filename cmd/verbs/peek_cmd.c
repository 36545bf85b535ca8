/* corr peek - who called a function, and what it called. */
#include "cli/verbs.h"

#include <string.h>

enum { USUAL_NEIGHBOURS = 10, MOST_MATCHES = 8 };

/* The rows of all matches, one after the other: callers, then callees. */
typedef struct peek_row {
    uint32_t match, at;
    bool callee;
} peek_row;

typedef struct page {
    corr_report *r;
    const corr_peek *p;
    corr_sel_facts f;
    peek_row *row;
    uint32_t nrow;
    corr_table *callers, *callees; /* by match, for the data */
    struct side *side;
} page;

/* One side of one match. */
typedef struct side {
    const page *page;
    uint32_t match;
    bool callee;
} side;

static corr_neighbour neighbour(const page *g, const peek_row *row)
{
    return row->callee ? corr_peek_callee(g->p, row->match, row->at)
                       : corr_peek_caller(g->p, row->match, row->at);
}

static corr_cell share_of(const page *g, int64_t value)
{
    return g->f.total ? corr_cell_share((double)value / (double)g->f.total)
                      : corr_cell_null();
}

/* ---- data -------------------------------------------------------------------- */

static corr_cell row_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *g = ctx;
    const corr_neighbour n = neighbour(g, &g->row[row]);

    switch (column) {
    case 0:
        return corr_cell_int(g->row[row].match + 1);
    case 1:
        return corr_cell_amount(n.value, g->f.unit);
    case 2:
        return share_of(g, n.value);
    case 3:
        return corr_cell_text(g->row[row].callee ? "callee" : "caller");
    default:
        return corr_cell_frame(n.frame);
    }
}

static const corr_column row_columns[] = {
    { "match", NULL, 0 },
    { "value", NULL, 0 },
    { "share", NULL, 0 },
    { "side", NULL, 0 },
    { "frame", NULL, CORR_COL_FRAME },
};

static corr_cell side_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const side *s = ctx;
    const corr_neighbour n =
        neighbour(s->page, &(peek_row){ s->match, row, s->callee });

    switch (column) {
    case 0:
        return corr_cell_frame(n.frame);
    case 1:
        return corr_cell_amount(n.value, s->page->f.unit);
    default:
        return share_of(s->page, n.value);
    }
}

static const corr_column side_columns[] = {
    { "frame", NULL, CORR_COL_FRAME },
    { "value", NULL, 0 },
    { "share", NULL, 0 },
};

static corr_cell match_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const page *g = ctx;
    const corr_peeked m = corr_peek_at(g->p, row);

    switch (column) {
    case 0:
        return corr_cell_frame(m.frame);
    case 1:
        return corr_cell_amount(m.self, g->f.unit);
    case 2:
        return corr_cell_amount(m.total, g->f.unit);
    case 3:
        return corr_cell_list(&g->callers[row]);
    default:
        return corr_cell_list(&g->callees[row]);
    }
}

static const corr_column match_columns[] = {
    { "frame", NULL, CORR_COL_FRAME },
    { "self", NULL, 0 },
    { "total", NULL, 0 },
    { "callers", NULL, CORR_COL_NEST },
    { "callees", NULL, CORR_COL_NEST },
};

static bool list_rows(page *g)
{
    uint32_t n = corr_peek_size(g->p);
    uint32_t rows = 0;

    for (uint32_t i = 0; i < n; i++)
        rows += corr_peek_at(g->p, i).ncallers + corr_peek_at(g->p, i).ncallees;
    g->row = corr_report_alloc(g->r, sizeof *g->row, (size_t)rows + 1);
    g->side = corr_report_alloc(g->r, sizeof *g->side, 2 * (size_t)n + 1);
    g->callers = corr_report_alloc(g->r, sizeof *g->callers, (size_t)n + 1);
    g->callees = corr_report_alloc(g->r, sizeof *g->callees, (size_t)n + 1);
    if (!g->row || !g->side || !g->callers || !g->callees)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const corr_peeked m = corr_peek_at(g->p, i);
        for (uint32_t k = 0; k < m.ncallers; k++)
            g->row[g->nrow++] = (peek_row){ i, k, false };
        for (uint32_t k = 0; k < m.ncallees; k++)
            g->row[g->nrow++] = (peek_row){ i, k, true };
        g->side[2 * i] = (side){ g, i, false };
        g->side[2 * i + 1] = (side){ g, i, true };
        g->callers[i] = (corr_table){ .columns = side_columns,
                                      .ncolumns = 3,
                                      .nrows = m.ncallers,
                                      .cell = side_cell,
                                      .ctx = &g->side[2 * i] };
        g->callees[i] = g->callers[i];
        g->callees[i].nrows = m.ncallees;
        g->callees[i].ctx = &g->side[2 * i + 1];
    }
    return true;
}

/* ---- screen -------------------------------------------------------------------- */

/* One match as lines: callers above it, callees below. */
typedef struct lines {
    const page *page;
    uint32_t match, ncaller, ncallee; /* shown */
} lines;

static const corr_column line_columns[] = {
    { NULL, "total%", CORR_COL_RIGHT },
    { NULL, "amount", CORR_COL_RIGHT | CORR_COL_SPARE_LAST },
    { NULL, NULL, CORR_COL_RIGHT | CORR_COL_SPARE_NEXT },
    { NULL, "function", CORR_COL_FLEX },
};

enum { L_SHARE, L_AMOUNT, L_N, L_NAME, L_COUNT };

static const char *indented(const page *g, const char *text)
{
    return corr_report_text(g->r, "  %s", text);
}

static corr_cell line_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const lines *l = ctx;
    const page *g = l->page;
    const corr_peeked m = corr_peek_at(g->p, l->match);
    corr_neighbour n = { .key = m.key, .value = m.total, .obs = m.obs };
    bool is_self = row == l->ncaller;

    if (row < l->ncaller)
        n = corr_peek_caller(g->p, l->match, row);
    else if (!is_self)
        n = corr_peek_callee(g->p, l->match, row - l->ncaller - 1);
    switch (column) {
    case 0:
        return share_of(g, n.value);
    case 1:
        return corr_cell_amount(n.value, g->f.unit);
    case 2:
        return g->f.observations < 0 ? corr_cell_null()
                                     : corr_cell_count(n.obs);
    default:
        if (is_self)
            return corr_cell_text(n.key);
        return corr_cell_text(row < l->ncaller
                                  ? indented(g, n.key)
                                  : corr_report_text(g->r, "    -> %s", n.key));
    }
}

static bool is_strong(const void *ctx, uint32_t row)
{
    return row == ((const lines *)ctx)->ncaller;
}

static bool may_share(cmd_band band)
{
    return band >= BAND_SHARES;
}

static void put_match(const cmd_ctx *ctx, const page *g, uint32_t i,
                      cmd_band band)
{
    const corr_peeked m = corr_peek_at(g->p, i);
    uint32_t most = cmd_rows(ctx, USUAL_NEIGHBOURS);
    lines *l = corr_report_alloc(g->r, sizeof *l, 1);
    corr_column *c = corr_report_alloc(g->r, sizeof *c, L_COUNT);
    char self[CORR_PRINT_MAX];

    if (!l || !c)
        return;
    memcpy(c, line_columns, sizeof line_columns);
    c[L_N].title = cmd_count_title(&g->f);
    c[L_SHARE].title = cmd_share_title(g->r, &g->f, c[L_SHARE].title);
    if (!may_share(
            band)) /* corr-methods 4.9: of few samples no shares are said */
        c[L_SHARE].title = NULL;
    *l = (lines){ g, i, m.ncallers < most ? m.ncallers : most,
                  m.ncallees < most ? m.ncallees : most };
    corr_report_blank(g->r);
    corr_report_table(g->r, NULL,
                      &(corr_table){ .columns = c,
                                     .ncolumns = L_COUNT,
                                     .nrows = l->ncaller + 1 + l->ncallee,
                                     .cell = line_cell,
                                     .ctx = l,
                                     .strong = is_strong },
                      CORR_SCREEN);
    uint32_t left = m.ncallers + m.ncallees - l->ncaller - l->ncallee;
    corr_print_amount(self, m.self, g->f.unit);
    corr_report_line(g->r, "%s of it in %s itself%s", self, m.key,
                     left ? corr_report_text(g->r,
                                             "; %u smaller neighbours "
                                             "(-n 0 shows all)",
                                             left)
                          : "");
}

/* ---- the recipe ------------------------------------------------------------------ */

static void free_peek(void *p)
{
    corr_peek_free(p);
}

static corr_code show(const cmd_ctx *ctx, corr_report *r, const corr_sel *sel,
                      corr_err *err)
{
    page *g = corr_report_alloc(r, sizeof *g, 1);
    corr_show shown = cmd_show(ctx);
    corr_peek *p = corr_peek_of(sel, ctx->word, &shown, err);

    if (!p)
        return err->code;
    corr_report_own(r, p, free_peek);
    if (!g)
        return corr_no_memory(err);
    *g = (page){ .r = r, .p = p, .f = corr_sel_facts_of(sel) };
    if (!list_rows(g))
        return corr_no_memory(err);
    cmd_band band = cmd_heading(ctx, r, &g->f);
    uint32_t n = corr_peek_size(p);
    corr_report_table(r, "matches",
                      &(corr_table){ .columns = match_columns,
                                     .ncolumns = 5,
                                     .nrows = n,
                                     .cell = match_cell,
                                     .ctx = g },
                      CORR_DATA);
    corr_report_table(r, "rows",
                      &(corr_table){ .columns = row_columns,
                                     .ncolumns = 5,
                                     .nrows = g->nrow,
                                     .cell = row_cell,
                                     .ctx = g },
                      CORR_PRIMARY);
    if (band == BAND_NONE)
        return CORR_OK;
    if (n == 0) {
        corr_report_verdict(r, CORR_NOTHING_FOUND);
        corr_report_line(r, "no function is called \"%s\" or ends in it",
                         ctx->word);
    }
    for (uint32_t i = 0; i < n && i < MOST_MATCHES; i++)
        put_match(ctx, g, i, band);
    if (n > MOST_MATCHES)
        corr_report_line(r, "%u more functions end in \"%s\"", n - MOST_MATCHES,
                         ctx->word);
    return CORR_OK;
}

static corr_code peek_run(const cmd_ctx *ctx, corr_report *r, corr_err *err)
{
    corr_query q;
    corr_code code = cmd_query(ctx, &q, err);

    if (code)
        return code;
    const corr_sel *sel = cmd_select(ctx, &q, r, err);
    return sel ? show(ctx, r, sel, err) : err->code;
}

const cmd peek_cmd = {
    .name = "peek",
    .group = CMD_ASK,
    .brief = "callers and callees around a function",
    .operands = "NAME [FILE...]",
    .uses = USES_RESCALE | USES_WORD | USES_INPUTS | USES_SELECTION | USES_OF |
            USES_OUTPUT | USES_ONE_KIND | USES_VERDICT | EXPECTS_CODE,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_LINES,
    .run = peek_run,
};
