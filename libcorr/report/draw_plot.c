/*
 * draw_plot - values over time: areas or lines, bands, marks, and one dot a
 * request on an axis of logarithms.
 */
#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "report/figure.h"

enum {
    ROW = 16,      /* of the legend */
    NAMES = 14,    /* of a row of names of marks */
    NAME_ROWS = 4, /* at most */
    AREA = 230,
    GAP = 10, /* between the areas and the dots */
    DOTS = 150,
    AXIS = 20,
    MOST_MARKS = 200,
    TICKS = 6
};

/* Okabe and Ito's colours, which people tell apart who see fewer of them. */
static const char *const layer_fill[] = { "#e69f00", "#56b4e9", "#009e73",
                                          "#cc79a7", "#0072b2", "#d55e00",
                                          "#f0e442", "#8c6d46" };

/* A picture, and where its parts begin. */
typedef struct plotted {
    canvas *c;
    const corr_plot_figure *f;
    double most;    /* the top of the areas */
    unsigned names; /* rows of names of marks */
    unsigned area, dots, foot;
} plotted;

static const char *fill_of_layer(const corr_plot_figure *f, uint32_t i)
{
    return f->layer[i].group == CORR_TONE_FAINT
               ? "#b5b5b5"
               : layer_fill[i % countof(layer_fill)];
}

static double layer_value(const corr_plot_figure *f, uint32_t layer,
                          uint32_t bin)
{
    const double v = f->layer[layer].value[bin];

    return isfinite(v) && v > 0 ? v : 0;
}

static double highest(const corr_plot_figure *f)
{
    double most = 0;

    for (uint32_t b = 0; b < f->bins; b++) {
        double sum = 0;
        for (uint32_t l = 0; l < f->nlayer; l++) {
            const double v = layer_value(f, l, b);
            sum = f->stacks ? sum + v : fmax(sum, v);
        }
        most = fmax(most, sum);
    }
    return most;
}

/* ---- layers ------------------------------------------------------------------ */

/* The sum of the layers below, at a bin. */
static double floor_of(const corr_plot_figure *f, uint32_t layer, uint32_t bin)
{
    double sum = 0;

    for (uint32_t l = 0; f->stacks && l < layer; l++)
        sum += layer_value(f, l, bin);
    return sum;
}

/* A layer is steps: what a bin has is the same from its beginning to its end. */
static void put_layer(canvas *c, const corr_plot_figure *f, uint32_t l,
                      double most)
{
    corr_printf(c->out, "<path d=\"M");
    for (uint32_t b = 0; b < f->bins; b++) {
        const double y =
            AREA * (1 - (floor_of(f, l, b) + layer_value(f, l, b)) / most);
        corr_printf(c->out, "%u %.1fH%u ", b, y, b + 1);
        corr_puts(c->out, b + 1 < f->bins ? "L" : "");
    }
    if (f->stacks)
        for (uint32_t b = f->bins; b-- > 0;)
            corr_printf(c->out, "L%u %.1fH%u", b + 1,
                        AREA * (1 - floor_of(f, l, b) / most), b);
    if (f->stacks) {
        corr_printf(c->out, "Z\" fill=\"%s\"/>\n", fill_of_layer(f, l));
        return;
    }
    corr_printf(c->out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"",
                fill_of_layer(f, l));
    corr_puts(c->out, " vector-effect=\"non-scaling-stroke\"/>\n");
}

/* 1, 2 or 5 times a power of ten, of which `most` are in the range. */
static double round_step(double range, unsigned most)
{
    const double raw = range / most, ten = pow(10, floor(log10(raw)));

    return raw <= ten       ? ten
           : raw <= 2 * ten ? 2 * ten
           : raw <= 5 * ten ? 5 * ten
                            : 10 * ten;
}

/* The faint line of a tick, between two points. */
static void put_line(canvas *c, const char *x1, const char *x2, double y1,
                     double y2)
{
    corr_printf(c->out, "<line x1=\"%s\" x2=\"%s\" y1=\"%.1f\"", x1, x2, y1);
    corr_printf(c->out, " y2=\"%.1f\" stroke=\"#999\"", y2);
    corr_puts(c->out, " stroke-opacity=\".35\"/>");
}

