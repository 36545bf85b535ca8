/* render_table - tables on a screen: layout, guides, cutting. */
#ifndef CORR_RENDER_TABLE_H
#define CORR_RENDER_TABLE_H

#include "report/render_line.h"

void render_table(const corr_table *t, const corr_style *style, corr_out *out);

#endif
