/* Tests of lists of requests: which spans they are, how unusual each is, and
 * the code of the whole request. */
#include "test/test_store.h"

#include <math.h>
#include <string.h>

#include "corr_view.h"

/* web 1 -> inner 2 -> shop 3 -> bank 4; shop calls bank */
#define SHOPPING                                                               \
    "span 1 0 0 100 web w 2 1 GET\n"                                           \
    "span 2 1 0 90 web w 1 1 cart\n"                                           \
    "span 3 2 10 80 shop s 2 1 GET /cart\n"                                    \
    "span 4 3 20 60 bank b 2 1 pay\n"

/* "NAME n CODE<-UNDER [helper]" a line each. */
static const char *print_list(const corr_spanlist *l)
{
    static char out[4096];
    size_t n = 0;

    out[0] = 0;
    for (uint32_t i = 0; i < corr_spanlist_size(l); i++) {
        const corr_listed v = corr_spanlist_at(l, i);
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%.*s %lld %.*s<-%.*s%s\n",
            CORR_STR_ARG(v.name), (long long)v.obs,
            CORR_STR_ARG(v.hottest.function), CORR_STR_ARG(v.under.function),
            v.is_helper ? " helper" : "");
    }
    return out;
}

static corr_store *store_of(const char *text)
{
    const char *const all[] = { text };

    return test_store(all, 1);
}

static void assert_listed(corr_store *st, const corr_query *q, bool only,
                          const char *want)
{
    corr_err err = { 0 };
    corr_spanlist *l =
        corr_requests_of(st, q, &(corr_show){ 0 }, 0, only, &err);

    if (!l)
        fail_msg("%s", err.what);
    assert_string_equal(print_list(l), want);
    corr_spanlist_free(l);
}

static void a_request_begins_a_trace(void **state)
{
    corr_store *st = store_of(SHOPPING);

    (void)state;
    assert_listed(st, &(corr_query){ 0 }, true, "GET 0 <-\n");
    corr_store_free(st);
}

static void the_requests_of_a_service_are_its_entry_spans(void **state)
{
    corr_store *st = store_of(SHOPPING);

    (void)state;
    assert_listed(st, &(corr_query){ .service = "shop" }, true,
                  "GET /cart 0 <-\n");
    assert_listed(st, &(corr_query){ .service = "web" }, true, "GET 0 <-\n");
    corr_store_free(st);
}

static void without_requests_all_that_match_are_listed(void **state)
{
    corr_store *st = store_of(SHOPPING);

    (void)state;
    assert_listed(st, &(corr_query){ .op = "cart" }, true, "cart 0 <-\n");
    assert_listed(st, &(corr_query){ .op = "GET /cart" }, false,
                  "GET /cart 0 <-\n");
    corr_store_free(st);
}

/* Spans whose parent is missing are parts of one request, unless they serve
 * calls from outside. */
static void orphans_are_requests_if_they_serve_calls(void **state)
{
    corr_store *lost = store_of("span 2 9 0 10 web w 1 1 read\n"
                                "span 3 9 10 30 web w 1 1 write\n");
    corr_store *served = store_of("span 2 9 0 10 web w 2 1 GET /a\n"
                                  "span 3 8 10 30 web w 2 1 GET /b\n"
                                  "span 4 7 10 30 web w 1 1 log\n");

    (void)state;
    assert_listed(lost, &(corr_query){ 0 }, true, "write 0 <-\n");
    assert_listed(served, &(corr_query){ 0 }, true,
                  "GET /b 0 <-\nGET /a 0 <-\n");
    corr_store_free(lost);
    corr_store_free(served);
}

/* ---- code ------------------------------------------------------------- */

#define CODE                                                                   \
    SHOPPING "kind cpu ns 10\n"                                                \
             "tag span_id 0000000000000003\n"                                  \
             "10 1 main;Cart.list;java.util.HashMap.get\n"                     \
             "tag span_id 0000000000000004\n"                                  \
             "30 3 main;Bank.pay;Rule.scan;Work.mix\n"                         \
             "tag -\n"                                                         \
             "30 3 main;Bank.audit;Work.mix\n"

static void a_request_has_the_code_of_all_spans_below_it(void **state)
{
    corr_store *st = store_of(CODE);

    (void)state;
    assert_listed(st, &(corr_query){ 0 }, true,
                  "GET 4 Work.mix<-Rule.scan helper\n");
    assert_listed(st, &(corr_query){ .service = "shop" }, true,
                  "GET /cart 4 Work.mix<-Rule.scan helper\n");
    corr_store_free(st);
}

