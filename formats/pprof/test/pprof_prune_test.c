/* Tests of pprof_prune.c: which frames a profile takes away from itself. */
#include "test/test_pprof.h"

static void put_pruned(blob *b, const char *drop, const char *keep)
{
    static const uint64_t path[] = { 1, 2, 3, 4 };
    static const uint64_t odd[] = { 3, 2 };
    const int64_t one = 1;
    blob m = { .n = 0 };

    put_nums(b, 1, NUMS(1, 1, 2, 2));
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    put_packed(&m, 1, path, 4);
    put_msg(b, 2, &m);
    m.n = 0;
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    put_packed(&m, 1, odd, 2); /* a dropped frame is the root */
    put_msg(b, 2, &m);
    for (uint64_t i = 1; i <= 4; i++)
        put_function(b, i, 2 + i, 0);
    put_num(b, 7, 7);
    put_num(b, 8, keep ? 8 : 0);
    put_words(b, "samples count leaf malloc(int) main start");
    put_mem(b, 6, drop, strlen(drop));
    put_mem(b, 6, keep ? keep : "x", keep ? strlen(keep) : 1);
}

static void dropped_frames_take_their_callees_along(void **state)
{
    static const struct {
        const char *drop, *keep, *first, *second;
    } way[] = {
        { "malloc|free", NULL, "start:40;main:30", "malloc(int):20;main:30" },
        { "mallo", NULL, "start:40;main:30;malloc(int):20;leaf:10",
          "malloc(int):20;main:30" },
        { "malloc", "mal.*", "start:40;main:30;malloc(int):20;leaf:10",
          "malloc(int):20;main:30" },
        { "ma.*", NULL, "start:40", "malloc(int):20;main:30" },
    };

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        blob b = { .n = 0 };
        loaded l;
        put_pruned(&b, way[i].drop, way[i].keep);
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        const segment *s = find_kind(&l, "samples");
        assert_string_equal(stack_of(&l, s, 0), way[i].first);
        assert_string_equal(stack_of(&l, s, 1), way[i].second);
        assert_int_equal(l.in.warning.n, 0);
        input_clear(&l.in);
    }
}

static void what_is_to_be_kept_is_no_longer_dropped(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_pruned(&b, "malloc|main|leaf", "ma.*n|mal");
    load_blob(&l, &b);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "start:40;main:30");
    input_clear(&l.in);
}

/* Whether a function of this name is dropped by a pattern. */
static bool drops(const char *pattern, const char *name)
{
    const int64_t one = 1;
    blob b = { .n = 0 };
    loaded l;

    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    blob m = { .n = 0 };
    put_packed(&m, 1, NUMS(1, 2), 2);
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    put_msg(&b, 2, &m);
    put_function(&b, 1, 3, 0);
    put_function(&b, 2, 1, 0);
    put_num(&b, 7, 4);
    put_words(&b, "samples count");
    put_mem(&b, 6, name, strlen(name));
    put_mem(&b, 6, pattern, strlen(pattern));
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 0);
    const char *stack = stack_of(&l, find_kind(&l, "samples"), 0);
    bool is_dropped = strcmp(stack, "samples:20") == 0;
    assert_true(is_dropped || strlen(stack) > strlen("samples:20"));
    input_clear(&l.in);
    return is_dropped;
}

static void a_name_is_matched_without_its_parameters(void **state)
{
    (void)state;
    assert_true(drops("f", "f(int)"));
    assert_true(drops("f", "f(a(b))(c)"));
    assert_true(drops("f", "f("));
    assert_false(drops("f.*\\)", "f(int)"));
    assert_false(drops("\\(int\\)", "(int)"));
    assert_true(drops("(f)|(g)", "f(int)"));
    assert_true(
        drops("\\(anonymous namespace\\)::f", "(anonymous namespace)::f(int)"));
    assert_true(drops("a::\\(anonymous namespace\\)::f",
                      "a::(anonymous namespace)::f(int)"));
    assert_true(drops("a::", "a::(anonymous)::f(int)"));
    assert_true(drops("a::operator\\(\\)", "a::operator()(int) const"));
    assert_true(drops("operator\\(\\)", "operator()(int)"));
    assert_true(drops("operator\\(\\)", "operator()"));
    assert_true(drops("operator", "operator(int)"));
    assert_true(drops("perator", "perator()(int)"));
    assert_true(drops("a::operator\\(\\)<f>", "a::operator()<f>()"));
}

