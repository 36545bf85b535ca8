/* Tests of tables: what each type of member becomes, and what is null. */
#include <math.h>

#include "report/test/render_test.h"

static const corr_style plain = { .width = 80 };

typedef struct row {
    const char *text;
    corr_str str, name;
    corr_words words;
    int64_t i64;
    uint64_t u64, span;
    int i32;
    unsigned u32;
    double f;
    bool b;
    corr_trace_id trace;
    corr_frame_view frame;
    const corr_frame_view *frame_at;
    corr_table list;
    const corr_table *list_at;
    corr_cell cell;
} row;

#define COL(key, as, member) CORR_COLUMN(key, NULL, 0, as, row, member)

static void assert_rows(const corr_table *t, const char *want)
{
    corr_report *r = corr_report_new("top");

    corr_report_table(r, "rows", t, CORR_PRIMARY);
    assert_renders(r, "jsonl", &plain, want);
    corr_report_free(r);
}

static void texts_are_null_or_empty_as_they_say(void **state)
{
    static const corr_column c[] = {
        COL("text", TEXT, text),
        COL("str", TEXT, str),
        COL("name", NAME, name),
        COL("words", TEXT, words),
    };
    const row rows[] = {
        { .text = "a",
          .str = CORR_STR("b"),
          .name = CORR_STR("c"),
          .words = { "d", "e" } },
        { 0 },
    };

    (void)state;
    assert_rows(&CORR_ROWS(c, 2, rows),
                "{\"text\": \"a\", \"str\": \"b\", \"name\": \"c\", "
                "\"words\": \"d\"}\n"
                "{\"text\": null, \"str\": \"\", \"name\": null, "
                "\"words\": null}\n");
}

static void integers_of_each_width_are_read(void **state)
{
    static const corr_column c[] = {
        COL("i64", INT, i64),   COL("u64", COUNT, u64),
        COL("i32", INT, i32),   COL("u32", POSITIVE, u32),
        COL("n", COUNT, i64),   COL("amount", AMOUNT, i64),
        COL("time", TIME, i64), COL("tenths", TENTHS, i64),
    };
    const row rows[] = {
        { .i64 = -1, .u64 = 2, .i32 = -3, .u32 = UINT32_MAX },
        { .i64 = CORR_NO_INT, .u64 = UINT64_MAX },
    };

    (void)state;
    assert_rows(&CORR_ROWS(c, 2, rows, .unit = CORR_NS),
                "{\"i64\": -1, \"u64\": 2, \"i32\": -3, \"u32\": 4294967295, "
                "\"n\": null, \"amount\": -1, \"time\": \"-1\", "
                "\"tenths\": -0.001}\n"
                "{\"i64\": null, \"u64\": null, \"i32\": 0, \"u32\": null, "
                "\"n\": null, \"amount\": null, \"time\": null, "
                "\"tenths\": null}\n");
}

static void what_is_not_finite_is_null(void **state)
{
    static const corr_column c[] = {
        COL("real", REAL, f),
        COL("share", SHARE, f),
        COL("whole", WHOLE, f),
        COL("bool", BOOL, b),
    };
    const row rows[] = { { .f = 2.5, .b = true }, { .f = NAN } };

    (void)state;
    assert_rows(&CORR_ROWS(c, 2, rows),
                "{\"real\": 2.5, \"share\": 2.5, \"whole\": 3, "
                "\"bool\": true}\n"
                "{\"real\": null, \"share\": null, \"whole\": null, "
                "\"bool\": false}\n");
}

static void ids_that_are_zero_are_null(void **state)
{
    static const corr_column c[] = {
        COL("trace", TRACE, trace),
        COL("span", SPAN, span),
        COL("cell", CELL, cell),
    };
    const row rows[] = {
        { .trace = { 1, 2 }, .span = 3, .cell = corr_cell_int(4) }, { 0 }
    };

    (void)state;
    assert_rows(&CORR_ROWS(c, 2, rows),
                "{\"trace\": \"00000000000000010000000000000002\", "
                "\"span\": \"0000000000000003\", \"cell\": 4}\n"
                "{\"trace\": null, \"span\": null, \"cell\": null}\n");
}

static const corr_column inner[] = { COL("n", INT, i32) };

/* Rows that point to themselves. */
static void fill_row(const void *ctx, uint32_t i, void *to)
{
    row *w = to;

    *w = (row){ .i32 = (int)i + 7 };
    if (i > 0)
        return;
    w->frame.function = CORR_STR("f");
    w->frame_at = &w->frame;
    w->list = CORR_ROWS(inner, 1, w);
    w->list_at = ctx;
}

static void rows_nest_and_may_point_to_themselves(void **state)
{
    static const corr_column c[] = { COL("frame", FRAME, frame_at),
                                     COL("list", LIST, list),
                                     COL("object", OBJECT, list_at),
                                     COL("map", MAP, list_at) };
    static const corr_column pair[] = { COL("key", TEXT, text),
                                        COL("n", INT, i32) };
    const row named[] = { { .text = "k", .i32 = 1 } };
    const corr_table t = CORR_ROWS(pair, 1, named);

    (void)state;
    assert_rows(
        &CORR_FILLED(c, 2, fill_row, &t),
        "{\"frame\": {\"function\": \"f\", \"module\": null, "
        "\"file\": null, \"line\": null, \"type\": null, \"written\": null}, "
        "\"list\": [{\"n\": 7}], \"object\": {\"key\": \"k\", "
        "\"n\": 1}, \"map\": {\"k\": 1}}\n"
        "{\"frame\": null, \"list\": null, \"object\": null, "
        "\"map\": null}\n");
}

static void one_cell_is_read_of_a_table(void **state)
{
    static const corr_column c[] = { COL("n", INT, i32), COL("f", REAL, f) };
    const corr_table t = CORR_FILLED(c, 9, fill_row, NULL);

    (void)state;
    assert_int_equal(corr_table_cell(&t, 8, 0).i, 15);
    assert_int_equal(corr_table_cell(&t, 8, 1).type, CORR_CELL_REAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_null_or_empty_as_they_say),
        cmocka_unit_test(integers_of_each_width_are_read),
        cmocka_unit_test(what_is_not_finite_is_null),
        cmocka_unit_test(ids_that_are_zero_are_null),
        cmocka_unit_test(rows_nest_and_may_point_to_themselves),
        cmocka_unit_test(one_cell_is_read_of_a_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
