/*
 * render_svg - the figures of a report as one picture, for viewers without
 * script and style.
 *
 * The first lines of the screen stand above, so that the picture says what it
 * shows.  A report without a figure is these lines, and a sentence that says
 * so.
 */
#include <errno.h>

#include "base/base.h"
#include "base/out.h"
#include "report/figure.h"

enum {
    WIDTH = 1200,
    EDGE = 10,
    LINE = 18,
    CAPTION = 24,
    BYTES = 420000, /* of all figures */
    BOX_BYTES = 260,
    BOX_NAMES = 2,
    MOST_LINES = 3 /* of the screen */
};

#define NO_FIGURE "this answer has no picture; --html makes a page of it"

static unsigned count_figures(const corr_report *r)
{
    unsigned n = 0;

    for (const report_item *it = r->first; it; it = it->next)
        n += it->kind == REPORT_FIGURE;
    return n;
}

static unsigned draw_figure(canvas *c, const corr_figure *f, uint64_t room)
{
    corr_arena arena = { 0 };
    unsigned height = 0;

    if (f->kind == CORR_FIGURE_FLAME) {
        const flame_boxes k =
            flame_boxes_of(&f->flame, room, BOX_BYTES, BOX_NAMES, &arena);
        height = k.n ? draw_flame(c, &k) : 0;
        if (!k.n && f->flame.n)
            out_fail(c->out, ENOMEM);
    } else if (f->kind == CORR_FIGURE_FALL) {
        const fall_bars k = fall_bars_of(&f->fall, room, &arena);
        height = k.n ? draw_fall(c, &k) : 0;
        if (!k.n && f->fall.n)
            out_fail(c->out, ENOMEM);
    } else if (f->plot.bins > 0) {
        height = draw_plot(c, &f->plot);
    }
    corr_arena_clear(&arena);
    return height;
}

static unsigned put_svg_line(corr_out *out, const corr_style *style,
                             corr_str text, unsigned y, bool bold)
{
    corr_printf(out, "<text x=\"%d\" y=\"%u\"%s>", EDGE, y + 14,
                bold ? " font-weight=\"bold\"" : "");
    markup_text(out, text, style->ascii);
    corr_puts(out, "</text>\n");
    return y + LINE;
}

/* The lines of the screen that stand first. */
static unsigned put_first_lines(const corr_report *r, const corr_style *style,
                                corr_out *out)
{
    unsigned y = 4, n = 0;

    for (const report_item *it = r->first; it && n < MOST_LINES;
         it = it->next) {
        if (it->kind == REPORT_TABLE || it->kind == REPORT_FIGURE)
            break;
        if ((it->kind != REPORT_LINE && it->kind != REPORT_HEAD) ||
            it->ranks.from > 0)
            continue;
        y = put_svg_line(out, style, corr_str_trim(it->text), y, n == 0);
        n++;
    }
    return y;
}

static unsigned put_figure(const corr_figure *f, const corr_style *style,
                           corr_out *out, unsigned y, uint64_t room)
{
    corr_out *inside = corr_out_memory();

    if (!inside) {
        out_fail(out, ENOMEM);
        return y;
    }
    canvas c = { inside, style, f->id };
    const unsigned height = draw_figure(&c, f, room);
    put_svg_line(out, style, corr_str_of(f->caption), y, true);
    corr_printf(out,
                "<svg x=\"%d\" y=\"%u\" width=\"%d\" height=\"%u\" "
                "font-size=\"11\">\n",
                EDGE, y + CAPTION, WIDTH - 2 * EDGE, height);
    corr_put_str(out, corr_out_bytes(inside));
    corr_puts(out, "</svg>\n");
    if (corr_out_close(inside, NULL))
        out_fail(out, ENOMEM);
    return y + CAPTION + height + LINE;
}

void render_svg(const corr_report *r, const corr_style *style, corr_out *out)
{
    corr_out *inside = corr_out_memory();
    const unsigned n = count_figures(r);

    if (!inside) {
        out_fail(out, ENOMEM);
        return;
    }
    unsigned y = put_first_lines(r, style, inside);
    if (n == 0)
        y = put_svg_line(inside, style, CORR_STR(NO_FIGURE), y, false);
    for (const report_item *it = r->first; it; it = it->next)
        if (it->kind == REPORT_FIGURE)
            y = put_figure(it->figure, style, inside, y, BYTES / n);
    y += EDGE;
    corr_puts(out, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    corr_printf(out, " width=\"%d\" height=\"%u\" viewBox=\"0 0 %d %u\"", WIDTH,
                y, WIDTH, y);
    corr_puts(out, " font-family=\"monospace\" font-size=\"12\">\n<title>");
    markup_z(out, r->command ? r->command : r->verb, style->ascii);
    corr_puts(out, "</title>\n<rect width=\"100%\" height=\"100%\" "
                   "fill=\"#fff\"/>\n<g fill=\"#111\">\n");
    corr_put_str(out, corr_out_bytes(inside));
    corr_puts(out, "</g>\n</svg>\n");
    if (corr_out_close(inside, NULL))
        out_fail(out, ENOMEM);
}
