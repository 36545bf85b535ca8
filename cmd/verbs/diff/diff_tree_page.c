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
    const char *change, *with;
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
    COL("total_class", TEXT, node_row, with),
    JUDGED_COLUMNS(node_row, n.with),
    COL("frame", FRAME, node_row, frame),
    COL("renamed_from", TEXT, node_row, n.renamed_from),
};

static void fill_diff_node(const void *ctx, uint32_t i, void *row)
{
    node_row *w = row;

    *w = (node_row){ .n = corr_diff_node_at(ctx, i), .id = i };
    w->parent = i ? (int64_t)w->n.parent : -1;
    w->change = corr_change_name(w->n.change);
    w->with = corr_change_name(w->n.with_change);
    w->frame = i ? &w->n.frame : NULL;
}

/* ---- lines --------------------------------------------------------------- */

/* A line of the screen: a node, or a chain of nodes that says no more than its
 * last one. */
typedef struct branch {
    uint32_t node, last; /* the first and the last of the chain */
    uint32_t depth;
    bool is_last;
} branch;

typedef struct forest {
    diff_page *p;
    branch *line;
    bool *keep;      /* [nodes] */
    uint32_t *depth; /* [nodes] of the lines below a node that ends a line */
    uint32_t n;
} forest;

#define CHAINED 0.995 /* least part of its caller that a chained frame has */

corr_change diff_node_change(const diff_page *p, const corr_diff_node *n)
{
    if (!n->row || p->f.few)
        return CORR_SAME;
    const corr_diff_row w = corr_diff_at(p->d, n->row - 1);
    const corr_change c = diff_shown_change(&w);
    return (w.owned > 0) == (n->owned > 0) ? c : CORR_SAME;
}

static bool has_mark(const forest *t, const corr_diff_node *n)
{
    return diff_node_change(t->p, n) != CORR_SAME;
}

/* below[i]: the node is below one that is only on one side as a whole, and is
 * told by it. */
static void find_below(const forest *t, bool *below)
{
    for (uint32_t i = 1; i < corr_diff_nodes(t->p->d); i++) {
        const corr_diff_node v = corr_diff_node_at(t->p->d, i);
        const corr_diff_node up = corr_diff_node_at(t->p->d, v.parent);
        const corr_change c = diff_node_change(t->p, &up);
        below[i] = below[v.parent] || c == CORR_NEW || c == CORR_GONE;
    }
}

/* Keeps frames that hold a percent of either side, and all above one that
 * answers for a change.  Of what came or went as a whole, library frames tell
 * nothing more. */
static void keep_nodes(const forest *t, const bool *below)
{
    const corr_diff *d = t->p->d;
    const double least = WORTH * fmax(t->p->f.whole[0], t->p->f.whole[1]);

    for (uint32_t i = corr_diff_nodes(d); i-- > 1;) {
        const corr_diff_node v = corr_diff_node_at(d, i);
        const bool is_large =
            fmax(fabs(v.value[0]), fabs(v.value[1])) >= least &&
            (!below[i] || corr_frame_is_app(&v.frame));
        t->keep[i] =
            t->keep[i] || is_large || has_mark(t, &v) || t->p->ctx->output->all;
        t->keep[v.parent] = t->keep[v.parent] || t->keep[i];
    }
}

/* Returns the only kept child of a node; 0: it has none, or several. */
static uint32_t only_child(const forest *t, uint32_t node)
{
    const corr_diff *d = t->p->d;
    const uint32_t end = corr_diff_node_at(d, node).end;
    uint32_t only = 0;

    for (uint32_t i = node + 1; i < end; i = corr_diff_node_at(d, i).end)
        if (t->keep[i]) {
            if (only)
                return 0;
            only = i;
        }
    return only;
}

/* Whether a node says no more than its only child: nearly the same cost on both
 * sides, and no change of its own. */
static bool is_chained(const forest *t, uint32_t node, uint32_t child)
{
    const corr_diff_node up = corr_diff_node_at(t->p->d, node);
    const corr_diff_node below = corr_diff_node_at(t->p->d, child);

    for (unsigned w = 0; w < 2; w++)
        if (below.value[w] < CHAINED * up.value[w])
            return false;
    return !has_mark(t, &up);
}

static bool is_last_child(const forest *t, const corr_diff_node *v)
{
    const corr_diff *d = t->p->d;
    const uint32_t end = corr_diff_node_at(d, v->parent).end;

    for (uint32_t k = v->end; k < end; k = corr_diff_node_at(d, k).end)
        if (t->keep[k])
            return false;
    return true;
}

