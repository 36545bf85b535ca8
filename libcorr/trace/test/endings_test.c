/* Tests of endings: a process that died, and what became of its requests. */
#include "test/test_memory.h"
#include "test/test_store.h"

#include "corr_endings.h"

#define MS INT64_C(1000000)

/* "shop 60..140 3 failed; answered 50..60", times from the first call in ms. */
static const char *print(const char *text)
{
    static const char *const how[] = { "in flight", "answered", "recorded",
                                       "parent" };
    static char out[1024];
    corr_err err = { 0 };
    corr_store *st = test_store(&text, 1);
    corr_endings *e = corr_endings_of(st, &err);
    size_t n = 0;

    if (!e)
        fail_msg("%s", err.what);
    const int64_t zero = corr_trace_at(st, 0).start;
    out[0] = 0;
    for (uint32_t i = 0; i < corr_endings_size(e); i++) {
        const corr_ending d = corr_endings_at(e, i);
        n += (size_t)snprintf(
            out + n, sizeof out - n, "%.*s %lld..%lld %u failed",
            CORR_STR_ARG(d.service), (long long)((d.alive - zero) / MS),
            (long long)((d.first_failed - zero) / MS), d.failed);
        for (uint32_t k = d.first; k < d.first + d.n; k++) {
            const corr_lost_request q = corr_endings_request(e, k);
            n +=
                (size_t)snprintf(out + n, sizeof out - n, "; %s %lld..%lld",
                                 how[q.how], (long long)((q.start - zero) / MS),
                                 (long long)((q.end - zero) / MS));
        }
        n += (size_t)snprintf(out + n, sizeof out - n, "\n");
    }
    corr_endings_free(e);
    corr_store_free(st);
    return out;
}

/* A request of web, whose call to shop ends with a status and has a span there
 * or not. */
#define CALL(id, from, to, status)                                             \
    "trace " id "\n"                                                           \
    "span " id "1 0 " from " " to " web h 2 0 GET /\n"                         \
    "span " id "2 " id "1 " from " " to " web h 3 " status " GET\n"
#define SERVED(id, from, to)                                                   \
    CALL(id, from, to, "0")                                                    \
    "span " id "3 " id "2 " from " " to " shop h 2 0 GET /items\n"

#define BEFORE SERVED("10", "0", "20") SERVED("11", "20", "40")
#define AFTER                                                                  \
    CALL("30", "110", "111", "2")                                              \
    CALL("31", "120", "121", "2") CALL("32", "130", "131", "2")

static void the_last_requests_leave_no_span(void **state)
{
    (void)state;
    assert_string_equal(print(BEFORE CALL("20", "50", "60", "0")
                                  CALL("21", "90", "100", "2") AFTER),
                        "shop 60..100 3 failed; in flight 90..100; "
                        "answered 50..60\n");
}

static void calls_that_fail_now_and_then_are_no_end(void **state)
{
    (void)state;
    assert_string_equal(print(BEFORE AFTER SERVED("40", "200", "220")), "");
    assert_string_equal(print(BEFORE CALL("30", "110", "111", "2")), "");
    assert_string_equal(print(BEFORE), "");
}

static void a_place_that_reaches_several_services_tells_of_none(void **state)
{
    (void)state;
    assert_string_equal(
        print(BEFORE CALL(
            "12", "40", "45",
            "0") "span 123 122 40 45 bank h 2 0 GET /items\n" AFTER),
        "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_requests_leave_no_span),
        cmocka_unit_test(calls_that_fail_now_and_then_are_no_end),
        cmocka_unit_test(a_place_that_reaches_several_services_tells_of_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
