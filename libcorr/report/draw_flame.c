/* draw_flame - boxes as wide as their amounts, each below the one it is part
 * of. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/base.h"
#include "report/figure.h"

enum { ROW = 17, BOX = 16 };
#define TEXT_LEAST 1.2 /* percent of the width that has room for a name */

/* ---- numbers --------------------------------------------------------------- */

const char *draw_percent(double part, double whole, char buf[32])
{
    double p = whole > 0 ? 100 * part / whole : 0;

    if (!(p > 0))
        p = 0;
    if (p > 100)
        p = 100;
    snprintf(buf, 32, "%.5g%%", p);
    return buf;
}

corr_str draw_ns(int64_t ns, char buf[RENDER_MAX])
{
    return corr_str_of(corr_print_amount(buf, ns, CORR_NS));
}

void draw_text(canvas *c, const char *z)
{
    markup_z(c->out, z, c->style->ascii);
}

corr_str flame_amount(const corr_flame_figure *f, int64_t v,
                      char buf[RENDER_MAX])
{
    if (!f->own_unit)
        return corr_str_of(corr_print_amount(buf, v, f->unit));
    snprintf(buf, RENDER_MAX, "%.4g %s", (double)v * f->scale, f->own_unit);
    return corr_str_of(buf);
}

corr_str flame_share(const flame_boxes *k, int64_t v, char buf[RENDER_MAX])
{
    const double whole = k->n ? (double)k->at[0].b.total : 0;

    snprintf(buf, RENDER_MAX, "%.1f%%",
             whole > 0 ? 100 * (double)v / whole : 0.0);
    return corr_str_of(buf);
}

static const char *const change_words[] = {
    [CORR_BOX_PLAIN] = "",  [CORR_BOX_MORE] = "more", [CORR_BOX_LESS] = "less",
    [CORR_BOX_NEW] = "new", [CORR_BOX_GONE] = "gone",
};

/* Adds to a text of n bytes; what does not fit is cut. */
CORR_PRINTF(3, 4)
static void add_words(char buf[RENDER_MAX], size_t *n, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    const int more = vsnprintf(buf + *n, RENDER_MAX - *n, format, ap);
    va_end(ap);
    if (more > 0)
        *n +=
            (size_t)more < RENDER_MAX - *n ? (size_t)more : RENDER_MAX - 1 - *n;
}

static bool has_delta(const corr_box *b)
{
    return isfinite(b->delta) && (b->delta > 0 || b->delta < 0);
}

static bool has_interval(const corr_box *b)
{
    return isfinite(b->lo) || isfinite(b->hi);
}

/* "+3.1 ms/request \xc3\x971.74 (1.13..2.68)" */
static void add_amounts(const corr_flame_figure *f, const corr_box *b,
                        char buf[RENDER_MAX], size_t *n)
{
    if (has_delta(b))
        add_words(buf, n, "%+.3g %s ", b->delta,
                  f->delta_unit ? f->delta_unit : "");
    if (isfinite(b->ratio))
        add_words(buf, n, "\xc3\x97%.3g ", b->ratio);
    if (!has_interval(b))
        return;
    add_words(buf, n, "(");
    if (isfinite(b->lo))
        add_words(buf, n, "%.3g", b->lo);
    add_words(buf, n, "..");
    if (isfinite(b->hi))
        add_words(buf, n, "%.3g", b->hi);
    add_words(buf, n, ") ");
}

corr_str flame_change(const corr_flame_figure *f, const corr_box *b,
                      char buf[RENDER_MAX])
{
    const bool known = (size_t)b->change < countof(change_words);
    size_t n = 0;

    buf[0] = '\0';
    if (!f->compares || b->change == CORR_BOX_PLAIN || b->is_rest)
        return CORR_STR("");
    add_amounts(f, b, buf, &n);
    add_words(buf, &n, "%s", known ? change_words[b->change] : "");
    return corr_str_of(buf);
}

corr_str flame_doubt(const corr_flame_figure *f, const corr_box *b,
                     char buf[RENDER_MAX])
{
    size_t n = 0;

    buf[0] = '\0';
    if (!f->compares || b->change != CORR_BOX_PLAIN || b->is_rest ||
        !has_interval(b))
        return CORR_STR("");
    add_amounts(f, b, buf, &n);
    add_words(buf, &n, "not certain");
    return corr_str_of(buf);
}

/* ---- boxes ------------------------------------------------------------------ */

/* Colours of the kinds of code: ours, libraries, native, kernel.  Dark text is
 * legible on each. */
static const char *const group_fill[CORR_TONE_GROUPS] = {
    "#f5b870", "#e6dfcf", "#b5d0ea", "#d0c0e4", "#bfe0c4", "#f0c3c9"
};

