/* flame_table - a call tree as a table: whole for the data, pruned for eyes. */
#include "page/flame_table.h"

#include <string.h>

struct flame {
    corr_report *r;
    const corr_tree *t;
    const corr_lines *l; /* of the screen, or of the data where it is cut */
    const char **name;   /* of each line of the screen */
    const char **brief;  /* the same where that has no room, or NULL */
    uint32_t *up;        /* of each line: its parent line, or UINT32_MAX */
    corr_sel_facts f;
};

/* ---- data ------------------------------------------------------------- */

enum {
    D_ID,
    D_PARENT,
    D_DEPTH,
    D_SELF,
    D_TOTAL,
    D_OBS,
    D_FRAME,
    D_HOT,
    D_REST
};

static const corr_column data_columns[] = {
    [D_ID] = { "id", NULL, 0 },
    [D_PARENT] = { "parent", NULL, 0 },
    [D_DEPTH] = { "depth", NULL, 0 },
    [D_SELF] = { "self", NULL, 0 },
    [D_TOTAL] = { "total", NULL, 0 },
    [D_OBS] = { "observations", NULL, 0 },
    [D_FRAME] = { "frame", NULL, CORR_COL_FRAME },
    [D_HOT] = { "hot", NULL, 0 },
    [D_REST] = { "rest", NULL, 0 },
};

static corr_cell observations(const flame *g, int64_t n)
{
    return g->f.observations < 0 ? corr_cell_null() : corr_cell_count(n);
}

/* The rule of corr-methods 7.1: a tenth of the view, five samples, and surely a
 * twentieth. */
static bool is_hot(const flame *g, const corr_node *n)
{
    const int64_t all = g->f.total;
    double lo, hi;

    if (all <= 0 || *n->self < all / 10 + (all % 10 != 0) || *n->self_obs < 5 ||
        n->name[0] == '[')
        return false;
    corr_wilson((double)*n->self / (double)all * (double)g->f.observations,
                (double)g->f.observations, &lo, &hi);
    return lo >= 0.05;
}

/* Rows are the nodes below the root, 1 and up. */
static corr_cell node_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const flame *g = ctx;
    const corr_node n = corr_tree_at(g->t, row + 1);

    switch (column) {
    case D_ID:
        return corr_cell_int((int64_t)row + 1);
    case D_PARENT:
        return n.parent ? corr_cell_int(n.parent) : corr_cell_null();
    case D_DEPTH:
        return corr_cell_int((int64_t)n.depth - 1);
    case D_FRAME:
        return corr_cell_frame(n.frame);
    case D_SELF:
        return corr_cell_amount(*n.self, g->f.unit);
    case D_TOTAL:
        return corr_cell_amount(*n.total, g->f.unit);
    case D_OBS:
        return observations(g, *n.obs);
    case D_HOT:
        return corr_cell_bool(is_hot(g, &n));
    default:
        return corr_cell_bool(false);
    }
}

/* The same of a tree that was cut: lines, of which some stand for the rest. */
static corr_cell line_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const flame *g = ctx;
    const corr_line l = corr_lines_at(g->l, row);
    const corr_node n = corr_tree_at(g->t, l.node);

    switch (column) {
    case D_ID:
        return corr_cell_int((int64_t)row + 1);
    case D_PARENT:
        return g->up[row] == UINT32_MAX
                   ? corr_cell_null()
                   : corr_cell_int((int64_t)g->up[row] + 1);
    case D_DEPTH:
        return corr_cell_int(l.depth);
    case D_FRAME:
        return l.hidden ? corr_cell_null() : corr_cell_frame(n.frame);
    case D_SELF:
        return corr_cell_amount(l.hidden ? l.total : l.self, g->f.unit);
    case D_TOTAL:
        return corr_cell_amount(l.total, g->f.unit);
    case D_OBS:
        return observations(g, l.obs);
    case D_HOT:
        return corr_cell_bool(l.hot);
    default:
        return corr_cell_bool(l.hidden > 0);
    }
}

