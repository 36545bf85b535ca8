/* diff_tree_page - the call tree of both sides. */
#include <math.h>
#include <string.h>

#include "page/chain.h"
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
    uint32_t node, last, depth; /* last: of the chain that begins with node */
    bool is_last;
} branch;

typedef struct forest {
    diff_page *p;
    bool *keep; /* by node */
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
    const char *base, *fresh, *delta, *change, *told;
    corr_words name;
    corr_branch branch;
    bool strong;
} shown_row;

/* The names of the calls of a line, outermost first. */
static corr_words name_of_line(const forest *t, const branch *b)
{
    const diff_page *p = t->p;
    const uint32_t n = corr_diff_node_at(p->d, b->last).depth -
                       corr_diff_node_at(p->d, b->node).depth + 1;
    chain_call *call = corr_report_alloc(p->r, sizeof *call, n);
    uint32_t node = b->last;

    for (uint32_t i = n; call && i-- > 0;) {
        const corr_diff_node v = corr_diff_node_at(p->d, node);
        call[i] = (chain_call){ cmd_name(p->ctx, p->r, v.name),
                                corr_frame_is_app(&v.frame) };
        node = v.parent;
    }
    return call ? chain_words(p->r, call, n, false, p->ctx->output->all)
                : (corr_words){ "", NULL };
}

static void fill_shown_node(const void *ctx, uint32_t i, void *row)
{
    const forest *t = ctx;
    const branch *b = &t->line[i];
    const corr_diff_node n = corr_diff_node_at(t->p->d, b->last);

    *(shown_row *)row = (shown_row){
        .base = diff_value(t->p, n.value[0], false),
        .fresh = diff_value(t->p, n.value[1], false),
        .delta = diff_value(t->p, n.value[1] - n.value[0], true),
        .change = has_mark(t, &n) ? corr_change_name(n.change) : NULL,
        .told = told_words(t, &n),
        .name = name_of_line(t, b),
        .branch = { b->depth, b->is_last },
        .strong = has_mark(t, &n),
    };
}

/* Frames that hold a percent of either side, and all above one that answers
 * for a change. */
static void choose_nodes(forest *t, double least)
{
    const corr_diff *d = t->p->d;

    for (uint32_t i = corr_diff_nodes(d); i-- > 1;) {
        const corr_diff_node v = corr_diff_node_at(d, i);
        t->keep[i] = t->keep[i] || t->p->ctx->output->all || has_mark(t, &v) ||
                     fmax(v.value[0], v.value[1]) >= least;
        t->keep[v.parent] = t->keep[v.parent] || t->keep[i];
    }
}

/* The last node of the chain that begins with a node: each has one child that
 * is shown, which has nearly all of it on both sides. */
static uint32_t end_of_chain(const forest *t, uint32_t node, double least)
{
    const corr_diff *d = t->p->d;

    for (;;) {
        const corr_diff_node up = corr_diff_node_at(d, node);
        uint32_t only = 0, kept = 0;
        for (uint32_t k = node + 1; k < up.end && kept < 2;
             k = corr_diff_node_at(d, k).end)
            if (t->keep[k]) {
                only = k;
                kept++;
            }
        if (kept != 1 || has_mark(t, &up))
            return node;
        const corr_diff_node child = corr_diff_node_at(d, only);
        for (unsigned w = 0; w < 2; w++)
            if (!chain_joins(up.value[w], child.value[w], least))
                return node;
        node = only;
    }
}

/* Makes a line of each chain of nodes that are shown. */
static bool make_branches(forest *t)
{
    const corr_diff *d = t->p->d;
    const uint32_t n = corr_diff_nodes(d);
    const double least = WORTH * fmax(t->p->f.total[0], t->p->f.total[1]);
    uint32_t *end = corr_report_alloc(t->p->r, sizeof *end, n);
    bool *more = corr_report_alloc(t->p->r, sizeof *more, (size_t)n + 1);
    uint32_t depth = 0;

    t->keep = corr_report_alloc(t->p->r, sizeof *t->keep, n);
    t->line = corr_report_alloc(t->p->r, sizeof *t->line, n);
    if (!t->keep || !t->line || !end || !more)
        return false;
    choose_nodes(t, least);
    for (uint32_t i = 1; i < n;) {
        const corr_diff_node v = corr_diff_node_at(d, i);
        if (!t->keep[i]) {
            i = v.end;
            continue;
        }
        while (depth > 0 && end[depth - 1] <= i)
            depth--;
        const uint32_t last =
            t->p->ctx->output->all ? i : end_of_chain(t, i, least);
        t->line[t->n++] = (branch){ i, last, depth, false };
        end[depth++] = v.end;
        i = last + 1;
    }
    for (uint32_t i = t->n; i-- > 0;) { /* more[d]: one of depth d follows */
        branch *b = &t->line[i];
        b->is_last = !more[b->depth];
        more[b->depth] = true;
        more[b->depth + 1] = false;
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
        SEE("function", CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_SLIM, TEXT,
            shown_row, name),
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
    if (!make_branches(t))
        return corr_no_memory(err);
    if (on_screen)
        put_tree(t);
    return CORR_OK;
}
