/*
 * pyroscope - Pyroscope 1.x and 2.x: what a server has, then its profiles.
 *
 * A question begins with a catalog: the range of data (GetProfileStats), the
 * profile types (ProfileTypes), and which label names the service (Series, or
 * else LabelValues).  Questions with the same window share a catalog.  Then
 * each type of the service is asked for (pyroscope_select.h).
 *
 * Sources: grafana/pyroscope, querier.proto; recorded answers of 2.2.1.
 */
#include "fetch/servers/pyroscope_server.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <strings.h>

#include "fetch/plan/encode.h"
#include "fetch/plan/window.h"
#include "fetch/servers/back_ends.h"

#define CATALOG_STEP (60 * FETCH_SECOND) /* windows of catalogs are wider */

enum { MOST_ROWS = 20000 }; /* of a catalog */

/* What a client says that can read names of labels with dots; without it, a
 * server leaves them out. */
static const char accepts[] = "application/json; allow-utf8-labelnames=true";

/* The labels that can name a service, the usual one first. */
static const char *const label_names[] = { "service_name", "service.name",
                                           "service", "app" };
enum { LABELS = sizeof label_names / sizeof *label_names };

/* A profile type of a service; type NULL: any. */
typedef struct row {
    uint8_t label;
    const char *service, *type;
} row;

typedef struct waiting {
    const fetch_question *q;
    struct waiting *next;
} waiting;

typedef struct catalog {
    corr_window w;
    bool is_done, is_full;
    const char **type;
    size_t types;
    row *row;
    size_t rows, room;
    waiting *first;
} catalog;

typedef struct catalog_ask {
    catalog *c;
    uint8_t label; /* of LabelValues */
} catalog_ask;

/* ---- questions --------------------------------------------------------------- */

/* Adds a request of Connect in JSON; the answer is only looked at. */
static bool ask_json(fetch_plan *p, const fetch_target *t,
                     const fetch_question *q, const char *method,
                     const char *body, fetch_judge *judge, const void *state,
                     corr_window w)
{
    const fetch_request r = {
        .target = t,
        .what =
            corr_arena_print(fetch_plan_arena(p), "%s of Pyroscope", method),
        .path = corr_arena_print(fetch_plan_arena(p), FETCH_PYROSCOPE_PATH "%s",
                                 method),
        .body = body,
        .body_size = body ? strlen(body) : 0,
        .type = "application/json",
        .accept = accepts,
        .judge = judge,
        .state = state,
        .question = q,
        .from = w.from,
        .to = w.to,
    };
    return body && r.what && r.path && state && fetch_plan_add(p, &r);
}

/* The request of the plan with this method, body and target; NULL: none. */
static const fetch_request *request_of(fetch_plan *p, const fetch_target *t,
                                       const char *method, const char *body)
{
    for (size_t i = 0; i < fetch_plan_size(p); i++) {
        const fetch_request *r = fetch_plan_at(p, i);
        if (r->target == t && r->body && corr_same_text(r->body, body) &&
            corr_str_starts(corr_str_of(r->path), FETCH_PYROSCOPE_PATH) &&
            strcmp(r->path + strlen(FETCH_PYROSCOPE_PATH), method) == 0)
            return r;
    }
    return NULL;
}

/* ---- the range of data ---------------------------------------------------------- */

static void judge_stats(fetch_plan *p, const fetch_request *q,
                        const fetch_answer *a, fetch_result *out)
{
    /* The arena's record is written by this judge only. */
    const fetch_range_box *box = q->state;

    (void)p;
    if (a->status >= 400 && a->status != 401 && a->status != 403 &&
        a->status < 500) {
        fetch_say(out, FETCH_NOTHING,
                  "the server does not tell the range of its data");
        return;
    }
    if (a->status == 501) {
        fetch_say(out, FETCH_NOTHING,
                  "the server does not tell the range of its data");
        return;
    }
    if (fetch_refused(a, out))
        return;
    cJSON *doc = fetch_json(a, out);
    if (!doc)
        return;
    const int64_t from = fetch_json_int(doc, "oldestProfileTime");
    const int64_t to = fetch_json_int(doc, "newestProfileTime");
    const int64_t most = INT64_MAX / FETCH_MS;
    const cJSON *any = cJSON_GetObjectItemCaseSensitive(doc, "dataIngested");

    box->range->from = from > 0 && from < most ? from * FETCH_MS : 0;
    box->range->to = to > 0 && to < most ? to * FETCH_MS : 0;
    if (!cJSON_IsTrue(any) && !box->range->to)
        fetch_say(out, FETCH_NOTHING, "the server holds no profiles");
    else
        fetch_got(out, 0);
    out->has_from = box->range->from;
    out->has_to = box->range->to;
    cJSON_Delete(doc);
}

