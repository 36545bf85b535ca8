/*
 * html_figure - a figure in a page: the picture, the same as rows of text, and
 * the same as a table.
 *
 * Without script the picture stands, the rows open and close, and every number
 * is there.  The script finds rows and boxes by their order, which is the same.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/out.h"
#include "report/figure.h"

enum {
    BOX_BYTES = 620, /* of a box in a page, without its name */
    BOX_NAMES = 3,
    DEEPEST_LIST = 100 /* browsers stop nesting at some depth */
};
#define OPEN_LEAST 0.1 /* of the whole: rows that are open at first */

typedef struct figure_page {
    corr_out *out;
    const corr_style *style;
    const corr_figure *f;
    corr_arena arena;
} figure_page;

static void put_z(figure_page *p, const char *z)
{
    markup_z(p->out, z, p->style->ascii);
}

static void put_str(figure_page *p, corr_str s)
{
    markup_text(p->out, s, p->style->ascii);
}

/* The picture, in an element that is as high as it needs: its inside is drawn
 * first. */
static void put_picture(figure_page *p, const char *class, const flame_boxes *k,
                        const fall_bars *bars)
{
    corr_out *inside = corr_out_memory();
    unsigned height;

    if (!inside) {
        out_fail(p->out, ENOMEM);
        return;
    }
    canvas c = { inside, p->style, p->f->id };
    if (k)
        height = draw_flame(&c, k);
    else if (bars)
        height = draw_fall(&c, bars);
    else
        height = draw_plot(&c, &p->f->plot);
    corr_printf(p->out, "<svg class=\"fig %s\" width=\"100%%\" height=\"%u\"",
                class, height);
    corr_puts(p->out, " font-family=\"monospace\" font-size=\"11\"");
    /* bars are links, which an image cannot hold */
    corr_printf(p->out, " role=\"%s\" aria-label=\"", bars ? "group" : "img");
    put_z(p, p->f->caption);
    corr_puts(p->out, "\">\n");
    corr_put_str(p->out, corr_out_bytes(inside));
    corr_puts(p->out, "</svg>\n");
    if (corr_out_close(inside, NULL))
        out_fail(p->out, ENOMEM);
}

/* ---- flames: rows ------------------------------------------------------------ */

/* A box that is the only one below another stands in the same list, marked. */
static void put_row_text(figure_page *p, const flame_boxes *k,
                         const flame_box *b)
{
    char buf[RENDER_MAX];
    const corr_str change = flame_change(k->f, &b->b, buf);

    if (b != k->at && k->at[b->up].below == 1)
        corr_puts(p->out, "&#8627; ");
    if (change.n) {
        corr_puts(p->out, "<em>");
        put_str(p, change);
        corr_puts(p->out, "</em> ");
    }
    corr_puts(p->out, "<b>");
    corr_put_str(p->out, flame_share(k, b->b.total, buf));
    corr_puts(p->out, "</b> <span>");
    put_z(p, b->b.name);
    corr_puts(p->out, "</span> <i>");
    put_str(p, flame_amount(k->f, b->b.total, buf));
    if (b->b.self != b->b.total && b->b.self != 0) {
        corr_puts(p->out, ", self ");
        put_str(p, flame_amount(k->f, b->b.self, buf));
    }
    if (b->b.samples > 0 && (k->f->own_unit || k->f->unit != CORR_COUNT ||
                             b->b.samples != b->b.total))
        corr_printf(p->out, ", n %s", corr_print_count(buf, b->b.samples));
    const corr_str doubt = flame_doubt(k->f, &b->b, buf);
    if (doubt.n) {
        corr_puts(p->out, ", ");
        put_str(p, doubt);
    }
    if (b->b.detail) {
        corr_puts(p->out, ", ");
        put_z(p, b->b.detail);
    }
    corr_puts(p->out, "</i>");
}

/* Whether the boxes below have a list of their own: not those of a chain of
 * calls, which is one list. */
