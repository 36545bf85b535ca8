/* Flight recordings: constants, and the threads, frames and stacks that they
 * become. */
#include "test/test_jfr.h"

/* Sample 1 of stack and thread, of a recording with these constants besides. */
static void load_with(loaded *l, const char *types, const char *constants,
                      const char *sample)
{
    static recording r;

    r.all.n = 0;
    begin_java(&r, types);
    if (*constants)
        put_constants(&r, constants);
    put_event(&r, "jdk.ExecutionSample", sample);
    end_chunk(&r);
    load_recording(l, &r);
}

static void assert_sample(const char *constants, const char *sample,
                          const char *want)
{
    loaded l;

    load_with(&l, "", constants, sample);
    assert_rows(&l, "cpu", want);
    input_clear(&l.in);
}

/* ---- stacks ------------------------------------------------------------------ */

static void the_leaf_stands_first_in_the_file(void **state)
{
    (void)state;
    assert_sample("", "1001 1 1 1", "+1 1 main app.Main.main;app.Main.work:7");
}

static void a_cut_stack_has_a_root_that_says_so(void **state)
{
    loaded l;

    (void)state;
    load_with(&l, "", "", "1001 2 2 1");
    assert_rows(&l, "cpu", "+1 1 worker [truncated];libc.so.6.write");
    input_clear(&l.in);
}

static void frames_say_how_their_code_ran(void **state)
{
    static const struct {
        const char *name;
        corr_frame_type type;
    } cases[] = {
        { "JIT compiled", CORR_FRAME_JIT },
        { "Interpreted", CORR_FRAME_INTERPRETED },
        { "Inlined", CORR_FRAME_INLINED },
        { "Native", CORR_FRAME_NATIVE },
        { "C++", CORR_FRAME_NATIVE },
        { "Kernel", CORR_FRAME_KERNEL },
        { "C1 compiled", CORR_FRAME_C1 },
        { "Dreamt", CORR_FRAME_PLAIN },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char constants[128];
        loaded l;
        snprintf(constants, sizeof constants,
                 "jdk.types.StackTrace: 9 0 1 1 7 0 6|"
                 "jdk.types.FrameType: 6 '%s'",
                 cases[i].name);
        load_with(&l, "", constants, "1001 1 9 1");
        const uint32_t stack = find_kind(&l, "cpu")->stack[0];
        const uint32_t frame =
            narrow_at(&l.in.stack.frame, l.in.stack.at.v[stack]);
        assert_int_equal(l.in.frame.v[frame].type, cases[i].type);
        input_clear(&l.in);
    }
}

static void code_that_is_not_java_is_of_its_library(void **state)
{
    loaded l;

    (void)state;
    load_with(&l, "",
              "jdk.types.Method: 21 2 3 10 0 0; 22 22 23 24 0 0; "
              "23 25 3 10 0 0|java.lang.Class: 22 22 0|"
              "jdk.types.Symbol: 22 'a/b.so'; 23 'x;y'; 24 '(Lk;)L;'|"
              "jdk.types.StackTrace: 9 0 3 21 0 0 4 22 0 0 4 23 0 0 4",
              "1001 1 9 1");
    const segment *s = find_kind(&l, "cpu");
    assert_string_equal(stack_of(&l, s, 0), "write;a/b.so.x;y;libc.so.6.write");
    const uint32_t root = l.in.stack.at.v[s->stack[0]];
    const uint32_t frame = narrow_at(&l.in.stack.frame, root + 1);
    const uint32_t module = l.in.func.v[l.in.frame.v[frame].func].module;
    assert_true(corr_str_is(input_text(&l.in, module), "a/b.so"));
    input_clear(&l.in);
}

static void a_line_that_is_none_is_left_out(void **state)
{
    (void)state;
    assert_sample("jdk.types.StackTrace: 9 0 2 1 0 0 1 2 -1 0 1", "1001 1 9 1",
                  "+1 1 main app.Main.work;app.Main.main");
    assert_sample("jdk.types.StackTrace: 9 0 1 1 xfeffffff07 0 1", "1001 1 9 1",
                  "+1 1 main app.Main.main:2147483646");
}

static void what_a_stack_names_need_not_be_there(void **state)
{
    (void)state;
    assert_sample("", "1001 1 77 1", "+1 1 main ");
    assert_sample("", "1001 1 0 1", "+1 1 main ");
    assert_sample("jdk.types.StackTrace: 9 0 0", "1001 1 9 1", "+1 1 main ");
    assert_sample("jdk.types.Method: 8 77 2 9 0 0; 9 1 77 9 0 0|"
                  "jdk.types.StackTrace: 9 0 3 8 0 0 1 9 0 0 1 7 0 0 1",
                  "1001 1 9 1", "+1 1 main <unknown>;app.Main.;work");
}

