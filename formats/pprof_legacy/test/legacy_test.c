/* Tests of the formats before pprof's own: what is read. */
#include "test/test_legacy.h"

#include <math.h>

#define MAP                                                                    \
    "MAPPED_LIBRARIES:\n"                                                      \
    "7f0000001000-7f0000003000 r-xp 00001000 08:01 7   /lib/libc.so.6\n"       \
    "00400000-00500000 r-xp 00000000 08:01 42          /opt/bin/server\n"      \
    "00600000-00700000 rw-p 00100000 08:01 42          /opt/bin/server\n"

static void a_file_may_begin_with_empty_lines(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "\n\r\n\nheap profile: 1: 2 [3: 4] @ heapprofile\n"
                  "1: 2 [3: 4] @ 0x1000\n");
    assert_int_equal(total_of(&l, "live_bytes"), 2);
    input_clear(&l.in);
}

static void its_name_may_state_a_window(void **state)
{
    static const char text[] = "heap profile: 1: 2 [3: 4] @ heapprofile\n";
    const src_opts so = { .path = "old.1764151200-1764151210.prof" };
    loaded l;

    (void)state;
    load_as(&l, &corr_format_pprof_legacy,
            src_open_memory(text, sizeof text - 1, &so, NULL),
            &(corr_load_opts){ 0 });
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.from, 1764151200 * INT64_C(1000000000));
    assert_int_equal(l.in.to, 1764151210 * INT64_C(1000000000));
    input_clear(&l.in);
}

/* ---- binary CPU profiles ------------------------------------------------- */

static void put_begin(words *w)
{
    PUT(w, 0, 3, 0, 10000, 0);
}

static void samples_are_time_and_callers_lie_before_their_address(void **state)
{
    words w = { .bytes = 8 };
    loaded l;

    (void)state;
    put_begin(&w);
    PUT(&w, 3, 3, 0x401000, 0x402000, 0x7f0000002000);
    PUT(&w, 1, 1, 0x650000);
    PUT(&w, 0, 1, 0);
    put_text(&w, MAP);
    load_bytes(&l, w.p, w.n);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    assert_int_equal(total_of(&l, "cpu"), 40000000);
    assert_int_equal(obs_of(&l, "cpu"), 4);
    assert_int_equal(kind_facts(&l, "cpu")->unit, CORR_NS);
    assert_int_equal(kind_facts(&l, "cpu")->period, 10000000);
    assert_string_equal(stack_in(&l, "cpu", 0),
                        "libc.so.6+0x1fff;server+0x1fff;server+0x1000");
    assert_string_equal(stack_in(&l, "cpu", 1), "0x650000");
    assert_int_not_equal(l.in.process.owner, 0);
    input_clear(&l.in);
}

static void words_have_two_sizes_and_two_orders(void **state)
{
    (void)state;
    for (size_t bytes = 4; bytes <= 8; bytes += 4)
        for (int big = 0; big < 2; big++) {
            words w = { .bytes = bytes, .is_big = big };
            loaded l;
            put_begin(&w);
            PUT(&w, 2, 2, 0x1000, 0x2000);
            PUT(&w, 0, 1, 0);
            assert_int_equal(corr_format_pprof_legacy.probe(w.p, w.n, true),
                             100);
            load_bytes(&l, w.p, w.n);
            assert_int_equal(l.code, CORR_OK);
            assert_int_equal(l.in.warning.n, 0);
            assert_int_equal(total_of(&l, "cpu"), 20000000);
            assert_string_equal(stack_in(&l, "cpu", 0), "0x1fff;0x1000");
            input_clear(&l.in);
        }
}

static void load_leaves(loaded *l, uint64_t apart)
{
    words w = { .bytes = 8 };

    put_begin(&w);
    for (uint64_t i = 0; i < 3; i++)
        PUT(&w, 1, 3, 0x400000 + i * apart, 0x7000, 0x3000 + i);
    PUT(&w, 0, 1, 0);
    load_bytes(l, w.p, w.n);
    assert_int_equal(l->code, CORR_OK);
}