static bool find_parents(corr_report *r, flame *g)
{
    const uint32_t n = corr_lines_size(g->l);
    uint32_t *up = corr_report_alloc(r, sizeof *up, (size_t)n + 1);
    uint32_t *open = corr_report_alloc(r, sizeof *open, (size_t)n + 1);

    if (!up || !open)
        return false;
    for (uint32_t i = 0; i < n; i++) { /* open[d]: the last line of depth d */
        uint32_t depth = corr_lines_at(g->l, i).depth;
        up[i] = depth > 0 ? open[depth - 1] : UINT32_MAX;
        open[depth] = i;
    }
    g->up = up;
    return true;
}

/* ---- screen ----------------------------------------------------------- */

enum { S_TOTAL, S_SELF, S_AMOUNT, S_N, S_MARK, S_NAME, S_EDGE, S_COUNT };

static const corr_column screen_columns[] = {
    [S_TOTAL] = { NULL, "total%", CORR_COL_RIGHT },
    [S_SELF] = { NULL, "self%", CORR_COL_RIGHT },
    [S_AMOUNT] = { NULL, NULL, CORR_COL_RIGHT },
    [S_N] = { NULL, NULL, CORR_COL_RIGHT },
    [S_MARK] = { NULL, "", 0 },
    [S_NAME] = { NULL, "function",
                 CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_TIGHT },
    [S_EDGE] = { NULL, "", CORR_COL_EDGE },
};

static corr_cell screen_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const flame *g = ctx;
    const corr_line l = corr_lines_at(g->l, row);

    switch (column) {
    case S_TOTAL:
        return corr_cell_share(l.tenths_total / 1000.0);
    case S_SELF:
        return l.hidden ? corr_cell_null()
                        : corr_cell_share(l.tenths_self / 1000.0);
    case S_AMOUNT:
        return corr_cell_amount(l.total, g->f.unit);
    case S_N:
        return corr_cell_count(l.obs);
    case S_MARK:
        return corr_cell_text(l.hot_path ? "*" : "");
    case S_NAME:
        return corr_cell_either(g->name[row], g->brief[row]);
    default:
        return corr_cell_text(l.hot ? "<- hot" : "");
    }
}

static uint32_t line_depth(const void *ctx, uint32_t row, bool *is_last)
{
    const corr_line l = corr_lines_at(((const flame *)ctx)->l, row);

    *is_last = l.is_last;
    return l.depth;
}

static bool line_strong(const void *ctx, uint32_t row)
{
    return corr_lines_at(((const flame *)ctx)->l, row).hot_path;
}

static const char *node_name(corr_report *r, const corr_tree *t, uint32_t i)
{
    const corr_node n = corr_tree_at(t, i);

    if (n.repeat <= 1)
        return n.name;
    return corr_report_text(r, "%s \xc3\x97%u", n.name, n.repeat);
}

/* "a → b → c", "a → … 6 frames … → h", and briefly "a → … → h". */
static const char *chain_name(corr_report *r, const corr_tree *t,
                              const corr_line *l, const char **brief)
{
    const char *last = node_name(r, t, l->last);
    const char *first = node_name(r, t, l->node);
    uint32_t up = corr_tree_at(t, l->last).parent;
    uint32_t between = 0;

    for (uint32_t i = up; i != l->node; i = corr_tree_at(t, i).parent)
        between++;
    if (between == 0)
        return corr_report_text(r, "%s \xe2\x86\x92 %s", first, last);
    *brief = corr_report_text(r, "%s \xe2\x86\x92 \xe2\x80\xa6 \xe2\x86\x92 %s",
                              first, last);
    if (between == 1)
        return corr_report_text(r, "%s \xe2\x86\x92 %s \xe2\x86\x92 %s", first,
                                node_name(r, t, up), last);
    return corr_report_text(r,
                            "%s \xe2\x86\x92 \xe2\x80\xa6 %u frames "
                            "\xe2\x80\xa6 \xe2\x86\x92 %s",
                            first, between, last);
}

