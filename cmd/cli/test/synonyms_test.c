/* Tests of synonyms.c: what words of other tools become. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/synonyms.h"
#include "cli/verbs.h"

enum { MOST_WORDS = 16 };

typedef struct line {
    char text[256], joined[256];
    char *argv[MOST_WORDS];
    synonym_words words;
    corr_arena arena;
    corr_err err;
} line;

static void split(line *l, const char *text)
{
    *l = (line){ 0 };
    strncpy(l->text, text, sizeof l->text - 1);
    for (char *p = strtok(l->text, " "); p; p = strtok(NULL, " "))
        l->argv[l->words.argc++] = p;
    l->words.argv = l->argv;
}

static const char *joined(line *l)
{
    l->joined[0] = '\0';
    for (int i = 0; i < l->words.argc; i++) {
        if (i)
            strcat(l->joined, " ");
        strcat(l->joined, l->words.argv[i]);
    }
    return l->joined;
}

static corr_code rewrite(line *l, const cmd *c, const char *text)
{
    opt_set sets[SET_COUNT] = { 0 };

    split(l, text);
    cmd_tables(c, sets);
    return synonym_options(c, sets, SET_COUNT, &l->words, &l->arena, &l->err);
}

static void assert_means(const cmd *c, const char *text, const char *want)
{
    line l;

    assert_int_equal(rewrite(&l, c, text), CORR_OK);
    assert_string_equal(joined(&l), want);
    corr_arena_clear(&l.arena);
}

static void assert_answers(const cmd *c, const char *text, const char *what,
                           const char *hint)
{
    line l;

    assert_int_equal(rewrite(&l, c, text), CORR_EUSAGE);
    assert_string_equal(l.err.what, what);
    assert_string_equal(l.err.hint, hint);
    corr_arena_clear(&l.arena);
}

static void assert_runs(const char *text, const char *want)
{
    line l;

    split(&l, text);
    assert_true(synonym_command(&l.words, &l.arena, &l.err));
    assert_int_equal(l.err.code, CORR_OK);
    assert_string_equal(joined(&l), want);
    corr_arena_clear(&l.arena);
}

static void commands_of_other_tools_are_run_as_ours(void **state)
{
    (void)state;
    assert_runs("ls", "info");
    assert_runs("show d8e1 a.json", "span d8e1 a.json");
    assert_runs("view /dev/null", "info /dev/null");
    assert_runs("slow -n 3", "spans --slowest 5 -n 3");
    assert_runs("gc", "top --by gc");
    assert_runs("locks a.jfr", "top --lock --by holder a.jfr");
    assert_runs("flamegraph", "tree --icicle");
}

static void what_is_not_there_names_the_nearest_command(void **state)
{
    line l;

    (void)state;
    split(&l, "pack");
    assert_true(synonym_command(&l.words, &l.arena, &l.err));
    assert_string_equal(l.err.what, "pack is not in this version");
    assert_non_null(strstr(l.err.hint, "corr cut --trace ID"));
    split(&l, "GET");
    assert_false(synonym_command(&l.words, &l.arena, &l.err));
    split(&l, "top");
    assert_false(synonym_command(&l.words, &l.arena, &l.err));
}

/* Every row means a command that is there. */
static void every_meaning_is_a_command(void **state)
{
    static const char *const typed[] = { "ls",      "get",     "waterfall",
                                         "slow",    "flame",   "compare",
                                         "gc",      "locks",   "tutorial",
                                         "callers", "history", "export" };

    (void)state;
    for (size_t i = 0; i < COUNT(typed); i++) {
        line l;
        split(&l, typed[i]);
        assert_true(synonym_command(&l.words, &l.arena, &l.err));
        assert_non_null(cmd_find(l.words.argv[0]));
        corr_arena_clear(&l.arena);
    }
}

static void options_of_other_tools_become_ours(void **state)
{
    (void)state;
    assert_means(&top_cmd, "--limit 5 a", "--count 5 a");
    assert_means(&top_cmd, "--top=5 a", "--count 5 a");
    assert_means(&top_cmd, "-10", "--count 10");
    assert_means(&top_cmd, "--since 5m", "--from -5m");
    assert_means(&top_cmd, "--since 14:15 --until 14:20",
                 "--from 14:15 --to 14:20");
    assert_means(&top_cmd, "--grep mix --exclude x", "--focus mix --ignore x");
    assert_means(&top_cmd, "-k cpu --type cpu", "--kind cpu --kind cpu");
    assert_means(&top_cmd, "--format JSON a", "--json a");
    assert_means(&top_cmd, "--sort total a", "--cumulative a");
    assert_means(&spans_cmd, "--sort duration --errors", "--status error");
    assert_means(&top_cmd, "--no-color --colour never --colour a",
                 "--color never --color never --color always a");
    assert_means(&tree_cmd, "--invert --depth 5 --flamegraph",
                 "--callers --max-depth 5 --icicle");
    assert_means(&tree_cmd, "--to svg", "--svg");
    assert_means(&top_cmd, "--format html a", "--html a");
}

static void values_and_operands_stay(void **state)
{
    (void)state;
    assert_means(&top_cmd, "--focus --limit a", "--focus --limit a");
    assert_means(&top_cmd, "-n -10 -- --limit", "-n -10 -- --limit");
    assert_means(&top_cmd, "--from -5m -", "--from -5m -");
    assert_means(&top_cmd, "--unheard-of 3", "--unheard-of 3");
}

static void options_of_other_commands_name_the_command(void **state)
{
    (void)state;
    assert_answers(&top_cmd, "--depth 5", "top has no option --depth",
                   "corr tree --max-depth 5");
    assert_answers(&top_cmd, "--flamegraph", "top has no option --flamegraph",
                   "corr tree --icicle");
    assert_answers(&info_cmd, "-n 3", "info has no option -n", "");
    assert_answers(&top_cmd, "--to svg", "--to cannot be \"svg\"",
                   "corr tree --svg draws it; --to folded feeds other tools");
    assert_answers(&spans_cmd, "--grep x", "unknown option --grep",
                   "--op NAME, --service NAME or --where 'duration > 100ms'");
    assert_answers(&top_cmd, "--limit", "--limit needs a value", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_of_other_tools_are_run_as_ours),
        cmocka_unit_test(what_is_not_there_names_the_nearest_command),
        cmocka_unit_test(every_meaning_is_a_command),
        cmocka_unit_test(options_of_other_tools_become_ours),
        cmocka_unit_test(values_and_operands_stay),
        cmocka_unit_test(options_of_other_commands_name_the_command),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
