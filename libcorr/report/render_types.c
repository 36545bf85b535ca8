/*
 * render_types - the types of the JSON document in place of its values, for
 * scripts/schema: a line for each place, "PATH TYPE", with a tab between.
 *
 *     .trace	object	trace_id name
 *     .trace.trace_id	trace_id?
 *     .rows[]	object	rank self frame
 *     .rows[].self	integer?
 *
 * A column of a table has the type that it is declared with; its rows are
 * looked at only for what is nested in them.  "?" is a type that may be null
 * by its declaration; an object or a list may be null if a line says so.
 */
#include <stdio.h>
#include <string.h>

#include "report/render.h"

typedef struct place {
    corr_out *out;
    char path[400];
    size_t n;
} place;

/* Goes to a member; the caller goes back by the length that it had before. */
static void go_to(place *p, const char *dot, const char *name)
{
    const int n =
        snprintf(p->path + p->n, sizeof p->path - p->n, "%s%s", dot, name);

    p->n += n > 0 ? (size_t)n : 0;
    if (p->n >= sizeof p->path)
        p->n = sizeof p->path - 1;
}

static void go_back(place *p, size_t n)
{
    p->n = n;
    p->path[n] = '\0';
}

static void put_type(place *p, const char *type)
{
    corr_printf(p->out, "%s\t%s\n", p->path, type);
}

/* ---- declared types --------------------------------------------------- */

/* NULL: the type is that of the cell. */
static const char *type_of_column(const corr_table *t, const corr_column *c)
{
    const bool is_unsigned = c->member == CORR_IS_U32;

    switch ((int)c->as) {
    case CORR_AS_TEXT:
        return c->member == CORR_IS_STR ? "string" : "string?";
    case CORR_AS_NAME:
        return "string?";
    case CORR_AS_COUNT:
    case CORR_AS_INT:
        return is_unsigned ? "integer" : "integer?";
    case CORR_AS_AMOUNT:
        if (t->unit == CORR_FRACTION)
            return is_unsigned ? "number" : "number?";
        return is_unsigned ? "integer" : "integer?";
    case CORR_AS_POSITIVE:
    case CORR_AS_WHOLE:
        return "integer?";
    case CORR_AS_TENTHS:
    case CORR_AS_SHARE:
    case CORR_AS_REAL:
        return "number?";
    case CORR_AS_TIME:
        return "time?";
    case CORR_AS_BOOL:
        return "boolean";
    case CORR_AS_TRACE:
        return "trace_id?";
    case CORR_AS_SPAN:
        return "span_id?";
    case CORR_AS_FRAME:
        return c->member == CORR_IS_FRAME ? "frame" : "frame?";
    default:
        return NULL;
    }
}

/* A value without a declaration may be unknown another time. */
static const char *type_of_cell(const corr_cell *c)
{
    static const char *const name[CORR_CELL_TYPE_COUNT] = {
        [CORR_CELL_NULL] = "null",        [CORR_CELL_TEXT] = "string?",
        [CORR_CELL_COUNT] = "integer?",   [CORR_CELL_AMOUNT] = "integer?",
        [CORR_CELL_TIME] = "time?",       [CORR_CELL_SHARE] = "number?",
        [CORR_CELL_TENTHS] = "number?",   [CORR_CELL_REAL] = "number?",
        [CORR_CELL_BOOL] = "boolean",     [CORR_CELL_TRACE_ID] = "trace_id?",
        [CORR_CELL_SPAN_ID] = "span_id?", [CORR_CELL_FRAME] = "frame?",
        [CORR_CELL_BAR] = "null",
    };

    return c->type == CORR_CELL_AMOUNT && c->unit == CORR_FRACTION
               ? "number?"
               : name[c->type];
}

/* ---- tables ----------------------------------------------------------- */

static void put_cell_type(place *p, const corr_cell *c);

static void put_names(place *p, const corr_table *t)
{
    const char *before = "\tobject\t";

    corr_puts(p->out, p->path);
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        if (!t->columns[i].key)
            continue;
        corr_puts(p->out, before);
        corr_puts(p->out, t->columns[i].key);
        before = " ";
    }
    corr_putc(p->out, '\n');
}

