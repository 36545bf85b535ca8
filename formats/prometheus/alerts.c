/*
 * alerts - webhook messages and answers of Alertmanager and Grafana, and
 * Prometheus's answers about alerts and rules.
 *
 * An alert becomes the series ALERTS with its labels, as Prometheus stores it:
 * 1 when it began to fire and at its last update, 0 when it ended.  A silence
 * becomes a series too.
 *
 * Alertmanager's event recorder (0.33) writes an event a line, in protobuf's
 * JSON: {"@timestamp":..., "data":{"alertCreated":{"alert":{...}}}}, an alert
 * also in "details"; labels are an object, or a list of keys and values.  An
 * alert in it fires at the time of the event, unless it is resolved.
 *
 * Grafana's alerts before version 9 have a rule, a state and the values that it
 * matched, and no time: it is the time at which the file was written.
 *
 * Alerts are in lists, in groups of lists, in answers around both, and one per
 * line in logs of any length.  The tokenizer walks all values that may contain
 * alerts, so that a truncated file keeps its first alerts.  An object with a
 * start time is an alert, and cJSON parses it.
 */
#include "common/metric.h"
#include "common/small_json.h"
#include "common/time_text.h"
#include "corr_builtin.h"

enum member {
    /* members that may contain alerts */
    M_ALERTS,
    M_DATA,
    M_GROUPS,
    M_RULES,
    M_BLOCKS,
    M_ALERT,
    M_DETAILS,
    M_NOTIFICATION,
    M_SILENCE,
    /* events */
    M_EVENTS,
    M_CREATED = M_EVENTS,
    M_RESOLVED_EVENT,
    M_GROUPED,
    M_SILENCE_CREATED,
    M_SILENCE_UPDATED,
    M_SILENCE_MUTED,
    M_INHIBITED,
    M_STARTUP,
    M_SHUTDOWN,
    M_HOLDERS,
    /* an alert, or a silence */
    M_STARTS = M_HOLDERS,
    M_ACTIVE,
    M_ENDS,
    M_UPDATED,
    M_STATUS,
    M_STATE,
    M_LABELS,
    M_MATCHERS,
    M_ID,
    M_COMMENT,
    M_AUTHOR,
    /* members around a list of alerts, even an empty one */
    M_GROUP_LABELS,
    M_RECEIVER,
    M_TRUNCATED,
    /* others */
    M_AROUND,
    M_AT = M_AROUND,
    M_RESOLVED,
    M_EVAL_MATCHES,
    M_RULE_NAME,
    M_TAGS,
    M_MEMBERS
};

static const json_name members[M_MEMBERS] = {
    [M_ALERTS] = JSON_NAME("alerts"),
    [M_DATA] = JSON_NAME("data"),
    [M_GROUPS] = JSON_NAME("groups"),
    [M_RULES] = JSON_NAME("rules"),
    [M_BLOCKS] = JSON_NAME("blocks"),
    [M_ALERT] = JSON_NAME("alert"),
    [M_DETAILS] = JSON_NAME("details"),
    [M_NOTIFICATION] = JSON_NAME("notification"),
    [M_SILENCE] = JSON_NAME("silence"),
    [M_CREATED] = JSON_NAME("alertCreated"),
    [M_RESOLVED_EVENT] = JSON_NAME("alertResolved"),
    [M_GROUPED] = JSON_NAME("alertGrouped"),
    [M_SILENCE_CREATED] = JSON_NAME("silenceCreated"),
    [M_SILENCE_UPDATED] = JSON_NAME("silenceUpdated"),
    [M_SILENCE_MUTED] = JSON_NAME("silenceMutedAlert"),
    [M_INHIBITED] = JSON_NAME("inhibitionMutedAlert"),
    [M_STARTUP] = JSON_NAME("alertmanagerStartupEvent"),
    [M_SHUTDOWN] = JSON_NAME("alertmanagerShutdownEvent"),
    [M_STARTS] = JSON_NAME("startsAt"),
    [M_ACTIVE] = JSON_NAME("activeAt"),
    [M_ENDS] = JSON_NAME("endsAt"),
    [M_UPDATED] = JSON_NAME("updatedAt"),
    [M_STATUS] = JSON_NAME("status"),
    [M_STATE] = JSON_NAME("state"),
    [M_LABELS] = JSON_NAME("labels"),
    [M_MATCHERS] = JSON_NAME("matchers"),
    [M_ID] = JSON_NAME("id"),
    [M_COMMENT] = JSON_NAME("comment"),
    [M_AUTHOR] = JSON_NAME("createdBy"),
    [M_GROUP_LABELS] = JSON_NAME("groupLabels"),
    [M_RECEIVER] = JSON_NAME("receiver"),
    [M_TRUNCATED] = JSON_NAME("truncatedAlerts"),
    [M_AT] = JSON_NAME("@timestamp"),
    [M_RESOLVED] = JSON_NAME("resolved"),
    [M_EVAL_MATCHES] = JSON_NAME("evalMatches"),
    [M_RULE_NAME] = JSON_NAME("ruleName"),
    [M_TAGS] = JSON_NAME("tags"),
};

