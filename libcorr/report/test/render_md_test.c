/* Tests of Markdown: a name looks in the ticket as it does on the screen. */
#include "report/test/render_test.h"

static const corr_style plain = { .width = 80 };

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
    typedef struct row {
        int64_t n;
        const char *name, *edge;
        corr_branch branch;
        bool strong;
    } row;
    static const corr_column c[] = {
        CORR_COLUMN(NULL, "n", CORR_COL_RIGHT, COUNT, row, n),
        CORR_COLUMN(NULL, "function", CORR_COL_FLEX | CORR_COL_TREE, TEXT, row,
                    name),
        CORR_COLUMN(NULL, "", CORR_COL_EDGE, TEXT, row, edge),
        CORR_COLUMN("data", NULL, 0, COUNT, row, n),
        CORR_COLUMN(NULL, NULL, 0, BRANCH, row, branch),
        CORR_COLUMN(NULL, NULL, 0, STRONG, row, strong),
    };
    static const row rows[] = {
        { 1204, "a|b<c>@d", "<- hot", { 0, true }, true },
        { 3, "__libc_read", "", { 1, true }, false },
    };
    corr_report *r = corr_report_new("tree");

    (void)state;
    corr_report_table(r, NULL, &CORR_ROWS(c, 2, rows), CORR_SCREEN);
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
