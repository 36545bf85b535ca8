/* Tests of opt.c: values that are read, and the sentences of refusals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/cmd.h"

typedef struct all {
    bool flag, no_pager;
    opt_int count;
    const char *text, *word, *choice, *time;
    int64_t duration, bytes;
    opt_list list;
} all;

static const opt table[] = {
    O_FLAG('f', "flag", all, flag, "a flag"),
    O_FLAG('p', "no-pager", all, no_pager, "the other way round"),
    O_INT('n', "count", all, count, "N", "a number"),
    O_TEXT('t', "text", all, text, "TEXT", "any text"),
    O_WORD(0, "json", all, word, "json", "a word"),
    O_CHOICE(0, "color", all, choice, "auto|always|never", "a choice"),
    O_DURATION(0, "for", all, duration, "TIME", "a duration"),
    O_BYTES(0, "max-mem", all, bytes, "SIZE", "a size"),
    O_TIME(0, "from", all, time, "TIME", "a point in time"),
    O_LIST('l', "label", all, list, "K=V", "again and again"),
    O_PAIR(0, "state", all, list, "V", "short for --label state=V"),
    O_END
};

enum { MOST_WORDS = 16 };

typedef struct parsed {
    all v;
    opt_list operands;
    corr_err err;
    corr_arena arena;
} parsed;

/* Splits at spaces; the words live in buf. */
static corr_code parse(parsed *p, char *buf)
{
    const opt_set set = { "options", table, &p->v };
    char *argv[MOST_WORDS];
    int argc = 0;

    for (char *word = buf; word && *word && argc < MOST_WORDS;) {
        char *end = strchr(word, ' ');
        argv[argc++] = word;
        if (end)
            *end++ = '\0';
        word = end;
    }
    return opt_parse(argc, argv, &set, 1, &p->arena, &p->operands, &p->err);
}

static void assert_fails(const char *words, const char *what, const char *hint)
{
    char buf[256];
    parsed p = { 0 };

    strncpy(buf, words, sizeof buf - 1);
    buf[sizeof buf - 1] = '\0';
    assert_int_equal(parse(&p, buf), CORR_EUSAGE);
    assert_string_equal(p.err.what, what);
    assert_string_equal(p.err.hint, hint);
    corr_arena_clear(&p.arena);
}

static void every_kind_has_its_value(void **state)
{
    char words[] = "-f -n 7 --text=a=b --json --color never --for 5m "
                   "--max-mem 2MiB --from 14:15";
    parsed p = { 0 };

    (void)state;
    assert_int_equal(parse(&p, words), CORR_OK);
    assert_true(p.v.flag);
    assert_true(p.v.count.given);
    assert_int_equal(p.v.count.value, 7);
    assert_string_equal(p.v.text, "a=b");
    assert_string_equal(p.v.word, "json");
    assert_string_equal(p.v.choice, "never");
    assert_int_equal(p.v.duration, (int64_t)300 * 1000000000);
    assert_int_equal(p.v.bytes, 2 << 20);
    assert_string_equal(p.v.time, "14:15");
    assert_int_equal(p.operands.n, 0);
    corr_arena_clear(&p.arena);
}

static void what_is_not_given_is_zero(void **state)
{
    char words[] = "a.jfr";
    parsed p = { 0 };

    (void)state;
    assert_int_equal(parse(&p, words), CORR_OK);
    assert_false(p.v.count.given);
    assert_null(p.v.text);
    assert_int_equal(p.v.list.n, 0);
    corr_arena_clear(&p.arena);
}

static void short_options_are_bundled_and_take_what_follows(void **state)
{
    char words[] = "-fpn5 -t x -lk=v";
    parsed p = { 0 };

    (void)state;
    assert_int_equal(parse(&p, words), CORR_OK);
    assert_true(p.v.flag);
    assert_true(p.v.no_pager);
    assert_int_equal(p.v.count.value, 5);
    assert_string_equal(p.v.text, "x");
    assert_int_equal(p.v.list.n, 1);
    corr_arena_clear(&p.arena);
}