/* Levels of lists and groups around an alert.  Rules, some without alerts, are
 * in an answer and in a group. */
enum { DEPTH = 8, RULES_DEPTH = DEPTH - 2 };

typedef struct reader {
    metric_reader m;
    json j;
    corr_arena scratch; /* scratch of one alert */
    int64_t event;      /* time of the event around; CORR_NO_TIME: no event */
    int64_t written;    /* time of an alert without its own */
    uint64_t timeless;
} reader;

static bool next_member(json *j, size_t *at)
{
    return json_member(j, members, M_MEMBERS, at);
}

/* ---- recognising --------------------------------------------------------- */

/* Whether an object is an alert: it has a start time, and labels or
 * matchers. */
static bool is_alert(json *j)
{
    bool start = false, what = false;
    size_t at = JSON_FIRST;

    for (; !(start && what) && next_member(j, &at); json_skip(j)) {
        start |= at == M_STARTS || at == M_ACTIVE;
        what |= at == M_LABELS || at == M_MATCHERS;
    }
    return start && what;
}

/* Whether an object is an alert of an old Grafana. */
static bool is_rule(json *j)
{
    bool rule = false, matches = false;

    for (size_t at = JSON_FIRST; next_member(j, &at); json_skip(j)) {
        rule |= at == M_RULE_NAME && json_next(j) == JSON_STRING;
        matches |= at == M_EVAL_MATCHES;
        if (rule && matches)
            return true;
    }
    return false;
}

/* Whether a value contains alerts; HOLDS_NOTHING: it is an empty list. */
typedef enum holds { HOLDS_NONE, HOLDS_NOTHING, HOLDS_ALERTS } holds;

static holds judge_holder(json *j, unsigned depth);

/* Judges a list by its first element. */
static holds list_of(json *j, unsigned depth)
{
    if (!json_enter(j, JSON_ARRAY))
        return HOLDS_NONE;
    if (json_element(j, NULL))
        return judge_holder(j, depth - 1);
    return json_failed(j) ? HOLDS_NONE : HOLDS_NOTHING;
}

static holds judge_holder(json *j, unsigned depth)
{
    bool around = false;
    holds most = HOLDS_NONE;

    json view = json_view(j);
    if (depth == 0 || is_alert(&view))
        return depth ? HOLDS_ALERTS : HOLDS_NONE;
    if (json_next(j) == JSON_ARRAY)
        return list_of(j, depth);
    view = json_view(j);
    if (depth + 1 >= DEPTH && is_rule(&view))
        return HOLDS_ALERTS;
    for (size_t at = JSON_FIRST; next_member(j, &at); json_skip(j)) {
        view = json_view(j);
        if (at < M_HOLDERS) {
            const holds found = json_next(j) == JSON_ARRAY
                                    ? list_of(&view, depth)
                                    : judge_holder(&view, depth - 1);
            most = found > most ? found : most;
        }
        around |= (at >= M_LABELS && at < M_AROUND) ||
                  (at == M_ALERTS && depth < DEPTH);
        if (most == HOLDS_ALERTS || (at >= M_EVENTS && at < M_HOLDERS) ||
            (at == M_RULES && depth <= RULES_DEPTH) ||
            (most == HOLDS_NOTHING && around))
            return HOLDS_ALERTS;
    }
    return HOLDS_NONE;
}

static int alerts_probe(const uint8_t *head, size_t n, bool whole)
{
    json j;

    (void)whole;
    json_open_text(&j, (corr_str){ (const char *)head, n }, 2 * DEPTH);
    return json_top(&j, NULL) && judge_holder(&j, DEPTH) == HOLDS_ALERTS ? 75
                                                                         : 0;
}

/* ---- an alert ------------------------------------------------------------ */

static bool stamp_of(const cJSON *v, int64_t *ns)
{
    return cJSON_IsString(v) && time_text_stamp(small_json_text(v), ns);
}

