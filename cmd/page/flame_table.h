/*
 * flame_table - a call tree of one selection as tables of a report.
 *
 * A flame lives in the memory of its report, which owns the tree.
 */
#ifndef CORR_CMD_FLAME_H
#define CORR_CMD_FLAME_H

#include "cli/cmd.h"
#include "corr_view.h"

typedef struct flame flame;

/* NULL: err says why. */
flame *flame_of(corr_report *r, const corr_sel *sel, const corr_tree_opts *how,
                corr_err *err);
const corr_tree *flame_tree(const flame *f);

/* Shows names as the options ask for: whole, or their last two parts.  Without
 * this it is two parts.  Before flame_say_answer and flame_hottest. */
void flame_use_names(flame *f, const cmd_ctx *ctx);

/* The sentence that answers: "52% is one path: f → g → h". */
void flame_say_answer(const flame *f, cmd_band band);

/* The short name of the node with the largest self amount; "": no node has
 * any. */
const char *flame_hottest(const flame *f);

/* nodes[] of corr-json(7): every node, or with a prune what it leaves, rest
 * rows included.  Lives as long as the report; NULL: err says why. */
const corr_table *flame_nodes(const flame *f, const corr_prune *prune,
                              corr_err *err);

/* The tree on the screen; title heads the column of names, the band says which
 * numbers may be shown. */
corr_code flame_put_screen(flame *f, const corr_prune *prune, const char *title,
                           cmd_band band, corr_err *err) CORR_CHECK;

#endif
