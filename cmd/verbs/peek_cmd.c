/* corr peek - who called a function, and what it called. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "cli/verbs.h"
#include "page/nearest.h"

enum { USUAL_NEIGHBOURS = 10, MOST_MATCHES = 15 };

typedef struct page {
    const cmd_ctx *ctx;
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
    return g->f.whole ? (double)value / (double)g->f.whole : NAN;
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

/* A neighbour is a row of its own from so much of the view on, and from so many
 * samples; the largest ones always are. */
static const double least_share = 0.005;
enum { LEAST_SAMPLES = 5, ALWAYS = 3 };
/* A part of a function that the sentence need not count. */
static const double nearly_all = 0.95;

typedef struct line_row {
    double share;
    int64_t value, obs;
    const char *name;
    bool strong;
} line_row;

/* One match as lines: callers above it, its own code and callees below. */
typedef struct lines {
    line_row *row;
    uint32_t n;
} lines;

static const char *shown_name(const page *g, const char *key)
{
    return cmd_name(g->ctx, g->r, key);
}

static void add_line(const page *g, lines *l, int64_t value, int64_t obs,
                     const char *name)
{
    l->row[l->n++] = (line_row){ .share = share_of_peek(g, value),
                                 .value = value,
                                 .obs = g->f.observations < 0 ? -1 : obs,
                                 .name = name };
}

/* The number of neighbours that get a row; a single small one does, too. */
static uint32_t count_shown(const page *g, const neighbour *of, uint32_t n)
{
    const uint32_t most = cmd_rows(g->ctx, USUAL_NEIGHBOURS);
    uint32_t shown = n < most ? n : most;

    if (g->ctx->output->count.given || g->ctx->output->all)
        return shown;
    while (shown > ALWAYS &&
           (of[shown - 1].share < least_share ||
            (g->f.observations > 0 && of[shown - 1].n.obs < LEAST_SAMPLES)))
        shown--;
    return shown + 1 == n ? n : shown;
}

/* Adds the neighbours of one side, largest first, and a row for the rest. */
static void add_side(const page *g, lines *l, const corr_table *side,
                     const char *before, const char *what)
{
    const neighbour *of = side->rows;
    const uint32_t shown = count_shown(g, of, side->nrows);
    int64_t value = 0, obs = 0;

    for (uint32_t i = 0; i < side->nrows; i++) {
        if (i < shown) {
            add_line(g, l, of[i].n.value, of[i].n.obs,
                     corr_report_text(g->r, "%s%s", before,
                                      shown_name(g, of[i].n.key)));
            continue;
        }
        value += of[i].n.value;
        obs += of[i].n.obs;
    }
    if (shown < side->nrows)
        add_line(g, l, value, obs,
                 corr_report_text(g->r, "%s%u more %ss (-n 0)", before,
                                  side->nrows - shown, what));
}

static const lines *list_lines(const page *g, const match *m)
{
    lines *l = corr_report_alloc(g->r, sizeof *l, 1);
    int64_t own = m->m.obs;

    if (!l)
        return NULL;
    l->row = corr_report_alloc(g->r, sizeof *l->row,
                               (size_t)m->m.ncallers + m->m.ncallees + 4);
    if (!l->row)
        return NULL;
    add_side(g, l, &m->callers, "  ", "caller");
    add_line(g, l, m->m.total, m->m.obs, shown_name(g, m->m.key));
    l->row[l->n - 1].strong = true;
    for (uint32_t i = 0; i < m->m.ncallees; i++)
        own -= ((const neighbour *)m->callees.rows)[i].n.obs;
    if (m->m.ncallees && m->m.self > 0)
        add_line(g, l, m->m.self, own, "    (itself)");
    add_side(g, l, &m->callees, "    -> ", "callee");
    return l;
}

static void put_lines(const page *g, const lines *l, cmd_band band)
{
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

    corr_report_blank(g->r);
    cmd_screen(g->r, CORR_ROWS(c, l->n, l->row, .unit = g->f.unit));
}

/* ---- sentences ----------------------------------------------------------- */

/* "CPU â ", "bytes in use": in the middle of a sentence. */
static const char *kind_words(const page *g)
{
    const char *mark = cmd_mark(g->f.remarks);
    const corr_str kind = cmd_kind_words(g->f.kind);
    char *text = corr_report_alloc(g->r, 1, kind.n + 1);

    if (!text)
        return "";
    memcpy(text, kind.p, kind.n);
    if (kind.n > 1 && islower((unsigned char)text[1]))
        text[0] = (char)tolower((unsigned char)text[0]);
    return *mark ? corr_report_text(g->r, "%s %s", text, mark) : text;
}

