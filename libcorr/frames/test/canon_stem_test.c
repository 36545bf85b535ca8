/* Tests of canon_stem: numbers that count what stands in the source. */
#include "frames/canon.h"

#include "test/testing.h"

typedef struct vector {
    const char *name, *stem, *ordinal;
} vector;

static void is_split(const vector *v, size_t n)
{
    canon_text stem = { 0 }, ordinal = { 0 }, again = { 0 };

    for (size_t i = 0; i < n; i++) {
        assert_true(canon_stem(corr_str_of(v[i].name), &stem, &ordinal));
        const corr_str s = { stem.v, stem.n }, o = { ordinal.v, ordinal.n };
        if (!corr_str_is(s, v[i].stem) || !corr_str_is(o, v[i].ordinal))
            fail_msg("%s: %.*s and %.*s, not %s and %s", v[i].name, (int)s.n,
                     s.p, (int)o.n, o.p, v[i].stem, v[i].ordinal);
        assert_int_equal(canon_has_ordinal(corr_str_of(v[i].name)), o.n > 0);
        assert_false(canon_has_ordinal(s));
        assert_true(canon_stem(s, &again, &ordinal)); /* is its own stem */
        assert_true(corr_str_eq(s, (corr_str){ again.v, again.n }));
        assert_int_equal(ordinal.n, 0);
    }
    vec_free(&stem);
    vec_free(&ordinal);
    vec_free(&again);
}

#define SPLIT(...)                                                             \
    is_split((const vector[]){ __VA_ARGS__ },                                  \
             countof(((const vector[]){ __VA_ARGS__ })))

static void lambdas_and_classes_of_java_are_counted(void **state)
{
    (void)state;
    SPLIT({ "com.acme.Price.lambda$total$3", "com.acme.Price.lambda$total$#",
            "3" },
          { "com.acme.Outer$1.run", "com.acme.Outer$#.run", "1" },
          { "Outer$1$2.run", "Outer$#$#.run", "1,2" },
          { "Outer$12", "Outer$#", "12" },
          { "Foo.$anonfun$f$2", "Foo.$anonfun$f$#", "2" },
          { "Foo.$anonfun$f$2$adapted", "Foo.$anonfun$f$#$adapted", "2" });
    SPLIT({ "a$b", "a$b", "" }, { "$1", "$1", "" }, { "a.$1", "a.$1", "" },
          { "a$1b", "a$1b", "" }, { "a$1_", "a$1_", "" }, { "a$", "a$", "" },
          { "a$$1", "a$$1", "" }, { "a1", "a1", "" }, { "a$#.b", "a$#.b", "" });
}

static void closures_of_go_are_counted(void **state)
{
    (void)state;
    SPLIT(
        { "main.(*Server).handle.func2.1", "main.(*Server).handle.func#",
          "2.1" },
        { "main.f.func12", "main.f.func#", "12" },
        { "main.f.func1.2.3", "main.f.func#", "1.2.3" },
        { "main.f.func1.gowrap2", "main.f.func#.gowrap#", "1,2" },
        { "main.f.func3.g.func2.1", "main.f.func#.g.func#", "3,2.1" },
        { "main.f.gowrap1", "main.f.gowrap#", "1" },
        { "main.f.deferwrap3", "main.f.deferwrap#", "3" },
        { "main.f.func1-fm", "main.f.func#-fm", "1" },
        { "main.f.func1.2x", "main.f.func#.2x", "1" },
        { "main.f.func1.", "main.f.func#.", "1" },
        { "main.f-range2", "main.f-range#", "2" },
        { "main.f.func1-range2.func3", "main.f.func#-range#.func#", "1,2,3" });
    SPLIT({ "main.func", "main.func", "" },
          { "main.function1", "main.function1", "" },
          { "main.func1a", "main.func1a", "" },
          { "main.func1_a", "main.func1_a", "" }, { "func1", "func1", "" },
          { "main.gowrap", "main.gowrap", "" },
          { "main.init.0", "main.init.0", "" }, { "a-range", "a-range", "" },
          { "a-ranger1", "a-ranger1", "" }, { "a-range1x", "a-range1x", "" });
}

static void lambdas_of_cxx_are_counted(void **state)
{
    (void)state;
    SPLIT({ "f()::{lambda(int)#1}::operator()",
            "f()::{lambda(int)#}::operator()", "1" },
          { "f()::{lambda(int)#12}::g({lambda(char)#3})",
            "f()::{lambda(int)#}::g({lambda(char)#})", "12,3" },
          { "main::$_1::operator()(int) const",
            "main::$_#::operator()(int) const", "1" });
    SPLIT({ "{lambda(int)#}", "{lambda(int)#}", "" },
          { "{lambda(int)#1", "{lambda(int)#1", "" },
          { "{lambda(int)#x}", "{lambda(int)#x}", "" }, { "f#1", "f#1", "" },
          { "f::$_", "f::$_", "" }, { "f::$_1x", "f::$_1x", "" },
          { "f$_1", "f$_1", "" });
}

static void closures_of_php_are_counted_by_line(void **state)
{
    (void)state;
    SPLIT(
        { "{closure:App\\Pay::run():42}", "{closure:App\\Pay::run():#}", "42" },
        { "{closure:{closure:f():7}():9}", "{closure:{closure:f():#}():#}",
          "7,9" });
    SPLIT({ "{closure}", "{closure}", "" }, { "f():42", "f():42", "" },
          { "{closure:f():}", "{closure:f():}", "" });
}

static void functions_of_v8_without_a_name_are_counted_by_place(void **state)
{
    (void)state;
    SPLIT({ "(anonymous:L#106:C#25)", "(anonymous:L#)", "106:C#25" },
          { "f(anonymous:L#1:C#2)g", "f(anonymous:L#)g", "1:C#2" });
    SPLIT({ "(anonymous:L#106)", "(anonymous:L#106)", "" },
          { "(anonymous:L#:C#25)", "(anonymous:L#:C#25)", "" },
          { "(anonymous:L#106:C#)", "(anonymous:L#106:C#)", "" },
          { "(anonymous:L#106:C#25", "(anonymous:L#106:C#25", "" });
}

static void several_kinds_are_counted_in_one_name(void **state)
{
    (void)state;
    SPLIT({ "a$1.func2.3{x()#4}", "a$#.func#{x()#}", "1,2.3,4" });
}

static void a_name_without_numbers_is_its_own_stem(void **state)
{
    canon_text stem = { 0 }, ordinal = { 0 };

    (void)state;
    SPLIT({ "", "", "" }, { "main", "main", "" }, { "#", "#", "" },
          { ".", ".", "" });
    assert_true(canon_stem((corr_str){ NULL, 0 }, &stem, &ordinal));
    assert_int_equal(stem.n + ordinal.n, 0);
    assert_true(canon_stem(CORR_STR("a\0$1"), &stem, &ordinal));
    assert_int_equal(ordinal.n, 0);
    assert_true(corr_str_eq((corr_str){ stem.v, stem.n }, CORR_STR("a\0$1")));
    vec_free(&stem);
    vec_free(&ordinal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lambdas_and_classes_of_java_are_counted),
        cmocka_unit_test(closures_of_go_are_counted),
        cmocka_unit_test(lambdas_of_cxx_are_counted),
        cmocka_unit_test(closures_of_php_are_counted_by_line),
        cmocka_unit_test(functions_of_v8_without_a_name_are_counted_by_place),
        cmocka_unit_test(several_kinds_are_counted_in_one_name),
        cmocka_unit_test(a_name_without_numbers_is_its_own_stem),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
