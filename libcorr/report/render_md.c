/*
 * render_md - the screen as Markdown, for a ticket.
 *
 * Headings are bold, fields are list items, tables are pipe tables.  Characters
 * that Markdown would take for markup are escaped, so that a name looks the
 * same in the ticket and on the screen and mentions no user.
 */
#include "base/escape.h"
#include "report/render.h"

typedef struct md {
    corr_out *out;
    const corr_style *style;
    report_kind before; /* kind of the last item */
    bool apart;         /* an empty line is due before the next item */
} md;

/* Begins a new block if the kind of item changes, or if the item stands
 * apart. */
static void begin_block(md *m, const corr_report *r, const report_item *it)
{
    if (it != r->first &&
        (m->apart || it->kind != m->before || it->kind == REPORT_TABLE))
        corr_putc(m->out, '\n');
    m->before = it->kind;
    m->apart = false;
}

static void put_md_text(md *m, corr_str s)
{
    const corr_str markup = CORR_STR("\\`*_[]<>|~&$#");
    escape_char c;

    while (escape_next(&s, m->style->ascii, &c)) {
        for (unsigned i = 0; i < c.n; i++) {
            if (c.text[i] == '@') {
                corr_puts(m->out, "&#64;");
                continue;
            }
            if (corr_str_find(markup, c.text[i]) < markup.n)
                corr_putc(m->out, '\\');
            corr_putc(m->out, c.text[i]);
        }
    }
}

static void put_spaces(md *m, unsigned n)
{
    while (n-- > 0) /* Markdown would strip plain spaces */
        corr_puts(m->out, m->style->ascii ? "&nbsp;" : "\xc2\xa0");
}

static void put_fenced(void *to, const char *text, size_t n)
{
    md *m = to;
    corr_str s = { text, n };
    escape_char c;

    corr_puts(m->out, "    ");
    while (escape_next(&s, m->style->ascii, &c))
        corr_put(m->out, c.text, c.n);
    corr_putc(m->out, '\n');
}

/* ---- tables ----------------------------------------------------------- */

/* Whether a column is shown; texts for the edge of the screen follow the
 * name. */
static bool has_column(const md *m, const corr_column *col)
{
    return render_shows(col, m->style) && !(col->flags & CORR_COL_EDGE);
}

static void put_edge(md *m, const corr_table *t, const void *row)
{
    char buf[RENDER_MAX];

    for (uint32_t i = 0; i < t->ncolumns; i++) {
        const corr_column *col = &t->columns[i];
        if (!(col->flags & CORR_COL_EDGE) || !render_shows(col, m->style))
            continue;
        corr_cell c = table_cell(t, row, i);
        corr_str s = render_cell(&c, m->style, buf);
        put_md_text(m, s);
        corr_puts(m->out, s.n > 0 ? " " : "");
    }
}

static void put_header(md *m, const corr_table *t)
{
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        if (!has_column(m, &t->columns[i]))
            continue;
        corr_puts(m->out, "| ");
        put_md_text(m, corr_str_of(t->columns[i].title));
        corr_putc(m->out, ' ');
    }
    corr_puts(m->out, "|\n");
    for (uint32_t i = 0; i < t->ncolumns; i++)
        if (has_column(m, &t->columns[i]))
            corr_puts(m->out,
                      t->columns[i].flags & CORR_COL_RIGHT ? "|--:" : "|:--");
    corr_puts(m->out, "|\n");
}

static void put_md_row(md *m, const corr_table *t, const void *row)
{
    char buf[RENDER_MAX];
    const bool strong = table_is_strong(t, row);

    for (uint32_t i = 0; i < t->ncolumns; i++) {
        const corr_column *col = &t->columns[i];
        if (!has_column(m, col))
            continue;
        corr_cell c = table_cell(t, row, i);
        corr_str s = render_cell(&c, m->style, buf);
        bool bold = s.n > 0 && col->flags & CORR_COL_FLEX && strong;

        corr_puts(m->out, "| ");
        if (col->flags & CORR_COL_TREE) {
            const uint32_t depth = table_branch(t, row).depth;
            put_spaces(m, 2 * (depth < 100 ? depth : 100));
        }
        corr_puts(m->out, bold ? "**" : "");
        put_md_text(m, s);
        corr_puts(m->out, bold ? "** " : " ");
        if (col->flags & CORR_COL_FLEX)
            put_edge(m, t, row);
    }
    corr_puts(m->out, "|\n");
}