static void put_columns(place *p, const corr_table *t)
{
    const size_t n = p->n;

    put_names(p, t);
    for (uint32_t i = 0; i < t->ncolumns; i++) {
        const char *type = type_of_column(t, &t->columns[i]);
        if (!t->columns[i].key || !type)
            continue;
        go_to(p, ".", t->columns[i].key);
        put_type(p, type);
        go_back(p, n);
    }
}

/* What is nested in a row, or has the type of its cell. */
static void put_nested(place *p, const corr_table *t, uint32_t row)
{
    const size_t n = p->n;
    table_room room;
    const void *at = table_row(t, row, &room);

    for (uint32_t i = 0; i < t->ncolumns; i++) {
        if (!t->columns[i].key || type_of_column(t, &t->columns[i]))
            continue;
        const corr_cell c = table_cell(t, at, i);
        go_to(p, ".", t->columns[i].key);
        put_cell_type(p, &c);
        go_back(p, n);
    }
}

static bool has_nested(const corr_table *t)
{
    for (uint32_t i = 0; i < t->ncolumns; i++)
        if (t->columns[i].key && !type_of_column(t, &t->columns[i]))
            return true;
    return false;
}

static void put_type_list(place *p, const corr_table *t)
{
    const bool values =
        t->ncolumns == 1 && t->columns[0].key && t->columns[0].key[0] == '\0';
    const size_t n = p->n;
    const char *type = t->ncolumns ? type_of_column(t, &t->columns[0]) : NULL;

    put_type(p, "array");
    go_to(p, "[]", "");
    if (values && type)
        put_type(p, type);
    else if (!values)
        put_columns(p, t);
    for (uint32_t i = 0; i < t->nrows && has_nested(t); i++) {
        if (!values) {
            put_nested(p, t, i);
            continue;
        }
        const corr_cell c = corr_table_cell(t, i, 0);
        put_cell_type(p, &c);
    }
    go_back(p, n);
}

static void put_map(place *p, const corr_table *t)
{
    const size_t n = p->n;
    table_room room;

    put_type(p, "map");
    go_to(p, "{}", "");
    for (uint32_t i = 0; i < t->nrows; i++) {
        const corr_cell c = table_cell(t, table_row(t, i, &room), 1);
        put_cell_type(p, &c);
    }
    go_back(p, n);
}

static void put_cell_type(place *p, const corr_cell *c)
{
    switch ((int)c->type) {
    case CORR_CELL_OBJECT:
        put_columns(p, c->table);
        put_nested(p, c->table, c->row);
        return;
    case CORR_CELL_LIST:
        put_type_list(p, c->table);
        return;
    case CORR_CELL_MAP:
        put_map(p, c->table);
        return;
    default:
        put_type(p, type_of_cell(c));
    }
}

/* ---- the document ----------------------------------------------------- */

static void put_object(place *p, const report_member *first, const char *more)
{
    const size_t n = p->n;
    const char *before = *more ? " " : "";

    corr_printf(p->out, "%s\tobject\t%s", p->path, more);
    for (const report_member *m = first; m; m = m->next) {
        corr_printf(p->out, "%s%s", before, m->name);
        before = " ";
    }
    corr_putc(p->out, '\n');
    for (const report_member *m = first; m; m = m->next) {
        go_to(p, ".", m->name);
        if (m->first)
            put_object(p, m->first, "");
        else if (m->table)
            put_type_list(p, m->table);
        else
            put_cell_type(p, &m->cell);
        go_back(p, n);
    }
}

/* The members of the envelope that render_json writes itself. */
static const char envelope[] = ".corr\tstring\n"
                               ".exit\tinteger\n"
                               ".notes\tarray\n"
                               ".notes[]\tobject\tlevel code text input shown\n"
                               ".notes[].level\tstring\n"
                               ".notes[].code\tstring?\n"
                               ".notes[].text\tstring\n"
                               ".notes[].input\tinteger?\n"
                               ".notes[].shown\tboolean\n";

void render_types(const corr_report *r, const corr_style *style, corr_out *out)
{
    place p = { .out = out };

    (void)style;
    corr_printf(out, "schema\tcorr.%s/1\nverdict\t%s\n", r->verb,
                corr_verdict_name(r->verdict));
    corr_puts(out, envelope);
    put_object(&p, r->data.first, "schema corr verdict exit notes");
}
