/*
 * draw_fall - spans as bars on one time axis.
 *
 * A bar is filled with what its time was, in the colours and textures of the
 * legend; the line below a bar is where the whole trace waited for it.
 */
#include <string.h>

#include "base/base.h"
#include "report/figure.h"

enum {
    HEAD = 40, /* legend and axis */
    EACH = 32, /* of a span: its name, and the bar below */
    NAME = 13, /* from the top of a span to the foot of its name */
    BAR_AT = 16,
    BAR = 11,
    STEP = 10,        /* of a name, for each depth */
    DEEPEST = 24,     /* names of deeper spans go no further to the right */
    SPAN_BYTES = 900, /* of a span in a page: bar and row of the table */
    PIECE_BYTES = 130
};

static const struct {
    const char *name, *fill, *line, *path; /* path: the texture, in 6 x 6 */
} uses[CORR_USE_COUNT] = {
    [CORR_USE_CPU] = { "CPU", "#f28e2b", NULL, NULL },
    [CORR_USE_LOCK] = { "lock", "#e15759", "#7d1416", "M0 6 6 0" },
    [CORR_USE_IO] = { "I/O", "#5b9bd5", "#123f6b", "M0 3h6" },
    [CORR_USE_GC] = { "GC", "#9b6bb3", "#3f1656", "M0 0 6 6M0 6 6 0" },
    [CORR_USE_CHILD] = { "child", "#a9d18e", "#3c6e1e", "M3 2v2" },
    [CORR_USE_UNKNOWN] = { "not recorded", "#e4e4e4", "#8a8a8a", "M3 0v6" },
};

const char *time_use_name(corr_time_use use)
{
    return (size_t)use < countof(uses) ? uses[use].name : "";
}

static int64_t span_length(const corr_span_bar *b)
{
    return b->to > b->from ? b->to - b->from : 0;
}

/* ---- what fits -------------------------------------------------------------- */

/* Pieces must be as long as this for the bytes that they may take. */
static int64_t find_least_piece(const fall_bars *k, uint64_t room)
{
    int64_t least = k->f->length / 4000;

    for (unsigned halved = 0; halved < 40; halved++) {
        uint64_t n = 0;
        for (uint32_t i = 0; i < k->n; i++)
            for (uint32_t p = 0; p < k->at[i]->npiece; p++) {
                const corr_use_piece *at = &k->at[i]->piece[p];
                n += at->to > at->from && at->to - at->from >= least;
            }
        if (n * PIECE_BYTES <= room)
            break;
        least = least > 0 ? 2 * least : 1;
    }
    return least;
}

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
        bytes[i] = SPAN_BYTES;
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
    if (!keep_heaviest(n, up, weight, bytes, room / 3 * 2, keep))
        return k;
    for (uint32_t i = 0; i < n; i++)
        if (keep[i])
            k.at[k.n++] = &f->bar[i];
    k.hidden = n - k.n;
    k.least_piece = find_least_piece(&k, room / 3);
    return k;
}

/* ---- drawing ----------------------------------------------------------------- */

static void put_fill_of(canvas *c, corr_time_use use)
{
    if (!uses[use].path) {
        corr_printf(c->out, "fill=\"%s\"", uses[use].fill);
        return;
    }
    corr_printf(c->out, "fill=\"url(#u%d-", (int)use);
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
        corr_printf(c->out,
                    "\" width=\"6\" height=\"6\" "
                    "patternUnits=\"userSpaceOnUse\"><rect width=\"6\" "
                    "height=\"6\" fill=\"%s\"/><path d=\"%s\" stroke=\"%s\" "
                    "stroke-width=\"1\" fill=\"none\"/></pattern>",
                    uses[i].fill, uses[i].path, uses[i].line);
    }
    corr_puts(c->out, "</defs>\n");
}

static void put_legend(canvas *c)
{
    unsigned x = 0;

    for (int i = 0; i < CORR_USE_COUNT; i++) {
        corr_printf(c->out,
                    "<rect x=\"%u\" y=\"2\" width=\"12\" height=\"11\" ", x);
        put_fill_of(c, (corr_time_use)i);
        corr_printf(c->out, "/><text x=\"%u\" y=\"12\">%s</text>\n", x + 16,
                    uses[i].name);
        x += 28 + 7 * (unsigned)strlen(uses[i].name);
    }
}

