/* when_events - what happened: versions, starts, flags, reloads, rare
 * operations. */
#include <math.h>
#include <string.h>

#include "corr_sort.h"
#include "metric/metric_selector.h"
#include "profile/timeline.h"
#include "store/operation_names.h"
#include "when/when.h"

const char *corr_event_name(corr_event_what what)
{
    static const char *const names[CORR_EVENT_COUNT] = {
        [CORR_EVENT_VERSION] = "version",     [CORR_EVENT_START] = "start",
        [CORR_EVENT_FLAG] = "flag",           [CORR_EVENT_RELOAD] = "reload",
        [CORR_EVENT_OPERATION] = "operation",
    };

    return what < CORR_EVENT_COUNT ? names[what] : "";
}

enum {
    RARE = 3, /* spans of an operation that is not rare */
    MOST_EVENTS = 10000,
    NEAR_STEPS = 5
};

/* The events found so far, one for each key. */
typedef struct event_list {
    corr_when *w;
    corr_map at;    /* key -> index into w->event */
    corr_map kinds; /* span_kind -> the same */
    vec(char) key;
    int64_t begin; /* the first time of the data */
} event_list;

static bool add_key_part(event_list *l, const void *p, size_t n)
{
    bool ok = vec_reserve(&l->key, n + sizeof n);

    if (ok) {
        memcpy(l->key.v + l->key.n, &n, sizeof n);
        memcpy(l->key.v + l->key.n + sizeof n, p, n);
        l->key.n += n + sizeof n;
    }
    return ok;
}

/* Adds an event, or what is earlier to the one that is there; *number: which
 * one it is; may be NULL. */
static bool note_event(event_list *l, const corr_event *e, uint32_t *number)
{
    bool is_new;

    l->key.n = 0;
    if (!add_key_part(l, &e->what, sizeof e->what) ||
        !add_key_part(l, e->service.p, e->service.n) ||
        !add_key_part(l, e->name.p, e->name.n) ||
        !add_key_part(l, e->value.p, e->value.n))
        return false;
    uint32_t *at = corr_map_bytes(&l->at, l->key.v, l->key.n, &is_new);
    if (!at)
        return false;
    if (is_new) {
        *at = (uint32_t)l->w->event.n;
        if (number)
            *number = *at;
        return vec_push(&l->w->event, *e);
    }
    if (number)
        *number = *at;
    corr_event *known = &l->w->event.v[*at];
    known->at = min_i64(known->at, e->at);
    known->n += e->n;
    return true;
}

/* ---- spans -------------------------------------------------------------------- */

static bool is_flag_key(corr_str key)
{
    return corr_str_is(key, "feature_flag.key") ||
           corr_str_is(key, "featureFlag.key");
}

static bool is_flag_value(corr_str key)
{
    static const char *const keys[] = { "feature_flag.result.variant",
                                        "feature_flag.variant",
                                        "feature_flag.result.value",
                                        "feature_flag.value" };
    bool is = false;

    for (size_t i = 0; i < countof(keys); i++)
        is |= corr_str_is(key, keys[i]);
    return is;
}

/* Notes a flag that a set of labels names with a value; also
 * "feature_flag.NAME" = VALUE. */
static bool note_flags(event_list *l, const input *in, uint32_t set,
                       corr_str service, int64_t at)
{
    const corr_str prefix = CORR_STR("feature_flag.");
    corr_event e = { .what = CORR_EVENT_FLAG,
                     .service = service,
                     .name = { "", 0 },
                     .value = { "", 0 },
                     .at = at,
                     .n = 1 };
    bool ok = true;

    for (uint32_t i = 0; ok && i < in->label.set_n.v[set]; i++) {
        const corr_label label = input_label(in, set, i);
        if (is_flag_key(label.key))
            e.name = label.text;
        else if (is_flag_value(label.key))
            e.value = label.text;
        else if (label.key.n > prefix.n &&
                 memcmp(label.key.p, prefix.p, prefix.n) == 0 &&
                 !memchr(label.key.p + prefix.n, '.', label.key.n - prefix.n) &&
                 !corr_str_ends(label.key, "provider_name"))
            ok = note_event(
                l,
                &(corr_event){ .what = CORR_EVENT_FLAG,
                               .service = service,
                               .name = corr_str_from(label.key, prefix.n),
                               .value = label.text,
                               .at = at,
                               .n = 1 },
                NULL);
    }
    return ok && (!e.name.n || note_event(l, &e, NULL));
}

/* What spans of one record have in common: the process and the name; name
 * UINT32_MAX: the version of the process. */
typedef struct span_kind {
    uint32_t input, proc, name;
} span_kind;

