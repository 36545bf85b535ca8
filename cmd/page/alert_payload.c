/* alert_payload - what an alert says, read with cJSON. */
#include "page/alert_payload.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/find_inputs.h"
#include "cli/json_doc.h"
#include "page/alert_rule.h"

enum {
    MOST_BYTES = 8 << 20,
    MOST_DEPTH = 12,
    MOST_ALERTS = 1000,
    MOST_LABELS = 64
};

/* What stands around a value: the rule, and the time of an event. */
typedef struct around {
    const cJSON *rule, *group;
    int64_t event; /* CORR_NO_TIME: no event */
} around;

typedef struct collecting {
    corr_arena *arena;
    alert_row *row; /* [MOST_ALERTS] */
    uint32_t n;
    uint64_t truncated;
    bool has_more, no_memory;
} collecting;

/* ---- values ------------------------------------------------------------ */

static const cJSON *member_of(const cJSON *o, const char *name)
{
    return cJSON_IsObject(o) ? cJSON_GetObjectItemCaseSensitive(o, name) : NULL;
}

static const char *kept_text(collecting *c, const cJSON *item)
{
    if (!cJSON_IsString(item) || !item->valuestring[0])
        return NULL;
    const char *text =
        corr_arena_text(c->arena, corr_str_of(item->valuestring));
    c->no_memory |= !text;
    return text;
}

/* A time; the year 1 means unknown. */
static int64_t time_of(const cJSON *item)
{
    int64_t ns;

    return cJSON_IsString(item) &&
                   corr_parse_time(corr_str_of(item->valuestring), 0, 0, &ns) &&
                   ns > 0
               ? ns
               : CORR_NO_TIME;
}

static double number_of(const cJSON *item)
{
    if (cJSON_IsNumber(item))
        return item->valuedouble;
    if (!cJSON_IsString(item))
        return NAN;
    char *end;
    const double v = strtod(item->valuestring, &end);
    return end != item->valuestring && *end == 0 ? v : NAN;
}

/* ---- one alert ---------------------------------------------------------- */

/* Labels and annotations are an object, a list of {key, value} or {name, value},
 * or an object around such a list. */
static const cJSON *label_set(const cJSON *labels)
{
    const cJSON *list = member_of(labels, "labels");

    return cJSON_IsArray(list) ? list : labels;
}

/* The name of a row of a label set; NULL: it has none. */
static const char *label_name(const cJSON *set, const cJSON *one)
{
    const cJSON *key = member_of(one, "key");
    const cJSON *name = member_of(one, "name");

    return cJSON_IsObject(set)    ? one->string
           : cJSON_IsString(key)  ? key->valuestring
           : cJSON_IsString(name) ? name->valuestring
                                  : NULL;
}

static const cJSON *label_value(const cJSON *set, const cJSON *one)
{
    return cJSON_IsObject(set) ? one : member_of(one, "value");
}

static void take_labels(collecting *c, const cJSON *labels, alert_row *a)
{
    alert_label *to = corr_arena_alloc(c->arena, sizeof *to, MOST_LABELS);
    const cJSON *one;

    if (!to) {
        c->no_memory = true;
        return;
    }
    labels = label_set(labels);
    cJSON_ArrayForEach(one, labels)
    {
        const cJSON *value = label_value(labels, one);
        const char *name = label_name(labels, one);
        if (!name || !cJSON_IsString(value) || a->nlabels == MOST_LABELS)
            continue;
        const alert_label l = {
            corr_arena_text(c->arena, corr_str_of(name)),
            corr_arena_text(c->arena, corr_str_of(value->valuestring)),
        };
        c->no_memory |= !l.key || !l.value;
        if (l.key && l.value)
            to[a->nlabels++] = l;
    }
    a->label = to;
}

static const cJSON *value_named(const cJSON *labels, const char *key)
{
    const cJSON *set = label_set(labels), *one;

    cJSON_ArrayForEach(one, set)
    {
        const char *name = label_name(set, one);
        if (name && strcmp(name, key) == 0)
            return label_value(set, one);
    }
    return NULL;
}

static const char *annotation_of(collecting *c, const cJSON *alert,
                                 const cJSON *rule, const char *const *keys)
{
    const cJSON *of[] = { member_of(alert, "annotations"),
                          member_of(rule, "annotations") };

    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; keys[i]; i++) {
            const char *text = kept_text(c, value_named(of[k], keys[i]));
            if (text)
                return text;
        }
    return NULL;
}

/* Grafana sends the values of its queries by letter: the first finite one. */
static double value_of(const cJSON *alert)
{
    const double own = number_of(member_of(alert, "value"));
    const cJSON *values = member_of(alert, "values"), *one;
    const cJSON *match = member_of(alert, "evalMatches");

    if (isfinite(own))
        return own;
    cJSON_ArrayForEach(one, values)
    {
        if (isfinite(number_of(one)))
            return number_of(one);
    }
    return number_of(member_of(cJSON_GetArrayItem(match, 0), "value"));
}