/* "24.47 s, 66% of CPU â "; with few samples "12 of 19 samples". */
static const char *amount_words(const page *g, const corr_peeked *m,
                                cmd_band band)
{
    const char *of = kind_words(g);
    const char *amount = cmd_amount(g->r, m->total, g->f.unit);

    const double percent = 100 * share_of_peek(g, m->total);

    if (band >= BAND_SHARES)
        return corr_report_text(g->r, "%s, %.*f%% of %s", amount,
                                percent < 9.95 ? 1 : 0, percent, of);
    if (cmd_is_size(&g->f))
        return corr_report_text(g->r, "%s of %s", amount, of);
    return corr_report_text(g->r, "%s of %s of %s", cmd_count(g->r, m->obs),
                            cmd_n(g->r, g->f.observations, cmd_one_of(&g->f)),
                            of);
}

static bool is_root(const corr_neighbour *n)
{
    return corr_str_is(corr_str_of(n->key), "[root]");
}

/* ", most of it (78%) for FraudRules.deepScan" */
static const char *caller_words(const page *g, const match *m, cmd_band band)
{
    const neighbour *of = m->callers.rows;

    if (!m->m.ncallers || is_root(&of[0].n) || m->m.total <= 0)
        return "";
    const double share = (double)of[0].n.value / (double)m->m.total;
    const char *name = shown_name(g, of[0].n.key);
    if (m->m.ncallers == 1)
        return corr_report_text(g->r, ", all of it for %s", name);
    if (band < BAND_SHARES)
        return corr_report_text(g->r, ", %s of them for %s",
                                cmd_count(g->r, of[0].n.obs), name);
    return corr_report_text(g->r, ", %s (%.0f%%) for %s",
                            share > 0.5 ? "most of it" : "the largest part",
                            100 * share, name);
}

static void say_answer(const page *g, const match *m, cmd_band band)
{
    const neighbour *of = m->callees.rows;
    const double whole = (double)m->m.total;

    corr_report_head(g->r, "%s: %s%s", shown_name(g, m->m.key),
                     amount_words(g, &m->m, band), caller_words(g, m, band));
    if (!m->m.ncallees || whole <= 0 || band < BAND_SHARES)
        return;
    const double own = (double)m->m.self / whole;
    const double called = (double)of[0].n.value / whole;
    const char *name = shown_name(g, of[0].n.key);
    if (own >= nearly_all)
        corr_report_line(g->r, "nearly all of it is its own code");
    else if (called >= nearly_all)
        corr_report_line(g->r, "nearly all of it is in %s", name);
    else if (own < least_share)
        corr_report_line(g->r, "%.0f%% of it is in %s", 100 * called, name);
    else
        corr_report_line(g->r, "%.0f%% of it is its own code, %.0f%% is in %s",
                         100 * own, 100 * called, name);
}

/* ---- several matches ----------------------------------------------------- */

typedef struct match_row {
    double self, total;
    int64_t obs;
    const char *name, *caller;
} match_row;

static void fill_match(const void *ctx, uint32_t i, void *row)
{
    const page *g = ctx;
    const match *m = &g->match[i];
    const neighbour *of = m->callers.rows;

    *(match_row *)row = (match_row){
        .self = share_of_peek(g, m->m.self),
        .total = share_of_peek(g, m->m.total),
        .obs = g->f.observations < 0 ? -1 : m->m.obs,
        .name = shown_name(g, m->m.key),
        .caller = m->m.ncallers && !is_root(&of[0].n)
                      ? shown_name(g, of[0].n.key)
                      : "",
    };
}

