/*
 * sides_args - what the two sides of a comparison are, by the command line.
 *
 * A side is a file, a directory, a quoted glob, a window of a file or
 * directory, "-", or a label, "version=v41".  Operands behind them are for
 * both: traces, or where the sides are labels everything.  A file alone is both
 * sides, of folded stacks with two counts a line.  Two ids are no sides, but two
 * traces (diff_traces.h).
 */
#ifndef CORR_CMD_SIDES_H
#define CORR_CMD_SIDES_H

#include "cli/cmd.h"
#include "corr.h"
#include "corr_diff.h"

enum { SIDE_BASE = 1, SIDE_NEW = 2 }; /* groups of inputs */

typedef struct cmd_side {
    const char *text;  /* as typed */
    const char *label; /* "key=value", or NULL */
    opt_list paths;    /* of a side that is no label */
} cmd_side;

typedef struct cmd_sides {
    cmd_side side[2];
    opt_list both; /* paths for both */
    bool columns;  /* one file, whose two columns are the sides */
} cmd_sides;

/* Takes the operands apart.  Memory comes from the arena. */
corr_code sides_parse(const opt_list *operands, corr_arena *arena, cmd_sides *s,
                      corr_err *err) CORR_CHECK;

/* Whether a word is the id of a trace or span; a path that exists is a path, and
 * KEY=VALUE is a label. */
bool sides_is_id(const char *word);

/* What the profiles of a side are: "file", or "recording" if files sum them up. */
static inline const char *sides_file_word(const corr_diff_side *side)
{
    return side->recordings == side->files && side->files ? "recording"
                                                          : "file";
}

/* The questions that the sides are, the shared options included. */
corr_code sides_query(const cmd_ctx *ctx, corr_query q[2],
                      corr_err *err) CORR_CHECK;

#endif
