/* diff_tree_page - the call tree of both sides. */
#include <math.h>
#include <string.h>

#include "verbs/diff/diff_cmd.h"

enum { USUAL_ROWS = 60 };
#define WORTH 0.01 /* of the larger total: a line of its own */

/* ---- data --------------------------------------------------------------- */

typedef struct node_row {
    corr_diff_node n;
    uint32_t id;
    int64_t parent; /* -1: the root has none */
    const char *change;
    const corr_frame_view *frame;
} node_row;

static const corr_column data_columns[] = {
    COL("id", COUNT, node_row, id),
    COL("parent", COUNT, node_row, parent),
    COL("depth", COUNT, node_row, n.depth),
    COL("base", REAL, node_row, n.value[0]),
    COL("new", REAL, node_row, n.value[1]),
    COL("owned", REAL, node_row, n.owned),
    COL("base_self", REAL, node_row, n.self[0]),
    COL("new_self", REAL, node_row, n.self[1]),
    COL("class", TEXT, node_row, change),
    COL("frame", FRAME, node_row, frame),
    COL("renamed_from", TEXT, node_row, n.renamed_from),
};

static void fill_diff_node(const void *ctx, uint32_t i, void *row)
{
    node_row *w = row;

    *w = (node_row){ .n = corr_diff_node_at(ctx, i), .id = i };
    w->parent = i ? (int64_t)w->n.parent : -1;
    w->change = corr_change_name(w->n.change);
    w->frame = i ? &w->n.frame : NULL;
}

/* ---- screen ------------------------------------------------------------- */

typedef struct branch {
    uint32_t node, depth, hidden; /* hidden: a rest line of so many frames */
    bool is_last;
} branch;

typedef struct forest {
    diff_page *p;
    branch *line;
    uint32_t n;
} forest;

/* Whether a node has a mark; with few samples no node has one. */
static bool has_mark(const forest *t, const corr_diff_node *n)
{
    return n->owned != 0 && !t->p->f.few;
}

/* Returns the part of the change that a node answers for; NULL: all of it. */
static const char *told_words(const forest *t, const corr_diff_node *n)
{
    const char *told = diff_value(t->p, n->owned, true);
    const char *all = diff_value(t->p, n->value[1] - n->value[0], true);

    return has_mark(t, n) && strcmp(told, all) != 0 ? told : NULL;
}

typedef struct shown_row {
    const char *base, *fresh, *delta, *change, *told, *name;
    corr_branch branch;
    bool strong;
} shown_row;

static void fill_shown_node(const void *ctx, uint32_t i, void *row)
{
    const forest *t = ctx;
    const branch *b = &t->line[i];
    const corr_diff_node n = corr_diff_node_at(t->p->d, b->node);

    *(shown_row *)row = (shown_row){
        .base = diff_value(t->p, n.value[0], false),
        .fresh = diff_value(t->p, n.value[1], false),
        .delta = diff_value(t->p, n.value[1] - n.value[0], true),
        .change = has_mark(t, &n) ? corr_change_name(n.change) : NULL,
        .told = told_words(t, &n),
        .name = n.name,
        .branch = { b->depth, b->is_last },
        .strong = has_mark(t, &n),
    };
}

/* Frames that hold a percent of either side, and all above one that answers
 * for a change. */
static bool choose_nodes(forest *t)
{
    const corr_diff *d = t->p->d;
    const uint32_t n = corr_diff_nodes(d);
    bool *keep = corr_report_alloc(t->p->r, sizeof *keep, n);
    const double least = WORTH * fmax(t->p->f.total[0], t->p->f.total[1]);

    t->line = corr_report_alloc(t->p->r, sizeof *t->line, n);
    if (!keep || !t->line)
        return false;
    for (uint32_t i = n; i-- > 1;) {
        const corr_diff_node v = corr_diff_node_at(d, i);
        keep[i] = keep[i] || t->p->ctx->output->all || has_mark(t, &v) ||
                  fmax(v.value[0], v.value[1]) >= least;
        keep[v.parent] = keep[v.parent] || keep[i];
    }
    for (uint32_t i = 1; i < n; i++) {
        const corr_diff_node v = corr_diff_node_at(d, i);
        bool last = true;
        for (uint32_t k = v.end; last && k < corr_diff_node_at(d, v.parent).end;
             k = corr_diff_node_at(d, k).end)
            last = !keep[k];
        if (keep[i])
            t->line[t->n++] = (branch){ i, v.depth - 1, 0, last };
    }
    return true;
}

static void put_tree(forest *t)
{
    const corr_column columns[] = {
        SEE(t->p->title[0], CORR_COL_RIGHT, TEXT, shown_row, base),
        SEE(t->p->title[1], CORR_COL_RIGHT, TEXT, shown_row, fresh),
        SEE("delta", CORR_COL_RIGHT, TEXT, shown_row, delta),
        SEE("told", 0, TEXT, shown_row, change),
        SEE("", CORR_COL_RIGHT, TEXT, shown_row, told),
        SEE("function", CORR_COL_FLEX | CORR_COL_TREE, TEXT, shown_row, name),
        SHOWN(BRANCH, shown_row, branch),
        SHOWN(STRONG, shown_row, strong),
    };
    diff_page *p = t->p;
    const uint32_t most = cmd_rows(p->ctx, USUAL_ROWS);
    const uint32_t left = t->n > most ? t->n - most : 0;

    corr_report_blank(p->r);
    corr_report_table(p->r, NULL,
                      &CORR_FILLED(columns, t->n - left, fill_shown_node, t),
                      CORR_SCREEN);
    if (left)
        corr_report_line(p->r, "%u more frames (-n 0 shows all)", left);
}

corr_code diff_put_nodes(diff_page *p, bool on_screen, corr_err *err)
{
    const bool primary = strcmp(p->member, "nodes") == 0;
    forest *t = corr_report_alloc(p->r, sizeof *t, 1);

    corr_report_table(
        p->r, "nodes",
        &CORR_FILLED(data_columns, corr_diff_nodes(p->d), fill_diff_node, p->d),
        primary ? CORR_PRIMARY : CORR_DATA);
    if (!t)
        return corr_no_memory(err);
    t->p = p;
    if (!choose_nodes(t))
        return corr_no_memory(err);
    if (on_screen)
        put_tree(t);
    return CORR_OK;
}
