/* Tests of legacy_heap.c: what rows of heap profiles are worth. */
#include "test/test_legacy.h"

static void what_follows_the_at_says_how_a_heap_was_sampled(void **state)
{
    static const struct {
        const char *sampling;
        int64_t period;
        bool is_known;
    } way[] = {
        { "heap_v2/524288", 524288, true }, { "heapz_v2/512", 512, true },
        { "heap/1048576", 524288, true },   { "  heap_v2/7  ", 7, true },
        { "heap_v2/0", 0, true },           { "heap_v2/1", 1, true },
        { "heapprofile", 0, true },         { "heap_v2/-5", 0, false },
        { "heap_v2/5x", 5, false },         { "heap_v2/", 0, false },
        { "heap_v3/5", 0, false },          { "", 0, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char text[160];
        loaded l;
        snprintf(text, sizeof text,
                 "heap profile: 1: 16 [1: 16] @ %s\n1: 16 [1: 16] @ 0x1\n",
                 way[i].sampling);
        load_anyhow(&l, text);
        assert_int_equal(l.in.warning.n, !way[i].is_known);
        if (way[i].is_known)
            assert_int_equal(kind_facts(&l, "live_bytes")->period,
                             way[i].period);
        assert_int_equal(kind_facts(&l, "live_count")->period, 0);
        assert_int_equal(obs_of(&l, "live_count"), 1);
        if (way[i].period <= 1)
            assert_int_equal(total_of(&l, "live_bytes"), 16);
        input_clear(&l.in);
    }
}

static void go_lists_a_heap_without_its_runtime(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "heap profile: 2: 32 [2: 32] @ heap/2\n"
                  "1: 16 [1: 16] @ 0x11 0x12 0x21 0x31\n"
                  "#\t0x20\tmain.main+0x1\t/main.go:5\n\n"
                  "1: 16 [1: 16] @ 0x11 0x31\n"
                  "#\t0x10\truntime.malg+0x2\t/proc.go:7\n");
    assert_string_equal(stack_in(&l, "live_bytes", 0), "main.main:5");
    assert_string_equal(stack_in(&l, "live_bytes", 1), "runtime.malg:7");
    input_clear(&l.in);
}

static void only_a_growth_profile_grows(void **state)
{
    loaded l;

    (void)state;
    load_anyhow(&l, "heap profile: 1: 16 [2: 32] @ other\n"
                    "1: 16 [2: 32] @ 0x1\n");
    assert_int_equal(total_of(&l, "live_bytes"), 16);
    assert_int_equal(total_of(&l, "alloc_bytes"), 32);
    assert_null(find_kind(&l, "growth_bytes"));
    input_clear(&l.in);
    load_anyhow(&l, "heap profile: 1: 16 [2: 32] @ growthz\n"
                    "1: 16 [2: 32] @ 0x1\n");
    assert_int_equal(total_of(&l, "growth_bytes"), 16);
    assert_null(find_kind(&l, "alloc_bytes"));
    assert_int_equal(kind_facts(&l, "growth_bytes")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_CUMULATIVE);
    assert_int_equal(kind_facts(&l, "growth_count")->flags,
                     CORR_KIND_CUMULATIVE);
    input_clear(&l.in);
}

