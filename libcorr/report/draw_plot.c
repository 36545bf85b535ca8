/*
 * draw_plot - values over time: areas or lines, bands, marks, and one dot a
 * request on an axis of logarithms.
 */
#include <math.h>
#include <stdio.h>

#include "base/base.h"
#include "report/figure.h"

enum {
    LEGEND = 18,
    TOP = 16, /* names of marks */
    AREA = 220,
    DOTS = 140,
    AXIS = 20,
    MOST_DOTS = 2500,
    MOST_MARKS = 200
};

static const char *const layer_fill[] = { "#f28e2b", "#5b9bd5", "#a9d18e",
                                          "#9b6bb3", "#e6c84f", "#c9c9c9" };

static const char *fill_of_layer(const corr_plot_figure *f, uint32_t i)
{
    const unsigned group = (unsigned)f->layer[i].group - CORR_TONE_GROUP;

    return layer_fill[(group < CORR_TONE_GROUPS ? group : i) %
                      countof(layer_fill)];
}

static double value_of(const corr_plot_figure *f, uint32_t layer, uint32_t bin)
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
            const double v = value_of(f, l, b);
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
        sum += value_of(f, l, bin);
    return sum;
}

/* A layer is steps: what a bin has is the same from its beginning to its end. */
static void put_layer(canvas *c, const corr_plot_figure *f, uint32_t l,
                      double most)
{
    corr_printf(c->out, "<path d=\"M");
    for (uint32_t b = 0; b < f->bins; b++) {
        const double y =
            AREA * (1 - (floor_of(f, l, b) + value_of(f, l, b)) / most);
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

static void put_layers(canvas *c, const corr_plot_figure *f, double most)
{
    corr_printf(c->out, "<svg x=\"0\" y=\"%d\" width=\"100%%\" height=\"%d\"",
                LEGEND + TOP, AREA);
    corr_printf(c->out,
                " viewBox=\"0 0 %u %d\" preserveAspectRatio=\"none\">\n",
                f->bins, AREA);
    for (uint32_t l = 0; l < f->nlayer; l++)
        put_layer(c, f, l, most);
    corr_puts(c->out, "</svg>\n");
}

static void put_names(canvas *c, const corr_plot_figure *f, double most)
{
    unsigned x = 0;

    for (uint32_t l = 0; l < f->nlayer; l++) {
        const corr_str name = corr_str_of(f->layer[l].name);
        corr_printf(c->out,
                    "<rect x=\"%u\" y=\"2\" width=\"12\" height=\"11\" "
                    "fill=\"%s\"/><text x=\"%u\" y=\"12\">",
                    x, fill_of_layer(f, l), x + 16);
        draw_text(c, f->layer[l].name);
        corr_puts(c->out, "</text>\n");
        x += 28 + 7 * (unsigned)(name.n < 60 ? name.n : 60);
    }
    corr_printf(c->out, "<text x=\"2\" y=\"%d\">%.3g ", LEGEND + TOP + 12,
                most);
    draw_text(c, f->unit);
    corr_puts(c->out, "</text>\n");
}

/* ---- marks -------------------------------------------------------------------- */

static double length_of(const corr_plot_figure *f)
{
    return (double)f->step * f->bins;
}

static double offset_of(const corr_plot_figure *f, int64_t at)
{
    const double x = (double)at - (double)f->from;

    return x < 0 ? 0 : x > length_of(f) ? length_of(f) : x;
}

static void put_mark(canvas *c, const corr_plot_figure *f,
                     const corr_plot_mark *m, unsigned height, bool is_band)
{
    const double from = offset_of(f, m->from), to = offset_of(f, m->to);
    char x[32], w[32];

    draw_percent(from, length_of(f), x);
    corr_puts(c->out, "<g><title>");
    draw_text(c, m->name);
    corr_puts(c->out, "</title>");
    if (is_band) {
        corr_printf(
            c->out, "<rect x=\"%s\" y=\"%d\" width=\"%s\" height=\"%u\"", x,
            LEGEND + TOP, draw_percent(to - from, length_of(f), w), height);
        corr_puts(c->out, " fill=\"#e15759\" fill-opacity=\".22\"/>");
    } else {
        corr_printf(c->out, "<line x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%u\"", x,
                    x, LEGEND + TOP, LEGEND + TOP + height);
        corr_puts(c->out, " stroke=\"#1f5fbf\" stroke-width=\"2\"");
        corr_puts(c->out, " stroke-dasharray=\"5 3\"/>");
    }
    corr_printf(c->out, "<text x=\"%s\" y=\"%d\"%s>", x, LEGEND + TOP - 4,
                from > 0.7 * length_of(f) ? " text-anchor=\"end\"" : "");
    draw_text(c, m->name);
    corr_puts(c->out, "</text></g>\n");
}

static void put_marks(canvas *c, const corr_plot_figure *f, unsigned height)
{
    for (uint32_t i = 0; i < f->nband && i < MOST_MARKS; i++)
        put_mark(c, f, &f->band[i], height, true);
    for (uint32_t i = 0; i < f->nline && i < MOST_MARKS; i++)
        put_mark(c, f, &f->line[i], height, false);
}

/* ---- requests ------------------------------------------------------------------- */

static bool is_dot(const corr_plot_dot *d)
{
    return isfinite(d->value) && d->value > 0;
}

/* Every `step`th request is drawn, and each that failed. */
static void put_dots(canvas *c, const corr_plot_figure *f, unsigned top)
{
    const uint32_t step = f->ndot / MOST_DOTS + 1;
    double lo = INFINITY, hi = 0;
    char x[32], buf[RENDER_MAX];

    for (uint32_t i = 0; i < f->ndot; i++)
        if (is_dot(&f->dot[i])) {
            lo = fmin(lo, f->dot[i].value);
            hi = fmax(hi, f->dot[i].value);
        }
    if (!(hi > 0))
        return;
    const double low = log10(lo), range = fmax(log10(hi) - low, 0.01);
    uint32_t failed = 0;
    for (uint32_t i = 0; i < f->ndot; i++) {
        const corr_plot_dot *d = &f->dot[i];
        if (!is_dot(d) ||
            (i % step && !(d->failed && failed++ < MOST_DOTS / 5)))
            continue;
        corr_printf(c->out,
                    "<circle cx=\"%s\" cy=\"%.1f\" r=\"%s\" fill=\"%s\">"
                    "<title>",
                    draw_percent(offset_of(f, d->at), length_of(f), x),
                    top + 6 +
                        (DOTS - 12) * (1 - (log10(d->value) - low) / range),
                    d->failed ? "3.5" : "2", d->failed ? "#b00020" : "#4477aa");
        draw_text(c, d->handle);
        corr_puts(c->out, d->failed ? " failed " : " ");
        corr_put_str(c->out, draw_ns((int64_t)fmin(d->value, 9e18), buf));
        corr_puts(c->out, "</title></circle>\n");
    }
    corr_printf(c->out, "<text x=\"2\" y=\"%u\">", top + 12);
    corr_put_str(c->out, draw_ns((int64_t)fmin(hi, 9e18), buf));
    corr_printf(c->out, " a request%s</text>\n<text x=\"2\" y=\"%u\">",
                step > 1 ? " (some of them)" : "", top + DOTS - 2);
    corr_put_str(c->out, draw_ns((int64_t)fmin(lo, 9e18), buf));
    corr_puts(c->out, "</text>\n");
}

static void put_times(canvas *c, const corr_plot_figure *f, unsigned y)
{
    static const struct {
        unsigned at;
        const char *anchor;
    } tick[] = { { 0, "start" }, { 50, "middle" }, { 100, "end" } };
    char buf[RENDER_MAX];

    for (size_t i = 0; i < countof(tick); i++) {
        const int64_t at = f->from + (int64_t)(length_of(f) * tick[i].at / 100);
        const corr_cell cell = corr_cell_time(at);
        corr_printf(c->out, "<text x=\"%u%%\" y=\"%u\" text-anchor=\"%s\">",
                    tick[i].at, y + 14, tick[i].anchor);
        markup_text(c->out, render_cell(&cell, c->style, buf), c->style->ascii);
        corr_puts(c->out, "</text>\n");
    }
}

unsigned draw_plot(canvas *c, const corr_plot_figure *f)
{
    const unsigned dots = f->ndot ? DOTS : 0;
    const unsigned foot = LEGEND + TOP + AREA + dots;
    double most = highest(f);

    if (!(most > 0))
        most = 1;
    put_layers(c, f, most);
    put_marks(c, f, AREA + dots);
    put_names(c, f, most);
    if (dots)
        put_dots(c, f, LEGEND + TOP + AREA);
    put_times(c, f, foot);
    return foot + AXIS;
}