static const char *state_of(const cJSON *alert, const alert_row *a,
                            const around *in)
{
    const cJSON *status = member_of(alert, "status");
    const cJSON *state = member_of(alert, "state");
    const cJSON *inner = member_of(status, "state");
    const char *words[] = {
        cJSON_IsString(status) ? status->valuestring : "",
        cJSON_IsString(state) ? state->valuestring : "",
        cJSON_IsString(inner) ? inner->valuestring : "",
    };

    for (size_t i = 0; i < 3; i++) {
        if (strcasecmp(words[i], "resolved") == 0 ||
            strcasecmp(words[i], "ok") == 0 ||
            strcasecmp(words[i], "inactive") == 0)
            return "resolved";
        if (strcasecmp(words[i], "pending") == 0)
            return "pending";
        if (strcasecmp(words[i], "firing") == 0)
            return "firing";
    }
    if (cJSON_IsTrue(member_of(alert, "resolved")))
        return "resolved";
    /* Alertmanager's API: the end of an active alert is in the future */
    return a->ends != CORR_NO_TIME && in->event != CORR_NO_TIME &&
                   a->ends <= in->event
               ? "resolved"
               : "firing";
}

static bool is_alert(const cJSON *o)
{
    const cJSON *labels = member_of(o, "labels");

    if (cJSON_IsString(member_of(o, "ruleName")))
        return member_of(o, "state") || member_of(o, "evalMatches");
    return (cJSON_IsObject(labels) || cJSON_IsArray(labels)) &&
           (member_of(o, "startsAt") || member_of(o, "activeAt"));
}

static void take_times(const cJSON *o, const around *in, alert_row *a)
{
    const cJSON *active = member_of(o, "activeAt");

    a->starts = time_of(active ? active : member_of(o, "startsAt"));
    if (a->starts == CORR_NO_TIME)
        a->starts = in->event;
    a->ends = time_of(member_of(o, "endsAt"));
    /* what is active since then waits no more */
    if (in->rule && !active)
        a->held =
            (int64_t)(fmax(fmin(number_of(member_of(in->rule, "duration")),
                                86400),
                           0) *
                      1e9);
}

/* Whether two rows are one alert: the same name, labels and start. */
static bool is_same_alert(const alert_row *a, const alert_row *b)
{
    if (a->starts != b->starts || strcmp(a->name, b->name) != 0 ||
        a->nlabels != b->nlabels)
        return false;
    for (uint32_t i = 0; i < a->nlabels; i++) {
        const char *other = alert_label_of(b, a->label[i].key);
        if (!other || strcmp(other, a->label[i].value) != 0)
            return false;
    }
    return true;
}

/* Later documents know more of an alert. */
static void add_alert(collecting *c, const alert_row *a)
{
    for (uint32_t i = 0; i < c->n; i++) {
        if (!is_same_alert(&c->row[i], a))
            continue;
        const alert_row was = c->row[i];
        c->row[i] = *a;
        if (!a->expr) {
            c->row[i].expr = was.expr;
            c->row[i].compares = was.compares;
            c->row[i].threshold = was.threshold;
        }
        return;
    }
    if (c->n == MOST_ALERTS) {
        c->has_more = true;
        return;
    }
    c->row[c->n++] = *a;
}

static void take_alert(collecting *c, const cJSON *o, const around *in)
{
    static const char *const summaries[] = { "summary", "description",
                                             "message", NULL };
    static const char *const runbooks[] = { "runbook_url", "runbook", NULL };
    alert_row a = { .threshold = NAN, .value = value_of(o) };

    take_labels(c, member_of(o, "labels"), &a);
    take_times(o, in, &a);
    a.state = state_of(o, &a, in);
    if (strcmp(a.state, "resolved") != 0)
        a.ends = CORR_NO_TIME;
    a.name = alert_label_of(&a, "alertname");
    if (!a.name)
        a.name = kept_text(c, member_of(o, "ruleName"));
    if (!a.name)
        a.name = kept_text(c, member_of(in->rule, "name"));
    if (!a.name)
        a.name = "alert";
    a.summary = annotation_of(c, o, in->rule, summaries);
    if (!a.summary)
        a.summary = kept_text(c, member_of(o, "message"));
    a.runbook = annotation_of(c, o, in->rule, runbooks);
    a.expr = kept_text(c, member_of(in->rule, "query"));
    if (!a.expr)
        c->no_memory |= !alert_rule_of_url(
            cJSON_GetStringValue(member_of(o, "generatorURL")), c->arena,
            &a.expr);
    if (a.expr)
        alert_rule_threshold(a.expr, &a.compares, &a.threshold);
    add_alert(c, &a);
}

/* ---- documents ------------------------------------------------------------ */

static void walk_value(collecting *c, const cJSON *v, around in, unsigned depth)
{
    const cJSON *one;

    if (depth > MOST_DEPTH || c->no_memory ||
        !(cJSON_IsObject(v) || cJSON_IsArray(v)))
        return;
    if (cJSON_IsObject(v) && is_alert(v)) {
        take_alert(c, v, &in);
        return;
    }
    if (cJSON_IsString(member_of(v, "query")))
        in.rule = v;
    if (time_of(member_of(v, "@timestamp")) != CORR_NO_TIME)
        in.event = time_of(member_of(v, "@timestamp"));
    const double cut = number_of(member_of(v, "truncatedAlerts"));
    if (cut >= 1 && cut < 1e9)
        c->truncated += (uint64_t)cut;
    cJSON_ArrayForEach(one, v)
    {
        walk_value(c, one, in, depth + 1);
    }
}

