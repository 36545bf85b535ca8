/* diff_tree_page - the call tree of both sides. */
#include <math.h>
#include <string.h>

#include "verbs/diff/diff_cmd.h"

enum { USUAL_ROWS = 60 };
#define WORTH 0.01 /* of the larger total: a line of its own */

/* ---- data --------------------------------------------------------------- */

static const corr_column data_columns[] = {
    { "id", NULL, 0 },           { "parent", NULL, 0 },
    { "depth", NULL, 0 },        { "base", NULL, 0 },
    { "new", NULL, 0 },          { "owned", NULL, 0 },
    { "base_self", NULL, 0 },    { "new_self", NULL, 0 },
    { "class", NULL, 0 },        { "frame", NULL, CORR_COL_FRAME },
    { "renamed_from", NULL, 0 },
};

static corr_cell data_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const diff_page *p = ctx;
    const corr_diff_node n = corr_diff_node_at(p->d, row);

    switch (column) {
    case 0:
        return corr_cell_count(row);
    case 1:
        return row ? corr_cell_count(n.parent) : corr_cell_null();
    case 2:
        return corr_cell_count(n.depth);
    case 3:
    case 4:
        return corr_cell_real(n.value[column - 3]);
    case 5:
        return corr_cell_real(n.owned);
    case 6:
    case 7:
        return corr_cell_real(n.self[column - 6]);
    case 8:
        return corr_cell_text(corr_change_name(n.change));
    case 9:
        return row ? corr_cell_frame(n.frame) : corr_cell_null();
    default:
        return corr_cell_text(n.renamed_from);
    }
}

/* ---- screen ------------------------------------------------------------- */

typedef struct branch {
    uint32_t node, depth, hidden; /* hidden: a rest line of so many frames */
    bool is_last;
} branch;

enum { TREE_COLUMNS = 6 };

typedef struct forest {
    diff_page *p;
    corr_column columns[TREE_COLUMNS];
    branch *line;
    uint32_t n;
} forest;

/* Nothing is, of a few samples. */
static bool is_told(const forest *t, const corr_diff_node *n)
{
    return n->owned != 0 && !t->p->f.few;
}

/* How much of the change, if that is not all of it. */
static const char *told_words(const forest *t, const corr_diff_node *n)
{
    const char *told = diff_value(t->p, n->owned, true);
    const char *all = diff_value(t->p, n->value[1] - n->value[0], true);

    return is_told(t, n) && strcmp(told, all) != 0 ? told : NULL;
}

static corr_cell tree_cell(const void *ctx, uint32_t row, uint32_t column)
{
    const forest *t = ctx;
    const corr_diff_node n = corr_diff_node_at(t->p->d, t->line[row].node);

    switch (column) {
    case 0:
        return corr_cell_text(diff_value(t->p, n.value[0], false));
    case 1:
        return corr_cell_text(diff_value(t->p, n.value[1], false));
    case 2:
        return corr_cell_text(diff_value(t->p, n.value[1] - n.value[0], true));
    case 3:
        return corr_cell_text(
            is_told(t, &n)
                ? corr_report_text(t->p->r, "%s", corr_change_name(n.change))
                : NULL);
    case 4:
        return corr_cell_text(told_words(t, &n));
    default:
        return corr_cell_text(n.name);
    }
}

static uint32_t tree_depth(const void *ctx, uint32_t row, bool *is_last)
{
    const forest *t = ctx;

    *is_last = t->line[row].is_last;
    return t->line[row].depth;
}

static bool tree_strong(const void *ctx, uint32_t row)
{
    const forest *t = ctx;

    const corr_diff_node n = corr_diff_node_at(t->p->d, t->line[row].node);

    return is_told(t, &n);
}

/* Frames that hold a percent of either side, and all above one that answers
 * for a change. */
static bool choose(forest *t)
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
        keep[i] = keep[i] || t->p->ctx->output->all || is_told(t, &v) ||
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

static void put_screen(forest *t)
{
    const corr_column columns[TREE_COLUMNS] = {
        { NULL, t->p->title[0], CORR_COL_RIGHT },
        { NULL, t->p->title[1], CORR_COL_RIGHT },
        { NULL, "delta", CORR_COL_RIGHT },
        { NULL, "told", 0 },
        { NULL, "", CORR_COL_RIGHT },
        { NULL, "function", CORR_COL_FLEX | CORR_COL_TREE },
    };
    diff_page *p = t->p;
    const uint32_t most = cmd_rows(p->ctx, USUAL_ROWS);
    const uint32_t left = t->n > most ? t->n - most : 0;

    memcpy(t->columns, columns, sizeof columns);
    corr_report_blank(p->r);
    corr_report_table(p->r, NULL,
                      &(corr_table){ .columns = t->columns,
                                     .ncolumns = TREE_COLUMNS,
                                     .nrows = t->n - left,
                                     .cell = tree_cell,
                                     .depth = tree_depth,
                                     .strong = tree_strong,
                                     .ctx = t },
                      CORR_SCREEN);
    if (left)
        corr_report_line(p->r, "%u more frames (-n 0 shows all)", left);
}

corr_code diff_put_nodes(diff_page *p, bool on_screen, corr_err *err)
{
    const bool primary = strcmp(p->member, "nodes") == 0;
    forest *t = corr_report_alloc(p->r, sizeof *t, 1);

    corr_report_table(p->r, "nodes",
                      &(corr_table){ .columns = data_columns,
                                     .ncolumns = COUNT(data_columns),
                                     .nrows = corr_diff_nodes(p->d),
                                     .cell = data_cell,
                                     .ctx = p },
                      primary ? CORR_PRIMARY : CORR_DATA);
    if (!t)
        return corr_no_memory(err);
    t->p = p;
    if (!choose(t))
        return corr_no_memory(err);
    if (on_screen)
        put_screen(t);
    return CORR_OK;
}
