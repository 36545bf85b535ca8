/*
 * render_json - one document, or one object per row: corr-json(7).
 *
 * Rows are pulled from their tables and written one per line: a document of
 * millions of rows needs no memory of its own, and a row has the same bytes in
 * both forms.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/escape.h"
#include "report/render.h"

typedef struct json {
    corr_out *out;
    bool ascii;
} json;

static void put_json_text(json *j, corr_str s)
{
    corr_put_quoted(j->out, s, j->ascii);
}

/* Keys are constants of the program and need no escape. */
static void put_key(json *j, const char *before, const char *key)
{
    corr_puts(j->out, before);
    corr_putc(j->out, '"');
    corr_puts(j->out, key);
    corr_put(j->out, "\": ", 3);
}

static void put_text_or_null(json *j, const char *before, const char *key,
                             corr_str s)
{
    put_key(j, before, key);
    if (s.n > 0)
        put_json_text(j, s);
    else
        corr_puts(j->out, "null");
}

static void put_positive(json *j, const char *before, const char *key,
                         int64_t i)
{
    put_key(j, before, key);
    if (i > 0)
        render_i64(j->out, i);
    else
        corr_puts(j->out, "null");
}

static void put_frame(json *j, const corr_frame_view *f)
{
    const char *type = render_frame_type(f->type);

    put_text_or_null(j, "{", "function", f->function);
    put_text_or_null(j, ", ", "module", f->module);
    put_text_or_null(j, ", ", "file", f->file);
    put_positive(j, ", ", "line", f->line);
    put_text_or_null(j, ", ", "type", corr_str_of(type));
    put_text_or_null(j, ", ", "written", f->written);
    corr_putc(j->out, '}');
}

static void put_json_cell(json *j, const corr_cell *c);

static void put_json_row(json *j, const corr_table *t, uint32_t row)
{
    table_room room;
    const void *at = table_row(t, row, &room);
    const char *before = "";

    corr_putc(j->out, '{');
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        if (!t->columns[i].key)
            continue;
        put_key(j, before, t->columns[i].key);
        before = ", ";
        corr_cell c = table_cell(t, at, i);
        put_json_cell(j, &c);
    }
    corr_putc(j->out, '}');
}

static void put_list(json *j, const corr_table *t)
{
    const bool values =
        t->ncolumns == 1 && t->columns[0].key && t->columns[0].key[0] == '\0';
    table_room room;

    corr_putc(j->out, '[');
    for (uint32_t row = 0; row < t->nrows; row++) {
        if (row > 0)
            corr_puts(j->out, ", ");
        if (!values) {
            put_json_row(j, t, row);
            continue;
        }
        corr_cell c = table_cell(t, table_row(t, row, &room), 0);
        put_json_cell(j, &c);
    }
    corr_putc(j->out, ']');
}

static void put_map(json *j, const corr_table *t)
{
    table_room room;

    corr_putc(j->out, '{');
    for (uint32_t row = 0; row < t->nrows; row++) {
        const void *at = table_row(t, row, &room);
        corr_cell key = table_cell(t, at, 0);
        corr_cell value = table_cell(t, at, 1);
        if (row > 0)
            corr_puts(j->out, ", ");
        put_json_text(j, key.s);
        corr_puts(j->out, ": ");
        put_json_cell(j, &value);
    }
    corr_putc(j->out, '}');
}

static void put_json_cell(json *j, const corr_cell *c)
{
    char buf[RENDER_MAX];

    switch (c->type) {
    case CORR_CELL_TEXT:
        put_json_text(j, c->s);
        return;
    case CORR_CELL_TIME:
        corr_putc(j->out, '"');
        render_number(j->out, c);
        corr_putc(j->out, '"');
        return;
    case CORR_CELL_COUNT:
    case CORR_CELL_AMOUNT:
    case CORR_CELL_TENTHS:
    case CORR_CELL_SHARE:
    case CORR_CELL_REAL:
        render_number(j->out, c);
        return;
    case CORR_CELL_BOOL:
        corr_puts(j->out, c->i ? "true" : "false");
        return;
    case CORR_CELL_TRACE_ID:
    case CORR_CELL_SPAN_ID:
        put_json_text(j, render_id(c, buf));
        return;
    case CORR_CELL_FRAME:
        put_frame(j, &c->frame);
        return;
    case CORR_CELL_OBJECT:
        put_json_row(j, c->table, c->row);
        return;
    case CORR_CELL_LIST:
        put_list(j, c->table);
        return;
    case CORR_CELL_MAP:
        put_map(j, c->table);
        return;
    case CORR_CELL_NULL:
    case CORR_CELL_BAR:
    case CORR_CELL_TYPE_COUNT:
        break;
    }
    corr_puts(j->out, "null");
}