/* The range of data of a server, asked once a run.  NULL: memory is out. */
static fetch_range *range_of(fetch_plan *p, const fetch_target *t,
                             const fetch_question *q)
{
    const fetch_request *old = request_of(p, t, "GetProfileStats", "{}");

    if (old)
        return ((const fetch_range_box *)old->state)->range;
    fetch_range *range = corr_arena_new(fetch_plan_arena(p), fetch_range, 1);
    fetch_range_box *box =
        corr_arena_new(fetch_plan_arena(p), fetch_range_box, 1);
    if (!range || !box)
        return NULL;
    box->range = range;
    return ask_json(p, t, q, "GetProfileStats", "{}", judge_stats, box,
                    (corr_window){ 0, 0 })
               ? range
               : NULL;
}

/* ---- from a catalog to profiles ---------------------------------------------------- */

static const char *selector_of(corr_arena *a, const row *r)
{
    const char *name = label_names[r->label];
    const char *value = fetch_quoted(a, corr_str_of(r->service));

    if (!value)
        return NULL;
    return strchr(name, '.') ? corr_arena_print(a, "{\"%s\"=%s}", name, value)
                             : corr_arena_print(a, "{%s=%s}", name, value);
}

/* Adds the requests of one type. */
static bool ask_type(fetch_plan *p, const fetch_target *t,
                     const fetch_question *q, const row *r, const char *type,
                     const fetch_range *range)
{
    const fetch_series s = { .type = type,
                             .service = r->service,
                             .selector = selector_of(fetch_plan_arena(p), r),
                             .range = range };

    return s.selector &&
           fetch_ask_profile(p, t, q, &s, (corr_window){ q->from, q->to });
}

/* Whether another type of the service has the same samples, weighted. */
static bool is_repeated(const catalog *c, const row *r, const char *type)
{
    for (size_t i = 0; i < c->rows; i++)
        if (c->row[i].type && c->row[i].label == r->label &&
            strcmp(c->row[i].service, r->service) == 0 &&
            fetch_type_repeats(type, c->row[i].type))
            return true;
    for (size_t i = 0; !r->type && i < c->types; i++)
        if (fetch_type_repeats(type, c->type[i]))
            return true;
    return false;
}

/* Adds the requests of a row of the catalog. */
static bool ask_row(fetch_plan *p, const fetch_target *t,
                    const fetch_question *q, const catalog *c, const row *r,
                    const fetch_range *range)
{
    const char *const *type = r->type ? &r->type : (const char *const *)c->type;
    const size_t n = r->type ? 1 : c->types;
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++)
        if (fetch_type_is_kind(type[i], q->profile) &&
            !(q->no_cpu && fetch_type_is_kind(type[i], "cpu")) &&
            !is_repeated(c, r, type[i]))
            ok = ask_type(p, t, q, r, type[i], range);
    return ok;
}

/* Whether a text names a service, in any case of letters. */
static bool mentions(const char *text, const char *service)
{
    const size_t n = strlen(service);

    for (; n > 2 && *text; text++)
        if (strncasecmp(text, service, n) == 0)
            return true;
    return false;
}

/* Whether a question is about a service; any: about all that are there. */
static bool is_wanted(const fetch_question *q, const char *service, bool any)
{
    if (q->service)
        return strcmp(q->service, service) == 0;
    return any || !q->mentions || mentions(q->mentions, service);
}

/* The label that has a service of a question; LABELS: none has. */
static uint8_t label_of(const catalog *c, const fetch_question *q, bool any)
{
    uint8_t label = LABELS;

    for (size_t i = 0; i < c->rows; i++)
        if (c->row[i].label < label && is_wanted(q, c->row[i].service, any))
            label = c->row[i].label;
    return label;
}

