/* Tests of the writers that print rows and folded stacks: whole files through
 * a store and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/base.h"
#include "corr.h"
#include "corr_builtin.h"
#include "corr_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The output of a format for one file of folded stacks; the caller frees it. */
static corr_out *written(const corr_format *f, const char *text)
{
    static const corr_format *const only[] = { &corr_format_collapsed, NULL };
    char path[] = "/tmp/corr-rows-XXXXXX";
    const char *paths[] = { path };
    corr_err err = { 0 };
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    corr_store *st = corr_store_new(only, &err);
    if (corr_load(st, paths, 1, NULL, &err))
        fail_msg("%s", err.what);
    corr_sel *sel = corr_sel_of(
        st, &(corr_query){ .measure = "samples", .weakest = CORR_ANY }, &err);
    assert_non_null(sel);
    corr_out *out = corr_out_memory();
    assert_int_equal(f->write(sel, out, &err), CORR_OK);
    corr_sel_free(sel);
    corr_store_free(st);
    unlink(path);
    return out;
}

static void check(const corr_format *f, const char *text, const char *want)
{
    corr_out *out = written(f, text);
    corr_str got = corr_out_bytes(out);

    if (!corr_str_is(got, want))
        fail_msg("%.*s", CORR_STR_ARG(got));
    corr_out_close(out, NULL);
}

static void folded_lines_are_added_up_and_sorted(void **state)
{
    (void)state;
    check(&corr_format_folded, "b 2\na;b 3\na 1\na;b 4\nzero 0\n",
          "a 1\na;b 7\nb 2\n");
    check(&corr_format_folded, "zero 0\n", "");
}

static void what_folded_text_cannot_say_is_dropped(void **state)
{
    (void)state;
    check(&corr_format_folded, "g_[j] 3\ng_[0] 4\n", "g 7\n"); /* suffixes */
    /* Two processes with a semicolon in the name. */
    check(&corr_format_folded, "process 7:\"a;b\";main 1\n",
          "process 7:\"a:b\";main 1\n");
    check(&corr_format_folded, " 5\n", "[unknown] 5\n");
}

static void folded_text_comes_back_as_it_was(void **state)
{
    const char *text = "a;b c;d 9223372036854775804\n"
                       "main 1\n"
                       "main;\xc3\xa4 2\n";

    (void)state;
    check(&corr_format_folded, text, text);
}

/* The sum of all lines of a profile written as folded stacks, and the selected
 * amount. */
static int64_t folded_sum(const char *path, int64_t *total)
{
    corr_err err = { 0 };
    corr_store *st = corr_store_new(corr_builtin_formats, &err);
    corr_out *out = corr_out_memory();
    corr_str text, line, stack, number;
    int64_t sum = 0, n = 0;

    if (corr_load(st, &path, 1, NULL, &err))
        fail_msg("%s", err.what);
    corr_sel *sel = corr_sel_of(st, &(corr_query){ .weakest = CORR_ANY }, &err);
    assert_non_null(sel);
    *total = corr_sel_facts_of(sel).total;
    assert_int_equal(corr_format_folded.write(sel, out, &err), CORR_OK);
    text = corr_out_bytes(out);
    while (corr_str_cut(text, '\n', &line, &text)) {
        assert_true(corr_str_cut_last(line, ' ', &stack, &number));
        assert_true(corr_str_i64(number, &n));
        sum += n;
    }
    corr_out_close(out, NULL);
    corr_sel_free(sel);
    corr_store_free(st);
    return sum;
}

static void time_is_samples_where_each_is_worth_its_period(void **state)
{
    const int64_t period_ns = 10000000;
    int64_t total;

    (void)state;
    assert_int_equal(
        folded_sum("testdata/incident/pricing.cpu.07.pb.gz", &total), 95);
    assert_true(total == 95 * period_ns);
    assert_int_equal(
        folded_sum("testdata/incident/pricing.mutex.pb.gz", &total), 853860166);
    assert_int_equal(total, 853860166);
    const int64_t live =
        folded_sum("testdata/incident/pricing.heap.pb.gz", &total);
    assert_int_equal(live, total);
}

/* The lines of text, without the first column, which is a file name. */
static size_t cells_after_file(corr_str *text, corr_str cell[32])
{
    corr_str line, file;
    size_t n = 0;

    assert_true(corr_str_next(text, '\n', &line));
    assert_true(corr_str_cut(line, '\t', &file, &line));
    while (n < 32 && corr_str_cut(line, '\t', &cell[n], &line))
        n++;
    cell[n++] = line;
    return n;
}

