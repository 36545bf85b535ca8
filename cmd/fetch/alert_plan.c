#include "fetch/alert_plan.h"

#include <cjson/cJSON.h>

#include "fetch/back_ends.h"
#include "fetch/judgement.h"
#include "fetch/window.h"

enum {
    MOST_DEPTH = 8,
    MOST_TEXT = 4096,
    SLOWEST = 20,
    MOST_DOCUMENTS = 10000,
    MOST_MESSAGE = 16 << 20
};
#define LEAST_BEFORE (900 * FETCH_SECOND) /* of an alert: 15 minutes */

/* The labels that can name a service, the surest first, as corr reads them.  A
 * job is often a group of services. */
static const char *const service_label[] = { "service.name", "service_name",
                                             "service", "app", "application" };

/* ---- reading -------------------------------------------------------------------- */

static const char *member_text(const cJSON *o, const char *key)
{
    return fetch_json_text(o, key).p;
}

static int64_t member_time(const cJSON *o, const char *key)
{
    int64_t t;

    return corr_parse_time(fetch_json_text(o, key), 0, 0, &t) && t > 0 ? t : 0;
}

static int64_t start_of(const cJSON *alert)
{
    const int64_t t = member_time(alert, "startsAt");

    return t ? t : member_time(alert, "activeAt");
}

static bool is_alert(const cJSON *v)
{
    return cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(v, "labels")) &&
           start_of(v);
}

static bool is_over(const cJSON *alert)
{
    return strcmp(member_text(alert, "status"), "resolved") == 0;
}

/* The first alert in a document that fires, or else the first. */
static void find_alert(const cJSON *v, int depth, const cJSON **found)
{
    if (depth > MOST_DEPTH || (*found && !is_over(*found)))
        return;
    if (is_alert(v)) {
        if (!*found || !is_over(v))
            *found = v;
        return;
    }
    for (const cJSON *c = cJSON_IsArray(v) || cJSON_IsObject(v) ? v->child
                                                                : NULL;
         c; c = c->next)
        find_alert(c, depth + 1, found);
}

/* Adds a service once. */
static bool add_service(fetch_alert *to, corr_arena *arena, const char *name)
{
    for (size_t i = 0; i < to->services; i++)
        if (strcmp(to->service[i], name) == 0)
            return true;
    if (to->services == FETCH_ALERT_SERVICES || !*name)
        return true;
    to->service[to->services] = corr_arena_text(arena, corr_str_of(name));
    return to->service[to->services++] != NULL;
}

/* Adds the services that the alerts of a document name, each by its surest
 * label. */
static bool add_services(fetch_alert *to, corr_arena *arena, const cJSON *v,
                         int depth)
{
    const cJSON *labels = cJSON_GetObjectItemCaseSensitive(v, "labels");
    bool ok = true;

    if (depth > MOST_DEPTH)
        return true;
    if (is_alert(v)) {
        for (size_t i = 0; i < sizeof service_label / sizeof *service_label;
             i++) {
            const char *name = member_text(labels, service_label[i]);
            if (*name)
                return add_service(to, arena, name);
        }
        return true;
    }
    for (const cJSON *c = cJSON_IsArray(v) || cJSON_IsObject(v) ? v->child
                                                                : NULL;
         ok && c; c = c->next)
        ok = add_services(to, arena, c, depth + 1);
    return ok;
}

/* Decodes %XX and + of a query, up to the next parameter. */
static char *decoded(corr_arena *a, const char *from)
{
    const size_t n = strcspn(from, "&#");
    char *text = corr_arena_new(a, char, n + 1), *to = text;

    if (!text)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const int high =
            from[i] == '%' && i + 2 < n ? corr_hex_digit(from[i + 1]) : -1;
        const int low = high >= 0 ? corr_hex_digit(from[i + 2]) : -1;
        if (low >= 0) {
            *to++ = (char)(high << 4 | low);
            i += 2;
        } else {
            *to++ = from[i] == '+' ? ' ' : from[i];
        }
    }
    *to = 0;
    return strlen(text) == (size_t)(to - text) && *text ? text : NULL;
}

static const char *expression_of(corr_arena *a, const char *url)
{
    const char *at = strstr(url, "g0.expr=");

    return at ? decoded(a, at + strlen("g0.expr=")) : NULL;
}

/* Name and annotations as one text. */
static const char *text_of(corr_arena *a, const fetch_alert *to,
                           const cJSON *alert)
{
    const cJSON *notes = cJSON_GetObjectItemCaseSensitive(alert, "annotations");
    const char *text = corr_arena_text(a, to->name);
    const cJSON *n;

    cJSON_ArrayForEach(n, notes) if (text && cJSON_IsString(n) &&
                                     strlen(text) < MOST_TEXT) text =
        corr_arena_print(a, "%s %.1000s", text, n->valuestring);
    return text;
}

/* Reads what the documents say. */
static bool read_alert(corr_arena *a, const cJSON *doc, fetch_alert *to,
                       corr_err *err)
{
    const cJSON *found = NULL;

    find_alert(doc, 0, &found);
    if (!found) {
        corr_fail(err, CORR_ENONE, "the message holds no alert");
        corr_hint(err, "a receiver with a payload of its own sends no alert;\n"
                       "point a second receiver without it here");
        return false;
    }
    const cJSON *labels = cJSON_GetObjectItemCaseSensitive(found, "labels");
    const char *name = corr_arena_text(a, fetch_json_text(labels, "alertname"));
    to->name = corr_str_of(name);
    to->from = start_of(found);
    const int64_t end = member_time(found, "endsAt");
    to->to = is_over(found) && end > to->from ? end : 0;
    to->promql = expression_of(a, member_text(found, "generatorURL"));
    to->text = name ? text_of(a, to, found) : NULL;
    if (!to->text || !add_services(to, a, doc, 0)) {
        corr_no_memory(err);
        return false;
    }
    return true;
}

