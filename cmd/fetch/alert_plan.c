#include "fetch/alert_plan.h"

#include <strings.h>

#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"
#include "page/alert_rule.h"

enum { SLOWEST = 20, PIECES = 20 };
/* The cause is looked for in this time before an alert, and not longer after it
 * began; samples of a piece of it tell when. */
#define LEAST_BEFORE (900 * FETCH_SECOND)
#define MOST_AFTER   FETCH_HOUR
#define LEAST_PIECE  (15 * FETCH_SECOND)

/* ---- reading -------------------------------------------------------------------- */

/* Adds a service once. */
static void add_service(fetch_alert *to, const char *name)
{
    for (size_t i = 0; i < to->services; i++)
        if (strcmp(to->service[i], name) == 0)
            return;
    if (to->services < FETCH_ALERT_SERVICES)
        to->service[to->services++] = name;
}

bool fetch_alert_read(corr_arena *arena, corr_str message, fetch_alert *alert,
                      corr_err *err)
{
    alert_payload p;

    *alert = (fetch_alert){ 0 };
    if (alert_payload_parse(message, "the message", arena, &p, err))
        return false;
    const alert_row *first = &p.row[0];
    alert->name = corr_str_of(first->name);
    alert->from = first->starts == CORR_NO_TIME ? 0 : first->starts;
    alert->to = first->ends != CORR_NO_TIME && first->ends > first->starts
                    ? first->ends
                    : 0;
    alert->row = p.row;
    alert->rows = p.n;
    alert->promql = first->expr;
    alert->text = corr_arena_print(arena, "%s %.2000s", first->name,
                                   first->summary ? first->summary : "");
    for (uint32_t i = 0; i < p.n; i++)
        if (alert_service(&p.row[i]))
            add_service(alert, alert_service(&p.row[i]));
    if (!alert->text)
        corr_no_memory(err);
    return alert->text != NULL;
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

/* Profiles of a service in one window. */
static bool ask_profiles(fetch_plan *p, const fetch_alert *alert,
                         const fetch_question *like, const char *service,
                         corr_window w, const char *kind)
{
    fetch_question *q = new_question(p, like, FETCH_PROFILES, w);

    if (!q)
        return false;
    q->service = service;
    if (!service)
        q->mentions =
            corr_arena_text(fetch_plan_arena(p), corr_str_of(alert->text));
    if (kind)
        q->profile = kind;
    q->no_cpu = !kind; /* it comes in pieces */
    return ask_all(p, FETCH_PYROSCOPE, &fetch_pyroscope, q);
}

/* A merged profile does not say when its samples were taken: that of CPU is
 * asked for in pieces. */
static bool ask_pieces(fetch_plan *p, const fetch_alert *alert,
                       const fetch_question *like, const char *service,
                       corr_window all)
{
    const int64_t seconds =
        fetch_units_up((all.to - all.from) / PIECES, FETCH_SECOND);
    const int64_t part = seconds * FETCH_SECOND;
    corr_window piece;
    bool ok = true;

    while (ok && fetch_window_next(
                     &all, part > LEAST_PIECE ? part : LEAST_PIECE, &piece))
        ok = ask_profiles(p, alert, like, service, piece, "cpu");
    return ok;
}

/* Profiles of a service, now and for the same length before, and its slowest
 * requests.  NULL: the services that the text of the alert names. */
static bool ask_service(fetch_plan *p, const fetch_alert *alert,
                        const fetch_question *like, const char *service,
                        corr_window w)
{
    const corr_window before = { w.from - (w.to - w.from), w.from };
    fetch_question *slow = new_question(p, like, FETCH_SPANS, w);

    if (!slow)
        return false;
    slow->service = service;
    if (!slow->slowest)
        slow->slowest = SLOWEST;
    return ask_pieces(p, alert, like, service,
                      (corr_window){ before.from, w.to }) &&
           (like->profile ||
            (ask_profiles(p, alert, like, service, w, NULL) &&
             ask_profiles(p, alert, like, service, before, NULL))) &&
           ask_all(p, FETCH_TEMPO, &fetch_tempo, slow) &&
           ask_all(p, FETCH_JAEGER, &fetch_jaeger, slow) &&
           ask_all(p, FETCH_ZIPKIN, &fetch_zipkin, slow);
}

/* Whether a label of an alert that fires names a service. */
static bool names_service(const fetch_alert *alert, const char *service)
{
    for (uint32_t i = 0; i < alert->rows; i++)
        if (strcmp(alert->row[i].state, "resolved") != 0 &&
            alert_is_of(&alert->row[i], corr_str_of(service)))
            return true;
    return false;
}

static bool mentions_service(const fetch_alert *alert, const char *service)
{
    return !alert->services && corr_str_has(corr_str_of(alert->text), service);
}

static bool is_service_of_user(const fetch_question *like, const char *service)
{
    return strcasecmp(like->service, service) == 0;
}

/* Records the programs of an alert that still fires: those of the service that
 * the user names, or else the labels, or else the text. */
static bool ask_programs(fetch_plan *p, const fetch_alert *alert,
                         const fetch_question *like, corr_window w)
{
    fetch_question *q = new_question(p, like, FETCH_PROFILES, w);
    const fetch_target *t;
    bool ok = q != NULL, any = false;

    if (!ok || (alert->to && alert->to <= fetch_now(like->now)))
        return ok;
    q->service = NULL;
    q->to = like->to;
    for (size_t i = 0; (t = fetch_plan_target(p, FETCH_PPROF, i)); i++)
        any = any || names_service(alert, t->service);
    for (size_t i = 0; ok && (t = fetch_plan_target(p, FETCH_PPROF, i)); i++) {
        const bool is_about = like->service
                                  ? is_service_of_user(like, t->service)
                              : any ? names_service(alert, t->service)
                                    : mentions_service(alert, t->service);
        ok = !is_about || fetch_pprof.plan(p, t, q);
    }
    return ok;
}

/* The window: 15 minutes before the alert at least, to its end or now, but at
 * most an hour of it: an alert that fires for days still began at one time. */
static corr_window window_of_alert(const fetch_alert *alert,
                                   const fetch_question *like)
{
    corr_window w = { like->from, like->to };

    const int64_t now = fetch_now(like->now);
    const int64_t from = alert->from ? alert->from : now;

    if (!w.from)
        w.from = from - LEAST_BEFORE;
    if (!w.to)
        w.to = alert->to ? alert->to : now;
    if (!like->to && w.to > from + MOST_AFTER)
        w.to = from + MOST_AFTER;
    if (w.to <= from)
        w.to = from + FETCH_SECOND;
    return w;
}

bool fetch_alert_ask(fetch_plan *p, const fetch_alert *alert,
                     const fetch_question *like)
{
    const corr_window w = window_of_alert(alert, like);
    fetch_question *rule = new_question(p, like, FETCH_METRICS, w);
    fetch_question *list = new_question(p, like, FETCH_ALERTS, w);
    bool ok = rule && list;

    ok = ok && ask_programs(p, alert, like, w);
    for (size_t i = 0; ok && i < alert->services; i++)
        ok = ask_service(p, alert, like, alert->service[i], w);
    if (ok && !alert->services)
        ok = ask_service(p, alert, like, like->service, w);
    if (!ok)
        return false;
    /* the comparison would drop all values of before */
    if (alert->promql) {
        rule->promql = alert_rule_left(alert->promql, fetch_plan_arena(p));
        if (!rule->promql)
            return false;
    }
    rule->from = w.from - (w.to - w.from);
    return ask_all(p, FETCH_PROMETHEUS, &fetch_prometheus, rule) &&
           ask_all(p, FETCH_PROMETHEUS, &fetch_prometheus, list) &&
           ask_all(p, FETCH_ALERTMANAGER, &fetch_alertmanager, list);
}
