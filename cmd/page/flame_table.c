/* flame_table - a call tree as a table: whole for the data, pruned for eyes. */
#include "page/flame_table.h"

#include <math.h>
#include <string.h>

#include "page/answer.h"
#include "page/chain.h"

struct flame {
    corr_report *r;
    const corr_tree *t;
    const corr_lines *l; /* of the screen, or of the data where it is cut */
    uint32_t *up;        /* of each line: 1 + its parent line, or 0 */
    corr_sel_facts f;
    bool wide; /* whole names */
    corr_by by;
    uint32_t hot; /* the node with the largest self amount, or 0 */
    bool callers, all;
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
    const int64_t all = g->f.whole;
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
    double total, self; /* total NAN: the line is no part of its parent alone */
    int64_t amount, obs;
    const char *mark;
    corr_words name;
    corr_branch branch;
    corr_tone tone; /* library code is faint */
    bool strong;
} shown_row;

static const char *node_name(const flame *g, const corr_node *n)
{
    const char *name =
        g->wide ? n->name
                : cmd_str(g->r, corr_short_name(corr_str_of(n->name)));

    return n->repeat <= 1
               ? name
               : corr_report_text(g->r, "%s \xc3\x97%u", name, n->repeat);
}

/* The nodes of a chain as calls, outermost first: of callers the last node. */
static corr_words chain_name(const flame *g, const corr_line *l)
{
    const uint32_t n = corr_tree_at(g->t, l->last).depth -
                       corr_tree_at(g->t, l->node).depth + 1;
    chain_call *call = corr_report_alloc(g->r, sizeof *call, n);
    uint32_t node = l->last;

    for (uint32_t i = n; call && i-- > 0;) {
        const corr_node v = corr_tree_at(g->t, node);
        call[g->callers ? n - 1 - i : i] =
            (chain_call){ node_name(g, &v), corr_frame_is_app(&v.frame) };
        node = v.parent;
    }
    return call ? chain_words(g->r, call, n, g->callers, g->all)
                : (corr_words){ NULL, NULL };
}

/* The mark of a hot line stands before its name, in every form. */
static const char *hot_forms(const flame *g, const char *forms)
{
    corr_str rest = corr_str_of(forms ? forms : ""), one;
    const char *text = NULL;

    while (rest.n > 0 && corr_str_next(&rest, CORR_OR[0], &one))
        text = corr_report_text(g->r, "%s%s(hot) %.*s", text ? text : "",
                                text ? CORR_OR : "", CORR_STR_ARG(one));
    return text;
}

static corr_words line_name(const flame *g, const corr_line *l)
{
    if (l->hidden)
        return (corr_words){ corr_report_text(g->r, "(%s smaller frame%s)",
                                              cmd_count(g->r, l->hidden),
                                              cmd_plural(l->hidden)),
                             "(...)" };
    corr_words w = chain_name(g, l);
    if (l->hot)
        w = (corr_words){ hot_forms(g, w.full), hot_forms(g, w.brief) };
    return w;
}

static void fill_shown_line(const void *ctx, uint32_t i, void *row)
{
    const flame *g = ctx;
    const corr_line l = corr_lines_at(g->l, i);
    const corr_node last = corr_tree_at(g->t, l.last);
    const bool app = !l.hidden && corr_frame_is_app(&last.frame);
    /* values that cancel do not add up to the whole */
    const double all = cmd_has_negative(&g->f) ? (double)g->f.whole : 0;

    *(shown_row *)row = (shown_row){
        .tone = app || l.hot_path ? CORR_TONE_PLAIN : CORR_TONE_FAINT,
        .total = l.from_below ? NAN
                 : all > 0    ? (double)l.total / all
                              : l.tenths_total / 1000.0,
        .self = all > 0 ? (double)(l.hidden ? l.total : l.self) / all
                        : (l.hidden ? l.tenths_total : l.tenths_self) / 1000.0,
        .amount = l.total,
        .obs = l.obs,
        .mark = l.hot_path ? "*" : "",
        .name = line_name(g, &l),
        .branch = { l.depth, l.is_last },
        .strong = l.hot_path,
    };
}

/* ---- the answer --------------------------------------------------------- */

enum { ROOM = 78, MOST_NAMED = 4 };

/* "a → b → c": the application code above a node, and the node; as much of its
 * end as there is room for. */
static const char *path_to(const flame *g, uint32_t node, int room)
{
    const corr_node last = corr_tree_at(g->t, node);
    const char *text = node_name(g, &last);
    uint32_t named = 1;

    for (uint32_t i = last.parent; i > 0 && named < MOST_NAMED;) {
        const corr_node v = corr_tree_at(g->t, i);
        i = v.parent;
        if (!corr_frame_is_app(&v.frame))
            continue;
        const char *more = corr_report_text(g->r, "%s \xe2\x86\x92 %s",
                                            node_name(g, &v), text);
        if (cmd_cells(more) > room)
            break;
        text = more;
        named++;
    }
    return text;
}