/* Asks for the profiles that a question wants.  *found: the server has the
 * service. */
static bool ask_question(fetch_plan *p, const fetch_target *t,
                         const fetch_question *q, const catalog *c, bool *found)
{
    /* A text that names no service may be about any. */
    const bool any = label_of(c, q, false) == LABELS;
    const uint8_t label = label_of(c, q, any);
    const fetch_range *range = range_of(p, t, q);
    bool ok = range != NULL;

    *found = label < LABELS;
    for (size_t i = 0; ok && i < c->rows; i++)
        if (c->row[i].label == label && is_wanted(q, c->row[i].service, any))
            ok = ask_row(p, t, q, c, &c->row[i], range);
    return ok;
}

/* Answers the questions that waited, and says which services are unknown. */
static void finish(fetch_plan *p, const fetch_request *q, catalog *c,
                   fetch_result *out)
{
    const fetch_range *range = range_of(p, q->target, q->question);
    char missing[120] = "";
    size_t n = 0;
    bool ok = true, any = false, found;

    c->is_done = true;
    for (const waiting *w = c->first; ok && w; w = w->next) {
        ok = ask_question(p, q->target, w->q, c, &found);
        any |= found;
        const char *name = w->q->service ? w->q->service : "a service";
        if (!found && n < sizeof missing && !fetch_is_listed(missing, name))
            n += (size_t)snprintf(missing + n, sizeof missing - n, "%s%s",
                                  n ? ", " : "", name);
    }
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
    else if (!any)
        fetch_say(out, FETCH_NOTHING, "the server has no profiles of %s",
                  missing);
    else if (n) {
        const uint64_t hits = out->hits;
        fetch_say(out, FETCH_GOT, "the server has no profiles of %s", missing);
        out->hits = hits;
    }
    if (c->is_full && out->outcome == FETCH_GOT)
        fetch_say_cut(out, "only the first %d services and types are asked for",
                      (int)MOST_ROWS);
    if (range) {
        out->has_from = range->from;
        out->has_to = range->to;
    }
}

/* ---- the catalog ------------------------------------------------------------------ */

static bool add_row(catalog *c, corr_arena *a, row r)
{
    c->is_full |= c->rows == MOST_ROWS;
    if (c->is_full)
        return true;
    if (c->rows == c->room) {
        const size_t room = c->room ? 2 * c->room : 64;
        row *wider = corr_arena_new(a, row, room);
        if (!wider)
            return false;
        if (c->rows)
            memcpy(wider, c->row, c->rows * sizeof *wider);
        c->row = wider;
        c->room = room;
    }
    r.service = corr_arena_text(a, corr_str_of(r.service));
    if (r.type && !(r.type = corr_arena_text(a, corr_str_of(r.type))))
        return false;
    c->row[c->rows++] = r;
    return r.service != NULL;
}

static fetch_judge judge_values;

/* Asks which values a label has. */
static bool ask_values(fetch_plan *p, const fetch_request *q, catalog *c,
                       uint8_t label)
{
    corr_arena *a = fetch_plan_arena(p);
    catalog_ask *ask = corr_arena_new(a, catalog_ask, 1);

    if (!ask)
        return false;
    *ask = (catalog_ask){ c, label };
    return ask_json(p, q->target, q->question, "LabelValues",
                    corr_arena_print(a,
                                     "{\"name\":\"%s\",\"start\":%lld,"
                                     "\"end\":%lld}",
                                     label_names[label],
                                     (long long)(c->w.from / FETCH_MS),
                                     (long long)(c->w.to / FETCH_MS)),
                    judge_values, ask, c->w);
}

static void judge_values(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    const catalog_ask *ask = q->state;
    cJSON *doc = fetch_refused(a, out) ? NULL : fetch_json(a, out);
    const cJSON *names = cJSON_GetObjectItemCaseSensitive(doc, "names");
    const cJSON *name;
    bool ok = true;

    if (doc)
        fetch_got(out, (uint64_t)cJSON_GetArraySize(names));
    cJSON_ArrayForEach(name, names) if (ok && cJSON_IsString(name)) ok =
        add_row(ask->c, fetch_plan_arena(p),
                (row){ ask->label, name->valuestring, NULL });
    cJSON_Delete(doc);
    if (ask->label + 1 < LABELS && ok)
        ok = ask_values(p, q, ask->c, (uint8_t)(ask->label + 1));
    else if (ok && ask->c->rows)
        finish(p, q, ask->c, out);
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
}

