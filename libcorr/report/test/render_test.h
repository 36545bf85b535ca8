/* render_test - a report rendered to a string, for the tests of renderers. */
#ifndef CORR_RENDER_TEST_H
#define CORR_RENDER_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "corr_report.h"

static inline void assert_renders(const corr_report *r, const char *target,
                                  const corr_style *style, const char *want)
{
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    assert_non_null(out);
    assert_int_equal(corr_render(r, target, style, out, &err), CORR_OK);
    corr_str got = corr_out_bytes(out);
    char *z = malloc(got.n + 1);
    assert_non_null(z);
    if (got.n > 0)
        memcpy(z, got.p, got.n);
    z[got.n] = '\0';
    assert_string_equal(z, want);
    free(z);
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
}

/* A table of cells that stand in an array. */
typedef struct grid {
    const corr_cell *cell;
    uint32_t ncolumns;
} grid;

static inline corr_cell grid_cell(const void *ctx, uint32_t row,
                                  uint32_t column)
{
    const grid *g = ctx;

    return g->cell[(size_t)row * g->ncolumns + column];
}

/* A report of one row, with the cell v; it borrows that. */
static inline corr_report *report_of_cell(const grid *g)
{
    static const corr_column column = { "v", NULL, 0 };
    corr_report *r = corr_report_new("top");

    corr_report_table(r, "rows",
                      &(corr_table){ .columns = &column,
                                     .ncolumns = 1,
                                     .nrows = 1,
                                     .cell = grid_cell,
                                     .ctx = g },
                      CORR_PRIMARY);
    return r;
}

#endif
