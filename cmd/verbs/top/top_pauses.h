/*
 * top_pauses - a row for each pause, and the requests that ran during it: corr
 * top --by gc.
 */
#ifndef CORR_CMD_TOP_GC_H
#define CORR_CMD_TOP_GC_H

#include "cli/cmd.h"
#include "corr_view.h"

/* A row of a top by gc. */
typedef struct top_pause {
    const corr_top *t;
    uint32_t row;
} top_pause;

/* A table of the requests that were under way then; it borrows p. */
corr_table top_gc_delayed(const top_pause *p);
/* The first rows; rest: the words for the others, which add up to rest_ns, or
 * NULL; rest_brief: where these are too long. */
void top_gc_screen(const cmd_ctx *ctx, corr_report *r, const corr_top *t,
                   uint32_t rows, int64_t rest_ns, const char *rest,
                   const char *rest_brief);

#endif