/* Adds the rows of one set of labels. */
static bool add_labels(catalog *c, corr_arena *a, const cJSON *labels)
{
    const char *value[LABELS] = { NULL }, *type = NULL;
    const cJSON *l;
    bool ok = true;

    cJSON_ArrayForEach(l, labels)
    {
        const corr_str name = fetch_json_text(l, "name");
        const char *text = fetch_json_text(l, "value").p;
        if (corr_str_is(name, "__profile_type__") && fetch_type_is_valid(text))
            type = text;
        for (size_t i = 0; i < LABELS; i++)
            if (corr_str_is(name, label_names[i]) && *text)
                value[i] = text;
    }
    for (uint8_t i = 0; ok && type && i < LABELS; i++)
        if (value[i])
            ok = add_row(c, a, (row){ i, value[i], type });
    return ok;
}

static void judge_series(fetch_plan *p, const fetch_request *q,
                         const fetch_answer *a, fetch_result *out)
{
    catalog *c = ((const catalog_ask *)q->state)->c;
    cJSON *doc = fetch_refused(a, out) ? NULL : fetch_json(a, out);
    const cJSON *sets = cJSON_GetObjectItemCaseSensitive(doc, "labelsSet");
    const cJSON *set;
    bool ok = true;

    cJSON_ArrayForEach(set, sets) ok =
        ok && add_labels(c, fetch_plan_arena(p),
                         cJSON_GetObjectItemCaseSensitive(set, "labels"));
    if (doc && c->rows) {
        fetch_got(out, (uint64_t)cJSON_GetArraySize(sets));
        finish(p, q, c, out);
    } else if (ok) {
        if (out->outcome != FETCH_AGAIN)
            fetch_say(out, FETCH_NOTHING,
                      "no series names its service; label values are asked");
        ok = ask_values(p, q, c, 0);
    }
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
    cJSON_Delete(doc);
}

/* Asks for the types of each service. */
static bool ask_series(fetch_plan *p, const fetch_request *q, catalog *c)
{
    corr_arena *a = fetch_plan_arena(p);
    const char *names = "\"__profile_type__\"";

    for (size_t i = LABELS; names && i > 0; i--)
        names = corr_arena_print(a, "\"%s\",%s", label_names[i - 1], names);
    return names &&
           ask_json(p, q->target, q->question, "Series",
                    corr_arena_print(a,
                                     "{\"matchers\":[\"{}\"],\"labelNames\":"
                                     "[%s],\"start\":%lld,\"end\":%lld}",
                                     names, (long long)(c->w.from / FETCH_MS),
                                     (long long)(c->w.to / FETCH_MS)),
                    judge_series, q->state, c->w);
}

/* A server without the query API may still draw flame graphs. */
static bool ask_render(fetch_plan *p, const fetch_request *q, catalog *c,
                       fetch_result *out)
{
    bool ok = true;

    fetch_say(out, FETCH_NOTHING,
              "the server does not list profile types; only flame graphs of "
              "CPU are asked");
    c->is_done = true;
    for (const waiting *w = c->first; ok && w; w = w->next) {
        const row r = { 0, w->q->service, NULL };
        const fetch_series s = {
            .type = "process_cpu:cpu:nanoseconds:cpu:nanoseconds",
            .service = r.service,
            .selector = r.service ? selector_of(fetch_plan_arena(p), &r) : "{}",
            .range = range_of(p, q->target, q->question),
        };
        ok = s.selector && s.range &&
             fetch_ask_render(p, q->target, w->q, &s,
                              (corr_window){ w->q->from, w->q->to });
    }
    return ok;
}

