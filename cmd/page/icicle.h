/* icicle - a call tree as boxes: one row a call, as wide as its share. */
#ifndef CORR_CMD_ICICLE_H
#define CORR_CMD_ICICLE_H

#include "corr_report.h"

/* A corr_draw; ctx is a corr_tree. */
void icicle_draw(const void *tree, const corr_style *style,
                 corr_draw_line *line, void *to);

#endif
