/* heatmap - a picture of a selection by seconds and tenths of a second
 * (corr-methods 7.4). */
#include "corr_sort.h"
#include "page/strip.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BINS = 1000 / HEAT_STEP_MS, /* of a second */
    ROWS = 10,
    LABEL = 8,
    MOST_COLUMNS = 1000
};

typedef struct heat {
    const corr_timeline *t;
    strip_opts o;
    corr_zone zone;
    double *cell;   /* [ROWS * seconds] */
    double *sorted; /* the same, for the 99th percentile */
} heat;

typedef struct grid {
    uint32_t per; /* seconds a column */
    uint32_t columns;
    double most; /* the 99th percentile of all cells */
} grid;

static uint32_t seconds_of(const heat *h)
{
    return (corr_timeline_facts_of(h->t).bins + BINS - 1) / BINS;
}

/* Returns the mean of the values in each cell; unknown values count as 0. */
static grid fill_cells(const heat *h, int width)
{
    const corr_timeline_facts f = corr_timeline_facts_of(h->t);
    const corr_timeline_row row = corr_timeline_at(h->t, 0);
    const uint32_t all = width > 0 ? (uint32_t)width : 80;
    const uint32_t room = all > LABEL + 8 ? all - LABEL : 8;
    const uint32_t seconds = seconds_of(h);
    const int64_t second = 1000000000;
    grid g = { .per = (seconds - 1) / room + 1 };

    while (corr_timeline_round(second * g.per) != second * g.per)
        g.per++;
    g.columns = (seconds - 1) / g.per + 1;
    g.columns = g.columns < MOST_COLUMNS ? g.columns : MOST_COLUMNS;
    const size_t n = (size_t)g.columns * ROWS;
    memset(h->cell, 0, n * sizeof *h->cell);
    for (uint32_t i = 0; i < f.bins; i++) {
        const uint32_t column = i / BINS / g.per;
        const uint32_t part = i % BINS * ROWS / BINS;
        if (column < g.columns && !isnan(row.value[i]))
            h->cell[(size_t)part * g.columns + column] +=
                row.value[i] * ROWS / BINS / g.per;
    }
    memcpy(h->sorted, h->cell, n * sizeof *h->cell);
    qsort(h->sorted, n, sizeof *h->sorted, cmp_real);
    g.most = h->sorted[(n - 1) * 99 / 100];
    if (!(g.most > 0)) /* few cells have anything */
        g.most = h->sorted[n - 1];
    return g;
}

/* The level of a value; its root, so that small ones are seen. */
static const char *shade(double v, double most, bool ascii)
{
    static const char *const plain[] = { " ", ".", ":", "=", "*", "#" };
    static const char *const blocks[] = {
        " ",
        "\xe2\x96\x81",
        "\xe2\x96\x82",
        "\xe2\x96\x83",
        "\xe2\x96\x85",
        "\xe2\x96\x87",
    };
    long level = 0;

    if (v > 0 && most > 0)
        level = lround(5 * sqrt(v < most ? v / most : 1));
    if (v > 0 && level == 0)
        level = 1;
    return (ascii ? plain : blocks)[level];
}

static void draw_foot(const heat *h, const grid *g, corr_draw_line *line,
                      void *to)
{
    const corr_timeline_facts f = corr_timeline_facts_of(h->t);
    const int64_t each = (int64_t)g->per * 1000000000;
    char text[LABEL + MOST_COLUMNS + 3 * CORR_PRINT_MAX];
    char from[CORR_PRINT_MAX], length[CORR_PRINT_MAX];
    int n = 0;

    if (h->o.mark_from < h->o.mark_to) {
        n = snprintf(text, sizeof text, "%*s", LABEL, "");
        for (uint32_t i = 0; i < g->columns; i++) {
            const int64_t at = f.from + each * i;
            const bool in = h->o.mark_from < at + each && h->o.mark_to > at;
            text[n++] = in ? '^' : ' ';
        }
        while (n > 0 && text[n - 1] == ' ')
            n--;
        line(to, text, (size_t)n);
    }
    cmd_strip_clock(h->t, &h->zone, f.from, each, from);
    corr_print_span_of(length, each);
    n = snprintf(text, sizeof text, "%*s%s, %s a column", LABEL, "", from,
                 length);
    line(to, text, (size_t)n);
}

static void draw(const void *ctx, const corr_style *style, corr_draw_line *line,
                 void *to)
{
    enum { MOST_BYTES = 3 };
    const heat *h = ctx;
    const grid g = fill_cells(h, style->width);
    char text[LABEL + MOST_BYTES * MOST_COLUMNS + 1];

    for (int i = ROWS - 1; i >= 0; i--) {
        int n = snprintf(text, sizeof text, "%3d ms  ", i * 1000 / ROWS);
        int end = 0;
        for (uint32_t k = 0; k < g.columns; k++) {
            const char *cell =
                shade(h->cell[(size_t)i * g.columns + k], g.most, style->ascii);
            for (const char *c = cell; *c; c++)
                text[n++] = *c;
            end = *cell == ' ' ? end : n;
        }
        line(to, text, (size_t)(end ? end : LABEL));
    }
    draw_foot(h, &g, line, to);
}

void cmd_heat(const cmd_ctx *ctx, corr_report *r, const corr_timeline *t,
              const strip_opts *o)
{
    heat *h = corr_report_alloc(r, sizeof *h, 1);

    if (!h || corr_timeline_size(t) == 0)
        return;
    *h = (heat){ .t = t, .o = *o, .zone = ctx->zone };
    const size_t n = (size_t)seconds_of(h) * ROWS;
    h->cell = corr_report_alloc(r, sizeof *h->cell, n);
    h->sorted = corr_report_alloc(r, sizeof *h->sorted, n);
    if (!h->cell || !h->sorted)
        return;
    corr_report_blank(r);
    corr_report_draw(r, draw, h);
}
