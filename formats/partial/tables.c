/* tables - lines of JSON that databases read as tables. */
#include "partial/tables.h"

static const char *const duckdb_type[TABLE_TYPES] = {
    [TABLE_TEXT] = "VARCHAR",  [TABLE_INT] = "BIGINT",
    [TABLE_BOOL] = "BOOLEAN",  [TABLE_TEXTS] = "VARCHAR[]",
    [TABLE_INTS] = "BIGINT[]", [TABLE_COUNT] = "BIGINT",
};

static const char *const clickhouse_type[TABLE_TYPES] = {
    [TABLE_TEXT] = "LowCardinality(String)",
    [TABLE_INT] = "Nullable(Int64)",
    [TABLE_BOOL] = "Bool",
    [TABLE_TEXTS] = "Array(String)",
    [TABLE_INTS] = "Array(Int64)",
    [TABLE_COUNT] = "Int64",
};

static void put_cell(corr_out *out, table_type type, const table_cell *c)
{
    switch (type) {
    case TABLE_TEXT:
        corr_put_quoted(out, c->text, false);
        return;
    case TABLE_INT:
    case TABLE_COUNT:
        if (c->is_known)
            corr_put_int(out, c->number);
        else
            corr_puts(out, "null");
        return;
    case TABLE_BOOL:
        corr_puts(out, c->number ? "true" : "false");
        return;
    case TABLE_TEXTS:
    case TABLE_INTS:
    case TABLE_TYPES:
        break;
    }
    corr_putc(out, '[');
    for (size_t i = 0; i < c->n; i++) {
        if (i > 0)
            corr_putc(out, ',');
        if (type == TABLE_TEXTS)
            corr_put_quoted(out, c->texts[i], false);
        else
            corr_put_int(out, c->numbers[i]);
    }
    corr_putc(out, ']');
}

void table_put(corr_out *out, const table *t, const table_cell *cell)
{
    for (size_t i = 0; i < t->columns; i++) {
        corr_puts(out, i ? ",\"" : "{\"");
        corr_puts(out, t->column[i].name);
        corr_puts(out, "\":");
        put_cell(out, t->column[i].type, &cell[i]);
    }
    corr_puts(out, "}\n");
}

void table_put_duckdb(corr_out *out, const table *const *t, size_t n)
{
    corr_puts(out, "-- duckdb fleet.db <duckdb.sql, in this folder\n");
    for (size_t i = 0; i < n; i++) {
        corr_printf(out,
                    "\nCREATE TABLE %s AS SELECT * FROM read_json("
                    "'%s.jsonl',\n  format = 'newline_delimited', columns = {",
                    t[i]->name, t[i]->name);
        for (size_t k = 0; k < t[i]->columns; k++)
            corr_printf(out, "%s\n    \"%s\": '%s'", k ? "," : "",
                        t[i]->column[k].name,
                        duckdb_type[t[i]->column[k].type]);
        corr_puts(out, "});\n");
    }
}

void table_put_clickhouse(corr_out *out, const table *const *t, size_t n)
{
    corr_puts(out, "-- clickhouse client --multiquery <clickhouse.sql, in this "
                   "folder\n");
    for (size_t i = 0; i < n; i++) {
        corr_printf(out, "\nCREATE TABLE %s (", t[i]->name);
        for (size_t k = 0; k < t[i]->columns; k++)
            corr_printf(out, "%s\n    `%s` %s", k ? "," : "",
                        t[i]->column[k].name,
                        clickhouse_type[t[i]->column[k].type]);
        corr_printf(out,
                    "\n) ENGINE = MergeTree ORDER BY (%s)\n"
                    "  SETTINGS allow_nullable_key = 1;\n"
                    "INSERT INTO %s FROM INFILE '%s.jsonl' "
                    "FORMAT JSONEachRow;\n",
                    t[i]->order, t[i]->name, t[i]->name);
    }
}
