/* Tests of terminal.c: what a pipe gets, and which setting wins.  What a terminal
 * gets is seen by the transcripts. */
#include <fcntl.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "corr_report.h"

static int pipe_end;

static int open_pipe(void **state)
{
    int end[2];

    (void)state;
    if (pipe(end) != 0)
        return -1;
    close(end[0]);
    pipe_end = end[1];
    return 0;
}

static int close_pipe(void **state)
{
    (void)state;
    return close(pipe_end);
}

static corr_style style_of(int width, const char *color, bool ascii)
{
    corr_style s;

    corr_style_init(&s, pipe_end, width, color, ascii, false);
    return s;
}

static void the_option_wins_over_columns(void **state)
{
    (void)state;
    setenv("COLUMNS", "132", 1);
    assert_int_equal(style_of(0, NULL, false).width, 132);
    assert_int_equal(style_of(60, NULL, false).width, 60);
    setenv("COLUMNS", "no number", 1);
    assert_int_equal(style_of(0, NULL, false).width, 80);
    unsetenv("COLUMNS");
    assert_int_equal(style_of(0, NULL, false).width, 80);
    assert_int_equal(style_of(1, NULL, false).width, 20);
}

static void a_pipe_gets_colour_only_on_demand(void **state)
{
    (void)state;
    assert_false(style_of(0, NULL, false).color);
    assert_false(style_of(0, "auto", false).color);
    assert_false(style_of(0, "never", false).color);
    assert_true(style_of(0, "always", false).color);
    setenv("NO_COLOR", "1", 1);
    assert_true(style_of(0, "always", false).color);
    unsetenv("NO_COLOR");
}

static void ascii_follows_the_locale(void **state)
{
    (void)state;
    assert_non_null(setlocale(LC_CTYPE, "C"));
    assert_true(style_of(0, NULL, false).ascii);
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        skip();
    assert_false(style_of(0, NULL, false).ascii);
    assert_true(style_of(0, NULL, true).ascii);
}

static void a_pipe_is_not_paged_and_nobody_watches_it(void **state)
{
    (void)state;
    setenv("CORR_PAGER", "more", 1);
    assert_null(corr_style_pager(pipe_end));
    assert_false(corr_style_live(pipe_end));
}

static void a_dumb_terminal_is_paged_only_on_demand(void **state)
{
    const int pty = posix_openpt(O_RDWR | O_NOCTTY);
    const int tty = pty >= 0 && !grantpt(pty) && !unlockpt(pty)
                        ? open(ptsname(pty), O_RDWR | O_NOCTTY)
                        : -1;

    (void)state;
    if (tty < 0)
        skip();
    unsetenv("CORR_PAGER");
    unsetenv("PAGER");
    setenv("TERM", "xterm", 1);
    assert_string_equal(corr_style_pager(tty), "less -FRX");
    setenv("TERM", "dumb", 1);
    assert_null(corr_style_pager(tty));
    unsetenv("TERM");
    setenv("PAGER", "more", 1);
    assert_null(corr_style_pager(tty));
    setenv("CORR_PAGER", "more", 1);
    assert_string_equal(corr_style_pager(tty), "more");
    close(tty);
    close(pty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_option_wins_over_columns),
        cmocka_unit_test(a_pipe_gets_colour_only_on_demand),
        cmocka_unit_test(ascii_follows_the_locale),
        cmocka_unit_test(a_pipe_is_not_paged_and_nobody_watches_it),
        cmocka_unit_test(a_dumb_terminal_is_paged_only_on_demand),
    };

    return cmocka_run_group_tests(tests, open_pipe, close_pipe);
}
