/* Tests of the JSON document and of JSON lines, byte by byte. */
#include "report/test/render_test.h"

#include <float.h>
#include <math.h>

#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof((a)[0])))

static const corr_style plain = { .width = 80 };

#define HEAD(verdict, exit)                                                    \
    "{\n  \"schema\": \"corr.top/1\",\n  \"corr\": \"" CORR_VERSION            \
    "\",\n  \"verdict\": \"" verdict "\",\n  \"exit\": " exit ",\n"

static void an_empty_report_is_an_envelope(void **state)
{
    corr_report *r = corr_report_new("top");

    (void)state;
    assert_renders(r, "json", &plain,
                   HEAD("answered", "0") "  \"notes\": [],\n"
                                         "  \"inputs\": []\n}\n");
    assert_renders(r, "jsonl", &plain, "");
    corr_report_free(r);
}

static void members_come_in_order_and_make_objects(void **state)
{
    corr_report *r = corr_report_new("top");

    (void)state;
    corr_report_put(r, "kind", corr_cell_text("cpu"));
    corr_report_put(r, "trace.trace_id",
                    corr_cell_trace((corr_trace_id){ 0x4bf92f3577b34da6,
                                                     0xa3ce929d0e0e4736 }));
    corr_report_put(r, "unit", corr_cell_text(NULL));
    corr_report_put(r, "trace.start_unix_ns",
                    corr_cell_time(1764151201372839504));
    corr_report_put(r, "kind", corr_cell_text("wall"));
    corr_report_note(r, CORR_WARNING, "DAMAGED", 0, "cut at byte %d", 7);
    corr_report_note(r, CORR_INFO, "", -1, "two\nlines");
    corr_report_verdict(r, CORR_CANNOT_TELL);
    corr_report_verdict(r, CORR_ANSWERED);
    assert_renders(
        r, "json", &plain,
        HEAD("cannot-tell",
             "4") "  \"notes\": [\n"
                  "    {\"level\": \"warning\", \"code\": \"DAMAGED\", "
                  "\"text\": \"cut at byte 7\", \"input\": 1, \"shown\": "
                  "false},\n"
                  "    {\"level\": \"info\", \"code\": null, "
                  "\"text\": \"two\\nlines\", \"input\": null, \"shown\": "
                  "false}\n"
                  "  ],\n"
                  "  \"kind\": \"wall\",\n"
                  "  \"trace\": {\"trace_id\": "
                  "\"4bf92f3577b34da6a3ce929d0e0e4736\", "
                  "\"start_unix_ns\": \"1764151201372839504\"},\n"
                  "  \"unit\": null,\n"
                  "  \"inputs\": []\n}\n");
    corr_report_free(r);
}

static const corr_column row_columns[] = {
    GRID("self", NULL, 0, 4, 0),
    GRID(NULL, "screen only", 0, 4, 1),
    GRID("frame", NULL, 0, 4, 2),
    GRID("rest", NULL, 0, 4, 3),
};

static void rows_are_the_same_bytes_in_both_forms(void **state)
{
    const corr_frame_view frame = { .function = CORR_STR("f<\"x\">"),
                                    .module = CORR_STR("libx.so"),
                                    .line = 12,
                                    .type = CORR_FRAME_JIT };
    const corr_cell cell[] = {
        corr_cell_amount(INT64_MIN, CORR_NS),
        corr_cell_text("no"),
        corr_cell_frame(frame),
        corr_cell_bool(false),
        corr_cell_count(INT64_MAX),
        corr_cell_null(),
        corr_cell_null(),
        corr_cell_bool(true),
    };
    corr_report *r = corr_report_new("top");

#define ROW1                                                                   \
    "{\"self\": -9223372036854775808, \"frame\": {\"function\": "              \
    "\"f<\\\"x\\\">\", \"module\": \"libx.so\", \"file\": null, "              \
    "\"line\": 12, \"type\": \"jit\", \"written\": null}, \"rest\": false}"
#define ROW2 "{\"self\": 9223372036854775807, \"frame\": null, \"rest\": true}"

    (void)state;
    corr_report_table(r, "rows", &CORR_ROWS(row_columns, 2, cell),
                      CORR_PRIMARY);
    assert_renders(r, "json", &plain,
                   HEAD("answered", "0") "  \"notes\": [],\n"
                                         "  \"rows\": [\n"
                                         "    " ROW1 ",\n"
                                         "    " ROW2 "\n  ],\n"
                                         "  \"inputs\": []\n}\n");
    assert_renders(r, "jsonl", &plain, ROW1 "\n" ROW2 "\n");
    corr_report_free(r);
}