/* A line across, with its text on it, which stands on paper: what it is drawn
 * over has many colours. */
static void put_level(const plotted *p, double y, const char *text)
{
    const size_t n = corr_str_of(text).n;

    put_line(p->c, "0", "100%", y, y);
    corr_printf(p->c->out, "<rect class=\"back\" x=\"0\" y=\"%.1f\"", y - 13);
    corr_printf(p->c->out, " width=\"%.1f\" height=\"12\" fill=\"#fff\"",
                4 + 6.7 * (double)(n < 40 ? n : 40));
    corr_puts(p->c->out, " fill-opacity=\".8\"/>");
    corr_printf(p->c->out, "<text class=\"soft\" x=\"2\" y=\"%.1f\">", y - 3);
    draw_text(p->c, text);
    corr_puts(p->c->out, "</text>\n");
}

static void put_layers(const plotted *p)
{
    const corr_plot_figure *f = p->f;
    canvas *c = p->c;

    corr_printf(c->out, "<svg x=\"0\" y=\"%u\" width=\"100%%\" height=\"%d\"",
                p->area, AREA);
    corr_printf(c->out,
                " viewBox=\"0 0 %u %d\" preserveAspectRatio=\"none\">\n",
                f->bins, AREA);
    for (uint32_t l = 0; l < f->nlayer; l++)
        put_layer(c, f, l, p->most);
    corr_puts(c->out, "</svg>\n");
}

static void put_levels(const plotted *p)
{
    const double step = round_step(p->most, 4);
    char text[RENDER_MAX];

    for (unsigned i = 1; i <= TICKS && i * step <= p->most; i++) {
        const bool is_top = (i + 1) * step > p->most || i == TICKS;
        snprintf(text, sizeof text, "%.4g%s%s", i * step, is_top ? " " : "",
                 is_top && p->f->unit ? p->f->unit : "");
        put_level(p, p->area + AREA * (1 - i * step / p->most), text);
    }
}

/* Two columns, so that a telephone has room for them. */
static void put_layer_names(const plotted *p)
{
    canvas *c = p->c;

    for (uint32_t l = 0; l < p->f->nlayer; l++) {
        corr_printf(c->out, "<svg x=\"%s\" y=\"%u\" width=\"49%%\"",
                    l % 2 ? "50%" : "0", ROW * (l / 2));
        corr_printf(c->out, " height=\"%d\"><title>", ROW);
        draw_text(c, p->f->layer[l].name);
        corr_puts(c->out, "</title><rect y=\"2\" width=\"14\" height=\"11\"");
        corr_printf(c->out, " fill=\"%s\"/><text x=\"19\" y=\"12\">",
                    fill_of_layer(p->f, l));
        draw_text(c, p->f->layer[l].name);
        corr_puts(c->out, "</text></svg>\n");
    }
}

/* ---- marks -------------------------------------------------------------------- */

static double axis_length(const corr_plot_figure *f)
{
    return (double)f->step * f->bins;
}

static double offset_of(const corr_plot_figure *f, int64_t at)
{
    const double x = (double)at - (double)f->from;

    return x < 0 ? 0 : x > axis_length(f) ? axis_length(f) : x;
}

/* Where the names of marks end that are written, in parts of the width. */
typedef struct mark_names {
    double until[NAME_ROWS];
} mark_names;

/* The row in which a name has room; NAME_ROWS: none.  A name is about as wide as
 * its characters on a page of 900 px. */
static unsigned row_of_name(mark_names *n, const char *name, double from,
                            bool is_end)
{
    const size_t bytes = corr_str_of(name).n;
    const double wide = 6.8 * (double)(bytes < 80 ? bytes : 80) / 900 + 0.01;
    const double left = is_end ? from - wide : from;
    unsigned row = 0;

    while (row < NAME_ROWS && n->until[row] > left)
        row++;
    if (row < NAME_ROWS)
        n->until[row] = left + wide;
    return row;
}