/* ---- threads ----------------------------------------------------------------- */

static void assert_thread(const char *constant, const char *name, int64_t os,
                          int64_t vm, bool is_virtual)
{
    char constants[256];
    loaded l;

    snprintf(constants, sizeof constants, "java.lang.Thread: 9 %s", constant);
    load_with(&l, "", constants, "1001 9 1 1");
    const thread_row *t = &l.in.thread.v[find_kind(&l, "cpu")->thread[0]];
    assert_true(corr_str_is(input_text(&l.in, t->name), name));
    assert_int_equal(t->os_id, os);
    assert_int_equal(t->vm_id, vm);
    assert_int_equal(t->is_virtual, is_virtual);
    input_clear(&l.in);
}

static void a_thread_has_its_java_name_or_else_that_of_the_system(void **state)
{
    (void)state;
    assert_thread("'C2 CompilerThre' 17 - 0", "C2 CompilerThre", 17, 0, false);
    assert_thread("'cut at fifteen ' 17 'its whole name' 8", "its whole name",
                  17, 8, false);
    assert_thread("- 17 ~ 0", "", 17, 0, false);
}

static void a_thread_without_a_system_thread_is_virtual(void **state)
{
    (void)state;
    assert_thread("- 0 ~ 912", "virtual-912", 0, 912, true);
    assert_thread("- 0 'named' 912", "named", 0, 912, true);
}

static void a_recorder_that_knows_virtual_threads_says_which(void **state)
{
    static const char types[] =
        "java.lang.Thread osName:String osThreadId:long javaName:String "
        "javaThreadId:long virtual:boolean;"
        "jdk.ExecutionSample! startTime:long@TICKS "
        "sampledThread:java.lang.Thread*";
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ 0 }, types);
    put_constants(&r, "java.lang.Thread: 1 - 0 'ended' 7 0; 2 - 0 ~ 8 1");
    put_event(&r, "jdk.ExecutionSample", "1 1");
    put_event(&r, "jdk.ExecutionSample", "2 2");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu", "+1 1 ended \n+2 1 virtual-8 ");
    const segment *s = find_kind(&l, "cpu");
    assert_false(l.in.thread.v[s->thread[0]].is_virtual);
    assert_true(l.in.thread.v[s->thread[1]].is_virtual);
    input_clear(&l.in);
}

/* ---- classes ----------------------------------------------------------------- */

