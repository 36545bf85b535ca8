/*
 * render_html - the screen as one page: corr.1, PICTURES.
 *
 * The page walks the items of the screen in their order, so that it says what
 * the screen says and nothing else.  It is whole without style and script: rows
 * are tables, trees are <details>, pictures are inline SVG.  A policy in the
 * page allows exactly its one style and its one script, by their digests, and
 * nothing of any network.
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "report/figure.h"

extern const char html_page_css[], html_page_css_sha256[];
extern const char html_page_js[], html_page_js_sha256[];

/* Bytes of all pictures of a page, and of one with spans, which is to be
 * smaller; the rest of the page has its own. */
enum { PICTURES = 760000, SPAN_PICTURES = 215000 };

/* A list or preformatted lines, which several items share. */
typedef enum page_list { LIST_NONE, LIST_FIELDS } page_list;

typedef struct page {
    corr_out *out;
    const corr_style *style;
    page_list list;
    uint64_t room; /* bytes for each picture */
} page;

static void put_page_text(page *p, corr_str s)
{
    markup_text(p->out, s, p->style->ascii);
}

static void put_element(page *p, const char *open, corr_str text,
                        const char *close)
{
    corr_puts(p->out, open);
    put_page_text(p, text);
    corr_puts(p->out, close);
}

/* ---- the head ------------------------------------------------------------------- */

/* A digest as a policy has it: base64 of the bytes. */
static void put_digest(corr_out *out, const char *hex)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = 0;
    unsigned n = 0;

    corr_puts(out, "'sha256-");
    for (; *hex; hex++) {
        bits =
            bits << 4 | (uint32_t)(*hex <= '9' ? *hex - '0' : *hex - 'a' + 10);
        n += 4;
        if (n >= 6) {
            n -= 6;
            corr_putc(out, digit[bits >> n & 63]);
        }
    }
    if (n > 0)
        corr_putc(out, digit[bits << (6 - n) & 63]);
    corr_puts(out, "='");
}

