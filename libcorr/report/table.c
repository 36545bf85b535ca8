/* table - reads cells from rows by the declarations of columns. */
#include "report/table.h"

#include <math.h>

/* ---- rows ------------------------------------------------------------- */

static size_t row_size(const corr_table *t)
{
    return t->columns[0].row_size;
}

const void *table_row(const corr_table *t, uint32_t i, table_room *room)
{
    if (t->rows)
        return (const char *)t->rows + i * row_size(t);
    t->fill(t->ctx, i, room->row);
    return room->row;
}

corr_table table_made(const corr_table *t, corr_arena *arena)
{
    corr_table made = *t;

    if (t->rows || t->nrows == 0)
        return made;
    char *rows = corr_arena_alloc(arena, row_size(t), t->nrows);
    for (uint32_t i = 0; rows && i < t->nrows; i++)
        t->fill(t->ctx, i, rows + i * row_size(t));
    made.rows = rows;
    return made;
}

/* ---- cells ------------------------------------------------------------ */

static int64_t integer_at(const corr_column *c, const void *at)
{
    switch ((int)c->member) {
    case CORR_IS_I32:
        return *(const int *)at;
    case CORR_IS_U32:
        return *(const unsigned *)at;
    default: /* integers of 64 bits, signed or not */
        return *(const int64_t *)at;
    }
}

static corr_cell text_cell(const corr_column *c, const void *at)
{
    const corr_words *w;
    corr_cell cell;
    corr_str last;

    switch ((int)c->member) {
    case CORR_IS_STR:
        return corr_cell_str(*(const corr_str *)at);
    case CORR_IS_WORDS:
        w = at;
        cell = corr_cell_either(w->full, w->brief);
        if (corr_str_cut_last(cell.brief, CORR_OR[0], &cell.forms, &last))
            cell.brief = last;
        return cell;
    default:
        return corr_cell_text(*(const char *const *)at);
    }
}

static const corr_table *nested_at(const corr_column *c, const void *at)
{
    if (c->member != CORR_IS_TABLE)
        return *(const corr_table *const *)at;
    return ((const corr_table *)at)->columns ? at : NULL;
}

static corr_cell frame_at(const corr_column *c, const void *at)
{
    const corr_frame_view *f =
        c->member == CORR_IS_FRAME ? at : *(const corr_frame_view *const *)at;

    return f ? corr_cell_frame(*f) : corr_cell_null();
}

static corr_cell number_at(const corr_table *t, const corr_column *c, int64_t i)
{
    if (c->as == CORR_AS_TIME)
        return corr_cell_time(i);
    if (i == CORR_NO_INT || (c->as == CORR_AS_COUNT && i < 0) ||
        (c->as == CORR_AS_POSITIVE && i <= 0))
        return corr_cell_null();
    if (c->as == CORR_AS_AMOUNT)
        return corr_cell_amount(i, t->unit);
    return c->as == CORR_AS_TENTHS ? corr_cell_tenths(i) : corr_cell_int(i);
}

corr_cell table_cell(const corr_table *t, const void *row, uint32_t column)
{
    const corr_column *c = &t->columns[column];
    const void *at = (const char *)row + c->at;
    double f;

    switch (c->as) {
    case CORR_AS_TEXT:
        return text_cell(c, at);
    case CORR_AS_NAME:
        return ((const corr_str *)at)->n ? corr_cell_str(*(const corr_str *)at)
                                         : corr_cell_null();
    case CORR_AS_COUNT:
    case CORR_AS_POSITIVE:
    case CORR_AS_INT:
    case CORR_AS_AMOUNT:
    case CORR_AS_TIME:
    case CORR_AS_TENTHS:
        return number_at(t, c, integer_at(c, at));
    case CORR_AS_WHOLE:
        f = *(const double *)at;
        return isfinite(f) ? corr_cell_int(llround(f)) : corr_cell_null();
    case CORR_AS_SHARE:
        return corr_cell_share(*(const double *)at);
    case CORR_AS_REAL:
        return corr_cell_real(*(const double *)at);
    case CORR_AS_BOOL:
        return corr_cell_bool(*(const bool *)at);
    case CORR_AS_TRACE:
        return corr_cell_trace(*(const corr_trace_id *)at);
    case CORR_AS_SPAN:
        return corr_cell_span(*(const uint64_t *)at);
    case CORR_AS_FRAME:
        return frame_at(c, at);
    case CORR_AS_OBJECT:
        return corr_cell_object(nested_at(c, at), 0);
    case CORR_AS_LIST:
        return corr_cell_list(nested_at(c, at));
    case CORR_AS_MAP:
        return corr_cell_map(nested_at(c, at));
    case CORR_AS_BAR:
        return (corr_cell){ .type = CORR_CELL_BAR,
                            .bar = *(const corr_bar *)at };
    case CORR_AS_CELL:
        return *(const corr_cell *)at;
    case CORR_AS_BRANCH:
    case CORR_AS_STRONG:
    case CORR_AS_TONE:
        break;
    }
    return corr_cell_null();
}

corr_cell corr_table_cell(const corr_table *t, uint32_t row, uint32_t column)
{
    table_room room;

    return table_cell(t, table_row(t, row, &room), column);
}

static const void *member_as(const corr_table *t, const void *row, corr_as as)
{
    for (uint32_t i = 0; i < t->ncolumns; i++)
        if (t->columns[i].as == as)
            return (const char *)row + t->columns[i].at;
    return NULL;
}

corr_branch table_branch(const corr_table *t, const void *row)
{
    const corr_branch *b = member_as(t, row, CORR_AS_BRANCH);

    return b ? *b : (corr_branch){ .is_last = true };
}

corr_tone table_tone(const corr_table *t, const void *row)
{
    const corr_tone *tone = member_as(t, row, CORR_AS_TONE);

    return tone ? *tone : CORR_TONE_PLAIN;
}

bool table_is_strong(const corr_table *t, const void *row)
{
    const bool *b = member_as(t, row, CORR_AS_STRONG);

    return b && *b;
}
