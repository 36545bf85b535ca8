/*
 * strip - timelines as lines of blocks, one under the other.
 *
 * The strips of a timeline have the width that the screen leaves, so several
 * bins may be one column.  Each says between which values it lies; where
 * nothing is known it is blank.
 */
#ifndef CORR_CMD_STRIP_H
#define CORR_CMD_STRIP_H

#include "cmd.h"

typedef struct strip_opts {
    bool all;                   /* also what is not looked at first */
    const char *name;           /* of the only row, instead of its own */
    int64_t mark_from, mark_to; /* a stretch to mark under it, or equal */
} strip_opts;

/* t lives as long as the report; nothing if it has no bins. */
void cmd_strips(const cmd_ctx *ctx, corr_report *r, const corr_timeline *t,
                const strip_opts *o);

#endif