static void put_table(md *m, const corr_table *t)
{
    table_room room;

    put_header(m, t);
    for (uint32_t row = 0; row < t->nrows; row++)
        put_md_row(m, t, table_row(t, row, &room));
}

/* ---- items ------------------------------------------------------------ */

/* Whether the next item continues the paragraph of this one: a line break, not
 * a new paragraph, stands between them. */
static bool goes_on(const report_item *it)
{
    const report_item *next = it->next;

    while (next && next->ranks.from > 0)
        next = next->next;
    return next && next->kind == it->kind &&
           (it->kind == REPORT_LINE ||
            (it->kind == REPORT_FIELD && next->key.n == 0));
}

static void put_md_item(md *m, const report_item *it)
{
    switch (it->kind) {
    case REPORT_HEAD:
        corr_puts(m->out, "**");
        put_md_text(m, corr_str_trim(it->text));
        corr_puts(m->out, "**\n");
        return;
    case REPORT_LINE:
        put_md_text(m, corr_str_trim(it->text));
        corr_puts(m->out, goes_on(it) ? "  \n" : "\n");
        return;
    case REPORT_FIELD:
        corr_puts(m->out, it->key.n > 0 ? "- **" : "  ");
        put_md_text(m, it->key);
        corr_puts(m->out, it->key.n > 0 ? "** " : "");
        put_md_text(m, corr_str_trim(it->text));
        corr_puts(m->out, it->aside.n > 0 ? " " : "");
        put_md_text(m, it->aside);
        corr_puts(m->out, goes_on(it) ? "  \n" : "\n");
        return;
    case REPORT_RAW:
        put_fenced(m, it->text.p, it->text.n);
        return;
    case REPORT_TABLE:
        put_table(m, it->table);
        return;
    case REPORT_DRAW:
        it->draw(it->ctx, m->style, put_fenced, m);
        return;
    case REPORT_BLANK:
    case REPORT_FIGURE:
        return;
    }
}

static void put_md_notes(md *m, const corr_report *r)
{
    for (const report_note *n = r->first_note; n; n = n->next) {
        if (!report_is_at_foot(n))
            continue;
        corr_puts(m->out, "\n");
        if (n->about.mark) {
            put_md_text(m, corr_str_of(n->about.mark));
            corr_puts(m->out, " ");
        }
        put_md_text(m, report_note_line(n));
        corr_puts(m->out, "\n");
    }
    if (r->more_notes)
        corr_printf(m->out, "\n%zu more note%s: -v\n", r->more_notes,
                    corr_plural(r->more_notes));
}

static void put_md_next(md *m, const corr_report *r)
{
    if (r->first_next)
        corr_puts(m->out, "\n");
    for (const report_next *n = r->first_next; n; n = n->next)
        put_fenced(m, n->command.p, n->command.n);
}

void render_md(const corr_report *r, const corr_style *style, corr_out *out)
{
    md m = { .out = out, .style = style, .before = REPORT_BLANK };

    for (const report_item *it = r->first; it; it = it->next) {
        if (it->kind == REPORT_RAW || it->kind == REPORT_FIGURE ||
            it->ranks.from > 0)
            continue;
        if (it->kind == REPORT_BLANK) {
            m.apart = true;
            continue;
        }
        begin_block(&m, r, it);
        put_md_item(&m, it);
    }
    put_md_notes(&m, r);
    put_md_next(&m, r);
    for (const report_item *it = r->first; it; it = it->next)
        if (it->kind == REPORT_RAW) {
            begin_block(&m, r, it);
            put_md_item(&m, it);
        }
}
