/* flame_table - a call tree as a table: whole for the data, pruned for eyes. */
#include "page/flame_table.h"

#include <math.h>

struct flame {
    corr_report *r;
    const corr_tree *t;
    const corr_lines *l; /* of the screen, or of the data where it is cut */
    uint32_t *up;        /* of each line: 1 + its parent line, or 0 */
    corr_sel_facts f;
};

/* ---- data ------------------------------------------------------------- */

typedef struct node_row {
    uint32_t id, parent, depth; /* parent 0: none */
    int64_t self, total, obs;
    corr_node node;
    const corr_frame_view
        *frame; /* of the node; NULL: the row stands for many */
    bool hot, rest;
} node_row;

static const corr_column data_columns[] = {
    COL("id", INT, node_row, id),
    COL("parent", POSITIVE, node_row, parent),
    COL("depth", INT, node_row, depth),
    COL("self", AMOUNT, node_row, self),
    COL("total", AMOUNT, node_row, total),
    COL("observations", COUNT, node_row, obs),
    COL("frame", FRAME, node_row, frame),
    COL("hot", BOOL, node_row, hot),
    COL("rest", BOOL, node_row, rest),
};

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
static void fill_tree_node(const void *ctx, uint32_t i, void *row)
{
    const flame *g = ctx;
    node_row *w = row;

    *w = (node_row){ .id = i + 1, .node = corr_tree_at(g->t, i + 1) };
    w->parent = w->node.parent;
    w->depth = w->node.depth - 1;
    w->self = *w->node.self;
    w->total = *w->node.total;
    w->obs = g->f.observations < 0 ? -1 : *w->node.obs;
    w->frame = &w->node.frame;
    w->hot = is_hot(g, &w->node);
}

/* The same for a pruned tree: some lines stand for the rest. */
static void fill_tree_line(const void *ctx, uint32_t i, void *row)
{
    const flame *g = ctx;
    const corr_line l = corr_lines_at(g->l, i);
    node_row *w = row;

    *w = (node_row){ .id = i + 1,
                     .parent = g->up[i],
                     .depth = l.depth,
                     .self = l.hidden ? l.total : l.self,
                     .total = l.total,
                     .obs = g->f.observations < 0 ? -1 : l.obs,
                     .node = corr_tree_at(g->t, l.node),
                     .hot = l.hot,
                     .rest = l.hidden > 0 };
    w->frame = l.hidden ? NULL : &w->node.frame;
}

static bool find_parents(corr_report *r, flame *g)
{
    const uint32_t n = corr_lines_size(g->l);
    uint32_t *up = corr_report_alloc(r, sizeof *up, (size_t)n + 1);
    uint32_t *open = corr_report_alloc(r, sizeof *open, (size_t)n + 1);

    if (!up || !open)
        return false;
    for (uint32_t i = 0; i < n; i++) { /* open[d]: 1 + the last of depth d */
        uint32_t depth = corr_lines_at(g->l, i).depth;
        up[i] = depth > 0 ? open[depth - 1] : 0;
        open[depth] = i + 1;
    }
    g->up = up;
    return true;
}

/* ---- screen ----------------------------------------------------------- */

typedef struct shown_row {
    double total, self; /* self NAN: the line stands for many */
    int64_t amount, obs;
    const char *mark, *edge;
    corr_words name;
    corr_branch branch;
    bool strong;
} shown_row;

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
    return corr_report_text(
        r,
        "%s \xe2\x86\x92 \xe2\x80\xa6 %u frames \xe2\x80\xa6 \xe2\x86\x92 %s",
        first, between, last);
}

static corr_words line_name(const flame *g, const corr_line *l)
{
    corr_words w = { NULL, NULL };

    if (l->hidden)
        return (corr_words){ corr_report_text(g->r, "(%u smaller frame%s)",
                                              l->hidden, cmd_plural(l->hidden)),
                             "(...)" };
    w.full = l->last != l->node ? chain_name(g->r, g->t, l, &w.brief)
                                : node_name(g->r, g->t, l->node);
    return w;
}

static void fill_shown_line(const void *ctx, uint32_t i, void *row)
{
    const flame *g = ctx;
    const corr_line l = corr_lines_at(g->l, i);

    *(shown_row *)row = (shown_row){
        .total = l.tenths_total / 1000.0,
        .self = l.hidden ? NAN : l.tenths_self / 1000.0,
        .amount = l.total,
        .obs = l.obs,
        .mark = l.hot_path ? "*" : "",
        .edge = l.hot ? "<- hot" : "",
        .name = line_name(g, &l),
        .branch = { l.depth, l.is_last },
        .strong = l.hot_path,
    };
}

/* ---- making it ----------------------------------------------------------- */

OWNS(corr_tree)
OWNS(corr_lines)

flame *flame_of(corr_report *r, const corr_sel *sel, const corr_tree_opts *how,
                corr_err *err)
{
    flame *g = corr_report_alloc(r, sizeof *g, 1);
    corr_tree *t = corr_tree_of(&sel, 1, how, err);

    if (!t)
        return NULL;
    own_corr_tree(r, t);
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

    own_corr_lines(g->r, l);
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
    *t = CORR_FILLED(data_columns, corr_tree_size(of->t) - 1, fill_tree_node, g,
                     .unit = g->f.unit);
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
    t->fill = fill_tree_line;
    return t;
}

corr_code flame_put_screen(flame *g, const corr_prune *prune, const char *title,
                           cmd_band band, corr_err *err)
{
    const bool shares = band >= BAND_SHARES;
    /* samples that weigh differently are in the order of their weight */
    const bool by_size = !shares && g->f.unit == CORR_BYTES && !g->f.picked;
    const char *count = band == BAND_UNKNOWN ? NULL : cmd_count_title(&g->f);
    const corr_column c[] = {
        SEE(shares ? cmd_share_title(g->r, &g->f, "total%") : NULL,
            CORR_COL_RIGHT, SHARE, shown_row, total),
        SEE(shares ? cmd_share_title(g->r, &g->f, "self%") : NULL,
            CORR_COL_RIGHT, SHARE, shown_row, self),
        SEE(by_size ? "total" : NULL, CORR_COL_RIGHT, AMOUNT, shown_row,
            amount),
        SEE(count, CORR_COL_RIGHT, COUNT, shown_row, obs),
        SEE("", 0, TEXT, shown_row, mark),
        SEE(title, CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_TIGHT, TEXT,
            shown_row, name),
        SEE(shares ? "" : NULL, CORR_COL_EDGE, TEXT, shown_row, edge),
        SHOWN(BRANCH, shown_row, branch),
        SHOWN(STRONG, shown_row, strong),
    };

    g->l = cut_lines(g, prune, err);
    if (!g->l)
        return err->code;
    cmd_screen(g->r, CORR_FILLED(c, corr_lines_size(g->l), fill_shown_line, g,
                                 .unit = g->f.unit));
    return CORR_OK;
}
