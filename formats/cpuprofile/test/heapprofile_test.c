/* Tests of the reader of V8's heap profiles. */
#define FORMAT corr_format_heapprofile
#include "test/format_test.h"

#define NODE(name, line, size, id)                                             \
    "{\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":\"7\","        \
    "\"url\":\"a.js\",\"lineNumber\":" line ",\"columnNumber\":1},"            \
    "\"selfSize\":" size ",\"id\":" id ",\"children\":["

#define TREE                                                                   \
    "{\"head\":" NODE("(root)", "-1", "0", "1") NODE("main", "9", "100", "2")  \
        NODE("fill", "19", "4000", "3") "]}]}," NODE("(V8 API)", "-1", "50",   \
                                                     "4") "]}]}"

static void a_node_has_the_bytes_of_its_objects(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TREE ",\"samples\":[{\"size\":2000,\"nodeId\":3,"
                       "\"ordinal\":1},{\"size\":2000,\"nodeId\":3},"
                       "{\"size\":100,\"nodeId\":2},{\"nodeId\":4}]}");
    assert_string_equal(rows_of(&l, "live_bytes"),
                        "main:10=100 main:10;fill:20=4000 (V8 API)=50");
    assert_int_equal(obs_of(&l, "live_bytes"), 4);
    assert_int_equal(kind_facts(&l, "live_bytes")->unit, CORR_BYTES);
    assert_int_equal(kind_facts(&l, "live_bytes")->flags,
                     CORR_KIND_DEFAULT | CORR_KIND_SNAPSHOT);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void without_samples_their_number_is_not_known(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TREE "}");
    assert_int_equal(total_of(&l, "live_bytes"), 4150);
    assert_true(kind_facts(&l, "live_bytes")->flags & CORR_KIND_NO_COUNT);
    input_clear(&l.in);
}

static void samples_of_no_node_are_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, TREE
              ",\"samples\":[{\"nodeId\":3},{\"nodeId\":9,\"size\":70},{}]}");
    assert_int_equal(total_of(&l, "live_bytes"), 4150);
    assert_non_null(said(&l,
                         "2 samples name nodes that are missing in the tree "
                         "(70 bytes)"));
    input_clear(&l.in);
}

static void heap_profiles_are_recognised(void **state)
{
    (void)state;
    assert_int_equal(probe(TREE "}"), 90);
    assert_int_equal(probe("{\"samples\":[],\"head\":{\"id\":1,"
                           "\"selfSize\":0,\"children\":[]}}"),
                     90);
    assert_int_equal(probe("{\"head\":{\"functionName\":\"\",\"hitCount\":1,"
                           "\"children\":[]}}"),
                     0);
    assert_int_equal(probe("{\"head\":3}"), 0);
    assert_int_equal(probe("[]"), 0);
}

static void any_damage_is_survived(void **state)
{
    (void)state;
    assert_text_survives(TREE ",\"samples\":[{\"size\":2000,\"nodeId\":3}]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_has_the_bytes_of_its_objects),
        cmocka_unit_test(without_samples_their_number_is_not_known),
        cmocka_unit_test(samples_of_no_node_are_told),
        cmocka_unit_test(heap_profiles_are_recognised),
        cmocka_unit_test(any_damage_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
