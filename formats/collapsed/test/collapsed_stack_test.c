/* Tests of stacks: names are found wherever they stand in a line, and what
 * stood in the line before changes nothing. */
#define FORMAT corr_format_collapsed
#include "test/format_test.h"

/* The names of a row and the number of its thread, as text. */
static void print_row(const input *in, uint32_t row, char *to, size_t room)
{
    const segment *s = &in->segment.v[1];
    const uint32_t stack = s->stack[row];
    size_t n = 0;

    assert_true(row < s->n);
    for (uint32_t i = 0; i < in->stack.n.v[stack]; i++) {
        const uint32_t frame =
            narrow_at(&in->stack.frame, in->stack.at.v[stack] + i);
        const corr_str name = input_frame(in, frame).function;
        n += (size_t)snprintf(to + n, room - n, "%.*s|", CORR_STR_ARG(name));
        assert_true(n < room);
    }
    const uint32_t thread = s->thread ? s->thread[row] : 0;
    snprintf(to + n, room - n, " thread %lld",
             thread ? (long long)in->thread.v[thread].os_id : 0);
}

static void a_line_is_what_it_is_behind_any_other(void **state)
{
    static const char *const lines[] = {
        "main",
        "main;a",
        "main;a;b",
        "main;ab",
        "main;a;;b",
        "main; a ;b",
        "main;a b;c",
        ";main;a",
        "mai",
        "main ;a",
        "thread (7): w;main;a",
        "thread (7): w;main;b",
        "thread (8): w;main;a",
        "process 7:\"a;b\";thread (1): w;f",
        "process 7:\"a;b\";thread (1): w;g\";h",
        "process 7:\"a;b\";thread (2): w;f",
        "process 7:\"a;b\"",
        "process 7:\"a",
        "process 7:\"a\"",
        "process 7:\"a\";thread (3): w",
        "process 7:\"a\";thread (3): w\";x",
        "process 7:\"a\";thread (3)",
        "[w tid=4];main;a",
        "[w tid=5];main;a",
    };
    char alone[200], behind[200], text[400];
    loaded l;

    (void)state;
    for (size_t i = 0; i < countof(lines); i++)
        for (size_t k = 0; k < countof(lines); k++) {
            snprintf(text, sizeof text, "%s 1\n", lines[k]);
            read_text(&l, text);
            print_row(&l.in, 0, alone, sizeof alone);
            input_clear(&l.in);
            snprintf(text, sizeof text, "%s 1\n%s 1\n", lines[i], lines[k]);
            read_text(&l, text);
            print_row(&l.in, 1, behind, sizeof behind);
            input_clear(&l.in);
            if (strcmp(alone, behind) != 0)
                fail_msg("%s behind %s: %s", lines[k], lines[i], behind);
        }
}

/* Names of a length, with numbers from `from`, each after a semicolon; the
 * result must be the same with bars. */
static void make_line(char *line, char *wanted, size_t length, size_t n,
                      size_t from)
{
    size_t at = 0;

    for (size_t i = 0; i < n; i++, at += length + 1)
        snprintf(line + at, length + 2, "%0*zu;", (int)length,
                 i < from ? i % 10 : (i + 3) % 10);
    line[at] = 0;
    for (size_t i = 0; i <= at; i++)
        wanted[i] = (char)(line[i] == ';' ? '|' : line[i]);
    memcpy(wanted + at, " thread 0", sizeof " thread 0");
    line[at - 1] = 0; /* the last semicolon */
}

static void names_may_stand_anywhere_in_a_line(void **state)
{
    static char line[2][4000], wanted[2][4000], got[4000], text[13000];
    loaded l;

    (void)state;
    for (size_t length = 1; length <= 70; length++)
        for (size_t n = 3; n < 40; n += 5) {
            make_line(line[0], wanted[0], length, n, n);
            make_line(line[1], wanted[1], length, n + 1, n / 2);
            snprintf(text, sizeof text, "%s 1\n%s 1\n%s 2\n", line[0], line[1],
                     line[0]);
            read_text(&l, text);
            for (uint32_t row = 0; row < 3; row++) {
                print_row(&l.in, row, got, sizeof got);
                assert_string_equal(got, wanted[row % 2]);
            }
            assert_int_equal(l.in.segment.v[1].stack[0],
                             l.in.segment.v[1].stack[2]);
            input_clear(&l.in);
        }
}

static void more_names_than_are_looked_up_at_once_are_all_there(void **state)
{
    static char line[4000], wanted[4000], got[4000], text[4200];
    loaded l;

    (void)state;
    for (size_t n = 60; n < 200; n++) {
        make_line(line, wanted, 3, n, n);
        snprintf(text, sizeof text, "%s 1\n", line);
        read_text(&l, text);
        print_row(&l.in, 0, got, sizeof got);
        assert_string_equal(got, wanted);
        input_clear(&l.in);
    }
}

static void stacks_that_are_cut_are_counted_each(void **state)
{
    char got[100];
    loaded l;

    (void)state;
    read_as(&l,
            "a;b;c;d;e 1\n"
            "a;b;c;d;f 1\n"
            "a;b;c;d 1\n"
            "a;b;c 1\n"
            "a;b;x 1\n",
            &(corr_load_opts){ .limits.frames = 3 });
    print_row(&l.in, 2, got, sizeof got);
    assert_string_equal(got, "a|[frames left out]|d| thread 0");
    print_row(&l.in, 4, got, sizeof got);
    assert_string_equal(got, "a|b|x| thread 0");
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(
        strstr(l.in.warning.v[0].text, "3 stacks are too deep; 8 frames"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_what_it_is_behind_any_other),
        cmocka_unit_test(names_may_stand_anywhere_in_a_line),
        cmocka_unit_test(more_names_than_are_looked_up_at_once_are_all_there),
        cmocka_unit_test(stacks_that_are_cut_are_counted_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
