/*
 * render - what the renderers share.
 *
 * A renderer writes a whole report to a sink; failure is sticky in the sink.
 * Each target is a row of the table in render.c.
 */
#ifndef CORR_RENDER_H
#define CORR_RENDER_H

#include "report/report.h"

typedef void render_fn(const corr_report *r, const corr_style *style,
                       corr_out *out);
render_fn render_text, render_json, render_jsonl, render_tsv, render_csv,
    render_md;

/* A cell as eyes read it: borrowed from the cell or written into buf.  Not
 * yet safe.  Null, nested and unknown: empty. */
#define RENDER_MAX 128
corr_str render_cell(const corr_cell *c, const corr_style *style,
                     char buf[RENDER_MAX]);

/* A bar of so many cells, RENDER_BAR_MOST at the most. */
enum { RENDER_BAR_LEAST = 12, RENDER_BAR_MOST = 30 };
corr_str render_bar(const corr_bar *bar, unsigned cells, bool ascii,
                    char buf[RENDER_MAX]);

/* One unit for all amounts of a column, so that eyes can compare them: the one
 * that suits the largest, with digits enough for the smallest. */
typedef struct render_scale {
    uint64_t unit; /* 0: each amount has its own */
    const char *name;
    unsigned decimals;
} render_scale;

/* Of magnitudes; least is the smallest that is not zero. */
render_scale render_scale_of(uint64_t most, uint64_t least, corr_unit unit);
corr_str render_scaled(int64_t v, const render_scale *scale,
                       char buf[RENDER_MAX]);

/* Numbers as machines read them; share and real in the shortest form that
 * reads back as the same double. */
void render_i64(corr_out *out, int64_t i);
void render_real(corr_out *out, double f);
/* "jit", or NULL for a plain frame. */
const char *render_frame_type(corr_frame_type type);

/* Whether a column of the screen is shown at this width. */
bool render_shows(const corr_column *col, const corr_style *style);
unsigned render_width(const corr_style *style); /* UINT32_MAX: no end */

#endif
