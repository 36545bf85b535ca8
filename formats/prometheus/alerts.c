/*
 * alerts - webhook messages and answers of Alertmanager and Grafana, and
 * Prometheus's answers about alerts and rules.
 *
 * An alert becomes the series ALERTS with its labels, as Prometheus stores it:
 * 1 when it began to fire and at its last update, 0 when it ended.  A silence
 * becomes a series too.
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
    M_MEMBERS
};

static const json_name members[M_MEMBERS] = {
    [M_ALERTS] = JSON_NAME("alerts"),
    [M_DATA] = JSON_NAME("data"),
    [M_GROUPS] = JSON_NAME("groups"),
    [M_RULES] = JSON_NAME("rules"),
    [M_BLOCKS] = JSON_NAME("blocks"),
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
};

/* Levels of lists and groups around an alert.  Rules, some without alerts, are
 * in an answer and in a group. */
enum { DEPTH = 8, RULES_DEPTH = DEPTH - 2 };

typedef struct reader {
    metric_reader m;
    json j;
    corr_arena scratch; /* scratch of one alert */
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
    for (size_t at = JSON_FIRST; next_member(j, &at); json_skip(j)) {
        view = json_view(j);
        if (at < M_HOLDERS) {
            const holds found = json_next(j) == JSON_ARRAY
                                    ? list_of(&view, depth)
                                    : judge_holder(&view, depth - 1);
            most = found > most ? found : most;
        }
        around |= (at >= M_LABELS && at < M_MEMBERS) ||
                  (at == M_ALERTS && depth < DEPTH);
        if (most == HOLDS_ALERTS || (at == M_RULES && depth <= RULES_DEPTH) ||
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

/* The series as Prometheus names it.  A muted alert fires too. */
static corr_metric_row alert_row(reader *r, const cJSON *const *v,
                                 const json_val *alert)
{
    const cJSON *label =
        cJSON_IsObject(v[M_LABELS]) ? v[M_LABELS]->child : NULL;

    corr_begin_labels(r->m.b);
    for (size_t k = 0; label; label = label->next, k++)
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
 * state has ended at its end time. */
static bool has_ended(const cJSON *const *v)
{
    const corr_str state = state_of(v);

    return state.n == 0 || corr_str_is(state, "resolved") ||
           corr_str_is(state, "expired");
}

/* Adds an alert.  False: it has no start time, or is no JSON. */
static bool add_alert(reader *r, const cJSON *const *v, const json_val *alert)
{
    int64_t start, later;

    if (!stamp_of(v[v[M_STARTS] ? M_STARTS : M_ACTIVE], &start))
        return false;
    metric_value_at(&r->m, METRIC_VALUE, start, 1);
    const bool ended = has_ended(v);
    if (stamp_of(v[ended ? M_ENDS : M_UPDATED], &later) && later > start)
        metric_value_at(&r->m, METRIC_VALUE, later, ended ? 0 : 1);
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

static void read_holder(reader *r, unsigned depth)
{
    size_t n = 0, at = JSON_FIRST;

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
    } else {
        while (!corr_build_failed(r->m.b) && next_member(&r->j, &at))
            if (at == M_TRUNCATED)
                read_truncated(r);
            else
                read_holder(r, at < M_HOLDERS ? depth - 1 : 0);
    }
}

static corr_code alerts_read(corr_src *in, const corr_want *want, corr_build *b,
                             corr_err *err)
{
    reader r = { 0 };

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
    metric_end(&r.m);
    corr_arena_clear(&r.scratch);
    return corr_finish(in, b, err);
}

const corr_format corr_format_alerts = {
    .name = "alerts",
    .title = "alerts of Prometheus, Alertmanager or Grafana",
    .probe = alerts_probe,
    .read = alerts_read,
    .metrics = true,
    .alerts = true,
};