/* The state: a word, or an object with a state. */
static corr_str state_of(const cJSON *const *v)
{
    const cJSON *inner;

    if (cJSON_IsString(v[M_STATE]) || !cJSON_IsObject(v[M_STATUS]))
        return small_json_text(v[M_STATE] ? v[M_STATE] : v[M_STATUS]);
    small_json_members(v[M_STATUS], &members[M_STATE], 1, &inner);
    return small_json_text(inner);
}

/* Label k of an alert, from its text: a number there may have more digits than
 * cJSON keeps. */
static corr_str label_in_text(reader *r, const json_val *alert, size_t k)
{
    json_val v[M_MEMBERS], label = { 0 };
    json j = json_of(&r->j, alert);
    corr_str key;

    if (!json_members(&j, members, M_MEMBERS, v))
        return (corr_str){ "", 0 };
    j = json_of(&r->j, &v[M_LABELS]);
    if (json_enter(&j, JSON_OBJECT))
        for (size_t i = 0; i <= k && json_key(&j, &key); i++)
            json_value(&j, &label);
    return json_str(&label, &r->scratch);
}

/* The labels of an alert as a list of keys and values. */
static const cJSON *label_list(const cJSON *labels)
{
    static const json_name inner = JSON_NAME("labels");
    const cJSON *list;

    small_json_members(labels, &inner, 1, &list);
    return cJSON_IsArray(list) ? list->child : NULL;
}

static void push_label_pairs(reader *r, const cJSON *pair)
{
    static const json_name names[] = { JSON_NAME("key"), JSON_NAME("value") };
    const cJSON *v[2];

    for (; pair; pair = pair->next) {
        small_json_members(pair, names, 2, v);
        if (cJSON_IsString(v[0]))
            corr_push_label(r->m.b, small_json_text(v[0]),
                            small_json_text(v[1]));
    }
}

/* The series as Prometheus names it.  A muted alert fires too. */
static corr_metric_row alert_row(reader *r, const cJSON *const *v,
                                 const json_val *alert)
{
    const cJSON *label =
        cJSON_IsObject(v[M_LABELS]) ? v[M_LABELS]->child : NULL;

    const cJSON *pairs = label_list(v[M_LABELS]);

    corr_begin_labels(r->m.b);
    push_label_pairs(r, pairs);
    for (size_t k = 0; label && !pairs; label = label->next, k++)
        corr_push_label(r->m.b, corr_str_of(label->string),
                        cJSON_IsString(label) ? small_json_text(label)
                                              : label_in_text(r, alert, k));
    corr_push_label(r->m.b, CORR_STR("alertstate"),
                    corr_str_is(state_of(v), "pending") ? CORR_STR("pending")
                                                        : CORR_STR("firing"));
    return (corr_metric_row){ .name = CORR_STR("ALERTS"),
                              .labels = corr_end_labels(r->m.b),
                              .type = CORR_METRIC_GAUGE };
}

static corr_metric_row silence_row(reader *r, const cJSON *const *v)
{
    static const enum member said[] = { M_ID, M_AUTHOR, M_COMMENT };

    corr_begin_labels(r->m.b);
    if (state_of(v).n)
        corr_push_label(r->m.b, CORR_STR("state"), state_of(v));
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (cJSON_IsString(v[said[i]]))
            corr_push_label(r->m.b, corr_str_of(members[said[i]].text),
                            small_json_text(v[said[i]]));
    return (corr_metric_row){ .name = CORR_STR("alertmanager_silences"),
                              .labels = corr_end_labels(r->m.b),
                              .type = CORR_METRIC_GAUGE };
}

/* Whether an alert has ended.  A future end does not count.  An alert without a
 * state has ended at its end time; one in an event if it is resolved, and a
 * silence there if its end was before the event. */
static bool has_ended(const reader *r, const cJSON *const *v)
{
    const corr_str state = state_of(v);
    int64_t end;

    if (r->event != CORR_NO_TIME)
        return cJSON_IsTrue(v[M_RESOLVED]) ||
               (cJSON_IsArray(v[M_MATCHERS]) && stamp_of(v[M_ENDS], &end) &&
                end <= r->event);
    return state.n == 0 || corr_str_is(state, "resolved") ||
           corr_str_is(state, "expired");
}

/* Counts an alert that ended no later than it began: two machines have their own
 * clocks, and some senders resolve an alert so. */
static void count_backward(reader *r)
{
    corr_tally(r->m.b, "PARTIAL", json_offset(&r->j), 1,
               "alert ends no later than it begins; its end is left out",
               "alerts end no later than they begin; their ends are left out");
}