static bool has_list(const flame_box *b, uint32_t lists)
{
    return b->below > 1 && lists < DEEPEST_LIST;
}

static void put_row(figure_page *p, const flame_boxes *k, const flame_box *b,
                    bool list, bool has_id)
{
    const double whole = (double)k->at[0].b.total;
    char key[32];

    corr_puts(p->out, "<li role=\"treeitem\"");
    if (has_id) {
        corr_print_hex(key, b->key);
        corr_puts(p->out, " id=\"");
        put_z(p, p->f->id);
        corr_printf(p->out, "-%.10s\"", key);
    }
    corr_printf(p->out, " aria-level=\"%u\" data-t=\"%lld\">", b->b.depth + 1,
                (long long)b->b.total);
    if (list)
        corr_printf(p->out, "<details%s><summary>",
                    (double)b->b.total >= OPEN_LEAST * whole ? " open" : "");
    else
        corr_puts(p->out, "<div class=\"row\">");
    put_row_text(p, k, b);
    corr_puts(p->out,
              list ? "</summary><ul role=\"group\">\n" : "</div></li>\n");
}

static int by_key(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a >> 24,
                   y = *(const uint64_t *)b >> 24;

    return (x > y) - (x < y);
}

/* The keys of the boxes in order, so that one that is there twice gets no
 * link. */
static uint64_t *sorted_keys(figure_page *p, const flame_boxes *k)
{
    uint64_t *key = corr_arena_new(&p->arena, uint64_t, k->n);

    for (uint32_t i = 0; key && i < k->n; i++)
        key[i] = k->at[i].key;
    if (key)
        qsort(key, k->n, sizeof *key, by_key);
    return key;
}

static bool is_single(const uint64_t *keys, uint32_t n, uint64_t key)
{
    const uint64_t *at = bsearch(&key, keys, n, sizeof *keys, by_key);

    return at && (at == keys || by_key(at, at - 1) != 0) &&
           (at + 1 == keys + n || by_key(at, at + 1) != 0);
}

static void put_rows(figure_page *p, const flame_boxes *k)
{
    uint32_t *open = corr_arena_new(&p->arena, uint32_t, DEEPEST_LIST + 1);
    const uint64_t *keys = sorted_keys(p, k);
    uint32_t lists = 0; /* open[i]: the depth of the box of list i */

    if (!open || !keys) {
        out_fail(p->out, ENOMEM);
        return;
    }
    corr_puts(p->out, "<ul class=\"tree\" role=\"tree\" aria-label=\"");
    put_z(p, p->f->caption);
    corr_puts(p->out, "\">\n");
    for (uint32_t i = 0; i < k->n; i++) {
        const flame_box *b = &k->at[i];
        for (; lists && open[lists - 1] >= b->b.depth; lists--)
            corr_puts(p->out, "</ul></details></li>\n");
        const bool list = has_list(b, lists);
        put_row(p, k, b, list, is_single(keys, k->n, b->key));
        if (list)
            open[lists++] = b->b.depth;
    }
    while (lists--)
        corr_puts(p->out, "</ul></details></li>\n");
    corr_puts(p->out, "</ul>\n");
}

/* ---- flames: a table -------------------------------------------------------- */

typedef struct sum_row {
    const char *name;
    int64_t self, total, samples;
    uint32_t first; /* the first box of the name */
} sum_row;

static int by_name(const void *a, const void *b)
{
    const sum_row *x = a, *y = b;
    const int c = strcmp(x->name, y->name);

    return c ? c : (x->first > y->first) - (x->first < y->first);
}

static int by_self(const void *a, const void *b)
{
    const sum_row *x = a, *y = b;

    if (x->self != y->self)
        return x->self < y->self ? 1 : -1;
    if (x->total != y->total)
        return x->total < y->total ? 1 : -1;
    return strcmp(x->name, y->name);
}

