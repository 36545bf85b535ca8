/* Tests of the reader of Firefox's profiles. */
#define FORMAT corr_format_gecko
#include "test/format_test.h"

#define META                                                                   \
    "\"meta\":{\"startTime\":1700000000000.5,\"interval\":1,"                  \
    "\"preprocessedProfileVersion\":60,\"product\":\"app\","                   \
    "\"sampleUnits\":{\"time\":\"ms\",\"threadCPUDelta\":\"\u00b5s\"}},"

#define STACKS                                                                 \
    "\"stackTable\":{\"frame\":[0,1,2,3],\"prefix\":[null,0,0,1]},"            \
    "\"frameTable\":{\"func\":[0,1,2,3],\"line\":[3,7,null,null],"             \
    "\"address\":[-1,-1,-1,6699],\"inlineDepth\":[0,1,0,0]},"

#define FUNCS                                                                  \
    "\"funcTable\":{\"name\":[0,1,2,5],\"fileName\":[3,3,null,null],"          \
    "\"resource\":[-1,-1,-1,0]},"                                              \
    "\"resourceTable\":{\"lib\":[0],\"name\":[4]},"

#define TEXTS                                                                  \
    "\"stringArray\":[\"main\",\"hot\",\"cold\",\"a.rs\",\"libc\",\"0x1a2b\"]"

#define LIBS "\"libs\":[{\"name\":\"libc.so\",\"path\":\"/lib/libc.so\"}],"

#define THREAD(name, pid, tid, samples)                                        \
    "{\"name\":\"" name "\",\"pid\":" pid ",\"tid\":" tid                      \
    ",\"samples\":{" samples "}"

#define SHARED "\"shared\":{" STACKS FUNCS TEXTS "}"

static void tables_may_be_shared_by_all_threads(void **state)
{
    static const char *const order[] = {
        "{" META LIBS "\"threads\":[" THREAD(
            "a", "\"12\"", "13",
            "\"stack\":[1,2,null],\"timeDeltas\":[1.25,1,1],\"weight\":[1,2,1],"
            "\"weightType\":\"samples\"") "}]," SHARED "}",
        "{" SHARED "," LIBS "\"threads\":[" THREAD(
            "a", "\"12\"", "13",
            "\"stack\":[1,2,null],\"timeDeltas\":[1.25,1,1],\"weight\":[1,2,1],"
            "\"weightType\":\"samples\"") "}]," META "\"pages\":[]}",
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        loaded l;
        read_text(&l, order[i]);
        assert_string_equal(rows_of(&l, "samples"),
                            "main:3;hot:7=1 main:3;cold=2 =1");
        const segment *s = find_kind(&l, "samples");
        assert_int_equal(s->time[0], 1700000000001750000);
        assert_int_equal(s->time[1], 1700000000002750000);
        assert_int_equal(l.in.thread.v[s->thread[0]].os_id, 13);
        assert_int_equal(l.in.clock.kind, CORR_CLOCK_WALL);
        assert_int_equal(l.in.warning.n, 0);
        input_clear(&l.in);
    }
}

static void tables_may_be_of_one_thread(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        "{" META LIBS "\"threads\":[" THREAD(
            "a", "1", "1", "\"stack\":[3],\"time\":[2]") "," STACKS FUNCS
            TEXTS "}," THREAD(
                "b", "2", "2",
                "\"stack\":[0],\"time\":[2]") ","
                                              "\"stackTable\":{\"frame\":[0],"
                                              "\"prefix\":[null]},"
                                              "\"frameTable\":{\"func\":[0]},"
                                              "\"funcTable\":{\"name\":[0]},"
                                              "\"stringTable\":[\"other\"]}]}");
    assert_string_equal(rows_of(&l, "samples"),
                        "main:3;hot:7;libc.so+0x1a2b=1 other=1");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void parents_may_be_offsets(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" META "\"shared\":{"
                  "\"stackTable\":{\"frame\":[0,1,2],\"prefixOffset\":[0,1,2]},"
                  "\"frameTable\":{\"func\":[0,1,2]},"
                  "\"sources\":{\"filename\":[3]},"
                  "\"funcTable\":{\"name\":[0,1,2],\"source\":[0,0,0]}," TEXTS
                  "},\"threads\":[" THREAD(
                      "a", "1", "1", "\"stack\":[1,2],\"time\":[1,2]") "}]}");
    assert_string_equal(rows_of(&l, "samples"), "main;hot=1 main;cold=1");
    input_clear(&l.in);
}

static void a_weight_may_be_time_or_bytes(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        "{" META "\"threads\":[" THREAD(
            "a", "1", "1",
            "\"stack\":[0,0],\"time\":[1,2],\"weight\":[1.5,null],"
            "\"weightType\":\"tracing-ms\"") "}," THREAD("b", "1", "2",
                                                         "\"stack\":[0],"
                                                         "\"time\":[1],"
                                                         "\"weight\":[4096],"
                                                         "\"weightType\":"
                                                         "\"bytes\"") "}]"
                                                                      "," SHARED
                                                                      "}");
    assert_string_equal(rows_of(&l, "wall"), "main:3=1500000 main:3=1000000");
    assert_string_equal(rows_of(&l, "bytes"), "main:3=4096");
    assert_true(kind_facts(&l, "wall")->flags & CORR_KIND_DEFAULT);
    input_clear(&l.in);
}

static void time_of_cpus_is_a_kind(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" META "\"threads\":[" THREAD(
                      "a", "1", "1",
                      "\"stack\":[0,1],\"time\":[1,2],"
                      "\"threadCPUDelta\":[null,700]") "}]," SHARED "}");
    assert_string_equal(rows_of(&l, "cpu"), "main:3;hot:7=700000");
    assert_int_equal(total_of(&l, "samples"), 2);
    input_clear(&l.in);
}

