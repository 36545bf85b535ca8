/* Tests of peek: which functions a name means, and who calls them. */
#include "test/test_store.h"

#include <string.h>

#include "corr_view.h"

static const char *const text[] = { "kind cpu ns 10\n"
                                    "50 5 main;shop.Cart.list;shop.Work.mix\n"
                                    "30 3 main;shop.Rules.scan;shop.Work.mix\n"
                                    "20 2 main;shop.mix\n" };

/* "KEY total callers/callees" a line each. */
static const char *peek(const char *name)
{
    static char out[1024];
    corr_store *st = test_store(text, 1);
    corr_sel *sel = test_select(st);
    corr_err err = { 0 };
    corr_peek *p = corr_peek_of(sel, name, &(corr_show){ 0 }, &err);
    size_t n = 0;

    out[0] = 0;
    if (!p)
        n = (size_t)snprintf(out, sizeof out, "%s", err.what);
    for (uint32_t i = 0; p && i < corr_peek_size(p); i++) {
        const corr_peeked m = corr_peek_at(p, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%s %lld %u/%u\n", m.key,
                              (long long)m.total, m.ncallers, m.ncallees);
    }
    corr_peek_free(p);
    corr_sel_free(sel);
    corr_store_free(st);
    return out;
}

static void a_name_is_the_end_of_a_name(void **state)
{
    (void)state;
    assert_string_equal(peek("Work.mix"), "shop.Work.mix 80 2/0\n");
    assert_string_equal(peek("mix"), "shop.Work.mix 80 2/0\n"
                                     "shop.mix 20 1/0\n");
    assert_string_equal(peek("ix"), "");
}

static void case_matters_only_if_a_name_is_there(void **state)
{
    (void)state;
    assert_string_equal(peek("WORK.MIX"), "shop.Work.mix 80 2/0\n");
    assert_string_equal(peek("cart.list"), "shop.Cart.list 50 1/1\n");
}

static void between_slashes_is_a_pattern(void **state)
{
    (void)state;
    assert_string_equal(peek("/Work|scan/"), "shop.Work.mix 80 2/0\n"
                                             "shop.Rules.scan 30 1/1\n");
    assert_string_equal(peek("/WORK/"), "");
    assert_string_equal(peek("/^shop.mix$/"), "shop.mix 20 1/0\n");
    assert_non_null(strstr(peek("/(/"), "bad pattern"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_the_end_of_a_name),
        cmocka_unit_test(case_matters_only_if_a_name_is_there),
        cmocka_unit_test(between_slashes_is_a_pattern),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
