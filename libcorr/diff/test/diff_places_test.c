/* Tests of diff_places: functions of one name, on two sides of a comparison. */
#include "diff/diff_places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { BASE = 1, NEW = 2, BOTH = 3, MOST = 8 };

typedef struct a_place {
    unsigned sides;
    const char *label, *file;
} a_place;

/* Files, with spaces between them. */
static corr_names files_of(const char *list)
{
    corr_names known = { 0 };
    corr_str rest = corr_str_of(list), file;

    while (corr_str_next(&rest, ' ', &file))
        assert_true(corr_names_add(&known, file, 1));
    return known;
}

/* What is shown of n places of one name, in their order: "; " between them, -
 * for none.  base, new: files that the sides know. */
static const char *shown_of(const a_place *place, size_t n, const char *base,
                            const char *new)
{
    static char text[256];
    corr_names known[2] = { files_of(base), files_of(new) };
    corr_str shown[MOST];
    diff_place row[MOST];
    size_t at = 0;

    assert_true(n <= MOST);
    for (size_t i = 0; i < n; i++)
        row[i] = (diff_place){ .name = CORR_STR("list"),
                               .label = corr_str_of(place[i].label),
                               .file = corr_str_of(place[i].file),
                               .key = (uint32_t)i,
                               .sides = place[i].sides };
    diff_places_match(row, n, known);
    for (size_t i = 0; i < n; i++)
        shown[row[i].key] = row[i].shown;
    for (size_t i = 0; i < n; i++)
        at += (size_t)snprintf(
            text + at, sizeof text - at, "%s%.*s", i ? "; " : "",
            CORR_STR_ARG(shown[i].n ? shown[i] : CORR_STR("-")));
    corr_names_clear(&known[0]);
    corr_names_clear(&known[1]);
    return text;
}

#define assert_shown(want, base, new, ...)                                     \
    assert_string_equal(                                                       \
        shown_of((const a_place[]){ __VA_ARGS__ },                             \
                 sizeof((const a_place[]){ __VA_ARGS__ }) / sizeof(a_place),   \
                 base, new),                                                   \
        want)

static void one_function_of_each_side_may_have_moved(void **state)
{
    (void)state;
    /* to another folder, and to another file */
    assert_shown("-; -", "view.py", "view.py",
                 { BASE, "old/view.py", "old/view.py" },
                 { NEW, "new/view.py", "new/view.py" });
    assert_shown("-; -", "view.py", "page.py",
                 { BASE, "view.py", "app/view.py" },
                 { NEW, "page.py", "app/page.py" });
}

static void files_that_both_sides_have_did_not_move(void **state)
{
    (void)state;
    assert_shown("view.py; page.py", "view.py page.py", "view.py page.py",
                 { BASE, "view.py", "app/view.py" },
                 { NEW, "page.py", "app/page.py" });
}

static void one_function_has_no_place(void **state)
{
    (void)state;
    assert_shown("-", "view.py", "view.py", { BOTH, "view.py", "view.py" });
    assert_shown("-", "view.py", "", { BASE, "view.py", "view.py" });
}

static void several_functions_keep_their_places(void **state)
{
    (void)state;
    assert_shown("users/view.py; orders/view.py", "view.py", "view.py",
                 { BOTH, "users/view.py", "src/users/view.py" },
                 { BOTH, "orders/view.py", "src/orders/view.py" });
}

static void
a_path_is_that_of_the_other_side_with_the_most_alike_end(void **state)
{
    (void)state;
    assert_shown("users/view.py; orders/view.py; orders/view.py; users/view.py",
                 "view.py", "view.py",
                 { BASE, "users/view.py", "src/users/view.py" },
                 { BASE, "orders/view.py", "src/orders/view.py" },
                 { NEW, "lib/orders/view.py", "lib/orders/view.py" },
                 { NEW, "lib/users/view.py", "lib/users/view.py" });
    /* two ends are equally alike: neither is taken */
    assert_shown("view.py; a/view.py; b/view.py", "view.py", "view.py",
                 { BASE, "view.py", "view.py" },
                 { NEW, "a/view.py", "a/view.py" },
                 { NEW, "b/view.py", "b/view.py" });
}

static void a_side_without_places_makes_them_not_count(void **state)
{
    (void)state;
    assert_shown("-; -; -", "view.py", "",
                 { BASE, "users/view.py", "src/users/view.py" },
                 { BASE, "orders/view.py", "src/orders/view.py" },
                 { NEW, "", "" });
}

static void lines_that_shift_are_pooled_by_file(void **state)
{
    (void)state;
    assert_shown("app.js; app.js; app.js", "app.js", "app.js",
                 { BASE, "app.js:9:2", "app.js" },
                 { BASE, "app.js:30:1", "app.js" },
                 { NEW, "app.js:12:2", "app.js" });
    assert_shown("app.js:9:2; app.js:30:1", "app.js", "app.js",
                 { BOTH, "app.js:9:2", "app.js" },
                 { BOTH, "app.js:30:1", "app.js" });
}

static void names_are_matched_apart(void **state)
{
    corr_names known[2] = { { 0 }, { 0 } };
    diff_place row[] = {
        { .name = CORR_STR("b"), .label = CORR_STR("1.c"), .sides = BOTH },
        { .name = CORR_STR("a"), .label = CORR_STR("1.c"), .sides = BOTH },
        { .name = CORR_STR("b"), .label = CORR_STR("2.c"), .sides = BOTH },
    };

    (void)state;
    diff_places_match(row, 3, known);
    assert_true(corr_str_is(row[0].name, "a"));
    assert_int_equal(row[0].shown.n, 0);
    assert_true(corr_str_is(row[1].shown, "1.c"));
    assert_true(corr_str_is(row[2].shown, "2.c"));
    diff_places_match(row, 0, known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_function_of_each_side_may_have_moved),
        cmocka_unit_test(files_that_both_sides_have_did_not_move),
        cmocka_unit_test(one_function_has_no_place),
        cmocka_unit_test(several_functions_keep_their_places),
        cmocka_unit_test(
            a_path_is_that_of_the_other_side_with_the_most_alike_end),
        cmocka_unit_test(a_side_without_places_makes_them_not_count),
        cmocka_unit_test(lines_that_shift_are_pooled_by_file),
        cmocka_unit_test(names_are_matched_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