static bool name_lines(corr_report *r, flame *g)
{
    const uint32_t n = corr_lines_size(g->l);
    const char **name = corr_report_alloc(r, sizeof *name, (size_t)n + 1);
    const char **brief = corr_report_alloc(r, sizeof *brief, (size_t)n + 1);

    if (!name || !brief)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        const corr_line l = corr_lines_at(g->l, i);
        if (l.hidden)
            brief[i] = "(...)";
        if (l.hidden)
            name[i] = corr_report_text(r, "(%u smaller frame%s)", l.hidden,
                                       l.hidden == 1 ? "" : "s");
        else if (l.last != l.node)
            name[i] = chain_name(r, g->t, &l, &brief[i]);
        else
            name[i] = node_name(r, g->t, l.node);
    }
    g->name = name;
    g->brief = brief;
    return true;
}

/* ---- making it ------------------------------------------------------------ */

static void free_tree(void *p)
{
    corr_tree_free(p);
}

static void free_lines(void *p)
{
    corr_lines_free(p);
}

flame *flame_of(corr_report *r, const corr_sel *sel, const corr_tree_opts *how,
                corr_err *err)
{
    flame *g = corr_report_alloc(r, sizeof *g, 1);
    corr_tree *t = corr_tree_of(&sel, 1, how, err);

    if (!t)
        return NULL;
    corr_report_own(r, t, free_tree);
    if (!g) {
        corr_no_memory(err);
        return NULL;
    }
    *g = (flame){ .r = r, .t = t, .f = corr_sel_facts_of(sel) };
    return g;
}

const corr_tree *flame_tree(const flame *g)
{
    return g->t;
}

static const corr_lines *cut_lines(const flame *g, const corr_prune *prune,
                                   corr_err *err)
{
    corr_lines *l = corr_lines_of(g->t, prune, err);

    corr_report_own(g->r, l, free_lines);
    return l;
}

const corr_table *flame_nodes(const flame *of, const corr_prune *prune,
                              corr_err *err)
{
    flame *g = corr_report_alloc(of->r, sizeof *g, 1);
    corr_table *t = corr_report_alloc(of->r, sizeof *t, 1);

    if (!g || !t) {
        corr_no_memory(err);
        return NULL;
    }
    *g = *of;
    *t = (corr_table){ .columns = data_columns,
                       .ncolumns = COUNT(data_columns),
                       .nrows = corr_tree_size(of->t) - 1,
                       .cell = node_cell,
                       .ctx = g };
    if (!prune)
        return t;
    g->l = cut_lines(g, prune, err);
    if (!g->l)
        return NULL;
    if (!find_parents(g->r, g)) {
        corr_no_memory(err);
        return NULL;
    }
    t->nrows = corr_lines_size(g->l);
    t->cell = line_cell;
    return t;
}

corr_code flame_put_screen(flame *g, const corr_prune *prune, const char *title,
                           cmd_band band, corr_err *err)
{
    corr_column *c = corr_report_alloc(g->r, sizeof *c, S_COUNT);

    g->l = cut_lines(g, prune, err);
    if (!g->l)
        return err->code;
    if (!c || !name_lines(g->r, g))
        return corr_no_memory(err);
    memcpy(c, screen_columns, sizeof screen_columns);
    c[S_NAME].title = title;
    c[S_TOTAL].title = cmd_share_title(g->r, &g->f, c[S_TOTAL].title);
    c[S_SELF].title = cmd_share_title(g->r, &g->f, c[S_SELF].title);
    c[S_N].title = cmd_count_title(&g->f);
    if (band == BAND_UNKNOWN)
        c[S_N].title = NULL;
    else if (band < BAND_SHARES)
        c[S_TOTAL].title = c[S_SELF].title = c[S_EDGE].title = NULL;
    /* samples that weigh differently are in the order of their weight */
    if (band < BAND_SHARES && g->f.unit == CORR_BYTES && !g->f.picked)
        c[S_AMOUNT].title = "total";
    corr_report_table(g->r, NULL,
                      &(corr_table){ .columns = c,
                                     .ncolumns = S_COUNT,
                                     .nrows = corr_lines_size(g->l),
                                     .cell = screen_cell,
                                     .ctx = g,
                                     .depth = line_depth,
                                     .strong = line_strong },
                      CORR_SCREEN);
    return CORR_OK;
}