/* All documents of a text, one after another, as a list.  NULL: the first is
 * none, or memory is out. */
static cJSON *documents(corr_str text)
{
    cJSON *list = cJSON_CreateArray();

    for (int n = 0; list && n < MOST_DOCUMENTS; n++) {
        const char *end = NULL;
        for (; text.n && (uint8_t)*text.p <= ' '; text.p++)
            text.n--;
        cJSON *doc =
            text.n ? cJSON_ParseWithLengthOpts(text.p, text.n, &end, false)
                   : NULL;
        if (!doc)
            break;
        cJSON_AddItemToArray(list, doc);
        text = corr_str_from(text, (size_t)(end - text.p));
    }
    if (cJSON_GetArraySize(list))
        return list;
    cJSON_Delete(list);
    return NULL;
}

bool fetch_alert_read(corr_arena *arena, corr_str message, fetch_alert *alert,
                      corr_err *err)
{
    *alert = (fetch_alert){ 0 };
    cJSON *doc = message.n <= MOST_MESSAGE ? documents(message) : NULL;
    if (!doc) {
        corr_fail(err, CORR_EFORMAT, "the message is no JSON");
        return false;
    }
    const bool ok = read_alert(arena, doc, alert, err);
    cJSON_Delete(doc);
    return ok;
}

/* ---- asking ---------------------------------------------------------------------- */

/* Asks all servers of a kind. */
static bool ask_all(fetch_plan *p, fetch_kind kind, const fetch_back_end *b,
                    const fetch_question *q)
{
    const fetch_target *t;
    bool ok = true;

    for (size_t i = 0; ok && (t = fetch_plan_target(p, kind, i)); i++)
        ok = b->plan(p, t, q);
    return ok;
}

/* A copy of a question in the plan.  NULL: memory is out. */
static fetch_question *new_question(fetch_plan *p, const fetch_question *like,
                                    fetch_about about, corr_window w)
{
    fetch_question *q = corr_arena_new(fetch_plan_arena(p), fetch_question, 1);

    if (!q)
        return NULL;
    *q = *like;
    q->about = about;
    q->from = w.from;
    q->to = w.to;
    return q;
}

/* Profiles of a service, and its slowest requests.  NULL: the services that the
 * text of the alert names. */
static bool ask_service(fetch_plan *p, const fetch_alert *alert,
                        const fetch_question *like, const char *service,
                        corr_window w)
{
    const corr_window before = { w.from - (w.to - w.from), w.from };
    fetch_question *now = new_question(p, like, FETCH_PROFILES, w);
    fetch_question *then = new_question(p, like, FETCH_PROFILES, before);
    fetch_question *slow = new_question(p, like, FETCH_SPANS, w);

    if (!now || !then || !slow)
        return false;
    now->service = then->service = slow->service = service;
    now->mentions = then->mentions =
        service
            ? NULL
            : corr_arena_text(fetch_plan_arena(p), corr_str_of(alert->text));
    if (!slow->slowest)
        slow->slowest = SLOWEST;
    return ask_all(p, FETCH_PYROSCOPE, &fetch_pyroscope, now) &&
           ask_all(p, FETCH_PYROSCOPE, &fetch_pyroscope, then) &&
           ask_all(p, FETCH_TEMPO, &fetch_tempo, slow) &&
           ask_all(p, FETCH_JAEGER, &fetch_jaeger, slow) &&
           ask_all(p, FETCH_ZIPKIN, &fetch_zipkin, slow);
}

/* The window: 15 minutes before the alert at least, to its end or now. */
static corr_window window_of_alert(const fetch_alert *alert,
                                   const fetch_question *like)
{
    corr_window w = { like->from, like->to };

    if (!w.from)
        w.from = alert->from - LEAST_BEFORE;
    if (!w.to)
        w.to = alert->to ? alert->to : fetch_now(like->now);
    if (w.to <= alert->from)
        w.to = alert->from + FETCH_SECOND;
    return w;
}

bool fetch_alert_ask(fetch_plan *p, const fetch_alert *alert,
                     const fetch_question *like)
{
    const corr_window w = window_of_alert(alert, like);
    fetch_question *rule = new_question(p, like, FETCH_METRICS, w);
    fetch_question *list = new_question(p, like, FETCH_ALERTS, w);
    bool ok = rule && list;

    for (size_t i = 0; ok && i < alert->services; i++)
        ok = ask_service(p, alert, like, alert->service[i], w);
    if (ok && !alert->services)
        ok = ask_service(p, alert, like, like->service, w);
    if (!ok)
        return false;
    rule->promql = alert->promql;
    rule->from = w.from - (w.to - w.from);
    return ask_all(p, FETCH_PROMETHEUS, &fetch_prometheus, rule) &&
           ask_all(p, FETCH_PROMETHEUS, &fetch_prometheus, list) &&
           ask_all(p, FETCH_ALERTMANAGER, &fetch_alertmanager, list);
}
