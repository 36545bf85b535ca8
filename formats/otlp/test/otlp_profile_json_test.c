/* Tests of the JSON of OTLP profiles: attributes in every form of a value. */
#include "otlp/test/otlp_profile_test.h"

/* A message whose resource has these attributes. */
#define OF_RESOURCE(attributes)                                                \
    "{'resourceProfiles':[{'resource':{'attributes':" attributes               \
    "},'scopeProfiles':[{'profiles':[" CPU(                                    \
        "{'stackIndex':1,'values':['1']}") "]}]}]," DICTIONARY "}"

typedef struct value_case {
    const char *attributes, *key, *value; /* NULL: no label */
} value_case;

static void check_values(const value_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        loaded l;
        read_json(&l, cases[i].attributes);
        const segment *s = find_kind(&l, "cpu");
        const char *is = label_of(&l, s->labels[0], cases[i].key);
        if (!is != !cases[i].value || (is && strcmp(is, cases[i].value) != 0))
            fail_msg("%zu: %s", i, is ? is : "no label");
        input_clear(&l.in);
    }
}

static void attributes_have_values_of_every_type(void **state)
{
    static const value_case cases[] = {
        { OF_RESOURCE("[{'key':'a','value':{'stringValue':'x'}}]"), "a", "x" },
        { OF_RESOURCE("[{'key':'a','value':{'intValue':'-7'}}]"), "a", "-7" },
        { OF_RESOURCE("[{'key':'a','value':{'intValue':7}}]"), "a", "7" },
        { OF_RESOURCE("[{'key':'a','value':{'boolValue':true}}]"), "a",
          "true" },
        { OF_RESOURCE("[{'key':'a','value':{'boolValue':false}}]"), "a",
          "false" },
        { OF_RESOURCE("[{'key':'a','value':{'doubleValue':1.5}}]"), "a",
          "1.5" },
        { OF_RESOURCE("[{'key':'a','value':{'doubleValue':'0.25'}}]"), "a",
          "0.25" },
        { OF_RESOURCE("[{'key':'a','value':{'doubleValue':'many'}}]"), "a",
          "many" },
    };

    (void)state;
    check_values(cases, countof(cases));
}

/* As some exporters and jq scripts write them. */
static void attributes_may_be_a_plain_object(void **state)
{
    static const value_case cases[] = {
        { OF_RESOURCE("{'a':'x','service.name':'cart'}"), "a", "x" },
        { OF_RESOURCE("{'service.name':'cart','a':'x'}"), "service.name",
          "cart" },
        { OF_RESOURCE("{'a':true}"), "a", "true" },
        { OF_RESOURCE("{'a':7,'b':8}"), "b", "8" },
        { OF_RESOURCE("{'a':2.5}"), "a", "2.5" },
        { OF_RESOURCE("{'a':{'stringValue':'x'}}"), "a", "x" },
        { OF_RESOURCE("{'a':null,'b':1}"), "b", "1" },
        { OF_RESOURCE("{'a':[1,2],'b':1}"), "b", "1" },
    };

    (void)state;
    check_values(cases, countof(cases));
}

static void messages_may_stand_in_lists(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, "[" MESSAGE(CPU("{'stackIndex':1,'values':['1']}")) ",[" //
              MESSAGE(CPU("{'stackIndex':1,'values':['2']}")) "]]");
    assert_string_equal(rows_of(&l, "cpu"),
                        "main:7;work:12=10000000 main:7;work:12=20000000");
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

static void what_a_receiver_rejected_is_told(void **state)
{
    loaded l;

    (void)state;
    read_json(&l, MESSAGE(CPU(
                      "{'stackIndex':1,'values':['1']}")) "\n"
                                                          "{'partialSuccess':{'"
                                                          "rejectedProfiles':'"
                                                          "3','errorMessage':"
                                                          "'no room'}}");
    assert_int_equal(total_of(&l, "cpu"), 10000000);
    assert_int_equal(l.in.warning.n, 2);
    bool counted = false, quoted = false;
    for (size_t i = 0; i < l.in.warning.n; i++) {
        counted |=
            strstr(l.in.warning.v[i].text, "3 records were rejected") != NULL;
        quoted |= strstr(l.in.warning.v[i].text, "no room") != NULL;
    }
    assert_true(counted && quoted);
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_have_values_of_every_type),
        cmocka_unit_test(attributes_may_be_a_plain_object),
        cmocka_unit_test(messages_may_stand_in_lists),
        cmocka_unit_test(what_a_receiver_rejected_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
