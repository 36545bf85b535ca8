/* render_bar - draws intervals of time as a bar a few cells wide. */
#include "report/render.h"

#include <string.h>

/* How much of each cell each ink covers. */
typedef struct cover {
    double ink[CORR_INK_STRONG + 1];
} cover;

static double at_edge(double x, unsigned cells)
{
    x *= cells;
    return x > 0 ? (x < cells ? x : cells) : 0;
}

/* Draws a piece; a short piece still covers enough to be visible. */
static void draw_piece(cover *c, unsigned cells, const corr_bar_piece *p)
{
    static const double least = 1e-9;
    const double from = at_edge(p->from, cells);
    const double to = at_edge(p->to, cells);
    unsigned i = (unsigned)from;

    i = i < cells ? i : cells - 1;
    c[i].ink[p->ink] += least;
    for (; i < cells && i < to; i++) {
        const double a = from > i ? from : i;
        const double b = to < i + 1 ? to : i + 1;
        c[i].ink[p->ink] += b > a ? b - a : 0;
    }
}

static const char *glyph_of(const cover *c, bool ascii)
{
    static const char *const glyph[][2] = {
        [CORR_INK_PLAIN] = { "\xe2\x94\x80", "-" },
        [CORR_INK_FAINT] = { "\xe2\x94\x84", "." },
        [CORR_INK_STRONG] = { "\xe2\x96\x87", "#" },
    };
    const double strong = c->ink[CORR_INK_STRONG];
    const double rest = c->ink[CORR_INK_PLAIN] + c->ink[CORR_INK_FAINT];

    if (strong > 0 && 2 * strong >= rest)
        return glyph[CORR_INK_STRONG][ascii];
    if (rest > 0)
        return glyph[c->ink[CORR_INK_PLAIN] > 0 ? CORR_INK_PLAIN
                                                : CORR_INK_FAINT][ascii];
    return " ";
}

corr_str render_bar(const corr_bar *bar, unsigned cells, bool ascii,
                    char buf[RENDER_MAX])
{
    cover c[RENDER_BAR_MOST] = { 0 };
    size_t n = 0;

    cells = cells < RENDER_BAR_MOST ? cells : RENDER_BAR_MOST;
    for (uint32_t i = 0; cells && i < bar->n; i++)
        draw_piece(c, cells, &bar->piece[i]);
    for (unsigned i = 0; i < cells; i++) {
        const char *glyph = glyph_of(&c[i], ascii);
        const size_t size = strlen(glyph);
        memcpy(buf + n, glyph, size);
        n += size;
    }
    return (corr_str){ buf, n };
}