static void put_policy(corr_out *out)
{
    corr_puts(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    corr_puts(out, "default-src 'none'; base-uri 'none'; form-action 'none'");
    corr_puts(out, "; style-src ");
    put_digest(out, html_page_css_sha256);
    corr_puts(out, "; script-src ");
    put_digest(out, html_page_js_sha256);
    corr_puts(out, "\">\n");
}

static const char *command_of(const corr_report *r)
{
    return r->command ? r->command : r->verb;
}

static void put_head(page *p, const corr_report *r)
{
    corr_puts(p->out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                      "<meta charset=\"utf-8\">\n");
    put_policy(p->out);
    corr_puts(p->out, "<meta name=\"viewport\" content=\"width=device-width, "
                      "initial-scale=1\">\n<meta name=\"generator\" "
                      "content=\"corr " CORR_VERSION "\">\n");
    put_element(p, "<title>", corr_str_of(command_of(r)), "</title>\n");
    corr_puts(p->out, "<style>");
    corr_puts(p->out, html_page_css);
    corr_puts(p->out, "</style>\n</head>\n<body>\n");
}

/* ---- inputs --------------------------------------------------------------------- */

static int column_named(const corr_table *t, const char *key)
{
    for (uint32_t i = 0; i < t->ncolumns; i++)
        if (t->columns[i].key && strcmp(t->columns[i].key, key) == 0)
            return (int)i;
    return -1;
}

static bool find_cell(const corr_table *t, const void *row, const char *key,
                      corr_cell *c)
{
    const int i = column_named(t, key);

    if (i < 0)
        return false;
    *c = table_cell(t, row, (uint32_t)i);
    return c->type != CORR_CELL_NULL;
}

static void put_input(page *p, const corr_table *t, uint32_t i)
{
    static const char *const words[] = { "path", "format", "service" };
    table_room room;
    const void *row = table_row(t, i, &room);
    char buf[RENDER_MAX];
    corr_cell c;

    corr_puts(p->out, "<tr>");
    for (size_t k = 0; k < countof(words); k++) {
        corr_puts(p->out, "<td>");
        if (find_cell(t, row, words[k], &c))
            put_page_text(p, c.s);
    }
    corr_puts(p->out, "<td class=\"n\">");
    if (find_cell(t, row, "bytes", &c))
        corr_puts(p->out, corr_print_amount(buf, c.i, CORR_BYTES));
    corr_puts(p->out, "<td>");
    if (find_cell(t, row, "from_unix_ns", &c)) {
        put_page_text(p, render_cell(&c, p->style, buf));
        if (find_cell(t, row, "to_unix_ns", &c)) {
            corr_puts(p->out, " to ");
            put_page_text(p, render_cell(&c, p->style, buf));
        }
    }
    corr_puts(p->out, "<td>");
    if (find_cell(t, row, "sha256", &c))
        put_page_text(p, c.s);
    corr_puts(p->out, "\n");
}

static void put_inputs_of(page *p, const corr_report *r)
{
    enum { MOST = 500 };
    const report_member *m = report_member_named(&r->data, CORR_STR("inputs"));
    const corr_table *t = m ? m->table : NULL;

    if (!t || t->nrows == 0)
        return;
    corr_printf(p->out,
                "<details><summary>%u input%s</summary>\n<div class=\"wide\">"
                "<table>\n<thead><tr><th>file<th>format<th>service",
                t->nrows, corr_plural(t->nrows));
    corr_puts(p->out, "<th class=\"n\">size<th>times<th>SHA-256</tr></thead>\n"
                      "<tbody>\n");
    for (uint32_t i = 0; i < t->nrows && i < MOST; i++)
        put_input(p, t, i);
    corr_puts(p->out, "</tbody></table></div>\n");
    if (t->nrows > MOST)
        corr_printf(p->out, "<p>and %u more</p>\n", t->nrows - MOST);
    corr_puts(p->out, "</details>\n");
}

static void put_header_of(page *p, const corr_report *r)
{
    corr_puts(p->out, "<header>\n");
    put_element(p, "<h1><code>", corr_str_of(command_of(r)), "</code></h1>\n");
    corr_puts(p->out, "<p>corr " CORR_VERSION "</p>\n");
    put_inputs_of(p, r);
    corr_puts(p->out, "</header>\n<main>\n");
}

/* ---- tables --------------------------------------------------------------------- */

static bool is_number_cell(const corr_column *col)
{
    return col->flags & CORR_COL_RIGHT;
}

/* A bar as a picture of its own; the numbers are in other columns. */
static void put_bar(page *p, const corr_bar *bar)
{
    static const char *const fill[] = { [CORR_INK_PLAIN] = "#5b9bd5",
                                        [CORR_INK_FAINT] = "#c9c9c9",
                                        [CORR_INK_STRONG] = "#d1495b" };
    char x[32], w[32];

    corr_puts(p->out, "<svg class=\"cell\" width=\"160\" height=\"11\" "
                      "aria-hidden=\"true\">");
    for (uint32_t i = 0; i < bar->n && i < 400; i++) {
        const corr_bar_piece *piece = &bar->piece[i];
        const double from = fmin(fmax(piece->from, 0), 1);
        const double to = fmin(fmax(piece->to, from), 1);
        corr_printf(
            p->out, "<rect x=\"%s\" width=\"%s\" height=\"11\" fill=\"%s\"/>",
            draw_percent(from, 1, x),
            draw_percent(fmax(to - from, 0.004), 1, w), fill[piece->ink]);
    }
    corr_puts(p->out, "</svg>");
}

static void put_cell_of(page *p, const corr_table *t, uint32_t i,
                        const void *row)
{
    const corr_column *col = &t->columns[i];
    const corr_cell c = table_cell(t, row, i);
    char buf[RENDER_MAX];

    corr_puts(p->out, is_number_cell(col) ? "<td class=\"n\">" : "<td>");
    if (col->flags & CORR_COL_TREE) {
        const uint32_t depth = table_branch(t, row).depth;
        for (uint32_t d = 0; d < depth && d < 100; d++)
            corr_puts(p->out, "&nbsp;&nbsp;");
    }
    if (c.type == CORR_CELL_BAR)
        put_bar(p, &c.bar);
    else
        put_page_text(p, render_cell(&c, p->style, buf));
}

static void put_table_head(page *p, const corr_table *t)
{
    corr_puts(p->out, "<thead><tr>");
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        if (!t->columns[i].title)
            continue;
        const bool named = t->columns[i].title[0] != '\0';
        corr_puts(p->out, !named                           ? "<td>"
                          : is_number_cell(&t->columns[i]) ? "<th class=\"n\">"
                                                           : "<th>");
        put_page_text(p, corr_str_of(t->columns[i].title));
        if (t->columns[i].as == CORR_AS_BAR && t->axis[0] && t->axis[2]) {
            corr_puts(p->out, named ? ", " : "");
            put_page_text(p, corr_str_of(t->axis[0]));
            corr_puts(p->out, " to ");
            put_page_text(p, corr_str_of(t->axis[2]));
        }
    }
    corr_puts(p->out, "</tr></thead>\n");
}

static bool has_tree(const corr_table *t)
{
    for (uint32_t i = 0; i < t->ncolumns; i++)
        if (t->columns[i].title && t->columns[i].flags & CORR_COL_TREE)
            return true;
    return false;
}

/* Rows of a tree have an order of their own. */
static void put_table_of(page *p, const corr_table *t)
{
    table_room room;

    corr_printf(p->out, "<div class=\"wide\"><table%s>\n",
                has_tree(t) || t->nrows < 3 ? "" : " class=\"sort\"");
    if (!t->no_header)
        put_table_head(p, t);
    corr_puts(p->out, "<tbody>\n");
    for (uint32_t i = 0; i < t->nrows; i++) {
        const void *row = table_row(t, i, &room);
        corr_puts(p->out,
                  table_is_strong(t, row) ? "<tr class=\"strong\">" : "<tr>");
        for (uint32_t k = 0; k < t->ncolumns; k++)
            if (t->columns[k].title)
                put_cell_of(p, t, k, row);
        corr_puts(p->out, "\n");
    }
    corr_puts(p->out, "</tbody></table></div>\n");
}

