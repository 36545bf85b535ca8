/* From an alert to its questions. */
#include "fetch/alert_plan.h"

#include "fetch/test/answers.h"

#define ALERT(labels, times)                                                   \
    "{\"labels\":{\"alertname\":\"High\"" labels "},\"annotations\":"          \
    "{\"summary\":\"CPU of checkout\"}," times ",\"generatorURL\":\"http://p/" \
    "graph?g0.expr=up+%3D%3D+1%26x\\u0026g0.tab=1\""                           \
    "}"
#define FIRING                                                                 \
    "\"startsAt\":\"2026-11-21T16:35:11.623Z\",\"endsAt\":\"0001-01-01T00:00:" \
    "00Z\""
#define RESOLVED                                                               \
    "\"status\":\"resolved\",\"startsAt\":\"2026-11-21T16:00:00Z\","           \
    "\"endsAt\":"                                                              \
    "\"2026-11-21T16:10:00+00:00\""
#define STARTED INT64_C(1795278911623000000)
#define MINUTE  (60 * FETCH_SECOND)

static fetch_alert read(corr_arena *a, const char *message)
{
    fetch_alert alert;
    corr_err err = { 0 };

    if (!fetch_alert_read(a, corr_str_of(message), &alert, &err))
        fail_msg("%s", err.what);
    return alert;
}

static void a_message_says_what_fires_since_when_and_where(void **state)
{
    corr_arena a = { .limit = 1 << 20 };

    (void)state;
    const fetch_alert m = read(
        &a, "{\"alerts\":[" ALERT("", RESOLVED) "," ALERT(
                ",\"service\":\"x\",\"job\":\"j\"",
                FIRING) "," ALERT(",\"service_name\":\"y\",\"service\":\"no\"",
                                  FIRING) "],\"receiver\":\"r\"}");
    assert_true(corr_str_is(m.name, "High"));
    assert_int_equal(m.from, STARTED);
    assert_int_equal(m.to, 0);
    assert_int_equal(m.services, 2);
    assert_string_equal(m.service[0], "x");
    assert_string_equal(m.service[1], "y");
    assert_string_equal(m.promql, "up == 1&x");
    assert_non_null(strstr(m.text, "CPU of checkout"));
    const fetch_alert over = read(&a, "[" ALERT("", RESOLVED) "]");
    assert_int_equal(over.to - over.from, 10 * MINUTE);
    assert_int_equal(over.services, 0);
    /* A log has a message a line. */
    const fetch_alert log =
        read(&a, "{\"alerts\":[" ALERT("", RESOLVED) "]}\n{\"alerts\":[" ALERT(
                     ",\"app\":\"z\"", FIRING) "]}\n");
    assert_int_equal(log.from, STARTED);
    assert_string_equal(log.service[0], "z");
    corr_arena_clear(&a);
}

static void what_is_no_alert_is_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "x",
        "[]",
        "{}",
        "{\"alerts\":[]}",
        "{\"labels\":{}}",
        "{\"alerts\":[{\"labels\":{\"alertname\":\"x\"}}]}"
    };
    corr_arena a = { .limit = 1 << 20 };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fetch_alert alert;
        corr_err err = { 0 };
        assert_false(fetch_alert_read(&a, corr_str_of(bad[i]), &alert, &err));
        assert_true(err.what[0]);
    }
    corr_arena_clear(&a);
}

/* Plans an alert for three programs; service: of the user, or NULL. */
static size_t programs_asked(const char *message, const char *service,
                             int64_t now)
{
    const fetch_target t[] = {
        { FETCH_PPROF, "http://a:6060", NULL, "Checkout" },
        { FETCH_PPROF, "http://b:6060", NULL, "checkout" },
        { FETCH_PPROF, "http://c/jfr?seconds=3", NULL, "pricing" },
    };
    const fetch_question like = {
        .limit = 20, .now = now, .service = service, .records = 2 * FETCH_SECOND
    };
    fetch_plan *p = fetch_plan_new();
    const fetch_alert alert = read(fetch_plan_arena(p), message);

    fetch_plan_targets(p, t, 3);
    assert_true(fetch_alert_ask(p, &alert, &like));
    for (size_t i = 0; i < fetch_plan_size(p); i++) {
        const fetch_request *q = fetch_plan_at(p, i);
        assert_non_null(q->file_end);
        assert_true(q->records >= 2 * FETCH_SECOND);
        assert_non_null(strstr(q->file, q->target->service));
    }
    const size_t n = fetch_plan_size(p);
    fetch_plan_free(p);
    return n;
}