/* ---- the document ----------------------------------------------------- */

static void put_json_rows(json *j, const corr_table *t)
{
    corr_putc(j->out, '[');
    for (uint32_t row = 0; row < t->nrows; row++) {
        corr_puts(j->out, row > 0 ? ",\n    " : "\n    ");
        put_json_row(j, t, row);
    }
    corr_puts(j->out, t->nrows > 0 ? "\n  ]" : "]");
}

static void put_members(json *j, const report_member *first);

static void put_member(json *j, const char *before, const report_member *m,
                       bool is_top)
{
    put_key(j, before, m->name);
    if (m->first)
        put_members(j, m->first);
    else if (m->table)
        (is_top ? put_json_rows : put_list)(j, m->table);
    else
        put_json_cell(j, &m->cell);
}

static void put_members(json *j, const report_member *first)
{
    for (const report_member *m = first; m; m = m->next)
        put_member(j, m == first ? "{" : ", ", m, false);
    corr_putc(j->out, '}');
}

static void put_notes(json *j, const corr_report *r)
{
    static const char *const level[] = {
        [CORR_INFO] = "info", [CORR_WARNING] = "warning"
    };

    put_key(j, "", "notes");
    corr_putc(j->out, '[');
    for (const report_note *n = r->first_note; n; n = n->next) {
        put_key(j, n == r->first_note ? "\n    {" : ",\n    {", "level");
        put_json_text(j, corr_str_of(level[n->about.level]));
        put_text_or_null(j, ", ", "code", corr_str_of(n->about.code));
        put_key(j, ", ", "text");
        put_json_text(j, n->text);
        put_positive(j, ", ", "input", (int64_t)n->about.input + 1);
        put_key(j, ", ", "shown");
        corr_puts(j->out, n->shown ? "true" : "false");
        corr_putc(j->out, '}');
    }
    corr_puts(j->out, r->first_note ? "\n  ]" : "]");
}

static bool is_inputs(const report_member *m)
{
    return corr_str_is(corr_str_of(m->name), "inputs");
}

static void put_inputs(json *j, const corr_report *r)
{
    for (const report_member *m = r->data.first; m; m = m->next)
        if (is_inputs(m)) {
            put_member(j, ",\n  ", m, true);
            return;
        }
    put_key(j, ",\n  ", "inputs");
    corr_puts(j->out, "[]");
}

void render_json(const corr_report *r, const corr_style *style, corr_out *out)
{
    json j = { out, style->ascii };

    corr_printf(out,
                "{\n  \"schema\": \"corr.%s/1\",\n"
                "  \"corr\": \"" CORR_VERSION "\",\n"
                "  \"verdict\": \"%s\",\n  \"exit\": %d,\n  ",
                r->verb, corr_verdict_name(r->verdict),
                corr_verdict_exit(r->verdict));
    put_notes(&j, r);
    for (const report_member *m = r->data.first; m; m = m->next)
        if (!is_inputs(m))
            put_member(&j, ",\n  ", m, true);
    put_inputs(&j, r);
    corr_puts(out, "\n}\n");
}

void render_jsonl(const corr_report *r, const corr_style *style, corr_out *out)
{
    json j = { out, style->ascii };
    const corr_table *t = report_primary(r);

    for (uint32_t row = 0; t && row < t->nrows; row++) {
        put_json_row(&j, t, row);
        corr_putc(out, '\n');
    }
}
