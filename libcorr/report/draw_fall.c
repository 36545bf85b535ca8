/*
 * draw_fall - spans as bars on one time axis.
 *
 * A bar is filled with what its time was, in the colours and textures of the
 * legend; the line below a bar is where the whole trace waited for it.  A name
 * stands above its bar, on the side that has more room, so that a picture fits
 * every width.
 */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "report/figure.h"

enum {
    LEGEND_WIDTH = 370,
    HEAD = 60, /* legend and axis */
    EACH = 32, /* of a span: its name, and the bar below */
    NAME = 12, /* from the top of a span to the foot of its name */
    BAR_AT = 16,
    BAR = 11,
    PATH = 2,          /* of the line of the critical path */
    TICKS = 6,         /* of the axis, at most */
    SPAN_BYTES = 1100, /* of a span in a page: bar and row of the table */
    PIECE_BYTES = 50
};

/* Colours that people tell apart who see fewer of them, and textures; a page
 * has other ones for dark screens, by class. path: the texture, in 6 x 6. */
static const struct {
    const char *name, *fill, *line, *path;
} uses[CORR_USE_COUNT] = {
    [CORR_USE_CPU] = { "CPU", "#e69f00", NULL, NULL },
    [CORR_USE_LOCK] = { "lock or other wait", "#d1495b", "#5e0f1b",
                        "M-1 1 1-1M0 6 6 0M5 7 7 5" },
    [CORR_USE_IO] = { "I/O", "#2f7fc1", "#d6eaff", "M0 1.5h6M0 4.5h6" },
    [CORR_USE_GC] = { "GC", "#8e5ea8", "#f4e6fb", "M0 0 6 6M0 6 6 0" },
    [CORR_USE_CHILD] = { "child span", "#d9e4ee", "#8aa3ba", "M1 1h1M4 4h1" },
    [CORR_USE_UNKNOWN] = { "not recorded", "#f6f6f4", "#bdbdb8", "M3 0v6" },
};

const char *time_use_name(corr_time_use use)
{
    return (size_t)use < countof(uses) ? uses[use].name : "";
}

corr_str fall_time(const corr_fall_figure *f, int64_t ns, char buf[RENDER_MAX])
{
    return corr_str_of(corr_print_part(buf, ns, f->length));
}

static int64_t span_length(const corr_span_bar *b)
{
    return b->to > b->from ? b->to - b->from : 0;
}

/* ---- what fits -------------------------------------------------------------- */

static void weigh_bars(const corr_fall_figure *f, uint32_t *up, double *weight,
                       uint32_t *bytes, uint32_t *open)
{
    for (uint32_t i = 0; i < f->n; i++) {
        const corr_span_bar *b = &f->bar[i];
        uint32_t d = b->depth < i ? b->depth : i;
        const uint32_t before = i ? bytes[i - 1] : 0; /* its depth, for now */
        if (i && d > before + 1)
            d = before + 1;
        if (i && d == 0)
            up[i] = 0;
        else
            up[i] = d ? open[d - 1] : 0;
        open[d] = i;
        bytes[i] = d;
        weight[i] = (double)span_length(b);
        if (b->focus)
            weight[i] = 1e300;
        else if (b->failed || b->nblocking)
            weight[i] *= 4;
    }
    for (uint32_t i = 0; i < f->n; i++)
        bytes[i] =
            SPAN_BYTES + PIECE_BYTES * (f->bar[i].npiece + f->bar[i].nblocking);
}

fall_bars fall_bars_of(const corr_fall_figure *f, uint64_t room,
                       corr_arena *arena)
{
    const uint32_t n = f->n;
    fall_bars k = { .f = f };
    uint32_t *up = corr_arena_new(arena, uint32_t, (size_t)n + 1);
    uint32_t *bytes = corr_arena_new(arena, uint32_t, (size_t)n + 1);
    uint32_t *open = corr_arena_new(arena, uint32_t, (size_t)n + 1);
    double *weight = corr_arena_new(arena, double, (size_t)n + 1);
    bool *keep = corr_arena_new(arena, bool, (size_t)n + 1);

    k.at = corr_arena_new(arena, const corr_span_bar *, (size_t)n + 1);
    if (!up || !bytes || !open || !weight || !keep || !k.at)
        return k;
    weigh_bars(f, up, weight, bytes, open);
    if (!keep_heaviest(n, up, weight, bytes, room, keep))
        return k;
    for (uint32_t i = 0; i < n; i++)
        if (keep[i])
            k.at[k.n++] = &f->bar[i];
    k.hidden = f->hidden + n - k.n;
    return k;
}

/* ---- textures ------------------------------------------------------------------ */

static void put_fill_of(canvas *c, corr_time_use use)
{
    if (!uses[use].path) {
        corr_printf(c->out, " class=\"u%d\" fill=\"%s\"", (int)use,
                    uses[use].fill);
        return;
    }
    corr_printf(c->out, " fill=\"url(#u%d-", (int)use);
    draw_text(c, c->id);
    corr_puts(c->out, ")\"");
}

