/*
 * corr_figure.h - pictures of a report: what a page of HTML and an SVG draw.
 *
 * A figure is data: boxes, bars, lines, with the numbers that they stand for.
 * It has no colours and no sizes in pixels; libcorr/report draws it.  A report
 * shows a figure at the place where it was added; text, Markdown and data skip
 * it, because tables of the same report have the same numbers.  The rows of a
 * figure and all their texts are borrowed until the report is freed.  Texts may
 * come from files: the renderer escapes them.
 */
#ifndef CORR_FIGURE_H
#define CORR_FIGURE_H

#include "corr_report.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- boxes: a tree of calls --------------------------------------------- */

/* What a comparison says of a box. */
typedef enum corr_box_change {
    CORR_BOX_PLAIN, /* no comparison, or no certain change */
    CORR_BOX_MORE,  /* certainly more expensive */
    CORR_BOX_LESS,  /* certainly cheaper */
    CORR_BOX_NEW,   /* only in the new side, certainly */
    CORR_BOX_GONE   /* only in the base, certainly */
} corr_box_change;

/* What changed counts for so many times its total where there is no room for
 * all boxes. */
#define CORR_BOX_CHANGED 20
/* More boxes than a page or a picture has room for.  A caller of large trees
 * gives these, the heaviest. */
#define CORR_BOX_MOST 6000

/* Boxes are in depth-first order, the root first at depth 0.  The total of a box
 * is its self amount, the totals of its children, and what is hidden below. */
typedef struct corr_box {
    const char *name;
    const char *detail; /* file, line, module, or NULL */
    uint32_t depth;
    int64_t total, self; /* in the unit of the figure */
    int64_t samples;     /* observations of total; 0: unknown */
    corr_tone group;     /* kind of code: corr_tone_group, or plain */
    bool is_rest;        /* stands for boxes that are left out */
    uint32_t hidden; /* boxes that are not in the figure: of a rest, those that
                        it stands for, 0: unknown; else those below this one */
    corr_box_change change;
    double delta;         /* of a comparison: by how much total changed, in
                     `delta_unit`; not finite: unknown */
    double ratio, lo, hi; /* of total, new over base at 95 %; not finite:
                             unknown */
} corr_box;

typedef struct corr_flame_figure {
    const corr_box *box;
    uint32_t n;
    corr_unit unit;
    const char *own_unit; /* "ms a request": amounts are total * scale of it;
                               NULL: amounts of `unit` */
    double scale;
    bool from_leaves;       /* boxes below the root are leaves: callers */
    bool compares;          /* change, delta, ratio, lo, hi are set */
    const char *delta_unit; /* "ms a request", or NULL */
    const char *unjudged;   /* of a comparison: "frames under 0.5%": what has no
                               colour because it was not judged; NULL: all
                               boxes */
} corr_flame_figure;

/* ---- bars: spans on one time axis ---------------------------------------- */

/* What the time of a span was, in the order of the legend (corr-methods 2.6). */
typedef enum corr_time_use {
    CORR_USE_CPU,
    CORR_USE_LOCK, /* a lock, or any other wait but I/O */
    CORR_USE_IO,
    CORR_USE_GC,
    CORR_USE_CHILD,   /* waited for a child span */
    CORR_USE_UNKNOWN, /* not recorded */
    CORR_USE_COUNT
} corr_time_use;

typedef struct corr_use_piece {
    int64_t from, to; /* ns from the start of the figure */
    corr_time_use use;
} corr_use_piece;

typedef struct corr_span_bar {
    const char *handle; /* what `corr span` takes; also the deep link */
    const char *name, *service;
    const char *detail; /* status, evidence, or NULL */
    uint32_t depth;
    int64_t from, to;            /* ns from the start of the figure */
    const corr_use_piece *piece; /* in order, without overlap; what no piece
                                    covers is drawn empty */
    uint32_t npiece;
    int64_t sum[CORR_USE_COUNT];    /* of pieces: adds up to to - from */
    bool has_ledger;                /* false: only the time of children is
                                       known */
    const corr_use_piece *blocking; /* stretches on the critical path */
    uint32_t nblocking;
    bool focus, failed;
} corr_span_bar;

typedef struct corr_fall_figure {
    const char *prefix; /* of the links to bars, before the handle, or NULL */
    const corr_span_bar *bar; /* depth-first */
    uint32_t n;
    int64_t length;          /* of the axis, ns */
    int64_t start_unix_ns;   /* CORR_NO_TIME: unknown */
    uint32_t hidden;         /* spans that have no bar */
    int64_t hidden_blocking; /* ns of theirs on the critical path */
} corr_fall_figure;

/* ---- lines: values over time ---------------------------------------------- */

typedef struct corr_plot_layer {
    const char *name;
    const double *value; /* [bins]; NAN: unknown */
    corr_tone group;
} corr_plot_layer;

typedef struct corr_plot_mark {
    const char *name;
    int64_t from, to; /* Unix ns; equal: a line */
    corr_tone tone;
    const char *command; /* that asks about its time, or NULL */
} corr_plot_mark;

typedef struct corr_plot_dot {
    int64_t at;   /* Unix ns */
    double value; /* ns of a request, on an axis of logarithms */
    const char *handle;
    bool failed;
} corr_plot_dot;

typedef struct corr_plot_figure {
    const char *unit;             /* of the layers: "cores" */
    const corr_plot_layer *layer; /* stacked, the first at the bottom */
    uint32_t nlayer;
    bool stacks;        /* false: lines, not areas */
    bool own_clock;     /* times are of a clock without a date */
    int64_t from, step; /* Unix ns; ns */
    uint32_t bins;
    const corr_plot_mark *band, *line; /* alerts and windows; deploys */
    uint32_t nband, nline;
    const corr_plot_dot *dot; /* by time */
    uint32_t ndot;
    uint64_t hidden; /* requests without a dot */
} corr_plot_figure;

/* ---- a figure of a report ------------------------------------------------ */

typedef enum corr_figure_kind {
    CORR_FIGURE_FLAME,
    CORR_FIGURE_FALL,
    CORR_FIGURE_PLOT
} corr_figure_kind;

typedef struct corr_figure {
    corr_figure_kind kind;
    const char *id;      /* stable, for links: "flame", "flame-s4", "spans" */
    const char *caption; /* one sentence with the base: "CPU of checkout, 155 s
                            in 15,507 samples" */
    bool closed;         /* a page shows it when it is asked for */
    union {
        corr_flame_figure flame;
        corr_fall_figure fall;
        corr_plot_figure plot;
    };
} corr_figure;

/* Adds a figure at this place of the screen.  *f is copied, its rows are
 * borrowed. */
void corr_report_figure(corr_report *r, const corr_figure *f);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