static void a_dot_before_a_name_does_not_count(void **state)
{
    (void)state;
    assert_true(drops("f", ".f"));
    assert_true(drops("\\.f", "..f"));
    assert_false(drops("\\.f", ".f"));
    assert_false(drops("x?", "."));
    assert_false(drops("x?", "(int)"));
}

/* Lines of one location, innermost first: f1, f2, f3.  It is called by root, is
 * a root itself, and calls a leaf. */
static void inlined_code_goes_with_what_it_was_inlined_into(void **state)
{
    static const struct {
        const char *drop, *first, *second, *third;
    } way[] = {
        { "f1", "root:9;f3:3;f2:2", "f3:3;f2:2", "root:9;f3:3;f2:2" },
        { "f2", "root:9;f3:3", "f3:3", "root:9;f3:3" },
        { "f3", "root:9", "f3:3;f2:2;f1:1", "root:9" },
        { "f1|f3", "root:9", "f3:3;f2:2;f1:1", "root:9" },
        { "f1|f2", "root:9;f3:3", "f3:3", "root:9;f3:3" },
        { "root", "root:9;f3:3;f2:2;f1:1", "f3:3;f2:2;f1:1",
          "root:9;f3:3;f2:2;f1:1;leaf:8" },
    };
    const int64_t one = 1;

    (void)state;
    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        blob b = { .n = 0 };
        blob m = { .n = 0 };
        loaded l;
        put_nums(&b, 1, NUMS(1, 1, 2, 2));
        put_packed(&m, 1, NUMS(7, 8), 2);
        put_packed(&m, 2, (const uint64_t *)&one, 1);
        put_msg(&b, 2, &m);
        put_sample(&b, 7, &one, 1);
        m.n = 0;
        put_packed(&m, 1, NUMS(9, 7, 8), 3);
        put_packed(&m, 2, (const uint64_t *)&one, 1);
        put_msg(&b, 2, &m);
        m.n = 0;
        put_num(&m, 1, 9);
        put_nums(&m, 4, NUMS(1, 5, 2, 8));
        put_msg(&b, 4, &m);
        m.n = 0;
        put_num(&m, 1, 8);
        put_nums(&m, 4, NUMS(1, 4, 2, 9));
        put_msg(&b, 4, &m);
        m.n = 0;
        put_num(&m, 1, 7);
        for (uint64_t k = 1; k <= 3; k++)
            put_nums(&m, 4, NUMS(1, k, 2, k));
        put_msg(&b, 4, &m);
        for (uint64_t k = 1; k <= 5; k++)
            put_nums(&b, 5, NUMS(1, k, 2, 2 + k));
        put_num(&b, 7, 8);
        put_words(&b, "samples count f1 f2 f3 root leaf");
        put_mem(&b, 6, way[i].drop, strlen(way[i].drop));
        load_blob(&l, &b);
        assert_int_equal(l.code, CORR_OK);
        const segment *s = find_kind(&l, "samples");
        assert_string_equal(stack_of(&l, s, 0), way[i].first);
        assert_string_equal(stack_of(&l, s, 1), way[i].second);
        assert_string_equal(stack_of(&l, s, 2), way[i].third);
        input_clear(&l.in);
    }
}

static void a_line_of_an_unknown_function_is_not_dropped(void **state)
{
    const int64_t one = 1;
    blob b = { .n = 0 };
    blob m = { .n = 0 };
    loaded l;

    (void)state;
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    put_packed(&m, 1, NUMS(1, 2), 2);
    put_packed(&m, 2, (const uint64_t *)&one, 1);
    put_msg(&b, 2, &m);
    m.n = 0;
    put_num(&m, 1, 1);
    put_nums(&m, 4, NUMS(1, 77, 2, 5));
    put_msg(&b, 4, &m);
    put_function(&b, 2, 3, 0);
    put_num(&b, 7, 4);
    put_words(&b, "samples count main .*unknown.*");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "main:20;<unknown>:5");
    input_clear(&l.in);
}