static bool is_below_itself(const flame_boxes *k, uint32_t i)
{
    for (uint32_t up = i; up != 0;) {
        up = k->at[up].up;
        if (strcmp(k->at[up].b.name, k->at[i].b.name) == 0)
            return true;
    }
    return false;
}

/* One row a function; what recursion calls again counts once.  Rests are one
 * row.  Returns the number of rows. */
static uint32_t sum_rows(figure_page *p, const flame_boxes *k, sum_row **rows)
{
    sum_row *row = corr_arena_new(&p->arena, sum_row, k->n);
    uint32_t n = 0;

    *rows = row;
    if (!row) {
        out_fail(p->out, ENOMEM);
        return 0;
    }
    for (uint32_t i = 0; i < k->n; i++) {
        const corr_box *b = &k->at[i].b;
        if (i == 0 && b->self == 0)
            continue;
        row[i] = (sum_row){ b->is_rest ? "(smaller frames)" : b->name, b->self,
                            b->total, b->samples, i };
        if (b->is_rest)
            row[i].self = b->total;
        else if (is_below_itself(k, i))
            row[i].total = row[i].samples = 0;
    }
    if (!row[0].name)
        row[0] = (sum_row){ .name = "" };
    qsort(row, k->n, sizeof *row, by_name);
    for (uint32_t i = 0; i < k->n; i++) {
        if (n > 0 && strcmp(row[n - 1].name, row[i].name) == 0) {
            row[n - 1].self = corr_sum(row[n - 1].self, row[i].self);
            row[n - 1].total = corr_sum(row[n - 1].total, row[i].total);
            row[n - 1].samples = corr_sum(row[n - 1].samples, row[i].samples);
        } else if (row[i].name[0] || row[i].self) {
            row[n++] = row[i];
        }
    }
    qsort(row, n, sizeof *row, by_self);
    return n;
}

static void put_number_cell(figure_page *p, corr_str s)
{
    corr_puts(p->out, "<td class=\"n\">");
    put_str(p, s);
}

/* The head of a table that has what the picture has. */
static void open_table(figure_page *p, bool is_open)
{
    corr_printf(p->out, "<details%s><summary>The same as a table</summary>\n",
                is_open ? " open" : "");
    corr_puts(p->out,
              "<div class=\"wide\"><table class=\"sort\">\n<thead><tr>");
}

static void put_sums(figure_page *p, const flame_boxes *k)
{
    char buf[RENDER_MAX];
    sum_row *row;
    const uint32_t n = sum_rows(p, k, &row);

    open_table(p, false);
    corr_puts(p->out, "<th class=\"n\">self%<th class=\"n\">self");
    corr_puts(p->out, "<th class=\"n\">total%<th class=\"n\">total");
    corr_puts(p->out, "<th>function</tr></thead>\n<tbody>\n");
    for (uint32_t i = 0; i < n; i++) {
        corr_puts(p->out, "<tr>");
        put_number_cell(p, flame_share(k, row[i].self, buf));
        put_number_cell(p, flame_amount(k->f, row[i].self, buf));
        put_number_cell(p, flame_share(k, row[i].total, buf));
        put_number_cell(p, flame_amount(k->f, row[i].total, buf));
        corr_puts(p->out, "<td>");
        put_z(p, row[i].name);
        corr_puts(p->out, "\n");
    }
    corr_puts(p->out, "</tbody></table></div></details>\n");
}

static void put_flame_legend(figure_page *p, const corr_flame_figure *f)
{
    if (!f->compares || !f->unjudged)
        return;
    corr_puts(p->out, "<p>orange +: more, blue &#8722;: less");
    corr_puts(p->out, ", hatched: new or gone, grey: no certain change, and ");
    put_z(p, f->unjudged);
    corr_puts(p->out, "</p>\n");
}