static void classes_are_named_as_code_names_them(void **state)
{
    static const struct {
        const char *symbol, *want;
    } cases[] = {
        { "java/lang/String", "java.lang.String" },
        { "[B", "byte[]" },
        { "[[I", "int[][]" },
        { "[Z", "boolean[]" },
        { "[Ljava/lang/Object;", "java.lang.Object[]" },
        { "[Ljava.lang.Object;", "java.lang.Object[]" },
        { "[", "[" },
        { "[L", "L[]" },
        { "B", "B" },
        { "a/b$$Lambda$15+0x1.2", "a.b$$Lambda$15+0x1.2" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static recording r;
        char constants[128], want[128];
        loaded l;
        r.all.n = 0;
        begin_java(&r, "jdk.ObjectAllocationSample! startTime:long@TICKS "
                       "objectClass:java.lang.Class* weight:long");
        snprintf(constants, sizeof constants,
                 "java.lang.Class: 9 9 0|jdk.types.Symbol: 9 '%s'",
                 cases[i].symbol);
        put_constants(&r, constants);
        put_event(&r, "jdk.ObjectAllocationSample", "1001 9 5");
        end_chunk(&r);
        load_recording(&l, &r);
        snprintf(want, sizeof want, "+1 5 ?  class=%s", cases[i].want);
        assert_rows(&l, "alloc_bytes", want);
        input_clear(&l.in);
    }
}

/* ---- keys and checkpoints ------------------------------------------------------ */

static void key_0_is_an_entry_like_any_other(void **state)
{
    (void)state;
    assert_sample("java.lang.Thread: 0 'z' 1 'zero' 1", "1001 0 1 1",
                  "+1 1 zero app.Main.main;app.Main.work:7");
}

static void keys_use_all_their_64_bits(void **state)
{
    (void)state;
    assert_sample("java.lang.Thread: -1 'a' 1 'minus one' 1; "
                  "-9223372036854775807 'b' 1 'lowest' 1; "
                  "9223372036854775807 'c' 1 'highest' 1",
                  "1001 -9223372036854775807 0 0", "+1 1 lowest ");
    assert_sample("java.lang.Thread: -1 'a' 1 'minus one' 1", "1001 -1 0 0",
                  "+1 1 minus one ");
}

static void many_keys_are_all_found(void **state)
{
    jfr_pool p = { 0 };

    (void)state;
    for (uint64_t i = 1; i <= 20000; i++)
        assert_true(jfr_pool_add(&p, i << 32 | (i % 7), (uint32_t)i));
    assert_int_equal(p.n, 20000);
    for (uint64_t i = 1; i <= 20000; i++)
        assert_int_equal(jfr_pool_find(&p, i << 32 | (i % 7))->at, i);
    assert_null(jfr_pool_find(&p, 5));
    jfr_pool_empty(&p);
    assert_null(jfr_pool_find(&p, UINT64_C(1) << 32 | 1));
    jfr_pool_clear(&p);
    assert_null(p.slot);
}

static void constants_may_lie_in_many_checkpoints(void **state)
{
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    begin_java(&r, "");
    for (int i = 0; i < 300; i++) {
        char text[96];
        snprintf(text, sizeof text, "java.lang.Thread: %d 'x' %d 'w%d' %d",
                 10 + i, i, i, i);
        put_constants(&r, text);
    }
    put_event(&r, "jdk.ExecutionSample", "1001 10 1 0");
    put_event(&r, "jdk.ExecutionSample", "1002 309 1 0");
    end_chunk(&r);
    load_recording(&l, &r);
    assert_rows(&l, "cpu",
                "+1 1 w0 app.Main.main;app.Main.work:7\n"
                "+2 1 w299 app.Main.main;app.Main.work:7");
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void the_newest_of_equal_keys_counts(void **state)
{
    (void)state;
    assert_sample("java.lang.Thread: 1 'renamed' 4242 'renamed' 1",
                  "1001 1 0 0", "+1 1 renamed ");
}

static void empty_pools_and_checkpoints_are_fine(void **state)
{
    loaded l;

    (void)state;
    load_with(&l, "", "java.lang.Thread:|jdk.types.Symbol:", "1001 1 1 0");
    assert_rows(&l, "cpu", "+1 1 main app.Main.main;app.Main.work:7");
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
    load_with(&l, "", "java.lang.Thread:", "1001 1 0 0");
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void
a_pool_of_an_unknown_type_costs_the_rest_of_its_checkpoint(void **state)
{
    loaded l;

    (void)state;
    load_with(&l, "",
              "java.lang.Thread: 7 'w' 1 'before' 1|no.such.Type: 1 2|"
              "java.lang.Thread: 8 'w' 1 'behind' 1",
              "1001 7 1 0");
    assert_rows(&l, "cpu", "+1 1 before app.Main.main;app.Main.work:7");
    assert_non_null(
        said(&l, "constants in chunk 1 are damaged; some names are unknown"));
    input_clear(&l.in);
}

static void a_thread_whose_name_is_not_there_is_one_all_the_same(void **state)
{
    loaded l;

    (void)state;
    load_with(&l, "", "", "1001 7 77 0");
    assert_rows(&l, "cpu", "+1 1 [unknown thread #7] ");
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_leaf_stands_first_in_the_file),
        cmocka_unit_test(a_cut_stack_has_a_root_that_says_so),
        cmocka_unit_test(frames_say_how_their_code_ran),
        cmocka_unit_test(code_that_is_not_java_is_of_its_library),
        cmocka_unit_test(a_line_that_is_none_is_left_out),
        cmocka_unit_test(what_a_stack_names_need_not_be_there),
        cmocka_unit_test(a_thread_has_its_java_name_or_else_that_of_the_system),
        cmocka_unit_test(a_thread_without_a_system_thread_is_virtual),
        cmocka_unit_test(a_recorder_that_knows_virtual_threads_says_which),
        cmocka_unit_test(classes_are_named_as_code_names_them),
        cmocka_unit_test(key_0_is_an_entry_like_any_other),
        cmocka_unit_test(keys_use_all_their_64_bits),
        cmocka_unit_test(many_keys_are_all_found),
        cmocka_unit_test(constants_may_lie_in_many_checkpoints),
        cmocka_unit_test(the_newest_of_equal_keys_counts),
        cmocka_unit_test(empty_pools_and_checkpoints_are_fine),
        cmocka_unit_test(
            a_pool_of_an_unknown_type_costs_the_rest_of_its_checkpoint),
        cmocka_unit_test(a_thread_whose_name_is_not_there_is_one_all_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