static void options_and_operands_come_in_any_order(void **state)
{
    char words[] = "a -f - b --label x=1 --state run -l y=2 -- --flag -n";
    parsed p = { 0 };

    (void)state;
    assert_int_equal(parse(&p, words), CORR_OK);
    assert_int_equal(p.operands.n, 5);
    assert_string_equal(p.operands.item[0], "a");
    assert_string_equal(p.operands.item[1], "-");
    assert_string_equal(p.operands.item[2], "b");
    assert_string_equal(p.operands.item[3], "--flag");
    assert_string_equal(p.operands.item[4], "-n");
    assert_int_equal(p.v.list.n, 3);
    assert_string_equal(p.v.list.item[0], "x=1");
    assert_string_equal(p.v.list.item[1], "state=run");
    assert_string_equal(p.v.list.item[2], "y=2");
    corr_arena_clear(&p.arena);
}

static void no_takes_a_flag_back(void **state)
{
    char words[] = "--flag --no-flag --no-pager --pager";
    parsed p = { 0 };

    (void)state;
    assert_int_equal(parse(&p, words), CORR_OK);
    assert_false(p.v.flag);
    assert_false(p.v.no_pager);
    corr_arena_clear(&p.arena);
}

static void unknown_options_are_compared_with_known_ones(void **state)
{
    (void)state;
    assert_fails("--cuont 3", "unknown option --cuont",
                 "did you mean --count?");
    assert_fails("--lab", "unknown option --lab", "did you mean --label?");
    assert_fails("--colour=never", "unknown option --colour",
                 "did you mean --color?");
    assert_fails("--col", "unknown option --col", "did you mean --color?");
    assert_fails("--formatted", "unknown option --formatted", "");
    assert_fails("--textile", "unknown option --textile", "");
    assert_fails("--zzzzzz", "unknown option --zzzzzz", "");
    assert_fails("-fz", "unknown option -z", "");
    assert_fails("--no-text", "unknown option --no-text", "");
    assert_fails("--\x1b[2J", "unknown option --\\x1b[2J", "");
}

static void wrong_values_are_named(void **state)
{
    (void)state;
    assert_fails("-n x", "--count wants a number, not \"x\"", "");
    assert_fails("-n -3", "--count wants a number, not \"-3\"", "");
    assert_fails("-n 99999999999",
                 "--count wants a number, not "
                 "\"99999999999\"",
                 "");
    assert_fails("--color=blue",
                 "--color wants one of auto|always|never, not \"blue\"", "");
    assert_fails("--for soon",
                 "--for wants a duration like 5m, 1.5s or "
                 "300ms, not \"soon\"",
                 "");
    assert_fails("--max-mem 0",
                 "--max-mem wants a size like 512M or 64KiB, "
                 "not \"0\"",
                 "");
    assert_fails("--from 25:99",
                 "--from wants a time like 14:15 or "
                 "2026-02-05T14:15:22Z, not \"25:99\"",
                 "");
}

static void values_are_missing_or_too_many(void **state)
{
    (void)state;
    assert_fails("--count", "--count wants a value: N", "");
    assert_fails("-ft", "--text wants a value: TEXT", "");
    assert_fails("--flag=yes", "--flag takes no value", "");
    assert_fails("--json=yes", "--json takes no value", "");
}

static void nearest_prefers_beginnings(void **state)
{
    static const char *const words[] = { "top", "tree", "trace", "info" };

    (void)state;
    assert_string_equal(opt_nearest("tpo", words, 4), "top");
    assert_string_equal(opt_nearest("tra", words, 4), "trace");
    assert_string_equal(opt_nearest("inof", words, 4), "info");
    assert_null(opt_nearest("x", words, 4));
    assert_null(opt_nearest("convert", words, 4));
    assert_null(opt_nearest("op", words, 4));
    assert_null(opt_nearest("info-graphic", words, 4));
}

static void help_and_manual_come_from_the_table(void **state)
{
    static const opt some[] = {
        O_INT('n', "count", all, count, "N", "rows to show; 0 shows all"),
        O_CHOICE(0, "color", all, choice, "auto|always|never",
                 "when to use colour, which is a question of taste that "
                 "needs two lines"),
        O_END
    };
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    opt_print_help(&some[0], true, out);
    opt_print_help(&some[1], true, out);
    corr_putc(out, '\0');
    assert_string_equal(
        corr_out_bytes(out).p,
        "  -n, --count N             rows to show; 0 shows all\n"
        "      --color auto|always|never\n"
        "                            when to use colour, which is a question "
        "of taste\n"
        "                            that needs two lines\n");
    assert_int_equal(corr_out_close(out, &err), CORR_OK);

    out = corr_out_memory();
    opt_print_man(some, out);
    corr_putc(out, '\0');
    assert_string_equal(corr_out_bytes(out).p,
                        ".TP\n\\fB\\-n\\fR, \\fB\\-\\-count\\fR \\fIN\\fR\n"
                        "Rows to show; 0 shows all.\n"
                        ".TP\n\\fB\\-\\-color\\fR "
                        "\\fBauto|always|never\\fR\n"
                        "When to use colour, which is a question of taste "
                        "that needs two lines.\n");
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
}

