/* Tests of savings: vector 3.2 as a view. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "corr_trace.h"

#define MS INT64_C(1000000)

/* Vector 3.1; spans are in us, so that no clock is a whole ms off. */
static const char vector[] =
    "us\n"
    "span 0000000000000001 0 1 1000001 shop - 4 0 root\n"
    "span 0000000000000002 0000000000000001 20001 120001 shop - 1 0 auth\n"
    "span 0000000000000003 0000000000000001 130001 430001 shop - 1 0 cart\n"
    "span 0000000000000004 0000000000000003 150001 400001 shop - 1 0 cart.db\n"
    "span 0000000000000005 0000000000000001 440001 700001 shop - 1 0 tax\n"
    "span 0000000000000006 0000000000000001 440001 820001 shop - 1 0 ship\n"
    "span 0000000000000007 0000000000000006 460001 810001 shop - 1 0 ship.rpc\n"
    "span 0000000000000008 0000000000000007 470001 760001 shop - 1 0 rate\n"
    "span 0000000000000009 0000000000000001 815001 960001 shop - 1 0 pay\n"
    "span 000000000000000a 0000000000000001 900001 1400001 shop - 5 0 audit\n";

static const char *print(const corr_savings *s)
{
    static char out[2048];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_savings_size(s); i++) {
        const corr_saving v = corr_savings_at(s, i);
        n += (size_t)snprintf(out + n, sizeof out - n, "%.*s %lld..%lld\n",
                              CORR_STR_ARG(v.name), (long long)(v.lo / MS),
                              (long long)(v.hi / MS));
    }
    return out;
}

static void vector_3_2_ranked(void **state)
{
    const char *text = vector;
    corr_err err = { 0 };
    corr_store *st = test_store(&text, 1);
    corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, &err);

    (void)state;
    assert_non_null(w);
    corr_savings *s = corr_savings_of(w, 0, &err);
    assert_non_null(s);
    /* audit is not part of the request */
    assert_string_equal(print(s), "cart.db 250..250\n"
                                  "pay 140..140\n"
                                  "rate 120..260\n"
                                  "auth 100..100\n"
                                  "root 80..80\n"
                                  "ship.rpc 60..60\n"
                                  "cart 50..50\n"
                                  "ship 30..30\n"
                                  "tax 0..0\n");
    assert_int_equal(corr_savings_left(s), 0);
    const corr_saving rate = corr_savings_at(s, 2);
    assert_int_equal(rate.self, 290 * MS);
    assert_int_equal(rate.critical, 290 * MS);
    assert_int_equal(rate.spans, 1);
    assert_true(corr_str_is(rate.service, "shop"));
    corr_savings_free(s);
    s = corr_savings_of(w, 0.5, &err);
    assert_non_null(s);
    assert_int_equal(corr_savings_at(s, 0).lo, 125 * MS);
    corr_savings_free(s);
    corr_waterfall_free(w);
    corr_store_free(st);
}

static void running_out_of_memory_is_told_and_nothing_is_kept(void **state)
{
    const char *text = vector;
    corr_store *st = test_store(&text, 1);
    corr_waterfall *w = corr_waterfall_of(st, TEST_TRACE, NULL);

    (void)state;
    assert_non_null(w);
    ASSERT_MEMORY_IS_TOLD(corr_savings, corr_savings_of(w, 0.5, &err),
                          corr_savings_free);
    corr_waterfall_free(w);
    corr_store_free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_3_2_ranked),
        cmocka_unit_test(running_out_of_memory_is_told_and_nothing_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