static void judge_types(fetch_plan *p, const fetch_request *q,
                        const fetch_answer *a, fetch_result *out)
{
    catalog *c = ((const catalog_ask *)q->state)->c;
    bool ok = true;

    if (fetch_is_unknown_path(a) || a->status == 501) {
        if (!ask_render(p, q, c, out))
            fetch_say(out, FETCH_FAILED, "memory is out");
        return;
    }
    cJSON *doc = fetch_refused(a, out) ? NULL : fetch_json(a, out);
    const cJSON *types = cJSON_GetObjectItemCaseSensitive(doc, "profileTypes");
    const size_t n = (size_t)cJSON_GetArraySize(types);
    const cJSON *t;

    c->type = corr_arena_new(fetch_plan_arena(p), const char *, n + 1);
    ok = c->type != NULL;
    cJSON_ArrayForEach(t, types)
    {
        const corr_str id = fetch_json_text(t, "ID");
        if (!ok || !fetch_type_is_valid(id.p))
            continue;
        c->type[c->types] = corr_arena_text(fetch_plan_arena(p), id);
        ok = c->type[c->types++] != NULL;
    }
    if (doc && c->types == 0) {
        const fetch_range *range = range_of(p, q->target, q->question);
        c->is_done = true;
        fetch_say(out, FETCH_NOTHING, "no profile lies in the window");
        out->has_from = range ? range->from : 0;
        out->has_to = range ? range->to : 0;
    } else if (doc) {
        fetch_got(out, c->types);
        ok = ok && ask_series(p, q, c);
    }
    if (!ok)
        fetch_say(out, FETCH_FAILED, "memory is out");
    cJSON_Delete(doc);
}

/* ---- plan ----------------------------------------------------------------------------- */

/* A new catalog and its first request.  NULL: memory is out. */
static catalog *new_catalog(fetch_plan *p, const fetch_target *t,
                            const fetch_question *q, corr_window w,
                            const char *body)
{
    corr_arena *a = fetch_plan_arena(p);
    catalog *c = corr_arena_new(a, catalog, 1);
    catalog_ask *ask = corr_arena_new(a, catalog_ask, 1);

    if (!c || !ask || !range_of(p, t, q))
        return NULL;
    c->w = w;
    ask->c = c;
    return ask_json(p, t, q, "ProfileTypes", body, judge_types, ask, w) ? c
                                                                        : NULL;
}

/* Lets a question wait for the catalog of its window, or answers it. */
static bool join_catalog(fetch_plan *p, const fetch_target *t,
                         const fetch_question *q)
{
    const corr_window w = {
        fetch_units_down(q->from, CATALOG_STEP) * CATALOG_STEP,
        fetch_units_up(q->to, CATALOG_STEP) * CATALOG_STEP
    };
    const char *body = corr_arena_print(
        fetch_plan_arena(p), "{\"start\":%lld,\"end\":%lld}",
        (long long)(w.from / FETCH_MS), (long long)(w.to / FETCH_MS));
    const fetch_request *old =
        body ? request_of(p, t, "ProfileTypes", body) : NULL;
    catalog *c = old    ? ((const catalog_ask *)old->state)->c
                 : body ? new_catalog(p, t, q, w, body)
                        : NULL;
    bool found;

    if (!c)
        return false;
    if (c->is_done)
        return ask_question(p, t, q, c, &found);
    waiting *wait = corr_arena_new(fetch_plan_arena(p), waiting, 1);
    if (!wait)
        return false;
    *wait = (waiting){ q, NULL };
    waiting **end = &c->first;
    while (*end)
        end = &(*end)->next;
    *end = wait;
    return true;
}

static bool pyroscope_plan(fetch_plan *p, const fetch_target *t,
                           const fetch_question *q)
{
    if (q->about != FETCH_PROFILES)
        return true;
    fetch_question *whole =
        corr_arena_new(fetch_plan_arena(p), fetch_question, 1);
    if (!whole)
        return false;
    *whole = *q;
    if (whole->to <= 0)
        whole->to = fetch_now(q->now);
    if (whole->from <= 0 || whole->from >= whole->to)
        whole->from = whole->to - FETCH_HOUR;
    return fetch_keep_spans(p, whole) && join_catalog(p, t, whole);
}

const fetch_back_end fetch_pyroscope = { "Pyroscope", "pyroscope",
                                         pyroscope_plan };
