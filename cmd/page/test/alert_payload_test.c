#include "page/alert_payload.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "page/alert_rule.h"

static corr_arena arena;

static corr_code read_text(const char *text, alert_payload *p, corr_err *err)
{
    *err = (corr_err){ .code = CORR_OK };
    return alert_payload_parse(corr_str_of(text), "payload", &arena, p, err);
}

static alert_payload read_good(const char *text)
{
    alert_payload p;
    corr_err err;

    assert_int_equal(read_text(text, &p, &err), CORR_OK);
    return p;
}

#define LABELS "\"labels\":{\"alertname\":\"Slow\",\"service\":\"shop\"}"
#define FIRING "\"status\":\"firing\",\"startsAt\":\"2026-11-21T17:22:39.755Z\""

static void a_webhook_has_rule_threshold_and_times(void **state)
{
    const alert_payload p = read_good(
        "{\"receiver\":\"r\",\"truncatedAlerts\":2,\"alerts\":[{" LABELS
        "," FIRING ",\"endsAt\":\"0001-01-01T00:00:00Z\",\"annotations\":"
        "{\"summary\":\"p95 is 0.6 s\"},\"generatorURL\":\"http://p/graph?"
        "g0.expr=rate%28x%7Bs%3D%22a%3E1%22%7D%5B1m%5D%29+%3E%3D+0.75\\u0026"
        "g0.tab=1\"}]}\n");
    const alert_row *a = &p.row[0];

    (void)state;
    assert_int_equal(p.n, 1);
    assert_int_equal(p.truncated, 2);
    assert_string_equal(a->name, "Slow");
    assert_string_equal(a->state, "firing");
    assert_true(a->starts == INT64_C(1795281759755000000));
    assert_true(a->ends == CORR_NO_TIME);
    assert_string_equal(a->expr, "rate(x{s=\"a>1\"}[1m]) >= 0.75");
    assert_string_equal(a->compares, ">=");
    assert_true(fabs(a->threshold - 0.75) < 1e-9);
    assert_true(isnan(a->value));
    assert_string_equal(a->summary, "p95 is 0.6 s");
    assert_true(alert_is_of(a, CORR_STR("shop")));
    assert_false(alert_is_of(a, CORR_STR("sho")));
    assert_string_equal(alert_service(a), "shop");
}

static void a_rule_of_prometheus_says_how_long_it_waits(void **state)
{
    const alert_payload p = read_good(
        "{\"data\":{\"groups\":[{\"rules\":[{\"name\":\"Slow\",\"query\":"
        "\"p95 > 0.45\",\"duration\":5,\"annotations\":{\"runbook_url\":"
        "\"http://r\"},\"alerts\":[{\"labels\":{\"alertname\":\"Slow\"},"
        "\"state\":\"pending\",\"activeAt\":\"2026-11-21T17:22:39Z\",\"value\":"
        "\"8.8e-01\"}]}]}]}}");

    (void)state;
    assert_int_equal(p.n, 1);
    assert_string_equal(p.row[0].state, "pending");
    assert_string_equal(p.row[0].expr, "p95 > 0.45");
    assert_string_equal(p.row[0].runbook, "http://r");
    assert_true(fabs(p.row[0].value - 0.88) < 1e-9);
    /* it is active since then: the wait is not before it */
    assert_true(p.row[0].held == 0);
}

static void later_documents_end_an_alert(void **state)
{
    const alert_payload p = read_good(
        "{\"alerts\":[{" LABELS "," FIRING "}]}\nnot json\n"
        "{\"alerts\":[{" LABELS ",\"status\":\"resolved\",\"startsAt\":"
        "\"2026-11-21T17:22:39.755Z\",\"endsAt\":\"2026-11-21T17:23:00Z\"}]}");

    (void)state;
    assert_int_equal(p.n, 1);
    assert_string_equal(p.row[0].state, "resolved");
    assert_true(p.row[0].ends - p.row[0].starts == INT64_C(20245000000));
}

static void events_are_lines_with_labels_as_lists(void **state)
{
    const alert_payload p = read_good(
        "{\"@timestamp\":\"2026-11-21T17:22:40Z\",\"data\":{\"alertCreated\":"
        "{\"alert\":{\"labels\":[{\"key\":\"alertname\",\"value\":\"Slow\"},"
        "{\"key\":\"pod\",\"value\":\"shop-7d9f-x\"}],\"startsAt\":"
        "\"2026-11-21T17:22:39Z\"}}}}\n");

    (void)state;
    assert_int_equal(p.n, 1);
    assert_string_equal(p.row[0].name, "Slow");
    assert_true(alert_is_of(&p.row[0], CORR_STR("shop")));
    assert_false(alert_is_of(&p.row[0], CORR_STR("shop-7d9f-x")));
}

/* As Alertmanager 0.34 writes it: sets of labels are messages, and an alert of a
 * group has its details in another. */
