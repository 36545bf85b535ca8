/* Tests of diff_asked.c: which function a name means. */
#include "test/test_asked.h"

/* tax is called levy, clamp was inlined into price, and audit came in. */
static const char base_rows[] = "300 main;run;parse\n"
                                "200 main;run;tax\n"
                                "100 main;run;tax;rate\n"
                                "200 main;run;price;clamp\n"
                                "30 main;run;price\n"
                                "150 main;run;store;disk\n";
static const char new_rows[] = "300 main;run;parse\n"
                               "220 main;run;levy\n"
                               "100 main;run;levy;rate\n"
                               "270 main;run;price\n"
                               "150 main;run;audit;store;disk\n";

static corr_diff_cost ask_one(const char *base, const char *now,
                              corr_diff_ask ask)
{
    asked w;

    asked_make(&w, base, now, &ask, 1, false);
    corr_diff_cost c = corr_diff_asked(w.d, 0);
    /* names live as long as the diff */
    static char text[4][64];
    const char **const names[] = { &c.name, &c.other, &c.was, &c.is };
    for (size_t i = 0; i < countof(names); i++)
        if (*names[i]) {
            snprintf(text[i], sizeof text[i], "%s", *names[i]);
            *names[i] = text[i];
        }
    asked_drop(&w);
    return c;
}

#define ASK(name) ask_one(base_rows, new_rows, (corr_diff_ask)SELF(name))

static void the_old_and_the_new_name_mean_one_function(void **state)
{
    static const char *const names[] = { "tax", "levy" };

    (void)state;
    for (size_t i = 0; i < countof(names); i++) {
        const corr_diff_cost c = ASK(names[i]);
        assert_int_equal(c.matches, 1);
        assert_int_equal(c.called, CORR_CALLED_ANEW);
        assert_string_equal(c.name, "levy");
        assert_string_equal(c.was, "tax");
        assert_string_equal(c.is, "levy");
        assert_near(c.base, 4 * 200. * ASKED_TICK);
        assert_near(c.now.value, 4 * 220. * ASKED_TICK);
        assert_near(c.ratio.value, 1.1);
    }
}

static void a_renamed_function_has_its_callees_under_both_names(void **state)
{
    static const char *const names[] = { "tax", "levy" };

    (void)state;
    for (size_t i = 0; i < countof(names); i++) {
        const corr_diff_cost c =
            ask_one(base_rows, new_rows, (corr_diff_ask)CUM(names[i]));
        assert_near(c.base, 4 * 300. * ASKED_TICK);
        assert_near(c.now.value, 4 * 320. * ASKED_TICK);
    }
}

static void what_was_inlined_is_its_caller_on_both_sides(void **state)
{
    (void)state;
    const corr_diff_cost c = ASK("clamp");
    assert_int_equal(c.matches, 1);
    assert_int_equal(c.called, CORR_CALLED_INLINED);
    assert_string_equal(c.name, "price");
    assert_string_equal(c.was, "clamp");
    assert_null(c.is);
    assert_near(c.base, 4 * 230. * ASKED_TICK);
    assert_near(c.now.value, 4 * 270. * ASKED_TICK);
    /* requested by its own name, the caller has the same cost */
    const corr_diff_cost caller = ASK("price");
    assert_int_equal(caller.called, CORR_CALLED_SO);
    assert_null(caller.was);
    assert_near(caller.base, c.base);
}

static void what_came_in_is_its_caller_on_both_sides(void **state)
{
    (void)state;
    const corr_diff_cost c =
        ask_one(base_rows, new_rows, (corr_diff_ask)CUM("audit"));
    assert_int_equal(c.called, CORR_CALLED_INSERTED);
    assert_string_equal(c.name, "run");
    assert_string_equal(c.is, "audit");
    assert_null(c.was);
    assert_near(c.base, 4 * 980. * ASKED_TICK);
    assert_near(c.now.value, 4 * 1040. * ASKED_TICK);
}

static void of_the_new_side_alone_a_name_is_what_has_it_there(void **state)
{
    static const corr_diff_ask audit = { .function = "audit",
                                         .cumulative = true,
                                         .now = true };
    static const corr_diff_ask tax = { .function = "tax", .now = true };

    (void)state;
    corr_diff_cost c = ask_one(base_rows, new_rows, audit);
    assert_int_equal(c.called, CORR_CALLED_SO);
    assert_string_equal(c.name, "audit");
    assert_near(c.now.value, 4 * 150. * ASKED_TICK);
    /* it is not there, but under its new name */
    c = ask_one(base_rows, new_rows, tax);
    assert_int_equal(c.called, CORR_CALLED_ANEW);
    assert_near(c.now.value, 4 * 220. * ASKED_TICK);
}

static void two_names_that_are_one_function_are_no_choice(void **state)
{
    static const char base[] = "300 main;parse\n200 main;old.tax\n";
    static const char now[] = "300 main;parse\n210 main;new.tax\n";

    (void)state;
    const corr_diff_cost c = ask_one(base, now, (corr_diff_ask)SELF("tax"));
    assert_int_equal(c.matches, 1);
    assert_string_equal(c.name, "new.tax");
    assert_near(c.base, 4 * 200. * ASKED_TICK);
}

