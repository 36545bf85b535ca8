/* Tests of the names of requests, and of names that are near another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page/nearest.h"

static corr_label attr_of(const void *of, uint32_t row, uint32_t k)
{
    const corr_label *l = of;

    (void)row;
    return l[k];
}

#define ATTR(k, v)                                                             \
    {                                                                          \
        .key = CORR_STR(k), .text = CORR_STR(v), .type = CORR_VALUE_TEXT       \
    }

static void assert_route(const corr_label *l, uint32_t n, const char *want)
{
    const corr_str route = cmd_route(n, attr_of, l, 0);

    assert_true(corr_str_is(route, want));
}

static void a_route_is_better_than_a_path(void **state)
{
    const corr_label both[] = { ATTR("url.path", "/cart/7"),
                                ATTR("http.route", "/cart/{id}") };
    const corr_label url[] = { ATTR("http.url", "http://shop:80/a/b?c=/d") };
    const corr_label host[] = { ATTR("url.full", "https://shop") };
    const corr_label target[] = { ATTR("http.target", "/a?b") };

    (void)state;
    assert_route(both, 2, "/cart/{id}");
    assert_route(both, 1, "/cart/7");
    assert_route(url, 1, "/a/b");
    assert_route(host, 1, "/");
    assert_route(target, 1, "/a");
    assert_route(NULL, 0, "");
}

static void only_a_bare_method_gets_a_path(void **state)
{
    corr_report *r = corr_report_new("spans");
    const corr_str path = CORR_STR("/a"), none = CORR_STR("");

    (void)state;
    assert_string_equal(
        cmd_request_name(r, CORR_STR("GET"), path, CORR_STR("x")), "GET /a");
    assert_string_equal(
        cmd_request_name(r, CORR_STR("GET"), none, CORR_STR("x")), "GET (x)");
    assert_string_equal(cmd_request_name(r, CORR_STR("HTTP GET"), path, none),
                        "HTTP GET /a");
    assert_string_equal(cmd_request_name(r, CORR_STR("GET /b"), path, none),
                        "GET /b");
    assert_string_equal(cmd_request_name(r, CORR_STR("GET"), none, none),
                        "GET");
    corr_report_free(r);
}

static void the_three_nearest_names_are_kept(void **state)
{
    corr_report *r = corr_report_new("spans");
    near_list l = { .want = "checkou" };

    (void)state;
    near_add(&l, CORR_STR("pricing"));
    near_add(&l, CORR_STR("reco"));
    near_add(&l, CORR_STR("gateway"));
    assert_false(near_is_close(&l));
    near_add(&l, CORR_STR("checkout"));
    near_add(&l, CORR_STR("checkout"));
    assert_true(near_is_close(&l));
    assert_int_equal(l.n, 3);
    assert_true(corr_str_is(l.at[0].name, "checkout"));
    assert_string_equal(near_words(&l, r), "checkout, reco, pricing");
    corr_report_free(r);
}

static void the_last_part_of_a_name_counts(void **state)
{
    near_list l = { .want = "WROK" };

    (void)state;
    near_add(&l, CORR_STR("lab.checkout.Other.thing"));
    near_add(&l, CORR_STR("lab.checkout.Some.work"));
    assert_true(corr_str_is(l.at[0].name, "lab.checkout.Some.work"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_route_is_better_than_a_path),
        cmocka_unit_test(only_a_bare_method_gets_a_path),
        cmocka_unit_test(the_three_nearest_names_are_kept),
        cmocka_unit_test(the_last_part_of_a_name_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
