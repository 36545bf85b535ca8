/* Tests of shell_line.c: words, quotes, redirections, pipes, hostile bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "shell/shell_line.h"

/* The words with a "/" between them, then " >FILE", " >>FILE", " |COMMAND"; or
 * the message of a line that is wrong. */
static const char *parsed_bytes(const char *text, size_t n)
{
    static char shown[4096];
    corr_arena arena = { 0 };
    corr_err err = { 0 };
    shell_line line;
    size_t at = 0;

    shown[0] = '\0';
    if (shell_line_parse((corr_str){ text, n }, &arena, &line, &err)) {
        assert_int_equal(err.code, CORR_EUSAGE);
        snprintf(shown, sizeof shown, "! %s", err.what);
        corr_arena_clear(&arena);
        return shown;
    }
    for (size_t i = 0; i < line.n && at < sizeof shown; i++)
        at += (size_t)snprintf(shown + at, sizeof shown - at, "%s%s",
                               i ? "/" : "", line.word[i]);
    if (line.n)
        assert_null(line.word[line.n]);
    if (line.file && at < sizeof shown)
        at += (size_t)snprintf(shown + at, sizeof shown - at, " %s%s",
                               line.adds ? ">>" : ">", line.file);
    if (line.piped && at < sizeof shown)
        snprintf(shown + at, sizeof shown - at, " |%s", line.piped);
    corr_arena_clear(&arena);
    return shown;
}

static const char *parsed(const char *text)
{
    return parsed_bytes(text, strlen(text));
}

static void blanks_separate_words(void **state)
{
    (void)state;
    assert_string_equal(parsed(""), "");
    assert_string_equal(parsed("  \t "), "");
    assert_string_equal(parsed("top"), "top");
    assert_string_equal(parsed("  top\t-n  3 \r"), "top/-n/3");
}

static void quotes_hold_words_together(void **state)
{
    (void)state;
    assert_string_equal(parsed("spans --op 'GET /price'"),
                        "spans/--op/GET /price");
    assert_string_equal(parsed("a 'b\\c' \"d\\e\""), "a/b\\c/d\\e");
    assert_string_equal(parsed("\"a \\\"b\\\" \\$c \\` \\\\\""),
                        "a \"b\" $c ` \\");
    assert_string_equal(parsed("a'b'\"c\"d"), "abcd");
    assert_string_equal(parsed("a '' \"\""), "a//");
    assert_string_equal(parsed("'a | b > c # d ; e'"), "a | b > c # d ; e");
    assert_string_equal(parsed("'it'\\''s'"), "it's");
}

static void backslashes_quote_one_byte(void **state)
{
    (void)state;
    assert_string_equal(parsed("a\\ b \\> \\| \\\\ \\'"), "a b/>/|/\\/'");
    assert_string_equal(parsed("a\\"), "a\\");
}

static void names_of_functions_need_no_quotes(void **state)
{
    (void)state;
    assert_string_equal(parsed("peek net/http.(*conn).serve"),
                        "peek/net/http.(*conn).serve");
    assert_string_equal(parsed("peek $x `y` {z} !w a#b ~nobody"),
                        "peek/$x/`y`/{z}/!w/a#b/~nobody");
}

static void comments_end_a_line(void **state)
{
    (void)state;
    assert_string_equal(parsed("# all of it"), "");
    assert_string_equal(parsed("top # the rest > x | y '"), "top");
}

static void a_file_follows_a_redirection(void **state)
{
    (void)state;
    assert_string_equal(parsed("top > out.txt"), "top >out.txt");
    assert_string_equal(parsed("top>out.txt -n 1"), "top/-n/1 >out.txt");
    assert_string_equal(parsed("top >> 'my file'"), "top >>my file");
    assert_string_equal(parsed("> out top"), "top >out");
    assert_string_equal(parsed("top >"), "! a > wants the name of a file");
    assert_string_equal(parsed("top > > a"), "! a > wants the name of a file");
    assert_string_equal(parsed("top > | cat"),
                        "! a > wants the name of a file");
    assert_string_equal(parsed("top > a > b"),
                        "! a line has one file for its output");
    assert_string_equal(parsed("> a"), "! a > wants a command before it");
}

static void a_pipe_takes_the_rest(void **state)
{
    (void)state;
    assert_string_equal(parsed("top | sort -n | head -1 > 'x y'; z & # w"),
                        "top |sort -n | head -1 > 'x y'; z & # w");
    assert_string_equal(parsed("top|cat"), "top |cat");
    assert_string_equal(parsed("top |"), "! a | wants a command on each side");
    assert_string_equal(parsed("| cat"), "! a | wants a command on each side");
    assert_string_equal(
        parsed("top > a | cat"),
        "! the output goes to a file or to a pipe, not to both");
}

static void other_signs_are_refused(void **state)
{
    (void)state;
    assert_string_equal(parsed("top; spans"),
                        "! a ; has no meaning here; in quotes it is part of a "
                        "word");
    assert_string_equal(parsed("top &"),
                        "! a & has no meaning here; in quotes it is part of a "
                        "word");
    assert_string_equal(parsed("top < x"),
                        "! a < has no meaning here; in quotes it is part of a "
                        "word");
    assert_string_equal(parsed("top 'x"), "! a ' has no end; \\' means itself");
    assert_string_equal(parsed("top \"x\\\""),
                        "! a \" has no end; \\\" means itself");
}