static void assert_value(corr_cell cell, const corr_style *style,
                         const char *want)
{
    char line[512];
    corr_report *r = report_of_cell(&cell);

    snprintf(line, sizeof line, "{\"v\": %s}\n", want);
    assert_renders(r, "jsonl", style, line);
    corr_report_free(r);
}

static void doubles_are_short_and_read_back(void **state)
{
    (void)state;
    assert_value(corr_cell_real(0.1), &plain, "0.1");
    assert_value(corr_cell_real(1), &plain, "1.0");
    assert_value(corr_cell_real(0), &plain, "0.0");
    assert_value(corr_cell_share(1.0 / 3), &plain, "0.3333333333333333");
    assert_value(corr_cell_real(0.1 + 0.2), &plain, "0.30000000000000004");
    assert_value(corr_cell_real(1e300), &plain, "1e+300");
    assert_value(corr_cell_real(-DBL_MIN), &plain, "-2.2250738585072014e-308");
    assert_value(corr_cell_real(9007199254740993.0), &plain,
                 "9007199254740992.0");
    assert_value(corr_cell_real(NAN), &plain, "null");
    assert_value(corr_cell_share(INFINITY), &plain, "null");
    assert_value(corr_cell_tenths(182), &plain, "0.182");
}

static void unknown_is_null_and_never_nothing(void **state)
{
    (void)state;
    assert_value(corr_cell_time(CORR_NO_TIME), &plain, "null");
    assert_value(corr_cell_time(0), &plain, "\"0\"");
    assert_value(corr_cell_count(-1), &plain, "null");
    assert_value(corr_cell_int(-1), &plain, "-1");
    assert_value(corr_cell_span(0), &plain, "null");
    assert_value(corr_cell_span(0xf067aa0ba902b7), &plain,
                 "\"00f067aa0ba902b7\"");
    assert_value(corr_cell_trace((corr_trace_id){ 0, 0 }), &plain, "null");
    assert_value(corr_cell_list(NULL), &plain, "null");
}

static void text_is_escaped_as_json_has_it(void **state)
{
    (void)state;
    assert_value(corr_cell_text("a\"b\\c/\n\r\t\x1b\x7f"), &plain,
                 "\"a\\\"b\\\\c/\\n\\r\\t\\u001b\\u007f\"");
    assert_value(corr_cell_text("\xff"
                                "a\xc3"),
                 &plain, "\"\\ufffda\\ufffd\"");
    assert_value(corr_cell_text("x\xe2\x80\xaey"), &plain, "\"x\\u202ey\"");
    assert_value(corr_cell_text("\xc3\xa9\xf0\x9f\x98\x80"), &plain,
                 "\"\xc3\xa9\xf0\x9f\x98\x80\"");
    assert_value(corr_cell_text("\xc3\xa9\xf0\x9f\x98\x80"),
                 &(corr_style){ .ascii = true }, "\"\\u00e9\\ud83d\\ude00\"");
    assert_value(corr_cell_str((corr_str){ "a\0b", 3 }), &plain,
                 "\"a\\u0000b\"");
    assert_value(corr_cell_text(""), &plain, "\"\"");
}

static void lists_objects_and_maps_nest(void **state)
{
    static const corr_column pair[] = { GRID("rung", NULL, 0, 2, 0),
                                        GRID("n", NULL, 0, 2, 1) };
    static const corr_column bare[] = { GRID("", NULL, 0, 1, 0) };
    const corr_cell cell[] = { corr_cell_text("S1"), corr_cell_count(31),
                               corr_cell_text("T\"1"), corr_cell_count(4) };
    const corr_table pairs = CORR_ROWS(pair, 2, cell);
    const corr_table values = CORR_ROWS(bare, 2, cell);

    (void)state;
    assert_value(corr_cell_list(&pairs), &plain,
                 "[{\"rung\": \"S1\", \"n\": 31}, "
                 "{\"rung\": \"T\\\"1\", \"n\": 4}]");
    assert_value(corr_cell_object(&pairs, 1), &plain,
                 "{\"rung\": \"T\\\"1\", \"n\": 4}");
    assert_value(corr_cell_object(&pairs, 2), &plain, "null");
    assert_value(corr_cell_map(&pairs), &plain, "{\"S1\": 31, \"T\\\"1\": 4}");
    assert_value(corr_cell_list(&values), &plain, "[\"S1\", 31]");
}