/* In brackets stands what was allocated, if it is more than what is in use. */
static void what_was_allocated_is_a_kind_if_it_says_more(void **state)
{
    static const struct {
        const char *head;
        bool has_alloc;
    } way[] = {
        { "1: 16 [0: 0]", false }, { "1: 16 [1: 16]", false },
        { "1: 16 [2: 16]", true }, { "1: 16 [1: 32]", true },
        { "1: 16 [0: 32]", true }, { "1: 16 [2: 0]", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char text[160];
        loaded l;
        snprintf(text, sizeof text,
                 "heap profile: %s @ heapprofile\n1: 16 [3: 48] @ 0x1\n",
                 way[i].head);
        load_text(&l, text);
        assert_int_equal(find_kind(&l, "alloc_bytes") != NULL,
                         way[i].has_alloc);
        assert_true(corr_str_is(
            input_text(&l.in, kind_facts(&l, "live_bytes")->type),
            way[i].has_alloc ? "inuse_space/bytes" : "space/bytes"));
        assert_int_equal(kind_facts(&l, "live_bytes")->flags,
                         CORR_KIND_SNAPSHOT | CORR_KIND_DEFAULT);
        assert_int_equal(kind_facts(&l, "live_count")->flags,
                         CORR_KIND_SNAPSHOT);
        input_clear(&l.in);
    }
}

static void a_row_is_labelled_with_the_size_of_its_objects(void **state)
{
    static const struct {
        const char *row;
        bool has_size;
        int64_t size;
    } way[] = {
        { "2: 32 [3: 99]", true, 16 },
        { "0: 0 [3: 99]", true, 33 },
        { "0: 7 [0: 9]", false, 0 },
        { "-2: -32 [0: 0]", true, 16 },
        { "2: -32 [2: 32]", true, -16 },
        { "-1: -9223372036854775808 [0: 0]", false, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        char text[160];
        corr_label x;
        loaded l;
        snprintf(text, sizeof text,
                 "heap profile: 1: 1 [9: 9] @ heapprofile\n%s @ 0x1\n",
                 way[i].row);
        load_anyhow(&l, text);
        const segment *s = find_kind(&l, "live_bytes");
        if (!s->n)
            s = find_kind(&l, "alloc_bytes");
        uint32_t set = s->labels ? s->labels[0] : 0;
        assert_int_equal(input_find_label(&l.in, set, CORR_STR("bytes"), &x),
                         way[i].has_size);
        if (way[i].has_size)
            assert_int_equal(x.num, way[i].size);
        input_clear(&l.in);
    }
}

static void rows_of_a_heap_may_take_away(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "heap profile: 1: 16 [1: 16] @ heapprofile\n"
                  "2: 48 [2: 48] @ 0x1\n-1: -32 [-1: -32] @ 0x2\n"
                  "0: 0 [0: 0] @ 0x3\n0: 5 [0: 0] @ 0x4\n");
    assert_int_equal(total_of(&l, "live_count"), 1);
    assert_int_equal(total_of(&l, "live_bytes"), 21);
    const segment *s = find_kind(&l, "live_bytes");
    assert_int_equal(s->n, 3);
    assert_int_equal(s->row[2], 3);
    assert_int_equal(obs_of(&l, "live_count"), 3);
    assert_int_equal(obs_of(&l, "live_bytes"), 4);
    input_clear(&l.in);
}

/* A rate of 2^62 makes one object of one byte into more than can be counted. */
static void a_heap_stops_at_what_can_be_counted(void **state)
{
    loaded l;

    (void)state;
    load_text(&l, "heap profile: 4: 4 [4: 4] @ heap_v2/4611686018427387904\n"
                  "4: 4 [4: 4] @ 0x1\n");
    assert_true(total_of(&l, "live_count") == INT64_MAX);
    assert_true(obs_of(&l, "live_bytes") == INT64_MAX);
    input_clear(&l.in);
    load_text(&l, "heap profile: 0: 0 [0: 0] @ heap_v2/4611686018427387904\n"
                  "-4: -4 [0: 0] @ 0x1\n");
    assert_true(total_of(&l, "live_count") == -INT64_MAX);
    assert_true(obs_of(&l, "live_bytes") == INT64_MAX);
    assert_int_equal(obs_of(&l, "live_count"), 4);
    input_clear(&l.in);
}

static void a_heap_that_ends_early_says_what_is_missing(void **state)
{
    static const char text[] = "heap profile: 3: 48 [3: 48] @ heapprofile\n"
                               "2: 32 [2: 32] @ 0x1\n-9: 1 [0: 0] @ 0x1\n";
    loaded l;

    (void)state;
    load_anyhow(&l, text);
    const warning *w = said(
        &l,
        "up to line 3 there are 2 of the 3 objects in use that were announced");
    assert_non_null(w);
    assert_true(w->damage);
    assert_int_equal(w->offset, 62);
    assert_int_equal(l.in.lost.events, 0);
    assert_int_equal(l.in.lost.bytes, 0);
    input_clear(&l.in);
}

static void jemalloc_counts_all_threads_of_a_stack(void **state)
{
    loaded l;

    (void)state;
    load_anyhow(&l, "heap_v2/1\n"
                    "  t*: 5: 80 [9: 144]\n"
                    "  t0: 4: 64 [0: 0]\n"
                    "@ 0x11 0x12\n"
                    "  t*: 2: 32 [4: 64]\n"
                    "  t0: 9: 9 [9: 9]\n"
                    "\n"
                    "@ 0x3\n"
                    "  t*: 3: 48 [5: 80]\n"
                    "@ 0x4 zz\n"
                    "  t*: 7: 7 [7: 7]\n"
                    "what\n"
                    "  t*: 1 1\n");
    assert_int_equal(total_of(&l, "live_count"), 5);
    assert_int_equal(total_of(&l, "live_bytes"), 80);
    assert_int_equal(total_of(&l, "alloc_bytes"), 144);
    assert_string_equal(stack_in(&l, "live_bytes", 0), "0x11;0x10");
    assert_int_equal(l.in.lost.events, 3);
    assert_non_null(said(&l, "line 10 is not a stack; it is left out"));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_follows_the_at_says_how_a_heap_was_sampled),
        cmocka_unit_test(go_lists_a_heap_without_its_runtime),
        cmocka_unit_test(only_a_growth_profile_grows),
        cmocka_unit_test(what_was_allocated_is_a_kind_if_it_says_more),
        cmocka_unit_test(a_row_is_labelled_with_the_size_of_its_objects),
        cmocka_unit_test(rows_of_a_heap_may_take_away),
        cmocka_unit_test(a_heap_stops_at_what_can_be_counted),
        cmocka_unit_test(a_heap_that_ends_early_says_what_is_missing),
        cmocka_unit_test(jemalloc_counts_all_threads_of_a_stack),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
