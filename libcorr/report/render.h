/*
 * render - shared by the renderers.
 *
 * A renderer writes a whole report to a sink; failures are sticky in the sink.
 * The table in render.c lists the renderers.  They keep no state.
 */
#ifndef CORR_RENDER_H
#define CORR_RENDER_H

#include "report/report.h"

typedef void render_fn(const corr_report *r, const corr_style *style,
                       corr_out *out);
render_fn render_text, render_json, render_jsonl, render_tsv, render_csv,
    render_md, render_types, render_html, render_svg;

/* The text of a cell for readers: borrowed from the cell or written into buf.
 * Not yet escaped.  Empty for null, nested and unknown cells. */
#define RENDER_MAX 320
corr_str render_cell(const corr_cell *c, const corr_style *style,
                     char buf[RENDER_MAX]);

/* Draws a bar of `cells` cells, at most RENDER_BAR_MOST. */
enum { RENDER_BAR_LEAST = 12, RENDER_BAR_MOST = 100 };
corr_str render_bar(const corr_bar *bar, unsigned cells, bool ascii,
                    char buf[RENDER_MAX]);

/* The common unit of all amounts of a column, so that readers can compare them.
 * It suits the largest amount and has enough digits for the smallest. */
typedef struct render_scale {
    uint64_t unit; /* 0: each amount has a unit of its own */
    const char *name;
    unsigned decimals;
} render_scale;

/* Takes magnitudes; least is the smallest one that is not zero. */
render_scale render_scale_of(uint64_t most, uint64_t least, corr_unit unit);
corr_str render_scaled(int64_t v, const render_scale *scale,
                       char buf[RENDER_MAX]);

/* The text of a trace or span id. */
corr_str render_id(const corr_cell *c, char buf[RENDER_MAX]);
/* Write numbers for programs, and nothing for other cells; share and real are
 * in the shortest form that reads back as the same double. */
void render_i64(corr_out *out, int64_t i);
void render_number(corr_out *out, const corr_cell *c);
/* "jit", or NULL for a plain frame. */
const char *render_frame_type(corr_frame_type type);

/* Whether a column of the screen is visible at this width. */
bool render_shows(const corr_column *col, const corr_style *style);
unsigned render_width(const corr_style *style); /* UINT32_MAX: unlimited */

#endif