/* Notes a span of a kind; what is the same is looked up once for each kind. */
static bool note_kind(event_list *l, span_kind k, uint32_t span, int64_t at)
{
    const corr_store *st = l->w->st;
    const input *in = store_input(st, k.input);
    bool is_new;
    uint32_t *known = corr_map_bytes(&l->kinds, &k, sizeof k, &is_new);
    const uint32_t n = (uint32_t)spans_calls(&st->spans, span);

    if (!known)
        return false;
    if (!is_new) {
        if (*known == UINT32_MAX)
            return true;
        corr_event *e = &l->w->event.v[*known];
        e->at = min_i64(e->at, at);
        e->n += n;
        return true;
    }
    *known = UINT32_MAX;
    const bool is_version = k.name == UINT32_MAX;
    const corr_event e = {
        .what = is_version ? CORR_EVENT_VERSION : CORR_EVENT_OPERATION,
        .service = st->spans.service.v[spans_service(&st->spans, span)],
        .name = is_version ? input_text(in, in->proc.v[k.proc].version)
                           : opname_span(st, span),
        .value = { "", 0 },
        .at = at,
        .n = n,
    };
    return !e.name.n || note_event(l, &e, known);
}

static bool note_span(event_list *l, uint32_t span)
{
    const corr_store *st = l->w->st;
    const uint32_t at_input = st->spans.at.v[span].input;
    const span_row *row = store_span(st, span);
    const int64_t at = timeline_start(st, span);

    if (!at)
        return true;
    l->begin = min_i64(l->begin, at);
    return note_kind(l, (span_kind){ at_input, row->proc, row->name }, span,
                     at) &&
           note_kind(l, (span_kind){ at_input, row->proc, UINT32_MAX }, span,
                     at) &&
           (!row->attrs ||
            note_flags(l, store_input(st, at_input), row->attrs,
                       st->spans.service.v[spans_service(&st->spans, span)],
                       at));
}

static bool note_spans(event_list *l)
{
    const corr_store *st = l->w->st;
    bool ok = true;

    for (uint32_t i = 1; ok && i < st->spans.at.n; i++)
        ok = note_span(l, i);
    for (size_t k = 0; ok && k < st->input.n; k++) {
        const input *in = store_input(st, (uint32_t)k);
        for (size_t i = 0; ok && i < in->event.n; i++) {
            const event_row *e = &in->event.v[i];
            const uint32_t proc = in->span.v[e->span].proc;
            if (e->time != CORR_NO_TIME)
                ok = note_flags(l, in, e->labels,
                                input_text(in, in->proc.v[proc].service),
                                e->time);
        }
    }
    return ok;
}

/* ---- recordings ----------------------------------------------------------------- */

static bool note_processes(event_list *l)
{
    const corr_store *st = l->w->st;
    const corr_str none = { "", 0 };
    bool ok = true;

    for (size_t k = 0; ok && k < st->input.n; k++) {
        const input *in = store_input(st, (uint32_t)k);
        const process_match *m = &st->match.v[k];
        if (!m->used || !input_is_timed(in) || in->segment.n < 2 || !in->proc.n)
            continue; /* also what could not be read */
        const corr_str service = st->spans.service.v[m->service];
        const corr_str version =
            input_text(in, in->proc.v[in->process.owner].version);
        l->begin = min_i64(l->begin, in->from);
        if (version.n)
            ok = note_event(l,
                            &(corr_event){ .what = CORR_EVENT_VERSION,
                                           .service = service,
                                           .name = version,
                                           .value = none,
                                           .at = in->from },
                            NULL);
        if (ok && in->process.started)
            ok = note_event(l,
                            &(corr_event){ .what = CORR_EVENT_START,
                                           .service = service,
                                           .name = service,
                                           .value = none,
                                           .at = in->process.started },
                            NULL);
    }
    return ok;
}

/* ---- metrics -------------------------------------------------------------------- */

static bool has_text(corr_str name, const char *part)
{
    const size_t n = strlen(part);

    for (size_t i = 0; i + n <= name.n; i++)
        if (memcmp(name.p + i, part, n) == 0)
            return true;
    return false;
}

/* A series of times: each new value is when something happened. */
static bool note_times(event_list *l, const input *in, uint32_t series,
                       corr_event_what what)
{
    size_t n;
    const point_row *p = input_points(in, series, &n);
    const corr_str service = series_service(in, series);
    double last = n ? p[0].value : 0;
    bool ok = true;

    for (size_t i = 1; ok && i < n; last = p[i++].value)
        if (p[i].value != last && p[i].value > 0 && p[i].value < 9e9)
            ok = note_event(l,
                            &(corr_event){ .what = what,
                                           .service = service,
                                           .name = input_text(
                                               in, in->series.v[series].name),
                                           .value = { "", 0 },
                                           .at = (int64_t)(p[i].value * 1e9) },
                            NULL);
    return ok;
}

