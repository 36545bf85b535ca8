/* Flight recordings: stacks, whose frames are distinguished by their bytes. */
#include "test/test_jfr.h"

#define REST_OF_TYPES                                                          \
    "java.lang.Thread osName:String osThreadId:long javaName:String "          \
    "javaThreadId:long;"                                                       \
    "jdk.types.Method type:java.lang.Class* name:jdk.types.Symbol*;"           \
    "java.lang.Class name:jdk.types.Symbol*;"                                  \
    "jdk.types.Symbol string:String;"                                          \
    "jdk.types.FrameType description:String;"                                  \
    "jdk.ExecutionSample! startTime:long@TICKS "                               \
    "sampledThread:java.lang.Thread* stackTrace:jdk.types.StackTrace*;"
#define PLAIN_FRAME                                                            \
    "jdk.types.StackFrame method:jdk.types.Method* lineNumber:int "            \
    "bytecodeIndex:long type:jdk.types.FrameType*;"
#define PLAIN_STACK                                                            \
    "jdk.types.StackTrace truncated:boolean frames:jdk.types.StackFrame[];"
#define NAMES                                                                  \
    "jdk.types.Symbol: 1 'a'; 2 'b'; 3 'c'|"                                   \
    "jdk.types.Method: 1 0 1; 2 0 2; 300 0 3|jdk.types.FrameType: 1 'Native'"

/* One sample of stack 1, of a chunk whose last bytes these constants are. */
static void put_chunk(recording *r, unsigned second, const char *types,
                      const char *constants)
{
    begin_chunk(
        r,
        &(clock){ .ns = START + second * INT64_C(1000000000), .ticks = 1000 },
        types);
    put_event(r, "jdk.ExecutionSample", "1001 0 1");
    put_constants(r, constants);
    end_chunk(r);
}

static void assert_stack(const char *types, const char *stack, const char *want)
{
    static recording r;
    char constants[1024];
    loaded l;

    r.all.n = 0;
    snprintf(constants, sizeof constants, NAMES "|jdk.types.StackTrace: 1 %s",
             stack);
    put_chunk(&r, 0, types, constants);
    load_recording(&l, &r);
    assert_string_equal(stack_of(&l, find_kind(&l, "cpu"), 0), want);
    assert_false(l.in.lost.damaged);
    input_clear(&l.in);
}

static void frames_end_where_their_last_number_does(void **state)
{
    static const char types[] = REST_OF_TYPES PLAIN_FRAME PLAIN_STACK;

    (void)state;
    assert_stack(types, "0 2 1 7 0 1 2 8 0 1", "b:8;a:7");
    assert_stack(types, "0 3 1 7 0 1 1 7 0 1 1 8 0 1", "a:8;a:7;a:7");
    /* 8, 9, 16, 17 bytes, and the last of 9 in a number */
    assert_stack(types, "0 2 300 7 65536 x8100 1 7 0 1", "a:7;c:7");
    assert_stack(types, "0 2 300 7 2097152 x8100 1 7 0 1", "a:7;c:7");
    assert_stack(types, "0 2 300 300 1125899906842624 x81808000 1 7 0 1",
                 "a:7;c:300");
    assert_stack(types, "0 2 300 300 1125899906842624 x8180808000 1 7 0 1",
                 "a:7;c:300");
    assert_stack(types, "0 2 1 7 xffffffffffffffffff 1 1 7 -1 1", "a:7;a:7");
    /* not short of it, though this is no short way to write it */
    assert_stack(types, "0 2 1 x8700 0 1 1 7 0 1", "a:7;a:7");
}

static void frames_that_begin_alike_are_not_one(void **state)
{
    static const char types[] = REST_OF_TYPES PLAIN_STACK
        "jdk.types.StackFrame type:jdk.types.FrameType* bytecodeIndex:long "
        "lineNumber:int method:jdk.types.Method*;";

    (void)state;
    assert_stack(types, "0 3 1 0 7 1 1 0 7 2 1 0 8 1", "a:8;b:7;a:7");
    assert_stack(types,
                 "0 3 1 1099511627776 7 1 1 1099511627776 7 2 "
                 "1 1099511627776 7 1",
                 "a:7;b:7;a:7");
    assert_stack(types,
                 "0 3 1 281474976710656 7 1 1 281474976710656 7 300 "
                 "1 281474976710656 300 1",
                 "a:300;c:7;a:7");
}

static void frames_may_have_more_than_integers(void **state)
{
    (void)state;
    assert_stack(REST_OF_TYPES PLAIN_STACK
                 "jdk.types.StackFrame method:jdk.types.Method* "
                 "hidden:boolean lineNumber:int;",
                 "0 3 1 0 7 1 x80 9 2 xff 8", "b:8;a:9;a:7");
    assert_stack(REST_OF_TYPES PLAIN_STACK
                 "jdk.types.StackFrame method:jdk.types.Method* "
                 "lineNumber:int note:String;",
                 "0 3 1 7 'x' 1 9 - 2 8 'long'", "b:8;a:9;a:7");
    assert_stack(REST_OF_TYPES PLAIN_STACK
                 "jdk.types.StackFrame lineNumber:int "
                 "method:jdk.types.Method* unknown:int other:int;",
                 "0 3 7 1 5 5 9 1 6 6 8 2 7 7", "b:8;a:9;a:7");
}