static bool make_lines(forest *t)
{
    const corr_diff *d = t->p->d;
    const uint32_t n = corr_diff_nodes(d);

    t->keep = corr_report_alloc(t->p->r, sizeof *t->keep, n);
    t->depth = corr_report_alloc(t->p->r, sizeof *t->depth, n);
    t->line = corr_report_alloc(t->p->r, sizeof *t->line, n);
    bool *below = corr_report_alloc(t->p->r, sizeof *below, n);
    if (!t->keep || !t->depth || !t->line || !below)
        return false;
    find_below(t, below);
    keep_nodes(t, below);
    for (uint32_t i = 1; i < n; i++) {
        const corr_diff_node v = corr_diff_node_at(d, i);
        if (!t->keep[i])
            continue;
        branch b = { i, i, t->depth[v.parent], is_last_child(t, &v) };
        for (uint32_t child;
             (child = only_child(t, b.last)) && is_chained(t, b.last, child);)
            b.last = child;
        t->depth[b.last] = b.depth + 1;
        t->line[t->n++] = b;
        i = b.last;
    }
    return true;
}

/* ---- names --------------------------------------------------------------- */

static const char *name_at(const forest *t, uint32_t node)
{
    return cmd_name(t->p->ctx, t->p->r, corr_diff_node_at(t->p->d, node).name);
}

static const char *joined(const forest *t, const char *left, const char *right)
{
    return corr_report_text(t->p->r, "%s → %s", left, right);
}

/* "Main.run → … → Rules.check → Work.mix": the last frames of the application
 * before the end stay; libraries go first. */
static corr_words chain_name(const forest *t, const branch *b)
{
    enum { SHOWN = 2 }; /* frames of the application before the last */
    const corr_diff *d = t->p->d;
    const char *text = name_at(t, b->last), *brief = text;
    unsigned shown = 0;
    bool is_cut = false;

    if (b->node == b->last)
        return (corr_words){ text, NULL };
    for (uint32_t i = b->last; i != b->node;) {
        i = corr_diff_node_at(d, i).parent;
        const corr_frame_view f = corr_diff_node_at(d, i).frame;
        if (i == b->node || (corr_frame_is_app(&f) && shown++ < SHOWN)) {
            if (is_cut)
                text = joined(t, "…", text);
            text = joined(t, name_at(t, i), text);
            if (i != b->node && shown == 1)
                brief = joined(t, name_at(t, i), brief);
            is_cut = false;
        } else {
            is_cut = true;
        }
    }
    return (corr_words){ text, joined(t, "…", brief) };
}

/* ---- screen -------------------------------------------------------------- */

typedef struct shown_row {
    const char *base, *fresh, *delta, *change;
    corr_words name;
    corr_branch branch;
    bool strong;
} shown_row;

/* "more **", and if it is not all of the change how much: "more ** +3.14" */
static const char *change_words(const forest *t, const corr_diff_node *n)
{
    const char *told = diff_value(t->p, n->owned, true);
    const char *all = diff_value(t->p, n->value[1] - n->value[0], true);
    const bool marked = *n->mark == '*';

    return corr_report_text(
        t->p->r, "%s%s%s%s%s", corr_change_name(diff_node_change(t->p, n)),
        marked ? " " : "", marked ? n->mark : "",
        strcmp(told, all) == 0 ? "" : " ", strcmp(told, all) == 0 ? "" : told);
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
        .change = has_mark(t, &n) ? change_words(t, &n) : "",
        .name = chain_name(t, b),
        .branch = { b->depth, b->is_last },
        .strong = has_mark(t, &n) && *n.mark == '*',
    };
}

static void put_tree(forest *t)
{
    const corr_column columns[] = {
        SEE(t->p->title[0], CORR_COL_RIGHT, TEXT, shown_row, base),
        SEE(t->p->title[1], CORR_COL_RIGHT, TEXT, shown_row, fresh),
        SEE("change", CORR_COL_RIGHT, TEXT, shown_row, delta),
        SEE("", 0, TEXT, shown_row, change),
        SEE(corr_report_text(t->p->r, "function (%s)", diff_unit_words(t->p)),
            CORR_COL_FLEX | CORR_COL_TREE | CORR_COL_SLIM, TEXT, shown_row,
            name),
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
        corr_report_line(p->r, "%u more line%s (-n 0 shows all)", left,
                         cmd_plural(left));
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
    if (!make_lines(t))
        return corr_no_memory(err);
    if (on_screen)
        put_tree(t);
    return CORR_OK;
}