static void another_table_can_be_chosen(void **state)
{
    static const corr_column name_column[] = { GRID("name", NULL, 0, 1, 0) };
    static const corr_column plain_column[] = { GRID("", NULL, 0, 1, 0) };
    const corr_cell name[] = { corr_cell_text("lock") };
    const corr_table names = CORR_ROWS(name_column, 1, name);
    const corr_table values = CORR_ROWS(plain_column, 1, name);
    corr_report *r = corr_report_new("span");

    (void)state;
    corr_report_table(r, "spans", &CORR_ROWS(name_column, 0, NULL),
                      CORR_PRIMARY);
    corr_report_table(r, "ledger", &names, CORR_DATA);
    corr_report_put(r, "trace.rows", corr_cell_list(&names));
    corr_report_put(r, "trace.services", corr_cell_list(&values));
    assert_string_equal(corr_report_tables(r), "spans, ledger, trace.rows");
    assert_false(corr_report_choose_table(r, "trace"));
    assert_false(corr_report_choose_table(r, "trace.services"));
    assert_false(corr_report_choose_table(r, "nothing.like.it"));
    assert_renders(r, "jsonl", &plain, "");
    assert_true(corr_report_choose_table(r, "ledger"));
    assert_renders(r, "jsonl", &plain, "{\"name\": \"lock\"}\n");
    assert_true(corr_report_choose_table(r, "trace.rows"));
    assert_renders(r, "tsv", &plain, "name\nlock\n");
    corr_report_free(r);
}

static void types_are_those_of_the_declarations(void **state)
{
    typedef struct inner {
        const char *name;
        unsigned n;
    } inner;
    typedef struct outer {
        int64_t at;
        double share;
        corr_table list, map;
        corr_cell any;
        bool rest;
    } outer;
    static const corr_column inner_columns[] = {
        CORR_COLUMN("name", NULL, 0, TEXT, inner, name),
        CORR_COLUMN("n", NULL, 0, COUNT, inner, n),
    };
    static const corr_column outer_columns[] = {
        CORR_COLUMN("at", NULL, 0, TIME, outer, at),
        CORR_COLUMN("share", NULL, 0, SHARE, outer, share),
        CORR_COLUMN("list", NULL, 0, LIST, outer, list),
        CORR_COLUMN("map", NULL, 0, MAP, outer, map),
        CORR_COLUMN("any", NULL, 0, CELL, outer, any),
        CORR_COLUMN("rest", NULL, 0, BOOL, outer, rest),
        CORR_COLUMN(NULL, "title", 0, BOOL, outer, rest),
    };
    static const inner in = { "a", 1 };
    const outer row = { .list = CORR_ROWS(inner_columns, 0, NULL),
                        .map = CORR_ROWS(inner_columns, 1, &in),
                        .any = corr_cell_text("b") };
    corr_report *r = corr_report_new("top");
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    corr_report_put(r, "sum.total", corr_cell_int(3));
    corr_report_table(r, "rows", &CORR_ROWS(outer_columns, 1, &row),
                      CORR_PRIMARY);
    assert_int_equal(corr_render(r, "types", &plain, out, &err), CORR_OK);
    corr_str got = corr_out_bytes(out);
    got = corr_str_from(got, corr_str_find(got, '\t'));
    while (got.n && !corr_str_starts(got, "\n\tobject"))
        got = corr_str_from(got, 1);
    assert_true(corr_str_is(
        got, "\n\tobject\tschema corr verdict exit notes sum rows\n"
             ".sum\tobject\ttotal\n.sum.total\tinteger?\n"
             ".rows\tarray\n.rows[]\tobject\tat share list map any rest\n"
             ".rows[].at\ttime?\n.rows[].share\tnumber?\n"
             ".rows[].rest\tboolean\n.rows[].list\tarray\n"
             ".rows[].list[]\tobject\tname n\n"
             ".rows[].list[].name\tstring?\n.rows[].list[].n\tinteger\n"
             ".rows[].map\tmap\n.rows[].map{}\tinteger?\n"
             ".rows[].any\tstring?\n"));
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
    corr_report_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_report_is_an_envelope),
        cmocka_unit_test(members_come_in_order_and_make_objects),
        cmocka_unit_test(rows_are_the_same_bytes_in_both_forms),
        cmocka_unit_test(doubles_are_short_and_read_back),
        cmocka_unit_test(unknown_is_null_and_never_nothing),
        cmocka_unit_test(text_is_escaped_as_json_has_it),
        cmocka_unit_test(lists_objects_and_maps_nest),
        cmocka_unit_test(another_table_can_be_chosen),
        cmocka_unit_test(types_are_those_of_the_declarations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
