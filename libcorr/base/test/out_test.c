/* Tests of out.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void memory_holds_what_was_put(void **state)
{
    corr_out *out = corr_out_memory();
    corr_err err = { 0 };

    (void)state;
    assert_int_equal(corr_out_bytes(out).n, 0);
    corr_put(out, "ab", 2);
    corr_put(out, NULL, 0);
    corr_puts(out, "cd");
    corr_putc(out, 'e');
    corr_put_str(out, CORR_STR("f"));
    corr_printf(out, "%d %s", 7, "g");
    assert_true(corr_str_is(corr_out_bytes(out), "abcdef7 g"));
    assert_int_equal(corr_out_close(out, &err), CORR_OK);
    assert_int_equal(corr_out_close(NULL, &err), CORR_OK);
}

static void long_formatted_text_is_whole(void **state)
{
    corr_out *out = corr_out_memory();
    char word[2000];

    (void)state;
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    for (int i = 0; i < 100; i++)
        corr_printf(out, "<%s>", word);
    assert_int_equal(corr_out_bytes(out).n, 100 * (sizeof word + 1));
    assert_int_equal(corr_out_close(out, NULL), CORR_OK);
}

static void a_file_gets_every_byte_in_order(void **state)
{
    char path[] = "/tmp/corr-out-XXXXXX", back[1000];
    int fd = mkstemp(path);
    corr_out *out = corr_out_fd(fd);
    static char big[200000];
    off_t size = 0;

    (void)state;
    memset(big, 'b', sizeof big);
    for (int i = 0; i < 100000; i++)
        corr_putc(out, 'a');
    corr_put(out, big, sizeof big);
    corr_puts(out, "end");
    assert_int_equal(corr_out_close(out, NULL), CORR_OK);
    size = lseek(fd, 0, SEEK_END);
    assert_int_equal(size, 300003);
    assert_int_equal(pread(fd, back, 4, 299999), 4);
    assert_memory_equal(back, "bend", 4);
    assert_int_equal(pread(fd, back, 2, 99999), 2);
    assert_memory_equal(back, "ab", 2);
    close(fd);
    unlink(path);
}

static void a_full_device_fails_and_stays_failed(void **state)
{
    int fd = open("/dev/full", O_WRONLY);
    corr_err err = { 0 };

    (void)state;
    if (fd < 0)
        return;
    corr_out *out = corr_out_fd(fd);
    corr_puts(out, "x");
    assert_false(corr_out_failed(out));
    assert_false(out_flush(out));
    assert_true(corr_out_failed(out));
    corr_puts(out, "y");
    corr_printf(out, "%s", "z");
    assert_int_equal(corr_out_close(out, &err), CORR_EIO);
    assert_int_equal(err.sys, ENOSPC);
    close(fd);
}

static void a_reader_that_left_can_be_told_apart(void **state)
{
    int fd[2];
    corr_err err = { 0 };

    (void)state;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(fd), 0);
    close(fd[0]);
    corr_out *out = corr_out_fd(fd[1]);
    corr_puts(out, "x");
    assert_int_equal(corr_out_close(out, &err), CORR_EIO);
    assert_int_equal(err.sys, EPIPE);
    close(fd[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_holds_what_was_put),
        cmocka_unit_test(long_formatted_text_is_whole),
        cmocka_unit_test(a_file_gets_every_byte_in_order),
        cmocka_unit_test(a_full_device_fails_and_stays_failed),
        cmocka_unit_test(a_reader_that_left_can_be_told_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