static const char *fill_of(const flame_boxes *k, const corr_box *b)
{
    const unsigned group = (unsigned)b->group - CORR_TONE_GROUP;

    if (b->is_rest)
        return "#f7f7f7";
    switch (k->f->compares ? (int)b->change : -1) {
    case CORR_BOX_MORE:
        return "#ff9d45";
    case CORR_BOX_LESS:
        return "#7fb2ff";
    case -1:
        return group < CORR_TONE_GROUPS ? group_fill[group] : "#dddddd";
    default:
        return "#d9d9d9";
    }
}

static void put_fill(canvas *c, const flame_boxes *k, const corr_box *b)
{
    const bool hatched =
        k->f->compares && !b->is_rest &&
        (b->change == CORR_BOX_NEW || b->change == CORR_BOX_GONE);

    if (!hatched) {
        corr_printf(c->out, "fill=\"%s\"", fill_of(k, b));
        return;
    }
    corr_printf(c->out, "fill=\"url(#%s-",
                b->change == CORR_BOX_NEW ? "new" : "gone");
    draw_text(c, c->id);
    corr_puts(c->out, ")\"");
}

/* Hatches for what came and what went. */
static void put_hatches(canvas *c)
{
    static const struct {
        const char *name, *fill, *line, *turn;
    } hatch[] = { { "new", "#ffc48f", "#c65a00", "45" },
                  { "gone", "#b9d4ff", "#1f5fbf", "-45" } };

    corr_puts(c->out, "<defs>");
    for (size_t i = 0; i < countof(hatch); i++) {
        corr_printf(c->out, "<pattern id=\"%s-", hatch[i].name);
        draw_text(c, c->id);
        corr_puts(c->out, "\" patternUnits=\"userSpaceOnUse\" width=\"6\"");
        corr_printf(c->out, " height=\"6\" patternTransform=\"rotate(%s)\">",
                    hatch[i].turn);
        corr_printf(c->out, "<rect width=\"6\" height=\"6\" fill=\"%s\"/>",
                    hatch[i].fill);
        corr_printf(c->out, "<rect width=\"1\" height=\"6\" fill=\"%s\"/>",
                    hatch[i].line);
        corr_puts(c->out, "</pattern>");
    }
    corr_puts(c->out, "</defs>\n");
}

static void put_title(canvas *c, const flame_boxes *k, const corr_box *b)
{
    char buf[RENDER_MAX];
    corr_str change = flame_change(k->f, b, buf);

    if (!change.n)
        change = flame_doubt(k->f, b, buf);
    corr_puts(c->out, "<title>");
    draw_text(c, b->name);
    corr_puts(c->out, change.n ? ", " : "");
    markup_text(c->out, change, c->style->ascii);
    corr_puts(c->out, ", ");
    corr_put_str(c->out, flame_share(k, b->total, buf));
    corr_puts(c->out, ", ");
    markup_text(c->out, flame_amount(k->f, b->total, buf), c->style->ascii);
    corr_puts(c->out, "</title>");
}

static void put_label(canvas *c, const flame_boxes *k, const corr_box *b)
{
    const double whole = (double)k->at[0].b.total;

    if (!(whole > 0) || 100 * (double)b->total < TEXT_LEAST * whole)
        return;
    corr_puts(c->out, "<text x=\"3\" y=\"12\">");
    if (k->f->compares && b->change != CORR_BOX_PLAIN && !b->is_rest &&
        has_delta(b))
        corr_printf(c->out, "%+.3g ", b->delta);
    draw_text(c, b->name);
    corr_puts(c->out, "</text>");
}

static void put_box(canvas *c, const flame_boxes *k, const flame_box *b)
{
    const double whole = (double)k->at[0].b.total;
    char x[32], w[32];

    corr_printf(c->out, "<svg x=\"%s\" y=\"%u\" width=\"%s\" height=\"%d\">",
                draw_percent((double)b->from, whole, x), ROW * b->b.depth,
                draw_percent((double)b->b.total, whole, w), BOX);
    put_title(c, k, &b->b);
    corr_puts(c->out, "<rect width=\"100%\" height=\"100%\" ");
    put_fill(c, k, &b->b);
    corr_printf(c->out, " stroke=\"%s\" stroke-width=\".6\"/>",
                b->b.is_rest ? "#aaa" : "#fff");
    put_label(c, k, &b->b);
    corr_puts(c->out, "</svg>\n");
}

unsigned draw_flame(canvas *c, const flame_boxes *k)
{
    if (k->f->compares)
        put_hatches(c);
    for (uint32_t i = 0; i < k->n; i++)
        put_box(c, k, &k->at[i]);
    return ROW * (k->deepest + 1) + 2;
}
