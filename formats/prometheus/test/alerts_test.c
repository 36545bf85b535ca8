/* Tests of the reader of alerts. */
#define FORMAT corr_format_alerts
#include "test/test_metric.h"

#define START "\"2026-11-21T17:22:29.755Z\""
#define END   "\"2026-11-21T18:23:04.755+01:00\""
#define NEVER "\"0001-01-01T00:00:00Z\""
#define LATER "\"2063-01-01T00:00:00.000Z\""
#define WHAT  "\"labels\":{\"alertname\":\"High\",\"job\":\"a\"}"
#define PAIRS                                                                  \
    "\"labels\":{\"labels\":[{\"key\":\"alertname\",\"value\":\"High\"},{"     \
    "\"key\":\"job\",\"value\":\"a\"}]}"
#define HIGH  "gauge ALERTS{alertname=High,job=a,alertstate=firing}"
#define BEGAN " 1@1795281749.755"
#define ENDED " 0@1795281784.755"

#define WEBHOOK(alerts)                                                        \
    "{\"receiver\":\"r\",\"status\":\"firing\",\"alerts\":[" alerts "],"       \
    "\"groupLabels\":{},\"version\":\"4\"}"
#define FIRING                                                                 \
    "{\"status\":\"firing\"," WHAT ",\"startsAt\":" START ",\"endsAt\":" NEVER \
    "}"
#define RESOLVED                                                               \
    "{\"status\":\"resolved\"," WHAT ",\"startsAt\":" START ",\"endsAt\":" END \
    "}"

typedef struct alert_case {
    const char *text, *series;
} alert_case;

static const alert_case cases[] = {
    { WEBHOOK(FIRING), HIGH BEGAN },
    { WEBHOOK(RESOLVED), HIGH BEGAN ENDED },
    /* old ones have no status */
    { WEBHOOK("{" WHAT ",\"startsAt\":" START ",\"endsAt\":" END "}"),
      HIGH BEGAN ENDED },
    { WEBHOOK("{" WHAT ",\"startsAt\":" START ",\"endsAt\":" NEVER "}"),
      HIGH BEGAN },
    /* Alertmanager's API: an end that is to come, and when it was last said */
    { "[{" WHAT ",\"startsAt\":" START ",\"endsAt\":" LATER
      ",\"updatedAt\":\"2026-11-21T17:22:39.755Z\","
      "\"status\":{\"state\":\"suppressed\"}}]",
      HIGH BEGAN " 1@1795281759.755" },
    { "[{\"labels\":{},\"receiver\":{\"name\":\"r\"},\"alerts\":[" FIRING "]}]",
      HIGH BEGAN },
    { "{\"status\":\"success\",\"data\":[{\"labels\":{},\"blocks\":[{"
      "\"alerts\":[" FIRING "]}]}]}",
      HIGH BEGAN },
    /* Prometheus' API */
    { "{\"status\":\"success\",\"data\":{\"alerts\":[{" WHAT
      ",\"state\":\"pending\",\"activeAt\":\"2026-11-21T17:22:29.755142827Z\","
      "\"value\":\"7e-01\"}]}}",
      "gauge ALERTS{alertname=High,job=a,alertstate=pending}" BEGAN },
    { "{\"status\":\"success\",\"data\":{\"groups\":[{\"name\":\"g\","
      "\"rules\":[{\"type\":\"recording\"},{\"type\":\"alerting\",\"alerts\":["
      "{" WHAT ",\"state\":\"firing\",\"activeAt\":" START "}]}]}]}}",
      HIGH BEGAN },
    /* a silence */
    { "[{\"id\":\"x\",\"status\":{\"state\":\"expired\"},\"comment\":\"c\","
      "\"createdBy\":\"me\",\"startsAt\":" START ",\"endsAt\":" END
      ",\"matchers\":[]}]",
      "gauge "
      "alertmanager_silences{state=expired,id=x,createdBy=me,comment=c}" BEGAN
          ENDED },
    /* Alertmanager's event recorder: a start without alerts, labels as a list,
       details, a resolved alert, labels as an object */
    { "{\"@timestamp\":" START ",\"instance\":\"a\",\"data\":{"
      "\"alertmanagerStartupEvent\":{\"version\":\"0.33.0\"}}}\n"
      "{\"@timestamp\":\"2026-11-21T17:22:39.755Z\",\"instance\":\"a\","
      "\"data\":{\"alertCreated\":{\"alert\":{\"name\":\"High\"," PAIRS
      ",\"startsAt\":" START ",\"endsAt\":" LATER "}}}}\n"
      "{\"@timestamp\":\"2026-11-21T17:24:39.755Z\",\"instance\":\"a\","
      "\"data\":{\"notification\":{\"alerts\":[{\"hash\":\"1\","
      "\"details\":{" PAIRS ",\"startsAt\":" START ",\"endsAt\":" END
      ",\"resolved\":true}}],\"firingAlerts\":[{\"hash\":\"1\"}]}}}\n"
      "{\"@timestamp\":\"2026-11-21T17:25:39.755Z\",\"data\":{"
      "\"alertResolved\":{\"alert\":{" WHAT ",\"startsAt\":" START
      ",\"endsAt\":" END ",\"resolved\":true}}}}\n",
      HIGH BEGAN BEGAN BEGAN " 1@1795281759.755" ENDED ENDED },
    { "{\"@timestamp\":" START ",\"data\":{\"silenceCreated\":{\"silence\":{"
      "\"id\":\"x\",\"matchers\":[],\"startsAt\":" START ",\"endsAt\":" LATER
      ",\"comment\":\"c\",\"createdBy\":\"me\"}}}}",
      "gauge "
      "alertmanager_silences{id=x,createdBy=me,comment=c}" BEGAN },
    /* one a line, as a receiver logs them */
    { WEBHOOK(FIRING) "\n" WEBHOOK(RESOLVED), HIGH BEGAN BEGAN ENDED },
};

