/* Tests of legacy_symbol.c: profiles behind symbols, and profiles of Java. */
#define FORMAT corr_format_pprof_legacy
#include "test/test_legacy.h"

#define SYMBOLS                                                                \
    "--- symbol\n"                                                             \
    "binary=/bin/server\n"                                                     \
    "0x0000000000401000 main\n"                                                \
    "0x0000000000402000 strlen--parse\n"                                       \
    "0x0000000000402fff caller\n"                                              \
    "0x0000000000409000\n"                                                     \
    "---\n"

#define NAMES                                                                  \
    "\n  0x00000003 com.example.Main.run (Main.java:12)\n"                     \
    "  0x00000004 memcpy (/lib/libc.so.6)\n"                                   \
    "  0x00000005 GC\n"                                                        \
    "  0x00000006 generated stub/JIT\n"                                        \
    "  0x00000007 a.B.<init> (Unknown Source:-1)\n"                            \
    "  0x00000008 never seen (X.java:1)\n"

static void a_heap_has_the_names_in_front_of_it(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, SYMBOLS "--- heap\n"
                          "heap profile: 2: 20 [2: 20] @ heapprofile\n"
                          "1: 8 [1: 8] @ 0x402000 0x401000\n"
                          "1: 12 [1: 12] @ 0x409000 0x403000 0x401000\n");
    /* an address, or the call before it; without a name, its number */
    assert_string_equal(rows_of(&l, "live_bytes"),
                        "main;parse;strlen=8 main;caller;0x408fff=12");
    input_clear(&l.in);
}

static void locks_have_a_first_line_of_their_own(void **state)
{
    static const char *const section[] = { "--- contention\n", "" };
    char text[600];
    loaded l;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        snprintf(text, sizeof text,
                 SYMBOLS "%s--- contentionz 1 ---\n"
                         "cycles/second=1000000000\n3 1 @ 0x401000\n",
                 section[i]);
        load_text(&l, text);
        assert_string_equal(rows_of(&l, "block"), "main=3");
        input_clear(&l.in);
    }
}

static void load_words(loaded *l, words *w)
{
    load_bytes(l, w->p, w->n);
    assert_int_equal(l->code, CORR_OK);
}

static void a_cpu_profile_has_the_names_in_front_of_it(void **state)
{
    words w = { .bytes = 8 };
    loaded l;

    (void)state;
    put_text(&w, SYMBOLS "--- profile\n");
    PUT(&w, 0, 3, 0, 10000, 0);
    PUT(&w, 2, 3, 0x402000, 0x403000, 0x401001);
    PUT(&w, 0, 1, 0);
    load_words(&l, &w);
    assert_int_equal(l.in.warning.n, 0);
    assert_string_equal(rows_of(&l, "cpu"),
                        "main;caller;parse;strlen=20000000");
    input_clear(&l.in);
}

static void without_a_period_the_values_are_bytes(void **state)
{
    words w = { .bytes = 8 };
    loaded l;

    (void)state;
    put_text(&w, SYMBOLS "--- profile\n");
    PUT(&w, 0, 3, 0, 0, 0);
    PUT(&w, 4096, 2, 0x402000, 0x401000);
    PUT(&w, 512, 1, 0x401000);
    load_words(&l, &w);
    assert_string_equal(rows_of(&l, "live_bytes"),
                        "main;parse;strlen=4096 main=512");
    assert_int_equal(l.in.warning.n, 1);
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
    w.n = 0; /* only behind symbols */
    PUT(&w, 0, 3, 0, 0, 0);
    load_bytes(&l, w.p, w.n);
    assert_null(find_kind(&l, "live_bytes"));
    input_clear(&l.in);
}

static void javas_heap_has_bytes_before_objects(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "--- heapz 1 ---\nformat = java\nresolution = bytes\n"
                  "  524288000 1 @ 0x00000003 0x00000005\n"
                  "  1048576000 2 @ 0x4 0x3\n" NAMES);
    assert_string_equal(rows_of(&l, "live_count"),
                        "GC;com.example.Main.run:12=1 "
                        "com.example.Main.run:12;memcpy=2");
    assert_int_equal(total_of(&l, "live_bytes"), 1572864000);
    assert_int_equal(kind_facts(&l, "live_bytes")->period, 524288);
    input_clear(&l.in);
}

static void javas_delays_are_in_their_unit(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "--- contentionz 1 ---\nformat = java\n"
                  "resolution = microseconds\nsampling period = 100\n"
                  "ms since reset = 6019923\n"
                  "  14 2 @ 0x6 0x7\n" NAMES);
    assert_string_equal(rows_of(&l, "block"), "a.B.<init>;STUB=1400000");
    assert_int_equal(total_of(&l, "contentions"), 200);
    input_clear(&l.in);
}

static void javas_cpu_has_names_behind_it(void **state)
{
    words w = { .bytes = 8, .is_big = true };
    loaded l;

    (void)state;
    PUT(&w, 0, 3, 1, 10000, 0);
    PUT(&w, 2, 2, 3, 5);
    PUT(&w, 0, 1, 0);
    put_text(&w, NAMES);
    load_words(&l, &w);
    assert_int_equal(l.in.warning.n, 0);
    assert_string_equal(rows_of(&l, "cpu"),
                        "GC;com.example.Main.run:12=20000000");
    input_clear(&l.in);
}

static void any_damage_is_survived(void **state)
{
    static const char heap[] = SYMBOLS "--- heap\n"
                                       "heap profile: 1: 8 [1: 8] @ heap/2\n"
                                       "1: 8 [1: 8] @ 0x402000 0x401000\n";
    static const char java[] = "--- heapz 1 ---\nformat = java\n"
                               "  524288 1 @ 0x3 0x5\n" NAMES;

    (void)state;
    assert_text_survives(heap);
    assert_text_survives(java);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_heap_has_the_names_in_front_of_it),
        cmocka_unit_test(locks_have_a_first_line_of_their_own),
        cmocka_unit_test(a_cpu_profile_has_the_names_in_front_of_it),
        cmocka_unit_test(without_a_period_the_values_are_bytes),
        cmocka_unit_test(javas_heap_has_bytes_before_objects),
        cmocka_unit_test(javas_delays_are_in_their_unit),
        cmocka_unit_test(javas_cpu_has_names_behind_it),
        cmocka_unit_test(any_damage_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