static bool note_series(event_list *l, const input *in, uint32_t series)
{
    const corr_str name = input_text(in, in->series.v[series].name);
    const corr_str version = series_label(in, series, CORR_STR("version"));
    size_t n;
    const point_row *p = input_points(in, series, &n);

    if (!n)
        return true;
    if (has_text(name, "build_info") && version.n)
        return note_event(l,
                          &(corr_event){ .what = CORR_EVENT_VERSION,
                                         .service = series_service(in, series),
                                         .name = version,
                                         .value = { "", 0 },
                                         .at = p[0].time },
                          NULL);
    if (has_text(name, "process_start_time_seconds"))
        return note_times(l, in, series, CORR_EVENT_START);
    if (has_text(name, "reload") && has_text(name, "timestamp_seconds"))
        return note_times(l, in, series, CORR_EVENT_RELOAD);
    return true;
}

static bool note_metrics(event_list *l)
{
    bool ok = true;

    for (size_t k = 0; ok && k < l->w->st->input.n; k++) {
        const input *in = store_input(l->w->st, (uint32_t)k);
        if (in->metric.n && input_is_timed(in))
            l->begin = min_i64(l->begin, in->from);
        for (uint32_t s = 1; ok && in->metric.n && s < in->series.n; s++)
            ok = note_series(l, in, s);
    }
    return ok;
}

/* ---- which are told --------------------------------------------------------------- */

/* How long before a change its cause may lie. */
static int64_t reach_of(const corr_when *w)
{
    const int64_t least = INT64_C(30000000000), most = 10 * least;
    const corr_change_at *c = &w->change.v[0];
    const int64_t ran = w->facts.to - w->facts.from;

    return max_i64(max_i64(least, NEAR_STEPS * w->series.v[c->series].s.step),
                   min_i64(ran, most));
}

/* Whether a time is before a change, or as soon after it as its time is
 * uncertain. */
static bool is_at_change(const corr_when *w, int64_t at, int64_t change)
{
    const int64_t second = INT64_C(1000000000);
    const int64_t slack = max_i64(second, 2 * w->change.v[0].plus_minus);

    return change != CORR_NO_TIME && at >= sub_clamped(change, reach_of(w)) &&
           at <= add_clamped(change, slack);
}

static bool is_near_change(const corr_when *w, int64_t at)
{
    return w->facts.main && (is_at_change(w, at, w->change.v[0].at) ||
                             is_at_change(w, at, w->facts.until));
}

/* Whether two events are of one thing: versions of a service, values of a
 * flag. */
static bool is_of_one(const corr_event *a, const corr_event *b)
{
    return a->what == b->what && corr_str_eq(a->service, b->service) &&
           (a->what == CORR_EVENT_VERSION || corr_str_eq(a->name, b->name));
}

/* Whether a version or the value of a flag is news: there was another one
 * before, or it appeared long after the data begins. */
static bool is_news(const corr_when *w, const event_list *l,
                    const corr_event *e)
{
    int64_t end = e->at;

    for (size_t i = 0; i < l->w->event.n; i++) {
        const corr_event *other = &l->w->event.v[i];
        if (other->what != e->what)
            continue;
        end = max_i64(end, other->at);
        if (is_of_one(other, e) && other->at < e->at)
            return true;
    }
    end = w->facts.main ? max_i64(end, w->change.v[0].at) : end;
    return sub_clamped(e->at, l->begin) > sub_clamped(end, l->begin) / 4;
}

/* Whether an operation is unusual: rare, or first seen long after the data
 * begins. */
static bool is_unusual(const corr_when *w, const event_list *l,
                       const corr_event *e)
{
    const int64_t end = w->facts.main ? w->change.v[0].at : e->at;
    const int64_t known = sub_clamped(e->at, l->begin);

    return e->n < RARE || known > sub_clamped(end, l->begin) / 2;
}

SORT_BY(event_by_time, corr_event, ASC(at), ASC(what), ASC_STR(service),
        ASC_STR(name), ASC_STR(value))

static void choose_events(corr_when *w, const event_list *l)
{
    size_t kept = 0;

    for (size_t i = 0; i < w->event.n; i++) {
        corr_event *e = &w->event.v[i];
        e->is_near =
            is_near_change(w, e->at) &&
            ((e->what != CORR_EVENT_VERSION && e->what != CORR_EVENT_FLAG) ||
             is_news(w, l, e));
    }
    for (size_t i = 0; i < w->event.n; i++) {
        const corr_event e = w->event.v[i];
        if (w->o->from < w->o->to && (e.at < w->o->from || e.at >= w->o->to))
            continue;
        if (e.what == CORR_EVENT_OPERATION &&
            (!e.is_near || !is_unusual(w, l, &e)))
            continue;
        w->event.v[kept++] = e;
    }
    w->event.n = kept;
    vec_sort(&w->event, event_by_time);
    if (w->event.n > MOST_EVENTS)
        w->event.n = MOST_EVENTS;
}

bool when_list_events(corr_when *w)
{
    event_list l = { .w = w, .begin = INT64_MAX };
    const bool ok = note_spans(&l) && note_processes(&l) && note_metrics(&l);

    if (ok)
        choose_events(w, &l);
    corr_map_clear(&l.at);
    corr_map_clear(&l.kinds);
    vec_free(&l.key);
    return ok;
}