static void put_textures(canvas *c)
{
    corr_puts(c->out, "<defs>");
    for (int i = 0; i < CORR_USE_COUNT; i++) {
        if (!uses[i].path)
            continue;
        corr_printf(c->out, "<pattern id=\"u%d-", i);
        draw_text(c, c->id);
        corr_puts(c->out, "\" patternUnits=\"userSpaceOnUse\" width=\"6\"");
        corr_printf(c->out, " height=\"6\"><rect class=\"u%d\" width=\"6\"", i);
        corr_printf(c->out, " height=\"6\" fill=\"%s\"/>", uses[i].fill);
        corr_printf(c->out, "<path class=\"l%d\" d=\"%s\" stroke=\"%s\"", i,
                    uses[i].path, uses[i].line);
        corr_puts(c->out, " fill=\"none\"/></pattern>");
    }
    corr_puts(c->out, "</defs>\n");
}

/* ---- legend and axis -------------------------------------------------------------- */

/* An entry of the legend: it goes to the next line if the one before is as wide
 * as a telephone. */
static void put_legend_entry(canvas *c, const char *name, unsigned *x,
                             unsigned *y)
{
    const unsigned wide = 33 + 7 * (unsigned)strlen(name);

    if (*x + wide > LEGEND_WIDTH) {
        *x = 0;
        *y += 16;
    }
    corr_printf(c->out, "<text x=\"%u\" y=\"%u\">%s</text>\n<rect x=\"%u\" ",
                *x + 19, *y + 12, name, *x);
    *x += wide;
}

static void put_legend(canvas *c)
{
    unsigned x = 0, y = 0;

    for (int i = 0; i < CORR_USE_COUNT; i++) {
        put_legend_entry(c, uses[i].name, &x, &y);
        corr_printf(c->out,
                    "y=\"%u\" width=\"14\" height=\"11\" stroke=\"#888\" "
                    "stroke-width=\".5\"",
                    y + 2);
        put_fill_of(c, (corr_time_use)i);
        corr_puts(c->out, "/>");
    }
    put_legend_entry(c, "critical path", &x, &y);
    corr_printf(c->out,
                "y=\"%u\" width=\"14\" height=\"%d\" class=\"path\" "
                "fill=\"#111\"/>\n",
                y + 8, PATH);
}

/* 1, 2 or 5 times a power of ten: at most TICKS of them are in the axis. */
static int64_t tick_step(int64_t length)
{
    static const int64_t next[] = { 2, 5, 10 };
    int64_t ten = 1;

    for (;;) {
        if (length / ten < TICKS)
            return ten;
        if (ten > INT64_MAX / 10)
            return ten;
        for (size_t i = 0; i < countof(next); i++)
            if (length / (next[i] * ten) < TICKS)
                return next[i] * ten;
        ten *= 10;
    }
}

static void put_axis(canvas *c, const corr_fall_figure *f, unsigned height)
{
    const int64_t step = tick_step(f->length);
    char buf[RENDER_MAX], x[32];

    for (int64_t i = 0; i == 0 || step <= (f->length - 1) / i; i++) {
        const int64_t at = i * step;
        draw_percent((double)at, (double)f->length, x);
        corr_printf(c->out, "<line x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%u\"", x,
                    x, HEAD - 16, height);
        corr_puts(c->out, " stroke=\"#999\" stroke-opacity=\".35\"/>");
        if (at > f->length / 10 * 9) /* a telephone has no room */
            continue;
        corr_printf(c->out, "<text class=\"soft\" x=\"%s\" dx=\"3\" y=\"%d\">",
                    x, HEAD - 6);
        corr_put_str(c->out, at ? fall_time(f, at, buf) : CORR_STR("0"));
        corr_puts(c->out, "</text>\n");
    }
}

/* ---- spans ------------------------------------------------------------------------- */

/* One rectangle from..to, cut to the axis; its end is left open. */
static void put_stretch(canvas *c, const corr_fall_figure *f, int64_t from,
                        int64_t to, unsigned y, unsigned height)
{
    char x[32], w[32];

    from = from < 0 ? 0 : from;
    to = to > f->length ? f->length : to;
    corr_printf(
        c->out, "<rect x=\"%s\" y=\"%u\" width=\"%s\" height=\"%u\"",
        draw_percent((double)from, (double)f->length, x), y,
        draw_percent(to > from ? (double)(to - from) : 0, (double)f->length, w),
        height);
}

/* "s20 checkout GET /price, 0.426 s" */
static void put_who(canvas *c, const corr_fall_figure *f,
                    const corr_span_bar *b)
{
    char buf[RENDER_MAX];

    draw_text(c, b->handle);
    corr_puts(c->out, b->focus ? " * " : " ");
    if (b->failed)
        corr_puts(c->out, "! ");
    draw_text(c, b->service);
    corr_puts(c->out, b->service && *b->service ? " " : "");
    draw_text(c, b->name);
    corr_puts(c->out, ", ");
    corr_put_str(c->out, fall_time(f, span_length(b), buf));
}