static void a_name_that_both_sides_have_means_itself(void **state)
{
    /* renamed below one caller, but not below the other */
    static const char base[] = "300 main;parse\n200 main;a;tax\n"
                               "200 main;b;tax\n90 main;a\n90 main;b\n";
    static const char now[] = "300 main;parse\n200 main;a;levy\n"
                              "100 main;b;tax\n90 main;a\n90 main;b\n";

    (void)state;
    const corr_diff_cost tax = ask_one(base, now, (corr_diff_ask)SELF("tax"));
    assert_int_equal(tax.called, CORR_CALLED_SO);
    assert_near(tax.base, 4 * 200. * ASKED_TICK);
    assert_near(tax.now.value, 4 * 100. * ASKED_TICK);
    const corr_diff_cost below = ask_one(base, now, (corr_diff_ask)CUM("tax"));
    assert_near(below.base, 4 * 200. * ASKED_TICK);
}

static void what_is_little_is_found_by_the_names_of_its_paths(void **state)
{
    static const char base[] = "3000 main;parse\n4 main;load;open;leaf\n";
    static const char now[] = "3000 main;parse\n3 main;load;open;leaf\n";

    (void)state;
    const corr_diff_cost c = ask_one(base, now, (corr_diff_ask)CUM("open"));
    assert_int_equal(c.matches, 1);
    assert_near(c.base, 4 * 4. * ASKED_TICK);
    assert_near(c.now.value, 4 * 3. * ASKED_TICK);
}

static void below_two_callers_it_is_part_of_both(void **state)
{
    static const char base[] = "300 main;parse\n200 main;a;clamp\n"
                               "200 main;b;clamp\n90 main;a\n90 main;b\n";
    static const char now[] = "300 main;parse\n290 main;a\n290 main;b\n";

    (void)state;
    const corr_diff_cost c = ask_one(base, now, (corr_diff_ask)SELF("clamp"));
    assert_int_equal(c.matches, 2);
    assert_int_equal(c.called, CORR_CALLED_INLINED);
    assert_string_equal(c.was, "clamp");
    assert_string_equal(c.name, "a");
    assert_string_equal(c.other, "b");
    assert_true(isnan(c.now.value));
}

static void one_of_several_like_it_is_in_doubt(void **state)
{
    static const char base[] = "900 main;parse\n200 main;a1\n";
    static const char now[] = "900 main;parse\n200 main;b1\n200 main;b2\n";

    (void)state;
    const corr_diff_cost c = ask_one(base, now, (corr_diff_ask)SELF("a1"));
    assert_int_equal(c.matches, 1);
    assert_int_equal(c.called, CORR_CALLED_PERHAPS);
    assert_string_equal(c.name, "a1");
    assert_string_equal(c.was, "a1");
    assert_non_null(c.is);
}

static void the_file_behind_a_name_may_be_left_out(void **state)
{
    static const char base[] = "100 main;rank (app.py)\n50 (idle)\n";
    static const char now[] = "150 main;rank (app.py)\n50 (idle)\n";
    static const struct {
        const char *name;
        uint32_t matches;
    } each[] = {
        { "rank", 1 },   { "rank (app.py)", 1 }, { "ank", 0 },
        { "app.py", 0 }, { "(idle)", 1 },        { "", 0 },
    };

    (void)state;
    for (size_t i = 0; i < countof(each); i++)
        assert_int_equal(
            ask_one(base, now, (corr_diff_ask)SELF(each[i].name)).matches,
            each[i].matches);
}

static void a_name_may_be_written_as_a_build_made_it(void **state)
{
    static const char base[] = "100 main;Map[go.shape.int].Get\n"
                               "50 main;serve.func1\n50 main;serve.func2\n";
    static const char now[] = "150 main;Map[go.shape.string].Get\n"
                              "50 main;serve.func2\n50 main;serve.func3\n";

    (void)state;
    corr_diff_cost c =
        ask_one(base, now, (corr_diff_ask)SELF("Map[go.shape.int].Get"));
    assert_int_equal(c.matches, 1);
    assert_near(c.ratio.value, 1.5);
    c = ask_one(base, now, (corr_diff_ask)SELF("serve.func3"));
    assert_int_equal(c.matches, 1);
    assert_near(c.base, 4 * 100. * ASKED_TICK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_old_and_the_new_name_mean_one_function),
        cmocka_unit_test(a_renamed_function_has_its_callees_under_both_names),
        cmocka_unit_test(what_was_inlined_is_its_caller_on_both_sides),
        cmocka_unit_test(what_came_in_is_its_caller_on_both_sides),
        cmocka_unit_test(of_the_new_side_alone_a_name_is_what_has_it_there),
        cmocka_unit_test(two_names_that_are_one_function_are_no_choice),
        cmocka_unit_test(a_name_that_both_sides_have_means_itself),
        cmocka_unit_test(what_is_little_is_found_by_the_names_of_its_paths),
        cmocka_unit_test(below_two_callers_it_is_part_of_both),
        cmocka_unit_test(one_of_several_like_it_is_in_doubt),
        cmocka_unit_test(the_file_behind_a_name_may_be_left_out),
        cmocka_unit_test(a_name_may_be_written_as_a_build_made_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