static void put_mark_name(const plotted *p, mark_names *n,
                          const corr_plot_mark *m, double from)
{
    const double part = from / fmax(axis_length(p->f), 1);
    const bool is_end = part > 0.6;
    const unsigned row = row_of_name(n, m->name, part, is_end);
    char x[32];

    if (row >= p->names)
        return; /* it is in the list below, and a tooltip */
    corr_printf(p->c->out, "<text x=\"%s\" dx=\"%d\" y=\"%u\"%s>",
                draw_percent(part, 1, x), is_end ? -2 : 2,
                p->area - NAMES * (p->names - 1 - row) - 4,
                is_end ? " text-anchor=\"end\"" : "");
    draw_text(p->c, m->name);
    corr_puts(p->c->out, "</text>");
}

static void put_band(const plotted *p, const char *x, const char *w,
                     corr_tone tone)
{
    const char *fill = tone == CORR_TONE_WORSE ? "#c62839" : "#7a7a7a";
    canvas *c = p->c;

    corr_printf(c->out, "<rect x=\"%s\" y=\"%u\" width=\"%s\" height=\"%u\"", x,
                p->area, w, p->foot - p->area);
    corr_printf(c->out, " fill=\"%s\" fill-opacity=\".16\"/>", fill);
    corr_printf(c->out, "<rect x=\"%s\" y=\"%u\" width=\"%s\" height=\"2\"", x,
                p->area, w);
    corr_printf(c->out, " fill=\"%s\"/>", fill);
}

static void put_mark(const plotted *p, mark_names *n, const corr_plot_mark *m,
                     bool is_band)
{
    const double from = offset_of(p->f, m->from), to = offset_of(p->f, m->to);
    canvas *c = p->c;
    char x[32], w[32];

    draw_percent(from, axis_length(p->f), x);
    corr_puts(c->out, "<g><title>");
    draw_text(c, m->name);
    corr_puts(c->out, "</title>");
    if (is_band) {
        put_band(p, x, draw_percent(to - from, axis_length(p->f), w), m->tone);
    } else {
        corr_printf(c->out, "<line x1=\"%s\" x2=\"%s\" y1=\"%u\" y2=\"%u\"", x,
                    x, p->area, p->foot);
        corr_puts(c->out, " stroke=\"#2f6fd0\" stroke-width=\"1.5\"");
        corr_puts(c->out, " stroke-dasharray=\"5 3\"/>");
    }
    put_mark_name(p, n, m, from);
    corr_puts(c->out, "</g>\n");
}

static void put_marks(const plotted *p)
{
    mark_names n = { .until = { 0 } };

    for (uint32_t i = 0; i < p->f->nband && i < MOST_MARKS; i++)
        put_mark(p, &n, &p->f->band[i], true);
    for (uint32_t i = 0; i < p->f->nline && i < MOST_MARKS; i++)
        put_mark(p, &n, &p->f->line[i], false);
}

/* ---- requests ------------------------------------------------------------------- */

static bool is_dot(const corr_plot_dot *d)
{
    return isfinite(d->value) && d->value > 0;
}

static void put_dot(const plotted *p, const corr_plot_dot *d, double y)
{
    char x[32], buf[RENDER_MAX];

    corr_printf(p->c->out, "<circle cx=\"%s\" cy=\"%.1f\" r=\"%s\"%s><title>",
                draw_percent(offset_of(p->f, d->at), axis_length(p->f), x), y,
                d->failed ? "3.2" : "2", d->failed ? " fill=\"#c62839\"" : "");
    draw_text(p->c, d->handle);
    corr_puts(p->c->out, d->failed ? " failed, " : ", ");
    corr_put_str(p->c->out, draw_ns((int64_t)fmin(d->value, 9e18), buf));
    corr_puts(p->c->out, "</title></circle>\n");
}

/* Lines at powers of ten. */
static void put_decades(const plotted *p, double low, double range)
{
    char buf[RENDER_MAX];

    for (double ten = ceil(low); ten <= low + range; ten++)
        put_level(p, p->dots + DOTS * (1 - (ten - low) / range),
                  draw_ns((int64_t)fmin(pow(10, ten), 9e18), buf).p);
}