static void patterns_name_files(void **state)
{
    char dir[] = "/tmp/shell_line.XXXXXX", command[256], home[512];
    (void)state;
    assert_non_null(mkdtemp(dir));
    snprintf(command, sizeof command,
             "cd %s && : >b.x && : >a.x && : >'[c].x' && : >'d e'", dir);
    assert_int_equal(system(command), 0);
    assert_int_equal(chdir(dir), 0);
    assert_string_equal(parsed("top *.x"), "top/[c].x/a.x/b.x");
    assert_string_equal(parsed("top ?.x [a]*"), "top/a.x/b.x/a.x");
    assert_string_equal(parsed("top '*.x' \\*.x \"[a].x\""),
                        "top/*.x/*.x/[a].x");
    assert_string_equal(parsed("top '[c]'.*"), "top/[c].x");
    assert_string_equal(parsed("top *.none d*"), "top/*.none/d e");
    setenv("HOME", "/home/of us", 1);
    assert_string_equal(parsed("top ~/x ~ a~ '~'"),
                        "top//home/of us/x//home/of us/a~/~");
    snprintf(home, sizeof home, "rm -r %s", dir);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(system(home), 0);
}

static void hostile_bytes_do_no_harm(void **state)
{
    static const char bytes[] = { 't', 'o', 'p', '\0', 'x' };
    enum { MANY = 70000 };
    static char long_line[2 * MANY];
    const size_t big = (1 << 20) + 1;
    char *huge = malloc(big);
    (void)state;

    assert_string_equal(parsed_bytes(bytes, sizeof bytes),
                        "! the line has a NUL byte");
    assert_string_equal(parsed("top \xff\xfe\x1b[2J"), "top/\xff\xfe\x1b[2J");
    for (size_t i = 0; i < MANY; i++)
        memcpy(long_line + 2 * i, "a ", 2);
    assert_string_equal(parsed_bytes(long_line, sizeof long_line),
                        "! the line has more than 65536 words");
    assert_non_null(huge);
    memset(huge, 'a', big);
    assert_string_equal(parsed_bytes(huge, big),
                        "! the line is longer than 1 MiB");
    free(huge);
}

/* Every line of three signs, and each of their beginnings, is read or refused,
 * within its bytes. */
static void any_signs_can_stand_together(void **state)
{
    static const char signs[] = "a '\"\\>|#;~*\t";
    const size_t n = sizeof signs - 1;
    (void)state;

    for (size_t i = 0; i < n * n * n * n; i++) {
        char *line = malloc(4);
        assert_non_null(line);
        line[0] = signs[i % n];
        line[1] = signs[i / n % n];
        line[2] = signs[i / n / n % n];
        line[3] = signs[i / n / n / n];
        for (size_t len = 0; len <= 4; len++) {
            corr_arena arena = { 0 };
            corr_err err = { 0 };
            shell_line_end end;
            parsed_bytes(line, len);
            if (!shell_line_before((corr_str){ line, len }, &arena, &end, &err))
                assert_true(end.line.n <= len);
            corr_arena_clear(&arena);
        }
        free(line);
    }
}

/* The words before the one that is typed. */
static const char *before(const char *text)
{
    static char shown[256];
    corr_arena arena = { 0 };
    corr_err err = { 0 };
    shell_line_end end;
    size_t at = 0;

    shown[0] = '\0';
    assert_int_equal(shell_line_before(corr_str_of(text), &arena, &end, &err),
                     CORR_OK);
    for (size_t i = 0; i < end.line.n; i++)
        at += (size_t)snprintf(shown + at, sizeof shown - at, "%s/",
                               end.line.word[i]);
    snprintf(shown + at, sizeof shown - at, "%s%s", end.is_file ? ">" : "",
             end.is_piped ? "|" : "");
    corr_arena_clear(&arena);
    return shown;
}

static void a_line_can_be_unfinished(void **state)
{
    (void)state;
    assert_string_equal(before(""), "");
    assert_string_equal(before("top --op "), "top/--op/");
    assert_string_equal(before("top --op 'GET x' "), "top/--op/GET x/");
    assert_string_equal(before("top --op '"), "top/--op/");
    assert_string_equal(before("top > "), "top/>");
    assert_string_equal(before("top >> "), "top/>");
    assert_string_equal(before("top | "), "top/|");
    assert_string_equal(before("top * "), "top/*/");
}

static void words_lose_their_quotes(void **state)
{
    corr_arena arena = { 0 };
    (void)state;
    assert_string_equal(shell_line_unquoted("GET\\ /a'b c'", &arena),
                        "GET /ab c");
    assert_string_equal(shell_line_unquoted("'open", &arena), "open");
    assert_string_equal(shell_line_unquoted("a;b>c", &arena), "a;b>c");
    corr_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_separate_words),
        cmocka_unit_test(quotes_hold_words_together),
        cmocka_unit_test(backslashes_quote_one_byte),
        cmocka_unit_test(names_of_functions_need_no_quotes),
        cmocka_unit_test(comments_end_a_line),
        cmocka_unit_test(a_file_follows_a_redirection),
        cmocka_unit_test(a_pipe_takes_the_rest),
        cmocka_unit_test(other_signs_are_refused),
        cmocka_unit_test(patterns_name_files),
        cmocka_unit_test(hostile_bytes_do_no_harm),
        cmocka_unit_test(any_signs_can_stand_together),
        cmocka_unit_test(a_line_can_be_unfinished),
        cmocka_unit_test(words_lose_their_quotes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