static void the_frame_of_the_signal_handler_is_left_out(void **state)
{
    loaded l;

    (void)state;
    load_leaves(&l, 0x10000);
    assert_string_equal(stack_in(&l, "cpu", 1), "0x3000;0x410000");
    assert_int_equal(l.in.setting.n, 1);
    input_clear(&l.in);
    load_leaves(&l, 0x100); /* one busy function and its caller */
    assert_string_equal(stack_in(&l, "cpu", 1), "0x3000;0x6fff;0x400100");
    assert_int_equal(l.in.setting.n, 0);
    input_clear(&l.in);
}

static void a_leaf_that_is_there_twice_counts_once(void **state)
{
    words w = { .bytes = 8 };
    loaded l;

    (void)state;
    put_begin(&w);
    PUT(&w, 1, 3, 0x400, 0x400, 0x500);
    PUT(&w, 0, 1, 0);
    load_bytes(&l, w.p, w.n);
    assert_string_equal(stack_in(&l, "cpu", 0), "0x4ff;0x400");
    input_clear(&l.in);
}

/* ---- heap ---------------------------------------------------------------- */

/* Vector 4.11 of the methods. */
static void one_small_object_stands_for_many(void **state)
{
    loaded l;

    (void)state;
    assert_true(fabs(legacy_scale(4096, 524288) - 128.5007) < 0.00005);
    load_text(&l, "heap profile: 1: 4096 [1: 4096] @ heap_v2/524288\n"
                  "  1: 4096 [1: 4096] @ 0x401001 0x402001\n" MAP);
    assert_int_equal(total_of(&l, "live_count"), 128);
    assert_int_equal(obs_of(&l, "live_count"), 1);
    assert_int_equal(total_of(&l, "live_bytes"), 526338);
    assert_int_equal(obs_of(&l, "live_bytes"), 128);
    assert_int_equal(kind_facts(&l, "live_bytes")->period, 524288);
    assert_int_equal(kind_facts(&l, "live_bytes")->flags,
                     CORR_KIND_SNAPSHOT | CORR_KIND_DEFAULT);
    assert_null(find_kind(&l, "alloc_bytes"));
    assert_string_equal(stack_in(&l, "live_bytes", 0),
                        "server+0x2000;server+0x1000");
    input_clear(&l.in);
}

static void go_writes_twice_its_rate_and_names_its_code(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "heap profile: 1: 524288 [3: 1572864] @ heap/1048576\n"
                  "1: 524288 [3: 1572864] @ 0x420cef 0x422151\n"
                  "#\t0x420cee\tmain.fill+0xb0\t\t/src/fill.go:65\n"
                  "#\t0x422150\tmain.(*T).run+0x24\t/src/main.go:622\n\n"
                  "0: 0 [0: 0] @ 0x1\n"
                  "\n# runtime.MemStats\n# Alloc = 1\n");
    assert_int_equal(total_of(&l, "alloc_count"), 4);
    assert_int_equal(total_of(&l, "alloc_bytes"), 2488234);
    assert_int_equal(total_of(&l, "live_count"), 1);
    assert_int_equal(total_of(&l, "live_bytes"), 829411);
    assert_int_equal(kind_facts(&l, "alloc_bytes")->flags,
                     CORR_KIND_CUMULATIVE);
    assert_string_equal(stack_in(&l, "live_bytes", 0),
                        "main.(*T).run:622;main.fill:65");
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), "Go"));
    const segment *s = find_kind(&l, "live_bytes");
    corr_label size = input_label(&l.in, s->labels[0], 0);
    assert_true(corr_str_is(size.key, "bytes"));
    assert_int_equal(size.num, 524288);
    input_clear(&l.in);
}

