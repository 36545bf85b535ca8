/*
 * render_csv - the rows of the primary table with tabs or commas.
 *
 * Columns keep the order of the table.  A frame becomes five columns; lists and
 * objects are left out.  Every text is escaped first, so that no cell holds a
 * tab, line end or control character; CSV also defuses texts that spreadsheets
 * would take for a formula.
 */
#include "base/escape.h"
#include "report/render.h"

typedef struct sheet {
    corr_out *out;
    bool commas, ascii;
    bool begun; /* the line is not empty */
} sheet;

static void begin_field(sheet *sh)
{
    if (sh->begun)
        corr_putc(sh->out, sh->commas ? ',' : '\t');
    sh->begun = true;
}

static void end_line(sheet *sh)
{
    corr_putc(sh->out, '\n');
    sh->begun = false;
}

static bool sheet_has(corr_str s, char c)
{
    return corr_str_find(s, c) < s.n;
}

static void put_sheet_text(sheet *sh, corr_str s)
{
    const bool quote = sh->commas && (sheet_has(s, ',') || sheet_has(s, '"') ||
                                      sheet_has(s, ' '));
    escape_char c;

    begin_field(sh);
    if (quote)
        corr_putc(sh->out, '"');
    if (sh->commas && s.n > 0 && sheet_has(CORR_STR("=+-@"), s.p[0]))
        corr_putc(sh->out, '\'');
    while (escape_next_escape(&s, sh->ascii, &c)) {
        if (quote && c.text[0] == '"')
            corr_putc(sh->out, '"');
        corr_put(sh->out, c.text, c.n);
    }
    if (quote)
        corr_putc(sh->out, '"');
}

static void put_frame(sheet *sh, const corr_frame_view *f)
{
    put_sheet_text(sh, f->function);
    put_sheet_text(sh, f->module);
    put_sheet_text(sh, f->file);
    begin_field(sh);
    if (f->line > 0)
        render_i64(sh->out, f->line);
    put_sheet_text(sh, corr_str_of(render_frame_type(f->type)));
}

static void put_cell(sheet *sh, const corr_cell *c)
{
    char buf[RENDER_MAX];

    if (c->type == CORR_CELL_TEXT) {
        put_sheet_text(sh, c->s);
    } else if (c->type == CORR_CELL_BOOL) {
        put_sheet_text(sh, corr_str_of(c->i ? "true" : "false"));
    } else if (c->type == CORR_CELL_TRACE_ID || c->type == CORR_CELL_SPAN_ID) {
        put_sheet_text(sh, render_id(c, buf));
    } else if (c->type == CORR_CELL_FRAME) {
        put_frame(sh, &c->frame);
    } else {
        begin_field(sh);
        render_number(sh->out, c); /* other cells are empty */
    }
}

/* Whether a column is written: lists and objects are not. */
static bool is_sheet_column(const corr_column *col)
{
    return col->key && col->as != CORR_AS_OBJECT && col->as != CORR_AS_LIST &&
           col->as != CORR_AS_MAP;
}

static void put_header(sheet *sh, const corr_table *t)
{
    static const char *const part[] = { "function", "module", "file", "line",
                                        "type" };

    for (uint32_t i = 0; i < t->ncolumns; i++) {
        const corr_column *col = &t->columns[i];
        if (!is_sheet_column(col))
            continue;
        if (col->as != CORR_AS_FRAME) {
            put_sheet_text(sh, corr_str_of(col->key));
            continue;
        }
        for (size_t k = 0; k < sizeof part / sizeof part[0]; k++)
            put_sheet_text(sh, corr_str_of(part[k]));
    }
    end_line(sh);
}

static void put_sheet_row(sheet *sh, const corr_table *t, uint32_t row)
{
    static const corr_frame_view no_frame;
    table_room room;
    const void *at = table_row(t, row, &room);

    for (uint32_t i = 0; i < t->ncolumns; i++) {
        const corr_column *col = &t->columns[i];
        if (!is_sheet_column(col))
            continue;
        corr_cell c = table_cell(t, at, i);
        if (col->as == CORR_AS_FRAME)
            put_frame(sh, c.type == CORR_CELL_FRAME ? &c.frame : &no_frame);
        else
            put_cell(sh, &c);
    }
    end_line(sh);
}

static void render_sheet(const corr_report *r, sheet *sh)
{
    const corr_table *t = report_primary(r);

    if (!t)
        return;
    put_header(sh, t);
    for (uint32_t row = 0; row < t->nrows; row++)
        put_sheet_row(sh, t, row);
}

void render_tsv(const corr_report *r, const corr_style *style, corr_out *out)
{
    render_sheet(r, &(sheet){ .out = out, .ascii = style->ascii });
}

void render_csv(const corr_report *r, const corr_style *style, corr_out *out)
{
    render_sheet(r,
                 &(sheet){ .out = out, .commas = true, .ascii = style->ascii });
}