static void assert_brief(const opt *o, const char *want)
{
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    opt_print_help(o, false, out);
    corr_putc(out, '\0');
    assert_string_equal(corr_out_bytes(out).p, want);
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
}

static void a_brief_help_is_one_line_that_ends_well(void **state)
{
    static const opt some[] = {
        O_TEXT(0, "text", all, text, "X",
               "what a row is: function (default), file, line, module, thread"),
        O_TEXT(0, "word", all, word, "X",
               "only what matches; repeat it to require several of these at "
               "once"),
        O_CHOICE(0, "choice", all, choice, "one|two|three|four|five|six",
                 "length of the window of the others (by default two minutes)"),
    };

    (void)state;
    assert_brief(&some[0], "      --text X              what a row is: "
                           "function (default), file, line ...\n");
    assert_brief(&some[1], "      --word X              only what matches\n");
    assert_brief(&some[2], "      --choice one|two|three|four|five|six  "
                           "length of the window of the others\n");
}

static void choices_are_blind_to_case(void **state)
{
    char words[] = "--color NEVER --from -5m";
    parsed p = { 0 };

    (void)state;
    assert_int_equal(parse(&p, words), CORR_OK);
    assert_string_equal(p.v.choice, "never");
    assert_string_equal(p.v.time, "-5m");
    corr_arena_clear(&p.arena);
}

static void a_choice_leaves_other_values_to_its_namesake(void **state)
{
    static const opt own[] = {
        O_CHOICE(0, "from", all, choice, "folded|pprof", "a format"), O_END
    };
    char from[] = "--from", when[] = "14:15", what[] = "--from=folded";
    char *argv[] = { from, when, what };
    parsed p = { 0 };
    const opt_set sets[] = { { "own", own, &p.v }, { "shared", table, &p.v } };

    (void)state;
    assert_int_equal(opt_parse(3, argv, sets, 2, &p.arena, &p.operands, &p.err),
                     CORR_OK);
    assert_string_equal(p.v.time, "14:15");
    assert_string_equal(p.v.choice, "folded");
    corr_arena_clear(&p.arena);
}

/* A table of a command may not contradict the groups it is used with; only
 * a choice may share its name. */
static void no_command_has_an_option_twice(void **state)
{
    (void)state;
    for (const cmd *const *c = cmds; *c; c++) {
        opt_set sets[SET_COUNT];
        cmd_tables(*c, sets);
        for (int i = 0; i < SET_COUNT; i++)
            for (const opt *a = sets[i].options; a && a->kind; a++)
                for (int k = 0; k < SET_COUNT; k++)
                    for (const opt *b = sets[k].options; b && b->kind; b++) {
                        assert_true(a == b || a->kind == OPT_CHOICE ||
                                    b->kind == OPT_CHOICE ||
                                    strcmp(a->name, b->name) != 0);
                        assert_true(a == b || !a->key || a->key != b->key);
                    }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_its_value),
        cmocka_unit_test(what_is_not_given_is_zero),
        cmocka_unit_test(short_options_are_bundled_and_take_what_follows),
        cmocka_unit_test(options_and_operands_come_in_any_order),
        cmocka_unit_test(no_takes_a_flag_back),
        cmocka_unit_test(unknown_options_are_compared_with_known_ones),
        cmocka_unit_test(wrong_values_are_named),
        cmocka_unit_test(values_are_missing_or_too_many),
        cmocka_unit_test(nearest_prefers_beginnings),
        cmocka_unit_test(a_brief_help_is_one_line_that_ends_well),
        cmocka_unit_test(choices_are_blind_to_case),
        cmocka_unit_test(help_and_manual_come_from_the_table),
        cmocka_unit_test(a_choice_leaves_other_values_to_its_namesake),
        cmocka_unit_test(no_command_has_an_option_twice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
