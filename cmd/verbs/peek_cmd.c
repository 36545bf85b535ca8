/* corr peek - who called a function, and what it called. */
#include "cli/verbs.h"

#include <math.h>

enum { USUAL_NEIGHBOURS = 10, MOST_MATCHES = 8 };

typedef struct page {
    corr_report *r;
    const corr_peek *p;
    corr_sel_facts f;
    struct match *match;
    struct neighbour *row; /* of all matches, callers before callees */
    uint32_t nrow;
} page;

/* A caller or callee. */
typedef struct neighbour {
    uint32_t match; /* from 1 on */
    const char *side;
    double share;
    corr_neighbour n;
} neighbour;

typedef struct match {
    corr_peeked m;
    corr_table callers, callees;
} match;

static double share_of_peek(const page *g, int64_t value)
{
    return g->f.total ? (double)value / (double)g->f.total : NAN;
}

/* ---- data ---------------------------------------------------------------- */

static const corr_column row_columns[] = {
    COL("match", INT, neighbour, match),
    COL("value", AMOUNT, neighbour, n.value),
    COL("share", SHARE, neighbour, share),
    COL("side", TEXT, neighbour, side),
    COL("frame", FRAME, neighbour, n.frame),
};

static const corr_column side_columns[] = {
    COL("frame", FRAME, neighbour, n.frame),
    COL("value", AMOUNT, neighbour, n.value),
    COL("share", SHARE, neighbour, share),
};

static const corr_column match_columns[] = {
    COL("frame", FRAME, match, m.frame),  COL("self", AMOUNT, match, m.self),
    COL("total", AMOUNT, match, m.total), COL("callers", LIST, match, callers),
    COL("callees", LIST, match, callees),
};

static neighbour neighbour_of(const page *g, uint32_t of, bool is_callee,
                              uint32_t i)
{
    const corr_neighbour n = is_callee ? corr_peek_callee(g->p, of, i)
                                       : corr_peek_caller(g->p, of, i);

    return (neighbour){ .match = of + 1,
                        .side = is_callee ? "callee" : "caller",
                        .share = share_of_peek(g, n.value),
                        .n = n };
}

static bool list_rows(page *g)
{
    const uint32_t n = corr_peek_size(g->p);
    uint32_t rows = 0;

    g->match = corr_report_alloc(g->r, sizeof *g->match, (size_t)n + 1);
    for (uint32_t i = 0; g->match && i < n; i++) {
        g->match[i].m = corr_peek_at(g->p, i);
        rows += g->match[i].m.ncallers + g->match[i].m.ncallees;
    }
    g->row = corr_report_alloc(g->r, sizeof *g->row, (size_t)rows + 1);
    if (!g->match || !g->row)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        match *m = &g->match[i];
        neighbour *row = g->row + g->nrow;
        for (uint32_t k = 0; k < m->m.ncallers; k++)
            g->row[g->nrow++] = neighbour_of(g, i, false, k);
        for (uint32_t k = 0; k < m->m.ncallees; k++)
            g->row[g->nrow++] = neighbour_of(g, i, true, k);
        m->callers = CORR_ROWS(side_columns, m->m.ncallers, row);
        m->callees =
            CORR_ROWS(side_columns, m->m.ncallees, row + m->m.ncallers);
    }
    return true;
}

/* ---- screen -------------------------------------------------------------- */

/* One match as lines: callers above it, callees below. */
typedef struct lines {
    const page *page;
    const match *match;
    uint32_t ncaller, ncallee; /* shown */
} lines;

typedef struct line_row {
    double share;
    int64_t value, obs;
    const char *name;
    bool strong;
} line_row;