static int rows_by_state(const void *pa, const void *pb)
{
    const alert_row *a = pa, *b = pb;
    const int fires =
        (strcmp(b->state, "firing") == 0) - (strcmp(a->state, "firing") == 0);

    if (fires)
        return fires;
    if (a->starts != b->starts)
        return a->starts < b->starts ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* A receiver with a template of its own sends what the template says. */
static corr_code refuse_payload(const char *name, bool is_json, corr_err *err)
{
    corr_fail(err, CORR_EFORMAT,
              is_json ? "%s: no alert is in this document"
                      : "%s: not JSON, so it is no alert payload",
              name);
    return corr_hint(
        err, is_json ? "a receiver with a payload: template sends no alert; "
                       "add one without it"
                     : "save the body of the webhook, or of "
                       "/api/v2/alerts, or of /api/v1/alerts");
}

corr_code alert_payload_parse(corr_str text, const char *name,
                              corr_arena *arena, alert_payload *p,
                              corr_err *err)
{
    collecting c = { .arena = arena };
    const char *at = text.p, *end = text.p + text.n;
    corr_err failed = { 0 };
    bool is_json = false;

    *p = (alert_payload){ .n = 0 };
    c.row = corr_arena_alloc(arena, sizeof *c.row, MOST_ALERTS);
    if (!c.row)
        return corr_no_memory(err);
    if (text.n >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    while (at < end) {
        const char *next = NULL;
        cJSON *doc = json_doc_parse((corr_str){ at, (size_t)(end - at) }, &next,
                                    &failed);
        if (failed.code)
            return corr_no_memory(err);
        if (!doc || !next || next <= at) {
            cJSON_Delete(doc);
            /* a damaged line does not hide the others */
            const char *line = memchr(at, '\n', (size_t)(end - at));
            at = line ? line + 1 : end;
            continue;
        }
        is_json |= cJSON_IsObject(doc) || cJSON_IsArray(doc);
        walk_value(&c, doc, (around){ .event = CORR_NO_TIME }, 0);
        cJSON_Delete(doc);
        at = next;
        while (at < end && strchr(" \t\r\n,", *at))
            at++;
    }
    if (c.no_memory)
        return corr_no_memory(err);
    if (!c.n)
        return refuse_payload(name, is_json, err);
    qsort(c.row, c.n, sizeof *c.row, rows_by_state);
    *p = (alert_payload){ c.row, c.n, c.truncated, c.has_more };
    return CORR_OK;
}

corr_code alert_payload_read(const char *path, corr_arena *arena,
                             alert_payload *p, corr_err *err)
{
    corr_str text;

    if (read_all(path, MOST_BYTES + 1, arena, &text, err))
        return corr_hint(err, "corr alert PAYLOAD [FILE...]");
    if (text.n > MOST_BYTES)
        return corr_fail(err, CORR_ELIMIT,
                         "%s: more than %d MB, too much for alerts", path,
                         MOST_BYTES >> 20);
    return alert_payload_parse(text, path, arena, p, err);
}

/* ---- labels ---------------------------------------------------------------- */

/* Labels that name a service, the most telling first; then labels of groups of
 * processes, which may have the name of a service. */
static const char *const service_keys[] = {
    "service.name", "service_name", "service", "app_kubernetes_io_name",
    "app",          "application",  "job",     "container",
    "deployment",   "statefulset",  "workload"
};
enum { SURE_KEYS = 6 };

const char *alert_label_of(const alert_row *a, const char *key)
{
    for (uint32_t i = 0; i < a->nlabels; i++)
        if (strcmp(a->label[i].key, key) == 0)
            return a->label[i].value;
    return NULL;
}

/* "shop/checkout": a job may begin with its namespace. */
static const char *bare_name(const char *value)
{
    const char *slash = strrchr(value, '/');

    return slash && slash[1] ? slash + 1 : value;
}

static bool is_name(const char *value, corr_str service)
{
    return strlen(value) == service.n &&
           strncasecmp(value, service.p, service.n) == 0;
}

bool alert_is_of(const alert_row *a, corr_str service)
{
    const char *pod = alert_label_of(a, "pod");

    if (!service.n)
        return false;
    for (size_t i = 0; i < sizeof service_keys / sizeof *service_keys; i++) {
        const char *value = alert_label_of(a, service_keys[i]);
        if (value &&
            (is_name(value, service) || is_name(bare_name(value), service)))
            return true;
    }
    return pod && strlen(pod) > service.n + 1 && pod[service.n] == '-' &&
           strncasecmp(pod, service.p, service.n) == 0;
}

const char *alert_service(const alert_row *a)
{
    for (size_t i = 0; i < SURE_KEYS; i++) {
        const char *value = alert_label_of(a, service_keys[i]);
        if (value && *value)
            return value;
    }
    return NULL;
}