static void what_counts_everything_is_not_scaled(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "heap profile: 2: 32 [5: 80] @ heapprofile\n"
                  "  2: 32 [5: 80] @ 0x401001\n\n" MAP);
    assert_int_equal(total_of(&l, "live_count"), 2);
    assert_int_equal(total_of(&l, "alloc_bytes"), 80);
    assert_int_equal(kind_facts(&l, "alloc_bytes")->period, 0);
    input_clear(&l.in);
    load_text(&l, "heap profile: 2: 4194304 [2: 4194304] @ growthz\n"
                  "  1: 2097152 [1: 2097152] @ 0x401001\n"
                  "  1: 2097152 [1: 2097152] @ 0x401001\n--- Memory map: ---\n"
                  "  00400000-00500000: /opt/server (@1000) abcd\n"
                  "  build=/opt\n");
    assert_int_equal(total_of(&l, "growth_bytes"), 4194304);
    assert_int_equal(total_of(&l, "growth_count"), 2);
    assert_null(find_kind(&l, "live_bytes"));
    assert_string_equal(stack_in(&l, "growth_bytes", 1), "server+0x2000");
    input_clear(&l.in);
}

static void jemalloc_puts_the_stack_first(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "heap_v2/524288\n"
                  "  t*: 2: 4194304 [0: 0]\n"
                  "  t0: 2: 4194304 [0: 0]\n"
                  "@ 0x401001 0x402001\n"
                  "  t*: 1: 4096 [0: 0]\n"
                  "  t0: 1: 4096 [0: 0]\n"
                  "@ 0x403001\n"
                  "  t*: 1: 4190208 [0: 0]\n\n" MAP);
    assert_int_equal(obs_of(&l, "live_count"), 2);
    assert_int_equal(total_of(&l, "live_count"), 129);
    assert_null(find_kind(&l, "alloc_count"));
    assert_string_equal(stack_in(&l, "live_bytes", 0),
                        "server+0x2000;server+0x1000");
    assert_true(corr_str_is(input_text(&l.in, l.in.producer), "jemalloc"));
    input_clear(&l.in);
}

/* ---- locks --------------------------------------------------------------- */

static void cycles_become_nanoseconds_of_all_that_waited(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "--- contentionz 1 ---\n"
                  "cycles/second = 3201000000\n"
                  "sampling period = 100\n"
                  "discarded samples = 0\n"
                  "  5760  2 @ 0x401001\n"
                  "  100  10 @ 0x402001\n"
                  "--- Memory map: ---\n"
                  "  00400000-00500000: server\n");
    assert_int_equal(total_of(&l, "block"), 179943 + 3124);
    assert_int_equal(obs_of(&l, "block"), 12);
    assert_int_equal(total_of(&l, "contentions"), 1200);
    assert_int_equal(obs_of(&l, "contentions"), 12);
    assert_string_equal(stack_in(&l, "block", 1), "server+0x2000");
    assert_int_equal(l.in.setting.n, 3);
    input_clear(&l.in);
}

static void go_says_which_lock_profile_it_is(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "--- contention:\ncycles/second=2000000000\n"
                  "3000 3 @ 0x401001\n#\t0x401000\tmain.f+0x1\t/m.go:3\n\n");
    assert_int_equal(total_of(&l, "block"), 1500);
    assert_null(find_kind(&l, "contentions"));
    assert_string_equal(stack_in(&l, "block", 0), "main.f:3");
    input_clear(&l.in);
    load_text(&l, "--- mutex:\ncycles/second=1000000000\n"
                  "sampling period=1\n3000 3 @ 0x401001\n");
    assert_int_equal(total_of(&l, "mutex"), 3000);
    input_clear(&l.in);
    load_text(&l, "--- mutex:\ncycles/second=1000000000\n");
    assert_int_equal(total_of(&l, "mutex"), 0);
    input_clear(&l.in);
}

/* ---- goroutines and threads ---------------------------------------------- */

