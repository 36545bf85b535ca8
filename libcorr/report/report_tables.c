/* report_tables - finds members and tables of the data by their paths. */
#include <string.h>

#include "base/base.h"
#include "report/report.h"

static corr_cell cell_of_row(const corr_table *t, uint32_t row, corr_str key)
{
    for (uint32_t i = 0; i < t->ncolumns; i++)
        if (t->columns[i].key && corr_str_is(key, t->columns[i].key))
            return corr_table_cell(t, row, i);
    return corr_cell_null();
}

corr_cell corr_report_member(const corr_report *r, const char *path,
                             const corr_table **table)
{
    const report_member *m = &r->data;
    corr_str rest = corr_str_of(path);
    corr_str name;

    *table = NULL;
    while (corr_str_next(&rest, '.', &name)) {
        if (m->cell.type == CORR_CELL_OBJECT)
            return cell_of_row(m->cell.table, m->cell.row, name);
        m = report_member_named(m, name);
        if (!m)
            return corr_cell_null();
    }
    *table = m->cell.type == CORR_CELL_LIST ? m->cell.table : m->table;
    return m->cell;
}

/* The table of a member that is a list, or NULL. */
static const corr_table *table_of(const report_member *m)
{
    if (m->table)
        return m->table;
    return m->cell.type == CORR_CELL_LIST ? m->cell.table : NULL;
}

/* A table that --jsonl and its kin can print has members with names. */
static bool has_rows(const report_member *m)
{
    const corr_table *t = table_of(m);

    return t && !(t->ncolumns == 1 && t->columns[0].key && !*t->columns[0].key);
}

bool corr_report_choose_table(corr_report *r, const char *path)
{
    const report_member *m = &r->data;
    corr_str rest = corr_str_of(path);
    corr_str name;

    while (m && corr_str_next(&rest, '.', &name))
        m = report_member_named(m, name);
    if (!m || !has_rows(m))
        return false;
    r->chosen = table_of(m);
    return true;
}

static const char *list_tables(corr_report *r, const report_member *parent,
                               const char *before, const char *list)
{
    for (const report_member *m = parent->first; m && list; m = m->next) {
        const char *path = corr_report_text(r, "%s%s", before, m->name);
        if (has_rows(m))
            list = corr_report_text(r, "%s%s%s", list, *list ? ", " : "", path);
        else if (m->first)
            list = list_tables(r, m, corr_report_text(r, "%s.", path), list);
    }
    return list;
}

const char *corr_report_tables(corr_report *r)
{
    return list_tables(r, &r->data, "", "");
}

const corr_table *report_primary(const corr_report *r)
{
    if (r->chosen || r->listed)
        return r->chosen ? r->chosen : r->listed;
    for (const report_member *m = r->data.first; m; m = m->next)
        if (m->table && (m->faces & CORR_PRIMARY) == CORR_PRIMARY)
            return m->table;
    return NULL;
}

void corr_report_spare(corr_report *r, const char *noun, const char *option)
{
    if (r->failed || !r->last)
        return;
    r->last->spare = SPARE_LINE;
    r->last->noun = noun;
    r->last->option = option;
}

void corr_report_spare_rest(corr_report *r, uint32_t left, const char *noun,
                            const char *option)
{
    corr_report_field(r, "", "%u more %s%s: %s", left, noun, corr_plural(left),
                      option);
    if (r->failed || !r->last)
        return;
    r->last->spare = SPARE_REST;
    r->last->left = left;
    r->last->noun = noun;
    r->last->option = option;
}

void corr_report_form(corr_report *r, corr_form form, unsigned rank)
{
    r->ranks = (report_ranks){ form == CORR_FORM_SHORT ? rank : 0,
                               form == CORR_FORM_LONG ? rank : 0 };
}

void corr_report_form_until(corr_report *r, unsigned rank, unsigned until)
{
    r->ranks = (report_ranks){ rank, until };
}
