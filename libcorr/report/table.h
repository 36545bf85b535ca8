/*
 * table - how renderers read the rows of a table.
 *
 * A row is a struct: an element of the array of the table, or a struct that its
 * fill function makes in the reader's room.  A cell is read from a row by the
 * declaration of its column; it may point into the row, which is valid until
 * the room is used again.  Any number of threads may read a table with an
 * array; each fill function documents its own rule.
 */
#ifndef CORR_TABLE_H
#define CORR_TABLE_H

#include <stddef.h>

#include "corr_report.h"

typedef struct table_room {
    _Alignas(max_align_t) unsigned char row[CORR_ROW_MAX];
} table_room;

const void *table_row(const corr_table *t, uint32_t i, table_room *room);
corr_cell table_cell(const corr_table *t, const void *row, uint32_t column);

/* Copies the table with all rows in an array of the arena, so that each row is
 * made once; without memory for that, returns it unchanged. */
corr_table table_made(const corr_table *t, corr_arena *arena);

/* The depth of a row, its tone, and whether it is highlighted. */
corr_branch table_branch(const corr_table *t, const void *row);
corr_tone table_tone(const corr_table *t, const void *row);
bool table_is_strong(const corr_table *t, const void *row);

#endif
