/* Tests of the formats before pprof's own, out of memory at each allocation in
 * turn: the reader reports it and keeps no rows. */
#include "test/test_legacy.h"

#include "test/format_test.h"

static void every_text_survives(void **state)
{
    static const char *const texts[] = {
        "heap profile: 1: 16 [3: 48] @ heap/1048576\n"
        "1: 16 [3: 48] @ 0x1 0x2\n#\t0x1\tmain.f+0x1\t/m.go:3\n",
        "heap_v2/524288\n  t*: 1: 16 [0: 0]\n@ 0x1 0x2\n  t*: 1: 16 [0: 0]\n"
        "MAPPED_LIBRARIES:\n0-ff r-xp 0 08:01 42 /bin/a\n",
        "--- contentionz 1 ---\ncycles/second = 10\nsampling period = 100\n"
        "  5760  2 @ 0x1\n--- Memory map: ---\n  0-ff: server (@10) x\n",
        "goroutine profile: total 1\n1 @ 0x1\n"
        "# labels: {\"a\":\"\\u00e9\"}\n",
        "--- threadz 1 ---\n--- Thread 1 (name: a/1) stack: ---\n"
        "  PC: 0x1: f\n  0x2: g\n--- Memory map: ---\n  0-ff: server\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_survives(&corr_format_pprof_legacy, texts[i], strlen(texts[i]));
}

static void so_does_a_binary_profile(void **state)
{
    words w = { .bytes = 8 };

    (void)state;
    PUT(&w, 0, 3, 0, 10000, 0, 3, 2, 0x10, 0x20, 1, 1, 0x30, 0, 1, 0);
    put_text(&w, "0-ff r-xp 00000000 08:01 42 /bin/server\n");
    assert_survives(&corr_format_pprof_legacy, w.p, w.n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_text_survives),
        cmocka_unit_test(so_does_a_binary_profile),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