static void sets_of_labels_may_be_messages(void **state)
{
    const alert_payload p = read_good(
        "{\"@timestamp\":\"2026-11-28T09:22:32.554Z\", \"data\":"
        "{\"alertGrouped\":{\"alert\":{\"hash\":\"7\", \"details\":"
        "{\"name\":\"Slow\", \"labels\":{\"labels\":[{\"key\":\"alertname\", "
        "\"value\":\"Slow\"}, {\"key\":\"service\", \"value\":\"shop\"}]}, "
        "\"annotations\":{\"labels\":[{\"key\":\"summary\", "
        "\"value\":\"is slow\"}]}, \"startsAt\":\"2026-11-28T09:20:00Z\", "
        "\"endsAt\":\"2026-11-28T09:27:32Z\"}}}}}\n");

    (void)state;
    assert_int_equal(p.n, 1);
    assert_string_equal(p.row[0].name, "Slow");
    assert_string_equal(p.row[0].summary, "is slow");
    assert_string_equal(p.row[0].state, "firing");
    assert_true(alert_is_of(&p.row[0], CORR_STR("shop")));
}

static void an_api_answer_is_a_list_and_grafana_has_values(void **state)
{
    const alert_payload api = read_good(
        "[{\"labels\":{\"alertname\":\"A\",\"job\":\"ns/shop\"},\"status\":"
        "{\"state\":\"active\"},\"startsAt\":\"2026-11-21T17:22:39+02:00\","
        "\"endsAt\":\"2036-11-21T17:22:39Z\"}]");
    const alert_payload old = read_good(
        "{\"ruleName\":\"CPU\",\"state\":\"alerting\",\"evalMatches\":[{"
        "\"metric\":\"cpu\",\"value\":2.5}],\"message\":\"busy\"}");

    (void)state;
    assert_string_equal(api.row[0].state, "firing");
    assert_true(api.row[0].ends == CORR_NO_TIME);
    assert_true(alert_is_of(&api.row[0], CORR_STR("SHOP")));
    assert_string_equal(old.row[0].name, "CPU");
    assert_string_equal(old.row[0].summary, "busy");
    assert_true(fabs(old.row[0].value - 2.5) < 1e-9);
    assert_true(old.row[0].starts == CORR_NO_TIME);
}

static void what_has_no_alert_is_refused_with_a_next_step(void **state)
{
    alert_payload p;
    corr_err err;

    (void)state;
    assert_int_equal(read_text("{\"text\":\"p95 is high\"}", &p, &err),
                     CORR_EFORMAT);
    assert_string_equal(err.what, "payload: no alert is in this document");
    assert_non_null(strstr(err.hint, "template"));
    assert_int_equal(read_text("p95 is high", &p, &err), CORR_EFORMAT);
    assert_int_equal(read_text("", &p, &err), CORR_EFORMAT);
}

static void damage_and_depth_are_survived(void **state)
{
    static const char good[] = "{\"alerts\":[{" LABELS "," FIRING "}]}";
    char text[4096];
    alert_payload p;
    corr_err err;

    (void)state;
    for (size_t n = 0; n < sizeof good; n++)
        for (unsigned c = 0; c < 256; c += 17) {
            memcpy(text, good, sizeof good);
            text[n] = (char)c;
            (void)read_text(text, &p, &err);
            corr_arena_clear(&arena);
        }
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_int_equal(read_text(text, &p, &err), CORR_EFORMAT);
}

static void thresholds_are_comparisons_on_the_top_level(void **state)
{
    static const struct {
        const char *expr, *compares;
        double threshold;
    } table[] = {
        { "up == 0", NULL, NAN },
        { "a > 1", ">", 1 },
        { "a{x=\"> 3\"} < bool 2e-3 ", "<", 2e-3 },
        { "(a > 1)", NULL, NAN },
        { "a > 1 and b > 2", NULL, NAN },
        { "android > 1", ">", 1 },
        { "sum by (order) (rate(x[5m])) / 2 >= 10", ">=", 10 },
        { "a > b", NULL, NAN },
        { "a > \"1", NULL, NAN },
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const char *compares;
        double v;
        alert_rule_threshold(table[i].expr, &compares, &v);
        if (table[i].compares) {
            assert_non_null(compares);
            assert_string_equal(compares, table[i].compares);
            assert_true(fabs(v - table[i].threshold) < 1e-12);
        } else {
            assert_null(compares);
            assert_true(isnan(v));
        }
    }
}

static void what_is_compared_stands_before_the_comparison(void **state)
{
    static const char *const table[][2] = {
        { "sum(rate(x[5m])) / 2 >= 10", "sum(rate(x[5m])) / 2" },
        { "a{x=\"> 3\"} < bool 2", "a{x=\"> 3\"}" },
        { "up == 0", "up == 0" },
        { "a > b", "a > b" },
        { "> 3", "> 3" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_string_equal(alert_rule_left(table[i][0], &arena), table[i][1]);
}

static int clear_arena(void **state)
{
    (void)state;
    corr_arena_clear(&arena);
    return 0;
}

#define TEST(f) cmocka_unit_test_teardown(f, clear_arena)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_webhook_has_rule_threshold_and_times),
        TEST(a_rule_of_prometheus_says_how_long_it_waits),
        TEST(later_documents_end_an_alert),
        TEST(events_are_lines_with_labels_as_lists),
        TEST(sets_of_labels_may_be_messages),
        TEST(an_api_answer_is_a_list_and_grafana_has_values),
        TEST(what_has_no_alert_is_refused_with_a_next_step),
        TEST(damage_and_depth_are_survived),
        TEST(what_is_compared_stands_before_the_comparison),
        TEST(thresholds_are_comparisons_on_the_top_level),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