static void a_bad_expression_is_said_and_not_applied(void **state)
{
    blob b = { .n = 0 };
    loaded l;

    (void)state;
    put_pruned(&b, "malloc(", NULL);
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_non_null(
        said(&l, "drop_frames is not applied; the regular expression is "
                 "invalid, missing closing parenthesis"));
    input_clear(&l.in);
    b.n = 0;
    put_pruned(&b, "malloc", "x(");
    load_blob(&l, &b);
    assert_int_equal(l.code, CORR_OK);
    assert_int_equal(l.in.warning.n, 1);
    assert_non_null(
        said(&l, "keep_frames is not applied; the regular expression is "
                 "invalid, missing closing parenthesis"));
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "start:40;main:30;malloc(int):20;leaf:10");
    input_clear(&l.in);
}

static const char slow[] =
    "drop_frames takes too long to match; it is no longer applied";

/* A leaf called n times "a", its caller f, and its caller root, which is also
 * called by f. */
static void load_letters(loaded *l, size_t n, const char *drop, size_t length)
{
    static char name[4000];
    const int64_t one = 1;
    blob b = { .n = 0 };

    memset(name, 'a', sizeof name);
    put_nums(&b, 1, NUMS(1, 1, 2, 2));
    for (int way = 0; way < 2; way++) {
        blob m = { .n = 0 };
        if (way == 0)
            put_packed(&m, 1, NUMS(2, 1, 3), 3);
        else
            put_packed(&m, 1, NUMS(3, 1), 2);
        put_packed(&m, 2, (const uint64_t *)&one, 1);
        put_msg(&b, 2, &m);
    }
    put_function(&b, 1, 3, 0);
    put_function(&b, 2, 5, 0);
    put_function(&b, 3, 4, 0);
    put_num(&b, 7, 6);
    put_words(&b, "samples count f root");
    put_mem(&b, 6, name, n);
    put_mem(&b, 6, drop, length);
    load_blob(l, &b);
    assert_int_equal(l->code, CORR_OK);
}

static void an_expression_that_takes_long_is_given_up(void **state)
{
    static const char drop[] = "(a+)+!|root";
    loaded l;

    (void)state;
    load_letters(&l, 5, drop, sizeof drop - 1);
    assert_null(said(&l, slow));
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 1), "f:10");
    input_clear(&l.in);
    load_letters(&l, 40, drop, sizeof drop - 1);
    assert_non_null(said(&l, slow));
    assert_int_equal(said(&l, slow)->count, 1);
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 1),
                        "f:10;root:30");
    input_clear(&l.in);
}

static void a_long_name_is_matched_but_not_in_much_memory(void **state)
{
    static const char few[] = "(?:a|b)*";
    static char many[14000] = "(?:a|b)*|";
    loaded l;

    (void)state;
    load_letters(&l, 1500, few, sizeof few - 1);
    assert_null(said(&l, slow));
    assert_string_equal(stack_of(&l, find_kind(&l, "samples"), 0),
                        "root:30;f:10");
    input_clear(&l.in);
    for (size_t i = sizeof few; i + 1 < sizeof many; i += 2)
        memcpy(many + i, "()", 2);
    load_letters(&l, 300, many, sizeof many);
    assert_non_null(said(&l, slow));
    input_clear(&l.in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dropped_frames_take_their_callees_along),
        cmocka_unit_test(what_is_to_be_kept_is_no_longer_dropped),
        cmocka_unit_test(a_name_is_matched_without_its_parameters),
        cmocka_unit_test(a_dot_before_a_name_does_not_count),
        cmocka_unit_test(inlined_code_goes_with_what_it_was_inlined_into),
        cmocka_unit_test(a_line_of_an_unknown_function_is_not_dropped),
        cmocka_unit_test(a_bad_expression_is_said_and_not_applied),
        cmocka_unit_test(an_expression_that_takes_long_is_given_up),
        cmocka_unit_test(a_long_name_is_matched_but_not_in_much_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