static void
an_alert_that_fires_records_the_programs_of_its_service(void **state)
{
    static const char of_service[] = ALERT(",\"service\":\"checkout\"", FIRING);
    static const char of_job[] = ALERT(",\"job\":\"pricing\"", FIRING);
    static const char in_text[] = ALERT("", FIRING);

    (void)state;
    /* two instances, CPU and allocations */
    assert_int_equal(programs_asked(of_service, NULL, STARTED), 4);
    assert_int_equal(programs_asked(of_job, NULL, STARTED + 300 * MINUTE), 1);
    assert_int_equal(programs_asked(of_job, "checkout", STARTED), 4);
    assert_int_equal(programs_asked(in_text, NULL, STARTED), 2);
    assert_int_equal(
        programs_asked(ALERT(",\"app\":\"x\"", FIRING), NULL, STARTED), 0);
    assert_int_equal(
        programs_asked(ALERT(",\"app\":\"checkout\"", RESOLVED), NULL, STARTED),
        0);
}

static void an_alert_asks_all_servers(void **state)
{
    const fetch_target t[] = {
        { FETCH_PYROSCOPE, "http://a", NULL, NULL },
        { FETCH_TEMPO, "http://b", NULL, NULL },
        { FETCH_PROMETHEUS, "http://c", NULL, NULL },
        { FETCH_ALERTMANAGER, "http://d", NULL, NULL },
    };
    const fetch_question like = { .limit = 20, .now = STARTED + 5 * MINUTE };
    fetch_plan *p = fetch_plan_new();
    ran r = { .p = p };

    (void)state;
    const fetch_alert alert =
        read(fetch_plan_arena(p), ALERT(",\"service\":\"x\"", FIRING));
    fetch_plan_targets(p, t, 4);
    assert_true(fetch_alert_ask(p, &alert, &like));
    const fetch_request *search =
        fetch_plan_at(p, request_at(&r, "/api/search", 0));
    assert_int_equal(search->from, STARTED - 15 * MINUTE);
    assert_int_equal(search->to, STARTED + 5 * MINUTE - 30 * FETCH_SECOND);
    assert_int_equal(search->question->slowest, 20);
    /* Pieces of CPU; then now, and the same length before. */
    static const char types[] = "/querier.v1.QuerierService/ProfileTypes";
    const fetch_request *first = fetch_plan_at(p, request_at(&r, types, 0));
    const fetch_request *last = fetch_plan_at(p, request_at(&r, types, 19));
    const fetch_request *before = fetch_plan_at(p, request_at(&r, types, 21));
    assert_true(first->from <= STARTED - 35 * MINUTE);
    assert_true(first->to <= STARTED - 32 * MINUTE);
    assert_string_equal(first->question->profile, "cpu");
    assert_true(last->to > STARTED + 4 * MINUTE);
    assert_true(before->from <= STARTED - 35 * MINUTE);
    assert_true(before->to >= STARTED - 15 * MINUTE);
    assert_null(before->question->profile);
    request_at(&r, "/api/v1/query_range?query=up%20%3D%3D%201%26x", 0);
    request_at(&r, "/api/v1/rules", 0);
    request_at(&r, "/api/v2/alerts", 0);
    fetch_plan_free(p);
}

static void an_alert_that_fires_for_days_began_at_one_time(void **state)
{
    const fetch_target t[] = { { FETCH_TEMPO, "http://b", NULL, NULL } };
    const fetch_question like = { .limit = 20, .now = STARTED + 9999 * MINUTE };
    fetch_plan *p = fetch_plan_new();
    ran r = { .p = p };

    (void)state;
    const fetch_alert alert =
        read(fetch_plan_arena(p), ALERT(",\"service\":\"x\"", FIRING));
    fetch_plan_targets(p, t, 1);
    assert_true(fetch_alert_ask(p, &alert, &like));
    const fetch_request *search =
        fetch_plan_at(p, request_at(&r, "/api/search", 0));
    assert_int_equal(search->from, STARTED - 15 * MINUTE);
    assert_int_equal(search->to, STARTED + 60 * MINUTE);
    fetch_plan_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_says_what_fires_since_when_and_where),
        cmocka_unit_test(what_is_no_alert_is_refused),
        cmocka_unit_test(
            an_alert_that_fires_records_the_programs_of_its_service),
        cmocka_unit_test(an_alert_asks_all_servers),
        cmocka_unit_test(an_alert_that_fires_for_days_began_at_one_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