/* ---- items ------------------------------------------------------------------------ */

static void put_drawn_line(void *to, const char *text, size_t n)
{
    page *p = to;

    put_page_text(p, (corr_str){ text, n });
    corr_putc(p->out, '\n');
}

/* A field without a name goes on the one before. */
static void put_page_field(page *p, const report_item *it)
{
    if (it->key.n > 0)
        put_element(p, "<dt>", corr_str_trim(it->key), "</dt>\n");
    put_element(p, "<dd>", corr_str_trim(it->text), "");
    corr_puts(p->out, it->aside.n ? " " : "");
    put_element(p, "", it->aside, "</dd>\n");
}

static void open_list(page *p, const report_item *it)
{
    const page_list wanted =
        it && it->kind == REPORT_FIELD ? LIST_FIELDS : LIST_NONE;

    if (p->list == wanted)
        return;
    if (p->list == LIST_FIELDS)
        corr_puts(p->out, "</dl>\n");
    p->list = wanted;
    if (wanted != LIST_FIELDS)
        return;
    corr_puts(p->out, "<dl>\n");
    if (it->key.n == 0)
        corr_puts(p->out, "<dt></dt>\n");
}

static void put_page_item(page *p, const report_item *it)
{
    if (it->kind == REPORT_BLANK)
        return;
    open_list(p, it);
    switch (it->kind) {
    case REPORT_HEAD:
        put_element(p, "<h2>", corr_str_trim(it->text), "</h2>\n");
        return;
    case REPORT_LINE:
        put_element(p, "<p>", corr_str_trim(it->text), "</p>\n");
        return;
    case REPORT_FIELD:
        put_page_field(p, it);
        return;
    case REPORT_RAW:
        put_element(p, "<pre tabindex=\"0\">", it->text, "</pre>\n");
        return;
    case REPORT_TABLE:
        put_table_of(p, it->table);
        return;
    case REPORT_DRAW:
        corr_puts(p->out, "<pre tabindex=\"0\">");
        it->draw(it->ctx, p->style, put_drawn_line, p);
        corr_puts(p->out, "</pre>\n");
        return;
    case REPORT_FIGURE:
        html_figure(p->out, p->style, it->figure, p->room);
        return;
    case REPORT_BLANK:
        return;
    }
}

/* ---- the foot ---------------------------------------------------------------------- */

static void put_page_notes(page *p, const corr_report *r)
{
    for (const report_note *n = r->first_note; n; n = n->next) {
        if (!report_is_at_foot(n))
            continue;
        corr_puts(p->out, "<p>");
        if (n->about.mark)
            put_element(p, "", corr_str_of(n->about.mark), " ");
        put_element(p, "", report_note_line(n), "</p>\n");
    }
    if (r->more_notes)
        corr_printf(p->out, "<p>%zu more note%s: -v</p>\n", r->more_notes,
                    corr_plural(r->more_notes));
}

static void put_page_next(page *p, const corr_report *r)
{
    if (!r->first_next)
        return;
    corr_puts(p->out, "<dl>\n");
    for (const report_next *n = r->first_next; n; n = n->next) {
        put_element(p, "<dt>", corr_str_of(n->what ? n->what : "next"),
                    "</dt>\n");
        put_element(p, "<dd><code>", n->command, "</code></dd>\n");
    }
    corr_puts(p->out, "</dl>\n");
}

/* Each picture gets its part of what a page has for all; one of several requests
 * is no page of a span. */
static uint64_t room_of(const corr_report *r)
{
    uint64_t n = 0, falls = 0;

    for (const report_item *it = r->first; it; it = it->next)
        if (it->kind == REPORT_FIGURE) {
            n++;
            falls += it->figure->kind == CORR_FIGURE_FALL;
        }
    return (falls == 1 ? SPAN_PICTURES : PICTURES) / (n ? n : 1);
}

void render_html(const corr_report *r, const corr_style *style, corr_out *out)
{
    corr_style whole = *style; /* a page has no columns to save */
    page p = { .out = out, .style = &whole, .room = room_of(r) };

    whole.color = false;
    whole.wide = false;
    whole.width = style->width > 100 ? style->width : 100;
    put_head(&p, r);
    put_header_of(&p, r);
    for (const report_item *it = r->first; it; it = it->next)
        if (it->kind != REPORT_RAW && it->ranks.from == 0)
            put_page_item(&p, it);
    open_list(&p, NULL);
    corr_puts(out, "</main>\n<footer>\n");
    put_page_notes(&p, r);
    put_page_next(&p, r);
    for (const report_item *it = r->first; it; it = it->next)
        if (it->kind == REPORT_RAW)
            put_page_item(&p, it);
    corr_puts(out, "</footer>\n<script>");
    corr_puts(out, html_page_js);
    corr_puts(out, "</script>\n</body>\n</html>\n");
}
