/* Tests of render_bar: what a few cells show of a line. */
#include "report/test/render_test.h"

static const corr_bar_piece span[] = {
    { 0, 1, CORR_INK_PLAIN },
    { 0, 0.25, CORR_INK_STRONG },
    { 0.99, 1, CORR_INK_STRONG },
};
static const corr_bar_piece point[] = { { 0.5, 0.5, CORR_INK_PLAIN } };
static const corr_bar_piece outside[] = { { 1.5, 2, CORR_INK_FAINT } };
static const corr_bar_piece before[] = { { -3, -2, CORR_INK_FAINT } };

static corr_report *report_of_bars(const char *name)
{
    typedef struct row {
        const char *name;
        corr_bar bar;
        int n;
    } row;
    static const corr_column columns[] = {
        CORR_COLUMN(NULL, "name", CORR_COL_FLEX, TEXT, row, name),
        CORR_COLUMN(NULL, "in time", CORR_COL_SPARE, BAR, row, bar),
        CORR_COLUMN(NULL, "n", CORR_COL_RIGHT, INT, row, n),
    };
    static row rows[] = { { "", { span, 3 }, 0 },
                          { "", { point, 1 }, 1 },
                          { "", { outside, 1 }, 2 },
                          { "", { before, 1 }, 3 } };
    corr_report *r = corr_report_new("test");

    assert_non_null(r);
    for (int i = 0; i < 4; i++)
        rows[i].name = name;
    corr_report_table(r, NULL, &CORR_ROWS(columns, 4, rows), CORR_SCREEN);
    return r;
}

static void a_bar_takes_what_names_leave_over(void **state)
{
    corr_report *r = report_of_bars("a name of twenty-one");

    (void)state;
    assert_renders(r, "text", &(corr_style){ .width = 41, .ascii = true },
                   "name                  in time           n\n"
                   "a name of twenty-one  ####------------  0\n"
                   "a name of twenty-one          -         1\n"
                   "a name of twenty-one                 .  2\n"
                   "a name of twenty-one  .                 3\n");
    corr_report_free(r);
}

static void a_bar_is_at_most_a_hundred_cells_and_made_of_blocks(void **state)
{
    corr_report *r = report_of_bars("x");

    (void)state;
    assert_renders(r, "text", &(corr_style){ .width = 200 },
                   "name  in time                                              "
                   "                                                 n\n"
                   "x     "
                   "▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇──────────────────────────────────"
                   "────────────────────────────────────────▇  0\n"
                   "x                                                       ─  "
                   "                                                 1\n"
                   "x                                                          "
                   "                                              ┄  2\n"
                   "x     ┄                                                    "
                   "                                                 3\n");
    corr_report_free(r);
}

static void the_header_of_a_bar_may_be_an_axis(void **state)
{
    typedef struct row {
        corr_bar bar;
    } row;
    static const corr_column columns[] = { CORR_COLUMN(
        NULL, "in time", CORR_COL_SPARE, BAR, row, bar) };
    static const row rows[] = { { { span, 3 } } };
    corr_report *r = corr_report_new("test");

    (void)state;
    assert_non_null(r);
    corr_report_table(
        r, NULL,
        &CORR_ROWS(columns, 1, rows, .axis = { "0", "50 ms", "100 ms" }),
        CORR_SCREEN);
    assert_renders(r, "text", &(corr_style){ .width = 30, .ascii = true },
                   "0            50 ms      100 ms\n"
                   "########----------------------\n");
    assert_renders(r, "text", &(corr_style){ .width = 12, .ascii = true },
                   "0     100 ms\n"
                   "###---------\n");
    corr_report_free(r);
}

static void without_room_there_is_no_bar(void **state)
{
    corr_report *r = report_of_bars("a name of twenty-one");

    (void)state;
    assert_renders(r, "text", &(corr_style){ .width = 24, .ascii = true },
                   "name                  n\n"
                   "a name of twenty-one  0\n"
                   "a name of twenty-one  1\n"
                   "a name of twenty-one  2\n"
                   "a name of twenty-one  3\n");
    corr_report_free(r);
}

static void in_markdown_it_is_twelve_cells(void **state)
{
    corr_report *r = report_of_bars("x");

    (void)state;
    assert_renders(r, "md", &(corr_style){ 0 },
                   "| name | in time | n |\n"
                   "|:--|:--|--:|\n"
                   "| x | ▇▇▇───────── | 0 |\n"
                   "| x |       ─      | 1 |\n"
                   "| x |            ┄ | 2 |\n"
                   "| x | ┄            | 3 |\n");
    corr_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_takes_what_names_leave_over),
        cmocka_unit_test(a_bar_is_at_most_a_hundred_cells_and_made_of_blocks),
        cmocka_unit_test(the_header_of_a_bar_may_be_an_axis),
        cmocka_unit_test(without_room_there_is_no_bar),
        cmocka_unit_test(in_markdown_it_is_twelve_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