static void an_alert_is_a_series_from_its_beginning_to_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        loaded l;

        read_text(&l, cases[i].text);
        assert_string_equal(series_of(&l), cases[i].series);
        assert_int_equal(l.in.warning.n, 0);
        input_clear(&l.in);
        assert_true(probe(cases[i].text) > 0);
    }
}

static void labels_that_are_no_strings_keep_their_digits(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              WEBHOOK("{\"labels\":{\"a\":9007199254740993,\"b\":\"x\","
                      "\"c\":1.50,\"d\":true,\"e\":[1, 2]},\"startsAt\":" START
                      ",\"status\":\"firing\"}"));
    assert_string_equal(series_of(&l),
                        "gauge ALERTS{a=9007199254740993,b=x,c=1.50,d=true,"
                        "e=[1, 2],alertstate=firing}" BEGAN);
    assert_int_equal(l.in.warning.n, 0);
    input_clear(&l.in);
}

#define RULE(state)                                                            \
    "{\"dashboardId\":1,\"evalMatches\":[{\"value\":7.5,\"metric\":\"p95\","   \
    "\"tags\":{\"job\":\"a\"}},{\"value\":null,\"metric\":\"x\",\"tags\":"     \
    "null}],"                                                                  \
    "\"ruleId\":1,\"ruleName\":\"Slow\",\"state\":\"" state                    \
    "\",\"tags\":{\"team\":\"b\"},\"title\":\"[Alerting] Slow\"}"

static void a_rule_of_an_old_grafana_has_no_time(void **state)
{
    loaded l;

    (void)state;
    assert_int_equal(probe(RULE("alerting")), 75);
    read_text(&l, RULE("alerting") "\n" RULE("ok"));
    assert_string_equal(
        series_of(&l), "gauge ALERTS{alertname=Slow,team=b,alertstate=firing}\n"
                       "gauge p95{alertname=Slow,job=a}");
    assert_non_null(
        said(&l, "4 values without a timestamp; they cannot be compared"));
    input_clear(&l.in);
}

/* Text that cJSON cannot parse is an alert without a start time. */
static void an_alert_that_is_no_json_is_left_out(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              WEBHOOK("{" WHAT ",\"startsAt\":" START ",\"x\":1e}," FIRING));
    assert_string_equal(series_of(&l), HIGH BEGAN);
    assert_non_null(said(&l, "1 point without a time or a number left out"));
    input_clear(&l.in);
}

static void lists_of_none_are_known_too(void **state)
{
    static const char *const texts[] = {
        "{\"status\":\"success\",\"data\":{\"alerts\":[]}}",
        WEBHOOK(""),
        "{\"status\":\"success\",\"data\":{\"groups\":[{\"rules\":[{}]}]}}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        loaded l;

        assert_true(probe(texts[i]) > 0);
        read_text(&l, texts[i]);
        assert_string_equal(series_of(&l), "");
        input_clear(&l.in);
    }
}

static void what_is_alike_is_none(void **state)
{
    static const char *const texts[] = {
        "[]",
        "{}",
        "[{\"labels\":{}}]",
        "{\"rules\":[{}]}",
        "{\"data\":[]}",
        "{\"status\":\"success\",\"data\":[]}",
        "{\"data\":[],\"total\":0,\"limit\":0,\"offset\":0,\"errors\":null}",
        "{\"data\":{\"resultType\":\"matrix\",\"result\":[]}}",
        "[{\"startsAt\":1}]",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(probe(texts[i]), 0);
}

static void an_alert_without_a_beginning_is_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l, WEBHOOK("{" WHAT ",\"startsAt\":\"soon\"}," FIRING));
    assert_string_equal(series_of(&l), HIGH BEGAN);
    assert_int_equal(l.in.warning.n, 1);
    input_clear(&l.in);
}

static void an_end_before_the_beginning_is_told(void **state)
{
    loaded l;

    (void)state;
    read_text(&l,
              WEBHOOK(FIRING) "\n[{" WHAT ",\"startsAt\":" END
                              ",\"endsAt\":" START "},{" WHAT
                              ",\"startsAt\":" START ",\"endsAt\":" START "}]");
    assert_non_null(
        said(&l, "2 alerts end no later than they begin; their ends are left "
                 "out"));
    input_clear(&l.in);
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    assert_text_survives(WEBHOOK(FIRING "," RESOLVED));
    assert_text_survives(RULE("alerting"));
    assert_text_survives("{\"@timestamp\":" START
                         ",\"data\":{\"alertCreated\":{"
                         "\"alert\":{" PAIRS ",\"startsAt\":" START "}}}}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_alert_is_a_series_from_its_beginning_to_its_end),
        cmocka_unit_test(labels_that_are_no_strings_keep_their_digits),
        cmocka_unit_test(a_rule_of_an_old_grafana_has_no_time),
        cmocka_unit_test(an_alert_that_is_no_json_is_left_out),
        cmocka_unit_test(lists_of_none_are_known_too),
        cmocka_unit_test(what_is_alike_is_none),
        cmocka_unit_test(an_alert_without_a_beginning_is_told),
        cmocka_unit_test(an_end_before_the_beginning_is_told),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
