/*
 * render_line - one line of a screen, measured in cells, never wider than its
 * limit.
 *
 * Spaces are written only before other text, so that no line ends in a space;
 * text beyond the width is dropped. line_cut shortens a name well before that
 * happens.  A line borrows its sink.
 */
#ifndef CORR_RENDER_LINE_H
#define CORR_RENDER_LINE_H

#include "base/escape.h"
#include "report/render.h"

/* A tone is LOOK_TONE + its number. */
typedef enum line_look {
    LOOK_PLAIN,
    LOOK_BOLD,
    LOOK_DIM,
    LOOK_TONE,
    LOOK_COUNT = LOOK_TONE + CORR_TONE_GROUP + CORR_TONE_GROUPS
} line_look;

typedef struct line {
    corr_out *out;
    const corr_style *style;
    unsigned width;  /* UINT32_MAX: unlimited */
    unsigned cells;  /* cells written */
    unsigned spaces; /* spaces not yet written */
    line_look look, shown;
} line;

line line_of(const corr_style *style, corr_out *out);
void line_look_like(line *l, line_look look);
void line_spaces(line *l, unsigned n);
void line_to(line *l, unsigned cell); /* adds spaces up to this column */
void line_text(line *l, corr_str s);  /* escaped */
void line_end(line *l);
unsigned line_at(const line *l); /* column of the next character */

/* Writes s in at most w cells: the middle is left out, and the last two
 * segments of a name are kept if they fit. */
void line_cut(line *l, corr_str s, unsigned w);

/* Writes the words of s from the current position on; further lines begin at
 * indent.  Leaves the last line open. */
void line_wrap(line *l, corr_str s, unsigned indent);

/* Draws a table: layout, guides, cutting. */
void render_table(const corr_table *t, const corr_style *style, corr_out *out);

#endif
