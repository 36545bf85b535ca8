/* Tests of phase.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "phase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void nothing_is_said_unless_asked(void **state)
{
    static const char *const off[] = { NULL, "", "0", "/no/such/dir/file" };
    phase p;

    (void)state;
    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        phase_open(&p, off[i]);
        assert_int_equal(p.fd, -1);
        assert_int_equal(phase_begin(&p), 0);
        phase_end(&p, 0, "load", NULL, 1, 2);
        phase_close(&p);
    }
    phase_end(NULL, phase_begin(NULL), "load", NULL, 1, 2);
}

static void a_file_gets_a_line_a_phase(void **state)
{
    char path[] = "/tmp/corr-phase-XXXXXX", text[2048] = "";
    char longer[600];
    int fd = mkstemp(path);
    phase p;

    (void)state;
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    phase_open(&p, path);
    int64_t start = phase_begin(&p);
    phase_end(&p, start, "load", "a.pb.gz", 1048576, 412);
    phase_end(&p, start, "join", longer, 0, 7);
    phase_close(&p);
    ssize_t n = read(fd, text, sizeof text - 1);
    assert_true(n > 0 && text[n - 1] == '\n');
    assert_non_null(strstr(text, "corr: load took "));
    assert_non_null(strstr(text, " ms  bytes=1048576 rows=412 peak_kb="));
    assert_non_null(strstr(text, "  a.pb.gz\ncorr: join took "));
    close(fd);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_unless_asked),
        cmocka_unit_test(a_file_gets_a_line_a_phase),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
