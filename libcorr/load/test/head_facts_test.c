/* Tests of head_facts: the set of names lacks none that is there. */
#include "load/head_facts.h"
#include "test/test_load.h"

static head_facts facts_of(const char *head)
{
    return head_facts_of((const uint8_t *)head, strlen(head));
}

static void a_name_is_text_in_quotes_before_a_colon(void **state)
{
    static const struct {
        const char *head, *name;
        bool has;
    } cases[] = {
        { "{\"spans\":[]}", "spans", true },
        { " \n[{\"a\":1,\"spans\" : 2}]", "spans", true },
        { "{\"a\":{\"b\":[{\"spans\"\n:2}]}}", "spans", true },
        { "{\"spans\":[]}", "Spans", false },
        { "{\"a\":\"spans\"}", "spans", false },
        { "{\"a\":\"12:30:00\"}", "spans", false },
        /* broken before the name */
        { "{\"a\" 1 \" ]}{\"spans\":1}", "spans", true },
        { "{\"a\\\"\":\"\\\\\",\"spans\":1}", "spans", true },
        { "{\"spans\":", "spans", true },
        { "{\"spans\"", "spans", false },
        { "{}", "spans", false },
        /* not like JSON: unknown */
        { "", "spans", true },
        { "main;work 12", "spans", true },
    };

    (void)state;
    for (size_t i = 0; i < countof(cases); i++) {
        const head_facts f = facts_of(cases[i].head);
        if (head_names_may_have(&f.names, cases[i].name) != cases[i].has)
            fail_msg("%zu: %s", i, cases[i].head);
    }
}

static void formats_find_their_names_in_either_case(void **state)
{
    static const char names[] = "other resourceSpans\nbatches";
    static const char *const heads[] = {
        "{\"resourceSpans\":[]}",
        "{\"resource_spans\":[]}",
        "{\"RESOURCE_SPANS_\":[]}",
        "{\"a\":1,\"Batches\":[]}",
        "resourceSpans",
    };
    const head_facts other = facts_of("{\"resource\":{\"spans\":[]}}");

    (void)state;
    for (size_t i = 0; i < countof(heads); i++) {
        const head_facts f = facts_of(heads[i]);
        if (!head_names_may_have_one(&f.names, names))
            fail_msg("%s", heads[i]);
    }
    assert_false(head_names_may_have_one(&other.names, names));
    assert_true(head_names_may_have_one(&other.names, NULL));
}

/* A name that is too long to be looked for excludes nothing. */
static void a_long_name_may_be_any(void **state)
{
    char head[200];

    (void)state;
    for (size_t n = 1; n < 100; n++) {
        snprintf(head, sizeof head, "{\"%0*d\":1}", (int)n, 7);
        const head_facts f = facts_of(head);
        assert_int_equal(f.names.has_all, n >= 64);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_text_in_quotes_before_a_colon),
        cmocka_unit_test(formats_find_their_names_in_either_case),
        cmocka_unit_test(a_long_name_may_be_any),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