static void fill_neighbour(const void *ctx, uint32_t i, void *row)
{
    const lines *l = ctx;
    const page *g = l->page;
    const corr_peeked *m = &l->match->m;
    const neighbour *callers = l->match->callers.rows;
    const neighbour *callees = l->match->callees.rows;
    corr_neighbour n = { .key = m->key, .value = m->total, .obs = m->obs };

    if (i < l->ncaller) {
        n = callers[i].n;
        n.key = corr_report_text(g->r, "  %s", n.key);
    } else if (i > l->ncaller) {
        n = callees[i - l->ncaller - 1].n;
        n.key = corr_report_text(g->r, "    -> %s", n.key);
    }
    *(line_row *)row = (line_row){ .share = share_of_peek(g, n.value),
                                   .value = n.value,
                                   .obs = g->f.observations < 0 ? -1 : n.obs,
                                   .name = n.key,
                                   .strong = i == l->ncaller };
}

static void put_match(const cmd_ctx *ctx, const page *g, uint32_t i,
                      cmd_band band)
{
    const corr_peeked m = g->match[i].m;
    uint32_t most = cmd_rows(ctx, USUAL_NEIGHBOURS);
    lines *l = corr_report_alloc(g->r, sizeof *l, 1);
    /* corr-methods 4.9: of few samples no shares are shown */
    const char *share =
        band >= BAND_SHARES ? cmd_share_title(g->r, &g->f, "total%") : NULL;
    const corr_column c[] = {
        SEE(share, CORR_COL_RIGHT, SHARE, line_row, share),
        SEE("amount", CORR_COL_RIGHT | CORR_COL_SPARE_LAST, AMOUNT, line_row,
            value),
        SEE(cmd_count_title(&g->f), CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, COUNT,
            line_row, obs),
        SEE("function", CORR_COL_FLEX, TEXT, line_row, name),
        SHOWN(STRONG, line_row, strong),
    };

    if (!l)
        return;
    *l = (lines){ g, &g->match[i], m.ncallers < most ? m.ncallers : most,
                  m.ncallees < most ? m.ncallees : most };
    corr_report_blank(g->r);
    cmd_screen(g->r, CORR_FILLED(c, l->ncaller + 1 + l->ncallee, fill_neighbour,
                                 l, .unit = g->f.unit));
    uint32_t left = m.ncallers + m.ncallees - l->ncaller - l->ncallee;
    corr_report_line(
        g->r, "%s of it in %s itself%s", cmd_amount(g->r, m.self, g->f.unit),
        m.key,
        left ? corr_report_text(
                   g->r, "; %u smaller neighbours (-n 0 shows all)", left)
             : "");
}

/* ---- the recipe ---------------------------------------------------------- */

OWNS(corr_peek)

static corr_code show_peek(const cmd_ctx *ctx, corr_report *r,
                           const corr_sel *sel, corr_err *err)
{
    page *g = corr_report_alloc(r, sizeof *g, 1);
    corr_show shown = cmd_show(ctx);
    corr_peek *p = corr_peek_of(sel, ctx->word, &shown, err);

    if (!p)
        return err->code;
    own_corr_peek(r, p);
    if (!g)
        return corr_no_memory(err);
    *g = (page){ .r = r, .p = p, .f = corr_sel_facts_of(sel) };
    if (!list_rows(g))
        return corr_no_memory(err);
    cmd_band band = cmd_heading(ctx, r, &g->f);
    uint32_t n = corr_peek_size(p);
    cmd_data(r, "matches", CORR_ROWS(match_columns, n, g->match));
    cmd_primary(r, "rows",
                CORR_ROWS(row_columns, g->nrow, g->row, .unit = g->f.unit));
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
    return sel ? show_peek(ctx, r, sel, err) : err->code;
}

const cmd peek_cmd = {
    .name = "peek",
    .group = CMD_ASK,
    .brief = "callers and callees around a function",
    .operands = "NAME [FILE...]",
    .takes = TAKES_RESCALE | TAKES_INPUTS | TAKES_SELECTION | TAKES_OF |
             TAKES_VERDICT,
    .operand = OPERAND_WORD,
    .prints = PRINTS_ROWS,
    .loads = LOADS_ONE_KIND,
    .expects_code = true,
    .needs = CORR_NEED_SAMPLES | CORR_NEED_LINES,
    .run = peek_run,
};