static void frames_may_stand_anywhere_in_a_stack(void **state)
{
    (void)state;
    assert_stack(REST_OF_TYPES PLAIN_FRAME
                 "jdk.types.StackTrace frames:jdk.types.StackFrame[] "
                 "truncated:boolean;",
                 "2 1 7 0 1 2 8 0 1 1", "[truncated];b:8;a:7");
    assert_stack(REST_OF_TYPES PLAIN_FRAME
                 "jdk.types.StackTrace note:String other:long "
                 "truncated:boolean hash:int "
                 "frames:jdk.types.StackFrame[] more:int;",
                 "'xyz' 300 1 300 1 1 7 0 1 5", "[truncated];a:7");
    assert_stack(REST_OF_TYPES PLAIN_FRAME
                 "jdk.types.StackTrace frames:jdk.types.StackFrame[];",
                 "1 1 7 0 1", "a:7");
    assert_stack(REST_OF_TYPES PLAIN_FRAME
                 "jdk.types.StackTrace truncated:boolean "
                 "frames:jdk.types.StackFrame;",
                 "0 1 7 0 1", "");
    assert_stack(REST_OF_TYPES PLAIN_FRAME
                 "jdk.types.StackTrace truncated:boolean;",
                 "1", "");
}

/* The numbers of names are each chunk's own. */
static void equal_bytes_of_two_chunks_are_not_one_frame(void **state)
{
    static const char types[] = REST_OF_TYPES PLAIN_FRAME PLAIN_STACK;
    static recording r;
    loaded l;

    (void)state;
    r.all.n = 0;
    put_chunk(&r, 0, types, NAMES "|jdk.types.StackTrace: 1 0 1 1 7 0 1");
    put_chunk(&r, 1, types,
              "jdk.types.Symbol: 9 'other'|jdk.types.Method: 1 0 9|"
              "jdk.types.StackTrace: 1 0 1 1 7 0 1");
    load_recording(&l, &r);
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(s->n, 2);
    assert_string_equal(stack_of(&l, s, 0), "a:7");
    assert_string_equal(stack_of(&l, s, 1), "other:7");
    input_clear(&l.in);
}

/* More than are remembered, of all lengths, in two rounds. */
static void any_number_of_frames_are_told_apart(void **state)
{
    enum { STACKS = 40, DEEP = 120, ROUNDS = 2 };
    static recording r;
    static char constants[1 << 15];
    loaded l;
    size_t n = 0;

    (void)state;
    r.all.n = 0;
    begin_chunk(&r, &(clock){ .ticks = 1000 },
                REST_OF_TYPES PLAIN_FRAME PLAIN_STACK);
    put_constants(&r, NAMES);
    for (unsigned i = 0; i < STACKS; i++) {
        n = (size_t)snprintf(constants, sizeof constants,
                             "jdk.types.StackTrace: %u 0 %d", i + 1, DEEP);
        for (unsigned k = DEEP; k-- > 0;) /* in file order, the leaf first */
            n += (size_t)snprintf(constants + n, sizeof constants - n,
                                  " %u %u %llu 1", k % 2 + 1, 1 + i * DEEP + k,
                                  1ULL << k * 7 % 62);
        put_constants(&r, constants);
    }
    for (unsigned i = 0; i < STACKS * ROUNDS; i++) {
        char text[64];
        snprintf(text, sizeof text, "%u 0 %u", 1001 + i, i % STACKS + 1);
        put_event(&r, "jdk.ExecutionSample", text);
    }
    end_chunk(&r);
    load_recording(&l, &r);
    const segment *s = find_kind(&l, "cpu");
    assert_int_equal(s->n, STACKS * ROUNDS);
    assert_int_equal(l.in.frame.n, 1 + STACKS * DEEP);
    for (unsigned i = 0; i < s->n; i++) {
        const uint32_t at = l.in.stack.at.v[s->stack[i]];
        assert_int_equal(l.in.stack.n.v[s->stack[i]], DEEP);
        for (unsigned k = 0; k < DEEP; k++) {
            const frame_row *f =
                &l.in.frame.v[narrow_at(&l.in.stack.frame, at + k)];
            assert_int_equal(f->line, 1 + i % STACKS * DEEP + k);
            assert_true(
                corr_str_is(input_text(&l.in, l.in.func.v[f->func].name),
                            k % 2 ? "b" : "a"));
        }
    }
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_end_where_their_last_number_does),
        cmocka_unit_test(frames_that_begin_alike_are_not_one),
        cmocka_unit_test(frames_may_have_more_than_integers),
        cmocka_unit_test(frames_may_stand_anywhere_in_a_stack),
        cmocka_unit_test(equal_bytes_of_two_chunks_are_not_one_frame),
        cmocka_unit_test(any_number_of_frames_are_told_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
