/* Tests of func_place: functions of one name in several files. */
#include "frames/func_place.h"

#include "test/testing.h"

static void add_function(corr_build *b, const char *name, const char *file,
                         const char *module)
{
    const corr_func f = corr_add_func(b, corr_add_text(b, corr_str_of(name)),
                                      corr_add_text(b, corr_str_of(file)),
                                      corr_add_text(b, corr_str_of(module)));

    corr_add_frame(b, &(corr_frame_row){ .func = f });
}

/* The labels of all functions but main, "; " between them, - for none. */
static const char *labels_of(testing_fill *const *fill, size_t n)
{
    static char text[512];
    corr_store *st = testing_store_of(fill, n);
    corr_arena arena = { .limit = SIZE_MAX };
    func_places p;
    size_t at = 0;

    text[0] = 0;
    assert_true(func_places_init(&p, st, &arena));
    for (uint32_t in = 0; in < n; in++)
        for (uint32_t f = 1; f < store_input(st, in)->func.n; f++) {
            const input *rows = store_input(st, in);
            const corr_str label = func_place_label(&p, in, f);
            if (corr_str_is(input_text(rows, rows->func.v[f].name), "main"))
                continue;
            at += (size_t)snprintf(
                text + at, sizeof text - at, "%s%.*s", at ? "; " : "",
                CORR_STR_ARG(label.n ? label : CORR_STR("-")));
        }
    corr_arena_clear(&arena);
    corr_store_free(st);
    return text;
}

#define assert_labels(want, ...)                                               \
    assert_string_equal(                                                       \
        labels_of((testing_fill *const[]){ __VA_ARGS__ },                      \
                  sizeof((testing_fill *const[]){ __VA_ARGS__ }) /             \
                      sizeof(testing_fill *)),                                 \
        want)

/* ---- paths --------------------------------------------------------------- */

static size_t alike(const char *a, const char *b)
{
    const size_t n = path_tail_alike(corr_str_of(a), corr_str_of(b));

    assert_int_equal(path_tail_alike(corr_str_of(b), corr_str_of(a)), n);
    return n;
}

static void paths_are_alike_by_whole_parts_from_the_end(void **state)
{
    (void)state;
    assert_int_equal(alike("src/a/util.c", "lib/a/util.c"), 2);
    assert_int_equal(alike("src/util.c", "src/util.c"), 2);
    assert_int_equal(alike("util.c", "src/util.c"), 1);
    assert_int_equal(alike("c:\\src\\util.c", "d:\\src\\util.c"), 2);
    assert_int_equal(alike("c:\\src\\util.c", "src/util.c"), 1);
    assert_int_equal(alike("src/my_util.c", "src/util.c"), 0);
    assert_int_equal(alike("my_util.c", "util.c"), 0);
    assert_int_equal(alike("src/util.c", "src/util.h"), 0);
    assert_int_equal(alike("", "util.c"), 0);
    assert_int_equal(alike("", ""), 0);
}

/* ---- one input ----------------------------------------------------------- */

static void views(corr_build *b)
{
    add_function(b, "main", "src/main.py", "");
    add_function(b, "list", "src/users/view.py", "");
    add_function(b, "list", "src/orders/view.py", "");
}

static void an_input_tells_its_files_apart(void **state)
{
    (void)state;
    assert_labels("users/view.py; orders/view.py", views);
}

static void ends_of_paths(corr_build *b)
{
    add_function(b, "list", "/build/src/util.c", "");
    add_function(b, "list", "src/util.c", "");
    add_function(b, "list", "./src/util.c", "");
}

static void a_path_and_its_end_are_one_file(void **state)
{
    (void)state;
    assert_labels("-; -; -", ends_of_paths);
}

static void vague_end(corr_build *b)
{
    add_function(b, "list", "src/users/view.py", "");
    add_function(b, "list", "src/orders/view.py", "");
    add_function(b, "list", "view.py", "");
}

static void the_end_of_several_paths_is_none_of_them(void **state)
{
    (void)state;
    assert_labels("users/view.py; orders/view.py; view.py", vague_end);
}

static void modules(corr_build *b)
{
    add_function(b, "init", "", "/lib/libc.so.6");
    add_function(b, "init", "", "/usr/lib/libm.so.6");
}

static void modules_made_at_run_time(corr_build *b)
{
    add_function(b, "run", "", "/tmp/perf-4242.map");
    add_function(b, "run", "", "[anon:code]");
    add_function(b, "run", "", "/app/server");
}

static void native_code_has_the_place_of_its_module(void **state)
{
    (void)state;
    assert_labels("libc.so.6; libm.so.6", modules);
    assert_labels("-; -; -", modules_made_at_run_time);
}

static void one_without_file(corr_build *b)
{
    add_function(b, "list", "src/users/view.py", "");
    add_function(b, "list", "", "app");
}

static void two_and_one_without_file(corr_build *b)
{
    views(b);
    add_function(b, "list", "", "");
}

static void an_unknown_place_is_that_of_the_only_function(void **state)
{
    (void)state;
    assert_labels("-; -", one_without_file);
    assert_labels("users/view.py; orders/view.py; -", two_and_one_without_file);
}

/* ---- several inputs ------------------------------------------------------ */

static void build_1(corr_build *b)
{
    add_function(b, "main", "/build/1/src/main.c", "");
    add_function(b, "add", "/build/1/src/cart.c", "");
}

static void build_2(corr_build *b)
{
    add_function(b, "main", "/build/2/src/main.c", "");
    add_function(b, "add", "/build/2/src/cart.c", "");
}

static void builds_in_other_folders_have_the_same_functions(void **state)
{
    (void)state;
    assert_labels("-; -", build_1, build_2);
}

static void other_service(corr_build *b)
{
    add_function(b, "add", "/srv/sums/total.c", "");
}

static void other_views(corr_build *b)
{
    add_function(b, "list", "/srv/src/orders/view.py", "");
    add_function(b, "list", "/srv/src/users/view.py", "");
}

static void inputs_share_the_labels_of_their_functions(void **state)
{
    (void)state;
    assert_labels("cart.c; total.c", build_1, other_service);
    assert_labels("cart.c; total.c; cart.c", build_1, other_service, build_2);
    assert_labels("users/view.py; orders/view.py; orders/view.py; "
                  "users/view.py",
                  views, other_views);
    assert_labels("orders/view.py; users/view.py; users/view.py; "
                  "orders/view.py",
                  other_views, views);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_alike_by_whole_parts_from_the_end),
        cmocka_unit_test(an_input_tells_its_files_apart),
        cmocka_unit_test(a_path_and_its_end_are_one_file),
        cmocka_unit_test(the_end_of_several_paths_is_none_of_them),
        cmocka_unit_test(native_code_has_the_place_of_its_module),
        cmocka_unit_test(an_unknown_place_is_that_of_the_only_function),
        cmocka_unit_test(builds_in_other_folders_have_the_same_functions),
        cmocka_unit_test(inputs_share_the_labels_of_their_functions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