/* Whether application code is above a node. */
static bool has_app_above(const flame *g, uint32_t node)
{
    for (uint32_t i = corr_tree_at(g->t, node).parent; i > 0;) {
        const corr_node v = corr_tree_at(g->t, i);
        if (corr_frame_is_app(&v.frame))
            return true;
        i = v.parent;
    }
    return false;
}

/* The node with the largest self amount, of those with a hundredth of the whole.
 * Below a node with less than that there is no larger one. */
static uint32_t hottest_node(const flame *g)
{
    const uint32_t n = corr_tree_size(g->t);
    uint32_t best = 0;
    int64_t most = g->f.whole / 100;

    for (uint32_t i = 1; i < n;) {
        const corr_node v = corr_tree_at(g->t, i);
        if (*v.self > most) {
            most = *v.self;
            best = i;
        }
        i = *v.total > most || cmd_has_negative(&g->f) ? i + 1 : v.end;
    }
    return best;
}

/* The deepest application code on the path of the largest children, as long as
 * each has at least half of its parent. */
static uint32_t where_it_spreads(const flame *g)
{
    const uint32_t n = corr_tree_size(g->t);
    int64_t above = g->f.total;
    uint32_t best = 0;

    for (uint32_t i = 1; i < n; i++) {
        const corr_node v = corr_tree_at(g->t, i);
        if (*v.total <= 0 || *v.total < above - *v.total)
            break;
        if (corr_frame_is_app(&v.frame))
            best = i;
        above = *v.total;
        if (v.end == i + 1)
            break;
    }
    return best;
}

/* Callers: the first root is the function, its largest child calls it most. */
static void say_callers(const flame *g, cmd_band band)
{
    const corr_node v = corr_tree_at(g->t, 1);
    const char *by = "";

    if (v.end > 2) {
        const corr_node up = corr_tree_at(g->t, 2);
        const double share = (double)*up.total / (double)*v.total;
        by = corr_report_text(g->r, ", %s of it from %s",
                              share >= 0.995 ? "all"
                                             : answer_percent(g->r, share),
                              node_name(g, &up));
    }
    corr_report_line(g->r, "%s %s %s%s",
                     answer_part(g->r, &g->f, band, *v.total, *v.obs),
                     answer_is(&g->f, band, *v.obs), node_name(g, &v),
                     band < BAND_SHARES ? "" : by);
}

void flame_say_answer(const flame *g, cmd_band band)
{
    enum { LEAST_PERCENT = 10 };
    const uint32_t hot = g->hot;

    if (corr_tree_size(g->t) <= 1 || g->f.whole <= 0)
        return;
    if (g->callers) {
        say_callers(g, band);
        return;
    }
    const corr_node v = corr_tree_at(g->t, hot);
    const uint32_t wide = where_it_spreads(g);
    if (100 * (double)*v.self < LEAST_PERCENT * (double)g->f.whole && wide) {
        const corr_node w = corr_tree_at(g->t, wide);
        corr_report_line(g->r, "%s %s below %s, where it spreads",
                         answer_part(g->r, &g->f, band, *w.total, *w.obs),
                         answer_is(&g->f, band, *w.obs), node_name(g, &w));
        return;
    }
    if (!hot || (band < BAND_SHARES && *v.self_obs < 2))
        return; /* each was seen once */
    const char *part = answer_part(g->r, &g->f, band, *v.self, *v.self_obs);
    const bool alone = !has_app_above(g, hot);
    const char *one =
        corr_report_text(g->r, "%s%s", answer_is(&g->f, band, *v.self_obs),
                         !alone                      ? " one path:"
                         : g->by == CORR_BY_FUNCTION ? " one path to"
                                                     : "");
    corr_report_line(g->r, "%s %s %s", part, one,
                     path_to(g, hot, ROOM - cmd_cells(part) - cmd_cells(one)));
}

const char *flame_hottest(const flame *g)
{
    const uint32_t hot = corr_tree_size(g->t) <= 1 ? 0
                         : g->callers              ? 1
                                                   : g->hot;

    return hot ? cmd_str(g->r, corr_short_name(
                                   corr_str_of(corr_tree_at(g->t, hot).name)))
               : "";
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
    *g = (flame){ .r = r,
                  .t = t,
                  .f = corr_sel_facts_of(sel),
                  .by = how->by,
                  .callers = how->callers };
    return g;
}

void flame_use_names(flame *g, const cmd_ctx *ctx)
{
    g->wide = ctx->output->wide;
    g->hot = hottest_node(g);
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
    const bool by_size = cmd_has_negative(&g->f) ||
                         (!shares && cmd_is_size(&g->f) && !g->f.picked);
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
        SEE(title,
            CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_SLIM | CORR_COL_TIGHT |
                CORR_COL_TONED,
            TEXT, shown_row, name),
        SHOWN(BRANCH, shown_row, branch),
        SHOWN(TONE, shown_row, tone),
        SHOWN(STRONG, shown_row, strong),
    };

    g->all = prune->all;
    g->l = cut_lines(g, prune, err);
    if (!g->l)
        return err->code;
    cmd_screen(g->r, CORR_FILLED(c, corr_lines_size(g->l), fill_shown_line, g,
                                 .unit = g->f.unit));
    return CORR_OK;
}