static void goroutines_have_labels_and_names(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "goroutine profile: total 3\n"
                  "2 @ 0x47dbee 0x4dcd1a\n"
                  "#\t0x4dcd19\tmain.inner+0x19\t\t/src/main.go:12\n\n"
                  "1 @ 0x47dbee\n"
                  "# labels: {\"a\":\"q\\\"\\n\\u00e9\\x41\", "
                  "\"span_id\":\"00f067aa0ba902b7\"}\n\n");
    assert_int_equal(total_of(&l, "goroutine"), 3);
    assert_int_equal(kind_facts(&l, "goroutine")->flags,
                     CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE | CORR_KIND_DEFAULT);
    assert_string_equal(stack_in(&l, "goroutine", 0), "main.inner:12");
    const segment *s = find_kind(&l, "goroutine");
    assert_int_equal(s->labels[0], 0);
    corr_label a = input_label(&l.in, s->labels[1], 0);
    assert_true(corr_str_is(a.key, "a"));
    assert_true(corr_str_is(a.text, "q\"\n\xc3\xa9"
                                    "A"));
    input_clear(&l.in);
}

static void other_things_are_counted_under_their_own_name(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "threadcreate profile: total 4\n4 @ 0x0 0x0\n#\t0x0\n\n");
    assert_int_equal(total_of(&l, "threadcreate"), 4);
    assert_string_equal(stack_in(&l, "threadcreate", 0), "");
    input_clear(&l.in);
    load_text(&l, "cpu profile: total 1\n1 @\n");
    assert_int_equal(total_of(&l, "cpu/count"), 1);
    input_clear(&l.in);
}

static const char threadz[] =
    "--- threadz 1 ---\n\n"
    "--- Thread 7f01 (name: main/14748) stack: ---\n"
    "  PC:  0x00401000: Wait(int)\n"
    "  0x00402000: main\n"
    "--- Thread 7f02 (name: a/b (c)/14751) stack: ---\n"
    "  PC: 0x403000 0x404000\n"
    "      0x405000\n"
    "      creator: 0x406000\n"
    "      creator:\n"
    "  0x00402000: main\n"
    "--- Thread 7f03 stack: ---\n"
    "  [same as previous thread]\n"
    "--- Memory map: ---\n"
    "  00400000-00500000: server\n";

static void every_thread_has_a_stack_and_what_created_it(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, threadz);
    assert_int_equal(total_of(&l, "thread"), 3);
    assert_string_equal(stack_in(&l, "thread", 0), "main;Wait(int)");
    const char *other = "main;server+0x5fff;server+0x4fff;server+0x3fff;"
                        "server+0x3000";
    assert_string_equal(stack_in(&l, "thread", 1), other);
    assert_string_equal(stack_in(&l, "thread", 2), other);
    const segment *s = find_kind(&l, "thread");
    const thread_row *t = &l.in.thread.v[s->thread[1]];
    assert_true(corr_str_is(input_text(&l.in, t->name), "a/b (c)"));
    assert_int_equal(t->os_id, 14751);
    assert_int_equal(s->thread[2], 0);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_may_begin_with_empty_lines),
        cmocka_unit_test(its_name_may_state_a_window),
        cmocka_unit_test(samples_are_time_and_callers_lie_before_their_address),
        cmocka_unit_test(words_have_two_sizes_and_two_orders),
        cmocka_unit_test(the_frame_of_the_signal_handler_is_left_out),
        cmocka_unit_test(a_leaf_that_is_there_twice_counts_once),
        cmocka_unit_test(one_small_object_stands_for_many),
        cmocka_unit_test(go_writes_twice_its_rate_and_names_its_code),
        cmocka_unit_test(what_counts_everything_is_not_scaled),
        cmocka_unit_test(jemalloc_puts_the_stack_first),
        cmocka_unit_test(cycles_become_nanoseconds_of_all_that_waited),
        cmocka_unit_test(go_says_which_lock_profile_it_is),
        cmocka_unit_test(goroutines_have_labels_and_names),
        cmocka_unit_test(other_things_are_counted_under_their_own_name),
        cmocka_unit_test(every_thread_has_a_stack_and_what_created_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
