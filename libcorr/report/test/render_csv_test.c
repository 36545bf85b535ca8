/* Tests of TSV and CSV: five columns a frame, no lists, no surprises. */
#include <math.h>

#include "report/test/render_test.h"

static const corr_style plain = { .width = 80 };

typedef struct row {
    int64_t self;
    double share;
    const char *screen;
    const corr_frame_view *frame;
    corr_table rungs;
    bool rest;
} row;

static const corr_column columns[] = {
    CORR_COLUMN("self", NULL, 0, AMOUNT, row, self),
    CORR_COLUMN("share", NULL, 0, SHARE, row, share),
    CORR_COLUMN(NULL, "screen", 0, TEXT, row, screen),
    CORR_COLUMN("frame", NULL, 0, FRAME, row, frame),
    CORR_COLUMN("rungs", NULL, 0, LIST, row, rungs),
    CORR_COLUMN("rest", NULL, 0, BOOL, row, rest),
};

static corr_report *report_of(const row *rows, uint32_t nrows)
{
    corr_report *r = corr_report_new("top");

    corr_report_table(r, "rows", &CORR_ROWS(columns, nrows, rows),
                      CORR_PRIMARY);
    return r;
}

static void a_frame_is_five_columns_and_lists_are_left_out(void **state)
{
    const corr_frame_view frame = { .function = CORR_STR("a\tb"),
                                    .file = CORR_STR("x.c"),
                                    .line = 7 };
    const row rows[] = {
        { .self = -5, .share = 0.25, .frame = &frame },
        { .self = 1, .share = NAN, .rest = true },
    };
    corr_report *r = report_of(rows, 2);

    (void)state;
    assert_renders(r, "tsv", &plain,
                   "self\tshare\tfunction\tmodule\tfile\tline\ttype\trest\n"
                   "-5\t0.25\ta\\tb\t\tx.c\t7\t\tfalse\n"
                   "1\t\t\t\t\t\t\ttrue\n");
    assert_renders(r, "csv", &plain,
                   "self,share,function,module,file,line,type,rest\n"
                   "-5,0.25,a\\tb,,x.c,7,,false\n"
                   "1,,,,,,,true\n");
    corr_report_free(r);
}

static void assert_csv(const char *text, const char *want)
{
    const corr_cell cell = corr_cell_text(text);
    char lines[256];
    corr_report *r = report_of_cell(&cell);

    snprintf(lines, sizeof lines, "v\n%s\n", want);
    assert_renders(r, "csv", &plain, lines);
    corr_report_free(r);
}

static void csv_quotes_what_needs_it(void **state)
{
    (void)state;
    assert_csv("f(int, char)", "\"f(int, char)\"");
    assert_csv("say \"hi\"", "\"say \"\"hi\"\"\"");
    assert_csv("two\nlines", "two\\nlines");
    assert_csv("\x1b[31m", "\\x1b[31m");
}

static void csv_defuses_formulas(void **state)
{
    (void)state;
    assert_csv("=1+1", "'=1+1");
    assert_csv("@SUM(A1)", "'@SUM(A1)");
    assert_csv("-x, y", "\"'-x, y\"");
    assert_csv("+1", "'+1");
    assert_csv("a=1", "a=1");
}

static void a_report_without_rows_prints_nothing(void **state)
{
    corr_report *r = corr_report_new("top");

    (void)state;
    corr_report_line(r, "a screen");
    assert_renders(r, "tsv", &plain, "");
    corr_report_free(r);

    r = report_of(NULL, 0);
    assert_renders(r, "tsv", &plain,
                   "self\tshare\tfunction\tmodule\tfile\tline\ttype\trest\n");
    corr_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_is_five_columns_and_lists_are_left_out),
        cmocka_unit_test(csv_quotes_what_needs_it),
        cmocka_unit_test(csv_defuses_formulas),
        cmocka_unit_test(a_report_without_rows_prints_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