static void put_matches(const page *g, uint32_t n, cmd_band band)
{
    const uint32_t most = cmd_rows(g->ctx, MOST_MATCHES);
    const uint32_t shown = n < most ? n : most;
    const bool shares = band >= BAND_SHARES;
    const corr_column c[] = {
        SEE(shares ? "total%" : NULL, CORR_COL_RIGHT, SHARE, match_row, total),
        SEE(shares ? "self%" : NULL, CORR_COL_RIGHT, SHARE, match_row, self),
        SEE(cmd_count_title(&g->f), CORR_COL_RIGHT | CORR_COL_SPARE_NEXT, COUNT,
            match_row, obs),
        SEE("function", CORR_COL_FLEX, TEXT, match_row, name),
        SEE("mostly called by", CORR_COL_FLEX | CORR_COL_SPARE_LAST, TEXT,
            match_row, caller),
    };
    const bool pattern = corr_peek_is_pattern(g->ctx->word);

    corr_report_head(g->r, "%s functions %s %s; the largest is %s: %s",
                     cmd_count(g->r, n), pattern ? "match" : "are called",
                     g->ctx->word, shown_name(g, g->match[0].m.key),
                     amount_words(g, &g->match[0].m, band));
    corr_report_blank(g->r);
    cmd_screen(g->r, CORR_FILLED(c, shown, fill_match, g));
    if (shown < n)
        corr_report_line(g->r, "%s more (-n 0 shows all)",
                         cmd_count(g->r, n - shown));
}

/* ---- what to do next ----------------------------------------------------- */

/* The name as peek takes it: the last two parts are the end of it. */
static const char *typed_name(const page *g, const char *key)
{
    return cmd_quoted(g->r, cmd_str(g->r, corr_short_name(corr_str_of(key))));
}

static void put_next(const page *g, uint32_t n)
{
    const char *files = cmd_files(g->ctx, g->r);
    const neighbour *of = g->match[0].callers.rows;

    for (uint32_t i = 0; n > 1 && i < 2; i++)
        corr_report_next(g->r, "callers and callees of it", "corr peek %s%s",
                         typed_name(g, g->match[i].m.key), files);
    if (n > 1)
        return;
    if (g->match[0].m.ncallers && !is_root(&of[0].n))
        corr_report_next(g->r, "who calls its main caller", "corr peek %s%s",
                         typed_name(g, of[0].n.key), files);
    if (strcspn(g->match[0].m.key, "()[]{}*+?|^$\\") ==
        strlen(g->match[0].m.key))
        corr_report_next(g->r, "all call paths to it", "corr tree --focus %s%s",
                         typed_name(g, g->match[0].m.key), files);
}

/* ---- no match ------------------------------------------------------------ */

static void say_unknown(const page *g)
{
    const bool pattern = corr_peek_is_pattern(g->ctx->word);
    near_list near = { .want = g->ctx->word };

    corr_report_verdict(g->r, CORR_NOTHING_FOUND);
    if (pattern) {
        corr_report_line(g->r, "no function matches %s%s", g->ctx->word,
                         cmd_matching(g->ctx, g->r));
        return;
    }
    for (uint32_t i = 1; i < corr_peek_names(g->p); i++)
        if (corr_peek_name(g->p, i).n)
            near_add(&near, corr_short_name(corr_peek_name(g->p, i)));
    corr_report_line(g->r, "no function is called \"%s\" or ends in it",
                     g->ctx->word);
    if (!near.n)
        return;
    corr_report_line(g->r, "names most like it: %s", near_words(&near, g->r));
    if (near_is_close(&near))
        corr_report_next(g->r, "the nearest name", "corr peek %s%s",
                         typed_name(g, cmd_str(g->r, near.at[0].name)),
                         cmd_files(g->ctx, g->r));
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
    *g = (page){ .ctx = ctx, .r = r, .p = p, .f = corr_sel_facts_of(sel) };
    if (!list_rows(g))
        return corr_no_memory(err);
    bool said_others;
    const cmd_band band = cmd_title(ctx, r, &g->f, &said_others);
    uint32_t n = corr_peek_size(p);
    cmd_data(r, "matches", CORR_ROWS(match_columns, n, g->match));
    cmd_primary(r, "rows",
                CORR_ROWS(row_columns, g->nrow, g->row, .unit = g->f.unit));
    if (band == BAND_NONE)
        return CORR_OK;
    if (n == 0) {
        say_unknown(g);
        return CORR_OK;
    }
    cmd_say_doubt(ctx, r, &g->f);
    if (n > 1)
        put_matches(g, n, band);
    for (uint32_t i = 0; (n == 1 || ctx->output->all) && i < n; i++) {
        const lines *l = list_lines(g, &g->match[i]);
        if (!l)
            return corr_no_memory(err);
        if (n > 1)
            corr_report_blank(r);
        say_answer(g, &g->match[i], band);
        put_lines(g, l, band);
    }
    cmd_foot(ctx, r, &g->f, said_others);
    put_next(g, n);
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