static void put_span_name(canvas *c, const corr_fall_figure *f,
                          const corr_span_bar *b, unsigned y)
{
    const int64_t behind = f->length - b->to;
    const bool is_right = b->from > behind && b->from > f->length / 3;
    char x[32];

    draw_percent(is_right ? (double)b->to : (double)b->from, (double)f->length,
                 x);
    corr_printf(c->out, "<text x=\"%s\" y=\"%u\"%s%s%s>", x, y + NAME,
                is_right ? " text-anchor=\"end\"" : "",
                b->focus ? " font-weight=\"bold\"" : "",
                b->failed ? " class=\"bad\"" : "");
    put_who(c, f, b);
    corr_puts(c->out, "</text>\n");
}

/* "; CPU 0.080 s, lock 0.060 s" */
static void put_sums(canvas *c, const corr_fall_figure *f,
                     const corr_span_bar *b)
{
    const char *sep = "; ";
    char buf[RENDER_MAX];

    for (int u = 0; u < CORR_USE_COUNT; u++) {
        if (b->sum[u] <= 0)
            continue;
        corr_printf(c->out, "%s%s ", sep, uses[u].name);
        corr_put_str(c->out, fall_time(f, b->sum[u], buf));
        sep = ", ";
    }
    corr_puts(c->out, b->detail ? "; " : "");
    draw_text(c, b->detail);
}

/* The pieces of one use. */
static void put_use(canvas *c, const corr_fall_figure *f,
                    const corr_span_bar *b, corr_time_use use, unsigned y)
{
    bool any = false;

    for (uint32_t i = 0; i < b->npiece; i++) {
        const corr_use_piece *p = &b->piece[i];
        if (p->use != use || p->to <= p->from)
            continue;
        if (!any) {
            corr_puts(c->out, "<g");
            put_fill_of(c, use);
            corr_puts(c->out, ">");
        }
        any = true;
        put_stretch(c, f, p->from, p->to, y + BAR_AT, BAR);
        corr_puts(c->out, "/>");
    }
    corr_puts(c->out, any ? "</g>\n" : "");
}

static void put_path(canvas *c, const corr_fall_figure *f,
                     const corr_span_bar *b, unsigned y)
{
    if (!b->nblocking)
        return;
    corr_puts(c->out, "<g class=\"path\" fill=\"#111\">");
    for (uint32_t i = 0; i < b->nblocking; i++) {
        put_stretch(c, f, b->blocking[i].from, b->blocking[i].to,
                    y + BAR_AT + BAR + 1, PATH);
        corr_puts(c->out, "/>");
    }
    corr_puts(c->out, "</g>\n");
}

/* A bar leads to its row in the table of a page, and a link may name it. */
static void put_span(canvas *c, const fall_bars *k, const corr_span_bar *b,
                     unsigned y)
{
    const bool has_link = b->handle && *b->handle;

    if (has_link) {
        corr_puts(c->out, "<a id=\"");
        draw_text(c, k->f->prefix);
        draw_text(c, b->handle);
        corr_puts(c->out, "\" href=\"#");
        draw_text(c, k->f->prefix);
        draw_text(c, b->handle);
        corr_puts(c->out, "-row\">");
    } else {
        corr_puts(c->out, "<g>");
    }
    corr_puts(c->out, "<title>");
    put_who(c, k->f, b);
    put_sums(c, k->f, b);
    corr_puts(c->out, "</title>\n<rect class=\"hl\" width=\"100%\"");
    corr_printf(c->out, " y=\"%u\" height=\"%d\" fill=\"#fff\"", y, EACH - 1);
    corr_puts(c->out, " fill-opacity=\"0\"/>");
    put_span_name(c, k->f, b, y);
    for (int u = 0; u < CORR_USE_COUNT; u++)
        put_use(c, k->f, b, (corr_time_use)u, y);
    put_stretch(c, k->f, b->from, b->to, y + BAR_AT, BAR);
    corr_printf(c->out,
                " fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n",
                b->failed ? "#b00020" : "#777", b->focus ? "1.5" : ".7",
                b->has_ledger ? "" : " stroke-dasharray=\"4 2\"");
    put_path(c, k->f, b, y);
    corr_puts(c->out, has_link ? "</a>\n" : "</g>\n");
}

unsigned draw_fall(canvas *c, const fall_bars *k)
{
    const unsigned height = HEAD + EACH * k->n;

    put_textures(c);
    put_legend(c);
    put_axis(c, k->f, height);
    for (uint32_t i = 0; i < k->n; i++)
        put_span(c, k, k->at[i], HEAD + EACH * i);
    return height + 4;
}
