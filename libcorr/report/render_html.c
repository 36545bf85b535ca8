/*
 * render_html - the screen as one page.
 *
 * The page walks the items of the screen in their order, so that it says what
 * the screen says.
 */
#include "report/markup.h"

typedef struct page {
    corr_out *out;
    const corr_style *style;
} page;

static void put_page_text(page *p, corr_str s)
{
    markup_text(p->out, s, p->style->ascii);
}

static void put_element(page *p, const char *name, corr_str text)
{
    corr_printf(p->out, "<%s>", name);
    put_page_text(p, text);
    corr_printf(p->out, "</%s>\n", name);
}

static void put_drawn_line(void *to, const char *text, size_t n)
{
    page *p = to;

    put_page_text(p, (corr_str){ text, n });
    corr_putc(p->out, '\n');
}

static void put_html_row(page *p, const corr_table *t, const void *row)
{
    char buf[RENDER_MAX];

    corr_puts(p->out, "<tr>");
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        if (!t->columns[i].title)
            continue;
        const corr_cell c = table_cell(t, row, i);
        corr_puts(p->out, "<td>");
        put_page_text(p, render_cell(&c, p->style, buf));
        corr_puts(p->out, "</td>");
    }
    corr_puts(p->out, "</tr>\n");
}

static void put_html_table(page *p, const corr_table *t)
{
    table_room room;

    corr_puts(p->out, "<table>\n<tr>");
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        if (!t->columns[i].title)
            continue;
        corr_puts(p->out, "<th>");
        put_page_text(p, corr_str_of(t->columns[i].title));
        corr_puts(p->out, "</th>");
    }
    corr_puts(p->out, "</tr>\n");
    for (uint32_t i = 0; i < t->nrows; i++)
        put_html_row(p, t, table_row(t, i, &room));
    corr_puts(p->out, "</table>\n");
}

static void put_html_item(page *p, const report_item *it)
{
    switch (it->kind) {
    case REPORT_HEAD:
        put_element(p, "h2", corr_str_trim(it->text));
        return;
    case REPORT_LINE:
        put_element(p, "p", corr_str_trim(it->text));
        return;
    case REPORT_FIELD:
        corr_puts(p->out, "<p><b>");
        put_page_text(p, it->key);
        corr_puts(p->out, "</b> ");
        put_page_text(p, corr_str_trim(it->text));
        corr_puts(p->out, it->aside.n ? " " : "");
        put_page_text(p, it->aside);
        corr_puts(p->out, "</p>\n");
        return;
    case REPORT_RAW:
        put_element(p, "pre", it->text);
        return;
    case REPORT_TABLE:
        put_html_table(p, it->table);
        return;
    case REPORT_DRAW:
        corr_puts(p->out, "<pre>");
        it->draw(it->ctx, p->style, put_drawn_line, p);
        corr_puts(p->out, "</pre>\n");
        return;
    case REPORT_FIGURE:
        corr_puts(p->out, "<figure id=\"");
        markup_z(p->out, it->figure->id, p->style->ascii);
        corr_puts(p->out, "\"><figcaption>");
        markup_z(p->out, it->figure->caption, p->style->ascii);
        corr_puts(p->out, "</figcaption></figure>\n");
        return;
    case REPORT_BLANK:
        return;
    }
}

void render_html(const corr_report *r, const corr_style *style, corr_out *out)
{
    page p = { .out = out, .style = style };

    corr_printf(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<title>corr %s</title>\n<body>\n",
        r->verb);
    for (const report_item *it = r->first; it; it = it->next)
        put_html_item(&p, it);
    for (const report_note *n = r->first_note; n; n = n->next)
        if (report_is_at_foot(n))
            put_element(&p, "p", report_note_line(n));
    for (const report_next *n = r->first_next; n; n = n->next)
        put_element(&p, "pre", n->command);
    corr_puts(out, "</html>\n");
}