/* Adds an alert.  False: it has no start time, or is no JSON. */
static bool add_alert(reader *r, const cJSON *const *v, const json_val *alert)
{
    int64_t start, later;

    if (!stamp_of(v[v[M_STARTS] ? M_STARTS : M_ACTIVE], &start))
        return false;
    metric_value_at(&r->m, METRIC_VALUE, start, 1);
    const bool ended = has_ended(r, v);
    const bool is_later = stamp_of(v[ended ? M_ENDS : M_UPDATED], &later);
    if (is_later && later > start)
        metric_value_at(&r->m, METRIC_VALUE, later, ended ? 0 : 1);
    else if (is_later && ended)
        count_backward(r);
    else if (!ended && r->event != CORR_NO_TIME && r->event > start)
        metric_value_at(&r->m, METRIC_VALUE, r->event, 1);
    const corr_metric_row row = cJSON_IsArray(v[M_MATCHERS])
                                    ? silence_row(r, v)
                                    : alert_row(r, v, alert);
    metric_series(&r->m, METRIC_VALUE, &row);
    corr_arena_reset(&r->scratch);
    return true;
}

static void read_alert(reader *r)
{
    const uint64_t offset = json_offset(&r->j);
    const cJSON *v[M_MEMBERS];
    json_val alert;

    if (!json_value(&r->j, &alert))
        return;
    cJSON *tree = small_json_parse(r->m.b, alert.text);
    small_json_members(tree, members, M_MEMBERS, v);
    if (!add_alert(r, v, &alert))
        metric_bad(&r->m, offset);
    cJSON_Delete(tree);
}

/* ---- an alert of an old Grafana ------------------------------------------ */

/* Pushes the members of an object as labels. */
static void push_tags(reader *r, const cJSON *tags)
{
    for (const cJSON *t = cJSON_IsObject(tags) ? tags->child : NULL; t;
         t = t->next)
        if (cJSON_IsString(t))
            corr_push_label(r->m.b, corr_str_of(t->string), small_json_text(t));
}

static void add_timeless(reader *r, corr_str name, double value)
{
    const corr_metric_row row = { .name = name,
                                  .labels = corr_end_labels(r->m.b),
                                  .type = CORR_METRIC_GAUGE };

    r->timeless++;
    if (r->written != CORR_NO_TIME)
        metric_value_at(&r->m, METRIC_VALUE, r->written, value);
    if (metric_any(&r->m, METRIC_VALUE))
        metric_series(&r->m, METRIC_VALUE, &row);
    else
        (void)corr_add_metric(r->m.b, &row);
}

/* {"metric":"Count","value":7,"tags":{}} */
static void add_match(reader *r, const cJSON *match, corr_str rule)
{
    static const json_name names[] = { JSON_NAME("metric"), JSON_NAME("value"),
                                       JSON_NAME("tags") };
    const cJSON *v[3];

    small_json_members(match, names, 3, v);
    if (!cJSON_IsNumber(v[1])) /* null: no data */
        return;
    corr_begin_labels(r->m.b);
    corr_push_label(r->m.b, CORR_STR("alertname"), rule);
    push_tags(r, v[2]);
    add_timeless(r, small_json_text(v[0]), v[1]->valuedouble);
}

static void read_rule(reader *r)
{
    const uint64_t offset = json_offset(&r->j);
    const cJSON *v[M_MEMBERS];
    json_val whole;

    if (!json_value(&r->j, &whole))
        return;
    cJSON *tree = small_json_parse(r->m.b, whole.text);
    small_json_members(tree, members, M_MEMBERS, v);
    const corr_str rule = small_json_text(v[M_RULE_NAME]);
    const corr_str state = small_json_text(v[M_STATE]);
    if (!tree)
        metric_bad(&r->m, offset);
    corr_begin_labels(r->m.b);
    corr_push_label(r->m.b, CORR_STR("alertname"), rule);
    push_tags(r, v[M_TAGS]);
    corr_push_label(r->m.b, CORR_STR("alertstate"),
                    corr_str_is(state, "pending") ? CORR_STR("pending")
                                                  : CORR_STR("firing"));
    add_timeless(r, CORR_STR("ALERTS"),
                 corr_str_is(state, "alerting") ||
                     corr_str_is(state, "pending"));
    const cJSON *list = v[M_EVAL_MATCHES];
    for (const cJSON *m = cJSON_IsArray(list) ? list->child : NULL; m;
         m = m->next)
        add_match(r, m, rule);
    cJSON_Delete(tree);
}