static void a_span_has_the_code_of_its_process(void **state)
{
    corr_store *st = store_of(CODE);
    corr_spanlist *l =
        corr_spanlist_of(st, &(corr_query){ 0 }, &(corr_show){ 0 }, 0, NULL);

    (void)state;
    assert_non_null(l);
    assert_string_equal(print_list(l),
                        "GET 0 <-\ncart 0 <-\n"
                        "GET /cart 1 java.util.HashMap.get<-Cart.list helper\n"
                        "pay 3 Work.mix<-Rule.scan helper\n");
    corr_spanlist_free(l);
    corr_store_free(st);
}

static void code_with_one_caller_is_no_helper(void **state)
{
    corr_store *st = store_of(SHOPPING "kind cpu ns 10\n"
                                       "tag span_id 0000000000000004\n"
                                       "30 3 main;Bank.pay;Work.mix\n");

    (void)state;
    assert_listed(st, &(corr_query){ .service = "bank" }, true,
                  "pay 3 Work.mix<-Bank.pay\n");
    corr_store_free(st);
}

/* ---- how unusual ------------------------------------------------------ */

/* n requests of 1..n ms, and two more of n ms; every fourth failed. */
static corr_store *many(int n)
{
    static char text[8192];
    size_t at = 0;

    for (int i = 1; i <= n + 2; i++)
        at += (size_t)snprintf(text + at, sizeof text - at,
                               "trace %d\nspan %x 0 %d %d shop s 2 %d GET /\n",
                               i, i, i * 100, i * 100 + (i < n ? i : n),
                               i % 4 ? 1 : 2);
    return store_of(text);
}

static void a_rank_is_the_middle_of_equal_ones(void **state)
{
    corr_store *st = many(18);
    corr_spanlist *l = corr_requests_of(st, &(corr_query){ .slowest = 4 },
                                        &(corr_show){ 0 }, 0, true, NULL);

    (void)state;
    assert_non_null(l);
    /* 15 of one status are too few, so all 20 are looked at */
    assert_int_equal(corr_spanlist_size(l), 4);
    assert_int_equal(corr_spanlist_at(l, 0).rank_of, 20);
    assert_true(fabs(corr_spanlist_at(l, 0).rank - (17 + 1.5) / 20) < 1e-12);
    assert_true(fabs(corr_spanlist_at(l, 3).rank - (16 + 0.5) / 20) < 1e-12);
    assert_int_equal(corr_spanlist_totals(l).listed, 20);
    corr_spanlist_free(l);
    corr_store_free(st);
}

static void few_requests_have_no_rank_and_many_their_own_status(void **state)
{
    corr_store *few = many(17), *lot = many(98);
    corr_spanlist *of_few = corr_requests_of(few, &(corr_query){ 0 },
                                             &(corr_show){ 0 }, 0, true, NULL);
    corr_spanlist *of_lot =
        corr_requests_of(lot, &(corr_query){ .status = "error" },
                         &(corr_show){ 0 }, 0, true, NULL);

    (void)state;
    assert_non_null(of_few);
    assert_non_null(of_lot);
    assert_int_equal(corr_spanlist_at(of_few, 0).rank_of, 0);
    assert_true(isnan(corr_spanlist_at(of_few, 0).rank));
    assert_int_equal(corr_spanlist_at(of_lot, 0).rank_of, 25);
    corr_spanlist_free(of_few);
    corr_spanlist_free(of_lot);
    corr_store_free(few);
    corr_store_free(lot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_begins_a_trace),
        cmocka_unit_test(the_requests_of_a_service_are_its_entry_spans),
        cmocka_unit_test(without_requests_all_that_match_are_listed),
        cmocka_unit_test(orphans_are_requests_if_they_serve_calls),
        cmocka_unit_test(a_request_has_the_code_of_all_spans_below_it),
        cmocka_unit_test(a_span_has_the_code_of_its_process),
        cmocka_unit_test(code_with_one_caller_is_no_helper),
        cmocka_unit_test(a_rank_is_the_middle_of_equal_ones),
        cmocka_unit_test(few_requests_have_no_rank_and_many_their_own_status),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