static void put_flame(figure_page *p, uint64_t room)
{
    const corr_flame_figure *f = &p->f->flame;
    const flame_boxes k =
        flame_boxes_of(f, room, BOX_BYTES, BOX_NAMES, &p->arena);
    char buf[RENDER_MAX];

    if (k.n == 0) {
        if (f->n)
            out_fail(p->out, ENOMEM);
        return;
    }
    put_flame_legend(p, f);
    put_picture(p, "flame", &k, NULL);
    if (k.hidden)
        corr_printf(p->out, "<p>%s smaller frame%s in boxes of a rest</p>\n",
                    corr_print_count(buf, k.hidden),
                    k.hidden == 1 ? " is" : "s are");
    put_rows(p, &k);
    put_sums(p, &k);
}

/* ---- spans ---------------------------------------------------------------------- */

/* A time in the unit of the axis; no time is 0, an unknown one a dash. */
static void put_span_time(figure_page *p, int64_t ns, bool known)
{
    char buf[RENDER_MAX];

    put_number_cell(p, !known    ? CORR_STR("\xe2\x80\x93")
                       : ns == 0 ? CORR_STR("0")
                                 : fall_time(&p->f->fall, ns, buf));
}

static void put_span_cells(figure_page *p, const corr_span_bar *b)
{
    int64_t path = 0;

    for (uint32_t i = 0; i < b->nblocking; i++)
        path = corr_sum(path, b->blocking[i].to - b->blocking[i].from);
    put_span_time(p, b->from, true);
    put_span_time(p, b->to - b->from, true);
    for (int u = 0; u < CORR_USE_COUNT; u++)
        put_span_time(p, b->sum[u], b->has_ledger || b->sum[u] > 0);
    put_span_time(p, path, true);
    corr_puts(p->out, "<td>");
    put_z(p, b->detail);
}

/* The row of a span and its bar lead to each other. */
static void put_span_row(figure_page *p, const corr_span_bar *b)
{
    corr_puts(p->out, b->focus ? "<tr class=\"strong\" id=\"" : "<tr id=\"");
    put_z(p, p->f->fall.prefix);
    put_z(p, b->handle);
    corr_puts(p->out, "-row\"><td><a href=\"#");
    put_z(p, p->f->fall.prefix);
    put_z(p, b->handle);
    corr_puts(p->out, "\">");
    put_z(p, b->handle);
    corr_puts(p->out, b->focus ? "</a> *<td>" : "</a><td>");
    for (uint32_t d = 0; d < b->depth && d < 40; d++)
        corr_puts(p->out, "&nbsp;&nbsp;");
    if (b->failed)
        corr_puts(p->out, "! ");
    put_z(p, b->name);
    corr_puts(p->out, "<td>");
    put_z(p, b->service);
    put_span_cells(p, b);
    corr_puts(p->out, "\n");
}

static void put_hidden_spans(figure_page *p, const fall_bars *k)
{
    char buf[RENDER_MAX];

    if (!k->hidden)
        return;
    corr_printf(p->out, "<p>%s more span%s", corr_print_count(buf, k->hidden),
                k->hidden == 1 ? "" : "s");
    if (k->f->hidden_blocking > 0) {
        corr_puts(p->out, ", ");
        corr_put_str(p->out, fall_time(k->f, k->f->hidden_blocking, buf));
        corr_puts(p->out, " of the critical path");
    }
    corr_puts(p->out,
              k->hidden == 1 ? ", has no bar</p>\n" : ", have no bar</p>\n");
}

static void put_fall(figure_page *p, uint64_t room)
{
    const fall_bars k = fall_bars_of(&p->f->fall, room, &p->arena);

    if (k.n == 0) {
        if (p->f->fall.n)
            out_fail(p->out, ENOMEM);
        return;
    }
    put_picture(p, "fall", NULL, &k);
    put_hidden_spans(p, &k);
    open_table(p, true);
    corr_puts(p->out, "<th>id<th>span<th>service<th class=\"n\">starts");
    corr_puts(p->out, "<th class=\"n\">took");
    for (int u = 0; u < CORR_USE_COUNT; u++)
        corr_printf(p->out, "<th class=\"n\">%s",
                    time_use_name((corr_time_use)u));
    corr_puts(p->out, "<th class=\"n\">critical path<th>notes</tr></thead>\n"
                      "<tbody>\n");
    for (uint32_t i = 0; i < k.n; i++)
        put_span_row(p, k.at[i]);
    corr_puts(p->out, "</tbody></table></div></details>\n");
}

