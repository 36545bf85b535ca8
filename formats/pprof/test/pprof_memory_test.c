/* Tests of the pprof reader, out of memory at each allocation in turn: it
 * reports it and keeps no rows. */
#include "test/test_pprof.h"

#include "test/format_test.h"

/* Every kind of message: labels, mappings, inlined code, comments, ids that
 * are not 1, 2, 3, and a pattern of frames to leave out. */
static void every_part_of_a_profile_survives(void **state)
{
    const int64_t one = 1;
    blob b = { .n = 0 };
    blob m = { .n = 0 };

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    put_num(&m, 1, 9);
    put_num(&m, 1, 7);
    put_nums(&m, 3, NUMS(1, 3, 2, 4));
    put_nums(&m, 3, NUMS(1, 4, 3, 5));
    put_msg(&b, 2, &m);
    put_sample(&b, 9, &one, 1);
    put_sample(&b, 7, &one, 1);
    put_nums(&b, 3, NUMS(1, 70, 2, 0x1000, 5, 4));
    put_nums(&b, 4, NUMS(1, 9, 2, 70, 3, 0x1010));
    m.n = 0;
    put_num(&m, 1, 7);
    put_nums(&m, 4, NUMS(1, 50, 2, 3));
    put_nums(&m, 4, NUMS(1, 60, 2, 4));
    put_msg(&b, 4, &m);
    put_nums(&b, 5, NUMS(1, 50, 2, 3, 4, 4));
    put_nums(&b, 5, NUMS(1, 60, 2, 5));
    put_num(&b, 7, 6);
    put_num(&b, 8, 4);
    put_num(&b, 9, 1000);
    put_num(&b, 13, 3);
    put_words(&b, "samples count key file f (k|f)+.*");
    assert_survives(&corr_format_pprof, b.p, b.n);
}

static void so_does_a_recording(void **state)
{
    static uint8_t bytes[1 << 16];

    (void)state;
    size_t n = read_file("testdata/pprof/go-cpu.pb", bytes, sizeof bytes);
    assert_survives(&corr_format_pprof, bytes, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_of_a_profile_survives),
        cmocka_unit_test(so_does_a_recording),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
