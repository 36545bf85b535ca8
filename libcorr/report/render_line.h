/*
 * render_line - one line of a screen: measured in cells, never too wide.
 *
 * Spaces are held back until something follows them, so that no line ends in
 * one; what would pass the width is dropped.  Cutting a name well, before that
 * happens, is line_cut's.
 */
#ifndef CORR_RENDER_LINE_H
#define CORR_RENDER_LINE_H

#include "base/escape.h"
#include "report/render.h"

typedef enum line_look { LOOK_PLAIN, LOOK_BOLD, LOOK_DIM } line_look;

typedef struct line {
    corr_out *out;
    const corr_style *style;
    unsigned width;  /* UINT32_MAX: no end */
    unsigned cells;  /* written */
    unsigned spaces; /* held back */
    line_look look, shown;
} line;

line line_of(const corr_style *style, corr_out *out);
void line_look_like(line *l, line_look look);
void line_spaces(line *l, unsigned n);
void line_to(line *l, unsigned cell); /* spaces up to this column */
void line_text(line *l, corr_str s);  /* made safe */
void line_end(line *l);
unsigned line_at(const line *l); /* where the next character would go */

/* s in at most w cells: its middle is left out, and the last two segments of
 * a name are kept if they fit. */
void line_cut(line *l, corr_str s, unsigned w);

/* Words of s from the current position on; lines that follow begin at
 * indent.  Leaves the last line open. */
void line_wrap(line *l, corr_str s, unsigned indent);

#endif
