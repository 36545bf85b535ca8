/* Tests of Markdown: a name looks in the ticket as it does on the screen. */
#include "report/test/render_test.h"

static const corr_style plain = { .width = 80 };

static uint32_t depth_is_row(const void *ctx, uint32_t row, bool *is_last)
{
    (void)ctx;
    *is_last = true;
    return row;
}

static bool first_is_strong(const void *ctx, uint32_t row)
{
    (void)ctx;
    return row == 0;
}

static void items_become_blocks(void **state)
{
    corr_report *r = corr_report_new("top");

    (void)state;
    corr_report_head(r, "CPU of *checkout*");
    corr_report_line(r, "one");
    corr_report_line(r, "  two");
    corr_report_blank(r);
    corr_report_field(r, "next", "corr span 4bf9   see `it`");
    corr_report_field(r, "", "and more");
    corr_report_raw(r, "|  raw\x1b  |");
    assert_renders(r, "md", &plain,
                   "**CPU of \\*checkout\\***\n"
                   "\n"
                   "one  \n"
                   "two\n"
                   "\n"
                   "- **next** corr span 4bf9   see \\`it\\`  \n"
                   "  and more\n"
                   "\n"
                   "    |  raw\u241b  |\n");
    corr_report_free(r);
}

/* A table has its title behind an empty line, not in the paragraph before. */
static void what_is_apart_is_a_block(void **state)
{
    corr_report *r = corr_report_new("diff");

    (void)state;
    corr_report_line(r, "weak");
    corr_report_blank(r);
    corr_report_line(r, "also wall time");
    corr_report_line(r, "two");
    assert_renders(r, "md", &plain,
                   "weak\n"
                   "\n"
                   "also wall time  \n"
                   "two\n");
    corr_report_free(r);
}

static void tables_are_pipe_tables(void **state)
{
    static const corr_column c[] = {
        { NULL, "n", CORR_COL_RIGHT },
        { NULL, "function", CORR_COL_FLEX | CORR_COL_TREE },
        { NULL, "", CORR_COL_EDGE },
        { "data", NULL, 0 },
    };
    const corr_cell cell[] = {
        corr_cell_count(1204),    corr_cell_text("a|b<c>@d"),
        corr_cell_text("<- hot"), corr_cell_null(),
        corr_cell_count(3),       corr_cell_text("__libc_read"),
        corr_cell_text(""),       corr_cell_null(),
    };
    const grid g = { cell, 4 };
    corr_report *r = corr_report_new("tree");

    (void)state;
    corr_report_table(r, NULL,
                      &(corr_table){ .columns = c,
                                     .ncolumns = 4,
                                     .nrows = 2,
                                     .cell = grid_cell,
                                     .ctx = &g,
                                     .depth = depth_is_row,
                                     .strong = first_is_strong },
                      CORR_SCREEN);
    assert_renders(r, "md", &plain,
                   "| n | function |\n"
                   "|--:|:--|\n"
                   "| 1,204 | **a\\|b\\<c\\>&#64;d** \\<- hot |\n"
                   "| 3 | \xc2\xa0\xc2\xa0\\_\\_libc\\_read |\n");
    assert_renders(r, "md", &(corr_style){ .ascii = true },
                   "| n | function |\n"
                   "|--:|:--|\n"
                   "| 1,204 | **a\\|b\\<c\\>&#64;d** \\<- hot |\n"
                   "| 3 | &nbsp;&nbsp;\\_\\_libc\\_read |\n");
    corr_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_become_blocks),
        cmocka_unit_test(what_is_apart_is_a_block),
        cmocka_unit_test(tables_are_pipe_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
