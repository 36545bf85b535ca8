/* Tests of legacy_thread.c: threads, their names and their stacks. */
#include "test/test_legacy.h"

/* The name and id of a thread with this in its brackets. */
static const char *thread_of(const char *brackets)
{
    static char found[120];
    char text[200];
    loaded l;

    snprintf(text, sizeof text,
             "--- threadz 1 ---\n--- Thread 1 %s stack: ---\n PC: 0x1\n"
             "--- Memory map: ---\n",
             brackets);
    load_text(&l, text);
    const segment *s = find_kind(&l, "thread");
    assert_int_equal(s->n, 1);
    assert_int_equal(obs_of(&l, "thread"), 1);
    uint32_t thread = s->thread ? s->thread[0] : 0;
    const thread_row *t = &l.in.thread.v[thread];
    assert_int_equal(t->vm_id, 0);
    snprintf(found, sizeof found, "%.*s|%lld",
             CORR_STR_ARG(input_text(&l.in, t->name)), (long long)t->os_id);
    input_clear(&l.in);
    return thread ? found : "none";
}

static void a_thread_has_a_name_and_an_id_in_brackets(void **state)
{
    (void)state;
    assert_string_equal(thread_of("(name: main/14748)"), "main|14748");
    assert_string_equal(thread_of("(name: a/b (c)/1)"), "a/b (c)|1");
    assert_string_equal(thread_of("(name: a)"), "a|0");
    assert_string_equal(thread_of("(name: a/x)"), "a/x|0");
    assert_string_equal(thread_of("(name: a/-1)"), "a/-1|0");
    assert_string_equal(thread_of("(name: a/0)"), "a|0");
    assert_string_equal(thread_of("(name: a"), "none");
    assert_string_equal(thread_of("(named: a/1)"), "none");
    assert_string_equal(thread_of(""), "none");
}

static void frames_of_a_thread_are_lines_or_lists(void **state)
{
    loaded l;

    (void)state;
    load_anyhow(&l, "--- threadz 1 ---\n"
                    "  0x1: before any thread\n"
                    "--- Thread 1 (name: a/1) stack: ---\n"
                    "  PC: 0x10: leaf\n"
                    "  0x20: outer\n"
                    "  0x30 0x40\n"
                    "\n"
                    "  creator: 0x50: made by\n"
                    "  zz\n"
                    "  0x60 zz\n"
                    "--- Thread 2 (name: b/2) stack: ---\n"
                    "  0x0: nothing\n"
                    "  0x10 0x20\n"
                    "--- Thread 3 (name: c/3) stack: ---\n"
                    "  [same as previous thread]\n"
                    "--- something else ---\n"
                    "  0x70: of no thread\n"
                    "--- Memory map: ---\n"
                    "  0-ff: server\n");
    const segment *s = find_kind(&l, "thread");
    assert_int_equal(s->n, 3);
    assert_string_equal(stack_of(&l, s, 0),
                        "server+0x5f;made by;server+0x3f;server+0x2f;outer;"
                        "leaf");
    assert_string_equal(stack_of(&l, s, 1), "outer;leaf");
    assert_string_equal(stack_of(&l, s, 2), "outer;leaf");
    assert_int_equal(s->row[2], 2);
    assert_int_equal(l.in.lost.events, 2);
    assert_non_null(
        said(&l, "line 9 is not a frame of a thread; it is left out"));
    input_clear(&l.in);
}

static void a_thread_of_whole_lines_needs_no_end(void **state)
{
    static const char begun[] = "--- threadz 1 ---\n"
                                "--- Thread 1 (name: a/1) stack: ---\n"
                                "  PC: 0x10\n";
    char cut[120];
    loaded l;

    (void)state;
    load_anyhow(&l, begun);
    const warning *w = said(
        &l, "cut off at line 3, before the memory map; threads may be missing");
    assert_non_null(w);
    assert_int_equal(w->offset, sizeof begun - 1);
    assert_int_equal(l.in.lost.events, 0);
    assert_int_equal(l.in.lost.bytes, 0);
    assert_int_equal(total_of(&l, "thread"), 1);
    input_clear(&l.in);
    snprintf(cut, sizeof cut, "%s0x", begun);
    load_anyhow(&l, cut);
    w = said(
        &l,
        "cut off at line 4, inside the stack of a thread, which is left out");
    assert_non_null(w);
    assert_int_equal(w->offset, 18);
    assert_int_equal(l.in.lost.events, 1);
    assert_int_equal(total_of(&l, "thread"), 0);
    input_clear(&l.in);
    snprintf(cut, sizeof cut, "%s--- Memory map: ---\n0-ff: a", begun);
    load_anyhow(&l, cut);
    assert_int_equal(total_of(&l, "thread"), 1);
    assert_int_equal(l.in.warning.n, 1); /* of the line */
    input_clear(&l.in);
    snprintf(cut, sizeof cut, "%s--- end ---\nx", begun);
    load_anyhow(&l, cut);
    assert_non_null(said(
        &l,
        "cut off at line 5, before the memory map; threads may be missing"));
    input_clear(&l.in);
}

static void the_same_stack_as_none_is_lost(void **state)
{
    loaded l;

    (void)state;
    load_anyhow(&l, "--- threadz 1 ---\n"
                    "--- Thread 1 (name: a/1) stack: ---\n"
                    "  [same as previous thread]\n"
                    "--- Memory map: ---\n");
    const warning *w = said(&l, "the thread before line 4 repeats a stack that "
                                "is missing; it is left out");
    assert_non_null(w);
    assert_int_equal(w->offset, 18);
    assert_int_equal(l.in.lost.events, 1);
    assert_int_equal(l.in.lost.bytes, 0);
    assert_int_equal(find_kind(&l, "thread")->n, 0);
    assert_int_equal(kind_facts(&l, "thread")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT | CORR_KIND_WHOLE);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_has_a_name_and_an_id_in_brackets),
        cmocka_unit_test(frames_of_a_thread_are_lines_or_lists),
        cmocka_unit_test(a_thread_of_whole_lines_needs_no_end),
        cmocka_unit_test(the_same_stack_as_none_is_lost),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
