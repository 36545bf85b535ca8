/* Tests of detect: the format of the first bytes. */
#include "corr_builtin.h"
#include "test/test_load.h"

/* ---- recognising ----------------------------------------------------------- */

static const corr_format *recognise(const char *head, int least, corr_err *err)
{
    *err = (corr_err){ 0 };
    return load_recognise(formats, (const uint8_t *)head, strlen(head), true,
                          least, err);
}

static void the_surest_format_is_taken(void **state)
{
    corr_err err;

    (void)state;
    assert_ptr_equal(recognise("a6 b2 c1", 20, &err), &format_a);
    assert_ptr_equal(recognise("a2 b6 c1", 20, &err), &format_b);
    assert_ptr_equal(recognise("a2 b2 c6", 20, &err), &format_c);
    assert_ptr_equal(recognise("a2", 20, &err), &format_a);
    assert_int_equal(err.code, CORR_OK);
}

static void a_tie_names_both(void **state)
{
    corr_err err;

    (void)state;
    assert_null(recognise("a6 b6", 20, &err));
    assert_int_equal(err.code, CORR_EFORMAT);
    assert_string_equal(err.what, "could be a or b");
    assert_non_null(strstr(err.hint, "--as a or --as b"));
    /* equal scores below the best do not matter */
    assert_ptr_equal(recognise("a2 b2 c3", 20, &err), &format_c);
    assert_null(recognise("a2 b3 c3", 20, &err));
    assert_string_equal(err.what, "could be b or c");
}

static void lines_are_not_looked_for_among_control_characters(void **state)
{
    corr_format lines = format_a;
    const corr_format *const all[] = { &lines, &format_b, NULL };
    static const struct {
        const char *head;
        const corr_format *found; /* NULL: the format of lines */
    } cases[] = {
        { "a6 b2 \x01\x02\x03\x04\x05\x06\x07\x08\x0e", &format_b },
        { "a6 b2 \x01\x02\x03\x04\x05\x06\x07\x08", NULL },
        { "a6 b2 \x1f\x1f\x1f\x1f\x1f\x1f\x1f\x1f\x1f", &format_b },
        { "a6 b2 and more text of this kind "
          "\x01\x02\x03\x04\x05\x06\x07\x08\x0e",
          NULL },
        { "a6 b2 \033\033\033\t\t\t\r\r\r\n\n\n", NULL },
    };

    (void)state;
    lines.lines = true;
    for (size_t i = 0; i < countof(cases); i++) {
        const char *head = cases[i].head;
        corr_err err = { 0 };
        const corr_format *f = load_recognise(all, (const uint8_t *)head,
                                              strlen(head), true, 20, &err);
        assert_ptr_equal(f, cases[i].found ? cases[i].found : &lines);
    }
    /* text of 16 bits, half zeros */
    corr_err err = { 0 };
    assert_ptr_equal(
        load_recognise(all, (const uint8_t *)"a6\0b\0;\0c\0d\0e\0f\0g\0h\0i",
                       20, true, 20, &err),
        &lines);
}

static void too_unsure_is_not_recognised(void **state)
{
    corr_err err;

    (void)state;
    assert_null(recognise("a1", 20, &err));
    assert_int_equal(err.code, CORR_EFORMAT);
    assert_non_null(strstr(err.what, "unknown format"));
    assert_null(recognise("a5", 60, &err));
    assert_ptr_equal(recognise("a6", 60, &err), &format_a);
    assert_null(recognise("", 20, &err));
    assert_null(recognise("a1 b1", 20, &err));
    assert_non_null(strstr(err.what, "unknown format"));
}

static void other_compression_is_named(void **state)
{
    corr_err err;

    (void)state;
    assert_null(recognise("\x1f\x8b and so on", 20, &err));
    assert_non_null(strstr(err.what, "twice, with gzip inside"));
    assert_int_not_equal(err.hint[0], 0);
    assert_null(recognise("PK\x03\x04 and so on", 20, &err));
    assert_non_null(strstr(err.what, "zip archive"));
    assert_string_equal(err.hint, "name it, and corr reads what is in it");
    assert_int_equal(err.offset, 0);
    assert_null(recognise("BZ", 20, &err));
    assert_non_null(strstr(err.what, "unknown format"));
}

