/* Tests of parcel.c: messages arrive as they were sent, or not at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "shell/parcel.h"

static void lines_keep_their_parts(void **state)
{
    static char words[5][4] = { "top", "", "-n", "=x", "-" };
    char *word[] = { words[0], words[1], words[2], words[3], words[4], NULL };
    const shell_line line = {
        .word = word, .n = 5, .file = "", .adds = true, .piped = NULL
    };
    corr_arena arena = { 0 };
    corr_str bytes;
    shell_line got;
    (void)state;

    assert_true(parcel_put_line(&line, &arena, &bytes));
    assert_true(parcel_get_line(bytes, &arena, &got));
    assert_int_equal(got.n, line.n);
    for (size_t i = 0; i < line.n; i++)
        assert_string_equal(got.word[i], words[i]);
    assert_null(got.word[got.n]);
    assert_string_equal(got.file, "");
    assert_true(got.adds);
    assert_null(got.piped);
    corr_arena_clear(&arena);
}

static void a_broken_line_is_refused(void **state)
{
    corr_arena arena = { 0 };
    shell_line got;
    (void)state;

    assert_false(parcel_get_line((corr_str){ "-\0-\0-\0=a", 8 }, &arena, &got));
    corr_arena_clear(&arena);
}

static void messages_have_ends(void **state)
{
    int end[2];
    corr_arena arena = { 0 };
    corr_str bytes;
    static const sig_atomic_t stop = 1;
    (void)state;

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, end), 0);
    assert_true(parcel_send(end[0], PARCEL_LIST, "one", 3));
    assert_true(parcel_send(end[0], PARCEL_STARTED, "", 0));
    assert_int_equal(parcel_receive(end[1], &stop, &arena, &bytes), 0);
    assert_int_equal(parcel_receive(end[1], NULL, &arena, &bytes), PARCEL_LIST);
    assert_string_equal(bytes.p, "one");
    assert_int_equal(parcel_receive(end[1], NULL, &arena, &bytes),
                     PARCEL_STARTED);
    assert_int_equal(bytes.n, 0);
    assert_int_equal(write(end[0], "cut", 3), 3);
    close(end[0]);
    assert_int_equal(parcel_receive(end[1], NULL, &arena, &bytes), 0);
    assert_false(parcel_send(end[1], PARCEL_LIST, "x", 1));
    close(end[1]);
    corr_arena_clear(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_keep_their_parts),
        cmocka_unit_test(a_broken_line_is_refused),
        cmocka_unit_test(messages_have_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