static void put_axis(canvas *c, const corr_fall_figure *f, unsigned height)
{
    static const struct {
        unsigned at;
        const char *anchor;
    } tick[] = { { 0, "start" },
                 { 25, "middle" },
                 { 50, "middle" },
                 { 75, "middle" },
                 { 100, "end" } };
    char buf[RENDER_MAX];

    for (size_t i = 0; i < countof(tick); i++) {
        corr_printf(c->out,
                    "<line x1=\"%u%%\" x2=\"%u%%\" y1=\"34\" y2=\"%u\" "
                    "stroke=\"#999\" stroke-opacity=\".4\"/>"
                    "<text x=\"%u%%\" y=\"30\" text-anchor=\"%s\">",
                    tick[i].at, tick[i].at, height, tick[i].at, tick[i].anchor);
        corr_put_str(
            c->out,
            draw_ns((int64_t)((double)f->length * tick[i].at / 100), buf));
        corr_puts(c->out, "</text>\n");
    }
}

/* One bar from..to, cut to the axis. */
static void put_stretch(canvas *c, const corr_fall_figure *f, int64_t from,
                        int64_t to, unsigned y, unsigned height)
{
    char x[32], w[32];

    from = from < 0 ? 0 : from;
    to = to > f->length ? f->length : to;
    corr_printf(
        c->out, "<rect x=\"%s\" y=\"%u\" width=\"%s\" height=\"%u\" ",
        draw_percent((double)from, (double)f->length, x), y,
        draw_percent(to > from ? (double)(to - from) : 0, (double)f->length, w),
        height);
}

static void put_span_name(canvas *c, const corr_span_bar *b, unsigned y)
{
    const unsigned depth = b->depth < DEEPEST ? b->depth : DEEPEST;
    char buf[RENDER_MAX];

    corr_printf(c->out, "<text x=\"%u\" y=\"%u\"%s>", STEP * depth, y + NAME,
                b->focus ? " font-weight=\"bold\"" : "");
    if (b->failed)
        corr_puts(c->out, "! ");
    draw_text(c, b->service);
    corr_puts(c->out, b->service && *b->service ? " " : "");
    draw_text(c, b->name);
    corr_puts(c->out, " ");
    corr_put_str(c->out, draw_ns(span_length(b), buf));
    corr_puts(c->out, "</text>\n");
}

static void put_uses(canvas *c, const fall_bars *k, const corr_span_bar *b,
                     unsigned y)
{
    char buf[RENDER_MAX];

    for (uint32_t i = 0; i < b->npiece; i++) {
        const corr_use_piece *p = &b->piece[i];
        if (p->to <= p->from || p->to - p->from < k->least_piece ||
            (size_t)p->use >= CORR_USE_COUNT)
            continue;
        put_stretch(c, k->f, p->from, p->to, y + BAR_AT, BAR);
        put_fill_of(c, p->use);
        corr_printf(c->out, "><title>%s ", uses[p->use].name);
        corr_put_str(c->out, draw_ns(p->to - p->from, buf));
        corr_puts(c->out, "</title></rect>\n");
    }
}

static void put_span(canvas *c, const fall_bars *k, const corr_span_bar *b,
                     unsigned y)
{
    char buf[RENDER_MAX];

    corr_puts(c->out, "<g><title>");
    draw_text(c, b->service);
    corr_puts(c->out, b->service && *b->service ? " " : "");
    draw_text(c, b->name);
    corr_puts(c->out, ", ");
    corr_put_str(c->out, draw_ns(span_length(b), buf));
    corr_puts(c->out, b->detail ? ", " : "");
    draw_text(c, b->detail);
    corr_puts(c->out, "</title>\n");
    put_span_name(c, b, y);
    put_stretch(c, k->f, b->from, b->to, y + BAR_AT, BAR);
    corr_printf(c->out, "fill=\"%s\" stroke=\"%s\"/>\n",
                b->has_ledger || b->npiece ? "#fafafa" : "#c9c9c9",
                b->failed ? "#b00020" : "#777");
    put_uses(c, k, b, y);
    for (uint32_t i = 0; i < b->nblocking; i++) {
        put_stretch(c, k->f, b->blocking[i].from, b->blocking[i].to,
                    y + BAR_AT + BAR + 1, 3);
        corr_puts(c->out, "fill=\"#111\" class=\"path\"/>\n");
    }
    corr_puts(c->out, "</g>\n");
}

unsigned draw_fall(canvas *c, const fall_bars *k)
{
    const unsigned height = HEAD + EACH * k->n;

    put_textures(c);
    put_legend(c);
    put_axis(c, k->f, height);
    for (uint32_t i = 0; i < k->n; i++)
        put_span(c, k, k->at[i], HEAD + EACH * i);
    if (k->hidden)
        corr_printf(
            c->out,
            "<text x=\"0\" y=\"%u\">%u shorter span%s not drawn</text>\n",
            height + NAME, k->hidden, k->hidden == 1 ? " is" : "s are");
    return height + (k->hidden ? 20 : 4);
}
