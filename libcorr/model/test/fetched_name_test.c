/* Tests of fetched_name. */
#include "model/fetched_name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/base.h"

#define WINDOW "-20261121T163200Z-20261121T163720Z"
#define CPU    "-process_cpu.cpu"

static fetched_name name_of(const char *path)
{
    return fetched_name_of(corr_str_of(path));
}

static void assert_says(const char *path, const char *service, bool is_part,
                        uint64_t span)
{
    const fetched_name n = name_of(path);

    assert_true(n.is_fetched);
    assert_true(corr_str_is(n.service, service));
    assert_int_equal(n.is_part, is_part);
    assert_int_equal(n.span, span);
    assert_int_equal(n.from, INT64_C(1795278720000000000));
    assert_int_equal(n.to - n.from, 320 * INT64_C(1000000000));
}

static void a_name_says_the_service_and_the_span(void **state)
{
    (void)state;
    assert_says("profiles/checkout" CPU WINDOW ".pb", "checkout", false, 0);
    assert_says("checkout" CPU "-of-span-2d9f065d37ba274b" WINDOW ".pb",
                "checkout", true, 0x2d9f065d37ba274b);
    assert_says("d/a-b-c" CPU "-of-12-spans" WINDOW "-2.pb.gz", "a-b-c", true,
                0);
    assert_says("a" CPU "-of-trace-4bf92f3577b34da6a3ce929d0e0e4736" WINDOW
                ".pb",
                "a", true, 0);
    assert_says("all-memory.alloc_space.space" WINDOW ".json", "", false, 0);
    /* A service of that name is no part. */
    assert_says("sum-of-span" CPU WINDOW ".pb", "sum-of-span", false, 0);
    assert_says("x.y-of-3-spans" CPU WINDOW ".pb", "x.y-of-3-spans", false, 0);
}

static void a_name_may_have_one_time(void **state)
{
    static const char *const path[] = {
        "profiles/a-b-pprof.heap-20261121T163200Z",
        "a-b-pprof.heap-20261121T163200Z-2.pb.gz",
    };

    (void)state;
    for (size_t i = 0; i < countof(path); i++) {
        const fetched_name n = name_of(path[i]);
        assert_true(n.is_fetched && !n.is_part);
        assert_true(corr_str_is(n.service, "a-b"));
        assert_int_equal(n.from, INT64_C(1795278720000000000));
        assert_int_equal(n.to, n.from);
    }
}

static void other_names_say_nothing(void **state)
{
    static const char *const other[] = {
        "",
        "checkout.pb",
        "checkout" CPU ".pb",
        "checkout" CPU "-of-span-2d9f065d37ba274b.pb",
        "checkout" CPU "-of-span-2d9f065d37ba274b-20261121T163200Z.pb",
        "checkout" CPU WINDOW "x.pb",
        "checkout-cpu" WINDOW ".pb",
        CPU WINDOW ".pb",
        WINDOW ".pb",
        "checkout" CPU "-20261321T163200Z-20261421T163720Z.pb",
        "checkout" CPU "-20261121T163720Z-20261121T163200Z.pb",
        "checkout" CPU "-20261321T163200Z.pb",
        "checkout" CPU "-20261121T163200Zx.pb",
        "checkout-cpu-20261121T163200Z.pb",
        CPU "-20261121T163200Z.pb",
        "checkout" CPU "-20261121T163200Z-20261121T163200Z.pb",
        /* neither one id of 16 digits nor a number of spans */
        "checkout" CPU "-of-span-2d9f065d37ba274" WINDOW ".pb",
        "checkout" CPU "-of-span-2D9F065D37BA274B" WINDOW ".pb",
        "checkout" CPU "-of-span-0000000000000000" WINDOW ".pb",
        "checkout" CPU "-of-some-spans" WINDOW ".pb",
        "checkout" CPU "-of-trace-2d9f065d37ba274b" WINDOW ".pb",
        "checkout" CPU "-of-trace-00000000000000000000000000000000" WINDOW
        ".pb",
        "checkout" CPU "-span-2d9f065d37ba274b" WINDOW ".pb",
        "checkout" CPU "-of-span-2d9f065d37ba274b" WINDOW "/a.pb",
    };

    (void)state;
    for (size_t i = 0; i < countof(other); i++) {
        const fetched_name n = name_of(other[i]);
        assert_false(n.is_fetched);
        assert_false(n.is_part);
        assert_int_equal(n.span, 0);
        assert_int_equal(n.service.n, 0);
    }
}

/* Each cut of a good name says what it says itself, or nothing. */
static void a_cut_name_is_no_other_file(void **state)
{
    static const char good[] =
        "checkout" CPU "-of-span-2d9f065d37ba274b" WINDOW ".pb";

    (void)state;
    for (size_t from = 0; from < sizeof good; from++)
        for (size_t to = from; to < sizeof good; to++) {
            const fetched_name n =
                fetched_name_of((corr_str){ good + from, to - from });
            if (n.is_fetched) {
                assert_true(n.is_part);
                assert_int_equal(n.span, 0x2d9f065d37ba274b);
                assert_int_equal(n.service.p[n.service.n - 1], 't');
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_says_the_service_and_the_span),
        cmocka_unit_test(a_name_may_have_one_time),
        cmocka_unit_test(other_names_say_nothing),
        cmocka_unit_test(a_cut_name_is_no_other_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