static void put_dots(const plotted *p)
{
    const corr_plot_figure *f = p->f;
    double lo = INFINITY, hi = 0;

    for (uint32_t i = 0; i < f->ndot; i++)
        if (is_dot(&f->dot[i])) {
            lo = fmin(lo, f->dot[i].value);
            hi = fmax(hi, f->dot[i].value);
        }
    if (!(hi > 0))
        return;
    const double low = log10(lo) - 0.1;
    const double range = fmax(log10(hi) + 0.1 - low, 0.5);
    put_decades(p, low, range);
    corr_puts(p->c->out,
              "<g class=\"dots\" fill=\"#4477aa\" fill-opacity=\".75\">\n");
    for (uint32_t i = 0; i < f->ndot; i++)
        if (is_dot(&f->dot[i]))
            put_dot(p, &f->dot[i],
                    p->dots +
                        DOTS * (1 - (log10(f->dot[i].value) - low) / range));
    corr_puts(p->c->out, "</g>\n");
}

/* ---- times ------------------------------------------------------------------------ */

static const int64_t time_steps[] = { 1,    2,    5,     10,    15,    30,
                                      60,   120,  300,   600,   900,   1800,
                                      3600, 7200, 10800, 21600, 43200, 86400 };

/* Seconds between ticks; 0: less than one. */
static int64_t tick_seconds(double length)
{
    const double seconds = length / 1e9;

    if (seconds < TICKS)
        return 0;
    for (size_t i = 0; i < countof(time_steps); i++)
        if (seconds / (double)time_steps[i] <= TICKS)
            return time_steps[i];
    return (int64_t)(seconds / TICKS / 86400 + 1) * 86400;
}

/* "17:21:40", or the day where a day begins, or the time since the start by a
 * clock without a date. */
static void put_time(const plotted *p, int64_t at, bool exact)
{
    const corr_cell cell = corr_cell_time(at);
    char buf[RENDER_MAX];
    corr_str text = render_cell(&cell, p->c->style, buf);

    if (p->f->own_clock)
        text = corr_str_of(corr_print_span_of(buf, at - p->f->from));
    else if (!exact && text.n > 19)
        text = (corr_str){ text.p + 11, 8 };
    markup_text(p->c->out, text, p->c->style->ascii);
}

static void put_tick(const plotted *p, int64_t at, bool exact)
{
    const double part = offset_of(p->f, at) / fmax(axis_length(p->f), 1);
    char x[32];

    draw_percent(part, 1, x);
    put_line(p->c, x, x, p->area, p->foot + 3);
    corr_printf(p->c->out, "<text class=\"soft\" x=\"%s\" y=\"%u\"", x,
                p->foot + 14);
    corr_printf(p->c->out, " text-anchor=\"%s\">",
                part < 0.06   ? "start"
                : part > 0.94 ? "end"
                              : "middle");
    put_time(p, at, exact);
    corr_puts(p->c->out, "</text>\n");
}

static void put_times(const plotted *p)
{
    const int64_t seconds = tick_seconds(axis_length(p->f));
    const int64_t step = seconds * 1000000000;
    const int64_t first =
        seconds
            ? (p->f->own_clock ? p->f->from : p->f->from / step * step + step)
            : 0;

    if (!seconds || p->f->from < 0) {
        put_tick(p, p->f->from, true);
        return;
    }
    for (unsigned i = 0; i <= TICKS; i++) {
        const double at = (double)first + (double)step * i;
        if (at - (double)p->f->from > axis_length(p->f))
            return;
        put_tick(p, first + step * i, false);
    }
}

unsigned draw_plot(canvas *c, const corr_plot_figure *f)
{
    plotted p = { .c = c, .f = f, .most = highest(f) };
    const unsigned marks = f->nband + f->nline;

    p.most = p.most > 0 ? 1.08 * p.most : 1;
    p.names = marks < NAME_ROWS ? marks : NAME_ROWS;
    p.area = ROW * ((f->nlayer + 1) / 2) + NAMES * p.names + 6;
    p.dots = p.area + AREA + GAP;
    p.foot = f->ndot ? p.dots + DOTS : p.area + AREA;
    put_layer_names(&p);
    put_times(&p);
    put_marks(&p);
    put_layers(&p);
    put_levels(&p);
    if (f->ndot)
        put_dots(&p);
    return p.foot + AXIS;
}
