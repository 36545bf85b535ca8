/* render_text - the screen: lines, fields, tables and pictures, in order. */
#include "report/render_line.h"

static unsigned indent_of(corr_str s)
{
    unsigned n = 0;

    while (n < s.n && s.p[n] == ' ')
        n++;
    return n + 2;
}

static void draw_line(void *to, const char *text, size_t n)
{
    line *l = to;

    line_text(l, (corr_str){ text, n });
    line_end(l);
}

static void print_raw(corr_str text, line l)
{
    l.width = UINT32_MAX;
    line_text(&l, text);
    line_end(&l);
}

static void print_field(const report_item *it, line *l)
{
    line_look_like(l, LOOK_BOLD);
    line_text(l, it->key);
    line_look_like(l, LOOK_PLAIN);
    if (it->key.n > 0 && line_at(l) >= it->cells)
        line_spaces(l, 1);
    line_to(l, it->cells);
    line_wrap(l, it->text, it->cells);
    line_end(l);
}

static void print_item(const report_item *it, line *l)
{
    switch (it->kind) {
    case REPORT_HEAD:
        line_look_like(l, LOOK_BOLD);
        line_wrap(l, it->text, indent_of(it->text));
        line_look_like(l, LOOK_PLAIN);
        line_end(l);
        return;
    case REPORT_LINE:
        line_wrap(l, it->text, indent_of(it->text));
        line_end(l);
        return;
    case REPORT_FIELD:
        print_field(it, l);
        return;
    case REPORT_BLANK:
        if (it->next) /* not after the last item */
            line_end(l);
        return;
    case REPORT_RAW:
        print_raw(it->text, *l);
        return;
    case REPORT_TABLE:
        render_table(it->table, l->style, l->out);
        return;
    case REPORT_DRAW:
        it->draw(it->ctx, l->style, draw_line, l);
        return;
    }
}

void render_text(const corr_report *r, const corr_style *style, corr_out *out)
{
    line l = line_of(style, out);

    for (const report_item *it = r->first; it; it = it->next)
        print_item(it, &l);
}