#define RAW(process, start, sample, text, more)                                \
    "{\"meta\":{\"interval\":1,\"version\":29,\"startTime\":" start "},"       \
    "\"threads\":[{\"name\":\"t\",\"pid\":" process ",\"tid\":1,"              \
    "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"eventDelay\":2},"       \
    "\"data\":[" sample "]},\"stackTable\":{\"schema\":{\"prefix\":0,"         \
    "\"frame\":1},\"data\":[[null,0],[0,1]]},\"frameTable\":{\"schema\":{"     \
    "\"location\":0,\"relevantForJS\":1,\"line\":4},\"data\":[[0],[1,false]]"  \
    "},\"stringTable\":[\"(root)\",\"" text "\"]}]" more "}"

static void firefox_itself_delivers_rows(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, RAW("1", "1700000000000", "[1,1.5,0],[0,2.5]",
                      "run (https://a/b.js:12:3)",
                      ",\"processes\":[" RAW("2", "1700000000100", "[1,1]",
                                             "js::Run", "") "]"));
    assert_string_equal(rows_of(&l, "samples"),
                        "(root);run:12=1 (root)=1 (root);js::Run=1");
    assert_int_equal(find_kind(&l, "samples")->time[2], 1700000000101000000);
    input_clear(&l.in);
}

static void what_does_not_fit_is_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, "{" META "\"threads\":[" THREAD(
                      "a", "1", "1",
                      "\"stack\":[0,1,9,2],\"time\":[1,2,3],"
                      "\"weight\":[1,1,1]") "}]," SHARED "}");
    assert_int_equal(total_of(&l, "samples"), 3);
    assert_non_null(
        said(&l, "1 sample has no weight, unlike others; not counted"));
    assert_non_null(said(&l, "1 sample has no time, unlike others"));
    assert_non_null(
        said(&l, "1 row is named and not in its table; frames are missing"));
    input_clear(&l.in);
    /* a stack that is its own parent */
    read_text(&l, "{" META "\"shared\":{\"stackTable\":{\"frame\":[0],"
                  "\"prefix\":[0]},\"frameTable\":{\"func\":[7]}," TEXTS
                  "},\"threads\":[" THREAD(
                      "a", "1", "1", "\"stack\":[0],\"time\":[\"x\"]") "}]}");
    assert_int_equal(total_of(&l, "samples"), 1);
    assert_non_null(said(&l, "1 entry is not a number, or out of range"));
    input_clear(&l.in);
}

static void a_deep_stack_keeps_its_leaf(void **state)
{
    loaded l;

    (void)state;
    read_as(&l,
            "{" META "\"shared\":{\"stackTable\":{\"frame\":[0,1,1,2],"
            "\"prefix\":[null,0,1,2]},\"frameTable\":{\"func\":[0,1,2]},"
            "\"funcTable\":{\"name\":[0,1,2]}," TEXTS "},\"threads\":[" THREAD(
                "a", "1", "1", "\"stack\":[3],\"time\":[1]") "}]}",
            &(corr_load_opts){ .limits = { .frames = 2 } });
    assert_string_equal(rows_of(&l, "samples"), "hot;cold=1");
    assert_non_null(
        said(&l, "1 stack is too deep; frames near the root are left out"));
    input_clear(&l.in);
}

static void without_a_start_the_clock_is_its_own(void **state)
{
    loaded l;

    (void)state;
    read_text(
        &l,
        "{\"meta\":{\"preprocessedProfileVersion\":60},\"threads\":[" THREAD(
            "a", "1", "1", "\"stack\":[0],\"time\":[1]") "}]," SHARED "}");
    assert_int_equal(l.in.clock.kind, CORR_CLOCK_OWN);
    input_clear(&l.in);
}

static void profiles_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe("{" META "\"threads\":[]}"), 90);
    assert_int_equal(probe("{\"meta\":{\"product\":\"a\",\"version\":24},"
                           "\"threads\":[],\"libs\":[]}"),
                     70);
    assert_int_equal(probe("{\"meta\":{\"version\":24},\"threads\":[]}"), 0);
    assert_int_equal(probe("{\"meta\":{\"version\":1,\"product\":\"a\"}}"), 0);
    assert_int_equal(probe("{\"threads\":[]}"), 0);
    assert_int_equal(probe("[1]"), 0);
}

static void any_damage_is_survived(void **state)
{
    (void)state;
    assert_text_survives(
        RAW("1", "1700000000000", "[1,1.5,0]", "f (a:1:2)", ""));
    assert_text_survives("{" META LIBS "\"threads\":[" THREAD(
        "a", "1", "1",
        "\"stack\":[3],\"timeDeltas\":[1],\"weight\":[1]") "}]," SHARED "}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_may_be_shared_by_all_threads),
        cmocka_unit_test(tables_may_be_of_one_thread),
        cmocka_unit_test(parents_may_be_offsets),
        cmocka_unit_test(a_weight_may_be_time_or_bytes),
        cmocka_unit_test(time_of_cpus_is_a_kind),
        cmocka_unit_test(firefox_itself_delivers_rows),
        cmocka_unit_test(what_does_not_fit_is_told),
        cmocka_unit_test(a_deep_stack_keeps_its_leaf),
        cmocka_unit_test(without_a_start_the_clock_is_its_own),
        cmocka_unit_test(profiles_are_recognised),
        cmocka_unit_test(any_damage_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
