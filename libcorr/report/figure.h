/*
 * figure - how the figures of a report are drawn as SVG.
 *
 * A page has each figure inside, a picture is nothing else; both draw with the
 * functions here.  Positions along a line are in percent and heights in pixels,
 * so that a picture fits every width and its text is never stretched; what is
 * longer than its box is cut by it.  Colours are attributes: a viewer without
 * style sheets shows the same.
 */
#ifndef CORR_RENDER_FIGURE_H
#define CORR_RENDER_FIGURE_H

#include "report/markup.h"

typedef struct canvas {
    corr_out *out;
    const corr_style *style;
    const char *id; /* of the figure: its patterns have names of their own */
} canvas;

/* ---- what fits ------------------------------------------------------------ */

/* Chooses which of n things of a tree (depth-first, by depth) stay within a
 * number of bytes: the heaviest, and all above them.  weight is raised to that
 * of the heaviest below.  keep[i] is set.  false: out of memory. */
bool keep_heaviest(uint32_t n, const uint32_t *up, double *weight,
                   const uint32_t *bytes, uint64_t room, bool *keep);

/* ---- flames --------------------------------------------------------------- */

/* The boxes of a flame that are drawn, and where. */
typedef struct flame_box {
    corr_box b;
    uint32_t up;    /* the box above; of the first: 0 */
    uint32_t below; /* boxes right below */
    int64_t from;   /* position, in the unit of the figure */
    uint64_t key;   /* of the names from the root on: for links */
} flame_box;

typedef struct flame_boxes {
    const corr_flame_figure *f;
    flame_box *at;
    uint32_t n, deepest;
    uint32_t hidden; /* boxes of the figure that are in no box of their own */
} flame_boxes;

/* The boxes that fit `room` bytes, where one costs `each` bytes and `names`
 * times its name.  Memory of the arena.  n is 0 if memory is out. */
flame_boxes flame_boxes_of(const corr_flame_figure *f, uint64_t room,
                           uint32_t each, uint32_t names, corr_arena *arena);
/* "1.204 s", "3.1 ms a request" */
corr_str flame_amount(const corr_flame_figure *f, int64_t v,
                      char buf[RENDER_MAX]);
/* "12.3%" of the root */
corr_str flame_share(const flame_boxes *k, int64_t v, char buf[RENDER_MAX]);
/* "+3.1 ms a request ×1.74 (1.13..2.68) more"; "" without a certain
 * change */
corr_str flame_change(const corr_flame_figure *f, const corr_box *b,
                      char buf[RENDER_MAX]);
/* The same of a box that was judged and has no certain change, or "". */
corr_str flame_doubt(const corr_flame_figure *f, const corr_box *b,
                     char buf[RENDER_MAX]);

/* ---- bars ------------------------------------------------------------------ */

typedef struct fall_bars {
    const corr_fall_figure *f;
    const corr_span_bar **at;
    uint32_t n, hidden; /* hidden: of the trace, too */
} fall_bars;

fall_bars fall_bars_of(const corr_fall_figure *f, uint64_t room,
                       corr_arena *arena);
const char *time_use_name(corr_time_use use); /* "CPU" */
/* A time in the unit that fits the axis. */
corr_str fall_time(const corr_fall_figure *f, int64_t ns, char buf[RENDER_MAX]);

/* ---- drawing ---------------------------------------------------------------- */

/* Each draws the inside of an <svg> that is as high as the returned number of
 * pixels. */
unsigned draw_flame(canvas *c, const flame_boxes *k);
unsigned draw_fall(canvas *c, const fall_bars *k);
unsigned draw_plot(canvas *c, const corr_plot_figure *f);

/* "12.5%": part of whole; 0 if there is no whole. */
const char *draw_percent(double part, double whole, char buf[32]);
/* A duration, as screens print it. */
corr_str draw_ns(int64_t ns, char buf[RENDER_MAX]);
void draw_text(canvas *c, const char *z);

/* A page: the figure with its rows and tables. */
void html_figure(corr_out *out, const corr_style *style, const corr_figure *f,
                 uint64_t room);

#endif