static void a_dump_of_stacks_is_named_with_what_to_fetch(void **state)
{
    static const struct {
        const char *text, *what;
    } cases[] = {
        { "goroutine 34 [running]:\nmain.main()\n", "stacks of goroutines" },
        { "panic: boom\n\ngoroutine 1 [chan receive, 5 minutes]:\r\nmain",
          "stacks of goroutines" },
        { "2026-11-24 22:45:45\nFull thread dump OpenJDK 64-Bit Server VM "
          "(17.0.15+6 mixed mode, sharing):\n\n",
          "a thread dump of a JVM" },
        { "goroutine 34 [running] was seen\n", "unknown format" },
        { "a goroutine 34 [running]:\n", "unknown format" },
    };
    corr_err err;

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        assert_null(recognise(cases[i].text, 20, &err));
        assert_int_equal(err.code, CORR_EFORMAT);
        assert_ptr_equal(strstr(err.what, cases[i].what), err.what);
        assert_int_not_equal(err.hint[0], 0);
    }
}

static void a_format_that_can_be_read_is_found_by_name(void **state)
{
    corr_err err = { 0 };

    (void)state;
    assert_ptr_equal(load_named(formats, "b", &err), &format_b);
    assert_int_equal(err.code, CORR_OK);
    assert_null(load_named(formats, "c", &err)); /* refused */
    assert_int_equal(err.code, CORR_EUSAGE);
    assert_string_equal(err.what, "unknown format \"c\"");
    assert_null(load_named(formats, "nosuch", NULL));
}

/* ---- what probes share ----------------------------------------------------- */

static uint64_t number_seen[2][2]; /* inside and outside of the head */

static int note_numbers(size_t i, const uint8_t *head, size_t n)
{
    number_seen[i][0] = corr_probed_head(head + n - 1);
    number_seen[i][1] = corr_probed_head(head + n);
    return 0;
}

static int first_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return note_numbers(0, head, n);
}

static int second_probe(const uint8_t *head, size_t n, bool whole)
{
    (void)whole;
    return note_numbers(1, head, n);
}

static void a_head_has_one_number_while_it_is_probed(void **state)
{
    static const corr_format first = { .name = "first", .probe = first_probe },
                             second = { .name = "second",
                                        .probe = second_probe };
    static const corr_format *const both[] = { &first, &second, NULL };
    static const uint8_t head[] = "text";

    (void)state;
    assert_null(load_recognise(both, head, 4, true, 20, NULL));
    const uint64_t before = number_seen[0][0];
    assert_true(before > 0);
    assert_int_equal(number_seen[1][0], before);
    assert_int_equal(number_seen[0][1], 0);
    assert_int_equal(number_seen[1][1], 0);
    assert_int_equal(corr_probed_head(head), 0);
    assert_null(load_recognise(both, head, 4, true, 20, NULL));
    assert_true(number_seen[0][0] > before);
    assert_int_equal(number_seen[1][0], number_seen[0][0]);
}

/* The format of a document that is written over the last one: a long first
 * member, whose end differs, and then what tells the format. */
static const char *format_over(char at[2000], int length, const char *rest)
{
    memset(at, ' ', 2000);
    const int n = snprintf(at, 2000, "{\"x\":[\"%0*d\"],%s", length, 0, rest);
    at[n] = ' ';
    const corr_format *f = corr_recognise_bytes(corr_builtin_formats, at, 2000);
    return f ? f->name : "";
}

static void bytes_that_change_are_looked_at_again(void **state)
{
    char at[2000];

    (void)state;
    for (int length = 300; length < 1500; length += 400) {
        assert_string_equal(
            format_over(at, length, "\"resourceSpans\":[{\"scopeSpans\":[]}]}"),
            "otlp");
        assert_string_equal(
            format_over(at, length,
                        "\"resourceMetrics\":[{\"scopeMetrics\":[]}]}"),
            "otlp-metrics");
        assert_string_equal(format_over(at, length, "\"y\":1}"), "");
        assert_string_equal(
            format_over(at, length + 200,
                        "\"resourceProfiles\":[{\"scopeProfiles\":[]}]}"),
            "otlp-profiles");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_surest_format_is_taken),
        cmocka_unit_test(a_tie_names_both),
        cmocka_unit_test(lines_are_not_looked_for_among_control_characters),
        cmocka_unit_test(too_unsure_is_not_recognised),
        cmocka_unit_test(other_compression_is_named),
        cmocka_unit_test(a_dump_of_stacks_is_named_with_what_to_fetch),
        cmocka_unit_test(a_format_that_can_be_read_is_found_by_name),
        cmocka_unit_test(a_head_has_one_number_while_it_is_probed),
        cmocka_unit_test(bytes_that_change_are_looked_at_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