static void rows_have_the_columns_of_the_manual(void **state)
{
    static const char *const header[] = {
        "row",     "tick",   "type", "kind",        "value",      "unit",
        "time_ns", "thread", "tid",  "label_trace", "label_span", "trace",
        "span",    "share",  "rung", "confidence",  "why",        "stack"
    };
    corr_str cell[32], text;
    corr_out *out = written(&corr_format_rows, "x 1\n[t\\1 tid=7];a;b\tc 5\n");

    (void)state;
    text = corr_out_bytes(out);
    assert_int_equal(cells_after_file(&text, cell), countof(header));
    for (size_t i = 0; i < countof(header); i++)
        assert_true(corr_str_is(cell[i], header[i]));
    assert_int_equal(cells_after_file(&text, cell), countof(header));
    assert_true(corr_str_is(cell[0], "0"));
    assert_int_equal(cells_after_file(&text, cell), countof(header));
    assert_true(corr_str_is(cell[0], "1"));
    assert_true(corr_str_is(cell[1], "0"));
    assert_true(corr_str_is(cell[3], "samples"));
    assert_true(corr_str_is(cell[4], "5"));
    assert_true(corr_str_is(cell[5], "count"));
    assert_int_equal(cell[6].n, 0);
    assert_true(corr_str_is(cell[7], "t\\\\1"));
    assert_true(corr_str_is(cell[8], "7"));
    assert_int_equal(cell[12].n, 0);
    assert_true(corr_str_is(cell[13], "1"));
    assert_true(corr_str_is(cell[17], "[t\\\\1 tid=7];a;b\\tc"));
    assert_int_equal(text.n, 0);
    corr_out_close(out, NULL);
}

static void json_lines_say_null_for_the_unknown(void **state)
{
    corr_out *out = written(&corr_format_rows_jsonl, "a \"q\"\x01;b\\ 2\n");
    corr_str text = corr_out_bytes(out), file, rest;

    (void)state;
    assert_true(corr_str_starts(text, "{\"file\":\"/tmp/corr-rows-"));
    assert_true(corr_str_cut(text, ',', &file, &rest));
    assert_true(corr_str_starts(
        rest, "\"row\":0,\"tick\":0,\"type\":\"samples\",\"kind\":\"samples\","
              "\"value\":2,\"unit\":\"count\",\"time_ns\":null,"
              "\"thread\":null,\"tid\":null,\"label_trace\":null,"
              "\"label_span\":null,\"trace\":null,\"span\":null,\"share\":1,"
              "\"rung\":null,\"confidence\":null,\"why\":"));
    assert_true(
        corr_str_ends(rest, "\"stack\":\"a \\\"q\\\"\\u0001;b\\\\\"}\n"));
    corr_out_close(out, NULL);
}

/* A terminal would obey them, whatever the document is called. */
static void what_steers_a_terminal_is_escaped(void **state)
{
    static const char text[] = "a\xc2\x9b"
                               "b;c\xe2\x80\xae;\xf3\xa0\x80\x81;"
                               "gr\xc3\xbcn 5\n";
    static const struct {
        const corr_format *as;
        const char *end;
    } each[] = {
        { &corr_format_rows, "a\\u009bb;c\\u202e;\\U000e0001;gr\xc3\xbcn\n" },
        { &corr_format_rows_jsonl,
          "\"a\\u009bb;c\\u202e;\\udb40\\udc01;gr\xc3\xbcn\"}\n" },
    };

    (void)state;
    for (size_t i = 0; i < countof(each); i++) {
        corr_out *out = written(each[i].as, text);
        assert_true(corr_str_ends(corr_out_bytes(out), each[i].end));
        corr_out_close(out, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folded_lines_are_added_up_and_sorted),
        cmocka_unit_test(what_folded_text_cannot_say_is_dropped),
        cmocka_unit_test(folded_text_comes_back_as_it_was),
        cmocka_unit_test(time_is_samples_where_each_is_worth_its_period),
        cmocka_unit_test(rows_have_the_columns_of_the_manual),
        cmocka_unit_test(json_lines_say_null_for_the_unknown),
        cmocka_unit_test(what_steers_a_terminal_is_escaped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