/* ---- values over time -------------------------------------------------------------- */

static void put_layer_row(figure_page *p, const corr_plot_figure *f, uint32_t l)
{
    double sum = 0, most = 0;
    uint32_t known = 0;

    for (uint32_t b = 0; b < f->bins; b++) {
        const double v = f->layer[l].value[b];
        if (!isfinite(v))
            continue;
        sum += v;
        most = fmax(most, v);
        known++;
    }
    corr_puts(p->out, "<tr><td>");
    put_z(p, f->layer[l].name);
    corr_printf(p->out, "<td class=\"n\">%.3g<td class=\"n\">%.3g\n",
                known ? sum / known : 0, most);
}

static void put_mark_rows(figure_page *p, const corr_plot_mark *m, uint32_t n)
{
    char buf[RENDER_MAX];

    for (uint32_t i = 0; i < n; i++) {
        const corr_cell from = corr_cell_time(m[i].from),
                        to = corr_cell_time(m[i].to);
        corr_puts(p->out, "<li>");
        put_str(p, render_cell(&from, p->style, buf));
        if (m[i].to != m[i].from) {
            corr_puts(p->out, " to ");
            put_str(p, render_cell(&to, p->style, buf));
        }
        corr_puts(p->out, " ");
        put_z(p, m[i].name);
        if (m[i].command) {
            corr_puts(p->out, " <code>");
            put_z(p, m[i].command);
            corr_puts(p->out, "</code>");
        }
        corr_puts(p->out, "</li>\n");
    }
}

static void put_plot(figure_page *p)
{
    const corr_plot_figure *f = &p->f->plot;

    if (f->bins == 0)
        return;
    put_picture(p, "plot", NULL, NULL);
    open_table(p, false);
    corr_puts(p->out, "<th>what<th class=\"n\">mean ");
    put_z(p, f->unit);
    corr_puts(p->out, "<th class=\"n\">most ");
    put_z(p, f->unit);
    corr_puts(p->out, "</tr></thead>\n<tbody>\n");
    for (uint32_t l = 0; l < f->nlayer; l++)
        put_layer_row(p, f, l);
    corr_puts(p->out, "</tbody></table></div></details>\n");
    if (f->nband + f->nline == 0)
        return;
    corr_puts(p->out, "<ul>\n");
    put_mark_rows(p, f->band, f->nband);
    put_mark_rows(p, f->line, f->nline);
    corr_puts(p->out, "</ul>\n");
}

/* ---- any figure ---------------------------------------------------------------------- */

void html_figure(corr_out *out, const corr_style *style, const corr_figure *f,
                 uint64_t room)
{
    static const char *const class[] = { [CORR_FIGURE_FLAME] = "flame",
                                         [CORR_FIGURE_FALL] = "fall",
                                         [CORR_FIGURE_PLOT] = "plot" };
    figure_page p = { .out = out, .style = style, .f = f };

    corr_puts(out, "<figure id=\"");
    put_z(&p, f->id);
    corr_printf(out, "\" class=\"%s\">%s", class[f->kind],
                f -> closed ? "<details><summary>" : "<figcaption>");
    put_z(&p, f->caption);
    corr_puts(out, f->closed ? "</summary>\n" : "</figcaption>\n");
    if (f->kind == CORR_FIGURE_FLAME)
        put_flame(&p, room);
    else if (f->kind == CORR_FIGURE_FALL)
        put_fall(&p, room);
    else
        put_plot(&p);
    corr_puts(out, f->closed ? "</details></figure>\n" : "</figure>\n");
    corr_arena_clear(&p.arena);
}
