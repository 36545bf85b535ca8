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

/* Column i of rows that are n cells each. */
#define GRID(key, title, flags, n, i)                                          \
    {                                                                          \
        (key), (title), (flags), CORR_AS_CELL, CORR_IS_PLAIN,                  \
            (i) * sizeof(corr_cell), (n) * sizeof(corr_cell)                   \
    }

/* A report of one row, with the cell v; it borrows that. */
static inline corr_report *report_of_cell(const corr_cell *v)
{
    static const corr_column column[] = { GRID("v", NULL, 0, 1, 0) };
    corr_report *r = corr_report_new("top");

    corr_report_table(r, "rows", &CORR_ROWS(column, 1, v), CORR_PRIMARY);
    return r;
}

#endif