/* ---- what is around alerts ----------------------------------------------- */

/* Whether the next value is an alert; a value at the top may be long. */
static bool at_alert(reader *r, unsigned depth)
{
    json view = json_view(&r->j);
    const bool found = is_alert(&view);

    if (found || depth == DEPTH || !json_cut(&view) || !json_whole(&r->j))
        return found;
    view = json_view(&r->j);
    return is_alert(&view);
}

/* The number of alerts that the sender left out. */
static void read_truncated(reader *r)
{
    const uint64_t offset = json_offset(&r->j);
    json_val v;
    uint64_t n;

    if (json_value(&r->j, &v) && json_u64(&v, &n) && n <= UINT32_MAX)
        corr_tally(r->m.b, "PARTIAL", offset, n,
                   "alert was left out by its sender",
                   "alerts were left out by their sender");
}

static bool is_no_alert(json *j)
{
    const json_type type = json_next(j);

    return type > JSON_ARRAY && type != JSON_NULL;
}

static void read_event_time(reader *r)
{
    json_val v;

    if (json_value(&r->j, &v) &&
        !time_text_stamp(json_str(&v, &r->scratch), &r->event))
        r->event = CORR_NO_TIME;
}

static void read_holder(reader *r, unsigned depth);

/* Counts the events that tell of an alert without its times. */
static void count_muted(reader *r)
{
    corr_tally(r->m.b, CORR_PASSED_OVER, json_offset(&r->j), 1,
               "event of a muted alert was not used",
               "events of muted alerts were not used");
}

static void read_members(reader *r, unsigned depth)
{
    const int64_t event = r->event;
    size_t at = JSON_FIRST;

    while (!corr_build_failed(r->m.b) && next_member(&r->j, &at)) {
        if (at == M_SILENCE_MUTED || at == M_INHIBITED)
            count_muted(r);
        if (at == M_TRUNCATED)
            read_truncated(r);
        else if (at == M_AT)
            read_event_time(r);
        else if (at >= M_ALERT && at < M_HOLDERS && is_no_alert(&r->j))
            json_skip(&r->j); /* a text with the name of a part of an event */
        else
            read_holder(r, at < M_HOLDERS ? depth - 1 : 0);
    }
    r->event = event;
}

static bool at_rule(reader *r, unsigned depth)
{
    json view = json_view(&r->j);

    return depth + 1 >= DEPTH && is_rule(&view);
}

static void read_holder(reader *r, unsigned depth)
{
    size_t n = 0;

    if (depth > 0 && is_no_alert(&r->j))
        corr_tally(r->m.b, CORR_PASSED_OVER, json_offset(&r->j), 1,
                   "value is no alert where alerts are due, and was left out",
                   "values are no alerts where alerts are due, and were left "
                   "out");
    if (depth == 0 || is_no_alert(&r->j)) {
        json_skip(&r->j);
    } else if (json_next(&r->j) == JSON_ARRAY) {
        while (!corr_build_failed(r->m.b) && json_each(&r->j, &n))
            read_holder(r, depth - 1);
    } else if (at_alert(r, depth)) {
        read_alert(r);
    } else if (at_rule(r, depth)) {
        read_rule(r);
    } else {
        read_members(r, depth);
    }
}

static corr_code alerts_read(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    reader r = { .event = CORR_NO_TIME, .written = corr_src_written(in) };

    (void)want; /* answers are small */
    metric_begin(&r.m, in, b);
    json_open(&r.j, in, "a list of alerts");
    while (json_document(&r.j, NULL, b)) {
        json view = json_view(&r.j);
        if (judge_holder(&view, DEPTH) == HOLDS_ALERTS)
            corr_recognised(b);
        read_holder(&r, DEPTH);
    }
    json_finish(&r.j, b);
    metric_say_times(&r.m, r.timeless, r.written);
    metric_end(&r.m);
    corr_arena_clear(&r.scratch);
    return corr_finish(in, b, err);
}

const corr_format corr_format_alerts = {
    .name = "alerts",
    .title = "alerts of Prometheus, Alertmanager or Grafana",
    .probe = alerts_probe,
    .members = "startsAt activeAt ruleName rules alerts data groups\n"
               "blocks alert details notification silence\n"
               "alertCreated alertResolved alertGrouped\n"
               "silenceCreated silenceUpdated silenceMutedAlert\n"
               "inhibitionMutedAlert alertmanagerStartupEvent\n"
               "alertmanagerShutdownEvent",
    .read = alerts_read,
    .metrics = true,
    .alerts = true,
};
