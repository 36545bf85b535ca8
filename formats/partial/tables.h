/*
 * tables - lines of JSON that databases read as tables, and the statements that
 * create these.
 *
 * A table is a list of columns; a row has a cell for each.  DuckDB, ClickHouse
 * and Spark read the lines without options; the statements give the types.
 */
#ifndef CORR_TABLES_H
#define CORR_TABLES_H

#include "corr_bytes.h"

/* The type of a column. */
typedef enum table_type {
    TABLE_TEXT,  /* never null: empty if unknown */
    TABLE_INT,   /* 64 bits; null if unknown */
    TABLE_COUNT, /* the same, and always known */
    TABLE_BOOL,
    TABLE_TEXTS, /* a list */
    TABLE_INTS,
    TABLE_TYPES
} table_type;

typedef struct table_column {
    const char *name;
    table_type type;
} table_column;

typedef struct table {
    const char *name;  /* "samples": its file is samples.jsonl */
    const char *order; /* the columns that a database sorts by */
    size_t columns;
    const table_column *column;
} table;

/* A cell: text, a number, or a list of n of them. */
typedef struct table_cell {
    corr_str text;
    int64_t number;
    bool is_known; /* of a number */
    size_t n;
    const corr_str *texts;
    const int64_t *numbers;
} table_cell;

#define CELL_TEXT(s)   ((table_cell){ .text = (s) })
#define CELL_INT(i)    ((table_cell){ .number = (i), .is_known = true })
#define CELL_IF(ok, i) ((table_cell){ .number = (i), .is_known = (ok) })

void table_put(corr_out *out, const table *t, const table_cell *cell);

/* Writes the statements that create the tables and read their files. */
void table_put_duckdb(corr_out *out, const table *const *t, size_t n);
void table_put_clickhouse(corr_out *out, const table *const *t, size_t n);

#endif
